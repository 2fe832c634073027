"""What comes when its term is over: a prize that was right is closed, a wrong one may be explained.

Base 500.00 at 0.5 %: a stake of 100.00 adds 0.50. Two machines feed the pool; a device may be late
by 300 seconds of the ledger's clock.
"""

from typing import Any

import pytest

from ledger.events.jackpots import (
    AwardPaid,
    AwardRefused,
    AwardVerified,
    ControllerRead,
    DisplayRead,
    JackpotWon,
    PoolReset,
)
from ledger.events.machines import HandPaid, PlayVoided
from ledger.events.registry import ParameterSet
from projections.base.event import Event
from projections.base.rows import Writes
from projections.stages.pools.books.moments import Key
from projections.stages.pools.books.rows import write
from projections.stages.pools.moves.held import held_at
from tests.projections.stages.pools.hall import DAY, Hall


@pytest.fixture
def hall() -> Hall:
    """Return a hall with a pool of two machines, and a clock that ticks."""
    hall = Hall()
    hall.open("p", "M-1", "M-2")
    hall.tick(60)
    return hall


def play(hall: Hall, at: int, machine: str = "M-1", stake: int = 10_000, **others: Any) -> Event:
    return hall.play(stake, machine, seconds=at, **others)


def read(hall: Hall, at: int, amount: int, **others: Any) -> Event:
    return hall.say(
        ControllerRead(pool="p", amount=amount, **others), source="controlador", seconds=at
    )


# --- prizes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [50_100, 50_050])
def test_of_ten_prizes_a_late_stake_raises_the_first_after_it(hall: Hall, first: int) -> None:
    """500.50 ten times in 100 s; the 0.50 of before all of them is the first one's, 501.00."""
    for number in range(10):
        paid = first if number == 0 else 50_050
        play(hall, 100 + 10 * number, pool="p", pap_m=paid)
    play(hall, 95, "M-2")
    hall.tick(700)
    assert hall.codes() == ([] if first == 50_100 else ["JP-PAYDIFF", "JP-WINBASIS"])
    assert (hall.pool().shown, hall.pool().generation) == (50_000, 10)


def test_a_prize_that_was_paid_rightly_is_closed_when_its_term_is_over(hall: Hall) -> None:
    """A stake two hours late counts in the pool as it stands: 500.50 were won and paid."""
    won = play(hall, 200, pool="p", pap_m=50_050)
    hall.tick(500)
    hall.tick(7_200)
    play(hall, 150, "M-2")
    hall.tick(7_600)
    award = hall.books.awards.get(won.name)
    assert award is not None
    assert (award.amount, award.so_far.stakes) == (50_050, 1)
    assert (hall.pool().shown, hall.pool().cycle.stakes) == (50_050, 1)
    assert "J6" not in hall.held()
    assert hall.codes() == []


def test_until_its_term_is_over_a_paid_prize_may_still_grow(hall: Hall) -> None:
    """The same stake at second 499 is in the prize: 0.50 too little was paid."""
    play(hall, 200, pool="p", pap_m=50_050)
    hall.tick(499)
    play(hall, 150, "M-2")
    assert hall.held()["J6"] == 50
    hall.tick(500)
    assert hall.codes() == ["JP-PAYDIFF", "JP-WINBASIS"]


def test_a_prize_found_wrong_is_explained_by_a_machine_that_was_away(hall: Hall) -> None:
    """501.00 were claimed, verified and paid, 500.50 known; the other 0.50 come too late."""
    won = play(hall, 200, pool="p", pap_h=50_100)
    claim = hall.say(JackpotWon(pool="p", amount=50_100, play=won.name), source="c", seconds=202)
    hall.say(AwardVerified(award=claim.name, pool="p", amount=50_100), source="c", seconds=203)
    paid = HandPaid(category="PAPh", amount=50_100, means="cash", play=won.name)
    hall.say(paid, source="caixa", place="M-1", seconds=210)
    hall.tick(900)
    assert hall.codes() == ["JP-PAYDIFF", *["JP-WINBASIS"] * 3]
    play(hall, 150, "M-2")
    assert hall.codes() == []
    assert hall.pool().shown == 50_000


