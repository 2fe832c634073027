"""A service, its devices, a witness and a follower in a storm that a seed decides.

The door, the log, the sources' chains, the witness and the stages are the real ones; the disk, the
network and the clock are played. Keys and blinds are random, the schedule of faults is the seed's.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import psycopg
from psycopg.rows import tuple_row
from typing_extensions import override

from ledger.door.ingestion import Answer, BusyError, Door, Receipt
from ledger.errors import CorruptLedgerError, LedgerError
from ledger.events.registry import Heartbeat, LinkLost, LinkRestored
from ledger.log.log import Log
from ledger.signed.canonical import instant
from ledger.signed.checkpoint import Checkpoint, read_checkpoint
from ledger.signed.logs import LogSigner
from ledger.signed.notes import added, read_note
from ledger.signed.segments import Segment
from ledger.signed.sources import SourceChain
from ledger.signed.witnesses.witnessing import ConflictError, request_of
from ops.installation import SERVICE
from ops.outside.witness.keeper import Witness, make_keys
from projections.base.rows import Schema, Writes
from projections.base.store import carry_out
from projections.running.pipeline import Pipeline, all_stages, events_of
from projections.running.runner import LIVE
from tests.fixtures.casino import ORIGIN, enrol_plainly
from tests.fixtures.memory import InMemory
from tests.ledger.storm.disk import Disk, Fault, PowerCut

DEVICES = ("mesa-1", "mesa-2", "maquina-1", "sala-1")
START = datetime(2026, 11, 20, 20, tzinfo=UTC)
FAULTS = [fault for fault in Fault if fault is not Fault.NONE]


class DiskLog(Log):
    """The log over the played disk."""

    def __init__(self, disk: Disk, signer: LogSigner, kept: Path) -> None:
        super().__init__("", ORIGIN, signer, kept=kept)
        self._disk = disk

    @override
    def _ask_once(self, name: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        return self._disk.ask(name, *values)


class Device:
    """A device: what it said, and the receipts that it holds; both outlive anything."""

    def __init__(self, chain: SourceChain) -> None:
        self.chain = chain
        self.said: list[Segment] = []
        self.lasts: list[int] = []
        self.receipts: dict[int, Receipt] = {}

    def say(self, rng: Random, at: str) -> None:
        """Say one to four events under one signature."""
        first, previous = self.chain.seq + 1, self.chain.link
        words = (Heartbeat(), LinkLost(source=self.chain.source), LinkRestored())
        envelopes = [self.chain.event(rng.choice(words), at) for _ in range(rng.randint(1, 4))]
        self.said.append(self.chain.sign(envelopes, first, previous))
        self.lasts.append(self.chain.seq)

    def waiting(self) -> list[int]:
        """Return the segments that have no receipt."""
        return [index for index in range(len(self.said)) if index not in self.receipts]

    def take(self, index: int, answer: Answer) -> None:
        """Keep a receipt; one that differs from an earlier one is a lie."""
        if answer.receipt is not None:
            assert self.receipts.setdefault(index, answer.receipt) == answer.receipt


class Follower:
    """Folds what is recorded; a page and its position are one transaction."""

    def __init__(self, disk: Disk, connection: psycopg.Connection[Any]) -> None:
        self._disk = disk
        self._connection = connection
        self.reached = 0
        self._pipeline = self._opened()

    def _opened(self) -> Pipeline:
        pipeline = Pipeline(all_stages)
        # The stages read by it as long as they fold.
        pipeline.load(Schema(self._connection.cursor(row_factory=tuple_row), LIVE), self._disk)
        return pipeline

    def fold(self, count: int, *, cut: bool = False) -> None:
        """Fold the next events; with ``cut`` the power goes before they are committed."""
        events = events_of(self._disk.told[self.reached : self.reached + count])
        with suppress(PowerCut), self._connection.transaction():
            self._pipeline.fold(events)
            writes = Writes(LIVE)
            self._pipeline.flush(writes)
            with self._connection.cursor(row_factory=tuple_row) as cursor:
                for act in writes.acts:
                    carry_out(cursor, act)
            if cut:
                raise PowerCut
            self.reached += len(events)
        if cut:
            self._pipeline = self._opened()

    def figures(self) -> dict[str, list[str]]:
        """Return each table's rows."""
        found: dict[str, list[str]] = {}
        with self._connection.cursor(row_factory=tuple_row) as cursor:
            for stage in self._pipeline.with_tables():
                for table, order in stage.tables:
                    query = f"SELECT t::text FROM {LIVE}.{table} AS t ORDER BY {order}"
                    found[table] = [row for (row,) in cursor.execute(query.encode())]
        return found


