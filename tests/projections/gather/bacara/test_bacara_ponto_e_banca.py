"""From events to the records of ponto e banca, and of ponto e banca/Macau."""

from typing import Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events import tables
from ledger.events.base import Chips as PlacedChips
from ledger.events.base import Payload
from ledger.events.outcomes import (
    Announcement,
    CardBurned,
    CardDealt,
    CutCardDrawn,
    DeckCut,
    DeckShuffled,
    ErrorNoted,
    HandShown,
)
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    Commission,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import (
    PlayerLeft,
    PlayerSeated,
    PlayerSessionEnded,
    PlayerSessionRestricted,
)
from ledger.events.tables import EquipmentChanged, TableOpened
from projections.base.event import JudgedRound
from projections.gather import gathering_of
from projections.replay.games.bacara.bacara_ponto_e_banca import BacaraPontoEBancaRecord
from projections.replay.games.bacara.bacara_ponto_e_banca_macau import BacaraMacauRecord
from projections.replay.games.bacara.punto_banco.record import Aposta, Mostrada, Resultado, Troca
from projections.replay.kit.bets import BetChange, Chips, Limit, Moment
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.kit.shoe import Burned, Dealt, Shoe
from projections.replay.record import ErrorNoted as Noted
from projections.replay.record import Payment, Void
from projections.replay.registry import judge
from tests.helpers.casino import DAY, RECORDS, Log, instant, judged
from tests.helpers.strategies import payloads, payloads_of

GAME: Final = "bacara_ponto_e_banca"
MACAU: Final = "bacara_ponto_e_banca_macau"
both = pytest.mark.parametrize("game", [GAME, MACAU])
PONTO: Final = BetPlaced(bet=1, seat=1, chance="ponto", amount=500)


def cards(text: str) -> list[CardDealt]:
    """Return cards dealt by turns."""
    return [
        CardDealt(to=("ponto", "banca")[at % 2], card=card) for at, card in enumerate(text.split())
    ]


def test_a_whole_coup() -> None:
    """Each event of a coup stands in the record, with its time and its place in the chain."""
    log = Log(GAME, mesa="simples", deducao="5pct", tempo_apostas=20)
    log.play(
        RoundOpened(mode="shared"),
        BetsOpened(seconds=15),
        PONTO,
        BetsClosed(by="call"),
        CardBurned(cause="coup"),
        *cards("9s Kd Kc 7h"),
        Payout(seat=1, bets=(1,), amount=500, stake_returned=500),
    )
    record = log.gather()
    assert record == BacaraPontoEBancaRecord(
        round=log.round,
        profile="cv-2017@1",
        currency="XTS",
        mode="shared",
        records=RECORDS,
        payments=(Payment(seat=1, bets=(1,), amount=500, stake_returned=500),),
        mesa="simples",
        sabot=Shoe(decks=6, burned=(Burned(cause="coup", at=instant(6), seq=6),)),
        deducao="5pct",
        bets=(Aposta(bet=1, seat=1, tipo="ponto", valor=500, at=instant(4), seq=4),),
        apostas_abertas=Moment(at=instant(3), seq=3),
        nada_mais=Moment(at=instant(5), seq=5),
        cartas=tuple(
            Dealt(to=to, card=card, at=instant(at), seq=at)
            for at, (to, card) in enumerate(
                (("ponto", "9s"), ("banca", "Kd"), ("ponto", "Kc"), ("banca", "7h")), 7
            )
        ),
        tempo_apostas=20,
        segundos=15,
    )
    assert [one.code for one in judge(record).found] == ["ONL-TIME"]


@both
def test_options(game: str) -> None:
    """What the rules leave to the table."""
    log = Log(
        game,
        mesa="dupla",
        baralhos=6,
        baralhador=True,
        pares=False,
        deducao=("5pct", "50pct_5"),
        deducao_comunicada=False,
        minimos={"ponto": 100},
        maximos={"ponto": 7000, "empate": 90},
    )
    record = log.gather()
    assert record.mesa == "dupla"
    assert record.sabot == Shoe(decks=6, shuffler=True)
    assert record.primeiro
    assert record.pares is False
    assert (record.deducao, record.deducao_comunicada) == ("5pct+50pct_5", False)
    assert record.limites == {
        "ponto": Limit(minimum=100, maximum=7000),
        "empate": Limit(maximum=90),
    }


