"""A simulated country: some ledgers' nights, sealed day by day, as the hub has to hold them.

One ledger has planted faults. In another's archive the middle day stands as its house might have
wished it: played otherwise, and signed by all of its keys. What lies in the folder afterwards::

    archive/                the sealed ranges of all ledgers
    kept/<ledger>.note      the log's last checkpoint and its keys, as somebody outside keeps them
    homes/<ledger>/         keys and manifests
    country.json            which ledger has what, and what the tables of each house held last
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import copytree, rmtree
from typing import Final

import msgspec
import psycopg
from msgspec import Struct
from psycopg import sql
from psycopg.conninfo import make_conninfo

from ledger.store.reader import Reader
from ops.catch_up import judge_all
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls, Server
from ops.installation import Keys, log_signing, open_installation, open_log
from ops.outside.archive.folder import FIGURES, Archive, Place
from ops.outside.archive.sealing import House, end_of, judging, seal
from ops.outside.archive.tables import read_rows
from ops.outside.hub.asking import Hub
from ops.settings import Settings
from ops.simulator.night.night import NightPlan, manifests, simulate
from ops.simulator.night.origin import DAY, SIMULATED_ORIGIN, founded_at
from ops.simulator.parties.manifest import Found, Score, found_of, read_manifest, score
from projections.running.runner import LIVE

ARCHIVE: Final = "archive"
KEPT: Final = "kept"
_HOMES: Final = "homes"
_MADE: Final = "country.json"
_LEDGER: Final = "ledger.json"
_OTHER_SEED: Final = 1_000_003
Step = Callable[[str, int, int], None]


class Plan(Struct, frozen=True, kw_only=True):
    """How large a country is."""

    ledgers: int = 6
    days: int = 5
    """Three at least: the rewritten one stands in the middle."""
    size: float = 0.1
    plant: str = "40"
    seed: int = 1

    @property
    def origins(self) -> list[str]:
        """The ledgers' names: the first has planted faults, the last a rewritten day."""
        return [f"{SIMULATED_ORIGIN}-{number}" for number in range(1, self.ledgers + 1)]


class Table(Struct, frozen=True):
    """The rows of a table of projections: how many, and the SHA-256 over them in order."""

    rows: int
    sha256: str

    @classmethod
    def of(cls, rows: Sequence[str]) -> "Table":
        """Return the line about a table's rows."""
        return cls(len(rows), sha256("\n".join(sorted(rows)).encode()).hexdigest())


class Ledger(Struct, frozen=True, kw_only=True):
    """A ledger of the country: its events, and the rows that its house's tables held at the end."""

    origin: str
    events: int
    tables: dict[str, Table]
    rewritten: str | None = None
    """The folder of the range that its house rewrote."""


class Country(Struct, frozen=True, kw_only=True):
    """A country that was made."""

    plan: Plan
    ledgers: list[Ledger]

    @property
    def events(self) -> int:
        """How many events all ledgers have."""
        return sum(one.events for one in self.ledgers)


class Told(Struct, frozen=True, kw_only=True):
    """A ledger as an archive alone tells it, beside its house's own tables."""

    origin: str
    other: list[str]
    """Tables whose rows are not the house's own."""
    score: Score

    @property
    def same(self) -> bool:
        """Whether its figures are the house's, and just what was planted was found, to the unit."""
        return not self.other and self.score.exact


def country_in(folder: Path) -> Country | None:
    """Return the country that stands in a folder; None where none was finished."""
    path = folder / _MADE
    return msgspec.json.decode(path.read_bytes(), type=Country) if path.exists() else None


def make_country(folder: Path, plan: Plan, step: Step) -> Country:
    """Play a country's nights, and seal each day; ledgers that a run before finished are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    made: list[Ledger] = []
    with Server(folder / "server") as server:
        for number, origin in enumerate(plan.origins, 1):
            house = _House(folder, server.urls, origin, plan, number, step)
            made.append(house.made())
    country = Country(plan=plan, ledgers=made)
    (folder / _MADE).write_bytes(msgspec.json.format(msgspec.json.encode(country), indent=1))
    return country


def told_by_archive(folder: Path, ledger: Ledger) -> Told:
    """Ask a country's archive for a ledger's figures and findings, and nothing else."""
    archive = Archive(str(folder / ARCHIVE))
    standing: dict[str, set[str]] = {table: set() for table in ledger.tables}
    for place in archive.ranges(ledger.origin):
        told = read_rows(archive.read(place, FIGURES))
        for table, rows in told.get("went", {}).items():
            standing[table].difference_update(rows)
        for table, rows in told.get("came", {}).items():
            standing[table].update(rows)
    own = {table: Table.of(list(rows)) for table, rows in standing.items()}
    home = folder / _HOMES / ledger.origin
    planted = [one for path in manifests(home, ledger.origin) for one in read_manifest(path)]
    return Told(
        origin=ledger.origin,
        other=sorted(table for table, held in ledger.tables.items() if own[table] != held),
        score=score(planted, _found(str(folder / ARCHIVE), ledger.origin)),
    )


_FINDINGS: Final = """
SELECT f.id, f.code, f.place, f.round, f.seat::INT, f.bet::INT, f.amount::BIGINT, f.facts,
    f.expected, f.recorded, f.currency,
    (SELECT list(e.source || ':' || e.seq) FROM events AS e
        WHERE e.origin = f.origin AND list_contains(f.positions::BIGINT[], e.position))
