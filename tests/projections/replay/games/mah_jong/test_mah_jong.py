"""Mah-jong, regras 1-45: a whole game, who pays how much, false wins, order of play."""

from collections import Counter

import pytest
from msgspec import structs

from projections.replay.games.mah_jong import (
    Capital,
    Comissao,
    Escalao,
    Lance,
    MahJongRecord,
    settle,
)
from projections.replay.games.mah_jong.settling import first_group
from projections.replay.games.mah_jong.turns import played
from projections.replay.profiles.cabo_verde_2017 import MAH_JONG as RULES
from projections.replay.record import ErrorNoted
from projections.replay.registry import judge
from projections.replay.settlement import Outcome, describe
from tests.helpers.each import each
from tests.projections.replay.games.mah_jong.mah_jong_cases import (
    BY_3_FROM_2,
    CONV,
    ESTE,
    KAI_VU,
    MONEY,
    NORTE,
    OESTE,
    SHOWN,
    SIMP,
    SUL,
    WALL,
    WRONG,
    buys,
    capital,
    codes,
    deal,
    drops,
    facts,
    found,
    game,
    kai_vu,
    lays,
    moved,
    paid,
    pieces,
    result,
    shows,
    taken,
    turn,
    wins,
)

# --- a game from the deal to the money -------------------------------------------------------


def whole_game() -> MahJongRecord:
    """Return a game of which every piece is known from the deal to the money."""
    play = (
        *deal(ESTE, SUL, OESTE, NORTE),
        drops(1, "S"),
        buys(2, "c1"),
        drops(2, "b5"),
        buys(3, "N"),
        drops(3, "N"),
        buys(4, "n3"),
        drops(4, "n3"),
        lays(2, "p_ong", "n333", de=4),
        drops(2, "c1"),
        buys(3, "c8"),
        lays(3, "k_ong_fechado", "c8888"),
        buys(3, "B", substituicao=True),
        drops(3, "N"),
        buys(4, "n9"),
        drops(4, "n9"),
        buys(1, "c5"),
        drops(1, "c5"),
        wins(3, 1),
    )
    return game(
        *play,
        dados=(6, 6, 1),
        pedras=136,
        mostradas=(shows(3, "c2345", "n111", "BBB"),),
        comissao=(Escalao(ppm=50_000),),
        # One fán: the branca set. Banker 2 x 200, Sul and Norte 200; of 800 the house keeps 5 %.
        payments=paid(p3=760),
        cobrancas=taken(p1=400, p2=200, p4=200),
        comissoes=(Comissao(valor=40, seat=3, mode="prize"),),
        records=MONEY,
    )


def test_a_whole_game() -> None:
    """R8-R13, R21-R30, worked by hand: every piece known from the deal on.

    The dice show 13: of the banker's own row 13 groups are left and drawing begins at the 14th
    (R10). Este discards Sul's wind; Sul draws a one of círculos and discards the five of bambus.
    Oeste draws and discards Norte. Norte discards a three of números: Sul makes p'ông with it and
    discards the one. Oeste draws the fourth eight of círculos, lays a k'óng fechado and draws
    branca in its place; he discards Norte and is left with c2345, n111, BBB: he waits for c2 and
    c5. Norte's nine serves nobody; Este draws c5 and discards it.
    """
    record = whole_game()
    settlement = judge(record).settlement
    assert settlement.result == {
        "vencedor": 3,
        "graduacao": "um_fan",
        "fans": ["conjunto_de_trunfo"],
        "banca_seguinte": 2,
        "fila": 1,
        "grupo": 14,
    }
    assert moved(record) == {1: -400, 2: -200, 3: 760, 4: -200}
    assert [(one.seat, one.amount) for one in settlement.commissions] == [(3, 40)]
    assert found(record) == ()
    why = describe(settlement)["lines"][2]["why"]
    assert why["en"] == [
        (
            "Seat 3 has mah-jong: 4x circulo-8, 3x numero-1, circulo-2-3-4, 3x branca,"
            " pair of circulo-5. [MJ R17]"
        ),
        "It is worth 1 fán: conjunto de trunfo. The unit is 2.00. [MJ R28 a]",
        "Seat 1 pays 2.00 x 2 = 4.00. [MJ R30]",
        "Seat 2 pays 2.00 x 1 = 2.00. [MJ R30]",
        "Seat 4 pays 2.00 x 1 = 2.00. [MJ R30]",
        "Of the prize of 8.00 the commission takes 0.40; 7.60 is left. [MJ R31]",
    ]
    assert why["pt"][3] == "O lugar 2 paga 2.00 x 1 = 2.00. [MJ R30]"


