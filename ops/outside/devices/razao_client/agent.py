"""The agent: takes lines of plain JSON from a terminal, and answers each when it is on the disk.

A line says an event, ``{"kind":…,"payload":{…}}`` with ``at``, ``day``, ``place``, ``round`` and
``id`` where they are known, or asks, ``{"ask":"status"}``. Each has one line in answer, in order:
``{"kept":true,"event":"mesa-ra-04:17",…}`` or ``{"kept":false,"code":…,"pt":…,"en":…}``.
"""

import contextlib
import json
import os
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any, Final, cast

from .device import Device, Kept, Said
from .errors import DeviceError, EventError, OutboxError
from .sender import Sender

LINE_SIZE_MAX: Final = 262_144
CONNECTIONS_MAX: Final = 64
LINES_AT_ONCE: Final = 256
_CHUNK: Final = 65_536
_FIELDS: Final = {"kind": str, "at": str, "day": str, "place": str, "round": str, "id": str}
_FREE_BYTES_MIN: Final = 50_000_000
_ASKED: Final = ("status", "notes", "receipts")
RECEIPTS_MAX: Final = 500
"""Receipts in an answer; whoever asks for more asks for those after the last."""


class Agent:
    """Listens to terminals for a device, while its sender takes what they said to the house."""

    def __init__(self, device: Device, sender: Sender) -> None:
        """Listen for a device."""
        self.device = device
        self.sender = sender
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._connections: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._stopping = threading.Event()

    def listen_at(self, path: Path) -> None:
        """Listen on a Unix socket that only this user and his group can reach.

        Raises:
            OutboxError: it cannot be made there.

        """
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            # Whoever holds the outbox is the device's one agent: a socket left here is nobody's.
            if path.is_socket():
                path.unlink()
            before = os.umask(0o117)
            try:
                listener.bind(str(path))
            finally:
                os.umask(before)
        except OSError as error:
            listener.close()
            raise _no_listening(str(path), error) from error
        self._accept(listener)

    def listen_on(self, port: int) -> int:
        """Listen on a port of this machine's own address; return it, for 0 takes a free one.

        Raises:
            OutboxError: another program has it.

        """
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", port))
        except OSError as error:
            listener.close()
            raise _no_listening(f"127.0.0.1:{port}", error) from error
        self._accept(listener)
        return int(listener.getsockname()[1])

    def stop(self) -> None:
        """Take no more lines; those that were begun are answered."""
        self._stopping.set()
        for listener in self._sockets:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        with self._lock:
            connections = list(self._connections)
        for one in connections:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RD)
        for thread in self._threads:
            thread.join(timeout=10)

    # --- connections ---------------------------------------------------------------------------

    def _accept(self, listener: socket.socket) -> None:
        listener.listen(16)
        self._sockets.append(listener)
        self._begin(lambda: self._accepting(listener))

    def _accepting(self, listener: socket.socket) -> None:
        while not self._stopping.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with self._lock:
                crowded = len(self._connections) >= CONNECTIONS_MAX
                if not crowded:
                    self._connections.add(connection)
            if crowded:
                connection.close()
            else:
                self._begin(lambda one=connection: self._serving(one))

    def _begin(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, daemon=True)
        self._threads = [one for one in self._threads if one.is_alive()]
        self._threads.append(thread)
        thread.start()

    def _serving(self, connection: socket.socket) -> None:
        try:
            for lines in _lines(connection):
                answers = self.answers(lines)
                connection.sendall(b"".join(_encoded(one) for one in answers))
        except OSError:
            pass  # the terminal hung up; what was answered is kept, and what was kept stays
        finally:
            with self._lock:
                self._connections.discard(connection)
            connection.close()

    # --- lines ---------------------------------------------------------------------------------

    def answers(self, lines: Sequence[bytes | None]) -> list[dict[str, Any]]:
        """Return an answer to each line; None is a line that was too long.

        The events among them go to the disk in one write, and are answered after it.
        """
        found: list[dict[str, Any] | Said] = [self._read(line) for line in lines]
        said = [one for one in found if isinstance(one, Said)]
        try:
            done = iter(self.device.say_each(said) if said else [])
        except DeviceError as error:  # the outbox could not be opened again
            done = iter([error for _ in said])
        return [_told(next(done)) if isinstance(one, Said) else one for one in found]

    def _read(self, line: bytes | None) -> dict[str, Any] | Said:
        try:
            told = read_line(line)
            asked = told.pop("ask", None)
            return said_of(told) if asked is None else self._asked(asked, told)
        except DeviceError as error:
            return _told(error)

    def _asked(self, what: object, told: dict[str, Any]) -> dict[str, Any]:
        match what:
            case "receipts":
                after = told.get("after", 0)
                if not isinstance(after, int):
                    raise EventError(
                        "malformed",
                        en=f"after: expected a seq, got {after!r:.80}",
                        pt=f"after: esperava-se um n.º, veio {after!r:.80}",
                    )
                with self.device.lock:
                    found = islice(self.device.outbox.receipts(after), RECEIPTS_MAX)
                    return {"receipts": [asdict(one) for one in found]}
            case "status":
                return self.status()
            case "notes":
                with self.device.lock:
                    return {"notes": self.device.outbox.notes()}
            case _:
                listed = ", ".join(_ASKED)
                raise EventError(
                    "malformed",
                    en=f"ask: expected one of {listed}, got {what!r:.80}",
                    pt=f"ask: esperava-se uma de {listed}, veio {what!r:.80}",
                )

    def status(self) -> dict[str, Any]:
        """Return where device, outbox and house stand."""
        with self.device.lock:
            state = self.device.outbox.state()
        room = _room(self.device.outbox.path)
        troubles = [self.sender.trouble, self.sender.clock_trouble(), room]
        told = [asdict(one) if not isinstance(one, dict) else one for one in troubles if one]
        return {**state, "troubles": told}


