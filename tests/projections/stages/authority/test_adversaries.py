"""A table, a kiosk, a dispute officer, a cashier and a director each try to do what is not theirs.

Each attempt is recorded, moves nothing, and is OP-ACCESS with who said what, and the row's rule.
"""

from collections.abc import Callable

import pytest

from ledger.events.base import Payload
from ledger.events.jackpots import (
    AwardPaid,
    AwardRefused,
    AwardVerified,
    BaseFunded,
    CharityPaid,
    CoverDeclared,
    JackpotWon,
    PoolAdjusted,
    PoolExtinguished,
    PoolOpened,
    PoolReset,
    PoolTransferred,
)
from ledger.events.machines import HandPaid, MachineReleased, RamCleared
from ledger.events.registry import (
    CasinoRegistered,
    CheckpointSealed,
    OpeningDeclared,
    ParameterSet,
    PlaceScheduled,
    PlaceWithdrawn,
    RulesAdopted,
    TextErased,
    VerificationDone,
)
from ledger.events.reviews import (
    Appeal,
    Correction,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    FindingAcknowledged,
    FindingDecided2,
    FindingExplained,
    GamingDayClosed,
    InspectionNoted,
    SettlementPaid,
    TaxDeclared,
)
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.tables import ChipsRedeemed, ChipsSold, DropCounted, Fill, TableClosed
from tests.fixtures.casino import AT, DAY
from tests.fixtures.memory import MemoryCasino
from tests.projections.stages.authority.house import OTHER, OWN, PLACE, POOL, House
from tests.projections.stages.authority.test_planted_night import tables

UNKNOWN = "ab" * 32
CASE = "d-1"
ELSEWHERE = "RA-90"
MACHINE = "MQ-01"
Attempt = tuple[str, str, Callable[[str, str], Payload], str | None]
"""What is tried, by whom, the words (of a finding, and of the table's first event), where."""


def _parameter(name: str, value: object, scope: str = OWN) -> Payload:
    return ParameterSet(scope=scope, name=name, value=value, since=AT, act="Desp. 1")


