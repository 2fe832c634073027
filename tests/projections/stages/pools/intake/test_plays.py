"""Pools of machines: levels fed by one stake, exact fractions, voids, prizes, payments."""

import pytest

from ledger.events.jackpots import (
    AwardPaid,
    AwardRefused,
    AwardVerified,
    Combination,
    JackpotWon,
    PoolMemberAdded,
    PoolMemberRemoved,
    PoolReset,
    PoolStake,
    PoolTransferred,
)
from ledger.events.machines import HandPaid, LineWin, PlayVoided
from ledger.events.registry import ParameterSet
from ledger.events.reviews import Approval
from tests.projections.stages.pools.hall import MILLION, Hall


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_a_fraction_stays_until_it_is_a_cent(hall: Hall) -> None:
    """0.5 % of 0.75 is 0.375 cent: after three plays one cent moved and 0.125 stays."""
    hall.open()
    for residue, accumulated in ((375_000, 0), (750_000, 0), (125_000, 1)):
        hall.play(75)
        assert (hall.pool().residue, hall.pool().holds("J2")) == (residue, accumulated)
    assert hall.held() == {"P3": -50_000, "J1": 50_000, "J2": 1, "P1": -1}


def test_one_stake_feeds_every_level_and_every_pool_of_its_machine(hall: Hall) -> None:
    """MAQ R18: 100.00 at 0.5 % and at 1 % are 0.50 and 1.00; another machine feeds its own."""
    hall.open("p", "M-1", "M-2")
    hall.open("q", "M-1", ppm=10_000, level="maior")
    hall.play(10_000)
    hall.play(10_000, "M-2")
    assert (hall.pool("p").holds("J2"), hall.pool("q").holds("J2")) == (100, 100)
    assert hall.total("increment") == -200
    assert {one.category for one in hall.revenue} == {"maquinas"}


def test_demonstrations_and_strangers_feed_nothing(hall: Hall) -> None:
    """A demo play and a machine that is no member move no money; nor does one that left."""
    hall.open()
    hall.play(10_000, mode="demo")
    hall.play(10_000, "M-9")
    hall.say(PoolMemberAdded(pool="p", member="M-9", act="com-2"))
    hall.play(10_000, "M-9")
    hall.say(PoolMemberRemoved(pool="p", member="M-9"))
    hall.play(10_000, "M-9")
    assert hall.pool().holds("J2") == 50
    assert hall.codes() == []


def test_a_stake_keeps_the_rate_of_its_instant(hall: Hall) -> None:
    """A change to 1 % from second 100 on: a play before it adds 0.50, one after it 1.00."""
    hall.open()
    change = ParameterSet(
        scope="p",
        name="ppm",
        value=10_000,
        since="2026-11-20T20:01:40.000000Z",
        act="com-2",
        notified="2026-11-20T20:00:00.000000Z",
    )
    hall.act(change)
    hall.play(10_000, seconds=99)
    assert hall.pool().holds("J2") == 50
    late = hall.play(10_000, seconds=101)
    assert hall.pool().holds("J2") == 150
    assert hall.pool().cycle.rates == {"5000": 10_000, "10000": 10_000}
    hall.say(PlayVoided(play=late.name, cause="avaria", returned=10_000))
    assert hall.pool().holds("J2") == 50
    assert hall.codes() == []


@pytest.mark.parametrize("notified", [None, "2026-11-21T00:00:00.000000Z"])
def test_a_rate_changed_without_notice_is_found(hall: Hall, notified: str | None) -> None:
    """MAQ R19: nobody was told before the day from which it holds, and a balance runs."""
    hall.open()
    since = "2026-11-20T20:10:00.000000Z"
    hall.act(ParameterSet(scope="p", name="ppm", value=1, since=since, act="x", notified=notified))
    assert hall.codes() == ["JP-RATECHG"]


def test_a_void_takes_its_exact_share_back(hall: Hall) -> None:
    """The fraction too: as if the play had never been."""
    hall.open()
    hall.play(75)
    was = (hall.pool().residue, hall.held())
    play = hall.play(1_075)
    hall.say(PlayVoided(play=play.name, cause="avaria", returned=1_075))
    assert (hall.pool().residue, hall.held()) == was
    hall.say(PlayVoided(play=play.name, cause="avaria", returned=1_075))
    assert (hall.pool().residue, hall.held()) == was
    assert hall.total("increment") == 0


