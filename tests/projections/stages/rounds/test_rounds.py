"""Rounds: ownership, corrections, late payments, parameters, as known then and now."""

from collections.abc import Sequence
from typing import Any

import pytest

from ledger.events.outcomes import BallLanded
from ledger.events.registry import ParameterSet
from ledger.events.reviews import Correction
from ledger.events.rounds import (
    BankTaken,
    BetPlaced,
    BetsClosed,
    BetsOpened,
    CoupNulled,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.seats import PlayerSeated
from ledger.events.tables import StaffChanged, TableOpened
from projections.base.event import Event
from projections.reads.queries import Queries, judge_round
from projections.running.building import rebuild
from projections.running.runner import LedgerSource, Runner
from tests.fixtures.casino import Casino

PLACE = "RA-01"
TABLE = "mesa-ra-01"


def round_name(number: int) -> str:
    return f"{PLACE}/2026-11-20/{number}"


def open_table(
    casino: Casino,
    records: tuple[str, ...] = ("bets", "payouts", "results"),
    **options: Any,
) -> None:
    casino.say(
        TABLE,
        TableOpened(
            profile="cv-2017@1",
            game="roleta_americana",
            options={"roda": "francesa37", **options},
            currency="CVE",
            records=records,
        ),
        place=PLACE,
    )


def play(
    casino: Casino, number: int, *, paid: int | None = 3_500, stake: int = 100, closed: bool = True
) -> dict[str, Any]:
    """Play one coup: seat 1 has a pleno on 17, and 17 comes."""
    name = round_name(number)
    receipts: dict[str, Any] = {}

    def say(key: str, payload: Any) -> None:
        receipts[key] = casino.say(TABLE, payload, round_id=name)

    say("opened", RoundOpened())
    say("bets_opened", BetsOpened())
    say("bet", BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=stake))
    say("bets_closed", BetsClosed())
    say("ball", BallLanded(number=17, colour="preto"))
    if paid is not None:
        say("payout", Payout(seat=1, bets=(1,), amount=paid, stake_returned=stake))
    if closed:
        say("closed", RoundClosed())
    return receipts


def findings(casino: Casino) -> list[tuple[str, int | None]]:
    rows = casino.rows(
        "SELECT code, amount FROM {s}.finding WHERE known_until IS NULL ORDER BY known_from, id"
    )
    return [(row["code"], row["amount"]) for row in rows]


def test_a_right_payment_agrees_and_a_wrong_one_is_found_with_its_amount(casino: Casino) -> None:
    """RA R42: a pleno pays 35:1; a payment five units short is a finding of minus five."""
    open_table(casino)
    play(casino, 1)
    play(casino, 2, paid=3_495)
    casino.project()
    states = casino.rows("SELECT state FROM {s}.verdict ORDER BY round")
    assert [row["state"] for row in states] == ["agrees", "differs"]
    assert [amount for _, amount in findings(casino)] == [-5]


@pytest.mark.parametrize(
    ("records", "paid", "state"),
    [
        (("bets",), None, "uncompared"),
        (("bets",), 3_495, "uncompared"),
        (("bets", "payouts"), 3_500, "agrees"),
        (("bets", "payouts"), None, "unpaid"),
    ],
)
def test_where_payouts_are_not_recorded_nobody_says_that_they_agree(
    casino: Casino, records: tuple[str, ...], paid: int | None, state: str
) -> None:
    """RA R42: a pleno on 17 of 1.00 is due 36.00, and whether it was paid nobody told."""
    open_table(casino, records=records)
    play(casino, 1, paid=paid)
    casino.project()
    (row,) = casino.rows("SELECT state, due FROM {s}.verdict")
    assert (row["state"], row["due"]) == (state, 3_600)
    assert findings(casino) == []


def test_equal_prizes_of_a_null_coup_are_told_apart_by_their_bets(casino: Casino) -> None:
    """RA R35: two bets of one seat paid the same for nothing are two findings, each of its bet."""
    open_table(casino)
    name = round_name(1)
    casino.say(TABLE, RoundOpened(), round_id=name)
    for number, chance in ((1, "par"), (2, "preto")):
        bet = BetPlaced(bet=number, seat=1, chance=chance, amount=100)
        casino.say(TABLE, bet, round_id=name)
    casino.say(TABLE, CoupNulled(cause="objeto"), round_id=name)
    for number in (1, 2):
        casino.say(TABLE, Payout(seat=1, bets=(number,), amount=100), round_id=name)
    casino.say(TABLE, RoundClosed(), round_id=name)
    casino.project()
    rows = casino.rows("SELECT code, facts, amount FROM {s}.finding ORDER BY facts")
    assert [(row["code"], row["facts"], row["amount"]) for row in rows] == [
        ("RA-NUL", '{"bets":[],"paid":[1]}', 100),
        ("RA-NUL", '{"bets":[],"paid":[2]}', 100),
    ]


