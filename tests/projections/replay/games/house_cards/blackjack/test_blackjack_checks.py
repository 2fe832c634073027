"""Blackjack/21: every fault, with what raises it and what does not; wild records."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.house_cards.blackjack import (
    GAME,
    Aposta,
    BlackjackRecord,
    Decisao,
    Lugar,
    Reclamacao,
    settle,
    verify,
)
from projections.replay.games.house_cards.blackjack.counting import key_of, points
from projections.replay.games.house_cards.blackjack.quick import quick
from projections.replay.games.house_cards.blackjack.record import Manuseio
from projections.replay.kit.bets import BetChange, Limit, Moment
from projections.replay.kit.cards import DECK
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.kit.shoe import Burned, Cut, Dealt, Shoe, Shuffled
from projections.replay.record import Payment, Void
from projections.replay.registry import judge
from projections.replay.settlement import Outcome, describe
from projections.replay.verify import verify as long_verify
from tests.projections.replay.games.house_cards.blackjack.blackjack_table import (
    CV,
    codes,
    complementar,
    due,
    faults,
    jogada,
    lines,
    named,
    payments_of,
    principal,
    said,
    to_bank,
    to_seat,
)

LIMITS = {"principal": Limit(minimum=500, maximum=15_000)}


def plain(**more: Any) -> BlackjackRecord:
    """Return a jogada without a fault: 19 beside 18."""
    return jogada({1: "Tc 9d"}, "Td 8h", **more)


def test_a_plain_jogada_is_without_a_fault() -> None:
    """What the other tests spoil."""
    assert codes(plain(limites=LIMITS)) == []
    assert named(plain(limites=LIMITS)) == []


# --- stakes (R8, R16 to R18) ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("valor", "code", "rule", "amount"),
    [
        (400, "BET-MIN", "BJ R8", -100),
        (750, "BJ-R8", "BJ R17", None),
        (15_500, "BJ-R8", "BJ R8", 500),
    ],
)
def test_the_initial_bet(valor: int, code: str, rule: str, amount: int | None) -> None:
    """R8, R17: at least the minimum, a multiple of it, thirty times it at most."""
    (found,) = faults(plain(limites=LIMITS, bets=(principal(1, valor),)))
    assert (found.code, found.rule, found.amount) == (code, rule, amount)


def test_a_lower_maximum_of_the_table() -> None:
    """The operator may set less than thirty times the minimum: 60.00 over 50.00 are BET-MAX."""
    limits = {"principal": Limit(minimum=500, maximum=5000)}
    (found,) = faults(plain(limites=limits, bets=(principal(1, 6000),)))
    assert (found.code, found.amount) == ("BET-MAX", 1000)


def test_the_tables_maximum_is_thirty_times_its_minimum() -> None:
    """R8: 150.01 beside a minimum of 5.00 is one cent too much, of the table and no place."""
    over = {"principal": Limit(minimum=500, maximum=15_001)}
    (found,) = faults(plain(limites=over))
    assert (found.code, found.seat, found.amount) == ("BJ-R8", None, 1)


def test_splits_and_doubles_come_on_top_of_the_maximum() -> None:
    """DECISION on R8, R17: they bind the initial bet."""
    record = jogada(
        {1: "8c Td", (1, 2): "8s Kd"},
        "Td 7h",
        said(1, "desdobra", bet=20, valor=15_000),
        bets=(principal(1, 15_000),),
        limites=LIMITS,
    )
    assert codes(record) == []


def test_the_sum_on_one_place() -> None:
    """R18: 100.00 and 50.00 reach the maximum of 150.00, 100.00 and 55.00 pass it by 5.00."""
    bets = (principal(1, 10_000), complementar(10, 1, by=3, valor=5000))
    assert codes(plain(limites=LIMITS, bets=bets)) == []
    assert settle(plain(limites=LIMITS, bets=bets), CV).result["casas_no_maximo"] == [1]
    bets = (principal(1, 10_000), complementar(10, 1, by=3, valor=5500))
    assert "casas_no_maximo" not in settle(plain(limites=LIMITS, bets=bets), CV).result
    (found,) = faults(plain(limites=LIMITS, bets=bets))
    assert (found.code, found.rule, found.seat, found.amount) == ("BJ-R8", "BJ R18", 1, 500)


def test_a_bet_after_the_deal_began_goes_back() -> None:
    """R16: late after the call, or after the first card; a late change changes nothing."""
    bets = (principal(1, seq=5), principal(2, seq=21))
    record = jogada({1: "Tc 9d"}, "Td 8h", bets=bets, jogo_feito=Moment(seq=20))
    (found,) = faults(record)
    assert (found.code, found.rule, found.bet, found.amount) == ("BET-LATE", "BJ R16", 2, 1000)
    assert lines(record)[2].outcome is Outcome.DEVOLVIDA
    first = tuple(structs.replace(card, seq=20 + n) for n, card in enumerate(record.cartas))
    assert codes(structs.replace(record, jogo_feito=None, cartas=first)) == ["BET-LATE"]
    online = structs.replace(record, mode="shared")
    assert faults(online)[0].rule == "BJ R70"
    change = BetChange(bet=1, valor=9000, seq=22)
    changed = structs.replace(record, bets=bets[:1], alteracoes=(change,))
    assert codes(changed) == ["BET-LATE"]
    assert due(changed) == {1: 2000}
    early = structs.replace(changed, alteracoes=(structs.replace(change, seq=6),))
    assert codes(early) == []
    assert due(early) == {1: 18_000}


def test_bets_and_places_that_cannot_be() -> None:
    """A bet that the game lacks goes back; a seat off the cloth and a number again are told."""
    odd = Aposta(bet=9, seat=1, tipo="pleno", valor=100)
    record = plain(bets=(principal(1), odd))
    assert codes(record) == ["RES-IMPOSS"]
    assert due(record)[9] == 100
    assert "RES-IMPOSS" in codes(jogada({8: "Tc 9d"}, "Td 8h"))
    assert codes(jogada({8: "Tc 9d"}, "Td 8h", lugares=8)) == []
    again = complementar(1, 1, by=3)
    assert codes(plain(bets=(principal(1), again))) == ["RES-IMPOSS"]


# --- the deal (R20, R21) --------------------------------------------------------------------------


def test_the_order_of_the_deal() -> None:
    """R20: place by place, then the bank, twice; a place left out or one too many is a fault."""
    record = jogada({1: "Tc 9d", 3: "Tc 8d"}, "Td 8h")
    assert codes(record) == []
    one, three, bank, *rest = record.cartas
    assert codes(structs.replace(record, cartas=(three, one, bank, *rest))) == ["BJ-ORDER"]
    (found,) = faults(structs.replace(record, cartas=(one, bank, three, *rest)))
    assert (found.expected, found.recorded) == ("1 3 0 1 3 0", "1 0 3 1 3 0")
    assert "BJ-ORDER" in codes(structs.replace(record, bets=record.bets[:1]))


def test_cards_dealt_to_a_bet_that_came_too_late_are_no_fault_of_order() -> None:
    """R16, R20: the bet is late, and that is the one fault; the place was dealt to in its turn."""
    record = jogada({1: "Tc 9d", 3: "Tc 8d"}, "Td 8h", jogo_feito=Moment(seq=5))
    one, three = record.bets
    assert codes(structs.replace(record, bets=(one, structs.replace(three, seq=9)))) == ["BET-LATE"]


def test_the_order_of_the_deal_needs_the_bets() -> None:
    """R20: of a table that records no bets nobody knows which places had to be dealt to."""
    record = jogada({1: "Tc 9d", 3: "Tc 8d"}, "Td 8h")
    one, three, *rest = record.cartas
    turned = structs.replace(record, cartas=(three, one, *rest))
    assert codes(turned) == ["BJ-ORDER"]
    assert codes(structs.replace(turned, records=("cards",))) == []


def test_cards_are_drawn_place_by_place_and_the_bank_last() -> None:
    """R21: the third card of place 3 before that of place 1 is a fault."""
    record = jogada({1: "Tc 5d 3h", 3: "Tc 4d 6h"}, "Td 6h 5s")
    assert codes(record) == []
    *start, one, three, bank = record.cartas
    (found,) = faults(structs.replace(record, cartas=(*start, three, one, bank)))
    assert (found.code, found.rule, found.recorded) == ("BJ-ORDER", "BJ R21", "3 1 0")
    assert codes(structs.replace(record, cartas=(*start, bank, one, three))) == ["BJ-ORDER"]


def test_the_banks_second_card_turned() -> None:
    """R20: turned and kept it is a fault; put away and replaced it is none, and does not count."""
    record = plain()
    *start, hole = record.cartas
    turned = structs.replace(hole, open=True)
    (found,) = faults(structs.replace(record, cartas=(*start, turned)))
    assert (found.code, found.rule, found.recorded) == ("BJ-ORDER", "BJ R20", "8h")
    replaced = structs.replace(
        record, cartas=(*start, Dealt(to="discard", card="8h", open=True), *to_bank(["9h"]))
    )
    assert codes(replaced) == []
    assert due(replaced) == {1: 1000}  # 19 beside 19


def test_a_card_drawn_by_mistake_belongs_to_nobody() -> None:
    """R21, R22: it lies in the discard and decides nothing."""
    record = jogada({1: "Tc 9d"}, "Td 7h")
    away = structs.replace(record, cartas=(*record.cartas, Dealt(to="discard", card="4s")))
    assert codes(away) == []
    assert due(away) == {1: 2000}


# --- hands and bank (R21, R22, R43) ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "fault"),
    [
        ("Tc 2d", False),
        ("7c 4d", True),  # 11
        ("Ac 2d", False),  # 13
        ("6c 5d Ts 2h", True),  # drew on 21
        ("Ac Kd 2h", True),  # drew on a blackjack
        ("Ac 4d 6h 3s", True),  # soft 21
        ("Tc 5d 6h", False),
        ("Tc 5d 2h 4s", False),
    ],
)
def test_standing_and_drawing(hand: str, fault: bool) -> None:
    """R21: nobody stands on 11 or less, nor draws on 21."""
    assert codes(jogada({1: hand}, "Td 7h")) == (["BJ-STAND"] if fault else [])


def test_a_card_on_a_blackjack_does_not_unmake_it() -> None:
    """R7 a: it is the first two cards that count."""
    assert due(jogada({1: "Ac Kd 2h"}, "Td 7h")) == {1: 2500}


@pytest.mark.parametrize(
    ("bank", "code"),
    [
        ("Td 7h", None),
        ("Td 7h 2c", "BJ-DEALER"),
        ("Td 6h", "BJ-DEALER"),
        ("Ac 6h 4d", "BJ-DEALER"),  # soft 17 stands
        ("Ac 5h", "BJ-DEALER"),  # 16
        ("Ac 5h Kd 2s", None),
    ],
)
def test_when_the_bank_draws(bank: str, code: str | None) -> None:
    """R4 a, R22: on 16 and less, never on 17."""
    assert codes(jogada({1: "Tc 9d"}, bank)) == ([code] if code else [])


@pytest.mark.parametrize(
    ("hand", "bank", "decisions", "code"),
    [
        ("Tc 6d 9h", "Td 6h", (), None),
        ("Tc 6d 9h", "Td 6h 2c", (), "BJ-DRAW3"),
        ("Tc 6d", "Td 6h 2c", ("desiste",), "BJ-DRAW3"),
        ("Tc 6d", "Td 6h", ("desiste",), None),
        ("Ac Kd", "5d 6h 7c", (), "BJ-DRAW3"),  # paid at once (R46)
        ("Ac Kd", "Td 6h 7c", (), None),  # an unpaid blackjack: it decides nothing
        ("Ac Kd", "Td 6h", (), None),
        ("Ac Kd", "Ad 3h 4c", ("par_dinheiro",), "BJ-DRAW3"),  # paid at once (R47)
        ("Ac Kd", "Ad 3h 4c", (), None),
    ],
)
def test_the_bank_draws_for_somebody(
    hand: str, bank: str, decisions: tuple[str, ...], code: str | None
) -> None:
    """R43: where all lost, surrendered or were paid, there is no third card."""
    record = jogada({1: hand}, bank, *(said(1, one) for one in decisions))
    assert codes(record) == ([code] if code else [])


def test_without_decisions_nobody_knows_who_surrendered() -> None:
    """BJ-DRAW3 and standing on 11 are assessed only where decisions are recorded."""
    record = jogada({1: "Tc 6d 9h"}, "Td 6h 2c", records=("bets", "cards"))
    assert codes(record) == []
    assert codes(jogada({1: "7c 4d"}, "Td 7h", records=("bets", "cards"))) == []
    assert codes(jogada({1: "7c 4d"}, "Td 6h", records=("bets", "decisions"))) == []


# --- who decides (R18, R19) -----------------------------------------------------------------------


def vacant(by: int, *stakes: tuple[int, int]) -> BlackjackRecord:
    """Return a jogada on vacant place 2: stakes as (bettor's seat, amount), and who drew."""
    bets = tuple(complementar(10 + at, 2, at, valor) for at, valor in stakes)
    return jogada({2: "Tc 5d 4h"}, "Td 8h", said(2, "pede", by=by), bets=bets)


def test_who_decides_for_a_vacant_place() -> None:
    """R19: the highest bettor; of equal ones the one in the lowest seat."""
    assert codes(vacant(5, (3, 500), (5, 1000))) == []
    (found,) = faults(vacant(3, (3, 500), (5, 1000)))
    assert (found.code, found.expected, found.recorded) == ("BJ-VACANT", "5", "3")
    assert codes(vacant(3, (5, 1000), (3, 1000))) == []
    assert codes(vacant(5, (5, 1000), (3, 1000))) == ["BJ-VACANT"]
    seated = structs.replace(vacant(3, (3, 500), (5, 1000)), seats=(Lugar(seat=2),))
    assert codes(seated) == []  # not vacant: the law names nobody


def test_the_titular_decides_for_his_place() -> None:
    """R18: complementary bettors are bound by his decisions."""
    bets = (principal(1), complementar(10, 1, by=3))
    record = jogada({1: "Tc 5d 4h"}, "Td 8h", said(1, "pede", by=3), bets=bets)
    (found,) = faults(record)
    assert (found.code, found.rule, found.seat) == ("REG-RULE", "BJ R18", 1)


# --- packs and shoe (R2, R5, R9 to R14, R29 to R38) -----------------------------------------------


def test_the_packs() -> None:
    """R2 b: four or six; a card no more often than they have it; no card that there is not."""
    assert codes(plain(sabot=Shoe(decks=4))) == []
    assert codes(plain(sabot=Shoe(decks=8))) == ["BJ-DECK"]
    assert codes(plain(sabot=Shoe(decks=6, out={"Tc": 5}))) == []
    (found,) = faults(plain(sabot=Shoe(decks=6, out={"Tc": 6})))
    assert (found.code, found.recorded) == ("BJ-DECK", "Tc")
    assert "RES-IMPOSS" in codes(jogada({1: "Tc 9x"}, "Td 8h"))
    assert "RES-IMPOSS" in codes(jogada({1: "Tc 9x"}, "Td 8h", sabot=None))
    many = jogada({1: "2c 2c 2c", 2: "2c 2c 9s"}, "Td 8h", sabot=Shoe(decks=4))
    assert "BJ-DECK" in codes(many)


FRESH = Shoe(
    decks=6,
    fresh=True,
    shuffles=(Shuffled(shown=True),),
    cuts=(Cut(by=1, cut_card=50),),
    burned=(Burned(cause="opening"),),
)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({}, None),
        ({"shuffles": (Shuffled(),)}, "BJ R9"),
        ({"cuts": ()}, "BJ R10"),
        ({"cuts": (Cut(cut_card=59),)}, None),
        ({"cuts": (Cut(cut_card=80),)}, "BJ R12"),
        ({"burned": ()}, "BJ R13"),
        ({"burned": (Burned(count=2),)}, "BJ R13"),
        ({"burned": (Burned(), Burned(cause="remedy"))}, None),
    ],
)
def test_a_new_shoe(change: dict[str, Any], rule: str | None) -> None:
    """R9 to R13: shown, cut, the carta-aviso near the fiftieth card, one card burned."""
    shoe = structs.replace(FRESH, **change)
    record = jogada({1: "Tc 9d", 2: "Tc 8d"}, "Td 8h", sabot=shoe, primeira=True)
    found = faults(record)
    assert [(one.code, one.rule) for one in found] == ([("BJ-SHOE", rule)] if rule else [])


