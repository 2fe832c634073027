"""Portugal: Portaria 217/2007 and the IGJ's texts; a casino's own summary (informative only)."""

from collections.abc import Mapping
from typing import Any, Final

GAMES_2007: Final[Mapping[str, Any]] = {}
GAMES_CASINO: Final[Mapping[str, Any]] = {}
