"""The mapping file: which column of a machine's export is which counter, in which unit and form."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Meta, Struct

from ledger.errors import UNREADABLE
from ledger.text.near import unknown_text
from projections.stages.machines.measures.contadores import NAMES, SUMS

FORMAT: Final = "razao-meters/1"
Unit = Literal["major", "minor", "credits", "count"]
"""``major``: escudos, euros; ``minor``: their hundredths; ``credits``: times the denomination;
``count``: plays."""
COUNTED: Final = "JE"
"""The counter of plays: the one that is no money."""
_PLACES_MAX: Final = 4
_NO_DELIMITERS: Final = '"\r\n'
_MOMENT: Final = datetime(2026, 11, 23, 22, 45, 31, tzinfo=UTC)
"""A time that a form tells wholly or not: no part of it is another's."""


class MappingError(ValueError):
    """A mapping file that cannot be used."""


class Machine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a line names its machine."""

    column: str
    prefix: str = ""
    """Put before the name that stands there."""
    names: dict[str, str] = {}
    """The ledger's place for a name that stands there, where the prefix does not make it."""


class Time(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a line says when the counters were read."""

    column: str
    hour: str | None = None
    """A second column, where day and hour stand apart: joined by a blank."""
    format: str
    """As ``strptime`` has it: ``%d-%m-%Y %H:%M:%S``."""
    zone: str


class Day(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The gaming day: a column's, or that of the time, which begins at an hour."""

    column: str | None = None
    format: str = "%Y-%m-%d"
    begins: str = "00:00"
    """The hour of the zone at which a gaming day begins."""


class Reason(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why the counters were read: a word, or a column's words."""

    value: str = "periodic"
    column: str | None = None
    words: dict[str, str] = {}
    """The ledger's word for each that stands in the column."""


class Denomination(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one credit is worth, in the unit: a column's amount, or the same for all."""

    column: str | None = None
    value: str | None = None
    unit: Literal["major", "minor"] = "major"
    told: bool = False
    """Whether the counters are of this denomination alone, and the reading says so."""


class Counter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The column of a counter."""

    column: str
    unit: Unit = "major"
    counts: Literal["lifetime", "period"] = "lifetime"
    """``period``: since the reading before, so that they are added up; a lifetime counter that
    rolls over stays as it is told: the ledger knows its size."""


class Mapping(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mapping file."""

    format: Literal["razao-meters/1"]
    encoding: str = "utf-8"
    delimiter: str = ","
    skip: Annotated[int, Meta(ge=0, le=1000)] = 0
    """Lines before the one that names the columns."""
    decimal: Literal[".", ","] = "."
    thousands: Literal["", ".", ",", " ", "'"] = ""
    places: int = 2
    """Decimal places of the currency: one of the major unit is so many tens of the minor."""
    machine: Machine
    time: Time
    day: Day = Day()
    why: Reason = Reason()
    denomination: Denomination = Denomination()
    meters: dict[str, Counter]
    """By the counter's name in the law: CJ, CG, JE …"""
    device: dict[str, str] = {}
    """Column of each raw meter, by its protocol's number: ``"sas:00" = "Meter 00"``."""

    @property
    def columns(self) -> list[str]:
        """Every column that the mapping names."""
        named = [
            self.machine.column, self.time.column, self.time.hour, self.day.column,
            self.why.column, self.denomination.column,
            *(one.column for one in self.meters.values()), *self.device.values(),
        ]  # fmt: skip
        return list(dict.fromkeys(one for one in named if one is not None))


def read_mapping(path: Path) -> Mapping:
    """Read a mapping file.

    Raises:
        MappingError: what in it cannot be used, and what was expected.
        OSError: it cannot be read.

    """
    try:
        mapping = msgspec.toml.decode(path.read_bytes(), type=Mapping)
    except UNREADABLE as error:
        raise MappingError(f"{path}: {error}") from None
    for fault in _faults(mapping):
        raise MappingError(f"{path}: {fault}")
    return mapping


def _faults(mapping: Mapping) -> list[str]:
    """Return the values of a mapping that cannot be used, each with what was expected."""
    found: list[str] = []
    try:
        b"0".decode(mapping.encoding, "replace")
    except LookupError:
        found.append(f"encoding: expected such as utf-8 or latin-1, got {mapping.encoding!r}")
    try:
        ZoneInfo(mapping.time.zone)
    except (ZoneInfoNotFoundError, ValueError, IsADirectoryError):
        found.append(f"time.zone: expected such as Atlantic/Cape_Verde, got {mapping.time.zone!r}")
    if len(mapping.delimiter) != 1 or mapping.delimiter in _NO_DELIMITERS:
        found.append(f"delimiter: expected one character, got {mapping.delimiter!r}")
    if mapping.thousands == mapping.decimal:
        found.append(f"thousands: expected another mark than the decimal {mapping.decimal!r}")
    if not 0 <= mapping.places <= _PLACES_MAX:
        found.append(f"places: expected 0 to {_PLACES_MAX}, got {mapping.places}")
    if re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", mapping.day.begins) is None:
        found.append(f"day.begins: expected such as 06:00, got {mapping.day.begins!r}")
    return found + _form_faults(mapping) + _counter_faults(mapping)


def _form_faults(mapping: Mapping) -> list[str]:
    """Return the forms of time and day that do not tell a day whole: `%H:%M` is of no day."""
    found: list[str] = []
    for told, form, wanted in (
        ("time.format", mapping.time.format, "%d-%m-%Y %H:%M:%S"),
        ("day.format", mapping.day.format, "%Y-%m-%d"),
    ):
        try:
            read = datetime.strptime(_MOMENT.strftime(form), form)  # noqa: DTZ007 - only its day and hour are looked at
        except ValueError:
            read = None
        if read is None or read.date() != _MOMENT.date() or read.hour not in (0, _MOMENT.hour):
            found.append(f"{told}: expected such as {wanted}, got {form!r}")
    return found


def _counter_faults(mapping: Mapping) -> list[str]:
    known = (*NAMES, *SUMS)
    found = [
        f"meters.{name}: {unknown_text(name, known)}"
        for name in mapping.meters
        if name not in known
    ]
    if not mapping.meters:
        found.append(f"meters: expected at least one of {', '.join(known)}")
    credit = mapping.denomination
    if credit.column is not None and credit.value is not None:
        found.append("denomination: expected a column or a value, got both")
    for name, one in mapping.meters.items():
        if (one.unit == "count") is not (name == COUNTED):
            wanted = "count" if name == COUNTED else "major, minor or credits"
            found.append(f"meters.{name}.unit: expected {wanted}, got {one.unit!r}")
        if one.unit == "credits" and credit.column is None and credit.value is None:
            found.append(f"meters.{name}.unit: credits want a denomination, and there is none")
    return found
