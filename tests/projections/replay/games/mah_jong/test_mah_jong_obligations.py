"""Mah-jong: an obligation on the edge of its rule: one set, one draw, one kind of piece more."""

import pytest

from projections.replay.games.mah_jong import Lance, MahJongRecord, Responsavel
from projections.replay.games.mah_jong.liability import _great, _in_a_set
from tests.helpers.each import each
from tests.projections.replay.games.mah_jong.mah_jong_cases import (
    GROUPS,
    buys,
    drops,
    facts,
    found,
    game,
    kai_vu,
    lays,
    moved,
    piece,
    pieces,
    shows,
    turn,
    wins,
)

ALL_BY_SUL = {1: 0, 2: -1600, 3: 0, 4: 1600}
"""A fán dobrado to Norte: 800 of the banker, 400 each of the others, all by Sul."""
SHARED = {1: -800, 2: -400, 3: -400, 4: 1600}


def ruled(seat: int, rule: str) -> tuple[Responsavel, ...]:
    """Return a ruling of the fiscal."""
    return (Responsavel(seat=seat, rule=rule),)


def open_set(word: str) -> tuple[Lance, ...]:
    """Return Este's discard, on which Norte lays a p'óng, and Norte's own discard."""
    first = word[:2] if word[0] in GROUPS else word[0]
    return (drops(1, first), lays(4, "p_ong", word, de=1), drops(4, "O"))


TWO = (*open_set("b333"), buys(1), *open_set("b111"), buys(1))
"""Norte has two sets of bambus on the table, and Este is to discard."""


# --- R36: three sets of the suit -----------------------------------------------------------------


def closed_kong(**fields: object) -> MahJongRecord:
    """Return a game in which the third of Norte's sets in sight is a closed k'óng."""
    return game(
        *TWO,
        drops(1, "E"),
        buys(2),
        drops(2, "E"),
        buys(3),
        drops(3, "E"),
        buys(4, "b7"),
        Lance(seat=4, tipo="k_ong", pedras=("bambu-7",) * 4),
        buys(4, "O", substituicao=True),
        drops(4, "O"),
        *turn(1, "S"),
        *turn(2, "b6"),
        wins(4, 2),
        mostradas=(shows(4, "b4588"),),
        **fields,
    )


def test_with_a_closed_kong_as_third_set_only_the_fiscal_can_tell() -> None:
    """R36: nobody is liable by himself; a ruling stands, for the k'óng may have been in sight."""
    assert moved(closed_kong()) == SHARED
    assert facts(closed_kong()) == []
    record = closed_kong(responsaveis=ruled(2, "R36"))
    assert moved(record) == ALL_BY_SUL
    assert facts(record) == []


# --- R37: the fourth set -------------------------------------------------------------------------

THREE = (*TWO, *open_set("b777"), buys(1))
HAND = (shows(4, "b88"),)


def fourth(*last: Lance, **fields: object) -> MahJongRecord:
    """Return a game in which Sul's b9 made Norte's fourth open set; then these acts."""
    return game(
        *THREE,
        drops(1, "E"),
        *turn(2, "b9"),
        lays(4, "p_ong", "b999", de=2),
        drops(4, "O"),
        *turn(1, "E"),
        *turn(2, "R"),
        *last,
        mostradas=HAND,
        **fields,
    )


NEXT_DRAW = (*turn(3, "R"), buys(4, "b8"), wins(4))


def test_the_fourth_set_is_of_who_discarded_it() -> None:
    """R37: Sul, with a ruling or none; a ruling against another is contradicted."""
    assert moved(fourth(*NEXT_DRAW)) == ALL_BY_SUL
    assert facts(fourth(*NEXT_DRAW)) == [("MJ-LIAB", "MJ R37", "sem_decisao")]
    wrong = fourth(*NEXT_DRAW, responsaveis=ruled(3, "R37"))
    assert moved(wrong) == ALL_BY_SUL
    assert ("MJ-LIAB", "MJ R37", "decisao") in facts(wrong)


def test_a_win_by_a_discard_is_no_win_by_the_next_draw() -> None:
    """R36, R37: Oeste's b8 wins beside four open sets: R36 binds him, and R37 not Sul."""
    by_oeste = {1: 0, 2: 0, 3: -1600, 4: 1600}
    last = (*turn(3, "b8"), wins(4, 3))
    record = fourth(*last, responsaveis=ruled(2, "R37"))
    assert moved(record) == by_oeste
    assert ("MJ-LIAB", "MJ R37", "decisao") in facts(record)
    assert facts(fourth(*last, responsaveis=ruled(3, "R36"))) == []


