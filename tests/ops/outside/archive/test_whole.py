"""Ranges that were each checked alone prove the whole; a lie in one parts it from the others."""

from collections.abc import Iterator
from shutil import rmtree

import psycopg
import pytest
from msgspec.structs import replace

from ledger.errors import BrokenProofError
from ledger.events.outcomes import BallLanded
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.store.reader import Reader
from ops.database.postgres import DatabaseUrls
from ops.outside.archive.checking import Asked, Folding
from ops.outside.archive.folder import (
    CARRY_IN,
    CARRY_OUT,
    FIGURES,
    LOOKED_BACK,
    ROWS_BACK,
    SEAL,
    events_name,
)
from ops.outside.archive.reading import Events, RangeReader
from ops.outside.archive.restoring import NotRestoredError, restore
from ops.outside.archive.sealing import judging
from ops.outside.archive.statement import read_seal
from ops.outside.archive.tables import (
    packed,
    read_events,
    read_older,
    read_rows,
    unpacked,
    write_rows,
)
from ops.outside.archive.whole import Joint, join
from projections.running.carrying.carry import Carry, read_carry
from tests.fixtures.casino import ORIGIN, Founded, cloned_casino
from tests.fixtures.postgres import Database
from tests.fixtures.sealed import Sealed, figures_hash, listed, sealed_halves
from tests.projections.running.test_runner import a_night
from tests.projections.stages.rounds.test_rounds import TABLE, round_name

pytestmark = pytest.mark.recorded


def joined(sealed: Sealed, since: str | None = None) -> Joint:
    return join(sealed.archive, ORIGIN, since=since, keys=sealed.signer.keys.keys)


def parted(sealed: Sealed) -> list[tuple[str, str, str]]:
    return [(place, one.file, one.detail) for place, one in joined(sealed).faults]


@pytest.fixture(scope="module")
def another(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    founded_ledger: Founded,
    tmp_path_factory: pytest.TempPathFactory,
    two_ranges: Sealed,
) -> Iterator[Sealed]:
    """Rewrite the night by all the same keys: the ball of one coup fell elsewhere, before all."""
    home = tmp_path_factory.mktemp("house")
    folder = tmp_path_factory.mktemp("rewritten") / "archive"
    with cloned_casino(postgres_urls, postgres_maintenance, founded_ledger, home) as casino:
        a_night(casino)
        for event in (RoundOpened(), BallLanded(number=3), RoundClosed()):
            casino.say(TABLE, event, round_id=round_name(40))
        casino.project()
        yield sealed_halves(casino, folder, two_ranges.places[0].last)


def test_ranges_follow_each_other(two_ranges: Sealed) -> None:
    """Up to the root that the log signs."""
    joint = joined(two_ranges)
    assert (joint.faults, joint.unproved, joint.ranges) == ((), (), 2)
    note = two_ranges.signer.sign(two_ranges.casino.last, bytes.fromhex(joint.root or ""))
    assert joined(two_ranges, note).faults == ()


def test_the_figures_of_all_ranges_are_the_ledgers_own(two_ranges: Sealed) -> None:
    """Every row of every table that came and did not go is a row of the house's, and none lacks."""
    standing: set[tuple[str, str]] = set()
    for place in two_ranges.places:
        told = read_rows(two_ranges.archive.read(place, FIGURES))
        standing -= {(table, row) for table, rows in told.get("went", {}).items() for row in rows}
        standing |= {(table, row) for table, rows in told["came"].items() for row in rows}
    casino = two_ranges.casino
    own = {
        (table, row["said"])
        for stage in judging().with_tables()
        for table, _ in stage.tables
        for row in casino.rows(f"SELECT row_to_json(t.*)::text AS said FROM {{s}}.{table} AS t")
    }
    assert standing == own


def test_a_range_that_is_gone_is_missed(touched: Sealed) -> None:
    """By the one behind it."""
    first, second = touched.places
    rmtree(touched.folder / first.folder)
    assert parted(touched) == [
        (second.folder, SEAL, f"positions 1 to {first.last} are not in the archive")
    ]


def refold(sealed: Sealed, carry: Carry, back: dict[str, list[str]]) -> None:
    """Write the second range anew from another carry, all of it consistent, signed by all keys."""
    archive, place = sealed.archive, sealed.places[1]
    seal = replace(read_seal(archive.read(place, SEAL)), carry_in=carry.hash)
    rows, _ = read_events(archive.read(place, events_name(0)))
    older = [one.row for one in read_older(archive.read(place, LOOKED_BACK))]
    events = Events(seal.after, seal.last, lambda _: archive.read(place, events_name(0)))
    events.add(rows)
    reader = RangeReader(ORIGIN, events, older, carry.heads)
    with Folding(sealed.server, seal, carry, back, reader).folded() as (rows_of, out):
        told = list(rows_of)
    archive.write(place, CARRY_IN, packed(carry.data))
    archive.write(place, CARRY_OUT, packed(out.data))
    archive.write(place, ROWS_BACK, write_rows(listed({"read": back})))
    archive.write(place, FIGURES, write_rows(told))
    figures = figures_hash(told)
    sealed.reseal(
        change=lambda one: replace(one, carry_in=carry.hash, carry_out=out.hash, figures=figures)
    )


