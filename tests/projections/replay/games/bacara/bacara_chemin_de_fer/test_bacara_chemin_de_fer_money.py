"""Bacará chemin de fer: bets against the bank, bancô, the cagnotte, the shoe, payments."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.replay.codes import CODES
from projections.replay.games.bacara.bacara_chemin_de_fer import cover
from projections.replay.games.bacara.bacara_chemin_de_fer.record import (
    Acto,
    Alteracao,
    Anterior,
    Aposta,
    CheminDeFerRecord,
    Pedido,
    Tomada,
    Troca,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.settling import gain_of
from projections.replay.kit.bets import Moment
from projections.replay.kit.shoe import Burned, Cut, Dealt, Shoe, Shuffled
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.helpers.each import each
from tests.projections.replay.games.bacara.bacara_chemin_de_fer.chemin_de_fer import (
    BANCO,
    BET,
    codes,
    coup,
    covered,
    dealt,
    error,
    found,
    line,
    said,
    settled,
    stake,
    table,
)

# --- who plays for how much -------------------------------------------------------------------


def test_bets_are_covered_from_the_bankers_right() -> None:
    """R122: seats 8, 9, 2 come before 6; those who stand last; the one that overflows is cut."""
    record = table(stake(1, 101, 5_000), stake(2, 6, 3_000), stake(3, 2, 4_000), stake(4, 8, 5_000))
    assert covered(record) == {4: 5_000, 3: 4_000, 2: 1_000, 1: 0}


def test_on_the_line_half_plays() -> None:
    """R17: of 30.01 on the line 15.00 play; all of it goes back but what is lost."""
    record = coup("2s 4d", "Ks 9d", ditos=said("nao"), bets=(stake(1, 2, 3_001, linha=True),))
    assert covered(record) == {1: 1_500}
    assert (line(record, 1).due, line(record, None).prize) == (1_501, 1_425)


def test_banco_covers_all_and_the_others_go_back() -> None:
    """R18: one ponto alone; the others' bets are not in play, what he laid too much neither."""
    record = table(
        stake(1, 8, 2_000),
        stake(2, 3, 12_000),
        pedidos=(Pedido(seat=3, forma="banco", bet=2),),
    )
    assert covered(record) == {1: 0, 2: 10_000}


def test_seated_before_standing_and_by_right() -> None:
    """R21, R22: 8 goes before 2, and both before 101."""
    bets = (stake(1, 101, 10_000), stake(2, 2, 10_000), stake(3, 8, 10_000))
    calls = tuple(Pedido(seat=one.seat, forma="banco", bet=one.bet) for one in bets)
    assert covered(table(*bets, pedidos=calls)) == {1: 0, 2: 0, 3: 10_000}
    assert covered(table(*bets[:2], pedidos=calls[:2])) == {1: 0, 2: 10_000}


def test_banco_goes_before_com_a_mesa() -> None:
    """R23: even a standing player's."""
    bets = (stake(1, 8, 6_000), stake(2, 101, 10_000))
    calls = (Pedido(seat=8, forma="com_a_mesa", bet=1), Pedido(seat=101, forma="banco", bet=2))
    assert covered(table(*bets, pedidos=calls)) == {1: 0, 2: 10_000}


def test_com_a_mesa_is_covered_first_and_the_rest_in_order() -> None:
    """R28, R33: 60.00 com a mesa, then 8's 30.00, and 10.00 of 9's 30.00."""
    record = table(
        stake(1, 8, 3_000),
        stake(2, 9, 3_000),
        stake(3, 4, 6_000),
        pedidos=(Pedido(seat=4, forma="com_a_mesa", bet=3),),
    )
    assert covered(record) == {1: 3_000, 2: 1_000, 3: 6_000}
    assert cover(record).cartas == 4


def test_com_a_mesa_wants_half_of_the_bank() -> None:
    """R28: with 49.00 the cards are the highest bet's; with 50.00 the caller's."""
    bets = (stake(1, 8, 5_100), stake(2, 4, 4_900))
    call = (Pedido(seat=4, forma="com_a_mesa", bet=2),)
    assert cover(table(*bets, pedidos=call)).cartas == 8
    half = (stake(1, 8, 5_000), stake(2, 4, 5_000))
    assert cover(table(*half, pedidos=call)).cartas == 4


