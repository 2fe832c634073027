"""From events to the record of a jogada of blackjack/21."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from ledger.events.base import Payload
from ledger.events.jackpots import AwardPaid, JackpotWon
from ledger.events.outcomes import (
    CardBurned,
    CardDealt,
    CardExposed,
    CardsCollected,
    CutCardDrawn,
    DeckCut,
    DeckShuffled,
    HandShown,
)
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    Claim,
    ClaimDecided,
    Decision,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import PlayerLeft, PlayerSeated, PlayerSessionEnded
from ledger.events.tables import EquipmentChanged, TableOpened
from projections.gather.house_cards.blackjack import GATHERING, gather
from projections.replay.games.house_cards.blackjack import (
    Aposta,
    Aprovado,
    BlackjackRecord,
    Combinacao,
    Decisao,
    Lugar,
    Reclamacao,
)
from projections.replay.kit.bets import BetChange, Limit, Moment
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.kit.shoe import Burned, Cut, Dealt, Shoe, Shuffled
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.helpers.casino import RECORDS, Log, instant
from tests.helpers.strategies import payloads

GAME = "blackjack"


def bet(
    number: int, seat: int, amount: int = 1000, chance: str = "principal", **more: Any
) -> Payload:
    """Return a stake before the deal."""
    return BetPlaced(bet=number, seat=seat, chance=chance, amount=amount, **more)


def seat_card(seat: int, card: str | None, hand: int = 1) -> CardDealt:
    """Return a card to a place."""
    return CardDealt(to="seat", seat=seat, hand=hand, card=card)


def bank_card(card: str | None, *, opened: bool = False) -> CardDealt:
    """Return a card to the bank."""
    return CardDealt(to="bank", card=card, open=opened)


def at(seq: int) -> dict[str, Any]:
    """Return the time and place of the owner's event of that number."""
    return {"at": instant(seq), "seq": seq}


def test_a_whole_jogada() -> None:
    """Each event of a jogada stands in the record, and the record has nothing at fault."""
    log = Log(GAME, baralhos=6, minimos={"principal": 500}, maximos={"principal": 15_000})
    log.place_event(
        PlayerSeated(seat=1, player="ana"),
        PlayerSeated(seat=3, player="rui"),
        DeckShuffled(method="hand", decks=6, shown=True),
        DeckCut(by=1, cut_card=52),
        CardBurned(cause="opening"),
    )
    log.play(
        bet(1, 1),
        bet(2, 3),
        bet(3, 1, 500, "complementar", player="rui"),
        BetsClosed(),
        seat_card(1, "8c"),
        seat_card(3, "Tc"),
        bank_card("Ac", opened=True),
        seat_card(1, None),
        seat_card(3, "9d"),
        bank_card(None),
        Decision(seat=3, action="seguro", bet=4, added=500),
        Decision(seat=1, action="desdobra", bet=5, added=1000),
        seat_card(1, "Td"),
        seat_card(1, "Ts", 2),
        HandShown(seat=1, hand=1, cards=("8c", "8d", "Td")),
        HandShown(of="bank", cards=("Ac", "Kd")),
        Payout(seat=3, bets=(4,), amount=1000, stake_returned=500),
        CardsCollected(into="discard"),
    )
    record = log.gather()
    expected = BlackjackRecord(
        round=log.round,
        profile="cv-2017@1",
        currency="XTS",
        records=RECORDS,
        payments=(Payment(seat=3, bets=(4,), amount=1000, stake_returned=500),),
        limites={"principal": Limit(minimum=500, maximum=15_000)},
        sabot=Shoe(
            decks=6,
            fresh=True,
            shuffles=(Shuffled(method="hand", decks=6, shown=True, **at(4)),),
            cuts=(Cut(by=1, cut_card=52, **at(5)),),
            burned=(Burned(cause="opening", **at(6)),),
        ),
        primeira=True,
        seats=(
            Lugar(seat=1, player="ana", cartas_recolhidas=Moment(**at(25))),
            Lugar(seat=3, player="rui", cartas_recolhidas=Moment(**at(25))),
        ),
        bets=(
            Aposta(bet=1, seat=1, player="ana", tipo="principal", valor=1000, **at(8)),
            Aposta(bet=2, seat=3, player="rui", tipo="principal", valor=1000, **at(9)),
            Aposta(bet=3, seat=1, player="rui", tipo="complementar", valor=500, by=3, **at(10)),
        ),
        jogo_feito=Moment(**at(11)),
        cartas=(
            Dealt(to="seat", seat=1, card="8c", **at(12)),
            Dealt(to="seat", seat=3, card="Tc", **at(13)),
            Dealt(to="bank", card="Ac", open=True, **at(14)),
            Dealt(to="seat", seat=1, card="8d", **at(15)),
            Dealt(to="seat", seat=3, card="9d", **at(16)),
            Dealt(to="bank", card="Kd", **at(17)),
            Dealt(to="seat", seat=1, card="Td", **at(20)),
            Dealt(to="seat", seat=1, hand=2, card="Ts", **at(21)),
        ),
        decisoes=(
            Decisao(seat=3, decisao="seguro", bet=4, valor=500, **at(18)),
            Decisao(seat=1, decisao="desdobra", bet=5, valor=1000, **at(19)),
        ),
        banca_descoberta=Moment(**at(23)),
    )
    assert record == expected
    assert judge(record).found == ()