@each("piece", [None, "?", "este-9"])
def test_one_piece_that_nobody_can_read_accuses_nobody(piece: str | None) -> None:
    """R13, R17: of the game above one piece drawn, dealt or discarded is not known.

    Oeste's hand was shown, so he is still owed 7.60 and Sul's 3.00 are 1.00 too much; but where the
    piece he won with is the one, nobody can tell whether he waited for it.
    """
    right = whole_game()
    for at, act in enumerate(right.lances):
        if act.pedra is None:
            continue
        lances = list(right.lances)
        lances[at] = structs.replace(act, pedra=piece)
        record = structs.replace(right, lances=tuple(lances))
        assert set(codes(record)) <= {"RES-IMPOSS"}, act
        wrong = structs.replace(record, cobrancas=taken(p1=400, p2=300, p4=200))
        last = at == len(lances) - 2
        assert last or "PAY-DIFF" in codes(wrong) or "MJ-FAN" in codes(wrong), act


def test_claims_of_two_pieces_are_not_of_one() -> None:
    """R26: who names another piece than the first did has not claimed the same."""
    acts = (drops(1, "S"), lays(3, "p_ong", "SSS", de=1), wins(2, 1, "E"))
    one, other = (structs.replace(acts[2], pedra=piece) for piece in ("sul", "este"))
    assert decide_on(*acts[:2], one) == [2]
    assert decide_on(drops(1, "S"), wins(3, 1, "S"), other) == [3]


def decide_on(*acts: Lance) -> list[int]:
    """Return who declared a win on the first piece that was claimed."""
    return [one.seat for one in played(game(*acts), CONV).declared]


# --- who pays how much -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winner", "words", "expected"),
    [
        # R30: the banker pays double to who wins ...
        (3, KAI_VU, {1: -200, 2: -100, 3: 400, 4: -100}),
        (2, KAI_VU, {1: -200, 2: 400, 3: -100, 4: -100}),
        # ... and receives double from all.
        (1, KAI_VU, {1: 600, 2: -200, 3: -200, 4: -200}),
        # R28 a: one fán.
        (3, ("VVV", "n456", "c789", "b67", "n99"), {1: -400, 2: -200, 3: 800, 4: -200}),
        # R29 f: a fán dobrado.
        (4, ("b1234446666789",), {1: -800, 2: -400, 3: -400, 4: 1600}),
        (1, ("b1234446666789",), {1: 2400, 2: -800, 3: -800, 4: -800}),
    ],
)
def test_what_each_pays(winner: int, words: tuple[str, ...], expected: dict[int, int]) -> None:
    """R27-R30 with units 1, 2 and 4: won by drawing b5, or with it from the banker's discard."""
    record = game(wins(winner, None, "b5"), mostradas=(shows(winner, *words),), records=())
    assert moved(record) == expected


def test_the_discarder_pays_no_more_than_the_others() -> None:
    """R30: who discarded the piece bears his own loss alone, unless R36-R41 say otherwise."""
    assert moved(kai_vu()) == {1: -200, 2: -100, 3: 400, 4: -100}


