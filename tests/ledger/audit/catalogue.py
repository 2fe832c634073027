"""Writes ``catalogue.json`` anew: what the migrations make of an empty database."""

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


def main() -> None:
    """Write it: as migrations make it, and as a dump of that brings it back in other words."""
    with TemporaryDirectory() as folder, scratch_server() as url:
        migrate(url)
        made = _read(url)
        dump = Path(folder) / "dump"
        _run("pg_dump", ["--format=custom", f"--file={dump}"], url)
        with psycopg.connect(url) as connection:
            for schema in ("ledger", "access", "texts", "ledger_migrations"):
                connection.execute(f"DROP SCHEMA {schema} CASCADE".encode())
        _run("pg_restore", ["--exit-on-error", "--dbname=razao"], url, dump)
        restored = _read(url)
    assert set(made) == set(restored)
    found = {name: list(dict.fromkeys((made[name], restored[name]))) for name in made}
    EXPECTED.write_text(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n", "utf-8")


def _read(url: str) -> dict[str, str]:
    with psycopg.connect(url) as connection:
        return read_relations(connection)


if __name__ == "__main__":
    main()
