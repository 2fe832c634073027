"""Sessions of bingo, and what is wrong with one as a whole.

Rules: BI R23, R32, R51, R53, R58, R60, R90, R92.
"""

from collections.abc import Iterator
from typing import Final, Self

from msgspec import Struct, field

from ledger.events.bingo import BallSetChecked, BingoSessionOpened
from projections.base.produced import Fault
from projections.base.times import after, is_time
from projections.stages.actas.jogada import Jogada, spans_text
from projections.stages.actas.used_cards import forgotten

CONTINUOUS: Final = "continuous"
SESSION: Final = "session"
LAST_SECONDS: Final = 600
"""R53: when the last jogada is announced."""


class Check(Struct, frozen=True, kw_only=True):
    """All balls shown through the mechanism (R23)."""

    moment: str
    balls: int
    missing: int
    position: int

    @classmethod
    def of(cls, position: int, payload: BallSetChecked) -> Self:
        """Return the check of balls that an event tells."""
        missing = len(payload.missing)
        return cls(moment=payload.moment, balls=payload.balls, missing=missing, position=position)


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

    def say(self, payload: BingoSessionOpened) -> None:
        """Let the session be as its opening says."""
        self.variant, self.mode = payload.variant, payload.mode
        self.checked = payload.equipment_checked
        self.allowed = payload.mode != CONTINUOUS or payload.act is not None
        self.closes = payload.closes if is_time(payload.closes) else None

    def check_again(self, position: int, payload: BallSetChecked | None) -> None:
        """Let a check read as it is corrected; None: it was withdrawn."""
        others = [one for one in self.checks if one.position != position]
        if payload is not None:
            others.append(Check.of(position, payload))
        self.checks = sorted(others, key=lambda one: one.position)

    @property
    def physical(self) -> bool:
        """Whether the session is held in a room, with balls and paper; online has neither (R86)."""
        return self.mode == "physical"

    @property
    def simultaneous(self) -> bool:
        """Whether several jogadas may be played at once: of other variants or face values (R92)."""
        return self.mode == SESSION

    @property
    def last(self) -> Jogada | None:
        """The jogada opened last."""
        return self.jogadas[-1] if self.jogadas else None


def session_faults(session: Session) -> list[Fault]:
    """Return everything that is wrong with a session as a whole."""
    early = _early_at_once(session) if session.simultaneous else _early(session)
    return [*early, *_checks(session), *_last(session), *_at_the_end(session)]


def _early(session: Session) -> Iterator[Fault]:
    for name, position in session.early:
        before = next((one for one in session.jogadas if one.overtaken == name), None)
        if before is not None:
            yield _overtaken(session, before, name, position)


def _early_at_once(session: Session) -> Iterator[Fault]:
    """R60, R92: of several jogadas at once, each is held to the one before of its own game.

    One whose sale is not told yet is of no known variant and face, and accuses nobody.
    """
    before: dict[object, Jogada] = {}
    told: set[str] = set()
    for jogada in session.jogadas:
        last = before.get(jogada.jogo) if jogada.jogo is not None else None
        if last is not None and not last.registada_before(jogada.opened):
            told.add(last.round)
            yield _overtaken(session, last, jogada.round, jogada.opened)
        if jogada.jogo is not None:
            before[jogada.jogo] = jogada
    if session.closed is not None:
        for jogada in session.jogadas:
            if jogada.round not in told and not jogada.registada_before(session.closed):
                yield _overtaken(session, jogada, "", session.closed)


def _overtaken(session: Session, before: Jogada, name: str, position: int) -> Fault:
    return Fault(
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
    """R53: the last jogada is announced, in the session's last ten minutes, and once.

    One that was annulled may be followed by another that is the last in its stead.
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
    announced = [one for one in session.jogadas if one.last and not one.nula]
    for jogada in announced[1:]:
        first = announced[0]
        yield _fault(
            session,
            "BI-LAST",
            f"no other jogada after {first.round}, announced as the last",
            f"{jogada.round} announced as the last",
            (first.opened, jogada.opened),
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
