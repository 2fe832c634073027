"""A stranger with Python, pip, openssl and curl follows the two pages to receipts, word by word."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ops.outside.registrar.requests import read_request
from tests.fixtures.casino import ORIGIN
from tests.ops.outside.devices.conftest import PLACE, Served
from tests.ops.outside.devices.made import CLIENT

SECONDS_MAX = 15 * 60
TOOLS = ("bash", "openssl", "curl", "od", "sed")
HERE = CLIENT.parent
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(
        any(shutil.which(tool) is None for tool in TOOLS), reason=f"needs {', '.join(TOOLS)}"
    ),
]


def blocks(page: str, language: str) -> list[str]:
    """Return a page's blocks of a language."""
    text = (HERE / page).read_text("utf-8")
    return re.findall(rf"```{language}\n(.*?)\n```", text, re.DOTALL)


class Stranger:
    """Somebody with a shell in an empty folder, and nothing of Razão in his path."""

    def __init__(self, folder: Path, given: dict[str, str]) -> None:
        self.folder = folder
        folder.mkdir()
        tools = {str(Path(found).parent) for tool in TOOLS if (found := shutil.which(tool))}
        path = os.pathsep.join([str(folder / "venv" / "bin"), *sorted(tools), "/usr/bin", "/bin"])
        self.environment = {"PATH": path, "HOME": str(folder), "LANG": "en_GB.UTF-8", **given}

    def does(self, script: str, **given: str) -> str:
        """Run a script as it is printed; return what it says."""
        bash = shutil.which("bash")
        assert bash is not None
        done = subprocess.run(
            [bash, "-eu", "-c", script],
            cwd=self.folder,
            env=self.environment | given,
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS_MAX,
        )
        assert done.returncode == 0, (script, done.stdout, done.stderr)
        return done.stdout


def agreed(served: Served, request: Path) -> None:
    """Let the house's registrars agree to a request."""
    asked = read_request(request)
    assert asked.fault() is None
    served.casino.installation.send(served.casino.installation.agreed(asked.act))


def test_a_stranger_comes_to_receipts(served: Served, source: str, tmp_path: Path) -> None:
    """In shell alone; by the agent that he installed; and in Python: each block as it stands."""
    begun = time.monotonic()
    given = {
        "ORIGIN": ORIGIN, "ROLE": "table", "CASINO": "casino-1", "PLACE": PLACE, "URL": served.url,
        "KIND": "heartbeat/1", "PAYLOAD": '{"waiting":3}',
    }  # fmt: skip

    shell = Stranger(tmp_path / "shell", given | {"SOURCE": f"{source}-shell"})
    once, each = blocks("WIRE.md", "bash")
    shell.does(once)
    agreed(served, shell.folder / "request.json")
    answer = json.loads(shell.does(each, TOKEN=served.token(f"{source}-shell")))
    assert answer["outcome"] == "recorded"
    assert answer["receipt"]["first"] == 1

    stranger = Stranger(tmp_path / "stranger", given | {"SOURCE": source})
    installed(stranger)
    init, run = blocks("README.md", "bash")
    (stranger.folder / "phrase").write_text("a phrase of his own\n")
    assert "take it to the registrars" in stranger.does(init)
    agreed(served, stranger.folder / "device" / "request.json")
    (stranger.folder / "device" / "token").write_text(served.token(source))
    export = init.splitlines()[0]
    agent = subprocess.Popen(
        [shutil.which("bash") or "bash", "-eu", "-c", f"{export}\nexec {run}"],
        cwd=stranger.folder,
        env=stranger.environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert agent.stderr is not None
    try:
        assert "listens at" in agent.stderr.readline()
        assert spoken(stranger.folder / "device" / "agent.sock", source)
        until = time.monotonic() + 60
        while "waiting: 0" not in stranger.does("razao-agent status device || true"):
            assert time.monotonic() < until
        (receipt,) = map(json.loads, stranger.does("razao-agent receipts device").splitlines())
    finally:
        agent.terminate()
        agent.wait(60)
        agent.stderr.close()
    assert (receipt["source"], receipt["first"]) == (source, 1)
    assert served.recorded(source) == 1

    (block,) = blocks("README.md", "python")
    program = block.replace("http://127.0.0.1:8008", served.url)
    (stranger.folder / "program.py").write_text(program)
    assert re.fullmatch(r"1 [0-9a-f]{64}\n", stranger.does("python -I program.py"))
    assert time.monotonic() - begun < SECONDS_MAX


def installed(stranger: Stranger) -> None:
    """Install the client into a fresh environment, from its own folder and nothing else of ours."""
    project = stranger.folder / "razao-client"
    project.mkdir()
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(HERE / name, project)
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(CLIENT, project / CLIENT.name, ignore=leave)
    stranger.does(f"'{sys.executable}' -m venv venv")
    try:
        stranger.does("pip install --quiet --disable-pip-version-check ./razao-client")
    except AssertionError as error:
        if "Could not find a version" in str(error) or "connection" in str(error).lower():
            pytest.skip("needs a package index, for `cryptography`")
        raise
    shutil.rmtree(project)
    told = stranger.does("pip list --disable-pip-version-check --format json")
    names = {one["name"] for one in json.loads(told)}
    assert names - {"pip", "setuptools"} <= {"razao-client", "cryptography", "cffi", "pycparser"}


def spoken(path: Path, source: str) -> bool:
    """Say the page's own lines to the agent; tell whether they are answered as it says."""
    page = (HERE / "README.md").read_text("utf-8")
    said = re.findall(r"^→ (\{.*\})$", page, re.MULTILINE)
    told = re.findall(r"^← (\{.*\})$", page, re.MULTILINE)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as terminal:
        terminal.connect(str(path))
        terminal.sendall("".join(f"{line}\n" for line in said).encode())
        with terminal.makefile("rb") as answers:
            kept, wrong, state = (json.loads(answers.readline()) for _ in range(3))
    assert (kept["kept"], kept["event"]) == (True, f"{source}:1")
    assert wrong == json.loads(told[1])
    return set(json.loads(told[2].replace("{…}", "{}"))) <= set(state)
