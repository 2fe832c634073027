"""The whole tampering: an operator with every key of his house rewrites what witnesses saw.

From inside his work is perfect: ``verify`` alone says clean. Both witnesses refuse it, the watch
proves it, and whoever kept a checkpoint or an event's proof has ``razao verify`` name it.
"""

from base64 import b64decode
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import psycopg
import pytest

from api.services.api_keys import Role
from api.services.checkpoints import Checkpoints
from ledger.audit.auditor import audit_database
from ledger.events.registry import Heartbeat, LedgerFounded2
from ledger.events.rounds import Payout
from ledger.log.log import Log
from ledger.signed.cosignatures import MLDSA44Cosigner
from ledger.signed.logs import LogSigner
from ledger.signed.merkle import check_inclusion
from ledger.signed.notes import read_note
from ledger.signed.signing import KeySigner
from ledger.signed.witnesses.equivocation import check_equivocation, read_equivocation
from ledger.signed.witnesses.policy import believe
from ops.outside.publishing.publisher import Publisher
from ops.outside.publishing.witnesses import Witnesses
from ops.outside.watch.monitor import Monitor
from tests.api.conftest import Site, opened
from tests.fixtures.casino import Casino
from tests.fixtures.serving import served
from tests.helpers.operator import Act, Event, rewrite
from tests.ops.outside.publishing.test_publisher import Published, Two

AT = "2026-11-20T22:00:00.000000Z"
PAID = 35_000


def of_table(event: Event) -> bool:
    """Tell whether an event is the erased table's, or names it."""
    told = event.payload
    return event.source == "mesa-bj" or "mesa-bj" in str(msgspec.to_builtins(told))


def without_table(events: list[Event]) -> list[Event]:
    """Erase a table as if it had never been: its events, its enrolment, the approval of that."""
    gone = {f"{event.source}:{event.seq}" for event in events if of_table(event)}
    return [
        event
        for event in events
        if not of_table(event) and getattr(event.payload, "target", None) not in gone
    ]


