"""A table from its opening to its count: what came and went, and what it therefore won.

``resultado = fecho + drop + retornos - abertura - reforcos``; by the rounds it is what stakes lost
less what was paid, as chips move. The difference is ``quebra`` and is never absorbed.

Rules: contabilidade_de_mesa.md (table day); TB-* of the findings.
"""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct, field

from projections.base.produced import Fault
from projections.replay.settlement import money_text

SIGNATURES: Final = 2
"""Who counts a float: two people, each with his own key."""
_SIDES: Final = ("table", "cage")
"""Who signs a slip."""
NOT_BANKED: Final = frozenset(
    {
        "bacara_chemin_de_fer",
        "bingo",
        "mah_jong",
        "mahjong_pai_kao",
        "poquer_3_cartas",
        "poquer_holdem",
        "poquer_macau_5_cartas",
        "poquer_omaha",
        "poquer_sintetico",
    }
)
"""Games in which players stake against each other: the table's float neither wins nor loses, save
as the house stands behind a player's bank."""

WITH_SLOT: Final = NOT_BANKED - {"bingo"}
"""Games whose cagnotte or commission goes into a slot that is counted apart from the drop."""
_RAKED: Final = frozenset(
    {"poquer_holdem", "poquer_macau_5_cartas", "poquer_omaha", "poquer_sintetico"}
)
"""Of these, those that have a code of their own for it (NB R65; Art. 87 B)."""


class Count(Struct, frozen=True, kw_only=True):
    """A counted float or box."""

    amount: int
    position: int
    counted_by: tuple[str, ...] = ()


class Slip(Struct, frozen=True, kw_only=True):
    """One side of a fill or a credit."""

    kind: str
    """``fill`` or ``credit``."""
    side: str
    number: int
    amount: int
    position: int
    voided: bool = False
    reason: str | None = None


class TableDay(Struct, kw_only=True):
    """One opening of a table."""

    opened: int
    """Position of its ``table-opened``."""
    opening: str
    """That event's name."""
    place: str
    day: str
    """The accounting day of its opening."""
    claimed: str | None = None
    """The gaming day its opening says it is of."""
    game: str
    profile: str
    currency: str
    casino: str
    capital: int | None = None
    approved: int | None = None
    """The approved initial capital (parameter ``capital_inicial``); None where none is set."""
    opener: Count | None = None
    previous: Count | None = None
    """The closer of the opening before, at this place."""
    closer: Count | None = None
    closing: str | None = None
    """Name of the ``table-closed``."""
    closed: int | None = None
    slips: list[Slip] = field(default_factory=list[Slip])
    drops: list[Count] = field(default_factory=list[Count])
    boxes: list[Count] = field(default_factory=list[Count])
    """The slot of cagnotte and commissions, each time it was counted."""
    confirmed: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Name of the opening or the closing to who confirmed its count with his own key."""
    approvals: list[int] = field(default_factory=list[int])
    """The positions of these confirmations, and of what corrected a count."""
    gratuities: int = 0
    rounds: int = 0
    by_rounds: int = 0
    """Stakes lost less prizes paid over the rounds, in chips."""
    owed_by: dict[str, int] = field(default_factory=dict[str, int])
    """Round to stakes that did not lose, and that the bank collected and did not hand back."""
    own_by: dict[str, int] = field(default_factory=dict[str, int])
    """Round to all stakes that did not lose and were not handed back, wherever they lie."""
    cagnotte: int = 0
    """What the rounds' own commissions came to."""
    fees: list[Count] = field(default_factory=list[Count])
    """What was charged by the session, in no round (NB R65 b)."""
    settled: bool = False
    """Whether the count is complete, or the day was closed without it."""
    ended: bool = False
    """Whether its gaming day was closed: what is not counted by then is a finding."""
    booked: int = 0
    """Of the quebra, what stands in the revenue."""
    kept_booked: int = 0
    """Of a shortage, what stands in the revenue so that no base falls by it."""
    fees_booked: int = 0
    """Of what was charged by the session, what stands in the revenue."""

    @property
    def fills(self) -> int:
        """Chips from the cage, as the table signed."""
        return self._sum("fill")

    @property
    def credits(self) -> int:
        """Chips back to the cage, as the table signed."""
        return self._sum("credit")

    @property
    def drop(self) -> int | None:
        """Notes, coins and tickets in the box; None before it was counted."""
        return sum(one.amount for one in self.drops) if self.drops else None

    @property
    def by_session(self) -> int:
        """Fees charged by the session, in no round."""
        return sum(one.amount for one in self.fees)

    @property
    def taken(self) -> int:
        """All the cagnotte and commissions, as told: what the slot is to hold."""
        return self.cagnotte + self.by_session

    @property
    def box(self) -> int | None:
        """The counted cagnotte slot; None before it was counted."""
        return sum(one.amount for one in self.boxes) if self.boxes else None

    @property
    def by_count(self) -> int | None:
        """The result by the counts; None where a count is missing.

        >>> day = TableDay(opened=1, opening="m:1", place="T", day="2026-11-20", game="boule",
        ...     profile="p", currency="CVE", casino="*", opener=Count(amount=5000, position=1),
        ...     closer=Count(amount=5600, position=9), drops=[Count(amount=2300, position=10)])
        >>> day.slips += [
        ...     Slip(kind="fill", side="table", number=1, amount=1000, position=2),
        ...     Slip(kind="credit", side="table", number=1, amount=500, position=3)]
        >>> day.by_count
        2400
        """
        if self.opener is None or self.closer is None or self.drop is None:
            return None
        return self.closer.amount + self.drop + self.credits - self.opener.amount - self.fills

    @property
    def owed(self) -> int:
        """Players' stakes that the tray holds: a liability, neither won nor missing.

        At least those that the bank is recorded to have collected; of the others that were not
        handed back as many as the count has beyond the rounds.
        """
        least = sum(self.owed_by.values())
        counted = self.by_count
        if counted is None:
            return least
        return max(least, min(counted - self.by_rounds, sum(self.own_by.values())))

    @property
    def quebra(self) -> int | None:
        """By count less by rounds and less players' stakes in the tray: what nobody can explain."""
        counted = self.by_count
        return None if counted is None else counted - self.owed - self.by_rounds

    @property
    def of_day(self) -> str:
        """The gaming day that its counts are of: what the opening says, else where it is booked."""
        return self.claimed or self.day

    @property
    def positions(self) -> set[int]:
        """The events that make the counts; the rounds' are found by their opening."""
        counted = (*self.drops, *self.boxes, *self.slips, *self.fees)
        closed = () if self.closed is None else (self.closed,)
        return {self.opened, *closed, *self.approvals, *(one.position for one in counted)}

    def lacks_half(self, slip: Slip) -> bool:
        """Tell whether the other side of this slip is here, and this side is not."""
        sides = {
            one.side
            for one in self.slips
            if (one.kind, one.number, one.amount) == (slip.kind, slip.number, slip.amount)
        }
        return bool(sides) and slip.side not in sides

    def standing(self, kind: str, side: str) -> list[Slip]:
        """Return one side's slips of a kind, without those it voided."""
        mine = [one for one in self.slips if (one.kind, one.side) == (kind, side)]
        void = {one.number for one in mine if one.voided}
        return [one for one in mine if one.number not in void]

    def _sum(self, kind: str) -> int:
        return sum(one.amount for one in self.standing(kind, "table"))