ATTEMPTS: tuple[Attempt, ...] = (
    # the table: money, its findings, its own law, another's place
    (
        "pays a finding",
        "table",
        lambda f, _: SettlementPaid(finding=f, amount=1, means="chips"),
        PLACE,
    ),
    (
        "explains a finding",
        "table",
        lambda f, _: FindingExplained(finding=f, reason="engano"),
        PLACE,
    ),
    (
        "acknowledges a finding",
        "table",
        lambda f, _: FindingAcknowledged(finding=f),
        PLACE,
    ),
    (
        "voids a finding",
        "table",
        lambda f, _: FindingDecided2(finding=f, state="void", act="n"),
        PLACE,
    ),
    (
        "raises its maximum",
        "table",
        lambda *_: _parameter("maximos", {"pleno": 10**7}, PLACE),
        PLACE,
    ),
    ("lowers the tax", "table", lambda *_: _parameter("imposto_especial_ppm", 1), PLACE),
    ("closes the day", "table", lambda *_: GamingDayClosed(casino=OWN), PLACE),
    ("sells chips elsewhere", "table", lambda *_: ChipsSold(amount=500, means="cash"), ELSEWHERE),
    ("closes another's table", "table", lambda *_: TableClosed(), ELSEWHERE),
    (
        "fills by the cage's side",
        "table",
        lambda *_: Fill(side="cage", slip=1, table=PLACE, amount=500),
        PLACE,
    ),
    ("funds a pool", "table", lambda *_: BaseFunded(pool=POOL, amount=5, funds="operator"), PLACE),
    ("wins another's prize", "table-abroad", lambda *_: JackpotWon(pool=POOL, amount=5), ELSEWHERE),
    (
        "schedules itself elsewhere",
        "table",
        lambda *_: PlaceScheduled(source="table", category="table", casino=OTHER),
        PLACE,
    ),
    # the kiosk: hides, plays, erases
    ("withdraws a place", "display", lambda *_: PlaceWithdrawn(source="table"), PLACE),
    ("opens a round", "display", lambda *_: RoundOpened(), "PN-01"),
    (
        "seals a checkpoint",
        "display",
        lambda *_: CheckpointSealed(size=1, root=UNKNOWN),
        "PN-01",
    ),
    (
        "finds the ledger clean",
        "display",
        lambda *_: VerificationDone(last=9, root=UNKNOWN, outcome="clean"),
        "PN-01",
    ),
    ("erases a text", "display", lambda *_: TextErased(text=UNKNOWN, reason="x"), "PN-01"),
    (
        "opens a case",
        "display",
        lambda *_: DisputeOpened(dispute="d-9", subject="session"),
        "PN-01",
    ),
    (
        "withdraws what a table said",
        "display",
        lambda _, told: Correction(target=told, link=UNKNOWN, reason="engano"),
        "PN-01",
    ),
    # the dispute officer: law, money, the house's word
    ("sets a rate", "dispute", lambda *_: _parameter("imposto_especial_ppm", 1), None),
    ("sets a term", "dispute", lambda *_: _parameter("dispute_answer_days", 900), None),
    (
        "answers for the house",
        "dispute",
        lambda *_: DisputeAnswered(dispute=CASE, position="accepted"),
        None,
    ),
    (
        "pays what is decided",
        "dispute",
        lambda *_: SettlementPaid(dispute=CASE, amount=5, means="cash"),
        None,
    ),
    (
        "closes a finding",
        "dispute",
        lambda f, _: FindingDecided2(finding=f, state="accepted"),
        None,
    ),
    (
        "adopts other rules",
        "dispute",
        lambda *_: RulesAdopted(rules="rules@2", matrix="authority@1", since=AT),
        None,
    ),
    ("appeals for the house", "dispute", lambda *_: Appeal(dispute=CASE, by="casino"), None),
    # the cashier: prizes, pools, findings, days
    (
        "verifies a prize",
        "cashier",
        lambda _, told: AwardVerified(award=told, pool=POOL, amount=5),
        None,
    ),
    (
        "refuses a prize",
        "cashier",
        lambda _, told: AwardRefused(award=told, pool=POOL, reason="x"),
        None,
    ),
    (
        "resets a pool",
        "cashier",
        lambda *_: PoolReset(pool=POOL, amount=1, funds="operator"),
        None,
    ),
    (
        "lowers a pool",
        "cashier",
        lambda *_: PoolAdjusted(pool=POOL, component="base", amount=-5, reason="x"),
        None,
    ),
    (
        "declares the cover",
        "cashier",
        lambda *_: CoverDeclared(casino=OWN, amount=10**9, form="deposit"),
        None,
    ),
    (
        "declares the tax",
        "cashier",
        lambda *_: TaxDeclared(
            casino=OWN, first=DAY, last=DAY, tax_name="imposto_especial", base=1, tax=1
        ),
        None,
    ),
    ("releases a machine", "cashier", lambda *_: MachineReleased(reason="x"), MACHINE),
    (
        "clears a machine",
        "cashier",
        lambda *_: RamCleared(before={}, after={}, seal="s", reason="x"),
        MACHINE,
    ),
    ("explains her finding", "cashier", lambda f, _: FindingExplained(finding=f, reason="x"), None),
    (
        "cashes chips elsewhere",
        "cage-abroad",
        lambda *_: ChipsRedeemed(amount=5, means="cash"),
        PLACE,
    ),
    (
        "pays by hand abroad",
        "cage-abroad",
        lambda *_: HandPaid(category="PAM", amount=5, means="cash"),
        MACHINE,
    ),
    ("counts a box abroad", "cage-abroad", lambda *_: DropCounted(cash=5), PLACE),
    (
        "pays a prize abroad",
        "cage-abroad",
        lambda *_: AwardPaid(pool=POOL, amount=5, means="cash"),
        None,
    ),
    # the director: what is the Authority's, the registrars', finance's, another house's
    (
        "accepts a finding",
        "director",
        lambda f, _: FindingDecided2(finding=f, state="accepted"),
        None,
    ),
    (
        "decides a case",
        "director",
        lambda *_: DisputeDecided(dispute=CASE, decision="rejected", reason="x"),
        None,
    ),
    (
        "registers a casino",
        "director",
        lambda *_: CasinoRegistered(
            casino="casino-9", currency="EUR", profile="macau-2022@1", act="x"
        ),
        None,
    ),
    (
        "adopts rules",
        "director",
        lambda *_: RulesAdopted(rules="rules@2", matrix="authority@1", since=AT),
        None,
    ),
    ("sets the matrix back", "director", lambda *_: _parameter("autoridade", 0, "*"), None),
    ("lets the number do", "director", lambda *_: _parameter("autoridade_assina", 0, "*"), None),
    (
        "sets a tax elsewhere",
        "director",
        lambda *_: _parameter("imposto_especial_ppm", 1, OTHER),
        None,
    ),
    (
        "sets a tax everywhere",
        "director",
        lambda *_: _parameter("imposto_especial_ppm", 1, "*"),
        None,
    ),
    (
        "extinguishes a pool",
        "director",
        lambda *_: PoolExtinguished(pool=POOL, reason="x"),
        None,
    ),
    (
        "transfers a pool",
        "director",
        lambda *_: PoolTransferred(
            transfer="t", side="both", pool=POOL, to="jp-2", base=1, accumulated=0
        ),
        None,
    ),
    (
        "gives trust money",
        "director",
        lambda *_: CharityPaid(institution="c", amount=5, pool=POOL, receipt="r", act="x"),
        None,
    ),
    (
        "declares counters of before",
        "director",
        lambda *_: OpeningDeclared(subject="pool", name=POOL, values={"base": 1}),
        None,
    ),
    ("notes an inspection", "director", lambda *_: InspectionNoted(code="COLL"), PLACE),
    ("closes another's day", "director", lambda *_: GamingDayClosed(casino=OTHER), None),
    (
        "withdraws a parameter of the authority",
        "director",
        lambda *_: Correction(target="inspector:1", link=UNKNOWN, reason="x"),
        None,
    ),
)


