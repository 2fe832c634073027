"""Bundles: whoever holds one file checks it alone; whatever of it was altered is named."""

import io
import json
import subprocess
import sys
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final
from zipfile import ZipFile

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.services.bundles import (
    WHAT,
    BundleError,
    GuessedError,
    NothingRecordedError,
    make_bundle,
    make_bundle_by,
    zipped,
)
from ledger.events.registry import Heartbeat, KeyRevoked
from ledger.events.reviews import Approval
from ledger.log.key_history import KeyHistory
from ledger.signed.cosignatures import Ed25519Cosigner
from ledger.signed.notes import added, read_note
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain
from ledger.store.reader import Reader
from ops.database.postgres import DatabaseUrls
from ops.outside.verifier import program_text, razao_verify
from ops.outside.verifier.whole import check_bundle
from projections.reads.basis.known_subjects import unknown_part
from projections.reads.queries import connect
from tests.api.conftest import POOL
from tests.api.conftest import play as evening_of
from tests.fixtures.casino import DAY, Casino, Founded, cloned_casino, minute
from tests.fixtures.command import razao
from tests.ops.outside.verifier.forged import files_in as files_of
from tests.ops.outside.verifier.forged import packed
from tests.projections.stages.actas.bingo_hall import PLACE as HALL
from tests.projections.stages.actas.bingo_hall import Hall as Room

ROUND: Final = f"RA-01/{DAY}/1"
"""A coup of the evening; its neighbour is the next."""
Files = dict[str, bytes]


@pytest.fixture(scope="module")
def house(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    founded_ledger: Founded,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Casino]:
    """Play an evening once, signed and folded: whoever makes bundles only reads it."""
    folder = tmp_path_factory.mktemp("house")
    with cloned_casino(postgres_urls, postgres_maintenance, founded_ledger, folder) as casino:
        evening_of(casino)
        Room(casino).jogada()
        casino.installation.log.checkpoint()
        casino.project()
        yield casino


@pytest.fixture(scope="module")
def bundle(house: Casino) -> bytes:
    """Return the bundle of a coup."""
    return made(house, "round", ROUND)


def made(house: Casino, what: str, name: str) -> bytes:
    return make_bundle(house.conninfo, what, name, program_text())


def lines_of(files: Files, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files[name].splitlines()]


def with_lines(files: Files, name: str, lines: Sequence[dict[str, Any]]) -> Files:
    return {**files, name: b"".join(json.dumps(line).encode() + b"\n" for line in lines)}


def faults(data: bytes) -> list[str]:
    """Return what the one file finds; the whole program finds no less."""
    alone, whole = razao_verify.check(data), check_bundle(data)
    assert bool(alone.faults) <= bool(whole.faults)
    assert not alone.faults or not alone.proved
    return [f"{where}: {en}" for where, _, en in alone.faults]


# --- honest ones ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "name", "least"),
    [
        ("round", ROUND, 5),
        ("round", f"PSD-01/{DAY}/3", 5),
        ("event", "mesa-ra:4", 1),
        ("event", "servico:1", 1),
        ("day", f"RA-01 {DAY}", 50),
        ("pool", f"{POOL} {DAY}", 10),
        ("acta", f"{HALL} S-1", 10),
    ],
)
def test_what_was_recorded_is_proved(house: Casino, what: str, name: str, least: int) -> None:
    """An event, a round, a place's day, a pool's day, an acta: all of it holds, by both ways."""
    data = made(house, what, name)
    result = check_bundle(data)
    assert result.faults == []
    assert len(result.proved) >= 4
    assert len(files_of(data)["events.jsonl"].splitlines()) >= least
    assert faults(data) == []


def test_the_same_question_gives_the_same_bytes(house: Casino, bundle: bytes) -> None:
    """Under the same checkpoint: so two parties may compare hashes of what they were given."""
    assert made(house, "round", ROUND) == bundle
    with connect(house.conninfo) as kept:
        history = KeyHistory()
        again = [make_bundle_by(kept, "round", ROUND, program_text(), history) for _ in range(2)]
    assert again == [bundle, bundle]