def test_after_an_award_the_operator_bears_a_void(hall: Hall) -> None:
    """What the winner took with the prize cannot come back: the new cycle keeps its cents."""
    hall.open()
    play = hall.play(10_000)
    hall.play(10_000, "M-1", pool="p", pap_m=50_100)
    hall.play(10_000)
    hall.say(PlayVoided(play=play.name, cause="avaria", returned=10_000))
    assert hall.pool().holds("J2") == 50
    assert hall.total("increment") == -150


def test_a_void_play_s_own_prize_never_happened(hall: Hall) -> None:
    """The award goes back with its reset, then the stake; what the machine paid is the house's."""
    hall.open()
    hall.play(10_000)
    was = {**hall.held()}
    winner = hall.play(10_000, pool="p", pap_m=50_100)
    assert hall.pool().shown == 50_000
    hall.say(PlayVoided(play=winner.name, cause="avaria", returned=10_000))
    assert hall.held() == {**was, "P2": -50_100, "C3": 50_100}
    assert (hall.pool().generation, hall.total("increment")) == (0, -50)
    assert hall.codes() == ["JP-PAYDIFF"]


def test_the_winning_stake_s_own_increment_is_in_the_prize(hall: Hall) -> None:
    """Base 500.00 and 0.50 twice: 501.00; the base is put back, and the machine has paid."""
    hall.open()
    hall.play(10_000)
    hall.play(10_000, pool="p", pap_m=50_100)
    assert hall.held() == {"P3": -100_000, "J1": 50_000, "P1": -100, "C3": 50_100}
    assert hall.pool().generation == 1
    assert hall.total("increment") == -100
    assert hall.codes() == []


def test_hidden_reserve_and_overflow_pass_to_the_next_cycle_and_pay_no_prize(hall: Hall) -> None:
    """Art. 3 VII: at a ceiling of 500.50 the second 0.50 overflows; with 0.10 reserve each."""
    hall.open(ceiling=50_050, reserve_ppm=1_000)
    hall.play(10_000)
    hall.play(10_000)
    pool = hall.pool()
    assert (pool.shown, pool.holds("J3"), pool.holds("J4")) == (50_050, 20, 50)
    hall.play(10_000, pool="p", pap_m=50_050)
    assert (pool.holds("J1"), pool.holds("J2")) == (50_000, 20 + 10 + 100)
    assert pool.holds("J3") == pool.holds("J4") == 0
    assert hall.codes() == []


def test_a_reserve_pays_the_base_only_where_the_profile_says_so(hall: Hall) -> None:
    """``reserva_paga_base``: 100.00 of reserve, 400.00 by the operator."""
    hall.open(reserve_ppm=1_000)
    hall.act(
        ParameterSet(
            scope="p", name="reserva_paga_base", value=True, since="2026-01-01T00:00:00.000000Z"
        )
    )
    hall.play(10_000_000)
    hall.play(100, pool="p", pap_h=100_000)
    pool = hall.pool()
    assert (pool.holds("J1"), pool.holds("J2"), pool.holds("J3")) == (50_000, 0, 0)
    assert hall.held()["P3"] == -50_000 - 40_000
    hall.faults.clear()
    assert hall.codes() == []


def test_a_prize_other_than_the_pool_gives_is_found(hall: Hall) -> None:
    """The machine shows 501.00, the pool gives 500.50: JP-WINBASIS of 0.50, and 0.50 too many."""
    hall.open()
    hall.play(10_000, pool="p", pap_m=50_100)
    assert hall.codes() == ["JP-PAYDIFF", "JP-WINBASIS"]
    assert hall.held()["P2"] == -50


def test_two_awards_at_once_go_by_position(hall: Hall) -> None:
    """The second finds base and later increments; who computes it on the first's pool is found."""
    hall.open()
    hall.play(10_000, pool="p", pap_m=50_050, seconds=100)
    hall.play(10_000, pool="p", pap_m=50_050, seconds=100)
    assert hall.codes() == []
    hall.play(10_000, pool="p", pap_m=50_100, seconds=100)
    assert "JP-SIMUL" in hall.codes()
    assert "JP-WINBASIS" not in hall.codes()


