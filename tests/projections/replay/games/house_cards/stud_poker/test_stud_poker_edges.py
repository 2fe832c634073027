"""Stud póquer: the maximum per game, and whether a jogada that was declared void stands."""

import pytest
from msgspec import structs

from projections.replay.games.house_cards.stud_poker import Lugar, settle
from projections.replay.record import Void
from tests.projections.replay.games.house_cards.stud_poker.stud_table import (
    ACES,
    CV,
    FLUSH,
    FOUR,
    FULL,
    QUEEN_HIGH,
    ROYAL,
    STRAIGHT_FLUSH,
    Player,
    bet,
    carried,
    codes,
    found,
    gives_up,
    goes,
    hand,
    jogada,
    lines,
    outcomes,
    paid,
    right,
    with_bets,
)

# --- the maximum per game (R15 g-i) --------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "cap", "prize"),
    [
        (FOUR, None, 40_000),  # 20 times 20.00
        (FOUR, 40_001, 40_000),
        (FOUR, 40_000, 40_000),
        (FOUR, 39_999, 39_999),
        (FOUR, 0, 0),
        (STRAIGHT_FLUSH, 50_000, 50_000),  # of 1000.00
        (ROYAL, 50_000, 50_000),  # of 2000.00
        (FULL, 10_000, 14_000),  # seven times, and no maximum binds it
        (FLUSH, 1, 10_000),
    ],
)
def test_the_maximum_binds_four_straight_flush_and_royal_only(
    cards: str, cap: int | None, prize: int
) -> None:
    """R15 g-i: of one hand's adicional; the inicial is paid 1:1 besides."""
    record = jogada(goes(3, cards), maximo_por_jogo=cap)
    inicial, adicional = lines(record)[31], lines(record)[32]
    assert (inicial.prize, inicial.returned) == (1_000, 1_000)
    assert (adicional.prize, adicional.returned) == (prize, 2_000)
    capped = cap is not None and prize == cap != 40_000
    assert (len(adicional.why) == len(lines(jogada(goes(3, cards)))[32].why) + 1) is capped


def test_two_stakes_on_one_hand_share_its_maximum_by_their_size() -> None:
    """R15: four of a kind on 20.00 and 10.00, a maximum of 300.00: 200.00 and 100.00."""
    place, bets = goes(3, FOUR)
    record = jogada((place, [*bets, bet(3, "adicional", 1_000, bet=35)]), maximo_por_jogo=30_000)
    assert (lines(record)[32].prize, lines(record)[35].prize) == (20_000, 10_000)


def test_a_stake_of_nothing_wins_nothing() -> None:
    """R8, R15: on either area, against a pagador who opens or does not."""
    for pagador in ("Kc Kd 8h 5s 2d", QUEEN_HIGH):
        record = jogada(goes(3, ACES, inicial=0), pagador=pagador)
        assert [(one.prize, one.returned) for one in lines(record).values()] == [(0, 0), (0, 0)]


# --- a declared void -----------------------------------------------------------------------------

VOID = Void(cause="erro")


def unseen(chip: int = 0) -> Player:
    """Return a player who goes on, and of whose hand nobody saw one card."""
    place, bets = goes(1, ACES, chip=chip)
    return structs.replace(place, cartas=(*place.cartas[:4], None)), bets


def test_a_jogada_that_the_record_decides_is_not_void() -> None:
    """R25 names what voids one: cards and decisions are all there, said or laid."""
    said = jogada(goes(1, ACES), gives_up(2), void=VOID)
    assert not settle(said, CV).void
    place, bets = goes(1, ACES)
    laid = jogada((structs.replace(place, decisao=None), bets), gives_up(2), void=VOID)
    assert not settle(laid, CV).void
    assert outcomes(laid)[11] == "ganha"


def test_a_jogada_of_which_a_decision_is_missing_may_be_void() -> None:
    """R9, R25: seat 2 had not yet said whether he goes on; an inicial alone tells nothing."""
    waiting: tuple[Lugar, list[object]] = (
        Lugar(seat=2, cartas=hand(FLUSH)),
        [bet(2, "inicial", 1_000)],
    )
    record = jogada(goes(1, ACES), waiting, void=VOID)
    assert settle(record, CV).void
    assert set(outcomes(record).values()) == {"devolvida"}


def test_a_chip_without_a_pool_leaves_the_jogada_decided() -> None:
    """R25: who wins is known, though nobody recorded for which progressivo the chip plays."""
    record = jogada(goes(1, ACES, chip=100), void=VOID)
    assert not settle(record, CV).void
    assert outcomes(record) == {11: "ganha", 12: "ganha", 13: "pendente"}
    assert settle(jogada(unseen(), void=VOID), CV).void


def test_only_chips_that_play_go_on_to_the_next_jogada() -> None:
    """R25, R28: a second chip of one hand is refused and goes back, void or not."""
    second = bet(1, "progressivo", 100, bet=14)
    record = with_bets(jogada(unseen(chip=100), goes(2, FLUSH), void=VOID), second)
    settlement = settle(record, CV)
    assert settlement.void
    assert settlement.result["transitam"] == {1: 100}
    assert (lines(record)[14].outcome.value, lines(record)[14].due) == ("devolvida", 100)


def test_what_came_over_and_plays_is_told() -> None:
    """R18 a, R25: the chip of jogada 6 plays in 7, if the player places an inicial there."""
    place, bets = goes(1, ACES)
    came = jogada((place, [*bets, carried(1)]), transitadas=(right(1),))
    assert settle(came, CV).result["vieram"] == {1: 100}
    without = jogada((place, [carried(1)]), goes(2, FLUSH), transitadas=(right(1),))
    assert "vieram" not in settle(without, CV).result


# --- the right name of a wrong payment, beside other hands ---------------------------------------


@pytest.mark.parametrize(
    ("amounts", "code", "rule"),
    [
        ({"b32": 10_000}, "ST-PAY", "ST R15 e"),  # four times, where five are due
        ({"b31": 2_000, "b32": 2_000}, "ST-QUAL", "ST R12"),  # as if the pagador had not opened
        ({"b51": 2_000, "b52": 2_000}, "ST-QUAL", "ST R12"),
        ({"b52": 6_000}, "ST-PAY", "ST R15 a"),  # twice, where a pair wins once
        ({"b31": 1_000, "b32": 2_000}, "PAY-DIFF", None),  # only the stakes: no rule says so
    ],
)
def test_a_wrong_payment_is_named_by_its_own_hand(
    amounts: dict[str, int], code: str, rule: str | None
) -> None:
    """R12, R15: seat 3 has a flush, seat 5 two aces, seat 6 lost; the others were paid rightly."""
    record = jogada(goes(3, FLUSH), goes(5, ACES), goes(6, "Qs Qh 9c 6d 3c"))
    assert codes(record) == []
    faults = found(paid(record, **amounts))
    assert {one.code for one in faults} == {code}
    assert {one.seat for one in faults} == {int(next(iter(amounts))[1])}
    if rule is not None:
        assert {one.rule for one in faults} == {rule}
