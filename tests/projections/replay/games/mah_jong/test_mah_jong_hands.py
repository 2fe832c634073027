"""Mah-jong: which pieces win and what they count, R17-R18, R27-R29, R59-R61, R66-R67.

Recognition is proved against a second method that never cuts a hand: it puts hands together from
sets and a pair, all of them where that can be done.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.replay.games.mah_jong.hand import (
    KONG,
    TREZE,
    Conjunto,
    cuts,
    is_treze,
    set_of,
    waits,
    winning,
)
from projections.replay.games.mah_jong.hand.fan import (
    RULE_OF,
    Causes,
    Value,
    simplified_value_of,
    value_of,
)
from projections.replay.kit.tiles import GROUPS, HONOURS, MAH_JONG, MAH_JONG_SIMPLIFIED, NUMBERED
from tests.helpers.each import each
from tests.projections.replay.games.mah_jong.mah_jong_cases import piece, pieces

SETS = (
    *((tile,) * 3 for tile in MAH_JONG),
    *(
        tuple(f"{group}-{number}" for number in range(low, low + 3))
        for group in GROUPS
        for low in range(1, 8)
    ),
)
"""Every set there is: 34 of three alike and 21 runs."""


@cache
def built(sets: int, *, pair: bool) -> Counter[tuple[int, ...]]:
    """Return every hand of one numbered group, put together, with the number of its ways."""
    shapes = [(at,) * 3 for at in range(9)] + [(at, at + 1, at + 2) for at in range(7)]
    ways: Counter[tuple[int, ...]] = Counter()
    for chosen in combinations_with_replacement(shapes, sets):
        counts = [0] * 9
        for at in (at for shape in chosen for at in shape):
            counts[at] += 1
        for twin in range(9) if pair else (None,):
            whole = [count + 2 * (at == twin) for at, count in enumerate(counts)]
            if max(whole) <= 4:
                ways[tuple(whole)] += 1
    return ways


def one_group(pieces_left: int, kinds: int = 9) -> Iterator[tuple[int, ...]]:
    """Yield every hand of so many pieces of one group, up to four of a kind."""
    if kinds == 1:
        if pieces_left <= 4:
            yield (pieces_left,)
        return
    for count in range(min(4, pieces_left) + 1):
        for rest in one_group(pieces_left - count, kinds - 1):
            yield (count, *rest)


def of_group(counts: tuple[int, ...], group: str) -> list[str]:
    """Return the pieces of a hand given by its counts."""
    return [f"{group}-{at + 1}" for at, count in enumerate(counts) for _ in range(count)]


def test_hands_put_together_are_as_many_as_are_published() -> None:
    """13,259 winning hands of one group of 14 pieces and 11,498,658 of all: the published counts.

    So the second method misses none and has none twice.
    """
    assert len(built(4, pair=True)) == 13_259
    plain = [len(built(sets, pair=False)) for sets in range(5)]
    paired = [len(built(sets, pair=True)) for sets in range(5)]
    honour = [1, 1, 0, 0, 0], [1, 0, 0, 0, 0]
    total: tuple[list[int], list[int]] = [1, 0, 0, 0, 0], [0] * 5
    for without, with_pair in [(plain, paired)] * 3 + [honour] * 7:
        old_plain, old_paired = total
        total = (
            [sum(old_plain[i] * without[k - i] for i in range(k + 1)) for k in range(5)],
            [
                sum(
                    old_plain[i] * with_pair[k - i] + old_paired[i] * without[k - i]
                    for i in range(k + 1)
                )
                for k in range(5)
            ],
        )
    assert total[1][4] == 11_498_658


@pytest.mark.parametrize("sets", [1, 2, 3, 4])
def test_every_hand_of_one_group_put_together_is_cut_in_all_its_ways(sets: int) -> None:
    """R17: what is made of sets and a pair wins, and no way to see it is missed or told twice."""
    for group, (counts, ways) in zip(
        GROUPS * len(built(sets, pair=True)), built(sets, pair=True).items(), strict=False
    ):
        found = cuts(of_group(counts, group), sets)
        assert len(found) == len(set(found)) == ways, counts


def test_no_other_hand_of_one_group_wins() -> None:
    """R17: of all hands of 5 and 8 pieces of a group, and of many of 11 and 14, no other."""
    for sets, step in ((1, 1), (2, 1), (3, 5), (4, 17)):
        known = built(sets, pair=True)
        for at, counts in enumerate(one_group(3 * sets + 2)):
            if at % step == 0:
                assert len(cuts(of_group(counts, "numero"), sets)) == known[counts], counts


def test_every_hand_of_the_simplified_game() -> None:
    """R59: of the 201,348 hands of five pieces exactly the 1,344 put together win.

    28 kinds of three alike and 21 runs, with 28 pairs, less the 28 that would need five alike.
    """
    known = {
        tuple(sorted((*one, twin, twin)))
        for one in SETS
        for twin in MAH_JONG_SIMPLIFIED
        if one[0] in MAH_JONG_SIMPLIFIED and (*one, twin, twin).count(twin) <= 4
    }
    assert len(known) == 49 * 28 - 28 == 1_344
    found = {
        hand
        for hand in combinations_with_replacement(sorted(MAH_JONG_SIMPLIFIED), 5)
        if hand[0] != hand[4] and winning(hand, 0, 1)
    }
    assert found == known


def by_brute_force(hand: list[str]) -> bool:
    """Tell whether eight pieces are two sets and a pair, by trying every order of them."""
    alike = {frozenset(Counter(one).items()) for one in SETS}
    return any(
        first == second
        and frozenset(Counter(rest[:3]).items()) in alike
        and frozenset(Counter(rest[3:]).items()) in alike
        for first, second, *rest in set(permutations(hand))
    )


def test_mixed_hands_against_every_order_of_their_pieces() -> None:
    """R17-R18: random hands of eight pieces, half of them nearly right, win as brute force says."""
    random = Random(1985)
    outcomes: set[bool] = set()
    for _ in range(12):
        hand = [*random.choice(SETS), *random.choice(SETS), *[random.choice(NUMBERED)] * 2]
        if random.random() < 0.5:
            hand[random.randrange(8)] = random.choice([*NUMBERED, *HONOURS])
        if max(Counter(hand).values()) <= 4:
            random.shuffle(hand)
            expected = by_brute_force(hand)
            assert bool(cuts(hand, 2)) == expected, hand
            outcomes.add(expected)
    assert outcomes == {True, False}


@given(
    st.lists(st.sampled_from(SETS), min_size=4, max_size=4),
    st.sampled_from(sorted(MAH_JONG)),
    st.randoms(use_true_random=False),
)
def test_four_sets_and_a_pair_win_in_any_order(
    sets: list[tuple[str, ...]], twin: str, random: Random
) -> None:
    """R17: the sets they were put together from are among the ways found."""
    hand = [tile for one in sets for tile in one] + [twin, twin]
    random.shuffle(hand)
    expected = Counter(tuple(sorted(one)) for one in sets)
    found = [
        Counter(tuple(sorted(one.tiles)) for one in cut.sets)
        for cut in winning(hand, 0, 4)
        if cut.pair == twin
    ]
    assert expected in found


@given(
    st.lists(st.sampled_from(SETS), min_size=4, max_size=4),
    st.sampled_from(sorted(MAH_JONG)),
    st.integers(0, 13),
)
def test_a_hand_waits_for_the_piece_taken_from_it(
    sets: list[tuple[str, ...]], twin: str, at: int
) -> None:
    """One piece short, the missing one is among those that win; no piece held four times is."""
    hand = [tile for one in sets for tile in one] + [twin, twin]
    missing = hand.pop(at)
    if hand.count(missing) < 4:
        assert missing in waits(hand, 0, 4)
    assert all(hand.count(tile) < 4 for tile in waits(hand, 0, 4))


def test_thirteen_kinds_and_one_more_of_them() -> None:
    """R29 g: treze chamadas is 13 hands, one a kind; beside open sets it is none."""
    assert len(TREZE) == 13
    for tile in TREZE:
        hand = [*TREZE, tile]
        assert is_treze(hand)
        (cut,) = winning(hand, 0, 4)
        assert (cut.sets, cut.pair) == ((), tile)
        assert not winning(hand, 1, 4)
    assert not winning([*TREZE, "bambu-2"], 0, 4)
    assert waits([*TREZE], 0, 4) == TREZE


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("b321",), Conjunto("sequencia", "bambu-1")),
        (("c789",), Conjunto("sequencia", "circulo-7")),
        (("VVV",), Conjunto("trio", "verde")),
        (("NNNN",), Conjunto("kong", "norte")),
        (("b89", "n1"), None),  # no run goes from one group into another
        (("b12", "n3"), None),
        (("ESO",), None),  # winds make no run
        (("b11",), None),
        (("b1234",), None),
        (("RRRB",), None),
    ],
)
def test_sets(words: tuple[str, ...], expected: Conjunto | None) -> None:
    """R18, R25: three or four alike, or three in a row of one numbered group."""
    assert set_of(pieces(*words)) == expected


def test_a_piece_that_does_not_exist_makes_nothing() -> None:
    """An unknown word is a fact, and no set."""
    assert set_of(["dragão"] * 3) is None
    assert cuts(["dragão"] * 5, 1) == []
    assert set_of([]) is None


# --- the conventional scale, worked by hand --------------------------------------------------


def value(
    *words: str, opened: tuple[str, ...] = (), closed_kong: tuple[str, ...] = (), **causes: object
) -> Value:
    """Return the value of closed pieces beside open sets; the player sits at Sul, roda Este."""
    laid = [set_of(pieces(word), aberto=True) for word in opened]
    laid += [set_of(pieces(word)) for word in closed_kong]
    sets = [one for one in laid if one is not None]
    assert len(sets) == len(opened) + len(closed_kong)
    said = {"pedra": None, "seat_wind": "sul", "round_wind": "este", **causes}
    ways = winning(pieces(*words), len(sets), 4)
    assert ways
    return value_of(ways, sets, Causes(**said), ceiling=2)  # type: ignore[arg-type]


@each(
    ("words", "opened", "names", "grade"),
    [
        # R27: nothing of what counts. Three alike and runs of several groups.
        (("b111", "n456", "c789", "b567", "n99"), (), "", 0),
        # R27: no set of three alike, but the pair is of the seat's wind: no p'èng vu.
        (("b123", "n456", "c789", "b567", "SS"), (), "", 0),
        (("b123", "n456", "c789", "b567", "EE"), (), "", 0),
        (("b123", "n456", "c789", "b567", "VV"), (), "", 0),
        # R28 a: a trunfo set; two of them are two fáns.
        (("b123", "n456", "c789", "VVV", "n99"), (), "conjunto_de_trunfo", 1),
        (("b123", "n456", "n99"), ("RRR", "BBBB"), "conjunto_de_trunfo conjunto_de_trunfo", 2),
        # R28 b, c: the roda's wind and the seat's; another wind counts nothing.
        (("b123", "n456", "c789", "EEE", "n99"), (), "vento_da_roda", 1),
        (("b123", "n456", "c789", "n99"), ("SSSS",), "vento_do_lugar", 1),
        (("b123", "n456", "c789", "OOO", "n99"), (), "", 0),
        # R28 f: no run.
        (("b111", "n444", "n99"), ("c777", "OOO"), "toi_toi_vu", 1),
        # R28 g: runs alone, the pair no trunfo and no wind of roda or seat.
        (("b123", "n456", "c789", "b567", "n99"), (), "peng_vu", 1),
        (("b123", "n456", "c789", "b567", "NN"), (), "peng_vu", 1),
        # R28 h: one group and honours that count nothing.
        (("b111", "b456", "b789", "OOO", "b99"), (), "wan_iat_sek", 1),
        (("b111", "b456", "b789", "b234", "VV"), (), "wan_iat_sek", 1),
        # R28 h, literal: the trunfo set counts, so the colour does not.
        (("b111", "b456", "b789", "VVV", "b99"), (), "conjunto_de_trunfo", 1),
        # R28 j: two trunfo sets and the pair of the third: 1 + 1 + 1, at most two.
        (
            ("b123", "n456", "VV"),
            ("RRR", "BBB"),
            "conjunto_de_trunfo conjunto_de_trunfo siu_sam_un",
            2,
        ),
        # R28 k: three sets of winds and a pair of the fourth; Oeste and Norte alone count nothing.
        (("b123", "EE"), ("SSS", "OOO", "NNN"), "siu_sei_hei vento_do_lugar", 2),
        # R28 l: 1, 9 and honours, both kinds.
        (("b111", "n999", "c11"), ("OOO", "b999"), "fa_iu_kau toi_toi_vu", 2),
        # R29 e: runs of one group, the pair a wind of neither roda nor seat.
        (("b123", "b456", "b789", "b234", "OO"), (), "wan_iat_sek_peng_vu", 2),
        # ... of a wind that is the seat's: the colour alone.
        (("b123", "b456", "b789", "b234", "SS"), (), "wan_iat_sek", 1),
        # R29 f: one group alone.
        (("c111", "c456", "c789", "c99"), ("c234",), "cheng_iat_sek", 2),
        # R29 i: three trunfo sets (each counts, too).
        (
            ("b123", "n55"),
            ("RRR", "BBB", "VVV"),
            "conjunto_de_trunfo conjunto_de_trunfo conjunto_de_trunfo tai_sam_un",
            2,
        ),
        # R29 j: four sets of winds and any pair.
        (
            ("n55",),
            ("EEE", "SSS", "OOO", "NNN"),
            "tai_sei_hei toi_toi_vu vento_da_roda vento_do_lugar",
            2,
        ),
        # R29 k: only 1 and 9, the pair, too.
        (("b111", "n999", "c11"), ("n111", "b999"), "cheng_iu toi_toi_vu", 2),
        # ... and with an eight as the pair it is only trios.
        (("b111", "n999", "c88"), ("n111", "b999"), "toi_toi_vu", 1),
        # R29 l: only honours, the pair, too; three trunfos' sets are not there.
        (
            ("OOO", "NNN", "RR"),
            ("VVV", "EEE"),
            "chun_chu conjunto_de_trunfo toi_toi_vu vento_da_roda",
            2,
        ),
    ],
)
def test_what_pieces_count(
    words: tuple[str, ...], opened: tuple[str, ...], names: str, grade: int
) -> None:
    """R27-R29, hand by hand; won on a discard by Sul in the roda Este."""
    found = value(*words, opened=opened)
    assert sorted(found.names) == sorted(names.split())
    assert found.grade == grade


def test_treze_chamadas_count_as_what_they_are() -> None:
    """R29 g: a fán dobrado, though it has no sets."""
    found = value("b19", "n19", "c19", "ESON", "RBVV")
    assert (found.names, found.grade) == (("treze_chamadas",), 2)


def test_seong_fan() -> None:
    """R29 c: the wind of the seat is the roda's: two, by one set."""
    found = value("b123", "n456", "c789", "SSS", "n99", round_wind="sul")
    assert (found.names, found.grade) == (("seong_fan",), 2)


