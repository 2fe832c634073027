"""Prizes of pools paid after the fact: out of J6, and back into it if the payment is withdrawn."""

from ledger.events.jackpots import AwardPaid
from ledger.events.registry import Heartbeat
from projections.base.produced import Produced, Settled
from tests.projections.stages.pools.hall import DAY, Hall
from tests.projections.stages.pools.intake.test_rounds import FLUSH, Mesa


def settle(hall: Hall, round_id: str, amount: int, *, event: str = "caixa:1") -> None:
    """Let the pools take a part of a payment after the fact that is of a prize."""
    told = hall.say(Heartbeat(), source="caixa")
    part = Settled(
        position=told.position,
        of=told.position,
        event=event,
        part="prize",
        amount=amount,
        currency="CVE",
        day=DAY,
        casino="*",
        place="T-1",
        round=round_id,
        seat=1,
        dispute="D-1",
        finding=None,
        means="cash",
        slip=None,
    )
    produced = Produced(settled=[part])
    hall.stage.begin(produced)
    hall.stage.fold(told, produced)


def test_a_prize_paid_after_the_fact_leaves_j6_for_cash() -> None:
    """A flush gives 5.00, 3.00 of which the cage pays: 2.00 are still owed, C1 gave 3.00."""
    hall = Hall()
    name = Mesa(hall).play(cards=FLUSH)
    assert hall.stage.prize_owed(name, 1) == 500
    settle(hall, name, 300)
    assert hall.stage.prize_owed(name, 1) == 200
    assert (hall.pool("p").holds("J6"), hall.pool("p").holds("C1")) == (200, 300)


def test_a_payment_taken_back_is_owed_again() -> None:
    """The 5.00 that were another's: J6 holds them again."""
    hall = Hall()
    name = Mesa(hall).play(cards=FLUSH)
    settle(hall, name, 500)
    settle(hall, name, -500)
    assert (hall.pool("p").holds("J6"), hall.stage.prize_owed(name, None)) == (500, 500)


def test_another_seat_and_another_round_are_owed_nothing() -> None:
    """Only whoever won is owed; a prize paid within its round never is."""
    hall = Hall()
    mesa = Mesa(hall)
    name = mesa.play(cards=FLUSH)
    paid = mesa.play(AwardPaid(pool="p", seat=1, bet=2, amount=500, means="chips"), cards=FLUSH)
    assert hall.stage.prize_owed(name, 2) == hall.stage.prize_owed(paid, 1) == 0


def test_a_round_judged_again_keeps_what_was_settled() -> None:
    """A correction that changes no prize leaves the payment after the fact where it is."""
    hall = Hall()
    mesa = Mesa(hall)
    name = mesa.play(cards=FLUSH)
    settle(hall, name, 500)
    bet = next(e for e in hall.log if e.round == name and e.kind.startswith("bet-placed"))
    hall.correct(bet, bet.payload)
    assert (hall.pool("p").holds("J6"), hall.stage.prize_owed(name, 1)) == (0, 0)