def test_three_sets_and_the_next_draw_oblige_nobody() -> None:
    """R37 speaks of the fourth: with three in sight the win by a draw is everybody's loss."""
    record = game(
        *THREE,
        drops(1, "E"),
        *turn(2, "R"),
        *turn(3, "R"),
        buys(4, "b6"),
        wins(4),
        mostradas=(shows(4, "b4588"),),
        responsaveis=ruled(1, "R37"),
    )
    assert moved(record) == SHARED
    assert facts(record) == [("MJ-LIAB", "MJ R37", "decisao")]


def test_a_kong_as_fourth_set_is_for_the_fiscal() -> None:
    """R37: its replacement is a draw, too; whether it is the next turn's only people can say."""
    acts = (
        *THREE,
        drops(1, "E"),
        *turn(2, "b9"),
        lays(4, "k_ong", "b9999", de=2),
        buys(4, "b8", substituicao=True),
        wins(4),
    )
    plain = game(*acts, mostradas=HAND)
    assert moved(plain)[2] == moved(plain)[3]  # everybody pays his own share
    assert facts(plain) == []
    record = game(*acts, mostradas=HAND, responsaveis=ruled(2, "R37"))
    assert (moved(record)[1], moved(record)[3]) == (0, 0)
    assert facts(record) == []


# --- R38: the great sets -------------------------------------------------------------------------


def trunfos(hand: tuple[str, ...], last: str, **fields: object) -> MahJongRecord:
    """Return a game in which Norte has R and B open, a verde was in sight, and Sul's piece wins."""
    return game(
        *open_set("RRR"),
        buys(1),
        *open_set("BBB"),
        *turn(1, "V"),
        *turn(2, last),
        wins(4, 2),
        mostradas=(shows(4, *hand),),
        **fields,
    )


def test_only_the_piece_that_completes_the_great_sets_obliges() -> None:
    """R38: with three verdes of his own Norte wins on a six: no trunfo completed anything."""
    record = trunfos(("VVV", "b45", "n55"), "b6", responsaveis=ruled(2, "R38"))
    assert moved(record)[1] != 0
    assert facts(record) == [("MJ-LIAB", "MJ R38", "decisao")]


# --- R44, and no winner --------------------------------------------------------------------------


def test_a_hand_of_ones_and_nines_obliges_nobody() -> None:
    """R44: ch'êng iu; the same ruling that stands beside kai vu is contradicted."""
    record = game(
        drops(1, "N"),
        *turn(2, "b9"),
        wins(3, 2),
        mostradas=(shows(3, "n111999", "c111999", "b9"),),
        responsaveis=ruled(2, "R39"),
    )
    assert moved(record)[1] < 0
    assert facts(record) == [("MJ-LIAB", "MJ R39", "decisao")]
    assert facts(kai_vu(responsaveis=ruled(2, "R39"))) == []


def test_a_ruling_needs_a_winner() -> None:
    """R36-R41: nobody won, so nobody answers for a loss; unless the record does not show who."""
    nobody = game(drops(1, "N"), *turn(2, "b5"), responsaveis=ruled(2, "R40"))
    (fault,) = found(nobody)
    assert (fault.code, fault.rule, fault.expected) == ("MJ-LIAB", "MJ R40", "sem vencedor")
    unseen = kai_vu(mostradas=(), responsaveis=ruled(2, "R40"))
    assert "MJ-LIAB" not in [one.code for one in found(unseen)]


# --- what completes what -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "last", "obliges"),
    [
        (("tai_sam_un",), "R", True),
        (("tai_sam_un",), "E", None),  # a wind may have completed the hand, not the great sets
        (("tai_sam_un",), "b6", False),
        (("tai_sei_hei",), "E", True),
        (("tai_sei_hei",), "R", None),
        (("tai_sei_hei",), "b6", False),
        (("kai_vu",), "R", False),
        (("tai_sam_un", "tai_sei_hei"), "E", True),
        (("tai_sam_un", "tai_sei_hei"), "b6", False),
    ],
)
def test_great_sets_by_their_own_kind(
    names: tuple[str, ...], last: str, *, obliges: bool | None
) -> None:
    """R38: a trunfo for tai sam un, a wind for tai sei hei; another honour is for the fiscal."""
    assert _great(names, piece(last)) is obliges


@each(
    ("held", "last", "in_a_set"),
    [
        ("b333", "b3", True),
        ("b33", "b3", False),
        ("b345", "b3", True),
        ("b345", "b4", True),
        ("b345", "b5", True),
        ("b346", "b4", False),
        ("b356", "b5", False),
        ("b234", "b1", False),
        ("b123", "b1", True),
        ("b12", "b1", False),
        ("b789", "b9", True),
        ("b89", "b9", False),
        ("b3579", "b5", False),
        ("RRR", "R", True),
        ("RR", "R", False),
    ],
)
def test_a_piece_of_a_set_of_three(held: str, last: str, *, in_a_set: bool) -> None:
    """R40: three alike, or a run that has the piece at one of its ends or between."""
    assert _in_a_set(pieces(held, "n345"), piece(last)) is in_a_set
