"""Póquer sem descarte: whether a declared void stands, and who pays a jackpot's prize."""

import pytest
from msgspec import structs

from projections.replay.games.house_cards.poquer_sem_descarte import Lugar, settle
from projections.replay.kit.bets import Bet
from projections.replay.record import Void
from tests.projections.replay.games.house_cards.poquer_sem_descarte.sem_descarte_table import (
    CV,
    FLUSH,
    HEARTS,
    WINS,
    bet,
    goes,
    hand,
    jogada,
    outcomes,
    passes,
    pool,
)

VOID = Void(cause="avaria", side="operator")


def unseen() -> tuple[Lugar, list[Bet]]:
    """Return a player who goes on, and of whose hand nobody saw one card."""
    place, bets = goes(1, WINS)
    return structs.replace(place, cartas=(*place.cartas[:4], None)), bets


def test_a_chip_without_a_pool_leaves_the_jogada_decided() -> None:
    """R53: the winner is known, though nobody recorded for which jackpot the chip plays."""
    record = jogada(goes(1, WINS, chip=100), void=VOID)
    assert not settle(record, CV).void
    assert outcomes(record) == {11: "ganha", 12: "ganha", 13: "pendente"}
    assert settle(jogada(unseen(), void=VOID), CV).void


def test_every_hand_must_have_been_decided() -> None:
    """R12, R13, R53: by a word, by the segunda, or by an infraction that lost it."""
    place, bets = goes(2, FLUSH)
    silent = structs.replace(place, decisao=None)
    waiting = (Lugar(seat=2, cartas=hand(FLUSH)), [bet(2, "inicial", 1_000)])
    lost = (structs.replace(waiting[0], infracao="cartas_mostradas"), waiting[1])
    for other, void in ((passes(2), False), ((silent, bets), False), (lost, False),
                        (waiting, True)):  # fmt: skip
        assert settle(jogada(goes(1, WINS), other, void=VOID), CV).void is void


def test_a_network_is_only_online() -> None:
    """R54: online the player's own network gives nothing back; in the room there is none."""
    network = Void(cause="rede", side="player")
    room = jogada(unseen(), void=network)
    assert settle(room, CV).void
    assert outcomes(room) == {11: "devolvida", 12: "devolvida"}
    online = jogada(unseen(), void=network, mode="shared")
    assert not settle(online, CV).void
    assert set(outcomes(online).values()) == {"pendente"}
    system = settle(jogada(unseen(), void=VOID, mode="shared"), CV)
    assert system.void
    assert system.lines[0].rules != settle(room, CV).lines[0].rules
    assert system.lines[0].rules[0].startswith("SD R53")


# --- who pays a jackpot's prize ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fixed", "house", "expected"),
    [
        ({}, True, (100_000, 100_000, 0)),
        ({"sequencia_de_cor": 100_000}, True, (100_000, 100_000, 0)),  # equal: the share it is
        ({"sequencia_de_cor": 100_001}, True, (100_001, 0, 100_001)),
        ({"sequencia_de_cor": 100_001}, False, (100_001, 100_001, 0)),
    ],
)
def test_the_house_pays_fixed_sums_and_the_pool_shares(
    fixed: dict[str, int], *, house: bool, expected: tuple[int, int, int]
) -> None:
    """R40: a tenth of 10,000.00, or a fixed sum where it is larger; only that is the house's."""
    terms = pool(fixed=fixed, ppm=0, house_pays_fixed=house)
    (award,) = settle(jogada(goes(1, HEARTS, chip=100), pool=terms), CV).awards
    assert (award.amount, award.from_pool, award.from_house) == expected
    word = "%" if award.amount == 100_000 else "fixed sum"
    assert any(word in step.text("en", award) for step in award.why)


def test_a_combination_that_has_only_a_fixed_sum_is_the_houses() -> None:
    """R40: a flush for 5.00, of the house where it pays the fixed sums, else of the pool."""
    for house, expected in ((True, (0, 500)), (False, (500, 0))):
        terms = pool(house_pays_fixed=house)
        (award,) = settle(jogada(goes(1, FLUSH, chip=100), pool=terms), CV).awards
        assert (award.from_pool, award.from_house) == expected
