"""Póquer sintético: antes, estardilho, five turns, cards in excess, nullity, play online."""

from typing import Any

import pytest
from msgspec import structs

from projections.replay.games.poker.poquer_sintetico import SinteticoRecord
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import judge
from projections.replay.settlement import Outcome
from tests.projections.replay.games.poker.poquer_sintetico.sintetico_table import (
    ANTES,
    BOARD,
    CHECKED,
    HOLES,
    PASSES,
    seated,
    sintetico,
)
from tests.projections.replay.games.poker.told import assert_conserved, codes, dues, only, settled

# Antes (S7, S18).


def test_an_ante_put_in_late_counts_as_any() -> None:
    """S18: who had none when cards were dealt may still put it in."""
    text = "1 ante 100, 2 ante 100, 3 ante 100 | 2 passar, 3 passar, 4 ante 100, 4 passar, 1 passar"
    record = sintetico(f"{text}" + " | 2 passar, 3 passar, 4 passar, 1 passar" * 4)
    assert codes(record) == []
    assert dues(record) == {1: 400}


def test_who_puts_in_no_ante_takes_no_part() -> None:
    """S18: seat 1, who would win, neither pays nor speaks: seat 3 wins 3.00 of tens over nines."""
    passes = " | 2 passar, 3 passar, 4 passar" * 5
    record = sintetico("2 ante 100, 3 ante 100, 4 ante 100" + passes)
    assert dues(record) == {3: 300}
    assert codes(record) == []


def test_who_bets_without_an_ante() -> None:
    """S18: seat 1 follows 2.00 without it: a fault, and no right to the pot."""
    turn = " | 2 apostar 200, 3 acompanhar 200, 4 acompanhar 200, 1 acompanhar 200"
    rest = " | 2 passar, 3 passar, 4 passar, 1 passar" * 4
    record = sintetico("2 ante 100, 3 ante 100, 4 ante 100" + turn + rest)
    assert dues(record) == {3: 1_100}
    fault = only(record)
    assert (fault.code, fault.rule, fault.seat, fault.amount) == ("NB-BLIND", "SI R18", 1, -100)
    (line,) = [line for line in settled(record).lines if line.seat == 1]
    assert line.rules == ("SI R18",)
    assert "não fez a aposta inicial" in line.why[0].text("pt", line)


def test_nobody_knows_who_put_in_the_ante() -> None:
    """S18: the hand stands with the pot as it is, 3.00, and seat 1 plays for it."""
    record = sintetico(
        CHECKED.replace("1 ante 100, ", ""), errors=(ErrorNoted(error="ante_desconhecida"),)
    )
    assert dues(record) == {1: 300}
    assert codes(record) == []


@pytest.mark.parametrize(
    ("ante", "amount", "rule"), [(50, -50, "SI R7"), (150, 50, "SI R7"), (0, -100, "SI R18")]
)
def test_an_ante_is_the_minimum(ante: int, amount: int, rule: str) -> None:
    """S7: neither more nor less, from all."""
    record = sintetico(CHECKED.replace("4 ante 100", f"4 ante {ante}"))
    fault = next(one for one in judge(record).found if one.code == "NB-BLIND")
    assert (fault.rule, fault.seat, fault.amount) == (rule, 4, amount)


def test_what_an_ante_has_beyond_the_minimum_goes_back() -> None:
    """S7: 1.50 instead of 1.00: the others owe nothing more, 0.50 go back."""
    record = sintetico(CHECKED.replace("4 ante 100", "4 ante 150"))
    assert dues(record) == {1: 400, 4: 50}
    assert codes(record) == [("NB-BLIND", 4)]


def test_a_cave_below_the_minimum_is_all_in_with_the_ante() -> None:
    """R28, R40; O8 is not of sintético: seat 1 has 0.40, and plays for 0.40 of each."""
    players = tuple(
        structs.replace(one, stack=40 if one.seat == 1 else 10_000) for one in seated(*HOLES)
    )
    text = CHECKED.replace("1 ante 100", "1 ante 40").replace(", 1 passar", "")
    record = sintetico(text, players=players)
    assert dues(record) == {1: 160, 3: 180}
    assert codes(record) == []


@pytest.mark.parametrize("word", ["pequena_aposta", "grande_aposta", "valor_reposto"])
def test_sintetico_has_no_blinds(word: str) -> None:
    """S7: the ante alone; what else was put in lies in the pot."""
    record = sintetico(f"1 {word} 100, {CHECKED}")
    assert codes(record)[0] == ("NB-BLIND", 1)
    assert sum(dues(record).values()) == 500


# Estardilho and restardilho (S13).


def est(text: str, **fields: Any) -> SinteticoRecord:
    """Return a hand of four with these acts before the first card, then passed to the end."""
    out = {act.split()[0] for act in text.split(",") if "desistir" in act}
    rest = [seat for seat in "2341" if seat not in out]
    turns = (" | " + ", ".join(f"{seat} passar" for seat in rest)) * 5 if len(rest) > 1 else ""
    return sintetico(f"{ANTES}, {text}{turns}", **{"estardilho": True, **fields})


