"""The right names of wrong payments."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import structs

from ledger.money import Minor
from projections.replay.games.house_cards.stud_poker.checks.carried_chips import charged_again
from projections.replay.games.house_cards.stud_poker.checks.hands_without_bet import (
    hands_without_bet,
)
from projections.replay.games.house_cards.stud_poker.chips import Chip, Status, chips
from projections.replay.games.house_cards.stud_poker.ranking import REAL
from projections.replay.games.house_cards.stud_poker.record import ADICIONAL, INICIAL, StudRecord
from projections.replay.games.house_cards.stud_poker.rules import StudRules
from projections.replay.games.house_cards.stud_poker.settling import due_if_not_opened, goes_on
from projections.replay.games.house_cards.stud_poker.standing_bets import (
    is_late,
    place_of,
    standing,
)
from projections.replay.kit.bets import Bet
from projections.replay.kit.lookup import lookup
from projections.replay.kit.memo import once
from projections.replay.settlement import Award, Found, Line, Outcome, Settlement

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
        if record.void is not None and (award or _is_refund(record, settlement, fault)):
            return None  # ST-VOID or VOID-BAD tells it
        named = _award(rules, settlement, fault) if award else _main(record, settlement, fault)
    if named is None:
        return fault
    code, rule = named
    return structs.replace(fault, code=code, rule=rule)


@once
def _dealt_without_bet(record: StudRecord, _: None) -> set[int]:
    return set(hands_without_bet(record))


def _no_bet(record: StudRecord, fault: Found) -> Named | None:
    """Name a payment to a hand dealt to somebody who had not bet: it counted (R27)."""
    if (fault.amount or 0) > 0 and fault.seat in _dealt_without_bet(record, None):
        return "ST-NOBET", "ST R27"
    return None


# --- chips that came over, or go on ---------------------------------------------------------------


def _carried(record: StudRecord, settlement: Settlement, fault: Found) -> Named | None:
    """Name the fault of a chip that had to be carried, or to go back to who plays no more."""
    if "pool" in fault.facts:
        idle = _idle_seats(record, None)
        return ("ST-CARRY", "ST R18 a") if fault.seat in idle else None
    amount = fault.amount or 0
    return _by_amount(record, settlement).of(fault).name(amount) if amount else None


@once
def _idle_seats(record: StudRecord, _: None) -> set[int]:
    """Return the seats to which a chip came over that does not play, nor any other."""
    these = chips(record)
    idle = {chip.seat for chip in these if chip.carried and chip.status is Status.SEM_INICIAL}
    return idle - {chip.seat for chip in these if chip.status is Status.JOGA}


class _Amounts:
    """The code of a fault about some chips, by its amount; the first of the chips that has one."""

    def __init__(self, these: Iterable[Chip], *, void: bool) -> None:
        """Read the chips in their order."""
        self._named: dict[Minor, Named] = {}
        self._any: Named | None = None
        for chip in these:
            kept = chip.carried and chip.status in {Status.SEM_INICIAL, Status.SAIU}
            if kept or (void and chip.status is Status.SAIU):
                rule = "ST R18 a" if chip.status is Status.SEM_INICIAL else "ST R25"
                self._any = "ST-CARRY", rule
                return
            if chip.status is Status.JOGA and chip.valor > 0 and (void or chip.carried):
                self._named.setdefault(chip.valor, ("ST-CARRY", "ST R25, R28"))

    def name(self, amount: Minor) -> Named | None:
        """Return the name of a fault of this amount."""
        return self._named.get(amount, self._any)


class _ByAmount:
    """The chips that each payment's fault is about, and what they name it by its amount."""

    def __init__(self, record: StudRecord, settlement: Settlement) -> None:
        """Read the chips and the payments once."""
        self._void = settlement.void
        self._chips = chips(record)
        self._of_number: dict[int, list[int]] = {}
        self._of_seat: dict[int | None, list[int]] = {}
        for at, chip in enumerate(self._chips):
            self._of_seat.setdefault(chip.seat, []).append(at)
            if chip.number is not None:
                self._of_number.setdefault(chip.number, []).append(at)
        self._paid: dict[int | None, dict[int, None]] = {}
        self._whole: set[int | None] = set()
        for one in record.payments:
            if one.award is None:
                self._paid.setdefault(one.seat, {}).update(dict.fromkeys(one.bets))
                if not one.bets:
                    self._whole.add(one.seat)
        self._known: dict[tuple[int | None, bool], _Amounts] = {}

    def of(self, fault: Found) -> _Amounts:
        """Return the amounts by which a payment's fault is named."""
        bets = fault.facts.get("bets", ())
        if bets:
            return self._amounts(fault.seat, bets, unnumbered=False)
        key = fault.seat, fault.bet is None
        if key not in self._known:
            paid = self._paid.get(fault.seat, ())
            self._known[key] = self._amounts(fault.seat, paid, unnumbered=key[1])
        return self._known[key]

    def _amounts(self, seat: int | None, bets: Iterable[int], *, unnumbered: bool) -> _Amounts:
        found = {at for bet in bets for at in self._of_number.get(bet, ())}
        if seat in self._whole or unnumbered:
            whole = seat in self._whole
            mine = self._of_seat.get(seat, ())
            found.update(at for at in mine if whole or self._chips[at].bet is None)
        return _Amounts((self._chips[at] for at in sorted(found)), void=self._void)


