"""The dependencies of the app, and how routes get at them.

A route that reads gets a :class:`View`: one read-only transaction of one role, so that everything
in one answer was true at one moment, and nothing it asks can change anything.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, Protocol
from urllib.parse import urlencode

import msgspec
import psycopg
from anyio import CapacityLimiter
from fastapi import Depends, Request, Response
from fastapi.exceptions import RequestValidationError
from psycopg.rows import dict_row, tuple_row
from psycopg_pool import ConnectionPool

from api.services.access_log import ReadingLog
from api.services.api_keys import Gatekeeper
from api.services.checkpoints import Checkpoints
from api.services.metrics import Metrics
from api.services.news import News
from api.services.people.limits import Limits, Network
from api.services.people.notices.service import Notices, Posting
from api.services.people.oidc import Provider
from api.services.people.prepared import PreparedFiles
from api.services.people.reports import Reports
from api.services.people.sessions import Sessions
from api.services.proofs import Checked, Proofs
from api.services.repeats import Repeats
from api.services.surroundings import Surroundings
from ledger.door.ingestion import Answer, Receipt
from ledger.events.base import Payload
from ledger.log.key_history import KeyHistory
from ledger.signed.segments import Segment
from ledger.store.cold import fill_by
from ledger.store.texts.texts import Texts
from projections.reads.basis.known_names import FILTERS, states_of, unknown_names
from projections.reads.basis.scope import Scope, enter, own_names
from projections.reads.basis.unproved import unproved
from projections.reads.files import worked_out
from projections.reads.log.sources import trust_of
from projections.reads.queries import ROLE as INSPECTOR
from projections.reads.queries import Queries, Row
from projections.running.houses import HOUSE
from projections.stages.authority.memory.trust import Trust

Pool = ConnectionPool[psycopg.Connection[Row]]

READERS_MAX: Final = 8
BUNDLES_MAX: Final = 4
"""Bundles that are made at a time."""
WHOLE_MAX: Final = READERS_MAX + BUNDLES_MAX
"""So many that none waits: who reads by a scope takes one beside his own, a bundle takes one."""
WAIT_SECONDS: Final = 5.0
STATEMENT_SECONDS_MAX: Final = 30
BODIES_SIZE_MAX: Final = 96_000_000
"""Of all bodies of devices at a time: twelve of the largest, or a thousand of a segment's size."""
ASKED_SIZE_MAX: Final = 32_000_000
"""Of all bodies of people, who can fill no device's place."""
SHARE_MAX: Final = 4
"""So many of one key's part make the whole: none can fill it for all others."""


class Bodies:
    """Counts the bytes of all bodies that are read or answered now; one thread asks."""

    def __init__(self, most: int = BODIES_SIZE_MAX) -> None:
        """Hold none yet, and never more than ``most``, nor of one caller more than his part."""
        self._most = most
        self._held = Counter[str]()

    def take(self, whose: str, size: int) -> bool:
        """Hold so many bytes more of a caller; tell whether there is room for them."""
        if self._held.total() + size > self._most:
            return False
        if (self._held[whose] + size) * SHARE_MAX > self._most:
            return False
        self._held[whose] += size
        return True

    def give_back(self, whose: str, size: int) -> None:
        """Hold so many bytes less of a caller."""
        self._held[whose] -= size
        if self._held[whose] <= 0:
            del self._held[whose]


class Entrance(Protocol):
    """The ledger's door, as far as the app needs it."""

    def submit(
        self, segments: Sequence[Segment], *, credential: str | None = None
    ) -> Sequence[Answer]:
        """Return, in order, what became of each segment, after it is durable."""
        ...

    def rehearse(self, segments: Sequence[Segment]) -> Sequence[Answer]:
        """Return, in order, what would become of each segment; store nothing."""
        ...

    def last_receipt(self, source: str) -> Receipt | None:
        """Return the receipt of a source's newest event; None before its first."""
        ...

    def say(self, payload: Payload, *, place: str | None = None) -> Answer:
        """Record an event of the service itself."""
        ...

    @property
    def waiting(self) -> int:
        """How many events wait to be recorded."""
        ...

    @property
    def stopped(self) -> str | None:
        """Why nothing more is taken until the door is opened anew; None while it is."""
        ...

    @property
    def stories_counted(self) -> Mapping[str, int]:
        """By source, its second stories of late that are counted and not named one by one."""
        ...


