"""Readings of machines that only print their counters: by a mapping, all of a file or nothing."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import process_time

import pytest
from msgspec import structs

from ledger.events.machines import MetersRead
from ledger.signed.canonical import decode, instant
from ops.commands.playing.meters import EXAMPLE
from ops.errors import MisuseError
from ops.importing.meters.mapping import Mapping, MappingError, read_mapping
from ops.importing.meters.reading import Reading, read_meters
from ops.importing.meters.run import (
    SOURCE,
    Imported,
    Machine,
    ReadingsError,
    import_meters,
    payloads,
)
from tests.fixtures.casino import Casino

NOW = datetime(2026, 12, 1, tzinfo=UTC)
CASINO = "casino-1"
CREDITS = """\
format = "razao-meters/1"
machine = { column = "asset" }
time = { column = "read_at", format = "%Y-%m-%dT%H:%M:%S%z", zone = "UTC" }
[meters]
CJ = { column = "coin in", unit = "minor" }
JE = { column = "games", unit = "count" }
"""
"""Comma and UTF-8 with its mark, as a program exports them: counters of 32 bits."""
ROLLED = (
    "\ufeffasset,read_at,coin in,games\r\n"
    "MQ-1,2026-11-20T20:00:00+00:00,4294967000,4294967290\r\n"
    '"MQ-1",2026-11-20T23:30:00+01:00,704,4\r\n'
).encode()
PRINTED = """\
format = "razao-meters/1"
encoding = "cp1252"
delimiter = "\\t"
machine = { column = "No", prefix = "MQ-" }
time = { column = "Print", format = "%d/%m/%y %H:%M", zone = "Europe/Lisbon" }
[meters]
CJ = { column = "In", counts = "period" }
PAM = { column = "Jackpot" }
"""
"""Tabs: what was staked since the print before, and a lifetime beside it."""
PRINTS = (
    b"No\tPrint\tIn\tJackpot\n"
    b"7\t20/11/26 22:00\t100.50\t0\n"
    b"7\t21/11/26 06:00\t20.25\t500\n"
    b"7\t21/11/26 14:00\t0.75\t500\n"
)


def mapping_of(text: str, folder: Path) -> Mapping:
    """Read a mapping's text as from its file."""
    path = folder / "map.toml"
    path.write_text(text, "utf-8")
    return read_mapping(path)


def readings(data: bytes, mapping: Mapping) -> list[Reading]:
    """Read a file of which every line is right."""
    found, faults = read_meters(data, mapping, NOW)
    assert faults == []
    return found


def faults_of(data: bytes, mapping: Mapping) -> list[str]:
    """Read a file and tell what is wrong with it, line by line."""
    return [str(one) for one in read_meters(data, mapping, NOW)[1]]


def send(casino: Casino, read: list[Reading]) -> Imported:
    return import_meters(casino.installation, read, source=SOURCE, casino=CASINO)


def test_the_example_reads_its_file() -> None:
    """Semicolons, Latin-1, decimal commas, credits times denomination, a day that begins at six."""
    read = readings(EXAMPLE.with_suffix(".csv").read_bytes(), read_mapping(EXAMPLE))
    assert [(one.place, one.line) for one in read] == [
        ("MQ-0117", 4), ("MQ-0118", 5), ("MQ-0900", 6), ("MQ-0117", 7), ("MQ-0118", 8),
    ]  # fmt: skip
    first, last = read[0], read[-1]
    assert {name: figure for name, figure in first.meters.items() if figure} == {
        "CJ": 81_234_500, "CG": 70_123_400, "JE": 40_617, "DE": 20_000_000, "BE": 15_000_000,
        "CC": 9_000_000, "BP": 9_000_000,
    }  # fmt: skip
    assert (first.at, first.why) == ("2026-11-20T23:00:00.000000Z", "periodic")
    assert first.device == {"sas:00": 812_345}
    # Half past five in the morning is of the day before; five escudos a credit.
    assert (last.day, last.why, last.meters["CJ"]) == ("2026-11-20", "close", 49_935_000)


