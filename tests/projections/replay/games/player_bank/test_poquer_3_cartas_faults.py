"""The faults of a jogada of póquer de 3 cartas: dice, deal, bets, bank, payments."""

from itertools import product
from typing import Any, Final

import pytest
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
from projections.replay.kit.bets import BetChange, Limit, Moment
from projections.replay.kit.dice import Throw
from projections.replay.kit.shoe import Dealt
from projections.replay.record import Payment, Void
from projections.replay.settlement import Outcome
from tests.projections.replay.games.player_bank.player_bank_table import (
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
from tests.projections.replay.games.player_bank.poquer_3_cartas_table import (
    HANDS,
    SEVEN,
    SHORT,
    jogada,
    pay,
    with_hands,
)

# --- dice and deal -------------------------------------------------------------------------------


def test_every_sum_names_its_place() -> None:
    """R15: from 4 to 24 with the banker at 3: 6 7 8 1 2 3 4 5, and round again."""
    names = {}
    for dados in product(range(1, 7), repeat=4):
        record = jogada(dados=(Throw(dados=dados),), cartas=(), primeiro_lugar=None)
        names[sum(dados)] = settled(record).result["primeiro_lugar"]
    assert [names[total] for total in range(4, 25)] == [
        6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2,
    ]  # fmt: skip


def test_places_that_are_not_numbered_anticlockwise() -> None:
    """R15, R24: the record says their order; from 3 downwards seven is place 5."""
    order = (8, 7, 6, 5, 4, 3, 2, 1)
    hands = {place: HANDS[place] for place in order}
    record = jogada(on(1, 4), on(2, 2), ordem=order, primeiro_lugar=5, cartas=deal(hands, 5))
    assert settled(record).result["primeiro_lugar"] == 5
    assert told(record) == []


NULL: Final = Throw(dados=(6, 6, 6, 6), nulo="leaning", by=3)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"dados": (NULL, SEVEN)}, []),
        ({"primeiro_lugar": 2}, [("P3-DEAL", "P3 R15")]),
        ({"cartas": deal(HANDS, 2)}, [("P3-DEAL", "P3 R15")]),
        ({"cartas": deal(HANDS, 2), "primeiro_lugar": 2}, [("P3-DEAL", "P3 R15")]),
        ({"dados": (structs.replace(SEVEN, by=4),)}, [("P3-DEAL", "P3 R16")]),
        ({"dados": (structs.replace(SEVEN, by=0),)}, []),
        ({"dados": (SEVEN, SEVEN)}, [("P3-DEAL", "P3 R16")]),
        ({"dados": (structs.replace(SEVEN, nulo="leaning"),)}, [("P3-DEAL", "P3 R16")]),
        (
            {"dados": (structs.replace(SEVEN, nulo="azar"), SEVEN)},
            [("VOID-BAD", "P3 R16"), ("P3-DEAL", "P3 R16")],
        ),
        ({"dados": (structs.replace(SEVEN, dados=(1, 2, 7)), SEVEN)}, [("RES-IMPOSS", "P3 R2")]),
    ],
)
def test_the_dice(more: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    """R15, R16: the first flat throw of the banker's decides, and nothing but it."""
    assert told(jogada(on(1, 1), **more)) == expected


def test_a_deal_from_the_wrong_place_is_settled_from_there() -> None:
    """R24: the cards lie as they lie; P3-DEAL tells what was wrong."""
    record = jogada(
        on(1, 1, 1_000), on(2, 2, 1_000), capital=1_000, cartas=deal(HANDS, 2), primeiro_lugar=2
    )
    assert [one[1] for one in due(record)][:2] == ["devolvida", "ganha"]


def shuffled(order: str) -> tuple[Dealt, ...]:
    """Deal the hands' cards in an order of places."""
    left = {place: cards.split() for place, cards in HANDS.items()}
    return tuple(Dealt(to="seat", seat=int(place), card=left[int(place)].pop(0)) for place in order)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (deal(HANDS), []),
        (shuffled("12345678" * 3), [("P3-DEAL", "P3 R21")]),
        (shuffled("111888777666555444333222"), [("P3-DEAL", "P3 R24")]),
        (SHORT, [("VOID-MISS", "P3 R21"), ("P3-DEAL", "P3 R21")]),
        ((*deal(HANDS), Dealt(to="discard", card="2c")), []),
    ],
)
def test_the_deal(cards: tuple[Dealt, ...], expected: list[tuple[str, str]]) -> None:
    """R21, R24: three running to each place, anticlockwise; not three: void."""
    assert told(jogada(on(1, 1), cartas=cards)) == expected


