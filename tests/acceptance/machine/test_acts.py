"""People's acts over a real server that is killed in the middle of them, again and again.

Before a text is kept, between the text and its event, and once it stands: the act stands whole
(event, text, receipt) or nothing of it, the page of whoever signed says which, and the same sent
again never stands twice.
"""

import json
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import httpx2
import psycopg
import pytest
from psycopg import sql

from api.console.pages.decide.keys import source_name
from api.services.api_keys import Keeper
from api.services.api_keys import Role as ApiRole
from ledger.events.personal import text_fields
from ledger.events.registry import CasinoRegistered, ParameterSet, SourceEnrolled2
from ledger.roles import OF_A_CASINO, Role
from ledger.signed.canonical import Envelope, decode
from ledger.signed.chain import link_of
from ledger.signed.segments import Signed, sign_segment
from ledger.signed.signing import KeySigner
from ledger.signed.sources import prove_possession
from ledger.store.texts.text_keys import TextKeys
from ledger.store.texts.texts import Texts
from projections.reads.disputes.case_file import case_file
from tests.api.conftest import POOL, play
from tests.fixtures.casino import AT, DAY, ORIGIN, Casino, open_casino
from tests.fixtures.command import razao
from tests.fixtures.postgres import Database

pytestmark = [pytest.mark.long, pytest.mark.deep]

HOUSE: Final = "casino"
PEOPLE: Final = {
    "rita": (ApiRole.INSPECTOR, Role.INSPECTOR),
    "tito": (ApiRole.FINANCE, Role.FINANCE),
    "dora": (ApiRole.FINANCE, Role.DIRECTOR),
    "caio": (ApiRole.FLOOR, Role.CASHIER),
    "lina": (ApiRole.DISPUTE, Role.DISPUTE),
}
CASE: Final = "D-2026-0001"
WORDS: Final = "Por palavras suas, de quem assina"
PATIENCE_SECONDS: Final = 240.0


@dataclass
class Server:
    """A real ``razao serve`` that is killed and started again at one address."""

    database: Database
    home: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        """What it and those before it printed."""
        return self.home / "serve.log"

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it is well and its projections are at the log's end."""
        environment = {
            "RAZAO_DATABASE_URL": self.database.login,
            "RAZAO_HOME": str(self.home),
            "PATH": "/bin",
        }
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "ops.cli", "serve", "--port", str(self.port)],
                stdout=log,
                stderr=subprocess.STDOUT,
                env=environment,
            )
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self._is_well():
            assert time.monotonic() < deadline, self.log.read_text()[-2_000:]
            time.sleep(0.05)

    def _is_well(self) -> bool:
        with suppress(httpx2.TransportError):
            return httpx2.get(f"{self.address}/health", timeout=10).status_code == 200
        return False

    def kill(self) -> None:
        """Kill it as a power cut does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def wait(holds: Any, what: str) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


@dataclass
class Person:
    """Somebody at the console, with a key of his own and the form that he has open."""

    server: Server
    source: str
    signer: KeySigner
    cookies: dict[str, str]
    token: str
    form: dict[str, Any] = field(default_factory=dict[str, Any])

    def ask(self, address: str, told: Mapping[str, Any]) -> Any:
        """Send what the page's script sends; None where no answer came."""
        headers = {**self.cookies, "X-Razao-Form": self.token}
        with suppress(httpx2.TransportError):
            answer = httpx2.post(
                self.server.address + address, json=dict(told), headers=headers, timeout=60
            )
            return answer.json()
        return None

    def prepare(self, kind: str, written: str = "", /, **fields: str) -> Envelope:
        """Fill in the form of an act and sign its bytes, as the browser does."""
        texts: list[dict[str, str]] = []
        if written:
            salt = random.Random(written).randbytes(32)
            fields["text"] = sha256(salt + written.encode()).hexdigest()
            texts.append({"salt": salt.hex(), "text": written})
        told = {"kind": kind, "fields": fields, "source": self.source, "seen": ""}
        prepared = self.ask("/atos/preparar", told)
        assert (prepared["outcome"], prepared.get("barred")) == ("prepared", False), prepared
        envelope = b64decode(prepared["envelope"])
        event = decode(envelope)
        signed = Signed.of(ORIGIN, event.source, self.signer.public_key)
        made = sign_segment(self.signer, signed, event.seq, event.previous, [link_of(envelope)])
        self.form = {
            "key": b64encode(self.signer.public_key).decode(),
            "signature": b64encode(made).decode(),
            "envelopes": [prepared["envelope"]],
            "road": "browser",
            "seen": "",
            "texts": texts,
        }
        return event

    def prepared(self, kind: str, written: str = "", /, **fields: str) -> Envelope:
        """Prepare an act once the projections have what it rests on."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return self.prepare(kind, written, **fields)
            except AssertionError:
                assert time.monotonic() < deadline, kind
                time.sleep(0.2)

    def deliver(self) -> Any:
        """Press the button that signs; the same again sends the very same."""
        return self.ask("/atos/entregar", self.form)

    def traced(self, event: Envelope) -> str:
        """Return what the page says became of an act whose answer was lost."""
        (envelope,) = self.form["envelopes"]
        link = link_of(b64decode(envelope)).hex()
        told = {"source": self.source, "seq": event.seq, "link": link}
        return str(self.ask("/atos/paradeiro", told)["outcome"])


@pytest.fixture
def server(database: Database, tmp_path: Path) -> Iterator[Server]:
    """Play an evening in a house under the matrix, whose people have keys, and serve it."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    server = Server(database, tmp_path, port)
    try:
        yield server
    finally:
        if server.process is not None:
            server.kill()


