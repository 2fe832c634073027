"""The door: what it records, what it refuses and with which code, and what it answers for ever."""

import threading
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import msgspec
import psycopg
import pytest

from ledger.audit.trust import fold_trust
from ledger.door.ingestion import QUEUE_EVENTS_MAX, UNAVAILABLE, Answer, BusyError, Door
from ledger.door.opening import read_keyring
from ledger.events.base import Payload
from ledger.events.registry import (
    ClockTicked,
    Heartbeat,
    KeyRevoked,
    KeyRotated,
    SourceEnrolled,
    SourceEnrolled2,
)
from ledger.events.reviews import Approval
from ledger.events.rounds import BetPlaced
from ledger.ids import NO_LINK, Link
from ledger.roles import Role
from ledger.signed.canonical import ENVELOPE_SIZE_MAX, Envelope, decode, encode, instant
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment, Signed, sign_segment
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain, prove_possession
from ledger.store.recorder import LedgerStore, NotStoredError, Rows, UnknownOutcomeError
from ops.installation import Installation
from tests.fixtures.casino import AT, ORIGIN, Casino, enrol_plainly


def bet(number: int) -> BetPlaced:
    return BetPlaced(bet=number, seat=1, chance="pleno", selection="17", amount=100)


def segment_of(chain: SourceChain, count: int) -> Segment:
    first, previous = chain.seq + 1, chain.link
    envelopes = [chain.event(bet(number), AT) for number in range(1, count + 1)]
    return chain.sign(envelopes, first, previous)


def ask(casino: Casino, segment: Segment) -> Answer:
    (answer,) = casino.door.submit([segment])
    return answer


def stored(casino: Casino, source: str) -> list[int]:
    with psycopg.connect(casino.superuser) as connection:
        rows = connection.execute(
            "SELECT originator_version FROM ledger.events WHERE originator_id = %s ORDER BY 1",
            (source,),
        ).fetchall()
    return [seq for (seq,) in rows]


def test_a_segment_is_recorded_and_the_receipt_says_where(casino: Casino) -> None:
    """A receipt names origin, source, first seq, count, last link and last position."""
    chain = casino.source("mesa")
    answer = ask(casino, segment_of(chain, 3))
    assert answer.outcome == "recorded"
    assert answer.receipt is not None
    assert answer.receipt.first == 1
    assert answer.receipt.count == 3
    assert answer.receipt.link == chain.link.hex()
    (row,) = casino.installation.reader.at([answer.receipt.position])
    assert (row.source, row.seq, row.link) == ("mesa", 3, chain.link)


def test_the_same_bytes_again_give_the_same_receipt(casino: Casino) -> None:
    """Idempotence, for ever: also after the source's key was replaced, and within one request."""
    chain = casino.source("mesa")
    segment = segment_of(chain, 2)
    first, again = casino.door.submit([segment, segment])
    assert (first.outcome, again.outcome) == ("recorded", "repeated")
    new = KeySigner.generate()
    rotation = KeyRotated(key=new.public_key.hex(), proof=prove_possession(ORIGIN, "mesa", new))
    assert ask(casino, chain.say(rotation, AT)).accepted
    later = ask(casino, segment)
    assert later.outcome == "repeated"
    assert later.receipt == first.receipt == again.receipt


def test_a_gap_is_refused_and_nothing_is_recorded(casino: Casino) -> None:
    """Events before these were never received: code gap."""
    chain = casino.source("mesa")
    chain.event(bet(1), AT)
    assert ask(casino, chain.say(bet(2), AT)).outcome == "gap"
    assert stored(casino, "mesa") == []


def test_other_bytes_at_a_recorded_place_are_a_fork_and_kept(casino: Casino) -> None:
    """Equivocation is refused, and the signed bytes are kept as evidence, once."""
    chain = casino.source("mesa")
    other = SourceChain(ORIGIN, "mesa", chain.signer)
    ask(casino, chain.say(bet(1), AT))
    lie = other.say(bet(2), AT)
    assert ask(casino, lie).outcome == "fork"
    assert ask(casino, lie).outcome == "fork"
    with psycopg.connect(casino.superuser) as connection:
        kept = connection.execute("SELECT source, code FROM ledger.kept_submission").fetchall()
    assert kept == [("mesa", "fork")]


