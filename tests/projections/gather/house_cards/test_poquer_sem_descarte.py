"""From events to the record of a jogada of póquer sem descarte."""

import tomllib
from pathlib import Path

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events import tables
from ledger.events.base import Payload
from ledger.events.jackpots import AwardPaid
from ledger.events.outcomes import (
    CardBurned,
    CardDealt,
    CardExposed,
    CardsCollected,
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
    Collection,
    Decision,
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
    PlayerWarned,
)
from ledger.events.tables import EquipmentChanged, TableOpened
from projections.gather.house_cards.poquer_sem_descarte import gather
from projections.replay.games.house_cards.poquer_sem_descarte.record import (
    ACUMULADO,
    INICIAL,
    Aprovado,
    Aviso,
    Lugar,
    Meio,
    SemDescarteRecord,
)
from projections.replay.kit.bets import Bet, BetChange, Limit, Moment
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.record import ErrorNoted as Noted
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.helpers.casino import DAY, RECORDS, Log, instant, judged
from tests.helpers.strategies import payloads, payloads_of

GAME = "poquer_sem_descarte"
MINE = ("As", "Ad", "Tc", "9h", "2s")
BANK = ("Ks", "Kd", "Qc", "8h", "3s")


def inicial(bet: int, seat: int, amount: int = 1000, chance: str = "inicial") -> BetPlaced:
    """Return a stake before the deal."""
    return BetPlaced(bet=bet, seat=seat, chance=chance, amount=amount)


def deal(*, opened: int = 5) -> list[CardDealt]:
    """Return a deal to seat 1 and the bank, with one of the bank's cards face up."""
    cards = [
        (
            CardDealt(to="seat", seat=1, card=mine),
            CardDealt(to="bank", card=theirs, open=n == opened),
        )
        for n, (mine, theirs) in enumerate(zip(MINE, BANK, strict=True), 1)
    ]
    return [card for pair in cards for card in pair]


def test_a_whole_jogada() -> None:
    """Each event of a jogada stands in the record, with its time and its place in the chain."""
    log = Log(
        GAME,
        minimos={"inicial": 500},
        maximos={"inicial": 12_500},
        maximo_golpe=10_000_000,
        marcacao="manual",
        minimo_autorizado=500,
    )
    log.place_event(PlayerSeated(seat=1, player="ana"), PlayerSeated(seat=4))
    log.play(
        inicial(1, 1),
        inicial(2, 1, 100, "acumulado"),
        DeckShuffled(method="hand"),
        DeckCut(),
        CardBurned(),
        BetsClosed(),
        *deal(),
        Decision(seat=1, action="vou", bet=3, added=2000),
        HandShown(of="bank", cards=BANK),
        Payout(seat=1, bets=(1, 3), amount=3000, stake_returned=3000),
        AwardPaid(pool="psd", seat=1, bet=2, amount=7, means="chips"),
        CardsCollected(into="discard"),
    )
    assert log.gather() == SemDescarteRecord(
        round=log.round,
        profile="cv-2017@1",
        currency="XTS",
        records=RECORDS,
        payments=(
            Payment(seat=1, bets=(1, 3), amount=3000, stake_returned=3000),
            Payment(seat=1, amount=7, award="psd"),
        ),
        limites={"inicial": Limit(minimum=500, maximum=12_500)},
        minimo_autorizado=500,
        maximo_golpe=10_000_000,
        marcacao="manual",
        seats=(
            Lugar(
                seat=1,
                player="ana",
                decisao="vou",
                cartas=MINE,
                premio_pago=Moment(at=instant(24), seq=24),
                cartas_recolhidas=Moment(at=instant(25), seq=25),
                sem_apostar=0,
            ),
            Lugar(seat=4, sem_apostar=1),
        ),
        bets=(
            Bet(bet=1, seat=1, player="ana", tipo="inicial", valor=1000, at=instant(5), seq=5),
            Bet(bet=2, seat=1, player="ana", tipo="acumulado", valor=100, at=instant(6), seq=6),
            Bet(bet=3, seat=1, player="ana", tipo="segunda", valor=2000, at=instant(21), seq=21),
        ),
        banca=BANK,
        abertas=(5,),
        cortado=True,
        queimadas=1,
        queimada=Moment(at=instant(9), seq=9),
        ordem=(1, 0) * 5,
        jogo_feito=Moment(at=instant(10), seq=10),
        primeira_carta=Moment(at=instant(11), seq=11),
        banca_descoberta=Moment(at=instant(22), seq=22),
    )


