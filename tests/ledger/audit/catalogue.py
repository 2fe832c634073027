"""Writes anew what a database is compared with.

``catalogue.json``, ``house_view.json`` and ``shape.json``, each as its module says; where Debian's
PostgreSQL stands, in its words, too: without it those are lost, which a deep test tells.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import psycopg

from ledger.audit.relations import EXPECTED, read_relations
from ops.database.backup import (
    _run,  # pyright: ignore[reportPrivateUsage]
    scratch_server,
)
from ops.database.migrate import migrate
from projections.base.store import connect
from projections.law.differences import Difference, keep
from projections.running.figures import house_view, shape
from projections.running.figures.evidence import keep_altered
from projections.running.figures.rows_again import Differing
from projections.running.runner import Runner
from tests.fixtures.elsewhere import SUPERUSER, debian_binaries, elsewhere


def main() -> None:
    """Write them: as they are made, and as a dump of that brings them back in other words."""
    with TemporaryDirectory() as folder, scratch_server() as url:
        migrate(url)
        made = with_figures(url)
        confined = _read(url)
        dump = Path(folder) / "dump"
        _run("pg_dump", ["--format=custom", f"--file={dump}"], url)
        with psycopg.connect(url) as connection:
            for schema in (
                "ledger",
                "access",
                "texts",
                "work",
                "ledger_migrations",
                *shape.SCHEMAS,
            ):
                connection.execute(f"DROP SCHEMA {schema} CASCADE".encode())
        _run("pg_restore", ["--exit-on-error", "--dbname=razao"], url, dump)
        restored = _read(url)
    older = _older() or confined
    paths = (EXPECTED, house_view.EXPECTED)
    for path, *found in zip(paths, confined, restored, older, strict=False):
        _write(path, _told(*found))
    whole = _told(confined[-1], restored[-1], older[-1])
    _write(
        shape.EXPECTED,
        {
            "made": {
                name: whole[name] if whole[name][0] == one else [one] for name, one in made.items()
            },
            "confined": {name: one for name, one in whole.items() if made.get(name) != one[0]},
        },
    )


def with_figures(url: str) -> dict[str, str]:
    """Let a runner make tables, and rebuilds keep something; confine houses after that.

    Return the tables as they were before that.
    """
    apart = Differing(table="finding", columns=("id",), stands=(b"1",), lacks=())
    changed = Difference(
        figure="finding",
        key="1",
        day=None,
        place=None,
        before={},
        after=None,
        reason="",
        closed=False,
    )
    with Runner(url) as runner, connect(url) as connection:
        keep_altered(connection, [apart], position=1)
        keep(connection, [changed], position=1, before="", after="")
        made = shape.read_shape(connection)
        runner.confine()
    return made


def _read(url: str) -> tuple[dict[str, str], ...]:
    with psycopg.connect(url) as connection:
        return (
            read_relations(connection),
            house_view.read_view(connection),
            shape.read_shape(connection),
        )


def _older() -> tuple[dict[str, str], ...] | None:
    """Return the same as the distribution's PostgreSQL tells it, which writes views otherwise."""
    binaries = debian_binaries()
    if binaries is None:
        return None
    with elsewhere(binaries) as server:
        url = server.url(SUPERUSER)
        migrate(url)
        with_figures(url)
        return _read(url)


def _told(*found: dict[str, str]) -> dict[str, list[str]]:
    assert len({frozenset(one) for one in found}) == 1
    return {name: list(dict.fromkeys(one[name] for one in found)) for name in found[0]}


def _write(path: Path, what: object) -> None:
    path.write_text(msgspec.json.format(msgspec.json.encode(what)).decode() + "\n", "utf-8")


if __name__ == "__main__":
    main()
