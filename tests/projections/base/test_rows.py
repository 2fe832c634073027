"""What a page writes: held as it was when its stage said it."""

from projections.base.rows import Writes


def test_a_list_that_its_stage_empties_is_written_as_it_was() -> None:
    """A page's statements run after the flush: what healed stayed in its table for ever once."""
    over = [7, 9]
    writes = Writes("live")
    writes.delete("early_refusal", "t.position = ANY(%s)", (over,))
    over.clear()
    (act,) = writes.acts
    assert act.values == ([7, 9],)
