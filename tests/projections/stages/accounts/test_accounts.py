"""Table days, revenue and tax: counts beside rounds, slips in pairs, parts that add up.

The table's figures are those of contabilidade_de_mesa.md: opening 5 000, fill 1 000, drop 2 300,
credit 500, close 5 600: resultado 2 400.
"""

import json
from typing import Any

import pytest
from msgspec import structs, to_builtins

from ledger.events.base import Payload
from ledger.events.outcomes import BallLanded
from ledger.events.registry import ParameterSet
from ledger.events.reviews import Correction, GamingDayClosed, TaxDeclared, TaxShare
from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    Commission,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.tables import (
    CagnotteBoxCounted,
    Credit,
    DropCounted,
    Fill,
    TableClosed,
    TableOpened,
)
from projections.base.event import ClosedRound, JudgedRound
from projections.base.produced import Produced
from projections.replay.registry import decode_record, judge
from projections.running.building import rebuild
from projections.running.runner import Runner
from projections.stages.accounts.results import chips_of, over_capital
from projections.stages.accounts.tables.table_day import Count, Slip, TableDay, Tolerance, faults_of
from projections.stages.accounts.tax import SHARES, DayRate, tax_at
from tests.fixtures.casino import DAY, Casino, older_door

pytestmark = pytest.mark.usefixtures("reckoned_twice")

PLACE = "RA-01"
TABLE = "mesa-ra-01"
WHO = ("ana", "rui")
LOST = 240_000
"""What the rounds below make, in cents: as much as the counts."""


def table_opened(**others: Any) -> TableOpened:
    given: dict[str, Any] = {
        "profile": "cv-2017@1",
        "game": "roleta_americana",
        "options": {"roda": "francesa37"},
        "currency": "CVE",
        "records": ("bets", "payouts", "results"),
        "count": 500_000,
        "counted_by": WHO,
        **others,
    }
    return TableOpened(**given)


def end_day(house: Casino, day: str = DAY, casino: str | None = None) -> int:
    """Let finance close a gaming day at its end; return the closing's position."""
    closing = GamingDayClosed(casino=casino)
    said = house.source("financas").say(closing, f"{day}T23:59:00.000000Z", day=day)
    (answer,) = house.door.submit([said])
    assert answer.receipt is not None, answer
    return answer.receipt.position


class Table:
    """A roulette table through a gaming day."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino
        self.rounds = 0

    def say(self, payload: Payload, source: str = TABLE, place: str = PLACE) -> Any:
        return self.casino.say(source, payload, place=place)

    def signed(self, payload: Payload, who: tuple[str, ...] = WHO) -> Any:
        """Tell a count, and let people confirm it."""
        receipt = self.say(payload)
        for person in who:
            self.casino.approve(person, receipt)
        return receipt

    def slip(
        self, kind: type[Fill | Credit], number: int, amount: int, cage: int | None = -1
    ) -> None:
        """Tell both sides of a slip; ``cage`` is what the cage signs, None: nothing."""
        self.say(kind(side="table", slip=number, amount=amount))
        if cage is not None:
            said = amount if cage < 0 else cage
            self.say(kind(side="cage", slip=number, amount=said, table=PLACE), "caixa", "CX-1")

    def lose(self, stake: int) -> Any:
        """Play a coup that the bank wins; return the ball's receipt."""
        self.rounds += 1
        name = f"{PLACE}/{DAY}/{self.rounds}"
        said = [
            self.casino.say(TABLE, payload, round_id=name)
            for payload in (
                RoundOpened(),
                BetsOpened(),
                BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=stake),
                BetsClosed(),
                BallLanded(number=18, colour="encarnado"),
                RoundClosed(),
            )
        ]
        return said[-2]

    def day(self, **others: Any) -> None:
        """Play the example's day."""
        self.signed(others.get("opened", table_opened()))
        self.slip(Fill, 1, 100_000)
        self.lose(LOST)
        self.slip(Credit, 1, 50_000)
        self.signed(
            TableClosed(count=others.get("closer", 560_000), counted_by=WHO),
            others.get("closers", WHO),
        )
        self.say(DropCounted(cash=230_000))

    def codes(self) -> list[tuple[str, int | None]]:
        rows = self.casino.rows(
            "SELECT code, amount FROM {s}.finding WHERE known_until IS NULL ORDER BY code, id"
        )
        return [(row["code"], row["amount"]) for row in rows]


