"""Cards and jogadas of bingo for tests: editions made by lot, acts in few words."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from projections.replay.games.bingo import BingoRecord
from projections.replay.games.bingo.facts import (
    Actos,
    Bola,
    Edicao,
    Entrega,
    Fecho,
    Intervalo,
    Parte,
    Pedido,
    Serie,
    Simbolo,
    Venda,
    Verificacao,
)
from projections.replay.registry import Verdict, judge

COLUMNS_90 = [(1, 9), *((low, low + 9) for low in range(10, 80, 10)), (80, 90)]


def card_90(lot: Random) -> tuple[int, ...]:
    """Return a card of bingo 90: five in a row, one or two in a column."""
    while True:
        counts = [2] * 6 + [1] * 3
        lot.shuffle(counts)
        left = [5, 5, 5]
        boxes = [0] * 27
        for column in sorted(range(9), key=lambda one: -counts[one]):
            rows = sorted(range(3), key=lambda row: (-left[row], lot.random()))[: counts[column]]
            low, high = COLUMNS_90[column]
            for row, number in zip(rows, lot.sample(range(low, high + 1), len(rows)), strict=True):
                boxes[row * 9 + column] = number
                left[row] -= 1
        if left == [0, 0, 0]:
            return tuple(boxes)


def card_of(lot: Random, rows: int, width: int, *, blank: bool = False) -> tuple[int, ...]:
    """Return a card whose columns hold ``width`` numbers to choose from."""
    columns = [lot.sample(range(at * width + 1, (at + 1) * width + 1), rows) for at in range(rows)]
    boxes = [columns[column][row] for row in range(rows) for column in range(rows)]
    if blank:
        boxes[rows * rows // 2] = 0
    return tuple(boxes)


def card(variante: int, lot: Random) -> tuple[int, ...]:
    """Return a card of a variant."""
    match variante:
        case 90:
            return card_90(lot)
        case 80:
            return card_of(lot, 4, 20)
        case 75:
            return card_of(lot, 5, 15, blank=True)
        case _:
            return card_of(lot, 3, 10)


@lru_cache
def edition(variante: int = 90, size: int = 90, seed: int = 1, name: str = "E1") -> Edicao:
    """Return an authorised edition whose lines and cards are all different."""
    lot = Random(seed)
    seen: set[frozenset[int]] = set()
    cards: list[tuple[int, ...]] = []
    width = {90: 9, 80: 4, 75: 5, 30: 3}[variante]
    while len(cards) < size:
        boxes = card(variante, lot)
        rows = [boxes[at : at + width] for at in range(0, len(boxes), width)]
        sets = [frozenset(one) - {0} for one in (*rows, boxes)]
        if seen.isdisjoint(sets):
            seen.update(sets)
            cards.append(boxes)
    return Edicao(
        edicao=name,
        variante=variante,
        tamanho=size,
        partes=(Parte(primeiro=1, cartoes=tuple(cards)),),
        autorizada=True,
    )


def numbers(card_: Sequence[Simbolo]) -> list[Simbolo]:
    """Return a card's numbers in the order of its boxes."""
    return [one for one in card_ if one != 0]


def of(edicao: Edicao, number: int) -> tuple[Simbolo, ...]:
    """Return a card's boxes."""
    return edicao.partes[0].cartoes[number - 1]


def row(edicao: Edicao, number: int, which: int = 0) -> list[Simbolo]:
    """Return the numbers of one of a card's rows, from 0."""
    width = {90: 9, 80: 4, 75: 5, 30: 3}[edicao.variante]
    return numbers(of(edicao, number)[which * width : (which + 1) * width])


def serie(**others: Any) -> Serie:
    given: dict[str, Any] = {"serie": "A", "edicao": "E1", "cartoes": 90, "preco": 1_000, **others}
    return Serie(**given)


def venda(first: int, last: int, **others: Any) -> Venda:
    """Sell cards of the series A at 10.00."""
    given: dict[str, Any] = {
        "serie": "A",
        "primeiro": first,
        "ultimo": last,
        "valor": (last - first + 1) * 1_000,
        **others,
    }
    return Venda(**given)


def fecho(first: int, last: int, linha: int, bingo: int, **others: Any) -> Fecho:
    """Close the sale of A's cards from one number to another; the rest of 90 are recalled."""
    count = last - first + 1
    given: dict[str, Any] = {
        "vendidos": (Intervalo(serie="A", primeiro=first, ultimo=last),),
        "recolhidos": (Intervalo(serie="A", primeiro=last + 1, ultimo=90),) if last < 90 else (),
        "cartoes": count,
        "recolhido": count * 1_000,
        "linha": linha,
        "bingo": bingo,
        **others,
    }
    return Fecho(**given)


def balls(*drawn: Simbolo) -> list[Actos]:
    return [Bola(numero=number) for number in drawn]


def claim(forma: str, number: int | None, **others: Any) -> Pedido:
    given: dict[str, Any] = {"forma": forma, "serie": "A", "cartao": number, **others}
    return Pedido(**given)


def heard(*, valido: bool = True, asked: bool = True, **others: Any) -> Verificacao:
    return Verificacao(valido=valido, segunda_pergunta=asked, **others)


def prize(forma: str, number: int, amount: int, **others: Any) -> Entrega:
    return Entrega(serie="A", cartao=number, forma=forma, amount=amount, **others)


def jogada(acts: Iterable[Actos], **others: Any) -> BingoRecord:
    """Return a jogada with the edition E1 of 90 cards."""
    given: dict[str, Any] = {"edicoes": (edition(),), "actos": tuple(acts), **others}
    return BingoRecord(**given)


def game(winner: int = 3, *, sold: int = 10) -> list[Actos]:
    """Return the acts of a plain jogada: cards 1 to ``sold``, a linha and a bingo by one card.

    The balls are the winner's first row, then his other numbers. Ten cards of 10.00 make 100.00:
    prizes 80.00, linha 20.00, bingo 60.00, the house 20.00.
    """
    first = row(edition(), winner)
    rest = [one for one in numbers(of(edition(), winner)) if one not in first]
    total = sold * 1_000 * 8 // 10
    return [
        serie(),
        venda(1, sold),
        fecho(1, sold, total // 4, total - total // 4),
        *balls(*first),
        claim("linha", winner),
        heard(),
        *balls(*rest),
        claim("bingo", winner),
        heard(),
    ]


def paid(winner: int = 3, linha: int = 2_000, bingo: int = 6_000) -> tuple[Entrega, ...]:
    return prize("linha", winner, linha), prize("bingo", winner, bingo)


def found(record: BingoRecord) -> list[tuple[str, str, int | None]]:
    """Return code, rule and amount of every fault."""
    return [(one.code, one.rule, one.amount) for one in judged(record).found]


def codes(record: BingoRecord) -> list[str]:
    return [one.code for one in judged(record).found]


def judged(record: BingoRecord) -> Verdict:
    return judge(record)


def due(record: BingoRecord) -> dict[int, int]:
    """Return what is due by line number."""
    sums: dict[int, int] = {}
    for line in judged(record).settlement.lines:
        assert line.bet is not None
        sums[line.bet] = sums.get(line.bet, 0) + line.due
    return sums