def test_the_bankers_cards_dealt_to_the_bank() -> None:
    """R21: the bank is the banker's place, under either name."""
    cards = tuple(Dealt(to="bank", card=one.card) if one.seat == 3 else one for one in deal(HANDS))
    assert told(jogada(on(1, 1), cartas=cards)) == []


def test_cards_that_cannot_be() -> None:
    """R2: a card twice, or none of the deck; of a hand that nobody can read, nothing is due."""
    twice = jogada(on(1, 1), cartas=deal({**HANDS, 8: "5c 5d Kh"}))
    assert told(twice) == [("RES-IMPOSS", "P3 R2")]
    strange = jogada(on(1, 1), cartas=deal({**HANDS, 1: "Kh Qs 1x"}))
    assert told(strange) == [("RES-IMPOSS", "P3 R2")]
    assert line(strange, 1).outcome is Outcome.PENDENTE


def test_a_hand_opened_other_than_dealt() -> None:
    """R22: the cards were changed, so nobody can tell; the same in another order is the same."""
    same = Abertura(seat=1, cartas=("Jd", "Qs", "Kh"))
    assert told(jogada(on(1, 1), aberturas=(same,))) == []
    other = jogada(on(1, 1), aberturas=(Abertura(seat=1, cartas=("Jd", "Qs", "2c")),))
    assert told(other) == [("RES-IMPOSS", "P3 R2")]
    assert line(other, 1).outcome is Outcome.PENDENTE


def test_the_same_highest_card_twice_decides_nothing() -> None:
    """R9: in one deck it cannot be, so the bet waits for who finds out."""
    record = jogada(on(1, 4), cartas=deal({**HANDS, 4: "Qh Jc 8c"}))
    assert line(record, 1).outcome is Outcome.PENDENTE


def test_the_banker_opens_last_to_have_seen() -> None:
    """R27: once all have seen theirs and laid them down."""
    opened = Abertura(seat=3, cartas=("Qh", "Js", "8d"), seq=9)
    for seq, expected in ((8, []), (10, [("P3-DEAL", "P3 R27")])):
        record = jogada(on(1, 1), vistas=(Vista(seat=1, seq=seq),), aberturas=(opened,))
        assert told(record) == expected
    banker = jogada(on(1, 1), vistas=(Vista(seat=3, seq=10),), aberturas=(opened,))
    assert told(banker) == []


def test_the_players_may_be_opened_before_the_banker() -> None:
    """R27 leaves that order open."""
    opened = (
        Abertura(seat=1, cartas=("Kh", "Qs", "Jd"), seq=8),
        Abertura(seat=3, cartas=("Qh", "Js", "8d"), seq=9),
    )
    assert told(jogada(on(1, 1), aberturas=opened)) == []
    assert told(jogada(on(1, 1), aberturas=opened[::-1])) == []


# --- bets ----------------------------------------------------------------------------------------

THROWN: Final = (structs.replace(SEVEN, seq=10, at="2026-11-20T20:10:00.000000Z"),)


def test_bets_end_when_the_dice_are_shaken() -> None:
    """R18: a later one goes back; the call alone ends nothing while the dice wait."""
    record = jogada(on(1, 1, seq=9), on(2, 1, seq=11), dados=THROWN, jogo_feito=Moment(seq=8))
    assert [one[1] for one in due(record)][:2] == ["ganha", "devolvida"]
    assert told(record) == [("BET-LATE", "P3 R18")]
    shaken = structs.replace(record, dados_agitados=Moment(seq=7))
    assert [one[1] for one in due(shaken)][:2] == ["devolvida"] * 2
    called = structs.replace(record, dados=())
    assert [one[1] for one in due(called)][:2] == ["devolvida"] * 2


