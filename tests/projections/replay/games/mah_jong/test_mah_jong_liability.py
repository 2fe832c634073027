"""Mah-jong: who bears the others' loss (R36-R41, R44-R45), and the simplified game (R46-R77)."""

from typing import Any

import pytest
from msgspec import structs

from projections.replay.games.mah_jong import (
    Lance,
    MahJongRecord,
    Responsavel,
    settle,
)
from projections.replay.profiles.cabo_verde_2017 import MAH_JONG as RULES
from tests.projections.replay.games.mah_jong.mah_jong_cases import (
    MONEY,
    SHOWN,
    buys,
    capital,
    codes,
    deal,
    drops,
    facts,
    game,
    kai_vu,
    lays,
    moved,
    named,
    paid,
    pieces,
    result,
    shows,
    small,
    taken,
    turn,
    wins,
)

# --- who bears the others' loss --------------------------------------------------------------

BAMBUS = (
    drops(1, "b3"),
    lays(4, "p_ong", "b333", de=1),
    drops(4, "O"),
    *turn(1, "b1"),
    lays(4, "p_ong", "b111", de=1),
    drops(4, "O"),
    *turn(1, "b7"),
    lays(4, "p_ong", "b777", de=1),
    drops(4, "O"),
    *turn(1, "E"),
)
"""Norte has three sets of bambus on the table; the turn is Sul's."""
FOUR_BAMBUS = (shows(4, "b4588"),)
ALL_BY_SUL = {1: 0, 2: -1600, 3: 0, 4: 1600}
"""A fán dobrado to Norte: 800 of the banker, 400 each of the others, all by Sul."""
SHARED = {1: -800, 2: -400, 3: -400, 4: 1600}


def test_a_discard_to_three_open_sets_of_a_suit() -> None:
    """R36: Sul discards the b6 that completes ch'èng iat sêk beside three open sets: he pays all.

    His share and the two others', the banker's double included; with or without a ruling.
    """
    record = game(*BAMBUS, *turn(2, "b6"), wins(4, 2), mostradas=FOUR_BAMBUS)
    ruled = structs.replace(record, responsaveis=(Responsavel(seat=2, rule="MJ R36"),))
    assert moved(record) == moved(ruled) == ALL_BY_SUL
    assert result(ruled)["responsavel"] == 2
    assert codes(ruled) == []
    assert facts(record) == [("MJ-LIAB", "MJ R36", "sem_decisao")]


def test_two_open_sets_oblige_nobody() -> None:
    """R36: a ruling beside two open sets of the suit is contradicted, and all pay their own."""
    record = game(
        *BAMBUS[:8],
        *BAMBUS[9:10],
        *turn(2, "b6"),
        wins(4, 2),
        mostradas=(shows(4, "b4588", "b777"),),
        responsaveis=(Responsavel(seat=2, rule="R36"),),
    )
    lances = (*BAMBUS[:6], drops(4, "O"), *turn(1, "E"), *turn(2, "b6"), wins(4, 2))
    record = structs.replace(record, lances=lances)
    assert moved(record) == SHARED
    assert ("MJ-LIAB", "MJ R36", "decisao") in facts(record)


def test_the_fourth_set_and_the_win_of_the_next_draw() -> None:
    """R37: Sul's discard made Norte's fourth open set; Norte's next draw wins: Sul pays all."""
    fourth = (
        *BAMBUS,
        *turn(2, "b9"),
        lays(4, "p_ong", "b999", de=2),
        drops(4, "O"),
        *turn(1, "E"),
        *turn(2, "R"),
        *turn(3, "R"),
    )
    hand = (shows(4, "b88"),)
    ruling = (Responsavel(seat=2, rule="R37"),)
    record = game(*fourth, buys(4, "b8"), wins(4), mostradas=hand, responsaveis=ruling)
    # b333 b111 b777 b999 and b88: not cheng iu, since 3, 7 and 8 are there.
    assert moved(record) == ALL_BY_SUL
    assert codes(record) == []
    # One draw later it is not "the next turn" any more.
    later = (*fourth, *turn(4, "R"), *turn(1, "S"), *turn(2, "S"), *turn(3, "S"))
    record = game(*later, buys(4, "b8"), wins(4), mostradas=hand, responsaveis=ruling)
    assert moved(record) == SHARED
    assert facts(record) == [("MJ-LIAB", "MJ R37", "decisao")]