def test_a_story_that_follows_another_past_is_a_fork(casino: Casino) -> None:
    """The next seq with a previous link that is not the recorded one's."""
    chain = casino.source("mesa")
    other = SourceChain(ORIGIN, "mesa", chain.signer)
    ask(casino, chain.say(bet(1), AT))
    other.event(bet(9), AT)
    assert ask(casino, other.say(bet(2), AT)).outcome == "fork"


def test_a_segment_of_old_and_new_events_is_an_overlap(casino: Casino) -> None:
    """The first events are recorded already, the rest not: resend from where it says."""
    chain = casino.source("mesa")
    envelopes = [chain.event(bet(number), AT) for number in (1, 2, 3)]
    ask(casino, chain.sign(envelopes[:2], 1, NO_LINK))
    answer = ask(casino, chain.sign(envelopes, 1, NO_LINK))
    assert answer.outcome == "overlap"
    assert "resend from 3" in answer.detail
    assert ask(casino, chain.sign(envelopes[:1], 1, NO_LINK)).outcome == "repeated"


def test_an_unknown_source_and_an_unknown_key_have_their_own_codes(casino: Casino) -> None:
    """Who was never enrolled is unknown-source; a key that was never his is unknown-key."""
    stranger = SourceChain(ORIGIN, "ninguem", KeySigner.generate())
    assert ask(casino, stranger.say(bet(1), AT)).outcome == "unknown-source"
    casino.source("mesa")
    imposter = SourceChain(ORIGIN, "mesa", KeySigner.generate())
    assert ask(casino, imposter.say(bet(1), AT)).outcome == "unknown-key"


def test_a_signature_that_does_not_fit_is_unauthentic(casino: Casino) -> None:
    """The right key's name over another key's signature proves nothing."""
    chain = casino.source("mesa")
    segment = segment_of(chain, 2)
    forged = msgspec.structs.replace(segment, signature=bytes(64))
    assert ask(casino, forged).outcome == "unauthentic"


@pytest.mark.parametrize("part", ["first", "last"])
def test_one_changed_byte_is_unauthentic_or_malformed(casino: Casino, part: str) -> None:
    """A byte changed in any event of a segment breaks its signature or its chain."""
    chain = casino.source("mesa")
    segment = segment_of(chain, 2)
    index = 0 if part == "first" else 1
    changed = list(segment.envelopes)
    changed[index] = changed[index].replace(b'"amount":100', b'"amount":900')
    answer = ask(casino, msgspec.structs.replace(segment, envelopes=tuple(changed)))
    assert answer.outcome == ("malformed" if part == "first" else "unauthentic")


def test_another_ledgers_events_have_the_wrong_origin(casino: Casino) -> None:
    """An envelope names its ledger; another one refuses it."""
    chain = casino.source("mesa")
    elsewhere = SourceChain("outra.casa", "mesa", chain.signer)
    assert ask(casino, elsewhere.say(bet(1), AT)).outcome == "wrong-origin"


def test_bytes_that_are_no_envelope_are_malformed(casino: Casino) -> None:
    """Noise, a payload with a field too many, a field of another type."""
    signer = casino.source("mesa").signer
    good = SourceChain(ORIGIN, "mesa", signer).event(bet(1), AT)
    for bad in (b"", b"noise", good.replace(b'"seat":1', b'"seat":"1"'), good + b" "):
        links = [link_of(bad)]
        names = Signed.of(ORIGIN, "mesa", signer.public_key)
        signature = sign_segment(signer, names, 1, NO_LINK, links)
        segment = Segment(key=signer.public_key, signature=signature, envelopes=(bad,))
        assert ask(casino, segment).outcome in ("malformed", "not-canonical")


def test_another_spelling_is_not_canonical(casino: Casino) -> None:
    """The same facts with a blank in them, validly signed, are refused as not canonical."""
    signer = casino.source("mesa").signer
    good = SourceChain(ORIGIN, "mesa", signer).event(bet(1), AT)
    spaced = good.replace(b'"seat":1', b'"seat": 1')
    names = Signed.of(ORIGIN, "mesa", signer.public_key)
    signature = sign_segment(signer, names, 1, NO_LINK, [link_of(spaced)])
    segment = Segment(key=signer.public_key, signature=signature, envelopes=(spaced,))
    assert ask(casino, segment).outcome == "not-canonical"


