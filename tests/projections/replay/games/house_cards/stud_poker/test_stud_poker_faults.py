"""Stud póquer: every finding of its section, with a round that raises it and one that does not."""

import random
from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from ledger.money import MILLION, take_share
from projections.replay.codes import CODES
from projections.replay.games.house_cards.stud_poker import (
    COMBINATIONS,
    GAME,
    Aposta,
    Lugar,
    StudRecord,
    Transitada,
    evaluate,
    left_over,
    settle,
)
from projections.replay.kit.bets import BetChange, Limit, Moment
from projections.replay.kit.cards import DECK
from projections.replay.record import ErrorNoted, Payment, PoolState, Void
from projections.replay.registry import judge
from projections.replay.settlement import describe
from tests.helpers.each import each
from tests.projections.replay.games.house_cards.stud_poker.stud_table import (
    ACES,
    CV,
    FLUSH,
    FOUR,
    FULL,
    KINGS,
    QUEEN_HIGH,
    QUEENS,
    ROYAL,
    ROYAL_HEARTS,
    STRAIGHT_FLUSH,
    Player,
    at,
    at_seat,
    bet,
    carried,
    codes,
    due,
    fed,
    gives_up,
    goes,
    hand,
    jogada,
    only,
    paid,
    payments_of,
    pool,
    right,
    with_bets,
    won,
)


def careful(**more: object) -> StudRecord:
    """Return a round in which nothing is amiss and everything is recorded."""
    record = jogada(
        goes(1, ACES, 1_000, chip=100),
        goes(3, FLUSH, 500, chip=100),
        gives_up(4, 700, chip=100),
        goes(6, QUEENS, 2_500),
        pagador="Kc Kd 8h 5s 2d",
    )
    when = {"inicial": 2, "progressivo": 3, "adicional": 30}
    bets = tuple(structs.replace(one, seq=when[one.tipo]) for one in record.bets)
    return structs.replace(
        record,
        **{
            "bets": bets,
            "modo_distribuicao": "sabot",
            "ordem": (1, 3, 4, 6, 0) * 5,
            "abertas": (5,),
            "primeira_carta": at(5),
            "pagador_descobre": at(40),
            "limites": {"inicial": Limit(minimum=500, maximum=2_500, multiple=100)},
            "multiplicador_real": 80,
            "maximo_por_jogo": 500_000,
            "transitadas": (),
            "incrementadas": (13, 33, 43),
            "recomeco": 50_000,
            "pool": pool(),
            **more,
        },
    )


def test_a_careful_round_has_no_finding() -> None:
    """Every fact that a check reads is there, and right."""
    assert codes(careful(recomeco=50_000)) == []


Change = Callable[[StudRecord], StudRecord]


def replaced(**changes: object) -> Change:
    """Return a change of the record's own fields."""
    return lambda record: structs.replace(record, **changes)


def of_bet(number: int, **changes: object) -> Change:
    """Return a change of one bet."""

    def change(record: StudRecord) -> StudRecord:
        bets = tuple(
            structs.replace(one, **changes) if one.bet == number else one for one in record.bets
        )
        return structs.replace(record, bets=bets)

    return change


def more(*bets: Aposta) -> Change:
    """Return the change that these bets come besides."""
    return lambda record: with_bets(record, *bets)


def both(*changes: Change) -> Change:
    """Return changes one after another."""

    def change(record: StudRecord) -> StudRecord:
        for one in changes:
            record = one(record)
        return record

    return change


def seat(number: int, **changes: object) -> Change:
    """Return a change of one seat."""
    return lambda record: at_seat(record, number, **changes)


