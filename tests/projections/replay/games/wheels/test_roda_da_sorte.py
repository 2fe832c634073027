"""Roda da sorte: Portaria 1/2017, Anexo, regras 1-10."""

from fractions import Fraction
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.games.wheels.roda_da_sorte import (
    COVERAGE,
    RodaDaSorteRecord,
    Rotacao,
    settle_any,
    settle_ordinary,
)
from projections.replay.kit.bets import BetChange, Limit, Moment
from projections.replay.profiles.cabo_verde_2017 import RODA_DA_SORTE as RULES
from projections.replay.record import Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Line
from tests.projections.replay.games.coup_table import (
    DEVOLVIDA,
    GANHA,
    MOMENTS,
    PENDENTE,
    PERDE,
    PLACES,
    TIMES,
    bet,
    blamed,
    codes,
    few,
    found,
    judged_without_harm,
    kept_and_paid,
    nets,
    outcomes,
    paid_exactly,
    pay,
    settled,
    shared,
    told,
)

LETTERS: Final = "abcdefg"
WHEEL: Final = tuple("a" * 24 + "b" * 12 + "c" * 8 + "d" * 4 + "e" * 2 + "f" + "g")
"""R3: 52 sections. Their order is the table's own."""
SYMBOLS: Final = {"a": "1", "b": "2", "c": "5", "d": "10", "e": "20", "f": "joker", "g": "estrela"}


def spun(*sections: str | Rotacao, bets: Any = (), **more: Any) -> RodaDaSorteRecord:
    """Return the record of a round with these spins; a letter is one of four full turns."""
    spins = tuple(
        Rotacao(seccao=one, voltas=4) if isinstance(one, str) else one for one in sections
    )
    return RodaDaSorteRecord(rotacao=spins, bets=tuple(bets), **more)


def on(section: str, number: int = 1, valor: int = 100, **more: Any) -> Any:
    """Return a bet on a section."""
    return bet(number, "seccao", section, valor, **more)


def line_on(section: str, came: str, **more: Any) -> Line:
    """Return the line of a round's single bet."""
    (line,) = settled(spun(came, bets=[on(section)], **more)).lines
    return line


# --- what a section pays -------------------------------------------------------------------------


def test_a_round_worked_out_by_hand() -> None:
    """R8-R10: a short spin shows g and decides nothing; the wheel is spun again and shows d."""
    bets = (
        on("a", 1, 1000),  # lost
        on("d", 2, 200),  # 10 x 200 = 2 000
        on("d", 3, 50, seat=2),  # 10 x 50 = 500
        on("g", 4, 100, seat=2),  # lost: its spin was invalid
        on("f", 5, 100, seat=3),  # lost
    )
    short = Rotacao(seccao="g", voltas=2, invalida=True, seq=8)
    record = spun(short, Rotacao(seccao="d", voltas=5, seq=9), bets=bets, simbolos=SYMBOLS)
    assert nets(record) == [-1000, 2000, 500, -100, -100]
    assert settled(record).result == {"seccao": "d", "simbolo": "10"}
    assert blamed(record, pay(2, 2000, 200), pay(3, 500, 50, 2)) == []
    line = settled(record).lines[1]
    assert line.why[0].text("en", line) == (
        "Section d (10) came up: section d (10) wins 10 × 2.00 = 20.00; the stake, 2.00, is the"
        " player's. [RS R10 d]"
    )
    assert settled(record).lines[0].why[0].text("pt", settled(record).lines[0]) == (
        "Saiu a secção d (10): a secção a (1) não ganha; perdem-se 10.00. [RS R9]"
    )


@pytest.mark.parametrize(
    ("section", "times", "rule"),
    [
        ("a", 1, "a"),
        ("b", 3, "b"),
        ("c", 5, "c"),
        ("d", 10, "d"),
        ("e", 20, "e"),
        ("f", 45, "f"),
        ("g", 45, "f"),
    ],
)
def test_each_section_pays_its_odds_and_keeps_the_stake(
    section: str, times: int, rule: str
) -> None:
    """R10; that the stake is the player's is the page's DECISION."""
    line = line_on(section, section)
    assert (line.outcome, line.prize, line.returned) == (GANHA, 100 * times, 100)
    assert line.rules == (f"RS R10 {rule}",)


