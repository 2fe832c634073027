"""Round about the matrix: corrections, approvals ahead, devices that agree, values of before."""

import json
from itertools import permutations

import msgspec
import pytest

from ledger.door.ingestion import Receipt
from ledger.events import KINDS
from ledger.events.jackpots import AwardVerified, JackpotWon, PoolOpened
from ledger.events.machines import RamCleared, TicketIssued, TicketPaid, TicketRedeemed
from ledger.events.registry import OpeningDeclared, ParameterSet
from ledger.events.reviews import (
    Approval,
    DisputeDecided,
    DisputeOpened,
    FindingDecided2,
    FindingExplained,
    GamingDayClosed,
)
from ledger.events.tables import Gratuity
from ledger.roles import Role
from ops.installation import APPROVING
from tests.fixtures.casino import AT, Casino
from tests.fixtures.memory import MemoryCasino
from tests.projections.authority.test_matrix import golden, told
from tests.projections.stages.authority.house import OTHER, OWN, POOL, House, binding
from tests.projections.stages.authority.test_every_pair import WAITING, furnished

LATE_WORD = Gratuity(amount=5)
LIMIT = ParameterSet(scope=OWN, name="minimos", value=500, since=AT)


@pytest.fixture
def house(memory_casino: MemoryCasino) -> House:
    return House(memory_casino)


# --- by a correction -----------------------------------------------------------------------------


def decided(house: House, case: str = "") -> int:
    """Return how many cases are decided."""
    return house.count("dispute", f"state = 'decided' AND dispute LIKE '{case}%%'")


@pytest.mark.parametrize("by", ["dispute", "inspector"])
def test_nobody_decides_by_a_correction_what_he_opened(house: House, by: str) -> None:
    """S1: he decides another's case, and corrects its name to his own, or lets it be corrected."""
    house.say("dispute", DisputeOpened(dispute="d-1", subject="session"))
    house.say("inspector", DisputeOpened(dispute="d-2", subject="session"))
    words = {"decision": "upheld", "amount": 5, "reason": "x"}
    said = house.say("dispute", DisputeDecided(dispute="d-2", **words))
    assert decided(house) == 1
    act = house.correct(by, said, {"dispute": "d-1", **words})
    house.casino.approve("authority", act)
    assert (decided(house, "d-1"), decided(house, "d-2")) == (0, 1)
    assert len(house.proofs()) >= 1
    assert house.waiting() == []


def test_a_decision_is_still_corrected_in_its_own_case(house: House) -> None:
    """Its sum was mistyped: nobody is barred from his own part by having played it."""
    house.say("inspector", DisputeOpened(dispute="d-2", subject="session"))
    said = house.say("dispute", DisputeDecided(dispute="d-2", decision="upheld", amount=5))
    right = {"dispute": "d-2", "decision": "upheld", "amount": 50}
    house.casino.approve("authority", house.correct("dispute", said, right))
    assert (decided(house), house.proofs(), house.waiting()) == (1, [], [])


def findings(house: House, count: int) -> list[str]:
    """Return the ids of so many findings of a director's closings of another casino's days."""
    for number in range(count):
        segment = house.casino.source("director").say(
            GamingDayClosed(casino=OTHER), AT, day=f"2026-11-{20 + number}"
        )
        house.casino.door.submit([segment])
    house.fold()
    rows = house.casino.rows("SELECT id FROM {s}.finding WHERE code = 'OP-ACCESS' ORDER BY 1")
    return [row["id"] for row in rows]


def test_nobody_closes_by_a_correction_a_finding_that_he_explained(house: House) -> None:
    """S2: ana left the house; the decision about another finding is corrected to be about hers."""
    house.appoint("ana", Role.SUPERVISOR)
    hers, other = findings(house, 2)
    house.say("ana-supervisor", FindingExplained(finding=hers, reason="engano"))
    house.dismiss("ana-supervisor")
    house.appoint("ana", Role.INSPECTOR)
    void = {"state": "void", "reason": "x"}
    said = house.agreed("ana-inspector", FindingDecided2(finding=other, **void), "inspector")
    act = house.correct("ana-inspector", said, {"finding": hers, **void})
    for one in ("inspector", "inspector-2", "authority"):
        house.casino.approve(one, act)
    house.fold()
    states = house.casino.rows(
        "SELECT state FROM {s}.finding WHERE id = %s AND known_until IS NULL", hers
    )
    assert [row["state"] for row in states] == ["explained"]


