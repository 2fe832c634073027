"""Hands of póquer sintético told in a few words or played at random, and divided cent by cent."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

from msgspec import structs

from projections.replay.games.poker.betting.record import Action, Player
from projections.replay.games.poker.poquer_sintetico import SinteticoRecord
from tests.projections.replay.games.poker.told import paid

RANKS: Final = "89TJQKA"
PACK: Final = tuple(rank + suit for rank in RANKS for suit in "cdhs")
BOARD: Final = ("Ah", "9c", "Kd", "Ts", "8h")
HOLES: Final = (("Ac", "Kh"), ("9d", "8d"), ("Tc", "8s"), ("Kc", "Qc"))
"""With BOARD: figures short of one, two pairs A K; two pairs 9 8; two pairs T 8; pair of kings."""
ANTES: Final = "1 ante 100, 2 ante 100, 3 ante 100, 4 ante 100"
PASSES: Final = "2 passar, 3 passar, 4 passar, 1 passar"
CHECKED: Final = f"{ANTES} | {PASSES} | {PASSES} | {PASSES} | {PASSES} | {PASSES}"
"""Four players put in the ante and pass to the end."""


def acts(text: str) -> tuple[Action, ...]:
    """Read ``seat word chips``: commas between acts, a bar for each common card; ``=`` is said."""
    made: list[Action] = []
    for common, turn in enumerate(text.split("|")):
        for act in turn.split(","):
            if not act.strip():
                continue
            seat, word, *numbers = act.split()
            chips = [int(number) for number in numbers if not number.startswith("=")]
            said = [int(number[1:]) for number in numbers if number.startswith("=")]
            made.append(
                Action(
                    seat=int(seat),
                    action=word,
                    added=chips[0] if chips else 0,
                    announced=said[0] if said else None,
                    common=common,
                )
            )
    return tuple(made)


def seated(*holes: Sequence[str | None], stack: int | None = 10_000) -> tuple[Player, ...]:
    """Seat players from 1 on with these cards."""
    return tuple(
        Player(seat=seat, stack=stack, cards=tuple(hole)) for seat, hole in enumerate(holes, 1)
    )


def sintetico(text: str = CHECKED, **fields: Any) -> SinteticoRecord:
    """Return a hand of four with 100.00 each, minimum 1.00, mão at seat 1, all as it should be."""
    options: dict[str, Any] = {
        "minimum": 100,
        "limit": "sem_limite",
        "mao": 1,
        "players": seated(*HOLES),
        "actions": acts(text),
        "board": BOARD[: text.count("|")],
        **fields,
    }
    record = SinteticoRecord(**options)
    return record if "payments" in fields else structs.replace(record, payments=paid(record))


# An order of hands written apart from the product's: S9's list as it is printed, S10, S12, R60.

LETTERS: Final = "lkjihgfedcba"
"""S9's letters, from the lowest."""


def rank_of(five: Sequence[str]) -> tuple[Any, ...]:
    """Return what compares five cards: the letter of S9, then what breaks ties."""
    values = sorted((RANKS.index(card[0]) for card in five), reverse=True)
    by_count = sorted(((count, value) for value, count in Counter(values).items()), reverse=True)
    shape = tuple(count for count, _ in by_count)
    ties = [value for _, value in by_count]
    one_suit = len({card[1] for card in five}) == 1
    top = _top_of_run(values)
    if top is not None:
        letter = ("a" if top == 6 else "b") if one_suit else "f"
        return (LETTERS.index(letter), top)
    letter = {
        (4, 1): "c",
        (3, 2): "e",
        (3, 1, 1): "g",
        (2, 2, 1): "h" if values[4] >= 3 else "j",
        (2, 1, 1, 1): "i" if values[4] >= 3 else "k",
    }.get(shape, "d" if one_suit else "l")
    return (LETTERS.index(letter), *ties)


def _top_of_run(values: Sequence[int]) -> int | None:
    """Return the highest rank of five in a row; the ace joins under the 8 too (S10)."""
    if values == [6, 3, 2, 1, 0]:
        return 3
    in_a_row = len(set(values)) == 5 and values[0] - values[4] == 4
    return values[0] if in_a_row else None


