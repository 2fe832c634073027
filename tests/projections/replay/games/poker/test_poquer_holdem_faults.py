"""Hold'em: each fault of betting, table, cards and money, with and without."""

from typing import Any

import pytest
from msgspec import structs

from projections.replay.games.poker.betting.record import Action, Burn, DeclaredPot, Player, Shown
from projections.replay.games.poker.poquer_holdem import HoldemRecord
from projections.replay.record import Payment, Void
from projections.replay.registry import judge
from projections.replay.settlement import Outcome
from tests.projections.replay.games.poker.told import (
    BLINDS,
    BOARD,
    CALLS,
    CHECKED,
    HOLES,
    PASSES,
    codes,
    dues,
    hand,
    online,
    only,
    players,
    settled,
    three_encavados,
)

# Faults of the betting: each once with, and the usual hand without.


def test_the_usual_hand_has_no_fault() -> None:
    """Four players pay the minimum, pass to the end, and the pagador pays what is due."""
    assert codes(hand()) == []
    assert dues(hand()) == {1: 400}


@pytest.mark.parametrize(
    ("text", "seat", "rule"),
    [
        ("1 pequena 40, 2 grande 100", 1, "OH R10, R11"),
        ("1 pequena 60, 2 grande 100", 1, "OH R10, R11"),
        ("2 grande 100", 1, "OH R10, R11"),
        ("1 grande 100, 2 grande 100", 1, "OH R10, R11"),
        ("1 pequena 50, 2 grande 90", 2, "OH R10, R12"),
        ("1 pequena 50, 2 grande 200", 2, "OH R10, R12"),
        ("1 pequena 50", 2, "OH R10, R12"),
        ("1 pequena 50, 3 grande 100", 2, "OH R10, R12"),
        ("2 pequena 50, 2 grande 100", 1, "OH R10, R11"),
    ],
)
def test_wrong_forced_bets(text: str, seat: int, rule: str) -> None:
    """O10-O12: half the minimum by the mão, the minimum at its left, neither more nor less."""
    found = judge(hand(f"{text}, 3 desistir, 4 desistir")).found
    blinds = [one for one in found if one.code == "NB-BLIND"]
    assert [(one.seat, one.rule) for one in blinds][:1] == [(seat, rule)]


def test_forced_bets_need_a_table_that_records_bets() -> None:
    """What a table does not record is not assessed."""
    text = "3 desistir, 4 desistir, 1 desistir"
    assert ("NB-BLIND", 1) in codes(hand(text))
    assert "NB-BLIND" not in {
        code for code, _ in codes(hand(text, records=("decisions", "payouts")))
    }


def test_a_cave_shorter_than_the_forced_bet_is_all_that_is_due() -> None:
    """O12 cannot ask for more than there is: 0.70 are the whole grande aposta."""
    text = "1 pequena 50, 2 grande 70, 3 desistir, 4 desistir, 1 acompanhar 50 |||"
    record = hand(text, players=players(10_000, 70, 10_000, 10_000))
    assert codes(record) == [("NB-CAVE", 2)]
    assert dues(record) == {1: 170}


def test_half_of_an_odd_minimum_is_either_way() -> None:
    """O11: half of 0.25 is 0.12 or 0.13."""
    for half in (12, 13):
        text = f"1 pequena {half}, 2 grande 25, 3 desistir, 4 desistir, 1 desistir"
        assert codes(hand(text, minimum=25)) == []


def test_a_forced_bet_after_ones_word_is_late() -> None:
    """O19: who missed it pays it to take part, not after he has spoken."""
    late = "2 grande 100, 3 acompanhar 100, 4 desistir, 1 pequena 50, 1 acompanhar 50, 2 passar"
    assert codes(hand(late + "| 1 passar, 2 passar, 3 passar" * 3)) == []
    after = f"{CALLS} | 1 pequena 50, {PASSES} | {PASSES} | {PASSES}"
    assert ("NB-BLIND", 1) in codes(hand(after))


def idle(**hands: int) -> tuple[Player, ...]:
    """Seat four of whom some made no bet in the hands before."""
    by_seat = {int(seat[1:]): count for seat, count in hands.items()}
    return players(*[10_000] * 4, hands_without_bet=by_seat)


def test_five_hands_without_a_bet_ask_for_a_grande_aposta() -> None:
    """O17: in the next hand he makes one, and the order of speaking stays."""
    made = f"{BLINDS}, 4 grande 100, 3 acompanhar 100, 4 passar, 1 acompanhar 50, 2 passar"
    rest = f"| {PASSES} | {PASSES} | {PASSES}"
    assert codes(hand(made + rest, players=idle(s4=5))) == []
    assert codes(hand(CHECKED, players=idle(s4=5))) == [("NB-BLIND", 4)]
    assert codes(hand(CHECKED, players=idle(s4=4))) == []
    assert codes(hand(made + rest, players=idle(s4=4))) == [("NB-BLIND", 4)]
    assert codes(hand(made + rest)) == [], "how many hands he missed is not known"


def test_the_mao_after_five_hands_makes_the_grande_aposta() -> None:
    """O17 at the mão: the grande aposta instead of the pequena."""
    text = "1 grande 100, 2 grande 100, 3 acompanhar 100, 4 acompanhar 100, 1 passar, 2 passar"
    rest = f"| {PASSES} | {PASSES} | {PASSES}"
    assert codes(hand(text + rest, players=idle(s1=5))) == []
    assert codes(hand(text + rest, players=idle(s1=0))) == [("NB-BLIND", 1)]


