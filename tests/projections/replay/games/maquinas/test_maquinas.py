"""Máquinas: lines, scatters, complementary bets and what a pay table returns, by hand."""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.replay.games.maquinas import Reels, theoretical_return
from projections.replay.games.maquinas.record import (
    Combinacao,
    Complementar,
    Folha,
    Ganho,
    MaquinasRecord,
    RegraComplementar,
)
from projections.replay.games.maquinas.reels import reels_of
from projections.replay.record import Payment, Void
from projections.replay.registry import Verdict, decode_record, judge
from projections.replay.settlement import Outcome

FOLHA = Folha(
    plano="p90",
    rolos=(
        ("sete", "bar", "cereja", "estrela"),
        ("bar", "sete", "cereja", "curinga"),
        ("cereja", "bar", "sete", "estrela"),
    ),
    filas=3,
    linhas=((1, 1, 1), (0, 0, 0), (2, 2, 2)),
    combinacoes=(
        Combinacao(nome="setes", simbolos=("sete",) * 3, paga=(10,)),
        Combinacao(nome="bares", simbolos=("bar|sete",) * 3, paga=(4,)),
        Combinacao(nome="cereja", simbolos=("cereja",), paga=(1,)),
        Combinacao(nome="direita", simbolos=("estrela", "cereja"), paga=(3,), modo="direita"),
        Combinacao(nome="estrelas", simbolos=("estrela",) * 2, paga=(2,), modo="dispersa"),
    ),
    curingas=("curinga",),
)


def paid(amount: int, **others: Any) -> Payment:
    return Payment(seat=1, bets=(1,), amount=amount, **others)


def record(cg: int = 0, **others: Any) -> MaquinasRecord:
    """Return a jogada of 1.00 on each of three lines."""
    fields: dict[str, Any] = {
        "aposta": 300,
        "denominacao": 100,
        "linhas": 3,
        "plano": "p90",
        "paragens": (0, 0, 1),
        "folha": FOLHA,
        "homologadas": ("dobrar", "bonus", "livre"),
        "payments": (paid(cg),),
        **others,
    }
    return MaquinasRecord(**fields)


def due(**others: Any) -> int:
    return judge(record(**others)).settlement.lines[0].due


def codes(verdict: Verdict) -> list[str]:
    return sorted(one.code for one in verdict.found)


def test_a_page_long_example() -> None:
    """Stops 0, 0, 1 on three rows, 1.00 a line.

    Reel 1 from 0: sete, bar, cereja. Reel 2 from 0: bar, sete, cereja. Reel 3 from 1: bar, sete,
    estrela. Row 0 is sete bar bar: three of bar or sete, 4. Row 1 is bar sete sete: the same, 4.
    Row 2 is cereja cereja estrela: one cereja first pays 1, estrela cereja from the right 3, so 3.
    Line 1 is row 1, line 2 row 0, line 3 row 2: 4.00 + 4.00 + 3.00 = 11.00. One estrela is seen,
    which pays nothing.
    """
    verdict = judge(record(1_100))
    (line,) = verdict.settlement.lines
    assert (line.outcome, line.stake, line.due) == (Outcome.GANHA, 300, 1_100)
    assert verdict.found == ()
    assert [step.text("en", line) for step in line.why] == [
        "Line 1: bares pays 4.00, the highest of the line. [MÁQ R13]",
        "Line 2: bares pays 4.00, the highest of the line. [MÁQ R13]",
        "Line 3: direita pays 3.00, the highest of the line. [MÁQ R13]",
        "All lines are paid: 11.00. [MÁQ R14]",
    ]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (("sete", "sete", "sete"), "setes"),
        (("sete", "bar", "sete"), "bares"),
        (("sete", "curinga", "sete"), "setes"),
        (("cereja", "bar", "bar"), "cereja"),
        (("cereja", "cereja", "estrela"), "direita"),
        (("curinga", "cereja", "estrela"), "direita"),
        (("bar", "cereja", "bar"), None),
    ],
)
def test_a_line_pays_its_highest_combination(content: tuple[str, ...], name: str | None) -> None:
    """R13: 777 is also bars and sevens; a wild stands for a seven; a right one may be higher."""
    best = Reels(FOLHA).best(content)
    assert (None if best is None else best.nome) == name


def test_scatters_pay_anywhere_on_the_whole_stake() -> None:
    """Stars at reel 1 and reel 3: 2 credits for each of three lines of 1.00: 6.00.

    Stops 3, 0, 3: reel 1 estrela sete bar, reel 2 bar sete cereja, reel 3 estrela cereja bar. Rows:
    estrela bar estrela; sete sete cereja; bar cereja bar: no line pays.
    """
    assert due(paragens=(3, 0, 3)) == 600


def test_fewer_lines_pay_fewer() -> None:
    """One line of 3.00: row 1 alone, 4 for each: 12.00."""
    assert due(linhas=1) == 1_200


