"""S4–S13, each with one person under two keys, or named by two badges: found, with both events."""

from contextlib import ExitStack

import msgspec
import pytest

from ledger.door.ingestion import Receipt
from ledger.events.base import Interval
from ledger.events.bingo import CardsDestroyed, ClaimVerified, Complaint, ComplaintDecided
from ledger.events.jackpots import AwardPaid, AwardRefused, AwardVerified, JackpotWon, PoolOpened
from ledger.events.machines import HandPaid, MachineHomologated2, RamCleared
from ledger.events.registry import AccessGranted, TextErased
from ledger.events.reviews import DisputeAnswered, DisputeDecided, DisputeOpened, GamingDayClosed
from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.tables import ChipsSold, DropCounted, Fill, StaffChanged, TableClosed
from ledger.roles import Role
from ops.installation import APPROVING, PROPOSING
from tests.fixtures.casino import DAY
from tests.fixtures.memory import InMemory, MemoryCasino
from tests.projections.stages.authority.house import OWN, PLACE, POOL, House

MACHINE = "MQ-01"
ROOM = "BI-01"
CAGE = "CX-01"
TEXT = "ab" * 32
CLEARED = RamCleared(before={}, after={}, seal="s", reason="x")
LEFT = (Role.FLOOR_MANAGER, Role.DIRECTOR, Role.SUPERVISOR, Role.TECHNICIAN)


@pytest.fixture
def house(memory_casino: MemoryCasino) -> House:
    """Return a house in which ``ana`` holds keys of four kinds."""
    house = House(memory_casino)
    house.appoint("ana", *LEFT)
    return house


def name_of(told: Receipt) -> str:
    """Return the name of an event that was told alone."""
    return f"{told.source}:{told.first}"


def a_prize(house: House, place: str = MACHINE, source: str = "machine") -> Receipt:
    """Let a pool's prize be won at a place."""
    pool = PoolOpened(
        pool=POOL, scope="machine", members=(place,), currency="EUR", base=10_000, ppm=10_000
    )
    house.agreed("finance", pool, "director")
    return house.say(source, JackpotWon(pool=POOL, amount=10_000), place=place)


def refusal(prize: Receipt) -> AwardRefused:
    return AwardRefused(award=name_of(prize), pool=POOL, reason="avaria")


def test_who_refuses_a_prize_does_not_approve_that(house: House) -> None:
    """S4: floor manager and director in one hand; the other director may."""
    prize = a_prize(house)
    told = house.say("ana-floor_manager", refusal(prize))
    own = house.casino.approve("ana-director", told)
    assert house.waiting() == ["award-refused"]
    assert house.proofs() == [(told.position, own.position)]
    house.casino.approve("director", told)
    assert house.waiting() == []


def test_who_refused_a_prize_does_not_decide_the_dispute_about_it(house: House) -> None:
    """S5: she left the house to decide disputes; another decides."""
    prize = a_prize(house)
    told = house.agreed("ana-floor_manager", refusal(prize), "director")
    for role in LEFT:
        house.dismiss(f"ana-{role}")
    house.appoint("ana", Role.DISPUTE)
    case = DisputeOpened(dispute="d-1", subject="award", claims=(name_of(prize),), machine=MACHINE)
    house.say("dispute", case)
    own = house.say("ana-dispute", DisputeDecided(dispute="d-1", decision="rejected", reason="x"))
    assert house.proofs() == [(told.position, own.position)]
    assert house.count("dispute", "state = 'decided'") == 0


def test_who_stood_on_post_does_not_verify_a_prize_of_the_table(house: House) -> None:
    """S5: the fiscal of the coup; the other supervisor verifies."""
    house.schedule("table", PLACE)
    posted = house.say("table", StaffChanged(post="fiscal", person="ana"), place=PLACE)
    prize = a_prize(house, PLACE, "table")
    verified = AwardVerified(award=name_of(prize), pool=POOL, amount=10_000)
    own = house.say("ana-supervisor", verified)
    house.say("supervisor", verified)
    paid = AwardPaid(award=name_of(prize), pool=POOL, amount=10_000, means="chips", cashier="ana")
    house.say("table", paid, place=PLACE)
    assert house.proofs() == [(posted.position, own.position)], "the table pays what it owes"


def test_who_repaired_a_machine_does_not_verify_its_prize(house: House) -> None:
    """S5: as technician she cleared its memory, as floor manager she would accept the claim."""
    cleared = house.say("ana-technician", CLEARED, place=MACHINE)
    prize = a_prize(house)
    own = house.say(
        "ana-floor_manager", AwardVerified(award=name_of(prize), pool=POOL, amount=10_000)
    )
    assert house.proofs() == [(cleared.position, own.position)]


