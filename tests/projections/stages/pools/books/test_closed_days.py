"""What a closed gaming day fixes: of casinos that share a pool one may close before another.

The pool is of casino a, 500.00 at 10 %; M-A is a's, M-B is b's.
"""

import pytest

from ledger.events.jackpots import CoverDeclared
from ledger.events.registry import SourceEnrolled
from ledger.events.reviews import GamingDayClosed
from projections.stages.floor.stage import Floor
from projections.stages.pools.books.accounts import SHOWN
from tests.projections.stages.pools.hall import DAY, Hall

NEXT = "2026-11-21"


@pytest.fixture
def hall() -> Hall:
    hall = Hall()
    hall._stages.insert(1, Floor())
    for source, casino in (("M-A", "a"), ("M-B", "b"), ("financas", "a"), ("direccao", "a")):
        enrolled = SourceEnrolled(
            source=source, role="machine", key="0" * 64, proof="0" * 128, casino=casino
        )
        hall.say(enrolled, source="servico")
    hall.open("p", "M-A", "M-B", scope="casinos", ppm=100_000)
    return hall


def close(hall: Hall, amount: int, casino: str = "a") -> None:
    hall.say(CoverDeclared(casino="a", amount=amount, form="deposit"), source="financas")
    hall.say(GamingDayClosed(casino=casino), source="financas")


def shown(hall: Hall, day: str) -> int:
    """Return what the journal's lines of a day leave players to see."""
    lines = [entry.posting for entry in hall.books.journal.entries if entry.day == day]
    return -sum(one.amount for one in lines if one.pool == "p" and one.account in SHOWN)


def test_a_stake_of_a_casino_whose_day_is_open_is_of_the_pool_s_next_day(hall: Hall) -> None:
    """The day of a closes at 502.00; b's 10.00 of the same day add 1.00 on the pool's next one."""
    hall.play(1_000, "M-A")
    hall.play(1_000, "M-B")
    close(hall, 50_200)
    hall.play(1_000, "M-B")
    assert hall.pool().shown == 50_300
    assert (shown(hall, DAY), shown(hall, NEXT)) == (50_200, 100)
    days = {day.day: day.base + day.increments for day in hall.books.journal.days.values()}
    assert days == {DAY: 50_200, NEXT: 100}
    assert hall.codes() == []


def test_a_day_closed_again_keeps_its_cover(hall: Hall) -> None:
    """501.00 at the first closing, covered; 502.00 at the second: only M-A's late play is told."""
    hall.play(1_000, "M-A")
    close(hall, 50_100)
    hall.play(1_000, "M-A")
    hall.say(GamingDayClosed(casino="a"), source="financas")
    assert hall.codes() == ["INT-CLOCK"]
    assert hall.books.records.cover_day("a", DAY).held == 50_100


def test_a_day_closed_for_all_is_closed_for_each(hall: Hall) -> None:
    """After the closing of all casinos a's own of that day moves nothing; M-B's play is late."""
    hall.play(1_000, "M-A")
    hall.say(CoverDeclared(amount=50_100, form="deposit"), source="financas")
    hall.say(GamingDayClosed(), source="financas")
    hall.play(1_000, "M-B")
    hall.say(GamingDayClosed(casino="a"), source="financas")
    assert (shown(hall, DAY), shown(hall, NEXT)) == (50_100, 100)
    assert hall.codes() == ["INT-CLOCK"]
