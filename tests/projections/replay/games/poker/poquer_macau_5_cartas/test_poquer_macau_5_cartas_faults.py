"""Macau five-card poker: what can go wrong at the table, and by which name it is found."""

from typing import Any

import pytest
from msgspec import structs

from projections.replay.games.poker.poquer_macau_5_cartas import (
    Cobrada,
    Corte,
    Desfalcado,
    Direito,
    Lance,
    MacauRecord,
    Mostrada,
    Mudanca,
    Queimada,
    Revelada,
    settle,
)
from projections.replay.profiles.macau_1985 import POQUER_MACAU_5_CARTAS as RULES
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.settlement import Outcome
from tests.helpers.each import each
from tests.projections.replay.games.poker.poquer_macau_5_cartas.macau_hands import (
    CAPITAL,
    CHECKED,
    HANDS,
    LAST_PASSED,
    OPENED,
    PASSED,
    acts,
    codes,
    dues,
    entries,
    found,
    jogada,
    jogadores,
    only,
)

ALONE = "2 desistir, 3 desistir, 4 desistir"
DEALT = (1, 2, 3, 4) * 5
EQUAL = {1: "As 6d Kh Qc 8s", 2: "Ad 6c Ks Qh 8d"}
"""Both ace, king, queen, eight, six."""


# --- who speaks, and what is open to him ---------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seat", "rule", "expected"),
    [
        # A10 b: the queen opened before the ace.
        ("2 apostar 5000, 3 desistir, 4 desistir, 1 desistir", 2, "M5 A10 b", "1"),
        # A10 b: 3 spoke before 2; 2 is not told again.
        (
            "1 apostar 5000, 3 aceitar 5000, 2 desistir, 4 desistir | 1 apostar 1, 3 desistir",
            3,
            "M5 A10 b, A11 c",
            "2",
        ),
        # A11 c: giving up is a word, too.
        ("1 apostar 5000, 4 desistir, 2 desistir, 3 desistir", 4, "M5 A10 b, A11 c", "2"),
        # A10 c i: after the first lanço the king speaks, not the nine.
        (
            f"{OPENED} | 2 apostar 5000, 3 desistir, 4 desistir, 1 desistir",
            2,
            "M5 A10 c i, c ii",
            "1",
        ),
        # A10 c ii: after 1 the voice goes to the next by value, not to a lower one.
        (
            f"{OPENED} | 1 passar, 3 passar, 2 apostar 9, 3 desistir, 4 desistir, 1 desistir",
            3,
            "M5 A10 c i, c ii",
            "2",
        ),
        # A10 c iii: after a bet by seat from the bettor's right.
        (
            f"{OPENED} | 1 passar, 2 apostar 9, 4 desistir, 3 desistir, 1 desistir",
            4,
            "M5 A10 c iii, A11 c",
            "3",
        ),
        # A10 d: in the last lanço the pair of fives speaks before the seven.
        (
            f"{OPENED} | {PASSED} | {PASSED} | 1 passar, 2 passar, 4 passar, 3 passar",
            2,
            "M5 A10 d, c ii",
            "4",
        ),
        # A10 c ii: who has passed speaks no more where nobody bets.
        (
            f"{OPENED} | {PASSED}, 1 apostar 5000, {ALONE}",
            1,
            "M5 A10 c i, c ii",
            "",
        ),
        # A10 b: in the first lanço nobody may pass for one who is to open.
        ("2 passar, 1 apostar 5000, 2 desistir, 3 desistir, 4 desistir", 2, "M5 A10 b", "1"),
    ],
)
def test_out_of_turn(text: str, seat: int, rule: str, expected: str) -> None:
    """M5-OPEN: told once, of who spoke too soon; the act stands and the jogada goes on."""
    fault = only(jogada(text))
    assert (fault.code, fault.seat, fault.rule) == ("M5-OPEN", seat, rule)
    assert (fault.expected, fault.recorded) == (expected, str(seat))


def test_passing_after_a_bet() -> None:
    """A10 c iii: nobody may pass after a bet; 2 then calls, and it is told once."""
    text = f"{OPENED} | 1 apostar 5000, 2 passar, 2 aceitar 5000, 3 desistir, 4 desistir"
    record = jogada(f"{text} | 1 apostar 9, 2 desistir")
    assert [(one.code, one.rule) for one in found(record)] == [("M5-OPEN", "M5 A10 c iii")]
    assert dues(record) == {1: 60_000 - 2_400 + 9}


def test_who_passes_after_a_bet_and_never_calls_has_given_up() -> None:
    """A10 b, A11 b: 2, whose eights would win, did not equal; told once."""
    text = f"{OPENED} | 1 apostar 5000, 2 passar, 3 aceitar 5000, 4 desistir"
    record = jogada(f"{text} | 1 passar, 3 passar | 1 passar, 3 passar")
    assert codes(record) == [("M5-OPEN", 2)]
    assert dues(record) == {3: 60_000 - 2_400}


