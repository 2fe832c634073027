"""The values in which countries differ. A profile is immutable: a change is a new version of it.

``PROFILES`` maps a profile's name with version, as ``table-opened`` binds it, to its values.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from msgspec import Struct

from projections.replay.profiles import cabo_verde_2017, macau_1985, portugal

PROFILES: Final[Mapping[str, Mapping[str, Any]]] = {
    "cv-2017@1": cabo_verde_2017.GAMES,
    "pt-2007@1": portugal.GAMES_2007,
    "pt-casino@1": portugal.GAMES_CASINO,
    "mo-1985@1": macau_1985.GAMES,
}


class InForce(Struct, frozen=True, gc=False):
    """The day from which a profile holds, and the law that says so."""

    since: date | None
    """None: its text has no day."""
    rule: str


IN_FORCE: Final[Mapping[str, InForce]] = {
    # The day after its publication in the Boletim Oficial of 9 January 2017.
    "cv-2017@1": InForce(date(2017, 1, 10), "Art. 4"),
    # Published on 26 February 2007; the copy at hand says from 1 March.
    "pt-2007@1": InForce(date(2007, 3, 1), "law: Portaria n.º 217/2007"),
    "pt-casino@1": InForce(None, "003"),
    # Dated 25 May 1985; its text names no other day.
    "mo-1985@1": InForce(date(1985, 5, 25), "law: Portaria n.º 104/85/M"),
}
"""By profile: a table that opens under it before its day plays by rules that are not in force."""
