"""The watch over a log that is served over HTTP: honest, rewritten, cut, silent, too quick."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from fastapi import FastAPI, Response
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import BrokenProofError
from ledger.signed.logs import LogSigner
from ledger.signed.merkle import consistency_proof, root_of
from ledger.signed.notes import Note, read_note
from ledger.signed.signing import KeySigner
from ledger.signed.tiles import TiledTree, read_path, tiles_from
from ledger.signed.witnesses.equivocation import (
    Equivocation,
    check_equivocation,
    equivocation,
    read_equivocation,
)
from ledger.signed.witnesses.policy import read_policy
from ops.cli import main
from ops.outside.publishing.http import Answer
from ops.outside.publishing.witnesses import Witnesses
from ops.outside.watch.monitor import Alarm, Bounds, Monitor
from tests.fixtures.outside import Outsider, policy_text
from tests.fixtures.serving import served

KEY = KeySigner.from_seed(bytes(range(32)))
SEED = bytes(range(1, 33))
LEAVES = [sha256(number.to_bytes(4, "big")).digest() for number in range(1_400)]
FORK = [*LEAVES[:300], sha256(b"rewritten").digest(), *LEAVES[301:]]


def signer(ahead: int = 0) -> LogSigner:
    return LogSigner("casa", KEY, SEED, now=lambda: int(time.time()) + ahead)


class House:
    """A log as a house serves it, which a test may rewrite."""

    def __init__(self) -> None:
        self.leaves: list[bytes] = LEAVES
        self.note: Note | None = None
        self.tiles: list[bytes] | None = None
        """Other leaves for the tiles, if they are not those of the notes."""
        self.signer = signer()

    def app(self) -> FastAPI:
        app = FastAPI()

        @app.get("/checkpoint")
        def checkpoint() -> Response:  # pyright: ignore[reportUnusedFunction]
            if self.note is None:
                return Response(status_code=503)
            return Response(self.note.whole, media_type="text/plain")

        @app.get("/tile/{path:path}")
        def tile(path: str) -> Response:  # pyright: ignore[reportUnusedFunction]
            data = b"".join(self.tiles or self.leaves)
            return Response(tiles_from(data)(read_path(path)))

        return app

    def sign(self, size: int, witnesses: Witnesses | None = None) -> Note:
        """Show a checkpoint of so many leaves, cosigned by witnesses who do."""
        self.note = read_note(self.signer.sign(size, root_of(self.leaves[:size])))
        if witnesses is not None:
            for cosigned in witnesses.cosigned(self.note):
                self.note = cosigned
        return self.note

    def proof(self, old: int, size: int) -> list[bytes]:
        return consistency_proof(self.leaves[:size], old)


class Scene:
    """A house, two witnesses of others, and a watch of a third."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.house = House()
        self.address = stack.enter_context(served(self.house.app()))
        keys = self.house.signer.keys.keys
        self.outsiders = [Outsider(folder, name, keys) for name in ("regulador", "fora")]
        places = [(one, stack.enter_context(served(one.app()))) for one in self.outsiders]
        self.text = policy_text(keys, places)
        self.policy = read_policy(self.text)
        self.witnesses = Witnesses(self.policy, self.house.proof)
        stack.callback(self.witnesses.close)
        self.folder = folder / "watch"
        self.later = 0.0

    def monitor(self, **bounds: float) -> Monitor:
        """Open the watch; again the same one, as after a restart."""
        return Monitor(
            self.address,
            self.policy,
            self.folder,
            bounds=Bounds(**bounds),
            now=lambda: time.time() + self.later,
        )


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """Give a house whose first 400 events both witnesses cosigned."""
    with ExitStack() as stack:
        scene = Scene(tmp_path, stack)
        scene.house.sign(400, scene.witnesses)
        yield scene


def kinds(alarms: list[Alarm]) -> list[str]:
    return [alarm.kind for alarm in alarms]


def test_an_honest_log_is_followed_through_restarts(scene: Scene) -> None:
    """Across tiles' borders, in steps of any width: nothing to tell, and all links are kept."""
    for size in (400, 401, 511, 512, 513, 1_300):
        scene.house.sign(size, scene.witnesses)
        monitor = scene.monitor()
        assert monitor.look() == []
        assert monitor.memory.size == size
        assert monitor.memory.links(0, size) == LEAVES[:size]
    assert scene.monitor().look() == []


def check(alarm: Alarm, *sizes: int) -> Equivocation:
    """Check an alarm's evidence as anybody can who has the file alone."""
    assert alarm.evidence is not None
    found = read_equivocation(Path(alarm.evidence).read_bytes())
    for pinned in ([], signer().keys.keys):
        shown = check_equivocation(found, pinned)
        assert (shown.smaller.size, shown.larger.size) == sizes
    return found


