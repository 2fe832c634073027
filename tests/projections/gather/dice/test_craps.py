"""From events to the record of a round of craps."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events import tables
from ledger.events.base import Payload
from ledger.events.outcomes import Announcement, DiceRolled
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    CoupNulled,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.seats import MarkerMoved, PlayerLeft, PlayerSessionEnded
from ledger.events.tables import StaffChanged, TableOpened
from projections.gather.dice.craps import gather
from projections.replay.games.dice.craps import (
    Anterior,
    Aposta,
    CrapsRecord,
    Designacao,
    PontoFixado,
)
from projections.replay.kit.bets import Limit, Moment, Shift
from projections.replay.kit.dice import Throw
from projections.replay.kit.throws import Call, ThrowChange
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.helpers.casino import DAY, RECORDS, Log, instant, judged
from tests.helpers.strategies import payloads, payloads_of

GAME = "craps"
PASS_LINE = BetPlaced(bet=1, seat=1, chance="pass_line", amount=1000)


def test_a_whole_round() -> None:
    """Each event stands in the record, with the throw before which it came."""
    opening = TableOpened(
        profile="cv-2017@1",
        game=GAME,
        options={"bar": 2, "mesa_grande": True, "minimos": {"field": 100}},
        currency="XTS",
        records=RECORDS,
        closes=instant(9_000),
    )
    log = Log(GAME, opening=opening)
    log.place_event(StaffChanged(post="stickman", person="s1"))
    log.play(
        RoundOpened(shooter=1, point=6),
        MarkerMoved(seat=2, marker="lancador", declined=(1,)),
        BetPlaced(
            bet=1,
            seat=2,
            player="rui",
            chance="come",
            selection="9",
            amount=1000,
            carried_from=f"T-01/{DAY}/7",
        ),
        BetsClosed(),
        DiceRolled(dice=(4, 4), by=2),
        BetPlaced(bet=2, seat=2, player="rui", chance="odds", amount=1000, base=1),
        BetChanged(bet=1, selection="9", cause="moved"),
        Announcement(what="ponto_fixado", said="6"),
        DiceRolled(dice=(6,), by=2, null="off_table"),
        BetWithdrawn(bet=2),
        DiceRolled(dice=(4, 5), by=2),
        Payout(seat=2, bets=(1,), amount=1000, stake_returned=1000),
    )
    assert log.gather() == CrapsRecord(
        round=log.round,
        profile="cv-2017@1",
        currency="XTS",
        records=RECORDS,
        payments=(Payment(seat=2, bets=(1,), amount=1000, stake_returned=1000),),
        limites={"field": Limit(minimum=100)},
        bar=2,
        mesa_grande=True,
        pessoal=(Shift(person="s1", role="stickman", since=instant(2)),),
        encerramento=instant(9_000),
        inicio=Moment(at=instant(3), seq=3),
        ponto=6,
        lancador=1,
        designacoes=(Designacao(seat=2, recusas=(1,), lancamento=1, at=instant(4), seq=4),),
        bets=(
            Aposta(
                bet=1,
                seat=2,
                player="rui",
                tipo="come",
                selecao="9",
                valor=1000,
                transportada=True,
                lancamento=1,
                at=instant(5),
                seq=5,
            ),
            Aposta(
                bet=2,
                seat=2,
                player="rui",
                tipo="odds",
                valor=1000,
                base=1,
                lancamento=2,
                at=instant(8),
                seq=8,
            ),
        ),
        alteracoes=(
            ThrowChange(bet=1, selecao="9", lancamento=2, at=instant(9), seq=9),
            ThrowChange(bet=2, retirada=True, lancamento=3, at=instant(12), seq=12),
        ),
        nada_mais=(Call(lancamento=1, at=instant(6), seq=6),),
        lancamentos=(
            Throw(dados=(4, 4), by=2, at=instant(7), seq=7),
            Throw(dados=(6,), by=2, nulo="off_table", at=instant(11), seq=11),
            Throw(dados=(4, 5), by=2, at=instant(13), seq=13),
        ),
        ponto_fixado=(PontoFixado(numero="6", lancamento=2, at=instant(10), seq=10),),
    )


def test_a_round_from_its_events_to_its_verdict() -> None:
    """R20, R22: the point, odds on it, the point again; paid exactly, nothing is amiss."""
    log = Log(GAME, bar=12)
    log.play(
        RoundOpened(shooter=1),
        PASS_LINE,
        DiceRolled(dice=(2, 4), by=1),
        BetPlaced(bet=2, seat=1, chance="odds", amount=1000, base=1),
        DiceRolled(dice=(4, 5), by=1),
        DiceRolled(dice=(3, 3), by=1),
        Payout(seat=1, bets=(1,), amount=1000, stake_returned=1000),
        Payout(seat=1, bets=(2,), amount=1200, stake_returned=1000),
        RoundClosed(),
    )
    ((one,), faults) = judged(log.events)
    assert [line.due for line in one.verdict.settlement.lines] == [2000, 2200]
    assert one.verdict.found == ()
    assert not faults


def test_a_null_call_is_the_last_throws() -> None:
    """R18: the throw before it does not count."""
    log = Log(GAME)
    log.play(
        PASS_LINE, DiceRolled(dice=(3, 4)), CoupNulled(cause="off_table"), DiceRolled(dice=(1, 1))
    )
    assert [one.nulo for one in log.gather().lancamentos] == ["off_table", None]


def play(log: Log, number: int, *payloads: Payload) -> None:
    """Play a round of the table, after those before it."""
    log.round = f"{log.place}/{DAY}/{number}"
    log.play(*payloads, RoundClosed())


def second(log: Log) -> CrapsRecord:
    """Return the record of the second of a log's rounds."""
    (_, other), _ = judged(log.events)
    assert isinstance(other.verdict.record, CrapsRecord)
    return other.verdict.record


