"""Roleta americana: one ball, 37 or 38 pockets, stakes on sectors of the cloth.

Rules: Portaria 1/2017, Anexo, Roleta americana, regras 1-60, cited as ``RA R42``.

Numbers are texts, because there are two zeros: ``0``, ``00``, ``1`` … ``36``. A bet is a ``tipo``
of the rules page and a ``selecao``:

=====================================  =============================================================
tipo                                   selecao
=====================================  =============================================================
``pleno``                              the number: ``17``
``cavalo rua quadro linha``            its numbers upwards, zeros first: ``17-20``, ``0-2-3``
``duzia``                              ``1``, ``2`` or ``3``
``coluna``                             its foot: ``34``, ``35`` or ``36``
``cavalo_de_duzia cavalo_de_coluna``   the two: ``1-2``, ``34-35``
``par impar menor maior``              empty
``encarnado preto``                    empty
``serie_grande serie_pequena vadios``  empty; or, where the chips lay otherwise, each sector with
                                       its chips: ``0-2-3:2 4-7 12-15``
``vizinhos``                           the number in the middle, ``17``, and ``chips.count`` 3, 5 or
                                       7; or all numbers covered, the middle first: ``17-34-25``
=====================================  =============================================================

The numbers of a sector in another order mean the same sector.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct, field, structs

from projections.replay.banked import (
    Bet,
    BetChange,
    Chips,
    Fact,
    Limit,
    Moment,
    Shift,
    bets_as_closed,
    first_of_each,
    hours_over,
    instant,
    is_after,
    limit_faults,
    paid_to_another,
    repeated_numbers,
    who,
)
from projections.replay.cloth import CLOTHS, INSIDE_BY_SIZE, Sectors, selection
from projections.replay.game import Game, implemented, missing, not_checkable, procedural
from projections.replay.record import PHYSICAL, Record
from projections.replay.settlement import (
    Found,
    Line,
    Outcome,
    Phrase,
    Settlement,
    Step,
    money_text,
)
from projections.replay.wheels import PLATES, ZEROS, colour_of, neighbours


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
    """R35: ``fichas``, ``bola``, ``objeto``; R33: ``defeito``, ``fratura``, ``desaparecimento``."""
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
    """Marks taken off by mistake were put back (R40)."""

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


class RoletaAmericanaRecord(
    Record, frozen=True, kw_only=True, tag="roleta_americana", tag_field="game", gc=False
):
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


class RoletaAmericanaRules(Struct, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    pays: Mapping[str, tuple[int, int]]
    """The prize of each chance, as numerator and denominator of the stake (R42)."""
    maximum_per_minimum: Mapping[str, int]
    """How many times the minimum the table's maximum may be (R21 a, b)."""
    series: Mapping[str, tuple[int, int]]
    """Of each series, the chips of one and the most a player may lay (R21 c)."""
    neighbours: tuple[int, ...]
    """How many chips, and numbers, a bet on a number and its neighbours may have (R20 b)."""


SERIES: Final[Mapping[str, tuple[tuple[str, int], ...]]] = {
    "serie_grande": (
        ("0-2-3", 2),
        ("4-7", 1),
        ("12-15", 1),
        ("18-21", 1),
        ("19-22", 1),
        ("25-26-28-29", 2),
        ("32-35", 1),
    ),
    "serie_pequena": (
        ("5-8", 1),
        ("10-11", 1),
        ("13-16", 1),
        ("23-24", 1),
        ("27-30", 1),
        ("33-36", 1),
    ),
    "vadios": (("1", 1), ("6-9", 1), ("14-17", 1), ("17-20", 1), ("31-34", 1)),
}
"""Where the chips of a series lie, and how many (R20 a)."""
VIZINHOS: Final = "vizinhos"
SIMPLES: Final = frozenset({"par", "impar", "menor", "maior", "encarnado", "preto"})
LOST_TO_ZERO: Final = SIMPLES | {"duzia", "coluna", "cavalo_de_duzia", "cavalo_de_coluna"}
"""What zero takes whatever its number's sector (R39; 00 likewise, DECISION of the page)."""
SAME_COLOUR: Final = {"vermelho": "encarnado", "verde": ""}
"""Other words in use: R42 c says ``vermelho``; the zeros have neither colour (R8)."""
NULL_GROUNDS: Final = ("fichas", "bola", "objeto", "defeito", "fratura", "desaparecimento")
"""What makes a coup null: R35, and R33 where the ball itself fails."""
BALL_FAILED: Final = frozenset(NULL_GROUNDS[3:])
REFUSED: Final = frozenset({"BET-LATE", "RA-GEOM", "RA-SER", "RA-NB"})
"""What settling finds of a bet that does not stand; a late change of one that does has facts."""
PAY_RANK: Final[Mapping[str, int]] = {
    "coluna": 0,
    **dict.fromkeys(SIMPLES, 1),
    "duzia": 2,
    VIZINHOS: 3,
    **dict.fromkeys(SERIES, 4),
    "linha": 5,
    "rua": 6,
    "quadro": 7,
    "cavalo": 8,
    "pleno": 9,
}
"""The order of payments (R37); it names no place for the cavalos of dozens and columns."""

# --- what is said ----------------------------------------------------------------------------