PLAYED = "3 estardilho 200, 4 acompanhar 400, 1 acompanhar 400, 2 desistir, 3 acompanhar 200"


def test_an_estardilho_is_answered_with_the_double() -> None:
    """S13 a: 2.00 advanced, 4.00 to play, and its player doubles: 4.00 + 3·4.00 = 16.00."""
    record = est(PLAYED)
    assert dues(record) == {1: 1_600}
    assert codes(record) == []


def test_who_estardilhou_and_gives_up_loses_the_advance() -> None:
    """S13 a: seat 3 advances 2.00 and gives up: the 2.00 stay for seat 1, with all antes.

    Seats 4 and 1 put in 4.00: 4.00 of antes + 2.00 + 8.00.
    """
    record = est("3 estardilho 200, 4 acompanhar 400, 1 acompanhar 400, 2 desistir, 3 desistir")
    assert dues(record) == {1: 1_400}
    assert codes(record) == []
    (line,) = [line for line in settled(record).lines if line.seat == 3]
    assert (line.stake, line.rules) == (300, ("SI R13 a",))
    assert "perde o que avançou" in line.why[0].text("pt", line)
    assert "announced and then gave up" in line.why[0].text("en", line)


def test_an_estardilho_nobody_answers() -> None:
    """All others give up: seat 3 takes the antes of 4.00 and has his 2.00 back."""
    record = est("3 estardilho 200, 4 desistir, 1 desistir, 2 desistir")
    assert dues(record) == {3: 600}
    assert settled(record).lines[2].returned == 200
    assert codes(record) == []


def test_a_restardilho_doubles_again() -> None:
    """S13 b: 2.00, then 4.00: to play costs 8.00, for both who advanced too.

    2 and 3 give up (3 loses 2.00): 4.00 + 2.00 + 8.00 + 8.00 = 22.00.
    """
    text = (
        "3 estardilho 200, 1 restardilho 400, 2 desistir, 3 desistir, 4 acompanhar 800,"
        " 1 acompanhar 400"
    )
    record = est(text)
    assert dues(record) == {1: 2_200}
    assert codes(record) == []


def test_who_restardilhou_and_gives_up_loses_it_too() -> None:
    """S13 b: the 4.00 advanced stay in the pot: 4.00 + 8.00 + 8.00 + 4.00 = 24.00 for seat 3."""
    text = (
        "3 estardilho 200, 1 restardilho 400, 2 desistir, 3 acompanhar 600, 4 acompanhar 800,"
        " 1 desistir"
    )
    record = est(text)
    assert dues(record) == {3: 2_400}
    assert {line.seat: line.rules for line in settled(record).lines}[1] == ("SI R13 b",)
    assert codes(record) == []


def test_who_estardilhou_may_raise_to_his_cave() -> None:
    """S13 a: at a table com limite too; the others equal it as far as their caves go (R28).

    Seat 3 doubles and adds all he has, 100.00 - 1.00 - 4.00 = 95.00; seat 4 has 20.00 left of 25.00
    and seat 1 follows. Main pot to 25.00: 25·3 + 1.00 of seat 2 = 76.00; side pot 2·75.00.
    """
    players = tuple(
        structs.replace(one, stack=2_500 if one.seat == 4 else 10_000) for one in seated(*HOLES)
    )
    text = (
        f"{ANTES}, 3 estardilho 200, 4 acompanhar 400, 1 acompanhar 400, 2 desistir,"
        " 3 repicar 9700, 4 acompanhar 2000, 1 acompanhar 9500 |||||"
    )
    record = sintetico(text, players=players, estardilho=True, limit="com_limite")
    assert [pot.amount for pot in settled(record).pots] == [7_600, 15_000]
    assert dues(record) == {1: 22_600}
    assert codes(record) == []


def test_another_may_not_raise_beyond_the_limit_of_the_table() -> None:
    """R63 a: 4.00 of antes, 2.00 advanced; calling 4.00 makes 10.00: half is 5.00 at most."""
    text = f"{ANTES}, 3 estardilho 200, 4 repicar {{}}, 1 desistir, 2 desistir, 3 desistir"
    for chips, found in ((900, []), (901, [("NB-LIM", 4)])):
        record = sintetico(text.format(chips), estardilho=True, limit="com_limite")
        assert codes(record) == found


def test_a_short_cave_plays_for_what_it_holds() -> None:
    """S13 c, R28, R40: seat 1 has 2.00 left and the price is 4.00: main pot 4·1.00 + 3·2.00."""
    players = tuple(
        structs.replace(one, stack=300 if one.seat == 1 else 10_000) for one in seated(*HOLES)
    )
    text = PLAYED.replace("1 acompanhar 400", "1 acompanhar 200")
    turns = " | 3 passar, 4 passar" * 5
    record = sintetico(f"{ANTES}, {text}{turns}", players=players, estardilho=True)
    assert [(pot.amount, pot.winners) for pot in settled(record).pots] == [
        (1_000, (1,)),
        (400, (3,)),
    ]
    assert codes(record) == []


