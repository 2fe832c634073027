"""Jogadas whose acta is completed, and what a decided finding rests on: kept from correction.

And days whose tax is declared; what has played, of which no values of before are declared any more.
"""

from datetime import date, timedelta
from typing import Final

from ledger.events import kinds_of
from ledger.events.bingo import ActaCompleted
from ledger.events.reviews import FindingDecided, TaxDeclared
from ledger.text.times import is_day
from projections.authority.parameters import EVERYWHERE
from projections.base.event import Event
from projections.base.produced import FindingView
from projections.base.rows import Schema, Writes

TOLD: Final = kinds_of(ActaCompleted, FindingDecided)
DECLARED: Final = kinds_of(TaxDeclared)
PLAYS: Final = {"round-opened": "table", "play": "machine"}
"""Kinds at a place, and what plays there."""
CHIPS: Final = frozenset({"chips-sold", "chips-redeemed"})
"""Kinds by which a casino's chips circulate."""
STAKES: Final = frozenset({"pool-stake", "jackpot-increment", "jackpot-won"})
"""Kinds by which a pool plays."""
PERIOD_MAX: Final = 400
"""Days of a tax declaration: of a period longer than a year nobody declares a tax."""
REOPENED: Final = "reopened"
PROOFS_MAX: Final = 100
"""So many events of a decided finding are kept."""
KEPT: Final = 10_000
"""Names held in memory between pages."""


class Evidence:
    """Rounds and events by whether they are kept."""

    def __init__(self) -> None:
        """Begin with nothing kept."""
        self._kept: dict[str, bool] = {}
        self._touched: set[str] = set()
        self._read: Schema | None = None
        self._whole = False
        """Whether memory has all that was ever written."""

    def load(self, schema: Schema) -> None:
        """Read rounds and events when they are asked for."""
        self._read, self._whole = schema, schema.new

    def take(self, event: Event, finding: FindingView | None) -> None:
        """Take an acta, or the decision of a finding as it stands."""
        if isinstance(event.payload, ActaCompleted):
            if event.round is not None:
                self._keep(f"acta {event.round}", kept=True)
        elif finding is not None:
            kept = event.payload.state != REOPENED
            if finding.round is not None:
                self._keep(f"round {finding.round}", kept=kept)
            for position in finding.positions[:PROOFS_MAX]:
                self._keep(f"event {position}", kept=kept)

    def declare(self, casino: str, declared: TaxDeclared) -> None:
        """Take a tax that went out of the house: of its days the outside deadline has passed."""
        if not (is_day(declared.first) and is_day(declared.last)):
            return
        first, last = date.fromisoformat(declared.first), date.fromisoformat(declared.last)
        for number in range(min((last - first).days + 1, PERIOD_MAX)):
            self._keep(f"declared {casino} {first + timedelta(days=number)}", kept=True)

    def is_declared(self, casino: str | None, day: str) -> bool:
        """Tell whether the tax of a casino's gaming day is declared, by itself or for all."""
        names = {casino or EVERYWHERE, EVERYWHERE}
        return any(self._is_kept(f"declared {name} {day}") for name in sorted(names))

    def play(self, subject: str, name: str) -> None:
        """Take the play of a machine, a table or a pool; the first is kept."""
        if not self.has_played(subject, name):
            self._keep(f"played {subject} {name}", kept=True)

    def has_played(self, subject: str, name: str) -> bool:
        """Tell whether a machine, a table, a pool, balls, a series or chips have played."""
        return self._is_kept(f"played {subject} {name}")

    def has_acta(self, round_id: str | None) -> bool:
        """Tell whether a jogada's acta is completed."""
        return round_id is not None and self._is_kept(f"acta {round_id}")

    def is_decided(self, event: Event) -> bool:
        """Tell whether an event, or its round, stands under a decided finding."""
        if event.round is not None and self._is_kept(f"round {event.round}"):
            return True
        return self._is_kept(f"event {event.position}")

    def _keep(self, name: str, *, kept: bool) -> None:
        self._kept[name] = kept
        self._touched.add(name)

    def _is_kept(self, name: str) -> bool:
        known = self._kept.get(name)
        if known is None:
            known = self._kept[name] = self._written(name)
        return known

    def _written(self, name: str) -> bool:
        if self._read is None or self._whole:
            return False
        row = self._read.cursor.execute(
            self._read.query("SELECT kept FROM {s}.kept WHERE name = %s"), (name,)
        ).fetchone()
        return row is not None and row[0]

    def flush(self, writes: Writes) -> None:
        """Add this page's rounds and events to its writes."""
        rows = [(name, self._kept[name]) for name in sorted(self._touched)]
        writes.replace("kept", "name", ("name", "kept"), rows)
        self._touched.clear()
        if len(self._kept) > KEPT:
            self._kept.clear()
            self._whole = False