def test_what_is_still_wrong_is_told_by_what_it_is_wrong_now(hall: Hall) -> None:
    """501.50 were paid: 1.00 too much of 500.50, and 0.50 of 501.00 when the stake has come."""
    won = play(hall, 200, pool="p", pap_m=50_150)
    hall.tick(900)
    assert [one.amount for one in hall.about[f"award {won.name}"]] == [100]
    play(hall, 150, "M-2")
    assert [one.amount for one in hall.about[f"award {won.name}"]] == [50]
    assert [one.amount for one in hall.about[f"pool-act {won.name}"]] == [50]


def test_a_claim_s_own_winning_stake_may_be_away(hall: Hall) -> None:
    """The controller claims 501.00; the machine that won is out of reach for ten minutes."""
    play(hall, 100, "M-2")
    hall.say(JackpotWon(pool="p", amount=50_100, play="M-1:1"), source="controlador", seconds=202)
    play(hall, 205, "M-2")
    hall.tick(800)
    assert hall.codes() == ["JP-WINBASIS"]
    play(hall, 200, pool="p", pap_m=50_100)
    hall.tick(1_200)
    assert hall.codes() == []
    assert (hall.pool().shown, hall.pool().cycle.stakes) == (50_050, 1)


def test_a_void_from_before_a_closed_prize_is_the_operator_s(hall: Hall) -> None:
    """Staked at 100, won with it at 200; the void of 150 comes in two hours: nothing moves."""
    voided = play(hall, 100, "M-2")
    play(hall, 200, pool="p", pap_m=50_100)
    play(hall, 210)
    hall.tick(7_200)
    void = PlayVoided(play=voided.name, cause="avaria", returned=10_000)
    hall.say(void, source="M-2", place="M-2", seconds=150)
    hall.tick(7_600)
    assert (hall.pool().shown, hall.total("increment")) == (50_050, -150)
    assert hall.codes() == []


def test_a_prize_told_after_a_later_one_is_closed_counts_from_where_it_stands(hall: Hall) -> None:
    """Won at 250 and told at 700, when that of 300 is closed: it finds 500.00 and its own 0.50."""
    play(hall, 300, pool="p", pap_m=50_050)
    hall.tick(600)
    hall.tick(700)
    won = play(hall, 250, "M-2", pool="p", pap_m=50_050)
    hall.tick(1_100)
    award = hall.books.awards.get(won.name)
    assert award is not None
    assert (award.amount, award.basis, hall.pool().shown) == (50_050, 50_050, 50_000)
    assert hall.codes() == []


@pytest.mark.parametrize(("memory", "paid"), [(None, 50_050), (604, 50_050), (603, 50_150)])
def test_of_a_moment_that_is_forgotten_the_pool_as_it_stands_counts(
    hall: Hall, memory: int | None, paid: int
) -> None:
    """0.50 at 100 and at 900; a prize of 50 told at 1,000 is of 500.00 and its own 0.50.

    At 1,000 what was up to 670 is no longer at hand, the last of it that of 654. Where 604 seconds
    before that are remembered, 50 are; where 603 are, the prize finds both, and its own: 501.50.
    """
    if memory is not None:
        since = "2026-01-01T00:00:00.000000Z"
        name = "pool_memory_seconds"
        hall.act(ParameterSet(scope="p", name=name, value=memory, since=since))
        hall.faults.clear()
    play(hall, 100)
    play(hall, 654, stake=1)
    play(hall, 900)
    hall.tick(1_000)
    pool = hall.pool()
    assert held_at(pool, Key(hall.log[0].at, "", 0)) == pool.balances_now()
    assert held_at(pool, Key(hall.log[-2].at, "", 0)).shown == 50_050 * 10**6 + 5_000
    play(hall, 50, "M-2", pool="p", pap_m=paid)
    hall.tick(1_400)
    assert hall.codes() == []


def test_a_reset_is_of_the_prize_before_it_however_long_ago(hall: Hall) -> None:
    """Said half an hour after its prize, without a name; another falls before it is judged."""
    play(hall, 200, pool="p", pap_m=50_050, stake=10_000)
    hall.tick(2_000)
    reset = PoolReset(pool="p", amount=50_000, funds="operator", carried=0, balance=50_000)
    hall.say(reset, source="financas", seconds=2_010)
    play(hall, 2_100, pool="p", pap_m=50_050)
    hall.tick(2_500)
    assert hall.codes() == []


