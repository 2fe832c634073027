"""Bacará chemin de fer: the cards of one coup, every error and its remedy; any record at all."""

import itertools
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.bacara.bacara_chemin_de_fer import must_draw, play
from projections.replay.games.bacara.bacara_chemin_de_fer.drawing import points_of
from projections.replay.games.bacara.bacara_chemin_de_fer.record import (
    CheminDeFerRecord,
    Erro,
    Pedido,
    Reclamacao,
)
from projections.replay.kit.bets import Moment
from projections.replay.kit.shoe import Burned, Dealt, Shoe
from projections.replay.record import Payment, Void
from projections.replay.registry import judge
from tests.projections.replay.games.bacara.bacara_chemin_de_fer.chemin_de_fer import (
    BANCO,
    BET,
    RULES,
    card,
    codes,
    coup,
    covered,
    dealt,
    error,
    faults,
    found,
    line,
    outcome,
    pair,
    said,
    settled,
    stake,
)

# --- the values of cards and the table --------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "points"),
    [("As Kd", 1), ("Td 9c", 9), ("9s 9d", 8), ("Qs Jd Tc", 0), ("7s 8d 9h", 4), ("5s 5d", 0)],
)
def test_tens_are_dropped_and_figures_count_nothing(cards: str, points: int) -> None:
    """R37, R38: ace 1, figures 0, pips; 18 counts 8 and 24 counts 4; R39: 10 is bacará."""
    assert points_of(cards.split()) == points


# The page's table, cell by cell, as printed there: T draws, R stands, F optional.
PAGE = """
3 T T T T T T T T R F T
4 R R T T T T T T R R T
5 R R R R F T T T R R T
6 R R R R R R T T R R R
"""
WORDS = {"T": "tira", "R": "fica", "F": "livre"}


def test_the_table_is_the_pages() -> None:
    """R70 d, lost in the print: all 44 cells, and two of them optional."""
    rows = [row.split() for row in PAGE.split("\n") if row]
    cells = {
        (int(row[0]), third): WORDS[word]
        for row in rows
        for third, word in zip([*range(10), None], row[1:], strict=True)
    }
    assert len(cells) == 44
    assert {cell: must_draw(RULES, *cell) for cell in cells} == cells
    assert [cell for cell, word in cells.items() if word == "livre"] == [(3, 9), (5, 4)]


def test_the_banker_draws_with_0_to_2_and_stands_with_7() -> None:
    """R70 b, c, whatever the ponto's third card."""
    for third in [*range(10), None]:
        assert [must_draw(RULES, points, third) for points in (0, 1, 2)] == ["tira"] * 3
        assert [must_draw(RULES, points, third) for points in (7, 8, 9)] == ["fica"] * 3


def expected_of(p: int, q: int, x: int, y: int) -> tuple[str, int, int]:
    """Work a coup out by hand: ponto p, bank q, the next cards x and y; ponto stands with 5."""
    page = {row.split()[0]: row.split()[1:] for row in PAGE.split("\n") if row}
    if p >= 8 or q >= 8:
        return who(p, q), p, q
    ponto, next_one, column = p, x, 10
    if p <= 4:
        ponto, next_one, column = (p + x) % 10, y, x
    if q <= 2:
        draws = True
    elif q == 7:
        draws = False
    else:
        draws = page[str(q)][column] == "T"
    bank = (q + next_one) % 10 if draws else q
    return who(ponto, bank), ponto, bank


def who(ponto: int, bank: int) -> str:
    return "igualdade" if ponto == bank else "ponto" if ponto > bank else "banca"


def test_every_total_and_third_card_is_played_by_the_table() -> None:
    """R66-R72, R114, R120: 10,000 coups, all pairs of totals and all next two cards.

    The cards are labelled as the table would give them; in the optional cells the banker stands.
    """
    wrong = []
    for p, q, x, y in itertools.product(range(10), repeat=4):
        expected = expected_of(p, q, x, y)
        natural = p >= 8 or q >= 8
        takes = not natural and p <= 4
        bank = expected[2] != q or (not natural and draws_by_page(p, q, x))
        cards = ([f"p{card(x)}"] if takes else []) + (
            [f"b{card(y if takes else x)}"] if bank else []
        )
        if outcome(coup(pair(p), pair(q), " ".join(cards))) != expected:
            wrong.append((p, q, x, y))
    assert not wrong


@pytest.mark.parametrize(
    ("bank", "cards", "pt", "en"),
    [
        (
            3,
            "b4s",
            "Com 3, contra não, o banqueiro tira 4s: 7.",
            "With 3, against no, the banker draws",
        ),
        (7, "", "Com 7, contra não, o banqueiro fica.", "With 7, against no, the banker stands."),
    ],
)
def test_against_a_ponto_without_a_card_the_banker_is_told_so_in_either_language(
    bank: int, cards: str, pt: str, en: str
) -> None:
    """R70 d: the column “no card” of the table is “não” in Portuguese, “no” in English."""
    steps = play(coup(pair(6), pair(bank), cards), RULES, single=False).steps
    assert any(step.text().startswith(pt) for step in steps)
    assert any(step.text("en").startswith(en) for step in steps)


