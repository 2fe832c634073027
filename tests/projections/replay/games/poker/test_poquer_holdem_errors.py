"""Hold'em: errors that the table noted and their remedies (R57, R58), rest, caves, fees, online."""

from typing import Any

import pytest
from msgspec import convert, structs, to_builtins

from projections.replay.games.poker.betting.record import Action, Burn, Choice, Exposed, Fee, Player
from projections.replay.games.poker.poquer_holdem import HoldemRecord
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import judge
from projections.replay.settlement import Outcome
from tests.projections.replay.games.poker.told import (
    BLINDS,
    BOARD,
    CALLS,
    CHECKED,
    PASSES,
    codes,
    dues,
    hand,
    online,
    only,
    paid,
    players,
    settled,
)

ACES = {"cards": {2: ("Ac", "Ad")}}
"""Seat 2 then has the best hand: three aces."""


def noted(*errors: str, **fields: Any) -> tuple[ErrorNoted, ...]:
    """Return errors, each ``R58c 2`` with its seat, or without."""
    made: list[ErrorNoted] = []
    for one in errors:
        error, *seat = one.split()
        made.append(ErrorNoted(error=error, seat=int(seat[0]) if seat else None, **fields))
    return tuple(made)


def rules(record: HoldemRecord) -> list[tuple[str, str]]:
    """Return each fault with its rule."""
    return [(one.code, one.rule) for one in judge(record).found]


# Errors of the pagador (R57).


@pytest.mark.parametrize("error", ["R57a", "R58a", "R58b", "R58f"])
def test_errors_that_change_nothing(error: str) -> None:
    """R57 a, R58 a, b, f: only cards decide, the hand is rebuilt, exposed own cards play on."""
    record = hand(errors=noted(f"{error} 1"))
    assert dues(record) == {1: 400}
    assert codes(record) == []


def test_exposing_ones_own_cards_voids_nothing() -> None:
    """R58 f: "o golpe mantém-se válido"."""
    assert codes(hand(errors=noted("R58f 1"), void=Void(cause="R58f"))) == [("VOID-BAD", None)]


AWAY = (
    f"{BLINDS}, 3 acompanhar 100, 1 acompanhar 50, 2 passar" + "| 1 passar, 2 passar, 3 passar" * 3
)


def test_cards_dealt_to_one_who_was_away() -> None:
    """R57 b: he did not come in time, so he is out, and nobody missed his word."""
    best = players(*[10_000] * 4, cards={4: ("Ac", "Ad")})
    record = hand(AWAY, errors=noted("R57b 4"), players=best)
    assert dues(record) == {1: 300}
    assert codes(record) == []
    assert ("NB-TURN", 4) in codes(hand(AWAY, players=best)), "without the error he was not asked"


def test_one_who_was_away_and_came_in_time_plays() -> None:
    """R57 b: he bet at his turn, so nothing is withdrawn."""
    best = players(*[10_000] * 4, cards={4: ("Ac", "Ad")})
    record = hand(errors=noted("R57b 4"), players=best)
    assert dues(record) == {4: 400}
    assert codes(record) == []


def burns(*told: str) -> tuple[Burn, ...]:
    """Read ``common card``, or the common cards alone."""
    made: list[Burn] = []
    for one in told:
        common, *card = one.split()
        made.append(Burn(common=int(common), card=card[0] if card else None))
    return tuple(made)


def test_one_card_turned_in_the_deal_is_the_next_one_burned() -> None:
    """R57 c: the deal goes on, and the turned card is burned before the flop."""
    turned = noted("R57c 2", cards=("3c",))
    assert codes(hand(errors=turned, burns=burns("0 3c", "3", "4"))) == []
    assert codes(hand(errors=turned, burns=burns("0", "3", "4"))) == [], "nobody looked"
    other = hand(errors=turned, burns=burns("0 4c", "3", "4"))
    assert rules(other) == [("NB-BURN", "NB R57 c")]
    assert (only(other).expected, only(other).recorded) == ("3c", "4c")


def test_the_turned_card_does_not_stay_in_the_hand() -> None:
    """R57 c: the hand is completed with another card."""
    kept = players(*[10_000] * 4, cards={2: ("3c", "9d")})
    record = hand(errors=noted("R57c 2", cards=("3c",)), players=kept)
    assert codes(record) == [("NB-BURN", 2)]