def test_the_banks_second_card_turned_put_away_and_replaced() -> None:
    """R20: exposed before a decision it is an open card; in the discard it is nobody's."""
    log = Log(GAME)
    log.play(bet(1, 1), seat_card(1, "Tc"), bank_card("Td"), seat_card(1, "9d"), bank_card(None))
    log.play(CardExposed(of="bank", index=2, card="8h"))
    kept = log.gather().cartas
    assert [(card.to, card.card, card.open) for card in kept[-1:]] == [("bank", "8h", True)]
    log = Log(GAME)
    log.play(bet(1, 1), seat_card(1, "Tc"), bank_card("Td"), seat_card(1, "9d"), bank_card(None))
    log.play(
        CardExposed(of="bank", index=2, card="8h"),
        CardsCollected(of="bank", cards=("8h",), into="discard"),
        bank_card("7h"),
        CardsCollected(of="bank", into="discard"),
    )
    cards = log.gather().cartas
    assert [(card.to, card.card) for card in cards[1:]] == [
        ("bank", "Td"),
        ("seat", "9d"),
        ("discard", "8h"),
        ("bank", "7h"),
    ]
    assert not {found.code for found in judge(log.gather()).found} & {"BJ-ORDER", "BJ-DEALER"}


def test_the_card_put_away_is_the_last_that_nobody_could_read() -> None:
    """R22: the ace drawn in excess was put away, not the bank's face-down card before it."""
    log = Log(GAME)
    log.play(bet(1, 1), seat_card(1, "Tc"), bank_card("Ad"), seat_card(1, "9d"), bank_card(None))
    log.play(
        Decision(seat=1, action="fica"),
        HandShown(of="bank", cards=("Ad", "8c")),
        bank_card("1x"),
        CardsCollected(of="bank", cards=("As",), into="discard"),
    )
    cards = [(card.to, card.card) for card in log.gather().cartas]
    assert cards[1::2] == [("bank", "Ad"), ("bank", "8c")]
    assert cards[-1] == ("discard", "1x")
    assert "BJ-ORDER" not in {found.code for found in judge(log.gather()).found}


def test_a_hand_collected_by_name_stays_a_hand() -> None:
    """All its cards named at the end are the hand's end, not cards drawn by mistake."""
    log = Log(GAME)
    log.play(bet(1, 1), seat_card(1, "Tc"), bank_card("Td"), seat_card(1, "9d"), bank_card("8h"))
    log.play(CardsCollected(seat=1, cards=("Tc", "9d"), into="discard"))
    record = log.gather()
    assert [card.to for card in record.cartas] == ["seat", "bank", "seat", "bank"]
    assert record.seats == (Lugar(seat=1, cartas_recolhidas=Moment(**at(8))),)


def test_insurance_as_a_bet_is_a_decision_once() -> None:
    """Said before, after, or without its decision."""
    for events in (
        (bet(9, 1, 500, "seguro"),),
        (bet(9, 1, 500, "seguro"), Decision(seat=1, action="seguro", bet=9, added=500)),
        (Decision(seat=1, action="seguro", bet=9, added=500), bet(9, 1, 500, "seguro")),
    ):
        log = Log(GAME)
        log.play(bet(1, 1), *events)
        record = log.gather()
        assert [(one.bet, one.valor) for one in record.decisoes] == [(9, 500)]
        assert [one.bet for one in record.bets] == [1]


def test_a_card_where_another_was_taken_up_contradicts_nothing() -> None:
    """A pair is parted; the bank's card is shown by mistake and put away: the next lies there."""
    parted = (
        CardDealt(to="seat", seat=1, card="8h", index=1),
        CardDealt(to="seat", seat=1, card="8s", index=2),
        Decision(seat=1, action="desdobra", bet=5, added=1000),
        CardDealt(to="seat", seat=1, card="Kd", index=2),
    )
    shown = (
        CardDealt(to="bank", card="Ts", index=2),
        CardExposed(card="Ts", of="bank", index=2, by="pagador"),
    )
    away = CardsCollected(of="bank", cards=("Ts",), into="discard")
    another = CardDealt(to="bank", card="6h", index=2)

    def unread(*events: Payload) -> list[tuple[str, int | None]]:
        log = Log(GAME)
        log.play(bet(1, 1), *events)
        return [(one.word, one.seat) for one in log.gather().unread]

    assert unread(*parted, *shown, away, another) == []
    assert unread(*parted, *shown, another) == [("Ts ≠ 6h", None)]
    assert unread(*parted[:2], parted[3]) == [("8s ≠ Kd", 1)]


