"""Faults of a sale: order, second series, prices, cash, limits, doubles, announcements.

Rules: BI R15, R17, R33-R40, R93.
"""

from collections.abc import Iterator

from projections.replay.games.bingo.parts.facts import Bola, Fecho, Intervalo, Serie, Venda
from projections.replay.games.bingo.parts.sale import Vendida, numbers_in, size_of
from projections.replay.games.bingo.settling import Apurada
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, money_text


def sale_faults(one: Apurada) -> Iterator[Found]:
    """Return everything that is wrong with a jogada's sale."""
    yield from order_faults(one)
    yield from second_series(one)
    yield from repeated(one)
    for sale in one.jogo.vendas:
        yield from _of_sale(one, sale)
    yield from announced_too_late(one)
    yield from limit_faults(one)
    yield from price_faults(one)
    yield from announcement_faults(one)
    yield from recalled_faults(one)


def _found(
    code: str,
    rule: str,
    sale: Vendida,
    expected: str,
    recorded: str,
    amount: int | None = None,
    **facts: object,
) -> Found:
    return Found(
        code=code,
        rule=rule,
        bet=sale.numero,
        expected=expected,
        recorded=recorded,
        amount=amount,
        facts={"serie": sale.venda.serie, **facts},
    )


def _said(venda: Venda) -> str:
    return f"{venda.primeiro}-{venda.ultimo}"


# --- order ---------------------------------------------------------------------------------------


def order_faults(one: Apurada) -> Iterator[Found]:
    """BI-ORDER: a card that is not the next of its series, or not in the series at all (R36)."""
    jogo = one.jogo
    pending = {key for key, sale in jogo.em_jogo.items() if sale.venda.herdada}
    after: dict[str, int] = {}
    for sale in jogo.vendas:
        venda = sale.venda
        if venda.herdada or sale.tarde:
            continue
        last = after.get(venda.serie)
        expected = venda.primeiro
        if last is not None:
            expected = _next(venda.serie, last, pending)
        if sale.inexistentes or venda.ultimo < venda.primeiro:
            yield _found(
                "BI-ORDER", "BI R36", sale, "um cartão da série", _said(venda), fact="inexistente"
            )
        # A card sold twice is another fault: BI-DUP.
        elif venda.primeiro != expected and not sale.repetidos:
            yield _found("BI-ORDER", "BI R36", sale, str(expected), _said(venda), fact="ordem")
        after[venda.serie] = max(venda.ultimo, last or 0)


def _next(series: str, last: int, pending: set[tuple[str, int]]) -> int:
    """Return the number to sell next: doubles that play once more are not for sale."""
    number = last + 1
    while (series, number) in pending:
        number += 1
    return number


def second_series(one: Apurada) -> Iterator[Found]:
    """BI-2SER: R38, and a series that follows the second."""
    jogo = one.jogo
    mine = [sale for sale in jogo.vendas if not sale.venda.herdada and not sale.tarde]
    order = list(dict.fromkeys(sale.venda.serie for sale in mine))
    if len(order) < 2:
        return
    first, second = order[:2]
    start = next(sale.venda.primeiro for sale in mine if sale.venda.serie == first)
    exhausted = False
    size = size_of(jogo.cards.get(first))
    begun: list[str] = []
    for sale in mine:
        venda = sale.venda
        if venda.serie == first:
            exhausted = exhausted or (size is not None and venda.ultimo >= size)
            if begun:
                yield _found("BI-2SER", "BI R38", sale, second, first, fact="retomada")
            continue
        if venda.serie not in (first, second):
            yield _found("BI-2SER", "BI R38", sale, second, venda.serie, fact="terceira")
            continue
        if venda.serie not in begun:
            begun.append(venda.serie)
            yield from _begun(one, sale, first, exhausted=exhausted, known=size is not None)
        if venda.ultimo >= start:
            yield _found(
                "BI-2SER", "BI R38 c", sale, f"até {start - 1}", _said(venda), fact="limite"
            )


def _begun(
    one: Apurada, sale: Vendida, first: str, *, exhausted: bool, known: bool
) -> Iterator[Found]:
    """Find the faults of the second series' first sale."""
    series, venda = one.jogo.series, sale.venda
    if known and not exhausted:
        yield _found("BI-2SER", "BI R38", sale, f"{first} esgotada", venda.serie, fact="antes")
    if venda.primeiro != 1:
        yield _found("BI-2SER", "BI R38 b", sale, "1", _said(venda), fact="inicio")
    one_price, other = series.get(first), series.get(venda.serie)
    if one_price is not None and other is not None and one_price.preco != other.preco:
        yield _found(
            "BI-2SER",
            "BI R38 a",
            sale,
            money_text(one_price.preco),
            money_text(other.preco),
            fact="preco",
        )


