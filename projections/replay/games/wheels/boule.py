"""Boule: one ball, 24 numbers and a star, stakes on sets of numbers.

Rules: Portaria 1/2017, Anexo, Boule, regras 1-15, cited as ``BO R8``. It is not the French game of
nine numbers.

Numbers are texts, because one pocket is ``estrela``: ``1`` … ``24``. A bet is a ``tipo`` of the
rules page and a ``selecao``:

==================================  ================================================================
tipo                                selecao
==================================  ================================================================
``pleno``                           the number, or ``estrela``
``dois_numeros tres_numeros``       its numbers upwards, joined by hyphens: ``3-17``; in another
``quatro_numeros seis_numeros``     order they mean the same set
``oito_numeros doze_numeros``
``pequeno grande vermelho preto``   empty
==================================  ================================================================

The law names only the sizes of the sets: those that a table prints are its own (``pano``), and
where it says none of a size, any set of that size may be bet on.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct, field, structs

from projections.replay.game import Game, implemented, not_checkable, watched
from projections.replay.games.wheels.marks import with_marks_back
from projections.replay.kit.bets import Bet, BetChange, Fact, Limit, Moment, is_after
from projections.replay.kit.coups.fates import (
    LATE,
    NO_OUTCOME,
    NOT_REPEATED,
    Fate,
    cannot_be,
    given_back,
    loses,
    ordinary_lines,
    settled_lines,
    undecided,
    wins,
)
from projections.replay.kit.coups.faults import (
    bet_faults,
    code_of_payments,
    early_bets,
    no_online,
    not_repeated,
    stake_faults,
    standing_bets,
    won,
)
from projections.replay.kit.coups.voids import (
    GolpeNulo,
    VoidCites,
    decide_void,
    outcome_that_stands,
    repeated,
)
from projections.replay.kit.coups.window import Window, bets_in_time, first_close
from projections.replay.record import Payment, Record
from projections.replay.settlement import Found, Line, Outcome, Phrase, Settlement


class Resultado(Fact, frozen=True, kw_only=True, gc=False):
    """The pocket in which the ball rested, and the colour that was lit."""

    numero: str
    cor: str | None = None
    at: str | None = None
    seq: int | None = None


class Marca(Fact, frozen=True, kw_only=True, gc=False):
    """A bet as one side says that it lay."""

    tipo: str
    valor: int
    selecao: str = ""


class Reconstituida(Fact, frozen=True, kw_only=True, gc=False):
    """Winning marks that the pagador took off by mistake were put back (R12)."""

    bet: int
    seat: int
    player: str | None = None
    pagador: Marca | None = None
    """What the pagador could rebuild with certainty: it counts where there is any."""
    jogador: Marca | None = None
    """What the players say."""


class BouleRecord(Record, frozen=True, kw_only=True, tag="boule", tag_field="game", gc=False):
    """One coup, from the first bet to the payments."""

    cores: dict[str, str] = field(default_factory=dict)
    """Number to ``vermelho`` or ``preto``, as the plate has them; of a number that is not named
    here, odd is red and even is black (DECISION of the page: the law says only “alternately”)."""
    pano: tuple[str, ...] = ()
    """The sets that the cloth prints, each as in ``selecao``."""
    limites: dict[str, Limit] = field(default_factory=dict)
    """The table's limits, by ``tipo``: the law sets none."""
    bets: tuple[Bet, ...] = ()
    """In the order in which they were placed."""
    alteracoes: tuple[BetChange, ...] = ()
    """Changes that the table recorded as such; those in time count."""
    reconstituidas: tuple[Reconstituida, ...] = ()
    apostas_abertas: Moment | None = None
    bola_lancada: tuple[Moment, ...] = ()
    sentidos: tuple[str, ...] = ()
    """To which side the balls went, where that is told: ``esquerda`` or ``direita``."""
    campainha: tuple[Moment, ...] = ()
    """Each bell that closed the bets: one, and one more for each coup that was repeated."""
    golpe_nulo: tuple[GolpeNulo, ...] = ()
    """``objeto`` or ``fichas`` on the plate (R13), ``bola`` outside the pockets (R14)."""
    resultado: Resultado | None = None


