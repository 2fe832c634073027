"""Never the same person in one case: the parts that acts play in a case, and which exclude others.

A later decision, verification, release or closing by who played an excluded part has no effect; a
later fact (a payment, a count, a statement) stands. Both are found, with both events.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct


class Part(Struct, frozen=True, kw_only=True):
    """A part that an event's author, or those it names, play in a case."""

    case: str
    word: str
    is_named: bool = False
    """Whether those play it whom the event names as having counted, and not its author."""

    @property
    def stands(self) -> bool:
        """Whether the event stands though the person is barred."""
        return self.word in _FACTS


_FACTS: Final = frozenset({"paid", "declared", "award paid", "counted", "explained", "opened"})

BARRED: Final[Mapping[str, frozenset[str]]] = {
    # S1, S2: opened, answered, explained, decided, paid.
    "answered": frozenset({"decided", "paid"}),
    "explained": frozenset({"decided", "paid"}),
    "decided": frozenset({"opened", "answered", "explained", "paid"}),
    "decided again": frozenset({"opened", "answered", "explained", "paid", "decided"}),
    "paid": frozenset({"opened", "answered", "explained", "decided", "decided again"}),
    # S3: the rate of a tax, and the tax.
    "rate": frozenset({"declared"}),
    "declared": frozenset({"rate"}),
    # S5
    "verified": frozenset({"award paid"}),
    "award paid": frozenset({"verified"}),
    # S7
    "counted": frozenset({"closed"}),
    "closed": frozenset({"counted"}),
    # S8
    "released": frozenset({"configured"}),
}
"""By the part that is played now, those that the same person may not have played before."""


def part_of(  # noqa: PLR0911 - a line a case
    kind: str, payload: Any, place: str | None, day: str, casino: str | None, *, appealed: bool
) -> Part | None:
    """Return the part of an event in its case; None where no case asks for it.

    ``kind`` is without version; ``appealed``: whether its dispute was decided before.
    """
    match kind:
        case "dispute-opened":
            return Part(case=f"dispute {payload.dispute}", word="opened")
        case "dispute-answered":
            return Part(case=f"dispute {payload.dispute}", word="answered")
        case "dispute-decided":
            word = "decided again" if appealed else "decided"
            return Part(case=f"dispute {payload.dispute}", word=word)
        case "finding-explained":
            return Part(case=f"finding {payload.finding}", word="explained")
        case "finding-decided":
            return Part(case=f"finding {payload.finding}", word="decided")
        case "settlement-paid":
            subject = payload.dispute or payload.finding
            what = "dispute" if payload.dispute else "finding"
            return None if subject is None else Part(case=f"{what} {subject}", word="paid")
        case "parameter-set":
            tax = payload.name.removesuffix("_ppm")
            return Part(case=f"tax {tax}", word="rate") if payload.name != tax else None
        case "tax-declared":
            return Part(case=f"tax {payload.tax_name}", word="declared")
        case _:
            return _part_of_money(kind, payload, place, day, casino)


def _part_of_money(  # noqa: PLR0911 - a line a case
    kind: str, payload: Any, place: str | None, day: str, casino: str | None
) -> Part | None:
    match kind:
        case "award-verified":
            return Part(case=f"award {payload.award}", word="verified")
        case "award-paid" | "hand-paid" if payload.award is not None:
            return Part(case=f"award {payload.award}", word="award paid")
        case "drop-counted" | "cagnotte-box-counted":
            return Part(case=f"day {casino} {day}", word="counted", is_named=True)
        case "gaming-day-closed":
            return Part(case=f"day {payload.casino or casino} {day}", word="closed")
        case "machine-enrolled" | "machine-reconfigured" | "ram-cleared":
            return Part(case=f"machine {place}", word="configured")
        case "machine-released":
            return Part(case=f"machine {place}", word="released")
        case _:
            return None


PLAYED: Final = frozenset(
    {
        "dispute-opened",
        "dispute-answered",
        "dispute-decided",
        "finding-explained",
        "finding-decided",
        "settlement-paid",
        "parameter-set",
        "tax-declared",
        "award-verified",
        "award-paid",
        "hand-paid",
        "drop-counted",
        "cagnotte-box-counted",
        "gaming-day-closed",
        "machine-enrolled",
        "machine-reconfigured",
        "ram-cleared",
        "machine-released",
    }
)
"""Kinds that play a part in a case."""


class Hand(Struct, frozen=True):
    """A part that a person played: the event, and its position."""

    word: str
    person: str
    position: int


def barring(part: Part, persons: frozenset[str], before: tuple[Hand, ...]) -> Hand | None:
    """Return the part that bars these persons from another; None where none does."""
    excluded = BARRED.get(part.word, frozenset())
    return next((one for one in before if one.person in persons and one.word in excluded), None)