def test_a_rewritten_log_is_proved_and_the_event_is_named(scene: Scene) -> None:
    """The house rewrites event 301 and signs on: witnesses refuse, the watch has the proof."""
    assert scene.monitor().look() == []
    scene.house.leaves = FORK
    scene.house.sign(900, scene.witnesses)
    assert "refuses, 422" in (scene.witnesses.trouble() or "")
    alarms = scene.monitor().look()
    assert kinds(alarms) == ["witnesses", "fork"]
    assert "the first other event stands at position 301" in alarms[1].detail
    check(alarms[1], 400, 900)
    again = scene.monitor().look()
    assert [one.evidence for one in again] == [one.evidence for one in alarms], "kept once"


@pytest.mark.one_in(4)
@pytest.mark.parametrize("size", [400, 256, 301, 399])
def test_a_rewritten_log_of_no_more_events_is_proved_too(scene: Scene, size: int) -> None:
    """Of the same size, of a power of two, cut: what the watch keeps proves it."""
    assert scene.monitor().look() == []
    scene.house.leaves = [sha256(b"first").digest(), *LEAVES[1:]]
    scene.house.sign(size)
    alarms = scene.monitor().look()
    assert kinds(alarms) == ["witnesses", "fork"]
    check(alarms[1], size, 400)


def test_a_log_that_is_shown_older_is_behind_and_no_fork(scene: Scene) -> None:
    """Its tail cut, the rest unaltered: not a lie that two notes prove, and said all the same."""
    assert scene.monitor().look() == []
    scene.house.sign(350)
    alarms = scene.monitor().look()
    assert kinds(alarms) == ["witnesses", "behind"]
    assert "the log shows 350 events, 400 were seen" in alarms[1].detail


def test_what_a_witness_saw_is_proof_for_a_watch_that_began_later(scene: Scene) -> None:
    """The house shows the watch another history than it showed the witnesses: a split view."""
    scene.house.leaves = FORK
    scene.house.sign(700)
    alarms = scene.monitor().look()
    forks = [alarm for alarm in alarms if alarm.kind == "fork"]
    assert forks
    check(forks[0], 400, 700)


def test_a_head_that_somebody_else_kept_is_compared(scene: Scene) -> None:
    """An inspector's note of the true history stands against what the house shows now."""
    kept = scene.house.sign(390).whole
    scene.house.sign(400)
    assert kinds(scene.monitor().look([("nota do inspector", kept)])) == ["witnesses"]
    other = LogSigner("casa", KEY, SEED).sign(390, bytes(32))
    alarms = scene.monitor().look([("nota do inspector", other)])
    assert kinds(alarms) == ["witnesses", "fork"]
    assert alarms[1].detail.startswith("nota do inspector: ")
    check(alarms[1], 390, 400)


def test_a_log_under_a_new_key_is_said_to_be_one(scene: Scene) -> None:
    """Its notes are kept as they came; nothing of it is believed."""
    assert scene.monitor().look() == []
    scene.house.signer = LogSigner("casa", KeySigner.generate(), bytes(32))
    scene.house.sign(500)
    (alarm,) = scene.monitor().look()
    assert alarm.kind == "log-key"
    assert "a log under another key" in alarm.detail
    assert scene.monitor().memory.size == 400


def test_tiles_that_do_not_give_the_root_prove_nothing_and_are_told(scene: Scene) -> None:
    """No accusation without proof: the watch says what it could not verify, and keeps nothing."""
    scene.house.tiles = FORK
    alarms = scene.monitor().look()
    assert set(kinds(alarms)) == {"tiles"}
    scene.house.tiles = LEAVES[:100]
    assert set(kinds(scene.monitor().look())) == {"tiles"}
    assert scene.monitor().memory.size == 0
    scene.house.tiles = None
    assert scene.monitor().look() == []


def test_silence_growth_and_absence_are_told(scene: Scene) -> None:
    """No new checkpoint for two minutes, too many events at once, nobody who answers."""
    assert scene.monitor().look() == []
    scene.later = 130
    monitor = scene.monitor(drift_seconds=1_000)
    (alarm,) = monitor.look()
    assert (alarm.kind, "no new checkpoint for 130 s" in alarm.detail) == ("silence", True)
    scene.house.sign(1_400, scene.witnesses)
    alarms = scene.monitor(drift_seconds=1_000, growth_max=500).look()
    assert kinds(alarms) == ["growth"]
    scene.house.note = None
    alarms = scene.monitor(drift_seconds=1_000).look()
    assert kinds(alarms) == ["unreadable"]


def test_clocks_that_part_are_told(scene: Scene) -> None:
    """The log's clock beside the witnesses', the watch's, and its own past."""
    assert scene.monitor().look() == []
    scene.house.signer = signer(ahead=600)
    scene.house.sign(450, scene.witnesses)
    alarms = scene.monitor().look()
    assert kinds(alarms) == ["drift"] * 4, "two witnesses with two keys each"
    assert "the witness fora-ed" in alarms[0].detail
    scene.house.signer = signer(ahead=-50)
    scene.house.sign(460, scene.witnesses)
    (alarm,) = scene.monitor().look()
    assert "went back from" in alarm.detail
    scene.later = 300
    alarms = scene.monitor(silence_seconds=1_000).look()
    assert any("its answers say" in one.detail for one in alarms)


