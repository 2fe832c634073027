"""The right names of wrong payments."""

from collections.abc import Sequence

from msgspec import structs

from ledger.money import Minor
from projections.replay.games.house_cards.stud_poker.checks.ante import hands_without_bet
from projections.replay.games.house_cards.stud_poker.checks.carried_chips import charged_again
from projections.replay.games.house_cards.stud_poker.chips import Chip, Status, chips
from projections.replay.games.house_cards.stud_poker.deal import is_late, standing
from projections.replay.games.house_cards.stud_poker.ranking import REAL
from projections.replay.games.house_cards.stud_poker.record import ADICIONAL, INICIAL, StudRecord
from projections.replay.games.house_cards.stud_poker.rules import StudRules
from projections.replay.games.house_cards.stud_poker.settling import due_if_not_opened, goes_on
from projections.replay.record import Payment
from projections.replay.settlement import Found, Line, Outcome, Settlement

_OF_NAIPE = "sequencia_de_naipe"
Named = tuple[str, str]
"""A code and a rule."""


def relabel(
    record: StudRecord, rules: StudRules, settlement: Settlement, fault: Found
) -> Found | None:
    """Give a payment's fault the game's own code; None where another finding tells it already."""
    if settlement.void and record.void is None:
        return None  # ST-VOID or VOID-MISS tells it
    award = "pool" in fault.facts
    if _asked_again(record, fault):
        return None  # ST-CARRY tells it
    named = _no_bet(record, fault) or _carried(record, settlement, fault)
    if named is None and not settlement.void:
        if record.void is not None and (award or _is_refund(settlement, fault)):
            return None  # ST-VOID or VOID-BAD tells it
        named = _award(rules, settlement, fault) if award else _main(record, settlement, fault)
    if named is None:
        return fault
    code, rule = named
    return structs.replace(fault, code=code, rule=rule)


def _no_bet(record: StudRecord, fault: Found) -> Named | None:
    """Name a payment to a hand dealt to somebody who had not bet: it counted (R27)."""
    if (fault.amount or 0) > 0 and fault.seat in hands_without_bet(record):
        return "ST-NOBET", "ST R27"
    return None


# --- chips that came over, or go on ---------------------------------------------------------------


def _carried(record: StudRecord, settlement: Settlement, fault: Found) -> Named | None:
    """Name what is wrong with a chip that had to be carried, or to go back to who plays no more."""
    if "pool" in fault.facts:
        mine = [chip for chip in chips(record) if chip.seat == fault.seat]
        played = any(chip.status is Status.JOGA for chip in mine)
        idle = any(chip.carried and chip.status is Status.SEM_INICIAL for chip in mine)
        return ("ST-CARRY", "ST R18 a") if idle and not played else None
    amount = fault.amount or 0
    for chip in _of(record, fault):
        kept = chip.carried and chip.status in {Status.SEM_INICIAL, Status.SAIU}
        left = settlement.void and chip.status is Status.SAIU
        if (kept or left) and amount:
            return "ST-CARRY", "ST R18 a" if chip.status is Status.SEM_INICIAL else "ST R25"
        if (
            chip.status is Status.JOGA
            and amount == max(chip.valor, 0) > 0
            and (settlement.void or chip.carried)
        ):
            return "ST-CARRY", "ST R25, R28"
    return None


def _asked_again(record: StudRecord, fault: Found) -> bool:
    """Tell whether the shortfall is a progressive chip charged although one was carried over."""
    return any(
        chip.number == fault.bet
        and charged_again(record, chip)
        and (fault.amount or 0) == -max(chip.valor, 0)
        for chip in chips(record)
        if chip.number is not None
    )


def _of(record: StudRecord, fault: Found) -> list[Chip]:
    """Return the chips that a payment's fault is about."""
    bets = set(fault.facts.get("bets", ()))
    paid = [one for one in record.payments if one.seat == fault.seat and one.award is None]
    whole = any(not one.bets for one in paid)
    if not bets:
        for payment in paid:
            bets |= set(payment.bets)
    unnumbered = fault.bet is None and not fault.facts.get("bets")
    return [
        chip
        for chip in chips(record)
        if chip.number in bets
        or (chip.seat == fault.seat and (whole or (chip.bet is None and unnumbered)))
    ]


