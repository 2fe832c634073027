"""Readings of a machine put right: what they show, and what those after them show (R25, R15).

10.00 in notes stand on the machine; each jogada stakes 1.00 and loses.
"""

import msgspec
import pytest

from ledger.events.base import Payload
from ledger.events.machines import (
    CreditsIn,
    MachineEnrolled,
    MachineInterdicted,
    MetersRead,
    RamCleared,
    TicketPaid,
)
from ledger.events.registry import OpeningDeclared
from ledger.events.reviews import Approval, Correction
from ledger.events.tables import DropCounted
from projections.base.event import Event
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.projections.stages.machines.hall import ZERO, Hall, homologated, play, reading
from tests.projections.stages.machines.memory import Floor
from tests.projections.stages.machines.test_codes import floor

NOTHING: dict[str, int] = {**ZERO}


def correct(of: Floor, target: Event, right: Payload | None) -> None:
    """Correct an event, or withdraw it, with another person's approval."""
    act = of.say(
        Correction(
            target=target.name,
            link=target.link.hex(),
            replacement=None if right is None else msgspec.to_builtins(right),
            reason="erro",
        ),
        source="fiscal",
        place=None,
    )
    of.approve(act, Approval(target=act.name, link=act.link.hex()))


def test_a_reading_typed_wrongly_and_put_right_parts_from_nothing() -> None:
    """CJ 5.00 typed for 2.00: it left the events; as corrected it is what was played."""
    made = floor()
    made.say(play())
    made.say(play())
    wrong = made.say(reading(CJ=500, JE=2, DE=10_000))
    assert made.codes == ["MQ-METER-EVT"]
    correct(made, wrong, reading(CJ=200, JE=2, DE=10_000))
    assert made.codes == []
    assert made.machine().device.lifetime["CJ"] == 200


def test_what_a_wrong_reading_made_of_the_next_one_ends_with_it() -> None:
    """CJ 5.00, then 3.00: it fell. The first was 2.00 in truth: nothing fell, nothing parted."""
    made = floor()
    made.say(play())
    made.say(play())
    wrong = made.say(reading(CJ=500, JE=2, DE=10_000))
    made.say(play())
    made.say(reading(CJ=300, JE=3, DE=10_000))
    assert "MQ-METER-DEC" in made.codes
    made.say(play())
    correct(made, wrong, reading(CJ=200, JE=2, DE=10_000))
    assert made.codes == []
    made.say(reading(CJ=400, JE=4, DE=10_000))
    assert made.codes == []


def test_of_two_wrong_readings_the_first_put_right_stays_so() -> None:
    """CJ 5.00 and then JE 9 were typed wrongly: each correction is of its own reading."""
    made = floor()
    made.say(play())
    first = made.say(reading(CJ=500, JE=1, DE=10_000))
    made.say(play())
    second = made.say(reading(CJ=200, JE=9, DE=10_000))
    correct(made, first, reading(CJ=100, JE=1, DE=10_000))
    assert made.codes == ["MQ-METER-EVT"]
    correct(made, second, reading(CJ=200, JE=2, DE=10_000))
    assert made.codes == []


def test_a_reading_withdrawn_was_never_taken() -> None:
    """The 5.00 were of another machine: the next reading goes on from the one before."""
    made = floor()
    made.say(reading(DE=10_000))
    wrong = made.say(reading(CJ=500, DE=10_000))
    made.say(play())
    correct(made, wrong, None)
    assert made.codes == []
    made.say(reading(CJ=100, JE=1, DE=10_000))
    assert made.codes == []


def test_a_right_reading_put_wrong_is_found() -> None:
    """What two people say now is held against the events; said right again, nothing is wrong."""
    made = floor()
    made.say(play())
    right = made.say(reading(CJ=100, JE=1, DE=10_000))
    correct(made, right, reading(CJ=900, JE=1, DE=10_000))
    assert made.codes == ["MQ-METER-EVT"]
    correct(made, right, reading(CJ=100, JE=1, DE=10_000))
    assert made.codes == []


