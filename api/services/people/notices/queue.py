"""Notices that wait: one a subscription, a finding and a state, told once whatever is made anew.

A notice is written when the projections have a finding, and marked when its destination took it. A
process that is killed in between leaves it, and the next one tells it under the same id.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct
from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from api.services.people.job_table import Desk

WITHDRAWN: Final = "withdrawn"
"""The state of a finding that was told and stands no more."""
LEASE: Final = timedelta(minutes=2)
"""How long whoever takes a notice has it for himself: longer than any call of a web address lasts.
A letter may last longer, where the house's own server drips; then it goes twice, under one id."""
TRIES_MAX: Final = 15
"""How often a notice is tried whose destination takes others."""


class Told(Struct, frozen=True, kw_only=True):
    """A finding as a message tells of it."""

    finding: str
    state: str
    code: str
    severity: str
    place: str | None
    round: str | None
    game: str | None


class Notice(Struct, frozen=True, kw_only=True):
    """A notice as its row has it."""

    subscription: str
    number: int
    says: Any
    made: datetime
    tries: int
    letter: int | None

    @property
    def told(self) -> Told:
        """The finding of which it tells."""
        return msgspec.convert(self.says, Told)

    @property
    def id(self) -> str:
        """The id by which whoever takes it twice knows it for the same."""
        told = self.told
        return message_id(self.subscription, told.finding, told.state)


def message_id(*parts: str) -> str:
    """Return the id of the message about something.

    >>> message_id("0f3a5c7e9b1d2f40", "f-1", "open")
    'msg_1e4d4eb74c485d6d6099876db943f004'
    """
    return f"msg_{sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"


class Queue:
    """Keeps the rows of notices."""

    def __init__(self, desk: Desk) -> None:
        """Keep the rows of notices at this desk."""
        self._desk = desk

    def add(
        self,
        subscription: str,
        found: Sequence[Told],
        now: datetime,
        seen: tuple[int, str] | None = None,
    ) -> int:
        """Have findings told that were not told in this state; return how many.

        ``seen`` is the version that was looked at last: it is kept together with them.
        """
        values = [
            {
                "subscription": subscription,
                "finding": one.finding,
                "state": one.state,
                "told": Jsonb(msgspec.to_builtins(one)),
                "now": now,
            }
            for one in found
        ]
        added = 0
        with self._desk.connection() as connection, connection.transaction():
            if connection.execute(_LOCKED, (subscription,)).fetchone() is None:
                return 0  # it was removed meanwhile
            with connection.cursor() as cursor:
                if values:
                    cursor.executemany(_ADDED, values)
                    added = cursor.rowcount
            if seen is not None:
                connection.execute(_SEEN, (*seen, subscription))
        return added

    def standing(self, subscription: str) -> list[Told]:
        """Return the findings that were told and not withdrawn, each as it was told last."""
        with self._desk.connection() as connection:
            rows = connection.execute(_STANDING, {"id": subscription}).fetchall()
        return [msgspec.convert(row[0], Told) for row in rows]

    def take(self, subscription: str, now: datetime, most: int = 1) -> list[Notice]:
        """Return notices that are due, for whoever takes them alone for a while, oldest first."""
        values = {"id": subscription, "now": now, "until": now + LEASE, "most": most}
        with (
            self._desk.connection() as connection,
            connection.cursor(row_factory=class_row(Notice)) as cursor,
        ):
            found = cursor.execute(_TAKEN, values).fetchall()
        return sorted(found, key=lambda one: one.number)

    def sent(self, taken: Sequence[Notice], now: datetime) -> None:
        """Note that a destination took notices."""
        self._note(_SENT, taken, now)

    def wait(self, taken: Sequence[Notice], until: datetime) -> None:
        """Have notices be tried again later."""
        self._note(_LATER, taken, until)

    def give_up(self, taken: Sequence[Notice], now: datetime) -> None:
        """Note that notices are tried no more: their destination took others."""
        self._note(_GIVEN_UP, taken, now)

    def _note(self, query: str, taken: Sequence[Notice], at: datetime) -> None:
        with self._desk.connection() as connection:
            connection.execute(query.encode(), (at, [one.number for one in taken]))


_LOCKED: Final = "SELECT 1 FROM work.subscription WHERE id = %s FOR UPDATE"
_ADDED: Final = """
INSERT INTO work.notice (subscription, finding, state, told, made, due)
VALUES (%(subscription)s, %(finding)s, %(state)s, %(told)s, %(now)s, %(now)s)
ON CONFLICT (subscription, finding, state) DO NOTHING
"""
_SEEN: Final = "UPDATE work.subscription SET seen = %s, seen_id = %s WHERE id = %s"
_STANDING: Final = """
SELECT DISTINCT ON (finding) told FROM work.notice AS n
WHERE subscription = %(id)s AND NOT EXISTS (
    SELECT FROM work.notice AS o
    WHERE o.subscription = n.subscription AND o.finding = n.finding AND o.state = 'withdrawn'
)
ORDER BY finding, number DESC
"""
_TAKEN: Final = """
WITH first AS (
    SELECT number, letter FROM work.notice
    WHERE subscription = %(id)s AND sent IS NULL AND failed IS NULL AND due <= %(now)s
    ORDER BY due, number LIMIT 1 FOR UPDATE SKIP LOCKED
), chosen AS (
    -- What went in one letter goes in the same one again.
    SELECT n.number FROM work.notice AS n, first AS f
    WHERE n.subscription = %(id)s AND n.sent IS NULL AND n.failed IS NULL
    AND CASE WHEN f.letter IS NULL THEN n.letter IS NULL AND n.due <= %(now)s
        ELSE n.letter = f.letter END
    ORDER BY n.number <> f.number, n.number LIMIT %(most)s FOR UPDATE OF n
)
UPDATE work.notice AS n SET tries = tries + 1, due = %(until)s,
    letter = coalesce(n.letter, (SELECT min(number) FROM chosen))
FROM chosen WHERE n.number = chosen.number
RETURNING n.subscription, n.number, n.told AS says, n.made, n.tries, n.letter
"""
_SENT: Final = "UPDATE work.notice SET sent = %s WHERE number = ANY(%s)"
_LATER: Final = "UPDATE work.notice SET due = %s WHERE number = ANY(%s)"
_GIVEN_UP: Final = "UPDATE work.notice SET failed = %s WHERE number = ANY(%s)"
