"""Sessions of people at the console: who came in, until when, with what their forms must bring.

A session stands in the database by the SHA-256 of its cookie, which is kept nowhere. One opened
with an API key ends with that key, at once; each ends by idleness, by age, or because somebody
ended it. A restart, or another process, ends none.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Final, Protocol

import psycopg
from msgspec import Struct
from psycopg.rows import class_row

from api.services.api_keys import Caller, Role, caller_from
from projections.reads.basis.scope import EVERY_CASINO

COOKIE: Final = "razao_session"
IDLE_SECONDS: Final = 3_600.0
LIFE_SECONDS: Final = 12 * 3_600.0
EACH_MAX: Final = 20
"""Living sessions of one name; then the one that was used longest ago ends."""
LISTED_MAX: Final = 200
_NOTED: Final = timedelta(minutes=1)
"""When it was used is written no more often."""
DEMONSTRATION: Final = {
    role: f"demonstration-{role}"
    for role in (Role.INSPECTOR, Role.FINANCE, Role.DISPUTE, Role.ADMIN)
}
"""In whose name readings of the demonstration are recorded."""


class Session(Struct, frozen=True, kw_only=True):
    """A person's session as a request sees it."""

    id: str
    """By which it is listed and ended; it opens nothing."""
    caller: Caller
    form_token: str
    """What each form of this session must bring back."""
    demonstration: bool = False
    """Whether nobody in particular reads."""


class Sitting(Struct, frozen=True, kw_only=True):
    """A session as a list shows it."""

    id: str
    prefix: str | None
    """How the key begins by which it was opened; in the demonstration none."""
    name: str
    role: str
    casinos: list[str] | None
    begun: datetime
    used: datetime
    ended: datetime | None


class Store(Protocol):
    """The store of keys and sessions, as far as sessions need it."""

    def caller(self, token: str) -> Caller | None:
        """Return the holder of a key; None for one that lets nobody in."""
        ...

    def connection(self) -> AbstractContextManager[psycopg.Connection[Any]]:
        """Lend a connection that may keep sessions."""
        ...