def test_who_verified_a_prize_and_pays_it_is_found_and_the_payment_stands(house: House) -> None:
    """S5: the cage names her badge; the money is out."""
    prize = a_prize(house)
    verified = house.say(
        "ana-supervisor", AwardVerified(award=name_of(prize), pool=POOL, amount=10_000)
    )
    paid = AwardPaid(
        award=name_of(prize), pool=POOL, amount=10_000, means="cash", cashier="ana-supervisor"
    )
    told = house.say("cage", paid, place=CAGE)
    assert house.proofs() == [(verified.position, told.position)]
    assert house.refused() == []


def test_the_two_sides_of_a_slip_are_two_persons(house: House) -> None:
    """S6: her two badges, one on each side; the chips moved."""
    house.schedule("table", PLACE)
    here = Fill(side="table", slip=1, amount=5_000, staff=("ana-supervisor",))
    there = Fill(side="cage", slip=1, table=PLACE, amount=5_000, staff=("ana-floor_manager",))
    first = house.say("table", here, place=PLACE)
    second = house.say("cage", there, place=CAGE)
    assert house.proofs() == [(first.position, second.position)]
    others = [Fill(side="table", slip=2, amount=5_000, staff=("ana-supervisor",))]
    others.append(Fill(side="cage", slip=2, table=PLACE, amount=5_000, staff=("rui",)))
    for source, place, one in zip(("table", "cage"), (PLACE, CAGE), others, strict=True):
        house.say(source, one, place=place)
    assert len(house.proofs()) == 1


def test_a_float_is_counted_by_two_persons(house: House) -> None:
    """S6: her second key confirms nothing, another's does; opener and closer may be the same."""
    house.schedule("table", PLACE)
    closed = TableClosed(count=100, counted_by=("ana-supervisor", "ana-floor_manager", "cashier"))
    told = house.say("table", closed, place=PLACE)
    assert house.proofs() == [(told.position,)], "two badges of one person"
    first = house.casino.approve("ana-supervisor", told)
    second = house.casino.approve("ana-floor_manager", told)
    assert house.proofs()[1:] == [(first.position, second.position)]
    house.casino.approve("cashier", told)
    assert len(house.proofs()) == 2


def test_who_stood_on_post_and_counts_the_box_is_found(house: House) -> None:
    """S7: on another day she may; the count stands."""
    house.schedule("table", PLACE)
    posted = house.say("table", StaffChanged(post="fiscal", person="ana-supervisor"), place=PLACE)
    house.say("table", TableClosed(), place=PLACE)
    box = DropCounted(cash=5, box="b", counted_by=("ana", "cashier"))
    told = house.say("cashier", box, place=PLACE)
    assert house.proofs() == [(posted.position, told.position)]
    segment = house.casino.source("cashier").say(
        box, "2026-11-22T02:00:00.000Z", day="2026-11-21", place=PLACE
    )
    house.casino.door.submit([segment])
    assert len(house.proofs()) == 1


def test_who_counted_a_box_and_goes_on_post_there_is_found(house: House) -> None:
    """S7: in the other order, too."""
    house.schedule("table", PLACE)
    box = DropCounted(cash=5, box="b", counted_by=("ana", "cashier"))
    told = house.say("cashier", box, place=PLACE)
    posted = house.say("table", StaffChanged(post="fiscal", person="ana"), place=PLACE)
    assert house.proofs() == [(told.position, posted.position)]


def test_who_counted_a_box_does_not_approve_the_counts_correction(house: House) -> None:
    """S7: the badge on the count is hers, the approval her other key's."""
    box = DropCounted(cash=5, box="b", counted_by=("ana-supervisor", "cashier"))
    told = house.say("cashier", box, place=PLACE)
    act = house.correct("finance", told)
    own = house.casino.approve("ana-director", act)
    assert (house.waiting(), house.proofs()) == (["correction"], [(told.position, own.position)])
    house.casino.approve("director", act)
    assert house.waiting() == []


def test_who_configured_a_machine_does_not_approve_what_lets_it_run(house: House) -> None:
    """S8: technician and director in one hand; another technician's paper about her machine."""
    cleared = house.say("ana-technician", CLEARED, place=MACHINE)
    paper = MachineHomologated2(
        configuration=TEXT,
        checksum=TEXT,
        version="1",
        denominations=(100,),
        plans=(),
        certificate="c",
        act="Desp. 7",
    )
    told = house.say("technician", paper, place=MACHINE)
    own = house.casino.approve("ana-director", told)
    assert house.waiting() == ["machine-homologated"]
    assert house.proofs() == [(cleared.position, own.position)]
    house.casino.approve("director", told)
    assert house.waiting() == []


