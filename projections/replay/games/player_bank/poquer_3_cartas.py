"""Póquer de 3 cartas: points of three cards against a player's bank; dice say who is dealt first.

Rules: Portaria 1/2017, Anexo, Póquer de 3 cartas, regras 1-29, cited as ``P3 R9``. No straights,
flushes or pairs: thirty-one combinations of points and figures, told apart by the highest card.

Eight places, numbered anticlockwise, each dealt three cards; bets, bank and money are those of
``player_bank``. A bet's ``tipo`` is ``lugar``; its ``seat`` is the place it lies on.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from projections.replay.game import implemented, not_checkable, watched
from projections.replay.games.player_bank.bank_game import bank_game, comparing
from projections.replay.games.player_bank.jogada import (
    Law,
    PlayerBankRecord,
    PlayerBankRules,
)
from projections.replay.games.player_bank.settling import BankRound, Judged
from projections.replay.kit.cards import RANK_OF, impossible_cards
from projections.replay.kit.memo import once
from projections.replay.kit.shoe import Dealt
from projections.replay.settlement import Found, Phrase, Step

NAME: Final = "poquer_3_cartas"
CARDS: Final = 3
FIGURES: Final = "JQK"
LAST: Final = 31
"""Zero without figures: the banker's, whatever the cards (R10)."""

SUITS: Final = "dchs"
"""From ouros up to espadas (R6)."""
VALUE: Final = {card: 1 if card[0] == "A" else rank for card, rank in RANK_OF.items()}
"""Of a single card (R5): the king 13, down to the ace 1."""

LAW: Final = Law(
    game=NAME,
    bank_code="P3-BANK",
    deal_code="P3-DEAL",
    rank_code="P3-RANK",
    commission_code="P3-COM",
    pieces="P3 R2",
    turn="P3 R13",
    refused="P3 R14",
    first="P3 R15",
    flat="P3 R16",
    capital="P3 R17",
    close="P3 R18",
    kept="P3 R19",
    house="P3 R20",
    behind="P3 R20",
    associate="P3 R20",
    number="P3 R21",
    order="P3 R24",
    paid_in="P3 R24",
    holder="P3 R25",
    opening="P3 R27",
    banker_first=False,
    commission="P3 R29",
    wins="P3 R8",
    loses="P3 R8",
    ties=("P3 R10",),
)


class Poquer3CartasRules(PlayerBankRules, frozen=True, kw_only=True):
    """The values in which laws may differ."""


class Poquer3CartasRecord(
    PlayerBankRecord,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    gc=False,
    tag="poquer_3_cartas",
    tag_field="game",
):
    """A jogada, with the acts on the bank since the jogada before."""

    cartas: tuple[Dealt, ...] = ()
    """In the order of the deal, to all places: ``to`` is ``seat``, or ``bank`` for the banker's.
    Where a table records no deal, the hands are those of ``aberturas``."""
    baralhamentos: tuple[str, ...] = ()
    """How the cards were shuffled before the deal, each time that it was told."""

    def dealt(self) -> tuple[Dealt, ...]:
        """Return the cards in the order of the deal."""
        return self.cartas


# --- the hands -----------------------------------------------------------------------------------


class Combination(Struct, frozen=True, gc=False):
    """Three cards as the rules count them."""

    number: int
    """From 1, the best, to 31 (R7)."""
    points: int
    figures: int
    highest: str
    """The card that decides between equal combinations (R9)."""

    @property
    def strength(self) -> tuple[int, int, int]:
        """Return the hand's strength: by combination, then highest card's rank, then its suit."""
        return -self.number, VALUE[self.highest], SUITS.index(self.highest[1])


def combination(cards: Sequence[str]) -> Combination | None:
    """Return the hand that three cards make; None for anything but three cards.

    >>> combination(("Kh", "Ts", "9d"))
    Combination(number=3, points=9, figures=1, highest='Kh')
    >>> combination(("Kh", "Qs", "Jd")).number, combination(("Th", "Ts", "Td")).number
    (1, 31)
    """
    if len(cards) != CARDS or any(card not in VALUE for card in cards):
        return None
    points = sum(VALUE[card] for card in cards if VALUE[card] < 10) % 10  # R4 a
    figures = sum(card[0] in FIGURES for card in cards)
    number = 1 if figures == CARDS else 2 + 3 * (9 - points) + (2 - figures)
    highest = max(cards, key=lambda card: (VALUE[card], SUITS.index(card[1])))
    return Combination(number, points, figures, highest)


def compare(hand: Combination, bank: Combination) -> tuple[bool | None, str]:
    """Tell whether a hand beats the banker's, and by which rule; None for hands told the same.

    In one deck the highest card always decides: only one dealt twice leaves them equal.
    """
    if hand.number != bank.number:
        return hand.number < bank.number, "P3 R8"
    if hand.number == LAST:
        return False, "P3 R10"
    if hand.strength == bank.strength:
        return None, "P3 R9"
    return hand.strength > bank.strength, "P3 R9"


def _compared(
    place: int,
    cards: Sequence[str],
    hand: Combination,
    bank_cards: Sequence[str],
    bank: Combination,
) -> Judged:
    """Compare a place's hand with the banker's (R8-R10)."""
    wins, rule = compare(hand, bank)
    said = (_step(HAND, cards, hand, place), _step(BANK, bank_cards, bank, place))
    decided = Step(WORDS[rule], {"carta": hand.highest, "contra": bank.highest}, rule)
    return Judged(wins, ("P3 R7", rule), (*said, decided))


