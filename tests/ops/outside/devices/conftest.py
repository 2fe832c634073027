"""A served ledger, devices that speak to it by the client alone, and a line that can be cut."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import psycopg
import pytest

from api.app import create_app
from api.services.api_keys import Gate, Keeper, Role
from ledger.events.registry import SourceEnrolled2
from ledger.roles import Role as Speaker
from ops.database.postgres import DatabaseUrls
from ops.outside.devices.razao_client import Device, House, Key, Outbox
from ops.outside.registrar.requests import read_request
from tests.api.conftest import services_for
from tests.fixtures.casino import ORIGIN, Casino, Founded, cloned_casino
from tests.fixtures.serving import served as served_app
from tests.ops.outside.devices.agents import WORD, agent

PLACE = "RA-04"
STARTED_SECONDS_MAX = 60.0
_numbers = count(1)


@contextmanager
def serving(casino: Casino) -> Iterator[str]:
    """Serve the ledger at a port of its own."""
    with (
        Gate(casino.conninfo) as gate,
        served_app(create_app(services_for(casino, gate=gate))) as url,
    ):
        yield url


@dataclass(frozen=True)
class Served:
    """A ledger, and where it is served."""

    casino: Casino
    url: str

    def enrol(self, key: Key, source: str) -> None:
        """Let registrars agree to a device's key."""
        act = SourceEnrolled2(
            source=source,
            role=Speaker.TABLE,
            casino="casino-1",
            places=(PLACE,),
            key=key.public.hex(),
            proof=key.proof(ORIGIN, source),
        )
        self.casino.installation.send(self.casino.installation.agreed(act))

    def token(self, source: str) -> str:
        """Return a token that opens the door for a device."""
        with Keeper(self.casino.conninfo) as keeper:
            return keeper.issue(f"token-{source}", Role.SOURCE, (source,))

    def recorded(self, source: str) -> int:
        """Return how many events of a device are in the log."""
        return len(self.casino.installation.store.links(source, 1, 1_000_000))


@pytest.fixture(scope="session")
def served(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    founded_ledger: Founded,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Served]:
    """Serve a ledger for all tests of devices: each of them has a source of its own."""
    folder = tmp_path_factory.mktemp("devices")
    with (
        cloned_casino(postgres_urls, postgres_maintenance, founded_ledger, folder) as casino,
        serving(casino) as url,
    ):
        yield Served(casino, url)


@pytest.fixture
def source() -> str:
    """Give a name that no other device has."""
    return f"mesa-{next(_numbers)}"


@pytest.fixture
def device(tmp_path: Path, source: str) -> Iterator[Device]:
    """Make a device with an outbox of its own."""
    key = Key.make(tmp_path / "key.pem", WORD)
    made = Device(key, Outbox.make(tmp_path / "outbox.db", ORIGIN, source, key.public))
    yield made
    made.outbox.close()


@pytest.fixture
def house(served: Served, device: Device) -> Iterator[House]:
    """Give the way to a house that knows the device."""
    served.enrol(device.key, device.source)
    one = House(served.url, served.token(device.source))
    yield one
    one.close()


class Line:
    """A line between a device and the house, which can be down, or cut in the middle of a word."""

    def __init__(self, url: str) -> None:
        """Stand before a house's address; it is down until it is :meth:`up`."""
        self._to = int(url.rpartition(":")[2])
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = int(free.getsockname()[1])
        self.url = f"http://127.0.0.1:{self._port}"
        self.bytes_left: int | None = None
        """How many bytes more pass before the line is cut; None is no end."""
        self._listener: socket.socket | None = None
        self._ends: list[socket.socket] = []
        self._lock = threading.Lock()

    def up(self) -> None:
        """Carry what comes."""
        listener = socket.create_server(("127.0.0.1", self._port))
        self._listener = listener
        threading.Thread(target=self._accepting, args=(listener,), daemon=True).start()

    def down(self) -> None:
        """Carry nothing, and let go of what was on its way."""
        if self._listener is not None:
            with contextlib.suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
        self.cut()

    def cut(self) -> None:
        """Let go of every connection."""
        with self._lock:
            ends, self._ends = self._ends, []
        for one in ends:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accepting(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._to))
            with self._lock:
                self._ends += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(4096):
                if self.bytes_left is not None:
                    data, self.bytes_left = (
                        data[: self.bytes_left],
                        max(0, self.bytes_left - len(data)),
                    )
                    other.sendall(data)
                    if self.bytes_left == 0:
                        self.bytes_left = None
                        break
                else:
                    other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def line(served: Served) -> Iterator[Line]:
    """Give a line to the house that is down at first."""
    one = Line(served.url)
    yield one
    one.down()


@pytest.fixture
def folder(served: Served, source: str, tmp_path: Path) -> Path:
    """Make a device's folder by the command, and let registrars agree to its request."""
    folder = tmp_path / "device"
    done = agent(
        folder, "init", "--origin", ORIGIN, "--source", source, "--role", "table",
        "--casino", "casino-1", "--place", PLACE, "--url", served.url,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    installation = served.casino.installation
    asked = read_request(folder / "request.json")
    assert asked.fault() is None
    installation.send(installation.agreed(asked.act))
    (folder / "token").write_text(served.token(source))
    return folder
