"""Every outcome of a stake with its words and rule numbers, made once."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from projections.replay.games.house_cards.stud_poker.chips import Status
from projections.replay.games.house_cards.stud_poker.ranking import LETTERS, NAMES
from projections.replay.kit.coups.fates import Fate
from projections.replay.settlement import Outcome, Phrase, Step


class Cards(Struct, frozen=True, gc=False):
    """Cards as a value of a step: put side by side only when somebody reads them."""

    cards: Sequence[str | None]

    def __format__(self, spec: str) -> str:
        """Return the cards with blanks between them."""
        return " ".join(card or "?" for card in self.cards)


class Hand(Struct, frozen=True, kw_only=True, gc=False):
    """The sentences about a hand's two stakes; a winning adicional is told by ``PRIZE``."""

    inicial: Fate
    adicional: Fate


COMPARED: Final = tuple(f"ST R17 {letter}" for letter in LETTERS)
"""How two of one combination are compared, by combination upwards."""
PRIZED: Final = tuple(f"ST R15 {letter}" for letter in "aabcdefghi")
"""Under which letter the table pays, by combination upwards."""

OPENS: Final = tuple(
    Phrase(
        f"O pagador tem {{cards}}, {pt if index else 'ás e rei'}, e abre as mãos.",
        f"The dealer has {{cards}}, {en if index else 'ace-king'}, and opens the hands.",
    )
    for index, (pt, en) in enumerate(NAMES)
)
STAYS: Final = Phrase(
    "O pagador tem {cards}, menos de ás e rei, e não abre as mãos.",
    "The dealer has {cards}, less than ace-king, and does not open the hands.",
)
HOLDS: Final = tuple(
    Phrase(f"O jogador tem {{cards}}, {pt}.", f"The player has {{cards}}, {en}.")
    for pt, en in NAMES
)
PRIZE: Final = tuple(
    Phrase(
        f"Aposta adicional, {pt}: {{stake:m}} a {{rate}} para 1, prémio {{whole:m}}; a aposta"
        " conserva-se.",
        f"Additional bet, {en}: {{stake:m}} at {{rate}} to 1, prize {{whole:m}}; the stake is"
        " kept.",
    )
    for pt, en in NAMES
)
CAPPED: Final = Phrase(
    "O máximo por jogo é {cap:m}: os {full:m} da mão reduzem-se a ele, os desta aposta a"
    " {prize:m}.",
    "The maximum per game is {cap:m}: the hand's {full:m} are reduced to it, this bet's to"
    " {prize:m}.",
)
_LOST: Final = Phrase("Perdem-se {stake:m}.", "{stake:m} are lost.")
_EVEN: Final = Phrase(
    "Aposta inicial: {stake:m} ao par, prémio {prize:m}; a aposta conserva-se.",
    "Initial bet: {stake:m} even money, prize {prize:m}; the stake is kept.",
)


def _back(pt: str, en: str, rule: str) -> Fate:
    return Fate(Outcome.DEVOLVIDA, (rule,), (Step(Phrase(pt, en), {}, rule),), back=True)


def _stays_there(pt: str, en: str, rule: str) -> Fate:
    return Fate(Outcome.PENDENTE, (rule,), (Step(Phrase(pt, en), {}, rule),))


def _won(why: Step) -> Hand:
    """Return the fates of a hand higher than the pagador's."""
    rules = (why.rule, "ST R15")
    return Hand(
        inicial=Fate(Outcome.GANHA, rules, (why, Step(_EVEN, {}, "ST R15")), times=1, back=True),
        adicional=Fate(Outcome.GANHA, rules, (why,), back=True),
    )


def _lost(*why: Step) -> Hand:
    fate = Fate(Outcome.PERDE, tuple(dict.fromkeys(step.rule for step in why)), why)
    return Hand(inicial=fate, adicional=fate)


def _by_combination(pt: str, en: str, *, won: bool) -> tuple[Hand, ...]:
    phrase = Phrase(pt, en)
    steps = [Step(phrase, {}, rule) for rule in COMPARED]
    return tuple(_won(step) if won else _lost(step, Step(_LOST, {}, "ST R14")) for step in steps)