def test_com_a_mesa_seul_and_seul_again() -> None:
    """R29-R31: seated outranks standing; he regains it alone; a seated one takes that too."""
    standing, seated = stake(1, 101, 10_000), stake(2, 9, 10_000)
    first = Pedido(seat=101, forma="com_a_mesa", bet=1)
    outranked = Pedido(seat=9, forma="com_a_mesa", bet=2)
    alone = Pedido(seat=101, forma="seul", bet=1)
    at_the_table = Pedido(seat=9, forma="seul", bet=2)

    def holder(*calls: Pedido) -> int | None:
        return cover(table(standing, seated, pedidos=calls)).banco.seat

    assert holder(first) == 101
    assert holder(first, outranked) == 9
    assert holder(first, outranked, alone) == 101
    assert holder(first, outranked, alone, at_the_table) == 9


def test_com_a_mesa_is_a_single_coup() -> None:
    """R32: who made it in the coup before may now only make it seul."""
    before = Anterior(banqueiro=7, capital=10_000, com_a_mesa=4)
    bets = (stake(1, 4, 10_000),)

    def holder(form: str) -> int | None:
        calls = (Pedido(seat=4, forma=form, bet=1),)
        return cover(table(*bets, pedidos=calls, anterior=before)).banco.seat

    assert [holder(form) for form in ("com_a_mesa", "banco", "seul")] == [None, None, 4]


LOST = Anterior(banqueiro=7, capital=5_000, resultado="ganha", banco=4, banca=9_750)


def test_suivi_is_for_who_made_and_lost_banco() -> None:
    """R24: it goes before another's bancô; who won, or another, has no such right."""
    bets = (stake(1, 8, 10_000), stake(2, 4, 10_000))
    calls = (Pedido(seat=8, forma="banco", bet=1), Pedido(seat=4, forma="suivi", bet=2))

    def holder(before: Anterior) -> int | None:
        return cover(table(*bets, pedidos=calls, anterior=before)).banco.seat

    assert holder(LOST) == 4
    assert holder(msgspec.structs.replace(LOST, resultado="perde")) == 8
    assert holder(msgspec.structs.replace(LOST, banco=3)) == 8


def test_suivi_survives_the_passing_of_the_hand() -> None:
    """R27: 7 won and passed, 9 holds the bank now; 4 may follow his bancô all the same."""
    record = table(
        stake(1, 8, 10_000),
        stake(2, 4, 10_000),
        pedidos=(Pedido(seat=8, forma="banco", bet=1), Pedido(seat=4, forma="suivi", bet=2)),
        anterior=LOST,
        actos=(Acto(acto="passou", seat=7, via="own"), Acto(acto="tomou", seat=9, via="offer")),
        banqueiro=9,
    )
    assert cover(record).banco.seat == 4


def test_suivi_may_come_after_the_deal_and_banco_may_not() -> None:
    """R24: after the fourth card; the bet is not late."""
    cards = tuple(
        Dealt(to=side, card=one, seq=10 + at)
        for at, (side, one) in enumerate(
            zip(("ponto", "banca") * 2, ("2s", "Ks", "4d", "9d"), strict=True)
        )
    )
    bets = (stake(1, 8, 3_000, seq=5), stake(2, 4, 10_000, seq=15))
    closed = Moment(seq=9)

    def made(form: str) -> dict[int, int]:
        calls = (Pedido(seat=4, forma=form, bet=2, seq=14),)
        return covered(table(*bets, pedidos=calls, anterior=LOST, cards=cards, jogo_feito=closed))

    assert made("suivi") == {1: 0, 2: 10_000}
    assert made("banco") == {1: 3_000, 2: 0}


@pytest.mark.parametrize(
    ("taken", "holder"),
    [
        (Tomada(seat=8), 4),  # R25: not seen
        (Tomada(seat=8, vistas=True), None),  # R25: seen
        (Tomada(seat=8, vistas=True, agarradas=True), 4),  # R26: grabbed, even seen
        (Tomada(seat=8, vistas=True, agarradas=True, anunciadas=True), None),  # R26: announced
    ],
)
def test_suivi_when_another_has_the_cards(taken: Tomada, holder: int | None) -> None:
    """R25, R26: unseen cards go to him, seen ones stay; grabbed ones go unless announced."""
    calls = (Pedido(seat=4, forma="suivi", bet=2),)
    record = table(
        stake(1, 8, 3_000),
        stake(2, 4, 10_000),
        pedidos=calls,
        anterior=LOST,
        tomadas=(taken,),
    )
    assert cover(record).banco.seat == holder


def test_who_passed_after_a_tie_makes_no_banco() -> None:
    """R90."""
    tie = Anterior(banqueiro=4, capital=10_000, resultado="nula", banca=10_000)
    record = table(
        stake(1, 4, 10_000),
        pedidos=(Pedido(seat=4, forma="banco", bet=1),),
        anterior=tie,
        actos=(Acto(acto="passou", seat=4, via="tie"),),
    )
    assert cover(record).banco.seat is None
    assert cover(msgspec.structs.replace(record, actos=())).banco.seat == 4


