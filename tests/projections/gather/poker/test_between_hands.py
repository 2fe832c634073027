"""What a hand's record takes from the hands before it: marker, newcomers, absences, missed bets."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.base import Payload
from ledger.events.outcomes import ErrorNoted
from ledger.events.reviews import Correction
from ledger.events.rounds import (
    BetPlaced,
    Commission,
    Decision,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import (
    DeadMoney,
    MarkerMoved,
    PlayerAway,
    PlayerBack,
    PlayerLeft,
    PlayerSeated,
    PlayerSessionEnded,
    PlayerSessionRestricted,
    PlayerWarned,
    StackDeclared,
)
from ledger.events.tables import (
    SessaoClosed,
    SessaoOpened,
    TableClosed,
    TableOpened,
    TableResumed,
    TableSuspended,
)
from projections.base.event import Event, JudgedRound
from projections.gather.poker.between_hands import TableBetweenHands, between_hands_of, carried_of
from projections.replay.games.poker.betting.record import Choice, Fee, Player
from projections.replay.kit.player_sessions import PlayerSession
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.helpers.casino import DAY, Log, judged
from tests.helpers.strategies import payloads

GAME = "poquer_holdem"
RECORDS = ("bets", "decisions", "payouts")


class Evening(Log):
    """A table of hold'em, minimum 1.00, and its hands one after the other."""

    def __init__(self, seats: Sequence[int] = (1, 2, 3, 4), **options: Any) -> None:
        super().__init__(
            GAME,
            opening=TableOpened(
                profile="cv-2017@1",
                game=GAME,
                options={"minimum": 100, "limit": "sem_limite", **options},
                currency="XTS",
                records=RECORDS,
            ),
        )
        for seat in seats:
            self.place_event(PlayerSeated(seat=seat))

    def deal(
        self,
        number: int,
        order: Sequence[int],
        *before: Payload,
        posts: Sequence[tuple[int, str, int]] | None = None,
        dead: Sequence[tuple[int, int]] = (),
        after: Sequence[Payload] = (),
        mao: int | None = None,
    ) -> None:
        """Play a hand that all but the grande aposta give up; ``order`` begins at the mão."""
        self.round = f"{self.place}/{DAY}/{number}"
        self.play(RoundOpened(seats=tuple(order), mao=mao or order[0]), *before)
        if posts is None:
            posts = ((order[0], "pequena_aposta", 50), (order[1], "grande_aposta", 100))
        put = dict.fromkeys(order, 0)
        for bet, (seat, chance, amount) in enumerate(posts, 1):
            self.play(BetPlaced(bet=bet, seat=seat, chance=chance, amount=amount))
            put[seat] += amount
        for seat, amount in dead:
            self.play(DeadMoney(seat=seat, amount=amount))
        last = max(seat for seat, _, amount in posts if amount == 100)
        last = next(seat for seat, chance, _ in posts if chance == "grande_aposta") or last
        speaking = [*order[order.index(last) + 1 :], *order[: order.index(last)]]
        for seat in speaking:
            self.play(Decision(seat=seat, action="desistir"))
        others = sorted((chips for seat, chips in put.items() if seat != last), reverse=True)
        over = put[last] - others[0]
        pot = sum(put.values()) - over + sum(amount for _, amount in dead)
        self.play(Payout(seat=last, amount=pot, returned=over, pot=0), *after, RoundClosed())

    def records(self) -> list[Any]:
        """Return the records of the hands."""
        return [one.closed.record for one in self.judged()]

    def judged(self) -> list[JudgedRound]:
        """Judge the evening."""
        return judged(self.events)[0]

    def found(self) -> list[list[tuple[str, int | None]]]:
        """Return each hand's faults with their seats."""
        return [[(one.code, one.seat) for one in hand.verdict.found] for hand in self.judged()]


def player(record: Any, seat: int) -> Player:
    """Return who sits at a place."""
    return next(one for one in record.players if one.seat == seat)


# The marker.


