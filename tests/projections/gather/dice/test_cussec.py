"""From events to the record of a coup of cussec."""

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.events import tables
from ledger.events.base import Payload
from ledger.events.outcomes import DiceRolled, DiceShaken
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
from ledger.events.seats import PlayerSessionEnded
from ledger.events.tables import TableOpened
from projections.gather.dice.cussec import gather
from projections.replay.games.dice.cussec import Agitacao, Anterior, CussecRecord
from projections.replay.kit.bets import Bet, BetChange, Limit, Moment
from projections.replay.kit.dice import Throw
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.helpers.casino import DAY, RECORDS, Log, instant, judged
from tests.helpers.strategies import payloads, payloads_of

GAME = "cussec"
SMALL = BetPlaced(bet=1, seat=1, chance="pequeno", amount=500)


def test_a_whole_coup() -> None:
    """CU R2-R4: shaken, light on, bets, bell, dice, payment."""
    log = Log(GAME, minimos={"pequeno": 100})
    log.play(
        RoundOpened(mode="shared"),
        DiceShaken(times=3),
        BetsOpened(),
        SMALL,
        BetPlaced(bet=2, seat=2, player="p2", chance="dois_dados", selection="1-2", amount=100),
        BetsClosed(by="bell"),
        DiceRolled(dice=(3, 1, 2)),
        Payout(seat=1, bets=(1,), amount=500, stake_returned=500),
        Payout(seat=2, bets=(2,), amount=500, stake_returned=100),
    )
    record = log.gather()
    assert record == CussecRecord(
        round=log.round,
        currency="XTS",
        mode="shared",
        records=RECORDS,
        payments=(
            Payment(seat=1, bets=(1,), amount=500, stake_returned=500),
            Payment(seat=2, bets=(2,), amount=500, stake_returned=100),
        ),
        limites={"pequeno": Limit(minimum=100)},
        bets=(
            Bet(bet=1, seat=1, tipo="pequeno", valor=500, at=instant(5), seq=5),
            Bet(
                bet=2, seat=2, player="p2", tipo="dois_dados", selecao="1-2", valor=100,
                at=instant(6), seq=6,
            ),
        ),
        dados_agitados=(Agitacao(vezes=3, at=instant(3), seq=3),),
        apostas_abertas=Moment(at=instant(4), seq=4),
        nada_mais=(Moment(at=instant(7), seq=7),),
        resultado=(Throw(dados=(3, 1, 2), at=instant(8), seq=8),),
    )  # fmt: skip
    assert judge(record).found == ()


def test_a_null_coup_frees_the_bets() -> None:
    """CU R5, R6: the throw before the call is null; bets are kept, changed, taken back, placed."""
    log = Log(GAME)
    log.play(
        SMALL,
        BetPlaced(bet=2, seat=2, chance="grande", amount=100),
        BetsClosed(by="bell"),
        DiceRolled(dice=(4, 4)),
        CoupNulled(cause="sobrepostos"),
        BetChanged(bet=1, amount=900),
        BetPlaced(bet=3, seat=3, chance="pequeno", amount=100),
        BetPlaced(bet=4, seat=3, chance="pequeno", amount=100),
        BetWithdrawn(bet=4),
        BetsClosed(by="bell"),
        DiceRolled(dice=(1, 2, 3)),
    )
    record = log.gather()
    assert [(one.dados, one.nulo) for one in record.resultado] == [
        ((4, 4), "sobrepostos"),
        ((1, 2, 3), None),
    ]
    assert record.golpe_nulo == (Moment(at=instant(7), seq=7),)
    assert [one.seq for one in record.nada_mais] == [5, 12]
    assert record.alteracoes == (
        BetChange(bet=1, valor=900, at=instant(8), seq=8),
        BetChange(bet=4, retirada=True, at=instant(11), seq=11),
    )
    lines = judge(record).settlement.lines
    assert [(line.bet, line.due) for line in lines] == [(1, 1800), (2, 0), (3, 200)]


def test_a_throw_says_itself_that_it_is_null() -> None:
    """CU R5: a device that sees the dice overlap; the call after it changes nothing."""
    log = Log(GAME)
    log.play(DiceRolled(dice=(4, 4, 1), null="overlapping"), CoupNulled(cause="erro"))
    assert [one.nulo for one in log.gather().resultado] == ["overlapping"]


def test_the_coup_before_ends_with_its_last_payment() -> None:
    """CU R4: bets that open before it are early; the first coup has none before it."""
    log = Log(GAME)
    for number in (1, 2):
        log.round = f"{log.place}/{DAY}/{number}"
        log.play(RoundOpened(), DiceShaken(times=3), BetsOpened(), SMALL, BetsClosed())
        log.play(DiceRolled(dice=(1, 2, 3)))
        if number == 1:
            log.play(Payout(seat=1, bets=(1,), amount=500, stake_returned=500))
        log.play(RoundClosed())
    records = [one.verdict.record for one in judged(log.events)[0]]
    assert [getattr(record, "anterior", None) for record in records] == [
        None,
        Anterior(pagamentos_fim=Moment(at=instant(8), seq=8)),
    ]


def test_sessions_and_means_of_online_play() -> None:
    """CU R21-R24: sessions since the coup before, and in what prizes were given."""
    log = Log(GAME)
    log.place_event(
        PlayerSessionEnded(
            player="p1", session="s1", by="operator", cause="idle", rounds=9, history=9
        )
    )
    log.play(
        RoundOpened(mode="demo"),
        Payout(seat=1, bets=(1,), amount=500, means="free_play"),
        Payout(seat=1, bets=(1,), amount=0, stake_returned=5, means="account"),
    )
    record = log.gather()
    assert record.sessoes == (
        PlayerSession(session="s1", ended_by="operator", cause="idle", rounds=9, history=9),
    )
    assert record.meios == ("free_play",)


KINDS = (
    BetPlaced,
    BetChanged,
    BetWithdrawn,
    BetsOpened,
    BetsClosed,
    DiceShaken,
    DiceRolled,
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