class BouleRules(Struct, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    pays: Mapping[str, int]
    """The prize of each chance, in stakes (R8)."""


TO_THE_LEFT: Final = "esquerda"
TO_THE_RIGHT: Final = "direita"
ESTRELA: Final = "estrela"
VERMELHO: Final = "vermelho"
PRETO: Final = "preto"
PLENO: Final = "pleno"
NUMBERS: Final = tuple(str(number) for number in range(1, 25))
POCKETS: Final = frozenset((*NUMBERS, ESTRELA))
SIZES: Final = {
    "dois_numeros": 2,
    "tres_numeros": 3,
    "quatro_numeros": 4,
    "seis_numeros": 6,
    "oito_numeros": 8,
    "doze_numeros": 12,
}
"""How many numbers a chance covers (R3)."""
SIMPLES: Final = ("pequeno", "grande", VERMELHO, PRETO)
"""The simple chances without a selection (R3 b)."""
EACH_COLOUR: Final = 12
SAME_COLOUR: Final = {"vermelha": VERMELHO, "encarnado": VERMELHO, "preta": PRETO}
"""Other words in use: R3 b says “cor vermelha ou preta”; roulette's word is ``encarnado``."""
NULL_GROUNDS: Final = ("objeto", "fichas", "bola")
"""What makes a coup null: R13 and R14."""
CITES: Final = VoidCites(null="BO R13-14")

LOSES_TO_STAR: Final = Phrase(
    pt="Saiu a estrela: {aposta} perde como todas as outras chances; perdem-se {stake:m}.",
    en="The star came up: {bet_en} loses, as every other chance does; {stake:m} are lost.",
)

_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    PLENO: ("o pleno {}", "the single {}"),
    **{
        tipo: (f"o conjunto de {size} números {{}}", f"the set of {size} numbers {{}}")
        for tipo, size in SIZES.items()
    },
    "pequeno": ("pequeno (1-12)", "low (1-12)"),
    "grande": ("grande (13-24)", "high (13-24)"),
    VERMELHO: ("vermelho", "red"),
    PRETO: ("preto", "black"),
}
_LETTER: Final = {
    PLENO: "a",
    "dois_numeros": "b",
    "tres_numeros": "c",
    "quatro_numeros": "d",
    "seis_numeros": "e",
    "oito_numeros": "f",
}
"""Where R8 names the prize; the simple chances stand in its opening words."""
_COLOUR_EN: Final = {VERMELHO: "red", PRETO: "black"}


# --- the number and what it does to every stake ------------------------------------------------


def colour_of(number: str, colours: Mapping[str, str]) -> str:
    """Return the colour of a pocket; the star has neither.

    >>> colour_of("7", {}), colour_of("7", {"7": "preto"}), colour_of("estrela", {})
    ('vermelho', 'preto', '')
    """
    if number not in NUMBERS:
        return ""
    return colours.get(number) or (VERMELHO if int(number) % 2 else PRETO)


@lru_cache(maxsize=4_096)
def set_of(text: str) -> frozenset[str]:
    """Return the numbers of a set; empty where a number repeats, or is not on the plate.

    >>> sorted(set_of("17-3")), set_of("3-3"), set_of("3-25")
    (['17', '3'], frozenset(), frozenset())
    """
    numbers = text.split("-")
    found = frozenset(numbers)
    return found if len(found) == len(numbers) and found.issubset(NUMBERS) else frozenset()


def spelt(bet: Bet) -> str:
    """Return a bet's selection with its numbers ascending: a set has a single spelling."""
    numbers = set_of(bet.selecao)
    return "-".join(sorted(numbers, key=int)) if numbers else bet.selecao


def covered(record: BouleRecord, tipo: str, text: str) -> frozenset[str] | None:
    """Return the numbers that a bet covers; None if the table takes no such bet (R3)."""
    if tipo == PLENO:
        return frozenset((text,)) if text in POCKETS else None
    if tipo in SIZES:
        numbers = set_of(text)
        if len(numbers) != SIZES[tipo]:
            return None
        printed = _printed(record.pano, SIZES[tipo])
        return numbers if not printed or numbers in printed else None
    if tipo not in SIMPLES or text:
        return None
    if tipo in _COLOUR_EN:
        return frozenset(one for one in NUMBERS if colour_of(one, record.cores) == tipo)
    low = tipo == "pequeno"
    return frozenset(one for one in NUMBERS if (int(one) <= EACH_COLOUR) is low)


@lru_cache(maxsize=256)
def _printed(pano: tuple[str, ...], size: int) -> frozenset[frozenset[str]]:
    """Return the sets of a given size that a cloth has."""
    return frozenset(one for one in map(set_of, pano) if len(one) == size)