def test_who_moved_for_the_hand_has_no_priority() -> None:
    """R93: he comes after everybody."""
    bets = (stake(1, 8, 10_000), stake(2, 101, 10_000))
    calls = tuple(Pedido(seat=one.seat, forma="banco", bet=one.bet) for one in bets)
    assert cover(table(*bets, pedidos=calls, mudaram=(8,))).banco.seat == 101


def test_cards_go_to_the_highest_seated_bet() -> None:
    """R35, R36, R100: 101 stands; 3 and 9 lay as much, 9 is nearer; who knows no rules has none."""
    bets = (stake(1, 101, 4_000), stake(2, 3, 2_000), stake(3, 9, 2_000), stake(4, 8, 1_000))
    assert cover(table(*bets)).cartas == 9
    assert cover(table(*bets, desconhecem=(9,))).cartas == 3
    assert cover(table(*bets, errors=error("103e", seat=9))).cartas == 3


def cents_in_order(
    bank: int, bets: list[tuple[int, int, int, bool]], banker: int
) -> dict[int, int]:
    """Cover a bank cent by cent, walking round the table: an independent method."""
    walk = [(banker + step - 1) % 9 + 1 for step in range(1, 10)]
    seats = [*walk, *sorted({seat for _, seat, _, _ in bets if seat > 100})]
    play_for = dict.fromkeys((number for number, *_ in bets), 0)
    for seat in seats:
        for number, where, amount, line_ in bets:
            if where != seat:
                continue
            coins = Fraction(amount, 2) if line_ else Fraction(amount)
            while coins >= 1 and bank > 0:
                play_for[number] += 1
                coins -= 1
                bank -= 1
    return play_for


@given(
    st.integers(0, 120),
    st.lists(
        st.tuples(st.sampled_from([1, 2, 5, 8, 9, 101, 103]), st.integers(1, 60), st.booleans()),
        max_size=8,
    ),
    st.sampled_from([3, 4, 6, 7]),
)
def test_covering_is_the_same_cent_by_cent(
    bank: int, laid: list[tuple[int, int, bool]], banker: int
) -> None:
    """R17, R33, R122: what each bet plays for, against a walk round the table coin by coin."""
    bets = [(number, *one) for number, one in enumerate(laid, 1)]
    record = table(
        *(stake(number, seat, amount, linha=on) for number, seat, amount, on in bets),
        capital=bank,
        banqueiro=banker,
    )
    assert covered(record) == cents_in_order(bank, bets, banker)


# --- money ------------------------------------------------------------------------------------


@given(st.integers(0, 10**9), st.integers(0, 10_000), st.booleans())
def test_the_cagnotte_takes_what_rounding_leaves(gain: int, bp: int, apart: bool) -> None:
    """R123: the credit is the whole cents below the exact share, and nothing is lost."""
    share = gain_of(gain, bp, fora=apart)
    exact = gain * (1 - Fraction(bp, 10_000))
    assert share.credito <= exact < share.credito + 1
    assert share.credito + share.cagnotte == gain
    assert share.prize == (gain if apart else share.credito)


@pytest.mark.parametrize(
    ("gain", "credit", "cagnotte"),
    [(1, 0, 1), (19, 18, 1), (20, 19, 1), (21, 19, 2), (10_000, 9_500, 500)],
)
def test_five_percent_to_the_cent(gain: int, credit: int, cagnotte: int) -> None:
    """R123, DECISION: of 0.01 the house has all; of 0.21 the banker has 0.19."""
    share = gain_of(gain, 500, fora=False)
    assert (share.credito, share.cagnotte) == (credit, cagnotte)


def test_an_associate_shares_to_the_cent() -> None:
    """R62: two halves of 50.00; an odd cent of gain or loss is the banker's.

    Of 33.30 won 1.67 are cagnotte; 31.63 are 15.82 and 15.81. Of 33.33 lost he bears 16.67.
    """
    won = coup("2s 4d", "Ks 9d", ditos=said("nao"), bets=(stake(1, 2, 3_330),), associado=5)
    assert {one.seat: one.prize for one in settled(won).lines if one.bet is None} == {
        1: 1_582,
        5: 1_581,
    }
    lost = coup("Ks 9d", "2s 4d", ditos=said("9"), bets=(stake(1, 2, 3_333),), associado=5)
    assert {one.seat: one.due for one in settled(lost).lines if one.bet is None} == {
        1: 5_000 - 1_667,
        5: 5_000 - 1_666,
    }