def test_kan_kan_vu() -> None:
    """R29 h: four closed trios, drawn by himself, no k'óng; otherwise they are only trios."""
    trios = ("b222", "n333", "c444", "OOO", "n55")
    assert sorted(value(*trios, drawn=True).names) == ["kan_kan_vu", "toi_toi_vu"]
    assert value(*trios, drawn=True).grade == 2
    assert value(*trios).names == ("toi_toi_vu",)  # the winning piece was a discard
    assert value(*trios[1:], opened=("b222",), drawn=True).names == ("toi_toi_vu",)
    assert value(*trios[1:], closed_kong=("b2222",), drawn=True).names == ("toi_toi_vu",)


PLAIN = ("b111", "n456", "c789", "b567", "n99")
"""Kai vu by itself."""


@pytest.mark.parametrize(
    ("causes", "name", "grade"),
    [
        ({"robbed": True}, "cheong_kong", 1),  # R28 d
        ({"drawn": True, "replacements": 1}, "kong_seong_fa", 1),  # R28 e
        ({"drawn": True, "last": True}, "ultima_pedra", 1),  # R28 i
        ({"drawn": True, "first_hand": True}, "tin_vu", 2),  # R29 a
        ({"first_discard": True}, "tei_vu", 2),  # R29 b
        ({"drawn": True, "replacements": 2}, "kong_seong_kong", 2),  # R29 d
    ],
)
def test_what_the_winning_piece_counts(causes: dict[str, object], name: str, grade: int) -> None:
    """R28 d, e, i; R29 a, b, d: by the way the piece came, on a hand that is kai vu."""
    found = value(*PLAIN, **causes)
    assert (found.names, found.grade) == ((name,), grade)


