"""Banca francesa: Portaria 1/2017, Anexo, regras 1-43."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.dice.banca_francesa import (
    COVERAGE,
    Alteracao,
    Anterior,
    Anuncio,
    Aposta,
    BancaFrancesaRecord,
    Recolha,
    settle,
)
from projections.replay.kit.bets import Chips, Limit, Shift
from projections.replay.kit.dice import DiceSet, Throw
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.kit.throws import Call, Opening
from projections.replay.profiles.cabo_verde_2017 import BANCA_FRANCESA as RULES
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Found, Line, Outcome, Settlement, describe
from tests.helpers.each import each
from tests.projections.replay.games.coup_table import SIDES, judged_in_words, strange_payments

GANHA, PERDE, NULA, DEVOLVIDA, PENDENTE = (
    Outcome.GANHA,
    Outcome.PERDE,
    Outcome.NULA,
    Outcome.DEVOLVIDA,
    Outcome.PENDENTE,
)
SPOTS: Final = ("ases", "pequeno", "grande")
ALL_THROWS: Final = list(product(range(1, 7), repeat=3))
NOTHING: Final = (4, 4, 3)
"""Eleven: no spot has it."""
ASES: Final = (1, 1, 1)
PEQUENO: Final = (1, 2, 3)
GRANDE: Final = (6, 5, 4)


def bet(
    number: int, tipo: str, valor: int = 1000, before: int | None = None, **more: Any
) -> Aposta:
    """Return a bet placed before that throw."""
    fields = {"seat": number, "lancamento": before, **more}
    return Aposta(bet=number, tipo=tipo, valor=valor, **fields)


def line_bet(number: int, tipo: str, valor: int, **more: Any) -> Aposta:
    """Return chips on a line."""
    return bet(number, tipo, valor, risco=True, **more)


def throw(dados: tuple[int, ...], nulo: str | None = None, at: str | None = None) -> Throw:
    """Return a throw."""
    return Throw(dados=dados, nulo=nulo, at=at)


def coup(throws: list[tuple[int, ...] | Throw], *bets: Aposta, **more: Any) -> BancaFrancesaRecord:
    """Return the record of a round with these throws."""
    made = tuple(one if isinstance(one, Throw) else throw(one) for one in throws)
    return BancaFrancesaRecord(**{"lancamentos": made, "bets": bets, **more})


def settled(record: BancaFrancesaRecord) -> Settlement:
    """Settle by the rules of Cape Verde."""
    return settle(record, RULES)


def lines(record: BancaFrancesaRecord) -> dict[int | None, tuple[Outcome, int, int]]:
    """Return what became of each bet: its outcome, its stake, what is due."""
    return {line.bet: (line.outcome, line.stake, line.due) for line in settled(record).lines}


def only(record: BancaFrancesaRecord) -> Line:
    """Return the line of a record's single bet."""
    (line,) = settled(record).lines
    return line


def paid_exactly(record: BancaFrancesaRecord) -> BancaFrancesaRecord:
    """Return the record with each bet paid what is due."""
    payments = tuple(
        Payment(
            seat=line.seat, bets=(line.bet or 0,), amount=line.prize, stake_returned=line.returned
        )
        for line in settled(record).lines
        if line.due
    )
    return structs.replace(record, payments=payments)


def found(record: BancaFrancesaRecord) -> list[Found]:
    """Return the faults of a round whose bets were paid exactly."""
    return list(judge(paid_exactly(record)).found)


def codes(record: BancaFrancesaRecord) -> list[str]:
    """Return the codes of a round whose bets were paid exactly."""
    return [one.code for one in found(record)]


def at(clock: str) -> str:
    """Return a time of the evening."""
    return f"2026-11-20T{clock}.000000Z"


LIMITS: Final = {
    "ases": Limit(minimum=500, maximum=3_000),
    "pequeno": Limit(minimum=500, maximum=100_000),
    "grande": Limit(minimum=500, maximum=100_000),
}


# --- which sum decides ---------------------------------------------------------------------------


def test_of_216_throws_63_decide() -> None:
    """R6, R23: one makes ases, 31 pequeno, 31 grande; 153 decide nothing."""
    chances = Counter(
        settled(coup([dice], bet(1, "ases"))).result.get("chance", "") for dice in ALL_THROWS
    )
    assert chances == {"ases": 1, "pequeno": 31, "grande": 31, "": 153}


@each(
    ("total", "chance"),
    [
        *((3, "ases"), (4, ""), (5, "pequeno"), (6, "pequeno"), (7, "pequeno"), (8, ""), (9, "")),
        *((10, ""), (11, ""), (12, ""), (13, ""), (14, "grande"), (15, "grande")),
        *((16, "grande"), (17, ""), (18, "")),
    ],
)
def test_each_sum(total: int, chance: str) -> None:
    """R6: 4 is not ases, 8 to 13 are nothing, 17 and 18 are not grande; each way to a sum."""
    ways = [dice for dice in ALL_THROWS if sum(dice) == total]
    assert ways
    for dice in ways:
        assert settled(coup([dice])).result.get("chance", "") == chance


@pytest.mark.parametrize("tipo", SPOTS)
def test_the_house_keeps_one_in_63_of_each_spot(tipo: str) -> None:
    """R26: 61 to one on 1 of 63, even money on 31 of 63: every spot costs 1/63 a decision."""
    won = Fraction(0)
    decided = 0
    for dice in ALL_THROWS:
        line = only(coup([dice], bet(1, tipo, 100)))
        if line.outcome is not PENDENTE:
            decided += 1
            won += Fraction(line.due - line.stake, 100)
    assert decided == 63
    assert won / decided == Fraction(-1, 63)


@pytest.mark.parametrize(
    ("dice", "tipo", "due"), [(ASES, "ases", 6_200), (PEQUENO, "pequeno", 200)]
)
def test_prize_and_stake(dice: tuple[int, ...], tipo: str, due: int) -> None:
    """R26: 61 stakes on ases, one on the others, and the stake stays the player's."""
    line = only(coup([dice], bet(1, tipo, 100)))
    assert (line.outcome, line.due, line.returned) == (GANHA, due, 100)
    assert "BF R26" in line.rules