def test_two_cards_turned_in_the_deal_void_the_hand() -> None:
    """R66 g: more than one; the stakes go back."""
    record = hand(errors=noted("R57c 2", "R57c 3"))
    assert settled(record).void
    assert rules(record) == [("NB-MIS", "NB R66 g")]
    assert codes(structs.replace(record, void=Void(cause="R66g"))) == []


@pytest.mark.parametrize("letter", "abcdefg")
def test_the_grounds_of_a_void_hand_by_their_letters(letter: str) -> None:
    """R66 a-g, noted by the rule's own number."""
    record = hand(errors=noted(f"R66{letter}"))
    assert settled(record).void
    assert rules(record) == [("NB-MIS", f"NB R66 {letter}")]


def exposed(common: int, acts: int, **fields: Any) -> tuple[Exposed, ...]:
    """Return an exposure of the three of clubs, remedied as it should be unless fields differ."""
    due = {"cards": ("3c",), "burned": int(common == 3), "shuffled": True}
    return (Exposed(common=common, acts=acts, **{**due, **fields}),)


@pytest.mark.parametrize(
    ("common", "acts", "burned"),
    [
        (0, 4, ("3", "4")),  # exposed without a burn, and none afterwards
        (0, 4, ("0", "3", "4")),  # the burn had been made
        (3, 8, ("0", "3")),  # the burn of the remedy; the rio without
        (3, 8, ("0", "3", "3")),
        (4, 12, ("0", "3")),
        (4, 12, ("0", "3", "4")),
    ],
)
def test_exposed_common_cards_dealt_again_as_prescribed(
    common: int, acts: int, burned: tuple[str, ...]
) -> None:
    """R57 d-f: withdrawn, shuffled in, and no burn but the one before the new turn."""
    record = hand(exposed=exposed(common, acts), burns=burns(*burned))
    assert codes(record) == []


@pytest.mark.parametrize(
    ("common", "acts", "fields", "burned", "expected"),
    [
        (0, 4, {"burned": 1}, ("0", "3", "4"), [("NB-EXPO", "NB R57 d")]),
        (0, 4, {"shuffled": False}, ("3", "4"), [("NB-EXPO", "NB R57 d")]),
        (3, 8, {"burned": 0}, ("0", "3"), [("NB-EXPO", "NB R57 e")]),
        (3, 8, {"shuffled": False}, ("0", "3"), [("NB-EXPO", "NB R57 e")]),
        (3, 8, {"cards": ("7c",)}, ("0", "3"), [("NB-EXPO", "NB R57 e")]),  # it was left there
        (3, 8, {}, ("0", "3", "4"), [("NB-BURN", "NB R36")]),  # the rio needs no burn then
        (4, 12, {"burned": 1}, ("0", "3", "4"), [("NB-EXPO", "NB R57 f")]),
        (4, 12, {"shuffled": False}, ("0", "3"), [("NB-EXPO", "NB R57 f")]),
    ],
)
def test_exposed_common_cards_dealt_again_otherwise(
    common: int,
    acts: int,
    fields: dict[str, Any],
    burned: tuple[str, ...],
    expected: list[tuple[str, str]],
) -> None:
    """R57 d-f: each step of the remedy that was left out, or one too many."""
    record = hand(exposed=exposed(common, acts, **fields), burns=burns(*burned))
    assert rules(record) == expected


def test_an_exposed_rio_that_nobody_dealt_again() -> None:
    """R57 f: withdrawn and not replaced: four cards decide nothing."""
    record = hand(exposed=exposed(4, 12), board=BOARD[:4], burns=burns("0", "3"), payments=())
    assert {line.outcome for line in settled(record).lines} == {Outcome.PENDENTE}
    assert rules(record) == [("NB-EXPO", "NB R57 f")]


@pytest.mark.parametrize(("burned", "found"), [((), 0), (("0",), 0), (("0", "0"), 1)])
def test_an_exposed_flop_that_never_came_again(burned: tuple[str, ...], found: int) -> None:
    """R57 d: a card had been burned before it; then all but one gave up, and no flop was due."""
    text = f"{BLINDS}, 3 desistir, 1 desistir"
    record = hand(text, exposed=exposed(0, 3), board=(), burns=burns(*burned), payments=())
    assert [code for code, _ in codes(record)].count("NB-BURN") == found