@pytest.mark.parametrize(
    ("capitals", "expected"),
    [
        # R35: 400 would be due and 250 were put in play: 125, 62 and a half twice; the odd one
        # goes to the first of the equal remainders in the order of places.
        (capital(p3=250), {1: -125, 2: -63, 3: 250, 4: -62}),
        (capital(p3=400), {1: -200, 2: -100, 3: 400, 4: -100}),
        (capital(p3=399), {1: -199, 2: -100, 3: 399, 4: -100}),
        (capital(p3=0), {1: 0, 2: 0, 3: 0, 4: 0}),
        # A loser pays at most his own capital ...
        (capital(p1=50, p3=1000), {1: -50, 2: -100, 3: 250, 4: -100}),
        # ... and the winner's own limits what is left of all: 250 to 125, half of each.
        (capital(p1=50, p3=125), {1: -25, 2: -50, 3: 125, 4: -50}),
    ],
)
def test_capitals(capitals: tuple[Capital, ...], expected: dict[int, int]) -> None:
    """R35: nobody wins more than he put in play, and nobody loses more."""
    assert moved(kai_vu(capitais=capitals)) == expected


@pytest.mark.parametrize(
    ("table", "fee"),
    [
        ((), 0),
        ((Escalao(ppm=50_000),), 20),  # 5 % of 400
        ((Escalao(ppm=33_333),), 13),  # 13.3332, rounded down
        ((Escalao(fixo=7),), 7),
        ((Escalao(ppm=50_000), Escalao(desde=400, ppm=10_000)), 4),  # the line it reaches
        ((Escalao(ppm=50_000), Escalao(desde=401, ppm=10_000)), 20),
        ((Escalao(fixo=900),), 400),  # never more than the prize
    ],
)
def test_commission(table: tuple[Escalao, ...], fee: int) -> None:
    """R31: of the prize, by the approved table; the losers pay what they would without it."""
    assert moved(kai_vu(comissao=table)) == {1: -200, 2: -100, 3: 400 - fee, 4: -100}
    assert sum(one.amount for one in settle(kai_vu(comissao=table), RULES).commissions) == fee


def test_a_game_without_a_winner() -> None:
    """R16: nothing is paid, and the bank stays; so many pieces are left in the wall."""
    record = game(drops(1, "N"), *turn(2, "b5"))
    assert moved(record) == {1: 0, 2: 0, 3: 0, 4: 0}
    assert result(record) == {"vencedor": None, "pedras_na_muralha": 136 - 54, "banca_seguinte": 1}
    assert codes(record) == []


@pytest.mark.parametrize(("winner", "banker"), [(1, 1), (2, 2), (3, 2), (4, 2)])
def test_the_bank_goes_to_the_right_when_another_wins(winner: int, banker: int) -> None:
    """R16: whoever of the others wins, it is the player at the banker's right who has it next."""
    record = game(wins(winner, None, "b5"), mostradas=(shows(winner, *KAI_VU),), records=())
    assert result(record)["banca_seguinte"] == banker


@pytest.mark.parametrize(
    ("dice", "simplified", "expected"),
    [
        ((6, 6, 1), False, (1, 14)),  # R10: 13, his own row, four groups remain
        ((1, 1, 1), False, (3, 4)),  # counted Este, Sul, Oeste
        ((2, 1, 1), False, (4, 5)),
        ((2, 2, 1), False, (1, 6)),
        ((6, 5, 5), False, (4, 17)),
        ((6, 6, 5), False, (4, 1)),  # 17: all of Este's row is left
        ((6, 6, 6), False, (1, 2)),  # 18: Sul's row, and one group of the one after it
        ((5, 4), True, (1, 10)),  # R53: 9, five groups remain
        ((6, 6), True, (4, 13)),
    ],
)
def test_where_drawing_begins(
    dice: tuple[int, ...],
    simplified: bool,
    expected: tuple[int, int],
) -> None:
    """R8-R10, R51-R53: the row by its place from the banker, and the group in it."""
    assert first_group(dice, SIMP if simplified else CONV) == expected