def test_accepting_where_nobody_has_bet() -> None:
    """A10 b 2: there is nothing to accept; with chips it is the bet that it looks like."""
    record = jogada("1 aceitar 5000, 2 desistir, 3 desistir, 4 desistir")
    fault = only(record)
    assert (fault.code, fault.seat, fault.expected) == ("M5-OPEN", 1, "apostar")
    assert dues(record) == {1: 30_000 - 1_200 + 5_000}
    empty = jogada(f"{OPENED} | 1 aceitar, 2 passar, 3 passar, 4 passar | {PASSED} | {LAST_PASSED}")
    assert codes(empty) == [("M5-OPEN", 1)]


def test_nobody_was_asked() -> None:
    """A10 c iii: cards were dealt on though 3 and 4 had not spoken."""
    record = jogada(f"{OPENED} | 1 passar, 2 passar | {PASSED} | {LAST_PASSED}")
    fault = only(record)
    assert (fault.code, fault.seat) == ("M5-OPEN", 3)
    assert fault.facts == {"lanco": 2, "unasked": [3, 4]}


def test_a_lanco_without_a_word() -> None:
    """A10 b-d: cards of five were dealt and the last lanço is missing; its first is named."""
    record = jogada(f"{OPENED} | {PASSED} | {PASSED}", dealt=5)
    fault = only(record)
    assert (fault.code, fault.seat, fault.facts["unasked"]) == ("M5-OPEN", 1, [1, 4, 2, 3])


def test_after_giving_up_nobody_speaks() -> None:
    """NB-TURN: his chips stay in the bolo, and he wins nothing."""
    text = "1 apostar 5000, 2 desistir, 3 aceitar 5000, 4 aceitar 5000, 2 aceitar 5000 | {}"
    record = jogada(text.format("1 passar, 3 passar, 4 passar") + " |" * 2)
    assert ("NB-TURN", 2) in codes(record)
    assert 2 not in dues(record)


def test_after_the_end_nobody_speaks() -> None:
    """A10 c iii: who is alone has won; what he adds comes back to him."""
    record = jogada(f"1 apostar 5000, {ALONE}, 1 elevar 5000")
    fault = only(record)
    assert (fault.code, fault.seat, fault.rule) == ("NB-TURN", 1, "M5 A10 c iii")
    assert dues(record) == {1: 30_000 - 1_200 + 10_000}


def test_who_did_not_open_plays_on() -> None:
    """A10 b: passing was giving up; a later act is told, its chips lie in the 400.00."""
    record = jogada("1 passar, 2 apostar 5000, 3 desistir, 4 desistir, 1 aceitar 5000")
    fault = only(record)
    assert (fault.code, fault.seat, fault.rule) == ("M5-OPEN", 1, "M5 A10 b")
    assert dues(record) == {2: 40_000 - 1_600}


def test_the_right_to_speak_given_to_another() -> None:
    """A10 b-d: M5-OPEN of the dealer's turn-given; what he does then is not told again."""
    text = "2 apostar 5000, 3 desistir, 4 desistir, 1 desistir"
    fault = only(jogada(text, direitos=(Direito(seat=2, lanco=1),)))
    assert (fault.code, fault.seat, fault.expected) == ("M5-OPEN", 2, "1")
    assert fault.facts == {"lanco": 1, "direito": True}
    right = Direito(seat=1, lanco=1)
    assert codes(jogada(f"1 apostar 5000, {ALONE}", direitos=(right,))) == []
    # The right goes on to 2 because 1 did not open: said at its moment, after five acts.
    passed = (Direito(seat=1, lanco=1, lances=4), Direito(seat=2, lanco=1, lances=5))
    text = "1 desistir, 2 apostar 5000, 3 desistir, 4 desistir"
    assert codes(jogada(text, direitos=passed)) == []
    late = Direito(seat=2, lanco=4, lances=16)
    assert codes(jogada(direitos=(late,))) == [("M5-OPEN", 2)]


def test_the_right_to_speak_of_one_who_has_nothing_left() -> None:
    """A10 d, A11 a: 1 shows the best and is desfalcado: the right may be said to be his."""
    passes = "2 passar, 3 passar, 4 passar"
    text = f"{OPENED} | {passes} | {passes} | 4 passar, 2 passar, 3 passar"
    players = jogadores(capital={1: 15_000})
    for seat, expected in ((1, []), (4, []), (2, [("M5-OPEN", 2)])):
        right = (Direito(seat=seat, lanco=4, lances=14),)
        assert codes(jogada(text, jogadores=players, direitos=right)) == expected


