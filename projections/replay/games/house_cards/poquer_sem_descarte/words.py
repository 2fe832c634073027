"""Every outcome of a stake with its words and rule numbers, made once for each text of the law."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from projections.replay.games.house_cards.poquer_sem_descarte.ranking import (
    CARTAS_MAIORES,
    NAMES,
    PRIZES,
)
from projections.replay.games.house_cards.poquer_sem_descarte.rules import Cites
from projections.replay.settlement import Outcome, Phrase, Step


class Cards(Struct, frozen=True, gc=False):
    """Cards as a value of a step: put side by side only when somebody reads them."""

    cards: Sequence[str | None]

    def __format__(self, spec: str) -> str:
        """Return the cards with blanks between them."""
        return " ".join(card or "?" for card in self.cards)


class Side(Struct, frozen=True, kw_only=True, gc=False):
    """The fate of a stake, and why; the words read the amounts from its line."""

    outcome: Outcome
    rules: tuple[str, ...]
    why: tuple[Step, ...]
    rate: int = 0
    returned: bool = False


class Fate(Struct, frozen=True, gc=False):
    """The fate of a player's two main stakes."""

    inicial: Side
    segunda: Side


class Compared(Struct, frozen=True, kw_only=True, gc=False):
    """The fates of a hand beside a bank that plays; by combination where there are several."""

    better: tuple[Fate, ...]
    """The player's combination is the higher one."""
    higher: tuple[Fate, ...]
    """Of two equal combinations his has the higher cards."""
    worse: Fate
    lower: tuple[Fate, ...]
    tie: tuple[Fate, ...]
    suited: Fate
    """The high cards are equal, and only the player has three of one suit."""
    unsuited: Fate
    """The high cards are equal, and only the bank has three of one suit."""


class Apart(Struct, frozen=True, kw_only=True, gc=False):
    """The fates that no comparison decides."""

    stays: Fate
    """The bank does not play."""
    passed: Fate
    lapsed: Fate
    """Online, the player did not decide in time."""
    infraction: Fate
    unknown: Fate
    """The record lacks the cards that decide."""


class Refused(Struct, frozen=True, kw_only=True, gc=False):
    """The sentences about stakes that are no bets of the jogada."""

    late: Side
    no_main: Side
    no_chance: Side


class Pool(Struct, frozen=True, kw_only=True, gc=False):
    """The fate of a jackpot bet; its prize is an award of its own."""

    no_main: Side
    second_chip: Side
    wins: Side
    loses: Side
    no_claim: Side
    missing: Side
    unknown: Side


class Said(Struct, frozen=True, kw_only=True, gc=False):
    """Every outcome with its words and numbers."""

    bank_plays: tuple[Phrase, ...]
    """By the bank's combination."""
    bank_stays: Phrase
    hand: tuple[Phrase, ...]
    """By the player's combination."""
    compared: Compared
    apart: Apart
    refused: Refused
    pool: Pool


@cache
def said(cites: Cites) -> Said:
    """Return the words and numbers of a text."""
    return Said(
        bank_plays=tuple(
            Phrase(
                f"A banca tem {{cards}}, {pt if index else 'ás e rei'}, e vai a jogo.",
                f"The bank has {{cards}}, {en if index else 'ace-king'}, and plays.",
            )
            for index, (pt, en) in enumerate(NAMES)
        ),
        bank_stays=Phrase(
            "A banca tem {cards}, menos de ás e rei, e não vai a jogo.",
            "The bank has {cards}, less than ace-king, and does not play.",
        ),
        hand=tuple(
            Phrase(f"O jogador tem {{cards}}, {pt}.", f"The player has {{cards}}, {en}.")
            for pt, en in NAMES
        ),
        compared=_compared(cites),
        apart=_apart(cites),
        refused=_refused(cites),
        pool=_pool(cites),
    )


