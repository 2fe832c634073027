"""The jackpot of a jogada: the hands with its combinations, and their prizes (R51 to R64).

The law leaves combinations to an approved table. A combination is known by the cards that make it,
written as a pattern: the ranks of the first two, three or four cards in any order, ``X`` for a
figure or ten and ``?`` for any card, and after a stroke what their suits must be:

=================  ==========================================================================
``777/naipe``      the first three cards are sevens of one suit
``AAAA/cor``       the first four are aces of one colour
``AJ/espadas``     ace and jack of spades; or ``copas``, ``ouros``, ``paus``; or a colour:
                   ``vermelho``, ``preto``
``AX``             a blackjack of any suits
=================  ==========================================================================

Where the table gives no pattern, and the combination's name is none, what the table recorded of the
prize counts, if it was on the first four cards.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import permutations
from typing import Final

from msgspec import Struct, field, structs

from ledger.money import MILLION, Minor, split_evenly
from projections.replay.games.house_cards.blackjack import words
from projections.replay.games.house_cards.blackjack.record import (
    SEAT,
    Aposta,
    BlackjackRecord,
    Combinacao,
)
from projections.replay.games.house_cards.blackjack.words import Fate
from projections.replay.games.house_cards.pool import (
    ACUMULADO_LACKS,
    balance_at_close,
    increments_of,
)
from projections.replay.kit.cards import DECK
from projections.replay.record import PoolState
from projections.replay.settlement import Award, Increment, Phrase, Step

COUNTED: Final = 4
"""How many of a player's first cards count at most (R56, R60)."""
_SUITS: Final[Mapping[str, str]] = {
    "": "cdhs",
    "espadas": "s",
    "copas": "h",
    "ouros": "d",
    "paus": "c",
    "vermelho": "dh",
    "preto": "cs",
    "naipe": "cdhs",
    "cor": "cdhs",
}
_RANKS: Final = frozenset("23456789TJQKAX?")
_DECK: Final = frozenset(DECK)


class Pattern(Struct, frozen=True, gc=False):
    """The cards that make a combination."""

    ranks: str
    suits: str

    def fits(self, cards: tuple[str, ...]) -> bool:
        """Tell whether a player's first cards make it.

        >>> pattern = Pattern.read("777/naipe")
        >>> pattern.fits(("7s", "7s", "7s", "As")), pattern.fits(("7s", "7d", "7s"))
        (True, False)
        """
        first = cards[: len(self.ranks)]
        if len(first) < len(self.ranks):
            return False
        suits = {card[1:] for card in first}
        allowed = _SUITS[self.suits]
        if not suits <= set(allowed):
            return False
        if self.suits == "naipe" and len(suits) > 1:
            return False
        if self.suits == "cor" and not (suits <= set("dh") or suits <= set("cs")):
            return False
        return any(
            all(_is_rank(card, rank) for card, rank in zip(first, order, strict=True))
            for order in set(permutations(self.ranks))
        )

    @staticmethod
    @lru_cache(256)
    def read(text: str) -> "Pattern | None":
        """Return the pattern that a text writes; None if the text is no pattern."""
        ranks, _, suits = text.partition("/")
        readable = 2 <= len(ranks) <= COUNTED and set(ranks) <= _RANKS
        return Pattern(ranks, suits) if readable and suits in _SUITS else None


def _is_rank(card: str, rank: str) -> bool:
    return rank in (card[0], "?") or (rank == "X" and card[0] in "TJQK")


def pattern_of(record: BlackjackRecord, name: str) -> Pattern | None:
    """Return the pattern of a combination: the table's, or else the pattern in its name."""
    return Pattern.read(record.padroes.get(name, name))


class Winner(Struct, frozen=True, gc=False):
    """A jackpot bet with a combination."""

    bet: Aposta
    combination: str


