"""The shapes of answers, nothing else.

Amounts are minor units of their currency. Positions count the log from 1; an event's name is
``source:seq``. Times are UTC. Whatever is a record is as the projections hold it; nothing here
computes.
"""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, WithJsonSchema

from ledger.canonical import instant

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


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True)


class Halted(_Answer):
    """Where the projections stopped; everything shown is true up to the event before."""

    position: Position
    event: EventName
    stage: str


class Standing(_Answer):
    """What every answer from the projections says of itself."""

    position: Annotated[int, Field(ge=0, description="The answer is true up to this event.")]
    halted: Halted | None = None


class Page(Standing):
    """A page of a list."""

    next: Annotated[
        str | None,
        Field(
            description="Address of the next page, also in the header `Link`; null after the last.",
            examples=["/v1/events?place=BJ-04&limit=100&after=188"],
        ),
    ] = None


class Text(_Answer):
    """The same in both languages."""

    pt: str
    en: str


# --- events --------------------------------------------------------------------------------------


class HistoryRow(_Answer):
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


class EventHeader(_Answer):
    """The five lines before an envelope's body."""

    origin: str
    source: str
    seq: int
    previous: Annotated[str, Field(description="Link of the source's event before, in hex.")]
    kind: str


class StoredEvent(_Answer):
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


class VerdictRow(_Answer):
    """A round's verdict: what was due beside what was paid."""

    round: Annotated[str, Field(examples=["BJ-04/2026-11-20/17"])]
    state: Annotated[str, Field(examples=["agrees", "differs", "unpaid", "void"])]
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


class DueRow(_Answer):
    """What is due for one bet, or one seat."""

    line: int
    seat: int
    bet: int | None
    stake: Units
    due: Units
    paid: Annotated[Units | None, Field(description="Null where it was paid together with others.")]
    outcome: Annotated[str, Field(examples=["ganha", "perde", "nula", "devolvida", "pendente"])]
    rules: Annotated[str, Field(examples=["RA R42"])]


class FindingRow(_Answer):
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


class Explained(_Answer):
    """A round settled again from its events, with every step in both languages."""

    record: dict[str, Any]
    settlement: dict[str, Any]
    found: list[dict[str, Any]]


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
        Field(description="As it is settled now; null for an earlier `known`, or without verdict."),
    ]


# --- pools ---------------------------------------------------------------------------------------


class Pool(_Answer):
    """A jackpot pool as it stands."""

    pool: str
    opened: Position
    generation: int
    members: list[str]
    balances: Annotated[dict[str, int], Field(description="Minor units per account.")]
    residue: Annotated[int, Field(description="Millionths of a minor unit, carried.")]
    reserve_residue: int
    status: Annotated[str, Field(description="activo, transferido, revertido or retirado.")]
    casino: str
    currency: str


class PoolList(Standing):
    """Every pool."""

    items: list[Pool]


class PoolAnswer(Standing):
    """One pool."""

    pool: Pool


class Posting(_Answer):
    """A line of the journal: debits positive, credits negative."""

    position: Position
    event: EventName | None
    line: int
    pool: str
    account: str
    amount: Units
    reason: str
    day: date | None
    round: str | None
    seat: int | None
    bet: int | None


class PostingPage(Page):
    """A pool's postings in the order of the journal."""

    items: list[Posting]


class PoolDay(_Answer):
    """A pool's gaming day: J1 to J4 together, each movement with its sign."""

    pool: str
    day: date
    opening: Units
    declared: Units
    base: Units
    increments: Units
    voided: Units
    wins: Units
    resets: Units
    transfers: Units
    corrections: Units
    ended: Units
    closing: Units
    shown: Annotated[int, Field(description="Of the closing, what players see (J1 + J2).")]
    residue: Annotated[int, Field(description="Millionths of a minor unit, carried.")]
    stakes: int
    staked: Annotated[int, Field(description="Sum of the stakes that qualified.")]
    rates: Annotated[dict[str, int], Field(description="Rate in ppm to the stakes at it.")]
    display: Units | None
    controller: Units | None
    difference: Annotated[int | None, Field(description="Display less what is to be shown.")]
    held: Annotated[int | None, Field(description="All the casino's pools, at the day's close.")]
    cover: Annotated[int | None, Field(description="What covered them (MAQ R21).")]
    first: Position
    last: Position