def test_who_estardilhou_must_double() -> None:
    """S13 a: seat 3 neither doubles nor gives up: he is out with his 2.00, and it is a fault."""
    text = "3 estardilho 200, 4 acompanhar 400, 1 acompanhar 400, 2 desistir"
    rest = " | 4 passar, 1 passar" * 5
    record = sintetico(f"{ANTES}, {text}{rest}", estardilho=True)
    found = judge(record).found
    first = found[0]
    assert (first.code, first.rule, first.seat, first.amount) == (
        *("NB-EQ", "SI R13 a, NB R39", 3, 200),
    )
    assert dues(record) == {1: 1_400}


@pytest.mark.parametrize(
    ("text", "fields", "rule", "fault", "seat"),
    [
        (PLAYED, {"looked": (3,)}, "SI R13 a", "looked", 3),
        (PLAYED, {"estardilho": False}, "SI R13", "offered", 3),
        (
            (
                "3 estardilho 200, 1 restardilho 500, 2 desistir, 3 acompanhar 800,"
                " 4 acompanhar 1000, 1 acompanhar 500"
            ),
            {},
            "SI R13 b",
            "double",
            1,
        ),
        (
            (
                "3 estardilho 200, 1 restardilho 400, 2 desistir, 3 acompanhar 600,"
                " 4 acompanhar 800, 1 acompanhar 400"
            ),
            {"looked": (1,)},
            "SI R13 b",
            "looked",
            1,
        ),
        (
            "3 restardilho 200, 4 acompanhar 400, 1 acompanhar 400, 2 desistir, 3 acompanhar 200",
            {},
            "SI R13 b",
            "first",
            3,
        ),
        (
            (
                "3 estardilho 200, 3 restardilho 200, 4 acompanhar 800, 1 acompanhar 800,"
                " 2 desistir, 3 acompanhar 400"
            ),
            {},
            "SI R13 b",
            "same_player",
            3,
        ),
        (
            (
                "3 estardilho 200, 1 restardilho 400, 2 restardilho 800, 3 acompanhar 1400,"
                " 4 desistir, 1 acompanhar 1200, 2 acompanhar 800"
            ),
            {},
            "SI R13 b",
            "second",
            2,
        ),
        (
            (
                "3 estardilho 200, 1 estardilho 400, 2 desistir, 3 acompanhar 600,"
                " 4 acompanhar 800, 1 acompanhar 400"
            ),
            {},
            "SI R13 a",
            "second",
            1,
        ),
        ("3 estardilho 0, 4 passar, 1 passar, 2 passar, 3 passar", {}, "SI R13 a", "nothing", 3),
    ],
)
def test_estardilhos_that_may_not_be(
    text: str, fields: dict[str, Any], rule: str, fault: str, seat: int
) -> None:
    """S13: unseen, offered, doubled by another, once; the chips lie where they were put."""
    record = est(text, **fields)
    found = only(record)
    assert (found.code, found.rule, found.seat) == ("SI-EST", rule, seat)
    assert found.facts["fault"] == fault
    assert_conserved(record, settled(record))


def test_an_estardilho_after_the_first_card_is_late() -> None:
    """S13 a: it is a bet like another then."""
    text = f"{ANTES} | 2 estardilho 200, 3 acompanhar 200, 4 acompanhar 200, 1 acompanhar 200"
    record = sintetico(text + " | 2 passar, 3 passar, 4 passar, 1 passar" * 4)
    found = [one for one in judge(record).found if one.code == "SI-EST"]
    assert [(one.seat, one.facts["fault"]) for one in found] == [(2, "late")]
    assert dues(record) == {1: 1_200}


def test_one_who_gave_up_announces_nothing() -> None:
    """R29: his chips lie, and he has no word."""
    record = sintetico(
        f"{ANTES}, 3 estardilho 200, 4 desistir, 4 restardilho 400, 1 acompanhar 400, 2 desistir,"
        " 3 acompanhar 200" + " | 3 passar, 1 passar" * 5,
        estardilho=True,
    )
    assert codes(record)[0] == ("NB-TURN", 4)


def test_where_the_table_does_not_say_whether_it_admits_it() -> None:
    """S13: an undeclared parameter accuses nobody."""
    assert codes(est(PLAYED, estardilho=None)) == []


# Turns (S14, S15).

REST = f" | {PASSES}"


def found(record: SinteticoRecord) -> list[tuple[str, str, int | None]]:
    """Return the faults of a hand with their rules."""
    return [(one.code, one.rule, one.seat) for one in judge(record).found]


def test_the_first_turn_begins_at_the_left_of_the_mao() -> None:
    """S14: not at the mão himself."""
    text = f"{ANTES} | 1 passar, 2 passar, 3 passar, 4 passar" + REST * 4
    assert found(sintetico(text)) == [("NB-TURN", "SI R14; NB R58 g", 1)]


