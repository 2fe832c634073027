"""What is refused, folded until it is written down: bounded, and none hidden behind another's."""

from collections.abc import Callable
from hashlib import sha256

import pytest

from ledger.door.refusals import EVENTS_MAX, OTHER_SOURCES, STORIES_EACH, Refusals
from ledger.events.registry import MORE_STORIES, STORY, TOLD_AGAIN, SubmissionRefused


def story(number: int) -> str:
    return sha256(str(number).encode()).hexdigest()


def flood(refusals: Refusals, source: str, count: int, *, first: int = 0) -> None:
    for number in range(first, first + count):
        refusals.note_story(source, story(number), anew=True)


def writing(said: list[SubmissionRefused], last: int = 10_000) -> Callable[..., bool]:
    """Return what says at most so many."""

    def say(payload: SubmissionRefused) -> bool:
        if len(said) == last:
            return False
        said.append(payload)
        return True

    return say


def test_a_flood_by_one_key_hides_no_other_key_s_story() -> None:
    """One source tells thousands: so many are named, the rest counted; another's one is named."""
    refusals, said = Refusals(), list[SubmissionRefused]()
    flood(refusals, "mesa", 5_000)
    refusals.note_story("caixa", story(7), anew=True)
    assert refusals.counted == {"mesa": 5_000 - STORIES_EACH}
    assert refusals.write(writing(said)) == STORIES_EACH + 2
    assert [(one.hash, one.count) for one in said if one.source == "caixa"] == [(story(7), 1)]
    (more,) = (one for one in said if one.code == MORE_STORIES)
    assert (more.source, more.hash, more.count) == (
        "mesa",
        story(STORIES_EACH),
        5_000 - STORIES_EACH,
    )
    assert refusals.counted == {"mesa": 5_000 - STORIES_EACH}, "for another minute"
    refusals.write(writing(said))
    assert refusals.counted == {}


def test_neither_many_keys_nor_strangers_hide_a_story() -> None:
    """The first of each source is named, though others took all the room there is."""
    refusals, said = Refusals(), list[SubmissionRefused]()
    for number in range(2 * EVENTS_MAX):
        refusals.note(f"stranger-{number}", "unknown-source", story(number), None)
    for number in range(20):
        flood(refusals, f"mesa-{number}", STORIES_EACH, first=1_000 * number)
    refusals.note_story("caixa", story(7), anew=True)
    refusals.write(writing(said))
    assert [one.hash for one in said if one.source == "caixa"] == [story(7)]
    assert {one.source for one in said if one.code == STORY} > {f"mesa-{n}" for n in range(20)}
    assert sum(one.count for one in said if one.source == OTHER_SOURCES) == EVENTS_MAX
    assert sum(one.count for one in said) == 2 * EVENTS_MAX + 20 * STORIES_EACH + 1
    assert len(said) < 2 * EVENTS_MAX + 100


def test_what_was_kept_before_is_named_and_not_counted_again() -> None:
    """A story that comes again a minute later may be one of those that were counted."""
    refusals, said = Refusals(), list[SubmissionRefused]()
    flood(refusals, "mesa", STORIES_EACH + 5)
    refusals.write(writing(said))
    said.clear()
    for _ in range(2):
        refusals.note_story("mesa", story(STORIES_EACH + 1), anew=False)
    refusals.write(writing(said))
    assert [(one.code, one.hash, one.count) for one in said] == [
        (TOLD_AGAIN, story(STORIES_EACH + 1), 2)
    ]


@pytest.mark.parametrize("said_first", [0, 1, 60, STORIES_EACH + 1])
def test_what_could_not_be_said_is_said_the_next_time(said_first: int) -> None:
    """A service whose key was ended, a store that is away: nothing of it is lost or told twice."""
    refusals, said = Refusals(), list[SubmissionRefused]()
    flood(refusals, "mesa", STORIES_EACH + 5)
    refusals.note("mesa", "gap", story(1), (4, bytes(32)))  # type: ignore[arg-type]
    assert refusals.write(writing(said, said_first)) == said_first
    refusals.note_story("mesa", story(STORIES_EACH - 1), anew=False)
    flood(refusals, "mesa", 1, first=9_000)
    refusals.note("mesa", "gap", story(2), None)

    def away(payload: SubmissionRefused) -> bool:
        raise OSError(payload.code)

    with pytest.raises(OSError, match="fork"):
        refusals.write(away)
    refusals.write(writing(said))
    fresh = [one for one in said if one.code != TOLD_AGAIN]
    assert sum(one.count for one in fresh if one.code in {STORY, MORE_STORIES}) >= STORIES_EACH + 6
    assert {one.hash for one in fresh if one.code == STORY} >= {
        story(number) for number in range(STORIES_EACH)
    }
    assert sum(one.count for one in said if one.code == "gap") == 2
    assert refusals.write(writing(said)) == 0
