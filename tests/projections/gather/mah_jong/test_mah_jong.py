"""From events to the record of a game of mah-jong."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.base import Payload
from ledger.events.outcomes import (
    DiceRolled,
    ErrorNoted,
    HandShown,
    TileClaimed,
    TileDiscarded,
    TileDrawn,
    WallBuilt,
)
from ledger.events.rounds import (
    BetPlaced,
    Collection,
    Commission,
    LiabilityRuled,
    Payout,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import MarkerMoved, PlayerLeft, PlayerSeated, StackDeclared
from ledger.events.tables import TableOpened
from projections.replay.codes import CODES
from projections.replay.games.mah_jong import (
    Capital,
    Cobranca,
    Comissao,
    Escalao,
    Lance,
    MahJongRecord,
    Mostrada,
    Responsavel,
)
from projections.replay.kit.bets import Bet
from projections.replay.record import ErrorNoted as ErrorRecord
from projections.replay.record import Payment, Void
from projections.replay.registry import judge
from tests.helpers.casino import RECORDS, Log, instant, judged
from tests.helpers.strategies import payloads, payloads_of

GAME = "mah_jong"
SHOWN = (
    *("bambu-1",) * 3,
    *("numero-4", "numero-5", "numero-6"),
    *("circulo-7", "circulo-8", "circulo-9"),
    *("bambu-6", "bambu-7"),
    *("numero-9",) * 2,
)
OPENED = RoundOpened(seats=(3, 4, 1, 2), banker=1, wind="E")
PLAY: tuple[Payload, ...] = (
    DiceRolled(dice=(1, 1), null="off_table"),
    DiceRolled(dice=(6, 6, 1), by=1),
    WallBuilt(pieces=136),
    TileDiscarded(seat=1, tile="norte"),
    TileDrawn(seat=2),
    TileDiscarded(seat=2, tile="bambu-5"),
    TileClaimed(seat=3, claim="ganho", tiles=("bambu-5",), of=2),
    HandShown(seat=3, cards=SHOWN),
)
"""Oeste wins by kai vu, from Sul: 200 of Este, 100 of each other, less five per cent."""
MONEY: tuple[Payload, ...] = (
    Collection(seat=1, amount=200, to=3),
    Collection(seat=2, amount=100, to=3),
    Collection(seat=4, amount=100, to=3),
    Commission(amount=20, seat=3, mode="prize"),
    Payout(seat=3, amount=380),
)
OPTIONS: dict[str, Any] = {"unidade": 100, "comissao_ppm": 50_000}


def test_a_whole_game() -> None:
    """Each event of a game stands in the record; the places begin at the banker's."""
    log = Log(GAME, **OPTIONS)
    log.place_event(StackDeclared(seat=3, amount=900, why="capital"))
    log.play(OPENED, *PLAY, *MONEY, StackDeclared(seat=3, amount=1280, why="count"))
    record = log.gather()
    assert record == MahJongRecord(
        round=log.round,
        profile="cv-2017@1",
        currency="XTS",
        records=RECORDS,
        payments=(Payment(seat=3, amount=380),),
        lugares=(1, 2, 3, 4),
        vento="este",
        dados=(6, 6, 1),
        pedras=136,
        lances=(
            Lance(seat=1, tipo="descarte", pedra="norte"),
            Lance(seat=2, tipo="compra"),
            Lance(seat=2, tipo="descarte", pedra="bambu-5"),
            Lance(seat=3, tipo="ganho", pedra="bambu-5", de=2),
        ),
        mostradas=(Mostrada(seat=3, pedras=SHOWN),),
        capitais=(Capital(seat=3, valor=900),),
        unidades=(100, 200, 400),
        comissao=(Escalao(ppm=50_000),),
        cobrancas=(
            Cobranca(seat=1, valor=200, to=3),
            Cobranca(seat=2, valor=100, to=3),
            Cobranca(seat=4, valor=100, to=3),
        ),
        comissoes=(Comissao(valor=20, seat=3, mode="prize"),),
    )
    assert judge(record).found == ()


def test_the_whole_pipeline_finds_nothing_in_a_right_game_and_the_fault_in_a_wrong_one() -> None:
    """R30: paid as one fán, 760 net of five per cent, Oeste's kai vu is MJ-FAN."""
    for paid, expected in ((380, []), (760, ["MJ-FAN"])):
        log = Log(GAME, **OPTIONS)
        log.play(OPENED, *PLAY, *MONEY[:-1], Payout(seat=3, amount=paid))
        log.closed()
        ((one,), faults) = judged(log.events)
        assert [found.code for found in one.verdict.found] == expected
        assert faults == []