def test_too_large_an_envelope_and_too_long_a_segment_are_oversize(casino: Casino) -> None:
    """65,536 bytes, and 1,001 events."""
    chain = casino.source("mesa")
    large = bytes(ENVELOPE_SIZE_MAX + 1)
    segment = Segment(key=chain.signer.public_key, signature=bytes(64), envelopes=(large,))
    assert ask(casino, segment).outcome == "oversize"
    event = chain.event(bet(1), AT)
    long = Segment(key=chain.signer.public_key, signature=bytes(64), envelopes=(event,) * 1_001)
    assert ask(casino, long).outcome == "oversize"


def test_what_must_stand_alone_is_refused_in_company(casino: Casino) -> None:
    """Keys, awards and officers' acts are segments of their own, otherwise malformed."""
    chain = casino.source("fiscal")
    first, previous = chain.seq + 1, chain.link
    act = Approval(target="mesa:1", link="0" * 64)
    envelopes = [chain.event(bet(1), AT), chain.event(act, AT)]
    answer = ask(casino, chain.sign(envelopes, first, previous))
    assert answer.outcome == "malformed"
    assert "of its own" in answer.detail


def test_a_revoked_key_signs_no_more_and_what_it_signed_stands(casino: Casino) -> None:
    """Revocation by position, with two registrars: earlier events stay, later ones are refused."""
    chain = casino.source("mesa")
    before = ask(casino, chain.say(bet(1), AT))
    one, two = (casino.installation.chain(name) for name in ("registo-1", "registo-2"))
    act = KeyRevoked(source="mesa", key=chain.signer.public_key.hex(), reason="roubo")
    proposed = one.say(act, AT)
    casino.installation.send([proposed])
    assert ask(casino, chain.say(bet(2), AT)).accepted, "one registrar of two is not enough"
    agreed = two.say(Approval(target=one.name_of_last(), link=one.link.hex()), AT)
    refused = chain.say(bet(3), AT)
    _, late = casino.door.submit([agreed, refused])
    assert late.outcome == "key-revoked", "also within one request"
    assert before.accepted
    assert stored(casino, "mesa") == [1, 2]


def test_a_rotated_key_takes_over_with_the_next_event(casino: Casino) -> None:
    """key-rotated is signed by the old key; from the next event on only the new one signs."""
    chain = casino.source("mesa")
    new = KeySigner.generate()
    rotation = KeyRotated(key=new.public_key.hex(), proof=prove_possession(ORIGIN, "mesa", new))
    ask(casino, chain.say(rotation, AT))
    old = SourceChain(ORIGIN, "mesa", chain.signer, seq=chain.seq, link=chain.link)
    assert ask(casino, old.say(bet(1), AT)).outcome == "key-revoked"
    chain.rotate(new)
    assert ask(casino, chain.say(bet(1), AT)).accepted


def test_a_key_expires_by_the_ledgers_own_clock(casino: Casino) -> None:
    """not_after is judged against the last clock-ticked, never against a source's own time."""
    signer = KeySigner.generate()
    one, two = (casino.installation.chain(name) for name in ("registo-1", "registo-2"))
    act = SourceEnrolled(
        source="visita",
        role="inspector",
        key=signer.public_key.hex(),
        not_after="2026-01-01T00:00:00.000000Z",
        proof=prove_possession(ORIGIN, "visita", signer),
    )
    first = one.say(act, AT)
    second = two.say(Approval(target=one.name_of_last(), link=one.link.hex()), AT)
    casino.installation.send([first, second])
    chain = SourceChain(ORIGIN, "visita", signer)
    assert ask(casino, chain.say(Heartbeat(), AT)).accepted, "the ledger's clock has not ticked"
    casino.tick()
    assert ask(casino, chain.say(Heartbeat(), AT)).outcome == "key-expired"