@pytest.mark.parametrize("seconds", [106, 160])
@pytest.mark.parametrize("moved", [False, True])
def test_who_claims_again_what_was_won_is_the_second(
    hall: Hall, seconds: int, *, moved: bool
) -> None:
    """500.50 of a stake at 100 are claimed at 103, and again soon after it, or a minute later.

    The first had them; the second is 500.00, whether or not its signal could be that stake's, and
    whether or not both are dated early because money of other pools was to be moved.
    """
    hall.open()
    hall.open("q", "M-3")
    hall.open("r", "M-4")
    hall.faults.clear()
    hall.tick(60)
    if moved:
        act = PoolTransferred(
            transfer="o-1",
            side="both",
            pool="q",
            to="r",
            base=50_000,
            accumulated=0,
            reason="estrategia",
        )
        event = hall.say(act, source="financas", seconds=90)
        approval = Approval(target=event.name, link=event.link.hex())
        hall.say(approval, source="direccao", seconds=91)
    hall.play(10_000, seconds=100)
    first = hall.say(JackpotWon(pool="p", amount=50_050), source="controlador", seconds=103)
    again = hall.say(JackpotWon(pool="p", amount=50_050), source="controlador", seconds=seconds)
    for at in range(120, 900, 30):
        hall.tick(at)
    prizes = {one.award: one.amount for one in hall.books.awards.page.values()}
    assert prizes == {first.name: 50_050, again.name: 50_000}
    assert "JP-SIMUL" in hall.codes()
    assert "JP-WINBASIS" not in hall.codes()


@pytest.mark.parametrize("said", [50_050, 50_150])
def test_a_claim_told_twice_of_one_play_is_one_prize(hall: Hall, said: int) -> None:
    """The play tells them apart: the same words are nothing new, of others the amount is found.

    Without it two of one instant are two prizes, each of what the pool held (NM 15.1.24.19).
    """
    hall.open()
    play = hall.play(10_000, seconds=100)
    for amount in (50_050, said):
        claim = JackpotWon(pool="p", amount=amount, play=play.name)
        hall.say(claim, source="controlador", seconds=103)
    for at in range(120, 400, 30):
        hall.tick(at)
    assert {one.award: one.amount for one in hall.books.awards.page.values()} == {play.name: 50_050}
    assert hall.codes() == ([] if said == 50_050 else ["JP-WINBASIS"])
    wrong = [subject for subject, faults in hall.about.items() if faults]
    assert wrong == ([] if said == 50_050 else ["pool-act controlador:2"])


def test_who_won_before_a_prize_that_was_claimed_wrongly_is_the_first(hall: Hall) -> None:
    """500.50 by the stake of 100, told at 106; 500.20 by that of 101 after it, told at 103."""
    hall.open("p", "M-1", "M-2")
    hall.tick(60)
    hall.play(10_000, seconds=100)
    hall.play(4_000, seconds=101)
    second = hall.say(JackpotWon(pool="p", amount=50_020), source="controlador", seconds=103)
    first = hall.say(JackpotWon(pool="p", amount=50_050), source="controlador", seconds=106)
    hall.tick(900)
    prizes = {one.award: one.amount for one in hall.books.awards.page.values()}
    assert prizes == {second.name: 50_020, first.name: 50_050}
    assert hall.codes() == []


@pytest.mark.parametrize("back", [False, True])
def test_a_claim_put_right_to_name_its_play_is_paid_as_that_prize(
    hall: Hall, *, back: bool
) -> None:
    """500.50 claimed without the play, or with it, without it and with it again; paid by the claim.

    The payment names the claim, which tells of the play's prize now.
    """
    hall.open()
    won = hall.play(10_000, pool="p", pap_h=50_050)
    bare, whole = (JackpotWon(pool="p", amount=50_050, play=play) for play in (None, won.name))
    claim = hall.say(whole if back else bare, source="controlador")
    if back:
        hall.correct(claim, bare)
    hall.correct(claim, whole)
    paid = AwardPaid(award=claim.name, pool="p", amount=50_050, means="cash", slip="g-1")
    hall.say(paid, source="caixa")
    assert hall.codes() == []
    assert hall.held().get("J6", 0) == 0


