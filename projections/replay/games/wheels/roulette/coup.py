"""What a number does to every stake of a roulette: prizes, parts returned, and the words for them.

Rules: RA R13-R14, R18-R20, R39, R42; RF R13-R14, R17-R18, R29, R33, R40-R41.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from projections.replay.games.wheels.roulette.cloth import (
    CLOTHS,
    INSIDE_BY_SIZE,
    Sectors,
    selection,
)
from projections.replay.games.wheels.roulette.record import (
    ENDINGS,
    LOST_TO_ZERO,
    SIMPLES,
    TERMINACAO,
    VIZINHOS,
    RouletteRecord,
    RouletteRules,
    plate_of,
)
from projections.replay.games.wheels.roulette.wheels import ZEROS, colour_of, neighbours
from projections.replay.kit.bets import Bet
from projections.replay.settlement import Found, Outcome, Phrase, Step

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
IMPOSSIBLE = Phrase(
    pt="«{tipo} {selecao}» não existe nesta mesa: não vale e voltam {stake:m}.",
    en="“{tipo} {selecao}” does not exist at this table: it does not stand and {stake:m} go back.",
)

Fate = tuple[Outcome, int, int, int, tuple[str, ...], tuple[Step, ...]]
"""Of a stake: outcome; prize, part returned and their divisor; rules; steps."""
Plain = tuple[dict[str, tuple[Step, ...] | None], tuple[str, ...], dict[str, Fate]]
"""Of one chance, each of whose selections is one sector: the steps by which each selection loses,
None where it wins; the rules those steps cite; and the fate of the selections that win, which keep
their whole stake. Apart, so that a loser is found with few looks into memory."""
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
    "serie_0_2_3": ("série 0-2-3", "the 0-2-3 series"),
    "serie_5_8": ("série 5-8", "the 5-8 series"),
    "orfaos": ("órfãos", "the orphans"),
    VIZINHOS: ("{} e vizinhos", "{} and its neighbours"),
    TERMINACAO: ("terminação {}", "the final digit {}"),
}
_COLOUR_EN: Final = {"encarnado": "red", "preto": "black"}


# --- the number and what it does -----------------------------------------------------------------


class Coup:
    """What a number does to each bet of the cloth: made once, read by every round."""

    __slots__ = (
        "_saiu",
        "cor",
        "fates",
        "number",
        "plain",
        "plate",
        "result",
        "rules",
        "sectors",
    )

    def __init__(self, rules: RouletteRules, plate: tuple[str, ...], number: str) -> None:
        """Work out every sector, and the call bets as the rule composes them."""
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
        self.plain = {tipo: _plain(by_text) for tipo, by_text in self.fates.items()}
        self.fates |= self._calls()

    def _calls(self) -> dict[str, dict[str, Fate]]:
        law = self.rules.law
        calls: dict[str, dict[str, Fate]] = {}
        for tipo, parts in law.series.items():
            fate = self.chips(tipo, "", parts)
            if fate is not None:
                calls[tipo] = {"": fate}
        if law.endings:
            laid = {
                digit: self.chips(TERMINACAO, digit, [(number, 1) for number in numbers])
                for digit, numbers in ENDINGS.items()
            }
            calls[TERMINACAO] = {digit: fate for digit, fate in laid.items() if fate is not None}
        return calls

    def _sector(self, tipo: str, text: str, covered: frozenset[str]) -> Fate:
        cites = self.rules.law.cites
        pt, en = _NAMES[tipo]
        values = {**self._saiu, "aposta": pt.format(text), "bet_en": en.format(text)}
        if self.number not in covered:
            to_zero = self.number in ZEROS and tipo in LOST_TO_ZERO
            phrase, rule = (LOSES_TO_ZERO, cites.zero) if to_zero else (LOSES, cites.collected)
            return Outcome.PERDE, 0, 0, 1, cited(rule), (Step(phrase, values, rule),)
        times, of = self.rules.pays[tipo]
        rule = cites.pays_simple if tipo in SIMPLES else cites.pays_multiple
        values["vezes"] = str(times) if of == 1 else f"{times}/{of}"
        step = Step(WINS if of == 1 else WINS_PART, values, rule)
        return Outcome.GANHA, times, of, of, cited(rule), (step,)

    def chips(self, tipo: str, text: str, parts: Sequence[tuple[str, int]]) -> Fate | None:
        """Return the fate of chips laid on several sectors; None where the cloth lacks one."""
        made, paid = self.rules.law.cites.made[tipo], self.rules.law.cites.paid[tipo]
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


def _plain(fates: Mapping[str, Fate]) -> Plain:
    lost = [fate for fate in fates.values() if fate[0] is Outcome.PERDE]
    steps = {text: fate[5] if fate[0] is Outcome.PERDE else None for text, fate in fates.items()}
    won = {text: fate for text, fate in fates.items() if steps[text] is None}
    return steps, lost[0][4] if lost else (), won


@cache
def cited(rule: str) -> tuple[str, ...]:
    """Return the rule by itself, one tuple for all: what many lines share stays in the cache."""
    return (rule,)


_coups: dict[tuple[int, str, tuple[str, ...], str], tuple[RouletteRules, Coup | None]] = {}
"""By identity of the rules, which each entry keeps alive; roda, prato and number."""
_COUPS_MAX: Final = 1024


def coup_of(rules: RouletteRules, record: RouletteRecord, number: str) -> Coup | None:
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


# --- a bet as it lay -----------------------------------------------------------------------------

_NO_FATES: Final[dict[str, Fate]] = {}
_COUNT_DIGITS: Final = 3
"""No table has a thousand chips on one sector."""


def fate_of(bet: Bet, coup: Coup, found: list[Found]) -> Fate:
    """Return what becomes of a bet; note one that cannot be: its stake goes back."""
    tipo, text = bet.tipo, bet.selecao
    fate = coup.fates.get(tipo, _NO_FATES).get(text)
    if fate is not None:
        return fate
    law = coup.rules.law
    code, rule = "RA-GEOM", law.cites.geometry
    if tipo == VIZINHOS:
        code, rule = law.neighbours_code, law.cites.made[tipo]
        numbers = numbers_of_neighbours(bet, coup)
        fate = coup.chips(tipo, text.split("-")[0], [(number, 1) for number in numbers])
    elif tipo in law.series:
        code, rule = law.series_code, law.cites.made[tipo]
        fate = coup.chips(tipo, "", parts_of(bet, coup.rules))
    elif law.endings and tipo == TERMINACAO:
        code, rule = law.series_code, law.cites.made[tipo]
        fate = coup.chips(tipo, text, [(number, 1) for number in text.split("-")])
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
            recorded=f"{tipo} {text}".strip(),
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


def parts_of(bet: Bet, rules: RouletteRules) -> list[tuple[str, int]]:
    """Return the sectors of a series with their chips, as recorded or as the rule composes it."""
    if not bet.selecao:
        return list(rules.law.series[bet.tipo])
    parts: list[tuple[str, int]] = []
    for word in bet.selecao.split():
        sector, _, count = word.partition(":")
        digits = count.isascii() and count.isdecimal() and len(count) <= _COUNT_DIGITS
        laid = int(count) if digits else 0
        parts.append((selection(sector.split("-")), laid if count else 1))
    return parts
