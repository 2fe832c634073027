"""A pool that has ended: nobody wins it, and no base is put into it (MAQ R20, R23, R24).

Base 500.00 at 0.5 %: a stake of 100.00 adds 0.50. A device may be late by 300 seconds. An act ends
a pool at its own time, whatever was told of the pool while the act waited.
"""

import pytest
from msgspec.structs import replace

from ledger.events.base import Payload
from ledger.events.jackpots import (
    AwardPaid,
    Beneficiary,
    ConcessionEnded,
    JackpotWon,
    PoolExtinguished,
    PoolTransferred,
)
from ledger.events.machines import PlayVoided
from ledger.events.reviews import Approval, GamingDayClosed
from projections.base.event import Event
from tests.projections.stages.pools.hall import Hall

TRANSFER = PoolTransferred(
    transfer="o-1",
    side="both",
    pool="p",
    to="q",
    base=50_000,
    accumulated=50,
    reason="estrategia",
)
END = ConcessionEnded(
    casino="*", beneficiaries=(Beneficiary(institution="a", ppm=1_000_000),), act="igj-9"
)


@pytest.fixture
def hall() -> Hall:
    """Return a hall with p of M-1 and M-2, q of M-3, 0.50 staked in p at 100, and a clock."""
    hall = Hall()
    hall.open("p", "M-1", "M-2")
    hall.open("q", "M-3")
    hall.tick(60)
    hall.play(10_000, seconds=100)
    return hall


def act(hall: Hall, payload: Payload, at: int) -> Event:
    """Say an act at a second, approved at once where another person must."""
    event = hall.say(payload, source="financas", seconds=at)
    if not isinstance(payload, ConcessionEnded):
        approval = Approval(target=event.name, link=event.link.hex())
        hall.say(approval, source="direccao", seconds=at)
    return event


def claim(hall: Hall, at: int, amount: int = 50_050) -> Event:
    return hall.say(JackpotWon(pool="p", amount=amount), source="controlador", seconds=at)


# --- claimed when it is over ---------------------------------------------------------------------


@pytest.mark.parametrize(("ending", "status"), [(TRANSFER, "transferido"), (END, "revertido")])
def test_a_prize_of_a_pool_that_ended_is_due_nothing_and_makes_no_base(
    hall: Hall, ending: Payload, status: str
) -> None:
    """All 500.50 left at 200. A claim of 800 finds 0.00 due; finance has nothing to cover."""
    act(hall, ending, 200)
    hall.tick(600)
    held = hall.held()
    claim(hall, 800)
    hall.tick(1_200)
    assert (hall.pool().status, hall.pool().parts, hall.held()) == (status, 0, held)
    assert hall.codes() == ["JP-WINBASIS"]
    (fault,) = [fault for faults in hall.about.values() for fault in faults]
    assert (fault.expected, fault.amount) == ("0.00", 50_050)
    assert fault.facts == {"pool": "p", "status": status}
    hall.say(GamingDayClosed(), source="financas", seconds=1_300)
    covered = [
        fault for about in hall.about.values() for fault in about if fault.code == "JP-COVER"
    ]
    assert [fault.amount for fault in covered] == [
        -100_050
    ]  # two bases and 0.50, wherever they are


def test_what_is_paid_of_an_ended_pool_the_operator_bears(hall: Hall) -> None:
    """500.50 paid of a pool that had gone: nothing was owed, so all of it is the operator's."""
    act(hall, TRANSFER, 200)
    hall.tick(600)
    won = claim(hall, 800)
    paid = AwardPaid(award=won.name, pool="p", amount=50_050, means="cash")
    hall.say(paid, source="caixa", seconds=810)
    hall.tick(1_200)
    assert (hall.held()["P2"], hall.held()["C1"], hall.held().get("J6")) == (-50_050, 50_050, None)
    assert hall.codes() == ["JP-PAYDIFF", "JP-WINBASIS"]


def test_an_empty_pool_that_is_taken_down_has_ended() -> None:
    """Nobody funded it: it is taken down at 200, and neither a stake nor a claim is of it."""
    hall = Hall()
    hall.open("p", "M-1", funded=False)
    hall.faults.clear()
    hall.tick(60)
    gone = act(hall, PoolExtinguished(pool="p", reason="obras", balance=0), 200)
    hall.tick(600)
    claim(hall, 800)
    hall.play(10_000, seconds=810)
    hall.tick(1_200)
    assert (hall.pool().status, hall.held()) == ("extinto", {})
    assert hall.codes() == ["JP-WINBASIS"]
    hall.correct(gone, None)
    hall.play(10_000, seconds=1_210)
    assert (hall.pool().status, hall.pool().shown) == ("activo", 50)