# --- how much ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 apostar 5000, 2 elevar 10000, 3 desistir, 4 desistir, 1 desistir", []),
        ("1 apostar 5000, 2 elevar 9999, 3 desistir, 4 desistir, 1 desistir", [("M5-RAISE", 2)]),
        # The bet before is the last extra, 100.00, not the 150.00 to equal.
        (
            "1 apostar 5000, 2 elevar 15000, 3 redobrar 25000, 4 desistir, 1 desistir, 2 desistir",
            [],
        ),
        (
            "1 apostar 5000, 2 elevar 15000, 3 redobrar 24999, 4 desistir, 1 desistir, 2 desistir",
            [("M5-RAISE", 3)],
        ),
        # Raised again by who was raised, without limit of times.
        (
            "1 apostar 9, 2 elevar 18, 3 desistir, 4 desistir"
            + ", 1 redobrar 18, 2 elevar 18" * 5
            + ", 1 desistir",
            [],
        ),
        # A call that is more than a call is a raise.
        ("1 apostar 5000, 2 aceitar 5001, 3 desistir, 4 desistir, 1 desistir", [("M5-RAISE", 2)]),
        # A raise that is no more than a call.
        ("1 apostar 5000, 2 elevar 5000, 3 desistir, 4 desistir | 1 apostar 1, 2 desistir",
         [("M5-RAISE", 2)]),
        # Who passed may call and not raise.
        (f"{OPENED} | 1 passar, 2 apostar 100, 3 desistir, 4 desistir, 1 elevar 200, 2 desistir",
         [("M5-RAISE", 1)]),
        (f"{OPENED} | 1 passar, 2 apostar 9, 3 desistir, 4 desistir, 1 aceitar 9 | 1 desistir", []),
        # In the lanço after, he may again.
        (f"{OPENED} | {PASSED} | 1 apostar 100, 2 elevar 200, 3 desistir, 4 desistir, 1 desistir",
         []),
    ],
)  # fmt: skip
def test_raises(text: str, expected: list[tuple[str, int]]) -> None:
    """A10 b 3, b 4, c i 2: an extra at least the bet before; none by who has passed."""
    assert codes(jogada(text)) == expected


def test_a_desfalcado_alone_may_raise_by_less() -> None:
    """A10 b 3: "salvo se o jogador que elevou a aposta estiver com capital desfalcado"."""
    text = "1 apostar 5000, 2 elevar 6000, 3 desistir, 4 desistir, 1 desistir"
    short = jogadores(capital={2: 16_000})
    assert codes(jogada(text, jogadores=short)) == []
    more = jogadores(capital={2: 16_001})
    assert codes(jogada(text, jogadores=more)) == [("M5-RAISE", 2)]
    unknown = jogadores(capital={2: None})
    assert codes(jogada(text, jogadores=unknown)) == []


def test_the_least_first_bet_is_the_tables() -> None:
    """A10 b: the law has none; the table's own is BET-MIN, unless it is all he has."""
    text = f"1 apostar 400, {ALONE}"
    assert codes(jogada(text)) == []
    assert codes(jogada(text, aposta_minima=500)) == [("BET-MIN", 1)]
    whole = jogadores(capital={1: 10_400})
    assert codes(jogada(text, aposta_minima=500, jogadores=whole)) == []


def test_a_call_that_is_too_small() -> None:
    """A10 b 2, A11 a: NB-EQ with money on the table; he has given up, and his sixes win nothing."""
    text = "1 apostar 5000, 2 desistir, 3 aceitar 2000, 4 desistir"
    record = jogada(f"{text} |")
    fault = only(record)
    assert (fault.code, fault.seat, fault.rule, fault.amount) == ("NB-EQ", 3, "M5 A11 a", 3_000)
    # Alone, 1 wins 300.00 + 40.00, less 13.60; 30.00 were not called.
    assert dues(record) == {1: 34_000 - 1_360 + 3_000}
    line = next(one for one in settle(record, RULES).lines if one.seat == 3)
    assert "não igualou" in line.why[0].text("pt", line)
    completed = jogada(
        "1 apostar 5000, 2 desistir, 3 aceitar 2000, 4 desistir, 3 aceitar 3000"
        " | 1 apostar 1, 3 desistir"
    )
    assert codes(completed) == []


def test_who_never_answered_a_bet_has_given_up() -> None:
    """A10 b, A11 b: 4's three fives were not in for the second lanço."""
    text = f"{OPENED} | 1 apostar 5000, 2 aceitar 5000, 3 aceitar 5000"
    passes = "1 passar, 2 passar, 3 passar"
    record = jogada(f"{text} | {passes} | {passes}")
    fault = only(record)
    assert (fault.code, fault.seat, fault.rule) == ("NB-EQ", 4, "M5 A10 b")
    assert dues(record) == {2: 65_000 - 2_600}


def test_without_decisions_nobody_is_put_out() -> None:
    """A table that does not record decisions shows who bet, not who gave up."""
    text = f"{OPENED} | 1 apostar 5000, 2 aceitar 5000, 3 aceitar 5000 ||"
    record = jogada(text, records=("bets", "cards", "payouts"))
    assert codes(record) == []
    assert dues(record) == {4: 48_000, 2: 15_000 - 600}


