"""A sealed range is checked by itself; whatever is altered of it is named."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from ledger.signed.chain import link_of
from ledger.store.stored import RowTuple
from ops.outside.archive.folder import (
    BLOCKS,
    CARRY_IN,
    CARRY_OUT,
    CHECKPOINT,
    FIGURES,
    LOOKED_BACK,
    NOTE,
    ROWS_BACK,
    SEAL,
    TOTALS,
    events_name,
)
from ops.outside.archive.statement import read_seal
from ops.outside.archive.tables import (
    Older,
    packed,
    read_events,
    read_older,
    read_rows,
    unpacked,
    write_events,
    write_older,
    write_rows,
)
from projections.running.carrying.carry import Carry, read_carry
from tests.fixtures.sealed import Sealed, figures_hash, listed

pytestmark = pytest.mark.recorded
EVENTS = events_name(0)
FILES = (
    *(SEAL, NOTE, CHECKPOINT, CARRY_IN, CARRY_OUT),
    *(LOOKED_BACK, ROWS_BACK, FIGURES, EVENTS, BLOCKS, TOTALS),
)


@pytest.mark.parametrize("number", [0, 1])
def test_each_range_is_checked_by_itself(two_ranges: Sealed, number: int) -> None:
    """Its events are proved, and its figures come from its carry; nothing is left unproved."""
    checked = two_ranges.check(number)
    assert checked.faults == ()
    assert checked.unproved == ()
    assert checked.events == two_ranges.places[number].last - two_ranges.places[number].first + 1


def test_a_second_range_stands_on_the_first(two_ranges: Sealed) -> None:
    """The one carries out what the other carries in, and begins where its root stands."""
    first, second = (read_seal(two_ranges.archive.read(place, SEAL)) for place in two_ranges.places)
    assert (first.carry_out, first.root, first.last) == (
        second.carry_in,
        second.root_before,
        second.after,
    )
    assert first.carry_in != first.carry_out


@pytest.mark.one_in(9)
@pytest.mark.parametrize("name", FILES)
def test_a_byte_of_a_file_is_named(touched: Sealed, name: str) -> None:
    """Wherever it stands in whichever file; a seal that still reads is not what its note signs."""
    place = touched.places[1]
    named = {name, NOTE} if name == SEAL else {name}
    whole = touched.archive.read(place, name)
    for where in (0.0, 0.2, 0.5, 0.8, 0.999):
        data = bytearray(whole)
        data[int(where * len(data))] ^= 1
        touched.archive.write(place, name, bytes(data))
        assert named & touched.named()


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_gone_is_named(touched: Sealed, name: str) -> None:
    """Whichever of the range it is."""
    (touched.folder / touched.places[1].folder / name).unlink()
    assert name in touched.named()


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_another_range_is_named(touched: Sealed, name: str) -> None:
    """Though it is as it was sealed there."""
    first, second = touched.places
    touched.archive.write(second, name, touched.archive.read(first, name))
    checked = touched.check(folded=False)
    assert name in {one.file for one in checked.faults} or (name == SEAL and not checked.clean)


def test_a_file_besides_is_named(touched: Sealed) -> None:
    """Which no seal knows."""
    touched.archive.write(touched.places[1], "more.parquet", b"")
    assert touched.named() == {"more.parquet"}


Row = list[Any]


def other_envelope(row: Row) -> None:
    row[4] = row[4].replace(b'"payload"', b'"payloaD"')


def other_envelope_and_link(row: Row) -> None:
    other_envelope(row)
    row[5] = link_of(row[4])


COLUMNS: dict[str, Callable[[Row], None]] = {
    "position": lambda row: row.__setitem__(0, row[0] + 1),
    "source": lambda row: row.__setitem__(1, "mesa-99"),
    "seq": lambda row: row.__setitem__(2, row[2] + 1),
    "kind": lambda row: row.__setitem__(3, "heartbeat/1"),
    "envelope": other_envelope,
    "envelope and link": other_envelope_and_link,
    "link": lambda row: row.__setitem__(5, bytes(32)),
    "signature": lambda row: row.__setitem__(6, bytes(64)),
    "no signature": lambda row: row.__setitem__(6, None),
}


def altered(rows: Sequence[RowTuple], at: int, change: Callable[[Row], None]) -> list[RowTuple]:
    """Return rows of which one is changed, as whoever has all keys would write them."""
    row = list(rows[at])
    change(row)
    return [*rows[:at], tuple(row), *rows[at + 1 :]]  # type: ignore[list-item]


@pytest.mark.parametrize("column", COLUMNS)
def test_an_event_is_named_though_the_range_is_sealed_anew(touched: Sealed, column: str) -> None:
    """By the log's own keys, over the altered file: links, signatures and root say which."""
    archive, place = touched.archive, touched.places[1]
    rows, _ = read_events(archive.read(place, EVENTS))
    at = len(rows) // 2
    archive.write(place, EVENTS, write_events(altered(rows, at, COLUMNS[column])))
    touched.reseal()
    faults = touched.check(folded=False).faults
    near = {rows[at][0] + one for one in (-1, 0, 1)} | {None}
    assert faults
    assert {one.position for one in faults if one.file == EVENTS} & near


