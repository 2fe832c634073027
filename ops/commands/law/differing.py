"""A figure that two versions of the law give otherwise, as a line for people."""

from typing import Any, Final

import msgspec

from ops.commands.telling import money_text
from projections.law.differences import NOT_COMPARED, Difference, Superseded
from projections.reads.floor.house import Currencies

NUMBERS: Final = frozenset({"seat", "cards", "je"})
"""Whole numbers that are no amounts."""
ALREADY_SAID: Final = frozenset({"code", "rule", "round", "currency"})
"""What the line says elsewhere."""


def line_of(one: Difference | Superseded, currencies: Currencies) -> str:
    """Return a line: the figure, its place and day, what changed, and why."""
    told = one.after or one.before or {}
    currency = told.get("currency") or currencies.of(one.place)
    closed = " (closed day)" if one.closed else ""
    return f"{one.figure:<12} {_name_of(one, told)}{closed}: {_change(one, currency)}; {one.reason}"


def _name_of(one: Difference | Superseded, told: dict[str, Any]) -> str:
    """Return the name of a figure; a finding has its code and round first, its id last."""
    names = [one.key]
    if one.figure == "finding":
        names = [told["code"], *([told["round"]] if told.get("round") else [])]
    for part in (one.place, one.day):
        if part is not None and not any(part in name for name in names):
            names.append(part)
    if one.figure == "finding":
        names.append(f"[{one.key}]")
    return " ".join(names)


def _change(one: Difference | Superseded, currency: str) -> str:
    """Return the values that changed, before and after."""
    before, after = one.before, one.after
    if one.reason == NOT_COMPARED:  # whatever its columns are
        return msgspec.json.encode(before).decode()
    if before is None or after is None:
        values = " ".join(
            f"{name} {_value(name, value, currency)}"
            for name, value in (after or before or {}).items()
            if value is not None and name not in ALREADY_SAID
        )
        return f"{'new' if before is None else 'gone'}, {values}"
    changed = (name for name in after if before.get(name) != after[name])
    return ", ".join(
        f"{name} {_value(name, before.get(name), currency)} -> "
        f"{_value(name, after[name], currency)}"
        for name in changed
    )


def _value(name: str, value: Any, currency: str) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and name not in NUMBERS:
        return money_text(value, currency)
    return "none" if value is None else str(value)