# --- a page of a round ---------------------------------------------------------------------------


def evening() -> BancaFrancesaRecord:
    """Return a round of five throws, worked by hand.

    Before throw 1: ana lays 10.00 on ases, rui 50.00 on pequeno, eva 30.00 in chips on the line of
    grande. 4-4-3 = 11 decides nothing. Rui makes his 80.00, ana lays 20.00 on grande. 6-6-5 = 17
    decides nothing. A die leaves the table: null. Ana takes her 10.00 off ases. 2-1-1 = 4 decides
    nothing. 6-5-4 = 15 is grande: rui loses 80.00; of eva's 30.00 half plays, 15.00, and wins
    15.00; ana's 20.00 win 20.00.
    """
    return BancaFrancesaRecord(
        limites=LIMITS,
        bets=(
            bet(1, "ases", 1_000, 1, player="ana", seat=1),
            bet(2, "pequeno", 5_000, 1, player="rui", seat=2),
            line_bet(3, "grande", 3_000, before=1, player="eva", seat=3),
            bet(4, "grande", 2_000, 2, player="ana", seat=1),
        ),
        alteracoes=(
            Alteracao(bet=2, valor=8_000, lancamento=2),
            Alteracao(bet=1, retirada=True, lancamento=4),
        ),
        lancamentos=(
            throw((4, 4, 3)),
            throw((6, 6, 5)),
            throw((5, 5), "off_table"),
            throw((2, 1, 1)),
            throw((6, 5, 4)),
        ),
        chance_anunciada=Anuncio(chance="grande", lancamento=6),
        recolha=(Recolha(bets=(2,), valor=8_000),),
        payments=(
            Payment(seat=3, bets=(3,), amount=1_500, stake_returned=1_500),
            Payment(seat=1, bets=(4,), amount=2_000, stake_returned=2_000),
        ),
    )


def test_a_page_of_a_round() -> None:
    """What counts is the bet as it stood at the throw that decided (R13); nothing is amiss."""
    verdict = judge(evening())
    due = {line.bet: (line.outcome, line.stake, line.due) for line in verdict.settlement.lines}
    assert due == {
        2: (PERDE, 8_000, 0),
        3: (GANHA, 1_500, 3_000),
        4: (GANHA, 2_000, 4_000),
    }
    assert verdict.settlement.result == {
        "dados": [6, 5, 4],
        "soma": 15,
        "chance": "grande",
        "lancamento": 5,
    }
    assert verdict.found == ()


def test_it_is_explained_in_both_languages() -> None:
    """The rule, the arithmetic of the line, the prize."""
    (_, line, _) = describe(settled(evening()))["lines"]
    assert line["why"]["pt"] == [
        "Na linha, 30.00 em fichas: de 30.00 joga metade, 15.00; o resto é do jogador. [BF R8]",
        "Saiu 6-5-4 = 15, grande: a aposta ganha 1 × 15.00 = 15.00; 15.00 são do jogador. [BF R26]",
    ]
    assert line["why"]["en"][0].startswith("On the line, 30.00 in chips: of 30.00 half plays")


def test_had_the_round_ended_earlier() -> None:
    """R13: each throw finds the bets as they stood before it."""
    record = evening()
    second = structs.replace(record, lancamentos=(throw((4, 4, 3)), throw((2, 2, 1))))
    assert lines(second) == {
        1: (PERDE, 1_000, 0),
        2: (GANHA, 8_000, 16_000),
        3: (PERDE, 1_500, 0),
        4: (PERDE, 2_000, 0),
    }
    first = structs.replace(record, lancamentos=(throw((1, 1, 1)),))
    assert lines(first)[1] == (GANHA, 1_000, 62_000)
    assert lines(first)[2] == (PERDE, 5_000, 0)


# --- windows between the throws ------------------------------------------------------------------


def test_places_in_the_chain_say_which_throw_a_bet_came_before() -> None:
    """R13: where a bet does not name its throw, its seq does; else its time."""
    throws = (Throw(dados=NOTHING, seq=5), Throw(dados=PEQUENO, seq=9))
    record = BancaFrancesaRecord(
        lancamentos=throws,
        bets=(
            bet(1, "pequeno", seq=4),
            bet(2, "pequeno", seq=6),
            bet(3, "pequeno", seq=10),
        ),
        alteracoes=(Alteracao(bet=1, valor=300, seq=7), Alteracao(bet=2, valor=9, seq=11)),
    )
    assert lines(record) == {
        1: (GANHA, 300, 600),
        2: (GANHA, 1000, 2000),
        3: (DEVOLVIDA, 1000, 1000),
    }
    late = [one for one in found(record) if one.code == "BET-LATE"]
    assert [(one.bet, one.amount, one.rule) for one in late] == [
        (3, 1000, "BF R13"),
        (2, 9, "BF R13"),
    ]


def test_a_bet_after_the_call_waits_for_the_next_throw() -> None:
    """R33: it came after the close, so it does not play in the throw that follows the call."""
    calls = {"nada_mais": (Call(seq=5), Call(seq=20)), "mode": "shared"}
    throws = [Throw(dados=PEQUENO, seq=10)]
    record = coup([*throws], bet(1, "pequeno", seq=6), **calls)
    assert lines(record) == {1: (DEVOLVIDA, 1000, 1000)}
    (fault,) = found(record)
    assert (fault.code, fault.rule, fault.bet, fault.expected) == ("BET-LATE", "BF R33", 1, "seq 5")
    again = coup(
        [Throw(dados=NOTHING, seq=10), Throw(dados=PEQUENO, seq=30)],
        bet(1, "pequeno", seq=6),
        **calls,
    )
    assert lines(again) == {1: (GANHA, 1000, 2000)}
    assert codes(again) == ["BET-LATE"]


