"""The monitor: looks at a log and at its witnesses, and returns an alarm for each fault.

It believes a checkpoint by the policy's keys, and a log by the links that it fetched itself and
keeps. A log that contradicts what was seen, here or by a witness, is proved in an evidence file.
"""

import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from ledger.errors import UNREADABLE, BrokenProofError
from ledger.ids import LINK_SIZE
from ledger.log.kept import replace_file
from ledger.signed.checkpoint import Checkpoint, checkpoint_of
from ledger.signed.cosignatures import check_cosignature
from ledger.signed.logs import check_log, signed_at
from ledger.signed.merkle import EMPTY_ROOT
from ledger.signed.notes import Note, NoteKey, decoded, read_note
from ledger.signed.tiles import WIDTH, Tile, TiledTree, split_hashes, tiles_from
from ledger.signed.witnesses.equivocation import equivocation
from ledger.signed.witnesses.policy import Party, Policy, believe
from ledger.text.times import moment_text
from ops.errors import UnreachableError
from ops.outside.publishing.http import Answer, ask
from ops.outside.publishing.stamps import Authority, check_stamp
from ops.outside.watch.memory import Memory

SILENCE_SECONDS: Final = 120.0
"""A service's clock ticks twice a minute, and each tick is an event."""
GROWTH_MAX: Final = 5_000.0
DRIFT_SECONDS: Final = 60.0
STAMPS_SECONDS: Final = 7_800.0
"""A stamp an hour, and one that was missed."""
_OK: Final = 200


