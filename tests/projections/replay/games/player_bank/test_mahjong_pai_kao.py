"""Mahjong pai kao, settled by hand from the rules; every deal of two hands."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.games.player_bank.jogada import (
    Abertura,
    Acto,
    Anterior,
    Anunciado,
    Associacao,
    Cobrada,
    Vista,
)
from projections.replay.games.player_bank.mahjong_pai_kao import (
    COVERAGE,
    VALUE,
    MahjongPaiKaoRecord,
    Rearranjo,
    combination,
    compare,
)
from projections.replay.kit.bets import BetChange, Moment
from projections.replay.kit.dice import Throw
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import decode_record
from projections.replay.settlement import Outcome
from tests.helpers.each import each
from tests.projections.replay.games.coup_table import judged_in_words
from tests.projections.replay.games.player_bank.player_bank_table import (
    any_deal,
    any_fields,
    balance,
    blamed,
    deal,
    due,
    faults,
    line,
    on,
    paid_exactly,
    settled,
    told,
)

HANDS: Final = {
    1: "9 9",  # a pair of nines
    2: "branca 7",  # seven, with the white piece
    3: "branca 4",  # four, with the white piece
    4: "8 6",  # four
    5: "8 6",  # four
    6: "7 1",  # eight: the banker
    7: "5 3",  # eight
    8: "5 4",  # nine
    9: "2 1",  # three
    10: "3 2",  # five
}
"""All twenty pieces."""
FIVE: Final = Throw(dados=(1, 1, 1, 2), by=6)
"""Counted from the banker at place 6, he being one: 6 7 8 9 10, so place 10 receives first."""
SAID: Final = Moment(seq=1)


def jogada(*bets: Any, **more: Any) -> MahjongPaiKaoRecord:
    """Return a jogada as it should be: the banker at place 6 with 100.00."""
    fields: dict[str, Any] = {
        "banqueiro": 6,
        "capital": 10_000,
        "bets": bets,
        "dados": (FIVE,),
        "primeiro_lugar": 10,
        "forma_distribuicao": SAID,
        "total_pedras": 20,
        "pedras": deal(HANDS, 10),
        **more,
    }
    return MahjongPaiKaoRecord(**fields)


def duel(hand: str, bank: str, **more: Any) -> MahjongPaiKaoRecord:
    """Return a jogada of which only the hands of place 1 and of the banker were opened."""
    opened = tuple(
        Abertura(seat=seat, cartas=tuple(pieces.split())) for seat, pieces in ((6, bank), (1, hand))
    )
    return jogada(on(1, 1), **{"pedras": (), "aberturas": opened, **more})


# --- the hands -----------------------------------------------------------------------------------

ORDER: Final = ("branca", "9", "8", "7", "6", "5", "4", "3", "2", "1")
"""III.3: from the greatest down."""
SET: Final = [(piece, copy) for piece in ORDER for copy in (1, 2)]


def better(hand: tuple[str, str], bank: tuple[str, str]) -> bool:
    """Tell by the rules' words, on another road, whether a hand beats the banker's."""
    pair, pair_of_bank = hand[0] == hand[1], bank[0] == bank[1]
    if pair or pair_of_bank:  # III.4
        if pair and pair_of_bank:
            return ORDER.index(hand[0]) < ORDER.index(bank[0])
        return pair
    counts = [sum(int(piece) for piece in pieces if piece != "branca") for pieces in (hand, bank)]
    mine, his = (count - 10 if count >= 10 else count for count in counts)  # III.6
    if mine != his:
        return mine > his
    if mine == 0:  # IV.27
        return False
    return min(map(ORDER.index, hand)) < min(map(ORDER.index, bank))  # III.7; equal: IV.28


def test_every_deal_of_two_hands() -> None:
    """III.3-III.7, IV.26-IV.28 over all 190 x 153 deals; the banker wins 0.506398 of them.

    The published value is 50.64 %.
    """
    wins = deals = 0
    for bank in combinations(SET, 2):
        rest = [piece for piece in SET if piece not in bank]
        for hand in combinations(rest, 2):
            mine, his = ((one[0], other[0]) for one, other in (hand, bank))
            own, banker = combination(mine), combination(his)
            assert own is not None
            assert banker is not None
            won, _ = compare(own, banker)
            assert won == better(mine, his)
            deals += 1
            wins += not won
    assert deals == 190 * 153
    assert Fraction(wins, deals) == Fraction(14_721, 29_070)
    assert round(Fraction(wins, deals) * 10**6) == 506_398


def test_how_many_hands_there_are_of_each() -> None:
    """III.4-III.6, by hand: ten pairs; odd points 5 x 4 hands, even ones 4 x 4.

    The ten values are the residues 0 to 9, white being 0. Two different residues make an odd sum in
    five ways, an even one in four; each piece is there twice.
    """
    counted = Counter[str]()
    for one, other in combinations(SET, 2):
        hand = combination((one[0], other[0]))
        assert hand is not None
        counted["pair" if hand.pair else str(hand.points)] += 1
    assert counted == {"pair": 10, **{str(p): 20 if p % 2 else 16 for p in range(10)}}


@each(
    ("hand", "bank", "wins", "rule"),
    [
        ("9 8", "branca 7", False, "PK III.7, IV.26"),
        ("branca 7", "9 8", True, "PK III.7, IV.26"),
        ("9 8", "6 1", True, "PK III.7, IV.26"),
        ("1 1", "branca 9", True, "PK III.4, IV.26"),
        ("branca branca", "9 9", True, "PK III.4, IV.26"),
        ("branca 9", "1 1", False, "PK III.4, IV.26"),
        ("branca 9", "9 8", True, "PK IV.26"),
        ("9 1", "6 4", False, "PK IV.27"),
        ("9 1", "branca branca", False, "PK III.4, IV.26"),
        ("7 3", "2 1", False, "PK IV.26"),
        ("8 6", "6 8", False, "PK IV.28"),
        ("branca 5", "5 branca", False, "PK IV.28"),
    ],
)
def test_the_rules_own_cases(hand: str, bank: str, rule: str, *, wins: bool) -> None:
    """III.3-III.7, IV.26-IV.28: nine and eight are seven, white and seven too, and greater."""
    found = line(duel(hand, bank), 1)
    assert found.outcome is (Outcome.GANHA if wins else Outcome.PERDE)
    assert found.rules[0] == rule


def test_no_hand_is_one_piece_or_a_ten() -> None:
    """II.2: what is no piece makes no hand."""
    assert combination(("9",)) is None
    assert combination(("9", "10")) is None
    assert sorted(VALUE.values()) == list(range(1, 11))


# --- a whole jogada ------------------------------------------------------------------------------


def test_a_whole_jogada() -> None:
    """IV.10, IV.13, IV.18, IV.26, worked by hand; no commission.

    The banker has eight, 7-1. In the bank 10.00 of his and 5.00 of the bet at his place. From place
    10 on: place 10 has five, +4.00; place 1 a pair, -12.00; place 7 eight with a five only, +2.00;
    place 8 nine: 20.00, of which 15.00 - 12.00 + 4.00 + 2.00 = 9.00 are left. The bank loses 15.00.
    """
    record = jogada(
        on(1, 1, 1_200),
        on(2, 7, 200),
        on(3, 8, 2_000),
        on(4, 10, 400),
        on(5, 6, 500),
        capital=1_000,
    )
    assert due(record) == [
        (1, "ganha", 1_200, 1_200),
        (2, "perde", 0, 0),
        (3, "ganha", 900, 2_000),
        (4, "perde", 0, 0),
        (5, "perde", 0, 0),
        (None, "perde", 0, 0),
    ]
    settlement = settled(record)
    assert settlement.result["banca"] == -1_500
    assert settlement.commissions == ()
    assert balance(settlement) == 0
    assert told(record) == []
    said = line(record, 3)
    assert [step.text("pt", said) for step in said.why] == [
        "O lugar 8 tem 5-4: 9 pontos. [PK III.5, III.6]",
        "O banqueiro tem 7-1: 8 pontos. [PK III.5, III.6]",
        "Os pontos de valor superior ganham. [PK IV.26]",
        "A banca tem 15.00 por tudo: de 20.00 só jogam 9.00, o resto volta. [PK IV.10]",
        "Ganha à banca 9.00, 1 para 1, e guarda a aposta de 20.00. [PK IV.26]",
    ]


def test_commissions_that_lack_are_told_by_place() -> None:
    """Art. 3 XXIX: 8 and 1 won, and nothing was taken of either: 1 is told before 8."""
    exact = paid_exactly(jogada(on(1, 8), on(2, 1), comissao_bp=500))
    found = faults(structs.replace(exact, comissoes=()))
    assert [(one.seat, one.amount) for one in found] == [(1, -50), (8, -50)]


def test_who_lost_owes_no_commission_whatever_the_rate() -> None:
    """Art. 3 XXIX: the table takes all that is won; place 10 lost, the banker is even."""
    record = jogada(on(1, 1), on(2, 10), comissao_bp=10_000)
    assert due(record) == [
        (1, "ganha", 0, 1_000),
        (2, "perde", 0, 0),
        (None, "nula", 0, 10_000),
    ]
    assert faults(paid_exactly(record)) == []
    (fault,) = faults(structs.replace(paid_exactly(record), comissoes=()))
    assert (fault.seat, fault.rule, fault.amount) == (1, "Art. 3 XXIX", -1_000)


def test_a_commission_where_the_table_declares_one() -> None:
    """Art. 3 XXIX: of prizes and of the bank's gain, rounded down; none is the default."""
    record = jogada(on(1, 1, 999), on(2, 10, 2_999), comissao_bp=500)
    assert due(record) == [
        (1, "ganha", 950, 999),
        (2, "perde", 0, 0),
        (None, "ganha", 1_900, 10_000),
    ]
    assert balance(settled(record)) == 0
    assert told(record) == []
    exact = paid_exactly(record)
    (fault,) = faults(structs.replace(exact, comissoes=exact.comissoes[:1]))
    assert (fault.code, fault.rule, fault.amount) == ("PAY-DIFF", "Art. 3 XXIX", -100)


