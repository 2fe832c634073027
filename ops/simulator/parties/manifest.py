"""The planted faults, kept apart from the ledger, beside the findings.

A fault leads to one finding or to several. Each stands in the manifest as a ``Planted``; those of
one fault bear its ``id``. A finding that no ``Planted`` accounts for is invented.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

INFORMATION: Final = frozenset({"MQ-RTP-ACT", "RES-STAT", "TB-BAND"})
"""Statistical codes (T): shown, and counted neither as found nor as invented."""


class Planted(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One finding that the simulated night must lead to; it stands in no event."""

    fault: str
    """What was done wrong, in the party's list of faults."""
    code: str
    """Of the finding."""
    id: str = ""
    """Of the fault: the same for all that follows from it."""
    round: str | None = None
    place: str | None = None
    seat: int | None = None
    bet: int | None = None
    event: str | None = None
    """``source:seq`` of an event that the finding must show as a proof."""
    facts: dict[str, Any] = {}
    """Values that the finding's facts must have, e.g. the pool."""
    due: int | None = None
    """What should have been, in minor units; None where no money is at stake."""
    paid: int | None = None
    """What was; ``paid - due`` is the money at stake."""
    may: bool = False
    """It may follow, and need not: it accounts for a finding and asks for none."""

    @property
    def amount(self) -> int | None:
        """The money at stake."""
        return None if self.due is None or self.paid is None else self.paid - self.due


class Found(Struct, frozen=True, kw_only=True):
    """A finding, as far as the manifest speaks of it."""

    id: str
    code: str
    place: str | None
    round: str | None
    seat: int | None
    bet: int | None
    amount: int | None
    events: frozenset[str]
    facts: Mapping[str, Any]
    expected: str = ""
    recorded: str = ""
    currency: str | None = None


OF_FOUND: Final = (
    "id", "code", "place", "round", "seat", "bet", "amount", "facts", "expected", "recorded",
    "currency",
)  # fmt: skip
"""Columns of a finding's row, as ``found_of`` reads them."""


def found_of(row: Sequence[Any], events: Iterable[str]) -> Found:
    """Return a finding from its columns, the facts as JSON, and its proving events' names."""
    values = dict(zip(OF_FOUND, row, strict=True))
    facts = msgspec.json.decode(values.pop("facts"))
    return Found(facts=facts, events=frozenset(events), **values)


class Pair(Struct, frozen=True, kw_only=True):
    """A planted finding and the one that shows it; None where none does."""

    planted: Planted
    found: Found | None

    @property
    def off(self) -> int:
        """By how many minor units the two amounts differ."""
        if self.found is None or self.planted.amount is None:
            return 0
        return (self.found.amount or 0) - self.planted.amount


class Score(Struct, frozen=True, kw_only=True):
    """The comparison of findings with the faults planted."""

    pairs: list[Pair]
    invented: list[Found]
    information: list[Found]

    @property
    def missed(self) -> list[Planted]:
        """The planted findings that were missed."""
        return [one.planted for one in self.pairs if one.found is None and not one.planted.may]

    @property
    def off(self) -> list[Pair]:
        """The findings with another amount."""
        return [one for one in self.pairs if one.off]

    @property
    def exact(self) -> bool:
        """Whether exactly what was planted was found, to the minor unit."""
        return not (self.missed or self.invented or self.off)

    def counts(self) -> dict[str, int]:
        """Return faults planted, found, missed; findings invented; minor units that differ."""
        asked = {one.planted.id for one in self.pairs if not one.planted.may}
        missed = {one.id for one in self.missed}
        return {
            "planted": len(asked),
            "found": len(asked - missed),
            "missed": len(missed),
            "invented": len(self.invented),
            "amounts_off": sum(abs(one.off) for one in self.off),
            "information": len(self.information),
        }


def score(planted: Iterable[Planted], found: Iterable[Found]) -> Score:
    """Lay planted faults beside findings: each finding accounts for one planted fault at most.

    The strictest first: what names most is matched before what names little, what must follow
    before what may, and the same amount before another.
    """
    information: list[Found] = []
    by_code: dict[str, list[Found]] = {}
    for row in found:
        if row.code in INFORMATION:
            information.append(row)
        else:
            by_code.setdefault(row.code, []).append(row)
    pairs: list[Pair] = []
    for one in sorted(planted, key=_strictness):
        rows = [row for row in by_code.get(one.code, ()) if _is_of(row, one)]
        rows.sort(key=lambda row: row.amount != one.amount)
        if rows:
            by_code[one.code].remove(rows[0])
        pairs.append(Pair(planted=one, found=rows[0] if rows else None))
    return Score(
        pairs=pairs,
        invented=[row for rows in by_code.values() for row in rows],
        information=information,
    )


def _strictness(one: Planted) -> tuple[bool, int]:
    named = (one.event, one.round, one.place, one.seat, one.bet, one.facts or None)
    return one.may, -sum(value is not None for value in named)


def _is_of(row: Found, one: Planted) -> bool:
    return (
        (one.round is None or row.round == one.round)
        and (one.place is None or row.place == one.place)
        and (one.seat is None or row.seat == one.seat)
        and (one.bet is None or row.bet == one.bet)
        and (one.event is None or one.event in row.events)
        and all(row.facts.get(name) == value for name, value in one.facts.items())
    )


def write_manifest(path: Path, planted: Sequence[Planted]) -> None:
    """Write a manifest: one JSON object a line."""
    path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in planted))


def read_manifest(path: Path) -> list[Planted]:
    """Read a manifest.

    Raises:
        msgspec.DecodeError: at the first line that is none of it, with its number.

    """
    planted: list[Planted] = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            planted.append(msgspec.json.decode(line, type=Planted))
        except msgspec.DecodeError as error:
            raise msgspec.DecodeError(f"line {number}: {error}") from error
    return planted