def test_a_look_that_takes_long_is_no_drift(scene: Scene) -> None:
    """The service's hour is held against the hour at which it was asked, not the look's end."""
    monitor = scene.monitor()
    fetch = monitor._fetch  # pyright: ignore[reportPrivateUsage] - a server that takes its time

    def slow(path: str) -> Answer:
        answer = fetch(path)
        scene.later += 100
        return answer

    monitor._fetch = slow  # pyright: ignore[reportPrivateUsage]
    assert monitor.look() == []
    assert scene.later > 100


def test_a_memory_that_was_altered_watches_nothing(scene: Scene) -> None:
    """Links that do not give the verified root, a state that is none: refused, and where."""
    assert scene.monitor().look() == []
    tile = scene.folder / "tile" / "0" / "001"
    tile.write_bytes(bytes(32) + tile.read_bytes()[32:])
    with pytest.raises(BrokenProofError, match="do not give the root that was verified"):
        scene.monitor()
    (scene.folder / "state.json").write_text("{", encoding="utf-8")
    with pytest.raises(BrokenProofError, match="no state of a watch"):
        scene.monitor()


def test_the_commands_watch_and_check_evidence(
    scene: Scene, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``follow --once`` says nothing and 0, then the fork and 1; ``evidence`` needs no server."""
    policy = tmp_path / "policy"
    policy.write_text(scene.text, encoding="utf-8")

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(["watch", *arguments])
        out, err = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return left.value.code, out, err

    follow = ["follow", scene.address, "--policy", str(policy), "--folder", str(scene.folder)]
    assert run(*follow, "--once") == (0, "400 events, nothing to tell\n", "")
    scene.house.leaves = FORK
    scene.house.sign(900)
    code, out, _ = run(*follow, "--once")
    assert code == 1
    assert "fork: the log: the log signed two histories, one of 400 and one of 900 events" in out
    (file,) = (scene.folder / "evidence").iterdir()
    for more in ((), ("--log-key", str(policy))):
        code, out, _ = run("evidence", str(file), *more)
        assert code == 1
        assert "casa signed 400 events" in out
        assert "the two contradict each other" in out
    other = LogSigner("casa", KeySigner.generate()).keys.keys[0].text
    code, _, err = run("evidence", str(file), "--log-key", other)
    assert (code, "proves nothing" in err) == (2, True)
    assert run("evidence", str(policy))[0] == 2


# --- evidence -----------------------------------------------------------------------------------


def tree(leaves: list[bytes], size: int) -> TiledTree:
    return TiledTree(size, tiles_from(b"".join(leaves[:size])))


def note(leaves: list[bytes], size: int) -> Note:
    return read_note(signer().sign(size, root_of(leaves[:size])))


SMALL = LEAVES[:70]


@pytest.mark.parametrize(
    "size", [pytest.param(one, marks=[pytest.mark.deep] * (one % 5 > 0)) for one in range(1, 71)]
)
def test_two_histories_are_proved_at_every_two_sizes(size: int) -> None:
    """One event rewritten: each checkpoint above it contradicts each of the other history."""
    other = [sha256(b"x").digest(), *SMALL[1:]]
    keys = signer().keys.keys
    for old in {1, 2, 3, size // 2 or 1, size - 1 or 1, size}:
        if old <= size:
            found = equivocation(note(other, old), note(SMALL, size), keys, tree(SMALL, size))
            assert check_equivocation(found).larger.size == size
        with pytest.raises(BrokenProofError):
            equivocation(note(SMALL, old), note(SMALL, size), keys, tree(SMALL, size))


FOUND = equivocation(
    note(FORK, 350), note(LEAVES, 600), signer().keys.keys, tree(LEAVES, 600), "told"
)


@pytest.mark.parametrize(
    "other",
    [
        {"proof": FOUND.proof[:-1]},
        {"proof": (*FOUND.proof, FOUND.proof[0])},
        {"proof": (FOUND.proof[1], FOUND.proof[0], *FOUND.proof[2:])},
        {"proof": ()},
        {"proof": ("zz",)},
        {"proof": ("00",)},
        {"smaller": FOUND.larger},
        {"smaller": note(LEAVES, 350).whole},
        {"smaller": FOUND.larger, "larger": FOUND.smaller},
        {"origin": "outra"},
        {"keys": ()},
        {"keys": FOUND.keys[:1] + FOUND.keys[:1], "smaller": "x"},
        {"smaller": FOUND.smaller.replace("350", "351")},
        {"format": "razao-equivocation/2"},
    ],
)
def test_no_altered_evidence_accuses_a_log(other: dict[str, object]) -> None:
    """Any hash, note, key or order changed: refused with an error of ours."""
    values = {name: getattr(FOUND, name) for name in FOUND.__struct_fields__} | other
    with pytest.raises(BrokenProofError):
        check_equivocation(read_equivocation(msgspec.json.encode(values)))


@given(st.binary(max_size=400))
def test_bytes_that_are_no_evidence_are_refused(data: bytes) -> None:
    """Whatever they are, with an error of ours."""
    with pytest.raises(BrokenProofError):
        check_equivocation(read_equivocation(data))