FROM finding AS f WHERE f.known_until IS NULL AND f.origin = '{}' ORDER BY f.known_from, f.id
"""


def _found(archive: str, origin: str) -> Iterator[Found]:
    """Yield the findings of a ledger that stand at its archive's end."""
    for *row, events in Hub([archive]).ask(_FINDINGS.format(origin)).rows:
        yield found_of(row, events or ())


class _House:
    """One ledger of the country, on the country's server."""

    def __init__(
        self, folder: Path, urls: DatabaseUrls, origin: str, plan: Plan, number: int, step: Step
    ) -> None:
        self._folder = folder
        self._urls = urls
        self._origin = origin
        self._plan = plan
        self._number = number
        self._step = step
        self._home = folder / _HOMES / origin
        self._archive = Archive(str(folder / ARCHIVE))

    def made(self) -> Ledger:
        """Make the ledger, unless it was made."""
        path = self._home / _LEDGER
        if not path.exists():
            for folder in (self._home, Path(self._archive.url) / f"origin={self._origin}"):
                rmtree(folder, ignore_errors=True)
            is_last = self._origin == self._plan.origins[-1]
            ledger = self._rewritten() if is_last else self._honest()
            path.write_bytes(msgspec.json.encode(ledger))
        return msgspec.json.decode(path.read_bytes(), type=Ledger)

    def _honest(self) -> Ledger:
        """Play all nights, with faults in the first ledger of the country, and seal each day."""
        plan = self._plan
        urls = self._database("house")
        self._play(urls, self._home, plan.days, plan.seed * 100 + self._number)
        for until in _days_closed(urls.login):
            self._seal(urls, self._home, self._archive, until)
        return self._ledger(urls)

    def _rewritten(self) -> Ledger:
        """Play the middle day twice, from the same ledger by the same keys; publish the other."""
        plan, seed = self._plan, self._plan.seed * 100 + self._number
        before = (plan.days - 1) // 2
        urls, twin = self._database("house"), _renamed(self._urls, "twin")
        twins, apart = self._folder / "twin", self._folder / "twin-archive"
        for folder in (twins, apart):
            rmtree(folder, ignore_errors=True)
        self._play(urls, self._home, before, seed)
        for until in _days_closed(urls.login):
            self._seal(urls, self._home, self._archive, until)
        begins = _last(urls.login)
        _create(self._urls, "twin", template="house")
        with psycopg.connect(twin.superuser) as connection:  # a copy has no rights of its own
            connection.execute("GRANT CREATE ON DATABASE twin TO razao_projector")
        copytree(self._home, twins)
        copytree(
            Path(self._archive.url) / f"origin={self._origin}", apart / f"origin={self._origin}"
        )
        self._play(twin, twins, 1, seed + _OTHER_SEED)
        self._play(urls, self._home, plan.days - before, seed)
        closed = [one for one in _days_closed(urls.login) if one > begins]
        end = _common_end(urls.login, twin.login, min(closed[0], _last(twin.login)))
        self._seal(twin, twins, Archive(str(apart)), end)
        for until in (end, *closed[1:]):
            self._seal(urls, self._home, self._archive, until)
        place = next(one for one in self._archive.ranges(self._origin) if one.last == end)
        _replaced(Path(self._archive.url), apart, place)
        rmtree(twins)
        rmtree(apart)
        ledger = self._ledger(urls)
        return msgspec.structs.replace(ledger, rewritten=place.folder)

    def _database(self, name: str) -> DatabaseUrls:
        _create(self._urls, name)
        urls = _renamed(self._urls, name)
        migrate(urls.superuser)
        return urls

    def _play(self, urls: DatabaseUrls, home: Path, days: int, seed: int) -> None:
        """Play days into the ledger, and judge them."""
        told = f"{self._origin}: play"
        plant = self._plan.plant if self._number == 1 else None
        asked = NightPlan(seed=seed, days=days, plant=plant, size=self._plan.size)
        settings = Settings(home=home, database_url=urls.login, owner_url=urls.superuser)
        at = founded_at(DAY)
        with open_installation(settings, found=self._origin, at=at) as installation:
            simulate(installation, asked, lambda done: self._step(told, done, done))
        judged = f"{self._origin}: judge"
        judge_all(urls.login, lambda done, every: self._step(judged, done, every))

    def _seal(self, urls: DatabaseUrls, home: Path, archive: Archive, until: int) -> None:
        keys = Keys(home, self._origin)
        kept = home / "checkpoints" / f"{self._origin}.note"
        with open_log(urls.login, self._origin, keys, kept) as log:
            signer = log_signing(self._origin, keys, urls.login).at(until)
            seal(House(urls.login, self._origin, log, signer), archive, until)
        self._step(f"{self._origin}: seal", until, _last(urls.login))

    def _ledger(self, urls: DatabaseUrls) -> Ledger:
        """Tell the house's tables, keep its checkpoint outside, and let its database go."""
        with psycopg.connect(urls.login, options="-c role=razao_inspector") as connection:
            tables = {
                table: Table.of(
                    [
                        row
                        for (row,) in connection.execute(
                            sql.SQL("SELECT row_to_json(t.*)::text FROM {} AS t").format(
                                sql.Identifier(LIVE, table)
                            )
                        )
                    ]
                )
                for stage in judging().with_tables()
                for table, _ in stage.tables
            }
        last = _last(urls.login)
        kept = self._folder / KEPT
        kept.mkdir(exist_ok=True)
        name = f"{self._origin}.note"
        whole, _, _ = (self._home / "checkpoints" / name).read_text("utf-8").rpartition("\n\n")
        (kept / name).write_text(f"{whole}\n", encoding="utf-8")  # without what continues the tree
        signer = log_signing(self._origin, Keys(self._home, self._origin), urls.login).at(last)
        keys = "".join(f"{one.text}\n" for one in signer.keys.keys)
        (kept / f"{self._origin}.keys").write_text(keys, encoding="utf-8")
        for name in ("house", "twin"):
            _drop(self._urls, name)
        return Ledger(origin=self._origin, events=last, tables=tables)


