"""One fact of a round blurred: left out, unreadable, or a word that nobody knows.

Rounds are those that the simulator's parties tell; a fact is of the outcome, of a hand, of a
decision or of somebody's identity, never money. What is gathered and judged again is one round, in
memory, with the table and the pool that it had.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, cast

from msgspec import Struct, structs

from ledger.events.base import BET_NUMBER_MAX, Payload
from ledger.events.bingo import BallDrawn, BingoClaimed, CardsSold, ClaimVerified
from ledger.events.jackpots import JackpotIncrement, PoolOpened
from ledger.events.outcomes import (
    Announcement,
    BallLanded,
    BallLaunched,
    CardBurned,
    CardDealt,
    CardExposed,
    CardsCollected,
    DiceRolled,
    ErrorNoted,
    HandShown,
    TileClaimed,
    TileDiscarded,
    TileDrawn,
    WallBuilt,
    WheelStopped,
)
from ledger.events.reviews import Approval, Correction
from ledger.events.rounds import (
    BancoCalled,
    BankShared,
    BankTaken,
    BetChanged,
    BetPlaced,
    BetsClosed,
    Decision,
    Payout,
    RoundOpened,
    TurnGiven,
)
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.money import MILLION
from ops.simulator.parties.party import Party, Place
from ops.simulator.parties.pools import Pool
from ops.simulator.parties.terminal import Ask, Said
from projections.base.event import Event, JudgedRound
from projections.gather import gathering_of
from projections.replay.record import PoolState, Record
from projections.replay.registry import Verdict, judge
from tests.helpers.casino import judged
from tests.helpers.nights import event_of

DAY = "2026-11-20"
START = datetime(2026, 11, 20, 20, tzinfo=UTC)

FACTS: Final[Mapping[type[Payload], Sequence[str]]] = {
    # the outcome
    BallLanded: ("number", "colour"),
    BallLaunched: ("by", "direction"),
    WheelStopped: ("section", "position", "direction", "by"),
    DiceRolled: ("dice", "by", "null", "first"),
    BallDrawn: ("number", "announced"),
    WallBuilt: ("order",),
    # hands
    CardDealt: ("card", "to", "seat", "index"),
    CardBurned: ("card",),
    CardExposed: ("card", "of", "seat", "index", "by"),
    CardsCollected: ("of", "seat", "cards", "by"),
    HandShown: ("cards", "said", "of", "seat"),
    TileDrawn: ("tile",),
    TileDiscarded: ("tile",),
    TileClaimed: ("claim", "tiles"),
    # decisions
    Decision: ("action",),
    BetPlaced: ("chance", "selection", "player", "by", "base"),
    BetChanged: ("chance", "selection"),
    BetsClosed: ("by",),
    BancoCalled: ("call",),
    TurnGiven: ("reason",),
    Announcement: ("what", "said", "seat", "by"),
    ErrorNoted: ("seat", "cards", "bet", "by"),
    BingoClaimed: ("shape", "series", "card", "seat", "player"),
    ClaimVerified: ("claim", "reason"),
    # identity
    RoundOpened: ("mao", "dealer", "banker", "shooter", "wind"),
    BankTaken: ("player", "via"),
    BankShared: ("player", "seat", "role"),
    PlayerSeated: ("player", "via"),
    PlayerLeft: ("player", "cause"),
    CardsSold: ("player",),
}
"""Kind to the fields that tell such a fact."""
IDENTITIES: Final = frozenset({"player", "by", "mao", "dealer", "banker", "shooter", "seat"})
"""Who somebody is can be left out; another name would tell of somebody else."""
ASSERTED: Final = frozenset({"null"})
"""Without it the event says something else: that the throw counts."""
DICE: Final = {"craps": 2}
"""How many dice a game has, where they are not three: of a die too many the others would tell of
another throw, and plainly."""
UNREADABLE: Final = "?"
UNKNOWN: Final = {"card": "1x", "cards": "1x", "tile": "zz", "tiles": "zz", "order": "zz"}
FACE: Final = 99
BEYOND: Final = {"base": BET_NUMBER_MAX, "card": 999_999}
"""Numbers that are no bet's of a round and no card's of a series."""


class Blur(Struct, frozen=True, kw_only=True):
    """A fact of a round as it is told instead."""

    index: int
    """Which of the round's events."""
    kind: str
    field: str
    how: str
    payload: Any
    seat: int | None
    """Whose fact it is; None: the table's."""

    def __str__(self) -> str:
        """Say what is blurred how."""
        return f"{self.kind}.{self.field} {self.how}"


def events_of(party: Party, rounds: int, day: str = DAY, start: datetime = START) -> list[Event]:
    """Return what a party tells of one day, as the ledger numbers it; counts need no approval."""
    told: list[Event] = []
    for telling in (party.prepare(), party.gaming_day(day, start, rounds)):
        for one in telling:
            if isinstance(one, Ask):
                one.granted = one.expected
            elif isinstance(one, Said):
                told.append(event_of(one, len(told) + 1))
    return told


