"""What people said about findings, put right: an inspection's note, and whoever moved a finding.

Roleta americana: a pleno of 1.00 on 17 is due 35.00 and its stake; 30.00 paid is RA-PAY.
"""

from typing import Any

import msgspec
import pytest

from ledger.events.base import Payload
from ledger.events.reviews import (
    Correction,
    FindingAcknowledged,
    FindingDecided,
    FindingExplained,
    InspectionNoted,
)
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.fixtures.casino import Casino
from tests.projections.stages.findings.test_findings import PLACE, open_table, play

NOTE = InspectionNoted(code="BF-SET", rule="BF R18")


def correct(casino: Casino, wrong: Any, right: Payload | None) -> None:
    """Put an act right, or withdraw it, as another inspector agrees."""
    correction = Correction(
        target=f"{wrong.source}:{wrong.first}",
        link=wrong.link,
        reason="engano",
        replacement=None if right is None else msgspec.to_builtins(right),
    )
    casino.approve("inspector-2", casino.say("inspector", correction))


def standing(casino: Casino) -> list[tuple[str, str]]:
    """Return the findings that stand, but that who decides is of no side that may (OP-ACCESS)."""
    casino.project()
    rows = casino.rows("SELECT code, state FROM {s}.finding WHERE known_until IS NULL ORDER BY id")
    return sorted((row["code"], row["state"]) for row in rows if row["code"] != "OP-ACCESS")


def finding_of(casino: Casino) -> str:
    """Let a coup be paid 5.00 short; return the finding's id."""
    open_table(casino)
    play(casino, 1, 3_000)
    casino.project()
    (row,) = casino.rows("SELECT id FROM {s}.finding WHERE known_until IS NULL")
    return row["id"]


def test_a_note_that_is_withdrawn_accuses_nobody(casino: Casino) -> None:
    """BF-SET noted at a table where nobody handled a set of balls; then of the right code."""
    noted = casino.say("inspector", NOTE, place=PLACE)
    beside = casino.say("inspector", NOTE, place=PLACE)
    assert standing(casino) == [("BF-SET", "open")] * 2
    correct(casino, noted, None)
    assert standing(casino) == [("BF-SET", "open")]
    correct(casino, beside, InspectionNoted(code="BJ-CHEF"))
    assert standing(casino) == [("BJ-CHEF", "open")]
    correct(casino, noted, NOTE)
    assert standing(casino) == [("BF-SET", "open"), ("BJ-CHEF", "open")]
    correct(casino, noted, InspectionNoted(code="BJ-CHEF"))
    correct(casino, beside, None)
    assert standing(casino) == [("BJ-CHEF", "open")]


@pytest.mark.parametrize(
    ("wrong", "right", "state"),
    [
        ("void", "explained", "explained"),
        ("void", None, "explained"),
        ("explained", "void", "void"),
    ],
)
def test_a_decision_put_right_leaves_its_finding_as_it_says_now(
    casino: Casino, wrong: str, right: str | None, state: str
) -> None:
    """Explained first, then decided; withdrawn, it is as the explanation had left it."""
    finding = finding_of(casino)
    casino.say("chefe", FindingExplained(finding=finding, reason="engano"))
    decided = casino.say("inspector", FindingDecided(finding=finding, state=wrong))
    assert standing(casino) == [("RA-PAY", wrong)]
    correct(
        casino, decided, None if right is None else FindingDecided(finding=finding, state=right)
    )
    assert standing(casino) == [("RA-PAY", state)]


def test_an_act_about_another_finding_leaves_the_one_that_it_had_named(casino: Casino) -> None:
    """Acknowledged under the wrong id: that one is open again, and the other one is seen."""
    finding = finding_of(casino)
    play(casino, 2, 3_100)
    casino.project()
    (other,) = casino.rows(
        "SELECT id FROM {s}.finding WHERE known_until IS NULL AND id <> %s", finding
    )
    seen = casino.say("inspector", FindingAcknowledged(finding=finding))
    casino.project()
    correct(casino, seen, FindingAcknowledged(finding=other["id"]))
    assert standing(casino) == [("RA-PAY", "acknowledged"), ("RA-PAY", "open")]
    rows = casino.rows(
        "SELECT state FROM {s}.finding WHERE known_until IS NULL AND id = %s", finding
    )
    assert rows == [{"state": "open"}]


def test_what_was_decided_since_is_not_undone_by_an_older_act(casino: Casino) -> None:
    """The explanation before a decision is withdrawn: the decision stands."""
    finding = finding_of(casino)
    explained = casino.say("chefe", FindingExplained(finding=finding, reason="engano"))
    casino.say("inspector", FindingDecided(finding=finding, state="void"))
    casino.project()
    correct(casino, explained, None)
    assert standing(casino) == [("RA-PAY", "void")]


@pytest.mark.parametrize("page", [1, 4])
@pytest.mark.deep
def test_whatever_the_page_they_are_put_right_alike(recorded_casino: Casino, page: int) -> None:
    """Live a page at a time, and built anew: equal digests."""
    casino = recorded_casino
    finding = finding_of(casino)
    noted = casino.say("inspector", NOTE, place=PLACE)
    decided = casino.say("inspector", FindingDecided(finding=finding, state="void"))
    casino.project(page=page)
    correct(casino, noted, InspectionNoted(code="BJ-CHEF"))
    correct(casino, decided, None)
    casino.project(page=page)
    assert standing(casino) == [("BJ-CHEF", "open"), ("RA-PAY", "open")]
    with Runner(casino.conninfo) as runner:
        digests = runner.digests()
    assert rebuild(casino.conninfo, page=page) == digests