def test_who_bet_most_begins_the_next_turn() -> None:
    """S15: seat 3 bets, 1 repica, the others follow: seat 1 begins; nobody bets: seat 1 again."""
    first = (
        f"{ANTES} | 2 passar, 3 apostar 200, 4 acompanhar 200, 1 repicar 500, 2 acompanhar 500,"
        " 3 acompanhar 300, 4 acompanhar 300"
    )
    from_one = " | 1 passar, 2 passar, 3 passar, 4 passar"
    assert codes(sintetico(first + from_one * 4)) == []
    wrong = sintetico(f"{first} | {PASSES}{from_one * 3}")
    assert found(wrong)[0] == ("NB-TURN", "SI R15; NB R58 g", 2)


def test_of_equal_bets_the_first_counts() -> None:
    """S15: all have 2.00; seat 3 had it first."""
    text = (
        f"{ANTES} | 2 passar, 3 apostar 200, 4 acompanhar 200, 1 acompanhar 200, 2 acompanhar 200"
    )
    assert codes(sintetico(text + " | 3 passar, 4 passar, 1 passar, 2 passar" * 4)) == []


def test_if_he_gave_up_the_next_clockwise_begins() -> None:
    """S15: seat 3 bet most in turn 1, begins turn 2 and gives up to a bet; 4 had bet most then."""
    text = (
        f"{ANTES} | 2 passar, 3 apostar 200, 4 acompanhar 200, 1 acompanhar 200, 2 acompanhar 200"
        " | 3 passar, 4 passar, 1 desistir, 2 passar | 3 desistir, 4 passar, 2 passar"
        " | 4 passar, 2 passar | 4 passar, 2 passar"
    )
    assert codes(sintetico(text)) == []


def test_if_he_is_encavado_the_next_clockwise_begins() -> None:
    """S15, R28: seat 3 put in all he had: seat 4 begins."""
    players = tuple(
        structs.replace(one, stack=300 if one.seat == 3 else 10_000) for one in seated(*HOLES)
    )
    text = (
        f"{ANTES} | 2 passar, 3 apostar 200, 4 acompanhar 200, 1 acompanhar 200, 2 acompanhar 200"
    )
    record = sintetico(text + " | 4 passar, 1 passar, 2 passar" * 4, players=players)
    assert codes(record) == []


def test_before_the_first_card_nobody_bets() -> None:
    """S14: there is no turn before it, but for an estardilho."""
    record = sintetico(f"{ANTES}, 2 passar" + REST * 5)
    assert found(record) == [("NB-TURN", "SI R14", 2)]


def test_a_turn_in_which_one_is_not_asked() -> None:
    """R23, S15: seat 1 is passed over in the last turn."""
    text = f"{ANTES}" + REST * 4 + " | 2 passar, 3 passar, 4 passar"
    assert found(sintetico(text)) == [("NB-TURN", "SI R15", 1)]


def test_stakes_are_equal_at_the_end_of_a_turn() -> None:
    """R39: seat 1 has more and puts in 1.00 of 2.00."""
    text = f"{ANTES} | 2 apostar 200, 3 acompanhar 200, 4 acompanhar 200, 1 acompanhar 100"
    record = sintetico(text + REST * 4)
    assert [one for one in codes(record) if one[0] == "NB-EQ"] == [("NB-EQ", 1)]
    assert 1 not in dues(record)


def test_a_first_bet_below_the_minimum() -> None:
    """R62: 0.50 is too little; a repique of 0.50 more is not, O15 is of hold'em and Omaha."""
    low = f"{ANTES} | 2 apostar 50, 3 desistir, 4 desistir, 1 desistir"
    assert found(sintetico(low)) == [("BET-MIN", "NB R62", 2)]
    more = f"{ANTES} | 2 apostar 200, 3 repicar 250, 4 desistir, 1 desistir, 2 desistir"
    assert codes(sintetico(more)) == []


@pytest.mark.parametrize(
    ("limit", "first", "most"), [("com_limite", 200, 600), ("pote", 400, 1_600)]
)
def test_the_maximum_of_a_bet(limit: str, first: int, most: int) -> None:
    """R63: of a pot of 4.00 half, or all; of a repique half of, or all that lies after calling.

    Com limite: 2.00 bet and 2.00 to call make 8.00: 4.00 more, 6.00 in all. Pote: 4.00 bet and 4.00
    to call make 12.00: 12.00 more, 16.00 in all.
    """
    text = f"{ANTES} | 2 apostar {{}}, 3 desistir, 4 desistir, 1 desistir"
    assert codes(sintetico(text.format(first), limit=limit)) == []
    assert codes(sintetico(text.format(first + 1), limit=limit)) == [("NB-LIM", 2)]
    more = f"{ANTES} | 2 apostar {first}, 3 repicar {{}}, 4 desistir, 1 desistir, 2 desistir"
    assert codes(sintetico(more.format(most), limit=limit)) == []
    code = "NB-LIM" if limit == "com_limite" else "NB-RAISE"
    assert codes(sintetico(more.format(most + 1), limit=limit)) == [(code, 3)]