@pytest.mark.parametrize(
    ("change", "prize", "expected"),
    [
        (BetChange(bet=1, valor=2_000, seq=9), 1_900, []),
        (BetChange(bet=1, valor=2_000, seq=11), 950, [("BET-LATE", "P3 R18")]),
        (BetChange(bet=1, retirada=True, seq=11), 950, [("BET-LATE", "P3 R18")]),
    ],
)
def test_bets_changed(change: BetChange, prize: int, expected: list[tuple[str, str]]) -> None:
    """R18: nothing is added, taken off or moved once the dice are shaken."""
    record = jogada(on(1, 1, seq=1), alteracoes=(change,), dados=THROWN)
    assert line(record, 1).prize == prize
    assert told(record) == expected


def test_a_bet_taken_off_in_time_is_none() -> None:
    """R18: it went back to its bettor."""
    change = BetChange(bet=1, retirada=True, seq=9)
    assert settled(jogada(on(1, 1, seq=1), alteracoes=(change,), dados=THROWN)).lines[0].bet is None


@pytest.mark.parametrize(
    ("bet", "expected"),
    [
        (on(1, 9), "RES-IMPOSS"),
        (on(1, 1, tipo="par"), "RES-IMPOSS"),
        (on(1, 1, 0), "BET-MIN"),
        (on(1, 1, 99), "BET-MIN"),
        (on(1, 1, 5_001), "BET-MAX"),
        (on(1, 1, 150), "BET-MULT"),
    ],
)
def test_bets_that_cannot_be_or_pass_a_limit(bet: Any, expected: str) -> None:
    """A place that is none, no stake, the table's limits; in order there is no fault."""
    limits = {"lugar": Limit(minimum=100, maximum=5_000, multiple=100)}
    if expected == "BET-MAX":
        bet = structs.replace(bet, valor=5_100)
    assert [code for code, _ in told(jogada(bet, limites=limits))] == (
        [expected, "BET-MULT"] if bet.valor == 99 else [expected]
    )
    assert told(jogada(on(1, 1, 500), limites=limits)) == []


def test_a_limit_is_of_one_player_on_one_place() -> None:
    """Two bets of a player on a place count together, on two places by themselves."""
    limits = {"lugar": Limit(maximum=1_000)}
    twice = (on(1, 1, 600, player="ana"), on(2, 1, 600, player="ana"))
    assert told(jogada(*twice, limites=limits)) == [("BET-MAX", "")]
    apart = (twice[0], structs.replace(twice[1], seat=2))
    assert told(jogada(*apart, limites=limits)) == []


def test_a_number_used_twice() -> None:
    """RES-IMPOSS; both are settled as they lie."""
    record = jogada(on(1, 1), on(1, 6))
    assert [one[1] for one in due(record)][:2] == ["ganha", "perde"]
    assert told(record) == [("RES-IMPOSS", "")]


def test_a_banker_at_no_place() -> None:
    """RES-IMPOSS, and nothing is decided; a record that names none is only silent."""
    assert told(jogada(banqueiro=9)) == [("RES-IMPOSS", "P3 R2")]
    assert told(jogada(banqueiro=0)) == []


def test_online_there_is_no_such_game() -> None:
    """ONL-NONE, and the physical rules."""
    record = jogada(on(1, 1), mode="shared")
    assert told(record) == [("ONL-NONE", "Art. 2")]
    assert line(record, 1).prize == 950


# --- the bank ------------------------------------------------------------------------------------

