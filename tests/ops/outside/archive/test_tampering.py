"""Whatever the log's own keys sign anew over an altered part of a range, a check names the part."""

from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from msgspec.structs import replace

from ops.outside.archive.blocks import hashes_of, write_blocks
from ops.outside.archive.folder import (
    BLOCKS,
    CARRY_IN,
    CARRY_OUT,
    CHECKPOINT,
    FIGURES,
    LOOKED_BACK,
    NOTE,
    SEAL,
    events_name,
)
from ops.outside.archive.sealing import Covering
from ops.outside.archive.statement import Seal, read_seal
from ops.outside.archive.tables import (
    Older,
    UnreadableTableError,
    packed,
    read_events,
    read_older,
    read_rows,
    unpacked,
    write_older,
    write_rows,
)
from ops.outside.archive.whole import join
from projections.running.carrying.carry import Carry, read_carry
from tests.fixtures.casino import ORIGIN
from tests.fixtures.sealed import Sealed, figures_hash, listed

pytestmark = pytest.mark.recorded
EVENTS = events_name(0)
ZERO = bytes(32).hex()
Act = Callable[[Sealed], None]


# --- the seal -------------------------------------------------------------------------------------

SAID: dict[str, Callable[[Seal], Seal]] = {
    "another form": lambda seal: replace(seal, format="razao-seal/2"),
    "another ledger": lambda seal: replace(seal, origin="another"),
    "an earlier beginning": lambda seal: replace(seal, after=seal.after - 1),
    "a later end": lambda seal: replace(seal, last=seal.last + 1),
    "another edge": lambda seal: replace(seal, frontier=(ZERO, *seal.frontier[1:])),
    "a shorter edge": lambda seal: replace(seal, frontier=seal.frontier[1:]),
    "another root before": lambda seal: replace(seal, root_before=ZERO),
    "another root": lambda seal: replace(seal, root=ZERO),
    "another carry in": lambda seal: replace(seal, carry_in=ZERO),
    "another carry out": lambda seal: replace(seal, carry_out=ZERO),
    "other figures": lambda seal: replace(seal, figures=ZERO),
    "no page": lambda seal: replace(seal, page=0),
    "a negative page": lambda seal: replace(seal, page=-1),
    "less sealed": lambda seal: replace(seal, not_sealed=(*seal.not_sealed, "verdicts")),
    "no files": lambda seal: replace(seal, files={}),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("change", SAID)
def test_a_seal_that_says_otherwise_is_named(touched: Sealed, change: str) -> None:
    """Each of its fields is held against what lies beside it."""
    touched.reseal(change=SAID[change])
    assert touched.named()


@pytest.mark.parametrize("field", ["law", "shape"])
def test_a_seal_of_another_law_proves_no_figures(touched: Sealed, field: str) -> None:
    """It is not blamed, and not believed: what was not folded again is said."""
    touched.reseal(change=lambda seal: replace(seal, **{field: "another"}))
    checked = touched.check()
    assert checked.faults == ()
    assert [one.partition(":")[0] for one in checked.unproved] == ["figures"]


# --- its files ------------------------------------------------------------------------------------


def event_column(name: str, change: Callable[[Any], Any]) -> Act:
    """Alter a column of the range's middle event, as its file has it."""

    def act(sealed: Sealed) -> None:
        archive, place = sealed.archive, sealed.places[1]
        table = pq.read_table(pa.BufferReader(archive.read(place, EVENTS)))
        values = table[name].to_pylist()
        at = next(n for n in range(len(values) // 2, len(values)) if change(values[n]) != values[n])
        values[at] = change(values[at])
        where = table.column_names.index(name)
        table = table.set_column(where, name, pa.array(values, table.schema.field(name).type))
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd")
        archive.write(place, EVENTS, sink.getvalue().to_pybytes())
        sealed.reseal()

    return act


def older(change: Callable[[list[Older]], list[Older]]) -> Act:
    def act(sealed: Sealed) -> None:
        archive, place = sealed.archive, sealed.places[1]
        told = change(read_older(archive.read(place, LOOKED_BACK)))
        archive.write(place, LOOKED_BACK, write_older(told))
        sealed.reseal()

    return act


def covering(change: Callable[[Covering], Covering]) -> Act:
    def act(sealed: Sealed) -> None:
        archive, place = sealed.archive, sealed.places[1]
        told = msgspec.json.decode(archive.read(place, CHECKPOINT), type=Covering)
        archive.write(place, CHECKPOINT, msgspec.json.encode(change(told)))
        sealed.reseal()

    return act


def carried(name: str, field: str, change: Callable[[Carry], Carry]) -> Act:
    def act(sealed: Sealed) -> None:
        archive, place = sealed.archive, sealed.places[1]
        carry = change(read_carry(unpacked(archive.read(place, name))))
        archive.write(place, name, packed(carry.data))
        sealed.reseal(change=lambda seal: replace(seal, **{field: carry.hash}))

    return act


def noted(change: Callable[[str], str]) -> Act:
    def act(sealed: Sealed) -> None:
        archive, place = sealed.archive, sealed.places[1]
        archive.write(place, NOTE, change(archive.read(place, NOTE).decode()).encode())

    return act


def without_a_key(note: str) -> str:
    return note[: note.rstrip("\n").rindex("\n") + 1]


def other_blocks(sealed: Sealed) -> None:
    archive, place = sealed.archive, sealed.places[1]
    archive.write(place, BLOCKS, write_blocks({EVENTS: hashes_of(b"others")}))
    sealed.reseal()


FILES: dict[str, tuple[str, Act]] = {
    "the time of an event": (EVENTS, event_column("at", lambda _: "2026-01-01T00:00:00.000000Z")),
    "the day of an event": (EVENTS, event_column("day", lambda _: "2026-01-01")),
    "the place of an event": (EVENTS, event_column("place", lambda _: "mesa-99")),
    "the round of an event": (EVENTS, event_column("round", lambda _: None)),
    "the payload of an event": (EVENTS, event_column("payload", lambda _: "{}")),
    "an older event's proof": (
        LOOKED_BACK,
        older(lambda rows: [rows[0]._replace(hashes=(bytes(32), *rows[0].hashes[1:])), *rows[1:]]),
    ),
    "an older event's shorter proof": (
        LOOKED_BACK,
        older(lambda rows: [rows[0]._replace(hashes=rows[0].hashes[1:]), *rows[1:]]),
    ),
    "no older event": (LOOKED_BACK, older(lambda _: [])),
    "another log's checkpoint": (
        CHECKPOINT,
        covering(lambda one: replace(one, note=one.note.replace(ORIGIN, "another", 1))),
    ),
    "a checkpoint of other events": (
        CHECKPOINT,
        covering(lambda one: replace(one, note=one.note.replace("\n", "\n1", 1))),
    ),
    "other hashes to the checkpoint": (
        CHECKPOINT,
        covering(lambda one: replace(one, hashes=(ZERO, *one.hashes))),
    ),
    "no signature of a key": (NOTE, noted(without_a_key)),
    "a note of another end": (NOTE, noted(lambda note: note.replace("\n", "\n1", 1))),
    "no note": (NOTE, noted(lambda _: "")),
    "a block of other bytes": (BLOCKS, other_blocks),
    "the position of a carry": (
        CARRY_IN,
        carried(CARRY_IN, "carry_in", lambda one: replace(one, position=one.position - 1)),
    ),
    "the ledger of a carry": (
        CARRY_IN,
        carried(CARRY_IN, "carry_in", lambda one: replace(one, origin="another")),
    ),
    "the heads that are carried out": (
        CARRY_OUT,
        carried(CARRY_OUT, "carry_out", lambda one: replace(one, heads={})),
    ),
}


@pytest.mark.parametrize("case", FILES)
def test_a_part_of_a_file_is_named(touched: Sealed, case: str) -> None:
    """Column, proof, checkpoint, signature, carry: though the seal agrees."""
    file, act = FILES[case]
    act(touched)
    assert file in touched.named()


# --- what only a fold sees ------------------------------------------------------------------------


def with_figures(sealed: Sealed, told: dict[str, dict[str, list[str]]]) -> None:
    archive, place = sealed.archive, sealed.places[1]
    archive.write(place, FIGURES, write_rows(listed(told)))
    figures = figures_hash(listed(told))
    sealed.reseal(change=lambda seal: replace(seal, figures=figures))


@pytest.mark.deep
def test_a_row_of_any_table_is_named(touched: Sealed) -> None:
    """Of each table that a range changes one row less, whether it came or went."""
    whole = read_rows(touched.archive.read(touched.places[1], FIGURES))
    tables = [(change, table) for change, rows in whole.items() for table in rows]
    assert len(tables) > 20
    for change, table in tables:
        told = {**whole, change: {**whole[change], table: whole[change][table][:-1]}}
        with_figures(touched, told)
        faults = touched.check().faults
        assert {one.file for one in faults} == {FIGURES}, (change, table)
        assert faults[0].detail.startswith(f"{table}: "), (change, table)


@pytest.mark.deep
def test_a_row_of_any_table_that_is_carried_is_named(touched: Sealed) -> None:
    """One less, going out: the fold carries another; coming in: the range before carries another.

    What is open and not asked for in the range changes nothing that the range says, so only the one
    before knows.
    """
    archive, place = touched.archive, touched.places[1]
    said = read_seal(archive.read(place, SEAL))
    for name, field in ((CARRY_OUT, "carry_out"), (CARRY_IN, "carry_in")):
        data = archive.read(place, name)
        carry = read_carry(unpacked(data))
        assert carry.rows
        for table in carry.rows:
            less = replace(carry, rows={**carry.rows, table: carry.rows[table][:-1]})
            archive.write(place, name, packed(less.data))
            touched.reseal(change=lambda seal, less=less: replace(seal, **{field: less.hash}))  # noqa: B023 - used at once
            joint = join(archive, ORIGIN).faults
            named = {one.file for one in touched.check().faults} | {one.file for _, one in joint}
            assert named & {name, SEAL}, (name, table)
        archive.write(place, name, data)
        touched.reseal(change=lambda _: said)


# --- any byte -------------------------------------------------------------------------------------


@pytest.mark.deep
@pytest.mark.parametrize("name", [EVENTS, FIGURES, LOOKED_BACK])
def test_a_byte_of_a_table_is_named_or_says_nothing(touched: Sealed, name: str) -> None:
    """Signed anew by the log's keys: what is not named reads as before, its statistics too.

    By those whoever asks passes over what cannot be meant: false ones hide rows that are there.
    """
    archive, place = touched.archive, touched.places[1]
    whole = archive.read(place, name)
    said = content(whole, name)
    rng = Random(sha256(name.encode()).digest())
    foot = len(whole) - int.from_bytes(whole[-8:-4], "little") - 8
    checked = 0
    for begin, end in ((0, foot), (foot, len(whole))):
        for at in (rng.randrange(begin, end) for _ in range(50)):
            data = bytearray(whole)
            data[at] ^= 1 << rng.randrange(8)
            try:
                if content(bytes(data), name) == said:
                    continue
            except UnreadableTableError:
                continue
            archive.write(place, name, bytes(data))
            touched.reseal()
            assert name in touched.named(), at
            checked += 1
    assert checked or name != EVENTS


def content(data: bytes, name: str) -> object:
    """Return what a file says; the signature of an older event proves nothing in its range."""
    if name == LOOKED_BACK:
        return [(one.row[:6], one.hashes) for one in read_older(data)]
    return read_events(data) if name == EVENTS else read_rows(data)


@pytest.mark.parametrize(
    ("name", "column"),
    [(EVENTS, one) for one in ("position", "seq", "source", "kind", "at", "place", "round")]
    + [(FIGURES, "table"), (FIGURES, "row")],
)
def test_statistics_that_hide_rows_are_named(touched: Sealed, name: str, column: str) -> None:
    """Of the most of a column: whoever asks passes over what cannot be there."""
    archive, place = touched.archive, touched.places[1]
    whole = archive.read(place, name)
    most = max(one for one in pq.read_table(pa.BufferReader(whole))[column].to_pylist() if one)
    less = most - 1 if isinstance(most, int) else chr(ord(most[0]) - 1) + most[1:]
    foot = len(whole) - int.from_bytes(whole[-8:-4], "little") - 8
    data = whole[:foot] + whole[foot:].replace(plain(most), plain(less))
    assert data != whole
    archive.write(place, name, data)
    touched.reseal()
    told = {one.detail for one in touched.check(folded=False).faults if one.file == name}
    assert told == {"its rows are spelled otherwise than they are written"}


def plain(value: int | str) -> bytes:
    return value.to_bytes(8, "little") if isinstance(value, int) else value.encode()
