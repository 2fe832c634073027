"""The concession's end, and devices that tell late of what was before it (MAQ R24).

Base 500.00 at 0.5 %: a stake of 100.00 adds 0.50. A device may be late by 300 seconds; the end is
told at 200. Two institutions have a half each.
"""

import pytest

from ledger.events.jackpots import Beneficiary, CharityPaid, ConcessionEnded
from ledger.events.machines import PlayVoided
from ledger.events.reviews import GamingDayClosed
from projections.base.event import Event
from tests.projections.stages.pools.hall import Hall

END = ConcessionEnded(
    casino="*",
    beneficiaries=(
        Beneficiary(institution="a", ppm=500_000),
        Beneficiary(institution="b", ppm=500_000),
    ),
    act="igj-9",
)


@pytest.fixture
def hall() -> Hall:
    """Return a hall with a pool of two machines, 0.50 staked at 100, and a clock that ticks."""
    hall = Hall()
    hall.open("p", "M-1", "M-2")
    hall.tick(60)
    hall.play(10_000, seconds=100)
    return hall


def end(hall: Hall) -> Event:
    return hall.say(END, source="financas", seconds=200)


def owed(hall: Hall) -> tuple[int, int]:
    """Return what each institution is owed; of the pool nothing else is left."""
    assert (hall.pool().parts, hall.pool().status, hall.pool().residue) == (0, "revertido", 0)
    return hall.pool().holds("J9:a"), hall.pool().holds("J9:b")


@pytest.mark.parametrize("first", ["end", "stake"])
@pytest.mark.parametrize("restarted", [False, True])
def test_a_stake_from_before_the_end_is_in_it_whenever_it_comes(
    hall: Hall, first: str, *, restarted: bool
) -> None:
    """0.50 of M-2 at 150: 501.00 in two halves, and 1.00 less of receita."""
    if first == "end":
        end(hall)
    if restarted:
        hall.restart()
    hall.play(10_000, "M-2", seconds=150)
    if first == "stake":
        end(hall)
    hall.tick(499)
    assert hall.pool().shown == 50_100
    hall.tick(500)
    assert owed(hall) == (25_050, 25_050)
    assert (hall.codes(), hall.total("increment")) == ([], -100)


@pytest.mark.parametrize("first", ["end", "prize"])
def test_a_prize_from_before_the_end_is_its_winner_s(hall: Hall, first: str) -> None:
    """M-2 won 501.00 at 150: the institutions have the base that was put back."""
    if first == "end":
        end(hall)
    hall.play(10_000, "M-2", seconds=150, pool="p", pap_m=50_100)
    if first == "prize":
        end(hall)
    hall.tick(900)
    assert owed(hall) == (25_000, 25_000)
    assert hall.codes() == []


@pytest.mark.parametrize("first", ["end", "void"])
@pytest.mark.parametrize(("at", "halves"), [(190, 25_000), (210, 25_025)])
def test_a_void_takes_its_share_back_where_it_is_from_before_the_end(
    hall: Hall, first: str, at: int, halves: int
) -> None:
    """The stake of 100 void at 190, 500.00 are left; at 210, 500.50 and the operator bears it."""
    void = PlayVoided(play="M-1:1", cause="avaria", returned=10_000)
    if first == "end":
        end(hall)
    hall.say(void, source="M-1", place="M-1", seconds=at)
    if first == "void":
        end(hall)
    hall.tick(900)
    assert (owed(hall), hall.codes()) == ((halves, halves), [])


def test_what_an_institution_is_paid_before_all_have_spoken_is_owed_to_it(hall: Hall) -> None:
    """250.25 each at 250, within the term: nothing is found, and nothing left to pay."""
    end(hall)
    for institution in ("a", "b"):
        paid = CharityPaid(institution=institution, amount=25_025, receipt=f"r-{institution}")
        hall.say(paid, source="financas", seconds=250)
    hall.tick(900)
    assert (owed(hall), hall.codes(), hall.books.records.owed) == ((0, 0), [], {})
    hall.tick(31 * 86_400)
    assert hall.codes() == []


def test_an_end_that_is_withdrawn_while_it_waits_moves_nothing(hall: Hall) -> None:
    """Told at 200 and withdrawn: the pool goes on, and who was named is owed nothing."""
    hall.correct(end(hall), None)
    hall.tick(900)
    hall.play(10_000, seconds=910)
    assert (hall.pool().shown, hall.pool().status, hall.books.records.owed) == (
        50_100,
        "activo",
        {},
    )


def test_the_day_s_close_waits_for_nobody(hall: Hall) -> None:
    """The day closes at 300: what the pool holds is the institutions' then."""
    end(hall)
    hall.say(GamingDayClosed(), source="financas", seconds=300)
    assert owed(hall) == (25_025, 25_025)
