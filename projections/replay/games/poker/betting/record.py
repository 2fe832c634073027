"""The record of a hand in which the players bet against each other.

Sources: ``R`` is Portaria 1/2017, póquer não bancado, regras gerais; ``O`` its chapter Omaha e
Hold'em; ``001 n`` Portaria 217/2007. The games fill in their own numbers; no ranking is here.
"""

from typing import Final, Literal, TypeVar

from msgspec import Struct, structs

from ledger.money import Count, Minor, Ppm
from projections.replay.kit.memo import once
from projections.replay.kit.places import PlaceTaken
from projections.replay.kit.player_sessions import PlayerSession
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
ANTE: Final = "ante"
"""In sintético, the initial bet of all before the deal (S7)."""
AFASTADO: Final = "afastado"
"""No act of the player's: from here on the pagador has him out of the hand, for an error noted."""
LEAVING: Final = frozenset({DESISTIR, AFASTADO})

COM_LIMITE: Final = "com_limite"
POTE: Final = "pote"
SEM_LIMITE: Final = "sem_limite"
MAXIMUM_K: Final = 3
COMMON_OF_TURN: Final = (0, 3, 4, 5)
"""Common cards open in each betting turn: before the flop, after it, after turn and rio."""
MISDEALS: Final[dict[str, str]] = {
    "ordem_irregular": "a",
    "numero_de_cartas": "b",
    "carta_alheia_vista": "c",
    "cartas_viradas_no_baralho": "d",
    "baralho_incompleto": "e",
    "carta_danificada": "f",
    "cartas_viradas_na_distribuicao": "g",
    **{f"R66{letter}": letter for letter in "abcdefg"},
}
"""Grounds on which a hand is void (R66), as a void's cause or a noted error: uncorrectable ones."""

LETTERS: Final = "abcdefghij"
ABSENTEE: Final = "R57b"
"""Cards were dealt to one who was away and did not come in time."""
TURNED: Final = "R57c"
"""One card was turned in the deal: ``cards`` says which, ``seat`` whose it would have been."""
EXPOSED: Final = {"R57d": 0, "R57e": 3, "R57f": 4}
"""Flop, turn or rio exposed before all had bet, to the common cards that lay open before it."""
UNBURNED: Final = "R57g"
"""No card was burned: the one turned, in ``cards``, is the burned one."""
UNANNOUNCED: Final = "R58e"
"""A raise not announced was taken for a call: what ``seat`` put in beyond goes back."""
MISSED_TURN: Final = "R58j"
"""``seat`` had let his turn pass, and was allowed to bet after all."""
BARRING: Final = {ABSENTEE: "absentee", "R58c": "lost", "R58h": "mingled", "R58i": "undeclared"}
"""Errors after which a seat cannot win: the error to the field of Cites with its rule."""
NOTED: Final = frozenset(
    {
        *MISDEALS,
        *(f"R57{letter}" for letter in LETTERS[:8]),
        *(f"R58{letter}" for letter in LETTERS),
    }
)
"""Errors whose remedy is known here (R57, R58, R66)."""

Limit = Literal["com_limite", "pote", "sem_limite"]
Method = Literal["camadas", "proporcional"]
CagnotteMode = Literal["hand", "session"]