FAULTS: Final[dict[str, tuple[Change, list[str]]]] = {
    "online": (replaced(mode="shared"), ["ONL-NONE"]),
    "demo": (replaced(mode="demo"), ["ONL-NONE"]),
    "a card twice": (seat(1, cartas=hand("As Ad 9h 6c As")), ["RES-IMPOSS"]),
    "the pagador's card again": (seat(1, cartas=hand("As Kc 9h 6c 3s")), ["RES-IMPOSS"]),
    "no such card": (seat(4, cartas=("1x", None, None, None, None)), ["RES-IMPOSS"]),
    "a number twice": (
        more(bet(6, "inicial", 1_000, bet=11)),
        ["BET-MAX", "RES-IMPOSS", "ST-ANTE"],
    ),
    "no such bet": (more(bet(1, "bonus", 100)), ["RES-IMPOSS"]),
    "no such place": (
        both(more(bet(8, "inicial", 500)), replaced(ordem=(1, 3, 4, 6, 8, 0) * 5)),
        ["RES-IMPOSS"],
    ),
    "a place the table has not": (replaced(lugares=5), ["RES-IMPOSS"]),
    "below the minimum": (of_bet(41, valor=400), ["BET-MIN"]),
    "above the maximum": (of_bet(41, valor=2_600), ["BET-MAX"]),
    "no multiple": (of_bet(41, valor=750), ["BET-MULT"]),
    "nothing staked": (of_bet(41, valor=0), ["BET-MIN"]),
    "a small chip": (of_bet(43, valor=50), ["BET-MIN"]),
    "a second chip": (more(bet(4, "progressivo", 100, bet=49, seq=3)), ["BET-MAX"]),
    "a late inicial": (of_bet(41, seq=6), ["BET-LATE"]),
    "a late chip": (of_bet(43, seq=6), ["ST-ANTE"]),
    "a chip after the call": (both(of_bet(43, seq=4), replaced(jogo_feito=at(3))), ["BET-LATE"]),
    "a late adicional": (of_bet(62, seq=41), ["BET-LATE"]),
    "an adicional after the hand was taken": (seat(6, recolhida=at(29)), ["BET-LATE"]),
    "a late change": (
        replaced(alteracoes=(BetChange(bet=11, valor=900, seq=6),)),
        ["BET-LATE"],
    ),
    "no inicial, a chip": (more(bet(5, "progressivo", 100, seq=3)), ["ST-ANTE"]),
    "no inicial, an adicional": (more(bet(5, "adicional", 100, seq=30)), ["ST-ANTE"]),
    "not the double": (of_bet(62, valor=4_000), ["ST-ANTE"]),
    "more than the double": (of_bet(62, valor=5_001), ["ST-ANTE"]),
    "said, not laid": (lambda record: with_bets(record, without=(62,)), ["ST-ANTE"]),
    "given up, laid": (seat(6, decisao="desistencia"), ["ST-ANTE"]),
    "on another's hand": (of_bet(33, do_lugar=1), ["ST-ANTE"]),
    "two names at one hand": (
        both(of_bet(31, player="ana"), of_bet(33, player="rui")),
        ["ST-ANTE"],
    ),
    "two exposed": (
        replaced(errors=(ErrorNoted(error="carta_exposta", seat=1, cards=("As", "Ad")),)),
        ["ST-VOID"],
    ),
    "wrong order": (replaced(ordem=(3, 1, 4, 6, 0) * 5), ["ST-VOID"]),
    "short": (seat(1, cartas=hand("As Ad 9h 6c")), ["ST-VOID"]),
    "the shuffler": (
        replaced(errors=(ErrorNoted(error="avaria_do_baralhador"),)),
        ["VOID-MISS"],
    ),
    "void for nothing": (replaced(void=Void(cause="mao_sem_aposta")), ["VOID-BAD"]),
    "void for one card": (
        replaced(
            void=Void(cause="cartas_expostas"),
            errors=(ErrorNoted(error="carta_exposta", seat=1, cards=("As",)),),
        ),
        ["ST-VOID"],
    ),
    "void by a cause that is one card": (replaced(void=Void(cause="carta_exposta")), ["ST-VOID"]),
    "an adicional on no bet": (
        both(
            lambda record: structs.replace(
                record, seats=(*record.seats, Lugar(seat=5, cartas=hand("Ah Kh 5h 5c Jd")))
            ),
            more(bet(5, "adicional", 100, seq=30)),
        ),
        ["ST-NOBET"],
    ),
    "multiplier": (replaced(multiplicador_real=120), ["ST-PAY"]),
    "shares": (replaced(pool=pool(combinations={"naipe_real": 900_000})), ["ST-JP-SHARE"]),
    "a share too many": (replaced(pool=pool(combinations={"cor": 10_000})), ["ST-JP-SHARE"]),
    "no sums": (
        replaced(pool=pool(fixed={"cor": 500, "trio_par": 1_000, "quatro_iguais": 2_500})),
        ["ST-JP-FIX"],
    ),
    "restart": (replaced(recomeco=49_725), ["ST-JP-RESET"]),
    "not carried": (
        both(replaced(transitadas=(right(6),)), replaced(recomeco=None)),
        ["ST-CARRY"],
    ),
    "charged again": (replaced(transitadas=(right(4),)), ["ST-CARRY"]),
    "charged beside it": (
        both(more(carried(4, bet=49)), replaced(transitadas=(right(4),))),
        ["ST-CARRY"],
    ),
    "from nowhere": (more(carried(6)), ["ST-CARRY"]),
    "another value": (both(more(carried(6, 50)), replaced(transitadas=(right(6),))), ["ST-CARRY"]),
    "incremented twice": (
        both(
            more(carried(6)),
            replaced(transitadas=(right(6),), incrementadas=(13, 33, 43, 63)),
        ),
        ["ST-CARRY"],
    ),
}


