"""From events to the record of a jogada of stud póquer, and from one jogada to the next."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events import tables
from ledger.events.base import Payload
from ledger.events.jackpots import (
    AwardPaid,
    BaseFunded,
    Combination,
    JackpotIncrement,
    PoolOpened,
    PoolReset,
)
from ledger.events.outcomes import (
    CardDealt,
    CardExposed,
    CardsCollected,
    DeckShuffled,
    ErrorNoted,
    HandShown,
)
from ledger.events.reviews import Approval
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    Collection,
    Decision,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import EquipmentChanged, TableOpened
from projections.base.event import ClosedRound
from projections.base.produced import JudgedRound
from projections.gather.house_cards.stud_poker import gather
from projections.replay.codes import CODES
from projections.replay.games.house_cards.stud_poker import Aposta, Lugar, StudRecord, Transitada
from projections.replay.kit.bets import BetChange, Limit, Moment
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.helpers.casino import DAY, RECORDS, Log, instant, judged
from tests.helpers.strategies import payloads, payloads_of

GAME = "stud_poker"
MINE = ("As", "Ad", "Tc", "9h", "2s")
BANK = ("Ks", "Kd", "Qc", "8h", "3s")
FLUSH = ("Jh", "Th", "7h", "4h", "2h")


def lays(
    bet: int, seat: int, amount: int = 1000, chance: str = "inicial", **more: Any
) -> BetPlaced:
    """Return a stake before the deal."""
    return BetPlaced(bet=bet, seat=seat, chance=chance, amount=amount, **more)


def chip(bet: int, seat: int, **more: Any) -> BetPlaced:
    """Return a bet on the progressivo."""
    return lays(bet, seat, 100, "progressivo", **more)


def deal(mine: tuple[str, ...] = MINE, *, opened: int = 5) -> list[CardDealt]:
    """Return a deal to seat 1 and the pagador, with one of his cards face up."""
    cards = [
        (
            CardDealt(to="seat", seat=1, card=own),
            CardDealt(to="bank", card=theirs, open=n == opened),
        )
        for n, (own, theirs) in enumerate(zip(mine, BANK, strict=True), 1)
    ]
    return [card for pair in cards for card in pair]


def test_a_whole_jogada() -> None:
    """Each event of a jogada stands in the record, with its time and its place in the chain."""
    log = Log(
        GAME,
        minimos={"inicial": 500},
        maximos={"inicial": 12_500},
        multiplicador_real=75,
        maximo_por_jogo=10_000_000,
        modo_distribuicao="sabot",
    )
    log.place_event(PlayerSeated(seat=1, player="ana"), PlayerSeated(seat=4))
    log.play(
        lays(1, 1),
        chip(2, 1),
        DeckShuffled(method="hand"),
        *deal(),
        Decision(seat=1, action="adicional", bet=3, added=2000),
        HandShown(of="bank", cards=BANK),
        Payout(seat=1, bets=(1, 3), amount=3000, stake_returned=3000),
        JackpotIncrement(pool="prog", amount=75, stake=100, bet=2),
        AwardPaid(pool="prog", seat=1, bet=2, amount=7, means="chips"),
        PoolReset(pool="prog", amount=10, funds="operator", balance=50_000),
        CardsCollected(into="discard"),
    )
    assert log.gather() == StudRecord(
        round=log.round,
        profile="cv-2017@1",
        currency="XTS",
        records=RECORDS,
        payments=(
            Payment(seat=1, bets=(1, 3), amount=3000, stake_returned=3000),
            Payment(seat=1, amount=7, award="prog"),
        ),
        modo_distribuicao="sabot",
        multiplicador_real=75,
        maximo_por_jogo=10_000_000,
        limites={"inicial": Limit(minimum=500, maximum=12_500)},
        seats=(
            Lugar(seat=1, player="ana", decisao="adicional", cartas=MINE),
            Lugar(seat=4),
        ),
        bets=(
            Aposta(bet=1, seat=1, player="ana", tipo="inicial", valor=1000, at=instant(5), seq=5),
            Aposta(
                bet=2, seat=1, player="ana", tipo="progressivo", valor=100, at=instant(6), seq=6
            ),
            Aposta(
                bet=3, seat=1, player="ana", tipo="adicional", valor=2000, at=instant(18), seq=18
            ),
        ),
        incrementadas=(2,),
        pagador=BANK,
        abertas=(5,),
        ordem=(1, 0) * 5,
        primeira_carta=Moment(at=instant(8), seq=8),
        pagador_descobre=Moment(at=instant(19), seq=19),
        recomeco=50_000,
    )


def test_from_what_the_cards_are_dealt() -> None:
    """R6, R11: as this jogada's shuffle says, else the shuffler at the table, else the options."""
    assert Log(GAME).gather().modo_distribuicao is None
    log = Log(GAME, modo_distribuicao="sabot")
    log.place_event(EquipmentChanged(item="shuffler", id="s1"))
    assert log.gather().modo_distribuicao == "baralhador"
    log = Log(GAME, modo_distribuicao="baralhador")
    log.play(DeckShuffled(method="hand"))
    assert log.gather().modo_distribuicao == "sabot"
    log = Log(GAME)
    log.place_event(EquipmentChanged(item="shuffler"))
    assert log.gather().modo_distribuicao == "sabot"
    log = Log(GAME)
    log.play(DeckShuffled(method="shuffler"), *deal(), DeckShuffled(method="hand"))
    assert log.gather().modo_distribuicao == "baralhador"