def draws_by_page(p: int, q: int, x: int) -> bool:
    page = {row.split()[0]: row.split()[1:] for row in PAGE.split("\n") if row}
    return q <= 2 or (3 <= q <= 6 and page[str(q)][x if p <= 4 else 10] == "T")


def test_a_coup_rebuilt_ends_as_if_nobody_had_erred() -> None:
    """R74: whoever the table gave the two next cards to, free bets are settled by the table."""
    for p, q, x, y in itertools.product(range(0, 10, 3), range(10), range(10), (1, 6)):
        expected = expected_of(p, q, x, y)
        optional = p <= 4 and (q, x) in ((3, 9), (5, 4))
        for labels in ("pp", "pb", "bp", "bb"):
            error_of_four = labels == "pp" and p <= 4  # that is R102 h
            two_drawn = labels.count("b") == 2 or (p <= 4 and labels == "bb")
            if optional or p == 5 or error_of_four or two_drawn:
                continue
            drawn = f"{labels[0]}{card(x)} {labels[1]}{card(y)}"
            said_by = said("9" if p == 9 else "8") if p >= 8 else ()
            record = coup(pair(p), pair(q), drawn, ditos=said_by)
            assert outcome(record) == expected, (p, q, x, y, labels)


@pytest.mark.parametrize(("bank", "third"), [(3, 9), (5, 4)])
def test_in_two_cells_the_banker_does_as_he_likes(bank: int, third: int) -> None:
    """R70 d: 3 against a 9, 5 against a 4: neither drawing nor standing is a fault."""
    stands = coup(pair(0), pair(bank), f"p{card(third)}", ditos=said("carta"))
    draws = coup(pair(0), pair(bank), f"p{card(third)} b{card(1)}", ditos=said("carta"))
    assert outcome(stands) == (who(third, bank), third, bank)
    assert outcome(draws) == (who(third, bank + 1), third, bank + 1)
    assert faults(stands) == faults(draws) == []


@pytest.mark.parametrize(("bank", "third"), [(3, 9), (5, 4)])
def test_a_banker_who_does_not_know_the_rules_draws_in_both(bank: int, third: int) -> None:
    """R101: standing there is CF-TABLE, and the coup waits for the card that was not drawn."""
    record = coup(
        pair(0), pair(bank), f"p{card(third)}", ditos=said("carta"), segundo_a_tabela=True
    )
    assert outcome(record) == (None, None, None)
    assert faults(record) == [("CF-TABLE", "CF R101")]


# --- what each may do -------------------------------------------------------------------------


def test_the_banks_nine_ends_the_coup_even_after_carta() -> None:
    """R70 a: ponto 4 asked, and got nothing: 9 beats 4. A card given all the same is burned."""
    assert outcome(coup("2s 2d", "4s 5d", ditos=said("carta"))) == ("banca", 4, 9)
    record = coup("2s 2d", "4s 5d", "p5h", ditos=said("carta"))
    assert outcome(record) == ("banca", 4, 9)
    assert play(record, RULES, single=False).queimadas == ("5h",)


def test_five_is_the_pontos_own_choice() -> None:
    """R67 d: with 5 both words are lawful; 5+4=9 beats a bank of 6 that stands against a 4."""
    asks = coup("2s 3d", "Ks 6d", "p4h", ditos=said("carta"))
    stays = coup("2s 3d", "Ks 6d", ditos=said("nao"))
    assert outcome(asks) == ("ponto", 9, 6)
    assert outcome(stays) == ("banca", 5, 6)
    assert faults(asks) == faults(stays) == []


def test_a_ponto_who_draws_on_six_is_at_fault_and_the_coup_rebuilt() -> None:
    """R67 b, R74: ponto 6 took the 3; it goes to the bank's 2, which makes 5: the ponto wins."""
    record = coup("2s 4d", "Ks 2d", "p3h bKh", ditos=said("carta"))
    assert outcome(record) == ("ponto", 6, 5)
    assert faults(record) == [("CF-PONTO", "CF R67 b")]
    assert play(record, RULES, single=False).queimadas == ("Kh",)


def test_a_ponto_who_stands_on_four_is_at_fault() -> None:
    """R67 c, R74: the card that the bank's 5 drew against não is the ponto's: 4+2=6; 5 stands."""
    record = coup("2s 2d", "2h 3d", "b2c", ditos=said("nao"))
    assert outcome(record) == ("ponto", 6, 5)
    assert faults(record) == [("CF-PONTO", "CF R67 c")]


def test_a_missing_card_leaves_the_coup_undecided() -> None:
    """R74: ponto 3 said no, nobody drew; what the card would have been nobody knows."""
    record = coup("Ks 3d", "Kh 6d", ditos=said("nao"))
    assert outcome(record) == (None, None, None)
    assert line(record, 1).outcome == "pendente"
    assert faults(record) == [("CF-PONTO", "CF R67 c")]


