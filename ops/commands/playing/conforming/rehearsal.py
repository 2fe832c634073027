"""A rehearsal ledger: founded for one examination, in a database of its own, and gone after it."""

import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import msgspec
from psycopg import Connection

from ledger.door.ingestion import Answer
from ledger.events.registry import SourceEnrolled2
from ledger.signed.segments import Segment
from ops.catch_up import judge_all
from ops.errors import MisuseError
from ops.installation import Installation, open_installation
from ops.outside.conform.rehearsed import Aside, Due, Fault
from ops.settings import Settings
from projections.reads.queries import connect

BEFORE: Final = timedelta(hours=1)
"""So long before the first event the ledger is founded: registrars and the clock speak first."""
_FAULTS: Final = (
    "SELECT code, rule, place, round, seat, bet, expected, recorded, facts, positions "
    "FROM projections.finding WHERE known_until IS NULL ORDER BY known_from, id"
)
_DUES: Final = (
    "SELECT v.round, v.state, d.seat, d.bet, d.stake, d.due, d.paid "
    "FROM projections.verdict v JOIN projections.due d USING (round) "
    "WHERE v.known_until IS NULL AND d.known_until IS NULL ORDER BY v.round, d.line"
)
_ASIDES: Final = "SELECT position, kind, stage, error FROM projections.unfolded ORDER BY position"


class RehearsalLedger:
    """A founded ledger with the real door and the real stages, there to be tried."""

    def __init__(
        self,
        installation: Installation,
        fold: Callable[[], object],
        reading: Callable[[], AbstractContextManager[Connection[Any]]],
    ) -> None:
        """Try this installation; ``fold`` brings its projections up, ``reading`` asks them."""
        self._installation = installation
        self._fold = fold
        self._reading = reading
        self._ticked: datetime | None = None
        self._names: dict[int, str] = {}
        """Of what was recorded here, by position."""
        self.origin = installation.origin

    def enrol(self, act: SourceEnrolled2, at: str | None = None) -> None:
        """Let the registrars agree to a device's request.

        Raises:
            MisuseError: nobody may be given this key, whoever agrees.

        """
        fault = self._installation.door.keyring.enrolment_fault(act)
        if fault is not None:
            raise MisuseError(f"{act.source} cannot be enrolled: {fault}")
        self._installation.send(self._installation.agreed(act, at))

    def submit(self, segment: Segment, at: datetime | None) -> Answer:
        """Let the clock tick at a time, if it goes on from there, and hand a segment in."""
        self.tick(at)
        answer = self._installation.door.submit([segment])[0]
        if answer.receipt is not None:
            last = answer.receipt
            for back in range(last.count):
                seq = last.first + last.count - 1 - back
                self._names[last.position - back] = f"{last.source}:{seq}"
        return answer

    def tick(self, at: datetime | None) -> None:
        """Let the clock tick at a time; not where that is past, or before the time of before."""
        if (
            at is None
            or at > datetime.now(UTC)
            or (self._ticked is not None and at <= self._ticked)
        ):
            return
        self._ticked = at
        self._installation.now = lambda: at
        self._installation.door.tick()

    def fold(self) -> None:
        """Fold the recorded events."""
        self._fold()

    def faults(self) -> list[Fault]:
        """Return the findings that hold, each with the names of the events that prove it."""
        return [
            Fault(
                events=tuple(
                    self._names[one] for one in row.pop("positions") if one in self._names
                ),
                facts=msgspec.json.decode(row.pop("facts") or "{}"),
                **row,
            )
            for row in self._rows(_FAULTS)
        ]

    def dues(self) -> list[Due]:
        """Return the dues of each judged round."""
        return [Due(**row) for row in self._rows(_DUES)]

    def asides(self) -> list[Aside]:
        """Return the events that could not be folded."""
        return [
            Aside(
                event=self._names.get(row["position"], ""),
                kind=row["kind"],
                stage=row["stage"],
                error=row["error"],
            )
            for row in self._rows(_ASIDES)
        ]

    def _rows(self, query: str) -> list[dict[str, Any]]:
        with self._reading() as connection:
            return connection.execute(query.encode()).fetchall()


@contextmanager
def founded(origin: str, at: datetime) -> Generator[tuple[Installation, RehearsalLedger]]:
    """Found a ledger of a name, at a time, in a server of its own; nothing stays of it.

    Neither RAZAO_HOME nor RAZAO_DATABASE_URL is looked at: an examination touches no ledger.
    """
    with tempfile.TemporaryDirectory(prefix="razao-conform-", ignore_cleanup_errors=True) as home:
        settings = Settings.model_construct(home=Path(home))
        with open_installation(settings, found=origin, at=at) as installation:
            login = installation.urls.login
            yield (
                installation,
                RehearsalLedger(installation, lambda: judge_all(login), lambda: connect(login)),
            )


@contextmanager
def rehearsal_of(
    origin: str, enrolled: Sequence[SourceEnrolled2], first: datetime
) -> Generator[RehearsalLedger]:
    """Found a ledger of a name before a first event, with devices enrolled in it."""
    at = first - BEFORE
    with founded(origin, at) as (installation, ledger):
        installation.now = lambda: at
        for act in enrolled:
            ledger.enrol(act)
        yield ledger