def test_how_many_places_there_are() -> None:
    """R3: as the options say, or the table's opening, or seven."""
    opening = TableOpened(
        profile="cv-2017@1", game=GAME, options={}, currency="XTS", records=(), seats=6
    )
    assert Log(GAME, lugares=5).gather().lugares == 5
    assert Log(GAME, opening=opening).gather().lugares == 6
    assert Log(GAME).gather().lugares == 7


def test_the_shuffler_fails() -> None:
    """R28: noted as such, noted by the shuffler under any name, or replaced while it deals."""
    failed = [
        (ErrorNoted(error="avaria_do_baralhador"),),
        (ErrorNoted(error="e17", by="shuffler"),),
        (*deal()[:3], EquipmentChanged(item="shuffler", id="s2", reason="jam")),
    ]
    for events in failed:
        log = Log(GAME)
        log.play(lays(1, 1), *events)
        assert "avaria_do_baralhador" in {one.error for one in log.gather().errors}
        assert judge(log.gather()).settlement.void
    sound = [
        (*deal(), EquipmentChanged(item="shuffler", id="s2", reason="jam")),
        (*deal()[:3], EquipmentChanged(item="shuffler", id="s2", reason="rounds")),
        (EquipmentChanged(item="shuffler", id="s2", reason="jam"), *deal()),
        (*deal()[:3], EquipmentChanged(item="display", id="d2", reason="jam")),
    ]
    for events in sound:
        log = Log(GAME)
        log.play(lays(1, 1), *events)
        assert log.gather().errors == ()


def test_cards_exposed_in_the_deal() -> None:
    """R25, R26: dealt face up or turned by the pagador; a card once, till his are turned."""
    log = Log(GAME)
    log.play(
        CardDealt(to="seat", seat=1, card="As", open=True),
        CardExposed(of="seat", seat=1, index=1, card="As", by="pagador"),
        ErrorNoted(error="carta_exposta", seat=1, cards=("As",)),
        CardDealt(to="bank", card="Kd"),
        CardExposed(of="bank", card="Kd"),
        CardExposed(of="seat", seat=2, by="player"),
        CardExposed(of="deck", card="3s"),
        Decision(seat=1, action="adicional"),
        CardExposed(of="seat", seat=1, index=2, card="Ad", by="pagador"),
        Decision(seat=3, action="desistencia"),
        CardExposed(of="seat", seat=3, index=2, by="pagador"),
        HandShown(of="bank"),
        CardExposed(of="seat", seat=1, index=3, by="pagador"),
    )
    record = log.gather()
    assert [(one.error, one.seat, one.cards) for one in record.errors] == [
        ("carta_exposta", 1, ("As",)),
        ("carta_exposta", 0, ("Kd",)),
        ("carta_exposta", 1, ("Ad",)),
    ]
    assert record.abertas == (1,)


