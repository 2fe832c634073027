"""Pots: against the worked examples, and against moving every chip by hand."""

from hypothesis import given
from hypothesis import strategies as st

from projections.replay.games.poker.hand.layers import layers, split_in_chips, unmatched

STAKES = st.dictionaries(st.integers(1, 10), st.integers(0, 60), min_size=1, max_size=8)


def by_chips(stakes: dict[int, int], active: set[int]) -> dict[frozenset[int], int]:
    """Put every chip, one at a time, into the pot of those who may win it.

    The chip at height h of any stake is played for by the active players whose own stake reaches
    h; a chip higher than all of theirs, by those with the highest stake.
    """
    top = max(stakes.get(seat, 0) for seat in active)
    pots: dict[frozenset[int], int] = {}
    for stake in stakes.values():
        for height in range(1, stake + 1):
            reach = min(height, top)
            who = frozenset(seat for seat in active if stakes.get(seat, 0) >= max(reach, 1))
            pots[who or frozenset(active)] = pots.get(who or frozenset(active), 0) + 1
    return pots


@given(STAKES, st.data())
def test_layers_are_where_every_chip_falls(stakes: dict[int, int], data: st.DataObject) -> None:
    """Each layer holds exactly the chips its players may win, whoever put them there."""
    active = data.draw(st.sets(st.sampled_from(sorted(stakes)), min_size=1))
    made = layers(stakes, sorted(active))
    assert {frozenset(one.eligible): one.amount for one in made if one.amount} == by_chips(
        stakes, active
    )


@given(STAKES, st.data(), st.integers(0, 50), st.booleans())
def test_no_chip_is_lost_or_made(
    stakes: dict[int, int],
    data: st.DataObject,
    loose: int,
    shared: bool,
) -> None:
    """The layers hold all stakes and the loose money, by either method; none holds less than 0."""
    active = data.draw(st.sets(st.sampled_from(sorted(stakes)), min_size=1))
    made = layers(stakes, sorted(active), loose, shared=shared)
    assert sum(one.amount for one in made) == sum(stakes.values()) + loose
    assert all(one.amount >= 0 for one in made)
    assert all(one.eligible for one in made)
    assert [one.low for one in made[1:]] == [one.high for one in made[:-1]]


@given(st.dictionaries(st.integers(1, 10), st.integers(1, 60), min_size=1, max_size=8))
def test_without_abandoned_chips_both_methods_are_one(stakes: dict[int, int]) -> None:
    """R28's layers and R41's proportion differ by nothing but the chips of who gave up."""
    assert layers(stakes, list(stakes)) == layers(stakes, list(stakes), shared=True)


@given(st.integers(2, 5), st.integers(1, 100), st.integers(1, 100), st.integers(0, 100))
def test_one_encavado_takes_r41_by_the_letter(
    full_players: int, own: int, more: int, abandoned: int
) -> None:
    """Besides his bet he has the share of the pot that his stake is of the full one (R40, R41)."""
    full = own + more
    stakes = dict.fromkeys(range(1, full_players + 1), full) | {8: own, 9: min(abandoned, full)}
    active = [seat for seat in stakes if seat != 9]
    share = layers(stakes, active, shared=True)[0].amount
    assert share == own + own * (full * full_players + stakes[9]) // full


def test_the_rules_pages_example() -> None:
    """A, B 100, encavado C 40, D gave up 10: in layers C plays for 130, by the letter for 124."""
    stakes = {1: 100, 2: 100, 3: 40, 4: 10}
    assert [one.amount for one in layers(stakes, [1, 2, 3])] == [130, 120]
    assert [one.amount for one in layers(stakes, [1, 2, 3], shared=True)] == [124, 126]


def test_each_encavado_has_his_side_pot() -> None:
    """R28: two encavados of different amounts make two pots besides the last."""
    made = layers({1: 20, 2: 50, 3: 100, 4: 100}, [1, 2, 3, 4])
    assert [tuple(one) for one in made] == [
        (80, 0, 20, (1, 2, 3, 4)),
        (90, 20, 50, (2, 3, 4)),
        (100, 50, 100, (3, 4)),
    ]


def test_what_lies_above_all_active_goes_into_the_last_layer() -> None:
    """Chips of one who gave up beyond the highest active stake are the last pot's."""
    assert [one.amount for one in layers({1: 20, 2: 50, 3: 80}, [1, 2])] == [60, 90]


def test_loose_money_lies_in_the_main_pot() -> None:
    """A missed bet made good is the first layer's, being nobody's bet (O18)."""
    assert [one.amount for one in layers({1: 20, 2: 50, 3: 50}, [1, 2, 3], 7)] == [67, 60]


def test_who_staked_nothing_plays_for_nothing() -> None:
    """A player in the hand without a chip in the pot wins none, unless nobody has any."""
    assert layers({1: 20, 2: 20}, [1, 2, 3])[0].eligible == (1, 2)
    assert layers({4: 9}, [1, 2])[0] == (9, 0, 0, (1, 2))


@given(STAKES)
def test_what_nobody_matched_is_the_gap_to_the_next_stake(stakes: dict[int, int]) -> None:
    """Taking it away leaves two highest stakes, or a lone player's nothing."""
    seat, over = unmatched(stakes)
    ordered = sorted([*stakes.values(), 0], reverse=True)
    assert over == ordered[0] - ordered[1]
    if over:
        assert stakes[seat] == max(stakes.values())


@given(st.integers(0, 10_000), st.integers(1, 200), st.integers(1, 9))
def test_parts_are_whole_chips_but_the_first(amount: int, unit: int, parts: int) -> None:
    """R55: parts fall in whole chips, never rising, apart by one chip and what is below one."""
    shares = split_in_chips(amount, unit, parts)
    assert sum(shares) == amount
    assert len(shares) == parts
    assert shares == sorted(shares, reverse=True)
    if parts > 1:
        assert all(share % unit == 0 for share in shares[1:])
        assert shares[1] - shares[-1] <= unit
        assert shares[0] - shares[-1] < 2 * unit


def test_spare_chips_go_round_from_the_first() -> None:
    """1,250 in chips of 100 for three: 4 each, and the first has the chips' rest of 50."""
    assert split_in_chips(1_250, 100, 3) == [450, 400, 400]
    assert split_in_chips(1_400, 100, 3) == [500, 500, 400]