def test_readings_are_recorded_once(casino: Casino, tmp_path: Path) -> None:
    """The same file again changes nothing; a longer one says only what is new."""
    read = readings(PRINTS, mapping_of(PRINTED, tmp_path))
    first = send(casino, read[:2])
    assert (first.new, first.known, first.machines) == (2, 0, 1)
    head = casino.last
    again = send(casino, read[:2])
    assert (again.new, again.known, casino.last) == (0, 2, head)
    longer = send(casino, read)
    assert (longer.new, longer.known) == (1, 2)
    rows = casino.rows(
        "SELECT machine, at, why FROM {s}.meter_reading WHERE machine = 'MQ-7' ORDER BY at"
    )
    assert [row["at"] for row in rows] == [one.at for one in read]


def test_figures_of_a_period_become_lifetimes(casino: Casino, tmp_path: Path) -> None:
    """What was counted since the print before is added to it, over files, and only to it."""
    mapping = mapping_of(PRINTED, tmp_path)
    read = readings(PRINTS, mapping)
    send(casino, read[:1])
    send(casino, read[1:])
    told = [dict(one.meters) for one in said(casino)]
    assert told == [
        {"CJ": 10_050, "PAM": 0},
        {"CJ": 12_075, "PAM": 50_000},
        {"CJ": 12_150, "PAM": 50_000},
    ]


def said(casino: Casino) -> list[MetersRead]:
    """Return the payloads that the importing source signed, in order."""
    head = casino.installation.store.head(SOURCE)
    assert head is not None
    rows = casino.installation.reader.of_source(SOURCE, 1, head[0])
    told = [decode(row.envelope).payload for row in rows]
    return [one for one in told if isinstance(one, MetersRead)]


def test_counters_that_roll_over_stay_as_they_are_told(casino: Casino, tmp_path: Path) -> None:
    """Comma, UTF-8 with its mark, times with a zone: the ledger knows a counter's size, not we."""
    done = send(casino, readings(ROLLED, mapping_of(CREDITS, tmp_path)))
    assert done.new == 2
    assert [one.meters["CJ"] for one in said(casino)] == [4_294_967_000, 704]
    rows = casino.rows(
        "SELECT at FROM {s}.meter_reading WHERE machine = 'MQ-1' AND marks LIKE '%%rollover%%'"
    )
    assert [row["at"] for row in rows] == ["2026-11-20T22:30:00.000000Z"]


def test_another_figure_at_the_same_time_is_refused_whole(casino: Casino, tmp_path: Path) -> None:
    """A file that contradicts what is recorded is told by line, and nothing of it is recorded."""
    mapping = mapping_of(PRINTED, tmp_path)
    send(casino, readings(PRINTS, mapping)[:1])
    head = casino.last
    altered = readings(PRINTS.replace(b"100.50", b"101.50"), mapping)
    with pytest.raises(ReadingsError) as refused:
        send(casino, altered)
    assert "line 2: expected of MQ-7 at 2026-11-20T22:00:00.000000Z" in str(refused.value)
    assert "CJ 10050 PAM 0" in str(refused.value)
    assert casino.last == head


def test_a_source_speaks_for_its_own_machines(casino: Casino, tmp_path: Path) -> None:
    """Machines for which the importing source is not enrolled are refused by name."""
    mapping = mapping_of(PRINTED, tmp_path)
    send(casino, readings(PRINTS, mapping)[:1])
    other = readings(PRINTS.replace(b"\n7\t", b"\n8\t"), mapping)
    with pytest.raises(MisuseError, match=r"enrolled for MQ-7, and not for MQ-8"):
        send(casino, other)


