"""The record of a jogada of blackjack/21."""

from typing import Final

from msgspec import field

from ledger.money import Count, Minor, Ppm
from projections.replay.kit.bets import Bet, BetChange, Fact, Limit, Moment
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.kit.shoe import Dealt, Shoe
from projections.replay.record import PoolState, Record

NAME: Final = "blackjack"

PRINCIPAL: Final = "principal"
COMPLEMENTAR: Final = "complementar"
JACKPOT: Final = "jackpot"
TIPOS: Final = frozenset({PRINCIPAL, COMPLEMENTAR, JACKPOT})

PEDE: Final = "pede"
FICA: Final = "fica"
DESDOBRA: Final = "desdobra"
DUPLICA: Final = "duplica"
DESISTE: Final = "desiste"
SEGURO: Final = "seguro"
PAR_DINHEIRO: Final = "par_dinheiro"

SEAT: Final = "seat"
BANK: Final = frozenset({"bank", "banca"})
DISCARD: Final = "discard"


class Aposta(Bet, frozen=True, kw_only=True, gc=False):
    """A stake laid before the deal."""

    by: int | None = None
    """The bettor's own seat, where the bet is ``complementar``: on another's place."""


class Decisao(Fact, frozen=True, kw_only=True, gc=False):
    """A decision for a hand, in the order of announcement."""

    seat: int
    hand: int = 1
    """Which of the seat's hands. The first splitting makes hand 2, the next one hand 3 …: the new
    hand takes the second card of the one that is split."""
    decisao: str
    """``pede``, ``fica``, ``desdobra``, ``duplica``, ``desiste``, ``seguro``, ``par_dinheiro``."""
    bet: int | None = None
    """The number of the stake it makes."""
    valor: Minor = 0
    """What was put down with it."""
    by: int | None = None
    """The seat of who said it, if not who decides for the place: where a complementary bettor
    follows a ``desdobra`` or ``duplica``, takes his own ``seguro`` or ``par_dinheiro``, and where
    the place is vacant."""
    at: str | None = None
    seq: int | None = None


class Lugar(Fact, frozen=True, kw_only=True, gc=False):
    """An occupied place."""

    seat: int
    player: str | None = None
    """Its titular's pseudonym."""
    cartas_recolhidas: Moment | None = None
    """When the pagador took the cards."""
    premio_pago: Moment | None = None
    """When the jackpot prize was paid."""


class Combinacao(Fact, frozen=True, kw_only=True, gc=False):
    """The jackpot's prize that the table says a place won."""

    seat: int
    combination: str
    cards: tuple[str, ...] = ()
    """On which cards; empty where it is not said."""


class Reclamacao(Fact, frozen=True, kw_only=True, gc=False):
    """A complaint about the jogada."""

    seat: int | None = None
    admitida: bool | None = None
    """Whether it was heard; None where nobody has answered."""
    at: str | None = None
    seq: int | None = None


class Manuseio(Fact, frozen=True, kw_only=True, gc=False):
    """The shuffler, or the cards, were brought in, taken out or mended."""

    baralhador: bool = False
    """The shuffler, not the cards."""
    entra: bool = False
    """Brought in, and loaded."""
    razao: str = ""
    cartas: tuple[str, ...] = ()
    """Single cards."""
    testemunhas: Count = 0
    comunicado: bool = False
    """Whether a leave of the authority, or the notice to it, is named."""


class Aprovado(Fact, frozen=True, kw_only=True, gc=False):
    """The jackpot's terms in the register of approvals; None for a term left out there."""

    comunicado: bool | None = None
    """Whether it was communicated beforehand (R51)."""
    bet: Minor | None = None
    ppm: Ppm | None = None
    base: Minor | None = None
    combinations: dict[str, int] | None = None
    fixed: dict[str, int] | None = None


class BlackjackRecord(Record, frozen=True, kw_only=True, tag=NAME, tag_field="game", gc=False):
    """One jogada, from the bets to the payments.

    A card that was shown or drawn by mistake and put away (R20, R21, R22) is one dealt to
    ``discard``: it belongs to no hand.
    """

    limites: dict[str, Limit] = field(default_factory=dict)
    """The table's limits, by ``tipo``; those of ``principal`` hold for ``complementar`` too."""
    lugares: Count = 7
    """The places marked on the cloth."""
    sabot: Shoe | None = None
    primeira: bool | None = None
    """Whether it is the table's first jogada since it was opened; None where not known."""
    seats: tuple[Lugar, ...] = ()
    """The occupied places; empty where not recorded."""
    bets: tuple[Aposta, ...] = ()
    """In the order in which they were placed."""
    alteracoes: tuple[BetChange, ...] = ()
    """Changes that the table recorded as such; those in time count."""
    segundos: Count | None = None
    """Online: the betting time that was given."""
    segundos_fixados: Count | None = None
    """Online: the one set for all."""
    jogo_feito: Moment | None = None
    """The call after which no bet may be placed; the deal itself closes the bets, too."""
    cartas: tuple[Dealt, ...] = ()
    """In the order dealt, to ``seat``, ``bank`` or ``discard``. ``open`` on the bank's second card
    says that it was turned before the players had decided."""
    decisoes: tuple[Decisao, ...] = ()
    banca_descoberta: Moment | None = None
    """When the bank's second card was turned."""
    combinacoes: tuple[Combinacao, ...] = ()
    """The jackpot's combinations as the table saw them."""
    padroes: dict[str, str] = field(default_factory=dict)
    """What cards make each of the jackpot's combinations, as ``jackpot.Pattern`` reads it. One that
    is not here is read from its own name; if that says nothing, the table's word counts."""
    aprovado: Aprovado | None = None
    pool: PoolState | None = None
    """The jackpot as it stood before this jogada's increments."""
    reclamacoes: tuple[Reclamacao, ...] = ()
    no_baralhador: Moment | None = None
    """When the cards were first put into the shuffler (R37, R38)."""
    equipamento: tuple[Manuseio, ...] = ()
    """What was done since the jogada before to the shuffler, and to the cards of one."""
    lugares_ditos: Count | None = None
    """How many places the table says, where this is the first jogada since it was opened."""
    cartas_trocadas: tuple[str, ...] = ()
    """Single cards that were replaced without leave, their decks kept (R5, R6)."""
    sessoes: tuple[PlayerSession, ...] = ()
    """Online: players' sessions that ended, or were restricted, since the jogada before."""
    meios: tuple[str, ...] = ()
    """In what the prizes were given, where the table says it: ``account``, ``free_play`` …"""