def best_of(own: Sequence[str], board: Sequence[str]) -> tuple[Any, ...]:
    """Return the best of two own and three common cards (S1)."""
    return max(rank_of([*own, *three]) for three in combinations(board, 3))


def put_in(record: SinteticoRecord) -> Counter[int]:
    """Add up each seat's chips from the acts alone."""
    chips: Counter[int] = Counter()
    for action in record.actions:
        chips[action.seat] += action.added
    return chips


def by_cents(record: SinteticoRecord) -> Counter[int]:
    """Divide a hand cent by cent, knowing nothing of layers: no cagnotte."""
    stakes = put_in(record)
    order = [player.seat for player in record.players]
    while order[0] != record.mao:
        order.append(order.pop(0))
    own = {player.seat: player.cards for player in record.players}
    folded = {action.seat for action in record.actions if action.action == "desistir"}
    live = [seat for seat in order if seat not in folded]
    due: Counter[int] = Counter()
    first, second = sorted(stakes.values(), reverse=True)[:2]
    for seat in live:
        if stakes[seat] == first > second:
            due[seat] += first - second
            stakes[seat] = second
    top = max(stakes[seat] for seat in live)
    pots: Counter[tuple[int, ...]] = Counter()
    mine: Counter[tuple[int, ...]] = Counter()
    for seat, stake in stakes.items():
        for cent in range(1, stake + 1):
            players = tuple(one for one in live if stakes[one] >= min(cent, top))
            pots[players] += 1
            if seat == players[0]:
                mine[players] += 1
    unit = record.unit or record.minimum
    for players, amount in pots.items():
        best = {}
        if len(players) > 1:
            best = {seat: best_of(own[seat], record.board) for seat in players}
        winners = [seat for seat in players if not best or best[seat] == max(best.values())]
        parts = dict.fromkeys(winners, 0)
        _deal_out(amount, unit, winners, parts)
        if min(parts.values()) < mine[players]:  # S11: his own stake at the least
            parts = dict.fromkeys(winners, mine[players])
            _deal_out(amount - mine[players] * len(winners), unit, winners, parts)
        due.update(parts)
    return +due