# --- false wins ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        # R43: the banker pays each of the three a fán dobrado: 3 x 400.
        (1, {1: -1200, 2: 400, 3: 400, 4: 400}),
        # R43: another pays the banker a fán dobrado and the two others one fán each.
        (2, {1: 400, 2: -800, 3: 200, 4: 200}),
        (4, {1: 400, 2: 200, 3: 200, 4: -800}),
    ],
)
def test_a_false_win(seat: int, expected: dict[int, int]) -> None:
    """R42-R43: no further double, no capital limits it, no commission; the bank stays."""
    record = game(
        wins(seat, None, "b5"),
        mostradas=(shows(seat, *WRONG),),
        capitais=capital(p1=10, p2=10, p3=10, p4=10),
        comissao=(Escalao(ppm=50_000),),
        records=(),
    )
    assert moved(record) == expected
    assert result(record) == {
        "vencedor": None,
        "pedras_na_muralha": 83,
        "falsos": [seat],
        "banca_seguinte": 1,
    }
    assert facts(record) == [("MJ-WIN", "MJ R17", "combinacao")]


def test_a_ponged_and_dropped_announcement_costs_the_win() -> None:
    """R33: who announced p'ông and did not make it cannot win that game."""
    gave_up = lays(3, "p_ong", de=1, feito=False)
    record = game(drops(1, "N"), gave_up, *turn(2, "b5"), wins(3, 2), mostradas=SHOWN)
    assert moved(record) == {1: 400, 2: 200, 3: -800, 4: 200}
    assert facts(record) == [("MJ-WIN", "MJ R33", "p_ong_desistido")]
    another = structs.replace(gave_up, seat=4)
    lances = (drops(1, "N"), another, *turn(2, "b5"), wins(3, 2))
    assert codes(game(*lances, mostradas=SHOWN)) == []


def chi_game(*middle: Lance, first: Lance) -> MahJongRecord:
    """Return a game in which Sul makes a ch'i and wins with n3 from Este."""
    return game(
        drops(1, "b3"),
        first,
        drops(2, "N"),
        *middle,
        wins(2, 1),
        mostradas=(shows(2, "n45", "c789", "c123", "OO"),),
    )


BAD = lays(2, "ch_i", "b35", "n4", de=1)
"""Three pieces that are no run."""
GOOD = lays(2, "ch_i", "b345", de=1)
LAST = (*turn(3, "E"), *turn(4, "E"), *turn(1, "n3"))


def test_a_wrong_set_put_right_in_time() -> None:
    """R42: before his own next draw he may put it right, and wins with it."""
    record = chi_game(GOOD, *LAST, first=BAD)
    assert codes(record) == []
    assert result(record)["vencedor"] == 2
    assert moved(record) == moved(chi_game(*LAST, first=GOOD))


def test_a_wrong_set_left_wrong() -> None:
    """R42: to open the pieces as winner without putting it right is a false win."""
    record = chi_game(*LAST, first=BAD)
    assert facts(record) == [("MJ-WIN", "MJ R42", "conjunto_errado")]
    assert moved(record) == {1: 400, 2: -800, 3: 200, 4: 200}


def test_a_wrong_set_put_right_too_late() -> None:
    """R42: after his own draw the error stays, and the win is false."""
    round_2 = (*turn(3, "E"), *turn(4, "E"), *turn(1, "O"), *turn(2, "E"))
    record = chi_game(*round_2, GOOD, *turn(3, "R"), *turn(4, "R"), *turn(1, "n3"), first=BAD)
    assert facts(record) == [
        ("MJ-PRIO", "MJ R42", "vez"),
        ("MJ-WIN", "MJ R42", "conjunto_errado"),
    ]


def test_who_wins_rightly_is_not_harmed_by_a_false_win_on_the_same_piece() -> None:
    """R26, R42: Oeste's hand is none, Norte's wins: Norte is paid, and Oeste indemnifies all."""
    record = game(
        *BY_3_FROM_2,
        wins(4, 2),
        mostradas=(shows(3, *WRONG), shows(4, "c111", "n123", "c789", "b67", "RR")),
    )
    # Norte's kai vu: 200 + 100 + 100; Oeste's indemnity: 400 to the banker, 200 to each other.
    assert moved(record) == {1: -200 + 400, 2: -100 + 200, 3: -100 - 800, 4: 400 + 200}
    assert codes(record) == ["MJ-WIN"]