def test_the_marker_goes_round() -> None:
    """NB R15: each hand knows who had the mão in the one before; the first begins at place 1."""
    evening = Evening()
    for number, order in enumerate(((1, 2, 3, 4), (2, 3, 4, 1), (3, 4, 1, 2)), 1):
        evening.deal(number, order)
    assert [record.mao_before for record in evening.records()] == [0, 1, 2]
    assert [record.first for record in evening.records()] == [True, False, False]
    assert evening.found() == [[], [], []]


def test_a_marker_that_stays() -> None:
    """NB R15: the second hand has the mão of the first."""
    evening = Evening()
    evening.deal(1, (1, 2, 3, 4))
    evening.deal(2, (1, 2, 3, 4))
    assert evening.found() == [[], [("NB-BTN", 1)]]


def test_the_first_mao_is_at_place_one() -> None:
    """NB R15: the first player at the pagador's left; without a word of the mão nobody judges."""
    evening = Evening()
    evening.deal(1, (3, 4, 1, 2))
    assert evening.found() == [[("NB-BTN", 3)]]


def test_after_a_void_hand_or_one_that_is_missing_the_marker_is_not_judged() -> None:
    """NB R66: a new hand is dealt, and the law does not say by whom; nor is a gap filled."""
    evening = Evening()
    evening.round = f"{evening.place}/{DAY}/1"
    evening.play(
        RoundOpened(seats=(1, 2, 3, 4), mao=1),
        BetPlaced(bet=1, seat=1, chance="pequena_aposta", amount=50),
        BetPlaced(bet=2, seat=2, chance="grande_aposta", amount=100),
        ErrorNoted(error="R66f"),
        RoundVoided(cause="R66f", rule="NB R66"),
        Payout(seat=1, amount=0, returned=50),
        Payout(seat=2, amount=0, returned=100),
        RoundClosed(),
    )
    evening.deal(2, (1, 2, 3, 4))
    evening.deal(4, (4, 1, 2, 3))
    assert [record.mao_before for record in evening.records()] == [0, None, None]
    assert evening.found() == [[], [], []]


# Newcomers and caves.


def test_a_newcomer_has_entered_until_he_has_played() -> None:
    """NB R14: seat 5 sat down after the first hand, with the average of the caves."""
    evening = Evening()
    for seat, amount in ((1, 900), (2, 1_100), (3, 1_000), (4, 1_001)):
        evening.place_event(StackDeclared(seat=seat, amount=amount, why="start"))
    evening.deal(1, (1, 2, 3, 4))
    evening.place_event(PlayerSeated(seat=5), StackDeclared(seat=5, amount=1_000, why="entry"))
    for seat, amount in ((1, 850), (2, 1_150)):
        evening.place_event(StackDeclared(seat=seat, amount=amount, why="count"))
    evening.deal(2, (2, 3, 4, 5, 1))
    evening.deal(3, (3, 4, 5, 1, 2))
    records = evening.records()
    assert [player(record, 5).entered for record in records[1:]] == [True, False]
    assert not any(one.entered for one in records[0].players)
    assert evening.found() == [[], [], []], "850, 1150, 1000 and 1001: 1000"


def test_what_a_newcomer_brings_is_no_reposicao() -> None:
    """OH R5: 9.87 is the average of the caves, not one of the operator's reposições of 5.00."""
    evening = Evening(reposicao=500)
    for seat in (1, 2, 3, 4):
        start = StackDeclared(seat=seat, amount=987, why="start", added=987)
        evening.place_event(start)
    evening.deal(1, (1, 2, 3, 4))
    entry = StackDeclared(seat=5, amount=987, why="entry", added=987)
    evening.place_event(PlayerSeated(seat=5), entry)
    for seat in (1, 2):
        evening.place_event(StackDeclared(seat=seat, amount=987, why="count"))
    evening.deal(2, (2, 3, 4, 5, 1))
    other = StackDeclared(seat=3, amount=1_386, why="reposicao", added=399)
    evening.place_event(other)
    evening.deal(3, (3, 4, 5, 1, 2))
    assert [player(record, 5).reposicao for record in evening.records()[1:]] == [0, 0]
    assert evening.found() == [[], [], [("NB-CAVE", 3)]]