def paid_less(events: list[Event]) -> list[Event]:
    """Pay a tenth of what was paid."""
    for number, event in enumerate(events):
        if isinstance(event.payload, Payout):
            less = msgspec.structs.replace(event.payload, amount=PAID // 10)
            events[number] = msgspec.structs.replace(event, payload=less)
    return events


def exchanged(events: list[Event]) -> list[Event]:
    """Let another table's event come before the payout."""
    at = next(n for n, event in enumerate(events) if isinstance(event.payload, Payout))
    other = next(n for n in range(at + 1, len(events)) if events[n].source == "mesa-bj")
    events[at], events[other] = events[other], events[at]
    return events


NEW_LOG = KeySigner.from_seed(bytes(range(7, 39)))
NEW_SEED = bytes(range(8, 40))


def under_new_key(events: list[Event]) -> list[Event]:
    """Found the same ledger again, its log under keys that nobody saw."""
    founded = events[0].payload
    assert isinstance(founded, LedgerFounded2)
    second = MLDSA44Cosigner(founded.origin, NEW_SEED).key.public.hex()
    payload = msgspec.structs.replace(founded, log_key=NEW_LOG.public_key.hex(), log_mldsa44=second)
    return [msgspec.structs.replace(events[0], payload=payload), *events[1:]]


class Evening:
    """A ledger that two witnesses cosigned and a watch saw, and what a player kept of it."""

    def __init__(
        self,
        casino: Casino,
        site: Site,
        folder: Path,
        stack: ExitStack,
        checkpoints: "Restarted",
    ) -> None:
        self.checkpoints = checkpoints
        self.casino = casino
        self.two = Two(casino, folder, stack)
        self.policy = self.two.policy()
        self.stack = stack
        self.folder = folder
        self.address = stack.enter_context(served(site.client.app))
        casino.source("mesa-ra")
        casino.source("mesa-bj")
        for number in range(6):
            casino.say("mesa-bj", Heartbeat(waiting=number))
            casino.say("mesa-ra", Heartbeat(waiting=number))
        self.paid = casino.say("mesa-ra", Payout(seat=3, amount=PAID, bets=(1,)), at=AT)
        for number in range(6):
            casino.say("mesa-bj", Heartbeat(waiting=number))
        casino.tick()
        casino.say("mesa-ra", Heartbeat())
        Published(casino, self.policy, stack).look()
        self.kept = site.get("/checkpoint", None).text
        assert believe(read_note(self.kept), self.policy).checkpoint.size == casino.last
        self.proof = site.get(f"/v1/events/mesa-ra/{self.paid.first}/proof", Role.DISPUTE).text
        with psycopg.connect(casino.superuser) as connection:
            row = connection.execute(
                "SELECT link FROM ledger.events WHERE notification_id = %s", (self.paid.position,)
            ).fetchone()
        assert row is not None
        self.link: bytes = row[0]
        self.pinned = casino.log_keys
        assert self.watch() == []

    def watch(self) -> list[tuple[str, str, str | None]]:
        """Let the watch look; return kind, words and proof of each alarm."""
        alarms = Monitor(self.address, self.policy, self.folder / "watch").look()
        return [(one.kind, one.detail, one.evidence) for one in alarms]

    def tamper(self, act: Act, signer: LogSigner) -> Witnesses:
        """Rewrite, sign as if nothing had been, ask the witnesses; return those asked."""
        casino = self.casino
        casino.door.close()
        rewrite(casino.superuser, casino.installation.keys.load, act)
        casino.installation.kept_checkpoint.unlink()
        log = Log(casino.conninfo, casino.installation.origin, signer)
        self.stack.callback(log.close)
        self.checkpoints.restart(log)
        witnesses = Witnesses(self.policy, log.consistency)
        self.stack.callback(witnesses.close)
        Publisher(casino.conninfo, log, witnesses).look(10_000)
        assert log.published() is None, "nobody cosigned it"
        return witnesses


class Restarted(Checkpoints):
    """The service's checkpoints, through a restart on another ledger."""

    def restart(self, log: Log) -> None:
        """Go on with the log as the operator rewrote it."""
        self._log, self._made = log, None


@pytest.fixture
def evening(casino: Casino, tmp_path: Path) -> Iterator[Evening]:
    """Give a ledger that outsiders saw."""
    casino.project()
    checkpoints = Restarted(casino.installation.log, witnessed=True)
    with ExitStack() as stack:
        site = stack.enter_context(opened(casino, checkpoints=checkpoints))
        yield Evening(casino, site, tmp_path, stack, checkpoints)


def cut_and_played_on(events: list[Event]) -> list[Event]:
    """Cut the tail, and let other events come in its place, more than there were."""
    last = next(event for event in reversed(events) if event.source == "mesa-bj")
    others = [
        msgspec.structs.replace(last, payload=Heartbeat(waiting=900 + number))
        for number in range(20)
    ]
    return [*events[:-4], *others]


ACTS: dict[str, tuple[Act, str, str]] = {
    "a payout rewritten and re-signed": (paid_less, "refuses, 422", "fork"),
    "a table erased": (without_table, "cosigned ", "fork"),
    "two events exchanged": (exchanged, "refuses, 422", "fork"),
    "the tail cut": (lambda events: events[:-4], "cosigned ", "behind"),
    "the tail cut and played on": (cut_and_played_on, "refuses, 422", "fork"),
    "a new log key": (under_new_key, "refuses, 403", "log-key"),
}
"""Each with what a witness says and what the watch calls it."""
SUITE = ("a payout rewritten and re-signed",)
"""The acts that every run tries; the deep tier tries them all."""


@pytest.mark.parametrize(
    "what", [pytest.param(act, marks=[pytest.mark.deep] * (act not in SUITE)) for act in ACTS]
)
def test_an_operator_with_every_key_is_named_by_everybody_outside(
    evening: Evening, what: str
) -> None:
    """Clean from inside; refused by both witnesses, told by the watch, named by ``verify``."""
    act, refused, seen = ACTS[what]
    casino = evening.casino
    signer = casino.log_signer
    if seen == "log-key":
        signer = LogSigner(signer.keys.origin, NEW_LOG, NEW_SEED, now=lambda: 1_795_000_000)
    witnesses = evening.tamper(act, signer)

    report = audit_database(casino.conninfo)
    assert report.clean, report.problems

    for one in witnesses.correspondents:
        assert refused in (one.trouble or ""), one.trouble

    alarms = {kind: (told, proof) for kind, told, proof in evening.watch()}
    assert seen in alarms, alarms
    if seen == "fork":
        _, proof = alarms["fork"]
        assert proof is not None
        shown = check_equivocation(read_equivocation(Path(proof).read_bytes()), evening.pinned)
        assert shown.smaller.root != shown.larger.root
    if what.startswith("a payout"):
        assert (
            f"the first other event stands at position {evening.paid.position}" in alarms["fork"][0]
        )

    for kept in (evening.kept, evening.proof):
        for pinned in ([], evening.pinned):
            report = audit_database(casino.conninfo, since=kept, pinned=pinned)
            kinds = {problem.kind for problem in report.problems}
            assert kinds & {"since", "log-key"}, (what, kinds)
    if seen == "log-key":
        (problem, *_) = [
            one
            for one in audit_database(casino.conninfo, pinned=evening.pinned).problems
            if one.kind == "log-key"
        ]
        assert "its founding was rewritten" in problem.detail


def test_what_a_player_kept_stands_without_any_server(evening: Evening) -> None:
    """The payout's link under a checkpoint that the policy believes: no rewriting reaches it."""
    head, _, note = evening.proof.partition("\n\n")
    _, index, *hashes = head.split("\n")
    believed = believe(read_note(note), evening.policy)
    assert index == f"index {evening.paid.position - 1}"
    check_inclusion(
        evening.link,
        evening.paid.position - 1,
        believed.checkpoint.size,
        [b64decode(one) for one in hashes],
        believed.checkpoint.root,
    )
