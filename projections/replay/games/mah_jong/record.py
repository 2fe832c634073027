"""The record of a game of mah-jong: the places, the pieces' way, the hands, the money."""

from typing import Final, Literal

from ledger.money import Count, Minor, Ppm
from projections.replay.kit.bets import Bet, Fact
from projections.replay.record import Record

NAME: Final = "mah_jong"

CONVENCIONAL: Final = "convencional"
SIMPLIFICADO: Final = "simplificado"

COMPRA: Final = "compra"
DESCARTE: Final = "descarte"
CHI: Final = "ch_i"
PONG: Final = "p_ong"
KONG: Final = "k_ong"
KONG_FECHADO: Final = "k_ong_fechado"
GANHO: Final = "ganho"

VIU_PEDRAS: Final = "viu_pedras"
"""The error noted of a player who saw another's pieces (R34, R71)."""


class Lance(Fact, frozen=True, kw_only=True, gc=False):
    """One act with the pieces, in the order in which they happened."""

    seat: int
    tipo: str
    """``compra``, ``descarte``, ``ch_i``, ``p_ong``, ``k_ong``, ``k_ong_fechado``, ``ganho``."""
    pedra: str | None = None
    """The piece drawn, discarded or won with; None where nobody could know it."""
    pedras: tuple[str, ...] = ()
    """The set laid open, all of it."""
    de: int | None = None
    """Whose discard, or whose robbed k'óng; None: drawn by himself."""
    substituicao: bool = False
    """Drawn from the end of the last row, for a k'óng."""
    ultima: bool = False
    """The last piece there was."""
    roubo: bool = False
    """The win takes the piece of an open k'óng (ch'éong kóng)."""
    feito: bool = True
    """False: announced and not carried out."""


class Mostrada(Fact, frozen=True, kw_only=True, gc=False):
    """A player's closed pieces, laid open at the end, with the winning piece or without it."""

    seat: int
    pedras: tuple[str, ...]


class Capital(Fact, frozen=True, kw_only=True, gc=False):
    """The capital that a player put in play."""

    seat: int
    valor: Minor


class Responsavel(Fact, frozen=True, kw_only=True, gc=False):
    """The fiscal's ruling: who bears the others' loss, by which rule."""

    seat: int
    rule: str
    """``R36`` to ``R41``, ``R73`` or ``R74``; with the section's code before it or without."""


class Cobranca(Fact, frozen=True, kw_only=True, gc=False):
    """The amount taken from a player."""

    seat: int
    valor: Minor
    to: int | None = None
    """Who got it; None: not said."""
    rule: str | None = None


class Comissao(Fact, frozen=True, kw_only=True, gc=False):
    """The operator's takings."""

    valor: Minor
    seat: int | None = None
    mode: str | None = None


class Escalao(Fact, frozen=True, kw_only=True, gc=False):
    """A line of the approved table of commissions: prizes from ``desde`` on."""

    desde: Minor = 0
    ppm: Ppm = 0
    """Of the whole prize, rounded down."""
    fixo: Minor = 0
    """Besides."""


class MahJongRecord(
    Record,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    tag="mah_jong",
    tag_field="game",
    gc=False,
):
    """One game, from the dice to the payments.

    An error noted as ``viu_pedras`` is of a player who saw another's pieces. Where the first acts
    are all draws, 13 pieces a player and one more for the banker (4 and one in the simplified
    game), they are the deal; otherwise the deal is not recorded.
    """

    variante: Literal["convencional", "simplificado"] = "convencional"
    lugares: tuple[int, ...] = ()
    """The seats from the banker on, in the order of play: Este, Sul, Oeste, Norte."""
    vento: str | None = None
    """The roda's wind: ``este``, ``sul``, ``oeste``, ``norte``; None where not recorded."""
    dados: tuple[int, ...] = ()
    """The faces of the throw that counted; empty where not recorded."""
    pedras: Count | None = None
    """How many pieces were piled; None where not recorded."""
    muralha: tuple[str, ...] = ()
    """All pieces in the order of drawing; known only where a machine deals."""
    lances: tuple[Lance, ...] = ()
    mostradas: tuple[Mostrada, ...] = ()
    capitais: tuple[Capital, ...] = ()
    """A player who has none here is not limited."""
    unidades: tuple[Minor, ...] = ()
    """What one player pays another, banker apart, for kai vu, 1 fán, fán dobrado: the operator's
    table. The simplified game needs the first two. Empty: not known, no amount is due."""
    comissao: tuple[Escalao, ...] = ()
    """The approved table; empty where there is none: then no commission may be taken."""
    responsaveis: tuple[Responsavel, ...] = ()
    bets: tuple[Bet, ...] = ()
    """Mah-jong has none: what is staked all the same goes back."""
    cobrancas: tuple[Cobranca, ...] = ()
    """Recorded, never read to decide what is due."""
    comissoes: tuple[Comissao, ...] = ()
    """Recorded, never read to decide what is due."""
