"""The accountant's figures beside the product's, cell by cell."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, cast

from ledger.store.reader import Reader
from projections.running.checking import told_again
from projections.stages.accounts.chips.queries import ChipQueries
from projections.stages.accounts.queries import AccountQueries
from tests.accountant.bingo import Jogada, jogadas
from tests.accountant.booked import Figures, booked
from tests.accountant.books import (
    IMPOSTO,
    chip_days,
    rate_of,
    rates_vary,
    receipts,
    shares_of,
    tax_of,
)
from tests.accountant.log import Log, Told, read
from tests.accountant.machines import TWELVE, machines, whole
from tests.accountant.pools import Pool, Won, is_void, pools
from tests.accountant.rounds import BACK, Outcome
from tests.accountant.tables import TableDay, table_days
from tests.fixtures.casino import Casino
from tests.fixtures.memory import MemoryCasino

NOW = 1 << 62
"""A position after everything."""
_KNOWN = "known_from <= %s AND coalesce(known_until > %s, true)"


class Cell(NamedTuple):
    """One figure of both."""

    where: tuple[object, ...]
    accountant: object
    product: object

    @property
    def agrees(self) -> bool:
        """Tell whether both say the same."""
        return self.accountant == self.product


def told_by(casino: Casino) -> list[Told]:
    """Return the whole log of a casino."""
    if isinstance(casino, MemoryCasino):
        return casino.installation.store.told
    with Reader(casino.conninfo) as reader:
        return told_again(reader.page(after=0, limit=reader.last_position()))


def outcomes(casino: Casino, at: int = NOW) -> dict[str, dict[int, Outcome]]:
    """Return what became of the bets of each judged round: the one thing that he is told."""
    found: dict[str, dict[int, Outcome]] = {
        row["round"]: {}
        for row in casino.rows(f"SELECT round FROM {{s}}.verdict WHERE {_KNOWN}", at, at)
    }
    for row in casino.rows(
        f"SELECT round, bet, stake, due, outcome FROM {{s}}.due WHERE {_KNOWN} "
        "AND bet IS NOT NULL ORDER BY round, line",
        at,
        at,
    ):
        # Of a lost stake a part is kept; more than the stake is a prize of its own (BJ R48).
        part = row["due"] if row["outcome"] == "perde" and row["due"] < row["stake"] else 0
        bets = found[row["round"]]
        bets = found[row["round"]]
        one = Outcome(row["outcome"], row["stake"], part)
        bets[row["bet"]] = one if row["bet"] not in bets else both(bets[row["bet"]], one)
    return found


def both(one: Outcome, other: Outcome) -> Outcome:
    """Return what became of two bets of one number: impossible, and both lie there."""
    if one.word == other.word:
        return Outcome(one.word, one.stake + other.stake, one.kept + other.kept)
    kept = sum(each.stake if each.word in BACK else each.kept for each in (one, other))
    return Outcome("perde", one.stake + other.stake, kept)


def cells(casino: Casino) -> Iterator[Cell]:
    """Yield every figure that both have."""
    books = Books(casino, told_by(casino))
    now = books.known(NOW)
    yield from _tables(casino, now.tables)
    yield from _chips(casino, now.log, now.tables.values())
    yield from _chips_booked(casino, books)
    yield from _machines(casino, now.log)
    yield from _actas(casino, now.rooms)
    yield from _increments(casino, now.log, now.pools)
    yield from _balances(casino, now)
    yield from _revenue(casino, books)
    yield from _tax(casino, books)


class Known(NamedTuple):
    """All that is known at a position."""

    log: Log
    tables: Mapping[int, TableDay]
    rooms: Mapping[str, Jogada]
    pools: Mapping[str, Pool]
    judged: Mapping[str, Mapping[int, Outcome]]
    given: Mapping[str, int]
    """Round to what pools paid of its prizes: the other thing that he is told."""

    def bases(self) -> dict[tuple[str, str, str, str], int]:
        """Return the tax's bases by casino, category, currency and the day they are of."""
        found: dict[tuple[str, str, str, str], int] = defaultdict(int)
        for key, amount in _bases(self):
            found[key] += amount
        return found

    def chips(self) -> dict[tuple[str, str, str, str], int]:
        """Return what moved the chips, by casino, what it was, currency and its day."""
        days = chip_days(self.log, self.tables.values(), by_round=True)
        return {
            (casino, name, currency, day): getattr(one, name)
            for (casino, currency, day), one in days.items()
            for name in MOVEMENTS
        }


