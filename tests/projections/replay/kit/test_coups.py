"""What the games of one coup share: closes, null coups, changes."""

from collections.abc import Sequence

import pytest

from projections.replay.kit.bets import Bet, BetChange, Chips, Moment
from projections.replay.kit.coups.voids import GolpeNulo, outcome_that_stands, repeated
from projections.replay.kit.coups.window import Window, bets_in_time, first_close, when
from projections.replay.settlement import Found

RESULT = Moment(seq=12)


def null(seq: int | None = None, **more: str) -> GolpeNulo:
    """Return a coup called null."""
    return GolpeNulo(**{"causa": "objeto", "seq": seq, **more})


@pytest.mark.parametrize(
    ("launches", "nulls", "again"),
    [
        ([], [4], True),  # nobody noted a launch: its outcome says that there was one
        ([2, 6], [4], True),
        ([5], [4], True),  # the first launch was not noted
        ([2, 3], [4], False),
        ([2, 6], [4, 8], False),
        ([6, 10], [4, 8], True),
        ([None], [None], False),  # what cannot be put in order goes by its number
        ([None, None], [None], True),
        ([None, 3], [4], False),
    ],
)
def test_whether_a_coup_was_repeated(
    launches: Sequence[int | None], nulls: Sequence[int | None], *, again: bool
) -> None:
    """BO R13, R14: thrown again after the last null coup, and not only before it."""
    thrown = [Moment(seq=seq) for seq in launches]
    assert repeated(thrown, [null(seq) for seq in nulls], RESULT) is again


def test_without_a_launch_or_an_outcome_nothing_was_repeated() -> None:
    """BO R13: where nobody noted launches only an outcome shows that there was another."""
    assert not repeated([], [null(4)], None)
    assert repeated([Moment(seq=2)], [], RESULT)
    assert not repeated([Moment(seq=2)], [], None)


def test_the_outcome_that_had_come_out_stands() -> None:
    """BO R13, R14: unless it is none that the plate can give; a whim is no ground."""

    def judged(*nulls: GolpeNulo) -> tuple[str | None, list[tuple[str, str]]]:
        found: list[Found] = []
        stands = outcome_that_stands(
            nulls, "9", grounds=("objeto",), possible=str.isdigit, rule="BO R13", found=found
        )
        return stands, [(one.expected, one.recorded) for one in found]

    assert judged(null()) == ("9", [])
    assert judged(null(anulado="7")) == ("7", [("7", "objeto")])
    assert judged(null(anulado="fora")) == ("9", [])
    assert judged(null(causa="capricho")) == ("9", [("objeto", "capricho")])
    assert judged(null(), null(anulado="3")) == ("3", [("3", "objeto")])


@pytest.mark.parametrize(
    ("closes", "plain", "first"),
    [
        ([], True, None),
        ([Moment()], True, None),  # of a close that says nothing no bet is late
        ([Moment(seq=9), Moment(seq=5)], True, 5),
        ([Moment(seq=9), Moment()], False, 9),
        ([Moment(at="2026-11-20T21:00:00Z")], False, None),
        ([Moment(seq=9), Moment(at="2026-11-20T21:00:00Z")], False, None),
    ],
)
def test_places_alone_say_what_came_late_or_do_not(
    closes: list[Moment], first: int | None, *, plain: bool
) -> None:
    """The quick road is taken only where each close names its place in the chain, or none does."""
    assert first_close(closes) == (plain, first)


def test_a_change_brings_its_own_chips_or_leaves_them() -> None:
    """What a change does not name stays as it was, chips too."""
    bet = Bet(bet=1, seat=1, tipo="pleno", valor=600, chips=Chips(count=6, value=100))
    window = Window(rule="R")

    def made(change: BetChange) -> Bet:
        ((one,), _) = bets_in_time((bet,), (change,), window, [])
        return one

    assert made(BetChange(bet=1, selecao="7")).chips == Chips(count=6, value=100)
    more = made(BetChange(bet=1, valor=1_200, chips=Chips(count=12, value=100)))
    assert (more.valor, more.chips, more.tipo) == (1_200, Chips(count=12, value=100), "pleno")


def test_a_fact_is_named_by_its_time_or_its_place() -> None:
    """The time where there is one, else the place in the chain, else nothing."""
    assert [when(one) for one in (Moment(at="x", seq=3), Moment(seq=3), Moment(), None)] == [
        "x",
        "seq 3",
        "",
        "",
    ]