def test_in_banco_both_may_draw_falsely() -> None:
    """R73: ponto 6 draws a 3 and has 9; the bank's 4 stands against it and loses; no fault."""
    record = coup("2s 4d", "Ks 4h", "p3h", ditos=said("carta"), pedidos=BANCO)
    assert outcome(record) == ("ponto", 9, 4)
    assert faults(record) == []


def test_in_banco_the_bank_with_seven_may_draw() -> None:
    """R73: 7 and an ace make 8, which beats 7."""
    record = coup("2s 5d", "Ks 7h", "bAh", ditos=said("nao"), pedidos=BANCO)
    assert outcome(record) == ("banca", 7, 8)
    assert faults(record) == []


def test_in_banco_the_bank_with_bacara_must_draw() -> None:
    """R73: the exception; the bank of 0 that stood is off the table."""
    record = coup("2s 5d", "Ks Kh", ditos=said("nao"), pedidos=BANCO)
    assert outcome(record) == (None, None, None)
    assert faults(record) == [("CF-TABLE", "CF R73")]


def test_banco_com_a_mesa_frees_nobody() -> None:
    """R74: its ponto who draws on 6 is at fault and the coup is rebuilt: 6 against 2+3=5."""
    record = coup(
        "2s 4d",
        "Ks 2d",
        "p3h",
        ditos=said("carta"),
        pedidos=(Pedido(seat=2, forma="com_a_mesa", bet=1),),
    )
    assert outcome(record) == ("ponto", 6, 5)
    assert faults(record) == [("CF-PONTO", "CF R67 b")]


def test_a_banker_off_the_table_is_at_fault() -> None:
    """R70, R74: bank 6 drew against não: the card is burned, 6 beats 5... and is CF-TABLE."""
    record = coup("2s 3d", "Ks 6d", "b9h", ditos=said("nao"))
    assert outcome(record) == ("banca", 5, 6)
    assert faults(record) == [("CF-TABLE", "CF R70")]


def test_a_bank_of_eight_that_draws_is_at_fault() -> None:
    """R70 a: it shows, in bancô too; the card it drew is burned."""
    for calls in ((), BANCO):
        record = coup("2s 4d", "Ks 8d", "b9h", ditos=said("nao"), pedidos=calls)
        assert outcome(record) == ("banca", 6, 8)
        assert faults(record) == [("CF-TABLE", "CF R70 a")]


def test_who_asked_advice_must_follow_it() -> None:
    """R97: in bancô too the adviser's table binds: 4 against não draws."""
    record = coup("2s 4d", "Ks 4h", ditos=said("nao"), pedidos=BANCO, conselho=True)
    assert faults(record) == [("CF-TABLE", "CF R97")]
    assert faults(msgspec.structs.replace(record, conselho=False)) == []


def test_nobody_draws_against_a_ponto_who_shows() -> None:
    """R70 c: bank 2 drew against a shown 8: the card is burned, 8 beats 2."""
    record = coup("Ks 8d", "Kh 2d", "b7h", ditos=said("8"))
    assert outcome(record) == ("ponto", 8, 2)
    assert faults(record) == [("CF-TABLE", "CF R70 c")]


# --- errors of the banker ---------------------------------------------------------------------


def test_102a_a_drawn_card_obliges_to_deal() -> None:
    """R102 a: three cards are out and no coup was dealt nor annulled."""
    record = CheminDeFerRecord(
        cards=dealt("2s 4d", "Ks 2d")[:3], bets=BET, banqueiro=1, capital=10_000
    )
    assert faults(record) == [("CF-ERR", "CF R102 a")]
    assert line(record, None).outcome == "pendente"


def test_102b_turned_cards_bind_to_the_table() -> None:
    """R102 b: in bancô, bank 5 against a 4 must draw: 5+3=8 beats 1+4=5."""
    record = coup(
        "Ks Ad", "2s 3d", "p4h b3h", ditos=said("carta"), pedidos=BANCO, errors=error("102b")
    )
    assert outcome(record) == ("banca", 5, 8)
    stood = coup("Ks Ad", "2s 3d", "p4h", ditos=said("carta"), pedidos=BANCO, errors=error("102b"))
    assert faults(stood) == [("CF-TABLE", "CF R102 b")]


def test_102d_three_cards_of_the_bank_are_bacara() -> None:
    """R102 d: 2, 3 and 4 would be 9; they count 0, and the 6 drawn makes 6 against a 7."""
    cards = (*dealt("Ks 7d", "2s 3d"), Dealt(to="banca", card="4d"), Dealt(to="banca", card="6d"))
    record = coup("Ks 7d", "2s 3d", ditos=said("nao"), errors=error("102d"))
    record = msgspec.structs.replace(record, cards=cards)
    assert outcome(record) == ("ponto", 7, 6)


