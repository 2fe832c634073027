"""Writes anew what a database is compared with: ``catalogue.json`` and ``house_view.json``."""

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
from projections.running.exchange import LIVE
from projections.running.figures import house_view
from projections.running.runner import Runner


def main() -> None:
    """Write them: as they are made, and as a dump of that brings them back in other words."""
    with TemporaryDirectory() as folder, scratch_server() as url:
        migrate(url)
        with Runner(url) as runner:
            runner.confine()
        made = _read(url)
        dump = Path(folder) / "dump"
        _run("pg_dump", ["--format=custom", f"--file={dump}"], url)
        with psycopg.connect(url) as connection:
            for schema in ("ledger", "access", "texts", "ledger_migrations", LIVE):
                connection.execute(f"DROP SCHEMA {schema} CASCADE".encode())
        _run("pg_restore", ["--exit-on-error", "--dbname=razao"], url, dump)
        restored = _read(url)
    for path, one, other in zip((EXPECTED, house_view.EXPECTED), made, restored, strict=True):
        assert set(one) == set(other)
        found = {name: list(dict.fromkeys((one[name], other[name]))) for name in one}
        path.write_text(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n", "utf-8")


def _read(url: str) -> tuple[dict[str, str], dict[str, str]]:
    with psycopg.connect(url) as connection:
        return read_relations(connection), house_view.read_view(connection)


if __name__ == "__main__":
    main()