def test_who_was_in_a_hand_that_was_void_is_no_newcomer() -> None:
    """NB R14: seat 5 entered with the average before the void hand; after it caves have changed."""
    evening = Evening()
    for seat in (1, 2, 3, 4):
        evening.place_event(StackDeclared(seat=seat, amount=1_000, why="start"))
    evening.deal(1, (1, 2, 3, 4))
    evening.place_event(PlayerSeated(seat=5), StackDeclared(seat=5, amount=1_000, why="entry"))
    for seat, amount in ((1, 950), (2, 1_050)):
        evening.place_event(StackDeclared(seat=seat, amount=amount, why="count"))
    evening.round = f"{evening.place}/{DAY}/2"
    evening.play(
        RoundOpened(seats=(2, 3, 4, 5, 1), mao=2),
        ErrorNoted(error="R66f"),
        RoundVoided(cause="R66f", rule="NB R66"),
        RoundClosed(),
    )
    evening.place_event(StackDeclared(seat=3, amount=2_000, why="reposicao", added=1_000))
    evening.deal(3, (2, 3, 4, 5, 1))
    assert evening.found() == [[], [], []]


def test_a_newcomer_with_another_cave() -> None:
    """NB R14: 10.01 is not the average of 10.00."""
    evening = Evening()
    for seat in (1, 2, 3, 4):
        evening.place_event(StackDeclared(seat=seat, amount=1_000, why="start"))
    evening.deal(1, (1, 2, 3, 4))
    evening.place_event(PlayerSeated(seat=5), StackDeclared(seat=5, amount=1_001, why="entry"))
    for seat in (1, 2):
        evening.place_event(StackDeclared(seat=seat, amount=1_000, why="cave"))
    evening.deal(2, (2, 3, 4, 5, 1))
    assert evening.found() == [[], [("NB-CAVE", 5)]]


def test_a_cave_nobody_declared_since_it_changed_is_not_known() -> None:
    """Seats 1 and 2 had chips in the pot, 3 and 4 had none: theirs are what they were."""
    evening = Evening()
    for seat in (1, 2, 3, 4):
        evening.place_event(StackDeclared(seat=seat, amount=1_000, why="start"))
    evening.deal(1, (1, 2, 3, 4))
    evening.deal(2, (2, 3, 4, 1))
    second = evening.records()[1]
    assert [player(second, seat).stack for seat in (1, 2, 3, 4)] == [None, None, 1_000, 1_000]


def test_chips_added_within_the_hand() -> None:
    """NB R48 e: declared after the first bet; before it, the same is a reposição."""
    evening = Evening()
    late = StackDeclared(seat=3, amount=1_500, why="reposicao", added=500)
    evening.deal(1, (1, 2, 3, 4), after=(late,))
    evening.deal(2, (2, 3, 4, 1), late)
    first, second = evening.records()
    assert (player(first, 3).added, player(first, 3).stack) == (500, None)
    assert (player(second, 3).added, player(second, 3).stack) == (0, 1_500)
    assert player(second, 3).reposicao == 1_000, "both, since the last hand"
    assert evening.found() == [[("NB-CAVE", 3)], []]


# Absence.


def away_and_back(*, hands: int, **back: Any) -> Evening:
    """Return an evening on which seat 3 is away from the second hand on for so many hands.

    Hand 2: the mão is seat 2, at whose left 3 should make the grande aposta: seat 4 does.
    Hand 3: the mão passes over 3, who misses the pequena too, to 4. Hand 4: seat 1.
    """
    evening = Evening()
    evening.deal(1, (1, 2, 3, 4))
    evening.place_event(PlayerAway(seat=3))
    evening.deal(2, (2, 4, 1))
    evening.deal(3, (4, 1, 2))
    if hands == 3:
        evening.deal(4, (1, 2, 4))
    else:
        evening.place_event(PlayerBack(seat=3))
        evening.deal(4, (1, 2, 3, 4), **back)
    return evening


def test_missed_forced_bets_are_made_good_on_return() -> None:
    """OH R18: pequena and grande were missed: 1.50, in the pot and nobody's bet."""
    evening = away_and_back(hands=2, dead=((3, 150),))
    records = evening.records()
    assert [player(record, 3).absent for record in records] == [False, True, True, False]
    assert [player(record, 3).owed for record in records] == [None, 0, 100, 150]
    assert evening.found() == [[], [], [], []]


