"""The record of a coup of ponto e banca: its bets, its cards, and what was announced.

A bet is a ``tipo`` and has no ``selecao``: ``ponto``, ``banca``, ``empate``, ``par_do_ponto``,
``par_da_banca``.
"""

from typing import Final

from msgspec import field

from ledger.money import Count, Minor
from projections.replay.games.bacara.points import BANCA, PONTO
from projections.replay.kit.bets import Bet, BetChange, Fact, Limit, Moment
from projections.replay.kit.shoe import Dealt, Shoe
from projections.replay.record import Record

EMPATE: Final = "empate"
PAR_DO_PONTO: Final = "par_do_ponto"
PAR_DA_BANCA: Final = "par_da_banca"
CHANCES: Final = (PONTO, BANCA, EMPATE, PAR_DO_PONTO, PAR_DA_BANCA)
PAIRS: Final = frozenset({PAR_DO_PONTO, PAR_DA_BANCA})
SIDES: Final = (PONTO, BANCA)
ORDER: Final = (PONTO, BANCA, PONTO, BANCA)
"""To whom the first four cards go (R23)."""
NENHUMA: Final = "nenhuma"
CARTA_VIRADA: Final = "carta_virada"
"""A card found face up in the shoe: it is valid, and no slip (R18)."""


class Aposta(Bet, frozen=True, kw_only=True, gc=False):
    """A bet, and its owner where the bet complements another player's seat."""

    by: int | None = None
    """The bettor's own place or rank, where the bet lies on another's seat (R21)."""


class Mostrada(Fact, frozen=True, kw_only=True, gc=False):
    """A side's cards as they were uncovered."""

    grupo: str
    """``ponto`` or ``banca``."""
    cartas: tuple[str, ...]


class Resultado(Fact, frozen=True, kw_only=True, gc=False):
    """The points that pagador or display announced; they decide only where no card tells."""

    vencedor: str | None = None
    """``ponto``, ``banca`` or ``empate``."""
    ponto: int | None = None
    """The points said."""
    banca: int | None = None
    par_do_ponto: bool | None = None
    par_da_banca: bool | None = None


class Troca(Fact, frozen=True, kw_only=True, gc=False):
    """Packs, or single cards, were replaced."""

    cartas: tuple[str, ...] = ()
    """Single cards; empty where whole packs were."""
    baralhos: Count | None = None
    """How many packs are in use from then on, where it is said."""
    razao: str | None = None


class PuntoBancoRecord(Record, frozen=True, kw_only=True, gc=False):
    """One coup, from the first bet to the payments."""

    mesa: str = ""
    """``simples`` or ``dupla``; empty where nobody says it."""
    sabot: Shoe | None = None
    """The packs in play; None where the record says nothing of them."""
    primeiro: bool | None = None
    """Whether it is the first coup of the shoe, or with a shuffler the first since the opening."""
    limites: dict[str, Limit] = field(default_factory=dict)
    """The table's limits, by ``tipo``."""
    pares: bool = True
    """Whether the house takes bets on the pairs (R19)."""
    deducao: str = NENHUMA
    """``5pct``, ``50pct_5`` or ``nenhuma``; several are joined by ``+``."""
    deducao_comunicada: bool | None = None
    """Whether the deduction was notified beforehand; None where nobody says it."""
    titulares: dict[int, str] = field(default_factory=dict)
    """Who holds which seat."""
    bets: tuple[Aposta, ...] = ()
    """In the order in which they were placed."""
    alteracoes: tuple[BetChange, ...] = ()
    """Changes that the table recorded as such; those in time count."""
    apostas_abertas: Moment | None = None
    nada_mais: Moment | None = None
    cartas: tuple[Dealt, ...] = ()
    """In the order in which they left the shoe, burned ones apart."""
    mostradas: tuple[Mostrada, ...] = ()
    resultado: Resultado | None = None
    trocas: tuple[Troca, ...] = ()
    """Since the coup before."""
    deduzido: Minor | None = None
    """What the table says that it deducted from the prizes of banca, in all."""
