"""A set's hash: of rows in any order, put in and taken out one by one or all at once."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ledger.audit.set_hash import SIZE, SetHash, hash_of, read_stored

lines = st.lists(st.binary(max_size=40), max_size=12)


@given(lines, lines, st.randoms())
def test_order_and_parts_make_no_difference(
    one: list[bytes], other: list[bytes], rng: Random
) -> None:
    """Rows put in together, in two parts, or shuffled; the second part taken out again."""
    both = one + other
    rng.shuffle(both)
    assert hash_of(both) == hash_of(one) + hash_of(other)
    assert hash_of(both) - hash_of(other) == hash_of(one)


@given(lines, st.binary(max_size=40))
def test_each_row_counts_as_often_as_it_stands(rows: list[bytes], more: bytes) -> None:
    """A row more, even one that is there already, is another set; its digest is another."""
    before, after = hash_of(rows), hash_of([*rows, more])
    assert after.rows == before.rows + 1
    assert (after.total, after.digest) != (before.total, before.digest)


def test_a_sum_is_stored_whole_and_read_again() -> None:
    """512 bytes, however often it went around; a row taken out that was never in is seen."""
    one = hash_of([b"a"])
    gone = SetHash() - one
    assert len(gone.stored) == SIZE
    assert read_stored(gone.rows, gone.stored) == gone != SetHash()
    assert gone + one == SetHash()
    assert gone.digest != SetHash().digest


def test_the_digest_is_this_for_ever() -> None:
    """What was stated by one release is compared by the next."""
    assert SetHash().digest == "20aa497d9bd4c19e851e3df6e386700faada213db38acf7679f6365832830b3d"
    assert (
        hash_of([b"1\tmesa-ra\t\\N", b"2\tmesa-ra\tt"]).digest
        == "e4092273005c9a5c0db60a8e0bb5e745534ae2d708231aa03fbd30e092ae8fad"
    )
