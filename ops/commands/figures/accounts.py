"""``razao accounts``: tables by day with both results, chips, a period's tax and its closing."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import typer

from api.documents.accounts.tables import tables_document
from api.documents.accounts.tax import tax_document
from ops.commands.common import (
    FromOption,
    ToOption,
    asking_as_known,
    day_of,
    period_of,
    print_figures,
    refuse_unknown,
)
from ops.commands.figures import closing, daily, journal, month
from ops.commands.figures.papers import (
    KnownOption,
    LangOption,
    PdfOption,
    language_of,
    source,
    write_document,
)
from ops.commands.forms import FormOption, JsonOption, form_of, write_plain
from ops.commands.screen import Screen, styled
from ops.commands.telling import day_word, figures_of, game_word, money_text
from ops.errors import MisuseError
from projections.stages.accounts.chips.queries import ChipDay, ChipQueries
from projections.stages.accounts.queries import AccountQueries, TaxPaper, TaxSpan
from projections.stages.accounts.tables.queries import TableResult

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)
CasinoOption = Annotated[str | None, typer.Option(help="Only this casino.")]


@app.callback()
def accounts() -> None:
    """Tables by day with both results, chips in circulation, and the tax of a period."""


@app.command()
def tables(
    day: Annotated[str | None, typer.Option(help="Only this gaming day.")] = None,
    place: Annotated[str | None, typer.Option(help="Only this table.")] = None,
    known: KnownOption = None,
    language: LangOption = "pt",
    pdf: PdfOption = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Show tables by day: floats, fills, credits, drop, the result by count beside the rounds'."""
    form = form_of(form, as_json, pdf)
    speaks, wanted = language_of(language), day_of("--day", day)
    if pdf is not None and wanted is None:
        raise MisuseError("--pdf: expected --day with it, a document is of one gaming day")
    with asking_as_known(known) as (installation, connection, then):
        refuse_unknown(connection, {"place": place})
        asked = AccountQueries(connection, then)
        rows = asked.tables(day=wanted, place=place)
        if pdf is not None and wanted is not None:
            of = source(installation, connection, then)
            events = asked.table_events(rows)
            write_document(
                tables_document(wanted, place, rows, events, of.position, speaks), of, pdf
            )
            return
    if form != "table":
        write_plain(rows, form, "table-days")
    else:
        _show_tables(rows)


