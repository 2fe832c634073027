"""Signed notes, cosignatures, policies and what witnesses are asked: others' and ours."""

import re
from base64 import b64encode
from contextlib import suppress
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import BrokenProofError
from ledger.signed.checkpoint import Checkpoint, body_of, checkpoint_of, log_key, sign_checkpoint
from ledger.signed.cosignatures import Ed25519Cosigner, MLDSA44Cosigner, check_cosignature
from ledger.signed.merkle import EMPTY_ROOT, consistency_proof, root_of
from ledger.signed.notes import Note, added, check_signature, read_key, read_note
from ledger.signed.signing import KeySigner
from ledger.signed.witnesses.policy import believe, read_policy
from ledger.signed.witnesses.witnessing import (
    ConflictError,
    RefusedError,
    decide,
    read_request,
    request_of,
)

EXAMPLE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
EXAMPLE_NOTE = (
    "This is an example message.\n\n"
    "— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuw"
    "HjG1Yu72IneyaQM=\n"
)
LOG = KeySigner.from_seed(bytes(range(32)))
REGULATOR = Ed25519Cosigner("regulador.example/w1", KeySigner.from_seed(bytes(range(1, 33))))
OUTSIDER = MLDSA44Cosigner("fora.example/w1", bytes(range(2, 34)))
LEAVES = [sha256(bytes([number])).digest() for number in range(40)]
NOON = 1_795_000_000


def note_of(size: int, leaves: list[bytes] = LEAVES) -> Note:
    """Return a checkpoint of the first leaves, signed by the log."""
    root = root_of(leaves[:size])
    return read_note(sign_checkpoint(Checkpoint(origin="casa", size=size, root=root), LOG))


def test_the_example_of_the_specification_is_read_and_verified() -> None:
    """C2SP signed-note, Example: the published key verifies the published note."""
    key, note = read_key(EXAMPLE_KEY), read_note(EXAMPLE_NOTE)
    assert key.text == EXAMPLE_KEY
    assert note.whole == EXAMPLE_NOTE
    check_signature(note, key)
    with pytest.raises(BrokenProofError, match="does not fit"):
        check_signature(Note(note.text.replace("an", "no"), note.signatures), key)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("example.com/foo", "expected <name>+<id in hex>+<key in base64>"),
        (EXAMPLE_KEY.replace("530d903a", "530d903b"), "expected id 530d903a"),
        (EXAMPLE_KEY[:-4], "expected 32 bytes after the type, got 29"),
        ("a b+530d903a+AQ==", "verifier key"),
        ("x+00000000+CQ==", "expected a key of type 1, 4, 6, got 9"),
    ],
)
def test_a_key_that_is_none_says_why(text: str, said: str) -> None:
    """Name, id, type and size of a verifier key are looked at, and the fault is named."""
    with pytest.raises(BrokenProofError, match=re.escape(said)):
        read_key(text)


@pytest.mark.parametrize("cosigner", [REGULATOR, OUTSIDER], ids=["ed25519", "ml-dsa-44"])
def test_a_cosignature_covers_checkpoint_and_time(
    cosigner: Ed25519Cosigner | MLDSA44Cosigner,
) -> None:
    """It verifies for this text and time, and for no other size, root, origin or time."""
    note = note_of(7)
    signed = cosigner.cosign(note.text, NOON)
    assert check_cosignature(added(note, [signed]), cosigner.key) == NOON
    later = signed.stamp[:7] + bytes([signed.stamp[7] ^ 1]) + signed.stamp[8:]
    wrong = [
        added(note_of(8), [signed]),
        added(Note(note.text.replace("casa", "case"), note.signatures), [signed]),
        Note(note.text, (type(signed)(signed.name, signed.id, later),)),
        Note(note.text, (type(signed)(signed.name, signed.id, signed.stamp[:-1]),)),
    ]
    for one in wrong:
        with pytest.raises(BrokenProofError, match="does not fit"):
            check_cosignature(one, cosigner.key)
    with pytest.raises(BrokenProofError, match="no cosignature"):
        check_cosignature(note, cosigner.key)


def test_the_messages_are_those_of_the_specification() -> None:
    """C2SP tlog-cosignature: two lines before the text; or label, names, time, size, root."""
    note = note_of(7)
    by_hand = f"cosignature/v1\ntime {NOON}\n{note.text}".encode()
    stamp = REGULATOR.cosign(note.text, NOON).stamp
    assert stamp == NOON.to_bytes(8, "big") + KeySigner.from_seed(bytes(range(1, 33))).sign(by_hand)
    assert OUTSIDER.key.id == sha256(b"fora.example/w1\n\x06" + OUTSIDER.key.public).digest()[:4]
    assert len(OUTSIDER.key.public) == 1312
    assert len(OUTSIDER.cosign(note.text, NOON).stamp) == 8 + 2420


def policy(quorum: str) -> str:
    """Return a policy of one log and two witnesses, of which one form must have cosigned."""
    return (
        f"# a casa\nlog {log_key('casa', LOG.public_key).text} https://casa.example\n"
        f"witness regulador {REGULATOR.key.text} https://w.example\n"
        f"witness fora\t{OUTSIDER.key.text}\n"
        "group ambos all regulador fora\n"
        f"quorum {quorum}\n"
    )


