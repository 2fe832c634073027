"""The kit names the mistakes of devices; they were written before it, from the wire guide."""

import base64
import json
import re
from collections.abc import Iterable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ledger.events.registry import SourceEnrolled2
from ledger.roles import Role
from ops.commands.playing import conform as command
from ops.commands.playing.conforming.rehearsal import RehearsalLedger
from ops.outside import conform
from ops.outside.conform.examination import Report, examine
from ops.outside.conform.rehearsed import Sent
from ops.outside.conform.words import WORDS
from tests.fixtures.memory import InMemory, MemoryCasino
from tests.ops.conform.device import CASINO, MISTAKES, PLACE, RIGHT, SOURCE, Device

FOUNDED = datetime(2026, 11, 20, 12, tzinfo=UTC)
ENROLLED = "2026-11-20T20:00:00.000000Z"
_FIELD = re.compile(r"\{([a-z_]+)")
PART = 9
"""Of so many mistakes one is tried in each run of the suite, and all in the deep tier."""


def report_of(
    mistake: dict[str, Any],
    projections: psycopg.Connection,
    bodies: Iterable[tuple[datetime, bytes]] | None = None,
) -> Report:
    """Let a device with a mistake play against a rehearsal ledger, or send it these bodies."""
    device = Device(mistake)
    act = SourceEnrolled2(
        source=SOURCE,
        role=Role.TABLE,
        casino=CASINO,
        places=(PLACE,),
        pools=(),
        key=device.public.hex(),
        proof=device.proof,
    )
    with ExitStack() as stack, projections.transaction(force_rollback=True):
        installation = InMemory(stack, at=FOUNDED, whole_floor=True)
        installation.now = lambda: FOUNDED
        casino = MemoryCasino(installation, projections)
        installation.let_authority_hold(ENROLLED)
        ledger = RehearsalLedger(installation, casino.project, casino.reading)
        ledger.enrol(act, ENROLLED)
        return examine((Sent(body, at) for at, body in bodies or device.bodies()), ledger, [act])


def check_named(says: str, projections: psycopg.Connection) -> None:
    """One statement has all the words by which a mistake is to be named, and speaks Portuguese."""
    report = report_of(MISTAKES[says], projections)
    told = [f"{one.code}: {one.en} {one.door}" for one in report.statements]
    words = MISTAKES[says]["named"]
    assert any(all(word in one for word in words) for one in told), (words, told)
    assert all(one.pt != one.en for one in report.statements)
    refused = {one.code for one in report.statements if one.group == "refused"}
    assert "gap" not in refused or len(refused) == 1, "what follows a refusal is no gap"


def test_a_right_device_has_nothing_said_of_it(projections: psycopg.Connection) -> None:
    """The session that the mistakes alter: eleven events, each right, nothing refused or found."""
    report = report_of(RIGHT, projections)
    assert report.statements == ()
    assert (report.events, report.segments) == (11, 3)
    assert {one.kind: (one.said, one.right) for one in report.kinds}["payout/1"] == (1, 1)


@pytest.mark.parametrize("says", list(MISTAKES)[::PART])
def test_some_mistakes_are_named(says: str, projections: psycopg.Connection) -> None:
    """Of the door's, the link's, the signature's and the rules' mistakes, some are tried here."""
    check_named(says, projections)


@pytest.mark.deep
@pytest.mark.parametrize("says", list(MISTAKES))
def test_every_mistake_is_named(says: str, projections: psycopg.Connection) -> None:
    """Each of the mistakes, written by somebody who had not seen the kit, is named by it."""
    check_named(says, projections)


def test_there_are_more_than_sixty_mistakes() -> None:
    """So many were asked for; none is altered to suit the kit without its words being seen."""
    assert len(MISTAKES) >= 60
    assert all(one["named"] for one in MISTAKES.values())


def test_every_sentence_of_the_kit_is_said_somewhere() -> None:
    """A mistake that has its words and is looked for by nobody would be named by nobody."""
    rooms = (Path(conform.__file__).parent, Path(command.__file__).parent)
    said = "".join(
        one.read_text("utf-8")
        for room in rooms
        for one in room.glob("*.py")
        if one.name != "words.py"
    )
    assert [word for word in WORDS if f'"{word}"' not in said] == []
    for pt, en in WORDS.values():
        told = set(_FIELD.findall(en.replace("_en", ""))) - {"en"}
        assert set(_FIELD.findall(pt.replace("_pt", ""))) - {"pt"} == told


def test_records_that_are_not_kept_leave_rules_unchecked(projections: psycopg.Connection) -> None:
    """A table without payouts among its records: the rules of payment are named as unchecked."""
    mistake = {"says": "", "at": 1, "payload": {"records": ["bets", "outcomes"]}}
    report = report_of(mistake, projections)
    without = {one.record: one for one in report.unchecked}
    assert without["payouts"].needed
    assert {"RA R37", "RA R42"} <= set(without["payouts"].rules)
    assert "RA-PAY" in without["payouts"].codes


def test_what_follows_a_refusal_is_not_judged(projections: psycopg.Connection) -> None:
    """The segments after a refused one: why nobody judged them, and no mistake of their own."""
    says = "The blind is eight bytes long."
    report = report_of(MISTAKES[says], projections)
    refused, held = report.statements
    assert (refused.group, refused.code) == ("refused", "malformed")
    assert (held.group, held.code) == ("unjudged", "after-refusal")
    assert held.en.startswith("not judged because mesa-ra-04:3 was refused")
    assert held.events == tuple(f"{SOURCE}:{seq}" for seq in range(4, 12))
    assert report.mistakes == 1
    rows = report.kinds
    assert sum(row.unjudged for row in rows) == 8
    assert sum(row.refused for row in rows) == 3
    assert sum(row.said for row in rows) == report.events == 11