WINS = Phrase(
    pt="{saiu}: {aposta} ganha {vezes} vezes {stake:m} = {prize:m}; a aposta, {returned:m}, é do"
    " jogador.",
    en="{came}: {bet_en} wins {vezes} times {stake:m} = {prize:m}; the stake, {returned:m}, is the"
    " player's.",
)
WINS_PART = Phrase(
    pt="{saiu}: {aposta} ganha {vezes} de {stake:m}, arredondado para baixo = {prize:m}; a aposta,"
    " {returned:m}, é do jogador.",
    en="{came}: {bet_en} wins {vezes} of {stake:m}, rounded down = {prize:m}; the stake,"
    " {returned:m}, is the player's.",
)
LOSES = Phrase(
    pt="{saiu}: {aposta} não o cobre; perdem-se {stake:m}.",
    en="{came}: {bet_en} does not cover it; {stake:m} are lost.",
)
LOSES_TO_ZERO = Phrase(
    pt="{saiu}: {aposta} perde com o zero; perdem-se {stake:m}.",
    en="{came}: {bet_en} loses to the zero; {stake:m} are lost.",
)
CONSISTS = Phrase(
    pt="{aposta}, {fichas} fichas: {onde}.",
    en="{bet_en}, {fichas} chips: {onde}.",
)
WINS_CHIPS = Phrase(
    pt="{saiu}: de {fichas} fichas ganham {ganham}; prémio {vezes}/{fichas} de {stake:m} ="
    " {prize:m}; voltam {voltam}/{fichas} = {returned:m}; as outras fichas perdem-se.",
    en="{came}: of {fichas} chips {ganham} win; prize {vezes}/{fichas} of {stake:m} = {prize:m};"
    " {voltam}/{fichas} go back = {returned:m}; the other chips are lost.",
)
LATE = Phrase(
    pt="Feita depois de fechadas as apostas: não vale e voltam {stake:m}.",
    en="Placed after the bets were closed: it does not stand and {stake:m} go back.",
)
IMPOSSIBLE = Phrase(
    pt="«{tipo} {selecao}» não existe nesta mesa: não vale e voltam {stake:m}.",
    en="“{tipo} {selecao}” does not exist at this table: it does not stand and {stake:m} go back.",
)
NOT_REPEATED = Phrase(
    pt="O golpe foi nulo e a bola não foi lançada de novo: nada se decidiu.",
    en="The coup was null and the ball was not launched again: nothing is decided.",
)
NO_NUMBER = Phrase(
    pt="Não há número que o prato tenha: nada se decidiu.",
    en="There is no number that the plate has: nothing is decided.",
)
NETWORK = Phrase(
    pt="A falha foi da rede ou do equipamento do jogador: a jogada não é nula e espera o número.",
    en="The player's network or equipment failed: the round is not void and waits for its number.",
)
VOID = Phrase(
    pt="Jogada anulada, sem número validamente assinalado: voltam {stake:m}.",
    en="Round void, no number validly shown: {stake:m} go back.",
)

Fate = tuple[Outcome, int, int, int, tuple[str, ...], tuple[Step, ...]]
"""Of a stake: outcome; prize, part returned and their divisor; rules; steps."""
RETURNED: Final = (Outcome.DEVOLVIDA, 0, 1, 1)
UNDECIDED: Final = (Outcome.PENDENTE, 0, 0, 1)

_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "pleno": ("o pleno {}", "the straight-up {}"),
    "cavalo": ("o cavalo {}", "the split {}"),
    "rua": ("a rua {}", "the street {}"),
    "quadro": ("o quadro {}", "the corner {}"),
    "linha": ("a linha {}", "the six line {}"),
    "duzia": ("a dúzia {}", "dozen {}"),
    "coluna": ("a coluna do {}", "the column of {}"),
    "cavalo_de_duzia": ("o cavalo das dúzias {}", "the split of dozens {}"),
    "cavalo_de_coluna": ("o cavalo das colunas {}", "the split of columns {}"),
    "par": ("par", "even"),
    "impar": ("ímpar", "odd"),
    "menor": ("menor (1-18)", "low (1-18)"),
    "maior": ("maior (19-36)", "high (19-36)"),
    "encarnado": ("encarnado", "red"),
    "preto": ("preto", "black"),
    "serie_grande": ("série grande", "the large series"),
    "serie_pequena": ("série pequena", "the small series"),
    "vadios": ("vadios", "the orphans"),
    VIZINHOS: ("{} e vizinhos", "{} and its neighbours"),
}
_COLOUR_EN: Final = {"encarnado": "red", "preto": "black"}


# --- the number and what it does to every stake ------------------------------------------------


class Coup:
    """What a number does to each bet of the cloth: made once, read by every round."""

    __slots__ = ("_saiu", "cor", "fates", "number", "plate", "result", "rules", "sectors")

    def __init__(self, rules: RoletaAmericanaRules, plate: tuple[str, ...], number: str) -> None:
        """Work out every sector, and the series as the rule composes them."""
        self.rules = rules
        self.plate = plate
        self.number = number
        self.cor = colour_of(number)
        self.sectors: Sectors = CLOTHS["00" in plate]
        self.result: Mapping[str, Any] = {"numero": number, "cor": self.cor}
        colour = f" ({self.cor})" if self.cor else ""
        colour_en = f" ({_COLOUR_EN[self.cor]})" if self.cor else ""
        self._saiu = {
            "saiu": f"Saiu o {number}{colour}",
            "came": f"{number}{colour_en} came up",
        }
        self.fates: dict[str, dict[str, Fate]] = {
            tipo: {text: self._sector(tipo, text, covered) for text, covered in by_text.items()}
            for tipo, by_text in self.sectors.items()
        }
        for tipo, parts in SERIES.items():
            fate = self.chips(tipo, "", parts, "RA R20 a", "RA R42 d")
            if fate is not None:
                self.fates[tipo] = {"": fate}

    def _sector(self, tipo: str, text: str, covered: frozenset[str]) -> Fate:
        pt, en = _NAMES[tipo]
        values = {**self._saiu, "aposta": pt.format(text), "bet_en": en.format(text)}
        if self.number not in covered:
            to_zero = self.number in ZEROS and tipo in LOST_TO_ZERO
            phrase, rule = (LOSES_TO_ZERO, "RA R39") if to_zero else (LOSES, "RA R37")
            return Outcome.PERDE, 0, 0, 1, (rule,), (Step(phrase, values, rule),)
        times, of = self.rules.pays[tipo]
        rule = "RA R42 c" if tipo in SIMPLES else "RA R42 a"
        values["vezes"] = str(times) if of == 1 else f"{times}/{of}"
        step = Step(WINS if of == 1 else WINS_PART, values, rule)
        return Outcome.GANHA, times, of, of, (rule,), (step,)

    def chips(
        self,
        tipo: str,
        text: str,
        parts: Sequence[tuple[str, int]],
        made: str,
        paid: str,
    ) -> Fate | None:
        """Return the fate of chips laid on several sectors; None where the cloth lacks one."""
        total = sum(count for _, count in parts)
        winning: list[str] = []
        prize = back = 0
        for sector, count in parts:
            numbers = sector.split("-")
            kind = INSIDE_BY_SIZE.get(len(numbers), "")
            if sector not in self.sectors.get(kind, {}) or count < 1:
                return None
            if self.number in numbers:
                times, of = self.rules.pays[kind]
                assert of == 1, "the chances of the inner cloth pay whole multiples"
                prize += count * times
                back += count
                winning.append(f"{sector} ({count} × {times})")
        if total == 0:
            return None
        pt, en = _NAMES[tipo]
        onde = " ".join(sector if count == 1 else f"{sector}:{count}" for sector, count in parts)
        values = {
            **self._saiu,
            "aposta": pt.format(text),
            "bet_en": en.format(text),
            "fichas": total,
            "onde": onde,
            "ganham": ", ".join(winning),
            "vezes": prize,
            "voltam": back,
        }
        consists = Step(CONSISTS, values, made)
        if not back:
            steps = (consists, Step(LOSES, values, paid))
            return Outcome.PERDE, 0, 0, 1, (made, paid), steps
        steps = (consists, Step(WINS_CHIPS, values, paid))
        return Outcome.GANHA, prize, back, total, (made, paid), steps


