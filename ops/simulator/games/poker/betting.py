"""Stakes of players against each other, and their division, from the rules' own words.

Pots by NB R28, R39 to R41 (``camadas``), equal hands by R55, the cagnotte by R54 and R65 a. Apart
from replay, so that agreement of the two means something.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

MILLION: Final = 1_000_000
BEFORE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Before anybody sat down."""


@dataclass
class Sitting:
    """A player at his place."""

    seat: int
    name: str
    cave: int = 0
    """His money in play."""
    played: bool = False
    """Whether he has been in a hand since he sat down."""
    away: int = 0
    """One more than the hands for which he will still rest; 0 while he plays."""
    rested: int = 0
    """Hands in a row for which he has been away."""
    idle: int | None = 0
    """Hands in a row without a bet; None since he came back, until he bets."""
    pequenas: int = 0
    """Forced bets missed while away."""
    grandes: int = 0
    luck: float = 0.5
    """How much he trusts his cards, from 0 to 1."""
    before: int = 0
    """His cave as the hand began."""
    came: datetime = BEFORE
    """When he sat down."""


@dataclass
class Part:
    """One pot's payment to one of its winners."""

    seat: int
    amount: int
    """Before the house's share."""
    pot: int
    """Which, from 0, the main one."""


@dataclass
class Division:
    """Who gets what of a hand."""

    parts: list[Part]
    returned: dict[int, int]
    """What nobody equalled, and what was no bet."""
    fee: int
    taken: list[int]
    """Of each part, what the house takes."""
    eligible: list[list[int]]
    """Of each pot, who plays for it."""

    def due(self) -> dict[int, int]:
        """Return by seat the whole sum that is due."""
        due = dict(self.returned)
        for part, fee in zip(self.parts, self.taken, strict=True):
            due[part.seat] = due.get(part.seat, 0) + part.amount - fee
        return {seat: amount for seat, amount in due.items() if amount}


@dataclass
class Stakes:
    """A hand's chips, by seat."""

    players: list[Sitting]
    """Those in it, in the order of the deal."""
    put: dict[int, int] = field(default_factory=dict[int, int])
    """What each has bet in all."""
    loose: int = 0
    """In the pot and nobody's bet (O18)."""
    back: dict[int, int] = field(default_factory=dict[int, int])
    """What goes back at the end though it was put in (M5 A11 d)."""
    bet: dict[int, int] = field(default_factory=dict[int, int])
    """What each has bet in this turn."""
    out: set[int] = field(default_factory=set[int])
    level: int = 0
    """The sum to equal."""
    repiques: int = 0
    own: set[int] = field(default_factory=set[int])
    """Who has bet in this turn since the last full repique of another (R26)."""
    asked: set[int] = field(default_factory=set[int])
    opener: int = 0
    """Who began the last turn."""
    leader: int = 0
    """Who first made this turn's highest bet; 0 while there is none."""
    name: str = ""
    """The round's id."""
    fault: str = ""
    """What is done wrong; empty where all is right."""
    division: Division | None = None
    """Who gets what, once that is reckoned."""

    @property
    def live(self) -> list[Sitting]:
        """Those who have not given up."""
        return [one for one in self.players if one.seat not in self.out]

    @property
    def able(self) -> list[Sitting]:
        """Those who may still bet: in the hand, and with something left."""
        return [one for one in self.players if one.seat not in self.out and one.cave > 0]

    @property
    def divided(self) -> Division:
        """The division of a hand whose pots are divided."""
        assert self.division is not None
        return self.division

    @property
    def pot(self) -> int:
        """The chips in the middle."""
        return sum(self.put.values()) + self.loose

    def missing(self, player: Sitting) -> int:
        """Return the chips that a player needs to equal the bet."""
        return self.level - self.bet.get(player.seat, 0)

    def take(self, player: Sitting, chips: int) -> None:
        """Move chips from a cave into the pot."""
        highest = max(self.bet.values(), default=0)
        if self.bet.get(player.seat, 0) + chips > highest:
            self.leader = player.seat
        player.cave -= chips
        self.put[player.seat] = self.put.get(player.seat, 0) + chips
        self.bet[player.seat] = self.bet.get(player.seat, 0) + chips

    def begin(self, level: int = 0) -> None:
        """Begin a turn."""
        self.level, self.repiques, self.leader = level, 0, 0
        self.bet, self.own, self.asked = {}, set(), set()

    def ring(self, first: Sitting) -> list[Sitting]:
        """Return the players from one of them on, in their order."""
        at = self.players.index(first)
        return self.players[at:] + self.players[:at]

    def waiting(self, first: Sitting) -> Sitting | None:
        """Return whose word it is, looking from a player on; None when the turn is over."""
        if len(self.live) <= 1:
            return None
        able = self.able
        highest = max(self.bet.values(), default=0)
        if len(able) == 1 and self.bet.get(able[0].seat, 0) >= highest:
            return None
        for one in self.ring(first):
            if one in able and (one.seat not in self.asked or self.missing(one) > 0):
                return one
        return None