def test_an_exposure_noted_without_its_card_is_the_one_that_was_seen() -> None:
    """R26: the table's note and the camera's event are one card."""
    log = Log(GAME)
    log.play(
        CardDealt(to="seat", seat=1, card="As"),
        CardExposed(of="seat", seat=1, index=1, by="pagador"),
        ErrorNoted(error="carta_exposta", seat=1),
        ErrorNoted(error="carta_exposta", seat=2),
    )
    noted = log.gather().errors
    assert [(one.error, one.seat) for one in noted] == [("carta_exposta", 2), ("carta_exposta", 1)]


def test_the_last_decision_counts() -> None:
    """R9: what was said last; another word makes no adicional."""
    log = Log(GAME)
    log.play(
        Decision(seat=1, action="desistencia"),
        Decision(seat=1, action="aposta_adicional", bet=2, added=10),
        Decision(seat=2, action="adicional", bet=3, added=20),
        Decision(seat=2, action="desistencia"),
        Decision(seat=3, action="dobrar", bet=4, added=30),
    )
    record = log.gather()
    assert {place.seat: place.decisao for place in record.seats} == {
        1: "adicional",
        2: "desistencia",
        3: None,
    }
    assert [(bet.tipo, bet.valor) for bet in record.bets] == [
        ("adicional", 10),
        ("adicional", 20),
        ("dobrar", 30),
    ]


def test_the_adicional_is_one_bet_however_it_was_told() -> None:
    """R7 e: placed as a bet, made by the decision, told both ways, or without a number."""
    placed = lays(2, 1, 20, "adicional")
    for told in (
        (placed, Decision(seat=1, action="adicional")),
        (placed, Decision(seat=1, action="adicional", bet=2, added=20)),
        (Decision(seat=1, action="adicional", bet=2, added=20), placed),
        (Decision(seat=1, action="adicional", added=20),),
    ):
        log = Log(GAME)
        log.play(lays(1, 1, 10), *told)
        bets = [(bet.bet, bet.tipo, bet.valor) for bet in log.gather().bets]
        assert bets == [(1, "inicial", 10), (2, "adicional", 20)]


def test_when_a_hand_was_taken() -> None:
    """R9: its inicial collected, its cards, or those of all who gave up; a chip is not the hand."""
    log = Log(GAME)
    log.play(
        *(lays(seat, seat) for seat in (1, 2, 3, 4)),
        chip(9, 1),
        Collection(amount=100, bets=(9,)),
        Decision(seat=1, action="desistencia"),
        Collection(amount=1000),
        Collection(amount=1000, bets=(2,)),
        CardsCollected(seat=3, into="discard"),
        CardsCollected(into="discard"),
    )
    taken = {place.seat: place.recolhida for place in log.gather().seats}
    assert taken == {
        1: Moment(at=instant(10), seq=10),
        2: Moment(at=instant(11), seq=11),
        3: Moment(at=instant(12), seq=12),
        4: None,
    }


def test_cards_nobody_could_know_are_those_shown_later() -> None:
    """At a table that cannot read the cards, they are known when they are turned."""
    log = Log(GAME)
    log.play(
        CardDealt(to="seat", seat=1),
        CardDealt(to="seat", seat=1, card="Ad"),
        *(CardDealt(to="bank", open=n == 4) for n in range(5)),
        HandShown(of="bank", cards=BANK),
        HandShown(seat=1, cards=("As", "Ad")),
        HandShown(seat=2, cards=MINE),
    )
    record = log.gather()
    assert record.pagador == BANK
    assert record.abertas == (5,)
    assert [place.cartas for place in record.seats] == [("As", "Ad"), MINE]


