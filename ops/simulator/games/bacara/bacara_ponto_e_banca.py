"""Nights at a table of bacará ponto e banca (Portaria 1/2017, Bacará ponto e banca)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from typing_extensions import override

from ops.simulator.games.bacara.punto_banco.faulty import FaultyPuntoBanco
from ops.simulator.games.bacara.punto_banco.rules import EMPATE, MAXIMUM_TIMES, PAR_DA_BANCA, PONTO
from ops.simulator.games.bacara.punto_banco.table import MINIMUM, STANDING, Bet, Coup
from ops.simulator.parties.party import Telling

MAXIMUM: Final = {tipo: MAXIMUM_TIMES[tipo] * least for tipo, least in MINIMUM.items()}

MAXIMUM_HIGH: Final = "maximum-too-high"
TIE_MAXIMUM_HIGH: Final = "tie-maximum-too-high"
OVER_MAXIMUM: Final = "over-maximum"
PAIR_OVER_MAXIMUM: Final = "pair-over-maximum"
PLACE_OVER_MAXIMUM: Final = "place-over-maximum"
NOT_MULTIPLE: Final = "not-a-multiple"


class BacaraPontoEBanca(FaultyPuntoBanco):
    """A table of bacará ponto e banca: every chance has its limits (R8)."""

    GAME: ClassVar[str] = "bacara_ponto_e_banca"
    NULL_RULE: ClassVar[str] = "PB R34"
    FAULTS: ClassVar[tuple[str, ...]] = (
        *FaultyPuntoBanco.FAULTS,
        *(MAXIMUM_HIGH, TIE_MAXIMUM_HIGH, OVER_MAXIMUM, PAIR_OVER_MAXIMUM),
        *(PLACE_OVER_MAXIMUM, NOT_MULTIPLE),
    )

    @override
    def options(self) -> dict[str, Any]:
        return {
            "minimos": dict(MINIMUM),
            "maximos": dict(MAXIMUM),
            "multiplos": dict.fromkeys(MINIMUM, 5),
        }

    @override
    def within(self, bets: list[Bet], keep: Sequence[Bet] = ()) -> list[Bet]:
        """Leave out what would bring a place over the maximum (R21)."""
        laid: dict[tuple[int, str], int] = {}
        fitting: list[Bet] = []
        for bet in bets:
            total = laid.get((bet.seat, bet.tipo), 0) + bet.amount
            if bet in keep or total <= MAXIMUM[bet.tipo]:
                laid[bet.seat, bet.tipo] = total
                fitting.append(bet)
        return fitting

    @override
    def does(self) -> Mapping[str, Callable[[Any, str, str], Telling]]:
        return {**super().does(), **DOES}

    @override
    def options_for(self, fault: str) -> tuple[dict[str, Any], str, dict[str, Any]]:
        tipo = {MAXIMUM_HIGH: PONTO, TIE_MAXIMUM_HIGH: EMPATE}.get(fault)
        if tipo is None:
            return super().options_for(fault)
        high = MAXIMUM[tipo] + MINIMUM[tipo]
        more = {"facts": {"tipo": tipo}, "due": MAXIMUM[tipo], "paid": high}
        return {"maximos": {**MAXIMUM, tipo: high}}, "PB-R8", more

    def bet_over(self, fault: str, name: str) -> Telling:
        """Lay more than the table takes of one player, or on one place."""
        tipo = PAR_DA_BANCA if fault == PAIR_OVER_MAXIMUM else PONTO
        coup, (bet,) = self.one_coup(fault, None, tipo)
        coup.bets = [one for one in coup.bets if one.seat != bet.seat or one is bet]
        where: dict[str, Any] = {"seat": bet.seat, "bet": bet.number}
        if fault == NOT_MULTIPLE:
            bet.amount += 3
            self.plant(fault, "BET-MULT", name, **where)
        elif fault == PLACE_OVER_MAXIMUM:
            bet.amount = MAXIMUM[tipo] - MINIMUM[tipo]
            added = Bet(self.newcomer(STANDING), bet.seat, tipo, 3 * MINIMUM[tipo], number=900)
            coup.bets.append(added)
            where["bet"] = added.number
            paid = bet.amount + added.amount
            facts = {"fact": "maximo"}
            self.plant(fault, "PB-CONTRA", name, **where, facts=facts, due=MAXIMUM[tipo], paid=paid)
        else:
            bet.amount = MAXIMUM[tipo] + 5 * self.rng.randint(1, 500)
            self.plant(fault, "BET-MAX", name, **where, due=MAXIMUM[tipo], paid=bet.amount)
        yield from self.coup(Coup(coup.bets, fault=fault), name)


DOES: Final[Mapping[str, Callable[[Any, str, str], Telling]]] = {
    **dict.fromkeys((MAXIMUM_HIGH, TIE_MAXIMUM_HIGH), FaultyPuntoBanco.open_wrongly),
    **dict.fromkeys(
        (OVER_MAXIMUM, PAIR_OVER_MAXIMUM, PLACE_OVER_MAXIMUM, NOT_MULTIPLE),
        BacaraPontoEBanca.bet_over,
    ),
}
