"""A ledger of each released version is read, upgraded and continued by this program."""

import json
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg
import pytest

from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation
from projections.law.differences import differences
from projections.running.building import rebuild
from projections.running.runner import LIVE, NEXT, Runner
from tests.fixtures.command import Done, razao
from tests.fixtures.postgres import Database, empty_database
from tests.kept.ledgers import HERE, keep, kept, keys_in, restore, shapes

pytestmark = pytest.mark.recorded


@dataclass(frozen=True)
class Upgraded:
    """A kept ledger in a database, brought up to date, with its keys in a home."""

    number: str
    folder: Path
    database: Database
    home: Path

    def razao(self, *arguments: str) -> Done:
        """Run a command on it."""
        done = razao(self.database.superuser, self.home, *arguments)
        assert "Traceback" not in done.stderr, done.stderr
        return done


NOW: Final = "now"
"""A backup of this program's own: what is kept at the next release can be restored, too."""


@pytest.fixture(scope="module", params=[*kept(), pytest.param(NOW, marks=pytest.mark.deep)])
def upgraded(
    request: pytest.FixtureRequest,
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    database_template: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Upgraded]:
    """Restore the backup of a version, and migrate as its owner would."""
    assert database_template  # by which the server has the roles
    folder = HERE
    if request.param == NOW:
        folder = tmp_path_factory.mktemp("kept")
        keep(NOW, folder)
    with empty_database(postgres_urls, postgres_maintenance) as database:
        restore(database, folder / f"{request.param}.sql.xz")
        migrate(database.superuser)
        home = tmp_path_factory.mktemp("home")
        keys_in(home)
        yield Upgraded(request.param, folder, database, home)


@pytest.mark.parametrize("number", kept())
def test_a_released_kind_never_changes(number: str) -> None:
    """Its fields, types, bounds and closed words are those of its release: else a new version."""
    released = tomllib.loads((HERE / f"{number}.kinds.toml").read_text("utf-8"))
    now = shapes()
    assert {name: now.get(name) for name in released} == released


def expected(number: str) -> list[dict[str, object]]:
    """Return the figures that this program reckons otherwise, as a release wrote them down."""
    path = HERE / f"{number}.differences.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else []


def test_every_figure_is_what_that_version_said_or_is_listed(upgraded: Upgraded) -> None:
    """Verdicts, findings, revenue, tax, prizes, actas: rebuilt from the events alone."""
    told: list[dict[str, object]] = []

    def compare(_position: int) -> None:
        with psycopg.connect(upgraded.database.superuser) as connection:
            found, left_out = differences(connection, LIVE, NEXT)
            rows = connection.execute("SELECT count(*) FROM projections_next.verdict").fetchone()
        assert rows is not None
        assert rows[0] > 0
        assert left_out == []
        told.extend(
            {"figure": one.figure, "key": one.key, "before": one.before, "after": one.after}
            for one in found
        )

    rebuild(upgraded.database.login, compare=compare)
    assert told == expected(upgraded.number)


def test_its_log_is_whole_and_goes_on_from_the_checkpoint_outside(upgraded: Upgraded) -> None:
    """``verify`` recomputes every byte, and the head that somebody kept then is one of its own."""
    done = upgraded.razao(
        "verify", "--json", "--since", str(upgraded.folder / f"{upgraded.number}.note")
    )
    assert done.returncode == 0, done.stdout


def test_the_service_goes_on_where_it_stood(upgraded: Upgraded) -> None:
    """The door opens by the kept keys; what is said now is recorded, folded, signed and whole."""
    urls = DatabaseUrls(upgraded.database.superuser, upgraded.database.login)
    with ExitStack() as stack:
        installation = Installation(urls, upgraded.home, stack)
        before = installation.reader.last_position()
        installation.door.tick()
        assert installation.reader.last_position() > before
        installation.log.checkpoint()
    if upgraded.razao("rebuild").returncode:
        pytest.fail("rebuilt, figures differ that no version of the law explains")
    with Runner(upgraded.database.login) as runner:
        assert runner.position == runner.catch_up() > before
    assert upgraded.razao("verify").returncode == 0