def test_changes_and_withdrawals() -> None:
    """R7: kept beside the bets; a chip that came over and is withdrawn went back to its bettor."""
    log = Log(GAME)
    log.play(
        lays(1, 1),
        chip(2, 1, carried_from="T-01/2026-11-20/0"),
        BetChanged(bet=1, amount=5),
        BetWithdrawn(bet=2, cause="left"),
        BetsClosed(),
        BetWithdrawn(bet=1),
    )
    record = log.gather()
    assert record.alteracoes == (
        BetChange(bet=1, valor=5, at=instant(5), seq=5),
        BetChange(bet=1, retirada=True, at=instant(8), seq=8),
    )
    assert record.payments == (Payment(seat=1, amount=0, bets=(2,), stake_returned=100),)
    assert [(bet.bet, bet.transitada_de) for bet in record.bets] == [
        (1, None),
        (2, "T-01/2026-11-20/0"),
    ]


def test_an_adicional_taken_back_before_the_pagadors_hand_is_no_bet() -> None:
    """R9: it was laid after the call, and is not late for that; one laid too late goes back."""
    log = Log(GAME)
    log.play(
        lays(1, 1),
        BetsClosed(),
        lays(2, 1, 2000, "adicional"),
        BetWithdrawn(bet=2),
        HandShown(of="bank"),
        lays(3, 1, 2000, "adicional"),
        BetWithdrawn(bet=3),
    )
    record = log.gather()
    assert record.alteracoes == (BetChange(bet=2, retirada=True, at=instant(6), seq=6),)
    assert record.payments == (Payment(seat=1, amount=0, bets=(3,), stake_returned=2000),)


def test_a_bet_on_anothers_hand_names_the_bettors_seat() -> None:
    """R7 a: ``by``; only a chip on the progressivo is ever carried."""
    log = Log(GAME)
    log.play(lays(1, 1, by=3, carried_from="T-01/2026-11-20/0"))
    (bet,) = log.gather().bets
    assert (bet.do_lugar, bet.transitada_de) == (3, None)


def test_who_leaves_after_the_deal_was_in_the_jogada() -> None:
    """R11: the seats are those of the first card; who leaves before or long after is another."""
    log = Log(GAME)
    log.place_event(*(PlayerSeated(seat=seat, player=f"p{seat}") for seat in (1, 2, 3)))
    log.place_event(PlayerLeft(seat=2))
    log.play(lays(1, 1), lays(2, 3), *deal())
    log.place_event(PlayerLeft(seat=3))
    log.play(RoundClosed())
    log.place_event(PlayerLeft(seat=1))
    seats = log.gather().seats
    assert [(place.seat, place.player, place.saiu) for place in seats] == [
        (1, "p1", False),
        (3, "p3", True),
    ]


# --- from one jogada to the next ------------------------------------------------------------------


def after(log: Log, *payloads: Payload) -> ClosedRound:
    """Play another jogada after the one that was played, and return it as it is handed on."""
    before = [event for event in log.events if event.round == log.round]
    log.round = f"{log.place}/{DAY}/2"
    log.play(RoundOpened(), *payloads, RoundClosed())
    closed = log.closed()
    mine = [event for event in closed.events if event.round == log.round]
    return msgspec.structs.replace(
        closed,
        events=mine,
        previous=before,
        opened=mine[0].position,
        closed=mine[-1].position,
    )


def voided(*payloads: Payload) -> Log:
    """Return a table whose first jogada, with a chip at seats 1 and 3, was void."""
    log = Log(GAME)
    log.place_event(PlayerSeated(seat=1, player="ana"), PlayerSeated(seat=3))
    log.play(lays(1, 1), chip(2, 1), lays(3, 3), chip(4, 3), chip(5, 6))
    log.play(RoundVoided(cause="cartas_expostas", rule="ST R25"), *payloads, RoundClosed())
    return log