def test_fans_add_up_to_two() -> None:
    """R29, DECISION: the sum, two at most: the last piece and one trunfo set are a fán dobrado."""
    assert value("b123", "n456", "c789", "VVV", "n99", drawn=True, last=True).grade == 2


def test_siu_sei_hei_alone_takes_the_colour_away() -> None:
    """R28 h, k: the set of winds counts by itself, so its honours are worth a fán."""
    found = value("b123", "EE", opened=("SSS", "OOO", "NNN"), seat_wind="este", round_wind="este")
    assert (found.names, found.grade) == (("siu_sei_hei",), 1)


def test_the_best_cut_counts() -> None:
    """DECISION: 111 222 333 as trios where that is better than three equal runs."""
    found = value("b111222333", "n55", opened=("OOO",))
    assert found.names == ("toi_toi_vu",)
    assert found.cut.pair == "numero-5"
    # With a run beside them the three equal runs are p'èng vu.
    assert value("b111222333", "n456", "n55").names == ("peng_vu",)


def test_every_fan_of_the_page_is_worked_above() -> None:
    """R28 a-l and R29 a-l are 24, one fán and two."""
    assert sorted(RULE_OF.values()) == sorted(
        [f"R28 {letter}" for letter in "abcdefghijkl"]
        + [f"R29 {letter}" for letter in "abcdefghijkl"]
    )