def repeated(one: Apurada) -> Iterator[Found]:
    """BI-DUP: a card sold twice, and equal cards in one jogada (R38 c)."""
    jogo = one.jogo
    for sale in jogo.vendas:
        if sale.repetidos:
            yield _found(
                "BI-DUP",
                "BI R38 c",
                sale,
                "",
                ", ".join(map(str, sale.repetidos[:10])),
                len(sale.repetidos) * sale.face,
                fact="vendido_duas_vezes",
            )
    if len(jogo.ordem) < 2:  # within a series, equal cards are the edition's fault
        return
    seen: dict[frozenset[int | str], tuple[str, int]] = {}
    for (series, number), sale in jogo.em_jogo.items():
        cards = jogo.cards.get(series)
        full = cards.full.get(number) if cards is not None else None
        if not full:
            continue
        other = seen.setdefault(full, (series, number))
        if other[0] != series:
            yield _found(
                "BI-DUP",
                "BI R38 c",
                sale,
                f"{other[0]} {other[1]}",
                f"{series} {number}",
                cartao=number,
                fact="iguais",
            )


# --- each sale -----------------------------------------------------------------------------------


def _of_sale(one: Apurada, sale: Vendida) -> Iterator[Found]:
    venda = sale.venda
    if venda.herdada:
        return
    serie = one.jogo.series.get(venda.serie)
    if sale.tarde:
        yield _found("BI-RECALL", "BI R40, R93", sale, "antes do fecho", _said(venda), venda.valor)
    if serie is None or serie.herdada:
        yield _found("BI-ANN", "BI R33", sale, "série anunciada", venda.serie, fact="serie")
    else:
        halves = 2 if venda.dupla else 1
        count = max(venda.ultimo - venda.primeiro + 1, 0)
        price = count * serie.preco * halves
        if venda.valor != price:
            yield _found(
                "BI-PRICE",
                "BI R17",
                sale,
                money_text(price),
                money_text(venda.valor),
                venda.valor - price,
            )
    if one.record.mode == PHYSICAL and venda.meio != "cash":
        yield _found("BI-CASH", "BI R39", sale, "cash", venda.meio, venda.valor)
    yield from _double(one, sale, serie)


def _double(one: Apurada, sale: Vendida, serie: Serie | None) -> Iterator[Found]:
    """BI-DOUBLE: single cards sold as doubles, or doubles sold for a single jogada (R15)."""
    cards = one.jogo.cards.get(sale.venda.serie)
    edition = None if cards is None else cards.edition.dupla
    offered = None if serie is None else serie.dupla
    if not sale.venda.dupla:
        if sale.cartoes and (edition or (edition is None and offered)):
            yield _found(
                "BI-DOUBLE",
                "BI R15",
                sale,
                "válidos para duas jogadas",
                _said(sale.venda),
                fact="uma_jogada",
            )
    elif one.record.duplos is False or edition is False or offered is False:
        yield _found(
            "BI-DOUBLE",
            "BI R15",
            sale,
            "cartões duplos autorizados",
            _said(sale.venda),
            sale.venda.valor,
        )


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
            yield _found("BI-ANN", "BI R33", sale, "série anunciada", series, fact="antes")


def limit_faults(one: Apurada) -> Iterator[Found]:
    """BI-LIMIT: more cards to a player than may be sold to him, where he is known (R35).

    The limit is of the player: what he bought of the second series counts with the first.
    """
    bought: dict[str, dict[str, int]] = {}
    for sale in one.jogo.vendas:
        serie = one.jogo.series.get(sale.venda.serie)
        player = sale.venda.player
        if player is None or sale.venda.herdada or serie is None or serie.limite is None:
            continue
        mine = bought.setdefault(player, {})
        mine[serie.serie] = mine.get(serie.serie, 0) + len(sale.cartoes)
    limits = {name: serie.limite or 0 for name, serie in one.jogo.series.items()}
    for player, counts in bought.items():
        over = next((name for name, count in counts.items() if count > limits[name]), None)
        count, limit = sum(counts.values()), max(limits[name] for name in counts)
        if over is None and count <= limit:
            continue
        if count <= limit:
            assert over is not None
            count, limit = counts[over], limits[over]
        yield Found(
            code="BI-LIMIT",
            rule="BI R35",
            expected=str(limit),
            recorded=str(count),
            facts={"serie": over or ", ".join(counts), "jogador": player},
        )


def price_faults(one: Apurada) -> Iterator[Found]:
    """BI-PRICE: a face value that is not one of those approved (R17)."""
    approved = one.record.precos
    if approved is None:
        return
    for serie in one.jogo.series.values():
        if not serie.herdada and serie.preco not in approved:
            yield Found(
                code="BI-PRICE",
                rule="BI R17",
                expected=", ".join(map(money_text, approved)),
                recorded=money_text(serie.preco),
                facts={"serie": serie.serie},
            )


# --- what was announced --------------------------------------------------------------------------


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
