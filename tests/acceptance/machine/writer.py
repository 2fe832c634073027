"""Writes files as the program does, each time in a child that waits until it is let go.

Told a line, it forks a child and says its number; the child, once it goes on, does what the line
names and ends: 0 done, 1 refused with an error of ours or the system's, anything else is a fault.
"""

import os
import signal
import sys
from pathlib import Path

from ledger.log.kept import replace_file
from ops.errors import UnreachableError
from ops.outside.archive.folder import Archive, Place

PLACE = Place("casa", 1, 512)
NAMES = ("events-00000.parquet", "seal.json")


def note(folder: Path, text: str) -> None:
    """Replace the checkpoint that is kept outside the database."""
    replace_file(folder / "casa.note", text)


def archive(folder: Path, text: str) -> None:
    """Write the files of a sealed range, and see them on the disk."""
    place = Archive(str(folder))
    for name in NAMES:
        place.write(PLACE, name, text.encode())
    place.settle(PLACE)


WRITERS = {"note": note, "archive": archive}


def tell(number: int) -> None:
    """Say a number to who asked."""
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


def main() -> None:
    """Do as each line says: which writer, and what it writes."""
    folder = Path(sys.argv[1])
    for write in WRITERS.values():
        write(folder, "first")  # what is imported on the way is imported by now
    for line in sys.stdin:
        name, text = line.split()
        child = os.fork()
        if child == 0:
            os.kill(os.getpid(), signal.SIGSTOP)
            code = 2
            try:
                WRITERS[name](folder, text)
                code = 0
            except (OSError, UnreachableError):
                code = 1
            finally:
                os._exit(code)
        os.waitpid(child, os.WUNTRACED)
        tell(child)
        tell(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


if __name__ == "__main__":
    main()