# --- places and capital --------------------------------------------------------------------------


def test_places() -> None:
    """A3: two to seven, one place a player, no change of place during a jogada."""
    assert codes(jogada("", jogadores=jogadores({1: "As 7d"}), dealt=2)) == [("M5-SEAT", None)]
    eight = dict.fromkeys(range(1, 9), "")
    crowd = jogada("", jogadores=jogadores(eight), direitos=(), records=("bets",), comissoes=())
    assert codes(crowd) == [("M5-SEAT", None), ("M5-SEAT", 8)]
    same = jogadores(player={1: "ana", 3: "ana", 4: "rui"})
    fault = only(jogada(jogadores=same))
    assert (fault.code, fault.seat, fault.facts) == ("M5-SEAT", 3, {"places": [1, 3]})
    assert codes(jogada(jogadores=jogadores(player={1: "ana", 3: "eva"}))) == []
    moved = only(jogada(mudancas=(Mudanca(de=2, para=7),)))
    assert (moved.code, moved.seat, moved.expected) == ("M5-SEAT", 7, "2")
    seven = jogadores(dict.fromkeys(range(1, 8), ""))
    assert codes(jogada("", jogadores=seven, records=("bets",), comissoes=())) == []


@each(
    ("entrada", "fields", "expected"),
    [
        # To begin: 5,000.00 at an entry of 100.00, 2,000.00 at one of 20.00.
        (10_000, {"capital": 499_999, "iniciou": True}, ("inicial", -1)),
        (10_000, {"capital": 500_000, "iniciou": True}, None),
        (2_000, {"capital": 199_999, "iniciou": True}, ("inicial", -1)),
        (2_000, {"capital": 200_000, "iniciou": True}, None),
        # Below 1,000.00 (500.00) in the jogada before: restored to the minimum after it.
        (10_000, {"capital": 499_999, "baixou": 99_999}, ("reforco", -1)),
        (10_000, {"capital": 500_000, "baixou": 99_999}, None),
        (10_000, {"capital": 100_000, "baixou": 100_000}, None),
        (2_000, {"capital": 60_000, "baixou": 49_999}, ("reforco", -140_000)),
        (2_000, {"capital": 60_000, "baixou": 50_000}, None),
        # No withdrawal between jogadas; adding is free.
        (10_000, {"capital": 600_000, "capital_antes": 600_001}, ("retirado", -1)),
        (10_000, {"capital": 600_000, "capital_antes": 599_999}, None),
        # No change once the jogada has begun.
        (10_000, {"acrescentado": 5_000}, ("acrescentado", 5_000)),
        (10_000, {"acrescentado": -5_000}, ("acrescentado", -5_000)),
        # What nobody declared nobody can judge.
        (10_000, {"capital": None, "iniciou": True}, None),
    ],
)
def test_capital(entrada: int, fields: dict[str, Any], expected: tuple[str, int] | None) -> None:
    """A6."""
    players = jogadores(**{field: {2: value} for field, value in fields.items()})
    lances = entries([1, 2, 3, 4], entrada) + acts(CHECKED)
    record = jogada(entrada=entrada, jogadores=players, lances=lances)
    if expected is None:
        assert codes(record) == []
    else:
        fault = only(record)
        assert (fault.code, fault.rule, fault.seat) == ("M5-CAP", "M5 A6", 2)
        assert (fault.facts["capital"], fault.amount) == expected


def test_more_than_his_capital() -> None:
    """A6: nobody can bet what he does not have on the table."""
    record = jogada(f"1 apostar 5001, {ALONE}", jogadores=jogadores(capital={1: 15_000}))
    fault = only(record)
    assert (fault.code, fault.seat, fault.amount) == ("M5-CAP", 1, 1)


def test_declared_desfalcado_with_money_on_the_table() -> None:
    """A11 a: "nenhum jogador pode dizer-se com capital desfalcado, tendo dinheiro na mesa"."""
    fault = only(jogada(desfalcados=(Desfalcado(seat=2),)))
    assert (fault.code, fault.rule, fault.seat) == ("M5-CAP", "M5 A11 a", 2)
    assert fault.amount == CAPITAL - 15_000
    short = jogadores(capital={2: 15_000})
    text = f"{OPENED} | 1 passar, 3 passar, 4 passar | 1 passar, 3 passar, 4 passar"
    passes = "1 passar, 4 passar, 3 passar"
    declared = (Desfalcado(seat=2, lances=6),)
    assert codes(jogada(f"{text} | {passes}", jogadores=short, desfalcados=declared)) == []