class Coup:
    """The outcome of each bet by a number: worked out once, when a bet first asks for it."""

    __slots__ = ("_values", "cor", "fates", "number", "result", "rules")

    def __init__(self, rules: BouleRules, colours: Mapping[str, str], number: str) -> None:
        """Say which number came up."""
        self.rules = rules
        self.number = number
        self.cor = colour_of(number, colours)
        self.result: Mapping[str, Any] = {"numero": number, "cor": self.cor}
        colour = f" ({self.cor})" if self.cor else ""
        colour_en = f" ({_COLOUR_EN.get(self.cor, self.cor)})" if self.cor else ""
        star = number == ESTRELA
        self._values = {
            "saiu": "Saiu a estrela" if star else f"Saiu o {number}{colour}",
            "came": "The star came up" if star else f"{number}{colour_en} came up",
        }
        self.fates: dict[str, dict[str, Fate]] = {}

    def fate(self, record: BouleRecord, bet: Bet) -> Fate | None:
        """Return the fate of a bet (R8, R9); None if the table takes no such bet."""
        known = self.fates.get(bet.tipo, _NO_FATES).get(bet.selecao)
        if known is not None:
            return known
        numbers = covered(record, bet.tipo, bet.selecao)
        if numbers is None:
            return None
        fate = self._fate(bet.tipo, bet.selecao, numbers)
        of_tipo = self.fates.setdefault(bet.tipo, {})
        if len(of_tipo) < _FATES_MAX:
            of_tipo[bet.selecao] = fate
        return fate

    def _fate(self, tipo: str, text: str, numbers: frozenset[str]) -> Fate:
        pt, en = _NAMES[tipo]
        values = {
            **self._values,
            "aposta": "o pleno da estrela" if text == ESTRELA else pt.format(text),
            "bet_en": "the single star" if text == ESTRELA else en.format(text),
        }
        if self.number in numbers:
            rule = f"BO R8 {_LETTER[tipo]}" if tipo in _LETTER else "BO R8"
            return wins(self.rules.pays[tipo], values, rule)
        if self.number == ESTRELA:
            return loses(values, "BO R9", phrase=LOSES_TO_STAR)
        return loses(values, "BO R10")


_NO_FATES: Final[dict[str, Fate]] = {}
_FATES_MAX: Final = 4096
"""Of the sets of eight and twelve there are too many to keep all."""
_Key = tuple[int, str, tuple[tuple[str, str], ...], tuple[str, ...]]
_coups: dict[_Key, tuple[BouleRules, Coup | None]] = {}
"""By identity of the rules, which each entry keeps alive; number, colours and cloth."""
_COUPS_MAX: Final = 512


def coup_of(rules: BouleRules, record: BouleRecord, number: str) -> Coup | None:
    """Return the fates of bets under a number; None if the plate has no such pocket (R2 c, d)."""
    key = (id(rules), number, tuple(record.cores.items()), record.pano)
    known = _coups.get(key)
    if known is not None:
        return known[1]
    coup = Coup(rules, record.cores, number) if number in POCKETS else None
    if len(_coups) >= _COUPS_MAX:
        _coups.clear()
    _coups[key] = rules, coup
    return coup


# --- settling --------------------------------------------------------------------------------


def settle(record: BouleRecord, rules: BouleRules) -> Settlement:
    """Return the settlement of every bet. Payments are not read."""
    return settle_ordinary(record, rules) or settle_any(record, rules)


def settle_ordinary(record: BouleRecord, rules: BouleRules) -> Settlement | None:
    """Settle a coup in which nothing was amiss; None leaves it to ``settle_any``.

    Written for speed: nearly all rounds end here. ``settle_any`` gives the same for all of them.
    """
    result = record.resultado
    if (
        result is None
        or record.golpe_nulo
        or record.void is not None
        or record.alteracoes
        or record.reconstituidas
    ):
        return None
    coup = coup_of(rules, record, result.numero)
    if coup is None or (result.cor is not None and result.cor != coup.cor):
        return None
    plain, last = first_close((*record.campainha, result))
    lines = ordinary_lines(record.bets, last, coup.fates) if plain else None
    if lines is None:
        return None
    return Settlement(
        game="boule",
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        result=coup.result,
    )