@both
def test_options_of_another_kind_count_as_not_said(game: str) -> None:
    """Options are an open map."""
    log = Log(game, mesa=7, baralhos="oito", pares="sim", deducao=5, deducao_comunicada="sim")
    assert log.gather() == Log(game).gather()


@pytest.mark.parametrize(
    ("options", "decks"),
    [
        ({"mesa": "simples"}, 6),
        ({"mesa": "dupla"}, 8),
        ({"mesa": "dupla", "baralhador": True}, 6),
        ({}, 8),
        ({"baralhos": 7}, 7),
    ],
)
def test_how_many_packs(options: dict[str, str | bool | int], decks: int) -> None:
    """R3, R15 b: where no option says it, the table's own number is taken."""
    assert Log(GAME, **options).gather().sabot.decks == decks


def test_the_limit_of_macau() -> None:
    """PM R39: in minor units, and whether it was authorised."""
    record = Log(MACAU, diferenca_maxima=90_000, diferenca_autorizada=True).gather()
    assert isinstance(record, BacaraMacauRecord)
    assert (record.diferenca_maxima, record.diferenca_autorizada) == (90_000, True)
    assert Log(MACAU).gather().diferenca_maxima is None


def test_bets_on_another_seat() -> None:
    """R21: whose the seat is when the bets are closed, and whose the bet."""
    log = Log(GAME)
    log.place_event(
        PlayerSeated(seat=3, player="ana"),
        PlayerSeated(seat=101, player="rui"),
        PlayerSeated(seat=4),
    )
    log.play(
        BetPlaced(bet=1, seat=3, chance="ponto", amount=500),
        BetPlaced(bet=2, seat=3, chance="banca", amount=500, by=101),
        BetPlaced(bet=3, seat=3, player="eva", chance="ponto", amount=500, by=102),
        BetsClosed(),
    )
    log.place_event(PlayerLeft(seat=3))
    log.play(*cards("9s Kd Kc 7h"))
    record = log.gather()
    assert record.titulares == {3: "ana", 101: "rui"}
    assert [(bet.player, bet.by) for bet in record.bets] == [
        ("ana", None),
        ("rui", 101),
        ("eva", 102),
    ]
    assert "PB-CONTRA" in [one.code for one in judge(record).found]


def test_changes_stand_beside_the_bets() -> None:
    """R22: whether a change came in time is replay's business."""
    log = Log(GAME)
    chips = PlacedChips(count=6, value=100)
    log.play(PONTO, BetChanged(bet=1, amount=600, chips=chips), BetWithdrawn(bet=1))
    record = log.gather()
    assert [bet.valor for bet in record.bets] == [500]
    assert record.alteracoes == (
        BetChange(bet=1, valor=600, chips=Chips(count=6, value=100), at=instant(4), seq=4),
        BetChange(bet=1, retirada=True, at=instant(5), seq=5),
    )


def test_a_late_bet_that_was_taken_off_was_given_back() -> None:
    """R22: its withdrawal is the return that is due for it."""
    log = Log(GAME)
    log.play(BetsClosed(), PONTO, BetWithdrawn(bet=1, cause="late"), *cards("9s Kd Kc 7h"))
    record = log.gather()
    assert record.payments == (Payment(seat=1, bets=(1,), amount=0, stake_returned=500),)
    assert [one.code for one in judge(record).found] == ["BET-LATE"]


