"""A hand of a game in which the players bet against each other: what is recorded of it.

Sources: ``R`` is Portaria 1/2017, póquer não bancado, regras gerais; ``O`` its chapter Omaha e
Hold'em; ``001 n`` Portaria 217/2007. The games fill in their own numbers; no ranking is here.
"""

from typing import Final, Literal

from msgspec import Struct

from ledger.money import Count, Minor, Ppm
from projections.replay.record import PHYSICAL, Record

DESISTIR: Final = "desistir"
PASSAR: Final = "passar"
ACOMPANHAR: Final = "acompanhar"
REPICAR: Final = "repicar"
APOSTAR: Final = "apostar"
"""The first bet of a turn; a record may also call it ``repicar``."""
PEQUENA: Final = "pequena_aposta"
GRANDE: Final = "grande_aposta"
REPOSTO: Final = "valor_reposto"
"""A missed forced bet, made good: in the pot, not counted as the player's bet (O18)."""

COM_LIMITE: Final = "com_limite"
POTE: Final = "pote"
SEM_LIMITE: Final = "sem_limite"
MAXIMUM_K: Final = 3
COMMON_OF_TURN: Final = (0, 3, 4, 5)
"""Common cards open in each betting turn: before the flop, after it, after turn and rio."""
MISDEALS: Final = {
    "ordem_irregular": "a",
    "numero_de_cartas": "b",
    "carta_alheia_vista": "c",
    "cartas_viradas_no_baralho": "d",
    "baralho_incompleto": "e",
    "carta_danificada": "f",
    "cartas_viradas_na_distribuicao": "g",
}
"""Grounds on which a hand is void (R66), as a void's cause or a noted error: uncorrectable ones."""

Limit = Literal["com_limite", "pote", "sem_limite"]
Method = Literal["camadas", "proporcional"]