@app.command()
def chips(
    first: FromOption = None,
    last: ToOption = None,
    casino: CasinoOption = None,
    known: KnownOption = None,
    booked: Annotated[
        bool, typer.Option("--booked", help="Each day as the revenue booked it, without counts.")
    ] = False,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Show the chips in circulation by day: what moved them, and what the floats' counts say."""
    form = form_of(form, as_json)
    period = period_of(first, last)
    with asking_as_known(known) as (_, connection, then):
        refuse_unknown(connection, {"casino": casino})
        asked = ChipQueries(connection, then)
        rows = asked.chips(period.first, period.last, casino, booked=booked)
    _expect_known(casino, rows)
    if form != "table":
        write_plain(rows, form)
    else:
        _show_chips(rows)


@app.command()
def tax(
    first: FromOption = None,
    last: ToOption = None,
    casino: CasinoOption = None,
    known: KnownOption = None,
    language: LangOption = "pt",
    pdf: PdfOption = None,
    form: FormOption = "table",
    as_json: JsonOption = False,
) -> None:
    """Show a casino's tax: base by category, rate, tax and parts, the declared beside the due."""
    form = form_of(form, as_json, pdf)
    speaks = language_of(language)
    period = period_of(first, last)
    with asking_as_known(known) as (installation, connection, then):
        refuse_unknown(connection, {"casino": casino})
        asked = AccountQueries(connection, then)
        papers = asked.papers(period.first, period.last, casino)
        _expect_known(casino, papers)
        if pdf is not None:
            of = source(installation, connection, then)
            events = asked.tax_events(period.first, period.last, casino)
            write_document(
                tax_document(papers, period, casino, events, of.position, speaks), of, pdf
            )
            return
    if form != "table":
        write_plain(papers, form, "tax")
    else:
        _show_tax(papers)


closing.register(app)
daily.register(app)
journal.register(app)
month.register(app)


def _expect_known(casino: str | None, found: Sequence[object]) -> None:
    """Refuse the name of a casino of which a period tells nothing."""
    if casino is not None and not found:
        raise MisuseError(f"--casino: nothing is known of {casino!r} in this period")


# --- showing -------------------------------------------------------------------------------------


def _show_tables(rows: Sequence[TableResult]) -> None:
    heads = ("day", "table", "game", "currency", "opening", "fills", "credits", "drop", "closing")
    both = (
        "by count",
        "by rounds",
        "owed",
        "quebra",
        "hold %",
        "cagnotte",
        "in the slot",
        "settled",
        "rounds",
        "",
    )
    _table(
        (*heads, *both),
        [
            (
                day_word(one.day),
                one.place,
                game_word(one.game),
                one.currency,
                *figures_of(
                    one.currency, one.opening, one.fills, one.credits, one.drop, one.closing
                ),
                *figures_of(one.currency, one.by_count, one.by_rounds, one.owed, one.quebra),
                _percent(one.hold_ppm),
                *figures_of(one.currency, one.cagnotte, one.cagnotte_counted, one.settlements),
                str(one.rounds),
                "" if one.settled else "not counted",
            )
            for one in rows
        ],
        text=(0, 1, 2, 3, 18),
        nothing="no table was opened",
    )


def _show_chips(rows: Sequence[ChipDay]) -> None:
    heads = ("day", "casino", "currency", "brought", "declared", "sold", "redeemed", "settled")
    _table(
        (
            *heads,
            "play",
            "cagnotte",
            "in circulation",
            "moved",
            "by counts",
            "difference",
            "tables",
        ),
        [
            (
                day_word(one.day),
                one.casino,
                one.currency,
                *figures_of(one.currency, one.brought, one.declared, one.sold, one.redeemed),
                *figures_of(one.currency, one.settled, one.played, one.cagnotte, one.circulating),
                # What moved by the counts is held against what moved, not against what circulates.
                *figures_of(
                    one.currency, one.circulating - one.brought, one.counted, one.difference
                ),
                str(one.tables),
            )
            for one in rows
        ],
        text=(0, 1, 2),
        nothing="no chips moved",
    )


def _show_tax(papers: Sequence[TaxPaper]) -> None:
    console = Screen(soft_wrap=True)
    if not papers:
        console.print("there is no revenue")
    for paper in papers:
        console.print(
            styled(
                (paper.casino, "bold"),
                f"  {', '.join(paper.profiles)}  {paper.currency}  "
                f"{day_word(paper.first)} to {day_word(paper.last)}",
            )
        )
        _table(
            _TAX_HEADS,
            [_tax_row(span) for span in paper.spans],
            text=(0, 1, 2, 9),
            nothing="nothing to declare",
        )
        for span in paper.spans:
            _show_parts(console, span)
        _show_late(console, paper)
        if paper.foreign:
            console.print(
                f"  in another currency, and in no declaration: {', '.join(paper.foreign)}"
            )


_TAX_HEADS: Final = (
    *("days", "tax", "currency", "base", "rate %", "due"),
    *("declared base", "declared", "position", "findings"),
)


def _days(span: TaxSpan) -> str:
    first, last = day_word(span.first), day_word(span.last)
    return first if first == last else f"{first} to {last}"


def _tax_row(span: TaxSpan) -> Sequence[str]:
    return (
        _days(span),
        f"{span.tax_name} {span.category or ''}".rstrip(),
        span.currency,
        *figures_of(span.currency, span.base),
        " / ".join(dict.fromkeys(_percent(rate.ppm) for rate in span.rates)),
        *figures_of(span.currency, span.tax, span.declared_base, span.declared_tax),
        "" if span.declared is None else str(span.declared),
        " ".join(span.findings),
    )


def _show_parts(console: Screen, span: TaxSpan) -> None:
    """Show a tax's rates where several hold, its bases, and its parts due and declared."""
    if len(span.rates) > 1:
        for rate in span.rates:
            whence = "the law" if rate.known is None else f"position {rate.known}"
            days = f"from {day_word(rate.first)} to {day_word(rate.last)}"
            console.print(f"  {_percent(rate.ppm)} % {days}, {whence}")
    lead = f"  {day_word(span.first)} {span.currency}"
    console.print(f"{lead}: {_each(span.bases, span.currency)}")
    if any((*span.shares.values(), *span.declared_shares.values())):
        console.print(f"{lead}, divided: {_each(span.shares, span.currency)}")
    if any(span.declared_shares.values()):
        differs = dict(span.declared_shares) != dict(span.shares)
        said = f"{lead}, declared: {_each(span.declared_shares, span.currency)}"
        console.print(styled(said, *([("  differs", "red")] if differs else [])))


def _show_late(console: Screen, paper: TaxPaper) -> None:
    """Show the amounts of earlier days that came to be known in these."""
    for late in paper.adjustments:
        console.print(
            f"  late: {money_text(late.amount, late.currency)} of {day_word(late.of_day)} "
            f"on {day_word(late.day)}, {late.category} {late.round or late.place or ''}, "
            f"position {late.position}"
        )


def _each(amounts: Mapping[str, int], currency: str) -> str:
    return ", ".join(f"{name} {money_text(one, currency)}" for name, one in amounts.items())


def _percent(ppm: int | None) -> str:
    """Return a share as a percentage with two decimals, cut off."""
    if ppm is None:
        return "—"
    whole, part = divmod(abs(ppm), 10_000)
    return f"{'-' if ppm < 0 else ''}{whole}.{part // 100:02d}"


def _table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], text: Sequence[int], nothing: str
) -> None:
    """Print a table whole: an amount that was cut to fit would be another amount."""
    if not rows:
        Screen().print(nothing)
        return
    print_figures(heads, rows, text)
