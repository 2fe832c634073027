"""API keys: 256 random bits, shown once, kept as their SHA-256 with a prefix to find them.

Two ways to the one table, for two database roles: the server lets callers in through the
:class:`Gate`, which can only read; keys are issued and revoked through the :class:`Keeper`, which
sees no hashes and which only the command line opens.
"""

import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final, Literal, Protocol, Self

import psycopg
from msgspec import Struct
from psycopg.rows import class_row
from psycopg_pool import ConnectionPool

from api.errors import NameTakenError, NoSuchKeyError
from projections.reads.basis.scope import EVERY_CASINO, Scope

GATE_ROLE: Final = "razao_gate"
KEEPER_ROLE: Final = "razao_keykeeper"
MARK: Final = "razao"
"""How every key begins, so that one left lying about is known for what it is."""
_PREFIX_BYTES: Final = 6
_SECRET_BYTES: Final = 32
_CONNECTIONS_MAX: Final = 4
_WAIT_SECONDS: Final = 5.0
_parts_of: Final = re.compile(rf"{MARK}_([0-9a-f]{{12}})_[A-Za-z0-9_-]{{43}}").fullmatch


class Role(StrEnum):
    """The role of a key."""

    SOURCE = "source"
    """Sends events of the sources it names; reads nothing."""
    INSPECTOR = "inspector"
    FINANCE = "finance"
    DISPUTE = "dispute"
    FLOOR = "floor"
    """Sits at a desk, watches tables or repairs machines: reads what its own acts need."""
    ADMIN = "admin"
    """Runs the service; neither sends play nor sees hands."""


OF_THE_AUTHORITY: Final = frozenset((Role.INSPECTOR, Role.DISPUTE))
"""Roles of the Authority's side, which alone are told who read what."""


class Caller(Struct, frozen=True, kw_only=True):
    """Whoever holds a living key."""

    name: str
    role: Role
    sources: frozenset[str]
    """Those he may submit for."""
    scope: Scope
    """The casinos of which he may read."""

    @property
    def sees_all(self) -> bool:
        """Whether no event is kept from him: so he may be shown links by which one is guessed."""
        return self.role in OF_THE_AUTHORITY and self.scope.casinos is None

    @property
    def sight(self) -> Scope:
        """The scope of his views: his casinos; readings only on the Authority's side."""
        return Scope(self.scope.casinos, readings=self.role in OF_THE_AUTHORITY)


class ApiKey(Struct, frozen=True, kw_only=True):
    """A key as the keeper sees it."""

    prefix: str
    name: str
    role: str
    sources: list[str]
    casinos: list[str] | None
    """None: every one."""
    issued: datetime
    expires: datetime | None
    revoked: datetime | None
    used: datetime | None
    """When it last let its holder in, to the minute."""

    def state(self, now: datetime) -> Literal["living", "expired", "revoked"]:
        """Return whether it lets anybody in."""
        if self.revoked is not None:
            return "revoked"
        return "expired" if self.expires is not None and self.expires <= now else "living"


class NewKey(Struct, frozen=True, kw_only=True):
    """A key that was made, and is stored nowhere yet."""

    token: str
    """The key itself: whoever has it comes in."""
    made: datetime

    @property
    def prefix(self) -> str:
        """The key's beginning after its mark, by which it is found."""
        return self.token.split("_")[1]

    @property
    def hash(self) -> bytes:
        """The SHA-256 that is kept of the key."""
        return _hash_of(self.token)


def new_key() -> NewKey:
    """Make a key: 256 random bits under a name to find them by."""
    prefix, secret = secrets.token_hex(_PREFIX_BYTES), secrets.token_urlsafe(_SECRET_BYTES)
    return NewKey(token=f"{MARK}_{prefix}_{secret}", made=datetime.now(UTC))


class Gatekeeper(Protocol):
    """The store of keys, as far as the app needs it."""

    def caller(self, token: str) -> Caller | None:
        """Return the holder of a key; None for an unknown, ended or revoked key."""
        ...

    def connection(self) -> AbstractContextManager[psycopg.Connection[Any]]:
        """Lend a connection that reads keys, and keeps sessions and when both were used."""
        ...

    def issued(self) -> list[ApiKey]:
        """Return every key ever issued, without its hash, oldest first."""
        ...