def test_packs_replaced_before_they_were_played_are_not_these_packs() -> None:
    """R5, R10, R13: a damaged card is found and all is done anew: one card is burned of each.

    What was cut and burned of the packs that went away does not stand for the new ones.
    """
    twice = structs.replace(
        FRESH,
        shuffles=(Shuffled(shown=True, seq=1), Shuffled(shown=True, seq=4)),
        cuts=(Cut(cut_card=50, seq=2), Cut(cut_card=52, seq=5)),
        burned=(Burned(cause="opening", seq=3), Burned(cause="opening", seq=6)),
    )
    record = jogada({1: "Tc 9d", 2: "Tc 8d"}, "Td 8h", sabot=twice, primeira=True)
    assert codes(record) == []
    lacking = structs.replace(twice, cuts=twice.cuts[:1], burned=twice.burned[:1])
    found = faults(structs.replace(record, sabot=lacking))
    assert [one.rule for one in found] == ["BJ R13", "BJ R10"]


def test_for_one_player_the_aviso_lies_in_the_middle() -> None:
    """R12: six packs are 312 cards: the 156th."""
    middle = structs.replace(FRESH, cuts=(Cut(cut_card=156),))
    assert codes(plain(sabot=middle)) == []
    assert codes(plain(sabot=FRESH)) == ["BJ-SHOE"]


