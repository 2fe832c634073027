"""The shapes of finance's figures: jackpots, machines, tables, tax; as ``schemas`` has the rest."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from api.answers.schemas import (
    Answer,
    EventName,
    Explained,
    Moment,
    NotProvedSince,
    Page,
    Position,
    Standing,
    Units,
)

# --- pools ---------------------------------------------------------------------------------------


class Pool(Answer):
    """A jackpot pool as it stands."""

    pool: str
    opened: Position
    generation: int
    members: Annotated[
        list[str],
        Field(description="Of a pool that houses share: your own, and `outras casas`."),
    ]
    balances: Annotated[dict[str, int], Field(description="Minor units per account.")]
    residue: Annotated[int, Field(description="Millionths of a minor unit, carried.")]
    reserve_residue: int
    status: Annotated[
        str, Field(description="activo, transferido, revertido, extinto or retirado.")
    ]
    casino: str
    currency: str


class PoolList(Standing):
    """Every pool."""

    items: list[Pool]


class PoolAnswer(Standing):
    """One pool."""

    pool: Pool


class Posting(Answer):
    """A line of the journal: debits positive, credits negative."""

    position: Position
    event: EventName | None
    at: Annotated[Moment | None, Field(description="When its event says that it happened.")]
    line: Annotated[int, Field(description="Its place among the lines of one position.")]
    pool: str
    account: str
    amount: Units
    reason: str
    day: date | None
    round: str | None
    seat: int | None
    bet: int | None


class Elsewhere(Answer):
    """Lines of other houses in a pool that is yours, too, summed."""

    account: str
    reason: str
    lines: int
    amount: Units


class PostingPage(Page):
    """A pool's postings in the order of the journal."""

    items: list[Posting]
    elsewhere: Annotated[
        list[Elsewhere],
        Field(description="Outras casas: of a key for some casinos, what it sees as sums alone."),
    ]


class PoolDay(Answer):
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
    display_at: Annotated[Moment | None, Field(description="When the display was last read.")]
    controller_at: Annotated[Moment | None, Field(description="And the controller.")]
    difference: Annotated[int | None, Field(description="Display less what is to be shown.")]
    held: Annotated[int | None, Field(description="All the casino's pools, at the day's close.")]
    cover: Annotated[int | None, Field(description="What covered them (MAQ R21).")]
    first: Position
    last: Position


class PoolStatement(Standing):
    """A pool's days, each opening with the balance at which the day before closed."""

    items: list[PoolDay]


class PoolPayment(Answer):
    """A payment of a prize."""

    event: EventName
    amount: Units
    tax: Units
    slip: str | None


class PoolAward(Answer):
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


class PoolSide(Answer):
    """A side of a reconciliation: ledger, controller, display or money."""

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


class Balance(Answer):
    """An account's sum."""

    pool: str
    account: str
    amount: Units


class TrialBalance(Standing):
    """Every account's sum up to a position; together they are zero."""

    until: Position
    total: Annotated[int, Field(description="Zero, or something is wrong.")]
    items: list[Balance]


# --- bingo ---------------------------------------------------------------------------------------


class ActaLine(Answer):
    """A session of bingo with the sums of its acta."""

    opened: Annotated[Position, Field(description="Where it was opened.")]
    session: Annotated[str, Field(examples=["S-2026-11-20"])]
    place: Annotated[str, Field(examples=["SALA-1"])]
    day: date
    variant: Annotated[int, Field(examples=[90])]
    mode: Annotated[str, Field(description="physical, session or continuous.")]
    started: str
    ended: Annotated[str | None, Field(description="Null: it is open.")]
    jogadas: Annotated[int, Field(ge=0)]
    recorded: Annotated[int, Field(ge=0, description="Those whose record is complete (BI R60).")]
    annulled: Annotated[int, Field(ge=0)]
    differ: Annotated[int, Field(ge=0, description="Those whose verdict differs.")]
    cards: Annotated[int, Field(description="Cards sold.")]
    collected: Units
    prizes: Units
    tax: Units
    currency: str | None


class ActaPage(Page):
    """Sessions of bingo, the newest first."""

    items: list[ActaLine]


# --- machines ------------------------------------------------------------------------------------

CounterUnits = Annotated[int, Field(description="Minor units, by the events.")]


class Contadores(Answer):
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
    observed_ppm: Annotated[
        int | None,
        Field(description="Returned of staked, in millionths; below 10,000 plays it says nothing."),
    ]
    band_ppm: Annotated[int | None, Field(description="Half the width of its 95 % band.")]
    low: Annotated[bool, Field(description="Whether the alarm MQ-RTP-ACT stands.")]