def test_bets_may_be_opened_again_before_the_throw() -> None:
    """A close counts only until the bets are opened again in the same window."""
    record = coup(
        [Throw(dados=PEQUENO, seq=10)],
        bet(1, "pequeno", seq=7),
        nada_mais=(Call(seq=5), Call(seq=8)),
        apostas_abertas=(Opening(seq=1), Opening(seq=6)),
    )
    assert lines(record) == {1: (GANHA, 1000, 2000)}
    assert codes(record) == []


def test_a_late_change_does_not_count_and_a_late_return_of_a_late_bet_is_no_fault() -> None:
    """R33: the bet lies as it lay at the call; what came late may be given back."""
    record = coup(
        [Throw(dados=PEQUENO, seq=10)],
        bet(1, "pequeno", seq=1),
        bet(2, "pequeno", seq=6),
        bet(3, "grande", seq=2),
        nada_mais=(Call(seq=5),),
        alteracoes=(
            Alteracao(bet=1, valor=9_000, seq=6),
            Alteracao(bet=2, retirada=True, seq=7),
            Alteracao(bet=3, retirada=True, seq=8),
        ),
    )
    assert lines(record) == {1: (GANHA, 1000, 2000), 3: (PERDE, 1000, 0)}
    assert [(one.code, one.bet) for one in found(record)] == [
        ("BET-LATE", 2),
        ("BET-LATE", 1),
        ("BET-LATE", 3),
    ]


def test_a_change_may_turn_everything() -> None:
    """R13: between throws a bet may go to another spot, on the line or off it."""
    record = coup(
        [NOTHING, GRANDE],
        bet(1, "pequeno", 2000),
        alteracoes=(Alteracao(bet=1, tipo="grande", risco=True, lancamento=2),),
    )
    assert lines(record) == {1: (GANHA, 1000, 2000)}


# --- half value on the line ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chips", "stake"),
    [(1_000, 500), (1_999, 500), (2_000, 1_000), (3_700, 1_500), (200_000, 100_000)],
)
def test_half_of_the_full_multiples_plays(chips: int, stake: int) -> None:
    """R8: 37.00 count as 30.00, of which 15.00 play; what exceeds a multiple stays out."""
    line = only(coup([PEQUENO], line_bet(1, "pequeno", chips), limites=LIMITS))
    assert (line.stake, line.prize, line.returned) == (stake, stake, stake)


@pytest.mark.parametrize(("chips", "stake"), [(999, 499), (201_500, 100_750)])
def test_outside_the_limits_no_multiple_is_asked(chips: int, stake: int) -> None:
    """R8 asks for multiples within twice the limits; outside them the bet is settled as it lies."""
    record = coup([PEQUENO], line_bet(1, "pequeno", chips), limites=LIMITS)
    assert only(record).stake == stake
    (fault,) = [one for one in found(record) if one.code == "BF-HALF"]
    assert fault.amount == chips - (1_000 if chips < 1_000 else 200_000)
    assert codes(record) == ["BF-HALF"]


def test_one_players_chips_on_one_line_are_one_value() -> None:
    """R8 speaks of the value of the chips laid: 15.00 and 22.00 make 37.00, and 7.00 exceed."""
    mine = {"seat": 4, "player": "eva"}
    record = coup(
        [GRANDE],
        line_bet(1, "grande", 1_500, **mine),
        line_bet(2, "grande", 2_200, **mine),
        line_bet(3, "grande", 500, seat=5),
        line_bet(4, "grande", 500, seat=5),
        limites=LIMITS,
    )
    assert {number: stake for number, (_, stake, _) in lines(record).items()} == {
        1: 750,
        2: 750,
        3: 250,
        4: 250,
    }
    (fault,) = found(record)
    assert (fault.code, fault.recorded, fault.amount) == ("BF-HALF", "37.00", 700)


def test_the_step_is_the_tables() -> None:
    """R8's 10 euros are a parameter; 0 asks for no multiple."""
    bets = line_bet(1, "pequeno", 3_700)
    assert only(coup([PEQUENO], bets, multiplo_risco=2_500)).stake == 1_250
    assert only(coup([PEQUENO], bets, multiplo_risco=0)).stake == 1_850
    assert codes(coup([PEQUENO], bets, multiplo_risco=0)) == []


def test_ases_has_no_line() -> None:
    """R7: only pequeno and grande have one; the chips go back, all of them."""
    record = coup([ASES], line_bet(1, "ases", 1_000))
    assert lines(record) == {1: (DEVOLVIDA, 1_000, 1_000)}
    (fault,) = found(record)
    assert (fault.code, fault.rule, fault.recorded) == ("RES-IMPOSS", "BF R7", "ases")


@pytest.mark.parametrize(
    ("amount", "back", "expected"),
    [
        (1_500, 1_500, []),  # what played
        (1_500, 3_700, []),  # all the chips that lay there
        (1_850, 1_850, ["BF-HALF"]),  # half of all of them played
        (1_850, 3_700, ["BF-HALF"]),
        (3_000, 1_500, ["BF-PAY"]),
        (1_500, 2_000, ["BF-PAY"]),
    ],
)
def test_payment_of_a_line(amount: int, back: int, expected: list[str]) -> None:
    """R8: 15.00 are due on 37.00; the rest may be counted among what the player took back."""
    payment = Payment(seat=1, bets=(1,), amount=amount, stake_returned=back)
    record = coup([PEQUENO], line_bet(1, "pequeno", 3_700), payments=(payment,))
    paid = [one.code for one in judge(record).found if one.facts.get("bets")]
    assert paid == expected


def test_a_seat_paid_as_a_whole() -> None:
    """R8: 15.00 on the line of 37.00 and 10.00 beside it; all the chips are the player's again."""
    bets = line_bet(1, "pequeno", 3_700), bet(2, "pequeno", 1_000, seat=1)
    for amount, back, expected in [
        (2_500, 4_700, []),
        (2_500, 2_500, []),
        (2_850, 4_700, ["BF-HALF"]),
    ]:
        payment = Payment(seat=1, amount=amount, stake_returned=back)
        verdict = judge(coup([PEQUENO], *bets, payments=(payment,)))
        assert [one.code for one in verdict.found if one.facts.get("bets")] == expected