def great(*discards: Lance, hand: tuple[str, ...], **fields: Any) -> MahJongRecord:
    """Return a game in which Norte has R and B open, and wins with Sul's verde."""
    return game(
        drops(1, "R"),
        lays(4, "p_ong", "RRR", de=1),
        drops(4, "O"),
        *turn(1, "B"),
        lays(4, "p_ong", "BBB", de=1),
        drops(4, "O"),
        *discards,
        *turn(2, "V"),
        wins(4, 2),
        mostradas=(shows(4, *hand),),
        **fields,
    )


def test_the_third_trunfo() -> None:
    """R38, R45: Sul's verde completes tai sam un; he is exempt while no verde was in sight."""
    hand = ("VV", "n123", "b55")
    ruling = (Responsavel(seat=2, rule="R38"),)
    seen = great(*turn(1, "V"), hand=hand, responsaveis=ruling)
    assert moved(seen) == ALL_BY_SUL
    assert codes(seen) == []
    unseen = great(*turn(1, "E"), hand=hand, responsaveis=ruling)
    assert moved(unseen) == SHARED
    assert facts(unseen) == [("MJ-LIAB", "MJ R38", "decisao")]
    # Nobody ruled: the table shows it all the same, and who is not liable is not missed.
    assert moved(great(*turn(1, "V"), hand=hand)) == ALL_BY_SUL
    assert codes(great(*turn(1, "E"), hand=hand)) == []


def test_only_honours_oblige_nobody() -> None:
    """R44: the same discard into a hand of honours alone (chun chu)."""
    record = great(*turn(1, "V"), hand=("VV", "NNN", "EE"))
    assert "chun_chu" in result(record)["fans"]
    assert moved(record) == SHARED
    assert codes(record) == []
    ruled = structs.replace(record, responsaveis=(Responsavel(seat=2, rule="R38"),))
    assert moved(ruled) == SHARED
    assert facts(ruled) == [("MJ-LIAB", "MJ R38", "decisao")]


@pytest.mark.parametrize("rule", ["R39", "R40", "R41"])
def test_what_a_player_held_is_for_the_fiscal(rule: str) -> None:
    """R39-R41: the ruling decides where the discarder's hand is not known; kai vu: 400 in all."""
    record = kai_vu(responsaveis=(Responsavel(seat=2, rule=rule),))
    assert moved(record) == {1: 0, 2: -400, 3: 400, 4: 0}
    assert codes(record) == []
    # Nobody else discarded the piece.
    other = kai_vu(responsaveis=(Responsavel(seat=4, rule=rule),))
    assert moved(other) == {1: -200, 2: -100, 3: 400, 4: -100}
    assert facts(other) == [("MJ-LIAB", f"MJ {rule}", "decisao")]


@pytest.mark.parametrize(
    ("sul", "rule", "stands"),
    [
        # He waits for nothing and breaks three fives: R40 holds, R41 does not.
        (("b555", "n147", "c147", "SOV", "E"), "R40", True),
        (("b555", "n147", "c147", "SOV", "E"), "R41", False),
        # No set of three has the b5 in it: R40 does not hold.
        (("b58", "n147", "c147", "SOV", "EE"), "R40", False),
        # He waits for c1 alone and breaks his hand: R41 holds, R40 does not.
        (("b555", "n111222333", "c1"), "R41", True),
        (("b555", "n111222333", "c1"), "R40", False),
        # He waited for b5 and b8, and after the discard waits for c9: nothing was broken.
        (("b5678", "n111222333"), "R41", False),
        # R39: he keeps an honour; or has none.
        (("b555", "n147", "c147", "SOV", "E"), "R39", True),
        (("b555", "n111222333", "c1"), "R39", False),
    ],
)
def test_a_ruling_that_the_known_hand_contradicts(
    sul: tuple[str, ...],
    rule: str,
    stands: bool,
) -> None:
    """R39-R41: every piece is known from the deal on, and Sul discards b5 after drawing c9."""
    este = ("b2244", "n5566", "c2233", "NN")
    norte = ("b2233", "n7788", "c5566", "O")
    record = game(
        *deal(este, sul, ("b111", "n456", "c789", "b67", "n99"), norte),
        drops(1, "N"),
        buys(2, "c9"),
        drops(2, "b5"),
        wins(3, 2),
        mostradas=SHOWN,
        responsaveis=(Responsavel(seat=2, rule=rule),),
    )
    expected = {1: 0, 2: -400, 3: 400, 4: 0} if stands else {1: -200, 2: -100, 3: 400, 4: -100}
    assert moved(record) == expected
    assert codes(record) == ([] if stands else ["MJ-LIAB"])


