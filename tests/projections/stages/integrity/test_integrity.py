"""What the log says about itself, and what of it cannot be."""

from datetime import UTC, datetime, timedelta

import msgspec

from ledger.events.registry import CheckpointSealed, Heartbeat, ParameterSet, VerificationDone
from ledger.ids import NO_LINK
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain
from tests.fixtures.casino import AT, DAY, ORIGIN, Casino, plain_enrolment

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
    """INT-CHAIN: an event is left out for longer than its term, or its place is told otherwise."""
    chain = casino.source("mesa")
    casino.say("mesa", CheckpointSealed(size=1, root=ROOT))
    chain.seq += 1
    submit(casino, chain.say(CheckpointSealed(size=2, root=ROOT), AT))
    chain.seq, chain.link = 0, bytes(32)
    submit(casino, chain.say(CheckpointSealed(size=3, root=ROOT), AT))
    later(casino, 301)
    assert [(code, recorded.split(":")[0]) for code, _, recorded in found(casino)] == [
        ("INT-CHAIN", "fork"),
        ("INT-CHAIN", "gap"),
    ]


def later(casino: Casino, seconds: int) -> None:
    """Let the ledger's clock tick so much after the present moment."""
    moment = datetime.now(UTC) + timedelta(seconds=seconds)
    casino.installation.now = lambda: moment
    casino.tick()


def open_findings(casino: Casino) -> list[str]:
    """Return what stands now, as recorded; findings that ended stand no more."""
    casino.project()
    rows = casino.rows(
        "SELECT recorded FROM {s}.finding WHERE known_until IS NULL ORDER BY known_from, id"
    )
    return [row["recorded"] for row in rows]


def overtaken(casino: Casino) -> tuple[Segment, Segment]:
    """Let a table's third segment be refused because it came before the second; return both."""
    chain = casino.source("mesa")
    casino.say("mesa", CheckpointSealed(size=1, root=ROOT))
    second, third = (chain.say(CheckpointSealed(size=size, root=ROOT), AT) for size in (1, 2))
    submit(casino, third)
    return second, third


def test_a_segment_that_overtook_its_predecessor_accuses_nobody(casino: Casino) -> None:
    """INT-CHAIN waits: the two come again in their turn, before 300 s have passed."""
    second, third = overtaken(casino)
    later(casino, 299)
    assert all(one.accepted for one in casino.door.submit([second, third]))
    later(casino, 3_000)
    assert found(casino) == []


def test_a_gap_that_is_filled_late_stands_no_more(casino: Casino) -> None:
    """INT-CHAIN: it is a finding when its term has passed, and ends where the gap is filled."""
    second, third = overtaken(casino)
    later(casino, 301)
    assert open_findings(casino) == ["gap: 1 submissions in the name of mesa; not filled in time"]
    casino.door.submit([second])
    assert len(open_findings(casino)) == 1  # not yet all of it
    casino.door.submit([third])
    assert open_findings(casino) == []
    assert len(found(casino)) == 1  # that it stood for a while remains known


def test_a_gap_whose_place_goes_to_another_event_is_never_filled(casino: Casino) -> None:
    """INT-CHAIN: the source signed two different third events; one was refused as early."""
    second, _ = overtaken(casino)
    casino.door.submit([second])
    chain = casino.source("mesa")
    chain.seq -= 1
    chain.link = link_of(second.envelopes[-1])
    assert casino.door.submit([chain.say(CheckpointSealed(size=1, root=ROOT), AT)])[0].accepted
    casino.say("mesa", CheckpointSealed(size=2, root=ROOT))
    assert open_findings(casino) == [
        "gap: 1 submissions in the name of mesa; mesa:3 is another event"
    ]


def test_of_a_source_one_gap_is_told_at_a_time(casino: Casino) -> None:
    """INT-CHAIN: what stays wrong is one finding, whatever else is refused meanwhile."""
    overtaken(casino)
    chain = casino.source("mesa")
    for size in (3, 4):
        submit(casino, chain.say(CheckpointSealed(size=size, root=ROOT), AT))
    later(casino, 301)
    casino.project()
    later(casino, 900)
    assert len(open_findings(casino)) == 1


def test_a_gap_has_the_term_that_is_set(casino: Casino) -> None:
    """INT-CHAIN: ``clock_skew_seconds`` says how far events may be from their order."""
    term = ParameterSet(scope="*", name="clock_skew_seconds", value=60, since=AT)
    casino.approve("direccao", casino.say("financas", term))
    overtaken(casino)
    later(casino, 61)
    assert len(open_findings(casino)) == 1


def test_a_repeat_that_goes_on_accuses_nobody_once_the_rest_is_in(casino: Casino) -> None:
    """INT-CHAIN: a segment of old and new events is what a source sends whose answer was lost."""
    chain = casino.source("mesa")
    first, second = (chain.say(Heartbeat(waiting=waiting), AT) for waiting in (1, 0))
    casino.door.submit([first])
    submit(casino, chain.sign(first.envelopes + second.envelopes, 1, NO_LINK))
    casino.door.submit([second])
    later(casino, 900)
    assert found(casino) == []


def test_who_speaks_before_he_is_enrolled_is_accused_until_it_stands(casino: Casino) -> None:
    """INT-SIG: told at once, and no more when the very same event is recorded."""
    early = SourceChain(ORIGIN, "cedo", casino.installation.keys.make("cedo"))
    segment = early.say(CheckpointSealed(size=1, root=ROOT), AT)
    submit(casino, segment)
    assert open_findings(casino) == ["unknown-source: 1 submissions in the name of cedo"]
    casino.installation.send(plain_enrolment(casino.installation, "cedo", "table"))
    casino.door.submit([segment])
    assert open_findings(casino) == []


def test_two_strangers_of_one_name_do_not_heal_each_other(casino: Casino) -> None:
    """INT-SIG: a forger in the same minute as an honest device is still told."""
    early = SourceChain(ORIGIN, "cedo", casino.installation.keys.make("cedo"))
    segment = early.say(CheckpointSealed(size=1, root=ROOT), AT)
    forger = SourceChain(ORIGIN, "cedo", KeySigner.generate())
    for one in (forger.say(CheckpointSealed(size=1, root=OTHER), AT), segment):
        casino.door.submit([one])
    casino.door.write_refusals()
    casino.installation.send(plain_enrolment(casino.installation, "cedo", "table"))
    casino.door.submit([segment])
    assert open_findings(casino) == ["unknown-source: 2 submissions in the name of cedo"]


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
