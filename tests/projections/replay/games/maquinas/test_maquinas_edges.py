"""Máquinas on the edges of their rules: levels, reels, progressives, complements, voids."""

import pytest

from projections.replay.games.maquinas.record import (
    Combinacao,
    Complementar,
    Folha,
    Ganho,
    Plano,
    RegraComplementar,
)
from projections.replay.record import Void
from projections.replay.registry import judge
from projections.replay.settlement import Line, Outcome
from tests.projections.replay.games.maquinas.test_maquinas import codes, due, paid, record

SEEN = ("sete", "bar", "bar", "bar", "sete", "sete", "cereja", "cereja", "estrela")
"""Row by row at the stops 0, 0, 1, at which 11.00 are due."""
TWO_LINES = Folha(
    plano="j",
    rolos=(("sete", "bar"),) * 3,
    filas=2,
    linhas=((0, 0, 0), (1, 1, 1)),
    combinacoes=(
        Combinacao(nome="jackpot", simbolos=("sete",) * 3, progressivo=True),
        Combinacao(nome="bares", simbolos=("bar",) * 3, paga=(5,)),
    ),
)
JACKPOT = {"folha": TWO_LINES, "linhas": 2, "aposta": 200, "paragens": (0, 0, 0)}
"""Three sevens on line 1, three bars on line 2, 1.00 on each: 5.00 by the table."""
LEVELS = Folha(
    plano="r",
    rolos=(("bar",),) * 3,
    filas=1,
    linhas=((0, 0, 0),),
    combinacoes=(Combinacao(nome="bar", simbolos=("bar",) * 3, paga=(10, 22, 36)),),
)
ONE_LINE = {"folha": LEVELS, "linhas": 1, "paragens": (0, 0, 0), "denominacao": 25}


def line_of(**others: object) -> Line:
    (line,) = judge(record(**others)).settlement.lines  # pyright: ignore[reportArgumentType]
    return line


# --- stakes and levels (R7, R9) ------------------------------------------------------------------


def test_a_stake_below_a_credit_a_line_pays_in_proportion() -> None:
    """1.50 on three lines of credits of 1.00 is 0.50 a line: of 11 times, 5.50; on one, 6.00."""
    assert due(aposta=150) == 550
    assert due(aposta=150, linhas=1) == 600


@pytest.mark.parametrize("stake", [100, 200])
def test_a_stake_that_no_lines_share_equally_is_no_bet_level(stake: int) -> None:
    """1.00 on three lines leaves a cent: nobody can say what is due."""
    verdict = judge(record(aposta=stake))
    assert codes(verdict) == ["MQ-RTP-CFG"]
    assert verdict.settlement.lines[0].outcome is Outcome.PENDENTE


@pytest.mark.parametrize("stake", [0, 3])
def test_levels_of_a_table_are_whole_credits(stake: int) -> None:
    """Where the table writes levels 1 to 3, neither nothing nor 0.03 of credits of 0.25 is one."""
    assert codes(judge(record(aposta=stake, **ONE_LINE))) == ["MQ-RTP-CFG"]


def test_no_lines_are_no_bet_level() -> None:
    """R7: 3.00 on none of the lines; nothing is divided by it."""
    assert codes(judge(record(linhas=0))) == ["MQ-RTP-CFG"]


# --- what is seen (R5, R15) ----------------------------------------------------------------------


def test_stops_decide_where_other_symbols_are_told() -> None:
    """RES-IMPOSS, and 11.00 are due by the stops; the symbols of the stops are no fault."""
    assert judge(record(1_100, simbolos=SEEN)).found == ()
    verdict = judge(record(1_100, simbolos=("sete",) * 9))
    (found,) = verdict.found
    assert (found.code, found.expected) == ("RES-IMPOSS", " ".join(SEEN))
    assert verdict.settlement.lines[0].due == 1_100


def test_a_stop_that_a_reel_lacks_leaves_the_prize_open() -> None:
    """Reels of four symbols have no stop 9."""
    verdict = judge(record(1_100, paragens=(0, 0, 9)))
    (found,) = verdict.found
    assert (found.code, found.recorded) == ("RES-IMPOSS", "0 0 9")
    assert verdict.settlement.lines[0].outcome is Outcome.PENDENTE


