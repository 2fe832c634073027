"""The wire guide: its example is right to the byte, and its shell comes to a receipt."""

import json
import os
import re
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.answers.problems import OUTCOMES
from ledger.door.ingestion import Receipt
from ledger.ids import NO_LINK
from ledger.signed.canonical import decode, encode
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment, Signed
from ledger.signed.signing import KeySigner
from ops.outside.registrar.requests import read_request
from tests.fixtures.casino import ORIGIN
from tests.ops.outside.devices.conftest import Served

PAGE = (Path(__file__).parents[4] / "ops" / "outside" / "devices" / "WIRE.md").read_text("utf-8")
SOURCE = "mesa-shell"
TOOLS = ("bash", "openssl", "curl", "od", "sed")


def blocks(language: str) -> list[str]:
    """Return the page's blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)\n```", PAGE, re.DOTALL)


def test_the_example_is_right_to_the_byte() -> None:
    """Key, envelope, link, signed bytes, signature and line follow from each other as it says."""
    _, key, envelope, link, statement, signature, line = blocks("text")
    seed = re.search(r"\(for this page alone\) `([0-9a-f]{64})`", PAGE)
    assert seed is not None
    signer = KeySigner.from_seed(bytes.fromhex(seed[1]))
    assert signer.public_key.hex() == key
    assert encode(decode(envelope.encode())) == envelope.encode()
    assert f"Envelope, {len(envelope.encode())} bytes" in PAGE
    assert sha256(b"\0" + envelope.encode()).hexdigest() == link
    signed = Signed.of("cv.casino-praia", "mesa-ra-04", signer.public_key)
    said = signed.statement(1, NO_LINK, [link_of(envelope.encode())])
    assert (said.hex(), signer.sign(said).hex()) == (statement, signature)
    segment = msgspec.json.decode(line, type=Segment)
    assert segment == Segment(
        key=signer.public_key, signature=bytes.fromhex(signature), envelopes=(envelope.encode(),)
    )


def test_the_ten_lines_encode_what_the_ledger_takes() -> None:
    """The encoder of the page gives the envelope of the page."""
    (source,) = blocks("python")
    names: dict[str, Any] = {}
    exec(source, names)  # noqa: S102 - the page's own lines
    expected = blocks("text")[2].encode()
    one = decode(expected)
    assert one.blind is not None
    got = names["envelope"](
        one.origin, one.source, one.seq, one.previous.hex(), one.kind, one.blind.hex(), one.at,
        one.day, one.place, one.round, {"waiting": 3},
    )  # fmt: skip
    assert got == expected


def test_every_outcome_is_in_the_table() -> None:
    """Whatever a line of an answer may say, the page says what to do."""
    rows = " ".join(line for line in PAGE.splitlines() if line.startswith("| `"))
    codes = {one for one in re.findall(r"`([a-z-]+)`", rows) if one != "detail"}
    assert codes == set(OUTCOMES)


@pytest.mark.skipif(
    any(shutil.which(tool) is None for tool in TOOLS), reason=f"needs {', '.join(TOOLS)}"
)
def test_the_shell_comes_to_a_receipt(served: Served, tmp_path: Path) -> None:
    """A key, a request that registrars agree to, two events of which one is sent twice."""
    once, each = blocks("bash")
    assert len(once.splitlines()) + len(each.splitlines()) <= 25
    given = {
        "ORIGIN": ORIGIN,
        "SOURCE": SOURCE,
        "ROLE": "table",
        "CASINO": "casino-1",
        "PLACE": "RA-04",
        "KIND": "heartbeat/1",
        "PAYLOAD": '{"waiting":3}',
        "URL": served.url,
    }
    _run(once, tmp_path, given)
    request = read_request(tmp_path / "request.json")
    assert request.fault() is None
    installation = served.casino.installation
    installation.send(installation.agreed(request.act))
    given["TOKEN"] = served.token(SOURCE)

    first = _answer(_run(each, tmp_path, given))
    kept = (tmp_path / "segment").read_bytes()
    second = _answer(_run(each, tmp_path, given | {"PAYLOAD": "{}"}))
    assert (first[1].first, second[1].first) == (1, 2)
    assert [first[0], second[0]] == ["recorded", "recorded"]
    (tmp_path / "segment").write_bytes(kept)
    curl = next(line for line in each.splitlines() if line.startswith("curl"))
    _run(curl, tmp_path, given)
    again = _answer((tmp_path / "answer").read_text())
    assert again == ("repeated", first[1])


def _run(script: str, folder: Path, given: dict[str, str]) -> str:
    environment = {"PATH": os.environ["PATH"], **given}
    bash = shutil.which("bash")
    assert bash is not None
    done = subprocess.run(
        [bash, "-eu", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _answer(text: str) -> tuple[str, Receipt]:
    told = json.loads(text)
    return told["outcome"], msgspec.convert(told["receipt"], Receipt)
