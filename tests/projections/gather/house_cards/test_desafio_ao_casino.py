"""From events to the record of a round of desafio ao casino."""

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.events import tables
from ledger.events.base import Payload
from ledger.events.outcomes import CardBurned, CardDealt, DeckCut, DeckShuffled, ErrorNoted
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    Decision,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.tables import EquipmentChanged, TableOpened
from projections.gather.house_cards.desafio_ao_casino import gather
from projections.replay.games.house_cards.desafio_ao_casino import DesafioAoCasinoRecord, Opcao
from projections.replay.kit.bets import Bet, Limit, Moment
from projections.replay.kit.shoe import Burned, Cut, Dealt, Shoe, Shuffled
from projections.replay.record import ErrorNoted as Error
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.helpers.casino import RECORDS, Log, instant
from tests.helpers.strategies import payloads, payloads_of

GAME = "desafio_ao_casino"
INICIAL = BetPlaced(bet=1, seat=1, chance="inicial", amount=5000)


def test_a_whole_round() -> None:
    """DC R4-R14: shuffled and cut, a tie challenged and won: a prize of the initial stake."""
    log = Log(GAME, baralhos=6, minimos={"inicial": 100})
    log.play(
        DeckShuffled(method="hand", decks=6),
        DeckCut(by=2, cut_card=12),
        BetsOpened(),
        INICIAL,
        BetsClosed(),
        CardDealt(to="seat", seat=1, card="9c", open=True),
        CardDealt(to="bank", card="9d", open=True),
        Decision(seat=1, action="desafiar", bet=2, added=5000),
        CardBurned(count=3, cause="challenge"),
        CardDealt(to="seat", seat=1, card="Ks", open=True),
        CardBurned(count=3, cause="challenge"),
        CardDealt(to="bank", card="2h", open=True),
        Payout(seat=1, bets=(1, 2), amount=5000, stake_returned=10_000),
    )
    record = log.gather()
    assert record == DesafioAoCasinoRecord(
        round=log.round,
        currency="XTS",
        records=RECORDS,
        payments=(Payment(seat=1, bets=(1, 2), amount=5000, stake_returned=10_000),),
        shoe=Shoe(
            decks=6,
            fresh=True,
            shuffles=(Shuffled(method="hand", decks=6, at=instant(3), seq=3),),
            cuts=(Cut(by=2, cut_card=12, at=instant(4), seq=4),),
            burned=(
                Burned(count=3, cause="challenge", after=2, at=instant(11), seq=11),
                Burned(count=3, cause="challenge", after=3, at=instant(13), seq=13),
            ),
        ),
        limites={"inicial": Limit(minimum=100)},
        bets=(Bet(bet=1, seat=1, tipo="inicial", valor=5000, at=instant(6), seq=6),),
        apostas_abertas=Moment(at=instant(5), seq=5),
        jogo_feito=Moment(at=instant(7), seq=7),
        cartas=(
            Dealt(to="seat", seat=1, card="9c", open=True, at=instant(8), seq=8),
            Dealt(to="bank", card="9d", open=True, at=instant(9), seq=9),
            Dealt(to="seat", seat=1, card="Ks", open=True, at=instant(12), seq=12),
            Dealt(to="bank", card="2h", open=True, at=instant(14), seq=14),
        ),
        opcoes=(Opcao(seat=1, opcao="desafiar", bet=2, valor=5000, at=instant(10), seq=10),),
    )
    assert judge(record).found == ()


def test_how_many_packs_there_are() -> None:
    """DC R2: by the table's option; else as they were shuffled; else nobody says."""
    assert Log(GAME, baralhos=4).gather().shoe.decks == 4
    log = Log(GAME)
    log.play(DeckShuffled(method="hand", decks=8))
    assert log.gather().shoe.decks == 8
    assert Log(GAME, baralhos="x").gather().shoe.decks == 0


def test_a_shuffler_asks_for_no_cut() -> None:
    """DC R5: the option says so, or the equipment at the table."""
    assert Log(GAME, baralhador=True).gather().shoe.shuffler
    log = Log(GAME)
    log.place_event(EquipmentChanged(item="shuffler", id="s1"))
    assert log.gather().shoe.shuffler
    assert not Log(GAME).gather().shoe.shuffler


def test_what_a_challenge_adds_is_not_late() -> None:
    """DC R13: placed as a bet after the call; another bet then is late and was given back."""
    log = Log(GAME)
    log.play(
        INICIAL,
        BetsClosed(),
        BetPlaced(bet=2, seat=1, chance="desafio", amount=5000),
        BetPlaced(bet=3, seat=1, chance="empate", amount=100),
        BetWithdrawn(bet=3),
    )
    record = log.gather()
    assert record.payments == (Payment(seat=1, bets=(3,), amount=0, stake_returned=100),)
    assert "BET-LATE" in [one.code for one in judge(record).found]
    assert [one.bet for one in judge(record).found if one.code == "BET-LATE"] == [3]


def test_errors_and_those_that_could_not_be_mended() -> None:
    """DC R8: by its code or by its remedy."""
    log = Log(GAME)
    log.play(
        ErrorNoted(error="carta_errada", seat=1, cards=("9c",)),
        ErrorNoted(error="carta_errada", remedy="incorrigivel"),
    )
    assert log.gather().errors == (
        Error(error="carta_errada", seat=1, cards=("9c",), at=instant(3)),
        Error(error="incorrigivel", at=instant(4)),
    )


KINDS = (
    BetPlaced,
    BetChanged,
    BetWithdrawn,
    BetsOpened,
    BetsClosed,
    CardDealt,
    CardBurned,
    DeckShuffled,
    DeckCut,
    Decision,
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
    log.play(*(one for one in played if not isinstance(one, (RoundOpened, RoundClosed))))
    record = gather(log.closed(), opening.options)
    assert len(record.bets) == sum(isinstance(one, BetPlaced) for one in played)
    judge(record)