WRONG = {
    "20/11/26 22:00": ("11-20-2026", "line 2, Print: expected a time such as 20/11/26 22:15"),
    "20/11/26": ("20/11/27", "line 2, Print: expected a time not after 01-12-2026"),
    "100.50": ("100,50", "line 2, In: expected an amount such as 812345.00, got '100,50'"),
    "20.25": ("20.255", "line 3, In: expected an amount such as 812345.00"),
    "0.75": ("-1", "line 4, In: expected an amount"),
    "7\t21/11/26 06": ("\t21/11/26 06", "line 3, No: expected a machine's name"),
    "21/11/26 06:00": ("20/11/26 22:00", "line 3: expected one reading of MQ-7"),
    "\t500\n7": ("\n7", "line 3: expected 4 columns, got '3'"),
    "Jackpot": ("Prizes", "line 1, Jackpot: expected the column, got 'In, No"),
    "20.25\t": ('"20.25\t', "line 3: expected a line of CSV, got 'unexpected end of data'"),
}


@pytest.mark.parametrize("old", list(WRONG))
def test_a_wrong_line_is_told_by_line_and_column(old: str, tmp_path: Path) -> None:
    """Each with what was expected and what was there."""
    new, told = WRONG[old]
    data = PRINTS.decode().replace(old, new, 1).encode()
    assert any(one.startswith(told) for one in faults_of(data, mapping_of(PRINTED, tmp_path))), (
        faults_of(data, mapping_of(PRINTED, tmp_path))
    )


def test_an_hour_that_the_clocks_left_out_is_no_time(tmp_path: Path) -> None:
    """In Lisbon the clocks went from one to two o'clock on the 29th of March 2026."""
    data = PRINTS.replace(b"20/11/26 22:00", b"29/03/26 01:30")
    (fault,) = faults_of(data, mapping_of(PRINTED, tmp_path))
    assert "an hour that there was in Europe/Lisbon" in fault


def test_an_hour_that_the_clocks_showed_twice_is_no_time(tmp_path: Path) -> None:
    """On the 25th of October 2026 it was half past one twice: only an offset tells which."""
    data = PRINTS.replace(b"20/11/26 22:00", b"25/10/26 01:30")
    (fault,) = faults_of(data, mapping_of(PRINTED, tmp_path))
    assert "an hour that there was once in Europe/Lisbon, or %z" in fault
    told = CREDITS.replace("UTC", "Europe/Lisbon")
    twice = [
        ROLLED.replace(b"2026-11-20T20:00:00+00:00", at)
        for at in (b"2026-10-25T01:30:00+01:00", b"2026-10-25T01:30:00+00:00")
    ]
    first, second = (readings(one, mapping_of(told, tmp_path))[0].at for one in twice)
    assert (first, second) == ("2026-10-25T00:30:00.000000Z", "2026-10-25T01:30:00.000000Z")


def test_blank_lines_say_nothing_and_each_line_keeps_its_number(tmp_path: Path) -> None:
    """Blank lines, form feeds of a printer, other ends of lines; a long value is told cut short."""
    mapping = mapping_of(CREDITS, tmp_path)
    blank = ROLLED.replace(b"\r\n", b"\r\n\r\n ,,,\n")
    assert [one.line for one in readings(blank, mapping)] == [4, 7]
    (fault,) = faults_of(ROLLED.replace(b",", b";"), mapping)
    assert fault == "line 1: expected columns parted by ',', got 'asset;read_at;coin in;games'"
    skipped = mapping_of("skip = 2\n" + CREDITS, tmp_path)
    headed = b"\xef\xbb\xbfCasino\x0c\x1cPraia\r\nprinted \xe2\x80\xa8 twice\r\n" + ROLLED[3:]
    assert [one.line for one in readings(headed, skipped)] == [4, 5]
    (fault,) = faults_of(ROLLED.replace(b",704,", b"," + b"9" * 5000 + b","), mapping)
    assert fault.startswith("line 3, coin in: expected at most 9007199254740991 minor units")
    assert fault.endswith("(5000 characters)")
    assert len(fault) < 200
    (fault,) = faults_of(ROLLED.replace(b"2026-11-20T20", b"0001-01-01T00"), mapping)
    assert "line 2, read_at: expected a year from 1900" in fault


