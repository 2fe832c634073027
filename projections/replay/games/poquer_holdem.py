"""Póquer hold'em: two own cards, five common ones, the best five of the seven.

Rules: Portaria 1/2017, Anexo, Póquer não bancado, regras gerais R1-R66, and Omaha e Hold'em O1-O75;
Portaria 217/2007, n. 1-94. A hand's value is one integer: the combination (R59), then the ranks
that break ties (R60), four bits each, the ace 14. No suit ever decides.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from projections.replay.betting import HandRecord, HandRules
from projections.replay.cards import DECK, SUITS
from projections.replay.game import Game, Rule, implemented, missing, not_checkable, procedural
from projections.replay.hand_checks import hand_faults, name_payment
from projections.replay.hands import COUNT_KEY, DIGIT, masks_by_count, ranks_of, run_of_five
from projections.replay.settlement import Found, Settlement
from projections.replay.showdown import Ranking, settle_hand

NAME: Final = "poquer_holdem"
HAND: Final = 5
OWN: Final = 2


class HoldemRecord(
    HandRecord,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    gc=False,
    tag="poquer_holdem",
    tag_field="game",
):
    """One hand of hold'em."""


class HoldemRules(HandRules, frozen=True, kw_only=True):
    """Values in which profiles differ."""


(
    CARTA_MAIOR,
    PAR,
    DOIS_PARES,
    TRIO,
    SEQUENCIA,
    COR,
    FULLEN,
    POQUER,
    SEQUENCIA_DA_COR,
    SEQUENCIA_MAXIMA_DA_COR,
) = range(10)
WORDS: Final = (
    "carta_maior",
    "par",
    "dois_pares",
    "trio",
    "sequencia",
    "cor",
    "fullen",
    "poquer",
    "sequencia_da_cor",
    "sequencia_maxima_da_cor",
)
"""R59 from the lowest; the sequência máxima da cor is the one up to the ace."""
COMBINATION_SHIFT: Final = 20
ACE: Final = 14

_plain: dict[int, int] = {}
"""Values already worked out, by count key: there are 49,205 of seven cards."""


def _value(combination: int, ranks: Iterable[int]) -> int:
    value = combination
    left = HAND
    for rank in ranks:
        value = value << 4 | rank
        left -= 1
    return value << 4 * left


def _value_of_counts(key: int) -> int:
    """Return the value of cards of which no five are of one suit (R59 c, d, f-j, R60)."""
    singles, pairs, trios, quads = masks_by_count(key)
    if quads:
        four = ranks_of(quads, 1)
        rest = singles | pairs | trios | quads ^ 1 << DIGIT * (four[0] - 2)
        return _value(POQUER, four + ranks_of(rest, 1))
    if not trios and not pairs & (pairs - 1):
        return _value_of_singles(singles, pairs)
    three = ranks_of(trios, 2)
    twos = ranks_of(pairs, 3)
    if three and (twos or len(three) > 1):
        value = _value(FULLEN, (three[0], max(three[1:] + twos)))
    elif top := run_of_five(singles | pairs | trios, ace_low=True):
        value = _value(SEQUENCIA, (top,))
    elif three:
        value = _value(TRIO, three + ranks_of(singles, 2))
    else:
        rest = max(ranks_of(singles, 1) + twos[2:], default=0)
        value = _value(DOIS_PARES, (*twos[:2], rest))
    return value


def _value_of_singles(singles: int, pairs: int) -> int:
    """Return the value of cards among which no more than one rank is paired."""
    if top := run_of_five(singles | pairs, ace_low=True):
        return _value(SEQUENCIA, (top,))
    if pairs:
        return _value(PAR, ranks_of(pairs, 1) + ranks_of(singles, 3))
    return _value(CARTA_MAIOR, ranks_of(singles, HAND))


def _value_of_suit(mask: int) -> int:
    """Return the value of five or more cards of one suit (R59 a, b, e, R60 c, d)."""
    top = run_of_five(mask, ace_low=True)
    if top == ACE:
        return _value(SEQUENCIA_MAXIMA_DA_COR, (top,))
    if top:
        return _value(SEQUENCIA_DA_COR, (top,))
    return _value(COR, ranks_of(mask, HAND))


def value_of(cards: Sequence[str]) -> int:
    """Return the value of the best five of five to seven cards.

    >>> value_of("As Kd 7c 7d 2h".split()) > value_of("As Kd Qc Jd 9h".split())
    True
    """
    suits = [card[1] for card in cards]
    for suit in SUITS:
        if suits.count(suit) >= HAND:
            return _value_of_suit(sum(COUNT_KEY[card] for card in cards if card[1] == suit))
    key = 0
    for card in cards:
        key += COUNT_KEY[card]
    value = _plain.get(key)
    if value is None:
        value = _plain[key] = _value_of_counts(key)
    return value


