"""Bacará chemin de fer: whose bet a bancô is, and which calls have no right, by which rule."""

import pytest

from projections.replay.games.bacara.bacara_chemin_de_fer import cover
from projections.replay.games.bacara.bacara_chemin_de_fer.covering import cards_given_to
from projections.replay.games.bacara.bacara_chemin_de_fer.record import (
    Acto,
    Alteracao,
    Anterior,
    CheminDeFerRecord,
    Pedido,
    Tomada,
)
from projections.replay.kit.bets import Moment
from projections.replay.kit.shoe import Dealt
from tests.projections.replay.games.bacara.bacara_chemin_de_fer.chemin_de_fer import (
    covered,
    stake,
    table,
)

LOST = Anterior(banqueiro=7, capital=5_000, resultado="ganha", banco=4, banca=9_750)
"""The coup before: seat 4 made bancô against 7, and lost."""
BETS = (stake(1, 8, 3_000), stake(2, 4, 10_000))


def refused(record: CheminDeFerRecord) -> list[tuple[int, str]]:
    """Return who called without a right, and by which rule."""
    return [(one.pedido.seat, one.rule) for one in cover(record).refused]


# --- whose bet it is -----------------------------------------------------------------------------


def test_a_banco_is_found_by_its_caller_or_by_the_number_of_its_bet() -> None:
    """R18: the call names a bet, or only who called; a bet may lie at another's place."""
    by_seat = table(*BETS, pedidos=(Pedido(seat=4, forma="banco"),))
    assert covered(by_seat) == {1: 0, 2: 10_000}
    elsewhere = (BETS[0], stake(2, 5, 10_000))
    by_number = table(*elsewhere, pedidos=(Pedido(seat=4, forma="banco", bet=2),))
    assert covered(by_number) == {1: 0, 2: 10_000}
    by_bettor = table(BETS[0], stake(2, 5, 10_000, por=4), pedidos=(Pedido(seat=4, forma="banco"),))
    assert covered(by_bettor) == {1: 0, 2: 10_000}
    nobodys = table(*elsewhere, pedidos=(Pedido(seat=4, forma="banco"),))
    assert covered(nobodys) == {1: 3_000, 2: 7_000}


def test_the_banker_and_his_associate_bet_for_themselves_at_no_place() -> None:
    """R47, R62: a bet at another's place is still that of who laid it."""
    bets = (stake(1, 3, 1_000, por=7), stake(2, 3, 1_000, por=5), stake(3, 3, 1_000, por=4))
    stakes = cover(table(*bets, associado=5)).stakes
    assert [one.refused for one in stakes] == ["by_banker", "by_associate", ""]


def test_a_suivi_after_the_deal_brings_its_own_bet_and_no_other() -> None:
    """R24: the late bet stands that is the caller's, named or not; another's late bet does not."""
    closed = Moment(seq=9)
    late = (stake(1, 8, 3_000, seq=15), stake(2, 4, 10_000, seq=15))
    for call in (Pedido(seat=4, forma="suivi", seq=14), Pedido(seat=4, forma="suivi", bet=2)):
        record = table(*late, pedidos=(call,), anterior=LOST, jogo_feito=closed)
        assert [one.refused for one in cover(record).stakes] == ["late", ""]
    nobodys = table(*late, pedidos=(Pedido(seat=3, forma="suivi"),), anterior=LOST,
                    jogo_feito=closed)  # fmt: skip
    assert [one.refused for one in cover(nobodys).stakes] == ["late", "late"]


# --- who gave his call up ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "prior"),
    [
        (Alteracao(bet=1, retirada=True), 4),
        (Alteracao(bet=1, retirada=True, causa="own"), 4),
        (Alteracao(bet=1, retirada=True, causa="cut"), 8),  # the pagador took it off
        (Alteracao(bet=1, valor=9_000), 8),
        (Alteracao(bet=3, retirada=True), 8),  # another's
    ],
)
def test_who_takes_his_bet_back_gives_his_call_up(change: Alteracao, prior: int) -> None:
    """R15, R21: 8 goes before 4 unless he himself took back what he had laid."""
    bets = (stake(1, 8, 10_000), stake(2, 4, 10_000), stake(3, 9, 500))
    calls = (Pedido(seat=8, forma="banco", bet=1), Pedido(seat=4, forma="banco", bet=2))
    found = cover(table(*bets, pedidos=calls, alteracoes=(change,))).prior
    assert found is not None
    assert found.seat == prior