BEFORE: Final = Anterior(banqueiro=3, fica=10_000, seguidas=2, apostaram=(1, 5))


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"anterior": structs.replace(BEFORE, seguidas=1)}, False),
        ({}, True),
        ({"actos": (Acto(acto="tomou", seat=3, valor=10_000, acordo=(1, 2)),)}, False),
        ({"actos": (Acto(acto="tomou", seat=3, valor=10_000, acordo=(1,)),)}, True),
        ({"anterior": structs.replace(BEFORE, acordo=(1, 2))}, False),
        ({"sentados": (1, 2, 3, 6), "anterior": structs.replace(BEFORE, acordo=(1, 2))}, True),
        ({"sentados": (1, 2, 3), "anterior": structs.replace(BEFORE, acordo=(1, 2))}, False),
        ({"sentados": (3,)}, False),
        ({"anterior": structs.replace(BEFORE, banqueiro=2, seguidas=5)}, False),
    ],
)
def test_two_jogadas_running(more: dict[str, Any], *, fault: bool) -> None:
    """R13: a third only if all the others agree; who sits is who bets where nobody says more."""
    record = jogada(on(1, 1), on(2, 2), **{"anterior": BEFORE, **more})
    assert told(record) == ([("P3-BANK", "P3 R13")] if fault else [])


def refusal(*seats: int) -> tuple[Acto, ...]:
    """Return refusals, and the bank taken at place 3."""
    refused = tuple(Acto(acto="recusou", seat=seat) for seat in seats)
    return (*refused, Acto(acto="tomou", seat=3, valor=10_000))


@pytest.mark.parametrize(
    ("before", "actos", "sentados", "fault"),
    [
        ((1, 2, 3), refusal(2), None, False),
        ((1, 2), refusal(2), None, True),
        ((1, 2, 3), refusal(1), None, True),
        ((1, 2, 3), refusal(1), (1, 3, 5), False),
        ((1, 2, 3), refusal(1, 2), None, False),
        ((1, 3), refusal(1), None, False),
        ((1, 2), refusal(), None, False),
        (None, refusal(2), None, False),
        ((3, 7, 8), refusal(6), None, True),
        ((3, 8), refusal(7), None, False),
    ],
)
def test_a_refused_bank(
    before: tuple[int, ...] | None,
    actos: tuple[Acto, ...],
    sentados: tuple[int, ...] | None,
    *,
    fault: bool,
) -> None:
    """R14: to the next place anticlockwise, and only to who bet the last time.

    Place 8 was the banker's; 8 is passed over, because its turn is over.
    """
    record = jogada(
        anterior=Anterior(banqueiro=8, fica=5_000, apostaram=before),
        actos=actos,
        sentados=sentados,
    )
    assert told(record) == ([("P3-BANK", "P3 R14")] if fault else [])


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"capital": 10_000}, False),
        ({"capital": 12_000}, False),
        ({"capital": 9_999}, True),
        ({"capital": 500, "anterior": structs.replace(BEFORE, seguidas=1, banqueiro=2)}, False),
        ({"capital": 500, "anterior": structs.replace(BEFORE, seguidas=1, fica=None)}, False),
        (
            {
                "capital": 500,
                "anterior": None,
                "actos": (
                    Acto(acto="tomou", seat=3, valor=900),
                    Acto(acto="mudou", seat=3, valor=500),
                ),
            },
            True,
        ),
    ],
)
def test_a_capital_reduced(more: dict[str, Any], *, fault: bool) -> None:
    """R19: who goes on keeps what he had and won; he may add to it."""
    fields = {"anterior": structs.replace(BEFORE, seguidas=1), **more}
    assert told(jogada(**fields)) == ([("P3-BANK", "P3 R19")] if fault else [])
    if fault and fields["capital"] == 9_999:
        (found,) = faults(paid_exactly(jogada(**fields)))
        assert found.amount == -1


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"actos": (Acto(acto="tomou", seat=3, valor=10_000, seq=9),)}, ""),
        ({"actos": (Acto(acto="tomou", seat=3, valor=10_000, seq=11),)}, "P3 R17"),
        ({"actos": (Acto(acto="mudou", seat=3, valor=20_000, seq=11),)}, "P3 R17"),
        ({"actos": (Acto(acto="tomou", seat=4, valor=10_000, seq=11),)}, ""),
        ({"capital": 0}, "P3 R17"),
        ({"associacoes": (Associacao(valor=500, seat=7, seq=11),)}, "P3 R20"),
        ({"associacoes": (Associacao(valor=500, seat=7, seq=9),)}, ""),
    ],
)
def test_capital_before_the_dice(more: dict[str, Any], rule: str) -> None:
    """R17, R20: all of it lies on the table when they are shaken; what comes later is not in."""
    record = jogada(dados=THROWN, **more)
    assert told(record) == ([("P3-BANK", rule)] if rule else [])


