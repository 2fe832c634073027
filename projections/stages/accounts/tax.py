"""The tax on a span of gaming days: its base from the revenue, its rate, and how it is divided.

Imposto especial: a share of receita bruta, divided by largest remainder so that the parts add up to
the cent. Rates and shares are dated parameters; what stands here holds where none is set.

**DECISION** (rates are dated, the law has one): what a gaming day made is taxed at the rate in
force when that day ends (``gaming_day``), whenever it is declared. So of a month in which the rate
changed each part bears its own, and a loss of one reduces what another bears; cents are cut off
once. A rate that was set only after a declaration is not held against it. The whole is divided as
in force when the last day ends.

Rules: contabilidade_de_mesa.md (tax).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Final, cast

import msgspec
from msgspec import Struct

from ledger.events.reviews import TaxDeclared
from ledger.money import split_by_weight
from projections.base.gaming_day import day_at, last_moment
from projections.base.parameter_book import ParameterBook
from projections.base.produced import Fault
from projections.replay.settlement import money_text

TAX: Final = "imposto_especial"
"""The tax of which the law gives rate and parts."""
LAW: Final = "cv-2017"
"""The profile whose law gives them where no parameter does."""
EVERYWHERE: Final = "*"
CATEGORIES: Final = ("mesas", "cagnotte", "bingo", "maquinas")
PPM: Final = 1_000_000
MACHINES: Final = "maquinas"
GROSS: Final = "receita_bruta"
"""The reason of what a machine's counters made of a day (RB)."""
BASE_OF_MACHINES: Final = "base_maquinas"
"""The parameter of the authority that says on what of machines the tax is: ``receita_jogo``, where
none is set, or ``rb``."""
COUNTER_RB: Final = "rb"
RATE: Final = 100_000
"""Parameter ``imposto_especial_ppm`` (cv-2017): 10 %."""
SHARES: Final[Mapping[str, int]] = {
    "estado": 50,
    "turismo": 15,
    "desporto": 10,
    "cultura": 10,
    "municipios": 10,
    "educacao": 5,
}
"""Parameter ``imposto_reparticao`` (cv-2017), in this order."""


def shares_of(parameter: object) -> Mapping[str, int]:
    """Return the parts that a parameter sets, or the law's where it sets none.

    Parts of which one is below zero divide nothing, and count as none. A cent that is left goes by
    the law's order, in which no parameter can say its parts.

    >>> list(shares_of({"turismo": 1, "cultura": 1, "estado": 1, "outro": 1}))
    ['estado', 'turismo', 'cultura', 'outro']
    """
    if not isinstance(parameter, dict):
        return SHARES
    said = cast("dict[str, object]", parameter)
    parts = {to: part for to, part in said.items() if isinstance(part, int)}
    return SHARES if any(part < 0 for part in parts.values()) else in_order(parts, SHARES)


def in_order(amounts: Mapping[str, int], names: Iterable[str]) -> dict[str, int]:
    """Return amounts in the order of these names, others after them.

    >>> in_order({"c": 1, "a": 2, "b": 3}, ["b", "a"])
    {'b': 3, 'a': 2, 'c': 1}
    """
    order = {name: number for number, name in enumerate(names)}
    return dict(sorted(amounts.items(), key=lambda pair: (order.get(pair[0], len(order)), pair[0])))


class DayRate(Struct, frozen=True, kw_only=True):
    """The rate that taxes the base of some gaming days."""

    first: str
    last: str
    ppm: int | None
    """Millionths of the base; None where neither a parameter nor the profile's law gives a rate."""
    known: int | None = None
    """Position of the parameter that gives it; None: the law's."""


def rates_of(
    book: ParameterBook,
    name: str,
    casino: str | None,
    profile: str | None,
    *,
    first: str,
    last: str,
    before: int,
) -> tuple[DayRate, ...]:
    """Return the rates of a tax over gaming days, in their order, as known before a position.

    ``profile`` is the casino's: the law's rate holds where it is of that law.
    """
    changes = {
        day_at(book, casino, one.since, before)
        for one in book.settings.get(f"{name}_ppm", ())
        if one.known < before
    }
    found: list[DayRate] = []
    for day in (first, *sorted(day for day in changes if first < day <= last)):
        ppm, known = _rate_of(book, name, casino, profile, day, before)
        if found and (found[-1].ppm, found[-1].known) == (ppm, known):
            continue
        if found:
            found[-1] = msgspec.structs.replace(found[-1], last=_day_before(day))
        found.append(DayRate(first=day, last=last, ppm=ppm, known=known))
    return tuple(found)


