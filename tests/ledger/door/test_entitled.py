"""The door guards acts of trust and the service's words, from where authority holds."""

from contextlib import ExitStack

import msgspec
import psycopg

from ledger.door.ingestion import Answer
from ledger.door.opening import read_keyring
from ledger.events.base import Payload
from ledger.events.registry import (
    AccessGranted,
    ClockTicked,
    Heartbeat,
    KeyRevoked,
    ParameterSet,
    SourceEnrolled2,
    SubmissionRefused,
)
from ledger.events.reviews import Approval
from ledger.roles import Role
from ledger.signed.signing import KeySigner
from ledger.signed.sources import prove_possession
from ops.installation import Installation
from tests.fixtures.casino import AT, ORIGIN, Casino

AUTHORITY = ParameterSet(scope="*", name="autoridade", value=1, since="2026-11-20T00:00:00.000000Z")


def ask(casino: Casino, source: str, *payloads: Payload) -> Answer:
    """Let a source try to say payloads as one segment."""
    chain = casino.source(source)
    seq, link = chain.seq, chain.link
    envelopes = [chain.event(payload, AT) for payload in payloads]
    (answer,) = casino.door.submit([chain.sign(envelopes, seq + 1, link)])
    if not answer.accepted:
        chain.seq, chain.link = seq, link
    return answer


def begin(casino: Casino) -> None:
    """Let authority hold, two registrars agreeing."""
    casino.approve("registo-2", casino.say("registo-1", AUTHORITY))


def test_a_table_s_tick_is_not_entitled_from_where_authority_holds(casino: Casino) -> None:
    """Before, it is recorded and moves no clock; after, it is refused, and the detail says why."""
    assert ask(casino, "mesa", ClockTicked()).accepted
    begin(casino)
    answer = ask(casino, "mesa", ClockTicked())
    assert answer.outcome == "not-entitled"
    assert answer.detail == "mesa:2: clock-ticked/1: expected a service, got mesa, a table"
    assert casino.door.tick().accepted


def test_a_segment_that_holds_one_is_refused_whole_and_its_seq_is_signed_anew(
    casino: Casino,
) -> None:
    """Nothing of it is recorded; what comes then at the same seq is no fork."""
    casino.source("mesa")
    begin(casino)
    answer = ask(casino, "mesa", Heartbeat(), ClockTicked(), Heartbeat())
    assert answer.outcome == "not-entitled"
    answer = ask(casino, "mesa", Heartbeat(waiting=1))
    assert answer.accepted
    assert answer.receipt is not None
    assert answer.receipt.first == 1


def test_what_is_not_entitled_is_kept_and_told(casino: Casino) -> None:
    """The bytes are kept for an authenticated caller; the service says that it refused them."""
    chain = casino.source("mesa")
    begin(casino)
    grant = chain.say(AccessGranted(source="mesa", role="admin"), AT)
    (answer,) = casino.door.submit([grant], credential="api-mesa")
    assert answer.outcome == "not-entitled"
    with psycopg.connect(casino.superuser) as connection:
        kept = connection.execute("SELECT source, code FROM ledger.kept_submission").fetchall()
    assert kept == [("mesa", "not-entitled")]
    assert casino.door.write_refusals() == 1
    (row,) = casino.installation.reader.at([casino.last])
    assert row.kind == SubmissionRefused.KIND
    said = msgspec.json.decode(row.envelope.partition(b"\n\n")[2])["payload"]
    assert (said["source"], said["code"]) == ("mesa", "not-entitled")


def test_an_unbound_enrolment_is_malformed(casino: Casino) -> None:
    """A table without places can never be right, with authority or without."""
    signer = KeySigner.generate()
    act = SourceEnrolled2(
        source="mesa-9",
        role=Role.TABLE,
        casino="c-1",
        key=signer.public_key.hex(),
        proof=prove_possession(ORIGIN, "mesa-9", signer),
    )
    answer = ask(casino, "registo-1", act)
    assert answer.outcome == "malformed"
    assert answer.detail.endswith("role table: expected places, got none")


def test_a_role_outside_the_list_is_malformed(casino: Casino) -> None:
    """source-enrolled/2 takes the words of the list alone: banana is none."""
    chain = casino.source("registo-1")
    act = SourceEnrolled2(source="x", role=Role.ADMIN, person="n-1", key="0" * 64, proof="0" * 128)
    envelope = chain.event(act, AT).replace(b'"admin"', b'"banana"')
    segment = chain.sign([envelope], chain.seq, chain.link)
    (answer,) = casino.door.submit([segment])
    assert answer.outcome == "malformed"
    assert "banana" in answer.detail


def test_a_door_that_opens_later_guards_the_same(casino: Casino) -> None:
    """From when authority holds stands in the log: who opens a door reads it there."""
    casino.source("mesa")
    begin(casino)
    keyring = read_keyring(casino.installation.reader)
    assert keyring.authority_since == casino.last == casino.door.keyring.authority_since


def test_authority_set_through_another_door_is_seen_here(casino: Casino) -> None:
    """A door that has not seen it is refused by the store, reads trust anew, and refuses."""
    chain = casino.source("mesa")
    with ExitStack() as stack:
        other = Installation(casino.installation.urls, casino.installation.home, stack)
        one, two = other.chain("registo-1"), other.chain("registo-2")
        other.send([one.say(AUTHORITY, AT)])
        other.send([two.say(Approval(target=one.name_of_last(), link=one.link.hex()), AT)])
        assert casino.door.keyring.authority_since is None
        (answer,) = casino.door.submit([chain.say(ClockTicked(), AT)])
        assert answer.outcome == "not-entitled"


def test_a_lost_key_is_revoked_by_its_own_source(casino: Casino) -> None:
    """Authority 4: of its own key a source needs nobody; of another's it is not entitled."""
    mesa = casino.source("mesa")
    casino.source("roda")
    begin(casino)
    key = mesa.signer.public_key.hex()
    assert ask(casino, "roda", KeyRevoked(source="mesa", key=key)).outcome == "not-entitled"
    assert ask(casino, "mesa", KeyRevoked(source="mesa", key=key, reason="loss")).accepted
    assert ask(casino, "mesa", Heartbeat()).outcome == "key-revoked"
