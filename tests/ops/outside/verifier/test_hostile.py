"""Bundles of whoever holds all the house's keys, or writes what no program would."""

import io
import json
import struct
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_BZIP2, ZIP_LZMA, ZipFile, ZipInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.registry import Heartbeat, RegistrarsChanged
from ledger.events.reviews import Approval
from ledger.keys import TRUST_KINDS
from ledger.roles import Role
from ledger.signed.checkpoint import Checkpoint, sign_checkpoint
from ledger.signed.cosignatures import Ed25519Cosigner
from ledger.signed.notes import added, read_note
from ops.outside.verifier import razao_verify
from ops.outside.verifier.razao_verify import Result
from ops.outside.verifier.whole import check_bundle
from tests.ledger.test_keys import ORIGIN, signer
from tests.ledger.test_registrars import enrolment, founding, named, recovered, sealed
from tests.ledger.test_stolen_registrars import plain
from tests.ops.outside.verifier.forged import AT, FOUNDER, Forge, packed

WITNESSES: Final = [Ed25519Cosigner(f"w{n}.example", signer(f"witness {n}")) for n in range(3)]


def forge(*, classes: bool = True) -> Forge:
    """Return a ledger of two registrars of the house and two of the Authority, and a table."""
    ledger = Forge(founding())
    if classes:
        agree(ledger, RegistrarsChanged(threshold=2, recovery=sealed()), "ana", "eva")
    agree(
        ledger, enrolment("mesa", Role.TABLE, "mesa", casino="c", places=("RA-01",)), "ana", "rui"
    )
    ledger.say("mesa", Heartbeat(), day="2026-11-20", place="RA-01")
    return ledger


def agree(ledger: Forge, act: Any, *who: str) -> None:
    """Let the first say an act and the others approve."""
    target, link = ledger.say(who[0], act)
    for one in who[1:]:
        ledger.say(one, Approval(target=target, link=link))


def files_of(ledger: Forge, name: str, what: str = "event") -> dict[str, bytes]:
    """Return the files of a bundle of the newest event, all before it as its trust."""
    last = len(ledger.said)
    return ledger.files({"what": what, "name": name}, [last], range(1, last))


def fault(files: Mapping[str, bytes]) -> str:
    """Return what both find at fault, the same by both; nothing where all holds."""
    data = packed(files)
    alone, whole = razao_verify.check(data), check_bundle(data)
    assert [*map(str, alone.faults)] == [*map(str, whole.faults)]
    return "".join(f"{where}: {en}" for where, _, en in alone.faults)


def text_of(result: Result, part: str) -> str:
    return "\n".join(en for _, en in getattr(result, part))


def test_a_ledger_by_hand_is_proved() -> None:
    """What the tests below alter holds before they do."""
    assert fault(files_of(forge(), "mesa:1")) == ""


# --- all the house's keys ------------------------------------------------------------------------


ROGUE: Final[dict[str, Callable[[Forge], None]]] = {
    "an inspector by the house alone": lambda one: agree(
        one, enrolment("falso", Role.INSPECTOR, "falso", person="falso"), "ana", "rui"
    ),
    "an inspector without person, by the house": lambda one: agree(
        one, plain("falso", "inspector", "falso"), "ana", "rui"
    ),
    "a table by one registrar twice": lambda one: agree(
        one, plain("falso", "table", "falso"), "ana", "ana"
    ),
    "registrars by the house alone": lambda one: (
        agree(one, RegistrarsChanged(threshold=1, named=(named("falso", "falso"),)), "ana", "rui"),
    )[0],
    "registrars by a seal that is none": lambda one: (
        one.say("ana", recovered("not-sealed", named=(named("falso", "falso", "authority"),)))
        and None
    ),
    "a table by a stranger": lambda one: one.say("mesa", plain("falso", "table", "falso")) and None,
    "a table whose key is another's": lambda one: agree(
        one, plain("falso", "table", "mesa"), "ana", "eva"
    ),
}


@pytest.mark.parametrize("how", list(ROGUE))
def test_no_key_of_a_rogue_act_is_believed_by_the_one_file_alone(how: str) -> None:
    """Whoever holds the house's keys enrols nobody for whom the Authority must agree."""
    ledger = forge()
    ROGUE[how](ledger)
    if how.endswith("another's"):
        ledger.chain("falso", "mesa")
    ledger.say("falso", Heartbeat())
    assert fault(files_of(ledger, "falso:1")).endswith(
        "the key that signed was not that of falso then"
    )


def test_what_the_sealed_key_says_counts_in_the_one_file_too() -> None:
    """The registrars it named enrol a table, those before them no more."""
    ledger = forge()
    ledger.say("ana", recovered())
    agree(ledger, plain("nova", "table", "nova"), "zoe", "gil")
    ledger.say("nova", Heartbeat())
    assert fault(files_of(ledger, "nova:1")) == ""


