"""``razao bench pages``: how long each page of the console takes, warm, over HTTP.

A simulated night of the whole casino is played into a ledger, or the installation's own is asked
(``--here``), and served as ``razao serve`` does. Each page is asked for again and again in a role
that may read it; shown is the time below which 95 of 100 answers came, and its multiple of U, the
least page there is: one keyset page of 100 events on a connection that stands. Nothing is written:
no reading is recorded.
"""

import statistics
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, closing, contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from typing import Final
from urllib.parse import quote

import psycopg

from api.console.contents import CONTENTS, ROLES
from api.services.api_keys import Role
from ledger.door.ingestion import Answer, Receipt
from ledger.events.base import Payload
from ops.bench.casino import Bench
from ops.bench.frame import Comparison, Goal, Plan, quantile
from ops.bench.serving import served
from ops.bench.simulated import play, tidied
from ops.bench.subjects.queries import LEAST_PAGE
from ops.catch_up import judge_all
from ops.database.postgres import DatabaseUrls
from ops.errors import MisuseError
from ops.installation import Installation, open_installation
from ops.settings import Settings
from projections.reads.queries import ROLE as INSPECTOR

EVENTS: Final = 50_000
FAULTS: Final = 12
TIMES: Final = 40
WARM: Final = 5
MILLISECONDS_MAX: Final = 200
TAIL: Final = 0.95
THINGS: Final = {
    "/eventos/{}/{}": "SELECT source, (SELECT max(originator_version) FROM ledger.events "
    "WHERE originator_id = source) FROM projections.history WHERE kind LIKE 'payout%' LIMIT 1",
    "/eventos?lugar={}": "SELECT place FROM projections.history WHERE place IS NOT NULL "
    "GROUP BY place ORDER BY count(*) DESC LIMIT 1",
    "/jogadas/{}": "SELECT round FROM projections.verdict WHERE known_until IS NULL "
    "AND state = 'differs' ORDER BY known_from LIMIT 1",
    "/constatacoes/{}": "SELECT id FROM projections.finding WHERE known_until IS NULL "
    "ORDER BY amount DESC NULLS LAST LIMIT 1",
    "/mesas/{}": "SELECT place FROM projections.table_day ORDER BY place LIMIT 1",
    "/premios/{}": "SELECT pool FROM projections.pool ORDER BY pool LIMIT 1",
    "/contadores/{}": "SELECT machine FROM projections.machine_close ORDER BY machine LIMIT 1",
    "/actas/{}/{}": "SELECT place, session FROM projections.session ORDER BY session LIMIT 1",
    "/pesquisa?q={}": "SELECT place FROM projections.history WHERE place IS NOT NULL LIMIT 1",
}
"""Pages of things: their address, and the question that names one of each."""


NOWHERE: Final = Receipt(origin="", source="", first=0, count=0, link="", position=0)


class _Reading:
    """A door that takes nothing: who measures leaves no reading behind."""

    waiting = 0
    stopped = None
    stories_counted: Mapping[str, int] = {}

    def submit(self, *_: object, **__: object) -> list[Answer]:
        """Take nothing."""
        return []

    def rehearse(self, *_: object, **__: object) -> list[Answer]:
        """Judge nothing."""
        return []

    def last_receipt(self, source: str) -> Receipt | None:
        """Know of none."""
        del source

    def say(self, payload: Payload, *, place: str | None = None) -> Answer:
        """Let a reading go."""
        del payload, place
        return Answer(outcome="recorded", receipt=NOWHERE)


