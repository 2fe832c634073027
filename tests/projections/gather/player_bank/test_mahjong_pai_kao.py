"""From events to the record of a jogada of mahjong pai kao."""

from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.events.base import Payload
from ledger.events.outcomes import (
    Announcement,
    DiceRolled,
    HandShown,
    TileDrawn,
    TilesRearranged,
    WallBuilt,
)
from ledger.events.rounds import (
    BankTaken,
    BetPlaced,
    Commission,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.tables import TableOpened
from projections.gather import gathering_of
from projections.replay.games.player_bank.jogada import Abertura, Acto, Aposta, Cobrada
from projections.replay.games.player_bank.mahjong_pai_kao import MahjongPaiKaoRecord, Rearranjo
from projections.replay.kit.bets import Moment
from projections.replay.kit.dice import Throw
from projections.replay.kit.shoe import Dealt
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.helpers.casino import DAY, RECORDS, Log, instant, judged
from tests.helpers.strategies import payloads, payloads_of

GAME = "mahjong_pai_kao"
HANDS = {
    1: ("9", "9"),
    2: ("branca", "7"),
    3: ("branca", "4"),
    4: ("8", "6"),
    5: ("8", "6"),
    6: ("7", "1"),  # the banker: eight
    7: ("5", "3"),
    8: ("5", "4"),  # nine
    9: ("2", "1"),
    10: ("3", "2"),
}
FIVE = DiceRolled(dice=(1, 1, 1, 2), by=6, first=10)
"""Counted from place 6: 6 7 8 9 10."""
DEALT = tuple(
    TileDrawn(seat=seat, tile=tile) for seat in (10, *range(1, 10)) for tile in HANDS[seat]
)
BET = BetPlaced(bet=1, seat=8, chance="lugar", amount=1_000)
PLAY: tuple[Payload, ...] = (
    BankTaken(seat=6, capital=5_000, via="first"),
    WallBuilt(pieces=20),
    BET,
    Announcement(what="forma_distribuicao", said="fila"),
    TilesRearranged(seat=2),
    TilesRearranged(seat=6),
    FIVE,
    *DEALT,
    HandShown(seat=6, cards=HANDS[6]),
    HandShown(seat=8, cards=HANDS[8]),
)


def test_a_whole_jogada() -> None:
    """PK IV.10-IV.26: each event stands in the record; nothing is wrong with it."""
    log = Log(GAME, comissao_bp=500)
    log.play(
        *PLAY,
        Commission(amount=50, seat=8),
        Payout(seat=8, bets=(1,), amount=950, stake_returned=1_000),
    )
    record = log.gather()
    assert record == MahjongPaiKaoRecord(
        round=log.round,
        currency="XTS",
        records=RECORDS,
        payments=(Payment(seat=8, bets=(1,), amount=950, stake_returned=1_000),),
        banqueiro=6,
        capital=5_000,
        actos=(Acto(acto="tomou", seat=6, valor=5_000, at=instant(3), seq=3),),
        bets=(Aposta(bet=1, seat=8, tipo="lugar", valor=1_000, at=instant(5), seq=5),),
        dados=(Throw(dados=(1, 1, 1, 2), by=6, at=instant(9), seq=9),),
        primeiro_lugar=10,
        pedras=tuple(
            Dealt(to="seat", seat=one.seat, card=one.tile, at=instant(at), seq=at)
            for at, one in enumerate(DEALT, 10)
        ),
        aberturas=(
            Abertura(seat=6, cartas=("7", "1"), at=instant(30), seq=30),
            Abertura(seat=8, cartas=("5", "4"), at=instant(31), seq=31),
        ),
        comissoes=(Cobrada(valor=50, seat=8),),
        comissao_bp=500,
        total_pedras=20,
        forma_distribuicao=Moment(at=instant(6), seq=6),
        rearranjos=(
            Rearranjo(seat=2, at=instant(7), seq=7),
            Rearranjo(seat=6, at=instant(8), seq=8),
        ),
    )
    assert judge(record).found == ()


def test_the_commission_is_none_where_the_table_says_nothing_that_can_be() -> None:
    """Art. 3 XXIX: not said, negative, or no number."""
    assert [
        Log(GAME, **options).gather().comissao_bp
        for options in ({}, {"comissao_bp": -1}, {"comissao_bp": "5 %"}, {"comissao_bp": 0})
    ] == [None, None, None, 0]


def test_the_pipeline_finds_the_fault_and_carries_the_bank() -> None:
    """PK IV.11, IV.26: a nine not paid; the next jogada begins with what the banker has left."""
    log = Log(GAME)
    log.play(RoundOpened(), *PLAY, RoundClosed())
    log.round = f"T-01/{DAY}/2"
    log.play(RoundOpened(), RoundClosed())
    rounds, faults = judged(log.events)
    assert faults == []
    assert [one.code for one in rounds[0].verdict.found] == ["PAY-NONE"]
    second: Any = rounds[1].closed.record
    assert (second.banqueiro, second.capital, second.anterior.apostaram) == (6, 4_000, (8,))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    opening=payloads_of(TableOpened),
    played=st.lists(
        payloads(TileDrawn, WallBuilt, TilesRearranged, BetPlaced, BankTaken, HandShown)
        | payloads(),
        max_size=10,
    ),
)
def test_any_events_give_a_record(opening: TableOpened, played: list[Payload]) -> None:
    """What makes no sense is recorded, gathered and judged; nothing of it stops the pipeline."""
    opening = msgspec.structs.replace(opening, game=GAME, profile="cv-2017@1")
    log = Log(GAME, opening=opening)
    facts = [one for one in played if not isinstance(one, (RoundOpened, RoundClosed))]
    log.play(RoundOpened(), *facts)
    record = gathering_of(opening.game).record(log.closed(), opening.options)
    assert isinstance(record, MahjongPaiKaoRecord)
    judge(record)
    log.round = f"T-01/{DAY}/2"
    log.play(RoundOpened(), *facts, RoundClosed())
    judged(log.events)