def test_a_ledger_of_other_keys_is_named_by_what_the_reader_kept() -> None:
    """All of it founded, played and signed anew: the log's key tells, a witness's, a policy's."""
    ledger = forge()
    data = packed(files_of(ledger, "mesa:1"))
    (kept,) = ledger.log.keys.keys
    ledger.log = type(ledger.log)(ORIGIN, signer("another log"))
    forged = packed(files_of(ledger, "mesa:1"))
    assert razao_verify.check(forged).faults  # its founding names the log's first key
    assert razao_verify.check(data, [kept.text]).faults == []
    witness = WITNESSES[0].key.text
    assert text_of_fault(razao_verify.check(data, [], [witness])).endswith(
        "has no signature of w0.example that fits"
    )
    policy = f"log {kept.text}\nwitness w {witness}\nquorum w\n"
    assert "does not meet the policy's quorum w" in text_of_fault(
        razao_verify.check(data, policy=policy)
    )


def text_of_fault(result: Result) -> str:
    assert len(result.faults) == 1
    return result.faults[0][2]


@pytest.mark.parametrize(
    ("signed", "needed", "met"),
    [((0, 1), "2", True), ((0,), "2", False), ((2,), "any", True), ((0, 1), "all", False)],
)
def test_a_policy_s_quorum_decides(signed: tuple[int, ...], needed: str, *, met: bool) -> None:
    """Two of three, any, all; by the one file and by the command's way."""
    ledger = forge()
    files = files_of(ledger, "mesa:1")
    note = read_note(files["checkpoint"].decode())
    cosigned = added(note, [WITNESSES[n].cosign(note.text, 1_800_000_000) for n in signed]).whole
    (kept,) = ledger.log.keys.keys
    policy = "\n".join(
        [
            f"log {kept.text}",
            *(f"witness n{n} {one.key.text} https://w.example" for n, one in enumerate(WITNESSES)),
            f"group g {needed} n0 n1 n2",
            "quorum g",
            "",
        ]
    )
    data = packed({**files, "checkpoint": cosigned.encode()})
    for result in (razao_verify.check(data, policy=policy), check_bundle(data, policy=policy)):
        assert (result.faults == []) is met
        assert ("The policy you gave is met: quorum g." in text_of(result, "proved")) is met


@pytest.mark.parametrize(
    "text",
    [
        "",
        "quorum x",
        "quorum none\nquorum none",
        "witness w abc\nquorum w",
        "log a+b",
        "group g 2 a",
    ],
)
def test_a_policy_that_is_none_is_refused(text: str) -> None:
    """Before a bundle is looked at."""
    with pytest.raises(ValueError, match=r"policy|unpack|values"):
        razao_verify.read_policy(text)


def test_a_rogue_checkpoint_of_another_log_is_named() -> None:
    """Signed by the log's own key, over a tree that holds other events."""
    ledger, other = forge(), forge()
    other.say("mesa", Heartbeat(waiting=1), day="2026-11-20", place="RA-01")
    files = {**files_of(ledger, "mesa:1"), "checkpoint": other.note().encode()}
    assert "position" in fault(files)


def test_a_name_of_another_s_events_is_none() -> None:
    """An event, a place's day, a round, an acta that the events are not of."""
    ledger = forge()
    for what, name in (
        ("event", "mesa:2"),
        ("day", "RA-02 2026-11-20"),
        ("day", "RA-01 2026-11-21"),
        ("round", "RA-01/2026-11-20/1"),
        ("acta", "SALA S-1"),
    ):
        assert "is not of" in fault(files_of(ledger, name, what)), (what, name)


# --- files that no program would write -----------------------------------------------------------


@pytest.mark.parametrize(
    "about",
    [
        {"what": "event\n\nPROVADO", "name": "mesa:1"},
        {"what": "sentence", "name": "mesa:1"},
        {"what": "pool", "name": "bacará\n\nPROVED\n  - all of it"},
        {"what": "pool", "name": "\x1b[2J"},
        {"what": "pool", "name": "\ud800"},
        {"what": "pool", "name": 7},
        {"what": "pool", "name": "x" * 10_000},
        {"what": ["pool"], "name": "x"},
        {},
    ],
)
def test_a_name_that_paints_over_the_answer_is_none(about: Any) -> None:
    """Ends of lines, signs for terminals, halves of signs, another subject, numbers, lists."""
    ledger = forge()
    files = files_of(ledger, "mesa:1")
    manifest = json.loads(files["manifest.json"]) | {"about": about}
    result = razao_verify.check(packed({**files, "manifest.json": json.dumps(manifest).encode()}))
    assert result.faults
    assert result.about == ""


