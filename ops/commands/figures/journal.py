"""``razao accounts journal | owed``: the books for the general ledger, and what the house owes."""

from typing import Annotated

import typer

from api.documents.accounts.journal import journal_document, owed_document, period_filters
from ops.commands.common import FromOption, ToOption, asking_as_known, period_of, refuse_unknown
from ops.commands.figures.papers import (
    KnownOption,
    LangOption,
    PdfOption,
    language_of,
    source,
    write_document,
)
from ops.commands.forms import FormOption, JsonOption, form_of, write_rows
from ops.commands.telling import day_word, figures_of
from projections.reads.files.exports import export_rows


def register(app: typer.Typer) -> None:
    """Add the commands of the books to ``razao accounts``."""
    app.command()(journal)
    app.command()(owed)


def journal(
    first: FromOption = None,
    last: ToOption = None,
    casino: Annotated[str | None, typer.Option(help="Only this casino.")] = None,
    known: KnownOption = None,
    language: LangOption = "pt",
    pdf: PdfOption = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Show debits and credits by day, casino, currency, journal and account."""
    form, speaks = form_of(form, as_json, pdf), language_of(language)
    period = period_of(first, last)
    with asking_as_known(known) as (installation, connection, then):
        refuse_unknown(connection, {"casino": casino})
        rows = export_rows(connection, "general-ledger", period_filters(period, casino), then)
        if pdf is not None:
            of = source(installation, connection, then)
            document = journal_document(rows, period, casino, of.position, speaks)
            write_document(document, of, pdf)
            return
    write_rows(
        rows,
        form,
        ("day", "casino", "currency", "journal", "account", "debit", "credit", "lines"),
        lambda row: (
            day_word(row["day"].isoformat()),
            *(row[name] or "" for name in ("casino", "currency", "journal", "account")),
            *figures_of(row["currency"] or "", row["debit"], row["credit"]),
            str(row["postings"]),
        ),
        text=(0, 1, 2, 3, 4),
        nothing="nothing moved",
        of="general-ledger",
    )


def owed(
    known: KnownOption = None,
    language: LangOption = "pt",
    pdf: PdfOption = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Show the debts of the house: jackpots by part, tickets, decided disputes not yet paid."""
    form, speaks = form_of(form, as_json, pdf), language_of(language)
    with asking_as_known(known) as (installation, connection, then):
        rows = export_rows(connection, "owed", {}, then)
        if pdf is not None:
            of = source(installation, connection, then)
            write_document(owed_document(rows, of.position, speaks), of, pdf)
            return
    write_rows(
        rows,
        form,
        ("kind", "of what", "currency", "amount", "since"),
        lambda row: (
            row["kind"],
            row["subject"],
            row["currency"] or "",
            *figures_of(row["currency"] or "", row["amount"]),
            str(row["since"]),
        ),
        text=(0, 1, 2),
        nothing="nothing is owed",
        of="owed",
    )