@pytest.fixture
def table(casino: Casino) -> Table:
    return Table(casino)


def test_the_example_of_the_rules_adds_up_to_2400(table: Table) -> None:
    """By count 2 400.00, by the rounds the same, no quebra and nothing to find."""
    table.day()
    table.casino.project()
    (row,) = table.casino.rows("SELECT * FROM {s}.table_day WHERE known_until IS NULL")
    assert (row["abertura"], row["reforcos"], row["drop_counted"]) == (500_000, 100_000, 230_000)
    assert (row["retornos"], row["fecho"]) == (50_000, 560_000)
    assert (row["resultado"], row["by_rounds"], row["quebra"]) == (LOST, LOST, 0)
    assert table.codes() == []
    revenue = table.casino.rows("SELECT category, sum(amount) FROM {s}.revenue GROUP BY category")
    assert revenue == [{"category": "mesas", "sum": LOST}]


def made(table: Table) -> dict[str, int]:
    rows = table.casino.rows(
        "SELECT reason, sum(amount)::bigint AS made FROM {s}.revenue GROUP BY 1"
    )
    return {row["reason"]: row["made"] for row in rows}


@pytest.mark.parametrize(
    ("closer", "act", "base"),
    [
        (561_000, None, LOST + 1_000),  # a surplus raises the base
        (559_000, None, LOST),  # a shortage does not lower it
        (559_000, "todas", LOST - 1_000),  # save by an act of the authority
        (559_000, "sobras", LOST),
        (561_000, "todas", LOST + 1_000),
    ],
)
def test_a_surplus_raises_the_base_and_a_shortage_lowers_it_by_an_act(
    table: Table, closer: int, act: str | None, base: int
) -> None:
    """Ten too many or too few in the closer of the rules' example, 2 400.00 by the rounds."""
    if act is not None:
        setting = ParameterSet(
            scope=PLACE, name="base_quebras", value=act, since="2026-11-20T12:00:00.000000Z"
        )
        table.casino.approve("financas", table.say(setting, "direccao"))
    table.day(closer=closer)
    table.casino.project()
    assert sum(made(table).values()) == base
    assert made(table)["quebra"] == closer - 560_000


def test_a_shortage_that_a_corrected_count_explains_leaves_no_line(table: Table) -> None:
    """Ten fewer typed in the drop, and put right: quebra and what kept the base are both gone."""
    table.signed(table_opened())
    table.lose(LOST)
    table.signed(TableClosed(count=500_000 + LOST - 1_000, counted_by=WHO))
    drop = table.say(DropCounted(cash=0))
    table.casino.project()
    assert made(table) == {"round": LOST, "quebra": -1_000, "shortage": 1_000}
    correction = table.casino.say(
        "fiscal",
        Correction(
            target=f"{drop.source}:{drop.first}",
            link=drop.link,
            replacement=to_builtins(DropCounted(cash=1_000)),
            reason="engano",
        ),
    )
    table.casino.approve("chefe", correction)
    table.casino.project()
    assert made(table) == {"round": LOST, "quebra": 0, "shortage": 0}


def test_the_float_of_a_table_without_a_bank_has_its_quebra_too(table: Table) -> None:
    """Hold'em: ten too many in the tray is a surplus, found and taxed."""
    table.signed(table_opened(game="poquer_holdem", options={}))
    table.signed(TableClosed(count=501_000, counted_by=WHO))
    table.say(DropCounted(cash=0))
    table.casino.project()
    assert table.codes() == [("TB-WIN", 1_000)]
    assert made(table) == {"quebra": 1_000}