def test_a_door_that_opens_knows_the_latest_tick_not_the_last(casino: Casino) -> None:
    """A clock that went back makes no expired key sign again, at this door or at the next."""
    assert casino.tick().accepted
    late = casino.installation.now() + timedelta(minutes=4)
    casino.installation.now = lambda: late
    assert casino.tick().accepted
    casino.installation.now = lambda: late - timedelta(hours=3)
    assert casino.tick().accepted
    assert casino.door.keyring.clock == instant(late)
    assert read_keyring(casino.installation.reader).clock == instant(late)


def test_a_tick_of_a_time_that_has_not_come_is_refused(casino: Casino) -> None:
    """Issue 17: a stolen service key ends no key before its time; within the bound it ticks."""
    now = casino.installation.now()
    chain = casino.installation.chain("servico")
    ahead = chain.say(ClockTicked(), instant(now + timedelta(days=365)))
    assert ask(casino, ahead).outcome == "tick-ahead"
    assert casino.door.keyring.clock != instant(now + timedelta(days=365))
    near = casino.installation.chain("servico").say(ClockTicked(), instant(now))
    assert ask(casino, near).accepted


@pytest.mark.parametrize(("ends", "outcome"), [(-1, "key-expired"), (1, "recorded")])
def test_nothing_follows_in_its_segment_a_tick_that_ends_its_own_key(
    casino: Casino, ends: int, outcome: str
) -> None:
    """``verify`` asks at the last event who could sign: there it accused whom the door let in."""
    now = casino.installation.now()
    chain, signer = casino.installation.chain("servico"), KeySigner.generate()
    rotated = KeyRotated(
        key=signer.public_key.hex(),
        not_after=instant(now + timedelta(minutes=ends)),
        proof=prove_possession(ORIGIN, "servico", signer),
    )
    assert ask(casino, chain.say(rotated, AT)).accepted
    chain = casino.installation.chain("servico", signer)
    first, previous = chain.seq + 1, chain.link
    ticks = [chain.event(ClockTicked(), instant(now)) for _ in range(2)]
    assert ask(casino, chain.sign(ticks, first, previous)).outcome == outcome
    if ends < 0:  # alone it is the key's last word
        assert ask(casino, chain.sign(ticks[:1], first, previous)).accepted
        assert ask(casino, chain.sign(ticks[1:], first + 1, link_of(ticks[0]))).outcome == outcome
    rows = casino.installation.reader.page(after=0, limit=100)
    found = fold_trust(rows).keys.at("servico", casino.last)
    assert found is not None
    assert found[0] == signer.public_key


def test_a_revoked_service_key_says_nothing_more(casino: Casino) -> None:
    """Issue 17: it stops ticking at once, and refusals wait; its next key goes on in its chain."""
    installation = casino.installation
    assert casino.tick().accepted
    old = installation.keys.load("servico").public_key.hex()
    installation.send(installation.agreed(KeyRevoked(source="servico", key=old)))
    last = casino.last
    assert casino.tick().outcome == "key-revoked"
    assert casino.door.write_refusals() == 0
    assert casino.last == last
    signer = KeySigner.generate()
    act = SourceEnrolled2(
        source="servico",
        role=Role.SERVICE,
        key=signer.public_key.hex(),
        proof=prove_possession(ORIGIN, "servico", signer),
    )
    installation.send(installation.agreed(act))
    assert casino.door.service is not None
    casino.door.service.rotate(signer)
    assert casino.tick().accepted


def test_a_guilty_segment_does_not_hold_up_the_others(casino: Casino) -> None:
    """A request is not all or nothing: each segment has its own answer."""
    good, bad = casino.source("mesa-1"), casino.source("mesa-2")
    bad.event(bet(1), AT)
    segments = [good.say(bet(1), AT), bad.say(bet(2), AT), good.say(bet(2), AT)]
    outcomes = [answer.outcome for answer in casino.door.submit(segments)]
    assert outcomes == ["recorded", "gap", "recorded"]