class MachinePage(Page):
    """Machines by name."""

    items: list[MachineRow]


class CounterRow(Contadores):
    """The contadores of a machine, gaming day and denomination."""

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


class VoidFinding(Answer):
    """A fault of a void."""

    code: str
    rule: str
    expected: str
    recorded: str
    amount: Annotated[int | None, Field(description="Minor units.")]
    currency: str | None


class PlayVoid(Answer):
    """A declaration that a jogada is void, and its consequence."""

    event: EventName
    position: Position
    at: str
    source: Annotated[str, Field(description="Who said so.")]
    cause: str
    rule: str | None
    side: Annotated[str, Field(description="Whose system failed: operator, player, unknown.")]
    returned: Annotated[Units, Field(description="Given back, by its own word.")]
    takes_effect: Annotated[
        bool, Field(description="Whether the jogada counts no more in the contadores.")
    ]
    withdrawn: Annotated[
        Position | None, Field(description="The correction that took the void back.")
    ]
    findings: list[VoidFinding]


class MachinePlay(Standing):
    """One jogada of a machine, settled again, and what voided it."""

    play: EventName
    position: Position
    at: str
    machine: str
    corrected: Annotated[
        Position | None, Field(description="Since when it says something else than was told.")
    ]
    withdrawn: Annotated[
        bool, Field(description="Whether that took it back: the verdict is of what was told.")
    ]
    voids: Annotated[list[PlayVoid], Field(description="In the order of the log.")]
    explained: Annotated[Explained, Field(description="As void, where a void of it stands.")]
    not_proved_since: NotProvedSince = None


# --- accounts ------------------------------------------------------------------------------------


class TableResult(Answer):
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
    owed: Annotated[int, Field(description="Stakes that did not lose, in the tray.")]
    quebra: Annotated[int | None, Field(description="By count less by rounds and owed.")]
    hold_ppm: Annotated[int | None, Field(description="By count over drop, in millionths.")]
    cagnotte: Annotated[int, Field(description="As the hands say.")]
    cagnotte_counted: Units | None
    settlements: Annotated[
        Units, Field(description="Paid at the cage after the fact, of what the rounds left due.")
    ]
    rounds: int
    settled: bool
    opened: Position
    positions: list[int]


class TablePage(Page):
    """Openings of tables in the order of the log."""

    items: list[TableResult]


class ChipDay(Answer):
    """The chips of a casino, in one currency, on a gaming day."""

    casino: str
    currency: str
    day: date
    brought: Annotated[Units, Field(description="In circulation when the day began.")]
    declared: Annotated[Units, Field(description="Declared when the ledger began.")]
    sold: Units
    redeemed: Annotated[Units, Field(description="Negative.")]
    settled: Annotated[Units, Field(description="Handed over at the cage to settle what was owed.")]
    played: Annotated[
        Units, Field(description="Prizes less lost stakes, by the rounds of tables with a float.")
    ]
    cagnotte: Annotated[Units, Field(description="Negative.")]
    circulating: Annotated[Units, Field(description="In circulation when the day ended.")]
    counted: Annotated[
        Units | None, Field(description="What moved, by counts; null: not all were counted.")
    ]
    difference: Annotated[Units | None, Field(description="By counts less by events.")]
    tables: int
    events: int
    last: Position


class ChipDays(Standing):
    """The chips in circulation, day by day."""

    items: list[ChipDay]


class RevenueDay(Answer):
    """The revenue of a gaming day in a category and a currency, for one reason."""

    casino: str
    day: date
    currency: str
    category: str
    reason: str
    amount: Units
    entries: int
    first: Position
    last: Position


class TaxRate(Answer):
    """The rate that taxes the base of some gaming days."""

    first: date
    last: date
    ppm: Annotated[int | None, Field(description="Null where nothing gives a rate.")]
    known: Annotated[Position | None, Field(description="The parameter; null: the law's rate.")]


class TaxSpan(Answer):
    """Gaming days that are taxed together: as declared, or not declared yet."""

    first: date
    last: date
    tax_name: str
    category: str | None
    currency: Annotated[str, Field(description="Of all its amounts.")]
    days: list[date]
    bases: Annotated[dict[str, int], Field(description="Category to its base.")]
    base: Units
    rate_ppm: Annotated[
        int | None, Field(description="Null where nothing gives a rate, or the days have several.")
    ]
    rate_known: Annotated[Position | None, Field(description="The parameter that gives it.")]
    rates: Annotated[list[TaxRate], Field(description="Each rate with its days.")]
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


class TaxAdjustment(Answer):
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


class TaxPaper(Answer):
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