_LOST: Final = Phrase("Perdem-se {stake:m}.", "{stake:m} are lost.")
_KEPT: Final = Phrase(
    "Empate: conservam-se {stake:m}, sem prémio.", "A tie: {stake:m} are kept, without a prize."
)
_EVEN: Final = Phrase(
    "Aposta inicial: {stake:m} ao par, prémio {prize:m}; a aposta conserva-se.",
    "Initial bet: {stake:m} even money, prize {prize:m}; the stake is kept.",
)
_TABLE: Final = tuple(
    Phrase(
        f"Segunda aposta, {pt}: {{stake:m}} a {rate} para 1, prémio {{prize:m}}; a aposta"
        " conserva-se.",
        f"Second bet, {en}: {{stake:m}} at {rate} to 1, prize {{prize:m}}; the stake is kept.",
    )
    for (pt, en), rate in zip(NAMES, PRIZES, strict=True)
)
_HIGHER_CARDS: Final = Phrase(
    "A combinação é a mesma; as cartas do jogador são de maior valor.",
    "The combination is the same; the player's cards are of higher value.",
)
_LOWER_CARDS: Final = Phrase(
    "A combinação é a mesma; as cartas da banca são de maior valor.",
    "The combination is the same; the bank's cards are of higher value.",
)
_EQUAL: Final = Phrase("As mãos são de igual valor.", "The hands are of equal value.")


def _compared(cites: Cites) -> Compared:

    def win(combination: int, why: Step) -> Fate:
        prize = cites.prizes[combination]
        return Fate(
            Side(
                outcome=Outcome.GANHA,
                rate=1,
                returned=True,
                rules=rules_of(why.rule, cites.inicial),
                why=(why, Step(_EVEN, {}, cites.inicial)),
            ),
            Side(
                outcome=Outcome.GANHA,
                rate=PRIZES[combination],
                returned=True,
                rules=rules_of(why.rule, prize),
                why=(why, Step(_TABLE[combination], {}, prize)),
            ),
        )

    def lose(why: Step) -> Fate:
        return _both(Outcome.PERDE, why, Step(_LOST, {}, cites.loses))

    better = Phrase(
        "A combinação do jogador é superior à da banca.",
        "The player's combination is higher than the bank's.",
    )
    worse = Phrase(
        "A combinação do jogador é inferior à da banca.",
        "The player's combination is lower than the bank's.",
    )
    suited = Phrase(
        "As cartas são de igual valor; só o jogador tem três do mesmo naipe.",
        "The cards are of equal value; only the player has three of one suit.",
    )
    unsuited = Phrase(
        "As cartas são de igual valor; só a banca tem três do mesmo naipe.",
        "The cards are of equal value; only the bank has three of one suit.",
    )
    kept = Step(_KEPT, {}, cites.equal)
    ties = tuple(enumerate(cites.ties))
    return Compared(
        better=tuple(win(index, Step(better, {}, cites.wins)) for index, _ in ties),
        higher=tuple(win(index, Step(_HIGHER_CARDS, {}, rule)) for index, rule in ties),
        worse=lose(Step(worse, {}, cites.loses)),
        lower=tuple(lose(Step(_LOWER_CARDS, {}, rule)) for _, rule in ties),
        tie=tuple(_both(Outcome.NULA, Step(_EQUAL, {}, rule), kept) for _, rule in ties),
        suited=win(CARTAS_MAIORES, Step(suited, {}, cites.suits)),
        unsuited=lose(Step(unsuited, {}, cites.suits)),
    )


def _apart(cites: Cites) -> Apart:
    infraction = Phrase("O jogador deixou ver as suas cartas.", "The player let his cards be seen.")
    unknown = _side(
        Outcome.PENDENTE,
        "O registo não tem as cartas que decidem {stake:m}.",
        "The record does not have the cards that decide {stake:m}.",
        cites.bank,
    )
    return Apart(
        stays=Fate(
            _side(
                Outcome.GANHA,
                "A banca não joga: a inicial de {stake:m} é paga ao par, prémio {prize:m}.",
                "The bank does not play: the initial bet of {stake:m} is paid even money, prize"
                " {prize:m}.",
                cites.bank,
                rate=1,
            ),
            _side(
                Outcome.NULA,
                "A banca não joga: a segunda aposta de {stake:m} volta sem prémio.",
                "The bank does not play: the second bet of {stake:m} goes back without a prize.",
                cites.bank,
            ),
        ),
        passed=Fate(
            _side(
                Outcome.PERDE,
                "O jogador não foi a jogo e perde a inicial de {stake:m}.",
                "The player did not go on and loses the initial bet of {stake:m}.",
                cites.second,
            ),
            _side(
                Outcome.DEVOLVIDA,
                "Passar é irreversível: a segunda aposta de {stake:m} não se aceita e volta.",
                "A pass is irreversible: the second bet of {stake:m} is not taken and goes back.",
                cites.irreversible,
            ),
        ),
        lapsed=_lapsed(cites),
        infraction=_both(
            Outcome.PERDE,
            Step(infraction, {}, cites.infraction),
            Step(_LOST, {}, cites.infraction),
        ),
        unknown=Fate(unknown, unknown),
    )