def _days_closed(login: str) -> list[int]:
    """Return where each gaming day was closed, in order, and last of all the log's end."""
    with psycopg.connect(login, options="-c role=razao_inspector") as connection:
        rows = connection.execute(
            sql.SQL("SELECT max(position) FROM {} GROUP BY day ORDER BY 1").format(
                sql.Identifier(LIVE, "closed_day")
            )
        ).fetchall()
    closed = [int(position) for (position,) in rows]
    return [*closed[:-1], _last(login)]


def _common_end(one: str, other: str, position: int) -> int:
    """Return the first position from one on at which a segment ends in both of two ledgers."""
    with Reader(one) as here, Reader(other) as there:
        while True:
            end = end_of(here, position, here.last_position())
            position = end_of(there, end, there.last_position())
            if not end or not position:
                raise ValueError("no segment ends at the same position in both ledgers")
            if position == end:
                return end


def _replaced(archive: Path, apart: Path, place: Place) -> None:
    rmtree(archive / place.folder)
    copytree(apart / place.folder, archive / place.folder)


def _last(login: str) -> int:
    with Reader(login) as reader:
        return reader.last_position()


def _renamed(urls: DatabaseUrls, name: str) -> DatabaseUrls:
    return DatabaseUrls(
        make_conninfo(urls.superuser, dbname=name), make_conninfo(urls.login, dbname=name)
    )


@contextmanager
def _maintaining(urls: DatabaseUrls) -> Generator[psycopg.Connection]:
    with psycopg.connect(
        make_conninfo(urls.superuser, dbname="postgres"), autocommit=True
    ) as connection:
        yield connection


def _create(urls: DatabaseUrls, name: str, template: str = "template0") -> None:
    _drop(urls, name)
    with _maintaining(urls) as connection:
        connection.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                sql.Identifier(name), sql.Identifier(template)
            )
        )


def _drop(urls: DatabaseUrls, name: str) -> None:
    with _maintaining(urls) as connection:
        connection.execute(
            sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
        )