class Tolerance(Struct, frozen=True, kw_only=True):
    """Differences that the casino lets pass, in minor units: parameters, 0 where none is set."""

    count: int = 0
    """``diferenca_contagem_max``: opener against the closer before."""
    result: int = 0
    """``quebra_max``: result by count against result by rounds."""
    hold: tuple[int, int] | None = None
    """``hold_ppm``: the 95 % band of win over drop, in millionths; None: not assessed."""


def band_of(parameter: object) -> tuple[int, int] | None:
    """Return the band that a parameter sets; None if it is not two whole numbers.

    >>> band_of([100_000, 300_000]), band_of("20 %")
    ((100000, 300000), None)
    """
    match parameter:
        case [int(low), int(high)]:
            return low, high
        case _:
            return None


def faults_of(day: TableDay, tolerance: Tolerance) -> list[Fault]:
    """Return everything that is wrong with a table's day once its count is complete."""
    if not day.settled:
        return []
    return [
        *_opening(day, tolerance),
        *_closing(day),
        *_slips(day),
        *_results(day, tolerance),
        *_slot(day),
    ]


def _opening(day: TableDay, tolerance: Tolerance) -> Iterator[Fault]:
    opener, before = day.opener, day.previous
    if opener is not None and before is not None:
        difference = opener.amount - before.amount
        if abs(difference) > tolerance.count:
            yield _fault(
                day, "TB-OPEN", before.amount, opener.amount, (before.position, opener.position)
            )
    if opener is not None:
        yield from _unsigned(day, "TB-OPEN", opener, day.opening)
    elif day.closer is not None:
        at = (day.opened, day.closer.position)
        yield _said(day, "TB-OPEN", "a counted float", "none", at, "count")
    if day.approved is not None and day.capital is not None and day.capital != day.approved:
        yield _fault(day, "TB-FLOAT", day.approved, day.capital, (day.opened,))


