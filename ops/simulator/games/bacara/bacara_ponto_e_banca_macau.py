"""Nights at a table of bacará ponto e banca/Macau: as ponto e banca, with unlimited bets."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.rounds import RoundOpened
from ops.simulator.games.bacara.punto_banco.faults.all import BY_HAND, FAULTS
from ops.simulator.games.bacara.punto_banco.faults.payments import opened
from ops.simulator.games.bacara.punto_banco.faults.rigged import lay
from ops.simulator.games.bacara.punto_banco.game import PuntoBanco
from ops.simulator.games.bacara.punto_banco.rules import BANCA, PONTO
from ops.simulator.games.bacara.punto_banco.table import MINIMUM, Bet, Coup
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

DIFFERENCE: Final = 15_000
"""The most by which all bets on ponto and all on banca differ (PM R39)."""

DIFFERENCE_PASSED: Final = "difference-passed"


class MacauTable(PuntoBanco):
    """A table of ponto e banca/Macau, which may limit the difference of the two sides."""

    GAME: ClassVar[str] = "bacara_ponto_e_banca_macau"
    NULL_RULE: ClassVar[str] = "PM R43"

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
        """Return the sum of the bets on ponto less that of the bets on banca."""
        laid = {side: sum(b.amount for b in bets if b.tipo == side) for side in (PONTO, BANCA)}
        return laid[PONTO] - laid[BANCA]


def _leans(bet: Bet, bets: list[Bet]) -> bool:
    """Tell whether what an added bet leans on still lies."""
    return any(one.seat == bet.seat and one.tipo == bet.tipo and not one.added for one in bets)


# --- what can go wrong at this table alone -------------------------------------------------------


def _pass_difference(table: MacauTable, coup: Coup) -> bool:
    """Take more on one side than the other allows (R39)."""
    (bet,) = lay(table, coup, PONTO)
    more = 5 * table.rng.randint(1, 500)
    bet.amount += DIFFERENCE + more - table.difference(coup.bets)
    last = [one for one in coup.bets if one.tipo == PONTO][-1]
    table.note(coup, "PB-R8", last, due=DIFFERENCE, paid=DIFFERENCE + more)
    return True


def _note_online(table: PuntoBanco, coup: Coup) -> Telling:
    """Plant a coup that is played online, which this game cannot be (ONL-NONE)."""
    table.note(coup, "ONL-NONE")
    yield from ()


def _shared(table: PuntoBanco, coup: Coup, right: RoundOpened) -> RoundOpened:
    """Open the coup for players online."""
    del table, coup
    return structs.replace(right, mode="shared")


OWN: Final[Mapping[str, Wrong[Any, Any]]] = {
    "maximum-set": opened(
        {"maximos": {BANCA: 100 * MINIMUM[BANCA]}}, "PB-R8", facts={"tipo": BANCA}
    ),
    "difference-not-authorised": opened(
        {"diferenca_maxima": 100 * DIFFERENCE, "diferenca_autorizada": False},
        "PB-R8",
        facts={"fact": "autorizada"},
    ),
    DIFFERENCE_PASSED: Wrong[MacauTable, Coup](
        ready=lambda table: table.limited, fits=_pass_difference
    ),
    "played-online": Wrong(does={"prepared": _note_online}, instead={"round": _shared}),
}


class BacaraPontoEBancaMacau(MacauTable):
    """A table of ponto e banca/Macau at which faults can be planted."""

    WRONGS: ClassVar[Mapping[str, Wrong[Any, Any]]] = {**FAULTS, **OWN}
    FAULTS: ClassVar[tuple[str, ...]] = (*FAULTS, *OWN)
    BY_HAND: ClassVar[frozenset[str]] = BY_HAND