@each("name", FAULTS)
def test_each_fault_is_found_and_no_other(name: str) -> None:
    """One thing is amiss, what is due is paid, and only that thing is told."""
    change, expected = FAULTS[name]
    record = change(careful())
    assert codes(record) == expected
    for fault in judge(paid(record)).found:
        assert fault.code in CODES
        assert not CODES[fault.code].manual


INNOCENT: Final[dict[str, Change]] = {
    "one exposed card": replaced(
        errors=(ErrorNoted(error="carta_exposta", seat=1, cards=("As",)),)
    ),
    "the pagador's exposed card stays open": replaced(
        errors=(ErrorNoted(error="carta_exposta", cards=("Kd",)),), abertas=(2,)
    ),
    "a hand to nobody": lambda record: structs.replace(
        record,
        seats=(*record.seats, Lugar(seat=5, cartas=hand("Ah Kh 5h 5c Jd"))),
        ordem=(1, 3, 4, 5, 6, 0) * 5,
    ),
    "nothing known of the round before": both(more(carried(6)), replaced(transitadas=None)),
    "carried and no increment said": both(more(carried(6)), replaced(transitadas=(right(6),))),
    "carried and back": replaced(transitadas=(right(7),), recomeco=None),
    "no call": replaced(jogo_feito=None),
    "no restart said": replaced(recomeco=None),
    "cards not recorded": both(
        replaced(records=("bets", "payouts")), replaced(ordem=(3, 1, 4, 6, 0) * 5)
    ),
    "bets not recorded": both(replaced(records=("cards", "payouts")), of_bet(62, valor=4_000)),
    "the multiplier's ends": replaced(multiplicador_real=50),
    "a broken deal declared void": both(
        replaced(void=Void(cause="avaria_do_baralhador"), ordem=(1, 3), pagador=()),
        seat(1, cartas=("As",)),
    ),
}


@each("name", INNOCENT)
def test_what_looks_like_a_fault_and_is_none(name: str) -> None:
    """Nobody is accused of what the law allows or the record does not show."""
    assert codes(INNOCENT[name](careful())) == []


def test_a_deal_broken_off_for_one_exposed_card_was_voided_against_the_rule() -> None:
    """R26: the cards that lack were never dealt; it is not a short deal."""
    record = both(
        replaced(void=Void(cause="carta_exposta"), ordem=(1, 3, 4, 6, 0, 1), pagador=("Kc",)),
        seat(1, cartas=("As", "Ad")),
        seat(3, cartas=("Jh",)),
        seat(4, cartas=(None,)),
        seat(6, cartas=("Qs",)),
    )(careful())
    assert codes(record) == ["ST-VOID"]
    assert settle(record, CV).void


def test_a_void_with_a_ground_is_no_fault_and_everything_goes_back() -> None:
    """R25: inicial and adicional back, the chips stay."""
    record = careful(
        void=Void(cause="cartas_expostas"),
        errors=(ErrorNoted(error="cartas_expostas"),),
    )
    assert codes(record) == []
    kept = structs.replace(record, payments=payments_of(settle(record, CV))[1:])
    assert codes(kept) == ["PAY-NONE"] or codes(kept) == ["VOID-REFUND"]


def test_a_short_refund_of_a_void_round_is_named() -> None:
    """VOID-REFUND: less than the stake went back."""
    record = careful(void=Void(cause="cartas_expostas"))
    assert codes(record, b11=900) == ["VOID-REFUND"]


def test_a_round_that_had_to_be_void_and_was_paid_out_is_one_finding() -> None:
    """ST-VOID tells it, with what was paid beyond what had to go back."""
    record = careful(errors=(ErrorNoted(error="cartas_expostas"),))
    played = payments_of(settle(careful(), CV))
    fault = only(structs.replace(record, payments=played))
    # Due: 10+20, 5+10, 7, 25+50 = 127.00. Paid: aces 20+40, flush 10+10+50, nothing to seat 6,
    # which lost 75.00, nor to seat 4; and 5.00 of the progressivo.
    assert fault.code == "ST-VOID"
    assert fault.amount == (2_000 + 4_000 + 1_000 + 6_000 + 500) - 12_700


