"""What was seen to happen without a matrix, case by case: under it none of it has effect."""

import msgspec
import pytest

from ledger.door.ingestion import Receipt
from ledger.errors import NotEntitledError
from ledger.events.base import Payload
from ledger.events.bingo import (
    BallDrawn,
    BallSetChecked,
    BallSetReplaced,
    CardsSold,
    SeriesOnSale,
)
from ledger.events.jackpots import (
    AwardPaid,
    CharityPaid,
    JackpotIncrement,
    PoolAdjusted,
    PoolOpened,
)
from ledger.events.machines import HandPaid, TicketIssued, TicketPaid, TicketRedeemed
from ledger.events.registry import OpeningDeclared, ParameterSet, PlaceScheduled
from ledger.events.reviews import (
    Correction,
    DisputeOpened,
    FindingExplained,
    GamingDayClosed,
    SettlementPaid,
)
from ledger.events.rounds import RoundOpened
from ledger.events.tables import ChipsSold
from ledger.roles import Role
from ops.installation import Binding
from tests.fixtures.casino import AT
from tests.fixtures.memory import MemoryCasino
from tests.projections.authority.test_matrix import golden
from tests.projections.stages.authority.house import OTHER, OWN, PLACE, POOL, House

TAX = "imposto_especial_ppm"


@pytest.fixture
def house(memory_casino: MemoryCasino) -> House:
    return House(memory_casino)


def test_an_honest_founding_is_clean(house: House) -> None:
    """Keys, casinos and the matrix itself were agreed on: nothing is found, nothing waits."""
    assert (house.refused(), house.found(), house.waiting()) == ([], [], [])
    assert house.count("casino") == 2


def test_a_terminal_pays_no_finding(house: House) -> None:
    """A table terminal paid a finding of 22,50 with 1 cent: without effect, and critical."""
    house.say("table", SettlementPaid(finding="f" * 24, amount=1, means="chips"), place=PLACE)
    assert house.refused() == [("table", "settlement-paid", False)]
    assert house.found() == [("OP-ACCESS", "critical")]


def test_a_terminal_explains_no_finding(house: House) -> None:
    """It is counted, source, kind and day, however often it is tried; it is one finding."""
    for _ in range(3):
        house.say("table", FindingExplained(finding="f" * 24, reason="x"), place=PLACE)
    assert house.found() == [("OP-ACCESS", "critical")]
    (row,) = house.casino.rows("SELECT role, events FROM {s}.refused")
    assert (row["role"], row["events"]) == ("table", 3)


def test_what_had_no_effect_is_not_corrected(house: House) -> None:
    """A panel sells chips: who withdraws that takes no chips back, for none were ever out.

    The cage's own sale of that day is withdrawn as ever.
    """
    for seller, place in (("display", "PN-01"), ("cage", "CX-01")):
        sold = house.say(seller, ChipsSold(amount=5_000, means="cash"), place=place)
        away = Correction(target=f"{seller}:{sold.first}", link=sold.link, reason="engano")
        house.agreed("finance", away, "director")
    assert house.refused() == [("display", "chips-sold", False)]
    assert [code for code, _ in house.found()] == ["OP-ACCESS", "INT-CORR"]
    moves = house.casino.rows("SELECT amount FROM {s}.chip_move ORDER BY position")
    assert [row["amount"] for row in moves] == [5_000, -5_000]


def test_a_terminal_closes_no_day(house: House) -> None:
    """The casino's day stays open; finance closes it, and finance of another casino does not."""
    house.say("table", GamingDayClosed(casino=OWN))
    house.say("finance-abroad", GamingDayClosed(casino=OWN))
    assert house.count("closed_day") == 0
    house.say("finance", GamingDayClosed(casino=OWN))
    assert house.count("closed_day") == 1
    assert house.refused() == [
        ("table", "gaming-day-closed", False),
        ("finance-abroad", "gaming-day-closed", False),
    ]


