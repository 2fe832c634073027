"""Sums beyond 64 bits: no list, page, file or paper stops at amounts that a key may sign."""

import psycopg
import pytest
from psycopg import sql

from ledger.events.tables import Fill
from ledger.money import INTEGER_MAX
from projections.running.runner import LIVE
from tests.acceptance.every_answer import everything
from tests.api.conftest import play as evening_of
from tests.fixtures.casino import AT, DAY, Casino
from tests.projections.stages.accounts.test_accounts import PLACE, TABLE, WHO, table_opened
from tests.projections.stages.actas.bingo_hall import Hall as Room
from tests.projections.stages.machines.hall import Hall
from tests.projections.stages.machines.hall import play as machine_play

SUM = 2**62
"""Of 512 amounts of the vocabulary's maximum; two of them pass what 64 bits hold."""
AMOUNTS = (
    "SELECT table_name, column_name, data_type FROM information_schema.columns "
    "WHERE table_schema = %s AND data_type IN ('bigint', 'numeric') "
    "AND column_name = ANY(%s) ORDER BY 1, 2"
)
NAMED = (
    *("amount", "stake", "due", "paid", "aside", "prizes", "prizes_paid", "owed", "reforcos"),
    *("retornos", "by_rounds", "by_session", "quebra", "cagnotte", "resultado", "fecho"),
    *("abertura", "drop_counted", "collected", "linha", "bingo", "additional", "progressive"),
    *("tax", "stakes", "staked", "base", "base_then", "declared_base", "difference", "tolerance"),
    *("cj", "cg", "rb", "pa", "pap_m", "pap_h", "pam", "de_n", "de_c", "cc_m", "cc_c", "ccm"),
    *("declared", "sold", "redeemed", "settled", "played", "counted", "receita", "late_rb"),
)


@pytest.mark.deep
def test_amounts_of_any_row_add_up_everywhere(casino: Casino) -> None:
    """Each amount of each table is as large as a row's sum can be: all that is asked answers.

    The door takes amounts up to 2^53; a thousand events of one key pass 64 bits, and no casino's
    pages may stop at them.
    """
    assert SUM // INTEGER_MAX == 512
    evening_of(casino)
    hall = Hall(casino)
    hall.open()
    hall.say(machine_play(stops=(1, 1, 1), cg=300))
    Room(casino).jogada()
    casino.installation.log.checkpoint()
    casino.project()
    for table, column, _ in columns(casino):
        enlarge(casino, table, column)
    bad = [
        (one.address, one.answer.status_code, one.answer.text[-300:])
        for one in everything(casino, most=1)
        if one.answer.status_code != 200
    ]
    assert bad == []


@pytest.mark.deep
def test_amounts_at_the_bound_said_for_ever_stop_no_stage(casino: Casino) -> None:
    """A table's 1 025 fills of 2^53 - 1 each are 2^63 + 2^53 - 1 025 in its day.

    Table and cage sign each, and the door takes it; 64 bits hold 2^63 - 1.
    """
    opened = casino.say(TABLE, table_opened(), place=PLACE)
    for person in WHO:
        casino.approve(person, opened)
    times = 1_025
    numbers = range(1, times + 1)
    fills = [Fill(side="table", slip=one, amount=INTEGER_MAX) for one in numbers]
    theirs = [Fill(side="cage", slip=one, amount=INTEGER_MAX, table=PLACE) for one in numbers]
    for source, place, payloads in ((TABLE, PLACE, fills), ("caixa", "CX-1", theirs)):
        chain = casino.source(source)
        said = [chain.say(one, AT, day=DAY, place=place) for one in payloads]
        assert {one.outcome for one in casino.door.submit(said)} == {"recorded"}
    casino.project()
    total = times * INTEGER_MAX
    assert total == 2**63 + 2**53 - 1_025 > 2**63 - 1
    (day,) = casino.rows("SELECT reforcos FROM {s}.table_day WHERE known_until IS NULL")
    assert day == {"reforcos": total}


def columns(casino: Casino) -> list[tuple[str, str, str]]:
    """Return the columns of amounts of all tables of projections."""
    with psycopg.connect(casino.superuser) as connection:
        return connection.execute(AMOUNTS, (LIVE, list(NAMED))).fetchall()


def enlarge(casino: Casino, table: str, column: str) -> None:
    """Make every amount of a column as large as it may be, with its sign."""
    with psycopg.connect(casino.superuser) as connection:
        connection.execute(
            sql.SQL("UPDATE {} SET {} = sign({}) * {} WHERE {} <> 0").format(
                sql.Identifier(LIVE, table),
                *[sql.Identifier(column)] * 2,
                SUM,
                sql.Identifier(column),
            )
        )
