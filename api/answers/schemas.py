"""The shapes of answers, nothing else.

Amounts are minor units of their currency. Positions count the log from 1; an event's name is
``source:seq``. Times are UTC. Whatever is a record is as the projections hold it; nothing here
computes.
"""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, WithJsonSchema

from ledger.signed.canonical import instant

Moment = Annotated[
    datetime,
    PlainSerializer(instant, return_type=str),
    WithJsonSchema(
        {"type": "string", "format": "date-time", "examples": ["2026-11-20T22:15:31.123456Z"]}
    ),
]
Position = Annotated[int, Field(ge=0, examples=[88])]
EventName = Annotated[str, Field(examples=["mesa-bj-04:312"])]
Units = Annotated[int, Field(description="Minor units.", examples=[12500])]


class Answer(BaseModel):
    """The base of every answer; nobody changes an answer."""

    model_config = ConfigDict(frozen=True)


class Halted(Answer):
    """Where the projections stopped; everything shown is true up to the event before."""

    position: Position
    event: EventName
    stage: str


class Mark(Answer):
    """An event that a projection could not fold, and what rests on it."""

    since: Position
    until: Annotated[
        int | None,
        Field(description="Position of the day's closing that ended a place's mark."),
    ]
    scope: Literal["round", "place", "case", "pool", "house"]
    subject: Annotated[str, Field(examples=["RA-01/2026-11-20/7"])]
    stage: str
    event: EventName


class Unproved(Answer):
    """Events that could not be folded, or may be a thief's: what rests on them is not proved."""

    count: Annotated[int, Field(ge=1, description="How many events; the first are named.")]
    suspect: Annotated[
        int,
        Field(
            ge=0,
            description="How many of them were signed by a key that is suspect of theft since "
            "then; the others could not be folded.",
        ),
    ]
    since: Position
    items: list[Mark]


class Standing(Answer):
    """The position that an answer from the projections is true up to."""

    position: Annotated[int, Field(ge=0, description="The answer is true up to this event.")]
    halted: Halted | None = None
    unproved: Annotated[
        Unproved | None,
        Field(description="What is not proved since some position; null where all is."),
    ] = None


NotProvedSince = Annotated[
    int | None,
    Field(
        description="Position of an event that could not be folded, or may be a thief's, and on "
        "which this rests: nothing is found wrong with it then; null where it is proved."
    ),
]


class Page(Standing):
    """A page of a list."""

    next: Annotated[
        str | None,
        Field(
            description="Address of the next page, also in the header `Link`; null after the last.",
            examples=["/v1/events?place=BJ-04&limit=100&after=188"],
        ),
    ] = None


class Text(Answer):
    """The same in both languages."""

    pt: str
    en: str


# --- events --------------------------------------------------------------------------------------


class HistoryRow(Answer):
    """Where an event happened, to whom, when, and how much."""

    position: Position
    event: EventName | None
    kind: Annotated[str, Field(examples=["payout/1"])]
    source: str
    at: Annotated[Moment, Field(description="When the source says that it happened.")]
    day: date | None
    place: str | None
    round: Annotated[int | None, Field(description="The round's number.")]
    seat: int | None
    player: str | None
    amount: Units | None
    currency: str | None


class EventPage(Page):
    """Events in the order of the log."""

    items: list[HistoryRow]


class EventHeader(Answer):
    """The lines before an envelope's body."""

    origin: str
    source: str
    seq: int
    previous: Annotated[str, Field(description="Link of the source's event before, in hex.")]
    kind: str
    blind: Annotated[
        str | None,
        Field(description="16 random bytes of the source, in hex; null in the format razao/1."),
    ]


class StoredEvent(Answer):
    """An event as it is recorded, and decoded beside it."""

    position: Position
    event: EventName
    header: Annotated[
        EventHeader | None, Field(description="Null if the stored bytes are no envelope any more.")
    ]
    body: Annotated[
        dict[str, Any] | None, Field(description="at, day, place, round and the kind's payload.")
    ]
    envelope: Annotated[str, Field(description="The exact bytes, in base64.")]
    link: Annotated[str, Field(description="SHA-256 of 0x00 and the envelope, in hex, as stored.")]
    intact: Annotated[bool, Field(description="Whether the stored link is the envelope's.")]
    signature: Annotated[
        str | None,
        Field(description="Of the segment that ends with this event, in base64; null within one."),
    ]


# --- rounds --------------------------------------------------------------------------------------


