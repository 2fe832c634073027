"""Faults of the bets: against the place, too many, too late, not taken by the table (R8, R21)."""

from collections.abc import Mapping
from typing import Final

from ledger.events.base import Chips
from ledger.events.rounds import BetWithdrawn
from ops.simulator.games.bacara.punto_banco.faults.rigged import (
    Fault,
    lay,
    lay_and_deal,
    ponto_wins,
)
from ops.simulator.games.bacara.punto_banco.game import PuntoBanco
from ops.simulator.games.bacara.punto_banco.rules import BANCA, EMPATE, PONTO, TIMES
from ops.simulator.games.bacara.punto_banco.table import MINIMUM, STANDING, Bet, Coup, Player
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

WRONG_BET: Final = 900
"""The number of a bet that is none of the coup's own."""
STANDING_MOST: Final = {"simples": 8, "dupla": 12}
"""R21: eight at a single table, six at each of two boards."""


def _standing(table: PuntoBanco, count: int) -> list[Player]:
    """Return so many who stand, newcomers among them; they go after the coup."""
    ranks = range(STANDING, STANDING + count)
    known = {rank: table.players.get(rank) for rank in ranks}
    return [player or table.newcomer(rank) for rank, player in known.items()]


def _against(table: PuntoBanco, coup: Coup) -> bool:
    """Let a player who stands bet against the place's own bet (R21)."""
    (own,) = lay(table, coup, PONTO)
    (other,) = _standing(table, 1)
    bets = [bet for bet in coup.bets if bet.seat != own.seat or bet is own]
    bet = Bet(other, own.seat, BANCA, MINIMUM[BANCA])
    coup.bets = table.within([*bets, bet], [own, bet])
    bet.number = WRONG_BET
    table.note(coup, "PB-CONTRA", bet, facts={"fact": "contra"})
    return True


def _crowd(table: PuntoBanco, coup: Coup) -> bool:
    """Let more players bet standing than the table allows (R21)."""
    player = table.seated()[0]
    own = Bet(player, player.seat, PONTO, MINIMUM[PONTO])
    people = _standing(table, STANDING_MOST[table.mesa] + 1)
    added = [Bet(one, own.seat, PONTO, MINIMUM[PONTO]) for one in people]
    coup.bets = [own, *added]
    for number, bet in enumerate(coup.bets, 1):
        bet.number = number
    table.note(coup, "PB-CONTRA", coup.bets[-1], facts={"fact": "em_pe"})
    return True


CROWDS: Final[Mapping[str, Fault]] = {
    "bet-against-the-place": Wrong(fits=_against),
    "too-many-standing": Wrong(fits=_crowd),
}


def _late_bet(table: PuntoBanco, coup: Coup) -> Bet:
    """Return a bet on ponto, which wins, that is laid too late; plant it."""
    lay_and_deal(table, coup, ponto_wins, EMPATE)
    player = table.seated()[0]
    late = Bet(player, player.seat, PONTO, MINIMUM[PONTO], number=WRONG_BET, late=True)
    table.note(coup, "BET-LATE", late, due=0, paid=late.amount)
    return late


def _with_late(table: PuntoBanco, coup: Coup) -> bool:
    """Let a bet be laid too late, and pushed back."""
    _late_bet(table, coup)
    return True


def _refuse_late(table: PuntoBanco, coup: Coup) -> Telling:
    """Lay that bet, and push it back."""
    player = table.seated()[0]
    late = Bet(player, player.seat, PONTO, MINIMUM[PONTO], number=WRONG_BET)
    yield table.put(late, late.amount, coup.name)
    yield table.say(BetWithdrawn(bet=late.number, cause="late"), coup.name)


def _with_late_paid(table: PuntoBanco, coup: Coup) -> bool:
    """Let a bet be laid too late, play and be paid."""
    late = _late_bet(table, coup)
    coup.bets.append(late)
    table.note(coup, "PAY-DIFF", late, due=late.amount, paid=2 * late.amount)
    return True


def _under_minimum(table: PuntoBanco, coup: Coup) -> bool:
    """Let a bet be less than the minimum."""
    (bet,) = lay(table, coup, PONTO)
    bet.amount = MINIMUM[PONTO] - 5 * table.rng.randint(1, 20)
    table.note(coup, "BET-MIN", bet, due=MINIMUM[PONTO], paid=bet.amount)
    return True


def _chips_differ(table: PuntoBanco, coup: Coup) -> bool:
    """Let a bet's chips be worth more than its amount."""
    (bet,) = lay(table, coup, PONTO)
    bet.chips = Chips(count=3, value=bet.amount)
    table.note(coup, "BET-MULT", bet)
    return True


def _unknown_chance(table: PuntoBanco, coup: Coup) -> bool:
    """Let a bet lie on a chance that the game does not have."""
    (bet,) = lay(table, coup, PONTO)
    bet.tipo = "par_qualquer"
    table.note(coup, "RES-IMPOSS", bet, due=0, paid=bet.amount)
    return True


def _give_back(table: PuntoBanco, coup: Coup) -> Telling:
    """Give that bet back."""
    for bet in coup.bets:
        if bet.tipo not in TIMES:
            yield table.pay([bet], 0, bet.amount, coup.name)


BETS: Final[Mapping[str, Fault]] = {
    "late-bet-refused": Wrong(fits=_with_late, does={"closed": _refuse_late}),
    "late-bet-paid": Wrong(fits=_with_late_paid),
    "under-minimum": Wrong(fits=_under_minimum),
    "chips-differ": Wrong(fits=_chips_differ),
    "unknown-chance": Wrong(fits=_unknown_chance, does={"settled": _give_back}),
}
