"""Macau five-card poker on the edge: what was not shown, what nobody called, who is blamed.

Every figure is worked by hand from the Portaria's articles, cited by number.
"""

import pytest
from msgspec import structs

from projections.replay.games.poker.poquer_macau_5_cartas import (
    NOBODYS,
    Cobrada,
    MacauRecord,
    Mostrada,
    Revelada,
    settle,
)
from projections.replay.profiles.macau_1985 import POQUER_MACAU_5_CARTAS as RULES
from projections.replay.record import Payment, Void
from projections.replay.settlement import Outcome
from tests.projections.replay.games.poker.poquer_macau_5_cartas.macau_hands import (
    HANDS,
    OPENED,
    codes,
    dues,
    entries,
    found,
    jogada,
    jogadores,
    only,
)

ALONE = "2 desistir, 3 desistir, 4 desistir"
INITIAL = Cobrada(valor=10_000, modo="inicial")
SIDE = (
    "1 apostar 5000, 2 aceitar 5000, 3 desistir, 4 aceitar 2000"
    " | 1 passar, 2 passar | 1 passar, 2 passar | 1 passar, 2 passar"
)
"""4 has 120.00 only: 300.00 + 3 x 20.00 are his bolo, 2 x 30.00 the separate one."""


def side(**fields: object) -> MacauRecord:
    """Return a jogada that 4 wins with three fives, and 2 the separate bolo with eights."""
    return jogada(SIDE, jogadores=jogadores(capital={4: 12_000}), **fields)


def outcomes(record: MacauRecord) -> dict[int, Outcome]:
    """Return how each seat ends."""
    return {line.seat: line.outcome for line in settle(record, RULES).lines}


def rules_of(record: MacauRecord, seat: int) -> tuple[str, ...]:
    """Return the rules cited for a seat."""
    (line,) = [one for one in settle(record, RULES).lines if one.seat == seat]
    return line.rules


# --- whose cards are known (A5, A10 e) -----------------------------------------------------------


@pytest.mark.parametrize("hand", ["- 5d 6s 5h 5s", "Tc - 6s 5h 5s", "Tc - - 5h 5s"])
def test_one_unknown_hand_decides_nothing_where_nobody_showed(hand: str) -> None:
    """A5: the others' eights are no winner while the fourth hand may be better."""
    record = jogada(jogadores=jogadores(HANDS | {4: hand}), mostradas=())
    assert dues(record) == {}
    assert set(outcomes(record).values()) == {Outcome.PENDENTE}


@pytest.mark.parametrize(
    ("hand", "shown", "winner"),
    [
        ("Tc - 6s 5h 5s", "5d", 4),  # the chave alone
        ("Tc - 6s 5h 5s", "5d 6s", 4),  # and a card that lay open
        ("Tc - - 5h 5s", "Tc 5d 6s 5h 5s", 4),  # all five, of which three were recorded
        ("- - - - -", "Tc 5d 6s 5h 5s", 4),
        ("Tc ?? 6s 5h ??", "Tc 5d 6s 5h 5s", 4),  # and what nobody could read
        ("Tc 5d 6s 5h -", "?? 5d 6s 5h 5s", 4),  # a five more, whatever the unread one was
        ("Tc - 6s 5h 5s", "5d 5c", 2),  # two for one place: no hand
        ("Tc - 6s 5h 5s", "6s", 2),  # only what lay open
        ("Tc - 6s 5h 5s", "Tc 5d 7c 5h 5s", 2),  # five, but the six that lay open is not there
    ],
)
def test_what_a_player_shows_makes_his_hand(hand: str, shown: str, winner: int) -> None:
    """A10 e: the chave turned completes the open cards; what does not make five is no hand."""
    record = jogada(
        jogadores=jogadores(HANDS | {4: hand}),
        mostradas=(Mostrada(seat=4, cartas=tuple(shown.split())),),
    )
    assert list(dues(record)) == [winner]


