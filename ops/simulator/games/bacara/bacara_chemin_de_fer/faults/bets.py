"""Faults of the bets, of bancô, and of who has the ponto's cards (R10 to R36)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from ledger.events.base import Payload
from ledger.events.rounds import BancoCalled, BetWithdrawn
from ops.simulator.games.bacara.bacara_chemin_de_fer.coup import MINIMUM, STANDING, Coup, Stake
from ops.simulator.games.bacara.bacara_chemin_de_fer.faults.choice import covered, with_cards
from ops.simulator.games.bacara.bacara_chemin_de_fer.table import CheminDeFerTable
from ops.simulator.parties.fault import Deed, Wrong
from ops.simulator.parties.party import Telling

ODD: Final = 250
"""By which a stake is no multiple of the minimum."""

Fault = Wrong[CheminDeFerTable, Coup]


def _target(coup: Coup) -> Stake:
    assert coup.target is not None
    return coup.target


def _again(table: CheminDeFerTable, coup: Coup) -> None:
    """Cover the bets again, and give the cards to the player to whom they belong now."""
    table.cover(coup)
    table.give_cards(coup)


# --- which coups fit -----------------------------------------------------------------------------


def _overflows(table: CheminDeFerTable, coup: Coup) -> bool:
    """Let the last bet alone be as large as the bank."""
    one = coup.stakes[-1]
    one.line, one.amount = False, -(-table.bank.capital // MINIMUM) * MINIMUM
    _again(table, coup)
    return sum(one.plays for one in coup.stakes) > table.bank.capital


def _odd(table: CheminDeFerTable, coup: Coup) -> bool:
    """Let the first bet be no multiple of the minimum."""
    coup.target = coup.stakes[0]
    coup.target.line, coup.target.amount = False, MINIMUM + ODD
    _again(table, coup)
    return True


def _laid_in(means: str) -> Callable[[CheminDeFerTable, Coup], bool]:
    """Let the first bet be laid otherwise than in chips or money."""

    def fits(table: CheminDeFerTable, coup: Coup) -> bool:
        del table
        coup.target = coup.stakes[0]
        coup.target.means = means
        return True

    return fits


def _banker_bets(table: CheminDeFerTable, coup: Coup) -> bool:
    """Let the banker bet against his own bank."""
    banker = table.players[table.bank.banker]
    coup.target = Stake(banker, MINIMUM, void=True)
    coup.stakes.append(coup.target)
    return True


def _lower_holds(table: CheminDeFerTable, coup: Coup) -> bool:
    """Give the cards to a player who bets less than half of the bank, and less than another."""
    right = coup.holder
    lower = [
        one
        for one in coup.stakes
        if one.covered and one.player is not right and one.player.seat < STANDING
        if 2 * one.plays < table.bank.capital
    ]
    if right is None or not lower or right.seat >= STANDING:
        return False
    coup.target = lower[0]
    coup.holder = lower[0].player
    return True


def _two_banco(table: CheminDeFerTable, coup: Coup) -> bool:
    """Let two call bancô, and the farther have the cards."""
    pontos = sorted({one.player.seat for one in coup.stakes}, key=table.rank)
    pontos = [seat for seat in pontos if seat != table.bank.with_table]
    if len(pontos) < 2:  # two must call
        return False
    capital = table.bank.capital
    near, far = (Stake(table.players[seat], capital, form="banco") for seat in pontos[:2])
    coup.stakes, coup.banco = [near, far], near
    _again(table, coup)
    coup.target, coup.holder = far, far.player
    return True


def _short_banco(table: CheminDeFerTable, coup: Coup) -> bool:
    """Let the first bettor call bancô with half of the bank."""
    one = coup.stakes[0]
    if one.player.seat == table.bank.with_table:
        return False
    one.line, one.form = False, "banco"
    one.amount = table.bank.capital // MINIMUM // 2 * MINIMUM
    coup.stakes, coup.banco, coup.target = [one], one, one
    _again(table, coup)
    return True


# --- what is told --------------------------------------------------------------------------------


def _note(
    code: str, more: Callable[[CheminDeFerTable, Stake], Mapping[str, Any]]
) -> Deed[CheminDeFerTable, Coup]:
    """Return a deed that plants the fault at the target's seat, with these fields besides."""

    def note(table: CheminDeFerTable, coup: Coup) -> Telling:
        one = _target(coup)
        table.note(coup, code, seat=one.player.seat, **more(table, one))
        yield from ()

    return note