def test_a_round_voided_for_nothing_whose_stakes_went_back_is_one_finding() -> None:
    """VOID-BAD tells it; the refunds are not faults of their own."""
    record = careful(void=Void(cause="queixa"))
    back = tuple(
        Payment(seat=one.seat, amount=0, bets=(one.bet,), stake_returned=one.valor)
        for one in record.bets
        if one.tipo != "progressivo"
    )
    assert only(structs.replace(record, payments=back)).code == "VOID-BAD"


# --- payments -------------------------------------------------------------------------------------


def simple(cards: str = ACES, pagador: str = KINGS, **options: object) -> StudRecord:
    """Return one player who goes on."""
    return jogada(goes(1, cards), pagador=pagador, **options)


@each(
    ("record", "amounts", "expected"),
    [
        (simple(FLUSH), {"b12": 10_000}, "ST-PAY"),  # 4 to 1
        (simple(ROYAL, multiplicador_real=50), {"b12": 202_000}, "ST-PAY"),  # 100 to 1
        (simple(FOUR, maximo_por_jogo=15_000), {"b12": 42_000}, "ST-PAY"),  # above the maximum
        (simple(ACES), {"b11": 2_000, "b12": 2_000}, "ST-QUAL"),  # as if he did not open
        (simple(QUEENS), {"b11": 2_000, "b12": 2_000}, "ST-QUAL"),
        (simple(ACES, QUEEN_HIGH), {"b12": 4_000}, "ST-QUAL"),
        (simple(ACES, QUEEN_HIGH), {"b11": 1_000}, "ST-QUAL"),
        (simple(ACES, QUEEN_HIGH), {"b12": 0}, "ST-QUAL"),  # the adicional was not returned
        (simple("Ks Kh 8d 5c 2s"), {"b11": 1_000, "b12": 2_000}, "ST-SUIT"),  # as a tie
        (simple("Ks Kh 8d 5c 2s"), {"b12": 2_000}, "ST-QUAL"),
        (simple("Ks Kh 8d 5c 2s"), {"b12": 5_000}, "ST-PAY"),
        (simple("Kc Kd 8h 5s 2d", "Ks Kh 8d 5c 2s"), {"b11": 1_000, "b12": 2_000}, "ST-SUIT"),
        (simple("Kc Kd 8h 5s 2d", "Ks Kh 8d 5c 2s"), {"b11": 2_000, "b12": 4_000}, "ST-SUIT"),
        (simple(QUEENS), {"b11": 2_000, "b12": 4_000}, "PAY-DIFF"),
    ],
)
def test_wrong_payments_have_their_right_names(
    record: StudRecord, amounts: dict[str, int], expected: str
) -> None:
    """R12, R15, R17: which rule the payment broke."""
    assert set(codes(record, **amounts)) == {expected}
    assert codes(record) == []


def test_a_winner_not_paid_yet_is_unpaid_and_one_collected_was_misjudged() -> None:
    """PAY-NONE until his stakes were taken; then the suit was not looked at."""
    record = simple("Ks Kh 8d 5c 2s")
    waiting = structs.replace(record, payments=(Payment(seat=9, amount=0),))
    assert set(codes(waiting)) == {"PAY-NONE"}
    taken = at_seat(waiting, 1, recolhida=Moment(seq=50))
    assert set(codes(taken)) == {"ST-SUIT"}


def test_a_seat_paid_as_a_whole_is_named_too() -> None:
    """The chip that lost is no part of the difference."""
    record = jogada(goes(1, "3c 4h 5c 6s 7c", chip=100), pool=pool())
    whole = Payment(seat=1, amount=10_000, stake_returned=3_000)
    assert only(structs.replace(record, payments=(whole,))).code == "ST-PAY"
    right_sum = Payment(seat=1, amount=9_000, stake_returned=3_000)
    assert codes(structs.replace(record, payments=(right_sum,))) == []


def test_a_payment_to_a_hand_given_up_or_to_another_seat_stays_a_difference() -> None:
    """No rule of the table of prizes explains it."""
    assert codes(jogada(gives_up(1)), b11=2_000) == ["PAY-DIFF"]
    record = simple()
    first, *rest = payments_of(settle(record, CV))
    other = structs.replace(first, seat=2)
    assert codes(structs.replace(record, payments=(other, *rest))) == ["PAY-DIFF"]


def test_a_payment_to_a_hand_that_had_not_bet_is_named() -> None:
    """R27: it counted."""
    stray = Lugar(seat=2, cartas=hand("2h 3h 4h 5h 7h"))
    record = jogada(goes(1, ACES), (stray, []), pool=pool())
    due_ones = payments_of(settle(record, CV))
    for payment in (
        Payment(seat=2, amount=500),
        Payment(seat=2, amount=500, award="JP-ST"),
    ):
        fault = only(structs.replace(record, payments=(*due_ones, payment)))
        assert (fault.code, fault.rule, fault.amount) == ("ST-NOBET", "ST R27", 500)


