"""Machines exactly at a limit: roll-over, cleared memory, 80 %, a ticket's last instant, voids."""

from collections.abc import Callable
from typing import Any

import pytest

from ledger.events.machines import (
    CreditsIn,
    HandPaid,
    MachineEnrolled,
    MetersRead,
    PayPlan,
    PlayVoided,
    RamCleared,
    TicketIssued,
    TicketPaid,
    TicketRedeemed,
)
from projections.stages.machines.measures.contadores import figure
from projections.stages.machines.measures.meters import Device, advance, begin, from_sas
from tests.projections.stages.machines.hall import ZERO, homologated, play, reading
from tests.projections.stages.machines.memory import Floor
from tests.projections.stages.machines.test_codes import correct, floor

UNTIL = "2026-11-20T22:00:00.000000Z"
SECOND_LATER = "2026-11-20T22:00:01.000000Z"


# --- counters that roll over -----------------------------------------------------------------


def in_credits(credits_played: int, plays: int) -> MetersRead:
    """Return a reading of a device that tells CJ in credits of 0.05, and all else in cents."""
    others = {name: value for name, value in ZERO.items() if name != "CJ"}
    return MetersRead(
        meters={**others, "JE": plays, "DE": 500_000_000, "SC": 50},
        device={"sas:00": credits_played},
        why="periodic",
    )


@pytest.mark.parametrize(
    ("after", "expected"),
    [(10, []), (9, ["MQ-METER-EVT"]), (89_999_990, ["MQ-METER-DEC", "MQ-METER-EVT"])],
)
def test_a_counter_kept_in_credits_rolls_over_with_its_credits(
    after: int, expected: list[str]
) -> None:
    """Eight digits: from 99,999,990 to 10 credits are 20, of 0.05 each: CJ moved by 1.00.

    One credit less is a difference of 0.05; ten million back is a fall.
    """
    made = Floor()
    made.set("denominacao_contabil", 5)
    made.say(MachineEnrolled(maker="m", model="x", serial="1", digits=8))
    made.say(homologated())
    made.say(in_credits(99_999_990, 0))
    made.say(play(stake=100))
    told = in_credits(after, 1)
    made.say(MetersRead(meters={**told.meters, "SC": -50}, device=told.device, why="periodic"))
    assert sorted({*made.codes} - {"MQ-METER-BAL"}) == expected


# --- counters alone ----------------------------------------------------------------------------


@pytest.mark.parametrize("alone", [True, False])
def test_of_a_machine_of_counters_alone_nobody_asks_for_events(*, alone: bool) -> None:
    """Once the authority says so: 50 jogadas of 1.00 are in no event, and accuse nobody."""
    made = Floor()
    made.set("so_contadores", alone, "MQ-01")
    made.say(MachineEnrolled(maker="m", model="x", serial="1", digits=8))
    made.say(MetersRead(meters=ZERO, why="periodic"))
    counted = {**ZERO, "CJ": 5_000, "CG": 3_000, "JE": 50, "DE": 10_000, "RB": 2_000, "SC": 8_000}
    made.say(MetersRead(meters=counted, why="periodic"))
    made.say(MetersRead(meters={"CJ": 5_000, "CG": 3_000, "JE": 50}, denomination=100, why="p"))
    assert {*made.codes} - {"MQ-HOM"} == (set() if alone else {"MQ-METER-EVT"})


def test_counters_alone_are_still_held_against_themselves() -> None:
    """A counter that falls and a balance that does not add up are found; and jogadas end it."""
    made = Floor()
    made.set("so_contadores", True)  # noqa: FBT003 - the parameter's value
    made.say(MachineEnrolled(maker="m", model="x", serial="1", digits=8))
    made.say(MetersRead(meters={**ZERO, "DE": 10_000, "SC": 10_000}, why="periodic"))
    made.say(MetersRead(meters={**ZERO, "DE": 9_000, "SC": 1}, why="periodic"))
    assert {*made.codes} >= {"MQ-METER-DEC", "MQ-METER-BAL"}
    other = Floor()
    other.set("so_contadores", True)  # noqa: FBT003 - the parameter's value
    other.say(MachineEnrolled(maker="m", model="x", serial="1", digits=8))
    other.say(homologated())
    other.say(MetersRead(meters={**ZERO, "DE": 10_000, "SC": 10_000}, why="periodic"))
    other.say(play(stake=100))
    other.say(
        MetersRead(meters={**ZERO, "DE": 10_000, "CJ": 300, "JE": 1, "SC": 9_700}, why="periodic")
    )
    assert "MQ-METER-EVT" in other.codes


