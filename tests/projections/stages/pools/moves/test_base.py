"""A pool's base is the players' once it is in (MÁQ R20): nobody takes it back."""

import pytest

from ledger.events.base import Payload
from ledger.events.jackpots import BaseFunded, PoolAdjusted, PoolExtinguished
from tests.projections.stages.pools.hall import Hall


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (BaseFunded(pool="p", amount=-500, funds="operator"), ["JP-BASE-REV"]),
        (BaseFunded(pool="p", amount=500, funds="operator"), []),
        (
            PoolAdjusted(
                pool="p", component="base", amount=-500, reason="erro", evidence="ab" * 32
            ),
            ["JP-BASE-REV"],
        ),
        (
            PoolAdjusted(pool="p", component="base", amount=500, reason="erro", evidence="ab" * 32),
            [],
        ),
        (
            PoolExtinguished(pool="p", reason="estrategia", balance=50_050, to="operator"),
            ["JP-BASE-REV"],
        ),
        (PoolExtinguished(pool="p", reason="estrategia", balance=50_050, to="IGJ"), []),
    ],
)
def test_no_part_of_a_pool_goes_back_to_the_operator(act: Payload, expected: list[str]) -> None:
    """500.00 put in and 0.50 of increments: 5.00 less, or the whole to the operator, is found."""
    hall = Hall()
    hall.open()
    hall.play(10_000)
    before = hall.held()
    hall.act(act)
    assert [code for code in hall.codes() if code == "JP-BASE-REV"] == expected
    if expected and isinstance(act, BaseFunded):
        assert hall.held() == before  # what may not be moves nothing