def test_who_stands_behind_the_banker() -> None:
    """IV.12-IV.14: house and associate after the banker; nothing of the house's gain is charged."""
    record = jogada(
        on(1, 10, 2_000),
        capital=1_000,
        comissao_bp=500,
        associacoes=(Associacao(papel="casa", valor=600), Associacao(valor=900, seat=2)),
    )
    assert due(record)[1:] == [(None, "ganha", 950, 1_000), (None, "ganha", 380, 900)]
    assert settled(record).result["casa"] == 600
    assert balance(settled(record)) == 0


# --- void ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "others"),
    [
        ({"pedras": deal(HANDS, 10)[:-1]}, [("PK-DEAL", "PK IV.19")]),
        ({"total_pedras": 19}, [("PK-DEAL", "PK II.2")]),
        ({"errors": (ErrorNoted(error="incompleto"),)}, []),
    ],
)
def test_a_wrong_number_or_an_incomplete_set_is_void(
    more: dict[str, Any], others: list[tuple[str, str]]
) -> None:
    """IV.19: everything goes back; as played, VOID-MISS."""
    record = jogada(on(1, 1), on(2, 10), void=Void(cause="x"), **more)
    assert [one.due for one in settled(record).lines] == [1_000, 1_000, 10_000]
    assert told(record) == []
    assert told(structs.replace(record, void=None)) == [("VOID-MISS", "PK IV.19"), *others]


