"""Payments after the fact: held against what is owed, booked where the money is, rest left open."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from ledger.door.ingestion import Receipt
from ledger.events.base import Payload
from ledger.events.outcomes import BallLanded
from ledger.events.registry import ParameterSet
from ledger.events.reviews import (
    Correction,
    DisputeDecided,
    DisputeOpened,
    FindingAcknowledged,
    InspectionNoted,
    SettlementPaid,
)
from ledger.events.rounds import (
    BetPlaced,
    BetsClosed,
    BetsOpened,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.tables import TableOpened
from projections.reads.files.exports import EXPORTS, opened
from projections.running.building import rebuild
from projections.stages.accounts.chips.queries import ChipQueries
from tests.fixtures.casino import AT, DAY, Casino
from tests.projections.stages.reviews.test_reviews import SD, flush, paid_of_bets

ROUND = f"RA-01/{DAY}/1"
REGISTRARS = ("registo-1", "registo-2")


ROLES = {
    "mesa": "table",
    "caixa": "cage",
    "litigios": "dispute",
    "chefe": "floor_manager",
    "inspecao": "inspector",
}


def judged_by_matrix(casino: Casino) -> None:
    """Put the matrix of authority into force, over sources that were enrolled before."""
    for name, role in ROLES.items():
        casino.source(name, role)
    act = casino.say(REGISTRARS[0], ParameterSet(scope="*", name="autoridade", value=1, since=AT))
    casino.approve(REGISTRARS[1], act)


def coup(casino: Casino, *, paid: int, number: int = 1) -> None:
    """Play a coup in which a pleno of 1.00 on 17 wins, and pay it (RA R42: 35.00)."""
    payloads = [
        RoundOpened(),
        BetsOpened(),
        BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=100),
        BetsClosed(),
        BallLanded(number=17, colour="preto"),
        Payout(seat=1, bets=(1,), amount=paid, stake_returned=100),
        RoundClosed(),
    ]
    for payload in payloads:
        casino.say("mesa", payload, round_id=f"RA-01/{DAY}/{number}")


@pytest.fixture
def table(casino: Casino) -> Casino:
    """Open a roulette under the matrix that paid 12.50 of a pleno's 35.00: 22.50 are owed."""
    judged_by_matrix(casino)
    opened = TableOpened(
        profile="cv-2017@1",
        game="roleta_americana",
        options={"roda": "francesa37"},
        currency="CVE",
        records=("bets", "payouts", "results"),
    )
    casino.say("mesa", opened, place="RA-01")
    coup(casino, paid=1_250)
    casino.project()
    return casino


def shortfall(casino: Casino) -> str:
    """Return the id of the finding that the coup was paid too little."""
    rows = casino.rows("SELECT id FROM {s}.finding WHERE amount = -2250")
    return rows[0]["id"]


def pay(casino: Casino, amount: int, means: str = "cash", **debt: Any) -> Receipt:
    """Pay at the cage; without a decided case the floor manager agrees."""
    paid = casino.say("caixa", SettlementPaid(amount=amount, means=means, seat=1, **debt))
    if "dispute" not in debt:
        casino.approve("chefe", paid)
    return paid


def _correction(target: Receipt, replacement: Any) -> Correction:
    name = f"{target.source}:{target.first}"
    return Correction(target=name, link=target.link, replacement=replacement, reason="erro")


def findings(casino: Casino) -> list[tuple[str, int | None, str]]:
    """Return code, amount and state of what stands."""
    casino.project()
    rows = casino.rows(
        "SELECT code, amount, state FROM {s}.finding WHERE known_until IS NULL ORDER BY code, id"
    )
    return [(row["code"], row["amount"], row["state"]) for row in rows]


def parts(casino: Casino) -> list[tuple[str, int]]:
    rows = casino.rows("SELECT part, amount FROM {s}.settlement ORDER BY position, line")
    return [(row["part"], row["amount"]) for row in rows]


