"""A night of one table, recorded once: each test that begins with it has a clone of its ledger."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from ops.database.postgres import DatabaseUrls
from tests.fixtures.casino import Casino, Founded, cloned_casino, founded_with
from tests.projections.running.test_runner import a_night


@pytest.fixture(scope="session")
def night_ledger(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    founded_ledger: Founded,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Founded]:
    """Record the night once; none of it is folded."""
    home = tmp_path_factory.mktemp("night")
    with founded_with(postgres_urls, postgres_maintenance, founded_ledger, home, a_night) as ledger:
        yield ledger


@pytest.fixture
def night(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    night_ledger: Founded,
    tmp_path: Path,
) -> Iterator[Casino]:
    """Open the door of a ledger in which the night is recorded, and not folded."""
    with cloned_casino(postgres_urls, postgres_maintenance, night_ledger, tmp_path) as casino:
        yield casino