@pytest.mark.parametrize(
    ("section", "edge"),
    [
        ("a", Fraction(1, 13)),
        ("b", Fraction(1, 13)),
        ("c", Fraction(1, 13)),
        ("d", Fraction(2, 13)),
        ("e", Fraction(5, 26)),
        ("f", Fraction(3, 26)),
        ("g", Fraction(3, 26)),
    ],
)
def test_the_house_edge_of_every_section(section: str, edge: Fraction) -> None:
    """Section 6: 7.69 % on the first three, 15.38 %, 19.23 %, 11.54 %, over all 52 sections."""
    due = sum(line_on(section, came).due for came in WHEEL)
    assert 1 - Fraction(due, 100 * 52) == edge


def test_f_and_g_are_two_bets() -> None:
    """R10 f names both, each section for itself: a bet on f loses on g."""
    assert line_on("f", "g").outcome is PERDE
    assert line_on("g", "f").outcome is PERDE


def test_a_section_may_be_named_by_its_symbol() -> None:
    """R3, R5: the board shows symbols; the table's data say whose letter each is."""
    assert line_on("joker", "f", simbolos=SYMBOLS).outcome is GANHA
    assert line_on("f", "joker", simbolos=SYMBOLS).outcome is GANHA
    assert line_on("20", "e", simbolos=SYMBOLS).prize == 2000
    assert line_on("joker", "f").outcome is DEVOLVIDA


@pytest.mark.parametrize(("tipo", "selecao"), [("seccao", "h"), ("seccao", ""), ("pleno", "a")])
def test_what_the_board_lacks_goes_back(tipo: str, selecao: str) -> None:
    """R5: bets are placed on the sections' spaces; another is a finding and its stake goes back."""
    record = spun("a", bets=[bet(1, tipo, selecao), on("a", 2)])
    assert outcomes(record) == [DEVOLVIDA, GANHA]
    assert [(one.code, one.rule) for one in found(record)] == [("RES-IMPOSS", "RS R5")]


# --- spins ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("voltas", "invalida", "outcome"),
    [
        (3, False, GANHA),
        (2, False, PENDENTE),
        (0, False, PENDENTE),
        (2, True, PENDENTE),
        (None, False, GANHA),
        (None, True, PENDENTE),
    ],
)
def test_three_full_turns_decide(voltas: int | None, outcome: Any, *, invalida: bool) -> None:
    """R8: fewer than three never do; where nobody counted, what was said decides."""
    spin = Rotacao(seccao="a", voltas=voltas, invalida=invalida)
    assert outcomes(spun(spin, bets=[on("a")])) == [outcome]


def test_a_short_spin_that_is_paid_is_a_fault() -> None:
    """R8: it is no round; paying it is VOID-MISS, and so is closing on it."""
    record = spun(Rotacao(seccao="b", voltas=2), bets=[on("b"), on("a", 2)])
    assert blamed(record, pay(1, 300, 100)) == [("VOID-MISS", "RS R8")]
    assert told(record) == [("VOID-MISS", "RS R8")]
    again = structs.replace(record, rotacao=(*record.rotacao, Rotacao(seccao="b", voltas=3)))
    assert blamed(again, pay(1, 300, 100)) == []
    assert told(spun(Rotacao(seccao="b", voltas=2))) == []


def test_a_valid_spin_is_not_undone() -> None:
    """R8, R9: neither by the call nor by another spin; the first valid one decides."""
    called = spun(Rotacao(seccao="a", voltas=3, invalida=True), "b", bets=[on("a"), on("b", 2)])
    assert outcomes(called) == [GANHA, PERDE]
    assert [(one.code, one.expected, one.recorded) for one in found(called)] == [
        ("VOID-BAD", "a", "b")
    ]
    said = spun(Rotacao(seccao="a", voltas=3, invalida=True), bets=[on("a")])
    assert [(one.code, one.recorded) for one in found(said)] == [("VOID-BAD", "rotação inválida")]
    assert codes(spun("a", "b", bets=[on("a")])) == ["VOID-BAD"]


