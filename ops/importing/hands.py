"""Real hold'em hands: each becomes a partida at a place of its own, signed event by event.

The file knows no burns, shuffles, staff or times, so the table records bets, decisions, cards and
payouts only. Every blind, bet, card, decision, uncalled return and payout is an event. One chip is
two minor units of XTS, because split pots end in half chips.
"""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from ledger.errors import UNREADABLE
from ledger.events.base import Payload
from ledger.events.outcomes import CardDealt
from ledger.events.rounds import BetPlaced, Decision, Payout, RoundClosed, RoundOpened
from ledger.events.seats import PlayerSeated, StackDeclared
from ledger.events.tables import TableOpened
from ledger.signed.canonical import instant
from ledger.signed.segments import Segment
from ledger.signed.sources import SourceChain

SAMPLE: Final = Path(__file__).parents[1] / "data" / "hands.jsonl"
"""The few hands that come with the program."""
UNITS_PER_CHIP: Final = 2
CURRENCY: Final = "XTS"
GAME: Final = "poquer_holdem"
PROFILE: Final = "cv-2017@1"
START: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
"""Of the first event; each further one is a second later: the file knows no times."""
RECORDS: Final = ("bets", "decisions", "cards", "payouts")
FLOP: Final = 3
OPTIONS_IMPORTED: Final[dict[str, Any]] = {
    "limit": "sem_limite",
    "repiques": "sem_limite",
    "unit": 1,
}
"""Played outside the law: no limit, repiques unlimited, half a chip the indivisible unit."""
OPTIONS_OF_THE_LAW: Final[dict[str, Any]] = {"limit": "sem_limite"}
"""Without the two exceptions: three repiques, the minimum bet the indivisible unit."""
LIMITS: Final = {"none": "sem_limite", "half-pot": "com_limite", "pot": "pote"}


class HandFileError(ValueError):
    """A line of the file is not a hand as its README describes."""


class Seat(Struct):
    """A seat of the file."""

    seat: int
    player: str
    stack: int


class Action(Struct):
    """An act of a player: chips added for call and bet, the street's total for raise."""

    player: str
    action: str
    amount: int = 0
    to: int = 0


class Street(Struct):
    """A betting turn."""

    street: str
    actions: list[Action]


class Hand(Struct):
    """A line of the file."""

    hand: int
    variant: str
    small_blind: int
    big_blind: int
    button: int
    seats: list[Seat]
    hole: dict[str, list[str]]
    streets: list[Street]
    board: list[str]
    returned: dict[str, Decimal]
    collected: dict[str, Decimal]


class Planted(Struct, frozen=True, kw_only=True):
    """A payout that was altered before it was signed."""

    round: str
    seat: int
    due: int
    paid: int


_decoder = msgspec.json.Decoder(Hand)


def read_hands(path: Path, limit: int | None = None) -> list[Hand]:
    """Return the hands of a file.

    Raises:
        HandFileError: naming the line that is not a hand.

    """
    hands: list[Hand] = []
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if limit is not None and len(hands) == limit:
                break
            if not line.strip():
                continue
            try:
                hands.append(_decoder.decode(line))
            except UNREADABLE as error:
                raise HandFileError(f"{path}, line {number}: not a hand: {error}") from error
    if not hands:
        raise HandFileError(f"{path}: expected hands, one JSON object a line; found none")
    return hands


def minor_units(chips: Decimal | int) -> int:
    """Return chips as minor units.

    >>> minor_units(Decimal("37.5"))
    75
    """
    units = Decimal(chips) * UNITS_PER_CHIP
    if units != int(units):
        raise HandFileError(f"{chips} chips are no whole number of half chips")
    return int(units)


def events_of(hand: Hand) -> Iterator[Payload]:
    """Yield the events a terminal would have sent of a hand, from opening to close."""
    seat_of = {seat.player: seat.seat for seat in hand.seats}
    order = [seat.seat for seat in hand.seats]
    yield RoundOpened(seats=tuple(order), mao=order[0])
    for seat in hand.seats:
        yield StackDeclared(seat=seat.seat, amount=minor_units(seat.stack), why="start")
    yield from _forced_bets(hand)
    for index in range(2):
        for seat in hand.seats:
            yield CardDealt(
                to="seat", seat=seat.seat, card=hand.hole[seat.player][index], index=index + 1
            )
    blinds = (("small", hand.small_blind), ("big", hand.big_blind))
    put = {seat.player: blind for seat, (_, blind) in zip(hand.seats, blinds, strict=False)}
    dealt = 0
    for street in hand.streets:
        wanted = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}[street.street]
        yield from _board(hand, dealt, wanted)
        dealt = max(dealt, wanted)
        for action in street.actions:
            yield _decision(seat_of, put, action)
        put = {}
    yield from _board(hand, dealt, len(hand.board))
    for player, chips in hand.returned.items():
        yield Payout(seat=seat_of[player], amount=0, returned=minor_units(chips))
    for player, chips in hand.collected.items():
        yield Payout(seat=seat_of[player], amount=minor_units(chips), pot=0)
    yield RoundClosed()


