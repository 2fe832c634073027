"""The accountant's figures beside the product's, cell by cell."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, cast

from ledger.store.reader import Reader
from projections.running.checking import told_again
from projections.stages.accounts.chips.queries import ChipQueries
from projections.stages.accounts.queries import AccountQueries
from tests.accountant.bingo import Jogada, jogadas
from tests.accountant.books import chip_days, receipts
from tests.accountant.log import Log, Told, read
from tests.accountant.machines import TWELVE, machines, whole
from tests.accountant.pools import Pool, is_void, pools
from tests.accountant.rounds import BACK, Outcome
from tests.accountant.tables import TableDay, table_days
from tests.fixtures.casino import Casino
from tests.fixtures.memory import MemoryCasino


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


def outcomes(casino: Casino) -> dict[str, dict[int, Outcome]]:
    """Return what became of the bets of each judged round: the one thing that he is told."""
    found: dict[str, dict[int, Outcome]] = {
        row["round"]: {}
        for row in casino.rows("SELECT round FROM {s}.verdict WHERE known_until IS NULL")
    }
    for row in casino.rows(
        "SELECT round, bet, stake, due, outcome FROM {s}.due "
        "WHERE known_until IS NULL AND bet IS NOT NULL ORDER BY round, line"
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
    log = read(told_by(casino))
    judged = outcomes(casino)
    tables = table_days(log, judged)
    yield from _tables(casino, tables)
    yield from _chips(casino, log, tables.values())
    yield from _machines(casino, log)
    rooms = jogadas(log)
    fed = pools(log, judged, rooms)
    yield from _actas(casino, rooms)
    yield from _increments(casino, log, fed)
    yield from _revenue(casino, log, Books(tables, rooms, fed, judged))


class Books(NamedTuple):
    """All that makes the receipt."""

    tables: Mapping[int, TableDay]
    rooms: Mapping[str, Jogada]
    pools: Mapping[str, Pool]
    judged: Mapping[str, Mapping[int, Outcome]]


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


def _revenue(casino: Casino, log: Log, books: Books) -> Iterator[Cell]:
    """Yield the tax's base by casino, category and currency over all days."""
    mine: dict[tuple[str, str, str], int] = defaultdict(int)
    for key, amount in _mine(casino, log, books):
        mine[key] += amount
    product = {
        (row["casino"], row["category"], row["currency"]): row["amount"]
        for row in casino.rows(
            "SELECT casino, category, currency, sum(amount)::bigint AS amount FROM {s}.revenue "
            "GROUP BY 1, 2, 3"
        )
    }
    houses = {house for house, _, _ in mine}  # of others are pools alone, fed by devices elsewhere
    for key in sorted({*mine, *(one for one in product if one[0] in houses)}, key=str):
        yield Cell(("revenue", *key), mine.get(key, 0), product.get(key, 0))


def _mine(casino: Casino, log: Log, books: Books) -> Iterator[tuple[tuple[str, str, str], int]]:
    """Yield what makes each base: of tables, rooms and machines."""
    given: dict[str, int] = defaultdict(int)
    for row in casino.rows("SELECT round, paid, from_pool FROM {s}.award WHERE round IS NOT NULL"):
        given[row["round"]] += min(row["paid"], row["from_pool"])
    added: dict[str, int] = defaultdict(int)
    for pool in books.pools.values():
        for (name, _), amount in pool.increments().items():
            added[name] += amount
            if "/" not in name:  # a machine's play
                yield (pool.casino, "maquinas", pool.said["currency"]), -amount
    acts = [one.body for one in log.of_kinds("parameter-set")]
    all_count = any((one["name"], one["value"]) == ("base_quebras", "todas") for one in acts)
    tables = receipts(books.tables.values(), added, given, all_count=all_count)
    for (house, _, category, currency), one in tables.items():
        yield (house, category, currency), one.base
    for one in books.rooms.values():
        if one.settled_at is not None and not is_void(books.judged.get(one.name, {})):
            yield (one.casino, "bingo", one.currency), one.receita
    counted = machines(log)
    for row in closes(casino):
        meters = whole(counted[row["machine"]].days[row["day"]])
        currency = log.currency_of(row["casino"])
        yield (row["casino"], "maquinas", currency), meters["RB"] + meters["PAP"]