def test_a_bank_stays_on_the_table_but_for_one_that_lost() -> None:
    """R20, R77: it is staked again, or stands after a tie; R108 a: lost, its rest is to be paid."""
    bets = (stake(1, 2, 3_000),)
    won = coup("2s 4d", "Ks 9d", ditos=said("nao"), bets=bets)
    tied = coup("Ks 9c", "Kd 9d", ditos=said("9"), bets=bets)
    lost = coup("Ks 9d", "2s 4d", ditos=said("9"), bets=bets)
    stays = [[line.stays for line in settled(one).lines] for one in (won, tied, lost)]
    assert stays == [[False, True], [False, True], [False, False]]


def test_a_page_of_a_round() -> None:
    """A worked coup, R10-R123, by hand.

    Seat 7 holds a bank of 100.00. Seat 8 lays 30.00, seat 2 lays 50.00, seat 6 lays 40.00 on the
    line and 101, who stands, 25.00. From the banker's right: 8 plays for 30.00, 2 for 50.00, 6 for
    the 20.00 that are left, which is just the half that plays; 101 for nothing. 2 has the cards:
    5 and K. He asks, and gets a 7: 2. The bank has 2 and 2: against a 7 it draws, a 4: 8. The bank
    wins 100.00: 5.00 are the cagnotte, 95.00 the banker's, whose bank is now 195.00.
    """
    record = CheminDeFerRecord(
        round="T-01/2026-11-20/1",
        minimo=500,
        capital=10_000,
        banqueiro=7,
        sentados=(2, 6, 7, 8),
        bets=(
            stake(1, 8, 3_000),
            stake(2, 2, 5_000),
            stake(3, 6, 4_000, linha=True),
            stake(4, 101, 2_500),
        ),
        alteracoes=(Alteracao(bet=4, retirada=True, causa="not_covered"),),
        cards=dealt("5s Kd", "2s 2h", "p7c b4d"),
        ditos=said("carta"),
        cagnotte=500,
        payments=(
            Payment(seat=6, bets=(3,), amount=0, stake_returned=2_000),
            Payment(seat=101, bets=(4,), amount=0, stake_returned=2_500),
            Payment(seat=7, amount=9_500, stake_returned=10_000),
        ),
    )
    verdict = judge(record)
    assert verdict.found == ()
    assert {
        (one.bet, one.seat): (one.outcome, one.stake, one.due) for one in verdict.settlement.lines
    } == {
        (1, 8): ("perde", 3_000, 0),
        (2, 2): ("perde", 5_000, 0),
        (3, 6): ("perde", 4_000, 2_000),
        (4, 101): ("devolvida", 2_500, 2_500),
        (None, 7): ("ganha", 10_000, 19_500),
    }
    assert [one.amount for one in verdict.settlement.commissions] == [500]
    assert dict(verdict.settlement.result) == {
        "vencedor": "banca",
        "ponto": 2,
        "banca": 8,
        "cartas": 2,
        "cobertas": 10_000,
        "cagnotte": 500,
    }
    why = [step.text("en", one) for one in verdict.settlement.lines[2:3] for step in one.why]
    assert why == [
        "On the line half of 40.00 plays: 20.00. [CF R17]",
        "Of the bank of 100.00 it covers 20.00. [CF R18]",
        "The banker holds 2s 2h: 4. [CF R37]",
        "The ponto holds 5s Kd: 5. [CF R37]",
        "With 5 the ponto has 7c as third card: 2. [CF R67]",
        "With 4, against 7, the banker draws 4d: 8. [CF R70]",
        "2 for the ponto, 8 for the bank: the bank wins. [CF R120]",
        "The banker wins 20.00; 20.00 go back. [CF R120]",
    ]
    for one in verdict.settlement.lines:
        assert all(step.text("pt", one) for step in one.why)


def test_equal_points_leave_everybody_as_he_was() -> None:
    """R77, R114, R116: nothing is won, no cagnotte is due, the bank stays."""
    record = coup("Ks 6d", "Kh 6h", ditos=said("nao"))
    assert [(one.outcome, one.due) for one in settled(record).lines] == [("nula", 10_000)] * 2
    assert settled(record).commissions == ()
    wrong = msgspec.structs.replace(record, cagnotte=500)
    assert "CF-CAG" in codes(wrong)


# --- codes of bets and the bank ---------------------------------------------------------------

WINS = {"ponto": "2s 4d", "banca": "Ks 9d", "ditos": said("nao")}


