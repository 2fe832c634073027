"""Machines day by day: the twelve contadores, closes, receita, voids, what may run."""

import json
from typing import Any

import msgspec
import pytest

from ledger.events.jackpots import BaseFunded, PoolOpened
from ledger.events.machines import CreditsOut, LineWin
from ledger.events.registry import OpeningDeclared, ParameterSet
from ledger.events.reviews import Correction, GamingDayClosed, TaxDeclared
from projections.reads.files.exports import EXPORTS
from projections.reads.files.exports import opened as opened_export
from projections.stages.accounts.queries import AccountQueries, TaxSpan
from tests.fixtures.casino import AT, DAY, Casino
from tests.projections.stages.machines.hall import ZERO, Hall, play, reading


@pytest.fixture
def hall(casino: Casino) -> Hall:
    return Hall(casino)


def test_an_ordinary_day_has_its_twelve_and_nothing_wrong(hall: Hall) -> None:
    """100.00 in; 1.00 lost, 1.00 wins 10.00 by three sevens; 50.00 out: RB -8.00, SC 58.00."""
    hall.open()
    hall.say(play(balance=9_900))
    wins = (LineWin(line=1, combination="setes", amount=1_000),)
    hall.say(play(stops=(0, 0, 0), cg=1_000, wins=wins, balance=10_800))
    hall.say(CreditsOut(amount=5_000, means="machine", balance=5_800))
    hall.say(reading(CJ=200, CG=1_000, JE=2, DE=10_000, CC=5_000, SC=5_800))
    hall.end_day()
    hall.project()
    assert hall.codes() == []
    row = hall.one("machine_close")
    assert [int(row[name]) for name in ("cj", "cg", "je", "rb", "de", "cc", "sc")] == [
        200,
        1_000,
        2,
        -800,
        10_000,
        5_000,
        5_800,
    ]
    revenue = hall.casino.rows("SELECT category, place, amount FROM {s}.revenue")
    assert revenue == [{"category": "maquinas", "place": "MQ-01", "amount": -800}]


def open_jackpot(hall: Hall) -> None:
    hall.open()
    opened = hall.casino.say(
        "direccao",
        PoolOpened(
            pool="J",
            scope="machine",
            members=("MQ-01",),
            currency="XTS",
            base=1_000,
            ppm=10_000,
            act="com-1",
        ),
    )
    hall.casino.approve("financas", opened)
    hall.casino.say("direccao", BaseFunded(pool="J", amount=1_000, funds="operator"))


def test_receita_is_by_identity_5(hall: Hall) -> None:
    """RB = receita + increments - PAP: 2.00 staked, 0.50 won, a jackpot of 10.02 from its pool.

    1 % of both stakes is 0.02, so the prize is 10.00 + 0.02. CJ - CG - PA - PAM - increments is
    200 - 50 - 0 - 0 - 2 = 148, and RB is 200 - 50 - 1002 = -852 = 148 + 2 - 1002.
    """
    open_jackpot(hall)
    hall.say(play(stops=(), cg=50))
    hall.say(play(stops=(), pap_m=1_002, pool="J"))
    hall.end_day()
    hall.project()
    row = hall.one("machine_close")
    assert (int(row["rb"]), int(row["receita"])) == (-852, 150)
    (total,) = hall.casino.rows(
        "SELECT sum(amount)::bigint AS made FROM {s}.revenue WHERE category = 'maquinas'"
    )
    assert total["made"] == 148
    assert exported(hall)["receita"] == 148


@pytest.mark.parametrize(("said", "base"), [(None, 1_138), ("receita_jogo", 1_138), ("rb", 148)])
def test_the_tax_on_machines_is_on_the_base_that_the_authority_names(
    hall: Hall, said: str | None, base: int
) -> None:
    """``base_maquinas``: 12.00 staked, 0.50 won, 10.02 from the pool, which took 1 % of it all.

    RB is 1200 - 50 - 1002 = 148; the receita do jogo 148 - 12 + 1002 = 1138. What was declared is
    held against the base in force when the day ends, on the paper and in the file alike.
    """
    if said is not None:
        given = ParameterSet(scope="*", name="base_maquinas", value=said, since=AT, reason="law")
        hall.casino.approve("direccao", hall.casino.say("financas", given))
    open_jackpot(hall)
    hall.say(play(stops=(), cg=50))
    hall.say(play(stops=(), pap_m=1_002, pool="J"))
    for _ in range(10):
        hall.say(play(stops=()))
    hall.end_day()
    (rest,) = spans(hall)
    assert (rest.base, rest.bases) == (base, {"maquinas": base})
    told = TaxDeclared(first=DAY, last=DAY, tax_name="imposto_especial", base=base + 3, tax=0)
    hall.casino.say("financas", told)
    hall.project()
    found = [one for one in hall.found("TAX-BASE") if json.loads(one["facts"])["figure"] == "base"]
    assert [one["amount"] for one in found] == [3]
    (span,) = spans(hall)
    (row,) = hall.casino.rows("SELECT base FROM {s}.tax_declared WHERE known_until IS NULL")
    assert span.base == row["base"] == base


def spans(hall: Hall) -> tuple[TaxSpan, ...]:
    """Return the days of the tax paper that are taxed together, declared or not."""
    hall.project()
    with hall.casino.reading() as connection:
        (paper,) = AccountQueries(connection, None).papers(None, None)
    return paper.spans


