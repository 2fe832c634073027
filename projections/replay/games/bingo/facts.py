"""The facts of a jogada of bingo: editions, series, sales, balls, claims, prizes.

The acts of a jogada are one list in the order of the room's chain, because order is evidence: a
card sold after the close was late, a claim after the stop was heard no more.

Rules: rules/bingo.md; Portaria 1/2017, Jogo do Bingo.
"""

from typing import Final

from msgspec import field
from typing_extensions import override

from ledger.money import Count, Minor
from projections.replay.kit.bets import Fact
from projections.replay.record import Payment

Simbolo = int | str
"""A number; in bingo 30 also a symbol's word."""
BRANCO: Final = 0
"""An empty box, or the blank centre of bingo 75."""

BINGO: Final = "bingo"
LINHA: Final = "linha"
QUATRO_CANTOS: Final = "quatro_cantos"
FIGURA: Final = "figura"
COLUNA: Final = "coluna"


class Parte(Fact, frozen=True, kw_only=True, gc=False):
    """Cards of an edition with consecutive numbers."""

    primeiro: Count
    """Number of the first."""
    cartoes: tuple[tuple[Simbolo, ...], ...]
    """Each card's boxes row by row; 0 is an empty box or the blank centre."""


class Edicao(Fact, frozen=True, kw_only=True, gc=False):
    """An edition of cards."""

    edicao: str
    variante: int
    tamanho: Count
    """Cards of the whole edition (R16)."""
    partes: tuple[Parte, ...] = ()
    dupla: bool = False
    """Authorised for two jogadas running (R15)."""
    autorizada: bool | None = None
    """Whether an act of the authority is recorded (R3, R19); None where that is not known."""


class Sessao(Fact, frozen=True, kw_only=True, gc=False):
    """The session to which the jogada belongs, as it was announced."""

    sessao: str
    modo: str = "physical"
    """physical, session or continuous (R90, R91)."""
    bolas: dict[str, int] = field(default_factory=dict[str, int])
    """Pool to the number of balls with which it is won, as announced at the start (R9)."""
    bolas_depois: dict[str, int] | None = None
    """What was said later in the session, where it is something else."""
    autorizada: bool | None = None
    """Whether an act of the authority is recorded; None where that is not known."""


class Acto(Fact, frozen=True, kw_only=True, tag_field="acto", gc=False):
    """One act of the jogada."""

    at: str | None = None
    seq: int | None = None
    """Its place in the room's chain."""


class Serie(Acto, frozen=True, kw_only=True, tag="serie", gc=False):
    """A series was offered (R33, R38)."""

    serie: str
    edicao: str
    cartoes: Count
    """How many are offered."""
    preco: Minor
    """Face value of one card, for this jogada."""
    formas: tuple[str, ...] = ()
    """Prizes offered; empty: those the variant always has."""
    figura: tuple[int, ...] = ()
    """The boxes of the pre-defined figura, from 1, row by row (R73)."""
    segunda: bool = False
    dupla: bool = False
    limite: Count | None = None
    """Cards a player may buy (R35)."""
    herdada: bool = False
    """Not offered here: its doubles come from the jogada before."""


class Venda(Acto, frozen=True, kw_only=True, tag="venda", gc=False):
    """Cards were sold (R36-R41)."""

    serie: str
    primeiro: int
    ultimo: int
    valor: Minor
    meio: str = "cash"
    player: str | None = None
    dupla: bool = False
    """They play this jogada and the next (R15)."""
    herdada: bool = False
    """Sold as doubles in the jogada before; ``valor`` is the second half."""


class Intervalo(Fact, frozen=True, kw_only=True, gc=False):
    """Cards of a series from one number to another, both included."""

    serie: str
    primeiro: int
    ultimo: int


class Fecho(Acto, frozen=True, kw_only=True, tag="fecho", gc=False):
    """The sale ended, with the figures announced (R40)."""

    vendidos: tuple[Intervalo, ...]
    recolhidos: tuple[Intervalo, ...] = ()
    cartoes: int
    recolhido: Minor
    """Money collected."""
    linha: Minor
    bingo: Minor
    adicionais: dict[str, int] = field(default_factory=dict[str, int])
    acumulados: dict[str, int] = field(default_factory=dict[str, int])
    """Pool to its value, this jogada's increment included."""


class Bola(Acto, frozen=True, kw_only=True, tag="bola", gc=False):
    """A ball came out."""

    numero: Simbolo
    indice: int | None = None
    """Which ball of the jogada, as the room counted."""
    anunciado: Simbolo | None = None
    """What was said, where it was something else (R57)."""
    manual: bool = False


class Pedido(Acto, frozen=True, kw_only=True, tag="pedido", gc=False):
    """Somebody called (R43)."""

    forma: str
    pedido: str = ""
    """A name by which its verification finds it."""
    serie: str | None = None
    cartao: int | None = None
    marcado: bool = True
    """Whether the card is marked as it must be (R30)."""


class Verificacao(Acto, frozen=True, kw_only=True, tag="verificacao", gc=False):
    """A claim was read back and decided (R43-R46)."""

    pedido: str = ""
    """The claim's name; empty: the last one not yet decided."""
    valido: bool
    segunda_pergunta: bool = False
    motivo: str | None = None


class Suspensao(Acto, frozen=True, kw_only=True, tag="suspensao", gc=False):
    """The jogada stopped for a failure (R55)."""

    causa: str
    lado: str = "unknown"


class Retoma(Acto, frozen=True, kw_only=True, tag="retoma", gc=False):
    """The jogada goes on."""

    manual: bool = False


class Aviso(Acto, frozen=True, kw_only=True, tag="aviso", gc=False):
    """Online: a player was told that one number is missing (R95)."""

    serie: str
    cartao: int
    forma: str


Actos = Serie | Venda | Fecho | Bola | Pedido | Verificacao | Suspensao | Retoma | Aviso


class Painel(Fact, frozen=True, kw_only=True, gc=False):
    """The panel's figures after the close of sale (R29)."""

    preco: int | None = None
    cartoes: int | None = None
    linha: int | None = None
    bingo: int | None = None
    acumulado: int | None = None


class Incremento(Fact, frozen=True, kw_only=True, gc=False):
    """The amount that a device says this jogada added to a pool; negative where it took it back."""

    pool: str
    valor: Minor


class Entrega(Payment, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A prize paid, or the price of cards given back.

    A prize is ``amount`` before tax, with ``award`` where it is a pool's; what goes back is
    ``stake_returned``, of the cards from ``cartao`` to ``ultimo``.
    """

    seat: int = 0
    amount: Minor = 0
    serie: str = ""
    """Empty: all sales of the jogada, as an annulment says one sum for all."""
    cartao: int = 0
    ultimo: int | None = None
    """Last card of the interval; None: the one card."""
    forma: str = ""
    imposto: Minor = 0
    meio: str = "cash"
    entregue: bool = True
    """Whether the card was handed in for it (R50)."""
    causa: str = ""
    """Why the price went back: annulled, late, cancelled, double …"""
    at: str | None = None
    seq: int | None = None

    @property
    @override
    def withheld(self) -> Minor:
        return self.imposto
