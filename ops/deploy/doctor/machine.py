"""Checks of the machine: environment, folders, disk, clock."""

import os
import platform
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

from ledger.text.near import near_names
from ops.deploy.doctor.check import Check, Machine, broken, ok, unknown, warning
from ops.settings import Settings

_OTHERS: Final = 0o007
_OF_TESTS: Final = {"RAZAO_TEST_DATABASE_URL", "RAZAO_HYPOTHESIS"}


def environment(machine: Machine) -> Iterator[Check]:
    """Look for variables that Razão does not know: a misspelt one is silently not there."""
    known = {f"RAZAO_{name.upper()}" for name in Settings.model_fields}
    strange = sorted(
        name
        for name in machine.environment
        if name.startswith("RAZAO_") and name not in known | _OF_TESTS
    )
    for name in strange:
        yield broken(
            "environment",
            f"{name} is set, and no setting has this name",
            f"did you mean {near_names(name, known)[0]}? Set that, or unset {name}",
        )
    if not strange:
        yield ok("environment", f"every RAZAO_ variable is a setting of razao {version('razao')}")


def versions() -> Iterator[Check]:
    """Tell the versions that a report needs."""
    yield ok("versions", f"razao {version('razao')}, Python {platform.python_version()}")


def home(settings: Settings) -> Iterator[Check]:
    """Look at the folder of the installation: there, writable, nobody else's."""
    folder = settings.home
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not os.access(there, os.W_OK | os.X_OK) or _read_only(there):
        yield broken(
            "home",
            f"{there} cannot be written by user {os.geteuid()}",
            f"chown it to the service's user, or set RAZAO_HOME (systemd: StateDirectory=) "
            f"instead of {folder}",
        )
    elif folder.exists() and folder.stat().st_mode & 0o022:
        yield broken(
            "home",
            f"{folder} can be written by others: who can may put his keys in it",
            f"chmod 0700 {folder}",
        )
    else:
        yield ok("home", f"{folder} can be written, and by nobody else")


def written(settings: Settings) -> dict[str, Path]:
    """Return the folders where the installation writes, by the settings that name them."""
    folders = {"RAZAO_HOME": settings.home}
    if settings.checkpoints is not None:
        folders["RAZAO_CHECKPOINTS"] = settings.checkpoints
    return folders


def disk(settings: Settings, machine: Machine) -> Iterator[Check]:
    """Look at the room left where the installation writes."""
    for name, folder in written(settings).items():
        room = machine.room(folder)
        free = f"{room.free / 1e9:.1f} GB of {room.total / 1e9:.1f} GB are free for {name}"
        if not room.inodes:
            yield broken(
                "disk", f"no more files can be made for {name} (inodes)", f"make room at {folder}"
            )
        elif room.short:
            yield broken("disk", free, f"make room on the file system of {folder}")
        else:
            yield ok("disk", free)


def clock(machine: Machine) -> Iterator[Check]:
    """Look whether something disciplines the machine's clock."""
    synchronised = machine.synchronised()
    if synchronised is None:
        yield unknown("clock-source", "the kernel does not say whether its clock is disciplined")
    elif synchronised:
        yield ok("clock-source", "the machine's clock is disciplined")
    else:
        yield warning(
            "clock-source",
            "nothing disciplines the machine's clock: ticks, deadlines and silences go by it",
            "run chrony: ops/deploy/chrony/razao.conf; `chronyc tracking` says how it stands",
        )


def _read_only(folder: Path) -> bool:
    return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
