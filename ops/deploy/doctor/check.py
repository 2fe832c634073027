"""The answers of the doctor, and the machine that the doctor looks at."""

import ctypes
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Final

from msgspec import Struct

from api.services.surroundings import Room

_UNSYNCHRONISED: Final = 0x0040
"""STA_UNSYNC of ``adjtimex``: nobody disciplines the kernel's clock."""
_TIMEX_WORDS: Final = 64
"""More than ``struct timex`` has on any machine."""
_STATUS_WORD: Final = 5
"""Where its status stands, in words of a C long."""


class State(StrEnum):
    """The state of a part of the installation."""

    OK = "ok"
    WARNING = "warning"
    """It works, and something that should guard it is not there."""
    BROKEN = "broken"
    UNKNOWN = "unknown"
    """It could not be looked at, for another part is broken, or this machine does not tell."""


class Check(Struct, frozen=True, kw_only=True):
    """A part of the installation that was looked at."""

    name: str
    """Of what is checked, the same in every version: ``clock-ledger``."""
    state: State
    found: str
    """What was seen, in a sentence."""
    remedy: str | None = None
    """What to do; None where all is well."""


def ok(name: str, found: str) -> Check:
    """Return a check that found all well."""
    return Check(name=name, state=State.OK, found=found)


def broken(name: str, found: str, remedy: str) -> Check:
    """Return a check that found something broken."""
    return Check(name=name, state=State.BROKEN, found=found, remedy=remedy)


def warning(name: str, found: str, remedy: str) -> Check:
    """Return a check that found a guard missing."""
    return Check(name=name, state=State.WARNING, found=found, remedy=remedy)


def unknown(name: str, found: str, remedy: str | None = None) -> Check:
    """Return a check that could not be made."""
    return Check(name=name, state=State.UNKNOWN, found=found, remedy=remedy)


def room_of(folder: Path) -> Room:
    """Return the room of the file system that a folder is on, or will be on."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    usage = shutil.disk_usage(there)
    inodes = os.statvfs(there)
    return Room(usage.free, usage.total, inodes.f_files == 0 or inodes.f_favail > 0)


def is_synchronised() -> bool | None:
    """Tell whether something disciplines this machine's clock; None where the kernel is silent."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        timex = (ctypes.c_long * _TIMEX_WORDS)()
        code: int = libc.adjtimex(timex)
    except (AttributeError, OSError):
        return None
    return None if code < 0 else not timex[_STATUS_WORD] & _UNSYNCHRONISED


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Machine:
    """The machine, as far as the doctor asks it; a test puts another in its place."""

    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    now: Callable[[], datetime] = _now
    room: Callable[[Path], Room] = room_of
    synchronised: Callable[[], bool | None] = is_synchronised
