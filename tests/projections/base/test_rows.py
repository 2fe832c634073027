"""What a page writes: held as it was when its stage said it."""

from projections.base.rows import Writes


def test_a_list_that_its_stage_empties_is_written_as_it_was() -> None:
    """A page's statements run after the flush: what healed stayed in its table for ever once."""
    over = [7, 9]
    writes = Writes("live")
    writes.execute("DELETE FROM {s}.early_refusal WHERE position = ANY(%s)", (over,))
    over.clear()
    ((_, values, _),) = writes.acts
    assert values == ([7, 9],)