@pytest.fixture
def house(memory_casino: MemoryCasino) -> House:
    """Return a house with a pool, a round, an open case and a finding."""
    house = House(memory_casino)
    pool = PoolOpened(
        pool=POOL, scope="machine", members=(MACHINE,), currency="EUR", base=10_000, ppm=10_000
    )
    house.agreed("finance", pool, "director")
    house.schedule("table", PLACE)
    house.schedule("table-abroad", ELSEWHERE, OTHER, by="floor_manager-abroad")
    number = f"{PLACE}/{DAY}/1"
    house.say("table", RoundOpened(), round_id=number)
    house.say("table", RoundClosed(), round_id=number)
    house.say("inspector", InspectionNoted(code="COLL"), place=PLACE)
    house.say("inspector", DisputeOpened(dispute=CASE, subject="session"))
    return house


@pytest.fixture
def finding(house: House) -> str:
    house.fold()
    rows = house.casino.rows("SELECT id FROM {s}.finding WHERE code = 'COLL'")
    return rows[0]["id"]


def test_what_is_tried_without_a_right_moves_nothing_and_is_told(
    house: House, finding: str
) -> None:
    """Over fifty attempts by five hands: in no table but history and findings, each by name."""
    assert len(ATTEMPTS) > 50
    before = tables(house)
    moved: list[str] = []
    tried: dict[tuple[str, str], str] = {}
    for what, source, words, place in ATTEMPTS:
        payload = words(finding, "table:1")
        where = {} if place is None else {"place": place}
        if place is not None and isinstance(payload, RoundOpened):
            where = {"round_id": f"{place}/{DAY}/1"}
        told = house.say(source, payload, **where)
        assert told.position
        tried[source, payload.KIND] = what
        after = tables(house)
        moved += [f"{source} {what}: {one}" for one in before if before[one] != after[one]]
        before = after
    assert moved == []
    rows = house.casino.rows(
        "SELECT expected, recorded, severity FROM {s}.finding "
        "WHERE code = 'OP-ACCESS' AND known_until IS NULL"
    )
    told_of = {tuple(row["recorded"].partition(", ")[0].split(" by ")[::-1]) for row in rows}
    assert {one: what for one, what in tried.items() if one not in told_of} == {}
    assert all(row["expected"] for row in rows)
    assert {row["severity"] for row in rows} == {"critical"}
    assert house.waiting() == []
