"""The right names of wrong payments: by the rule that was broken."""

from collections.abc import Sequence

from msgspec import structs

from ledger.money import Minor
from projections.replay.games.house_cards.poquer_sem_descarte.checks.stakes import over_cap
from projections.replay.games.house_cards.poquer_sem_descarte.deciding import (
    goes_on,
    is_online,
    ran_out,
)
from projections.replay.games.house_cards.poquer_sem_descarte.record import (
    INICIAL,
    SEGUNDA,
    SemDescarteRecord,
)
from projections.replay.games.house_cards.poquer_sem_descarte.rules import Cites, SemDescarteRules
from projections.replay.games.house_cards.poquer_sem_descarte.settling import settle
from projections.replay.games.house_cards.poquer_sem_descarte.standing_bets import laid
from projections.replay.settlement import Found, Line, Outcome, Settlement


def relabel(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement, fault: Found
) -> Found | None:
    """Give a payment's fault the game's own code; None where another finding tells it already."""
    if settlement.void:
        return fault if record.void is not None else None  # SD-MIS tells it
    award = "pool" in fault.facts
    if record.void is not None and (award or _is_refund(settlement, fault)):
        return None  # VOID-BAD or VOID-NET tells it
    if award:
        named = _award_code(settlement, rules.cites, fault)
    elif _told_by_cap(record, rules, settlement, fault):
        return None
    else:
        named = _main_code(record, rules, settlement, fault)
    if named is None:
        return fault
    code, rule = named
    return structs.replace(fault, code=code, rule=rule)


def _lines_of(settlement: Settlement, fault: Found) -> list[Line]:
    bets = fault.facts.get("bets", ())
    return [line for line in settlement.lines if line.bet in bets]


def _is_refund(settlement: Settlement, fault: Found) -> bool:
    """Tell whether the stakes went back, no more and no less."""
    lines = _lines_of(settlement, fault)
    paid = sum(line.due for line in lines) + (fault.amount or 0)
    return paid == sum(line.stake for line in lines)


def _told_by_cap(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement, fault: Found
) -> bool:
    """Tell whether the payment is right but for the maximum of the jogada, which SD-CAP tells."""
    if "maximo_golpe_aplicado" not in settlement.result or not over_cap(record):
        return False
    lines = _lines_of(settlement, fault)
    paid = sum(line.due for line in lines) + (fault.amount or 0)
    uncapped = settle(structs.replace(record, maximo_golpe=None), rules)
    return paid == sum(line.due for line in _lines_of(uncapped, fault))


def _main_code(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement, fault: Found
) -> tuple[str, str] | None:
    """Name the wrong payment of a player's main bets by the rule that was broken."""
    cites, online, seat = rules.cites, is_online(record, rules), fault.seat
    lines = _main_lines(record, settlement).get(seat if seat is not None else -1, [])
    place = next((one for one in record.seats if one.seat == seat), None)
    unpaid = fault.code == "PAY-NONE" and (place is None or place.recolhida is None)
    if (
        not fault.facts.get("bets")
        or not lines
        or unpaid
        or (place is not None and place.infracao is not None)
    ):
        return None
    if not _late_bets(record).isdisjoint(fault.facts["bets"]):
        return None
    outcomes = {line.outcome for line in lines}
    second = any(bet.seat == seat and bet.tipo == SEGUNDA for bet in laid(record).bets)
    if not goes_on(place, second=second, online=online):
        lapsed = ran_out(place, second=second, online=online)
        named = ("SD-ONL", cites.lapse) if lapsed else ("SD-2X", cites.second)
        return named if Outcome.PERDE in outcomes else None
    if outcomes & {Outcome.DEVOLVIDA, Outcome.PENDENTE}:
        return None
    if not settlement.result.get("banca_joga"):
        return "SD-QUAL", cites.bank
    return _compared_code(record, cites, settlement, lines, fault)


def _compared_code(
    record: SemDescarteRecord,
    cites: Cites,
    settlement: Settlement,
    lines: Sequence[Line],
    fault: Found,
) -> tuple[str, str]:
    """Name the wrong payment of a hand that was to be compared with the bank's."""
    seat = lines[0].seat
    paid = _paid_to(record, seat)
    as_if_not_playing = paid == _if_not_playing(record, lines)
    compared = "SD-CMP", lines[0].rules[0]
    if lines[0].outcome is not Outcome.GANHA:
        return ("SD-QUAL", cites.bank) if as_if_not_playing else compared
    if paid in {0, sum(line.stake for line in lines)}:
        return compared
    if as_if_not_playing and all(
        _paid_to(record, other) == _if_not_playing(record, theirs)
        for other, theirs in _main_lines(record, settlement).items()
        if theirs[0].outcome is not Outcome.PERDE or _paid_to(record, other)
    ):
        return "SD-QUAL", cites.bank
    return "SD-PAY", fault.rule


def _main_lines(record: SemDescarteRecord, settlement: Settlement) -> dict[int, list[Line]]:
    """Return the lines of the main bets that came in time, by seat."""
    main = {bet.bet for bet in record.bets if bet.tipo in {INICIAL, SEGUNDA}}
    main -= _late_bets(record)
    lines: dict[int, list[Line]] = {}
    for line in settlement.lines:
        if line.bet in main:
            lines.setdefault(line.seat, []).append(line)
    return lines


def _paid_to(record: SemDescarteRecord, seat: int) -> Minor:
    """Return the payment of a seat, jackpot and late bets that went back apart."""
    late = _late_bets(record)
    return sum(
        payment.total
        for payment in record.payments
        if payment.seat == seat
        and payment.award is None
        and not (payment.bets and late.issuperset(payment.bets))
    )


def _late_bets(record: SemDescarteRecord) -> set[int]:
    known = laid(record)
    return {bet.bet for bet in record.bets if known.is_late(bet)}


def _if_not_playing(record: SemDescarteRecord, lines: Sequence[Line]) -> Minor:
    """Return the payments of the bets if the bank did not play."""
    initial = {bet.bet for bet in record.bets if bet.tipo == INICIAL}
    return sum(line.stake * (2 if line.bet in initial else 1) for line in lines)


def _award_code(settlement: Settlement, cites: Cites, fault: Found) -> tuple[str, str] | None:
    """Name the wrong payment of a jackpot prize by the rule that was broken."""
    awards = [award for award in settlement.awards if award.pool == fault.facts["pool"]]
    own = [award for award in awards if award.seat == fault.seat]
    paid = sum(award.amount for award in own) + (fault.amount or 0)
    if own and not paid:
        won = any(
            line.seat == fault.seat and line.prize and line.outcome is Outcome.GANHA
            for line in settlement.lines
        )
        if settlement.result.get("banca_joga") and won:
            return None
        return "SD-JP-UNQ", cites.pool_table
    if len(awards) > 1 or (awards and not own):
        return "SD-JP-SPLIT", fault.rule or cites.pool_order
    return "JP-PAYDIFF", fault.rule or cites.pool_table