def test_a_policy_believes_what_enough_witnesses_cosigned() -> None:
    """All, any, one by name, none: the quorum decides, a wrong line under the note rejects it."""
    note = note_of(9)
    one = added(note, [REGULATOR.cosign(note.text, NOON)])
    two = added(one, [OUTSIDER.cosign(note.text, NOON + 1)])
    believed = believe(two, read_policy(policy("ambos")))
    assert believed.cosigned == {"regulador": NOON, "fora": NOON + 1}
    assert believe(note, read_policy(policy("none"))).checkpoint.size == 9
    assert believe(one, read_policy(policy("regulador"))).cosigned == {"regulador": NOON}
    for bad, said in (
        (one, "quorum ambos is not met by regulador"),
        (note, "not met by no witness"),
        (Note(two.text, two.signatures[1:]), "no signature of the log"),
        (added(note, [OUTSIDER.cosign(note_of(8).text, NOON)]), "does not fit"),
    ):
        with pytest.raises(BrokenProofError, match=said):
            believe(bad, read_policy(policy("ambos")))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("quorum ambos", "line 7: a policy has one quorum"),
        ("witness none x", "verifier key"),
        ("group so 3 ambos", "expected all, any or 1 to 1"),
        ("group so any outro", "'outro' is not defined above"),
        ("group so any regulador", "'regulador' counts in a group already"),
        ("group ambos any ambos", "'ambos' is taken"),
        ("grupo x", "expected log, witness, group or quorum"),
        (f"witness outra {REGULATOR.key.text}", "stands twice"),
        (f"log {REGULATOR.key.text}", "expected a key of type 1 or 6, got 4"),
    ],
)
def test_a_policy_that_is_none_names_its_line(line: str, said: str) -> None:
    """Every line of a policy is read, and a wrong one is named with what was expected."""
    with pytest.raises(BrokenProofError, match=re.escape(said)):
        read_policy(policy("ambos") + line)


KEYS = [log_key("casa", LOG.public_key)]


def test_a_witness_cosigns_what_extends_what_it_saw() -> None:
    """From nothing, and from each size to each larger one, with the proof between them."""
    assert decide(request_of(note_of(5), 0, []), KEYS, None).text == note_of(5).text
    for old in range(1, 20):
        seen = checkpoint_of(note_of(old).text)
        for new in range(old, 24):
            request = request_of(note_of(new), old, consistency_proof(LEAVES[:new], old))
            assert read_request(request.body) == request
            assert decide(request, KEYS, seen) == note_of(new)


def test_a_witness_refuses_a_log_that_rewrites_shrinks_or_is_not_known() -> None:
    """The protocol's word for each: 400, 403, 404, 409 with the size, 422."""
    other = [*LEAVES[:3], sha256(b"another").digest(), *LEAVES[4:]]
    seen = checkpoint_of(note_of(8).text)
    proof = consistency_proof(LEAVES[:12], 8)
    forked = request_of(note_of(12, other), 8, consistency_proof(other[:12], 8))
    unsigned = added(Note(note_of(12).text, ()), [REGULATOR.cosign(note_of(12).text, 1)])
    altered = Note(note_of(12, other).text, note_of(12).signatures)
    empty = body_of(Checkpoint(origin="casa", size=0, root=bytes(32)))
    for request, keys, known, status in (
        (request_of(note_of(12), 8, proof), [], seen, 404),
        (request_of(unsigned, 8, proof), KEYS, seen, 403),
        (request_of(altered, 8, proof), KEYS, seen, 403),
        (request_of(note_of(7), 8, []), KEYS, seen, 400),
        (request_of(note_of(12), 7, proof), KEYS, seen, 409),
        (request_of(note_of(12), 8, proof), KEYS, None, 409),
        (forked, KEYS, seen, 422),
        (request_of(note_of(8, other), 8, []), KEYS, seen, 422),
        (request_of(note_of(12), 8, proof[:-1]), KEYS, seen, 422),
        (request_of(note_of(12), 8, [*proof, bytes(32)]), KEYS, seen, 422),
        (request_of(note_of(12), 0, proof), KEYS, None, 422),
    ):
        with pytest.raises(RefusedError) as refused:
            decide(request, keys, known)
        assert refused.value.status == status, request.body
        if isinstance(refused.value, ConflictError):
            assert refused.value.size == (0 if known is None else known.size)
    assert checkpoint_of(empty).root != EMPTY_ROOT


@pytest.mark.parametrize(
    "body",
    ["", "old 5", "old 05\n\nx", "alt 5\n\nx\n", "old 5\nAAAA\n\nx\n", "old 1\n" + "A" * 400_000],
)
def test_what_is_no_request_is_400(body: str) -> None:
    """A body that is not a size, hashes, an empty line and a checkpoint is refused as malformed."""
    with pytest.raises(RefusedError) as refused:
        read_request(body)
    assert refused.value.status == 400


@given(st.text(alphabet="— casa\n019+/=AQbold", max_size=200))
def test_any_text_is_read_or_refused_with_an_error_of_ours(text: str) -> None:
    """Parsers of notes, keys, policies and requests end in a value or a clear error, always."""
    for read in (read_note, read_key, read_policy, read_request, checkpoint_of):
        with suppress(BrokenProofError):
            read(text)


def test_a_signature_line_in_another_spelling_is_refused() -> None:
    """Base64 has one spelling: bits left over in its last character are not ignored."""
    line = note_of(3).signatures[0].line
    spelled = line.rstrip("=\n")
    last = spelled[-1]
    other = chr(ord(last) + 1)
    with pytest.raises(BrokenProofError):
        read_note(f"{note_of(3).text}\n{line.replace(f'{last}=', f'{other}=')}")
    assert b64encode(note_of(3).signatures[0].id)[:4] in line.encode()