def test_what_a_void_jogada_leaves_to_the_next() -> None:
    """R25: its chips, each with its bettor; not that of seat 6, who had no inicial."""
    record = gather(after(voided()), {})
    first = f"T-01/{DAY}/1"
    assert record.transitadas == (
        Transitada(seat=1, valor=100, player="ana", de=first),
        Transitada(seat=3, valor=100, de=first),
    )


def test_what_was_given_back_is_not_left() -> None:
    """R25: within the void jogada, or late."""
    refund = Payout(seat=3, amount=0, bets=(4,), stake_returned=100)
    record = gather(after(voided(refund)), {})
    assert [one.seat for one in record.transitadas or ()] == [1]
    log = voided()
    log.play(refund)
    assert [one.seat for one in gather(after(log), {}).transitadas or ()] == [1]


def test_who_leaves_during_the_void_jogada_leaves_nothing_over() -> None:
    """R25: his chip is due to him there."""
    log = Log(GAME)
    log.place_event(PlayerSeated(seat=1))
    log.play(lays(1, 1), chip(2, 1), CardDealt(to="seat", seat=1, card="As"))
    log.place_event(PlayerLeft(seat=1))
    log.play(RoundVoided(cause="avaria_do_baralhador", rule="ST R28"), RoundClosed())
    assert gather(after(log), {}).transitadas == ()


def test_a_valid_jogada_leaves_nothing_and_the_first_knows_of_none() -> None:
    """R25: () where nothing came over, None where nobody can say."""
    log = Log(GAME)
    log.play(lays(1, 1), chip(2, 1), *deal(), Decision(seat=1, action="desistencia"), RoundClosed())
    assert log.gather().transitadas is None
    assert gather(after(log), {}).transitadas == ()


def a_pool(log: Log) -> None:
    """Open a pool of 500.00 for the table, approve it, and fund it."""
    opened = log.place_event(
        PoolOpened(
            pool="prog",
            scope="tables",
            game=GAME,
            members=(log.place,),
            currency="XTS",
            base=50_000,
            ppm=750_000,
            bet=100,
            combinations=(
                Combination(name="naipe_real", ppm=1_000_000, fixed=30_000),
                Combination(name="sequencia_de_naipe", ppm=100_000, fixed=4_000),
                Combination(name="quatro_iguais", fixed=2_500),
                Combination(name="trio_par", fixed=1_000),
                Combination(name="cor", fixed=500),
            ),
        ),
        source="operador",
    )
    log.place_event(Approval(target=opened.name, link=opened.link.hex()), source="autoridade")
    log.place_event(BaseFunded(pool="prog", amount=50_000, funds="operator"), source="operador")


def test_void_then_valid_from_the_events_to_the_verdicts() -> None:
    """R25: no second bet asked, no second increment; 500.75 in both, and the flush wins 5.00.

    The table does all as it must, so neither jogada has a finding.
    """
    log = Log(GAME)
    a_pool(log)
    log.place_event(PlayerSeated(seat=1, player="ana"))
    log.play(
        RoundOpened(),
        lays(1, 1),
        chip(2, 1),
        *deal(FLUSH)[:4],
        CardExposed(of="seat", seat=1, index=2, by="pagador"),
        CardExposed(of="bank", index=1, by="pagador"),
        RoundVoided(cause="cartas_expostas", rule="ST R25"),
        Payout(seat=1, amount=0, bets=(1,), stake_returned=1000),
        RoundClosed(),
    )
    first = log.round
    log.round = f"{log.place}/{DAY}/2"
    log.play(
        RoundOpened(),
        lays(1, 1),
        chip(2, 1, carried_from=first),
        *deal(FLUSH),
        Decision(seat=1, action="adicional", bet=3, added=2000),
        HandShown(of="bank", cards=BANK),
        Payout(seat=1, amount=11_000, bets=(1, 3), stake_returned=3000),
        AwardPaid(pool="prog", seat=1, bet=2, amount=500, means="chips"),
        RoundClosed(),
    )
    rounds, _ = judged(log.events)
    assert [one.verdict.found for one in rounds] == [(), ()]
    void, valid = (one.verdict for one in rounds)
    assert void.settlement.result == {"anulada": True, "transitam": {1: 100}}
    assert [one.stake for one in void.settlement.increments] == [100]
    assert valid.settlement.increments == ()
    assert valid.settlement.result["progressivo"]["saldo"] == 50_075
    assert [(one.bet, one.amount) for one in valid.settlement.awards] == [(2, 500)]


