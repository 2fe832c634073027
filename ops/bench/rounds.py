"""Rounds as terminals tell them, made from a seed: hands of hold'em and coups of roulette.

They break no rule and every payment is right, as in nearly all of a casino's nights.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from decimal import Decimal
from itertools import count
from operator import itemgetter
from random import Random
from typing import Final

from ledger.events.base import Payload
from ledger.events.outcomes import BallLanded, BallLaunched
from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.seats import PlayerSeated
from ledger.events.tables import TableOpened
from ledger.signed.canonical import instant
from ops.bench.plain import CHANCES, RETURNS, payment_order
from ops.importing.hands import (
    CURRENCY,
    OPTIONS_IMPORTED,
    PROFILE,
    RECORDS,
    START,
    Action,
    Hand,
    Seat,
    Street,
    events_of,
    minor_units,
)
from projections.replay.games.poker.ranking import value_of
from projections.replay.kit.cards import DECK

Said = tuple[Payload, str, str, str | None]
"""An event, its time, its place and its round."""

PLAYERS: Final = 6
STACK: Final = 10_000
BIG_BLIND: Final = 100
BETS: Final = 10
HANDS_A_TABLE: Final = 50
COUPS_A_TABLE: Final = 200
TABLES_A_PART_MAX: Final = 20
"""A part has at most 10,000 events, and a table no fewer than 500."""
STREETS: Final = (("preflop", 0), ("flop", 3), ("turn", 4), ("river", 5))


def rounds(
    source: str, events: int, chance: Random, part: int, seconds: Iterator[int]
) -> Iterator[Said]:
    """Yield about so many events of whole rounds that one source plays.

    ``part`` numbers the calls for one source: the tables of each are new ones. ``seconds`` is its
    clock, which goes on from one call to the next.
    """
    told = 0
    tell = _holdem if source.endswith("he") else _roulette
    for table in count(1):
        assert table <= TABLES_A_PART_MAX
        place = place_of(source, part, table)
        for said in _timed(place, tell(place, chance), seconds):
            if said[0].KIND == RoundOpened.KIND and told >= events:
                return
            told += 1
            yield said


def place_of(source: str, part: int, table: int) -> str:
    """Return where a source's table of a part stands."""
    return f"{source}.{part}.{table}"


def _timed(
    place: str, told: Iterator[tuple[Payload, str | None]], seconds: Iterator[int]
) -> Iterator[Said]:
    for (payload, round_id), second in zip(told, seconds, strict=False):
        yield payload, instant(START + timedelta(seconds=second)), place, round_id


def _round(place: str, number: int) -> str:
    return f"{place}/{START.date().isoformat()}/{number}"


# --- hold'em ------------------------------------------------------------------------------------


def _holdem(place: str, chance: Random) -> Iterator[tuple[Payload, str | None]]:
    options = {**OPTIONS_IMPORTED, "minimum": minor_units(BIG_BLIND)}
    yield (
        TableOpened(
            profile=PROFILE,
            game="poquer_holdem",
            options=options,
            currency=CURRENCY,
            records=RECORDS,
        ),
        None,
    )
    names = [f"PT-{chance.randint(1, 5_000):07}.{seat}" for seat in range(1, PLAYERS + 1)]
    for seat, player in enumerate(names, 1):
        yield PlayerSeated(seat=seat, player=player), None
    for number in range(1, HANDS_A_TABLE + 1):
        for payload in events_of(hand(number, names, chance)):
            yield payload, _round(place, number)