def settle_any(record: BouleRecord, rules: BouleRules) -> Settlement:
    """Settle a coup whatever happened in it."""
    found: list[Found] = []
    number, again = decide_null(record, found)
    coup = None
    if number is not None:
        coup = coup_of(rules, record, number)
        check_result(record, number, coup, found)
    same: Fate | None = None
    if coup is None:
        same = undecided(NOT_REPEATED, "BO R13") if not again else undecided(NO_OUTCOME, "BO R7")
    if record.void is not None:
        same = decide_void(
            record,
            coup.number if coup is not None else None,
            grounded=bool(record.golpe_nulo),
            cites=CITES,
            found=found,
        )
    window = window_of(record)
    bets, late = bets_in_time(rebuilt(record), record.alteracoes, window, found)
    # What cannot lie on the cloth is told apart whatever the number, so any number serves.
    cloth = coup or Coup(rules, record.cores, ESTRELA)
    lines = settled_lines(
        bets,
        late,
        same,
        lambda bet: fate_of(record, bet, cloth, found),
        given_back(LATE, window.rule),
    )
    return Settlement(
        game="boule",
        round=record.round,
        currency=record.currency,
        lines=lines,
        void=same is not None and same.outcome is Outcome.DEVOLVIDA,
        result=coup.result if coup is not None else {},
        found=tuple(found),
    )


def fate_of(record: BouleRecord, bet: Bet, coup: Coup, found: list[Found]) -> Fate:
    """Return the fate of a bet; note a bet that the table cannot take: its stake goes back."""
    return coup.fate(record, bet) or cannot_be(bet, "BO R3", found)


def window_of(record: BouleRecord) -> Window:
    """Return when bets were taken: to the bell (R5), and anew after a null coup (R15).

    A call that came when the ball had rested opens nothing: the number was known by then.
    """
    result = () if record.resultado is None else (record.resultado,)
    nulls = nulls_of(record)
    wrong = next((at for at, null in enumerate(nulls) if null.anulado in POCKETS), len(nulls))
    return Window(
        rule="BO R5",
        code="BO-BELL",
        closes=(*record.campainha, *result, *nulls[wrong : wrong + 1]),
        reopened=nulls[:wrong],
        frozen="BO R15",
    )


def nulls_of(record: BouleRecord) -> tuple[GolpeNulo, ...]:
    """Return the null coups, each with the number that had come out before it was called."""
    result = record.resultado
    if result is None:
        return record.golpe_nulo
    return tuple(
        structs.replace(null, anulado=result.numero)
        if null.anulado is None and is_after(null, result)
        else null
        for null in record.golpe_nulo
    )


def decide_null(record: BouleRecord, found: list[Found]) -> tuple[str | None, bool]:
    """Return the number that decides, and whether null coups were repeated (R13, R14)."""
    number = record.resultado.numero if record.resultado is not None else None
    if not record.golpe_nulo:
        return number, True
    nulls = nulls_of(record)
    stands = outcome_that_stands(
        nulls,
        number,
        grounds=NULL_GROUNDS,
        possible=POCKETS.__contains__,
        rule="BO R13-14",
        found=found,
    )
    if any(null.anulado in POCKETS for null in nulls):
        return stands, True
    if not repeated(record.bola_lancada, nulls, record.resultado):
        return None, False
    return number, True


def rebuilt(record: BouleRecord) -> Sequence[Bet]:
    """Return the bets with marks taken off by mistake put back (R12).

    As the pagador rebuilt them with certainty; where he could not, by the players' word.
    """
    if not record.reconstituidas:
        return record.bets
    counted = ((one, one.pagador or one.jogador) for one in record.reconstituidas)
    marks = (
        Bet(
            bet=one.bet,
            seat=one.seat,
            player=one.player,
            tipo=mark.tipo,
            selecao=mark.selecao,
            valor=mark.valor,
        )
        for one, mark in counted
        if mark is not None
    )
    return with_marks_back(record.bets, marks)


def check_result(record: BouleRecord, number: str, coup: Coup | None, found: list[Found]) -> None:
    """Note a pocket that the plate lacks, and a colour that is not the number's (R2 d)."""
    if coup is None:
        found.append(
            Found(code="RES-IMPOSS", rule="BO R2 c", expected="1-24, estrela", recorded=number)
        )
        return
    said = record.resultado
    if said is None or said.cor is None or said.numero != number:
        return
    if coup.cor and SAME_COLOUR.get(said.cor, said.cor) != coup.cor:
        found.append(
            Found(
                code="RES-IMPOSS",
                rule="BO R2 d",
                expected=f"{number} {coup.cor}".strip(),
                recorded=f"{number} {said.cor}",
            )
        )


# --- verifying -------------------------------------------------------------------------------


