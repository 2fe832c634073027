"""Two players at one place: both are known, and whose a bet is goes by the bet's own player.

The law wants one player a place in póquer não bancado (R8) and sem descarte (R7, 000 n.5: nobody
stands, no more players than places); elsewhere it does not say so, and nothing is found.
"""

from typing import Any

import pytest

from ledger.events.base import Payload
from ledger.events.outcomes import BallLanded, CardDealt
from ledger.events.rounds import (
    BankTaken,
    BetPlaced,
    BetsClosed,
    Decision,
    RoundClosed,
    RoundOpened,
)
from ledger.events.seats import PlayerLeft, PlayerSeated, StackDeclared
from ledger.events.tables import TableOpened
from projections.gather.house_cards.abstentions import abstentions_of
from projections.gather.poker.between_hands import TableBetweenHands
from projections.replay.registry import judge
from tests.helpers.casino import DAY, RECORDS, Log, judged

ANA, RUI = PlayerSeated(seat=1, player="ana"), PlayerSeated(seat=1, player="rui")
ANA_AT_2 = PlayerSeated(seat=2, player="ana")
ANA_LEFT, RUI_LEFT = PlayerLeft(seat=1, player="ana"), PlayerLeft(seat=1, player="rui")


def codes(record: Any) -> list[tuple[str, int | None]]:
    """Return what is found in a record, with the seats; payments apart."""
    return [(one.code, one.seat) for one in judge(record).found if not one.code.startswith("PAY-")]


@pytest.mark.parametrize(
    ("told", "whose"),
    [
        ([ANA], "ana"),
        ([ANA, RUI], None),
        ([ANA, RUI, ANA_LEFT], "rui"),
        ([ANA, RUI, RUI_LEFT], "ana"),
        ([ANA, ANA_LEFT, RUI], "rui"),
        ([ANA, RUI, PlayerLeft(seat=1)], None),
        ([ANA, RUI, ANA], None),
        ([ANA, RUI, ANA, RUI_LEFT], "ana"),
        ([ANA, RUI, PlayerSeated(seat=2, player="ana")], "rui"),
        ([ANA, PlayerSeated(seat=2, player="ana"), RUI, ANA_LEFT], "rui"),
        ([ANA, PlayerSeated(seat=1)], None),
    ],
)
def test_a_bet_that_names_nobody_is_his_who_sits_there_alone(
    told: list[Payload], whose: str | None
) -> None:
    """RA: who came or went at the place since decides; of two, nobody can tell whose it is."""
    log = Log("roleta_americana", roda="francesa37")
    log.place_event(*told)
    log.play(
        BetPlaced(bet=1, seat=1, chance="par", amount=100),
        BetPlaced(bet=2, seat=1, player="eva", chance="par", amount=100),
    )
    assert [bet.player for bet in log.gather().bets] == [whose, "eva"]


@pytest.mark.parametrize(("second", "found"), [("rui", []), ("ana", [("BET-MAX", 1)])])
def test_a_limit_is_of_one_player_not_of_the_place(
    second: str, found: list[tuple[str, int]]
) -> None:
    """RA R21: two at one place may each lay the maximum on one chance, and one not twice.

    A bet of neither name is not added to his who sat down last.
    """
    log = Log("roleta_americana", roda="francesa37", minimos={"par": 100}, maximos={"par": 500})
    log.place_event(ANA, RUI)
    log.play(
        BetPlaced(bet=1, seat=1, player="ana", chance="par", amount=500),
        BetPlaced(bet=2, seat=1, player=second, chance="par", amount=500),
        BetPlaced(bet=3, seat=1, chance="par", amount=500),
        BetsClosed(),
        BallLanded(number=17, colour="preto"),
    )
    assert codes(log.gather()) == found


@pytest.mark.parametrize(("player", "found"), [("ana", []), ("eva", [("PB-CONTRA", 1)])])
def test_at_ones_own_place_one_may_bet_as_one_likes(
    player: str, found: list[tuple[str, int]]
) -> None:
    """PB R21: only who does not sit there may not bet against those of the place."""
    log = Log("bacara_ponto_e_banca", mesa="simples")
    log.place_event(ANA, RUI)
    log.play(
        BetPlaced(bet=1, seat=1, player="rui", chance="ponto", amount=500),
        BetPlaced(bet=2, seat=1, player=player, chance="banca", amount=500),
        BetsClosed(),
    )
    assert [one for one in codes(log.gather()) if one[0] == "PB-CONTRA"] == found