@pytest.mark.parametrize(
    ("told", "since", "found"),
    [
        ("2026-11-12T22:00:00.000000Z", "2026-11-20T22:00:00.000000Z", []),
        ("2026-11-12T22:00:00.000001Z", "2026-11-20T22:00:00.000000Z", ["PT-58-8D"]),
        # Recorded by an older door, so the fold goes on: of no time, nobody was told in time.
        ("2026-11-12T22:00:00.000000Z", "2026-11-31T22:00:00.000000Z", ["PT-58-8D"]),
        ("2026-11-12T22:00:00.0000000", "2026-11-20T22:00:00.000000Z", ["PT-58-8D"]),
        ("ha uma semana, mais ou menos", "2026-11-20T22:00:00.000000Z", ["PT-58-8D"]),
    ],
)
def test_limits_of_portugal_change_with_eight_days_notice(
    table: Table, told: str, since: str, found: list[str]
) -> None:
    """DL 422/89 art. 58: eight days to the microsecond are enough, one less is not."""
    table.say(table_opened(profile="pt-2007@1"))
    change = ParameterSet(scope="*", name="minimos", value=5, since=since, notified=told[:27])
    with older_door():
        table.casino.approve("direccao", table.casino.say("financas", change))
    table.casino.project()
    rows = table.casino.rows("SELECT code FROM {s}.finding WHERE code = 'PT-58-8D'")
    assert [row["code"] for row in rows] == found


def test_what_nobody_can_explain_is_a_quebra_and_a_finding(table: Table) -> None:
    """Ten fewer in the closer: TB-WIN of minus ten, and a line that keeps the tax's base."""
    table.day(closer=559_000)
    table.casino.project()
    assert table.codes() == [("TB-WIN", -1_000)]
    revenue = table.casino.rows("SELECT reason, amount FROM {s}.revenue ORDER BY position")
    assert revenue == [
        {"reason": "round", "amount": LOST},
        {"reason": "quebra", "amount": -1_000},
        {"reason": "shortage", "amount": 1_000},
    ]


def test_nothing_is_said_of_a_table_before_its_count_is_complete(table: Table) -> None:
    """An open table has no result; a day closed without the drop has none either."""
    table.signed(table_opened())
    table.lose(LOST)
    table.casino.project()
    (row,) = table.casino.rows("SELECT * FROM {s}.table_day WHERE known_until IS NULL")
    assert (row["resultado"], row["settled"]) == (None, False)
    assert table.codes() == []


def test_a_count_that_one_person_signed_is_a_finding(table: Table) -> None:
    """Two of those named on it confirm it, each with his own key; somebody else does not count."""
    table.day(closers=("ana", "eva"))
    table.casino.project()
    assert table.codes() == [("TB-CLOSE", None)]


def test_a_signature_that_comes_later_ends_the_finding(table: Table) -> None:
    """What was known before stays readable: the version that held says so."""
    table.signed(table_opened())
    closing = table.signed(TableClosed(count=500_000, counted_by=WHO), ("ana",))
    table.say(DropCounted(cash=0))
    table.casino.project()
    assert table.codes() == [("TB-CLOSE", None)]
    table.casino.approve("rui", closing)
    table.casino.project()
    assert table.codes() == []
    (ended,) = table.casino.rows("SELECT known_until FROM {s}.finding")
    assert ended["known_until"] is not None


@pytest.mark.parametrize(
    ("opener", "tolerance", "expected"),
    [(560_000, 0, []), (559_900, 0, [("TB-OPEN", -100)]), (559_900, 100, [])],
)
def test_a_table_opens_with_what_it_closed_with(
    table: Table, opener: int, tolerance: int, expected: list[Any]
) -> None:
    """The opener is the closer before; what the parameter lets pass is none."""
    if tolerance:
        act = table.say(
            ParameterSet(
                scope="*",
                name="diferenca_contagem_max",
                value=tolerance,
                since="2026-11-20T12:00:00.000000Z",
            ),
            "direccao",
        )
        table.casino.approve("financas", act)
    table.day()
    table.signed(table_opened(count=opener))
    table.signed(TableClosed(count=opener, counted_by=WHO))
    table.say(DropCounted(cash=0))
    table.casino.project()
    assert [one for one in table.codes() if one[0].startswith("TB")] == expected


