"""Tables by day, as contabilidade_de_mesa.md has them: floats, slips, drop, and both results."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.accountant.log import Fact, Log
from tests.accountant.rounds import Outcome, Round, by_round, reckon

COUNTS = {"fill", "credit", "drop-counted", "cagnotte-box-counted", "table-closed"}
BOXES = {"drop-counted", "cagnotte-box-counted"}
Outcomes = Mapping[str, Mapping[int, Outcome]]
"""Round to bet to what became of it; a round that is not there is not settled."""


@dataclass
class TableDay:
    """One table from an opening to its close."""

    place: str
    day: str
    casino: str
    game: str
    currency: str
    opening: Fact
    abertura: int | None = None
    drop_counted: int | None = None
    fecho: int | None = None
    closed: bool = False
    cagnotte_counted: int | None = None
    by_session: int = 0
    """Fees in no round (PNB R65 b)."""
    slips: dict[tuple[str, int], int] = field(default_factory=dict)
    """Kind and number of a slip that stands to its amount."""
    rounds: dict[str, Round] = field(default_factory=dict)
    days: dict[str, str] = field(default_factory=dict)
    """Round to the day that it is of, which may be another than the opening's."""

    @property
    def reforcos(self) -> int:
        """Return the chips from the cage."""
        return sum(amount for (kind, _), amount in self.slips.items() if kind == "fill")

    @property
    def retornos(self) -> int:
        """Return the chips to the cage."""
        return sum(amount for (kind, _), amount in self.slips.items() if kind == "credit")

    @property
    def resultado(self) -> int | None:
        """Return the result by count; None where something was not counted."""
        if self.abertura is None or self.fecho is None or self.drop_counted is None:
            return None
        return self.fecho + self.drop_counted + self.retornos - self.abertura - self.reforcos

    @property
    def by_rounds(self) -> int:
        """Return the result by the rounds; pools' prizes in chips left the table, too."""
        return sum(one.house - one.awards for one in self.rounds.values())

    @property
    def owed(self) -> int:
        """Return the players' stakes in the tray: those collected, and others the count shows."""
        least = sum(one.collected for one in self.rounds.values())
        if self.resultado is None:
            return least
        all_of_them = sum(one.owed for one in self.rounds.values())
        return max(least, min(all_of_them, self.resultado - self.by_rounds))

    @property
    def quebra(self) -> int | None:
        """Return the difference of the count: players' own stakes in the tray are none."""
        if self.resultado is None:
            return None
        return self.resultado - self.by_rounds - self.owed

    @property
    def taken(self) -> int:
        """Return what the house took by the events, in hands and by the session."""
        return self.by_session + sum(one.commissions for one in self.rounds.values())


def table_days(log: Log, outcomes: Outcomes) -> dict[int, TableDay]:
    """Return every table-day as it is known now, by the position of its opening."""
    days: dict[int, TableDay] = {}
    by_place: dict[str, list[TableDay]] = defaultdict(list)
    for one in log.of_kinds("table-opened"):
        casino = _casino_of(log, one)
        day = log.day_of(casino, one.claimed, one.position)
        if one.place is None or day is None:
            continue
        opened = TableDay(
            place=one.place, day=day, casino=casino, game=one.body["game"],
            currency=one.body["currency"], opening=one, abertura=one.body.get("count"),
        )  # fmt: skip
        days[one.position] = opened
        by_place[one.place].append(opened)
    for one in log.facts:
        if one.kind in COUNTS or (one.kind == "commission" and one.round is None):
            _move(by_place, one)
    capitals = _capitals(log)
    for name, facts in by_round(log.facts).items():
        opening = next((one for one in facts if one.kind == "round-opened"), None)
        if opening is None or name not in outcomes:
            continue
        table = _of_round(by_place, opening)
        if table is None or opening.body.get("mode") == "demo":
            continue
        game = opening.body.get("game") or table.game
        table.days[name] = name.rsplit("/", 2)[1]
        table.rounds[name] = reckon(
            game, facts, outcomes[name], capital=capitals.get(name, 0),
            commission_bp=_commission(game, table.opening.body.get("options", {})),
        )  # fmt: skip
    return days


def _casino_of(log: Log, one: Fact) -> str:
    return log.home_of(one.source, one.position)


def _move(by_place: Mapping[str, list[TableDay]], one: Fact) -> None:
    body = one.body
    if one.kind in {"fill", "credit"} and body["side"] != "table":
        return
    table = _at(by_place, one)
    if table is None:
        return
    match one.kind:
        case "fill" | "credit" if body.get("voided"):
            table.slips[one.kind, body["slip"]] = 0
        case "fill" | "credit":
            table.slips.setdefault((one.kind, body["slip"]), body["amount"])
        case "commission":
            table.by_session += body["amount"]
        case "drop-counted":
            table.drop_counted = (table.drop_counted or 0) + body["cash"] + body.get("tickets", 0)
        case "cagnotte-box-counted":
            table.cagnotte_counted = (table.cagnotte_counted or 0) + body["amount"]
        case _ if not table.closed:  # a table is closed once
            table.fecho = body.get("count")
            table.closed = True
        case _:
            pass


def _at(by_place: Mapping[str, list[TableDay]], one: Fact) -> TableDay | None:
    """Return the opening under which a table's own word stands: the last that it had told."""
    openings = by_place.get(one.place or "", [])
    own = [table for table in openings if table.opening.source == one.source]
    before = [table for table in own if table.opening.seq < one.seq] or [
        table for table in openings if table.opening.position < one.position
    ]
    if one.kind in BOXES:  # counted when the next opening may play already: of the day it is of
        before = [table for table in before if table.opening.claimed == one.claimed] or before
        waits = [table for table in before if table.closed and _lacks(table, one.kind)]
        before = waits or before
    return before[-1] if before else None


def _lacks(table: TableDay, kind: str) -> bool:
    of_drop = kind == "drop-counted"
    return (table.drop_counted if of_drop else table.cagnotte_counted) is None


def _of_round(by_place: Mapping[str, list[TableDay]], opening: Fact) -> TableDay | None:
    """Return the day that a round's id and owner claim, if the table was open then."""
    assert opening.round is not None
    place, day, _ = opening.round.rsplit("/", 2)
    claimed = {place: [one for one in by_place.get(place, []) if one.opening.claimed == day]}
    return _at(claimed, opening) or _at(by_place, opening)


def _commission(game: str, options: Mapping[str, Any]) -> int:
    """Return what of a prize the house takes: 5 % (P3 R29), or as approved (pai kao)."""
    return options.get("comissao_bp", 500 if game == "poquer_3_cartas" else 0)


def _capitals(log: Log) -> dict[str, int]:
    """Return the banker's capital as it was told before each round."""
    last: dict[str, int] = {}
    before: dict[str, int] = {}
    for one in sorted(log.facts, key=lambda one: (one.source, one.seq)):
        if one.kind == "bank-taken":
            last[one.source] = one.body["capital"]
        elif one.kind == "round-opened" and one.round is not None:
            before[one.round] = last.get(one.source, 0)
    return before
