"""The chances of a roulette by a number: what becomes of every stake, prizes, parts returned.

Rules: RA R13-R14, R18-R20, R39, R42; RF R13-R14, R17-R18, R29, R33, R40-R41.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from projections.replay.games.wheels.roulette import words
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
from projections.replay.left_open.unread import UNREADABLE
from projections.replay.settlement import Found, Outcome, Step

Fate = tuple[Outcome, int, int, int, tuple[str, ...], tuple[Step, ...]]
"""Of a stake: outcome; prize, part returned and their divisor; rules; steps."""
Plain = tuple[dict[str, tuple[Step, ...] | None], tuple[str, ...], dict[str, Fate]]
"""Of one chance, each of whose selections is one sector: the steps by which each selection loses,
None where it wins; the rules those steps cite; and the fate of the selections that win, which keep
their whole stake. Apart, so that a loser is found with few looks into memory."""
RETURNED: Final = (Outcome.DEVOLVIDA, 0, 1, 1)
UNDECIDED: Final = (Outcome.PENDENTE, 0, 0, 1)


# --- the number and what it does -----------------------------------------------------------------


class Coup:
    """The outcome of each bet of the cloth by a number: made once, read by every round."""

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
        colour_en = f" ({words.COLOUR_EN[self.cor]})" if self.cor else ""
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
        pt, en = words.NAMES[tipo]
        values = {**self._saiu, "aposta": pt.format(text), "bet_en": en.format(text)}
        if self.number not in covered:
            to_zero = self.number in ZEROS and tipo in LOST_TO_ZERO
            phrase, rule = words.LOSES, cites.collected
            if to_zero:
                phrase, rule = words.LOSES_TO_ZERO, cites.zero
            return Outcome.PERDE, 0, 0, 1, cited(rule), (Step(phrase, values, rule),)
        times, of = self.rules.pays[tipo]
        rule = cites.pays_simple if tipo in SIMPLES else cites.pays_multiple
        values["vezes"] = str(times) if of == 1 else f"{times}/{of}"
        step = Step(words.WINS if of == 1 else words.WINS_PART, values, rule)
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
        pt, en = words.NAMES[tipo]
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
        consists = Step(words.CONSISTS, values, made)
        if not back:
            steps = (consists, Step(words.LOSES, values, paid))
            return Outcome.PERDE, 0, 0, 1, (made, paid), steps
        steps = (consists, Step(words.WINS_CHIPS, values, paid))
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
    """Return the fates of all bets under a number; None if the plate has no such pocket."""
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
    """Return the fate of a bet; note an impossible bet: its stake goes back."""
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
            facts={} if is_legible(bet, coup) else {"fact": UNREADABLE},
        )
    )
    values = {"tipo": tipo, "selecao": text}
    return (*RETURNED, (rule,), (Step(words.IMPOSSIBLE, values, rule),))


def is_legible(bet: Bet, coup: Coup) -> bool:
    """Tell whether a bet that the cloth cannot have is told in words and numbers of the cloth."""
    named = bet.tipo == VIZINHOS or bet.tipo in coup.fates or bet.tipo in coup.rules.law.series
    words = bet.selecao.replace("-", " ").split()
    return named and bool(words) and all(word.partition(":")[0] in coup.plate for word in words)


def numbers_of_neighbours(bet: Bet, coup: Coup) -> tuple[str, ...]:
    """Return the numbers of a bet on neighbours, as listed or as its chips say; else ()."""
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