def test_a_kept_history_of_keys_is_read_on_and_holds_no_other_approval(house: Casino) -> None:
    """Approvals of daily acts grow with the log: none is kept, and nothing is read twice."""
    with Reader(house.conninfo) as reader:
        history = KeyHistory()
        held = history.read(reader)
        assert history.read(reader) is held
        every = reader.trust()
    names = {one.name for one in held}
    assert all(one.target in names for one in held if one.row.kind == Approval.KIND)
    left = [one for one in every if f"{one.source}:{one.seq}" not in names]
    assert {one.kind for one in left} >= {Approval.KIND}


def test_a_bundle_holds_nothing_of_its_neighbours(house: Casino, bundle: bytes) -> None:
    """Of no other event than the round's, and those that gave keys, the bytes are in it."""
    files = files_of(bundle)
    held = {b64decode(one["envelope"]) for one in lines_of(files, "events.jsonl")}
    keys = {b64decode(one["envelope"]) for one in lines_of(files, "trust.jsonl")}
    rows = house.rows("SELECT topic, state FROM ledger.events")
    kinds = {row["topic"].partition("/")[0] for row in rows if bytes(row["state"]) in keys}
    assert kinds <= {
        *("ledger-founded", "source-enrolled", "approval", "parameter-set", "clock-ticked"),
    }
    assert all(f'"round":"{ROUND}"'.encode() in one for one in held)
    for row in rows:
        state = bytes(row["state"])
        if state not in held | keys:
            body = state.partition(b"\n\n")[2]
            assert not any(body in data or b64encode(state) in data for data in files.values())


