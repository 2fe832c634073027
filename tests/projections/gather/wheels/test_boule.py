"""From events to the record of a coup of boule."""

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.events import tables
from ledger.events.base import Chips as PlacedChips
from ledger.events.base import Payload
from ledger.events.outcomes import Announcement, BallLanded, BallLaunched
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetReconstructed,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    CoupNulled,
    Marking,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.tables import TableOpened
from projections.gather.wheels.boule import gather
from projections.replay.games.wheels.boule import BouleRecord, Marca, Reconstituida, Resultado
from projections.replay.kit.bets import Bet, BetChange, Chips, Limit, Moment
from projections.replay.kit.coups.voids import GolpeNulo
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.helpers.casino import RECORDS, Log, instant
from tests.helpers.strategies import payloads, payloads_of

GAME = "boule"
PLENO = BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=500)


def test_a_whole_coup() -> None:
    """Each event of a coup stands in the record, with its time and its place in the chain."""
    log = Log(
        GAME,
        cores={"1": "preto", "2": "vermelho"},
        pano=("1-2", (3, 4, 5)),
        minimos={"pleno": 100},
        maximos={"pleno": 3000},
    )
    log.play(
        BetsOpened(),
        PLENO,
        BetPlaced(
            bet=2, seat=2, player="p2", chance="pequeno", amount=1000,
            chips=PlacedChips(count=2, value=500),
        ),
        BallLaunched(by="c1", direction="left"),
        BetsClosed(by="bell"),
        BallLanded(number="estrela", colour="azul"),
        Payout(seat=1, bets=(1,), amount=11_500, stake_returned=500),
    )  # fmt: skip
    assert log.gather() == BouleRecord(
        round=log.round,
        currency="XTS",
        records=RECORDS,
        payments=(Payment(seat=1, bets=(1,), amount=11_500, stake_returned=500),),
        cores={"1": "preto", "2": "vermelho"},
        pano=("1-2", "3-4-5"),
        limites={"pleno": Limit(minimum=100, maximum=3000)},
        apostas_abertas=Moment(at=instant(3), seq=3),
        bets=(
            Bet(bet=1, seat=1, tipo="pleno", selecao="17", valor=500, at=instant(4), seq=4),
            Bet(
                bet=2, seat=2, player="p2", tipo="pequeno", valor=1000,
                chips=Chips(count=2, value=500), at=instant(5), seq=5,
            ),
        ),
        bola_lancada=(Moment(at=instant(6), seq=6),),
        sentidos=("esquerda",),
        campainha=(Moment(at=instant(7), seq=7),),
        resultado=Resultado(numero="estrela", cor="azul", at=instant(8), seq=8),
    )  # fmt: skip


def test_options_of_another_kind_count_as_not_said() -> None:
    """Options are an open map: a number as cloth or a word as colours is no reason to stop."""
    assert Log(GAME, cores="x", pano=7, minimos=(1, 2)).gather() == Log(GAME).gather()
    assert Log(GAME, pano=("1-2", 7)).gather().pano == ("1-2",)


def test_a_null_coup_opens_the_bets_again() -> None:
    """BO R13, R15: a bell for each launch; a bet between null and bell is new, and may go back."""
    log = Log(GAME)
    log.play(
        PLENO,
        BallLaunched(),
        BetsClosed(by="bell"),
        CoupNulled(cause="objeto", rule="BO R13"),
        BetPlaced(bet=2, seat=2, chance="grande", amount=100),
        BetWithdrawn(bet=2),
        BallLaunched(),
        BetsClosed(by="bell"),
        Announcement(what="nada_mais"),
        BallLanded(number=17),
    )
    record = log.gather()
    assert record.golpe_nulo == (GolpeNulo(causa="objeto", rule="BO R13", at=instant(6), seq=6),)
    assert [one.seq for one in record.campainha] == [5, 10]
    assert record.alteracoes == (BetChange(bet=2, retirada=True, at=instant(8), seq=8),)
    assert [one.seq for one in record.bola_lancada] == [4, 9]
    lines = judge(record).settlement.lines
    assert [(line.bet, line.due) for line in lines] == [(1, 12_000)]


def test_a_number_that_stood_when_the_coup_was_called_null_is_kept_apart() -> None:
    """BO R13, R14: it stands if it is a pocket; the next number is the result, no later one is."""
    log = Log(GAME)
    log.play(
        BallLanded(number="fora"),
        CoupNulled(cause="bola"),
        BallLanded(number=3),
        BallLanded(number=4),
    )
    record = log.gather()
    assert record.golpe_nulo[0].anulado == "fora"
    assert record.resultado == Resultado(numero="3", at=instant(5), seq=5)


def test_a_late_bet_that_was_taken_off_was_given_back() -> None:
    """BO R5: the late bet stays a fact, and its withdrawal is the return that is due for it."""
    log = Log(GAME)
    log.play(BetsClosed(), PLENO, BetWithdrawn(bet=1, cause="late"), BallLanded(number=17))
    record = log.gather()
    assert record.payments == (Payment(seat=1, bets=(1,), amount=0, stake_returned=500),)
    assert [one.code for one in judge(record).found] == ["BO-BELL"]


def test_marks_put_back_keep_both_accounts() -> None:
    """BO R12: what the pagador rebuilt, and the players' word."""
    log = Log(GAME)
    log.play(
        BetReconstructed(
            bet=4,
            seat=2,
            claimed=Marking(chance="pleno", selection="7", amount=300),
            recorded=Marking(chance="pequeno", amount=200),
            taken="claimed",
        )
    )
    assert log.gather().reconstituidas == (
        Reconstituida(
            bet=4,
            seat=2,
            pagador=Marca(tipo="pequeno", valor=200),
            jogador=Marca(tipo="pleno", selecao="7", valor=300),
        ),
    )


KINDS = (
    BetPlaced,
    BetChanged,
    BetWithdrawn,
    BetReconstructed,
    BetsOpened,
    BetsClosed,
    BallLaunched,
    BallLanded,
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
