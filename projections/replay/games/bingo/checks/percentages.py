"""Faults of a plan of prizes: its share of the sales, the bingo's least part, another split.

Rules: BI R7, R90.
"""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.bingo.prizes import least_total, plan_faults
from projections.replay.games.bingo.record import number_of
from projections.replay.games.bingo.settling import Apurada
from projections.replay.settlement import Found, money_text

CONTINUOUS: Final = "continuous"


def plan_of(one: Apurada) -> Iterator[Found]:
    """BI-PCT of the plan itself: less than 80 %, a bingo under 55 %, another split not approved.

    In continuous mode the prize regime is the one that the authority approved (R90).
    """
    pool, plano, rules = one.record.pool, one.plano, one.rules
    if own_regime(one):
        return
    for expected, recorded in plan_faults(
        plano,
        increment_ppm=pool.ppm if pool is not None else 0,
        total_least=rules.total_least_ppm,
        bingo_least=rules.bingo_least_ppm,
        offered=len(one.jogo.formas.prizes) > 1,
    ):
        yield Found(
            code="BI-PCT",
            rule="BI R7",
            expected=expected,
            recorded=recorded,
            facts={"fact": "plano"},
        )
    usual = (plano.linha, plano.bingo) == (rules.linha_ppm, rules.bingo_ppm)
    if plano.aprovado is False and not usual:
        yield Found(
            code="BI-PCT",
            rule="BI R7",
            expected=f"{rules.linha_ppm} + {rules.bingo_ppm}",
            recorded=f"{plano.linha} + {plano.bingo}",
            facts={"fact": "aprovado"},
        )


def lacking_faults(one: Apurada) -> Iterator[Found]:
    """BI-PCT of a jogada: what its plan leaves of the 80 % that R7 distributes in each of them.

    Linha and bingo are owed as announced (R40); the rest is owed to the winners together.
    """
    if one.void or own_regime(one):
        return
    least = least_total(one.premios.vendas, one.rules.total_least_ppm)
    lacks = least - one.premios.total
    if lacks > 0:
        yield Found(
            code="BI-PCT",
            rule="BI R7",
            bet=number_of(len(one.jogo.formas.prizes) - 1),
            expected=money_text(least),
            recorded=money_text(one.premios.total),
            amount=-lacks,
            facts={"fact": "distribuido"},
        )


def own_regime(one: Apurada) -> bool:
    """Tell whether the authority approved a prize regime of its own: continuous mode (R90)."""
    session = one.record.sessao
    return session is not None and session.modo == CONTINUOUS and session.autorizada is True
