"""The hub's questions: SQL by DuckDB over all archives, each row with its origin.

``events`` has every event; each table of the projections is a view of the rows that stand at the
archive's end, its columns as text, beside ``origin``. A column of its own of that name bears the
table's before it. A view is made for a question that names it: there are some hundred, and to find
the columns of one is to look into files.
"""

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple

from ops.errors import MisuseError
from ops.outside.archive.folder import FIGURES, Archive

QUESTIONS: Final = {
    "kinds": "SELECT origin, kind, count(*) AS events FROM events GROUP BY ALL ORDER BY ALL",
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


class Answer(NamedTuple):
    """The rows of an answer, under their columns."""

    columns: list[str]
    rows: list[tuple[Any, ...]]


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
        for url in archives:
            archive = Archive(url)
            for place in archive.ranges():
                names = archive.names(place)
                events += [archive.path(place, one) for one in names if one.startswith("events-")]
                figures += [archive.path(place, FIGURES)] if FIGURES in names else []
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

    def _view(self, name: str, query: str) -> None:
        self._duckdb.sql(f'CREATE VIEW "{name}" AS {query}')


def _list(paths: Sequence[str]) -> str:
    return "[" + ", ".join("'" + one.replace("'", "''") + "'" for one in paths) + "]"