def test_a_piece_turned_by_chance_is_no_ground() -> None:
    """IV.20: the jogada goes on; called void it is VOID-BAD and settled as played."""
    pieces = tuple(structs.replace(one, open=True) for one in deal(HANDS, 10))
    record = jogada(on(1, 1), pedras=pieces)
    assert told(record) == []
    void = structs.replace(record, void=Void(cause="pedra_virada"))
    assert told(void) == [("VOID-BAD", "PK IV.19")]
    assert line(void, 1).prize == 1_000


# --- dice, deal, piles, openings -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"dados": (structs.replace(FIVE, nulo="off_table", dados=(6, 6)), FIVE)}, []),
        ({"primeiro_lugar": 9}, [("PK-DEAL", "PK IV.17, IV.18")]),
        ({"dados": (structs.replace(FIVE, by=1),)}, [("PK-DEAL", "PK IV.17, IV.21")]),
        ({"dados": (structs.replace(FIVE, nulo="leaning"),)}, [("PK-DEAL", "PK IV.17, IV.21")]),
        ({"dados": (structs.replace(FIVE, dados=(0, 1, 1, 3)), FIVE)}, [("RES-IMPOSS", "PK II.2")]),
    ],
)
def test_the_dice(more: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    """IV.17, IV.18, IV.21: the first flat throw of the banker's, nothing added or taken."""
    assert told(jogada(on(1, 1), **more)) == expected


def test_dealt_the_other_way_round() -> None:
    """IV.18: from right to left, which is anticlockwise."""
    back = dict(sorted(HANDS.items(), reverse=True))
    assert told(jogada(on(1, 1), pedras=deal(back, 10))) == [("PK-DEAL", "PK IV.18")]


def test_pieces_that_cannot_be() -> None:
    """II.2: two of each, and no others."""
    thrice = jogada(on(1, 1), pedras=deal({**HANDS, 2: "9 7"}, 10))
    assert told(thrice) == [("RES-IMPOSS", "PK II.2")]
    strange = jogada(on(1, 1), pedras=deal({**HANDS, 2: "este 7"}, 10))
    assert told(strange) == [("RES-IMPOSS", "PK II.2")]


def test_the_way_of_dealing_is_announced_before_the_dice() -> None:
    """IV.10: said too late, or not at all where the table records what is said."""
    thrown = (structs.replace(FIVE, seq=5),)
    fault = [("PK-DEAL", "PK IV.10")]
    for said, expected in ((Moment(seq=4), []), (Moment(seq=6), fault), (None, fault)):
        assert told(jogada(on(1, 1), dados=thrown, forma_distribuicao=said)) == expected
    silent = jogada(on(1, 1), forma_distribuicao=None, records=("bets", "cards", "payouts"))
    assert told(silent) == []


@pytest.mark.parametrize(
    ("moved", "expected"),
    [
        ([(1, 1), (2, 2), (6, 3)], 0),
        ([(1, 1), (1, 2), (2, 3), (6, 4)], 0),
        ([(6, 1)], 0),
        ([(1, 1), (2, 2), (3, 3)], 1),
        ([(6, 1), (1, 2)], 1),
        ([(6, 1), (6, 2)], 1),
        ([(1, 1), (6, 11)], 1),
    ],
)
def test_moving_the_piles(moved: list[tuple[int, int]], expected: int) -> None:
    """IV.22: two players at most, then the banker, nobody after him, all before the dice."""
    record = jogada(
        on(1, 1, seq=1),
        dados=(structs.replace(FIVE, seq=10),),
        rearranjos=tuple(Rearranjo(seat=seat, seq=seq) for seat, seq in moved),
    )
    assert told(record) == [("PK-DEAL", "PK IV.22")] * expected


def test_the_bankers_hand_is_opened_first() -> None:
    """IV.25: once all have seen theirs, his first, then the players'."""
    his = Abertura(seat=6, cartas=("7", "1"), seq=20)
    others = Abertura(seat=1, cartas=("9", "9"), seq=21)
    seen = Vista(seat=1, seq=19)
    assert told(jogada(on(1, 1), vistas=(seen,), aberturas=(his, others))) == []
    before = structs.replace(others, seq=18)
    fault = [("PK-DEAL", "PK IV.25")]
    assert told(jogada(on(1, 1), vistas=(seen,), aberturas=(before, his))) == fault
    late = structs.replace(seen, seq=22)
    assert told(jogada(on(1, 1), vistas=(late,), aberturas=(his, others))) == fault


# --- bets, bank, payments ------------------------------------------------------------------------


def test_bets_end_when_the_dice_are_shaken() -> None:
    """IV.23: nothing more, nothing back, nothing moved."""
    thrown = (structs.replace(FIVE, seq=10),)
    record = jogada(
        on(1, 1, seq=9),
        on(2, 8, seq=11),
        dados=thrown,
        alteracoes=(BetChange(bet=1, retirada=True, seq=12),),
    )
    assert [one[1] for one in due(record)][:2] == ["ganha", "devolvida"]
    assert told(record) == [("BET-LATE", "PK IV.23")] * 2
    assert told(jogada(on(1, 1, seq=9), dados=thrown)) == []


BEFORE: Final = Anterior(banqueiro=6, fica=10_000, seguidas=1, apostaram=(1, 2))


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"anterior": BEFORE}, ""),
        ({"anterior": structs.replace(BEFORE, seguidas=2)}, "PK IV.8"),
        ({"anterior": structs.replace(BEFORE, fica=10_001)}, "PK IV.11"),
        ({"capital": 0}, "PK IV.10"),
        (
            {
                "anterior": structs.replace(BEFORE, banqueiro=4),
                "actos": (Acto(acto="recusou", seat=5), Acto(acto="tomou", seat=6, valor=10_000)),
            },
            "PK IV.9",
        ),
        (
            {
                "anterior": structs.replace(BEFORE, banqueiro=4, apostaram=(1, 6)),
                "actos": (Acto(acto="recusou", seat=5), Acto(acto="tomou", seat=6, valor=10_000)),
            },
            "",
        ),
        ({"bets": (on(1, 2),), "associacoes": (Associacao(valor=100, seat=2),)}, "PK IV.14"),
        ({"bets": (on(1, 6, por=2),), "associacoes": (Associacao(valor=100, seat=2),)}, ""),
    ],
)
def test_the_bank(more: dict[str, Any], rule: str) -> None:
    """IV.8-IV.14: turns, refusals, capital, associates."""
    assert told(jogada(**{"bets": (on(1, 1, 100),), **more})) == (
        [("PK-BANK", rule)] if rule else []
    )


