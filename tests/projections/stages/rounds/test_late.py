"""Late facts beyond a round's credit wait, say so, and come to what they came to at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

import pytest

from ledger.events.outcomes import BallLanded
from ledger.events.registry import ClockTicked
from ledger.events.reviews import Correction, DisputeDecided, DisputeOpened, GamingDayClosed
from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.tables import TableOpened
from projections.base.event import JUDGED_LATE
from projections.stages.accounts import Accounts
from projections.stages.rounds import late
from projections.stages.rounds.stage import Rounds
from tests.fixtures.casino import DAY, Casino
from tests.fixtures.memory import MemoryCasino

PLACE: Final = "RA-01"
TABLE: Final = "mesa-ra-01"
ROUND: Final = f"{PLACE}/{DAY}/1"
BETS: Final = 6


@contextmanager
def credit(events: int, of_fact: int = 0, of_tick: int = 20_000) -> Iterator[None]:
    """Let rounds have this many events read again, and each late fact and tick add so many."""
    with (
        patch.object(late, "CREDIT_MAX", events),
        patch.object(late, "CREDIT_OF_FACT", of_fact),
        patch.object(late, "TICK_MAX", of_tick),
    ):
        yield


def played(casino: Casino, number: int = 1, bets: int = BETS, place: str = PLACE) -> dict[int, Any]:
    """Play a coup in which every seat has 1.00 on 17, and 17 comes; return the bets' receipts."""
    name = f"{place}/{DAY}/{number}"
    if number == 1:
        records = ("bets", "payouts", "results")
        options = {"roda": "francesa37"}
        table = TableOpened(
            profile="cv-2017@1",
            game="roleta_americana",
            options=options,
            currency="CVE",
            records=records,
        )
        casino.say(TABLE, table, place=place)
    for payload in (RoundOpened(), BetsOpened()):
        casino.say(TABLE, payload, round_id=name)
    receipts = {
        bet: casino.say(
            TABLE,
            BetPlaced(bet=bet, seat=bet, chance="pleno", selection="17", amount=100),
            round_id=name,
        )
        for bet in range(1, bets + 1)
    }
    for payload in (BetsClosed(), BallLanded(number=17, colour="preto"), RoundClosed()):
        casino.say(TABLE, payload, round_id=name)
    return receipts


def pay(casino: Casino, bet: int, number: int = 1, place: str = PLACE) -> None:
    """Pay a winner after the round's close."""
    payout = Payout(seat=bet, bets=(bet,), amount=3_500, stake_returned=100)
    casino.say(TABLE, payout, round_id=f"{place}/{DAY}/{number}")


def verdicts(casino: Casino) -> list[tuple[str, int]]:
    """Return state and sum paid of each version of the round's verdict, in their order."""
    rows = casino.rows(
        "SELECT state, paid FROM {s}.verdict WHERE round = %s ORDER BY known_from", ROUND
    )
    return [(row["state"], row["paid"]) for row in rows]


STANDING: Final = {
    "verdict": "round, stake, due, paid, state, aside",
    "due": "round, line, seat, bet, stake, due, paid, outcome",
    "finding": "id, code, round, seat, bet, amount, expected, recorded, state",
}


def standing(casino: Casino) -> dict[str, list[dict[str, Any]]]:
    """Return all that holds at the end, but for since when it does."""
    found = {
        table: casino.rows(
            f"SELECT {columns} FROM {{s}}.{table} WHERE known_until IS NULL ORDER BY {columns}"
        )
        for table, columns in STANDING.items()
    }
    found["revenue"] = casino.rows(
        "SELECT day, category, reason, round, sum(amount) FROM {s}.revenue "
        "GROUP BY 1, 2, 3, 4 HAVING sum(amount) <> 0 ORDER BY 1, 2, 3, 4"
    )
    found["round"] = casino.rows("SELECT * FROM {s}.round ORDER BY round")
    return found


def test_beyond_its_credit_a_round_waits_and_says_so(memory_casino: MemoryCasino) -> None:
    """11 events, credit for 20: two payments are judged where they are told, four at the tick."""
    played(memory_casino)
    for bet in range(1, BETS + 1):
        pay(memory_casino, bet)
    memory_casino.tick()
    with credit(20):
        memory_casino.project()
    assert verdicts(memory_casino) == [
        ("unpaid", 0),
        ("unpaid", 3_600),
        ("unpaid", 7_200),
        ("pending", 7_200),
        ("agrees", 21_600),
    ]
    assert memory_casino.rows("SELECT 1 FROM {s}.finding") == []