@pytest.mark.parametrize("first", ["play", "claim"])
def test_two_who_claim_one_prize_of_another_pool_claim_it_once(hall: Hall, first: str) -> None:
    """A play that won 501.00 of one pool is named for 501.00 of another: one prize, paid once."""
    hall.open("q", "M-1")
    source, _, seq = play(hall, 100).name.partition(":")
    name = f"{source}:{int(seq) + 1}"

    def claim(source: str) -> Event:
        won = JackpotWon(pool="q", play=name, amount=50_100)
        return hall.say(won, source=source, seconds=204)

    said = [claim("controlador")] if first == "claim" else []
    assert play(hall, 200, pool="p", pap_m=50_100).name == name
    said += [claim(source) for source in ("controlador", "fiscal")[len(said) :]]
    assert hall.held("q")["J6"] == 50_100
    paid = AwardPaid(award=said[1].name, pool="q", amount=50_100, means="cash")
    hall.say(paid, source="caixa", seconds=300)
    hall.tick(1_000)
    assert (hall.held("q").get("J6", 0), hall.codes()) == (0, [])
    for one in said:
        hall.correct(one, None)
    assert hall.codes() == ["JP-PAYDIFF"], "paid, and claimed by nobody"


def test_a_refusal_withdrawn_leaves_the_prize_what_it_was(hall: Hall) -> None:
    """500.50 claimed, refused, and claimed rightly after all: a late 0.50 stays in the pool."""
    play(hall, 100)
    claim = hall.say(JackpotWon(pool="p", amount=50_050), source="controlador", seconds=200)
    refusal = hall.act(AwardRefused(award=claim.name, pool="p", reason="avaria"))
    hall.correct(refusal, None)
    assert hall.held()["J6"] == 50_050
    play(hall, 150, "M-2")
    assert (hall.held()["J6"], hall.pool().shown) == (50_050, 50_050)
    paid = AwardPaid(award=claim.name, pool="p", amount=50_050, means="cash")
    hall.say(paid, source="caixa", seconds=300)
    hall.tick(700)
    assert hall.codes() == []


# --- readings ------------------------------------------------------------------------------------


def test_a_reading_that_is_explained_agrees_in_its_row_and_its_day(hall: Hall) -> None:
    """The display showed 501.00; the 0.50 it had too much were the late machine's."""
    play(hall, 100)
    shown = hall.say(DisplayRead(pool="p", amount=50_100), source="visor", seconds=200)
    hall.tick(500)
    day = hall.books.journal.days["p", DAY]
    (row,) = hall.books.records.readings
    assert (day.display_off, row.agrees, row.ledger) == (50, False, 50_050)
    play(hall, 150, "M-2")
    again = hall.books.records.read_again[shown.position]
    assert (day.display_off, again.agrees, again.ledger, again.known) == (
        0,
        True,
        50_100,
        row.known,
    )
    assert hall.codes() == []


@pytest.mark.parametrize("same_page", [True, False])
def test_a_reading_judged_again_has_one_row(hall: Hall, *, same_page: bool) -> None:
    """In the page of its first row that is the only one; in a later one it takes its place."""
    shown = hall.say(DisplayRead(pool="p", amount=50_050), source="visor", seconds=200)
    hall.tick(500)
    if not same_page:
        hall.books.records.readings.clear()
    play(hall, 150, "M-2")
    copied: list[tuple[str, tuple[Any, ...]]] = []

    class Kept(Writes):
        def __init__(self) -> None:
            pass

        def copy(self, table: str, columns: Any, rows: Any) -> None:
            del columns
            copied.extend(("copy " + table, tuple(row)) for row in rows)

        def replace(self, table: str, key: str, columns: Any, rows: Any) -> None:
            del key, columns
            copied.extend(("replace " + table, tuple(row)) for row in rows)

        def delete(self, *_: Any) -> None:
            pass

    write(hall.books, Kept())
    rows = [(how, row) for how, row in copied if how.endswith("pool_reading")]
    ((how, row),) = rows
    assert how == ("copy pool_reading" if same_page else "replace pool_reading")
    assert (row[0], row[1], row[2], row[8]) == (shown.position, 50_050, 50_050, True)