def verify(record: BouleRecord, rules: BouleRules, settlement: Settlement) -> tuple[Found, ...]:  # noqa: ARG001 - every game's verify has these arguments
    """Return the faults of table, bets and procedure that the record decides."""
    found = no_online(record)
    if record.cores:
        check_colours(record, found)
    bets: Sequence[Bet] = record.bets
    if record.alteracoes or record.reconstituidas:
        bets, _ = bets_in_time(rebuilt(record), record.alteracoes, window_of(record), [])
    if record.has("bets"):
        found.extend(stake_faults(standing_bets(bets, settlement), record.limites, spelt))
        found.extend(early_bets(bets, record.apostas_abertas, "BO R4"))
    found.extend(bet_faults(record, record.bets, settlement))
    if record.payments and record.has("payouts"):
        check_order(record, bets, settlement, found)
    found.extend(
        Found(code="BO-DIR", rule="BO R6", expected=TO_THE_LEFT, recorded=side)
        for side in record.sentidos
        if side == TO_THE_RIGHT
    )
    nulls = nulls_of(record)
    if nulls and not repeated(record.bola_lancada, nulls, record.resultado):
        found.extend(not_repeated(record, settlement, "BO R13-14", nulls[-1].causa))
    return tuple(found)


def check_colours(record: BouleRecord, found: list[Found]) -> None:
    """R2 d: the plate has red and black by turns, so twelve of each, and no other colour."""
    colours = [colour_of(number, record.cores) for number in NUMBERS]
    count = {colour: colours.count(colour) for colour in dict.fromkeys((VERMELHO, PRETO, *colours))}
    if count != {VERMELHO: EACH_COLOUR, PRETO: EACH_COLOUR}:
        found.append(
            Found(
                code="RES-IMPOSS",
                rule="BO R2 d",
                expected=f"{VERMELHO} {EACH_COLOUR}, {PRETO} {EACH_COLOUR}",
                recorded=", ".join(f"{colour} {number}" for colour, number in count.items()),
                facts={"fact": "cores"},
            )
        )


def check_order(
    record: BouleRecord, bets: Sequence[Bet], settlement: Settlement, found: list[Found]
) -> None:
    """R10: the pleno is paid last; R11: but a player's prizes may be paid as a total.

    A stake that only goes back is no prize, and has no order. A number that two
    bets bear does not say of which a payment is.
    """
    counts = Counter(bet.bet for bet in bets)
    tipos = {bet.bet: bet.tipo for bet in bets if counts[bet.bet] == 1}
    winners = {line.bet for line in settlement.lines if line.outcome is Outcome.GANHA}
    pleno: Payment | None = None
    for payment in record.payments:
        if not payment.amount:
            continue
        kinds = {tipos[bet] == PLENO for bet in payment.bets if bet in winners and bet in tipos}
        if kinds == {True}:
            pleno = pleno or payment
        elif kinds == {False} and pleno is not None:
            after = next(tipos[bet] for bet in payment.bets if bet in winners and bet in tipos)
            found.append(
                Found(
                    code="PAY-ORDER",
                    rule="BO R10",
                    seat=pleno.seat,
                    bet=pleno.bets[0],
                    expected=f"{after}, {PLENO}",
                    recorded=f"{PLENO}, {after}",
                )
            )
            return


def void_rule(record: BouleRecord) -> str:
    """Return the rule by which nothing is due of a coup without a result."""
    return "BO R13-14" if record.golpe_nulo else ""


def left_by_the_star(lines: Sequence[Line], due: int, paid: int) -> tuple[str, str] | None:
    """Name stakes that the star takes (R9) and the table left standing."""
    taken = paid > due and not won(lines) and any("BO R9" in line.rules for line in lines)
    return ("BO-PAY", "BO R9") if taken else None


# --- the register --------------------------------------------------------------------------------

COVERAGE: Final = (
    *not_checkable("what the game is", "R1"),
    *watched("RES-IMPOSS", "R2"),
    *implemented("covered", "R3"),
    *watched("BET-EARLY", "R4"),
    *watched("BO-BELL, BET-LATE", "R5"),
    *watched("BO-DIR: the ball's way; how the plate turns a person sees", "R6"),
    *not_checkable("the lights of the chances that won, which no record shows", "R7"),
    *implemented("settle; BO-PAY", "R8", "R9"),
    *watched("PAY-ORDER, PAY-NONE", "R10"),
    *implemented("check_order: a total may hold the pleno", "R11"),
    *implemented("rebuilt", "R12"),
    *implemented("decide_null; VOID-BAD, VOID-MISS", "R13", "R14"),
    *implemented("window_of; BET-LATE", "R15"),
)

GAME: Final = Game(
    name="boule",
    section="BO",
    record=BouleRecord,
    settle=settle,
    verify=verify,
    rules=BouleRules,
    coverage=COVERAGE,
    payment_code=code_of_payments(void_rule, ("BO-PAY", "BO R8"), left_by_the_star),
)