def test_while_it_waits_nothing_of_it_is_final(memory_casino: MemoryCasino) -> None:
    """At the end of a log that no tick follows the verdict is pending, and its lines stand."""
    played(memory_casino)
    for bet in range(1, BETS + 1):
        pay(memory_casino, bet)
    with credit(0):
        memory_casino.project()
    assert verdicts(memory_casino) == [("unpaid", 0), ("pending", 0)]
    (lines,) = memory_casino.rows("SELECT count(*) FROM {s}.due WHERE known_until IS NULL")
    assert lines["count"] == BETS


def test_late_facts_add_to_the_credit(memory_casino: MemoryCasino) -> None:
    """Credit 8, and 8 a payment, of 12 to 17 events: 8 -4 | 4 -9 | -1 | 7 -8 | 0 | 8: two wait."""
    played(memory_casino)
    for bet in range(1, BETS + 1):
        pay(memory_casino, bet)
    with credit(8, of_fact=8):
        memory_casino.project()
    assert verdicts(memory_casino) == [
        ("unpaid", 0),
        ("unpaid", 3_600),
        ("unpaid", 7_200),
        ("pending", 7_200),
        ("unpaid", 14_400),
        ("pending", 14_400),
        ("agrees", 21_600),
    ]


def a_bad_evening(casino: Casino) -> None:
    """Play three coups; pay late, correct bets and the wheel, tick now and then."""
    receipts = played(casino)
    played(casino, 2)
    for bet in range(1, BETS):
        pay(casino, bet)
        pay(casino, bet, 2)
        if bet == 3:
            casino.tick()
    for bet in (2, 5):
        instead = {"bet": bet, "seat": bet, "chance": "pleno", "selection": "18", "amount": 100}
        told = receipts[bet]
        correction = Correction(
            target=f"{TABLE}:{told.first}", link=told.link, reason="engano", replacement=instead
        )
        casino.approve("director", casino.say("chefe", correction, round_id=ROUND))
        played(casino, 2 + bet)
    casino.tick()
    casino.tick()


@pytest.mark.parametrize("of_tick", [20_000, 5])
def test_what_waited_comes_to_the_same(memory_casino: MemoryCasino, of_tick: int) -> None:
    """Verdicts, lines, findings and receita are those of a ledger in which nothing waits."""
    a_bad_evening(memory_casino)
    for _ in range(40):
        memory_casino.tick()
    with memory_casino.apart():
        memory_casino.project()
        at_once = standing(memory_casino)
    with credit(0, of_tick=of_tick):
        memory_casino.project()
    assert standing(memory_casino) == at_once
    assert at_once["finding"]
    assert memory_casino.rows("SELECT 1 FROM {s}.late_round WHERE waiting IS NOT NULL") == []


@pytest.mark.parametrize("of_tick", [20_000, 5])
@pytest.mark.deep
def test_whatever_the_page_and_the_restarts_the_rows_are_the_same(
    memory_casino: MemoryCasino, of_tick: int
) -> None:
    """Versions, credits and what waits: by pages of 1, of 7, of all; restarted in between."""

    def rows() -> dict[str, list[dict[str, Any]]]:
        tables = {"verdict": "round, known_from", "finding": "id, known_from", "late_round": "name"}
        return {
            table: memory_casino.rows(f"SELECT * FROM {{s}}.{table} ORDER BY {order}")
            for table, order in {**tables, "due": "round, known_from, line"}.items()
        }

    a_bad_evening(memory_casino)
    told = memory_casino.installation.store
    found: list[dict[str, list[dict[str, Any]]]] = []
    with credit(30, of_fact=3, of_tick=of_tick):
        for page in (1, 7, 5_000):
            with memory_casino.apart():
                memory_casino.project(page=page)
                found.append(rows())
        for event in told.events(range(1, len(told.told) + 1)):  # a new pipeline for each
            memory_casino.fold([event])
        found.append(rows())
    assert found[0]["late_round"]
    assert all(one == found[0] for one in found)