def test_repiques_are_limited_only_where_the_table_says_and_by_player() -> None:
    """R38: each once; the second of seat 2 is one too many, unless only two are left."""
    text = (
        f"{ANTES} | 2 apostar 100, 3 repicar 200, 4 desistir, {{}}, 2 repicar 200,"
        " 3 repicar 200, {}2 repicar 200, 3 desistir{}"
    )
    three = text.format("1 acompanhar 200", "1 acompanhar 200, ", ", 1 desistir")
    two = text.format("1 desistir", "", "")
    assert codes(sintetico(three)) == []
    assert codes(sintetico(three, repiques=1)) == [("NB-RAISE", 3), ("NB-RAISE", 2)]
    assert judge(sintetico(three, repiques=1)).found[0].rule == "NB R38"
    assert codes(sintetico(two, repiques=1)) == []


def test_nobody_raises_his_own_bet() -> None:
    """R26: 2 bet 2.00; 3 put in his last 2.50, which is no full repique: 2 may only follow."""
    players = tuple(
        structs.replace(one, stack=350 if one.seat == 3 else 10_000) for one in seated(*HOLES)
    )
    text = (
        f"{ANTES} | 2 apostar 200, 3 repicar 250, 4 acompanhar 250, 1 acompanhar 250,"
        " 2 {}, 4 desistir, 1 desistir ||||"
    )
    raised = sintetico(text.format("repicar 500"), players=players)
    assert found(raised) == [("NB-RAISE", "NB R26", 2)]
    free = sintetico(text.replace("3 repicar 250", "3 repicar 350").format("repicar 500"))
    assert "NB-RAISE" not in {code for code, _ in codes(free)}


def test_the_sum_said_counts() -> None:
    """R25: seat 2 says 3.00 and puts in 2.00: 3.00 are his bet, and the others follow it."""
    text = f"{ANTES} | 2 apostar 200 =300, 3 acompanhar 300, 4 desistir, 1 acompanhar 300"
    record = sintetico(text + " | 2 passar, 3 passar, 1 passar" * 4)
    assert codes(record) == []
    assert dues(record) == {1: 1_300}


def test_the_last_to_give_up_had_won_already() -> None:
    """R43: who gives up when he is alone has the pot all the same; the word was not his."""
    text = f"{ANTES} | 2 desistir, 3 desistir, 4 desistir, 1 desistir"
    record = sintetico(text)
    assert dues(record) == {1: 400}
    assert found(record) == [("NB-TURN", "NB R43", 1)]


# Cards in excess (S17).


def test_two_cards_at_once_lose_a_turn() -> None:
    """S17: the first two together: the turn with two cards open still begins left of the mão."""
    record = sintetico(f"{ANTES} |{REST * 4}")
    assert [action.common for action in record.actions][4] == 2
    assert codes(record) == []
    assert settled(record).result["turnos_perdidos"] == 1
    later = sintetico(f"{ANTES}{REST * 2} | {REST * 2}")
    assert codes(later) == []
    assert settled(later).result["turnos_perdidos"] == 1


def test_a_card_turned_within_a_turn_loses_another() -> None:
    """S17: the third comes when two had spoken: they go on, and four turns are all."""
    text = f"{ANTES}{REST} | 2 passar, 3 passar | 4 passar, 1 passar{REST * 2}"
    record = sintetico(text)
    assert codes(record) == []
    assert settled(record).result["turnos_perdidos"] == 1


def test_all_cards_at_once_leave_one_turn() -> None:
    """S17: five cards, one turn."""
    record = sintetico(f"{ANTES} | | | | {REST}")
    assert codes(record) == []
    assert settled(record).result["turnos_perdidos"] == 4
    none = sintetico(f"{ANTES} | | | | | ")
    assert [one[0] for one in codes(none)] == ["NB-TURN"], "and that one must be held"
    assert judge(none).found[0].facts["unasked"] == [1, 2, 3, 4]


def test_a_turn_that_is_lost_is_held_all_the_same() -> None:
    """SI-TURN: two cards at once, then five turns: the last has no card of its own."""
    text = f"{ANTES} |{REST * 4}, {PASSES}"
    record = sintetico(text)
    (fault,) = judge(record).found
    assert (fault.code, fault.rule, fault.expected, fault.recorded) == (
        "SI-TURN",
        "SI R17",
        "4",
        "5",
    )


def test_a_sixth_card_is_ignored_and_opens_no_turn() -> None:
    """S17: it changes no hand; a turn after it is one too many."""
    six = (*BOARD, "Js")
    assert dues(sintetico(board=six)) == {1: 400}
    assert codes(sintetico(board=six)) == []
    held = sintetico(CHECKED + REST, board=six)
    assert [one[0] for one in codes(held)] == ["SI-TURN"]


