"""Call bets, limits and colours of both roulettes, each case told from its rule."""

from typing import Any

import pytest

from projections.replay.games.wheels.roulette.record import Resultado
from projections.replay.games.wheels.roulette.roleta_americana import (
    CorAtribuida,
    RoletaAmericanaRecord,
)
from projections.replay.games.wheels.roulette.roleta_francesa import RoletaFrancesaRecord
from projections.replay.games.wheels.roulette.wheels import PLATES
from projections.replay.kit.bets import Limit
from projections.replay.registry import judge
from projections.replay.settlement import Found
from tests.projections.replay.games.coup_table import bet


def faults(
    *bets: Any, game: type[Any] = RoletaAmericanaRecord, numero: str = "1", **more: Any
) -> list[Found]:
    """Return the faults of a coup of whose payments nothing is recorded."""
    kept = ("bets", "colours", "equipment", "staff")
    record = game(resultado=Resultado(numero=numero), bets=bets, records=kept, **more)
    return list(judge(record).found)


def chips(count: int, value: int = 100) -> dict[str, Any]:
    """Return what makes a bet one of so many chips."""
    return {"valor": count * value, "chips": {"count": count, "value": value}}


# --- the table's own limits ----------------------------------------------------------------------


def test_a_maximum_above_the_ratio_says_by_how_much() -> None:
    """R21 b: 540 times a minimum of 1.00; each chance of the table for itself."""
    limits = {
        "pleno": Limit(minimum=100, maximum=3_000),
        "nada": Limit(minimum=1, maximum=9_999),  # no chance of the rule's
        "par": Limit(minimum=100, maximum=54_100),
        "linha": Limit(minimum=100, maximum=18_001),
    }
    assert [
        (one.code, one.rule, one.expected, one.recorded, one.amount)
        for one in faults(limites=limits)
    ] == [
        ("RA-R21", "RA R21 b", "540.00", "541.00", 100),
        ("RA-R21", "RA R21 a", "180.00", "180.01", 1),
    ]


def test_one_cent_is_a_stake() -> None:
    """R21: where the table sets no minimum."""
    assert faults(bet(1, "par", valor=1)) == []
    assert [one.expected for one in faults(bet(1, "par", valor=0))] == [">0.00"]


# --- neighbours ----------------------------------------------------------------------------------


def test_neighbours_may_be_listed_without_their_chips() -> None:
    """R20 b: the plate runs 21, 2, 25, 17, 34, 6, 27: five side by side, from one end to the other.

    Which of them is named first changes nothing; four, or five with a gap, are none.
    """
    for listed in ("2-25-17-34-6", "17-25-34-2-6", "6-34-17-25-2"):
        assert faults(bet(1, "vizinhos", listed, 500)) == []
    assert [one.code for one in faults(bet(1, "vizinhos", "25-17-34-6", 400))] == ["RA-NB"]
    assert [one.code for one in faults(bet(1, "vizinhos", "2-25-17-34-27", 500))] == ["RA-NB"]


def test_chips_that_are_not_one_on_each_number_are_told() -> None:
    """R20 b: five numbers and three chips."""
    (fault,) = faults(bet(1, "vizinhos", "17-2-25-34-6", **chips(3)))
    assert (fault.code, fault.recorded) == ("RA-NB", "3")


@pytest.mark.parametrize(
    ("limit", "pleno", "expected"),
    [
        (Limit(minimum=100), 100, []),  # the table sets no maximum
        (Limit(maximum=1_000), 900, []),
        (Limit(maximum=1_000), 1_000, [("10.00", "11.00", 100)]),
        (Limit(maximum=1_000), 950, [("10.00", "10.50", 50)]),
    ],
)
def test_a_chip_beside_a_full_pleno_is_too_much(
    limit: Limit, pleno: int, expected: list[tuple[str, str, int]]
) -> None:
    """R21 d: the pleno alone is as high as may be; the neighbours' chip is what passes it."""
    bets = (
        bet(3, "par"),  # another bet hides nothing
        bet(1, "vizinhos", "17", **chips(3)),
        bet(2, "pleno", "34", pleno),
        bet(4, "pleno", "6", pleno),
    )
    assert [
        (one.expected, one.recorded, one.amount)
        for one in faults(*bets, limites={"pleno": limit})
        if one.code == "RA-NB"
    ] == expected


