"""``razao checkpoint``: the log's size and root, signed, for somebody else to keep."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import psycopg
import typer

from ledger.errors import CorruptLedgerError
from ledger.log.kept import replace_file
from ledger.store.reader import Reader
from ops.database.postgres import use_database
from ops.errors import EXIT_FOUND, MisuseError
from ops.installation import Keys, open_log
from ops.settings import Settings

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    out: Annotated[
        Path | None, typer.Option(help="Write the note here instead of printing it.")
    ] = None,
    key: Annotated[
        bool, typer.Option("--key", help="Print the log's keys, as lines of a policy, instead.")
    ] = False,
) -> None:
    """Sign the log as it is now; exit 1 if it contradicts itself or what was signed before."""
    settings = Settings()
    with use_database(settings) as urls:
        with Reader(urls.login) as reader:
            try:
                origin = reader.origin()
            except psycopg.errors.Error as error:
                raise MisuseError("this database holds no ledger") from error
            if origin is None:
                raise MisuseError("this database holds no ledger yet: none was founded")
        kept = (settings.checkpoints or settings.home / "checkpoints") / f"{origin}.note"
        log = open_log(urls.login, origin, Keys(settings.home, origin, settings.keys), kept)
        if key:
            for one in log.keys.keys:
                sys.stdout.write(f"log {one.text}\n")
            return
        with closing(log):
            try:
                note = log.checkpoint()
            except CorruptLedgerError as error:
                print(f"not signed: {error}", file=sys.stderr)
                raise typer.Exit(EXIT_FOUND) from None
    if out is None:
        sys.stdout.write(note)
    else:
        replace_file(out, note)