def test_the_last_reading_of_a_day_is_the_day_s(hall: Hall) -> None:
    """An older one that is explained changes nothing of what the last one showed too little."""
    hall.say(DisplayRead(pool="p", amount=50_050), source="visor", seconds=200)
    hall.say(DisplayRead(pool="p", amount=50_049, display="outro"), source="visor", seconds=300)
    hall.tick(700)
    assert hall.books.journal.days["p", DAY].display_off == 49
    play(hall, 250, "M-2")
    assert hall.books.journal.days["p", DAY].display_off == -1


@pytest.mark.parametrize(("staked", "codes"), [(20_000, []), (30_000, ["JP-DUP"])])
def test_a_controller_may_have_counted_a_late_stake_before_or_after_its_reading(
    hall: Hall, staked: int, codes: list[str]
) -> None:
    """It heard of it late too: 100.00 at 200, 200.00 at 900; 300.00 are one stake twice."""
    read(hall, 90, 50_000, staked=0)
    play(hall, 100)
    read(hall, 200, 50_050, staked=10_000)
    hall.tick(500)
    play(hall, 150, "M-2")
    hall.tick(590)
    read(hall, 900, 50_100, staked=staked)
    hall.tick(1_300)
    assert hall.codes() == codes


def test_a_late_stake_from_before_two_readings_is_not_missed_between_them(hall: Hall) -> None:
    """501.00 and 200.00 staked, then the same: nothing was staked between, whoever was away."""
    read(hall, 90, 50_000, staked=0)
    play(hall, 100)
    read(hall, 200, 50_100, staked=20_000)
    read(hall, 300, 50_100, staked=20_000)
    hall.tick(700)
    assert hall.codes() == ["JP-DISP", "JP-DISP", "JP-DUP"]
    play(hall, 150, "M-2")
    assert hall.codes() == []


@pytest.mark.parametrize(("memory", "codes"), [(None, 2), (1, 1)])
def test_a_reading_of_a_time_that_nobody_remembers_accuses_nobody(
    hall: Hall, memory: int | None, codes: int
) -> None:
    """At 2,000 what was held at 200, 500.50, is looked up: 500.51 is found; within a second, not.

    What the controller reads next is compared whatever was before.
    """
    if memory is not None:
        since = "2026-01-01T00:00:00.000000Z"
        name = "pool_memory_seconds"
        hall.act(ParameterSet(scope="p", name=name, value=memory, since=since))
        hall.faults.clear()
    play(hall, 100)
    play(hall, 250)
    hall.tick(2_000)
    read(hall, 199, 50_050)
    read(hall, 200, 50_051)
    read(hall, 2_010, 50_101)
    hall.tick(2_400)
    found = [one for faults in hall.about.values() for one in faults]
    assert [(one.code, one.amount) for one in found] == [("JP-DISP", 1)] * codes


def test_a_display_read_by_another_who_was_late_is_not_the_last_one(hall: Hall) -> None:
    """500.50 at 200 told by the inspector at 900, when 501.00 of 300 had been judged.

    Neither is below the other, and the day's is the one of 300.
    """
    play(hall, 100)
    play(hall, 250)
    hall.say(DisplayRead(pool="p", amount=50_100, display="v"), source="visor", seconds=300)
    hall.tick(900)
    hall.say(DisplayRead(pool="p", amount=50_050, display="v"), source="fiscal", seconds=200)
    hall.tick(1_300)
    day = hall.books.journal.days["p", DAY]
    assert (hall.codes(), day.display, day.display_off) == ([], 50_100, 0)
    hall.say(DisplayRead(pool="p", amount=50_099, display="v"), source="visor", seconds=1_310)
    hall.tick(1_700)
    assert hall.codes() == ["JP-DISP", "JP-DISP-DEC"]


@pytest.mark.parametrize(("amount", "codes"), [(50_100, []), (50_050, ["JP-DISP"])])
def test_a_reading_that_is_corrected_is_of_what_was_held_by_all_devices_times(
    hall: Hall, amount: int, codes: list[str]
) -> None:
    """501.00 were held at 200, though the log had 500.50 where the reading came."""
    play(hall, 100)
    shown = hall.say(DisplayRead(pool="p", amount=50_100), source="visor", seconds=200)
    play(hall, 150, "M-2")
    hall.tick(500)
    hall.correct(shown, DisplayRead(pool="p", amount=amount))
    assert hall.codes() == codes
    row = hall.books.records.reading(hall.pool(), shown.position)
    assert row is not None
    assert (row.amount, row.ledger, row.agrees) == (amount, 50_100, not codes)


