"""Faults that every game against a house hand can have: openings, players chosen, payments."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ledger.events.rounds import Collection
from ops.simulator.games.house_cards.jogada import Jogada, Player, Prizes
from ops.simulator.games.house_cards.seated import Seated
from ops.simulator.kit.cards import DECK
from ops.simulator.parties.fault import Instead, Wrong
from ops.simulator.parties.party import Telling

Fault = Wrong[Any, Any]
NOTHING: Final[Prizes] = (0, 0)


# --- openings ------------------------------------------------------------------------------------


def opening(reopens: Callable[[Any], Mapping[str, Any]]) -> Fault:
    """Return a fault of the opening: in no jogada is it made."""
    return Wrong(ready=lambda _: False, reopens=reopens)


def opened_wrongly(table: Seated[Any]) -> dict[str, Any]:
    """Return the wrong options of an opening, and plant their findings."""
    place = table.where.place
    for code, (fault, fields) in table.still_wrong.items():
        table.plant(fault, code, place=place, may=True, **fields)
    options: dict[str, Any] = {}
    for fault in dict.fromkeys(table.faults[at] for at in sorted(table.faults)):
        wrong = table.WRONGS.get(fault)
        if wrong is not None and wrong.reopens is not None:
            table.faults = {at: one for at, one in table.faults.items() if one != fault}
            options |= wrong.reopens(table)
    return options


def note_opening(table: Seated[Any], fault: str, code: str, **more: Any) -> None:
    """Plant a finding of an opening."""
    place = table.where.place
    table.plant(fault, code, place=place, id=f"{place}/{fault}", **more)


# --- players -------------------------------------------------------------------------------------


def choose(table: Seated[Any], jogada: Jogada, players: Sequence[Player]) -> bool:
    """Choose the fault's target among players; tell whether there is one."""
    if players:
        jogada.target = table.rng.choice(players)
    return bool(players)


def with_anybody(table: Seated[Any], jogada: Jogada) -> bool:
    """Choose any player."""
    return choose(table, jogada, jogada.players)


def with_quitter(table: Seated[Any], jogada: Jogada) -> bool:
    """Choose a player who gives up."""
    return choose(table, jogada, [one for one in jogada.players if not one.goes])


def with_chip(table: Seated[Any], jogada: Jogada) -> bool:
    """Choose a player with a chip on the jackpot."""
    return choose(table, jogada, [one for one in jogada.players if one.jackpot])


def without_chip(table: Seated[Any], jogada: Jogada) -> bool:
    """Choose a player without a chip on the jackpot."""
    return choose(table, jogada, [one for one in jogada.players if not one.jackpot])


def take_chips_off(jogada: Jogada) -> None:
    """Let nobody bet on the jackpot."""
    for player in jogada.players:
        player.jackpot = False


def deal_pair(
    table: Seated[Any], jogada: Jogada, mine: Sequence[str], bank: Sequence[str]
) -> Player:
    """Give a player and the house these cards, and the others what is left; return the player."""
    player = table.rng.choice(jogada.players)
    left = [card for card in DECK if card not in {*bank, *mine}]
    table.rng.shuffle(left)
    for one in jogada.players:
        one.cards, left = left[: len(mine)], left[len(mine) :]
    jogada.bank, player.cards, player.goes = list(bank), list(mine), True
    return player


def hands(*names: str) -> Mapping[str, Instead[Any, Any]]:
    """Let these combinations be dealt to players who bet on the jackpot."""
    return {"hands": lambda _table, _jogada, _right: names}


def leave_a_seat(table: Seated[Any], jogada: Jogada) -> Telling:
    """Let a guest go where no seat is free."""
    del jogada
    if len(table.guests) == table.PLACES:
        yield table.leave(table.rng.choice(sorted(table.guests)))


def free_seat(table: Seated[Any]) -> int:
    """Return the first free seat."""
    return min({*range(1, table.PLACES + 1)} - set(table.guests))


def nothing(table: Seated[Any], jogada: Jogada, right: Telling) -> Telling:
    """Leave the right events untold."""
    del table, jogada, right
    yield from ()


# --- payments ------------------------------------------------------------------------------------