def test_what_the_register_approved_comes_from_the_options() -> None:
    """R35, R37, R40: association, bet, rate and table of the jackpot as the register has them."""
    log = Log(
        GAME,
        acumulado_comunicado=True,
        acumulado_aposta=100,
        acumulado_ppm=700_000,
        acumulado_combinacoes={"real": 1_000_000},
        acumulado_fixos={"full": 5000, "cor": True},
    )
    assert log.gather().aprovado == Aprovado(
        comunicado=True,
        bet=100,
        ppm=700_000,
        combinations={"real": 1_000_000},
        fixed={"full": 5000},
    )
    assert Log(GAME).gather().aprovado is None


def test_how_many_places_there_are() -> None:
    """R7: as the options say, or the table's opening, or seven."""
    opening = TableOpened(
        profile="cv-2017@1", game=GAME, options={}, currency="XTS", records=(), seats=6
    )
    assert Log(GAME, lugares=5).gather().lugares == 5
    assert Log(GAME, opening=opening).gather().lugares == 6
    assert Log(GAME).gather().lugares == 7


def test_whether_a_shuffler_deals() -> None:
    """R10: as this jogada's shuffle says, else the shuffler brought to the table, else options."""
    log = Log(GAME, baralhador=True)
    assert log.gather().baralhador
    log = Log(GAME)
    log.place_event(EquipmentChanged(item="shuffler", id="s1"))
    assert log.gather().baralhador
    log = Log(GAME, baralhador=True)
    log.play(DeckShuffled(method="hand"))
    assert not log.gather().baralhador


def test_who_leaves_after_the_call_was_in_the_jogada() -> None:
    """R7: the occupied seats are those of the moment when the bets were closed."""
    log = Log(GAME)
    log.place_event(PlayerSeated(seat=1), PlayerSeated(seat=2), PlayerLeft(seat=2))
    log.play(BetsClosed())
    log.place_event(PlayerLeft(seat=1), PlayerSeated(seat=5))
    assert [place.seat for place in log.gather().seats] == [1]


def test_whoever_plays_has_a_seat() -> None:
    """A bet, a card or a decision at a seat nobody took is one more seat of the record."""
    log = Log(GAME)
    log.play(
        RoundOpened(seats=(7,)),
        inicial(1, 3),
        CardDealt(to="seat", seat=4, card="As"),
        Decision(seat=5, action="passo"),
    )
    assert [place.seat for place in log.gather().seats] == [3, 4, 5, 7]


def test_the_first_decision_and_what_was_said_after_it() -> None:
    """R11: a passo is irreversible, so what was said first and last is kept apart."""
    log = Log(GAME)
    log.play(
        Decision(seat=1, action="passo"),
        Decision(seat=1, action="vou", bet=2, added=10),
        Decision(seat=2, action="dobrar", bet=3, added=20),
    )
    record = log.gather()
    said = {place.seat: (place.decisao, place.depois) for place in record.seats}
    assert said == {1: ("passo", "vou"), 2: (None, None)}
    assert [(bet.tipo, bet.valor) for bet in record.bets] == [("segunda", 10), ("dobrar", 20)]


def test_the_segunda_is_one_bet_however_it_was_told() -> None:
    """R13: placed as a bet, made by the decision, told both ways, or without a number."""
    segunda = inicial(2, 1, 20, "segunda")
    for told in (
        (segunda, Decision(seat=1, action="vou")),
        (segunda, Decision(seat=1, action="vou", bet=2, added=20)),
        (Decision(seat=1, action="vou", bet=2, added=20), segunda),
        (Decision(seat=1, action="vou", added=20),),
    ):
        log = Log(GAME)
        log.play(inicial(1, 1, 10), *told)
        bets = [(bet.bet, bet.tipo, bet.valor) for bet in log.gather().bets]
        assert bets == [(1, "inicial", 10), (2, "segunda", 20)]


def test_changes_stand_beside_the_bets() -> None:
    """R8, R9: whether a change came in time is replay's business."""
    log = Log(GAME)
    log.play(inicial(1, 1), BetChanged(bet=1, amount=5), BetsClosed(), BetWithdrawn(bet=1))
    assert log.gather().alteracoes == (
        BetChange(bet=1, valor=5, at=instant(4), seq=4),
        BetChange(bet=1, retirada=True, at=instant(6), seq=6),
    )


