"""Gaming tables: their game, equipment and staff, and the money that comes and goes.

Rules: contabilidade_de_mesa.md; staff and equipment in each game's page.
"""

from typing import ClassVar, get_args

from ledger.events.base import (
    Badge,
    Card,
    Chips,
    Code,
    Instant,
    Options,
    Payload,
    Player,
    Seat,
    Small,
)
from ledger.ids import Name
from ledger.money import Count, Currency, Minor


class TableOpened(Payload, frozen=True, kw_only=True):
    """The table opened for play under these rules, with this float."""

    KIND: ClassVar[str] = "table-opened/1"

    profile: Code
    """The rules in force, immutable code: ``cv-2017@1``."""
    game: Code
    """The modalidade; of a mixed table the one it opens with."""
    options: Options
    """What the rules leave to the table: wheel, bar, decks, shuffler, deduction, cloth …"""
    currency: Currency
    records: tuple[Code, ...]
    """What this source records: bets, decisions, cards, payouts, burns, shuffles, announcements,
    staff, equipment … A code that needs what is missing here is not assessed."""
    seats: Count | None = None
    """Places for players."""
    capital: Minor | None = None
    """The approved working capital (RF R10, CR R5)."""
    count: Minor | None = None
    """The float as counted at opening."""
    chips: tuple[Chips, ...] = ()
    """The count by denomination."""
    counted_by: tuple[Badge, ...] = ()
    """Badges of those who counted; each confirms with an ``approval`` of his own key."""
    closes: Instant | None = None
    """Announced closing time."""
    act: Code | None = None
    """The authorisation or communication of the options."""


class TableSuspended(Payload, frozen=True, kw_only=True):
    """Play stopped for a while: too few players, a fault, a rest (001 n.24, CF R50)."""

    KIND: ClassVar[str] = "table-suspended/1"

    cause: Code
    rule: Code | None = None


class TableResumed(Payload, frozen=True, kw_only=True):
    """Play goes on."""

    KIND: ClassVar[str] = "table-resumed/1"


class SessaoOpened(Payload, frozen=True, kw_only=True):
    """A sessão of non-banked play began: one hour and the hands to close the round (PNB R65 b)."""

    KIND: ClassVar[str] = "sessao-opened/1"

    session: Name
    minutes: Count | None = None
    """Its length before the last hands."""


class SessaoClosed(Payload, frozen=True, kw_only=True):
    """A sessão of non-banked play ended."""

    KIND: ClassVar[str] = "sessao-closed/1"

    session: Name


class StaffChanged(Payload, frozen=True, kw_only=True):
    """Somebody took, or left, a post at the table."""

    KIND: ClassVar[str] = "staff-changed/1"

    post: Code
    """pagador, fiscal, lancador, cavalinho, stickman, boxman, dealer, chefe_de_banca …"""
    station: Small = 1
    """Which of several equal posts."""
    person: Badge | None = None
    """Badge of who holds it from now on; None: the post is empty."""
    replaced: Badge | None = None


class EquipmentChanged(Payload, frozen=True, kw_only=True):
    """A ball, dice set, deck, shuffler, wheel or set of tiles was brought in or taken out."""

    KIND: ClassVar[str] = "equipment-changed/1"

    item: Code
    """ball, dice_set, deck, shuffler, wheel, tiles, display …"""
    id: Name | None = None
    """What is in use from now on; None: the item was taken out."""
    replaced: Name | None = None
    reason: Code | None = None
    """opening, hourly, worn, damaged, lost, suspected, jam, rounds …"""
    cards: tuple[Card, ...] = ()
    """Single cards replaced with leave (BJ R6); empty: the whole deck or set."""
    count: Count | None = None
    """Decks, dice or pieces that are in use from now on."""
    announced: bool = False
    """Whether it was said aloud (RA R32, RF R11)."""
    seal: Name | None = None
    """Number of the seal on what was withdrawn (BF R18)."""
    witnesses: tuple[Badge, ...] = ()
    """Those before whom it was sealed, loaded or emptied."""
    act: Code | None = None
    """The authority's leave, or the notice to it."""


class ChipsSold(Payload, frozen=True, kw_only=True):
    """The house gave chips for money."""

    KIND: ClassVar[str] = "chips-sold/1"

    amount: Minor
    means: Code
    """cash, card, account, voucher, credit, cheque …"""
    seat: Seat | None = None
    player: Player | None = None
    chips: tuple[Chips, ...] = ()
    colour: Code | None = None
    """For chips without face value (RA R22)."""


