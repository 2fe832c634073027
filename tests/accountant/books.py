"""Chips, revenue and tax of a casino, day by day, from its tables, rooms, machines and pools."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tests.accountant.log import Log
from tests.accountant.tables import TableDay

IMPOSTO: Final = "imposto_especial"
SHARES: Final = {
    "estado": 50, "turismo": 15, "desporto": 10, "cultura": 10, "municipios": 10, "educacao": 5,
}  # fmt: skip
"""contabilidade_de_mesa.md: what becomes of the imposto especial, in the order of ties."""


@dataclass
class ChipDay:
    """A casino's chips on a day, in one currency."""

    declared: int = 0
    """In circulation when the ledger began."""
    sold: int = 0
    redeemed: int = 0
    played: int = 0
    """What the tables' rounds brought back, less what of it is players' own."""
    cagnotte: int = 0
    circulating: int = 0


def chip_days(
    log: Log, tables: Iterable[TableDay], *, by_round: bool = False
) -> dict[tuple[str, str, str], ChipDay]:
    """Return issued less redeemed by casino, currency and day, as it is known now.

    Of tables without a float no chip leaves and none comes back. A round's are of its table's day,
    or of its own where they are booked.
    """
    days: dict[tuple[str, str, str], ChipDay] = defaultdict(ChipDay)
    counted = [one for one in tables if one.abertura is not None]
    currencies = {one.place: (one.casino, one.currency) for one in counted}
    for one in log.of_kinds("chips-sold", "chips-redeemed"):
        if one.body["means"] == "chips" or one.claimed is None:
            continue
        table = one.body.get("table") or one.place or ""
        home = log.home_of(one.source)
        casino, currency = currencies.get(table, (home, log.currency_of(home)))
        day = days[casino, currency, one.claimed]
        if one.kind == "chips-sold":
            day.sold += one.body["amount"]
        else:
            day.redeemed -= one.body["amount"]
    for table in counted:
        of_table = table.opening.claimed or table.day
        days[table.casino, table.currency, of_table].cagnotte -= table.by_session
        for name, one in table.rounds.items():
            of_round = table.days[name] if by_round else of_table
            day = days[table.casino, table.currency, of_round]
            day.played -= one.house - one.awards + one.collected
            day.cagnotte -= one.commissions
    for one in log.of_kinds("opening-declared"):
        if one.body["subject"] == "chips" and one.claimed is not None:
            house = one.body["name"]
            day = days[house, log.currency_of(house), one.claimed]
            day.declared += sum(one.body["values"].values())
    last: dict[tuple[str, str], int] = defaultdict(int)
    for (casino, currency, _), day in sorted(days.items()):
        last[casino, currency] += day.declared + day.sold + day.redeemed + day.played + day.cagnotte
        day.circulating = last[casino, currency]
    return dict(days)


@dataclass
class Receipt:
    """What a casino's day made in one category and currency."""

    rounds: int = 0
    increments: int = 0
    jackpots: int = 0
    """Paid from pools."""
    quebra: int = 0

    @property
    def receita(self) -> int:
        """Return the receipt."""
        return self.rounds - self.increments + self.jackpots + self.quebra

    shortages: int = 0
    """Of the quebra, what lowers no base: all that no act of the authority lets count."""

    @property
    def base(self) -> int:
        """Return the base of the tax: a surplus raises it, a shortage does not lower it."""
        return self.receita - self.shortages


def receipts(
    tables: Iterable[TableDay],
    increments: Mapping[str, int],
    awards: Mapping[str, int],
    *,
    all_count: bool = False,
) -> dict[tuple[str, str, str, str], Receipt]:
    """Return the receipts of tables by casino, day, category and currency.

    ``increments`` and ``awards`` are a round's whole cents into pools, and what pools paid of it;
    ``all_count`` where the authority lets shortages lower the base.
    """
    found: dict[tuple[str, str, str, str], Receipt] = defaultdict(Receipt)
    for table in tables:
        if table.game == "bingo":  # V - P, of which increments are a part
            continue
        for name, one in table.rounds.items():
            mesas = found[table.casino, table.days[name], "mesas", table.currency]
            mesas.rounds += one.house - one.awards
            mesas.increments += increments.get(name, 0)
            mesas.jackpots += awards.get(name, 0)
            cagnotte = found[table.casino, table.days[name], "cagnotte", table.currency]
            cagnotte.rounds += one.commissions
        mesas = found[table.casino, table.day, "mesas", table.currency]
        cagnotte = found[table.casino, table.day, "cagnotte", table.currency]
        cagnotte.rounds += table.by_session
        mesas.quebra += table.quebra or 0
        mesas.shortages += 0 if all_count else min(table.quebra or 0, 0)
    return dict(found)


def rates_vary(log: Log, casino: str, first: str) -> bool:
    """Tell whether the rate was set more than once, or for a part of the days since the first."""
    acts = [
        one.body
        for one in log.of_kinds("parameter-set")
        if one.body["name"] == f"{IMPOSTO}_ppm" and one.body["scope"] in {casino, "*"}
    ]
    return len(acts) > 1 or any((one.get("from") or "")[:10] >= first for one in acts)


def rate_of(log: Log, casino: str) -> int:
    """Return the rate last set for a casino; the law's where nobody set one (macauhub 2011)."""
    acts = [
        one.body
        for one in log.of_kinds("parameter-set")
        if one.body["name"] == f"{IMPOSTO}_ppm" and one.body["scope"] in {casino, "*"}
    ]
    return acts[-1]["value"] if acts else 100_000


def tax_of(base: int, ppm: int) -> int:
    """Return the tax on a base: a loss owes none, and cents are cut off."""
    return max(base, 0) * ppm // 1_000_000


def shares_of(tax: int, weights: Mapping[str, int] = SHARES) -> dict[str, int]:
    """Divide a tax by largest remainder; ties go in the order of the weights."""
    whole = sum(weights.values())
    parts = {name: tax * weight // whole for name, weight in weights.items()}
    order = sorted(weights, key=lambda name: -(tax * weights[name] % whole))
    for name in order[: tax - sum(parts.values())]:
        parts[name] += 1
    return parts
