"""Faults of the prizes announced at the close of the sale, and of those that the panel showed.

Rules: BI R7, R10, R29, R40.
"""

from collections.abc import Iterator

from projections.replay.games.bingo.facts import LINHA
from projections.replay.games.bingo.record import number_of
from projections.replay.games.bingo.settling import Apurada
from projections.replay.settlement import Found, money_text


def announced_faults(one: Apurada) -> Iterator[Found]:
    """BI-PCT, BI-3PCT, BI-ANN: what was announced at the close of sale of prizes and pool."""
    premios, close, pool = one.premios, one.jogo.fecho, one.record.pool
    if close is not None:
        due = {LINHA: premios.linha, one.jogo.formas.principal: premios.bingo, **premios.adicionais}
        said = {**close.adicionais}
        said[one.jogo.formas.principal] = close.bingo
        if LINHA in one.jogo.formas.prizes or close.linha:
            said[LINHA] = close.linha
        for rank, prize in enumerate(dict.fromkeys((*due, *said))):
            if due.get(prize, 0) != said.get(prize, 0):
                yield _differs(
                    "BI-PCT", "BI R7, R40", prize, due.get(prize, 0), said.get(prize, 0), rank
                )
        if pool is not None:
            value = pool.balance + premios.incremento
            told = close.acumulados.get(pool.pool)
            if told is None:  # the prizes' value is announced whole (R40 b)
                yield Found(
                    code="BI-ANN",
                    rule="BI R40",
                    expected=f"{pool.pool} {money_text(value)}",
                    recorded="",
                    facts={"fact": "acumulado"},
                )
            elif told != value:
                yield _differs("BI-3PCT", "BI R10, R40", pool.pool, value, told, 0)


def _differs(code: str, rule: str, what: str, due: int, said: int, rank: int) -> Found:
    return Found(
        code=code,
        rule=rule,
        bet=number_of(rank),
        expected=money_text(due),
        recorded=money_text(said),
        amount=said - due,
        facts={"premio": what, "fact": "anunciado"},
    )


def panel_faults(one: Apurada) -> Iterator[Found]:
    """BI-PANEL: price, cards, prizes and accumulator as the panel showed them (R29)."""
    record, premios, pool = one.record, one.premios, one.record.pool
    prices = {sale.face for sale in one.jogo.vendas}
    due: dict[str, int | None] = {
        "preco": next(iter(prices)) if len(prices) == 1 else None,
        "cartoes": len(one.jogo.em_jogo),
        "linha": premios.linha,
        "bingo": premios.bingo,
        "acumulado": pool.balance + premios.incremento if pool is not None else None,
    }
    for index, panel in enumerate(record.paineis, 1):
        for name, value in due.items():
            shown: int | None = getattr(panel, name)
            if shown is not None and value is not None and shown != value:
                yield Found(
                    code="BI-PANEL",
                    rule="BI R29",
                    expected=str(value),
                    recorded=str(shown),
                    facts={"painel": index, "campo": name},
                )
