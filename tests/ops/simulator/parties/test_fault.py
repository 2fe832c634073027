"""The form in which every game tells its faults."""

from dataclasses import dataclass

from typing_extensions import override

from ledger.events.registry import Heartbeat
from ops.simulator.parties.fault import Occasion, Wrong, scene
from ops.simulator.parties.party import Party, Telling
from ops.simulator.parties.terminal import Said
from tests.ops.simulator.conftest import where


@dataclass
class Throw:
    """A throw of one die."""

    fault: str | None = None


def beat(party: Party, throw: Throw) -> Telling:
    """Say something besides."""
    del throw
    yield party.terminal.say(Heartbeat())


def seven(party: Party, throw: Throw, right: int) -> int:
    """Let the die show seven."""
    del party, throw, right
    return 7


def planted(party: Party, fault: str) -> Telling:
    """Plant the fault and say something."""
    party.plant(fault, "RES-IMPOSS")
    yield party.terminal.say(Heartbeat())


def fourth(party: Party) -> bool:
    """Tell whether the third occasion is past."""
    return party.occasion > 3


WRONGS = {
    "beats": Wrong(does={"thrown": beat}),
    "seven": Wrong(instead={"thrown": seven}),
    "late": Wrong(ready=fourth),
    "scene": scene(planted),
}


class Die(Party):
    """Somebody who throws a die."""

    GAME = "dado"
    WRONGS = WRONGS
    FAULTS = tuple(WRONGS)

    @override
    def gaming_day(self, day: str, start: object, rounds: int) -> Telling:
        yield from ()


def die(**faults: int) -> Die:
    """Return somebody with faults at these occasions."""
    return Die(where("dado", "D-1"), {at: fault for fault, at in faults.items()})


def test_a_round_without_a_fault_is_left_as_it_is() -> None:
    """So is one whose fault does nothing at this moment: nothing besides, the right value."""
    party = die()
    for throw in (Throw(), Throw(""), Throw("late")):
        assert list(party.at("thrown", throw)) == []
        assert party.instead("thrown", throw, 4) == 4
    assert list(party.at("closed", Throw("beats"))) == []


def test_a_fault_tells_more_or_otherwise_at_its_moment() -> None:
    """``does`` adds to what is told, ``instead`` takes the right value and returns another."""
    party = die()
    assert len(list(party.at("thrown", Throw("beats")))) == 1
    assert party.instead("thrown", Throw("seven"), 4) == 7


def test_what_is_told_instead_is_told_alone() -> None:
    """A right telling that is handed over and not gone through takes no number of its source."""
    party = die()
    right = beat(party, Throw())
    told = party.instead("thrown", Throw("seven"), right)
    assert told == 7
    assert party.terminal.seq == 0


def test_a_scene_is_told_at_an_occasion_by_the_fault_s_name() -> None:
    """What it plants bears the name that the table has for it."""
    party = die()
    assert [type(one) for one in party.at("occasion", Occasion("scene"))] == [Said]
    assert [one.fault for one in party.planted] == ["scene"]
    assert list(party.at("occasion", Occasion(None))) == []


def test_a_fault_that_a_party_cannot_have_waits_for_the_next_occasion() -> None:
    """It is taken as soon as it can be, and never dropped."""
    party = die(late=1)
    taken: list[str | None] = []
    for party.occasion in range(1, 6):
        taken.append(party.take_fault())
    assert taken == [None, None, None, "late", None]
    assert party.left == 0