def test_play_that_goes_on_after_a_false_win() -> None:
    """R42: the game is null by it; MJ-FALSE where draws and discards follow."""
    wrong = (shows(3, *WRONG),)
    record = game(*BY_3_FROM_2, *turn(4, "E"), mostradas=wrong)
    assert facts(record)[-1] == ("MJ-FALSE", "MJ R42", "continuou")
    assert "MJ-FALSE" not in codes(game(*BY_3_FROM_2, mostradas=wrong))


def test_a_hand_of_the_wrong_size_is_left_to_people() -> None:
    """R17: twelve pieces shown are no win, but perhaps one was not recorded: no money is said.

    Where the acts, too, give him twelve, the win is false.
    """
    short = shows(3, "b111", "n456", "c789", "b67", "n9")
    record = game(wins(3, None, "b5"), mostradas=(short,), records=None)
    settlement = settle(record, RULES)
    assert {line.outcome for line in settlement.lines} == {Outcome.PENDENTE}
    assert facts(record) == [("RES-IMPOSS", "MJ R17", "numero_de_pedras")]
    twice = (drops(1, "N"), *turn(2, "O"), *turn(3, "E"), drops(3, "S"))
    record = game(*twice, *turn(4, "S"), *turn(1, "E"), *turn(2, "b5"), wins(3, 2))
    record = structs.replace(record, mostradas=(short,))
    assert moved(record) == {1: 400, 2: 200, 3: -800, 4: 200}
    assert facts(record) == [("MJ-PRIO", "MJ R9", "vez"), ("MJ-WIN", "MJ R17", "combinacao")]


# --- order of play and priority --------------------------------------------------------------


@each(
    ("lances", "expected"),
    [
        ((drops(1, "N"), *turn(2, "O"), *turn(3, "E"), *turn(4, "S"), *turn(1, "E")), []),
        # R13: the banker discards first, and nobody else.
        ((*turn(2, "O"),), [("MJ-PRIO", "MJ R13")]),
        ((drops(3, "N"),), [("MJ-PRIO", "MJ R13")]),
        # R9: anticlockwise, each in his turn; nobody draws before a discard.
        ((drops(1, "N"), *turn(3, "O")), [("MJ-PRIO", "MJ R9")]),
        ((drops(1, "N"), buys(2), buys(3)), [("MJ-PRIO", "MJ R9")]),
        ((drops(1, "N"), drops(2, "E")), [("MJ-PRIO", "MJ R9")]),
        # R21: a ch'i only by the player at the discarder's right.
        ((drops(1, "b3"), lays(2, "ch_i", "b345", de=1), drops(2, "E"), *turn(3, "E")), []),
        ((drops(1, "b3"), lays(3, "ch_i", "b345", de=1)), [("MJ-PRIO", "MJ R21")]),
        # R23, R24: p'ong and k'ong by anybody; the turn goes on from who made it.
        ((drops(1, "N"), lays(4, "p_ong", "NNN", de=1), drops(4, "E"), *turn(1, "E")), []),
        ((drops(1, "N"), lays(4, "p_ong", "NNN", de=1), drops(4, "E"), *turn(2, "E")), "R9"),
        # R25: every k'ong takes a piece from the end, and only a k'ong.
        ((drops(1, "N"), lays(3, "k_ong", "NNNN", de=1), buys(3, substituicao=True)), []),
        ((drops(1, "N"), lays(3, "k_ong", "NNNN", de=1), buys(3)), [("MJ-PRIO", "MJ R25")]),
        ((drops(1, "N"), buys(2, substituicao=True)), [("MJ-PRIO", "MJ R25")]),
        ((drops(1, "N"), buys(2), lays(2, "k_ong_fechado", "EEEE"), drops(2, "S")), "R9"),
        # R24: a k'ong of one's own only in one's own turn.
        ((drops(1, "N"), lays(2, "k_ong_fechado", "EEEE")), [("MJ-PRIO", "MJ R24")]),
        # R32: a discard is not taken back.
        ((drops(1, "N"), lays(1, "p_ong", "NNN", de=1)), [("MJ-PRIO", "MJ R32")]),
        # A piece that lies there no more cannot be claimed.
        ((drops(1, "N"), *turn(2, "E"), lays(3, "p_ong", "NNN", de=1)), [("MJ-PRIO", "MJ R9")]),
    ],
)
def test_the_order_of_play(
    lances: tuple[Lance, ...], expected: list[tuple[str, str]] | str
) -> None:
    """R9, R13, R21-R25, R32: MJ-PRIO where a piece went to one whose turn it was not."""
    if isinstance(expected, str):
        expected = [("MJ-PRIO", f"MJ {expected}")]
    assert [(one.code, one.rule) for one in found(game(*lances))] == expected


