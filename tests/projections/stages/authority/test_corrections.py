"""Section 6 through the pipeline: who corrects, who approves, of which day, in dispute or not."""

from typing import Any, Final

import msgspec
import pytest
from msgspec import Struct

from ledger.door.ingestion import Receipt
from ledger.events.base import Payload
from ledger.events.bingo import ActaCompleted, CardsKept
from ledger.events.jackpots import CoverDeclared
from ledger.events.machines import HandPaid, MachineInterdicted
from ledger.events.registry import CheckpointSealed, ParameterSet
from ledger.events.reviews import (
    Appeal,
    Correction,
    DisputeAnswered,
    DisputeOpened,
    FindingDecided,
    GamingDayClosed,
    InspectionNoted,
    TaxDeclared,
)
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.tables import ChipsSold, Fill, Gratuity, TableClosed
from projections.stages.authority.memory.evidence import Evidence
from tests.fixtures.casino import AT, DAY
from tests.fixtures.memory import MemoryCasino
from tests.projections.authority.test_matrix import golden
from tests.projections.stages.authority.house import AT_HOME, OTHER, OWN, PLACE, House

ROUND: Final = f"{PLACE}/{DAY}/1"
MACHINE: Final = "MQ-01"
CHIEFS: Final = {"floor_manager", "floor_manager-2", "director", "director-2"}
DIRECTORS: Final = {"director", "director-2"}
AUTH: Final = {"inspector", "inspector-2", "authority", "authority-2"}
SOURCES: Final = sorted(
    {str(role) for role in AT_HOME}
    | CHIEFS
    | AUTH
    | {f"{role}-abroad" for role in ("finance", "floor_manager", "director", "table", "cage")}
)
OPEN, CLOSED, DISPUTED = "open", "closed", "disputed"


class Row(Struct, frozen=True, kw_only=True):
    """A line of section 6: an event, who corrects it, who approves that."""

    what: str
    source: str
    payload: Payload
    where: dict[str, str] = {}
    approved: str | None = None
    """Who approves the event itself."""
    by: set[str]
    """Who corrects it, beside its source."""
    approve: set[str]
    closed: set[str] | None = None
    """Who approves where its day is closed, by director-2; None: the same."""
    disputed: set[str] | None = None
    """Who approves where its round or machine is in dispute; None: the same."""


LIMIT: Final = ParameterSet(scope=OWN, name="minimos", value=500, since=AT)
TAX: Final = ParameterSet(
    scope=OWN, name="imposto_especial_ppm", value=100_000, since=AT, act="Desp. 3"
)
ROWS: Final = (
    Row(
        what="a device's",
        source="table",
        payload=Gratuity(amount=500),
        where={"round_id": ROUND},
        by={"supervisor", "floor_manager", "floor_manager-2"},
        approve={"supervisor", *CHIEFS},
        closed={"director"},
        disputed=AUTH,
    ),
    Row(
        what="the cage's count",
        source="cage",
        payload=ChipsSold(amount=500, means="cash"),
        where={"place": "CX-01"},
        by={"cashier", "finance"},
        approve=CHIEFS,
        closed={"director"},
    ),
    Row(
        what="a payment by hand",
        source="cage",
        payload=HandPaid(category="PAM", amount=900, means="cash", slip="g1"),
        where={"place": MACHINE},
        by={"cashier", "finance"},
        approve=CHIEFS,
        closed={"director"},
        disputed=AUTH,
    ),
    Row(
        what="cover",
        source="finance",
        payload=CoverDeclared(casino=OWN, amount=1_000, form="deposit"),
        by=DIRECTORS,
        approve=DIRECTORS,
        closed={"director"},
    ),
    Row(
        what="an interdiction of the house's",
        source="technician",
        payload=MachineInterdicted(reason="avaria"),
        where={"place": MACHINE},
        by={"finance", *DIRECTORS},
        approve=DIRECTORS,
        closed={"director"},
        disputed=AUTH,
    ),
    Row(
        what="an interdiction of the Authority's",
        source="inspector",
        payload=MachineInterdicted(reason="selo"),
        where={"place": MACHINE},
        by=AUTH,
        approve=AUTH - {"inspector"},
    ),
    Row(
        what="a parameter of the operator's own",
        source="finance",
        payload=LIMIT,
        approved="director",
        by=CHIEFS,
        approve=CHIEFS,
    ),
    Row(
        what="a tax's rate",
        source="finance",
        payload=TAX,
        approved="director",
        by={*DIRECTORS, "authority", "authority-2"},
        approve={*DIRECTORS, "authority", "authority-2"},
    ),
    Row(
        what="a note",
        source="supervisor",
        payload=InspectionNoted(code="BF-ABAFO"),
        by=AUTH,
        approve=AUTH,
    ),
    Row(
        what="an answer",
        source="floor_manager",
        payload=DisputeAnswered(dispute="d-0", position="accepted"),
        by=AUTH,
        approve=AUTH,
    ),
    Row(
        what="a checkpoint",
        source="auditor",
        payload=CheckpointSealed(size=1, root="ab" * 32),
        by=set(),
        approve=set(),
    ),
)


