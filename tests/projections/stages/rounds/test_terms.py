"""Terms of tables: under a matrix of authority a table does not write its own law."""

from typing import Any

import pytest
from psycopg.rows import tuple_row

from ledger.door.ingestion import Receipt
from ledger.events.base import Value
from ledger.events.outcomes import BallLanded
from ledger.events.registry import CasinoRegistered, ParameterSet
from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.tables import TableOpened
from ledger.roles import Role
from ops.installation import APPROVING, PROPOSING, Binding
from projections.base.rows import Schema
from projections.running.building import rebuild
from projections.running.runner import LIVE
from projections.stages.parameters.stage import read_book
from projections.stages.rounds.stage import Rounds
from tests.fixtures.casino import AT, DAY, Casino
from tests.fixtures.memory import MemoryCasino

HOUSE = "casino-1"
PLACE = "RA-01"
TABLE = "mesa-ra"
KEPT = ("bets", "payouts")


class House:
    """A casino of the profile of Cape Verde under the matrix, with a table of roulette."""

    def __init__(self, casino: Casino, profile: str = "cv-2017@1") -> None:
        self.casino = casino
        install = casino.installation
        install.let_authority_hold(AT)
        chains = casino._chains
        for role in (Role.FINANCE, Role.DIRECTOR, Role.FLOOR_MANAGER, Role.SUPERVISOR):
            chains[role] = install.enrol(role, Binding(role=role, casino=HOUSE), AT)
        chains["director-2"] = install.enrol(
            "director-2", Binding(role=Role.DIRECTOR, casino=HOUSE), AT
        )
        chains[TABLE] = install.enrol(
            TABLE, Binding(role=Role.TABLE, casino=HOUSE, places=(PLACE, "M-01")), AT
        )
        for name in (PROPOSING, APPROVING):
            chains[name] = install.chain(name)
        act = CasinoRegistered(casino=HOUSE, currency="CVE", profile=profile, act="DR 1")
        casino.approve(APPROVING, casino.say(PROPOSING, act))
        self.rounds = 0

    def set(self, name: str, value: Value, scope: str = HOUSE) -> None:
        """Let a director set a parameter, its act numbered, and another director approve it."""
        said = ParameterSet(scope=scope, name=name, value=value, since=AT, act="DR 7")
        self.casino.approve("director-2", self.casino.say("director", said))

    def open(
        self,
        game: str = "roleta_americana",
        profile: str = "cv-2017@1",
        records: tuple[str, ...] = KEPT,
        place: str = PLACE,
        act: str | None = None,
        **options: Value,
    ) -> Receipt:
        """Open the table."""
        opened = TableOpened(
            profile=profile,
            game=game,
            options=options,
            currency="CVE",
            records=records,
            act=act,
        )
        return self.casino.say(TABLE, opened, place=place)

    def coup(self, stake: int = 100, selection: str = "17") -> None:
        """Play a coup in which a pleno is laid, and 17 comes; it is paid as the law says."""
        self.rounds += 1
        won = selection == "17"
        payloads = [
            RoundOpened(),
            BetsOpened(),
            BetPlaced(bet=1, seat=1, chance="pleno", selection=selection, amount=stake),
            BetsClosed(),
            BallLanded(number=17, colour="preto"),
            *([Payout(seat=1, bets=(1,), amount=35 * stake, stake_returned=stake)] * won),
            RoundClosed(),
        ]
        for one in payloads:
            self.casino.say(TABLE, one, round_id=f"{PLACE}/{DAY}/{self.rounds}")

    def found(self) -> list[tuple[str, Any, str, str]]:
        """Return code, option, expected and recorded of what stands, the setting's own apart."""
        self.casino.project()
        rows = self.casino.rows(
            "SELECT code, facts::json ->> 'option' AS option, expected, recorded, round "
            "FROM {s}.finding WHERE known_until IS NULL AND place IS NOT NULL "
            "ORDER BY known_from, code, expected"
        )
        return [(row["code"], row["option"], row["expected"], row["recorded"]) for row in rows]


