"""``razao schema``: JSON Schema of every kind of event, and of every game's record."""

import sys
from typing import Annotated

import msgspec
import typer

from ledger.events.schema import json_schema
from projections.replay.registry import record_schema

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    records: Annotated[
        bool, typer.Option("--records", help="Of the records that `razao replay` takes.")
    ] = False,
) -> None:
    """Print the JSON Schema (2020-12) of the events' vocabulary, or of replay's records."""
    schema = record_schema() if records else json_schema()
    document = msgspec.json.format(msgspec.json.encode(schema), indent=2)
    sys.stdout.write(document.decode() + "\n")