def test_who_was_still_to_bet_may_only_call() -> None:
    """R57 h: the flop was exposed after seat 3 had spoken; seat 4 raised all the same."""
    text = f"{BLINDS}, 3 acompanhar 100, 4 repicar 300, 1 desistir, 2 desistir, 3 desistir"
    record = hand(text, exposed=exposed(0, 3), board=(), burns=())
    found = only(record)
    assert (found.code, found.rule, found.seat, found.amount) == ("NB-EXPO", "NB R57 h", 4, 300)
    before = hand(text, exposed=exposed(0, 4), board=(), burns=())
    assert codes(before) == [], "he had raised before the cards were seen"


@pytest.mark.parametrize("acts", [-1, -6, -(2**53)])
def test_an_exposure_after_fewer_acts_than_none_neither_hides_nor_accuses(acts: int) -> None:
    """R57 h: of a negative number nobody can tell when it was; of the one beside it one can."""
    text = f"{BLINDS}, 3 acompanhar 100, 4 repicar 300, 1 desistir, 2 desistir, 3 desistir"
    both = (*exposed(0, acts), *exposed(0, 3))
    for told in (both, both[::-1]):
        found = only(hand(text, exposed=told, board=(), burns=()))
        assert (found.code, found.seat, found.amount) == ("NB-EXPO", 4, 300)
    assert codes(hand(text, exposed=exposed(0, acts), board=(), burns=())) == []


def test_a_phase_without_a_burned_card_is_cured_by_burning_the_turned_one() -> None:
    """R57 g: the card turned is the burned one, and another is drawn."""
    error = noted("R57g", cards=("3c",))
    assert codes(hand(errors=error, burns=burns("0", "3 3c", "4"))) == []
    left = noted("R57g", cards=("7c",))  # the turn, left on the board
    found = rules(hand(errors=left, burns=burns("0", "4")))
    assert found == [("NB-BURN", "NB R57 g"), ("NB-BURN", "NB R34")]


def test_an_error_nobody_knows_leaves_the_burns_to_people() -> None:
    """Of a remedy that the law does not name nobody can say how many cards it burns."""
    assert codes(hand(errors=noted("abafo"), burns=())) == []


# Errors of players (R58).


@pytest.mark.parametrize(
    ("error", "rule"), [("R58c", "NB R58 c"), ("R58h", "NB R58 h"), ("R58i", "NB R58 i")]
)
def test_errors_that_cost_the_pot(error: str, rule: str) -> None:
    """R58 c, h, i: seat 1 had the best hand; the next best takes the pot, his stake in it."""
    record = hand(errors=noted(f"{error} 1"))
    assert dues(record) == {2: 400}
    (line,) = [line for line in settled(record).lines if line.seat == 1]
    assert (line.outcome, line.stake, line.rules) == (Outcome.PERDE, 100, (rule,))
    assert codes(record) == []


def test_who_is_put_out_is_not_asked_again() -> None:
    """R58 i: out before the first turn; nobody waits for his word."""
    record = hand(
        f"{BLINDS}, 4 afastado, 3 acompanhar 100, 1 acompanhar 50, 2 passar"
        + "| 1 passar, 2 passar, 3 passar" * 3,
        errors=noted("R58i 4"),
    )
    assert codes(record) == []
    assert dues(record) == {1: 300}


def test_two_hands_mixed_with_one_another() -> None:
    """R58 h: both are annulled, the third takes the pot; if nobody is left, nobody can tell."""
    assert dues(hand(errors=noted("R58h 1", "R58h 2"))) == {3: 400}
    everybody = hand(errors=noted(*(f"R58h {seat}" for seat in (1, 2, 3, 4))), payments=())
    assert {line.outcome for line in settled(everybody).lines} == {Outcome.PENDENTE}


def test_nobody_left_after_an_error_is_no_win_for_who_gave_up() -> None:
    """R29 a, R58 c: three gave up and the last one's hand is lost: none of them gets the pot."""
    record = hand(
        f"{BLINDS}, 3 desistir, 4 desistir, 1 desistir", errors=noted("R58c 2"), payments=()
    )
    assert {line.outcome for line in settled(record).lines} == {Outcome.PENDENTE}