def test_a_hand_paid_prize_is_owed_until_it_is_paid(hall: Hall) -> None:
    """J6 holds it; the cage pays 450.45 and withholds 50.05 of 500.50, as the parameter says."""
    hall.open()
    since = "2026-01-01T00:00:00.000000Z"
    hall.act(ParameterSet(scope="p", name="taxa_premio_ppm", value=100_000, since=since))
    hall.faults.clear()
    won = hall.play(10_000, pool="p", pap_h=50_050)
    assert hall.held()["J6"] == 50_050
    claim = hall.say(JackpotWon(pool="p", amount=50_050, play=won.name), source="controlador")
    assert hall.held()["J6"] == 50_050
    hall.say(AwardVerified(award=claim.name, pool="p", amount=50_050), source="caixa")
    paid = AwardPaid(award=claim.name, pool="p", amount=50_050, tax=5_005, means="cash", slip="g-1")
    hall.say(paid, source="caixa")
    hall.say(
        HandPaid(category="PAPh", amount=50_050, tax=5_005, means="cash", slip="g-1", play=won.name)
    )
    held = hall.held()
    assert (held.get("J6"), held["C1"], held["J10"]) == (None, 45_045, 5_005)
    assert hall.codes() == []


def test_what_was_paid_wrongly_is_found_and_stays_booked_as_paid(hall: Hall) -> None:
    """Half of the prize: JP-PAYDIFF until the rest is paid; another tax than the profile's."""
    hall.open()
    won = hall.play(10_000, pool="p", pap_h=50_050)
    hall.say(AwardPaid(award=won.name, pool="p", amount=50_000, means="cash"))
    assert hall.codes() == ["JP-PAYDIFF"]
    hall.say(AwardPaid(award=won.name, pool="p", amount=50, tax=1, means="cash"))
    assert hall.codes() == ["JP-TAX"]


def test_a_payment_without_a_name_is_of_the_prize_of_its_amount(hall: Hall) -> None:
    """Two prizes wait; what was paid by mistake and withdrawn leaves both waiting."""
    hall.open()
    hall.play(10_000, pool="p", pap_h=50_050)
    hall.play(20_000, pool="p", pap_h=50_100)
    paid = hall.say(AwardPaid(pool="p", amount=50_100, means="cash"), source="caixa")
    assert hall.held()["J6"] == 50_050
    hall.correct(paid, AwardPaid(pool="p", amount=50_050, means="cash"))
    assert hall.held()["J6"] == 50_100
    hall.correct(paid, None)
    assert hall.held()["J6"] == 100_150
    assert hall.codes() == []


def test_a_prize_that_waits_for_longer_than_a_day_is_late(hall: Hall) -> None:
    """Time runs from the first tick; a payment ends the finding."""
    hall.open()
    won = hall.play(10_000, pool="p", pap_h=50_050)
    hall.tick(1_000)
    hall.tick(87_399)
    assert hall.codes() == []
    hall.tick(87_400)
    assert hall.codes() == ["JP-PAYLATE"]
    hall.say(AwardPaid(award=won.name, pool="p", amount=50_050, means="cash"))
    assert hall.codes() == []


def test_a_refused_claim_s_money_is_the_pool_s_again(hall: Hall) -> None:
    """Posting 10: 500.50 back, and the base that was put in; the refusal withdrawn: won again."""
    hall.open()
    hall.play(10_000)
    was = hall.held()
    claim = hall.say(JackpotWon(pool="p", amount=50_050), source="controlador")
    assert hall.pool().generation == 1
    refusal = hall.act(AwardRefused(award=claim.name, pool="p", reason="avaria"))
    assert (hall.held(), hall.pool().generation) == (was, 0)
    hall.correct(refusal, None)
    assert (hall.pool().generation, hall.held()["J6"]) == (1, 50_050)


def test_a_partial_prize_takes_the_accumulated_part_first(hall: Hall) -> None:
    """10 % of 600.00: 60.00 of J2; the next, of 540.00, 40.00 of J2 and 14.00 of the base."""
    table = (Combination(name="real", ppm=MILLION), Combination(name="cor", ppm=100_000))
    hall.open(combinations=table)
    hall.play(2_000_000)
    win = LineWin(line=1, combination="cor", amount=0)
    hall.play(0, pool="p", pap_m=6_000, wins=(win,))
    assert (hall.pool().holds("J1"), hall.pool().holds("J2")) == (50_000, 4_000)
    hall.play(0, pool="p", pap_m=5_400, wins=(win,))
    assert (hall.pool().holds("J1"), hall.pool().holds("J2")) == (48_600, 0)
    assert hall.pool().generation == 0
    assert hall.codes() == []