@pytest.fixture
def house(casino: Casino) -> House:
    """Open a house."""
    return House(casino)


def codes(house: House) -> list[tuple[str, Any]]:
    return [(code, option) for code, option, *_ in house.found()]


def test_an_opening_s_maximum_above_the_approved_one_is_found_and_the_approved_one_judges(
    house: House,
) -> None:
    """Issue 15 B3: an approved maximum of 30.00; the table says 100,000.00 and takes 50,000.00."""
    house.set("maximos", {"pleno": 3_000})
    house.open(maximos={"pleno": 10_000_000})
    house.coup(stake=5_000_000, selection="16")
    assert house.found() == [
        ("BET-MAX", None, "30.00", "50000.00"),
        ("REG-LIMIT-CHG", "maximos", 'maximos {"pleno":3000}', '{"pleno":10000000}'),
    ]


def test_a_stricter_maximum_is_the_table_s_own(house: House) -> None:
    """Approved up to 30.00, the table takes up to 20.00: 25.00 is above its maximum."""
    house.set("maximos", {"pleno": 3_000})
    house.open(maximos={"pleno": 2_000})
    house.coup(stake=2_500)
    house.coup(stake=2_000)
    assert house.found() == [("BET-MAX", None, "20.00", "25.00")]


def test_what_the_opening_does_not_say_is_as_approved(house: House) -> None:
    """A table that names no maximum has the approved one; one that says none at all, too."""
    house.set("maximos", {"pleno": 3_000})
    house.open()
    house.coup(stake=3_100, selection="16")
    house.open(maximos={"pleno": 0})
    house.coup(stake=3_100, selection="16")
    assert codes(house) == [
        ("BET-MAX", None),
        ("BET-MAX", None),
        ("REG-LIMIT-CHG", "maximos"),
    ]


def test_a_limit_set_since_accuses_no_opening(house: House) -> None:
    """Approved 50.00 when it opened, 30.00 since: stakes are held against it, the opening not."""
    house.set("maximos", {"pleno": 5_000})
    house.open(maximos={"pleno": 5_000})
    house.coup(stake=4_000, selection="16")
    house.set("maximos", {"pleno": 3_000})
    house.coup(stake=4_000, selection="16")
    assert house.found() == [("BET-MAX", None, "30.00", "40.00")]


def test_a_minimum_set_since_for_the_place_goes_before_its_opening(house: House) -> None:
    """Opened with 2.00 within an approved 1.00, and the place then approved for 1.00 itself."""
    house.set("minimos", {"pleno": 100})
    house.open(minimos={"pleno": 200})
    house.coup(stake=100)
    house.set("minimos", {"pleno": 100}, scope=PLACE)
    house.coup(stake=100)
    assert house.found() == [("BET-MIN", None, "2.00", "1.00")]


@pytest.mark.parametrize("scope", [PLACE, "roleta_americana", HOUSE])
def test_parameters_of_place_game_and_casino_hold(house: House, scope: str) -> None:
    """Whatever its scope, an approved maximum binds the table."""
    if scope == "roleta_americana":
        house.set("maximos", {"pleno": 9_000}, scope=HOUSE)
    house.set("maximos", {"pleno": 3_000}, scope=scope)
    house.open(maximos={"pleno": 9_000})
    house.coup(stake=3_100, selection="16")
    assert codes(house) == [("BET-MAX", None), ("REG-LIMIT-CHG", "maximos")]


def test_a_table_s_own_law_is_one_finding_of_its_opening(house: House) -> None:
    """Three coups under it show it once; the coups themselves agree."""
    house.set("maximos", {"pleno": 3_000})
    house.open(maximos={"pleno": 9_000})
    for _ in range(3):
        house.coup()
    assert codes(house) == [("REG-LIMIT-CHG", "maximos")]
    rows = house.casino.rows("SELECT state FROM {s}.verdict")
    assert [row["state"] for row in rows] == ["agrees"] * 3