def test_what_was_missed_must_be_made_good() -> None:
    """O18: what seat 4 missed while away is due in the hand in which he is back."""
    assert codes(hand(players=players(*[10_000] * 4, owed={4: 150}))) == [("NB-BLIND", 4)]
    assert codes(hand(players=players(*[10_000] * 4, owed={4: 0}))) == []
    text = CHECKED.replace(BLINDS, f"{BLINDS}, 4 reposto 150")
    assert codes(hand(text, players=players(*[10_000] * 4, owed={4: 100}))) == [("NB-BLIND", 4)]


def test_what_was_not_missed_is_not_made_good() -> None:
    """O18: seat 4 owes nothing, and yet 1.50 of his went into the pot."""
    text = CHECKED.replace(BLINDS, f"{BLINDS}, 4 reposto 150")
    assert codes(hand(text, players=players(*[10_000] * 4, owed={4: 0}))) == [("NB-BLIND", 4)]


def test_one_who_is_away_posts_nothing_and_is_not_asked() -> None:
    """O18: the mão rests; nobody posts the pequena aposta, and the next in line speaks."""
    text = (
        "2 grande 100, 3 acompanhar 100, 4 acompanhar 100, 2 passar |"
        + " 2 passar, 3 passar, 4 passar |" * 2
        + " 2 passar, 3 passar, 4 passar"
    )
    record = hand(text, players=players(*[10_000] * 4, absent={1: True}, cards={1: ()}))
    assert codes(record) == []
    assert dues(record) == {2: 300}


def test_the_next_may_post_the_grande_aposta_of_one_away() -> None:
    """The place at the mão's left is away: the one after him may stand in."""
    text = "1 pequena 50, 3 grande 100, 4 desistir, 1 desistir"
    away = players(*[10_000] * 4, absent={2: True}, cards={2: ()})
    assert codes(hand(text, players=away)) == []
    assert codes(hand("1 pequena 50, 3 acompanhar 100, 4 desistir, 1 desistir", players=away)) == []


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        (f"{BLINDS}, 4 desistir, 3 desistir, 1 desistir", 4),  # O13
        (f"{BLINDS}, 1 desistir, 3 desistir, 4 desistir", 1),
        (f"{CALLS} | 2 passar, 1 passar, 3 passar, 4 passar | {PASSES} | {PASSES}", 2),  # O14
        (f"{CALLS} | {PASSES} | 3 passar, 4 passar, 1 passar, 2 passar | {PASSES}", 3),
        (f"{CALLS} | 1 passar, 2 passar, 4 passar, 3 passar | {PASSES} | {PASSES}", 4),
    ],
)
def test_an_act_out_of_turn_is_one_fault(text: str, seat: int) -> None:
    """R23, O13, O14: whom he passed over may still speak, which is no second fault."""
    assert codes(hand(text)) == [("NB-TURN", seat)]


def test_an_act_out_of_turn_counts() -> None:
    """R58 g: a bet out of turn stands."""
    text = f"{BLINDS}, 4 repicar 300, 3 acompanhar 300, 1 desistir, 2 desistir"
    rest = "| 3 passar, 4 passar" * 3
    assert dues(hand(text + rest)) == {3: 750}
    assert codes(hand(text + rest)) == [("NB-TURN", 4)]


def test_without_the_mao_nobody_can_tell_whose_turn_it_is() -> None:
    """A record that does not name the mão is not judged by the order of speaking."""
    text = f"{CALLS} | 2 passar, 1 passar, 3 passar, 4 passar | {PASSES} | {PASSES}"
    assert codes(hand(text, mao=0)) == []


def test_who_gave_up_has_no_word() -> None:
    """R29 a: he is out of the hand."""
    text = CHECKED.replace("3 acompanhar 100", "3 desistir", 1).replace("3 passar, ", "")
    assert codes(hand(text)) == []
    again = text.replace("| 1 passar, 2 passar, 4", "| 1 passar, 3 passar, 2 passar, 4", 1)
    assert codes(hand(again)) == [("NB-TURN", 3)]


def test_a_bet_after_giving_up_is_in_the_pot_and_wins_nothing() -> None:
    """R29 a: he renounces; his chips are the others'."""
    text = f"{BLINDS}, 3 desistir, 3 acompanhar 100, 4 desistir, 1 desistir"
    record = hand(text)
    assert [code for code, _ in codes(record)] == ["NB-TURN"]
    assert dues(record)[2] == 250


def test_nobody_speaks_after_the_turn_is_closed() -> None:
    """All have spoken and their stakes are equal: no more acts before the next card."""
    more = CHECKED.replace(" |", ", 3 passar |", 1)
    assert codes(hand(more)) == [("NB-TURN", 3)]
    raised_again = f"{CALLS}, 3 repicar 100, 4 desistir, 1 desistir, 2 desistir"
    assert codes(hand(raised_again)) == [("NB-TURN", 3), ("NB-RAISE", 3)]


def test_an_encavado_has_nothing_to_decide() -> None:
    """R28: he put in all he had; a pass of his is harmless, another act is not."""
    start = f"{BLINDS}, 3 repicar 500, 4 desistir, 1 desistir, 2 acompanhar 400 |"
    caves = players(10_000, 10_000, 500, 10_000)
    assert codes(hand(f"{start} 3 passar ||", players=caves)) == []
    assert ("NB-TURN", 3) in codes(hand(f"{start} 3 repicar 100 ||", players=caves))


def test_a_player_who_was_not_asked() -> None:
    """R23: each is admitted to bet in turn; the flop came before the grande aposta could speak."""
    text = CHECKED.replace(", 2 passar |", " |", 1)
    assert codes(hand(text)) == [("NB-TURN", 2)]