class Jackpot(Struct):
    """The jackpot bets of a jogada."""

    record: BlackjackRecord
    first: Mapping[int, tuple[str | None, ...]]
    initial: Mapping[tuple[int, int], Minor]
    """Who has a main bet where."""
    chips: set[tuple[int, int]] = field(default_factory=set)
    """Who has laid one where."""
    staked: list[Aposta] = field(default_factory=list)
    made: list[tuple[Aposta, tuple[str, ...]]] = field(default_factory=list)
    """Bets with the combinations that their cards make."""


def first_cards(record: BlackjackRecord) -> dict[int, tuple[str | None, ...]]:
    """Return each place's first four cards in the order dealt, those of split hands included."""
    first: dict[int, list[str | None]] = {}
    for card in record.cartas:
        if card.to == SEAT and card.seat is not None:
            cards = first.setdefault(card.seat, [])
            if len(cards) < COUNTED:
                cards.append(card.card)
    return {seat: tuple(cards) for seat, cards in first.items()}


def chip(jackpot: Jackpot, bet: Aposta) -> Fate:
    """Note a jackpot bet and return its line: a single chip, with a main bet (R59, R61)."""
    owner = bet.by if bet.by is not None else bet.seat
    if (bet.seat, owner) not in jackpot.initial:
        return words.NO_MAIN
    if (bet.seat, owner) in jackpot.chips:
        return words.SECOND_CHIP
    jackpot.chips.add((bet.seat, owner))
    jackpot.staked.append(bet)
    record = jackpot.record
    if record.pool is None:
        return words.NO_POOL
    cards = jackpot.first.get(bet.seat, ())
    known = tuple(card for card in cards if card is not None and card in _DECK)
    if len(known) < len(cards) or len(cards) < 2:
        return words.JACKPOT_UNKNOWN
    names = combinations_of(record, record.pool, bet.seat, known)
    if not names:
        return words.JACKPOT_LOSES
    jackpot.made.append((bet, names))
    return words.JACKPOT_WINS


