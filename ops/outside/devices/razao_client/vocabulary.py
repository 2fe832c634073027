"""The vocabulary: payloads checked against each kind's schema, and put into their one spelling.

``kinds.json`` is the ledger's own JSON Schema (``razao schema``) without descriptions, a kind a
line; a test of the ledger holds it to the kinds that the door knows.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, Final, NoReturn, cast

from .errors import EventError
from .wire import is_day, is_instant, is_kind

INTEGER_MAX: Final = 2**53 - 1
DEPTH_MAX: Final = 32
"""Objects and lists within each other in the payload of a kind that is not in the vocabulary."""
_FREE_DEPTH_MAX: Final = 4
"""The same in a field that takes any object."""
_FORMS: Final = {"date": is_day, "date-time": is_instant}
_TEXT_SIZE_MAX: Final = 65_535
_NEAR_COUNT: Final = 3

_Schema = Mapping[str, Any]
_TYPES: Final = {
    "integer": ("a whole number", "um número inteiro"),
    "string": ("a text", "um texto"),
    "boolean": ("true or false", "true ou false"),
    "array": ("a list", "uma lista"),
    "object": ("an object", "um objecto"),
}


class Vocabulary:
    """The kinds of a ledger's version."""

    def __init__(self, kinds: Mapping[str, _Schema], parts: Mapping[str, _Schema]) -> None:
        """Know these kinds, and the structures within their payloads."""
        self.kinds = kinds
        self._parts = parts

    def is_alone(self, kind: str) -> bool:
        """Tell whether events of a kind must be segments of their own."""
        return bool(self.kinds.get(kind, {}).get("alone", False))

    def check_known(self, kind: str) -> None:
        """Refuse a kind that is not in the vocabulary.

        Raises:
            EventError: naming what is near.

        """
        if kind not in self.kinds:
            en, pt = _near(kind, self.kinds)
            raise EventError(
                "unknown-kind",
                en=f"kind: this client knows no {kind!r:.80}{en}",
                pt=f"kind: este cliente não conhece {kind!r:.80}{pt}",
            )

    def canonical(self, kind: str, payload: object) -> dict[str, Any]:
        """Return a payload in its one spelling: fields in order, defaults left out, text in NFC.

        That of a kind which is not in the vocabulary stays as it is but for its texts.

        Raises:
            EventError: it is none of its kind; says where, what was expected and what was there.

        """
        if is_kind(kind) is None:
            raise EventError(
                "malformed",
                en=f"kind: expected such as heartbeat/1, got {kind!r:.80}",
                pt=f"kind: esperava-se algo como heartbeat/1, veio {kind!r:.80}",
            )
        schema = self.kinds.get(kind)
        given = _mapping("payload", payload)
        if schema is None:
            return _plain("payload", given, DEPTH_MAX, ordered=False)
        return self._object("payload", schema, given)

    def _value(self, path: str, schema: _Schema, value: object) -> Any:
        if "$ref" in schema:
            schema = self._parts[str(schema["$ref"]).rpartition("/")[2]]
        if "anyOf" in schema:
            return self._any_of(path, schema["anyOf"], value)
        scalar = _SCALARS.get("enum" if "enum" in schema else schema["type"])
        if scalar is not None:
            return scalar(path, schema, value)
        if schema["type"] == "object":
            return self._object(path, schema, _mapping(path, value))
        if not isinstance(value, Sequence) or isinstance(value, str | bytes):
            _wrong(path, _TYPES["array"], value)
        items = cast("Sequence[object]", value)
        return [self._value(f"{path}[{at}]", schema["items"], one) for at, one in enumerate(items)]

    def _object(self, path: str, schema: _Schema, value: Mapping[object, object]) -> dict[str, Any]:
        if "properties" in schema:
            return self._fields(path, schema, value)
        inner = schema.get("additionalProperties")
        if not isinstance(inner, Mapping):
            return _plain(path, value, _FREE_DEPTH_MAX, ordered=True)
        names = schema.get("propertyNames", {})
        found = {
            _string(f"{path} (name)", names, name): self._value(
                f"{path}.{name}", cast("_Schema", inner), one
            )
            for name, one in value.items()
        }
        return {name: found[name] for name in sorted(found)}

    def _fields(self, path: str, schema: _Schema, value: Mapping[object, object]) -> dict[str, Any]:
        known: dict[str, _Schema] = schema["properties"]
        for name in value:
            if name not in known:
                en, pt = _near(str(name), known)
                raise EventError(
                    "malformed",
                    en=f"{path}: no field {name!r:.80}{en}",
                    pt=f"{path}: não há campo {name!r:.80}{pt}",
                )
        for name in schema.get("required", ()):
            if value.get(name) is None:
                raise EventError(
                    "malformed", en=f"{path}: {name} is missing", pt=f"{path}: falta {name}"
                )
        found: dict[str, Any] = {}
        for name, inner in known.items():
            given = value.get(name)
            if given is None:
                continue
            one = self._value(f"{path}.{name}", inner, given)
            default = inner.get("default")
            if (
                name in schema.get("required", ())
                or type(one) is not type(default)
                or one != default
            ):
                found[name] = one
        return found

    def _any_of(self, path: str, choices: Sequence[_Schema], value: object) -> Any:
        fault: EventError | None = None
        for choice in choices:
            try:
                return self._value(path, choice, value)
            except EventError as error:
                # Of several, the fault of the choice whose type it is tells more.
                if fault is None or _is_type(choice, value):
                    fault = error
        assert fault is not None
        raise fault


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary that this client was built with."""
    text = (files(__package__ or __name__) / "kinds.json").read_text("utf-8")
    told = json.loads(text)
    return Vocabulary(told["kinds"], told["parts"])


def _is_type(schema: _Schema, value: object) -> bool:
    match schema.get("type"):
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "string":
            return isinstance(value, str)
        case "array":
            return isinstance(value, Sequence) and not isinstance(value, str)
        case "object":
            return isinstance(value, Mapping)
        case _:
            return False


def _integer(path: str, schema: _Schema, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        _wrong(path, _TYPES["integer"], value)
    low, high = schema.get("minimum", -INTEGER_MAX), schema.get("maximum", INTEGER_MAX)
    if not low <= value <= high:
        words = (f"a whole number from {low} to {high}", f"um número inteiro de {low} a {high}")
        _wrong(path, words, value)
    return int(value)


def _string(path: str, schema: _Schema, value: object) -> str:
    if not isinstance(value, str):
        _wrong(path, _TYPES["string"], value)
    text = _text(path, value)
    least, most = schema.get("minLength", 0), schema.get("maxLength", _TEXT_SIZE_MAX)
    if not least <= len(text) <= most:
        words = (
            f"a text of {least} to {most} characters",
            f"um texto de {least} a {most} caracteres",
        )
        _wrong(path, words, value)
    form = schema.get("format")
    if form is not None and not _FORMS[form](text):
        example = "2026-11-20" if form == "date" else "2026-11-20T22:15:31.123456Z"
        _wrong(path, (f"such as {example}", f"algo como {example}"), value)
    pattern = schema.get("pattern")
    if pattern is not None and re.search(pattern, text) is None:
        _wrong(path, (f"what fits {pattern}", f"o que cabe em {pattern}"), value)
    return text


def _text(path: str, value: str) -> str:
    text = unicodedata.normalize("NFC", value)
    if "\x00" in text:
        words = ("a text without the character NUL", "um texto sem o caracter NUL")
        _wrong(path, words, value)
    try:
        text.encode()
    except UnicodeEncodeError:
        words = ("a text of whole characters", "um texto de caracteres inteiros")
        _wrong(path, words, value)
    return text


def _one_of(path: str, schema: _Schema, value: object) -> object:
    words: Sequence[object] = schema["enum"]
    if value not in words or isinstance(value, bool):
        listed = ", ".join(str(one) for one in words)
        _wrong(path, (f"one of: {listed}", f"uma de: {listed}"), value)
    return value


def _truth(path: str, _schema: _Schema, value: object) -> bool:
    if not isinstance(value, bool):
        _wrong(path, _TYPES["boolean"], value)
    return value


_SCALARS: Final[Mapping[str, Callable[[str, _Schema, object], object]]] = {
    "enum": _one_of,
    "integer": _integer,
    "string": _string,
    "boolean": _truth,
}


def _mapping(path: str, value: object) -> Mapping[object, object]:
    if not isinstance(value, Mapping):
        _wrong(path, _TYPES["object"], value)
    return cast("Mapping[object, object]", value)


def _plain(
    path: str, value: Mapping[object, object], depth: int, *, ordered: bool
) -> dict[str, Any]:
    """Return an object of any shape: whole numbers only, texts in NFC, names sorted on request."""
    if depth == 0:
        words = ("fewer objects and lists in each other", "menos objectos e listas uns nos outros")
        _wrong(path, words, "…")
    found: dict[str, Any] = {}
    for name, one in value.items():
        if not isinstance(name, str):
            _wrong(f"{path} (name)", _TYPES["string"], name)
        found[_text(path, name)] = _plain_value(f"{path}.{name}", one, depth - 1, ordered=ordered)
    return {name: found[name] for name in sorted(found)} if ordered else found


def _plain_value(path: str, value: object, depth: int, *, ordered: bool) -> Any:
    match value:
        case None | bool():
            return value
        case int():
            return _integer(path, {}, value)
        case str():
            return _text(path, value)
        case dict():
            given = cast("Mapping[object, object]", value)
            return _plain(path, given, depth, ordered=ordered)
        case list() | tuple():
            if depth == 0:
                words = ("fewer lists in each other", "menos listas umas nas outras")
                _wrong(path, words, "…")
            items = cast("Sequence[object]", value)
            return [
                _plain_value(f"{path}[{at}]", one, depth - 1, ordered=ordered)
                for at, one in enumerate(items)
            ]
        case _:
            return _wrong(path, ("whole numbers and texts", "números inteiros e textos"), value)


def _near(word: str, known: Iterable[str]) -> tuple[str, str]:
    near = get_close_matches(word, list(known), _NEAR_COUNT)
    if not near:
        return "", ""
    listed = ", ".join(near)
    return f"; near: {listed}", f"; parecidos: {listed}"


def _wrong(path: str, expected: tuple[str, str], value: object) -> NoReturn:
    en, pt = expected
    raise EventError(
        "malformed",
        en=f"{path}: expected {en}, got {value!r:.80}",
        pt=f"{path}: esperava-se {pt}, veio {value!r:.80}",
    )