# --- jackpot --------------------------------------------------------------------------------------


def _award(rules: StudRules, settlement: Settlement, fault: Found) -> Named | None:
    """Name the wrong payment of a prize by the rule broken; an unpaid prize stays PAY-NONE."""
    awards = [award for award in settlement.awards if award.pool == fault.facts["pool"]]
    own = [award for award in awards if award.seat == fault.seat]
    if not own or fault.code == "PAY-NONE":
        return None
    name = own[0].combination
    if name in rules.fixed:
        return "ST-JP-FIX", "ST R18 b, R19"
    alike = [award for award in awards if award.combination == name]
    if len(alike) > 1:
        return "ST-JP-ORD", "ST R21" if name == REAL else "ST R22"
    straight_and_real = {_OF_NAIPE, REAL} <= {award.combination for award in awards}
    if straight_and_real or (name == REAL and len(awards) > 1):
        return "ST-JP-ORD", "ST R23"
    return "ST-JP-SHARE", "ST R18 b"


# --- main bets ------------------------------------------------------------------------------------


def _is_refund(settlement: Settlement, fault: Found) -> bool:
    """Tell whether the stakes went back, no more and no less."""
    bets = fault.facts.get("bets", ())
    lines = [line for line in settlement.lines if line.bet in bets]
    paid = sum(line.due for line in lines) + (fault.amount or 0)
    return paid == sum(line.stake for line in lines)


def _main(record: StudRecord, settlement: Settlement, fault: Found) -> Named | None:
    """Name the wrong payment of a hand's main bets by the rule that was broken."""
    seat = fault.seat if fault.seat is not None else -1
    late = {bet.bet for bet in record.bets if is_late(record, bet)}
    tipos = {bet.bet: bet.tipo for bet in record.bets if bet.tipo in {INICIAL, ADICIONAL}}
    main = tipos.keys() - late
    chips_lost = {line.bet for line in settlement.lines if line.bet not in tipos and not line.due}
    named = set(fault.facts.get("bets") or ()) - chips_lost
    lines = [line for line in settlement.lines if line.seat == seat and line.bet in main]
    if not named or not named <= main or not lines:
        return None
    if any(line.outcome is Outcome.PENDENTE for line in lines):
        return None
    place = next((one for one in record.seats if one.seat == seat), None)
    if not goes_on(record, place, [bet for bet in standing(record)[0] if bet.seat == seat]):
        return None
    paid = _paid(record, seat, late)
    if fault.code == "PAY-NONE" and not paid and (place is None or place.recolhida is None):
        return None  # neither paid nor taken in: no rule was misread
    if not settlement.result.get("pagador_abre"):
        return "ST-QUAL", "ST R12"
    return _compared(settlement, lines, paid, tipos)


def _compared(
    settlement: Settlement, lines: Sequence[Line], paid: Minor, tipos: dict[int, str]
) -> Named | None:
    """Name the wrong payment of a hand that was to be compared with the pagador's."""
    first = lines[0]
    wins = first.outcome is Outcome.GANHA
    pushed = paid == sum(line.stake for line in lines)
    if first.seat in settlement.result.get("decide_o_naipe", ()) and (
        not wins or not paid or pushed
    ):
        return "ST-SUIT", first.rules[0]
    if paid == due_if_not_opened(lines, tipos):
        return "ST-QUAL", "ST R12"
    if wins and paid and not pushed:
        return "ST-PAY", next((rule for rule in lines[-1].rules if "R15 " in rule), "ST R15")
    return None


def _paid(record: StudRecord, seat: int, late: set[int]) -> Minor:
    """Return what a seat was paid, prizes of the progressivo and late bets apart."""

    def counts(payment: Payment) -> bool:
        apart = payment.bets and late.issuperset(payment.bets)
        return payment.seat == seat and payment.award is None and not apart

    return sum(one.total for one in record.payments if counts(one))
