"""The daily record: what is settled is summed, what is not is counted apart, as it was known."""

from datetime import date
from typing import Any

from projections.reads.floor.daily import DailyRecord, Played, daily_records, records_of
from tests.fixtures.casino import DAY, Casino
from tests.helpers.each import each
from tests.projections.stages.accounts.test_accounts import LOST, Table, end_day

NIGHT = date.fromisoformat(DAY)


def rounds(state: str, **others: Any) -> dict[str, Any]:
    """Return a row of verdicts: two rounds of 100 staked and 60 paid."""
    told = {"casino": "c", "game": "craps", "currency": "CVE", "rounds": 2}
    return {**told, "state": state, "stakes": 100, "paid": 60, **others}


@each(
    ("state", "counts", "sums"),
    [
        ("agrees", (2, 0, 0, 0), (100, 60)),
        ("differs", (2, 0, 2, 0), (100, 60)),
        ("unpaid", (2, 0, 2, 0), (100, 60)),
        ("pending", (2, 2, 0, 0), (0, 0)),
        ("unproved", (2, 2, 0, 0), (0, 0)),
        ("void", (0, 0, 0, 2), (0, 0)),
    ],
)
def test_a_round_is_summed_only_where_somebody_can_say_what_was_due(
    state: str, counts: tuple[int, ...], sums: tuple[int, ...]
) -> None:
    """A void round counts apart; what is not settled is in no sum and accuses nobody."""
    (record,) = records_of(NIGHT, Played(rounds=[rounds(state)]))
    (line,) = record.games
    assert (line.rounds, line.unsettled, line.apart, line.voids) == counts
    assert (line.stakes, line.paid) == sums
    assert record.closed is None


def test_two_currencies_are_two_lines_and_two_totals() -> None:
    """Nothing is converted; the casino's own currency comes first."""
    played = Played(
        rounds=[rounds("agrees", currency="EUR"), rounds("agrees"), rounds("void")],
        homes=[{"casino": "c", "currency": "EUR"}],
    )
    (record,) = records_of(NIGHT, played)
    assert record.currencies == ["EUR", "CVE"]
    assert [(record.total(one).stakes, record.total(one).voids) for one in record.currencies] == [
        (100, 0),
        (100, 2),
    ]


def test_a_machine_that_nobody_closed_is_counted_and_in_no_sum() -> None:
    """One closed with 10 jogadas, 500 played and 450 paid; one not."""
    machine = {"casino": "c", "closed": True, "je": 10, "cj": 500, "paid": 450}
    played = Played(
        machines=[machine, {**machine, "closed": False, "je": None, "cj": None, "paid": None}],
        machine_voids=[{"casino": "c", "voids": 1}],
    )
    (record,) = records_of(NIGHT, played)
    (line,) = record.games
    assert (record.machines, record.machines_open) == (1, 1)
    assert (line.rounds, line.stakes, line.paid, line.voids) == (10, 500, 450, 1)


def test_the_rules_example_before_and_after_its_closing(casino: Casino) -> None:
    """A stake of 2 400 lost is the day's receita; before the table opened there was no day."""
    table = Table(casino)
    before = casino.last
    table.day()
    closed = end_day(casino)
    casino.project()

    def asked(known: int | None) -> list[DailyRecord]:
        with casino.reading() as connection:
            return daily_records(connection, NIGHT, known=known)

    assert asked(before) == []
    (then,), (now,) = asked(closed - 1), asked(None)
    assert (then.closed, now.closed) == (None, closed)
    for record in (then, now):
        (line,) = record.games
        assert (line.game, line.currency, line.rounds) == ("roleta_americana", "CVE", 1)
        assert (line.stakes, line.paid, line.revenue) == (LOST, 0, LOST)