def winners() -> StudRecord:
    """Return two straight flushes, a flush and a real: 50.30 each, 5.00, 397.40."""
    return jogada(
        goes(2, ROYAL, 100, chip=100),
        goes(3, STRAIGHT_FLUSH, 100, chip=100),
        goes(5, "5c 6c 7c 8c 9c", 100, chip=100),
        goes(7, FLUSH, 100, chip=100),
        pool=pool(),
    )


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        ({"j3": 2_515, "j5": 2_515}, ["ST-JP-ORD", "ST-JP-ORD"]),  # the tenth divided
        ({"j3": 5_030, "j5": 4_527}, ["ST-JP-ORD"]),  # a tenth of what the first left
        ({"j2": 50_300}, ["ST-JP-ORD"]),  # as if he came first
        ({"j7": 501}, ["ST-JP-FIX"]),
    ],
)
def test_wrong_prizes_of_several_winners(amounts: dict[str, int], expected: list[str]) -> None:
    """R21, R22, R23; a fixed sum is its own whoever else wins."""
    record = paid(winners(), **amounts)
    last = {2: 9, 3: 3, 5: 5, 7: 7}
    ordered = sorted(
        record.payments,
        key=lambda one: (one.award is not None, last[one.seat] if one.award else 0),
    )
    assert codes(structs.replace(record, payments=tuple(ordered))) == expected


def test_a_wrong_prize_of_a_lone_winner() -> None:
    """R18 b: the smaller of share and sum, or half of the whole."""
    record = jogada(
        goes(1, STRAIGHT_FLUSH, chip=100), pool=pool(balance=30_000, base=30_000, ppm=0)
    )
    assert won(record) == {1: 4_000}
    assert codes(record, j1=3_000) == ["ST-JP-SHARE"]
    real = jogada(goes(1, ROYAL, chip=100), pool=pool())
    assert codes(real, j1=25_000) == ["ST-JP-SHARE"]
    both_reais = jogada(goes(1, ROYAL, chip=100), goes(2, ROYAL_HEARTS, chip=100), pool=pool(ppm=0))
    assert codes(both_reais, j1=50_000, j2=0) == ["ST-JP-ORD", "ST-JP-ORD"]


def test_a_prize_not_paid_or_paid_to_a_loser() -> None:
    """PAY-NONE, PAY-DIFF: no rule of shares explains it."""
    record = jogada(goes(1, FULL, chip=100), goes(2, QUEENS, chip=100), pool=pool())
    main = tuple(one for one in payments_of(settle(record, CV)) if one.award is None)
    assert codes(structs.replace(record, payments=main)) == ["PAY-NONE"]
    assert codes(record, j2=500) == ["PAY-DIFF"]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ((3, 5, 7, 2), []),
        ((3, 5, 2, 7), []),
        ((5, 3, 7, 2), ["ST R20"]),
        ((2, 3, 5, 7), ["ST R23"]),
        ((3, 2, 5, 7), ["ST R23"]),
        ((7, 3, 5, 2), ["ST R20"]),
    ],
)
def test_the_order_in_which_prizes_are_handed_over(
    order: tuple[int, ...], expected: list[str]
) -> None:
    """R20 from the pagador's left; R23 a sequência de naipe before a real, which may wait."""
    record = paid(winners())
    main = [one for one in record.payments if one.award is None]
    prizes = {one.seat: one for one in record.payments if one.award is not None}
    payments = (*main, *(prizes[one] for one in order))
    found = judge(structs.replace(record, payments=payments)).found
    assert {fault.code for fault in found} <= {"ST-JP-ORD"}
    assert [fault.rule for fault in found] == expected


def test_a_real_is_not_paid_before_a_flush_at_its_left() -> None:
    """R20: seat 2's flush comes before seat 4's real."""
    record = jogada(goes(2, FLUSH, chip=100), goes(4, ROYAL, chip=100), pool=pool())
    payments = payments_of(settle(record, CV))
    assert codes(structs.replace(record, payments=payments)) == []
    turned = (*payments[:-2], payments[-1], payments[-2])
    assert codes(structs.replace(record, payments=turned)) == ["ST-JP-ORD"]


# --- chips that came over, or go on ---------------------------------------------------------------


def voided(**more: object) -> StudRecord:
    """Return a void round with one chip."""
    return jogada(
        goes(1, ACES, chip=100),
        errors=(ErrorNoted(error="cartas_expostas"),),
        void=Void(cause="cartas_expostas"),
        pool=pool(),
        **more,
    )


