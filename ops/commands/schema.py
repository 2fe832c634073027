"""``razao schema``: JSON Schema of every kind of event."""

import sys

import msgspec
import typer

from ledger.events.schema import json_schema

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main() -> None:
    """Print the JSON Schema (2020-12) of the vocabulary."""
    document = msgspec.json.format(msgspec.json.encode(json_schema()), indent=2)
    sys.stdout.write(document.decode() + "\n")