def test_what_a_machine_pays_beyond_its_pool_lowers_no_receita(hall: Hall) -> None:
    """Identity 5 knows PAP alone: a jackpot of 13.02 where the pool holds 10.02.

    RB is 200 - 50 - 1302 = -1152, the receita -1152 + 1302 - 2 = 148, as with the right prize: the
    3.00 too many are the house's expense (jackpots.md, postings), in the tax and in the file alike.
    """
    open_jackpot(hall)
    hall.say(play(stops=(), cg=50))
    hall.say(play(stops=(), pap_m=1_302, pool="J"))
    hall.end_day()
    hall.project()
    assert int(hall.one("machine_close")["rb"]) == -1_152
    (total,) = hall.casino.rows(
        "SELECT sum(amount)::bigint AS made FROM {s}.revenue WHERE category = 'maquinas'"
    )
    assert total["made"] == exported(hall)["receita"] == 148


def exported(hall: Hall) -> dict[str, Any]:
    """Return the only row of the export of counters."""
    with (
        hall.casino.reading() as connection,
        opened_export(connection, EXPORTS["contadores"], {}) as file,
    ):
        names = [one.name for one in file.export.columns]
        (row,) = file.rows
    return dict(zip(names, row, strict=True))


def test_a_balance_is_one_in_the_list_in_the_close_and_in_the_export(hall: Hall) -> None:
    """Declared with nothing on it, though its counters give 450.00 less: whose fault is found.

    980 000.00 in, 999 950.00 staked, 912 000.00 won, 892 500.00 cashed. Then 1.00 is lost of
    100.00: 99.00 are on it by list, close and export.
    """
    old = {**ZERO, "CJ": 99_995_000, "CG": 91_200_000, "JE": 640_000, "DE": 98_000_000}
    old |= {"CC": 89_000_000, "CCM": 250_000, "SC": 0}
    told = OpeningDeclared(subject="machine", name="MQ-01", values=old)
    declared = hall.casino.say("direccao", told, place="MQ-01")
    hall.project()
    assert hall.codes() == [("MQ-METER-BAL", 45_000)]
    (found,) = hall.found("MQ-METER-BAL")
    assert (found["expected"], found["recorded"], found["place"]) == ("-45000", "0", "MQ-01")
    assert hall.one("machine")["interdicted"] == declared.position
    hall.open()
    hall.say(play(balance=9_900))
    hall.end_day()
    hall.project()
    assert hall.found("MQ-INTERDICT")
    listed = [hall.one(table)["sc"] for table in ("machine", "machine_close")]
    assert [*listed, exported(hall)["sc"]] == [9_900] * 3
    right = msgspec.structs.replace(told, values={**old, "CC": 88_955_000})
    hall.casino.approve(
        "fiscal",
        hall.say(
            Correction(
                target=f"{declared.source}:{declared.first}",
                link=declared.link,
                replacement=msgspec.to_builtins(right),
                reason="engano",
            ),
            source="direccao",
        ),
    )
    hall.project()
    assert hall.found("MQ-METER-BAL") == hall.found("MQ-INTERDICT") == []
    assert hall.one("machine")["interdicted"] is None


@pytest.mark.parametrize(
    ("meters", "found"),
    [
        ({"CJ": 5_000, "DE": 6_000, "SC": 1_000}, []),
        ({"CJ": 5_000, "DE": 6_000}, []),  # nobody says the balance
        ({"CJ": 5_000, "DE": 6_000, "SC": 999}, [("MQ-METER-BAL", -1)]),
        # A counter of eight digits has begun again at nothing.
        ({"CJ": 5_000, "DE": 99_999_000, "CC": 6_000, "SC": 99_988_000}, []),
        ({"CJ": 99_999_000, "CG": 50, "DE": 10, "SC": 1_060}, []),
    ],
)
def test_a_first_reading_adds_up_within_the_counters_size(
    hall: Hall, meters: dict[str, int], found: list[tuple[str, int]]
) -> None:
    """Identity 1 of what a machine begins with, modulo its eight digits."""
    hall.open(money=0)
    hall.say(reading(**meters))
    hall.project()
    assert hall.codes() == found


def test_days_before_the_closed_one_are_closed_with_it(hall: Hall) -> None:
    """A day nobody closed: its own close and its own day in the revenue."""
    hall.open()
    hall.casino.say("mq-01", play(), place="MQ-01")
    with_day = hall.casino.source("mq-01").say(
        play(), "2026-11-21T22:00:00.000000Z", day="2026-11-21", place="MQ-01"
    )
    assert hall.casino.door.submit([with_day])[0].receipt is not None
    closing = hall.casino.source("direccao").say(
        GamingDayClosed(), "2026-11-22T06:00:00.000000Z", day="2026-11-21"
    )
    assert hall.casino.door.submit([closing])[0].receipt is not None
    hall.project()
    closes = hall.casino.rows(
        "SELECT day::text, je::int, totals FROM {s}.machine_close ORDER BY day"
    )
    assert [(row["day"], row["je"]) for row in closes] == [("2026-11-20", 1), ("2026-11-21", 1)]
    revenue = hall.casino.rows("SELECT day::text, amount FROM {s}.revenue ORDER BY day")
    assert revenue == [
        {"day": "2026-11-20", "amount": 100},
        {"day": "2026-11-21", "amount": 100},
    ]