@once
def _by_amount(record: StudRecord, settlement: Settlement) -> _ByAmount:
    return _ByAmount(record, settlement)


def _asked_again(record: StudRecord, fault: Found) -> bool:
    """Tell whether the shortfall is a progressive chip charged although one was carried over."""
    return (fault.bet, fault.amount or 0) in _charged_again(record, None)


@once
def _charged_again(record: StudRecord, _: None) -> set[tuple[int | None, Minor]]:
    """Return the numbers of such chips, and by how much the payment of each is short."""
    return {
        (chip.number, -max(chip.valor, 0))
        for chip in chips(record)
        if chip.number is not None and charged_again(record, chip)
    }


# --- jackpot --------------------------------------------------------------------------------------


@once
def _awarded(
    settlement: Settlement, _: None
) -> tuple[dict[tuple[str, int | None], Award], dict[str, Counter[str]]]:
    """Return the first prize of each pool and seat, and how many of each combination a pool has."""
    first: dict[tuple[str, int | None], Award] = {}
    combinations: dict[str, Counter[str]] = {}
    for award in settlement.awards:
        first.setdefault((award.pool, award.seat), award)
        combinations.setdefault(award.pool, Counter())[award.combination] += 1
    return first, combinations


def _award(rules: StudRules, settlement: Settlement, fault: Found) -> Named | None:
    """Name the wrong payment of a prize by the rule broken; an unpaid prize stays PAY-NONE."""
    own, awards = _awarded(settlement, None)
    first = own.get((fault.facts["pool"], fault.seat))
    if first is None or fault.code == "PAY-NONE":
        return None
    name, combinations = first.combination, awards[first.pool]
    if name in rules.fixed:
        return "ST-JP-FIX", "ST R18 b, R19"
    if combinations[name] > 1:
        return "ST-JP-ORD", "ST R21" if name == REAL else "ST R22"
    straight_and_real = {_OF_NAIPE, REAL} <= combinations.keys()
    if straight_and_real or (name == REAL and combinations.total() > 1):
        return "ST-JP-ORD", "ST R23"
    return "ST-JP-SHARE", "ST R18 b"


# --- main bets ------------------------------------------------------------------------------------


def _is_refund(record: StudRecord, settlement: Settlement, fault: Found) -> bool:
    """Tell whether the stakes went back, no more and no less."""
    lines = lookup(record, settlement).lines(fault.facts.get("bets", ()))
    paid = sum(line.due for line in lines) + (fault.amount or 0)
    return paid == sum(line.stake for line in lines)


def _main(record: StudRecord, settlement: Settlement, fault: Found) -> Named | None:
    """Name the wrong payment of a hand's main bets by the rule that was broken."""
    hands = _main_bets(record, settlement)
    named = set(fault.facts.get("bets") or ()) - hands.chips_lost
    if not named or not named <= hands.main or fault.seat not in hands.lines:
        return None
    paid = hands.paid.get(fault.seat, 0)
    place = place_of(record, fault.seat)
    if fault.code == "PAY-NONE" and not paid and (place is None or place.recolhida is None):
        return None  # neither paid nor taken in: no rule was misread
    return hands.named(fault.seat)


class _MainBets:
    """The main bets of every hand, and what was paid for them."""

    def __init__(self, record: StudRecord, settlement: Settlement) -> None:
        """Read bets, lines and payments once."""
        self._record, self._settlement = record, settlement
        late = {bet.bet for bet in record.bets if is_late(record, bet)}
        self._tipos = {bet.bet: bet.tipo for bet in record.bets if bet.tipo in {INICIAL, ADICIONAL}}
        self.main = self._tipos.keys() - late
        self.chips_lost = {
            line.bet for line in settlement.lines if line.bet not in self._tipos and not line.due
        }
        self.lines: dict[int | None, list[Line]] = {}
        for line in settlement.lines:
            if line.bet in self.main:
                self.lines.setdefault(line.seat, []).append(line)
        self._bets: dict[int | None, list[Bet]] = {}
        for bet in standing(record)[0]:
            self._bets.setdefault(bet.seat, []).append(bet)
        self.paid: dict[int | None, Minor] = {}
        """What each seat was paid, prizes of the progressivo and late bets apart."""
        for one in record.payments:
            apart = one.bets and late.issuperset(one.bets)
            if one.award is None and not apart:
                self.paid[one.seat] = self.paid.get(one.seat, 0) + one.total
        self._named: dict[int | None, Named | None] = {}

    def named(self, seat: int | None) -> Named | None:
        """Name the wrong payment of a hand that went on and was decided."""
        if seat not in self._named:
            self._named[seat] = self._name(seat)
        return self._named[seat]

    def _name(self, seat: int | None) -> Named | None:
        lines = self.lines[seat]
        if any(line.outcome is Outcome.PENDENTE for line in lines):
            return None
        if not goes_on(self._record, place_of(self._record, seat), self._bets.get(seat, ())):
            return None
        if not self._settlement.result.get("pagador_abre"):
            return "ST-QUAL", "ST R12"
        return _compared(self._settlement, lines, self.paid.get(seat, 0), self._tipos)


@once
def _main_bets(record: StudRecord, settlement: Settlement) -> _MainBets:
    return _MainBets(record, settlement)


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