@pytest.mark.parametrize(
    ("back", "expected"), [(0, []), (2_200, []), (1_850, ["BF-HALF"]), (3_700, ["PAY-DIFF"])]
)
def test_what_stays_of_a_line_that_lost(back: int, expected: list[str]) -> None:
    """R8: of 37.00 the house takes 15.00; to take 18.50 treats the excess as in play."""
    payments = (Payment(seat=1, bets=(1,), amount=0, stake_returned=back),) if back else ()
    record = coup([GRANDE], line_bet(1, "pequeno", 3_700), payments=payments)
    paid = [one.code for one in judge(record).found if one.facts.get("bets")]
    assert paid == expected


# --- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tipo", "maximum", "times"),
    [("ases", 3_001, 6), ("pequeno", 100_001, 200), ("grande", 100_001, 200)],
)
def test_a_maximum_is_so_many_minima(tipo: str, maximum: int, times: int) -> None:
    """R12: 6 times on ases, 200 times on the others; exactly so many is within."""
    over = coup([ASES], limites={tipo: Limit(minimum=500, maximum=maximum)})
    (fault,) = found(over)
    assert (fault.code, fault.amount) == ("BF-MAX", 1)
    assert codes(coup([ASES], limites={tipo: Limit(minimum=500, maximum=500 * times)})) == []
    assert CODES["BF-MAX"].of_table


def test_a_players_stakes_on_a_spot_are_one() -> None:
    """R12, DECISION of the page: what plays on the spot and on its line is summed."""
    mine = {"seat": 1, "player": "ana"}
    record = coup(
        [GRANDE],
        bet(1, "pequeno", 99_000, **mine),
        line_bet(2, "pequeno", 4_000, **mine),
        bet(3, "pequeno", 1_000, seat=2),
        bet(4, "ases", 499, seat=3),
        limites=LIMITS,
    )
    over, under = found(record)
    assert (over.code, over.bet, over.recorded, over.amount) == ("BET-MAX", 2, "1010.00", 1_000)
    assert (under.code, under.bet, under.amount) == ("BET-MIN", 4, -1)
    within = structs.replace(record, bets=record.bets[:1])
    assert codes(within) == []


def test_stakes_of_nothing_and_chips_that_do_not_add_up() -> None:
    """A stake is money, and the money of its chips."""
    record = coup(
        [GRANDE], bet(1, "pequeno", 0), bet(2, "grande", 500, chips=Chips(count=2, value=200))
    )
    assert codes(record) == ["BET-MIN", "BET-MULT"]


def test_the_tables_own_multiple() -> None:
    """A multiple that the table sets is asked for like its limits."""
    limits = {"grande": Limit(multiple=500)}
    assert codes(coup([GRANDE], bet(1, "grande", 700), limites=limits)) == ["BET-MULT"]
    assert codes(coup([GRANDE], bet(1, "grande", 1500), limites=limits)) == []


@pytest.mark.parametrize("wrong", [{"tipo": "zebra"}, {"selecao": "17"}])
def test_a_bet_that_the_cloth_lacks_goes_back(wrong: dict[str, str]) -> None:
    """R6: three spots and no more; it is no reason to stop."""
    one = structs.replace(bet(1, "pequeno", 700), **wrong)
    record = coup([PEQUENO], one, bet(2, "pequeno"))
    assert lines(record)[1] == (DEVOLVIDA, 700, 700)
    (fault,) = found(record)
    assert (fault.code, fault.rule, fault.bet, fault.amount) == ("RES-IMPOSS", "BF R6", 1, 700)


def test_a_number_used_twice() -> None:
    """A number names one bet: the second bearer of it is a fault, and both are settled."""
    record = coup([PEQUENO], bet(1, "pequeno"), bet(1, "grande", seat=2))
    assert [line.outcome for line in settled(record).lines] == [GANHA, PERDE]
    assert [one.code for one in judge(record).found if one.code == "RES-IMPOSS"] == ["RES-IMPOSS"]


# --- dice ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [(7, 1, 1), (0, 2, 3), (1, 2), (1, 1, 1, 3), ()])
def test_dice_that_cannot_be_decide_nothing(dice: tuple[int, ...]) -> None:
    """R5: three dice of six faces. The next throw decides."""
    record = coup([dice, PEQUENO], bet(1, "pequeno"))
    assert lines(record) == {1: (GANHA, 1000, 2000)}
    (fault,) = found(record)
    assert (fault.code, fault.rule, fault.facts["lancamento"]) == ("RES-IMPOSS", "BF R5 a", 1)


@pytest.mark.parametrize(
    "cause", ["object", "off_table", "broken", "not_all_thrown", "in_cup", "leaning", "illegible"]
)
def test_a_null_throw_is_thrown_again(cause: str) -> None:
    """R20 b, R22: nothing is won or lost by it, whatever the dice show."""
    record = coup([throw(ASES, cause), GRANDE], bet(1, "ases"), bet(2, "grande"))
    assert lines(record) == {1: (PERDE, 1000, 0), 2: (GANHA, 1000, 2000)}
    assert codes(record) == []


def test_no_throw_is_null_for_another_reason() -> None:
    """R22 lists what makes a throw null: for anything else the dice that lie there decide."""
    record = coup([throw(ASES, "azar"), GRANDE], bet(1, "ases"), bet(2, "grande"))
    assert lines(record) == {1: (GANHA, 1000, 62_000), 2: (PERDE, 1000, 0)}
    assert [(one.code, one.rule) for one in found(record)] == [
        ("VOID-BAD", "BF R22"),
        ("BF-DEC", "BF R13"),
    ]


def test_two_legible_dice_are_no_result_whatever_the_reason() -> None:
    """A throw of which not all dice could be read is thrown again without fault."""
    record = coup([throw((1, 1), "azar"), GRANDE], bet(2, "grande"))
    assert codes(record) == []


# --- the end of the round ------------------------------------------------------------------------


