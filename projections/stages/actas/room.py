"""A bingo room: its session, the set of balls in use, where each series goes on, and what is wrong.

Rules: BI R22-R26, R32, R36-R38, R51-R53, R58-R60.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field

from projections.base.produced import Fault
from projections.base.times import after
from projections.stages.actas.cards import forgotten
from projections.stages.actas.jogada import Jogada, spans_text

USES_MAX: Final = 2_000
"""R25: jogadas a set of balls may serve."""
CONTINUOUS: Final = "continuous"
LAST_SECONDS: Final = 600
"""R53: when the last jogada is announced."""


class Check(Struct, frozen=True, kw_only=True):
    """All balls shown through the mechanism (R23)."""

    moment: str
    balls: int
    missing: int
    position: int


class Session(Struct, kw_only=True):
    """A session of bingo: one acta (R58)."""

    session: str
    place: str
    day: str
    opened: int
    started: str
    variant: int
    mode: str
    currency: str = ""
    checked: bool = True
    """Whether the equipment was tested before (R32)."""
    allowed: bool = True
    """Whether an act of the authority is named, where the mode wants one (R90)."""
    closes: str | None = None
    closed: int | None = None
    ended: str | None = None
    checks: list[Check] = field(default_factory=list[Check])
    jogadas: list[Jogada] = field(default_factory=list[Jogada])
    early: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    """Jogadas that were opened before the record of the one before was complete, and where; the
    empty name is the session's closing."""
    between: list[int] = field(default_factory=list[int])
    """What was told between two jogadas, once the first was recorded: it is of the next one."""

    @property
    def physical(self) -> bool:
        """Whether the session is held in a room, with balls and paper; online has neither (R86)."""
        return self.mode == "physical"

    @property
    def last(self) -> Jogada | None:
        """The jogada opened last."""
        return self.jogadas[-1] if self.jogadas else None


class Balls(Struct, kw_only=True):
    """The set in use; a room has one for each variant that it plays."""

    name: str | None = None
    uses: int = 0
    others: dict[str, int] = field(default_factory=dict[str, int])
    """Sets that rest, with the jogadas that they served."""

    def take(self, name: str) -> None:
        """Use another set; the one in use rests."""
        if name == self.name:
            return
        if self.name is not None:
            self.others[self.name] = self.uses
        self.name, self.uses = name, self.others.pop(name, 0)

    def served(self, name: str, more: int) -> None:
        """Add jogadas to a ball set's count of use, or take some off."""
        if name == self.name:
            self.uses += more
        elif name in self.others:
            self.others[name] += more

    def replace(self, name: str) -> None:
        """Use another set; the one in use is done with."""
        self.name = None
        self.take(name)


class Room(Struct, kw_only=True):
    """The state of a bingo room that goes on from session to session."""

    place: str
    session: Session | None = None
    balls: Balls = field(default_factory=Balls)
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


def gate(room: Room, wanted: str | None) -> list[str]:
    """Return why a jogada may not open, or the session not close (``None``); nothing: it may.

    R60: not before everything of the jogada before is recorded; and the yes is said once.
    """
    session = room.session
    if session is None or session.closed is not None:
        return ["no session is open in this room"]
    if wanted is not None and not wanted.startswith(f"{room.place}/"):
        return [f"{wanted} is no jogada of {room.place}"]
    if any(one == wanted for one, _ in room.grants):
        return [f"the gate has said yes to {wanted or 'the closing'} before"]
    if any(jogada.round == wanted for jogada in session.jogadas):
        return [f"{wanted} was opened before"]
    last = session.last
    if last is None or last.registada:
        return []
    lacks = last.lacks()
    fields = f"; it lacks {', '.join(lacks)} of R61" if lacks else ""
    return [f"the record of {last.round} is not complete{fields}"]


def session_faults(session: Session) -> list[Fault]:
    """Return everything that is wrong with a session as a whole."""
    return [*_early(session), *_checks(session), *_last(session), *_at_the_end(session)]


def _early(session: Session) -> Iterator[Fault]:
    for name, position in session.early:
        before = next((one for one in session.jogadas if one.overtaken == name), None)
        if before is None:
            continue
        yield Fault(
            code="BI-ACTA-BLOCK",
            positions=(before.opened, position),
            place=session.place,
            round=before.round,
            expected=f"the record of {before.round} complete first",
            recorded=f"{name or 'the session'} {'opened' if name else 'closed'} before",
            facts={"next": name},
        )


