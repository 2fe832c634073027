"""The guide's commands, as they stand on the page, from nothing to a served console."""

import contextlib
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.fixtures.elsewhere import Elsewhere, debian_binaries, elsewhere, free_port

ROOT = Path(__file__).parents[3]
GUIDES = [ROOT / "ops" / "deploy" / name for name in ("GUIA.md", "GUIDE.md")]
TOOLS = (
    "python3", "openssl", "nginx", "chronyd", "runuser", "curl", "psql", "pg_basebackup",
    "prometheus", "promtool",
)  # fmt: skip
WATCHED_SECONDS_MAX = 90
SHIM = Path(__file__).with_name("systemctl_shim.py")


def commands(guide: Path) -> list[str]:
    """Return the blocks of shell of a page."""
    return re.findall(r"^```sh\n(.*?)^```$", guide.read_text(), flags=re.DOTALL | re.MULTILINE)


def test_both_guides_have_the_same_commands() -> None:
    """What is tested in one language holds in the other."""
    portuguese, english = map(commands, GUIDES)
    assert portuguese == english
    assert len(portuguese) > 8


@dataclass
class Place:
    """A machine's folders within a temporary one, and a server in the distribution's place."""

    folder: Path
    server: Elsewhere
    https: int
    http: int
    watch: int
    """Prometheus's port."""

    def here(self, text: str) -> str:
        """Return a text with the machine's folders and ports put in this place."""
        top = self.folder
        data = self.server.folder / "data"
        for there, mine in (
            ("/etc/postgresql/15/main", data),
            ("/etc/razao", top / "etc/razao"),
            ("/var/lib/razao", top / "var/razao"),
            ("/opt/razao", top / "opt"),
            ("/root/", f"{top}/root/"),
            ("/media/", f"{top}/media/"),
            ("/etc/systemd/system", top / "etc/systemd"),
            ("/etc/nginx", top / "etc/nginx"),
            ("/etc/chrony", top / "etc/chrony"),
            ("/etc/prometheus", top / "etc/prometheus"),
            ("chown prometheus", "chown root"),
            ("/usr/local/sbin", top / "sbin"),
            ("/srv/replica", top / "replica"),
            ("127.0.0.1:5432", f"127.0.0.1:{self.server.port}"),
            ("127.0.0.1:443", f"127.0.0.1:{self.https}"),
            ("listen 443", f"listen 127.0.0.1:{self.https}"),
            ("127.0.0.1:8008", f"127.0.0.1:{self.http}"),
            ("--port 8008", f"--port {self.http}"),
        ):
            text = text.replace(there, str(mine))
        return text

    def furnish(self) -> None:
        """Make the folders that a machine has, the code, and tools in the place of its own."""
        code = self.folder / "code"
        code.mkdir()
        for name in ("ledger", "projections", "api", "ops"):
            shutil.copytree(ROOT / name, code / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md", "uv.lock"):
            shutil.copy(ROOT / name, code)
        for path in (code / "ops" / "deploy").rglob("*"):
            if path.is_file() and path.suffix != ".py":
                path.write_text(self.here(path.read_text()))
        for name in (
            "root", "media/registo-1", "media/registo-2", "media/registo-3", "etc/systemd",
            "etc/nginx/conf.d", "etc/chrony/conf.d", "etc/prometheus", "sbin", "bin", "var",
        ):  # fmt: skip
            (self.folder / name).mkdir(parents=True)
        nginx = self.folder / "etc/nginx/nginx.conf"
        nginx.write_text(
            f"pid {self.folder}/nginx.pid; error_log {self.folder}/nginx.log;\n"
            f"events {{}} http {{ access_log off; include {nginx.parent}/conf.d/*.conf; }}\n"
        )
        self.tool("systemctl", f'exec {sys.executable} {SHIM} "$@"')
        self.tool("nginx", f'exec {shutil.which("nginx")} -c {nginx} "$@"')
        self.tool("apt-get", 'shift 2; for one; do apt-cache show "$one" > /dev/null; done')

    def tool(self, name: str, line: str) -> None:
        """Put a tool before the machine's own."""
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/sh\nset -e\n{line}\n")
        path.chmod(0o755)

    def environment(self) -> dict[str, str]:
        """Return what the shell of the guide has."""
        # How this machine reaches its registry of packages is no part of the guide.
        registry = re.compile(r"(UV|SSL|PIP)_\w+|\w+_proxy", re.IGNORECASE)
        return {name: value for name, value in os.environ.items() if registry.fullmatch(name)} | {
            "PATH": f"{self.folder}/bin:{self.server.bin}:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": os.environ.get("HOME", "/root"),
            "PGHOST": str(self.server.folder),
            "PGPORT": str(self.server.port),
            "LC_ALL": "C.UTF-8",
            "HERE": str(self.folder),
            "WATCH": f"127.0.0.1:{self.watch}",
            "SERVER": json.dumps([str(self.server.bin), str(self.server.folder)]),
        }

    def leave(self) -> None:
        """End what was started here, by its number."""
        for file in self.folder.rglob("*.pid"):
            if file.name != "postmaster.pid":
                with contextlib.suppress(ProcessLookupError, ValueError):
                    os.kill(int(file.read_text()), signal.SIGTERM)
        time.sleep(1)


@pytest.fixture
def place() -> Iterator[Place]:
    """Give a machine with the distribution's programs, and a fresh cluster of its PostgreSQL."""
    binaries = debian_binaries()
    missing = [tool for tool in TOOLS if shutil.which(tool, path=os.environ["PATH"]) is None]
    if binaries is None or missing or os.geteuid() != 0:
        pytest.skip(f"needs root, Debian's PostgreSQL and {', '.join(TOOLS)}; lacks {missing}")
    folder = Path(tempfile.mkdtemp(prefix="razao-guide-"))
    folder.chmod(0o755)
    with elsewhere(binaries, settings="include_dir = 'conf.d'", folders=["conf.d"]) as server:
        made = Place(folder, server, free_port(), free_port(), free_port())
        try:
            made.furnish()
            yield made
        finally:
            made.leave()
            shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.deep
@pytest.mark.parametrize("guide", GUIDES[:1], ids=lambda path: path.stem)
def test_every_command_of_the_guide_runs(place: Place, guide: Path) -> None:
    """In order, each block to its end: TLS and scram, no owner's login, a doctor who is content."""
    blocks = [place.here(block) for block in commands(guide)]
    script = "\n".join(f"echo '== {number}'\n{block}" for number, block in enumerate(blocks))
    with (place.folder / "said").open("w") as log:
        done = subprocess.run(
            ["/bin/bash", "-euo", "pipefail", "-c", script],
            check=False,
            cwd=place.folder / "code",
            env=place.environment(),
            stdout=log,
            stderr=subprocess.STDOUT,
            timeout=900,
        )
    said = (place.folder / "said").read_text()
    service = place.folder / "razao.service.log"
    assert done.returncode == 0, said + (service.read_text() if service.exists() else "")
    assert '"status":"ok"' in said.replace(" ", "") or '"status":"late"' in said.replace(" ", "")
    assert "cv.casino-praia" in said
    doctor = said.partition("== 8")[2].partition("== 9")[0]
    assert "could not alter the ledger" in doctor
    assert "the server is known, and the login proved who it is" in doctor
    assert "broken" not in doctor
    names = ("pgpass", "server.key", "keys/log.key", "prometheus.key")
    modes = [stat.S_IMODE((place.folder / "etc/razao" / one).stat().st_mode) for one in names]
    assert [mode & 0o077 for mode in modes] == [0, 0, 0, 0]
    assert (place.folder / "opt/bin/razao").stat().st_mode & 0o005 == 0o005, "the service reads it"
    assert (place.folder / "replica" / "standby.signal").exists()
    assert watched(place) == ("up", [])


def watched(place: Place) -> tuple[str, list[str]]:
    """Return what Prometheus says of the service, and which alarms ring, once it is content.

    While the new version was put in nobody answered, and that rang, if it took a minute.
    """
    until = time.monotonic() + WATCHED_SECONDS_MAX
    while True:
        (target,) = asked(place, "targets")["activeTargets"]
        alarms = [one for one in asked(place, "alerts")["alerts"] if one["state"] == "firing"]
        names = [one["labels"]["alertname"] for one in alarms]
        if (target["health"] == "up" and not names) or time.monotonic() > until:
            return target["health"], names
        time.sleep(1)


def asked(place: Place, what: str) -> dict[str, Any]:
    """Ask Prometheus for a list."""
    with urlopen(f"http://127.0.0.1:{place.watch}/api/v1/{what}") as answer:
        return json.load(answer)["data"]