def test_a_fault_that_says_the_same_twice_is_told_once(casino: Casino) -> None:
    """A third bet of one number repeats the fault of the second word for word."""
    open_table(casino)
    name = round_name(1)
    casino.say(TABLE, RoundOpened(), round_id=name)
    for _ in range(3):
        casino.say(TABLE, BetPlaced(bet=1, seat=1, chance="par", amount=100), round_id=name)
    casino.say(TABLE, BallLanded(number=17), round_id=name)
    casino.say(TABLE, RoundClosed(), round_id=name)
    casino.project()
    assert findings(casino) == [("RES-IMPOSS", 100)]


def test_a_correction_takes_effect_where_it_is_approved(casino: Casino) -> None:
    """The wrong payout corrected: no finding now, and the finding still known as it was then."""
    open_table(casino)
    receipts = play(casino, 1, paid=3_495)
    wrong = receipts["payout"]
    correction = casino.say(
        "fiscal",
        Correction(
            target=f"{wrong.source}:{wrong.first}",
            link=wrong.link,
            replacement={"seat": 1, "amount": 3_500, "bets": [1], "stake_returned": 100},
            reason="erro_de_registo",
        ),
    )
    casino.project()
    assert len(findings(casino)) == 1, "nobody has approved it yet"
    approval = casino.approve("chefe", correction)
    casino.project()
    assert findings(casino) == []
    with casino.reading() as connection:
        queries = Queries(connection)
        now = queries.round(round_name(1))
        then = queries.round(round_name(1), known=approval.position - 1)
    assert now is not None
    assert then is not None
    assert now["verdict"]["state"] == "agrees"
    assert then["verdict"]["state"] == "differs"
    assert [row["amount"] for row in then["findings"]] == [-5]


@pytest.mark.recorded
def test_a_late_payment_is_not_known_before_it_was_made(casino: Casino) -> None:
    """As known before the second payment the round lacks it, though the events of now have it."""
    open_table(casino)
    play(casino, 1, paid=3_000)
    casino.project()
    before = judge_round(casino.conninfo, round_name(1))
    (last,) = casino.rows("SELECT max(position) AS position FROM {s}.history")
    late = Payout(seat=1, bets=(1,), amount=500, stake_returned=0)
    casino.say(TABLE, late, round_id=round_name(1))
    casino.project()
    now, then = (
        judge_round(casino.conninfo, round_name(1), known) for known in (None, last["position"])
    )
    assert before is not None
    assert now is not None
    assert [one.code for one in before.found] == ["RA-PAY"]
    assert now.found == ()
    assert then == before


def test_nobody_approves_his_own_correction(casino: Casino) -> None:
    """OP-ACCESS: the same person proposed and approved; the correction has no effect."""
    open_table(casino)
    wrong = play(casino, 1, paid=3_495)["payout"]
    correction = casino.say(
        "fiscal",
        Correction(
            target=f"{wrong.source}:{wrong.first}",
            link=wrong.link,
            replacement=None,
            reason="erro_de_registo",
        ),
    )
    casino.approve("fiscal", correction)
    casino.project()
    assert sorted(code for code, _ in findings(casino)) == ["OP-ACCESS", "RA-PAY"]


def test_a_correction_of_another_link_is_a_finding(casino: Casino) -> None:
    """INT-CORR: a correction names its target by link; one that does not fit corrects nothing."""
    open_table(casino)
    wrong = play(casino, 1, paid=3_495)["payout"]
    correction = casino.say(
        "fiscal",
        Correction(
            target=f"{wrong.source}:{wrong.first}",
            link="0" * 64,
            replacement=None,
            reason="erro_de_registo",
        ),
    )
    casino.approve("chefe", correction)
    casino.project()
    assert sorted(code for code, _ in findings(casino)) == ["INT-CORR", "RA-PAY"]


