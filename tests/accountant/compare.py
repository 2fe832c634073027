"""The accountant's figures beside the product's, cell by cell."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, cast

from projections.stages.accounts.chips.queries import ChipQueries
from tests.accountant.books import chip_days
from tests.accountant.log import Log, Told, read
from tests.accountant.machines import TWELVE, machines, whole
from tests.accountant.rounds import Outcome
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
    return casino.installation.reader.told(after=0, limit=casino.last)


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
        one = Outcome(row["outcome"], row["stake"], part)
        twice = bets.get(row["bet"])  # one number for two bets: impossible, and both lie there
        bets[row["bet"]] = (
            one if twice is None else Outcome(one.word, one.stake + twice.stake, part + twice.kept)
        )
    return found


def cells(casino: Casino) -> Iterator[Cell]:
    """Yield every figure that both have."""
    log = read(told_by(casino))
    tables = table_days(log, outcomes(casino))
    yield from _tables(casino, tables)
    yield from _chips(casino, log, tables.values())
    yield from _machines(casino, log)


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


_TABLE = (
    *("place", "day", "game", "currency", "abertura", "reforcos", "retornos", "drop_counted"),
    *("fecho", "resultado", "by_rounds", "owed", "quebra", "cagnotte", "by_session"),
    "cagnotte_counted",
)


def _tables(casino: Casino, mine: Mapping[int, TableDay]) -> Iterator[Cell]:
    rows = casino.rows("SELECT *, day::text AS day FROM {s}.table_day WHERE known_until IS NULL")
    yield from _paired("table", _TABLE, mine, {row["opened"]: row for row in rows})


def _chips(casino: Casino, log: Log, tables: Iterable[TableDay]) -> Iterator[Cell]:
    with casino.reading() as connection:
        product = {
            (one.casino, one.currency, one.day): one for one in ChipQueries(connection).chips()
        }
    names = ("sold", "redeemed", "played", "cagnotte", "circulating")
    yield from _paired("chips", names, chip_days(log, tables), product)


def _machines(casino: Casino, log: Log) -> Iterator[Cell]:
    found = machines(log)
    rows = casino.rows(
        "SELECT *, day::text AS day FROM {s}.machine_close WHERE known_until IS NULL"
    )
    for row in rows:
        machine, day = row["machine"], row["day"]
        mine = whole(found[machine].days[day])
        for name in TWELVE:
            yield Cell(("machine", machine, day, name), mine[name], int(row[name.lower()]))
