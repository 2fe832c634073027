"""One person, two parts of a case, under two keys: found, and the later decision has no effect."""

import msgspec
import pytest

from ledger.door.ingestion import Receipt
from ledger.events.machines import MachineReleased, RamCleared
from ledger.events.registry import ParameterSet
from ledger.events.reviews import (
    Appeal,
    Correction,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    FindingDecided,
    FindingExplained,
    GamingDayClosed,
    InspectionNoted,
    SettlementPaid,
    TaxDeclared,
)
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.tables import DropCounted, StaffChanged
from ledger.roles import Role
from projections.authority.segregation import Hand, Part, barring
from tests.fixtures.casino import AT, DAY
from tests.fixtures.memory import MemoryCasino
from tests.projections.stages.authority.house import OTHER, OWN, PLACE, House, binding

OPENED = DisputeOpened(dispute="d-1", subject="round", rounds=(f"{PLACE}/{DAY}/1",))
DECIDED = DisputeDecided(dispute="d-1", decision="upheld", amount=100, reason="x")
PAID = SettlementPaid(dispute="d-1", amount=100, means="chips")
TAX_NAME = "imposto_especial"
TAX = ParameterSet(scope=OWN, name=f"{TAX_NAME}_ppm", value=100_000, since=AT, act="L 1")


@pytest.fixture
def house(memory_casino: MemoryCasino) -> House:
    """Return a house in which ``ana`` holds keys of two kinds."""
    house = House(memory_casino)
    house.appoint("ana", Role.FLOOR_MANAGER, Role.DIRECTOR, Role.SUPERVISOR, Role.TECHNICIAN)
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


def play_a_round(house: House) -> tuple[Receipt, str]:
    """Let ana stand on post in a round, and leave; return what told so, and the round."""
    house.schedule("table", PLACE)
    posted = house.say("table", StaffChanged(post="fiscal", person="ana-supervisor"), place=PLACE)
    number = f"{PLACE}/{DAY}/1"
    house.say("table", RoundOpened(), round_id=number)
    house.say("table", RoundClosed(), round_id=number)
    house.say("table", StaffChanged(post="fiscal", person="rui"), place=PLACE)
    return posted, number


def test_who_stood_on_post_in_a_round_does_not_answer_for_it(house: House) -> None:
    """S1: ana was fiscal in the first round and not in the second; rui never answers here."""
    posted, first = play_a_round(house)
    second = first[:-1] + "2"
    house.say("table", RoundOpened(), round_id=second)
    house.say("table", RoundClosed(), round_id=second)
    for case, number in (("d-1", first), ("d-2", second)):
        house.say("dispute", DisputeOpened(dispute=case, subject="round", rounds=(number,)))
        own = house.say("ana-floor_manager", DisputeAnswered(dispute=case, position="accepted"))
        if case == "d-1":
            assert house.proofs() == [(posted.position, own.position)]
    assert len(house.proofs()) == 1
    assert house.count("dispute", "state = 'answered'") == 1
    house.say("floor_manager", DisputeAnswered(dispute="d-1", position="accepted"))
    assert house.count("dispute", "state = 'answered'") == 2


def test_who_complains_does_not_answer(house: House) -> None:
    """S1: the pseudonym of the complainant is that of somebody of the house."""
    told = house.say("dispute", msgspec.structs.replace(OPENED, complainant="ana"))
    own = house.say("ana-director", DisputeAnswered(dispute="d-1", position="accepted"))
    assert house.proofs() == [(told.position, own.position)]
    assert house.count("dispute", "state = 'answered'") == 0


def test_after_a_second_appeal_a_third_decides(house: House) -> None:
    """S1: who decided after the first appeal does not decide after the second."""
    house.enrol("authority-3", binding(Role.AUTHORITY))
    house.say("dispute", OPENED)
    for judge in ("authority", "authority-2"):
        house.say(judge, DECIDED)
        house.say("inspector", Appeal(dispute="d-1", by="player"))
    house.say("authority-2", DECIDED)
    assert house.count("dispute", "state = 'decided'") == 0
    house.say("authority-3", DECIDED)
    house.say("authority-3", DECIDED)
    assert (house.count("dispute", "state = 'decided'"), len(codes(house))) == (1, 1)


