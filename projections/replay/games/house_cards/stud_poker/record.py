"""The record of a jogada of stud póquer."""

from typing import Final, Literal

from msgspec import field

from ledger.money import Count, Minor
from projections.replay.kit.bets import Bet, BetChange, Fact, Limit, Moment
from projections.replay.record import PoolState, Record

NAME: Final = "stud_poker"
INICIAL: Final = "inicial"
PROGRESSIVO: Final = "progressivo"
DESISTENCIA: Final = "desistencia"
ADICIONAL: Final = "adicional"
"""A bet, and the decision that makes it."""
SABOT: Final = "sabot"
BARALHADOR: Final = "baralhador"

HAND: Final = 5

NUMERO_DE_CARTAS: Final = "numero_de_cartas"
DISTRIBUICAO_INCORRECTA: Final = "distribuicao_incorrecta"
CARTA_EXPOSTA: Final = "carta_exposta"
CARTAS_EXPOSTAS: Final = "cartas_expostas"
AVARIA_DO_BARALHADOR: Final = "avaria_do_baralhador"


class Aposta(Bet, frozen=True, kw_only=True, gc=False):
    """A stake; a stake on the progressivo may have been placed in an earlier jogada."""

    transitada_de: str | None = None
    """The void jogada from which it came over (R25, R28)."""
    do_lugar: int | None = None
    """The bettor's own seat, where the bet lies on another's hand (R7 a)."""


class Lugar(Fact, frozen=True, kw_only=True, gc=False):
    """One occupied seat; its stakes are among the record's bets."""

    seat: int
    """From 1, from the pagador's left."""
    player: str | None = None
    """A pseudonym."""
    decisao: Literal["adicional", "desistencia"] | None = None
    """The last thing said; None where no decision is recorded: the stake tells it then."""
    cartas: tuple[str | None, ...] = ()
    """In the order dealt; None for a card nobody could know; empty where none is recorded."""
    recolhida: Moment | None = None
    """When the pagador first took the hand's stakes or cards."""
    saiu: bool = False
    """Whether the player left the table before the jogada was over and done with."""


class Transitada(Fact, frozen=True, kw_only=True, gc=False):
    """A bet on the progressivo that the void jogada before this one left to it (R25, R28)."""

    seat: int
    valor: Minor
    player: str | None = None
    de: str = ""
    """The jogada that was void."""


class StudRecord(Record, frozen=True, kw_only=True, tag="stud_poker", tag_field="game", gc=False):
    """One jogada, from the bets to the payments.

    Errors of the deal are errors noted as ``numero_de_cartas``, ``distribuicao_incorrecta``,
    ``carta_exposta`` (one a card, ``cards`` naming it; seat None or 0 is the pagador's),
    ``cartas_expostas`` (two or more) and ``avaria_do_baralhador``.
    """

    modo_distribuicao: Literal["sabot", "baralhador"] | None = None
    """From what the cards were dealt (R11); None where not recorded."""
    multiplicador_real: int | None = None
    """What the table pays for a naipe real (R15 i), times the adicional; None is the default."""
    maximo_por_jogo: Minor | None = None
    """The most that the adicional of one hand wins (R15 g-i); None where there is none."""
    limites: dict[str, Limit] = field(default_factory=dict)
    """The table's limits, by ``tipo``."""
    lugares: Count = 7
    """The players' places at the table (R3)."""
    seats: tuple[Lugar, ...] = ()
    """Every occupied seat, in any order."""
    bets: tuple[Aposta, ...] = ()
    """In the order in which they were placed."""
    alteracoes: tuple[BetChange, ...] = ()
    """Changes that the table recorded as such; those in time count."""
    transitadas: tuple[Transitada, ...] | None = None
    """What the jogada before left over; None where nothing is known of it."""
    incrementadas: tuple[int, ...] = ()
    """The bets of which the controller said that it took an increment."""
    pagador: tuple[str | None, ...] = ()
    """The pagador's cards in the order dealt."""
    abertas: tuple[int, ...] | None = None
    """Which of them, from 1, lay face up while the players decided; None where not recorded."""
    ordem: tuple[int, ...] = ()
    """The seat to which each card went, in the order dealt, 0 the pagador; empty where unknown."""
    jogo_feito: Moment | None = None
    """The call after which no inicial or progressivo may be placed, where the table has one."""
    primeira_carta: Moment | None = None
    """When the first card was dealt (R7 c)."""
    pagador_descobre: Moment | None = None
    """When the pagador's hidden cards were turned (R10)."""
    pool: PoolState | None = None
    """The progressivo as it stood before this jogada's increments."""
    recomeco: Minor | None = None
    """The balance from which it started again after a prize, as the table said (R24)."""