def jogadas(*told: tuple[Payload, ...]) -> list[JudgedRound]:
    """Return jogadas of one player, each telling so much: all void but the last."""
    log = Log(GAME)
    a_pool(log)
    log.place_event(PlayerSeated(seat=1, player="ana"))
    back = Payout(seat=1, amount=0, bets=(1,), stake_returned=1000)
    for number, events in enumerate(told, 1):
        log.round = f"{log.place}/{DAY}/{number}"
        log.play(RoundOpened(), lays(1, 1), *events)
        if number < len(told):
            log.play(RoundVoided(cause="avaria_do_baralhador", rule="ST R28"), back)
        log.play(RoundClosed())
    return judged(log.events)[0]


def plays_on(*chips: BetPlaced, flush: tuple[int, ...] = (2,)) -> tuple[Payload, ...]:
    """Return what the third jogada tells after the inicial: a flush, paid with its prize."""
    return (
        *chips,
        *deal(FLUSH),
        Decision(seat=1, action="adicional", bet=3, added=2000),
        HandShown(of="bank", cards=BANK),
        Payout(seat=1, amount=11_000, bets=(1, 3), stake_returned=3000),
        *(AwardPaid(pool="prog", seat=1, bet=bet, amount=500, means="chips") for bet in flush),
    )


FIRST = f"T-01/{DAY}/1"


def test_a_chip_stays_carried_over_two_void_jogadas() -> None:
    """R25, R28: laid in the first, void; not told in the second, void; it plays in the third.

    It fed the pool once, with 0.75 of 500.00, and wins the flush's 5.00. Nobody did wrong.
    """
    one, two, three = jogadas((chip(2, 1),), (), plays_on(chip(2, 1, carried_from=FIRST)))
    assert [found.verdict.found for found in (one, two, three)] == [(), (), ()]
    increments = [found.verdict.settlement.increments for found in (one, two, three)]
    assert [[stake.stake for stake in those] for those in increments] == [[100], [], []]
    assert two.verdict.settlement.result["transitam"] == {1: 100}
    assert [(prize.bet, prize.amount) for prize in three.verdict.settlement.awards] == [(2, 500)]


@given(st.lists(st.booleans(), max_size=4), st.data())
@settings(max_examples=15)
def test_however_many_void_jogadas_a_chip_plays_once(told: list[bool], data: st.DataObject) -> None:
    """R25, R28: told again in each of them or not, and whichever of them the last one names."""
    again = chip(2, 1, carried_from=FIRST)
    since = f"T-01/{DAY}/{data.draw(st.integers(1, len(told) + 1))}"
    last = plays_on(chip(2, 1, carried_from=since))
    rounds = jogadas((chip(2, 1),), *((again,) if one else () for one in told), last)
    assert [found.verdict.found for found in rounds] == [()] * len(rounds)
    stakes = [one for found in rounds for one in found.verdict.settlement.increments]
    assert [one.stake for one in stakes] == [100]
    assert [one.amount for one in rounds[-1].verdict.settlement.awards] == [500]


