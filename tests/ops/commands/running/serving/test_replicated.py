"""The service over a replica: it reads, takes nothing, and says who read what elsewhere."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from shutil import rmtree

import msgspec
import psycopg
import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.services.api_keys import Keeper, Role
from api.services.proofs import Proofs
from ledger.events.registry import Heartbeat
from ledger.signed.canonical import decode
from ledger.store.reader import Reader
from ops.commands.running.serving.replicated import NO_READINGS, TAKES_NOTHING, replicated
from ops.database.postgres import DatabaseUrls
from ops.database.replica import follow, is_replica, publish, state_of
from ops.errors import MisuseError
from ops.installation import Installation, found_if_new
from ops.settings import Settings
from projections.running.runner import Runner
from tests.api.console.test_frame import OF_NOTHING, PAGES
from tests.fixtures.casino import FOUNDED, Casino
from tests.fixtures.command import razao
from tests.fixtures.postgres import Database, cloned
from tests.fixtures.replicas import WAIT_SECONDS, caught_up, let_go, until_state
from tests.fixtures.sealed import Two, forget, marked

OWN = "pt.inspeccao"
OF_ANOTHER_EVENING = {
    *OF_NOTHING,
    *("showFinding", "showEvent", "showPool", "showAct"),
}
"""Pages of things that this night has not, or that are asked for by their events' own names."""
AWAY = re.compile("fora de alcance|saíram para um arquivo|não se chegou ao que saiu")


class Office:
    """The inspector's office: a replica, served, and a ledger of its own."""

    def __init__(self, client: TestClient, own: Installation, keys: dict[Role, str]) -> None:
        self.client = client
        self.own = own
        self.keys = keys

    def get(self, address: str, role: Role = Role.INSPECTOR) -> tuple[int, str]:
        """Ask in a role; return status and body."""
        headers = {"Authorization": f"Bearer {self.keys[role]}"}
        answer = self.client.get(address, headers=headers)
        return answer.status_code, answer.text

    def readings(self) -> list[str]:
        """Return what was read, as one's own ledger has it."""
        with Reader(self.own.urls.login) as reader:
            return [
                decode(row.envelope).payload.subject
                for row in reader.page(after=0, limit=1000)
                if row.kind == "access-recorded/1"
            ]


Databases = Callable[[], AbstractContextManager[Database]]


@pytest.fixture
def databases(
    postgres_urls: DatabaseUrls, postgres_maintenance: psycopg.Connection, database_template: str
) -> Databases:
    """Make databases with a ledger's tables, on the server of all tests."""
    return lambda: cloned(postgres_urls, postgres_maintenance, database_template)


@contextmanager
def office_over(replica: Database, databases: Databases, home: Path) -> Iterator[Office]:
    """Serve a replica, beside a ledger of one's own."""
    with ExitStack() as stack:
        database = stack.enter_context(databases())
        urls = DatabaseUrls(database.superuser, database.login)
        found_if_new(urls, home, OWN, FOUNDED)
        own = Installation(urls, home, stack)
        here = DatabaseUrls(replica.superuser, replica.login)
        with Runner(replica.login) as runner:
            runner.catch_up()
        with Keeper(replica.login) as keeper:
            keys = {
                role: keeper.issue(f"{role}-office", role, ("mesa",) if role is Role.SOURCE else ())
                for role in Role
            }
        installation = Installation(here, home, stack)
        services = stack.enter_context(replicated(installation, own, Settings(home=home)))
        client = stack.enter_context(TestClient(create_app(services)))
        yield Office(client, own, keys)


@pytest.fixture
def office(
    house: Casino, replica: Database, databases: Databases, tmp_path: Path
) -> Iterator[Office]:
    """Serve a replica of a house's ledger, its newest checkpoint arrived."""
    house.installation.log.checkpoint()
    house.say("mesa", Heartbeat())
    until_state(replica, caught_up)
    with office_over(replica, databases, tmp_path / "office") as office:
        yield office


def test_a_replica_is_read_and_proves_like_the_house(house: Casino, office: Office) -> None:
    """Events, pages, health and a proof under the house's own checkpoint."""
    status, text = office.get("/v1/events/mesa/1")
    assert status == 200, text
    status, text = office.get("/v1/events/mesa/1/proof")
    assert status == 200, text
    key = house.installation.log.keys.keys[0].text.split("+")[0]
    assert f"— {key} " in text
    for page in ("/", "/eventos", "/mesas", "/leituras", "/verificacao", "/estado"):
        assert office.get(page)[0] == 200, page
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until and office.client.get("/health").status_code != 200:
        time.sleep(0.1)
    assert office.client.get("/health").json()["status"] in ("ok", "late")


