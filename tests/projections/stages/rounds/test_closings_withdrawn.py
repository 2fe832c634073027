"""A round that was closed by mistake goes on, as if nobody had closed it, and is closed anew.

Roleta americana, a pleno of 1.00 on 17: RA R42 pays 35 to 1, so 36.00 go back.
"""

from typing import Any

import pytest

from ledger.door.ingestion import Receipt
from ledger.events.base import Payload
from ledger.events.outcomes import BallLanded
from ledger.events.registry import ParameterSet
from ledger.events.reviews import Correction
from ledger.events.rounds import BetPlaced, BetsClosed, BetsOpened, Payout, RoundClosed, RoundOpened
from projections.reads.queries import judge_round
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.projections.stages.rounds.test_rounds import (
    TABLE,
    findings,
    open_table,
    play,
    round_name,
)


class Coup:
    """A coup, until the bets are closed; told, closed and put right by its table."""

    def __init__(self, casino: Casino) -> None:
        self.casino, self.round = casino, round_name(1)
        open_table(casino)

    def begin(self) -> None:
        """Lay a pleno of 1.00 on 17."""
        self.say(RoundOpened())
        self.say(BetsOpened())
        self.say(BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=100))
        self.say(BetsClosed())

    def say(self, payload: Payload) -> Receipt:
        return self.casino.say(TABLE, payload, round_id=self.round)

    def correct(self, wrong: Receipt, replacement: dict[str, Any] | None = None) -> None:
        """Correct a closing, or withdraw it, with another person's approval."""
        correction = Correction(
            target=f"{wrong.source}:{wrong.first}",
            link=wrong.link,
            replacement=replacement,
            reason="erro_de_registo",
        )
        self.casino.approve("chefe", self.casino.say("fiscal", correction, round_id=self.round))

    def stands(self) -> tuple[list[str], list[tuple[str, int | None]], int]:
        """Return the states of verdicts, the findings and the receita, as they are now."""
        self.casino.project()
        states = self.casino.rows("SELECT state FROM {s}.verdict WHERE known_until IS NULL")
        (receita,) = self.casino.rows("SELECT coalesce(sum(amount), 0)::int AS n FROM {s}.revenue")
        return [row["state"] for row in states], findings(self.casino), receita["n"]


NOBODYS: tuple[list[str], list[tuple[str, int | None]], int] = ([], [], 0)
"""What stands of a coup that goes on: no verdict, no finding, no receita."""
PAID = Payout(seat=1, bets=(1,), amount=3_500, stake_returned=100)
BALL = BallLanded(number=17, colour="preto")
LATE = BetPlaced(bet=2, seat=2, chance="par", amount=100)


@pytest.fixture
def coup(casino: Casino) -> Coup:
    return Coup(casino)


def test_a_coup_that_was_not_over_is_judged_by_all_that_was_told(coup: Coup) -> None:
    """The ball, told after the closing that was none, is the coup's; -35.00 when it is closed."""
    coup.begin()
    closing = coup.say(RoundClosed())
    coup.say(BALL)
    assert {code for code, _ in coup.stands()[1]} >= {"RND-CLOSED"}
    coup.correct(closing)
    assert coup.stands() == NOBODYS
    coup.say(PAID)
    assert coup.stands() == NOBODYS
    coup.say(RoundClosed())
    assert coup.stands() == (["agrees"], [], -3_500)


def test_a_coup_closed_again_meanwhile_is_over_there(coup: Coup) -> None:
    """Told to its end and closed again before the first closing is withdrawn: it ends there.

    A bet told after that is of no coup all the same.
    """
    coup.begin()
    closing = coup.say(RoundClosed())
    for payload in (BALL, PAID, RoundClosed(), LATE):
        coup.say(payload)
    coup.correct(closing)
    assert coup.stands() == (["agrees"], [("RND-CLOSED", None)], -3_500)


def test_a_closing_that_was_meant_after_all_ends_the_coup_there(coup: Coup) -> None:
    """Withdrawn, and then said again: what was laid meanwhile is no bet of the coup."""
    closing = play(coup.casino, 1)["closed"]
    coup.correct(closing)
    coup.say(LATE)
    assert coup.stands() == NOBODYS
    coup.correct(closing, {})
    assert coup.stands() == (["agrees"], [("RND-CLOSED", None)], -3_500)


def test_who_won_waits_from_the_closing_that_counts(coup: Coup) -> None:
    """With a term of no seconds: unpaid at the first tick after the second closing, not before."""
    casino = coup.casino
    casino.tick()
    since = "2026-01-01T00:00:00.000000Z"
    setting = ParameterSet(scope="*", name="payout_deadline_seconds", value=0, since=since)
    casino.approve("chefe", casino.say("fiscal", setting, at="2025-12-01T00:00:00.000000Z"))
    coup.correct(play(casino, 1, paid=None)["closed"])
    casino.tick()
    assert coup.stands() == NOBODYS
    coup.say(RoundClosed())
    assert coup.stands() == (["unpaid"], [], 100 - 100)
    casino.tick()
    assert coup.stands()[1] == [("PAY-NONE", -3_600)]


def test_what_was_said_of_it_while_it_was_closed_is_known_as_then(recorded_casino: Casino) -> None:
    """As known before the withdrawal it has the verdict of then; now it has none."""
    coup = Coup(recorded_casino)
    closing = play(coup.casino, 1)["closed"]
    then = coup.casino.last
    coup.correct(closing)
    assert coup.stands() == NOBODYS
    assert judge_round(coup.casino.conninfo, coup.round, then) is not None
    assert judge_round(coup.casino.conninfo, coup.round) is None


@pytest.mark.parametrize("page", [1, 3])
@pytest.mark.deep
def test_whatever_the_page_the_rows_are_the_same(recorded_casino: Casino, page: int) -> None:
    """Live a page at a time, and built anew, with coups that follow it: 3 times -35.00."""
    casino = recorded_casino
    coup = Coup(casino)
    coup.begin()
    closing = coup.say(RoundClosed())
    coup.say(BALL)
    play(casino, 2)
    casino.project(page=page)
    coup.correct(closing)
    casino.project(page=page)
    previous = "SELECT previous FROM {s}.round ORDER BY opened"
    assert [row["previous"] for row in casino.rows(previous)] == [None, None]
    play(casino, 3)
    coup.say(PAID)
    coup.say(RoundClosed())
    casino.project(page=page)
    assert [row["previous"] for row in casino.rows(previous)] == [None, None, round_name(2)]
    assert coup.stands() == (["agrees"] * 3, [], -10_500)
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo, page=page) == digests