def test_bet_levels_pay_as_they_are_written() -> None:
    """A reel machine: 2 credits pay 22, not twice 10; four are no level of the table."""
    sheet = Folha(
        plano="r",
        rolos=(("bar",),) * 3,
        filas=1,
        linhas=((0, 0, 0),),
        combinacoes=(Combinacao(nome="bar", simbolos=("bar",) * 3, paga=(10, 22, 36)),),
    )
    base = {"folha": sheet, "linhas": 1, "paragens": (0, 0, 0), "denominacao": 25}
    assert [due(aposta=25 * n, **base) for n in (1, 2, 3)] == [250, 550, 900]
    verdict = judge(record(aposta=100, **base))
    assert codes(verdict) == ["MQ-RTP-CFG"]
    assert verdict.settlement.lines[0].outcome is Outcome.PENDENTE


def test_a_progressive_combination_pays_nothing_by_the_table() -> None:
    """R18: it needs a progressive prize, and has it or is a finding."""
    sheet = Folha(
        plano="r",
        rolos=(("sete",),) * 3,
        filas=1,
        linhas=((0, 0, 0),),
        combinacoes=(
            Combinacao(nome="jackpot", simbolos=("sete",) * 3, progressivo=True),
            Combinacao(nome="bares", simbolos=("sete",) * 3, paga=(5,)),
        ),
    )
    base = {"folha": sheet, "linhas": 1, "paragens": (0, 0, 0), "aposta": 100}
    assert codes(judge(record(pap_m=9_999, **base))) == []
    assert codes(judge(record(**base))) == ["MQ-LINE"]


def test_a_wrong_line_is_named_once() -> None:
    """Line 2 told as 1.00: expected 4.00; the sum that follows from it is no second finding."""
    said = (
        Ganho(linha=1, combinacao="bares", valor=400),
        Ganho(linha=2, combinacao="cereja", valor=100),
        Ganho(linha=3, combinacao="direita", valor=300),
    )
    (found,) = judge(record(800, ganhos=said)).found
    assert (found.code, found.amount, found.facts) == ("MQ-LINE", -300, {"line": 2})


def test_a_table_prize_may_be_paid_by_hand() -> None:
    """R12: 11.00 as PAM instead of CG is right; 8.00 is not."""
    assert codes(judge(record(pam=1_100))) == []
    assert codes(judge(record(pam=800))) == ["MQ-LINE"]


def test_doubling_doubles_or_loses() -> None:
    """R11 a: 11.00 risked becomes 22.00 or nothing; 4.50 of it risked, 15.50 or 6.50."""

    def doubled(risked: int, prize: int) -> list[str]:
        step = Complementar(nome="dobrar", arriscado=risked, premio=prize)
        return codes(judge(record(prize, complementares=(step,))))

    assert [doubled(1_100, 2_200), doubled(1_100, 0), doubled(450, 1_550)] == [[], [], []]
    assert doubled(1_100, 2_300) == ["MQ-COMP"]
    assert doubled(1_200, 2_300) == ["MQ-COMP"]


def test_a_bonus_game_adds_what_its_table_holds() -> None:
    """R11 c: 0, 5 or 20 times the stake of 3.00 on top of 11.00."""
    rule = RegraComplementar(nome="bonus", premios=(0, 5, 20))

    def won(prize: int) -> list[str]:
        step = Complementar(nome="bonus", premio=prize)
        return codes(judge(record(prize, complementares=(step,), regras=(rule,))))

    assert [won(1_100), won(2_600), won(7_100)] == [[], [], []]
    assert won(3_000) == ["MQ-COMP"]


def test_a_stake_from_the_balance_is_staked() -> None:
    """A complementary stake of 2.00 counts; a gamble of the prize does not."""
    step = Complementar(nome="livre", aposta=200, premio=1_100)
    (line,) = judge(record(1_100, complementares=(step,))).settlement.lines
    assert (line.stake, line.due) == (500, 1_100)


@pytest.mark.parametrize(
    ("void", "paragens", "returned", "mode", "expected"),
    [
        (Void(cause="a", side="operator"), (), 300, "shared", []),
        (Void(cause="a", side="unknown"), (), 300, "shared", []),
        (Void(cause="a", side="operator"), (), 200, "shared", ["MQ-ONL-VOID"]),
        (Void(cause="a", side="operator"), (), 200, "physical", ["VOID-REFUND"]),
        (Void(cause="a", side="player"), (), 300, "shared", ["VOID-NET"]),
        (Void(cause="a", side="operator"), (0, 0, 1), 300, "shared", ["VOID-BAD"]),
    ],
)
def test_voids(
    void: Void, paragens: tuple[int, ...], returned: int, mode: str, expected: list[str]
) -> None:
    """R36, R37: an unfinished jogada of the operator's fault alone is null, with all of it back."""
    payments = (paid(0, stake_returned=returned),)
    verdict = judge(record(void=void, paragens=paragens, mode=mode, payments=payments))
    assert codes(verdict) == expected


