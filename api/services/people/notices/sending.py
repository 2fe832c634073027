"""Messages on their way: signed by Standard Webhooks, and sent within bounds of time and size.

A destination's answer is a number: nothing else of it is read, and no redirect is followed.
"""

import http.client
import os
import re
import secrets
import socket
import ssl
import threading
from base64 import b64encode
from collections.abc import Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct
from standardwebhooks import Webhook
from typing_extensions import override

from api.services.people.notices.destinations import (
    Bounds,
    DestinationError,
    Target,
    addresses_of,
    target_of,
)

CALL_SECONDS_MAX: Final = 20.0
"""Of a whole call, however slowly it is answered."""
WAIT_SECONDS_MAX: Final = 10.0
"""Of each step of a call."""
SECRET_BYTES: Final = 32
_MARK: Final = "whsec_"
_GONE: Final = 410
_is_id: Final = re.compile(r"[0-9a-f]{16}").fullmatch


class Outcome(Struct, frozen=True, kw_only=True):
    """The end of a message's way: taken, failed for a reason, or wanted no more."""

    state: Literal["taken", "failed", "gone"]
    reason: str = ""
    """``address``, ``private``, ``unknown-host``, ``no-secret``, ``no-mail``, ``no-tls``,
    ``certificate``, ``silent``, ``unreachable``, ``refused``, or the number that was answered."""


TAKEN: Final = Outcome(state="taken")


def failed(reason: str) -> Outcome:
    """Return the outcome of a message that was not taken."""
    return Outcome(state="failed", reason=reason)


class SecretFiles:
    """The secrets of webhooks: a file each, outside the database and its backups."""

    def __init__(self, folder: Path | None) -> None:
        """Keep secrets in a folder, made when the first one is; without one, in memory."""
        self._folder = folder
        self._held: dict[str, str] = {}

    def make(self, id_: str) -> str:
        """Return a subscription's new secret, which nobody is shown again."""
        secret = f"{_MARK}{b64encode(secrets.token_bytes(SECRET_BYTES)).decode()}"
        if self._folder is None:
            self._held[id_] = secret
            return secret
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(self._path(id_), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secret)
            file.flush()
            os.fsync(handle)
        return secret

    def find(self, id_: str) -> str | None:
        """Return a subscription's secret; None where it is not here."""
        if self._folder is None:
            return self._held.get(id_)
        try:
            return self._path(id_).read_text()
        except FileNotFoundError:
            return None

    def destroy(self, id_: str) -> None:
        """Forget a subscription's secret."""
        self._held.pop(id_, None)
        if self._folder is not None:
            self._path(id_).unlink(missing_ok=True)

    def _path(self, id_: str) -> Path:
        assert self._folder is not None
        assert _is_id(id_), "an id names a file of this folder, and no other"
        return self._folder / id_


class Webhooks:
    """Sends messages to web addresses."""

    def __init__(self, bounds: Bounds, kept: SecretFiles, agent: str) -> None:
        """Send within bounds, signed with the secrets that are kept."""
        self.bounds = bounds
        self.secrets = kept
        self._agent = agent

    def send(self, subscription: str, url: str, message: str, body: str) -> Outcome:
        """Send a message under its id; nothing is raised, whatever becomes of it."""
        secret = self.secrets.find(subscription)
        if secret is None:
            return failed("no-secret")
        now = datetime.now(UTC)
        headers = {
            "Content-Type": "application/json",
            "User-Agent": self._agent,
            "webhook-id": message,
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": Webhook(secret).sign(message, now, body),
        }
        try:
            target = target_of(url, self.bounds)
            addresses = addresses_of(target, self.bounds)
        except DestinationError as error:
            return failed(error.reason)
        return _status_told(_called(target, addresses[0], body.encode(), headers))


def _status_told(status: int | Outcome) -> Outcome:
    if isinstance(status, Outcome):
        return status
    if status == _GONE:
        return Outcome(state="gone")
    taken = http.HTTPStatus.OK <= status < http.HTTPStatus.MULTIPLE_CHOICES
    return TAKEN if taken else failed(str(status))


def _called(target: Target, address: str, body: bytes, headers: Mapping[str, str]) -> int | Outcome:
    """Return the number that a destination answers, or why there is none."""
    with closing(_Call(target, address)) as call:
        watch = threading.Timer(CALL_SECONDS_MAX, call.cut)
        watch.daemon = True
        watch.start()
        try:
            call.request("POST", target.path, body, {"Host": target.named, **headers})
            return call.getresponse().status
        except TimeoutError:
            return failed("silent")
        except ssl.SSLError:
            return failed("certificate")
        except (OSError, http.client.HTTPException, ValueError):
            return failed("silent" if call.was_cut else "unreachable")
        finally:
            watch.cancel()


class _Call(http.client.HTTPConnection):
    """A call of one address that was looked at before, under the name of its host."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=WAIT_SECONDS_MAX)
        self._target = target
        self._address = address
        self.was_cut = False

    @override
    def connect(self) -> None:
        plain = socket.create_connection((self._address, self._target.port), WAIT_SECONDS_MAX)
        self.sock = plain
        if self._target.secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(plain, server_hostname=self._target.host)

    def cut(self) -> None:
        """End the call: it takes too long."""
        self.was_cut = True
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)
