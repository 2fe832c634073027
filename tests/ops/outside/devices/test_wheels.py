"""The wheels: the devices' client in an environment of its own, and the ledger's with its data."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[4]
UV = shutil.which("uv")
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(UV is None, reason="needs uv, which builds the wheels"),
]


def run(*command: str, **more: str) -> str:
    """Run a command away from the tree; return what it told."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, cwd="/", env={**environment, **more}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def built(folder: Path, into: Path) -> Path:
    """Build the wheel of a folder."""
    run(str(UV), "build", "--quiet", "--wheel", "--out-dir", str(into), str(folder))
    (wheel,) = into.glob("*.whl")
    return wheel


def test_the_client_s_wheel_is_all_that_a_device_needs(tmp_path: Path) -> None:
    """A fresh environment: nothing of the ledger in it, a key, an outbox, an event, the command."""
    wheel = built(ROOT / "ops" / "outside" / "devices", tmp_path / "dist")
    home = tmp_path / "device"
    run(str(UV), "venv", "--quiet", "--python", sys.executable, str(home))
    python = str(home / "bin" / "python")
    run(str(UV), "pip", "install", "--quiet", "--python", python, str(wheel))
    said = run(
        python,
        "-c",
        f"""
from pathlib import Path
from razao_client import Device, Key, Outbox
from razao_client.kinds import Heartbeat
folder = Path({str(tmp_path)!r})
key = Key.make(folder / "key.pem", b"a phrase")
outbox = Outbox.make(folder / "outbox.db", "cv.casino", "mesa-1", key.public)
print(Device(key, outbox).tell(Heartbeat(), place="RA-01").seq)
try:
    import ledger
except ImportError:
    print("alone")
""",
    )
    assert said.split() == ["1", "alone"]
    assert "VERB" in run(str(home / "bin" / "razao-agent"), "--help")


def test_the_ledger_s_wheel_has_what_it_reads_beside_its_code(tmp_path: Path) -> None:
    """Unpacked, and asked there: migrations, the catalogue and its frozen examples, the vectors."""
    wheel = built(ROOT, tmp_path / "dist")
    unpacked = tmp_path / "site"
    with ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    where = run(
        sys.executable, "-P", "-c", "import ops; print(ops.__file__)", PYTHONPATH=str(unpacked)
    )
    assert Path(where.strip()).is_relative_to(unpacked)
    here = {"PYTHONPATH": str(unpacked)}
    razao = (sys.executable, "-P", "-m", "ops.cli")
    assert "heartbeat/1" in run(*razao, "schema", "--kinds", **here)
    assert json.loads(run(*razao, "schema", "--asyncapi", **here))["asyncapi"].startswith("3.")
    assert (
        json.loads(run(*razao, "schema", "--changes", "--json", **here))[-1]["version"] == "0.2.0"
    )
    assert json.loads(run(*razao, "conform", "--vectors", **here))
    tree = {
        str(path.relative_to(ROOT))
        for room in ("ledger", "projections", "api", "ops")
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".py"
    }
    lacking = {name for name in tree if not (unpacked / name).exists()}
    assert lacking == set()
