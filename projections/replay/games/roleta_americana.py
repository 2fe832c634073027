"""Roleta americana: one ball, 37 or 38 pockets, stakes on sectors of the cloth.

Rules: Portaria 1/2017, Anexo, Roleta americana, regras 1-60, cited as ``RA R42``.

Numbers are texts, because there are two zeros: ``0``, ``00``, ``1`` … ``36``. A bet is a ``tipo``
of the rules page and a ``selecao``:

=====================================  =============================================================
tipo                                   selecao
=====================================  =============================================================
``pleno``                              the number: ``17``
``cavalo rua quadro linha``            its numbers upwards, zeros first: ``17-20``, ``0-2-3``
``duzia``                              ``1``, ``2`` or ``3``
``coluna``                             its foot: ``34``, ``35`` or ``36``
``cavalo_de_duzia cavalo_de_coluna``   the two: ``1-2``, ``34-35``
``par impar menor maior``              empty
``encarnado preto``                    empty
``serie_grande serie_pequena vadios``  empty; or, where the chips lay otherwise, each sector with
                                       its chips: ``0-2-3:2 4-7 12-15``
``vizinhos``                           the number in the middle, ``17``, and ``chips.count`` 3, 5 or
                                       7; or all numbers covered, the middle first: ``17-34-25``
=====================================  =============================================================

The numbers of a sector in another order mean the same sector.
"""

from msgspec import field

from projections.replay.banked import Bet, BetChange, Chips, Fact, Limit, Moment, Shift
from projections.replay.record import Record


class BolaLancada(Fact, frozen=True, kw_only=True, gc=False):
    """The ball was launched."""

    sentido: str | None = None
    """``esquerda`` or ``direita``."""
    by: str | None = None
    """The person who launched it."""
    at: str | None = None
    seq: int | None = None


class GolpeNulo(Fact, frozen=True, kw_only=True, gc=False):
    """The coup was called null; it is to be repeated."""

    causa: str
    """R35: ``fichas``, ``bola``, ``objeto``; R33: ``defeito``, ``fratura``, ``desaparecimento``."""
    rule: str = ""
    previous: str | None = None
    """The number on which the call says that the ball is put back."""
    anulado: str | None = None
    """The number at which the ball had already come to rest when the coup was called null."""
    at: str | None = None
    seq: int | None = None


class BolaReposta(Fact, frozen=True, kw_only=True, gc=False):
    """The ball was put back on a number before the new launch."""

    numero: str
    at: str | None = None
    seq: int | None = None


class Resultado(Fact, frozen=True, kw_only=True, gc=False):
    """The number and colour that were announced."""

    numero: str
    cor: str | None = None
    at: str | None = None
    seq: int | None = None


class BolaTrocada(Fact, frozen=True, kw_only=True, gc=False):
    """The ball in play was last changed; the table's opening counts as a change."""

    at: str
    anunciada: bool = True
    seq: int | None = None


class CorAtribuida(Fact, frozen=True, kw_only=True, gc=False):
    """A player holds a colour of chips without face value."""

    cor: str
    seat: int
    player: str | None = None
    valor: int | None = None
    """What one chip is worth, as the display says."""


class Marca(Fact, frozen=True, kw_only=True, gc=False):
    """A bet as one source says that it lay."""

    tipo: str
    valor: int
    selecao: str = ""
    chips: Chips | None = None


class Reconstituida(Fact, frozen=True, kw_only=True, gc=False):
    """Marks taken off by mistake were put back (R40)."""

    bet: int
    seat: int
    player: str | None = None
    tecnico: Marca | None = None
    """What the technical means show: it counts where there is any."""
    jogador: Marca | None = None
    """What the player says."""


class Anterior(Fact, frozen=True, kw_only=True, gc=False):
    """The coup before this one at the same table."""

    numero: str | None = None
    pagamentos_fim: Moment | None = None
    """When its last payment was done."""
    lancada: str | None = None
    """When its last ball was launched."""


class RoletaAmericanaRecord(
    Record, frozen=True, kw_only=True, tag="roleta_americana", tag_field="game", gc=False
):
    """One coup, from the call that opens the bets to the payments."""

    roda: str = "francesa37"
    """``francesa37``, ``americana37`` or ``americana38``."""
    prato: tuple[str, ...] = ()
    """The numbers of the plate clockwise, where the table's register says them."""
    limites: dict[str, Limit] = field(default_factory=dict)
    """The table's limits, by ``tipo``."""
    cores: int | None = None
    """How many colours of chips the table has."""
    cores_atribuidas: tuple[CorAtribuida, ...] = ()
    pessoal: tuple[Shift, ...] = ()
    bola_trocada: BolaTrocada | None = None
    anterior: Anterior | None = None
    bets: tuple[Bet, ...] = ()
    """In the order in which they were placed."""
    alteracoes: tuple[BetChange, ...] = ()
    """Changes that the table recorded as such; those in time count."""
    reconstituidas: tuple[Reconstituida, ...] = ()
    apostas_abertas: Moment | None = None
    bola_lancada: tuple[BolaLancada, ...] = ()
    nada_mais: Moment | None = None
    """The first call of the coup: nothing may be placed or changed after it."""
    golpe_nulo: tuple[GolpeNulo, ...] = ()
    bola_reposta: tuple[BolaReposta, ...] = ()
    resultado: Resultado | None = None