def test_an_unpaid_winner_is_a_finding_only_after_the_deadline(casino: Casino) -> None:
    """A winner is unpaid until the deadline by the ledger's clock, PAY-NONE after it."""
    casino.tick()
    setting = casino.say(
        "fiscal",
        ParameterSet(
            scope="*", name="payout_deadline_seconds", value=0, since="2026-01-01T00:00:00.000000Z"
        ),
        at="2025-12-01T00:00:00.000000Z",
    )
    casino.approve("chefe", setting)
    open_table(casino)
    play(casino, 1, paid=None)
    casino.project()
    assert findings(casino) == []
    assert casino.rows("SELECT state FROM {s}.verdict")[0]["state"] == "unpaid"
    casino.tick()
    casino.project()
    assert findings(casino) == [("PAY-NONE", -3_600)]


def test_a_late_payment_in_time_leaves_no_finding(casino: Casino) -> None:
    """A payout may follow the close: the round is judged again and agrees."""
    casino.tick()
    open_table(casino)
    play(casino, 1, paid=None)
    casino.project()
    casino.say(
        TABLE, Payout(seat=1, bets=(1,), amount=3_500, stake_returned=100), round_id=round_name(1)
    )
    casino.tick()
    casino.project()
    assert findings(casino) == []
    states = casino.rows("SELECT state FROM {s}.verdict ORDER BY known_from")
    assert [row["state"] for row in states] == ["unpaid", "agrees"]


def test_play_after_the_close_is_a_finding_and_changes_nothing(casino: Casino) -> None:
    """RND-CLOSED: a bet after round-closed is recorded, flagged, and not judged."""
    open_table(casino)
    play(casino, 1)
    late = BetPlaced(bet=2, seat=2, chance="pleno", selection="17", amount=100)
    casino.say(TABLE, late, round_id=round_name(1))
    casino.project()
    assert [code for code, _ in findings(casino)] == ["RND-CLOSED"]
    assert casino.rows("SELECT count(*) AS n FROM {s}.due")[0]["n"] == 1


def test_only_the_owner_plays_a_round(casino: Casino) -> None:
    """RND-OWNER: play sent by another source is recorded, flagged, and not judged."""
    open_table(casino)
    play(casino, 1, closed=False)
    foreign = BetPlaced(bet=2, seat=2, chance="pleno", selection="17", amount=100)
    casino.say("mesa-ra-02", foreign, round_id=round_name(1))
    casino.say(TABLE, RoundClosed(), round_id=round_name(1))
    casino.project()
    assert [code for code, _ in findings(casino)] == ["RND-OWNER"]
    assert casino.rows("SELECT count(*) AS n FROM {s}.due")[0]["n"] == 1


def test_play_of_a_round_that_was_never_opened_is_a_finding(casino: Casino) -> None:
    """RND-OPEN: a payout names a round that nobody opened."""
    open_table(casino)
    casino.say(TABLE, Payout(seat=1, amount=100), round_id=round_name(9))
    casino.project()
    assert [code for code, _ in findings(casino)] == ["RND-OPEN"]


def test_rounds_of_one_table_may_interleave(casino: Casino) -> None:
    """Several rounds of one owner stand open at once; each is judged by its own events."""
    open_table(casino)
    play(casino, 1, closed=False)
    play(casino, 2, closed=False, paid=3_400)
    for number in (1, 2):
        casino.say(TABLE, RoundClosed(), round_id=round_name(number))
    casino.project()
    states = casino.rows("SELECT state FROM {s}.verdict ORDER BY round")
    assert [row["state"] for row in states] == ["agrees", "differs"]


def test_a_limit_changed_at_night_judges_only_what_opens_after_it(casino: Casino) -> None:
    """A round is judged by the parameters in force at its opening: verdicts part at the change."""
    open_table(casino)
    play(casino, 1, paid=35_000, stake=1_000)
    setting = casino.say(
        "fiscal",
        ParameterSet(
            scope=PLACE,
            name="maximos",
            value={"pleno": 500},
            since="2026-11-20T22:00:00.000000Z",
        ),
    )
    casino.approve("chefe", setting)
    play(casino, 2, paid=35_000, stake=1_000)
    casino.project()
    rows = casino.rows("SELECT round, code FROM {s}.finding WHERE known_until IS NULL")
    assert [(row["round"], row["code"]) for row in rows] == [(round_name(2), "BET-MAX")]


