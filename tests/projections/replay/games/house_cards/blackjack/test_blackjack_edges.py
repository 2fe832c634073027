"""Blackjack/21: special prizes of split hands, even money, insurance and voids at their edges."""

import pytest

from projections.replay.games.house_cards.blackjack import settle
from projections.replay.kit.bets import Limit, Moment
from projections.replay.record import Void
from projections.replay.settlement import Outcome
from tests.projections.replay.games.house_cards.blackjack.blackjack_table import (
    CV,
    codes,
    complementar,
    due,
    jogada,
    lines,
    principal,
    said,
)

SPLIT = {1: "7c 8d", (1, 2): "7s 7d 7h"}
"""A pair of sevens: 15 on the first hand, three sevens on the second. The bank has 20."""


def test_the_special_prize_of_a_split_hand_is_of_the_stake_on_that_hand() -> None:
    """R48: 15 loses 10.00; three sevens win 10.00 and three times 10.00 besides."""
    record = jogada(SPLIT, "Tc Kd", said(1, "desdobra", bet=20, valor=1000))
    assert due(record) == {1: 0, 20: 5000}
    assert lines(record)[20].rules[-1] == "BJ R48"
    first = jogada(
        {1: "7c 7d 7h", (1, 2): "7s 8d"}, "Tc Kd", said(1, "desdobra", bet=20, valor=1000)
    )
    assert due(first) == {1: 5000, 20: 0}


def test_the_special_prize_is_not_of_who_follows_the_split() -> None:
    """R48, DECISION: the cards were dealt to the titular; who bet on his place wins 1:1 only."""
    record = jogada(
        SPLIT,
        "Tc Kd",
        said(1, "desdobra", bet=20, valor=1000),
        said(1, "desdobra", bet=21, valor=1000, by=3),
        bets=(principal(1), complementar(10, 1, by=3)),
    )
    assert due(record) == {1: 0, 10: 0, 20: 5000, 21: 2000}


def test_a_vacant_place_has_no_special_prize() -> None:
    """R19, R48: nobody holds the place, and the highest bettor decides for it."""
    record = jogada(
        SPLIT,
        "Tc Kd",
        said(1, "desdobra", bet=20, valor=1000, by=3),
        bets=(complementar(10, 1, by=3),),
    )
    assert due(record) == {10: 0, 20: 2000}


# --- even money ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "back"),
    [
        (said(1, "par_dinheiro", seq=8), 2000),
        (said(1, "par_dinheiro", seq=12), 1000),
    ],
)
def test_even_money_is_asked_before_the_second_card_is_shown(asked: object, back: int) -> None:
    """R47: at once 1:1; asked when the bank's blackjack lay open, the jogada is null."""
    record = jogada({1: "As Kc"}, "Ac Kd", asked, banca_descoberta=Moment(seq=10))
    assert due(record) == {1: back}


def test_what_others_said_late_takes_nobodys_even_money() -> None:
    """R18, R47: only the bettor's own late word about his own hand, and about even money."""
    record = jogada(
        {1: "As Kc", 2: "Ad Kh", 3: "9s 7c"},
        "Ac Kd",
        said(1, "par_dinheiro", seq=7),
        said(1, "par_dinheiro", by=3, seq=8),
        said(2, "par_dinheiro", seq=12),
        said(3, "fica", seq=13),
        said(1, "fica", seq=14),
        bets=(principal(1), principal(2), principal(3), complementar(10, 1, by=3)),
        banca_descoberta=Moment(seq=10),
    )
    assert due(record) == {1: 2000, 2: 1000, 3: 0, 10: 2000}
    late_friend = jogada(
        {1: "As Kc"},
        "Ac Kd",
        said(1, "par_dinheiro", seq=7),
        said(1, "par_dinheiro", by=3, seq=12),
        bets=(principal(1), complementar(10, 1, by=3)),
        banca_descoberta=Moment(seq=10),
    )
    assert due(late_friend) == {1: 2000, 10: 1000}


def test_even_money_is_of_a_blackjack_only() -> None:
    """R47: sixteen beside an ace asked for it, and loses all the same."""
    assert due(jogada({1: "9s 7c"}, "Ac 8d", said(1, "par_dinheiro"))) == {1: 0}


# --- insurance -----------------------------------------------------------------------------------


def test_an_insurance_waits_while_the_second_card_is_not_known() -> None:
    """R50: an ace, and nobody recorded what lay beside it: nothing is won or lost yet."""
    record = jogada({1: "9s 7c"}, "Ac", said(1, "seguro", bet=20, valor=500))
    line = lines(record)[20]
    assert (line.outcome, line.due) == (Outcome.PENDENTE, 0)


# --- the sum on a place --------------------------------------------------------------------------


def test_only_a_sum_of_several_that_is_just_the_maximum_is_told() -> None:
    """R18: the sum of all bettors on one place; one bettor alone may lay the maximum."""
    limits = {"principal": Limit(minimum=100, maximum=3000, multiple=100)}

    def full(*bets: tuple[int, int]) -> list[int] | None:
        """Return the places told, where 2 holds a maximum alone and these lie on 1."""
        laid = (
            principal(1, bets[0][1]),
            *(complementar(10 + at, 1, by=by, valor=of) for at, (by, of) in enumerate(bets[1:])),
            principal(2, 3000),
        )
        record = jogada({1: "Ts 8c", 2: "Td 8h"}, "Tc 9d", bets=laid, limites=limits)
        return settle(record, CV).result.get("casas_no_maximo")

    assert full((1, 1000), (3, 2000)) == [1]
    assert full((1, 1000), (3, 1900)) is None
    assert full((1, 1000), (3, 1000), (4, 1000)) == [1]
    assert full((1, 3000)) is None


# --- void ----------------------------------------------------------------------------------------


def test_a_chip_on_a_jackpot_that_nobody_named_does_not_make_a_jogada_void() -> None:
    """R74: the cards show who wins; that the chip waits for its pool changes nothing of it."""
    chip = principal(1, 100, bet=30, tipo="jackpot")
    record = jogada(
        {1: "Ts 9c"},
        "Tc 8d",
        bets=(principal(1), chip),
        mode="shared",
        void=Void(cause="avaria", side="operator"),
    )
    settlement = settle(record, CV)
    assert not settlement.void
    assert {one.bet: one.outcome for one in settlement.lines} == {
        1: Outcome.GANHA,
        30: Outcome.PENDENTE,
    }


def test_in_the_room_no_network_plays() -> None:
    """R75 speaks of online play: a jogada that cannot be decided and was voided goes back."""
    void = Void(cause="rede", side="player")
    room = jogada({1: "Ts 9c"}, "Tc", void=void)
    assert settle(room, CV).void
    assert due(room) == {1: 1000}
    assert "VOID-NET" not in codes(room)
    online = jogada({1: "Ts 9c"}, "Tc", void=void, mode="exclusive")
    assert not settle(online, CV).void
    assert lines(online)[1].outcome is Outcome.PENDENTE
    assert "VOID-NET" in codes(online)
