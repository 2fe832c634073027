"""Whose a stake is: the house's where it lost, else its bettor's, wherever the chips lie.

At a roulette table 10.00 lie on the 18, which pays 35 to 1, and 24.00 on the 17; the ball falls on
the 18. The house has won 24.00 and owes 360.00, of which 10.00 are the player's own.
"""

import json
from collections.abc import Sequence

import pytest

from ledger.events.base import Payload
from ledger.events.outcomes import BallLanded
from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    Collection,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.tables import ChipsSold, DropCounted, TableClosed
from projections.base.event import JudgedRound
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Outcome
from projections.stages.accounts.chips.queries import ChipQueries
from projections.stages.accounts.debts import RoundDebts
from projections.stages.accounts.queries import AccountQueries
from projections.stages.accounts.results import chips_of
from projections.stages.accounts.tables.queries import TableResult
from tests.fixtures.casino import DAY, Casino
from tests.helpers.casino import Log
from tests.projections.stages.accounts.test_accounts import (
    PLACE,
    TABLE,
    WHO,
    Table,
    table_opened,
)

pytestmark = pytest.mark.usefixtures("reckoned_twice")

ROUND = f"{PLACE}/{DAY}/1"
FELL = BallLanded(number=18, colour="encarnado")
PAID = Payout(seat=1, bets=(1,), amount=35_000, stake_returned=1_000)
LOST = Collection(amount=2_400, bets=(2,))
WON = Collection(amount=1_000, bets=(1,))
"""The winner's alone: nobody says when the loser's was taken."""
ALL = Collection(amount=3_400, bets=(1, 2))
"""The winner's stake is swept in with the loser's."""


def coup(
    casino: Casino,
    said: Sequence[Payload],
    moved: int,
    opened: RoundOpened | None = None,
    loser: int = 2,
) -> TableResult:
    """Play a coup of both bets, and count a tray to which so many chips came."""
    table = Table(casino)
    table.signed(table_opened())
    for payload in (
        opened or RoundOpened(),
        BetsOpened(),
        BetPlaced(bet=1, seat=1, chance="pleno", selection="18", amount=1_000),
        BetPlaced(bet=2, seat=loser, chance="pleno", selection="17", amount=2_400),
        BetsClosed(),
        *said,
        RoundClosed(),
    ):
        casino.say(TABLE, payload, round_id=ROUND)
    table.signed(TableClosed(count=500_000 + moved, counted_by=WHO))
    table.say(DropCounted(cash=0))
    return result(casino)


def result(casino: Casino) -> TableResult:
    casino.project()
    with casino.reading() as connection:
        (one,) = AccountQueries(connection).tables()
    return one


def figures(one: TableResult) -> tuple[int, int, int | None]:
    return one.by_rounds, one.owed, one.quebra


def booked(casino: Casino) -> int:
    (row,) = casino.rows("SELECT coalesce(sum(amount), 0)::bigint AS booked FROM {s}.revenue")
    return row["booked"]


def found(casino: Casino, *codes: str) -> list[str]:
    rows = casino.rows(
        "SELECT code FROM {s}.finding WHERE known_until IS NULL AND code = ANY(%s) ORDER BY code",
        list(codes or ("TB-WIN", "PAY-DIFF", "VOID-MISS")),
    )
    return [row["code"] for row in rows]