def test_a_shuffler_needs_no_cut_and_its_burn_is_not_waived() -> None:
    """R32, R33, R13: the table's first jogada shows the cards and burns one."""
    shoe = structs.replace(FRESH, shuffler=True, fresh=False, cuts=())
    assert codes(plain(sabot=shoe, primeira=True)) == []
    assert codes(plain(sabot=structs.replace(shoe, burned=()), primeira=True)) == ["BJ-SHOE"]
    assert codes(plain(sabot=structs.replace(shoe, burned=()), primeira=False)) == []
    (found,) = faults(plain(sabot=structs.replace(shoe, shuffles=()), primeira=True))
    assert found.rule == "BJ R33"


def test_no_jogada_after_the_carta_aviso() -> None:
    """R14: once it came out in the jogada before, the cards are shuffled first."""
    out = Shoe(decks=6, cut_card_before=True)
    (found,) = faults(plain(sabot=out))
    assert (found.code, found.rule) == ("BJ-SHOE", "BJ R14")
    assert codes(plain(sabot=Shoe(decks=6, cut_card=Moment(seq=3)))) == []


def test_what_shuffles_and_burns_the_table_does_not_record() -> None:
    """BJ-SHOE is assessed only where they are recorded."""
    bare = Shoe(decks=6, fresh=True)
    records = ("bets", "cards", "decisions", "payouts")
    assert codes(plain(sabot=bare, primeira=True, records=records)) == []


