"""No event is recorded in vain: what no projection reads stands in a list, with the reason why."""

import tomllib
from pathlib import Path
from textwrap import dedent

import pytest

from tests.projections.field_reads import PAYLOADS, Reads, all_fields, reads_of

ROOT = Path(__file__).parents[2] / "projections"
SHOWING = ("reads", "replay", "stages/history")
"""Who asks the tables, who never sees an event, and who notes every event alike."""
LISTED = tomllib.loads((Path(__file__).parent / "unread.toml").read_text("utf-8"))


def told(field: tuple[str, str]) -> str:
    """Return a field as the list spells it: ``kind.field``, of a later version ``kind/2.field``."""
    payload, name = field
    return f"{PAYLOADS[payload].KIND.removesuffix('/1')}.{name}"


def read() -> Reads:
    """Return what the stages and what they stand on read."""
    paths = [path for path in ROOT.rglob("*.py") if not told_of(path).startswith(SHOWING)]
    return reads_of(sorted(paths))


def told_of(path: Path) -> str:
    """Return a module's path in its package."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.deep
def test_what_nobody_reads_is_listed_with_a_reason() -> None:
    """A kind or field that no stage or gathering reads is in the list; what is read is not."""
    reads = read()
    unread = {told(one) for one in all_fields() - reads.fields}
    listed = [one for group in LISTED.values() for one in group["fields"]]
    whole = {one.removesuffix("*") for one in listed if one.endswith(".*")}
    excused = {one for one in unread if one.rpartition(".")[0] + "." in whole}
    assert sorted(unread - excused - set(listed)) == [], "nobody reads these, and no list says why"
    single = {one for one in listed if not one.endswith(".*")}
    assert sorted(single - unread) == [], "somebody reads these, or they are no fields"
    every = {told(one) for one in all_fields()}
    of = {one: {field for field in every if field.startswith(one)} for one in whole}
    assert {one for one, fields in of.items() if not fields & unread} == set()
    assert len(listed) == len(set(listed))
    assert all(group["reason"] for group in LISTED.values())
    bare = {name for name, payload in PAYLOADS.items() if not payload.__struct_fields__}
    assert sorted(bare - reads.kinds) == [], "nobody takes these, which have no fields"


def test_a_field_of_the_same_name_is_not_read(tmp_path: Path) -> None:
    """Only what is taken of an expression of the kind's own type counts."""
    source = """
        def shuffled(event, other):
            payload: DeckShuffled = event.payload
            match event.payload:
                case DiceShaken(times=times):
                    pass
                case WheelStopped():
                    print(event.payload.turns, event.source)
            return payload.times, other.method

        def chosen(event):
            if isinstance(event.payload, DiceChosen | DiceRolled):
                return event.payload.taken

        class Table:
            def on_launch(self, event):
                return event.payload.direction

        HANDLERS = {BallLaunched: "on_launch"}
    """
    module = tmp_path / "module.py"
    module.write_text(dedent(source), "utf-8")
    found = {told(one) for one in reads_of([module]).fields}
    assert found == {
        "deck-shuffled.times",
        "dice-shaken.times",
        "dice-chosen.taken",
        "ball-launched.direction",
        "wheel-stopped.turns",
    }
