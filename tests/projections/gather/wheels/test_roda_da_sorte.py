"""From events to the record of a round of roda da sorte."""

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.events import tables
from ledger.events.base import Payload
from ledger.events.outcomes import WheelStopped
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    CoupNulled,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.tables import TableOpened
from projections.gather.wheels.roda_da_sorte import gather
from projections.replay.games.wheels.roda_da_sorte import RodaDaSorteRecord, Rotacao
from projections.replay.kit.bets import Bet, BetChange, Limit, Moment
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.helpers.casino import RECORDS, Log, instant
from tests.helpers.strategies import payloads, payloads_of

GAME = "roda_da_sorte"
ON_D = BetPlaced(bet=1, seat=1, chance="seccao", selection="d", amount=500)


def test_a_whole_round() -> None:
    """RS R5-R9: bets, the call, a spin too short, and the one that decides."""
    log = Log(GAME, simbolos={"d": "10", "f": 45}, ordem=("a", "b", 7), minimos={"seccao": 100})
    log.play(
        BetsOpened(),
        ON_D,
        BetsClosed(by="call"),
        WheelStopped(section="d", turns=2, announced_invalid=True),
        WheelStopped(section="d", position=44, turns=4, direction="left", by="c1"),
        Payout(seat=1, bets=(1,), amount=5000, stake_returned=500),
    )
    record = log.gather()
    assert record == RodaDaSorteRecord(
        round=log.round,
        currency="XTS",
        records=RECORDS,
        payments=(Payment(seat=1, bets=(1,), amount=5000, stake_returned=500),),
        simbolos={"d": "10", "f": "45"},
        ordem=("a", "b", "7"),
        limites={"seccao": Limit(minimum=100)},
        bets=(Bet(bet=1, seat=1, tipo="seccao", selecao="d", valor=500, at=instant(4), seq=4),),
        apostas_abertas=Moment(at=instant(3), seq=3),
        nao_ha_mais_apostas=Moment(at=instant(5), seq=5),
        rotacao=(
            Rotacao(seccao="d", voltas=2, invalida=True, at=instant(6), seq=6),
            Rotacao(
                seccao="d", posicao=44, voltas=4, sentido="left", by="c1", at=instant(7), seq=7
            ),
        ),
    )
    assert judge(msgspec.structs.replace(record, ordem=())).found == ()


def test_options_of_another_kind_count_as_not_said() -> None:
    """Options are an open map."""
    assert Log(GAME, simbolos=7, ordem="a", maximos=3).gather() == Log(GAME).gather()


def test_a_null_call_is_of_the_spin_before_it() -> None:
    """RS R8: “rotação inválida”, whichever event says it; of a spin called so already, no more."""
    log = Log(GAME)
    log.play(
        CoupNulled(cause="rotacao"),
        WheelStopped(section="a", turns=1),
        CoupNulled(cause="rotacao"),
        CoupNulled(cause="rotacao"),
        WheelStopped(section="b", turns=3),
    )
    assert [(one.seccao, one.invalida) for one in log.gather().rotacao] == [
        (None, True),
        ("a", True),
        ("b", False),
    ]


def test_the_bets_stay_closed_while_a_spin_is_repeated() -> None:
    """RS R7: one call; what comes after it is late, and what was given back was due."""
    log = Log(GAME)
    log.play(
        ON_D,
        BetsClosed(),
        WheelStopped(section="a", turns=1),
        BetPlaced(bet=2, seat=2, chance="seccao", selection="a", amount=100),
        BetWithdrawn(bet=2, cause="late"),
        BetChanged(bet=1, amount=900),
        BetsClosed(),
        WheelStopped(section="a", turns=3),
    )
    record = log.gather()
    assert record.nao_ha_mais_apostas == Moment(at=instant(4), seq=4)
    assert record.alteracoes == (BetChange(bet=1, valor=900, at=instant(8), seq=8),)
    assert record.payments == (Payment(seat=2, bets=(2,), amount=0, stake_returned=100),)
    assert [(one.code, one.bet) for one in judge(record).found] == [
        ("BET-LATE", 1),
        ("BET-LATE", 2),
    ]


KINDS = (
    BetPlaced,
    BetChanged,
    BetWithdrawn,
    BetsOpened,
    BetsClosed,
    WheelStopped,
    CoupNulled,
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
    log.play(*(one for one in played if not isinstance(one, (RoundOpened, RoundClosed))))
    record = gather(log.closed(), opening.options)
    assert len(record.bets) == sum(isinstance(one, BetPlaced) for one in played)
    judge(record)
