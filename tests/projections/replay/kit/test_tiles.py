"""Pieces of mah-jong and pai kao: names, stocks, and what cannot be."""

from hypothesis import given
from hypothesis import strategies as st

from projections.replay.kit.tiles import (
    FAT_CHOI,
    GROUP_OF,
    HONOURS,
    MAH_JONG,
    MAH_JONG_SIMPLIFIED,
    NUMBER_OF,
    NUMBERED,
    PAI_KAO,
    impossible_tiles,
    pieces_in,
)


def test_the_conventional_set_is_of_five_groups() -> None:
    """R4: three trunfos, four winds and three groups of nine, four of each: 136."""
    assert pieces_in(MAH_JONG) == 4 * (3 + 4 + 3 * 9) == 136
    assert set(MAH_JONG.values()) == {4}
    assert (len(HONOURS), len(NUMBERED)) == (7, 27)


def test_the_simplified_set_has_one_trunfo_and_no_wind() -> None:
    """R47: fát chói and the three groups, four of each: 112."""
    assert pieces_in(MAH_JONG_SIMPLIFIED) == 4 * (1 + 27) == 112
    assert [tile for tile in MAH_JONG_SIMPLIFIED if tile not in GROUP_OF] == [FAT_CHOI]


def test_pai_kao_has_ten_pairs() -> None:
    """III.3: the white one and 9 to 1, two of each."""
    assert pieces_in(PAI_KAO) == 20
    assert set(PAI_KAO) == {"branca", *map(str, range(1, 10))}


def test_groups_and_numbers_are_in_the_names() -> None:
    """``circulo-9`` is the nine of círculos."""
    assert (GROUP_OF["circulo-9"], NUMBER_OF["circulo-9"]) == ("circulo", 9)
    assert "este" not in GROUP_OF


def test_a_fifth_piece_and_an_unknown_one_cannot_be() -> None:
    """Each is named once; a piece nobody saw is none."""
    tiles = [*["sul"] * 5, None, "bambu-10", "bambu-10", "verde"]
    assert impossible_tiles(tiles, MAH_JONG) == ["sul", "bambu-10"]
    assert impossible_tiles(["sul", "verde"], MAH_JONG_SIMPLIFIED) == ["sul"]


@given(st.lists(st.sampled_from(sorted(MAH_JONG)), max_size=20))
def test_pieces_of_the_set_are_possible_up_to_four(tiles: list[str]) -> None:
    """Exactly those that come more than four times are named, whatever the order."""
    expected = {tile for tile in tiles if tiles.count(tile) > 4}
    assert set(impossible_tiles(tiles, MAH_JONG)) == expected
    assert set(impossible_tiles(reversed(tiles), MAH_JONG)) == expected
