"""The tax on a span of gaming days: its base from the revenue, its rate, and how it is divided.

Imposto especial: a share of receita bruta, divided by largest remainder so that the parts add up to
the cent. Rates and shares are dated parameters; what stands here holds where none is set.

A period is taxed at the rate in force when its last gaming day ends (``gaming_day``), whenever it
is declared: a rate that holds from the day after, or that was set only after the declaration, is
not held against it.

Rules: contabilidade_de_mesa.md (tax).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from msgspec import Struct

from ledger.events.reviews import TaxDeclared
from ledger.money import split_by_weight
from projections.base import Book, Event, Fault
from projections.gaming_day import last_moment
from projections.replay.settlement import money_text

TAX: Final = "imposto_especial"
"""The tax of which the law gives rate and parts."""
LAW: Final = "cv-2017"
"""The profile whose law gives them where no parameter does."""
EVERYWHERE: Final = "*"
CATEGORIES: Final = ("mesas", "cagnotte", "bingo", "maquinas")
PPM: Final = 1_000_000
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

    Parts of which one is below zero divide nothing, and count as none.
    """
    if not isinstance(parameter, dict):
        return SHARES
    said = cast("dict[str, object]", parameter)
    parts = {to: part for to, part in said.items() if isinstance(part, int)}
    return SHARES if any(part < 0 for part in parts.values()) else parts


class Rate(Struct, frozen=True, kw_only=True):
    """What a base is taxed by."""

    ppm: int | None
    """Millionths of the base; None where neither a parameter nor the profile's law gives a rate."""
    known: int | None = None
    """Position of the parameter that gives it; None: the law's."""
    weights: Mapping[str, int] = {}
    """The parts; none where nothing says how the tax is divided."""


def rate_of(
    book: Book, name: str, casino: str | None, profile: str | None, *, day: str, before: int
) -> Rate:
    """Return the rate in force at the end of a gaming day, as known before a position.

    ``profile`` is the casino's: the law's rate holds where it is of that law. A parameter that is
    no share of a base, below zero or above the whole, counts as none.
    """
    scopes = (casino or EVERYWHERE, EVERYWHERE)
    at = last_moment(book, casino, day, before)
    weights: Mapping[str, int] = {}
    if name == TAX:
        weights = shares_of(book.value("imposto_reparticao", scopes, at, before))
    setting = book.setting(f"{name}_ppm", scopes, at, before)
    if setting is not None and isinstance(setting.value, int) and 0 <= setting.value <= PPM:
        return Rate(ppm=setting.value, known=setting.known, weights=weights)
    lawful = profile is not None and profile.partition("@")[0] == LAW
    return Rate(ppm=RATE if name == TAX and lawful else None, weights=weights)


class Tax(Struct, frozen=True, kw_only=True):
    """A tax computed from the events."""

    base: int
    tax: int | None
    """None where no rate is known."""
    shares: Mapping[str, int]


def tax_at(base: int, rate: Rate) -> Tax:
    """Return the tax on a base at a rate; without a rate there is a base and no tax."""
    if rate.ppm is None:
        return Tax(base=base, tax=None, shares={})
    return tax_on(base, rate.ppm, rate.weights)


def tax_on(base: int, rate_ppm: int, weights: Mapping[str, int]) -> Tax:
    """Return the tax on a base and its parts; nothing is due on a loss, and cents are cut off.

    >>> tax_on(100_005, 100_000, {"a": 50, "b": 50})
    Tax(base=100005, tax=10000, shares={'a': 5000, 'b': 5000})
    """
    tax = max(0, base) * rate_ppm // PPM
    names: Sequence[str] = tuple(weights)
    parts = split_by_weight(tax, [weights[name] for name in names]) if any(weights.values()) else []
    return Tax(base=base, tax=tax, shares=dict(zip(names, parts, strict=False)))


def tax_faults(
    event: Event, payload: TaxDeclared, found: Tax, currency: str | None
) -> Iterator[Fault]:
    """Return what of a declaration is not what the events give (``TAX-BASE``, ``TAX-SPLIT``).

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
                positions=(event.position,),
                expected=money_text(computed),
                recorded=money_text(declared),
                amount=declared - computed,
                currency=currency,
                facts={**facts, "figure": figure},
            )
    said = {one.to: one.amount for one in payload.shares}
    if said and found.shares and said != found.shares:
        yield Fault(
            code="TAX-SPLIT",
            positions=(event.position,),
            expected=", ".join(f"{to} {money_text(one)}" for to, one in found.shares.items()),
            recorded=", ".join(f"{to} {money_text(one)}" for to, one in said.items()),
            currency=currency,
            facts=facts,
        )