def test_a_call_without_a_bet_is_given_up() -> None:
    """R15: no verbal bets; nobody is refused for it, and it goes before nobody."""
    record = table(
        stake(2, 4, 10_000),
        pedidos=(Pedido(seat=8, forma="banco"), Pedido(seat=3, forma="com_a_mesa")),
    )
    assert cover(record).prior is None
    assert refused(record) == []


def test_half_of_the_bank_is_asked_of_com_a_mesa_only() -> None:
    """R28: less than half is refused; a bancô that laid less than half is one all the same."""
    low = (stake(2, 4, 4_999),)
    assert refused(table(*low, pedidos=(Pedido(seat=4, forma="com_a_mesa"),))) == [(4, "CF R28")]
    assert refused(table(*low, pedidos=(Pedido(seat=4, forma="banco"),))) == []


# --- calls without a right -----------------------------------------------------------------------

DEAL = tuple(
    Dealt(to=to, card=card, seq=seq)
    for to, card, seq in (
        ("discard", "9c", 8),
        ("ponto", "2s", 10),
        ("banca", "Ks", 12),
        ("ponto", "4d", 14),
        ("banca", "9d", 16),
    )
)


@pytest.mark.parametrize(
    ("call", "rule"),
    [
        (Pedido(seat=4, forma="grito"), "CF R18"),
        (Pedido(seat=7, forma="banco"), "CF R47"),
        (Pedido(seat=5, forma="banco"), "CF R62"),
        (Pedido(seat=3, forma="suivi"), "CF R24"),  # 4 had made it
        (Pedido(seat=4, forma="banco", seq=17), "CF R24"),
        (Pedido(seat=4, forma="banco", seq=15), ""),  # the fourth card is still to come
        (Pedido(seat=4, forma="suivi", seq=17), ""),
    ],
)
def test_each_call_without_a_right_has_its_rule(call: Pedido, rule: str) -> None:
    """R18, R24, R47, R62: the deal ends with the fourth card, what was discarded apart."""
    record = table(*BETS, pedidos=(call,), anterior=LOST, associado=5, cards=DEAL)
    assert refused(record) == ([(call.seat, rule)] if rule else [])


@pytest.mark.parametrize(
    ("taken", "rule"),
    [
        (Tomada(seat=8, vistas=True), "CF R25"),
        (Tomada(seat=8, vistas=True, anunciadas=True), "CF R25"),
        (Tomada(seat=8, anunciadas=True), ""),  # neither seen nor grabbed
        (Tomada(seat=8, agarradas=True, anunciadas=True), "CF R26"),
        (Tomada(seat=8, agarradas=True, vistas=True), ""),
        (Tomada(seat=4, vistas=True), ""),  # his own
    ],
)
def test_cards_that_stay_with_another(taken: Tomada, rule: str) -> None:
    """R25, R26: seen ones stay with whom they were passed to, announced ones with who grabbed."""
    calls = (Pedido(seat=4, forma="suivi", bet=2),)
    record = table(*BETS, pedidos=calls, anterior=LOST, tomadas=(taken,))
    assert refused(record) == ([(4, rule)] if rule else [])
    both = table(*BETS, pedidos=calls, anterior=LOST, tomadas=(Tomada(seat=4), taken))
    assert refused(both) == refused(record)


TIE = Anterior(banqueiro=4, capital=10_000, resultado="nula", banca=10_000)
PASSED = Acto(acto="passou", seat=4, via="tie")


