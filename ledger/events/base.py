"""The fields and types common to every kind of event."""

from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta, Struct

from ledger.ids import LinkHex, Name
from ledger.money import Count, Integer, Minor
from ledger.text.times import DAY, INSTANT

DAY_FORM: Final = {"format": "date", "pattern": f"^{DAY}$"}
INSTANT_FORM: Final = {"format": "date-time", "pattern": f"^{INSTANT}$"}
"""Told by the schema and asked for at the door (``ledger.events.claims``); who reads looks at the
length alone, because a log may hold other words from before."""

Seat = Annotated[int, Meta(ge=0, le=1000)]
"""A place at the table, from 1 at the dealer's left; 0 is the bank. From 101 on it is the rank
among the players who stand, where they have one: 101 stands first."""
BET_NUMBER_MAX: Final = 2**31 - 1
BetNumber = Annotated[int, Meta(ge=1, le=BET_NUMBER_MAX)]
"""A bet's number within its round."""
Small = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""A face, a level, an order: any number a device may show, the impossible included."""
Day = Annotated[str, Meta(min_length=10, max_length=10, extra_json_schema=DAY_FORM)]
"""A gaming day, ``2026-11-20``."""
Instant = Annotated[str, Meta(min_length=27, max_length=27, extra_json_schema=INSTANT_FORM)]
"""A time in UTC with six decimals, ``2026-11-20T22:15:31.123456Z``."""
Code = Annotated[str, Meta(min_length=1, max_length=80)]
"""A word of a closed vocabulary: game, chance, cause, means …"""
Card = Annotated[str, Meta(min_length=1, max_length=4)]
"""Rank and suit as ``Td``; which cards exist is the game's business."""
Tile = Annotated[str, Meta(min_length=1, max_length=12)]
"""A piece of mah-jong or pai kao, by its game's own code."""
Player = Name
"""A player's pseudonym, the same wherever he plays."""
Badge = Name
"""The pseudonym of somebody of the staff."""
PoolName = Name
"""A jackpot pool: one level of one prize."""
RoundName = Annotated[str, Meta(min_length=14, max_length=85)]
"""The id of another round than the envelope's: ``<place>/<gaming day>/<number>``."""
Commitment = LinkHex
"""Salted SHA-256 of a text that stands in the erasable side table, never in an event."""

Scalar = Integer | bool | Annotated[str, Meta(max_length=200)]
Value = Scalar | tuple[Scalar | tuple[Scalar, ...], ...] | dict[str, Scalar]
"""An option or a parameter: a word, a number, a list, a list of lists, or a flat map."""
Options = dict[Code, Value]
"""An open map; the canonical form sorts its keys."""
Figures = dict[Code, Integer]
"""Named whole numbers; the canonical form sorts the names."""

# JSON without floats, as deep as any payload goes: the type itself keeps floats and integers over
# 2^53-1 out, which ``Any`` would let through. No alias may name itself: msgspec cannot follow it.
_Json0 = Integer | bool | str | None
_Json1 = _Json0 | tuple[_Json0, ...] | dict[str, _Json0]
_Json2 = _Json0 | tuple[_Json1, ...] | dict[str, _Json1]
_Json3 = _Json0 | tuple[_Json2, ...] | dict[str, _Json2]
Json = dict[str, _Json3]
"""A payload as a plain JSON object, floats excluded."""

Mode = Literal["physical", "shared", "exclusive", "demo"]
"""How a round is played: at a table in the room, or online at a shared, exclusive or demo table."""
Side = Literal["operator", "player", "unknown"]
"""Whose equipment or network failed: the operator's voids, the player's never does."""


class Part(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
):
    """A structure within a payload."""


class Chips(Part, frozen=True, kw_only=True):
    """Equal chips."""

    count: Count
    """How many."""
    value: Minor
    """Of one chip."""


class Interval(Part, frozen=True, kw_only=True):
    """Cards of a series from one number to another, both included."""

    series: Name
    first: Count
    """Number of the first card."""
    last: Count
    """Number of the last card."""


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

    Defaults are compared by identity when they are left out. So a default is None, ``()``, ``{}``,
    a boolean, an integer from -5 to 256, or a member of a ``Literal``: of those there is one object
    each. A plain ``str`` or a larger integer as default would let one fact have two spellings.
    """

    KIND: ClassVar[str]
    """``name/version``, as it stands in the envelope's header."""
    ALONE: ClassVar[bool] = False
    """Whether the event must be a segment of its own (awards, keys, officers' acts …)."""
