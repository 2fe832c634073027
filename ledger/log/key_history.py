"""Who was given which key: the acts of trust of a log, and who agreed with them.

They are a few of many: acts grow with a house's sources, and of approvals only those of such acts
are kept. Whoever asks often keeps the history, which reads on from where it was.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from threading import Lock
from typing import Any, Final

from ledger.errors import UNREADABLE
from ledger.events.registry import (
    KeyRevoked,
    KeyRotated,
    LedgerFounded,
    LedgerFounded2,
    LogKeyReplaced,
    ParameterSet,
    RegistrarsChanged,
    RegistrarsRecovered,
    SourceEnrolled,
    SourceEnrolled2,
)
from ledger.events.reviews import Approval
from ledger.keys import AUTHORITY_PARAMETER
from ledger.signed.canonical import decode_stored
from ledger.signed.signing import PUBLIC_KEY_SIZE
from ledger.store.reader import Reader, Row

_KEY_HEX: Final = re.compile(rf"[0-9a-fA-F]{{{2 * PUBLIC_KEY_SIZE}}}")


class Act:
    """An act of trust: decoded where somebody rests on it, for a house has thousands."""

    def __init__(self, row: Row) -> None:
        """Hold the event."""
        self.row = row
        self.name = f"{row.source}:{row.seq}"

    @cached_property
    def said(self) -> Any:
        """The payload of the act; None where it cannot be read."""
        try:
            return decode_stored(self.row.kind, self.row.envelope).payload
        except UNREADABLE:
            return None  # altered: whoever checks the bundle is told

    @cached_property
    def subject(self) -> str | None:
        """The source whose key it is about, where it is about one's."""
        if self.row.kind == KeyRotated.KIND:
            return self.row.source
        return self._word(_SOURCE) if self.row.kind in _ABOUT_ONE else None

    @cached_property
    def target(self) -> str | None:
        """The act that it agrees to."""
        return self._word(_TARGET) if self.row.kind == Approval.KIND else None

    @cached_property
    def is_of_all(self) -> bool:
        """Whether each source's key rests on it."""
        if self.row.kind != ParameterSet.KIND:
            return self.row.kind in _OF_ALL
        said = self.said
        return isinstance(said, ParameterSet) and (
            (said.scope, said.name) == ("*", AUTHORITY_PARAMETER)
        )

    def named(self) -> Iterator[tuple[str, str]]:
        """Yield the sources that it names a key for, each with the key."""
        match self.said:
            case LedgerFounded(service=service, service_key=key, registrars=registrars):
                yield service, key
                yield from ((one.source, one.key) for one in registrars)
            case SourceEnrolled(source=source, key=key):
                yield source, key
            case KeyRotated(key=key):
                yield self.row.source, key
            case RegistrarsChanged(named=named) | RegistrarsRecovered(named=named):
                yield from ((one.source, one.key) for one in named)
            case _:
                pass

    @cached_property
    def registrars(self) -> Sequence[str]:
        """The registrars, and the service, that it names."""
        kind = self.row.kind
        if kind in _OF_ALL or (kind in _ABOUT_ONE and _REGISTRAR in self.row.envelope):
            return [source for source, _ in self.named()]
        return ()

    @cached_property
    def has_end(self) -> bool:
        """Whether a key that it gives has an end."""
        return _END in self.row.envelope

    def _word(self, pattern: re.Pattern[bytes]) -> str | None:
        found = pattern.search(self.row.envelope, self.row.envelope.find(b"\n\n"))
        return None if found is None else found[1].decode()


_ABOUT_ONE: Final = frozenset((SourceEnrolled.KIND, SourceEnrolled2.KIND, KeyRevoked.KIND))
_OF_ALL: Final = frozenset(
    (
        LedgerFounded.KIND,
        LedgerFounded2.KIND,
        RegistrarsChanged.KIND,
        RegistrarsRecovered.KIND,
        LogKeyReplaced.KIND,
    )
)
# An envelope has one spelling of each fact, and names have no sign that is escaped.
_SOURCE: Final = re.compile(rb'"source":"([A-Za-z0-9._:-]+)"')
_TARGET: Final = re.compile(rb'"target":"([A-Za-z0-9._:-]+)"')
_REGISTRAR: Final = b'"role":"registrar"'
_END: Final = b'"not_after":'


class KeyHistory:
    """The acts of trust of one log, as far as they were read."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self._acts: tuple[Act, ...] = ()
        self._names: set[str] = set()
        self._last = 0
        self._reading = Lock()

    def read(self, reader: Reader) -> Sequence[Act]:
        """Return the acts up to now, those that are new read by the reader."""
        with self._reading:
            new: list[Act] = []
            for row in reader.trust(after=self._last):
                act = Act(row)
                self._last = row.position
                if act.subject is not None or act.is_of_all:
                    self._names.add(act.name)
                elif act.target not in self._names:
                    continue  # an approval of something else, or of what does not stand yet
                new.append(act)
            if new:  # whoever was given the acts of before goes on with those
                self._acts = (*self._acts, *new)
            return self._acts


def behind(every: Sequence[Act], sources: set[str], size: int) -> list[Act]:
    """Return the acts that say who might sign for sources, and who might say so: nobody else's.

    Up to a checkpoint's size: what came after the events may say that a key was a thief's by then,
    and which key signs the log.
    """
    told = [one for one in every if one.row.position <= size]
    wanted = sources.union(*(one.registrars for one in told))
    while True:
        acts = [one for one in told if one.subject in wanted or one.is_of_all]
        names = {one.name for one in acts}
        agreed = [one for one in told if one.target in names]
        signers = {one.row.source for one in (*acts, *agreed)}
        if signers <= wanted:
            break
        wanted |= signers
    found = {one.row.position: one for one in (*acts, *agreed)}
    return [found[position] for position in sorted(found)]


def keys_named(acts: Sequence[Act], source: str) -> Sequence[bytes]:
    """Return a source's keys that any act ever named, the newest first: which signed, none says."""
    about = (one for one in acts if one.subject == source or one.row.kind in _OF_ALL)
    keys = (key for one in about for name, key in one.named() if name == source)
    # What is no key was recorded all the same, and signed nothing.
    return [bytes.fromhex(key) for key in keys if _KEY_HEX.fullmatch(key) is not None][::-1]
