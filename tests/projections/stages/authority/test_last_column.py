"""The matrix's last column where it says more than W: F, the door, and what follows besides."""

import pytest

from ledger.errors import NotEntitledError
from ledger.events import KINDS
from ledger.events.base import Payload
from ledger.events.machines import Play
from ledger.events.registry import (
    AccessGranted,
    AccessWithdrawn,
    ClockTicked,
    Heartbeat,
    KeyRevoked,
    OpeningDeclared,
)
from ledger.events.reviews import (
    Appeal,
    DisputeDecided,
    DisputeOpened,
    InspectionNoted,
    SettlementPaid,
)
from ledger.events.rounds import BetPlaced, Claim, RoundClosed, RoundOpened
from ledger.events.tables import Credit, DropCounted, Fill
from ledger.roles import PEOPLE, Role
from tests.fixtures.casino import AT, DAY
from tests.fixtures.memory import MemoryCasino
from tests.projections.authority.rights import CLAIMS, about
from tests.projections.authority.test_matrix import golden
from tests.projections.stages.authority.house import AT_HOME, PLACE, PLACES, House, binding
from tests.projections.stages.authority.test_planted_night import plant, tables

ROUND = f"{PLACE}/{DAY}/1"
MACHINE = "MQ-01"
CAGE = "CX-01"
OF_CLAIMS = frozenset({"dispute", "round"})
"""Tables that a claim may add to: the cases, and the list of a round's events."""


@pytest.fixture
def house(memory_casino: MemoryCasino) -> House:
    """Return a house whose table and machine have played, with an open and a decided case."""
    house = House(memory_casino)
    house.schedule("table", PLACE)
    house.say("table", RoundOpened(), round_id=ROUND)
    house.say("table", RoundClosed(), round_id=ROUND)
    house.say("machine", golden(Play.KIND), place=MACHINE)
    for case in ("aberto", "decidido"):
        house.say("inspector", DisputeOpened(dispute=case, subject="session"))
    decided = DisputeDecided(dispute="decidido", decision="settled", amount=100, reason="x")
    house.say("dispute", decided)
    return house


BEFORE = {"values": {"x": 1}, "counted_by": ("cashier", "finance")}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("source", "payload", "place"),
    [
        ("finance", OpeningDeclared(subject="table", name=PLACE, **BEFORE), None),
        ("technician", OpeningDeclared(subject="machine", name=MACHINE, **BEFORE), None),
        ("table", Fill(side="cage", slip=1, table=PLACE, amount=5), PLACE),
        ("table", Credit(side="cage", slip=1, table=PLACE, amount=5), PLACE),
        ("cage", Fill(side="table", slip=1, amount=5), CAGE),
        ("cage", Credit(side="table", slip=1, amount=5), CAGE),
        ("technician", DropCounted(cash=5, box="b", counted_by=("cashier", "finance")), MACHINE),
        ("inspector", Appeal(dispute="decidido", by="casino"), None),
        ("director", Appeal(dispute="decidido", by="authority"), None),
        ("machine", DisputeOpened(dispute="d-9", subject="machine", machine=MACHINE), MACHINE),
        ("display", Claim(about="payout"), "PN-01"),
        ("technician", SettlementPaid(dispute="decidido", amount=5, means="cash"), None),
    ],
)
def test_it_is_said_without_effect(
    house: House, source: str, payload: Payload, place: str | None
) -> None:
    """After the first play, on another's side, by a technician, by the wrong party: W."""
    before = tables(house)
    told = house.say(source, payload, place=place)
    assert house.refused() == [(source, payload.KIND.partition("/")[0], False)]
    after = tables(house)
    assert {name for name in before if before[name] != after[name]} == set()
    assert house.proofs() == [(told.position,)]


