"""A device: what it says is numbered, linked, signed and on disk before it is answered."""

import json
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, Any, Final

from .errors import DeviceError, EventError, KeyFileError, OutboxError
from .keys import Key
from .outbox import Named, Outbox, Receipt, Waiting
from .vocabulary import Vocabulary, vocabulary
from .wire import (
    BLIND_SIZE,
    SEGMENT_EVENTS_MAX,
    Place,
    Segment,
    check_place,
    encode,
    link_of,
    now,
    statement,
)

if TYPE_CHECKING:
    from .kinds import Event  # an agent that takes plain lines has no need of 190 classes

ID_SIZE_MAX: Final = 128
KEY_ROTATED: Final = "key-rotated/1"


@dataclass(frozen=True, kw_only=True)
class Said:
    """An event as a terminal says it: a kind, its facts, and where and when."""

    kind: str
    payload: Mapping[str, Any]
    at: str | None = None
    """By this machine's clock where it is left out."""
    day: str | None = None
    place: str | None = None
    round: str | None = None
    id: str | None = None
    """The terminal's own name for it: said again under the same, it is kept once."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """An event that is on the disk, signed and chained."""

    source: str
    seq: int
    link: str
    repeated: bool = False
    """Whether it was kept before, under the same id."""


class Device:
    """A source's sending side, over its outbox. Its methods may be called from any thread."""

    def __init__(
        self,
        key: Key,
        outbox: Outbox,
        *,
        words: Vocabulary | None = None,
        unknown_kinds: bool = False,
    ) -> None:
        """Say things with a key; with ``unknown_kinds`` also those that the vocabulary lacks.

        Raises:
            KeyFileError: the outbox goes on with another key.

        """
        if key.public != outbox.key:
            raise KeyFileError(
                "other-key",
                en=f"{outbox.path}: its chain goes on with the key {outbox.key.hex()}, "
                f"not with {key.public.hex()}",
                pt=f"{outbox.path}: a sua cadeia continua com a chave {outbox.key.hex()}, "
                f"não com {key.public.hex()}",
            )
        self.key = key
        self.outbox = outbox
        self.words = vocabulary() if words is None else words
        self.lock = threading.RLock()
        self._unknown_kinds = unknown_kinds
        self._stale = False
        self.on_kept = threading.Event()

    @classmethod
    def open(cls, path: Path, key: Key, *, unknown_kinds: bool = False) -> "Device":
        """Open a device over an outbox that is there."""
        return cls(key, Outbox.open(path), unknown_kinds=unknown_kinds)

    @classmethod
    def with_new_key(cls, key: Key, outbox: Outbox) -> "Device":
        """Open a device whose new key registrars enrol, for its old one is lost or revoked.

        What waits is signed anew; its bytes and links stay.
        """
        if key.public != outbox.key:

            def sign(envelopes: Sequence[bytes], first: int, previous: bytes) -> Segment:
                return _signed(outbox, key, envelopes, first, previous)

            outbox.sign_anew(key.public, sign)
        return cls(key, outbox)

    @property
    def origin(self) -> str:
        """The ledger's name."""
        return self.outbox.origin

    @property
    def source(self) -> str:
        """The device's name in the ledger."""
        return self.outbox.source

    def say(
        self,
        kind: str,
        payload: Mapping[str, Any],
        *,
        at: str | None = None,
        day: str | None = None,
        place: str | None = None,
        round: str | None = None,  # noqa: A002 - the field's name
        id: str | None = None,  # noqa: A002 - the field's name
    ) -> Kept:
        """Keep an event, signed and chained; on disk on return.

        Raises:
            EventError: it is none that the ledger would take; nothing was kept.
            OutboxError: the disk did not take it; of ``unknown``, say it again under the same id.

        """
        said = Said(kind=kind, payload=payload, at=at, day=day, place=place, round=round, id=id)
        (done,) = self.say_each([said])
        if isinstance(done, DeviceError):
            raise done
        return done

    def tell(
        self,
        event: "Event",
        *,
        at: str | None = None,
        day: str | None = None,
        place: str | None = None,
        round: str | None = None,  # noqa: A002 - the field's name
        id: str | None = None,  # noqa: A002 - the field's name
    ) -> Kept:
        """Keep an event of a class of ``razao_client.kinds``, as :meth:`say` does.

        Raises:
            EventError: as of :meth:`say`.
            OutboxError: as of :meth:`say`.

        """
        return self.say(event.KIND, event.plain(), at=at, day=day, place=place, round=round, id=id)

    def say_each(self, told: Sequence[Said]) -> list[Kept | DeviceError]:
        """Keep several events in one write to the disk, each signed by itself.

        Those which are none are answered with their mistake, and do not keep the others back.
        """
        try:
            with self._using():
                return self._say_each(told)
        except OutboxError as error:
            return [error for _ in told]

    def say_together(self, told: Sequence[Said], *, key: Key | None = None) -> list[Kept]:
        """Keep several events under one signature, all of them or none.

        With ``key``, another one signs from then on: see :meth:`rotate`.

        Raises:
            EventError: one of them is none, or must stand alone.
            OutboxError: as of :meth:`say`.

        """
        if not 1 <= len(told) <= SEGMENT_EVENTS_MAX:
            raise EventError(
                "malformed",
                en=f"a segment has 1 to {SEGMENT_EVENTS_MAX} events, not {len(told)}",
                pt=f"um segmento tem de 1 a {SEGMENT_EVENTS_MAX} eventos, não {len(told)}",
            )
        for one in told:
            if len(told) > 1 and self.words.is_alone(one.kind):
                raise EventError(
                    "malformed",
                    en=f"{one.kind} must be a segment of its own",
                    pt=f"{one.kind} tem de ser um segmento só seu",
                )
        with self._using():
            drafts = [self._draft(one) for one in told]
            seq, previous = self.outbox.seq, self.outbox.link
            envelopes = self._envelopes(drafts, seq, previous)
            segment = self._sign(envelopes, seq + 1, previous)
            self._keep([(seq + 1, segment)], [], key)
        links = segment.links()
        return [
            Kept(source=self.source, seq=seq + 1 + at, link=link.hex())
            for at, link in enumerate(links)
        ]

    def rotate(self, key: Key) -> Kept:
        """Go on with another key: the old one says so, and signs nothing after that."""
        proof = key.proof(self.origin, self.source)
        said = Said(kind=KEY_ROTATED, payload={"key": key.public.hex(), "proof": proof})
        with self.lock:
            (kept,) = self.say_together([said], key=key)
            self.key = key
        return kept

    def set_aside(self, first: int) -> int:
        """Take the first waiting segment, which the house refuses for ever, out of the chain.

        Those after it follow what came before, signed anew; its bytes stay in the notes. Only for
        what the house certainly did not record: ``malformed``, ``not-canonical``, ``oversize``.
        Returns how many events were signed anew.
        """
        with self._using():
            return self.outbox.mend(first, self._sign, now())

    def carry(self, path: Path, after: Receipt) -> int:
        """Make a new outbox that goes on after what the house has, with all that waits in this one.

        Returns how many events were signed anew.
        """
        with self._using():
            return self.outbox.carry(path, after.last, bytes.fromhex(after.link), self._sign)

    def split(self, one: Waiting, after: int) -> None:
        """Cut a waiting segment in two, of which the house has the first: up to a seq."""
        with self._using():
            segment = Segment.read(one.line)
            count = after - one.first + 1
            head, tail = segment.envelopes[:count], segment.envelopes[count:]
            parts = [
                (one.first, self._sign(head, one.first, one.previous)),
                (after + 1, self._sign(tail, after + 1, link_of(head[-1]))),
            ]
            self.outbox.replace(one, parts)

    def waiting(self, count: int, size: int) -> list[Waiting]:
        """Return the first segments that wait, at most so many and of so many bytes."""
        with self._using():
            return self.outbox.waiting(count, size)

    def receive(self, receipts: Sequence[Receipt], keep: int) -> list[tuple[Receipt, int]]:
        """Write receipts down, and let go of old bytes; return the contrary ones."""
        with self._using():
            contrary = self.outbox.receive(receipts)
            self.outbox.forget(keep)
        return contrary

    # --- with the lock -------------------------------------------------------------------------

    @contextmanager
    def _using(self) -> Generator[None]:
        """Hold the outbox; read it anew where the disk did not say what became of a write."""
        with self.lock:
            if self._stale:
                self.outbox.reopen()
                self._stale = False
            try:
                yield
            except OutboxError as error:
                self._stale = error.code == "unknown"
                raise

    def _say_each(self, told: Sequence[Said]) -> list[Kept | DeviceError]:
        done: list[Kept | DeviceError] = []
        segments: list[tuple[int, Segment]] = []
        named: dict[str, Named] = {}
        links: dict[int, str] = {}
        seq, previous = self.outbox.seq, self.outbox.link
        for one in told:
            try:
                draft = self._draft(one)
                again = self._again(one, named, links)
                if again is not None:
                    done.append(again)
                    continue
                (envelope,) = self._envelopes([draft], seq, previous)
            except EventError as error:
                done.append(error)
                continue
            segments.append((seq + 1, self._sign((envelope,), seq + 1, previous)))
            seq, previous = seq + 1, link_of(envelope)
            links[seq] = previous.hex()
            if one.id is not None:
                named[one.id] = Named(id=one.id, seq=seq, digest=_digest(one))
            done.append(Kept(source=self.source, seq=seq, link=previous.hex()))
        if segments:
            self._keep(segments, list(named.values()))
        return done

    def _again(self, one: Said, here: Mapping[str, Named], links: Mapping[int, str]) -> Kept | None:
        """Return the event that was kept before under the same id."""
        if one.id is None:
            return None
        if not 1 <= len(one.id) <= ID_SIZE_MAX:
            raise EventError(
                "malformed",
                en=f"id: expected 1 to {ID_SIZE_MAX} characters, got {len(one.id)}",
                pt=f"id: esperava-se de 1 a {ID_SIZE_MAX} caracteres, vieram {len(one.id)}",
            )
        known = here.get(one.id) or self.outbox.named(one.id)
        if known is None:
            return None
        if known.digest != _digest(one):
            raise EventError(
                "id-taken",
                en=f"id {one.id!r} is that of {self.source}:{known.seq}, which says other facts",
                pt=f"o id {one.id!r} é de {self.source}:{known.seq}, que diz outros factos",
            )
        link = links.get(known.seq)
        if link is None:
            stored = self.outbox.link_at(known.seq)
            link = "" if stored is None else stored.hex()
        return Kept(source=self.source, seq=known.seq, link=link, repeated=True)

    def _draft(self, one: Said) -> Said:
        """Return an event as it will be written."""
        if not self._unknown_kinds:
            self.words.check_known(one.kind)
        payload = self.words.canonical(one.kind, one.payload)
        draft = replace(one, payload=payload, at=now() if one.at is None else one.at)
        check_place(_place(draft))
        return draft

    def _envelopes(self, drafts: Sequence[Said], seq: int, previous: bytes) -> tuple[bytes, ...]:
        found: list[bytes] = []
        for one in drafts:
            seq += 1
            envelope = encode(
                self.origin,
                self.source,
                seq,
                previous,
                one.kind,
                token_bytes(BLIND_SIZE),
                _place(one),
                one.payload,
            )
            previous = link_of(envelope)
            found.append(envelope)
        return tuple(found)

    def _sign(self, envelopes: Sequence[bytes], first: int, previous: bytes) -> Segment:
        return _signed(self.outbox, self.key, envelopes, first, previous)

    def _keep(
        self,
        segments: Sequence[tuple[int, Segment]],
        named: Sequence[Named],
        key: Key | None = None,
    ) -> None:
        self.outbox.keep(segments, named, None if key is None else key.public)
        self.on_kept.set()


def _signed(
    outbox: Outbox, key: Key, envelopes: Sequence[bytes], first: int, previous: bytes
) -> Segment:
    links = [link_of(one) for one in envelopes]
    message = statement(outbox.origin, outbox.source, key.public, first, previous, links)
    return Segment(key.public, key.sign(message), tuple(envelopes))


def _place(one: Said) -> Place:
    assert one.at is not None
    return Place(at=one.at, day=one.day, place=one.place, round=one.round)


def _digest(one: Said) -> bytes:
    """Return a hash of what the terminal said, to tell a repetition from another event."""
    told = [one.kind, one.payload, one.at, one.day, one.place, one.round]
    return sha256(json.dumps(told, sort_keys=True, default=str).encode()).digest()