def test_102d_the_bank_may_draw_against_a_shown_eight() -> None:
    """R102 d: bacará and a 9 beat the 8 that was shown; standing leaves 0."""
    extra = (Dealt(to="banca", card="4d"),)
    record = coup("Ks 8d", "2s 3d", ditos=said("8"), errors=error("102d"))
    drew = (*dealt("Ks 8d", "2s 3d"), *extra, Dealt(to="banca", card="9d"))
    assert outcome(msgspec.structs.replace(record, cards=drew)) == ("banca", 8, 9)
    assert faults(msgspec.structs.replace(record, cards=drew)) == []
    stood = (*dealt("Ks 8d", "2s 3d"), *extra)
    assert outcome(msgspec.structs.replace(record, cards=stood)) == ("ponto", 8, 0)


def test_102e_two_third_cards_count_the_lowest_of_three() -> None:
    """R102 e: 2, 3 with 4 and 9: the totals are 9, 4, 5 and 6 (4+9+3); 4 is the lowest."""
    record = coup("Ks 7d", "2s 3d", "b4h b9h", ditos=said("nao"), errors=error("102e"))
    assert outcome(record) == ("ponto", 7, 4)


def test_102f_the_fifth_card_is_the_pontos_if_he_asks() -> None:
    """R102 f: 2 and the fifth card, 6, make 8; bank 6 against a 6 draws: 6+5=1."""
    record = coup("Ks 2d", "2s 4d", "p6h b5h", ditos=said("carta"), errors=error("102f"))
    assert outcome(record) == ("ponto", 8, 1)


def test_102f_the_bank_must_take_it_after_nao_even_with_nine() -> None:
    """R102 f: bank 9 cannot show; with the fifth card, 5, it has 4 and loses to 7."""
    record = coup("Ks 7d", "4s 5d", "b5h", ditos=said("nao"), errors=error("102f"))
    assert outcome(record) == ("ponto", 7, 4)
    assert faults(record) == []


def test_102f_a_shown_eight_leaves_the_fifth_card_to_nobody() -> None:
    """R102 f speaks of card and no; the ponto showed: 8 beats 5."""
    record = coup("Ks 8d", "2s 3d", "b4h", ditos=said("8"), errors=error("102f"))
    assert outcome(record) == ("ponto", 8, 5)


@pytest.mark.parametrize(
    ("ponto", "bank", "drawn", "expected"),
    [
        ("3s 4d 9h", "Ks 5d", "", ("ponto", 7, 5)),  # 7, 2, 3 and 6: the highest is 7
        ("3s 4d 9h", "Ks 5d", "b2h", ("igualdade", 7, 7)),  # the bank may draw and tie
        ("3s 4d 9h", "Ks 7d", "bAh", ("igualdade", 7, 7)),  # but not with 7: the ace is burned
        ("3s 4d 9h", "Ks 8d", "", ("banca", 7, 8)),
        ("2s 3d 4h", "Ks 8d", "", ("ponto", 9, 8)),  # all three together: 9
    ],
)
def test_102g_three_cards_of_the_ponto_count_the_highest(
    ponto: str, bank: str, drawn: str, expected: tuple[str, int, int]
) -> None:
    """R102 g: the best of any two or of all three; the bank draws as it likes, not with 7 or 8."""
    p = ponto.split()
    first = dealt(p[:2], bank, "")
    rest = dealt((), (), drawn)
    cards = (*first, Dealt(to="ponto", card=p[2]), *rest)
    record = coup("2s 2d", bank, errors=error("102g"))
    assert outcome(msgspec.structs.replace(record, cards=cards)) == expected


def test_102h_four_cards_of_the_ponto_count_the_highest_of_three() -> None:
    """R102 h: 1, 2, 3, 5: of three 6, 8, 9 (1+3+5) and 0; 9 beats the bank's 7."""
    record = coup("As 2d", "Ks 7d", "p3h p5h", ditos=said("carta"), errors=error("102h"))
    assert outcome(record) == ("ponto", 9, 7)


def test_102i_lost_cards_count_as_a_shown_nine() -> None:
    """R102 i: the bank draws nothing; 8 loses, 9 ties; a card drawn is burned."""
    cards = (Dealt(to="banca", card="Ks"), Dealt(to="banca", card="8d"))
    record = coup("2s 2d", "Ks 8d", errors=error("102i"))
    lost = msgspec.structs.replace(record, cards=cards)
    assert outcome(lost) == ("ponto", 9, 8)
    nine = (Dealt(to="banca", card="Ks"), Dealt(to="banca", card="9d"))
    assert outcome(msgspec.structs.replace(record, cards=nine)) == ("igualdade", 9, 9)
    drew = (*cards, Dealt(to="banca", card="Ah"))
    assert outcome(msgspec.structs.replace(record, cards=drew)) == ("ponto", 9, 8)


def test_102l_recovered_cards_keep_their_value() -> None:
    """R102 l: taken up under the pagador's eyes, a 4 is a 4, and it is not R102 i."""
    record = coup("2s 2d", "Ks 8d", ditos=said("carta"), errors=error("102i", recuperadas=True))
    assert outcome(record) == ("banca", 4, 8)