def test_order_is_not_judged_where_acts_are_not_recorded() -> None:
    """A table that records wins alone has no draws to be out of turn."""
    assert codes(game(*turn(2, "O"), records=("payouts",))) == []
    assert (
        codes(
            game(
                wins(3, 2, "b5"),
                mostradas=SHOWN,
                records=None,
                payments=paid(p3=400),
                cobrancas=taken(p1=200, p2=100, p4=100),
            )
        )
        == []
    )


def test_a_chi_yields_to_a_pong_and_a_pong_to_a_win() -> None:
    """R22: of two claims on one piece the p'ong goes first; MJ-PRIO where the ch'i was made."""
    claims = (drops(1, "b3"), lays(2, "ch_i", "b345", de=1), lays(4, "p_ong", "b333", de=1))
    assert codes(game(*claims, drops(4, "E"), *turn(1, "E"))) == []
    against = game(*claims, drops(2, "E"))
    assert [(one.code, one.rule, one.seat) for one in found(against)] == [("MJ-PRIO", "MJ R22", 2)]
    won = game(drops(1, "b5"), lays(2, "p_ong", "b555", de=1), wins(3, 1), mostradas=SHOWN)
    assert result(won)["vencedor"] == 3
    assert codes(won) == []


@pytest.mark.parametrize(("discarder", "winner"), [(1, 2), (2, 3), (3, 4), (4, 2)])
def test_of_several_who_win_it_is_the_nearest(discarder: int, winner: int) -> None:
    """R26: all three others show a winning hand; anticlockwise from the discarder the first has it.

    Where Norte discards, Este has no winning hand, and Sul goes before Oeste.
    """
    order = [(discarder + step - 1) % 4 + 1 for step in (3, 1, 2)]
    hands = tuple(shows(seat, *((*WRONG,) if seat == 1 else KAI_VU)) for seat in order)
    said = [wins(seat, discarder, "b5") for seat in order]
    record = game(*said, mostradas=hands, records=())
    assert result(record)["vencedor"] == winner


def test_the_piece_given_to_another() -> None:
    """R26: Norte was paid, Oeste was nearer to Sul: both payments say MJ-PRIO."""
    norte = shows(4, "c111", "n123", "c789", "b67", "RR")
    both = game(*BY_3_FROM_2, wins(4, 2), mostradas=(*SHOWN, norte), records=("cards", "payouts"))
    right = structs.replace(both, payments=paid(p3=400))
    assert codes(right) == []
    wrong = structs.replace(both, payments=paid(p4=400))
    assert [(one.code, one.rule, one.seat, one.amount) for one in found(wrong)] == [
        ("MJ-PRIO", "MJ R26", 3, -400),
        ("MJ-PRIO", "MJ R26", 4, 400),
    ]