def test_the_cards_in_excess_stand_in_the_order_turned() -> None:
    """S17: a table that put the sixth in the place of the second pays by cards that do not count.

    With J♠ for 9♣ seat 4 would hold K Q with J 10 and the ace: a sequência to the ace.
    """
    six = (*BOARD, "Js")
    wrong = sintetico(board=six, payments=(Payment(seat=4, amount=400),))
    assert codes(wrong) == [("PAY-NONE", 1), ("PAY-DIFF", 4)]


def test_an_estardilho_interrupted_by_the_first_card() -> None:
    """S14: it is answered first; the first card's turn is not lost by it."""
    text = (
        f"{ANTES}, 3 estardilho 200, 4 acompanhar 400 | 1 acompanhar 400, 2 desistir,"
        " 3 acompanhar 200, 3 passar, 4 passar, 1 passar"
    )
    record = sintetico(text + " | 3 passar, 4 passar, 1 passar" * 4, estardilho=True)
    assert codes(record) == []
    assert "turnos_perdidos" not in settled(record).result


@pytest.mark.parametrize("count", [3, 4])
def test_common_cards_that_are_missing(count: int) -> None:
    """S8: five are turned unless one alone is left; without them nobody can tell who wins."""
    record = sintetico(board=BOARD[:count])
    assert [one[0] for one in codes(record)] == ["RES-IMPOSS"]
    assert {line.outcome for line in settled(record).lines} == {Outcome.PENDENTE}


def test_no_more_cards_where_one_alone_is_left() -> None:
    """R43: the hand was over with one card open."""
    text = f"{ANTES} | 2 apostar 500, 3 desistir, 4 desistir, 1 desistir"
    assert codes(sintetico(text)) == []
    assert found(sintetico(text, board=BOARD)) == [("RES-IMPOSS", "NB R43", None)]


def test_cards_that_cannot_be() -> None:
    """S3: a seven is none of the 28; a card dealt twice decides nothing."""
    seven = sintetico(players=seated(("7c", "Kh"), *HOLES[1:]))
    assert [one.recorded for one in judge(seven).found if one.code == "RES-IMPOSS"] == ["7c"]
    twice = sintetico(players=seated(("Ah", "Kh"), *HOLES[1:]))
    assert [one.recorded for one in judge(twice).found if one.code == "RES-IMPOSS"] == ["Ah"]
    assert {line.outcome for line in settled(twice).lines} == {Outcome.PENDENTE}


# Nullity (S16, R66).


@pytest.mark.parametrize(
    ("cause", "rule"),
    [
        ("ordem_irregular", "SI R16 a"),
        ("numero_de_cartas", "SI R16 b"),
        ("carta_descoberta", "SI R16 c"),
        ("cartas_viradas_no_baralho", "SI R16 c"),
        ("carta_virada_na_distribuicao", "SI R16 d"),
        ("R57c", "SI R16 d"),
        ("S16a", "SI R16 a"),
        ("R66g", "SI R16 d"),
        ("carta_alheia_vista", "NB R66 c"),
        ("baralho_incompleto", "NB R66 e"),
        ("R66f", "NB R66 f"),
    ],
)
def test_what_voids_a_hand(cause: str, rule: str) -> None:
    """S16: one card turned is enough; the deck by R66. Not voided, it is NB-MIS; all goes back."""
    text = f"{ANTES} | 2 apostar 200, 3 acompanhar 200, 4 desistir, 1 desistir"
    noted = sintetico(text, errors=(ErrorNoted(error=cause),), board=BOARD[:1], payments=())
    assert settled(noted).void
    assert dues(noted) == {1: 100, 2: 300, 3: 300, 4: 100}
    assert [(one.code, one.rule) for one in judge(noted).found if one.code == "NB-MIS"] == [
        ("NB-MIS", rule)
    ]
    voided = sintetico(text, void=Void(cause=cause), board=BOARD[:1])
    assert codes(voided) == []
    assert settled(voided).lines[0].rules == (rule,)


def test_a_void_hand_whose_stakes_did_not_go_back() -> None:
    """VOID-REFUND: seat 2's 1.00 were kept."""
    payments = tuple(Payment(seat=seat, amount=0, stake_returned=100) for seat in (1, 3, 4))
    record = sintetico(ANTES, void=Void(cause="carta_descoberta"), payments=payments)
    assert codes(record) == [("VOID-REFUND", 2)]


def test_a_void_without_a_ground() -> None:
    """VOID-BAD: and the stakes went back all the same."""
    record = sintetico(ANTES, void=Void(cause="engano"))
    assert codes(record) == [("VOID-BAD", None)]
    assert dues(record) == dict.fromkeys((1, 2, 3, 4), 100)