@given(
    st.lists(st.sampled_from(SETS), min_size=4, max_size=4),
    st.sampled_from(sorted(MAH_JONG)),
    st.booleans(),
)
def test_groups_may_change_their_names(
    sets: list[tuple[str, ...]],
    twin: str,
    drawn: bool,
) -> None:
    """No group is better than another: bambus for números changes no value."""
    hand = [tile for one in sets for tile in one] + [twin, twin]
    swap = {"bambu": "numero", "numero": "bambu"}
    other = [swap.get(tile[:-2], tile[:-2]) + tile[-2:] if "-" in tile else tile for tile in hand]
    causes = Causes(pedra=None, drawn=drawn, seat_wind="norte", round_wind="sul")
    one, two = (value_of(winning(each, 0, 4), (), causes, ceiling=2) for each in (hand, other))
    assert one.grade == two.grade
    assert sorted(one.names) == sorted(two.names)


@given(st.lists(st.sampled_from(SETS), min_size=4, max_size=4), st.sampled_from(sorted(MAH_JONG)))
def test_laying_a_set_open_is_never_better(sets: list[tuple[str, ...]], twin: str) -> None:
    """An open set fixes one cut and ends kan-kan vu: no grade rises by it."""
    closed = [tile for one in sets for tile in one] + [twin, twin]
    causes = Causes(pedra=None, drawn=True, seat_wind="norte", round_wind="sul")
    whole = value_of(winning(closed, 0, 4), (), causes, ceiling=2)
    laid = set_of(sets[0], aberto=True)
    assert laid is not None
    rest = winning([tile for one in sets[1:] for tile in one] + [twin, twin], 1, 4)
    assert value_of(rest, (laid,), causes, ceiling=2).grade <= whole.grade


