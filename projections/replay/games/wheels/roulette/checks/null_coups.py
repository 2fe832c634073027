"""Faults of null coups: the ball put back on another number, what fell in (RA R35, RF R27)."""

from projections.replay.games.wheels.roulette.checks.ball import is_later, launched_at
from projections.replay.games.wheels.roulette.record import FELL_IN, Law, RouletteRecord, plate_of
from projections.replay.left_open.unread import IMPOSSIBLE, UNREADABLE
from projections.replay.settlement import Found

# --- null coups and noted errors -----------------------------------------------------------------


def check_null(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """RA R35, RF R27: the ball goes back on the number of the coup before."""
    due = record.anterior.numero if record.anterior is not None else None
    if due is None or not record.golpe_nulo:
        return
    said = [null.previous for null in record.golpe_nulo if null.previous is not None]
    laid = [ball.numero for ball in record.bola_reposta]
    numbers = frozenset(plate_of(record))
    found.extend(
        # What is no number of the plate was misread: where the ball went back nobody knows.
        Found(code="RA-NUL", rule=law.cites.null, expected=due, recorded=number)
        if {due, number} <= numbers
        else Found(
            code=IMPOSSIBLE, rule=law.cites.null, recorded=number, facts={"fact": UNREADABLE}
        )
        for number in dict.fromkeys(said + laid)
        if number != due
    )


def check_errors(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """RA R35, RF R27: what fell among the numbers while the ball ran makes the coup null.

    Where the table noted it and called no null, VOID-MISS; the number is settled as it fell, for
    the stakes were decided by it before anybody (DECISION). What was noted before the launch, or
    after the ball had come to rest, is no ground.
    """
    if record.golpe_nulo or record.void is not None:
        return
    launched = launched_at(record)
    rested = record.resultado.at if record.resultado is not None else None
    found.extend(
        Found(
            code="VOID-MISS",
            rule=law.cites.null,
            seat=one.seat,
            expected="golpe_nulo",
            recorded=one.error,
        )
        for one in record.errors
        if one.error in FELL_IN and not is_later(launched, one.at) and not is_later(one.at, rested)
    )
