"""The machine around a serving process: what its figures and its health tell of it."""

from collections.abc import Callable

from api.services.surroundings import Surroundings
from ops.deploy.doctor.check import Machine
from ops.deploy.doctor.ledger import newest_backup
from ops.deploy.doctor.machine import written
from ops.settings import Settings


def look_around(
    settings: Settings, ticked: Callable[[], float | None], machine: Machine | None = None
) -> Surroundings:
    """Return disks, clock and backups as they are now; ``ticked`` says how old the last tick is."""
    seen = machine or Machine()
    newest = None if settings.backups is None else newest_backup(settings.backups)
    return Surroundings(
        rooms={name: seen.room(folder) for name, folder in written(settings).items()},
        synchronised=seen.synchronised(),
        tick_seconds=ticked(),
        backup_seconds=None if newest is None else (seen.now() - newest).total_seconds(),
    )