def test_a_chip_given_back_by_the_void_round_was_not_carried() -> None:
    """R25: by itself, or with the whole seat."""
    fault = only(voided(), b13=100)
    assert (fault.code, fault.rule, fault.amount) == ("ST-CARRY", "ST R25, R28", 100)
    whole = Payment(seat=1, amount=0, stake_returned=3_100)
    assert only(structs.replace(voided(), payments=(whole,))).code == "ST-CARRY"
    assert codes(voided()) == []


def test_a_chip_kept_from_who_left_the_void_round() -> None:
    """R25: who leaves gets it back."""
    record = at_seat(voided(), 1, saiu=True)
    assert codes(record) == []
    assert codes(record, b13=0) == ["ST-CARRY"]
    kept = structs.replace(record, payments=payments_of(settle(voided(), CV)))
    assert codes(kept) == ["ST-CARRY"]


def test_a_chip_kept_from_who_plays_no_more() -> None:
    """R18 a: it goes back, recorded as a bet of this round or not."""
    record = jogada(goes(1, QUEENS), transitadas=(right(4),), pool=pool())
    assert codes(record) == []
    first = Payment(seat=1, amount=0, bets=(11,))
    assert codes(structs.replace(record, payments=(first,))) == ["ST-CARRY"]
    laid = with_bets(record, carried(4))
    assert codes(laid) == []
    assert codes(structs.replace(laid, payments=(first,))) == ["ST-CARRY"]


def test_a_chip_asked_for_again_and_kept_is_one_finding() -> None:
    """R25: ST-CARRY tells that it was charged; that it was not given back is the same fact."""
    record = careful(transitadas=(right(4),))
    assert codes(record) == ["ST-CARRY"]
    assert codes(record, b43=0) == ["ST-CARRY"]


def test_a_chip_that_played_without_an_inicial() -> None:
    """R18 a: no prize for it."""
    record = with_bets(jogada(goes(1, QUEENS), pool=pool()), carried(4))
    record = structs.replace(record, seats=(*record.seats, Lugar(seat=4, cartas=hand(FLUSH))))
    assert codes(record) == []
    fault = only(record, j4=500)
    assert (fault.code, fault.rule) == ("ST-CARRY", "ST R18 a")


def test_every_code_of_the_section_is_raised_here() -> None:
    """All of 4.7's for this game; none of them is a person's."""
    raised = {code for _, expected in FAULTS.values() for code in expected}
    named = {"ST-QUAL", "ST-SUIT", "ST-JP-ORD"}
    own = {name for name in CODES if name.startswith("ST-")}
    assert own == (raised | named) & own
    assert not [name for name in own if CODES[name].manual]


# --- any round ------------------------------------------------------------------------------------

VALUES: Final = st.sampled_from([100, 250, 500, 1000, 1337, 12_345])


@st.composite
def pools(draw: st.DrawFn) -> PoolState:
    """Draw a pool with any sums."""
    return pool(
        balance=draw(st.integers(0, 3_000)),
        base=draw(st.integers(0, 2_000)),
        ppm=draw(st.integers(0, MILLION)),
        residue=draw(st.integers(0, MILLION - 1)),
        house_pays_fixed=draw(st.booleans()),
        fixed={
            name: draw(st.integers(0, 900))
            for name in ("cor", "trio_par", "quatro_iguais", "sequencia_de_naipe", "naipe_real")
        },
    )


@st.composite
def jogadas(draw: st.DrawFn) -> StudRecord:
    """Draw a round that was rightly dealt."""
    deck = draw(st.permutations(DECK))
    if draw(st.booleans()):  # few ranks or one suit after another: many combinations
        deck = sorted(deck[:40], key=lambda card: card[1]) + deck[40:]
    seats = draw(st.lists(st.integers(1, 7), min_size=1, max_size=7, unique=True))
    players: list[Player] = []
    rights: list[Transitada] = []
    came: list[Aposta] = []
    for index, place in enumerate(seats):
        cards = " ".join(deck[5 * index : 5 * index + 5])
        over = draw(st.integers(0, 4)) == 0
        chip = 0 if over else draw(st.sampled_from([0, 100]))
        if draw(st.integers(0, 3)) == 0:
            players.append(gives_up(place, draw(VALUES), chip, cards))
        else:
            players.append(goes(place, cards, draw(VALUES), chip))
        if over:
            rights.append(right(place))
            came.append(carried(place))
    record = jogada(
        *players,
        pagador=" ".join(deck[35:40]),
        pool=draw(st.none() | pools()),
        maximo_por_jogo=draw(st.none() | st.integers(0, 20_000)),
        multiplicador_real=draw(st.none() | st.integers(50, 100)),
        transitadas=tuple(rights),
    )
    return with_bets(record, *came)