class PoolStatement(Standing):
    """A pool's days, each opening with what the one before closed with."""

    items: list[PoolDay]


class PoolPayment(_Answer):
    """A payment of a prize."""

    event: EventName
    amount: Units
    tax: Units
    slip: str | None


class PoolAward(_Answer):
    """A prize, and how it came about since the full award before it."""

    award: Annotated[str, Field(description="Its id: the play, the claim, or round and number.")]
    pool: str
    combination: str | None
    place: str | None
    round: str | None
    seat: int | None
    at: str
    position: Position
    since: Position
    base: Units
    funded: Units
    carried: Units
    increments: Units
    transfers: Units
    corrections: Units
    wins: Units
    balance: Annotated[int, Field(description="What these give: what players saw.")]
    journal: Annotated[int, Field(description="The same, from the journal's lines.")]
    stakes: int
    rates: dict[str, int]
    exact: Annotated[str, Field(description="Rate × stakes in minor units, exactly.")]
    amount: Units
    from_pool: Units
    from_house: Units
    full: bool
    reset: Annotated[int, Field(description="Base put back after it.")]
    shares: Annotated[dict[str, int], Field(description="Casino to what it owes the payer.")]
    payments: list[PoolPayment]
    state: Annotated[str, Field(description="won, verified, paid, overpaid, refused, reversed.")]


class PoolAwards(Standing):
    """A pool's prizes, oldest first."""

    items: list[PoolAward]


class PoolSide(_Answer):
    """One of the four that must agree."""

    side: Literal["ledger", "controller", "display", "money"]
    name: str
    amount: Units | None
    ledger: Units | None
    difference: int | None
    position: Position | None
    agreed: Annotated[int | None, Field(description="The last event at which it agreed.")]
    parted: Annotated[int | None, Field(description="The first at which it no longer did.")]


class PoolReconciliation(Standing):
    """Ledger, controller, display and money, side by side."""

    agrees: bool
    items: list[PoolSide]


class Balance(_Answer):
    """An account's sum."""

    pool: str
    account: str
    amount: Units


class TrialBalance(Standing):
    """Every account's sum up to a position; together they are zero."""

    until: Position
    total: Annotated[int, Field(description="Zero, or something is wrong.")]
    items: list[Balance]


# --- machines ------------------------------------------------------------------------------------

CounterUnits = Annotated[int, Field(description="Minor units, by the events.")]


class Contadores(_Answer):
    """The twelve of MÁQ R25."""

    cj: Annotated[CounterUnits, Field(description="Créditos jogados.")]
    cg: Annotated[CounterUnits, Field(description="Créditos ganhos.")]
    je: Annotated[int, Field(description="Jogadas efectuadas.")]
    rb: Annotated[CounterUnits, Field(description="Receita bruta.")]
    de: Annotated[CounterUnits, Field(description="Dinheiro entrado.")]
    be: Annotated[CounterUnits, Field(description="Bilhetes codificados entrados.")]
    pa: Annotated[CounterUnits, Field(description="Prémios acumulados.")]
    cc: Annotated[CounterUnits, Field(description="Cancelamento de créditos.")]
    bp: Annotated[CounterUnits, Field(description="Bilhetes codificados pagos.")]
    pap: Annotated[CounterUnits, Field(description="Prémios acumulados progressivos.")]
    pam: Annotated[CounterUnits, Field(description="Prémio acumulado manual.")]
    ccm: Annotated[CounterUnits, Field(description="Cancelamento de créditos manual.")]