def test_a_stake_elsewhere_is_credited_once(hall: Hall) -> None:
    """The same id again is JP-DUP and moves nothing; a void takes the first back."""
    hall.open("p", "mq-1")
    stake = PoolStake(pool="p", device="mq-1", casino="b", stake="mq-1:7", amount=10_000)
    hall.say(stake)
    hall.say(stake)
    assert hall.codes() == ["JP-DUP"]
    assert hall.pool().holds("J2") == 50
    void = PoolStake(
        pool="p", device="mq-1", casino="b", stake="mq-1:7", amount=10_000, voided=True
    )
    hall.say(void)
    hall.say(void)
    assert hall.pool().holds("J2") == 0
    assert hall.revenue == []


def elsewhere(number: int) -> PoolStake:
    """Return a stake of 100.00 in another casino, 0.50 of it for the pool."""
    return PoolStake(pool="p", device="mq-1", casino="b", stake=f"mq-1:{number}", amount=10_000)


def test_a_stake_elsewhere_with_anothers_number_counts_once_that_is_put_right(hall: Hall) -> None:
    """Number 7 is told twice: JP-DUP, until the second is said to be 8, which then is taken."""
    hall.open("p", "mq-1")
    hall.say(elsewhere(7))
    second = hall.say(elsewhere(7))
    assert (hall.codes(), hall.pool().holds("J2")) == (["JP-DUP"], 50)
    hall.correct(second, elsewhere(8))
    assert (hall.codes(), hall.pool().holds("J2")) == ([], 100)
    hall.say(elsewhere(8))
    assert (hall.codes(), hall.pool().holds("J2")) == (["JP-DUP"], 100)


@pytest.mark.parametrize("right", [elsewhere(6), None])
def test_a_number_that_a_stake_elsewhere_no_longer_has_is_free(
    hall: Hall, right: PoolStake | None
) -> None:
    """Number 7 was a slip for 6, or was no stake at all: 7 that comes now is credited."""
    hall.open("p", "mq-1")
    slip = hall.say(elsewhere(7))
    hall.correct(slip, right)
    hall.say(elsewhere(7))
    assert (hall.codes(), hall.pool().holds("J2")) == ([], 50 if right is None else 100)


def test_a_stake_elsewhere_put_right_to_a_credited_number_is_told_twice(hall: Hall) -> None:
    """8 is said to be 7: JP-DUP, and 0.50 goes out; 8 after all: in again, and no fault."""
    hall.open("p", "mq-1")
    hall.say(elsewhere(7))
    second = hall.say(elsewhere(8))
    hall.correct(second, elsewhere(7))
    assert (hall.codes(), hall.pool().holds("J2")) == (["JP-DUP"], 50)
    hall.correct(second, elsewhere(8))
    assert (hall.codes(), hall.pool().holds("J2")) == ([], 100)


def test_a_void_of_a_stake_nobody_credited_is_found(hall: Hall) -> None:
    """JP-MISS: there is nothing to take back."""
    hall.open("p", "mq-1")
    hall.say(PoolStake(pool="p", device="mq-1", stake="mq-1:7", amount=10_000, voided=True))
    assert hall.codes() == ["JP-MISS"]


def test_an_unreasonable_increment_is_found_until_the_play_is_corrected(hall: Hall) -> None:
    """5.01 above a maximum of 5.00; the play should have been of 1.00."""
    hall.open(increment_max=500)
    play = hall.play(100_200)
    assert hall.codes() == ["JP-UNREAS"]
    hall.correct(play, type(play.payload)(stake=100, denomination=1, configuration="ab" * 32))
    assert hall.codes() == []
    assert hall.pool().staked == 100


def test_what_is_said_of_a_reset_is_compared(hall: Hall) -> None:
    """Base from the operator, what was put in, what it starts from."""
    hall.open()
    hall.play(10_000, pool="p", pap_m=50_050)
    right = PoolReset(pool="p", amount=50_000, funds="operator", balance=50_000)
    hall.say(right)
    assert hall.codes() == []
    hall.say(PoolReset(pool="p", amount=50_000, funds="reserve", balance=50_100))
    assert hall.codes() == ["JP-RESET", "JP-RESET"]