def values_of(board: Sequence[str | None], holes: Sequence[Sequence[str | None]]) -> list[int]:
    """Return the value of each pair of own cards with the common ones (O1)."""
    keys, plain = COUNT_KEY, _plain
    common = [card for card in board if card is not None]
    base = 0
    for card in common:
        base += keys[card]
    colour, mask = _colour(common)
    values: list[int] = []
    for first, second in holes:
        if first is None or second is None:
            raise KeyError(None)
        if mask:
            suited = mask
            if first[1] == colour:
                suited |= keys[first]
            if second[1] == colour:
                suited |= keys[second]
            if suited.bit_count() >= HAND:
                values.append(_value_of_suit(suited))
                continue
        key = base + keys[first] + keys[second]
        value = plain.get(key)
        if value is None:
            value = plain[key] = _value_of_counts(key)
        values.append(value)
    return values


def _colour(common: list[str]) -> tuple[str, int]:
    """Return the suit of which hands may still hold five, and the common ranks of it."""
    first = [card[1] for card in common]
    for suit in SUITS:
        if first.count(suit) >= HAND - OWN:
            mask = 0
            for card in common:
                if card[1] == suit:
                    mask |= COUNT_KEY[card]
            return suit, mask
    return "", 0


RANKS_PT: Final = {14: "ás", 13: "rei", 12: "dama", 11: "valete"}
RANKS_EN: Final = {14: "ace", 13: "king", 12: "queen", 11: "jack"}
SEVERAL_PT: Final = {14: "ases", 13: "reis", 12: "damas", 11: "valetes"}
SEVERAL_EN: Final = {14: "aces", 13: "kings", 12: "queens", 11: "jacks"}
NAMES: Final = {
    CARTA_MAIOR: ("carta maior: {rest}", "high card: {rest}"),
    PAR: ("par de {many}, com {rest}", "pair of {many}, with {rest}"),
    DOIS_PARES: (
        "dois pares, {many} e {more}, com {rest}",
        "two pairs, {many} and {more}, with {rest}",
    ),
    TRIO: ("trio de {many}, com {rest}", "three {many}, with {rest}"),
    SEQUENCIA: ("sequência até {rest}", "straight to {rest}"),
    COR: ("cor: {rest}", "flush: {rest}"),
    FULLEN: ("fullen de {many} com {more}", "full house, {many} with {more}"),
    POQUER: ("póquer de {many}, com {rest}", "four {many}, with {rest}"),
    SEQUENCIA_DA_COR: ("sequência da cor até {rest}", "straight flush to {rest}"),
    SEQUENCIA_MAXIMA_DA_COR: ("sequência máxima da cor", "royal flush"),
}
SETS: Final = {PAR: 1, DOIS_PARES: 2, TRIO: 1, FULLEN: 2, POQUER: 1}
"""How many of a value's ranks are held more than once."""


class Combination(Struct, frozen=True, gc=False):
    """A hand's value in words: ``dois pares, ases e 9, com rei``."""

    value: int

    def __format__(self, language: str) -> str:
        """Say it as ``pt`` or ``en``."""
        combination = self.value >> COMBINATION_SHIFT
        ranks = [self.value >> shift & 15 for shift in (16, 12, 8, 4, 0)]
        sets = SETS.get(combination, 0)
        english = language == "en"
        several = SEVERAL_EN if english else SEVERAL_PT
        single = RANKS_EN if english else RANKS_PT
        many = [several.get(rank, str(rank)) for rank in ranks[:sets]]
        rest = [single.get(rank, str(rank)) for rank in ranks[sets:] if rank]
        return NAMES[combination][english].format(
            many=many[0] if many else "", more=many[-1] if many else "", rest=", ".join(rest)
        )


def word_of(value: int) -> str:
    """Return the combination's name in ASCII.

    >>> word_of(value_of("Ts 9s 8s 7s 6s".split()))
    'sequencia_da_cor'
    """
    return WORDS[value >> COMBINATION_SHIFT]


RANKING: Final = Ranking(OWN, values_of, Combination, word_of)


def settle(record: HoldemRecord, rules: HoldemRules) -> Settlement:
    """Return what each seat's stake is worth."""
    return settle_hand(NAME, record, rules, RANKING)


def verify(record: HoldemRecord, rules: HoldemRules, settlement: Settlement) -> tuple[Found, ...]:
    """Return the faults of betting, table, cards, void and cagnotte."""
    return hand_faults(record, rules, settlement, RANKING, CARDS)


CARDS: Final = frozenset(DECK)
"""O2."""

_PERSONS = "conduct and gestures: only a person at the table sees them"
_FURNITURE = "table, deck and staff: not part of a hand's record"
_OPERATOR = "the operator's freedom: every choice is lawful"
_ERRORS_LATER = "remedies of the pagador's and the players' errors: an issue is open"
_REST_LATER = "rest over several hands: an issue is open"
_SESSION_LATER = "the fee per sessão: an issue is open"
_ONLINE_LATER = "the online variant's own duties: an issue is open"
_MEANS_LATER = "CREDIT, from the means of chips sold: an issue is open"
_NOTICE_LATER = (
    "notice before limits change, of which the parameters' fold has the retroactive: open"
)
_SHOWN = "what a screen shows, which no record of a hand shows: an inspection raises ONL-INFO"