def test_a_turn_nobody_was_asked_in() -> None:
    """R35: turn and rio were dealt at once, without the third turn of bets."""
    assert codes(hand(f"{CALLS} | {PASSES} || {PASSES}")) == [("NB-TURN", 1)]
    assert codes(hand(f"{CALLS} | {PASSES} ||")) == [("NB-TURN", 1), ("NB-TURN", 1)]


def test_a_pass_before_a_bet_is_a_fault_even_if_made_good() -> None:
    """R29 b: passing is open only while nobody has bet."""
    passed = f"{CALLS} | 1 apostar 100, 2 passar, 3 desistir, 4 desistir"
    assert codes(
        hand(passed + ", 2 acompanhar 100 | 1 passar, 2 passar" + " | 1 passar, 2 passar")
    ) == [("NB-EQ", 2)]
    assert codes(hand(passed + " | 1 passar, 2 passar" * 2)) == [("NB-EQ", 2)]


def test_unequal_stakes_at_the_end_of_a_turn() -> None:
    """R39: a short call of one who has more, and nothing done about it."""
    text = f"{CALLS} | 1 apostar 200, 2 acompanhar 150, 3 desistir, 4 desistir"
    found = only(hand(text + " | 1 passar, 2 passar" * 2))
    assert (found.code, found.seat, found.rule) == ("NB-EQ", 2, "NB R39")
    assert (found.expected, found.recorded, found.amount) == ("2.00", "1.50", 50)


def test_a_short_call_may_be_completed() -> None:
    """R58 d: he adds what is missing."""
    text = f"{CALLS} | 1 apostar 200, 2 acompanhar 150, 2 acompanhar 50, 3 desistir, 4 desistir"
    assert codes(hand(text + " | 1 passar, 2 passar" * 2)) == []


def test_an_encavado_need_not_equal() -> None:
    """R40: his cave is too short, and he stays in with it."""
    text = f"{CALLS} | 1 apostar 200, 2 acompanhar 150, 3 desistir, 4 desistir ||"
    record = hand(text, players=players(10_000, 250, 10_000, 10_000))
    assert codes(record) == []
    assert dues(record) == {1: 750}


def test_an_undeclared_cave_may_be_too_short() -> None:
    """Where no cave was declared a short call is taken for all he has, if he never acts again."""
    text = f"{CALLS} | 1 apostar 200, 2 acompanhar 150, 3 desistir, 4 desistir"
    assert codes(hand(f"{text} ||", players=players(10_000, None, 10_000, 10_000))) == []
    on = text + " | 1 passar, 2 passar" * 2
    assert codes(hand(on, players=players(10_000, None, 10_000, 10_000))) == [("NB-EQ", 2)]


def test_more_chips_than_the_cave_held() -> None:
    """R48 e: nobody adds chips in a hand."""
    text = f"{CALLS} | 1 apostar 200, 2 acompanhar 200, 3 desistir, 4 desistir ||"
    found = only(hand(text, players=players(10_000, 250, 10_000, 10_000)))
    assert (found.code, found.seat, found.rule, found.amount) == ("NB-CAVE", 2, "NB R48 e", 50)


def test_a_bet_above_the_cave_without_limit() -> None:
    """R63 c: without limit the cave is the limit."""
    text = f"{BLINDS}, 3 repicar 600, 4 desistir, 1 desistir, 2 desistir"
    found = only(hand(text, players=players(10_000, 10_000, 500, 10_000)))
    assert (found.code, found.seat, found.rule) == ("NB-LIM", 3, "NB R63 c")


def raised(extra: int, **fields: object) -> HoldemRecord:
    """Return a hand in which the first to speak raises by ``extra`` beyond the minimum."""
    text = f"{BLINDS}, 3 repicar {100 + extra}, 4 desistir, 1 desistir, 2 desistir"
    return hand(text, **fields)


def opened(bet: int, **fields: object) -> HoldemRecord:
    """Return a hand in which the mão bets on the flop into a pot of 4.00."""
    return hand(f"{CALLS} | 1 apostar {bet}, 2 desistir, 3 desistir, 4 desistir", **fields)


def test_the_least_repique_is_the_minimum() -> None:
    """O15: at least the table's minimum beyond equalling."""
    assert codes(raised(100)) == []
    found = only(raised(99))
    assert (found.code, found.rule, found.amount) == ("NB-RAISE", "OH R15", 1)


def test_the_least_first_bet_is_the_minimum() -> None:
    """R62: a bet is never below the minimum."""
    assert codes(opened(100)) == []
    found = only(opened(99))
    assert (found.code, found.rule, found.seat) == ("BET-MIN", "NB R62", 1)


def test_the_rest_of_a_cave_may_be_less_than_the_minimum() -> None:
    """The whole cave is always allowed, as bet and as repique."""
    assert codes(raised(30, players=players(10_000, 10_000, 130, 10_000))) == []
    assert codes(opened(40, players=players(140, 10_000, 10_000, 10_000))) == []


@pytest.mark.parametrize(
    ("limit", "k", "highest"),
    [
        # The pot is 1.50; who speaks first must add 1.00 to equal.
        ("pote", 1, 150),  # 1.50
        ("pote", 2, 250),  # 1.50 + 1.00: the pot after equalling
        ("pote", 3, 350),  # 1.50 + 2.00
        ("com_limite", 1, 100),  # half of 1.50 is 0.75: below the minimum, which stays allowed
        ("com_limite", 2, 125),
        ("com_limite", 3, 175),
    ],
)
def test_the_highest_repique(limit: str, k: int, highest: int) -> None:
    """O15, R63: the pot with the last bet counted once, twice or three times, or half of that."""
    assert codes(raised(highest, limit=limit, k=k)) == []
    found = only(raised(highest + 1, limit=limit, k=k))
    code, letter = ("NB-RAISE", "b") if limit == "pote" else ("NB-LIM", "a")
    assert (found.code, found.amount) == (code, 1)
    assert found.rule.endswith(f"NB R63 {letter}")


