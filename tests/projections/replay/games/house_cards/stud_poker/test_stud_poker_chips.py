"""Stud póquer: which chips on the progressivo play, go back and go on (R18 a, R25, R28)."""

import pytest
from msgspec import structs

from projections.replay.games.house_cards.stud_poker import StudRecord, Transitada, left_over
from projections.replay.record import ErrorNoted, Payment, Void
from tests.projections.replay.games.house_cards.stud_poker.stud_table import (
    ACES,
    FLUSH,
    QUEENS,
    Player,
    at,
    at_seat,
    bet,
    carried,
    codes,
    due,
    fed,
    found,
    gives_up,
    goes,
    jogada,
    lines,
    paid,
    pool,
    right,
    with_bets,
    won,
)


def of(player: str, place: Player) -> Player:
    """Return a place whose bets are a known player's."""
    seat, bets = place
    return seat, [structs.replace(one, player=player) for one in bets]


def back(record: StudRecord) -> dict[int, int]:
    """Return what goes back of chips that nobody recorded, or of recorded ones, by seat."""
    main = {one.bet for one in record.bets if one.tipo != "progressivo"}
    made: dict[int, int] = {}
    for line in lines(record).values():
        if line.bet not in main and line.due:
            made[line.seat] = made.get(line.seat, 0) + line.due
    return made


def blamed(record: StudRecord) -> list[tuple[str, int | None, object]]:
    """Return code, seat and fact of a jogada's faults where what is due was paid."""
    return [(one.code, one.seat, one.facts.get("fact")) for one in found(paid(record))]


def voided(*players: Player, **more: object) -> StudRecord:
    """Return a void jogada."""
    return jogada(
        *players,
        errors=(ErrorNoted(error="cartas_expostas"),),
        void=Void(cause="cartas_expostas"),
        pool=pool(),
        **more,
    )


# --- chips that the table did not record ---------------------------------------------------------


def test_of_two_chips_of_one_player_one_plays() -> None:
    """R18 a: one chip a seat; the other that came over goes back, recorded or not."""
    two = (right(1), right(1))
    neither = jogada(goes(1, QUEENS), transitadas=two, pool=pool())
    assert back(neither) == {1: 100}
    one = with_bets(neither, carried(1))
    assert back(one) == {1: 100}
    both = with_bets(one, carried(1, bet=14))
    assert back(both) == {1: 100}


@pytest.mark.parametrize(
    ("player", "goes_back"),
    [
        (goes(1, QUEENS), {}),
        (gives_up(1), {}),  # an inicial is enough, though the hand is then given up
        (goes(2, QUEENS), {1: 100}),
    ],
)
def test_a_chip_plays_where_its_bettor_placed_an_inicial(
    player: Player, goes_back: dict[int, int]
) -> None:
    """R18 a: with the inicial; where he placed none it goes back."""
    record = jogada(player, transitadas=(right(1),), pool=pool())
    assert back(record) == goes_back


def test_an_inicial_that_came_too_late_plays_no_chip() -> None:
    """R7 c, R18 a: laid after the first card it is no inicial of this jogada."""
    place, (inicial, adicional) = goes(1, QUEENS)
    late = (place, [structs.replace(inicial, seq=9), adicional])
    record = jogada(late, goes(2, ACES), transitadas=(right(1),), primeira_carta=at(5), pool=pool())
    assert back(record) == {1: 100}


@pytest.mark.parametrize(
    ("was", "seats", "plays"),
    [(5, (2, 5), 5), (3, (2, 5), 2), (3, (5, 2), 2), (3, (4,), 4)],
)
def test_a_player_who_moved_plays_his_chip_where_he_sits(
    was: int, seats: tuple[int, ...], plays: int
) -> None:
    """R18 a: at the place where it lay if he sits there, too; else at his first."""
    record = jogada(
        *(of("ana", goes(seat, QUEENS if at_ else ACES)) for at_, seat in enumerate(seats)),
        transitadas=(right(was, player="ana"),),
        pool=pool(),
    )
    assert back(record) == {}
    assert blamed(record) == [("ST-CARRY", plays, "nao_transitada")]


def test_a_second_chip_of_one_who_moved_goes_back_where_it_lay() -> None:
    """R18 a: ana sits at 1 now; of her two chips the one from place 4 does not play."""
    record = jogada(
        of("ana", goes(1, QUEENS)),
        transitadas=(right(1, player="ana"), right(4, player="ana")),
        pool=pool(),
    )
    assert back(record) == {4: 100}


# --- whose a recorded chip is --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of_right", "seat", "of_bet", "same"),
    [
        ("ana", 2, "ana", True),  # she moved
        ("ana", 1, "rui", False),  # another sits there now
        ("ana", 1, None, True),  # only the place is known
        (None, 1, "rui", True),
        (None, 1, None, True),
        (None, 2, "rui", False),
        ("ana", 2, None, False),
    ],
)
def test_whose_a_chip_is_that_came_over(
    of_right: str | None, seat: int, of_bet: str | None, *, same: bool
) -> None:
    """R25: by the names where both are known, or else by the place."""
    record = with_bets(
        jogada(goes(seat, QUEENS), pool=pool(), transitadas=(right(1, player=of_right),)),
        carried(seat, player=of_bet),
    )
    facts = {fact for _, _, fact in blamed(record)}
    assert ("sem_origem" not in facts) is same


