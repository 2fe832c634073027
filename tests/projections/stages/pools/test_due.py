"""The agenda: who judges which kind of matter."""

from projections.stages.pools.books.agenda.waiting import ACTS, Kind
from projections.stages.pools.due import MATTERS, WITHOUT_EVENT


def test_every_kind_of_matter_has_one_judge() -> None:
    """A kind is judged with its event, by its pool alone, or is an act that moves money."""
    kinds = [*MATTERS, *WITHOUT_EVENT, *ACTS]
    assert sorted(kinds) == sorted(Kind)