def test_a_stake_without_a_number_gets_one_that_is_free() -> None:
    """Two decisions that put money in and name no bet."""
    log = Log(GAME)
    log.play(
        bet(7, 1),
        Decision(seat=1, action="desdobra", added=1000),
        Decision(seat=1, action="duplica", added=1000),
        Decision(seat=1, action="fica"),
    )
    assert [one.bet for one in log.gather().decisoes] == [8, 9, None]


def test_after_the_greatest_number_there_is_stakes_get_the_first_that_is_free() -> None:
    """A bet of number 2^31 - 1: no column holds a number above it."""
    log = Log(GAME)
    log.play(
        bet(1, 1),
        bet(2**31 - 1, 2),
        Decision(seat=1, action="desdobra", added=1000),
        Decision(seat=2, action="duplica", added=1000),
    )
    assert [one.bet for one in log.gather().decisoes] == [2, 3]


def test_a_complementary_bettor_by_his_place() -> None:
    """``by`` says it, or where his player sits; who left before the close sits nowhere."""
    log = Log(GAME)
    log.place_event(PlayerSeated(seat=1, player="ana"), PlayerSeated(seat=3, player="rui"))
    log.play(
        bet(1, 1),
        bet(2, 1, 500, "complementar", by=5),
        bet(3, 1, 500, "complementar", player="rui"),
        bet(4, 1, 500, "complementar", player="eva"),
        bet(5, 2, 500, "complementar", by=1),
        BetsClosed(),
    )
    found = {one.bet: (one.by, one.player) for one in log.gather().bets}
    assert found == {1: (None, "ana"), 2: (5, None), 3: (3, "rui"), 4: (None, "eva"), 5: (1, "ana")}


def test_late_and_changed_bets() -> None:
    """A late bet taken off again was given back; a change is kept beside its bet."""
    log = Log(GAME)
    log.play(
        bet(1, 1),
        BetChanged(bet=1, amount=2000),
        BetsClosed(),
        bet(2, 2),
        BetWithdrawn(bet=2),
    )
    record = log.gather()
    assert record.alteracoes == (BetChange(bet=1, valor=2000, **at(4)),)
    assert record.payments == (Payment(seat=2, amount=0, bets=(2,), stake_returned=1000),)
    assert record.jogo_feito == Moment(**at(5))


def test_the_jackpot() -> None:
    """What the table saw, when it was paid, what is approved, and what cards make a combination."""
    log = Log(
        GAME,
        padroes={"tres_setes": "777/naipe"},
        acumulado_comunicado=True,
        acumulado_aposta=100,
        acumulado_ppm=600_000,
        acumulado_base=50_000,
        acumulado_combinacoes={"tres_setes": 1_000_000},
    )
    log.play(
        bet(1, 2),
        bet(2, 2, 100, "jackpot"),
        JackpotWon(pool="JP", combination="tres_setes", amount=7, seat=2, cards=("7s",) * 3),
        AwardPaid(pool="JP", seat=2, amount=7, means="chips"),
        CardsCollected(seat=2, into="discard"),
    )
    record = log.gather()
    assert record.padroes == {"tres_setes": "777/naipe"}
    assert record.aprovado == Aprovado(
        comunicado=True, bet=100, ppm=600_000, base=50_000, combinations={"tres_setes": 1_000_000}
    )
    assert record.combinacoes == (Combinacao(seat=2, combination="tres_setes", cards=("7s",) * 3),)
    assert record.seats == (
        Lugar(seat=2, premio_pago=Moment(**at(6)), cartas_recolhidas=Moment(**at(7))),
    )
    assert record.payments == (Payment(seat=2, amount=7, award="JP"),)


def test_shuffler_and_complaints() -> None:
    """R38: a complaint, its answer, and when the cards went into the shuffler."""
    log = Log(GAME, baralhos=6)
    log.place_event(EquipmentChanged(item="shuffler", id="S-1"))
    log.play(bet(1, 1))
    claim = log.play(Claim(seat=1, about="payout"))
    log.play(ClaimDecided(claim=claim.name, admitted=False), CardsCollected(into="shuffler"))
    record = log.gather()
    assert record.sabot == Shoe(decks=6, shuffler=True)
    assert record.reclamacoes == (Reclamacao(seat=1, admitida=False, **at(5)),)
    assert record.no_baralhador == Moment(**at(7))
    assert "BJ-CLAIM" in {found.code for found in judge(record).found}