class Player(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
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
    rested: Count | None = None
    """Hands before this one, in a row, for which he was away; None where not known."""
    stack_before: Minor | None = None
    """What he left the table with, where he was away since; None where that is not known."""
    reposicao: Minor = 0
    """Of the cave, what he added to it since the last hand (O8)."""
    added: Minor = 0
    """What was added to the cave after the hand had begun (R48 e)."""
    sharing: tuple[str, ...] = ()
    """Who sit at the place, where two do since the last hand (R8)."""
    expelled: bool = False
    """He plays though he had to leave the table before this hand (R46)."""


class Action(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """An act of a player: his words and the chips put in, in the order of the hand."""

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
    means: str = ""
    """What was put in, where it was no chips: ``cash``, ``cheque``, ``verbal`` …"""
    lapsed: bool = False
    """Online: the player did not choose, the operator's clock did (O63)."""
    warned: bool = False
    """Online: he had been warned before it, and given more time (O67)."""


class Burn(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A card burned."""

    card: str | None = None
    common: Count = 0
    """How many common cards lay open at that moment."""


class Shown(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A hand turned face up."""

    seat: int
    cards: tuple[str, ...]


class Exposed(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """Common cards exposed before all had bet (R57 d-f), and what was done about it."""

    common: Count = 0
    """How many common cards lay open before: 0 for the flop, 3 for the turn, 4 for the rio."""
    cards: tuple[str | None, ...] = ()
    acts: Count = 0
    """How many of the hand's ``actions`` had been done."""
    burned: Count = 0
    """Cards burned between the exposure and the next common card that stayed."""
    shuffled: bool = False
    """Whether the deck was shuffled with the withdrawn cards."""


class Choice(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """At a mixed table, the game chosen with the Dealer Choice marker (R51)."""

    seat: int
    game: str


class Fee(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """The house's fee for a sessão, taken from a player (R65 b)."""

    seat: int
    amount: Minor
    base: Minor | None = None
    """Of what it was taken; None is what the table declares."""
    late: int | None = None
    """Seconds after the sessão's start at which he took his place; None where not known."""


class DeclaredPot(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A pot as the pagador formed it (R28)."""

    pot: Count
    """0 is the main one."""
    amount: Minor
    eligible: tuple[int, ...] = ()
    """Who plays for it."""


class TableChange(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A player who left in a sessão to play at another table (R11)."""

    seat: int
    player: str
    cave: Minor | None = None
    """What he had before him; None where nobody declared it."""
    stay: Count = 0
    """How many stayed at the table."""


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
    shuffles: tuple[Count, ...] = ()
    """How often the pagador shuffled by hand before the deal, each time that he did."""
    cut_by: tuple[int, ...] = ()
    """Seats of players who cut before the deal."""
    deck_shown: bool | None = None
    """Whether the deck lay open before it was shuffled, where the partida begins with this hand or
    goes on with it after an interruption, and a shuffle was told; else None (R7)."""
    taken: tuple[PlaceTaken, ...] = ()
    """Places taken since the hand before, while others waited for one (R9, R13)."""
    changed: tuple[TableChange, ...] = ()
    """Who left since the hand before, in a sessão, for another table (R11)."""
    dealt: tuple[int, ...] = ()
    """The seats that got the own cards, in the order of the deal; empty where not recorded."""
    exposed: tuple[Exposed, ...] = ()
    pots: tuple[DeclaredPot, ...] = ()
    """The pots as the pagador formed them, each as he said it last."""
    cave: Minor | None = None
    """The initial cave that the operator fixed (O5)."""
    reposicao: Minor | None = None
    """The value of a reposição that the operator fixed (O5)."""
    first: bool = False
    """The partida's first hand."""
    places_told: int | None = None
    """How many places the table says, where this is the partida's first hand."""
    suspended: int | None = None
    """Seconds for which the partida stood, since the last hand, for want of players."""
    limits_changed: bool = False
    """Another limit was announced while the hand was played (R64)."""
    cagnotte_mode: CagnotteMode | None = None
    """How the house is paid in the partida (R65); None where the table did not say."""
    cagnotte_mode_before: CagnotteMode | None = None
    """How it was when the partida began."""
    session_fee_of: Literal["maximum", "cave"] | None = None
    """Of what the fee per sessão is taken (R65 b); None where the table did not say."""
    fees: tuple[Fee, ...] = ()
    """Fees for the sessão taken during the hand."""
    table_game: str = ""
    """The game of the table's opening; empty: this one."""
    mixed: tuple[str, ...] = ()
    """The games admitted at a mixed table."""
    chosen: Choice | None = None
    means: tuple[str, ...] = ()
    """With what prizes were paid, where it was no chips."""
    sessions: tuple[PlayerSession, ...] = ()
    """Online: players' sessions that ended, or were restricted, since the hand before."""

    @property
    def online(self) -> bool:
        """Whether the hand was played online."""
        return self.mode != PHYSICAL


class Cites(Struct, frozen=True, kw_only=True, gc=False):
    """The numbers under which a law states each rule; the defaults are Cape Verde's."""

    places: str = "NB R4 c"
    one_per_place: str = "NB R8"
    shown: str = "NB R7"
    drawn: str = "NB R9"
    changing: str = "NB R11"
    vacancies: str = "NB R13"
    minimum_players: str = "NB R11"
    minimum_players_online: str = "OH R65"
    entry: str = "NB R14"
    mao: str = "NB R15"
    shuffled: str = "NB R16"
    cut: str = "NB R17"
    own_cards: str = "NB R22"
    conduct: str = "NB R46"
    rest: str = "NB R47"
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
    mixed: str = "NB R51"
    returning: str = "NB R48 h"
    absentee: str = "NB R57 b"
    turned: str = "NB R57 c"
    exposed: tuple[str, ...] = ("NB R57 d", "NB R57 e", "NB R57 f")
    unburned: str = "NB R57 g"
    only_call: str = "NB R57 h"
    lost: str = "NB R58 c"
    mingled: str = "NB R58 h"
    undeclared: str = "NB R58 i"
    missed_turn: str = "NB R58 j"
    means: str = "NB R61"
    notice: str = "NB R64"
    session_fee: str = "NB R65 b"
    cave: str = "OH R5"
    newcomer: str = "OH R9"
    lapse: str = "OH R63"
    extra_time: str = "OH R67"
    history: str = "OH R71"
    player_decides: str = "OH R72"
    ending: str = "OH R73"
    demo: str = "OH R74"


CITES_001: Final = Cites(
    places="001 n.6",
    one_per_place="001 n.6",
    shown="001 n.4",
    drawn="001 n.11",
    changing="001 n.26",
    vacancies="001 n.12",
    minimum_players="001 n.24",
    minimum_players_online="001 n.24",
    entry="001 n.28",
    mao="001 n.30",
    shuffled="001 n.31",
    cut="001 n.32",
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
    conduct="001 n.58",
    rest="001 n.13",
    mixed="001 n.23",
    returning="001 n.14 h",
    absentee="001 n.70 b",
    turned="001 n.70 c",
    exposed=("001 n.70 d", "001 n.70 e", "001 n.70 f"),
    unburned="001 n.70 g",
    only_call="001 n.70 h",
    lost="001 n.71 b",
    mingled="001 n.71 g",
    undeclared="001 n.71 h",
    missed_turn="001 n.71 i",
    means="001 n.19",
    notice="001 n.22",
    session_fee="001 n.7 b",
    cave="001 n.75",
    newcomer="001 n.80",
)
"""Portugal's numbers (Portaria 217/2007)."""


class HandRules(Struct, frozen=True, kw_only=True):
    """The values that countries fix differently for a hand, and the rule numbers of each."""

    places: int = 10
    minimum_players: int = 4
    minimum_players_online: int | None = 2
    """None where the law knows no online variant."""
    cagnotte_ppm_max: Ppm = 50_000
    minimum_ppm: tuple[Ppm, Ppm] = (200_000, 400_000)
    """Between which shares of the declared maximum the minimum lies (R62)."""
    hands_without_bet: int = 5
    rest_hands: int = 2
    """Hands for which a player may rest (R47)."""
    suspension_seconds: int | None = None
    """How long the partida may wait for players before it must end; None where not stated."""
    session_fee_ppm: tuple[Ppm, Ppm] = (50_000, 200_000)
    """Least and most of a fee per sessão (R65 b)."""
    session_entry_seconds: int = 1_800
    """How long after the sessão's start one may sit down and still pay (R65 b)."""
    method: Method = "camadas"
    cites: Cites = Cites()


MOST_PLAYERS: Final = 52
"""As many as the deck has cards."""

H = TypeVar("H", bound=HandRecord)


def seated(hand: H) -> H:
    """Return a hand without the players for whom the deck has not one card: those are strangers.

    So that a record of thousands of players costs no more than its acts.
    """
    return hand if len(hand.players) <= MOST_PLAYERS else _cut(hand, None)


@once
def _cut(hand: H, _: None) -> H:
    return structs.replace(hand, players=hand.players[:MOST_PLAYERS])
