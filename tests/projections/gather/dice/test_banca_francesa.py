"""From events to the record of a round of banca francesa."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events import tables
from ledger.events.base import Chips as PlacedChips
from ledger.events.base import Payload
from ledger.events.outcomes import Announcement, DiceRolled, ErrorNoted
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    Collection,
    CoupNulled,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.seats import PlayerSeated, PlayerSessionEnded, PlayerSessionRestricted
from ledger.events.tables import EquipmentChanged, StaffChanged, TableOpened
from projections.gather.dice.banca_francesa import gather
from projections.replay.games.dice.banca_francesa import (
    Alteracao,
    Anterior,
    Anuncio,
    Aposta,
    BancaFrancesaRecord,
    Recolha,
)
from projections.replay.kit.bets import Chips, Limit, Shift
from projections.replay.kit.dice import DiceSet, Throw
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.kit.throws import Call, Opening
from projections.replay.record import ErrorNoted as Noted
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.helpers.casino import DAY, RECORDS, Log, instant, judged
from tests.helpers.strategies import payloads, payloads_of

GAME = "banca_francesa"
GRANDE = BetPlaced(bet=1, seat=1, chance="grande", amount=3000, line=True)


def test_a_whole_round() -> None:
    """Each event stands in the record, with the throw before which it came."""
    log = Log(
        GAME,
        minimos={"grande": 500},
        maximos={"grande": 100_000},
        multiplo_risco=2000,
        ternos=("t1", "t2", "t3"),
        tempo_apostas=15,
    )
    log.place_event(
        EquipmentChanged(item="dice_set", id="t1", reason="opening"),
        StaffChanged(post="cavalinho", person="c1"),
        PlayerSeated(seat=1, player="ana"),
    )
    log.play(
        RoundOpened(mode="shared"),
        BetsOpened(seconds=15),
        GRANDE,
        BetsClosed(by="clock"),
        DiceRolled(dice=(4, 4, 3)),
        BetPlaced(bet=2, seat=2, chance="ases", amount=1000, chips=PlacedChips(count=2, value=500)),
        BetChanged(bet=1, amount=4000, line=False),
        DiceRolled(dice=(5, 5), null="off_table"),
        BetWithdrawn(bet=2),
        DiceRolled(dice=(6, 5, 4)),
        ErrorNoted(error="abafo"),
        Announcement(what="chance", said="grande"),
        Collection(amount=10, bets=(9,), seat=4),
        Payout(seat=1, bets=(1,), amount=4000, stake_returned=4000),
        Collection(amount=20),
    )
    record = log.gather()
    assert record == BancaFrancesaRecord(
        round=log.round,
        profile="cv-2017@1",
        currency="XTS",
        mode="shared",
        records=RECORDS,
        payments=(Payment(seat=1, bets=(1,), amount=4000, stake_returned=4000),),
        errors=(Noted(error="abafo", at=instant(15)),),
        limites={"grande": Limit(minimum=500, maximum=100_000)},
        multiplo_risco=2000,
        tempo_apostas=15,
        ternos=("t1", "t2", "t3"),
        terno=DiceSet(id="t1", since=instant(2), reason="opening", seq=2),
        trocas=(DiceSet(id="t1", since=instant(2), reason="opening", seq=2),),
        pessoal=(Shift(person="c1", role="cavalinho", since=instant(3)),),
        bets=(
            Aposta(
                bet=1,
                seat=1,
                player="ana",
                tipo="grande",
                valor=3000,
                risco=True,
                lancamento=1,
                at=instant(7),
                seq=7,
            ),
            Aposta(
                bet=2,
                seat=2,
                tipo="ases",
                valor=1000,
                chips=Chips(count=2, value=500),
                lancamento=2,
                at=instant(10),
                seq=10,
            ),
        ),
        alteracoes=(
            Alteracao(bet=1, valor=4000, risco=False, lancamento=2, at=instant(11), seq=11),
            Alteracao(bet=2, retirada=True, lancamento=3, at=instant(13), seq=13),
        ),
        apostas_abertas=(Opening(segundos=15, lancamento=1, at=instant(6), seq=6),),
        nada_mais=(Call(lancamento=1, at=instant(8), seq=8),),
        lancamentos=(
            Throw(dados=(4, 4, 3), at=instant(9), seq=9),
            Throw(dados=(5, 5), nulo="off_table", at=instant(12), seq=12),
            Throw(dados=(6, 5, 4), at=instant(14), seq=14),
        ),
        chance_anunciada=Anuncio(chance="grande", lancamento=4, at=instant(16), seq=16),
        abafo=Call(lancamento=4, at=instant(15), seq=15),
        recolha=(
            Recolha(bets=(9,), seat=4, valor=10),
            Recolha(valor=20, pagamentos=1),
        ),
    )


def test_a_round_from_its_events_to_its_verdict() -> None:
    """R13: rui takes his bet off in time, ana wins on the line; nothing is amiss."""
    log = Log(GAME)
    log.play(
        RoundOpened(),
        GRANDE,
        BetPlaced(bet=2, seat=2, chance="ases", amount=1000),
        DiceRolled(dice=(4, 4, 3)),
        BetWithdrawn(bet=2),
        DiceRolled(dice=(6, 5, 4)),
        Payout(seat=1, bets=(1,), amount=1500, stake_returned=1500),
        RoundClosed(),
    )
    ((one,), faults) = judged(log.events)
    assert [line.due for line in one.verdict.settlement.lines] == [3000]
    assert one.verdict.found == ()
    assert not faults


def test_a_null_call_is_the_last_throws() -> None:
    """R22: the throw before it does not count; one that has its reason keeps it."""
    log = Log(GAME)
    log.play(
        CoupNulled(cause="in_cup"),
        DiceRolled(dice=(1, 1, 1)),
        CoupNulled(cause="object"),
        DiceRolled(dice=(2, 2), null="off_table"),
        CoupNulled(cause="other"),
    )
    assert [(one.dados, one.nulo) for one in log.gather().lancamentos] == [
        ((), "in_cup"),
        ((1, 1, 1), "object"),
        ((2, 2), "off_table"),
    ]


def test_each_window_has_its_own_call() -> None:
    """R33: the bets are closed before every throw, in words or by the clock."""
    log = Log(GAME)
    log.play(
        BetsClosed(),
        DiceRolled(dice=(4, 4, 3)),
        Announcement(what="nada_mais"),
        BetPlaced(bet=1, seat=1, chance="pequeno", amount=100),
        DiceRolled(dice=(1, 2, 3)),
    )
    record = log.gather()
    assert [call.lancamento for call in record.nada_mais] == [1, 2]
    verdict = judge(record)
    assert [line.outcome.value for line in verdict.settlement.lines] == ["devolvida"]
    assert "BET-LATE" in [one.code for one in verdict.found]


def test_the_opening_counts_as_a_set_brought_in() -> None:
    """R17: hour by hour from the opening, though no event named the set."""
    assert Log(GAME).gather().terno == DiceSet(id="", since=instant(1), reason="opening")


def test_the_set_and_the_staff_are_those_of_the_last_throw() -> None:
    """R17, R21: who and what came after it did not throw."""
    log = Log(GAME)
    log.place_event(
        EquipmentChanged(item="dice_set", id="t1"), StaffChanged(post="cavalinho", person="c1")
    )
    log.play(DiceRolled(dice=(1, 2, 3)))
    log.place_event(
        EquipmentChanged(item="dice_set", id="t2"),
        EquipmentChanged(item="ball", id="b"),
        StaffChanged(post="cavalinho", person="c2"),
    )
    record = log.gather()
    assert record.terno is not None
    assert record.terno.id == "t1"
    assert [one.id for one in record.trocas] == ["t1", "t2"]
    assert [shift.person for shift in record.pessoal] == ["c1"]


def test_a_set_taken_out_leaves_none_known() -> None:
    """R18: after a set was withdrawn nobody knows its term until another comes."""
    log = Log(GAME)
    log.place_event(
        EquipmentChanged(item="dice_set", id="t1"), EquipmentChanged(item="dice_set", id=None)
    )
    assert log.gather().terno == DiceSet(id="", since=instant(1), reason="opening")


def test_options_of_another_kind_count_as_not_said() -> None:
    """Options are an open map: a word for a number is no reason to stop."""
    log = Log(GAME, multiplo_risco="dez", ternos=7, minimos=(1,), tempo_apostas=True)
    assert log.gather() == Log(GAME).gather()


def test_sessions_and_means() -> None:
    """R39-R42: sessions that ended since the round before; in what prizes were paid."""
    log = Log(GAME)
    log.place_event(
        PlayerSessionEnded(
            player="ana", session="s1", by="operator", cause="idle", rounds=3, history=2
        ),
        PlayerSessionRestricted(player="rui", cause="risk"),
    )
    log.play(
        RoundOpened(mode="demo"),
        Payout(seat=1, bets=(1,), amount=10, means="cash"),
        Payout(seat=1, bets=(2,), amount=0, stake_returned=5, means="account"),
    )
    record = log.gather()
    assert record.sessoes == (
        PlayerSession(session="s1", ended_by="operator", cause="idle", rounds=3, history=2),
        PlayerSession(session="rui", cause="risk", restricted=True),
    )
    assert record.meios == ("cash",)
    assert {"ONL-HIST", "ONL-EXCL", "ONL-DEMO"} <= {one.code for one in judge(record).found}


def test_the_round_before_is_known() -> None:
    """R17, R21: its last throw, and only sessions that ended since it."""
    log = Log(GAME)
    log.place_event(PlayerSessionEnded(player="ana", session="s1", by="player", cause="own"))
    log.play(RoundOpened(), DiceRolled(dice=(1, 2, 3)), RoundClosed())
    log.place_event(PlayerSessionEnded(player="rui", session="s2", by="player", cause="own"))
    log.round = f"{log.place}/{DAY}/2"
    log.play(RoundOpened(), DiceRolled(dice=(6, 5, 4)), RoundClosed())
    (first, second), _ = judged(log.events)
    one, other = first.verdict.record, second.verdict.record
    assert isinstance(one, BancaFrancesaRecord)
    assert isinstance(other, BancaFrancesaRecord)
    assert one.anterior is None
    assert other.anterior == Anterior(aberto=instant(3), lancado=instant(4))
    assert [session.session for session in one.sessoes] == ["s1"]
    assert [session.session for session in other.sessoes] == ["s2"]


KINDS = (
    *(BetPlaced, BetChanged, BetWithdrawn, BetsClosed, BetsOpened, DiceRolled, CoupNulled),
    *(Announcement, ErrorNoted, Collection, Payout),
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
