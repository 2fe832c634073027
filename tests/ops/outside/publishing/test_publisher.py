"""The service asks its witnesses by itself: over HTTP, while events come, and stalls for nobody."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.responses import PlainTextResponse
from fastapi.testclient import TestClient

from api.app import create_app
from api.services.checkpoints import Checkpoints
from ledger.errors import BrokenProofError
from ledger.events.registry import Heartbeat
from ledger.signed.checkpoint import read_checkpoint
from ledger.signed.notes import Note, read_note
from ledger.signed.witnesses.policy import Policy, believe, read_policy
from ops.commands.running.serve import running
from ops.errors import MisuseError
from ops.outside.publishing.publisher import Publisher
from ops.outside.publishing.witnesses import Witnesses
from tests.fixtures.casino import Casino
from tests.fixtures.outside import Outsider, policy_text
from tests.fixtures.serving import served
from tests.ledger.log.test_log import beat


class Two:
    """The regulator's witness and another, each at its address, and the policy that asks both."""

    def __init__(self, casino: Casino, folder: Path, stack: ExitStack) -> None:
        self.regulator = Outsider(folder, "regulador", casino.log_keys)
        self.other = Outsider(folder, "fora", casino.log_keys)
        self.addresses = [
            stack.enter_context(served(one.app())) for one in (self.regulator, self.other)
        ]
        self.casino = casino

    def policy(self, needed: str = "all", *, other: str | None = None) -> Policy:
        """Return the policy; ``other`` is where the second is asked instead."""
        places = [(self.regulator, self.addresses[0]), (self.other, other or self.addresses[1])]
        return read_policy(policy_text(self.casino.log_keys, places, needed))


@pytest.fixture
def two(casino: Casino, tmp_path: Path) -> Iterator[Two]:
    """Give two witnesses that know the casino's log."""
    with ExitStack() as stack:
        yield Two(casino, tmp_path, stack)


class Published:
    """A publisher whose clock a test turns."""

    def __init__(self, casino: Casino, policy: Policy, stack: ExitStack) -> None:
        self.now = 0.0
        self.log = casino.installation.log
        self.witnesses = Witnesses(policy, self.log.consistency, monotonic=lambda: self.now)
        stack.callback(self.witnesses.close)
        self.publisher = Publisher(
            casino.conninfo,
            Checkpoints(self.log, witnessed=True),
            self.witnesses,
            monotonic=lambda: self.now,
        )
        self._casino = casino

    def look(self, seconds: float = 1.0) -> bool:
        """Let so many seconds pass, and look."""
        self.now += seconds
        return self.publisher.look(self._casino.last)

    def size(self) -> int:
        """Return how many events the newest cosigned checkpoint covers."""
        note = self.log.published()
        return 0 if note is None else read_checkpoint(note).size


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Close at the end whatever a test opens."""
    with ExitStack() as stack:
        yield stack


def test_each_look_publishes_what_both_witnesses_cosigned(
    casino: Casino, two: Two, stack: ExitStack
) -> None:
    """As the log grows: four cosignatures and the log's two, which the policy believes."""
    policy = two.policy()
    one = Published(casino, policy, stack)
    for count in (1, 300, 7):
        beat(casino, count)
        assert one.look()
        note = read_note(one.log.published() or "")
        believed = believe(note, policy)
        assert believed.checkpoint.size == casino.last
        assert len(believed.cosigned) == 4
        assert len(note.signatures) == 6
    assert one.publisher.trouble() is None


def test_a_log_at_rest_is_neither_signed_nor_sent(
    casino: Casino, two: Two, stack: ExitStack
) -> None:
    """Nothing new and nobody lacking: not one statement more, not one request."""
    one = Published(casino, two.policy(), stack)
    beat(casino, 5)
    assert one.look()
    before = casino.rows("SELECT note FROM ledger.published ORDER BY state")
    assert not any(one.look() for _ in range(5))
    assert casino.rows("SELECT note FROM ledger.published ORDER BY state") == before


def test_one_checkpoint_a_minute_stays_for_ever(casino: Casino, two: Two, stack: ExitStack) -> None:
    """The others give way to the next: seconds of a year would outgrow its events."""
    one = Published(casino, two.policy(), stack)
    for _ in range(6):
        beat(casino, 1)
        one.look(20)
    assert casino.rows("SELECT count(*) FROM ledger.checkpoints") == [{"count": 2}]
    assert casino.rows("SELECT count(*) FROM ledger.published") == [{"count": 2}]


def silent() -> tuple[socket.socket, str]:
    """Return an address that takes a request and never answers."""
    listening = socket.create_server(("127.0.0.1", 0))
    return listening, f"http://127.0.0.1:{listening.getsockname()[1]}"


