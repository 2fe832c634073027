"""Faults around a hand of hold'em or Omaha: seats, caves, rests, sessions."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import structs

from ledger.events.base import Value
from ledger.events.seats import (
    DeadMoney,
    PlaceRequested,
    PlayerLeft,
    PlayerSeated,
    PlayerSessionEnded,
    PlayerSessionRestricted,
    PlayerWarned,
    StackDeclared,
)
from ledger.events.tables import CagnotteBoxCounted
from ops.simulator.games.poker.betting import Sitting
from ops.simulator.games.poker.holdem.table import Hand, HoldemTable
from ops.simulator.games.poker.payment_faults import EXTRA
from ops.simulator.games.poker.table import LEAST, MINIMUM, REPOSICAO, RESTS
from ops.simulator.parties.fault import Occasion, Wrong
from ops.simulator.parties.party import Telling

ONLINE: Final[Mapping[str, Value]] = {"@mode": "shared"}

# --- which tables can have them ------------------------------------------------------------------


def settled(table: HoldemTable) -> bool:
    """Tell whether everybody has played, and nobody rests."""
    return bool(table.mao) and all(one.played and not one.rested for one in table.sitting.values())


def settled_with_place(table: HoldemTable) -> bool:
    """Tell whether everybody has played, nobody rests, and a place is free."""
    return len(table.sitting) < table.PLACES and settled(table)


def settled_going_on(table: HoldemTable) -> bool:
    """Tell whether everybody has played, nobody rests, and no hand is repeated."""
    return settled(table) and not table.repeated and table.pending.fault is None


def with_mao(table: HoldemTable) -> bool:
    """Tell whether the last holder of the mão plays on and must pass the mão now."""
    return not table.repeated and any(one.seat == table.mao for one in table.playing())


def _plant(table: HoldemTable, occasion: Occasion, code: str, **more: Any) -> None:
    assert occasion.fault is not None
    table.plant(occasion.fault, code, table.now, **more)


# --- who sits there, with how much ---------------------------------------------------------------


def seat_eleventh(table: HoldemTable, occasion: Occasion) -> Telling:
    """Let somebody sit where the table has no place (R4 c)."""
    playing = table.playing()
    if len(playing) == table.PLACES:  # sintético's 28 cards are too few for twelve
        yield from table.leave(playing[-1].seat)
    seat = table.PLACES + 1
    yield from table.arrive(table.average(), "entry", seat)
    _plant(table, occasion, "NB-SEATS", seat=seat)


def seat_second(table: HoldemTable, occasion: Occasion) -> Telling:
    """Seat a second player at a taken place; the first player plays (R8)."""
    seat, name = table.playing()[-1].seat, table.newcomer()
    table.shared = seat, name
    yield table.say(PlayerSeated(seat=seat, player=name, via="list"))
    _plant(table, occasion, "NB-SEATS", seat=seat)


def crowded(table: HoldemTable) -> bool:
    """Tell whether more than enough play, everybody has played and nobody rests."""
    return settled(table) and len(table.playing()) > LEAST


def give_past_who_waits(table: HoldemTable, occasion: Occasion) -> Telling:
    """Give a vacant place to a newcomer, though a seated player had asked for it (R13 a)."""
    who = table.playing()[0]
    seat = min({*range(1, table.PLACES + 1)} - {*table.sitting})
    yield table.say(PlaceRequested(player=who.name, seat=seat, wish="change"))
    yield from table.arrive(table.average(), "entry", seat)
    yield table.say(PlaceRequested(player=who.name, wish="change", withdrawn=True))
    _plant(table, occasion, "NB-PLACE", seat=seat)


def change_table(table: HoldemTable, occasion: Occasion) -> Telling:
    """Let a player change table in the sessão with his cave before him (R11)."""
    player = max(table.playing(), key=lambda one: one.cave)
    yield from table.leave(player.seat, "change")
    _plant(table, occasion, "NB-PLACE", seat=player.seat)


def note_undrawn(table: HoldemTable, hand: Hand) -> Telling:
    """Plant that who was inscribed for the partida took a place without the draw (R9)."""
    last = max(table.sitting.values(), key=lambda one: one.came)
    table.note(hand, "NB-PLACE", last.seat)
    yield from ()


def expel(table: HoldemTable, occasion: Occasion) -> Telling:
    """Tell a player to leave the table (R46), who plays the next hand all the same."""
    player = table.playing()[-1]
    table.shared = player.seat, player.name
    yield table.say(PlayerWarned(seat=player.seat, cause="conduct", expelled=True))
    _plant(table, occasion, "NB-OUT", seat=player.seat)


def see_off(table: HoldemTable, occasion: Occasion) -> Telling:
    """Let the player go who had to."""
    del occasion
    if table.shared[0] in table.sitting:
        yield from table.leave(table.shared[0], "expelled")


def part(table: HoldemTable, occasion: Occasion) -> Telling:
    """Let the second player of a shared place go, and count the first player's chips."""
    del occasion
    seat, name = table.shared
    yield table.say(PlayerLeft(seat=seat, player=name, cause="own"))
    first = table.sitting.get(seat)
    if first is not None:
        yield from _count(table, first, first.cave)


