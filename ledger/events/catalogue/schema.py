"""The JSON Schema of the vocabulary, for those who write sources in other languages.

It describes what the body of an envelope may be, with the kind of its header beside it. What is
absent is left out, never null, and so is a field that has its default. Canonical form and the
limits of an envelope are the business of `ledger.signed.canonical`: a schema cannot say them.
"""

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

import ledger.ids
import ledger.money
import ledger.roles
from ledger.events import KINDS, base
from ledger.events.base import Day, Instant

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_REF = "#/$defs/{name}"


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema 2020-12 of every kind and of the body that carries it."""
    # Describing 190 kinds takes 0.15 s; each caller still gets a value of his own to change.
    return msgspec.json.decode(_json_schema())


@cache
def _json_schema() -> bytes:
    types = [*KINDS.values(), Day, Instant]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REF)
    day, instant = schemas[-2:]
    definitions = dict(components)
    for struct in structs():
        _describe(definitions[struct.__name__], struct)
    for name, kind in KINDS.items():
        definitions[kind.__name__]["title"] = name
        if kind.ALONE:
            definitions[kind.__name__]["$comment"] = "Must be a segment of its own."
    # Any payload may stand there; the depth to which its type goes says nothing to a reader.
    del definitions["Correction"]["properties"]["replacement"]["additionalProperties"]
    texts = {
        "kind": "The fifth line of the header. A kind not listed is kept, proved and shown raw.",
        "at": "Time of occurrence by the source's clock.",
        "day": "The gaming day as the source claims it.",
        "place": "The table, machine or room it happened at.",
        "round": "<place>/<gaming day>/<number>.",
        "payload": "The facts of the kind.",
    }
    properties: dict[str, dict[str, Any]] = {
        "kind": {"type": "string", "pattern": "^[a-z][a-z0-9-]{0,59}/[1-9][0-9]{0,3}$"},
        "at": dict(instant),
        "day": {"anyOf": [dict(day), {"type": "null"}]},
        "place": {"type": ["string", "null"], "maxLength": 64},
        "round": {"type": ["string", "null"], "maxLength": 85},
        "payload": {"type": "object"},
    }
    for name, text in texts.items():
        properties[name]["description"] = text
    schema = {
        "$schema": DIALECT,
        "title": "Razão: the body of an event, with its kind",
        "description": inspect.cleandoc(__doc__ or ""),
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
        "allOf": [
            {
                "if": {"properties": {"kind": {"const": name}}},
                "then": {"properties": {"payload": {"$ref": _REF.format(name=kind.__name__)}}},
            }
            for name, kind in KINDS.items()
        ],
        "$defs": definitions,
    }
    return msgspec.json.encode(schema)


def field_docs(struct: type[Struct]) -> dict[str, str]:
    """Return each field's meaning: its own docstring, or else that of its type.

    Docstrings of attributes are not there at run time; they are read from the source.

    >>> from ledger.events.rounds import BetPlaced
    >>> field_docs(BetPlaced)["bet"]
    'Its number within the round.'
    """
    modules = (ledger.ids, ledger.money, ledger.roles, base, sys.modules[struct.__module__])
    types = {
        alias: text for one in modules for alias, text in _module_docs(one.__name__)[1].items()
    }
    docs: dict[str, str] = {}
    for name, (doc, names) in _documented_fields(struct):
        inherited = (text for alias in names if (text := types.get(alias)))
        text = doc or next(inherited, "")
        if text:
            docs[name] = text
    return docs


def field_types(struct: type[Struct]) -> dict[str, tuple[str, ...]]:
    """Return the names in each field's annotation, which say more than the type they stand for.

    >>> from ledger.events.rounds import BetPlaced
    >>> field_types(BetPlaced)["amount"]
    ('Minor',)
    """
    return {name: tuple(names) for name, (_doc, names) in _documented_fields(struct)}


def _documented_fields(struct: type[Struct]) -> Iterator[tuple[str, tuple[str, list[str]]]]:
    """Yield the fields of a kind, those of the version before it first."""
    for one in reversed(struct.__mro__):
        if issubclass(one, Struct):
            for name, told in _module_docs(one.__module__)[0].get(one.__name__, {}).items():
                if name in struct.__struct_fields__:
                    yield name, told


def structs() -> Iterator[type[Struct]]:
    """Yield every kind and every structure within one, once."""
    seen: set[type[Struct]] = set()
    for described in msgspec.inspect.multi_type_info(KINDS.values()):
        yield from _structs_of(described, seen)


def _structs_of(info: msgspec.inspect.Type, seen: set[type[Struct]]) -> Iterator[type[Struct]]:
    match info:
        case msgspec.inspect.StructType(cls=struct, fields=fields):
            if struct not in seen:
                seen.add(struct)
                yield struct
                for field in fields:
                    yield from _structs_of(field.type, seen)
        case msgspec.inspect.UnionType(types=types):
            for one in types:
                yield from _structs_of(one, seen)
        case msgspec.inspect.VarTupleType(item_type=item):
            yield from _structs_of(item, seen)
        case _:
            pass


def _describe(definition: dict[str, Any], struct: type[Struct]) -> None:
    definition["description"] = inspect.getdoc(struct)
    docs = field_docs(struct)
    encoded = dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))
    for name, text in docs.items():
        definition["properties"][encoded[name]]["description"] = text
    for property_ in definition["properties"].values():
        if property_.get("default", ...) is None:
            _leave_null_out(property_)


def _leave_null_out(property_: dict[str, Any]) -> None:
    """Say that an absent field is left out, as canonical form asks."""
    del property_["default"]
    choices = [one for one in property_.pop("anyOf") if one != {"type": "null"}]
    property_.update(choices[0] if len(choices) == 1 else {"anyOf": choices})


_Fields = dict[str, dict[str, tuple[str, list[str]]]]
_cache: dict[str, tuple[_Fields, dict[str, str]]] = {}


def _module_docs(module: str) -> tuple[_Fields, dict[str, str]]:
    """Return a module's documented fields by class, and its documented types."""
    if module not in _cache:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
        fields: _Fields = {}
        types: dict[str, str] = {}
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                fields[node.name] = {
                    name: (doc, names) for name, doc, names in _documented(node.body)
                }
                types[node.name] = (ast.get_docstring(node) or "").partition("\n")[0]
        types |= {name: doc for name, doc, _ in _documented(tree.body) if doc}
        _cache[module] = (fields, types)
    return _cache[module]


def _documented(body: list[ast.stmt]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield name, docstring and the names in the annotation of each assignment."""
    following = [*body[1:], None]
    for node, after in zip(body, following, strict=True):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                names = [one.id for one in ast.walk(annotation) if isinstance(one, ast.Name)]
            case ast.Assign(targets=[ast.Name(id=name)]):
                names = []
            case _:
                continue
        match after:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield name, inspect.cleandoc(text), names
            case _:
                yield name, "", names