def test_symbols_alone_decide_if_they_are_the_reels() -> None:
    """Nine of the reels' symbols fill the window; a symbol of no reel, or none, is impossible."""
    verdict = judge(record(1_100, paragens=(), simbolos=SEEN))
    assert verdict.found == ()
    assert verdict.settlement.lines[0].due == 1_100
    assert verdict.settlement.result == {"simbolos": list(SEEN)}
    for symbols, told in ((("limao", *SEEN[1:]), " ".join(("limao", *SEEN[1:]))), (("",), "none")):
        verdict = judge(record(1_100, paragens=(), simbolos=symbols))
        (found,) = verdict.found
        assert (found.code, found.recorded) == ("RES-IMPOSS", told)
        assert verdict.settlement.lines[0].outcome is Outcome.PENDENTE


def test_the_result_names_the_stops() -> None:
    """What decided stands in the settlement."""
    assert judge(record(1_100)).settlement.result == {"paragens": [0, 0, 1]}


# --- lines and progressive prizes (R13, R14, R18) ------------------------------------------------


def test_a_progressive_line_beside_another_needs_its_prize() -> None:
    """R18: line 2 pays its 5.00; the prize of line 1 comes by the machine or by hand, or lacks."""
    assert codes(judge(record(500, pap_m=9_999, **JACKPOT))) == []
    assert codes(judge(record(500, pap_h=9_999, **JACKPOT))) == []
    (found,) = judge(record(500, **JACKPOT)).found
    assert (found.code, found.rule, found.expected) == (
        "MQ-LINE",
        "MÁQ R13, R18",
        "a progressive prize",
    )


def test_a_void_jogada_is_not_asked_for_its_progressive_prize() -> None:
    """R36: it should not have been void; whether a prize lacks nobody says besides."""
    void = Void(cause="a", side="operator")
    assert codes(judge(record(void=void, **JACKPOT))) == ["VOID-BAD"]


def test_each_line_is_said_and_several_are_added() -> None:
    """R14: the sum stands under two lines, and not under one."""
    line = line_of(pap_m=9_999, **JACKPOT)
    assert [step.text("en", line) for step in line.why] == [
        "Line 1: jackpot gives the progressive prize, and nothing by the table. [MÁQ R18]",
        "Line 2: bares pays 5.00, the highest of the line. [MÁQ R13]",
        "All lines are paid: 5.00. [MÁQ R14]",
    ]
    line = line_of(linhas=1)
    assert [step.text("en", line) for step in line.why] == [
        "Line 1: bares pays 12.00, the highest of the line. [MÁQ R13]"
    ]


def test_a_progressive_line_that_the_machine_says_it_paid_was_not_to_be() -> None:
    """R14: by the table line 1 gives nothing, and 1.00 was told of it."""
    said = (
        Ganho(linha=1, combinacao="jackpot", valor=100),
        Ganho(linha=2, combinacao="bares", valor=500),
    )
    (found,) = judge(record(600, ganhos=said, pap_m=9_999, **JACKPOT)).found
    assert (found.code, found.rule, found.expected) == ("MQ-LINE", "MÁQ R14", "0.00")


def test_a_line_told_in_two_parts_is_their_sum() -> None:
    """3.00 and 1.00 of line 1 are its 4.00."""
    said = (
        Ganho(linha=1, combinacao="bares", valor=300),
        Ganho(linha=1, combinacao="bares", valor=100),
        Ganho(linha=2, combinacao="bares", valor=400),
        Ganho(linha=3, combinacao="direita", valor=300),
    )
    assert judge(record(1_100, ganhos=said)).found == ()


def test_a_line_paid_otherwise_and_a_line_not_paid_break_two_rules() -> None:
    """R13 of a line that paid less than its highest, R14 of a line that paid nothing."""
    said = (
        Ganho(linha=1, combinacao="cereja", valor=100),
        Ganho(linha=3, combinacao="direita", valor=300),
    )
    found = judge(record(400, ganhos=said)).found
    assert [(one.rule, one.amount) for one in found] == [("MÁQ R13", -300), ("MÁQ R14", -400)]