@pytest.mark.parametrize(
    ("cage", "expected"), [(-1, []), (None, ["TB-FILL"]), (99_000, ["TB-FILL"])]
)
def test_a_fill_has_its_pair_at_the_cage(
    table: Table, cage: int | None, expected: list[str]
) -> None:
    """Both sides sign the same amount; one side alone, or another amount, is a finding."""
    table.signed(table_opened(count=500_000))
    table.slip(Fill, 1, 100_000, cage)
    table.signed(TableClosed(count=600_000, counted_by=WHO))
    table.say(DropCounted(cash=0))
    table.casino.project()
    assert [code for code, _ in table.codes()] == expected


def test_slips_run_without_gaps(table: Table) -> None:
    """Number 3 after number 1 leaves one out; fills and credits count apart."""
    table.signed(table_opened())
    table.slip(Fill, 1, 100)
    table.slip(Credit, 1, 100)
    table.slip(Fill, 3, 100)
    table.casino.project()
    (found,) = table.casino.rows("SELECT code, expected, recorded FROM {s}.finding")
    assert found == {"code": "TB-FILL", "expected": "2", "recorded": "3"}


def voided(reason: str | None) -> TableDay:
    slips = [
        Slip(kind="fill", side=side, number=1, amount=5, position=at, voided=True, reason=reason)
        for at, side in ((2, "table"), (3, "cage"))
    ]
    return TableDay(
        opened=1,
        opening="m:1",
        place="T",
        day=DAY,
        game="boule",
        profile="cv-2017@1",
        currency="CVE",
        casino="*",
        slips=slips,
        settled=True,
    )


def test_a_slip_is_voided_with_a_reason() -> None:
    """A void without one is a finding; voided slips move nothing."""
    assert [one.code for one in faults_of(voided(None), Tolerance())] == ["TB-FILL"]
    assert faults_of(voided("engano"), Tolerance()) == []
    assert voided(None).fills == 0


@pytest.mark.parametrize(
    ("game", "counted", "found"),
    [
        ("poquer_holdem", 1_250, []),
        ("poquer_holdem", 1_200, [("NB-RAKE-BOX", -50)]),
        ("poquer_macau_5_cartas", 1_300, [("NB-RAKE-BOX", 50)]),
        ("poquer_omaha", None, []),
        # The other games' slots have no code of their own: what was counted is not what was taken.
        ("bacara_chemin_de_fer", 1_200, [("TB-WIN", -50)]),
        ("mah_jong", 1_250, []),
        ("roleta_americana", 1_200, []),
    ],
)
def test_the_slot_of_the_cagnotte_holds_what_the_hands_put_in(
    game: str, counted: int | None, found: list[tuple[str, int]]
) -> None:
    """NB R65, Art. 87 B: the hands took 12.50; another count is a finding, none says nothing."""
    day = structs.replace(voided("engano"), game=game, cagnotte=1_250)
    if counted is not None:
        day.boxes.append(Count(amount=counted, position=9))
    assert [(one.code, one.amount) for one in faults_of(day, Tolerance())] == found


def test_hold_outside_its_band_is_said_only_where_a_band_is_set() -> None:
    """Win over drop of 50 %, band of 10 to 30 %: TB-BAND; 25 % is inside."""
    day = voided("engano")
    day.opener = Count(amount=0, position=1, counted_by=WHO)
    day.closer = Count(amount=500, position=4, counted_by=WHO)
    day.closing, day.closed = "m:4", 4
    day.confirmed = {"m:1": [*WHO], "m:4": [*WHO]}
    day.drops = [Count(amount=0, position=5)]
    assert faults_of(day, Tolerance(hold=(100_000, 300_000), result=500)) == []
    day.drops = [Count(amount=1_000, position=5)]
    day.closer = Count(amount=-500, position=4, counted_by=WHO)
    codes = [one.code for one in faults_of(day, Tolerance(result=500))]
    assert codes == []
    (found,) = faults_of(day, Tolerance(hold=(100_000, 300_000), result=500))
    assert (found.code, found.recorded) == ("TB-BAND", "500000")
    day.closer = Count(amount=-750, position=4, counted_by=WHO)
    assert faults_of(day, Tolerance(hold=(100_000, 300_000), result=500)) == []


