"""``razao doctor`` on a machine that is broken in truth: its clock, its time source, its variables.

A process of its own, whose clock libfaketime turns and whose kernel's answer strace alters: what is
asked is what a service would ask.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from ledger.events.registry import Heartbeat
from tests.fixtures.casino import Casino

REPOSITORY = Path(__file__).parents[3]
FAKETIME = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))), None)
"""Debian's libfaketime."""
KERNEL = "clock_adjtime:poke_exit=@arg2=" + "00" * 40
"""What the kernel writes into ``struct timex``, up to the status of its clock."""


@dataclass(frozen=True)
class Broken:
    """A way in which a machine is broken, and what the doctor says of it."""

    check: str
    words: str
    state: str = "broken"
    clock: str | None = None
    environment: dict[str, str] = field(default_factory=dict)
    injected: str | None = None


BROKEN = {
    "a variable is misspelt": Broken(
        "environment",
        "RAZAO_DATABSE_URL is set, and no setting has this name",
        environment={"RAZAO_DATABSE_URL": "postgresql://x"},
    ),
    "the clock is an hour ahead": Broken(
        "clock-database", "clock and the database's are 3600 s apart", clock="+1h"
    ),
    "the clock went back": Broken(
        "clock-ledger", "ahead of this machine's clock: the clock went back", clock="-2d"
    ),
    "nobody disciplines the clock": Broken(
        "clock-source",
        "nothing disciplines the machine's clock",
        state="warning",
        injected=f"{KERNEL}40000000",
    ),
    "somebody disciplines the clock": Broken(
        "clock-source",
        "the machine's clock is disciplined",
        state="ok",
        injected=f"{KERNEL}01000000",
    ),
}


@pytest.mark.deep
@pytest.mark.parametrize("name", BROKEN)
def test_a_machine_that_is_broken_is_named(recorded_casino: Casino, name: str) -> None:
    """The check of that part says what was seen, and what to do; of a sound part it says so."""
    broken = BROKEN[name]
    casino = recorded_casino
    casino.say("mesa", Heartbeat())
    casino.door.tick()
    environment = {
        "RAZAO_DATABASE_URL": casino.conninfo,
        "RAZAO_HOME": str(casino.installation.home),
        "PATH": os.environ["PATH"],
        **broken.environment,
    }
    command = [sys.executable, "-m", "ops.cli", "doctor", "--json"]
    if broken.clock is not None:
        if FAKETIME is None:
            pytest.skip("no libfaketime: apt-get install libfaketime")
        environment |= {"LD_PRELOAD": str(FAKETIME), "FAKETIME": broken.clock}
    if broken.injected is not None:
        strace = shutil.which("strace")
        if strace is None:
            pytest.skip("no strace: apt-get install strace")
        name = broken.injected.partition(":")[0]
        traced = ["-f", "-qq", "-o", os.devnull, "-e", f"trace={name}"]
        command = [strace, *traced, "-e", f"inject={broken.injected}", *command]
    done = subprocess.run(
        command, env=environment, cwd=REPOSITORY, capture_output=True, check=False, text=True
    )
    assert done.stdout, done.stderr
    told = json.loads(done.stdout)
    (check,) = (one for one in told["checks"] if one["name"] == broken.check)
    assert (check["state"], broken.words in check["found"]) == (broken.state, True), check
    assert (check.get("remedy") is None) == (broken.state == "ok")
    assert done.returncode == (broken.state == "broken")