def test_who_configured_a_machine_and_counts_its_box_or_pays_by_hand_is_found(
    house: House,
) -> None:
    """S8: both are facts, and stand."""
    cleared = house.say("ana-technician", CLEARED, place=MACHINE)
    box = DropCounted(cash=5, box="b", counted_by=("ana", "cashier"))
    counted = house.say("cashier", box, place=MACHINE)
    hand = HandPaid(category="PAM", amount=900, means="cash", slip="g1", cashier="ana")
    paid = house.say("cage", hand, place=MACHINE)
    assert house.proofs() == [
        (cleared.position, counted.position),
        (cleared.position, paid.position),
    ]


def test_who_stood_on_post_does_not_approve_the_rounds_correction(house: House) -> None:
    """S9: at that table in that round; her relief may, for a round of his he did not see."""
    house.schedule("table", PLACE)
    posted = house.say("table", StaffChanged(post="fiscal", person="ana"), place=PLACE)
    number = f"{PLACE}/{DAY}/1"
    house.say("table", RoundOpened(), round_id=number)
    sold = house.say("table", ChipsSold(amount=500, means="cash"), round_id=number)
    house.say("table", RoundClosed(), round_id=number)
    house.say("table", StaffChanged(post="fiscal", person="floor_manager"), place=PLACE)
    act = house.correct("table", sold)
    own = house.casino.approve("ana-floor_manager", act)
    assert (house.waiting(), house.proofs()) == (["correction"], [(posted.position, own.position)])
    house.casino.approve("floor_manager", act)
    assert house.waiting() == []


def test_who_closed_a_day_does_not_approve_a_correction_of_it(house: House) -> None:
    """S9: another director does."""
    box = DropCounted(cash=5, box="b", counted_by=("cashier", "rui"))
    told = house.say("cashier", box, place=PLACE)
    house.say("table", TableClosed(), place=PLACE)
    closed = house.say("ana-director", GamingDayClosed(casino=OWN))
    act = house.correct("finance", told)
    own = house.casino.approve("ana-director", act)
    assert house.waiting() == ["correction"]
    assert house.proofs() == [(closed.position, own.position)]
    house.casino.approve("director", act)
    assert house.waiting() == []


def test_who_pays_by_hand_and_watches_is_found(house: House) -> None:
    """S10: two badges of one person in one payment; her own key confirms nothing."""
    paid = HandPaid(
        category="PAM",
        amount=900_000,
        means="cash",
        slip="g1",
        cashier="ana",
        witness="ana-supervisor",
    )
    told = house.say("cage", paid, place=MACHINE)
    own = house.casino.approve("ana-supervisor", told)
    assert house.proofs() == [(told.position,), (told.position, own.position)]
    house.casino.approve("supervisor", told)
    assert len(house.proofs()) == 2


def test_a_room_that_verified_a_claim_decides_no_complaint_about_it(house: House) -> None:
    """S11: a decision names somebody; a device's own is without effect."""
    number = f"{ROOM}/{DAY}/1"
    house.say("bingo_room", RoundOpened(), round_id=number)
    claim = ClaimVerified(claim="bingo_room:9", valid=False)
    verified = house.say("bingo_room", claim, round_id=number)
    decided = ComplaintDecided(complaint="c-1", decision="rejected")
    own = house.say("bingo_room", decided, round_id=number)
    assert house.proofs() == [(verified.position, own.position)]
    by = ComplaintDecided(complaint="c-1", decision="rejected", by="floor_manager")
    house.say("bingo_room", by, round_id=number)
    house.say("floor_manager", decided, round_id=number)
    assert len(house.proofs()) == 1