def test_capital_entrusted_late_bears_nothing() -> None:
    """R17, R20: it has no part in what was lost."""
    record = jogada(
        on(1, 1, 1_500, seq=1),
        capital=1_000,
        dados=THROWN,
        associacoes=(Associacao(valor=500, seat=7, seq=11),),
    )
    assert line(record, 1).prize == 950
    back = line(record, None, 7)
    assert (back.outcome, back.returned, back.prize) == (Outcome.DEVOLVIDA, 500, 0)


@pytest.mark.parametrize(
    ("bet", "fault"),
    [
        (on(1, 1, por=7), True),
        (on(1, 7), True),
        (on(1, 3, por=7), False),
        (on(1, 1, por=6), False),
        (on(1, 7, player="rui"), False),
        (on(1, 1, player="gil"), True),
    ],
)
def test_an_associate_bets_nowhere_else(bet: Any, *, fault: bool) -> None:
    """R20: but at the banker's place; a bet there bars nothing."""
    partner = Associacao(valor=500, seat=7, player="gil")
    assert told(jogada(bet, associacoes=(partner,))) == ([("P3-BANK", "P3 R20")] if fault else [])
    both = jogada(on(1, 3, player="ana"), on(2, 1, player="ana"))
    assert told(both) == []


# --- payments ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("payment", "expected"),
    [
        (pay(1, 4, 950, 1_000), []),
        (pay(1, 4, 940, 1_000), [("PAY-DIFF", "P3 R7, P3 R9, P3 R8, P3 R29")]),
        (pay(1, 4, 0, 0), [("P3-RANK", "P3 R9")]),
        (pay(1, 4, 1_000, 1_000), [("P3-COM", "P3 R29")]),
        (pay(2, 6, 950, 1_000), [("P3-RANK", "P3 R8")]),
        (pay(2, 6, 1_000, 1_000), [("P3-RANK", "P3 R8")]),
        (pay(2, 6, 0, 1_000), [("PAY-DIFF", "P3 R7, P3 R8")]),
    ],
)
def test_a_wrong_payment_has_its_name(payment: Payment, expected: list[tuple[str, str]]) -> None:
    """R7-R9, R29: paid as if the other hand were the better, or whole, or otherwise."""
    assert blamed(jogada(on(1, 4), on(2, 6)), payment) == expected


def test_a_zero_pushed_is_counted_wrongly() -> None:
    """R10: both zero without figures is the banker's, not a draw."""
    hands = {1: "Th Ts Td", 3: "4h 5s Ad"}
    record = with_hands(on(1, 1), hands=hands)
    assert blamed(record, pay(1, 1, 0, 1_000)) == [("P3-RANK", "P3 R10")]


def test_a_bank_that_wins_beyond_its_capital() -> None:
    """R17: of 25.00 that lose to a bank of 10.00, 15.00 go back; kept, it is P3-BANK."""
    record = jogada(on(1, 7, 2_500), on(2, 8, 500), capital=1_000)
    assert blamed(record, pay(1, 7, 0, 1_500)) == []
    assert blamed(record, pay(1, 7, 0, 1_000)) == [("P3-BANK", "P3 R17")]
    kept = paid_exactly(record)
    kept = structs.replace(kept, payments=kept.payments[1:])
    assert [(one.code, one.amount) for one in faults(kept)] == [("P3-BANK", -1_500)]


def test_what_nobody_can_decide_was_paid_rightly_or_wrongly_by_nothing() -> None:
    """A hand that is not known: its payment is not compared; the others' are."""
    hands = {2: HANDS[2], 3: HANDS[3]}
    record = with_hands(on(1, 2), on(2, 4), hands=hands)
    whole = pay(2, 4, 950, 1_000)
    assert blamed(record, whole) == []
    assert blamed(record, whole, Payment(seat=3, amount=0, stake_returned=9_000)) == []
    assert blamed(record, whole, pay(1, 2, 0, 900))[0][0] == "PAY-DIFF"