def test_nobody_verifies_by_a_correction_a_prize_of_the_machine_that_he_repaired(
    house: House,
) -> None:
    """S5: she verified another machine's prize, and corrects which."""
    house.appoint("ana", Role.FLOOR_MANAGER, Role.TECHNICIAN)
    pool = PoolOpened(
        pool=POOL, scope="machine", members=("MQ-01", "MQ-02"), currency="EUR", base=9, ppm=10_000
    )
    house.agreed("finance", pool, "director")
    house.enrol("machine-2", binding(Role.MACHINE, places=("MQ-02",)))
    house.say(
        "ana-technician", RamCleared(before={}, after={}, seal="s", reason="x"), place="MQ-01"
    )
    prizes = [
        house.say(source, JackpotWon(pool=POOL, amount=9), place=place)
        for source, place in (("machine", "MQ-01"), ("machine-2", "MQ-02"))
    ]
    first, second = (f"{one.source}:{one.first}" for one in prizes)
    said = house.say("ana-floor_manager", AwardVerified(award=second, pool=POOL, amount=9))
    assert house.proofs() == []
    act = house.correct("finance", said, {"award": first, "pool": POOL, "amount": 9})
    assert len(house.proofs()) == 1
    house.casino.approve("director", act)
    assert house.waiting() == []


def test_who_explains_by_a_correction_closes_nothing_of_that_finding(house: House) -> None:
    """S2: of the finding that her word is corrected to be about she has played the part, too."""
    house.appoint("ana", Role.SUPERVISOR)
    hers, other = findings(house, 2)
    said = house.say("ana-supervisor", FindingExplained(finding=other, reason="engano"))
    act = house.correct("ana-supervisor", said, {"finding": hers, "reason": "engano"})
    house.casino.approve("inspector", act)
    before = house.proofs()
    house.dismiss("ana-supervisor")
    house.appoint("ana", Role.INSPECTOR)
    house.say("ana-inspector", FindingDecided2(finding=hers, state="sanctioned", act="P 1"))
    assert len(house.proofs()) == len(before) + 1
    assert house.waiting() == []


# --- by an approval ------------------------------------------------------------------------------


def ahead(casino: Casino, source: str, approver: str) -> Receipt:
    """Let somebody approve an act that was shown to him, before it is said."""
    chain = casino.source(source)
    segment = chain.say(LIMIT, AT)
    approval = Approval(target=chain.name_of_last(), link=chain.link.hex())
    told_ahead = casino.say(approver, approval)
    (answer,) = casino.door.submit([segment])
    assert answer.receipt is not None
    return told_ahead


def test_an_approval_ahead_of_its_act_approves_nothing(house: House) -> None:
    """Principle 7: after the act; once it is said, somebody agrees again."""
    ahead(house.casino, "finance", "director")
    assert (house.waiting(), house.refused()) == (["parameter-set"], [])


DEVICES = OpeningDeclared(
    subject="table", name="RA-01", values={"fecho": 5}, counted_by=("table", "cage")
)


def test_two_devices_are_no_two_persons(house: House) -> None:
    """Principle 1: a device decides nothing, though a count names it; each of its tries is told."""
    act = house.say("finance", DEVICES)
    for one in ("table", "cage"):
        house.casino.approve(one, act)
    assert house.waiting() == ["opening-declared"]
    assert house.refused() == [("table", "approval", False), ("cage", "approval", False)]
    house.casino.approve("director", act)
    assert house.waiting() == []


def test_one_person_is_no_two_counters(house: House) -> None:
    """By one key twice, by two keys once each: the second who counted still lacks."""
    house.appoint("ana", Role.SUPERVISOR, Role.FLOOR_MANAGER)
    count = msgspec.structs.replace(DEVICES, counted_by=("ana-supervisor", "ana", "cashier"))
    act = house.say("finance", count)
    for one in ("ana-supervisor", "ana-supervisor", "ana-floor_manager"):
        house.casino.approve(one, act)
    assert house.waiting() == ["opening-declared"]
    house.casino.approve("cashier", act)
    assert house.waiting() == []


