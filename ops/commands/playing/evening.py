"""One evening of a whole casino, twelve faults planted, and what is found of it.

What is planted stands in ``data/demo.toml``; the manifest of what must be found is kept apart from
the ledger, and compared with what was.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

from ledger.audit.auditor import audit_database
from ledger.audit.diagnosis import Report
from ops.catch_up import FindingRow, findings_of, following, judge_all, verdict_counts
from ops.installation import Installation
from ops.simulator.night.night import WINDOW_LARGE, NightPlan, Run, simulate
from ops.simulator.night.rehearsal import found_in
from ops.simulator.parties.manifest import Score, read_manifest, score

SEED: Final = 7
SIZE: Final = 0.8
"""Of a whole floor: about 50,000 events."""
EXPECTED: Final = 50_000
FAULTS: Final = Path(__file__).parents[2] / "data" / "demo.toml"

Progress = Callable[[str, int, int], None]


class Evening(Struct, frozen=True, kw_only=True):
    """The result of the demonstration."""

    run: Run
    score: Score
    findings: list[FindingRow]
    """Those that hold now, of this evening."""
    rounds: int
    report: Report
    """Of ``verify``."""

    @property
    def exact(self) -> bool:
        """Whether exactly what was planted was found, and nothing was changed in the log."""
        return self.score.exact and self.report.clean


def play_evening(installation: Installation, progress: Progress, size: float = SIZE) -> Evening:
    """Play the evening into the ledger, judge and score it, and verify the log."""
    conninfo = installation.urls.login
    judge_all(conninfo)
    before = {row.id for row in findings_of(conninfo)}
    expected = round(EXPECTED * size / SIZE)
    with following(conninfo):
        run = simulate(
            installation,
            NightPlan(seed=SEED, days=1, plant=str(FAULTS), size=size, window=WINDOW_LARGE),
            lambda done: progress("play and judge", done, max(done, expected)),
        )
        position = judge_all(conninfo)
    progress("play and judge", run.events, run.events)
    found = [one for one in found_in(conninfo) if one.id not in before]
    report = audit_database(conninfo, processes=2, begin=lambda total: progress("verify", 0, total))
    progress("verify", position, position)
    return Evening(
        run=run,
        score=score(read_manifest(run.manifest), found),
        findings=[row for row in findings_of(conninfo) if row.id not in before],
        rounds=sum(verdict_counts(conninfo, ("",)).values()),
        report=report,
    )