SHORT = (
    f"{CALLS} | 1 apostar 200, 2 acompanhar 150, 3 desistir, 4 desistir"
    + " | 1 passar, 2 passar" * 2
)


def test_a_short_call_not_completed_loses_the_pot() -> None:
    """R58 d: his 2.50 stay in the pot; of seat 1's 3.00 the 0.50 that nobody matched go back."""
    record = hand(SHORT, players=players(*[10_000] * 4, **ACES))
    assert {line.seat: (line.prize, line.returned) for line in settled(record).lines}[1] == (
        700,
        50,
    )
    assert dues(record) == {1: 750}
    assert codes(record) == [("NB-EQ", 2)]
    assert settled(record).lines[1].rules == ("NB R58 d",)


def test_an_encavados_short_call_wins_what_it_can() -> None:
    """R40: with a cave of 2.50 the same call is all he has: he wins 2.50 of each."""
    record = hand(
        f"{CALLS} | 1 apostar 200, 2 acompanhar 150, 3 desistir, 4 desistir ||",
        players=players(10_000, 250, 10_000, 10_000, **ACES),
    )
    assert dues(record) == {2: 700, 1: 50}


def test_a_raise_not_announced_is_a_call_and_the_rest_goes_back() -> None:
    """R58 e, noted: of seat 2's 3.00 one is the call, two go back; the pot is 6.00."""
    text = f"{CALLS} | 1 apostar 100, 2 acompanhar 300, 3 desistir, 4 desistir"
    record = hand(text + " | 1 passar, 2 passar" * 2, errors=noted("R58e 2"))
    assert dues(record) == {1: 600, 2: 200}
    (line,) = [line for line in settled(record).lines if line.seat == 2]
    assert (line.stake, line.returned, line.rules[-1]) == (400, 200, "NB R58 e")
    assert codes(record) == []
    kept = structs.replace(record, payments=(Payment(seat=1, amount=600),))
    assert codes(kept) == [("PAY-NONE", 2)]


def test_who_gives_up_loses_only_what_a_raise_not_announced_left_in_the_pot() -> None:
    """R58 e, R29 a: of seat 2's 4.00 two go back; giving up on the turn loses the other two."""
    text = f"{CALLS} | 1 apostar 100, 2 acompanhar 300, 3 desistir, 4 desistir"
    record = hand(text + " | 1 apostar 100, 2 desistir", errors=noted("R58e 2"))
    (line,) = [line for line in settled(record).lines if line.seat == 2]
    assert (line.stake, line.returned) == (400, 200)
    assert line.why[0].text("en", line) == ("gave up: loses the 2.00 put into the pot [NB R29 a]")
    assert codes(record) == []


def test_a_raise_not_announced_beyond_the_cave_leaves_the_call_in_the_pot() -> None:
    """R58 e, R40: seat 2 has 0.60 after the flop; he calls with them, 2.40 of the 3.00 go back."""
    text = f"{CALLS} | 1 apostar 100, 2 acompanhar 300, 3 desistir, 4 desistir ||"
    record = hand(text, players=players(10_000, 160, 10_000, 10_000), errors=noted("R58e 2"))
    line = settled(record).lines[1]
    assert (line.stake, line.returned) == (400, 240)
    assert dues(record) == {1: 560, 2: 240}
    assert codes(record) == [("NB-CAVE", 2)]


def test_chips_told_with_a_putting_out_are_in_the_pot() -> None:
    """R58 e speaks of a raise; 1.00 told of seat 4 as he was put out (R58 i) is none, and stays."""
    text = f"{BLINDS}, 4 afastado 100, 3 acompanhar 100, 1 acompanhar 50, 2 passar"
    for errors in ("R58i 4",), ("R58i 4", "R58e 4"):
        record = hand(text + "| 1 passar, 2 passar, 3 passar" * 3, errors=noted(*errors))
        assert dues(record) == {1: 400}
        line = settled(record).lines[3]
        assert (line.seat, line.outcome, line.stake, line.returned) == (4, Outcome.PERDE, 100, 0)
        assert codes(record) == [("RES-IMPOSS", 4)]


