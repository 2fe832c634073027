"""Values of before, and the first play of what they are of: whatever comes first, and put right."""

import json
from itertools import permutations

import pytest

from ledger.events.machines import TicketIssued, TicketPaid, TicketRedeemed
from ledger.events.registry import OpeningDeclared
from tests.fixtures.memory import MemoryCasino
from tests.projections.authority.test_matrix import golden
from tests.projections.stages.authority.house import House

MACHINE = "MQ-01"
TICKET = OpeningDeclared(subject="ticket", name="b-1", values={"amount": 500})
MOVES = {
    "issued": ("machine", TicketIssued(ticket="b-1", amount=500), MACHINE),
    "redeemed": ("machine", TicketRedeemed(ticket="b-1", amount=500), MACHINE),
    "paid": ("cashier", TicketPaid(ticket="b-1", amount=500), "CX-01"),
}


@pytest.fixture
def house(memory_casino: MemoryCasino) -> House:
    return House(memory_casino)


def facts(house: House) -> list[str]:
    """Return what is wrong with tickets."""
    house.fold()
    rows = house.casino.rows(
        "SELECT facts FROM {s}.finding WHERE code = 'MQ-TICKET' AND known_until IS NULL"
    )
    return sorted(json.loads(row["facts"])["fact"] for row in rows)


@pytest.mark.parametrize("order", [*permutations(("declared", "redeemed", "paid"))], ids="-".join)
def test_a_bilhete_that_moved_is_no_bilhete_of_before(house: House, order: tuple[str, ...]) -> None:
    """Declared after a machine or a desk took it, it heals nothing, and finance is told of."""
    for one in order:
        if one == "declared":
            house.agreed("finance", TICKET, "director")
        else:
            source, payload, place = MOVES[one]
            house.say(source, payload, place=place)
    in_time = order[0] == "declared"
    late = [] if in_time else [("finance", "opening-declared", False)]
    assert house.refused()[: len(late) or None] == late
    assert facts(house) == (["taken_twice"] if in_time else ["taken_twice", "unknown", "unknown"])


def test_a_bilhete_of_this_ledger_is_no_bilhete_of_before(house: House) -> None:
    """Issued here and declared besides it would be two, and the machine's the one too many."""
    for one in ("issued", "redeemed"):
        source, payload, place = MOVES[one]
        house.say(source, payload, place=place)
    house.agreed("finance", TICKET, "director")
    assert ("finance", "opening-declared", False) in house.refused()
    assert facts(house) == []


def test_counters_of_before_are_put_right_after_the_first_play(house: House) -> None:
    """A slip of the hand, found at the first reading: of the same machine, with the director."""
    values = OpeningDeclared(
        subject="machine", name=MACHINE, values={"CJ": 100}, counted_by=("cashier", "finance")
    )
    told = house.agreed("technician", values, "director", place=MACHINE)
    house.say("machine", golden("play/1"), place=MACHINE)
    house.fold()
    right = {"subject": "machine", "name": MACHINE, "values": {"CJ": 90}}
    other = {**right, "name": "MQ-02"}
    act = house.correct("finance", told, {**right, "counted_by": ["cashier", "finance"]})
    assert house.refused() == []
    assert house.waiting() == ["correction"]
    house.casino.approve("director", act)
    assert house.waiting() == []
    house.say("machine", golden("play/1"), place="MQ-01")
    house.correct("finance", told, {**other, "subject": "table", "name": "RA-01"})
    assert [one[:2] for one in house.refused()] == [("finance", "correction")]