def _lapsed(cites: Cites) -> Fate:
    return Fate(
        _side(
            Outcome.PERDE,
            "O jogador não decidiu no tempo que teve e perde a inicial de {stake:m}.",
            "The player did not decide in the time he had and loses the initial bet of {stake:m}.",
            cites.lapse,
        ),
        _side(
            Outcome.DEVOLVIDA,
            "Sem decisão do jogador em tempo não há segunda aposta: {stake:m} voltam.",
            "Without a decision of the player in time there is no second bet: {stake:m} go back.",
            cites.lapse,
        ),
    )


def _refused(cites: Cites) -> Refused:
    return Refused(
        late=_side(
            Outcome.DEVOLVIDA,
            "A aposta de {stake:m} foi feita fora de tempo e volta.",
            "The bet of {stake:m} came too late and goes back.",
            cites.closed,
        ),
        no_main=_side(
            Outcome.DEVOLVIDA,
            "Sem aposta inicial não há segunda: {stake:m} voltam.",
            "Without an initial bet there is no second one: {stake:m} go back.",
            cites.second,
        ),
        no_chance=_side(
            Outcome.DEVOLVIDA,
            "O jogo não tem esta aposta: {stake:m} voltam.",
            "The game does not have this bet: {stake:m} go back.",
            cites.areas,
        ),
    )


def _pool(cites: Cites) -> Pool:
    return Pool(
        no_main=_side(
            Outcome.DEVOLVIDA,
            "Sem aposta inicial não há aposta no acumulado: {stake:m} voltam.",
            "Without an initial bet there is no jackpot bet: {stake:m} go back.",
            cites.pool_main,
        ),
        second_chip=_side(
            Outcome.DEVOLVIDA,
            "Só há uma aposta no acumulado por lugar: {stake:m} voltam.",
            "There is only one jackpot bet a seat: {stake:m} go back.",
            cites.pool_value,
        ),
        wins=_side(
            Outcome.GANHA,
            "A combinação do jogador tem prémio no acumulado; a aposta de {stake:m} não volta.",
            "The player's combination wins a jackpot prize; the bet of {stake:m} does not go back.",
            cites.pool_table,
            returned=False,
        ),
        loses=_side(
            Outcome.PERDE,
            "A combinação do jogador não tem prémio no acumulado: perdem-se {stake:m}.",
            "The player's combination wins no jackpot prize: {stake:m} are lost.",
            cites.pool_table,
        ),
        no_claim=_side(
            Outcome.PERDE,
            "Quem está fora do jogo não tem direito ao acumulado: perdem-se {stake:m}.",
            "One who is out of the game has no claim to the jackpot: {stake:m} are lost.",
            cites.pool_shown,
        ),
        missing=_side(
            Outcome.PENDENTE,
            "O registo não diz que acumulado está em jogo para {stake:m}.",
            "The record does not say which jackpot {stake:m} play for.",
            cites.pool_table,
        ),
        unknown=_side(
            Outcome.PENDENTE,
            "O registo não tem as cartas que decidem {stake:m} no acumulado.",
            "The record does not have the cards that decide {stake:m} in the jackpot.",
            cites.pool_table,
        ),
    )


def rules_of(*rules: str) -> tuple[str, ...]:
    """Return the rules, each once."""
    return tuple(dict.fromkeys(rules))


def _both(outcome: Outcome, why: Step, money: Step) -> Fate:
    side = Side(
        outcome=outcome,
        returned=outcome is Outcome.NULA,
        rules=rules_of(why.rule, money.rule),
        why=(why, money),
    )
    return Fate(side, side)


def _side(
    outcome: Outcome, pt: str, en: str, rule: str, *, rate: int = 0, returned: bool = True
) -> Side:
    kept = outcome not in {Outcome.PERDE, Outcome.PENDENTE}
    return Side(
        outcome=outcome,
        rate=rate,
        returned=returned and kept,
        rules=(rule,),
        why=(Step(Phrase(pt, en), {}, rule),),
    )