def test_missed_forced_bets_not_made_good() -> None:
    """OH R18: he plays without paying what he missed."""
    assert away_and_back(hands=2).found()[3] == [("NB-BLIND", 3)]
    assert away_and_back(hands=2, dead=((3, 100),)).found()[3] == [("NB-BLIND", 3)]


def test_the_marker_may_stand_before_one_who_is_away() -> None:
    """OH R18: the third hand has the mão at seat 3's empty place: his pequena is missed there."""
    evening = Evening()
    evening.deal(1, (1, 2, 3, 4))
    evening.place_event(PlayerAway(seat=3))
    evening.deal(2, (2, 4, 1))
    evening.deal(3, (4, 1, 2), mao=3, posts=((4, "grande_aposta", 100),))
    evening.place_event(PlayerBack(seat=3))
    evening.deal(4, (4, 1, 2, 3), dead=((3, 150),))
    assert player(evening.records()[3], 3).owed == 150
    assert evening.found() == [[], [], [], []]


def test_a_third_hand_away() -> None:
    """NB R47: two hands of rest, then he leaves the table."""
    evening = away_and_back(hands=3)
    assert [player(record, 3).rested for record in evening.records()] == [None, 0, 1, 2]
    assert evening.found() == [[], [], [], [("NB-REST", 3)]]


def test_who_was_in_a_hand_that_was_void_has_rested_no_more() -> None:
    """NB R47: seat 3 rested for two hands, was in the void one, and rests for two hands again."""
    evening = Evening()
    evening.deal(1, (1, 2, 3, 4))
    evening.place_event(PlayerAway(seat=3))
    evening.deal(2, (2, 4, 1))
    evening.deal(3, (4, 1, 2))
    evening.place_event(PlayerBack(seat=3))
    evening.round = f"{evening.place}/{DAY}/4"
    evening.play(
        RoundOpened(seats=(1, 2, 3, 4), mao=1),
        ErrorNoted(error="R66f"),
        RoundVoided(cause="R66f", rule="NB R66"),
        RoundClosed(),
    )
    evening.place_event(PlayerAway(seat=3))
    evening.deal(5, (1, 2, 4))
    evening.deal(6, (2, 4, 1))
    assert [player(record, 3).rested for record in evening.records()[4:]] == [0, 1]
    assert [one for hand in evening.found() for one in hand if one[0] == "NB-REST"] == []


def test_the_cave_of_one_who_comes_back() -> None:
    """NB R48 h: 10.00 when he went, 9.00 when he is back."""
    evening = Evening()
    evening.deal(1, (1, 2, 3, 4))
    evening.place_event(StackDeclared(seat=3, amount=1_000, why="count"), PlayerAway(seat=3))
    evening.deal(2, (2, 4, 1))
    evening.place_event(PlayerBack(seat=3), StackDeclared(seat=3, amount=900, why="cave"))
    evening.deal(3, (3, 4, 1, 2), dead=((3, 100),))
    last = evening.records()[2]
    assert (player(last, 3).stack_before, player(last, 3).stack) == (1_000, 900)
    assert evening.found()[2] == [("NB-CAVE", 3)]


