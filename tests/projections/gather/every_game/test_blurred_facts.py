"""One fact of a round that nobody can read accuses nobody, and hides no fault it has no part in.

In every game of the tables and in the bingo rooms: rounds that the simulator's parties tell, honest
ones and faulty ones, gathered and judged in memory, again and again with one fact blurred.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from typing import Final

import pytest
from msgspec import structs

from ledger.events.rounds import BetPlaced, Payout
from ops.simulator.night.roster import GAMES
from ops.simulator.parties.party import Party
from projections.base.event import JudgedRound
from projections.replay.settlement import Found
from tests.helpers.blur import Blur, blurs, rounds_of, verdict_of
from tests.helpers.part import EVERY as ALL

PARTIES: Final = {place[:2]: game for place, game, category, _ in GAMES if category == "table"}
ROOMS: Final = {place[:2]: game for place, game, category, _ in GAMES if category == "bingo_room"}
EVERY: Final = {**PARTIES, **ROOMS}
SEEDS: Final = [1, *[pytest.param(seed, marks=pytest.mark.deep) for seed in range(2, 6)]]
ROUNDS: Final = 6
BLURS: Final = 10
"""Of each round, drawn by the seed."""
MORE: Final = 18
"""So many rounds are played where there are many seeds."""
IMPOSSIBLE: Final = frozenset({"RES-IMPOSS", "RA-GEOM", "RA-NB", "RA-SER", "RF-CALL", "PAY-ORDER"})
"""What tells that a fact cannot be, or is for information alone: it accuses nobody."""
ALONE: Final = ("RA", "RF", "BF", "CU", "BO", "RS", "DC", "BJ", "PB", "PM", "SD", "SO", "SP", "ST")
"""Where each plays against the house alone, so that a seat's payment rests on no other seat's."""
WITH_JACKPOT: Final = ("BJ", "SD", "ST")
NOWHERE: Final = frozenset({"seat", "to"})
"""A card that went nobody knows where may be anybody's, the bank's too."""


def accused(found: Iterable[Found]) -> Counter[str]:
    """Return the codes by which somebody is accused; a ball that no set has was misread."""
    return Counter(
        one.code
        for one in found
        if one.code not in IMPOSSIBLE and one.facts.get("fact") != "inexistente"
    )


def newly_accused(found: Iterable[Found], before: Iterable[Found]) -> Counter[str]:
    """Return the codes of what is told now and was not before.

    The same money wrong at the same seat is the same fault, under whatever name of it is left.
    """
    money = {(one.seat, one.bet, one.amount) for one in before if one.amount}
    new = accused(found) - accused(before)
    known = Counter(one.code for one in found if (one.seat, one.bet, one.amount) in money)
    return new - known


def planted(place: str, seed: int, *, faulty: bool) -> dict[int, str]:
    """Return the faults of a night by the rounds in which they are planted: of each seed others."""
    faults = [*EVERY[place].FAULTS] if faulty else []
    if seed > 1:
        Random(f"faults/{place}/{seed}").shuffle(faults)
    return {2 + 3 * at: fault for at, fault in enumerate(faults)}


def blurred(place: str, seed: int, *, faulty: bool) -> Iterator[tuple[JudgedRound, Blur]]:
    """Yield rounds of a game with a few of their facts blurred, one at a time."""
    game: type[Party] = EVERY[place]
    rounds = ROUNDS if seed == 1 else MORE
    random = Random(f"{place}/{seed}")
    for one in rounds_of(game, seed, rounds, faults=planted(place, seed, faulty=faulty)):
        ways = [*blurs(one)]
        for blur in random.sample(ways, min(BLURS, len(ways))):
            yield one, blur


SELDOM: Final = set[str]() if ALL else {*[*EVERY][::2]}
"""Places of whose faulty rounds only the deep tier blurs facts; of honest ones every run does."""


def nights() -> Iterator[object]:
    """Yield place, seed and kind of rounds."""
    for kind, place, seed in product(("honest", "faulty"), EVERY, range(1, 6)):
        marks = [pytest.mark.deep] if seed > 1 or (kind == "faulty" and place in SELDOM) else []
        yield pytest.param(place, seed, kind == "faulty", marks=marks, id=f"{kind}-{place}-{seed}")


@pytest.mark.one_in(10)
@pytest.mark.parametrize(("place", "seed", "faulty"), [*nights()])
def test_a_blurred_fact_accuses_nobody(place: str, seed: int, *, faulty: bool) -> None:
    """Left out, unreadable or a word that nobody knows: no finding that was not there before."""
    for one, blur in blurred(place, seed, faulty=faulty):
        new = newly_accused(verdict_of(one, blur).found, one.verdict.found)
        assert not new, (one.closed.round, str(blur), new)


def pairs() -> Iterator[object]:
    """Yield place and kind of rounds."""
    for place, faulty in product(EVERY, (False, True)):
        yield pytest.param(place, faulty, marks=[pytest.mark.deep], id=f"{place}-{faulty}")


@pytest.mark.parametrize(("place", "faulty"), [*pairs()])
def test_two_blurred_facts_accuse_nobody(place: str, *, faulty: bool) -> None:
    """Of the outcome, a hand, a decision or an identity, two at once: no finding that is new."""
    random = Random(place)
    for one in rounds_of(EVERY[place], 6, MORE, faults=planted(place, 6, faulty=faulty)):
        ways = [*blurs(one)]
        for _ in range(BLURS):
            first, second = random.choice(ways), random.choice(ways)
            new = newly_accused(verdict_of(one, (first, second)).found, one.verdict.found)
            assert not new, (one.closed.round, str(first), str(second), new)


@pytest.mark.deep
@pytest.mark.parametrize("place", WITH_JACKPOT)
def test_a_blurred_fact_of_a_round_with_a_jackpot_prize_accuses_nobody(place: str) -> None:
    """Whoever won it, divided it, or took part in it with cards that nobody can read."""
    tried = 0
    for one in rounds_of(EVERY[place], 12, 120, faults=planted(place, 1, faulty=True)):
        for blur in blurs(one) if one.verdict.settlement.awards else ():
            tried += 1
            new = newly_accused(verdict_of(one, blur).found, one.verdict.found)
            assert not new, (one.closed.round, str(blur), new)
    assert tried


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("place", ALONE)
def test_a_blurred_fact_of_one_seat_hides_no_wrong_payment_of_another(
    place: str, seed: int
) -> None:
    """A euro too much at another seat is found, whatever nobody can read of this one's."""
    tried = 0
    for one, blur in blurred(place, seed, faulty=False):
        payouts = [event.payload for event in one.closed.events if type(event.payload) is Payout]
        his = {
            event.payload.bet
            for event in one.closed.events
            if type(event.payload) is BetPlaced and event.payload.seat == blur.seat
        }  # a stake of another may lie there, too (BJ R18)
        others = [
            at
            for at, paid in enumerate(payouts)
            if paid.seat != blur.seat and his.isdisjoint(paid.bets)
        ]
        if blur.seat in (None, 0) or blur.field in NOWHERE or not others:
            continue
        tried += 1
        wrong = [*payouts]
        wrong[others[0]] = structs.replace(wrong[others[0]], amount=wrong[others[0]].amount + 100)
        seat = wrong[others[0]].seat
        found = verdict_of(one, blur, *wrong).found
        assert [fault for fault in found if fault.seat == seat], (one.closed.round, str(blur))
    assert tried
