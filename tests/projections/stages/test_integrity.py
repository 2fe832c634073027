"""What the log says about itself, and what of it cannot be."""

import msgspec

from ledger.events.registry import CheckpointSealed, ParameterSet, VerificationDone
from ledger.signed.segments import Segment
from ledger.signed.signing import KeySigner
from tests.fixtures.casino import AT, DAY, Casino

ROOT, OTHER = "ab" * 32, "cd" * 32


def found(casino: Casino) -> list[tuple[str, str, str]]:
    """Return code, expected and recorded of what is found."""
    casino.project()
    rows = casino.rows("SELECT code, expected, recorded FROM {s}.finding ORDER BY known_from, id")
    return [(row["code"], row["expected"], row["recorded"]) for row in rows]


def submit(casino: Casino, segment: Segment) -> None:
    """Send what the door must refuse, and let it write that down."""
    (answer,) = casino.door.submit([segment], credential="mesa")
    assert not answer.accepted
    casino.door.write_refusals()


def test_a_forged_signature_is_a_finding(casino: Casino) -> None:
    """INT-SIG: another key signed in a source's name; the source itself said nothing."""
    chain = casino.source("mesa")
    chain.rotate(KeySigner.generate())
    submit(casino, chain.say(CheckpointSealed(size=1, root=ROOT), AT))
    ((code, _, recorded),) = found(casino)
    assert (code, recorded) == ("INT-SIG", "unknown-key: 1 submissions in the name of mesa")


def test_a_gap_and_a_second_story_are_findings(casino: Casino) -> None:
    """INT-CHAIN: an event is left out, or its place is told again otherwise."""
    chain = casino.source("mesa")
    casino.say("mesa", CheckpointSealed(size=1, root=ROOT))
    chain.seq += 1
    submit(casino, chain.say(CheckpointSealed(size=2, root=ROOT), AT))
    chain.seq, chain.link = 0, bytes(32)
    submit(casino, chain.say(CheckpointSealed(size=3, root=ROOT), AT))
    assert [(code, recorded.split(":")[0]) for code, _, recorded in found(casino)] == [
        ("INT-CHAIN", "gap"),
        ("INT-CHAIN", "fork"),
    ]


def test_what_is_no_event_is_a_finding(casino: Casino) -> None:
    """INT-SCHEMA: bytes that are no canonical envelope, though the key signed them."""
    chain = casino.source("mesa")
    segment = chain.say(CheckpointSealed(size=1, root=ROOT), AT)
    (envelope,) = segment.envelopes
    submit(casino, msgspec.structs.replace(segment, envelopes=(envelope + b" ",)))
    assert [code for code, _, _ in found(casino)] == ["INT-SCHEMA"]


def test_a_kind_of_tomorrow_is_recorded_and_told(casino: Casino) -> None:
    """INT-SCHEMA: the event is authentic, so it stands; that nobody understands it is said."""

    class HologramShown(CheckpointSealed, frozen=True, kw_only=True):
        KIND = "hologram-shown/1"

    casino.say("mesa", HologramShown(size=1, root=ROOT))
    assert found(casino) == [
        ("INT-SCHEMA", "a kind that this version knows", "hologram-shown/1"),
    ]


def test_two_statements_about_one_size_must_agree(casino: Casino) -> None:
    """INT-CKPT: a witness was handed another root than the one stated before; the same is fine."""
    for root in (ROOT, ROOT, OTHER):
        casino.say("testemunha", CheckpointSealed(size=3, root=root))
        casino.project()
    assert found(casino) == [("INT-CKPT", ROOT, OTHER)]


def test_a_checkpoint_does_not_cover_what_comes_after_it(casino: Casino) -> None:
    """INT-CKPT: it states a root over positions that do not exist yet."""
    casino.say("testemunha", CheckpointSealed(size=1_000, root=ROOT))
    ((code, _, recorded),) = found(casino)
    assert (code, recorded) == ("INT-CKPT", "over 1000")


def test_a_verification_with_faults_is_a_finding(casino: Casino) -> None:
    """INT-CKPT: an auditor recomputed the log and it was not clean; a clean one is none."""
    casino.say("auditor", VerificationDone(last=2, root=ROOT, outcome="clean"))
    casino.say("auditor", VerificationDone(last=3, root=OTHER, outcome="faults", faults=2))
    assert found(casino) == [("INT-CKPT", "a clean log", "2 faults up to position 3")]


def test_a_checkpoint_that_is_due_and_absent_is_told_once(casino: Casino) -> None:
    """INT-CKPT: the parameter asks for one every so many hours; sealed, the time begins again."""
    hours = ParameterSet(scope="*", name="checkpoint_hours", value=1, since=AT)
    casino.approve("direccao", casino.say("financas", hours))
    casino.tick()  # by the real clock: the last statement is long ago, or not yet
    casino.say("testemunha", CheckpointSealed(size=2, root=ROOT), at="2020-01-01T00:00:00.000000Z")
    casino.tick()
    casino.tick()
    late = [one for one in found(casino) if one[0] == "INT-CKPT"]
    assert len(late) == 1
    assert late[0][1].startswith("a checkpoint within 1 h of 2020-01-01")
    assert DAY not in late[0][1]
