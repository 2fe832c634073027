"""Write anew what the device's client has of the vocabulary (`just devices`).

``kinds.json`` is the ledger's JSON Schema without descriptions, a kind a line; ``kinds.py`` has a
class for each kind, for whoever wants his editor to know the fields.
"""

import json
import keyword
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ledger.events import KINDS
from ledger.events.catalogue.schema import json_schema

CLIENT = Path(__file__).parents[4] / "ops" / "outside" / "devices" / "razao_client"


def kinds_json() -> str:
    """Return the vocabulary as the client reads it."""
    definitions = json_schema()["$defs"]
    kinds = {name: without_texts(definitions[kind.__name__]) for name, kind in KINDS.items()}
    named = {kind.__name__ for kind in KINDS.values()}
    parts = {name: without_texts(one) for name, one in definitions.items() if name not in named}
    return (
        f'{{"version":"{version("razao")}",\n"kinds":{{\n{_rows(kinds)}\n}},\n'
        f'"parts":{{\n{_rows(parts)}\n}}}}\n'
    )


def _rows(found: dict[str, Any]) -> str:
    return ",\n".join(
        f"{json.dumps(name)}:{json.dumps(one, separators=(',', ':'))}"
        for name, one in sorted(found.items())
    )


def without_texts(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with what decides, and with ``alone`` in the place of a comment."""
    found: dict[str, Any] = {}
    for name, value in schema.items():
        if name in {"description", "title"}:
            continue
        if name == "$comment":
            found["alone"] = True
        elif name == "properties":
            found[name] = {field: without_texts(one) for field, one in value.items()}
        elif isinstance(value, dict):
            found[name] = without_texts(value)
        elif name == "anyOf":
            found[name] = [without_texts(one) for one in value]
        else:
            found[name] = value
    return found


def kinds_py() -> str:
    """Return the module of typed events."""
    definitions = json_schema()["$defs"]
    named = {kind.__name__: name for name, kind in KINDS.items()}
    parts = [name for name in definitions if name not in named]
    order = [*_by_need(parts, definitions), *(kind.__name__ for kind in KINDS.values())]
    classes = [_class(name, definitions[name], named.get(name)) for name in order]
    return HEAD + "\n\n".join(classes)


LINE_SIZE_MAX = 100
VALUE = (
    "int | bool | str | Sequence[int | bool | str | Sequence[int | bool | str]]"
    " | Mapping[str, int | bool | str]"
)
HEAD = '''"""Events as classes, for whoever wants his editor to know their fields.

Written by ``just devices`` from the ledger's vocabulary; nobody changes this file by hand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar, Literal, cast

Scalar = int | bool | str
Value = Scalar | Sequence[Scalar | Sequence[Scalar]] | Mapping[str, Scalar]
"""An option or a parameter: a word, a number, a list, a list of lists, or a flat map."""


class Part:
    """A structure within an event."""

    def plain(self) -> dict[str, Any]:
        """Return its fields as JSON has them."""
        assert is_dataclass(self)
        return {one.name.rstrip("_"): _plain(getattr(self, one.name)) for one in fields(self)}


class Event(Part):
    """The facts of an event: ``Device.tell`` says them."""

    KIND: ClassVar[str]


def _plain(value: object) -> object:
    if isinstance(value, Part):
        return value.plain()
    if isinstance(value, tuple | list):
        return [_plain(one) for one in cast("Sequence[object]", value)]
    return value


'''


def _by_need(names: list[str], definitions: dict[str, Any]) -> list[str]:
    """Return the structures, each after those that it is made of."""
    found: list[str] = []

    def visit(name: str) -> None:
        if name in found:
            return
        for other in names:
            if f'"#/$defs/{other}"' in json.dumps(definitions[name]) and other != name:
                visit(other)
        found.append(name)

    for name in names:
        visit(name)
    return found


def _class(name: str, schema: dict[str, Any], kind: str | None) -> str:
    if "enum" in schema:
        words = [f"    {_literal(one)}," for one in schema["enum"]]
        lines = [f"{name} = Literal[", *words, "]", *_doc(schema["description"], "")]
        return "\n".join(lines) + "\n"
    base = "Event" if kind else "Part"
    lines = ["@dataclass(frozen=True, kw_only=True)", f"class {name}({base}):"]
    lines += _doc(schema["description"], "    ")
    if kind is not None:
        lines += ["", f'    KIND: ClassVar[str] = "{kind}"']
    fields = schema["properties"]
    if fields:
        lines.append("")
    needed = set(schema.get("required", ()))
    for field, one in fields.items():
        written = f"{field}_" if keyword.iskeyword(field) else field
        type_ = _type(one)
        if field in needed:
            lines.append(f"    {written}: {type_}")
        elif "default" in one and not isinstance(one["default"], list | dict):
            lines.append(f"    {written}: {type_} = {_literal(one['default'])}")
        else:
            lines.append(f"    {written}: {type_} | None = None")
        if one.get("description"):
            lines += _doc(one["description"], "    ")
    return "\n".join(lines) + "\n"


def _broken(text: str, size: int) -> tuple[str, str]:
    """Return a line in two, the first of at most so many characters."""
    at = text.rindex(" ", 0, size)
    return text[:at], text[at + 1 :]


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def _doc(text: str, indent: str) -> list[str]:
    first, *rest = text.splitlines()
    whole = f'{indent}"""{first}"""'
    if len(whole) > LINE_SIZE_MAX:
        first, more = _broken(first, LINE_SIZE_MAX - len(indent) - len('"""'))
        rest = [more, *rest]
    if not rest:
        return [whole]
    return [f'{indent}"""{first}', *(f"{indent}{one}".rstrip() for one in rest), f'{indent}"""']


_PLAIN = {"integer": "int", "boolean": "bool", "string": "str"}


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return f"Literal[{', '.join(_literal(one) for one in schema['enum'])}]"
    if "anyOf" in schema:
        union = " | ".join(dict.fromkeys(_type(one) for one in schema["anyOf"]))
        return "Value" if union == VALUE else union
    if schema["type"] == "array":
        return f"Sequence[{_type(schema['items'])}]"
    if schema["type"] == "object":
        inner = schema.get("additionalProperties")
        return f"Mapping[str, {_type(inner) if isinstance(inner, dict) else 'Any'}]"
    return _PLAIN[schema["type"]]


def main() -> None:
    """Write the files."""
    (CLIENT / "kinds.json").write_text(kinds_json(), "utf-8")
    (CLIENT / "kinds.py").write_text(kinds_py(), "utf-8")


if __name__ == "__main__":
    main()