def lawful(**more: Any) -> CheminDeFerRecord:
    """Return a coup without a fault: the bank's 9 beats 6, and 5.00 of 100.00 are cagnotte."""
    given: dict[str, Any] = {**WINS, "cagnotte": 500, "sentados": (1, 2, 3, 4), **more}
    return coup(given.pop("ponto"), given.pop("banca"), given.pop("drawn", ""), **given)


def test_a_lawful_coup_has_no_fault() -> None:
    """Everything recorded, and nothing found: the bank lies on the table, nobody is paid."""
    assert found(lawful()) == []


@each(
    ("change", "code", "rule"),
    [
        ({"capital": 999, "bets": (stake(1, 2, 999),), "minimo": 1_000}, "CF-BANK", "CF R7"),
        ({"minimo_banca": 20_000}, "CF-BANK", "CF R7"),
        ({"capital": 9_000, "cagnotte": 450}, "CF-BANK", "CF R33"),
        ({"bets": (stake(1, 2, 1_500),), "cagnotte": 75}, "CF-BANK", "CF R19"),
        ({"bets": (stake(1, 2, 500),), "cagnotte": 25}, "CF-BANK", "CF R19"),
        ({"bets": (stake(1, 2, 10_000, meio="verbal"),)}, "CF-BANK", "CF R15"),
        ({"bets": (stake(1, 2, 10_000, meio="cheque"),)}, "CREDIT", "CF R15"),
        ({"bets": (*BET, stake(2, 1, 1_000))}, "CF-BANK", "CF R47"),
        ({"bets": (*BET, stake(2, 3, 1_000)), "associado": 3}, "CF-PASS", "CF R62"),
        ({"sentados": (1, 2, 3)}, "CF-MIN4", "CF R48"),
        ({"mode": "shared"}, "ONL-NONE", "Art. 2"),
        ({"cagnotte": 499}, "CF-CAG", "CF R123"),
        ({"cagnotte": None}, "CF-CAG", "CF R123"),
        ({"trocas": (Troca(cartas=("As",)),)}, "EQ-BAD", "CF R4"),
        (
            {"bets": (Aposta(bet=1, seat=2, tipo="empate", valor=1_000),), "cagnotte": None},
            "REG-RULE",
            "CF R10",
        ),
    ],
)
def test_a_fault_of_the_bets_or_the_bank(change: dict[str, Any], code: str, rule: str) -> None:
    """One thing altered in a lawful coup is one finding, with its rule."""
    hits = [(one.code, one.rule) for one in found(lawful(**change))]
    assert (code, rule) in hits
    assert all(one in CODES for one, _ in hits)


def test_cash_is_lawful_and_an_overflow_that_was_cut_no_fault() -> None:
    """R15: notes of legal currency; R33: what exceeds the bank was taken off."""
    assert found(lawful(bets=(stake(1, 2, 10_000, meio="cash"),))) == []
    bets = (*BET, stake(2, 3, 2_000))
    cut = (Alteracao(bet=2, retirada=True, causa="overflow"),)
    back = (Payment(seat=3, bets=(2,), amount=0, stake_returned=2_000),)
    assert found(lawful(bets=bets, alteracoes=cut, payments=back)) == []
    assert [one.code for one in found(lawful(bets=bets, payments=back))] == ["CF-BANK"]


def test_late_bets_and_changes() -> None:
    """R13, R14: after the call both are BET-LATE; the bet goes back, the change does not count."""
    closed = Moment(seq=5)
    bets = (stake(1, 2, 4_000, seq=3), stake(2, 3, 1_000, seq=6))
    back = (Payment(seat=3, bets=(2,), amount=0, stake_returned=1_000),)
    record = lawful(bets=bets, jogo_feito=closed, cagnotte=200, payments=back)
    (fault,) = found(record)
    assert (fault.code, fault.bet) == ("BET-LATE", 2)
    assert covered(record) == {1: 4_000, 2: 0}
    raised = (Alteracao(bet=1, valor=9_000, seq=7),)
    changed = lawful(bets=bets[:1], jogo_feito=closed, cagnotte=200, alteracoes=raised)
    assert codes(changed) == ["BET-LATE"]
    in_time = (Alteracao(bet=1, valor=9_000, seq=4),)
    assert covered(lawful(bets=bets[:1], jogo_feito=closed, alteracoes=in_time)) == {1: 9_000}


def test_without_a_call_the_first_card_ends_the_bets() -> None:
    """R10: bets are made before the cards are drawn."""
    cards = tuple(
        msgspec.structs.replace(one, seq=10 + at) for at, one in enumerate(dealt("2s 4d", "Ks 9d"))
    )
    record = msgspec.structs.replace(
        lawful(bets=(stake(1, 2, 4_000, seq=11),), cagnotte=None), cards=cards
    )
    assert ("BET-LATE", "CF R14") in [(one.code, one.rule) for one in found(record)]


