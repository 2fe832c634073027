"""``razao bench``: measures against the peer and the limit, side by side."""

import sys
from enum import StrEnum
from typing import Annotated, Final

import msgspec
import typer

from ops.bench.frame import Progress as Told
from ops.bench.run import ROUNDS, SUBJECTS, page, run_subjects
from ops.progress import Progress

app = typer.Typer(add_completion=False)

EXIT_FOUND: Final = 1


class Subject(StrEnum):
    """What is measured."""

    APPEND = "append"
    REBUILD = "rebuild"
    VERIFY = "verify"
    REPLAY = "replay"
    SIZE = "size"
    QUERIES = "queries"
    ALL = "all"


@app.command()
def main(
    subject: Annotated[Subject, typer.Argument(help="What to measure.")],
    events: Annotated[
        int | None,
        typer.Option(min=1, help="Events in a log; at most so many things a measure."),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Each row runs once a round.")] = ROUNDS,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Measure on a private server, beside the limit and the peer; exit 1 if a goal is missed."""
    subjects = SUBJECTS if subject is Subject.ALL else (subject.value,)
    with Progress() as bars:

        def told(name: str) -> Told:
            def step(_: str, done: int, total: int) -> None:
                bars.step(name, done, total)

            return step

        result = run_subjects(subjects, events=events, rounds=rounds, progress=told)
    if as_json:
        sys.stdout.write(msgspec.json.encode(result.document()).decode() + "\n")
    else:
        print(page(result))
    raise typer.Exit(0 if result.met else EXIT_FOUND)