def _forced_bets(hand: Hand) -> Iterator[Payload]:
    names = ("pequena_aposta", "grande_aposta")
    amounts = (hand.small_blind, hand.big_blind)
    for bet, (seat, name, amount) in enumerate(zip(hand.seats, names, amounts, strict=False), 1):
        staked = min(amount, seat.stack)
        yield BetPlaced(bet=bet, seat=seat.seat, chance=name, amount=minor_units(staked))


def _board(hand: Hand, dealt: int, wanted: int) -> Iterator[Payload]:
    for index in range(dealt, min(wanted, len(hand.board))):
        yield CardDealt(to="board", card=hand.board[index], index=index + 1)


def _decision(seat_of: dict[str, int], put: dict[str, int], action: Action) -> Decision:
    """Translate an action; ``put`` is what each player has in this turn, in chips."""
    before = put.get(action.player, 0)
    words = {
        "fold": "desistir",
        "check": "passar",
        "call": "acompanhar",
        "bet": "apostar",
        "raise": "repicar",
    }
    added = action.to - before if action.action == "raise" else action.amount
    put[action.player] = before + added
    return Decision(
        seat=seat_of[action.player], action=words[action.action], added=minor_units(added)
    )


def place_of(terminal: str, hand: Hand) -> str:
    """Return where a terminal plays a hand: each at a place of its own."""
    return f"{terminal}.{hand.hand}"


class Terminals:
    """Table terminals that share the hands between them, each with its own key and chain."""

    def __init__(self, chains: Sequence[SourceChain], options: dict[str, Any]) -> None:
        """Play hands through these chains, the tables opened with these options."""
        self._chains = chains
        self._options = options
        self._clock = 0

    def place_of(self, number: int, hand: Hand) -> str:
        """Return where the hand is played: each at a place of its own."""
        return place_of(self._chain(number).source, hand)

    def round_of(self, number: int, hand: Hand) -> str:
        """Return the hand's round."""
        return f"{self.place_of(number, hand)}/{START.date().isoformat()}/1"

    def sign(self, number: int, hand: Hand, altered: Planted | None = None) -> Iterator[Segment]:
        """Yield a hand's events, signed one by one as a live table does."""
        chain = self._chain(number)
        place, round_id = self.place_of(number, hand), self.round_of(number, hand)
        day = START.date().isoformat()
        options = {
            **self._options,
            "minimum": minor_units(hand.big_blind),
        }
        before: list[Payload] = [
            TableOpened(
                profile=PROFILE, game=GAME, options=options, currency=CURRENCY, records=RECORDS
            ),
            *(PlayerSeated(seat=seat.seat, player=seat.player) for seat in hand.seats),
        ]
        for payload in before:
            yield chain.say(payload, self._tick(), day=day, place=place)
        for payload in events_of(hand):
            said = payload
            if altered is not None and _is_payout_to(payload, altered.seat):
                said = msgspec.structs.replace(payload, amount=altered.paid)
            yield chain.say(said, self._tick(), day=day, place=place, round_id=round_id)

    def _chain(self, number: int) -> SourceChain:
        return self._chains[number % len(self._chains)]

    def _tick(self) -> str:
        self._clock += 1
        return instant(START + timedelta(seconds=self._clock - 1))


def _is_payout_to(payload: Payload, seat: int) -> bool:
    return isinstance(payload, Payout) and payload.seat == seat and payload.pot is not None


def plant(terminals: Terminals, hands: Sequence[Hand], count: int, seed: int) -> dict[int, Planted]:
    """Choose payouts to alter, by a seed: index of the hand to what it will say.

    Raises:
        ValueError: if there are fewer hands than faults.

    """
    if count > len(hands):
        raise ValueError(f"tamper: expected at most {len(hands)} hands, got {count}")
    chance = random.Random(seed)  # noqa: S311 - repeatable, no secret
    planted: dict[int, Planted] = {}
    for index in sorted(chance.sample(range(len(hands)), count)):
        hand = hands[index]
        player = chance.choice(sorted(hand.collected))
        seat = next(seat.seat for seat in hand.seats if seat.player == player)
        due = minor_units(hand.collected[player])
        change = chance.choice((-1, 1)) * chance.randint(1, max(1, due // 2))
        planted[index] = Planted(
            round=terminals.round_of(index, hand), seat=seat, due=due, paid=due + change
        )
    return planted