def test_cards_given_to_another_than_the_highest_bet() -> None:
    """R35: seat 3 had them, seat 2 laid more; R100: so lawful if 2 does not know the rules."""
    bets = (stake(1, 2, 6_000), stake(2, 3, 4_000))
    cards = dealt("2s 4d", "Ks 9d", seat=3)
    replace = msgspec.structs.replace
    wrong = replace(lawful(bets=bets), cards=cards)
    assert [(one.code, one.expected, one.recorded) for one in found(wrong)] == [
        ("CF-HAND", "2", "3")
    ]
    assert found(replace(wrong, desconhecem=(2,))) == []
    right = replace(lawful(bets=bets, desconhecem=(2,)), cards=dealt("2s 4d", "Ks 9d", seat=2))
    assert [(one.code, one.rule) for one in found(right)] == [("CF-HAND", "CF R100")]


def test_banco_given_to_another_than_who_had_the_right() -> None:
    """R21: 2 sits nearer than 4 and called too; 4 was given it."""
    bets = (stake(1, 2, 10_000), stake(2, 4, 10_000))
    calls = (Pedido(seat=2, forma="banco", bet=1), Pedido(seat=4, forma="banco", bet=2))
    record = msgspec.structs.replace(
        lawful(bets=bets, pedidos=calls), cards=dealt("2s 4d", "Ks 9d", seat=4)
    )
    hits = [(one.code, one.rule, one.recorded) for one in found(record)]
    assert ("CF-BANCO", "CF R21-R31", "4") in hits
    own = (Alteracao(bet=1, retirada=True, causa="own"),)
    assert found(msgspec.structs.replace(record, alteracoes=own)) == []


@pytest.mark.parametrize(
    ("form", "before", "laid", "rule"),
    [
        ("suivi", Anterior(banqueiro=7, capital=1, banco=3), 4_000, "CF R24"),
        ("com_a_mesa", Anterior(banqueiro=7, capital=1, com_a_mesa=4), 5_000, "CF R32"),
        ("com_a_mesa", None, 4_000, "CF R28"),
    ],
)
def test_banco_honoured_without_a_right(
    form: str, before: Anterior | None, laid: int, rule: str
) -> None:
    """R24, R28, R32: seat 4 got the cards by a call to which he had no right; they were 2's."""
    record = msgspec.structs.replace(
        lawful(
            bets=(stake(1, 4, laid), stake(2, 2, 10_000 - laid)),
            pedidos=(Pedido(seat=4, forma=form, bet=1),),
            anterior=before,
        ),
        cards=dealt("2s 4d", "Ks 9d", seat=4),
    )
    assert [(one.code, one.rule, one.expected) for one in found(record)] == [
        ("CF-BANCO", rule, "2")
    ]
    other = msgspec.structs.replace(record, cards=dealt("2s 4d", "Ks 9d", seat=2))
    assert found(other) == []


def test_banco_of_less_than_the_bank() -> None:
    """R18: who makes bancô stakes as much as the banker."""
    calls = (Pedido(seat=2, forma="banco", bet=1),)
    short = lawful(bets=(stake(1, 2, 9_000),), pedidos=calls, cagnotte=450)
    assert [(one.code, one.rule, one.amount) for one in found(short)] == [
        ("CF-BANCO", "CF R18", -1_000)
    ]


# --- the shoe ---------------------------------------------------------------------------------


def fresh(**more: Any) -> Shoe:
    """Return a shoe newly shuffled by the pagador, cut in the middle, a five and five burned."""
    given: dict[str, Any] = {
        "decks": 6,
        "fresh": True,
        "shuffles": (Shuffled(by=None),),
        "cuts": (Cut(by=9, side=150, cut_card=7),),
        "burned": (Burned(card="5h", cause="opening"), Burned(count=5, cause="opening")),
        **more,
    }
    return Shoe(**given)


def test_a_shoe_as_the_rules_have_it() -> None:
    """R42-R45: no fault."""
    assert found(lawful(shoe=fresh())) == []