def test_lines_told_without_an_outcome_do_not_stand_for_it() -> None:
    """With a pay table the reels must be known: what the machine says it paid is no proof."""
    said = (Ganho(linha=1, combinacao="bares", valor=400),)
    assert line_of(paragens=(), ganhos=said).outcome is Outcome.PENDENTE


# --- complementary bets (R11) --------------------------------------------------------------------


def step(risked: int, prize: int, stake: int = 0, name: str = "dobrar") -> Complementar:
    return Complementar(nome=name, arriscado=risked, premio=prize, aposta=stake)


def test_a_doubled_prize_is_due_and_a_lost_one_is_not() -> None:
    """All 11.00 risked: 22.00 are due, or nothing, and then the jogada is lost."""
    won = line_of(cg=2_200, complementares=(step(1_100, 2_200),))
    assert (won.outcome, won.due) == (Outcome.GANHA, 2_200)
    lost = line_of(complementares=(step(1_100, 0),))
    assert (lost.outcome, lost.due) == (Outcome.PERDE, 0)


def test_only_complements_cite_their_rule() -> None:
    """R11 stands on a line with a complementary bet, and on no other."""
    assert line_of(cg=1_100).rules == ("MÁQ R13", "MÁQ R14")
    doubled = line_of(cg=2_200, complementares=(step(1_100, 2_200),))
    assert doubled.rules == ("MÁQ R13", "MÁQ R14", "MÁQ R11")


@pytest.mark.parametrize("prize", [1_100, 2_300])
def test_what_doubling_cannot_come_to_leaves_the_prize_open(prize: int) -> None:
    """R11 a: neither the same 11.00 nor 23.00; what was due nobody can say."""
    verdict = judge(record(prize, complementares=(step(1_100, prize),)))
    assert codes(verdict) == ["MQ-COMP"]
    assert verdict.settlement.lines[0].outcome is Outcome.PENDENTE


def test_steps_follow_one_another() -> None:
    """11.00 doubled to 22.00, and these to 44.00."""
    steps = (step(1_100, 2_200), step(2_200, 4_400))
    verdict = judge(record(4_400, complementares=steps))
    assert verdict.found == ()
    assert verdict.settlement.lines[0].due == 4_400


def test_a_stake_from_the_balance_is_doubled_with_the_prize() -> None:
    """R11 b: 11.00 risked and 2.00 staked besides: 26.00, of a stake of 5.00 in all."""
    verdict = judge(record(2_600, complementares=(step(1_100, 2_600, stake=200),)))
    assert verdict.found == ()
    assert verdict.settlement.lines[0].stake == 500


def test_the_homologation_says_what_doubling_comes_to() -> None:
    """Where it has a rule of that name, one and a half times or nothing: 16.50, not 22.00."""
    rule = RegraComplementar(nome="dobrar", fatores=(0, 150))
    for prize, expected in ((1_650, []), (2_200, ["MQ-COMP"])):
        verdict = judge(record(prize, complementares=(step(1_100, prize),), regras=(rule,)))
        assert codes(verdict) == expected


def test_where_no_complement_is_homologated_none_may_be_offered() -> None:
    """R11: an empty list is not an unknown one."""
    doubled = {"complementares": (step(1_100, 2_200),)}
    (found,) = judge(record(2_200, homologadas=(), **doubled)).found
    assert (found.code, found.expected, found.facts) == (
        "MQ-COMP",
        "none",
        {"fact": "name", "step": 1},
    )
    assert judge(record(2_200, homologadas=None, **doubled)).found == ()


# --- configuration (R7, R9) ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plans", "named", "expected"),
    [
        ((Plano(plano="p90", denominacao=100, linhas=3),), "p90", []),
        ((Plano(plano="p90", denominacao=100),), "p90", []),
        ((Plano(plano="p90", denominacao=100),), None, []),
        ((Plano(plano="p90", denominacao=100, linhas=2),), "p90", ["MQ-RTP-CFG"]),
        ((Plano(plano="p90", denominacao=25),), "p90", ["MQ-RTP-CFG"]),
        ((Plano(plano="p95", denominacao=100),), "p90", ["MQ-RTP-CFG"]),
        ((), "p90", ["MQ-RTP-CFG"]),
    ],
)
def test_plans(plans: tuple[Plano, ...], named: str | None, expected: list[str]) -> None:
    """A plan fits by name where it is told, by denomination, and by lines where it has any."""
    assert codes(judge(record(1_100, planos=plans, plano=named))) == expected


