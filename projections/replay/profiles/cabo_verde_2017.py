"""Cape Verde: Portaria 1/2017."""

from collections.abc import Mapping
from typing import Any, Final

GAMES: Final[Mapping[str, Any]] = {}