def test_who_was_in_a_hand_that_was_void_has_come_back() -> None:
    """NB R48 h: back with his 10.00; the house kept his 1.00 of the void hand, which is its fault.

    Back with 9.00, it is his in the void hand, and not once more in the next.
    """
    for back, faults in (
        (1_000, [("VOID-REFUND", 3)]),
        (900, [("NB-CAVE", 3), ("VOID-REFUND", 3)]),
    ):
        evening = Evening()
        evening.deal(1, (1, 2, 3, 4))
        evening.place_event(StackDeclared(seat=3, amount=1_000, why="count"), PlayerAway(seat=3))
        evening.deal(2, (4, 1, 2))
        evening.place_event(PlayerBack(seat=3), StackDeclared(seat=3, amount=back, why="count"))
        evening.round = f"{evening.place}/{DAY}/3"
        evening.play(
            RoundOpened(seats=(2, 3, 4, 1), mao=2),
            BetPlaced(bet=1, seat=2, chance="pequena_aposta", amount=50),
            BetPlaced(bet=2, seat=3, chance="grande_aposta", amount=100),
            ErrorNoted(error="R66f"),
            RoundVoided(cause="R66f", rule="NB R66"),
            Payout(seat=2, amount=0, stake_returned=50),
            RoundClosed(),
        )
        evening.place_event(StackDeclared(seat=3, amount=back - 100, why="count"))
        evening.deal(4, (2, 3, 4, 1))
        found = evening.found()
        assert sorted(one for one in found[2] if one[0] in ("NB-CAVE", "VOID-REFUND")) == faults
        assert [one for one in found[3] if one[0] == "NB-CAVE"] == []


def test_who_leaves_and_sits_down_again_is_a_newcomer() -> None:
    """What he owed went with him; he enters with the average."""
    evening = Evening()
    evening.deal(1, (1, 2, 3, 4))
    evening.place_event(PlayerAway(seat=3))
    evening.deal(2, (2, 4, 1))
    evening.place_event(PlayerLeft(seat=3), PlayerSeated(seat=3))
    evening.deal(3, (4, 1, 2, 3))
    three = player(evening.records()[2], 3)
    assert (three.entered, three.owed, three.absent) == (True, None, False)


# One player a place.


def named(*names: tuple[int, str]) -> list[Payload]:
    """Return that these sat down."""
    return [PlayerSeated(seat=seat, player=name) for seat, name in names]


def shared(evening: Evening) -> list[list[tuple[str, str]]]:
    """Return of each hand where two sat at a place."""
    return [
        [(one.expected, one.recorded) for one in judged.verdict.found if one.code == "NB-SEATS"]
        for judged in evening.judged()
    ]


def test_a_second_player_at_a_place_is_found_once_and_both_are_known() -> None:
    """R8: in the first hand with both; whoever goes, the other has the place."""
    sat = *named((1, "ana"), (2, "rui"), (3, "eva"), (4, "zé")), *named((3, "lia"))
    for gone, stays in (("eva", "lia"), ("lia", "eva")):
        evening = Evening(())
        evening.place_event(*sat)
        evening.deal(1, (1, 2, 3, 4))
        evening.deal(2, (2, 3, 4, 1))
        evening.place_event(PlayerLeft(seat=3, player=gone))
        evening.deal(3, (3, 4, 1, 2))
        evening.place_event(*named((3, stays)))
        evening.deal(4, (4, 1, 2, 3))
        assert shared(evening) == [[("1", "eva, lia")], [], [], []]
        assert not player(evening.records()[3], 3).entered


def test_who_left_or_moved_or_is_named_again_shares_no_place() -> None:
    """R8, R9: left before the hand, named again, or drawn to another place: one player a place."""
    for told in (
        [PlayerLeft(seat=3, player="eva"), *named((3, "lia"))],
        [*named((3, "lia")), PlayerLeft(seat=3, player="eva")],
        named((3, "eva")),
        [PlayerSeated(seat=3)],
        named((3, "zé"), (4, "eva")),
        named((4, "eva"), (3, "zé")),
    ):
        evening = Evening(())
        evening.place_event(*named((1, "ana"), (2, "rui"), (3, "eva"), (4, "zé")))
        evening.deal(1, (1, 2, 3, 4))
        evening.place_event(*told)
        evening.deal(2, (2, 3, 4, 1))
        assert shared(evening) == [[], []]


def test_two_at_a_place_after_a_restart() -> None:
    """What is carried from hand to hand keeps both."""
    between = TableBetweenHands()
    log = Log(GAME)
    for payload in named((3, "eva"), (3, "lia")):
        between.take(log.place_event(payload))
    again = between_hands_of(carried_of(between), ())
    assert again == between
    again.take(log.place_event(PlayerLeft(seat=3, player="lia")))
    assert again.seats[3].player == "eva"