def test_of_two_numbers_above_the_most_the_higher_is_told() -> None:
    """R21 d: 10.50 on the 34 and 12.00 on the 25, where 10.00 is the most."""
    bets = (
        bet(1, "vizinhos", "17", **chips(3, 300)),
        bet(2, "pleno", "34", 750),
        bet(3, "pleno", "25", 900),
    )
    (fault,) = faults(*bets, limites={"pleno": Limit(maximum=1_000)})
    assert (fault.rule, fault.recorded, fault.amount) == ("RA R21 d", "12.00", 200)
    assert fault.facts["numbers"] == ["25", "34"]


# --- series and endings --------------------------------------------------------------------------


def test_a_plain_bet_before_a_series_hides_none_of_its_faults() -> None:
    """R21 c: eight chips are no whole serie_grande; sixty are too many of vadios."""
    bets = (
        bet(1, "par"),
        bet(2, "serie_grande", **chips(8)),
        bet(3, "par"),
        bet(4, "vadios", **chips(60)),
    )
    assert [(one.bet, one.expected, one.recorded) for one in faults(*bets)] == [
        (2, "9 x", "8"),
        (4, "<= 50", "60"),
    ]


def test_at_a_french_table_only_the_call_bets_are_out_of_place() -> None:
    """RF R40: in the room a call bet is refused, and the plain bet beside it is not."""
    bets = (bet(1, "par"), bet(2, "orfaos", **chips(5)))
    assert [(one.code, one.bet) for one in faults(*bets, game=RoletaFrancesaRecord)] == [
        ("RF-CALL", 2)
    ]


def test_a_wrong_plate_at_a_french_table_is_one_fault() -> None:
    """RF R4: there is but the French order, so its call bets are no second fault."""
    french = PLATES["francesa37"]
    swapped = (french[0], french[2], french[1], *french[3:])
    bets = (bet(1, "orfaos", **chips(5)), bet(2, "vizinhos", "17", **chips(3)))
    found = faults(*bets, game=RoletaFrancesaRecord, mode="shared", prato=swapped)
    assert [one.code for one in found] == ["RA-WHEEL"]


@pytest.mark.parametrize(
    ("selecao", "count", "expected"),
    [
        ("7", 3, []),  # 7, 17, 27
        ("7", 4, [("3 x", "4")]),
        ("7-17-27", 3, []),
        ("27-7-17", 6, []),
        ("7-17", 2, [("7-17-27", "7-17")]),
        ("0", 4, []),  # 0, 10, 20, 30
        ("0", 6, [("4 x", "6")]),
    ],
)
def test_the_numbers_that_end_alike(
    selecao: str, count: int, expected: list[tuple[str, str]]
) -> None:
    """RF R40 e: each of them, with the same on each; a plain bet before hides nothing."""
    bets = (bet(1, "par"), bet(2, "terminacao", selecao, **chips(count)))
    found = faults(*bets, game=RoletaFrancesaRecord, mode="shared")
    assert [(one.expected, one.recorded) for one in found] == expected


# --- colours -------------------------------------------------------------------------------------


def colours(*bets: Any, held: tuple[CorAtribuida, ...] = ()) -> list[tuple[str, str | None]]:
    """Return rules and subjects of the faults of colours."""
    found = faults(*bets, cores_atribuidas=held)
    assert {one.code for one in found} <= {"RA-COLOR"}
    return [(one.rule, one.facts["subject"]) for one in found]


def test_two_players_at_one_seat_are_two() -> None:
    """R22: ana and rui bet in the same blue, from the same place."""
    bets = (bet(1, "par", cor="azul", player="ana"), bet(2, "par", cor="azul", player="rui"))
    assert colours(*bets) == [("RA R22", "azul")]


def test_who_bet_from_a_place_of_two_players_nobody_can_tell() -> None:
    """R22: the blue is ana's, the pink rui's; a nameless bet of their place is either's."""
    bets = (
        bet(1, "par", cor="azul", player="ana"),
        bet(2, "par", cor="rosa", player="rui"),
        bet(3, "impar", cor="azul"),
    )
    assert colours(*bets) == []


@pytest.mark.parametrize(
    ("holder", "player", "seat", "plays"),
    [
        ("ana", "ana", 2, True),
        ("ana", "rui", 1, False),
        ("ana", None, 1, True),
        (None, "rui", 1, True),
        (None, None, 2, False),
    ],
)
def test_a_colour_needs_a_value_when_its_holder_plays(
    holder: str | None, player: str | None, seat: int, *, plays: bool
) -> None:
    """R26: known by the name; where one has none, by the place."""
    held = (CorAtribuida(cor="azul", seat=1, player=holder),)
    one = bet(1, "par", seat=seat, player=player)
    assert colours(one, held=held) == ([("RA R26", "azul")] if plays else [])
