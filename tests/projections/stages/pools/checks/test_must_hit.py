"""Must-hit prizes of several machines: who is late for itself accuses nobody, whatever comes first.

Base 500.00 at 0.5 %: a stake of 100.00 adds 0.50. The trigger lies between 500.00 and 501.00, so
the second stake reaches it at the latest. A device may be late by 300 seconds.
"""

from hashlib import sha256
from itertools import permutations
from typing import Any

import pytest

from ledger.events.jackpots import (
    AwardRefused,
    JackpotWon,
    MustHitCommitted,
    MustHitRevealed,
)
from projections.base.event import Event
from tests.projections.stages.pools.hall import Hall

SALT = "5a"


@pytest.fixture
def hall() -> Hall:
    """Return a hall with a pool of two machines and a trigger, and a clock that ticks."""
    hall = Hall()
    hall.open("p", "M-1", "M-2", hit_low=50_000, hit_high=50_100)
    hall.tick(60)
    return hall


def play(hall: Hall, at: int, machine: str = "M-1", stake: int = 10_000, **others: Any) -> Event:
    return hall.play(stake, machine, seconds=at, **others)


def fix(hall: Hall, at: int, value: int = 50_100) -> Event:
    text = sha256(f"{value}:{SALT}".encode()).hexdigest()
    fixed = MustHitCommitted(pool="p", commitment=text, low=50_000, high=50_100)
    return hall.say(fixed, source="controlador", seconds=at)


def reveal(hall: Hall, at: int, value: int = 50_100) -> Event:
    opened = MustHitRevealed(pool="p", value=value, salt=SALT)
    return hall.say(opened, source="controlador", seconds=at)


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_in_whatever_order_the_lines_of_an_honest_hit_come(
    hall: Hall, order: tuple[int, ...]
) -> None:
    """0.50 at 110, won at 120 by M-1, two stakes of M-2 at 130 and 140; the controller's own line.

    M-2's are in the pool of the next prize, though the log has it at 502.00 where they come first.
    """
    fix(hall, 70)

    def controller() -> None:
        reveal(hall, 121)
        fix(hall, 122, 50_070)

    def second() -> None:
        play(hall, 130, "M-2")
        play(hall, 140, "M-2", 2_000)

    def first() -> None:
        play(hall, 110)
        play(hall, 120, pool="p", pap_m=50_100)

    lines = (controller, second, first, lambda: hall.tick(200))
    for number in order:
        lines[number]()
    hall.tick(600)
    assert hall.codes() == []
    assert (hall.pool().shown, hall.pool().generation) == (50_060, 1)
    assert hall.pool().commitment is not None
    assert hall.pool().commitment.awarded is None


@pytest.mark.parametrize("late", [True, False])
def test_a_trigger_passed_without_a_hit_is_found(hall: Hall, *, late: bool) -> None:
    """501.00 at 110, and M-2 stakes on it at 130: nobody won, be M-1 late or not."""
    fix(hall, 70)
    if late:
        play(hall, 130, "M-2")
    for at in (100, 110):
        play(hall, at)
    if not late:
        play(hall, 130, "M-2")
    assert hall.codes() == []
    hall.tick(429)
    assert hall.codes() == []
    hall.tick(430)
    assert hall.codes() == ["JP-HIT"]
    play(hall, 440)
    hall.tick(900)
    assert hall.codes() == ["JP-HIT"]  # once a cycle


def test_a_passed_trigger_is_found_though_the_prize_fell_before_all_had_spoken(hall: Hall) -> None:
    """501.00 at 110, M-2 stakes on it at 120 and wins at 130: the log saw 501.00 only at the last.

    Its own hit is told by the same finding.
    """
    fix(hall, 70)
    play(hall, 120, "M-2")
    play(hall, 130, "M-2", pool="p", pap_m=50_200)
    play(hall, 100)
    play(hall, 110)
    reveal(hall, 131)
    hall.tick(600)
    assert hall.codes() == ["JP-HIT", "JP-HIT"]
    assert {subject.split()[0] for subject, faults in hall.about.items() if faults} == {
        "must-hit",
        "pool-act",  # the trigger of 501.00 is not in the winning stake
    }


def test_a_hit_below_the_range_as_the_log_has_it_is_none_when_all_have_spoken(hall: Hall) -> None:
    """From 500.60 on: M-2's 0.50 are late, so that the log has M-1's hit at 500.50."""
    text = sha256(f"50100:{SALT}".encode()).hexdigest()
    hall.open("q", "M-1", "M-2", hit_low=50_060, hit_high=50_100)
    hall.say(MustHitCommitted(pool="q", commitment=text, low=50_060, high=50_100), seconds=65)
    play(hall, 120, pool="q", pap_m=50_100)
    play(hall, 110, "M-2")
    hall.say(MustHitRevealed(pool="q", value=50_100, salt=SALT), source="controlador", seconds=121)
    hall.tick(600)
    assert [code for code in hall.codes() if code != "JP-UNAPP"] == []