# --- entries and commissions ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lances", "expected"),
    [
        (entries([1, 2, 3]), [("BET-MIN", 4)]),
        ((*entries([1, 2, 3]), Lance(seat=4, accao="entrada", added=9_999)), [("BET-MIN", 4)]),
        ((*entries([1, 2, 3]), Lance(seat=4, accao="entrada", added=10_001)), [("BET-MAX", 4)]),
        ((*entries([1, 2, 3]), Lance(seat=4, accao="entrada", added=10_000, lanco=1)),
         [("BET-LATE", 4)]),
        ((*entries([1, 2, 3]), Lance(seat=4, accao="entrada", added=10_000, meios="cash")),
         [("CREDIT", 4)]),
        (entries([1, 2, 3, 4]), []),
    ],
)  # fmt: skip
def test_entries(lances: tuple[Lance, ...], expected: list[tuple[str, int]]) -> None:
    """A6, A7, A10 a: everybody, the entry, in chips, before the first card."""
    assert codes(jogada(lances=lances + acts(CHECKED))) == expected


def test_an_entry_that_the_law_does_not_have() -> None:
    """A6: the bolo de entrada is 20.00 or 100.00."""
    record = jogada(entrada=5_000, lances=entries([1, 2, 3, 4], 5_000) + acts(CHECKED))
    fault = only(record)
    assert (fault.code, fault.expected, fault.recorded) == ("REG-RULE", "20.00 / 100.00", "50.00")


@pytest.mark.parametrize(
    ("comissoes", "payment", "rule", "amount"),
    [
        # 20.00 of the bolo of 500.00 were not taken, and the winner got it all.
        ((Cobrada(valor=10_000, modo="inicial"),), 50_000, "M5 A9", -2_000),
        # 5% in place of 4%.
        ((Cobrada(valor=10_000, modo="inicial"), Cobrada(valor=2_500)), 47_500, "M5 A9", 500),
        # 4% of what lay there before the initial commission: 4% of 600.00.
        ((Cobrada(valor=10_000, modo="inicial"), Cobrada(valor=2_400)), 47_600, "M5 A9", 400),
        # The initial commission was not taken; the 4% of 500.00 was.
        ((Cobrada(valor=2_000),), 58_000, "M5 A8", -10_000),
        # It was taken twice.
        ((Cobrada(valor=20_000, modo="inicial"), Cobrada(valor=2_000)), 38_000, "M5 A8", 10_000),
    ],
)
def test_wrong_commissions(
    comissoes: tuple[Cobrada, ...], payment: int, rule: str, amount: int
) -> None:
    """A8, A9: M5-COM alone, where the payments follow from what was taken."""
    record = jogada(comissoes=comissoes, payments=(Payment(seat=4, amount=payment),))
    fault = only(record)
    assert (fault.code, fault.rule, fault.amount) == ("M5-COM", rule, amount)


def test_a_commission_of_the_uncalled_bet() -> None:
    """A9: 4% of 300.00 is due, not of 300.00 and the 50.00 that nobody called."""
    text = f"1 apostar 5000, {ALONE}"
    charged = (Cobrada(valor=10_000, modo="inicial"), Cobrada(valor=1_400))
    record = jogada(text, comissoes=charged, payments=(Payment(seat=1, amount=33_600),))
    fault = only(record)
    assert (fault.code, fault.expected, fault.recorded) == ("M5-COM", "12.00", "14.00")


def test_an_initial_commission_taken_too_late() -> None:
    """A8: before the first card of the jogada."""
    late = (Cobrada(valor=10_000, modo="inicial", dadas=8), Cobrada(valor=2_000))
    fault = only(jogada(comissoes=late))
    assert (fault.code, fault.rule, fault.recorded) == ("M5-COM", "M5 A8", "8")


def test_initial_commissions_of_players() -> None:
    """A8: where each player bears it, each is compared."""
    each = [Cobrada(valor=10_000, modo="inicial", seat=seat) for seat in (1, 2, 3, 4)]
    share = Cobrada(valor=2_400)
    assert codes(jogada(comissao_inicial="jogador", comissoes=(*each, share))) == []
    record = jogada(comissao_inicial="jogador", comissoes=(*each[:3], share))
    assert codes(record) == [("M5-COM", 4)]


# --- cards ---------------------------------------------------------------------------------------


def test_the_deal_goes_anticlockwise_from_who_is_first() -> None:
    """A10 a-c: two rounds from the dealer's right, then from the best shown who stays."""
    assert codes(jogada(dadas=DEALT)) == []
    wrong = jogada(dadas=(1, 2, 3, 4, 2, 3, 4, 1, *DEALT[8:]))
    fault = only(wrong)
    assert (fault.code, fault.rule, fault.expected) == ("M5-DECK", "M5 A10 a", "1")
    assert fault.facts == {"card": 5, "of": "chave"}
    # 1, the best shown, gave up: the third card begins at 2 (the queen), not at 4.
    text = "1 apostar 100, 2 elevar 200, 3 aceitar 200, 4 aceitar 200, 1 desistir"
    passes = "2 passar, 3 passar, 4 passar"
    told = f"{text} | {passes} | {passes} | 4 passar, 2 passar, 3 passar"
    right = (*DEALT[:8], 2, 3, 4, 2, 3, 4, 2, 3, 4)
    assert codes(jogada(told, dadas=right)) == []
    other = jogada(told, dadas=(*DEALT[:8], 4, 2, 3, 2, 3, 4, 2, 3, 4))
    fault = only(other)
    assert (fault.code, fault.rule, fault.expected) == ("M5-DECK", "M5 A10 b, c ii, c iv", "2")
    noted = structs.replace(other, errors=(ErrorNoted(error="A11e"),))
    assert codes(noted) == []


