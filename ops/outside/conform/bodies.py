"""Explains the body of an envelope that the ledger does not take, field by field, by its kind."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

import msgspec
from msgspec import inspect

from ledger.events import KINDS
from ledger.ids import is_round
from ledger.money import INTEGER_MAX
from ledger.text.times import is_day, is_instant
from ops.outside.conform.headers import Word

BODY: Final = ("at", "day", "place", "round", "payload")
_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|\s+', re.DOTALL)
_ESCAPED: Final = re.compile(rb"\\u[0-9a-fA-F]{4}|\\/")
_NEEDED: Final = re.compile(rb"\\u00(?:0[0-9a-fA-F]|1[0-9a-fA-F]|7[fF])")
"""Control characters have no other spelling."""
_SHOWN: Final = 60
_LEAST: Final = -INTEGER_MAX


class _Float:
    """A number with a point, as it was written."""

    def __init__(self, text: str) -> None:
        self.text = text


class _Pairs(dict[str, Any]):
    """An object with the keys that stand in it twice."""

    twice: tuple[str, ...] = ()


def body_faults(kind: str, raw: bytes) -> Iterator[Word]:
    """Yield the faults of a body: of its letters, its spelling, then of each field."""
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        yield (
            "not-utf-8",
            {"got": raw[max(error.start - 12, 0) : error.start + 12].decode("latin-1")},
        )
        return
    try:
        told: Any = json.loads(text, object_pairs_hook=_pairs, parse_float=_Float)
    except (ValueError, RecursionError) as error:
        yield "body-not-json", {"error": error}
        return
    yield from _spelling(raw)
    if not isinstance(told, dict):
        yield "wants-object", {"path": "body", "got": _kind_of(told)}
        return
    yield from _twice(told, "")
    body = cast("_Pairs", told)
    yield from _top(kind, body)
    struct = KINDS.get(kind)
    payload = body.get("payload")
    if struct is None or not isinstance(payload, dict):
        return
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    yield from _struct(kind, cast("Mapping[str, Any]", payload), info, "")


def _pairs(pairs: Sequence[tuple[str, Any]]) -> _Pairs:
    found = _Pairs(pairs)
    names = [name for name, _ in pairs]
    found.twice = tuple(dict.fromkeys(one for one in names if names.count(one) > 1))
    return found


def _spelling(raw: bytes) -> Iterator[Word]:
    """Yield how the whole is spelt otherwise."""
    if raw != raw.rstrip():
        yield "line-end", {}
    tokens = [one.group() for one in _TOKEN.finditer(raw.rstrip())]
    if any(not one.startswith(b'"') for one in tokens):
        yield "blank", {}
    escapes = [one for one in tokens if _ESCAPED.search(_NEEDED.sub(b"", one))]
    for one in escapes[:1]:
        yield "escape", {"got": one.decode()[:_SHOWN]}


def _twice(value: Any, path: str) -> Iterator[Word]:
    if isinstance(value, _Pairs):
        for name in value.twice:
            yield "twice", {"path": _at(path, name)}
        for name, one in value.items():
            yield from _twice(one, _at(path, name) if path or name != "payload" else "")
    elif isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from _twice(one, path)


def _top(kind: str, body: _Pairs) -> Iterator[Word]:
    """Yield the faults of the body's own five fields."""
    yield from (("missing-null", {"path": name}) for name in BODY if name not in body)
    for name in body:
        if name not in BODY:
            yield "unknown-field", {"of": "body", "path": name, "near": ", ".join(BODY)}
    known = [name for name in body if name in BODY]
    yield from _order("body", known, [name for name in BODY if name in known])
    for name, (fits, word) in _TOP.items():
        value = body.get(name)
        absent = value is None and (name != "at" or name not in body)
        if not absent and not (isinstance(value, str) and fits(value)):
            yield word, {"path": name, "got": _shown(value)}
        else:
            yield from _letters(value, name)
    if "payload" in body and not isinstance(body["payload"], dict):
        yield "wants-object", {"path": f"payload of {kind}", "got": _kind_of(body["payload"])}


_TOP: Final[Mapping[str, tuple[Callable[[str], object], str]]] = {
    "at": (is_instant, "time"),
    "day": (is_day, "day"),
    "place": (lambda _text: True, "wants-text"),
    "round": (is_round, "round"),
}
"""By the body's field what tells that a text fits, and the word where it does not."""


def _order(of: str, got: Sequence[str], expected: Sequence[str]) -> Iterator[Word]:
    if list(got) != list(expected):
        yield "order", {"of": of, "got": ", ".join(got), "expected": ", ".join(expected)}


def _letters(value: Any, path: str) -> Iterator[Word]:
    if isinstance(value, str):
        if "\0" in value:
            yield "nul", {}
        elif not unicodedata.is_normalized("NFC", value):
            yield "not-nfc", {"path": path, "got": value[:_SHOWN]}


# --- by the type ----------------------------------------------------------------------------------


def _struct(
    of: str, value: Mapping[str, Any], info: inspect.StructType, path: str
) -> Iterator[Word]:
    """Yield the faults of an object, field by field."""
    fields = {one.encode_name: one for one in info.fields}
    for name in value:
        if name not in fields:
            yield "unknown-field", {
                "of": of, "path": _at(path, name), "near": ", ".join(fields) or "—"
            }  # fmt: skip
    for name, field in fields.items():
        at = _at(path, name)
        if name not in value:
            if field.required:
                yield "missing", {"of": of, "path": at}
            continue
        one = value[name]
        if one is None and not field.required and field.default is None:
            yield "null", {"path": at}
        elif not field.required and _is_default(one, field):
            yield "default", {"path": at, "got": _shown(one)}
        else:
            yield from _typed(of, one, field.type, at)
    known = [name for name in value if name in fields]
    yield from _order(of, known, [name for name in fields if name in known])


