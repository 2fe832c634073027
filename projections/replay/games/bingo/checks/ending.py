"""Faults of a jogada's end: no bingo, and no annulment (BI R44)."""

from collections.abc import Iterator

from projections.replay.games.bingo.settling import Apurada
from projections.replay.settlement import Found


def ended_without(one: Apurada) -> Iterator[Found]:
    """BI-END: a jogada that ended without a bingo and was not annulled (R44)."""
    won = one.extracao.ganhos.get(one.jogo.formas.principal)
    if won is None and one.record.void is None and (one.jogo.vendas or one.extracao.bolas):
        yield Found(
            code="BI-END",
            rule="BI R44",
            expected=one.jogo.formas.principal,
            recorded=f"{len(one.extracao.bolas)} bolas",
            facts={"fact": "sem_bingo"},
        )