def test_a_forced_bet_made_good_is_one_stake_though_nobody_sits_there() -> None:
    """O18, R58 e: 1.00 of seat 9 is in the pot once, whoever else raised without announcing it."""
    text = CALLS.replace(BLINDS, f"{BLINDS}, 9 reposto 100") + " ||| "
    for errors in (), ("R58e 3",):
        record = hand(text, errors=noted(*errors))
        assert [(line.seat, line.stake) for line in settled(record).lines][-1] == (9, 100)
        assert dues(record) == {1: 500}


EARLY = f"{BLINDS}, 4 repicar 300, 3 repicar 500, {{}}, 1 desistir, 2 desistir"


def test_a_bet_out_of_turn_stands_and_cannot_grow() -> None:
    """R58 g: seat 4 raised before his turn; when it comes he may call, not raise again."""
    called = hand(EARLY.format("4 acompanhar 200") + " | 3 passar, 4 passar" * 3)
    assert codes(called) == [("NB-TURN", 4)]
    raised = hand(EARLY.format("4 repicar 500") + ", 3 desistir")
    assert rules(raised) == [("NB-TURN", "OH R13; NB R58 g"), ("NB-RAISE", "NB R58 g")]


def test_a_missed_turn_allowed_after_all_is_no_raise() -> None:
    """R58 j: seat 3 let his turn pass and was heard: he may call what 4 bet, not raise it."""
    start = f"{BLINDS}, 4 repicar 300, {{}}, 1 desistir, 2 desistir"
    called = hand(
        start.format("3 acompanhar 300") + " | 3 passar, 4 passar" * 3, errors=noted("R58j 3")
    )
    assert codes(called) == [("NB-TURN", 4)]
    raised = EARLY.format("4 desistir")
    assert codes(hand(raised)) == [("NB-TURN", 4)]
    assert rules(hand(raised, errors=noted("R58j 3")))[1:] == [("NB-RAISE", "NB R58 j")]


# The deal.


def test_cards_are_dealt_one_by_one_beginning_with_the_first_bet() -> None:
    """R22, R66 a: clockwise from the mão, a card each, then a second."""
    assert codes(hand(dealt=(1, 2, 3, 4, 1, 2, 3, 4))) == []
    assert rules(hand(dealt=(1, 1, 2, 2, 3, 3, 4, 4))) == [("NB-MIS", "NB R66 a, NB R22")]
    assert rules(hand(dealt=(2, 3, 4, 1, 2, 3, 4, 1))) == [("NB-MIS", "NB R66 a, NB R22")]
    assert codes(hand(dealt=(2, 1, 3, 4) * 2, void=Void(cause="R66a"))) == []
    swapped = CHECKED.replace(BLINDS, "2 grande 100, 1 pequena 50")
    assert codes(hand(swapped, dealt=(1, 2, 3, 4) * 2)) == [], "the pequena is the first bet"


def test_the_first_bet_may_be_a_grande_of_one_who_was_idle() -> None:
    """O17, R22: the mão was idle and makes a grande aposta; the deal begins with him all the same.

    The usual grande is the second made.
    """
    text = "1 grande 100, 2 grande 100, 3 acompanhar 100, 4 acompanhar 100, 1 passar, 2 passar"
    idle = players(*[10_000] * 4, hands_without_bet={1: 5})
    record = hand(f"{text} | {PASSES} | {PASSES} | {PASSES}", players=idle)
    assert codes(structs.replace(record, dealt=(1, 2, 3, 4) * 2)) == []
    assert rules(structs.replace(record, dealt=(2, 3, 4, 1) * 2)) == [
        ("NB-MIS", "NB R66 a, NB R22")
    ]


# Who sits, rests and with how much.


def test_two_hands_of_rest_and_no_third() -> None:
    """R47: a third hand away, and he should have left the table; online O64 may allow more."""

    def resting(hands: int | None) -> tuple[Player, ...]:
        fourth = Player(seat=4, absent=True, rested=hands)
        return (*players(*[10_000] * 3), fourth)

    text = AWAY
    assert codes(hand(text, players=resting(1))) == []
    found = only(hand(text, players=resting(2)))
    assert (found.code, found.rule, found.seat, found.recorded) == ("NB-REST", "NB R47", 4, "3")
    assert codes(hand(text, players=resting(None))) == []
    assert codes(online(text, players=resting(9))) == []


