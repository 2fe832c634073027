"""Signed events as an accountant reads them: which count, in what words, and on which gaming day.

Written from the rules pages by somebody who had not read the projections: the package imports
nothing of them, nor of the simulator, and reads the bodies as plain JSON. Only ``compare`` knows
both sides.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any, Final

Body = Mapping[str, Any]
Told = tuple[int, str, int, str, bytes | None, bytes]
"""Position, source, seq, kind, body, link."""

FLOOR: Final = {"supervisor", "floor_manager"}
_SAID: Final = (
    ("table bingo_room", "table-opened table-closed round-opened round-closed"),
    ("table cage", "chips-sold chips-redeemed fill credit"),
    ("cage cashier finance table bingo_room", "drop-counted cagnotte-box-counted"),
    (
        "table",
        (
            "bet-placed bet-changed bet-withdrawn decision payout collection commission "
            "bank-taken bank-changed bank-shared round-voided dead-money coup-nulled bank-passed"
        ),
    ),
    (
        "machine",
        "play play-voided credits-in credits-out ticket-issued ticket-redeemed",
    ),
    ("cage cashier", "ticket-paid hand-paid"),
    ("finance", "gaming-day-closed tax-declared"),
    (
        "bingo_room",
        (
            "series-on-sale cards-sold cards-refunded sale-closed ball-drawn prizes-paid "
            "jogada-annulled"
        ),
    ),
    ("table bingo_room machine cage cashier", "award-paid"),
)
SAYS: Final = {kind: set(roles.split()) for roles, kinds in _SAID for kind in kinds.split()}
"""Who says what moves money (authority.md 4); what another role says has no effect."""
EVERYWHERE: Final = "*"
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
    registered: dict[str, int] = field(default_factory=dict)
    """Casino to the position that registered it."""
    homes: dict[str, str] = field(default_factory=dict)
    """Source to the casino it is enrolled for."""
    corrected: dict[str, tuple[int, Body | None]] = field(default_factory=dict)
    """Name of a corrected event to the approval's position and the words that count since."""

    def home_of(self, source: str, position: int | None = None) -> str:
        """Return the casino of which a source is; ``*`` where nobody had said one then."""
        first = next(iter(self.casinos), EVERYWHERE)
        if position is not None and self.registered.get(first, 0) > position:
            first = EVERYWHERE
        return self.homes.get(source) or first

    def currency_of(self, casino: str) -> str:
        """Return a casino's currency; of none, that of the first table."""
        if casino in self.casinos:
            return self.casinos[casino]["currency"]
        opened = next(self.of_kinds("table-opened"), None)
        return "" if opened is None else opened.body["currency"]

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
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def read(rows: Iterable[Told]) -> Log:
    """Fold a log: position, source, seq, kind, body, link of each event."""
    told = [_fact(*row) for row in rows]
    log = Log()
    roles: dict[str, str] = {}
    persons: dict[str, str] = {}
    matrix = any(one.kind == "parameter-set" and one.body["name"] == "autoridade" for one in told)
    owners: dict[str, str] = {}
    kept: list[Fact] = []
    for one in told:
        if one.kind == "source-enrolled":
            roles[one.body["source"]] = one.body["role"]
            persons[one.body["source"]] = one.body.get("person") or one.body["source"]
            if one.body.get("casino"):
                log.homes[one.body["source"]] = one.body["casino"]
        if one.kind == "casino-registered":
            log.casinos.setdefault(one.body["casino"], one.body)
            log.registered.setdefault(one.body["casino"], one.position)
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


def _fact(position: int, source: str, seq: int, kind: str, body: bytes | None, link: bytes) -> Fact:
    said = json.loads(bytes(body or b"{}"))
    return Fact(
        position=position, source=source, seq=seq, kind=kind.partition("/")[0], at=said["at"],
        claimed=said.get("day"), place=said.get("place"), round=said.get("round"),
        body=said["payload"], link=bytes(link).hex(),
    )  # fmt: skip


def _close_days(log: Log) -> None:
    """Note where each day was closed, and with it the casino's earlier ones."""
    for one in log.of_kinds("gaming-day-closed"):
        casino = one.body.get("casino") or log.home_of(one.source)
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
