"""Texts at rest: deposited, opened, erased; what each belongs to stands in the events alone."""

from collections.abc import Iterator, Sequence
from os import urandom
from typing import Any, Final, Literal, Self

import psycopg
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct
from psycopg_pool import ConnectionPool

from ledger.store.texts.commitment import SALT_SIZE, TextError, commit
from ledger.store.texts.text_keys import TextKeys

TEXTS_ROLE: Final = "razao_texts"
_NONCE_SIZE: Final = 12
_CONNECTIONS_MAX: Final = 2
_WAIT_SECONDS: Final = 5.0

State = Literal["held", "absent", "unreadable", "altered"]
"""``unreadable``: its key is gone, while the row came back with an older backup or was not erased
yet; ``altered``: what stands there is not what was deposited."""


class Opened(Struct, frozen=True, kw_only=True):
    """A text that was looked for, or why it is not here."""

    state: State
    text: str | None = None


class Texts:
    """The table of texts with the folder of their keys."""

    def __init__(self, conninfo: str, keys: TextKeys) -> None:
        """Keep texts in this database, and their keys elsewhere."""
        self._keys = keys
        self._pool: ConnectionPool[psycopg.Connection[Any]] = ConnectionPool(
            conninfo,
            min_size=0,
            max_size=_CONNECTIONS_MAX,
            timeout=_WAIT_SECONDS,
            open=True,
            check=ConnectionPool.check_connection,
            kwargs={"autocommit": True, "options": f"-c role={TEXTS_ROLE}"},
            name="texts",
        )

    def __enter__(self) -> Self:
        """Return the texts."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connections."""
        self._pool.close()

    def deposit(self, salt: bytes, text: str) -> str:
        """Keep a text, durably; return its commitment, for the event that is to be said of it.

        The same again changes nothing.

        Raises:
            TextError: it is none that can be kept.

        """
        commitment = commit(salt, text)
        nonce = urandom(_NONCE_SIZE)
        cipher = AESGCM(self._keys.make(commitment))
        sealed = nonce + cipher.encrypt(nonce, salt + text.encode(), commitment.encode())
        with self._pool.connection() as connection:
            connection.execute(
                "INSERT INTO texts.held (commitment, sealed) VALUES (%s, %s) "
                "ON CONFLICT DO NOTHING",
                (commitment, sealed),
            )
        return commitment

    def open(self, commitment: str) -> Opened:
        """Return a text, if what stands here is what its commitment says."""
        with self._pool.connection() as connection:
            row = connection.execute(
                "SELECT sealed FROM texts.held WHERE commitment = %s", (commitment,)
            ).fetchone()
        if row is None:
            return Opened(state="absent")
        return _opened(commitment, bytes(row[0]), self._keys.find(commitment))

    def held(self) -> list[str]:
        """Return the commitments of all that stands here, oldest first."""
        with self._pool.connection() as connection:
            rows = connection.execute(
                "SELECT commitment FROM texts.held ORDER BY deposited, commitment"
            ).fetchall()
        return [str(commitment) for (commitment,) in rows]

    def states(self) -> Iterator[tuple[str, State]]:
        """Open every text that is kept, oldest first; yield each commitment with its state."""
        with self._pool.connection() as connection, connection.cursor() as cursor:
            rows = cursor.stream(
                "SELECT commitment, sealed FROM texts.held ORDER BY deposited, commitment"
            )
            for commitment, sealed in rows:
                key = self._keys.find(commitment)
                yield commitment, _opened(commitment, bytes(sealed), key).state

    def keyed(self) -> set[str]:
        """Return the commitments of texts whose key stands here, with or without a row."""
        return self._keys.held()

    def kept(self) -> frozenset[str]:
        """Return the commitments of which anything is left: a row, or a key."""
        return frozenset(self.held()) | self._keys.held()

    def older_than(self, days: int) -> list[str]:
        """Return the commitments of what was deposited more than so many days ago."""
        with self._pool.connection() as connection:
            rows = connection.execute(
                "SELECT commitment FROM texts.held "
                "WHERE deposited < clock_timestamp() - make_interval(days => %s) "
                "ORDER BY deposited, commitment",
                (days,),
            ).fetchall()
        return [str(commitment) for (commitment,) in rows]

    def erase(self, commitments: Sequence[str]) -> int:
        """Destroy texts with their salts and keys; return of how many anything was there.

        The key goes first: from then on no copy of the row, wherever it is, says anything.
        """
        destroyed = {one for one in commitments if self._keys.destroy(one)}
        with self._pool.connection() as connection:
            rows = connection.execute(
                "DELETE FROM texts.held WHERE commitment = ANY (%s) RETURNING commitment",
                (list(commitments),),
            ).fetchall()
        return len(destroyed | {str(commitment) for (commitment,) in rows})


def _opened(commitment: str, sealed: bytes, key: bytes | None) -> Opened:
    if key is None:
        return Opened(state="unreadable")
    nonce, rest = sealed[:_NONCE_SIZE], sealed[_NONCE_SIZE:]
    try:
        raw = AESGCM(key).decrypt(nonce, rest, commitment.encode())
        text = raw[SALT_SIZE:].decode()
        if commit(raw[:SALT_SIZE], text) != commitment:
            return Opened(state="altered")
    except (InvalidTag, ValueError, TextError):
        return Opened(state="altered")
    return Opened(state="held", text=text)
