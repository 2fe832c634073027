"""What has not come yet accuses nobody: a night that breaks off anywhere has no fault more.

A source's events are one chain: the door takes none after a gap, so that of a round one event of
which is missing the close is missing too, and nothing of it is judged.
"""

from collections import Counter
from random import Random
from typing import Final

import pytest

from tests.helpers.nights import TABLES, honest_night, last_verdicts

CUTS: Final = [4, pytest.param(60, marks=pytest.mark.deep)]


@pytest.mark.one_in(9)
@pytest.mark.parametrize("cuts", CUTS)
@pytest.mark.parametrize("place", TABLES)
def test_a_night_that_breaks_off_anywhere_accuses_nobody(place: str, cuts: int) -> None:
    """Up to any event of the chain: each round that was closed has no fault that it has not after.

    A round of which an event is missing has no verdict.
    """
    night = honest_night(place)
    whole = {
        name: Counter(found.code for found in one.verdict.found)
        for name, one in last_verdicts(night).items()
    }
    random = Random(place)
    for cut in random.sample(range(1, len(night)), cuts):
        told = night[:cut]
        for name, one in last_verdicts(told).items():
            new = Counter(found.code for found in one.verdict.found) - whole[name]
            assert not new, (cut, night[cut].payload, name, new)
            assert any(event.round == name and event.kind == "round-closed/1" for event in told)
