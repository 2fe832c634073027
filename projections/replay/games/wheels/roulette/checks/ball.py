"""Faults of opening and ball: launched too early, to the same side again, not changed.

Rules: RA R15, R30-R33; RF R11, R15, R21, R23.
"""

from collections.abc import Sequence
from typing import Final

from projections.replay.games.wheels.roulette.record import BALL_FAILED, Law, RouletteRecord
from projections.replay.kit.bets import Bet, Moment, Placed, hours_over, instant, is_after
from projections.replay.kit.coups.window import when
from projections.replay.settlement import Found

SIDES: Final = ("esquerda", "direita")


def check_opening(
    record: RouletteRecord, law: Law, bets: Sequence[Bet], found: list[Found]
) -> None:
    """RA R15, R30; RF R15, R21: bets and ball wait until the last coup's payments are done."""
    cites = law.cites
    opened = record.apostas_abertas
    paid = record.anterior.pagamentos_fim if record.anterior is not None else None
    if paid is not None and opened is not None and is_after(paid, opened):
        found.append(_early(cites.opens, None, paid, opened))
    if paid is not None:
        first = record.bola_lancada[:1]
        found.extend(
            _early(cites.launch, None, paid, ball) for ball in first if is_after(paid, ball)
        )
    if opened is not None:
        found.extend(_early(cites.opens, bet, opened, bet) for bet in bets if is_after(opened, bet))


def _early(rule: str, bet: Bet | None, mark: Moment, fact: Placed) -> Found:
    return Found(
        code="BET-EARLY",
        rule=rule,
        seat=bet.seat if bet is not None else None,
        bet=bet.bet if bet is not None else None,
        expected=f">= {when(mark)}",
        recorded=when(fact),
        amount=bet.valor if bet is not None else None,
    )


def launched_at(record: RouletteRecord) -> str | None:
    """Return when the deciding ball was launched."""
    return record.bola_lancada[-1].at if record.bola_lancada else None


def check_ball(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """RA R32, R33; RF R11, R23: the ball is changed every hour, aloud, and when it fails.

    The first coup over the hour shows the fault, and the first over each further hour; those
    between repeat it and do not count again.
    """
    changed = record.bola_trocada
    if changed is None or not record.has("equipment"):
        return
    cites = law.cites
    before = record.anterior.lancada if record.anterior is not None else None
    now = launched_at(record)
    missed = hours_over(changed.at, now)
    if missed > hours_over(changed.at, before):
        found.append(
            Found(
                code="RA-BALL",
                rule=cites.ball,
                expected=f"<= {changed.at} + {missed} h",
                recorded=now or "",
                facts={"since": changed.at, "hours": missed},
            )
        )
    first = before is None or is_later(changed.at, before)
    if not changed.anunciada and first and record.has("announcements"):
        found.append(
            Found(code="RA-BALL", rule=cites.ball, recorded=changed.at, facts={"fact": "anunciada"})
        )
    failed = [null.at for null in record.golpe_nulo if null.causa in BALL_FAILED]
    failed += [
        one.at for one in record.errors if one.error in BALL_FAILED and is_later(now, one.at)
    ]
    found.extend(
        Found(code="EQ-BAD", rule=cites.ball_failed, expected=f"> {at}", recorded=changed.at)
        for at in dict.fromkeys(failed)
        if is_later(at, changed.at)
    )


def check_direction(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """RA R30, RF R22: the ball goes to one side and the other by turns, coup after coup.

    To which side it goes when a null coup is repeated no rule says (DECISION): such a coup is not
    held against the one before it, nor the next against it.
    """
    before = record.anterior.sentido if record.anterior is not None else None
    if before not in SIDES or len(record.bola_lancada) != 1:
        return
    now = record.bola_lancada[0].sentido
    if now == before and not record.golpe_nulo and record.void is None:
        other = next(side for side in SIDES if side != before)
        found.append(
            Found(code="RA-DIR", rule=law.cites.direction, expected=other, recorded=before)
        )


def is_later(one: str | None, other: str | None) -> bool:
    """Tell whether a moment is known to come after another."""
    first, second = instant(one), instant(other)
    return first is not None and second is not None and first > second
