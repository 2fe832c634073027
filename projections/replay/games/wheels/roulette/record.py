"""Roulette: what the record of a coup holds, and in what the law's two chapters differ.

Roleta francesa is played by the rules of roleta americana with some adaptations (RF R1), so the two
share records, settling and checks; each brings its ``Law``: names, numbers of rules, composition of
its call bets.

Numbers are texts, because there are two zeros: ``0``, ``00``, ``1`` … ``36``. A bet is a ``tipo``
of the rules page and a ``selecao``, which each game's module lists.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from projections.replay.games.wheels.roulette.wheels import PLATES
from projections.replay.kit.bets import Bet, BetChange, Chips, Fact, Limit, Moment, Shift
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.record import Record

# --- the facts of a coup -------------------------------------------------------------------------


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
    """RA R35, RF R27: ``fichas``, ``bola``, ``objeto``; of the ball itself, RA R33, RF R23:
    ``defeito``, ``fratura``, ``desaparecimento``."""
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
    """Marks taken off by mistake were put back (RA R40, RF R32)."""

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
    sentido: str | None = None
    """Which way its ball was launched; None where more than one was, or the coup was null."""


class RouletteRecord(Record, frozen=True, kw_only=True, gc=False):
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
    esperam_cor: tuple[str, ...] = ()
    """Who has waited for a colour since before the coup was opened."""
    sem_apostar: dict[str, int] = field(default_factory=dict)
    """Colours whose holder has not bet for so many coups in a row before this one, while somebody
    waited for a colour."""
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
    tempo_apostas: int | None = None
    """Online: the betting time of the table in seconds, the same for every coup and player."""
    segundos: int | None = None
    """Online: the betting time announced for this coup, in seconds."""
    sessoes: tuple[PlayerSession, ...] = ()
    """Online: players' sessions that ended or were restricted since the coup before."""
    meios: tuple[str, ...] = ()
    """In what the prizes were given, where the table says it: ``account``, ``free_play`` …"""


# --- the law -------------------------------------------------------------------------------------

Parts = tuple[tuple[str, int], ...]
"""Sectors of the cloth with the chips that lie on each."""

GRANDE: Final[Parts] = (
    ("0-2-3", 2),
    ("4-7", 1),
    ("12-15", 1),
    ("18-21", 1),
    ("19-22", 1),
    ("25-26-28-29", 2),
    ("32-35", 1),
)
PEQUENA: Final[Parts] = (
    ("5-8", 1),
    ("10-11", 1),
    ("13-16", 1),
    ("23-24", 1),
    ("27-30", 1),
    ("33-36", 1),
)
ORFAOS: Final[Parts] = (("1", 1), ("6-9", 1), ("14-17", 1), ("17-20", 1), ("31-34", 1))
"""Where the chips of the three series lie, and how many (RA R20 a)."""

VIZINHOS: Final = "vizinhos"
TERMINACAO: Final = "terminacao"
ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    str(digit): tuple(map(str, range(digit, 37, 10))) for digit in range(10)
}
"""The numbers of each final digit (RF R40 e)."""
SIMPLES: Final = frozenset({"par", "impar", "menor", "maior", "encarnado", "preto"})
LOST_TO_ZERO: Final = SIMPLES | {"duzia", "coluna", "cavalo_de_duzia", "cavalo_de_coluna"}
"""What zero takes whatever its number's sector (RA R39, RF R29); 00 too (DECISION of the page)."""
SAME_COLOUR: Final = {"vermelho": "encarnado", "verde": ""}
"""Other words in use: RA R42 c and RF R33 b say ``vermelho``; the zeros have neither colour."""
NULL_GROUNDS: Final = ("fichas", "bola", "objeto", "defeito", "fratura", "desaparecimento")
"""What makes a coup null: RA R35, RF R27; and the ball's own failure, RA R33, RF R23."""
FELL_IN: Final = frozenset(NULL_GROUNDS[:3])
BALL_FAILED: Final = frozenset(NULL_GROUNDS[3:])


class Cites(Struct, frozen=True, kw_only=True, gc=False):
    """The numbers of a chapter's rules, each with the chapter's code."""

    wheel: str
    colour: str
    """The colour is the number's."""
    geometry: str
    opens: str
    launch: str
    """The ball waits for the last payment."""
    direction: str
    """The ball goes to one side and the other by turns."""
    closes: str
    closes_online: str
    limits: str
    ratio_multiple: str
    ratio_simple: str
    chips: str
    """Whole chips, of the value on the display."""
    colours: str
    """One colour, one player."""
    display: str
    """A colour has a value."""
    calls: str
    """Where series and neighbours are played at all."""
    made: Mapping[str, str]
    """How a call bet is composed, by ``tipo``."""
    paid: Mapping[str, str]
    """How it is paid."""
    call_chips: str
    """How many chips a series may have."""
    call_most: str
    """A player's chips on one number against the pleno's maximum."""
    number: str
    collected: str
    zero: str
    pays: str
    pays_multiple: str
    pays_simple: str
    order: str
    null: str
    void: tuple[str, ...]
    """Online: the system failed; the stakes are credited."""
    network: str
    ball: str
    ball_failed: str
    staff: str
    relief: str
    time: str
    history: str
    decides: str
    """The player decides when his session ends."""
    ending: str
    """When the operator may end it."""
    demo: str


class Law(Struct, frozen=True, kw_only=True, gc=False):
    """The differences between the chapters of the two roulettes."""

    game: str
    cites: Cites
    wheels: tuple[str, ...]
    """The orders of numbers that the chapter allows."""
    series: Mapping[str, Parts]
    endings: bool = False
    """Whether numbers with one final digit are a bet."""
    calls_online_only: bool = False
    """Whether a physical table takes no series, neighbours and final digits."""
    series_code: str = "RA-SER"
    """What is said of a series that is not composed as the rule says, or has no place here."""
    neighbours_code: str = "RA-NB"
    """What is said of neighbours that are none."""
    pay_rank: Mapping[str, int]
    """The order of payments; a ``tipo`` that the rule does not name has no place in it."""
    posts: tuple[tuple[tuple[str, ...], int], ...]
    """Who must be at the table: posts, of any of which so many people."""
    launcher: str
    """The post of who launches the ball."""
    null_is_credited: bool = False
    """Whether the stakes of an online coup that was null and not repeated are credited."""


class RouletteRules(Struct, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    pays: Mapping[str, tuple[int, int]]
    """The prize of each chance, as numerator and denominator of the stake (RA R42, RF R33)."""
    maximum_per_minimum: Mapping[str, int]
    """How many times the minimum the table's maximum may be (RA R21 a, b; RF R20)."""
    series: Mapping[str, tuple[int, int]]
    """Of each series, the chips of one and the most a player may lay (RA R21 c)."""
    neighbours: tuple[int, ...]
    """How many chips, and numbers, a bet on a number and its neighbours may have (RA R20 b)."""
    law: Law


def plate_of(record: RouletteRecord) -> tuple[str, ...]:
    """Return the plate's numbers from 0; of an unknown wheel the French ones, to settle by."""
    order = record.prato
    if not order:
        return PLATES.get(record.roda, PLATES["francesa37"])
    start = order.index("0") if "0" in order else 0
    return order[start:] + order[:start]


def is_call(law: Law, tipo: str) -> bool:
    """Tell whether a bet is composed of chips on several sectors."""
    return tipo == VIZINHOS or tipo in law.series or (law.endings and tipo == TERMINACAO)