def test_who_had_to_leave_is_known_until_he_left() -> None:
    """R46: from the next hand on, until he left or somebody else sat down; a warning is none."""
    evening = Evening(())
    evening.place_event(*named((1, "ana"), (2, "rui"), (3, "eva"), (4, "zé")))
    evening.deal(1, (1, 2, 3, 4))
    evening.place_event(PlayerWarned(seat=2, cause="conduct"))
    evening.place_event(PlayerWarned(seat=3, cause="conduct", expelled=True))
    evening.deal(2, (2, 3, 4, 1))
    evening.place_event(*named((3, "eva")))
    evening.deal(3, (3, 4, 1, 2))
    evening.place_event(PlayerLeft(seat=3, player="eva"), *named((3, "lia")))
    evening.deal(4, (4, 1, 2, 3))
    found = [
        [one.seat for one in judged.verdict.found if one.code == "NB-OUT"]
        for judged in evening.judged()
    ]
    assert found == [[], [3], [3], []]


# Hands without a bet.


def nine(hands: int, **last: Any) -> Evening:
    """Return an evening of nine at a table, of whom seats 7 to 9 have not come to the blinds."""
    evening = Evening(range(1, 10))
    seats = list(range(1, 10))
    for number in range(1, hands + 1):
        order = seats[number - 1 :] + seats[: number - 1]
        evening.deal(number, order, **(last if number == hands else {}))
    return evening


def test_hands_without_a_bet_are_counted() -> None:
    """OH R17: seat 9 has made none in five hands; seat 6 made the grande aposta in the fifth."""
    records = nine(6).records()
    assert [player(record, 9).hands_without_bet for record in records[1:]] == [1, 2, 3, 4, 5]
    assert [player(record, 6).hands_without_bet for record in records[1:]] == [1, 2, 3, 4, 0]


def test_five_hands_without_a_bet_ask_for_a_grande_aposta() -> None:
    """OH R17: in the sixth hand seats 8 and 9 owe one; 7 makes the usual one."""
    assert nine(6).found()[:5] == [[]] * 5
    assert nine(6).found()[5] == [("NB-BLIND", 8), ("NB-BLIND", 9)]


# The table.


def test_a_partida_that_stood_for_want_of_players() -> None:
    """001 n.24: the seconds between suspension and resumption, known to the next hand alone."""
    evening = Evening()
    evening.deal(1, (1, 2, 3, 4))
    evening.place_event(TableSuspended(cause="players"))
    evening.place_event(*(MarkerMoved(seat=1, marker="other") for _ in range(9)))
    evening.place_event(TableResumed())
    evening.place_event(TableSuspended(cause="dinner"), TableResumed())
    evening.deal(2, (2, 3, 4, 1))
    evening.deal(3, (3, 4, 1, 2))
    assert [record.suspended for record in evening.records()] == [None, 10, None]


def test_the_game_chosen_is_for_one_hand() -> None:
    """NB R51: the marker's word before a hand; a round says which game it is."""
    evening = Evening(mixed=["poquer_holdem", "poquer_omaha"])
    evening.place_event(MarkerMoved(seat=1, marker="dealer_choice", game="poquer_omaha"))
    evening.deal(1, (1, 2, 3, 4))
    evening.deal(2, (2, 3, 4, 1))
    first, second = evening.records()
    assert (first.chosen, second.chosen) == (Choice(seat=1, game="poquer_omaha"), None)
    assert first.mixed == ("poquer_holdem", "poquer_omaha")
    assert evening.found() == [[("REG-RULE", None)], []]


def test_fees_for_the_sessao() -> None:
    """NB R65 b: seat 4 sat down five events, and so five seconds, after the sessão began."""
    evening = Evening((1, 2, 3), cagnotte_mode="session", session_fee_of="maximum", maximum=500)
    evening.place_event(SessaoOpened(session="s1"))
    evening.place_event(*(MarkerMoved(seat=1, marker="other") for _ in range(4)))
    evening.place_event(PlayerSeated(seat=4))
    fees = [Commission(amount=50, seat=seat, mode="session") for seat in (1, 4)]
    evening.deal(1, (1, 2, 3, 4), *fees)
    evening.place_event(SessaoClosed(session="s1"))
    evening.deal(2, (2, 3, 4, 1), Commission(amount=50, seat=2, mode="session", base=400))
    first, second = evening.records()
    assert first.fees == (Fee(seat=1, amount=50, late=0), Fee(seat=4, amount=50, late=5))
    assert second.fees == (Fee(seat=2, amount=50, base=400),)
    assert first.cagnotte_taken is None
    assert evening.found() == [[], []]


