"""Sessions of people at the console: who signed in, until when, with what their forms must bring.

A session is kept in this process and nowhere else, by the SHA-256 of its cookie, and holds the API
key it was opened with in memory only: each request asks the gate again, so a revoked key closes its
sessions at once. A restart ends them all, which costs a sign-in and loses nothing.
"""

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from msgspec import Struct

from api.services.api_keys import Caller, Gatekeeper, Role

COOKIE: Final = "razao_session"
IDLE_SECONDS: Final = 3_600.0
LIFE_SECONDS: Final = 12 * 3_600.0
SESSIONS_MAX: Final = 1_000
"""Then the one that was used longest ago ends."""
DEMONSTRATION: Final = {
    role: f"demonstration-{role}"
    for role in (Role.INSPECTOR, Role.FINANCE, Role.DISPUTE, Role.ADMIN)
}
"""In whose name readings of the demonstration are recorded."""


class Session(Struct, frozen=True, kw_only=True):
    """A person's session as a request sees it."""

    caller: Caller
    form_token: str
    """What each form of this session must bring back."""
    demonstration: bool = False
    """Whether nobody in particular reads."""


class _Kept(Struct, kw_only=True):
    """A session as the process keeps it."""

    key: str | None
    caller: Caller
    form_token: str
    begun: float
    used: float


class Sessions:
    """Opens, finds and closes sessions."""

    def __init__(
        self,
        gate: Gatekeeper,
        *,
        demonstration: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with no session; in a demonstration a role needs no key."""
        self.demonstration = demonstration
        self._gate = gate
        self._now = now
        self._kept: dict[bytes, _Kept] = {}
        self._lock = threading.Lock()

    def open(self, key: str) -> tuple[str, Caller] | None:
        """Open a session for the holder of an API key; None for an unknown key or a device's."""
        caller = self._gate.caller(key)
        if caller is None or caller.role is Role.SOURCE:
            return None
        return self._keep(key, caller), caller

    def open_demonstration(self, role: Role) -> str | None:
        """Open a session in a role without a key; None outside of a demonstration."""
        if not self.demonstration or role not in DEMONSTRATION:
            return None
        return self._keep(None, Caller(name=DEMONSTRATION[role], role=role, sources=frozenset()))

    def find(self, cookie: str | None, *, waking: bool = True) -> Session | None:
        """Return the living session of a cookie.

        What a page asks by itself, while nobody need sit before it, is not ``waking``: the session
        ends as it would without.
        """
        if not cookie:
            return None
        name, now = _name_of(cookie), self._now()
        with self._lock:
            kept = self._kept.get(name)
            if kept is None:
                return None
            if now - kept.used > IDLE_SECONDS or now - kept.begun > LIFE_SECONDS:
                del self._kept[name]
                return None
            if waking:
                kept.used = now
        if kept.key is not None:
            caller = self._gate.caller(kept.key)
            if caller is None:
                self.close(cookie)
                return None
            kept.caller = caller
        return Session(
            caller=kept.caller, form_token=kept.form_token, demonstration=kept.key is None
        )

    def close(self, cookie: str | None) -> None:
        """End the session of a cookie."""
        if cookie:
            with self._lock:
                self._kept.pop(_name_of(cookie), None)

    def _keep(self, key: str | None, caller: Caller) -> str:
        cookie, now = secrets.token_urlsafe(32), self._now()
        with self._lock:
            while len(self._kept) >= SESSIONS_MAX:
                del self._kept[min(self._kept, key=lambda name: self._kept[name].used)]
            self._kept[_name_of(cookie)] = _Kept(
                key=key,
                caller=caller,
                form_token=secrets.token_urlsafe(24),
                begun=now,
                used=now,
            )
        return cookie


def is_form_of(session: Session, token: str) -> bool:
    """Return whether a form brought back its session's token."""
    return hmac.compare_digest(session.form_token.encode(), token.encode())


def _name_of(cookie: str) -> bytes:
    return sha256(cookie.encode()).digest()