@given(jogadas())
@settings(deadline=None)
def test_money_is_conserved(record: StudRecord) -> None:
    """Stakes and pool before = what players get, the pool after, what the house keeps or covers."""
    settlement = settle(record, CV)
    staked = sum(line.stake for line in settlement.lines)
    assert staked == sum(one.valor for one in record.bets)
    assert all(line.returned in {0, line.stake} for line in settlement.lines)
    for award in settlement.awards:
        assert award.amount == award.from_pool + award.from_house
        assert award.from_pool >= 0 <= award.from_house
    if record.pool is None:
        assert not settlement.awards
        return
    new = sum(one.valor for one in record.bets if one.tipo == "progressivo")
    new -= sum(one.valor for one in record.bets if one.transitada_de is not None)
    assert sum(one.stake for one in settlement.increments) == new
    added, _ = take_share(new, record.pool.ppm, record.pool.residue)
    after = record.pool.balance + added - sum(one.from_pool for one in settlement.awards)
    assert after >= 0
    told = settlement.result.get("progressivo")
    if told:
        assert (told["resta"], told["recomeca"]) == (after, max(after, record.pool.base))
        assert told["reposicao"] == told["recomeca"] - after


@given(jogadas())
@settings(deadline=None)
def test_the_main_bets_by_another_way(record: StudRecord) -> None:
    """Two ways to one figure: what a hand wins, from its combination's name and plain words."""
    plain = structs.replace(record, maximo_por_jogo=None)
    odds = dict(zip(COMBINATIONS, (1, 1, 2, 3, 4, 5, 7, 20, 50, 0), strict=True))
    odds["naipe_real"] = plain.multiplicador_real or 100
    result = settle(plain, CV).result
    bank = evaluate(plain.pagador) or 0
    told = due(plain)
    cards = {place.seat: place for place in plain.seats}
    for one in plain.bets:
        place = cards[one.seat]
        mine = evaluate(place.cartas) or 0
        if one.tipo == "progressivo" or place.decisao == "desistencia":
            expected = 0
        elif not result["pagador_abre"]:
            expected = one.valor * (2 if one.tipo == "inicial" else 1)
        elif mine < bank:
            expected = 0
        else:
            rate = 1 if one.tipo == "inicial" else odds[result["maos"][one.seat]]
            expected = one.valor * (1 + rate)
        assert told[one.bet] == expected


@given(jogadas(), st.sampled_from(["numero_de_cartas", "cartas_expostas", "avaria_do_baralhador"]))
@settings(deadline=None)
def test_a_void_round_returns_everything_but_the_chips(record: StudRecord, error: str) -> None:
    """R25, R28: main stakes back, every chip carried, only new ones feed the pool."""
    record = structs.replace(record, errors=(ErrorNoted(error=error),))
    assert due(record) == {
        one.bet: 0 if one.tipo == "progressivo" else one.valor for one in record.bets
    }
    chips = {one.seat: one.valor for one in record.bets if one.tipo == "progressivo"}
    assert {one.seat: one.valor for one in left_over(record)} == chips
    new = {one.seat for one in record.bets if one.tipo == "progressivo" and not one.transitada_de}
    assert set(fed(record)) == (new if record.pool is not None else set())
    assert settle(record, CV).awards == ()


