"""What can be wrong at a table of craps besides what its bets are worth."""

from collections.abc import Sequence
from datetime import timedelta

from projections.replay.games.dice.craps.play import Play
from projections.replay.games.dice.craps.record import (
    AGAINST,
    BARS,
    DICE,
    NULL_GROUNDS,
    ODDS,
    CrapsRecord,
    CrapsRules,
)
from projections.replay.games.dice.craps.watching import watched
from projections.replay.kit.bets import Moment, instant, paid_to_another, repeated_numbers
from projections.replay.kit.dice import counts
from projections.replay.kit.player_sessions import demo_faults, session_faults
from projections.replay.kit.throws import stake_faults
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Line, Outcome, Settlement


def verify(record: CrapsRecord, rules: CrapsRules, settlement: Settlement) -> tuple[Found, ...]:
    """Return the faults of table, bets and procedure that the record decides."""
    found: list[Found] = []
    if record.bar is not None and record.bar not in BARS:
        found.append(
            Found(
                code="CR-BAR",
                rule="CR R20 2.2",
                expected=" / ".join(map(str, BARS)),
                recorded=str(record.bar),
            )
        )
    play, stakes, shooters = watched(record, rules)
    found += repeated_numbers(record.bets)
    found += stake_faults([one.bet for one in play.bets if not one.standing.withdrawn], "CR R8")
    found += stakes.found
    found += shooters.found
    if record.has("announcements"):
        check_point(record, play, found)
    if record.mode == PHYSICAL:
        check_last(record, play, found)
    if record.pessoal and record.has("staff"):
        check_staff(record, found)
    if record.has("payouts"):
        found += paid_to_another(settlement, record.payments)
    if record.mode != PHYSICAL:
        found += session_faults(record.sessoes, history="CR R36", decides="CR R37", ending="CR R38")
    if record.mode == "demo":
        found += demo_faults(record.meios, "CR R39")
    return tuple(found)


def check_point(record: CrapsRecord, play: Play, found: list[Found]) -> None:
    """R16 c: the point announced is the point that the dice set."""
    for said in record.ponto_fixado:
        due = play.points[play.windows.of(said) - 1]
        if said.numero and said.numero != str(due):
            found.append(
                Found(
                    code="RES-IMPOSS",
                    rule="CR R16",
                    expected="" if due is None else str(due),
                    recorded=said.numero,
                    facts={"fact": "ponto", "lancamento": play.windows.of(said)},
                )
            )


def check_last(record: CrapsRecord, play: Play, found: list[Found]) -> None:
    """R17: no play begins later than five minutes before the room closes."""
    closes = instant(record.encerramento)
    if closes is None:
        return
    least = timedelta(minutes=play.rules.ultima_minutos)
    starts: list[Moment] = []
    if record.inicio is not None and record.ponto is None:
        starts.append(record.inicio)
    starts += [
        Moment(at=throw.at)
        for throw, point in zip(record.lancamentos, play.points, strict=False)
        if point is None and counts(throw, DICE, NULL_GROUNDS)
    ]
    for start in starts:
        at = instant(start.at)
        if at is not None and closes - at < least:
            found.append(
                Found(
                    code="CR-LAST",
                    rule="CR R17",
                    expected=f"<= {record.encerramento} - {play.rules.ultima_minutos} min",
                    recorded=start.at or "",
                )
            )
            return


def check_staff(record: CrapsRecord, found: list[Found]) -> None:
    """R3: four at a larger table; at any, the stickman whom R10, R11 and R16 presume."""
    posts = sorted(shift.role for shift in record.pessoal)
    due = ["stickman"]
    if record.mesa_grande:
        due = ["boxman", "dealer", "dealer", "stickman"]
    lacking = list(due)
    for post in posts:
        if post in lacking:
            lacking.remove(post)
    if lacking:
        found.append(
            Found(
                code="STAFF-MIN",
                rule="CR R3",
                expected=", ".join(lacking),
                recorded=", ".join(posts),
            )
        )


# --- payments --------------------------------------------------------------------------------


def payment_code(
    record: CrapsRecord,
    settlement: Settlement,
    lines: Sequence[Line],
    due: int,
    paid: int,
) -> tuple[str, str] | None:
    """Name a wrong payment: by the other bar, odds too high, a winner at wrong odds."""
    del settlement
    tipos = {bet.bet: bet.tipo for bet in reversed(record.bets)}
    if lines and all(_barred(line, tipos) for line in lines):
        other = sum(
            line.stake if line.outcome is Outcome.GANHA else 2 * line.stake for line in lines
        )
        if paid == other:
            return "CR-BAR", lines[0].rules[0]
    won = [line for line in lines if line.outcome is Outcome.GANHA]
    if not won:
        return None
    if paid > due and any(tipos.get(line.bet or 0) == ODDS for line in won):
        return "CR-ODDS", "CR R22 1.1"
    return "CR-PAY", won[0].rules[0]


def _barred(line: Line, tipos: dict[int, str]) -> bool:
    """Tell whether a bet against the shooter was decided by one of the two totals of a bar."""
    total = line.why[-1].values.get("total") if line.why else None
    return (
        tipos.get(line.bet or 0) in AGAINST
        and line.outcome in (Outcome.GANHA, Outcome.NULA)
        and total in BARS
    )


def name_payment(
    record: CrapsRecord, rules: CrapsRules, settlement: Settlement, found: Found
) -> Found | None:
    """Keep VOID-REFUND for what the void gives back: what was decided before it is paid or not."""
    del rules
    if found.code != "VOID-REFUND":
        return found
    bets = set(found.facts.get("bets", ()))
    lines = [line for line in settlement.lines if line.bet in bets]
    if any(line.outcome is Outcome.DEVOLVIDA for line in lines):
        return found
    seats = {line.seat for line in lines}
    paid = any(
        bets.intersection(payment.bets) or (not payment.bets and payment.seat in seats)
        for payment in record.payments
    )
    return Found(
        code="PAY-DIFF" if paid else "PAY-NONE",
        rule=found.rule,
        seat=found.seat,
        bet=found.bet,
        expected=found.expected,
        recorded=found.recorded,
        amount=found.amount,
        facts=found.facts,
    )