@pytest.mark.parametrize(
    ("spin", "section", "wrong"),
    [
        (Rotacao(seccao="b", posicao=25, voltas=3), "b", []),
        (Rotacao(posicao=25, voltas=3), "b", []),
        (Rotacao(seccao="b", posicao=24, voltas=3), "b", ["RES-IMPOSS"]),
        (Rotacao(seccao="g", posicao=52, voltas=3), "g", []),
        (Rotacao(seccao="g", posicao=53, voltas=3), "g", ["RES-IMPOSS"]),
        (Rotacao(seccao="g", posicao=0, voltas=3), "g", ["RES-IMPOSS"]),
    ],
)
def test_the_position_shows_the_section(spin: Rotacao, section: str, wrong: list[str]) -> None:
    """R3, R9: by the wheel's order; where they contradict each other the indicator decides."""
    record = spun(spin, bets=[on(section)], ordem=WHEEL)
    assert settled(record).result == {"seccao": section}
    assert codes(record) == wrong


@pytest.mark.parametrize(
    ("spin", "expected"),
    [
        (Rotacao(seccao="h", voltas=3), ["RES-IMPOSS"]),
        (Rotacao(posicao=60, voltas=3), ["RES-IMPOSS"]),
        (Rotacao(posicao=7, voltas=3), []),
        (None, []),
    ],
)
def test_no_section_decides_nothing(spin: Rotacao | None, expected: list[str]) -> None:
    """R3: a section that the wheel lacks, a position without the wheel's order, no spin at all."""
    record = spun(*([spin] if spin else []), bets=[on("a")])
    assert outcomes(record) == [PENDENTE]
    assert codes(record) == expected


def test_a_wheel_has_its_52_sections() -> None:
    """R3: 24, 12, 8, 4, 2, 1, 1 in any order, by letter or symbol."""
    shuffled = list(WHEEL)
    Random(1).shuffle(shuffled)
    assert codes(spun("a", ordem=tuple(shuffled))) == []
    painted = tuple(SYMBOLS[letter] for letter in shuffled)
    assert codes(spun("a", ordem=painted, simbolos=SYMBOLS)) == []
    (fault,) = found(spun("a", ordem=(*WHEEL[1:], "b")))
    assert (fault.code, fault.rule) == ("RS-PAY", "RS R3")
    assert fault.recorded == "a:23 b:13 c:8 d:4 e:2 f:1 g:1"


@pytest.mark.parametrize(
    ("painted", "wrong"),
    [
        ({"a": "farol", "f": "farol"}, "a:farol f:farol"),  # 1 or 45 for the same symbol
        ({"f": "a"}, "f:a"),  # a bet on a would be one on f
        ({"z": "farol"}, "z:farol"),  # no section has it
        ({"a": "a", "f": "farol"}, None),
    ],
)
def test_seven_symbols_are_seven(painted: dict[str, str], wrong: str | None) -> None:
    """R3: each of the seven is another; one painted twice pays the table what it likes."""
    told = [(one.code, one.rule, one.recorded) for one in found(spun("b", simbolos=painted))]
    assert told == ([] if wrong is None else [("RS-PAY", "RS R3", wrong)])


# --- when bets are taken -------------------------------------------------------------------------


def test_after_the_call_nothing_is_placed_changed_or_taken_back() -> None:
    """R7: not even while an invalid spin is repeated."""
    bets = [on("a", 1, seq=2), on("a", 2, seq=3), on("a", 3, seq=8), on("b", 4, seq=4)]
    changes = (
        BetChange(bet=4, selecao="a", seq=4),
        BetChange(bet=1, retirada=True, seq=6),
        BetChange(bet=2, valor=900, seq=8),
    )
    record = spun(
        Rotacao(seccao="b", voltas=1, seq=7),
        Rotacao(seccao="a", voltas=3, seq=9),
        bets=bets,
        alteracoes=changes,
        nao_ha_mais_apostas=Moment(seq=5),
    )
    assert [(one.stake, one.outcome) for one in settled(record).lines] == [
        (100, GANHA),
        (100, GANHA),
        (100, DEVOLVIDA),
        (100, GANHA),
    ]
    faults = [(one.code, one.rule, one.bet) for one in found(record)]
    assert faults == [
        ("BET-LATE", "RS R7", 1),
        ("BET-LATE", "RS R7", 2),
        ("BET-LATE", "RS R7", 3),
    ]


def test_a_bet_after_the_first_spin_is_late_whoever_forgot_the_call() -> None:
    """R7 comes before R8: the wheel turns when the bets are closed."""
    spin = Rotacao(seccao="a", voltas=3, seq=5)
    assert codes(spun(spin, bets=[on("a", seq=6)])) == ["BET-LATE"]
    assert codes(spun(spin, bets=[on("a", seq=4)])) == []


