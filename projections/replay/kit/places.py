"""How a place at a table was given: who had asked for it, and who had asked before (facts only)."""

from typing import Final

from msgspec import Struct

DRAWN: Final = frozenset({"draw", "last_session"})
"""Ways to a place at the beginning of a partida: drawn, or kept since the sessão before."""
FROM_THE_LIST: Final = "list"
FREE: Final = "free"
"""A place taken by who was on no list."""
CHANGED: Final = "change"


class PlaceTaken(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A player sat down on a place, and others were waiting for one."""

    seat: int
    player: str
    via: str = ""
    """How he got it, as the table says; empty where it does not."""
    inscribed: bool = False
    """Whether he had asked for a place before the first one was drawn, or none was."""
    before: tuple[str, ...] = ()
    """Who is on the list of the table for any place, and asked before him."""
    reserved: tuple[str, ...] = ()
    """Who is on the list for this very place, and asked before him."""
    changing: tuple[str, ...] = ()
    """Who sits at the table and had asked to change to this place, or to any."""