def test_the_fifth_card_begins_at_the_next_where_the_first_gave_up() -> None:
    """A10 c iv: 1 spoke first in the third lanço and gave up; 2 is next by the third cards."""
    third = "1 apostar 100, 2 elevar 200, 3 aceitar 200, 4 aceitar 200, 1 desistir"
    text = f"{OPENED} | {PASSED} | {third} | 4 passar, 2 passar, 3 passar"
    assert codes(jogada(text, dadas=(*DEALT[:16], 2, 3, 4))) == []
    assert codes(jogada(text, dadas=(*DEALT[:16], 3, 4, 2))) == [("M5-DECK", 3)]


def test_cards_that_cannot_be() -> None:
    """A1: twice the same card, no card at all; a four lies in no deck of forty."""
    twice = jogadores(HANDS | {1: "Qd 7d Ks Qs Js"})
    record = jogada(jogadores=twice)
    assert ("RES-IMPOSS", None) in codes(record)
    assert {line.outcome for line in settle(record, RULES).lines} == {Outcome.PENDENTE}
    odd = jogada(jogadores=jogadores(HANDS | {1: "As xx Ks Qs Js"}))
    assert ("RES-IMPOSS", None) in codes(odd)
    initial = (Cobrada(valor=10_000, modo="inicial"),)
    four = jogada(jogadores=jogadores(HANDS | {1: "As 4d Ks Qs Js"}), comissoes=initial)
    assert codes(four) == [("M5-DECK", None)]
    burned = jogada(queimadas=(Queimada(carta="5s"),))
    assert [one.recorded for one in found(burned)] == ["5s"]
    assert codes(jogada(queimadas=(Queimada(carta="5c"),))) == []


def test_a_hand_of_another_number_of_cards() -> None:
    """A11 e: what was not put right; four cards decide nothing."""
    record = jogada(jogadores=jogadores(HANDS | {2: "Qd 8c 9d 8d"}))
    assert ("RES-IMPOSS", 2) in codes(record)
    six = jogada(jogadores=jogadores(HANDS | {2: "Qd 8c 9d 8d 7h 9h"}), dealt=6)
    assert ("RES-IMPOSS", 2) in codes(six)


def test_a_card_shown_that_was_not_dealt() -> None:
    """A10 e: who turned another card than he was dealt."""
    record = jogada(mostradas=(Mostrada(seat=2, cartas=("9h",)),))
    assert codes(record) == [("RES-IMPOSS", 2)]
    assert codes(jogada(mostradas=(Mostrada(seat=2, cartas=("8c",)),))) == []


@pytest.mark.parametrize(
    ("fields", "expected", "recorded"),
    [
        ({"queimadas": ()}, "1", "0 + 0"),
        ({"queimadas": (Queimada(dadas=3),)}, "1", "0 + 1"),
        ({"queimadas": (Queimada(), Queimada(dadas=8))}, "1", "1 + 1"),
        ({"baralho_jogadas": 11}, "10", "11"),
        ({"baralhos": 2}, "1", "2"),
        ({"cortes": (Corte(by=2, cartas=5),)}, "6", "5"),
        ({"cortes": tuple(Corte(by=seat, cartas=9) for seat in (1, 2, 3))}, "2", "3"),
    ],
)
def test_the_deck(fields: dict[str, Any], expected: str, recorded: str) -> None:
    """A2: one deck for ten jogadas, at most two who cut six cards or more, one card put aside."""
    fault = only(jogada(**fields))
    assert (fault.code, fault.rule) == ("M5-DECK", "M5 A2")
    assert (fault.expected, fault.recorded) == (expected, recorded)


def test_a_deck_in_order() -> None:
    """A2: ten jogadas, two who cut six, one of them twice."""
    cuts = (Corte(by=1, cartas=6), Corte(by=2, cartas=20), Corte(by=1, cartas=9))
    assert codes(jogada(baralho_jogadas=10, baralhos=1, cortes=cuts)) == []


def test_what_a_table_does_not_record_is_not_judged() -> None:
    """Without cuts, burns and equipment among the records nothing is said of the deck."""
    bare = jogada(
        records=("bets", "decisions", "cards", "payouts"),
        queimadas=(),
        baralho_jogadas=30,
        cortes=(Corte(by=1, cartas=1),),
    )
    assert codes(bare) == []


