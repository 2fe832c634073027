"""``razao search``: one text, looked for as everything that it may name."""

from typing import Annotated

import typer

from ops.commands.common import asking
from ops.commands.forms import FormOption, write_rows
from ops.commands.screen import Screen
from ops.errors import EXIT_FOUND
from projections.reads.search import search

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(
    text: Annotated[
        list[str], typer.Argument(help="A position, event, round, amount, name, code, hash.")
    ],
    form: FormOption = "table",
) -> None:
    """Look for a text as everything that it may name; ends with 1 where nothing is like it."""
    with asking() as (_, connection):
        answer = search(connection, " ".join(text))
    write_rows(
        answer.hits,
        form,
        ("found as", "name", "more", "place"),
        lambda one: (one.kind, one.name, one.more, one.place or ""),
        text=(0, 1, 2, 3),
        nothing="nothing is like that",
    )
    if form == "table":
        looked = ", ".join(answer.understood) or "nothing"
        Screen(stderr=True, soft_wrap=True).print(f"looked for as: {looked}")
    if not answer.hits:
        raise typer.Exit(EXIT_FOUND)
