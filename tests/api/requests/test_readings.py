"""Who read what: told to the Authority's side, and on no road to anybody else."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final, NamedTuple

import pytest

from api.requests.auth import READERS
from api.services.api_keys import OF_THE_AUTHORITY, Role
from ledger.events.registry import AccessRecorded, Heartbeat
from projections.base.store import connect
from projections.running.houses import confine
from projections.running.runner import LIVE
from tests.acceptance.every_answer import everything
from tests.acceptance.test_planted_names import words_of
from tests.api.conftest import Site, opened, play
from tests.api.console.conftest import cookie_of
from tests.fixtures.casino import Casino

READER: Final = "leitora-marcada"
KIND: Final = AccessRecorded.KIND
PEOPLE: Final = tuple(role for role in Role if role is not Role.SOURCE)


class Read(NamedTuple):
    """A ledger in which a reading was recorded between two other words of the service."""

    site: Site
    name: str
    position: int

    @property
    def path(self) -> str:
        """The reading in an address."""
        return self.name.replace(":", "/")

    @property
    def neighbour(self) -> str:
        """The service's next event, in an address."""
        source, _, seq = self.name.rpartition(":")
        return f"{source}/{int(seq) + 1}"


def with_a_reading(casino: Casino) -> tuple[str, int]:
    """Let the service record a reading; return its name and position."""
    door = casino.installation.door
    said = AccessRecorded(
        person=READER,
        purpose="query",
        count=1,
        since="2026-11-20T20:00:00.000000Z",
        until="2026-11-20T20:00:01.000000Z",
        subject=f"/v1/rounds?place={READER}",
    )
    for payload in (Heartbeat(), said, Heartbeat()):
        assert door.say(payload).accepted
    casino.project()
    casino.installation.log.checkpoint()
    with connect(casino.conninfo) as connection:
        confine(connection, LIVE)
    (row,) = casino.rows(
        "SELECT originator_id || ':' || originator_version AS name, notification_id AS position "
        "FROM ledger.events WHERE topic = %s ORDER BY notification_id DESC LIMIT 1",
        KIND,
    )
    return row["name"], row["position"]


@pytest.fixture
def read(casino: Casino) -> Iterator[Read]:
    """Give a ledger with a reading, and whoever asks."""
    name, position = with_a_reading(casino)
    with ExitStack() as stack:
        yield Read(stack.enter_context(opened(casino)), name, position)


ROADS: Final = {
    "listEvents": ("/v1/events?limit=500", False),
    "listEvents by kind": (f"/v1/events?kind={KIND}", True),
    "getEvent": ("/v1/events/{path}", True),
    "getEventProof": ("/v1/events/{path}/proof", True),
    "getEntries": ("/tile/entries/000.p/{size}", True),
    "exportHistory": ("/v1/exports/history?format=csv", False),
    "exportHistory by kind": (f"/v1/exports/history?format=jsonl&kind={KIND}", True),
    "exportEventBundle": ("/v1/bundles/event/{path}", True),
    "showEvents": ("/eventos", False),
    "showEvents by kind": (f"/eventos?especie={KIND}", True),
    "showEvent": ("/eventos/{path}", True),
    "showEvent of its neighbour": ("/eventos/{neighbour}", False),
    "showMachinePlay": ("/jogadas-de-maquina/{name}", True),
    "listReadings": ("/v1/readings", True),
    "showReadings": ("/leituras", True),
    "showSearch by name": ("/pesquisa?q={name}", False),
    "showSearch by position": ("/pesquisa?q={position}", False),
    "showAct": ("/atos/correction?target={name}", True),
}
"""Each way to a reading: its address, and whether it is about readings, and so barred whole."""
SPEAKS: Final = (KIND, READER)
"""What an answer says that tells of a reading: its kind, or who read."""


