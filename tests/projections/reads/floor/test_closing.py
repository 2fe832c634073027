"""The checklist of a day and a month: done, missing, not proved, or does not apply."""

from datetime import date

from projections.reads.floor.closing import (
    DAILY,
    MONTHLY,
    Counted,
    Doubt,
    Facts,
    Task,
    checklist,
    left,
)
from tests.fixtures.casino import DAY
from tests.helpers.each import each

NIGHT = date.fromisoformat(DAY)


def states(lines: list[Task]) -> dict[str, tuple[str, int, int]]:
    """Return each subject's state with how many of how many."""
    return {one.subject: (one.state, one.done, one.of) for one in lines}


@each(
    ("done", "of", "doubts", "state"),
    [
        (2, 2, [], "done"),
        (1, 2, [], "missing"),
        (0, 0, [], "none"),
        (2, 2, [Doubt(first=NIGHT, last=NIGHT)], "unproved"),
        (0, 0, [Doubt(first=NIGHT, last=None)], "unproved"),
        (1, 2, [Doubt(first=NIGHT, last=None)], "missing"),
        (2, 2, [Doubt(first=date(2027, 1, 1), last=None)], "done"),
        (2, 2, [Doubt(first=date.min, last=date(2026, 11, 1))], "done"),
    ],
)
def test_a_line_is_done_only_where_every_event_behind_it_was_folded(
    done: int, of: int, doubts: list[Doubt], state: str
) -> None:
    """What is not all there is missing; what lacks an event of its day is not proved."""
    counted = [Counted(day=NIGHT, subject="tables", of=of, done=done)]
    lines = checklist(Facts(counted=counted, doubts=doubts))
    assert lines[0].subject == "tables"
    assert lines[0].state == state


def test_each_day_has_every_line_and_the_period_its_own() -> None:
    """A line that has nothing behind it stands there too: it does not apply."""
    counted = [Counted(day=NIGHT, subject="actas", of=1, done=1)]
    lines = checklist(Facts(counted=counted, position=4, head=5, signers=frozenset({"ana"})))
    assert [one.subject for one in lines] == [*DAILY, *MONTHLY]
    assert [one.subject for one in left(lines)] == ["summed", "signatures"]
    assert states(lines)["signatures"] == ("missing", 1, 2)
    assert {one.state for one in checklist(Facts())} == {"none"}
