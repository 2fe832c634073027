"""``razao rounds``: verdicts by filters, and one round whole with what is due and why."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
import typer

from api.documents.document import Language
from api.documents.words.columns import words_of
from ledger.ids import is_round
from ops.commands.common import asking_as_known, refuse_unknown
from ops.commands.figures.papers import KnownOption, LangOption, language_of
from ops.commands.forms import FormOption, write_rows
from ops.commands.screen import Screen, styled
from ops.commands.telling import (
    figures_of,
    game_word,
    money_text,
    style_of,
    value_text,
    zone_in,
)
from ops.errors import EXIT_FOUND, MisuseError
from projections.reads.queries import LIMIT_MAX, Queries, Row, described, judge_round

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)
HEADS: Final = ("round", "game", "state", "currency", "stake", "due", "paid", "known_from")
LINES: Final = ("line", "seat", "bet", "stake", "due", "paid", "outcome", "rules")


@app.callback()
def rounds() -> None:
    """Show rounds with their verdicts: by filters, and one whole."""


@app.command("list")
def list_rounds(
    place: Annotated[str | None, typer.Option(help="Only this table or room.")] = None,
    state: Annotated[str | None, typer.Option(help="Only in this state, such as differs.")] = None,
    after: Annotated[int, typer.Option(min=0, help="Only known after this position.")] = 0,
    limit: Annotated[int, typer.Option(min=1, max=LIMIT_MAX, help="At most so many.")] = 100,
    known: KnownOption = None,
    form: FormOption = "table",
) -> None:
    """List verdicts in the order in which they became known; the last is the next --after."""
    with asking_as_known(known) as (_, connection, then):
        refuse_unknown(connection, {"place": place, "state": state}, "rounds")
        rows = Queries(connection).rounds(
            place=place, state=state, after=after, limit=limit, known=then
        )
    write_rows(
        [{name: row[name] for name in (*HEADS, "place", "day")} for row in rows],
        form,
        HEADS,
        lambda one: (
            one["round"],
            game_word(one["game"]),
            *(str(one[name]) for name in HEADS[2:4]),
            *figures_of(one["currency"], *(int(one[name]) for name in ("stake", "due", "paid"))),
            str(one["known_from"]),
        ),
        text=(0, 1, 2, 3),
        nothing="no round is like that",
        of="rounds",
    )


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="PLACE/DAY/NUMBER.")],
    known: KnownOption = None,
    language: LangOption = "pt",
    form: FormOption = "table",
) -> None:
    """Show a round: what each bet is due, by which rule, what was paid; 1 if it has findings."""
    speaks = language_of(language)
    if not is_round(name):
        raise MisuseError(f"expected PLACE/DAY/NUMBER, such as RA-01/2026-11-20/3, got {name!r}")
    with asking_as_known(known) as (installation, connection, then):
        row = Queries(connection).round(name, known=then)
        if row is None or not row["positions"]:
            refuse_unknown(connection, {"place": name.split("/", maxsplit=1)[0]}, said="{}")
            raise MisuseError(f"no round {name!r} is known")
        verdict = judge_round(installation.urls.login, name, then)
        zone = zone_in(connection)
    found = row["findings"]
    if form == "table":
        console = Screen(soft_wrap=True)
        _show_head(console, row, speaks)
        _show_due(row, speaks)
        currency = "" if row["verdict"] is None else row["verdict"]["currency"]
        for one in found:
            due, recorded = (
                value_text(one[side] or "", currency, zone, style_of(speaks))
                for side in ("expected", "recorded")
            )
            console.print(styled((one["code"], "bold"), f"  {due}; {recorded}"))
    elif form in ("csv", "csv-pt"):
        write_rows(
            [{one: line[one] for one in LINES} for line in row["due"]],
            form,
            (),
            _nothing,
            of="rounds",
        )
    else:
        told = None if verdict is None else described(verdict)
        write_rows([_whole(row, told)], form, (), _nothing, of="rounds")
    if found:
        raise typer.Exit(EXIT_FOUND)


def _nothing(_: Any) -> tuple[str, ...]:
    return ()


def _whole(row: Row, verdict: Row | None) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(row, str_keys=True, enc_hook=str)
    return {**plain, "judged": verdict}


def _show_head(console: Screen, row: Row, language: Language) -> None:
    pt = language == "pt"
    verdict: Mapping[str, Any] | None = row["verdict"]
    state = "not judged" if verdict is None else verdict["state"]
    said = state_word(state) if pt else state
    console.print(styled((row["round"], "bold"), f"  {game_word(row['game'], language)}  {said}"))
    if verdict is not None:
        currency = verdict["currency"]
        told = ", ".join(
            f"{name} {money_text(int(verdict[field]), currency, style_of(language))}"
            for field, name in zip(("stake", "due", "paid"), _SUMS[language], strict=True)
        )
        console.print(f"  {told}")
    positions = row["positions"]
    first, last = positions[0], positions[-1]
    console.print(
        f"  {len(positions)} eventos, posições {first} a {last}"
        if pt
        else f"  {len(positions)} events, positions {first} to {last}"
    )
    if (since := row["not_proved_since"]) is not None:
        told = "não provado desde a posição" if pt else "not proved since position"
        console.print(f"  {told} {since}")


_SUMS: Final[Mapping[Language, tuple[str, str, str]]] = {
    "pt": ("apostado", "devido", "pago"),
    "en": ("stake", "due", "paid"),
}
_DUE: Final[Mapping[Language, tuple[str, ...]]] = {
    "pt": ("lugar", "aposta", "moeda", "apostado", "devido", "pago", "desfecho", "regras"),
    "en": ("seat", "bet", "currency", "stake", "due", "paid", "outcome", "rules"),
}
"""Heads of what is due."""


def state_word(state: str) -> str:
    """Return the verdict's state in Portuguese, as files in Portuguese have it.

    >>> state_word("agrees"), state_word("not judged")
    ('confere', 'por julgar')
    """
    words = words_of("rounds", "state")
    return "por julgar" if state == "not judged" or words is None else words(state)


def _show_due(row: Row, language: Language) -> None:
    currency = "" if row["verdict"] is None else row["verdict"]["currency"]
    write_rows(
        row["due"],
        "table",
        _DUE[language],
        lambda one: (
            str(one["seat"]),
            str(one["bet"] or ""),
            currency,
            *figures_of(currency, one["stake"], one["due"], one["paid"], style=style_of(language)),
            one["outcome"],
            one["rules"],
        ),
        text=(2, 6, 7),
        nothing="nada é devido por aposta" if language == "pt" else "nothing is due by bet",
        of="rounds",
    )
