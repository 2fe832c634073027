"""A winner that was away for longer than the term: what was found meanwhile is found no more.

Base 500.00 at 0.5 %: a stake of 100.00 adds 0.50. M-1 stakes at 100, the controller and the
display show 500.50; M-2 wins 501.00 at 200 and is out of reach for half an hour. What others show
after it is of 500.00 and what M-1 stakes since.
"""

from typing import Any

import pytest

from ledger.events.base import Payload
from ledger.events.jackpots import (
    AwardPaid,
    AwardRefused,
    AwardVerified,
    ControllerRead,
    DisplayRead,
    InterCasinoSettled,
    PoolReset,
)
from ledger.events.machines import HandPaid
from ledger.events.registry import ParameterSet
from projections.base.event import Event
from tests.projections.stages.pools.hall import Hall

WON = "M-2:1"
"""The play that won."""


@pytest.fixture(params=[False, True], ids=["", "restarted"])
def hall(request: pytest.FixtureRequest) -> Hall:
    """Return a hall whose M-2 is away; or one that is started again after every event."""
    hall = Restarted() if request.param else Hall()
    hall.open("p", "M-1", "M-2")
    hall.tick(60)
    play(hall, 100)
    shown(hall, 110, 50_050)
    return hall


class Restarted(Hall):
    """A hall that is started again after every event."""

    def say(self, payload: Payload, **others: Any) -> Event:
        event = super().say(payload, **others)
        self.restart()
        return event


def play(hall: Hall, at: int, machine: str = "M-1", **others: Any) -> Event:
    return hall.play(10_000, machine, seconds=at, **others)


def shown(hall: Hall, at: int, amount: int) -> None:
    hall.say(ControllerRead(pool="p", amount=amount), source="controlador", seconds=at)
    hall.say(DisplayRead(pool="p", amount=amount), source="visor", seconds=at)


def later(hall: Hall, until: int = 2_000) -> None:
    """Let the clock tick on, each minute and a half."""
    first = int(hall.books.now.clock[14:16]) * 60 if hall.books.now.clock else 0
    for at in range(first + 90, until, 90):
        hall.tick(at)
    hall.tick(until)


def back(hall: Hall, **paid: int) -> Event:
    """Let the winner come back, and all that waits be judged."""
    won = play(hall, 200, "M-2", pool="p", **paid)
    later(hall, 2_500)
    return won


def test_the_winner_s_prize_is_of_what_was_held_when_it_was_won(hall: Hall) -> None:
    """M-1 staked at 300 and won 501.00 itself at 350; 0.50 were staked since.

    Meanwhile both readings, and that prize, are too low by what M-2 took.
    """
    shown(hall, 210, 50_000)
    play(hall, 300)
    shown(hall, 310, 50_050)
    play(hall, 350, pool="p", pap_m=50_100)
    shown(hall, 360, 50_000)
    play(hall, 400)
    later(hall)
    assert {"JP-DISP", "JP-DEC", "JP-DISP-DEC", "JP-PAYDIFF", "JP-WINBASIS"} == set(hall.codes())
    won = back(hall, pap_m=50_100)
    assert hall.codes() == []
    held = {"P3": -150_000, "J1": 50_000, "J2": 50, "P1": -250, "C3": 100_200}
    assert hall.held() == held
    award = hall.books.awards.get(won.name)
    assert award is not None
    assert (award.amount, award.so_far.stakes, award.at[14:19]) == (50_100, 2, "03:20")
    assert (hall.pool().cycle.stakes, hall.pool().generation) == (1, 2)


def test_without_any_reading_the_stakes_since_are_not_in_the_prize(hall: Hall) -> None:
    """M-1 staked at 300, 1,000 and 1,900: 1.50 are in the pool of the next prize."""
    for at in (300, 1_000, 1_900):
        later(hall, at)
        play(hall, at)
    back(hall, pap_m=50_100)
    assert (hall.codes(), hall.pool().shown, hall.pool().cycle.stakes) == ([], 50_150, 3)


def test_a_winner_back_that_shows_another_prize_is_found(hall: Hall) -> None:
    """501.50 with the stake of 300 in it, which was laid after it won."""
    play(hall, 300)
    later(hall)
    back(hall, pap_m=50_150)
    assert hall.codes() == ["JP-PAYDIFF", "JP-WINBASIS"]
    assert hall.pool().shown == 50_050


def test_two_winners_that_were_away_come_back_the_later_one_first(hall: Hall) -> None:
    """M-1 is away, too, and won 500.50 at 300; it comes first, and is of 501.00 until M-2 comes."""
    later(hall)
    second = play(hall, 300, pool="p", pap_m=50_050)
    later(hall, 2_500)
    assert hall.codes() == ["JP-PAYDIFF", "JP-WINBASIS"]
    play(hall, 200, "M-2", pool="p", pap_m=50_100)
    later(hall, 3_000)
    assert hall.codes() == []
    award = hall.books.awards.get(second.name)
    assert award is not None
    assert (award.amount, hall.pool().shown, hall.pool().generation) == (50_050, 50_000, 2)