def test_a_bet_before_the_opening_is_early_and_plays() -> None:
    """R7: the game begins with the bets."""
    record = spun("a", bets=[on("a", seq=1)], apostas_abertas=Moment(seq=2))
    assert outcomes(record) == [GANHA]
    assert [(one.code, one.rule) for one in found(record)] == [("BET-EARLY", "RS R7")]


# --- limits, void rounds, online play ------------------------------------------------------------


@pytest.mark.parametrize(
    ("valor", "expected"),
    [(100, []), (50, ["BET-MIN"]), (500, []), (600, ["BET-MAX"]), (125, ["BET-MULT"])],
)
def test_the_tables_limits(valor: int, expected: list[str]) -> None:
    """The law sets none; what the table's data say holds for each section."""
    limits = {"seccao": Limit(minimum=100, maximum=500, multiple=50)}
    assert codes(spun("a", bets=[on("b", valor=valor)], limites=limits)) == expected


def test_a_letter_and_its_symbol_are_one_section() -> None:
    """The maximum holds for a player's bets on one section, however they name it."""
    bets = [on("f", 1), on("joker", 2)]
    limits = {"seccao": Limit(maximum=150)}
    record = spun("a", bets=bets, limites=limits, simbolos=SYMBOLS)
    assert codes(record) == ["BET-MAX"]


def test_a_round_is_void_only_without_a_valid_spin() -> None:
    """R8: then the stakes go back; with a section it is settled as played."""
    void = Void(cause="avaria")
    short = Rotacao(seccao="a", voltas=1)
    assert codes(spun(short, bets=[on("a")], void=void)) == []
    assert settled(spun(short, bets=[on("a")], void=void)).void
    assert codes(spun("a", bets=[on("a")], void=void)) == ["VOID-BAD"]
    assert outcomes(spun("a", bets=[on("a")], void=void)) == [GANHA]
    assert codes(spun(bets=[on("a")], void=void)) == ["VOID-BAD"]
    assert outcomes(spun(bets=[on("a")], void=void)) == [DEVOLVIDA]
    assert blamed(spun(short, bets=[on("a")], void=void), pay(1, 0, 60)) == [
        ("VOID-REFUND", "RS R8")
    ]


@pytest.mark.parametrize("mode", ["shared", "exclusive", "demo"])
def test_the_wheel_has_no_online_game(mode: str) -> None:
    """A finding, and the round is settled by the physical rules."""
    record = spun("a", bets=[on("a")], mode=mode)
    assert (outcomes(record), codes(record)) == ([GANHA], ["ONL-NONE"])
    assert codes(spun("a", bets=[on("a")])) == []


# --- payments ------------------------------------------------------------------------------------


def test_a_number_used_again_is_one_fault() -> None:
    """Both bets are settled as they lie."""
    record = spun("a", bets=[on("a", 1), on("b", 1, seat=2)])
    assert outcomes(record) == [GANHA, PERDE]
    assert codes(record) == ["RES-IMPOSS"]


# --- properties ----------------------------------------------------------------------------------


@st.composite
def rounds(draw: st.DrawFn) -> RodaDaSorteRecord:
    """Give a round of possible bets."""
    bets = [
        on(
            draw(st.sampled_from(LETTERS)),
            number,
            draw(st.integers(1, 10_000)),
            seat=draw(st.integers(1, 4)),
            seq=number,
        )
        for number in range(1, draw(st.integers(1, 6)) + 1)
    ]
    call = draw(st.sampled_from([None, Moment(seq=3), Moment(seq=9)]))
    place = draw(st.none() | st.integers(1, 52))
    section = WHEEL[place - 1] if place else draw(st.sampled_from(LETTERS))
    spin = Rotacao(seccao=section, posicao=place, voltas=draw(st.integers(3, 9)), seq=10)
    return spun(spin, bets=bets, nao_ha_mais_apostas=call, ordem=WHEEL)


@given(rounds())
@settings(max_examples=60)
def test_the_quick_road_and_the_long_one_meet(record: RodaDaSorteRecord) -> None:
    """Speed changes no verdict, and plain rounds take the quick road."""
    quick = settle_ordinary(record, RULES)
    assert quick is None or quick == settle_any(record, RULES)
    call = record.nao_ha_mais_apostas
    assert (quick is None) == bool(call and call.seq == 3 and len(record.bets) > 3)


