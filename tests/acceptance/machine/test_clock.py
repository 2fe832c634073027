"""The clock of the whole machine goes back and forth under a service that runs, and nothing parts.

`razao serve` and its PostgreSQL have the clock that ``clock.c`` gives them; the test turns it.
Debian's libfaketime would turn the monotonic clock, too, or break what sleeps by it.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Final

import httpx2
import msgspec
import psycopg
import pytest

from api.services.api_keys import Keeper
from api.services.api_keys import Role as ApiRole
from ledger.audit.auditor import audit_database
from ledger.door.ingestion import Answer, Receipt
from ledger.door.opening import read_keyring
from ledger.events.registry import ClockTicked, Heartbeat, SourceEnrolled2
from ledger.roles import Role
from ledger.signed.canonical import decode, instant
from ledger.signed.checkpoint import Checkpoint, read_checkpoint
from ledger.signed.merkle import root_of
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain, prove_possession
from ledger.store.reader import Reader
from ops.database.migrate import migrate
from ops.database.postgres import installed_binaries
from ops.database.rights import SERVING, grant_roles
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.acceptance.machine.test_kill import check_log
from tests.fixtures.casino import AT, ORIGIN, open_casino
from tests.fixtures.elsewhere import SUPERUSER, Elsewhere, elsewhere, free_port
from tests.fixtures.postgres import Database

pytestmark = [pytest.mark.long, pytest.mark.deep]

SHIM: Final = Path(__file__).with_name("clock.c")
TURNS: Final = (
    timedelta(),
    timedelta(days=-2),
    timedelta(seconds=10),
    timedelta(hours=-1),
    timedelta(days=40),
    timedelta(),
    timedelta(days=-400),
    timedelta(seconds=-1),
)
"""By how much the machine's clock is off, in turn."""
ENDS: Final = timedelta(days=20)
"""When the visitor's key ends: the fifth turn is beyond, those after it are before."""
WORDS: Final = 20
"""Of the table, at each turn."""
NEAR: Final = timedelta(seconds=30)
PATIENCE_SECONDS: Final = 120.0


def eventually(holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


@dataclass
class House:
    """A service on a machine of its own, whose clock anybody turns, and two who speak to it."""

    home: Path
    database: Database
    turned: Mapping[str, str]
    """What gives a program this machine's clock."""
    table: SourceChain
    visitor: SourceChain
    key: str
    port: int
    receipts: list[Receipt] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Where the service is."""
        return f"http://127.0.0.1:{self.port}"

    def turn(self, off: timedelta) -> None:
        """Set the clock: the file is written in its place, for it is mapped."""
        with Path(self.turned["CLOCK_OFF"]).open("r+b") as file:
            file.write(_spelt(off))

    def told(self, path: str) -> httpx2.Response | None:
        """Ask the service; None where it does not answer."""
        with suppress(httpx2.TransportError):
            return httpx2.get(self.address + path, timeout=10)
        return None

    def is_off(self, off: timedelta) -> bool:
        """Tell whether the service is well, and its clock so far off, as its answers say."""
        answer = self.told("/health")
        if answer is None or answer.status_code != 200:
            return False
        return abs(parsedate_to_datetime(answer.headers["Date"]) - datetime.now(UTC) - off) < NEAR

    def say(self, chain: SourceChain) -> Answer:
        """Send one word as a device does."""
        before = chain.seq, chain.link
        body = msgspec.json.encode(chain.say(Heartbeat(), AT)) + b"\n"
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/x-ndjson"}
        done = httpx2.post(f"{self.address}/v1/events", content=body, headers=headers, timeout=30)
        answer = msgspec.json.decode(done.content, type=Answer)
        if answer.receipt is None:
            chain.seq, chain.link = before
        else:
            self.receipts.append(answer.receipt)
        return answer

    def ticks(self) -> list[datetime]:
        """Return the times that the service's clock told, in order."""
        with Reader(self.database.login) as reader:
            rows = list(reader.page(after=0, limit=100_000))
        told = [decode(row.envelope).at for row in rows if row.kind == ClockTicked.KIND]
        return [datetime.fromisoformat(at) for at in told]

    def has_ticked(self, off: timedelta, after: int) -> bool:
        """Tell whether the clock, so far off, was told after so many ticks."""
        return any(abs(one - datetime.now(UTC) - off) < NEAR for one in self.ticks()[after:])

    def is_folded(self) -> bool:
        """Tell whether the service has folded and signed all that was recorded."""
        answer = self.told("/health")
        if answer is None:
            return False
        health = answer.json()
        return health["status"] == "ok" and health["projected"] >= self.receipts[-1].position

    def sign(self) -> None:
        """Wait for a checkpoint over all that was said, and keep it."""

        def covers() -> bool:
            answer = self.told("/checkpoint")
            assert answer is not None
            signed = read_checkpoint(answer.text)
            if signed.size < self.receipts[-1].position:
                return False
            self.checkpoints.append(signed)
            return True

        eventually(covers, "a checkpoint over all that was said")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Found a ledger on a server of its own, enrol a table and a visitor, and serve it."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no cc: apt-get install gcc")
    with tempfile.TemporaryDirectory(prefix="razao-clock-") as folder:
        here = Path(folder)
        here.chmod(0o755)  # the database's user maps the clock, too
        clock, shim = here / "clock", here / "clock.so"
        clock.write_bytes(_spelt(timedelta()))
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", shim, SHIM], check=True)
        turned = {"LD_PRELOAD": str(shim), "CLOCK_OFF": str(clock)}
        with elsewhere(installed_binaries() / "bin", environment=turned) as server:
            yield _founded(server, tmp_path, turned)