@pytest.mark.parametrize("count", [1, 3])
def test_another_number_of_cards_voids_by_itself(count: int) -> None:
    """S16 b: more or fewer than two, correctable or not, as the deal shows."""
    hole = (*HOLES[1], "Jd")[:count]
    record = sintetico(players=seated(HOLES[0], hole, *HOLES[2:]))
    assert settled(record).void
    assert found(record) == [("NB-MIS", "SI R16 b", 2)]
    assert (only(record).expected, only(record).recorded) == ("2", str(count))


def test_cards_out_of_order_void_by_themselves() -> None:
    """S16 a, R22: one by one, clockwise, from the mão or from who first put in the ante."""
    assert codes(sintetico(dealt=(1, 2, 3, 4) * 2)) == []
    record = sintetico(dealt=(1, 1, 2, 2, 3, 3, 4, 4))
    assert settled(record).void
    fault = only(record)
    assert (fault.code, fault.rule, fault.expected, fault.recorded) == (
        "NB-MIS",
        "SI R16 a, NB R22",
        "2",
        "1",
    )
    other = CHECKED.replace("1 ante 100, 2 ante 100", "2 ante 100, 1 ante 100")
    assert codes(sintetico(other, dealt=(2, 3, 4, 1) * 2)) == []
    assert codes(sintetico(dealt=(2, 3, 4, 1) * 2)) == [("NB-MIS", None)]
    short = only(sintetico(dealt=(1, 2, 3, 4, 1, 2, 3)))
    assert (short.expected, short.recorded) == ("4", "")


def test_an_error_not_declared_in_time() -> None:
    """R58 i: seat 1 had three cards and said nothing: he is out, and the hand goes on."""
    record = sintetico(
        players=seated((*HOLES[0], "Jd"), *HOLES[1:]),
        errors=(ErrorNoted(error="R58i", seat=1),),
    )
    assert not settled(record).void
    assert dues(record) == {3: 400}


def test_a_player_who_was_away_when_the_cards_came() -> None:
    """R57 b: his ante was in, he does not come: no part, no word asked; 4.00 to seat 3."""
    record = sintetico(
        ANTES + " | 2 passar, 3 passar, 4 passar" * 5, errors=(ErrorNoted(error="R57b", seat=1),)
    )
    assert dues(record) == {3: 400}
    assert [one for one in codes(record) if one[0] != "NB-BLIND"] == []


def test_a_raise_not_announced() -> None:
    """R58 e: it is a call; what is beyond goes back."""
    text = f"{ANTES} | 2 apostar 200, 3 acompanhar 500, 4 desistir, 1 desistir"
    rest = " | 2 passar, 3 passar" * 4
    record = sintetico(text + rest, errors=(ErrorNoted(error="R58e", seat=3),))
    assert dues(record) == {3: 1_100}
    assert codes(record) == []


def test_what_went_back_of_a_raise_not_announced_may_be_played() -> None:
    """R58 e: of seat 3's 9.00, 1.00 + 2.00 + 3.00 are staked: he is asked on, and stakes 3.00."""
    players = tuple(
        structs.replace(one, stack=900) if one.seat == 3 else one for one in seated(*HOLES)
    )
    options: dict[str, Any] = {"players": players, "errors": (ErrorNoted(error="R58e", seat=3),)}
    text = f"{ANTES} | 2 apostar 200, 3 acompanhar 500, 4 desistir, 1 desistir"
    text += " | 2 apostar 300, 3 acompanhar 300" + " | 2 passar, 3 passar" * 2
    record = sintetico(f"{text} | 2 apostar 300, 3 acompanhar 300", **options)
    assert dues(record) == {3: 2_300}
    assert codes(record) == []
    unasked = only(sintetico(f"{text} | ", **options))
    assert unasked.code == "NB-TURN"
    assert unasked.facts == {"turn": 5, "unasked": [2, 3]}


# Table and online (S2, S4, S77-S91).


def test_caves_and_the_mao() -> None:
    """S4, R14, R15: the initial cave; a newcomer's is the average, and he may have the mão."""
    assert codes(sintetico(first=True, cave=10_000)) == []
    assert found(sintetico(first=True, cave=5_000))[0] == ("NB-CAVE", "SI R4", 1)
    new = tuple(structs.replace(one, entered=one.seat == 1) for one in seated(*HOLES))
    assert codes(sintetico(players=new, mao_before=4)) == []
    assert codes(sintetico(players=new, mao_before=1)) == [("NB-BTN", 1)]
    rich = tuple(structs.replace(one, stack=20_000) if one.seat == 1 else one for one in new)
    assert found(sintetico(players=rich)) == [("NB-CAVE", "NB R14", 1)]


def test_two_players_are_enough() -> None:
    """R11 judges who changes tables and no hand; S79: two online, one is not enough."""
    passes = " | 2 passar, 1 passar" * 5
    two = {"players": seated(*HOLES[:2])}
    text = f"1 ante 100, 2 ante 100{passes}"
    assert codes(sintetico(text, **two)) == []
    assert codes(sintetico(text, **two, mode="shared")) == []
    one = sintetico("1 ante 100", players=seated(HOLES[0]), mode="shared")
    assert found(one) == [("NB-MIN4", "SI R79", None)]


