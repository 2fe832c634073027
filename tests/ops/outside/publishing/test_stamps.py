"""Stamps of time from an authority on this machine, made by ``openssl ts``: honest and hostile."""

import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from shutil import which
from typing import cast

import psycopg
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from fastapi import FastAPI, Request, Response
from hypothesis import given
from hypothesis import strategies as st

from api.services.log import OpenLog
from ledger.errors import BrokenProofError
from ledger.events.reviews import GamingDayClosed
from ledger.log.log import Log
from ledger.signed.logs import LogSigner
from ledger.signed.signing import KeySigner
from ledger.signed.witnesses.policy import read_policy
from ops.errors import MisuseError, UnreachableError
from ops.outside.publishing.publisher import Publisher
from ops.outside.publishing.stamps import (
    Authority,
    Stamper,
    authority_of,
    check_stamp,
    read_authorities,
    take_stamp,
)
from ops.outside.watch.monitor import Monitor
from projections.reads.queries import connect
from tests.api.conftest import opened
from tests.fixtures.casino import Casino
from tests.fixtures.serving import served
from tests.ledger.log.test_log import beat

pytest.importorskip("rfc3161_client")
pytestmark = pytest.mark.skipif(which("openssl") is None, reason="the authority is openssl")

NOTE = "casa\n7\nAAAA=\n\n— casa AAAA\n"
NOW = datetime.now(UTC)
CONFIG = """
[tsa]
default_tsa = it
[it]
dir = {dir}
serial = {dir}/serial
crypto_device = builtin
signer_cert = {dir}/tsa.pem
signer_key = {dir}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ordering = no
tsa_name = no
ess_cert_id_chain = no
"""


def certificate(
    name: str,
    issuer: tuple[x509.Certificate, rsa.RSAPrivateKey] | None = None,
    usage: x509.ObjectIdentifier | None = None,
    *,
    days: tuple[int, int] = (-1, 30),
) -> tuple[x509.Certificate, rsa.RSAPrivateKey]:
    """Return a new certificate and its key; without an issuer it certifies itself."""
    key = rsa.generate_private_key(65_537, 2_048)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    signing = key if issuer is None else issuer[1]
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject if issuer is None else issuer[0].subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW + timedelta(days=days[0]))
        .not_valid_after(NOW + timedelta(days=days[1]))
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
    )
    if usage is not None:
        builder = builder.add_extension(x509.ExtendedKeyUsage([usage]), critical=True)
    return builder.sign(signing, hashes.SHA256()), key


def pem(*certificates: x509.Certificate) -> bytes:
    return b"".join(one.public_bytes(serialization.Encoding.PEM) for one in certificates)