@pytest.mark.one_in(7)
@pytest.mark.parametrize(("source", "name"), WAITING)
def test_nobody_of_another_house_agrees(
    memory_casino: MemoryCasino, source: str, name: str
) -> None:
    """Of every act that waits: another casino's director, finance and floor manager; it waits."""
    house, _ = furnished(memory_casino)
    kinds = {kind.partition("/")[0]: kind for kind in KINDS}
    payload, place, _ = told(kinds[name], Role(source), here=True)
    where = {"place": None} if source == "cage" else {"place": place}
    if name == "correction":
        act = house.correct("floor_manager", house.say("table", LATE_WORD, place="RA-01"))
    else:
        act = house.say(source, payload, **where)
    for one in ("director-abroad", "finance-abroad", "floor_manager-abroad"):
        house.casino.approve(one, act)
    assert house.waiting() == [name]
    assert [one[1:] for one in house.refused()] == [("approval", False)] * 3


def test_no_other_version_of_the_matrix_takes_its_place(house: House) -> None:
    """No number below, beside or above the one in force, nor one of another type, moves it."""
    for value in (0, 1, 2, -1, 2**53 - 1, True, "1", "", ("1",)):
        act = ParameterSet(scope="*", name="autoridade", value=value, since=AT)
        house.casino.approve(APPROVING, house.by_registrar(act))
    house.fold()
    assert house.casino.rows("SELECT version FROM {s}.matrix_in_force") == [{"version": 1}]
    house.say("table", GamingDayClosed(casino=OWN))
    assert ("table", "gaming-day-closed", False) in house.refused()


# --- by a name that is nobody's yet -------------------------------------------------------------


@pytest.mark.parametrize("casino", [OTHER, OWN])
def test_nobody_sets_ahead_what_binds_a_place_of_another_house(house: House, casino: str) -> None:
    """RA-05 is of no house yet: nobody's limits are in force there when it becomes one's."""
    words = ParameterSet(scope="RA-05", name="maximos", value={"pleno": 10**9}, since=AT)
    suffix = "" if casino == OWN else "-abroad"
    act = house.agreed(f"finance{suffix}", words, f"director{suffix}")
    assert house.count("parameter", "scope = 'RA-05'") == 0
    assert house.proofs()[0] == (act.position,)
    house.enrol("table-5", binding(Role.TABLE, places=("RA-05",)))
    house.agreed(f"finance{suffix}", words, f"director{suffix}")
    assert house.count("parameter", "scope = 'RA-05'") == (1 if casino == OWN else 0)


# --- by values of before -------------------------------------------------------------------------

MACHINE = "MQ-01"
ORDER = ("redeemed", "paid", "declared")
TICKET = OpeningDeclared(subject="ticket", name="b-1", values={"amount": 500})
MOVES = {
    "issued": ("machine", TicketIssued(ticket="b-1", amount=500), MACHINE),
    "redeemed": ("machine", TicketRedeemed(ticket="b-1", amount=500), MACHINE),
    "paid": ("cashier", TicketPaid(ticket="b-1", amount=500), "CX-01"),
}


def of_tickets(house: House) -> list[str]:
    """Return what is wrong with tickets."""
    house.fold()
    rows = house.casino.rows(
        "SELECT facts FROM {s}.finding WHERE code = 'MQ-TICKET' AND known_until IS NULL"
    )
    return sorted(json.loads(row["facts"])["fact"] for row in rows)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("told_in", list(map(" ".join, permutations(ORDER))))
def test_a_bilhete_that_moved_is_no_bilhete_of_before(house: House, told_in: str) -> None:
    """Declared after a machine or a desk took it, it heals nothing, and finance is told of."""
    order = told_in.split()
    for one in order:
        if one == "declared":
            house.agreed("finance", TICKET, "director")
        else:
            source, payload, place = MOVES[one]
            house.say(source, payload, place=place)
    in_time = order[0] == "declared"
    late = [] if in_time else [("finance", "opening-declared", False)]
    assert house.refused()[: len(late) or None] == late
    assert of_tickets(house) == (
        ["taken_twice"] if in_time else ["taken_twice", "unknown", "unknown"]
    )


def test_a_bilhete_of_this_ledger_is_no_bilhete_of_before(house: House) -> None:
    """Issued here and declared besides it would be two, and the machine's the one too many."""
    for one in ("issued", "redeemed"):
        source, payload, place = MOVES[one]
        house.say(source, payload, place=place)
    house.agreed("finance", TICKET, "director")
    assert ("finance", "opening-declared", False) in house.refused()
    assert of_tickets(house) == []


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
