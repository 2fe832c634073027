"""The last of many marks before a fact is found as if each had been asked."""

from random import Random

import pytest

from projections.replay.kit.bets import Moment, is_after
from projections.replay.kit.marks import Marks


def moment(random: Random, how: str) -> Moment:
    """Return a moment that names its place, its time, or whichever it pleases."""
    place = random.randrange(12)
    at = f"2026-11-20T20:{random.randrange(12):02d}:00{random.choice(('Z', '.5Z'))}"
    if how == "places":
        return Moment(seq=place, at=at)
    if how == "times":
        return Moment(at=at[:19] + "Z")
    return Moment(
        seq=place if random.random() < 0.5 else None, at=at if random.random() < 0.8 else None
    )


@pytest.mark.parametrize("how", ["places", "times", "mixed"])
@pytest.mark.parametrize("seed", range(20))
def test_many_marks_answer_as_each_by_itself(how: str, seed: int) -> None:
    """Sorted or not, the last listed, the latest, and whether one lies between are the same."""
    random = Random(seed)
    made = [moment(random, how) for _ in range(random.randrange(30))]
    marks = Marks(made)
    for asked in ("places", "times", "mixed"):
        for _ in range(20):
            fact, close = moment(random, asked), moment(random, asked)
            before = [at for at, mark in enumerate(made) if is_after(fact, mark)]
            assert marks.last_listed(fact) == max(before, default=-1)
            between = any(is_after(made[at], close) for at in before)
            assert marks.any_between(close, fact) == between
            follows = (mark for mark in made if is_after(mark, fact))
            assert marks.first_after(fact) is next(follows, None)
            latest: Moment | None = None
            for at in before:
                if latest is None or is_after(made[at], latest):
                    latest = made[at]
            if how == asked != "mixed":
                assert marks.latest(fact) is latest
            else:  # places and times may contradict each other: a mark is after and before another
                assert (marks.latest(fact) is None) == (latest is None)
