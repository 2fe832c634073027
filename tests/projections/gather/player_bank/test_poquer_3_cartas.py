"""From events to the record of a jogada of póquer de 3 cartas, and from jogada to jogada."""

from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.events import tables
from ledger.events.base import Payload
from ledger.events.outcomes import (
    Announcement,
    CardDealt,
    DeckShuffled,
    DiceRolled,
    DiceShaken,
    ErrorNoted,
    HandSeen,
    HandShown,
)
from ledger.events.rounds import (
    BankChanged,
    BankRefused,
    BankShared,
    BankTaken,
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    Collection,
    Commission,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import TableOpened
from projections.gather import gathering_of
from projections.replay.games.player_bank.jogada import (
    Abertura,
    Acto,
    Anunciado,
    Aposta,
    Associacao,
    Cobrada,
    Vista,
)
from projections.replay.games.player_bank.poquer_3_cartas import Poquer3CartasRecord
from projections.replay.kit.bets import BetChange, Limit, Moment
from projections.replay.kit.dice import Throw
from projections.replay.kit.shoe import Dealt
from projections.replay.record import Payment
from projections.replay.registry import judge
from projections.replay.settlement import Found
from tests.helpers.casino import DAY, RECORDS, Log, instant, judged
from tests.helpers.strategies import payloads, payloads_of

GAME = "poquer_3_cartas"
HANDS = {
    1: ("Kh", "Qs", "Jd"),  # three figures
    2: ("Kd", "Ts", "9d"),
    3: ("Qh", "Js", "8d"),  # eight with two figures
    4: ("Ks", "Qd", "8c"),
    5: ("2h", "3s", "4d"),
    6: ("Jh", "7h", "Ah"),  # eight with one figure
    7: ("Tc", "9c", "8h"),
    8: ("5c", "5d", "Td"),
}
SEVEN = DiceRolled(dice=(1, 2, 3, 1), by=3, first=1)


def dealt(first: int = 1) -> list[Payload]:
    """Deal all places, from one of them on."""
    order = [*range(first, 9), *range(1, first)]
    return [CardDealt(to="seat", seat=seat, card=card) for seat in order for card in HANDS[seat]]


def bet(number: int, seat: int, amount: int, **more: Any) -> BetPlaced:
    """Place a bet."""
    return BetPlaced(bet=number, seat=seat, chance="lugar", amount=amount, **more)


def test_a_whole_jogada() -> None:
    """P3 R14-R29: bank refused and taken, house behind, two bets, dice, deal, openings, money."""
    log = Log(GAME, minimos={"lugar": 100})
    log.place_event(
        PlayerSeated(seat=1, player="ana"), PlayerSeated(seat=2), PlayerSeated(seat=3, player="rui")
    )
    log.place_event(BankRefused(seat=2), BankTaken(seat=3, capital=10_000, via="turn"))
    log.play(
        RoundOpened(),
        BankShared(amount=500, role="house"),
        bet(1, 1, 1_000),
        bet(2, 6, 400, player="ana"),
        BetsClosed(),
        DiceRolled(dice=(6, 6), null="off_table", by=3),
        SEVEN,
        *dealt(),
        HandSeen(seat=1),
        HandShown(of="bank", cards=HANDS[3]),
        HandShown(seat=1, cards=HANDS[1]),
        Announcement(what="resultado", seat=1, said="ganha"),
        Payout(seat=1, bets=(1,), amount=950, stake_returned=1_000),
        Commission(amount=50, seat=1, mode="prize"),
        Collection(amount=400, bets=(2,)),
        Payout(seat=0, amount=0, stake_returned=9_400),
    )
    record = log.gather()
    cards = [card for card in record.cartas if card.seat == 1]
    assert [(card.card, card.to) for card in cards] == [(card, "seat") for card in HANDS[1]]
    assert len(record.cartas) == 24
    start = 38
    assert record == Poquer3CartasRecord(
        round=log.round,
        currency="XTS",
        records=RECORDS,
        payments=(
            Payment(seat=1, bets=(1,), amount=950, stake_returned=1_000),
            Payment(seat=3, amount=0, stake_returned=9_400),
        ),
        sentados=(1, 2, 3),
        limites={"lugar": Limit(minimum=100)},
        banqueiro=3,
        capital=10_000,
        associacoes=(Associacao(papel="casa", valor=500, at=instant(8), seq=8),),
        actos=(
            Acto(acto="recusou", seat=2, at=instant(5), seq=5),
            Acto(acto="tomou", seat=3, valor=10_000, at=instant(6), seq=6),
        ),
        bets=(
            Aposta(bet=1, seat=1, tipo="lugar", valor=1_000, player="ana", at=instant(9), seq=9),
            Aposta(
                bet=2,
                seat=6,
                tipo="lugar",
                valor=400,
                player="ana",
                por=1,
                at=instant(10),
                seq=10,
            ),
        ),
        jogo_feito=Moment(at=instant(11), seq=11),
        dados=(
            Throw(dados=(6, 6), nulo="off_table", by=3, at=instant(12), seq=12),
            Throw(dados=(1, 2, 3, 1), by=3, at=instant(13), seq=13),
        ),
        primeiro_lugar=1,
        cartas=record.cartas,
        vistas=(Vista(seat=1, at=instant(start), seq=start),),
        aberturas=(
            Abertura(seat=0, cartas=HANDS[3], at=instant(start + 1), seq=start + 1),
            Abertura(seat=1, cartas=HANDS[1], at=instant(start + 2), seq=start + 2),
        ),
        resultados=(Anunciado(seat=1, resultado="ganha"),),
        recolhidas=(2,),
        comissoes=(Cobrada(valor=50, seat=1),),
    )
    assert judge(record).found == ()


def test_the_dice_close_the_bets_and_a_late_one_that_went_back_was_paid_back() -> None:
    """P3 R18: between the call and the dice a bet still stands, and may be taken off."""
    log = Log(GAME)
    log.play(
        bet(1, 1, 500),
        BetsClosed(),
        bet(2, 2, 500),
        BetWithdrawn(bet=1),
        DiceShaken(times=1),
        bet(3, 4, 500),
        BetWithdrawn(bet=3),
        SEVEN,
    )
    record = log.gather()
    assert record.dados_agitados == Moment(at=instant(7), seq=7)
    assert record.alteracoes == (BetChange(bet=1, retirada=True, at=instant(6), seq=6),)
    assert record.payments == (Payment(seat=4, bets=(3,), amount=0, stake_returned=500),)
    late = [one.bet for one in judge(record).found if one.code == "BET-LATE"]
    assert late == [3]


def test_without_dice_the_call_closes_the_bets() -> None:
    """P3 R18: what came after it and went back was given back."""
    log = Log(GAME)
    log.play(BetsClosed(), bet(1, 1, 500), BetWithdrawn(bet=1))
    assert log.gather().payments == (Payment(seat=1, bets=(1,), amount=0, stake_returned=500),)


def test_the_opening_may_name_the_places_anticlockwise() -> None:
    """P3 R15: all eight in another order are the order; fewer are who sits."""
    log = Log(GAME)
    log.play(RoundOpened(seats=(8, 7, 6, 5, 4, 3, 2, 1), banker=3))
    record = log.gather()
    assert record.ordem == (8, 7, 6, 5, 4, 3, 2, 1)
    assert record.sentados is None
    log = Log(GAME)
    log.play(RoundOpened(seats=(3, 1), banker=3))
    assert log.gather().ordem == ()
    assert log.gather().sentados == (1, 3)


def test_the_capital_is_what_lay_there_when_the_dice_were_shaken() -> None:
    """P3 R17: last said before; a stake at place 0 is the bank's; later is too late."""
    log = Log(GAME)
    log.play(
        BankTaken(seat=3, capital=900, via="first"),
        BankChanged(seat=3, capital=1_200),
        SEVEN,
        BankChanged(seat=3, capital=5_000),
        *dealt(),
    )
    record = log.gather()
    assert (record.banqueiro, record.capital) == (3, 1_200)
    assert [one.rule for one in judge(record).found] == ["P3 R17"]
    log = Log(GAME)
    log.play(RoundOpened(banker=3), bet(1, 0, 700), SEVEN)
    assert log.gather().capital == 700
    assert log.gather().bets == ()
    log = Log(GAME)
    log.play(SEVEN, BankTaken(seat=3, capital=900, via="first"), *dealt())
    assert log.gather().capital == 900
    assert Log(GAME).gather().capital is None


def test_who_stands_behind_the_banker() -> None:
    """P3 R20: house, associate, and a bet at his place without a number; other roles are none."""
    log = Log(GAME)
    log.play(
        BankShared(amount=1, role="house"),
        BankShared(seat=5, player="gil", amount=2, role="associate"),
        BankShared(seat=6, amount=3, role="behind"),
        BankShared(amount=4, role="x"),
    )
    assert [(one.papel, one.seat, one.valor) for one in log.gather().associacoes] == [
        ("casa", None, 1),
        ("associado", 5, 2),
        ("atras", 6, 3),
    ]


# --- from jogada to jogada -----------------------------------------------------------------------


class Evening:
    """Several jogadas at one table."""

    def __init__(self) -> None:
        """Open the table, with four seated."""
        self.log = Log(GAME)
        self.number = 0
        for seat in (1, 3, 5, 6):
            self.log.place_event(PlayerSeated(seat=seat))

    def jogada(self, *before: Payload, after: tuple[Payload, ...] = (), seat: int = 6) -> None:
        """Play one: place 3 holds the bank of 100.00, place 6 loses 10.00 to it."""
        self.number += 1
        self.log.round = f"T-01/{DAY}/{self.number}"
        played = [RoundOpened(), *before, bet(1, seat, 1_000), SEVEN, *dealt()]
        self.log.play(*played, Commission(amount=50, seat=3), *after, RoundClosed())

    def found(self) -> list[list[Found]]:
        """Return what was found of each."""
        rounds, faults = judged(self.log.events)
        assert faults == []
        return [list(one.verdict.found) for one in rounds]

    def records(self) -> list[Any]:
        """Return the record of each."""
        return [one.closed.record for one in judged(self.log.events)[0]]


TAKEN = BankTaken(seat=3, capital=10_000, via="first")


def test_gains_stay_in_the_bank() -> None:
    """P3 R19: 100.00 and 9.50 won are the capital of the next; less of it is P3-BANK."""
    evening = Evening()
    evening.jogada(TAKEN)
    evening.jogada()
    first, second = evening.records()
    assert first.anterior is None
    assert second.capital == second.anterior.fica == 10_950
    assert (second.banqueiro, second.anterior.seguidas) == (3, 1)
    assert second.anterior.apostaram == (6,)
    assert second.actos == ()
    assert evening.found() == [[], []]
    evening = Evening()
    evening.jogada(TAKEN)
    evening.jogada(BankChanged(seat=3, capital=10_000))
    (fault,) = evening.found()[1]
    assert (fault.code, fault.rule, fault.amount) == ("P3-BANK", "P3 R19", -950)


def test_a_third_jogada_needs_the_others() -> None:
    """P3 R13: their agreement, once given, holds as long as nobody else sits down."""
    evening = Evening()
    for _ in range(3):
        evening.jogada(*((TAKEN,) if not evening.number else ()))
    assert [[one.rule for one in found] for found in evening.found()] == [[], [], ["P3 R13"]]
    evening = Evening()
    evening.jogada(TAKEN)
    evening.jogada()
    evening.jogada(BankTaken(seat=3, capital=11_900, via="kept", consent=(1, 5, 6)))
    evening.jogada()
    evening.jogada(PlayerSeated(seat=7))
    assert [[one.rule for one in found] for found in evening.found()] == [
        [],
        [],
        [],
        [],
        ["P3 R13"],
    ]


def test_a_void_jogada_is_not_counted() -> None:
    """P3 R13, R21: nothing was played; the bank is as it was."""
    evening = Evening()
    evening.jogada(TAKEN)
    evening.jogada()
    evening.number += 1
    evening.log.round = f"T-01/{DAY}/{evening.number}"
    evening.log.play(
        RoundOpened(), SEVEN, *dealt()[:-1], RoundVoided(cause="numero_errado"), RoundClosed()
    )
    void = evening.records()[2]
    assert void.anterior.seguidas == 2
    evening.log.round = f"T-01/{DAY}/4"
    evening.log.play(RoundOpened(banker=5), RoundClosed())
    after = evening.records()[3]
    assert (after.anterior.banqueiro, after.anterior.seguidas) == (3, 2)
    assert after.anterior.fica == void.capital == 11_900


def test_what_is_done_with_the_bank_after_the_deal_is_the_next_jogadas() -> None:
    """P3 R14: refused by 5 within the jogada, taken by 6, who had bet; by 1, who had not, wrong."""
    for taker, expected in ((6, []), (1, ["P3 R14"])):
        evening = Evening()
        evening.jogada(
            TAKEN, after=(BankRefused(seat=5), BankTaken(seat=taker, capital=800, via="turn"))
        )
        evening.log.round = f"T-01/{DAY}/2"
        dice = DiceRolled(dice=(1, 1, 1, 2), by=taker)
        evening.log.play(RoundOpened(), dice, RoundClosed())
        second = evening.records()[1]
        assert (second.banqueiro, second.capital) == (taker, 800)
        assert [one.acto for one in second.actos] == ["recusou", "tomou"]
        assert [one.rule for one in evening.found()[1]] == expected


def test_another_player_at_the_bankers_place_keeps_nothing_of_his() -> None:
    """P3 R19: what lay there left with its owner."""
    left = PlayerLeft(seat=3), PlayerSeated(seat=3)
    taken = BankTaken(seat=3, capital=5_000, via="turn")
    for after, before in ((left, ()), ((), left)):
        evening = Evening()
        evening.jogada(TAKEN, after=after)
        evening.jogada(*before, taken)
        assert evening.records()[1].capital == 5_000
        assert evening.found() == [[], []]
    evening = Evening()
    evening.jogada(TAKEN)
    evening.jogada(taken)
    assert [one.rule for one in evening.found()[1]] == ["P3 R19"]


def test_who_left_sits_no_more() -> None:
    """P3 R13: his agreement is not needed."""
    evening = Evening()
    evening.jogada(TAKEN, after=(PlayerLeft(seat=5),))
    evening.log.place_event(PlayerLeft(seat=1))
    evening.jogada()
    assert [one.sentados for one in evening.records()] == [(1, 3, 6), (3, 6)]


KINDS = (
    BetPlaced,
    BetChanged,
    BetWithdrawn,
    BetsClosed,
    BankTaken,
    BankRefused,
    BankChanged,
    BankShared,
    CardDealt,
    DiceRolled,
    DiceShaken,
    HandSeen,
    HandShown,
    Announcement,
    Collection,
    Commission,
    ErrorNoted,
    RoundVoided,
    Payout,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    opening=payloads_of(TableOpened),
    before=st.lists(payloads(*tables.KINDS), max_size=3),
    played=st.lists(payloads(*KINDS) | payloads(), max_size=10),
)
def test_any_events_give_a_record(
    opening: TableOpened, before: list[Payload], played: list[Payload]
) -> None:
    """What makes no sense is recorded, gathered and judged; nothing of it stops the pipeline."""
    opening = msgspec.structs.replace(opening, game=GAME, profile="cv-2017@1")
    log = Log(GAME, opening=opening)
    for payload in before:
        log.place_event(payload)
    facts = [one for one in played if not isinstance(one, (RoundOpened, RoundClosed))]
    log.play(RoundOpened(), *facts)
    record = gathering_of(opening.game).record(log.closed(), opening.options)
    assert isinstance(record, Poquer3CartasRecord)
    assert len(record.bets) == sum(isinstance(one, BetPlaced) and one.seat > 0 for one in played)
    judge(record)
    log.round = f"T-01/{DAY}/2"
    log.play(RoundOpened(), *facts, RoundClosed())
    judged(log.events)


def test_the_cards_in_the_order_of_the_deal() -> None:
    """P3 R21: to seats and the bank; what is put away is no hand's."""
    log = Log(GAME)
    log.play(
        CardDealt(to="bank", card="Kh"),
        CardDealt(to="discard", card="2h"),
        CardDealt(to="seat", seat=4),
    )
    assert log.gather().cartas == (
        Dealt(to="bank", card="Kh", at=instant(3), seq=3),
        Dealt(to="seat", seat=4, at=instant(5), seq=5),
    )


def test_the_cards_are_shuffled_by_the_machine() -> None:
    """P3 R11: by hand alone is a fault; by hand and then by the machine, or untold, is none."""
    for methods, wrong in (
        ((), False),
        (("hand",), True),
        (("shuffler",), False),
        (("hand", "shuffler"), False),
    ):
        log = Log(GAME)
        log.play(RoundOpened(banker=1), *(DeckShuffled(method=one) for one in methods), *dealt())
        found = [one.rule for one in judge(log.gather()).found if one.code == "P3-SHUF"]
        assert found == ["P3 R11"] * wrong, methods
