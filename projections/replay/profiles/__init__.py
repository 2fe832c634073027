"""The values in which countries differ. A profile is immutable: a change is a new version of it.

``PROFILES`` maps a profile's name with version, as ``table-opened`` binds it, to its values.
"""

from collections.abc import Mapping
from typing import Any, Final

from projections.replay.profiles import cabo_verde_2017, macau_1985, portugal

PROFILES: Final[Mapping[str, Mapping[str, Any]]] = {
    "cv-2017@1": cabo_verde_2017.GAMES,
    "pt-2007@1": portugal.GAMES_2007,
    "pt-casino@1": portugal.GAMES_CASINO,
    "mo-1985@1": macau_1985.GAMES,
}
