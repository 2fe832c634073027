"""Reads a machine's export by its mapping: each line a reading, or what is wrong with it."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Struct

from ledger.ids import is_name
from ledger.money import INTEGER_MAX
from ledger.signed.canonical import instant
from ledger.text.near import near_names
from ledger.text.times import moment_text
from ops.importing.meters.mapping import Mapping

MACHINES_MAX: Final = 1_000
"""One enrolment names so many, at most."""
READINGS_MAX: Final = 100_000
"""Of one file, held in memory together: all are recorded, or none."""
FILE_MAX: Final = 64_000_000
"""Bytes of one file."""
_YEARS: Final = range(1900, 9999)
"""Years of which every zone has the hours."""
_GOT_MAX: Final = 80
"""Characters of a wrong value that are shown."""


class Reading(Struct, frozen=True, kw_only=True):
    """The counters of a machine at a time, as a line tells them."""

    line: int
    place: str
    at: str
    day: str
    why: str
    meters: dict[str, int]
    """In minor units; plays counted."""
    device: dict[str, int]
    denomination: int | None
    period: frozenset[str]
    """Counters that count since the reading before."""


class LineFault(Struct, frozen=True, kw_only=True):
    """A line that is no reading: what was expected, and what was there."""

    line: int
    column: str
    expected: str
    got: str

    def __str__(self) -> str:
        """Tell the fault in one line."""
        where = f", {self.column}" if self.column else ""
        long = len(self.got) > _GOT_MAX
        got = f"{self.got[:_GOT_MAX]!r} … ({len(self.got)} characters)" if long else repr(self.got)
        return f"line {self.line}{where}: expected {self.expected}, got {got}"


class _WrongError(ValueError):
    """A value that is not what its column is to hold."""

    def __init__(self, column: str, expected: str, got: str) -> None:
        super().__init__(f"{column}: expected {expected}, got {got!r}")
        self.column, self.expected, self.got = column, expected, got


def read_meters(
    data: bytes, mapping: Mapping, now: datetime
) -> tuple[list[Reading], list[LineFault]]:
    """Return the readings of a file in order of time, and the lines that are none."""
    try:
        text = data.decode("utf-8-sig" if _is_utf_8(mapping.encoding) else mapping.encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        got = data[max(0, error.start - 8) : error.start + 8].decode("latin-1")
        return [], [
            LineFault(line=line, column="", expected=f"text in {mapping.encoding}", got=got)
        ]
    stream = io.StringIO(text, newline="")
    for _ in range(mapping.skip):
        stream.readline()
    rows = _Rows(stream, mapping)
    found: list[Reading] = []
    faults: list[LineFault] = []
    try:
        for one in _told(rows, mapping, now):
            if isinstance(one, LineFault):
                faults.append(one)
                continue
            found.append(one)
            if len(found) > READINGS_MAX:
                faults.append(rows.fault("", f"at most {READINGS_MAX} readings in a file", "more"))
                break
    except csv.Error as error:
        faults.append(rows.fault("", "a line of CSV", str(error)))
    if not found and not faults:
        faults.append(
            LineFault(line=mapping.skip + 2, column="", expected="a reading a line", got="nothing")
        )
    return sorted(found, key=lambda one: (one.at, one.line)), faults


def _told(rows: "_Rows", mapping: Mapping, now: datetime) -> Iterator[Reading | LineFault]:
    """Yield of each line its reading or what is wrong with it; of columns that lack only those."""
    seen: dict[tuple[str, str, int | None], int] = {}
    names = [one.strip() for one in next(rows, list[str]())]
    lacking = list(_missing_columns(names, mapping))
    yield from lacking
    for row in rows if not lacking else ():
        if not any(one.strip() for one in row):
            continue
        try:
            one = _Line(rows.line, names, row, mapping).reading(now)
            _once(one, seen)
        except _WrongError as error:
            yield rows.fault(error.column, error.expected, error.got)
        else:
            yield one


class _Rows:
    """The rows of a file, and where the newest begins: a quote left open swallows all after it."""

    def __init__(self, stream: io.StringIO, mapping: Mapping) -> None:
        self._rows = csv.reader(stream, delimiter=mapping.delimiter, strict=True)
        self._skip = mapping.skip
        self.line = 0

    def __iter__(self) -> Iterator[list[str]]:
        return self

    def __next__(self) -> list[str]:
        self.line = self._rows.line_num + self._skip + 1
        return next(self._rows)

    def fault(self, column: str, expected: str, got: str) -> LineFault:
        """Return a fault of the newest row."""
        return LineFault(line=self.line, column=column, expected=expected, got=got)


def _is_utf_8(name: str) -> bool:
    return re.fullmatch(r"utf[-_]?8([-_]sig)?", name, re.IGNORECASE) is not None


def _missing_columns(names: Sequence[str], mapping: Mapping) -> Iterator[LineFault]:
    if len(names) == 1 and len(mapping.columns) > 1:
        parted = f"columns parted by {mapping.delimiter!r}"
        yield LineFault(line=mapping.skip + 1, column="", expected=parted, got=names[0])
        return
    for one in mapping.columns:
        if names.count(one) != 1:
            near = ", ".join(near_names(one, names)) if names else "no column"
            times = "the column once" if one in names else "the column"
            yield LineFault(line=mapping.skip + 1, column=one, expected=times, got=near)


def _once(one: Reading, seen: dict[tuple[str, str, int | None], int]) -> None:
    at = (one.place, one.at, one.denomination)
    if at in seen:
        raise _WrongError("", f"one reading of {one.place} at {one.at}", f"that of line {seen[at]}")
    seen[at] = one.line


class _Line:
    """A line of the file, with its columns by name."""

    def __init__(self, number: int, names: list[str], row: list[str], mapping: Mapping) -> None:
        if len(row) != len(names):
            raise _WrongError("", f"{len(names)} columns", f"{len(row)}")
        self._number = number
        self._values = dict(zip(names, (one.strip() for one in row), strict=True))
        self._mapping = mapping

    def reading(self, now: datetime) -> Reading:
        """Return the line's reading; ``now`` is the time after which none can have been made."""
        mapping = self._mapping
        local = self._time(now)
        credit = self._denomination()
        return Reading(
            line=self._number,
            place=self._place(),
            at=instant(local),
            day=self._day(local),
            why=self._why(),
            meters={
                name: self._figure(one.column, one.unit, credit)
                for name, one in mapping.meters.items()
            },
            device={name: self._whole(column) for name, column in mapping.device.items()},
            denomination=credit if mapping.denomination.told else None,
            period=frozenset(
                name for name, one in mapping.meters.items() if one.counts == "period"
            ),
        )

    def _place(self) -> str:
        told = self._mapping.machine
        value = self._values[told.column]
        place = told.names.get(value, f"{told.prefix}{value}" if value else "")
        if is_name(place) is None:
            raise _WrongError(told.column, "a machine's name of letters, digits and . _ : -", value)
        return place

    def _time(self, now: datetime) -> datetime:
        told = self._mapping.time
        value = self._values[told.column]
        column = told.column
        if told.hour is not None:
            value, column = f"{value} {self._values[told.hour]}", f"{column} and {told.hour}"
        try:
            plain = datetime.strptime(value, told.format)  # noqa: DTZ007 - the zone is the mapping's
        except ValueError:
            example = datetime(2026, 11, 20, 22, 15, 31, tzinfo=UTC).strftime(told.format)
            raise _WrongError(column, f"a time such as {example}", value) from None
        zone = ZoneInfo(told.zone)
        if plain.year not in _YEARS:
            raise _WrongError(column, f"a year from {_YEARS.start}", value)
        if plain.tzinfo is None:
            self._hour_that_was_once(plain.replace(tzinfo=zone), column, value)
        local = plain if plain.tzinfo is not None else plain.replace(tzinfo=zone)
        if local > now:
            raise _WrongError(column, f"a time not after {moment_text(now, zone)}", value)
        return local.astimezone(zone)

    def _hour_that_was_once(self, local: datetime, column: str, value: str) -> None:
        """Refuse an hour that the clocks left out, and one that they showed twice."""
        zone = self._mapping.time.zone
        if local.astimezone(UTC).astimezone(local.tzinfo).replace(tzinfo=None) != (
            local.replace(tzinfo=None)
        ):
            raise _WrongError(column, f"an hour that there was in {zone}", value)
        if local.utcoffset() != local.replace(fold=1).utcoffset():
            raise _WrongError(column, f"an hour that there was once in {zone}, or %z", value)

    def _day(self, local: datetime) -> str:
        told = self._mapping.day
        if told.column is None:
            hour, minute = map(int, told.begins.split(":"))
            begun = local.replace(tzinfo=None) - timedelta(hours=hour, minutes=minute)
            return begun.date().isoformat()
        value = self._values[told.column]
        try:
            return datetime.strptime(value, told.format).date().isoformat()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            example = date(2026, 11, 20).strftime(told.format)
            raise _WrongError(told.column, f"a day such as {example}", value) from None

    def _why(self) -> str:
        told = self._mapping.why
        if told.column is None:
            return told.value
        value = self._values[told.column]
        word = told.words.get(value, value if not told.words else "")
        if not word:
            raise _WrongError(told.column, f"one of {', '.join(told.words)}", value)
        return word

    def _denomination(self) -> int | None:
        told = self._mapping.denomination
        column = told.column or "denomination"
        value = self._values[told.column] if told.column is not None else told.value
        if value is None:
            return None
        credit = self._amount(column, value, major=told.unit == "major")
        if credit <= 0:
            raise _WrongError(column, "what one credit is worth, more than 0", value)
        return credit

    def _figure(self, column: str, unit: str, credit: int | None) -> int:
        if unit in ("major", "minor"):
            return self._amount(column, self._values[column], major=unit == "major")
        whole = self._whole(column)
        if unit == "count":
            return whole
        assert credit is not None, "read_mapping asks for a denomination"
        return self._bounded(column, whole * credit)

    def _whole(self, column: str) -> int:
        value = self._values[column]
        if re.fullmatch(self._digits(), value) is None:
            raise _WrongError(column, "a whole number, such as 40617", value)
        return self._scaled(column, value, 0)

    def _amount(self, column: str, value: str, *, major: bool) -> int:
        mapping = self._mapping
        places = mapping.places if major else 0
        decimals = rf"(?:{re.escape(mapping.decimal)}[0-9]{{1,{places}}})?" if places else ""
        if re.fullmatch(rf"{self._digits()}{decimals}", value) is None:
            whole = "812" + (mapping.thousands or "") + "345"
            example = whole + (f"{mapping.decimal}{'0' * places}" if places else "")
            raise _WrongError(column, f"an amount such as {example}", value)
        return self._scaled(column, value, places)

    def _digits(self) -> str:
        """Return the pattern of a whole number: of thousands set apart each has three digits."""
        group = re.escape(self._mapping.thousands)
        return rf"(?:[0-9]{{1,3}}(?:{group}[0-9]{{3}})+|[0-9]+)" if group else "[0-9]+"

    def _scaled(self, column: str, value: str, places: int) -> int:
        mapping = self._mapping
        plain = value.replace(mapping.thousands, "") if mapping.thousands else value
        scaled = Decimal(plain.replace(mapping.decimal, ".")).scaleb(places)
        return self._bounded(column, int(scaled))

    def _bounded(self, column: str, figure: int) -> int:
        if figure > INTEGER_MAX:
            raise _WrongError(column, f"at most {INTEGER_MAX} minor units", self._values[column])
        return figure
