"""Times and days in payloads: which fields hold them, and whether each is a real one.

A type tells a time from another text by its length alone: a log may hold words that are none, from
before the door looked at them, and is read for ever. So the door asks here, and so does whoever
lets a correction take effect; a fold takes a word that is no time for none.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, cast

import msgspec
from msgspec import inspect as types

from ledger.events import KINDS
from ledger.events.base import DAY_FORM, INSTANT_FORM, Payload
from ledger.text.times import is_day, is_instant

_FORMS: Final = {
    INSTANT_FORM["format"]: (is_instant, "a time in UTC as 2026-11-20T22:15:31.123456Z"),
    DAY_FORM["format"]: (is_day, "a day as 2026-11-20"),
}


def timed_fields(kind: type[Payload]) -> dict[str, str]:
    """Return the fields of a kind that hold a time or a day, each with its form.

    >>> from ledger.events.reviews import TaxDeclared
    >>> timed_fields(TaxDeclared)
    {'first': 'date', 'last': 'date'}
    """
    described = types.type_info(kind)
    assert isinstance(described, types.StructType)
    found: dict[str, str] = {}
    for field in described.fields:
        choices = field.type.types if isinstance(field.type, types.UnionType) else (field.type,)
        for one in choices:
            if isinstance(one, types.Metadata):
                form = cast("dict[str, str]", one.extra_json_schema)  # no type has another
                found[field.name] = form["format"]
    return found


TIMED: Final = {
    name: tuple(fields.items()) for name, kind in KINDS.items() if (fields := timed_fields(kind))
}
"""Only these kinds hold a time or a day: the door looks at no other."""


def time_fault(kind: str, payload: Payload) -> str | None:
    """Return the fault of a payload's times and days; None if there is none.

    ``kind`` is one of ``TIMED``, ``payload`` one of that kind.
    """
    for name, form in TIMED[kind]:
        value = getattr(payload, name)
        fits, expected = _FORMS[form]
        if value is not None and not fits(value):
            return f"{kind} payload.{_spelt(kind)[name]}: expected {expected}, got {value!r}"
    return None


def payload_of(kind: str, plain: Mapping[str, Any]) -> Payload:
    """Return the payload of a kind that plain JSON says, as the door would take it.

    Raises:
        msgspec.ValidationError: it says none; tells where.

    """
    payload = msgspec.convert(plain, KINDS[kind])
    fault = time_fault(kind, payload) if kind in TIMED else None
    if fault is not None:
        raise msgspec.ValidationError(fault)
    return payload


@cache
def _spelt(kind: str) -> dict[str, str]:
    """Return how the fields of a kind are named in the bytes."""
    struct = KINDS[kind]
    return dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))