def test_a_link_astray_at_a_segment_s_head_is_no_second_event(
    projections: psycopg.Connection,
) -> None:
    """The door says fork; nothing is recorded at that seq: the kit says that the link is wrong."""
    mistake = {"says": "", "at": 4, "header": {"previous": "ab" * 32}}
    refused = report_of(mistake, projections).statements[0]
    assert (refused.code, refused.events) == ("fork", ("mesa-ra-04:4",))
    assert "abababababababab…" in refused.en
    assert "recorded at this seq" not in refused.en


def test_a_winner_unpaid_and_a_ball_told_twice_name_their_events(
    projections: psycopg.Connection,
) -> None:
    """The event that closed the round; of two outcomes neither is said to count."""
    report = report_of({"says": "", "session": "without:10"}, projections)
    (unpaid,) = [one for one in report.statements if one.code == "PAY-NONE"]
    assert (unpaid.kind, unpaid.events) == ("round-closed/1", ("mesa-ra-04:10",))
    report = report_of(
        {"says": "", "session": "twice:9", "at": 9.5, "payload": {"number": 18}}, projections
    )
    (twice,) = [one for one in report.statements if one.code == "outcome"]
    assert twice.events == ("mesa-ra-04:9", "mesa-ra-04:10")
    assert twice.en.endswith("nobody can tell which counts")
    assert not [one for one in report.statements if "PAY" in one.code]


def test_a_late_stake_names_the_event_that_came_late(projections: psycopg.Connection) -> None:
    """Comum: a later bet or change is invalid, and its stake goes back; a win of it is not due."""
    late = {"says": "", "session": "moved:6:8", "at": 10, "payload": {"amount": 0}}
    (alone,) = report_of(late, projections).statements
    assert (alone.code, alone.kind, alone.events[0]) == ("BET-LATE", "bet-placed/1", f"{SOURCE}:8")
    named, paid = report_of({"says": "", "session": "moved:6:8"}, projections).statements
    assert (named.code, paid.code) == ("BET-LATE", "PAY-DIFF")
    assert "bet 1: amount 0, stake_returned 250000" in paid.en
    for kind, payload in (("changed", {"bet": 1, "amount": 500_000}), ("withdrawn", {"bet": 1})):
        mistake = {
            "says": "",
            "session": "twice:8",
            "at": 8.5,
            "header": {"kind": f"bet-{kind}/1"},
            "payload": payload,
            "absent": ["by"],
        }
        (moved,) = report_of(mistake, projections).statements
        assert (moved.code, moved.kind) == ("BET-LATE", f"bet-{kind}/1")
        assert moved.events[0] == f"{SOURCE}:9"


def spoilt(line: bytes) -> bytes:
    """Return a segment with another signature."""
    told = json.loads(line)
    told["signature"] = base64.b64encode(bytes(64)).decode()
    return json.dumps(told).encode()


def played(order: str, projections: psycopg.Connection) -> Report:
    """Let the right device send its segments, by number; ``!`` spoils one, ``?`` cuts its line."""
    bodies = list(Device(RIGHT).bodies())
    sent: list[tuple[datetime, bytes]] = []
    for word in order.split():
        at, body = bodies[int(word[0]) - 1]
        sent.append((at, {"!": spoilt(body), "?": body[:50]}.get(word[1:], body)))
    return report_of(RIGHT, projections, sent)


def test_what_is_mended_and_sent_again_is_judged(projections: psycopg.Connection) -> None:
    """Of what was held nothing stays to be said once it is recorded."""
    report = played("1 2! 3 2 3", projections)
    assert [(one.group, one.code) for one in report.statements] == [("refused", "unauthentic")]
    assert sum(row.right for row in report.kinds) == 11
    assert sum(row.unjudged for row in report.kinds) == 0


def test_what_is_not_sent_again_after_the_mending_is_a_gap(projections: psycopg.Connection) -> None:
    """The device forgot what was refused for another's fault."""
    report = played("1 2! 3 2", projections)
    assert [one.code for one in report.statements] == ["unauthentic", "gap"]
    assert report.statements[1].en.startswith("out of turn because mesa-ra-04:4 was refused")
    assert report.statements[1].events == (f"{SOURCE}:11",)


def test_a_line_that_cannot_be_read_holds_what_follows(projections: psycopg.Connection) -> None:
    """Nobody knows what stood in it: what follows is held, and a round is not called open."""
    report = played("1 2? 3", projections)
    assert [one.code for one in report.statements] == ["malformed", "after-refusal"]
    assert report.statements[1].pt.startswith("não foi julgado, porque a linha 1 se recusou")
    report = played("1 2 3?", projections)
    assert [one.code for one in report.statements] == ["malformed"]


def test_what_was_never_sent_is_a_gap_and_holds_the_rest(projections: psycopg.Connection) -> None:
    """A segment left out is a mistake once; those after the one that shows it are held."""
    report = played("2 3", projections)
    assert [(one.group, one.code) for one in report.statements] == [
        ("refused", "gap"),
        ("unjudged", "after-refusal"),
    ]
    assert report.statements[1].en.startswith("not judged because mesa-ra-04:4 was refused")
