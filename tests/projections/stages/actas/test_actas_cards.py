"""What became of a jogada's cards, held against those that were sold in it (R51, R52).

Ten cards are sold, 1 to 10, and card 3 wins both prizes.
"""

from typing import Any

import pytest

from ledger.events.base import Interval
from ledger.events.bingo import CardsDelivered, CardsDestroyed, CardsKept
from ledger.events.rounds import RoundClosed
from projections.running.building import rebuild
from projections.running.runner import Runner
from projections.stages.actas.jogada import Jogada
from projections.stages.actas.used_cards import kept_too_short
from tests.fixtures.casino import Casino
from tests.projections.stages.actas.bingo_hall import PLACE, Hall
from tests.projections.stages.actas.test_actas_doubles import FIRST, SECOND, Doubles

KEPT = CardsKept(cards=(Interval(series="A", first=3, last=3),), reason="winning")


def cards(*spans: tuple[int, int], series: str = "A") -> tuple[Interval, ...]:
    return tuple(Interval(series=series, first=first, last=last) for first, last in spans)


def destroyed(*spans: tuple[int, int], series: str = "A") -> CardsDestroyed:
    return CardsDestroyed(cards=cards(*spans, series=series))


@pytest.fixture
def hall(casino: Casino) -> Hall:
    return Hall(casino)


def told(hall: Hall) -> list[tuple[str, str]]:
    """Return what is found of the cards: the rule, and what was recorded."""
    hall.casino.project()
    rows = hall.casino.rows(
        "SELECT rule, recorded FROM {s}.finding WHERE code = 'BI-DESTROY' "
        "AND known_until IS NULL ORDER BY rule, recorded"
    )
    return [(one["rule"], one["recorded"]) for one in rows]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ((KEPT, destroyed((1, 2), (4, 10))), []),
        ((destroyed((1, 2), (4, 7)), destroyed((8, 10))), []),
        ((KEPT, CardsDestroyed(cards=())), []),
        (
            (CardsKept(cards=cards((1, 10)), reason="evidence"),
             CardsDelivered(cards=cards((1, 10)), to="IGJ")),
            [],
        ),
        (
            (CardsKept(cards=cards((5, 5)), reason="evidence"), destroyed((1, 2), (4, 4), (6, 10))),
            [],
        ),
        ((KEPT, destroyed((1, 2), (4, 8))), [("BI R51", "nothing of A 9-10")]),
        ((KEPT,), [("BI R51", "nothing of A 1-2, A 4-10")]),
        ((KEPT, destroyed((1, 2), (4, 12))), [("BI R51", "A 11-12 destroyed")]),
        ((KEPT, destroyed((1, 2), (4, 10), (91, 2**53 - 1))),
         [("BI R51", "A 91-9007199254740991 destroyed")]),
        ((KEPT, destroyed((1, 2), (4, 10)), CardsDelivered(cards=cards((4, 5)), to="IGJ")),
         [("BI R51", "A 4-5 delivered")]),
        ((destroyed((1, 10)),), [("BI R52", "A 3 destroyed at 2026-11-20T20:00:31.000000Z")]),
        ((KEPT, CardsDestroyed(cards=cards((1, 10), series="B"))),
         [("BI R51", "B 1-10 destroyed"), ("BI R51", "nothing of A 1-2, A 4-10")]),
    ],
    ids=range(12),
)  # fmt: skip
def test_the_cards_told_of_are_those_that_were_sold(
    hall: Hall, after: tuple[Any, ...], expected: list[tuple[str, str]]
) -> None:
    """R51: each used card is destroyed, kept or delivered, once; no other is. R52: winners stay."""
    hall.jogada(last=True)
    for payload in after:
        hall.play(payload)
    hall.close()
    assert told(hall) == expected


def test_winning_cards_are_destroyed_on_the_ninth_day(hall: Hall) -> None:
    """R52: told as used cards among others, eight days after the jogada's end: in time."""
    hall.jogada(last=True)
    hall.play(destroyed((1, 2), (4, 10)))
    hall.close()
    hall.casino.say(
        "sala-1", destroyed((3, 3)), at="2026-11-29T20:00:00.000000Z", place=PLACE,
        round_id=hall.round,
    )  # fmt: skip
    assert told(hall) == []


@pytest.mark.recorded
@pytest.mark.one_in(10)
@pytest.mark.parametrize("page", [1, 5_000])
@pytest.mark.parametrize(
    ("of_first", "of_second", "expected"),
    [
        (((1, 2), (4, 7)), ((8, 10),), []),
        (((1, 2), (4, 10)), (), []),
        ((), ((1, 2), (4, 10)), []),
        ((), (), [("BI R51", "nothing of D 1-2, D 4-10")]),
        (((1, 2), (4, 7)), (), [("BI R51", "nothing of D 8-10")]),
    ],
)
def test_doubles_are_collected_after_their_second_jogada(
    casino: Casino, of_first: Any, of_second: Any, expected: list[Any], page: int
) -> None:
    """R15, R51: D 1 to 10 play twice; they may be told of under either jogada."""
    hall = Doubles(casino)
    hall.first()
    hall.end()
    first = hall.round
    hall.begin(last=True)
    hall.sold(11, double=False)
    hall.drawn("A", SECOND)
    hall.play(hall.prizes(2))
    hall.play(RoundClosed())
    hall.room(hall.prizes(1), round_id=first)
    assert FIRST == 3
    hall.play(destroyed((11, 12), (14, 20)))
    if of_first:
        hall.room(destroyed(*of_first, series="D"), round_id=first)
    if of_second:
        hall.play(destroyed(*of_second, series="D"))
    hall.casino.project(page=page)
    hall.close()
    assert told(hall) == expected
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo) == digests


def test_cards_that_won_on_the_calendars_last_day_are_kept_to_its_end() -> None:
    """R52: eight days later is no day: whoever destroys them then does so too soon."""
    last = "9999-12-31T23:59:59.000000Z"
    jogada = Jogada(round="BI-01/9999-12-31/1", session="S", opened=1, started=last, ended=last)
    assert kept_too_short(jogada, last)
    assert not kept_too_short(jogada, "9999-12-31T23:59:59.999999Z")
