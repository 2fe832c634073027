"""Hypothesis strategies built from the vocabulary's own types: a new kind is covered at once."""

import string
import unicodedata
from datetime import datetime
from functools import cache
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect as types

from ledger.events import KINDS, Payload
from ledger.ids import Link, PlaceId, RoundId, SourceId
from ledger.money import INTEGER_MAX
from ledger.signed.canonical import Envelope

NAME_FIRST = string.ascii_letters + string.digits
NAME_REST = NAME_FIRST + "._:-"
# Portuguese, an emoji beyond the BMP, quotes and a control character: what JSON writers trip over.
LETTERS = string.ascii_letters + string.digits + "\\ -_/.,'\"áéíóúâêôãõçÁÇ€🂡\n\t"
ITEMS_MAX = 3
FIRST, LAST = datetime(2000, 1, 1), datetime(2100, 1, 1)  # noqa: DTZ001 - Hypothesis asks for naive ones


def names() -> st.SearchStrategy[str]:
    """Give origins, sources and places."""
    return st.builds(
        "".join, st.tuples(st.sampled_from(NAME_FIRST), st.text(NAME_REST, max_size=30))
    )


def days() -> st.SearchStrategy[str]:
    """Give gaming days."""
    return st.dates(FIRST.date(), LAST.date()).map(str)


def instants() -> st.SearchStrategy[str]:
    """Give times in UTC with six decimals."""
    times = st.datetimes(FIRST, LAST)
    return times.map(lambda one: one.isoformat(timespec="microseconds") + "Z")


def rounds() -> st.SearchStrategy[str]:
    """Give ids of rounds."""
    return st.builds("{}/{}/{}".format, names(), days(), st.integers(1, 999_999_999))


def links() -> st.SearchStrategy[Link]:
    """Give links of any events."""
    return st.binary(min_size=32, max_size=32).map(Link)


def payloads(*kinds: type[Payload]) -> st.SearchStrategy[Payload]:
    """Give a payload of any of these kinds, or of any kind at all."""
    return st.sampled_from(kinds or tuple(KINDS.values())).flatmap(payloads_of)


@cache
def payloads_of(kind: type[Payload]) -> st.SearchStrategy[Payload]:
    """Give a payload of one kind, with any of its optional fields."""
    return _values(types.type_info(kind))


def envelopes(
    payload: st.SearchStrategy[Payload] | None = None,
) -> st.SearchStrategy[Envelope]:
    """Give an event whose bytes the door would find canonical."""
    return (payloads() if payload is None else payload).flatmap(_envelopes_around)


def _envelopes_around(payload: Payload) -> st.SearchStrategy[Envelope]:
    return st.builds(
        Envelope,
        origin=names(),
        source=names().map(SourceId),
        seq=st.integers(1, INTEGER_MAX),
        previous=links(),
        kind=st.just(payload.KIND),
        at=instants(),
        day=st.none() | days(),
        place=st.none() | names().map(PlaceId),
        round=st.none() | rounds().map(RoundId),
        payload=st.just(payload),
    )


def _values(described: types.Type) -> st.SearchStrategy[Any]:  # noqa: C901, PLR0911, PLR0912 - one a type
    match described:
        case types.StructType(cls=struct, fields=fields):
            required = {one.name: _values(one.type) for one in fields if one.required}
            optional = {one.name: _values(one.type) for one in fields if not one.required}
            return st.fixed_dictionaries(required, optional=optional).map(
                lambda values: struct(**values)
            )
        case types.Metadata(extra_json_schema={"format": "date"}):
            return days()
        case types.Metadata(extra_json_schema={"format": "date-time"}):
            return instants()
        case types.UnionType(types=choices):
            return st.one_of([_values(one) for one in choices])
        case types.VarTupleType(item_type=item):
            return st.lists(_values(item), max_size=ITEMS_MAX).map(tuple)
        case types.DictType(key_type=key, value_type=value):
            return st.dictionaries(_values(key), _values(value), max_size=ITEMS_MAX)
        case types.IntType(ge=low, le=high):
            return st.integers(low, high)
        case types.StrType(min_length=least, max_length=most):
            return _texts(least or 0, most)
        case types.EnumType(cls=words):
            return st.sampled_from(list(words))
        case types.LiteralType(values=values):
            return st.sampled_from(values)
        case types.BoolType():
            return st.booleans()
        case types.NoneType():
            return st.none()
        case _:
            raise AssertionError(described)


def _texts(least: int, most: int | None) -> st.SearchStrategy[str]:
    texts = st.text(LETTERS, min_size=least, max_size=min(most or 40, least + 40))
    return texts.map(lambda text: unicodedata.normalize("NFC", text))
