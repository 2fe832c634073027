"""What casinos of one prize pay each other, whatever comes first (MAQ R19; posting 25).

The pool of c-1 has a base of 500.00, c-2's devices alone feed it. 1,000.00 staked add 5.00; a tenth
of 505.00 is won at 200, the 5.00 first: c-2 owes c-1 5.00. 600.00 more add 3.00; at 400 a tenth of
457.50 is won, the 3.00 first: c-2 owes another 3.00.
"""

import pytest

from ledger.events.jackpots import (
    AwardPaid,
    AwardRefused,
    Combination,
    InterCasinoSettled,
    JackpotWon,
    PoolStake,
)
from ledger.events.registry import ParameterSet
from projections.base.event import Event
from tests.projections.stages.pools.hall import MILLION, Hall

TABLE = (Combination(name="grande", ppm=MILLION), Combination(name="parcial", ppm=100_000))
FIRST, SECOND = "controlador:1", "controlador:2"
TERM = 3_000


@pytest.fixture
def hall() -> Hall:
    hall = Hall()
    hall.casino = "c-1"
    hall.open("p", "v-1", "v-2", scope="casinos", combinations=TABLE)
    hall.tick(60)
    stake(hall, 100, 100_000)
    return hall


def stake(hall: Hall, at: int, amount: int, device: str = "v-1") -> None:
    one = PoolStake(pool="p", device=device, casino="c-2", stake=f"{device}:{at}", amount=amount)
    hall.say(one, source=device, seconds=at)


def won(hall: Hall, at: int, amount: int) -> None:
    claim = JackpotWon(pool="p", combination="parcial", amount=amount)
    hall.say(claim, source="controlador", seconds=at)


def both(hall: Hall) -> None:
    won(hall, 200, 5_050)
    stake(hall, 350, 60_000)
    won(hall, 400, 4_575)


def settle(
    hall: Hall, at: int, amount: int, award: str | None = FIRST, *, back: bool = False
) -> Event:
    payer, receiver = ("c-1", "c-2") if back else ("c-2", "c-1")
    said = InterCasinoSettled(pool="p", award=award, payer=payer, receiver=receiver, amount=amount)
    return hall.say(said, source="financas", seconds=at)


def found(hall: Hall) -> list[str]:
    """Return what stands about reimbursements when every term is over."""
    hall.tick(TERM)
    hall.restart()
    hall.tick(2 * TERM)
    assert set(hall.codes()) <= {"JP-LINK"}
    return [
        f"{fault.expected} {fault.recorded}" for about in hall.about.values() for fault in about
    ]


def test_another_prize_claimed_before_finance_tells_of_the_first(hall: Hall) -> None:
    """Finance's 5.00 and 3.00 come when both prizes are known: each is what its prize leaves."""
    both(hall)
    settle(hall, 300, 500)
    settle(hall, 500, 300, SECOND)
    assert found(hall) == []
    assert {one: it for one, it in hall.held().items() if one.startswith("J11")} == {}


@pytest.mark.parametrize("amount", [499, 501, 800])
def test_another_sum_than_its_prize_leaves_is_found(hall: Hall, amount: int) -> None:
    """The first prize leaves 5.00, though 8.00 are owed in all."""
    both(hall)
    settle(hall, 300, amount)
    assert found(hall) == [f"5.00 from c-2 to c-1 {amount // 100}.{amount % 100:02}"]


def test_a_prize_settled_twice_is_found_and_the_next_one_is_not(hall: Hall) -> None:
    """5.00 twice for the first; the 3.00 of the second are right for all that."""
    both(hall)
    settle(hall, 300, 500)
    settle(hall, 310, 500)
    settle(hall, 500, 300, SECOND)
    assert found(hall) == ["0.00 from c-2 to c-1 5.00"]


@pytest.mark.parametrize(("amount", "wrong"), [(800, 0), (500, 1)])
def test_a_late_stake_is_in_what_a_casino_owes(hall: Hall, amount: int, wrong: int) -> None:
    """600.00 at 150 come late: 508.00 were there, a tenth is 50.80, of which c-2 owes 8.00."""
    won(hall, 200, 5_080)
    settle(hall, 300, amount)
    stake(hall, 150, 60_000, "v-2")
    assert len(found(hall)) == wrong


def test_a_late_stake_without_a_clock_is_in_what_a_casino_owes() -> None:
    """Where nobody ticks all is judged at once, and again when something comes late."""
    hall = Hall()
    hall.casino = "c-1"
    hall.open("p", "v-1", "v-2", scope="casinos", combinations=TABLE)
    stake(hall, 100, 100_000)
    won(hall, 200, 5_080)
    settle(hall, 300, 800)
    assert hall.codes() == ["JP-LINK", "JP-WINBASIS"]
    stake(hall, 150, 60_000, "v-2")
    assert hall.codes() == []


