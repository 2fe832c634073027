"""Nights in which somebody says by hand what no simulated party does."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import convert, to_builtins

from ledger.events import KINDS
from ledger.events.base import Payload
from ledger.events.reviews import InspectionNoted
from projections.base.event import Event
from tests.helpers.corrected_nights import findings_of, night, with_told

AT_TABLES: Final[dict[str, tuple[str, list[dict[str, Any]]]]] = {
    "credit/1": (
        "RA-01",
        [
            {"side": "table", "slip": 71, "amount": 1_000, "staff": ("a", "b")},
            {"side": "table", "slip": 72, "amount": 2_000, "voided": True, "reason": "engano"},
        ],
    ),
    "dead-money/1": (
        "HE-01",
        [{"seat": 1, "amount": 100}, {"seat": 2, "amount": 50, "cause": "ausente"}],
    ),
    "player-away/1": ("HE-01", [{"seat": 1}, {"seat": 2, "cause": "pausa"}]),
    "player-back/1": ("HE-01", [{"seat": 1}, {"seat": 2}]),
    "table-suspended/1": ("RA-01", [{"cause": "avaria"}, {"cause": "desordem", "rule": "RA R34"}]),
    "table-resumed/1": ("RA-01", [{}]),
    "ball-set-replaced/1": (
        "BI-01",
        [
            {"old": "bi-01-bolas-90-1", "new": "B-8", "uses": 3, "act": "IGJ-1"},
            {"old": "B-8", "new": "B-9", "uses": 1, "reason": "gastas"},
        ],
    ),
}
"""Kind to a place, and what its own device says there between its last rounds."""
ABOUT_FINDINGS: Final[dict[str, list[dict[str, Any]]]] = {
    "finding-acknowledged/1": [{}, {}],
    "finding-explained/1": [{"reason": "engano"}, {"reason": "avaria"}],
    "finding-decided/1": [{"state": "void"}, {"state": "sanctioned", "reason": "r"}],
    "finding-decided/2": [{"state": "void"}, {"state": "sanctioned", "act": "p-1"}],
}
NOTES: Final = (InspectionNoted(code="BF-SET", seat=1), InspectionNoted(code="BJ-CHEF", seat=2))
BY_HAND: Final = frozenset(
    {*AT_TABLES, *ABOUT_FINDINGS, "inspection-noted/1", "machine-homologated/1", "play-voided/1"}
)


def told_by_hand(kind: str, seed: int) -> tuple[tuple[Event, ...], int]:
    """Return a night that tells a kind, and where it tells it first."""
    if kind in AT_TABLES:
        place, said = AT_TABLES[kind]
        events = _between_rounds(night(place, seed), place, [_of(kind, one) for one in said])
    elif kind == "play-voided/1":
        events = _with_voids(night("MQ-01", seed))
    elif kind == "machine-homologated/1":
        events = _with_certificates(night("MQ-01", seed))
    else:
        events = _between_rounds(night("RA-01", seed), "RA-01", NOTES, "inspector")
        if kind in ABOUT_FINDINGS:
            events = _with_acts(events, kind)
    return events, next(at for at, event in enumerate(events) if event.kind == kind)


def _of(kind: str, said: dict[str, Any]) -> Payload:
    return convert(said, type=KINDS[kind])


def _between_rounds(
    events: tuple[Event, ...], place: str, told: Sequence[Payload], source: str | None = None
) -> tuple[Event, ...]:
    """Say one thing behind each of the last rounds of a place, the last one last."""
    ends = [at for at, one in enumerate(events) if one.kind == "round-closed/1"]
    owner = next(event.source for event in events if event.kind == "round-opened/1")
    for at, payload in zip(reversed(ends[-len(told) - 1 :]), reversed(told), strict=False):
        events = with_told(events, at, source or owner, payload, place)
    return events


def _with_acts(events: tuple[Event, ...], kind: str) -> tuple[Event, ...]:
    """Let the inspector act about both findings that he noted, one act right behind the other."""
    found = [findings_of(events, one.code)[0] for one in NOTES]
    noted = max(at for at, one in enumerate(events) if one.kind == "inspection-noted/1")
    for name, said in reversed([*zip(found, ABOUT_FINDINGS[kind], strict=True)]):
        events = with_told(events, noted, "inspector", _of(kind, {"finding": name, **said}))
    return events


def _with_voids(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Let two machines void their last jogadas."""
    last = {event.source: at for at, event in enumerate(events) if event.kind == "play/1"}
    for at in sorted(last.values())[-1:-3:-1]:
        play = events[at]
        said = {"play": play.name, "cause": "avaria", "returned": play.payload.stake}
        events = with_told(events, at, play.source, _of("play-voided/1", said), play.place)
    return events


def _with_certificates(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Let a machine be homologated once more, as it was said before acts were told with it."""
    kind = "machine-homologated/1"
    told = [at for at, one in enumerate(events) if one.kind == "machine-homologated/2"][:2]
    behind = next(at for at, one in enumerate(events) if one.kind == "play/1")
    for at in told:
        first = events[at]
        known = to_builtins(first.payload)
        fields = {name: known[name] for name in KINDS[kind].__struct_fields__ if name in known}
        events = with_told(events, behind, first.source, _of(kind, fields), first.place)
    return events