def test_a_chip_that_nobody_told_of_twice_is_missing_where_it_should_play() -> None:
    """R25: told neither in the second jogada, void, nor in the third: there it is not carried."""
    one, two, three = jogadas((chip(2, 1),), (), plays_on(flush=()))
    assert [found.verdict.found for found in (one, two)] == [(), ()]
    told = [(found.code, found.facts.get("fact")) for found in three.verdict.found]
    assert ("ST-CARRY", "nao_transitada") in told


def test_a_chip_from_a_jogada_that_left_none_came_from_nowhere() -> None:
    """R25: given back in the second jogada, it cannot play in the third as a carried one."""
    back = Payout(seat=1, amount=0, bets=(2,), stake_returned=100)
    again = chip(2, 1, carried_from=FIRST)
    _, _, three = jogadas((chip(2, 1),), (again, back), plays_on(again))
    told = [(found.code, found.facts.get("fact")) for found in three.verdict.found]
    assert ("ST-CARRY", "sem_origem") in told


def test_a_chip_asked_for_again_is_found() -> None:
    """R25: the table took another chip of the player whose chip it had."""
    closed = after(
        voided(),
        lays(1, 1),
        chip(2, 1),
        *deal(),
        Decision(seat=1, action="desistencia"),
    )
    found = judge(gather(closed, {})).found
    told = [(one.code, one.seat, one.facts.get("fact")) for one in found if one.code == "ST-CARRY"]
    assert ("ST-CARRY", 1, "cobrada_de_novo") in told


def test_a_chip_given_back_to_who_plays_no_more_is_no_fault() -> None:
    """R18 a: withdrawn as the bet it still is, or paid back to the seat; kept, it is a fault."""
    back = Payout(seat=3, amount=0, stake_returned=100)
    closed = after(
        voided(), chip(7, 1, carried_from=f"T-01/{DAY}/1"), BetWithdrawn(bet=7, cause="left"), back
    )
    assert judge(gather(closed, {})).found == ()
    kept = after(voided(), back)
    found = judge(gather(kept, {})).found
    assert [(one.code, one.seat, one.amount) for one in found] == [("ST-CARRY", 1, -100)]


# --- any events -----------------------------------------------------------------------------------

SAID = (
    BetPlaced,
    BetChanged,
    BetWithdrawn,
    BetsClosed,
    CardDealt,
    CardExposed,
    CardsCollected,
    Collection,
    Decision,
    DeckShuffled,
    EquipmentChanged,
    ErrorNoted,
    HandShown,
    JackpotIncrement,
    Payout,
    PlayerLeft,
    PlayerSeated,
    PoolReset,
    RoundVoided,
)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(payloads(*SAID), max_size=12),
    st.lists(payloads(*SAID), max_size=12),
    payloads_of(TableOpened),
)
def test_any_events_make_records_that_replay_takes(
    first: list[Payload], second: list[Payload], opening: TableOpened
) -> None:
    """Whatever a table sends, in whatever order: verdicts whose every code exists."""
    opening = msgspec.structs.replace(opening, profile="cv-2017@1", game=GAME)
    log = Log(GAME, opening=opening)
    log.play(*first, RoundClosed())
    for record in (log.gather(), gather(after(log, *second), opening.options)):
        assert {one.code for one in judge(record).found} <= set(CODES)


def test_the_words_of_the_rules_page_all_have_their_event() -> None:
    """``stud_poker.md``, "Events and replay": each stands in the vocabulary."""
    path = Path(tables.__file__).parents[2] / "tests" / "ledger" / "events" / "vocabulary.toml"
    words = tomllib.loads(path.read_text())["events"][GAME]
    assert {
        "modo_distribuicao",
        "aposta_inicial",
        "aposta_progressivo",
        "carta_distribuida",
        "carta_exposta",
        "aposta_adicional",
        "desistencia",
        "pagador_descobre",
        "pagador_abre",
        "pagamento",
        "premio_progressivo",
        "reposicao_minimo",
        "jogada_nula",
        "aposta_progressivo_transitada",
    } <= set(words)
