"""The record of a round of craps: bets, throws, shooters. Names as in the rules."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from ledger.money import Minor
from projections.replay.kit.bets import Fact, Limit, Moment, Shift
from projections.replay.kit.dice import Throw
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.kit.throws import Call, ThrowBet, ThrowChange
from projections.replay.record import Record

NAME: Final = "craps"
DICE: Final = 2
OFFERED: Final = 5


class Aposta(ThrowBet, frozen=True, kw_only=True, gc=False):
    """A stake on a chance. Of a come or don't come carried over, ``selecao`` is its number."""

    base: int | None = None
    """Of odds: the bet they lean on."""
    transportada: bool = False
    """Whether it lay there undecided when the round before ended."""


class Designacao(Call, frozen=True, kw_only=True, gc=False):
    """The dice went to a player."""

    seat: int
    recusas: tuple[int, ...] = ()
    """Seats that were offered them first and refused."""


class Escolha(Call, frozen=True, kw_only=True, gc=False):
    """The shooter took his dice out of those that he was offered."""

    seat: int
    oferecidos: int
    tirados: int


class PontoFixado(Call, frozen=True, kw_only=True, gc=False):
    """The stickman said which number is the point (R16 c)."""

    numero: str = ""


class Anterior(Fact, frozen=True, kw_only=True, gc=False):
    """The round before this one at the same table."""

    lancador: int | None = None
    """Who threw last."""
    sete_fora: bool = False
    """Whether its last throw was a seven that lost the pass-line."""
    jogadores: tuple[str | int, ...] = ()
    """Who is in the game since it, or one before it, and has not left: players, or seats where
    nobody named them."""


class CrapsRecord(Record, frozen=True, kw_only=True, tag="craps", tag_field="game", gc=False):
    """Some throws and the bets on them: a series, a shooter's turn, or more."""

    limites: dict[str, Limit] = field(default_factory=dict)
    """The table's limits, by ``tipo``."""
    bar: int | None = None
    """The total on which don't pass and don't come neither win nor lose; None: the profile's."""
    mesa_grande: bool | None = None
    """Whether it is one of the larger tables, which four people operate (R3)."""
    pessoal: tuple[Shift, ...] = ()
    encerramento: str | None = None
    """When the gaming room closes."""
    inicio: Moment | None = None
    """When the round was opened."""
    anterior: Anterior | None = None
    ponto: int | None = None
    """The point that was set already when the round began. Pass-line and don't pass-line bets that
    lie there before its first throw wait for it: after the point nobody could place them."""
    lancador: int | None = None
    """The shooter when the round began."""
    designacoes: tuple[Designacao, ...] = ()
    escolhas: tuple[Escolha, ...] = ()
    bets: tuple[Aposta, ...] = ()
    """In the order in which they were placed."""
    alteracoes: tuple[ThrowChange, ...] = ()
    """Changes; of a come or don't come, a new ``selecao`` is the box to which it was moved."""
    apostas_abertas: tuple[Call, ...] = ()
    nada_mais: tuple[Call, ...] = ()
    """The calls, of a window each, after which nothing plays in the throw that follows."""
    lancamentos: tuple[Throw, ...] = ()
    ponto_fixado: tuple[PontoFixado, ...] = ()
    sessoes: tuple[PlayerSession, ...] = ()
    """Online: players' sessions that ended, or were restricted."""
    meios: tuple[str, ...] = ()
    """In what each prize was paid, where the table says so."""


Odds = tuple[int, int]
"""A prize, as numerator and denominator of the stake."""


class CrapsRules(Struct, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    pays: Mapping[str, Odds]
    """The prize of each chance that has one only (R20, R22)."""
    field: Mapping[int, Odds]
    """Of the field, by total (R24)."""
    hardway: Mapping[int, Odds]
    """By the pair's total (R22 1.3)."""
    odds: Mapping[int, Odds]
    """Of odds on pass-line and come, by number (R22 1.1)."""
    odds_contra: Mapping[int, Odds]
    """Of odds on don't pass-line and don't come, by number."""
    numero_favor: Mapping[int, Odds]
    """By number (R23 c)."""
    numero_contra: Mapping[int, Odds]
    bar: int
    """The barred total where the table says none (R20 2.2)."""
    odds_maximo: Minor | None
    """The largest payment of odds that the law allows; None: it sets none (R22 1.1)."""
    ultima_minutos: int
    """How long before the room closes the last play takes place (R17)."""


POINTS: Final = (4, 5, 6, 8, 9, 10)
BARS: Final = (2, 12)
"""Par de ases, par de senas."""
ODDS: Final = "odds"
LINES: Final = frozenset({"pass_line", "dont_pass_line", "come", "dont_come"})
"""What cannot be changed after its first throw, and can carry odds (R21, R22)."""
FIRST_ONLY: Final = frozenset({"pass_line", "dont_pass_line"})
"""What is placed before the first throw of a series only (R20)."""
AGAINST: Final = frozenset({"dont_pass_line", "dont_come"})
ONE_THROW: Final[Mapping[str, frozenset[int]]] = {
    "under_seven": frozenset(range(2, 7)),
    "over_seven": frozenset(range(8, 13)),
    "craps": frozenset({2, 3, 12}),
    **{f"total_{total}": frozenset({total}) for total in (7, 2, 3, 11, 12)},
}
"""What the very next throw decides, and the totals that win."""
BIG: Final = {"big_6": 6, "big_8": 8}
FIELD: Final = "field"
HARDWAY: Final = "hardway"
FAVOR: Final = "numero_favor"
CONTRA: Final = "numero_contra"
PAIRS: Final = {"duques": 4, "ternos": 6, "quadras": 8, "quinas": 10}
"""The seed's names of the pairs that hardways are (R22 1.3)."""
NULL_GROUNDS: Final = frozenset({"off_table", "fora", "not_past_middle", "meio"})
"""What makes a throw null (R18), in the words that tables use."""


def number_of(bet: Aposta) -> int | None:
    """Return the number that a bet names; None if its chance has no such number."""
    if bet.tipo == HARDWAY and bet.selecao in PAIRS:
        return PAIRS[bet.selecao]
    text = bet.selecao
    number = int(text) if text in _NUMBERS else None
    if bet.tipo == HARDWAY:
        return number if number in PAIRS.values() else None
    return number


_NUMBERS: Final = frozenset(map(str, POINTS))


def is_box(text: str) -> bool:
    """Tell whether a word names a box, where a come waits for its number."""
    return text in _NUMBERS


def misspelt(bet: Aposta) -> bool:
    """Tell whether nobody can read the box of a come.

    One carried over from the round before waits in a box: where none is told, nobody knows in
    which.
    """
    if bet.tipo not in LINES or bet.tipo in FIRST_ONLY:
        return False
    return not is_box(bet.selecao) and (bet.transportada or bool(bet.selecao))


def is_chance(word: str) -> bool:
    """Tell whether a word is a chance of the game: of another nobody knows what was bet."""
    return (
        word in (HARDWAY, FAVOR, CONTRA, ODDS, FIELD)
        or word in LINES
        or word in ONE_THROW
        or word in BIG
    )


def impossible(bet: Aposta) -> bool:
    """Tell whether the cloth has no such bet (R8, R23)."""
    if bet.tipo in (HARDWAY, FAVOR, CONTRA):
        return number_of(bet) is None
    if bet.tipo in LINES or bet.tipo == ODDS:
        return False
    return not is_chance(bet.tipo) or bool(bet.selecao)