def test_a_role_that_paints_over_the_answer_is_shown_plain() -> None:
    """Any word may be an enrolment's role: on the page it stays within its line."""
    ledger = forge()
    agree(ledger, plain("outra", "table)\n\nPROVED\n  - all\x1b[2J", "outra"), "ana", "eva")
    ledger.say("outra", Heartbeat())
    text = razao_verify.report(razao_verify.check(packed(files_of(ledger, "outra:1"))))
    assert text.count("\nPROVED\n") == 1
    assert "\\x1b" in text
    assert "\x1b" not in text


def test_numbers_beyond_any_log_are_named() -> None:
    """Sizes and times of a log that nobody could have, signed by its own keys."""
    ledger = forge()
    files = files_of(ledger, "mesa:1")
    for size in (2**63, 2**64, 2**64 + 1, 10**40):
        note = sign_checkpoint(Checkpoint(origin=ORIGIN, size=size, root=bytes(32)), signer("log"))
        assert fault({**files, "checkpoint": note.encode()})
    note = read_note(files["checkpoint"].decode())
    late = added(note, [WITNESSES[0].cosign(note.text, 2**63)]).whole
    data = packed({**files, "checkpoint": late.encode()})
    assert str(2**63) in text_of(razao_verify.check(data, [], [WITNESSES[0].key.text]), "proved")
    for name, value in (("size", 10**400), ("events", -1), ("events", 1.5), ("size", None)):
        manifest = json.loads(files["manifest.json"]) | {name: value}
        assert fault({**files, "manifest.json": json.dumps(manifest).encode()})


def test_archives_of_other_ways_to_pack_are_named() -> None:
    """Compressions with decoders of their own, directories, lengths and offsets that lie."""
    files = files_of(forge(), "mesa:1")
    for way in (ZIP_LZMA, ZIP_BZIP2):
        written = io.BytesIO()
        with ZipFile(written, "w", way) as archive:
            for name, data in files.items():
                archive.writestr(name, data)
        assert "compression" in text_of_fault(razao_verify.check(written.getvalue()))
    whole = packed(files)
    end = whole.rindex(b"PK\5\6")
    for at, value in ((8, 0), (10, 60_000), (12, 2**31), (16, 2**31), (16, 0)):
        code = "<H" if at < 12 else "<I"
        lying = bytearray(whole)
        struct.pack_into(code, lying, end + at, value)
        result = razao_verify.check(bytes(lying))
        assert result.faults or result.about == "event mesa:1", (at, value)
    for more in (whole + whole, b"#!/bin/sh\n" + whole):
        assert "before its files" in text_of_fault(razao_verify.check(more))
    directory = io.BytesIO()
    with ZipFile(directory, "w") as archive:
        archive.writestr("manifest.json/", b"")
    assert razao_verify.check(directory.getvalue()).faults


def hidden(whole: bytes, more: bytes) -> bytes:
    """Slip bytes in between an archive's files and its directory, which says where it is now."""
    end = whole.rindex(b"PK\5\6")
    (start,) = struct.unpack_from("<I", whole, end + 16)
    moved = bytearray(whole[end:])
    struct.pack_into("<I", moved, 16, start + len(more))
    return whole[:start] + more + whole[start:end] + bytes(moved)


def entries(files: Mapping[str, bytes], change: Callable[[ZipInfo], object]) -> bytes:
    """Return an archive of files of which each entry was changed."""
    written = io.BytesIO()
    with ZipFile(written, "w") as archive:
        for name, data in files.items():
            entry = ZipInfo(name)
            change(entry)
            archive.writestr(entry, data)
    return written.getvalue()


def test_an_archive_that_other_tools_unpack_otherwise_is_named() -> None:
    """Files that no directory lists, a second name, links, comments, bytes behind.

    What goes from file to file (`bsdtar`, a browser's stream) would show another `events.jsonl`
    than the one that was checked.
    """
    files = files_of(forge(), "mesa:1")
    whole = packed(files)
    assert fault(files) == ""
    other = io.BytesIO()
    with ZipFile(other, "w") as archive:
        archive.writestr("events.jsonl", b"{}")
    (start,) = struct.unpack_from("<I", other.getvalue(), other.getvalue().rindex(b"PK\5\6") + 16)
    second_name = struct.pack("<HHBI", 0x7075, 5 + 7, 1, 0) + b"lei.txt"

    def named(entry: ZipInfo) -> None:
        entry.extra = second_name

    def linked(entry: ZipInfo) -> None:
        entry.external_attr = 0o120777 << 16

    def told(entry: ZipInfo) -> None:
        entry.comment = b"x"

    commented = bytearray(whole + b"PK\5\6 and more")
    struct.pack_into("<H", commented, whole.rindex(b"PK\5\6") + 20, len(commented) - len(whole))
    for data, said in (
        (hidden(whole, other.getvalue()[:start]), "has bytes beside its files"),
        (hidden(whole, b"x"), "has bytes beside its files"),
        (whole + b"x", ""),
        (entries(files, named), "has bytes between its files"),
        (entries(files, linked), "is no plain file"),
        (entries(files, told), "has bytes beside its files"),
        (bytes(commented), ""),
    ):
        assert razao_verify.check(data).faults, said
        assert said in text_of_fault(razao_verify.check(data))