@dataclass(frozen=True, kw_only=True)
class Services:
    """The services an app is made of: given by whoever runs the app."""

    door: Entrance
    checkpoints: Checkpoints
    gate: Gatekeeper
    texts: Texts
    conninfo: str
    """Of a login that may take the inspector's role."""
    origin: str
    version: str
    verifier: bytes
    """The program that checks bundles, which is put into each."""
    sign_paper: Callable[[bytes], bytes] | None = None
    """Signs a paper that is handed out with its proof; None where this house has no key for it."""
    provider: Provider | None = None
    """By whom people sign in beside keys; None where keys are the one way."""
    limits: Limits | None = None
    """How often somebody may ask; None where nobody counts."""
    proxies: Sequence[Network] = ()
    """Those that are believed where they say for whom they ask."""
    demonstration: bool = False
    """Whether each role of the console is one click away, without a key."""
    checked: Checked | None = None
    """A verification of the log that whoever runs the app made just before."""
    trouble: Callable[[], str | None] = lambda: None
    """Says why the projections do not follow the log at present; None while they do."""
    exchanging: Callable[[], bool] = lambda: False
    """Tells whether a rebuild takes the projections' place at present: they follow again soon."""
    surroundings: Callable[[], Surroundings] = Surroundings
    """Looks at the machine."""
    files: Path | None = None
    """The folder of files that are made while somebody waits; None: one that goes with the app."""
    posting: Posting = field(default_factory=Posting)
    """How people are told of findings elsewhere."""
    unpublished: Callable[[], str | None] = lambda: None
    """Says why checkpoints are not signed or lack witnesses; None while they do not."""


@dataclass(frozen=True, kw_only=True)
class Working:
    """The state of one running app beside its services."""

    services: Services
    pool: Pool
    whole: Pool
    """Connections that see all houses: for bundles, and for who judges."""
    history: KeyHistory
    """Who was given which key, as far as bundles have asked."""
    reads: ReadingLog
    metrics: Metrics
    repeats: Repeats
    sessions: Sessions
    proofs: Proofs
    prepared: PreparedFiles
    reports: Reports
    notices: Notices
    news: News
    writers: CapacityLimiter
    """Threads that may wait at the door."""
    gates: CapacityLimiter
    """Threads that may wait at the gate of R60."""
    bodies: Bodies
    """Bodies of devices."""
    asked: Bodies
    """Bodies of people."""
    scope_of: Callable[[Request], Scope]
    """Returns of which casinos whoever asks may read."""
    parameters: Mapping[str, frozenset[str]]
    """Per operation, what may stand after the address's question mark."""


def _check(connection: psycopg.Connection[Row]) -> None:
    """Check that a connection still stands; the pool replaces a broken one."""
    connection.execute("")


def reading_pool(conninfo: str) -> Pool:
    """Return a closed pool of connections that may only read, each nothing until a scope says."""
    return _pool(conninfo, HOUSE, READERS_MAX, "readers")


def whole_pool(conninfo: str) -> Pool:
    """Return a closed pool of connections that may only read, and see all houses."""
    return _pool(conninfo, INSPECTOR, WHOLE_MAX, "whole")


def _pool(conninfo: str, role: str, most: int, name: str) -> Pool:
    return ConnectionPool(
        conninfo,
        connection_class=psycopg.Connection[Row],
        min_size=0,
        max_size=most,
        timeout=WAIT_SECONDS,
        open=False,
        check=_check,
        kwargs={
            "autocommit": True,
            "row_factory": dict_row,
            "options": (
                f"-c role={role} -c timezone=UTC -c plan_cache_mode=force_custom_plan "
                f"-c statement_timeout={STATEMENT_SECONDS_MAX}s "
                "-c default_transaction_read_only=on "
                "-c default_transaction_isolation=repeatable\\ read"
            ),
        },
        name=name,
    )


Whole = AbstractContextManager[psycopg.Connection[Row]]


def working(request: Request) -> Working:
    """Return the state of the request's app."""
    found = request.app.state.working
    assert isinstance(found, Working)
    return found