class VerdictRow(Answer):
    """A round's verdict: what was due beside what was paid."""

    round: Annotated[str, Field(examples=["BJ-04/2026-11-20/17"])]
    state: Annotated[
        str,
        Field(
            description="agrees, and void: of payments that were compared; uncompared: nothing is "
            "amiss, and payouts are not recorded here; unproved: an event could not be folded; "
            "pending: what was told late is not judged yet, and nothing of it is final.",
            examples=["agrees", "differs", "unpaid", "void", "uncompared", "unproved", "pending"],
        ),
    ]
    game: str
    place: str
    day: date
    currency: str
    stake: Units
    due: Units
    paid: Units
    known_from: Position
    known_until: Annotated[Position | None, Field(description="Null for what holds now.")]


class RoundPage(Page):
    """Verdicts in the order in which they became known."""

    items: list[VerdictRow]


class ToldEvent(HistoryRow):
    """An event with what it says."""

    body: Annotated[
        dict[str, Any] | None,
        Field(description="at, day, place, round and the kind's payload; null if unreadable."),
    ]


class RoundEvents(Standing):
    """A round's events in the order of the log, with what they say."""

    items: list[ToldEvent]


class DueRow(Answer):
    """The sum due for one bet, or one seat."""

    line: int
    seat: int
    bet: int | None
    stake: Units
    due: Units
    paid: Annotated[Units | None, Field(description="Null where it was paid together with others.")]
    outcome: Annotated[str, Field(examples=["ganha", "perde", "nula", "devolvida", "pendente"])]
    rules: Annotated[str, Field(examples=["RA R42"])]


class FindingRow(Answer):
    """A finding: a fault with its rule and its proof."""

    id: str
    code: Annotated[str, Field(examples=["PAY-DIFF"])]
    severity: Annotated[str, Field(examples=["critical"])]
    rule: str
    text: Text
    place: str | None
    round: str | None
    seat: int | None
    bet: int | None
    expected: str
    recorded: str
    amount: Units | None
    currency: str | None
    state: str
    origin: Annotated[str, Field(description="Replay, a fold, or a person.")]
    positions: list[int]
    events: Annotated[list[EventName], Field(description="The events that prove it.")]
    facts: dict[str, Any]
    known_from: Position
    known_until: Position | None


class Explained(Answer):
    """A round settled again from its events, with every step in both languages."""

    record: dict[str, Any]
    settlement: dict[str, Any]
    found: list[dict[str, Any]]
    not_compared: Annotated[
        list[str],
        Field(description="What the table does not record: payouts, or nothing."),
    ]


class Round(Standing):
    """A round: where it is in the log, its verdict, what is due per bet, what is wrong, and why."""

    round: str
    place: str
    day: date
    number: int
    game: str | None
    owner: str
    opened: Position
    closed: Position | None
    events: list[EventName]
    verdict: Annotated[
        VerdictRow | None, Field(description="Null while open, or if the game is not known here.")
    ]
    due: list[DueRow]
    findings: list[FindingRow]
    explained: Annotated[
        Explained | None,
        Field(description="As the verdict shown here settles it; null without a verdict."),
    ]
    not_proved_since: NotProvedSince = None


# --- findings, codes -----------------------------------------------------------------------------


class FindingPage(Page):
    """Findings in the order in which they became known."""

    items: list[FindingRow]


class Finding(Standing):
    """Every version of a finding, oldest first."""

    versions: list[FindingRow]


class TextUse(Answer):
    """An event that commits to a text."""

    event: EventName
    position: Position
    kind: str
    field: str
    at: str
    person: Annotated[str | None, Field(description="Pseudonym of whom it is about.")]
    dispute: str | None
    held: Annotated[bool, Field(description="Whether its case is open: it cannot be erased.")]


class Erasure(Answer):
    """An erasure that has taken effect."""

    position: Position
    at: str
    source: str
    reason: str


class TextAnswer(Standing):
    """A text that an event commits to, or why it is not here."""

    commitment: str
    text_class: Annotated[str, Field(examples=["reclamacao"])]
    state: Annotated[
        Literal["held", "erased", "absent", "unreadable", "altered"],
        Field(
            description="absent: never deposited; unreadable: its key is gone; altered: what "
            "stands there is not what was committed to."
        ),
    ]
    text: str | None
    kept_until: Annotated[
        str, Field(description="When its years are over; `a confirmar` where none are set.")
    ]
    uses: list[TextUse]
    erasure: Erasure | None


class CodeRow(Answer):
    """A kind of finding."""

    code: str
    severity: Literal["critical", "ordinary", "information"]
    rule: str
    evidence: Annotated[
        str,
        Field(
            description="What shows it: E play events, C configuration or approvals, D devices, "
            "W persons and counts, T statistics."
        ),
    ]
    manual: Annotated[bool, Field(description="Whether only a person's inspection raises it.")]
    title: Annotated[Text, Field(description="What happened, in 45 letters at most.")]
    text: Text


class CodeList(Answer):
    """Every code of a finding."""

    items: list[CodeRow]


