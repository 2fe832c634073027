"""Letters about findings, over a real server of mail: what they say, by TLS or not at all."""

import socket
import ssl
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from api.services.people.notices.destinations import DestinationError
from api.services.people.notices.mail import Post
from api.services.people.notices.service import Posting
from api.services.people.notices.subscriptions import Wish
from ledger.events.reviews import InspectionNoted
from ops.commands.running.serving.posting import post_in
from ops.errors import MisuseError
from ops.settings import Settings
from tests.api.services.test_notices import NOTE, OPEN_HERE, OWNER, Office, office
from tests.fixtures.casino import Casino
from tests.projections.stages.findings.test_findings import PLACE

BOX = "caixa@casa.cv"


class Letters:
    """The letters that a server of mail took."""

    def __init__(self) -> None:
        self.came: list[EmailMessage] = []
        self.answer = "250 OK"

    async def handle_DATA(  # noqa: N802 - as the library calls it
        self, _server: object, _session: object, envelope: object
    ) -> str:
        """Take a letter."""
        content = getattr(envelope, "content", b"")
        letter = message_from_bytes(content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.came.append(letter)
        return self.answer


def context_in(folder: Path) -> ssl.SSLContext:
    """Make a certificate for this machine in a folder; return a server's context of it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mail")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "mail.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "mail.key").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "mail.pem", folder / "mail.key")
    return context


@contextmanager
def taking(tls: ssl.SSLContext | None) -> Generator[tuple[Letters, Post]]:
    """Run a server of mail on this machine, with STARTTLS where it has a certificate."""
    letters = Letters()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(
        letters, hostname="127.0.0.1", port=port, tls_context=tls, require_starttls=tls is not None
    )
    controller.start()
    try:
        yield letters, Post(host="127.0.0.1", port=port, sender="razao@casa.cv")
    finally:
        controller.stop()


def with_mail(at: Office, post: Post) -> None:
    """Let an office send letters, and subscribe a mailbox."""
    at.notices.posting = Posting(bounds=OPEN_HERE, console="https://razao.casa.cv", post=post)
    wish = Wish(title="caixa", way="mail", destination=BOX)
    assert at.notices.save(OWNER, wish, at.scope)[1] == ""


def test_findings_go_in_one_letter_and_again_in_the_same(
    casino: Casino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused for now, it is sent again with its Message-ID; what came later has one of its own."""
    casino.project()
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "mail.pem"))
    with office(casino, tmp_path) as at, taking(context_in(tmp_path)) as (letters, post):
        with_mail(at, post)
        casino.say("inspector", NOTE, place=PLACE)
        casino.say("inspector", InspectionNoted(code="BJ-CHEF"), place=PLACE)
        letters.answer = "451 later"
        at.look()
        assert (at.only.reason, at.only.waiting) == ("451", 2)
        casino.say("inspector", NOTE, place=PLACE)
        letters.answer = "250 OK"
        at.look(timedelta(hours=2))
        assert at.only.waiting == 0
        first, again, later = sorted(letters.came, key=lambda one: one["Subject"] != first_subject)
        assert first["Message-ID"] == again["Message-ID"] != later["Message-ID"]
        text = first.get_content()
        assert text == again.get_content()
        assert all(word in text for word in ("BF-SET", "BJ-CHEF", PLACE, "estado: aberta"))
        assert text.count("https://razao.casa.cv/constatacoes/") == 2
        assert (first["To"], first["From"]) == (BOX, "razao@casa.cv")


first_subject = "Razão: 2 constatações"


def test_letters_go_by_tls_or_not_at_all(casino: Casino, tmp_path: Path) -> None:
    """To a server without it nothing is said, nor to one whose certificate nobody vouches for."""
    casino.project()
    with office(casino, tmp_path) as at, taking(None) as (letters, post):
        with_mail(at, post)
        casino.say("inspector", NOTE, place=PLACE)
        at.look()
        assert (at.only.reason, letters.came) == ("no-tls", [])
        with taking(context_in(tmp_path)) as (others, unknown):
            at.notices.posting = Posting(post=unknown)
            at.look(timedelta(hours=2))
            assert (at.only.reason, others.came) == ("certificate", [])
        for wrong, post_or_none in ((BOX, None), ("a@b, c@d.cv", post), ("@casa.cv", post)):
            at.notices.posting = Posting(post=post_or_none)
            with pytest.raises(DestinationError, match=r"RAZAO_SMTP|one mailbox"):
                at.notices.save(OWNER, Wish(title="x", way="mail", destination=wrong), at.scope)


def test_the_server_of_mail_is_named_by_settings(tmp_path: Path) -> None:
    """With its password in a file; whatever cannot be understood is told."""
    secret = tmp_path / "password"
    secret.write_text("segredo\n")
    named = Settings(
        smtp="smtps://razao@mail.casa.cv", smtp_from="razao@casa.cv", smtp_password=secret
    )
    post = post_in(named)
    assert post is not None
    assert (post.port, post.password, post.tls) == (465, "segredo", "from the first byte")
    assert "segredo" not in repr(post)
    for wrong, told in (
        ({"smtp": "mail.casa.cv"}, "smtps://user@host:465"),
        ({"smtp": "smtp://a:b@mail.casa.cv"}, "without a password"),
        ({"smtp_from": "razao"}, "RAZAO_SMTP_FROM: expected a mailbox"),
        ({"smtp_password": None}, "got neither"),
    ):
        with pytest.raises(MisuseError, match=told):
            post_in(named.model_copy(update=wrong))