def test_a_silent_witness_stalls_nobody(
    casino: Casino, two: Two, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The quorum is published at once, the door takes events meanwhile, the silent one is named."""
    monkeypatch.setattr("ops.outside.publishing.witnesses.WAIT_SECONDS", 1.5)
    listening, address = silent()
    stack.enter_context(listening)
    one = Published(casino, two.policy("any", other=address), stack)
    beat(casino, 5)
    thread = threading.Thread(target=one.look)
    start = time.monotonic()
    thread.start()
    while not one.size() and thread.is_alive():
        time.sleep(0.01)
    published = time.monotonic() - start
    beat(casino, 5)  # the door
    recorded = time.monotonic() - start
    assert thread.is_alive(), "the silent one is still being asked"
    assert max(published, recorded) < 1.4
    thread.join()
    assert address in (one.witnesses.trouble() or "")
    assert one.publisher.trouble() is None, "one of two is enough here"
    start = time.monotonic()
    one.look(0.5)
    assert time.monotonic() - start < 1.0, "who was silent is let alone for a while"
    assert one.size() == casino.last


def test_witnesses_that_were_away_are_asked_again(
    casino: Casino, two: Two, stack: ExitStack
) -> None:
    """Without a quorum nothing new is published, and after a minute the service says so."""
    gone = socket.create_server(("127.0.0.1", 0))
    port = gone.getsockname()[1]
    gone.close()
    one = Published(casino, two.policy(other=f"http://127.0.0.1:{port}"), stack)
    beat(casino, 5)
    one.look()
    assert one.size() == 0
    assert one.publisher.trouble() is None
    one.look(61)
    assert f"127.0.0.1:{port}" in (one.publisher.trouble() or "")
    with served(two.other.app(), port):
        assert not one.look(31), "nothing new is signed"
        assert one.size() == casino.last
        assert one.publisher.trouble() is None


def test_a_witness_that_saw_another_history_is_named(
    casino: Casino, two: Two, stack: ExitStack
) -> None:
    """It cosigned a larger log of this name: the service says so, and publishes nothing."""
    signer = casino.log_signer
    note = read_note(signer.sign(10_000, bytes(32)))
    ahead = Witnesses(two.policy(), lambda _old, _size: [])
    assert sum(1 for _ in ahead.cosigned(note)) == 2
    ahead.close()
    one = Published(casino, two.policy(), stack)
    beat(casino, 5)
    one.look()
    one.look(61)
    assert one.size() == 0
    assert "cosigned 10000 events of this log" in (one.publisher.trouble() or "")


def test_a_witness_of_wrong_keys_adds_nothing(casino: Casino, two: Two, stack: ExitStack) -> None:
    """Lines that do not verify, or are another's, or nonsense: refused, and said whose."""
    note = casino.installation.log.checkpoint()
    for told in ("", "x", "— a b\n", read_note(note).signatures[0].line, "5\n"):
        app = FastAPI()

        @app.post("/add-checkpoint")
        def answer(told: str = told) -> PlainTextResponse:  # pyright: ignore[reportUnusedFunction]
            return PlainTextResponse(told)

        address = stack.enter_context(served(app))
        witnesses = Witnesses(two.policy(other=address), lambda _old, _size: [])
        stack.callback(witnesses.close)
        names = {
            one.name for last in witnesses.cosigned(read_note(note)) for one in last.signatures
        }
        assert names == {"razao.test", "regulador.example"}
        assert witnesses.trouble() is not None, told


def test_a_policy_without_addresses_cannot_be_asked(casino: Casino, tmp_path: Path) -> None:
    """Witnesses that nobody can reach would leave every checkpoint without a quorum."""
    one = Outsider(tmp_path, "w", casino.log_keys)
    policy = read_policy(policy_text(casino.log_keys, [(one, None)]))
    with pytest.raises(MisuseError, match="no witness has an address"):
        Witnesses(policy, lambda _old, _size: [])
    bad = read_policy(policy_text(casino.log_keys, [(one, "file:///etc")]))
    with pytest.raises(MisuseError, match="http://"):
        Witnesses(bad, lambda _old, _size: [])


def test_the_running_service_hands_out_what_witnesses_cosigned(casino: Casino, two: Two) -> None:
    """``/checkpoint`` meets the policy about a second after an event; proofs come under it, too."""
    policy = two.policy()
    with running(casino.installation, policy=policy) as services:
        last = casino.say("mesa", Heartbeat()).position
        client = TestClient(create_app(services))
        with client:
            deadline = time.monotonic() + 20
            while True:
                note = read_note(client.get("/checkpoint").text)
                if services.unpublished() is None and _covers(note, policy, last):
                    break
                assert time.monotonic() < deadline, note.whole
                time.sleep(0.1)
            health = client.get("/health").json()
            assert health["unpublished"] is None


def _covers(note: Note, policy: Policy, last: int) -> bool:
    try:
        return believe(note, policy).checkpoint.size >= last
    except BrokenProofError:
        return False
