"""The API over a real ledger: an evening for those who only read, a fresh one for the others."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from typing import Any

import psycopg
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response

from api.app import create_app
from api.services.api_keys import Gate, Keeper, Role
from api.services.checkpoints import Checkpoints
from api.services.deps import Services
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation, found_if_new
from ops.outside.verifier import program_text
from ops.simulator.games.house_cards.poquer_sem_descarte.game import PoquerSemDescarte
from ops.simulator.games.wheels.roulette.roleta_americana import RoletaAmericana
from ops.simulator.night.courier import sources_of
from ops.simulator.parties.manifest import Planted
from ops.simulator.parties.party import Place
from ops.simulator.parties.pools import Pool, open_pool, sem_descarte_terms
from ops.simulator.parties.terminal import in_order, sign_approved
from projections.base.store import connect
from projections.reads.basis.scope import EVERY_CASINO, Scope
from projections.running.houses import confine
from projections.running.runner import LIVE
from tests.fixtures.casino import DAY, ORIGIN, Casino, Founded
from tests.fixtures.postgres import empty_database

POOL = "acumulado"
START = datetime(2026, 11, 20, 20, tzinfo=UTC)
AT_ONCE = 100
"""Events that are sent together: one transaction for each would take most of an evening's time."""
SOURCES = ("mesa-ra", "mesa-psd", "servidor", "sala-1")


@dataclass(frozen=True, kw_only=True)
class Site:
    """A running API, its ledger, and a key of each role."""

    client: TestClient
    casino: Casino
    keys: dict[Role, str]
    services: Services
    planted: tuple[Planted, ...] = ()

    def headers(self, role: Role | None) -> dict[str, str]:
        """Return what a caller of this role sends."""
        return {} if role is None else {"Authorization": f"Bearer {self.keys[role]}"}

    def get(self, address: str, role: Role | None = Role.INSPECTOR) -> Response:
        """Ask in a role."""
        return self.client.get(address, headers=self.headers(role))

    def post(
        self, address: str, body: bytes, role: Role | None = Role.SOURCE, **headers: str
    ) -> Response:
        """Send lines in a role."""
        sent = {"Content-Type": "application/x-ndjson", **self.headers(role), **headers}
        return self.client.post(address, content=body, headers=sent)


def services_for(casino: Casino, **others: Any) -> Services:
    """Return what an app over this ledger is made of."""
    installation = casino.installation
    given: dict[str, Any] = {
        "door": installation.door,
        "checkpoints": Checkpoints(installation.log),
        "texts": installation.texts,
        "conninfo": casino.conninfo,
        "origin": installation.origin,
        "version": "0.0.test",
        "verifier": program_text(),
        **others,
    }
    return Services(**given)


_documents: dict[str, dict[str, Any]] = {}


def app_over(services: Services) -> FastAPI:
    """Return an app whose OpenAPI document, a third of a second's work, a worker makes once."""
    app = create_app(services)
    document = app.openapi

    def openapi() -> dict[str, Any]:
        return _documents.get(services.version) or _documents.setdefault(
            services.version, document()
        )

    app.openapi = openapi
    return app


@contextmanager
def opened(
    casino: Casino,
    planted: tuple[Planted, ...] = (),
    suffix: str = "1",
    scope: Scope = EVERY_CASINO,
    **others: Any,
) -> Iterator[Site]:
    """Run the API over a ledger, with a key of each role, named ``<role>-<suffix>``.

    Keys for some casinos see what a following service would let them see.
    """
    with Keeper(casino.conninfo) as keeper:
        keys = {
            role: keeper.issue(
                f"{role}-{suffix}", role, SOURCES if role is Role.SOURCE else (), scope=scope
            )
            for role in Role
        }
    if scope.casinos is not None:
        with connect(casino.conninfo) as connection:
            confine(connection, LIVE)
    with ExitStack() as stack:
        stack.callback(revoke_all, casino, suffix)
        gate = stack.enter_context(Gate(casino.conninfo))
        services = services_for(casino, **{"gate": gate, **others})
        client = stack.enter_context(TestClient(app_over(services), raise_server_exceptions=False))
        yield Site(client=client, casino=casino, keys=keys, services=services, planted=planted)


def revoke_all(casino: Casino, suffix: str) -> None:
    """Give the keys' names free."""
    with Keeper(casino.conninfo) as keeper:
        for key in keeper.issued():
            if key.revoked is None and key.name == f"{key.role}-{suffix}":
                keeper.revoke(key.name)


@pytest.fixture
def site(casino: Casino, founded_ledger: Founded) -> Iterator[Site]:
    """Run the API over a fresh ledger, whose projections were made when it was founded."""
    if casino.last > founded_ledger.last:
        casino.project()
    with opened(casino) as site:
        yield site


@pytest.fixture(scope="session")
def evening(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Site]:
    """Run the API over an evening of two tables, for tests that only read.

    Nobody projects it again: its clock ticked once, and what is said of a reading minutes later
    would be found to come from the future. A test that leaves a finding behind fails here, whatever
    the order of those that read.
    """
    home = tmp_path_factory.mktemp("evening")
    with empty_database(postgres_urls, postgres_maintenance) as database, ExitStack() as stack:
        migrate(database.superuser)
        urls = DatabaseUrls(superuser=database.superuser, login=database.login)
        found_if_new(urls, home, ORIGIN)
        casino = Casino(Installation(urls, home, stack))
        planted = play(casino)
        casino.project()
        end = casino.installation.reader.last_position()
        yield stack.enter_context(opened(casino, planted))
        found = casino.rows("SELECT * FROM {s}.finding")
        left = [
            (one["code"], one["known_from"], one["why"])
            for one in found
            if (one["code"], one["round"]) not in {(it.code, it.round) for it in planted}
        ]
        assert left == [], f"of {end} events when it was projected"
        assert len(found) == len(planted)


def play(casino: Casino) -> tuple[Planted, ...]:
    """Play a roulette and a jackpot table, with faults; return what must be found."""
    installation = casino.installation
    terms = sem_descarte_terms(POOL, "PSD-01")
    finance, approver = (casino.source(name, "finance") for name in ("financas", "direccao"))
    installation.send(open_pool(finance, approver, terms, day=DAY, at=START.replace(hour=12)))
    roulette = RoletaAmericana(place("mesa-ra", "RA-01", 7), {2: "overpaid", 5: "underpaid"})
    poker = PoquerSemDescarte(place("mesa-psd", "PSD-01"), Pool(terms), {3: "overpaid"})
    chains = {
        source: installation.enrol(source, binding)
        for source, binding in sources_of([roulette, poker]).items()
    }
    told = (chain(table.prepare(), table.night(12)) for table in (roulette, poker))
    said = list(in_order(*told))
    for first in range(0, len(said), AT_ONCE):
        installation.send(list(sign_approved(chains, said[first : first + AT_ONCE])))
    installation.door.tick()
    return (*roulette.planted, *poker.planted)


def place(source: str, name: str, seed: int = 8) -> Place:
    """Return a table of the evening."""
    return Place(source=source, place=name, day=DAY, start=START, seed=seed)