@pytest.mark.parametrize(("limit", "highest"), [("pote", 400), ("com_limite", 200)])
def test_the_highest_first_bet(limit: str, highest: int) -> None:
    """R63 a, b: the pot of 4.00, or half of it."""
    assert codes(opened(highest, limit=limit)) == []
    assert codes(opened(highest + 1, limit=limit)) == [("NB-LIM", 1)]


def test_a_first_bet_may_be_called_repicar() -> None:
    """R29 d: "jogo mais" is said of the first bet too; it is no repique."""
    text = f"{CALLS} | 1 repicar 300, 2 desistir, 3 desistir, 4 desistir"
    assert codes(hand(text, limit="pote")) == []


def test_a_limit_that_was_not_declared_is_not_judged() -> None:
    """Without the table's way to fix the maximum there is none to break."""
    assert codes(raised(9_000, limit=None)) == []


def test_the_declared_maximum() -> None:
    """R30: no further than the table's maximum in money."""
    assert codes(raised(250, maximum=250)) == []
    assert codes(raised(251, maximum=250)) == [("NB-LIM", 3)]


@pytest.mark.parametrize(
    ("maximum", "good"), [(500, True), (250, True), (501, False), (249, False)]
)
def test_the_minimum_is_twenty_to_forty_per_cent_of_the_maximum(
    maximum: int, *, good: bool
) -> None:
    """R62: 1.00 is 20 % of 5.00 and 40 % of 2.50."""
    assert codes(hand(maximum=maximum)) == ([] if good else [("NB-LIM", None)])


def reraised(*extras: int, before: str = BLINDS, **fields: object) -> HoldemRecord:
    """Return a hand in which 3, 4, 1, 2, 3 … each raise by so much, then all others give up."""
    chips = {1: 50, 2: 100, 3: 0, 4: 0}
    level, said, order = 100, [before], [3, 4, 1, 2] * 2
    for seat, extra in zip(order, extras, strict=False):
        level += extra
        said.append(f"{seat} repicar {level - chips[seat]}")
        chips[seat] = level
    last = order[len(extras) - 1]
    position = order.index(last)
    said.extend(f"{seat} desistir" for seat in order[position + 1 : position + 4])
    return hand(", ".join(said), **fields)


def test_three_repiques_a_turn() -> None:
    """O16: a fourth is one too many while more than two are in the hand."""
    assert codes(reraised(100, 100, 100)) == []
    found = only(reraised(100, 100, 100, 100))
    assert (found.code, found.seat, found.rule) == ("NB-RAISE", 2, "OH R16")
    assert (found.expected, found.recorded) == ("3", "4")


def test_the_number_of_repiques_is_the_tables() -> None:
    """A record from outside the law may declare another number, or none."""
    assert codes(reraised(100, 100, 100, 100, repiques=None)) == []
    assert codes(reraised(100, 100, repiques=1)) == [("NB-RAISE", 4)]


def test_two_in_the_hand_may_raise_without_end() -> None:
    """O16, R38: only two are left, the others gave up before."""
    text = (
        f"{BLINDS}, 3 desistir, 4 desistir, 1 repicar 150, 2 repicar 200, 1 repicar 200,"
        " 2 repicar 200, 1 repicar 200, 2 desistir"
    )
    assert codes(hand(text)) == []


def test_each_turn_has_its_own_repiques() -> None:
    """O16: the count begins again after the flop, and a first bet is none."""
    text = (
        f"{BLINDS}, 3 repicar 200, 4 repicar 300, 1 repicar 350, 2 desistir, 3 acompanhar 200,"
        " 4 acompanhar 100 | 1 apostar 100, 3 repicar 200, 4 repicar 300, 1 repicar 300,"
        " 3 desistir, 4 desistir"
    )
    assert codes(hand(text)) == []


def test_nobody_raises_his_own_bet() -> None:
    """R26: 3 raised, 4 went in with less than a full repique, so 3 may only follow."""
    start = f"{BLINDS}, 3 repicar 300, 4 repicar 350, 1 desistir, 2 desistir"
    caves = players(10_000, 10_000, 10_000, 350)
    rest = " |||"
    assert codes(hand(f"{start}, 3 acompanhar 50{rest}", players=caves)) == []
    found = judge(hand(f"{start}, 3 repicar 150{rest}", players=caves)).found
    assert [(one.code, one.seat, one.rule) for one in found] == [("NB-RAISE", 3, "NB R26")]


def test_a_full_repique_gives_all_the_four_options_again() -> None:
    """R31: 4 raised in full, so 3 may raise again."""
    text = (
        f"{BLINDS}, 3 repicar 300, 4 repicar 500, 1 desistir, 2 desistir, 3 repicar 400, 4 desistir"
    )
    assert codes(hand(text)) == []


def test_the_forced_bet_is_no_bet_of_ones_own() -> None:
    """R26 with the page's decision: the grande aposta may raise though nobody raised it."""
    text = f"{CALLS.replace('2 passar', '2 repicar 100')}, 3 desistir, 4 desistir, 1 desistir"
    assert codes(hand(text)) == []


def test_a_pass_is_no_bet_of_ones_own() -> None:
    """R29 b: who passed may raise the bet of another."""
    text = f"{CALLS} | 1 passar, 2 apostar 100, 3 desistir, 4 desistir, 1 repicar 300, 2 desistir"
    assert codes(hand(text)) == []