# --- time, the chave, voids, online --------------------------------------------------------------


def test_two_minutes() -> None:
    """A11 b: longer than 120 seconds is giving up; who gave up has done what the rule says."""
    first = Lance(seat=1, accao="apostar", added=5_000, lanco=1, segundos=121)
    slow = (*entries([1, 2, 3, 4]), first, *acts(ALONE))
    fault = only(jogada(f"1 apostar 5000, {ALONE}", lances=slow))
    assert (fault.code, fault.seat, fault.recorded) == ("M5-2MIN", 1, "121 s")
    just = (*entries([1, 2, 3, 4]), structs.replace(first, segundos=120), *acts(ALONE))
    assert codes(jogada(f"1 apostar 5000, {ALONE}", lances=just)) == []
    gave_up = Lance(seat=2, accao="desistir", lanco=1, segundos=500)
    rest = acts("3 desistir, 4 desistir")
    given = (*just[:-3], gave_up, *rest)
    assert codes(jogada(f"1 apostar 5000, {ALONE}", lances=given)) == []


def test_a_hand_whose_chave_was_revealed_plays_on() -> None:
    """A11 d: M5-KEY of each act; the bet stays in the bolo and his three fives win nothing."""
    text = "1 apostar 5000, 2 aceitar 5000, 3 aceitar 5000, 4 aceitar 5000"
    passes = "1 passar, 2 passar, 3 passar"
    record = jogada(
        f"{text} | {passes} | {passes} | {passes}", reveladas=(Revelada(seat=4, lances=4),)
    )
    fault = only(record)
    assert (fault.code, fault.seat, fault.rule) == ("M5-KEY", 4, "M5 A11 d")
    assert dues(record) == {4: 10_000, 2: 40_000 - 1_600}


def test_an_entry_not_given_back() -> None:
    """A11 d: M5-KEY where the entry stayed in the bolo; the winner got too much of it."""
    text = "1 apostar 5000, 2 aceitar 5000, 3 aceitar 5000"
    passes = "1 passar, 2 passar, 3 passar"
    record = jogada(
        f"{text} | {passes} | {passes} | {passes}",
        reveladas=(Revelada(seat=4, lances=4),),
        payments=(Payment(seat=2, amount=43_600),),
    )
    assert [(one.code, one.seat, one.amount) for one in found(record)] == [
        ("PAY-DIFF", 2, 10_000),
        ("M5-KEY", 4, -10_000),
    ]


def test_voids() -> None:
    """Only an incomplete deck leaves a jogada without effect; all goes back either way."""
    causeless = jogada(OPENED, void=Void(cause="agreed"), comissoes=())
    assert codes(causeless) == [("VOID-BAD", None)]
    assert set(dues(causeless).values()) == {15_000}
    played = jogada(errors=(ErrorNoted(error="baralho_incompleto"),), comissoes=())
    assert codes(played) == [("VOID-MISS", None)]
    short = jogada(
        OPENED,
        void=Void(cause="baralho_incompleto"),
        comissoes=(),
        payments=tuple(Payment(seat=seat, amount=0, returned=15_000) for seat in (1, 2, 3)),
    )
    fault = only(short)
    assert (fault.code, fault.seat, fault.amount) == ("VOID-REFUND", 4, -15_000)
    kept = jogada(
        OPENED,
        void=Void(cause="baralho_incompleto"),
        comissoes=(Cobrada(valor=10_000, modo="inicial"),),
    )
    assert codes(kept) == [("M5-COM", None)]
    back = (Cobrada(valor=10_000, modo="inicial"), Cobrada(valor=-10_000, modo="inicial"))
    assert codes(structs.replace(kept, comissoes=back)) == []


def test_online() -> None:
    """The Portaria knows no online play: the finding, and the same money."""
    record = jogada(mode="shared")
    assert codes(record) == [("ONL-NONE", None)]
    assert dues(record) == {4: 48_000}


# --- payments ------------------------------------------------------------------------------------


def tie(**fields: Any) -> MacauRecord:
    """Return a jogada that two equal hands share: 200.00 - 100.00 + 100.00, less 8.00."""
    text = "1 apostar 5000, 2 aceitar 5000 | 2 passar, 1 passar | 2 passar, 1 passar"
    return jogada(f"{text} | 1 passar, 2 passar", jogadores=jogadores(EQUAL), **fields)


def test_a_tie_wrongly_divided() -> None:
    """A4, A5.10: M5-TIE where a suit decided, or the parts were not equal."""
    assert dues(tie()) == {1: 9_600, 2: 9_600}
    assert codes(tie()) == []
    for one, other in ((19_200, 0), (0, 19_200), (9_601, 9_599)):
        record = tie(payments=(Payment(seat=1, amount=one), Payment(seat=2, amount=other)))
        assert codes(record) == [("M5-TIE", 1), ("M5-TIE", 2)]
        assert found(record)[0].rule == "M5 A4"
    stranger = tie(payments=(Payment(seat=1, amount=9_600), Payment(seat=5, amount=9_600)))
    assert codes(stranger) == [("PAY-NONE", 2), ("PAY-DIFF", 5)]
    less = tie(payments=(Payment(seat=1, amount=9_600), Payment(seat=2, amount=9_000)))
    assert codes(less) == [("PAY-DIFF", 2)]


