"""Blackjack/21, as the law and its page say it: points, prizes of a stake, the jackpot's prizes.

Apart from replay, so that agreement of the two means something. Rules: BJ R4 to R7, R22, R27, R39
to R50, R54 to R64.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from ledger.events.jackpots import Combination, PoolOpened
from ops.simulator.parties.pools import MILLION, Prize

GOAL: Final = 21
BANK_STANDS: Final = 17
ACE: Final = "A"
LOW: Final = "23456789"
"""Open cards beside which the bank cannot have a blackjack (R46)."""


def worth(card: str) -> int:
    """Return the points of a card, an ace 1 (R4)."""
    return 1 if card[0] == ACE else 10 if card[0] in "TJQK" else int(card[0])


def total(cards: Sequence[str]) -> int:
    """Return a player's points: one ace is 11 where that does not pass 21 (R4).

    >>> total(["Ac", "8d"]), total(["Ac", "8d", "5s"])
    (19, 14)
    """
    low = sum(map(worth, cards))
    return low + 10 if low <= 11 and any(card[0] == ACE for card in cards) else low


def is_soft(cards: Sequence[str]) -> bool:
    """Tell whether an ace counts 11."""
    return total(cards) != sum(map(worth, cards))


def bank_total(cards: Sequence[str]) -> int:
    """Return the bank's points: its ace is 11 where that makes 17 to 21 (R4 a).

    >>> bank_total(["Ac", "5d"]), bank_total(["Ac", "6d"]), bank_total(["Ac", "5d", "Ks"])
    (6, 17, 16)
    """
    low = sum(map(worth, cards))
    high = low + 10
    ace = any(card[0] == ACE for card in cards)
    return high if ace and BANK_STANDS <= high <= GOAL else low


def doubled_total(cards: Sequence[str]) -> int:
    """Return the points of a doubled hand: an ace that made 9 or 10 as 1 stays 1 (R27).

    >>> doubled_total(["Ac", "8d", "5s"]), doubled_total(["Ac", "8d", "2s"])
    (14, 11)
    """
    first = sum(map(worth, cards[:2]))
    if any(card[0] == ACE for card in cards[:2]) and first in (9, 10):
        last = worth(cards[2])
        return first + (11 if last == 1 and first + 11 <= GOAL else last)
    return total(cards)


def is_blackjack(cards: Sequence[str]) -> bool:
    """Tell whether the first two cards are an ace and a ten or figure (R7)."""
    return sorted(map(worth, cards[:2])) == [1, 10]


def is_special(cards: Sequence[str]) -> bool:
    """Tell whether three cards are 6, 7, 8 of one suit, or three sevens (R48)."""
    ranks = sorted(card[0] for card in cards)
    if ranks == ["6", "7", "8"]:
        return len({card[1] for card in cards}) == 1
    return ranks == ["7", "7", "7"]


# --- hands and stakes --------------------------------------------------------------------------


@dataclass
class Player:
    """A player at the table."""

    seat: int
    name: str
    unit: int
    purse: int = 0


@dataclass
class Stake:
    """Money that lies on a hand, or on the insurance."""

    owner: Player
    seat: int
    kind: str
    """``principal``, ``complementar``, ``desdobra``, ``duplica``, ``seguro``."""
    amount: int
    number: int
    done: bool = False
    """Whether it was paid or taken already."""


@dataclass
class Hand:
    """One hand of a place."""

    number: int
    cards: list[str] = field(default_factory=list)
    stakes: list[Stake] = field(default_factory=list)
    split: bool = False
    doubled: bool = False
    surrendered: bool = False
    even: set[int] = field(default_factory=set)
    """Seats of the players who took even money (R47)."""

    @property
    def natural(self) -> bool:
        """Whether the hand is a blackjack: not after a split (R42)."""
        return not self.split and is_blackjack(self.cards)

    @property
    def points(self) -> int:
        """The points of the hand."""
        return doubled_total(self.cards) if self.doubled else total(self.cards)


@dataclass
class Box:
    """A place with a bet."""

    seat: int
    titular: Player | None
    hands: list[Hand]
    decider: Player
    """The titular; at a vacant place the highest bettor, of equal ones the lowest seat (R19)."""
    chip: int | None = None
    """The number of the titular's jackpot bet."""
    chip_amount: int = 0
    first: list[str] = field(default_factory=list)
    """The cards dealt to the place, in order, those of split hands included."""
    insured: list[Stake] = field(default_factory=list)


