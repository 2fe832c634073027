"""What every kind of event has in common."""

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

Seat = Annotated[int, Meta(ge=0, le=1000)]
"""A place at the table, from 1 at the dealer's left; 0 is the bank."""
BetNumber = Annotated[int, Meta(ge=1, le=2**31 - 1)]
"""A bet's number within its round."""
Day = Annotated[str, Meta(min_length=10, max_length=10)]
"""A gaming day, ``2026-11-20``."""
Instant = Annotated[str, Meta(min_length=27, max_length=27)]
"""A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""
Code = Annotated[str, Meta(min_length=1, max_length=80)]
"""A word of a closed vocabulary: game, chance, cause, means …"""
Card = Annotated[str, Meta(min_length=1, max_length=4)]
"""Rank and suit as ``Td``; which cards exist is the game's business."""


class Payload(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
):
    """The facts of one kind of event.

    A released kind never changes; a new field is a new version of the kind. Optional fields are
    left out of the bytes when they are absent, so that one fact has one spelling.
    """

    KIND: ClassVar[str]
    """``name/version``, as it stands in the envelope's header."""
    ALONE: ClassVar[bool] = False
    """Whether the event must be a segment of its own (awards, keys, officers' acts …)."""
