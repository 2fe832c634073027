"""Which fields of events the projections read, told from their source.

The projections are strictly typed, and an event's payload is of no type until somebody says which:
by an annotation, a class pattern, ``isinstance``, or a table that names the method for a kind. So
the expressions that are payloads of a known type can be followed through each function, and an
attribute counts as read only where it is taken of such an expression. That a module happens to take
an attribute of the same name of something else counts for nothing.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec.structs import fields

from ledger.events import KINDS
from ledger.events.base import Payload

Types = dict[str, set[str]]
"""Expressions, as written, to the names of the payload types that they may have."""
PAYLOADS: Final[Mapping[str, type[Payload]]] = {one.__name__: one for one in KINDS.values()}


class Reads:
    """Kinds that somebody takes, and fields that somebody reads."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.fields: set[tuple[str, str]] = set()
        """Name of the type that defines the field, and the field."""

    def take(self, types: Iterable[str], field: str) -> None:
        """Note that a field is read of one of these types."""
        for name in types:
            payload = PAYLOADS[name]
            if field in payload.__struct_fields__:
                self.fields.add((definer(payload, field), field))


def definer(payload: type[Payload], field: str) -> str:
    """Return the name of the type which first has a field of a payload."""
    bases = [one for one in payload.__mro__ if issubclass(one, Payload)]
    having = [one for one in bases if one is not Payload and field in one.__struct_fields__]
    return having[-1].__name__


def all_fields() -> set[tuple[str, str]]:
    """Return every field of every kind, with the type that defines it."""
    return {
        (definer(payload, one.name), one.name)
        for payload in PAYLOADS.values()
        for one in fields(payload)
    }


def reads_of(paths: Iterable[Path]) -> Reads:
    """Return what modules read of payloads."""
    trees = [ast.parse(path.read_text("utf-8")) for path in paths]
    groups = {name: found for tree in trees for name, found in _groups(tree)}
    methods: Types = {}
    attributes: Types = {}
    for tree in trees:
        for name, found in _methods(tree, groups):
            methods.setdefault(name, set()).update(found)
        for name, found in _attributes(tree, groups):
            attributes.setdefault(name, set()).update(found)
    reads = Reads()
    for tree in trees:
        _Follower(groups, methods, attributes, reads).visit(tree)
    return reads


def _groups(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    """Yield a module's names for several payload types: unions and tuples of them."""
    for one in tree.body:
        if isinstance(one, ast.Assign | ast.AnnAssign) and one.value is not None:
            found = _types(one.value, {})
            targets = one.targets if isinstance(one, ast.Assign) else [one.target]
            if found and isinstance(one.value, ast.Tuple | ast.BinOp):
                yield from ((ast.unparse(target), found) for target in targets)


def _methods(tree: ast.Module, groups: Types) -> Iterator[tuple[str, set[str]]]:
    """Yield the methods that a table names for payload types."""
    for one in ast.walk(tree):
        if not isinstance(one, ast.Dict):
            continue
        for key, value in zip(one.keys, one.values, strict=True):
            types = _types(key, groups) if key is not None else set()
            if types:
                text = value.value if isinstance(value, ast.Constant) else ast.unparse(value)
                yield str(text).rpartition(".")[2], types


def _attributes(tree: ast.Module, groups: Types) -> Iterator[tuple[str, set[str]]]:
    """Yield attributes that classes declare of a payload type, and functions that return one."""
    for one in ast.walk(tree):
        match one:
            case ast.ClassDef(body=body):
                for line in body:
                    if isinstance(line, ast.AnnAssign):
                        yield ast.unparse(line.target), _types(line.annotation, groups)
            case ast.FunctionDef(name=name, returns=ast.expr() as returns):
                yield name, _types(returns, groups)
            case _:
                pass


def _types(node: ast.expr, groups: Types) -> set[str]:
    """Return the payload types that a type expression names."""
    inner: list[ast.expr] = []
    match node:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(), attr=name) if name in PAYLOADS:
            return {name}
        case ast.Name(id=name):
            return set(groups.get(name, ()))
        case ast.BinOp(left=left, right=right):
            inner = [left, right]
        case ast.Tuple(elts=elts):
            inner = elts
        case ast.Attribute(value=one, attr="KIND") | ast.Subscript(slice=one):
            inner = [one]
        case ast.Starred(value=one):
            inner = [one]
        case _:
            pass
    return set[str]().union(*(_types(one, groups) for one in inner))


