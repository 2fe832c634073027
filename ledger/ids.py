"""Names of things, as they stand in envelopes and payloads: short ASCII, never free text."""

import re
from typing import Annotated, Final, NewType

from msgspec import Meta

SourceId = NewType("SourceId", str)
"""A device, service or person that signs, e.g. ``mesa-bj-04``."""
PlaceId = NewType("PlaceId", str)
"""Where play happens: a table, a machine, a bingo room, e.g. ``BJ-04``."""
RoundId = NewType("RoundId", str)
"""``<place>/<gaming day>/<number>``, given by the source that opens the round."""
PoolId = NewType("PoolId", str)
"""A jackpot pool, one level of one prize."""
Position = NewType("Position", int)
"""An event's place in the log, from 1, without gaps, in commit order."""

Link = NewType("Link", bytes)
"""SHA-256(0x00 ‖ envelope): chain hash and Merkle leaf at once, 32 bytes."""
LINK_SIZE: Final = 32
NO_LINK: Final = Link(bytes(LINK_SIZE))
"""The previous link of a source's first event: 64 zeros in the envelope."""

_NAME: Final = r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}"
_DAY: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
is_name = re.compile(_NAME).fullmatch
"""Tells an origin, a source or a place: what stands in an envelope's header and body."""
is_round = re.compile(rf"{_NAME}/{_DAY}/[1-9][0-9]{{0,8}}").fullmatch

# Payloads are checked for type and size only: a pattern costs more than all the rest of a decode,
# and an odd spelling of an id is a fact to be found, not a reason to lose an event.
Name = Annotated[str, Meta(min_length=1, max_length=64)]
"""An id or code inside a payload."""
EventName = Annotated[str, Meta(min_length=3, max_length=82)]
"""``source:seq``, the only name an event has."""
LinkHex = Annotated[str, Meta(min_length=64, max_length=64)]
"""A link, or any other SHA-256 or public key, in lower-case hex."""
MLDSA44KeyHex = Annotated[str, Meta(min_length=2_624, max_length=2_624)]
"""A public key that withstands a quantum computer, 1,312 bytes, in lower-case hex."""


def split_round(round_id: str) -> tuple[str, str, int]:
    """Return the place, the gaming day and the number that a round's id is made of.

    >>> split_round("BJ-04/2026-11-20/17")
    ('BJ-04', '2026-11-20', 17)
    """
    place, day, number = round_id.rsplit("/", 2)
    return place, day, int(number)


def split_event(name: str) -> tuple[SourceId, int]:
    """Return the source and the seq that an event's name is made of.

    >>> split_event("mesa-bj-04:312")
    ('mesa-bj-04', 312)
    """
    source, seq = name.rsplit(":", 1)
    return SourceId(source), int(seq)