def test_a_retroactive_parameter_is_a_finding(casino: Casino) -> None:
    """REG-LIMIT-CHG: a limit that claims to have been in force before it was set."""
    setting = casino.say(
        "fiscal",
        ParameterSet(
            scope=PLACE,
            name="maximos",
            value={"pleno": 500},
            since="2026-11-19T22:00:00.000000Z",
        ),
    )
    casino.approve("chefe", setting)
    casino.project()
    assert [code for code, _ in findings(casino)] == ["REG-LIMIT-CHG"]


# --- faults of the table --------------------------------------------------------------------------


def of_table(casino: Casino) -> list[tuple[str, str, str, bool]]:
    """Return the findings besides payments: code, what was recorded, round, whether it holds."""
    rows = casino.rows(
        "SELECT code, recorded, round, known_until FROM {s}.finding WHERE amount IS NULL "
        "OR code = 'RA-R21' ORDER BY known_from, id"
    )
    return [
        (row["code"], row["recorded"], row["round"].rpartition("/")[2], row["known_until"] is None)
        for row in rows
    ]


def test_a_fault_of_the_table_is_one_finding_for_each_opening(casino: Casino) -> None:
    """RA R21: a maximum above 30 minima concerns every coup, and is found once, with its proof.

    It does not make a coup differ whose payments are right; a coup's own fault does.
    """
    options = {"minimos": {"pleno": 100}, "maximos": {"pleno": 4_000}}
    open_table(casino, **options)
    play(casino, 1)
    play(casino, 2, paid=3_495)
    play(casino, 3)
    open_table(casino, **options)
    play(casino, 4)
    casino.project()
    assert [row[:1] + row[2:] for row in of_table(casino)] == [
        ("RA-R21", "1", True),
        ("RA-R21", "4", True),
    ]
    states = casino.rows("SELECT state FROM {s}.verdict ORDER BY round")
    assert [row["state"] for row in states] == ["agrees", "differs", "agrees", "agrees"]
    (first, _) = casino.rows(
        "SELECT f.positions, r.opened, r.closed, r.table_opened FROM {s}.finding f "
        "JOIN {s}.round r USING (round) WHERE code = 'RA-R21' ORDER BY known_from"
    )
    assert first["positions"] == [first["table_opened"], first["opened"], first["closed"]]


def test_a_parameter_set_since_is_another_fault_of_the_table(casino: Casino) -> None:
    """RA R21: each value is one finding, proved by the approval that put it in force."""
    open_table(casino, minimos={"pleno": 100}, maximos={"pleno": 4_000})
    play(casino, 1)
    setting = casino.say(
        "fiscal",
        ParameterSet(
            scope=PLACE,
            name="maximos",
            value={"pleno": 5_000},
            since="2026-11-20T22:00:00.000000Z",
        ),
    )
    approval = casino.approve("chefe", setting)
    play(casino, 2)
    play(casino, 3)
    casino.project()
    assert of_table(casino) == [("RA-R21", "40.00", "1", True), ("RA-R21", "50.00", "2", True)]
    rows = casino.rows("SELECT positions FROM {s}.finding ORDER BY known_from")
    assert approval.position not in rows[0]["positions"]
    assert approval.position in rows[1]["positions"]


def correct(casino: Casino, wrong: Any, replacement: dict[str, Any] | None) -> None:
    """Correct an event, with a second person's approval."""
    correction = casino.say(
        "fiscal",
        Correction(
            target=f"{wrong.source}:{wrong.first}",
            link=wrong.link,
            replacement=replacement,
            reason="erro_de_registo",
        ),
    )
    casino.approve("chefe", correction)