# --- class A, Com and Ctl ------------------------------------------------------------------------


def blackjack(house: House, act: str | None = None, **options: Value) -> Receipt:
    """Open blackjack at the other place, and play a jogada of which nothing is told."""
    kept = ("bets", "cards", "decisions", "payouts")
    return house.open("blackjack", place="M-01", records=kept, act=act, **options)


def empty_round(house: House, number: int) -> None:
    """Open a round at the other place, and close it."""
    for one in (RoundOpened(), RoundClosed()):
        house.casino.say(TABLE, one, round_id=f"M-01/{DAY}/{number}")


def test_the_authority_s_value_goes_before_the_opening_s_other_word(house: House) -> None:
    """SD R33: 2,010.00 a coup was approved; a table that says 1.00 pays no royal with 1.00."""
    house.set("maximo_golpe", 201_000, scope="poquer_sem_descarte")
    kept = ("bets", "cards", "decisions", "payouts")
    house.open("poquer_sem_descarte", place="M-01", records=kept, maximo_golpe=100)
    empty_round(house, 1)
    assert ("REG-RULE", "maximo_golpe", "maximo_golpe 201000", "100") in house.found()
    assert record_of(house, 1).maximo_golpe == 201_000


def record_of(house: House, number: int) -> Any:
    """Return the record of a round at the other place, as it is judged again."""
    casino = house.casino
    casino.project()
    assert isinstance(casino, MemoryCasino)
    schema = Schema(casino._connection.cursor(row_factory=tuple_row), LIVE)
    closed = Rounds.again(
        schema, casino.installation.store, read_book(schema), f"M-01/{DAY}/{number}"
    )
    assert closed is not None
    return closed.record


@pytest.mark.parametrize("approver", [None, "supervisor", "director", "floor_manager"])
def test_an_option_of_the_authority_s_counts_by_act_and_chief(
    house: House, approver: str | None
) -> None:
    """Nothing is in force: without act and chief the profile's value stands, and it is found."""
    opened = blackjack(house, act="DR 9", acumulado_ppm=50_000)
    empty_round(house, 1)
    if approver is not None:
        house.casino.approve(approver, opened)
    empty_round(house, 2)
    counts = approver in {"director", "floor_manager"}
    assert [_ppm(record_of(house, one)) for one in (1, 2)] == [
        None,
        50_000 if counts else None,
    ]
    assert ("REG-RULE", "acumulado_ppm") in codes(house)


def test_without_the_act_s_number_no_chief_helps(house: House) -> None:
    """5.3: an act, and among the approvals a chief."""
    opened = blackjack(house, acumulado_ppm=50_000)
    house.casino.approve("director", opened)
    empty_round(house, 1)
    assert codes(house).count(("REG-RULE", "acumulado_ppm")) == 1


# --- profile, game, records ----------------------------------------------------------------------


def test_a_profile_that_is_not_the_house_s_is_found_and_the_house_s_judges(house: House) -> None:
    """A table of póquer sem descarte opens by Portugal's text in a house of Cape Verde."""
    kept = ("bets", "cards", "decisions", "payouts")
    house.open("poquer_sem_descarte", profile="pt-2007@1", place="M-01", records=kept)
    empty_round(house, 1)
    assert house.found() == [("REG-RULE", None, "cv-2017@1", "pt-2007@1")]
    assert record_of(house, 1).profile == "cv-2017@1"


def test_a_game_that_the_house_s_profile_lacks_is_found(house: House) -> None:
    """Macau's five-card poker in a house of Cape Verde is silent no more; its own text judges."""
    kept = ("bets", "cards", "decisions", "payouts")
    house.open("poquer_macau_5_cartas", profile="mo-1985@1", place="M-01", records=kept)
    empty_round(house, 1)
    assert ("REG-RULE", None, "cv-2017@1", "mo-1985@1") in house.found()
    assert record_of(house, 1).profile == "mo-1985@1"