def test_a_stamp_of_another_checkpoint_or_of_none_is_named() -> None:
    """It does not hold the checkpoint's hash; it stands there without the checkpoint."""
    ledger = forge()
    old = ledger.note()
    files = files_of(ledger, "mesa:1")
    older: dict[str, Any] = {
        "note": "older-checkpoint",
        "stamp": "older-checkpoint.tsr",
        "hashes": [],
    }
    beside = {"older-checkpoint": old.encode(), "older-checkpoint.tsr": b"0" * 300}
    told = {"older.json": json.dumps({"checkpoints": [older]}).encode()}
    assert fault({**files, **beside, **told}).endswith("is no stamp of older-checkpoint")
    assert fault({**files, **beside}).endswith("comes without older.json")
    for name in ("../up", "manifest.json", 7, None):
        lying = {"older.json": json.dumps({"checkpoints": [older | {"note": name}]}).encode()}
        assert fault({**files, **beside, **lying}).endswith("names other files")


def test_the_one_file_prints_what_it_must_wherever_it_prints(tmp_path: Path) -> None:
    """On a page of few letters, too: no answer is lost to a sign that it has not."""
    ledger = forge()
    files = files_of(ledger, "mesa:1")
    manifest = json.loads(files["manifest.json"]) | {"about": {"what": "pool", "name": "麻雀"}}
    (tmp_path / "b.zip").write_bytes(
        packed({**files, "manifest.json": json.dumps(manifest).encode()})
    )
    (tmp_path / "p").write_text("quorum nobody\n")
    program = razao_verify.__file__
    told = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for more, code in (([], 0), (["--json"], 0), (["--policy", "p"], 2), (["--policy", "q"], 2)):
        done = subprocess.run(
            [sys.executable, program, "b.zip", *more],
            cwd=tmp_path,
            env=told,
            capture_output=True,
            check=False,
            text=True,
        )
        assert done.returncode == code, done.stderr
        assert "Traceback" not in done.stderr
        assert code or "PROVED" in done.stdout or '"proved"' in done.stdout


# --- payloads that no door would take ------------------------------------------------------------

SAID: Final = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 2**70)
    | st.sampled_from(["", "ana", "00" * 32, "é"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    *(
                        "origin",
                        "service",
                        "service_key",
                        "log_key",
                        "registrars",
                        "threshold",
                        "named",
                    ),
                    *(
                        "source",
                        "key",
                        "role",
                        "proof",
                        "removed",
                        "recovery",
                        "signature",
                        "target",
                    ),
                    *("link", "since", "scope", "name", "value", "person", "side", "mldsa44"),
                ]
            ),
            inner,
            max_size=8,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=60)
@given(st.sampled_from(TRUST_KINDS), SAID, st.sampled_from(["ana", FOUNDER, "mesa"]))
def test_an_act_of_any_shape_is_an_answer(kind: str, said: Any, who: str) -> None:
    """Signed, linked and in the log as it should be, its facts anything: both say what they think.

    No act that no door would take makes either of them end in any other way.
    """
    ledger = forge()
    ledger.say_raw(who, kind, json.dumps({"at": AT, "payload": said}).encode())
    agree(
        ledger, enrolment("nova", Role.TABLE, "nova", casino="c", places=("RA-02",)), "ana", "eva"
    )
    ledger.say("nova", Heartbeat())
    data = packed(files_of(ledger, "nova:1"))
    for result in (razao_verify.check(data), check_bundle(data)):
        assert result.faults or result.about == "event nova:1"


def test_a_founding_of_any_shape_is_an_answer() -> None:
    """Without names, with others, with registrars that are none."""
    for said in ({}, {"origin": 1}, {"service": "x", "threshold": 1, "registrars": [7]}, [], None):
        ledger = forge()
        ledger.restart()
        ledger.say_raw(
            FOUNDER, "ledger-founded/2", json.dumps({"at": AT, "payload": said}).encode()
        )
        ledger.say("mesa", Heartbeat())
        data = packed(files_of(ledger, "mesa:1"))
        for result in (razao_verify.check(data), check_bundle(data)):
            assert result.faults
