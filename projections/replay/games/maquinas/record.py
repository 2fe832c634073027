"""The record of a machine's jogada: the facts that decide its payment."""

from typing import Literal

from msgspec import Struct, field

from projections.replay.kit.bets import Fact
from projections.replay.record import Record

Modo = Literal["linha", "direita", "dispersa"]


class Combinacao(Fact, frozen=True, kw_only=True, gc=False):
    """A winning sequence (R8)."""

    nome: str
    simbolos: tuple[str, ...]
    """Reel by reel from where the line begins; ``a|b`` is either, ``*`` is any. Of a scatter the
    symbol, as many times as it must be seen."""
    paga: tuple[int, ...] = ()
    """Credits for one credit on the line; where there are several, for one, two, three … credits.
    Of a scatter the same, times the lines played."""
    modo: Modo = "linha"
    """From the first reel, from the last, or anywhere that can be seen."""
    progressivo: bool = False
    """Gives a progressive prize, and nothing by the table."""


class Folha(Fact, frozen=True, kw_only=True, gc=False):
    """The homologated pay table in full."""

    plano: str
    rolos: tuple[tuple[str, ...], ...]
    filas: int
    """How many symbols of each reel are seen: the stop's own and those after it."""
    linhas: tuple[tuple[int, ...], ...]
    """Per line the row on each reel, from 0."""
    combinacoes: tuple[Combinacao, ...]
    curingas: tuple[str, ...] = ()
    """Symbols that stand for any other, scatters apart."""


class RegraComplementar(Fact, frozen=True, kw_only=True, gc=False):
    """The factors and prizes that a complementary bet may come to (R11)."""

    nome: str
    fatores: tuple[int, ...] = ()
    """What becomes of the part risked, or staked, in hundredths."""
    premios: tuple[int, ...] = ()
    """Of a bonus game: what it may add, in credits for one credit of the whole stake."""


class Plano(Fact, frozen=True, kw_only=True, gc=False):
    """A homologated pay table at one denomination and bet level."""

    plano: str
    denominacao: int
    linhas: int = 0
    """0: any."""


class Ganho(Fact, frozen=True, kw_only=True, gc=False):
    """The prize of a line, or of the scatter (0), as the machine says it paid."""

    linha: int
    combinacao: str
    valor: int


class Complementar(Fact, frozen=True, kw_only=True, gc=False):
    """A step of doubling, multiplication or bonus game (R11)."""

    nome: str
    aposta: int = 0
    """From the credit balance: counts as CJ."""
    arriscado: int = 0
    """Of the current prize."""
    premio: int
    """What the current prize is afterwards."""


class MaquinasRecord(Record, frozen=True, kw_only=True, tag="maquinas", tag_field="game", gc=False):
    """One jogada. What it credited by the table (CG) stands in ``payments``, for seat 1, bet 1."""

    aposta: int = 0
    denominacao: int = 1
    """Minor units of one credit."""
    linhas: int | None = None
    """Lines staked; None: all of the table."""
    plano: str | None = None
    paragens: tuple[int, ...] = ()
    """Where each reel stopped: they decide, where they are known (R15)."""
    simbolos: tuple[str, ...] = ()
    """What was seen, row by row."""
    ganhos: tuple[Ganho, ...] = ()
    pa: int = 0
    pap_m: int = 0
    pap_h: int = 0
    pam: int = 0
    complementares: tuple[Complementar, ...] = ()
    retomada: bool = False
    """Of a void: communication had come back, and play went on (R36)."""
    folha: Folha | None = None
    """None: the prize cannot be computed, only compared with what the lines say."""
    homologadas: tuple[str, ...] | None = None
    """Complementary bets of the configuration; None: not known."""
    regras: tuple[RegraComplementar, ...] = ()
    denominacoes: tuple[int, ...] | None = None
    planos: tuple[Plano, ...] | None = None

    @property
    def conhecida(self) -> bool:
        """Whether the outcome stands in the record: then the jogada is finished (R36)."""
        return bool(self.paragens or self.simbolos)


class MaquinasRules(Struct, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    retorno_minimo: tuple[int, int] = (80, 100)
    """Of what is played, in prizes by the table (R17)."""
    dobrar: tuple[str, ...] = field(default=("dobrar", "double", "gamble"))
    """Names of the doubling of R11 a, where the homologation does not say what it comes to."""