@pytest.mark.parametrize("scope", ["M-01", "poquer_sem_descarte", HOUSE])
def test_another_profile_may_be_approved_for_a_game_or_place(house: House, scope: str) -> None:
    """Approved with the authority's act, Portugal's text is in force where it was approved."""
    house.set("profile", "pt-2007@1", scope=scope)
    kept = ("bets", "cards", "decisions", "payouts")
    house.open("poquer_sem_descarte", profile="pt-2007@1", place="M-01", records=kept)
    empty_round(house, 1)
    assert house.found() == []


def test_a_place_that_records_too_little_is_found(house: House) -> None:
    """With bets alone an unpaid pleno is neither found nor said to agree; the table is found."""
    house.open(records=("bets",))
    house.coup()
    assert house.found() == [("REG-RULE", None, "bets payouts", "bets")]
    (row,) = house.casino.rows("SELECT state FROM {s}.verdict")
    assert row["state"] == "uncompared"


def test_what_a_place_must_record_may_be_set(house: House) -> None:
    """A house of which colours are asked, too; and a place of which less is."""
    house.set("registos", ["bets", "payouts", "colours"])
    house.set("registos", ["bets"], scope="M-01")
    house.open()
    house.coup()
    house.open(records=("bets",), place="M-01")
    empty_round(house, 1)
    assert house.found() == [("REG-RULE", None, "bets colours payouts", "bets payouts")]


# --- before, and again ---------------------------------------------------------------------------


def test_without_a_matrix_a_table_s_word_goes_as_before(casino: Casino) -> None:
    """A ledger without ``autoridade`` folds as it did: the opening's maximum holds."""
    limit = ParameterSet(scope="roleta_americana", name="maximos", value={"pleno": 3_000}, since=AT)
    casino.approve("chefe", casino.say("financas", limit))
    opened = TableOpened(
        profile="cv-2017@1",
        game="roleta_americana",
        options={"maximos": {"pleno": 9_000}},
        currency="CVE",
        records=("bets",),
    )
    casino.say(TABLE, opened, place=PLACE)
    for one in (
        RoundOpened(),
        BetPlaced(bet=1, seat=1, chance="pleno", selection="16", amount=8_000),
        BallLanded(number=17, colour="preto"),
        RoundClosed(),
    ):
        casino.say(TABLE, one, round_id=f"{PLACE}/{DAY}/1")
    casino.project()
    assert casino.rows("SELECT code FROM {s}.finding") == []
    assert casino.rows("SELECT * FROM {s}.terms") == []


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, 3])
@pytest.mark.deep
def test_terms_are_the_same_whatever_the_page(casino: Casino, page: int) -> None:
    """Rebuilt is live: terms answered for pages later, and rounds judged again by them."""
    house = House(casino)
    house.set("maximos", {"pleno": 3_000})
    opened = blackjack(house, act="DR 9", acumulado_ppm=50_000)
    house.open(maximos={"pleno": 9_000})
    empty_round(house, 1)
    house.coup(stake=4_000, selection="16")
    casino.approve("director", opened)
    empty_round(house, 2)
    casino.project(page=page)
    asked = [
        "SELECT id, known_from, known_until, expected FROM {s}.finding ORDER BY 1, 2",
        "SELECT * FROM {s}.terms ORDER BY 1",
        "SELECT round, known_from, state FROM {s}.verdict ORDER BY 1, 2",
    ]
    live = [casino.rows(one) for one in asked]
    assert [row["answered"] is None for row in live[1]] == [False, True]
    rebuild(casino.conninfo)
    assert [casino.rows(one) for one in asked] == live


def _ppm(record: Any) -> int | None:
    return None if record.aprovado is None else record.aprovado.ppm
