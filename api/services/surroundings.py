"""The machine around the service, as far as whoever runs the app sees it: disks, clock, backups."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

FREE_BYTES_MIN: Final = 1_000_000_000
FREE_SHARE_MIN: Final = 0.05
"""A disk with less room than either is too full: once it has none the ledger halts."""


class Room(Struct, frozen=True):
    """Free and total space of a file system, in bytes, and whether it has free inodes."""

    free: int
    total: int
    inodes: bool

    @property
    def short(self) -> bool:
        """Whether the file system is nearly full."""
        return (
            not self.inodes or self.free < FREE_BYTES_MIN or self.free < self.total * FREE_SHARE_MIN
        )


class Surroundings(Struct, frozen=True, kw_only=True):
    """The machine around a service at one moment; None or nothing where nobody can tell."""

    rooms: Mapping[str, Room] = MappingProxyType({})
    """By what is written there: ``RAZAO_HOME``."""
    synchronised: bool | None = None
    """Whether something disciplines the machine's clock."""
    tick_seconds: float | None = None
    """Since this process last let the ledger's clock tick."""
    backup_seconds: float | None = None
    """Age of the newest backup."""

    def faults(self) -> list[str]:
        """Return in words what should be mended before it stops the service."""
        found = [
            f"the disk of {name} is nearly full: {room.free / 1e9:.1f} GB of "
            f"{room.total / 1e9:.1f} GB are free"
            if room.inodes
            else f"the disk of {name} takes no more files (inodes)"
            for name, room in self.rooms.items()
            if room.short
        ]
        if self.synchronised is False:
            found.append("nothing disciplines the machine's clock")
        return found