SAW = (ErrorNoted(error="viu_pedras", seat=3),)
KONG_AND_WIN = (
    drops(1, "N"),
    *turn(2, "O"),
    buys(3),
    lays(3, "k_ong_fechado", "b1111"),
    buys(3, "b5", substituicao=True),
    wins(3),
)
AFTER_KONG = (shows(3, "n456", "c789", "b567", "n99"),)


def test_who_saw_anothers_pieces_makes_no_kong() -> None:
    """R34: MJ-PRIO, and the forbidden k'ong's piece gives no fán; without it, kong seong fa."""
    lawful = game(*KONG_AND_WIN, mostradas=AFTER_KONG)
    assert result(lawful)["fans"] == ["kong_seong_fa"]
    assert codes(lawful) == []
    barred = structs.replace(lawful, errors=SAW)
    assert result(barred)["fans"] == []
    assert facts(barred) == [("MJ-PRIO", "MJ R34", "viu_pedras")]


def test_successive_kongs() -> None:
    """R29 d: the replacement is the fourth of another set in hand; R28 e where it is not."""
    lances = (
        *KONG_AND_WIN[:5],
        buys(3, "c2", substituicao=True),
        lays(3, "k_ong_fechado", "c2222"),
        buys(3, "b5", substituicao=True),
        wins(3),
    )
    hand = (shows(3, "n456", "b567", "n99"),)
    assert result(game(*lances, mostradas=hand))["fans"] == ["kong_seong_kong"]
    other = (*lances[:5], buys(3, "n4", substituicao=True), *lances[6:])
    assert result(game(*other, mostradas=hand))["fans"] == ["kong_seong_fa"]


def test_a_kong_onto_an_open_pong() -> None:
    """R25: the fourth drawn piece goes onto the p'ong of the table; his is the replacement."""
    lances = (
        drops(1, "b1"),
        lays(3, "p_ong", "b111", de=1),
        drops(3, "O"),
        *turn(4, "O"),
        *turn(1, "O"),
        *turn(2, "E"),
        buys(3, "b1"),
        lays(3, "k_ong", "b1111"),
        buys(3, "b5", substituicao=True),
        wins(3),
    )
    record = game(*lances, mostradas=AFTER_KONG)
    assert result(record)["fans"] == ["kong_seong_fa"]
    assert codes(record) == []


ROBBED = (
    drops(1, "b5"),
    lays(2, "p_ong", "b555", de=1),
    drops(2, "O"),
    *turn(3, "O"),
    *turn(4, "O"),
    *turn(1, "E"),
    buys(2, "b5"),
)


def test_robbing_a_kong() -> None:
    """R28 d: of an open k'ong, one fán; who lost the piece pays no more than his share."""
    record = game(*ROBBED, lays(2, "k_ong", "b5555"), wins(3, 2, roubo=True), mostradas=SHOWN)
    assert result(record)["fans"] == ["cheong_kong"]
    assert moved(record) == {1: -400, 2: -200, 3: 800, 4: -200}
    assert codes(record) == []


def test_a_closed_kong_is_not_robbed() -> None:
    """R28 d: only an open one; the win stands without the fán, and MJ-PRIO says how it came."""
    lances = (drops(1, "N"), buys(2), lays(2, "k_ong_fechado", "b5555"))
    record = game(*lances, wins(3, 2, roubo=True), mostradas=SHOWN)
    assert result(record)["fans"] == []
    assert facts(record) == [("MJ-PRIO", "MJ R28 d", "k_ong_fechado")]


def to_the_end(draws: int, *, flagged: bool) -> MahJongRecord:
    """Return a lawful game that is won with b5 by the last of so many draws after the deal."""
    pool = list((Counter(WALL) - Counter(pieces(*KAI_VU, "b5"))).elements())
    lances = [Lance(seat=1, tipo="descarte", pedra=pool.pop())]
    for draw in range(1, draws):
        seat = draw % 4 + 1
        lances += [buys(seat), Lance(seat=seat, tipo="descarte", pedra=pool.pop())]
    winner = draws % 4 + 1
    lances += [buys(winner, "b5", ultima=flagged), wins(winner)]
    return game(*lances, mostradas=(shows(winner, *KAI_VU),))