def test_sessions_that_ended_are_told_to_the_next_hand() -> None:
    """OH R71-R73: since the hand before; what ended before the first hand is not the table's."""
    evening = Evening()
    ended = PlayerSessionEnded(
        player="ana", session="s1", by="operator", cause="idle", rounds=7, history=6
    )
    evening.place_event(ended)
    evening.deal(1, (1, 2, 3, 4))
    evening.place_event(ended, PlayerSessionRestricted(player="rui", session="s2", cause="limit"))
    evening.deal(2, (2, 3, 4, 1))
    evening.deal(3, (3, 4, 1, 2))
    assert [record.sessions for record in evening.records()] == [
        (),
        (
            PlayerSession(session="s1", ended_by="operator", cause="idle", rounds=7, history=6),
            PlayerSession(session="s2", cause="limit", restricted=True),
        ),
        (),
    ]


# In the ledger.


@pytest.mark.recorded
def test_a_corrected_hand_changes_what_the_next_one_finds(casino: Casino) -> None:
    """The first mão was seat 1, not 2: so the second hand's, seat 3, passed over seat 2.

    Live and rebuilt from nothing are the same, at any size of page.
    """
    evening = Evening()
    evening.deal(1, (1, 2, 3, 4), mao=2)
    evening.deal(2, (3, 4, 1, 2))
    receipts = [_record(casino, event) for event in evening.events]
    casino.project()
    assert _markers(casino) == [1]
    opened = next(
        receipt
        for event, receipt in zip(evening.events, receipts, strict=True)
        if isinstance(event.payload, RoundOpened)
    )
    correction = casino.say(
        "fiscal",
        Correction(
            target=f"{opened.source}:{opened.first}",
            link=opened.link,
            replacement={"seats": [1, 2, 3, 4], "mao": 1},
            reason="erro_de_registo",
        ),
    )
    casino.approve("chefe", correction)
    casino.project()
    assert _markers(casino) == [2]
    with Runner(casino.conninfo) as live:
        digests = live.digests()
    assert rebuild(casino.conninfo, page=3) == digests


def _record(casino: Casino, event: Event) -> Any:
    return casino.say("mesa", event.payload, at=event.at, place=event.place, round_id=event.round)


def _markers(casino: Casino) -> list[int]:
    """Return the numbers of the hands whose marker was not where it should be."""
    rows = casino.rows(
        "SELECT round FROM {s}.finding WHERE code = 'NB-BTN' AND known_until IS NULL ORDER BY round"
    )
    return [int(row["round"].rpartition("/")[2]) for row in rows]


def ended(session: str, *, by: str = "player", cause: str = "own", history: int = 7) -> Payload:
    """Return that an online session of seven hands ended."""
    return PlayerSessionEnded(
        player="ana", session=session, by=by, cause=cause, rounds=7, history=history
    )


def online(*after: Payload) -> Evening:
    """Return two hands played online; ``after`` is what happened when the last was over."""
    evening = Evening()
    for number, order in enumerate(((1, 2, 3, 4), (2, 3, 4, 1)), 1):
        evening.round = f"{evening.place}/{DAY}/{number}"
        evening.play(RoundOpened(seats=order, mao=order[0], mode="shared"))
        evening.play(BetPlaced(bet=1, seat=order[0], chance="pequena_aposta", amount=50))
        evening.play(BetPlaced(bet=2, seat=order[1], chance="grande_aposta", amount=100))
        for seat in (*order[2:], order[0]):
            evening.play(Decision(seat=seat, action="desistir"))
        evening.play(Payout(seat=order[1], amount=100, returned=50, pot=0), RoundClosed())
    if after:
        evening.place_event(*after)
    return evening


