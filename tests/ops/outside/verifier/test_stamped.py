"""Bundles with a stamp of time by ``openssl ts``: honest, another's, of another checkpoint."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any, Final

import psycopg
import pytest

from api.services.bundles import make_bundle
from ledger.events.registry import Heartbeat
from ops.database.postgres import DatabaseUrls
from ops.outside.publishing.stamps import take_stamp
from ops.outside.verifier import program_text, razao_verify
from ops.outside.verifier.razao_verify import Result
from ops.outside.verifier.whole import check_bundle
from tests.fixtures.casino import Casino, Founded, cloned_casino, minute
from tests.fixtures.command import razao
from tests.fixtures.serving import served
from tests.ops.outside.publishing.test_stamps import Tsa, authority, pem
from tests.ops.outside.verifier.forged import files_in, packed

pytest.importorskip("rfc3161_client")
pytestmark = pytest.mark.skipif(which("openssl") is None, reason="the authority is openssl")
EVENT: Final = "mesa:1"


class Stamped:
    """A ledger of which two checkpoints were stamped, and what stamped them."""

    def __init__(self, casino: Casino, folder: Path) -> None:
        self.casino = casino
        self.tsa = Tsa(folder / "tsa")
        self.notes: list[tuple[str, bytes]] = []
        with served(self.tsa.app()) as address:
            self.authority = authority(self.tsa, f"{address}/")
            for number in range(3):
                casino.say("mesa", Heartbeat(waiting=number), at=minute(number))
                note = casino.installation.log.checkpoint()
                token = take_stamp(self.authority, note)
                self.notes.append((note, token))
                casino.installation.log.keep_stamp(casino.last, "hora", note, token)
        casino.installation.log.keep_stamp(casino.last, "aaa", note, b"nobody can judge this")
        casino.project()

    def bundle(self) -> bytes:
        """Return the proof of the first event: its oldest stamp is the first."""
        return make_bundle(self.casino.conninfo, "event", EVENT, program_text())


@pytest.fixture(scope="module")
def stamped(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection[Any],
    founded_ledger: Founded,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Stamped]:
    """Say three events, each checkpoint stamped by an authority of this machine."""
    folder = tmp_path_factory.mktemp("stamped")
    with cloned_casino(postgres_urls, postgres_maintenance, founded_ledger, folder) as casino:
        yield Stamped(casino, folder)


def proved(result: Result) -> str:
    assert result.faults == []
    return " ".join(en for _, en in result.proved)


def test_the_oldest_stamp_tells_since_when_nothing_changed(stamped: Stamped) -> None:
    """By whom the reader believes; without him the one file says how to check it."""
    data = stamped.bundle()
    note, token = stamped.notes[0]
    files = files_in(data)
    assert files["older-checkpoint"].decode() == note
    assert files["older-checkpoint.tsr"] == token
    size = note.split("\n")[1]
    told = check_bundle(data, authorities=[stamped.authority])
    said = rf"hora stamped the log of {size} events at \d\d-\d\d-20\d\d [\d:]+ \(UTC\+00:00\)"
    assert re.search(said, proved(told))
    assert not any("older-checkpoint.tsr" in en for _, en in told.open)
    for result in (razao_verify.check(data), check_bundle(data)):
        assert "hora stamped" not in proved(result)
        assert any("openssl ts -verify" in en for _, en in result.open)


def test_a_stamp_of_another_checkpoint_is_named(stamped: Stamped) -> None:
    """A later one's, put beside the first: by the one file, too, for it holds another hash."""
    files = files_in(stamped.bundle())
    files["older-checkpoint.tsr"] = stamped.notes[1][1]
    for result in (
        razao_verify.check(packed(files)),
        check_bundle(packed(files), authorities=[stamped.authority]),
    ):
        assert [(where, en) for where, _, en in result.faults] == [
            ("older-checkpoint.tsr", "is no stamp of older-checkpoint")
        ]


def test_a_later_stamp_with_its_checkpoint_does_not_pass_for_an_older_one(
    stamped: Stamped,
) -> None:
    """The hashes of consistency are of the first: the second begins the log by its own alone."""
    files = files_in(stamped.bundle())
    note, token = stamped.notes[1]
    files |= {"older-checkpoint": note.encode(), "older-checkpoint.tsr": token}
    assert razao_verify.check(packed(files)).faults[0][0] == "older-checkpoint"


def test_a_stranger_s_stamp_and_a_doctored_one_are_named(stamped: Stamped, tmp_path: Path) -> None:
    """Another root under the same name; a signature that was altered, the hash left as it was."""
    files = files_in(stamped.bundle())
    stranger = authority(Tsa(tmp_path / "stranger"))
    result = check_bundle(packed(files), authorities=[stranger])
    assert result.faults[0][0] == "older-checkpoint.tsr"
    assert result.proved == []
    token = files["older-checkpoint.tsr"]
    files["older-checkpoint.tsr"] = token[:-20] + bytes(20)
    assert razao_verify.check(packed(files)).faults == []  # its hour it says to be open
    result = check_bundle(packed(files), authorities=[stamped.authority])
    assert result.faults[0][0] == "older-checkpoint.tsr"
    told = json.loads(files["older.json"])
    told["checkpoints"] *= 2
    twice = packed({**files, "older.json": json.dumps(told).encode()})
    assert check_bundle(twice, authorities=[stamped.authority]).faults


def test_the_command_takes_the_authorities_of_a_file(stamped: Stamped, tmp_path: Path) -> None:
    """`razao verify bundle --stamps`: the hour is told; by another's certificates it is none."""
    (tmp_path / "b.zip").write_bytes(stamped.bundle())
    stranger = Tsa(tmp_path / "stranger")
    for name, tsa, code in (("its", stamped.tsa, 0), ("other", stranger, 1)):
        (tmp_path / f"{name}.pem").write_bytes(pem(tsa.root[0], tsa.own[0]))
        stamps = tmp_path / f"{name}.stamps"
        stamps.write_text(f"authority hora http://127.0.0.1:1/ {name}.pem\n")
        home = stamped.casino.installation.home
        asked = ("verify", "bundle", str(tmp_path / "b.zip"), "--stamps", str(stamps))
        done = razao(stamped.casino.conninfo, home, *asked)
        assert done.returncode == code, done.stdout + done.stderr
        assert ("hora stamped the log of" in done.stdout) is (code == 0)