def test_who_played_after_a_sum_typed_wrongly_was_allowed_to() -> None:
    """R25: RB 1 breaks its sum and bars the machine; put right, the jogada was lawful all along."""
    made = floor()
    wrong = made.say(reading(DE=10_000, RB=1))
    made.say(play())
    assert made.codes == ["MQ-INTERDICT", "MQ-METER-BAL"]
    correct(made, wrong, reading(DE=10_000, RB=0))
    assert made.codes == []
    made.say(play())
    assert made.codes == []
    assert made.machine().interdicted is None


def test_what_else_barred_a_machine_bars_it_still() -> None:
    """The sum was right, but an inspector had interdicted it, too: from then on nobody may play."""
    made = floor()
    wrong = made.say(reading(DE=10_000, RB=1))
    order = made.say(MachineInterdicted(reason="r"), source="inspector")
    correct(made, wrong, reading(DE=10_000, RB=0))
    assert made.machine().interdicted == order.position
    made.say(play())
    assert made.codes == ["MQ-INTERDICT"]


def test_an_interdiction_withdrawn_accuses_nobody() -> None:
    """It was of another machine: who played on two days did no wrong, nor does who plays on."""
    made = floor()
    wrong = made.say(MachineInterdicted(reason="r"), source="inspector")
    made.say(play())
    made.say(play(), day="2026-11-21", at="2026-11-21T22:00:00.000000Z")
    assert made.codes == ["MQ-INTERDICT", "MQ-INTERDICT"]
    correct(made, wrong, None)
    made.say(play())
    assert made.codes == []


def test_a_ticket_declared_at_the_beginning_is_put_right() -> None:
    """7.00 and not 5.00 stood on it: the desk that paid 7.00 was right."""
    made = floor()
    declared = OpeningDeclared(subject="ticket", name="t", values={"amount": 500})
    wrong = made.say(declared, place=None, source="direccao")
    made.say(TicketPaid(ticket="t", amount=700), place="CX-1")
    assert made.codes == ["MQ-TICKET"]
    correct(made, wrong, msgspec.structs.replace(declared, values={"amount": 700}))
    assert made.codes == []
    correct(made, wrong, None)
    assert made.codes == ["MQ-TICKET"]


def test_a_balance_typed_wrongly_is_put_right() -> None:
    """SC 99.99 for 100.00: identity 1 and the events' balance both say so until then."""
    made = floor()
    wrong = made.say(reading(DE=10_000, SC=9_999))
    assert set(made.codes) == {"MQ-METER-BAL", "MQ-METER-EVT"}
    correct(made, wrong, reading(DE=10_000, SC=10_000))
    assert made.codes == []


def test_the_box_that_a_reading_ends_is_counted_against_it_as_corrected() -> None:
    """DEn 90.00 typed for 100.00: the box that holds 100.00 is right after all."""
    made = Floor()
    made.say(homologated())
    made.say(reading(DEn=0, DE=0, BE=0))
    made.say(CreditsIn(amount=10_000, means="note"))
    meters = {**NOTHING, "DE": 9_000, "DEn": 9_000, "DEc": 0}
    wrong = made.say(MetersRead(meters=meters, why="drop"))
    made.say(DropCounted(cash=10_000))
    assert "MQ-DROP" in made.codes
    right = {**meters, "DE": 10_000, "DEn": 10_000}
    correct(made, wrong, MetersRead(meters=right, why="drop"))
    assert made.codes == []


def test_a_machine_goes_on_from_its_first_reading_as_corrected() -> None:
    """It ran before: 70.00 staked, not 50.00; one jogada later its meters say 71.00."""
    made = Floor()
    old = {"CJ": 5_000, "DE": 8_000, "JE": 50, "SC": 3_000}
    wrong = made.say(reading(**old))
    made.say(play())
    correct(made, wrong, reading(**{**old, "CJ": 7_000, "SC": 1_000}))
    made.say(reading(CJ=7_100, DE=8_000, JE=51, SC=900))
    assert [code for code in made.codes if code.startswith("MQ-METER")] == []
    assert (made.machine().totals[0], made.machine().credits) == (7_100, 900)