def test_a_damaged_card_takes_its_pack_with_it() -> None:
    """R5, R6: single cards replaced without leave."""
    (found,) = faults(plain(cartas_trocadas=("7h",)))
    assert (found.code, found.recorded) == ("EQ-BAD", "7h")


def test_complaints_end_when_the_cards_go_into_the_shuffler() -> None:
    """R38: admitted after is a fault, refused before is one; without a shuffler neither is."""

    def complain(seq: int, *, admitted: bool | None, shuffler: bool = True) -> list[str]:
        claim = Reclamacao(seat=1, admitida=admitted, seq=seq)
        shoe = Shoe(decks=6, shuffler=shuffler)
        return codes(plain(sabot=shoe, reclamacoes=(claim,), no_baralhador=Moment(seq=40)))

    assert complain(39, admitted=True) == []
    assert complain(39, admitted=False) == ["BJ-CLAIM"]
    assert complain(41, admitted=False) == []
    assert complain(41, admitted=True) == ["BJ-CLAIM"]
    assert complain(41, admitted=None) == []
    assert complain(41, admitted=True, shuffler=False) == []


# --- void, online (R69 to R80) --------------------------------------------------------------------


def test_a_void_online_needs_the_operators_failure_and_no_outcome() -> None:
    """R74: without the bank's second card every stake goes back, insurance and chip too."""
    record = jogada(
        {1: "Tc 9d"},
        "Ac",
        said(1, "seguro", bet=20, valor=500),
        bets=(principal(1), Aposta(bet=30, seat=1, tipo="jackpot", valor=100)),
        mode="shared",
        void=Void(cause="system", side="operator"),
    )
    assert due(record) == {1: 1000, 20: 500, 30: 100}
    assert settle(record, CV).void
    assert named(record) == []
    assert named(record, b20=0) == [("VOID-REFUND", "BJ R74", -500)]