def test_a_round_that_ended_undecided() -> None:
    """R13, R23: the dice are thrown until a spot wins."""
    record = coup([NOTHING], bet(1, "pequeno", 700))
    assert lines(record) == {1: (PENDENTE, 700, 0)}
    (fault,) = found(record)
    assert (fault.code, fault.recorded, fault.amount) == ("BF-DEC", "4-4-3 = 11", 700)
    gone = structs.replace(record, alteracoes=(Alteracao(bet=1, retirada=True, lancamento=2),))
    assert lines(gone) == {}
    assert codes(gone) == []


def test_thrown_again_after_a_spot_had_won() -> None:
    """R13, R23: the first spot that comes decides, not a later one."""
    record = coup([PEQUENO, GRANDE], bet(1, "pequeno"), bet(2, "grande"))
    assert lines(record) == {1: (GANHA, 1000, 2000), 2: (PERDE, 1000, 0)}
    (fault,) = found(record)
    assert (fault.code, fault.expected, fault.recorded) == ("BF-DEC", "1-2-3 pequeno", "6-5-4")


def test_what_is_announced_is_what_came() -> None:
    """R14: another spot than the dice show, or one though they show none."""
    said = Anuncio(chance="grande", lancamento=2)
    assert codes(coup([GRANDE], chance_anunciada=said)) == []
    (fault,) = found(coup([PEQUENO], chance_anunciada=said))
    assert (fault.code, fault.rule) == ("RES-IMPOSS", "BF R14")
    assert (fault.expected, fault.recorded) == ("pequeno", "grande")
    assert codes(coup([NOTHING], chance_anunciada=said)) == ["RES-IMPOSS"]


# --- abafo ---------------------------------------------------------------------------------------


def test_abafo_pays_the_winner_and_takes_from_nobody() -> None:
    """R20 d: the winning spot is paid, and no other bet loses."""
    record = coup(
        [NOTHING, PEQUENO],
        bet(1, "ases", 500),
        bet(2, "pequeno", 700),
        line_bet(3, "grande", 2_000),
        abafo=Call(lancamento=3),
    )
    assert lines(record) == {
        1: (NULA, 500, 500),
        2: (GANHA, 700, 1_400),
        3: (NULA, 1_000, 1_000),
    }
    assert codes(record) == []
    assert settled(record).lines[0].rules == ("BF R20 d",)


@pytest.mark.parametrize(
    "more",
    [
        {"abafo": Call(lancamento=2)},
        {"abafo": Call(seq=21), "chance_anunciada": Anuncio(seq=20, chance="pequeno")},
    ],
)
def test_dice_touched_at_another_moment(more: dict[str, Any]) -> None:
    """R20 d: only after a winning combination, and before it is announced."""
    throws = [Throw(dados=NOTHING, seq=5), Throw(dados=PEQUENO, seq=10)]
    assert lines(coup([*throws], bet(1, "ases"), **more)) == {1: (PERDE, 1000, 0)}


def test_abafo_may_be_noted_as_an_error() -> None:
    """The record's list of errors tells the same fact."""
    errors = (ErrorNoted(error="abafo"),)
    assert lines(coup([PEQUENO], bet(1, "ases"), errors=errors)) == {1: (NULA, 1000, 1000)}
    other = (ErrorNoted(error="outro"),)
    assert lines(coup([PEQUENO], bet(1, "ases"), errors=other)) == {1: (PERDE, 1000, 0)}


def test_losers_collected_after_abafo() -> None:
    """R20 d: the stake that was taken is owed."""
    record = coup([PEQUENO], bet(1, "ases", 500), abafo=Call(lancamento=2))
    (fault,) = judge(record).found
    assert (fault.code, fault.rule, fault.amount) == ("PAY-NONE", "BF R20 d", -500)


# --- payments and collections --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "expected"), [(6_000, "BF-PAY"), (6_200, "BF-PAY"), (6_100, None)]
)
def test_ases_at_other_odds(amount: int, expected: str | None) -> None:
    """R26 a: 61 stakes, no more and no less."""
    payment = Payment(seat=1, bets=(1,), amount=amount, stake_returned=100)
    verdict = judge(coup([ASES], bet(1, "ases", 100), payments=(payment,)))
    assert [one.code for one in verdict.found] == ([expected] if expected else [])


def test_losers_first() -> None:
    """R24: no prize before every loss is collected."""
    bets = bet(1, "ases", 100), bet(2, "pequeno", 100)
    winner = Payment(seat=2, bets=(2,), amount=100, stake_returned=100)
    early = coup([PEQUENO], *bets, payments=(winner,), recolha=(Recolha(bets=(1,), pagamentos=1),))
    (fault,) = judge(early).found
    assert (fault.code, fault.rule, fault.recorded) == ("BF-PAY", "BF R24", "2")
    proper = structs.replace(early, recolha=(Recolha(bets=(1,)),))
    assert judge(proper).found == ()
    whole = structs.replace(early, recolha=(Recolha(valor=100, pagamentos=1),))
    assert [one.code for one in judge(whole).found] == ["BF-PAY"]
    unseen = structs.replace(early, records=("bets",))
    assert judge(unseen).found == ()


def test_ases_are_collected_first() -> None:
    """R15: the collection always begins with ases."""
    bets = bet(1, "ases", 100), bet(2, "pequeno", 100), bet(3, "pequeno", 100)
    taken = Recolha(bets=(2,)), Recolha(bets=(1,)), Recolha(bets=(3,))
    wrong = coup([GRANDE], *bets, recolha=taken)
    (fault,) = judge(wrong).found
    assert (fault.code, fault.rule) == ("PAY-ORDER", "BF R15")
    right = structs.replace(wrong, recolha=(taken[1], taken[0], taken[2]))
    assert judge(right).found == ()


# --- staff and sets of dice ----------------------------------------------------------------------


def shift(role: str, since: str | None = None) -> Shift:
    """Return somebody at a post."""
    return Shift(person=f"p-{role}", role=role, since=since)