def test_the_last_piece() -> None:
    """R28 i: 136 less the 53 of the deal are 83 draws; the win by the 83rd is one fán.

    Counted from the acts, said or not; said of an earlier draw it is impossible and counts
    nothing. Where the acts are not recorded, what was said counts.
    """
    for flagged in (True, False):
        record = to_the_end(83, flagged=flagged)
        assert result(record)["fans"] == ["ultima_pedra"]
        assert codes(record) == []
    early = to_the_end(82, flagged=True)
    assert result(early)["fans"] == []
    assert facts(early) == [("RES-IMPOSS", "", "ultima")]
    assert codes(to_the_end(82, flagged=False)) == []
    apart = game(buys(3, "b5", ultima=True), wins(3), mostradas=SHOWN, records=())
    assert result(apart)["fans"] == ["ultima_pedra"]


def test_the_first_pieces_and_the_first_discard_from_the_acts() -> None:
    """R19, R20, R29 a, b: Este's fourteen; another with Este's first discard, and no later one."""
    este = game(wins(1), mostradas=(shows(1, *KAI_VU, "b5"),))
    assert (result(este)["fans"], moved(este)[1]) == (["tin_vu"], 2400)
    first = game(drops(1, "b5"), wins(3, 1), mostradas=SHOWN)
    assert (result(first)["fans"], moved(first)[3]) == (["tei_vu"], 1600)
    later = game(drops(1, "N"), *turn(2, "b5"), wins(3, 2), mostradas=SHOWN)
    assert result(later)["fans"] == []
    kong = (lays(1, "k_ong_fechado", "EEEE"), buys(1, substituicao=True), drops(1, "b5"))
    assert result(game(*kong, wins(3, 1), mostradas=SHOWN))["fans"] == ["tei_vu"]
    # Whoever does not record the acts says nothing of the first ones.
    assert result(game(wins(1), mostradas=(shows(1, *KAI_VU, "b5"),), records=()))["fans"] == []


def test_a_piece_robbed_of_no_kong_is_no_win_on_the_first_discard() -> None:
    """R28 d, R29 b: Este laid no k'óng; said to rob one, Oeste has kai vu and not the maximum."""
    record = game(drops(1, "b5"), wins(3, 1, "b5", roubo=True), mostradas=SHOWN)
    assert result(record)["fans"] == []
    assert moved(record) == {1: -200, 2: -100, 3: 400, 4: -100}
    assert facts(record) == [("MJ-PRIO", "MJ R9", "vez")]


def test_who_drew_does_not_win_with_the_pieces_of_the_deal() -> None:
    """R13, R29 a: Este drew b5 before he had discarded: kai vu, of two units from each."""
    record = game(buys(1, "b5"), wins(1), mostradas=(shows(1, *KAI_VU, "b5"),))
    assert result(record)["fans"] == []
    assert moved(record) == {1: 600, 2: -200, 3: -200, 4: -200}
    assert facts(record) == [("MJ-PRIO", "MJ R13", "vez")]


def test_a_kong_onto_an_open_pong_is_no_set_in_hand() -> None:
    """R29 d, literal: the second k'ong is of a set in the hand, not on the table."""
    lances = (
        drops(1, "b1"),
        lays(3, "p_ong", "b111", de=1),
        drops(3, "O"),
        *turn(4, "O"),
        *turn(1, "O"),
        *turn(2, "E"),
        buys(3, "c2"),
        lays(3, "k_ong_fechado", "c2222"),
        buys(3, "b1", substituicao=True),
        lays(3, "k_ong", "b1111"),
        buys(3, "b5", substituicao=True),
        wins(3),
    )
    record = game(*lances, mostradas=(shows(3, "n456", "b567", "n99"),))
    assert result(record)["fans"] == ["kong_seong_fa"]
    assert codes(record) == []
