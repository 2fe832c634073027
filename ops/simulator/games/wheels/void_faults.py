"""Faults of whole coups, at any such table: rounds, null coups, voids."""

from typing import Final

from msgspec import structs

from ledger.events.rounds import BetPlaced, RoundOpened, RoundVoided
from ops.simulator.games.wheels.coup import PHYSICAL, Coup
from ops.simulator.games.wheels.faults import payout_of, with_bet, with_bets
from ops.simulator.games.wheels.table import CoupTable
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

# --- rounds --------------------------------------------------------------------------------------


def _stray(table: CoupTable, number: int) -> BetPlaced:
    bet = table.a_bet(table.someone())
    return BetPlaced(
        bet=number,
        seat=bet.seat,
        player=bet.player.name,
        chance=bet.tipo,
        selection=bet.selection or None,
        amount=bet.amount,
    )


def play_closed(table: CoupTable, coup: Coup) -> Telling:
    """Record a bet of a round that is over."""
    said = table.say(_stray(table, 990), coup.name)
    table.plant_round(coup, "RND-CLOSED", event=said.name)
    yield said


def open_twice(table: CoupTable, coup: Coup) -> Telling:
    """Open a round that is open."""
    said = table.say(RoundOpened(), coup.name)
    table.plant_round(coup, "RND-OPEN", event=said.name)
    yield said


def never_opened(table: CoupTable, coup: Coup) -> Telling:
    """Record a bet of a round that nobody opened."""
    assert coup.fault is not None
    name = f"{coup.name.rsplit('/', 1)[0]}/{90_000 + table.occasion}"
    said = table.say(_stray(table, 1), name)
    table.plant(coup.fault, "RND-OPEN", name, event=said.name)
    yield said


def foreign(table: CoupTable, coup: Coup) -> Telling:
    """Let another terminal record a bet of this table's round."""
    other = table.stranger
    assert other is not None
    other.day, other.now = table.terminal.day, table.terminal.now
    said = other.say(_stray(table, 991), coup.name)
    table.plant_round(coup, "RND-OWNER", event=said.name)
    yield said


# --- voids ---------------------------------------------------------------------------------------


def void_decided(table: CoupTable, coup: Coup) -> None:
    """Call a round void whose outcome stands, and give the stakes back."""
    coup.void = RoundVoided(cause="reclamação de um jogador")
    coup.payouts = table.refunds(coup)
    table.plant_round(coup, "VOID-BAD")
    for bet in coup.bets:
        table.plant_payment(coup, bet, bet.amount)


def without_outcome(table: CoupTable, coup: Coup) -> bool:
    """Let the round be called void before anything comes out."""
    coup.course = "failed"
    coup.void = RoundVoided(cause="demora")
    return with_bet(table, coup)


def note_void(table: CoupTable, coup: Coup) -> Telling:
    """Plant a void that has no ground."""
    table.plant_round(coup, "VOID-BAD")
    yield from ()


def refund_short(table: CoupTable, coup: Coup) -> None:
    """Give one stake of a void round back in part, or not at all."""
    bet = coup.at
    part = table.rng.choice((0, bet.amount // 2))
    at = payout_of(coup)
    if part:
        coup.payouts[at] = structs.replace(coup.payouts[at], stake_returned=part)
    else:
        del coup.payouts[at]
    table.plant_bet(coup, "VOID-REFUND", bet, due=bet.amount, paid=part)


def refund_twice(table: CoupTable, coup: Coup) -> None:
    """Give one stake of a void round back, and as much again from the tray."""
    bet = coup.at
    at = payout_of(coup)
    coup.payouts[at] = structs.replace(coup.payouts[at], amount=bet.amount)
    table.plant_bet(coup, "PAY-DIFF", bet, due=bet.amount, paid=2 * bet.amount)


def void_after_null(table: CoupTable, coup: Coup) -> bool:
    """Let a coup be null, and the round be closed on it."""
    coup.course = "null-void"
    coup.void = RoundVoided(cause="avaria")
    return with_bet(table, coup)


# --- outcomes and null coups --------------------------------------------------------------------


def note_impossible(table: CoupTable, coup: Coup) -> Telling:
    """Plant a result that cannot be."""
    table.plant_round(coup, "RES-IMPOSS")
    yield from ()


def with_second(table: CoupTable, coup: Coup) -> bool:
    """Let a number come, and another after it that is paid."""
    if not any(table.ordinary(bet) for bet in coup.bets) or table.is_zero(coup.result):
        return False
    coup.other = table.a_result()
    return coup.other != coup.result and with_bets(table, coup)


def pay_second(table: CoupTable, coup: Coup) -> None:
    """Pay by the number that came after the one that stands."""
    due = [(bet, table.due(bet, coup.other)) for bet in coup.bets]
    due.sort(key=lambda one: table.rank(one[0]))
    coup.payouts = [table.payout(bet, *paid) for bet, paid in due if any(paid)]
    for bet, paid in due:
        table.plant_payment(coup, bet, sum(paid))


def null_only(table: CoupTable, coup: Coup) -> bool:
    """Let the coup be null and not be played again."""
    coup.course = "null-only"
    coup.undecided = True
    return with_bets(table, coup)


def pay_null(table: CoupTable, coup: Coup) -> None:
    """Pay prizes though nothing was decided; stakes stay where they lie, or go with the prize."""
    code = table.NULL_PAID if coup.mode == PHYSICAL else "VOID-MISS"
    with_stakes = table.rng.randrange(2)
    for bet in sorted(coup.bets, key=table.rank):
        prize, back = table.due(bet, coup.result)
        if prize:
            back *= with_stakes
            coup.payouts.append(table.payout(bet, prize, back))
            table.plant_round(
                coup,
                code,
                seat=bet.seat,
                due=0,
                paid=prize + back,
                facts={"paid": [bet.number]},
            )


def note_not_repeated(table: CoupTable, coup: Coup) -> Telling:
    """Plant a null coup that was not played again, nor the round called void."""
    table.plant_round(coup, "VOID-MISS")
    yield from ()


# --- play online ---------------------------------------------------------------------------------


def played_online(table: CoupTable, coup: Coup) -> bool:
    """Let the coup be played online, which the game does not know."""
    del table
    coup.mode = "shared"
    return True


def note_online(table: CoupTable, coup: Coup) -> Telling:
    """Plant a round online."""
    table.plant_round(coup, "ONL-NONE")
    yield from ()


ROUNDS: Final = {
    "play-closed": Wrong(does={"after": play_closed}),
    "opened-twice": Wrong(does={"opened": open_twice}),
    "never-opened": Wrong(does={"after": never_opened}),
    "foreign-source": Wrong(does={"opened": foreign}),
}
VOIDS: Final = {
    "void-decided": Wrong(fits=with_bets, pays=void_decided),
    "void-no-ground": Wrong(fits=without_outcome, does={"decided": note_void}),
    "void-short": Wrong(fits=void_after_null, pays=refund_short),
    "void-twice": Wrong(fits=void_after_null, pays=refund_twice),
}
ONLINE: Final = {"online": Wrong(fits=played_online, does={"closed": note_online})}
"""Of a game that knows no play online."""
