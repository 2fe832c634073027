"""Sessions of people at the console: who came in, until when, with what their forms must bring.

A session stands in the database by the SHA-256 of its cookie, which is kept nowhere. One opened
with an API key ends with that key, at once; one by a login provider ends with its logout there, and
with any change of the provider's configuration; each ends by idleness, by age, or because somebody
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
from api.services.people.oidc import Identity, LoggedOut
from projections.reads.basis.scope import EVERY_CASINO

COOKIE: Final = "razao_session"
IDLE_SECONDS: Final = 3_600.0
LIFE_SECONDS: Final = 12 * 3_600.0
EACH_MAX: Final = 20
"""Living sessions of one name; then the one that was used longest ago ends."""
LISTED_MAX: Final = 200
SIGN_IN_SECONDS: Final = 600.0
"""How long somebody may take at the provider."""
_NOTED: Final = timedelta(minutes=1)
"""When it was used is written no more often."""
DEMONSTRATION: Final = {
    role: f"demonstration-{role}"
    for role in (Role.INSPECTOR, Role.FINANCE, Role.DISPUTE, Role.FLOOR, Role.ADMIN)
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
    by_provider: bool = False
    """Whether it was opened by a login provider, where a session goes on without it."""


class Sitting(Struct, frozen=True, kw_only=True):
    """A session as a list shows it."""

    id: str
    prefix: str | None
    """How the key begins by which it was opened; by a provider, or in the demonstration, none."""
    by_provider: bool
    address: str | None
    """From where it was opened."""
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
        provider: bytes | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Keep sessions in the store; in a demonstration a role needs no key.

        ``provider`` is the fingerprint of the login provider's configuration: sessions that another
        one opened are over.
        """
        self.demonstration = demonstration
        self._provider = provider
        self._store = store
        self._now = now

    def open(self, key: str, address: str | None = None) -> tuple[str, Caller] | None:
        """Open a session for the holder of an API key; None for an unknown key or a device's."""
        caller = self._store.caller(key)
        if caller is None or caller.role is Role.SOURCE:
            return None
        return self._keep(caller, address, prefix=key.split("_")[1]), caller

    def open_demonstration(self, role: Role, address: str | None = None) -> str | None:
        """Open a session in a role without a key; None outside of a demonstration."""
        if not self.demonstration or role not in DEMONSTRATION:
            return None
        name = DEMONSTRATION[role]
        caller = Caller(name=name, role=role, sources=frozenset(), scope=EVERY_CASINO)
        return self._keep(caller, address, demonstration=True)

    def open_identity(self, identity: Identity, address: str | None = None) -> str:
        """Open a session for somebody whom the login provider let in."""
        return self._keep(identity.caller, address, identity=identity)

    def begin_sign_in(self, target: str) -> str:
        """Return the secret of a sign-in at the provider, which leads to a page when it is done."""
        secret, now = secrets.token_urlsafe(32), self._now()
        with self._store.connection() as connection:
            connection.execute(_FORGOTTEN, (now - timedelta(seconds=2 * SIGN_IN_SECONDS),))
            connection.execute(_BEGUN, (_hash_of(secret), target, now))
        return secret

    def finish_sign_in(self, secret: str | None) -> str | None:
        """Return where a sign-in leads that is finished here, once; None for any other."""
        if not secret:
            return None
        now = self._now()
        since = now - timedelta(seconds=SIGN_IN_SECONDS)
        with self._store.connection() as connection:
            row = connection.execute(_DONE, (now, _hash_of(secret), since)).fetchone()
        return None if row is None else row[0]

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
            name, role, casinos, begun, used, is_open, demonstration, provider, id_ = row
            another = demonstration > self.demonstration or (
                provider is not None and provider != self._provider
            )
            if not is_open or another or _is_over(begun, used, now):
                connection.execute(_ENDED, {"now": now, "id": id_})
                return None
            if waking and now - used > _NOTED:
                connection.execute(_USED, (now, id_))
        return Session(
            id=id_,
            caller=caller_from(name, role, (), casinos),
            form_token=_form_token(cookie),
            demonstration=demonstration,
            by_provider=provider is not None,
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

    def end_all_of(self, name: str) -> int:
        """End every session of a name; return how many lived."""
        with self._store.connection() as connection:
            return connection.execute(_ENDED_OF, {"now": self._now(), "name": name}).rowcount

    def end_logged_out(self, told: LoggedOut) -> int:
        """End the sessions of a logout of which the provider tells; return how many lived."""
        values = {"now": self._now(), "subject": told.subject, "sid": told.sid}
        with self._store.connection() as connection:
            return connection.execute(_LOGGED_OUT, values).rowcount

    def living(self, most: int | None = LISTED_MAX) -> list[Sitting]:
        """Return the sessions that let somebody in now, the one used last first."""
        now = self._now()
        with (
            self._store.connection() as connection,
            connection.cursor(row_factory=class_row(Sitting)) as cursor,
        ):
            values = {"provider": self._provider, "most": most}
            found = cursor.execute(_LIVING, values).fetchall()
        return [one for one in found if not _is_over(one.begun, one.used, now)]

    def _keep(
        self,
        caller: Caller,
        address: str | None,
        *,
        prefix: str | None = None,
        demonstration: bool = False,
        identity: Identity | None = None,
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
            "provider": None if identity is None else identity.provider,
            "subject": None if identity is None else identity.subject,
            "sid": None if identity is None else identity.sid,
            "address": address,
            "now": self._now(),
            "most": EACH_MAX,
        }
        with self._store.connection() as connection:
            connection.execute(_OPENED, values)
            connection.execute(_CROWDED, values)
        return cookie


_OPENED: Final = """
INSERT INTO access.session
(hash, id, prefix, name, role, casinos, demonstration, provider, subject, sid, address, begun, used)
VALUES (
    %(hash)s, %(id)s, %(prefix)s, %(name)s, %(role)s, %(casinos)s, %(demonstration)s,
    %(provider)s, %(subject)s, %(sid)s, %(address)s, %(now)s, %(now)s
)
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
), s.demonstration, s.provider, s.id
FROM access.session AS s LEFT JOIN access.api_key AS k USING (prefix)
WHERE s.hash = %s AND s.ended IS NULL
"""
_USED: Final = "UPDATE access.session SET used = %s WHERE id = %s AND ended IS NULL"
_ENDED: Final = "UPDATE access.session SET ended = %(now)s WHERE id = %(id)s AND ended IS NULL"
_ENDED_OF: Final = """
UPDATE access.session SET ended = %(now)s WHERE name = %(name)s AND ended IS NULL
"""
_LOGGED_OUT: Final = """
UPDATE access.session SET ended = %(now)s WHERE ended IS NULL AND provider IS NOT NULL
AND (subject = %(subject)s OR %(subject)s::bytea IS NULL)
AND (sid = %(sid)s OR %(sid)s::bytea IS NULL)
"""
_LIVING: Final = """
SELECT s.id, s.prefix, s.provider IS NOT NULL AS by_provider, s.address, s.name, s.role, s.casinos,
    s.begun, s.used, s.ended
FROM access.session AS s LEFT JOIN access.api_key AS k USING (prefix)
WHERE s.ended IS NULL AND k.revoked IS NULL
AND (k.expires IS NULL OR k.expires > clock_timestamp())
AND (s.provider IS NULL OR s.provider = %(provider)s)
ORDER BY s.used DESC LIMIT %(most)s
"""
_BEGUN: Final = "INSERT INTO access.sign_in (hash, target, begun) VALUES (%s, %s, %s)"
_FORGOTTEN: Final = "DELETE FROM access.sign_in WHERE begun < %s"
_DONE: Final = """
UPDATE access.sign_in SET done = %s WHERE hash = %s AND done IS NULL AND begun >= %s
RETURNING target
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