def _rate_of(
    book: ParameterBook, name: str, casino: str | None, profile: str | None, day: str, before: int
) -> tuple[int | None, int | None]:
    """Return the rate in force when a gaming day ends, and the position of what gives it.

    A parameter that is no share of a base, below zero or above the whole, counts as none.
    """
    at = last_moment(book, casino, day, before)
    setting = book.setting(f"{name}_ppm", (casino or EVERYWHERE, EVERYWHERE), at, before)
    if setting is not None and isinstance(setting.value, int) and 0 <= setting.value <= PPM:
        return setting.value, setting.known
    lawful = profile is not None and profile.partition("@")[0] == LAW
    return (RATE if name == TAX and lawful else None), None


def is_taxed(
    book: ParameterBook, casino: str | None, day: str, of: tuple[str, str], before: int
) -> bool:
    """Tell whether an entry, by its category and reason, is of the base of its gaming day.

    Of machines that is the receita do jogo, RB - increments + PAP; where the parameter
    ``base_maquinas`` is ``rb`` when the day ends, it is the counter RB alone: neither what pools
    took nor what they paid moves it (``contabilidade_de_mesa.md``).
    """
    category, reason = of
    if category != MACHINES or reason == GROSS:
        return True
    at = last_moment(book, casino, day, before)
    scopes = (casino or EVERYWHERE, EVERYWHERE)
    return book.value(BASE_OF_MACHINES, scopes, at, before) != COUNTER_RB


def weights_of(
    book: ParameterBook, name: str, casino: str | None, *, day: str, before: int
) -> Mapping[str, int]:
    """Return how a tax is divided when a gaming day ends; nothing where nothing says how."""
    if name != TAX:
        return {}
    at = last_moment(book, casino, day, before)
    scopes = (casino or EVERYWHERE, EVERYWHERE)
    return shares_of(book.value("imposto_reparticao", scopes, at, before))


def single(rates: Sequence[DayRate]) -> DayRate:
    """Return the one rate of all days; of none where they have several."""
    if len({one.ppm for one in rates}) == 1:
        return rates[-1]
    return DayRate(first=rates[0].first, last=rates[-1].last, ppm=None)


class Tax(Struct, frozen=True, kw_only=True):
    """A tax computed from the events."""

    base: int
    tax: int | None
    """None where no rate is known."""
    shares: Mapping[str, int]


def tax_at(bases: Mapping[str, int], rates: Sequence[DayRate], weights: Mapping[str, int]) -> Tax:
    """Return the tax on what gaming days made; without any rate there is a base and no tax.

    Nothing is due on a loss, and days on which there was no such tax bear none.

    >>> ten, fifteen = (
    ...     DayRate(first="2026-11-01", last="2026-11-15", ppm=100_000),
    ...     DayRate(first="2026-11-16", last="2026-11-30", ppm=150_000))
    >>> tax_at({"2026-11-15": 100_005, "2026-11-16": -20_000}, [ten, fifteen], {"a": 1, "b": 1})
    Tax(base=80005, tax=7000, shares={'a': 3500, 'b': 3500})
    """
    base = sum(bases.values())
    if all(one.ppm is None for one in rates):
        return Tax(base=base, tax=None, shares={})
    exact = sum(
        amount * (one.ppm or 0)
        for day, amount in bases.items()
        for one in rates
        if one.first <= day <= one.last
    )
    tax = max(0, exact) // PPM
    names: Sequence[str] = tuple(weights)
    parts = split_by_weight(tax, [weights[name] for name in names]) if any(weights.values()) else []
    return Tax(base=base, tax=tax, shares=dict(zip(names, parts, strict=False)))


def _day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def tax_faults(
    position: int, payload: TaxDeclared, found: Tax, currency: str | None
) -> Iterator[Fault]:
    """Return the faults of a declaration against the events (``TAX-BASE``, ``TAX-SPLIT``).

    Of a tax other than the special one for which no rate was set nothing says what it is on: it is
    recorded, and not assessed.
    """
    if found.tax is None and payload.tax_name != TAX:
        return
    facts = {"tax": payload.tax_name, "first": payload.first, "last": payload.last}
    for figure, declared, computed in (
        ("base", payload.base, found.base),
        ("tax", payload.tax, found.tax),
    ):
        if computed is not None and declared != computed:
            yield Fault(
                code="TAX-BASE",
                positions=(position,),
                expected=money_text(computed),
                recorded=money_text(declared),
                amount=declared - computed,
                currency=currency,
                facts={**facts, "figure": figure},
            )
    said = in_order({one.to: one.amount for one in payload.shares}, SHARES)
    if said and found.shares and said != found.shares:
        yield Fault(
            code="TAX-SPLIT",
            positions=(position,),
            expected=", ".join(f"{to} {money_text(one)}" for to, one in found.shares.items()),
            recorded=", ".join(f"{to} {money_text(one)}" for to, one in said.items()),
            currency=currency,
            facts=facts,
        )