def online_faults(evening: Evening) -> list[tuple[str, str]]:
    """Return round and code of what holds at the end of an evening about its sessions."""
    known: dict[str, list[str]] = {}
    for judged_round in evening.judged():
        found = [one.code for one in judged_round.verdict.found if one.code.startswith("ONL-")]
        known[judged_round.closed.round] = found
    return [(round_[-1], code) for round_, codes in known.items() for code in codes]


def test_a_session_that_ends_after_the_last_hand() -> None:
    """O71-O73: judged when the table closes, before or after the session ends; honest: nothing."""
    short = ended("s1", history=6)
    closed = TableClosed()
    assert online_faults(online(ended("s1"), closed)) == []
    assert (
        online_faults(online(closed, ended("s1"), ended("s2", by="operator", cause="idle"))) == []
    )
    assert online_faults(online(short)) == []  # a hand may follow, and will have it
    assert online_faults(online(short, closed)) == [("2", "ONL-HIST")]
    assert online_faults(online(closed, short)) == [("2", "ONL-HIST")]
    thrown_out = ended("s2", by="operator", cause="winning")
    assert online_faults(online(short, closed, thrown_out)) == [
        ("2", "ONL-HIST"),
        ("2", "ONL-EXCL"),
    ]


def test_a_session_that_ends_before_the_last_hand_is_judged_once() -> None:
    """What the last hand has already is not told again, nor what another opening's table saw."""
    evening = Evening()
    evening.deal(1, (1, 2, 3, 4))
    evening.place_event(ended("s1", history=6))
    evening.deal(2, (2, 3, 4, 1))
    evening.place_event(TableClosed())
    assert [len(record.sessions) for record in evening.records()] == [0, 1]
    evening = online(TableClosed(), ended("s1", history=6))
    assert evening.table.payload.game == GAME
    evening.place_event(evening.table.payload, ended("s2", history=5), TableClosed())
    assert online_faults(evening) == [("2", "ONL-HIST")]


def test_a_session_may_name_the_round_that_is_closed() -> None:
    """It is no play: nothing is amiss with it, and it is judged as any other."""
    evening = online(TableClosed())
    evening.play(ended("s1"))
    assert judged(evening.events)[1] == []
    evening.play(ended("s2", history=6))
    assert judged(evening.events)[1] == []


@pytest.mark.recorded
def test_sessions_after_the_last_hand_on_every_road(casino: Casino) -> None:
    """The same findings whatever the page, and rebuilt."""
    evening = online(ended("s1", history=6), TableClosed(), ended("s2", history=5))
    for event in evening.events[: len(evening.events) - 1]:
        _record(casino, event)
    casino.project(page=3)
    _record(casino, evening.events[-1])
    casino.project(page=1)
    rows = casino.rows(
        "SELECT round FROM {s}.finding WHERE code='ONL-HIST' AND known_until IS NULL"
    )
    assert [row["round"][-1] for row in rows] == ["2", "2"]
    with Runner(casino.conninfo) as live:
        digests = live.digests()
    assert rebuild(casino.conninfo, page=2) == digests


KINDS = (
    PlayerSeated,
    PlayerLeft,
    PlayerAway,
    PlayerBack,
    StackDeclared,
    MarkerMoved,
    SessaoOpened,
    TableSuspended,
    TableResumed,
    PlayerSessionEnded,
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(payloads(*KINDS), max_size=10),
    st.lists(st.integers(1, 6), min_size=2, max_size=6, unique=True),
    st.sets(st.integers(1, 6)),
)
def test_what_is_carried_is_the_same_after_json(
    told: list[Payload], order: list[int], moved: set[int]
) -> None:
    """Read back from the table of rounds, a table stands as it stood."""
    log = Log(GAME)
    between = TableBetweenHands()
    for payload in told:
        between.take(log.place_event(payload))
    between.played(f"T-01/{DAY}/1", mao=order[0], present=set(order), moved=moved)
    carried = carried_of(between)
    assert msgspec.json.decode(msgspec.json.encode(carried)) == carried
    assert between_hands_of(carried, ()) == between
