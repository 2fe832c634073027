"""Runs subjects one after another and says what they came to: as a document, or for people."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from importlib import import_module
from typing import Any, Final

from msgspec import Struct

from ops.bench.casino import Bench
from ops.bench.frame import Plan, Progress, Shown, machine, noise_after, run, unseen
from ops.database.postgres import DatabaseUrls

SUBJECTS: Final = (
    "append", "rebuild", "nights", "lag", "verify", "replay", "hostile", "size", "queries", "pages",
    "bundles",
)  # fmt: skip
"""Each is a module of this package with a ``plan``."""
ROUNDS: Final = 5


class Result(Struct, kw_only=True):
    """The result of a run."""

    machine: dict[str, Any]
    shown: list[Shown]

    @property
    def met(self) -> bool:
        """Whether every row reached its goal."""
        return all(one.row.met for one in self.shown)

    def document(self) -> dict[str, Any]:
        """Return the run as ``--json`` gives it."""
        return {"machine": self.machine, "rows": [one.row for one in self.shown]}


def plan_of(subject: str) -> Callable[[Bench], AbstractContextManager[Plan]]:
    """Return the plan of a subject."""
    return import_module(f"ops.bench.subjects.{subject}").plan


def run_subjects(
    subjects: Sequence[str],
    *,
    events: int | None = None,
    rounds: int = ROUNDS,
    here: DatabaseUrls | None = None,
    progress: Callable[[str], Progress] = lambda _: unseen,
) -> Result:
    """Measure the subjects in turn, each in so many rounds; ``progress`` is made for each.

    ``here`` is the ledger that queries are to ask, instead of one made for them.
    """
    described = machine() | {"rounds": rounds, "events": events}
    notes: list[str] = []
    shown: list[Shown] = []
    with Bench(events=events, here=here) as bench:
        for subject in subjects:
            told = progress(subject)
            with plan_of(subject)(bench) as plan:
                shown += run(plan, rounds, told)
                notes += plan.notes
        described |= {"postgresql": None} | bench.facts
    return Result(machine=described | noise_after() | {"notes": notes}, shown=shown)


# --- for people ---------------------------------------------------------------------------------


def page(result: Result) -> str:
    """Return a run as a page of text."""
    lines = [_heading(result.machine), ""]
    for one in result.shown:
        lines += _row(one)
    missed = [one.row.name for one in result.shown if not one.row.met]
    lines.append("")
    lines += [f"note: {note}" for note in result.machine["notes"]]
    if missed:
        lines.append(f"missed: {'; '.join(missed)}")
    else:
        lines.append("every goal is met (within 10 %)")
    return "\n".join(lines)


def _heading(about: Mapping[str, Any]) -> str:
    server = f", PostgreSQL {about['postgresql']}" if about["postgresql"] else ""
    return (
        f"{about['cores']} cores, {about['cpu']}, Python {about['python']}{server}; "
        f"{about['rounds']} rounds\n"
        f"noise probe {about['probe_ms_before']} ms before, {about['probe_ms_after']} ms after; "
        f"load {about['load_before']} before, {about['load_after']} after"
    )


def _row(one: Shown) -> list[str]:
    row, comparison = one.row, one.comparison
    low, high = one.spread
    mark = "" if row.goal is None else "met" if row.met else "MISSED"
    lines = [
        f"{row.name}",
        f"    {number(row.rate):>12} {comparison.unit:<9} [{number(low)} .. {number(high)}]"
        f"  goal {row.goal or '–'}  {mark}".rstrip(),
    ]
    for rate, ratio, what, kind in (
        (row.limit, row.ratio_to_limit, comparison.limit_is, "limit"),
        (row.peer, row.ratio_to_peer, comparison.peer_is, "peer"),
    ):
        if rate is not None and ratio is not None:
            lines.append(f"    {number(rate):>12} {kind}: {what}; ratio {ratio:,.2f}")
    return lines


def number(value: float) -> str:
    """Return a figure with as many decimals as it needs.

    >>> number(20100.3), number(3.14159)
    ('20,100', '3.14')
    """
    return f"{value:,.2f}" if value < 100 else f"{value:,.0f}"  # three digits tell