def test_chips_added_in_the_hand() -> None:
    """R48 e: the cave stays as it was when the hand began."""
    record = hand(players=players(*[10_000] * 4, added={3: 500}))
    found = only(record)
    assert (found.code, found.rule, found.seat, found.amount) == ("NB-CAVE", "NB R48 e", 3, 500)


def test_who_comes_back_restores_his_cave() -> None:
    """R48 h: he left with 100.01 and is back with 100.00."""
    assert codes(hand(players=players(*[10_000] * 4, stack_before={3: 10_000}))) == []
    found = only(hand(players=players(*[10_000] * 4, stack_before={3: 10_001})))
    assert (found.code, found.rule, found.amount) == ("NB-CAVE", "NB R48 h", -1)


def test_the_initial_cave_and_the_reposicoes_are_the_operators() -> None:
    """O5: fixed beforehand; a reposição may be of several."""
    assert codes(hand(first=True, cave=10_000)) == []
    assert codes(hand(first=True, cave=9_000)) == [("NB-CAVE", seat) for seat in (1, 2, 3, 4)]
    assert codes(hand(cave=9_000)) == [], "later caves are what was won and lost"
    added = players(*[10_000] * 4, reposicao={2: 5_000})
    assert codes(hand(players=added, reposicao=2_500)) == []
    assert codes(hand(players=added, reposicao=2_000)) == [("NB-CAVE", 2)]
    assert codes(hand(players=added)) == []


def test_the_first_mao_is_at_the_pagadors_left() -> None:
    """R15: of seats 1 to 4, seat 1; 0 stands for no hand before."""
    assert codes(hand(mao_before=0)) == []
    four = structs.replace(hand(mao_before=0), mao=4, actions=())
    assert ("NB-BTN", 4) in codes(four)


def test_a_newcomer_does_not_have_the_mao() -> None:
    """O9: seat 1 has just sat down; the mão would be seat 2's, and he plays in the next hand.

    Beside another, who is not gone, he may be no more than a second at that one's place (R8).
    """
    new = players(*[10_000] * 4, entered={1: True})
    found = only(hand(mao_before=4, players=new))
    assert (found.code, found.rule, found.expected) == ("NB-BTN", "OH R9", "2")
    both = structs.replace(new[0], sharing=("a", "b"))
    assert codes(hand(mao_before=4, players=(both, *new[1:]))) == [("NB-SEATS", 1)]
    waits = players(*[10_000] * 4, entered={1: True}, absent={1: True}, cards={1: ()})
    text = "2 pequena 50, 3 grande 100, 4 acompanhar 100, 2 acompanhar 50, 3 passar"
    rest = "| 2 passar, 3 passar, 4 passar" * 3
    assert codes(hand(text + rest, mao=2, mao_before=4, players=waits)) == []
    everybody = players(*[10_000] * 4, entered=dict.fromkeys(range(1, 5), True))
    assert codes(hand(mao_before=4, players=everybody)) == [], "nobody else could have it"


def test_a_partida_that_waited_too_long_for_players() -> None:
    """001 n.24: fifteen minutes, then it ends; Cape Verde states no such time."""
    assert codes(hand(profile="pt-2007@1", suspended=900)) == []
    found = only(hand(profile="pt-2007@1", suspended=901))
    assert (found.code, found.rule) == ("NB-MIN4", "001 n.24")
    assert codes(hand(suspended=901)) == []


def test_only_chips_are_bet() -> None:
    """R61: a cheque is no bet; online the account is."""

    def paid_in(means: str, **fields: Any) -> HoldemRecord:
        record = hand(**fields)
        first = structs.replace(record.actions[1], means=means)
        return structs.replace(record, actions=(record.actions[0], first, *record.actions[2:]))

    assert codes(paid_in("chips")) == []
    found = only(paid_in("cheque"))
    assert (found.code, found.rule, found.seat, found.amount) == ("CREDIT", "NB R61", 2, 100)
    assert codes(paid_in("account")) == [("CREDIT", 2)]
    assert codes(paid_in("account", mode="shared")) == []


def test_limits_do_not_change_within_a_hand() -> None:
    """R64: with notice, and so between hands."""
    assert codes(hand(limits_changed=True)) == [("REG-LIMIT-CHG", None)]


# The fee per sessão (R65 b).


