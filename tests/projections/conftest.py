"""Projections are folded over a ledger in memory, where a test does not ask for a recorded one."""

import pytest

from tests.fixtures.casino import Casino


@pytest.fixture
def casino(request: pytest.FixtureRequest) -> Casino:
    """Open the door of a ledger in memory, or of a fresh one in a database of its own."""
    recorded = request.node.get_closest_marker("recorded") is not None
    return request.getfixturevalue("recorded_casino" if recorded else "memory_casino")
