"""Retention: years by class are the house's, and what an open case or finding rests on stays."""

from datetime import date

import pytest

from ledger.events import KINDS
from ledger.events.registry import ParameterSet
from ledger.events.reviews import DisputeDecided, DisputeOpened
from ledger.events.rounds import BetsClosed, BetsOpened, RoundOpened
from projections.reads.retention import (
    CLASSES,
    TRUST,
    YEARS,
    DayOfClass,
    class_of,
    days_of_classes,
    leaving_days,
)
from projections.reads.texts import HELD
from tests.fixtures.casino import DAY, Casino, minute

ROUND = f"RA-01/{DAY}/1"
OTHER = f"RA-01/{DAY}/2"


def set_years(casino: Casino, years: dict[str, int]) -> None:
    """Let two of the house set how long classes are kept."""
    act = ParameterSet(scope="*", name=YEARS, value=years, since="2026-01-01T00:00:00.000000Z")
    casino.approve("registo-2", casino.say("registo-1", act))


def play(casino: Casino, round_id: str, start: int) -> None:
    """Say three events of a round."""
    for offset, payload in enumerate((RoundOpened(), BetsOpened(), BetsClosed(by="call"))):
        casino.say("mesa", payload, at=minute(start + offset), round_id=round_id)


def days(casino: Casino, now: str = minute(59)) -> dict[str, DayOfClass]:
    casino.project()
    with casino.reading() as connection:
        found = days_of_classes(connection, first=DAY, last=DAY, now=now)
    return {one.retention: one for one in found}


def test_every_kind_is_of_a_class() -> None:
    """Each known kind has one; what nobody knows has its own."""
    assert {class_of(kind) for kind in KINDS} <= CLASSES.keys()
    assert class_of("roulette-spin/1") == "desconhecidos"


def test_what_proves_the_rest_never_leaves(memory_casino: Casino) -> None:
    """Keys, parameters and approvals stay, whatever years somebody sets for them."""
    set_years(memory_casino, {TRUST: 0, "jogo": 0})
    play(memory_casino, ROUND, 1)
    found = days(memory_casino)
    assert (found[TRUST].until, found[TRUST].leaving) == (None, 0)
    assert found["jogo"].until == date.fromisoformat(DAY)


def test_a_class_without_years_waits_for_the_law(memory_casino: Casino) -> None:
    """Nobody guesses a term: until the parameter is set nothing of the class may leave."""
    play(memory_casino, ROUND, 1)
    game = days(memory_casino)["jogo"]
    assert (game.until, game.due, game.leaving, game.staying) == (None, False, 0, game.events)


@pytest.mark.parametrize(
    ("now", "due"),
    [("2036-11-19T23:59:59.000000Z", False), ("2036-11-20T00:00:00.000000Z", True)],
)
def test_years_are_counted_from_the_gaming_day(memory_casino: Casino, now: str, due: bool) -> None:
    """Over on the same date, so many years later, and not the day before."""
    set_years(memory_casino, {"jogo": 10})
    play(memory_casino, ROUND, 1)
    game = days(memory_casino, now)["jogo"]
    assert (game.until, game.due) == (date(2036, 11, 20), due)


def test_an_open_case_holds_its_round_until_it_is_decided(memory_casino: Casino) -> None:
    """The events of the disputed round stay; those of the round beside it may leave."""
    set_years(memory_casino, {"jogo": 0})
    play(memory_casino, ROUND, 1)
    play(memory_casino, OTHER, 5)
    opened = DisputeOpened(dispute="D-1", subject="round", rounds=(ROUND,))
    memory_casino.say("oficial", opened, at=minute(10))
    held = days(memory_casino)["jogo"]
    assert held.events == 6
    assert held.held >= 3
    before = held.held
    decided = DisputeDecided(dispute="D-1", decision="rejected")
    memory_casino.say("oficial", decided, at=minute(12))
    after = days(memory_casino)["jogo"]
    assert before - after.held == 3


def test_a_day_that_the_authority_holds_stays_whole(memory_casino: Casino) -> None:
    """Evidence before erasing: nothing of the day leaves until the act is taken back."""
    play(memory_casino, ROUND, 1)
    set_years(memory_casino, {"jogo": 0})
    assert days(memory_casino)["jogo"].leaving == 3
    for listed, leaving in (([DAY], 0), ([], 3)):
        since = f"2026-01-0{2 if listed else 3}T00:00:00.000000Z"
        act = ParameterSet(scope="*", name=HELD, value=tuple(listed), since=since)
        memory_casino.approve("registo-2", memory_casino.say("registo-1", act))
        assert days(memory_casino)["jogo"].leaving == leaving


def test_a_day_leaves_whole_or_not_at_all() -> None:
    """A day of which one class must stay, or one event is held, goes to no archive."""
    day = date(2016, 11, 20)

    def of(name: str, *, due: bool = True, held: int = 0) -> DayOfClass:
        return DayOfClass(retention=name, day=day, events=5, held=held, until=day, due=due)

    trust = of(TRUST, due=False)
    assert leaving_days([trust, of("jogo"), of("mesas")]) == [day]
    assert leaving_days([trust, of("jogo"), of("mesas", due=False)]) == []
    assert leaving_days([trust, of("jogo", held=1)]) == []
    assert leaving_days([trust]) == []
