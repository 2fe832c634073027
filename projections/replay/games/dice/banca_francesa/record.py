"""The record of a coup of banca francesa: bets, throws, staff and dice. Names as in the rules."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from ledger.money import Minor
from projections.replay.kit.bets import Fact, Limit, Shift
from projections.replay.kit.dice import DiceSet, Throw
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.kit.throws import Call, Opening, ThrowBet, ThrowChange
from projections.replay.record import Record

NAME: Final = "banca_francesa"
DICE: Final = 3


class Aposta(ThrowBet, frozen=True, kw_only=True, gc=False):
    """Chips on a spot."""

    risco: bool = False
    """Whether they lie on the line: half of their value plays (R8, R10)."""


class Alteracao(ThrowChange, frozen=True, kw_only=True, gc=False):
    """A bet was altered or taken back between two throws; what is None stayed as it was."""

    risco: bool | None = None


class Anuncio(Call, frozen=True, kw_only=True, gc=False):
    """The cavalinho said which spot wins (R14)."""

    chance: str = ""


class Recolha(Fact, frozen=True, kw_only=True, gc=False):
    """Lost chips were taken off the cloth."""

    bets: tuple[int, ...] = ()
    """Whose; empty where the table took all of a seat, or all that lost."""
    seat: int | None = None
    valor: Minor = 0
    pagamentos: int = 0
    """How many of the record's payments had been made before."""


class Anterior(Fact, frozen=True, kw_only=True, gc=False):
    """The round before this one at the same table."""

    aberto: str | None = None
    """When it was opened."""
    lancado: str | None = None
    """When its dice were last thrown."""


class BancaFrancesaRecord(
    Record, frozen=True, kw_only=True, tag="banca_francesa", tag_field="game", gc=False
):
    """One coup: from its first bets to the throw that decides, and the payments."""

    limites: dict[str, Limit] = field(default_factory=dict)
    """The table's limits, by ``tipo``."""
    multiplo_risco: Minor | None = None
    """The step of bets on the line, where the table sets its own; 0: none."""
    tempo_apostas: int | None = None
    """Online: the betting time set for all, in seconds."""
    ternos: tuple[str, ...] = ()
    """The sets of dice given to the table at its opening, where its register says them."""
    terno: DiceSet | None = None
    """The set of the last throw."""
    trocas: tuple[DiceSet, ...] = ()
    """Every set brought in since the table opened."""
    pessoal: tuple[Shift, ...] = ()
    anterior: Anterior | None = None
    bets: tuple[Aposta, ...] = ()
    """In the order in which they were placed."""
    alteracoes: tuple[Alteracao, ...] = ()
    apostas_abertas: tuple[Opening, ...] = ()
    nada_mais: tuple[Call, ...] = ()
    """The calls, of a window each, after which nothing plays in the throw that follows."""
    lancamentos: tuple[Throw, ...] = ()
    chance_anunciada: Anuncio | None = None
    abafo: Call | None = None
    """The cavalinho lifted, altered or touched the dice (R20 d)."""
    recolha: tuple[Recolha, ...] = ()
    """In the order in which chips were taken."""
    sessoes: tuple[PlayerSession, ...] = ()
    """Online: players' sessions that ended, or were restricted."""
    meios: tuple[str, ...] = ()
    """In what each prize was paid, where the table says so."""


class BancaFrancesaRules(Struct, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    pays: Mapping[str, int]
    """The prize of each spot, in stakes (R26)."""
    maximum_per_minimum: Mapping[str, int]
    """How many times the minimum the table's maximum may be (R12)."""
    multiplo_risco: Minor
    """The step of bets on the line where the table sets none (R8)."""


SUMS: Final[Mapping[int, str]] = {
    3: "ases",
    **dict.fromkeys((5, 6, 7), "pequeno"),
    **dict.fromkeys((14, 15, 16), "grande"),
}
"""Which spot a sum makes win (R6, R23)."""
SPOTS: Final = ("ases", "pequeno", "grande")
LINED: Final = frozenset({"pequeno", "grande"})
"""The spots that have a line (R7)."""
NULL_GROUNDS: Final = frozenset(
    {
        *("object", "objeto"),  # R22 a
        *("off_table", "fora", "fallen", "broken", "damaged", "defeito", "substance"),  # R22 b
        *("not_all_thrown", "missing", "incompleto"),  # R22 c
        *("in_cup", "no_copo"),  # R22 d
        *("leaning", "overlapping", "sobrepostos", "illegible", "encostado"),  # R20 b, c
    }
)
"""What makes a throw null, in the words that tables use."""
FOREIGN_SETS: Final = frozenset({"suspected", "damaged", "worn", "lost"})
"""Why a set may come in that was not given at the opening (R18)."""
SETS: Final = 3
THROWERS: Final = ("cavalinho", "lancador")
