"""Where an archive lies: a folder of this machine, or an object store, by fsspec.

::

    <archive>/origin=<ledger>/range=<first>-<last>/<files>
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, NamedTuple

from ops.errors import MisuseError, UnreachableError

SEAL: Final = "seal.json"
NOTE: Final = "seal.note"
CHECKPOINT: Final = "checkpoint.json"
CARRY_IN: Final = "carry-in.json.zst"
CARRY_OUT: Final = "carry-out.json.zst"
LOOKED_BACK: Final = "looked-back.parquet"
ROWS_BACK: Final = "looked-back-rows.parquet"
FIGURES: Final = "figures.parquet"
BLOCKS: Final = "blocks.json"
TOTALS: Final = "totals.parquet"
_RANGE: Final = re.compile(r"range=(\d{9,})-(\d{9,})")


class Place(NamedTuple):
    """A sealed range of a ledger, as its folder is named."""

    origin: str
    first: int
    last: int

    @property
    def folder(self) -> str:
        """Its folder, below the archive's.

        >>> Place("cv.praia", 1, 512).folder
        'origin=cv.praia/range=000000001-000000512'
        """
        return f"origin={self.origin}/range={self.first:09}-{self.last:09}"


def events_name(number: int) -> str:
    """Return the name of a range's file of events.

    >>> events_name(0)
    'events-00000.parquet'
    """
    return f"events-{number:05}.parquet"


class Archive:
    """Files of an archive, by the names of ranges and of their files."""

    def __init__(self, url: str) -> None:
        """Open a folder or a bucket by its path or URL; nothing need be there yet.

        Raises:
            MisuseError: this installation has not the extra, or not what that store asks for.

        """
        self.url = url
        try:
            fsspec: Any = import_module("fsspec")
            self._files, self._root = fsspec.core.url_to_fs(url)
        except ModuleNotFoundError:
            raise MisuseError(
                "an archive needs the extra `archive`: `uv sync --extra archive`"
            ) from None
        except (ImportError, ValueError) as error:
            raise MisuseError(f"archive {url}: {error}") from None
        self._root = self._root.rstrip("/")

    @property
    def place(self) -> str:
        """Its path or URL, whole, wherever whoever reads it stands."""
        if self._is_local:
            return os.path.realpath(self._root)
        return str(self._files.unstrip_protocol(self._root))

    def ranges(self, origin: str | None = None) -> list[Place]:
        """Return the ranges whose folders are there, by ledger and position."""
        found: list[Place] = []
        for ledger in self._names(""):
            name = ledger.removeprefix("origin=")
            if name == ledger or origin not in (None, name):
                continue
            for folder in self._names(ledger):
                read = _RANGE.fullmatch(folder)
                if read is not None:
                    found.append(Place(name, int(read[1]), int(read[2])))
        return sorted(found)

    def names(self, place: Place) -> list[str]:
        """Return the names of a range's files."""
        return self._names(place.folder)

    def read(self, place: Place, name: str) -> bytes:
        """Return a file of a range.

        Raises:
            FileNotFoundError: it is not there.

        """
        return self.read_part(place, name, None, None)

    def read_part(self, place: Place, name: str, start: int | None, end: int | None) -> bytes:
        """Return a file's bytes from one place to another; fewer where it is shorter.

        Raises:
            FileNotFoundError: it is not there.

        """
        path = f"{self._root}/{place.folder}/{name}"
        try:
            data: bytes = self._files.cat_file(path, start=start, end=end)
        except FileNotFoundError:
            raise FileNotFoundError(f"{place.folder}/{name}") from None
        except OSError as error:
            raise UnreachableError(f"archive {self.url}: {error}") from None
        return data

    def write(self, place: Place, name: str, data: bytes) -> None:
        """Write a file of a range, whole or not at all."""
        path = f"{self._root}/{place.folder}/{name}"
        try:
            self._files.makedirs(f"{self._root}/{place.folder}", exist_ok=True)
            if self._is_local:
                fresh = f"{path}.part"
                try:
                    self._files.pipe_file(fresh, data)
                    os.replace(fresh, path)  # noqa: PTH105 - a path of fsspec's
                except OSError:
                    with suppress(OSError):  # a full disk gets back what it could not take whole
                        os.unlink(fresh)  # noqa: PTH108 - as above
                    raise
            else:
                self._files.pipe_file(path, data)
        except OSError as error:
            raise UnreachableError(f"archive {self.url}: {error}") from None

    def settle(self, place: Place) -> None:
        """See a range's files on the disk, that a power cut leaves them there."""
        if not self._is_local:
            return
        folder = f"{self._root}/{place.folder}"
        try:
            paths = [f"{folder}/{name}" for name in self.names(place)]
            for path in (*paths, folder, f"{self._root}/origin={place.origin}", self._root):
                opened = os.open(path, os.O_RDONLY)
                try:
                    os.fsync(opened)
                finally:
                    os.close(opened)
        except OSError as error:
            raise UnreachableError(f"archive {self.url}: {error}") from None

    def stamp(self, place: Place, name: str) -> str:
        """Return a file's stamp, which its store changes whenever the file does."""
        try:
            return str(self._files.ukey(f"{self._root}/{place.folder}/{name}"))
        except OSError as error:
            raise UnreachableError(f"archive {self.url}: {error}") from None

    def path(self, place: Place, name: str) -> str:
        """Return a file's path or URL, as other programs open it."""
        path = f"{self._root}/{place.folder}/{name}"
        return path if self._is_local else str(self._files.unstrip_protocol(path))

    def lend(self, database: Any) -> None:
        """Let DuckDB read the files of a store that it does not know by itself."""
        if not self._is_local:
            database.register_filesystem(self._files)

    @property
    def _is_local(self) -> bool:
        return "file" in _protocols(self._files)

    def _names(self, folder: str) -> list[str]:
        return sorted(self._list(folder))

    def _list(self, folder: str) -> Iterator[str]:
        path = f"{self._root}/{folder}" if folder else self._root
        try:
            self._files.invalidate_cache()
            there: list[str] = []
            if self._files.exists(path):
                there = [str(one) for one in self._files.ls(path, detail=False)]
        except OSError as error:
            raise UnreachableError(f"archive {self.url}: {error}") from None
        for one in there:
            name = one.rstrip("/").rpartition("/")[2]
            if name and not name.endswith(".part"):
                yield name


def _protocols(files: Any) -> tuple[str, ...]:
    named = files.protocol
    return (named,) if isinstance(named, str) else tuple(named)