@pytest.mark.parametrize(
    ("mode", "side", "code", "rule"),
    [
        ("shared", "operator", "VOID-BAD", "BJ R74"),
        ("exclusive", "unknown", "VOID-NET", "BJ R75"),
        ("shared", "player", "VOID-NET", "BJ R75"),
        ("physical", "unknown", "VOID-BAD", "BJ R39"),
    ],
)
def test_a_whole_jogada_is_never_void(mode: str, side: str, code: str, rule: str) -> None:
    """R74, R75: who won stands in the record: it is settled as played, one finding tells it."""
    record = plain(mode=mode, void=Void(cause="x", side=side))
    assert due(record) == {1: 2000}
    refunded = structs.replace(
        record, payments=(Payment(seat=1, bets=(1,), amount=0, stake_returned=1000),)
    )
    (found,) = judge(refunded).found
    assert (found.code, found.rule, found.amount) == (code, rule, -1000)


def test_the_players_own_failure_voids_nothing() -> None:
    """R75: without the bank's card the round waits for it; nothing goes back."""
    record = jogada({1: "Tc 9d"}, "Ac", mode="shared", void=Void(cause="net", side="player"))
    assert lines(record)[1].outcome is Outcome.PENDENTE
    assert codes(record) == ["VOID-NET"]


def test_a_physical_void_has_no_ground() -> None:
    """The chapter has none: R39's golpe nulo is a tie. Undecided stakes go back all the same."""
    record = jogada({1: "Tc 9d"}, "Ac", void=Void(cause="x"))
    assert due(record) == {1: 1000}
    assert codes(record) == ["VOID-BAD"]


def test_paid_online_without_an_outcome() -> None:
    """R74: there was a ground to void the round, and it was paid instead."""
    record = jogada({1: "Tc 9d"}, "Ac", mode="shared")
    paid = structs.replace(record, payments=(Payment(seat=1, bets=(1,), amount=2000),))
    assert [found.code for found in judge(paid).found] == ["VOID-MISS"]


def test_the_betting_time_is_the_same_for_all() -> None:
    """R69: 20 seconds where 30 are set; only at shared tables."""
    short = plain(mode="shared", segundos=20, segundos_fixados=30)
    assert codes(short) == ["ONL-TIME"]
    assert codes(structs.replace(short, segundos=30)) == []
    assert codes(structs.replace(short, mode="exclusive")) == []


def test_demonstrations_and_sessions() -> None:
    """R76 to R80: free play only; a whole history; sessions end on listed grounds."""
    assert codes(plain(mode="demo", meios=("free_play",))) == []
    assert codes(plain(mode="demo", meios=("account",))) == ["ONL-DEMO"]
    short = PlayerSession(session="s1", ended_by="player", rounds=9, history=8)
    assert codes(plain(mode="shared", sessoes=(short,))) == ["ONL-HIST"]
    put_out = PlayerSession(session="s1", ended_by="operator", cause="winning")
    assert codes(plain(mode="shared", sessoes=(put_out,))) == ["ONL-EXCL"]
    idle = PlayerSession(session="s1", ended_by="operator", cause="idle")
    assert codes(plain(mode="shared", sessoes=(idle,))) == []


# --- wrong payments -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "bank", "decisions", "paid", "code", "rule"),
    [
        ("Ac Kd", "Td 8h", (), 2000, "BJ-EVEN", "BJ R47"),  # even money beside a ten
        ("Ac Kd", "5d", (), 2000, "BJ-EVEN", "BJ R47"),
        ("Ac Kd", "Ad 8h", (), 2000, "BJ-BJ", "BJ R45"),  # he had not asked
        ("Ac Kd", "Td 8h", (), 2200, "BJ-BJ", "BJ R45"),  # 6 to 5
        ("Ac Kd", "Td Ah", (), 2500, "BJ-BJ", "BJ R39"),
        ("Tc 9d", "Td 9h", (), 2000, "BJ-BJ", "BJ R39"),  # a tie paid
        ("6d 7d 8d", "Td 9h", (), 2000, "BJ-678", "BJ R48"),
        ("Tc 6d", "Td 9h", ("desiste",), 0, "BJ-SURR", "BJ R28"),
        ("Tc 9d", "Td 8h", (), 1900, "PAY-DIFF", "BJ R44, BJ R40, BJ R49"),
    ],
)
def test_wrong_payments_by_their_right_name(
    hand: str, bank: str, decisions: tuple[str, ...], paid: int, code: str, rule: str
) -> None:
    """The rule that was broken names the payment, with what it is off by."""
    record = jogada({1: hand}, bank, *(said(1, one) for one in decisions))
    assert named(record, b1=paid) == [(code, rule, paid - due(record)[1])]


