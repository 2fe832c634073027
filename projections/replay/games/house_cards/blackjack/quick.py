"""The short road: a jogada of which nothing is amiss, settled and verified at one go.

Nearly all rounds of a floor end here: titulars' bets only, nobody split, doubled, insured or gave
up, everything in its order and paid as due. Whatever else a record holds goes the long way round.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final

from ledger.money import INTEGER_MAX
from projections.replay.games.house_cards.blackjack.counting import (
    ACE,
    ACE_HIGHEST,
    BANK_STANDS,
    BLACKJACK,
    GOAL,
    KEYS,
    SOFT,
    bank_points,
    special,
)
from projections.replay.games.house_cards.blackjack.record import (
    FICA,
    NAME,
    PEDE,
    PRINCIPAL,
    SEAT,
    Aposta,
    BlackjackRecord,
)
from projections.replay.games.house_cards.blackjack.rules import BlackjackRules
from projections.replay.games.house_cards.blackjack.words import Fate, fate_of
from projections.replay.kit.bets import Limit
from projections.replay.kit.shoe import Shoe
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Line, Settlement

_BANK: Final = "bank"
_QUIET: Final = frozenset({PEDE, FICA})
_NATURAL: Final = ACE + ACE_HIGHEST
"""The key of an ace and a ten."""
_LOW: Final = ACE - 1
_STANDS: Final = ACE_HIGHEST + 1
"""The least on which a player may stand (R21)."""
_NO_LIMIT: Final = Limit()
_NEVER: Final = 1 << 62
_MOST: Final = 1_000
"""More than any hand pays of a stake, the stake included."""
_TOTALS: Final = 40
"""More than any hand makes; here stands a blackjack."""


def quick(record: BlackjackRecord, rules: BlackjackRules) -> Settlement | None:
    """Settle and verify at once a jogada of which nothing is amiss.

    None leaves it to the long road. Written for speed: one pass over cards and bets.
    """
    if (
        record.void is not None
        or record.alteracoes
        or record.reclamacoes
        or record.cartas_trocadas
        or record.equipamento
        or record.lugares_ditos is not None
        or record.mode != PHYSICAL
    ):
        return None
    bets, cards = record.bets, record.cartas
    seats = _seats(record, rules, bets) if cards else None
    if seats is None:
        return None
    start = 2 * len(seats) + 2
    went = [card.seat if card.to == SEAT and card.hand == 1 else card.to for card in cards]
    if went[:start] != [*seats, _BANK, *seats, _BANK] or cards[start - 1].open:
        return None
    dealt = [card.card for card in cards]
    try:
        keys = [KEYS[card] for card in dealt]
    except KeyError:
        return None
    if not _is_possible(record.sabot, rules, dealt, first=record.primeira):
        return None
    went.append(None)
    totals: list[int] = []
    end = _hands(seats, went, keys, dealt, totals)
    bank = _bank(went, keys, len(seats), end, totals) if end else None
    return None if bank is None else _settlement(record, totals, bank, dealt, end)


def _seats(
    record: BlackjackRecord, rules: BlackjackRules, bets: Sequence[Aposta]
) -> list[int] | None:
    """Return the places, if there are only titulars' bets, in order, in time and within limits."""
    for said in record.decisoes:
        if said.by is not None or said.decisao not in _QUIET:
            return None
    closed, least, most = _closed(record), 1, 0
    if record.limites:
        limit = record.limites.get(PRINCIPAL, _NO_LIMIT)
        least, most = limit.minimum, limit.maximum
        if not 0 < most <= rules.maximum_per_minimum * least:
            return None
    for bet in bets:
        at, stake = bet.seq, bet.valor
        late = bet.at is not None if at is None else at > closed
        if stake <= 0 or late or bet.tipo != PRINCIPAL or bet.by is not None:
            return None
        if most and (stake % least or not least <= stake <= most):
            return None
    seats = [bet.seat for bet in bets]
    in_order = seats == sorted(set(seats)) and len({bet.bet for bet in bets}) == len(bets)
    return seats if in_order and seats and seats[0] > 0 and seats[-1] <= record.lugares else None


def _closed(record: BlackjackRecord) -> int:
    """Return the place in the chain of the fact that closed the bets.

    ``_NEVER`` where nothing has a place or a time; -1 where only times would tell.
    """
    first, called = record.cartas[0], record.jogo_feito
    closed = first.seq
    if closed is None:
        closed = _NEVER if first.at is None else -1
    if called is None:
        return closed
    if called.seq is None:
        return closed if called.at is None else -1
    return min(closed, called.seq)