_coups: dict[tuple[int, str, tuple[str, ...], str], tuple[RoletaAmericanaRules, Coup | None]] = {}
"""By identity of the rules, which each entry keeps alive; roda, prato and number."""
_COUPS_MAX: Final = 1024


def coup_of(rules: RoletaAmericanaRules, record: RoletaAmericanaRecord, number: str) -> Coup | None:
    """Return what the number does; None if the plate has no such pocket."""
    key = (id(rules), record.roda, record.prato, number)
    known = _coups.get(key)
    if known is not None:
        return known[1]
    plate = plate_of(record)
    pocket = number in plate and number in CLOTHS["00" in plate]["pleno"]
    coup = Coup(rules, plate, number) if pocket else None
    if len(_coups) >= _COUPS_MAX:
        _coups.clear()
    _coups[key] = rules, coup
    return coup


def plate_of(record: RoletaAmericanaRecord) -> tuple[str, ...]:
    """Return the plate's numbers from 0; of an unknown wheel the French ones, to settle by."""
    order = record.prato
    if not order:
        return PLATES.get(record.roda, PLATES["francesa37"])
    start = order.index("0") if "0" in order else 0
    return order[start:] + order[:start]


# --- settling --------------------------------------------------------------------------------


def settle(record: RoletaAmericanaRecord, rules: RoletaAmericanaRules) -> Settlement:
    """Return what every bet is worth. Payments are not read."""
    return settle_ordinary(record, rules) or settle_any(record, rules)


def settle_ordinary(
    record: RoletaAmericanaRecord, rules: RoletaAmericanaRules
) -> Settlement | None:
    """Settle a coup in which nothing was amiss; None leaves it to ``settle_any``.

    Written for speed: nearly all rounds end here. ``settle_any`` gives the same for all of them.
    """
    result, closed = record.resultado, record.nada_mais
    if (
        result is None
        or record.golpe_nulo
        or record.void is not None
        or record.alteracoes
        or record.reconstituidas
        or (closed is not None and closed.seq is None)
    ):
        return None
    coup = coup_of(rules, record, result.numero)
    if coup is None or (result.cor is not None and result.cor != coup.cor):
        return None
    fates = coup.fates
    last = closed.seq if closed is not None else None
    lines: list[Line] = []
    try:
        for bet in record.bets:
            if last is not None and ((seq := bet.seq) is None or seq > last):
                return None
            stake = bet.valor
            outcome, prize, back, of, cited, why = fates[bet.tipo][bet.selecao]
            if back:
                if stake <= 0:
                    return None
                returned = stake * back // of
                lines.append(
                    Line(
                        seat=bet.seat,
                        bet=bet.bet,
                        outcome=outcome,
                        stake=stake,
                        prize=stake * (prize + back) // of - returned,
                        returned=returned,
                        rules=cited,
                        why=why,
                    )
                )
            else:
                lines.append(
                    Line(
                        seat=bet.seat,
                        bet=bet.bet,
                        outcome=outcome,
                        stake=stake,
                        rules=cited,
                        why=why,
                    )
                )
    except KeyError:  # a bet that is no plain sector
        return None
    return Settlement(
        game="roleta_americana",
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        result=coup.result,
    )


def settle_any(record: RoletaAmericanaRecord, rules: RoletaAmericanaRules) -> Settlement:
    """Settle a coup whatever happened in it."""
    found: list[Found] = []
    result = record.resultado
    number = result.numero if result is not None else None
    repeated = True
    if record.golpe_nulo:
        number, repeated = decide_null(record, number, found)
    coup = None
    if number is not None:
        coup = coup_of(rules, record, number)
        check_result(record, number, coup, found)
    same: Fate | None = None
    if coup is None:
        same = _undecided(NOT_REPEATED if not repeated else NO_NUMBER)
    if record.void is not None:
        same = decide_void(record, coup, found)
    bets, late = bets_in_time(record, found)
    rule = close_rule(record)
    too_late: Fate = (*RETURNED, (rule,), (Step(LATE, {}, rule),))
    # What cannot lie on the cloth is told apart whatever the number, so any number serves.
    cloth = coup or coup_of(rules, record, "0")
    lines: list[Line] = []
    for bet in bets:
        fate = same
        if id(bet) in late:
            fate = too_late
        elif cloth is not None:
            own = fate_of(bet, cloth, found)
            fate = own if same is None or own[0] is Outcome.DEVOLVIDA else same
        assert fate is not None, "no number decides and no fate holds for all"
        lines.append(_line(bet, fate))
    return Settlement(
        game="roleta_americana",
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        void=same is not None and same[0] is Outcome.DEVOLVIDA,
        result=coup.result if coup is not None else {},
        found=tuple(found),
    )


