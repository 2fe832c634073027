"""A game as the registry knows it, and its account of every rule of its chapter."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from projections.replay.record import Record
from projections.replay.settlement import Found, Line, Settlement

PaymentCode = Callable[[Any, Settlement, Sequence[Line], int, int], tuple[str, str] | None]
"""``(record, settlement, lines, due, paid)`` to the game's own code and rule, or None."""
Relabel = Callable[[Any, Any, Settlement, Found], Found | None]
"""``(record, rules, settlement, found)`` to the fault under its right name, or None."""

Status = Literal["implemented", "watched", "not-checkable", "missing"]


class Rule(Struct, frozen=True, gc=False):
    """The code's account of a rule number of a game's section."""

    rule: str
    """As the game's page cites it: ``R42``; ranges are written out one by one."""
    status: Status
    where: str
    """implemented: a function of the module; watched: finding codes; not-checkable: why."""


def implemented(where: str, *rules: str) -> tuple[Rule, ...]:
    """Account for rules that a function of the game's module applies."""
    return tuple(Rule(rule, "implemented", where) for rule in rules)


def watched(where: str, *rules: str) -> tuple[Rule, ...]:
    """Account for rules whose breach raises the named finding codes."""
    return tuple(Rule(rule, "watched", where) for rule in rules)


def not_checkable(why: str, *rules: str) -> tuple[Rule, ...]:
    """Account for rules that no record shows kept or broken."""
    return tuple(Rule(rule, "not-checkable", why) for rule in rules)


def missing(why: str, *rules: str) -> tuple[Rule, ...]:
    """Account for rules still to be built; an issue must be open for them."""
    return tuple(Rule(rule, "missing", why) for rule in rules)


class Game(Struct, frozen=True, kw_only=True):
    """One modalidade of the law."""

    name: str
    """As in the rules pages and in ``table-opened``."""
    section: str
    """The code of its chapter in rule references, e.g. ``RA``."""
    record: type[Record]
    settle: Callable[[Any, Any], Settlement]
    """``settle(record, rules)``; never reads ``record.payments``."""
    verify: Callable[[Any, Any, Settlement], tuple[Found, ...]]
    """``verify(record, rules, settlement)``: faults of the game's own codes, payments apart."""
    rules: type[Struct]
    """The values in which profiles differ."""
    coverage: tuple[Rule, ...]
    payment_code: PaymentCode | None = None
    """Names a wrong payment by the game's own code, which goes before ``PAY-DIFF``; asked only for
    payments that were made and differ from what is due for ``lines``."""
    relabel: Relabel | None = None
    """Gets every fault of a payment, awards and missing payments included, after ``payment_code``:
    gives it the code that goes before, or None where another finding already tells this fact."""
    aside: Callable[[Any, Settlement], Mapping[int | None, int]] | None = None
    """``aside(record, settlement)``: the commissions that were paid besides, of prizes handed over
    whole, in minor units by the index of the line; under None those of no line that can be told."""
    alone: bool = False
    """Whether each plays against the house alone, with cards of his own: what nobody can read of a
    seat leaves no other seat open."""
    quick: Callable[[Any, Any], Settlement | None] | None = None
    """``quick(record, rules)``: settles at one go a round of which nothing at all is amiss, its
    payments included, and whose amounts add up (``left_open.amounts``); None leaves it to
    ``settle`` and ``verify``, which come to the same."""
