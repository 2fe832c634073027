"""``razao texts``: what people wrote, kept apart: what is due, destroyed, intact.

No command shows a text: who reads one asks over HTTP, where reading leaves its trace. An erasure is
ordered in the ledger, by an administrator's ``text-erased`` on which the Authority's side agrees;
here it is carried out, as `razao serve` does each minute.
"""

import sys
from os import urandom
from typing import Annotated, Any

import typer
from rich.table import Table

from ledger.store.texts.commitment import SALT_SIZE
from ops.commands.common import asking, print_whole
from ops.commands.forms import FormOption, JsonOption, form_of, write_plain
from ops.commands.running.serving.erasing import UNUSED_DAYS, carry_out, drop_unused
from ops.commands.screen import Screen
from ops.database.rights import KEEPING
from ops.errors import EXIT_FOUND
from ops.installation import Installation, open_installation
from ops.settings import Settings
from projections.reads.texts import TO_CONFIRM, Standing, now_of, standings

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)
_SHORT = 12


@app.command("list")
def list_texts(
    due: Annotated[bool, typer.Option("--due", help="Only those to be erased now.")] = False,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """List the texts that events commit to: class, until when it is kept, what became of it."""
    form = form_of(form, as_json)
    with asking(KEEPING) as (installation, connection):
        now = now_of(connection)
        found = list(standings(connection).values())
        rows = [_row(installation, one, now) for one in found if one.is_due(now) or not due]
    if form != "table":
        write_plain(rows, form)
        return
    if not rows:
        Screen().print("no text is due" if due else "no event commits to a text")
        return
    table = Table("commitment", "class", "event", "about", "kept until", "state", box=None)
    for row in rows:
        table.add_row(
            row["commitment"][:_SHORT],
            row["class"],
            row["events"][0],
            row["person"] or "",
            row["until"],
            row["state"],
        )
    print_whole(table)


def _row(installation: Installation, one: Standing, now: str) -> dict[str, Any]:
    state = "erased" if one.erasure else installation.texts.open(one.commitment).state
    if state == "held" and one.held:
        state = "held by an open case"
    elif state == "held" and one.is_due(now):
        state = "due"
    return {
        "commitment": one.commitment,
        "class": one.text_class,
        "events": [use.event for use in one.uses],
        "person": next((use.person for use in one.uses if use.person), None),
        "dispute": next((use.dispute for use in one.uses if use.dispute), None),
        "until": one.until or TO_CONFIRM,
        "state": state,
    }


@app.command()
def deposit() -> None:
    """Keep the text on standard input; print the commitment for the event to be signed."""
    text = sys.stdin.read()
    with open_installation(Settings(), roles=KEEPING) as installation:
        Screen().print(installation.texts.deposit(urandom(SALT_SIZE), text))


@app.command()
def erase() -> None:
    """Destroy every text whose erasure has taken effect, and those that no event ever named."""
    with asking(KEEPING) as (installation, _):
        ordered = carry_out(installation.texts, installation.urls.login)
        dropped = drop_unused(installation.texts, installation.urls.login)
    Screen().print(
        f"{ordered} destroyed as the ledger says; {dropped} that no event named "
        f"within {UNUSED_DAYS} days"
    )


@app.command()
def check() -> None:
    """Open every text that is kept; exit 1 if one is not what its commitment says."""
    with open_installation(Settings(), roles=KEEPING) as installation:
        states = dict(installation.texts.states())
    wrong = {one: state for one, state in states.items() if state != "held"}
    for one, state in wrong.items():
        Screen().print(f"{one}: {state}", soft_wrap=True)
    Screen().print(f"{len(states)} texts kept, {len(wrong)} of them not what was committed to")
    if wrong:
        sys.exit(EXIT_FOUND)
