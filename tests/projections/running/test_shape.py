"""The mark that tells one version's projections from another's: tables, and what rows hold."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

from msgspec import Struct, defstruct

from ledger.events.base import Payload
from projections.running.pipeline import Pipeline, all_stages
from projections.stages.pools import Pools

NAMED_ELSEWHERE: Final = {
    "kind": "its caller names it",
    "KINDS[event.kind]": "of events, whose shapes have versions",
    "KNOWN_AS[what]": "all of these are the authority's states",
}
"""What stands in the code for a type, with why it is none by itself."""


def shape(state: Any) -> str:
    """Return the mark of a pipeline whose pools hold such a state."""

    class Other(Pools):
        """Pools with another state."""

        __module__ = Pools.__module__  # its SQL file stands there

        states = (state,)

    def make() -> list[Any]:
        return [Other() if type(stage) is Pools else stage for stage in all_stages()]

    return Pipeline(make).shape()


def test_another_shape_of_what_a_row_holds_is_another_version() -> None:
    """A field more, or one of another type, makes the projections anew; other words do not."""
    of_then = defstruct("State", [("drains", list[tuple[str, int]])])
    marks = {
        shape(of_then),
        shape(defstruct("State", [("drains", list[tuple[str, str, int]])])),
        shape(defstruct("State", [("drains", list[tuple[str, int]]), ("source", str, "")])),
    }
    assert len(marks) == 3
    reworded = defstruct(
        "State", [("drains", list[tuple[str, int]])], namespace={"__doc__": "Other words."}
    )
    assert shape(reworded) == shape(of_then)


def structs_in(kind: Any) -> set[type[Struct]]:
    """Return the structs that a type is made of."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return {kind}
    return set[type[Struct]]().union(*(structs_in(one) for one in get_args(kind)))


def types_read(folder: Path, package: str) -> Iterator[tuple[str, Any]]:
    """Yield the types by which the code of a stage reads JSON."""
    for path in sorted(folder.rglob("*.py")):
        inner = path.relative_to(folder).with_suffix("").parts
        name = ".".join((package, *inner)).removesuffix(".__init__")
        if name not in sys.modules:
            continue  # no stage has it
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            for one in node.keywords:
                if node.func.attr == "decode" and one.arg == "type":
                    text = ast.unparse(one.value)
                    if text not in NAMED_ELSEWHERE:
                        module = vars(sys.modules[name])
                        yield f"{name}: {text}", eval(text, module)  # noqa: S307 - our own code


def test_each_type_that_a_stage_reads_from_its_rows_is_in_its_mark() -> None:
    """Whoever keeps another value names its type: else old rows are read as what they are not."""
    seen = 0
    stages = [type(stage) for stage in all_stages()]
    for package in sorted({stage.__module__.rpartition(".")[0] for stage in stages}):
        folder = Path(sys.modules[package].__file__ or "").parent
        of_it = [stage for stage in stages if stage.__module__.startswith(f"{package}.")]
        marked = {one for stage in of_it for state in stage.states for one in structs_in(state)}
        for where, kind in types_read(folder, package):
            kept = {one for one in structs_in(kind) if not issubclass(one, Payload)}
            assert kept <= marked, f"{where}: in no `states` of {package}"
            seen += 1
    assert seen > 30