def test_a_hit_below_the_range_is_found(hall: Hall) -> None:
    """Won at 500.20 where the lowest trigger is 500.60, and opened at 500.60."""
    hall.open("q", "M-1", hit_low=50_060, hit_high=50_100)
    text = sha256(f"50060:{SALT}".encode()).hexdigest()
    hall.say(MustHitCommitted(pool="q", commitment=text, low=50_060, high=50_100), seconds=65)
    won = play(hall, 120, stake=4_000, pool="q", pap_m=50_020)
    opened = MustHitRevealed(pool="q", value=50_060, salt=SALT)
    told = hall.say(opened, source="controlador", seconds=121)
    hall.tick(600)
    assert hall.codes() == ["JP-HIT", "JP-HIT"]
    assert hall.about[f"must-hit {won.name}"]
    assert hall.about[f"pool-act {told.name}"]


@pytest.mark.parametrize(("value", "codes"), [(50_040, []), (50_080, ["JP-HIT"])])
def test_the_winning_stake_is_the_play_s_though_the_claim_is_of_a_later_time(
    hall: Hall, value: int, codes: list[str]
) -> None:
    """M-1's stake of 200 leads from 500.00 to 500.50; claimed at 202, M-2 staked at 201."""
    fix(hall, 70, value)
    claimed = JackpotWon(pool="p", amount=50_050, play="M-1:1")
    hall.say(claimed, source="controlador", seconds=202)
    reveal(hall, 203, value)
    play(hall, 201, "M-2", 4_000)
    play(hall, 200, pool="p", pap_m=50_050)
    hall.tick(600)
    assert hall.codes() == codes


def test_a_trigger_opened_before_the_hit_is_found(hall: Hall) -> None:
    """Opened at 100, won at 120 and recorded after it."""
    fix(hall, 70)
    reveal(hall, 100)
    play(hall, 110)
    play(hall, 120, pool="p", pap_m=50_100)
    hall.tick(600)
    assert hall.codes() == ["JP-HIT"]


def test_a_clock_that_is_slow_opens_nothing_before_a_hit_that_is_recorded(hall: Hall) -> None:
    """The controller's clock says 119.5 where the machine's says 120: the log has the hit first."""
    fix(hall, 70)
    play(hall, 110)
    play(hall, 120, pool="p", pap_m=50_100)
    reveal(hall, 119)
    fix(hall, 119, 50_070)
    hall.tick(600)
    assert hall.codes() == []


def test_after_a_refused_claim_the_trigger_is_still_to_be_reached(hall: Hall) -> None:
    """A claim that was none is refused when it had been judged; the true hit has its trigger."""
    fix(hall, 70)
    claim = hall.say(JackpotWon(pool="p", amount=50_000), source="controlador", seconds=100)
    hall.tick(450)
    refused = AwardRefused(award=claim.name, pool="p", reason="avaria")
    hall.approve(hall.say(refused, source="financas", seconds=460))
    for at in (500, 510):
        won = {"pool": "p", "pap_m": 50_100} if at == 510 else {}
        play(hall, at, **won)
    reveal(hall, 511)
    hall.tick(900)
    assert hall.codes() == []


@pytest.mark.parametrize(("term", "value"), [(500, 50_100), (130, 50_100), (500, 50_040)])
def test_a_hit_whose_refusal_was_withdrawn_has_its_trigger(
    hall: Hall, term: int, value: int
) -> None:
    """Refused when it had been judged, or before: opened then, the trigger is the hit's own.

    It was won by the stake from 500.50 to 501.00, so that 500.40 is still found.
    """
    fix(hall, 70, value)
    play(hall, 110)
    won = play(hall, 120, pool="p", pap_m=50_100)
    claim = JackpotWon(pool="p", play=won.name, amount=50_100)
    said = hall.say(claim, source="controlador", seconds=121)
    hall.tick(term)
    refused = AwardRefused(award=said.name, pool="p", reason="avaria")
    refusal = hall.say(refused, source="financas", seconds=term + 1)
    hall.approve(refusal)
    play(hall, term + 2)
    hall.tick(term + 20)
    hall.correct(refusal, None)
    hall.tick(1_000)
    reveal(hall, 1_010, value)
    fix(hall, 1_020)
    hall.tick(1_500)
    assert set(hall.codes()) == ({"JP-HIT"} if value < 50_050 else set())


def test_a_hit_that_its_play_shows_stands_though_the_first_claim_was_withdrawn(hall: Hall) -> None:
    """The controller's claim came before the play and was one too many: the hit is the play's."""
    fix(hall, 70)
    source, _, seq = play(hall, 110).name.partition(":")
    name = f"{source}:{int(seq) + 1}"
    claim = JackpotWon(pool="p", play=name, amount=50_100)
    said = hall.say(claim, source="controlador", seconds=121)
    assert play(hall, 120, pool="p", pap_m=50_100).name == name
    hall.correct(said, None)
    reveal(hall, 130)
    hall.tick(900)
    assert hall.codes() == []


