"""The fate of every kind of stake, and its words: each made once."""

from functools import cache
from typing import Final

from msgspec import Struct

from projections.replay.games.house_cards.blackjack.counting import BLACKJACK, GOAL, UNKNOWN
from projections.replay.settlement import Outcome, Phrase, Step


class Fate(Struct, frozen=True, gc=False):
    """The fate of a stake."""

    outcome: Outcome
    rules: tuple[str, ...]
    why: tuple[Step, ...]
    times: int = 0
    """The prize, in stakes, over ``of``; rounded down."""
    of: int = 1
    back: int = 0
    """The part of the stake that goes back, over ``of``; rounded down."""


class Bank(Struct, frozen=True, gc=False):
    """The bank's hand as it counts."""

    cards: tuple[str | None, ...]
    """Those that count (R22)."""
    points: int
    """``UNKNOWN`` where a card is missing or not known."""
    open: int | None
    """Points of the open card, 1 for an ace; None where not known."""
    blackjack: bool | None
    """None where the record does not tell."""
    void: tuple[str | None, ...] = ()
    """Cards drawn on 17 or more: they do not count."""


def _made(outcome: Outcome, pt: str, en: str, *rules: str, **parts: int) -> Fate:
    step = Step(Phrase(pt, en), {}, rules[0])
    return Fate(outcome, rules, (step,), **parts)


ACE_OPEN: Final = 1
LATE: Final = _made(
    Outcome.DEVOLVIDA,
    "A aposta de {stake:m} foi feita depois de começar a distribuição e volta.",
    "The bet of {stake:m} came after the deal had begun and goes back.",
    "BJ R16",
    back=1,
)
NO_CHANCE: Final = _made(
    Outcome.DEVOLVIDA,
    "O jogo não tem esta aposta: {stake:m} voltam.",
    "The game does not have this bet: {stake:m} go back.",
    "BJ R16",
    back=1,
)
SURRENDERED: Final = _made(
    Outcome.PERDE,
    "O jogador desistiu: perde metade de {stake:m}; voltam {returned:m}, arredondado para baixo.",
    "The player surrendered: half of {stake:m} is lost; {returned:m} go back, rounded down.",
    "BJ R28",
    of=2,
    back=1,
)
BUSTED: Final = _made(
    Outcome.PERDE,
    "A mão passa de 21: perdem-se {stake:m}.",
    "The hand is over 21: {stake:m} are lost.",
    "BJ R41",
)
NOT_KNOWN: Final = _made(
    Outcome.PENDENTE,
    "O registo não tem as cartas que decidem {stake:m}.",
    "The record does not have the cards that decide {stake:m}.",
    "BJ R40",
)
INSURED: Final = _made(
    Outcome.GANHA,
    "A banca tem blackjack: o seguro ganha 2 vezes {stake:m} = {prize:m}, e a aposta volta.",
    "The bank has blackjack: the insurance wins 2 times {stake:m} = {prize:m}, and goes back.",
    "BJ R50",
    times=2,
    back=1,
)
NOT_INSURED: Final = _made(
    Outcome.PERDE,
    "A banca não tem blackjack: o seguro de {stake:m} perde-se.",
    "The bank has no blackjack: the insurance of {stake:m} is lost.",
    "BJ R50",
)
INSURANCE_LATE: Final = _made(
    Outcome.DEVOLVIDA,
    "O seguro foi feito já conhecida a segunda carta da banca: {stake:m} voltam.",
    "The insurance was made when the bank's second card was known: {stake:m} go back.",
    "BJ R50",
    back=1,
)
INSURANCE_OPEN: Final = _made(
    Outcome.PENDENTE,
    "O registo não tem a segunda carta da banca, que decide o seguro de {stake:m}.",
    "The record does not have the bank's second card, which decides the insurance of {stake:m}.",
    "BJ R50",
)
EVEN_MONEY: Final = _made(
    Outcome.GANHA,
    "Blackjack com um ás aberto na banca: o jogador optou por receber já {prize:m}, igual à"
    " aposta, que é sua.",
    "Blackjack with the bank's ace open: the player chose {prize:m} at once, equal to his stake,"
    " which is his.",
    "BJ R47",
    times=1,
    back=1,
)
AT_ONCE: Final = _made(
    Outcome.GANHA,
    "Blackjack, e a carta aberta da banca não o permite: vez e meia {stake:m}, arredondado para"
    " baixo = {prize:m}, pago logo; a aposta é do jogador.",
    "Blackjack, and the bank's open card does not allow one: one and a half times {stake:m},"
    " rounded down = {prize:m}, paid at once; the stake is the player's.",
    *("BJ R46", "BJ R45"),
    times=3,
    of=2,
    back=2,
)
NATURAL: Final = _made(
    Outcome.GANHA,
    "Blackjack, e a banca não o tem: vez e meia {stake:m}, arredondado para baixo = {prize:m};"
    " a aposta é do jogador.",
    "Blackjack, and the bank has none: one and a half times {stake:m}, rounded down = {prize:m};"
    " the stake is the player's.",
    *("BJ R45", "BJ R42"),
    times=3,
    of=2,
    back=2,
)
BOTH_NATURAL: Final = _made(
    Outcome.NULA,
    "Blackjack do jogador e da banca: a jogada é nula, {stake:m} são do jogador.",
    "Player and bank have blackjack: neither wins, {stake:m} are the player's.",
    *("BJ R39", "BJ R45"),
    back=1,
)
BANK_NATURAL: Final = _made(
    Outcome.PERDE,
    "A banca tem blackjack, que ganha a qualquer total: perdem-se {stake:m}.",
    "The bank has blackjack, which beats any total: {stake:m} are lost.",
    "BJ R42",
)

