"""The right names of wrong payments."""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from ledger.money import Minor
from projections.replay.games.house_cards.blackjack.counting import GOAL, UNKNOWN, key_of, points
from projections.replay.games.house_cards.blackjack.jackpot import first_cards, may_be_on_first
from projections.replay.games.house_cards.blackjack.record import (
    COMPLEMENTAR,
    JACKPOT,
    PRINCIPAL,
    BlackjackRecord,
)
from projections.replay.games.house_cards.blackjack.rules import BlackjackRules
from projections.replay.games.house_cards.blackjack.table import (
    Key,
    Mao,
    Mesa,
    owner_of,
    unfold,
)
from projections.replay.games.house_cards.blackjack.words import ACE_OPEN, fate_of
from projections.replay.kit.lookup import lookup
from projections.replay.kit.memo import once
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Line, Outcome, Settlement

LAID: Final = (PRINCIPAL, COMPLEMENTAR)
NATURAL: Final = frozenset({"BJ R45", "BJ R46"})
"""The rules of a blackjack paid three to two."""


@once
def _undecided(settlement: Settlement, _: None) -> bool:
    """Tell whether something of the jogada cannot be told."""
    return any(line.outcome is Outcome.PENDENTE for line in settlement.lines)


def payment_code(
    record: BlackjackRecord,
    settlement: Settlement,
    lines: Sequence[Line],
    due: int,
    paid: int,
) -> tuple[str, str] | None:
    """Name a wrong payment by the rule that was broken; None where PAY-DIFF says it."""
    if settlement.void:
        return None
    rules = {rule for line in lines for rule in line.rules}
    if not lines:
        online = record.mode != PHYSICAL
        return ("VOID-MISS", "BJ R74") if online and _undecided(settlement, None) else None
    stake = sum(line.stake for line in lines)
    mesa = unfold(record)
    named: tuple[str, str] | None = None
    if "BJ R28" in rules:
        named = "BJ-SURR", "BJ R28"
    elif "BJ R50" in rules:
        named = "BJ-INS", "BJ R50"
    elif "BJ R48" in rules:
        named = "BJ-678", "BJ R48"
    elif "BJ R45" in rules or "BJ R47" in rules:
        named = _natural_code(mesa, rules, paid, stake)
    elif "BJ R39" in rules and paid > due:
        named = "BJ-BJ", "BJ R39"
    elif paid == stake + stake * 3 // 2 and any(is_split_21(mesa, line) for line in lines):
        named = "BJ-BJ", "BJ R42"
    elif paid == _with_ace_as_eleven(mesa, lines):
        named = "BJ-DOUBLE", "BJ R27"
    return named


def _with_ace_as_eleven(mesa: Mesa, lines: Sequence[Line]) -> Minor | None:
    """Return the prizes of doubled stakes if an ace that made 9 or 10 counted 11 after all.

    None where they do not lie on such hands; R27 keeps the ace at 1 to the end.
    """
    bank, total = mesa.bank, 0
    for line in lines:
        hands = _hands_of(mesa, line)
        if len(hands) != 1 or hands[0].doubled is None or hands[0].surrendered:
            return None
        key = key_of(hands[0].cards)
        if key < 0 or points(key) == hands[0].points:
            return None
        fate = fate_of(points(key), bank.points, bank.open, bank.blackjack)
        total += line.stake * fate.times // fate.of + line.stake * fate.back // fate.of
    return total


def _natural_code(mesa: Mesa, rules: set[str], paid: int, stake: int) -> tuple[str, str]:
    """Name the wrong payment of a blackjack."""
    if "BJ R39" in rules:
        return "BJ-BJ", "BJ R39"
    opened = mesa.bank.open
    if paid == 2 * stake and opened is not None and opened != ACE_OPEN:
        return "BJ-EVEN", "BJ R47"
    return "BJ-BJ", "BJ R47" if "BJ R47" in rules else "BJ R45"


def is_split_21(mesa: Mesa, line: Line) -> bool:
    """Tell whether a stake lies on 21 in two cards of a split pair (R42)."""
    return any(
        hand.split and hand.points == GOAL and len(hand.cards) == 2
        for hand in _hands_of(mesa, line)
    )


def _hands_of(mesa: Mesa, line: Line) -> list[Mao]:
    """Return the hand on which a stake lies; a bet laid before the deal lies on the first."""
    keys = _keys(mesa, None).get(line.bet, ())
    return [mesa.hands[key] for key in keys if key in mesa.hands]


@once
def _keys(mesa: Mesa, _: None) -> dict[int | None, list[Key]]:
    """Return on which hands the stakes of each number lie."""
    found: dict[int | None, list[Key]] = {}
    for posta in mesa.postas:
        found.setdefault(posta.said.bet, []).append(posta.key)
    for bet in mesa.bets:
        if bet.tipo in LAID:
            found.setdefault(bet.bet, []).append(bet.seat)
    return found


