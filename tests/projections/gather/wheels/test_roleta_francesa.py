"""From events to the record of a coup of roleta francesa, and what both roulettes play online."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events import tables
from ledger.events.base import Chips as PlacedChips
from ledger.events.base import Payload
from ledger.events.outcomes import BallLanded, BallLaunched, ErrorNoted
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
from ledger.events.seats import PlayerSessionEnded, PlayerSessionRestricted
from ledger.events.tables import EquipmentChanged, StaffChanged, TableOpened
from projections.gather.wheels.roleta_francesa import gather
from projections.replay.games.wheels.roulette.record import (
    Anterior,
    BolaLancada,
    BolaReposta,
    BolaTrocada,
    GolpeNulo,
    Resultado,
)
from projections.replay.games.wheels.roulette.roleta_americana import RoletaAmericanaRecord
from projections.replay.games.wheels.roulette.roleta_francesa import RoletaFrancesaRecord
from projections.replay.kit.bets import Bet, Chips, Limit, Moment, Shift
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.record import ErrorNoted as Noted
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.helpers.casino import DAY, RECORDS, Log, instant, judged
from tests.helpers.strategies import payloads, payloads_of

GAME = "roleta_francesa"
PLENO = BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=500)
PAID = Payout(seat=1, bets=(1,), amount=17_500, stake_returned=500)


def test_a_whole_coup() -> None:
    """Each event of a coup stands in the record, with its time and its place in the chain."""
    log = Log(GAME, minimos={"pleno": 100}, maximos={"pleno": 3000}, tempo_apostas=30)
    log.place_event(
        StaffChanged(post="lancador", person="c1"),
        StaffChanged(post="pagador", person="c2"),
        StaffChanged(post="fiscal", person="f1"),
        EquipmentChanged(item="ball", id="b2", reason="hourly", announced=True),
    )
    log.play(
        RoundOpened(mode="shared"),
        BetsOpened(seconds=30),
        PLENO,
        BetPlaced(
            bet=2,
            seat=2,
            player="p2",
            chance="terminacao",
            selection="7",
            amount=300,
            chips=PlacedChips(count=3, value=100),
        ),
        BallLaunched(by="c1", direction="right"),
        BetsClosed(by="call"),
        ErrorNoted(error="objeto"),
        CoupNulled(cause="objeto", previous_result="8"),
        BallLanded(number=8),
        BallLaunched(by="c1", direction="right"),
        BallLanded(number=17, colour="preto"),
        PAID,
    )
    record = log.gather()
    assert record == RoletaFrancesaRecord(
        round=log.round,
        profile="cv-2017@1",
        currency="XTS",
        mode="shared",
        records=RECORDS,
        payments=(Payment(seat=1, bets=(1,), amount=17_500, stake_returned=500),),
        errors=(Noted(error="objeto", at=instant(12)),),
        limites={"pleno": Limit(minimum=100, maximum=3000)},
        pessoal=(
            Shift(person="c1", role="lancador", since=instant(2)),
            Shift(person="c2", role="pagador", since=instant(3)),
            Shift(person="f1", role="fiscal", since=instant(4)),
        ),
        bola_trocada=BolaTrocada(at=instant(5), anunciada=True, seq=5),
        apostas_abertas=Moment(at=instant(7), seq=7),
        bets=(
            Bet(bet=1, seat=1, tipo="pleno", selecao="17", valor=500, at=instant(8), seq=8),
            Bet(
                bet=2,
                seat=2,
                player="p2",
                tipo="terminacao",
                selecao="7",
                valor=300,
                chips=Chips(count=3, value=100),
                at=instant(9),
                seq=9,
            ),
        ),
        bola_lancada=(
            BolaLancada(sentido="direita", by="c1", at=instant(10), seq=10),
            BolaLancada(sentido="direita", by="c1", at=instant(15), seq=15),
        ),
        nada_mais=Moment(at=instant(11), seq=11),
        golpe_nulo=(GolpeNulo(causa="objeto", previous="8", at=instant(13), seq=13),),
        bola_reposta=(BolaReposta(numero="8", at=instant(14), seq=14),),
        resultado=Resultado(numero="17", cor="preto", at=instant(16), seq=16),
        tempo_apostas=30,
        segundos=30,
    )


def test_the_coup_is_judged_by_this_chapters_rules() -> None:
    """R26, R33: from events to the findings, with a wrong payment on the way."""
    log = Log(GAME)
    log.play(PLENO, BetsClosed(), BallLanded(number=17), Payout(seat=1, bets=(1,), amount=17_500))
    (one,), _ = judged([*log.events, log.play(RoundClosed())])
    assert [(fault.code, fault.rule) for fault in one.verdict.found] == [("RA-PAY", "RF R33")]
    assert [line.due for line in one.verdict.settlement.lines] == [18_000]


def test_the_coup_before_is_known() -> None:
    """R27: its number is where the ball goes back to."""
    log = Log(GAME)
    log.play(BallLaunched(), BallLanded(number=5), RoundClosed())
    log.round = f"{log.place}/{DAY}/2"
    log.play(RoundOpened(), BallLaunched(), BallLanded(number=6), RoundClosed())
    records = [one.verdict.record for one in judged(log.events)[0]]
    assert [record.anterior for record in records if isinstance(record, RoletaFrancesaRecord)] == [
        None,
        Anterior(numero="5", lancada=instant(3)),
    ]


def test_the_first_opening_says_how_long_the_bets_are_open() -> None:
    """R42: a second call opens nothing; a table that says no seconds leaves them open."""
    log = Log(GAME, tempo_apostas="trinta")
    log.play(BetsOpened(), BetsOpened(seconds=20))
    assert (log.gather().segundos, log.gather().tempo_apostas) == (None, None)


def test_in_what_prizes_were_given() -> None:
    """R53: where the payment says it, and it moved more than stakes."""
    log = Log(GAME)
    log.play(
        RoundOpened(mode="demo"),
        Payout(seat=1, amount=10, means="free_play"),
        Payout(seat=1, amount=0, stake_returned=5, means="account"),
        Payout(seat=2, amount=10, means="account"),
        Payout(seat=3, amount=10),
    )
    assert log.gather().meios == ("free_play", "account")


ENDED = PlayerSessionEnded(
    player="ana", session="s1", by="operator", cause="idle_rounds", rounds=9, history=8
)


def test_a_session_counts_for_the_round_after_it() -> None:
    """R50-R52: once, with the first round of the place that closes after the session ended."""
    for game in (GAME, "roleta_americana"):
        log = Log(game)
        log.play(RoundOpened(mode="shared"), BallLanded(number=1), RoundClosed())
        log.place_event(ENDED, PlayerSessionRestricted(player="rui", cause="jogo"))
        for number in (2, 3):
            log.round = f"{log.place}/{DAY}/{number}"
            log.play(RoundOpened(mode="shared"), BallLanded(number=1), RoundClosed())
        records = [one.verdict.record for one in judged(log.events)[0]]
        assert all(isinstance(one, RoletaFrancesaRecord | RoletaAmericanaRecord) for one in records)
        assert [getattr(one, "sessoes", None) for one in records] == [
            (),
            (
                PlayerSession(
                    session="s1", ended_by="operator", cause="idle_rounds", rounds=9, history=8
                ),
                PlayerSession(session="rui", cause="jogo", restricted=True),
            ),
            (),
        ]


KINDS = (
    BetPlaced,
    BetChanged,
    BetWithdrawn,
    BetsOpened,
    BetsClosed,
    BallLaunched,
    BallLanded,
    CoupNulled,
    RoundVoided,
    Payout,
    ErrorNoted,
    PlayerSessionEnded,
    PlayerSessionRestricted,
    *tables.KINDS,
)


@settings(max_examples=60, deadline=None)
@given(
    opening=payloads_of(TableOpened),
    before=st.lists(payloads(*tables.KINDS), max_size=4),
    played=st.lists(payloads(*KINDS) | payloads(), max_size=12),
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