@pytest.mark.parametrize(
    ("posts", "lacking"),
    [
        (("cavalinho", "pagador", "fiscal"), ""),
        (("pagador", "pagador", "fiscal"), ""),
        (("cavalinho", "fiscal"), "pagador"),
        (("pagador", "fiscal"), "cavalinho"),
        (("cavalinho", "pagador"), "fiscal"),
    ],
)
def test_three_run_the_table(posts: tuple[str, ...], lacking: str) -> None:
    """R3: a fiscal and two pagadores, of whom one throws."""
    record = coup([GRANDE], pessoal=tuple(shift(post) for post in posts))
    assert [one.expected for one in found(record)] == ([lacking] if lacking else [])
    assert codes(structs.replace(record, records=("bets",))) == []


CREW: Final = (shift("pagador", at("18:00:00")), shift("fiscal", at("18:00:00")))


@pytest.mark.parametrize(
    ("clock", "before", "expected"),
    [
        ("21:00:00", None, []),
        ("21:00:01", None, ["STAFF-1H"]),
        ("21:10:00", "21:05:00", []),
        ("22:10:00", "21:05:00", ["STAFF-1H"]),
    ],
)
def test_the_cavalinho_stays_an_hour(clock: str, before: str | None, expected: list[str]) -> None:
    """R21: the round that first passes the hour shows it; pagador and fiscal have no such term."""
    record = coup(
        [throw(GRANDE, at=at(clock))],
        pessoal=(*CREW, shift("cavalinho", at("20:00:00"))),
        anterior=Anterior(lancado=at(before)) if before else None,
    )
    assert codes(record) == expected


@pytest.mark.parametrize(
    ("clock", "before", "expected"),
    [
        ("21:00:00", None, []),
        ("21:00:01", "20:59:00", ["BF-SET"]),
        ("21:30:00", "21:05:00", []),
    ],
)
def test_the_set_takes_turns_every_hour(
    clock: str, before: str | None, expected: list[str]
) -> None:
    """R17: hour by hour, from the opening."""
    record = coup(
        [throw(GRANDE, at=at(clock))],
        terno=DiceSet(id="t1", since=at("20:00:00")),
        anterior=Anterior(lancado=at(before)) if before else None,
    )
    assert codes(record) == expected
    assert codes(structs.replace(record, records=("bets", "payouts"))) == []


def test_no_fourth_set_comes_to_the_table() -> None:
    """R16: the three given at the opening stay until it closes; a suspect one may be replaced."""
    sets = tuple(DiceSet(id=f"t{number}", since=at("20:00:00")) for number in (1, 2, 3))
    other = DiceSet(id="t9", since=at("20:30:00"), reason="hourly")
    record = coup([throw(GRANDE, at=at("20:40:00"))], terno=other, trocas=(*sets, other))
    (fault,) = found(record)
    assert (fault.code, fault.rule, fault.recorded) == ("BF-SET", "BF R16", "t9")
    registered = structs.replace(record, ternos=("t1", "t2", "t9"), trocas=())
    assert codes(registered) == []
    suspect = structs.replace(
        record, terno=structs.replace(other, reason="suspected", seal="s1", witnesses=2)
    )
    assert codes(suspect) == []
    again = structs.replace(record, anterior=Anterior(lancado=at("20:35:00")))
    assert codes(again) == []
    unthrown = structs.replace(record, anterior=Anterior(aberto=at("20:35:00")))
    assert codes(unthrown) == []
    earlier = structs.replace(record, anterior=Anterior(aberto=at("20:25:00")))
    assert codes(earlier) == ["BF-SET"]


def test_a_set_that_came_for_a_sealed_one_takes_its_turns() -> None:
    """R16, R18: it lies there in the sealed one's place, and comes back with the hour (R17)."""
    sets = [DiceSet(id=f"t{number}", since=at("20:00:00")) for number in (1, 2, 3)]
    sets.append(DiceSet(id="t4", since=at("20:10:00"), reason="suspected", replaced="t1"))
    sets.append(DiceSet(id="t2", since=at("20:50:00"), reason="hourly", replaced="t4"))
    back = DiceSet(id="t4", since=at("21:40:00"), reason="hourly", replaced="t2")
    record = coup([throw(GRANDE, at=at("21:45:00"))], terno=back, trocas=(*sets, back))
    assert codes(record) == []
    registered = structs.replace(record, ternos=("t1", "t2", "t3"))
    assert codes(registered) == []


# --- null rounds ---------------------------------------------------------------------------------


def test_online_a_void_returns_every_stake() -> None:
    """R36, R38: the operator's system failed before a spot was shown."""
    record = coup(
        [NOTHING],
        bet(1, "ases", 300),
        line_bet(2, "pequeno", 2_000),
        mode="shared",
        void=Void(cause="avaria", side="operator"),
    )
    result = settled(record)
    assert result.void
    assert lines(record) == {1: (DEVOLVIDA, 300, 300), 2: (DEVOLVIDA, 1_000, 1_000)}
    assert codes(record) == []
    unpaid = judge(record).found
    assert [(one.code, one.amount) for one in unpaid] == [
        ("VOID-REFUND", -300),
        ("VOID-REFUND", -1_000),
    ]


def test_a_void_that_gives_back_all_chips_of_a_line_is_whole() -> None:
    """R8, R38: 37.00 lay on the line, and all of them go back."""
    record = coup(
        [],
        line_bet(1, "pequeno", 3_700),
        mode="shared",
        void=Void(cause="avaria", side="operator"),
        payments=(Payment(seat=1, bets=(1,), amount=0, stake_returned=3_700),),
    )
    assert "VOID-REFUND" not in [one.code for one in judge(record).found]


def test_a_void_though_the_dice_had_decided() -> None:
    """R36: the spot is shown by the signed throw, so nothing is void."""
    record = coup([GRANDE], bet(1, "grande"), mode="shared", void=Void(cause="avaria"))
    assert lines(record) == {1: (GANHA, 1000, 2000)}
    (fault,) = found(record)
    assert (fault.code, fault.rule, fault.expected) == ("VOID-BAD", "BF R36", "6-5-4 grande")