def test_a_winner_not_paid() -> None:
    """PAY-NONE; if his stake was taken in as a loser's, the hands were counted wrongly."""
    record = structs.replace(paid_exactly(jogada(on(1, 4), on(2, 6))), payments=())
    assert [one.code for one in faults(record)] == ["PAY-NONE"]
    taken = structs.replace(record, recolhidas=(1, 2))
    assert [one.code for one in faults(taken)] == ["P3-RANK"]


def test_a_payment_beyond_the_capital() -> None:
    """R17: 80.00 won where the bank had 50.00."""
    record = jogada(on(1, 5, 8_000), capital=5_000)
    assert line(record, 1).due == 4_750 + 8_000
    assert blamed(record, pay(1, 5, 7_600, 8_000)) == [("P3-BANK", "P3 R17")]
    assert blamed(record, pay(1, 5, 4_750, 8_000)) == []


def test_a_commission_not_taken_is_one_fault() -> None:
    """R29: prizes paid whole and nothing charged is P3-COM by place, and no wrong payment."""
    record = paid_exactly(jogada(on(1, 4), on(2, 4, 500), on(3, 6)))
    whole = tuple(
        structs.replace(one, amount=amount)
        for one, amount in zip(record.payments, (1_000, 500, 0), strict=True)
    )
    nothing = structs.replace(record, comissoes=(), payments=whole)
    charged = [(one.code, one.seat, one.amount) for one in faults(nothing)]
    assert charged == [("P3-COM", 4, -75)]


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ((Cobrada(valor=50, seat=4), Cobrada(valor=10, seat=2)), []),
        ((Cobrada(valor=60),), []),
        ((Cobrada(valor=50, seat=4),), [("P3-COM", -10)]),
        ((Cobrada(valor=40, seat=4), Cobrada(valor=10, seat=2)), [("P3-COM", -10)]),
        ((Cobrada(valor=61),), [("P3-COM", 1)]),
    ],
)
def test_commissions(taken: tuple[Cobrada, ...], expected: list[tuple[str, int]]) -> None:
    """R29: 5 % of each prize, by the place of the payment, or in one sum."""
    record = structs.replace(paid_exactly(jogada(on(1, 4), on(2, 2, 200))), comissoes=taken)
    assert [(one.code, one.amount) for one in faults(record)] == expected


def test_a_commission_under_the_bettors_own_place() -> None:
    """R28, R29: who bets on another's place may be charged at his own."""
    record = paid_exactly(jogada(on(1, 4, por=8)))
    charged = structs.replace(record, comissoes=(Cobrada(valor=50, seat=8),))
    assert faults(charged) == []


def test_a_commission_paid_besides() -> None:
    """R29: the prize is handed over whole."""
    record = paid_exactly(jogada(on(1, 4)))
    apart = structs.replace(
        record,
        comissoes=(Cobrada(valor=50, seat=4, por_fora=True),),
        payments=(pay(1, 4, 1_000, 1_000), *record.payments[1:]),
    )
    assert faults(apart) == []


def test_a_commission_paid_besides_under_the_bettors_own_place() -> None:
    """R28, R29: he of place 8 bets 10.00 on place 4, gets 10.00 and pays 0.50 besides."""
    record = paid_exactly(jogada(on(1, 4, por=8)))
    apart = structs.replace(
        record,
        comissoes=(Cobrada(valor=50, seat=8, por_fora=True),),
        payments=(pay(1, 4, 1_000, 1_000), *record.payments[1:]),
    )
    assert faults(apart) == []
    assert [one.code for one in faults(structs.replace(apart, comissoes=()))] == ["P3-COM"]


def test_a_banker_handed_his_chips_with_commissions_paid_besides() -> None:
    """R20, R29: the bank wins 125.00, the banker 100.00 of it, the bet at his place 25.00.

    Their payments are one sum; what was paid besides is the sum of 5.00 and 1.25.
    """
    record = jogada(on(1, 6, 12_500), on(2, 3, 5_000))
    whole = structs.replace(
        record,
        payments=(
            Payment(seat=3, amount=10_000, stake_returned=10_000),
            pay(2, 3, 2_500, 5_000),
        ),
        comissoes=(
            Cobrada(valor=500, seat=3, por_fora=True),
            Cobrada(valor=125, seat=3, por_fora=True),
        ),
    )
    assert faults(whole) == []