class Alarm(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fault of a log, its witnesses, stamps or clock, or the log out of reach."""

    kind: str
    """unreachable, unreadable, log-key, witnesses, tiles, behind, fork, silence, growth, drift,
    stamps."""
    detail: str
    evidence: str | None = None
    """The file that proves it to anybody."""


class Bounds(Struct, frozen=True, kw_only=True):
    """How far a log may go before somebody is told."""

    silence_seconds: float = SILENCE_SECONDS
    growth_max: float = GROWTH_MAX
    """Events a second, between two looks."""
    drift_seconds: float = DRIFT_SECONDS
    stamps_seconds: float = STAMPS_SECONDS


class TilesError(BrokenProofError):
    """A server's tiles do not give the root that it signed."""


class Monitor:
    """Watches the log of one policy at one address."""

    def __init__(
        self,
        address: str,
        policy: Policy,
        folder: Path,
        *,
        bounds: Bounds | None = None,
        token: str | None = None,
        authorities: Sequence[Authority] = (),
        now: Callable[[], float] = time.time,
    ) -> None:
        """Watch a log, with a memory in a folder.

        ``token`` is of a key that may read tiles; ``authorities`` are those whose stamps of time
        are believed.
        """
        self._authorities = {one.name: one for one in authorities}
        self._stamped: dict[str, float] = {}
        """The times of stamps that were checked, by authority and token."""
        self._address = address.rstrip("/")
        self._policy = policy
        self._folder = folder
        self._bounds = bounds or Bounds()
        self._token = token
        self._now = now
        self.memory = Memory(folder)
        self._alarms: list[Alarm] = []
        self._compared: set[str] = set()
        """Texts of checkpoints that fit what was seen."""

    @property
    def keys(self) -> list[NoteKey]:
        """The log's keys."""
        return [one.key for one in self._policy.logs]

    def look(self, others: Sequence[tuple[str, str]] = ()) -> list[Alarm]:
        """Look at the log and its witnesses now; return the alarms.

        ``others`` are checkpoints that somebody else kept, each with where it is from.
        """
        self._alarms = []
        before, size = self.memory.state.looked, self.memory.size
        asked = self._now()
        served, moment = self._served()
        found = [("the log", served)] if served is not None else []
        found += [*self._witnessed(), *self._given(others), *self._stamped_notes()]
        found.sort(key=lambda one: checkpoint_of(one[1].text).size)
        # What the log's tiles do not give may be shown by those of a larger checkpoint.
        again = [one for one in found if not self._take(*one)]
        for where, note in again:
            self._take(where, note, last=True)
        now = self._now()
        self._judge_growth(now, before, size)
        self._judge_clock(served, moment, asked)
        self.memory.state.looked = now
        self.memory.save()
        return self._alarms

    def _alarm(self, kind: str, detail: str, evidence: Path | None = None) -> None:
        told = None if evidence is None else str(evidence)
        self._alarms.append(Alarm(kind=kind, detail=detail, evidence=told))

    # --- checkpoints ----------------------------------------------------------------------------

    def _served(self) -> tuple[Note | None, Answer | None]:
        """Return the checkpoint that the log serves, if its keys signed it, and the answer."""
        try:
            answer = self._fetch("checkpoint")
        except UnreachableError as error:
            self._alarm("unreachable", str(error))
            return None, None
        except BrokenProofError as error:
            self._alarm("unreadable", str(error))
            return None, None
        note = self._believed("the log", answer.text)
        if note is not None:
            try:
                believe(note, self._policy)
            except BrokenProofError as error:
                self._alarm("witnesses", str(error))
        return note, answer

    def _witnessed(self) -> Iterator[tuple[str, Note]]:
        """Yield the newest checkpoint of the log that each witness cosigned."""
        for origin in sorted({key.name for key in self.keys}):
            place = f"{sha256(origin.encode()).hexdigest()}/checkpoint"
            for address in sorted({one.address for one in self._parties() if one.address}):
                try:
                    answer = ask(f"{address.rstrip('/')}/{place}")
                except UnreachableError as error:
                    self._alarm("witnesses", str(error))
                    continue
                if answer.status != _OK:
                    told = f"{address} answers {answer.status}: {answer.text.strip()[:200]}"
                    self._alarm("witnesses", told)
                    continue
                note = self._believed(f"the witness at {address}", answer.text)
                if note is not None and self._is_cosigned(address, note):
                    yield f"the witness at {address}", note

    def _is_cosigned(self, address: str, note: Note) -> bool:
        keys = [one.key for one in self._parties() if one.address == address]
        try:
            for key in keys:
                check_cosignature(note, key)
        except BrokenProofError as error:
            self._alarm("witnesses", f"{address}: {error}")
            return False
        return True

    def _stamped_notes(self) -> Iterator[tuple[str, Note]]:
        """Yield the checkpoints that authorities stamped; judge the log's clock by their times."""
        if not self._authorities:
            return
        try:
            stamps = msgspec.json.decode(self._fetch("stamps").body, type=_Stamps).items
        except (UnreachableError, BrokenProofError, *UNREADABLE) as error:
            self._alarm("stamps", f"the log's stamps: {error}")
            return
        for one in stamps:
            authority = self._authorities.get(one.authority)
            if authority is None or f"{one.authority} {one.token}" in self._stamped:
                continue
            note = self._believed(f"stamped by {one.authority}", one.note)
            if note is None:
                continue
            try:
                stamped = check_stamp(authority, one.note, one.answer).timestamp()
            except BrokenProofError as error:
                self._alarm("stamps", str(error))
                continue
            self._stamped[f"{one.authority} {one.token}"] = stamped
            said = signed_at(note, self.keys)
            if said is not None:
                self._judge_drift("a checkpoint says", said, f"{one.authority} stamped", stamped)
            yield f"stamped by {one.authority}", note
        newest = max(self._stamped.values(), default=0.0)
        if self._now() - newest > self._bounds.stamps_seconds:
            told = f"the newest was taken {_told(newest)}" if newest else "there is none"
            self._alarm("stamps", f"no recent stamp of time: {told}")

    def _given(self, others: Sequence[tuple[str, str]]) -> Iterator[tuple[str, Note]]:
        for where, text in others:
            note = self._believed(where, text)
            if note is not None:
                yield where, note

    def _believed(self, where: str, text: str) -> Note | None:
        """Return a note that the log's keys signed."""
        try:
            note = read_note(text)
            checkpoint_of(note.text)
        except BrokenProofError as error:
            self._alarm("unreadable", f"{where}: {error}")
            return None
        try:
            check_log(note, self.keys)
        except BrokenProofError as error:
            kept = self._keep("unsigned", text)
            self._alarm("log-key", f"{where}: {error}: a log under another key; kept: {kept}")
            return None
        return note

    def _parties(self) -> list[Party]:
        return list(self._policy.witnesses.values())

    # --- one log --------------------------------------------------------------------------------

    def _take(self, where: str, note: Note, *, last: bool = False) -> bool:
        """Hold a checkpoint against the links seen, fetch those of a longer log; say if done.

        What could not be done is told at the ``last`` attempt.
        """
        if note.text in self._compared:
            return True
        checkpoint = checkpoint_of(note.text)
        try:
            if checkpoint.size > self.memory.size:
                self._go_on(where, note, checkpoint)
            else:
                self._compare(where, note, checkpoint)
        except (UnreachableError, BrokenProofError) as error:
            if last:
                kind = "unreachable" if isinstance(error, UnreachableError) else "tiles"
                self._alarm(kind, f"{where}: {error}")
            return False
        return True

    def _compare(self, where: str, note: Note, checkpoint: Checkpoint) -> None:
        """Hold a checkpoint of no more events against the links that were seen."""
        root = EMPTY_ROOT if checkpoint.size == 0 else self.memory.tree(checkpoint.size).root()
        newest = self.memory.newest
        if root == checkpoint.root:
            self._compared.add(note.text)
            if where == "the log" and checkpoint.size < self.memory.size:
                self._alarm(
                    "behind",
                    f"the log shows {checkpoint.size} events, {self.memory.size} were seen",
                )
            return
        assert newest is not None
        self._fork(where, note, newest, self.memory.tree(self.memory.size))

    def _go_on(self, where: str, note: Note, checkpoint: Checkpoint) -> None:
        """Fetch the links since the last checkpoint; keep them if all give the signed root."""
        size = self.memory.size
        links = self._links(size, checkpoint.size)
        edge = self.memory.edge.copy()
        edge.extend(links)
        if edge.root() == checkpoint.root:
            self.memory.extend(note, links, edge)
            self.memory.state.grown = self._now()
            self._compared.add(note.text)
            return
        self._differs(where, note, checkpoint)

    def _differs(self, where: str, note: Note, checkpoint: Checkpoint) -> None:
        """Find the first link in which a log differs from the links seen; keep the proof."""
        links = self._links(0, checkpoint.size)
        tree = TiledTree(checkpoint.size, tiles_from(b"".join(links)))
        if tree.root() != checkpoint.root:
            raise TilesError(
                f"its tiles do not give the root that was signed at {checkpoint.size}: expected "
                f"{checkpoint.root.hex()}, got {tree.root().hex()}"
            )
        newest = self.memory.newest
        assert newest is not None
        seen = self.memory.links(0, self.memory.size)
        pairs = enumerate(zip(seen, links, strict=False), 1)
        first = next((at for at, (one, other) in pairs if one != other), None)
        self._fork(where, newest, note, tree, first)

    def _fork(
        self, where: str, one: Note, other: Note, tree: TiledTree, first: int | None = None
    ) -> None:
        """Keep the proof that the log signed two histories."""
        sizes = sorted((checkpoint_of(one.text).size, checkpoint_of(other.text).size))
        at = "" if first is None else f"; the first other event stands at position {first}"
        told = (
            f"{where}: the log signed two histories, one of {sizes[0]} and one of {sizes[1]} "
            f"events{at}"
        )
        found = equivocation(one, other, self.keys, tree, told)
        data = msgspec.json.format(msgspec.json.encode(found), indent=2).decode()
        self._alarm("fork", told, self._keep("evidence", data + "\n"))

    def _links(self, first: int, end: int) -> list[bytes]:
        """Fetch the links from an index to another."""
        found: list[bytes] = []
        for number in range(first // WIDTH, -(-end // WIDTH)):
            width = min(WIDTH, end - number * WIDTH)
            data = self._fetch(f"tile/{Tile(0, number, width).path}").body
            if len(data) != width * LINK_SIZE:
                raise TilesError(
                    f"tile {Tile(0, number, width).path}: expected {width * LINK_SIZE} bytes, "
                    f"got {len(data)}"
                )
            found += split_hashes(data)
        return found[first - first // WIDTH * WIDTH :]

    def _fetch(self, path: str) -> Answer:
        answer = ask(f"{self._address}/{path}", token=self._token)
        if answer.status != _OK:
            raise BrokenProofError(
                f"{self._address}/{path} answers {answer.status}: {answer.text.strip()[:200]}"
            )
        return answer

    # --- time -----------------------------------------------------------------------------------

    def _judge_growth(self, now: float, before: float | None, size: int) -> None:
        """Judge silence, and growth since the last look."""
        state, bounds = self.memory.state, self._bounds
        if before is None:
            return
        grown = state.grown or before
        if now - grown > bounds.silence_seconds:
            self._alarm(
                "silence",
                f"no new checkpoint for {now - grown:.0f} s, at most {bounds.silence_seconds:.0f} "
                f"are expected: {self.memory.size} events were seen last",
            )
        rate = (self.memory.size - size) / max(now - before, 1.0)
        if rate > bounds.growth_max:
            self._alarm(
                "growth",
                f"{self.memory.size - size} events in {now - before:.0f} s, at most "
                f"{bounds.growth_max:.0f} a second are expected",
            )

    def _judge_clock(self, note: Note | None, answer: Answer | None, asked: float) -> None:
        """Judge the service's clock by the watch's, by the witnesses', and by its own past.

        ``asked`` is when it was asked: the tiles of a large log take minutes afterwards.
        """
        if answer is not None and answer.date is not None:
            try:
                shown = parsedate_to_datetime(answer.date).timestamp()
            except ValueError:
                shown = None
            if shown is not None:
                self._judge_drift("its answers say", shown, "this clock", asked)
        said = None if note is None else signed_at(note, self.keys)
        if note is None or said is None:
            return
        for name, party in sorted(self._policy.witnesses.items()):
            if note.by(party.key) is not None:
                seconds = _cosigned_at(note, party.key)
                if seconds is not None:
                    self._judge_drift("its checkpoint says", said, f"the witness {name}", seconds)
        state = self.memory.state
        if state.said is not None and said < state.said - self._bounds.drift_seconds:
            told = f"from {_told(state.said)} to {_told(said)}"
            self._alarm("drift", f"the log's clock went back {told}")
        state.said = max(said, state.said or said)

    def _judge_drift(self, says: str, one: float, whose: str, other: float) -> None:
        if abs(one - other) > self._bounds.drift_seconds:
            self._alarm(
                "drift",
                f"{says} {_told(one)}, {whose} {_told(other)}: {abs(one - other):.0f} s apart",
            )

    # --- files ----------------------------------------------------------------------------------

    def _keep(self, kind: str, text: str) -> Path:
        """Keep a file under the hash of its text: the same once."""
        name = b64encode(sha256(text.encode()).digest(), b"-_").decode()[:16]
        ending = "json" if kind == "evidence" else "note"
        path = self._folder / "evidence" / f"{kind}-{name}.{ending}"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, text)
        return path


class _Stamp(Struct, frozen=True):
    """A stamp as the log serves it."""

    authority: str
    note: str
    token: str

    @property
    def answer(self) -> bytes:
        """The authority's answer."""
        return decoded(self.token)


class _Stamps(Struct, frozen=True):
    """The stamps that a log serves."""

    items: list[_Stamp]


def _cosigned_at(note: Note, key: NoteKey) -> int | None:
    try:
        return check_cosignature(note, key)
    except BrokenProofError:
        return None  # the policy's check says so


def _told(seconds: float) -> str:
    return moment_text(datetime.fromtimestamp(seconds, UTC), UTC)