@pytest.mark.parametrize(
    ("said", "moved", "expected"),
    [
        ((FELL, LOST, PAID), 2_400 - 35_000, (2_400 - 35_000, 0, 0)),
        # Nobody pays; the winner's 10.00 stay on the layout, or go to the tray: his all the same.
        ((FELL, LOST), 2_400, (2_400, 0, 0)),
        ((FELL, ALL), 3_400, (2_400, 1_000, 0)),
        ((FELL, WON), 3_400, (2_400, 1_000, 0)),
        # Whoever names one bet and takes more has taken what else was lost.
        ((FELL, Collection(amount=3_400, bets=(1,))), 3_400, (2_400, 1_000, 0)),
        # Nothing is recorded of what was taken, and the tray has it; or has more than can be his.
        ((FELL,), 3_400, (2_400, 1_000, 0)),
        ((FELL,), 2_900, (2_400, 500, 0)),
        # Of the stake alone, of half of it, of the prize alone.
        ((FELL, LOST, Payout(seat=1, amount=0, stake_returned=1_000)), 2_400, (2_400, 0, 0)),
        ((FELL, ALL, Payout(seat=1, amount=0, stake_returned=400)), 3_000, (2_400, 600, 0)),
        ((FELL, ALL, Payout(seat=1, bets=(1,), amount=35_000)), -31_600, (-32_600, 1_000, 0)),
        # The loser keeps his 24.00, or gets more than his own back.
        ((FELL, Payout(seat=2, bets=(2,), amount=0, stake_returned=2_400), PAID), -35_000,
         (-35_000, 0, 0)),
        ((FELL, LOST, Payout(seat=1, bets=(1,), amount=35_000, stake_returned=1_500)), -33_100,
         (-33_100, 0, 0)),
        # One payment under one bet's number may hand over all that a player has there.
        ((FELL, LOST, Payout(seat=1, bets=(9,), amount=35_000, stake_returned=1_000)), -32_600,
         (-32_600, 0, 0)),
        # Nothing is recorded of what was taken: the result says it.
        ((FELL, PAID), 2_400 - 35_000, (2_400 - 35_000, 0, 0)),
    ],
)  # fmt: skip
def test_a_stake_is_the_houses_only_where_it_lost(
    casino: Casino, said: Sequence[Payload], moved: int, expected: tuple[int, int, int | None]
) -> None:
    """By rounds, owed, quebra: the tray is explained to the cent; what was won alone is booked."""
    assert figures(coup(casino, said, moved)) == expected
    assert booked(casino) == expected[0]
    assert "TB-WIN" not in found(casino)


@pytest.mark.parametrize(("moved", "owed"), [(-1_000, 0), (-400, 600), (0, 1_000)])
def test_a_loser_paid_instead_of_the_winner_gets_his_own_chips_back(
    casino: Casino, moved: int, owed: int
) -> None:
    """Both bets are one player's: the 17 is paid 10.00, and its 24.00 go back; the 18 is not paid.

    The house lost 10.00; the 10.00 on the 18 are the player's still, and may lie in the tray.
    """
    wrong = Payout(seat=1, bets=(2,), amount=1_000, stake_returned=2_400)
    assert figures(coup(casino, (FELL, wrong), moved, loser=1)) == (-1_000, owed, 0)
    assert booked(casino) == -1_000
    assert "TB-WIN" not in found(casino)


def test_more_than_players_stakes_is_a_surplus_and_less_is_a_shortage(casino: Casino) -> None:
    """Of 10.00 not handed back the tray may hold 10.00: 12.00 too many are a surplus of 2.00."""
    assert figures(coup(casino, (FELL,), 3_600)) == (2_400, 1_000, 200)
    assert found(casino) == ["TB-WIN"]


def test_stakes_recorded_as_collected_have_to_be_in_the_tray(casino: Casino) -> None:
    """Collected with the winner's 10.00 and counted without them: 10.00 are missing."""
    assert figures(coup(casino, (FELL, ALL), 2_400)) == (2_400, 1_000, -1_000)
    assert found(casino) == ["TB-WIN"]


def test_a_winners_stake_collected_is_owed_whatever_else_nobody_says_was_taken(
    casino: Casino,
) -> None:
    """The 24.00 that were lost are told by no collection; the winner's 10.00 are not of them.

    In circulation is what players hold: 500.00 sold, less the 34.00 in the tray.
    """
    casino.say(TABLE, ChipsSold(amount=50_000, means="cash", seat=1), place=PLACE)
    coup(casino, (FELL, WON), 3_400)
    with casino.reading() as connection:
        (chips,) = ChipQueries(connection).chips()
    assert (chips.sold, chips.played, chips.circulating) == (50_000, -3_400, 46_600)


def test_a_winner_paid_later_takes_his_own_stake_back(casino: Casino) -> None:
    """Swept and unpaid: 10.00 owed. Paid 360.00 afterwards: 350.00 lost, nothing owed."""
    coup(casino, (FELL, ALL), 3_400)
    casino.say(TABLE, PAID, round_id=ROUND)
    one = result(casino)
    assert (one.by_rounds, one.owed) == (2_400 - 35_000, 0)


