"""A connection lost at each question of each step, before it or after: done once, told the same."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import psycopg
import pytest

from ledger.audit.auditor import audit_database
from ledger.door.ingestion import UNAVAILABLE, Receipt
from ledger.events.registry import Heartbeat
from ledger.log.log import Log
from ledger.signed.checkpoint import read_checkpoint
from ledger.signed.merkle import root_of
from projections.running.building import rebuild
from projections.running.runner import Runner
from tests.acceptance.machine.test_kill import check_log
from tests.acceptance.machine.wire import Wire, wired
from tests.fixtures.casino import AT, ORIGIN, Casino, open_casino
from tests.fixtures.postgres import Database
from tests.ledger.log.test_log import beat, links
from tests.projections.running.test_runner import a_night

TILE = 256
AGAIN_MAX = 20
pytestmark = [pytest.mark.long, pytest.mark.deep]


@pytest.fixture
def wire(recorded_casino: Casino) -> Iterator[Wire]:
    """Give a wire to the ledger's database, for a service that knows no other way."""
    with wired(recorded_casino.conninfo) as wire:
        yield wire


@pytest.fixture
def far(recorded_casino: Casino, wire: Wire, tmp_path: Path) -> Iterator[Casino]:
    """Open the ledger's door at the other end of the wire."""
    recorded_casino.door.close()
    database = Database("far", recorded_casino.superuser, wire.conninfo)
    with open_casino(database, tmp_path) as far:
        yield far


def each_loss(
    wire: Wire,
    act: Callable[[], bool],
    before: Callable[[], object] = lambda: None,
    ways: Sequence[bool] = (False, True),
) -> int:
    """Lose each question of an act in turn, then each answer; return how many questions it has.

    The act tells whether it was done, and is done again until it is.
    """
    most = 0
    for answered in ways:
        for at in count(1):
            before()
            wire.arm(at, answered=answered)
            tries = 1
            while not act():
                tries += 1
                assert tries < AGAIN_MAX, f"question {at} was lost, and nothing was done since"
            if not wire.lost:
                break
            most = max(most, at)
    return most


def test_an_append_whose_answer_was_lost_is_there_once(
    far: Casino, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same bytes again have one entry and one receipt, whatever was lost of the first time."""
    monkeypatch.setattr("ledger.door.ingestion.OUTCOME_PAUSE_SECONDS", 0.01)
    chain = far.source("mesa")
    receipts: list[Receipt] = []
    segments = (chain.say(Heartbeat(), AT) for _ in count())
    waiting = [next(segments)]

    def send() -> bool:
        (answer,) = far.door.submit(waiting)
        if answer.receipt is None:
            assert answer.outcome == UNAVAILABLE, answer
            return False
        receipts.append(answer.receipt)
        (again,) = far.door.submit(waiting)
        assert again.receipt == answer.receipt
        waiting[:] = [next(segments)]
        return True

    assert each_loss(wire, send) >= 2
    assert [one.first for one in receipts] == list(range(1, len(receipts) + 1))
    check_log(far.superuser, receipts)


def test_a_checkpoint_whose_answer_was_lost_is_signed_once(
    recorded_casino: Casino, wire: Wire, tmp_path: Path
) -> None:
    """Memo, full tiles, the kept note, what is published: each size has one note, all verify."""
    casino = recorded_casino
    signed: dict[int, set[str]] = {}
    kept = tmp_path / "elsewhere" / "casa.note"
    with Log(wire.conninfo, ORIGIN, casino.log_signer, kept=kept) as log:

        def sign() -> bool:
            try:
                note = log.checkpoint()
                signed.setdefault(casino.last, set()).add(note)
                log.publish(casino.last, note)
            except psycopg.OperationalError:
                return False
            return True

        assert each_loss(wire, sign, lambda: beat(casino, TILE)) >= 6
        roots = root_of(links(casino))
        note = read_checkpoint(log.published() or "")
    assert (note.size, note.root) == (casino.last, roots)
    assert read_checkpoint(kept.read_text("utf-8")) == note
    assert {len(notes) for notes in signed.values()} == {1}
    assert audit_database(casino.superuser).clean


def test_a_page_whose_answer_was_lost_is_folded_once(recorded_casino: Casino, wire: Wire) -> None:
    """A follower begins anew where it lost an answer: figures are those of a rebuild.

    What was never asked is a page that was cut, of which `test_runner` tries each statement.
    """
    casino = recorded_casino
    a_night(casino)
    casino.project()
    with ExitStack() as stack:
        follower = [stack.enter_context(Runner(wire.conninfo))]

        def fold() -> bool:
            try:
                follower[0].catch_up()
            except psycopg.OperationalError:
                follower[0] = stack.enter_context(Runner(wire.conninfo))
                return False
            return True

        assert each_loss(wire, fold, lambda: beat(casino, 3), [True]) >= 5
    with Runner(casino.conninfo) as live:
        live.catch_up()
        digests = live.digests()
    assert rebuild(casino.conninfo) == digests