def test_who_decides_disputes_approves_no_tax_rate(house: House) -> None:
    """A dispute officer's approval approves nothing; the director's does, with the act."""
    rate = ParameterSet(scope=OWN, name=TAX, value=1, since=AT, act="Desp. 3")
    told = house.agreed("finance", rate, "dispute")
    assert (house.count("parameter", f"name = '{TAX}'"), house.waiting()) == (0, ["parameter-set"])
    assert house.refused() == [("dispute", "approval", False)]
    house.casino.approve("director-abroad", told)
    assert house.count("parameter", f"name = '{TAX}'") == 0, "of another casino"
    house.casino.approve("director", told)
    assert (house.count("parameter", f"name = '{TAX}'"), house.waiting()) == (1, [])


def test_a_rate_without_the_act_needs_the_authoritys_own_key(house: House) -> None:
    """Principle 3: the number of the act, with the director; or the authority itself."""
    rate = ParameterSet(scope=OWN, name=TAX, value=1, since=AT)
    told = house.agreed("finance", rate, "director")
    assert house.waiting() == ["parameter-set"]
    house.casino.approve("authority", told)
    assert house.waiting() == []


def test_a_kiosk_schedules_no_place(house: House) -> None:
    """A display's schedule moves no table's books to another casino; the floor's own does."""
    act = PlaceScheduled(source="table", category="table", casino=OTHER)
    house.say("display", act, place=PLACE)
    assert house.count("scheduled") == 0
    house.schedule("table", PLACE)
    assert house.count("scheduled") == 1
    assert house.refused() == [("display", "place-scheduled", False)]


def test_nobody_schedules_a_place_into_a_house_that_is_not_its_own(house: House) -> None:
    """A floor manager names another casino, or a source that is enrolled for another place."""
    house.say(
        "floor_manager",
        PlaceScheduled(source="table", category="table", casino=OTHER),
        place=PLACE,
    )
    house.say(
        "floor_manager", PlaceScheduled(source="table", category="table", casino=OWN), place="RA-02"
    )
    assert house.count("scheduled") == 0


def open_pool(house: House) -> None:
    pool = PoolOpened(
        pool=POOL,
        scope="machine",
        members=("MQ-01",),
        currency="EUR",
        base=10_000,
        ppm=10_000,
    )
    house.agreed("finance", pool, "director")


def test_money_leaves_a_pool_by_the_director_and_the_authority(house: House) -> None:
    """Down: two directors are one need met; the inspector's agreement is the last."""
    open_pool(house)
    up = PoolAdjusted(pool=POOL, component="accumulated", amount=100, reason="erro")
    house.agreed("finance", up, "director")
    before = house.count("posting")
    down = PoolAdjusted(
        pool=POOL, component="accumulated", amount=-100, reason="avaria", evidence="ab" * 32
    )
    told = house.agreed("finance", down, "director", "director-2")
    assert (house.waiting(), house.count("posting")) == (["pool-adjusted"], before)
    house.casino.approve("inspector", told)
    assert (house.waiting(), house.count("posting")) == ([], before + 2)


def test_money_enters_a_pool_by_the_director_alone(house: House) -> None:
    """Up: a director; and nobody else."""
    open_pool(house)
    up = PoolAdjusted(pool=POOL, component="base", amount=100, reason="erro")
    told = house.agreed("finance", up, "floor_manager")
    assert house.waiting() == ["pool-adjusted"]
    house.casino.approve("director", told)
    assert house.waiting() == []


def test_what_nobody_approved_moves_no_trust_money(house: House) -> None:
    """Charity: recorded and waiting; with the director, and the act, it is paid at his approval."""
    open_pool(house)
    paid = CharityPaid(institution="cruz", amount=50, pool=POOL, receipt="r", act="Desp. 9")
    before = house.count("posting")
    told = house.say("finance", paid)
    assert (house.waiting(), house.count("posting")) == (["charity-paid"], before)
    house.casino.approve("director", told)
    assert house.waiting() == []