class MachineRow(Contadores):
    """A machine with its lifetime counters."""

    machine: str
    casino: str
    maker: str | None
    model: str | None
    configuration: str | None
    interdicted: Annotated[Position | None, Field(description="The event that interdicted it.")]
    era: Annotated[int, Field(description="How often its memory was cleared.")]
    read: Annotated[Position | None, Field(description="Its last whole reading.")]
    read_at: str | None
    parted: Annotated[int, Field(description="Where device and events parted, so far unexplained.")]
    sc: Annotated[Units, Field(description="The credit balance.")]
    window_since: Annotated[
        Position | None, Field(description="Since when what comes back is counted.")
    ]
    window_plays: int | None
    window_staked: int | None
    window_returned: int | None
    observed_ppm: Annotated[int | None, Field(description="Returned of staked, in millionths.")]
    band_ppm: Annotated[int | None, Field(description="Half the width of its 95 % band.")]
    low: Annotated[bool, Field(description="Whether the alarm MQ-RTP-ACT stands.")]


class MachinePage(Page):
    """Machines by name."""

    items: list[MachineRow]


class CounterRow(Contadores):
    """What moved on a machine, gaming day and denomination."""

    machine: str
    day: date
    denomination: Annotated[int, Field(description="Of one credit; 0 is money in and out.")]
    closed: bool
    first: Position
    last: Position
    interdicted: Annotated[int, Field(description="Plays while interdicted or offline.")]


class CounterPage(Page):
    """A machine's contadores by day."""

    items: list[CounterRow]


# --- accounts ------------------------------------------------------------------------------------


class TableResult(_Answer):
    """A table from its opening to its count."""

    place: str
    day: date
    game: str
    profile: str
    casino: str
    currency: str
    opening: Annotated[Units | None, Field(description="Null where it was not counted.")]
    fills: Units
    credits: Units
    drop: Units | None
    closing: Units | None
    by_count: Annotated[
        int | None, Field(description="closing + drop + credits - opening - fills.")
    ]
    by_rounds: Annotated[int, Field(description="Stakes lost less all that was paid.")]
    quebra: Annotated[int | None, Field(description="By count less by rounds.")]
    hold_ppm: Annotated[int | None, Field(description="By count over drop, in millionths.")]
    cagnotte: Annotated[int, Field(description="As the hands say.")]
    cagnotte_counted: Units | None
    rounds: int
    settled: bool
    opened: Position
    positions: list[int]


class TablePage(Page):
    """Openings of tables in the order of the log."""

    items: list[TableResult]


class RevenueDay(_Answer):
    """What a gaming day made in a category and a currency, for one reason."""

    casino: str
    day: date
    currency: str
    category: str
    reason: str
    amount: Units
    entries: int
    first: Position
    last: Position


class TaxSpan(_Answer):
    """Gaming days that are taxed together: as declared, or not declared yet."""

    first: date
    last: date
    tax_name: str
    category: str | None
    currency: Annotated[str, Field(description="Of all its amounts.")]
    days: list[date]
    bases: Annotated[dict[str, int], Field(description="Category to its base.")]
    base: Units
    rate_ppm: Annotated[int | None, Field(description="Null where nothing gives a rate.")]
    rate_known: Annotated[Position | None, Field(description="The parameter that gives it.")]
    tax: Units | None
    shares: Annotated[dict[str, int], Field(description="How the tax due is divided.")]
    declared: Annotated[Position | None, Field(description="The declaration; null: none yet.")]
    declared_base: Units | None
    declared_tax: Units | None
    declared_shares: Annotated[
        dict[str, int], Field(description="How the declaration divides its tax.")
    ]
    base_then: Annotated[int | None, Field(description="The base when it was declared.")]
    findings: Annotated[list[str], Field(description="Codes of faults in the declaration.")]