def due(stake: Stake, hand: Hand, bank: Sequence[str]) -> tuple[int, int]:
    """Return a stake's prize and the part that goes back, the special prize apart (R28, R39-R49).

    >>> ana = Player(1, "ana", 5)
    >>> hand = Hand(1, ["Ac", "Kd"])
    >>> due(Stake(ana, 1, "principal", 505, 1), hand, ["9c", "9d"])
    (757, 505)
    """
    amount = stake.amount
    if hand.surrendered:
        return 0, amount // 2
    if hand.natural:
        if stake.owner.seat in hand.even:
            return amount, amount
        return (0, amount) if is_blackjack(bank) else (amount * 3 // 2, amount)
    theirs = bank_total(bank)
    if hand.points > GOAL or is_blackjack(bank):
        return 0, 0
    if theirs > GOAL or hand.points > theirs:
        return amount, amount
    return (0, amount) if hand.points == theirs else (0, 0)


def special(stake: Stake, hand: Hand, box: Box) -> int:
    """Return the special prize of a stake: three times it, to the place's titular (R48)."""
    own = stake.owner is box.titular and stake.kind in ("principal", "desdobra")
    if not own or hand.doubled or hand.surrendered or not is_special(hand.cards):
        return 0
    return 3 * stake.amount


# --- the jackpot -------------------------------------------------------------------------------

CHIP: Final = 100
"""The fixed value of the jackpot bet (R54)."""
TABLE: Final = (
    Combination(name="setes_de_naipe", ppm=MILLION),
    Combination(name="setes_de_cor", ppm=150_000),
    Combination(name="tres_ases", fixed=40_000),
    Combination(name="as_e_valete", fixed=5_000),
    Combination(name="par_de_damas", ppm=10_000),
)
PATTERNS: Final = {
    "setes_de_naipe": "777/naipe",
    "setes_de_cor": "777/cor",
    "tres_ases": "AAA",
    "as_e_valete": "AJ/espadas",
    "par_de_damas": "QQ/copas",
}
"""How the table's approved data write them."""


def jackpot_terms(pool: str, table: str, currency: str) -> PoolOpened:
    """Return the terms of a blackjack table's jackpot."""
    return PoolOpened(
        pool=pool,
        scope="tables",
        members=(table,),
        currency=currency,
        base=1_000_000,
        ppm=612_345,
        game="blackjack",
        bet_type="jackpot",
        bet=CHIP,
        combinations=TABLE,
        act="homologacao-2",
    )


def combination(first: Sequence[str]) -> str | None:
    """Return the best combination of a place's first cards (R56, R60).

    >>> combination(["7c", "7s", "7c", "2d"]), combination(["As", "Js"]), combination(["As", "Jd"])
    ('setes_de_cor', 'as_e_valete', None)
    """
    ranks, suits = [card[0] for card in first[:3]], [card[1] for card in first[:3]]
    if ranks == ["7", "7", "7"]:
        if len(set(suits)) == 1:
            return "setes_de_naipe"
        if set(suits) <= set("dh") or set(suits) <= set("cs"):
            return "setes_de_cor"
    if ranks == [ACE, ACE, ACE]:
        return "tres_ases"
    if sorted(ranks[:2]) == [ACE, "J"] and suits[:2] == ["s", "s"]:
        return "as_e_valete"
    if ranks[:2] == ["Q", "Q"] and suits[:2] == ["h", "h"]:
        return "par_de_damas"
    return None


def prizes(balance: int, winners: Sequence[tuple[int, str]]) -> list[Prize]:
    """Return the prizes of these places' combinations, from the smallest to the largest (R64).

    Shares are of the balance with this jogada's increments; a lower prize is paid whole to each;
    the top one takes what is left, odd units to the first places.
    """
    terms = {one.name: one for one in TABLE}
    whole = {
        name: max(balance * (one.ppm or 0) // MILLION, one.fixed or 0)
        for name, one in terms.items()
    }
    top = next(name for name, one in terms.items() if one.ppm == MILLION)
    lower = sorted(
        (one for one in winners if one[1] != top), key=lambda one: (whole[one[1]], one[0])
    )
    found = [
        Prize(seat=seat, combination=name, amount=whole[name], undivided=whole[name])
        for seat, name in lower
    ]
    seats = sorted(seat for seat, name in winners if name == top)
    left = max(0, balance - sum(one.amount for one in found))
    for index, seat in enumerate(seats):
        part = left // len(seats) + (index < left % len(seats))
        found.append(Prize(seat=seat, combination=top, amount=part, undivided=left))
    return found