def test_a_players_claim_stands_whoever_wrote_it_down(house: House) -> None:
    """A technician opens a dispute: it is a case, and an ordinary finding; a machine's is none."""
    case = DisputeOpened(dispute="d-1", subject="round", rounds=(f"{PLACE}/2026-11-20/1",))
    house.say("technician", case)
    assert house.refused() == [("technician", "dispute-opened", True)]
    assert house.found() == [("OP-ACCESS", "ordinary")]
    assert house.count("dispute") == 1
    house.say("machine", DisputeOpened(dispute="d-2", subject="machine", machine="MQ-01"))
    assert house.count("dispute") == 1


def test_no_key_enrols_itself(house: House) -> None:
    """The door refuses it: it can never be right, whatever comes later."""
    act = house.casino.installation._enrolment_act("outra", binding_of_an_inspector())
    with pytest.raises(AssertionError, match=NotEntitledError.code):
        house.say("table", act)


def binding_of_an_inspector() -> Binding:
    return Binding(role=Role.INSPECTOR)


def test_the_matrix_only_rises(house: House) -> None:
    """Registrars agree to set it back: it has no effect."""
    act = ParameterSet(scope="*", name="autoridade", value=0, since=AT)
    told = house.by_registrar(act)
    assert house.refused() == [(told.source, "parameter-set", False)]


def ctl(house: House, name: str, value: int) -> Receipt:
    """Let an inspector set a control on the operator, and another of the Authority agree."""
    act = ParameterSet(scope=OWN, name=name, value=value, since=AT)
    return house.agreed("inspector", act, "authority")


def test_a_schedule_lets_no_silence_last_longer_than_the_control_allows(house: House) -> None:
    """5.2: 600 s in force: 300 is kept, 900 is cut to 600 and REG-RULE, none is 600."""
    setting = ctl(house, "heartbeat_seconds", 600)
    for seconds in (300, 900, None):
        act = PlaceScheduled(
            source="table", category="table", casino=OWN, heartbeat_seconds=seconds
        )
        told = house.say("floor_manager", act, place=PLACE)
    assert told.position > setting.position
    house.fold()
    rows = house.casino.rows("SELECT heartbeat FROM {s}.scheduled ORDER BY position")
    assert [row["heartbeat"] for row in rows] == [300, 600, 600]
    assert [code for code, _ in house.found()] == ["REG-RULE"]


def test_a_pools_terms_are_of_the_class_of_their_names(house: House) -> None:
    """5.2: a machine pool's share is communicated; a tables' pool's is the Authority's."""
    open_pool(house)
    tables = PoolOpened(
        pool="jp-2", scope="tables", members=(PLACE,), currency="EUR", base=10_000, ppm=10_000
    )
    house.agreed("finance", tables, "director")
    for pool, waits in ((POOL, []), ("jp-2", ["parameter-set"])):
        share = ParameterSet(scope=pool, name="ppm", value=20_000, since=AT)
        told = house.agreed("finance", share, "director")
        assert house.waiting() == waits, pool
    house.casino.approve("authority", told)
    assert house.waiting() == []


