"""Subscriptions to findings: rows of the service's own, each a person's, with its destination.

A subscription begins with findings from now on. It is its owner's, by his name and by what he comes
in; his role and casinos are asked each time it is looked after.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal, LiteralString

import msgspec
from msgspec import Struct
from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from api.services.people.job_table import Desk
from api.services.people.reports import Comes, Owner, TooManyError
from ledger.text.near import unknown_text
from projections.reads.basis.scope import Scope
from projections.replay.codes import CODES
from projections.replay.registry import GAMES

EACH_MAX: Final = 20
"""Subscriptions of one person."""
Way = Literal["webhook", "mail"]
Language = Literal["pt", "en"]
Severity = Literal["critical", "ordinary", "information"]
SEVERITIES: Final[tuple[Severity, ...]] = ("critical", "ordinary", "information")
State = Literal["active", "no-right", "gone", "dead"]
"""``no-right``: its owner may read no findings of it now; ``gone``: its destination wants no more;
``dead``: its destination took nothing for days."""


class Chosen(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The findings that somebody wants to be told of."""

    casino: str | None = None
    severity: Severity = "information"
    """The least severe that is told."""
    code: str = ""
    """How their codes begin."""
    game: str | None = None
    """Of rounds of this game alone."""

    @property
    def severities(self) -> tuple[Severity, ...]:
        """The severities that are told.

        >>> Chosen(severity="ordinary").severities
        ('critical', 'ordinary')
        """
        return SEVERITIES[: SEVERITIES.index(self.severity) + 1]

    def scope_in(self, scope: Scope) -> Scope | None:
        """Return the casinos that are asked about, within somebody's; None where there is none.

        >>> Chosen(casino="praia").scope_in(Scope(frozenset({"mindelo"}))) is None
        True
        """
        if self.casino is None:
            return scope
        if scope.casinos is not None and self.casino not in scope.casinos:
            return None
        return Scope(frozenset({self.casino}), readings=scope.readings)


def chosen_of(
    casino: str | None = None,
    severity: Severity = "information",
    code: str = "",
    game: str | None = None,
) -> Chosen:
    """Return the findings that somebody wants to be told of.

    Raises:
        ValueError: no code begins so, or there is no such game.

    """
    if not any(one.startswith(code) for one in CODES):
        raise ValueError(f"code: {unknown_text(code, CODES)}")
    if game is not None and game not in GAMES:
        raise ValueError(f"game: {unknown_text(game, GAMES)}")
    return Chosen(casino=casino or None, severity=severity, code=code, game=game)


class Wish(Struct, frozen=True, kw_only=True):
    """A subscription as its owner asks for it."""

    title: str
    way: Way
    destination: str
    chosen: Chosen = Chosen()
    language: Language = "pt"


def way_to(destination: str) -> Way:
    """Return the way to a destination: a mailbox, or else a web address.

    >>> way_to("caixa@casa.cv"), way_to("https://casa.cv/a@b")
    ('mail', 'webhook')
    """
    return "mail" if "@" in destination and "://" not in destination else "webhook"


class Subscription(Struct, frozen=True, kw_only=True):
    """A subscription as its row has it."""

    id: str
    name: str
    comes: Comes
    title: str
    way: Way
    destination: str
    wants: Any
    language: Language
    saved: datetime
    since: int
    seen: int
    seen_id: str
    casinos: list[str] | None
    state: State
    failing: datetime | None
    reason: str
    failures: int
    pause: datetime | None
    told: datetime | None
    wanted: datetime | None
    waiting: int = 0

    @property
    def owner(self) -> Owner:
        """The person whose subscription it is."""
        return Owner(name=self.name, comes=self.comes)

    @property
    def chosen(self) -> Chosen:
        """The findings that are told."""
        return msgspec.convert(self.wants, Chosen)