@pytest.mark.parametrize(
    ("payment", "expected"),
    [
        (Payment(seat=7, bets=(2,), amount=1_000, stake_returned=1_000), "PK III.7, IV.26"),
        (Payment(seat=9, bets=(3,), amount=1_000, stake_returned=1_000), "PK IV.26"),
        (Payment(seat=1, bets=(1,), amount=0), "PK III.4, IV.26"),
    ],
)
def test_a_combination_counted_wrongly(payment: Payment, expected: str) -> None:
    """III.4, III.7, IV.26: paid as if the other hand were the better is PK-TIE."""
    record = jogada(on(1, 1), on(2, 7), on(3, 9))
    assert blamed(record, payment) == [("PK-TIE", expected)]


@pytest.mark.parametrize(("hand", "bank", "rule"), [("9 1", "6 4", "27"), ("8 6", "8 6", "28")])
def test_a_tie_paid_to_the_player(hand: str, bank: str, rule: str) -> None:
    """IV.27, IV.28: zero, or equal pieces, on both sides are the banker's; a push is wrong too."""
    record = duel(hand, bank)
    paid = Payment(seat=1, bets=(1,), amount=1_000, stake_returned=1_000)
    assert blamed(record, paid) == [("PK-TIE", f"PK IV.{rule}")]
    push = structs.replace(paid, amount=0)
    assert blamed(record, push) == [("PK-TIE", f"PK IV.{rule}")]
    said = structs.replace(record, resultados=(Anunciado(seat=1, resultado="ganha"),))
    assert told(said) == [("PK-TIE", f"PK IV.{rule}")]
    assert told(structs.replace(record, resultados=(Anunciado(seat=1, resultado="perde"),))) == []


