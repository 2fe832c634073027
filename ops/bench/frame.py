"""Measures side by side: rows in turn, round by round, medians of rates and of ratios.

A machine's speed changes from minute to minute, so no rate is compared with one of another run: a
row's limit and peer are measured in the same round, and a ratio is the median of the ratios of the
rounds. Storage swings most; a goal counts as met within ten percent.
"""

import gc
import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct, field

SLACK: Final = 0.10
"""How far from its goal a row may be and still meets it."""
PROBES: Final = 7
PROBE_STEPS: Final = 1_000_000

Rates = Mapping[str, float]
"""What one round gave, by measure."""


class SkippedError(Exception):
    """A measure needs something that is not installed; the row is shown without it."""


class Goal(Struct, frozen=True):
    """A ratio that a row must reach."""

    of: Literal["limit", "peer", "rate"]
    least: float | None = None
    most: float | None = None
    text: str = ""
    """In words, where the numbers do not say it all."""

    def met(self, value: float | None) -> bool:
        """Tell whether a value reaches the goal, within the slack."""
        if value is None:
            return True  # what could not be measured is shown, not judged
        if self.least is not None and value < self.least * (1 - SLACK):
            return False
        return self.most is None or value <= self.most * (1 + SLACK)

    def __str__(self) -> str:
        """Spell the goal as ``≥ 0.8 of limit``."""
        sign, value = ("≥", self.least) if self.least is not None else ("≤", self.most)
        assert value is not None
        shown = f"{value:,.0f}" if value >= 10 else f"{value:g}"  # no decimals needed
        if self.of == "peer":
            shown += " × peer"
        elif self.of == "limit":
            shown += " of limit"
        return f"{sign} {shown}{f' {self.text}' if self.text else ''}"


class Comparison(Struct, frozen=True, kw_only=True):
    """One row: which measure is ours, which are its limit and its peer, what it must reach."""

    name: str
    own: str
    limit: str | None = None
    peer: str | None = None
    goals: tuple[Goal, ...] = ()
    unit: str = "events/s"
    limit_is: str = ""
    """The limit in words, as people see it."""
    peer_is: str = ""


class Plan(Struct, kw_only=True):
    """A subject's plan: measures in the order of a round, figures derived from them, rows."""

    measures: dict[str, Callable[[], float]] = field(default_factory=dict[str, Callable[[], float]])
    """Each runs its work once and returns the rate."""
    derived: dict[str, Callable[[Rates], float]] = field(
        default_factory=dict[str, Callable[[Rates], float]]
    )
    rows: list[Comparison] = field(default_factory=list[Comparison])
    notes: list[str] = field(default_factory=list[str])


class Row(Struct, kw_only=True):
    """A measured row; the rates of limit and peer, and the ratios to them."""

    name: str
    rate: float
    limit: float | None
    ratio_to_limit: float | None
    peer: float | None
    ratio_to_peer: float | None
    goal: str | None
    met: bool


class Shown(Struct, kw_only=True):
    """A row with what people see besides."""

    row: Row
    comparison: Comparison
    spread: tuple[float, float]
    """The lowest and the highest rate of the rounds."""


Progress = Callable[[str, int, int], None]
"""Told the measure, the number of rounds done and how many there are."""


def unseen(measure: str, done: int, rounds: int) -> None:
    """Show no progress."""


def run(plan: Plan, rounds: int, progress: Progress = unseen) -> list[Shown]:
    """Measure everything in turn, so many rounds, and say what it came to."""
    kept: dict[str, list[float]] = {name: [] for name in (*plan.measures, *plan.derived)}
    skipped: set[str] = set()
    for number in range(rounds):
        rates: dict[str, float] = {}
        for name, measure in plan.measures.items():
            if name in skipped:
                continue
            progress(name, number, rounds)
            gc.collect()
            try:
                rates[name] = measure()
            except SkippedError as reason:
                skipped.add(name)
                plan.notes.append(f"{name}: skipped, {reason}")
        for name, derive in plan.derived.items():
            rates[name] = derive(rates)
        for name, rate in rates.items():
            kept[name].append(rate)
    return [_shown(row, kept) for row in plan.rows if kept[row.own]]


def _shown(comparison: Comparison, kept: Mapping[str, list[float]]) -> Shown:
    own = kept[comparison.own]

    def beside(name: str | None) -> tuple[float | None, float | None]:
        other = kept[name] if name is not None else []
        if not other:
            return None, None
        ratios = [rate / its for rate, its in zip(own, other, strict=True)]
        return statistics.median(other), statistics.median(ratios)

    rate = statistics.median(own)
    limit, ratio_to_limit = beside(comparison.limit)
    peer, ratio_to_peer = beside(comparison.peer)
    values = {"rate": rate, "limit": ratio_to_limit, "peer": ratio_to_peer}
    row = Row(
        name=comparison.name,
        rate=rate,
        limit=limit,
        ratio_to_limit=ratio_to_limit,
        peer=peer,
        ratio_to_peer=ratio_to_peer,
        goal="; ".join(map(str, comparison.goals)) or None,
        met=all(goal.met(values[goal.of]) for goal in comparison.goals),
    )
    return Shown(row=row, comparison=comparison, spread=(min(own), max(own)))


# --- timing -------------------------------------------------------------------------------------


def rate_of(work: Callable[[], object], count: int) -> float:
    """Do some work once and return how many of its ``count`` things it did a second."""
    start = time.perf_counter()
    work()
    return count / (time.perf_counter() - start)


def serial(*rates: float) -> float:
    """Return the rate of doing one thing after the other.

    >>> serial(10_000, 40_000)
    8000.0
    """
    return 1 / sum(1 / rate for rate in rates)


def quantile(sorted_values: list[float], share: float) -> float:
    """Return the value below which a share of the values lie.

    >>> quantile([1.0, 2.0, 3.0, 4.0], 0.5)
    3.0
    """
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))]


# --- the machine --------------------------------------------------------------------------------


def probe() -> float:
    """Return how long a fixed piece of interpreter work takes, in ms: the noise of the machine."""
    times: list[float] = []
    for _ in range(PROBES):
        start = time.perf_counter()
        total = 0
        for step in range(PROBE_STEPS):
            total += step & 7
        times.append((time.perf_counter() - start) * 1_000)
    return statistics.median(times)


def machine() -> dict[str, Any]:
    """Return the machine's description: processor, interpreter, noise now."""
    return {
        "cores": os.cpu_count(),
        "cpu": _processor(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "probe_ms_before": round(probe(), 1),
        "load_before": round(os.getloadavg()[0], 2),
    }


def noise_after() -> dict[str, Any]:
    """Return the noise at the end of a run."""
    return {"probe_ms_after": round(probe(), 1), "load_after": round(os.getloadavg()[0], 2)}


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