def let_in(database: Database, server: Server) -> dict[str, Person]:
    """Enrol everybody's key, issue the keys of the console, and start the server."""
    signers = {name: KeySigner.generate() for name in PEOPLE}
    with open_casino(database, server.home) as casino:
        agreed = casino.installation.agreed
        registered = CasinoRegistered(casino=HOUSE, currency="CVE", profile="cv-2017@1", act="1")
        casino.installation.send(agreed(registered))
        play(casino)
        matrix = ParameterSet(scope="*", name="autoridade", value=1, since=AT)
        casino.installation.send(agreed(matrix))
        for name, (_, role) in PEOPLE.items():
            casino.installation.send(agreed(enrolled(name, role, signers[name])))
        casino.project()
        with Keeper(casino.conninfo) as keeper:
            keys = {name: keeper.issue(name, api) for name, (api, _) in PEOPLE.items()}
    server.start()
    return {name: come_in(server, name, keys[name], signers[name]) for name in PEOPLE}


def enrolled(name: str, role: Role, signer: KeySigner) -> SourceEnrolled2:
    """Return the enrolment of a person's key."""
    casino = HOUSE if role in OF_A_CASINO else None
    source = source_name(name, role, casino)
    return SourceEnrolled2(
        source=source,
        role=role,
        person=name,
        casino=casino,
        key=signer.public_key.hex(),
        proof=prove_possession(ORIGIN, source, signer),
    )


def come_in(server: Server, name: str, key: str, signer: KeySigner) -> Person:
    """Come in with a key of the console; his session outlives the server."""
    answer = httpx2.post(
        f"{server.address}/entrar", data={"key": key}, follow_redirects=False, timeout=60
    )
    cookies = {"Cookie": f"razao_session={answer.cookies['razao_session']}; razao_lang=pt"}
    form = httpx2.get(f"{server.address}/menu", headers=cookies, timeout=60).text
    token = form.partition('name="token" value="')[2].partition('"')[0]
    role = PEOPLE[name][1]
    source = source_name(name, role, HOUSE if role in OF_A_CASINO else None)
    return Person(server, source, signer, cookies, token)


@contextmanager
def held(database: Database, table: str) -> Iterator[None]:
    """Let nobody write into a table: whoever comes to it waits there, and is killed waiting."""
    with psycopg.connect(database.superuser) as connection:
        locked = sql.SQL("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE")
        connection.execute(locked.format(sql.Identifier(*table.split("."))))
        yield
        connection.rollback()


def quiet(database: Database) -> bool:
    """Tell whether the database has ended all that a killed server had begun."""
    with psycopg.connect(database.superuser) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        ).fetchone()
    return row == (0,)


def stands(database: Database, event: Envelope) -> int:
    """Return how many events stand at an act's place in the chain: none, or it."""
    with psycopg.connect(database.superuser) as connection:
        row = connection.execute(
            "SELECT count(*) FROM ledger.events "
            "WHERE originator_id = %s AND originator_version = %s",
            (event.source, event.seq),
        ).fetchone()
    assert row is not None
    return int(row[0])


def cut(person: Person, event: Envelope, instant: str) -> None:
    """Press the button, and kill the server at an instant."""
    server, told = person.server, threading.Thread(target=person.deliver, daemon=True)
    tables = {"before the text": "texts.held", "before the event": "ledger.events"}
    if instant in tables:
        with held(server.database, tables[instant]):
            told.start()
            wait(lambda: waits(server.database, tables[instant]), f"somebody waits {instant}")
            time.sleep(0.1)
            server.kill()
    else:
        told.start()
        wait(lambda: stands(server.database, event), "it stands")
        server.kill()
    told.join()
    wait(lambda: quiet(server.database), "the database is done with the dead server")


def waits(database: Database, table: str) -> bool:
    """Tell whether anybody waits for a table."""
    with psycopg.connect(database.superuser) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = %s::regclass", (table,)
        ).fetchone()
    return row != (0,)