class Gate:
    """Finds the caller that a key belongs to; asks each time, so a revocation holds at once."""

    def __init__(self, conninfo: str) -> None:
        """Read keys of this database."""
        self._pool = ConnectionPool(
            conninfo,
            min_size=0,
            max_size=_CONNECTIONS_MAX,
            timeout=_WAIT_SECONDS,
            open=True,
            check=ConnectionPool.check_connection,
            kwargs={"autocommit": True, "options": f"-c role={GATE_ROLE}"},
            name="gate",
        )

    def __enter__(self) -> Self:
        """Return the gate."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connections."""
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()

    def connection(self) -> AbstractContextManager[psycopg.Connection[Any]]:
        """Lend a connection that reads keys, and keeps sessions and when both were used."""
        return self._pool.connection()

    def issued(self) -> list[ApiKey]:
        """Return every key ever issued, without its hash, oldest first."""
        with self._pool.connection() as connection:
            return _issued(connection)

    def caller(self, token: str) -> Caller | None:
        """Return the holder of a key; None for an unknown, ended or revoked key."""
        parts = _parts_of(token)
        if parts is None:
            return None
        with self._pool.connection() as connection:
            row = connection.execute(
                _LIVING,
                (parts[1],),
            ).fetchone()
            if row is None or not hmac.compare_digest(row[0], _hash_of(token)):
                return None
            if row[5]:
                connection.execute(_USED, (parts[1],))
        return caller_from(*row[1:5])


_LIVING: Final = """
SELECT k.hash, k.name, k.role, k.sources, k.casinos,
    u.used IS NULL OR u.used < clock_timestamp() - interval '1 minute'
FROM access.api_key AS k LEFT JOIN access.key_use AS u USING (prefix)
WHERE k.prefix = %s AND k.revoked IS NULL
AND (k.expires IS NULL OR k.expires > clock_timestamp())
"""
_USED: Final = """
INSERT INTO access.key_use AS u (prefix, used) VALUES (%s, clock_timestamp())
ON CONFLICT (prefix) DO UPDATE SET used = excluded.used
"""


def caller_from(
    name: str, role: str, sources: Iterable[str], casinos: Iterable[str] | None
) -> Caller:
    """Return a caller as the tables have him."""
    return Caller(
        name=name,
        role=Role(role),
        sources=frozenset(sources),
        scope=EVERY_CASINO if casinos is None else Scope(frozenset(casinos)),
    )


class Keeper:
    """Issues and revokes keys."""

    def __init__(self, conninfo: str) -> None:
        """Write keys of this database."""
        self._connection: psycopg.Connection[Any] = psycopg.connect(
            conninfo, autocommit=True, options=f"-c role={KEEPER_ROLE}"
        )

    def __enter__(self) -> Self:
        """Return the keeper."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connection."""
        self._connection.close()

    def issue(
        self,
        name: str,
        role: Role,
        sources: Sequence[str] = (),
        *,
        scope: Scope = EVERY_CASINO,
        expires: datetime | None = None,
        key: NewKey | None = None,
    ) -> str:
        """Return a new key, which is nowhere else from now on; without ``expires`` it never ends.

        ``key`` is one that was made before, for the event that grants it.

        Raises:
            NameTakenError: a living key bears the name.

        """
        assert (role is Role.SOURCE) == bool(sources)
        made = new_key() if key is None else key
        try:
            self._connection.execute(
                "INSERT INTO access.api_key "
                "(prefix, hash, name, role, sources, casinos, expires, issued) "
                "VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
                (
                    made.prefix,
                    made.hash,
                    name,
                    role.value,
                    list(sources),
                    None if scope.casinos is None else sorted(scope.casinos),
                    expires,
                    made.made,
                ),
            )
        except psycopg.errors.UniqueViolation:
            raise NameTakenError(f"an API key named {name} is in use; revoke it first") from None
        return made.token

    def living(self, name: str) -> ApiKey:
        """Return the living key of a name.

        Raises:
            NoSuchKeyError: if there is none.

        """
        key = next((key for key in self.issued() if key.name == name and key.revoked is None), None)
        if key is None:
            raise NoSuchKeyError(f"no living API key is named {name}")
        return key

    def revoke(self, name: str) -> None:
        """Revoke the key of this name.

        Raises:
            NoSuchKeyError: no living key bears it.

        """
        cursor = self._connection.execute(
            "UPDATE access.api_key SET revoked = clock_timestamp() "
            "WHERE name = %s AND revoked IS NULL",
            (name,),
        )
        if cursor.rowcount == 0:
            raise NoSuchKeyError(f"no living API key is named {name}")

    def issued(self) -> list[ApiKey]:
        """Return every key ever issued, oldest first."""
        return _issued(self._connection)


def _issued(connection: psycopg.Connection[Any]) -> list[ApiKey]:
    with connection.cursor(row_factory=class_row(ApiKey)) as cursor:
        return cursor.execute(
            "SELECT k.prefix, k.name, k.role, k.sources, k.casinos, k.issued, k.expires, "
            "k.revoked, u.used FROM access.api_key AS k "
            "LEFT JOIN access.key_use AS u USING (prefix) ORDER BY k.issued, k.prefix"
        ).fetchall()


def _hash_of(token: str) -> bytes:
    return sha256(token.encode()).digest()