@pytest.mark.parametrize("rule", ["R35", "R73", "fiscal", ""])
def test_a_ruling_by_no_such_rule(rule: str) -> None:
    """R36-R41 are the conventional game's obligations; another number obliges nobody."""
    record = kai_vu(responsaveis=(Responsavel(seat=2, rule=rule),))
    assert moved(record) == {1: -200, 2: -100, 3: 400, 4: -100}
    assert codes(record) == ["MJ-LIAB"]


def test_who_bears_the_loss_pays_no_more_than_his_capital() -> None:
    """R35: of 400 he can pay 150; the others pay nothing all the same."""
    record = kai_vu(responsaveis=(Responsavel(seat=2, rule="R40"),), capitais=capital(p2=150))
    assert moved(record) == {1: 0, 2: -150, 3: 150, 4: 0}


def test_the_liable_player_was_not_charged() -> None:
    """R36: all paid their own share though Sul had to pay everything."""
    record = game(
        *BAMBUS,
        *turn(2, "b6"),
        wins(4, 2),
        mostradas=FOUR_BAMBUS,
        payments=paid(p4=1600),
        records=MONEY,
    )
    shared = structs.replace(record, cobrancas=taken(p1=800, p2=400, p3=400))
    assert named(shared) == [
        ("MJ-LIAB", "MJ R36", 1, 800),
        ("MJ-LIAB", "MJ R36", 2, -1200),
        ("MJ-LIAB", "MJ R36", 3, 400),
    ]
    assert named(structs.replace(record, cobrancas=taken(p2=1600))) == []


# --- the simplified game ---------------------------------------------------------------------


def test_the_simplified_game() -> None:
    """R59, R66, R68: three players, kai vu: the banker 200, the other 100."""
    record = small(drops(1, "b9"), *turn(2, "b3"), wins(3, 2), mostradas=(shows(3, "b12", "VV"),))
    assert moved(record) == {1: -200, 2: -100, 3: 300}
    assert codes(record) == []
    assert result(record)["banca_seguinte"] == 2


def test_fat_chois_win() -> None:
    """R67 c: the winning piece is fát chói: one fán, and the banker receives double."""
    record = small(
        drops(1, "b9"),
        *turn(2, "b3"),
        *turn(3, "n2"),
        buys(1, "V"),
        wins(1),
        mostradas=(shows(1, "b123", "V"),),
    )
    assert moved(record) == {1: 800, 2: -400, 3: -400}


def test_a_winning_piece_that_nobody_saw() -> None:
    """R67 c: with a fát chói in the hand, kai vu or one fán hangs on it: no amount is said."""
    lances = (drops(1, "b9"), buys(2), wins(2))
    hangs = small(*lances, mostradas=(shows(2, "b123", "VV"),))
    assert {line.outcome.value for line in settle(hangs, RULES).lines} == {"pendente"}
    assert "a pedra do ganho" in settle(hangs, RULES).lines[0].why[0].text()
    assert moved(small(*lances, mostradas=(shows(2, "b123", "c55"),)))[2] == 300


def test_the_first_pieces_and_the_first_discard() -> None:
    """R60, R61: t'in vu and tei vu win at once and are kai vu."""
    first = small(wins(1), mostradas=(shows(1, "b123", "VV"),))
    assert (result(first)["fans"], moved(first)) == (["tin_vu"], {1: 400, 2: -200, 3: -200})
    second = small(drops(1, "b3"), wins(3, 1), mostradas=(shows(3, "b12", "VV"),))
    assert (result(second)["fans"], moved(second)) == (["tei_vu"], {1: -200, 2: -100, 3: 300})


