"""Faults of the announcements before and after the sale, and of cards recalled afterwards.

Rules: BI R33, R40, R93.
"""

from collections.abc import Iterator

from projections.replay.games.bingo.checks.sale import sale_fault
from projections.replay.games.bingo.facts import Bola, Fecho, Intervalo, Serie, Venda
from projections.replay.games.bingo.sale import numbers_in
from projections.replay.games.bingo.settling import Apurada
from projections.replay.settlement import Found, money_text


def announced_too_late(one: Apurada) -> Iterator[Found]:
    """BI-ANN: cards sold before their series, its number of cards and its price were told (R33)."""
    announced: set[str] = set()
    early: dict[str, Venda] = {}
    for act in one.record.actos:
        if isinstance(act, Serie):
            announced.add(act.serie)
        elif isinstance(act, Venda) and not act.herdada and act.serie not in announced:
            early.setdefault(act.serie, act)
    for sale in one.jogo.vendas:
        series = sale.venda.serie
        if early.get(series) is sale.venda and series in announced:
            yield sale_fault("BI-ANN", "BI R33", sale, "série anunciada", series, fact="antes")


def announcement_faults(one: Apurada) -> Iterator[Found]:
    """BI-ANN: the announcement after the sale is missing, comes late, or says something else.

    BI-DOUBLE where all that differs is that the doubles of the jogada before are left out.
    """
    jogo, close = one.jogo, one.jogo.fecho
    if close is None:
        if any(isinstance(act, Bola) for act in one.record.actos):
            yield _announced("fecho da venda", "nenhum", "fecho")
        return
    acts = one.record.actos
    if any(isinstance(act, Bola) for act in acts[: acts.index(close)]):
        yield _announced("antes da primeira bola", "depois", "ordem")
    gone = left_out(one, close)
    if gone:
        money = sum(jogo.em_jogo[key].face for key in gone)
        yield Found(
            code="BI-DOUBLE",
            rule="BI R15",
            expected="válidos na segunda jogada",
            recorded=f"{len(gone)} cartões por anunciar",
            amount=-money,
            facts={"fact": "segunda", "cartoes": [f"{s} {n}" for s, n in gone[:10]]},
        )
        return
    if close.cartoes != len(jogo.em_jogo):
        yield _announced(str(len(jogo.em_jogo)), str(close.cartoes), "cartoes")
    if close.recolhido != jogo.total:
        found = _announced(money_text(jogo.total), money_text(close.recolhido), "recolhido")
        yield Found(
            code=found.code,
            rule=found.rule,
            expected=found.expected,
            recorded=found.recorded,
            amount=close.recolhido - jogo.total,
            facts=found.facts,
        )
    said = _said_sold(one, close)
    if said != set(jogo.em_jogo):
        wrong = jogo.in_order(said ^ set(jogo.em_jogo))
        yield _announced("", ", ".join(f"{s} {n}" for s, n in wrong[:10]), "intervalos")


def left_out(one: Apurada, close: Fecho) -> list[tuple[str, int]]:
    """Return the doubles of the jogada before where the close says just what was without them."""
    jogo, said = one.jogo, _said_sold(one, close)
    gone = {key for key, sale in jogo.em_jogo.items() if sale.venda.herdada and key not in said}
    money = sum(jogo.em_jogo[key].face for key in gone)
    without = said == set(jogo.em_jogo) - gone
    counted = (close.cartoes, close.recolhido) == (
        len(jogo.em_jogo) - len(gone),
        jogo.total - money,
    )
    return jogo.in_order(gone) if without and counted else []


def _said_sold(one: Apurada, close: Fecho) -> set[tuple[str, int]]:
    return {key for said in close.vendidos for key in _keys(one, said)}


def _keys(one: Apurada, said: Intervalo) -> Iterator[tuple[str, int]]:
    cards = one.jogo.cards.get(said.serie)
    return ((said.serie, number) for number in numbers_in(cards, said.primeiro, said.ultimo))


def _announced(expected: str, recorded: str, fact: str) -> Found:
    return Found(
        code="BI-ANN", rule="BI R40", expected=expected, recorded=recorded, facts={"fact": fact}
    )


def recalled_faults(one: Apurada) -> Iterator[Found]:
    """BI-RECALL: cards sold and recalled that are not those put on sale (R40)."""
    jogo, close = one.jogo, one.jogo.fecho
    if close is None:
        return
    for serie in jogo.series.values():
        if serie.herdada:
            continue
        sold = {
            number
            for (name, number), sale in jogo.em_jogo.items()
            if name == serie.serie and not sale.venda.herdada
        }
        back = {
            number
            for said in close.recolhidos
            if said.serie == serie.serie
            for _, number in _keys(one, said)
        }
        if len(sold) + len(back) != serie.cartoes or sold & back:
            yield Found(
                code="BI-RECALL",
                rule="BI R40",
                expected=str(serie.cartoes),
                recorded=f"{len(sold)} + {len(back)}",
                facts={"serie": serie.serie},
            )