def read_line(line: bytes | None) -> dict[str, Any]:
    """Return a line's JSON object.

    Raises:
        EventError: it is none.

    """
    if line is None:
        raise EventError(
            "oversize",
            en=f"a line has at most {LINE_SIZE_MAX} bytes",
            pt=f"uma linha tem no máximo {LINE_SIZE_MAX} bytes",
        )
    try:
        told: Any = json.loads(
            line.decode(), object_pairs_hook=_once, parse_float=_whole, parse_constant=_whole
        )
    except (ValueError, RecursionError) as error:
        raise EventError(
            "malformed",
            en=f"this line is no JSON that can be taken: {error!s:.200}",
            pt=f"esta linha não é JSON que se possa aceitar: {error!s:.200}",
        ) from error
    if not isinstance(told, dict):
        raise EventError(
            "malformed",
            en=f"expected a line such as {_EXAMPLE}, got {told!r:.80}",
            pt=f"esperava-se uma linha como {_EXAMPLE}, veio {told!r:.80}",
        )
    return cast("dict[str, Any]", told)


_EXAMPLE: Final = '{"kind":"heartbeat/1","payload":{}}'


def said_of(told: dict[str, Any]) -> Said:
    """Return the event that a terminal's object says.

    Raises:
        EventError: it says no event.

    """
    fields: dict[str, str] = {}
    for name, value in told.items():
        if name != "payload" and name not in _FIELDS:
            listed = ", ".join((*_FIELDS, "payload"))
            raise EventError(
                "malformed",
                en=f"no field {name!r:.80}; there are {listed}",
                pt=f"não há campo {name!r:.80}; há {listed}",
            )
        if name != "payload" and value is not None:
            if not isinstance(value, str):
                raise EventError(
                    "malformed",
                    en=f"{name}: expected a text, got {value!r:.80}",
                    pt=f"{name}: esperava-se um texto, veio {value!r:.80}",
                )
            fields[name] = value
    if "kind" not in fields or "payload" not in told:
        raise EventError(
            "malformed",
            en=f"kind and payload are needed: {_EXAMPLE}",
            pt=f"faltam kind e payload: {_EXAMPLE}",
        )
    return Said(payload=told["payload"], **fields)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object's fields, each of which stands there once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a field stands there twice")
    return found


def _whole(text: str) -> float:
    raise ValueError(f"expected whole numbers, got {text}")


def _told(done: Kept | DeviceError) -> dict[str, Any]:
    if isinstance(done, DeviceError):
        return {"kept": False, **done.told()}
    told: dict[str, Any] = {"kept": True, "event": f"{done.source}:{done.seq}", "link": done.link}
    return told | ({"repeated": True} if done.repeated else {})


def _encoded(told: dict[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _lines(connection: socket.socket) -> Iterator[list[bytes | None]]:
    """Yield the lines that have come, several at a time; None for one that is too long."""
    rest = b""
    overlong = False
    while chunk := connection.recv(_CHUNK):
        *whole, rest = (rest + chunk).split(b"\n")
        found: list[bytes | None] = []
        for line in whole:
            found.append(None if overlong or len(line) > LINE_SIZE_MAX else line)
            overlong = False
        if len(rest) > LINE_SIZE_MAX:
            rest, overlong = b"", True
        said = [one for one in found if one is None or one.strip()]
        for at in range(0, len(said), LINES_AT_ONCE):
            yield said[at : at + LINES_AT_ONCE]


def _room(path: Path) -> dict[str, Any] | None:
    """Tell that the disk has little room left, before it has none."""
    if not hasattr(os, "statvfs"):
        return None
    try:
        told = os.statvfs(path.parent)
    except OSError:
        return None
    free = told.f_bavail * told.f_frsize
    if free >= _FREE_BYTES_MIN:
        return None
    return {
        "code": "disk-nearly-full",
        "en": f"the outbox's disk has {free // 1_000_000} MB left",
        "pt": f"ao disco da caixa de saída restam {free // 1_000_000} MB",
        "person": True,
    }


def _no_listening(where: str, error: OSError) -> OutboxError:
    return OutboxError(
        "no-listening",
        en=f"{where}: cannot listen there: {error.strerror}",
        pt=f"{where}: não se pode escutar aí: {error.strerror}",
    )