def test_a_pool_with_money_that_is_taken_down_goes_on(hall: Hall) -> None:
    """MAQ R20: taking it down moves nothing, so that its prize is due and its base put back."""
    act(hall, PoolExtinguished(pool="p", reason="obras", to="operator"), 200)
    hall.tick(600)
    claim(hall, 800)
    hall.tick(1_200)
    assert hall.codes() == ["JP-BASE-REV"]
    assert (hall.pool().status, hall.held()["J6"], hall.pool().shown) == ("activo", 50_050, 50_000)


# --- told while the act waits --------------------------------------------------------------------


@pytest.mark.parametrize("ending", [TRANSFER, END])
@pytest.mark.parametrize("first", [True, False])
def test_what_was_before_the_end_comes_first(hall: Hall, ending: Payload, *, first: bool) -> None:
    """All left at 200; staked at 250 and won 501.00 at 300, told before or while the act waits.

    The transfer has its 500.50 and the charity as much; the stake is no pool's, and the prize due
    nothing. Nothing is stuck in p, and the transfer is found to be right.
    """
    if first:
        act(hall, ending, 200)
    hall.play(10_000, "M-2", seconds=250)
    hall.play(10_000, "M-1", seconds=300, pool="p", pap_h=50_150)
    if not first:
        act(hall, ending, 200)
    hall.tick(499)
    hall.restart()
    hall.tick(900)
    assert (hall.pool().parts, hall.pool().holds("J7"), hall.pool().residue) == (0, 0, 0)
    if ending is TRANSFER:
        assert hall.pool("q").shown == 100_050
    else:
        assert (hall.pool().holds("J9:a"), hall.pool("q").holds("J9:a")) == (50_050, 50_000)
    assert hall.total("increment") == -50
    assert hall.codes() == ["JP-WINBASIS"]


@pytest.mark.parametrize("ending", [TRANSFER, END])
def test_a_stake_after_the_end_may_be_void_corrected_or_withdrawn(
    hall: Hall, ending: Payload
) -> None:
    """100.00 at 250, 260 and 270, each of another fate, told when the end has come: all is zero."""
    act(hall, ending, 200)
    one, two, three = (hall.play(10_000, "M-2", seconds=at) for at in (250, 260, 270))
    hall.tick(600)
    assert hall.total("increment") == -50
    void = PlayVoided(play=one.name, cause="avaria", returned=10_000)
    hall.say(void, source="M-2", place="M-2", seconds=280)
    hall.correct(two, None)
    hall.correct(three, replace(three.payload, stake=5_000))
    assert (hall.pool().parts, hall.total("increment"), hall.codes()) == (0, -50, [])


def test_an_end_that_is_withdrawn_brings_back_what_was_put_aside(hall: Hall) -> None:
    """All 500.50 left at 200, 0.50 more staked at 250: without the transfer p holds 501.00."""
    moved = act(hall, TRANSFER, 200)
    hall.play(10_000, "M-2", seconds=250)
    hall.tick(600)
    assert (hall.pool().shown, hall.total("increment")) == (0, -50)
    hall.correct(moved, None)
    hall.tick(1_000)
    assert (hall.pool().status, hall.pool().shown, hall.pool("q").shown) == (
        "activo",
        50_100,
        50_000,
    )
    assert (hall.total("increment"), hall.codes()) == (-100, [])


def test_a_transfer_of_a_part_leaves_the_prize_after_it_the_rest(hall: Hall) -> None:
    """Only 0.50 left at 200; with 0.50 staked, 500.50 are won of the rest at 300."""
    act(hall, replace(TRANSFER, base=0), 200)
    hall.play(10_000, "M-1", seconds=300, pool="p", pap_h=50_050)
    hall.tick(900)
    assert (hall.pool().status, hall.pool().shown, hall.pool("q").shown) == (
        "activo",
        50_000,
        50_050,
    )
    assert hall.held()["J6"] == 50_050
    assert hall.codes() == []