def test_102j_a_discarded_third_card_counts_nine() -> None:
    """R102 j: bank 5 may draw a 4 and tie, 7 may not: its ace is burned."""
    record = coup("Ks 3d", "2s 3h", "d6h b4h", ditos=said("carta"), errors=error("102j"))
    assert outcome(record) == ("igualdade", 9, 9)
    seven = coup("Ks 3d", "2s 5h", "d6h bAh", ditos=said("carta"), errors=error("102j"))
    assert outcome(seven) == ("ponto", 9, 7)


def test_102k_no_claim_after_the_coup_is_over() -> None:
    """R102 k: heard before the cards were discarded it is lawful, after it CF-ERR."""
    record = coup("2s 4d", "Ks 7d", ditos=said("nao"), concluido=Moment(seq=20))
    late = (Reclamacao(seat=2, admitida=True, seq=21),)
    early = (Reclamacao(seat=2, admitida=True, seq=19),)
    refused = (Reclamacao(seat=2, admitida=False, seq=21),)
    replace = msgspec.structs.replace
    assert faults(replace(record, reclamacoes=late)) == [("CF-ERR", "CF R102 k")]
    assert faults(replace(record, reclamacoes=early)) == []
    assert faults(replace(record, reclamacoes=refused)) == []


def test_102m_a_card_against_the_pagadors_word_is_burned() -> None:
    """R102 m: bank 6 drew an ace against não: 6 remains, equal."""
    record = coup("2s 4d", "Ks 6d", "bAh", ditos=said("nao"), errors=error("102m"))
    assert outcome(record) == ("igualdade", 6, 6)


def test_a_banker_is_not_judged_by_cards_he_let_fall_and_took_up() -> None:
    """R70, R102 i, l: off the table he is at fault; with the ponto's cards taken up he is not."""
    drew = ("2s 3d", "Ks 6d", "b9h")
    assert faults(coup(*drew, ditos=said("nao"))) == [("CF-TABLE", "CF R70")]
    fallen = error("102i", recuperadas=True)
    assert faults(coup(*drew, ditos=said("nao"), errors=fallen)) == []


# --- errors of the ponto ----------------------------------------------------------------------


@pytest.mark.parametrize("code", ["99", "102f", "102h", "102j"])
def test_who_drew_does_not_say_what_a_misled_ponto_asked_for(code: str) -> None:
    """R67 c, R99, R102 f, h, j: a 4 that stood without a word; with a word said it is judged."""
    stood = [("CF-PONTO", "CF R67 c")]
    assert faults(coup("2s 2d", "Ks 6d")) == stood
    assert faults(coup("2s 2d", "Ks 6d", errors=error(code))) == []
    assert faults(coup("2s 2d", "Ks 6d", ditos=said("nao"), errors=error(code))) == stood


def test_a_ponto_who_was_not_asked_against_a_shown_eight_stood_lawfully() -> None:
    """R67 c, R70 a: the bank shows its 8 and nobody draws; who said não to a 3 is at fault."""
    assert faults(coup("Ks 3d", "Kh 8d")) == []
    assert faults(coup("Ks 3d", "Kh 8d", ditos=said("nao"))) == [("CF-PONTO", "CF R67 c")]


def test_an_eight_that_drew_where_no_word_is_recorded_is_no_fault() -> None:
    """R67 a: that he did not show it only his words, or the table's note, tell."""
    assert faults(coup("Ks 8d", "2s 5d", "p5h")) == []


def test_103a_a_ponto_who_did_not_show_is_at_the_bankers_mercy() -> None:
    """R103 a: 8 and carta: given the 5 he has 3 and loses to 7; refused he keeps 8 and wins."""
    given_it = coup("Ks 8d", "2s 5d", "p5h", ditos=said("carta"))
    refused = coup("Ks 8d", "2s 5d", ditos=said("carta"))
    assert outcome(given_it) == ("banca", 3, 7)
    assert outcome(refused) == ("ponto", 8, 7)
    assert faults(given_it) == faults(refused) == [("CF-PONTO", "CF R67 a")]


def test_103a_he_may_not_hide_it_in_banco_either() -> None:
    """R73 frees the drawing, not the duty to show: the bank's 4 draws against não: 4+5=9."""
    record = coup("Ks 8d", "2s 2d", "b5h", ditos=said("nao"), pedidos=BANCO)
    assert outcome(record) == ("banca", 8, 9)
    assert faults(record) == [("CF-PONTO", "CF R67 a")]


def test_103b_a_nine_not_shown_loses_to_a_shown_eight() -> None:
    """R103 b; shown in time it wins."""
    forgot = coup("Ks 9d", "Kh 8d", ditos=said("nao"))
    assert outcome(forgot) == ("banca", 9, 8)
    assert outcome(coup("Ks 9d", "Kh 8d", ditos=said("9"))) == ("ponto", 9, 8)
    assert outcome(coup("Ks 9d", "Kh 9h", ditos=said("nao"))) == ("igualdade", 9, 9)