def test_what_two_meters_make_together_rolls_over_when_either_does() -> None:
    """PAM is 0x02 less 0x20; 0x02 has gone over its end, at 100: 3 - 98 is 5 credits of 0.25."""
    told = from_sas({"sas:02": 3, "sas:20": 98}, 25, 100)
    assert told.values["PAM"] == 125


@pytest.mark.parametrize(("included", "expected"), [(True, 125), (False, 225)])
def test_cancelled_credits_hold_those_paid_by_hand_or_not(*, included: bool, expected: int) -> None:
    """CC and CCM are disjoint: of 9 credits of 0.25 a hand paid 4, if the maker counts them so."""
    told = from_sas({"sas:04": 9, "sas:03": 4}, 25, 100, manual_included=included)
    assert (told.values["CC"], told.values["CCM"]) == (expected, 100)


@pytest.mark.parametrize(
    ("moved", "expected"),
    [(1_000, []), (1_001, ["MQ-METER-JUMP"]), (-1, ["MQ-METER-DEC"])],
)
def test_a_jump_is_what_goes_beyond_the_limit(moved: int, expected: list[str]) -> None:
    """Contadores, Rollover: a difference of just the limit is none."""
    made = floor()
    made.set("contador_salto_max", 1_000)
    made.say(reading(PA=5_000, DE=10_000))
    made.say(reading(PA=5_000 + moved, DE=10_000))
    wanted = {"MQ-METER-JUMP", "MQ-METER-DEC"}
    assert [one.code for one in made.faults if one.facts.get("counter") == "PA" and (
        one.code in wanted and one.positions[-1] == len(made.log.all)
    )] == expected  # fmt: skip


# --- a memory cleared between two readings -----------------------------------------------------


def test_lifetimes_go_on_over_a_memory_cleared_between_two_readings() -> None:
    """R25: 2.00 before, cleared at 3.00, then 1.00 in the new era: CJ has moved by 4.00."""
    made = floor()
    for _ in range(2):
        made.say(play())
    made.say(reading(CJ=200, JE=2, DE=10_000, SC=9_800))
    made.say(play())
    before = reading(CJ=300, JE=3, DE=10_000, SC=9_700).meters
    made.say(RamCleared(before=before, after=dict(ZERO), seal="s-1", reason="avaria"))
    made.say(play())
    made.say(reading(CJ=100, JE=1, SC=9_600))
    assert made.codes == []
    assert figure(made.machine().totals, "CJ") == made.machine().device.lifetime["CJ"] == 400


def test_a_cleared_memory_has_all_twelve_counters_before() -> None:
    """R25: a reading before without BP is one of eleven."""
    made = floor()
    before = {name: value for name, value in ZERO.items() if name != "BP"}
    made.say(RamCleared(before=before, after=dict(ZERO), seal="s-1", reason="avaria"))
    (found,) = [one for one in made.faults if one.code == "MQ-METER-MISS"]
    assert found.recorded == "without BP"


def test_counters_in_credits_go_on_over_a_cleared_memory() -> None:
    """What is told as raw meters alone moved until the memory was cleared, 1.00, and after."""
    made = Floor()
    made.set("denominacao_contabil", 5)
    made.say(MachineEnrolled(maker="m", model="x", serial="1", digits=8))
    made.say(homologated())
    made.say(in_credits(100, 0))
    made.say(play())
    told = {**in_credits(120, 1).meters, "SC": -50, "sas:00": 120}
    none = {**dict.fromkeys(told, 0), "sas:00": 0, "SC": -50}
    made.say(RamCleared(before=told, after=none, seal="s-1", reason="avaria"))
    assert made.machine().device.lifetime["CJ"] == 600
    assert not {"MQ-METER-EVT", "MQ-METER-DEC", "MQ-METER-MISS"} & set(made.codes)


# --- 80 % ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("returned", "staked", "expected"),
    [(80, 100, []), (4, 5, []), (799_999, 1_000_000, ["MQ-RTP-PLAN"]), (1, 0, ["MQ-RTP-PLAN"])],
)
def test_a_plan_that_gives_back_just_80_per_cent(
    returned: int, staked: int, expected: list[str]
) -> None:
    """R17: “pelo menos, 80%”, as an exact fraction."""
    made = Floor()
    plan = PayPlan(paytable="p", denomination=100, returned=returned, staked=staked)
    made.say(homologated(plans=(plan,), sheets=()))
    assert made.codes == expected


# --- jogadas that do not count -----------------------------------------------------------------


def test_a_void_jogada_is_not_played_money() -> None:
    """R17, R36: of two jogadas of 1.00 one is void: what came back is of 1.00, as the counters."""
    made = floor()
    made.say(play(stops=(0, 0, 0), cg=1_000))
    last = made.say(play(stops=(), mode="shared"))
    made.say(PlayVoided(play=last.name, cause="avaria", side="operator", returned=100))
    window = made.machine().window
    assert window is not None
    assert (window.plays, window.staked, window.squares, window.returned) == (1, 100, 10_000, 1_000)