def test_a_carry_that_was_made_up_is_caught_by_its_neighbour(touched: Sealed) -> None:
    """The range itself is proved; what it begins with is not what the one before left."""
    place = touched.places[1]
    carry = read_carry(unpacked(touched.archive.read(place, CARRY_IN)))
    back = read_rows(touched.archive.read(place, ROWS_BACK))["read"]
    rows = {**carry.rows, "role": [*carry.rows["role"], '{"source":"x","role":"inspector"}']}
    refold(touched, replace(carry, rows=rows), back)
    assert touched.check().faults == ()
    assert parted(touched) == [
        (place.folder, SEAL, "it carries in what the range before does not out")
    ]


@pytest.mark.deep
def test_a_row_of_before_that_was_made_up_is_caught(touched: Sealed) -> None:
    """The range itself is proved; no range before left that row."""
    place = touched.places[1]
    carry = read_carry(unpacked(touched.archive.read(place, CARRY_IN)))
    back = read_rows(touched.archive.read(place, ROWS_BACK))["read"]
    found = [row.replace('"amount":1000', '"amount":9000') for row in back["finding"]]
    assert found != back["finding"]
    refold(touched, carry, {**back, "finding": found})
    assert touched.check().faults == ()
    faults = parted(touched)
    assert {(place, file) for place, file, _ in faults} >= {(place.folder, ROWS_BACK)}
    assert "finding: no range before left the row" in faults[0][2]


def test_a_range_of_a_rewritten_history_is_named(touched: Sealed, another: Sealed) -> None:
    """All its keys signed it, and by itself it is proved; its neighbour's log is another."""
    first, other = touched.places[0], another.places[0]
    rmtree(touched.folder / first.folder)
    for name in another.archive.names(other):
        touched.archive.write(other, name, another.archive.read(other, name))
    mixed = Sealed(touched.folder, (other, touched.places[1]), touched.server, touched.signer,
                   touched.casino)  # fmt: skip
    assert mixed.check(0).faults == ()
    assert parted(mixed)[0][0] == touched.places[1].folder


def test_the_range_that_was_rewritten_is_named_by_what_was_kept(
    touched: Sealed, two_ranges: Sealed, another: Sealed
) -> None:
    """Two ranges part; the checkpoint is of the history of the second, so it was the first.

    It ends where the true one does, as whoever rewrites a day would see to.
    """
    first, other = touched.places[0], another.places[0]
    assert first == other
    root = bytes.fromhex(joined(two_ranges).root or "")
    rmtree(touched.folder / first.folder)
    for name in another.archive.names(other):
        touched.archive.write(other, name, another.archive.read(other, name))
    faults = joined(touched, two_ranges.signer.sign(two_ranges.casino.last, root)).faults
    assert {place for place, one in faults if "it was rewritten" in one.detail} == {first.folder}


def test_a_history_that_was_rewritten_whole_is_caught_by_what_was_kept(
    two_ranges: Sealed, another: Sealed
) -> None:
    """A checkpoint outside says another root of so many events."""
    size = two_ranges.casino.last
    root = bytes.fromhex(joined(two_ranges).root or "")
    note = two_ranges.signer.sign(size, root)
    assert joined(another).faults == ()
    ((_, fault),) = joined(another, note).faults
    assert fault.detail == f"the checkpoint of {size} events is of another history"


def test_a_checkpoint_that_the_log_did_not_sign_is_none(two_ranges: Sealed) -> None:
    """Nothing is said of the archive by it."""
    note = two_ranges.signer.named("another.log").sign(1, bytes(32))
    with pytest.raises(BrokenProofError):
        joined(two_ranges, note)


def test_events_come_back_into_an_empty_ledger(two_ranges: Sealed, database: Database) -> None:
    """Each in its place, as it was; the figures that they give are those of the house."""
    casino = two_ranges.casino
    done = restore(two_ranges.archive, ORIGIN, database.login, Asked(), lambda *_: None)
    assert done == casino.last
    with Reader(database.login) as there, Reader(casino.conninfo) as here:
        assert list(there.blocks()) == list(here.blocks())
        spoke = {name: head for name, head in here.heads().items() if head[0]}
        assert there.heads() == spoke


def test_nothing_comes_back_of_a_range_that_was_altered(
    touched: Sealed, database: Database
) -> None:
    """What is before it does, and is proved."""
    first, second = touched.places
    data = touched.archive.read(second, FIGURES)
    touched.archive.write(second, FIGURES, data[:-1])
    with pytest.raises(NotRestoredError, match=FIGURES):
        restore(touched.archive, ORIGIN, database.login, Asked(), lambda *_: None)
    with Reader(database.login) as reader:
        assert reader.last_position() == first.last


def test_another_ledger_takes_nothing(two_ranges: Sealed, another: Sealed) -> None:
    """A ledger of that name whose events are others says so before anything is recorded."""
    with pytest.raises(NotRestoredError, match="here is not what the archive says"):
        restore(another.archive, ORIGIN, two_ranges.casino.conninfo, Asked(), lambda *_: None)
