"""``razao subscriptions``: findings that people have told elsewhere; the service tells them.

Whoever has this command has the server: he sees everybody's subscriptions. Their secrets stand in
files of ``RAZAO_HOME``, and are shown once, where a subscription is saved.
"""

from collections.abc import Generator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import Annotated, Any

import typer
from rich.table import Table

from api.services.people.job_table import Desk
from api.services.people.notices.destinations import DestinationError
from api.services.people.notices.sending import SecretFiles
from api.services.people.notices.service import Posting, save
from api.services.people.notices.subscriptions import (
    Severity,
    Subscription,
    SubscriptionTable,
    Wish,
    chosen_of,
    way_to,
)
from api.services.people.reports import Owner, TooManyError
from ops.commands.asking.kept import ROLES, OfPerson, Person, Title, check_title
from ops.commands.common import print_whole, refuse_unknown
from ops.commands.figures.papers import LangOption, language_of
from ops.commands.forms import FormOption, JsonOption, form_of, write_plain
from ops.commands.running.serving.posting import posting_of
from ops.commands.screen import Screen
from ops.errors import MisuseError
from ops.installation import Installation, open_installation
from ops.settings import Settings
from projections.reads.queries import Queries, connect

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)
Id = Annotated[str, typer.Argument(help="The subscription's id, as the list has it.")]


@app.command("list")
def list_subscriptions(
    person: OfPerson = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """List subscriptions: whose, where to, of what, how many messages wait, what is wrong."""
    form = form_of(form, as_json)
    with _table() as (_, table, _posting):
        found = [one for one in table.of(None) if person in (None, one.name)]
    if form != "table":
        write_plain([_row(one) for one in found], form)
        return
    if not found:
        Screen().print("nobody has findings told elsewhere")
        return
    shown = Table("id", "of", "title", "destination", "what", "state", "waits", "told", box=None)
    for row in map(_row, found):
        what = (row["severity"], row["casino"], row["code"], row["game"])
        shown.add_row(
            row["id"],
            row["of"],
            row["title"],
            row["destination"],
            " ".join(filter(None, what)),
            " ".join(filter(None, (row["state"], row["reason"]))),
            str(row["waiting"]),
            row["told"] or "",
        )
    print_whole(shown)


@app.command("save")
def save_subscription(
    destination: Annotated[
        str, typer.Argument(help="An address that takes Standard Webhooks, or a mailbox.")
    ],
    title: Title,
    person: Person,
    casino: Annotated[str | None, typer.Option(help="Of this casino alone.")] = None,
    severity: Annotated[Severity, typer.Option(help="The least severe.")] = "information",
    code: Annotated[str, typer.Option(help="How their codes begin.")] = "",
    game: Annotated[str | None, typer.Option(help="Of rounds of this game alone.")] = None,
    language: LangOption = "pt",
) -> None:
    """Have a person told of findings from now on; print the id, and a webhook's secret, once."""
    check_title(title)
    with _table() as (installation, table, posting):
        with connect(installation.urls.login) as connection, connection.transaction():
            refuse_unknown(connection, {"casino": casino})
            position = Queries(connection).position()
        try:
            wish = Wish(
                title=title,
                way=way_to(destination),
                destination=destination,
                chosen=chosen_of(casino, severity, code, game),
                language=language_of(language),
            )
            owner, kept = Owner(name=person, comes="key"), SecretFiles(posting.secrets)
            id_, secret = save(table, kept, posting, owner, wish, None, position)
        except (ValueError, DestinationError, TooManyError) as error:
            raise MisuseError(str(error)) from error
    Screen().print(f"{id_} {secret}".strip(), soft_wrap=True)
    if secret:
        Screen(stderr=True).print("the receiver verifies with this secret; it is shown this once")


@app.command("try")
def try_subscription(subscription: Id) -> None:
    """Have the running service send a message that tries a destination, within seconds."""
    with _table() as (_, table, _posting):
        if not table.want(subscription, None, datetime.now(UTC)):
            raise _no_such(subscription, table)
    Screen().print("asked for: the service sends it within seconds, while one runs; see `list`")


@app.command()
def remove(subscription: Id) -> None:
    """Forget a subscription, with its secret and all that waits."""
    with _table() as (_, table, posting):
        if not table.drop(subscription, None):
            raise _no_such(subscription, table)
        SecretFiles(posting.secrets).destroy(subscription)
    Screen().print(f"{subscription} is forgotten")


@contextmanager
def _table() -> Generator[tuple[Installation, SubscriptionTable, Posting]]:
    settings = Settings()
    with (
        open_installation(settings, roles=ROLES) as installation,
        closing(Desk(installation.urls.login)) as desk,
    ):
        posting = posting_of(settings, installation.home, installation.origin)
        yield installation, SubscriptionTable(desk), posting


def _no_such(subscription: str, table: SubscriptionTable) -> MisuseError:
    near = [one.id for one in table.of(None)][:5]
    there = f"; there are {', '.join(near)}" if near else "; there is none"
    return MisuseError(f"no subscription is {subscription}{there}")


def _row(one: Subscription) -> dict[str, Any]:
    chosen = one.chosen
    return {
        "id": one.id,
        "of": one.name,
        "comes": one.comes,
        "title": one.title,
        "way": one.way,
        "destination": one.destination,
        "casino": chosen.casino,
        "severity": chosen.severity,
        "code": chosen.code,
        "game": chosen.game,
        "state": one.state,
        "reason": one.reason,
        "waiting": one.waiting,
        "failing": None if one.failing is None else one.failing.isoformat(timespec="minutes"),
        "told": None if one.told is None else one.told.isoformat(timespec="minutes"),
    }