def test_who_verified_a_claim_does_not_decide_the_complaint_about_it(house: House) -> None:
    """S11: ana verified the first card, rui the second; each decides about the other's alone."""
    number = f"{ROOM}/{DAY}/1"
    house.say("bingo_room", RoundOpened(), round_id=number)
    told: dict[str, Receipt] = {}
    for claim, by in (("bingo_room:8", "ana-supervisor"), ("bingo_room:9", "rui")):
        verified = ClaimVerified(claim=claim, valid=False, by=by)
        told[claim] = house.say("bingo_room", verified, round_id=number)
        complaint = Complaint(complaint=f"c-{claim}", about="win", claim=claim)
        house.say("bingo_room", complaint, round_id=number)
    house.say("bingo_room", Complaint(complaint="c-3", about="win"), round_id=number)
    of_rui = ComplaintDecided(complaint="c-bingo_room:9", decision="rejected")
    house.say("ana-floor_manager", of_rui)
    assert house.proofs() == []
    of_ana = ComplaintDecided(complaint="c-bingo_room:8", decision="rejected")
    own = house.say("ana-floor_manager", of_ana)
    assert house.proofs() == [(told["bingo_room:8"].position, own.position)]
    named = msgspec.structs.replace(of_ana, by="ana")
    by_room = house.say("bingo_room", named, round_id=number)
    of_all = ComplaintDecided(complaint="c-3", decision="rejected")
    outside = house.say("ana-floor_manager", of_all)
    assert house.proofs()[1:] == [
        (told["bingo_room:8"].position, by_room.position),
        (told["bingo_room:8"].position, outside.position),
    ], "of no card in particular: any of its jogada, though the decision names none"
    house.say("floor_manager", of_ana)
    assert len(house.proofs()) == 3


def test_cards_are_destroyed_before_two_persons(house: House) -> None:
    """S11: two badges of one person are one."""
    cards = (Interval(series="A", first=1, last=6),)
    two = CardsDestroyed(cards=cards, by=("ana", "rui"))
    house.say("bingo_room", two, place=ROOM)
    assert house.proofs() == []
    one = CardsDestroyed(cards=cards, by=("ana-supervisor", "ana-floor_manager"))
    told = house.say("bingo_room", one, place=ROOM)
    assert house.proofs() == [(told.position,)]


def test_no_registrar_agrees_to_a_right_of_his_own(house: House) -> None:
    """S12: nor proposes it; where two others agree it is his."""
    third = "registo-3"
    for source in (PROPOSING, APPROVING):
        own = house.by_registrar(AccessGranted(source=source, role="admin"), source)
        assert house.proofs()[-1] == (own.position,)
    assert house.waiting() == []
    told = house.by_registrar(AccessGranted(source=APPROVING, role="admin"))
    own = house.casino.approve(APPROVING, told)
    assert house.proofs()[-1] == (told.position, own.position)
    assert house.waiting() == ["access-granted"]
    house.casino._chains[third] = house.casino.installation.chain(third)
    house.casino.approve(third, told)
    assert house.waiting() == []


@pytest.mark.parametrize("named", [True, False])
def test_a_right_of_the_authoritys_side_needs_a_registrar_whom_it_named(
    memory_casino: MemoryCasino, *, named: bool
) -> None:
    """Principle 9: two of the house's make an administrator, and no inspector, by themselves.

    In a ledger that does not tell who named its registrars nobody can ask for that.
    """
    by_house = "registo-3"
    with ExitStack() as stack:
        installation = InMemory(stack, whole_floor=named)
        house = House(MemoryCasino(installation, memory_casino._connection))
        for role, waits in (("admin", []), ("inspector", ["access-granted"] if named else [])):
            told = house.by_registrar(AccessGranted(source="director", role=role))
            house.casino._chains[by_house] = installation.chain(by_house)
            house.casino.approve(by_house, told)
            assert house.waiting() == waits
        assert house.proofs() == [], "an act that waits is nobody's fault"
        house.casino._chains[APPROVING] = installation.chain(APPROVING)
        house.casino.approve(APPROVING, told)
        assert house.waiting() == []


def test_who_is_a_party_to_a_case_agrees_to_no_erasing(house: House) -> None:
    """S13: and nobody does while the case is open."""
    house.appoint("eva", Role.INSPECTOR)
    case = DisputeOpened(dispute="d-1", subject="round", rounds=(f"{PLACE}/{DAY}/1",), text=TEXT)
    opened = house.say("eva-inspector", case)
    house.say("floor_manager", DisputeAnswered(dispute="d-1", position="accepted"))
    told = house.say("admin", TextErased(text=TEXT, reason="prazo"))
    house.casino.approve("inspector", told)
    assert house.refused() == [("inspector", "approval", False)]
    house.say("dispute", DisputeDecided(dispute="d-1", decision="upheld", reason="x"))
    own = house.casino.approve("eva-inspector", told)
    assert house.proofs()[:1] == [(opened.position, own.position)]
    assert house.waiting() == ["text-erased"]
    house.casino.approve("inspector", told)
    assert house.waiting() == []