@pytest.mark.recorded
@pytest.mark.parametrize(
    "page",
    [1, pytest.param(7, marks=pytest.mark.deep), pytest.param(5_000, marks=pytest.mark.deep)],
)
def test_a_fault_of_the_table_stands_while_one_round_shows_it(casino: Casino, page: int) -> None:
    """SD R35: a jackpot in play without notice; the jogadas that show it are corrected in turn.

    A fault that its first round shows no more is proved by the next one, under the same id; it is
    known no more when none is left, and again when one shows it anew. Rebuild and restart agree.
    """
    casino.say(
        TABLE,
        TableOpened(
            profile="cv-2017@1",
            game="poquer_sem_descarte",
            options={"acumulado_comunicado": False},
            currency="CVE",
            records=("bets",),
        ),
        place=PLACE,
    )
    chip = BetPlaced(bet=2, seat=1, chance="acumulado", amount=100)
    none = {"bet": 2, "seat": 1, "chance": "segunda", "amount": 2_000}
    chips: dict[int, Any] = {}
    for number in (1, 2, 3):
        name = round_name(number)
        casino.say(TABLE, RoundOpened(), round_id=name)
        casino.say(TABLE, BetPlaced(bet=1, seat=1, chance="inicial", amount=1_000), round_id=name)
        chips[number] = casino.say(TABLE, chip, round_id=name)
        if number == 1:
            casino.say(
                TABLE, BetPlaced(bet=3, seat=1, chance="segunda", amount=2_000), round_id=name
            )
        casino.say(TABLE, RoundClosed(), round_id=name)
    casino.project(page=page)
    correct(casino, chips[1], None)
    casino.project(page=page)
    correct(casino, chips[3], none)
    correct(casino, chips[2], none)
    casino.project(page=page)
    correct(casino, chips[2], {"bet": 2, "seat": 1, "chance": "acumulado", "amount": 100})
    casino.project(page=page)
    rows = casino.rows(
        "SELECT id, round, known_until FROM {s}.finding WHERE code = 'SD-JP-COMM' "
        "ORDER BY known_from"
    )
    assert len({row["id"] for row in rows}) == 1
    assert [(row["round"][-1], row["known_until"] is None) for row in rows] == [
        ("1", False),
        ("2", False),
        ("2", True),
    ]
    shown = casino.rows("SELECT round FROM {s}.shown")
    assert [row["round"] for row in shown] == [round_name(2)]
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo, page=page) == digests


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(5_000, marks=pytest.mark.deep)])
@pytest.mark.deep
def test_what_is_carried_is_the_same_written_and_read_again(casino: Casino, page: int) -> None:
    """P3: two sit at one place; the first jogada's payment is corrected, and nothing carried.

    So nothing else was carried to the jogadas after it, whether they were read again or not.
    """
    opening = TableOpened(
        profile="mo-1985@1",
        game="poquer_3_cartas",
        options={},
        currency="MOP",
        records=("bets", "payouts"),
    )
    casino.say(TABLE, opening, place=PLACE)
    for seat, player in ((1, "ana"), (1, "rui"), (3, "eva")):
        casino.say(TABLE, PlayerSeated(seat=seat, player=player), place=PLACE)
    casino.say(TABLE, BankTaken(seat=3, capital=10_000, via="turn"), place=PLACE)
    paid: Any = None
    for number in (1, 2, 3, 4):
        name = round_name(number)
        casino.say(TABLE, RoundOpened(), round_id=name)
        if number == 1:
            paid = casino.say(TABLE, Payout(seat=1, amount=50), round_id=name)
        casino.say(TABLE, RoundClosed(), round_id=name)
        casino.project(page=page)
    assert casino.rows("SELECT out FROM {s}.round ORDER BY opened")[-1]["out"]["beside"] == {
        "1": ["ana"]
    }
    correct(casino, paid, {"seat": 1, "amount": 60})
    casino.project(page=page)
    assert casino.rows("SELECT * FROM {s}.carried_until") == []
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo) == digests


def test_a_correction_at_the_table_reads_each_of_its_rounds_once(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RA R2: who sat as fiscal is corrected; of twelve coups, each after another, each is read."""
    open_table(casino)
    fiscal = casino.say(TABLE, StaffChanged(post="fiscal", person="f"), place=PLACE)
    for number in range(1, 13):
        play(casino, number)
    casino.project()
    asked: list[Sequence[int]] = []
    read = LedgerSource.events

    def events(source: LedgerSource, positions: Sequence[int]) -> list[Event]:
        asked.append(positions)
        return read(source, positions)

    monkeypatch.setattr(LedgerSource, "events", events)
    right = {"post": "fiscal", "person": "g"}
    correct(casino, fiscal, right)
    casino.project()
    closings = casino.rows("SELECT closed FROM {s}.round")
    met = [position for positions in asked for position in positions]
    # The last coup of a place is kept from one page to the next besides.
    assert sum(met.count(row["closed"]) for row in closings) <= len(closings) + 1
