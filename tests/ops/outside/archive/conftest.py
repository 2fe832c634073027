"""Two sealed ranges of a small night, made once, and copies of them that a test may touch."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import copytree

import psycopg
import pytest
from msgspec import Struct

from ledger.log.log import Log
from ledger.signed.logs import LogSigner
from ops.database.postgres import DatabaseUrls
from ops.outside.archive.folder import Archive, Place
from ops.outside.archive.sealing import House, seal
from tests.fixtures.casino import ORIGIN, Casino, Founded, cloned_casino
from tests.projections.running.test_runner import a_night


class Sealed(Struct, frozen=True):
    """An archive of two ranges, the ledger that it is of, and what signs for that."""

    folder: Path
    places: tuple[Place, Place]
    server: str
    signer: LogSigner
    casino: Casino

    @property
    def archive(self) -> Archive:
        return Archive(str(self.folder))

    def copied(self, into: Path) -> "Sealed":
        copytree(self.folder, into)
        return Sealed(into, self.places, self.server, self.signer, self.casino)


@pytest.fixture(scope="module")
def two_ranges(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    founded_ledger: Founded,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Sealed]:
    """Play a night, seal its first half, and then the other."""
    home = tmp_path_factory.mktemp("house")
    folder = tmp_path_factory.mktemp("sealed") / "archive"
    with cloned_casino(postgres_urls, postgres_maintenance, founded_ledger, home) as casino:
        a_night(casino)
        signer = casino.log_signer
        archive = Archive(str(folder))
        with closing(Log(casino.conninfo, ORIGIN, signer)) as log:
            house = House(casino.conninfo, ORIGIN, log, signer)
            last = casino.last
            made = [seal(house, archive, last // 2), seal(house, archive, last)]
        places = [one[0] for one in made if one is not None]
        yield Sealed(folder, (places[0], places[1]), casino.superuser, signer, casino)


@pytest.fixture
def touched(two_ranges: Sealed, tmp_path: Path) -> Sealed:
    """Copy the archive, for a test to alter."""
    return two_ranges.copied(tmp_path / "archive")
