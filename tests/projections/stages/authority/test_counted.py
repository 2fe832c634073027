"""Counts of boxes and floats: whose keys must have confirmed them when their day is closed."""

import pytest

from ledger.door.ingestion import Receipt
from ledger.events.base import Payload
from ledger.events.reviews import GamingDayClosed
from ledger.events.tables import CagnotteBoxCounted, DropCounted, TableClosed
from ledger.roles import Role
from tests.fixtures.memory import MemoryCasino
from tests.projections.stages.authority.house import OWN, PLACE, House, binding


@pytest.fixture
def house(memory_casino: MemoryCasino) -> House:
    """Return a house with a second cashier, a dealer's key, and a scheduled table."""
    house = House(memory_casino)
    house.enrol("cashier-2", binding(Role.CASHIER))
    house.schedule("table", PLACE)
    return house


def close(house: House) -> list[tuple[str, int]]:
    """Close the day; return code and count of each finding about signatures."""
    house.say("director", GamingDayClosed(casino=OWN))
    house.fold()
    rows = house.casino.rows(
        "SELECT code, positions FROM {s}.finding "
        "WHERE facts LIKE '%%signatures%%' AND known_until IS NULL ORDER BY positions"
    )
    return [(row["code"], row["positions"][0]) for row in rows]


def box(*counters: str) -> DropCounted:
    return DropCounted(cash=500, counted_by=counters)


def confirmed(house: House, payload: Payload, *by: str, source: str = "table") -> Receipt:
    """Say a count at the table, which those confirm by their keys."""
    told = house.say(source, payload, place=PLACE)
    for one in by:
        house.casino.approve(one, told)
    return told


def test_a_box_that_two_of_its_counters_confirmed_is_signed(house: House) -> None:
    """Cashiers, finance, a supervisor: two by their keys, or one who said it and another."""
    confirmed(house, box("cashier", "cashier-2"), "cashier", "cashier-2")
    confirmed(house, box("finance", "supervisor"), "finance", "supervisor")
    confirmed(house, box("cashier", "cashier-2"), "cashier-2", source="cashier")
    assert close(house) == []


@pytest.mark.parametrize(
    ("counters", "by"),
    [
        ((), ()),
        (("cashier", "cashier-2"), ()),
        (("cashier", "cashier-2"), ("cashier",)),
        (("cashier", "rui"), ("cashier",)),
        (("cashier", "cashier-2"), ("cashier", "supervisor")),
    ],
)
def test_a_box_that_fewer_confirmed_is_found_when_its_day_is_closed(
    house: House, counters: tuple[str, ...], by: tuple[str, ...]
) -> None:
    """Nobody, one of two, a badge without a key, another than who counted; not before."""
    told = confirmed(house, box(*counters), *by)
    assert house.found() == []
    assert ("TB-CLOSE", told.position) in close(house)


def test_a_dealer_confirms_no_box(house: House) -> None:
    """Named among its counters or not, his approval approves nothing, and the box lacks one."""
    told = confirmed(house, box("cashier", "dealer"), "cashier", "dealer")
    assert house.refused() == [("dealer", "approval", False)]
    assert ("TB-CLOSE", told.position) in close(house)


def test_a_slot_is_counted_as_a_box_is(house: House) -> None:
    """The cagnotte's, by two of its counters."""
    slot = CagnotteBoxCounted(amount=500, counted_by=("cashier", "cashier-2"))
    right = confirmed(house, slot, "cashier", "cashier-2")
    wrong = confirmed(house, slot, "cashier")
    found = close(house)
    assert ("TB-CLOSE", wrong.position) in found
    assert ("TB-CLOSE", right.position) not in found


def test_a_float_has_one_of_the_floor_among_its_counters(house: House) -> None:
    """Two dealers' keys are two signatures, and none of the floor's."""
    house.enrol("dealer-2", binding(Role.DEALER))
    told = confirmed(
        house, TableClosed(count=100, counted_by=("dealer", "dealer-2")), "dealer", "dealer-2"
    )
    right = confirmed(
        house, TableClosed(count=100, counted_by=("dealer", "supervisor")), "dealer", "supervisor"
    )
    found = close(house)
    assert ("TB-CLOSE", told.position) in found
    assert ("TB-CLOSE", right.position) not in found


def test_a_count_that_was_withdrawn_waits_for_nobody(house: House) -> None:
    """Corrected away by the chief's leave before the day is closed."""
    told = confirmed(house, box("cashier", "cashier-2"))
    act = house.correct("cashier", told)
    house.casino.approve("floor_manager", act)
    assert ("TB-CLOSE", told.position) not in close(house)
