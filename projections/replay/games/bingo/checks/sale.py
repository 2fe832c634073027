"""Faults of a sale: order of the cards, second series, cards sold twice, doubles, limits, prices.

Rules: BI R15, R17, R33-R41; rules/bingo.md 3.
"""

from collections.abc import Iterator

from projections.replay.games.bingo.facts import Serie, Venda
from projections.replay.games.bingo.sale import Vendida, size_of
from projections.replay.games.bingo.settling import Apurada
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, money_text


def sale_fault(
    code: str,
    rule: str,
    sale: Vendida,
    expected: str,
    recorded: str,
    amount: int | None = None,
    **facts: object,
) -> Found:
    """Return the fault of a sale of cards, under the sale's number and series."""
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
            yield sale_fault(
                "BI-ORDER", "BI R36", sale, "um cartão da série", _said(venda), fact="inexistente"
            )
        # A card sold twice is another fault: BI-DUP.
        elif venda.primeiro != expected and not sale.repetidos:
            yield sale_fault("BI-ORDER", "BI R36", sale, str(expected), _said(venda), fact="ordem")
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
                yield sale_fault("BI-2SER", "BI R38", sale, second, first, fact="retomada")
            continue
        if venda.serie not in (first, second):
            yield sale_fault("BI-2SER", "BI R38", sale, second, venda.serie, fact="terceira")
            continue
        if venda.serie not in begun:
            begun.append(venda.serie)
            yield from _begun(one, sale, first, exhausted=exhausted, known=size is not None)
        if venda.ultimo >= start:
            yield sale_fault(
                "BI-2SER", "BI R38 c", sale, f"até {start - 1}", _said(venda), fact="limite"
            )


def _begun(
    one: Apurada, sale: Vendida, first: str, *, exhausted: bool, known: bool
) -> Iterator[Found]:
    """Find the faults of the second series' first sale."""
    series, venda = one.jogo.series, sale.venda
    if known and not exhausted:
        yield sale_fault("BI-2SER", "BI R38", sale, f"{first} esgotada", venda.serie, fact="antes")
    if venda.primeiro != 1:
        yield sale_fault("BI-2SER", "BI R38 b", sale, "1", _said(venda), fact="inicio")
    one_price, other = series.get(first), series.get(venda.serie)
    if one_price is not None and other is not None and one_price.preco != other.preco:
        yield sale_fault(
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
            yield sale_fault(
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
            yield sale_fault(
                "BI-DUP",
                "BI R38 c",
                sale,
                f"{other[0]} {other[1]}",
                f"{series} {number}",
                cartao=number,
                fact="iguais",
            )


def faults_of_sale(one: Apurada, sale: Vendida) -> Iterator[Found]:
    """Return the faults of one sale: a late or unannounced sale, doubles, cash, cards."""
    venda = sale.venda
    if venda.herdada:
        return
    serie = one.jogo.series.get(venda.serie)
    if sale.tarde:
        yield sale_fault(
            "BI-RECALL", "BI R40, R93", sale, "antes do fecho", _said(venda), venda.valor
        )
    if serie is None or serie.herdada:
        yield sale_fault("BI-ANN", "BI R33", sale, "série anunciada", venda.serie, fact="serie")
    else:
        halves = 2 if venda.dupla else 1
        count = max(venda.ultimo - venda.primeiro + 1, 0)
        price = count * serie.preco * halves
        if venda.valor != price:
            yield sale_fault(
                "BI-PRICE",
                "BI R17",
                sale,
                money_text(price),
                money_text(venda.valor),
                venda.valor - price,
            )
    if one.record.mode == PHYSICAL and venda.meio != "cash":
        yield sale_fault("BI-CASH", "BI R39", sale, "cash", venda.meio, venda.valor)
    yield from _double(one, sale, serie)


def _double(one: Apurada, sale: Vendida, serie: Serie | None) -> Iterator[Found]:
    """BI-DOUBLE: single cards sold as doubles, or doubles sold for a single jogada (R15)."""
    cards = one.jogo.cards.get(sale.venda.serie)
    edition = None if cards is None else cards.edition.dupla
    offered = None if serie is None else serie.dupla
    if not sale.venda.dupla:
        if sale.cartoes and (edition or (edition is None and offered)):
            yield sale_fault(
                "BI-DOUBLE",
                "BI R15",
                sale,
                "válidos para duas jogadas",
                _said(sale.venda),
                fact="uma_jogada",
            )
    elif one.record.duplos is False or edition is False or offered is False:
        yield sale_fault(
            "BI-DOUBLE",
            "BI R15",
            sale,
            "cartões duplos autorizados",
            _said(sale.venda),
            sale.venda.valor,
        )


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