@given(jogadas(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_order_of_the_record_does_not_matter(record: StudRecord, rng: random.Random) -> None:
    """Seats and bets may come in any order."""
    seats, bets = list(record.seats), list(record.bets)
    rng.shuffle(seats)
    rng.shuffle(bets)
    other = structs.replace(record, seats=tuple(seats), bets=tuple(bets))
    assert due(record) == due(other)
    assert settle(record, CV).awards == settle(other, CV).awards


@given(jogadas())
@settings(deadline=None)
def test_paying_what_is_due_raises_nothing(record: StudRecord) -> None:
    """A round played and paid by the rules has no finding."""
    assert codes(record) == []


@given(jogadas(), st.lists(st.builds(Payment, seat=st.integers(1, 7), amount=st.integers(0, 900))))
@settings(deadline=None)
def test_settling_reads_no_payment(record: StudRecord, payments: list[Payment]) -> None:
    """What was paid never decides what is due."""
    assert settle(structs.replace(record, payments=tuple(payments)), CV) == settle(record, CV)


# --- rounds that no table could make --------------------------------------------------------------

SEAT: Final = st.integers(-1, 9)
AMOUNT: Final = st.integers(-200, 500)
PLACE: Final = st.none() | st.builds(Moment, seq=st.none() | st.integers(0, 9))
CARD: Final = st.one_of(st.sampled_from([*DECK, "1x", ""]), st.none())
CARDS: Final = st.lists(CARD, max_size=6).map(tuple)
TIPO: Final = st.sampled_from(["inicial", "adicional", "progressivo", "xyz", ""])
CAUSE: Final = st.sampled_from(
    [
        "numero_de_cartas",
        "distribuicao_incorrecta",
        "carta_exposta",
        "cartas_expostas",
        "avaria_do_baralhador",
        "xyz",
    ]
)


def many(one: st.SearchStrategy[Any], most: int = 5) -> st.SearchStrategy[tuple[Any, ...]]:
    """Return a few of a kind."""
    return st.lists(one, max_size=most).map(tuple)


WILD: Final = st.builds(
    StudRecord,
    mode=st.sampled_from(["physical", "shared", "demo"]),
    records=st.none() | many(st.sampled_from(["bets", "cards", "payouts"]), 3),
    modo_distribuicao=st.sampled_from(["sabot", "baralhador", None]),
    multiplicador_real=st.none() | AMOUNT,
    maximo_por_jogo=st.none() | AMOUNT,
    limites=st.dictionaries(
        TIPO, st.builds(Limit, minimum=AMOUNT, maximum=AMOUNT, multiple=AMOUNT)
    ),
    lugares=st.integers(0, 9),
    seats=many(
        st.builds(
            Lugar,
            seat=SEAT,
            player=st.sampled_from(["a", "b", None]),
            decisao=st.sampled_from(["adicional", "desistencia", None]),
            cartas=CARDS,
            recolhida=PLACE,
            saiu=st.booleans(),
        )
    ),
    bets=many(
        st.builds(
            Aposta,
            bet=st.integers(-1, 9),
            seat=SEAT,
            tipo=TIPO,
            valor=AMOUNT,
            player=st.sampled_from(["a", "b", None]),
            seq=st.none() | st.integers(0, 9),
            transitada_de=st.sampled_from(["R/6", None]),
            do_lugar=st.none() | SEAT,
        ),
        8,
    ),
    alteracoes=many(
        st.builds(
            BetChange,
            bet=st.integers(-1, 9),
            retirada=st.booleans(),
            tipo=st.none() | TIPO,
            valor=st.none() | AMOUNT,
            seq=st.none() | st.integers(0, 9),
        )
    ),
    transitadas=st.none()
    | many(
        st.builds(Transitada, seat=SEAT, valor=AMOUNT, player=st.sampled_from(["a", "b", None]))
    ),
    incrementadas=many(st.integers(-1, 9)),
    pagador=CARDS,
    abertas=st.none() | many(SEAT),
    ordem=many(SEAT, 12),
    jogo_feito=PLACE,
    primeira_carta=PLACE,
    pagador_descobre=PLACE,
    recomeco=st.none() | AMOUNT,
    void=st.none() | st.builds(Void, cause=CAUSE),
    errors=many(
        st.builds(ErrorNoted, error=CAUSE, seat=st.none() | SEAT, cards=many(st.just("As")))
    ),
    payments=many(
        st.builds(
            Payment,
            seat=SEAT,
            amount=AMOUNT,
            bets=many(st.integers(-1, 9)),
            stake_returned=AMOUNT,
            award=st.sampled_from(["JP", None]),
        )
    ),
    pool=st.none()
    | st.builds(
        PoolState,
        pool=st.just("JP"),
        balance=AMOUNT,
        base=AMOUNT,
        ppm=st.integers(0, MILLION),
        residue=st.integers(0, MILLION - 1),
        bet=AMOUNT,
        combinations=st.dictionaries(st.sampled_from(COMBINATIONS), st.integers(0, MILLION)),
        fixed=st.dictionaries(st.sampled_from([*COMBINATIONS, "xyz"]), AMOUNT),
        house_pays_fixed=st.booleans(),
    ),
)


@given(WILD)
@settings(deadline=None, max_examples=150)
def test_no_record_makes_replay_stumble(record: StudRecord) -> None:
    """Impossible facts are findings, never exceptions; every line can be said in two languages."""
    verdict = judge(record)
    assert describe(verdict.settlement)
    assert all(fault.code in CODES for fault in verdict.found)
    assert all(line.returned in {0, max(line.stake, 0)} for line in verdict.settlement.lines)
    assert left_over(record) == () or record.void is not None or verdict.settlement.void
    assert GAME.name == verdict.settlement.game
