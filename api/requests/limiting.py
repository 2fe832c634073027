"""How often somebody may ask: per key, per person and per address, each a bucket of tokens.

Who finds no token is told when there will be one (429, ``Retry-After``), and nothing of his was
looked at.

The devices' road is a bucket of its own, by key and never by address: a hall of terminals behind
one address, which was cut off for an hour and sends everything again at once, must not be taken
for an attack, nor wait because somebody reads. What guards that road is the size of what is held.
A stranger's guesses are counted by address, and a key that was let in before is not stopped by
them: who sits behind the same address as a misled device goes on.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.requests.origin import address_in
from api.services.people.limits import KEPT_MAX, Buckets, Limits, Network
from api.services.people.sessions import COOKIE

_DOOR: Final = ("/v1/events", "/v1/texts")
"""Where devices send, by POST."""
_LOG: Final = ("/checkpoint", "/tile/")
"""What witnesses and watches read."""
_RECEIPTS: Final = "/v1/receipts/"
_SIGN_IN: Final = "/entrar"
_REFUSED: Final = frozenset((401, 403))


Refusal = Callable[[Request, int], ASGIApp]
"""Makes the answer to who has to wait so many seconds."""


class Limiting:
    """Stands before the app, and lets in who has a token; one thread asks."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        refuse: Refusal,
        proxies: Sequence[Network] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Guard an app; ``proxies`` are believed where they say for whom they ask."""
        self._app = app
        self._refuse = refuse
        self._proxies = proxies
        self._door = Buckets(limits.door, now)
        self._callers = Buckets(limits.caller, now)
        self._addresses = Buckets(limits.address, now)
        self._log = Buckets(limits.log, now)
        self._strangers = Buckets(limits.stranger, now)
        self._known: OrderedDict[bytes, None] = OrderedDict()
        """Credentials that were let in before, by hash."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer that it comes too soon."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        whole = address_in(scope, headers, self._proxies)
        scope.setdefault("state", {})["address"] = whole
        address, credential = _network_of(whole), _credential_of(headers)
        wait = self._wait(scope, address, credential)
        if wait > 0:
            answer = self._refuse(Request(scope), math.ceil(wait))
            await answer(scope, receive, send)
            return
        await self._app(scope, receive, self._watched(scope, send, address, credential))

    def _wait(self, scope: Scope, address: str, credential: bytes | None) -> float:
        known = credential is not None and credential in self._known
        if not known and (credential is not None or scope["path"].startswith(_SIGN_IN)):
            wait = self._strangers.lacks(address)
            if wait > 0:
                return wait
        if known and credential is not None and _is_door(scope):
            return self._door.take(credential)
        if scope["path"].startswith(_LOG):
            return self._log.take(address)
        # Taken of both, or of none: who waits for one does not pay at the other.
        waits = [self._addresses.lacks(address)]
        if credential is not None:
            waits.append(self._callers.lacks(credential))
        if max(waits) > 0:
            return max(waits)
        self._addresses.take(address)
        if credential is not None:
            self._callers.take(credential)
        return 0.0

    def _watched(self, scope: Scope, send: Send, address: str, credential: bytes | None) -> Send:
        """Return a way to send that sees whether somebody was let in."""

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start":
                status = message["status"]
                sign_in = scope["path"].startswith(_SIGN_IN) and status in _REFUSED
                guess = status == 401 and credential is not None  # noqa: PLR2004 - unauthorized
                if guess or sign_in:
                    self._strangers.take(address)
                    if credential is not None and not sign_in:
                        self._known.pop(credential, None)
                elif credential is not None and _tells_of_caller(scope, status):
                    self._known[credential] = None
                    self._known.move_to_end(credential)
                    while len(self._known) > KEPT_MAX:
                        self._known.popitem(last=False)
            await send(message)

        return watched


def _tells_of_caller(scope: Scope, status: int) -> bool:
    """Tell whether an answer was given to somebody whom a route let in."""
    state = scope.get("state", {})
    found = state.get("caller") is not None or state.get("session") is not None
    return found and status < 400  # noqa: PLR2004 - errors


def _is_door(scope: Scope) -> bool:
    path: str = scope["path"]
    if scope["method"] == "POST" and path in _DOOR:
        return True
    return scope["method"] == "GET" and path.startswith(_RECEIPTS)


def _credential_of(headers: Headers) -> bytes | None:
    """Return a hash of the key or cookie that a request brings; whose it is, the app finds out.

    Of all of it, not of the part by which a key is found: nobody else can use its tokens up.
    """
    said = headers.get("authorization")
    if said is None:
        cookies = headers.get("cookie", "")
        pairs = (one.strip().partition("=") for one in cookies.split(";"))
        said = next((value for name, _, value in pairs if name == COOKIE), None)
    return None if not said else sha256(said.encode("utf-8", "replace")).digest()


def _network_of(address: str) -> str:
    """Return the network that counts as one address: a host, or of IPv6 its /64.

    >>> _network_of("192.0.2.7"), _network_of("2001:db8:1:2:3:4:5:6"), _network_of("?")
    ('192.0.2.7', '2001:db8:1:2::/64', '?')
    """
    try:
        host = ipaddress.ip_address(address)
    except ValueError:
        return address
    if host.version == 4:  # noqa: PLR2004 - of the protocol
        return address
    return str(ipaddress.ip_network((host, 64), strict=False))