class ChipsRedeemed(Payload, frozen=True, kw_only=True):
    """The house took chips back for money."""

    KIND: ClassVar[str] = "chips-redeemed/1"

    amount: Minor
    means: Code
    seat: Seat | None = None
    player: Player | None = None
    chips: tuple[Chips, ...] = ()
    colour: Code | None = None
    table: Name | None = None
    """The table whose chips they are, if not this one's (RA R10)."""
    late: bool = False
    """Brought after the player had left: worth the table minimum (RA R27)."""


class ChipValueAssigned(Payload, frozen=True, kw_only=True):
    """Chips without face value are worth this from now on, as named and displayed (RA R26)."""

    KIND: ClassVar[str] = "chip-value-assigned/1"

    colour: Code
    value: Minor
    """Of one chip."""
    seat: Seat | None = None
    player: Player | None = None


class ColourAssigned(Payload, frozen=True, kw_only=True):
    """A player has a colour: from the first chips received to the last changed (RA R22, R24)."""

    KIND: ClassVar[str] = "colour-assigned/1"

    colour: Code
    seat: Seat | None = None
    player: Player | None = None
    value: Minor | None = None
    """Of one chip, where it is set at once."""


class ColourReturned(Payload, frozen=True, kw_only=True):
    """A colour is free again."""

    KIND: ClassVar[str] = "colour-returned/1"

    colour: Code
    seat: Seat | None = None
    player: Player | None = None
    cause: Code | None = None
    """left, changed, idle (three coups without a bet, RA R25)."""
    kept: Count = 0
    """Chips the player did not bring."""


class Fill(Payload, frozen=True, kw_only=True):
    """Chips from the cage to the table; the table and the cage each sign their side."""

    KIND: ClassVar[str] = "fill/1"

    side: Code
    """``table`` or ``cage``."""
    slip: Count
    """The slip's number, without gaps."""
    table: Name | None = None
    """The other end, where the cage signs."""
    amount: Minor
    chips: tuple[Chips, ...] = ()
    staff: tuple[Badge, ...] = ()
    """Badges on the slip."""
    voided: bool = False
    """Whether the slip was voided."""
    reason: Code | None = None
    """Of a void."""


class Credit(Payload, frozen=True, kw_only=True):
    """Chips from the table back to the cage; the table and the cage each sign their side."""

    KIND: ClassVar[str] = "credit/1"

    side: Code
    """``table`` or ``cage``."""
    slip: Count
    """The slip's number, without gaps."""
    table: Name | None = None
    """The other end, where the cage signs."""
    amount: Minor
    chips: tuple[Chips, ...] = ()
    staff: tuple[Badge, ...] = ()
    """Badges on the slip."""
    voided: bool = False
    """Whether the slip was voided."""
    reason: Code | None = None
    """Of a void."""


class DropCounted(Payload, frozen=True, kw_only=True):
    """The box of the body's place was opened and counted; machines have boxes, too."""

    KIND: ClassVar[str] = "drop-counted/1"

    cash: Minor
    """Notes and coins."""
    tickets: Minor = 0
    """Vouchers at a table, bilhetes codificados at a machine."""
    box: Name | None = None
    counts: tuple[Chips, ...] = ()
    """Notes and coins by face value."""
    counted_by: tuple[Badge, ...] = ()


class CagnotteBoxCounted(Payload, frozen=True, kw_only=True):
    """The slot of cagnotte and commissions was counted, apart from the drop."""

    KIND: ClassVar[str] = "cagnotte-box-counted/1"

    amount: Minor
    box: Name | None = None
    counted_by: tuple[Badge, ...] = ()


class Gratuity(Payload, frozen=True, kw_only=True):
    """A tip went into its own slot: never receipt (PNB R4 b)."""

    KIND: ClassVar[str] = "gratuity/1"

    amount: Minor
    seat: Seat | None = None
    player: Player | None = None


class TableClosed(Payload, frozen=True, kw_only=True):
    """Play ended and the float was counted."""

    KIND: ClassVar[str] = "table-closed/1"

    count: Minor | None = None
    chips: tuple[Chips, ...] = ()
    counted_by: tuple[Badge, ...] = ()
    """Badges of those who counted; each confirms with an ``approval`` of his own key."""
    cause: Code | None = None


TableEvent = (
    TableOpened
    | TableSuspended
    | TableResumed
    | SessaoOpened
    | SessaoClosed
    | StaffChanged
    | EquipmentChanged
    | ChipsSold
    | ChipsRedeemed
    | ChipValueAssigned
    | ColourAssigned
    | ColourReturned
    | Fill
    | Credit
    | DropCounted
    | CagnotteBoxCounted
    | Gratuity
    | TableClosed
)
KINDS: tuple[type[Payload], ...] = get_args(TableEvent)
