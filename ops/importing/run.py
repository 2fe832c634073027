"""Imports hands into a ledger: enrol, sign, send, judge, compare with what was really collected."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from ledger.roles import Binding, Role
from ledger.signed.segments import Segment
from ops.catch_up import FindingRow, findings_of, judge_all, verdict_counts
from ops.importing.hands import Hand, Planted, Terminals, place_of, plant
from ops.installation import Installation

SUBMISSION_EVENTS: Final = 500
TERMINALS: Final = 4
TERMINAL_HANDS_MAX: Final = 1_500
"""An enrolment names its places, one a hand, and is an envelope of 65,535 bytes at most."""
CASINO: Final = "hands"
AGREES: Final = "agrees"
SHOWN_MAX: Final = 20

Progress = Callable[[str, int, int], None]
"""Told the step, what is done of it and how much it is."""


def no_progress(_step: str, _done: int, _total: int) -> None:
    """Tell nobody."""


class Fault(Struct, frozen=True, kw_only=True):
    """A planted fault beside what was found of it."""

    round: str
    seat: int
    due: int
    paid: int
    found: FindingRow | None


class Outcome(Struct, frozen=True, kw_only=True):
    """The result of an import."""

    hands: int
    events: int
    agree: int
    findings: list[FindingRow]
    faults: list[Fault]
    position: int
    """Of the last event."""

    @property
    def invented(self) -> list[FindingRow]:
        """Findings that no planted fault caused."""
        caused = {(fault.round, fault.seat) for fault in self.faults}
        return [row for row in self.findings if (row.round, row.seat) not in caused]

    def summary(self) -> dict[str, Any]:
        """Return the figures, as ``--json`` gives them."""
        figures: dict[str, Any] = {
            "hands": self.hands,
            "agree": self.agree,
            "findings": len(self.findings),
            "events": self.events,
            "position": self.position,
        }
        if self.faults:
            figures |= {
                "planted": len(self.faults),
                "found": sum(fault.found is not None for fault in self.faults),
                "missed": sum(fault.found is None for fault in self.faults),
                "invented": len(self.invented),
            }
        return figures


def import_hands(
    installation: Installation,
    hands: Sequence[Hand],
    options: dict[str, Any],
    *,
    tamper: int = 0,
    seed: int = 0,
    progress: Progress = no_progress,
) -> Outcome:
    """Send the hands through the door and judge them; with ``tamper``, alter so many payouts."""
    names = _fresh_names(installation, len(hands))
    terminals = Terminals(
        [
            installation.enrol(
                name,
                Binding(
                    role=Role.TABLE,
                    casino=CASINO,
                    places=tuple(place_of(name, hand) for hand in hands[number :: len(names)]),
                ),
            )
            for number, name in enumerate(names)
        ],
        options,
    )
    planted = plant(terminals, hands, tamper, seed) if tamper else {}
    events = 0
    waiting: list[Segment] = []
    installation.door.tick()
    for number, hand in enumerate(hands):
        waiting.extend(terminals.sign(number, hand, planted.get(number)))
        if len(waiting) >= SUBMISSION_EVENTS:
            events += _send(installation, waiting)
            progress("sign and record", number + 1, len(hands))
    events += _send(installation, waiting)
    progress("sign and record", len(hands), len(hands))
    installation.door.tick()
    position = judge_all(installation.urls.login, lambda done, last: progress("judge", done, last))
    return _outcome(installation, names, hands, planted, events, position)


def _fresh_names(installation: Installation, hands: int) -> list[str]:
    """Return names for this import's terminals: each import plays at tables of its own."""
    terminals = max(min(TERMINALS, hands), -(-hands // TERMINAL_HANDS_MAX))
    run = 1
    while installation.store.head(f"hands-{run}-1") is not None:
        run += 1
    return [f"hands-{run}-{number}" for number in range(1, terminals + 1)]


def _send(installation: Installation, waiting: list[Segment]) -> int:
    sent = sum(len(segment.envelopes) for segment in waiting)
    if waiting:
        installation.send(waiting)
    waiting.clear()
    return sent


def _outcome(
    installation: Installation,
    names: Sequence[str],
    hands: Sequence[Hand],
    planted: dict[int, Planted],
    events: int,
    position: int,
) -> Outcome:
    places = tuple(f"{name}." for name in names)
    found = findings_of(installation.urls.login, places)
    return Outcome(
        hands=len(hands),
        events=events,
        agree=verdict_counts(installation.urls.login, places).get(AGREES, 0),
        findings=found,
        faults=list(_match(planted.values(), found)),
        position=position,
    )


def _match(planted: Iterable[Planted], found: Sequence[FindingRow]) -> Iterator[Fault]:
    """Lay each planted fault beside the finding with its round, seat, and both amounts."""
    by_place = {(row.round, row.seat): row for row in found}
    for one in planted:
        row = by_place.get((one.round, one.seat))
        if row is not None and row.amount != one.paid - one.due:
            row = None
        yield Fault(round=one.round, seat=one.seat, due=one.due, paid=one.paid, found=row)