def test_a_raise_not_announced() -> None:
    """R58 e: who says nothing equals; what he put in beyond should have gone back."""
    text = f"{CALLS} | 1 apostar 100, 2 acompanhar 300, 3 desistir, 4 desistir, 1 desistir"
    found = only(hand(text))
    assert (found.code, found.rule, found.amount) == ("NB-RAISE", "NB R58 e", 200)


def test_chips_with_a_word_that_puts_none_in() -> None:
    """R29 a, b: giving up and passing put nothing in."""
    text = f"{CALLS} | 1 passar 10, 2 desistir, 3 desistir, 4 desistir"
    assert codes(hand(text)) == [("NB-TURN", 1)]
    assert codes(hand(f"{BLINDS}, 3 desistir 10, 4 desistir, 1 desistir")) == [("NB-TURN", 3)]


def test_betting_needs_a_table_that_records_decisions() -> None:
    """A table that records no decisions is not judged by them."""
    text = f"{BLINDS}, 4 repicar 30, 1 passar"
    assert codes(hand(text, records=("payouts",))) == []


# Faults of table, caves, cards.


def test_seats_of_the_table() -> None:
    """R4 c, R8: ten places, one player each."""
    good = structs.replace(players(10_000)[0], seat=10, cards=HOLES[4], absent=True)
    assert codes(hand(players=(*players(*[10_000] * 4), good))) == []
    eleven = structs.replace(good, seat=11)
    assert codes(hand(players=(*players(*[10_000] * 4), eleven))) == [("NB-SEATS", 11)]
    twice = structs.replace(good, seat=4, cards=())
    assert codes(hand(players=(*players(*[10_000] * 4), twice))) == [("NB-SEATS", 4)]


HEADS_UP = "1 pequena 50, 2 grande 100, 1 acompanhar 50, 2 passar" + " | 1 passar, 2 passar" * 3


def test_four_players_are_the_least_only_in_portugal() -> None:
    """001 n.24; online O65. R11 of Portaria 1/2017 judges the change of table, and no hand.

    Resting players are still seated.
    """
    three = players(*[10_000] * 3)
    text = f"{BLINDS}, 3 desistir, 1 desistir"
    assert codes(hand(text, players=three)) == []
    short = hand(text, players=three, profile="pt-2007@1")
    assert ("NB-MIN4", None) in codes(short)
    away = structs.replace(players(10_000)[0], seat=4, absent=True, cards=())
    four = structs.replace(short, players=(*three, away))
    assert ("NB-MIN4", None) not in codes(four)
    assert codes(online(HEADS_UP, players=players(10_000, 10_000))) == []
    assert ("NB-MIN4", None) in codes(online("", players=players(10_000)))


def test_portugal_knows_no_online_variant() -> None:
    """001 has no online section; the hand is settled by the physical rules, under its numbers."""
    record = online(profile="pt-2007@1")
    assert codes(record) == [("ONL-NONE", None)]
    verdict = judge(structs.replace(record, mode="physical"))
    assert verdict.found == ()
    assert verdict.settlement.lines[0].rules == ("001 n.17", "001 n.18", "001 n.94", "001 n.65")


def test_two_players_the_mao_posts_the_pequena_and_speaks_first() -> None:
    """The page's decision for two: the mão speaks first in every turn."""
    assert codes(online(HEADS_UP, players=players(10_000, 10_000))) == []


def test_the_cave_at_the_start_of_a_hand() -> None:
    """O8: below the minimum a player restores his cave or leaves."""
    short = "1 pequena 50, 2 grande 100, 3 desistir, 4 desistir, 1 desistir"
    assert codes(hand(short, players=players(10_000, 10_000, 100, 10_000))) == []
    assert codes(hand(short, players=players(10_000, 10_000, 99, 10_000))) == [("NB-CAVE", 3)]


def test_a_newcomers_cave_is_the_average() -> None:
    """R14: the mean of those seated before, rounded down, and never below O7's minimum."""
    caves = (1_000, 2_000, 2_001, 1_667)
    text = "1 pequena 50, 2 grande 100, 3 desistir, 4 desistir, 1 desistir"
    assert codes(hand(text, players=players(*caves, entered={4: True}))) == []
    low = players(1_000, 2_000, 2_001, 1_666, entered={4: True})
    assert codes(hand(text, players=low)) == [("NB-CAVE", 4)]
    new = players(*caves, entered={4: True})
    assert codes(hand(text, players=new, entry_minimum=3_000)) == [("NB-CAVE", 4)]
    all_new = players(*caves, entered=dict.fromkeys(range(1, 5), True))
    assert codes(hand(text, players=all_new)) == [], "the first hand: the initial caves"


@pytest.mark.parametrize(
    ("before", "away", "good"),
    [
        (4, (), True),
        (3, (), False),  # seat 4 was passed over
        (1, (), False),  # the marker stayed
        (2, (), False),  # it went back
        (3, (4,), True),  # seat 4 is away
        (2, (3, 4), True),
    ],
)
def test_the_mao_passes_to_the_next_who_plays(
    before: int, away: tuple[int, ...], *, good: bool
) -> None:
    """R15, O9: clockwise, over places whose players do not play."""
    seated = players(
        *[10_000] * 4,
        absent=dict.fromkeys(away, True),
        cards=dict.fromkeys(away, ()),
    )
    text = ", ".join(act for act in BLINDS.split(", ") if int(act[0]) not in away)
    acts_ = [f"{seat} desistir" for seat in (3, 4, 1, 2) if seat not in away][:-1]
    found = codes(hand(", ".join([text, *acts_]), mao_before=before, players=seated))
    assert found == ([] if good else [("NB-BTN", 1)])


