"""Signed papers: pyHanko's own validation holds, and a byte that was changed is named."""

import io
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from cryptography import x509 as pyca
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from api.documents.document import Attached, Document, Note, Source, pdf_of
from ledger.signed.signing import KeySigner
from ops.commands.figures.papers import paper_signer
from ops.errors import MisuseError
from ops.outside.publishing.papers import PaperSigner, check_paper, own_certificate
from ops.outside.registrar.custody import open_key, passphrase_from
from ops.settings import Settings
from tests.fixtures.command import razao
from tests.fixtures.tokens import needs_softhsm
from tests.ops.outside.publishing.test_stamps import NOW, certificate

KEY: Final = KeySigner.from_seed(bytes(range(32)))
SOURCE: Final = Source(origin="casa", position=7, head="ab" * 32, software="razao")


@pytest.fixture(scope="module")
def paper() -> bytes:
    """Set a paper with a file inside."""
    document = Document(
        title="Jogada",
        subject="RA-01",
        period="",
        events=1,
        blocks=[Note("O declarado e o recalculado conferem.")],
        command="razao",
    )
    return pdf_of(document, SOURCE, Attached("round-RA-01.zip", b"PK"))


@pytest.fixture(scope="module")
def signed(paper: bytes) -> bytes:
    """Sign it by a key that certifies itself."""
    return PaperSigner(KEY, "casa").sign(paper)


def test_a_signed_paper_holds_by_the_library_s_own_validation(paper: bytes, signed: bytes) -> None:
    """PAdES over the whole file, by pyHanko alone; the paper's bytes stand in it as they were."""
    assert signed.startswith(paper)
    (found,) = PdfFileReader(io.BytesIO(signed)).embedded_signatures
    assert found.sig_object["/SubFilter"] == "/ETSI.CAdES.detached"
    roots = [own_certificate(KEY, "casa")]
    status: Any = validate_pdf_signature(found, ValidationContext(trust_roots=roots))
    assert status.bottom_line
    assert status.md_algorithm == "sha512"


def test_a_paper_is_known_by_its_signer_s_certificate(signed: bytes) -> None:
    """The same key, the same fingerprint; another's, or another root, is named."""
    known = PaperSigner(KeySigner.from_seed(bytes(range(32))), "casa").fingerprint
    for asked in ({}, {"fingerprint": known}, {"fingerprint": known.upper()}):
        found = check_paper(signed, **asked)
        assert (found.faults, found.fingerprint, found.signer) == ((), known, "Razão: casa")
        assert found.files == {"round-RA-01.zip": b"PK"}
    assert check_paper(signed, roots=own_certificate(KEY, "casa").dump()).faults == ()
    (why,) = check_paper(signed, fingerprint="00" * 32).faults
    assert why.startswith("expected a signer of fingerprint 0000")
    stranger = own_certificate(KeySigner.generate(), "casa").dump()
    (why,) = check_paper(signed, roots=stranger).faults
    assert why == "the certificates that were given do not certify its signer"


def test_a_byte_that_was_changed_is_named(paper: bytes, signed: bytes) -> None:
    """In the paper, in the file inside, in what signing added; more after it; no signature."""
    dice = Random(17)
    places = [dice.randrange(20, len(paper)) for _ in range(20)]
    start = (
        signed.index(b"/Contents <") if b"/Contents <" in signed else signed.index(b"/Contents<")
    )
    end = signed.index(b">", start)
    places += [dice.randrange(end + 1, len(signed) - 8) for _ in range(10)]
    for at in places:
        changed = bytearray(signed)
        changed[at] ^= 1
        assert check_paper(bytes(changed)).faults, at
    assert check_paper(signed + b"\n% more\n").faults == (
        "something was added after it was signed",
    )
    assert check_paper(paper).faults == ("expected one signature, found 0",)
    for none in (b"", b"%PDF-1.7", signed[:-100], b"\0" * 5_000):
        assert check_paper(none).faults[0]