def _written(node: ast.expr) -> str:
    """Return an expression as ``ast.unparse`` would, quicker where it is names and dots."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name):
            return f"{_written(value)}.{name}"
        case _:
            return ast.unparse(node)


class _Follower(ast.NodeVisitor):
    """Walks through a module with the types that its expressions have."""

    def __init__(self, groups: Types, methods: Types, attributes: Types, reads: Reads) -> None:
        self._groups = groups
        self._methods = methods
        self._attributes = attributes
        self._reads = reads
        self._known: Types = {}

    def _say(self, expression: str, types: set[str]) -> None:
        if types:
            self._known.setdefault(expression, set()).update(types)
            self._reads.kinds |= types

    def _of(self, node: ast.expr) -> set[str]:
        match node:
            case ast.Attribute(attr=name) if name in self._attributes:
                return self._attributes[name] | self._known.get(_written(node), set())
            case ast.Name() | ast.Attribute():
                return self._known.get(_written(node), set())
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                return self._attributes.get(name, set())
            case ast.Subscript(value=value):
                return self._of(value)
            case _:
                return set()

    def _function(self, node: ast.FunctionDef | ast.Lambda) -> None:
        outer, self._known = self._known, {one: set(of) for one, of in self._known.items()}
        for one in (*node.args.args, *node.args.kwonlyargs):
            if one.annotation is not None:
                self._say(one.arg, _types(one.annotation, self._groups))
        if isinstance(node, ast.FunctionDef):
            self._say("event.payload", self._methods.get(node.name, set()))
            for one in node.args.args:
                if one.arg == "payload":
                    self._say("payload", self._methods.get(node.name, set()))
        self.generic_visit(node)
        self._known = outer

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Follow a function, which knows what is known around it."""
        self._function(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Follow a lambda likewise."""
        self._function(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Take a declared variable."""
        self._say(ast.unparse(node.target), _types(node.annotation, self._groups))
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Take a variable that becomes another name of a payload."""
        for target in node.targets:
            self._say(ast.unparse(target), self._of(node.value))
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        """Take each of several payloads."""
        self._say(ast.unparse(node.target), self._of(node.iter))
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Take each of several payloads, within an expression."""
        self._say(ast.unparse(node.target), self._of(node.iter))
        self.generic_visit(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        """Take a variable that is made within an expression."""
        self._say(ast.unparse(node.target), self._of(node.value))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Take what ``isinstance`` narrows; ``getattr`` with a field's name reads it."""
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[one, types]):
                self._say(ast.unparse(one), _types(types, self._groups))
            case ast.Call(func=ast.Name(id="getattr"), args=[one, ast.Constant(value=str(f)), *_]):
                self._reads.take(self._of(one), f)
            case _:
                for one in node.args:
                    self._say("", _types(one, self._groups))
        self.generic_visit(node)

    def visit_Match(self, node: ast.Match) -> None:
        """Take what each case narrows, in its own body."""
        subject = ast.unparse(node.subject)
        self.visit(node.subject)
        for case in node.cases:
            outer, self._known = self._known, {one: set(of) for one, of in self._known.items()}
            types = self._pattern(case.pattern)
            if types:
                self._known[subject] = set()
                self._say(subject, types)
            if case.guard is not None:
                self.visit(case.guard)
            for one in case.body:
                self.visit(one)
            self._known = outer

    def _pattern(self, pattern: ast.pattern) -> set[str]:
        match pattern:
            case ast.MatchClass(cls=cls, kwd_attrs=names):
                types = _types(cls, self._groups)
                self._reads.kinds |= types
                for name in names:
                    self._reads.take(types, name)
                return types
            case ast.MatchOr(patterns=patterns):
                return set().union(*(self._pattern(one) for one in patterns))
            case ast.MatchAs(pattern=ast.pattern() as inner, name=name):
                types = self._pattern(inner)
                if name is not None:
                    self._say(name, types)
                return types
            case _:
                return set()

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Take a field that is read of a payload."""
        self._reads.take(self._of(node.value), node.attr)
        self.generic_visit(node)