class SubscriptionTable:
    """Keeps the rows of subscriptions."""

    def __init__(self, desk: Desk) -> None:
        """Keep the rows of subscriptions at this desk."""
        self._desk = desk

    def of(self, owner: Owner | None) -> list[Subscription]:
        """Return the subscriptions of a person, or everybody's, by title."""
        values = {"name": owner and owner.name, "comes": owner and owner.comes}
        with (
            self._desk.connection() as connection,
            connection.cursor(row_factory=class_row(Subscription)) as cursor,
        ):
            return cursor.execute(_OF, values).fetchall()

    def save(
        self, id_: str, owner: Owner, wish: Wish, scope: Scope | None, now: datetime, since: int
    ) -> str | None:
        """Save a subscription in the place of another of its title; return that one's id.

        ``scope`` is its owner's; None where nobody asked yet.

        Raises:
            TooManyError: the person has as many as one may.

        """
        values = {
            "id": id_,
            **msgspec.structs.asdict(owner),
            "title": wish.title,
            "way": wish.way,
            "destination": wish.destination,
            "chosen": Jsonb(msgspec.to_builtins(wish.chosen)),
            "language": wish.language,
            "now": now,
            "since": since,
            "casinos": casinos_of(scope),
            "most": EACH_MAX,
        }
        with self._desk.connection() as connection, connection.transaction():
            replaced = connection.execute(_REPLACED, values).fetchone()
            if connection.execute(_SAVED, values).rowcount == 0:
                raise TooManyError(f"{EACH_MAX} subscriptions of one person are kept; remove one")
        return None if replaced is None else str(replaced[0])

    def drop(self, id_: str, owner: Owner | None) -> bool:
        """Forget a subscription, of a person or of whoever has it; tell whether there was one."""
        values = {"id": id_, "name": owner and owner.name, "comes": owner and owner.comes}
        return self._changed(_DROPPED, values)

    def want(self, id_: str, owner: Owner | None, now: datetime) -> bool:
        """Have a destination tried at the service's next look; tell whether there is one."""
        values = {"id": id_, "name": owner and owner.name, "comes": owner and owner.comes}
        return self._changed(_WANTED, {**values, "now": now})

    def begin_again(self, id_: str, scope: Scope, position: int) -> None:
        """Have a subscription begin with findings from a position on: its owner reads others now.

        What waits was of what he read before, and is told to nobody.
        """
        values = {"id": id_, "casinos": casinos_of(scope), "position": position}
        with self._desk.connection() as connection, connection.transaction():
            connection.execute(_FORGOTTEN, values)
            connection.execute(_AGAIN, values)

    def without_right(self, id_: str) -> None:
        """Note that its owner may read none of it now; what waits is told to nobody."""
        with self._desk.connection() as connection, connection.transaction():
            connection.execute(_FORGOTTEN, {"id": id_})
            connection.execute(_NO_RIGHT, {"id": id_})

    def took(self, id_: str, now: datetime) -> None:
        """Note that a destination took a message."""
        self._changed(_TOOK, {"id": id_, "now": now})

    def failed(
        self, id_: str, reason: str, now: datetime, pause: datetime, dead_before: datetime
    ) -> None:
        """Note that a destination took nothing, and until when it is left alone.

        It is given up where it took nothing since ``dead_before``.
        """
        values = {"id": id_, "reason": reason, "now": now, "pause": pause, "before": dead_before}
        self._changed(_FAILED, values)

    def is_gone(self, id_: str) -> None:
        """Note that a destination wants nothing more; what waits for it is let go."""
        with self._desk.connection() as connection, connection.transaction():
            connection.execute(_FORGOTTEN, {"id": id_})
            connection.execute(_GONE, {"id": id_})

    def tried(self, id_: str, wanted: datetime | None) -> None:
        """Note that a destination was tried as somebody asked."""
        self._changed(_TRIED, {"id": id_, "wanted": wanted})

    def _changed(self, query: LiteralString, values: Mapping[str, Any]) -> bool:
        with self._desk.connection() as connection:
            return connection.execute(query, values).rowcount > 0


def casinos_of(scope: Scope | None) -> list[str] | None:
    """Return a scope's casinos as a row has them."""
    return None if scope is None or scope.casinos is None else sorted(scope.casinos)


_OF: Final[LiteralString] = """
SELECT id, name, comes, title, way, destination, chosen AS wants, language, saved, since, seen,
    seen_id, casinos, state, failing, reason, failures, pause, told, wanted,
    (
        SELECT count(*) FROM work.notice AS n
        WHERE n.subscription = s.id AND n.sent IS NULL AND n.failed IS NULL
    ) AS waiting
FROM work.subscription AS s
WHERE %(name)s::text IS NULL OR name = %(name)s AND comes = %(comes)s ORDER BY name, title
"""
_REPLACED: Final = """
DELETE FROM work.subscription WHERE name = %(name)s AND comes = %(comes)s AND title = %(title)s
RETURNING id
"""
_SAVED: Final = """
INSERT INTO work.subscription
(id, name, comes, title, way, destination, chosen, language, saved, since, seen, casinos)
SELECT %(id)s, %(name)s, %(comes)s, %(title)s, %(way)s, %(destination)s, %(chosen)s, %(language)s,
    %(now)s, %(since)s, %(since)s, %(casinos)s
WHERE (
    SELECT count(*) FROM work.subscription AS o WHERE o.name = %(name)s AND o.comes = %(comes)s
) < %(most)s
"""
_OWN: Final = "(%(name)s::text IS NULL OR name = %(name)s AND comes = %(comes)s)"
_DROPPED: Final = f"DELETE FROM work.subscription WHERE id = %(id)s AND {_OWN}"  # noqa: S608 - our own words
_WANTED: Final = f"UPDATE work.subscription SET wanted = %(now)s WHERE id = %(id)s AND {_OWN}"  # noqa: S608 - our own words
_FORGOTTEN: Final = """
DELETE FROM work.notice WHERE subscription = %(id)s AND sent IS NULL AND failed IS NULL
"""
_AGAIN: Final = """
UPDATE work.subscription SET casinos = %(casinos)s, since = %(position)s, seen = %(position)s,
    seen_id = '', state = CASE state WHEN 'no-right' THEN 'active' ELSE state END
WHERE id = %(id)s
"""
_NO_RIGHT: Final = "UPDATE work.subscription SET state = 'no-right' WHERE id = %(id)s"
_TOOK: Final = """
UPDATE work.subscription SET told = %(now)s, state = 'active', failing = NULL, reason = '',
    failures = 0, pause = NULL
WHERE id = %(id)s
"""
_FAILED: Final = """
UPDATE work.subscription SET failing = coalesce(failing, %(now)s), reason = %(reason)s,
    failures = failures + 1, pause = %(pause)s,
    state = CASE WHEN failing < %(before)s AND state = 'active' THEN 'dead' ELSE state END
WHERE id = %(id)s
"""
_GONE: Final = """
UPDATE work.subscription SET state = 'gone', failing = NULL, reason = '', failures = 0, pause = NULL
WHERE id = %(id)s
"""
_TRIED: Final = """
UPDATE work.subscription SET wanted = NULL WHERE id = %(id)s AND wanted = %(wanted)s
"""
