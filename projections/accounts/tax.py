"""The tax on a span of gaming days: its base from the revenue, its rate, and how it is divided.

Imposto especial: a share of receita bruta, divided by largest remainder so that the parts add up to
the cent. Rates and shares are dated parameters; what stands here holds where none is set.

Rules: contabilidade_de_mesa.md (tax).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from msgspec import Struct

from ledger.events.reviews import TaxDeclared
from ledger.money import split_by_weight
from projections.base import Event, Fault
from projections.replay.settlement import money_text

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
    """Return the parts that a parameter sets, or the law's where it sets none."""
    if not isinstance(parameter, dict):
        return SHARES
    said = cast("dict[str, object]", parameter)
    return {to: part for to, part in said.items() if isinstance(part, int)}


class Tax(Struct, frozen=True, kw_only=True):
    """A tax computed from the events."""

    base: int
    tax: int
    shares: Mapping[str, int]


def tax_on(base: int, rate_ppm: int, weights: Mapping[str, int]) -> Tax:
    """Return the tax on a base and its parts; nothing is due on a loss, and cents are cut off.

    >>> tax_on(100_005, 100_000, {"a": 50, "b": 50})
    Tax(base=100005, tax=10000, shares={'a': 5000, 'b': 5000})
    """
    tax = max(0, base) * rate_ppm // PPM
    names: Sequence[str] = tuple(weights)
    parts = split_by_weight(tax, [weights[name] for name in names]) if any(weights.values()) else []
    return Tax(base=base, tax=tax, shares=dict(zip(names, parts, strict=False)))


def tax_faults(event: Event, payload: TaxDeclared, found: Tax) -> Iterator[Fault]:
    """Return what of a declaration is not what the events give (``TAX-BASE``, ``TAX-SPLIT``)."""
    facts = {"tax": payload.tax_name, "first": payload.first, "last": payload.last}
    for figure, declared, computed in (
        ("base", payload.base, found.base),
        ("tax", payload.tax, found.tax),
    ):
        if declared != computed:
            yield Fault(
                code="TAX-BASE",
                positions=(event.position,),
                expected=money_text(computed),
                recorded=money_text(declared),
                amount=declared - computed,
                facts={**facts, "figure": figure},
            )
    said = {one.to: one.amount for one in payload.shares}
    if said and said != found.shares:
        yield Fault(
            code="TAX-SPLIT",
            positions=(event.position,),
            expected=", ".join(f"{to} {money_text(one)}" for to, one in found.shares.items()),
            recorded=", ".join(f"{to} {money_text(one)}" for to, one in said.items()),
            facts=facts,
        )