def test_a_tables_capital_is_the_approved_one(table: Table) -> None:
    """RF R10, CR R5: the parameter says what was approved."""
    act = table.say(
        ParameterSet(
            scope=PLACE,
            name="capital_inicial",
            value=500_000,
            since="2026-11-20T12:00:00.000000Z",
        ),
        "direccao",
    )
    table.casino.approve("financas", act)
    table.day(opened=table_opened(capital=400_000))
    table.casino.project()
    assert [one for one in table.codes() if one[0] == "TB-FLOAT"] == [("TB-FLOAT", -100_000)]


def test_a_late_payment_moves_the_result_and_the_revenue(table: Table) -> None:
    """Paid after the round closed: by rounds less, so the count has that much too many."""
    table.day()
    table.casino.project()
    table.casino.say(TABLE, Payout(seat=1, bets=(1,), amount=1_000), round_id=f"{PLACE}/{DAY}/1")
    table.casino.project()
    (row,) = table.casino.rows("SELECT * FROM {s}.table_day WHERE known_until IS NULL")
    assert (row["by_rounds"], row["quebra"]) == (LOST - 1_000, 1_000)
    (total,) = table.casino.rows("SELECT sum(amount) FROM {s}.revenue")
    assert total["sum"] == LOST  # what was counted
    assert ("TB-WIN", 1_000) in table.codes()


def test_one_event_may_judge_two_coups_of_a_settled_table_again(table: Table) -> None:
    """The coup after a corrected one reads its number: the day has one version more, not two."""
    table.signed(table_opened())
    ball = table.lose(LOST)
    table.lose(1_000)
    table.signed(TableClosed(count=500_000 + LOST + 1_000, counted_by=WHO))
    table.say(DropCounted(cash=0))
    table.casino.project()
    (before,) = table.casino.rows("SELECT count(*) AS n FROM {s}.table_day")
    correction = table.casino.say(
        "fiscal",
        Correction(
            target=f"{ball.source}:{ball.first}",
            link=ball.link,
            replacement={"number": 19, "colour": "encarnado"},
            reason="erro_de_registo",
        ),
    )
    table.casino.approve("chefe", correction)
    table.casino.project()
    (after,) = table.casino.rows("SELECT count(*) AS n FROM {s}.table_day")
    (row,) = table.casino.rows("SELECT * FROM {s}.table_day WHERE known_until IS NULL")
    assert (row["by_rounds"], row["quebra"]) == (LOST + 1_000, 0)
    assert after["n"] == before["n"] + 1
    judged = table.casino.rows("SELECT round FROM {s}.verdict WHERE known_until IS NOT NULL")
    assert len(judged) == 2


def declared(**others: Any) -> TaxDeclared:
    """Return a right declaration of the example's day: 10 % of 2 400.00, in six parts."""
    parts = (12_000, 3_600, 2_400, 2_400, 2_400, 1_200)
    given: dict[str, Any] = {
        "first": DAY,
        "last": DAY,
        "tax_name": "imposto_especial",
        "base": LOST,
        "tax": 24_000,
        "shares": tuple(TaxShare(to=to, amount=one) for to, one in zip(SHARES, parts, strict=True)),
        **others,
    }
    return TaxDeclared(**given)


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ({}, []),
        ({"base": LOST - 5}, [("TAX-BASE", -5)]),
        ({"tax": 23_999}, [("TAX-BASE", -1)]),
        ({"shares": (TaxShare(to="estado", amount=24_000),)}, [("TAX-SPLIT", None)]),
        ({"first": "2026-11-21", "last": "2026-11-21", "base": 0, "tax": 0, "shares": ()}, []),
    ],
)
def test_a_declared_tax_is_held_against_the_events(
    table: Table, others: dict[str, Any], expected: list[Any]
) -> None:
    """Base, tax and split, to the cent; tomorrow is open, which is found."""
    table.day()
    table.say(GamingDayClosed(), "financas")
    table.say(declared(**others), "financas")
    table.casino.project()
    early = [("TAX-BASE", None)] if "first" in others else []
    found = [one for one in table.codes() if one[0].startswith("TAX-")]
    assert found == [*expected, *early]