_BANK_OVER: Final = Phrase(
    "A mão soma {mine} e a banca {theirs}, mais de 21: ganha {prize:m}, e a aposta é do jogador.",
    "The hand makes {mine} and the bank {theirs}, over 21: {prize:m} are won, and the stake is the"
    " player's.",
)
_NEARER: Final = Phrase(
    "A mão soma {mine} e a banca {theirs}: ganha {prize:m}, e a aposta é do jogador.",
    "The hand makes {mine} and the bank {theirs}: {prize:m} are won, and the stake is the"
    " player's.",
)
_FARTHER: Final = Phrase(
    "A mão soma {mine} e a banca {theirs}: perdem-se {stake:m}.",
    "The hand makes {mine} and the bank {theirs}: {stake:m} are lost.",
)
_EQUAL: Final = Phrase(
    "A mão e a banca somam {mine}: a jogada é nula, {stake:m} são do jogador.",
    "Hand and bank both make {mine}: neither wins, {stake:m} are the player's.",
)
SPECIAL: Final = {
    name: Step(
        Phrase(
            f"{cards_pt}: prémio especial de 3 vezes {{stake:m}}, além do resultado da mão.",
            f"{cards_en}: a special prize of 3 times {{stake:m}}, besides the hand's result.",
        ),
        {},
        "BJ R48",
    )
    for name, cards_pt, cards_en in (
        ("6-7-8", "6-7-8 do mesmo naipe", "6-7-8 of one suit"),
        ("7-7-7", "Três setes", "Three sevens"),
    )
}


