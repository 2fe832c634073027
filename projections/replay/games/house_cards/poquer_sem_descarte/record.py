"""The record of a jogada of póquer sem descarte."""

from typing import Final, Literal

from msgspec import field

from ledger.money import Count, Minor, Ppm
from projections.replay.kit.bets import Bet, BetChange, Fact, Limit, Moment
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.record import PoolState, Record

NAME: Final = "poquer_sem_descarte"
INICIAL: Final = "inicial"
SEGUNDA: Final = "segunda"
ACUMULADO: Final = "acumulado"
VOU: Final = "vou"
PASSO: Final = "passo"

HAND: Final = 5

NUMERO_DE_CARTAS: Final = "numero_de_cartas"
CARTA_DESCOBERTA: Final = "carta_descoberta"
CARTA_DA_BANCA: Final = "carta_da_banca_descoberta"


class Aviso(Moment, frozen=True, kw_only=True, gc=False):
    """Online: a player who had not decided was warned (R52)."""

    segundos: Count | None = None
    """The extra time given with it; None: a warning only."""


class Meio(Fact, frozen=True, kw_only=True, gc=False):
    """The means in which a bet was laid, where they were not chips."""

    bet: int
    meio: str
    """cash, cheque, credit, verbal, account, free_play …"""


class Lugar(Fact, frozen=True, kw_only=True, gc=False):
    """One occupied seat; its stakes are among the record's bets."""

    seat: int
    """From 1, from the pagador's left."""
    player: str | None = None
    """A pseudonym."""
    decisao: Literal["vou", "passo"] | None = None
    """The first thing said; None where no decision is recorded: a segunda then means ``vou``."""
    depois: Literal["vou", "passo"] | None = None
    """What was said after it, if anything."""
    decidiu: Moment | None = None
    """Online: when the first thing was said."""
    caducou: bool = False
    """Online: whether the operator's clock said it, not the player (R52)."""
    avisos: tuple[Aviso, ...] = ()
    """Online: warnings of one who had not decided, and the extra time given."""
    cartas: tuple[str | None, ...] = ()
    """In the order dealt; None for a card nobody could know; empty where none is recorded."""
    infracao: str | None = None
    """Why the player loses the stakes on his square (R12, R22): ``cartas_mostradas`` …"""
    recolhida: Moment | None = None
    """When the pagador took the stakes of the square."""
    cartas_recolhidas: Moment | None = None
    """When the pagador took the cards."""
    premio_pago: Moment | None = None
    """When the jackpot prize was paid."""
    sem_apostar: Count | None = None
    """Rounds in a row without a bet, this one included; None where not known."""
    impedido: bool = False
    """Whether the player had been barred from playing before the jogada was opened (R17)."""


class Aprovado(Fact, frozen=True, kw_only=True, gc=False):
    """The jackpot's terms in the register of approvals; None for a term left out there."""

    comunicado: bool | None = None
    """Whether its association with the table was communicated beforehand (R35)."""
    bet: Minor | None = None
    ppm: Ppm | None = None
    combinations: dict[str, int] | None = None
    fixed: dict[str, int] | None = None


class SemDescarteRecord(
    Record, frozen=True, kw_only=True, tag="poquer_sem_descarte", tag_field="game", gc=False
):
    """One jogada, from the bets to the payments.

    An error of the deal is an error noted as ``numero_de_cartas`` or ``carta_descoberta`` (a card
    exposed that should lie face down: seat None is the bank's); ``carta_da_banca_descoberta`` is
    the pardoned one, which became the bank's open card. What a player exposes himself is no error
    of the deal, but his ``infracao``.
    """

    limites: dict[str, Limit] = field(default_factory=dict)
    """The table's limits, by ``tipo``; the law knows them for ``inicial``."""
    minimo_autorizado: Minor = 0
    """The minimum of the table's authorisation (000 n.14); 0 where it is not known."""
    maximo_golpe: Minor | None = None
    """The most that the bank pays in prizes in one jogada, jackpot apart (R33)."""
    lugares: Count = 7
    """The places marked on the cloth."""
    baralhador: bool = False
    """Dealt from an automatic shuffler (R10)."""
    marcacao: Literal["automatica", "manual"] | None = None
    """How the jackpot's bets are marked (R38)."""
    aprovado: Aprovado | None = None
    seats: tuple[Lugar, ...] = ()
    """Every occupied seat, in any order."""
    bets: tuple[Bet, ...] = ()
    """In the order in which they were placed."""
    alteracoes: tuple[BetChange, ...] = ()
    """Changes that the table recorded as such; those in time count."""
    meios_apostados: tuple[Meio, ...] = ()
    """Of the bets that were laid in something else than chips (R21)."""
    cartas_trocadas: tuple[str, ...] = ()
    """Single cards replaced since the jogada before (R3)."""
    banca: tuple[str | None, ...] = ()
    """The bank's cards in the order dealt."""
    abertas: tuple[int, ...] | None = None
    """Which of them, from 1, lay face up while the players decided; None where not recorded."""
    cortado: bool | None = None
    """Whether the cards were cut; None where not recorded."""
    queimadas: Count | None = None
    """How many cards were burned before the deal; None where not recorded."""
    queimada: Moment | None = None
    """When the (last) card was burned."""
    ordem: tuple[int, ...] = ()
    """The seat to which each card went, in the order dealt, 0 the bank; empty if not recorded."""
    jogo_feito: Moment | None = None
    """The call after which no bet may be placed (R9)."""
    primeira_carta: Moment | None = None
    """When the first card was dealt: it closes the bets where the call is missing or later."""
    banca_descoberta: Moment | None = None
    """When the bank's hidden cards were turned (R14)."""
    pool: PoolState | None = None
    """The jackpot as it stood before this jogada's increments."""
    apostas_abertas: Moment | None = None
    """When the bets were opened."""
    segundos: Count | None = None
    """Online: for how long, as the opening said."""
    tempo_apostas: Count | None = None
    """Online: the seconds for bets that are fixed for all at a shared table (R47)."""
    sessoes: tuple[PlayerSession, ...] = ()
    """Online: players' sessions that ended, or were restricted, since the jogada before."""
    meios: tuple[str, ...] = ()
    """In what prizes were paid, where it was not chips."""