def rounds_of(game: type[Party], seed: int, rounds: int, **more: Any) -> list[JudgedRound]:
    """Return the rounds of a party's day, each with its verdict."""
    where = Place(source="terminal", place="T-01", day=DAY, start=START, seed=seed)
    party = game(where, **more)
    told = [
        event
        for event in events_of(party, rounds)
        if not isinstance(event.payload, Approval | Correction)
    ]
    verdicts, _ = judged(told)
    last = {one.closed.round: one for one in verdicts}
    pool = getattr(party, "pool", None)
    if not isinstance(pool, Pool):
        return [*last.values()]
    return [_with_pool(one, pool.terms) for one in last.values()]


def _with_pool(one: JudgedRound, terms: PoolOpened) -> JudgedRound:
    """Return a round judged with the jackpot that its table feeds, which no event here opened."""
    offered = pool_of(one, terms)
    if offered is None:
        return one
    judged_anew = structs.replace(one, offered=offered)
    return structs.replace(judged_anew, verdict=verdict_of(judged_anew))


def verdict_of(
    one: JudgedRound, blur: Blur | tuple[Blur, ...] | None = None, *payments: Payload
) -> Verdict:
    """Gather and judge a round again, blurred, and with other payments than it had."""
    closed = one.closed
    events = [*closed.events]
    for each in (blur,) if isinstance(blur, Blur) else blur or ():
        old: Payload = events[each.index].payload
        told = structs.replace(old, **{each.field: getattr(each.payload, each.field)})
        events[each.index] = structs.replace(events[each.index], payload=told)
    paid = iter(payments)
    if payments:
        events = [
            structs.replace(event, payload=next(paid))
            if isinstance(event.payload, Payout)
            else event
            for event in events
        ]
    closed = structs.replace(closed, events=events)
    record = gathering_of(closed.game).record(closed, closed.options)
    assert record is not None
    return judge(_with(record, one.offered))


def _with(record: Record, offered: PoolState | None) -> Record:
    if offered is not None and "pool" in record.__struct_fields__:
        return structs.replace(record, pool=offered)
    return record


def blurs(one: JudgedRound) -> Iterator[Blur]:
    """Yield every way in which one fact of a round may be blurred."""
    for index, event in enumerate(one.closed.events):
        yield from _blurs_of(event, index, DICE.get(one.closed.game or "", 3))


def _blurs_of(event: Event, index: int, dice: int) -> Iterator[Blur]:
    payload = event.payload
    fields = FACTS.get(cast("type[Payload]", type(payload)), ())
    for name in fields:
        for how, value in _values(payload, name, dice):
            yield Blur(
                index=index,
                kind=event.kind.partition("/")[0],
                field=name,
                how=how,
                payload=structs.replace(payload, **{name: value}),
                seat=getattr(payload, "seat", None),
            )


def _values(payload: Payload, name: str, dice: int) -> Iterator[tuple[str, Any]]:
    """Yield the values that stand instead of a field's, each with how the fact is blurred."""
    value = getattr(payload, name)
    (info,) = (one for one in structs.fields(type(payload)) if one.name == name)
    absent = info.default
    if value is None or value == ():
        return
    if absent is not structs.NODEFAULT and value != absent and name not in ASSERTED:
        yield "absent", absent
    if name in IDENTITIES:
        return
    if isinstance(value, str):
        yield "unreadable", UNREADABLE
        yield "unknown", UNKNOWN.get(name, "zz")
    elif isinstance(value, int):
        yield "unknown", BEYOND.get(name, FACE)
    elif isinstance(value, tuple):
        parts = cast("tuple[Any, ...]", value)
        for place, part in enumerate(parts):
            if name != "dice" or len(parts) <= dice:
                yield "short", (*parts[:place], *parts[place + 1 :])
            if isinstance(part, str):
                yield "unreadable", (*parts[:place], UNREADABLE, *parts[place + 1 :])
                yield "unknown", (*parts[:place], UNKNOWN[name], *parts[place + 1 :])
            else:
                yield "unknown", (*parts[:place], FACE, *parts[place + 1 :])


def pool_of(one: JudgedRound, terms: PoolOpened) -> PoolState | None:
    """Return a table's jackpot as it was when a round's bets were closed; None if none was fed."""
    told: Iterator[Payload] = (event.payload for event in one.closed.events)
    fed = (each for each in told if isinstance(each, JackpotIncrement))
    first = next((each for each in fed if each.pool == terms.pool), None)
    if first is None:
        return None
    assert first.balance is not None
    assert first.residue is not None
    assert first.stake is not None
    before = first.balance * MILLION + first.residue - first.stake * terms.ppm
    return PoolState(
        pool=terms.pool,
        balance=before // MILLION,
        residue=before % MILLION,
        base=terms.base,
        ppm=terms.ppm,
        bet=terms.bet or 0,
        combinations={part.name: part.ppm for part in terms.combinations if part.ppm is not None},
        fixed={part.name: part.fixed for part in terms.combinations if part.fixed is not None},
        house_pays_fixed=terms.house_pays_fixed,
    )