def test_beyond_the_pool_s_memory_a_winner_counts_from_where_it_stands(hall: Hall) -> None:
    """With ten minutes remembered a stake of 1,000 and one of 300 are in what M-2 finds: 502.00."""
    since = "2026-01-01T00:00:00.000000Z"
    name = "pool_memory_seconds"
    hall.act(ParameterSet(scope="p", name=name, value=600, since=since))
    hall.faults.clear()
    play(hall, 300)
    play(hall, 1_000)
    later(hall)
    won = back(hall, pap_m=50_100)
    award = hall.books.awards.get(won.name)
    assert award is not None
    assert (award.amount, hall.codes()) == (50_200, ["JP-PAYDIFF", "JP-WINBASIS"])


# --- what was said of it meanwhile ---------------------------------------------------------------


def test_a_payment_whose_prize_comes_after_its_term_is_of_that_prize(hall: Hall) -> None:
    """Checked, paid and put back while M-2 was away: 501.00, which nobody had won so far."""
    hall.say(AwardVerified(award=WON, pool="p", amount=50_100), source="sala", seconds=220)
    paid = AwardPaid(award=WON, pool="p", amount=50_100, means="cash")
    hall.say(paid, source="caixa", seconds=230)
    reset = PoolReset(pool="p", award=WON, amount=50_000, funds="operator", balance=50_000)
    hall.say(reset, source="financas", seconds=240)
    later(hall)
    assert hall.codes() == ["JP-PAYDIFF", *["JP-RESET"] * 2, "JP-WINBASIS"]
    assert hall.held()["P2"] == -50_100
    back(hall, pap_h=50_100)
    assert (hall.codes(), hall.pool().unfound) == ([], [])
    held = {"P3": -100_000, "J1": 50_000, "P1": -100, "C1": 50_100}
    assert hall.held() == held


@pytest.mark.parametrize(("amount", "codes"), [(50_100, []), (50_099, ["JP-PAYDIFF"])])
def test_a_payment_at_the_desk_is_of_the_prize_that_comes_after_its_term(
    hall: Hall, amount: int, codes: list[str]
) -> None:
    """501.00 in cash by the desk's word alone; one cent less is found when the prize is known."""
    by_hand = HandPaid(category="PAPh", amount=amount, means="cash", play=WON)
    hall.say(by_hand, source="caixa", place="M-2", seconds=230)
    later(hall)
    assert hall.held().get("C1") is None
    back(hall, pap_h=50_100)
    assert (hall.codes(), hall.held()["C1"]) == (codes, amount)
    assert hall.held().get("J6", 0) == 50_100 - amount


def test_a_payment_that_no_prize_ever_comes_for_stays_found(hall: Hall) -> None:
    """M-2 comes back with another prize than the one that was paid."""
    paid = AwardPaid(award="M-2:9", pool="p", amount=700, means="cash")
    hall.say(paid, source="caixa", seconds=230)
    later(hall)
    back(hall, pap_m=50_100)
    assert (hall.codes(), hall.held()["P2"]) == (["JP-PAYDIFF"], -700)


def test_a_refusal_of_a_prize_that_comes_after_its_term_takes_it_back(hall: Hall) -> None:
    """Refused at 250 for a malfunction: what M-2 shows in half an hour is the pool's."""
    hall.approve(
        hall.say(AwardRefused(award=WON, pool="p", reason="avaria"), source="financas", seconds=250)
    )
    later(hall)
    back(hall, pap_h=50_100)
    assert (hall.pool().shown, hall.held().get("J6"), hall.codes()) == (50_100, None, [])


def test_a_reimbursement_of_a_prize_that_comes_after_its_term_is_owed() -> None:
    """M-1 of c-1 staked 0.50 of the 501.00 that M-2 won in c-2; base and pool are c-1's.

    c-1 pays c-2 its 500.50 at 400, which nobody owed so far as was known.
    """
    hall = Hall()
    hall.casino = "c-1"
    hall.open("p", "M-1", "M-2")
    hall.tick(60)
    play(hall, 100)
    settled = InterCasinoSettled(pool="p", payer="c-1", receiver="c-2", amount=50_050, award=WON)
    hall.say(settled, source="financas", seconds=400)
    later(hall)
    assert hall.codes() == ["JP-LINK"]
    play(hall, 200, "M-2", pool="p", pap_m=50_100, casino="c-2")
    later(hall, 2_500)
    assert hall.codes() == []
    assert {one: amount for one, amount in hall.held().items() if one.startswith("J11")} == {}