def _is_possible(
    shoe: Shoe | None, rules: BlackjackRules, dealt: list[str | None], *, first: bool | None
) -> bool:
    """Tell whether the packs hold these cards, and the shoe is neither new nor at its end."""
    if shoe is None:
        return len(dealt) - len(set(dealt)) < max(rules.decks)
    if shoe.decks not in rules.decks or shoe.fresh or shoe.cut_card_before:
        return False
    if shoe.shuffler and first:
        return False
    if any(one.card is not None for one in shoe.burned):
        return False  # it is one of the packs' too: the long road counts it
    # So few cards are repeated that none can be there too often; else they are counted.
    if not shoe.out and len(dealt) - len(set(dealt)) < shoe.decks:
        return True
    out, decks = shoe.out, shoe.decks
    return all(count + out.get(card or "", 0) <= decks for card, count in Counter(dealt).items())


def _hands(
    seats: list[int],
    went: list[int | str | None],
    keys: list[int],
    dealt: list[str | None],
    totals: list[int],
) -> int:
    """Add up each place's hand; return where the bank's cards begin, 0 where a rule was broken."""
    step = len(seats) + 1
    end = 2 * step
    for at, seat in enumerate(seats):
        key = keys[at] + keys[at + step]
        if key == _NATURAL:
            totals.append(_TOTALS)
            continue
        low = key & _LOW
        total = low + SOFT if key >= ACE and low <= ACE_HIGHEST else low
        if went[end] == seat:
            begin = end
            while went[end] == seat:
                if total >= GOAL:
                    return 0
                key += keys[end]
                low = key & _LOW
                total = low + SOFT if key >= ACE and low <= ACE_HIGHEST else low
                end += 1
            # A special prize is 21 in three cards and no ace (R48).
            three = key == GOAL and end == begin + 1
            if three and special([dealt[at], dealt[at + step], dealt[begin]]):
                return 0
        if total < _STANDS:
            return 0
        totals.append(total)
    return end


def _bank(
    went: list[int | str | None], keys: list[int], seats: int, end: int, totals: list[int]
) -> tuple[int | str, list[Fate]] | None:
    """Return the bank's points and the fates beside them; None where a rule was broken."""
    key = keys[seats] + keys[2 * seats + 1]
    total = bank_points(key)
    natural = key == _NATURAL
    compared = min(totals) <= GOAL
    drawn = len(keys) - end
    if drawn:
        if not compared or went.count(_BANK) != drawn + 2:
            return None
        for value in keys[end:]:
            if total >= BANK_STANDS:
                return None
            key += value
            total = bank_points(key)
    if compared and total < BANK_STANDS:
        return None
    return "blackjack" if natural else total, _fates(total, keys[seats] & 15, natural)


@cache
def _fates(theirs: int, opened: int, natural: bool) -> list[Fate]:  # noqa: FBT001 - a fact of the hand
    """Return the fate of every total beside the bank's hand; at ``_TOTALS`` that of a blackjack."""
    fates = [fate_of(mine, theirs, opened, natural) for mine in range(_TOTALS)]
    return [*fates, fate_of(BLACKJACK, theirs, opened, natural)]


def _settlement(
    record: BlackjackRecord,
    totals: list[int],
    bank: tuple[int | str, list[Fate]],
    dealt: list[str | None],
    end: int,
) -> Settlement | None:
    """Make the lines and compare what was paid; None where it is not what is due."""
    theirs, fates = bank
    lines: list[Line] = []
    owed: dict[int, int] = {}
    bits = 0
    for bet, total in zip(record.bets, totals, strict=True):
        fate = fates[total]
        stake, number = bet.valor, bet.bet
        prize, back = stake * fate.times // fate.of, stake * fate.back // fate.of
        if prize or back:
            owed[number] = len(lines)
        bits |= stake
        seat, outcome = bet.seat, fate.outcome
        lines.append(Line(seat, outcome, stake, number, prize, back, fate.rules, fate.why))
    if bits * _MOST * len(lines) > INTEGER_MAX:  # weighed on the long road
        return None
    if not _is_paid(record, lines, owed):
        return None
    seats = len(lines)
    return Settlement(
        game=NAME,
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        result={
            "banca": theirs,
            "cartas": (dealt[seats], dealt[2 * seats + 1], *dealt[end:]),
        },
    )


def _is_paid(record: BlackjackRecord, lines: list[Line], owed: dict[int, int]) -> bool:
    """Tell whether each who is due something, and nobody else, was paid by himself, exactly."""
    if record.records is not None and "payouts" not in record.records:
        return not record.payments
    for payment in record.payments:
        at = owed.pop(payment.bets[0], None) if len(payment.bets) == 1 else None
        if at is None or payment.award is not None:
            return False
        line = lines[at]
        paid = payment.amount + payment.stake_returned + payment.returned
        if payment.seat != line.seat or paid != line.prize + line.returned:
            return False
    return not owed