def _at_seat(table: CheminDeFerTable, one: Stake) -> Mapping[str, Any]:
    del table, one
    return {}


def _bet(table: CheminDeFerTable, one: Stake) -> Mapping[str, Any]:
    del table
    return {"bet": one.number}


def _whole_bet(table: CheminDeFerTable, one: Stake) -> Mapping[str, Any]:
    del table
    return {"bet": one.number, "due": 0, "paid": one.amount}


def _of_bank(table: CheminDeFerTable, one: Stake) -> Mapping[str, Any]:
    return {"due": table.bank.capital, "paid": one.plays}


def _note_overflow(table: CheminDeFerTable, coup: Coup) -> Telling:
    """Plant that more is laid than the bank covers."""
    laid = sum(one.plays for one in coup.stakes)
    table.note(coup, "CF-BANK", due=table.bank.capital, paid=laid)
    yield from ()


def _leave_overflow(table: CheminDeFerTable, coup: Coup, cuts: list[Payload]) -> list[Payload]:
    """Take nothing off."""
    del table, coup, cuts
    return []


def _call_com_a_mesa(table: CheminDeFerTable, coup: Coup) -> Telling:
    """Let the target call bancô com a mesa, for which he bets too little (R32)."""
    one = _target(coup)
    table.note(coup, "CF-BANCO", seat=one.player.seat)
    call = BancoCalled(seat=one.player.seat, call="com_a_mesa", bet=one.number)
    yield table.say(call, coup.name)


def _lay_late(table: CheminDeFerTable, coup: Coup) -> Telling:
    """Lay a bet after the call."""
    late = Stake(_target(coup).player, MINIMUM, void=True)
    coup.stakes.append(late)
    yield table.put(coup, late)
    bet = {"seat": late.player.seat, "bet": late.number}
    table.note(coup, "BET-LATE", **bet, due=0, paid=late.amount)


def _withdraw_late(table: CheminDeFerTable, coup: Coup) -> Telling:
    """Take a bet back after the call."""
    number = _target(coup).number
    table.note(coup, "BET-LATE", bet=number)
    yield table.say(BetWithdrawn(bet=number, cause="own"), coup.name)


def _laid(
    fits: Callable[[CheminDeFerTable, Coup], bool], deed: Deed[CheminDeFerTable, Coup]
) -> Fault:
    return Wrong(ready=with_cards, fits=fits, does={"laid": deed})


BETS: Final[Mapping[str, Fault]] = {
    "overflow-left": Wrong(
        ready=with_cards,
        fits=_overflows,
        does={"laid": _note_overflow},
        instead={"cuts": _leave_overflow},
    ),
    "odd-stake": _laid(_odd, _note("CF-BANK", _bet)),
    "verbal-bet": _laid(_laid_in("verbal"), _note("CF-BANK", _whole_bet)),
    "cheque-bet": _laid(_laid_in("cheque"), _note("CREDIT", _whole_bet)),
    "banker-bets": _laid(_banker_bets, _note("CF-BANK", _whole_bet)),
    "late-bet": Wrong(ready=with_cards, fits=covered, does={"closed": _lay_late}),
    "late-withdrawal": Wrong(ready=with_cards, fits=covered, does={"closed": _withdraw_late}),
    "mesa-with-too-little": _laid(_lower_holds, _call_com_a_mesa),
    "banco-to-the-farther": _laid(_two_banco, _note("CF-BANCO", _at_seat)),
    "banco-short": _laid(_short_banco, _note("CF-BANCO", _of_bank)),
    "cards-to-a-lower-bet": _laid(_lower_holds, _note("CF-HAND", _at_seat)),
}