def fee(amount: int = 50, **fields: Any) -> HoldemRecord:
    """Return a hand at a table that takes 5 to 20 per cent of its maximum of 5.00 a sessão."""
    table: dict[str, Any] = {
        "maximum": 500,
        "cagnotte_mode": "session",
        "session_fee_of": "maximum",
        **fields.pop("table", {}),
    }
    return hand(fees=(Fee(seat=2, amount=amount, **fields),), **table)


@pytest.mark.parametrize(
    ("amount", "good"), [(24, False), (25, True), (100, True), (101, False), (0, False)]
)
def test_a_fee_of_five_to_twenty_per_cent(amount: int, *, good: bool) -> None:
    """R65 b: of the table's maximum of 5.00 that is 0.25 to 1.00."""
    assert codes(fee(amount)) == ([] if good else [("NB-RAKE", 2)])


def test_a_fee_of_the_cave() -> None:
    """R65 b: of a cave of 100.00 that is 5.00 to 20.00; or of the sum that the table names."""
    table = {"session_fee_of": "cave", "cave": 10_000}
    assert codes(fee(500, table=table)) == []
    assert codes(fee(499, table=table)) == [("NB-RAKE", 2)]
    assert codes(fee(499, base=9_980)) == []
    assert only(fee(498, base=9_980)).expected == "4.99..19.96"


def test_who_sat_down_later_pays_no_fee() -> None:
    """R65 b: up to thirty minutes after the sessão began."""
    assert codes(fee(late=1_800)) == []
    assert codes(fee(late=1_801)) == [("NB-RAKE", 2)]


def test_a_fee_is_taken_once() -> None:
    """R65 b: one for each sessão."""
    twice = fee()
    assert codes(structs.replace(twice, fees=twice.fees * 1)) == []
    again = (*twice.fees, Fee(seat=2, amount=50), Fee(seat=3, amount=50))
    assert codes(structs.replace(twice, fees=again)) == [("NB-RAKE", 2)]


def test_a_second_fee_is_found_as_often_as_the_hand_is_read() -> None:
    """R65 b: the record read again, equal and not the same, has the same fault."""
    first = structs.replace(fee(), fees=(Fee(seat=2, amount=50), Fee(seat=2, amount=50)))
    again = convert(to_builtins(first), HoldemRecord)
    assert codes(first) == codes(again) == [("NB-RAKE", 2)]


def test_the_house_is_paid_in_one_way() -> None:
    """R65: by the hand or by the sessão, as fixed before the partida."""
    assert codes(fee(table={"cagnotte_mode": "hand"})) == [("NB-RAKE", 2)]
    assert codes(fee(table={"cagnotte_mode": None, "cagnotte_ppm": 10_000})) == [("NB-RAKE", 2)]
    both = hand(cagnotte_mode="session", cagnotte_ppm=10_000)
    assert codes(both) == [("NB-RAKE", None)]
    changed = hand(cagnotte_mode="hand", cagnotte_mode_before="session")
    assert rules(changed) == [("NB-RAKE", "NB R65 a")]
    assert codes(hand(cagnotte_mode="hand", cagnotte_mode_before="hand")) == []


# Mixed tables (R51).


def test_a_mixed_table_plays_its_two_games() -> None:
    """R51: hold'em at a table opened for Omaha, where both are admitted and the mão chose it."""
    mixed = hand(
        table_game="poquer_omaha",
        mixed=("poquer_omaha", "poquer_holdem"),
        chosen=Choice(seat=1, game="poquer_holdem"),
    )
    assert codes(mixed) == []
    assert codes(hand(table_game="poquer_omaha")) == [("REG-MOD", None)]
    three = structs.replace(mixed, mixed=("poquer_omaha", "poquer_holdem", "poquer_sintetico"))
    assert codes(three) == [("REG-MOD", None)]


def test_the_mao_chooses_the_game() -> None:
    """R51: not seat 2, and the game that was chosen is played."""
    assert codes(hand(chosen=Choice(seat=2, game="poquer_holdem"))) == [("REG-RULE", 2)]
    assert codes(hand(chosen=Choice(seat=1, game="poquer_omaha"))) == [("REG-RULE", None)]


# Online.


def clocked(text: str, seat: int, *, warned: bool = False, **fields: Any) -> HoldemRecord:
    """Return an online hand in which the clock chose a seat's last act."""
    record = online(text, **fields)
    at = max(index for index, one in enumerate(record.actions) if one.seat == seat)
    lapsed = structs.replace(record.actions[at], lapsed=True, warned=warned)
    actions: tuple[Action, ...] = (*record.actions[:at], lapsed, *record.actions[at + 1 :])
    return structs.replace(record, actions=actions)