def test_a_day_is_closed_with_what_waited(memory_casino: MemoryCasino) -> None:
    """What was told before the closing is of that day: the closing judges it first."""
    played(memory_casino)
    for bet in range(1, BETS + 1):
        pay(memory_casino, bet)
    memory_casino.say("financas", GamingDayClosed(casino=None))
    with credit(0, of_tick=0):
        memory_casino.project()
    assert verdicts(memory_casino)[-1] == ("agrees", 21_600)
    rows = memory_casino.rows("SELECT day::text, sum(amount) FROM {s}.revenue GROUP BY 1")
    assert [(row["day"], row["sum"]) for row in rows] == [(DAY, -21_000)]


@pytest.mark.parametrize(("of_tick", "known"), [(20_000, True), (0, False)])
def test_a_case_is_decided_by_what_was_told(
    memory_casino: MemoryCasino, of_tick: int, known: bool
) -> None:
    """Paid late, nothing is owed: whoever decides 36.00 departs from it, if that can be known."""
    played(memory_casino, bets=1)
    memory_casino.say("sala", DisputeOpened(dispute="c-1", subject="premio", rounds=(ROUND,)))
    pay(memory_casino, 1)
    decided = DisputeDecided(dispute="c-1", decision="para o jogador", amount=3_600)
    memory_casino.say("inspector", decided)
    with credit(0, of_tick=of_tick):
        memory_casino.project()
    found = memory_casino.rows("SELECT 1 FROM {s}.finding WHERE code = 'DS-DEV'")
    assert len(found) == known


@pytest.mark.recorded
@pytest.mark.parametrize("stage", [Rounds, Accounts])
def test_a_round_that_cannot_be_read_again_costs_no_other(casino: Casino, stage: Any) -> None:
    """It is set aside where it is judged, and marked; the other is judged at the same tick."""
    casino.may_set_aside = True
    for place in (PLACE, "RA-02"):
        played(casino, 1, 1, place)
    for place in (PLACE, "RA-02"):
        pay(casino, 1, 1, place)
    casino.tick()
    fold, again = Accounts.fold, Rounds._again

    def broken_fold(self: Any, event: Any, produced: Any) -> None:
        if event.kind == JUDGED_LATE and event.round == ROUND:
            raise ValueError("no such chip")
        fold(self, event, produced)

    def broken_again(self: Any, one: Any, *rest: Any) -> Any:
        if one.round == ROUND:
            raise ValueError("no such card")
        return again(self, one, *rest)

    with (
        credit(0),
        patch.object(Accounts, "fold", broken_fold if stage is Accounts else fold),
        patch.object(Rounds, "_again", broken_again if stage is Rounds else again),
    ):
        casino.project()
    (other,) = casino.rows(
        "SELECT state FROM {s}.verdict WHERE known_until IS NULL AND round = %s",
        f"RA-02/{DAY}/1",
    )
    assert other["state"] == "agrees"
    rows = casino.rows("SELECT stage, scope, subject FROM {s}.unfolded")
    assert [tuple(row.values()) for row in rows] == [(stage.name, "round", ROUND)]


@pytest.mark.recorded
def test_each_round_that_cannot_be_read_again_is_marked(casino: Casino) -> None:
    """Two rounds fail in one stage at one tick, and the tick itself: all three are noted there."""
    casino.may_set_aside = True
    second = f"RA-02/{DAY}/1"
    for place in (PLACE, "RA-02"):
        played(casino, 1, 1, place)
    for place in (PLACE, "RA-02"):
        pay(casino, 1, 1, place)
    casino.tick()
    fold = Accounts.fold

    def broken(self: Any, event: Any, produced: Any) -> None:
        if event.kind in (JUDGED_LATE, ClockTicked.KIND):
            raise ValueError("no such chip")
        fold(self, event, produced)

    with credit(0), patch.object(Accounts, "fold", broken):
        casino.project()
    rows = casino.rows("SELECT stage, scope, subject FROM {s}.unfolded ORDER BY scope, subject")
    assert [tuple(row.values()) for row in rows] == [
        (Accounts.name, "house", "*"),
        (Accounts.name, "round", ROUND),
        (Accounts.name, "round", second),
    ]
    found = casino.rows("SELECT round FROM {s}.finding WHERE code = 'INT-FOLD' ORDER BY round")
    assert [row["round"] for row in found] == [ROUND, second, None]
