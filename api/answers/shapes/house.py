"""The shapes of the house's own things: law in force, sources, readings, retention, closing."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Field

from api.answers.schemas import Answer, EventName, Moment, Page, Position, Standing, Units


class ParameterRow(Answer):
    """A parameter with the act that set it."""

    name: Annotated[str, Field(examples=["imposto_especial_ppm"])]
    scope: Annotated[str, Field(description="A casino, game or place; `*` is everywhere.")]
    value: Any
    since: Annotated[str, Field(description="From when it is in force.")]
    state: Annotated[
        Literal["in force", "announced"], Field(description="announced: in force later than asked.")
    ]
    known: Annotated[Position, Field(description="Where it took effect in the log.")]
    act: Annotated[EventName, Field(description="The event that set it.")]
    source: Annotated[str, Field(description="Who said it.")]


class ParameterPage(Page):
    """Parameters in force at the end of a day, and those announced for later, by name and scope."""

    day: date
    replaced: Annotated[
        int, Field(ge=0, description="Settings that another followed, or a correction ended.")
    ]
    items: list[ParameterRow]


class SourceRow(Answer):
    """A source with its newest key."""

    source: Annotated[str, Field(examples=["mesa-bj-04"])]
    role: str
    casino: str | None
    person: Annotated[str | None, Field(description="Who signs by it, where it is a person's.")]
    key: Annotated[str, Field(description="The public key, in hex.")]
    since: Annotated[Position, Field(description="From where it may sign.")]
    not_after: str | None
    keys: Annotated[int, Field(ge=1, description="How many it ever had.")]
    living: bool
    revoked: bool
    last: Annotated[Position | None, Field(description="Of its newest event.")]
    seq: int | None
    at: Moment | None
    astray: Annotated[str | None, Field(description="The fault of its clock, if one stands.")]


class SourcePage(Page):
    """Sources and their keys by name."""

    total: Annotated[int, Field(ge=0, description="How many there are.")]
    items: list[SourceRow]


class ReadingRow(Answer):
    """The readings of a person for one purpose in one minute."""

    position: Position
    event: EventName
    person: str
    purpose: Annotated[str, Field(examples=["page", "query", "export", "replay", "refused"])]
    count: Annotated[int, Field(ge=1)]
    since: str
    subject: Annotated[
        str | None, Field(description="The first address; of a search nothing stands in it.")
    ]


class ReadingPage(Page):
    """Who read what, the newest first."""

    items: list[ReadingRow]


class EventClass(Answer):
    """A class of events in a month: how many, and what becomes of them."""

    name: Annotated[str, Field(examples=["jogo"])]
    law: Annotated[str, Field(description="Empty: the law that sets its years is to be confirmed.")]
    ever: Annotated[bool, Field(description="Whether its events never leave.")]
    years: Annotated[int | None, Field(description="Null: to be confirmed, or for ever.")]
    events: int
    held: Annotated[int, Field(description="Those that an open case or finding rests on.")]
    leaving: Annotated[int, Field(description="Those that may leave, with their whole day.")]
    until: Annotated[date | None, Field(description="When the years of its newest day are over.")]


class TextsOfClass(Answer):
    """A class of texts: how many stand, and what becomes of them."""

    name: Annotated[str, Field(examples=["reclamacao"])]
    years: int | None
    texts: int
    held: int
    due: Annotated[int, Field(description="Those to be erased.")]
    until: Annotated[str | None, Field(description="When the years of the next are over.")]


class Retention(Standing):
    """How long a month's events and all texts are kept, and what holds them."""

    month: Annotated[str, Field(examples=["2026-11"])]
    events: list[EventClass]
    texts: list[TextsOfClass]
    whole_days: Annotated[
        list[date], Field(description="Days of which everything may leave for an archive.")
    ]
    evidence: Annotated[
        list[str],
        Field(description="Days and commitments of texts that the authority holds."),
    ]


class TaskRow(Answer):
    """A line of a checklist."""

    day: Annotated[date | None, Field(description="Null: of the whole month.")]
    subject: Annotated[str, Field(examples=["tables", "drops", "machines", "findings"])]
    state: Annotated[
        Literal["done", "missing", "unproved", "none"],
        Field(description="unproved: an event behind it could not be folded; none: nothing to do."),
    ]
    done: int
    of: int


class Closing(Standing):
    """The checklist of a month and its gaming days before they are closed."""

    month: Annotated[str, Field(examples=["2026-11"])]
    wanting: Annotated[int, Field(ge=0, description="Lines that are missing or unproved.")]
    items: list[TaskRow]


class Chance(Answer):
    """The part of the stakes that exact enumeration expects; information, no accusation."""

    rounds: int
    staked: Units
    won: Units
    share_ppm: int
    band_ppm: Annotated[
        int | None, Field(description="Half the width of 95 in 100; null of too few rounds.")
    ]


class HoldRow(Answer):
    """The house's part of the stakes at a table, or of a dealer's rounds."""

    by: Literal["table", "dealer"]
    name: Annotated[str, Field(description="The table, or the badge at the post.")]
    game: str
    currency: str
    rounds: int
    staked: Units
    won: Annotated[int, Field(description="By what was paid; minor units.")]
    due: Annotated[int, Field(description="By what was to be paid; minor units.")]
    apart: Annotated[int, Field(description="Rounds that differ.")]
    share_ppm: Annotated[int | None, Field(description="Won of what was staked.")]
    band_ppm: Annotated[
        int | None, Field(description="Half the width of chance, of the rounds themselves.")
    ]
    expected: Annotated[
        Chance | None, Field(description="Null where a coup is not one draw out of few.")
    ]


class HoldList(Standing):
    """The hold of each table and dealer over some gaming days."""

    first: date
    last: date
    full: Annotated[
        bool, Field(description="Only the first 20,000 rounds of the period are reckoned.")
    ]
    items: list[HoldRow]


class HitRow(Answer):
    """A thing that a text names."""

    kind: Annotated[str, Field(examples=["round"])]
    name: Annotated[str, Field(examples=["BJ-04/2026-11-20/17"])]
    more: str
    place: str | None
    address: Annotated[str | None, Field(description="Where it is told; null where nowhere.")]


class Found(Standing):
    """The kinds that a text was taken for, and the things that it names."""

    understood: Annotated[list[str], Field(description="Kinds of thing that it was looked for as.")]
    items: Annotated[list[HitRow], Field(description="20 of a kind at most.")]
