"""Signed events as an accountant reads them: which count, in what words, and on which gaming day.

Written from the rules pages alone; the package knows nothing of the projections. Of ``ledger`` it
takes no more than the bytes' own spelling.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

Body = Mapping[str, Any]

DEVICES: Final = {"table", "bingo_room", "machine", "cage"}
DESK: Final = {"cage", "cashier"}
FLOOR: Final = {"supervisor", "floor_manager"}
SAYS: Final[Mapping[str, set[str]]] = {
    **dict.fromkeys(("table-opened", "table-closed", "round-opened", "round-closed"),
                    {"table", "bingo_room"}),
    **dict.fromkeys(("chips-sold", "chips-redeemed", "fill", "credit"), {"table", "cage"}),
    **dict.fromkeys(("drop-counted", "cagnotte-box-counted"),
                    DESK | {"finance", "table", "bingo_room"}),
    **dict.fromkeys(
        ("bet-placed", "bet-changed", "bet-withdrawn", "decision", "payout", "collection",
         "commission", "bank-taken", "bank-changed", "bank-shared", "round-voided", "dead-money",
         "coup-nulled", "bank-passed"), {"table"}),
    **dict.fromkeys(("play", "play-voided", "credits-in", "credits-out", "ticket-issued",
                     "ticket-redeemed"), {"machine"}),
    **dict.fromkeys(("ticket-paid", "hand-paid"), DESK),
    **dict.fromkeys(("gaming-day-closed", "tax-declared"), {"finance"}),
    **dict.fromkeys(("series-on-sale", "cards-sold", "cards-refunded", "sale-closed", "ball-drawn",
                     "prizes-paid", "jogada-annulled"), {"bingo_room"}),
    "award-paid": {"table", "bingo_room", "machine"} | DESK,
    "settlement-paid": {"cage", "cashier", "finance", "table"},
}  # fmt: skip
"""Who says what moves money (authority.md 4); what another role says has no effect."""
APPROVES: Final = FLOOR | {"director"}
"""Who agrees to a correction of what a device said (authority.md 6)."""


@dataclass(frozen=True)
class Fact:
    """One event in the words that count."""

    position: int
    source: str
    seq: int
    kind: str
    """Without its version."""
    at: str
    claimed: str | None
    """The gaming day that its source told."""
    place: str | None
    round: str | None
    body: Body
    link: str

    @property
    def name(self) -> str:
        """What others call it."""
        return f"{self.source}:{self.seq}"


@dataclass
class Log:
    """What the events come to: facts in effect, corrected, and the days' closings."""

    facts: list[Fact] = field(default_factory=list)
    """All that count, in the words that count now, in order of position."""
    closings: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    """Casino to day to the position that closed it."""
    casinos: dict[str, Body] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)
    """Source to the casino it is enrolled for."""
    corrected: dict[str, tuple[int, Body | None]] = field(default_factory=dict)
    """Name of a corrected event to the approval's position and the words that count since."""

    def of_kinds(self, *kinds: str) -> Iterator[Fact]:
        """Yield the facts of some kinds."""
        return (one for one in self.facts if one.kind in kinds)

    def by_name(self, name: str) -> Fact | None:
        """Return the fact of a name."""
        return next((one for one in self.facts if one.name == name), None)

    def day_of(self, casino: str, claimed: str | None, position: int) -> str | None:
        """Return the day on which an event stands: its own if that is open then, else the first.

        design.md, gaming day.
        """
        if claimed is None:
            return None
        shut = {day for day, closed in self.closings.get(casino, {}).items() if closed < position}
        return claimed if not shut or claimed > max(shut) else after(max(shut))


def after(day: str) -> str:
    """Return the day after a day."""
    from datetime import date, timedelta

    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def read(rows: Iterable[tuple[int, str, int, str, bytes, bytes]]) -> Log:
    """Fold envelopes: position, source, seq, kind, envelope, link."""
    told = [_fact(*row) for row in rows]
    log = Log()
    roles: dict[str, str] = {}
    persons: dict[str, str] = {}
    matrix = any(
        one.kind == "parameter-set" and one.body["name"] == "autoridade" for one in told
    )
    owners: dict[str, str] = {}
    kept: list[Fact] = []
    for one in told:
        if one.kind == "source-enrolled":
            roles[one.body["source"]] = one.body["role"]
            persons[one.body["source"]] = one.body.get("person") or one.body["source"]
            if one.body.get("casino"):
                log.homes[one.body["source"]] = one.body["casino"]
        if one.kind == "casino-registered":
            log.casinos[one.body["casino"]] = one.body
        role = roles.get(one.source, "service")
        if matrix and one.kind in SAYS and role not in SAYS[one.kind]:
            continue
        if one.kind == "round-opened" and one.round is not None:
            owners.setdefault(one.round, one.source)
        elif (
            one.round is not None
            and SAYS.get(one.kind, set()) & {"table", "bingo_room"}
            and one.kind != "award-paid"
            and owners.get(one.round) != one.source
        ):
            continue
        kept.append(one)
    log.facts = kept
    _close_days(log)
    _correct(log, roles if matrix else {}, persons)
    return log


def _fact(position: int, source: str, seq: int, kind: str, envelope: bytes, link: bytes) -> Fact:
    said = json.loads(bytes(envelope).split(b"\n\n", 1)[1])
    return Fact(
        position=position, source=source, seq=seq, kind=kind.partition("/")[0], at=said["at"],
        claimed=said.get("day"), place=said.get("place"), round=said.get("round"),
        body=said["payload"], link=bytes(link).hex(),
    )  # fmt: skip


def _close_days(log: Log) -> None:
    """Closing a day closes the casino's earlier ones (contabilidade_de_mesa.md, Tax)."""
    for one in log.of_kinds("gaming-day-closed"):
        casino = one.body.get("casino") or log.homes.get(one.source) or next(iter(log.casinos), "")
        if one.claimed is not None:
            log.closings[casino].setdefault(one.claimed, one.position)


def _correct(log: Log, roles: Mapping[str, str], persons: Mapping[str, str]) -> None:
    """Let each correction that another person agreed to have its effect; the last counts."""
    by_name = {one.name: one for one in log.facts}
    never = {"correction", "approval", "clock-ticked", "source-enrolled", "ledger-founded"}
    for agreed in log.of_kinds("approval"):
        correction = by_name.get(agreed.body["target"])
        if correction is None or correction.kind != "correction":
            continue
        target = by_name.get(correction.body["target"])
        if (
            target is None
            or correction.position > agreed.position
            or target.position > correction.position
            or target.link != correction.body["link"]
            or correction.link != agreed.body["link"]
            or target.kind in never
            or persons.get(agreed.source) == persons.get(correction.source)
            or (roles and roles.get(agreed.source) not in APPROVES | {"authority", "inspector"})
        ):
            continue
        log.corrected[target.name] = (agreed.position, correction.body.get("replacement"))
    standing: list[Fact] = []
    for one in log.facts:
        if one.name not in log.corrected:
            standing.append(one)
        elif (words := log.corrected[one.name][1]) is not None:
            standing.append(replace(one, body=words))
    log.facts = standing


def lasting(facts: Sequence[Fact]) -> dict[str, list[Fact]]:
    """Return the facts of each round, in its owner's order."""
    rounds: dict[str, list[Fact]] = defaultdict(list)
    for one in facts:
        if one.round is not None:
            rounds[one.round].append(one)
    return rounds