@pytest.mark.parametrize(
    ("before", "act", "denied"),
    [
        (TIE, PASSED, True),
        (Anterior(banqueiro=4, capital=10_000, resultado="ganha"), PASSED, False),
        (Anterior(banqueiro=3, capital=10_000, resultado="nula"), PASSED, False),
        (TIE, Acto(acto="passou", seat=9, via="own"), False),
        (TIE, Acto(acto="tomou", seat=4, via="offer"), False),
    ],
)
def test_only_who_passed_his_own_hand_after_a_tie_makes_no_banco(
    before: Anterior, act: Acto, *, denied: bool
) -> None:
    """R90."""
    calls = (Pedido(seat=4, forma="banco", bet=2),)
    record = table(*BETS, pedidos=calls, anterior=before, actos=(act,))
    assert refused(record) == ([(4, "CF R90")] if denied else [])


# --- the cards -----------------------------------------------------------------------------------


def test_who_had_the_cards_in_the_end() -> None:
    """R25, R35: as the table says; else where the ponto's last card went, the bank's apart."""
    dealt = (
        Dealt(to="ponto", seat=2, card="2s"),
        Dealt(to="banca", seat=7, card="Ks"),
        Dealt(to="ponto", seat=3, card="4d"),
        Dealt(to="banca", seat=7, card="9d"),
        Dealt(to="ponto", card="5d"),
    )
    assert cards_given_to(table(cards=dealt)) == 3
    assert cards_given_to(table(cards=dealt, cartas_com=8)) == 8
    assert cards_given_to(table()) is None


def test_cards_belong_to_nobody_who_plays_for_nothing() -> None:
    """R35: the highest bet that is in play; against a bank of nothing none is."""
    assert cover(table(stake(1, 8, 3_000), capital=0)).cartas is None
    full = (stake(1, 8, 5_000), stake(2, 9, 5_000), stake(3, 6, 9_000))
    assert cover(table(*full)).cartas == 8


def test_bets_of_one_player_are_one_for_the_cards() -> None:
    """R35: two bets of 20.00 of seat 3, the second at 4's place, go before 30.00 of seat 8."""
    bets = (stake(1, 8, 3_000), stake(2, 3, 2_000), stake(3, 4, 2_000, por=3))
    assert cover(table(*bets)).cartas == 3


# --- order, lines and cuts -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("banker", "regular", "first"),
    [(7, None, 8), (9, None, 2), (101, 3, 5), (101, None, 2), (101, 9, 2)],
)
def test_the_order_of_right_begins_at_the_bankers_right(
    banker: int, regular: int | None, first: int
) -> None:
    """R36, R80: from a banker who stands, after the last seated one to whom the hand came."""
    bets = (stake(1, 2, 1_000), stake(2, 5, 1_000), stake(3, 8, 1_000), stake(4, 102, 1_000))
    record = table(*bets, banqueiro=banker, regular=regular, capital=1_000)
    whole = [number for number, amount in covered(record).items() if amount]
    assert [one.seat for one in bets if one.bet in whole] == [first]


def test_a_bet_may_go_on_the_line_or_off_it() -> None:
    """R17: a change that names the line alters it, one that does not leaves it."""
    bets = (stake(1, 8, 2_000), stake(2, 9, 2_000, linha=True), stake(3, 2, 2_000, linha=True))
    changes = (
        Alteracao(bet=1, linha=True),
        Alteracao(bet=2, linha=False),
        Alteracao(bet=3, valor=3_001),
    )
    assert covered(table(*bets, alteracoes=changes)) == {1: 1_000, 2: 2_000, 3: 1_500}


@pytest.mark.parametrize(
    ("changes", "excess"),
    [
        ((), 4_000),
        ((Alteracao(bet=2, valor=4_000, causa="cut"),), 2_000),
        ((Alteracao(bet=2, retirada=True, causa="not_covered"),), 0),
        ((Alteracao(bet=3, valor=100, causa="cut"),), 3_050),  # on the line half of it
        ((Alteracao(bet=9, retirada=True, causa="cut"),), 4_000),  # of a bet that nobody laid
    ],
)
def test_what_lies_above_the_bank_is_what_the_pagador_did_not_cut(
    changes: tuple[Alteracao, ...], excess: int
) -> None:
    """R33: 70.00, 60.00 and half of 20.00 against a bank of 100.00."""
    bets = (stake(1, 8, 7_000), stake(2, 9, 6_000), stake(3, 2, 2_000, linha=True))
    assert cover(table(*bets, alteracoes=changes)).excesso == excess