def test_thousands_set_apart_have_three_digits(tmp_path: Path) -> None:
    """12.5 plays are none: where `.` sets thousands apart they are not 125."""
    mapping = mapping_of('decimal = ","\nthousands = "."\n' + CREDITS, tmp_path)
    right = readings(ROLLED.replace(b",4294967290", b",4.294.967.290"), mapping)
    assert right[0].meters["JE"] == 4_294_967_290
    (fault,) = faults_of(ROLLED.replace(b",704,4", b",704,12.5"), mapping)
    assert fault == "line 3, games: expected a whole number, such as 40617, got '12.5'"


def test_a_file_holds_so_many_readings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All of a file are held together until they are recorded: more than that is told, by line."""
    monkeypatch.setattr("ops.importing.meters.reading.READINGS_MAX", 2)
    (fault,) = faults_of(PRINTS + PRINTS, mapping_of(PRINTED, tmp_path))
    assert fault == "line 4: expected at most 2 readings in a file, got 'more'"


def test_a_year_of_readings_is_laid_in_order_at_once(tmp_path: Path) -> None:
    """Each of 20,000 prints of one machine adds to the one before, whatever their number."""
    read = readings(PRINTS, mapping_of(PRINTED, tmp_path))[0]
    start = datetime(2026, 1, 1, tzinfo=UTC)
    many = [structs.replace(read, at=instant(start + timedelta(minutes=n))) for n in range(20_000)]
    began = process_time()
    told, faults = payloads(many, defaultdict(Machine))
    assert process_time() - began < 2
    assert (faults, told[-1][1].meters["CJ"]) == ([], 10_050 * 20_000)


def test_bytes_of_another_encoding_are_told(tmp_path: Path) -> None:
    """A file in Latin-1 that its mapping calls UTF-8: the line, and no traceback."""
    text = EXAMPLE.read_text("utf-8").replace('"latin-1"', '"utf-8"')
    data = EXAMPLE.with_suffix(".csv").read_bytes()
    (fault,) = faults_of(data, mapping_of(text, tmp_path))
    assert fault.startswith("line 1: expected text in utf-8")


MAPPINGS = {
    'zone = "Europe/Lisbon"': ('zone = "Lisbon"', "time.zone: expected such as Atlantic"),
    'delimiter = "\\t"': ('delimiter = ""', "delimiter: expected one character"),
    "CJ = {": ("CG0 = {", "meters.CG0: expected"),
    'counts = "period"': ('unit = "credits"', "credits want a denomination"),
    "PAM = {": ('PAM = { unit = "count",', "meters.PAM.unit: expected major, minor or credits"),
    'machine = { column = "No"': ('machine = { colum = "No"', "unknown field `colum`"),
    'encoding = "cp1252"': ('encoding = "cp125"', "encoding: expected such as utf-8"),
    "razao-meters/1": ("razao-meters/9", "format"),
    '"cp1252"': ('"base64"', "encoding: expected such as utf-8"),
    '"\\t"': ("'\"'", "delimiter: expected one character"),
    "%d/%m/%y %H:%M": ("%H:%M", "time.format: expected such as %d-%m-%Y"),
    "[meters]": ('[day]\nformat = "%d/%m"\n[meters]', "day.format: expected such as %Y-%m-%d"),
}


@pytest.mark.parametrize("old", list(MAPPINGS))
def test_a_wrong_mapping_is_told(old: str, tmp_path: Path) -> None:
    """Its file, the field, what was expected."""
    new, told = MAPPINGS[old]
    assert old in PRINTED
    with pytest.raises(MappingError) as refused:
        mapping_of(PRINTED.replace(old, new), tmp_path)
    assert "map.toml: " in str(refused.value)
    assert told in str(refused.value)
