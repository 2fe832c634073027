"""One person, two parts of a case, under two keys: found, and the later decision has no effect."""

import pytest

from ledger.events.machines import MachineReleased, RamCleared
from ledger.events.registry import ParameterSet
from ledger.events.reviews import (
    Appeal,
    Correction,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    GamingDayClosed,
    InspectionNoted,
    SettlementPaid,
    TaxDeclared,
)
from ledger.events.tables import DropCounted
from ledger.roles import Role
from projections.authority.segregation import Hand, Part, barring
from tests.fixtures.casino import AT, DAY
from tests.fixtures.memory import MemoryCasino
from tests.projections.stages.authority.house import OWN, PLACE, House, binding

OPENED = DisputeOpened(dispute="d-1", subject="round", rounds=(f"{PLACE}/{DAY}/1",))
DECIDED = DisputeDecided(dispute="d-1", decision="upheld", amount=100, reason="x")
PAID = SettlementPaid(dispute="d-1", amount=100, means="chips")
TAX_NAME = "imposto_especial"
TAX = ParameterSet(scope=OWN, name=f"{TAX_NAME}_ppm", value=100_000, since=AT, act="L 1")


@pytest.fixture
def house(memory_casino: MemoryCasino) -> House:
    """Return a house in which ``ana`` holds keys of two kinds."""
    house = House(memory_casino)
    for role in (Role.FLOOR_MANAGER, Role.DIRECTOR, Role.SUPERVISOR):
        house.enrol(f"ana-{role}", binding(role, person="ana"))
    return house


def codes(house: House) -> list[tuple[str, str]]:
    """Return the findings of access, by their weight."""
    return [one for one in house.found() if one[0] == "OP-ACCESS"]


def case_of_the_house(house: House) -> None:
    """Let one person of the house open and answer."""
    house.say("ana-supervisor", OPENED)
    house.say("ana-floor_manager", DisputeAnswered(dispute="d-1", position="accepted"))


def test_one_of_the_house_may_open_and_answer(house: House) -> None:
    """S1: the first word is the house's, and the last is not."""
    case_of_the_house(house)
    house.say("dispute", DECIDED)
    assert codes(house) == []
    assert house.count("dispute", "state = 'decided'") == 1


def test_who_opened_a_case_does_not_decide_it(house: House) -> None:
    """S1: the dispute officer's own case waits for another; whom nothing bars decides it."""
    house.say("dispute", OPENED)
    house.say("dispute", DECIDED)
    assert house.count("dispute", "state = 'decided'") == 0
    assert codes(house) == [("OP-ACCESS", "critical")]
    house.say("authority", DECIDED)
    assert house.count("dispute", "state = 'decided'") == 1


def test_after_an_appeal_another_decides(house: House) -> None:
    """S1: not who decided first, though he signs for the authority."""
    house.say("dispute", OPENED)
    house.say("authority", DECIDED)
    house.say("inspector", Appeal(dispute="d-1", by="player"))
    house.say("authority", DECIDED)
    assert house.count("dispute", "state = 'decided'") == 0
    house.say("authority-2", DECIDED)
    assert house.count("dispute", "state = 'decided'") == 1


def test_who_opened_a_case_and_pays_it_is_found_and_the_money_stands(house: House) -> None:
    """S1: a payment is a fact."""
    house.say("cashier", OPENED)
    house.say("dispute", DECIDED)
    house.say("cashier", PAID)
    assert codes(house) == [("OP-ACCESS", "critical")]
    assert house.waiting() == []


def test_who_set_the_rate_of_a_tax_and_declares_it_is_found(house: House) -> None:
    """S3: the declaration stands, a statement of the house."""
    house.agreed("finance", TAX, "director")
    told = TaxDeclared(casino=OWN, first=DAY, last=DAY, tax_name=TAX_NAME, base=1, tax=1)
    house.say("finance", told)
    assert codes(house) == [("OP-ACCESS", "critical")]
    assert house.refused() == []


def test_who_counted_a_box_does_not_close_its_day(house: House) -> None:
    """S7: whom the count names, though another said it; the director closes."""
    box = DropCounted(cash=5, box="b", counted_by=("finance", "cashier"))
    house.say("cashier", box, place=PLACE)
    house.say("finance", GamingDayClosed(casino=OWN))
    assert (house.count("closed_day"), codes(house)) == (0, [("OP-ACCESS", "critical")])
    house.say("director", GamingDayClosed(casino=OWN))
    assert house.count("closed_day") == 1


def test_who_cleared_a_machine_does_not_release_it(house: House) -> None:
    """S8: nothing waits for an approval that could heal it."""
    cleared = RamCleared(before={}, after={}, seal="s", reason="x")
    house.say("technician", cleared, place="MQ-01")
    house.say("technician", MachineReleased(reason="x"), place="MQ-01")
    assert (house.waiting(), codes(house)) == ([], [("OP-ACCESS", "critical")])


def test_who_said_what_is_corrected_does_not_approve_the_correction(house: House) -> None:
    """S9: another corrects, and who said it approves under his other key: it goes on waiting."""
    told = house.say("ana-supervisor", InspectionNoted(code="OP-ACCESS"))
    away = Correction(target=f"{told.source}:{told.first}", link=told.link, reason="engano")
    act = house.agreed("inspector", away, "ana-director", "inspector-2")
    assert house.waiting() == []
    assert house.refused() == [("ana-director", "approval", False)]
    assert act.source == "inspector"


def test_what_was_barred_is_not_healed_by_a_correction(house: House) -> None:
    """S1: the decision of who opened the case stays without effect, however it is corrected."""
    house.say("dispute", OPENED)
    barred = house.say("dispute", DECIDED)
    correction = Correction(
        target=f"{barred.source}:{barred.first}",
        link=barred.link,
        reason="engano",
        replacement={"dispute": "d-1", "decision": "upheld", "amount": 5, "reason": "x"},
    )
    house.agreed("inspector", correction, "authority")
    assert house.waiting() == []
    assert [code for code, _ in house.found()] == ["OP-ACCESS", "INT-CORR"]
    assert house.count("dispute", "state = 'decided'") == 0


@pytest.mark.parametrize(
    ("before", "now", "barred"),
    [
        ("verified", "award paid", True),
        ("award paid", "verified", True),
        ("decided", "paid", True),
        ("answered", "decided", True),
        ("explained", "decided", True),
        ("explained", "paid", True),
        ("opened", "answered", False),
        ("decided", "decided", False),
        ("decided", "decided again", True),
        ("configured", "released", True),
        ("counted", "closed", True),
    ],
)
def test_of_two_parts_some_exclude_each_other(before: str, now: str, barred: bool) -> None:
    """S1, S2, S5, S7, S8: by the same person alone; another is never barred."""
    hands = (Hand(before, "ana", 3),)
    part = Part(case="c", word=now)
    assert (barring(part, frozenset({"ana"}), hands) is not None) == barred
    assert barring(part, frozenset({"rui"}), hands) is None
