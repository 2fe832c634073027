"""Checks of how a coup of roulette was run: opening, ball, staff, null coups, payments, online.

Rules: RA R2, R15, R30, R32-R37, R41, R48, R56-R59;
RF R3, R11, R15, R21, R23-R27, R34, R42, R50-R53.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Final

from projections.replay.games.wheels.roulette.record import (
    BALL_FAILED,
    FELL_IN,
    Law,
    RouletteRecord,
)
from projections.replay.games.wheels.roulette.settling import when
from projections.replay.kit.bets import Bet, Moment, Placed, hours_over, instant, is_after
from projections.replay.kit.player_sessions import demo_faults, ground_faults, session_faults
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Line, Outcome, Settlement

# --- opening and launch --------------------------------------------------------------------------


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


def _launched(record: RouletteRecord) -> str | None:
    """Return when the deciding ball was launched."""
    return record.bola_lancada[-1].at if record.bola_lancada else None


# --- ball and staff ------------------------------------------------------------------------------


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
    now = _launched(record)
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
    first = before is None or _is_later(changed.at, before)
    if not changed.anunciada and first and record.has("announcements"):
        found.append(
            Found(code="RA-BALL", rule=cites.ball, recorded=changed.at, facts={"fact": "anunciada"})
        )
    failed = [null.at for null in record.golpe_nulo if null.causa in BALL_FAILED]
    failed += [
        one.at for one in record.errors if one.error in BALL_FAILED and _is_later(now, one.at)
    ]
    found.extend(
        Found(code="EQ-BAD", rule=cites.ball_failed, expected=f"> {at}", recorded=changed.at)
        for at in dict.fromkeys(failed)
        if _is_later(at, changed.at)
    )


def _is_later(one: str | None, other: str | None) -> bool:
    first, second = instant(one), instant(other)
    return first is not None and second is not None and first > second


def check_staff(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """RA R2, R34; RF R3, R24, R34: who must be there; who launches stays an hour at most."""
    lacking = [
        ", ".join(posts)
        for posts, count in law.posts
        if len({shift.person for shift in record.pessoal if shift.role in posts}) < count
    ]
    if lacking:
        found.append(
            Found(
                code="STAFF-MIN",
                rule=law.cites.staff,
                expected=", ".join(lacking),
                recorded=", ".join(sorted({shift.role for shift in record.pessoal})),
            )
        )
    by = record.bola_lancada[-1].by if record.bola_lancada else None
    before = record.anterior.lancada if record.anterior is not None else None
    now = _launched(record)
    could = [
        shift
        for shift in record.pessoal
        if (shift.person == by if by is not None else shift.role == law.launcher)
    ]
    if by is None and len({shift.person for shift in could}) > 1:
        return  # which of them launched is not recorded
    for shift in could[:1]:
        missed = hours_over(shift.since, now)
        if missed > hours_over(shift.since, before):
            found.append(
                Found(
                    code="STAFF-1H",
                    rule=law.cites.relief,
                    expected=f"<= {shift.since} + {missed} h",
                    recorded=now or "",
                    facts={"person": shift.person, "hours": missed},
                )
            )


# --- null coups and noted errors -----------------------------------------------------------------


def check_null(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """RA R35, RF R27: the ball goes back on the number of the coup before."""
    due = record.anterior.numero if record.anterior is not None else None
    if due is None or not record.golpe_nulo:
        return
    said = [null.previous for null in record.golpe_nulo if null.previous is not None]
    laid = [ball.numero for ball in record.bola_reposta]
    found.extend(
        Found(code="RA-NUL", rule=law.cites.null, expected=due, recorded=number)
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
    launched = _launched(record)
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
        if one.error in FELL_IN
        and not _is_later(launched, one.at)
        and not _is_later(one.at, rested)
    )


# --- online --------------------------------------------------------------------------------------

SHARED: Final = "shared"
DEMO: Final = "demo"
SECOND: Final = 1_000_000
"""In microseconds; and what clock and network may add to a time that is told in whole seconds."""


def check_online(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """RA R48, R56-R59; RF R42, R50-R53: betting time, history, sessions, demonstration."""
    cites = law.cites
    if record.mode == SHARED:
        check_betting_time(record, law, found)
    found.extend(
        session_faults(
            record.sessoes, history=cites.history, decides=cites.decides, ending=cites.ending
        )
    )
    found.extend(ground_faults(record.sessoes, record.mode, cites.ending))
    if record.mode == DEMO:
        found.extend(demo_faults(record.meios, cites.demo))


def check_betting_time(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """RA R48, RF R42: at a shared table the time is fixed beforehand and the same for all."""
    fixed, given = record.tempo_apostas, record.segundos
    if fixed is not None and given is not None and given != fixed:
        found.append(_time(law, fixed, f"{given} s", "anunciado"))
    due = given if given is not None else fixed
    opened = instant(record.apostas_abertas.at) if record.apostas_abertas is not None else None
    closed = instant(record.nada_mais.at) if record.nada_mais is not None else None
    if due is None or opened is None or closed is None:
        return
    took = (closed - opened) // timedelta(microseconds=1)
    if abs(took - due * SECOND) >= SECOND:
        whole, part = divmod(took, SECOND)
        found.append(_time(law, due, f"{whole}.{part // 1000:03d} s", "decorrido"))


def _time(law: Law, due: int, recorded: str, fact: str) -> Found:
    return Found(
        code="ONL-TIME",
        rule=law.cites.time,
        expected=f"{due} s",
        recorded=recorded,
        facts={"fact": fact},
    )


# --- payments ------------------------------------------------------------------------------------


def check_order(
    record: RouletteRecord,
    law: Law,
    bets: Sequence[Bet],
    settlement: Settlement,
    found: list[Found],
) -> None:
    """RA R37, R41; RF R25, R26: chance by chance; or player by player, each chance by chance.

    It is prizes that have an order: a stake that only goes back, as when a round is called void,
    has none. A number that two bets bear does not say of which a payment is.
    """
    rank = law.pay_rank
    tipos = {bet.bet: bet.tipo for bet in bets}
    if len(tipos) < len(bets):
        numbers = [bet.bet for bet in bets]
        tipos = {number: tipo for number, tipo in tipos.items() if numbers.count(number) == 1}
    won = {line.bet for line in settlement.lines if line.outcome is Outcome.GANHA}
    paid: list[tuple[int, int, int]] = []
    for payment in record.payments:
        if not payment.amount:
            continue
        ranks = [rank[tipos[bet]] for bet in payment.bets if bet in won and tipos.get(bet) in rank]
        if ranks:
            paid.append((payment.seat, min(ranks), payment.bets[0]))
    if _by_chance(paid) or _by_player(paid):
        return
    highest = 0
    for seat, place, bet in paid:
        if place < highest:
            found.append(
                Found(
                    code="PAY-ORDER",
                    rule=law.cites.order,
                    seat=seat,
                    bet=bet,
                    expected=tipos.get(bet, ""),
                    recorded=", ".join(tipos.get(number, "") for _, _, number in paid),
                )
            )
            return
        highest = place


def _by_chance(paid: Sequence[tuple[int, int, int]]) -> bool:
    return all(one[1] <= other[1] for one, other in pairwise(paid))


def _by_player(paid: Sequence[tuple[int, int, int]]) -> bool:
    """Tell whether each player is paid at one go, the players by their first chance."""
    firsts: list[tuple[int, int, int]] = []
    for index, one in enumerate(paid):
        if index and paid[index - 1][0] == one[0]:
            if paid[index - 1][1] > one[1]:
                return False
        else:
            firsts.append(one)
    return len({seat for seat, _, _ in firsts}) == len(firsts) and _by_chance(firsts)


def payment_code(
    law: Law,
    record: RouletteRecord,
    settlement: Settlement,
    lines: Sequence[Line],
    due: int,
    paid: int,
) -> tuple[str, str] | None:
    """Name a wrong payment: a null coup paid, what zero takes left standing, wrong odds."""
    cites = law.cites
    if not lines and not settlement.result:
        if record.golpe_nulo:
            return "RA-NUL", cites.null
        return ("VOID-MISS", cites.void[0]) if record.mode != PHYSICAL else None
    lost_to_zero = [line.stake for line in lines if cites.zero in line.rules]
    if lost_to_zero and paid > due:
        kept = {*lost_to_zero, sum(lost_to_zero)}
        won = any(line.outcome is Outcome.GANHA for line in lines)
        if not won or paid - due in {part for one in kept for part in (one, one // 2, 2 * one)}:
            return "RA-ZERO", cites.zero
    if any(line.outcome is Outcome.GANHA for line in lines):
        return "RA-PAY", cites.pays
    return None