def _founded(server: Elsewhere, home: Path, turned: Mapping[str, str]) -> House:
    superuser = server.url(SUPERUSER)
    migrate(superuser)
    with psycopg.connect(superuser, autocommit=True) as connection:
        connection.execute("CREATE ROLE servico LOGIN NOINHERIT")
        grant_roles(connection, "servico", SERVING)
    database = Database("postgres", superuser, server.url("servico"))
    visitor = KeySigner.generate()
    with (
        open_casino(Database("postgres", superuser, superuser), home) as casino,
        Keeper(superuser) as keeper,
    ):
        casino.installation.send(casino.installation.agreed(visiting(visitor)))
        table = casino.source("mesa")
        key = keeper.issue("aparelhos", ApiRole.SOURCE, ["mesa", "visita"])
    chain = SourceChain(ORIGIN, "visita", visitor)
    return House(home, database, turned, table, chain, key, free_port())


@contextmanager
def _served(house: House) -> Generator[None]:
    """Serve a ledger; the service ends in order, and never said that it stumbled."""
    environment = {
        "RAZAO_DATABASE_URL": house.database.login,
        "RAZAO_HOME": str(house.home),
        "PATH": os.environ["PATH"],
        **house.turned,
    }
    log = house.home / "serve.log"
    with log.open("wb") as written:
        process = subprocess.Popen(
            [sys.executable, "-m", "ops.cli", "serve", "--port", str(house.port)],
            stdout=written,
            stderr=subprocess.STDOUT,
            env=environment,
        )
    try:
        eventually(lambda: house.is_off(timedelta()), "the service is well")
        yield
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_SECONDS) == 0
        assert "Traceback" not in log.read_text()
    finally:
        process.kill()
        process.wait()


def _spelt(off: timedelta) -> bytes:
    return round(off.total_seconds()).to_bytes(8, sys.byteorder, signed=True)


def visiting(signer: KeySigner) -> SourceEnrolled2:
    """Return the enrolment of an inspector whose key ends soon."""
    return SourceEnrolled2(
        source="visita",
        role=Role.INSPECTOR,
        person="visita",
        key=signer.public_key.hex(),
        proof=prove_possession(ORIGIN, "visita", signer),
        not_after=instant(datetime.now(UTC) + ENDS),
    )


def test_a_clock_that_goes_back_and_forth_loses_nothing_and_parts_nothing(house: House) -> None:
    """At each turn words get receipts, are folded and signed; the ledger's own time only goes on.

    A key ends once, by the ledger's time, and does not live again when the clock goes back; what
    was folded and signed meanwhile is what anybody finds afterwards, by a clock that is right.
    """
    with _served(house):
        outcomes = [_turned(house, off) for off in TURNS]
    beyond = next(index for index, off in enumerate(TURNS) if off > ENDS)
    assert outcomes == ["recorded"] * beyond + ["key-expired"] * (len(TURNS) - beyond)
    _check(house)


def _turned(house: House, off: timedelta) -> str:
    """Turn the clock, and let both speak; return what became of the visitor's word."""
    before = len(house.ticks())
    house.turn(off)
    eventually(lambda: house.is_off(off), f"the machine's clock is {off} off")
    with psycopg.connect(house.database.superuser) as connection:
        ((now,),) = connection.execute("SELECT clock_timestamp()")
    assert abs(now - datetime.now(UTC) - off) < NEAR, "the database's clock, too"
    assert {house.say(house.table).outcome for _ in range(WORDS)} == {"recorded"}
    eventually(lambda: house.has_ticked(off, before), "the clock ticks")
    outcome = house.say(house.visitor).outcome
    eventually(house.is_folded, "all is folded, and nothing is wrong")
    house.sign()
    return outcome


def _check(house: House) -> None:
    """See that log, checkpoints and figures stand; the ledger's time is its latest tick."""
    check_log(house.database.superuser, house.receipts)
    with psycopg.connect(house.database.superuser) as connection:
        rows = connection.execute("SELECT link FROM ledger.events ORDER BY notification_id")
        links = [link for (link,) in rows]
    sizes = [one.size for one in house.checkpoints]
    assert sizes == sorted(sizes)
    assert all(one.root == root_of(links[: one.size]) for one in house.checkpoints)
    assert audit_database(house.database.superuser).clean
    ticks = house.ticks()
    assert ticks != sorted(ticks), "a tick of an earlier time is told, and moves nothing"
    with Reader(house.database.login) as reader:
        assert read_keyring(reader).clock == instant(max(ticks))
    with Runner(house.database.login) as live:
        live.catch_up()
        digests = live.digests()
    assert rebuild(house.database.login) == digests