def test_a_claim_stands_and_moves_nothing_else(house: House) -> None:
    """Each person who has no such right says each claim once: F, ordinary; no figure moves."""
    kinds = {kind.partition("/")[0]: kind for kind in KINDS}
    before, said = tables(house), list[tuple[str, str, bool]]()
    for role in sorted(PEOPLE & AT_HOME):
        for name in sorted(CLAIMS):
            if about(role, name) or (role, name) == (Role.DIRECTOR, "appeal"):
                continue
            payload = golden(kinds[name])
            if name == "appeal":
                payload = Appeal(dispute="decidido", by="player")
            elif name == "dispute-opened":
                payload = DisputeOpened(dispute=f"de-{role}", subject="session")
            plant(house, str(role), payload, PLACES.get(role, (PLACE,))[0])
            said.append((str(role), name, True))
    assert len(said) > 20
    assert house.refused() == said
    after = tables(house)
    assert {name for name in before if before[name] != after[name]} <= OF_CLAIMS
    assert {one for one in house.found() if one[0] == "OP-ACCESS"} == {("OP-ACCESS", "ordinary")}


def test_a_table_at_its_place_in_anothers_round_is_no_owner(house: House) -> None:
    """RND-OWNER, not OP-ACCESS: the stake is none of the round's."""
    house.enrol("table-9", binding(Role.TABLE))
    number = f"{PLACE}/{DAY}/2"
    house.say("table", RoundOpened(), round_id=number)
    bet = BetPlaced(bet=1, seat=1, chance="pleno", selection="7", amount=500)
    told = house.say("table-9", bet, round_id=number)
    house.say("table", RoundClosed(), round_id=number)
    assert house.refused() == []
    assert ("RND-OWNER", "critical") in house.found()
    rows = house.casino.rows("SELECT positions FROM {s}.finding WHERE code = 'RND-OWNER'")
    assert told.position in rows[0]["positions"]


def test_a_code_that_nobody_notes_is_no_finding(house: House) -> None:
    """An inspector notes a wrong payment, which events must show: found is his note."""
    before = house.found()
    told = house.say("inspector", InspectionNoted(code="PAY-DIFF"), round_id=ROUND)
    assert house.found()[len(before) :] == [("OP-ACCESS", "critical")]
    assert house.proofs() == [(told.position,)]


def test_a_payment_moves_what_is_open_and_no_more(house: House) -> None:
    """Undecided it waits; decided a part leaves the rest; the rest paid, nothing is open."""
    before = house.found()
    house.say("cage", SettlementPaid(dispute="aberto", amount=60, means="cash"), place=CAGE)
    assert house.waiting() == ["settlement-paid"]
    for amount, whole in ((60, 60), (40, 100)):
        paid = SettlementPaid(dispute="decidido", amount=amount, means="cash")
        house.say("cage", paid, place=CAGE)
        assert house.found() == before
        rows = house.casino.rows("SELECT sum(amount)::int AS paid FROM {s}.settlement")
        assert rows[0]["paid"] == whole
    house.say("cage", SettlementPaid(dispute="decidido", amount=1, means="cash"), place=CAGE)
    assert house.found()[len(before) :] == [("OP-ACCESS", "critical")]
    assert house.count("settlement") == 2


def test_a_key_of_ones_own_and_a_heartbeat_are_everybodys(house: House) -> None:
    """No second person, no place: a lost key is said so at once; another's is not his to revoke."""
    house.say("display", Heartbeat(), place=PLACE)
    held = house.casino.installation.keys.load
    for source, whose, told in (("cashier", "dealer", False), ("dealer", "dealer", True)):
        act = KeyRevoked(source=whose, key=held(whose).public_key.hex(), reason="perdida")
        (answer,) = house.casino.door.submit([house.casino.source(source).say(act, AT)])
        assert (answer.receipt is not None) == told
        house.casino._chains[source] = house.casino.installation.chain(source)
    assert not house.casino.door.keyring.sources["dealer"].is_living
    assert house.refused() == []


@pytest.mark.parametrize(
    "payload",
    [
        AccessGranted(source="finance", role="admin"),
        AccessWithdrawn(source="finance", role="admin"),
        ClockTicked(),
        golden("acta-gate-granted/1"),
        golden("access-recorded/1"),
        golden("submission-refused/2"),
        golden("source-enrolled/2"),
        golden("ledger-founded/2"),
    ],
    ids=lambda payload: payload.KIND,
)
def test_what_can_never_be_right_is_refused_at_the_door(house: House, payload: Payload) -> None:
    """Acts of trust and the service's words, by a director: kept, refused, and signed anew."""
    (answer,) = house.casino.door.submit([house.casino.source("director").say(payload, AT)])
    assert answer.outcome == NotEntitledError.code