# --- the simplified scale --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("causes", "names", "grade"),
    [
        ({"pedra": "bambu-3"}, "", 0),
        ({"pedra": "verde"}, "fat_choi", 1),  # R67 c
        ({"pedra": "bambu-3", "robbed": True}, "cheong_kong", 1),  # R67 a
        ({"pedra": "bambu-3", "drawn": True, "last": True}, "ultima_pedra", 1),  # R67 b
        ({"pedra": "verde", "drawn": True, "last": True}, "fat_choi ultima_pedra", 1),
        ({"pedra": "bambu-3", "drawn": True, "replacements": 1}, "", 0),  # R28 e is not repeated
        ({"pedra": None, "drawn": True, "first_hand": True}, "tin_vu", 0),  # R60
        ({"pedra": "bambu-3", "first_discard": True}, "tei_vu", 0),  # R61
    ],
)
def test_what_counts_in_the_simplified_game(
    causes: dict[str, object], names: str, grade: int
) -> None:
    """R66-R67: one fán or none; a fát chói that was held counts nothing."""
    ways = winning(pieces("b123", "VV"), 0, 1)
    found = simplified_value_of(ways, (), Causes(**causes), ceiling=1)  # type: ignore[arg-type]
    assert sorted(found.names) == sorted(names.split())
    assert found.grade == grade


def test_a_kong_is_the_set_of_the_simplified_game() -> None:
    """R64: four alike and a pair are five pieces' worth."""
    kong = set_of(pieces("c5555"))
    assert kong is not None
    assert kong.tipo == KONG
    (cut,) = winning(pieces("VV"), 1, 1)
    assert cut.pair == piece("V")
