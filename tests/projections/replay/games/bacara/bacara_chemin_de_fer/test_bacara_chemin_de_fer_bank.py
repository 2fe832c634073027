"""Bacará chemin de fer from coup to coup: garage, passing, offers, auction, the next banker."""

from typing import Any

import msgspec
import pytest

from projections.replay.games.bacara.bacara_chemin_de_fer.bank_between_coups import passing_faults
from projections.replay.games.bacara.bacara_chemin_de_fer.record import (
    Acto,
    Anterior,
    CheminDeFerRecord,
)
from projections.replay.kit.shoe import Shoe
from projections.replay.profiles.cabo_verde_2017 import BACARA_CHEMIN_DE_FER as RULES

SEATED = (1, 3, 5, 7)

WON = Anterior(
    banqueiro=3, capital=10_000, resultado="ganha", cobertas=10_000, banca=19_500, ganhos=1
)
"""Seat 3 won its first coup: 100.00, fully covered, less 5.00 of cagnotte."""
LOST = Anterior(banqueiro=3, capital=10_000, resultado="perde", cobertas=10_000, banca=0, ganhos=1)
TIE = Anterior(
    banqueiro=3, capital=10_000, resultado="nula", cobertas=10_000, banca=10_000, ganhos=1
)


def act(
    what: str, seat: int, valor: int | None = None, via: str | None = None, **more: Any
) -> Acto:
    """Return something done with the bank."""
    return Acto(acto=what, seat=seat, valor=valor, via=via, **more)


def now(banqueiro: int, capital: int, before: Anterior | None, *actos: Acto, **more: Any) -> Any:
    """Return codes and rules of what led from a coup to the next."""
    given = {"sentados": SEATED, "minimo": 1_000, **more}
    record = CheminDeFerRecord(
        banqueiro=banqueiro, capital=capital, anterior=before, actos=actos, **given
    )
    return [(one.code, one.rule) for one in passing_faults(record, RULES)]


PASSED = act("passou", 3, 19_500, "own")


# --- the same banker goes on ------------------------------------------------------------------


def test_a_winner_keeps_what_the_bank_has_become() -> None:
    """R20: 195.00, and neither less nor more, after the first coup he won."""
    assert now(3, 19_500, WON) == []
    assert now(3, 9_750, WON) == [("CF-GARAGE", "CF R9, R20")]
    assert now(3, 19_499, WON) == [("CF-GARAGE", "CF R9, R20")]
    assert now(3, 20_000, WON) == [("CF-BANK", "CF R20")]


@pytest.mark.parametrize(
    ("won", "half"),
    [(1, False), (2, False), (3, True), (4, False), (5, True), (6, False), (7, True)],
)
def test_half_is_taken_out_after_the_third_fifth_and_seventh_win(
    won: int,
    half: bool,
) -> None:
    """R9: of 195.01 the half rounded up, 97.51, stays in."""
    before = msgspec.structs.replace(WON, ganhos=won, banca=19_501)
    assert now(3, 9_751, before) == ([] if half else [("CF-GARAGE", "CF R9, R20")])
    assert now(3, 9_750, before) == [("CF-GARAGE", "CF R9, R20")]


def test_half_is_not_assessed_where_the_wins_are_not_known() -> None:
    """R9: a hand whose beginning nobody recorded."""
    before = msgspec.structs.replace(WON, ganhos=None)
    assert now(3, 9_750, before) == []


def test_twice_the_bets_only_where_they_had_not_filled_the_bank() -> None:
    """R20: of a bank of 100.00 only 30.00 were covered; 60.00 may stay of 128.50."""
    short = msgspec.structs.replace(WON, cobertas=3_000, banca=12_850)
    assert now(3, 6_000, short) == []
    assert now(3, 5_999, short) == [("CF-GARAGE", "CF R9, R20")]
    assert now(3, 20_000, WON) == [("CF-BANK", "CF R20")]
    more = msgspec.structs.replace(WON, cobertas=9_000, banca=18_550)
    assert now(3, 18_000, more) == []


def test_the_garage_is_what_is_no_longer_in_play() -> None:
    """R9: of 195.00 after the third win 97.50 are put apart, and not 90.00."""
    third = msgspec.structs.replace(WON, ganhos=3)
    assert now(3, 9_750, third, act("mudou", 3, 9_750, garage=9_750)) == []
    assert now(3, 9_750, third, act("mudou", 3, 9_750, garage=9_000)) == [
        ("CF-GARAGE", "CF R9, R20")
    ]


def test_a_tie_takes_nothing_out() -> None:
    """R9, R77: it is no winning coup."""
    third = msgspec.structs.replace(TIE, ganhos=3)
    assert now(3, 10_000, third) == []
    assert now(3, 5_000, third) == [("CF-GARAGE", "CF R77")]