class Player(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One seated player as the hand begins."""

    seat: int
    stack: Minor | None = None
    """The cave before any bet of this hand; None where the table did not declare it."""
    cards: tuple[str | None, ...] = ()
    """The own cards in the order dealt; None for a card nobody could know."""
    absent: bool = False
    """Seated, but away or not yet playing: no cards, no bets, not asked to speak."""
    entered: bool = False
    """Sat down since the last hand."""
    owed: Minor | None = None
    """Forced bets missed while away and not yet made good; None where that is not known."""
    hands_without_bet: Count | None = None
    """Hands before this one, in a row, in which no bet was made; None where not known."""


class Action(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What one player said and put in, in the order in which it happened."""

    seat: int
    action: str
    """``desistir``, ``passar``, ``acompanhar``, ``repicar``, ``apostar``; forced:
    ``pequena_aposta``, ``grande_aposta``, ``valor_reposto``."""
    added: Minor = 0
    """Chips put in by this act."""
    announced: Minor | None = None
    """The sum said, where one was: of ``repicar`` what goes beyond equalling ("jogo mais"), of a
    first bet the whole."""
    common: Count = 0
    """How many common cards lay open at that moment: 0, 3, 4 or 5."""


class Burn(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A card burned."""

    card: str | None = None
    common: Count = 0
    """How many common cards lay open at that moment."""


class Shown(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A hand turned face up."""

    seat: int
    cards: tuple[str, ...]


class HandRecord(Record, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One hand at a table of póquer não bancado."""

    minimum: Minor = 0
    """The table's minimum, which is the grande aposta (O12); 0 where it is not declared."""
    maximum: Minor | None = None
    """The table's maximum, where it is declared in money."""
    limit: Limit | None = None
    """How the maximum is fixed (R63); None where it is not declared."""
    k: int = 2
    """How the last bet counts in the highest repique (O15): 1 simples, 2 dobrada, 3 triplicada."""
    repiques: int | None = 3
    """Repiques in one turn while more than two play (O16); None is no limit (imported hands)."""
    unit: Minor | None = None
    """The smallest chip of a part (R55); None is the minimum."""
    method: Method | None = None
    """How pots are divided among encavados; None is the profile's."""
    cagnotte_ppm: Ppm = 0
    """Cagnotte per hand (R65 a); 0 where there is none or it is taken per sessão."""
    cagnotte_maximum: Minor | None = None
    cagnotte_taken: Minor | None = None
    """What was put into the box for this hand, where recorded; compared, never used."""
    mao: int = 0
    """The seat that has the mão."""
    mao_before: int | None = None
    """The seat that had it in the hand before, where there was one."""
    entry_minimum: Minor | None = None
    """The least with which a new player may enter (O7)."""
    players: tuple[Player, ...] = ()
    """Everybody seated, clockwise, beginning anywhere."""
    actions: tuple[Action, ...] = ()
    board: tuple[str | None, ...] = ()
    """The common cards in the order turned."""
    burns: tuple[Burn, ...] = ()
    shown: tuple[Shown, ...] = ()

    @property
    def online(self) -> bool:
        """Whether the hand was played online."""
        return self.mode != PHYSICAL


class Cites(Struct, frozen=True, kw_only=True, gc=False):
    """The numbers under which a law states each rule; the defaults are Cape Verde's."""

    places: str = "NB R4 c"
    one_per_place: str = "NB R8"
    minimum_players: str = "NB R11"
    minimum_players_online: str = "OH R65"
    entry: str = "NB R14"
    mao: str = "NB R15"
    own_cards: str = "NB R22"
    announced: str = "NB R25"
    own_raise: str = "NB R26"
    side: tuple[str, ...] = ("NB R28", "NB R40", "NB R41")
    options: str = "NB R29"
    maximum: str = "NB R30"
    burns: tuple[str, ...] = ("NB R32", "NB R34", "NB R36")
    turns: tuple[str, ...] = ("OH R13", "OH R14, NB R33", "OH R14, NB R35", "OH R14, NB R37")
    equal: str = "NB R39"
    show: str = "NB R42"
    alone: str = "NB R43"
    chips_added: str = "NB R48 e"
    delivery: str = "NB R54"
    split: str = "NB R55"
    out_of_turn: str = "NB R58 g"
    short_call: str = "NB R58 d"
    unannounced: str = "NB R58 e"
    ranking: tuple[str, ...] = ("NB R59", "NB R60", "OH R1")
    minimum_bet: str = "NB R62"
    maximum_bet: str = "NB R63"
    cagnotte: str = "NB R65 a"
    void: str = "NB R66"
    void_online: str = "OH R68"
    stands_online: str = "OH R69"
    deck: str = "OH R2"
    stack_minimum: str = "OH R8"
    pequena: str = "OH R10, R11"
    grande: str = "OH R10, R12"
    repique: str = "OH R15"
    repiques: str = "OH R16"
    without_bet: str = "OH R17"
    owed: str = "OH R18"


CITES_001: Final = Cites(
    places="001 n.6",
    one_per_place="001 n.6",
    minimum_players="001 n.24",
    minimum_players_online="001 n.24",
    entry="001 n.28",
    mao="001 n.30",
    own_cards="001 n.35",
    announced="001 n.53",
    own_raise="001 n.55",
    side=("001 n.38", "001 n.49", "001 n.50"),
    options="001 n.39",
    maximum="001 n.39 d",
    burns=("001 n.41", "001 n.43", "001 n.45"),
    turns=("001 n.84", "001 n.85", "001 n.85", "001 n.85"),
    equal="001 n.48",
    show="001 n.62",
    alone="001 n.51",
    chips_added="001 n.14 e",
    delivery="001 n.65",
    split="001 n.66, n.67",
    out_of_turn="001 n.71 f",
    short_call="001 n.71 c",
    unannounced="001 n.71 d",
    ranking=("001 n.17", "001 n.18", "001 n.94"),
    minimum_bet="001 n.20",
    maximum_bet="001 n.21",
    cagnotte="001 n.7 a",
    void="001 n.69",
    void_online="001 n.69",
    stands_online="001 n.69",
    deck="001 n.72",
    stack_minimum="001 n.79",
    pequena="001 n.81, n.82",
    grande="001 n.81, n.83",
    repique="001 n.86",
    repiques="001 n.87, n.88",
    without_bet="001 n.89",
    owed="001 n.90",
)
"""Portugal's numbers (Portaria 217/2007)."""


class HandRules(Struct, frozen=True, kw_only=True):
    """What countries fix differently for a hand, and under which numbers."""

    places: int = 10
    minimum_players: int = 4
    minimum_players_online: int | None = 2
    """None where the law knows no online variant."""
    cagnotte_ppm_max: Ppm = 50_000
    minimum_ppm: tuple[Ppm, Ppm] = (200_000, 400_000)
    """Between which shares of the declared maximum the minimum lies (R62)."""
    hands_without_bet: int = 5
    method: Method = "camadas"
    cites: Cites = Cites()