def test_cards_nobody_could_know_are_those_shown_later() -> None:
    """R16: at a table that cannot read the cards, they are known when they are turned."""
    log = Log(GAME)
    log.play(
        CardDealt(to="seat", seat=1),
        CardDealt(to="seat", seat=1, card="Ad"),
        CardDealt(to="seat", seat=1),
        *(CardDealt(to="bank", open=n == 4) for n in range(5)),
        CardExposed(of="bank", index=5, card="3s"),
        HandShown(of="bank", cards=BANK),
        HandShown(seat=1, cards=("As", "Ad")),
        HandShown(seat=2, cards=MINE),
    )
    record = log.gather()
    assert record.banca == BANK
    assert [place.cartas for place in record.seats] == [("As", "Ad", None), MINE]


def test_a_card_of_the_bank_uncovered_before_the_last_is_the_open_one() -> None:
    """R34: the pardoned error, which replay tells from a deal that left the wrong card open."""
    log = Log(GAME)
    log.play(*deal(opened=0)[:6], CardExposed(of="bank", index=3, card="Qc"), *deal(opened=0)[6:])
    record = log.gather()
    assert record.abertas == (3,)
    assert record.errors == (
        Noted(error="carta_da_banca_descoberta", cards=("Qc",), at=instant(9)),
    )


def test_a_players_card_exposed_in_the_deal_is_an_error_of_the_deal() -> None:
    """R34: dealt face up or turned by the pagador, and noted once though the table noted it too."""
    log = Log(GAME)
    log.play(
        CardDealt(to="seat", seat=1, card="As", open=True),
        CardExposed(of="seat", seat=2, by="pagador"),
        ErrorNoted(error="carta_descoberta", seat=1),
        Decision(seat=1, action="vou"),
        CardExposed(of="seat", seat=3, by="pagador"),
    )
    record = log.gather()
    assert [(one.error, one.seat) for one in record.errors] == [
        ("carta_descoberta", 1),
        ("carta_descoberta", 2),
    ]
    assert all(place.infracao is None for place in record.seats)


def test_what_a_player_shows_himself_is_his_infraction() -> None:
    """R12, R22: by the camera's word, the table's, or the warning given for it."""
    log = Log(GAME)
    log.play(
        CardExposed(of="seat", seat=1, by="player"),
        ErrorNoted(error="cartas_mostradas", seat=2),
        PlayerWarned(seat=3, cause="cards_shown"),
        ErrorNoted(error="moveu_cartas", seat=4, by="player"),
        ErrorNoted(error="pagamento", seat=5, by="pagador"),
        PlayerWarned(seat=5, cause="slow"),
    )
    record = log.gather()
    assert [(place.seat, place.infracao) for place in record.seats] == [
        (1, "cartas_mostradas"),
        (2, "cartas_mostradas"),
        (3, "cartas_mostradas"),
        (4, "moveu_cartas"),
    ]


def test_when_a_square_was_collected() -> None:
    """R9, R13: jackpot chips are not the square; naming nobody takes those who lost already."""
    log = Log(GAME)
    log.play(
        inicial(1, 1),
        inicial(2, 1, 10, "acumulado"),
        inicial(3, 2),
        inicial(4, 3),
        Collection(amount=10, bets=(2,)),
        Decision(seat=1, action="passo"),
        Collection(amount=1000, seat=1),
        Decision(seat=2, action="passo"),
        Decision(seat=3, action="vou"),
        Collection(amount=1000),
    )
    assert [place.recolhida for place in log.gather().seats] == [
        Moment(at=instant(9), seq=9),
        Moment(at=instant(12), seq=12),
        None,
    ]


def test_cards_collected_one_seat_at_a_time() -> None:
    """R42: when a winner's cards were taken is kept for each seat; the bank's are nobody's."""
    log = Log(GAME)
    log.play(
        *deal(),
        CardsCollected(of="bank", into="discard"),
        CardsCollected(of="seat", seat=1, into="discard"),
        CardsCollected(into="discard"),
    )
    (place,) = log.gather().seats
    assert place.cartas_recolhidas == Moment(at=instant(14), seq=14)