class World:
    """All of it, and what was seen."""

    def __init__(self, seed: int, folder: Path, connection: psycopg.Connection[Any]) -> None:
        self.rng = Random(seed)
        self.seen: Counter[str] = Counter()
        self.disk = Disk()
        self.at = START
        self.kept = folder / "kept" / "log.note"
        with ExitStack() as stack:
            founded = InMemory(stack, at=START, store=self.disk)
            self.devices = [Device(enrol_plainly(founded, one, "table")) for one in DEVICES]
            self.keys = founded.keys
            founded.door.close()
        self.signer = LogSigner(ORIGIN, self.keys.load("log"))
        self.witness = Witness(
            folder / "witness",
            make_keys(folder / "keys", "testemunha"),
            {ORIGIN: self.signer.keys_at(0)},
            lambda: int(self.at.timestamp()),
        )
        self.cosigned_old = 0
        """The size that the house believes the witness cosigned last."""
        self.signed: list[Checkpoint] = []
        self.cosigned: list[Checkpoint] = []
        self.network: list[tuple[Device, list[int]]] = []
        self.backup = self.disk.copy()
        self.stormy = 0.0
        self.disk.plan = self._plan
        self.follower = Follower(self.disk, connection)
        self.open()

    def _plan(self) -> Fault:
        if self.rng.random() >= self.stormy:
            return Fault.NONE
        fault = self.rng.choice(FAULTS)
        self.seen[fault.name] += 1
        return fault

    # --- the service ---------------------------------------------------------------------------

    def open(self) -> None:
        """Start the service anew, as after a power cut."""
        self.log = DiskLog(self.disk, self.signer, self.kept)
        self.log.check()
        service = SourceChain(ORIGIN, SERVICE, self.keys.load(SERVICE))
        self.door = Door(
            self.disk, self.disk.keyring, service, log=self.log, now=lambda: self.at, threads=1
        )

    @contextmanager
    def surviving(self) -> Iterator[None]:
        """Let what a fault breaks break; after a power cut the service is started again."""
        try:
            yield
        except PowerCut:
            self.seen["restart"] += 1
            self.door._pool.shutdown(wait=False)  # pyright: ignore[reportPrivateUsage] - gone, without a last word
            self.open()
        except (CorruptLedgerError, AssertionError):
            raise
        except (LedgerError, psycopg.OperationalError, BusyError):
            self.seen["error"] += 1

    # --- what happens --------------------------------------------------------------------------

    def run(self, steps: int, stormy: float) -> None:
        """Let so many things happen, then the storm ends and everybody has his say."""
        acts = (
            *[self.speak] * 4,
            *[self.deliver] * 5,
            *[self.tick] * 2,
            *[self.checkpoint] * 2,
            self.cosign,
            self.refusals,
            *[self.follow] * 2,
            self.back_up,
            self.restore,
            self.turn_clock,
        )
        self.stormy = stormy
        for _ in range(steps):
            self.at += timedelta(seconds=self.rng.randint(0, 20))
            self.rng.choice(acts)()
        self.stormy = 0.0
        self.settle()

    def speak(self) -> None:
        """Let a device say something, and send what it has no receipt for, or something again."""
        device = self.rng.choice(self.devices)
        if self.rng.random() < 0.8:
            device.say(self.rng, instant(self.at))
        wanted = device.waiting()
        if device.said and self.rng.random() < 0.3:
            wanted = [self.rng.randrange(len(device.said)), *wanted]
        if self.rng.random() < 0.2:
            self.rng.shuffle(wanted)
        if wanted:
            self.network.append((device, wanted))

    def deliver(self) -> None:
        """Bring some message: late, twice, without its answer, or not at all."""
        if not self.network:
            return
        place = self.rng.randrange(len(self.network))
        device, indexes = self.network[place]
        luck = self.rng.random()
        if luck > 0.1:  # else it comes twice
            self.network.pop(place)
        if 0.1 < luck < 0.2:
            self.seen["message lost"] += 1
            return
        with self.surviving():
            answers = self.door.submit([device.said[index] for index in indexes])
            if luck > 0.8:
                self.seen["answer lost"] += 1
                return
            self._taken(device, indexes, answers)

    def _taken(self, device: Device, indexes: Sequence[int], answers: Sequence[Answer]) -> None:
        for index, answer in zip(indexes, answers, strict=True):
            self.seen[answer.outcome] += 1
            device.take(index, answer)

    def tick(self) -> None:
        """Let the service's clock tick."""
        with self.surviving():
            self.door.tick()

    def refusals(self) -> None:
        """Write down what was refused."""
        with self.surviving():
            self.door.write_refusals()

    def checkpoint(self) -> None:
        """Sign the log as it is."""
        with self.surviving():
            note = self.log.checkpoint(passing=self.rng.random() < 0.5)
            self.signed.append(read_checkpoint(note))

    def cosign(self) -> None:
        """Ask the witness, whose answer may be lost."""
        with self.surviving():
            note = read_note(self.log.checkpoint(passing=True))
            new = read_checkpoint(note.whole)
            self.signed.append(new)
            if self.cosigned_old > new.size:
                return
            proof = self.log.consistency(self.cosigned_old, new.size)
            try:
                lines = self.witness.add(request_of(note, self.cosigned_old, proof).body)
            except ConflictError as error:
                self.cosigned_old = error.size
                self.seen["witness ahead"] += 1
                return
            self.cosigned.append(new)
            if self.rng.random() < 0.2:
                self.seen["cosignature lost"] += 1
                return
            self.cosigned_old = new.size
            whole = read_note(f"{note.whole}{lines}")
            self.log.publish(new.size, added(note, whole.signatures[len(note.signatures) :]).whole)

    def follow(self) -> None:
        """Fold some events; now and then the power goes in between."""
        cut = self.stormy > 0 and self.rng.random() < 0.3
        self.seen["fold cut"] += cut
        self.follower.fold(self.rng.randint(1, 30), cut=cut)

    def back_up(self) -> None:
        """Take a copy of the disk."""
        self.backup = self.disk.copy()

    def restore(self) -> None:
        """Put an old backup in place: if more was signed since, nothing is ever signed on it."""
        signed = read_checkpoint(self._kept()).size if self.kept.exists() else 0
        if signed <= len(self.backup["told"]):
            return
        now = self.disk.copy()
        self.disk.restore(self.backup)
        with suppress(PowerCut, psycopg.OperationalError):
            for attempt in (self.open, lambda: DiskLog(*self._parts()).checkpoint()):
                try:
                    attempt()
                except CorruptLedgerError as error:
                    assert f"{signed} events" in str(error), error  # noqa: PT017 - what was signed
                else:
                    raise AssertionError("an old backup was signed")
        self.seen["old backup refused"] += 1
        self.disk.restore(now)
        self.open()

    def _parts(self) -> tuple[Disk, LogSigner, Path]:
        return self.disk, self.signer, self.kept

    def _kept(self) -> str:
        return self.kept.read_text("utf-8").rpartition("\n\n")[0] + "\n"

    def turn_clock(self) -> None:
        """Let the machine's clock go wrong, by up to an hour either way."""
        self.at += timedelta(minutes=self.rng.randint(-60, 60))
        self.seen["clock turned"] += 1

    def settle(self) -> None:
        """Let every device send until it has every receipt, sign, cosign and fold the rest."""
        self.network.clear()
        self.at = max(self.at, START + timedelta(days=1))
        for device in self.devices:
            for index in device.waiting():
                self._taken(device, [index], self.door.submit([device.said[index]]))
            assert not device.waiting()
        self.door.write_refusals()
        self.tick()
        self.checkpoint()
        self.cosign()
        self.cosign()
        while self.follower.reached < len(self.disk.told):
            self.follower.fold(1_000)
        self.door._pool.shutdown()  # pyright: ignore[reportPrivateUsage] - it says nothing more