@pytest.mark.parametrize(("throws", "outcome"), [([GRANDE], GANHA), ([NOTHING], PENDENTE)])
def test_the_players_network_voids_nothing(
    throws: list[tuple[int, ...] | Throw], outcome: Outcome
) -> None:
    """R37: the round stands, and is settled once a spot has come."""
    record = coup(
        throws, bet(1, "grande"), mode="exclusive", void=Void(cause="rede", side="player")
    )
    assert only(record).outcome is outcome
    assert not settled(record).void
    assert [(one.code, one.rule) for one in found(record)] == [("VOID-NET", "BF R37")]


def test_in_the_room_no_rule_voids_a_round() -> None:
    """R22: a null throw is repeated; without any, the void has no ground. The stakes go back."""
    record = coup([NOTHING], bet(1, "grande"), void=Void(cause="engano"))
    assert lines(record) == {1: (DEVOLVIDA, 1000, 1000)}
    assert codes(record) == ["VOID-BAD"]
    nulled = coup([throw((1, 1), "off_table")], bet(1, "grande"), void=Void(cause="off_table"))
    assert lines(nulled) == {1: (DEVOLVIDA, 1000, 1000)}
    assert codes(nulled) == []


def test_online_nothing_thrown_and_nothing_voided() -> None:
    """R36: closed without a spot that could be shown, it should have been void."""
    record = coup([], bet(1, "grande"), mode="shared")
    assert [(one.code, one.rule) for one in found(record)] == [("VOID-MISS", "BF R36")]
    assert codes(coup([], bet(1, "grande"))) == ["BF-DEC"]
    payment = Payment(seat=1, bets=(1,), amount=1000, stake_returned=1000)
    paid = judge(structs.replace(record, payments=(payment,))).found
    assert {one.code for one in paid} == {"VOID-MISS"}


# --- online --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "closed", "standard", "expected"),
    [
        (15, "20:00:15", 15, []),
        (15, "20:00:15", None, []),
        (20, "20:00:20", 15, ["ONL-TIME"]),
        (15, "20:00:10", 15, ["ONL-TIME"]),
        (None, "20:00:15", 15, []),
    ],
)
def test_one_betting_time_for_all(
    seconds: int | None, closed: str, standard: int | None, expected: list[str]
) -> None:
    """R32: fixed before, and the same for everybody at a shared table."""
    record = coup(
        [Throw(dados=GRANDE, at=at("20:01:00"))],
        mode="shared",
        tempo_apostas=standard,
        apostas_abertas=(Opening(at=at("20:00:00"), segundos=seconds),),
        nada_mais=(Call(at=at(closed)),),
    )
    assert codes(record) == expected
    assert codes(structs.replace(record, mode="exclusive")) == []


def test_demonstration_play_gives_free_play_only() -> None:
    """R42."""
    record = coup([GRANDE], bet(1, "grande"), mode="demo", meios=("free_play",))
    assert codes(record) == []
    assert codes(structs.replace(record, meios=("free_play", "cash"))) == ["ONL-DEMO"]


def test_sessions() -> None:
    """R39-R41: the history is whole; a session ends, or is restricted, only on a ground."""
    session = PlayerSession(session="s1", ended_by="operator", cause="idle", rounds=3, history=3)
    record = coup([GRANDE], mode="shared", sessoes=(session,))
    assert codes(record) == []
    short = structs.replace(session, history=2)
    assert codes(structs.replace(record, sessoes=(short,))) == ["ONL-HIST"]
    thrown_out = structs.replace(session, cause="winning")
    assert codes(structs.replace(record, sessoes=(thrown_out,))) == ["ONL-EXCL"]
    kept_out = PlayerSession(session="s2", cause="risk", restricted=True)
    assert codes(structs.replace(record, sessoes=(kept_out,))) == ["ONL-EXCL"]


# --- what holds for any round --------------------------------------------------------------------

DICE: Final = st.sampled_from([ASES, PEQUENO, GRANDE, NOTHING, (6, 6, 6), (7, 1, 1), (1, 1), ()])
THROWS: Final = st.lists(
    st.builds(
        Throw,
        dados=DICE,
        nulo=st.sampled_from([None, None, None, "off_table", "azar"]),
        at=st.sampled_from([None, at("20:00:00"), "nunca"]),
        seq=st.none() | st.integers(1, 9),
    ),
    max_size=4,
).map(tuple)
WHEN: Final = {
    "lancamento": st.none() | st.integers(-1, 6),
    "at": st.sampled_from([None, at("20:00:00"), "nunca"]),
    "seq": st.none() | st.integers(1, 9),
}
TIPOS: Final = st.sampled_from([*SPOTS, "", "zebra"])
AMOUNTS: Final = st.integers(-5, 5_000)


def bets_of(
    number: st.SearchStrategy[int], amounts: st.SearchStrategy[int] = AMOUNTS
) -> st.SearchStrategy[Aposta]:
    """Give bets of any kind."""
    return st.builds(
        Aposta,
        bet=number,
        seat=st.integers(0, 4),
        tipo=TIPOS,
        valor=amounts,
        selecao=st.sampled_from(["", "", "", "1"]),
        player=st.sampled_from([None, "ana"]),
        risco=st.booleans(),
        **WHEN,
    )


CHANGES: Final = st.lists(
    st.builds(
        Alteracao,
        bet=st.integers(1, 5),
        retirada=st.booleans(),
        tipo=st.none() | TIPOS,
        valor=st.none() | AMOUNTS,
        risco=st.none() | st.booleans(),
        **WHEN,
    ),
    max_size=3,
).map(tuple)


@st.composite
def coups(draw: st.DrawFn) -> BancaFrancesaRecord:
    """Give rounds whose bets have numbers of their own and stakes of some money."""
    bets = draw(st.lists(bets_of(st.just(0), st.integers(1, 5_000)), max_size=5))
    return BancaFrancesaRecord(
        lancamentos=draw(THROWS),
        bets=tuple(structs.replace(one, bet=number) for number, one in enumerate(bets, start=1)),
        alteracoes=draw(CHANGES),
        limites=draw(st.sampled_from([{}, LIMITS])),
        mode=draw(st.sampled_from(["physical", "shared"])),
        nada_mais=draw(st.lists(st.builds(Call, **WHEN), max_size=2).map(tuple)),
        abafo=draw(st.none() | st.builds(Call, **WHEN)),
    )