def test_a_cleared_memory_is_put_right_too() -> None:
    """CJ 9.00 typed for 1.00 before the memory was cleared; the new era goes on from 1.00."""
    made = floor()
    made.say(play())
    before = {**NOTHING, "CJ": 900, "JE": 1, "DE": 10_000}
    wrong = made.say(RamCleared(before=before, after=NOTHING, seal="s", reason="r"))
    made.say(play())
    made.say(reading(CJ=100, JE=1))
    assert "MQ-METER-EVT" in made.codes
    right = RamCleared(before={**before, "CJ": 100}, after=NOTHING, seal="s", reason="r")
    correct(made, wrong, right)
    assert made.codes == []


@pytest.mark.parametrize("read", [False, True])
def test_a_machine_goes_on_from_what_it_was_declared_with_as_corrected(*, read: bool) -> None:
    """70.00 staked before the ledger, not 50.00; one jogada later its meters say 71.00."""
    made = Floor()
    old = {**NOTHING, "CJ": 5_000, "DE": 8_000, "JE": 50, "SC": 3_000}
    declared = OpeningDeclared(subject="machine", name="MQ-01", values=old)
    wrong = made.say(declared, place=None, source="direccao")
    made.say(homologated())
    made.say(play())
    if read:
        made.say(reading(CJ=7_100, DE=8_000, JE=51))
        assert made.codes == ["MQ-METER-EVT"]
    right = {**old, "CJ": 7_000, "SC": 1_000}
    correct(made, wrong, msgspec.structs.replace(declared, values=right))
    assert made.codes == []
    assert (made.machine().totals[0], made.machine().credits) == (7_100, 900)
    made.say(play())
    made.say(reading(CJ=7_200, DE=8_000, JE=52, SC=800))
    assert made.codes == []


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(5_000, marks=pytest.mark.deep)])
@pytest.mark.deep
def test_readings_put_right_are_the_same_whatever_the_page(casino: Casino, page: int) -> None:
    """Two wrong readings, one withdrawn and one corrected twice: live as rebuilt."""
    hall = Hall(casino)
    hall.open()

    hall.say(play())
    one = hall.say(reading(CJ=900, JE=1, DE=10_000, RB=1))
    hall.say(play())
    hall.project(page)
    other = hall.say(reading(CJ=9, JE=2, DE=10_000))
    hall.project(page)
    hall.put_right(one, reading(CJ=50, JE=1, DE=10_000))
    hall.put_right(other, reading(CJ=200, JE=3, DE=10_000))
    hall.project(page)
    hall.put_right(other, None)
    hall.project(page)
    hall.put_right(one, reading(CJ=100, JE=1, DE=10_000))
    hall.say(reading(CJ=200, JE=2, DE=10_000))
    hall.project(page)
    assert hall.codes() == []
    positions = casino.rows("SELECT position FROM {s}.meter_reading ORDER BY position")
    assert other.position not in [row["position"] for row in positions]
    assert casino.rows("SELECT 1 FROM {s}.meter_variance") == []
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo) == digests


def test_the_digits_of_a_machine_are_corrected_with_its_readings() -> None:
    """R25: of four digits, not eight, 99.50 and then 0.30 are 0.80 and no fall."""

    def told(digits: int) -> tuple[Floor, Event]:
        made = Floor()
        first = made.say(MachineEnrolled(maker="m", model="x", serial="1", digits=digits))
        made.say(homologated())
        made.say(reading(CJ=9_950, DE=9_950, SC=0))
        made.say(CreditsIn(amount=80, means="note"))
        made.say(play(stake=80))
        made.say(reading(CJ=30, DE=30, JE=1, SC=0))
        return made, first

    wrong, enrolled = told(8)
    right, _ = told(4)
    assert "MQ-METER-DEC" in wrong.codes
    assert "MQ-METER-DEC" not in right.codes
    correct(wrong, enrolled, MachineEnrolled(maker="m", model="x", serial="1", digits=4))
    assert wrong.codes == right.codes
    assert wrong.machine().device.lifetime == right.machine().device.lifetime
    assert (wrong.machine().totals, wrong.machine().digits) == (right.machine().totals, 4)
