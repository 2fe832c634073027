"""The record of a jogada of desafio ao casino, and the values in which laws may differ."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from ledger.money import Minor
from projections.replay.kit.bets import Bet, BetChange, Fact, Limit, Moment
from projections.replay.kit.coups.voids import VoidCites
from projections.replay.kit.shoe import Dealt, Shoe
from projections.replay.record import Record


class Opcao(Fact, frozen=True, kw_only=True, gc=False):
    """The choice of a player at a tie (R12)."""

    seat: int
    opcao: str
    """``perder_metade`` or ``desafiar``."""
    bet: int | None = None
    """The number of the stake that he added, where it has one."""
    valor: Minor = 0
    """What he added; 0 where the table does not say: then it is the initial stake (R13)."""
    at: str | None = None
    seq: int | None = None


class DesafioAoCasinoRecord(
    Record, frozen=True, kw_only=True, tag="desafio_ao_casino", tag_field="game", gc=False
):
    """One jogada, from the bets to the payments.

    An error of the deal is an error noted: corrected at once, it changes nothing; ``incorrigivel``
    is one that could not be. A card that came face up (``carta_virada``) is valid (R6).
    """

    shoe: Shoe = field(default_factory=lambda: Shoe(decks=0))
    """What is known of the packs; ``decks`` 0 where nobody says how many there are."""
    limites: dict[str, Limit] = field(default_factory=dict)
    """The table's limits, by ``tipo``: the law sets none."""
    bets: tuple[Bet, ...] = ()
    """In the order in which they were placed."""
    alteracoes: tuple[BetChange, ...] = ()
    """Changes that the table recorded as such; those in time count."""
    apostas_abertas: Moment | None = None
    jogo_feito: Moment | None = None
    """The call that closed the bets, where there was one: the first card closes them too."""
    cartas: tuple[Dealt, ...] = ()
    """In the order dealt: to each ``seat`` its card, to the ``bank`` its own; then, of each
    challenge, the seat's second card and the bank's next one."""
    opcoes: tuple[Opcao, ...] = ()


class DesafioAoCasinoRules(Struct, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    pays: Mapping[str, int]
    """The prize of each bet, in stakes (R9, R11)."""
    burned: int
    """Cards put away before each card of a challenge (R13, R14)."""
    behind_cut_card: int
    """Cards behind the carta-aviso (R4)."""


NAME: Final = "desafio_ao_casino"
INICIAL: Final = "inicial"
EMPATE: Final = "empate"
DESAFIO: Final = "desafio"
PERDER_METADE: Final = "perder_metade"
DESAFIAR: Final = "desafiar"
SEAT: Final = "seat"
BANK: Final = frozenset({"bank", "banca"})
FACE_UP: Final = frozenset({"carta_virada", "carta_exposta", "carta_descoberta"})
"""Errors that leave the card and its bet valid (R6)."""
INCORRIGIVEL: Final = "incorrigivel"
CITES: Final = VoidCites(null="DC R8")
RANK_NAMES: Final = {"A": "ás", "K": "rei", "Q": "dama", "J": "valete", "T": "10"}
