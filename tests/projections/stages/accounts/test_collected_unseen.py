"""A stake collected of which no result was told is a fault, unless replay left both sums open."""

from msgspec import structs

from ops.simulator.games.house_cards.blackjack.game import Blackjack
from projections.base.event import JudgedRound
from projections.replay.registry import Verdict
from projections.stages.accounts.results import Chips, taken_unseen
from projections.stages.accounts.tables.table_day import TableDay
from tests.helpers.blur import rounds_of

DAY = TableDay(
    opened=1,
    opening="floor:1",
    place="T-01",
    day="2026-11-20",
    game="blackjack",
    profile="cabo_verde_2017",
    currency="CVE",
    casino="c",
)
COLLECTED = Chips(won=0, unseen=10_000)


def drew_on_21() -> JudgedRound:
    """Return a jogada of blackjack in which a card came to a hand that had 21."""
    played = rounds_of(Blackjack, 1, 4, faults={2: "drew-on-21"})
    return next(
        one for one in played if any(found.code == "BJ-STAND" for found in one.verdict.found)
    )


def without_findings(judged: JudgedRound) -> JudgedRound:
    """Return the jogada as if replay had found nothing amiss."""
    said: Verdict = judged.verdict
    return structs.replace(judged, verdict=structs.replace(said, found=()))


def test_a_hand_that_counts_with_a_void_card_or_without_it_may_be_collected() -> None:
    """BJ R21: 21 without the card, 24 with it; until somebody decides its stake may lie there."""
    assert list(taken_unseen(drew_on_21(), COLLECTED, DAY)) == []


def test_a_stake_collected_without_any_result_is_a_payment_without_its_ground() -> None:
    """At a table PAY-DIFF, of 100.00 for which nobody told a result."""
    (fault,) = taken_unseen(without_findings(drew_on_21()), COLLECTED, DAY)
    assert (fault.code, fault.recorded, fault.facts) == (
        "PAY-DIFF",
        "100.00",
        {"fact": "collected"},
    )