def test_beyond_the_capital() -> None:
    """IV.10: 20.00 paid of a bank of 10.00."""
    record = jogada(on(1, 1, 2_000), capital=1_000)
    over = Payment(seat=1, bets=(1,), amount=2_000, stake_returned=2_000)
    assert blamed(record, over) == [("PK-BANK", "PK IV.10")]


def test_no_direction_is_set_for_payments_but_the_bankers_place_comes_last() -> None:
    """IV.13: bets there after the banker, in the order placed; IV.18 speaks of the deal only."""
    record = paid_exactly(jogada(on(1, 1, 100), on(2, 8, 100), on(3, 6, 500)))
    one, two, behind, *rest = sorted(record.payments, key=lambda paid: paid.bets or (9,))
    assert faults(structs.replace(record, payments=(two, one, behind, *rest))) == []
    wrong = structs.replace(record, payments=(behind, one, two, *rest))
    assert [(one.code, one.rule) for one in faults(wrong)] == [("PAY-ORDER", "PK IV.13")]


def test_a_commission_that_no_table_declared() -> None:
    """Art. 3 XXIX: none was approved."""
    record = paid_exactly(jogada(on(1, 1)))
    taken = structs.replace(record, comissoes=(Cobrada(valor=50, seat=1),))
    assert [(one.code, one.amount) for one in faults(taken)] == [("PAY-DIFF", 50)]


def test_online_there_is_no_such_game() -> None:
    """ONL-NONE."""
    assert told(jogada(on(1, 1), mode="exclusive")) == [("ONL-NONE", "Art. 2")]


# --- properties ----------------------------------------------------------------------------------