def test_the_banks_chips_lie_on_the_table() -> None:
    """R19: nothing handed over to the banker is no fault; what was, must be right."""
    record = jogada(on(1, 6))
    exact = paid_exactly(record)
    assert faults(structs.replace(exact, payments=())) == []
    wrong = Payment(seat=3, amount=960, stake_returned=10_000)
    assert [one.code for one in faults(structs.replace(exact, payments=(wrong,)))] == ["PAY-DIFF"]


def test_an_associates_capital_must_go_back() -> None:
    """R20: PAY-NONE, where the pagador kept it."""
    record = paid_exactly(jogada(on(1, 6), associacoes=(Associacao(valor=500, seat=7),)))
    kept = structs.replace(record, payments=record.payments[:-1])
    assert [(one.code, one.seat) for one in faults(kept)] == [("PAY-NONE", 7)]


def test_a_wrong_bank_hidden_by_a_bet_behind_it() -> None:
    """R20: 1.00 too much for the banker and too little for the bet at his place is PAY-DIFF."""
    record = paid_exactly(jogada(on(1, 1, 1_000), on(2, 3, 500)))
    moved = tuple(
        structs.replace(one, stake_returned=one.stake_returned + (-100 if one.bets else 100))
        if one.seat == 3
        else one
        for one in record.payments
    )
    assert [one.code for one in faults(structs.replace(record, payments=moved))] == ["PAY-DIFF"]
    assert faults(record) == []


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ((4, 5, 1, 3), []),
        ((1, 4, 5, 3), []),
        ((1, 5, 4, 3), ["P3 R24"]),
        ((3, 1, 4, 5), ["P3 R20"]),
        ((1, 3, 4, 5), ["P3 R20"]),
    ],
)
def test_the_order_of_payments(order: tuple[int, ...], expected: list[str]) -> None:
    """R20, R24: anticlockwise, once round; who bet on the banker's place after all."""
    record = paid_exactly(jogada(on(1, 1), on(4, 4), on(5, 5), on(3, 3, 9_000)))
    paid = {one.bets[0]: one for one in record.payments if one.bets}
    moved = structs.replace(record, payments=tuple(paid[number] for number in order))
    assert [one.rule for one in faults(moved) if one.code == "PAY-ORDER"] == expected
    assert {one.code for one in faults(moved)} <= {"PAY-ORDER"}


def test_stakes_go_back_in_any_order() -> None:
    """R21, R24: refunds of a void jogada are no prizes; the way round the table is for prizes."""
    record = jogada(on(1, 1), on(4, 4), on(5, 5), cartas=SHORT, void=Void(cause="numero_errado"))
    back = tuple(pay(bet, bet, 0, 1_000) for bet in (1, 5, 4))
    assert faults(structs.replace(record, payments=back)) == []


def test_bets_behind_the_banker_are_paid_in_the_order_placed() -> None:
    """R20: the first first."""
    record = paid_exactly(jogada(on(1, 1, 100), on(2, 3, 500), on(3, 3, 500)))
    assert faults(record) == []
    paid = record.payments
    swapped = structs.replace(record, payments=(paid[0], paid[2], paid[1], *paid[3:]))
    assert [(one.code, one.rule) for one in faults(swapped)] == [("PAY-ORDER", "P3 R20")]


def test_results_said_aloud() -> None:
    """R7-R10: P3-RANK where the hands say other; of the banker's place nothing is said."""
    said = (Anunciado(seat=4, resultado="ganha"), Anunciado(seat=6, resultado="perde"))
    assert told(jogada(on(1, 4), resultados=said)) == []
    wrong = (Anunciado(seat=4, resultado="perde"), Anunciado(seat=3, resultado="ganha"))
    assert told(jogada(on(1, 4), resultados=wrong)) == [("P3-RANK", "P3 R9")]