def test_with_a_new_shoe_half_may_be_taken_out() -> None:
    """R63, R64: by who won the last coup, or tied it (DECISION), whatever his wins."""
    new = {"shoe": Shoe(decks=6, fresh=True)}
    assert now(3, 9_750, WON, **new) == []
    assert now(3, 5_000, TIE, **new) == []
    assert now(3, 4_999, TIE, **new) == [("CF-GARAGE", "CF R77")]


def test_a_lost_hand_does_not_stay() -> None:
    """R63, R108 a."""
    assert now(3, 10_000, LOST) == [("CF-PASS", "CF R63, R108 a")]


# --- to the right -----------------------------------------------------------------------------


def test_a_lost_hand_goes_to_the_right() -> None:
    """R63, R108 a: from 3 to 5; to 7 only if 5 lets it pass; from 7 to 1."""
    assert now(5, 2_000, LOST) == []
    assert now(7, 2_000, LOST) == [("CF-PASS", "CF R63, R82, R108 a")]
    assert now(7, 2_000, LOST, act("recusou", 5)) == []
    last = msgspec.structs.replace(LOST, banqueiro=7)
    assert now(1, 2_000, last) == []


def test_who_moved_for_the_hand_lets_it_pass() -> None:
    """R93: 5 changed seat for it, so it is 7's."""
    assert now(5, 2_000, LOST, mudaram=(5,)) == [("CF-PASS", "CF R93")]
    assert now(7, 2_000, LOST, mudaram=(5,)) == []


def test_a_standing_bankers_lost_hand_goes_back() -> None:
    """R92: to the right of the last regular banker, 3."""
    standing = msgspec.structs.replace(LOST, banqueiro=101)
    assert now(5, 1_000, standing, regular=3) == []
    assert now(7, 1_000, standing, regular=3) == [("CF-PASS", "CF R92")]


def test_the_absent_loses_his_seat() -> None:
    """R95: 5 was away; he must no longer sit there."""
    away = act("recusou", 5, ausente=True)
    assert now(7, 1_000, LOST, away) == [("CF-PASS", "CF R95")]
    assert now(7, 1_000, LOST, away, act("saiu", 5)) == []
    assert now(7, 1_000, LOST, away, sentados=(1, 3, 7)) == []


def test_the_first_hand_is_the_first_seated_players() -> None:
    """R46: at the pagador's right, whether all seats are taken or not."""
    assert now(1, 1_000, None, act("tomou", 1, 1_000, "first")) == []
    assert now(3, 1_000, None, act("tomou", 3, 1_000, "first")) == [("CF-PASS", "CF R46")]
    assert now(3, 1_000, None, act("tomou", 3, 1_000, "first"), sentados=(3, 5, 7, 9)) == []


# --- a hand that is passed --------------------------------------------------------------------


def test_a_passed_hand_is_taken_at_its_level_and_in_order() -> None:
    """R79, R81: 195.00, by 5; by 7 only if 5 refused; by 101 if all seated did."""
    assert now(5, 19_500, WON, PASSED) == []
    assert now(5, 19_000, WON, PASSED) == [("CF-PASS", "CF R81")]
    assert now(7, 19_500, WON, PASSED) == [("CF-PASS", "CF R79")]
    assert now(7, 19_500, WON, PASSED, act("recusou", 5)) == []
    refusals = [act("recusou", seat) for seat in (5, 7, 1)]
    assert now(101, 19_500, WON, PASSED, *refusals, em_pe=(101, 102)) == []
    assert now(102, 19_500, WON, PASSED, *refusals, em_pe=(101, 102)) == [("CF-PASS", "CF R79")]


def test_offers_are_not_assessed_where_refusals_are_not_recorded() -> None:
    """R79 asks for decisions."""
    assert now(7, 19_500, WON, PASSED, records=("bets", "cards")) == []


def test_a_level_that_the_bank_could_not_have() -> None:
    """R81: what the passer would have had to stake: 195.00, not 150.00."""
    passed = act("passou", 3, 15_000, "own")
    assert now(5, 15_000, WON, passed) == [("CF-PASS", "CF R81")]


def test_a_hand_that_nobody_passed_does_not_change() -> None:
    """R63, R78: 3 won and did not pass; 5 has no hand."""
    assert now(5, 19_500, WON) == [("CF-PASS", "CF R63, R78")]


def test_the_passer_may_go_on_with_the_same_amount() -> None:
    """R81: where nobody takes it."""
    kept = act("tomou", 3, 19_500, "kept")
    assert now(3, 19_500, WON, PASSED, kept) == []
    assert now(3, 10_000, WON, PASSED, kept) == [("CF-PASS", "CF R81")]


def test_who_lost_has_nothing_to_pass() -> None:
    """R78: after a win, and R77 after a tie."""
    assert now(5, 1_000, LOST, act("passou", 3, via="own")) == [("CF-PASS", "CF R78")]
    assert now(5, 1_000, LOST, act("passou", 3, via="lost")) == []
    assert now(5, 10_000, TIE, act("passou", 3, 10_000, "tie")) == []


# --- the auction ------------------------------------------------------------------------------


