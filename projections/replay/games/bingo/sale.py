"""The sale of a jogada of bingo: which cards are in play, at which price, and what is due back.

Nothing authentic is refused: a card sold out of order is in play and in every total. Not in play,
its price due back, is a card sold after the close, one sold before in the same jogada, and one that
does not exist.

Rules: BI R33-R41, R93; rules/bingo.md 0 and 3.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct, field

from ledger.money import Minor
from projections.replay.games.bingo.cards.cards import Cards, cards_of
from projections.replay.games.bingo.cards.shapes import Formas, formas_of
from projections.replay.games.bingo.facts import Actos, Bola, Edicao, Fecho, Serie, Venda

Key = tuple[str, int]
"""A card in play: its series and its number."""
LARGEST: Final = 20_000
"""No series has so many cards: what is beyond is no card's number."""


class Vendida(Struct, kw_only=True):
    """A sale of cards, and its outcome."""

    numero: int
    """Which sale of the jogada, from 1, those inherited first."""
    venda: Venda
    face: Minor
    """Price of one card in this jogada."""
    cartoes: list[int] = field(default_factory=list[int])
    """The cards in play by it."""
    repetidos: list[int] = field(default_factory=list[int])
    """Cards that had been sold before in the jogada."""
    inexistentes: int = 0
    """How many numbers of the interval are no card's."""
    tarde: bool = False
    """After the close."""

    @property
    def stake(self) -> Minor:
        """The face of its cards in play, of this jogada only: its part of V."""
        return len(self.cartoes) * self.face

    @property
    def price(self) -> Minor:
        """The price of a sale's cards in play; of doubles, both halves if they were sold here."""
        return self.stake * (2 if self.venda.dupla and not self.venda.herdada else 1)

    @property
    def back(self) -> Minor:
        """The payment beyond the cards in play: it goes back."""
        return max(self.venda.valor - self.price, 0)


class Jogo(Struct, kw_only=True):
    """The cards in play."""

    variante: int
    series: dict[str, Serie] = field(default_factory=dict[str, Serie])
    """Offered, and inherited with doubles."""
    cards: dict[str, Cards] = field(default_factory=dict[str, Cards])
    """Series to its edition, where the record has it."""
    ordem: list[str] = field(default_factory=list[str])
    """Series in the order in which cards of theirs were first sold, those inherited first."""
    vendas: list[Vendida] = field(default_factory=list[Vendida])
    em_jogo: dict[Key, Vendida] = field(default_factory=dict[Key, Vendida])
    """The cards in play, in the order of sale."""
    fecho: Fecho | None = None
    aberta: bool = True
    """Whether cards may still be sold."""

    @property
    def total(self) -> Minor:
        """V: the face of all cards in play."""
        return sum(one.stake for one in self.vendas)

    @property
    def formas(self) -> Formas:
        """The prizes offered, by the first series that was offered here."""
        offered = [one for one in self.series.values() if not one.herdada]
        first = next(iter(offered), None) or next(iter(self.series.values()), None)
        if first is None:
            return formas_of(self.variante, ())
        return formas_of(self.variante, first.formas, first.figura)

    def rank(self, series: str) -> int:
        """Return which series it is in the order of sale, from 0."""
        return self.ordem.index(series) if series in self.ordem else len(self.ordem)

    def in_order(self, keys: Iterable[Key]) -> list[Key]:
        """Return cards in the order of sale: series order, then number."""
        return sorted(set(keys), key=lambda key: (self.rank(key[0]), key))


def sell(acts: Iterable[Actos], editions: Sequence[Edicao], variante: int) -> Jogo:
    """Return the cards that the acts of a sale put into play."""
    jogo = Jogo(variante=variante)
    by_name = {one.edicao: one for one in reversed(editions)}
    for act in acts:
        match act:
            case Serie():
                _offer(jogo, act, by_name)
            case Venda():
                _sell(jogo, act)
            case Fecho():
                jogo.fecho = jogo.fecho or act
                jogo.aberta = False
            case Bola():
                jogo.aberta = False
            case _:
                pass
    return jogo


def _offer(jogo: Jogo, serie: Serie, editions: Mapping[str, Edicao]) -> None:
    known = jogo.series.get(serie.serie)
    if known is not None and not known.herdada:
        return  # what was announced first holds
    jogo.series[serie.serie] = serie
    edition = editions.get(serie.edicao)
    if edition is not None:
        jogo.cards[serie.serie] = cards_of(edition, jogo.variante)


def _sell(jogo: Jogo, venda: Venda) -> None:
    cards = jogo.cards.get(venda.serie)
    count = max(venda.ultimo - venda.primeiro + 1, 0)
    line = Vendida(
        numero=len(jogo.vendas) + 1,
        venda=venda,
        face=_face(jogo, venda, count),
        tarde=not jogo.aberta,
    )
    jogo.vendas.append(line)
    if not jogo.aberta and not venda.herdada:
        return
    if venda.serie not in jogo.ordem:
        jogo.ordem.append(venda.serie)
    existing = numbers_in(cards, venda.primeiro, venda.ultimo)
    line.inexistentes = count - len(existing)
    for number in existing:
        key = venda.serie, number
        if key in jogo.em_jogo:
            line.repetidos.append(number)
        else:
            jogo.em_jogo[key] = line
            line.cartoes.append(number)


def _face(jogo: Jogo, venda: Venda, count: int) -> Minor:
    """Return a card's announced price; where no price was announced, the price of its sale."""
    serie = jogo.series.get(venda.serie)
    if serie is not None:
        return max(serie.preco, 0)
    halves = 2 if venda.dupla and not venda.herdada else 1
    return max(venda.valor, 0) // (count * halves) if count else 0


def size_of(cards: Cards | None) -> int | None:
    """Return the number of an edition's last card; None where the record does not have it."""
    if cards is None:
        return None
    return max((cards.edition.tamanho, *cards.boxes))


def numbers_in(cards: Cards | None, first: int, last: int) -> list[int]:
    """Return the numbers of an interval that are cards'."""
    size = size_of(cards)
    limit = LARGEST if size is None else min(size, LARGEST)
    return list(range(max(first, 1), min(last, limit) + 1))


def doubles_of(jogo: Jogo) -> list[Actos]:
    """Return the doubles in play that the next jogada inherits, with their series (R15).

    The face of the second half is that of the first.
    """
    acts: list[Actos] = []
    for name in jogo.ordem:
        serie = jogo.series.get(name)
        for line in jogo.vendas:
            venda = line.venda
            if venda.serie != name or not venda.dupla or venda.herdada or not line.cartoes:
                continue
            if serie is not None:
                acts.append(
                    Serie(
                        serie=name,
                        edicao=serie.edicao,
                        cartoes=0,
                        preco=serie.preco,
                        formas=serie.formas,
                        figura=serie.figura,
                        dupla=True,
                        herdada=True,
                    )
                )
                serie = None  # once
            acts += [
                Venda(
                    serie=name,
                    primeiro=first,
                    ultimo=last,
                    valor=(last - first + 1) * line.face,
                    meio=venda.meio,
                    player=venda.player,
                    dupla=True,
                    herdada=True,
                )
                for first, last in runs(line.cartoes)
            ]
    return acts


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return ascending numbers as intervals.

    >>> runs([1, 2, 3, 7, 9, 10])
    [(1, 3), (7, 7), (9, 10)]
    """
    found: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if found and found[-1][1] == number - 1:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return found