@pytest.mark.parametrize(
    ("first", "after", "lawful_burn"),
    [
        ("Ah", 1, True),
        ("9h", 9, True),
        ("Th", 10, True),
        ("Th", 0, False),
        ("Kh", 0, True),
        ("Kh", 10, True),
        ("Kh", 9, False),
        ("5h", 4, False),
        ("2h", 0, False),
    ],
)
def test_as_many_are_burned_as_the_first_is_worth(
    first: str,
    after: int,
    lawful_burn: bool,
) -> None:
    """R45, DECISION: ace 1, pips; after a figure none or ten."""
    burned = (Burned(card=first, cause="opening"), Burned(count=after, cause="opening"))
    hits = [one.code for one in found(lawful(shoe=fresh(burned=burned)))]
    assert hits == ([] if lawful_burn else ["CF-SHOE"])


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"cuts": (Cut(side=5, cut_card=7),)}, "CF R45"),
        ({"cuts": (Cut(side=6, cut_card=8),)}, "CF R45 aviso"),
        ({"shuffles": (Shuffled(by=3),)}, "CF R42"),
        ({"burned": ()}, "CF R45 queimadas"),
        ({"fresh": False, "burned": (), "cut_card_before": True}, "CF R51"),
    ],
)
def test_a_fault_of_the_shoe(change: dict[str, Any], rule: str) -> None:
    """R42, R45, R51: the cut, the aviso, the burn, a coup after the last one."""
    assert [(one.code, one.rule) for one in found(lawful(shoe=fresh(**change)))] == [
        ("CF-SHOE", rule)
    ]


def test_what_is_not_recorded_is_not_assessed() -> None:
    """A table that records neither burns nor shuffles shows no fault of them."""
    record = lawful(shoe=fresh(burned=(), shuffles=(Shuffled(by=3),)))
    kept = ("bets", "cards", "payouts", "announcements")
    assert found(msgspec.structs.replace(record, records=kept)) == []


def test_six_decks_hold_six_of_a_card() -> None:
    """R3: a seventh king of spades is impossible, and so is a card that does not exist."""
    seventh = Shoe(decks=6, out={"Ks": 6})
    assert [one.code for one in found(lawful(shoe=seventh))] == ["RES-IMPOSS"]
    assert found(lawful(shoe=Shoe(decks=6, out={"Ks": 5}))) == []
    assert "RES-IMPOSS" in codes(lawful(ponto="2x 4d"))


def test_the_deal_alternates() -> None:
    """R66: ponto, bank, ponto, bank."""
    cards = tuple(sorted(dealt("2s 4d", "Ks 9d"), key=lambda one: one.to))
    record = msgspec.structs.replace(lawful(), cards=cards)
    assert [(one.code, one.rule) for one in found(record)] == [("CF-ERR", "CF R66")]


@pytest.mark.parametrize(
    ("began", "coup_at", "late"),
    [
        ("2026-11-21T02:39:00Z", "2026-11-21T03:10:00Z", False),
        ("2026-11-21T02:40:00Z", "2026-11-21T03:10:00Z", False),
        ("2026-11-21T02:41:00Z", "2026-11-21T03:10:00Z", True),
        ("2026-11-21T02:41:00Z", "2026-11-21T02:59:00Z", False),
    ],
)
def test_a_shoe_begun_too_late_is_not_played_out(
    began: str,
    coup_at: str,
    late: bool,
) -> None:
    """R105: the room closes at three; a shoe begun at 2.40 may be finished, one of 2.41 not."""
    record = lawful(fecha="2026-11-21T03:00:00Z", sabot_iniciado=began, aberta=coup_at)
    assert codes(record) == (["CF-CLOSE"] if late else [])


# --- payments ---------------------------------------------------------------------------------


def ponto_wins(**more: Any) -> CheminDeFerRecord:
    """Return a coup that the ponto wins with a shown 9: 100.00 and his stake are his."""
    paid = (Payment(seat=2, bets=(1,), amount=10_000, stake_returned=10_000),)
    given: dict[str, Any] = {"payments": paid, "sentados": (1, 2, 3, 4), **more}
    return coup("Ks 9s", "Kh 2d", ditos=said("9"), **given)


def test_a_winner_paid_one_to_one_is_right_and_less_is_not() -> None:
    """R121, DECISION: PAY-DIFF of what is missing; PAY-NONE where nothing was paid."""
    assert found(ponto_wins()) == []
    short = (Payment(seat=2, bets=(1,), amount=9_500, stake_returned=10_000),)
    (fault,) = found(ponto_wins(payments=short))
    assert (fault.code, fault.amount, fault.bet) == ("PAY-DIFF", -500, 1)
    assert codes(ponto_wins(payments=())) == ["PAY-NONE"]


def test_what_a_lost_bank_has_left_goes_back() -> None:
    """R18: 40.00 of 100.00 were covered; 60.00 are the banker's, paid or missing."""
    paid = (Payment(seat=2, bets=(1,), amount=4_000, stake_returned=4_000),)
    bets = (stake(1, 2, 4_000),)
    assert codes(ponto_wins(bets=bets, payments=paid)) == ["PAY-NONE"]
    rest = (*paid, Payment(seat=1, amount=0, stake_returned=6_000))
    assert found(ponto_wins(bets=bets, payments=rest)) == []


