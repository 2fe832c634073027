"""The ``eventsourcing`` library's form of an event: its kind as topic, its envelope as state.

The library's own mapper writes an import path into each row and imports whatever a row names. Here
a row names a kind, nothing is imported, and the envelope's bytes go in and come out as they are.
"""

from dataclasses import dataclass
from typing import Any, Final

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    Cipher,
    Compressor,
    JSONTranscoder,
    Mapper,
    MapperDeserialisationError,
    StoredEvent,
    Transcoder,
)
from typing_extensions import override

from ledger.errors import MalformedError
from ledger.signed.canonical import Envelope, decode, decode_header


@dataclass(frozen=True, slots=True)
class SignedEvent:
    """An event as the library sees it: where it stands, and the bytes that say everything."""

    originator_id: str
    """The source."""
    originator_version: int
    """The seq."""
    kind: str
    envelope: bytes

    @classmethod
    def of(cls, envelope: bytes) -> "SignedEvent":
        """Return the event that an envelope's header names.

        Raises:
            MalformedError: if it has no such header.

        """
        header = decode_header(envelope)
        return cls(header.source, header.seq, header.kind, envelope)

    def decoded(self) -> Envelope:
        """Return the event that an envelope holds.

        Raises:
            RejectedError: if it is not what the door would have taken.

        """
        return decode(self.envelope)


class LedgerMapper(Mapper[str]):
    """Takes :class:`SignedEvent` objects apart, and joins them again if row and header agree."""

    def __init__(
        self,
        transcoder: Transcoder | None = None,
        compressor: Compressor | None = None,
        cipher: Cipher | None = None,
    ) -> None:
        """Encode nothing.

        Raises:
            TypeError: for a compressor or cipher: they would change the bytes that are signed.

        """
        if compressor is not None or cipher is not None:
            raise TypeError("an envelope is stored as it was signed: no compressor, no cipher")
        super().__init__(transcoder or _NOTHING_TO_ENCODE)

    @override
    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Return the row.

        Raises:
            TypeError: for anything but a :class:`SignedEvent`.

        """
        if not isinstance(domain_event, SignedEvent):
            raise TypeError(f"expected a SignedEvent, got {type(domain_event).__qualname__}")
        return StoredEvent(
            originator_id=domain_event.originator_id,
            originator_version=domain_event.originator_version,
            topic=domain_event.kind,
            state=domain_event.envelope,
        )

    @override
    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """Return the event.

        Raises:
            MapperDeserialisationError: if the row's columns are not what its envelope says.

        """
        try:
            event = SignedEvent.of(stored_event.state)
        except MalformedError as error:
            raise MapperDeserialisationError(str(error)) from error
        expected = (stored_event.originator_id, stored_event.originator_version, stored_event.topic)
        got = (event.originator_id, event.originator_version, event.kind)
        if got != expected:
            raise MapperDeserialisationError(f"the row says {expected}, its envelope {got}")
        return event


_NOTHING_TO_ENCODE: Final = JSONTranscoder()