def finding_about(house: House, source: str) -> tuple[Receipt, str]:
    """Let somebody say what he may not; return it, and the finding that it proves."""
    told = house.say(source, GamingDayClosed(casino=OTHER))
    house.fold()
    (row,) = house.casino.rows("SELECT id FROM {s}.finding WHERE code = 'OP-ACCESS'")
    return told, row["id"]


def test_who_caused_a_finding_and_explains_it_is_found_and_the_word_stands(house: House) -> None:
    """S2: the director closed another casino's day, and explains that under another key."""
    told, finding = finding_about(house, "ana-director")
    said = house.say("ana-floor_manager", FindingExplained(finding=finding, reason="engano"))
    assert house.proofs()[1:] == [(told.position, said.position)]
    assert house.count("finding", "state = 'explained' AND known_until IS NULL") == 1


def test_who_explained_a_finding_does_not_decide_it_when_he_has_changed_sides(
    house: House,
) -> None:
    """S2: ana leaves the house for the Authority; her decision there has no effect."""
    _, finding = finding_about(house, "director")
    said = house.say("ana-supervisor", FindingExplained(finding=finding, reason="engano"))
    for role in (Role.FLOOR_MANAGER, Role.DIRECTOR, Role.SUPERVISOR, Role.TECHNICIAN):
        house.dismiss(f"ana-{role}")
    house.appoint("ana", Role.INSPECTOR)
    decision = FindingDecided(finding=finding, state="accepted")
    own = house.say("ana-inspector", decision)
    assert house.proofs()[1:] == [(said.position, own.position)]
    told = house.say("inspector", decision)
    again = house.casino.approve("ana-inspector", told)
    assert house.proofs()[2:] == [(said.position, again.position)]
    assert house.waiting() == ["finding-decided"]
    house.casino.approve("authority", told)
    assert house.count("finding", "state = 'accepted' AND known_until IS NULL") == 1


def test_who_sets_a_parameter_does_not_approve_it(house: House) -> None:
    """S3: under his other key it goes on waiting; both events are named."""
    limit = ParameterSet(scope=OWN, name="minimos", value=500, since=AT)
    told = house.say("ana-floor_manager", limit)
    own = house.casino.approve("ana-director", told)
    assert (house.waiting(), house.proofs()) == (
        ["parameter-set"],
        [(told.position, own.position)],
    )
    house.casino.approve("director", told)
    assert house.waiting() == []


def test_the_rate_in_one_casino_and_the_tax_in_another_are_no_case(house: House) -> None:
    """S3: each casino's own rate; the one for all is every casino's."""
    house.agreed("finance", TAX, "director")
    told = TaxDeclared(casino=OTHER, first=DAY, last=DAY, tax_name=TAX_NAME, base=1, tax=1)
    house.enrol("finance-there", binding(Role.FINANCE, OTHER, person="finance"))
    house.say("finance-there", told)
    assert codes(house) == []


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
    """S9: another corrects, and who said it approves under his other key: it goes on waiting.

    Once a third agrees, the note accuses nobody any more, and what she tried stands.
    """
    told = house.say("ana-supervisor", InspectionNoted(code="OP-ACCESS"))
    away = Correction(target=f"{told.source}:{told.first}", link=told.link, reason="engano")
    act = house.say("inspector", away)
    own = house.casino.approve("ana-director", act)
    assert house.waiting() == ["correction"]
    house.casino.approve("inspector-2", act)
    assert (house.waiting(), house.proofs()) == ([], [(told.position, own.position)])


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
        ("configured", "released", True),
        ("released", "configured", False),
        ("counted", "closed", True),
        ("opened", "erased", True),
        ("claim verified", "complaint decided", True),
    ],
)
def test_of_two_parts_some_exclude_each_other(before: str, now: str, barred: bool) -> None:
    """S1, S2, S5, S7, S8, S11, S13: by the same person alone; another is never barred."""
    hands = (Hand(before, "ana", 3),)
    part = Part(case="c", word=now)
    assert (barring(part, frozenset({"ana"}), hands) is not None) == barred
    assert barring(part, frozenset({"rui"}), hands) is None


@pytest.mark.parametrize(("since", "barred"), [(None, False), (2, False), (4, True)])
def test_after_each_appeal_another_decides(since: int | None, barred: bool) -> None:
    """S1: who decided before the last appeal; without one he may decide it again himself."""
    part = Part(case="c", word="decided", since=since)
    hands = (Hand("decided", "ana", 3),)
    assert (barring(part, frozenset({"ana"}), hands) is not None) == barred