def test_wrong_payments_of_insurance_and_split_hands() -> None:
    """R50 pays 2 to 1; R42 pays a split 21 as a total; what is not paid at all is PAY-NONE."""
    insured = jogada({1: "Tc 9d"}, "Ac Kd", said(1, "seguro", bet=20, valor=500))
    assert named(insured, b20=1000) == [("BJ-INS", "BJ R50", -500)]
    split = jogada({1: "Ac Kd", (1, 2): "Ad 9h"}, "Td 8c", said(1, "desdobra", bet=20, valor=1000))
    assert named(split, b1=2500) == [("BJ-BJ", "BJ R42", 500)]
    assert [found.code for found in judge(plain()).found] == ["PAY-NONE"]


def test_the_ace_of_a_doubled_hand_counted_eleven_after_all() -> None:
    """R27: ace and 8 doubled as 9 with a 2 are 11, beside 18 lost; paid as 21 the ace changed."""
    double = said(1, "duplica", bet=20, valor=1000)
    record = jogada({1: "Ac 8d 2s"}, "9c 9d", double)
    assert due(record) == {1: 0, 20: 0}
    assert named(record) == []
    fault = "BJ-DOUBLE", "BJ R27", 2000
    assert named(record, b1=2000, b20=2000) == [fault, fault]
    assert [one[0] for one in named(record, b1=1000)] == ["PAY-DIFF"]  # as if it were a tie
    hard = jogada({1: "7c 2d 2s"}, "9c 9d", double)  # 11 without an ace: nothing to count anew
    assert [one[0] for one in named(hard, b1=2000)] == ["PAY-DIFF"]


def test_a_forbidden_doubling_is_one_fault_and_its_wrong_payment_another() -> None:
    """R25, R27: ace and 7 are 8 or 18; with a 3 they are 21, which wins both stakes."""
    record = jogada({1: "Ac 7d 3s"}, "9c 9d", said(1, "duplica", bet=20, valor=1000))
    assert due(record) == {1: 2000, 20: 2000}
    (found,) = judge(structs.replace(record, payments=payments_of(record))).found
    assert (found.code, found.rule, found.recorded) == ("BJ-DOUBLE", "BJ R25", "Ac 7d")
    wrong = structs.replace(record, payments=payments_of(record, b20=1000))
    assert [one.code for one in judge(wrong).found] == ["BJ-DOUBLE", "PAY-DIFF"]


def test_a_payment_to_another_place() -> None:
    """What place 1 won went to place 2."""
    record = structs.replace(plain(), payments=(Payment(seat=2, bets=(1,), amount=2000),))
    assert [found.code for found in judge(record).found] == ["PAY-DIFF"]


# --- properties -----------------------------------------------------------------------------------


@st.composite
def lawful(draw: st.DrawFn) -> BlackjackRecord:
    """Return a jogada that the rules allow, out of six packs in any order."""
    shoe = Random(draw(st.integers(0, 2**32))).sample(DECK * 6, 90)
    seats = sorted(draw(st.sets(st.integers(1, 7), min_size=1)))
    first = [shoe.pop() for _ in seats]
    bank = [shoe.pop()]
    second = [shoe.pop() for _ in seats]
    bank.append(shoe.pop())
    cards: list[Dealt] = []
    for seat, card in zip(seats, first, strict=True):
        cards += to_seat(seat, [card])
    cards += to_bank(bank[:1])
    for seat, card in zip(seats, second, strict=True):
        cards += to_seat(seat, [card])
    cards += to_bank(bank[1:])
    decisions: list[Decisao] = []
    left = False
    for seat, *pair in zip(seats, first, second, strict=True):
        hand = list(pair)
        total = _total(hand)
        if total == 21:
            continue
        if bank[0][0] != "A" and draw(st.integers(0, 5)) == 0:
            decisions.append(said(seat, "desiste"))
            continue
        while total < 12 or (total < 21 and draw(st.booleans())):
            decisions.append(said(seat, "pede"))
            hand.append(shoe.pop())
            cards += to_seat(seat, hand[-1:])
            total = _total(hand)
        left = left or total <= 21
    while left and _total(bank) < 17:
        bank.append(shoe.pop())
        cards += to_bank(bank[-1:])
    stakes = draw(st.lists(st.integers(1, 30), min_size=len(seats), max_size=len(seats)))
    return BlackjackRecord(
        bets=tuple(principal(seat, 500 * n) for seat, n in zip(seats, stakes, strict=True)),
        cartas=tuple(cards),
        decisoes=tuple(decisions),
        sabot=Shoe(decks=6),
        limites=LIMITS,
    )


def _total(cards: list[str]) -> int:
    """Count a hand in the plainest way: every ace 11, then as many 1 as needed."""
    values = [11 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards]
    total, aces = sum(values), values.count(11)
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    return total


@given(lawful())
@settings(max_examples=80, deadline=None)
def test_a_lawful_jogada_has_no_fault_and_comes_to_the_plainest_sums(
    record: BlackjackRecord,
) -> None:
    """R39 to R48 said once more in the shortest way; nothing is found in a round well played."""
    bank = [card.card or "" for card in record.cartas if card.to == "bank"]
    theirs = _total(bank)
    natural = theirs == 21 and len(bank) == 2
    gone = {one.seat for one in record.decisoes if one.decisao == "desiste"}
    expected: dict[int | None, int] = {}
    for bet in record.bets:
        hand = [card.card or "" for card in record.cartas if card.seat == bet.seat]
        mine, own = _total(hand), bet.valor
        if bet.seat in gone:
            back = own // 2
        elif mine == 21 and len(hand) == 2:
            back = own if natural else own + own * 3 // 2
        elif mine > 21 or natural or mine < theirs <= 21:
            back = 0
        else:
            back = own if mine == theirs else 2 * own
        if len(hand) == 3 and sorted(card[0] for card in hand) in (["7"] * 3, ["6", "7", "8"]):
            same = hand[0][0] == hand[1][0] or len({card[1] for card in hand}) == 1
            back += 3 * own if same else 0
        expected[bet.bet] = back
    assert due(record) == expected
    paid = structs.replace(record, payments=payments_of(record))
    assert judge(paid).found == ()