def receita(casino: Casino) -> int:
    return casino.rows("SELECT coalesce(sum(amount), 0)::bigint AS sum FROM {s}.revenue")[0]["sum"]


def test_a_debt_paid_in_full_is_remedied_and_the_tables_receita_falls(table: Casino) -> None:
    """The table kept 1.00 of stake less 13.50 handed over; with the 22.50 it is 1.00 less 36.00."""
    before = receita(table)
    pay(table, 2_250, finding=shortfall(table))
    assert findings(table) == [("RA-PAY", -2_250, "remedied")]
    assert parts(table) == [("verdict", 2_250)]
    assert (before, receita(table)) == (-1_250, -3_500)


def test_a_cent_leaves_the_rest_open(table: Casino) -> None:
    """0.01 of 22.50: the finding stays open, 22.49 are owed, and paying them remedies it."""
    finding = shortfall(table)
    pay(table, 1, finding=finding)
    assert findings(table) == [("RA-PAY", -2_250, "open")]
    pay(table, 2_249, finding=finding)
    assert findings(table) == [("RA-PAY", -2_250, "remedied")]
    assert receita(table) == -3_500


def test_more_than_is_open_is_a_finding_of_its_own(table: Casino) -> None:
    """25.00 for 22.50: 2.50 too much were paid; the receita falls by what was due alone."""
    pay(table, 2_500, finding=shortfall(table))
    assert findings(table) == [("PAY-DIFF", 250, "open"), ("RA-PAY", -2_250, "remedied")]
    assert parts(table) == [("verdict", 2_250), ("over", 250)]
    assert receita(table) == -3_500


def test_where_nothing_is_open_nothing_moves(table: Casino) -> None:
    """Paid again, of nothing, of an unknown finding: without effect; undecided: it waits."""
    finding = shortfall(table)
    pay(table, 2_250, finding=finding)
    table.say("inspecao", DisputeOpened(dispute="D-1", subject="round", rounds=(ROUND,), seat=1))
    for debt in ({"finding": finding}, {"finding": "0" * 24}, {"dispute": "D-1"}, {}):
        pay(table, 2_250, **debt)
    found = findings(table)
    assert [one[0] for one in found].count("OP-ACCESS") == 3
    assert parts(table) == [("verdict", 2_250)]
    assert receita(table) == -3_500


def decided(table: Casino, amount: int, **others: Any) -> None:
    table.say("inspecao", DisputeOpened(dispute="D-1", subject="round", rounds=(ROUND,), seat=1))
    told = DisputeDecided(dispute="D-1", decision="upheld", amount=amount, **others)
    table.say("litigios", told)


def test_a_decision_beyond_the_verdict_is_no_receita(table: Casino) -> None:
    """30.00 decided, 22.50 by the rules: 7.50 are the house's cost, and no bank lost them."""
    decided(table, 3_000, reason="acordo")
    pay(table, 3_000, dispute="D-1")
    table.project()
    assert parts(table) == [("verdict", 2_250), ("beyond", 750)]
    assert receita(table) == -3_500


def test_a_case_is_paid_in_parts_until_nothing_is_left(table: Casino) -> None:
    """10.00 and 12.50 of 22.50; the next 0.01 finds nothing open."""
    decided(table, 2_250)
    for amount in (1_000, 1_250, 1):
        pay(table, amount, dispute="D-1")
    assert "OP-ACCESS" in [one[0] for one in findings(table)]
    assert parts(table) == [("verdict", 1_000), ("verdict", 1_250)]