def test_the_clock_passes_or_gives_up() -> None:
    """S82, S83: passou where nothing is to be equalled; else warned before the ante is lost."""
    record = sintetico(mode="shared")
    lapsed = tuple(structs.replace(one, lapsed=one.action == "passar") for one in record.actions)
    assert codes(structs.replace(record, actions=lapsed)) == []
    text = f"{ANTES} | 2 apostar 200, 3 desistir, 4 desistir, 1 desistir"
    record = sintetico(text, mode="shared")

    def with_clock(*, warned: bool) -> SinteticoRecord:
        return structs.replace(
            record,
            actions=tuple(
                structs.replace(one, lapsed=True, warned=warned)
                if one.seat == 3 and one.common
                else one
                for one in record.actions
            ),
        )

    assert codes(with_clock(warned=True)) == []
    assert found(with_clock(warned=False)) == [("NB-ONL", "SI R82", 3)]
    called = sintetico(text.replace("3 desistir", "3 acompanhar 200"), mode="shared")
    wrong = tuple(
        structs.replace(one, lapsed=one.seat == 3 and one.common == 1) for one in called.actions
    )
    faults = found(structs.replace(called, actions=wrong))
    assert ("NB-ONL", "SI R83", 3) in faults


def test_voids_online() -> None:
    """S85, S86: void only where nobody can tell who won; never for the player's network."""
    failed = Void(cause="avaria", side="operator")
    cut = f"{ANTES} | 2 passar, 3 passar"
    record = sintetico(cut, mode="shared", void=failed)
    assert dues(record) == dict.fromkeys((1, 2, 3, 4), 100)
    assert codes(record) == []
    assert settled(record).lines[0].rules == ("SI R85",)
    over = sintetico(mode="shared", void=failed)
    assert dues(over) == {1: 400}
    assert found(over) == [("VOID-BAD", "SI R85", None)]
    lost = sintetico(f"{ANTES} |{REST * 4}", mode="shared", void=failed)
    assert dues(lost) == {1: 400}, "four turns were all, one was lost"
    his = sintetico(mode="shared", void=Void(cause="rede", side="player"))
    assert dues(his) == {1: 400}
    assert found(his) == [("VOID-NET", "SI R86", None)]


def test_sessions_and_demonstration() -> None:
    """S88-S91: whole histories, lawful ends, free play alone."""
    sessions = (
        PlayerSession(session="a", ended_by="operator", cause="idle_rounds", rounds=9, history=9),
    )
    assert codes(sintetico(mode="shared", sessions=sessions)) == []
    short = (structs.replace(sessions[0], history=8),)
    assert found(sintetico(mode="shared", sessions=short)) == [("ONL-HIST", "SI R88", None)]
    whim = (structs.replace(sessions[0], cause="whim"),)
    assert found(sintetico(mode="shared", sessions=whim)) == [("ONL-EXCL", "SI R90", None)]
    idle = (structs.replace(sessions[0], cause="idle"),)
    assert found(sintetico(mode="shared", sessions=idle)) == [("ONL-EXCL", "SI R90", None)]
    barred = (PlayerSession(session="a", cause="play", restricted=True),)
    assert found(sintetico(mode="shared", sessions=barred)) == [("ONL-EXCL", "SI R89", None)]
    assert codes(sintetico(mode="demo", means=("free_play",))) == []
    assert found(sintetico(mode="demo", means=("cash",))) == [("ONL-DEMO", "SI R91", None)]


def test_portugal_says_that_its_source_is_missing() -> None:
    """001 names the game (n. 2 c); sintético's own rules are Cape Verde's; nothing online."""
    record = sintetico(profile="pt-2007@1")
    assert dues(record) == {1: 400}
    assert codes(record) == []
    assert settled(record).lines[0].rules[0] == "SI R9 (fonte em falta)"
    assert settled(record).lines[0].rules[-1] == "001 n.65"
    assert codes(structs.replace(record, mode="shared")) == [("ONL-NONE", None)]
    void = sintetico(ANTES, profile="pt-2007@1", errors=(ErrorNoted(error="S16c"),))
    assert settled(void).lines[0].rules == ("SI R16 (fonte em falta) c",)


def test_macau_has_no_sintetico() -> None:
    """Portaria 104/85/M has five-card poker alone."""
    with pytest.raises(ValueError, match="poquer_sintetico"):
        judge(sintetico(profile="mo-1985@1", payments=()))


def test_what_a_table_does_not_record_is_not_judged() -> None:
    """Only bets and cards: nobody's turn, no ante is asked for; the pot is what the bets say."""
    record = sintetico(ANTES, board=BOARD, records=("bets", "cards", "payouts"))
    assert dues(record) == {1: 400}
    assert codes(record) == []
    no_bets = sintetico(PASSES, board=(), records=("decisions",), payments=())
    assert "NB-BLIND" not in {code for code, _ in codes(no_bets)}
