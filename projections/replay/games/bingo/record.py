"""The record of a jogada of bingo."""

from typing import Final

from msgspec import field

from ledger.money import Minor, Ppm
from projections.replay.games.bingo.facts import (
    Actos,
    Edicao,
    Entrega,
    Incremento,
    Painel,
    Sessao,
    Venda,
)
from projections.replay.games.bingo.prizes import Plano
from projections.replay.kit.bets import Moment
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.record import PoolState, Record

NAME: Final = "bingo"
SHARE: Final = 100_000_000
"""From here on a line's number is a share of a prize; below, it is a sale."""
CARDS: Final = 1_000_000
"""In a share's number, what stands below this is the card's; above it, the series'."""


def number_of(prize: int, series: int = 0, card: int = 0) -> int:
    """Return the number of a line: of which prize, from 0, for which series and card.

    >>> number_of(0, 1, 345)
    101000345
    """
    return SHARE * (prize + 1) + CARDS * (series % 99) + card % CARDS


class BingoRecord(Record, frozen=True, kw_only=True, tag=NAME, tag_field="game", gc=False):
    """One jogada, from the offer of its series to the prizes.

    An error in announcing numbers may stand among the errors as ``erro_de_anuncio``, where the
    balls do not show it.
    """

    payments: tuple[Entrega, ...] = ()
    variante: int = 90
    edicoes: tuple[Edicao, ...] = ()
    """Those of the series on sale, and of the doubles inherited."""
    sessao: Sessao | None = None
    """None where none was opened, or the record does not say."""
    anunciada: bool | None = None
    """Whether a session was announced before the jogada was opened (R91); None where the record
    does not say."""
    actos: tuple[Actos, ...] = ()
    """In the order of the room's chain; first the doubles that the jogada before left."""
    plano: Plano | None = None
    """None: the rule's own."""
    precos: tuple[Minor, ...] | None = None
    """The approved face values (R17); None where they are not known."""
    duplos: bool | None = None
    """Whether double cards are authorised (R15); None where that is not known."""
    taxa_premio: Ppm = 0
    """Withheld from each prize (R61 g)."""
    anulada: Moment | None = None
    """When the annulment was declared."""
    devolvido: Minor | None = None
    """The sum that the annulment says went back."""
    fechada: Moment | None = None
    """When the jogada ended (R61 h)."""
    paineis: tuple[Painel, ...] = ()
    incrementos: tuple[Incremento, ...] = ()
    sessions: tuple[PlayerSession, ...] = field(default=())
    """Online: players' sessions that ended, or were restricted."""
    pool: PoolState | None = None
    """The accumulator before this jogada's increment."""

    @property
    def duplos_vendidos(self) -> bool:
        """Whether cards were sold here that play once more in the next jogada (R15)."""
        return any(isinstance(act, Venda) and act.dupla and not act.herdada for act in self.actos)
