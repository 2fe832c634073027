"""Two sealed ranges of a small night, made once, and copies of them that a test may touch."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from shutil import copytree

import psycopg
import pytest
from msgspec import Struct
from msgspec.structs import replace

from ledger.log.log import Log
from ledger.signed.logs import LogSigner
from ops.database.postgres import DatabaseUrls
from ops.outside.archive.checking import Asked, Checked, check_range
from ops.outside.archive.folder import NOTE, SEAL, Archive, Place
from ops.outside.archive.sealing import House, seal
from ops.outside.archive.statement import Kept, Seal, read_seal, sign_seal
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

    def check(self, number: int = 1, *, folded: bool = True) -> Checked:
        asked = Asked(server=self.server if folded else None)
        return check_range(self.archive, self.places[number], asked)

    def named(self, number: int = 1, *, folded: bool = False) -> set[str]:
        """Return the files of a range that a check finds altered."""
        return {one.file for one in self.check(number, folded=folded).faults}

    def reseal(self, number: int = 1, change: Callable[[Seal], Seal] = lambda seal: seal) -> None:
        """Write a seal anew over the files as they are, signed by the log's own keys."""
        archive, place = self.archive, self.places[number]
        seal = read_seal(archive.read(place, SEAL))
        files = {name: Kept.of(archive.read(place, name)) for name in seal.files}
        seal = change(replace(seal, files=files))
        archive.write(place, SEAL, seal.data)
        archive.write(place, NOTE, sign_seal(seal, self.signer).encode())

    def copied(self, into: Path) -> "Sealed":
        copytree(self.folder, into)
        return Sealed(into, self.places, self.server, self.signer, self.casino)


def sealed_halves(casino: Casino, folder: Path) -> Sealed:
    """Seal a ledger in two ranges."""
    signer = casino.log_signer
    archive = Archive(str(folder))
    with closing(Log(casino.conninfo, ORIGIN, signer)) as log:
        house = House(casino.conninfo, ORIGIN, log, signer)
        last = casino.last
        made = [seal(house, archive, last // 2), seal(house, archive, last)]
    places = [one[0] for one in made if one is not None]
    return Sealed(folder, (places[0], places[1]), casino.superuser, signer, casino)


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
        casino.project()
        yield sealed_halves(casino, folder)


@pytest.fixture
def touched(two_ranges: Sealed, tmp_path: Path) -> Sealed:
    """Copy the archive, for a test to alter."""
    return two_ranges.copied(tmp_path / "archive")