class Tsa:
    """An authority: root, own certificate, and what it answers."""

    def __init__(
        self,
        folder: Path,
        *,
        days: tuple[int, int] = (-1, 30),
        root: tuple[x509.Certificate, rsa.RSAPrivateKey] | None = None,
        name: str = "hora",
    ) -> None:
        folder.mkdir()
        self.folder = folder
        self.root = root or certificate("raiz", days=(-40, 30))
        self.own = certificate(name, self.root, ExtendedKeyUsageOID.TIME_STAMPING, days=days)
        (folder / "root.pem").write_bytes(pem(self.root[0]))
        (folder / "tsa.pem").write_bytes(pem(self.own[0]))
        (folder / "tsa.key").write_bytes(
            self.own[1].private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        (folder / "serial").write_text("01\n")
        (folder / "tsa.cnf").write_text(CONFIG.format(dir=folder))
        self.change: Callable[[bytes], bytes] = lambda answer: answer
        self.status = 200
        self.asked = 0

    def stamp(self, query: bytes) -> bytes:
        """Return what ``openssl ts`` answers a query."""
        (self.folder / "query").write_bytes(query)
        subprocess.run(
            ["openssl", "ts", "-reply", "-config", "tsa.cnf", "-queryfile", "query", "-out", "out"],  # noqa: S607 - found above
            cwd=self.folder,
            check=True,
            capture_output=True,
        )
        return (self.folder / "out").read_bytes()

    def app(self) -> FastAPI:
        app = FastAPI()

        @app.post("/")
        async def answer(request: Request) -> Response:  # pyright: ignore[reportUnusedFunction]
            self.asked += 1
            assert request.headers["Content-Type"] == "application/timestamp-query"
            return Response(self.change(self.stamp(await request.body())), self.status)

        return app


@pytest.fixture(scope="module")
def tsa(tmp_path_factory: pytest.TempPathFactory) -> Tsa:
    """Give an honest authority."""
    return Tsa(tmp_path_factory.mktemp("tsa") / "it")


@pytest.fixture
def address(tsa: Tsa) -> Iterator[str]:
    """Serve the authority; it is honest again afterwards."""
    with served(tsa.app()) as address:
        yield f"{address}/"
    tsa.change = lambda answer: answer
    tsa.status, tsa.asked = 200, 0


def authority(tsa: Tsa, address: str = "http://127.0.0.1:1/", *, pinned: bool = True) -> Authority:
    more = [tsa.own[0]] if pinned else []
    return authority_of("hora", address, pem(tsa.root[0], *more))


@pytest.mark.parametrize("pinned", [True, False])
def test_an_honest_stamp_says_when_a_checkpoint_was_there(
    tsa: Tsa, address: str, pinned: bool
) -> None:
    """Taken now, checked then and later, by the root with or without the authority's own."""
    one = authority(tsa, address, pinned=pinned)
    token = take_stamp(one, NOTE)
    assert abs(check_stamp(one, NOTE, token) - datetime.now(UTC)) < timedelta(minutes=1)
    for other in (NOTE + " ", NOTE.replace("7", "8"), ""):
        with pytest.raises(BrokenProofError, match="no stamp over this checkpoint"):
            check_stamp(one, other, token)


def test_another_authority_s_stamp_is_none(tsa: Tsa, address: str, tmp_path: Path) -> None:
    """Of another root, or of a second authority under the same root: pinned is pinned."""
    token = take_stamp(authority(tsa, address), NOTE)
    stranger = Tsa(tmp_path / "stranger")
    with pytest.raises(BrokenProofError):
        check_stamp(authority(stranger), NOTE, token)
    second = certificate("outra", tsa.root, ExtendedKeyUsageOID.TIME_STAMPING)
    other = authority_of("hora", address, pem(tsa.root[0], second[0]))
    with pytest.raises(BrokenProofError):
        check_stamp(other, NOTE, token)


def test_an_answer_to_another_question_is_refused(tsa: Tsa, address: str) -> None:
    """An older stamp over the same note, sent again: the nonce is another."""
    one = authority(tsa, address)
    old = take_stamp(one, NOTE)
    tsa.change = lambda _: old
    with pytest.raises(BrokenProofError, match="Nonce"):
        take_stamp(one, NOTE)


def test_a_clock_that_parts_from_ours_is_refused(tsa: Tsa, address: str) -> None:
    """A stamp an hour from now is worth nothing to us, whoever signs it."""

    def later(apart: timedelta) -> datetime:
        return datetime.now(UTC) + apart

    for hours in (-1, 1):
        with pytest.raises(BrokenProofError, match="from this clock"):
            take_stamp(authority(tsa, address), NOTE, partial(later, timedelta(hours=hours)))


def test_a_certificate_out_of_its_days_stamps_nothing(tmp_path: Path) -> None:
    """It ended, or has not begun, when it stamped."""
    for name, days in (("ended", (-30, -2)), ("early", (2, 30))):
        one = Tsa(tmp_path / name, days=days)
        with served(one.app()) as address, pytest.raises(BrokenProofError):
            take_stamp(authority(one, f"{address}/"), NOTE)


def query(*, nonce: bool = True, certificate: bool = True) -> bytes:
    """Return a question about the note, with a nonce and the wish for a certificate or without."""
    client = import_module("rfc3161_client")
    builder = client.TimestampRequestBuilder().data(NOTE.encode()).nonce(nonce=nonce)
    return builder.cert_request(cert_request=certificate).build().as_bytes()


def test_an_answer_without_the_nonce_is_refused(tsa: Tsa, address: str) -> None:
    """Whoever leaves it out could send an older stamp."""
    tsa.change = lambda _: tsa.stamp(query(nonce=False))
    with pytest.raises(BrokenProofError, match="Nonce"):
        take_stamp(authority(tsa, address), NOTE)


def test_a_stamp_without_a_certificate_is_believed_by_nobody_who_has_none(tsa: Tsa) -> None:
    """Who kept the root alone cannot tell who signed it."""
    bare = tsa.stamp(query(certificate=False))
    with pytest.raises(BrokenProofError, match="no stamp over this checkpoint"):
        check_stamp(authority(tsa, pinned=False), NOTE, bare)
    check_stamp(authority(tsa, pinned=False), NOTE, tsa.stamp(query()))


def test_a_certificate_slipped_in_makes_no_stamp_another_s(tsa: Tsa, tmp_path: Path) -> None:
    """An authority under the same root signs, and encloses the certificate of the pinned one."""
    # Of the shorter name, so that openssl's order of the two is the one that the format asks for.
    thief = Tsa(tmp_path / "thief", root=tsa.root, name="h")
    (thief.folder / "slipped-in.pem").write_bytes(pem(tsa.own[0]))
    config = (thief.folder / "tsa.cnf").read_text()
    (thief.folder / "tsa.cnf").write_text(f"{config}certs = {thief.folder}/slipped-in.pem\n")
    token = thief.stamp(query())
    assert tsa.own[0].public_bytes(serialization.Encoding.DER) in token
    with pytest.raises(BrokenProofError, match="no stamp over this checkpoint"):
        check_stamp(authority(tsa), NOTE, token)
    check_stamp(authority(thief), NOTE, thief.stamp(query()))


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda _: b"",
    "text": lambda _: b"no stamp",
    "cut by a byte": lambda answer: answer[:-1],
    "cut in half": lambda answer: answer[: len(answer) // 2],
    "a wrong signature": lambda answer: answer[:-20] + bytes(20),
    "a rejection": lambda _: bytes.fromhex("30053003020102"),
    "too much": lambda _: b"x" * 70_000,
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_answer_is_a_clear_error(tsa: Tsa, address: str, what: str) -> None:
    """Nothing, text, cut, a wrong signature, a rejection, too much: refused with our own error."""
    tsa.change = BROKEN[what]
    with pytest.raises(BrokenProofError, match="hora"):
        take_stamp(authority(tsa, address), NOTE)


def test_an_authority_that_fails_or_is_away_is_said(tsa: Tsa, address: str) -> None:
    """Its status, or that nobody answers."""
    tsa.status = 500
    with pytest.raises(BrokenProofError, match="answers 500"):
        take_stamp(authority(tsa, address), NOTE)
    with pytest.raises(UnreachableError):
        take_stamp(authority(tsa), NOTE)


@given(data=st.data())
def test_no_altered_stamp_holds(tsa: Tsa, data: st.DataObject) -> None:
    """One byte of a true stamp changed: it never holds for another time or note."""
    one = authority(tsa)
    token = bytearray(_token(tsa))
    honest = check_stamp(one, NOTE, bytes(token))
    at = data.draw(st.integers(0, len(token) - 1))
    token[at] ^= data.draw(st.integers(1, 255))
    with suppress(BrokenProofError):
        assert check_stamp(one, NOTE, bytes(token)) == honest


_tokens: dict[Path, bytes] = {}


def _token(tsa: Tsa) -> bytes:
    """Return a stamp over the note, made once."""
    if tsa.folder not in _tokens:
        with served(tsa.app()) as address:
            _tokens[tsa.folder] = take_stamp(authority(tsa, f"{address}/"), NOTE)
    return _tokens[tsa.folder]


def test_a_file_of_authorities_names_each_with_its_certificates(tsa: Tsa, tmp_path: Path) -> None:
    """Name, address, certificates beside the file; what is none is named with its line."""
    (tmp_path / "a.pem").write_bytes(pem(tsa.root[0], tsa.own[0]))
    (tmp_path / "own.pem").write_bytes(pem(tsa.own[0]))
    (tmp_path / "bad.pem").write_bytes(b"-----BEGIN CERTIFICATE-----\n!\n")
    file = tmp_path / "authorities"
    file.write_text("# ours\n\nauthority hora https://hora.example a.pem\n")
    (one,) = read_authorities(file)
    assert (one.name, one.address, one.own) == ("hora", "https://hora.example", tsa.own[0])
    for line, said in (
        ("authority hora https://hora.example", "line 1: expected authority <name>"),
        ("authority hora file:///x a.pem", "expected an address http://"),
        ("authority hora http://x nowhere.pem", "authority hora"),
        ("authority hora http://x own.pem", "expected a root"),
        ("authority hora http://x bad.pem", "expected certificates in PEM"),
    ):
        file.write_text(line)
        with pytest.raises(MisuseError, match=said):
            read_authorities(file)


def test_authorities_without_the_extra_are_misuse_at_once(
    tsa: Tsa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service that cannot take stamps does not start as if it could."""
    (tmp_path / "a.pem").write_bytes(pem(tsa.root[0], tsa.own[0]))
    file = tmp_path / "authorities"
    file.write_text("authority hora https://hora.example a.pem\n")
    monkeypatch.setitem(sys.modules, "rfc3161_client", None)
    with pytest.raises(MisuseError, match="extra `stamps`"):
        read_authorities(file)


def test_a_stamp_that_cannot_be_kept_is_told_and_asked_for_again(tsa: Tsa, address: str) -> None:
    """The database went away: trouble says so, and after a minute the stamp is kept."""
    now, kept = [0.0], list[int]()

    class Away:
        def holds_any(self, _kinds: object, _first: int, _last: int) -> bool:
            return False

        def keep_stamp(self, size: int, *_: object) -> None:
            if now[0] == 0.0:
                raise psycopg.OperationalError("the server went away")
            kept.append(size)

    stamper = Stamper(cast("Log", Away()), [authority(tsa, address)], monotonic=lambda: now[0])

    def look(seconds: float) -> str | None:
        now[0] = seconds
        stamper.look(7, NOTE)
        stamper.wait()
        return stamper.trouble()

    assert "the server went away" in (look(0) or "")
    assert "the server went away" in (look(59) or ""), "not yet time to ask again"
    assert look(60) is None
    assert kept == [7]


def kept_stamps(casino: Casino) -> list[tuple[int, str, str, bytes]]:
    with connect(casino.conninfo) as connection:
        return OpenLog(connection).stamps(100)[::-1]


def test_the_publisher_keeps_a_stamp_an_hour_and_one_where_a_day_closes(
    casino: Casino, tsa: Tsa, address: str
) -> None:
    """The first checkpoint, nothing within the hour, a gaming day's closing, the next hour."""
    now = [0.0]
    log = casino.installation.log
    stamper = Stamper(log, [authority(tsa, address)], monotonic=lambda: now[0])
    with ExitStack() as stack:
        publisher = Publisher(casino.conninfo, log, None, stamper, monotonic=lambda: now[0])
        stack.callback(publisher.stop)
        sizes: list[int] = []

        def look(seconds: float) -> list[int]:
            now[0] += seconds
            beat(casino, 1)
            publisher.look(casino.last)
            stamper.wait()
            sizes.append(casino.last)
            return [size for size, *_ in kept_stamps(casino)]

        assert look(1) == sizes[:1]
        assert look(60) == sizes[:1]
        casino.say("direccao", GamingDayClosed(casino="praia"))
        assert look(60) == [sizes[0], sizes[2]]
        assert look(3_000) == [sizes[0], sizes[2]]
        assert look(3_600) == [sizes[0], sizes[2], sizes[4]]
        tsa.change = lambda _: b""
        look(3_601)
        assert "no stamp over this checkpoint" in (publisher.trouble() or "")
        tsa.change = lambda answer: answer
        look(61)
        assert publisher.trouble() is None
    for _, name, note, token in kept_stamps(casino):
        assert name == "hora"
        check_stamp(authority(tsa), note, token)


def test_a_watch_judges_the_log_s_clock_by_its_stamps(
    tsa: Tsa, address: str, tmp_path: Path
) -> None:
    """Stamps within a minute of the log's own time are fine; a day apart, none, or false: told."""
    ahead = [0]
    log = LogSigner(
        "casa",
        KeySigner.from_seed(bytes(32)),
        bytes(32),
        now=lambda: int(datetime.now(UTC).timestamp()) + ahead[0],
    )
    leaf = bytes(range(32))
    one = authority(tsa, address)
    served_now: list[dict[str, str]] = []

    def stamped(note: str, token: bytes) -> dict[str, str]:
        return {"authority": "hora", "note": note, "token": b64encode(token).decode()}

    app = FastAPI()
    app.get("/checkpoint")(lambda: Response(note, media_type="text/plain"))
    app.get("/tile/0/000.p/1")(lambda: Response(leaf))
    app.get("/stamps")(lambda: {"items": served_now})
    text = "".join(f"log {key.text}\n" for key in log.keys.keys) + "quorum none\n"
    note = log.sign(1, leaf)

    def look() -> list[str]:
        with served(app) as house:
            monitor = Monitor(house, read_policy(text), tmp_path / "watch", authorities=[one])
            return [alarm.detail for alarm in monitor.look()]

    assert look() == ["no recent stamp of time: there is none"]
    served_now[:] = [stamped(note, take_stamp(one, note))]
    assert look() == []
    ahead[0] = 86_400
    late = log.sign(1, leaf)
    served_now.append(stamped(late, take_stamp(one, late)))
    (told,) = look()
    assert "a checkpoint says" in told
    assert "hora stamped" in told
    served_now[1] = stamped(note, take_stamp(one, late))
    (told,) = look()
    assert "no stamp over this checkpoint" in told


def test_the_service_shows_its_stamps(casino: Casino, tsa: Tsa) -> None:
    """Whoever asks, without a key: size, authority, note and the authority's whole answer."""
    token = _token(tsa)
    casino.installation.log.keep_stamp(7, "hora", NOTE, token)
    casino.project()
    with opened(casino) as site:
        (item,) = site.get("/stamps", None).json()["items"]
    assert (item["size"], item["authority"], item["note"]) == (7, "hora", NOTE)
    check_stamp(authority(tsa), NOTE, b64decode(item["token"]))