def test_what_was_said_and_shown() -> None:
    """R23, R27: the hands as uncovered, the points and the winner as announced, once each."""
    log = Log(GAME)
    log.play(
        Announcement(what="nada_mais"),
        CardDealt(to="ponto"),
        HandShown(of="ponto", cards=("9s", "Kc")),
        HandShown(seat=3, cards=("As",)),
        Announcement(what="ponto", amount=9),
        Announcement(what="ponto"),
        Announcement(what="banca", amount=7),
        Announcement(what="resultado", said="ponto"),
        Announcement(what="resultado", said="banca"),
        Announcement(what="par_da_banca"),
    )
    record = log.gather()
    assert record.mostradas == (Mostrada(grupo="ponto", cartas=("9s", "Kc")),)
    assert record.resultado == Resultado(vencedor="ponto", ponto=9, banca=7, par_da_banca=True)
    assert record.nada_mais == Moment(at=instant(3), seq=3)
    assert Log(GAME).gather().resultado is None


def test_slips_and_voids() -> None:
    """R34: a slip with the cards that it put right, and a coup declared null."""
    log = Log(GAME)
    log.play(
        ErrorNoted(error="carta_a_mais", cards=("2d",)),
        RoundVoided(cause="lapso", rule="PB R34", side="operator"),
    )
    record = log.gather()
    assert record.errors == (Noted(error="carta_a_mais", cards=("2d",), at=instant(3)),)
    assert record.void == Void(cause="lapso", rule="PB R34", side="operator")


def test_deductions_are_added_up() -> None:
    """R32: what the table says that it took."""
    log = Log(GAME)
    log.play(Commission(amount=50, seat=1), Commission(amount=25, seat=2))
    assert log.gather().deduzido == 75
    assert Log(GAME).gather().deduzido is None


def test_sessions_and_demonstrations() -> None:
    """R93-R96: sessions that ended or were restricted, and in what prizes were given."""
    log = Log(GAME)
    log.place_event(
        PlayerSessionEnded(
            player="ana", session="s1", by="operator", cause="idle", rounds=9, history=8
        ),
        PlayerSessionRestricted(player="rui", session="s2", cause="patologia"),
    )
    log.play(
        RoundOpened(mode="demo"),
        Payout(seat=1, amount=500, means="free_play"),
        Payout(seat=1, amount=0, means="chips"),
    )
    record = log.gather()
    assert record.meios == ("free_play",)
    assert record.sessoes == (
        PlayerSession(session="s1", ended_by="operator", cause="idle", rounds=9, history=8),
        PlayerSession(session="s2", cause="patologia", restricted=True),
    )


# --- from coup to coup ---------------------------------------------------------------------------


def play(log: Log, number: int, *payloads_: Payload) -> None:
    """Play a whole coup of the table, bet 1 paid by nobody."""
    log.round = f"{log.place}/{DAY}/{number}"
    log.play(RoundOpened(), BetsOpened(), BetsClosed(), *payloads_)
    log.play(RoundClosed())


def rounds_of(log: Log) -> list[JudgedRound]:
    """Return the rounds of the table, judged."""
    return judged(log.events)[0]


def test_a_shoe_from_its_shuffle_to_its_last_coup() -> None:
    """R16, R17, R24: eight burned, none and then one before a coup, none after the carta-aviso."""
    log = Log(GAME, mesa="simples")
    log.place_event(
        DeckShuffled(method="hand", decks=6),
        DeckCut(cut_card=12),
        CardBurned(count=8, cause="opening"),
    )
    burn = CardBurned(cause="coup")
    play(log, 1, *cards("9s Kd Kc 7h"))
    play(log, 2, burn, *cards("9s Kd Kc 7h"))
    play(log, 3, *cards("9s Kd Kc 7h"))
    play(log, 4, burn, CutCardDrawn(), *cards("9s Kd Kc 7h"))
    play(log, 5, burn, *cards("9s Kd Kc 7h"))
    log.place_event(DeckShuffled(method="hand", decks=6), DeckCut(cut_card=14))
    play(log, 6, *cards("9s Kd Kc 7h"))
    play(log, 7, burn, *cards("9s Kd Kc 7h"))
    found = [
        [(one.code, one.rule, one.recorded) for one in each.verdict.found]
        for each in rounds_of(log)
    ]
    assert found == [
        [],
        [],
        [("PB-SHOE", "PB R24", "0")],
        [],
        [("PB-SHOE", "PB R17", "")],
        [("PB-SHOE", "PB R16", "14"), ("PB-SHOE", "PB R16", "0")],
        [],
    ]


