"""``razao conform URL``: the device plays against a rehearsal ledger that listens for it."""

import json
import re
import socket
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.ops.conform import device
from tests.ops.conform.device import CASINO, ORIGIN, PLACE, RIGHT, SOURCE, Device


def write_request(played: Device, path: Path) -> Path:
    """Write the request by which a device asks to be enrolled."""
    payload = {
        "source": SOURCE, "role": "table", "casino": CASINO, "places": [PLACE],
        "key": played.public.hex(), "proof": played.proof,
    }  # fmt: skip
    asked = {"format": "razao-request/1", "origin": ORIGIN, "kind": "source-enrolled/2"}
    path.write_text(json.dumps({**asked, "payload": payload, "words": []}))
    return path


@pytest.mark.deep
def test_a_device_plays_against_a_ledger_that_listens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The token is told, each request answered by the service itself, the report comes at the end.

    The device plays now: the rehearsal's clock is the true one.
    """
    now = datetime.now(UTC).replace(microsecond=123456)
    monkeypatch.setattr(device, "BEGAN", now - timedelta(seconds=20))
    monkeypatch.setattr(device, "DAY", now.date().isoformat())
    played = Device(RIGHT)
    request = write_request(played, tmp_path / "request.json")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    command = [
        sys.executable, "-m", "ops.cli", "conform", url, "--request", str(request),
        "--quiet", "3", "--json",
    ]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        token = ""
        for line in process.stderr:
            found = re.search(rf"token for {SOURCE}: (\S+)", line)
            if found is not None:
                token = found[1]
                break
        assert token
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/x-ndjson"}
        outcomes: list[str] = []
        for _, body in played.bodies():
            with urlopen(Request(f"{url}/v1/events", body, headers)) as answer:
                outcomes += [json.loads(line)["outcome"] for line in answer]
        report = json.loads(process.stdout.read())
        process.stderr.read()
    assert outcomes == ["recorded"] * 3
    assert (process.returncode, report["statements"]) == (0, [])
    assert (report["events"], report["segments"]) == (11, 3)