def paying(code: str, wrong: Callable[[Any, Player, Prizes], Prizes]) -> Mapping[str, Any]:
    """Pay the target other prizes than are due."""

    def pay(table: Seated[Any], jogada: Jogada, right: Telling) -> Telling:
        del right
        player = jogada.at
        owed = jogada.due().get(player.seat)
        prizes = wrong(jogada, player, owed or NOTHING)
        due = 0 if owed is None else sum(owed) + player.staked
        table.note(jogada, code, due, sum(prizes) + player.staked)
        return table.pay_or_take(player, prizes, jogada.name)

    return {"payment": pay}


def too_much(_: Jogada, player: Player, right: Prizes) -> Prizes:
    """Return prizes with the second bet paid once more."""
    return right[0], right[1] + player.second


def too_little(_: Jogada, player: Player, right: Prizes) -> Prizes:
    """Return prizes that lack a fifth of the second bet."""
    return right[0], right[1] - player.second // 5


def stakes_alone(_jogada: Jogada, _player: Player, _right: Prizes) -> Prizes:
    """Return no prizes: the stakes go back."""
    return NOTHING


def not_paying(code: str, *, swept: bool = False) -> Mapping[str, Any]:
    """Pay nothing for either bet, so that each is a finding of its own; sweep them, or not."""

    def pay(table: Seated[Any], jogada: Jogada, right: Telling) -> Telling:
        del right
        player = jogada.at
        prizes = jogada.due()[player.seat]
        stakes = player.stake, player.second
        for bet, prize, stake in zip(player.main, prizes, stakes, strict=True):
            table.note(jogada, code, prize + stake, 0, bet)
        if swept:
            yield table.collect(player, jogada.name)

    return {"payment": pay}


def _to_another_seat(table: Seated[Any], jogada: Jogada, right: Telling) -> Telling:
    """Pay the target's prizes to another seat."""
    del right
    player = jogada.at
    assert jogada.fault is not None
    prize = sum(jogada.due()[player.seat])
    other = table.rng.choice([seat for seat in table.guests if seat != player.seat])
    due = {"due": 0, "paid": prize + player.staked}
    table.plant(jogada.fault, "PAY-DIFF", jogada.name, seat=other, **due)
    yield table.pay(player, player.main, prize, player.staked, jogada.name, other)


TO_ANOTHER_SEAT: Final[Mapping[str, Instead[Any, Any]]] = {"payment": _to_another_seat}


def taking_second(code: str) -> Mapping[str, Any]:
    """Collect the target's second bet, and pay the first one alone."""

    def pay(table: Seated[Any], jogada: Jogada, right: Telling) -> Telling:
        del right
        player = jogada.at
        second = player.bets[table.GOES_ON_BY[0]]
        table.note(jogada, code, player.second, 0, second)
        taken = Collection(amount=player.second, bets=(second,), seat=player.seat)
        yield table.say(taken, jogada.name)
        first = (player.bets["inicial"],)
        yield table.pay(player, first, player.stake, player.stake, jogada.name)

    return {"payment": pay}


# --- bets, and jogadas that are void -------------------------------------------------------------


def note_limit(code: str, limit: Callable[[Any, Player], int]) -> Callable[[Any, Any], Telling]:
    """Return a deed that plants a first bet outside a limit."""

    def note(table: Seated[Any], jogada: Jogada) -> Telling:
        player = jogada.at
        table.note(jogada, code, limit(table, player), player.stake, player.bets["inicial"])
        yield from ()

    return note


def note_second(code: str) -> Callable[[Any, Any], Telling]:
    """Return a deed that plants a second bet that is not twice the first one."""

    def note(table: Seated[Any], jogada: Jogada) -> Telling:
        player = jogada.at
        table.note(jogada, code, 2 * player.stake, player.second)
        yield from ()

    return note


def note_played_on(code: str) -> Callable[[Any, Any], Telling]:
    """Return a deed that plants a jogada that should have been void."""

    def note(table: Seated[Any], jogada: Jogada) -> Telling:
        assert jogada.fault is not None
        table.plant(jogada.fault, code, jogada.name, due=table.laid, paid=table.given)
        yield from ()

    return note


def keep_stake(table: Seated[Any], jogada: Jogada, right: Telling) -> Telling:
    """Keep the stake of the target in a void jogada."""
    del right
    player = jogada.at
    table.note(jogada, "VOID-REFUND", player.stake, 0, player.bets["inicial"])
    yield from ()