class TaxAdjustment(_Answer):
    """An amount of an earlier day, booked in the period because it came late."""

    position: Position
    day: date
    of_day: date
    category: str
    reason: str
    amount: Units
    currency: str
    place: str | None
    round: str | None


class TaxPaper(_Answer):
    """A casino's tax on a period."""

    casino: str
    profiles: list[str]
    currency: str
    first: str
    last: str
    revenue: list[RevenueDay]
    spans: list[TaxSpan]
    adjustments: list[TaxAdjustment]
    day_ends: Annotated[
        str,
        Field(description="The hour at which the last gaming day ends, and the zone it is of."),
    ]
    foreign: Annotated[list[str], Field(description="Tables whose play is in another currency.")]


class TaxPapers(Standing):
    """The tax of each casino."""

    items: list[TaxPaper]


# --- findings, codes -----------------------------------------------------------------------------


class FindingPage(Page):
    """Findings in the order in which they became known."""

    items: list[FindingRow]


class Finding(Standing):
    """Every version of a finding, oldest first."""

    versions: list[FindingRow]


class CodeRow(_Answer):
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
    text: Text


class CodeList(_Answer):
    """Every code of a finding."""

    items: list[CodeRow]


# --- the service ---------------------------------------------------------------------------------


class CheckpointState(_Answer):
    """The last checkpoint that this process signed."""

    size: Annotated[int, Field(ge=0, description="Events it covers.")]
    age_seconds: float


class Health(_Answer):
    """Whether the service does its work."""

    status: Annotated[
        Literal["ok", "late", "halted", "unreachable"],
        Field(
            description="late: the projections follow, and have not caught up; halted: they "
            "stopped or nobody follows; unreachable: the database does not answer."
        ),
    ]
    origin: str
    version: str
    position: Annotated[int | None, Field(description="The newest event.")]
    projected: Annotated[int | None, Field(description="Up to where the projections are true.")]
    lag: Annotated[int | None, Field(description="Events between the two.")]
    halted: Halted | None
    trouble: Annotated[str | None, Field(description="Why the projections do not follow.")]
    checkpoint: Annotated[
        CheckpointState | None, Field(description="Null until this process has signed one.")
    ]


# --- lines ---------------------------------------------------------------------------------------


class Receipt(_Answer):
    """Proof that a segment is in the log: the same for ever."""

    origin: str
    source: str
    first: Annotated[int, Field(description="Seq of the segment's first event.")]
    count: int
    link: Annotated[str, Field(description="Link of the last event, in hex.")]
    position: Position


class SegmentAnswer(_Answer):
    """A line of the answer to `POST /v1/events`: what became of one segment."""

    outcome: Annotated[str, Field(description="`recorded`, `repeated`, or why it was refused.")]
    receipt: Receipt | None = None
    detail: Annotated[
        str, Field(description="For a refusal: the thing, what was expected, what was there.")
    ] = ""


class LineError(_Answer):
    """Why a line is no record."""

    where: str
    expected: str
    recorded: str


class ReplayLine(_Answer):
    """A line of the answer to `POST /v1/replay`: one record settled."""

    line: Annotated[int, Field(ge=1)]
    error: LineError | None
    settlement: Annotated[
        dict[str, Any] | None, Field(description="What is due, and why, in both languages.")
    ] = None
    findings: list[dict[str, Any]] | None = None


class FieldError(_Answer):
    """A part of the request that is not as documented."""

    where: str
    message: str


class Problem(_Answer):
    """An error (RFC 9457)."""

    type: str
    title: str
    status: int
    code: Annotated[str, Field(description="One of the table in the introduction.")]
    detail: str
    instance: Annotated[str, Field(description="Quote it to whoever runs the service.")]
    errors: list[FieldError] | None = None


# --- bingo ---------------------------------------------------------------------------------------


class GateReply(_Answer):
    """What the gate of BI R60 says."""

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