def test_the_return_is_the_sum_over_every_stop() -> None:
    """64 stops, counted here one by one with each line written out."""
    total = 0
    for stops in product(range(4), repeat=3):
        seen = [
            [FOLHA.rolos[reel][(stop + row) % 4] for reel, stop in enumerate(stops)]
            for row in range(3)
        ]
        total += sum(by_hand(row) for row in seen)
        stars = sum(row.count("estrela") for row in seen)
        total += 3 * 2 if stars >= 2 else 0
    assert theoretical_return(FOLHA) == {1: Fraction(total, 64 * 3)}


def by_hand(row: Sequence[str]) -> int:
    """Return what a row pays, written without the engine."""
    first, second, third = row
    wild = second == "curinga"  # only the second reel has one
    pays = [0]
    if first == third == "sete" and (second == "sete" or wild):
        pays.append(10)
    if {first, third} <= {"bar", "sete"} and (second in ("bar", "sete") or wild):
        pays.append(4)
    if first == "cereja":
        pays.append(1)
    if third == "estrela" and (second == "cereja" or wild):
        pays.append(3)
    return max(pays)


def test_a_sheet_too_large_to_sum_is_left_to_the_certificate() -> None:
    """Eight reels of eight symbols are more contents than are enumerated."""
    reel = tuple("abcdefgh")
    sheet = Folha(plano="x", rolos=(reel,) * 8, filas=1, linhas=((0,) * 8,), combinacoes=())
    assert theoretical_return(sheet) is None


def test_a_line_of_json_is_a_record() -> None:
    """What a dispute officer keeps of a play goes through replay as it is."""
    text = json.dumps(
        {
            "game": "maquinas",
            "aposta": 100,
            "ganhos": [{"linha": 1, "combinacao": "x", "valor": 50}],
        }
    )
    assert judge(decode_record(text)).settlement.lines[0].due == 50


words = st.sampled_from(["sete", "bar", "*", "a|b", ""])
numbers = st.integers(-3, 500)


@given(
    aposta=numbers,
    denominacao=st.integers(-1, 100),
    linhas=st.none() | st.integers(-2, 5),
    paragens=st.lists(st.integers(-1, 5), max_size=4).map(tuple),
    simbolos=st.lists(words, max_size=9).map(tuple),
    rolos=st.lists(st.lists(words, max_size=3).map(tuple), max_size=3).map(tuple),
    filas=st.integers(-1, 3),
    lines=st.lists(st.lists(st.integers(-1, 3), max_size=3).map(tuple), max_size=3).map(tuple),
    pattern=st.lists(words, max_size=4).map(tuple),
    paga=st.lists(numbers, max_size=3).map(tuple),
    modo=st.sampled_from(["linha", "direita", "dispersa"]),
    risked=numbers,
    prize=numbers,
    void=st.none() | st.builds(Void, cause=st.just("x"), side=st.sampled_from(["operator", "y"])),
)
def test_no_record_however_wild_raises(**w: Any) -> None:
    """Impossible reels, lines and steps are findings or nothing, never exceptions."""
    combination = Combinacao(nome="c", simbolos=w["pattern"], paga=w["paga"], modo=w["modo"])
    sheet = Folha(
        plano="p",
        rolos=w["rolos"],
        filas=w["filas"],
        linhas=w["lines"],
        combinacoes=(combination,),
        curingas=("sete",),
    )
    step = Complementar(nome="dobrar", arriscado=w["risked"], premio=w["prize"])
    verdict = judge(
        record(
            aposta=w["aposta"],
            denominacao=w["denominacao"],
            linhas=w["linhas"],
            paragens=w["paragens"],
            simbolos=w["simbolos"],
            folha=sheet,
            complementares=(step,),
            void=w["void"],
        )
    )
    assert len(verdict.settlement.lines) == 1
    theoretical_return(sheet)


@given(
    stops=st.tuples(*[st.integers(0, 3)] * 3), lines=st.integers(1, 3), credits_on=st.integers(1, 9)
)
def test_what_is_due_is_the_lines_sum_and_grows_with_the_stake(
    stops: tuple[int, ...], lines: int, credits_on: int
) -> None:
    """A table in proportion: n credits a line pay n times one; more lines never pay less."""
    reels = reels_of(FOLHA)
    seen = reels.window(stops)
    assert seen is not None
    one = sum(hit.amount for hit in reels.hits(seen, lines, 1, 100))
    assert sum(hit.amount for hit in reels.hits(seen, lines, credits_on, 100)) == one * credits_on
    assert sum(hit.amount for hit in reels.hits(seen, 3, 1, 100)) >= one
