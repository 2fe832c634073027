"""The right names of wrong payments: NB-SIDE, NB-SPLIT, or the cagnotte's."""

from collections.abc import Mapping

from msgspec import structs

from projections.replay.games.poker.betting.record import HandRecord, HandRules
from projections.replay.games.poker.hand.cagnotte import taken_from
from projections.replay.kit.memo import once
from projections.replay.record import paid_by_seat
from projections.replay.settlement import Found, Outcome, Settlement


def name_payment(
    hand: HandRecord, rules: HandRules, settlement: Settlement, fault: Found
) -> Found | None:
    """Give a wrong payment the code of the rule broken: NB-SIDE, NB-SPLIT, or the cagnotte's.

    None where nobody can tell what is due, or where the hand's NB-RAKE says it already.
    """
    if undecided(settlement):
        return fault if fault.seat in _settled(settlement) else None
    if settlement.void or fault.seat is None:
        return fault if fault.rule else structs.replace(fault, rule=rules.cites.void)
    short, beyond, swapped = _payments_of(hand, settlement)
    if fault.seat in short:
        return None
    if beyond:
        return structs.replace(fault, code="NB-SIDE", rule=", ".join(rules.cites.side))
    if swapped:
        return structs.replace(fault, code="NB-SPLIT", rule=rules.cites.split)
    return fault if fault.rule else structs.replace(fault, rule=rules.cites.delivery)


@once
def _payments_of(hand: HandRecord, settlement: Settlement) -> tuple[set[int], bool, bool]:
    """Return of all payments together what names each of the wrong ones.

    Whose is short by the cagnotte, whether somebody got more than his pots bring, and whether only
    the winners of shared pots got each other's.
    """
    differing = _differing(hand, settlement)
    split = {seat for pot in settlement.pots if len(pot.winners) > 1 for seat in pot.winners}
    balanced = sum(paid - due for due, paid in differing.values()) == 0
    return (
        _short_by_rake(hand, settlement, differing),
        _beyond_his_pots(hand, settlement, differing),
        balanced and split.issuperset(differing),
    )


def due_by_seat(settlement: Settlement) -> dict[int, int]:
    """Return the amount due to each seat whose stake is decided; zero amounts are left out."""
    return {
        line.seat: line.due
        for line in settlement.lines
        if line.due and line.outcome is not Outcome.PENDENTE
    }


def undecided(settlement: Settlement) -> bool:
    """Tell whether a stake of the hand is left open."""
    return _undecided(settlement, None)


def _settled(settlement: Settlement) -> set[int]:
    """Return the seats that are out whatever the cards are."""
    return {line.seat for line in settlement.lines if line.outcome is not Outcome.PENDENTE}


@once
def _undecided(settlement: Settlement, _: None) -> bool:
    return any(line.outcome is Outcome.PENDENTE for line in settlement.lines)


def _differing(hand: HandRecord, settlement: Settlement) -> dict[int, tuple[int, int]]:
    """Return by seat what is due and what was paid, where they are not the same."""
    due = {line.seat: line.due for line in settlement.lines}
    paid = paid_by_seat(hand.payments)
    return {
        seat: (due.get(seat, 0), paid.get(seat, 0))
        for seat in {**due, **paid}
        if due.get(seat, 0) != paid.get(seat, 0)
    }


def _short_by_rake(
    hand: HandRecord, settlement: Settlement, differing: Mapping[int, tuple[int, int]]
) -> set[int]:
    """Return whose payment is right but for the cagnotte that was taken."""
    taken = hand.cagnotte_taken
    payments = [
        (seat, share)
        for pot in settlement.pots
        for seat, share in zip(pot.winners, pot.shares, strict=True)
    ]
    if taken is None or not 0 <= taken <= sum(share for _, share in payments):
        return set()
    net = {line.seat: line.returned for line in settlement.lines}
    for seat, share in payments:
        net[seat] = net.get(seat, 0) + share
    for seat, part in taken_from(payments, taken).items():
        net[seat] -= part
    return {seat for seat, (_, paid) in differing.items() if paid == net.get(seat)}


def _beyond_his_pots(
    hand: HandRecord, settlement: Settlement, differing: Mapping[int, tuple[int, int]]
) -> bool:
    """Tell whether somebody got more than all pots bring for which he plays (R40, R41).

    A payment is compared after the cagnotte, which is taken from each (R54, R65 a): of the hand's
    he bears the proportion that his pots have in all, here rounded in his favour. What lacks in the
    box may have gone to him, and is the cagnotte's fault.
    """
    back: dict[int, int] = {line.seat: line.returned for line in settlement.lines}
    cagnotte = sum(one.amount for one in settlement.commissions)
    taken = cagnotte if hand.cagnotte_taken is None else hand.cagnotte_taken
    lacking = max(0, cagnotte - taken)
    everything = sum(pot.amount for pot in settlement.pots)
    mine: dict[int, int] = {}
    for pot in settlement.pots:
        for seat in pot.eligible:
            mine[seat] = mine.get(seat, 0) + pot.amount
    return any(
        paid > back.get(seat, 0) + mine[seat] - cagnotte * mine[seat] // everything + lacking
        for seat, (_, paid) in differing.items()
        if 0 < mine.get(seat, 0) < everything
    )