def test_tax_is_divided_to_the_cent() -> None:
    """50/15/10/10/10/5 of 1.01: the odd cents go to the largest remainders, in the law's order."""
    tenth = [DayRate(first=DAY, last=DAY, ppm=100_000)]
    found = tax_at({DAY: 1_010}, tenth, SHARES)
    assert found.tax == 101
    # 50.5, 15.15, 10.1 thrice, 5.05: the cent over goes to the State.
    assert list(found.shares.values()) == [51, 15, 10, 10, 10, 5]
    assert tax_at({DAY: -5}, tenth, SHARES).tax == 0


def test_what_comes_after_the_day_was_closed_is_the_next_days(table: Table) -> None:
    """The count was fixed with the day: a payment made later is booked on the first open day."""
    table.day()
    table.say(GamingDayClosed(), "financas")
    table.casino.say(TABLE, Payout(seat=1, bets=(1,), amount=1_000), round_id=f"{PLACE}/{DAY}/1")
    table.casino.project()
    days = table.casino.rows("SELECT day::text, sum(amount) FROM {s}.revenue GROUP BY 1 ORDER BY 1")
    assert days[0] == {"day": DAY, "sum": LOST}
    assert {row["day"] for row in days} == {DAY, "2026-11-21"}


@pytest.mark.parametrize(
    ("capital", "profile", "found"),
    [
        (65_455, "pt-2007@1", []),
        (65_454, "pt-2007@1", [("PT-58", 1)]),
        (1_000, "cv-2017@1", []),
    ],
)
def test_in_portugal_the_capital_limits_prize_and_stake(
    capital: int, profile: str, found: list[Any]
) -> None:
    """DL 422/89 art. 58: 36.00 on a pleno of 1.00 is 5.5 % of a capital of 654.55."""
    record = decode_record(
        json.dumps(
            {
                "game": "roleta_americana",
                "resultado": {"numero": "17", "cor": "preto"},
                "bets": [{"bet": 1, "seat": 3, "tipo": "pleno", "selecao": "17", "valor": 100}],
            }
        )
    )
    closed = ClosedRound(
        round=f"T/{DAY}/1",
        place="T",
        day=DAY,
        number=1,
        game="roleta_americana",
        table=None,
        events=(),
        record=record,
        opened=2,
        closed=9,
    )
    day = voided("engano")
    day.profile, day.capital = profile, capital
    judged = JudgedRound(closed=closed, verdict=judge(record))
    faults = [(one.code, one.amount) for one in over_capital(judged, day, Produced())]
    assert faults == found


def test_a_fee_typed_wrongly_and_corrected_is_not_below_zero(table: Table) -> None:
    """Minus 5.00 for 5.00: the table gave nothing away, from the approval on."""
    table.say(table_opened(game="bacara_chemin_de_fer", options={}))
    name = f"{PLACE}/{DAY}/1"
    fee = Commission(seat=1, amount=-500, mode="cagnotte")
    said = [
        table.casino.say(TABLE, payload, round_id=name)
        for payload in (RoundOpened(), fee, RoundClosed())
    ]
    table.casino.project()
    assert ("TB-NEG", -500) in table.codes()
    correction = table.say(
        Correction(
            target=f"{said[1].source}:{said[1].first}",
            link=said[1].link,
            replacement=to_builtins(structs.replace(fee, amount=500)),
            reason="engano",
        ),
        "fiscal",
    )
    table.casino.approve("chefe", correction)
    table.casino.project()
    assert "TB-NEG" not in [code for code, _ in table.codes()]
    (taken,) = table.casino.rows("SELECT sum(amount) FROM {s}.revenue")
    assert taken["sum"] == 500