def _count(table: HoldemTable, player: Sitting, cave: int) -> Telling:
    player.cave = cave
    yield table.say(StackDeclared(seat=player.seat, amount=cave, why="count"))


def enter_low(table: HoldemTable, occasion: Occasion) -> Telling:
    """Let somebody in with less than the average (R14)."""
    due = table.average()
    seat = min({*range(1, table.PLACES + 1)} - {*table.sitting})
    yield from table.arrive(due - MINIMUM, "entry", seat)
    _plant(table, occasion, "NB-CAVE", seat=seat, due=due, paid=due - MINIMUM)


def play_below(table: HoldemTable, occasion: Occasion) -> Telling:
    """Let somebody play on with less than the minimum (O8)."""
    player = table.players(table.next_mao())[3]
    yield from _count(table, player, MINIMUM - 100)
    _plant(table, occasion, "NB-CAVE", seat=player.seat, due=0, paid=100)


def make_poor(table: HoldemTable, occasion: Occasion) -> Telling:
    """Let a player have only two minimum bets before him."""
    del occasion
    yield from _count(table, table.players(table.next_mao())[3], 2 * MINIMUM)


def restore_oddly(table: HoldemTable, occasion: Occasion) -> Telling:
    """Let somebody add another sum than the operator fixed (O5)."""
    player, more = table.rng.choice(table.playing()), REPOSICAO // 3
    yield table.sell(player, more)
    player.cave += more
    yield table.say(
        StackDeclared(seat=player.seat, amount=player.cave, why="reposicao", added=more)
    )
    _plant(table, occasion, "NB-CAVE", seat=player.seat)


def note_other_start(table: HoldemTable, hand: Hand) -> Telling:
    """Plant a partida that somebody began with less than the others."""
    table.note(hand, "NB-CAVE", min(table.sitting), -1_000)
    yield from ()


def add_in_hand(table: HoldemTable, hand: Hand) -> Telling:
    """Let somebody add to his cave after the hand began (R48 e)."""
    player = hand.players[2]
    yield table.sell(player, REPOSICAO)
    player.cave += REPOSICAO
    player.before += REPOSICAO
    added = StackDeclared(seat=player.seat, amount=player.cave, why="reposicao", added=REPOSICAO)
    yield table.say(added, hand.name)
    table.note(hand, "NB-CAVE", player.seat, REPOSICAO)


def keep_mao(table: HoldemTable, occasion: Occasion, right: int) -> int:
    """Let the mão stay at its last place."""
    del right
    _plant(table, occasion, "NB-BTN", seat=table.mao)
    return table.mao


def short_box(table: HoldemTable, occasion: Occasion) -> Telling:
    """Let a part of the cagnotte not reach its box, when that is counted."""
    table.at_count = Occasion(occasion.fault, id=table.fault_id)
    yield from ()


def count_less(
    table: HoldemTable, occasion: Occasion, right: CagnotteBoxCounted
) -> CagnotteBoxCounted:
    """Count less in the box of the cagnotte than was taken."""
    assert occasion.fault is not None
    due, paid = right.amount, right.amount - EXTRA
    where = table.where.place
    table.plant(occasion.fault, "NB-RAKE-BOX", place=where, due=due, paid=paid, id=occasion.id)
    table.at_count = Occasion(None)
    return structs.replace(right, amount=paid)


# --- who rests -----------------------------------------------------------------------------------


def rest_for_one(table: HoldemTable, occasion: Occasion) -> Telling:
    """Let the player of the next grande aposta rest for a hand; his fault follows."""
    yield from _rest(table, occasion, 1)


def rest_for_three(table: HoldemTable, occasion: Occasion) -> Telling:
    """Let the player of the next grande aposta rest for a hand too many (R47)."""
    yield from _rest(table, occasion, RESTS + 1)


def _rest(table: HoldemTable, occasion: Occasion, hands: int) -> Telling:
    player = table.players(table.next_mao())[1]
    table.pending = Occasion(occasion.fault, id=table.fault_id)
    yield from table.rest(player, hands)