def test_no_chi_and_no_pong_on_a_discard() -> None:
    """R62: the claim itself is MJ-WIN, and a win with it is none (R75, R76)."""
    lances = (
        drops(1, "b3"),
        lays(2, "ch_i", "b345", de=1),
        drops(2, "n1"),
        *turn(3, "V"),
        wins(2, 3),
    )
    record = small(*lances, mostradas=(shows(2, "V"),))
    assert facts(record) == [("MJ-WIN", "MJ R62", "ch_i"), ("MJ-WIN", "MJ R62", "conjunto_vedado")]
    assert moved(record) == {1: 200, 2: -400, 3: 200}


def test_a_kong_of_the_simplified_game() -> None:
    """R63, R64: on a discard it is allowed; the replacement wins without a fán (R67)."""
    lances = (
        drops(1, "b3"),
        lays(2, "k_ong", "b3333", de=1),
        buys(2, "n5", substituicao=True),
        wins(2),
    )
    record = small(*lances, mostradas=(shows(2, "n55"),))
    assert (result(record)["fans"], moved(record)) == ([], {1: -200, 2: 300, 3: -100})
    assert codes(record) == []


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_false_win_of_the_simplified_game(seat: int) -> None:
    """R75, R76: one fán to each other, banker or not, without a double."""
    record = small(wins(seat, None, "b5"), mostradas=(shows(seat, "b12", "VV"),), records=())
    assert moved(record) == {one: -400 if one == seat else 200 for one in (1, 2, 3)}
    assert facts(record) == [("MJ-WIN", "MJ R59", "combinacao")]


def fat_choi(*before: Lance, sul: tuple[str, ...], last: str, rule: str) -> MahJongRecord:
    """Return a game in which Oeste wins with Sul's discard; Sul's pieces are all known."""
    hands = (("n1", "n2", "n3", "n4", "b9"), sul, ("b12", "c55"))
    order = [0, 0, 1, 1, 2, 2] * 2 + [0]
    left = [list(pieces(*hand)) for hand in hands]
    draws = [Lance(seat=at + 1, tipo="compra", pedra=left[at].pop(0)) for at in order]
    return small(
        *draws,
        drops(1, "b9"),
        *before,
        buys(2, "n8"),
        drops(2, last),
        wins(3, 2),
        mostradas=(shows(3, "b12", "c55"),),
        responsaveis=(Responsavel(seat=2, rule=rule),),
    )


@pytest.mark.parametrize(
    ("sul", "last", "rule", "stands"),
    [
        # R73: he kept a fát chói and discarded b3; without one he kept nothing.
        (("V", "b3", "n9", "c1"), "b3", "R73", True),
        (("c2", "b3", "n9", "c1"), "b3", "R73", False),
        # R74: waiting for c1, he broke his three threes; or had only two; or waited for nothing.
        (("b333", "c1"), "b3", "R74", True),
        (("b33", "c12"), "b3", "R74", False),
        (("b33", "c11"), "b3", "R74", False),
        # Another game's rule.
        (("b333", "c1"), "b3", "R40", False),
    ],
)
def test_obligations_of_the_simplified_game(
    sul: tuple[str, ...],
    last: str,
    rule: str,
    stands: bool,
) -> None:
    """R73, R74: kai vu: 200 of the banker and 100 of Sul, all by Sul where he is liable."""
    record = fat_choi(sul=sul, last=last, rule=rule)
    assert moved(record) == ({1: 0, 2: -300, 3: 300} if stands else {1: -200, 2: -100, 3: 300})
    assert codes(record) == ([] if stands else ["MJ-LIAB"])


def test_an_unseen_fat_choi_obliges_nobody() -> None:
    """R77: the discarded fát chói was not in sight on the table; once one is, R74 holds."""
    hand = (shows(3, "b123", "V"),)
    ruling = (Responsavel(seat=2, rule="R74"),)
    unseen = small(drops(1, "b9"), *turn(2, "V"), wins(3, 2), mostradas=hand, responsaveis=ruling)
    assert moved(unseen) == {1: -400, 2: -200, 3: 600}
    assert codes(unseen) == ["MJ-LIAB"]
    seen = small(drops(1, "V"), *turn(2, "V"), wins(3, 2), mostradas=hand, responsaveis=ruling)
    assert moved(seen) == {1: 0, 2: -600, 3: 600}
    assert codes(seen) == []