def test_a_corrected_reading_may_still_be_explained(hall: Hall) -> None:
    """502.00 corrected to 501.00; the machine that was away brings the 0.50 that are too much."""
    play(hall, 100)
    shown = hall.say(DisplayRead(pool="p", amount=50_200), source="visor", seconds=200)
    hall.tick(500)
    hall.correct(shown, DisplayRead(pool="p", amount=50_100))
    assert [one.amount for one in hall.about[f"reading {shown.name}"]] == [50]
    play(hall, 150, "M-2")
    assert hall.codes() == []


def test_a_reading_corrected_from_right_to_wrong_may_be_explained(hall: Hall) -> None:
    """500.50 were held and read; corrected to 501.00 an hour later, and M-2 brings the 0.50."""
    play(hall, 100)
    shown = hall.say(DisplayRead(pool="p", amount=50_050), source="visor", seconds=200)
    hall.tick(500)
    play(hall, 600)
    hall.tick(3_600)
    hall.correct(shown, DisplayRead(pool="p", amount=50_100))
    assert [one.amount for one in hall.about[f"reading {shown.name}"]] == [50]
    assert hall.books.journal.days["p", DAY].display_off == 50
    play(hall, 150, "M-2")
    row = hall.books.records.reading(hall.pool(), shown.position)
    assert row is not None
    assert (hall.codes(), row.ledger, row.agrees) == ([], 50_100, True)
    assert hall.books.journal.days["p", DAY].display_off == 0


def test_a_controller_s_parts_are_compared_when_its_reading_is_corrected(hall: Hall) -> None:
    """The fraction of 0.375 of a cent read rightly, and corrected to another one."""
    play(hall, 100, stake=75)
    right = ControllerRead(pool="p", amount=50_000, residue=375_000)
    shown = hall.say(right, source="controlador", seconds=200)
    hall.tick(500)
    hall.tick(3_600)
    hall.correct(shown, ControllerRead(pool="p", amount=50_000, residue=375_001))
    assert hall.codes() == ["JP-INC"]
    hall.correct(shown, right)
    assert hall.codes() == []


@pytest.mark.parametrize("now", [DisplayRead(pool="p", amount=50_050), None])
def test_what_comes_after_a_misread_display_is_not_below_it(
    hall: Hall, now: DisplayRead | None
) -> None:
    """510.00 written down for 500.50; the next, 500.50, was not lower. Or there was none before."""
    play(hall, 100)
    misread = hall.say(DisplayRead(pool="p", amount=51_000), source="visor", seconds=200)
    hall.say(DisplayRead(pool="p", amount=50_050), source="visor", seconds=300)
    hall.tick(700)
    assert hall.codes() == ["JP-DISP", "JP-DISP-DEC"]
    hall.correct(misread, now)
    hall.tick(710)
    assert hall.codes() == []


def test_a_reading_that_is_withdrawn_is_none(hall: Hall) -> None:
    """Of the day the one before it is the last, then none; what is read next is below nothing."""
    play(hall, 100)
    first = hall.say(DisplayRead(pool="p", amount=50_050), source="visor", seconds=200)
    last = hall.say(DisplayRead(pool="p", amount=51_000), source="visor", seconds=300)
    hall.tick(700)
    day = hall.books.journal.days["p", DAY]
    assert (day.display, day.display_off) == (51_000, 950)
    hall.correct(last, None)
    assert (day.display, day.display_off, hall.codes()) == (50_050, 0, [])
    row = hall.books.records.reading(hall.pool(), last.position)
    assert row is not None
    assert row.withdrawn == hall.log[-1].position
    hall.correct(first, None)
    assert (day.display, day.display_off) == (None, None)
    hall.say(DisplayRead(pool="p", amount=50_050), source="visor", seconds=800)
    hall.tick(1_200)
    assert (day.display, hall.codes()) == (50_050, [])
    hall.correct(last, DisplayRead(pool="p", amount=50_049))
    assert (day.display, hall.codes()) == (50_050, ["JP-DISP"])