def test_a_case_paid_in_cash_and_chips_moves_through_every_book(table: Casino) -> None:
    """22.50 are owed; 10.00 in cash leave 12.50, 12.50 in chips nothing, and these circulate.

    The table had kept them as won: receita falls by both. In the general ledger the first leaves
    the cage (C1), the second the chips (C3), each against the receita (P1), and debit is credit.
    """
    decided(table, 2_250)
    table.project()
    before = table.last
    assert rows_of(table, "owed") == [owed_to_player(2_250)]
    pay(table, 1_000, dispute="D-1")
    table.project()
    half = table.last
    assert rows_of(table, "owed") == [owed_to_player(1_250)]
    pay(table, 1_250, means="chips", dispute="D-1")
    table.project()
    assert rows_of(table, "owed") == []
    assert rows_of(table, "owed", half) == [owed_to_player(1_250)]
    assert rows_of(table, "owed", before) == [owed_to_player(2_250)]
    with table.reading() as connection:
        days = ChipQueries(connection).chips()
    assert days[-1].settled == 1_250
    # The coup itself: 12.50 of prize handed over, and 22.50 after the fact.
    assert receita(table) == -1_250 - 2_250
    moved: dict[str, int] = {}
    for one in rows_of(table, "general-ledger"):
        account = one["account"]
        moved[account] = moved.get(account, 0) + int(one["debit"] - one["credit"])
    assert moved == {"P1:mesas": 3_500, "C1": -1_000, "C3": -2_500}


def owed_to_player(amount: int) -> dict[str, Any]:
    """Return the row of the case's debt as the export has it, but for its position."""
    return {"kind": "decided dispute", "subject": "D-1", "amount": amount, "currency": "CVE"}


def rows_of(casino: Casino, name: str, known: int | None = None) -> list[dict[str, Any]]:
    """Return an export's rows by column, without the position since which one is owed."""
    columns = [one.name for one in EXPORTS[name].columns]
    with (
        casino.reading() as connection,
        opened(connection, EXPORTS[name], {}, known) as reading,
    ):
        rows = [dict(zip(columns, row, strict=True)) for row in reading.rows]
    return [{key: value for key, value in row.items() if key != "since"} for row in rows]


def test_a_finding_opens_no_more_than_its_round_leaves_due(table: Casino) -> None:
    """The case paid all 22.50: the finding of the same bet has nothing left to be paid."""
    decided(table, 2_250)
    pay(table, 2_250, dispute="D-1")
    pay(table, 2_250, finding=shortfall(table))
    assert "OP-ACCESS" in [one[0] for one in findings(table)]
    assert parts(table) == [("verdict", 2_250)]


def test_what_was_settled_is_owed_no_more_when_a_case_is_decided(table: Casino) -> None:
    """After 22.50 were paid on the finding, a decision of nothing agrees with replay."""
    pay(table, 2_250, finding=shortfall(table))
    decided(table, 0)
    assert "DS-DEV" not in [one[0] for one in findings(table)]


def test_chips_handed_over_circulate(table: Casino) -> None:
    """22.50 in chips from the cage are owed to whoever holds them."""
    pay(table, 2_250, means="chips", finding=shortfall(table))
    table.project()
    with table.reading() as connection:
        days = ChipQueries(connection).chips()
    assert [(one.settled, one.circulating) for one in days] == [(2_250, 2_250)]


def test_a_payment_withdrawn_is_owed_again(table: Casino) -> None:
    """The slip was another's: the correction takes the lines back and the finding is open."""
    finding = shortfall(table)
    paid = pay(table, 2_250, finding=finding)
    table.project()
    wrong = _correction(paid, None)
    table.approve("chefe", table.say("caixa", wrong))
    assert findings(table) == [("RA-PAY", -2_250, "open")]
    assert parts(table) == [("verdict", 2_250), ("verdict", -2_250)]
    assert receita(table) == -1_250
    pay(table, 2_250, finding=finding)
    assert findings(table) == [("RA-PAY", -2_250, "remedied")]


def test_a_part_payment_withdrawn_leaves_what_was_decided_of_the_finding(table: Casino) -> None:
    """The finding was acknowledged, never remedied: taking 1.00 back does not open it anew."""
    finding = shortfall(table)
    table.say("inspecao", FindingAcknowledged(finding=finding))
    paid = pay(table, 100, finding=finding)
    table.approve("chefe", table.say("caixa", _correction(paid, None)))
    assert findings(table) == [("RA-PAY", -2_250, "acknowledged")]
    assert sum(amount for _, amount in parts(table)) == 0