@given(coups())
@settings(max_examples=40)
def test_every_stake_is_accounted_for(record: BancaFrancesaRecord) -> None:
    """What plays is won, lost, given back or still there, and never more than was laid."""
    laid = {one.bet: one for one in record.bets}
    for change in record.alteracoes:
        one = laid.get(change.bet)
        if one is not None and change.valor is not None:
            laid[change.bet] = structs.replace(one, valor=max(one.valor, change.valor))
    result = settled(record)
    chance = result.result.get("chance")
    for line in result.lines:
        assert line.bet is not None
        assert 0 <= line.stake <= laid[line.bet].valor
        match line.outcome:
            case Outcome.GANHA:
                times = 61 if chance == "ases" else 1
                assert (line.prize, line.returned) == (times * line.stake, line.stake)
            case Outcome.PERDE | Outcome.PENDENTE:
                assert line.due == 0
            case _:
                assert (line.prize, line.returned) == (0, line.stake)
    said = describe(result)
    assert all("{" not in text for line in said["lines"] for text in line["why"]["pt"])


@given(coups(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_bets_of_different_players_do_not_touch_one_another(
    record: BancaFrancesaRecord, random: Random
) -> None:
    """The order in which independent bets were placed changes no line."""
    own = tuple(structs.replace(one, player=f"p{one.bet}") for one in record.bets)
    record = structs.replace(record, bets=own)
    shuffled = list(own)
    random.shuffle(shuffled)
    again = settled(structs.replace(record, bets=tuple(shuffled))).lines
    assert {line.bet: line for line in again} == {line.bet: line for line in settled(record).lines}


@given(coups())
@settings(max_examples=40)
def test_a_void_returns_everything(record: BancaFrancesaRecord) -> None:
    """R38: with no throw, every stake of a void round goes back, whatever else was wrong."""
    void = structs.replace(
        record, lancamentos=(), mode="shared", void=Void(cause="avaria", side="operator")
    )
    result = settled(void)
    assert result.void
    assert all(line.due == line.returned == line.stake for line in result.lines)


@given(coups())
@settings(max_examples=40)
def test_what_is_due_and_paid_is_no_fault(record: BancaFrancesaRecord) -> None:
    """Exact payments raise no finding about payments."""
    about = {one.code for one in found(record) if one.facts.get("bets")}
    assert not about


ANY_RECORD: Final = st.builds(
    BancaFrancesaRecord,
    mode=st.sampled_from(["physical", "shared", "exclusive", "demo", "x"]),
    records=st.sampled_from([None, ("bets",), ("payouts", "staff")]),
    limites=st.dictionaries(
        TIPOS, st.builds(Limit, minimum=AMOUNTS, maximum=AMOUNTS, multiple=AMOUNTS), max_size=3
    ),
    multiplo_risco=st.none() | AMOUNTS,
    tempo_apostas=st.none() | AMOUNTS,
    ternos=st.sampled_from([(), ("t1",)]),
    terno=st.none() | st.builds(DiceSet, id=st.sampled_from(["", "t1", "t2"]), since=WHEN["at"]),
    trocas=st.lists(st.builds(DiceSet, id=st.sampled_from(["", "t1"])), max_size=4).map(tuple),
    pessoal=st.lists(
        st.builds(
            Shift,
            person=st.just("p"),
            role=st.sampled_from(["cavalinho", "x", "fiscal"]),
            since=WHEN["at"],
        ),
        max_size=3,
    ).map(tuple),
    anterior=st.none() | st.builds(Anterior, lancado=WHEN["at"]),
    bets=st.lists(bets_of(st.integers(0, 3)), max_size=4).map(tuple),
    alteracoes=CHANGES,
    apostas_abertas=st.lists(
        st.builds(Opening, segundos=st.none() | AMOUNTS, **WHEN), max_size=2
    ).map(tuple),
    nada_mais=st.lists(st.builds(Call, **WHEN), max_size=2).map(tuple),
    lancamentos=THROWS,
    chance_anunciada=st.none() | st.builds(Anuncio, chance=TIPOS, **WHEN),
    abafo=st.none() | st.builds(Call, **WHEN),
    recolha=st.lists(
        st.builds(
            Recolha,
            bets=st.lists(st.integers(0, 4), max_size=2).map(tuple),
            pagamentos=st.integers(-2, 4),
        ),
        max_size=3,
    ).map(tuple),
    meios=st.sampled_from([(), ("cash",)]),
    void=st.none() | st.builds(Void, cause=st.just("avaria"), side=SIDES),
    payments=strange_payments(st.integers(0, 4), st.integers(0, 4), AMOUNTS, most=3),
)


@given(ANY_RECORD)
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_no_fact_is_too_strange_to_judge(record: BancaFrancesaRecord) -> None:
    """Accept facts, flag faults: nothing that a table records raises, and all can be said."""
    judged_in_words(record)


# --- the record and the register -----------------------------------------------------------------


def test_a_record_is_read_from_json() -> None:
    """The field names of the page."""
    record = decode_record(
        '{"game": "banca_francesa",'
        ' "bets": [{"bet": 1, "seat": 3, "tipo": "grande", "valor": 3000, "risco": true}],'
        ' "lancamentos": [{"dados": [6, 6], "nulo": "in_cup"}, {"dados": [6, 6, 4]}]}'
    )
    assert isinstance(record, BancaFrancesaRecord)
    assert only(record).due == 3_000


def test_every_rule_is_accounted_for() -> None:
    """R1 to R43, each once, none missing."""
    assert sorted(int(rule.rule[1:]) for rule in COVERAGE) == list(range(1, 44))
    assert not [rule.rule for rule in COVERAGE if rule.status == "missing"]