def test_103c_two_words_let_the_banker_choose() -> None:
    """R103 c: ponto 6; given the 3 he has 9, refused he stays with 6; the bank has 7."""
    words = said("carta", "nao")
    assert outcome(coup("2s 4d", "2h 5d", "p3h", ditos=words)) == ("ponto", 9, 7)
    assert outcome(coup("2s 4d", "2h 5d", ditos=words)) == ("banca", 6, 7)


def test_103c_not_with_bacara() -> None:
    """R103 c: the bank of 0 may not choose: 6 stands, and the 3 is the bank's: 6 beats 3."""
    record = coup("2s 4d", "Kh Kd", "p3h", ditos=said("carta", "nao"))
    assert outcome(record) == ("ponto", 6, 3)


def test_103d_with_five_the_first_word_counts() -> None:
    """R103 d: said no first: the 4 that he was given is the bank's; 3+4=7 beats 5."""
    record = coup("2s 3d", "Kh 3h", "p4h", ditos=said("nao", "carta"))
    assert outcome(record) == ("banca", 5, 7)
    first_carta = coup("2s 3d", "Kh 6h", "p4h", ditos=said("carta", "nao"))
    assert outcome(first_carta) == ("ponto", 9, 6)


def test_76_who_discards_loses() -> None:
    """R76: even with 9 against nothing; the pagador's discard annuls instead."""
    bank = coup("2s 4d", "Ks 9d", ditos=said("nao"), errors=error("76", by="banker"))
    ponto = coup("Ks 9d", "Kh 2d", ditos=said("9"), errors=error("76", by="ponto"))
    assert outcome(bank)[0] == "ponto"
    assert outcome(ponto)[0] == "banca"
    pagador = coup("2s 4d", "Ks 9d", errors=error("76", by="pagador"))
    assert settled(pagador).void
    assert line(pagador, 1).due == 10_000


def test_76_after_the_throw_nobody_had_a_duty() -> None:
    """R76: the coup is lost there; who then neither asks nor draws breaks no rule.

    By hand: 2+2=4 must ask and a bank of 3 must draw (R67 c, R70 d); with the cards in the discard
    neither does. A bank of 7 that drew before the ponto threw his had broken R70 c already.
    """
    for by in ("ponto", "banker"):
        idle = coup("2s 2d", "Ks 3d", errors=error("76", by=by, at="2026-11-20T20:00:05Z"))
        assert settled(idle).found == ()
    drawn = coup("2s 4d", "Ks 7d", "b3h", ditos=said("nao"))
    told = [
        structs.replace(one, at=f"2026-11-20T20:00:0{number}Z")
        for number, one in enumerate(drawn.cards)
    ]
    for second, broken in ((5, ["CF-TABLE"]), (3, [])):
        thrown = error("76", by="ponto", at=f"2026-11-20T20:00:0{second}Z")
        late = structs.replace(drawn, cards=tuple(told), errors=thrown)
        assert [one.code for one in settled(late).found] == broken


# --- errors of the pagador --------------------------------------------------------------------


def test_104a_the_same_card_of_another_deck_is_another_card() -> None:
    """R3, R104 a: the king that came face up was burned; the bank's third card is one like it."""
    shoe = Shoe(decks=6, burned=(Burned(card="Kd", cause="remedy"),))
    record = coup("7s Ts", "3h 2c", "bKd", ditos=said("nao"), errors=error("104a", cards=("Kd",)))
    record = msgspec.structs.replace(record, shoe=shoe)
    assert outcome(record) == ("ponto", 7, 5)
    assert faults(record) == []


def test_104a_an_exposed_card_is_burned_and_the_next_takes_its_place() -> None:
    """R104 a: the 9 came face up as the bank's first card; without it the bank has 4 and 3."""
    shown = error("104a", cards=("9s",))
    cards = tuple(
        Dealt(to=to, card=one)
        for to, one in zip(
            ("ponto", "banca", "ponto", "banca", "banca"),
            ("2s", "9s", "4d", "4s", "3d"),
            strict=True,
        )
    )
    record = coup("2s 4d", "9s 4s", errors=shown)
    record = msgspec.structs.replace(record, cards=cards)
    # without the 9 the order is 2 (ponto), 4 (bank), 4 (ponto), 3 (bank): 6 against 7
    assert outcome(record) == ("banca", 6, 7)
    assert ("CF-ERR", "CF R104 a") in faults(record)
    burned = coup("2s 4d", "4s 3d", ditos=said("nao"), errors=shown)
    assert outcome(burned) == ("banca", 6, 7)
    assert faults(burned) == []