@given(rounds())
@settings(max_examples=60)
def test_every_stake_is_accounted_for(record: RodaDaSorteRecord) -> None:
    """Lost whole, or the player's whole; a prize only beside a stake that won."""
    assert len(settled(record).lines) == len(record.bets)
    kept_and_paid(record)


@given(rounds(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_bets_do_not_touch_one_another(record: RodaDaSorteRecord, random: Random) -> None:
    """In another order each bet is worth the same."""
    bets = list(record.bets)
    random.shuffle(bets)
    before = {line.bet: line for line in settled(record).lines}
    after = settled(structs.replace(record, bets=tuple(bets))).lines
    assert {line.bet: line for line in after} == before


@given(rounds())
@settings(max_examples=40)
def test_a_void_returns_everything(record: RodaDaSorteRecord) -> None:
    """A spin of two turns and no other: whatever was bet goes back."""
    spins = tuple(structs.replace(one, voltas=2) for one in record.rotacao)
    lines = settled(structs.replace(record, rotacao=spins, void=Void(cause="x"))).lines
    assert [(line.prize, line.returned) for line in lines] == [
        (0, one.valor) for one in record.bets
    ]


@given(rounds())
@settings(max_examples=40)
def test_what_is_due_and_paid_is_no_fault(record: RodaDaSorteRecord) -> None:
    """Paid exactly, only late bets are left to find."""
    assert {one.code for one in judge(paid_exactly(record)).found} <= {"BET-LATE"}


WORDS: Final = st.sampled_from(["seccao", "pleno", "", "x", "avaria", "joker"])
TEXTS: Final = st.sampled_from([*LETTERS, "h", "joker", "", "20"])
ANY_RECORD: Final = st.builds(
    RodaDaSorteRecord,
    **shared(WORDS, TEXTS),
    simbolos=st.dictionaries(TEXTS, TEXTS, max_size=3),
    ordem=st.sampled_from([(), WHEEL, WHEEL[:9], ("x",) * 52]),
    nao_ha_mais_apostas=MOMENTS,
    rotacao=few(
        Rotacao,
        seccao=st.none() | TEXTS,
        posicao=st.none() | st.integers(-1, 60),
        voltas=st.none() | st.integers(-1, 5),
        invalida=st.booleans(),
    ),
)


@given(ANY_RECORD)
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
def test_no_fact_is_too_strange_to_judge(record: RodaDaSorteRecord) -> None:
    """Accept facts, flag faults: nothing that a table records raises, and all can be said."""
    judged_without_harm(record)
    quick = settle_ordinary(record, RULES)
    assert quick is None or quick == settle_any(record, RULES)


@given(ANY_RECORD)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_a_spin_of_too_few_turns_never_decides(record: RodaDaSorteRecord) -> None:
    """R8: whatever else the record says, nobody wins or loses by it."""
    spins = tuple(structs.replace(one, voltas=2) for one in record.rotacao)
    short = structs.replace(record, rotacao=spins)
    assert set(outcomes(short)) <= {PENDENTE, DEVOLVIDA}


@given(st.builds(Rotacao, seccao=st.none() | TEXTS, at=TIMES, seq=PLACES))
def test_a_spin_with_its_turns_uncounted_stands(spin: Rotacao) -> None:
    """R8 asks for a call of ``rotação inválida``: nobody called it so."""
    decided = spin.seccao in tuple(LETTERS)
    assert bool(settled(spun(spin)).result) == decided


# --- the record and the register -----------------------------------------------------------------


def test_a_record_is_read_from_json() -> None:
    """The field names of the page."""
    record = decode_record(
        '{"game": "roda_da_sorte", "rotacao": [{"seccao": "e", "voltas": 3, "posicao": 49}],'
        ' "bets": [{"bet": 1, "seat": 3, "tipo": "seccao", "selecao": "e", "valor": 250}]}'
    )
    assert isinstance(record, RodaDaSorteRecord)
    assert nets(record) == [5_000]


def test_every_rule_is_accounted_for_once() -> None:
    """R1 to R10, none missing."""
    assert sorted(int(one.rule[1:]) for one in COVERAGE) == list(range(1, 11))
    assert not [one.rule for one in COVERAGE if one.status == "missing"]
