"""Macau: Portaria 104/85/M."""

from collections.abc import Mapping
from typing import Any, Final

GAMES: Final[Mapping[str, Any]] = {}