@pytest.mark.parametrize(
    ("subject", "name", "player", "play", "place"),
    [
        ("table", PLACE, "table", RoundOpened(), PLACE),
        ("pool", POOL, "machine", JackpotIncrement(pool=POOL, amount=5), "MQ-01"),
        ("machine", "MQ-01", "machine", golden("play/1"), "MQ-01"),
        ("chips", OWN, "cage", ChipsSold(amount=5, means="cash"), "CX-01"),
        ("chips", "*", "table", ChipsSold(amount=5, means="cash"), PLACE),
        ("ticket", "b-1", "machine", TicketIssued(ticket="b-1", amount=5), "MQ-01"),
        ("ticket", "b-1", "machine", TicketRedeemed(ticket="b-1", amount=5), "MQ-01"),
        ("ticket", "b-1", "cashier", TicketPaid(ticket="b-1", amount=5), "CX-01"),
    ],
)
def test_values_of_before_are_declared_before_the_first_play(
    house: House, subject: str, name: str, player: str, play: Payload, place: str
) -> None:
    """A second declaration after the subject has played has no effect; another's still has."""
    open_pool(house)
    values = OpeningDeclared(
        subject=subject, name=name, values={"accumulated": 5}, counted_by=("cashier", "finance")
    )
    house.say("finance", values)
    assert house.waiting() == ["opening-declared"]
    house.say(
        player, play, round_id=f"{place}/2026-11-20/1" if subject == "table" else None, place=place
    )
    house.say("finance", values)
    assert house.refused() == [("finance", "opening-declared", False)]
    house.say("finance", msgspec.structs.replace(values, name="outro"))
    assert house.waiting() == ["opening-declared"] * 2


def test_values_of_balls_and_series_are_declared_before_they_play(house: House) -> None:
    """Checked or on sale they have not played; one ball, one card, and it is too late."""
    room = {"place": "BI-01"}
    used = OpeningDeclared(subject="ball_set", name="b-1", values={"uses": 0})
    last = OpeningDeclared(subject="series", name="A", values={"last": 60})
    ready: tuple[Payload, ...] = (
        BallSetChecked(set="b-0", moment="start", balls=90),
        BallSetReplaced(old="b-0", new="b-1", uses=5),
        *(SeriesOnSale(series=one, edition="E", cards=60, price=200) for one in ("B", "A")),
    )
    ball = BallDrawn(number=7, index=1)
    house.say("bingo_room", ball, **room)
    for payload in (
        *ready,
        used,
        last,
        CardsSold(series="B", first=1, last=6, amount=1_200, means="cash"),
    ):
        house.say("bingo_room", payload, **room)
    house.say("bingo_room", last, **room)
    assert house.refused() == []
    house.say("bingo_room", ball, **room)
    house.say(
        "bingo_room", CardsSold(series="A", first=1, last=6, amount=1_200, means="cash"), **room
    )
    for payload in (used, last, msgspec.structs.replace(used, name="b-2")):
        house.say("bingo_room", payload, **room)
    assert house.refused() == [("bingo_room", "opening-declared", False)]
    assert house.count("refused", "events = 2") == 1


@pytest.mark.parametrize("code", ["MQ-HAND", "JP-PAYDIFF"])
def test_a_large_payment_by_hand_is_confirmed_by_its_witness(house: House, code: str) -> None:
    """Above 100.00: by the supervisor it names, before the day is closed; each other is found."""
    told = ctl(house, "pagamento_segunda_pessoa", 10_000)
    house.casino.approve("inspector", told)
    open_pool(house)

    def pay(amount: int, witness: str | None, slip: str) -> Receipt:
        more = {"amount": amount, "means": "cash", "slip": slip, "witness": witness}
        if code == "MQ-HAND":
            return house.say("cage", HandPaid(category="PAM", **more), place="MQ-01")
        return house.say("cage", AwardPaid(pool=POOL, **more), place="CX-01")

    small, right = pay(10_000, None, "1"), pay(10_001, "supervisor", "2")
    house.casino.approve("supervisor", right)
    wrong = [pay(10_001, "supervisor", "3"), pay(10_001, None, "4"), pay(20_000, "rui", "5")]
    withdrawn = pay(20_000, None, "6")
    house.casino.approve("director", house.correct("cage", withdrawn))
    house.casino.approve("floor_manager", wrong[0])
    asked = "SELECT positions FROM {s}.finding WHERE facts LIKE '%%witness%%' ORDER BY positions"
    house.fold()
    assert house.casino.rows(asked) == [], "nobody is accused before the day is closed"
    house.say("director", GamingDayClosed(casino=OWN))
    house.fold()
    found = [row["positions"][0] for row in house.casino.rows(asked)]
    assert found == [one.position for one in wrong]
    assert small.position not in found
