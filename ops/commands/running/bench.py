"""``razao bench``: measures against the peer and the limit, side by side."""

import sys
from contextlib import nullcontext
from enum import StrEnum
from typing import Annotated, Final

import msgspec
import typer

from ops.bench.frame import Progress
from ops.bench.run import ROUNDS, SUBJECTS, page, run_subjects
from ops.database.postgres import use_database
from ops.settings import Settings

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

EXIT_FOUND: Final = 1
WIDTH: Final = 78


class Subject(StrEnum):
    """A measured part of the system."""

    APPEND = "append"
    REBUILD = "rebuild"
    NIGHTS = "nights"
    LAG = "lag"
    VERIFY = "verify"
    REPLAY = "replay"
    HOSTILE = "hostile"
    SIZE = "size"
    QUERIES = "queries"
    PAGES = "pages"
    BUNDLES = "bundles"
    ALL = "all"


@app.command()
def main(
    subject: Annotated[Subject, typer.Argument(help="What to measure.")],
    events: Annotated[
        int | None,
        typer.Option(min=1, help="Events in a log; at most so many things a measure."),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Each row runs once a round.")] = ROUNDS,
    here: Annotated[
        bool, typer.Option("--here", help="Ask this installation's own ledger; queries and pages.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Measure on a private server, beside the limit and the peer; exit 1 if a goal is missed."""
    subjects = SUBJECTS if subject is Subject.ALL else (subject.value,)
    if here and (subject not in (Subject.QUERIES, Subject.PAGES) or events is not None):
        raise typer.BadParameter(
            "--here goes with queries and pages, without --events: it loads nothing"
        )
    with use_database(Settings()) if here else nullcontext() as urls:
        result = run_subjects(subjects, events=events, rounds=rounds, here=urls, progress=_told)
    if as_json:
        sys.stdout.write(msgspec.json.encode(result.document()).decode() + "\n")
    else:
        print(page(result))
    raise typer.Exit(0 if result.met else EXIT_FOUND)


def _told(subject: str) -> Progress:
    """Return the function that shows a subject's progress on stderr, to a terminal only.

    No bar: it would draw in a thread of its own, and beside a second thread a verification starts
    its processes in another, slower way.
    """

    def step(measure: str, done: int, rounds: int) -> None:
        if sys.stderr.isatty():
            line = f"{subject}: round {done + 1} of {rounds}, {measure}"
            sys.stderr.write(f"\r{line[:WIDTH]:<{WIDTH}}\r")
            sys.stderr.flush()

    return step