@pytest.mark.parametrize(
    ("denominations", "expected"), [((25, 100), []), ((25,), ["MQ-RTP-CFG"]), ((), ["MQ-RTP-CFG"])]
)
def test_denominations(denominations: tuple[int, ...], expected: list[str]) -> None:
    """R9: only what is homologated; of an empty list nothing is."""
    assert codes(judge(record(1_100, denominacoes=denominations))) == expected


# --- voids (R36, R37) ----------------------------------------------------------------------------


def test_a_null_jogada_gives_all_its_stakes_back() -> None:
    """3.00 on lines and 2.00 of a complementary bet: 5.00."""
    void = Void(cause="a", side="operator")
    null = {"void": void, "paragens": (), "complementares": (step(0, 0, stake=200, name="livre"),)}
    line = line_of(**null)
    assert (line.outcome, line.stake, line.returned) == (Outcome.DEVOLVIDA, 500, 500)


def test_a_finished_jogada_stands_whoever_calls_it_void() -> None:
    """R36: its outcome is known: 11.00 are due."""
    settlement = judge(record(1_100, void=Void(cause="a", side="operator"))).settlement
    assert not settlement.void
    assert settlement.lines[0].due == 1_100


def test_a_resumed_jogada_is_not_null() -> None:
    """R36: communication came back and play went on, so its stakes do not go back."""
    resumed = {"void": Void(cause="a", side="operator"), "paragens": (), "retomada": True}
    verdict = judge(record(**resumed))
    assert codes(verdict) == ["MQ-ONL-VOID"]
    assert not verdict.settlement.void


def test_a_prize_by_hand_makes_no_void_whole() -> None:
    """R36: 2.00 of 3.00 went back; a prize of 1.00 by hand is no stake."""
    payments = (paid(0, stake_returned=200),)
    void = {"void": Void(cause="a", side="operator"), "paragens": ()}
    assert codes(judge(record(pam=100, payments=payments, **void))) == ["VOID-REFUND"]


# --- credits (R12, R33, R39) ---------------------------------------------------------------------


def test_nothing_credited_is_named_by_the_lines() -> None:
    """R13, R14: no payment at all, of 11.00 due."""
    (found,) = judge(record(payments=())).found
    assert (found.code, found.rule, found.amount) == ("MQ-LINE", "MÁQ R13, R14", -1_100)


def test_by_hand_a_table_prize_is_paid_whole() -> None:
    """R12: 6.00 credited and 11.00 by hand are more than 11.00."""
    assert codes(judge(record(600, pam=1_100))) == ["MQ-LINE"]
    assert codes(judge(record(600, pam=500))) == []


def test_right_lines_do_not_excuse_a_doubled_prize_that_was_not_paid() -> None:
    """R11: lines of 11.00 told rightly, doubled to 22.00, and 11.00 credited."""
    said = (
        Ganho(linha=1, combinacao="bares", valor=400),
        Ganho(linha=2, combinacao="bares", valor=400),
        Ganho(linha=3, combinacao="direita", valor=300),
    )
    (found,) = judge(record(1_100, ganhos=said, complementares=(step(1_100, 2_200),))).found
    assert (found.code, found.amount) == ("MQ-COMP", -1_100)


def test_online_no_prize_waits_for_a_hand() -> None:
    """R33: a progressive prize by hand is one, too; at a machine of the floor it may be."""
    (found,) = judge(record(500, pap_h=9_999, mode="shared", **JACKPOT)).found
    assert (found.code, found.rule, found.amount) == ("MQ-ONL-PAY", "MÁQ R33", -9_999)


def test_a_demonstration_wins_no_progressive_prize() -> None:
    """R39: free play pays nothing, by the machine or by hand."""
    for prize in ({"pap_m": 100}, {"pap_h": 100}, {"pa": 100}, {"pam": 100}):
        assert "ONL-DEMO" in codes(judge(record(1_100, mode="demo", **prize))), prize