def test_a_corrected_jogada_is_played_money_as_corrected() -> None:
    """R17: a stake told as 1.00 was 2.00, and won 6.00: the counters and the return have that."""
    made = floor()
    target = made.say(play(stops=(1, 1, 1)))
    correct(made, target, play(stake=200, stops=(1, 1, 1), cg=600))
    machine = made.machine()
    assert machine.window is not None
    assert (machine.window.plays, machine.window.staked, machine.window.returned) == (1, 200, 600)
    assert (machine.totals[0], machine.totals[1], machine.credits) == (200, 600, 10_400)


# --- corrected twice ---------------------------------------------------------------------------


def test_the_last_correction_of_a_jogada_counts() -> None:
    """Told as unpaid, corrected to 2.00, corrected again to 3.00: CG is 3.00, and not 5.00."""
    made = floor()
    target = made.say(play(stops=(1, 1, 1)))
    correct(made, target, play(stops=(1, 1, 1), cg=200))
    correct(made, target, play(stops=(1, 1, 1), cg=300))
    assert made.codes == []
    machine = made.machine()
    assert (machine.totals[:3], machine.credits) == ([100, 300, 1], 10_200)
    correct(made, target, None)
    assert (machine.totals[:3], machine.credits) == ([0, 0, 0], 10_000)


def test_a_void_takes_back_what_a_jogada_was_corrected_to() -> None:
    """It had won 3.00 and not nothing: the void takes back stake and prize, R36."""
    made = floor()
    target = made.say(play(stops=(1, 1, 1)))
    correct(made, target, play(stops=(1, 1, 1), cg=300))
    made.say(PlayVoided(play=target.name, cause="avaria", side="operator", returned=100))
    machine = made.machine()
    assert (machine.totals[:3], machine.credits) == ([0, 0, 0], 10_000)


def test_the_last_correction_of_a_ticket_counts() -> None:
    """Issued for 5.00, corrected to 6.00 and then to 7.00: one ticket of 7.00, that a desk pays."""
    made = floor()
    target = made.say(TicketIssued(ticket="t", amount=500))
    correct(made, target, TicketIssued(ticket="t", amount=600))
    correct(made, target, TicketIssued(ticket="t", amount=700))
    made.say(TicketPaid(ticket="t", amount=700), place="CX-1")
    assert made.codes == []
    assert made.machine().credits == 9_300


def test_the_last_correction_of_a_hand_payment_counts() -> None:
    """A prize of 50.00 paid as 40.00, corrected to 45.00, and to what it was, 50.00."""
    made = floor()
    won = made.say(play(pam=5_000))
    paid: dict[str, Any] = {"category": "PAM", "means": "cash", "slip": "g-1", "play": won.name}
    target = made.say(HandPaid(amount=4_000, **paid))
    correct(made, target, HandPaid(amount=4_500, **paid))
    assert made.codes == ["MQ-HAND"]
    correct(made, target, HandPaid(amount=5_000, **paid))
    assert made.codes == []


def test_a_prize_whose_void_was_withdrawn_is_owed_again() -> None:
    """R12, R36: 50.00 to be paid by hand; the jogada was void, was not, and the desk pays it."""
    made = floor()
    won = made.say(play(pam=5_000, stops=()))
    void = made.say(PlayVoided(play=won.name, cause="avaria", side="operator", returned=100))
    correct(made, void, None)
    made.say(HandPaid(category="PAM", amount=5_000, means="cash", slip="g-1", play=won.name))
    assert "MQ-HAND" not in made.codes


# --- tickets -----------------------------------------------------------------------------------


def by_machine(made: Floor, at: str) -> None:
    made.say(TicketRedeemed(ticket="t", amount=500), at=at, place="MQ-02")


def by_desk(made: Floor, at: str) -> None:
    made.say(TicketPaid(ticket="t", amount=500), at=at, place="CX-1")


Take = Callable[[Floor, str], None]


@pytest.mark.parametrize("take", [by_machine, by_desk])
@pytest.mark.parametrize(
    ("until", "at", "expected"),
    [
        (UNTIL, UNTIL, []),
        (UNTIL, SECOND_LATER, ["expired"]),
        (None, "2036-11-20T22:00:00.000000Z", []),
    ],
)
def test_a_ticket_is_good_until_its_last_instant(
    take: Take, until: str | None, at: str, expected: list[str]
) -> None:
    """R12: at a machine and at a desk alike; without a term it never expires."""
    made = floor()
    made.say(TicketIssued(ticket="t", amount=500, until=until))
    take(made, at)
    found = [one.facts["fact"] for one in made.faults if one.code == "MQ-TICKET"]
    assert found == expected