@cache
def fate_of(  # noqa: PLR0911 - one answer a line
    mine: int,
    theirs: int,
    opened: int | None,
    natural: bool | None,  # noqa: FBT001 - of three values
) -> Fate:
    """Return the fate of a hand's stakes beside the bank's hand.

    ``mine`` is the hand's points, ``BLACKJACK`` or ``UNKNOWN``; the others are the bank's points,
    its open card and whether it has blackjack.
    """
    if mine == BLACKJACK:
        return _natural(opened, natural)
    if mine == UNKNOWN:
        return BANK_NATURAL if natural else NOT_KNOWN
    if mine > GOAL:
        return BUSTED
    if natural:
        return BANK_NATURAL
    if theirs == UNKNOWN or natural is None:
        return NOT_KNOWN
    values = {"mine": mine, "theirs": theirs}
    if theirs > GOAL:
        return _won(Step(_BANK_OVER, values, "BJ R44"))
    if mine > theirs:
        return _won(Step(_NEARER, values, "BJ R44"))
    if mine < theirs:
        return Fate(Outcome.PERDE, ("BJ R40",), (Step(_FARTHER, values, "BJ R40"),))
    return Fate(Outcome.NULA, ("BJ R39",), (Step(_EQUAL, values, "BJ R39"),), back=1)


def _won(step: Step) -> Fate:
    return Fate(Outcome.GANHA, ("BJ R44", "BJ R40", "BJ R49"), (step,), times=1, back=1)


def _natural(opened: int | None, natural: bool | None) -> Fate:  # noqa: FBT001 - of three values
    """Return the fate of a blackjack (R45 to R47)."""
    if natural:
        return BOTH_NATURAL
    if opened is not None and opened not in (ACE_OPEN, 10):
        return AT_ONCE
    return NOT_KNOWN if natural is None else NATURAL


# --- the jackpot's stakes ------------------------------------------------------------------------

JACKPOT_LATE: Final = _made(
    Outcome.DEVOLVIDA,
    "A ficha do acumulado foi posta depois de «jogo feito, nada mais»: {stake:m} voltam.",
    "The jackpot chip was laid after the closing call: {stake:m} go back.",
    "BJ R62",
    back=1,
)
NO_MAIN: Final = _made(
    Outcome.DEVOLVIDA,
    "Sem aposta no jogo principal não há aposta no acumulado: {stake:m} voltam.",
    "Without a main bet there is no jackpot bet: {stake:m} go back.",
    "BJ R59",
    back=1,
)
SECOND_CHIP: Final = _made(
    Outcome.DEVOLVIDA,
    "Só há uma ficha por jogador no acumulado: {stake:m} voltam.",
    "There is only one chip a player on the jackpot: {stake:m} go back.",
    "BJ R61",
    back=1,
)
JACKPOT_WINS: Final = _made(
    Outcome.GANHA,
    "As primeiras cartas têm prémio no acumulado; a ficha de {stake:m} não volta.",
    "The first cards win a jackpot prize; the chip of {stake:m} does not go back.",
    *("BJ R56", "BJ R57"),
)
JACKPOT_LOSES: Final = _made(
    Outcome.PERDE,
    "As primeiras cartas não têm prémio no acumulado: perdem-se {stake:m}.",
    "The first cards win no jackpot prize: {stake:m} are lost.",
    *("BJ R56", "BJ R60"),
)
NO_POOL: Final = _made(
    Outcome.PENDENTE,
    "O registo não diz que acumulado está em jogo para {stake:m}.",
    "The record does not say which jackpot {stake:m} play for.",
    "BJ R57",
)
JACKPOT_UNKNOWN: Final = _made(
    Outcome.PENDENTE,
    "O registo não tem as primeiras cartas, que decidem {stake:m} no acumulado.",
    "The record does not have the first cards, which decide {stake:m} in the jackpot.",
    "BJ R56",
)

# --- a round that is void ------------------------------------------------------------------------

VOID: Final = _made(
    Outcome.DEVOLVIDA,
    "O sistema do operador falhou e não se pode determinar quem ganha: voltam {stake:m}.",
    "The operator's system failed and the winner cannot be determined: {stake:m} go back.",
    "BJ R74",
    back=1,
)
VOID_WITHOUT_GROUND: Final = _made(
    Outcome.DEVOLVIDA,
    "A jogada foi declarada nula e o registo não mostra quem ganha: voltam {stake:m}.",
    "The round was declared void and the record does not show who wins: {stake:m} go back.",
    "BJ R39",
    back=1,
)