def test_a_bank_handed_over_wrongly() -> None:
    """R78: 185.00 of 195.00 due; what only a wrong cagnotte explains is one finding."""
    short = (Payment(seat=1, amount=8_500, stake_returned=10_000),)
    (fault,) = found(lawful(payments=short))
    assert (fault.code, fault.amount) == ("PAY-DIFF", -1_000)
    both = lawful(payments=(Payment(seat=1, amount=9_400, stake_returned=10_000),), cagnotte=600)
    assert codes(both) == ["CF-CAG"]


def test_paid_apart_the_bank_keeps_the_whole_gain() -> None:
    """R123: 100.00 more in the bank, 5.00 out of the banker's pocket."""
    record = lawful(
        cagnotte_por_fora=True, payments=(Payment(seat=1, amount=10_000, stake_returned=10_000),)
    )
    assert found(record) == []


def test_payments_out_of_order() -> None:
    """R122: 3 was paid before 2."""
    bets = (stake(1, 2, 4_000), stake(2, 3, 6_000))
    paid = (
        Payment(seat=3, bets=(2,), amount=6_000, stake_returned=6_000),
        Payment(seat=2, bets=(1,), amount=4_000, stake_returned=4_000),
    )
    cards = dealt("Ks 9s", "Kh 2d", seat=3)
    replace = msgspec.structs.replace
    wrong = replace(ponto_wins(bets=bets, payments=paid), cards=cards)
    assert codes(wrong) == ["PAY-ORDER"]
    assert found(replace(wrong, payments=paid[::-1])) == []


def test_paid_to_another() -> None:
    """A winner's money went to seat 4."""
    paid = (Payment(seat=4, bets=(1,), amount=10_000, stake_returned=10_000),)
    (fault,) = found(ponto_wins(payments=paid))
    assert (fault.code, fault.expected, fault.recorded) == ("PAY-DIFF", "2", "4")


def test_a_remedy_that_was_not_applied_is_the_errors_own_fault() -> None:
    """R102 f: bank 9 had to take the fifth card and lost; the table let it win with 9."""
    record = coup(
        "Ks 7d",
        "4s 5d",
        "b5h",
        ditos=said("nao"),
        errors=error("102f"),
        sentados=(1, 2, 3, 4),
        payments=(Payment(seat=2, bets=(1,), amount=10_000, stake_returned=10_000),),
    )
    assert found(record) == []
    # 4+5+5 = 4 as they lie, too: the ponto wins either way; with 102e the lowest of three counts
    lowest = coup(
        "Ks 7d",
        "2s 3d",
        "b4h b9h",
        ditos=said("nao"),
        errors=error("102e"),
        sentados=(1, 2, 3, 4),
        payments=(Payment(seat=1, amount=9_500, stake_returned=10_000),),
        cagnotte=500,
    )
    # 2+3+4+9 = 8 as they lie beats 7; the law takes 4, and the ponto wins
    hits = {(one.code, one.bet, one.rule) for one in found(lowest)}
    assert ("PAY-NONE", 1, ", ".join(line(lowest, 1).rules)) in hits
    assert ("CF-ERR", None, "CF R102 e") in hits


def test_a_number_used_twice() -> None:
    """A second bet of number 1 is RES-IMPOSS."""
    assert "RES-IMPOSS" in codes(lawful(bets=(stake(1, 2, 5_000), stake(1, 3, 5_000))))


def test_banco_is_what_the_bank_is() -> None:
    """R18, R19: a bank of 39.00 after the cagnotte may be covered alone; a part of it may not."""
    bank = {"capital": 3_900, "minimo": 500}
    alone = coup("Kc 9d", "Kc 2d", pedidos=BANCO, bets=(stake(1, 2, 3_900),), **bank)
    assert "CF-BANK" not in codes(alone)
    both = coup(
        "Kc 9d",
        "Kc 2d",
        pedidos=(*BANCO, Pedido(seat=3, forma="banco", bet=2)),
        bets=(stake(1, 2, 3_900), stake(2, 3, 3_900)),
        alteracoes=(Alteracao(bet=2, retirada=True, causa="not_covered"),),
        **bank,
    )
    assert "CF-BANK" not in codes(both)
    free = coup("Kc 9d", "Kc 2d", bets=(stake(1, 2, 3_900),), **bank)
    assert "CF-BANK" in codes(free)