def test_a_ticket_taken_by_a_machine_and_then_by_the_desk() -> None:
    """R12, identity 4: 5.00 issued, 10.00 taken: 5.00 too much, at the second who took it."""
    made = floor()
    made.say(TicketIssued(ticket="t", amount=500))
    by_machine(made, UNTIL)
    by_desk(made, SECOND_LATER)
    (found,) = [one for one in made.faults if one.code == "MQ-TICKET"]
    assert (found.amount, found.place, found.facts["fact"]) == (500, "CX-1", "taken_twice")
    assert (found.expected, found.recorded) == ("once, at MQ-02", "again, at CX-1")


def test_a_ticket_altered_and_expired_breaks_both_rules() -> None:
    """R12: of 5.00 until 22:00, paid as 6.00 a second later: altered by 1.00, and expired."""
    made = floor()
    made.say(TicketIssued(ticket="t", amount=500, until=UNTIL))
    made.say(TicketPaid(ticket="t", amount=600), at=SECOND_LATER, place="CX-1")
    found = {one.facts["fact"]: one.amount for one in made.faults if one.code == "MQ-TICKET"}
    assert found == {"altered": 100, "expired": None}


# --- denominations -----------------------------------------------------------------------------


def test_a_day_in_two_denominations_is_one_day() -> None:
    """R9, identity 7: 1.00 and three times 0.25: CJ 1.75, four jogadas, each in its own row."""
    made = floor()
    made.say(play())
    for _ in range(3):
        made.say(play(stake=25, denomination=25))
    made.say(MetersRead(meters={"CJ": 100, "CG": 0, "JE": 1}, denomination=100, why="p"))
    made.say(MetersRead(meters={"CJ": 75, "CG": 0, "JE": 3}, denomination=25, why="p"))
    made.say(reading(CJ=175, JE=4, DE=10_000, SC=9_825))
    assert made.codes == []
    days = made.stage._counting._days.values()
    assert {(one.denomination, one.values[0], one.values[2]) for one in days} == {
        (0, 0, 0),
        (100, 100, 1),
        (25, 75, 3),
    }


# --- money that is not there, or where nobody looks ----------------------------------------------


@pytest.mark.parametrize(("money", "expected"), [(100, []), (99, ["MQ-METER-BAL"])])
def test_a_stake_is_of_what_was_there_before_its_prize(money: int, expected: list[str]) -> None:
    """1.00 staked of 1.00 is right; of 0.99 it is not, though the jogada gives 10.00 back."""
    made = floor(money)
    won = play(stops=(0, 0, 0), cg=1_000)
    made.say(won)
    assert [one for one in made.codes if one == "MQ-METER-BAL"] == expected
    if expected:
        (fault,) = [one for one in made.faults if one.code == "MQ-METER-BAL"]
        assert (fault.amount, fault.recorded) == (-1, "1.00")


def test_money_on_a_machine_that_nobody_enrolled_is_found_until_somebody_does() -> None:
    """R6: 1.00 twice is one finding; the register that comes late ends it."""
    made = Floor()
    for _ in range(2):
        made.say(CreditsIn(amount=100, means="note"))
    assert made.codes == ["MQ-HOM"]
    made.say(MachineEnrolled(maker="m", model="x", serial="1", digits=8))
    assert made.codes == []


@pytest.mark.parametrize(
    ("readings", "lifetime"),
    [
        ((500, 200, 510), 510),
        ((500, 200, 200, 510), 510),
        ((500, 200, 210, 230), 530),
        ((500, 200, 100, 520), 520),
    ],
)
def test_after_a_fall_a_counter_goes_on_from_what_nobody_disputes(
    readings: tuple[int, ...], lifetime: int
) -> None:
    """A counter misread once has its lifetime; a counter that did fall goes on by what it moves."""
    device = Device()
    begin(device, {"CJ": 0})
    for said in readings:
        advance(device, {"CJ": said}, 10**8, 1_000)
    assert device.lifetime["CJ"] == lifetime


def test_a_counter_that_fell_by_the_events_goes_on_from_where_it_fell_to() -> None:
    """5.00, 2.00, 5.10: 3.10 were played since the fall, so that it was no slip of the hand."""
    device = Device()
    begin(device, {"CJ": 0})
    for said, events in ((500, 500), (200, 500), (510, 810)):
        advance(device, {"CJ": said}, 10**8, 1_000, events={"CJ": events})
    assert device.lifetime["CJ"] == 810