@given(lawful(), st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_the_order_of_independent_bets_does_not_matter(
    record: BlackjackRecord, chance: Any
) -> None:
    """A place's result depends on no other place's stake."""
    bets = list(record.bets)
    chance.shuffle(bets)
    assert due(structs.replace(record, bets=tuple(bets))) == due(record)


@given(lawful())
@settings(max_examples=25, deadline=None)
def test_a_void_returns_everything_and_a_stake_is_paid_or_kept(record: BlackjackRecord) -> None:
    """Without the bank's second card, R74; and what goes back is never above the stake."""
    cards = [card for card in record.cartas if card.to != "bank"]
    void = structs.replace(
        record,
        cartas=(*cards, *to_bank(["As"])),
        mode="shared",
        void=Void(cause="x", side="operator"),
    )
    settlement = settle(void, CV)
    if settlement.void:
        assert sum(one.returned for one in settlement.lines) == sum(b.valor for b in void.bets)
        assert not any(one.prize for one in settlement.lines)
    for one in settle(record, CV).lines:
        assert 0 <= one.returned <= one.stake
        assert one.prize >= 0


CARDS = st.sampled_from((*DECK[:20], "As", "Ad", "Ks", "7c", "7d", "8d", "6d", "1x", "", None))
SEATS = st.integers(0, 4)
TIMES = st.one_of(st.none(), st.integers(0, 30))
wild = st.builds(
    BlackjackRecord,
    mode=st.sampled_from(["physical", "shared", "exclusive", "demo"]),
    records=st.one_of(st.none(), st.just(("bets",)), st.just(("cards", "payouts"))),
    bets=st.lists(
        st.builds(
            Aposta,
            bet=st.integers(1, 6),
            seat=SEATS,
            tipo=st.sampled_from(["principal", "principal", "complementar", "jackpot", "pleno"]),
            valor=st.integers(-100, 2000),
            by=st.one_of(st.none(), SEATS),
            seq=TIMES,
        ),
        max_size=5,
    ).map(tuple),
    cartas=st.lists(
        st.builds(
            Dealt,
            to=st.sampled_from(["seat", "seat", "seat", "bank", "banca", "discard", "ponto"]),
            seat=st.one_of(st.none(), SEATS),
            hand=st.integers(-1, 3),
            card=CARDS,
            open=st.booleans(),
            seq=TIMES,
        ),
        max_size=14,
    ).map(tuple),
    decisoes=st.lists(
        st.builds(
            Decisao,
            seat=SEATS,
            hand=st.integers(-1, 3),
            decisao=st.sampled_from(
                ["pede", "fica", "desdobra", "duplica", "desiste", "seguro", "par_dinheiro", "x"]
            ),
            bet=st.one_of(st.none(), st.integers(1, 9)),
            valor=st.integers(-100, 2000),
            by=st.one_of(st.none(), SEATS),
            seq=TIMES,
        ),
        max_size=6,
    ).map(tuple),
    alteracoes=st.lists(
        st.builds(
            BetChange,
            bet=st.integers(1, 6),
            retirada=st.booleans(),
            valor=st.one_of(st.none(), st.integers(0, 500)),
            seq=TIMES,
        ),
        max_size=2,
    ).map(tuple),
    jogo_feito=st.one_of(st.none(), st.builds(Moment, seq=TIMES)),
    banca_descoberta=st.one_of(st.none(), st.builds(Moment, seq=TIMES)),
    limites=st.sampled_from([{}, LIMITS, {"principal": Limit(maximum=5)}]),
    sabot=st.sampled_from(
        [None, Shoe(decks=6), Shoe(decks=0), FRESH, Shoe(decks=6, shuffler=True)]
    ),
    void=st.one_of(st.none(), st.builds(Void, cause=st.just("x"))),
    payments=st.lists(
        st.builds(
            Payment,
            seat=SEATS,
            amount=st.integers(-10, 3000),
            bets=st.lists(st.integers(1, 9), max_size=2).map(tuple),
        ),
        max_size=3,
    ).map(tuple),
    lugares=st.integers(0, 7),
)


@given(wild)
@settings(max_examples=150, deadline=None)
def test_no_record_is_too_wild(record: BlackjackRecord) -> None:
    """Impossible facts are findings, never exceptions; every stake has a line and words."""
    verdict = judge(record)
    for found in verdict.found:
        assert not CODES[found.code].manual, found.code
    assert describe(verdict.settlement)["game"] == GAME.name
    assert verify(record, CV, verdict.settlement) is not None
    staked = sum(one.decisao in {"desdobra", "duplica", "seguro"} for one in record.decisoes)
    withdrawn = {one.bet for one in record.alteracoes if one.retirada}
    least = sum(bet.bet not in withdrawn for bet in record.bets) + staked
    assert least <= len(verdict.settlement.lines) <= len(record.bets) + staked


def agrees_with_the_long_road(record: BlackjackRecord) -> bool:
    """Tell whether the short road was taken; where it was, it came to the same."""
    short = quick(record, CV)
    if short is None:
        return False
    assert short == settle(record, CV)
    assert long_verify(structs.replace(GAME, quick=None), record, CV, short) == ()
    return True


@given(lawful(), st.integers(0, 10_000), st.booleans())
@settings(max_examples=80, deadline=None)
def test_the_short_road_comes_to_the_same(
    record: BlackjackRecord,
    off: int,
    timed: bool,
) -> None:
    """Paid as due it is short, unless somebody surrendered or has a special prize; else never."""
    if timed:
        cards = tuple(structs.replace(one, seq=50 + n) for n, one in enumerate(record.cartas))
        bets = tuple(structs.replace(one, seq=n) for n, one in enumerate(record.bets))
        record = structs.replace(record, cartas=cards, bets=bets, jogo_feito=Moment(seq=40))
    paid = structs.replace(record, payments=payments_of(record))
    rules = {rule for one in settle(record, CV).lines for rule in one.rules}
    assert agrees_with_the_long_road(paid) is rules.isdisjoint({"BJ R28", "BJ R48"})
    first = record.bets[0]
    wrong = payments_of(record, **{f"b{first.bet}": due(record)[first.bet] + off + 1})
    assert not agrees_with_the_long_road(structs.replace(record, payments=wrong))


def test_the_short_road_is_not_taken_astray() -> None:
    """Whatever a record holds: where it is short, it is right; and some are."""
    short: list[bool] = []

    @given(wild | lawful())
    @settings(max_examples=100, deadline=None)
    def run(record: BlackjackRecord) -> None:
        short.append(agrees_with_the_long_road(record))
        paid = structs.replace(record, payments=payments_of(record))
        short.append(agrees_with_the_long_road(paid))

    run()
    assert any(short)


def test_one_card_more_or_other_is_never_short_and_wrong() -> None:
    """A card changed, or put in, in a round otherwise lawful and paid as the long road says.

    Some are lawful and short still.
    """
    short: list[bool] = []

    @given(lawful(), st.integers(0, 80), CARDS, st.sampled_from(["seat", "bank", "discard"]))
    @settings(max_examples=80, deadline=None)
    def run(record: BlackjackRecord, where: int, card: str | None, to: str) -> None:
        cards = list(record.cartas)
        at = where % len(cards)
        for other in (
            [*cards[:at], structs.replace(cards[at], card=card), *cards[at + 1 :]],
            [*cards[:at], Dealt(to=to, seat=None if to == "bank" else 1, card=card), *cards[at:]],
            cards[:at] + cards[at + 1 :],
        ):
            changed = structs.replace(record, cartas=tuple(other))
            paid = structs.replace(changed, payments=payments_of(changed))
            short.append(agrees_with_the_long_road(paid))

    run()
    assert any(short)


@given(st.lists(st.sampled_from(DECK), min_size=2, max_size=8))
def test_points_are_those_of_the_plainest_count(cards: list[str]) -> None:
    """R4: one ace at most counts 11."""
    assert points(key_of(cards)) == _total(cards)


@pytest.mark.parametrize(
    ("one", "first", "rules"),
    [
        ({"baralhador": True, "entra": True, "razao": "opening", "testemunhas": 1}, True, []),
        ({"baralhador": True, "entra": True, "razao": "opening"}, True, ["BJ R34"]),
        ({"baralhador": True, "entra": True, "testemunhas": 1}, False, ["BJ R34"]),  # twice
        ({"baralhador": True, "razao": "jam"}, False, ["BJ R31"]),
        ({"baralhador": True, "razao": "jam", "comunicado": True}, False, []),
        ({"razao": "damaged", "cartas": ("7c",)}, False, ["BJ R31"]),
        ({"razao": "damaged"}, False, []),  # the whole pack (R5)
        ({"baralhador": True, "razao": "rounds"}, False, []),
    ],
)
def test_who_handles_the_shuffler_and_what_is_told_of_it(
    one: dict[str, Any], first: bool, rules: list[str]
) -> None:
    """R31, R34: loaded once, before somebody; a jam or a damaged card is told at once."""
    record = jogada({1: "Tc 9d"}, "Td 7h", primeira=first, equipamento=(Manuseio(**one),))
    found = [fault.rule for fault in faults(record) if fault.code == "BJ-CHEF"]
    assert found == rules
    blind = structs.replace(record, records=("cards",))
    assert "BJ-CHEF" not in codes(blind)


@pytest.mark.parametrize(("places", "wrong"), [(6, False), (7, False), (5, True), (8, True)])
def test_a_table_has_six_or_seven_places(places: int, wrong: bool) -> None:
    """R2 a: told in the first jogada; an online table has what places it has."""
    record = jogada({1: "Tc 9d"}, "Td 7h", lugares_ditos=places)
    assert [one.rule for one in faults(record) if one.code == "BJ-SEATS"] == ["BJ R2 a"] * wrong
    assert "BJ-SEATS" not in codes(structs.replace(record, mode="shared"))
