"""The field in which two spellings of one JSON object part, in words for who wrote the other."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

_SHOWN: Final = 60
_TOLD: Final = 400
"""So many characters at most: a key may be as long as its event."""
_BYTES: Final = 30


class _Object(dict[str, Any]):
    """A JSON object, with the first of its keys that stands in it twice."""

    twice: str | None = None


def parting(expected: bytes, got: bytes) -> str:
    """Return where and how a JSON text parts from the one spelling of what it says.

    >>> parting(b'{"payload":{}}', b'{"payload":{"waiting":0}}')
    'payload.waiting: 0 is its default, and a default is left out'
    >>> parting(b'{"a":1,"b":2}', b'{"b":2,"a":1}')
    'keys of the body: expected a, b; got b, a'
    >>> parting(b'{"a":1}', b'{"a": 1}')
    "byte 5 of the body: expected b'1}', got b' 1}'"
    """
    try:
        plain, told = (json.loads(one, object_pairs_hook=_object) for one in (expected, got))
        text = next(_parted(plain, told, ""), _byte(expected, got))[:_TOLD]
        return text if text.isprintable() else ascii(text)[1:-1]
    except (ValueError, RecursionError):  # what the ledger reads otherwise is told by its byte
        return _byte(expected, got)


def _object(pairs: Sequence[tuple[str, Any]]) -> _Object:
    found = _Object()
    for name, value in pairs:
        if name in found and found.twice is None:
            found.twice = name
        found[name] = value
    return found


def _parted(expected: Any, got: Any, path: str) -> Iterator[str]:
    """Yield how values of one path part, the first of them first."""
    if isinstance(expected, _Object) and isinstance(got, _Object):
        yield from _keys(expected, got, path)
        for name, value in got.items():
            yield from _parted(expected[name], value, _at(path, name))
    elif isinstance(expected, list) and isinstance(got, list):
        sides = cast("list[Any]", expected), cast("list[Any]", got)
        for number, (one, other) in enumerate(zip(*sides, strict=False), 1):
            yield from _parted(one, other, f"{path}[{number}]")
    elif expected != got:
        yield f"{path}: expected {_shown(expected)}, got {_shown(got)}"


def _keys(expected: Mapping[str, Any], got: _Object, path: str) -> Iterator[str]:
    if got.twice is not None:
        yield f"{_at(path, got.twice)}: stands twice"
    for name, value in got.items():
        if name not in expected:
            why = "says nothing, and that" if value is None else "is its default, and a default"
            yield f"{_at(path, name)}: {_shown(value)} {why} is left out"
    if [*expected] != [*got]:
        names = f"expected {', '.join(expected)}; got {', '.join(got)}"
        yield f"keys of {path or 'the body'}: {names}"


def _at(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))[:_SHOWN]


def _byte(expected: bytes, got: bytes) -> str:
    at = next(
        (i for i, (a, b) in enumerate(zip(expected, got, strict=False)) if a != b),
        min(len(expected), len(got)),
    )
    sides = (one[at : at + _BYTES] for one in (expected, got))
    return "byte {} of the body: expected {!r}, got {!r}".format(at, *sides)
