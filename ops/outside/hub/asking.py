"""The hub's questions: SQL by DuckDB over all archives, each row with its origin.

``events`` has every event; each table of the projections is a view of the rows that stand at the
archive's end, its columns as text, beside ``origin``. A column of its own of that name bears the
table's before it. A view is made for a question that names it: there are some hundred, and to find
the columns of one is to look into files.

``totals`` has how many events each place had of each kind on each day, and the sums of what their
payloads call ``amount`` and ``stake``. It is read from what was added up at the seal, of a range
whose seal has the hash of that file; else the range's events are added up for the question.
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from ledger.errors import UNREADABLE
from ops.errors import MisuseError
from ops.outside.archive.folder import FIGURES, SEAL, TOTALS, Archive, Place

QUESTIONS: Final = {
    "kinds": (
        "SELECT origin, kind, sum(events)::BIGINT AS events FROM totals GROUP BY ALL ORDER BY ALL"
    ),
    "stakes": (
        "SELECT origin, day, sum(CASE WHEN kind LIKE 'bet-placed/%' THEN amount ELSE stake END) "
        "AS staked, sum(events)::BIGINT AS stakes FROM totals "
        "WHERE kind LIKE 'bet-placed/%' OR kind LIKE 'play/%' GROUP BY ALL ORDER BY ALL"
    ),
    "findings": (
        "SELECT origin, code, severity, count(*) AS findings, sum(amount::BIGINT) AS amount "
        "FROM finding WHERE known_until IS NULL GROUP BY ALL ORDER BY ALL"
    ),
    "revenue": (
        "SELECT origin, day, category, currency, sum(amount::DECIMAL(38, 0)) AS revenue "
        "FROM revenue GROUP BY ALL ORDER BY ALL"
    ),
    "national": (
        "SELECT currency, category, sum(amount::DECIMAL(38, 0)) AS revenue, "
        "count(DISTINCT origin) AS ledgers FROM revenue GROUP BY ALL ORDER BY ALL"
    ),
    "pools": "SELECT origin, pool, status, currency, balances FROM pool ORDER BY ALL",
}
"""Saved questions, by name."""


_READ: Final = "SELECT * FROM read_parquet({}, hive_partitioning = true)"
_TABLES: Final = 'SELECT DISTINCT "table" FROM figures ORDER BY ALL'
_OF_ALL: Final = frozenset({"show", "describe", "information_schema"})
"""Words of questions about the tables themselves."""
_COLUMNS: Final = """
SELECT unnest(json_keys("row"))
FROM (SELECT "row" FROM figures WHERE "table" = ? LIMIT 1)
"""
_COLUMN: Final = """"row" ->> '$.{}' AS "{}\""""
_STANDING: Final = """
SELECT origin, {} FROM (
    SELECT origin, "row" FROM figures WHERE "table" = '{}' GROUP BY origin, "row"
    HAVING sum(CASE change WHEN 'came' THEN 1 ELSE -1 END) > 0
)
"""


_ADDED: Final = "SELECT {} FROM read_parquet({}, hive_partitioning = true)"
_TOTAL: Final = 'origin, "range", day, place, kind, events, amount, stake'
_ADDING: Final = """
SELECT origin, "range", day, place, kind, count(*) AS events, {} AS amount, {} AS stake
FROM read_parquet({}, hive_partitioning = true) GROUP BY ALL
"""
_SUM: Final = """
coalesce(sum(CASE WHEN json_type(payload, '$.{0}') IN ('UBIGINT', 'BIGINT')
    THEN (payload ->> '$.{0}')::DECIMAL(38, 0) END), 0)
"""


class _File(Struct):
    sha256: str


class _Seal(Struct):
    files: dict[str, _File]


class Answer(NamedTuple):
    """The rows of an answer, under their columns."""

    columns: list[str]
    rows: list[tuple[Any, ...]]