def _is_default(value: Any, field: inspect.Field) -> bool:
    default: Any = field.default
    if default is msgspec.NODEFAULT:
        factory = field.default_factory
        if factory is msgspec.NODEFAULT or factory is None:
            return False
        default = factory()
    # As JSON has it: a tuple is a list there.
    plain: Any = msgspec.json.decode(msgspec.json.encode(default))
    return isinstance(value, bool) is isinstance(plain, bool) and value == plain


def _typed(of: str, value: Any, info: inspect.Type, path: str) -> Iterator[Word]:
    """Yield the faults of a value, by its type."""
    check = _CHECKS.get(type(info))
    if check is not None:
        yield from check(of, value, info, path)
    elif value is None and not isinstance(info, inspect.NoneType | inspect.AnyType):
        yield "wants-other", {"path": path, "got": "null"}


def _object(of: str, value: Any, info: Any, path: str) -> Iterator[Word]:
    if isinstance(value, dict):
        yield from _struct(of, cast("Mapping[str, Any]", value), info, path)
    else:
        yield "wants-object", {"path": path, "got": _kind_of(value)}


def _flag(of: str, value: Any, info: Any, path: str) -> Iterator[Word]:
    del of, info
    if not isinstance(value, bool):
        yield "wants-flag", {"path": path, "got": _shown(value)}


def _word(of: str, value: Any, info: Any, path: str) -> Iterator[Word]:
    del of
    words = (
        info.values if isinstance(info, inspect.LiteralType) else [one.value for one in info.cls]
    )
    if value not in words:
        yield "word", {"path": path, "got": value, "words": ", ".join(map(str, words))}


def _number(of: str, value: Any, info: Any, path: str) -> Iterator[Word]:
    del of
    low = _LEAST if info.ge is None else info.ge
    high = INTEGER_MAX if info.le is None else info.le
    if isinstance(value, _Float):
        yield "float", {"path": path, "got": value.text}
    elif isinstance(value, str) and re.fullmatch(r"-?\d+([.,]\d+)?", value):
        yield "number-as-text", {"path": path, "got": _shown(value)}
    elif not isinstance(value, int) or isinstance(value, bool):
        yield "wants-number", {"path": path, "got": _shown(value)}
    elif not low <= value <= high:
        yield "range", {"path": path, "got": value, "least": low, "most": high}


def _text(of: str, value: Any, info: Any, path: str) -> Iterator[Word]:
    del of
    if not isinstance(value, str):
        yield "wants-text", {"path": path, "got": _shown(value)}
        return
    yield from _letters(value, path)
    low = info.min_length or 0
    high = INTEGER_MAX if info.max_length is None else info.max_length
    if not low <= len(value) <= high:
        values = {"size": len(value), "least": low, "most": high}
        yield "length", {"path": path, "got": value[:_SHOWN], **values}


def _items(of: str, value: Any, info: Any, path: str) -> Iterator[Word]:
    fixed = isinstance(info, inspect.TupleType)
    yield from _list(of, value, info.item_types if fixed else [info.item_type], path)


def _list(of: str, value: Any, items: Sequence[inspect.Type], path: str) -> Iterator[Word]:
    if not isinstance(value, list):
        yield "wants-list", {"path": path, "got": _kind_of(value)}
        return
    for at, one in enumerate(cast("list[Any]", value)):
        yield from _typed(of, one, items[min(at, len(items) - 1)], f"{path}[{at + 1}]")


def _map(of: str, value: Any, info: Any, path: str) -> Iterator[Word]:
    if not isinstance(value, dict):
        yield "wants-object", {"path": path, "got": _kind_of(value)}
        return
    told = cast("Mapping[str, Any]", value)
    yield from _order(path, list(told), sorted(told))
    for name, one in told.items():
        yield from _typed(of, one, info.value_type, _at(path, name))


def _union(of: str, value: Any, info: Any, path: str) -> Iterator[Word]:
    """Yield the faults of a value that may be of several types: the nearest of them tells."""
    told = [list(_typed(of, value, one, path)) for one in info.types if not _is_none(one)]
    if value is None and len(told) < len(info.types):
        return
    if told and all(told):
        yield from min(told, key=len)


_CHECKS: Final[Mapping[type[inspect.Type], Callable[[str, Any, Any, str], Iterator[Word]]]] = {
    inspect.StructType: _object,
    inspect.IntType: _number,
    inspect.StrType: _text,
    inspect.BoolType: _flag,
    inspect.LiteralType: _word,
    inspect.EnumType: _word,
    inspect.VarTupleType: _items,
    inspect.ListType: _items,
    inspect.TupleType: _items,
    inspect.DictType: _map,
    inspect.UnionType: _union,
    inspect.Metadata: lambda of, value, info, path: _typed(of, value, info.type, path),
}


def _is_none(info: inspect.Type) -> bool:
    return isinstance(info, inspect.NoneType)


def _at(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _kind_of(value: Any) -> str:
    words = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
    }
    return next((word for kind, word in words.items() if isinstance(value, kind)), _shown(value))


def _shown(value: Any) -> str:
    if isinstance(value, _Float):
        return value.text
    return json.dumps(value, ensure_ascii=False, default=str)[:_SHOWN]