def relabel(
    record: BlackjackRecord, rules: BlackjackRules, settlement: Settlement, fault: Found
) -> Found | None:
    """Give a fault of the jackpot its own code; None where another finding tells it already."""
    del rules
    award = "pool" in fault.facts
    if settlement.void:
        return fault
    if record.void is not None and (award or _is_refund(record, settlement, fault)):
        return None  # VOID-BAD or VOID-NET tells it
    if not award:
        told = _is_one_sum(record, settlement, fault) or _counts_void(record, settlement, fault)
        return None if told else fault
    named = _award_code(record, settlement, fault)
    return named if named is None else structs.replace(fault, code=named.code, rule=named.rule)


def _is_one_sum(record: BlackjackRecord, settlement: Settlement, fault: Found) -> bool:
    """Tell whether several bets of a bettor on one blackjack were paid 3:2 of their sum (R45).

    Bet by bet each is rounded down, as one sum the sum is: both are right.
    """
    numbers = fault.facts.get("bets", ())
    lines = lookup(record, settlement).lines(numbers)
    if len(lines) < 2 or not any(set(numbers) <= set(one.bets) for one in record.payments):
        return False
    owners = {bet.bet: (bet.seat, owner_of(bet)) for bet in record.bets}
    sums: dict[tuple[int, int], Minor] = {}
    due = 0
    for line in lines:
        owner = owners.get(line.bet or 0)
        if owner is not None and line.prize and NATURAL.intersection(line.rules):
            sums[owner] = sums.get(owner, 0) + line.stake
            due += line.returned
        else:
            due += line.due
    due += sum(stake * 3 // 2 for stake in sums.values())
    return sum(line.due for line in lines) + (fault.amount or 0) == due


def _counts_void(record: BlackjackRecord, settlement: Settlement, fault: Found) -> bool:
    """Tell whether stakes were paid by what a hand makes with the card that came to its 21 (R21).

    BJ-STAND says both sums; until somebody decides, what fits either of them is not wrong too.
    """
    mesa = unfold(record)
    bank, lines = mesa.bank, lookup(record, settlement).lines(fault.facts.get("bets", ()))
    sums = {0}
    by_hand: dict[int, list[Minor]] = {}
    for line in lines:
        for hand in _hands_of(mesa, line):
            key = key_of([*hand.cards, *hand.void]) if hand.void else UNKNOWN
            if hand.void and key == UNKNOWN:
                return True  # what the hand makes with a card that nobody can read is not known
            if key != UNKNOWN:
                fate = fate_of(points(key), bank.points, bank.open, bank.blackjack)
                due = line.stake * fate.times // fate.of + line.stake * fate.back // fate.of
                by_hand.setdefault(id(hand), []).append(due - line.due)
    for less in by_hand.values():
        sums |= {known + sum(less) for known in sums}
    return bool(by_hand) and (fault.amount or 0) in sums


def _is_refund(record: BlackjackRecord, settlement: Settlement, fault: Found) -> bool:
    """Tell whether the stakes went back, no more and no less."""
    lines = lookup(record, settlement).lines(fault.facts.get("bets", ()))
    paid = sum(line.due for line in lines) + (fault.amount or 0)
    return paid == sum(line.stake for line in lines)


def _award_code(record: BlackjackRecord, settlement: Settlement, fault: Found) -> Found | None:
    """Name the wrong payment of a jackpot prize by the rule that was broken."""
    awards = [award for award in settlement.awards if award.pool == fault.facts["pool"]]
    own = [award for award in awards if award.seat == fault.seat]
    paid = sum(award.amount for award in own) + (fault.amount or 0)
    if not own and any(told.seat == fault.seat and told.cards for told in record.combinacoes):
        return None if _is_beyond(record, fault.seat) else _named(fault, "PAY-DIFF", fault.rule)
    if own and not paid:
        jackpots = {bet.bet for bet in record.bets if bet.tipo == JACKPOT}
        main = [
            line
            for line in settlement.lines
            if line.seat == fault.seat and line.bet not in jackpots
        ]
        if any(line.outcome is Outcome.GANHA for line in main):
            return fault
        return _named(fault, "BJ-JP-UNP", "BJ R57")
    if len(awards) > 1 or (awards and not own):
        return _named(fault, "BJ-JP-SPLIT", "BJ R64")
    return _named(fault, "JP-PAYDIFF", "BJ R57")


def _named(fault: Found, code: str, rule: str) -> Found:
    return structs.replace(fault, code=code, rule=rule)


def _is_beyond(record: BlackjackRecord, seat: int | None) -> bool:
    """Tell whether BJ-JP-CARDS names the prize of this place already."""
    if seat is None or not record.has("cards"):
        return False
    first = first_cards(record).get(seat, ())
    return any(
        told.seat == seat and not may_be_on_first(told, first) for told in record.combinacoes
    )