@pytest.mark.parametrize(("second", "found"), [("rui", [("SD-SEATS", 1)]), ("ana", []), (None, [])])
def test_one_square_is_for_one_player(second: str | None, found: list[tuple[str, int]]) -> None:
    """SD R7: who bets on a square on which another has bet stands; to sit there is no play."""
    log = Log("poquer_sem_descarte")
    log.place_event(ANA, RUI)
    bets = [BetPlaced(bet=1, seat=1, player="ana", chance="inicial", amount=1_000)]
    if second is not None:
        bets.append(BetPlaced(bet=2, seat=1, player=second, chance="inicial", amount=1_000))
    log.play(*bets, BetsClosed())
    assert [one for one in codes(log.gather()) if one[0] == "SD-SEATS"] == found


def test_who_bet_after_the_close_on_anothers_square_did_not_play() -> None:
    """SD R7, R8: a late bet does not count, so nobody shared the square."""
    log = Log("poquer_sem_descarte")
    log.play(
        BetPlaced(bet=1, seat=1, player="ana", chance="inicial", amount=1_000),
        BetsClosed(),
        BetPlaced(bet=2, seat=1, player="rui", chance="inicial", amount=1_000),
    )
    assert "SD-SEATS" not in [code for code, _ in codes(log.gather())]


@pytest.mark.parametrize(("gone", "left"), [(ANA_LEFT, False), (RUI_LEFT, True)])
def test_a_hand_is_given_up_by_him_whose_it_is(gone: PlayerLeft, left: bool) -> None:
    """ST R27: that another leaves the place gives nothing of his hand up."""
    log = Log("stud_poker")
    log.place_event(ANA, RUI)
    log.play(
        BetPlaced(bet=1, seat=1, player="rui", chance="inicial", amount=1_000),
        BetsClosed(),
        CardDealt(to="seat", seat=1, card="As"),
    )
    log.place_event(gone)
    log.play(Decision(seat=1, action="desistencia"))
    (place,) = log.gather().seats
    assert (place.player, place.saiu) == ("rui", left)


def test_a_player_beside_another_bets_elsewhere_from_his_own_place() -> None:
    """P3 R26: where he sits is told, whoever sat down at his place since; in the next round too."""
    log = Log("poquer_3_cartas")
    log.place_event(ANA, RUI)
    for number in (1, 2):
        log.round = f"T-01/{DAY}/{number}"
        log.play(
            RoundOpened(banker=5),
            BankTaken(seat=5, capital=10_000, via="first"),
            BetPlaced(bet=1, seat=3, player="ana", chance="lugar", amount=500),
            BetPlaced(bet=2, seat=3, player="rui", chance="lugar", amount=500),
            BetPlaced(bet=3, seat=1, chance="lugar", amount=500),
            RoundClosed(),
        )
    records = [one.closed.record for one in judged(log.events)[0]]
    told: list[Any] = [[(bet.player, bet.por) for bet in one.bets] for one in records]  # type: ignore[union-attr]
    assert told == [[("ana", 1), ("rui", 1), (None, None)]] * 2


