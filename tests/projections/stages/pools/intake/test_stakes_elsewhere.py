"""Stakes of devices in another casino, told twice, void and put right: each is credited once.

Whoever tells a stake first has its credit; where he says it no more, the next one has.
Of 100.00 staked 0.50 are the pool's; of 200.00, 1.00.
"""

from random import Random

import pytest

from ledger.events.jackpots import PoolStake
from projections.base.event import Event
from tests.projections.stages.pools.hall import Hall


def stake(number: int, amount: int = 10_000, *, voided: bool = False) -> PoolStake:
    return PoolStake(
        pool="p", device="mq-1", casino="b", stake=f"mq-1:{number}", amount=amount, voided=voided
    )


@pytest.fixture
def hall() -> Hall:
    hall = Hall()
    hall.open("p", "mq-1")
    return hall


def stands(hall: Hall) -> tuple[list[str], int, int]:
    """Return the codes that stand, what the pool has of stakes, and the stakes counted."""
    return hall.codes(), hall.pool().holds("J2"), hall.pool().staked


def test_what_was_told_twice_counts_by_its_second_word_without_the_first(hall: Hall) -> None:
    """JP-DUP: 7 told as 100.00 and as 200.00; the first withdrawn, 1.00 is the pool's, no fault."""
    first, _ = hall.say(stake(7)), hall.say(stake(7, 20_000))
    assert stands(hall) == (["JP-DUP"], 50, 10_000)
    hall.correct(first, None)
    assert stands(hall) == ([], 100, 20_000)
    hall.correct(first, stake(7))
    assert stands(hall) == (["JP-DUP"], 50, 10_000)


def test_the_first_said_to_be_another_leaves_its_number_to_the_second(hall: Hall) -> None:
    """7, 7 and the first was 6: 0.50 and 1.00; a third 7 is told twice beside the second now."""
    first, second = hall.say(stake(7)), hall.say(stake(7, 20_000))
    third = hall.say(stake(7))
    hall.correct(first, stake(6))
    assert stands(hall) == (["JP-DUP"], 150, 30_000)
    (fault,) = hall.about[f"pool-act {third.name}"]
    assert fault.positions == (second.position, third.position)


def test_a_void_is_of_whoever_has_the_credit(hall: Hall) -> None:
    """7 told twice and void: nothing; the first was 6: that counts, and 7 is void still.

    Without a stake of its number it takes nothing back: JP-MISS.
    """
    first, second = hall.say(stake(7)), hall.say(stake(7))
    void = hall.say(stake(7, voided=True))
    assert stands(hall) == (["JP-DUP"], 0, 0)
    hall.correct(first, stake(6))
    assert stands(hall) == ([], 50, 10_000)
    hall.correct(second, stake(8))
    assert stands(hall) == (["JP-MISS"], 100, 20_000)
    hall.correct(void, stake(8, voided=True))
    assert stands(hall) == ([], 50, 10_000)


@pytest.mark.parametrize("seed", range(40))
def test_however_they_are_put_right_it_is_as_if_said_at_once(seed: int) -> None:
    """Six words of three stakes, put right nine times in any order, beside what they say then."""
    random = Random(seed)

    def word() -> PoolStake:
        return stake(
            random.randrange(3), random.choice((10_000, 20_000)), voided=random.random() < 0.3
        )

    halls = Hall(), Hall()
    for one in halls:
        one.open("p", "mq-1")
    words = [word() for _ in range(6)]
    told: list[Event] = [halls[0].say(one) for one in words]
    now: list[PoolStake | None] = [*words]
    for _ in range(9):
        at = random.randrange(6)
        now[at] = None if random.random() < 0.2 else word()
        halls[0].correct(told[at], now[at])
    for one in sorted((one for one in now if one is not None), key=lambda one: one.voided):
        halls[1].say(one)
    assert stands(halls[0]) == stands(halls[1])