class Sessions:
    """Opens, finds, lists and ends sessions."""

    def __init__(
        self,
        store: Store,
        *,
        demonstration: bool = False,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Keep sessions in the store; in a demonstration a role needs no key."""
        self.demonstration = demonstration
        self._store = store
        self._now = now

    def open(self, key: str) -> tuple[str, Caller] | None:
        """Open a session for the holder of an API key; None for an unknown key or a device's."""
        caller = self._store.caller(key)
        if caller is None or caller.role is Role.SOURCE:
            return None
        return self._keep(caller, prefix=key.split("_")[1]), caller

    def open_demonstration(self, role: Role) -> str | None:
        """Open a session in a role without a key; None outside of a demonstration."""
        if not self.demonstration or role not in DEMONSTRATION:
            return None
        name = DEMONSTRATION[role]
        caller = Caller(name=name, role=role, sources=frozenset(), scope=EVERY_CASINO)
        return self._keep(caller, demonstration=True)

    def find(self, cookie: str | None, *, waking: bool = True) -> Session | None:
        """Return the living session of a cookie.

        What a page asks by itself, while nobody need sit before it, is not ``waking``: the session
        ends as it would without.
        """
        if not cookie:
            return None
        now = self._now()
        with self._store.connection() as connection:
            row = connection.execute(_FOUND, (_hash_of(cookie),)).fetchone()
            if row is None:
                return None
            name, role, casinos, begun, used, is_open, demonstration, id_ = row
            if not is_open or _is_over(begun, used, now) or (demonstration > self.demonstration):
                connection.execute(_ENDED, {"now": now, "id": id_})
                return None
            if waking and now - used > _NOTED:
                connection.execute(_USED, (now, id_))
        return Session(
            id=id_,
            caller=caller_from(name, role, (), casinos),
            form_token=_form_token(cookie),
            demonstration=demonstration,
        )

    def close(self, cookie: str | None) -> None:
        """End the session of a cookie."""
        if cookie:
            with self._store.connection() as connection:
                row = connection.execute(_FOUND, (_hash_of(cookie),)).fetchone()
                if row is not None:
                    connection.execute(_ENDED, {"now": self._now(), "id": row[-1]})

    def end(self, id_: str) -> bool:
        """End a session by what it is listed as; tell whether it lived."""
        with self._store.connection() as connection:
            return connection.execute(_ENDED, {"now": self._now(), "id": id_}).rowcount > 0

    def living(self) -> list[Sitting]:
        """Return the sessions that let somebody in now, the one used last first."""
        now = self._now()
        with (
            self._store.connection() as connection,
            connection.cursor(row_factory=class_row(Sitting)) as cursor,
        ):
            found = cursor.execute(_LIVING, (LISTED_MAX,)).fetchall()
        return [one for one in found if not _is_over(one.begun, one.used, now)]

    def _keep(
        self, caller: Caller, *, prefix: str | None = None, demonstration: bool = False
    ) -> str:
        cookie = secrets.token_urlsafe(32)
        casinos = caller.scope.casinos
        values: Mapping[str, Any] = {
            "hash": _hash_of(cookie),
            "id": secrets.token_hex(6),
            "prefix": prefix,
            "name": caller.name,
            "role": caller.role.value,
            "casinos": None if casinos is None else sorted(casinos),
            "demonstration": demonstration,
            "now": self._now(),
            "most": EACH_MAX,
        }
        with self._store.connection() as connection:
            connection.execute(_OPENED, values)
            connection.execute(_CROWDED, values)
        return cookie


_OPENED: Final = """
INSERT INTO access.session
(hash, id, prefix, name, role, casinos, demonstration, begun, used) VALUES
(%(hash)s, %(id)s, %(prefix)s, %(name)s, %(role)s, %(casinos)s, %(demonstration)s, %(now)s, %(now)s)
"""
_CROWDED: Final = """
UPDATE access.session SET ended = %(now)s WHERE ended IS NULL AND id IN (
    SELECT id FROM access.session WHERE name = %(name)s AND ended IS NULL
    ORDER BY used DESC, begun DESC OFFSET %(most)s
)
"""
_FOUND: Final = """
SELECT s.name, s.role, s.casinos, s.begun, s.used, s.prefix IS NULL OR (
    k.revoked IS NULL AND (k.expires IS NULL OR k.expires > clock_timestamp())
), s.demonstration, s.id
FROM access.session AS s LEFT JOIN access.api_key AS k USING (prefix)
WHERE s.hash = %s AND s.ended IS NULL
"""
_USED: Final = "UPDATE access.session SET used = %s WHERE id = %s AND ended IS NULL"
_ENDED: Final = "UPDATE access.session SET ended = %(now)s WHERE id = %(id)s AND ended IS NULL"
_LIVING: Final = """
SELECT s.id, s.prefix, s.name, s.role, s.casinos, s.begun, s.used, s.ended
FROM access.session AS s LEFT JOIN access.api_key AS k USING (prefix)
WHERE s.ended IS NULL AND k.revoked IS NULL
AND (k.expires IS NULL OR k.expires > clock_timestamp())
ORDER BY s.used DESC LIMIT %s
"""


def is_form_of(session: Session, token: str) -> bool:
    """Return whether a form brought back its session's token."""
    return hmac.compare_digest(session.form_token.encode(), token.encode())


def _is_over(begun: datetime, used: datetime, now: datetime) -> bool:
    idle, age = (now - used).total_seconds(), (now - begun).total_seconds()
    return idle > IDLE_SECONDS or age > LIFE_SECONDS


def _hash_of(cookie: str) -> bytes:
    return sha256(cookie.encode()).digest()


def _form_token(cookie: str) -> str:
    """Return the token of a session's forms: made of its cookie, which no script reads."""
    return urlsafe_b64encode(sha256(b"razao form\n" + cookie.encode()).digest()).decode()