@pytest.mark.parametrize(
    ("bank", "drawn", "expected"),
    [
        ("Ks 3d", "p4h", ("banca", 6, 7)),  # one card: the bank's
        ("Ks 3d", "p4h b9h", ("banca", 6, 7)),  # two: the first is the bank's, the second burned
        ("Ks 3d", "b4h b9h", ("banca", 6, 7)),
        ("Ks 5d", "pAh", ("igualdade", 6, 6)),
        ("Ks 6d", "p3h", ("igualdade", 6, 6)),  # 6 and 7: all are burned
        ("Ks 7d", "p2h b9h", ("banca", 6, 7)),
    ],
)
def test_104b_a_card_announced_for_a_no(
    bank: str, drawn: str, expected: tuple[str, int, int]
) -> None:
    """R104 b: 0 to 5 keep the first card drawn and burn the second; 6 and 7 burn all."""
    record = coup("2s 4d", bank, drawn, ditos=said("nao"), errors=error("104b"))
    assert outcome(record) == expected
    assert faults(record) == []


def test_99_a_wrong_answer_is_rebuilt_even_in_banco() -> None:
    """R98, R99: told to draw with 6, he stands; the 3 is the bank's: 2+3=5 loses."""
    record = coup("2s 4d", "Ks 2d", "p3h", ditos=said("carta"), pedidos=BANCO, errors=error("99"))
    assert outcome(record) == ("ponto", 6, 5)


# --- annulled coups ---------------------------------------------------------------------------

VOID_GROUNDS = [
    (Void(cause="102c"), error("102c"), None),
    (Void(cause="102c"), (), None),
    (Void(cause="104c"), error("104c", reconstituida=False), None),
    (Void(cause="119"), error("104d"), None),
    (Void(cause="104d"), (), 5),
    (Void(cause="erro", rule="CF R76"), error("76", by="pagador"), None),
]


@pytest.mark.parametrize(("void", "errors", "left"), VOID_GROUNDS)
def test_grounds_annul_the_coup(void: Void, errors: tuple[Erro, ...], left: int | None) -> None:
    """R76, R102 c, R104 c, d: every stake and the bank go back, nothing is won."""
    record = coup("2s 4d", "Ks 9d", void=void, errors=errors, cartas_no_sabot=left)
    settlement = settled(record)
    assert settlement.void
    assert [(one.due, one.outcome) for one in settlement.lines] == [(10_000, "devolvida")] * 2
    assert "VOID-BAD" not in codes(record)


@pytest.mark.parametrize(
    ("void", "errors", "left"),
    [
        (Void(cause="empate"), (), None),
        (Void(cause="102c"), error("102c", reconstituida=True), None),
        (Void(cause="104d"), (), 6),
        (Void(cause="76"), error("76", by="banker"), None),
    ],
)
def test_without_a_ground_the_coup_stands(
    void: Void, errors: tuple[Erro, ...], left: int | None
) -> None:
    """VOID-BAD: an equal coup, one that was rebuilt, six cards, the banker's own discard."""
    record = coup(
        "2s 4d", "Ks 9d", ditos=said("nao"), void=void, errors=errors, cartas_no_sabot=left
    )
    assert not settled(record).void
    assert [code for code, _ in faults(record)] == ["VOID-BAD"]


def test_a_last_coup_of_five_cards_must_be_annulled() -> None:
    """R104 d, R119: VOID-MISS, and the stakes are due all the same; six cards suffice."""
    short = coup("2s 4d", "Ks 9d", ditos=said("nao"), cartas_no_sabot=5)
    assert faults(short) == [("VOID-MISS", "CF R104 d, R119")]
    assert line(short, 1).due == 10_000
    enough = coup("2s 4d", "Ks 9d", ditos=said("nao"), cartas_no_sabot=6)
    assert faults(enough) == []


def test_an_annulled_coup_that_kept_a_stake() -> None:
    """VOID-REFUND: 40.00 of 100.00 went back."""
    record = coup(
        "2s 4d",
        "Ks 9d",
        void=Void(cause="102c"),
        payments=(Payment(seat=2, bets=(1,), amount=0, stake_returned=4_000),),
    )
    (fault,) = found(record)
    assert (fault.code, fault.amount) == ("VOID-REFUND", -6_000)


# --- properties -------------------------------------------------------------------------------

CARDS = st.sampled_from([rank + suit for rank in "A23456789TJQK" for suit in "cs"])
ERRORS = st.sampled_from(
    ["102a", "102b", "102c", "102d", "102e", "102f", "102g", "102h", "102i", "102j", "102l",
     "102m", "103a", "103b", "103c", "103d", "103e", "104a", "104b", "104c", "104d", "76", "99"]
)  # fmt: skip