@pytest.mark.recorded
def test_rebuilt_is_live(table: Casino) -> None:
    """Part payments, too much, a correction: the same rows whatever the pages."""
    finding = shortfall(table)
    first = pay(table, 1_000, finding=finding)
    pay(table, 5_000, means="chips", finding=finding)
    less = SettlementPaid(amount=900, means="cash", seat=1, finding=finding)
    right = _correction(first, msgspec.to_builtins(less))
    table.approve("chefe", table.say("caixa", right))
    table.project(page=2)
    live = parts(table), findings(table), receita(table)
    rebuild(table.conninfo)
    assert (parts(table), findings(table), receita(table)) == live


def test_a_ledger_without_the_matrix_remedies_and_moves_nothing(casino: Casino) -> None:
    """Older ledgers fold as before: any payment remedies its finding, and no figure moves."""
    casino.source("caixa", "cage")
    opened = TableOpened(
        profile="cv-2017@1",
        game="roleta_americana",
        options={"roda": "francesa37"},
        currency="CVE",
        records=("bets", "payouts", "results"),
    )
    casino.say("mesa", opened, place="RA-01")
    coup(casino, paid=1_250)
    casino.project()
    pay(casino, 1, finding=shortfall(casino))
    assert findings(casino) == [("RA-PAY", -2_250, "remedied")]
    assert parts(casino) == []
    assert receita(casino) == -1_250


def test_an_inspection_notes_what_people_see_and_nothing_else(table: Casino) -> None:
    """A code that only a fold finds is no finding because somebody notes it."""
    table.say("inspecao", InspectionNoted(code="PAY-NONE"), place="RA-01")
    table.say("inspecao", InspectionNoted(code="BF-ABAFO"), place="RA-01")
    codes = [one[0] for one in findings(table)]
    assert "PAY-NONE" not in codes
    assert "BF-ABAFO" in codes


def test_what_the_cage_paid_before_the_deadline_is_no_unpaid_winner(table: Casino) -> None:
    """The pleno of coup 2 is not paid; a case pays 36.00 at the cage: no PAY-NONE follows."""
    payloads: list[Payload] = [
        RoundOpened(),
        BetsOpened(),
        BetPlaced(bet=1, seat=1, chance="pleno", selection="17", amount=100),
        BetsClosed(),
        BallLanded(number=17, colour="preto"),
        RoundClosed(),
    ]
    second = f"RA-01/{DAY}/2"
    for payload in payloads:
        table.say("mesa", payload, round_id=second)
    table.tick()
    table.say("inspecao", DisputeOpened(dispute="D-2", subject="round", rounds=(second,), seat=1))
    table.say("litigios", DisputeDecided(dispute="D-2", decision="upheld", amount=3_600))
    pay(table, 3_600, dispute="D-2")
    table.installation.tick_at(datetime.now(UTC) + timedelta(days=400))
    assert "PAY-NONE" not in [one[0] for one in findings(table)]
    assert parts(table) == [("verdict", 3_600)]


@pytest.mark.parametrize("seat", [1, None])
def test_a_prize_paid_after_the_fact_is_open_no_more(casino: Casino, seat: int | None) -> None:
    """5.00 of a pool were owed and paid at the cage: a later decision of nothing is right."""
    for name, role in ROLES.items():
        casino.source(name, role)
    flush(casino, paid_of_bets(11_000))
    judged_by_matrix(casino)
    casino.say("inspecao", DisputeOpened(dispute="D-1", subject="round", rounds=(SD,), seat=seat))
    casino.say("litigios", DisputeDecided(dispute="D-1", decision="upheld", amount=500))
    pay(casino, 500, dispute="D-1")
    casino.say("inspecao", DisputeOpened(dispute="D-2", subject="round", rounds=(SD,), seat=seat))
    casino.say("litigios", DisputeDecided(dispute="D-2", decision="rejected", amount=0))
    assert "DS-DEV" not in [one[0] for one in findings(casino)]
    assert parts(casino) == [("prize", 500)]
