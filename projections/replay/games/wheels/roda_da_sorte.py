"""Roda da sorte: a wheel of 52 sections with seven symbols, stakes on symbols.

Rules: Portaria 1/2017, Anexo, Roda da sorte, regras 1-10, cited as ``RS R8``.

The only ``tipo`` is ``seccao``; its ``selecao`` is the section's letter in R3, ``a`` to ``g``, or
the symbol that the table's data gives that letter. ``f`` and ``g`` are two bets.

A spin of fewer than three full turns is none (R8): it decides nothing, whatever section shows, and
the wheel is spun again while the bets stay as they are (R7).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, field

from projections.replay.game import Game, implemented, not_checkable
from projections.replay.kit.bets import Bet, BetChange, Fact, Limit, Moment
from projections.replay.kit.coups.fates import (
    LATE,
    NO_OUTCOME,
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
)
from projections.replay.kit.coups.voids import VoidCites, decide_void, void_bad
from projections.replay.kit.coups.window import Window, bets_in_time, first_close
from projections.replay.record import Record
from projections.replay.settlement import Found, Outcome, Phrase, Settlement


class Rotacao(Fact, frozen=True, kw_only=True, gc=False):
    """The wheel was spun and stood still."""

    seccao: str | None = None
    """What the indicator shows, as in ``selecao``; None where only the position is recorded."""
    posicao: int | None = None
    """Which of the 52 sections, from 1."""
    voltas: int | None = None
    """Full turns; None where nobody counted: such a spin is valid unless it was called invalid."""
    sentido: str | None = None
    by: str | None = None
    """The person who spun it."""
    invalida: bool = False
    """``Rotação inválida`` was said."""
    at: str | None = None
    seq: int | None = None


class RodaDaSorteRecord(
    Record, frozen=True, kw_only=True, tag="roda_da_sorte", tag_field="game", gc=False
):
    """One jogada, from the first bet to the payments."""

    simbolos: dict[str, str] = field(default_factory=dict)
    """Letter of R3 to the symbol or number painted on its sections."""
    ordem: tuple[str, ...] = ()
    """The letters of the 52 sections in the wheel's order, where the table's data say them."""
    limites: dict[str, Limit] = field(default_factory=dict)
    """The table's limits, by ``tipo``: the law sets none."""
    bets: tuple[Bet, ...] = ()
    """In the order in which they were placed."""
    alteracoes: tuple[BetChange, ...] = ()
    """Changes that the table recorded as such; those in time count."""
    apostas_abertas: Moment | None = None
    nao_ha_mais_apostas: Moment | None = None
    """The call after which nothing may be placed, changed or taken back (R7)."""
    rotacao: tuple[Rotacao, ...] = ()
    """Every spin, the invalid ones included."""