def test_who_read_what_is_said_in_ones_own_ledger(replica: Database, office: Office) -> None:
    """The house's ledger has no word of it."""
    before = state_of(replica.superuser).there
    assert office.get("/v1/events/mesa/2")[0] == 200
    reads = office.client.app.state.working.reads  # type: ignore[attr-defined]
    reads.flush(everything=True)
    assert any("/v1/events/mesa/2" in one for one in office.readings())
    assert state_of(replica.superuser).there == before


@pytest.mark.deep
def test_nothing_is_recorded_in_a_replica(house: Casino, office: Office) -> None:
    """A segment, well made and signed, is refused with where it belongs."""
    segment = house.source("mesa").say(Heartbeat(), "2026-11-20T23:00:00.000000Z")
    answer = office.client.post(
        "/v1/events",
        content=msgspec.json.encode(segment) + b"\n",
        headers={
            "Authorization": f"Bearer {office.keys[Role.SOURCE]}",
            "Content-Type": "application/x-ndjson",
        },
    )
    assert TAKES_NOTHING in answer.text


@pytest.mark.deep
@pytest.mark.parametrize("follows", ["before it left", "since it left"])
def test_what_left_the_house_is_read_at_the_office(
    house: Casino, database: Database, databases: Databases, tmp_path: Path, follows: str
) -> None:
    """No archive answers there: each page has its rows, none speaks of one, all is verified."""
    publish(house.superuser)
    if follows == "before it left":
        follow(house.superuser, database.superuser)
    two = Two(house, tmp_path / "archives")
    two.drop()
    assert marked(house) > 0
    if follows == "since it left":
        follow(house.superuser, database.superuser)
    until_state(database, caught_up)
    for folder in two.folders:
        rmtree(folder)
    forget()
    with office_over(database, databases, tmp_path / "office") as office:
        asked = {
            address: office.get(address)
            for name, (address, allowed) in PAGES.items()
            if Role.INSPECTOR in allowed and name not in OF_ANOTHER_EVENING
        }
        with Reader(database.login) as reader:
            rows = reader.page(after=0, limit=house.last)
        asked |= {
            f"/eventos/{row.source}/{row.seq}": office.get(f"/eventos/{row.source}/{row.seq}")
            for row in rows[:: len(rows) // 20]
        }
        assert {one for one, (status, _) in asked.items() if status != 200} == set()
        assert {one for one, (_, text) in asked.items() if AWAY.search(text)} == set()
        proofs: Proofs = office.client.app.state.working.proofs  # type: ignore[attr-defined]
        proofs.check()
        assert proofs.last is not None
        assert (proofs.last.report.clean, proofs.last.report.unread) == (True, [])
        assert not AWAY.search(office.get("/verificacao")[1])
    let_go(database)


@pytest.mark.deep
def test_a_feed_that_closed_is_told(office: Office, replica: Database) -> None:
    """Health is red as soon as nothing arrives any more, and says where to look."""
    with psycopg.connect(replica.superuser, autocommit=True) as connection:
        connection.execute("ALTER SUBSCRIPTION razao_replica DISABLE")
    assert "the feed is closed" in office.client.get("/health").text


@pytest.mark.deep
def test_a_replica_asks_for_a_ledger_of_ones_own(replica: Database, tmp_path: Path) -> None:
    """Without one nobody could say who read what, and nothing is served."""
    assert is_replica(replica.login)
    done = razao(replica.login, tmp_path, "serve", "--port", "8399")
    assert done.returncode == 2
    assert NO_READINGS[:40] in done.stderr


@pytest.mark.deep
def test_the_house_is_no_ledger_of_ones_own(
    house: Casino, replica: Database, tmp_path: Path
) -> None:
    """A ledger of the replica's own name is refused."""
    urls = DatabaseUrls(replica.superuser, replica.login)
    with ExitStack() as stack:
        one = Installation(urls, tmp_path, stack)
        with (
            pytest.raises(MisuseError, match="a ledger of your own"),
            replicated(one, house.installation, Settings(home=tmp_path)),
        ):
            raise AssertionError