def acted(person: Person, event: Envelope, instants: tuple[str, ...]) -> list[bool]:
    """Kill the server at each instant of an act until it stands; then send it again, twice.

    Return of each kill whether the act stood after it.
    """
    server, found = person.server, list[bool]()
    for instant in instants:
        cut(person, event, instant)
        there = stands(server.database, event)
        assert there in {0, 1}
        check_texts(server, event, there=bool(there))
        server.start()
        assert person.traced(event) == ("recorded" if there else "absent"), instant
        found.append(bool(there))
        if there:
            break
    first, again = person.deliver(), person.deliver()
    assert first["outcome"] == ("repeated" if found[-1] else "recorded"), first
    assert again["outcome"] == "repeated"
    assert first["position"] == again["position"]
    assert stands(server.database, event) == 1
    check_texts(server, event, there=True)
    return found


def check_texts(server: Server, event: Envelope, *, there: bool) -> None:
    """Where an event stands its text does, whole; none is ever half of one."""
    with Texts(server.database.superuser, TextKeys(server.home / "text-keys")) as texts:
        for name in text_fields(event.kind):
            commitment = getattr(event.payload, name)
            assert isinstance(commitment, str)
            state = texts.open(commitment).state
            assert state == "held" if there else state in {"held", "absent"}, (name, state)


def test_an_act_stands_whole_or_not_at_all_wherever_the_server_is_killed(
    database: Database, server: Server
) -> None:
    """Claim with its text, evidence, answer, money, limit, second person, decision, payment."""
    people = let_in(database, server)
    found: list[bool] = []

    def act(*instants: str, by: str, kind: str, text: str = "", **fields: str) -> Envelope:
        event = people[by].prepared(kind, text, **fields)
        assert stands(database, event) == 0, "what is prepared is not recorded"
        found.extend(acted(people[by], event, instants))
        return event

    case = {"dispute": CASE}
    about = {"subject": "round", "rounds": f"RA-01/{DAY}/5", "seat": "1", "amount": "5"}
    text, event, after = "before the text", "before the event", "once it stands"
    claim = f"{WORDS}: a reclamação"
    act(text, event, after, by="rita", kind="dispute-opened", text=claim, **case, **about)
    hashed = {"hash": "ab" * 32, "size": "7", "media": "imagem"}
    act(after, by="lina", kind="evidence-attached", **case, **hashed)
    said = {"text": f"{WORDS}: a resposta", "position": "rejected"}
    act(event, by="tito", kind="dispute-answered", **case, **said)
    funded = {"day": DAY, "pool": POOL, "amount": "10", "funds": "operator"}
    act(event, by="tito", kind="base-funded", **funded)
    limited = {"scope": HOUSE, "name": "maximos", "value": "500", "from": "2026-12-01 00:00"}
    limit = act(after, by="tito", kind="parameter-set", **limited)
    (envelope,) = people["tito"].form["envelopes"]
    target = {"target": f"{limit.source}:{limit.seq}", "link": link_of(b64decode(envelope)).hex()}
    act(event, by="dora", kind="approval", **target)
    decided = {"text": f"{WORDS}: as razões", "decision": "upheld", "amount": "5"}
    act(text, by="lina", kind="dispute-decided", **case, **decided)
    act(after, by="caio", kind="settlement-paid", **case, amount="5", seat="1", means="chips")
    assert True in found, "some act stood when the server was killed"
    assert False in found, "some act did not"
    server.kill()
    check_whole(database, server)


def check_whole(database: Database, server: Server) -> None:
    """Hold the ledger to each act once, with its text behind it, and to its own proofs."""
    with open_casino(database, server.home) as casino:
        casino.project()
        held = casino.installation.texts.held()
        named = casino.rows("SELECT commitment FROM {s}.text_use")
        assert sorted(held) == sorted(row["commitment"] for row in named)
        assert len(held) == 3
        check_case(casino)
    told = server.log.read_bytes()
    assert told
    assert WORDS.encode() not in told
    done = razao(database.superuser, server.home, "verify", "--json")
    problems = json.loads(done.stdout)["problems"]
    assert {one["kind"] for one in problems} <= {"api-key"}
    assert razao(database.superuser, server.home, "texts", "check").returncode == 0


def check_case(casino: Casino) -> None:
    """Hold a case to one word of each kind, and one payment."""
    with casino.reading() as connection:
        case = case_file(connection, CASE)
    assert case is not None
    assert (case.case.state, case.settled, case.owed) == ("decided", 500, 0)
    assert all(case.stands(word) for word in case.words)
    rows = casino.rows(
        "SELECT topic, count(*) AS n FROM ledger.events WHERE topic LIKE 'dispute-%%' "
        "OR topic LIKE 'evidence-%%' OR topic LIKE 'settlement-%%' OR topic LIKE 'base-funded/%%' "
        "AND originator_id LIKE 'tito%%' GROUP BY topic"
    )
    assert {row["n"] for row in rows} == {1}, rows
    assert len(rows) == 6