def test_anybody_checks_it_with_the_file_that_is_inside(bundle: bytes, tmp_path: Path) -> None:
    """In an empty folder, without this program on the path and without a database."""
    (tmp_path / "razao_verify.py").write_bytes(files_of(bundle)["razao_verify.py"])
    (tmp_path / "b.zip").write_bytes(bundle)
    asked = [sys.executable, "-I", "razao_verify.py", "b.zip"]
    done = subprocess.run(asked, cwd=tmp_path, env={}, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    for word in ("PROVADO", "NÃO PROVADO", "PROVED", "NOT PROVED", ROUND, "mesa-ra (table)"):
        assert word in done.stdout
    (tmp_path / "b.zip").write_bytes(bundle[:-40])
    done = subprocess.run(asked, cwd=tmp_path, env={}, capture_output=True, check=False, text=True)
    assert done.returncode == 1
    assert "FALHA" in done.stdout
    assert "FAILS" in done.stdout


def test_the_one_file_needs_cryptography_and_nothing_else() -> None:
    """Its imports are the standard library's and that package's; none is ours."""
    text = program_text().decode()
    names = {
        line.split()[1].partition(".")[0]
        for line in text.splitlines()
        if line.lstrip().startswith(("import ", "from "))
    }
    assert names - sys.stdlib_module_names == {"cryptography"}


def test_the_command_makes_and_checks_one(house: Casino, tmp_path: Path) -> None:
    """`razao prove`, `razao verify bundle`; what is none is misuse, what is not recorded found."""
    home, path = house.installation.home, tmp_path / "b.zip"
    done = razao(house.conninfo, home, "prove", "round", ROUND, "--out", str(path))
    assert done.returncode == 0, done.stderr
    done = razao(house.conninfo, home, "verify", "bundle", str(path), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["about"] == f"round {ROUND}"
    path.write_bytes(path.read_bytes()[:-1])
    done = razao(house.conninfo, home, "verify", "bundle", str(path))
    assert done.returncode == 1
    for arguments, code, said in (
        (("prove", "jogada", ROUND), 2, "got 'jogada'; near: "),
        (("prove", "round", "RA-01", "1"), 2, "expected PLACE/DAY/NUMBER"),
        (("prove", "round", f"RA-01/{DAY}/999"), 2, "prove round: round of RA-01 "),
        (("prove", "round", "RA-01"), 2, "expected PLACE/DAY/NUMBER"),
        (("prove", "day", "RA-01", "yesterday"), 2, "expected a gaming day"),
        (("verify", "bundle", str(tmp_path / "none.zip")), 2, "expected a bundle"),
        (("verify", "bundle", str(path), "--log-key", "abc"), 2, "expected a verifier key"),
    ):
        done = razao(house.conninfo, home, *arguments)
        assert (done.returncode, said in done.stderr) == (code, True), done.stderr


UNKNOWN = {
    ("round", f"RA-9/{DAY}/1"): "place: expected one of ",
    ("round", "RA-01/2026-11-21/1"): f"gaming day of RA-01: expected one of {DAY}, got",
    ("round", f"RA-01/{DAY}/999"): f"round of RA-01 {DAY}: expected one of 1",
    ("day", "RA-9 2026-11-20"): "got 'RA-9'; near: RA-01",
    ("day", "RA-01 2026-11-21"): f"gaming day of RA-01: expected one of {DAY}, got",
    ("event", "mesa-ra-0:1"): "got 'mesa-ra-0'; near: ",
    ("event", "servico:99999"): "expected an event of servico from 1 to ",
    ("event", "servico:x"): "expected SOURCE:SEQ, got 'servico:x'",
    ("acta", "SALA S:1"): f"room: expected one of {HALL}, got 'SALA'",
    ("acta", f"{HALL} S:99"): f"session of {HALL}: expected one of ",
    ("pool", f"NADA {DAY}"): f"pool: expected one of {POOL}, got 'NADA'",
    ("pool", f"{POOL} 2026-11-21"): f"gaming day of {POOL}: expected one of ",
    ("dispute", "NADA"): "case: none is known, got 'NADA'",
}
"""What nobody knows, and what is said of it."""


def test_what_nobody_knows_is_refused_with_what_is_near(house: Casino) -> None:
    """Of each subject of a proof the first part of its name that is wrong, within those before."""
    assert {what for what, _ in UNKNOWN} == set(WHAT)
    with connect(house.conninfo) as connection:
        for (what, name), said in UNKNOWN.items():
            with pytest.raises(NothingRecordedError):
                made(house, what, name)
            told = unknown_part(connection, what, name)
            assert said in (told or ""), (what, name)
        assert unknown_part(connection, "round", ROUND) is None
        near = unknown_part(connection, "round", f"RA-01/{DAY}/99")
        rounds = connection.execute(
            "SELECT DISTINCT round FROM projections.history WHERE place = 'RA-01' "
            "AND round IS NOT NULL ORDER BY round DESC"
        ).fetchall()
        assert f"near: {rounds[0]['round']}" in (near or ""), "by number, not by spelling"


def test_a_key_that_the_reader_kept_is_asked_for(house: Casino, bundle: bytes) -> None:
    """By the log's own key the ledger is the one he means; by another's it is not."""
    (key, *_) = house.installation.log.keys.keys
    result = razao_verify.check(bundle, [key.text])
    assert result.faults == []
    assert any("by the key you gave" in en for _, en in result.proved)
    other = Ed25519Cosigner(key.name, KeySigner.generate()).key
    assert razao_verify.check(bundle, [other.text]).faults


def test_a_witness_is_believed_by_his_key_alone(bundle: bytes) -> None:
    """His cosignature is proved, or said to be open, or wrong, by the key that the reader has."""
    witness = Ed25519Cosigner("w.example/1", KeySigner.generate())
    files = files_of(bundle)
    note = read_note(files["checkpoint"].decode())
    signed = added(note, [witness.cosign(note.text, 1_800_000_000)]).whole
    data = packed({**files, "checkpoint": signed.encode()})
    assert any("w.example/1" in en for _, en in razao_verify.check(data).open)
    result = razao_verify.check(data, [], [witness.key.text])
    assert result.faults == []
    assert any("15-01-2027" in en for _, en in result.proved)
    stranger = Ed25519Cosigner("w.example/1", KeySigner.generate()).key
    assert razao_verify.check(data, [], [stranger.text]).faults
    assert razao_verify.check(bundle, [], [witness.key.text]).faults


# --- altered ones --------------------------------------------------------------------------------


def test_each_file_that_is_altered_missing_or_more_is_named(bundle: bytes) -> None:
    """Where the manifest stays as it was."""
    files = files_of(bundle)
    for name in files.keys() - {"manifest.json"}:
        altered = bytes([files[name][0] ^ 1]) + files[name][1:]
        assert faults(packed({**files, name: altered}, honest=False))[0].startswith(name)
        without = {one: data for one, data in files.items() if one != name}
        assert faults(packed(without, honest=False)) == [f"{name}: is in the manifest, and missing"]
    listed = packed({**files, "more": b""}, honest=False)
    assert faults(listed) == ["more: is not in the manifest"]
    assert faults(packed({"events.jsonl": b""})) == ["manifest.json: is missing"]


def test_a_bundle_of_a_later_version_proves_what_this_one_knows(bundle: bytes) -> None:
    """A file that this version does not know is told as not checked, and takes nothing away."""
    data = packed({**files_of(bundle), "carried.jsonl": b"{}\n", "custody.cdx.json": b"{}"})
    for result in (razao_verify.check(data), check_bundle(data)):
        assert result.faults == []
        assert len(result.proved) >= len(razao_verify.check(bundle).proved)
        (told,) = [one for one in result.open if "carried.jsonl, custody.cdx.json" in one[1]]
        assert "nada disso confere" in told[0]
        assert "checks nothing of it" in told[1]


def test_another_format_is_refused_and_says_which_it_is(bundle: bytes) -> None:
    """What changes the meaning of what is known has another name: an old copy says which."""
    files = files_of(bundle)
    manifest = {**json.loads(files["manifest.json"]), "format": "razao-bundle/2"}
    data = packed({**files, "manifest.json": json.dumps(manifest).encode(), "proofs.jsonl": b""})
    (told,) = faults(data)
    assert "format razao-bundle/2: this razao_verify.py reads razao-bundle/1" in told


@pytest.mark.parametrize(
    "name",
    [
        *("json.py", "argparse.pyc", "re.so", "x.pdf", "run.exe", "a.b.c.d.json", "_x.json"),
        *(
            "Events.jsonl",
            "leia-me.txt",
            "EVENTS.JSONL",
            "../x.json",
            "a/b.json",
            "-x.txt",
            ".json",
        ),
    ],
)
def test_no_later_file_is_a_program_or_bears_a_known_name(bundle: bytes, name: str) -> None:
    """Python takes a module from beside the file that it runs; some systems know no capitals."""
    assert faults(packed({**files_of(bundle), name: b""})) == [f"zip: of no bundle: {name!r}"]


def test_the_program_is_told_by_its_bill_of_materials(bundle: bytes) -> None:
    """By a hash in the manifest and the file itself; another file, or none, is named."""
    files = files_of(bundle)
    program = json.loads(files["manifest.json"])["program"]
    assert program["sbom"] == sha256(files["sbom.cdx.json"]).hexdigest()
    assert json.loads(files["sbom.cdx.json"])["metadata"]["component"]["name"] == "razao"
    assert len(files["sbom.cdx.json"]) < 60_000
    told = [en for _pt, en in razao_verify.check(bundle).open]
    assert any(program["sbom"] in one and "that it names" in one for one in told)
    said = "sbom.cdx.json: is not the bill of materials that the program names"
    assert faults(packed({**files, "sbom.cdx.json": b"{}"})) == [said]
    without = {one: data for one, data in files.items() if one != "sbom.cdx.json"}
    assert faults(packed(without)) == [said]


def test_an_archive_is_written_as_the_standard_library_writes_it(bundle: bytes) -> None:
    """Byte by byte, though what stands in every bundle is deflated once a process."""
    files = files_of(bundle)
    written = io.BytesIO()
    with ZipFile(written, "w") as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 6)
    assert zipped(files) == written.getvalue() == bundle


def test_a_bundle_of_before_has_no_bill_of_materials_and_holds(bundle: bytes) -> None:
    """Neither the file nor its hash: a bundle is checked for ever."""
    files = files_of(bundle)
    del files["sbom.cdx.json"]
    manifest = json.loads(files["manifest.json"])
    manifest["program"] = {"code": "1", "files": "ab" * 32, "packages": {"msgspec": "0.22.0"}}
    old = packed({**files, "manifest.json": json.dumps(manifest).encode()})
    assert faults(old) == []
    assert not any("bill of materials" in en for _pt, en in razao_verify.check(old).open)


ALTERATIONS: Final[dict[str, Callable[[dict[str, Any]], None]]] = {
    "position": lambda one: one.update(position=one["position"] + 1),
    "a position that is none": lambda one: one.update(position=True),
    "envelope": lambda one: one.update(envelope=flipped(one["envelope"], -3)),
    "header": lambda one: one.update(envelope=flipped(one["envelope"], 20)),
    "a hash": lambda one: one["hashes"].__setitem__(0, "00" * 32),
    "a hash less": lambda one: one["hashes"].pop(),
    "a hash more": lambda one: one["hashes"].append("00" * 32),
    "a short hash": lambda one: one["hashes"].__setitem__(0, "00"),
    "signature": lambda one: one["segment"].update(
        signature=flipped(one["segment"]["signature"], 5)
    ),
    "key": lambda one: one["segment"].update(key="11" * 32),
    "first": lambda one: one["segment"].update(first=one["segment"]["first"] + 1),
    "count": lambda one: one["segment"].update(count=one["segment"]["count"] + 1),
    "previous": lambda one: one["segment"].update(previous="22" * 32),
    "no segment": lambda one: one.pop("segment"),
    "a count of millions": lambda one: one["segment"].update(count=10**12),
    "a float": lambda one: one.update(position=1.0),
}


def flipped(text: str, at: int) -> str:
    data = bytearray(b64decode(text))
    data[at] ^= 1
    return b64encode(bytes(data)).decode()


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", ["events.jsonl", "trust.jsonl"])
@pytest.mark.parametrize("what", list(ALTERATIONS))
def test_each_part_of_a_line_that_is_altered_is_named(bundle: bytes, name: str, what: str) -> None:
    """Of the first line, one in the middle and the last, by who adapts the manifest, too."""
    files = files_of(bundle)
    count = len(lines_of(files, name))
    for number in {0, count // 2, count - 1}:
        lines = lines_of(files, name)
        ALTERATIONS[what](lines[number])
        assert faults(packed(with_lines(files, name, lines))), (what, number)


def test_lines_in_another_order_twice_or_of_another_round_are_named(
    house: Casino, bundle: bytes
) -> None:
    """A line's place, and that it belongs to what the bundle says it is about."""
    files = files_of(bundle)
    lines = lines_of(files, "events.jsonl")
    for altered in (lines[::-1], [*lines, lines[-1]], [lines[1], lines[0], *lines[2:]], []):
        assert faults(packed(with_lines(files, "events.jsonl", altered)))
    other = lines_of(files_of(made(house, "round", f"RA-01/{DAY}/2")), "events.jsonl")
    data = packed(with_lines(files, "events.jsonl", [*lines, *other]))
    assert faults(data)


def test_an_event_that_was_left_out_is_told_as_a_gap(bundle: bytes) -> None:
    """What holds is proved, and the place of what is not shown is said, by its numbers."""
    files = files_of(bundle)
    lines = lines_of(files, "events.jsonl")
    manifest = json.loads(files["manifest.json"])
    manifest["events"] = len(lines) - 1
    files["manifest.json"] = json.dumps(manifest).encode()
    left = packed(with_lines(files, "events.jsonl", lines[:3] + lines[4:]))
    assert faults(left) == []
    told = " ".join(en for _, en in razao_verify.check(left).open)
    seq = b64decode(lines[3]["envelope"]).split(b"\n")[2].decode()
    assert f"What the events say that are not here: mesa-ra:{seq}–{seq}" in told


def test_keys_cannot_be_left_out(bundle: bytes) -> None:
    """Without any one of the acts by which the source has its key, nothing is proved."""
    files = files_of(bundle)
    lines = lines_of(files, "trust.jsonl")
    needed = 0
    for number in range(len(lines)):
        data = packed(with_lines(files, "trust.jsonl", lines[:number] + lines[number + 1 :]))
        needed += bool(faults(data))
    assert needed >= 3  # founding, enrolment, an approval
    assert faults(packed(with_lines(files, "trust.jsonl", lines[1:])))


def test_another_checkpoint_is_none(house: Casino, bundle: bytes) -> None:
    """Another root, size or name; signed by a stranger; a line that is no signature."""
    files = files_of(bundle)
    text = files["checkpoint"].decode()
    note = read_note(text)
    origin, size, root, _ = note.text.split("\n")
    stranger = Ed25519Cosigner(origin, KeySigner.generate())
    for altered in (
        text.replace(size, str(int(size) + 1), 1),
        text.replace(root, b64encode(bytes(32)).decode()),
        text.replace(origin, "razao.other", 1),
        f"{note.text}\n{stranger.cosign(note.text, 1).line}",
        text.replace("— ", "- "),
        text.replace(size, f"0{size}", 1),
        note.text,
        "",
    ):
        assert faults(packed({**files, "checkpoint": altered.encode()})), altered
    assert house.installation.origin == origin


def test_another_sum_is_named_by_who_knows_the_rules(house: Casino, bundle: bytes) -> None:
    """A settlement that does not follow from the record, a record that is another's."""
    files = files_of(bundle)
    told = json.loads(files["settlement.json"])
    told["lines"][0]["due"] += 1
    data = packed({**files, "settlement.json": json.dumps(told).encode()})
    assert razao_verify.check(data).faults == []
    assert any("settlement.json" in en for _, en in razao_verify.check(data).open)
    assert check_bundle(data).faults[0][0] == "settlement.json"
    told = json.loads(files["settlement.json"])
    told["not_compared"] = [*told["not_compared"], "payments"]
    data = packed({**files, "settlement.json": json.dumps(told).encode()})
    assert check_bundle(data).faults[0][0] == "settlement.json"
    record = packed({**files, "record.jsonl": b"{}\n"})
    assert check_bundle(record).faults[0][0] == "record.jsonl"
    twice = packed({**files, "record.jsonl": files["record.jsonl"] * 2})
    assert check_bundle(twice).faults[0][0] == "record.jsonl"
    neighbour = files_of(made(house, "round", f"RA-01/{DAY}/2"))
    both = {name: neighbour[name] for name in ("record.jsonl", "settlement.json")}
    (where, _, why) = check_bundle(packed({**files, **both})).faults[0]
    assert (where, why) == ("record.jsonl", "is of another round")


def test_archives_that_want_to_do_harm_are_refused(bundle: bytes) -> None:
    """A path that leaves the folder, a name twice, a file too large, an archive that is none."""
    files = files_of(bundle)
    for name in ("../up", "/root", "a/b", "a\\b", "x" * 200):
        assert faults(packed({**files, name: b""}))[0].startswith(("zip", name))
    twice = io.BytesIO()
    with ZipFile(twice, "w") as archive:
        archive.writestr("manifest.json", b"{}")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("manifest.json", b"{}")
    assert faults(twice.getvalue())[0].startswith("zip")
    bomb = packed({**files, "record.jsonl": bytes(razao_verify.FILE_BYTES_MAX + 1)})
    assert len(bomb) < 200_000
    assert faults(bomb) == ["record.jsonl: too large"]
    assert faults(b"")[0].startswith("zip")
    deep = packed({**files, "manifest.json": b"[" * 100_000}, honest=False)
    assert faults(deep)[0].startswith("manifest.json")


@given(st.randoms(use_true_random=False))
def test_any_bytes_altered_raise_nothing_and_prove_nothing_else(
    bundle: bytes, random: Random
) -> None:
    """Bytes flipped anywhere in the archive, or in a file of it: a clear answer every time."""
    whole = bytearray(bundle)
    for _ in range(random.choice((1, 3, 30))):
        whole[random.randrange(len(whole))] ^= 1 << random.randrange(8)
    answers = [razao_verify.check(bytes(whole))]
    files = files_of(bundle)
    name = random.choice(("events.jsonl", "trust.jsonl", "checkpoint", "manifest.json"))
    data = bytearray(files[name])
    data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    answers.append(razao_verify.check(packed_or_not({**files, name: bytes(data)})))
    for result in answers:
        assert result.faults or result.about == f"round {ROUND}"


def packed_or_not(files: Files) -> bytes:
    try:
        return packed(files)
    except (ValueError, KeyError, TypeError, zipfile.BadZipFile):
        return packed(files, honest=False)


# --- keys over time ------------------------------------------------------------------------------


def test_what_was_signed_before_a_key_ended_stays_proved(casino: Casino) -> None:
    """Of a source that rotated and was then revoked: each event by the key of its time."""
    evening_of(casino)
    installation = casino.installation
    fresh = installation.rotate("mesa-ra", 2)
    later = installation.chain("mesa-ra", fresh)
    installation.send([later.say(Heartbeat(), "2026-11-21T04:00:00.000000Z")])
    act = KeyRevoked(source="mesa-ra", key=fresh.public_key.hex(), reason="lost")
    installation.send(installation.agreed(act, "2026-11-21T05:00:00.000000Z"))
    installation.log.checkpoint()
    casino.project()
    last = casino.rows(
        "SELECT max(originator_version) AS seq FROM ledger.events WHERE originator_id = 'mesa-ra'"
    )[0]["seq"]
    keys = set[str]()
    for name in ("mesa-ra:4", f"mesa-ra:{last}"):
        data = made(casino, "event", name)
        assert check_bundle(data).faults == []
        files = files_of(data)
        keys.add(lines_of(files, "events.jsonl")[0]["segment"]["key"])
    assert len(keys) == 2
    lines = lines_of(files, "trust.jsonl")
    rotation = next(one for one in lines if b"key-rotated" in b64decode(one["envelope"]))
    left = [one for one in lines if one is not rotation]
    assert faults(packed(with_lines(files, "trust.jsonl", left)))


def test_of_a_stolen_key_the_bundle_says_so(casino: Casino) -> None:
    """Revoked afterwards as a thief's since before the event: who signed it is not proved."""
    casino.may_set_aside = True
    evening_of(casino)
    installation = casino.installation
    (position,) = casino.rows(
        "SELECT notification_id AS n FROM ledger.events "
        "WHERE originator_id = 'mesa-ra' AND originator_version = 4"
    )
    key = installation.keys.load("mesa-ra").public_key.hex()
    act = KeyRevoked(source="mesa-ra", key=key, since=position["n"], reason="stolen")
    installation.send(installation.agreed(act, "2026-11-21T05:00:00.000000Z"))
    installation.log.checkpoint()
    casino.project()
    for name, marked in (("mesa-ra:3", False), ("mesa-ra:4", True), ("mesa-ra:5", True)):
        result = check_bundle(made(casino, "event", name))
        assert result.faults == []
        assert any(f"Who signed {name}" in en for _, en in result.open) is marked


@pytest.mark.deep
def test_the_log_s_next_key_signs_for_what_came_before_it(casino: Casino) -> None:
    """The log's keys were replaced after the event: the checkpoint is the new ones', and holds."""
    evening_of(casino)
    installation = casino.installation
    installation.log.checkpoint()
    casino.project()
    before = made(casino, "event", "mesa-ra:4")
    replaced = installation.agreed(installation.next_log_keys(), "2026-11-21T05:00:00.000000Z")
    installation.send(replaced)
    installation.log.checkpoint()
    casino.project()
    after = made(casino, "event", "mesa-ra:4")
    assert files_of(after)["checkpoint"] != files_of(before)["checkpoint"]
    assert check_bundle(after).faults == check_bundle(before).faults == []
    told = [b64decode(one["envelope"]) for one in lines_of(files_of(after), "trust.jsonl")]
    assert any(b"log-key-replaced/1" in one for one in told)
    left = [one for one in lines_of(files_of(after), "trust.jsonl") if one["position"] == 1]
    assert faults(packed(with_lines(files_of(after), "trust.jsonl", left)))


def test_without_a_signed_checkpoint_there_is_no_bundle(casino: Casino) -> None:
    """What no checkpoint covers is proved by nothing yet: it says what to do."""
    evening_of(casino)
    casino.project()
    with pytest.raises(BundleError, match="no signed checkpoint covers"):
        made(casino, "round", ROUND)


def test_the_manifest_says_where_a_neighbour_could_be_guessed(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hash of an envelope without a blind tells what it covers: whoever publishes is warned."""
    with psycopg.connect(casino.superuser) as connection:
        connection.execute("UPDATE ledger.head SET blinded = false")
    casino.door._blinded = False  # as the door of an older ledger
    first = casino.say("mesa", Heartbeat(), at=minute(1))
    casino.say("outra", Heartbeat(), at=minute(2))
    with monkeypatch.context() as patched:
        patched.setattr(SourceChain, "_blind", lambda _: None)
        casino.say("outra", Heartbeat(), at=minute(3))
        bare = casino.say("mesa", Heartbeat(), at=minute(4))  # beside it is one of the two
        casino.say("outra", Heartbeat(), at=minute(5))
    casino.installation.log.checkpoint()
    casino.project()
    told = {}
    for seq in (1, 2):
        files = files_of(made(casino, "event", f"mesa:{seq}"))
        told[seq] = json.loads(files["manifest.json"])["hashes"]
        assert b"not blinded" in files["LEIA-ME.txt"]
    assert told[first.first].startswith("blinded")
    assert told[bare.first].startswith("not blinded (razao/1)")
    with connect(casino.conninfo) as kept:
        for one in (first, bare):  # whoever does not see all is shown no link that can be guessed
            asked = (kept, "event", f"mesa:{one.first}", program_text())
            if one is first:
                assert make_bundle_by(*asked, sees_all=False) == make_bundle_by(*asked)
                continue
            with pytest.raises(GuessedError, match="can be guessed"):
                make_bundle_by(*asked, sees_all=False)
