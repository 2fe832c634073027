"""Theft: what a key said since it was suspect is not proved, accuses nobody, and stays booked.

Worked by hand (RA R42): a pleno of 1.00 pays 35.00 and gives the stake back. In coups 1 and 3
35.00 is due and 34.95 was paid, five units short; coup 2 was paid rightly. The table's key is said
to be a thief's since coup 2 was opened: coup 1 still accuses, 2 and 3 are not proved.
"""

from typing import Any, Final

import pytest

from ledger.door.ingestion import Receipt
from ledger.events.registry import KeyRevoked
from ledger.events.reviews import Correction, GamingDayClosed
from ops.installation import APPROVING, PROPOSING
from projections.reads.basis.unproved import round_since, unproved
from projections.reads.queries import Queries
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.projections.stages.rounds.test_rounds import (
    TABLE,
    findings,
    open_table,
    play,
    round_name,
)

HOUSE: Final = "registo-3"
"""A registrar of the house, as the first is; the second is the Authority's."""


def revoke(
    casino: Casino, since: int | None, by: tuple[str, ...] = (PROPOSING, APPROVING)
) -> Receipt:
    """Let registrars agree that the table's key is revoked, and since when it is suspect."""
    for name in (PROPOSING, APPROVING, HOUSE):
        casino.source(name)
    key = casino.installation.keys.load(TABLE).public_key.hex()
    act = KeyRevoked(source=TABLE, key=key, since=since, reason="roubo")
    told = casino.say(by[0], act)
    return [casino.approve(one, told) for one in by[1:]][-1]


def three_coups(casino: Casino) -> list[dict[str, Any]]:
    """Play three coups, of which the first and the third are paid five units short."""
    open_table(casino)
    return [
        play(casino, number, paid=paid) for number, paid in ((1, 3_495), (2, 3_500), (3, 3_495))
    ]


def states(casino: Casino) -> list[str]:
    rows = casino.rows("SELECT state FROM {s}.verdict WHERE known_until IS NULL ORDER BY round")
    return [row["state"] for row in rows]


@pytest.mark.parametrize("page", [1, 4, 5_000])
def test_what_a_stolen_key_said_is_not_proved_and_accuses_nobody(casino: Casino, page: int) -> None:
    """Of two short payments the one before the theft stands; amounts stay as they were booked."""
    coups = three_coups(casino)
    casino.project(page=page)
    assert states(casino) == ["differs", "agrees", "differs"]
    booked = casino.rows("SELECT amount FROM {s}.revenue ORDER BY position")
    suspect = coups[1]["opened"].position
    last = revoke(casino, suspect).position
    casino.may_set_aside = True
    casino.project(page=page)
    assert states(casino) == ["differs", "unproved", "unproved"]
    assert [amount for _, amount in findings(casino)] == [-5]
    assert casino.rows("SELECT amount FROM {s}.revenue ORDER BY position") == booked
    rows = casino.rows("SELECT round, due, paid FROM {s}.verdict WHERE known_until IS NULL")
    assert {(row["due"], row["paid"]) for row in rows} == {(3_600, 3_595), (3_600, 3_600)}
    with casino.reading() as connection:
        marks, before = unproved(connection), unproved(connection, last - 1)
        queries = Queries(connection)
        then = queries.round(round_name(3), known=last - 1)
        since = [round_since(connection, round_name(number)) for number in (1, 2, 3)]
    assert (before.count, before.suspect) == (0, 0)
    assert (marks.count, marks.suspect, marks.since) == (14, 14, suspect)
    assert since == [None, suspect, coups[2]["opened"].position]
    assert then is not None
    assert then["verdict"]["state"] == "differs"


@pytest.mark.recorded
@pytest.mark.deep
def test_a_theft_is_the_same_in_a_rebuild(casino: Casino) -> None:
    """Rebuild = live, whatever the page: of three coups, the theft, and the day's closing."""
    coups = three_coups(casino)
    casino.project()
    revoke(casino, coups[1]["opened"].position)
    casino.may_set_aside = True
    casino.project()
    casino.say("financas", GamingDayClosed())
    casino.project()
    with Runner(casino.conninfo) as runner:
        live = runner.digests()
    assert rebuild(casino.conninfo, page=3) == live
    assert rebuild(casino.conninfo, page=5_000) == live


def test_a_correction_unbooks_what_a_thief_said_and_nothing_else_does(casino: Casino) -> None:
    """The thief's payout of coup 3 is put right by two persons: the paid amount is the new one."""
    wrong = three_coups(casino)[2]["payout"]
    revoke(casino, wrong.position)
    casino.may_set_aside = True
    right: Any = {"seat": 1, "amount": 3_500, "bets": [1], "stake_returned": 100}
    correction = casino.say(
        "fiscal",
        Correction(
            target=f"{wrong.source}:{wrong.first}",
            link=wrong.link,
            replacement=right,
            reason="erro_de_registo",
        ),
    )
    casino.project()
    paid = "SELECT paid, state FROM {s}.verdict WHERE round = %s AND known_until IS NULL"
    (row,) = casino.rows(paid, round_name(3))
    assert (row["paid"], row["state"]) == (3_595, "unproved")
    casino.approve("chefe", correction)
    casino.project()
    (row,) = casino.rows(paid, round_name(3))
    assert (row["paid"], row["state"]) == (3_600, "unproved")


@pytest.mark.recorded
def test_a_house_does_not_acquit_itself_by_ending_a_key(casino: Casino) -> None:
    """A house's registrars end a key and doubt nothing; one of the Authority must agree."""
    coups = three_coups(casino)
    since = coups[0]["opened"].position
    revoke(casino, since, (PROPOSING, HOUSE))
    casino.project()
    assert states(casino) == ["differs", "agrees", "differs"]
    revoke(casino, since)
    casino.may_set_aside = True
    casino.project()
    assert states(casino) == ["unproved"] * 3
    assert findings(casino) == []


def test_without_a_stated_position_nothing_is_doubted(casino: Casino) -> None:
    """A key that is revoked from here on leaves all that it said as it was."""
    three_coups(casino)
    revoke(casino, None)
    casino.project()
    assert states(casino) == ["differs", "agrees", "differs"]