def combinations_of(
    record: BlackjackRecord, pool: PoolState, seat: int, cards: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the combinations of the table that a place's cards make."""
    found: list[str] = []
    for name in {**pool.combinations, **pool.fixed}:
        pattern = pattern_of(record, name)
        fits = pattern.fits(cards) if pattern is not None else is_told(record, seat, name, cards)
        if fits:
            found.append(name)
    return tuple(found)


def is_told(record: BlackjackRecord, seat: int, name: str, cards: tuple[str, ...]) -> bool:
    """Tell whether the table recorded this combination, on no other than the first cards."""
    return any(
        one.seat == seat and one.combination == name and on_first(one, cards)
        for one in record.combinacoes
    )


def on_first(told: Combinacao, cards: tuple[str | None, ...]) -> bool:
    """Tell whether a prize's cards are among the first ones (R56, R60)."""
    first = Counter(cards)
    return all(first[card] >= count for card, count in Counter(told.cards).items())


def may_be_on_first(told: Combinacao, cards: tuple[str | None, ...]) -> bool:
    """Tell whether a prize's cards may be among the first ones, some of which nobody can read.

    >>> told = Combinacao(seat=1, combination="AJ", cards=("Js", "As"))
    >>> [may_be_on_first(told, cards) for cards in (("?", "As"), ("?", "Ks"), ("Ks", "As"))]
    [True, False, False]
    """
    known = Counter(card for card in cards if card is not None and card in _DECK)
    return (Counter(told.cards) - known).total() <= len(cards) - known.total()


def rank_of(pool: PoolState, name: str, balance: Minor) -> tuple[bool, Minor]:
    """Return how high a combination stands in the table: the whole pool first, then by prize."""
    share = pool.combinations.get(name, 0)
    return share == MILLION, max(balance * share // MILLION, pool.fixed.get(name, 0))


def largest(pool: PoolState, names: Iterable[str], balance: Minor) -> str:
    """Return the combination with the largest prize; of equals the first of the table."""
    return max(names, key=lambda name: rank_of(pool, name, balance))


# --- what is paid --------------------------------------------------------------------------------

_SHARE: Final = Phrase(
    "«{combination}» vale {share:pt%} do saldo: {whole:m}.",
    "“{combination}” is worth {share:en%} of the balance: {whole:m}.",
)
_FIXED: Final = Phrase(
    "«{combination}» vale a soma fixa de {whole:m}.",
    "“{combination}” is worth the fixed sum of {whole:m}.",
)
_REMAINDER: Final = Phrase(
    "«{combination}» é a combinação máxima: cabe-lhe o que resta depois dos prémios menores,"
    " {whole:m}.",
    "“{combination}” is the maximum combination: it takes what is left after the lower prizes,"
    " {whole:m}.",
)
_PART: Final = Phrase(
    "Divide-se por {winners} ganhadores: {amount:m}.",
    "It is divided among {winners} winners: {amount:m}.",
)


def pay(jackpot: Jackpot) -> tuple[tuple[Increment, ...], tuple[Award, ...]]:
    """Return the stakes that feed the pool and the prizes, from the smallest to the largest (R64).

    Cards that make several combinations win the one with the largest prize. A lower prize is paid
    in full to each who has it; the maximum one, what is left of the pool, is divided in the order
    of places.
    """
    pool = jackpot.record.pool
    if pool is None:
        return (), ()
    increments = increments_of(pool, jackpot.staked)
    if not jackpot.made:
        return increments, ()
    balance, opening = balance_at_close(pool, increments, "BJ R54")
    left = balance
    winners = [Winner(bet, largest(pool, names, balance)) for bet, names in jackpot.made]
    in_order = sorted(winners, key=lambda one: one.bet.seat)
    in_order.sort(key=lambda one: rank_of(pool, one.combination, balance))
    lower = [one for one in in_order if not rank_of(pool, one.combination, balance)[0]]
    awards: list[Award] = []
    for one in lower:
        amount, why, fixed = _worth(pool, one.combination, balance)
        from_pool = 0 if fixed and pool.house_pays_fixed else min(amount, left)
        left -= from_pool
        awards.append(_award(pool, one, amount, from_pool, (opening, why)))
    awards += _maximum(pool, in_order[len(lower) :], left, opening)
    return increments, tuple(awards)


def _worth(pool: PoolState, name: str, balance: Minor) -> tuple[Minor, Step, bool]:
    """Return a combination's prize, its words, and whether the prize is a fixed sum."""
    ppm = pool.combinations.get(name, 0)
    share, fixed = balance * ppm // MILLION, pool.fixed.get(name, 0)
    is_fixed = fixed > share or name not in pool.combinations
    amount = max(share, fixed)
    phrase = _FIXED if is_fixed else _SHARE
    return amount, Step(phrase, {"whole": amount, "share": ppm}, "BJ R57"), is_fixed


def _maximum(pool: PoolState, winners: list[Winner], left: Minor, opening: Step) -> list[Award]:
    """Divide the rest of the jackpot among the maximum combinations; the base is restored."""
    if not winners:
        return []
    fixed = max(pool.fixed.get(one.combination, 0) for one in winners)
    whole = max(left, fixed)
    steps = [opening, Step(_REMAINDER, {"whole": whole}, "BJ R64 a")]
    if len(winners) > 1:
        steps.append(Step(_PART, {"winners": len(winners)}, "BJ R64 b"))
    awards: list[Award] = []
    for one, amount in zip(winners, split_evenly(whole, len(winners)), strict=True):
        from_pool = min(amount, left)
        left -= from_pool
        awards.append(_award(pool, one, amount, from_pool, tuple(steps)))
    awards[-1] = structs.replace(awards[-1], full=True)
    return awards


def _award(
    pool: PoolState, winner: Winner, amount: Minor, from_pool: Minor, why: tuple[Step, ...]
) -> Award:
    if from_pool < amount:
        why = (*why, Step(ACUMULADO_LACKS, {}, "BJ R57"))
    return Award(
        pool=pool.pool,
        seat=winner.bet.seat,
        combination=winner.combination,
        amount=amount,
        from_pool=from_pool,
        from_house=amount - from_pool,
        bet=winner.bet.bet,
        rules=tuple(dict.fromkeys(step.rule for step in why)),
        why=why,
    )