def note_long_rest(table: HoldemTable, pending: Occasion) -> Telling:
    """Plant that somebody rests for a third hand."""
    for seat, player in table.sitting.items():
        if player.away and player.rested >= RESTS and table.pending is pending:
            _plant(table, pending, "NB-REST", seat=seat, id=pending.id)
            table.pending = Occasion(None)
    yield from ()


def come_back_with_less(table: HoldemTable, pending: Occasion) -> Telling:
    """Let somebody come back with less than he left with; that shows in the hand to come."""
    player = table.back[0]
    table.pending = Occasion(None)
    yield from _count(table, player, player.cave - MINIMUM)
    table.findings.append(
        {
            "fault": pending.fault,
            "code": "NB-CAVE",
            "seat": player.seat,
            "due": MINIMUM,
            "paid": 0,
            "id": pending.id,
        }
    )


def make_nothing_good(table: HoldemTable, pending: Occasion, right: DeadMoney) -> DeadMoney:
    """Let somebody not make good the forced bets that he missed (O18)."""
    sums = {"due": right.amount, "paid": 0}
    _plant(table, pending, "NB-BLIND", seat=right.seat, id=pending.id, **sums)
    table.pending = Occasion(None)
    return structs.replace(right, amount=0)


# --- online --------------------------------------------------------------------------------------


def end_without_history(table: HoldemTable, hand: Hand) -> Telling:
    """Let a session end whose history lacks a hand (O71)."""
    yield from _session(table, hand, "ONL-HIST", by="player", cause="own", history=11)


def end_by_house(table: HoldemTable, hand: Hand) -> Telling:
    """End a session without a ground (O73)."""
    yield from _session(table, hand, "ONL-EXCL", by="operator", cause="winning", history=12)


def _session(table: HoldemTable, hand: Hand, code: str, **more: Any) -> Telling:
    name = f"{table.badge}-s{table.occasion}"
    ended = PlayerSessionEnded(
        player=hand.players[0].name, session=name, rounds=12, staked=0, won=0, **more
    )
    yield table.say(ended, hand.name)
    table.note(hand, code)


def restrict(table: HoldemTable, hand: Hand) -> Telling:
    """Restrict a player without an accredited diagnosis (O72)."""
    yield table.say(PlayerSessionRestricted(player=hand.players[0].name, cause="jogo"), hand.name)
    table.note(hand, "ONL-EXCL")


def opened_with(options: Mapping[str, Value]) -> Any:
    """Return a function that reopens the table with these options; ``@`` marks other settings."""

    def reopens(table: HoldemTable) -> Mapping[str, Value]:
        del table
        return options

    return reopens


SEATS: Final[Mapping[str, Wrong]] = {
    "mao-stays": Wrong(ready=with_mao, instead={"mao": keep_mao}),
    "seat-too-many": Wrong(ready=settled, does={"before": seat_eleventh}),
    "seat-shared": Wrong(ready=settled, does={"before": seat_second, "after": part}),
    "place-past-the-wish": Wrong(ready=settled_with_place, does={"before": give_past_who_waits}),
    "table-changed": Wrong(ready=crowded, does={"before": change_table}),
    "place-undrawn": Wrong(reopens=opened_with({"@undrawn": True}), does={"opened": note_undrawn}),
    "expelled-plays-on": Wrong(ready=settled, does={"before": expel, "after": see_off}),
    "low-entry": Wrong(ready=settled_with_place, does={"before": enter_low}),
    "chips-in-hand": Wrong(does={"forced": add_in_hand}),
    "back-with-less": Wrong(
        ready=settled_going_on, does={"before": rest_for_one, "back": come_back_with_less}
    ),
    "below-minimum": Wrong(ready=settled, does={"before": play_below}),
    "odd-reposicao": Wrong(ready=settled, does={"before": restore_oddly}),
    "other-start": Wrong(reopens=opened_with({"@start": 1}), does={"opened": note_other_start}),
    "long-rest": Wrong(
        ready=settled_going_on, does={"before": rest_for_three, "hand": note_long_rest}
    ),
}
"""Faults of places, caves and rests."""
OWED_UNPAID: Final = Wrong(
    ready=settled_going_on, does={"before": rest_for_one}, instead={"made-good": make_nothing_good}
)
BOX_SHORT: Final = Wrong(does={"before": short_box}, instead={"count": count_less})
SESSIONS: Final[Mapping[str, Wrong]] = {
    "history-short": Wrong(reopens=opened_with(ONLINE), does={"opened": end_without_history}),
    "session-ended": Wrong(reopens=opened_with(ONLINE), does={"opened": end_by_house}),
    "restricted": Wrong(reopens=opened_with(ONLINE), does={"opened": restrict}),
}
"""Faults of players' sessions online."""