def bid(seat: int, amount: int, partner: int | None = None) -> Acto:
    """Return a bid."""
    return act("licitou", seat, amount, parceiro=partner)


def test_the_highest_bid_has_the_hand() -> None:
    """R81: 7 bid 50.00 and 1 bid 60.00."""
    bids = (PASSED, bid(7, 5_000), bid(1, 6_000))
    assert now(1, 6_000, WON, *bids) == []
    assert now(7, 5_000, WON, *bids) == [("CF-PASS", "CF R81")]
    assert now(1, 5_000, WON, *bids) == [("CF-PASS", "CF R81")]


@pytest.mark.parametrize(
    ("bids", "holder"),
    [
        ((bid(101, 5_000), bid(1, 5_000)), 1),  # R84: seated before standing
        ((bid(1, 5_000), bid(7, 5_000), bid(5, 5_000)), 5),  # R85: nearest to the passer's right
        ((bid(102, 5_000), bid(101, 5_000)), 101),  # R85 for those who stand
        ((bid(5, 5_000, 7), bid(101, 5_000)), 101),  # R88: alone before a pair, even standing
        ((bid(1, 5_000, 7),), 7),  # R88: the hand is his who sits nearer
    ],
)
def test_equal_bids(bids: tuple[Acto, ...], holder: int) -> None:
    """R84, R85, R88: who has the hand; anybody else is CF-PASS."""
    standing = {"em_pe": (101, 102)}
    assert now(holder, 5_000, WON, PASSED, *bids, **standing) == []
    for other in {1, 5, 7, 101, 102} - {holder}:
        rule = "CF R84, R85, R88"
        assert now(other, 5_000, WON, PASSED, *bids, **standing) == [("CF-PASS", rule)]


def test_who_may_not_bid() -> None:
    """R87, R89, R90, R91: the passer, his associate, who refused his first coup."""
    won = msgspec.structs.replace(WON, associado=7)
    bids = (bid(3, 9_000), bid(7, 8_000), bid(1, 5_000))
    assert now(1, 5_000, won, PASSED, *bids) == [("CF-PASS", "CF R87"), ("CF-PASS", "CF R87")]
    tie = (act("passou", 3, 10_000, "tie"), bid(3, 9_000), bid(1, 5_000))
    assert now(1, 5_000, TIE, *tie) == [("CF-PASS", "CF R90")]
    auctioned = msgspec.structs.replace(WON, via="auction")
    assert now(1, 5_000, auctioned, PASSED, bid(3, 9_000), bid(1, 5_000)) == [("CF-PASS", "CF R91")]
    again = (PASSED, bid(5, 9_000), act("tomou", 5, 9_000, "auction"), act("recusou", 5))
    assert now(1, 5_000, WON, *again, bid(1, 5_000)) == []
    assert now(1, 5_000, WON, *again, bid(5, 6_000), bid(1, 5_000)) == [("CF-PASS", "CF R89")]


def test_bids_rise_from_the_base_in_steps() -> None:
    """R83: base 20.00, steps of 5.00."""
    fixed = {"base_leilao": 2_000, "lance": 500}
    assert now(1, 2_500, WON, PASSED, bid(1, 2_500), **fixed) == []
    assert now(1, 2_600, WON, PASSED, bid(1, 2_600), **fixed) == [("CF-PASS", "CF R83")]
    assert now(1, 1_500, WON, PASSED, bid(1, 1_500), **fixed) == [("CF-PASS", "CF R83")]


def test_without_a_bid_the_next_must_take_it_at_the_minimum() -> None:
    """R86: 5, with 10.00; if he refuses he leaves his seat and it is 7's."""
    assert now(5, 1_000, WON, PASSED, act("tomou", 5, 1_000, "obligation")) == []
    assert now(5, 2_000, WON, PASSED, act("tomou", 5, 2_000, "obligation")) == [
        ("CF-PASS", "CF R86")
    ]
    refused = act("recusou", 5, via="obligation")
    taken = act("tomou", 7, 1_000, "obligation")
    assert now(7, 1_000, WON, PASSED, taken) == [("CF-PASS", "CF R86")]
    assert now(7, 1_000, WON, PASSED, refused, taken) == [("CF-PASS", "CF R86")]
    assert now(7, 1_000, WON, PASSED, refused, act("saiu", 5), taken, sentados=(1, 3, 7)) == []


# --- the associate ----------------------------------------------------------------------------


def test_an_associate_joins_at_the_start_with_an_equal_part() -> None:
    """R62: 100.00 beside 100.00; not 50.00, and not into a hand that goes on."""
    taken = act("tomou", 5, 10_000, "turn")
    assert now(5, 20_000, LOST, taken, act("associou", 7, 10_000)) == []
    assert now(5, 15_000, LOST, taken, act("associou", 7, 5_000)) == [("CF-PASS", "CF R62")]
    late = now(3, 39_000, WON, act("associou", 7, 19_500))
    assert ("CF-PASS", "CF R62") in late