def test_an_event_that_is_left_out_is_named(touched: Sealed) -> None:
    """The positions have a hole, whatever the seal says of the file."""
    archive, place = touched.archive, touched.places[1]
    rows, _ = read_events(archive.read(place, EVENTS))
    archive.write(place, EVENTS, write_events(rows[:5] + rows[6:]))
    touched.reseal()
    assert EVENTS in touched.named()


def test_two_events_that_changed_places_are_named(touched: Sealed) -> None:
    """The order is what the root says."""
    archive, place = touched.archive, touched.places[1]
    rows, _ = read_events(archive.read(place, EVENTS))
    one, other = rows[3], rows[4]
    rows[3:5] = [(one[0], *other[1:]), (other[0], *one[1:])]
    archive.write(place, EVENTS, write_events(rows))
    touched.reseal()
    assert touched.named()


@pytest.mark.parametrize(
    "column", ["envelope", "envelope and link", "link", "position", "source", "seq", "kind"]
)
def test_an_older_event_is_named(touched: Sealed, column: str) -> None:
    """Which stands beside the range: it is not under the root at its beginning."""
    archive, place = touched.archive, touched.places[1]
    older = read_older(archive.read(place, LOOKED_BACK))
    rows = altered([one.row for one in older], 2, COLUMNS[column])
    told = [Older(row, one.hashes) for row, one in zip(rows, older, strict=True)]
    archive.write(place, LOOKED_BACK, write_older(told))
    touched.reseal()
    assert LOOKED_BACK in touched.named()


def test_older_events_that_the_fold_asks_for_cannot_be_left_out(touched: Sealed) -> None:
    """The fold says which it lacks."""
    archive, place = touched.archive, touched.places[1]
    older = read_older(archive.read(place, LOOKED_BACK))
    carried = read_carry(unpacked(archive.read(place, CARRY_IN))).events
    lacking = [one for one in older if one.row[0] != carried[-1]]
    assert len(lacking) == len(older) - 1
    archive.write(place, LOOKED_BACK, write_older(lacking))
    touched.reseal()
    assert LOOKED_BACK in touched.named(folded=True)


def shorter(rows: list[str]) -> None:
    rows.pop()


def longer(rows: list[str]) -> None:
    rows.append(rows[-1].replace("1", "2"))


def other(rows: list[str]) -> None:
    rows[-1] = rows[-1].replace("0", "1")


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("table", "change"),
    [("verdict", other), ("finding", shorter), ("revenue", longer), ("round", other)],
)
def test_a_figure_is_named(
    touched: Sealed, table: str, change: Callable[[list[str]], None]
) -> None:
    """A row that is gone, that was added, or that says something else: the events give another."""
    archive, place = touched.archive, touched.places[1]
    told = read_rows(archive.read(place, FIGURES))
    change(told["came"][table])
    archive.write(place, FIGURES, write_rows(listed(told)))
    figures = figures_hash(listed(told))
    touched.reseal(change=lambda seal: replace(seal, figures=figures))
    faults = touched.check().faults
    assert {one.file for one in faults} == {FIGURES}
    assert faults[0].detail.startswith(f"{table}: ")


def test_a_row_that_was_looked_up_is_named(touched: Sealed) -> None:
    """Without it the events give other figures than the seal says."""
    archive, place = touched.archive, touched.places[1]
    told = read_rows(archive.read(place, ROWS_BACK))
    assert told["read"]
    archive.write(place, ROWS_BACK, write_rows([]))
    touched.reseal()
    assert not touched.check().clean


def with_carry(sealed: Sealed, change: Callable[[Carry], Carry]) -> None:
    archive, place = sealed.archive, sealed.places[1]
    carry = change(read_carry(unpacked(archive.read(place, CARRY_IN))))
    archive.write(place, CARRY_IN, packed(carry.data))
    sealed.reseal(change=lambda seal: replace(seal, carry_in=carry.hash))


def test_a_source_whose_chain_is_told_otherwise_is_named(touched: Sealed) -> None:
    """Its first event in the range does not go on from there."""

    def change(carry: Carry) -> Carry:
        source, (seq, link) = next(
            (name, head) for name, head in carry.heads.items() if name.startswith("mesa")
        )
        return replace(carry, heads={**carry.heads, source: (seq + 1, link)})

    with_carry(touched, change)
    assert EVENTS in touched.named()


def test_a_carry_that_lacks_a_table_gives_other_figures(touched: Sealed) -> None:
    """What is open is not open any more."""
    with_carry(touched, lambda carry: replace(carry, rows={}))
    assert not touched.check().clean