@pytest.fixture
def house(memory_casino: MemoryCasino) -> House:
    """Return a house whose table has played a round, with a case of its own that is over."""
    house = House(memory_casino)
    house.schedule("table", PLACE)
    house.say("dispute", DisputeOpened(dispute="d-0", subject="session"))
    house.say("table", RoundOpened(), round_id=ROUND)
    return house


def plain(payload: Payload) -> dict[str, Any]:
    """Return a payload as a correction spells it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(payload))
    return found


def taken(house: House) -> dict[str, bool]:
    """Return the corrections that are none of nobody's, and whether each took effect."""
    house.fold()
    rows = house.casino.rows(
        "SELECT name, effective IS NOT NULL AS done FROM {s}.act WHERE kind = %s", Correction.KIND
    )
    return {row["name"]: row["done"] for row in rows}


def name_of(told: Receipt) -> str:
    return f"{told.source}:{told.first}"


@pytest.mark.parametrize("state", [OPEN, CLOSED, DISPUTED])
def test_who_corrects_and_who_approves(house: House, state: str) -> None:
    """Every row by every role, at home and of another casino: as the table above says."""
    told: list[Receipt] = []
    for row in ROWS:
        told.append(house.say(row.source, row.payload, **row.where))
        if row.approved is not None:
            house.casino.approve(row.approved, told[-1])
    house.say("table", RoundClosed(), round_id=ROUND)
    if state == CLOSED:
        house.say("table", TableClosed(), place=PLACE)
        house.say("director-2", GamingDayClosed(casino=OWN))
    if state == DISPUTED:
        for case, about in (("d-1", {"rounds": (ROUND,)}), ("d-2", {"machine": MACHINE})):
            house.say("dispute", DisputeOpened(dispute=case, subject="round", **about))
    corrected: dict[tuple[str, str], str] = {}
    approved: dict[tuple[str, str], str] = {}
    for row, one in zip(ROWS, told, strict=True):
        for source in SOURCES:
            act = house.correct(source, one, plain(row.payload))
            corrected[row.what, source] = name_of(act)
        for source in SOURCES:
            by = row.source if source != row.source else min(row.by - {source}, default=source)
            act = house.correct(by, one, plain(row.payload))
            house.casino.approve(source, act)
            approved[row.what, source] = name_of(act)
    now = taken(house)
    for row in ROWS:
        own = {row.source} if row.by else set()
        says = {source for source in SOURCES if corrected[row.what, source] in now}
        assert says == row.by | own, f"{row.what}: corrected"
        agrees = {source for source in SOURCES if now.get(approved[row.what, source])}
        of_state = {CLOSED: row.closed, DISPUTED: row.disputed}.get(state)
        assert agrees == (row.approve if of_state is None else of_state), f"{row.what}: approved"
    assert ("INT-CORR", "critical") in house.found()


@pytest.mark.parametrize(
    ("source", "payload", "where", "instead"),
    [
        ("table", Fill(side="table", slip=1, amount=5), {"place": PLACE}, {"side": "cage"}),
        ("finance", LIMIT, {}, {"scope": OTHER}),
        ("finance", LIMIT, {}, {"name": "sas_empates"}),
        ("floor_manager", LIMIT, {}, {"name": "imposto_especial_ppm"}),
        ("dispute", Appeal(dispute="d-0", by="player"), {}, {"by": "authority"}),
        ("finance", CoverDeclared(casino=OWN, amount=1, form="deposit"), {}, {"casino": OTHER}),
    ],
)
def test_a_replacement_gives_no_other_right(
    house: House, source: str, payload: Payload, where: dict[str, str], instead: dict[str, str]
) -> None:
    """What its source might not have said it does not say by a correction either."""
    told = house.say(source, payload, **where)
    house.correct(source, told, {**plain(payload), **instead})
    assert taken(house) == {}
    assert (source, "correction", False) in house.refused()


def test_a_replacement_needs_what_it_would_have_needed(house: House) -> None:
    """A limit becomes a tax's rate: with the act, by the director; the floor manager is not it."""
    told = house.agreed("finance", LIMIT, "director")
    act = house.correct("finance", told, plain(TAX))
    house.casino.approve("floor_manager", act)
    assert taken(house)[name_of(act)] is False
    house.casino.approve("director", act)
    assert taken(house)[name_of(act)] is True