class _Browser:
    """Asks for pages over one connection, in a role."""

    def __init__(self, port: int, cookie: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self._cookie = cookie

    def close(self) -> None:
        """Let the connection go."""
        self._connection.close()

    def ask(self, address: str) -> float:
        """Return how long a page took, in milliseconds.

        Raises:
            MisuseError: it is none.

        """
        start = time.perf_counter()
        self._connection.request("GET", address, headers={"Cookie": self._cookie})
        answer = self._connection.getresponse()
        answer.read()
        took = (time.perf_counter() - start) * 1_000
        if answer.status != HTTPStatus.OK:
            raise MisuseError(f"pages: expected a page at {address}, got {answer.status}")
        return took


@contextmanager
def plan(bench: Bench) -> Generator[Plan]:
    """Plan to ask for every page of a night's ledger, or of the installation's own."""
    with ExitStack() as stack:
        if bench.here is not None:
            urls = bench.here
            bench.note_server(urls)
            installation = stack.enter_context(open_installation(Settings()))
        else:
            urls = stack.enter_context(bench.ledger("bench_pages"))
            installation = stack.enter_context(bench.open(urls))
            _play(bench, installation, urls)
        addresses = _addresses(urls)
        browser = stack.enter_context(_asking(installation, urls))
        plain = stack.enter_context(
            psycopg.connect(urls.login, autocommit=True, options=f"-c role={INSPECTOR}")
        )
        (last,) = plain.execute("SELECT position FROM ledger.head").fetchone() or (0,)
        made = _plan(addresses, browser, _least(plain, last), bench.at_most(TIMES))
        made.notes.append(f"{len(addresses)} pages of a ledger of {last} events")
        yield made


def _play(bench: Bench, installation: Installation, urls: DatabaseUrls) -> None:
    play(bench, installation, bench.size(EVENTS), FAULTS)
    judge_all(urls.login)
    tidied(urls)


def _addresses(urls: DatabaseUrls) -> list[str]:
    """Return the addresses of all pages of the table of contents, and of one thing of each kind."""
    found = [one.address for one in CONTENTS]
    with psycopg.connect(urls.superuser) as connection:
        if connection.execute("SELECT to_regclass('projections.history')").fetchone() == (None,):
            raise MisuseError("pages: expected a ledger with projections, got one without")
        for address, question in THINGS.items():
            row = connection.execute(question.encode()).fetchone()
            if row is not None and None not in row:
                found.append(address.format(*(quote(str(one), safe="/") for one in row)))
    return found


@contextmanager
def _asking(installation: Installation, urls: DatabaseUrls) -> Generator[Callable[[str], float]]:
    """Serve the console as a demonstration; give what asks for a page in a role that may."""
    with (
        served(installation, urls, _Reading(), demonstration=True) as (port, app),
        ExitStack() as stack,
    ):
        sessions = app.state.working.sessions
        browsers = {
            role: stack.enter_context(
                closing(_Browser(port, f"razao_session={sessions.open_demonstration(role)}"))
            )
            for role in (Role.INSPECTOR, Role.ADMIN)
        }
        admins = {one.address for one in CONTENTS if Role.INSPECTOR not in ROLES[one.operation]}

        def ask(address: str) -> float:
            return browsers[Role.ADMIN if address in admins else Role.INSPECTOR].ask(address)

        yield ask


def _least(connection: psycopg.Connection, last: int) -> Callable[[], float]:
    """Return a function that asks for the least page and tells its milliseconds."""

    def ask() -> float:
        start = time.perf_counter()
        with connection.cursor(binary=True) as cursor:
            cursor.execute(LEAST_PAGE, (max(0, last // 2 - 100),), prepare=True).fetchall()
        return (time.perf_counter() - start) * 1_000

    return ask


def _plan(
    addresses: list[str], ask: Callable[[str], float], least: Callable[[], float], times: int
) -> Plan:
    made = Plan()
    made.measures["U"] = lambda: statistics.median(least() for _ in range(max(WARM, times)))
    for address in addresses:

        def measure(address: str = address) -> float:
            for _ in range(WARM):
                ask(address)
            return quantile(sorted(ask(address) for _ in range(times)), TAIL)

        made.measures[address] = measure
        made.rows.append(
            Comparison(
                name=f"page {address}, p95",
                own=address,
                limit="U",
                limit_is="U, a keyset page of 100 events; ratio is how many of them",
                goals=(Goal("rate", most=MILLISECONDS_MAX, text="ms"),),
                unit="ms",
            )
        )
    return made
