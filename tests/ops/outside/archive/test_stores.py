"""An archive in an object store is the archive that a folder holds."""

from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree

import pytest

from ledger.audit.auditor import audit_database
from ledger.audit.left import archives_altered
from ops.outside.archive.checking import Asked, check_range
from ops.outside.archive.folder import FIGURES, SEAL, Archive, events_name
from ops.outside.archive.restoring import restore
from ops.outside.archive.sealing import sealed_until
from ops.outside.archive.whole import join
from ops.outside.hub.asking import Hub
from ops.outside.hub.tasks import tasks_of
from tests.fixtures.casino import ORIGIN
from tests.fixtures.postgres import Database
from tests.fixtures.sealed import Sealed, Two, answers, forget

pytestmark = [
    pytest.mark.recorded,
    pytest.mark.deep,
    pytest.mark.skipif(
        find_spec("moto") is None or find_spec("s3fs") is None,
        reason="needs an object store: uv run --group stores pytest -m deep tests/ops/outside",
    ),
]


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Archive]:
    """Serve S3 on this machine, with an empty bucket."""
    server = pytest.importorskip("moto.server").ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "somebody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "something")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    s3fs = pytest.importorskip("s3fs")
    s3fs.S3FileSystem.clear_instance_cache()
    try:
        name = sha256(str(tmp_path).encode()).hexdigest()[:16]
        s3fs.S3FileSystem().mkdir(name)
        yield Archive(f"s3://{name}/country")
    finally:
        s3fs.S3FileSystem.clear_instance_cache()
        server.stop()


@pytest.fixture
def stored(two_ranges: Sealed, bucket: Archive) -> Archive:
    """Put the two ranges into the bucket."""
    for place in two_ranges.places:
        for name in two_ranges.archive.names(place):
            bucket.write(place, name, two_ranges.archive.read(place, name))
    return bucket


def test_an_empty_bucket_has_no_range(bucket: Archive) -> None:
    """Nothing need be there before the first seal."""
    assert (bucket.ranges(), sealed_until(bucket, ORIGIN)) == ([], 0)


def test_a_bucket_holds_what_a_folder_does(stored: Archive, two_ranges: Sealed) -> None:
    """The same ranges and bytes, each proved with its figures; what lacks is said to lack."""
    assert tuple(stored.ranges()) == two_ranges.places
    assert sealed_until(stored, ORIGIN) == two_ranges.casino.last
    for number, place in enumerate(two_ranges.places):
        assert stored.names(place) == two_ranges.archive.names(place)
        checked = check_range(stored, place, Asked(server=two_ranges.server))
        assert checked == two_ranges.check(number)
        assert checked.clean
    assert join(stored, ORIGIN) == join(two_ranges.archive, ORIGIN)
    with pytest.raises(FileNotFoundError):
        stored.read(two_ranges.places[0], "none.parquet")


def test_what_is_touched_in_a_bucket_is_named(stored: Archive, two_ranges: Sealed) -> None:
    """And is another task of the hub's, as its stamp there has changed."""
    first, second = two_ranges.places
    before = tasks_of([stored.url], figures=False)
    stored.write(second, FIGURES, stored.read(second, FIGURES)[:-1])
    after = tasks_of([stored.url], figures=False)
    assert [one.name == two.name for one, two in zip(before, after, strict=True)] == [True, False]
    assert check_range(stored, first, Asked()).clean
    assert {one.file for one in check_range(stored, second, Asked()).faults} == {FIGURES}
    stored.write(second, SEAL, stored.read(first, SEAL))
    assert SEAL in {one.file for one in check_range(stored, second, Asked()).faults}


def test_events_come_back_out_of_a_bucket(
    stored: Archive, two_ranges: Sealed, database: Database
) -> None:
    """Into an empty ledger, each in its place."""
    done = restore(stored, ORIGIN, database.login, Asked(), lambda *_: None)
    assert done == two_ranges.casino.last


@pytest.mark.skipif(find_spec("duckdb") is None, reason="needs the extra `hub`")
def test_a_bucket_answers_as_a_folder_does(stored: Archive, two_ranges: Sealed) -> None:
    """DuckDB reads the files where they lie."""
    for question in ("kinds", "revenue"):
        there, here = Hub([stored.url]).ask(question), Hub([str(two_ranges.folder)]).ask(question)
        assert there == here
        assert there.rows


def test_what_left_for_a_bucket_is_read_out_of_it(two: Two, bucket: Archive) -> None:
    """Every road gives the same out of the bucket alone; that away, `verify` says what it saw."""
    before, archive = answers(two.casino), two.archives[0]
    for place in two.places:
        for name in archive.names(place):
            bucket.write(place, name, archive.read(place, name))
    two.drop_into(archive, bucket)
    for folder in two.folders:
        rmtree(folder)
    forget()
    assert answers(two.casino) == before
    assert archives_altered(two.casino.conninfo) == []
    second = two.places[1]
    kept = bucket.read(second, events_name(0))
    bucket.write(second, events_name(0), kept[:-1] + b"\x00")
    (altered,) = archives_altered(two.casino.conninfo)
    assert altered.source == f"{bucket.place}/{second.folder}/{events_name(0)}"
    store = pytest.importorskip("s3fs").S3FileSystem()
    store.rm(f"{bucket.url}/{second.folder}", recursive=True)
    forget()
    report = audit_database(two.casino.conninfo)
    assert [(one.first, one.last) for one in report.unread] == [second[1:]]
    assert report.problems == []
