"""Every kind by every role, about its own and another's, through the door and the stages.

What the pipeline answers is what the data answers (``tests/projections/authority/test_matrix``).
"""

from typing import Any, Final

import msgspec
import pytest

from ledger.errors import NotEntitledError
from ledger.events import KINDS
from ledger.events.base import Payload
from ledger.events.jackpots import PoolOpened
from ledger.events.registry import LedgerFounded, LedgerFounded2, ParameterSet, SourceEnrolled
from ledger.events.reviews import DisputeOpened, InspectionNoted
from ledger.roles import DEVICES, Role
from ops.installation import SERVICE
from tests.fixtures.casino import AT
from tests.fixtures.memory import MemoryCasino
from tests.projections.authority.test_matrix import HERE, THERE, expected, told
from tests.projections.stages.authority.house import OF_NO_CASINO, OTHER, OWN, House, binding
from tests.projections.stages.authority.test_planted_night import tables

OWN_DAY, OTHER_DAY = "2026-11-20", "2026-11-21"
LAST: Final = ("appeal",)
"""After it a case is another's to decide."""
OF_THE_BEGINNING: Final = frozenset((LedgerFounded.KIND, LedgerFounded2.KIND, SourceEnrolled.KIND))
"""Said once, at position 1; and enrolments that name no person, before the matrix."""
RISING: Final = (ParameterSet.KIND, Role.REGISTRAR)
"""The version of the matrix, which only rises, and is the highest there is."""
FOUNDED: Final = {Role.SERVICE: SERVICE, Role.REGISTRAR: "registo-3"}
"""Roles that speak by a source of the founding."""
ALWAYS: Final = {Role.TABLE, Role.FLOOR_MANAGER, Role.INSPECTOR, *FOUNDED}
"""These are asked in every run, the others in the deep one."""


def furnished(memory_casino: MemoryCasino) -> tuple[House, dict[str, str]]:
    """Return a house with a place, a pool, a case and a finding in each casino, and the last."""
    house = House(memory_casino)
    for word, place, casino, suffix in (
        ("here", HERE, OWN, ""),
        ("there", THERE, OTHER, "-abroad"),
    ):
        house.schedule(f"table{suffix}", place, casino, by=f"floor_manager{suffix}")
        pool = PoolOpened(
            pool=word, scope="tables", members=(place,), currency="EUR", base=0, ppm=10_000
        )
        house.agreed(f"finance{suffix}", pool, f"director{suffix}")
        case = DisputeOpened(dispute=word, subject="round", rounds=(f"{place}/{OWN_DAY}/9",))
        house.say("dispute", case)
        house.say("inspector", InspectionNoted(code="ZZ"), place=place)
    house.fold()
    rows = house.casino.rows("SELECT id, place FROM {s}.finding WHERE code = 'INT-SCHEMA'")
    words = {HERE: "here", THERE: "there"}
    return house, {words[row["place"]]: row["id"] for row in rows}


def submit(house: House, source: str, payload: Payload, **where: Any) -> str:
    """Say an event; return the door's code where it refuses."""
    segment = house.casino.source(source).say(payload, AT, **where)
    (answer,) = house.casino.door.submit([segment])
    if answer.receipt is not None:
        return ""
    house.casino._chains[source] = house.casino.installation.chain(source)
    return answer.outcome


def speaker(house: House, role: Role) -> str:
    """Return a source of a role, enrolled now or named at the founding."""
    if role in FOUNDED:
        source = FOUNDED[role]
        house.casino._chains[source] = house.casino.installation.chain(source)
        return source
    source = f"{role}-asked"
    places = (HERE,) if role in DEVICES and role not in OF_NO_CASINO else ()
    house.enrol(
        source,
        binding(
            role,
            places=places,
            person=None if role in DEVICES else source,
            pools=("here",) if role is Role.JACKPOT_CONTROLLER else (),
        ),
    )
    return source


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "role",
    [pytest.param(role, marks=() if role in ALWAYS else pytest.mark.deep) for role in sorted(Role)],
)
def test_the_pipeline_answers_as_the_data(role: Role, memory_casino: MemoryCasino) -> None:
    """Effect, W or F, of each kind at home on one day and abroad on the next."""
    house, findings = furnished(memory_casino)
    source = speaker(house, role)
    at_the_door: set[tuple[str, str]] = set()
    kinds = sorted(KINDS, key=lambda kind: kind.partition("/")[0] in LAST)
    for kind in kinds:
        for here, day in ((True, OWN_DAY), (False, OTHER_DAY)):
            payload, place, number = told(kind, role, here=here)
            finding = getattr(payload, "finding", None)
            if finding in findings:
                payload = msgspec.structs.replace(payload, finding=findings[finding])
            code = submit(house, source, payload, day=day, place=place, round_id=number)
            if code:
                assert code == NotEntitledError.code, (kind, code)
                at_the_door.add((kind, day))
    house.fold()
    rows = house.casino.rows("SELECT kind, day, stands FROM {s}.refused WHERE source = %s", source)
    answers = {(row["kind"], row["day"]): "F" if row["stands"] else "W" for row in rows}
    wrong: list[str] = []
    for kind in kinds:
        for here, day in ((True, OWN_DAY), (False, OTHER_DAY)):
            found = "W" if (kind, day) in at_the_door else answers.get((kind, day), "effect")
            should = expected(kind.partition("/")[0], role, here=here)
            if kind in OF_THE_BEGINNING or (kind, role) == RISING:
                should = "W"
            if found != should:
                wrong.append(f"{kind} {'own' if here else 'other'}: {found}, not {should}")
    assert wrong == []


WAITING: Final = (
    ("finance", "pool-opened"),
    ("finance", "pool-transferred"),
    ("finance", "pool-adjusted"),
    ("finance", "pool-extinguished"),
    ("finance", "award-refused"),
    ("finance", "charity-paid"),
    ("director", "concession-ended"),
    ("finance", "opening-declared"),
    ("finance", "parameter-set"),
    ("technician", "machine-homologated"),
    ("technician", "machine-released"),
    ("admin", "text-erased"),
    ("cage", "settlement-paid"),
    ("floor_manager", "correction"),
)
"""Acts that need somebody else."""


def test_what_nobody_approved_changes_nothing(memory_casino: MemoryCasino) -> None:
    """Each act that waits, said by whom the page lets say it: every table is as it was before."""
    house, _ = furnished(memory_casino)
    kinds = {kind.partition("/")[0]: kind for kind in KINDS}
    before = tables(house)
    for source, name in WAITING:
        payload, place, _ = told(kinds[name], Role(source), here=True)
        where = {"place": None} if source == "cage" else {"place": place}
        house.say(source, payload, **where)
    assert sorted(house.waiting()) == sorted(name for _, name in WAITING)
    after = tables(house)
    assert {name for name in before if before[name] != after[name]} == set()
    assert house.refused() == []
    assert len(before) > 30