@pytest.mark.parametrize(
    ("seat", "shown"), [(2, "9h"), (2, "Qd 9h 9d 8d 9c"), (4, "9h"), (4, "Tc 9h 6s 9c 9s")]
)
def test_other_cards_than_dealt_win_and_lose_nothing(seat: int, shown: str) -> None:
    """A10 e: 2 has eights and 4 three fives, whatever they turned; who turned others is told."""
    record = jogada(mostradas=(Mostrada(seat=seat, cartas=tuple(shown.split())),))
    assert codes(record) == [("RES-IMPOSS", seat)]
    assert dues(record) == {4: 48_000}


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ("Tc - - 5h 5s", "5d"),  # which of the two that are missing it is, nobody knows
        ("- - - - -", "5d"),
        ("Tc - 6s 5h 5s", "??"),  # what he turned
        ("Tc - 6s 5h ??", "5d"),  # what lay open
        ("Tc - 6s 5h -", "?? 5d 6s 5h"),
    ],
)
def test_a_hand_that_nobody_can_read_decides_nothing(hand: str, shown: str) -> None:
    """A10 e: he turned cards; that a table could not read them makes him no loser."""
    record = jogada(
        jogadores=jogadores(HANDS | {4: hand}),
        mostradas=(Mostrada(seat=4, cartas=tuple(shown.split())),),
    )
    assert dues(record) == {}
    assert set(outcomes(record).values()) == {Outcome.PENDENTE}


def test_a_hand_turned_by_nobody_knows_whom_may_be_anybody_s() -> None:
    """A10 e: three fives were turned, and nobody told that seat 4 turned them."""
    record = jogada(
        jogadores=jogadores(HANDS | {4: "Tc - 6s 5h 5s"}),
        mostradas=(Mostrada(seat=NOBODYS, cartas=("Tc", "5d", "6s", "5h", "5s")),),
    )
    assert dues(record) == {}
    assert not {code for code, _ in codes(record)} & {"PAY-DIFF", "PAY-NONE", "RES-IMPOSS"}


# --- what goes back, what stays (A8, A9, A11 d) --------------------------------------------------


def test_a_bet_that_nobody_called_stays_where_its_hand_is_out() -> None:
    """A11 d gives the entry back and nothing else, were it called or not.

    400.00 - 100.00 back - 100.00 commission + 50.00 + 20.00 = 270.00, less 4% 10.80.
    """
    text = "1 apostar 5000, 2 aceitar 2000, 3 desistir, 4 desistir"
    record = jogada(
        text, jogadores=jogadores(capital={2: 12_000}), reveladas=(Revelada(seat=1, lances=8),)
    )
    assert dues(record) == {1: 10_000, 2: 25_920}
    assert outcomes(record)[1] is Outcome.PERDE
    assert rules_of(record, 1) == ("M5 A11 d",)


def test_a_bet_without_an_entry_is_a_stake_of_its_own_amount() -> None:
    """A6, A7: 4 did not enter and has put in 50.00; who put in nothing has no line."""
    lances = (*entries([1, 2]), *jogada(OPENED).lances[4:5], *jogada(OPENED).lances[7:8])
    lines = settle(jogada(OPENED, lances=lances), RULES).lines
    assert {line.seat: line.stake for line in lines} == {1: 15_000, 2: 10_000, 4: 5_000}


def test_the_rules_of_a_winner_are_those_that_gave_him_his_money() -> None:
    """A4 and A5 who wins, A11 a of which bolo, A8 what came out of the first, A9 of all."""
    assert rules_of(jogada(), 4) == ("M5 A4", "M5 A5", "M5 A8", "M5 A9")
    assert rules_of(side(), 4) == ("M5 A4", "M5 A5", "M5 A11 a", "M5 A8", "M5 A9")
    assert rules_of(side(), 2) == ("M5 A4", "M5 A5", "M5 A11 a", "M5 A9")
    apart = jogada(comissao_inicial="jogador")
    assert rules_of(apart, 4) == ("M5 A4", "M5 A5", "M5 A9")


# --- whose fault a wrong payment is --------------------------------------------------------------


def test_what_a_void_jogada_did_not_give_back_is_of_the_first_article() -> None:
    """A1: without the whole deck there is no jogada, and 4 lacks his 150.00."""
    record = jogada(
        OPENED,
        void=Void(cause="baralho_incompleto"),
        comissoes=(),
        payments=tuple(Payment(seat=seat, amount=0, returned=15_000) for seat in (1, 2, 3)),
    )
    fault = only(record)
    assert (fault.code, fault.seat, fault.rule) == ("VOID-REFUND", 4, "M5 A1")


@pytest.mark.parametrize(
    "payments",
    [
        (Payment(seat=1, amount=28_600, returned=5_000),),
        (Payment(seat=1, amount=28_600, returned=5_000), Payment(seat=2, amount=0)),
    ],
)
def test_a_commission_too_high_is_the_commissions_fault(payments: tuple[Payment, ...]) -> None:
    """A9: 14.00 of 300.00 in place of 12.00; what was paid and went back follows from it."""
    record = jogada(
        f"1 apostar 5000, {ALONE}",
        comissoes=(INITIAL, Cobrada(valor=1_400)),
        payments=payments,
    )
    fault = only(record)
    assert (fault.code, fault.expected, fault.recorded) == ("M5-COM", "12.00", "14.00")