def _line(bet: Bet, fate: Fate) -> Line:
    outcome, prize, back, of, cited, why = fate
    stake = max(bet.valor, 0)
    due = stake * (prize + back) // of  # down to the minor unit, for each line
    returned = stake * back // of
    return Line(
        seat=bet.seat,
        bet=bet.bet,
        outcome=outcome,
        stake=bet.valor,
        prize=due - returned,
        returned=returned,
        rules=cited,
        why=why,
    )


def close_rule(record: RoletaAmericanaRecord) -> str:
    """Return the rule that closes the bets."""
    return "RA R16" if record.mode == PHYSICAL else "RA R49"


_NO_FATES: Final[dict[str, Fate]] = {}


def bets_in_time(
    record: RoletaAmericanaRecord, found: list[Found]
) -> tuple[Sequence[Bet], frozenset[int]]:
    """Return the bets to settle, and by identity those that came after the close (R16, R49)."""
    bets: Sequence[Bet] = record.bets
    closed = record.nada_mais
    if record.reconstituidas:
        bets = rebuilt(record)
    if record.alteracoes:
        bets, changes = bets_as_closed(bets, record.alteracoes, closed)
        found.extend(
            Found(
                code="BET-LATE",
                rule=close_rule(record),
                bet=change.bet,
                expected=_when(closed),
                recorded=_when(change),
                amount=change.valor,
                facts={"fact": "retirada" if change.retirada else "alteracao"},
            )
            for change in changes
        )
    late = [bet for bet in bets if is_after(bet, closed)] if closed is not None else []
    found.extend(
        Found(
            code="BET-LATE",
            rule=close_rule(record),
            seat=bet.seat,
            bet=bet.bet,
            expected=_when(closed),
            recorded=_when(bet),
            amount=bet.valor,
        )
        for bet in late
    )
    return bets, frozenset(map(id, late))


def _when(fact: Moment | Bet | BetChange | BolaLancada | None) -> str:
    if fact is None:
        return ""
    return fact.at or (f"seq {fact.seq}" if fact.seq is not None else "")


def _what(bet: Bet) -> str:
    return f"{bet.tipo} {bet.selecao}".strip()


def rebuilt(record: RoletaAmericanaRecord) -> list[Bet]:
    """Return the bets with marks taken off by mistake put back (R40).

    By what the technical means show; where they show nothing, by the player's word.
    """
    bets = list(record.bets)
    where = first_of_each(bets)
    for one in record.reconstituidas:
        mark = one.tecnico or one.jogador
        if mark is None:
            continue
        at = where.get(one.bet, -1)
        if at < 0:
            at = where[one.bet] = len(bets)
            bets.append(
                Bet(bet=one.bet, seat=one.seat, player=one.player, tipo=mark.tipo, valor=mark.valor)
            )
        base = bets[at]
        bets[at] = structs.replace(
            base,
            tipo=mark.tipo,
            selecao=mark.selecao,
            valor=mark.valor,
            chips=mark.chips or base.chips,
        )
    return bets


def fate_of(bet: Bet, coup: Coup, found: list[Found]) -> Fate:
    """Return what becomes of a bet (R18-R20); note one that cannot be: its stake goes back."""
    tipo, text = bet.tipo, bet.selecao
    fate = coup.fates.get(tipo, _NO_FATES).get(text)
    if fate is not None:
        return fate
    code, rule = "RA-GEOM", "RA R18-19"
    if tipo == VIZINHOS:
        code, rule = "RA-NB", "RA R20 b"
        numbers = numbers_of_neighbours(bet, coup)
        parts = [(number, 1) for number in numbers]
        fate = coup.chips(tipo, text.split("-")[0], parts, "RA R20 b", "RA R42 e")
    elif tipo in SERIES:
        code, rule = "RA-SER", "RA R20 a"
        fate = coup.chips(tipo, "", parts_of(bet), "RA R20 a", "RA R42 d")
    elif "-" in text:
        fate = coup.fates.get(tipo, _NO_FATES).get(selection(text.split("-")))
    if fate is not None:
        return fate
    found.append(
        Found(
            code=code,
            rule=rule,
            seat=bet.seat,
            bet=bet.bet,
            recorded=_what(bet),
            amount=bet.valor,
        )
    )
    values = {"tipo": tipo, "selecao": text}
    return (*RETURNED, (rule,), (Step(IMPOSSIBLE, values, rule),))