@pytest.mark.parametrize(("amount", "wrong"), [(500, 0), (800, 1)])
def test_without_a_prize_it_is_of_all_that_was_won_before_it(
    hall: Hall, amount: int, wrong: int
) -> None:
    """In one sum at 300: the 3.00 of the prize won at 400 are not owed yet."""
    both(hall)
    settle(hall, 300, amount, None)
    assert len(found(hall)) == wrong


@pytest.mark.parametrize(("amount", "wrong"), [(800, 0), (799, 1)])
def test_in_one_sum_it_may_come_before_the_prizes(hall: Hall, amount: int, wrong: int) -> None:
    """Finance's 8.00 of 500 come before the controller's prizes of 200 and 400."""
    settle(hall, 500, amount, None)
    assert hall.codes() == []
    both(hall)
    assert len(found(hall)) == wrong


def test_what_was_settled_in_one_sum_is_not_owed_by_its_prize(hall: Hall) -> None:
    """8.00 in one sum at 500, and the second's 3.00 once more."""
    both(hall)
    settle(hall, 500, 800, None)
    settle(hall, 600, 300, SECOND)
    assert found(hall) == ["0.00 from c-2 to c-1 3.00"]


@pytest.mark.parametrize(
    ("refused", "amount", "faults"),
    [
        (True, 500, []),
        (True, 499, ["5.00 from c-1 to c-2 4.99"]),
        (False, 500, ["0.00 from c-1 to c-2 5.00"]),
    ],
)
def test_of_a_refused_prize_what_was_reimbursed_goes_back(
    hall: Hall,
    *,
    refused: bool,
    amount: int,
    faults: list[str],
) -> None:
    """C-2 paid its 5.00; c-1 gives them back where the claim was refused, and only there."""
    won(hall, 200, 5_050)
    settle(hall, 300, 500)
    if refused:
        act = AwardRefused(award=FIRST, pool="p", reason="avaria")
        hall.approve(hall.say(act, source="financas", seconds=350))
    settle(hall, 400, amount, back=True)
    assert found(hall) == faults


def test_a_refused_prize_is_not_reimbursed(hall: Hall) -> None:
    """5.00 paid after the refusal were owed to nobody."""
    won(hall, 200, 5_050)
    act = AwardRefused(award=FIRST, pool="p", reason="avaria")
    hall.approve(hall.say(act, source="financas", seconds=350))
    settle(hall, 400, 500)
    assert found(hall) == ["0.00 from c-2 to c-1 5.00"]


def test_a_reimbursement_that_is_corrected_is_what_it_says_now(hall: Hall) -> None:
    """4.99 was a slip for 5.00; the second 5.00 is found until the first is withdrawn."""
    won(hall, 200, 5_050)
    first = settle(hall, 300, 499)
    assert found(hall) == ["5.00 from c-2 to c-1 4.99"]
    assert isinstance(first.payload, InterCasinoSettled)
    right = InterCasinoSettled(pool="p", award=FIRST, payer="c-2", receiver="c-1", amount=500)
    hall.correct(first, right)
    assert found(hall) == []
    settle(hall, 310, 500)
    assert found(hall) == ["0.00 from c-2 to c-1 5.00"]
    hall.correct(first, None)
    assert found(hall) == []
    assert {one: it for one, it in hall.held().items() if one.startswith("J11")} == {}


# --- refused and not given back ------------------------------------------------------------------


def refuse(hall: Hall, at: int) -> Event:
    act = hall.say(AwardRefused(award=FIRST, pool="p", reason="avaria"), source="x", seconds=at)
    hall.say(hall.approval(act), source="direccao", seconds=at)
    return act


@pytest.fixture
def refused(hall: Hall) -> Hall:
    """Return a hall where c-2 paid its 5.00 at 300, of a prize that was refused at 350."""
    won(hall, 200, 5_050)
    settle(hall, 300, 500)
    hall.tick(340)
    refuse(hall, 350)
    return hall


def about(hall: Hall) -> list[tuple[str, str, str, int | None]]:
    return [
        (fault.code, fault.expected, fault.recorded, fault.amount)
        for faults in hall.about.values()
        for fault in faults
    ]