def test_a_commission_too_low_where_each_player_bore_the_initial_one() -> None:
    """A8, A9: of 600.00 are due 24.00; 20.00 were taken, and the winner has the 4.00."""
    each = tuple(Cobrada(valor=10_000, modo="inicial", seat=seat) for seat in (1, 2, 3, 4))
    record = jogada(
        comissao_inicial="jogador",
        comissoes=(*each, Cobrada(valor=2_000)),
        payments=(Payment(seat=4, amount=58_000),),
    )
    fault = only(record)
    assert (fault.code, fault.rule, fault.amount) == ("M5-COM", "M5 A9", -400)


def test_a_cent_to_one_who_won_nothing_is_no_wrong_division() -> None:
    """A4: a tie was divided wrongly only where all of it went to those who shared it."""
    equal = {1: "As 6d Kh Qc 8s", 2: "Ad 6c Ks Qh 8d"}
    told = "1 apostar 5000, 2 aceitar 5000 | 2 passar, 1 passar | 2 passar, 1 passar"
    record = jogada(f"{told} | 1 passar, 2 passar", jogadores=jogadores(equal))
    assert dues(record) == {1: 9_600, 2: 9_600}
    paid = {1: 9_600, 2: 9_599, 5: 1}
    stray = structs.replace(
        record, payments=tuple(Payment(seat=seat, amount=sum_) for seat, sum_ in paid.items())
    )
    assert codes(stray) == [("PAY-DIFF", 2), ("PAY-DIFF", 5)]


def test_a_tie_wrongly_divided_beside_a_bolo_rightly_paid() -> None:
    """A4, A11 a: 3 is paid rightly; of the separate bolo one has too much, the other too little.

    300.00 - 100.00 + 3 x 20.00 = 260.00 for 3, 60.00 for 1 and 2; less 12.80: 10.40 and 1.20 each.
    """
    hands = {1: "As 6d Kh Qc 8s", 2: "Ad 6c Ks Qh 8d", 3: "5d 5h 7s 7c 5s"}
    told = "1 apostar 5000, 2 aceitar 5000, 3 aceitar 2000 | 2 passar, 1 passar"
    record = jogada(
        f"{told} | 2 passar, 1 passar | 1 passar, 2 passar",
        jogadores=jogadores(hands, capital={3: 12_000}),
    )
    assert dues(record) == {3: 24_960, 1: 2_880, 2: 2_880}
    paid = {3: 24_960, 1: 5_000, 2: 760}
    wrong = structs.replace(
        record, payments=tuple(Payment(seat=seat, amount=sum_) for seat, sum_ in paid.items())
    )
    assert codes(wrong) == [("M5-TIE", 1), ("M5-TIE", 2)]


@pytest.mark.parametrize(("paid", "code"), [(35_060, "PAY-DIFF"), (35_061, "NB-SIDE")])
def test_what_the_house_lacks_may_have_gone_to_the_desfalcado(paid: int, code: str) -> None:
    """A9, A11 a: 4 is due 345.60; the house took 11.80 of 16.80, so 5.00 more are its own.

    A cent beyond that is of the bolo for which he did not play.
    """
    record = side(
        comissoes=(INITIAL, Cobrada(valor=1_180)),
        payments=(Payment(seat=4, amount=paid), Payment(seat=2, amount=5_760)),
    )
    assert [one.code for one in found(record) if one.seat == 4] == [code]


def test_a_house_that_took_too_much_took_it_from_nobodys_bolo() -> None:
    """A11 a: what the desfalcado may have at most does not fall with what the house took."""
    record = side(
        comissoes=(INITIAL, Cobrada(valor=2_680)),
        payments=(Payment(seat=4, amount=34_000), Payment(seat=2, amount=5_760)),
    )
    assert [one.code for one in found(record) if one.seat == 4] == ["PAY-DIFF"]


def test_a_card_shown_again_is_the_same_card() -> None:
    """A10 e: who turned the chave and then laid the whole hand down has shown five cards."""
    hands = {seat: text.split() for seat, text in HANDS.items()}
    closed = {seat: " ".join([one, "-", *open_]) for seat, (one, _, *open_) in hands.items()}
    shows = [
        Mostrada(seat=seat, cartas=cards)
        for seat, own in hands.items()
        for cards in ((own[1],), tuple(own))
    ]
    record = jogada(jogadores=jogadores(closed), mostradas=tuple(shows))
    assert dues(record) == {4: 48_000}
    assert codes(record) == []