def test_the_mao_sits_at_the_table() -> None:
    """R15: the marker stands before a player."""
    assert codes(hand(mao=7)) == [("NB-BTN", 7)]


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"board": (*BOARD[:4], "As")}, "As"),
        ({"board": (*BOARD[:4], "1x")}, "1x"),
        ({"burns": (Burn(card="As"), Burn(common=3), Burn(common=4))}, "As"),
        ({"burns": (Burn(card="2d"), Burn(card="2d", common=3), Burn(common=4))}, "2d"),
    ],
)
def test_cards_that_cannot_be(fields: dict[str, Any], what: str) -> None:
    """O2: one of each of 52; a card seen twice, or none of them, is impossible."""
    found = [one for one in judge(hand(**fields)).found if one.code == "RES-IMPOSS"]
    assert [one.recorded for one in found] == [what]


def test_impossible_common_cards_decide_nothing() -> None:
    """A board with a card that somebody holds: nobody can say who has won."""
    result = settled(hand(board=(*BOARD[:4], "As"), payments=()))
    assert {line.outcome for line in result.lines} == {Outcome.PENDENTE}


def test_unknown_cards_are_not_impossible() -> None:
    """A card nobody could know is no fault."""
    hidden = {4: (None, None)}
    assert codes(hand(players=players(*[10_000] * 4, cards=hidden))) == []


@pytest.mark.parametrize("own", [("9s",), ("9s", "9d", "9c")])
def test_a_hand_of_another_number_of_cards(own: tuple[str, ...]) -> None:
    """R66 b: two own cards each, or the hand is void."""
    record = hand(players=players(*[10_000] * 4, cards={2: own}))
    assert codes(record) == [("NB-MIS", 2)]
    assert codes(hand(void=Void(cause="numero_de_cartas"), players=record.players)) == []


def test_cards_shown_are_cards_dealt() -> None:
    """Nobody can show what he was not dealt, nor a card that lies elsewhere."""
    hidden = players(*[10_000] * 4, cards={2: ("9s", None)})
    assert codes(hand(players=hidden, shown=(Shown(seat=2, cards=("9d", "9s")),))) == []
    two = (Shown(seat=2, cards=("9d", "2s")),)
    assert codes(hand(players=hidden, shown=two)) == [("RES-IMPOSS", 2)]
    common = (Shown(seat=2, cards=("Ah", "9s")),)
    assert codes(hand(players=hidden, shown=common)) == [("RES-IMPOSS", None)]
    assert codes(hand(shown=(Shown(seat=2, cards=("9d", "9s")),))) == []
    assert codes(hand(shown=(Shown(seat=2, cards=("9d", "2s")),))) == [("RES-IMPOSS", 2)]


@pytest.mark.parametrize(
    ("text", "count", "good"),
    [
        (CHECKED, 5, True),
        (CHECKED, 4, False),
        (CHECKED, 3, False),
        (BLINDS + ", 3 desistir, 4 desistir, 1 desistir", 0, True),
        (BLINDS + ", 3 desistir, 4 desistir, 1 desistir", 3, False),
        (f"{CALLS} | 1 apostar 100, 2 desistir, 3 desistir, 4 desistir", 3, True),
        (f"{CALLS} | 1 apostar 100, 2 desistir, 3 desistir, 4 desistir", 4, False),
        (f"{CALLS} | 1 apostar 100, 2 desistir, 3 desistir, 4 desistir", 0, False),
    ],
)
def test_common_cards_missing_or_too_many(text: str, count: int, *, good: bool) -> None:
    """R32-R36, R43: five at a showdown, and none turned after only one was left."""
    burns = tuple(Burn(common=common) for common in (0, 3, 4)[: {0: 0, 3: 1, 4: 2, 5: 3}[count]])
    found = codes(hand(text, board=BOARD[:count], burns=burns))
    assert found == ([] if good else [("RES-IMPOSS", None)])


def test_cards_need_a_table_that_records_them() -> None:
    """No cards recorded, no fault of cards."""
    assert codes(hand(board=(), records=("bets", "decisions"))) == []


@pytest.mark.parametrize(
    ("burns", "rules"),
    [
        ((0, 3, 4), []),
        ((3, 4), ["NB R32"]),
        ((0, 4), ["NB R34"]),
        ((0, 3), ["NB R36"]),
        ((), ["NB R32", "NB R34", "NB R36"]),
        ((0, 0, 3, 4), ["NB R32"]),
        ((0, 3, 4, 5), ["NB R36"]),
    ],
)
def test_one_card_is_burned_before_each_phase(burns: tuple[int, ...], rules: list[str]) -> None:
    """R32, R34, R36: neither none nor two."""
    record = hand(burns=tuple(Burn(common=common) for common in burns))
    assert [(one.code, one.rule) for one in judge(record).found] == [
        ("NB-BURN", rule) for rule in rules
    ]


def test_burns_need_a_table_that_records_them() -> None:
    """Most tables do not record burned cards."""
    assert codes(hand(burns=(), records=("bets", "decisions", "cards", "payouts"))) == []


def test_nonsense_is_a_fault_and_the_hand_goes_on() -> None:
    """Words that mean nothing, seats nobody sits at, chips below nothing, cards turned back."""
    assert ("RES-IMPOSS", 3) in codes(hand(CHECKED.replace("3 passar", "3 cantar", 1)))
    assert ("RES-IMPOSS", 9) in codes(hand(CHECKED.replace("3 passar", "9 apostar 100", 1)))
    assert ("RES-IMPOSS", 3) in codes(hand(CHECKED.replace("3 passar", "3 apostar -100", 1)))
    turned = structs.replace(
        hand(), actions=(*hand().actions, Action(seat=1, action="passar", common=3))
    )
    assert ("RES-IMPOSS", 1) in codes(turned)
    assert judge(HoldemRecord()).settlement.lines == ()