def test_who_read_what_is_for_the_authority_s_side_on_every_road(read: Read) -> None:
    """Road × role: finance, the floor and an administrator meet no word of it, others meet it."""
    (row,) = read.site.casino.rows("SELECT size FROM ledger.published ORDER BY size DESC LIMIT 1")
    size = min(row["size"], 256)
    given = {
        "path": read.path,
        "name": read.name,
        "neighbour": read.neighbour,
        "position": read.position,
        "size": size,
    }
    cookies = {
        role: {"Cookie": f"razao_session={cookie_of(read.site, role)}; razao_lang=pt"}
        for role in PEOPLE
    }
    wrong: list[str] = []
    for road, (template, whole) in ROADS.items():
        address = template.format(**given)
        api = address.startswith(("/v1/", "/tile/"))
        for role in PEOPLE:
            headers = read.site.headers(role) if api else cookies[role]
            answer = read.site.client.get(address, headers=headers)
            words = words_of(answer).decode("utf-8", "replace")
            asked = address if whole else ""
            link = f'href="/eventos/{read.path}"'
            told = [one for one in (*SPEAKS, link) if one in words and one not in asked]
            if role in OF_THE_AUTHORITY:
                fits = answer.status_code in (200, 404)
            else:
                fits = not told and (answer.status_code == 403 or not whole)
            if not fits:
                wrong.append(f"{road} as {role}: {answer.status_code} {told}")
    assert wrong == []


@pytest.mark.parametrize("role", sorted(OF_THE_AUTHORITY))
def test_the_authority_s_side_is_told(read: Read, role: Role) -> None:
    """Event, list, file and page name who read, so that their silence elsewhere says something."""
    cookie = {"Cookie": f"razao_session={cookie_of(read.site, role)}; razao_lang=pt"}
    for address in (f"/v1/events/{read.path}", "/v1/exports/history?format=csv", "/v1/readings"):
        assert any(one in read.site.get(address, role).text for one in SPEAKS), address
    for address in ("/leituras", f"/eventos/{read.path}", f"/eventos/{read.neighbour}"):
        page = read.site.client.get(address, headers=cookie).text
        assert READER in page or f'href="/eventos/{read.path}"' in page, address


def test_what_is_barred_is_counted_nowhere(read: Read) -> None:
    """Of history's rows and retention's classes finance counts one reading less, and no more."""
    counted = {}
    for role in (Role.INSPECTOR, Role.FINANCE):
        rows = read.site.get("/v1/exports/history?format=jsonl", role).text.splitlines()
        listed = read.site.get("/v1/events?limit=500", role).json()["items"]
        last = {row["position"] for row in listed}
        counted[role] = (sum('"kind"' in row for row in rows), len(listed), read.position in last)
    inspector, finance = counted[Role.INSPECTOR], counted[Role.FINANCE]
    assert (inspector[0] - finance[0], inspector[1] - finance[1]) == (1, 1)
    assert (inspector[2], finance[2]) == (True, False)


def test_a_refusal_says_whose_it_is_and_is_recorded(read: Read) -> None:
    """The API names the roles, the page says so in words; the asking is a reading itself."""
    answer = read.site.get(f"/v1/events/{read.path}", Role.FINANCE)
    assert answer.json()["detail"] == (
        f"{read.name} tells who read what: it is for dispute, inspector; this key is finance"
    )
    cookie = {"Cookie": f"razao_session={cookie_of(read.site, Role.FINANCE)}; razao_lang=pt"}
    page = read.site.client.get(f"/eventos/{read.path}", headers=cookie)
    assert page.status_code == 403
    assert "Quem leu o quê é da inspeção e dos litígios" in page.text


@pytest.mark.deep
def test_no_address_of_all_tells_whoever_else_who_read(casino: Casino) -> None:
    """Route × role, whole: of each thing, and of the reading and its neighbours, never the mark."""
    play(casino)
    name, _position = with_a_reading(casino)
    source, _, seq = name.rpartition(":")
    about = {
        "seq": [{"source": source, "seq": int(seq) + apart} for apart in (-1, 0, 1)],
        "play": [{"machine": "MQ-01", "play": name}],
    }
    for role in (one for one in PEOPLE if one not in OF_THE_AUTHORITY):
        answered = 0
        for one in everything(casino, 1, only=role, about=about):
            words = words_of(one.answer).decode("utf-8", "replace")
            assert READER not in words, (role, one.address)
            assert one.answer.status_code in (200, 403, 404, 422), (role, one.address)
            answered += one.answer.status_code == 200
        assert answered > (80 if role in READERS else 5), role
