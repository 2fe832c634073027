"""The shapes of cases and of rounds that are asked otherwise; as ``schemas`` has the rest."""

from typing import Annotated, Any, Literal

from pydantic import Field

from api.answers.schemas import Answer, EventName, Moment, Page, Position, Standing, Units

State = Annotated[str, Field(examples=["open", "answered", "decided", "appealed"])]


class DisputeRow(Answer):
    """A case in the list."""

    dispute: Annotated[str, Field(examples=["D-2026-0001"])]
    subject: Annotated[str, Field(examples=["round", "jogada", "machine", "ticket"])]
    state: State
    decision: str | None
    seat: int | None
    amount: Annotated[int | None, Field(description="Claimed; minor units.")]
    paid: Annotated[int | None, Field(description="Awarded by the decision; minor units.")]
    currency: str | None
    due: Annotated[str | None, Field(description="When the casino's answer is due.")]
    overdue: bool
    round: Annotated[str | None, Field(description="The first of its rounds.")]
    machine: str | None
    ticket: str | None
    at: Annotated[Moment | None, Field(description="When it was opened.")]
    opened: Position


class DisputePage(Page):
    """Cases, those to decide first by the time their answer is due; of the others the newest."""

    items: list[DisputeRow]


class Step(Answer):
    """A step of a case's way."""

    step: Literal["opened", "admitted", "answered", "decided", "appeal", "paid"]
    state: Literal["done", "now", "to come"]
    position: Annotated[Position | None, Field(description="Of the event that made it.")]


class Heard(Answer):
    """Whether a claim is heard by the rule's window."""

    came: Annotated[
        Literal["free", "in time", "late", "unknown"],
        Field(
            description="free: no rule sets an end; unknown: the record does not tell when the "
            "window closed, or when the claim was made."
        ),
    ]
    rule: Annotated[str, Field(description="Empty where no rule sets an end.", examples=["BJ R38"])]
    until: Annotated[str | None, Field(description="When the window closed.")]
    at: Annotated[str | None, Field(description="When the claim was made.")]


class Word(Answer):
    """An event that was said of a case."""

    position: Position
    event: EventName
    kind: Annotated[str, Field(examples=["dispute-decided/1"])]
    source: str
    at: Moment | None
    stands: Annotated[
        bool, Field(description="Whether it is what holds: another lacks effect, or was overtaken.")
    ]
    payload: Annotated[
        dict[str, Any],
        Field(description="What it says; of a text its commitment alone (`GET /v1/texts/…`)."),
    ]


class Settled(Answer):
    """A payment of a case: the event that says so."""

    position: Position
    event: EventName
    part: Annotated[
        str,
        Field(
            description="verdict; prize; beyond: more than replay says; over: more than is owed.",
            examples=["verdict"],
        ),
    ]
    amount: Units
    currency: str | None
    means: str
    slip: str | None


class Dispute(Standing):
    """A dispute with its course, its window and every event that was said of it."""

    dispute: str
    subject: str
    state: State
    rounds: Annotated[list[str], Field(description="Each settled again by `GET /v1/rounds/…`.")]
    machine: str | None
    ticket: str | None
    seat: int | None
    complainant: Annotated[str | None, Field(description="A pseudonym.")]
    amount: Annotated[int | None, Field(description="Claimed; minor units.")]
    currency: str | None
    due: str | None
    overdue: bool
    decision: str | None
    awarded: Annotated[int | None, Field(description="By the decision; minor units.")]
    settled: Annotated[int, Field(description="Paid of what was awarded; minor units.")]
    owed: Annotated[int, Field(description="Awarded, and not paid yet; minor units.")]
    missing: Annotated[list[str], Field(description="What it is about and the ledger has not.")]
    course: list[Step]
    heard: Heard
    words: Annotated[list[Word], Field(description="In the order of the log; 200 at most.")]
    paid: list[Settled]


# --- a round asked otherwise ---------------------------------------------------------------------


class FactRow(Answer):
    """A fact of a round that may be asked otherwise."""

    fact: Annotated[str, Field(examples=["cartas.3.card"])]
    sort: Literal["card", "number", "stake", "decision", "other"]
    seat: int | None
    to: Annotated[str | None, Field(description="Of a card that no seat has, whose it is.")]
    value: Any
    shifts: Annotated[
        bool, Field(description="Whether later cards of the shoe may move by one (`cards=shift`).")
    ]


class FactList(Standing):
    """The facts of a round that may be asked otherwise."""

    round: str
    items: list[FactRow]
    left_out: Annotated[int, Field(ge=0, description="Facts beyond those that are listed.")]


class SeatSums(Answer):
    """A seat's stakes and dues, in the round and in the hypothesis."""

    seat: int
    staked: Units
    stake: Annotated[int, Field(description="In the hypothesis; minor units.")]
    real: Annotated[int | None, Field(description="Due; null where the rules could not say.")]
    hypothesis: int | None
    difference: int | None


class Stop(Answer):
    """Where a hypothesis ends, and nothing more can be reckoned."""

    why: Annotated[
        Literal["decision", "rule", "impossible"],
        Field(description="decision: the next one would no longer be the one that was taken."),
    ]
    fact: Annotated[str | None, Field(description="The decision that it ends at.")]
    seat: int | None
    code: Annotated[str | None, Field(description="What replay would find.")]


class WhatIf(Standing):
    """One fact of a round changed: both settlements, and the seats' sums beside each other.

    A hypothesis is recorded nowhere.
    """

    round: str
    fact: str
    was: Any
    value: Annotated[Any, Field(description="Null where the fact is taken away.")]
    cards: Literal["stay", "shift"]
    currency: str
    seats: list[SeatSums]
    stop: Stop | None
    notes: Annotated[list[str], Field(description="Codes that replay would find besides.")]
    record: Annotated[dict[str, Any], Field(description="The record with its fact changed.")]
    real: Annotated[dict[str, Any], Field(description="What was due, and why.")]
    hypothesis: Annotated[
        dict[str, Any] | None,
        Field(description="What would have been due, and why; null where it stops."),
    ]
