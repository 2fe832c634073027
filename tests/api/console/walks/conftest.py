"""Debian's own browser for the walks; what asks for it is collected where one can be driven."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from typing import Any

import psycopg
import pytest

from api.app import create_app
from api.services.api_keys import Gate
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation, found_if_new
from tests.api.conftest import play, services_for
from tests.fixtures.casino import ORIGIN, Casino
from tests.fixtures.postgres import empty_database
from tests.fixtures.serving import served
from tests.projections.stages.actas.bingo_hall import Hall as Room
from tests.projections.stages.machines.hall import Hall
from tests.projections.stages.machines.hall import play as machine_play

collect_ignore = [] if find_spec("playwright") else ["shots/make.py"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Run the browser."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        made = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        yield made
        made.close()


@pytest.fixture(scope="module")
def floor(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Casino]:
    """Play two tables with faults, a machine and a bingo session: every page has something."""
    home = tmp_path_factory.mktemp("floor")
    with empty_database(postgres_urls, postgres_maintenance) as database, ExitStack() as stack:
        migrate(database.superuser)
        urls = DatabaseUrls(superuser=database.superuser, login=database.login)
        found_if_new(urls, home, ORIGIN)
        casino = Casino(Installation(urls, home, stack))
        play(casino)
        hall = Hall(casino)
        hall.open()
        hall.say(machine_play(stops=(1, 1, 1), cg=300))
        Room(casino).jogada()
        casino.project()
        yield casino


@pytest.fixture(scope="module")
def address(floor: Casino) -> Iterator[str]:
    """Serve the floor's console as a demonstration at a port of its own."""
    with (
        Gate(floor.conninfo) as gate,
        served(create_app(services_for(floor, gate=gate, demonstration=True))) as url,
    ):
        yield url
