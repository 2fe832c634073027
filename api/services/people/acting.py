"""Acts of persons before they are signed: whose source speaks, the exact bytes, the effect.

A server prepares bytes and never a signature. Pages and routes ask the same here, so that an act
is the same act whichever way it comes.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any, Protocol

import psycopg
from msgspec import Struct

from ledger.events.base import Payload
from ledger.signed.canonical import decode, instant
from ledger.signed.chain import link_of
from ledger.signed.sources import SourceChain
from projections.authority.judging import sayers
from projections.base.event import Event
from projections.reads.log.foreseen import Foreseen, foresee
from projections.reads.log.persons import PersonsSource


class Record(Protocol):
    """The record at one moment, as far as acts ask it: a view of the ledger is one."""

    def whole(self) -> AbstractContextManager[psycopg.Connection[dict[str, Any]]]:
        """Have a connection that sees all houses."""
        ...

    def last_position(self) -> int:
        """Return the position of the newest event."""
        ...

    def stored(self, source: str, seq: int) -> dict[str, Any] | None:
        """Return an event in its stored form."""
        ...


class _Elsewhere:
    """The holder of a key that is not here: whoever prepares cannot sign."""

    def __init__(self, public: bytes) -> None:
        self._public = public

    @property
    def public_key(self) -> bytes:
        return self._public

    def sign(self, message: bytes) -> bytes:
        raise AssertionError(f"a server signs for nobody: {len(message)} bytes")


class About(Struct, frozen=True, kw_only=True):
    """Gaming day, place and round that an act is about."""

    day: str | None = None
    place: str | None = None
    round: str | None = None

    @classmethod
    def of(cls, body: Mapping[str, str | None]) -> "About":
        """Return day, place and round of a body."""
        return cls(day=body["day"], place=body["place"], round=body["round"])


def may_say(source: PersonsSource, kind: str) -> bool:
    """Tell whether the role of a source may say a kind, about something at least."""
    return source.role in {role.value for role in sayers(kind)}


def next_envelope(origin: str, source: PersonsSource, payload: Payload, about: About) -> bytes:
    """Return the bytes of the next event of a source's chain, as whoever has its key would sign.

    Raises:
        LedgerError: day, place, round or payload are none that an event has.

    """
    chain = SourceChain(
        origin,
        source.name,
        _Elsewhere(bytes.fromhex(source.key)),
        seq=source.seq,
        link=source.link,
    )
    now = instant(datetime.now(UTC))
    day, place, round_id = about.day, about.place, about.round
    envelope = chain.event(payload, now, day=day, place=place, round_id=round_id)
    decode(envelope)
    return envelope


def foreseen(
    view: Record, source: PersonsSource, payload: Payload, about: About, envelope: bytes
) -> Foreseen:
    """Return the effect that an act would have if it were the next event of the record."""
    event = Event(
        view.last_position() + 1,
        source.name,
        source.seq + 1,
        payload.KIND,
        instant(datetime.now(UTC)),
        about.day,
        about.place,
        about.round,
        payload,
        bytes(link_of(envelope)),
    )
    with view.whole() as whole:
        return foresee(whole, event)


def is_recorded(view: Record, source: str, seq: int, envelope: bytes) -> bool:
    """Tell whether these very bytes are in the record: then they get the same receipt again."""
    stored = view.stored(source, seq)
    return stored is not None and bytes(stored["envelope"]) == envelope


def version_of(rows: list[dict[str, Any]]) -> str:
    """Return the mark of a finding's newest version; empty where there is no finding."""
    return f"{rows[-1]['known_from']}:{rows[-1]['state']}" if rows else ""
