"""Nights at a table of bacará ponto e banca/Macau: as ponto e banca, with unlimited bets."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.rounds import RoundOpened
from ops.simulator.games.bacara.punto_banco.faulty import FaultyPuntoBanco
from ops.simulator.games.bacara.punto_banco.rules import BANCA, PONTO
from ops.simulator.games.bacara.punto_banco.table import MINIMUM, Bet, Coup
from ops.simulator.parties.party import Telling

DIFFERENCE: Final = 15_000
"""The most by which all bets on ponto and all on banca differ (PM R39)."""

MAXIMUM_SET: Final = "maximum-set"
NOT_AUTHORISED: Final = "difference-not-authorised"
DIFFERENCE_PASSED: Final = "difference-passed"
ONLINE: Final = "played-online"


class BacaraPontoEBancaMacau(FaultyPuntoBanco):
    """A table of ponto e banca/Macau, which may limit the difference of the two sides."""

    GAME: ClassVar[str] = "bacara_ponto_e_banca_macau"
    NULL_RULE: ClassVar[str] = "PM R43"
    FAULTS: ClassVar[tuple[str, ...]] = (
        *FaultyPuntoBanco.FAULTS,
        *(MAXIMUM_SET, NOT_AUTHORISED, DIFFERENCE_PASSED, ONLINE),
    )

    limited: bool = False
    """Whether the difference of the two sides is limited at this opening."""

    @override
    def options(self) -> dict[str, Any]:
        options: dict[str, Any] = {"minimos": dict(MINIMUM)}
        if self.limited:
            options |= {"diferenca_maxima": DIFFERENCE, "diferenca_autorizada": True}
        return options

    @override
    def uses_shuffler(self) -> bool:
        forced = DIFFERENCE_PASSED in self.faults.values()
        self.limited = self.rng.randrange(2) == 0 or forced
        return super().uses_shuffler()

    @override
    def within(self, bets: list[Bet], keep: Sequence[Bet] = ()) -> list[Bet]:
        while self.limited and abs(self.difference(bets)) > DIFFERENCE:
            more = PONTO if self.difference(bets) > 0 else BANCA
            bets.remove([bet for bet in bets if bet.tipo == more and bet not in keep][-1])
            bets = [bet for bet in bets if not bet.added or bet in keep or _leans(bet, bets)]
        return bets

    @staticmethod
    def difference(bets: list[Bet]) -> int:
        """Return what lies on ponto less what lies on banca."""
        laid = {side: sum(b.amount for b in bets if b.tipo == side) for side in (PONTO, BANCA)}
        return laid[PONTO] - laid[BANCA]

    # --- what goes wrong -----------------------------------------------------------------------

    @override
    def does(self) -> Mapping[str, Callable[[Any, str, str], Telling]]:
        return {**super().does(), **DOES}

    @override
    def options_for(self, fault: str) -> tuple[dict[str, Any], str, dict[str, Any]]:
        if fault == MAXIMUM_SET:
            maxima = {"maximos": {BANCA: 100 * MINIMUM[BANCA]}}
            return maxima, "PB-R8", {"facts": {"tipo": BANCA}}
        if fault == NOT_AUTHORISED:
            limit = {"diferenca_maxima": 100 * DIFFERENCE, "diferenca_autorizada": False}
            return limit, "PB-R8", {"facts": {"fact": "autorizada"}}
        return super().options_for(fault)

    def pass_difference(self, fault: str, name: str) -> Telling:
        """Take more on one side than the other allows (R39)."""
        if not self.limited:
            self.put_off(fault)
            yield from self.coup(Coup(self.bets()), name)
            return
        coup, (bet,) = self.one_coup(fault, None, PONTO)
        over = 5 * self.rng.randint(1, 500)
        bet.amount += DIFFERENCE + over - self.difference(coup.bets)
        last = [one for one in coup.bets if one.tipo == PONTO][-1]
        where = {"seat": last.seat, "bet": last.number}
        self.plant(fault, "PB-R8", name, **where, due=DIFFERENCE, paid=DIFFERENCE + over)
        yield from self.coup(coup, name)

    def play_online(self, fault: str, name: str) -> Telling:
        """Play a coup online, which this game cannot be (ONL-NONE)."""
        self.plant(fault, "ONL-NONE", name)
        yield from self.coup(Coup(self.bets(), fault=fault), name)

    @override
    def round_opened(self, coup: Coup) -> RoundOpened:
        return RoundOpened(mode="shared") if coup.fault == ONLINE else super().round_opened(coup)


def _leans(bet: Bet, bets: list[Bet]) -> bool:
    """Tell whether what an added bet leans on still lies."""
    return any(one.seat == bet.seat and one.tipo == bet.tipo and not one.added for one in bets)


DOES: Final[Mapping[str, Callable[[Any, str, str], Telling]]] = {
    **dict.fromkeys((MAXIMUM_SET, NOT_AUTHORISED), FaultyPuntoBanco.open_wrongly),
    DIFFERENCE_PASSED: BacaraPontoEBancaMacau.pass_difference,
    ONLINE: BacaraPontoEBancaMacau.play_online,
}
