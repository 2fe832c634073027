"""Chips without face value that are brought late are worth the table's minimum (RA R27)."""

from typing import Any

import pytest

from ledger.events.base import Chips
from ledger.events.tables import ChipsRedeemed
from tests.fixtures.casino import Casino
from tests.projections.stages.accounts.test_accounts import PLACE, table_opened
from tests.projections.stages.accounts.test_accounts import Table as Roulette
from tests.projections.stages.accounts.test_table_counts import corrected


@pytest.fixture
def table(casino: Casino) -> Roulette:
    """Return a roulette, minimum 1.00 on a number and 5.00 on the even chances."""
    one = Roulette(casino)
    one.signed(
        table_opened(options={"roda": "francesa37", "minimos": {"pleno": 100, "preto": 500}})
    )
    return one


def brought(amount: int, count: int = 20, **more: Any) -> ChipsRedeemed:
    """Return chips taken back late, against chips of value."""
    chips = (Chips(count=count, value=1_000),) if count else ()
    return ChipsRedeemed(amount=amount, means="chips", chips=chips, **{"late": True, **more})


def late(table: Roulette) -> list[tuple[str, str, str, int]]:
    """Return the rule, both sums and the difference of each RA-LATECHIP that stands."""
    table.casino.project()
    rows = table.casino.rows(
        "SELECT rule, expected, recorded, amount FROM {s}.finding"
        " WHERE code = 'RA-LATECHIP' AND known_until IS NULL"
    )
    return [(row["rule"], row["expected"], row["recorded"], row["amount"]) for row in rows]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        # 20 chips are 20.00 at the number's minimum, 100.00 at the even chances'.
        (brought(2_000), []),
        (brought(10_000), []),
        (brought(20_000), [("RA R27", "20 x 5.00", "200.00", 10_000)]),
        (brought(1_000), [("RA R27", "20 x 1.00", "10.00", -1_000)]),
        (brought(20_000, late=False), []),
        (brought(20_000, count=0), []),
    ],
)
def test_late_chips_are_worth_the_minimum(
    table: Roulette, said: ChipsRedeemed, found: list[tuple[str, str, str, int]]
) -> None:
    """Between the lowest and the highest minimum; without a count nobody is judged."""
    table.say(said)
    assert late(table) == found


def test_chips_of_the_table_are_judged_by_it_wherever_they_are_brought(table: Roulette) -> None:
    """At the cage, by the minimum of the table that is named (R10)."""
    table.casino.say("caixa", brought(20_000, table=PLACE), place="CX-1")
    assert [one[0] for one in late(table)] == ["RA R27"]


@pytest.mark.recorded
def test_a_redemption_put_right_is_judged_as_it_reads(table: Roulette) -> None:
    """200.00 were 20.00; 20.00 were 200.00; and withdrawn nothing is said of it."""
    told = table.say(brought(20_000))
    corrected(table, told, brought(2_000))
    assert late(table) == []
    corrected(table, told, brought(20_000))
    assert len(late(table)) == 1
    corrected(table, told, None)
    assert late(table) == []