def test_a_complement_of_one_beside_another_is_from_his_place() -> None:
    """BJ R18: who bets on a place that is not his has a place of his own."""
    log = Log("blackjack")
    log.place_event(ANA, RUI, PlayerSeated(seat=2, player="eva"))
    log.play(
        BetPlaced(bet=1, seat=2, player="eva", chance="principal", amount=500),
        BetPlaced(bet=2, seat=2, player="ana", chance="complementar", amount=500),
        BetPlaced(bet=3, seat=2, player="rui", chance="complementar", amount=500),
        BetsClosed(),
    )
    assert [bet.by for bet in log.gather().bets] == [None, 1, 1]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([RUI], ("rui", 1)),
        ([RUI, RUI_LEFT], ("ana", 2)),
        ([RUI, ANA_LEFT], ("rui", 1)),
        ([ANA_LEFT, RUI], ("rui", 1)),
        ([RUI, PlayerLeft(seat=1)], None),
        ([PlayerSeated(seat=1, player="eva"), RUI, ANA_LEFT], ("rui", 1)),
        ([ANA_AT_2, RUI, RUI_LEFT], None),
        ([RUI, ANA_AT_2, RUI_LEFT], None),
    ],
)
def test_each_of_two_has_his_own_jogadas_without_a_bet(
    told: list[Payload], expected: tuple[str, int] | None
) -> None:
    """SD R25: Ana let one jogada pass; then somebody came or went, and one more passed."""
    log = Log("poquer_sem_descarte")
    log.place_event(ANA)
    for number in (1, 2, 3):
        log.round = f"T-01/{DAY}/{number}"
        if number == 2:
            log.place_event(*told)
        log.play(RoundOpened(), BetsClosed(), RoundClosed())
    sat = abstentions_of(judged(log.events)[0][-1].closed.carried).seats.get(1)
    assert (None if sat is None else (sat.player, sat.idle)) == expected


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([RUI], ("rui", None, True)),
        ([RUI, RUI_LEFT], ("ana", None, False)),
        ([RUI, ANA_LEFT], ("rui", None, True)),
        ([ANA_LEFT, RUI], ("rui", None, True)),
        ([RUI_LEFT], ("ana", 5_000, False)),
        ([RUI, ANA_AT_2, RUI_LEFT], ("", None, False)),
    ],
)
def test_who_stays_at_a_place_in_macau_is_no_newcomer(
    told: list[Payload], expected: tuple[str, int | None, bool]
) -> None:
    """M5 A6: who goes on has played before; what he has, once two shared it, nobody can tell."""
    game = "poquer_macau_5_cartas"
    opening = TableOpened(
        profile="mo-1985@1", game=game, options={}, currency="XTS", records=RECORDS
    )
    log = Log(game, opening=opening)
    log.place_event(ANA, StackDeclared(seat=1, amount=5_000, why="capital"))
    for number in (1, 2):
        log.round = f"T-01/{DAY}/{number}"
        if number == 2:
            log.place_event(*told)
        log.play(RoundOpened(seats=(1,)), RoundClosed())
    record: Any = judged(log.events)[0][-1].closed.record
    (player,) = record.jogadores
    assert (player.player, player.capital, player.iniciou) == expected


@pytest.mark.parametrize(
    ("told", "places"),
    [
        ([RUI_LEFT], (4, 3, 2, 1)),
        ([ANA_LEFT], (4, 3, 2, 1)),
        ([ANA_LEFT, RUI_LEFT], (4, 3, 2)),
        ([PlayerLeft(seat=1)], (4, 3, 2)),
        ([ANA_AT_2, RUI_LEFT], (4, 3, 2)),
        ([RUI_LEFT, ANA_AT_2, RUI, RUI_LEFT], (4, 3, 2)),
    ],
)
def test_a_place_at_mah_jong_is_free_when_both_have_gone(
    told: list[Payload], places: tuple[int, ...]
) -> None:
    """MJ: four play, and one of two who shared a place plays on there."""
    log = Log("mah_jong")
    log.place_event(ANA, RUI, *(PlayerSeated(seat=seat, player=f"p{seat}") for seat in (2, 3, 4)))
    log.place_event(*told)
    log.play(RoundOpened(), RoundClosed())
    assert log.gather().lugares == places


def test_who_has_left_his_place_at_holdem_before_takes_nobody_away() -> None:
    """NB R8: Ana moves to seat 2, Rui takes hers, and only then it is told that she left it."""
    log = Log("poquer_holdem")
    between = TableBetweenHands()
    log.place_event(ANA, PlayerSeated(seat=2, player="ana", via="change"), RUI, ANA_LEFT)
    for event in log.events:
        between.take(event)
    assert {seat: sat.player for seat, sat in between.seats.items()} == {1: "rui", 2: "ana"}
    assert between.seats[1].beside is None