def _step(phrase: Phrase, cards: Iterable[str], hand: Combination, place: int) -> Step:
    values = {
        "lugar": place,
        "cartas": " ".join(cards),
        "numero": hand.number,
        "nome": _name(hand, NAMES_PT, WITH_PT, "três figuras"),
        "nome_en": _name(hand, NAMES_EN, WITH_EN, "three figures"),
    }
    return Step(phrase, values, "P3 R7")


def _name(hand: Combination, points: Sequence[str], figures: Sequence[str], first: str) -> str:
    return first if hand.number == 1 else f"{points[hand.points]} {figures[hand.figures]}"


NAMES_PT: Final = ("zero", "um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove")
NAMES_EN: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
WITH_PT: Final = ("sem figura", "com uma figura", "com duas figuras")
WITH_EN: Final = ("without figures", "with one figure", "with two figures")
HAND: Final = Phrase(
    pt="O lugar {lugar} tem {cartas}: {nome}, combinação {numero}.",
    en="Place {lugar} holds {cartas}: {nome_en}, combination {numero}.",
)
BANK: Final = Phrase(
    pt="O banqueiro tem {cartas}: {nome}, combinação {numero}.",
    en="The banker holds {cartas}: {nome_en}, combination {numero}.",
)
WORDS: Final = {
    "P3 R8": Phrase(
        pt="Ganha a combinação de valor superior.",
        en="The better combination wins.",
    ),
    "P3 R9": Phrase(
        pt="Combinações iguais: decide a carta mais alta, {carta} contra {contra}.",
        en="Equal combinations: the highest card decides, {carta} against {contra}.",
    ),
    "P3 R10": Phrase(
        pt="Zero sem figuras nos dois lados: ganha o banqueiro.",
        en="Zero without figures on both sides: the banker wins.",
    ),
}


BY_HAND: Final = "hand"
"""How a pagador shuffles who has no machine."""


# --- the jogada ----------------------------------------------------------------------------------


@once
def play(record: Poquer3CartasRecord, rules: Poquer3CartasRules) -> BankRound:
    """Return the jogada as it is played out."""
    return BankRound(record, rules, LAW, comparing(combination, _compared))


def told(cards: Sequence[str]) -> int | None:
    """Return the number of the combination of three cards; None if the cards are no hand."""
    hand = combination(cards)
    return None if hand is None else hand.number


def own_faults(
    jogada: BankRound, record: Poquer3CartasRecord, rules: Poquer3CartasRules
) -> Iterator[Found]:
    """Find cards that the deck does not have, or not so often, and cards shuffled by hand alone."""
    del rules
    if set(record.baralhamentos) == {BY_HAND} and record.has("shuffles"):
        yield Found(code="P3-SHUF", rule="P3 R11", expected="shuffler", recorded=BY_HAND)
    for card in impossible_cards(jogada.hands.seen()):
        yield Found(
            code="RES-IMPOSS",
            rule="P3 R2",
            expected=f"1 x {card}",
            recorded=card,
            facts={"card": card},
        )


# --- the register --------------------------------------------------------------------------------

COVERAGE: Final = (
    *not_checkable("what the game is", "R1"),
    *watched("RES-IMPOSS", "R2"),
    *not_checkable("whether a deck is worn only a person sees", "R3"),
    *implemented("combination, compare", "R4", "R5", "R6"),
    *implemented("combination; P3-RANK", "R7"),
    *implemented("compare; P3-RANK", "R8", "R9", "R10"),
    *watched("P3-SHUF", "R11"),
    *not_checkable("where the used cards are put: a person sees it", "R12"),
    *watched(
        "check_turn; P3-BANK: more than two running; in which order turns come no rule says", "R13"
    ),
    *watched("check_refusal; P3-BANK: passed to whom", "R14"),
    *watched("check_first; P3-DEAL: the place that the dice name", "R15"),
    *watched("P3-DEAL, RES-IMPOSS, VOID-BAD: who throws, and again for what", "R16"),
    *implemented("BankRound: never beyond the capital; P3-BANK", "R17"),
    *watched("BET-LATE", "R18"),
    *watched("check_kept; P3-BANK: a capital reduced", "R19"),
    *implemented("BankRound: who stands behind the banker; P3-BANK, PAY-ORDER", "R20"),
    *implemented("BankRound; P3-DEAL, VOID-MISS, VOID-BAD", "R21"),
    *watched("RES-IMPOSS: a hand opened other than dealt; the rest a person sees", "R22"),
    *implemented("BankRound: a card turned by chance is no ground; VOID-BAD", "R23"),
    *implemented("BankRound; P3-DEAL, PAY-ORDER", "R24"),
    *implemented("settle: the result says who holds each hand", "R25"),
    *not_checkable("whose hands the cards are in only a person sees", "R26"),
    *watched("P3-DEAL: the banker's opening; who opens the others' a person sees", "R27"),
    *implemented("BankRound: a bet counts where it lies", "R28"),
    *implemented("BankRound; P3-COM", "R29"),
)

GAME: Final = bank_game(
    LAW,
    section="P3",
    record=Poquer3CartasRecord,
    rules=Poquer3CartasRules,
    coverage=COVERAGE,
    play=play,
    told=told,
    own_faults=own_faults,
)
settle: Final = GAME.settle
"""What COVERAGE names."""