def _closing(day: TableDay) -> Iterator[Fault]:
    if day.closer is not None and day.closing is not None:
        yield from _unsigned(day, "TB-CLOSE", day.closer, day.closing)
    elif day.opener is not None:
        at = (day.opened,) if day.closed is None else (day.opened, day.closed)
        yield _said(day, "TB-CLOSE", "a counted float", "none", at, "count")


def _unsigned(day: TableDay, code: str, count: Count, name: str) -> Iterator[Fault]:
    """Find a count that fewer than two of those who made it confirmed with their own keys."""
    signed = {who for who in day.confirmed.get(name, ()) if who in count.counted_by}
    if len(signed) < SIGNATURES:
        yield _said(
            day,
            code,
            f"{SIGNATURES} signatures",
            ", ".join(sorted(signed)) or "none",
            (count.position,),
            "signatures",
        )


def _slips(day: TableDay) -> Iterator[Fault]:
    """Find slips that only one side signed, or with another amount, or voided without a reason."""
    for kind, number in sorted({(one.kind, one.number) for one in day.slips}):
        mine = [one for one in day.slips if (one.kind, one.number) == (kind, number)]
        at = tuple(sorted(one.position for one in mine))
        if any(one.voided and one.reason is None for one in mine):
            yield _said(day, "TB-FILL", "a reason for the void", "none", at, f"{kind} {number}")
        there = {one.side for one in mine}
        if len(there) < len(_SIDES):
            only = f"{', '.join(sorted(there))} only"
            yield _said(day, "TB-FILL", "both sides of the slip", only, at, f"{kind} {number}")
            continue
        table, cage = (
            sorted(one.amount for one in day.standing(kind, side) if one.number == number)
            for side in _SIDES
        )
        if table != cage:
            found = _fault(day, "TB-FILL", sum(cage), sum(table), at)
            yield msgspec.structs.replace(found, facts={"slip": f"{kind} {number}"})


def _results(day: TableDay, tolerance: Tolerance) -> Iterator[Fault]:
    counted, quebra = day.by_count, day.quebra
    if counted is None or quebra is None:
        if day.ended and day.opener is not None and day.closer is not None and _has_drop(day):
            at = tuple(sorted({day.opened, day.closer.position}))
            yield _said(day, "TB-WIN", "a counted drop", "none", at, "drop")
        return
    proof = tuple(
        sorted(
            {day.opened, *(one.position for one in (*day.drops, *day.slips))}
            | ({day.closed} if day.closed is not None else set())
        )
    )
    if abs(quebra) > tolerance.result:
        yield _fault(day, "TB-WIN", day.by_rounds, counted - day.owed, proof)
    if tolerance.hold is not None and day.drop:
        low, high = tolerance.hold
        ppm = counted * 1_000_000
        if not low * day.drop <= ppm <= high * day.drop:
            yield _said(
                day,
                "TB-BAND",
                f"{low} to {high} ppm of the drop",
                str(ppm // day.drop),
                proof,
                "hold",
            )


def _has_drop(day: TableDay) -> bool:
    """Tell whether a table's chips are sold into its box: where a bank plays."""
    return day.game not in NOT_BANKED


def _slot(day: TableDay) -> Iterator[Fault]:
    """Find a slot that holds another sum than what the hands put into it, or that nobody counted.

    That nobody did is said when the gaming day was closed without it.
    """
    box = day.box
    if day.game not in WITH_SLOT or day.taken == (box or 0):
        return
    code = "NB-RAKE-BOX" if day.game in _RAKED else "TB-WIN"
    at = {day.opened, *(one.position for one in (*day.boxes, *day.fees))}
    found = _fault(day, code, day.taken, box or 0, tuple(sorted(at)))
    found = msgspec.structs.replace(found, facts={"fact": "slot"})
    if box is not None:
        yield found
    elif day.ended:
        yield msgspec.structs.replace(found, recorded="none")


def _fault(day: TableDay, code: str, expected: int, recorded: int, at: tuple[int, ...]) -> Fault:
    return Fault(
        code=code,
        positions=at,
        place=day.place,
        days=(day.day, day.of_day),
        expected=money_text(expected),
        recorded=money_text(recorded),
        amount=recorded - expected,
        currency=day.currency,
    )


def _said(
    day: TableDay, code: str, expected: str, recorded: str, at: tuple[int, ...], fact: str
) -> Fault:
    return Fault(
        code=code,
        positions=at,
        place=day.place,
        days=(day.day, day.of_day),
        expected=expected,
        recorded=recorded,
        currency=day.currency,
        facts={"fact": fact},
    )
