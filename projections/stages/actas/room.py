"""A bingo room: its session, where each series goes on, what the gate granted (BI R36-R38, R58)."""

from msgspec import UNSET, Struct, UnsetType, field, structs

from projections.stages.actas.ball_sets import Balls
from projections.stages.actas.jogada import Jogada
from projections.stages.actas.sessions import Session


class Changed(Struct, kw_only=True):
    """A set of balls taken into use instead of another, and how the sets stood before and then."""

    position: int
    before: Balls
    name: str | None
    uses: int


class Late(Struct, kw_only=True, omit_defaults=True):
    """A jogada whose acta late facts made long: it waits for the next tick of the ledger."""

    credit: int
    """How much of acta may still be written at once for late facts; of none they wait."""
    waits: bool = False
    session: Session | None = None
    jogada: Jogada | None = None
    """It with its session while it waits, where that is not the room's any more."""

    def keep(self, session: Session, jogada: Jogada) -> None:
        """Keep a jogada of an earlier session: its last version lacks what waits."""
        self.session = structs.replace(session, jogadas=[], between=[])
        self.jogada = jogada

    def end(self) -> None:
        """Wait no more."""
        self.waits, self.session, self.jogada = False, None, None


class Room(Struct, kw_only=True):
    """The state of a bingo room that goes on from session to session."""

    place: str
    session: Session | None = None
    balls: Balls = field(default_factory=Balls)
    late: dict[str, Late] | UnsetType = UNSET
    """Jogadas that late facts made long actas be written anew for."""
    changed: list[Changed] | UnsetType = UNSET
    """The last sets that took the place of another: they may still be put right."""
    next_card: dict[str, int] = field(default_factory=dict[str, int])
    """Series to the number after the last card sold."""
    grants: list[tuple[str | None, int]] = field(default_factory=list[tuple[str | None, int]])
    """What the gate has said yes to in the session: the jogada that may open, None the closing."""
    doubles: dict[str, str] = field(default_factory=dict[str, str])
    """By variant, as text, the jogada whose doubles are to play in the next one of it."""
    unannounced: list[Jogada] = field(default_factory=list[Jogada])
    """Jogadas that were opened while no session was open: they wait for theirs."""
    corrected: dict[str, str | None] = field(default_factory=dict[str, str | None])
    """Event that told something of a jogada in no round to what it says since it was corrected, as
    JSON; None: it was withdrawn."""
