"""Rebuild = live: what was loaded again before every event tells the same as one fold of all."""

import pytest
from psycopg.rows import tuple_row

from ledger.events.bingo import ClaimVerified, Complaint, ComplaintDecided
from ledger.events.jackpots import CharityPaid, PoolAdjusted, PoolOpened
from ledger.events.registry import KeyRevoked, OpeningDeclared, ParameterSet, TextErased
from ledger.events.reviews import (
    Appeal,
    Correction,
    DisputeDecided,
    DisputeOpened,
    FindingDecided,
    InspectionNoted,
)
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.tables import DropCounted, Gratuity, StaffChanged, TableClosed
from projections.base.rows import Schema, Writes
from projections.base.store import carry_out
from projections.running.pipeline import Pipeline, all_stages, events_of
from projections.running.runner import LIVE
from tests.fixtures.casino import AT, DAY
from tests.fixtures.memory import MemoryCasino
from tests.projections.stages.authority.house import OWN, PLACE, POOL, House


def a_day(house: House) -> None:
    """Say something of everything that the stage keeps in memory."""
    house.schedule("table", PLACE)
    pool = PoolOpened(
        pool=POOL, scope="machine", members=("MQ-01",), currency="EUR", base=1, ppm=10_000
    )
    house.agreed("finance", pool, "director")
    down = PoolAdjusted(
        pool=POOL, component="accumulated", amount=-1, reason="x", evidence="ab" * 32
    )
    told = house.agreed("finance", down, "director", "finance", "table")
    house.say("table", down)
    house.casino.approve("inspector", told)
    account = OpeningDeclared(
        subject="account", name="caixa", values={"caixa": 5}, counted_by=("cashier", "finance")
    )
    told = house.agreed("finance", account, "cashier")
    limit = ParameterSet(scope=OWN, name="minimos", value=500, since=AT)
    waits = house.say("finance", limit)
    house.agreed(
        "floor_manager",
        Correction(
            target=f"{waits.source}:{waits.first}",
            link=waits.link,
            replacement={"scope": OWN, "name": "minimos", "value": 700, "from": AT},
            reason="engano",
        ),
        "director",
    )
    house.casino.approve("director", waits)
    case = DisputeOpened(dispute="d-1", subject="round", rounds=(f"{PLACE}/{DAY}/1",))
    house.say("dispute", case)
    house.say("dispute", DisputeDecided(dispute="d-1", decision="rejected", reason="x"))
    house.say("dispute", Appeal(dispute="d-1", by="player"))
    house.say("dispute", DisputeDecided(dispute="d-1", decision="upheld", reason="x"))
    house.say("authority", DisputeDecided(dispute="d-1", decision="upheld", reason="x"))
    at_a_post(house)
    room = {"place": "BI-01"}
    house.say("bingo_room", ClaimVerified(claim="bingo_room:1", valid=True, by="rui"), **room)
    house.say("bingo_room", Complaint(complaint="c", about="x", claim="bingo_room:1"), **room)
    house.say("floor_manager", ComplaintDecided(complaint="c", decision="x", by="rui"))
    paid = CharityPaid(institution="cruz", amount=50, pool=POOL, receipt="r")
    house.agreed("finance", paid, "director")
    key = house.casino.installation.keys.load("cage-abroad").public_key.hex()
    told = house.by_registrar(KeyRevoked(source="cage-abroad", key=key, reason="perdida"))
    house.casino.approve("registo-2", told)


def at_a_post(house: House) -> None:
    """Say something of posts, actas, texts, first plays and decided findings."""
    for person in ("ana", "rui"):
        house.say("table", StaffChanged(post="fiscal", person=person), place=PLACE)
    number = f"{PLACE}/{DAY}/2"
    house.say("table", RoundOpened(), round_id=number)
    tip = house.say("table", Gratuity(amount=5), round_id=number)
    house.say("table", RoundClosed(), round_id=number)
    house.say("cashier", DropCounted(cash=5, counted_by=("ana", "cashier")), place=PLACE)
    closed = house.say("table", TableClosed(count=1, counted_by=("ana", "cashier")), place=PLACE)
    house.casino.approve("cashier", closed)
    note = InspectionNoted(code="BF-ABAFO")
    house.say("floor_manager", note, round_id=number)
    with house.casino.apart():
        house.fold()
        (row,) = house.casino.rows("SELECT id FROM {s}.finding WHERE code = 'BF-ABAFO'")
    house.say("inspector", FindingDecided(finding=row["id"], state="void", reason="x"))
    house.casino.approve("director", house.correct("table", tip))
    case = DisputeOpened(dispute="d-2", subject="round", rounds=(number,), text="ab" * 32)
    house.say("dispute", case)
    erased = house.say("admin", TextErased(text="ab" * 32, reason="prazo"))
    house.casino.approve("inspector", erased)
    late = OpeningDeclared(subject="table", name=PLACE, values={"x": 1}, counted_by=("a", "b"))
    house.say("finance", late)


def folded(casino: MemoryCasino, page: int) -> dict[str, list[str]]:
    """Fold the whole ledger, loading the stages anew before each page; return all rows."""
    connection = casino._connection
    with connection.transaction(force_rollback=True):
        told, reached = casino.installation.store.told, 0
        while rows := told[reached : reached + page]:
            pipeline, writes = Pipeline(), Writes(LIVE)
            cursor = connection.cursor(row_factory=tuple_row)
            pipeline.load(Schema(cursor, LIVE), casino.installation.store)
            pipeline.fold(events_of(rows))
            pipeline.flush(writes)
            for act in writes.acts:
                carry_out(cursor, act)
            reached += len(rows)
        return {
            table: sorted(str(row) for row in casino.rows(f"SELECT * FROM {{s}}.{table}"))
            for stage in all_stages()
            for table, _ in stage.tables
        }


@pytest.mark.deep
def test_what_is_loaded_before_each_event_is_what_one_fold_remembers(
    memory_casino: MemoryCasino,
) -> None:
    """Waiting acts, agreements, pools, cases, counts and keys: all stands in the tables."""
    house = House(memory_casino)
    a_day(house)
    whole = folded(memory_casino, 5_000)
    assert folded(memory_casino, 1) == whole
    assert len(whole["refused"]) >= 3
    assert all(whole[table] for table in ("post", "kept", "hand"))