def numbers_of_neighbours(bet: Bet, coup: Coup) -> tuple[str, ...]:
    """Return the numbers of a bet on neighbours, as listed or as its chips say; () if none do."""
    if "-" in bet.selecao:
        return tuple(bet.selecao.split("-"))
    count = bet.chips.count if bet.chips is not None else 0
    if count not in coup.rules.neighbours or bet.selecao not in coup.plate:
        return ()
    return neighbours(coup.plate, bet.selecao, count // 2)


def parts_of(bet: Bet) -> list[tuple[str, int]]:
    """Return the sectors of a series with their chips, as recorded or as the rule composes it."""
    if not bet.selecao:
        return list(SERIES[bet.tipo])
    parts: list[tuple[str, int]] = []
    for word in bet.selecao.split():
        sector, _, count = word.partition(":")
        known = not count or (count.isascii() and count.isdecimal() and len(count) < 4)  # noqa: PLR2004 - no table has a thousand chips on one sector
        parts.append((selection(sector.split("-")), int(count or 1) if known else 0))
    return parts


# --- null coups and void rounds ------------------------------------------------------------------


def decide_null(
    record: RoletaAmericanaRecord, number: str | None, found: list[Found]
) -> tuple[str | None, bool]:
    """Return the number that decides after null coups, and whether the last was repeated (R35).

    A coup is null only until the ball rests: a number it had reached stands.
    """
    for null in record.golpe_nulo:
        rested = null.anulado
        if rested is None and record.resultado is not None and is_after(null, record.resultado):
            rested = record.resultado.numero
        if rested is not None:
            found.append(_void_bad("RA R35", expected=rested, recorded=null.causa))
            return rested, True
        if null.causa not in NULL_GROUNDS:
            found.append(_void_bad("RA R35", expected=", ".join(NULL_GROUNDS), recorded=null.causa))
    if not launched_again(record):
        return None, False
    return number, True


def launched_again(record: RoletaAmericanaRecord) -> bool:
    """Tell whether the ball was launched after the last null coup; True if nobody noted it."""
    if not record.bola_lancada:
        return record.resultado is not None
    last = record.golpe_nulo[-1]
    if any(is_after(launch, last) for launch in record.bola_lancada):
        return True
    dated = is_after(last, record.bola_lancada[-1])
    return not dated and len(record.bola_lancada) > len(record.golpe_nulo)


def decide_void(
    record: RoletaAmericanaRecord, coup: Coup | None, found: list[Found]
) -> Fate | None:
    """Return the fate of all bets of a round declared void; None where its number stands.

    R53: void only if the number was not validly shown; R54: never for the player's network.
    """
    assert record.void is not None
    cause = record.void.cause
    online = record.mode != PHYSICAL
    if online and record.void.side == "player":
        found.append(
            Found(
                code="VOID-NET",
                rule="RA R54",
                expected="",
                recorded=cause,
                facts={"side": "player"},
            )
        )
        return (
            None if coup is not None else (*UNDECIDED, ("RA R54",), (Step(NETWORK, {}, "RA R54"),))
        )
    if coup is not None:
        rule = "RA R53" if online else "RA R35"
        found.append(_void_bad(rule, expected=coup.number, recorded=cause))
        return None
    if not online and not record.golpe_nulo:
        found.append(_void_bad("RA R35", expected="", recorded=cause))
    cited = ("RA R53", "RA R55") if online else ("RA R35",)
    return (*RETURNED, cited, (Step(VOID, {}, cited[-1]),))


def _void_bad(rule: str, *, expected: str, recorded: str) -> Found:
    return Found(code="VOID-BAD", rule=rule, expected=expected, recorded=recorded)


def _undecided(phrase: Phrase) -> Fate:
    rule = "RA R35" if phrase is NOT_REPEATED else "RA R36"
    return (*UNDECIDED, (rule,), (Step(phrase, {}, rule),))


def check_result(
    record: RoletaAmericanaRecord, number: str, coup: Coup | None, found: list[Found]
) -> None:
    """Note a number that the plate lacks, and a colour that is not the number's (R8, R17)."""
    if coup is None:
        recorded = f"{number}"
        found.append(
            Found(code="RES-IMPOSS", rule="RA R3-4", expected=record.roda, recorded=recorded)
        )
        return
    said = record.resultado
    if said is None or said.cor is None or said.numero != number:
        return
    if SAME_COLOUR.get(said.cor, said.cor) != coup.cor:
        found.append(
            Found(
                code="RES-IMPOSS",
                rule="RA R17",
                expected=f"{number} {coup.cor}".strip(),
                recorded=f"{number} {said.cor}",
            )
        )


# --- verifying -------------------------------------------------------------------------------


def verify(
    record: RoletaAmericanaRecord, rules: RoletaAmericanaRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of table, bets and procedure that the record decides."""
    found: list[Found] = []
    if record.prato or record.roda not in PLATES:
        check_wheel(record, found)
    if record.limites:
        check_table_limits(record, rules, found)
    bets: Sequence[Bet] = record.bets
    if record.alteracoes or record.reconstituidas:
        bets, _ = bets_in_time(record, [])
    standing = bets
    if settlement.found:
        # What settling refused has its finding already, and lies on no chance.
        refused = {
            (one.bet, one.recorded)
            for one in settlement.found
            if one.code in REFUSED and not one.facts
        }
        standing = [
            bet
            for bet in bets
            if refused.isdisjoint(((bet.bet, _when(bet)), (bet.bet, _what(bet))))
        ]
    found.extend(repeated_numbers(record.bets))
    check_stakes(record, rules, standing, found)
    if record.has("colours"):
        check_colours(record, standing, found)
    check_opening(record, bets, found)
    check_ball(record, found)
    if record.pessoal and record.has("staff"):
        check_staff(record, found)
    check_null(record, found)
    if record.payments:
        found.extend(paid_to_another(settlement, record.payments))
        check_order(record, bets, settlement, found)
    return tuple(found)


def check_wheel(record: RoletaAmericanaRecord, found: list[Found]) -> None:
    """R3, R4: the plate is one of three."""
    if record.prato:
        wrong = plate_of(record) not in PLATES.values()
        recorded = "-".join(record.prato)
        expected = "-".join(PLATES.get(record.roda, ())) or ", ".join(PLATES)
    else:
        wrong, recorded, expected = True, record.roda, ", ".join(PLATES)
    if wrong:
        found.append(Found(code="RA-WHEEL", rule="RA R3-4", expected=expected, recorded=recorded))


def check_table_limits(
    record: RoletaAmericanaRecord, rules: RoletaAmericanaRules, found: list[Found]
) -> None:
    """R21 a, b: a chance's maximum is at most so many times its minimum."""
    for tipo, limit in record.limites.items():
        times = rules.maximum_per_minimum.get(tipo)
        if times is None or not limit.minimum or limit.maximum <= times * limit.minimum:
            continue
        found.append(
            Found(
                code="RA-R21",
                rule="RA R21 b" if tipo in SIMPLES else "RA R21 a",
                expected=money_text(times * limit.minimum),
                recorded=money_text(limit.maximum),
                amount=limit.maximum - times * limit.minimum,
                facts={"tipo": tipo, "minimum": limit.minimum},
            )
        )


def check_stakes(
    record: RoletaAmericanaRecord,
    rules: RoletaAmericanaRules,
    bets: Sequence[Bet],
    found: list[Found],
) -> None:
    """R20, R21, R26: limits of each chance, chips of series and neighbours, whole chips."""
    special = False
    for bet in bets:
        if (chips := bet.chips) is not None and chips.count * chips.value != bet.valor:
            found.append(_not_whole(bet, f"{chips.count} x {money_text(chips.value)}"))
        if bet.valor <= 0:
            found.append(_no_stake(bet))
        special = special or bet.tipo in _BY_CHIPS
    if record.limites:
        found.extend(limit_faults(totals_of(bets), record.limites, "RA R21"))
    if special:
        check_series(record, rules, bets, found)
        check_neighbours(record, rules, bets, found)


_BY_CHIPS: Final = frozenset({VIZINHOS, *SERIES})


def totals_of(bets: Sequence[Bet]) -> dict[tuple[str | int, str, str], tuple[Bet, int]]:
    """Return each player's stake on each chance and selection, with his last bet on it."""
    totals: dict[tuple[str | int, str, str], tuple[Bet, int]] = {}
    for bet in bets:
        text = bet.selecao
        if "-" in text and bet.tipo not in _BY_CHIPS:
            text = selection(text.split("-"))
        key = (who(bet), bet.tipo, text)
        known = totals.get(key)
        totals[key] = bet, bet.valor if known is None else known[1] + bet.valor
    return totals


def _no_stake(bet: Bet) -> Found:
    return Found(
        code="BET-MIN",
        rule="RA R21",
        seat=bet.seat,
        bet=bet.bet,
        expected=">" + money_text(0),
        recorded=money_text(bet.valor),
    )


def _not_whole(bet: Bet, expected: str) -> Found:
    return Found(
        code="BET-MULT",
        rule="RA R26",
        seat=bet.seat,
        bet=bet.bet,
        expected=expected,
        recorded=money_text(bet.valor),
    )


def check_series(
    record: RoletaAmericanaRecord,
    rules: RoletaAmericanaRules,
    bets: Sequence[Bet],
    found: list[Found],
) -> None:
    """R20 a, R21 c: only on the French order, as composed, in whole series, up to the most."""
    french = plate_of(record) == PLATES["francesa37"]
    totals: dict[tuple[str | int, str], tuple[Bet, int]] = {}
    for bet in bets:
        if bet.tipo not in SERIES:
            continue
        if not french:
            found.append(_series(bet, "RA R20", "francesa37", record.roda))
        step, _ = rules.series[bet.tipo]
        chips = bet.chips.count if bet.chips is not None else None
        if sorted(parts_of(bet)) != sorted(SERIES[bet.tipo]):
            expected = " ".join(f"{sector}:{count}" for sector, count in SERIES[bet.tipo])
            found.append(_series(bet, "RA R20 a", expected, bet.selecao))
        elif chips is None and bet.valor % step:
            found.append(_series(bet, "RA R21 c", f"{step} x", money_text(bet.valor)))
        elif chips is not None and (chips % step or chips < step):
            found.append(_series(bet, "RA R21 c", f"{step} x", str(chips)))
        key = (who(bet), bet.tipo)
        totals[key] = bet, totals.get(key, (bet, 0))[1] + (chips or 0)
    for (_, tipo), (bet, count) in totals.items():
        most = rules.series[tipo][1]
        if count > most:
            found.append(_series(bet, "RA R21 c", f"<= {most}", str(count)))


def _series(bet: Bet, rule: str, expected: str, recorded: str) -> Found:
    return Found(
        code="RA-SER",
        rule=rule,
        seat=bet.seat,
        bet=bet.bet,
        expected=expected,
        recorded=recorded,
        facts={"tipo": bet.tipo},
    )


def check_neighbours(
    record: RoletaAmericanaRecord,
    rules: RoletaAmericanaRules,
    bets: Sequence[Bet],
    found: list[Found],
) -> None:
    """R20 b, R21 d: the numbers lie side by side; on none does a player pass the pleno's most."""
    plate = plate_of(record)
    on: dict[str | int, dict[str, int]] = {}
    plenos: dict[str | int, dict[str, int]] = {}
    last: dict[str | int, Bet] = {}
    for bet in bets:
        if bet.tipo == "pleno":
            mine = plenos.setdefault(who(bet), {})
            mine[bet.selecao] = mine.get(bet.selecao, 0) + bet.valor
            continue
        if bet.tipo != VIZINHOS:
            continue
        numbers = _check_width(record, rules, bet, plate, found)
        each = bet.valor // max(len(numbers), 1)
        mine = on.setdefault(who(bet), {})
        last[who(bet)] = bet
        for number in numbers:
            mine[number] = mine.get(number, 0) + each
    limit = record.limites.get("pleno")
    if limit is None or not limit.maximum:
        return
    for player, chips in on.items():
        marks = plenos.get(player, {})
        # Where the plenos alone pass the limit, that is BET-MAX.
        over = {
            number: total
            for number, laid in chips.items()
            if (total := laid + marks.get(number, 0)) > limit.maximum
            and marks.get(number, 0) <= limit.maximum
        }
        if over:
            worst = max(over.values())
            found.append(
                Found(
                    code="RA-NB",
                    rule="RA R21 d",
                    seat=last[player].seat,
                    bet=last[player].bet,
                    expected=money_text(limit.maximum),
                    recorded=money_text(worst),
                    amount=worst - limit.maximum,
                    facts={"numbers": sorted(over), "fact": "most"},
                )
            )


def _check_width(
    record: RoletaAmericanaRecord,
    rules: RoletaAmericanaRules,
    bet: Bet,
    plate: tuple[str, ...],
    found: list[Found],
) -> tuple[str, ...]:
    """Return the numbers of a bet on neighbours; note what is wrong with them."""
    count = bet.chips.count if bet.chips is not None else None
    listed = bet.selecao.split("-")
    width = len(listed) if len(listed) > 1 else count or 1
    due = neighbours(plate, listed[0], width // 2) if listed[0] in plate else ()
    expected = recorded = ""
    if plate != PLATES["francesa37"]:
        expected, recorded = "francesa37", record.roda
    elif width not in rules.neighbours or (count is not None and count != width):
        expected = " ".join(map(str, rules.neighbours))
        recorded = str(count if count is not None else width)
    elif len(listed) > 1 and sorted(listed) != sorted(due):
        expected, recorded = selection(due), selection(listed)
    if expected:
        found.append(
            Found(
                code="RA-NB",
                rule="RA R20 b",
                seat=bet.seat,
                bet=bet.bet,
                expected=expected,
                recorded=recorded,
            )
        )
    return tuple(listed) if len(listed) > 1 else due


def check_colours(record: RoletaAmericanaRecord, bets: Sequence[Bet], found: list[Found]) -> None:
    """R22, R26: one colour, one player, with a value on the display; whole chips of it."""
    held = [(one.cor, one.seat, one.player) for one in record.cores_atribuidas]
    used = [(bet.cor, bet.seat, bet.player) for bet in bets if bet.cor is not None]
    if not held and not used:
        return
    names = _names([*held, *used])
    holders: dict[str, set[str]] = {}
    colours: dict[str, set[str]] = {}
    for cor, seat, player in held + used:
        name = player or names.get(seat, f"seat {seat}")
        holders.setdefault(cor, set()).add(name)
        colours.setdefault(name, set()).add(cor)
    for subject, of in [*holders.items(), *colours.items()]:
        if len(of) > 1:
            found.append(_colour("RA R22", "1", ", ".join(sorted(of)), subject))
    if record.cores is not None and len(colours) > record.cores:
        found.append(_colour("RA R22", f"<= {record.cores}", str(len(colours)), "cores"))
    if record.cores_atribuidas:
        _check_values(record, bets, found)


def _names(facts: Sequence[tuple[str, int, str | None]]) -> dict[int, str]:
    """Return whose a seat is, where the facts name one player for it and no other."""
    names: dict[int, set[str]] = {}
    for _, seat, player in facts:
        if player is not None:
            names.setdefault(seat, set()).add(player)
    return {seat: min(known) for seat, known in names.items() if len(known) == 1}


def _check_values(record: RoletaAmericanaRecord, bets: Sequence[Bet], found: list[Found]) -> None:
    values = {one.cor: one.valor for one in record.cores_atribuidas if one.valor}
    without = {bet.cor for bet in bets if bet.cor is not None} - values.keys()
    found.extend(_colour("RA R26", ">" + money_text(0), "", cor) for cor in sorted(without))
    for bet in bets:
        value = values.get(bet.cor) if bet.cor is not None else None
        if value is not None and bet.chips is None and bet.valor % value:
            found.append(_not_whole(bet, f"n x {money_text(value)}"))


def _colour(rule: str, expected: str, recorded: str, subject: str) -> Found:
    return Found(
        code="RA-COLOR",
        rule=rule,
        expected=expected,
        recorded=recorded,
        facts={"subject": subject},
    )


def check_opening(record: RoletaAmericanaRecord, bets: Sequence[Bet], found: list[Found]) -> None:
    """R15, R30: bets open, and the ball is launched, when the last coup's payments are done."""
    opened = record.apostas_abertas
    paid = record.anterior.pagamentos_fim if record.anterior is not None else None
    if paid is not None and opened is not None and is_after(paid, opened):
        found.append(_early("RA R15", None, paid, opened))
    if paid is not None:
        first = record.bola_lancada[:1]
        found.extend(_early("RA R30", None, paid, ball) for ball in first if is_after(paid, ball))
    if opened is not None:
        found.extend(_early("RA R15", bet, opened, bet) for bet in bets if is_after(opened, bet))


def _early(rule: str, bet: Bet | None, mark: Moment, fact: Moment | Bet | BolaLancada) -> Found:
    return Found(
        code="BET-EARLY",
        rule=rule,
        seat=bet.seat if bet is not None else None,
        bet=bet.bet if bet is not None else None,
        expected=f">= {_when(mark)}",
        recorded=_when(fact),
        amount=bet.valor if bet is not None else None,
    )


def _launched(record: RoletaAmericanaRecord) -> str | None:
    """Return when the deciding ball was launched."""
    return record.bola_lancada[-1].at if record.bola_lancada else None


def check_ball(record: RoletaAmericanaRecord, found: list[Found]) -> None:
    """R32, R33: the ball is changed every hour, aloud, and when it fails.

    The first coup over the hour shows the fault, and the first over each further hour; those
    between repeat it and do not count again.
    """
    changed = record.bola_trocada
    if changed is None or not record.has("equipment"):
        return
    before = record.anterior.lancada if record.anterior is not None else None
    now = _launched(record)
    missed = hours_over(changed.at, now)
    if missed > hours_over(changed.at, before):
        found.append(
            Found(
                code="RA-BALL",
                rule="RA R32",
                expected=f"<= {changed.at} + {missed} h",
                recorded=now or "",
                facts={"since": changed.at, "hours": missed},
            )
        )
    first = before is None or _is_later(changed.at, before)
    if not changed.anunciada and first and record.has("announcements"):
        found.append(
            Found(code="RA-BALL", rule="RA R32", recorded=changed.at, facts={"fact": "anunciada"})
        )
    found.extend(
        Found(code="EQ-BAD", rule="RA R33", expected=f"> {null.at}", recorded=changed.at)
        for null in record.golpe_nulo
        if null.causa in BALL_FAILED and null.at is not None and _is_later(null.at, changed.at)
    )


def _is_later(one: str, other: str) -> bool:
    first, second = instant(one), instant(other)
    return first is not None and second is not None and first > second


def check_staff(record: RoletaAmericanaRecord, found: list[Found]) -> None:
    """R2, R34: a pagador and a fiscal; who launches stays an hour at most."""
    posts = {shift.role for shift in record.pessoal}
    lacking = [post for post in ("pagador", "fiscal") if post not in posts]
    if lacking:
        found.append(
            Found(
                code="STAFF-MIN",
                rule="RA R2",
                expected=", ".join(lacking),
                recorded=", ".join(sorted(posts)),
            )
        )
    by = record.bola_lancada[-1].by if record.bola_lancada else None
    before = record.anterior.lancada if record.anterior is not None else None
    now = _launched(record)
    for shift in record.pessoal:
        if shift.person != by if by is not None else shift.role != "pagador":
            continue
        missed = hours_over(shift.since, now)
        if missed > hours_over(shift.since, before):
            found.append(
                Found(
                    code="STAFF-1H",
                    rule="RA R34",
                    expected=f"<= {shift.since} + {missed} h",
                    recorded=now or "",
                    facts={"person": shift.person, "hours": missed},
                )
            )
        break


def check_null(record: RoletaAmericanaRecord, found: list[Found]) -> None:
    """R35: the ball goes back on the number of the coup before."""
    due = record.anterior.numero if record.anterior is not None else None
    if due is None or not record.golpe_nulo:
        return
    said = [null.previous for null in record.golpe_nulo if null.previous is not None]
    laid = [ball.numero for ball in record.bola_reposta]
    found.extend(
        Found(code="RA-NUL", rule="RA R35", expected=due, recorded=number)
        for number in dict.fromkeys(said + laid)
        if number != due
    )


def check_order(
    record: RoletaAmericanaRecord,
    bets: Sequence[Bet],
    settlement: Settlement,
    found: list[Found],
) -> None:
    """R37, R41: chance by chance; or player by player, each chance by chance.

    A number that two bets bear does not say of which a payment is.
    """
    tipos = {bet.bet: bet.tipo for bet in bets}
    if len(tipos) < len(bets):
        numbers = [bet.bet for bet in bets]
        tipos = {number: tipo for number, tipo in tipos.items() if numbers.count(number) == 1}
    won = {line.bet for line in settlement.lines if line.outcome is Outcome.GANHA}
    paid: list[tuple[int, int, int]] = []
    for payment in record.payments:
        ranks = [
            PAY_RANK[tipos[bet]]
            for bet in payment.bets
            if bet in won and tipos.get(bet) in PAY_RANK
        ]
        if ranks:
            paid.append((payment.seat, min(ranks), payment.bets[0]))
    if _by_chance(paid) or _by_player(paid):
        return
    highest = 0
    for seat, rank, bet in paid:
        if rank < highest:
            found.append(
                Found(
                    code="PAY-ORDER",
                    rule="RA R37",
                    seat=seat,
                    bet=bet,
                    expected=tipos[bet],
                    recorded=", ".join(tipos[number] for _, _, number in paid),
                )
            )
            return
        highest = rank


def _by_chance(paid: Sequence[tuple[int, int, int]]) -> bool:
    return all(one[1] <= other[1] for one, other in pairwise(paid))


def _by_player(paid: Sequence[tuple[int, int, int]]) -> bool:
    """Tell whether each player is paid at one go, the players by their first chance."""
    firsts: list[tuple[int, int, int]] = []
    for index, one in enumerate(paid):
        if index and paid[index - 1][0] == one[0]:
            if paid[index - 1][1] > one[1]:
                return False
        else:
            firsts.append(one)
    return len({seat for seat, _, _ in firsts}) == len(firsts) and _by_chance(firsts)


def payment_code(
    record: RoletaAmericanaRecord,
    settlement: Settlement,
    lines: Sequence[Line],
    due: int,
    paid: int,
) -> tuple[str, str] | None:
    """Name a wrong payment: a null coup paid, what zero takes left standing, wrong odds."""
    if not lines and not settlement.result:
        if record.golpe_nulo:
            return "RA-NUL", "RA R35"
        return ("VOID-MISS", "RA R53") if record.mode != PHYSICAL else None
    lost_to_zero = [line.stake for line in lines if "RA R39" in line.rules]
    if lost_to_zero and paid > due:
        kept = {*lost_to_zero, sum(lost_to_zero)}
        won = any(line.outcome is Outcome.GANHA for line in lines)
        if not won or paid - due in {part for one in kept for part in (one, one // 2, 2 * one)}:
            return "RA-ZERO", "RA R39"
    if any(line.outcome is Outcome.GANHA for line in lines):
        return "RA-PAY", "RA R42"
    return None


# --- the register --------------------------------------------------------------------------------

_FURNITURE: Final = "manner or furniture, which no record shows"
_ONLINE_SHOWN: Final = "what a screen shows, which no record of a round shows"
_ONLINE_LATER: Final = "online variant"

COVERAGE: Final = (
    *not_checkable("a permission", "R1", "R24", "R47", "R50"),
    *procedural("STAFF-MIN", "R2"),
    *procedural("RA-WHEEL", "R3", "R4"),
    *not_checkable(_FURNITURE, "R5", "R6", "R7"),
    *procedural("RES-IMPOSS", "R8"),
    *not_checkable(_FURNITURE, "R9", "R11", "R12"),
    *procedural("RA-CHIPVAL", "R10"),
    *implemented("settle", "R13", "R14"),
    *procedural("BET-EARLY", "R15"),
    *implemented("bets_in_time", "R16"),
    *procedural("RES-IMPOSS", "R17"),
    *implemented("fate_of", "R18", "R19"),
    *implemented("check_series", "R20"),
    *procedural("RA-R21, BET-MIN, BET-MAX, RA-SER, RA-NB", "R21"),
    *procedural("RA-COLOR", "R22"),
    *not_checkable(_FURNITURE, "R23"),
    *procedural("RA-3G", "R25"),
    *procedural("RA-COLOR, BET-MULT", "R26"),
    *procedural("RA-LATECHIP", "R27"),
    *procedural("RA-CHIPVAL", "R28", "R29"),
    *procedural("BET-EARLY, RA-DIR", "R30"),
    *procedural("RA-DIR", "R31"),
    *procedural("RA-BALL", "R32"),
    *procedural("EQ-BAD", "R33"),
    *procedural("STAFF-1H", "R34"),
    *implemented("decide_null", "R35"),
    *procedural("RES-IMPOSS", "R36"),
    *procedural("PAY-ORDER, PAY-NONE", "R37"),
    *not_checkable(_FURNITURE, "R38"),
    *implemented("settle", "R39"),
    *implemented("rebuilt", "R40"),
    *procedural("RA-JOINT", "R41"),
    *implemented("settle", "R42", "R43"),
    *not_checkable(_ONLINE_SHOWN, "R44", "R45", "R46", "R51", "R52"),
    *missing(_ONLINE_LATER, "R48"),
    *implemented("bets_in_time", "R49"),
    *implemented("decide_void", "R53", "R54", "R55"),
    *missing(_ONLINE_LATER, "R56", "R57", "R58", "R59"),
    *procedural("ONL-INFO", "R60"),
)

GAME: Final = Game(
    name="roleta_americana",
    section="RA",
    record=RoletaAmericanaRecord,
    settle=settle,
    verify=verify,
    rules=RoletaAmericanaRules,
    coverage=COVERAGE,
    payment_code=payment_code,
)