class View:
    """The ledger and its projections at one moment, as far as a scope goes."""

    def __init__(
        self, connection: psycopg.Connection[Row], scope: Scope, whole: Callable[[], Whole]
    ) -> None:
        """Read through the connection's transaction, which sees nothing until here."""
        self.reach = enter(connection, scope)
        """What is of the reader's casinos; None where that is everything."""
        self.queries = Queries(connection)
        self.connection = connection
        self._whole = whole

    @contextmanager
    def whole(self) -> Generator[psycopg.Connection[Row]]:
        """Have a connection that sees all houses: for who judges, and shows nothing of it."""
        if self.reach is None:
            yield self.connection
        else:
            with self._whole() as connection:
                yield connection

    def beyond(self, conninfo: str) -> worked_out.Whole:
        """Return the way to all houses, by which some files are worked out."""
        return worked_out.Whole(
            connection=self.whole,
            conninfo=conninfo,
            sources=None if self.reach is None else self.reach.sources,
        )

    def trust(self) -> Trust:
        """Return the keyring of the whole ledger."""
        with self.whole() as whole:
            return trust_of(whole)

    def shares(self, pool: str) -> bool:
        """Tell whether a pool is of houses that the reader may not see, too."""
        return self.reach is not None and pool in self.reach.shared

    def members(self, names: Sequence[str]) -> list[str]:
        """Return those of a pool's members that are the reader's; of all others one word."""
        if self.reach is None:
            return list(names)
        return own_names(names, {*self.reach.places, *self.reach.casinos})

    def elsewhere(self, pool: str) -> list[Row]:
        """Return the sums, by account, that other houses brought into a shared pool or took."""
        if not self.shares(pool):
            return []
        return self.connection.execute(
            "SELECT account, reason, sum(lines)::bigint AS lines, sum(amount)::bigint AS amount "
            "FROM projections.posting_elsewhere WHERE pool = %s GROUP BY account, reason "
            "ORDER BY account, reason",
            (pool,),
        ).fetchall()

    def standing(self) -> Row:
        """Return up to where the projections are true, whether they stopped, what is unproved."""
        halted = self.queries.halted()
        marks = unproved(self.connection)
        return {
            "unproved": msgspec.to_builtins(marks) if marks.count else None,
            "position": self.queries.position(),
            "halted": None
            if halted is None
            else {name: halted[name] for name in ("position", "event", "stage")},
        }

    def last_position(self) -> int:
        """Return the position of the newest event in the log."""
        row = self.connection.execute("SELECT position FROM ledger.head").fetchone()
        return 0 if row is None else row["position"]

    def stored(self, source: str, seq: int) -> Row | None:
        """Return an event in its stored form."""
        with self.connection.cursor(row_factory=tuple_row) as cursor:
            rows = cursor.execute(
                "SELECT notification_id, originator_id, originator_version, topic, state, link, "
                "signature FROM ledger.events WHERE originator_id = %s AND originator_version = %s",
                (source, seq),
            ).fetchall()
        for position, _, _, kind, envelope, link, signature in fill_by(self.connection, rows):
            return {
                "position": position,
                "kind": kind,
                "link": link,
                "signature": signature,
                "envelope": envelope,
            }
        return None

    def names(self, positions: Sequence[int]) -> Mapping[int, str]:
        """Return the names, ``source:seq``, of the events at these positions."""
        rows = self.connection.execute(
            "SELECT notification_id AS position, "
            "originator_id || ':' || originator_version AS name "
            "FROM ledger.events WHERE notification_id = ANY(%s)",
            (list(positions),),
        ).fetchall()
        return {row["position"]: row["name"] for row in rows}


@contextmanager
def open_view(work: Working, scope: Scope) -> Generator[View]:
    """Open a view of the rows of a scope, at one moment."""
    with work.pool.connection() as connection, connection.transaction():
        yield View(connection, scope, lambda: _whole(work))


@contextmanager
def _whole(work: Working) -> Generator[psycopg.Connection[Row]]:
    # Of another pool: who holds one of the readers' must not wait for another of those.
    with work.whole.connection() as connection, connection.transaction():
        yield connection


def _view(request: Request) -> Iterator[View]:
    work = working(request)
    with open_view(work, work.scope_of(request)) as view:
        _refuse_unknown_names(request, view.connection)
        yield view


def _refuse_unknown_names(request: Request, connection: psycopg.Connection[Row]) -> None:
    """Refuse a filter that names nothing: an empty answer would be one to another question.

    Raises:
        RequestValidationError: with the near names of each.

    """
    given = {name: value for name, value in request.query_params.items() if name in FILTERS}
    if not given:
        return
    of = states_of(str(request.scope["route"].operation_id))
    errors = [
        {"loc": ("query", one.filter), "msg": one.text, "type": "unknown-name"}
        for one in unknown_names(connection, given, of)
    ]
    if errors:
        raise RequestValidationError(errors)


Reads = Annotated[View, Depends(_view)]
"""The ledger and its projections, read-only, at one moment."""


class Pager:
    """Makes the address of the next page: the same question, after the last row seen."""

    def __init__(self, request: Request, response: Response) -> None:
        """Continue the request, and say so in the answer's head."""
        self._request = request
        self._response = response

    def next(self, rows: Sequence[Any], limit: int, cursor: str) -> str | None:
        """Return the next page's address after a full page, None after the last one."""
        if len(rows) < limit:
            return None
        wanted = [pair for pair in self._request.query_params.multi_items() if pair[0] != "after"]
        address = f"{self._request.url.path}?{urlencode([*wanted, ('after', cursor)])}"
        self._response.headers["Link"] = f'<{address}>; rel="next"'
        return address


Pages = Annotated[Pager, Depends()]
"""Paging of the list that is asked for."""