def test_stakes_swept_in_a_void_round_are_the_players(casino: Casino) -> None:
    """RA R35: called null and collected: 34.00 in the tray, all owed, nothing earned."""
    void = RoundVoided(cause="bola_fora", rule="RA R35")
    assert figures(coup(casino, (void, ALL), 3_400))[0] == 0
    assert booked(casino) == 0


def test_a_collection_without_a_result_is_counted_and_found(casino: Casino) -> None:
    """No number was told, and 34.00 were taken: they are in the tray, and the taking is found."""
    assert figures(coup(casino, (ALL,), 3_400)) == (3_400, 0, 0)
    assert found(casino) == ["PAY-DIFF"]
    assert booked(casino) == 3_400


def test_stakes_that_wait_are_nobodys(casino: Casino) -> None:
    """No number and nothing taken: the table has won nothing, and nothing is found of its count."""
    assert figures(coup(casino, (), 0)) == (0, 0, 0)
    assert found(casino) == []


def test_online_stakes_taken_without_a_result_are_a_void_that_was_missed(casino: Casino) -> None:
    """A house that keeps stakes of a round whose number nobody saw: VOID-MISS, not silence."""
    coup(casino, (ALL,), 3_400, RoundOpened(mode="exclusive"))
    assert found(casino) == ["VOID-MISS"]


# --- settled afterwards --------------------------------------------------------------------------


def test_a_settlement_gives_the_own_stake_first() -> None:
    """360.00 due, 10.00 of them his own: of 4.00, 6.00 and 350.00 the receita bears 350.00.

    Whatever is paid first; what is taken back goes the same way, and one seat's is not another's.
    """
    debts = RoundDebts()
    assert debts.leave("r", {1: 1_000, 2: 500}, again=False) == 0
    assert [debts.settle("r", 1, amount) for amount in (400, 600, 35_000)] == [0, 0, 35_000]
    assert debts.settle("r", 1, -36_000) == -35_000
    assert debts.settle("r", None, 1_600) == 100


def test_a_stake_handed_back_after_a_settlement_is_borne_twice() -> None:
    """Settled 10.00 as his own stake, which the table hands back too: now the receita bears it."""
    debts = RoundDebts()
    debts.leave("r", {1: 1_000}, again=False)
    assert debts.settle("r", 1, 1_000) == 0
    assert debts.leave("r", {}, again=True) == 1_000


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        # The field's 24.00 lost with the 5; the line's 10.00 wait for it to come again.
        ((Collection(amount=2_400, bets=(2,)),), (2_400, 0, 0)),
        # They are taken all the same: nobody tells a result of them, in one sweep or in two.
        ((Collection(amount=3_400, bets=(1, 2)),), (3_400, 0, 1_000)),
        ((Collection(amount=2_400, bets=(2,)), Collection(amount=1_000, bets=(1,))),
         (3_400, 0, 1_000)),
        # More than the bet that is named: of the line, which nobody names, and so owed.
        ((Collection(amount=3_400, bets=(2,)),), (2_400, 1_000, 0)),
        # What else was lost comes before it.
        ((Collection(amount=2_400, bets=(1,)),), (3_400, 0, 1_000)),
    ],
)  # fmt: skip
def test_a_stake_that_waits_is_taken_where_its_collection_says_so(
    taken: tuple[Collection, ...], expected: tuple[int, int, int]
) -> None:
    """Won, owed, taken without a result: 10.00 on the pass line, 24.00 on the field."""
    record = decode_record(
        json.dumps(
            {
                "game": "craps",
                "bets": [
                    {"bet": 1, "seat": 1, "tipo": "pass_line", "valor": 1_000},
                    {"bet": 2, "seat": 2, "tipo": "field", "valor": 2_400},
                ],
                "lancamentos": [{"dados": [2, 3]}],
            }
        )
    )
    verdict = judge(record)
    words = {line.bet: line.outcome for line in verdict.settlement.lines}
    assert words == {1: Outcome.PENDENTE, 2: Outcome.PERDE}
    log = Log("craps")
    for one in taken:
        log.play(one)
    chips = chips_of(JudgedRound(closed=log.closed(), verdict=verdict))
    assert (chips.won, chips.owed, chips.unseen) == expected