def test_what_was_reimbursed_of_a_refused_prize_has_a_day_to_come_back(refused: Hall) -> None:
    """5.00 are owed to c-2 since 340 by the clock: found a day later, until they are given back."""
    refused.tick(340 + 86_399)
    assert refused.codes() == []
    refused.restart()
    refused.tick(340 + 86_400)
    found = ("JP-LINK", "5.00 back from c-1 to c-2", "0.00", -500)
    assert about(refused) == [found]
    settle(refused, 86_800, 200, back=True)
    refused.tick(90_000)
    assert ("JP-LINK", "5.00 back from c-1 to c-2", "2.00", -300) in about(refused)
    settle(refused, 90_100, 300, back=True)
    refused.tick(95_000)
    assert [one for one in about(refused) if "back" in one[1]] == []


def test_a_refusal_that_is_withdrawn_leaves_nothing_to_give_back(hall: Hall) -> None:
    """Refused by mistake: the prize stands again, and c-2 owed its 5.00 rightly."""
    won(hall, 200, 5_050)
    settle(hall, 300, 500)
    hall.tick(340)
    act = refuse(hall, 350)
    hall.tick(100_000)
    assert hall.codes().count("JP-LINK") == 1
    hall.correct(act, None)
    assert [one for one in about(hall) if "back" in one[1]] == []


def test_what_another_prize_leaves_may_be_set_against_it(refused: Hall) -> None:
    """600.00 more staked, a tenth of 508.00 won at 400: c-2 owes 8.00 of it, less the 5.00."""
    stake(refused, 360, 60_000)
    won(refused, 400, 5_080)
    settle(refused, 500, 300, None)
    refused.tick(100_000)
    assert [one for one in about(refused) if one[0] == "JP-LINK"] == []


def test_the_time_to_give_back_is_a_parameter_s(refused: Hall) -> None:
    """Of an hour: found at 3,940."""
    since = "2026-01-01T00:00:00.000000Z"
    hour = ParameterSet(scope="p", name="jackpot_deadline_seconds", value=3_600, since=since)
    refused.act(hour)
    refused.faults.clear()
    refused.tick(3_939)
    assert "JP-LINK" not in refused.codes()
    refused.tick(3_940)
    assert "JP-LINK" in refused.codes()


@pytest.mark.parametrize("judged", [700, None])
def test_a_stake_that_raises_nothing_before_the_claim_is_of_the_cycle_that_ends(
    hall: Hall, judged: int | None
) -> None:
    """195: c-2's 2.00 make 505.01; 197: c-1's 1.00 adds half a cent; the whole is won at 200.

    At 1,000 c-2's 1.00 completes the cent: c-1 gave nothing in that cycle, and c-2 owes all of the
    0.01, whether the first prize's term was over before the second or not.
    """
    stake(hall, 195, 200)
    own = PoolStake(pool="p", device="v-2", casino="c-1", stake="v-2:1", amount=100)
    hall.say(own, source="v-2", seconds=197)
    whole = JackpotWon(pool="p", combination="grande", amount=50_501)
    hall.say(whole, source="controlador", seconds=200)
    settle(hall, 250, 501)
    if judged is not None:
        hall.tick(judged)
    stake(hall, 1_000, 100)
    won(hall, 1_100, 5_000)
    settle(hall, 1_200, 1, SECOND)
    assert found(hall) == []


@pytest.mark.parametrize("back", [500, 0])
def test_of_a_prize_that_is_withdrawn_the_shares_go_back(hall: Hall, back: int) -> None:
    """50.50 claimed, paid, and 5.00 of it reimbursed by c-2; then nobody had won it.

    The pool has its 505.00 again, c-1 bears the 50.50 that it paid, and owes c-2 its 5.00. A prize
    of 400 is of the 508.00 that are there then: c-2 owes 8.00 of it, as if there had been no other.
    """
    won(hall, 200, 5_050)
    hall.say(AwardPaid(award=FIRST, pool="p", amount=5_050, means="cash"), seconds=210)
    settle(hall, 300, 500)
    hall.tick(340)
    hall.correct(next(event for event in hall.log if event.name == FIRST), None)
    assert hall.pool().shown == 50_500
    if back:
        settle(hall, 360, back, back=True)
    stake(hall, 370, 60_000)
    won(hall, 400, 5_080)
    settle(hall, 500, 800, SECOND)
    hall.tick(100_000)
    missing = [("JP-LINK", "5.00 back from c-1 to c-2", "0.00", -500)]
    assert [one for one in about(hall) if one[0] == "JP-LINK"] == ([] if back else missing)
    owed = [it for one, it in hall.held().items() if one.startswith("J11")]
    assert sorted(owed) == ([] if back else [-500, 500])
