"""The fates of all bets of ponto e banca under a score: what each wins, by which rules, and why."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from projections.replay.games.bacara.points import BANCA, PONTO
from projections.replay.games.bacara.punto_banco.record import (
    CHANCES,
    EMPATE,
    PAIRS,
    PAR_DA_BANCA,
    PAR_DO_PONTO,
)
from projections.replay.games.bacara.punto_banco.rules import Cites, PuntoBancoRules, deducted
from projections.replay.games.bacara.punto_banco.score import Score
from projections.replay.kit.coups.fates import LOSES, WINS
from projections.replay.settlement import Outcome, Phrase, Step


class Fate(NamedTuple):
    """The fate of a stake on a chance."""

    outcome: Outcome
    rules: tuple[str, ...]
    why: tuple[Step, ...]
    times: int = 0
    """The prize, in stakes and before a deduction; ``kept`` hundredths of it are paid."""
    kept: int = 100
    back: bool = False
    """Whether the stake goes back, or stays the player's."""


PlainFate = tuple[Outcome, tuple[str, ...], tuple[Step, ...], int, int, bool]
"""The same, without names."""

WINS_LESS: Final = Phrase(
    pt="{saiu}: {aposta} ganha {vezes} × {stake:m}, menos {deduz} % do prémio, arredondado para"
    " baixo = {prize:m}; a aposta, {returned:m}, é do jogador.",
    en="{came}: {bet_en} wins {vezes} × {stake:m}, less {deduz} % of the prize, rounded down ="
    " {prize:m}; the stake, {returned:m}, is the player's.",
)
NEITHER: Final = Phrase(
    pt="{saiu}: {aposta} não ganha nem perde; voltam {stake:m}.",
    en="{came}: {bet_en} neither wins nor loses; {stake:m} go back.",
)
NOT_DECIDED: Final = Phrase(
    pt="O registo não decide {aposta}.", en="The record does not decide {bet_en}."
)
DEDUCTED: Final = Phrase(
    pt="{saiu}: do prémio deduzem-se {deduz} %, isto é {amount:m}.",
    en="{came}: {deduz} % are deducted from the prize, that is {amount:m}.",
)

_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    PONTO: ("o ponto", "ponto"),
    BANCA: ("a banca", "banca"),
    EMPATE: ("o empate", "the tie"),
    PAR_DO_PONTO: ("o par do ponto", "the pair of ponto"),
    PAR_DA_BANCA: ("o par da banca", "the pair of banca"),
}
_WON: Final = {
    PONTO: ("ganha o ponto", "ponto wins"),
    BANCA: ("ganha a banca", "banca wins"),
    EMPATE: ("empate", "a tie"),
    None: ("sem vencedor", "no winner"),
}


class Coup:
    """The fate of each bet under a score: made once, read by every round with that score."""

    __slots__ = (
        "cites",
        "commission",
        "commission_rules",
        "fates",
        "plain",
        "result",
        "rules",
        "score",
    )

    def __init__(self, rules: PuntoBancoRules, cites: Cites, score: Score, percent: int) -> None:
        """Work out every chance; ``percent`` of the prize of banca are deducted, -1 is unknown."""
        self.rules = rules
        self.cites = cites
        self.score = score
        self.result: Mapping[str, Any] = {
            PONTO: score.ponto,
            BANCA: score.banca,
            "vencedor": score.vencedor,
            PAR_DO_PONTO: score.par_do_ponto,
            PAR_DA_BANCA: score.par_da_banca,
        }
        self.fates = {tipo: self._fate(tipo, percent) for tipo in CHANCES}
        # Tuples of the language itself, which come apart faster than those with names.
        self.plain: dict[str, PlainFate] = {}
        for tipo, (outcome, cited, why, times, kept, back) in self.fates.items():
            self.plain[tipo] = outcome, cited, why, times, kept, back
        self.commission: tuple[Step, ...] = ()
        self.commission_rules = (cites.rule(cites.deduction),)
        if percent > 0:
            values = {**self._values(BANCA), "deduz": percent}
            self.commission = (Step(DEDUCTED, values, cites.rule(cites.deduction)),)

    def _values(self, tipo: str) -> dict[str, Any]:
        pt, en = _NAMES[tipo]
        if tipo in PAIRS:
            side = PONTO if tipo == PAR_DO_PONTO else BANCA
            pair = getattr(self.score, tipo)
            said = f"As duas primeiras cartas {'do' if side == PONTO else 'da'} {side}"
            return {
                "saiu": f"{said} {'são' if pair else 'não são'} par",
                "came": f"The first two cards of {side} are {'' if pair else 'no '}pair",
                "aposta": pt,
                "bet_en": en,
            }
        won, won_en = _WON[self.score.vencedor]
        figures = f"Ponto {_shown(self.score.ponto)}, banca {_shown(self.score.banca)}"
        return {
            "saiu": f"{figures}: {won}",
            "came": f"{figures}: {won_en}",
            "aposta": pt,
            "bet_en": en,
        }

    def _fate(self, tipo: str, percent: int) -> Fate:
        cites, times = self.cites, self.rules.pays[tipo]
        values = {**self._values(tipo), "vezes": times}
        won: bool | None
        if tipo in PAIRS:
            won, rule = getattr(self.score, tipo), cites.rule(cites.pairs)
        else:
            winner = self.score.vencedor
            won, rule = None if winner is None else winner == tipo, cites.rule(cites.pays)
            if winner == EMPATE and not won:
                step = Step(NEITHER, values, rule)
                return Fate(Outcome.NULA, (rule,), (step,), back=True)
        if won is None or (won and tipo == BANCA and percent < 0):
            rule = cites.rule("R20") if tipo in PAIRS else cites.rule(cites.wins)
            return Fate(Outcome.PENDENTE, (rule,), (Step(NOT_DECIDED, values, rule),))
        if not won:
            rule = cites.rule("R20") if tipo in PAIRS else cites.rule(cites.wins)
            return Fate(Outcome.PERDE, (rule,), (Step(LOSES, values, rule),))
        kept = cites.rule(cites.stakes)
        if tipo == BANCA and percent:
            less = cites.rule(cites.deduction)
            step = Step(WINS_LESS, {**values, "deduz": percent}, less)
            return Fate(Outcome.GANHA, (rule, less, kept), (step,), times, 100 - percent, back=True)
        return Fate(Outcome.GANHA, (rule, kept), (Step(WINS, values, rule),), times, back=True)


def _shown(points: int | None) -> str:
    return "?" if points is None else str(points)


_Key = tuple[int, str, str | None, int | None, int | None, bool | None, bool | None]
_coups: dict[_Key, tuple[PuntoBancoRules, Coup]] = {}
"""By identity of the rules, which each entry keeps alive; deduction and score."""
COUPS_MAX: Final = 8192


def coup_of(rules: PuntoBancoRules, cites: Cites, deducao: str, score: Score) -> Coup:
    """Return the fates of all bets under a score and the table's deduction."""
    key = (
        id(rules),
        deducao,
        score.vencedor,
        score.ponto,
        score.banca,
        score.par_do_ponto,
        score.par_da_banca,
    )
    known = _coups.get(key)
    if known is not None:
        return known[1]
    coup = Coup(rules, cites, score, deducted(rules, deducao, score.banca))
    if len(_coups) >= COUPS_MAX:
        _coups.clear()
    _coups[key] = rules, coup
    return coup