def _deal_out(amount: int, unit: int, winners: Sequence[int], parts: dict[int, int]) -> None:
    """Deal whole chips in turn from the mão on, and the rest to the first (R55)."""
    for chip in range(amount // unit):
        parts[winners[chip % len(winners)]] += unit
    parts[winners[0]] += amount % unit


class Played:
    """A hand played by the rules, as a table plays: a queue of those who still have to speak."""

    def __init__(self, rng: random.Random) -> None:
        """Seat and deal."""
        self.rng = rng
        count = rng.randint(4, 11)
        self.seats = sorted(rng.sample(range(1, 12), count))
        start = rng.randrange(count)
        self.order = self.seats[start:] + self.seats[:start]
        self.minimum = 2 * rng.randint(1, 30)
        self.stacks = {
            seat: self.minimum * rng.randint(1, 40) + rng.randint(0, 9) for seat in self.seats
        }
        self.cave = dict(self.stacks)
        deck = rng.sample(PACK, len(PACK))
        self.own = {seat: (deck.pop(), deck.pop()) for seat in self.seats}
        self.cards = [deck.pop() for _ in range(5)]
        self.folded: set[int] = set()
        self.actions: list[Action] = []
        self.common = 0
        self.bet = dict.fromkeys(self.seats, 0)
        self.level = 0

    def put(self, seat: int, chips: int, word: str) -> None:
        """Move chips and write the act down."""
        self.cave[seat] -= chips
        self.bet[seat] += chips
        self.actions.append(Action(seat=seat, action=word, added=chips, common=self.common))

    def after(self, seat: int) -> list[int]:
        """Return the others, clockwise from the left of a seat."""
        place = self.order.index(seat)
        return self.order[place + 1 :] + self.order[:place]

    def antes(self) -> None:
        """Have all put in the ante, in any order."""
        for seat in self.rng.sample(self.seats, len(self.seats)):
            self.put(seat, min(self.minimum, self.cave[seat]), "ante")
        self.bet = dict.fromkeys(self.seats, 0)

    def estardilho(self) -> None:
        """Have somebody advance perhaps, another double it, and all be asked."""
        able = [seat for seat in self.seats if self.cave[seat] >= self.minimum]
        if self.rng.random() < 0.5 or not able:
            return
        seat = self.rng.choice(able)
        self.put(seat, self.rng.randint(1, self.cave[seat]), "estardilho")
        advance = self.bet[seat]
        free = {seat}
        able = [one for one in self.seats if one != seat and self.cave[one] >= 2 * advance]
        if able and self.rng.random() < 0.5:
            seat = self.rng.choice(able)
            self.put(seat, 2 * advance, "restardilho")
            advance *= 2
            free.add(seat)
        self.level = 2 * advance
        self.ask([*self.after(seat), seat], may_raise=free)

    def ask(self, queue: list[int], may_raise: set[int]) -> int | None:
        """Ask all in the queue, which a bet refills; return who made the highest bet first."""
        leader: int | None = None
        highest = 0
        may = dict.fromkeys(self.seats, False) | dict.fromkeys(may_raise, True)
        while queue:
            seat = queue.pop(0)
            others = [one for one in self.seats if one != seat and one not in self.folded]
            if seat in self.folded or not self.cave[seat] or not others:
                continue
            theirs = max(self.bet[one] for one in others)
            if not any(self.cave[one] for one in others) and self.bet[seat] >= theirs:
                continue
            missing = self.level - self.bet[seat]
            options = ["passar"] if not missing else ["desistir", "acompanhar", "acompanhar"]
            if may[seat] and self.cave[seat] > missing:
                options.append("repicar")
            word = self.rng.choice(options)
            if word == "desistir":
                self.folded.add(seat)
            if word in {"desistir", "passar"}:
                self.actions.append(Action(seat=seat, action=word, common=self.common))
                continue
            chips = min(missing, self.cave[seat])
            if word == "repicar":
                least = min(
                    max(missing + 1, self.minimum if not self.level else 0), self.cave[seat]
                )
                most = self.cave[seat]
                chips = self.rng.choice([least, self.rng.randint(least, most), most])
                extra = chips - missing
                if extra >= self.minimum or self.cave[seat] > chips:
                    may = {one: one in may_raise or bool(self.common) for one in self.seats}
                queue = self.after(seat)
                word = "repicar" if self.level else "apostar"
            self.put(seat, chips, word)
            may[seat] = False
            self.level = max(self.level, self.bet[seat])
            if self.bet[seat] > highest:
                leader, highest = seat, self.bet[seat]
        return leader

    def turns(self) -> int:
        """Turn the common cards, some of them too soon, and ask; return how many turns are lost."""
        opener, lost = self.order[1], 0
        while self.common < 5 and len(self.folded) < len(self.seats) - 1:
            self.common += 1
            if self.common < 5 and self.rng.random() < 0.15:
                self.common, lost = self.common + 1, lost + 1
            self.bet, self.level = dict.fromkeys(self.seats, 0), 0
            queue = [opener, *self.after(opener)]
            opener = self.ask(queue, may_raise=set(self.seats)) or opener
        return lost

    def record(self) -> SinteticoRecord:
        """Return what the table wrote down."""
        rng = self.rng
        return SinteticoRecord(
            minimum=self.minimum,
            limit="sem_limite",
            unit=rng.choice([None, 1, 5, 2 * self.minimum]),
            cagnotte_ppm=rng.choice([0, 50_000, 33_333]),
            cagnotte_maximum=rng.choice([None, 7]),
            estardilho=True,
            mao=self.order[0],
            players=tuple(
                Player(seat=seat, stack=self.stacks[seat], cards=self.own[seat])
                for seat in self.seats
            ),
            actions=tuple(self.actions),
            board=tuple(self.cards[: self.common]),
            dealt=tuple(self.order * 2),
        )


def play(rng: random.Random) -> SinteticoRecord:
    """Play a hand by the rules, without limit, and record it."""
    played = Played(rng)
    played.antes()
    played.estardilho()
    played.turns()
    return played.record()