def test_what_a_table_does_not_record_is_unknown() -> None:
    """R8: no burn and no cut are facts only where the table records burns and shuffles."""
    told = Log(GAME).gather()
    assert (told.cortado, told.queimadas, told.abertas) == (False, 0, None)
    silent = TableOpened(
        profile="cv-2017@1", game=GAME, options={}, currency="XTS", records=("bets",)
    )
    untold = Log(GAME, opening=silent).gather()
    assert (untold.cortado, untold.queimadas) == (None, None)


def test_a_card_burned_after_the_deal_began_is_not_the_opening_burn() -> None:
    """R8: one card is burned before the deal."""
    log = Log(GAME)
    log.play(CardBurned(count=2), *deal(), CardBurned())
    record = log.gather()
    assert (record.queimadas, record.queimada.seq) == (2, 3)


KINDS = (
    BetPlaced,
    BetChanged,
    BetWithdrawn,
    BetsClosed,
    Decision,
    CardDealt,
    CardExposed,
    CardBurned,
    CardsCollected,
    Collection,
    HandShown,
    ErrorNoted,
    PlayerWarned,
    PlayerSeated,
    RoundVoided,
    Payout,
    AwardPaid,
)


@settings(max_examples=100, deadline=None)
@given(
    opening=payloads_of(TableOpened),
    before=st.lists(payloads(PlayerSeated, PlayerLeft, *tables.KINDS), max_size=4),
    played=st.lists(payloads(*KINDS) | payloads(), max_size=14),
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
    assert len({place.seat for place in record.seats}) == len(record.seats)
    assert msgspec.json.decode(msgspec.json.encode(record), type=SemDescarteRecord) == record
    judge(record)


def test_after_the_greatest_number_there_is_a_segunda_gets_the_first_that_is_free() -> None:
    """R13: an inicial of number 2^31 - 1 and a segunda without one: no column holds 2^31."""
    log = Log(GAME)
    log.play(inicial(2**31 - 1, 1), Decision(seat=1, action="vou", added=2000))
    assert [one.bet for one in log.gather().bets] == [2**31 - 1, 1]


def test_a_decision_that_bears_the_number_of_another_bet_is_kept() -> None:
    """R13: the segunda is money on the square, whatever number it was given."""
    log = Log(GAME)
    log.play(
        inicial(1, 1),
        inicial(2, 2),
        Decision(seat=1, action="vou", bet=2, added=2000),
        Decision(seat=2, action="vou", bet=3, added=2000),
        inicial(3, 2, 2000, "segunda"),
    )
    bets = [(one.bet, one.seat, one.tipo) for one in log.gather().bets]
    assert bets == [(1, 1, "inicial"), (2, 2, "inicial"), (2, 1, "segunda"), (3, 2, "segunda")]


def test_the_mode_is_that_of_the_opening() -> None:
    """SD R43: the round-opened event says it, wherever it stands; without it, physical."""
    log = Log(GAME)
    log.play(RoundOpened(mode="shared"), inicial(1, 1))
    closed = log.closed()
    opened, *rest = closed.events
    options = log.table.payload.options
    for events, mode in (((*rest, opened), "shared"), (rest, "physical")):
        record = gather(msgspec.structs.replace(closed, events=events), options)
        assert record.mode == mode


def test_the_words_of_the_map_are_those_of_the_record() -> None:
    """Vocabulary and record call the jackpot's bet by the rules page's word, ``acumulado``."""
    path = Path(__file__).parents[3] / "ledger" / "events" / "vocabulary.toml"
    words = tomllib.loads(path.read_text())["events"][GAME]
    assert words["aposta_acumulado"] == [f"bet-placed.chance={ACUMULADO}"]
    assert words["aposta_inicial"] == [f"bet-placed.chance={INICIAL}"]


# --- online --------------------------------------------------------------------------------------


def test_what_online_play_adds() -> None:
    """R47, R52, R55 to R58: betting time, warnings, the clock's word, sessions, means."""
    log = Log(GAME, tempo_apostas=20)
    log.place_event(
        PlayerSessionEnded(
            player="rui", session="s1", by="operator", cause="idle_rounds", rounds=7, history=6
        ),
        PlayerSessionRestricted(player="eva", cause="risk"),
    )
    log.play(
        RoundOpened(mode="shared"),
        BetsOpened(seconds=20),
        BetsOpened(seconds=99),
        BetPlaced(bet=1, seat=1, chance="inicial", amount=1000, means="account"),
        BetPlaced(bet=2, seat=2, chance="inicial", amount=1000, means="chips"),
        PlayerWarned(seat=1, cause="slow"),
        BetsClosed(),
        PlayerWarned(seat=1, cause="undecided", extra_time=10),
        PlayerWarned(seat=1, cause="conduct"),
        Decision(seat=1, action="passo", lapsed=True),
        Decision(seat=2, action="vou", bet=3, added=2000),
        Payout(seat=2, bets=(2, 3), amount=3000, stake_returned=3000, means="account"),
        AwardPaid(pool="psd", seat=2, bet=4, amount=7, means="credits"),
        Payout(seat=2, bets=(2,), amount=0, stake_returned=5, means="cash"),
    )
    record = log.gather()
    assert (record.mode, record.tempo_apostas, record.segundos) == ("shared", 20, 20)
    assert record.apostas_abertas == Moment(at=instant(5), seq=5)
    assert record.seats == (
        Lugar(
            seat=1,
            decisao="passo",
            decidiu=Moment(at=instant(13), seq=13),
            caducou=True,
            avisos=(Aviso(at=instant(11), seq=11, segundos=10),),
            sem_apostar=0,
        ),
        Lugar(
            seat=2,
            decisao="vou",
            decidiu=Moment(at=instant(14), seq=14),
            premio_pago=Moment(at=instant(16), seq=16),
            sem_apostar=0,
        ),
    )
    assert record.meios_apostados == (Meio(bet=1, meio="account"),)
    assert record.meios == ("account", "credits")
    assert record.sessoes == (
        PlayerSession(session="s1", ended_by="operator", cause="idle_rounds", rounds=7, history=6),
        PlayerSession(session="eva", cause="risk", restricted=True),
    )


def test_what_is_online_only_says_nothing_at_a_table_in_the_room() -> None:
    """A warning, a lapse, the means of a prize: only what a bet was laid in stays."""
    log = Log(GAME)
    log.play(
        BetPlaced(bet=1, seat=1, chance="inicial", amount=1000, means="verbal"),
        BetsClosed(),
        PlayerWarned(seat=1, cause="undecided", extra_time=10),
        Decision(seat=1, action="passo", lapsed=True),
        Payout(seat=1, bets=(1,), amount=5, means="cash"),
    )
    record = log.gather()
    assert record.seats == (Lugar(seat=1, decisao="passo", sem_apostar=0),)
    assert record.meios == ()
    assert record.meios_apostados == (Meio(bet=1, meio="verbal"),)
    assert "CREDIT" in [fault.code for fault in judge(record).found]


def test_each_session_and_each_card_replaced_is_told_once() -> None:
    """Those since the jogada before; a whole deck brought in is no single card."""
    log = Log(GAME)
    ended = PlayerSessionEnded(player="rui", session="s1", by="player", cause="own")
    log.place_event(
        ended, EquipmentChanged(item="deck", id="d1", cards=("7h", "2c"), reason="worn")
    )
    log.play(RoundOpened(mode="shared"), inicial(1, 1), RoundClosed())
    log.place_event(
        msgspec.structs.replace(ended, session="s2"),
        EquipmentChanged(item="deck", id="d2", reason="worn"),
    )
    log.round = f"T-01/{DAY}/2"
    log.play(RoundOpened(mode="shared"), inicial(1, 1), RoundClosed())
    first, second = (one.closed.record for one in judged(log.events)[0])
    assert isinstance(first, SemDescarteRecord)
    assert isinstance(second, SemDescarteRecord)
    assert [one.session for one in first.sessoes] == ["s1"]
    assert [one.session for one in second.sessoes] == ["s2"]
    assert (first.cartas_trocadas, second.cartas_trocadas) == (("7h", "2c"), ())


def test_a_lapse_from_the_events_to_the_finding() -> None:
    """R52: nobody warned seat 1, and the clock took his 10.00."""
    log = Log(GAME)
    log.play(
        RoundOpened(mode="shared"),
        inicial(1, 1),
        BetsClosed(),
        *deal(),
        Decision(seat=1, action="passo", lapsed=True),
        HandShown(of="bank", cards=BANK),
        Collection(amount=1000, seat=1),
    )
    found = [(fault.code, fault.seat, fault.amount) for fault in judge(log.gather()).found]
    assert ("SD-ONL", 1, 1000) in found