def test_single_cards_replaced() -> None:
    """R5, R6: without leave they are told; with an act, or a whole pack, they are not."""
    log = Log(GAME)
    log.place_event(
        EquipmentChanged(item="deck", id="D-2", cards=("7h",), reason="damaged"),
        EquipmentChanged(item="deck", id="D-3", cards=("8h",), act="AR-1"),
        EquipmentChanged(item="deck", id="D-4", reason="damaged"),
    )
    log.play(bet(1, 1))
    assert log.gather().cartas_trocadas == ("7h",)


def test_online() -> None:
    """R69, R76, R80: the betting time, sessions, and in what was paid."""
    log = Log(GAME, segundos=30)
    log.play(
        RoundOpened(mode="demo"),
        BetsOpened(seconds=20),
        bet(1, 1),
        Payout(seat=1, bets=(1,), amount=1000, stake_returned=1000, means="account"),
    )
    log.place_event(
        PlayerSessionEnded(
            player="ana", session="s1", by="player", cause="own", rounds=2, history=1
        )
    )
    record = log.gather()
    assert (record.mode, record.segundos, record.segundos_fixados) == ("demo", 20, 30)
    assert record.meios == ("account",)


def test_sessions_that_ended_before_the_close() -> None:
    """A history that lacks a round is found in the next jogada."""
    log = Log(GAME)
    log.place_event(
        PlayerSessionEnded(
            player="ana", session="s1", by="player", cause="own", rounds=2, history=1
        )
    )
    log.play(RoundOpened(mode="shared"), bet(1, 1))
    record = log.gather()
    assert record.sessoes == (
        PlayerSession(session="s1", ended_by="player", cause="own", rounds=2, history=1),
    )
    assert "ONL-HIST" in {found.code for found in judge(record).found}


def test_what_came_before_tells_whether_the_shoe_is_new() -> None:
    """The game asks for the round before; an aviso that came out then makes this one a fault."""
    assert GATHERING.reads_previous
    log = Log(GAME)
    log.play(bet(1, 1), seat_card(1, "Tc"), bank_card("Td"), seat_card(1, "9d"), bank_card("8h"))
    closed = log.closed()
    aviso = structs.replace(closed.events[0], position=-1, payload=CutCardDrawn())
    record = gather(structs.replace(closed, previous=(aviso,), carried={"Tc": 2}), {})
    assert record.primeira is False
    assert record.sabot == Shoe(decks=6, fresh=False, cut_card_before=True, out={"Tc": 2})
    assert "BJ-SHOE" in {found.code for found in judge(record).found}


ODD = st.sampled_from([None, True, -1, "x", 2**60, {}, {"a": "b"}, {"principal": 5}, ("x",)])


@given(
    st.lists(
        payloads() | payloads(RoundVoided, CardDealt, Decision, BetPlaced, CardsCollected),
        max_size=14,
    ),
    st.dictionaries(
        st.sampled_from(
            ["baralhos", "lugares", "minimos", "padroes", "segundos", "acumulado_fixos"]
        ),
        ODD,
    ),
)
@settings(max_examples=80, deadline=None)
def test_no_events_are_too_wild(events: list[Payload], options: dict[str, Any]) -> None:
    """Whatever a table sends is a record that can be judged."""
    log = Log(GAME)
    log.play(*(one for one in events if not isinstance(one, TableOpened | RoundClosed)))
    record = gather(log.closed(), options)
    assert judge(record).record is record


def test_who_left_is_not_seated() -> None:
    """A place given up before the close is vacant."""
    log = Log(GAME)
    log.place_event(PlayerSeated(seat=1, player="ana"), PlayerLeft(seat=1))
    log.play(bet(1, 2), BetsClosed())
    assert log.gather().seats == ()


def test_a_drawn_card_like_the_hidden_one_is_another() -> None:
    """Several decks hold the same card: the bank turns a three of clubs and draws another one.

    Jack, 3 and 3 make 16, and the ten after them 26: the 18 beside it wins.
    """
    log = Log(GAME, baralhos=6)
    log.play(
        bet(1, 1),
        seat_card(1, "Ts"),
        bank_card("Js", opened=True),
        seat_card(1, "8s"),
        bank_card(None),
        Decision(seat=1, action="fica"),
        HandShown(of="bank", cards=("Js", "3c")),
        bank_card("3c", opened=True),
        bank_card("Td", opened=True),
        Payout(seat=1, bets=(1,), amount=1000, stake_returned=1000),
    )
    record = log.gather()
    assert isinstance(record, BlackjackRecord)
    assert [card.card for card in record.cartas if card.to == "bank"] == ["Js", "3c", "3c", "Td"]
    assert [one.code for one in judge(record).found if one.code.startswith("PAY")] == []