@st.composite
def coups(draw: st.DrawFn) -> CheminDeFerRecord:
    """Give coups such as a bad evening might bring."""
    drawn = draw(
        st.lists(st.tuples(st.sampled_from(["ponto", "banca", "discard"]), CARDS), max_size=4)
    )
    first = [Dealt(to=to, card=draw(CARDS), seat=2) for to in ("ponto", "banca") * 2]
    bets = draw(
        st.lists(
            st.tuples(st.sampled_from([1, 2, 3, 5, 9, 101]), st.integers(-5, 3_000), st.booleans()),
            max_size=5,
        )
    )
    calls = draw(
        st.lists(
            st.tuples(
                st.sampled_from([1, 2, 3, 5, 9, 101]),
                st.sampled_from(["banco", "com_a_mesa", "seul", "suivi", "outra"]),
            ),
            max_size=3,
        )
    )
    errors = draw(st.lists(ERRORS, max_size=2))
    words = draw(st.lists(st.sampled_from(["carta", "nao", "8", "9"]), max_size=2))
    return CheminDeFerRecord(
        capital=draw(st.integers(-10, 4_000)),
        banqueiro=draw(st.sampled_from([1, 4, 101])),
        associado=draw(st.sampled_from([None, 5])),
        cagnotte_bp=draw(st.integers(0, 12_000)),
        cagnotte_por_fora=draw(st.booleans()),
        bets=tuple(
            stake(number, seat, amount, linha=on)
            for number, (seat, amount, on) in enumerate(bets, 1)
        ),
        pedidos=tuple(Pedido(seat=seat, forma=form) for seat, form in calls),
        cards=(*first, *(Dealt(to=to, card=one, seat=2) for to, one in drawn)),
        ditos=said(*words),
        errors=tuple(
            Erro(error=code, by=draw(st.sampled_from([None, "ponto", "banker", "pagador"])))
            for code in errors
        ),
        void=draw(st.sampled_from([None, Void(cause="102c")])),
    )


@given(coups())
@settings(max_examples=300)
def test_nothing_is_lost_and_nothing_made(record: CheminDeFerRecord) -> None:
    """What pontos and bank put in is what they get back, the cagnotte, and no cent else."""
    settlement = settled(record)
    if any(one.outcome == "pendente" for one in settlement.lines):
        return
    put_in = sum(bet.valor for bet in record.bets) + max(0, record.capital)
    taken = sum(one.amount for one in settlement.commissions)
    apart = taken if record.cagnotte_por_fora else 0
    assert put_in + apart == sum(one.due for one in settlement.lines) + taken
    if settlement.void:
        assert all(one.due == one.stake for one in settlement.lines)


@given(coups(), st.randoms())
@settings(max_examples=100)
def test_the_order_of_bets_of_different_places_decides_nothing(
    record: CheminDeFerRecord, chance: Any
) -> None:
    """R122: the place decides, not who laid first."""
    first = {bet.seat: bet for bet in reversed(record.bets)}
    one = msgspec.structs.replace(record, bets=tuple(first.values()))
    mixed = list(first.values())
    chance.shuffle(mixed)
    other = msgspec.structs.replace(record, bets=tuple(mixed))
    assert covered(one) == covered(other)


@given(coups())
@settings(max_examples=200)
def test_every_coup_is_judged_and_every_step_said(record: CheminDeFerRecord) -> None:
    """No coup is too bad to be judged; all codes exist, all explanations are words."""
    verdict = judge(record)
    assert all(one.code in CODES for one in verdict.found)
    for one in (*verdict.settlement.lines, *verdict.settlement.commissions):
        for step in one.why:
            assert "{" not in step.text("pt", one) + step.text("en", one)


WORDS_AT_HAND = (
    "", "ponto", "banca", "As", "1x", "102f", "104a", "76", "suivi", "com_a_mesa", "carta", "9",
    "tomou", "passou", "licitou", "recusou", "auction", "2026-11-20T20:00:00Z", "CF R102 c",
)  # fmt: skip


def wild(described: Any, chance: random.Random) -> Any:  # noqa: PLR0911 - one a type
    """Return any value of a type, out of few numbers and words that may mean something."""
    kinds = msgspec.inspect
    if isinstance(described, kinds.StructType):
        return described.cls(
            **{
                one.name: wild(one.type, chance)
                for one in described.fields
                if one.required or chance.random() < 0.7
            }
        )
    if isinstance(described, kinds.UnionType):
        return wild(chance.choice(described.types), chance)
    if isinstance(described, kinds.VarTupleType):
        return tuple(wild(described.item_type, chance) for _ in range(chance.randrange(6)))
    if isinstance(described, kinds.DictType):
        return {
            wild(described.key_type, chance): wild(described.value_type, chance) for _ in range(2)
        }
    if isinstance(described, kinds.LiteralType):
        return chance.choice(described.values)
    if isinstance(described, kinds.IntType):
        low = -3 if described.ge is None else described.ge
        return max(low, chance.choice((-3, 0, 1, 2, 3, 4, 7, 101, 5_000, 10**12)))
    if isinstance(described, kinds.BoolType):
        return chance.random() < 0.5
    return None if isinstance(described, kinds.NoneType) else chance.choice(WORDS_AT_HAND)


@given(st.integers(0, 2**32))
@settings(max_examples=300)
def test_wild_records_are_judged(seed: int) -> None:
    """Any record of the type is settled and verified, however impossible."""
    record = wild(msgspec.inspect.type_info(CheminDeFerRecord), random.Random(seed))
    record = msgspec.structs.replace(record, profile="cv-2017@1", records=None)
    assert all(one.code in CODES for one in judge(record).found)