def test_a_lapse_of_the_clock_is_a_pass_where_passing_is_open() -> None:
    """O63: nobody had bet on the rio: seat 4 passed; a bet made by the clock is none of his."""
    assert codes(clocked(CHECKED, 4)) == []
    gave = f"{CALLS} | {PASSES} | {PASSES} | 1 passar, 2 passar, 3 passar, 4 desistir"
    found = judge(clocked(gave, 4, warned=True)).found
    assert [(one.code, one.rule, one.expected) for one in found] == [("NB-ONL", "OH R63", "passar")]


def test_a_lapse_before_any_bet_of_ones_own_is_giving_up() -> None:
    """O63: seat 4 has nothing in the pot and something to equal."""
    text = f"{BLINDS}, 3 acompanhar 100, 4 {{}}, 1 acompanhar 50, 2 passar"
    rest = "| 1 passar, 2 passar, 3 passar{}" * 3
    assert codes(clocked(text.format("desistir") + rest.format("", "", ""), 4)) == []
    called = text.format("acompanhar 100") + rest.format("", ", 4 passar", ", 4 passar")
    record = online(called.replace("3 passar|", "3 passar, 4 passar|", 1))
    lapsed = structs.replace(record.actions[3], lapsed=True)
    actions = (*record.actions[:3], lapsed, *record.actions[4:])
    assert rules(structs.replace(record, actions=actions)) == [("NB-ONL", "OH R63")]


def test_who_has_chips_in_the_pot_is_warned_and_given_time() -> None:
    """O67: seat 2 has the grande aposta; without warning and more time he does not lose it."""
    text = f"{BLINDS}, 3 repicar 300, 4 desistir, 1 desistir, 2 desistir"
    assert codes(clocked(text, 2, warned=True)) == []
    found = only(clocked(text, 2))
    assert (found.code, found.rule, found.seat, found.amount) == ("NB-ONL", "OH R67", 2, 100)


def test_at_a_table_there_is_no_clock() -> None:
    """O63 is the online variant's."""
    text = f"{BLINDS}, 3 repicar 300, 4 desistir, 1 desistir, 2 desistir"
    record = structs.replace(clocked(text, 2), mode="physical")
    assert codes(record) == []


def test_the_players_history_is_whole() -> None:
    """O71: forty rounds played, forty to be seen."""
    seen = PlayerSession(session="s1", ended_by="player", cause="own", rounds=40, history=40)
    assert codes(online(sessions=(seen,))) == []
    short = structs.replace(seen, history=39)
    found = only(online(sessions=(short,)))
    assert (found.code, found.rule, found.expected, found.recorded) == (
        "ONL-HIST",
        "OH R71",
        "40",
        "39",
    )


def test_the_operator_ends_a_session_for_want_of_bets_only() -> None:
    """O73: no bets, or hands in a row not entered; a restriction needs a diagnosis (O72)."""
    idle = PlayerSession(session="s1", ended_by="operator", cause="idle_rounds")
    assert codes(online(sessions=(idle,))) == []
    winning = structs.replace(idle, cause="winning")
    assert rules(online(sessions=(winning,))) == [("ONL-EXCL", "OH R73")]
    limited = PlayerSession(session="s1", cause="limit", restricted=True)
    assert rules(online(sessions=(limited,))) == [("ONL-EXCL", "OH R72")]
    assert codes(online(sessions=(structs.replace(limited, diagnosed=True),))) == []


def test_a_demonstration_gives_free_play_alone() -> None:
    """O74: no cash, no account."""
    assert codes(hand(mode="demo", means=("free_play",))) == []
    assert rules(hand(mode="demo", means=("cash", "free_play"))) == [("ONL-DEMO", "OH R74")]
    assert codes(online(means=("cash",))) == [], "real play pays money"


def test_payments_of_a_remedied_hand_are_those_due() -> None:
    """The helper pays what is due: a hand with a seat put out leaves nothing over."""
    record = hand(errors=noted("R58c 1"))
    assert sum(one.amount + one.returned for one in paid(record)) == 400