def test_a_card_once_too_often_in_one_shoe() -> None:
    """R3: the seventh nine of spades of a shoe of six packs; after a shuffle it may come again."""
    log = Log(GAME, mesa="simples")
    for number in range(1, 8):
        play(log, number, CardBurned(cause="coup"), *cards("9s Kd Kc 7h"))
    log.place_event(
        DeckShuffled(method="hand"), DeckCut(cut_card=12), CardBurned(count=8, cause="opening")
    )
    play(log, 8, *cards("9s Kd Kc 7h"))
    found = [{one.code for one in each.verdict.found} for each in rounds_of(log)]
    assert found == [set()] * 6 + [{"RES-IMPOSS"}, set()]


def test_a_burned_card_between_two_coups_is_counted_once() -> None:
    """R3, R24: the card before the coup was burned too early, and is still but one card."""
    log = Log(GAME, mesa="simples")
    for number in range(1, 6):
        play(log, number, CardBurned(cause="coup"), *cards("9s Kd Kc 7h"))
    log.place_event(CardBurned(cause="coup", card="9s"))
    play(log, 6, *cards("8s Kd Kc 7h"))
    assert [one.code for one in rounds_of(log)[-1].verdict.found] == ["PB-SHOE"]


def test_with_a_shuffler_the_first_coup_is_the_first_of_the_table() -> None:
    """R15 a, R24: no coup but the first goes without the burned card."""
    log = Log(GAME, mesa="dupla", baralhador=True)
    play(log, 1, *cards("9s Kd Kc 7h"))
    play(log, 2, CardBurned(cause="coup"), *cards("9s Kd Kc 7h"))
    play(log, 3, *cards("9s Kd Kc 7h"))
    found = [[one.code for one in each.verdict.found] for each in rounds_of(log)]
    assert found == [[], [], ["PB-SHOE"]]


def test_packs_replaced_since_the_coup_before() -> None:
    """R3: a single card replaced is found at the next coup, and at no later one."""
    log = Log(GAME, mesa="simples")
    log.place_event(EquipmentChanged(item="deck", id="d1", reason="opening", count=6))
    play(log, 1, CardBurned(cause="coup"), *cards("9s Kd Kc 7h"))
    log.place_event(EquipmentChanged(item="deck", id="d2", reason="worn", cards=("9s",)))
    play(log, 2, CardBurned(cause="coup"), *cards("9s Kd Kc 7h"))
    play(log, 3, CardBurned(cause="coup"), *cards("9s Kd Kc 7h"))
    records = [each.verdict.record for each in rounds_of(log)]
    assert [getattr(record, "trocas", None) for record in records] == [
        (),
        (Troca(cartas=("9s",), razao="worn"),),
        (),
    ]
    assert ["EQ-BAD" in {one.code for one in each.verdict.found} for each in rounds_of(log)] == [
        False,
        True,
        False,
    ]


@both
@settings(max_examples=60, deadline=None)
@given(
    opening=payloads_of(TableOpened),
    before=st.lists(payloads(*tables.KINDS), max_size=4),
    played=st.lists(
        payloads(BetPlaced, CardDealt, CardBurned, HandShown, Announcement, Payout) | payloads(),
        max_size=12,
    ),
)
def test_any_events_give_a_record(
    game: str, opening: TableOpened, before: list[Payload], played: list[Payload]
) -> None:
    """What makes no sense is recorded, gathered and judged; nothing of it stops the pipeline."""
    opening = msgspec.structs.replace(opening, game=game, profile="cv-2017@1")
    log = Log(game, opening=opening)
    for payload in before:
        log.place_event(payload)
    log.play(*(one for one in played if not isinstance(one, (RoundOpened, RoundClosed))))
    record = gathering_of(opening.game).record(log.closed(), opening.options)
    assert isinstance(record, (BacaraPontoEBancaRecord, BacaraMacauRecord))
    assert len(record.bets) == sum(isinstance(one, BetPlaced) for one in played)
    judge(record)