class Books:
    """The whole log, and what was known of it at any position."""

    def __init__(self, casino: Casino, told: list[Told]) -> None:
        self._casino = casino
        self._told = told
        self._known: dict[int, Known] = {}
        self.last = told[-1][0]

    def known(self, at: int) -> Known:
        """Return what is known at a position."""
        at = min(at, self.last)
        if at not in self._known:
            log = read(one for one in self._told if one[0] <= at)
            judged = outcomes(self._casino, at)
            rooms = jogadas(log)
            self._known[at] = Known(
                log,
                table_days(log, judged),
                rooms,
                pools(log, judged, rooms),
                judged,
                given(self._casino, at),
            )
        return self._known[at]

    def corrects(self, kind: str) -> bool:
        """Tell whether somebody tried to put an event of a kind right."""
        of_kind = {f"{one[1]}:{one[2]}" for one in self._told if one[3].startswith(f"{kind}/")}
        said = (one[4] for one in self._told if one[3].startswith("correction/"))
        return any(json.loads(bytes(one or b""))["payload"]["target"] in of_kind for one in said)

    def booked(self, figures: Callable[[Known], Figures]) -> dict[Any, int]:
        """Return figures of all casinos by the day on which they were booked."""
        log = self.known(self.last).log
        found: dict[Any, int] = {}
        for house in {key[0] for key in figures(self.known(self.last))}:
            of_house = booked(
                log, house, self.last,
                lambda at, house=house: {
                    key: amount
                    for key, amount in figures(self.known(at)).items()
                    if key[0] == house
                },
            )  # fmt: skip
            found |= of_house
        return found


def awards(casino: Casino, at: int) -> list[dict[str, Any]]:
    """Return the prizes of pools as they were known at a position."""
    rows = casino.rows(
        "SELECT DISTINCT ON (award) position, award, pool, state::jsonb AS state "
        "FROM {s}.award_version WHERE known <= %s ORDER BY award, known DESC",
        at,
    )
    return [{**row["state"], **{name: row[name] for name in ("award", "pool")}} for row in rows]


def given(casino: Casino, at: int) -> dict[str, int]:
    """Return what pools paid of each round's prizes."""
    found: dict[str, int] = defaultdict(int)
    for one in awards(casino, at):
        if one.get("round") is not None:
            paid = sum(payment["amount"] for payment in one.get("payments", ()))
            found[one["round"]] += min(paid, sum(one.get("parts", {}).values()))
    return found


def _paired(
    what: str, names: Iterable[str], mine: Mapping[Any, Any], product: Mapping[Any, Any]
) -> Iterator[Cell]:
    for key in sorted({*mine, *product}, key=str):
        one, other = mine.get(key), product.get(key)
        for name in names:
            yield Cell(
                (what, key, name),
                None if one is None else _get(one, name),
                None if other is None else _get(other, name),
            )


def _get(of: Any, name: str) -> object:
    value: Any = cast("Mapping[str, Any]", of)[name] if isinstance(of, dict) else getattr(of, name)
    return value if value is None or isinstance(value, str) else int(value)


_TABLE = {
    **{name: name for name in ("place", "day", "game", "casino", "currency", "by_rounds", "owed")},
    **{name: name for name in ("quebra", "cagnotte_counted")},
    "abertura": "opening",
    "reforcos": "fills",
    "retornos": "credits",
    "drop_counted": "drop",
    "fecho": "closing",
    "resultado": "by_count",
    "taken": "cagnotte",
}
"""The accountant's names, and the product's."""