BETTER: Final = _won(
    Step(
        Phrase(
            "A combinação do jogador é superior à do pagador.",
            "The player's combination is higher than the dealer's.",
        ),
        {},
        "ST R17",
    )
)
WORSE: Final = _lost(
    Step(
        Phrase(
            "A combinação do jogador é inferior à do pagador.",
            "The player's combination is lower than the dealer's.",
        ),
        {},
        "ST R17",
    ),
    Step(_LOST, {}, "ST R14"),
)
HIGHER: Final = _by_combination(
    "A combinação é a mesma; as cartas do jogador são de maior valor.",
    "The combination is the same; the player's cards are of higher value.",
    won=True,
)
LOWER: Final = _by_combination(
    "A combinação é a mesma; as cartas do pagador são de maior valor.",
    "The combination is the same; the dealer's cards are of higher value.",
    won=False,
)
SUIT_HIGHER: Final = _by_combination(
    "As cartas são de igual valor; o naipe do jogador é o maior.",
    "The cards are of equal value; the player's suit is the higher.",
    won=True,
)
SUIT_LOWER: Final = _by_combination(
    "As cartas são de igual valor; o naipe do pagador é o maior.",
    "The cards are of equal value; the dealer's suit is the higher.",
    won=False,
)
_UNKNOWN: Final = _stays_there(
    "O registo não tem as cartas que decidem {stake:m}.",
    "The record does not have the cards that decide {stake:m}.",
    "ST R17",
)
UNKNOWN: Final = Hand(inicial=_UNKNOWN, adicional=_UNKNOWN)
_EQUAL: Final = _stays_there(
    "As mãos são iguais, o que num baralho não há: nada decide {stake:m}.",
    "The hands are equal, which no deck has: nothing decides {stake:m}.",
    "ST R17",
)
EQUAL: Final = Hand(inicial=_EQUAL, adicional=_EQUAL)
NOT_OPENED: Final = Hand(
    inicial=Fate(
        Outcome.GANHA,
        ("ST R12",),
        (
            Step(
                Phrase(
                    "O pagador não abre: a inicial de {stake:m} é paga 1 para 1, prémio {prize:m}.",
                    "The dealer does not open: the initial bet of {stake:m} is paid 1 to 1, prize"
                    " {prize:m}.",
                ),
                {},
                "ST R12",
            ),
        ),
        times=1,
        back=True,
    ),
    adicional=_back(
        "O pagador não abre: a adicional de {stake:m} é nula e devolvida.",
        "The dealer does not open: the additional bet of {stake:m} is void and goes back.",
        "ST R12",
    ),
)
GAVE_UP: Final = Hand(
    inicial=Fate(
        Outcome.PERDE,
        ("ST R9",),
        (
            Step(
                Phrase(
                    "Sem aposta adicional perde-se a mão, e com ela a inicial de {stake:m}.",
                    "Without an additional bet the hand is lost, and with it the initial"
                    " {stake:m}.",
                ),
                {},
                "ST R9",
            ),
        ),
    ),
    adicional=_back(
        "A mão estava perdida: a adicional de {stake:m} não se aceita e volta.",
        "The hand was lost: the additional bet of {stake:m} is not taken and goes back.",
        "ST R9",
    ),
)
LATE: Final = _back(
    "A aposta de {stake:m} foi feita fora de tempo e volta.",
    "The bet of {stake:m} came too late and goes back.",
    "ST R7",
)
NO_MAIN: Final = _back(
    "Sem aposta inicial não há adicional: {stake:m} voltam.",
    "Without an initial bet there is no additional one: {stake:m} go back.",
    "ST R7 b",
)
NO_HAND: Final = _back(
    "Mão dada a quem não tinha apostado: é nula, e a adicional de {stake:m} volta.",
    "A hand dealt to one who had not bet: it is void, and the additional {stake:m} go back.",
    "ST R27",
)
NO_CHANCE: Final = _back(
    "O jogo não tem esta aposta: {stake:m} voltam.",
    "The game does not have this bet: {stake:m} go back.",
    "ST R4",
)
VOID_BACK: Final = Phrase("Voltam {stake:m}.", "{stake:m} go back.")
CARRIED: Final = Phrase(
    "A aposta de {stake:m} no progressivo não volta: passa à jogada seguinte.",
    "The progressive bet of {stake:m} does not go back: it is carried to the next round.",
)
CAME_OVER: Final = Step(
    Phrase(
        "A aposta de {stake:m} no progressivo veio de uma jogada nula: não se paga outra.",
        "The progressive bet of {stake:m} came over from a void round: no other is asked.",
    ),
    {},
    "ST R25",
)

REFUSED: Final = {
    Status.TARDIA: _back(
        "A aposta no progressivo veio depois da primeira carta, ou do fecho: {stake:m} voltam.",
        "The progressive bet came after the first card, or the close: {stake:m} go back.",
        "ST R7 c",
    ),
    Status.SEM_INICIAL: _back(
        "Sem aposta inicial não se joga no progressivo: {stake:m} voltam.",
        "Without an initial bet there is no playing for the progressive: {stake:m} go back.",
        "ST R18 a",
    ),
    Status.SEGUNDA_FICHA: _back(
        "Só há uma aposta no progressivo por mão: {stake:m} voltam.",
        "There is only one progressive bet a hand: {stake:m} go back.",
        "ST R18 a",
    ),
    Status.SAIU: _back(
        "Quem apostou saiu da mesa, ou não jogou mais: {stake:m} voltam.",
        "The bettor left the table, or played no more: {stake:m} go back.",
        "ST R25",
    ),
}
POOL_WINS: Final = Fate(
    Outcome.GANHA,
    ("ST R18 b",),
    (
        Step(
            Phrase(
                "A mão do jogador ganha do progressivo; a aposta de {stake:m} não volta.",
                "The player's hand wins from the progressive; the bet of {stake:m} does not go"
                " back.",
            ),
            {},
            "ST R18 b",
        ),
    ),
)
POOL_LOSES: Final = Fate(
    Outcome.PERDE,
    ("ST R18 b",),
    (
        Step(
            Phrase(
                "A mão do jogador não ganha do progressivo: perdem-se {stake:m}.",
                "The player's hand wins nothing from the progressive: {stake:m} are lost.",
            ),
            {},
            "ST R18 b",
        ),
    ),
)
POOL_GAVE_UP: Final = Fate(
    Outcome.PERDE,
    ("ST R9",),
    (
        Step(
            Phrase(
                "A mão perdeu-se sem adicional, e com ela os {stake:m} do progressivo.",
                "The hand was lost without an additional bet, and with it the progressive's"
                " {stake:m}.",
            ),
            {},
            "ST R9",
        ),
    ),
)
POOL_MISSING: Final = _stays_there(
    "O registo não diz que progressivo está em jogo para {stake:m}.",
    "The record does not say which progressive {stake:m} play for.",
    "ST R18 b",
)
POOL_NO_SUM: Final = _stays_there(
    "Os parâmetros da mesa não dizem a soma fixa que decide {stake:m}.",
    "The table's parameters do not say the fixed sum that decides {stake:m}.",
    "ST R19",
)
POOL_UNKNOWN: Final = _stays_there(
    "O registo não tem as cartas que decidem {stake:m} no progressivo.",
    "The record does not have the cards that decide {stake:m} in the progressive.",
    "ST R18 b",
)
