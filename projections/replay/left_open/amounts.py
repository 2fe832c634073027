"""Rounds whose amounts add to more than an envelope may hold: they are told, and not judged.

A source may say any amount up to ``INTEGER_MAX``. What the rules make of such amounts (35 to 1, a
sum of bets) would fit in no column, and no reader of JSON would keep it exact. No table has a coin
of it: somebody's device errs, or lies, and nobody is told to pay by its word.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import structs

from ledger.money import INTEGER_MAX
from projections.replay.left_open.unread import IMPOSSIBLE
from projections.replay.record import Record
from projections.replay.settlement import Found, Outcome, Phrase, Settlement, Step

AMOUNTS: Final = "valores"
"""Of a finding: that amounts of the round are beyond all that can be told."""
_PARTS: Final = 3
"""Of a payment, what its total is the sum of."""
BEYOND: Final = Phrase(
    pt="Os valores desta jogada somam mais do que existe: nada se compara.",
    en="The amounts of this round add to more than there is: nothing is compared.",
)


def add_up(record: Record, settlement: Settlement) -> bool:
    """Tell whether every sum of a round's amounts is one that an envelope could hold.

    Of nearly all rounds a glance tells: no amount has more bits than all of them together, and so
    many of the largest that these bits allow still fit.
    """
    lines, payments = settlement.lines, record.payments
    bits = 0
    for line in lines:
        bits |= line.stake | line.prize | line.returned
    for one in payments:
        bits |= one.amount | one.stake_returned | one.returned | one.withheld
    if not (settlement.pots or settlement.increments or settlement.awards):
        commissions = settlement.commissions
        for commission in commissions:
            bits |= commission.amount
        most = len(lines) + _PARTS * len(payments) + len(commissions)
        if bits >= 0 and bits * most <= INTEGER_MAX:  # below zero where any amount is
            return True
    return all(_fits(amounts) for amounts in _sums(record, settlement))


def unjudged(
    record: Record, settlement: Settlement, found: Iterable[Found]
) -> tuple[Record, Settlement, tuple[Found, ...]]:
    """Return a round whose amounts nobody compares, and its faults: those of no money, and this."""
    stakes = _fits(line.stake for line in settlement.lines)
    left = structs.replace(
        settlement,
        lines=tuple(
            structs.replace(
                line,
                outcome=Outcome.PENDENTE,
                stake=line.stake if stakes else 0,
                prize=0,
                returned=0,
                rules=(),
                why=(Step(BEYOND),),
            )
            for line in settlement.lines
        ),
        pots=(),
        increments=(),
        awards=(),
        commissions=(),
        void=False,
        found=(),
        sums=(),
    )
    fault = Found(
        code=IMPOSSIBLE,
        expected=f"amounts that add to {INTEGER_MAX} at most",
        recorded="more",
        facts={"fact": AMOUNTS},
    )
    kept = (one for one in found if one.amount is None and one.seat is None)
    return structs.replace(record, payments=()), left, (*kept, fault)


def _fits(amounts: Iterable[int]) -> bool:
    return sum(map(abs, amounts)) <= INTEGER_MAX


def _sums(record: Record, settlement: Settlement) -> Iterator[Iterable[int]]:
    """Yield amounts that somebody adds."""
    lines, payments = settlement.lines, record.payments
    yield (line.stake for line in lines)
    yield (line.prize for line in lines)
    yield (line.returned for line in lines)
    yield (one.total for one in payments)
    yield (one.withheld for one in payments)
    yield (one.amount for one in settlement.pots)
    yield (one.stake for one in settlement.increments)
    yield (one.amount for one in settlement.awards)
    yield (one.amount for one in settlement.commissions)