class _Range(NamedTuple):
    """A range, with the paths of its events' files."""

    archive: Archive
    place: Place
    events: list[str]
    has_totals: bool

    @property
    def is_added(self) -> bool:
        """Whether its seal has the hash of the totals that stand there."""
        if not self.has_totals:
            return False
        try:
            seal = msgspec.json.decode(self.archive.read(self.place, SEAL), type=_Seal)
        except (FileNotFoundError, *UNREADABLE):
            return False
        kept = seal.files.get(TOTALS)
        data = self.archive.read(self.place, TOTALS)
        return kept is not None and kept.sha256 == sha256(data).hexdigest()


class Hub:
    """Archives, asked together."""

    def __init__(self, archives: Sequence[str]) -> None:
        """Look at archives; nothing is copied.

        Raises:
            MisuseError: this installation has not the extra, or nothing is sealed there.

        """
        try:
            duckdb: Any = import_module("duckdb")
        except ModuleNotFoundError:
            raise MisuseError("questions need the extra `hub`: `uv sync --extra hub`") from None
        self._error: type[Exception] = duckdb.Error
        # A name that is no table is not looked for among this program's variables.
        self._duckdb = duckdb.connect(config={"python_enable_replacements": "false"})
        self._duckdb.execute("SET parquet_metadata_cache = true")
        events: list[str] = []
        figures: list[str] = []
        self._ranges: list[_Range] = []
        for url in archives:
            archive = Archive(url)
            for place in archive.ranges():
                names = archive.names(place)
                told = [archive.path(place, one) for one in names if one.startswith("events-")]
                events += told
                figures += [archive.path(place, FIGURES)] if FIGURES in names else []
                self._ranges.append(_Range(archive, place, told, TOTALS in names))
            archive.lend(self._duckdb)
        if not events or not figures:
            raise MisuseError(f"no sealed range is in {', '.join(archives)}")
        for name, paths in (("events", events), ("figures", figures)):
            self._view(name, _READ.format(_list(paths)))
        self._tables: frozenset[str] | None = None
        self._views: set[str] = set()

    def ask(self, question: str) -> Answer:
        """Return the answer to a question in SQL, or to a saved one by its name.

        Raises:
            MisuseError: DuckDB does not take it; its words are told.

        """
        text = QUESTIONS.get(question, question)
        try:
            self._stand(frozenset(re.findall(r"\w+", text.lower())))
            asked = self._duckdb.sql(text)
            if asked is None:
                return Answer([], [])
            return Answer(list(asked.columns), asked.fetchall())
        except self._error as error:
            raise MisuseError(f"{error}") from None

    def _stand(self, words: frozenset[str]) -> None:
        """Make a view of each table that these words name, of its rows as they stand.

        Those are what came, and did not go since.
        """
        if words & {"totals", *_OF_ALL}:
            self._add_up()
        if self._tables is None:
            self._tables = frozenset(name for (name,) in self._duckdb.execute(_TABLES).fetchall())
        for table in sorted(self._tables if words & _OF_ALL else self._tables & words):
            if table not in self._views:
                keys = self._duckdb.execute(_COLUMNS, [table]).fetchall()
                told = ", ".join(
                    _COLUMN.format(key, key if key != "origin" else f"{table}_origin")
                    for (key,) in keys
                )
                self._view(table, _STANDING.format(told, table))
                self._views.add(table)

    def _add_up(self) -> None:
        """Make the view of totals: as sealed, or of events where no seal speaks for a sum."""
        if "totals" in self._views:
            return
        self._views.add("totals")
        added = [one.archive.path(one.place, TOTALS) for one in self._ranges if one.is_added]
        rest = [path for one in self._ranges if not one.is_added for path in one.events]
        parts = [_ADDED.format(_TOTAL, _list(added))] if added else []
        sums = (_SUM.format("amount"), _SUM.format("stake"))
        parts += [_ADDING.format(*sums, _list(rest))] if rest else []
        self._view("totals", " UNION ALL ".join(parts))

    def _view(self, name: str, query: str) -> None:
        self._duckdb.sql(f'CREATE VIEW "{name}" AS {query}')


def _list(paths: Sequence[str]) -> str:
    return "[" + ", ".join("'" + one.replace("'", "''") + "'" for one in paths) + "]"
