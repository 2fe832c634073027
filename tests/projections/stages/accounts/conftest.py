"""What the tests of the accounts share: whoever says so is reckoned a second time."""

from collections.abc import Iterator

import pytest

from tests.accountant.compare import cells
from tests.fixtures.casino import Casino
from tests.fixtures.memory import MemoryCasino


@pytest.fixture
def reckoned_twice(casino: Casino) -> Iterator[None]:
    """Let an accountant who knows nothing of the projections come to the same figures.

    What is folded anew, or with restarts, in a database is the same cases once more.
    """
    yield
    if not isinstance(casino, MemoryCasino):
        return
    casino.project()
    wrong = [one for one in cells(casino) if not one.agrees]
    assert not wrong, "\n".join(map(str, wrong))