def test_each_chip_that_came_over_is_its_own_bettors() -> None:
    """R25: of 1 and 2 only the chip of 2 was recorded; that of 1 was not carried."""
    record = with_bets(
        jogada(goes(1, QUEENS), goes(2, ACES), transitadas=(right(1), right(2)), pool=pool()),
        carried(2),
    )
    assert blamed(record) == [("ST-CARRY", 1, "nao_transitada")]


def test_what_came_from_nowhere_takes_no_increment_back() -> None:
    """R18 a, R25: without an inicial a chip's increment is reversed, if it was ever made."""
    record = with_bets(jogada(goes(1, QUEENS), pool=pool()), carried(4))
    assert fed(structs.replace(record, transitadas=(right(4),))) == {4: -100}
    assert fed(record) == {4: -100}  # nothing is known of the jogada before
    assert fed(structs.replace(record, transitadas=())) == {}


# --- who left ------------------------------------------------------------------------------------


def test_only_a_void_jogada_ends_the_chip_of_one_who_left() -> None:
    """R18 b, R25: in one that stands it plays all the same, and wins the 5.00 of a cor."""
    record = at_seat(jogada(goes(1, FLUSH, chip=100), pool=pool()), 1, saiu=True)
    assert won(record) == {1: 500}
    assert due(record)[13] == 0


def test_of_a_void_jogada_the_chips_of_those_who_stayed_go_on() -> None:
    """R25: seat 1 left and has his back; that of seat 2 is carried."""
    record = at_seat(voided(goes(1, QUEENS, chip=100), goes(2, ACES, chip=100)), 1, saiu=True)
    assert back(record) == {1: 100}
    assert [one.seat for one in left_over(record)] == [2]
    assert left_over(jogada(goes(1, QUEENS, chip=100))) == ()
    declared = jogada(goes(1, QUEENS, chip=100), void=Void(cause="erro"))
    assert [one.seat for one in left_over(declared)] == [1]


# --- what goes on to the next jogada -------------------------------------------------------------


def test_under_whose_name_a_chip_goes_on() -> None:
    """R25: the bet's own; that of what came over; that of who sits there."""
    laid = bet(1, "progressivo", 100, player="ana")
    named = at_seat(with_bets(voided(goes(1, QUEENS)), laid), 1, player="rui")
    assert left_over(named) == (
        Transitada(seat=1, valor=100, player="ana", de="ST-01/2026-11-20/7"),
    )
    nameless = at_seat(voided(goes(1, QUEENS, chip=100)), 1, player="rui")
    assert [one.player for one in left_over(nameless)] == ["rui"]
    came = voided(of("eva", goes(1, QUEENS)), transitadas=(right(1, player="eva"),))
    assert [one.player for one in left_over(came)] == ["eva"]
    unnamed = voided(goes(1, QUEENS), transitadas=(right(1),))
    assert [one.player for one in left_over(unnamed)] == [None]


@pytest.mark.parametrize(
    ("payment", "goes_on"),
    [
        (Payment(seat=1, amount=0, bets=(13,), stake_returned=100), False),
        (Payment(seat=1, amount=100, bets=(13,)), False),
        (Payment(seat=1, amount=0, bets=(13,), returned=100), False),
        (Payment(seat=1, amount=0, bets=(13,), stake_returned=99), True),
        (Payment(seat=1, amount=0, bets=(11, 12, 13), stake_returned=3_100), False),
        (Payment(seat=1, amount=0, bets=(11, 12, 13), stake_returned=3_000), True),
        (Payment(seat=1, amount=0, stake_returned=3_100), False),  # all that he had staked
        (Payment(seat=1, amount=0, stake_returned=3_000), True),
        (Payment(seat=2, amount=0, stake_returned=3_100), True),  # another's
        (Payment(seat=1, amount=3_100, award="JP-ST"), True),  # a prize gives nothing back
        (Payment(seat=1, amount=0, bets=(13, 99), stake_returned=100), False),
    ],
)
def test_a_chip_given_back_does_not_go_on(payment: Payment, *, goes_on: bool) -> None:
    """R25: with 10.00 and 20.00 of the hand, by itself or in one sum."""
    record = voided(goes(1, QUEENS, chip=100), goes(2, ACES))
    given = structs.replace(record, payments=(payment,))
    assert bool(left_over(given)) is goes_on


@pytest.mark.parametrize(("returned", "goes_on"), [(3_100, False), (3_000, True)])
def test_an_unrecorded_chip_given_back_with_all_does_not_go_on(
    returned: int, *, goes_on: bool
) -> None:
    """R25: it lay beside the 30.00 of the hand, and 31.00 went back."""
    record = voided(goes(1, QUEENS), goes(2, ACES), transitadas=(right(1),))
    payment = Payment(seat=1, amount=0, stake_returned=returned)
    assert bool(left_over(structs.replace(record, payments=(payment,)))) is goes_on


def test_a_prize_paid_beside_a_refund_hides_no_chip_that_went_back() -> None:
    """R25: the prize of the progressivo was paid first, the chip given back after it."""
    record = voided(goes(1, QUEENS, chip=100))
    payments = (
        Payment(seat=1, amount=500, award="JP-ST"),
        Payment(seat=1, amount=0, bets=(13,), stake_returned=100),
    )
    assert left_over(structs.replace(record, payments=payments)) == ()
    assert "ST-CARRY" in codes(structs.replace(record, payments=payments))