class RodaDaSorteRules(Struct, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    sections: Mapping[str, int]
    """Of each letter, how many sections show its symbol (R3)."""
    pays: Mapping[str, int]
    """Of each letter, the prize in stakes (R10)."""
    turns: int
    """The fewest full turns of a valid spin (R8)."""


SECCAO: Final = "seccao"
CITES: Final = VoidCites(null="RS R8")
_LETTER: Final = {"a": "a", "b": "b", "c": "c", "d": "d", "e": "e", "f": "f", "g": "f"}
"""Where R10 names the prize of each: f) is that of both single sections."""

INVALID: Final = Phrase(
    pt="Nenhuma rotação teve {turns} voltas completas: a jogada não é válida e nada se decidiu.",
    en="No spin made {turns} full turns: the round is not valid and nothing is decided.",
)
NOT_SPUN: Final = Phrase(
    pt="Não há registo de a roda ter parado: nada se decidiu.",
    en="Nothing says that the wheel stood still: nothing is decided.",
)


# --- the section and what it does to every stake -----------------------------------------------


class Spin:
    """The outcome of each bet by a section: made once, read by every round."""

    __slots__ = ("fates", "result", "rules", "section")

    def __init__(self, rules: RodaDaSorteRules, symbols: Mapping[str, str], section: str) -> None:
        """Work out the fate of a bet on each section (R10)."""
        self.rules = rules
        self.section = section
        shown = _shown(section, symbols)
        self.result: Mapping[str, Any] = {"seccao": section}
        if section in symbols:
            self.result = {"seccao": section, "simbolo": symbols[section]}
        fates: dict[str, Fate] = {}
        for letter, times in rules.pays.items():
            own = _shown(letter, symbols)
            values = {
                "saiu": f"Saiu a secção {shown}",
                "came": f"Section {shown} came up",
                "aposta": f"a secção {own}",
                "bet_en": f"section {own}",
            }
            fates[letter] = (
                wins(times, values, f"RS R10 {_LETTER.get(letter, '')}".strip())
                if letter == section
                else loses(values, "RS R9")
            )
        for letter in rules.pays:
            if letter in symbols:
                fates.setdefault(symbols[letter], fates[letter])
        self.fates = {SECCAO: fates}


def _shown(letter: str, symbols: Mapping[str, str]) -> str:
    return f"{letter} ({symbols[letter]})" if letter in symbols else letter


_Key = tuple[int, str, tuple[tuple[str, str], ...]]
_spins: dict[_Key, tuple[RodaDaSorteRules, Spin | None]] = {}
"""By identity of the rules, which each entry keeps alive; section and symbols."""
_SPINS_MAX: Final = 256


def spin_of(rules: RodaDaSorteRules, record: RodaDaSorteRecord, section: str) -> Spin | None:
    """Return the fates of all bets under a section; None if the wheel has no such section (R3)."""
    key = (id(rules), section, tuple(record.simbolos.items()))
    known = _spins.get(key)
    if known is not None:
        return known[1]
    letter = letter_of(record, rules, section)
    spin = Spin(rules, record.simbolos, letter) if letter is not None else None
    if len(_spins) >= _SPINS_MAX:
        _spins.clear()
    _spins[key] = rules, spin
    return spin


def letter_of(record: RodaDaSorteRecord, rules: RodaDaSorteRules, text: str) -> str | None:
    """Return the letter of a section named by letter or symbol; None for an unknown name."""
    if text in rules.sections:
        return text
    letters = (letter for letter, symbol in record.simbolos.items() if symbol == text)
    return next((letter for letter in letters if letter in rules.sections), None)


# --- settling --------------------------------------------------------------------------------


def settle(record: RodaDaSorteRecord, rules: RodaDaSorteRules) -> Settlement:
    """Return the settlement of every bet. Payments are not read."""
    return settle_ordinary(record, rules) or settle_any(record, rules)


def settle_ordinary(record: RodaDaSorteRecord, rules: RodaDaSorteRules) -> Settlement | None:
    """Settle a round of one plain spin; None leaves it to ``settle_any``.

    Written for speed: nearly all rounds end here. ``settle_any`` gives the same for all of them.
    """
    if len(record.rotacao) != 1 or record.void is not None or record.alteracoes:
        return None
    stopped = record.rotacao[0]
    if stopped.seccao is None or not is_valid(stopped, rules) or stopped.invalida:
        return None
    spin = spin_of(rules, record, stopped.seccao)
    call = record.nao_ha_mais_apostas
    plain, last = first_close((stopped,) if call is None else (call, stopped))
    if spin is None or not plain:
        return None
    if stopped.posicao is not None and shown_at(record, rules, stopped.posicao) != spin.section:
        return None
    lines = ordinary_lines(record.bets, last, spin.fates)
    if lines is None:
        return None
    return Settlement(
        game="roda_da_sorte",
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        result=spin.result,
    )


def settle_any(record: RodaDaSorteRecord, rules: RodaDaSorteRules) -> Settlement:
    """Settle a round whatever happened in it."""
    found: list[Found] = []
    stopped = decide_spin(record, rules, found)
    spin: Spin | None = None
    same: Fate | None = None
    if stopped is None:
        same = undecided_spin(record, rules)
    else:
        spin = read_section(record, rules, stopped, found)
        if spin is None:
            same = undecided(NO_OUTCOME, "RS R9")
    if record.void is not None:
        same = decide_void(
            record,
            spin.section if spin is not None else None,
            # R8: a round of invalid spins is not valid.
            grounded=stopped is None and bool(record.rotacao),
            cites=CITES,
            found=found,
        )
    window = window_of(record)
    bets, late = bets_in_time(record.bets, record.alteracoes, window, found)
    # What the board cannot have is told apart whatever the section, so any section serves.
    board = spin or Spin(rules, record.simbolos, "")
    lines = settled_lines(
        bets,
        late,
        same,
        lambda bet: fate_of(bet, board, found),
        given_back(LATE, window.rule),
    )
    return Settlement(
        game="roda_da_sorte",
        round=record.round,
        currency=record.currency,
        lines=lines,
        void=same is not None and same.outcome is Outcome.DEVOLVIDA,
        result=spin.result if spin is not None else {},
        found=tuple(found),
    )


def fate_of(bet: Bet, spin: Spin, found: list[Found]) -> Fate:
    """Return the fate of a bet; note a bet that the board cannot have (R5)."""
    fate = spin.fates.get(bet.tipo, _NO_FATES).get(bet.selecao)
    return fate if fate is not None else cannot_be(bet, "RS R5", found)


_NO_FATES: Final[dict[str, Fate]] = {}


def is_valid(stopped: Rotacao, rules: RodaDaSorteRules) -> bool:
    """Tell whether a spin decides (R8): by its turns; where nobody counted, by what was said."""
    if stopped.voltas is None:
        return not stopped.invalida
    return stopped.voltas >= rules.turns


def decide_spin(
    record: RodaDaSorteRecord, rules: RodaDaSorteRules, found: list[Found]
) -> Rotacao | None:
    """Return the first valid spin: no later one, and no call that it was invalid, undoes it."""
    valid = [one for one in record.rotacao if is_valid(one, rules)]
    if not valid:
        return None
    first = valid[0]
    again = record.rotacao[-1] is not first
    if first.invalida or again:
        found.append(
            void_bad(
                "RS R8",
                expected=_said(first),
                recorded=_said(record.rotacao[-1]) if again else "rotação inválida",
            )
        )
    return first


def _said(stopped: Rotacao) -> str:
    if stopped.seccao is not None:
        return stopped.seccao
    return "" if stopped.posicao is None else f"posicao {stopped.posicao}"


def undecided_spin(record: RodaDaSorteRecord, rules: RodaDaSorteRules) -> Fate:
    """Return the fate of all bets where the wheel was not spun validly."""
    if not record.rotacao:
        return undecided(NOT_SPUN, "RS R9")
    return undecided(INVALID, "RS R8", turns=rules.turns)


def read_section(
    record: RodaDaSorteRecord, rules: RodaDaSorteRules, stopped: Rotacao, found: list[Found]
) -> Spin | None:
    """Return the spin of the section that the indicator shows (R9).

    The position alone says it too, by the wheel's order; where the two contradict each other, the
    indicator decides.
    """
    place, there = stopped.posicao, None
    if place is not None:
        size = sum(rules.sections.values())
        if 1 <= place <= size:
            there = shown_at(record, rules, place)
        else:
            found.append(_impossible("RS R3", f"1..{size}", str(place)))
    if stopped.seccao is None:
        return spin_of(rules, record, there) if there is not None else None
    spin = spin_of(rules, record, stopped.seccao)
    if spin is None:
        found.append(_impossible("RS R3", ", ".join(rules.sections), stopped.seccao))
    elif there is not None and there != spin.section:
        found.append(_impossible("RS R9", f"{place}: {there}", f"{place}: {spin.section}"))
    return spin


def shown_at(record: RodaDaSorteRecord, rules: RodaDaSorteRules, place: int) -> str | None:
    """Return the letter of the section at a position; None if the table's data do not say."""
    if not 1 <= place <= len(record.ordem):
        return None
    return letter_of(record, rules, record.ordem[place - 1])


def _impossible(rule: str, expected: str, recorded: str) -> Found:
    return Found(code="RES-IMPOSS", rule=rule, expected=expected, recorded=recorded)


def window_of(record: RodaDaSorteRecord) -> Window:
    """Return when bets were taken: to the call, and not again for a spin that is repeated (R7)."""
    call = () if record.nao_ha_mais_apostas is None else (record.nao_ha_mais_apostas,)
    return Window(rule="RS R7", closes=(*call, *record.rotacao[:1]))


# --- verifying -------------------------------------------------------------------------------


def verify(
    record: RodaDaSorteRecord, rules: RodaDaSorteRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of wheel, bets and procedure that the record decides."""
    found = no_online(record)
    if record.simbolos:
        check_symbols(record, rules, found)
    if record.ordem:
        check_wheel(record, rules, found)
    bets: Sequence[Bet] = record.bets
    if record.alteracoes:
        bets, _ = bets_in_time(bets, record.alteracoes, window_of(record), [])
    if record.has("bets"):
        standing = standing_bets(bets, settlement)
        found.extend(
            stake_faults(
                standing,
                record.limites,
                lambda bet: letter_of(record, rules, bet.selecao) or bet.selecao,
            )
        )
        found.extend(early_bets(bets, record.apostas_abertas, "RS R7"))
    found.extend(bet_faults(record, record.bets, settlement))
    if not any(is_valid(one, rules) for one in record.rotacao):
        turns = ", ".join("" if one.voltas is None else str(one.voltas) for one in record.rotacao)
        if record.rotacao:
            found.extend(not_repeated(record, settlement, "RS R8", turns))
    return tuple(found)


def check_wheel(record: RodaDaSorteRecord, rules: RodaDaSorteRules, found: list[Found]) -> None:
    """R3: 24, 12, 8, 4 and 2 sections of five symbols, and one of each of two others."""
    letters = [letter_of(record, rules, text) or text for text in record.ordem]
    count = {letter: letters.count(letter) for letter in dict.fromkeys((*rules.sections, *letters))}
    if count != rules.sections:
        found.append(
            Found(
                code="RS-PAY",
                rule="RS R3",
                expected=_counted(rules.sections),
                recorded=_counted(count),
                facts={"fact": "seccoes"},
            )
        )


def check_symbols(record: RodaDaSorteRecord, rules: RodaDaSorteRules, found: list[Found]) -> None:
    """R3: the sections show seven symbols, each another than the others and no other's letter.

    What is painted is the table's word, where no parameter in force says it; that two prizes have
    one symbol, or a bet on one letter is told as another's, no wheel can have.
    """
    painted = record.simbolos
    several = Counter(painted.values())
    wrong = {
        letter: symbol
        for letter, symbol in painted.items()
        if letter not in rules.sections
        or several[symbol] > 1
        or (symbol in rules.sections and symbol != letter)
    }
    if wrong:
        found.append(
            Found(
                code="RS-PAY",
                rule="RS R3",
                expected=" ".join(rules.sections),
                recorded=" ".join(f"{letter}:{symbol}" for letter, symbol in sorted(wrong.items())),
                facts={"fact": "simbolos"},
            )
        )


def _counted(count: Mapping[str, int]) -> str:
    return " ".join(f"{letter}:{number}" for letter, number in count.items())


def void_rule(record: RodaDaSorteRecord) -> str:
    """Return the rule by which nothing is due of a coup without a result."""
    return "RS R8" if record.rotacao else ""


# --- the register --------------------------------------------------------------------------------

COVERAGE: Final = (
    *not_checkable("what the game is", "R1"),
    *not_checkable("the make of the wheel and of the table", "R2", "R4"),
    *implemented("spin_of, check_wheel, check_symbols; RS-PAY, RES-IMPOSS", "R3"),
    *implemented("fate_of", "R5"),
    *not_checkable("the player's own care that the pagador did as he was told", "R6"),
    *implemented("window_of; BET-LATE, BET-EARLY", "R7"),
    *implemented("decide_spin; VOID-BAD, VOID-MISS: what was said, a person sees: RS-TURN", "R8"),
    *implemented("read_section; RES-IMPOSS", "R9"),
    *implemented("settle; RS-PAY", "R10"),
)

GAME: Final = Game(
    name="roda_da_sorte",
    section="RS",
    record=RodaDaSorteRecord,
    settle=settle,
    verify=verify,
    rules=RodaDaSorteRules,
    coverage=COVERAGE,
    payment_code=code_of_payments(void_rule, ("RS-PAY", "RS R10")),
)
