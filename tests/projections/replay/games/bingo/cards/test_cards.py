"""Cards of bingo: geometry, shapes, and who is complete first, against a finder that tries all."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.games.bingo.cards.cards import Cards, cards_of
from projections.replay.games.bingo.cards.completion import (
    NEVER,
    complete_at,
    first_complete,
    order_of,
)
from projections.replay.games.bingo.cards.shapes import boxes_of, formas_of
from projections.replay.games.bingo.cards.variants import VARIANTES
from projections.replay.games.bingo.checks.card_editions import SIZES, card_fault, faults_of
from projections.replay.games.bingo.facts import Edicao, Parte
from tests.projections.replay.games.bingo.bingo_room import card, edition

LOT = st.integers(0, 2**32).map(Random)
SIDE = {80: 4, 75: 5, 30: 3}


def brute_lines(variante: int, boxes: tuple[int, ...]) -> dict[str, list[set[int]]]:
    """Return every shape of a card, written out from the rules page and not from the code."""
    if variante == 90:
        rows = [boxes[0:9], boxes[9:18], boxes[18:27]]
        return {"linha": [set(one) - {0} for one in rows], "bingo": [set(boxes) - {0}]}
    side = SIDE[variante]
    grid = [list(boxes[at * side : (at + 1) * side]) for at in range(side)]
    columns = [[line[at] for line in grid] for at in range(side)]
    diagonals = [
        [grid[at][at] for at in range(side)],
        [grid[at][side - 1 - at] for at in range(side)],
    ]
    return {
        "linha": [set(one) - {0} for one in (*grid, *columns, *diagonals)],
        "bingo": [set(boxes) - {0}],
        "quatro_cantos": [{grid[0][0], grid[0][-1], grid[-1][0], grid[-1][-1]}],
    }


def brute_first(
    variante: int, cards: dict[int, tuple[int, ...]], drawn: list[int], prize: str
) -> tuple[int, list[int]]:
    """Return the first ball after which somebody has a shape, and who, trying ball by ball."""
    for count in range(1, len(drawn) + 1):
        out = set(drawn[:count])
        winners = [
            number
            for number, boxes in cards.items()
            if any(shape and shape <= out for shape in brute_lines(variante, boxes)[prize])
        ]
        if winners:
            return count, winners
    return NEVER, []


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([90, 80, 75, 30]), LOT, st.integers(1, 25))
def test_who_is_first_is_who_a_finder_of_brute_force_finds(
    variante: int, lot: Random, size: int
) -> None:
    """Linha, four corners and bingo of random cards under random draws, in every variant."""
    cards = {number: card(variante, lot) for number in range(1, size + 1)}
    edicao = Edicao(
        edicao="E",
        variante=variante,
        tamanho=size,
        partes=(Parte(primeiro=1, cartoes=tuple(cards.values())),),
    )
    drawn = lot.sample(range(1, variante + 1), lot.randint(1, variante))
    ready = cards_of(edicao, variante)
    prizes = ["linha", "bingo"] + (["quatro_cantos"] if variante in (75, 30) else [])
    formas = formas_of(variante, prizes)
    for prize in prizes:
        getters = ready.getters(formas.kinds_of(prize))
        expected = brute_first(variante, cards, drawn, prize)
        assert first_complete(getters, list(cards), order_of(drawn, variante)) == expected


@settings(max_examples=30, deadline=None)
@given(LOT, st.sampled_from(["horizontal", "diagonal", "vertical"]))
def test_a_linha_may_be_limited_to_a_kind(lot: Random, kind: str) -> None:
    """R67: of bingo 80, only the lines of the kinds that were announced."""
    boxes = card(80, lot)
    rows = [set(boxes[at : at + 4]) for at in range(0, 16, 4)]
    columns = [set(boxes[at::4]) for at in range(4)]
    diagonals = [
        {boxes[0], boxes[5], boxes[10], boxes[15]},
        {boxes[3], boxes[6], boxes[9], boxes[12]},
    ]
    shapes = {"horizontal": rows, "vertical": columns, "diagonal": diagonals}
    edicao = structs.replace(edition(80, 90), partes=(Parte(primeiro=1, cartoes=(boxes,)),))
    getters = cards_of(edicao, 80).getters(formas_of(80, ["linha", kind, "bingo"]).linha)[1]
    for name, sets in shapes.items():
        for shape in sets:
            at = complete_at(getters, order_of(shape, 80))
            assert (at == 4) is (name == kind)


@pytest.mark.parametrize("variante", [90, 80, 75, 30])
@given(lot=LOT)
def test_the_cards_that_tests_make_have_the_variants_geometry(variante: int, lot: Random) -> None:
    """R14, R63-R65, R69-R71, R79-R82: counted here by hand, and no fault found there."""
    boxes = card(variante, lot)
    numbers = [one for one in boxes if one]
    assert len(numbers) == {90: 15, 80: 16, 75: 24, 30: 9}[variante]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) <= variante
    if variante == 90:
        assert [sum(one > 0 for one in boxes[at : at + 9]) for at in (0, 9, 18)] == [5, 5, 5]
        assert all(sum(one > 0 for one in boxes[at::9]) in (1, 2) for at in range(9))
        assert all(
            one // 10 in (at, 9 if at == 8 else at)
            for at in range(9)
            for one in boxes[at::9]
            if one
        )
    assert card_fault(VARIANTES[variante], boxes) == ""


@pytest.mark.parametrize(
    ("variante", "change", "fault"),
    [
        (90, {0: 10}, "coluna 1: 10"),  # a ten in the column of 1 to 9
        (90, {8: 91}, "coluna 9: 91"),
        (80, {0: 81}, "coluna 1: 81"),
        (80, {0: 0}, "casa 1: 0"),
        (75, {12: 33}, "casa 13: 33"),  # the centre has no number
        (75, {0: 16}, "coluna 1: 16"),
        (30, {8: 20}, "coluna 3: 20"),
        (30, {0: "sol"}, "símbolo sol"),  # words and numbers mixed
    ],
)
def test_a_card_of_another_arrangement_is_told(
    variante: int, change: dict[int, int | str], fault: str
) -> None:
    """BI-GEOM says which column or box."""
    boxes: list[int | str] = list(card(variante, Random(3)))
    for at, value in change.items():
        boxes[at] = value
    assert card_fault(VARIANTES[variante], boxes) == fault


def test_rows_and_columns_of_bingo_90_are_counted() -> None:
    """R14: five in each row, and one or two in each column, never none or three."""
    variant = VARIANTES[90]
    boxes = [0] * 27
    assert card_fault(variant, boxes) == "coluna 1: 0 números"
    boxes[0], boxes[9], boxes[18] = 1, 2, 3
    assert card_fault(variant, boxes) == "coluna 1: 3 números"
    good = list(card(90, Random(5)))
    column = next(at for at in range(9) if sum(one > 0 for one in good[at::9]) == 2)
    filled = [row for row in range(3) if good[row * 9 + column]]
    (free,) = {0, 1, 2} - set(filled)
    good[free * 9 + column], good[filled[0] * 9 + column] = good[filled[0] * 9 + column], 0
    assert card_fault(variant, good).startswith("linha ")
    assert card_fault(variant, good[:-1]) == "26 casas"


def test_symbols_are_all_different() -> None:
    """R80-R82: nine different symbols, and no columns to keep."""
    words = ("sol", "lua", "mar", "rio", "céu", "pão", "flor", "casa", "barco")
    assert card_fault(VARIANTES[30], words) == ""
    assert card_fault(VARIANTES[30], (*words[:-1], "sol")) == "símbolos repetidos"
    assert card_fault(VARIANTES[80], (*words, *words[:7])) == "símbolo sol"


def test_no_line_and_no_card_may_repeat_in_a_series() -> None:
    """R14: compared as sets, whatever row they stand in."""
    first, second = card(90, Random(1)), card(90, Random(2))
    turned = (*first[9:18], *first[18:27], *first[0:9])
    for boxes, expected in ((first, [2]), (turned, [2]), (second, [])):
        edicao = Edicao(
            edicao="E", variante=90, tamanho=2, autorizada=True,
            partes=(Parte(primeiro=1, cartoes=(first, boxes)),),
        )  # fmt: skip
        faults = faults_of(Cards(edicao, 90))
        assert [list(one.cards) for one in faults if one.code == "BI-DUP"] == [expected] * bool(
            expected
        )


def test_columns_may_repeat() -> None:
    """Of bingo 30 a column has 120 sets: only horizontal lines and whole cards are compared."""
    first = (1, 11, 21, 2, 12, 22, 3, 13, 23)
    other = (2, 14, 24, 3, 15, 25, 1, 16, 26)
    edicao = Edicao(
        edicao="E", variante=30, tamanho=2, autorizada=True,
        partes=(Parte(primeiro=1, cartoes=(first, other)),),
    )  # fmt: skip
    assert faults_of(Cards(edicao, 30)) == []


def test_the_sizes_of_series() -> None:
    """R16, R19: a size of the list, or one that was authorised; R3: never without authorisation."""
    assert sorted(SIZES.values()) == [90, 120, 150, 180, 240, 300, 360, 420, 660, 840, 1_680]

    def faults(size: int, *, authorised: bool | None) -> list[str]:
        one = structs.replace(edition(), tamanho=size, partes=(), autorizada=authorised)
        return [fault.rule for fault in faults_of(Cards(one, 90))]

    assert faults(90, authorised=None) == []
    assert faults(91, authorised=None) == ["BI R16, R19"]
    assert faults(91, authorised=True) == []
    assert faults(90, authorised=False) == ["BI R3"]
    short = Cards(structs.replace(edition(), tamanho=120), 90)
    assert [one.recorded for one in faults_of(short)] == ["90 cartões"]


def test_an_edition_made_by_lot_is_right() -> None:
    """A series C of 150 cards of each variant: 450 lines and more, and nothing to find."""
    for variante in (90, 80, 75):
        assert faults_of(Cards(edition(variante, 150), variante)) == []
    assert faults_of(Cards(edition(30, 90), 30)) == []


def test_the_blank_centre_needs_no_ball() -> None:
    """R72: the middle row of bingo 75 is complete with four numbers."""
    boxes = card(75, Random(9))
    getters = cards_of(
        structs.replace(edition(75, 90), partes=(Parte(primeiro=1, cartoes=(boxes,)),)), 75
    ).getters(("horizontal",))[1]
    middle = [one for one in boxes[10:15] if one]
    assert len(middle) == 4
    assert complete_at(getters, order_of(middle, 75)) == 4
    assert complete_at(getters, order_of(middle[:3], 75)) == NEVER


def test_a_figura_is_its_boxes() -> None:
    """R73 b, R76: boxes from 1, row by row; those that the card does not have are none."""
    assert boxes_of(VARIANTES[75], "figura", (1, 13, 25, 26)) == ((0, 12, 24),)
    assert boxes_of(VARIANTES[75], "figura", ()) == ()
    formas = formas_of(75, ["figura"], (1, 13, 25))
    assert formas.prizes == ("figura",)
    boxes = card(75, Random(4))
    ready = cards_of(
        structs.replace(edition(75, 90), partes=(Parte(primeiro=1, cartoes=(boxes,)),)), 75
    )
    getters = ready.getters(("figura",), (1, 13, 25))[1]
    assert complete_at(getters, order_of((boxes[0], boxes[24]), 75)) == 2


@pytest.mark.parametrize(
    ("variante", "words", "prizes", "kinds"),
    [
        (90, (), ("linha", "bingo"), ("horizontal",)),
        (90, ("bingo",), ("bingo",), ()),
        (90, ("linha", "diagonal", "bingo"), ("linha", "bingo"), ("horizontal",)),
        (80, ("linha", "bingo"), ("linha", "bingo"), ("horizontal", "vertical", "diagonal")),
        (80, ("coluna", "bingo"), ("linha", "bingo"), ("vertical",)),
        (75, (), ("bingo",), ()),
        (75, ("figura",), ("figura",), ()),
        (30, ("quatro_cantos", "bingo"), ("quatro_cantos", "bingo"), ()),
        (44, ("linha",), ("bingo",), ()),
    ],
)
def test_what_a_sale_offers(
    variante: int, words: tuple[str, ...], prizes: tuple[str, ...], kinds: tuple[str, ...]
) -> None:
    """R5, R66, R67, R73-R75, R83, R84; a variant that does not exist offers a bingo nobody has."""
    formas = formas_of(variante, words)
    assert (formas.prizes, formas.linha) == (prizes, kinds)