def test_every_claim_is_an_act() -> None:
    """R21-R25: ch'i, p'ong, both k'ongs, the robbed one, and what was announced and not made."""
    log = Log(GAME)
    run = ("bambu-3", "bambu-4", "bambu-5")
    log.play(
        TileClaimed(seat=2, claim="chi", tiles=run, of=1),
        TileClaimed(seat=4, claim="pong", of=2, made=False),
        TileClaimed(seat=3, claim="kong", tiles=("sul",) * 4),
        TileClaimed(seat=3, claim="kong_fechado", tiles=("norte",) * 4),
        TileDrawn(seat=3, tile="verde", replacement=True, last=True),
        TileClaimed(seat=4, claim="ganho", tiles=("sul",), of=3, robbed=True),
        TileClaimed(seat=4, claim="outra"),
    )
    assert log.gather().lances == (
        Lance(seat=2, tipo="ch_i", pedras=run, de=1),
        Lance(seat=4, tipo="p_ong", de=2, feito=False),
        Lance(seat=3, tipo="k_ong", pedras=("sul",) * 4),
        Lance(seat=3, tipo="k_ong_fechado", pedras=("norte",) * 4),
        Lance(seat=3, tipo="compra", pedra="verde", substituicao=True, ultima=True),
        Lance(seat=4, tipo="ganho", pedra="sul", de=3, roubo=True),
        Lance(seat=4, tipo="outra"),
    )


def test_the_places_where_the_opening_does_not_say() -> None:
    """Seats are numbered clockwise and play goes the other way; the marker says who is Este."""
    log = Log(GAME)
    log.place_event(
        *(PlayerSeated(seat=seat) for seat in (1, 2, 3, 4, 5)),
        PlayerLeft(seat=5),
        MarkerMoved(seat=3, marker="banca"),
        MarkerMoved(seat=1),
    )
    assert log.gather().lugares == (3, 2, 1, 4)


def test_the_opening_names_the_banker_before_the_marker() -> None:
    """The round's own word goes before what stood at the table."""
    log = Log(GAME)
    log.place_event(MarkerMoved(seat=2, marker="banca"))
    log.play(RoundOpened(seats=(1, 2, 3), banker=3))
    assert log.gather().lugares == (3, 1, 2)
    log = Log(GAME)
    log.place_event(MarkerMoved(seat=2, marker="banca"))
    log.play(RoundOpened(seats=(1, 2, 3)))
    assert log.gather().lugares == (2, 3, 1)


def test_what_a_ruling_an_error_and_a_bet_say() -> None:
    """R34, R36-R45; mah-jong has no bets, and one that was placed is kept."""
    log = Log(GAME)
    log.play(
        LiabilityRuled(seat=2, rule="MJ R36"),
        ErrorNoted(error="viu_pedras", seat=4),
        BetPlaced(bet=1, seat=2, chance="pleno", amount=500),
        RoundVoided(cause="engano"),
    )
    record = log.gather()
    assert record.responsaveis == (Responsavel(seat=2, rule="MJ R36"),)
    assert record.errors == (ErrorRecord(error="viu_pedras", seat=4, at=instant(4)),)
    assert record.bets == (Bet(bet=1, seat=2, tipo="pleno", valor=500, at=instant(5), seq=5),)
    assert record.void == Void(cause="engano")


def test_capital_is_what_was_in_play_before_the_win() -> None:
    """R35: more may be put in during the game; what the winner has after it is no limit."""
    log = Log(GAME)
    log.place_event(
        StackDeclared(seat=1, amount=500, why="start"),
        StackDeclared(seat=2, amount=300, why="start"),
        PlayerLeft(seat=2),
    )
    log.play(
        StackDeclared(seat=1, amount=700, why="capital_reposto"),
        TileClaimed(seat=1, claim="ganho"),
        StackDeclared(seat=1, amount=999, why="count"),
    )
    assert log.gather().capitais == (Capital(seat=1, valor=700),)


def test_options() -> None:
    """The operator's tables: a unit a grade, lines of a commission; the simplified game."""
    log = Log(
        GAME,
        variante="simplificado",
        unidades=(50, 90),
        unidade=7,
        comissao=((0, 50_000), (1000, 30_000, 5), (1,), ("x", 2)),
        comissao_ppm=1,
    )
    record = log.gather()
    assert (record.variante, record.unidades) == ("simplificado", (50, 90))
    assert record.comissao == (Escalao(ppm=50_000), Escalao(desde=1000, ppm=30_000, fixo=5))


def test_options_of_another_kind_count_as_not_said() -> None:
    """Options are an open map: a word as unit is no reason to stop."""
    log = Log(GAME, variante="outra", unidades=("a", 2), unidade="x", comissao=5, comissao_ppm=-1)
    assert log.gather() == Log(GAME).gather()


def test_winds_are_said_whole_or_by_a_letter() -> None:
    """O is oeste; a word that is no wind stays what it was."""
    for said, expected in (("O", "oeste"), ("oeste", "oeste"), ("W", "W"), (None, None)):
        log = Log(GAME)
        log.play(RoundOpened(wind=said))
        assert log.gather().vento == expected


KINDS = (
    TileDrawn, TileDiscarded, TileClaimed, HandShown, DiceRolled, WallBuilt, LiabilityRuled,
    Collection, Commission, Payout, StackDeclared, MarkerMoved,
)  # fmt: skip


@settings(max_examples=40)
@given(st.lists(payloads(*KINDS), max_size=12), payloads_of(RoundOpened), payloads_of(TableOpened))
def test_any_events_make_a_record_that_can_be_judged(
    said: list[Payload], opened: RoundOpened, table: TableOpened
) -> None:
    """Whatever a table sent, its options included: a verdict, and every code in it exists."""
    opening = TableOpened(
        profile="cv-2017@1", game=GAME, options=table.options, currency="XTS", records=RECORDS
    )
    log = Log(GAME, opening=opening)
    log.play(opened, *said)
    assert {one.code for one in judge(log.gather()).found} <= set(CODES)
