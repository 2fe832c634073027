"""Bacará chemin de fer: the cards of one coup, the bets against the bank, the cagnotte."""

import itertools
import random
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.replay.banked import Moment
from projections.replay.codes import CODES
from projections.replay.games.bacara_chemin_de_fer import GAME, cover, must_draw, play
from projections.replay.games.bacara_chemin_de_fer.drawing import points_of
from projections.replay.games.bacara_chemin_de_fer.record import (
    Alteracao,
    Anterior,
    Aposta,
    CheminDeFerRecord,
    Dito,
    Erro,
    Pedido,
    Reclamacao,
    Tomada,
    Troca,
)
from projections.replay.games.bacara_chemin_de_fer.settling import gain_of
from projections.replay.profiles.cabo_verde_2017 import BACARA_CHEMIN_DE_FER as RULES
from projections.replay.record import Payment, Void
from projections.replay.registry import judge
from projections.replay.settlement import Found, Line, Settlement
from projections.replay.shoe import Burned, Cut, Dealt, Shoe, Shuffled

RANKS = {0: "K", 1: "A", **{value: str(value) for value in range(2, 10)}}
SUITS = "cdhs"


def card(value: int, suit: int = 0) -> str:
    """Return a card worth so many points."""
    return RANKS[value] + SUITS[suit % 4]


def pair(total: int) -> tuple[str, str]:
    """Return two cards of so many points: a king and the other."""
    return "K" + SUITS[total % 4], card(total, 1)


def dealt(ponto: Any, banca: Any, drawn: str = "", seat: int | None = 2) -> tuple[Dealt, ...]:
    """Deal ponto, bank, ponto, bank; then third cards, written ``p7c b2d``."""
    p, b = (one.split() if isinstance(one, str) else one for one in (ponto, banca))
    first = [
        Dealt(to=side, seat=seat if side == "ponto" else None, card=one)
        for two in zip(p, b, strict=True)
        for side, one in zip(("ponto", "banca"), two, strict=True)
    ]
    sides = {"p": "ponto", "b": "banca", "d": "discard"}
    rest = [
        Dealt(to=sides[one[0]], seat=seat if one[0] == "p" else None, card=one[1:], open=True)
        for one in drawn.split()
    ]
    return (*first, *rest)


def said(*words: str) -> tuple[Dito, ...]:
    """Return words of the ponto."""
    return tuple(Dito(dito=word) for word in words)


def error(code: str, **more: Any) -> tuple[Erro, ...]:
    """Return one error noted."""
    return (Erro(error=code, **more),)


BET = (Aposta(bet=1, seat=2, tipo="ponto", valor=10_000),)
BANCO = (Pedido(seat=2, forma="banco", bet=1),)


def coup(ponto: Any, banca: Any, drawn: str = "", **more: Any) -> CheminDeFerRecord:
    """Return a coup of a bank of 100.00 held by seat 1 against seat 2's 100.00, free bets."""
    more.setdefault("bets", BET)
    more.setdefault("banqueiro", 1)
    more.setdefault("capital", 10_000)
    more.setdefault("minimo", 1_000)
    return CheminDeFerRecord(cards=dealt(ponto, banca, drawn), **more)


def outcome(record: CheminDeFerRecord) -> tuple[str | None, int | None, int | None]:
    """Return who wins and both totals."""
    played = play(record, RULES, single=cover(record).banco.single)
    return played.vencedor, played.ponto, played.banca


def settled(record: CheminDeFerRecord) -> Settlement:
    """Return the settlement."""
    return GAME.settle(record, RULES)


def line(record: CheminDeFerRecord, bet: int | None) -> Line:
    """Return the line of a bet; None is the first of the bank."""
    return next(one for one in settled(record).lines if one.bet == bet)


def found(record: CheminDeFerRecord) -> list[Found]:
    """Return every fault, payments included."""
    return list(judge(record).found)


def codes(record: CheminDeFerRecord) -> list[str]:
    """Return the codes found."""
    return [one.code for one in found(record)]


def without_money(record: CheminDeFerRecord) -> CheminDeFerRecord:
    """Return the record of a table that records no payments."""
    kept = ("bets", "decisions", "cards", "burns", "shuffles", "announcements", "equipment")
    return msgspec.structs.replace(record, records=kept)


def faults(record: CheminDeFerRecord) -> list[tuple[str, str]]:
    """Return codes and rules of all that is wrong but payments."""
    return [(one.code, one.rule) for one in found(without_money(record))]


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


# --- errors of the ponto ----------------------------------------------------------------------


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


# --- errors of the pagador --------------------------------------------------------------------


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


# --- who plays for how much -------------------------------------------------------------------


def stake(bet: int, seat: int, valor: int, **more: Any) -> Aposta:
    """Return a bet."""
    return Aposta(bet=bet, seat=seat, tipo="ponto", valor=valor, **more)


def covered(record: CheminDeFerRecord) -> dict[int, int]:
    """Return what of each bet is in play."""
    return {one.bet.bet: one.coberta for one in cover(record).stakes}


def table(*bets: Aposta, **more: Any) -> CheminDeFerRecord:
    """Return a coup of a bank of 100.00 at seat 7 that nobody dealt yet."""
    more.setdefault("banqueiro", 7)
    more.setdefault("capital", 10_000)
    return CheminDeFerRecord(bets=bets, **more)


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
    from projections.replay.games.bacara_chemin_de_fer.record import Acto  # noqa: PLC0415

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
def test_the_cagnotte_takes_what_rounding_leaves(gain: int, bp: int, apart: bool) -> None:  # noqa: FBT001
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
    """R62: of a bank of 2 x 50.00 that wins 33.33: 31.66 after cagnotte, 15.83 each.

    Winning 33.35 less 1.67 leaves 31.68; winning 33.31 leaves 31.64; 33.30 leaves 31.63: the odd
    cent is the banker's. Losing 33.33 costs the associate 16.66 and the banker 16.67.
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


@pytest.mark.parametrize(
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
        ({"mode": "shared"}, "ONL-NONE", ""),
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
        ("suivi", Anterior(banqueiro=7, capital=1, banco=3, resultado="ganha"), 10_000, "CF R24"),
        ("com_a_mesa", Anterior(banqueiro=7, capital=1, com_a_mesa=4), 6_000, "CF R32"),
        ("com_a_mesa", None, 4_000, "CF R28"),
    ],
)
def test_banco_honoured_without_a_right(
    form: str, before: Anterior | None, laid: int, rule: str
) -> None:
    """R24, R28, R32: he got the cards by a call to which he had no right."""
    bets = (stake(1, 4, laid), stake(2, 2, 10_000 - laid)) if laid < 5_000 else (stake(1, 4, laid),)
    bets = (*bets, stake(3, 2, 9_000)) if laid > 5_000 else bets
    record = msgspec.structs.replace(
        lawful(bets=bets, pedidos=(Pedido(seat=4, forma=form, bet=1),), anterior=before),
        cards=dealt("2s 4d", "Ks 9d", seat=4),
        banqueiro=1,
    )
    if form == "suivi":
        record = msgspec.structs.replace(record, bets=(stake(1, 4, 4_000), stake(3, 2, 6_000)))
    hits = [(one.code, one.rule) for one in found(record)]
    assert ("CF-BANCO", rule) in hits or laid == 6_000


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
    lawful_burn: bool,  # noqa: FBT001
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
    late: bool,  # noqa: FBT001
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


def wild(described: Any, chance: random.Random) -> Any:
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