COVERAGE: Final[tuple[Rule, ...]] = (
    *not_checkable("names and definitions", "R1", "R2"),
    *not_checkable("which deck lies on the table: only a person sees it worn or whole", "R3"),
    *procedural("NB-SEATS", "R4", "R8", "001 n.6", "001 n.10"),
    *not_checkable(_FURNITURE, "R5", "R6", "R7", "R20", "R21", "R44", "R56"),
    *not_checkable("the draw of places and the waiting list", "R9", "R10", "R12", "R13"),
    *procedural("NB-MIN4", "R11", "001 n.24"),
    *procedural("NB-CAVE", "R14", "001 n.28"),
    *procedural("NB-BTN", "R15", "001 n.29", "001 n.30"),
    *not_checkable("how cards are shuffled and cut: an inspection raises NB-SHUF", "R16", "R17"),
    *not_checkable("how cards are shuffled and slid over the table", "R18", "R19"),
    *procedural("NB-MIS, RES-IMPOSS", "R22", "001 n.35"),
    *procedural("NB-TURN", "R23", "R31", "R33", "R35", "R37", "001 n.40"),
    *not_checkable(_PERSONS, "R24", "R27", "R46", "R49", "R50", "R52"),
    *implemented("settle", "R25", "001 n.53"),
    *procedural("NB-RAISE", "R26", "R38", "001 n.47", "001 n.55"),
    *implemented("settle", "R28", "R40", "R41", "001 n.38", "001 n.49", "001 n.50"),
    *procedural("NB-TURN, NB-EQ, NB-RAISE", "R29", "001 n.39"),
    *procedural("NB-LIM", "R30"),
    *procedural("NB-BURN, RES-IMPOSS", "R32", "R34", "R36", "001 n.41", "001 n.43", "001 n.45"),
    *procedural("NB-EQ", "R39", "001 n.48"),
    *not_checkable("the order of showing decides nothing: all hands are compared", "R42"),
    *implemented("settle", "R43", "001 n.51"),
    *missing(_REST_LATER, "R47", "001 n.13"),
    *not_checkable("agreements between players: an inspection raises COLL", "R45"),
    *procedural("NB-CAVE; loans and shared pots are an inspection's, COLL", "R48"),
    *not_checkable("the mão's choice of game; the record is of the game chosen", "R51"),
    *implemented("settle", "R53", "R54", "R55"),
    *implemented("settle", "001 n.65", "001 n.66", "001 n.67"),
    *missing(_ERRORS_LATER, "R57", "R58", "001 n.70", "001 n.71"),
    *implemented("values_of", "R59", "R60", "001 n.17", "001 n.18"),
    *missing(_MEANS_LATER, "R61"),
    *procedural("NB-LIM, BET-MIN", "R62", "001 n.20"),
    *procedural("NB-LIM, NB-RAISE", "R63", "001 n.21"),
    *missing(_NOTICE_LATER, "R64", "001 n.22"),
    *implemented("settle", "R65", "001 n.7 a"),
    *missing(_SESSION_LATER, "R65 b", "001 n.7 b"),
    *implemented("settle", "R66", "001 n.69"),
    *implemented("values_of", "O1", "O2", "001 n.72", "001 n.92", "001 n.93", "001 n.94"),
    *not_checkable(_OPERATOR, "O3", "O4", "O5"),
    *not_checkable("four cards are Omaha's alone", "O6", "001 n.77"),
    *procedural("NB-CAVE", "O7", "O8", "001 n.78", "001 n.79"),
    *procedural("NB-BTN", "O9", "001 n.80"),
    *procedural("NB-BLIND", "O10", "O11", "O12", "001 n.81", "001 n.82", "001 n.83"),
    *procedural("NB-TURN", "O13", "O14", "001 n.84", "001 n.85"),
    *procedural("NB-RAISE", "O15", "O16", "001 n.86", "001 n.87", "001 n.88"),
    *procedural("NB-BLIND", "O17", "O18", "001 n.89", "001 n.90"),
    *implemented("settle", "O19", "001 n.91"),
    *not_checkable("the physical rules, adapted", "O60"),
    *procedural("NB-SEATS", "O61"),
    *not_checkable("play in real time is a property of the server", "O62"),
    *missing(_ONLINE_LATER, "O63", "O64", "O67"),
    *procedural("NB-MIN4", "O65"),
    *not_checkable(_SHOWN, "O66", "O70", "O75"),
    *implemented("settle", "O68", "O69"),
    *missing(_ONLINE_LATER, "O71", "O72", "O73", "O74"),
)

GAME: Final = Game(
    name=NAME,
    section="OH",
    record=HoldemRecord,
    settle=settle,
    verify=verify,
    rules=HoldemRules,
    coverage=COVERAGE,
    relabel=name_payment,
)