# Money: cagnotte, side pots, splits.


def test_the_cagnottes_rate_is_five_per_cent_at_most() -> None:
    """R65 a: a higher rate is a fault, and no more than five per cent is due to the house."""
    assert codes(hand(cagnotte_ppm=50_000)) == []
    record = hand(cagnotte_ppm=60_000)
    assert codes(record) == [("NB-RAKE", None)]
    assert [one.amount for one in settled(record).commissions] == [20]


def test_a_cagnotte_that_was_not_the_hands() -> None:
    """R65 a: 5 % of 4.00 is 0.20; who took 0.30 and paid 3.70 made one fault, not two."""
    record = hand(cagnotte_ppm=50_000, cagnotte_taken=20)
    assert codes(record) == []
    taken = structs.replace(record, cagnotte_taken=30, payments=(Payment(seat=1, amount=370),))
    found = only(taken)
    assert (found.code, found.expected, found.recorded, found.amount) == (
        "NB-RAKE",
        "0.20",
        "0.30",
        10,
    )
    short = structs.replace(taken, payments=(Payment(seat=1, amount=360),))
    assert codes(short) == [("NB-RAKE", None), ("PAY-DIFF", 1)]


def test_the_cagnotte_has_the_houses_maximum() -> None:
    """R65 a: "pode fixar o quantitativo máximo"."""
    assert [
        one.amount for one in settled(hand(cagnotte_ppm=50_000, cagnotte_maximum=7)).commissions
    ] == [7]


def test_an_encavado_paid_beyond_his_pots() -> None:
    """R40, R41: he plays for 3 times 2.50 only; who gave him all broke that rule."""
    text = f"{CALLS} | 1 apostar 150, 2 repicar 300, 3 acompanhar 300, 4 desistir"
    text += " | 2 passar, 3 passar" * 2
    caves = players(250, 10_000, 10_000, 10_000)
    record = hand(text, players=caves)
    assert dues(record) == {1: 850, 2: 300}
    wrong = structs.replace(record, payments=(Payment(seat=1, amount=1_150),))
    assert codes(wrong) == [("NB-SIDE", 1), ("NB-SIDE", 2)]
    other = structs.replace(
        record, payments=(Payment(seat=1, amount=850), Payment(seat=3, amount=300))
    )
    assert codes(other) == [("PAY-NONE", 2), ("PAY-DIFF", 3)]


def encavado(**fields: object) -> HoldemRecord:
    """Return a hand that an encavado wins: 8.50 for him, a side pot of 3.00 for seat 2, 5 %.

    The cagnotte of 11.50 is 0.57: of it 8.50 bear 0.42 and 3.00 bear 0.15.
    """
    text = f"{CALLS} | 1 apostar 150, 2 repicar 300, 3 acompanhar 300, 4 desistir"
    text += " | 2 passar, 3 passar" * 2
    caves = players(250, 10_000, 10_000, 10_000)
    return hand(text, players=caves, cagnotte_ppm=50_000, **fields)


def test_an_encavado_paid_beyond_his_pots_after_the_cagnotte() -> None:
    """R40, R54: 8.08 are his; who gave him 8.20 of the other's money passed what he plays for."""
    record = encavado(cagnotte_taken=57)
    assert dues(record) == {1: 808, 2: 285}
    assert codes(record) == []
    wrong = structs.replace(
        record, payments=(Payment(seat=1, amount=820), Payment(seat=2, amount=273))
    )
    assert codes(wrong) == [("NB-SIDE", 1), ("NB-SIDE", 2)]
    whole = structs.replace(
        record, payments=(Payment(seat=1, amount=850), Payment(seat=2, amount=243))
    )
    assert codes(whole) == [("NB-SIDE", 1), ("NB-SIDE", 2)]


def test_an_encavado_from_whom_no_cagnotte_was_taken() -> None:
    """R54: his 8.50 whole, the box short of his 0.42: the cagnotte is at fault, not the pots."""
    paid = Payment(seat=1, amount=850), Payment(seat=2, amount=285)
    assert codes(structs.replace(encavado(cagnotte_taken=15), payments=paid)) == [
        ("NB-RAKE", None),
        ("PAY-DIFF", 1),
    ]


def test_an_encavado_paid_less_is_not_paid_beyond_his_pots() -> None:
    """R40: 8.00 of his 8.08, the rest to the other."""
    paid = Payment(seat=1, amount=800), Payment(seat=2, amount=293)
    assert codes(structs.replace(encavado(cagnotte_taken=57), payments=paid)) == [
        ("PAY-DIFF", 1),
        ("PAY-DIFF", 2),
    ]


def split_hand(**fields: object) -> HoldemRecord:
    """Return a hand whose pot of 6.00 goes to seats 1 and 2 alike."""
    text = f"{CALLS} | {PASSES} | {PASSES} | 1 passar, 2 apostar 100, 3 desistir, 4 desistir,"
    own = {1: ("Ac", "9s"), 2: ("As", "9d"), 3: ("6s", "6d"), 4: ("5s", "5d")}
    return hand(
        f"{text} 1 acompanhar 100",
        players=players(*[10_000] * 4, cards=own),
        **fields,
    )