def test_a_trigger_that_was_withdrawn_decides_nothing(hall: Hall) -> None:
    """Fixed, withdrawn and fixed anew: one trigger; a correction of an old one leaves the new."""
    first = fix(hall, 70, 50_070)
    hall.tick(400)
    hall.correct(first, None)
    fix(hall, 410)
    play(hall, 420)
    play(hall, 430, pool="p", pap_m=50_100)
    reveal(hall, 431)
    hall.tick(900)
    assert hall.codes() == []


# --- away, and claimed without a play ------------------------------------------------------------


def tick_on(hall: Hall, first: int, last: int) -> None:
    for at in range(first, last, 90):
        hall.tick(at)


@pytest.mark.parametrize("restarting", [False, True])
@pytest.mark.parametrize("behind", [0, 1])
def test_a_hit_whose_machine_was_away_has_its_trigger(
    hall: Hall, *, restarting: bool, behind: int
) -> None:
    """M-1 stakes 0.50 at 110; M-2 wins 501.00 at 120 and is away for half an hour.

    The controller opened its trigger at once, by a clock that may be a second behind, and fixed
    another; M-1 staked 0.80, to what would have been 501.30: all is as it should be when M-2 is
    back, and the next hit, to 501.00, is of the other trigger.
    """
    fix(hall, 70)
    play(hall, 110)
    reveal(hall, 121 - 2 * behind)
    fix(hall, 122 - 2 * behind, 50_090)
    for at in (130, 140, 150, 160):
        play(hall, at, stake=4_000)
    tick_on(hall, 200, 1_900)
    assert hall.codes() == ["JP-HIT"] * 3
    if restarting:
        hall.restart()
    play(hall, 120, "M-2", pool="p", pap_m=50_100)
    assert [code for code in hall.codes() if code != "JP-HIT"] == []
    tick_on(hall, 1_910, 2_400)
    assert (hall.codes(), hall.pool().shown) == ([], 50_080)
    play(hall, 2_400, stake=4_000, pool="p", pap_m=50_100)
    reveal(hall, 2_401, 50_090)
    tick_on(hall, 2_410, 2_900)
    assert (hall.codes(), hall.pool().unhit) == ([], [])


def test_a_trigger_opened_long_before_a_hit_that_comes_late_is_found(hall: Hall) -> None:
    """Opened at 100; M-2, which won at 120, is away for half an hour."""
    fix(hall, 70)
    reveal(hall, 100)
    play(hall, 110)
    tick_on(hall, 200, 1_900)
    play(hall, 120, "M-2", pool="p", pap_m=50_100)
    tick_on(hall, 1_910, 2_400)
    assert hall.codes() == ["JP-HIT"]


@pytest.mark.parametrize(
    ("value", "won", "codes"),
    [
        (50_040, 50_050, []),
        (50_060, 50_070, []),
        (50_060, 50_050, ["JP-HIT"]),
        (50_040, 50_070, ["JP-HIT"]),
        (50_040, 50_060, ["JP-HIT", "JP-WINBASIS"]),
    ],
)
def test_a_hit_claimed_without_its_play_is_of_the_stake_that_leads_to_it(
    hall: Hall, value: int, won: int, codes: list[str]
) -> None:
    """M-1 leads from 500.00 to 500.50 at 200, M-2 to 500.70 at 201; claimed by hand at 202.

    What is claimed says which of the two it was. 500.60 were held at no time.
    """
    fix(hall, 70, value)
    play(hall, 200)
    play(hall, 201, "M-2", 4_000)
    hall.say(JackpotWon(pool="p", amount=won), source="controlador", seconds=202)
    reveal(hall, 203, value)
    hall.tick(600)
    assert hall.codes() == codes


def test_a_stake_too_small_for_a_cent_does_not_hit(hall: Hall) -> None:
    """M-2 adds 0.2 of a cent at 201 to the 500.50 that M-1 won at 200 and the controller claims."""
    fix(hall, 70, 50_040)
    play(hall, 200)
    play(hall, 201, "M-2", 40)
    hall.say(JackpotWon(pool="p", amount=50_050), source="controlador", seconds=202)
    reveal(hall, 203, 50_040)
    hall.tick(600)
    assert (hall.codes(), hall.pool().cycle.stakes) == ([], 1)


@pytest.mark.parametrize(("claimed", "codes"), [(231, []), (233, ["JP-WINBASIS"])])
def test_a_claim_without_its_play_may_come_as_late_as_a_display(
    hall: Hall, claimed: int, codes: list[str]
) -> None:
    """Won at 201 by the stake that led to 500.50; 0.50 at 210 by M-2; 30 seconds are allowed."""
    hall.open("q", "M-1", "M-2")
    play(hall, 201)
    play(hall, 210, "M-2")
    hall.say(JackpotWon(pool="q", amount=50_050), source="controlador", seconds=claimed)
    hall.tick(600)
    assert hall.codes() == codes
    assert hall.pool("q").shown == (50_050 if not codes else 50_000)
