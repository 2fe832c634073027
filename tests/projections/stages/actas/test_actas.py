"""Bingo's actas: R61 jogada by jogada, the gate of R60, what several jogadas decide together."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from api.services.gate import Gate
from ledger.events.bingo import (
    BallSetChecked,
    BallSetReplaced,
    BingoSessionClosed,
    BingoSessionOpened,
    Breakdown,
    CardsDestroyed,
    Complaint,
    ComplaintDecided,
    Incident,
    JogadaAnnulled,
    PoolCondition,
)
from ledger.events.jackpots import AwardPaid, BaseFunded, JackpotWon, PoolOpened
from projections.reads.queries import Queries
from projections.running.building import rebuild
from projections.running.runner import LIVE, Runner
from projections.stages.actas.queries import Acta, acta_of, versions_of
from tests.fixtures.casino import DAY, Casino
from tests.projections.stages.actas.bingo_hall import PLACE, SOURCE, WINNER, Hall


@pytest.fixture
def hall(casino: Casino) -> Hall:
    return Hall(casino)


def acta(hall: Hall, known: int | None = None) -> Acta:
    hall.casino.project()
    with hall.casino.reading() as connection:
        found = acta_of(connection, LIVE, "S-1", known=known)
    assert found is not None
    return found


def gate_of(hall: Hall) -> Gate:
    return Gate(hall.casino.conninfo, hall.casino.door.say, hall.casino.project)


def test_a_whole_session_is_told_and_nothing_is_wrong_with_it(hall: Hall) -> None:
    """Two jogadas of ten cards at 10.00: 100.00 collected, 20.00 linha, 60.00 bingo each."""
    hall.jogada()
    hall.destroy()
    hall.jogada(last=True)
    hall.destroy()
    hall.close()
    found = acta(hall)
    assert (found.session, found.place, found.currency) == ("S-1", PLACE, "CVE")
    assert found.ended is not None
    for number, (_, one) in enumerate(found.jogadas):
        assert [serie.intervalos for serie in one.series] == [
            ((number * 10 + 1, number * 10 + 10),)
        ]
        assert (one.cartoes, one.recolhido) == (10, 10_000)
        assert (one.pago(linha=True), one.pago(bingo=True), one.imposto) == (2_000, 6_000, 0)
        assert one.registada
        assert one.lacks() == []
    assert hall.codes() == []


@pytest.mark.recorded
def test_the_gate_opens_when_the_record_of_the_jogada_before_is_complete(hall: Hall) -> None:
    """R60: no before the record is signed, yes once after it, and no to a second who asks."""
    gate = gate_of(hall)
    assert gate.ask(PLACE, f"{PLACE}/{DAY}/1").granted
    hall.jogada(record=False)
    answer = gate.ask(PLACE, f"{PLACE}/{DAY}/2")
    assert not answer.granted
    assert answer.reasons == (f"the record of {PLACE}/{DAY}/1 is not complete",)
    hall.record()
    assert gate.look(PLACE, f"{PLACE}/{DAY}/2").granted
    granted = gate.ask(PLACE, f"{PLACE}/{DAY}/2")
    assert granted.granted
    assert granted.previous == f"{PLACE}/{DAY}/1"
    again = gate.ask(PLACE, f"{PLACE}/{DAY}/2")
    assert again.reasons == (f"the gate has said yes to {PLACE}/{DAY}/2 before",)
    (row,) = hall.casino.rows("SELECT previous, next FROM {s}.gate WHERE previous IS NOT NULL")
    assert row == {"previous": f"{PLACE}/{DAY}/1", "next": f"{PLACE}/{DAY}/2"}


@pytest.mark.recorded
def test_of_many_who_ask_at_once_one_gets_the_yes(hall: Hall) -> None:
    """Eight askers in eight threads, each with its own connection: one grant in the log."""
    hall.casino.project()

    def ask(_: int) -> bool:
        return gate_of(hall).ask(PLACE, f"{PLACE}/{DAY}/1").granted

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(8)))
    assert answers.count(True) == 1
    hall.casino.project()
    assert len(hall.casino.rows("SELECT 1 FROM {s}.gate")) == 1


@pytest.mark.recorded
def test_a_room_without_a_session_gets_no_yes(casino: Casino) -> None:
    """Nor does a room that nobody has heard of."""
    hall = Hall(casino, opened=False)
    assert gate_of(hall).look(PLACE, None).reasons == ("no session is open in this room",)
    assert not gate_of(hall).look("SALA-9", None).granted


def test_a_jogada_opened_before_the_record_is_complete_is_a_finding_and_counts(hall: Hall) -> None:
    """BI-ACTA-BLOCK names both jogadas; completing the record later does not undo it."""
    hall.jogada(record=False)
    hall.jogada(record=False)
    assert hall.codes() == ["BI-ACTA-BLOCK"]
    (row,) = hall.casino.rows("SELECT round, recorded FROM {s}.finding")
    assert row["round"] == f"{PLACE}/{DAY}/1"
    assert row["recorded"] == f"{PLACE}/{DAY}/2 opened before"
    assert acta(hall).jogadas[0][1].overtaken == f"{PLACE}/{DAY}/2"
    assert acta(hall).jogadas[1][1].recolhido == 10_000


@pytest.mark.recorded
def test_a_record_signed_too_early_completes_nothing(hall: Hall) -> None:
    """R60: with prizes unpaid f) lacks; BI-ACTA-FIELD, and the gate stays shut."""
    hall.begin()
    hall.sell()
    hall.draw()
    hall.end()
    hall.record()
    assert "BI-ACTA-FIELD" in hall.codes()
    answer = gate_of(hall).look(PLACE, f"{PLACE}/{DAY}/2")
    assert answer.reasons == (f"the record of {PLACE}/{DAY}/1 is not complete; it lacks f of R61",)


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"cards": 11}, "d"),
        ({"collected": 9_999}, "e"),
        ({"linha": 1_999}, "f linha"),
        ({"tax": 1}, "g"),
        ({"incidents": 1}, "m"),
        ({"price": 999}, "c"),
    ],
)
def test_a_record_is_held_against_the_events(hall: Hall, said: dict[str, Any], field: str) -> None:
    """BI-ACTA-SUM names the datum of R61 that differs; the record completes all the same."""
    hall.jogada(record=False)
    hall.record(**said)
    assert hall.codes() == ["BI-ACTA-SUM"]
    (row,) = hall.casino.rows("SELECT facts FROM {s}.finding")
    assert f'"{field}"' in row["facts"]
    assert acta(hall).jogadas[0][1].registada


def test_a_record_signed_again_rightly_ends_the_finding(hall: Hall) -> None:
    """The last record is the one that is compared; both stay in the log."""
    hall.jogada(record=False)
    hall.record(cards=11)
    assert hall.codes() == ["BI-ACTA-SUM"]
    hall.record()
    assert hall.codes() == []


def test_what_happens_is_told_whether_during_the_jogada_or_after(hall: Hall) -> None:
    """R61 j) to m): complaints with their decision, balls, breakdowns, incidents."""
    hall.begin()
    hall.sell()
    hall.play(Complaint(complaint="R-1", about="bet"))
    hall.draw()
    hall.pay()
    hall.end()
    hall.room(ComplaintDecided(complaint="R-1", decision="improcedente"))
    hall.room(Breakdown(equipment="painel"))
    hall.room(Incident(code="desordem"))
    hall.room(BallSetReplaced(old="B-1", new="B-2", uses=1, act="IGJ-9"))
    hall.record(complaints=("R-1",), breakdowns=1, incidents=1, ball_sets=("B-2",))
    (_, one), *_ = acta(hall).jogadas
    assert [(this.nome, this.decisao) for this in one.reclamacoes] == [("R-1", "improcedente")]
    assert (one.avarias, one.ocorrencias) == (["painel"], ["desordem"])
    assert [(this.antigo, this.jogadas, this.novo) for this in one.bolas] == [("B-1", 1, "B-2")]
    assert "BI-ACTA-SUM" not in hall.codes()


def test_what_is_told_of_an_ended_jogada_counts_once_though_it_is_paid_late(hall: Hall) -> None:
    """R61 l) and m): one breakdown and one incident after the end, then the prizes: still one."""
    hall.begin()
    hall.sell()
    hall.draw()
    hall.end()
    hall.play(Complaint(complaint="R-1", about="win"))
    hall.play(Breakdown(equipment="painel"))
    hall.play(Incident(code="desordem"))
    hall.room(Incident(code="furto"))
    hall.pay()
    hall.record(complaints=("R-1",), breakdowns=1, incidents=2)
    (_, one), *_ = acta(hall).jogadas
    assert len(one.reclamacoes) == 1
    assert one.avarias == ["painel"]
    assert sorted(one.ocorrencias) == ["desordem", "furto"]
    assert "BI-ACTA-SUM" not in hall.codes()


def test_the_acta_as_it_was_known_stays_readable(hall: Hall) -> None:
    """A complaint that comes later is in the acta of now, not in that of then."""
    hall.jogada()
    hall.casino.project()
    (head,) = hall.casino.rows("SELECT max(known_from) AS at FROM {s}.acta")
    hall.room(Complaint(complaint="R-1", about="win"))
    assert acta(hall).jogadas[0][1].reclamacoes
    assert not acta(hall, known=head["at"]).jogadas[0][1].reclamacoes
    with hall.casino.reading() as connection:
        versions = versions_of(connection, LIVE, hall.round)
    assert versions[-1][1] is None
    assert len(versions) >= 3


def test_a_session_that_closes_wants_everything_at_its_end(hall: Hall) -> None:
    """R23, R51, R53, R58: balls shown, cards destroyed, last jogada announced, all in the acta."""
    hall.jogada(record=False)
    hall.casino.project()
    hall.room(BingoSessionClosed(session="S-1"))
    assert hall.codes() == ["BI-ACTA-BLOCK", "BI-ACTA-FIELD", "BI-DESTROY", "BI-LAST", "BI-PASS"]


def test_a_series_goes_on_where_it_stopped(hall: Hall) -> None:
    """R37: from card 1 or the one after the last sold; from card 5 after card 10 is a finding."""
    hall.jogada()
    hall.next_card = 5
    hall.jogada()
    assert "BI-START" in hall.codes()
    (row,) = hall.casino.rows("SELECT expected, recorded FROM {s}.finding WHERE code = 'BI-START'")
    assert row == {"expected": "A from 1 or 11", "recorded": "A from 5"}


@pytest.mark.parametrize(("first", "expected"), [(11, []), (9, ["BI-START"])])
def test_cards_that_were_sold_out_of_order_are_gone(
    hall: Hall, first: int, expected: list[str]
) -> None:
    """R36, R37: 1 to 6, then 9 and 10 before 7 and 8, is of that jogada: the next is number 11."""
    hall.begin()
    hall.sell(order=((1, 6), (9, 10), (7, 8)))
    hall.draw()
    hall.pay()
    hall.end()
    hall.record()
    hall.next_card = first
    hall.jogada()
    assert [code for code in hall.codes() if code != "BI-ORDER"] == expected


def test_winning_cards_are_kept_for_eight_days(hall: Hall) -> None:
    """R52: destroyed the same night is a finding, after nine days it is none."""
    hall.jogada()
    hall.play(CardsDestroyed(cards=(), winning=True))
    assert hall.codes() == ["BI-DESTROY"]


def test_winning_cards_destroyed_in_a_later_session_are_looked_up(hall: Hall) -> None:
    """R52: a day later, in another session, is too early; nine days later is not."""
    hall.jogada(last=True)
    first = hall.round
    hall.destroy()
    hall.close()
    hall.casino.project()
    hall.room(
        BingoSessionOpened(session="S-2", variant=90, mode="physical", equipment_checked=True)
    )
    hall.casino.say(
        SOURCE,
        CardsDestroyed(cards=(), winning=True),
        at="2026-11-21T20:00:00.000000Z",
        place=PLACE,
        round_id=first,
    )
    assert hall.codes() == ["BI-DESTROY"]
    hall.casino.say(
        SOURCE,
        CardsDestroyed(cards=(), winning=True),
        at="2026-11-29T20:00:00.000000Z",
        place=PLACE,
        round_id=first,
    )
    assert hall.codes() == ["BI-DESTROY"]


def test_a_complaint_is_decided_days_later(hall: Hall) -> None:
    """R61 j): the decision stands in the acta of the session in which the complaint was made."""
    hall.begin(last=True)
    hall.sell()
    hall.play(Complaint(complaint="R-1", about="bet"))
    hall.draw()
    hall.pay()
    hall.end()
    hall.record(complaints=("R-1",))
    hall.close()
    hall.casino.project()
    hall.room(
        BingoSessionOpened(session="S-2", variant=90, mode="physical", equipment_checked=True)
    )
    hall.play(ComplaintDecided(complaint="R-1", decision="improcedente"))
    (_, one), *_ = acta(hall).jogadas
    assert [this.decisao for this in one.reclamacoes] == ["improcedente"]


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(7, marks=pytest.mark.deep)])
def test_earlier_sessions_are_the_same_whatever_the_page(hall: Hall, page: int) -> None:
    """A decision and a destruction that come in the next session, live in pages and rebuilt."""
    hall.begin(last=True)
    hall.sell()
    hall.play(Complaint(complaint="R-1", about="bet"))
    hall.draw()
    hall.pay()
    hall.end()
    hall.record(complaints=("R-1",))
    hall.close()
    hall.room(
        BingoSessionOpened(session="S-2", variant=90, mode="physical", equipment_checked=True)
    )
    hall.play(ComplaintDecided(complaint="R-1", decision="improcedente"))
    hall.casino.project(page=page)
    hall.play(CardsDestroyed(cards=(), winning=True))
    hall.casino.project(page=page)
    with Runner(hall.casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(hall.casino.conninfo) == digests


def test_a_session_told_again_is_the_same_session(hall: Hall) -> None:
    """R9: what is said of it in its middle begins no other acta, and undoes no check of balls."""
    hall.jogada()
    hall.destroy()
    hall.room(
        BingoSessionOpened(session="S-1", variant=90, mode="physical", equipment_checked=True)
    )
    hall.jogada(last=True)
    hall.destroy()
    hall.close()
    assert len(acta(hall).jogadas) == 2
    assert hall.codes() == []


def test_each_set_of_balls_keeps_its_own_count(hall: Hall) -> None:
    """R25: a set that rests while another is shown at a start goes on where it stopped."""
    hall.jogada()
    hall.room(BallSetChecked(set="B-80", moment="start", balls=90))
    hall.jogada()
    hall.jogada()
    hall.room(BallSetChecked(set="B-1", moment="start", balls=90))
    hall.room(BallSetReplaced(old="B-1", new="B-2", uses=1, act="IGJ-2"))
    assert "BI-BALLSET" not in hall.codes()


def test_a_share_of_the_accumulator_paid_as_an_award_is_in_the_acta(casino: Casino) -> None:
    """R61 f: 524.00 of the accumulator, paid apart from the bingo, completes the record."""
    hall = Hall(casino, opened=False)
    opened = hall.casino.say(
        "financas",
        PoolOpened(
            pool="ACUM-1",
            scope="bingo_room",
            members=(PLACE,),
            currency="CVE",
            base=50_000,
            ppm=30_000,
            game="bingo",
            balls=90,
            act="IGJ-7",
        ),
    )
    hall.casino.approve("direccao", opened)
    hall.casino.say("financas", BaseFunded(pool="ACUM-1", amount=50_000, funds="operator"))
    hall.open(pools=(PoolCondition(pool="ACUM-1", balls=90),))
    hall.begin()
    hall.sell(linha=1_940, bingo=5_820, pools={"ACUM-1": 50_240})
    hall.draw()
    hall.pay(linha=1_940, bingo=5_820)
    won = hall.play(JackpotWon(pool="ACUM-1", amount=50_240, series="A", card_number=WINNER))
    award = f"{won.source}:{won.first}"
    hall.play(AwardPaid(award=award, pool="ACUM-1", amount=50_240, means="cash"))
    hall.end()
    hall.record(linha=1_940, bingo=5_820, progressive=50_240)
    assert hall.codes() == []
    assert acta(hall).jogadas[0][1].registada


def test_online_there_are_no_balls_and_no_paper(casino: Casino) -> None:
    """R86: no mechanism, nothing to destroy; the acta is wanted all the same."""
    hall = Hall(casino, opened=False)
    hall.open(mode="session")
    hall.jogada(last=True, record=False)
    hall.room(BingoSessionClosed(session="S-1"))
    assert hall.codes() == ["BI-ACTA-BLOCK", "BI-ACTA-FIELD"]


def at_once(hall: Hall, *prices: int) -> list[tuple[str, str]]:
    """Play jogadas of these face values, none recorded; return who was overtaken by whom."""
    for price in prices:
        hall.price = price
        hall.begin()
        hall.sell(linha=2 * price, bingo=6 * price)
        hall.draw()
        hall.pay(linha=2 * price, bingo=6 * price)
        hall.end()
    hall.casino.project()
    rows = hall.casino.rows(
        "SELECT round, facts FROM {s}.finding WHERE known_until IS NULL "
        "AND code = 'BI-ACTA-BLOCK' ORDER BY round"
    )
    return sorted((row["round"][-1], json.loads(row["facts"])["next"][-1:]) for row in rows)


@pytest.mark.parametrize(
    ("prices", "expected"),
    [
        ((1_000, 2_000), []),
        ((1_000, 1_000), [("1", "2")]),
        ((1_000, 2_000, 1_000), [("1", "3")]),
        ((1_000, 2_000, 2_000, 1_000), [("1", "4"), ("2", "3")]),
    ],
)
def test_online_several_face_values_are_played_at_once(
    casino: Casino, prices: tuple[int, ...], expected: list[tuple[str, str]]
) -> None:
    """R92: at 10.00 and at 20.00 side by side; R60 holds each to the one before of its own."""
    hall = Hall(casino, opened=False)
    hall.open(mode="session")
    assert at_once(hall, *prices) == expected
    hall.room(BingoSessionClosed(session="S-1"))
    told = {before for before, _ in expected}
    every = [str(number + 1) for number in range(len(prices))]
    closed = [(number, "") for number in every if number not in told]
    assert at_once(hall) == sorted([*expected, *closed])


@pytest.mark.recorded
def test_online_the_gate_waits_for_all_only_at_the_closing(casino: Casino) -> None:
    """R60, R92: which jogada a new one follows nobody knows before its sale is told."""
    hall = Hall(casino, opened=False)
    hall.open(mode="session")
    at_once(hall, 1_000, 2_000)
    assert gate_of(hall).look(PLACE, f"{PLACE}/{DAY}/9").granted
    assert len(gate_of(hall).look(PLACE, None).reasons) == 2


def test_in_the_room_one_jogada_follows_another(hall: Hall) -> None:
    """R60: the same face values in a physical session, where nothing is played side by side."""
    assert at_once(hall, 1_000, 2_000) == [("1", "2")]


def test_a_set_of_balls_is_replaced_as_it_was_counted(hall: Hall) -> None:
    """R25: the uses said are those counted, and the new set is approved."""
    hall.room(BallSetReplaced(new="B-1", uses=0, act="IGJ-1"))
    hall.jogada()
    hall.room(BallSetReplaced(old="B-1", new="B-2", uses=7, act="IGJ-2"))
    hall.record(ball_sets=("B-2",))
    assert [one for one in hall.codes() if one == "BI-BALLSET"] == ["BI-BALLSET"]


@pytest.mark.parametrize(("act", "found"), [("IGJ-1", 0), (None, 1)])
def test_a_rooms_first_set_of_balls_is_approved_like_any(
    hall: Hall, act: str | None, found: int
) -> None:
    """R20: taken into use without an act it is found; by its act it is in order."""
    hall.room(BallSetReplaced(new="B-1", uses=0, act=act))
    assert hall.codes().count("BI-BALLSET") == found


def test_an_annulled_jogada_is_in_the_acta_with_its_ground(hall: Hall) -> None:
    """R61 i): the rule and the cause; what was collected stays beside what went back."""
    hall.begin()
    hall.sell()
    hall.play(JogadaAnnulled(cause="avaria", rule="BI R55", refunded=10_000))
    hall.end()
    (_, one), *_ = acta(hall).jogadas
    assert (one.state, one.anulada, one.motivo) == ("anulada", "BI R55", "avaria")
    assert (one.recolhido, one.devolvido) == (10_000, 10_000)
    assert one.lacks() == []


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(9, marks=pytest.mark.deep)])
@pytest.mark.deep
def test_actas_are_the_same_whatever_the_page(hall: Hall, page: int) -> None:
    """Live in pages with restarts, and rebuilt in one go."""
    hall.jogada(record=False)
    hall.casino.project(page=page)
    hall.record(cards=11)
    hall.room(Complaint(complaint="R-1", about="win"))
    hall.casino.project(page=page)
    hall.record(complaints=("R-1",))
    gate_of(hall).ask(PLACE, f"{PLACE}/{DAY}/2")
    hall.jogada(last=True)
    hall.close()
    hall.casino.project(page=page)
    with Runner(hall.casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(hall.casino.conninfo) == digests


def test_the_accumulator_grows_by_three_per_cent_of_the_prizes(casino: Casino) -> None:
    """BI R10, worked in bingo.md 4: V 100.00, P 80.00, 2.40 to the pool, 58.20 and 19.40 paid."""
    hall = Hall(casino, opened=False)
    opened = hall.casino.say(
        "financas",
        PoolOpened(
            pool="ACUM-1",
            scope="bingo_room",
            members=(PLACE,),
            currency="CVE",
            base=50_000,
            ppm=30_000,
            game="bingo",
            balls=10,
            act="IGJ-7",
        ),
    )
    hall.casino.approve("direccao", opened)
    hall.casino.say("financas", BaseFunded(pool="ACUM-1", amount=50_000, funds="operator"))
    hall.open(pools=(PoolCondition(pool="ACUM-1", balls=10),))
    hall.begin()
    hall.sell(linha=1_940, bingo=5_820, pools={"ACUM-1": 50_240})
    hall.draw()
    hall.pay(linha=1_940, bingo=5_820)
    hall.end()
    hall.record(linha=1_940, bingo=5_820)
    assert hall.codes() == []
    with hall.casino.reading() as connection:
        (pool,) = Queries(connection).pools()
        balance = Queries(connection).trial_balance()
    assert pool["balances"]["J1"] + pool["balances"]["J2"] == 50_240
    assert sum(row["amount"] for row in balance) == 0
    (receita,) = hall.casino.rows(
        "SELECT sum(amount)::bigint AS amount FROM {s}.revenue WHERE category = 'bingo'"
    )
    assert receita["amount"] == 2_000  # V - P