def test_an_authority_s_certificate_is_its_key_s_or_refused(paper: bytes) -> None:
    """One that somebody gave for this very key signs; that of another key is refused at once."""
    root = certificate("raiz")
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    named = pyca.Name([pyca.NameAttribute(pyca.NameOID.COMMON_NAME, "Casa, papéis")])
    usage = dict.fromkeys(
        (
            "key_encipherment",
            "data_encipherment",
            "key_agreement",
            "key_cert_sign",
            "crl_sign",
            "encipher_only",
            "decipher_only",
        ),
        False,
    )
    own = (
        pyca.CertificateBuilder()
        .subject_name(named)
        .issuer_name(root[0].subject)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(NOW.replace(year=2020))
        .not_valid_after(NOW.replace(year=2050))
        .add_extension(
            pyca.KeyUsage(digital_signature=True, content_commitment=True, **usage), critical=True
        )
    )
    given = own.sign(root[1], hashes.SHA256()).public_bytes(Encoding.PEM)
    above = root[0].public_bytes(Encoding.PEM)
    signed = PaperSigner(KEY, "casa", given + above).sign(paper)
    found = check_paper(signed, roots=above)
    assert (found.faults, found.signer) == ((), "Casa, papéis")
    with pytest.raises(MisuseError, match="is not that of the key for papers"):
        PaperSigner(KeySigner.generate(), "casa", given)
    with pytest.raises(MisuseError, match="expected certificates in PEM or DER"):
        PaperSigner(KEY, "casa", b"none")


@needs_softhsm
def test_a_token_signs_papers(paper: bytes, token: str) -> None:
    """The key never leaves it, and the paper holds as one that a file's key signed."""
    signer = PaperSigner(open_key(token, passphrase_from()), "casa")
    found = check_paper(signer.sign(paper), fingerprint=signer.fingerprint)
    assert found.faults == ()


def test_the_settings_name_the_key_and_its_certificate(tmp_path: Path) -> None:
    """None without a key; the key's file, its certificate; what cannot be used is misuse."""
    path = tmp_path / "papers.key"
    KEY.save(path)
    (tmp_path / "cert.pem").write_bytes(own_certificate(KEY, "outra").dump())
    assert paper_signer(Settings(), "casa") is None
    own = paper_signer(Settings(papers_key=str(path)), "casa")
    assert own is not None
    assert own.fingerprint == PaperSigner(KEY, "casa").fingerprint
    given = Settings(papers_key=str(path), papers_certificate=tmp_path / "cert.pem")
    other = paper_signer(given, "casa")
    assert other is not None
    assert other.fingerprint == PaperSigner(KEY, "outra").fingerprint
    with pytest.raises(MisuseError, match=r"RAZAO_PAPERS_KEY: .*none"):
        paper_signer(Settings(papers_key=str(tmp_path / "none")), "casa")
    path.chmod(0o644)
    with pytest.raises(MisuseError, match="can be read by everybody"):
        paper_signer(Settings(papers_key=str(path)), "casa")


def test_the_command_checks_a_paper_and_the_bundle_inside(
    paper: bytes, signed: bytes, tmp_path: Path
) -> None:
    """A bundle inside that is none is named, however well the paper is signed; so is a stranger."""
    (tmp_path / "p.pdf").write_bytes(signed)
    (tmp_path / "u.pdf").write_bytes(paper)
    asked = ("verify", "paper", str(tmp_path / "p.pdf"))
    done = razao("", tmp_path, *asked)
    assert done.returncode == 1
    assert "FAILS" in done.stdout
    assert "zip: cannot be read" in done.stdout
    assert "whose the certificate is you know by --fingerprint" in done.stdout
    done = razao("", tmp_path, *asked, "--fingerprint", "00" * 32)
    assert "FAILS: expected a signer of fingerprint 0000" in done.stdout
    done = razao("", tmp_path, "verify", "paper", str(tmp_path / "u.pdf"))
    assert (done.returncode, "FAILS: expected one signature, found 0" in done.stdout) == (1, True)
    assert razao("", tmp_path, "verify", "paper", str(tmp_path / "none.pdf")).returncode == 2