def test_a_pot_split_otherwise() -> None:
    """R55: 6.00 for two in chips of 1.00 is 3.00 each; of 2.00 the mão has 4.00, the other 2.00."""
    even = split_hand()
    assert dues(even) == {1: 300, 2: 300}
    odd = split_hand(unit=200)
    assert dues(odd) == {1: 400, 2: 200}
    assert codes(odd) == []
    halves = (Payment(seat=1, amount=300), Payment(seat=2, amount=300))
    found = judge(structs.replace(odd, payments=halves)).found
    assert [(one.code, one.seat, one.rule, one.amount) for one in found] == [
        ("NB-SPLIT", 1, "NB R55", -100),
        ("NB-SPLIT", 2, "NB R55", 100),
    ]
    swapped = (Payment(seat=1, amount=200), Payment(seat=2, amount=400))
    assert [code for code, _ in codes(structs.replace(odd, payments=swapped))] == ["NB-SPLIT"] * 2


def test_a_pot_paid_to_the_wrong_player() -> None:
    """R57 a: the cards decide; who was paid instead is PAY-DIFF, who was not is PAY-NONE."""
    record = structs.replace(hand(), payments=(Payment(seat=2, amount=400),))
    assert codes(record) == [("PAY-NONE", 1), ("PAY-DIFF", 2)]


def test_pots_may_be_paid_one_by_one() -> None:
    """Payments of several pots are compared by their sum for the seat."""
    record = three_encavados()
    third = [Payment(seat=3, amount=4_350 - 191, pot=0), Payment(seat=3, amount=3_750 - 165, pot=1)]
    rest = [payment for payment in record.payments if payment.seat != 3]
    assert codes(structs.replace(record, payments=(*third, *rest))) == []


@pytest.mark.parametrize(
    ("shuffles", "wrong"),
    [((), False), ((3,), False), ((1, 1, 1), False), ((2,), True), ((0,), True)],
)
def test_the_cards_are_shuffled_three_times(shuffles: tuple[int, ...], *, wrong: bool) -> None:
    """R16: at least three times; told one by one they add up, untold they accuse nobody."""
    assert codes(hand(shuffles=shuffles)) == ([("NB-SHUF", None)] if wrong else [])
    assert "NB-SHUF" not in [code for code, _ in codes(online(shuffles=shuffles))]


def test_a_deck_that_was_not_shown_is_found() -> None:
    """R7: at the beginning and after an interruption, in the room; 001 n.4 under its own number."""
    fault = only(hand(deck_shown=False))
    assert (fault.code, fault.rule) == ("NB-SHUF", "NB R7")
    assert codes(hand(deck_shown=True)) == codes(hand(deck_shown=None)) == []
    assert "NB-SHUF" not in [code for code, _ in codes(online(deck_shown=False))]
    assert "NB-SHUF" not in [code for code, _ in codes(hand(deck_shown=False, records=("cards",)))]
    portuguese = judge(hand(deck_shown=False, profile="pt-2007@1")).found
    assert [one.rule for one in portuguese if one.code == "NB-SHUF"] == ["001 n.4"]


def test_only_the_pagador_cuts() -> None:
    """R17: NB-SHUF at the seat of the player who cut."""
    fault = only(hand(cut_by=(3,)))
    assert (fault.code, fault.rule, fault.seat) == ("NB-SHUF", "NB R17", 3)


def test_who_had_to_leave_and_plays_on_is_found() -> None:
    """R46: grave or repeated misconduct: he leaves the table."""
    here = [structs.replace(one, expelled=one.seat == 2) for one in hand().players]
    fault = only(hand(players=tuple(here)))
    assert (fault.code, fault.rule, fault.seat) == ("NB-OUT", "NB R46", 2)


@pytest.mark.parametrize(("places", "wrong"), [(10, False), (11, False), (9, True), (12, True)])
def test_a_table_has_ten_places_or_eleven(places: int, *, wrong: bool) -> None:
    """R4 c: by the game; of eleven one may be out of use; told in the partida's first hand."""
    found = [one.rule for one in judge(hand(places_told=places)).found if one.code == "NB-SEATS"]
    assert found == (["NB R4 c"] if wrong else [])


@pytest.mark.parametrize(
    ("main", "side", "wrong"),
    [
        # Seat 3 has 40.00: 40.00 of each of four is 160.00, and 60.00 of three 180.00.
        ((16_000, (1, 2, 3, 4)), (18_000, (1, 2, 4)), []),
        ((16_000, (4, 3, 2, 1)), (18_000, (4, 2, 1)), []),
        ((16_000, (1, 2, 3, 4)), (18_000, (1, 2, 3, 4)), [1]),
        ((17_000, (1, 2, 3, 4)), (17_000, (1, 2, 4)), [0, 1]),
        ((16_000, (1, 2, 4)), (18_000, (1, 2, 4)), [0]),
    ],
)
def test_pots_are_formed_as_the_stakes_make_them(
    main: tuple[int, tuple[int, ...]], side: tuple[int, tuple[int, ...]], wrong: list[int]
) -> None:
    """R28: a side pot for those who put in more than the encavado; in whatever order of seats."""
    told = tuple(
        DeclaredPot(pot=pot, amount=amount, eligible=seats)
        for pot, (amount, seats) in enumerate((main, side))
    )
    text = (
        "1 pequena 50, 2 grande 100, 3 repicar 4000 =3900, 4 repicar 10000 =6000,"
        " 1 acompanhar 9950, 2 acompanhar 9900 | | |"
    )
    record = hand(text, players=players(10_000, 10_000, 4_000, 10_000), pots=told)
    found = [one for one in judge(record).found if one.code == "NB-SIDE"]
    assert [one.facts["pot"] for one in found] == wrong
    assert {one.rule for one in found} <= {"NB R28"}