def _tables(casino: Casino, mine: Mapping[int, TableDay]) -> Iterator[Cell]:
    with casino.reading() as connection:
        product = {one.opened: one for one in AccountQueries(connection).tables()}
    for opened in sorted({*mine, *product}):
        one, other = mine.get(opened), product.get(opened)
        for name, theirs in _TABLE.items():
            accountant = None if one is None else _get(one, name)
            yield Cell(
                ("table", opened, name), accountant, None if other is None else _get(other, theirs)
            )


def _chips(casino: Casino, log: Log, tables: Iterable[TableDay]) -> Iterator[Cell]:
    with casino.reading() as connection:
        product = {
            (one.casino, one.currency, one.day): one for one in ChipQueries(connection).chips()
        }
    names = ("declared", "sold", "redeemed", "played", "cagnotte", "circulating")
    yield from _paired("chips", names, chip_days(log, tables), product)


MOVEMENTS = ("declared", "sold", "redeemed", "played", "cagnotte")


def _chips_booked(casino: Casino, books: Books) -> Iterator[Cell]:
    """Yield the same as the revenue has it: a closed day keeps its chips."""
    with casino.reading() as connection:
        rows = ChipQueries(connection).chips(booked=True)
    product = {
        (one.casino, name, one.currency, one.day): getattr(one, name)
        for one in rows
        for name in MOVEMENTS
    }
    mine = books.booked(Known.chips)
    for key in sorted({*mine, *product}, key=str):
        yield Cell(("chips booked", *key), mine.get(key, 0), product.get(key, 0))


def closes(casino: Casino) -> list[dict[str, Any]]:
    """Return the closes of the machines' days."""
    return casino.rows(
        "SELECT *, day::text AS day FROM {s}.machine_close WHERE known_until IS NULL"
    )


def _machines(casino: Casino, log: Log) -> Iterator[Cell]:
    found = machines(log)
    rows = closes(casino)
    for row in rows:
        machine, day = row["machine"], row["day"]
        mine = whole(found[machine].days[day])
        for name in TWELVE:
            yield Cell(("machine", machine, day, name), mine[name], int(row[name.lower()]))


_ACTA = ("collected", "linha", "bingo", "progressive", "tax", "ended", "annulled")


def _actas(casino: Casino, mine: Mapping[str, Jogada]) -> Iterator[Cell]:
    rows = casino.rows(
        "SELECT *, annulled IS NOT NULL AS annulled FROM {s}.acta WHERE known_until IS NULL"
    )
    product = {row["round"]: row for row in rows}
    yield from _paired("acta", _ACTA, mine, product)
    for name, row in product.items():
        yield Cell(("acta", name, "cards"), len(mine[name].cards), row["cards"])


def _increments(casino: Casino, log: Log, fed: Mapping[str, Pool]) -> Iterator[Cell]:
    """Yield what went into the pools of tables, rooms and machines of this ledger."""
    rows = casino.rows(
        "SELECT pool, sum(increments + voided)::bigint AS amount FROM {s}.pool_day GROUP BY pool"
    )
    product = {row["pool"]: row["amount"] for row in rows}
    elsewhere = {one.body["pool"] for one in log.of_kinds("pool-stake")}
    for name, pool in fed.items():
        if name in product and name not in elsewhere:
            yield Cell(("pool", name), sum(pool.increments().values()), product[name])


def _balances(casino: Casino, known: Known) -> Iterator[Cell]:
    """Yield what each pool of this ledger holds that nobody has won, and the fraction beside it."""
    won: dict[str, list[Won]] = defaultdict(list)
    for one in awards(casino, NOW):
        parts = sum(one.get("parts", {}).values())
        act = one.get("round") or one["award"]
        won[one["pool"]].append(Won(one["position"], act, parts, one.get("full", False)))
    elsewhere = {one.body["pool"] for one in known.log.of_kinds("pool-stake")}
    for row in casino.rows("SELECT pool, balances::jsonb AS balances, residue FROM {s}.pool"):
        name, held = row["pool"], row["balances"]
        if name in known.pools and name not in elsewhere:
            shown, hidden, part = known.pools[name].holds(won[name])
            yield Cell(("balance", name, "shown"), shown, held.get("J1", 0) + held.get("J2", 0))
            yield Cell(("balance", name, "beside"), hidden, held.get("J3", 0) + held.get("J4", 0))
            yield Cell(("balance", name, "fraction"), part, int(row["residue"]))


