"""Payments that are not the rules', told alike in every game that has them."""

import json
from collections.abc import Iterator
from random import Random

import pytest
from msgspec import structs

from projections.replay.record import Payment, Record
from projections.replay.registry import GAMES, decode_record, game_of, judge, rules_of
from projections.replay.settlement import Outcome, Settlement
from tests.helpers.each import each
from tests.projections.replay.every_game.hostile_records import HONEST, altered
from tests.projections.replay.every_game.payment_cases import LOSER, WINNER, WORKED, Worked

SOMEBODY = 7
"""A seat that did not bet."""
ALTERED = 25
"""Altered records of a game."""


def faults(record: Record) -> list[tuple[str, str, int | None, int | None]]:
    """Return code, rule, seat and amount of each fault."""
    return [(one.code, one.rule, one.seat, one.amount) for one in judge(record).found]


def game_name(worked: Worked) -> str:
    """Return the name that tells a case apart."""
    return worked.game


of_each_game = each("worked", WORKED, ids=game_name)


@of_each_game
def test_a_winner_paid_and_a_loser_collected_are_no_fault(worked: Worked) -> None:
    """The prize and the stake, whichever of the two the table books it as, and in two parts."""
    assert faults(worked.record(worked.pay())) == []
    whole = Payment(seat=WINNER, bets=(WINNER,), amount=worked.due)
    assert faults(worked.record(whole)) == []
    stake = Payment(seat=WINNER, bets=(WINNER,), amount=0, stake_returned=worked.stake)
    prize = Payment(seat=WINNER, bets=(WINNER,), amount=worked.prize)
    assert faults(worked.record(stake, prize)) == []


@of_each_game
def test_a_winner_who_got_nothing_is_unpaid(worked: Worked) -> None:
    """PAY-NONE of the prize and the stake, by the rule that makes them due; the loser is right."""
    assert faults(worked.record()) == [("PAY-NONE", worked.unpaid, WINNER, -worked.due)]


@of_each_game
def test_a_prize_at_other_odds_is_named_by_the_games_rule(worked: Worked) -> None:
    """Too high, too low, or without the stake: the game's own code where there is one."""
    for more in (10, -10, -worked.stake):
        assert faults(worked.record(worked.pay(more))) == [(*worked.wrong, WINNER, more)]


@of_each_game
def test_a_prize_paid_twice_is_too_high_by_itself(worked: Worked) -> None:
    """What was paid of a bet is compared by its sum."""
    twice = worked.record(worked.pay(), worked.pay())
    assert faults(twice) == [(*worked.wrong, WINNER, worked.due)]


@of_each_game
def test_a_prize_paid_to_another_seat_is_a_difference(worked: Worked) -> None:
    """PAY-DIFF is also “to whom”: the sum is right, the person is not."""
    (fault,) = judge(worked.record(worked.pay(seat=SOMEBODY))).found
    assert (fault.code, fault.seat, fault.facts) == ("PAY-DIFF", SOMEBODY, {"fact": "seat"})
    assert (fault.expected, fault.recorded) == (str(WINNER), str(SOMEBODY))


@of_each_game
def test_a_stake_given_back_to_a_loser_is_a_difference(worked: Worked) -> None:
    """PAY-DIFF by the rule that took the stake, whether the winner was paid or not."""
    back = Payment(seat=LOSER, bets=(LOSER,), amount=0, stake_returned=worked.stake)
    loser = ("PAY-DIFF", worked.lost, LOSER, worked.stake)
    assert faults(worked.record(worked.pay(), back)) == [loser]
    unpaid = ("PAY-NONE", worked.unpaid, WINNER, -worked.due)
    assert faults(worked.record(back)) == [unpaid, loser]


@of_each_game
def test_a_table_that_records_no_payments_is_not_blamed(worked: Worked) -> None:
    """A code that needs what the table does not record is not assessed."""
    assert faults(worked.record(records=["bets", "cards"])) == []


# --- every game there is -------------------------------------------------------------------------


def settled(record: Record) -> Settlement:
    """Settle by the values of the record's own profile."""
    game = game_of(record)
    return game.settle(record, rules_of(game, record.profile))


def paid_otherwise(record: Record, random: Random) -> Iterator[Record]:
    """Yield a record paid nothing, twice, and anything to anybody."""
    yield structs.replace(record, payments=())
    yield structs.replace(record, payments=record.payments * 2)
    yield structs.replace(
        record,
        payments=tuple(
            Payment(
                seat=random.randint(0, 9),
                bets=tuple(random.choices(range(6), k=random.randint(0, 2))),
                amount=random.randint(-10, 10**6),
                stake_returned=random.choice((0, 100)),
            )
            for _ in range(random.randint(1, 4))
        ),
    )


@pytest.mark.parametrize("game", GAMES)
def test_payments_never_decide_what_is_due(game: str) -> None:
    """Replay trusts nobody: the settlement is the same whatever was paid, or altered in it."""
    random = Random(game)
    records = [line for line in HONEST if json.loads(line)["game"] == game]
    lines = altered(game, random)
    records += [next(lines) for _ in range(ALTERED)]
    for record in map(decode_record, records):
        expected = settled(record)
        for other in paid_otherwise(record, random):
            assert settled(other) == expected


DECIDED = [
    line
    for line in HONEST
    if all(one.outcome is not Outcome.PENDENTE for one in settled(decode_record(line)).lines)
]
"""Honest rounds but those whose record does not tell who won: there no payment is compared."""
PLAYERS_BANK = ("poquer_3_cartas", "mahjong_pai_kao")
"""Games whose banker's chips may stay on the table for the next jogada: nobody owes them yet."""


@each("line", DECIDED, ids=lambda line: json.loads(line)["game"])
def test_any_payment_of_an_honest_round_altered_by_one_unit_is_found(line: str) -> None:
    """Too high, too low, left out or made twice: whatever the game, the verdict is another."""
    record = decode_record(line)
    found = judge(record).found
    banks = game_of(record).name in PLAYERS_BANK
    for place, payment in enumerate(record.payments):
        before, after = record.payments[:place], record.payments[place + 1 :]
        others: list[tuple[Payment, ...]] = [
            (structs.replace(payment, amount=payment.amount + more),) for more in (1, -1)
        ]
        if payment.total:
            others.append((payment, payment))
        if payment.total and (payment.bets or not banks):
            others.append(())
        for other in others:
            assert judge(structs.replace(record, payments=(*before, *other, *after))).found != found


def test_only_two_games_have_no_example_that_pays_somebody() -> None:
    """None but these is passed over in silence; their own tests alter their payments."""
    games = {json.loads(line)["game"] for line in DECIDED if decode_record(line).payments}
    assert set(GAMES) - games == {"bacara_chemin_de_fer", "mah_jong"}