def hand(number: int, names: Sequence[str], chance: Random) -> Hand:
    """Return a hand that follows the rules: somebody bets now and then, some call, some fold."""
    first = (number - 1) % len(names)  # the mão goes round
    order = [*names[first:], *names[:first]]
    deck = chance.sample(DECK, 2 * len(order) + 5)
    holes = {name: deck[2 * seat : 2 * seat + 2] for seat, name in enumerate(order)}
    board = deck[2 * len(order) :]
    put = dict.fromkeys(order, 0)
    inside = list(order)
    streets: list[Street] = []
    returned: dict[str, Decimal] = {}
    shown = 0
    for street, common in STREETS:
        shown = common
        actions, returned = _street(street, order, inside, put, chance)
        streets.append(Street(street=street, actions=actions))
        if len(inside) == 1:
            break
    pot = sum(put.values()) - int(sum(returned.values()))
    values = {name: value_of([*holes[name], *board]) for name in inside}
    best = max(values.values())
    winners = [name for name in inside if values[name] == best]
    units, odd = divmod(minor_units(pot), len(winners))
    # Of what cannot be divided, the first after the mão gets the first unit (R55).
    collected = {name: Decimal(units + (place < odd)) / 2 for place, name in enumerate(winners)}
    seat_of = {name: seat for seat, name in enumerate(names, 1)}
    return Hand(
        hand=number,
        variant="holdem",
        small_blind=BIG_BLIND // 2,
        big_blind=BIG_BLIND,
        button=seat_of[order[-1]],
        seats=[Seat(seat=seat_of[name], player=name, stack=STACK) for name in order],
        hole=holes,
        streets=streets,
        board=board[:shown],
        returned=returned,
        collected=collected,
    )


def _street(
    street: str, order: Sequence[str], inside: list[str], put: dict[str, int], chance: Random
) -> tuple[list[Action], dict[str, Decimal]]:
    """Play a betting turn; take out who folds; return what nobody matched, if all others fold."""
    actions: list[Action] = []
    in_turn = dict.fromkeys(order, 0)
    speaking = [name for name in order if name in inside]
    level = 0
    if street == "preflop":
        level = BIG_BLIND
        in_turn[order[0]], in_turn[order[1]] = BIG_BLIND // 2, BIG_BLIND
        put[order[0]], put[order[1]] = BIG_BLIND // 2, BIG_BLIND
        speaking = [*order[2:], *order[:2]]
    elif chance.random() < 0.5:  # a coin
        better = speaking[0]
        level = BIG_BLIND * chance.randint(1, 4)
        actions.append(Action(player=better, action="bet", amount=level))
        in_turn[better] = level
        put[better] += level
        speaking = speaking[1:]
    for name in speaking:
        missing = level - in_turn[name]
        if len(inside) == 1:
            break
        if not missing:
            actions.append(Action(player=name, action="check"))
        elif chance.random() < 0.4:  # two in five give up
            actions.append(Action(player=name, action="fold"))
            inside.remove(name)
        else:
            actions.append(Action(player=name, action="call", amount=missing))
            in_turn[name] = level
            put[name] += missing
    if len(inside) > 1:
        return actions, {}
    (last,) = inside
    others = max(amount for name, amount in in_turn.items() if name != last)
    excess = in_turn[last] - others
    return actions, {last: Decimal(excess)} if excess else {}


# --- roulette -----------------------------------------------------------------------------------


def _roulette(place: str, chance: Random) -> Iterator[tuple[Payload, str | None]]:
    yield (
        TableOpened(
            profile=PROFILE,
            game="roleta_americana",
            options={"roda": "francesa37"},
            currency=CURRENCY,
            records=RECORDS,
        ),
        None,
    )
    for number in range(1, COUPS_A_TABLE + 1):
        for payload in _coup(chance):
            yield payload, _round(place, number)


def _coup(chance: Random) -> Iterator[Payload]:
    landed = chance.randrange(37)
    yield RoundOpened()
    yield BetsOpened()
    won: list[tuple[int, Payout]] = []
    for bet in range(1, BETS + 1):
        tipo, which = what = chance.choice(CHANCES)
        seat, amount = chance.randint(1, 7), chance.randrange(1, 100) * 100
        yield BetPlaced(
            bet=bet,
            seat=seat,
            player=f"PT-{chance.randint(1, 5_000):07}",
            chance=tipo,
            selection=which or None,
            amount=amount,
        )
        if back := RETURNS[what][landed]:
            prize = Payout(
                seat=seat, bets=(bet,), amount=amount * (back - 1), stake_returned=amount
            )
            won.append((payment_order(tipo), prize))
    yield BallLaunched()
    yield BetsClosed()
    yield BallLanded(number=landed)
    for _, prize in sorted(won, key=itemgetter(0)):
        yield prize
    yield RoundClosed()