def _tax(casino: Casino, books: Books) -> Iterator[Cell]:
    """Yield base, tax and parts of what was declared, and of the days that nobody declared.

    He follows no declaration that was put right, and no rate that changes among the days.
    """
    mine = books.booked(Known.bases)
    log = books.known(NOW).log
    with casino.reading() as connection:
        papers = AccountQueries(connection).papers()
    houses = {house for house, *_ in mine}  # of others are pools alone, fed by devices elsewhere
    spans = [
        (paper.casino, span)
        for paper in papers
        if paper.casino in houses
        for span in paper.spans
        if span.tax_name == IMPOSTO
    ]
    said = [one for one in log.of_kinds("tax-declared") if one.body["tax_name"] == IMPOSTO]
    if houses and not books.corrects("tax-declared"):
        declared = sum(one.declared is not None for _, one in spans)
        yield Cell(("tax", "declarations"), len(said), declared)
    for house, span in spans:
        base = sum(
            amount
            for (at, category, currency, day), amount in mine.items()
            if (at, currency) == (house, span.currency)
            and span.category in {None, category}
            and (day in span.days if span.declared is None else span.first <= day <= span.last)
        )
        where = ("tax", house, span.first, span.last, span.declared)
        yield Cell((*where, "base"), base, span.base)
        if rates_vary(log, house, span.first):
            continue
        tax = tax_of(base, rate_of(log, house))
        yield Cell((*where, "tax"), tax, span.tax)
        yield Cell((*where, "shares"), shares_of(tax), dict(span.shares))


def _revenue(casino: Casino, books: Books) -> Iterator[Cell]:
    """Yield the tax's base by casino, category and currency, over all days and as booked by day."""
    mine = books.booked(Known.bases)
    rows = casino.rows(
        "SELECT casino, category, currency, day::text AS day, sum(amount)::bigint AS amount "
        "FROM {s}.revenue GROUP BY 1, 2, 3, 4"
    )
    names = ("casino", "category", "currency", "day")
    product = {tuple(row[name] for name in names): row["amount"] for row in rows}
    houses = {key[0] for key in mine}  # of others are pools alone, fed by devices elsewhere
    for key in sorted({*mine, *(one for one in product if one[0] in houses)}, key=str):
        yield Cell(("revenue", *key), mine.get(key, 0), product.get(key, 0))


def _bases(known: Known) -> Iterator[tuple[tuple[str, str, str, str], int]]:
    """Yield what makes each base: of tables, rooms and machines."""
    log = known.log
    added: dict[str, int] = defaultdict(int)
    for pool in known.pools.values():
        for (name, day), amount in pool.increments().items():
            added[name] += amount
            if "/" not in name:  # a machine's play
                yield (pool.casino, "maquinas", pool.said["currency"], day), -amount
    acts = [one.body for one in log.of_kinds("parameter-set")]
    all_count = any((one["name"], one["value"]) == ("base_quebras", "todas") for one in acts)
    tables = receipts(known.tables.values(), added, known.given, all_count=all_count)
    for (house, day, category, currency), one in tables.items():
        yield (house, category, currency, day), one.base
    for one in known.rooms.values():
        if one.settled_at is not None and not is_void(known.judged.get(one.name, {})):
            day = log.day_of(one.casino, one.opened.claimed, one.settled_at) or ""
            yield (one.casino, "bingo", one.currency, day), one.receita
    for machine in machines(log).values():
        for day, meters in machine.days.items():
            if day in log.closings.get(machine.casino, {}):
                day_s = whole(meters)
                currency = log.currency_of(machine.casino)
                yield (machine.casino, "maquinas", currency, day), day_s["RB"] + day_s["PAP"]