def _checks(session: Session) -> Iterator[Fault]:
    """R23, R32, R90: the equipment, the balls at both ends, and the mode's approval.

    Online there is no mechanism through which balls run (R86).
    """
    if not session.checked:
        yield _fault(session, "BI-PASS", "equipment tested before the session", "not tested")
    if not session.allowed:
        yield _fault(session, "BI-MODE", "an act that allows continuous play", "none")
    wanted = ["start"] if session.jogadas and session.physical else []
    if session.closed is not None and wanted:
        wanted.append("end")
    for moment in wanted:
        found = [one for one in session.checks if _at_its_end(session, one, moment)]
        whole = [one for one in found if one.balls == session.variant and not one.missing]
        if not whole:
            recorded = f"{found[-1].balls} balls" if found else "none"
            at = tuple(one.position for one in found[-1:])
            yield _fault(
                session,
                "BI-PASS",
                f"all {session.variant} balls shown at the {moment}",
                recorded,
                at,
            )


def _at_its_end(session: Session, check: Check, moment: str) -> bool:
    """Tell whether balls were shown at the session's start, or end, as is said of them (R23)."""
    first, last = session.jogadas[0], session.jogadas[-1]
    if moment == "start":
        return check.moment == moment and (first.closed is None or check.position < first.closed)
    return check.moment == moment and check.position > last.opened


def _last(session: Session) -> Iterator[Fault]:
    """R53: the last jogada is announced, in the session's last ten minutes.

    Play in continuous mode is there at all times: no jogada of it is the last (R90).
    """
    if session.mode == CONTINUOUS and session.allowed:
        return
    for jogada in session.jogadas:
        if jogada.last and session.closes is not None:
            earliest = after(session.closes, -LAST_SECONDS)
            if jogada.started < earliest:
                yield _fault(
                    session,
                    "BI-LAST",
                    f"the last jogada announced after {earliest}",
                    jogada.started,
                    (jogada.opened,),
                )
    if session.closed is not None and session.last is not None and not session.last.last:
        yield _fault(
            session, "BI-LAST", "the last jogada announced", "it was not", (session.last.opened,)
        )


def _at_the_end(session: Session) -> Iterator[Fault]:
    """R51, R58: a session that closed has its cards destroyed and every jogada in its acta."""
    if session.closed is None:
        return
    for jogada in session.jogadas:
        left = forgotten(jogada, session.jogadas) if session.physical else []
        if left:
            yield _fault(
                session,
                "BI-DESTROY",
                f"used cards of {jogada.round} destroyed, or kept as evidence",
                f"nothing of {spans_text(left)}",
                (jogada.opened,),
                rule="BI R51",
            )
        if not jogada.registos:
            yield _fault(
                session,
                "BI-ACTA-FIELD",
                f"{jogada.round} in the acta",
                "it is not",
                (jogada.opened,),
            )


def _fault(
    session: Session,
    code: str,
    expected: str,
    recorded: str,
    at: tuple[int, ...] = (),
    *,
    rule: str = "",
) -> Fault:
    closing = (session.closed,) if session.closed is not None else ()
    return Fault(
        code=code,
        rule=rule,
        positions=tuple(sorted({session.opened, *at, *closing})),
        place=session.place,
        expected=expected,
        recorded=recorded,
        facts={"session": session.session},
    )


def start_faults(room: Room, jogada: Jogada, sizes: dict[str, int]) -> list[Fault]:
    """Return the series that began with another card than number 1 or the next one (R37).

    ``sizes`` has the cards of each series: after the last of them the next is number 1.
    """
    found: list[Fault] = []
    for serie, first in jogada.primeiro.items():
        expected = room.next_card.get(serie, 1)
        if expected > sizes.get(serie, expected):
            expected = 1
        if first not in (1, expected):
            found.append(
                Fault(
                    code="BI-START",
                    positions=(jogada.opened,),
                    place=room.place,
                    round=jogada.round,
                    expected=f"{serie} from 1 or {expected}",
                    recorded=f"{serie} from {first}",
                    facts={"series": serie},
                )
            )
    return found