def test_the_round_before_says_who_threw_and_who_played() -> None:
    """R14, R15 b: a seven against the point ended it, so the dice pass."""
    log = Log(GAME)
    play(
        log,
        1,
        RoundOpened(shooter=1),
        PASS_LINE,
        BetPlaced(bet=2, seat=2, player="rui", chance="field", amount=100),
        DiceRolled(dice=(2, 4)),
        DiceRolled(dice=(3, 4), null="off_table"),
        DiceRolled(dice=(3, 4)),
    )
    play(log, 2, RoundOpened(shooter=1), PASS_LINE, DiceRolled(dice=(3, 4)))
    assert second(log).anterior == Anterior(lancador=1, sete_fora=True, jogadores=(1, "rui"))


def entries(*between: Payload, skipped: bool = True, player: str | None = "rui") -> list[str]:
    """Return the codes of a round in which seat 2 bets after the point and another throw.

    He bet in the first round of the evening; ``between`` happened after it, and after that a round
    was played without him if he skipped one.
    """
    log = Log(GAME)
    stays = BetPlaced(bet=1, seat=1, chance="pass_line", amount=1000)
    his = BetPlaced(bet=2, seat=2, player=player, chance="field", amount=1000)
    play(log, 1, RoundOpened(shooter=1), stays, his, DiceRolled(dice=(3, 4), by=1))
    for payload in between:
        log.place_event(payload)
    if skipped:
        play(log, 2, RoundOpened(shooter=1), stays, DiceRolled(dice=(5, 6), by=1))
    log.round = f"{log.place}/{DAY}/3"
    # The point is 6, a 5 is thrown after it; then he bets 10.00 on the field, and 4 wins it 1:1.
    log.play(
        RoundOpened(shooter=1),
        stays,
        *(DiceRolled(dice=dice, by=1) for dice in ((2, 4), (2, 3))),
        his,
        *(DiceRolled(dice=dice, by=1) for dice in ((1, 3), (3, 3))),
        Payout(seat=2, bets=(2,), amount=1000, stake_returned=1000),
        Payout(seat=1, bets=(1,), amount=1000, stake_returned=1000),
        RoundClosed(),
    )
    rounds, _ = judged(log.events)
    return [found.code for found in rounds[-1].verdict.found]


def test_who_lets_a_round_pass_is_no_newcomer() -> None:
    """R14: players enter the game, and whoever entered it and has not left it is in it."""
    assert entries(skipped=False) == []
    assert entries() == []
    assert entries(player=None) == []


def test_who_left_enters_anew() -> None:
    """R14: he waits for the next turn; whoever else left, or changed places, is not he."""
    assert entries(PlayerLeft(seat=2, player="rui")) == ["CR-ENTRY"]
    assert entries(PlayerLeft(seat=2)) == ["CR-ENTRY"]
    assert entries(PlayerLeft(seat=2), player=None) == ["CR-ENTRY"]
    ended = PlayerSessionEnded(player="rui", session="s1", by="player", cause="own")
    assert entries(ended) == ["CR-ENTRY"]
    assert entries(PlayerLeft(seat=3)) == []
    assert entries(PlayerLeft(seat=2, player="ana")) == []
    assert entries(PlayerLeft(seat=2, player="rui", cause="change")) == []


def test_who_left_the_game_is_remembered_from_round_to_round() -> None:
    """R14: that a round passed since he left makes him no player of this one."""
    log = Log(GAME)
    bet = BetPlaced(bet=1, seat=2, player="rui", chance="field", amount=1000)
    play(log, 1, RoundOpened(), bet, DiceRolled(dice=(3, 4)))
    log.place_event(PlayerLeft(seat=2, player="rui"))
    play(log, 2, RoundOpened(), DiceRolled(dice=(3, 4)))
    assert second(log).anterior == Anterior(lancador=None, jogadores=())


def test_a_seven_of_the_first_throw_does_not_pass_the_dice() -> None:
    """R15 b: not on a first throw; nor where the point of the round before was made."""
    log = Log(GAME)
    play(log, 1, RoundOpened(point=6), DiceRolled(dice=(2, 4), by=3), DiceRolled(dice=(3, 4)))
    play(log, 2, RoundOpened(), DiceRolled(dice=(3, 4)))
    assert second(log).anterior == Anterior(lancador=3)


def test_the_dice_given_between_the_rounds_count_for_the_next() -> None:
    """R12: only those given since the round before."""
    log = Log(GAME)
    log.place_event(MarkerMoved(seat=4, marker="lancador", declined=(3,)))
    log.place_event(MarkerMoved(seat=9, marker="banca"))
    play(log, 1, RoundOpened(), DiceRolled(dice=(3, 4)))
    log.place_event(MarkerMoved(seat=5, marker="lancador"))
    play(log, 2, RoundOpened(), DiceRolled(dice=(3, 4)))
    (one, other), _ = judged(log.events)
    records = [one.verdict.record, other.verdict.record]
    seats = [
        [given.seat for given in record.designacoes]
        for record in records
        if isinstance(record, CrapsRecord)
    ]
    assert seats == [[4], [5]]


def test_options_of_another_kind_count_as_not_said() -> None:
    """Options are an open map: a word for a number is no reason to stop."""
    log = Log(GAME, bar="doze", mesa_grande=1, minimos=(1,))
    assert log.gather() == Log(GAME).gather()


KINDS = (
    *(BetPlaced, BetChanged, BetWithdrawn, BetsClosed, DiceRolled, CoupNulled, MarkerMoved),
    *(Announcement, Payout),
)


@settings(max_examples=50, deadline=None)
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