def test_sources_interleaved_in_one_request_keep_their_order(casino: Casino) -> None:
    """Positions follow the order of the request, though sources take turns."""
    chains = [casino.source(f"mesa-{number}") for number in range(4)]
    segments = [chain.say(bet(n), AT) for n in range(1, 30) for chain in chains]
    answers = casino.door.submit(segments)
    positions = [answer.receipt.position for answer in answers if answer.receipt is not None]
    assert positions == list(range(positions[0], positions[0] + len(segments)))


def test_another_doors_events_are_seen_before_a_segment_is_judged(casino: Casino) -> None:
    """Two doors on one ledger: a chain may go on through either, and none records a fork."""
    chain = casino.source("mesa")
    with_other = LedgerStore(casino.conninfo)
    other = Door(with_other, lambda: read_keyring(casino.installation.reader))
    try:
        assert ask(casino, chain.say(bet(1), AT)).accepted
        (through_other,) = other.submit([chain.say(bet(2), AT)])
        assert through_other.accepted
        assert ask(casino, chain.say(bet(3), AT)).accepted
        assert stored(casino, "mesa") == [1, 2, 3]
    finally:
        other.close()
        with_other.close()


def test_what_the_service_says_through_two_doors_is_recorded_by_both(casino: Casino) -> None:
    """A command speaks for the service beside it: the refusals of that minute are not lost."""
    chain = casino.source("mesa")
    with ExitStack() as stack:
        home = casino.installation.keys.folder.parents[1]
        other = Installation(casino.installation.urls, home, stack)
        for _ in range(2):
            chain.event(bet(1), AT)
            assert ask(casino, chain.say(bet(2), AT)).outcome == "gap"
            assert other.door.tick().accepted
            assert casino.door.write_refusals() == 1


def test_a_key_revoked_through_another_door_is_refused_here(casino: Casino) -> None:
    """Trust is what the log says at the position, not what this process remembers."""
    chain = casino.source("mesa")
    assert ask(casino, chain.say(bet(1), AT)).accepted
    store = LedgerStore(casino.conninfo)
    other = Door(store, lambda: read_keyring(casino.installation.reader))
    try:
        one, two = (casino.installation.chain(name) for name in ("registo-1", "registo-2"))
        act = KeyRevoked(source="mesa", key=chain.signer.public_key.hex(), reason="roubo")
        proposed = one.say(act, AT)
        agreed = two.say(Approval(target=one.name_of_last(), link=one.link.hex()), AT)
        assert all(answer.accepted for answer in other.submit([proposed, agreed]))
        assert ask(casino, chain.say(bet(2), AT)).outcome == "key-revoked"
    finally:
        other.close()
        store.close()


def test_a_source_enrolled_through_another_door_may_speak_here(casino: Casino) -> None:
    """Who was enrolled elsewhere a moment ago is not a stranger."""
    assert ask(casino, casino.source("mesa").say(bet(1), AT)).accepted
    with ExitStack() as stack:
        home = casino.installation.keys.folder.parents[1]
        other = Installation(casino.installation.urls, home, stack)
        chain = enrol_plainly(other, "mesa-nova", "table")
        assert ask(casino, chain.say(bet(1), AT)).accepted


def test_many_threads_get_a_receipt_each_and_positions_have_no_gap(casino: Casino) -> None:
    """Eight sources at once: every event recorded once, positions contiguous."""
    chains = [casino.source(f"mesa-{number}") for number in range(8)]
    before = casino.installation.reader.last_position()
    failed: list[Answer] = []

    def send(chain: SourceChain) -> None:
        for number in range(1, 31):
            answer = ask(casino, chain.say(bet(number), AT))
            if not answer.accepted:
                failed.append(answer)

    threads = [threading.Thread(target=send, args=(chain,)) for chain in chains]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert casino.installation.reader.last_position() == before + 8 * 30
    assert all(stored(casino, chain.source) == list(range(1, 31)) for chain in chains)


