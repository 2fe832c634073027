"""The state of a machine that the stage keeps from event to event."""

from msgspec import Struct, field

from projections.stages.machines.measures.contadores import zeros
from projections.stages.machines.measures.meters import Device
from projections.stages.machines.measures.returns import Window


class Homologation(Struct, frozen=True, kw_only=True):
    """A configuration that may run (R6)."""

    position: int
    checksum: str
    until: str | None
    denominations: tuple[int, ...]
    plans: tuple[tuple[str, int, int], ...]
    """Pay table, denomination, lines (0: any)."""
    complementary: tuple[str, ...]
    sheets: bool
    """Whether jogadas can be re-run."""
    deviation_ppm: int | None = None


class Parting(Struct, frozen=True, kw_only=True):
    """Where a device's counter left the events."""

    name: str
    amount: int
    """By how much more than before, device less events."""
    agreed: int | None
    """Position of the last reading before."""
    first: int | None
    """Position of the first jogada after it: where they part."""
    shown: int
    """Position of the reading that shows it."""
    play: str | None
    events: int
    device: int


class Recolha(Struct, kw_only=True):
    """The counters at the taking of a box."""

    position: int | None = None
    notes: int = 0
    """DEn by the events."""
    tickets: int = 0
    """BE by the events."""
    device: tuple[int, int] | None = None
    """Both by the device, where a reading with the box told them."""


class Box(Struct, kw_only=True):
    """A box that was counted: what a machine out of reach tells late may belong to it."""

    event: str
    position: int
    at: str
    day: str
    since: Recolha
    """Where it begins: where the one before it ends."""
    until: Recolha
    cash: int
    tickets: int
    tolerance: int
    read: bool
    """Whether a reading with the box says where it ends."""


class Short(Struct, frozen=True, kw_only=True):
    """A payment by the desk for which the balance lacks: the machine's own words may be late."""

    event: str
    position: int
    at: str
    paid: int
    """What was to leave the balance."""


class Machine(Struct, kw_only=True):
    """One machine."""

    machine: str
    casino: str = "*"
    source: str | None = None
    enrolled: int | None = None
    maker: str | None = None
    model: str | None = None
    digits: int | None = None
    totals: list[int] = field(default_factory=zeros)
    """Lifetime, by the events and what was declared."""
    voided: list[int] = field(default_factory=zeros)
    """Of void jogadas, by which the device's counters are ahead."""
    by_denomination: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """Denomination to CJ, CG and JE since the ledger began (identity 7)."""
    voided_by_denomination: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """Of void jogadas, by which the device's counters of the denomination are ahead."""
    credits: int = 0
    """The credit balance; kept beside the totals, because every jogada asks for it."""
    base: int = 0
    """The balance where it began, less what its counters then gave."""
    off: int = 0
    """What the machine says its balance is, less that."""
    opened: int | None = None
    """Position of what was declared, or read, of the time before the ledger."""
    moved: bool = False
    """Whether an event has moved a counter."""
    homologations: dict[str, Homologation] = field(default_factory=dict[str, Homologation])
    """Configuration to its homologation."""
    configuration: str | None = None
    """The one that was homologated, or put in, last."""
    device: Device = field(default_factory=Device)
    partings: list[Parting] = field(default_factory=list[Parting])
    first_play: tuple[int, str] | None = None
    """The first jogada after the last whole reading."""
    first_off: tuple[int, str] | None = None
    """The first of them whose balance was not the computed one."""
    played_at: str | None = None
    """When the first jogada after the last whole reading was played."""
    aged: str | None = None
    """Until when it should have been read, where it was not."""
    interdicted: int | None = None
    """Position of what interdicted it."""
    barred: tuple[int, str, str | None] | None = None
    """Position and time of the last interdiction, and when it was released."""
    barred_too: tuple[int, str] | None = None
    """Position and time of what else interdicted it while it was interdicted already."""
    forbidden: tuple[int, str, str] | None = None
    """Cause, finding and time of the first jogada found while it was interdicted or offline."""
    short: Short | None = None
    offline: tuple[int, str, str | None] | None = None
    """Position and time of the last loss of its link, and when it came back."""
    resumed: int | None = None
    """Position of the link's return with which play went on where it stopped."""
    flagged: dict[str, str] = field(default_factory=dict[str, str])
    """What was found already, and on which day."""
    window: Window | None = None
    low: bool = False
    """Whether the alarm on the return stands."""
    recolha: Recolha = field(default_factory=Recolha)
    """Where its first box begins."""
    box: Recolha | None = None
    """The last reading with a box, not counted yet."""
    boxes: list[Box] = field(default_factory=list[Box])
    """The last ones that were counted, oldest first."""
    contexts: list[int] = field(default_factory=list[int])
    """Positions of its last readings, of each of which it is kept how it stood before."""
    acts: list[int] = field(default_factory=list[int])
    """Positions of the last acts about what may run, of each of which that is kept, too."""
    runs: list[int] = field(default_factory=list[int])
    """Likewise of the last starts and stops of automatic play."""
    heard: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    """Source to the first and the last of its events that were about the machine, by their seq."""
    auto: tuple[int, int | None, int] | None = None
    """An automatic run: its start, its limit, jogadas so far."""


class Day(Struct, kw_only=True):
    """Movements of one machine, day and denomination; money has the denomination 0."""

    machine: str
    day: str
    denomination: int
    values: list[int] = field(default_factory=zeros)
    first: int
    last: int
    interdicted: int = 0
    """Jogadas while it was interdicted or offline."""

    @property
    def key(self) -> str:
        """Its key in the table."""
        return f"{self.machine} {self.day} {self.denomination}"