def uncalled(put: Mapping[int, int], live: Sequence[int]) -> tuple[int, int]:
    """Return who put in more than anybody equalled, and how much more (R39).

    >>> uncalled({1: 300, 2: 100, 3: 50}, [1, 2]), uncalled({1: 300, 2: 300}, [1])
    ((1, 200), (0, 0))
    """
    top = max(live, key=lambda seat: put.get(seat, 0))
    others = max((chips for seat, chips in put.items() if seat != top), default=0)
    more = put.get(top, 0) - others
    return (top, more) if more > 0 else (0, 0)


def pots(
    put: Mapping[int, int], live: Sequence[int], loose: int
) -> list[tuple[int, list[int], int]]:
    """Return each pot's amount, who plays for it in the order of ``live``, and each one's stake.

    A pot ends at each stake of those in the hand (R28); what was abandoned fills them from below,
    and what lies above the highest goes into the last. Money that is nobody's bet is in the first.

    >>> pots({1: 100, 2: 100, 3: 40, 4: 10}, [1, 2, 3], 0)
    [(130, [1, 2, 3], 40), (120, [1, 2], 60)]
    """
    ends = sorted({put.get(seat, 0) for seat in live} - {0}) or [0]
    made: list[tuple[int, list[int], int]] = []
    low = 0
    for end in ends:
        top = end if end != ends[-1] else max(put.values(), default=0)
        amount = sum(min(chips, top) - min(chips, low) for chips in put.values())
        amount += loose if not made else 0
        made.append((amount, [seat for seat in live if put.get(seat, 0) >= end], end - low))
        low = end
    return made


def in_chips(amount: int, chip: int, count: int) -> list[int]:
    """Split in whole chips, spare ones to the first, and so is what is less than a chip (R55).

    >>> in_chips(1_125, 100, 3)
    [425, 400, 300]
    """
    if count == 1:
        return [amount]
    chips = amount // chip
    parts = [chips // count * chip for _ in range(count)]
    for extra in range(chips % count):
        parts[extra] += chip
    parts[0] += amount - chips * chip
    return parts


def evenly(amount: int, _chip: int, count: int) -> list[int]:
    """Split to the cent, odd ones one each to the first (Macau A4).

    >>> evenly(1_001, 0, 2)
    [501, 500]
    """
    return [amount // count + (at < amount % count) for at in range(count)]


def spread(total: int, amounts: Sequence[int]) -> list[int]:
    """Spread a fee over payments in proportion, what is left one each to the largest remainders.

    >>> spread(7, [60, 30, 10])
    [4, 2, 1]
    """
    whole = sum(amounts)
    if not whole:
        return [0] * len(amounts)
    parts = [total * amount // whole for amount in amounts]
    rest = sorted(range(len(amounts)), key=lambda at: (-(total * amounts[at] % whole), at))
    for at in rest[: total - sum(parts)]:
        parts[at] += 1
    return parts


def divide(
    stakes: Stakes,
    values: Mapping[int, tuple[int, ...]],
    fee_of: Callable[[int], int],
    chip: int,
    split: Callable[[int, int, int], list[int]] = in_chips,
    *,
    keep: bool = False,
) -> Division:
    """Divide a hand's chips among those in it, by the value of each one's cards.

    With ``keep`` equal hands have their own stakes back at the least (SI R11).
    """
    live = [one.seat for one in stakes.live]
    put = dict(stakes.put)
    top, more = uncalled(put, live)
    returned = dict(stakes.back)
    if more:
        put[top] -= more
        returned[top] = returned.get(top, 0) + more
    parts: list[Part] = []
    eligible: list[list[int]] = []
    for number, (amount, players, own) in enumerate(pots(put, live, stakes.loose)):
        eligible.append(players)
        if not amount:
            continue
        best = max(values[seat] for seat in players) if len(players) > 1 else ()
        winners = [seat for seat in players if len(players) == 1 or values[seat] == best]
        shares = split(amount, chip, len(winners))
        if keep and min(shares) < own:
            rest = split(amount - own * len(winners), chip, len(winners))
            shares = [own + part for part in rest]
        for seat, part in zip(winners, shares, strict=True):
            parts.append(Part(seat, part, number))
    fee = fee_of(sum(one.amount for one in parts))
    return Division(parts, returned, fee, spread(fee, [one.amount for one in parts]), eligible)