@pytest.mark.parametrize(
    ("payments", "bank"),
    [
        ([(1, 2_000, 2_000), (3, 1_000, 1_000)], 1_500 - 3_000),
        ([(1, 2_000, 4_000), (2, 0, 1_500), (3, 1_000, 1_000)], 1_500 - 3_000),
        ([(1, 2_000, 4_500), (3, 1_000, 1_000)], 1_500 - 3_000 - 500),
        ([(1, 2_000, 2_000), (3, 1_000, 1_000), (2, 0, 2_000)], 1_500 - 3_000 - 500),
        ([(0, 3_000, 5_000), (2, 0, 1_500)], 1_500 - 3_000),
    ],
)
def test_chips_on_a_line_that_never_played_are_no_loss_of_the_bank(
    payments: list[tuple[int, int, int]], bank: int
) -> None:
    """BF R8, R10: of 40.00 on the line 20.00 play; whoever notes the rest as returned pays nothing.

    Grande wins: 20.00 on its line and 10.00 beside it get 30.00; 30.00 on the other lose 15.00.
    What goes back beyond stake and rest is a loss.
    """
    on_line = [(1, 1, "grande", 4_000, True), (2, 2, "pequeno", 3_000, True)]
    record = decode_record(
        json.dumps(
            {
                "game": "banca_francesa",
                "lancamentos": [{"dados": [6, 6, 3]}],
                "bets": [
                    {"bet": bet, "seat": seat, "tipo": tipo, "valor": valor, "risco": line}
                    for bet, seat, tipo, valor, line in [*on_line, (3, 1, "grande", 1_000, False)]
                ],
                "payments": [
                    {
                        "seat": 1 if bet != 2 else 2,
                        "bets": [bet] if bet else [],
                        "amount": amount,
                        "stake_returned": returned,
                    }
                    for bet, amount, returned in payments
                ],
            }
        )
    )
    closed = ClosedRound(
        round=f"T/{DAY}/1",
        place="T",
        day=DAY,
        number=1,
        game="banca_francesa",
        table=None,
        events=(),
        record=record,
        opened=2,
        closed=9,
    )
    assert chips_of(JudgedRound(closed=closed, verdict=judge(record))).won == bank


@pytest.mark.recorded
@pytest.mark.parametrize("page", [1, pytest.param(7, marks=pytest.mark.deep)])
@pytest.mark.deep
def test_rebuild_gives_the_same_whatever_the_page(table: Table, page: int) -> None:
    """Live, page by page with restarts, and rebuilt in one go: the same digests."""
    table.signed(table_opened())
    table.casino.project(page=page)
    table.slip(Fill, 1, 100_000)
    table.lose(LOST)
    table.casino.project(page=page)
    table.say(CagnotteBoxCounted(amount=0))
    closing = table.signed(TableClosed(count=560_000, counted_by=WHO), ("ana",))
    table.casino.project(page=page)
    table.say(DropCounted(cash=230_000))
    table.casino.approve("rui", closing)
    table.say(GamingDayClosed(), "financas")
    table.casino.project(page=page)
    with Runner(table.casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(table.casino.conninfo) == digests


@pytest.mark.parametrize(
    ("payments", "bank"),
    [
        ([], 0),
        ([(1, 1_000, 0)], -1_000),
        ([(1, 1_000, 1_000)], -1_000),
        ([(1, 1_000, 1_500)], -1_000),  # all that he has there
        ([(1, 1_000, 1_600)], -1_100),
        ([(1, 0, 1_000), (2, 0, 500)], 0),
    ],
)
def test_a_stake_that_waits_is_neither_won_nor_paid(
    payments: list[tuple[int, int, int]], bank: int
) -> None:
    """RA R35: of a null coup the stakes of 10.00 and 5.00 are the players'; a prize is a loss."""
    record = decode_record(
        json.dumps(
            {
                "game": "roleta_americana",
                "bola_lancada": [{}],
                "golpe_nulo": [{"causa": "objeto"}],
                "bets": [
                    {"bet": 1, "seat": 1, "tipo": "par", "valor": 1_000},
                    {"bet": 2, "seat": 1, "tipo": "pleno", "selecao": "7", "valor": 500},
                ],
                "payments": [
                    {"seat": 1, "bets": [bet], "amount": amount, "stake_returned": returned}
                    for bet, amount, returned in payments
                ],
            }
        )
    )
    closed = ClosedRound(
        round=f"T/{DAY}/1",
        place="T",
        day=DAY,
        number=1,
        game="roleta_americana",
        table=None,
        events=(),
        record=record,
        opened=2,
        closed=9,
    )
    assert chips_of(JudgedRound(closed=closed, verdict=judge(record))).won == bank
