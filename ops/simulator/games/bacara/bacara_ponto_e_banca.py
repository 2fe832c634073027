"""Nights at a table of bacará ponto e banca (Portaria 1/2017, Bacará ponto e banca)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from typing_extensions import override

from ops.simulator.games.bacara.punto_banco.faults.all import BY_HAND, FAULTS
from ops.simulator.games.bacara.punto_banco.faults.bets import WRONG_BET
from ops.simulator.games.bacara.punto_banco.faults.payments import opened
from ops.simulator.games.bacara.punto_banco.faults.rigged import Fault, lay
from ops.simulator.games.bacara.punto_banco.game import PuntoBanco
from ops.simulator.games.bacara.punto_banco.rules import EMPATE, MAXIMUM_TIMES, PAR_DA_BANCA, PONTO
from ops.simulator.games.bacara.punto_banco.table import MINIMUM, STANDING, Bet, Coup
from ops.simulator.parties.fault import Wrong

MAXIMUM: Final = {tipo: MAXIMUM_TIMES[tipo] * least for tipo, least in MINIMUM.items()}


# --- what can go wrong at this table alone -------------------------------------------------------


def _maximum_high(tipo: str) -> Fault:
    """Return the fault of a maximum that is higher than the rules allow (R8)."""
    high = MAXIMUM[tipo] + MINIMUM[tipo]
    more = {"facts": {"tipo": tipo}, "due": MAXIMUM[tipo], "paid": high}
    return opened({"maximos": {**MAXIMUM, tipo: high}}, "PB-R8", **more)


def _alone(table: PuntoBanco, coup: Coup, tipo: str) -> Bet:
    """Let a seated player bet on a chance, alone at his place; return the bet."""
    (bet,) = lay(table, coup, tipo)
    coup.bets = [one for one in coup.bets if one.seat != bet.seat or one is bet]
    return bet


def _over(tipo: str) -> Callable[[PuntoBanco, Coup], bool]:
    """Let a player lay more on a chance than the table takes."""

    def fits(table: PuntoBanco, coup: Coup) -> bool:
        bet = _alone(table, coup, tipo)
        bet.amount = MAXIMUM[tipo] + 5 * table.rng.randint(1, 500)
        table.note(coup, "BET-MAX", bet, due=MAXIMUM[tipo], paid=bet.amount)
        return True

    return fits


def _place_over(table: PuntoBanco, coup: Coup) -> bool:
    """Let two lay more on one place than the table takes (R21)."""
    bet, most = _alone(table, coup, PONTO), MAXIMUM[PONTO]
    bet.amount = most - MINIMUM[PONTO]
    standing = table.newcomer(STANDING)
    added = Bet(standing, bet.seat, PONTO, 3 * MINIMUM[PONTO], number=WRONG_BET)
    coup.bets.append(added)
    sums = {"due": most, "paid": bet.amount + added.amount}
    table.note(coup, "PB-CONTRA", added, facts={"fact": "maximo"}, **sums)
    return True


def _not_multiple(table: PuntoBanco, coup: Coup) -> bool:
    """Let a player lay no multiple of the table's unit."""
    bet = _alone(table, coup, PONTO)
    bet.amount += 3
    table.note(coup, "BET-MULT", bet)
    return True


OWN: Final[Mapping[str, Fault]] = {
    "maximum-too-high": _maximum_high(PONTO),
    "tie-maximum-too-high": _maximum_high(EMPATE),
    "over-maximum": Wrong(fits=_over(PONTO)),
    "pair-over-maximum": Wrong(fits=_over(PAR_DA_BANCA)),
    "place-over-maximum": Wrong(fits=_place_over),
    "not-a-multiple": Wrong(fits=_not_multiple),
}


class BacaraPontoEBanca(PuntoBanco):
    """A table of bacará ponto e banca: every chance has its limits (R8)."""

    GAME: ClassVar[str] = "bacara_ponto_e_banca"
    NULL_RULE: ClassVar[str] = "PB R34"
    WRONGS: ClassVar[Mapping[str, Wrong[Any, Any]]] = {**FAULTS, **OWN}
    FAULTS: ClassVar[tuple[str, ...]] = (*FAULTS, *OWN)
    BY_HAND: ClassVar[frozenset[str]] = BY_HAND

    @override
    def options(self) -> dict[str, Any]:
        return {
            "minimos": dict(MINIMUM),
            "maximos": dict(MAXIMUM),
            "multiplos": dict.fromkeys(MINIMUM, 5),
        }

    @override
    def within(self, bets: list[Bet], keep: Sequence[Bet] = ()) -> list[Bet]:
        """Leave bets out that would bring a place over the maximum (R21)."""
        laid: dict[tuple[int, str], int] = {}
        fitting: list[Bet] = []
        for bet in bets:
            total = laid.get((bet.seat, bet.tipo), 0) + bet.amount
            if bet in keep or total <= MAXIMUM[bet.tipo]:
                laid[bet.seat, bet.tipo] = total
                fitting.append(bet)
        return fitting
