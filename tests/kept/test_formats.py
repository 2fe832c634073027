"""Archives' manifests and bundles that older versions wrote for people outside hold for ever."""

import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from ledger.signed.notes import read_key
from ops.outside.archive.checking import Asked, check_range
from ops.outside.archive.folder import Archive
from ops.outside.verifier.whole import check_bundle
from tests.kept.formats import BUNDLE, SEALED, kept_formats, unpack_formats
from tests.kept.ledgers import kept

Kept = tuple[Path, dict[str, Any]]


@pytest.fixture(scope="module", params=kept_formats())
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Unpack what is kept of a version."""
    folder = tmp_path_factory.mktemp("formats")
    return folder, unpack_formats(request.param, folder)


def test_each_release_with_these_formats_has_them_kept() -> None:
    """All but the first, which had no archive and no bundle."""
    assert set(kept()) - {"0.2.0"} <= set(kept_formats())


def test_a_sealed_range_of_before_is_whole(written: Kept) -> None:
    """Seal, note, blocks, links, signatures, each table: by the log's keys as told then."""
    folder, told = written
    archive = Archive(str(folder / SEALED))
    keys = tuple(read_key(text) for text in told["log"])
    found: list[list[Any]] = []
    for place in archive.ranges():
        checked = check_range(archive, place, Asked(keys=keys))
        assert checked.faults == ()
        assert checked.seal is not None
        assert checked.events == place.last - place.first + 1
        assert checked.signatures > 0
        found.append([place.first, place.last, checked.seal.root])
    assert found == told["ranges"]


def test_a_bundle_of_before_proves(written: Kept, tmp_path: Path) -> None:
    """By this program, and by the one file that was put into it."""
    folder, told = written
    data = (folder / BUNDLE).read_bytes()
    assert check_bundle(data, told["log"]).faults == []
    with ZipFile(folder / BUNDLE) as archive:
        archive.extract("razao_verify.py", tmp_path)
    asked = [sys.executable, "-I", "razao_verify.py", folder / BUNDLE]
    done = subprocess.run(asked, cwd=tmp_path, env={}, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert told["round"] in done.stdout