@st.composite
def jogadas(draw: st.DrawFn) -> MahjongPaiKaoRecord:
    """Give a jogada of the real set, with bets, partners and a bank that may be too small."""
    random: Random = draw(st.randoms(use_true_random=False))
    pieces = [piece for piece, _ in SET]
    random.shuffle(pieces)
    banker, dados = random.randint(1, 10), tuple(random.randint(1, 6) for _ in range(4))
    first = (banker + sum(dados) - 2) % 10 + 1
    hands = {place: " ".join(pieces[2 * place - 2 : 2 * place]) for place in range(1, 11)}
    bets = [
        on(number, random.randint(1, 10), draw(st.integers(1, 5_000)))
        for number in range(1, draw(st.integers(0, 9)) + 1)
    ]
    return jogada(
        *bets,
        banqueiro=banker,
        capital=draw(st.integers(1, 8_000)),
        dados=(Throw(dados=dados),),
        primeiro_lugar=first,
        pedras=deal(hands, first),
        comissao_bp=draw(st.sampled_from([None, 0, 500])),
        associacoes=(Associacao(papel="casa", valor=draw(st.integers(0, 2_000))),),
    )


@given(jogadas())
@settings(max_examples=100, deadline=None)
def test_money_is_conserved_and_the_bank_never_exceeded(record: MahjongPaiKaoRecord) -> None:
    """IV.10: what one side wins the other loses; paid as due, nothing is found."""
    settlement = settled(record)
    assert balance(settlement) == 0
    total = (record.capital or 0) + record.associacoes[0].valor
    total += sum(bet.valor for bet in record.bets if bet.seat == record.banqueiro)
    assert abs(settlement.result["banca"]) <= total
    assert all(0 <= one.returned <= one.stake for one in settlement.lines)
    assert all(one.prize <= one.stake for one in settlement.lines)
    assert faults(paid_exactly(record)) == []


@given(jogadas())
@settings(max_examples=40, deadline=None)
def test_a_void_returns_everything(record: MahjongPaiKaoRecord) -> None:
    """IV.19: stakes and capital, whatever lay there."""
    void = structs.replace(record, void=Void(cause="x"), pedras=record.pedras[:-1])
    lines = settled(void).lines
    assert {one.bet for one in lines} >= {bet.bet for bet in record.bets}
    assert all((one.prize, one.returned) == (0, one.stake) for one in lines)


ANY_PIECES: Final = ("branca", "9", "1", "5", "este", "")


@given(
    st.builds(
        MahjongPaiKaoRecord,
        **any_fields(ANY_PIECES),
        pedras=any_deal(ANY_PIECES),
        comissao_bp=st.none() | st.integers(0, 20_000),
        total_pedras=st.none() | st.integers(0, 21),
        forma_distribuicao=st.none() | st.builds(Moment, seq=st.none() | st.integers(1, 9)),
        rearranjos=st.lists(
            st.builds(Rearranjo, seat=st.integers(0, 12), seq=st.none() | st.integers(1, 9)),
            max_size=4,
        ).map(tuple),
    )
)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_fact_is_too_strange_to_judge(record: MahjongPaiKaoRecord) -> None:
    """Accept facts, flag faults: nothing that a table records raises, and all can be said."""
    judged_in_words(record)


# --- the record and the register -----------------------------------------------------------------


def test_a_record_is_read_from_json() -> None:
    """The field names of the page."""
    record = decode_record(
        '{"game": "mahjong_pai_kao", "banqueiro": 2, "capital": 5000,'
        ' "bets": [{"bet": 1, "seat": 1, "tipo": "lugar", "valor": 250}],'
        ' "dados": [{"dados": [1, 1, 1, 1]}],'
        ' "aberturas": [{"seat": 2, "cartas": ["9", "8"]}, {"seat": 1, "cartas": ["branca", "7"]}]}'
    )
    assert isinstance(record, MahjongPaiKaoRecord)
    assert line(record, 1).prize == 250


def test_every_rule_is_accounted_for_once() -> None:
    """I.1, II.2, III.3 to III.7, IV.5 to IV.28, none missing."""
    due_rules = {"I.1", "II.2", *(f"III.{n}" for n in range(3, 8))}
    due_rules |= {f"IV.{n}" for n in range(5, 29)}
    assert {one.rule for one in COVERAGE} == due_rules
    assert not [one.rule for one in COVERAGE if one.status == "missing"]
