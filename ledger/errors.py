"""Everything the ledger refuses, each with the code that the API and receipts carry.

``LedgerError``
├── ``RejectedError`` — a submission the door refuses; ``code`` says why
│   ├── ``MalformedError``        not an envelope, or a payload that its kind does not allow
│   ├── ``NotCanonicalError``     the same facts have another, canonical, spelling
│   ├── ``OversizeError``         an envelope over 65,535 bytes, or a segment over 1,000 events
│   ├── ``WrongOriginError``      meant for another ledger
│   ├── ``UnknownSourceError``    no such source is enrolled
│   ├── ``UnknownKeyError``       the key was never this source's
│   ├── ``ExpiredKeyError``       the key's ``not_after`` has passed
│   ├── ``RevokedKeyError``       the key was revoked or replaced
│   ├── ``NotEntitledError``      a word of trust or of the service, by whom the list gives no right
│   ├── ``TickAheadError``        a tick further ahead than a clock may be
│   ├── ``UnauthenticError``      the signature does not fit
│   ├── ``GapError``              events before these are missing
│   ├── ``OverlapError``          the first of these are recorded, the rest are not
│   └── ``ForkError``             other bytes are already recorded at this place (equivocation)
├── ``BrokenProofError``          a Merkle proof or checkpoint that does not hold
├── ``CorruptLedgerError``        what is stored contradicts itself
│   └── ``ArchiveAlteredError``   what left for an archive is not there as it was sealed
└── ``ArchiveAwayError``          what left for an archive cannot be read there
"""

from typing import ClassVar, Final

import msgspec

UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The errors that decoding somebody's JSON may end in: its form, its letters, its depth."""


class LedgerError(Exception):
    """The base of every error of the ledger."""


class RejectedError(LedgerError):
    """A submission was refused; nothing of it was recorded."""

    code: ClassVar[str] = "rejected"


class MalformedError(RejectedError):
    """The bytes are not an envelope, or the payload is not what its kind allows."""

    code = "malformed"


class NotCanonicalError(RejectedError):
    """The same facts have one canonical spelling, and this is another one."""

    code = "not-canonical"


class OversizeError(RejectedError):
    """An envelope or a segment is larger than the ledger takes."""

    code = "oversize"


class WrongOriginError(RejectedError):
    """The envelope names another ledger."""

    code = "wrong-origin"


class UnknownSourceError(RejectedError):
    """No source of this name is enrolled."""

    code = "unknown-source"


class UnknownKeyError(RejectedError):
    """The key was never enrolled for this source."""

    code = "unknown-key"


class ExpiredKeyError(RejectedError):
    """The key's last day has passed, by the ledger's own clock."""

    code = "key-expired"


class RevokedKeyError(RejectedError):
    """The key was revoked, or replaced by rotation, before this."""

    code = "key-revoked"


class NotEntitledError(RejectedError):
    """The role of the source may never say this kind, whatever comes later."""

    code = "not-entitled"


class TickAheadError(RejectedError):
    """A tick says a time that has not come yet: it would end keys that have an end."""

    code = "tick-ahead"


class UnauthenticError(RejectedError):
    """The signature does not fit the segment."""

    code = "unauthentic"


class GapError(RejectedError):
    """Events before these were never received."""

    code = "gap"


class OverlapError(RejectedError):
    """The first events of the segment are recorded already and the rest are not."""

    code = "overlap"


class ForkError(RejectedError):
    """Other bytes are already recorded at this place: the source has told two stories."""

    code = "fork"


class BrokenProofError(LedgerError):
    """A Merkle proof or a checkpoint does not prove what it claims."""


class CorruptLedgerError(LedgerError):
    """The stored log contradicts itself."""


class ArchiveAlteredError(CorruptLedgerError):
    """Events left for an archive, and none of its copies has them as they were."""


class ArchiveAwayError(LedgerError):
    """Events left for an archive that cannot be reached, or not read by this installation."""


REJECTION_CODES: dict[str, type[RejectedError]] = {
    kind.code: kind
    for kind in (
        MalformedError,
        NotCanonicalError,
        OversizeError,
        WrongOriginError,
        UnknownSourceError,
        UnknownKeyError,
        ExpiredKeyError,
        RevokedKeyError,
        NotEntitledError,
        TickAheadError,
        UnauthenticError,
        GapError,
        OverlapError,
        ForkError,
    )
}
"""Every code with which the door refuses, and its exception."""