def test_a_full_queue_takes_nothing(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over the queue's limit the door says so at once, and the source comes again."""
    chain = casino.source("mesa")
    monkeypatch.setattr(casino.door._line, "events", QUEUE_EVENTS_MAX)
    with pytest.raises(BusyError):
        ask(casino, chain.say(bet(1), AT))
    assert stored(casino, "mesa") == []


@pytest.mark.parametrize("committed", [True, False])
def test_an_unknown_outcome_is_asked_and_not_guessed(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, *, committed: bool
) -> None:
    """The answer to a commit is lost: recorded exactly once, whether it had been stored or not."""
    chain = casino.source("mesa")
    append: Callable[[Rows], Any] = casino.installation.store.append
    lost: list[Rows] = []

    def lose_the_first_answer(rows: Rows, *rest: Any) -> Any:
        if not lost:
            lost.append(rows)
            if committed:
                append(rows, *rest)
            raise UnknownOutcomeError("the connection was lost")
        return append(rows, *rest)

    monkeypatch.setattr(casino.installation.store, "append", lose_the_first_answer)
    answer = ask(casino, segment_of(chain, 3))
    assert answer.outcome == "recorded"
    assert answer.receipt is not None
    (row,) = casino.installation.reader.at([answer.receipt.position])
    assert (row.source, row.seq) == ("mesa", 3)
    assert stored(casino, "mesa") == [1, 2, 3]


def test_a_door_that_nobody_answered_opens_by_itself(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the store is away everything is refused; once it answers, heads are read anew."""
    chain = casino.source("mesa")
    store = casino.installation.store

    def away(*_: Any) -> Any:
        raise UnknownOutcomeError("the connection was lost")

    def nobody(*_: Any) -> Any:
        raise NotStoredError("the database cannot be reached")

    monkeypatch.setattr("ledger.door.ingestion.OUTCOME_SECONDS_MAX", 0.05)
    segment = segment_of(chain, 3)
    with monkeypatch.context() as gone:
        gone.setattr(store, "append", away)
        gone.setattr(store, "links", nobody)
        gone.setattr(store, "enrol", nobody)
        with pytest.raises(UnknownOutcomeError):
            casino.door.submit([segment])
        assert casino.door.stopped == "the door is closed after a UnknownOutcomeError"
        for _ in range(2):
            assert ask(casino, segment).outcome == UNAVAILABLE
        assert casino.door.waiting == 0
    assert ask(casino, segment).outcome == "recorded"
    assert casino.door.stopped is None
    assert stored(casino, "mesa") == [1, 2, 3]


def test_what_is_refused_enters_the_log_folded(casino: Casino) -> None:
    """One submission-refused for each source and code since the last writing, with a count."""
    chain = casino.source("mesa")
    chain.event(bet(1), AT)
    for number in (2, 4, 3):
        ask(casino, chain.say(bet(number), AT))
    furthest = chain.link
    assert casino.door.write_refusals() == 1
    last = casino.installation.reader.last_position()
    (row,) = casino.installation.reader.at([last])
    payload = decode(row.envelope).payload
    assert row.kind == "submission-refused/2"
    assert msgspec.to_builtins(payload) | {"hash": ""} == {
        "source": "mesa",
        "code": "gap",
        "hash": "",
        "count": 3,
        "seq": 4,
        "link": furthest.hex(),
    }
    assert casino.door.write_refusals() == 0


def test_each_second_story_is_told_by_its_hash(casino: Casino) -> None:
    """Two in one minute are two events, one of which came twice: none is deleted unseen."""
    assert ask(casino, casino.source("mesa").say(bet(1), AT)).accepted
    stories = [
        SourceChain(ORIGIN, "mesa", casino.source("mesa").signer).say(bet(number), AT)
        for number in (2, 3)
    ]
    for story in (*stories, stories[0]):
        assert ask(casino, story).outcome == "fork"
    before = casino.last
    assert casino.door.write_refusals() == 2
    said = [
        decode(row.envelope).payload
        for row in casino.installation.reader.at([before + 1, before + 2])
    ]
    assert [(one.hash, one.count) for one in said] == [
        (sha256(b"".join(story.envelopes)).hexdigest(), count)
        for story, count in zip(stories, (2, 1), strict=True)
    ]


def test_of_strangers_in_one_name_no_event_is_told(casino: Casino) -> None:
    """A refusal names the event that would heal it only where all that it counts hangs together."""
    casino.source("mesa")
    for number in (1, 2):
        signer = KeySigner.generate()
        ask(casino, SourceChain(ORIGIN, "mesa", signer).say(bet(number), AT))
    assert casino.door.write_refusals() == 1
    (row,) = casino.installation.reader.at([casino.installation.reader.last_position()])
    assert row.kind == "submission-refused/1"


def test_refused_bytes_are_kept_only_for_callers_with_a_credential(casino: Casino) -> None:
    """Anybody can send rubbish; only a known caller's is kept, within the quota."""
    chain = casino.source("mesa")
    chain.event(bet(1), AT)
    segment = chain.say(bet(2), AT)
    casino.door.submit([segment])
    with psycopg.connect(casino.superuser) as connection:
        query = "SELECT count(*) FROM ledger.kept_submission"
        assert connection.execute(query).fetchone() == (0,)
        casino.door.submit([segment], credential="terminal-1")
        assert connection.execute(query).fetchone() == (1,)


def test_unknown_kinds_are_recorded(casino: Casino) -> None:
    """A kind this version does not know is stored and proved like any other."""
    chain = casino.source("mesa")
    envelope = encode(
        Envelope(
            origin=ORIGIN,
            source=chain.source,
            seq=1,
            previous=Link(NO_LINK),
            kind="roda-nova/1",
            blind=bytes(16),
            at=AT,
            payload={"qualquer": [1, 2, {"coisa": True}]},
        )
    )
    assert ask(casino, chain.sign([envelope], 1, NO_LINK)).accepted


def test_a_restarted_door_goes_on_where_the_log_ends(casino: Casino) -> None:
    """Trust, heads and the clock come from the log alone."""
    chain = casino.source("mesa")
    ask(casino, chain.say(bet(1), AT))
    casino.tick()
    keyring = read_keyring(casino.installation.reader)
    assert keyring.clock == casino.door.keyring.clock
    assert keyring.sources.keys() == casino.door.keyring.sources.keys()
    store = LedgerStore(casino.conninfo)
    again = Door(store, lambda: keyring, now=lambda: datetime(2026, 11, 21, tzinfo=UTC))
    try:
        (answer,) = again.submit([chain.say(bet(2), AT)])
        assert answer.accepted
    finally:
        again.close()
        store.close()


def test_payloads_are_what_the_kind_allows() -> None:
    """A door's vocabulary is closed per kind: every kind forbids unknown fields."""
    assert Payload.__struct_config__.forbid_unknown_fields


def test_a_kind_that_nobody_knows_is_recorded_and_named(casino: Casino) -> None:
    """Whoever sends it is told that nothing will judge it; the same again is told the same."""
    chain = casino.source("mesa")
    first, previous = chain.seq + 1, chain.link
    known = chain.event(Heartbeat(), AT)
    strange = known.replace(b"heartbeat/1", b"sneeze/1").replace(b"\n1\n", b"\n2\n", 1)
    strange = strange.replace(previous.hex().encode(), chain.link.hex().encode(), 1)
    segment = chain.sign([known, strange], first, previous)
    answer = ask(casino, segment)
    assert (answer.outcome, answer.unknown) == ("recorded", ("sneeze/1",))
    again = ask(casino, segment)
    assert (again.outcome, again.unknown) == ("repeated", ("sneeze/1",))
    assert again.receipt == answer.receipt


def test_a_rehearsal_judges_as_the_door_would(casino: Casino) -> None:
    """A key that is rotated within it signs what follows, and the ledger knows nothing of it."""
    chain = casino.source("mesa")
    old, new = chain.signer, KeySigner.from_seed(bytes(range(32)))
    rotated = KeyRotated(key=new.public_key.hex(), proof=prove_possession(ORIGIN, "mesa", new))
    segments = [chain.say(rotated, AT)]
    chain.rotate(new)
    segments += [chain.say(Heartbeat(), AT), segment_of(chain, 3)]
    chain.rotate(old)
    segments.append(chain.say(Heartbeat(), AT))
    said = casino.door.rehearse(segments)
    assert [one.outcome for one in said] == ["admitted", "admitted", "admitted", "key-revoked"]
    assert stored(casino, "mesa") == []
    assert [one.outcome for one in casino.door.submit(segments)] == [
        "recorded", "recorded", "recorded", said[3].outcome,
    ]  # fmt: skip