def test_a_desfalcado_paid_beyond_his_bolo() -> None:
    """A11 a: 4 won the bolo for which he played, 340.00, and got the separate one, too."""
    text = "1 apostar 5000, 2 aceitar 5000, 3 desistir, 4 aceitar 2000"
    passes = "1 passar, 2 passar"
    told = f"{text} | {passes} | {passes} | {passes}"
    players = jogadores(capital={4: 12_000})
    right = jogada(told, jogadores=players)
    # 300.00 + 3 x 20.00 for 4; 2 x 30.00 for 2, less 4% of 420.00: 14.40 and 2.40.
    assert dues(right) == {4: 34_560, 2: 5_760}
    wrong = structs.replace(right, payments=(Payment(seat=4, amount=40_320),))
    assert codes(wrong) == [("NB-SIDE", 2), ("NB-SIDE", 4)]
    # A9: his bolo brings him 345.60 after the commission; more of it is the other's money.
    more = Payment(seat=4, amount=34_800), Payment(seat=2, amount=5_520)
    assert codes(structs.replace(right, payments=more)) == [("NB-SIDE", 2), ("NB-SIDE", 4)]
    less = Payment(seat=4, amount=34_320), Payment(seat=2, amount=6_000)
    assert codes(structs.replace(right, payments=less)) == [("PAY-DIFF", 2), ("PAY-DIFF", 4)]


@pytest.mark.parametrize(
    ("payments", "expected"),
    [
        ((), [("PAY-NONE", 4, -48_000)]),
        ((Payment(seat=2, amount=48_000),), [("PAY-DIFF", 2, 48_000), ("PAY-NONE", 4, -48_000)]),
        ((Payment(seat=4, amount=47_999),), [("PAY-DIFF", 4, -1)]),
        ((Payment(seat=4, amount=40_000), Payment(seat=4, amount=8_000, pot=1)), []),
    ],
)
def test_wrong_payments(
    payments: tuple[Payment, ...], expected: list[tuple[str, int, int]]
) -> None:
    """A4, A7: the bolo is the winner's, whole."""
    faults = found(jogada(payments=payments))
    assert sorted((one.code, one.seat, one.amount) for one in faults) == expected
    assert all(one.rule for one in faults)


# --- impossible facts ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lance",
    [
        Lance(seat=1, accao="gritar", lanco=1),
        Lance(seat=9, accao="apostar", added=5_000, lanco=1),
        Lance(seat=1, accao="apostar", added=-5_000, lanco=1),
        Lance(seat=1, accao="apostar", lanco=1),
        Lance(seat=1, accao="desistir", added=100, lanco=1),
    ],
)
def test_impossible_acts(lance: Lance) -> None:
    """A word that is none, a place where nobody sits, chips below zero: RES-IMPOSS."""
    record = jogada(lances=(*entries([1, 2, 3, 4]), lance, *acts(f"1 apostar 5000, {ALONE}")))
    assert ("RES-IMPOSS", lance.seat) in codes(record)


def test_lancos_out_of_order() -> None:
    """An act of an earlier lanço than the one that runs, or of a fifth."""
    early = Lance(seat=2, accao="passar", lanco=1)
    lances = entries([1, 2, 3, 4]) + acts(f"{OPENED} | 1 passar") + (early,)
    record = jogada(
        lances=lances + acts(f"| 3 passar, 4 passar | {PASSED} | {LAST_PASSED}"), dealt=5
    )
    assert codes(record) == [("RES-IMPOSS", 2)]
    fifth = Lance(seat=1, accao="passar", lanco=5)
    over = jogada(lances=(*jogada().lances, fifth), dealt=5)
    assert ("RES-IMPOSS", 1) in codes(over)


def test_an_act_of_one_who_has_nothing_left() -> None:
    """A11 a: passing without chips says nothing; betting is more than his capital."""
    players = jogadores(capital={2: 15_000})
    first = f"{OPENED} | 1 passar, {{}}3 passar, 4 passar | 1 passar, 3 passar, 4 passar"
    told = f"{first} | 1 passar, 4 passar, 3 passar"
    for word, expected in {
        "2 passar, ": [],
        "2 apostar 50, ": [("M5-CAP", 2)],
        "2 aceitar, ": [("NB-TURN", 2)],
        "2 desistir, ": [("NB-TURN", 2)],
    }.items():
        assert codes(jogada(told.format(word), jogadores=players)) == expected, word
