"""Sends a file's readings as an importing source: all new ones, or none where one is wrong."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ledger.events.machines import MetersRead
from ledger.roles import Binding, Role
from ledger.signed.canonical import decode
from ledger.signed.segments import Segment
from ops.catch_up import FindingRow, findings_of, judge_all
from ops.errors import MisuseError
from ops.importing.meters.reading import MACHINES_MAX, LineFault, Reading
from ops.installation import Installation

SOURCE: Final = "contadores"
"""The importing source, where no other is named."""
SEGMENT_READINGS: Final = 200
"""Readings under one signature: an envelope of them has half a kilobyte."""


class ReadingsError(ValueError):
    """Readings that contradict what is recorded; nothing of the file was sent."""

    def __init__(self, faults: Sequence[LineFault]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = list(faults)


class Imported(Struct, frozen=True, kw_only=True):
    """The result of an import of readings."""

    source: str
    machines: int
    readings: int
    new: int
    known: int
    """Recorded before, by an earlier import: nothing was said of them again."""
    position: int
    findings: list[FindingRow]
    """Those that the new readings prove."""


def import_meters(
    installation: Installation, readings: Sequence[Reading], *, source: str, casino: str
) -> Imported:
    """Sign and send the readings that are not recorded yet.

    Raises:
        ReadingsError: one says otherwise than what is recorded of its machine at its time.
        MisuseError: the source cannot be enrolled, or is bound to other machines.

    """
    places = sorted({one.place for one in readings})
    recorded = _recorded(installation, source)
    told, faults = payloads(readings, recorded)
    if faults:
        raise ReadingsError(faults)
    before = installation.reader.last_position()
    if told:
        _enrol(installation, source, casino, places)
        installation.send(_segments(installation, source, told))
    position = judge_all(installation.urls.login)
    found = findings_of(installation.urls.login, tuple(places)) if told else []
    return Imported(
        source=source,
        machines=len(places),
        readings=len(readings),
        new=len(told),
        known=len(readings) - len(told),
        position=position,
        findings=[row for row in found if any(one > before for one in row.positions)],
    )


class Machine:
    """The known readings of a machine, or of one denomination of it, by time."""

    def __init__(self) -> None:
        self.told: dict[str, MetersRead] = {}
        self._times: list[str] = []

    def keep(self, at: str, payload: MetersRead) -> None:
        """Keep a reading."""
        self.told[at] = payload
        insort(self._times, at)

    def lifetimes(self, one: Reading) -> dict[str, int]:
        """Return lifetime counters in order: those of a period are added to the reading before."""
        earlier = bisect_left(self._times, one.at) if one.period else 0
        base = self.told[self._times[earlier - 1]].meters if earlier else {}
        return {
            name: figure + (base.get(name, 0) if name in one.period else 0)
            for name, figure in sorted(one.meters.items())
        }


Known = defaultdict[tuple[str, int | None], Machine]
"""By machine and denomination what is recorded."""


def _recorded(installation: Installation, source: str) -> Known:
    """Return the readings that the source said before."""
    found: Known = defaultdict(Machine)
    head = installation.store.head(source)
    for row in installation.reader.of_source(source, 1, head[0]) if head is not None else ():
        if row.kind == MetersRead.KIND:
            event = decode(row.envelope)
            payload = event.payload
            if isinstance(payload, MetersRead) and event.place is not None:
                found[str(event.place), payload.denomination].keep(event.at, payload)
    return found


def payloads(
    readings: Sequence[Reading], recorded: Known
) -> tuple[list[tuple[Reading, MetersRead]], list[LineFault]]:
    """Return the new readings, in order of time, and the lines that contradict recorded ones."""
    told: list[tuple[Reading, MetersRead]] = []
    faults: list[LineFault] = []
    for one in readings:
        known = recorded[one.place, one.denomination]
        payload = MetersRead(
            meters=known.lifetimes(one),
            device=one.device,
            denomination=one.denomination,
            why=one.why,
        )
        there = known.told.get(one.at)
        if there is None:
            known.keep(one.at, payload)
            told.append((one, payload))
        elif there != payload:
            faults.append(
                LineFault(
                    line=one.line,
                    column="",
                    expected=f"of {one.place} at {one.at} what is recorded: {_figures(there)}",
                    got=_figures(payload),
                )
            )
    return told, faults


def _figures(payload: MetersRead) -> str:
    return " ".join(f"{name} {figure}" for name, figure in sorted(payload.meters.items()))


def _enrol(installation: Installation, source: str, casino: str, places: Sequence[str]) -> None:
    """Enrol the importing source for its machines, if it is new."""
    known = installation.door.keyring.sources.get(source)
    if known is None:
        if len(places) > MACHINES_MAX:
            raise MisuseError(f"expected at most {MACHINES_MAX} machines, got {len(places)}")
        binding = Binding(role=Role.MACHINE, casino=casino, places=tuple(places))
        installation.enrol(source, binding)
        return
    others = sorted(set(places) - set(known.places or ()))
    if known.role == Role.MACHINE and others:
        raise MisuseError(
            f"{source} is enrolled for {', '.join(known.places or ()) or 'no place'}, and not for "
            f"{', '.join(others)}: name another source (--source), or let registrars enrol it"
        )


def _segments(
    installation: Installation, source: str, told: Sequence[tuple[Reading, MetersRead]]
) -> list[Segment]:
    """Sign readings as the source's next events."""
    chain = installation.chain(source)
    segments: list[Segment] = []
    for start in range(0, len(told), SEGMENT_READINGS):
        first, previous = chain.seq + 1, chain.link
        envelopes = [
            chain.event(payload, one.at, day=one.day, place=one.place)
            for one, payload in told[start : start + SEGMENT_READINGS]
        ]
        segments.append(chain.sign(envelopes, first, previous))
    return segments