# --- the service ---------------------------------------------------------------------------------


class CheckpointState(Answer):
    """The last checkpoint that this process signed."""

    size: Annotated[int, Field(ge=0, description="Events it covers.")]
    age_seconds: float


class Health(Answer):
    """Whether the service does its work."""

    status: Annotated[
        Literal["ok", "late", "halted", "unreachable"],
        Field(
            description="late: the projections follow, and have not caught up, or checkpoints "
            "lack witnesses; halted: they stopped or nobody follows; unreachable: the database "
            "does not answer."
        ),
    ]
    live: Annotated[Literal[True], Field(description="The process answers.")] = True
    ready: Annotated[
        bool,
        Field(description="Events are taken, and questions answered by figures that follow."),
    ]
    degraded: Annotated[
        list[str],
        Field(
            description="Everything that is not as it should be, in words, the worst first: where "
            "the projections stopped, each event that was set aside, a full disk, a clock that "
            "nobody disciplines."
        ),
    ]
    origin: str
    version: str
    position: Annotated[int | None, Field(description="The newest event.")]
    projected: Annotated[int | None, Field(description="Up to where the projections are true.")]
    lag: Annotated[int | None, Field(description="Events between the two.")]
    halted: Halted | None
    unproved: Annotated[
        Unproved | None,
        Field(description="Events that were set aside, and what rests on them; null where none."),
    ]
    trouble: Annotated[str | None, Field(description="Why the projections do not follow.")]
    checkpoint: Annotated[
        CheckpointState | None, Field(description="Null until this process has signed one.")
    ]
    unpublished: Annotated[
        str | None,
        Field(description="Why checkpoints are not signed, or not cosigned by enough witnesses."),
    ]


class Stamp(Answer):
    """A stamp of time over a checkpoint, by an authority outside."""

    size: Annotated[int, Field(ge=0, description="Events that the checkpoint covers.")]
    authority: Annotated[str, Field(description="The house's name for it.")]
    note: Annotated[str, Field(description="The signed note whose bytes were stamped.")]
    token: Annotated[str, Field(description="The authority's whole answer (RFC 3161), in base64.")]


class Stamps(Answer):
    """The newest stamps of time over checkpoints."""

    items: list[Stamp]


# --- lines ---------------------------------------------------------------------------------------


class Receipt(Answer):
    """Proof that a segment is in the log: the same for ever."""

    origin: str
    source: str
    first: Annotated[int, Field(description="Seq of the segment's first event.")]
    count: int
    link: Annotated[str, Field(description="Link of the last event, in hex.")]
    position: Position


class SegmentAnswer(Answer):
    """A line of the answer to `POST /v1/events`: what became of one segment."""

    outcome: Annotated[
        str,
        Field(
            description="`recorded`, `repeated`, or why it was refused; of a dry run `admitted`."
        ),
    ]
    receipt: Receipt | None = None
    detail: Annotated[
        str, Field(description="For a refusal: the thing, what was expected, what was there.")
    ] = ""
    unknown: Annotated[
        list[str],
        Field(
            description="Kinds in it that this service does not know: recorded and proved, and "
            "judged by nobody. Empty ones are left out."
        ),
    ] = []


class LineError(Answer):
    """Why a line is no record."""

    where: str
    expected: str
    recorded: str


class ReplayLine(Answer):
    """A line of the answer to `POST /v1/replay`: one record settled."""

    line: Annotated[int, Field(ge=1)]
    error: LineError | None
    settlement: Annotated[
        dict[str, Any] | None, Field(description="What is due, and why, in both languages.")
    ] = None
    findings: list[dict[str, Any]] | None = None


class FieldError(Answer):
    """A part of the request that is not as documented."""

    where: str
    message: str


class Problem(Answer):
    """An error (RFC 9457)."""

    type: str
    title: str
    status: int
    code: Annotated[str, Field(description="One of the table in the introduction.")]
    detail: str
    instance: Annotated[str, Field(description="Quote it to whoever runs the service.")]
    errors: list[FieldError] | None = None


# --- bingo ---------------------------------------------------------------------------------------


class GateReply(Answer):
    """An answer of the gate of BI R60."""

    place: str
    next: Annotated[
        str | None, Field(description="The jogada that wants to open; null: the closing.")
    ]
    granted: bool
    reasons: list[str]
    previous: Annotated[str | None, Field(description="The jogada before.")]
    through: Position
    event: Annotated[
        EventName | None, Field(description="The grant; null where none was asked for or given.")
    ]


class ActaAnswer(Standing):
    """A session's acta."""

    acta: Annotated[
        dict[str, Any],
        Field(
            description="Session, and `jogadas`: pairs of the position known from and all of R61."
        ),
    ]
