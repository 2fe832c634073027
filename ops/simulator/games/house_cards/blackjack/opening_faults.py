"""What a table of blackjack opens with wrongly, on request: packs, limits, terms of the jackpot."""

from typing import Any, Final

from ops.simulator.games.house_cards.blackjack.jackpot_faults import WithJackpotFaults
from ops.simulator.games.house_cards.blackjack.rules import CHIP
from ops.simulator.games.house_cards.blackjack.table import Jogada
from ops.simulator.parties.party import Telling

WRONG_DECKS: Final = "wrong-decks"
MAXIMUM_HIGH: Final = "maximum-too-high"
NOT_SHOWN: Final = "cards-not-shown"
JP_NOT_TOLD: Final = "jackpot-not-communicated"
JP_BET: Final = "jackpot-bet-not-approved"
JP_RATE: Final = "jackpot-rate-not-approved"
JP_BASE: Final = "jackpot-base-not-approved"
JP_SHARES: Final = "jackpot-shares-not-approved"
JP_SUMS: Final = "jackpot-sums-not-approved"
OPENINGS: Final = (
    *(WRONG_DECKS, MAXIMUM_HIGH, NOT_SHOWN, JP_NOT_TOLD, JP_BET, JP_RATE, JP_BASE, JP_SHARES),
    JP_SUMS,
)


class WithOpeningFaults(WithJackpotFaults):
    """A table that may open with what the rules, or the approvals, do not allow."""

    def open_wrongly(self, jogada: Jogada) -> Telling:
        """Open with what the rules, or the approvals, do not allow, and play a jogada."""
        terms = self.pool.terms
        shares = {one.name: one.ppm for one in terms.combinations if one.ppm is not None}
        sums = {one.name: one.fixed for one in terms.combinations if one.fixed is not None}
        high = 31 * self.minimum
        assert jogada.fault is not None
        of_pool = {"pool": terms.pool}
        openings: dict[str, tuple[dict[str, Any], str, dict[str, Any]]] = {
            WRONG_DECKS: ({"baralhos": 5}, "BJ-DECK", {"facts": {"fact": "baralhos"}}),
            MAXIMUM_HIGH: (
                {"maximos": {"principal": high, "jackpot": CHIP}},
                "BJ-R8",
                {"facts": {"fact": "maximo"}, "due": high - self.minimum, "paid": high},
            ),
            NOT_SHOWN: ({"mostradas": False}, "BJ-SHOE", {"facts": {"fact": "exibir"}}),
            JP_NOT_TOLD: ({"acumulado_comunicado": False}, "BJ-JP-COMM", {"facts": of_pool}),
            JP_BET: (
                {"acumulado_aposta": 2 * CHIP},
                "BJ-JP-VAL",
                {"facts": {**of_pool, "fact": "bet"}, "due": 2 * CHIP, "paid": CHIP},
            ),
            JP_RATE: (
                {"acumulado_ppm": terms.ppm + 1},
                "BJ-JP-VAL",
                {"facts": {**of_pool, "fact": "ppm"}},
            ),
            JP_BASE: (
                {"acumulado_base": 2 * terms.base},
                "BJ-JP-BASE",
                {"facts": of_pool, "due": 2 * terms.base, "paid": terms.base},
            ),
            JP_SHARES: (
                {"acumulado_combinacoes": {**shares, "par_de_damas": 20_000}},
                "BJ-JP-COMB",
                {"facts": {**of_pool, "fact": "combinations"}},
            ),
            JP_SUMS: (
                {"acumulado_fixos": {**sums, "tres_ases": 50_000}},
                "BJ-JP-COMB",
                {"facts": {**of_pool, "fact": "fixed"}},
            ),
        }
        wrong, code, more = openings[jogada.fault]
        self.shows = jogada.fault != NOT_SHOWN
        yield from self.open_with(wrong)
        self.shows = True
        self.note(jogada, code, **more)
        yield from self.jogada(jogada)