def test_a_finding_is_not_sanctioned_by_a_correction_without_the_process(house: House) -> None:
    """Accepted, then corrected to a sanction: it bears no number, and goes on waiting."""
    house.say("table", GamingDayClosed(casino=OWN))
    house.fold()
    (row,) = house.casino.rows("SELECT id FROM {s}.finding WHERE code = 'OP-ACCESS'")
    decided = FindingDecided(finding=row["id"], state="reopened")
    told = house.say("inspector", decided)
    sanction = {**plain(decided), "state": "sanctioned"}
    act = house.correct("inspector", told, sanction)
    house.casino.approve("inspector-2", act)
    assert taken(house)[name_of(act)] is False
    house.casino.approve("authority", act)
    assert taken(house)[name_of(act)] is True, "the authority's own key is its part"


def test_a_jogada_whose_acta_is_completed_is_corrected_by_the_director(house: House) -> None:
    """BI R60: as of a closed day."""
    number = f"BI-01/{DAY}/1"
    kept = CardsKept(cards=(), reason="winning")
    told = house.say("bingo_room", kept, round_id=number)
    completed = golden(ActaCompleted.KIND)
    house.say("bingo_room", completed, round_id=number)
    act = house.correct("supervisor", told, plain(kept))
    house.casino.approve("floor_manager", act)
    assert taken(house)[name_of(act)] is False
    house.casino.approve("director", act)
    assert taken(house)[name_of(act)] is True


def test_what_a_declared_tax_rests_on_is_corrected_by_the_director(house: House) -> None:
    """An outside deadline: the day is open, but its tax went out; the next day's did not."""
    told = {day: sell(house, day) for day in (DAY, "2026-11-21")}
    declared = TaxDeclared(casino=OWN, first=DAY, last=DAY, tax_name="t", base=1, tax=1)
    house.say("finance", declared)
    for day, alone in ((DAY, False), ("2026-11-21", True)):
        act = house.correct("table", told[day])
        house.casino.approve("floor_manager", act)
        assert taken(house)[name_of(act)] is alone
        if not alone:
            house.casino.approve("director", act)
            assert taken(house)[name_of(act)] is True


def test_a_tax_declared_for_no_casino_by_name_is_declared_for_each() -> None:
    """Of a house without names, too; one casino's tax is no other's, and no other day's."""
    evidence = Evidence()
    evidence.declare("*", TaxDeclared(first=DAY, last=DAY, tax_name="t", base=1, tax=1))
    assert [evidence.is_declared(casino, DAY) for casino in (None, "casino-1")] == [True, True]
    assert not evidence.is_declared(None, "2026-11-21")
    evidence = Evidence()
    evidence.declare(OWN, TaxDeclared(first=DAY, last=DAY, tax_name="t", base=1, tax=1))
    told = [evidence.is_declared(casino, DAY) for casino in (None, OWN, "casino-9")]
    assert told == [False, True, False]


def sell(house: House, day: str) -> Receipt:
    """Let the table sell chips on a gaming day."""
    segment = house.casino.source("table").say(
        ChipsSold(amount=500, means="cash"), AT, day=day, place=PLACE
    )
    (answer,) = house.casino.door.submit([segment])
    assert answer.receipt is not None
    return answer.receipt


def test_what_a_decided_finding_rests_on_is_corrected_by_the_authority(house: House) -> None:
    """The table's word is evidence from the decision on; reopened, it is the house's again."""
    told = house.say("table", GamingDayClosed(casino=OWN))
    sold = house.say("table", ChipsSold(amount=500, means="cash"), place=PLACE)
    note = house.say("floor_manager", InspectionNoted(code="BF-ABAFO"), round_id=ROUND)
    assert note.position > told.position
    house.fold()
    rows = house.casino.rows("SELECT id FROM {s}.finding WHERE code = 'BF-ABAFO'")
    (finding,) = [row["id"] for row in rows]
    tip = house.say("table", Gratuity(amount=5), round_id=ROUND)
    house.say("authority", FindingDecided(finding=finding, state="reopened"))
    for state, approver in (("reopened", "director"), ("void", "authority-2")):
        decided = FindingDecided(finding=finding, state=state, reason="x")
        house.agreed("authority", decided, "inspector")
        for one, right in ((tip, approver), (sold, "director")):
            act = house.correct("table", one)
            wrong = "authority-2" if right == "director" else "director"
            house.casino.approve(wrong, act)
            assert taken(house)[name_of(act)] is False
            house.casino.approve(right, act)
            assert taken(house)[name_of(act)] is True


def test_who_approves_nothing_else_approves_no_correction_of_nothing(house: House) -> None:
    """A correction of an event that is not there is found where somebody approves it."""
    act = Correction(target="table:999", link="ab" * 32, reason="engano")
    told = house.agreed("floor_manager", act, "director")
    assert taken(house) == {name_of(told): True}
    assert [code for code, _ in house.found()] == ["INT-CORR"]
