"""The ball's sides by hand: RA R30 and RF R22 by turns, BO R6 always to the left."""

import pytest

from ledger.events.outcomes import BallLanded, BallLaunched
from ledger.events.rounds import BetsClosed, BetsOpened, RoundClosed, RoundOpened
from tests.helpers.casino import DAY, Log, judged
from tests.helpers.each import each

TURNS = {"roleta_americana": "RA R30", "roleta_francesa": "RF R22"}


def sides_found(game: str, *directions: str | None) -> list[list[tuple[str, str]]]:
    """Return, of each coup of a table, the code and rule of what is found of the ball's side."""
    log = Log(game)
    for number, direction in enumerate(directions, start=1):
        log.round = f"{log.place}/{DAY}/{number}"
        log.play(RoundOpened(), BetsOpened(), BallLaunched(by="c1", direction=direction))
        log.play(BetsClosed(by="call"), BallLanded(number=7), RoundClosed())
    rounds, _ = judged(log.events)
    assert [one.closed.number for one in rounds] == list(range(1, len(directions) + 1))
    return [
        [(one.code, one.rule) for one in each_round.verdict.found if one.code.endswith("-DIR")]
        for each_round in rounds
    ]


@each("game", TURNS)
def test_the_ball_goes_to_one_side_and_the_other_by_turns(game: str) -> None:
    """Left, left again: told of the second coup; the third is held against the second."""
    rule = TURNS[game]
    found = sides_found(game, "left", "left", "right", "left", "left")
    assert found == [[], [("RA-DIR", rule)], [], [], [("RA-DIR", rule)]]


@each("game", TURNS)
def test_a_side_that_nobody_tells_accuses_nobody(game: str) -> None:
    """Neither the coup itself nor the one after it."""
    assert sides_found(game, "left", None, "left") == [[], [], []]


@pytest.mark.parametrize(
    ("direction", "found"),
    [("left", []), ("right", [("BO-DIR", "BO R6")]), (None, [])],
)
def test_at_boule_the_ball_goes_from_right_to_left(
    direction: str | None, found: list[tuple[str, str]]
) -> None:
    """Every coup alike: whoever throws to the left twice does as the rule says."""
    assert sides_found("boule", direction, direction) == [found, found]
