"""Signatures of papers (PAdES): made by a key of this house, checked by anybody; extra ``sign``.

The key is an Ed25519 key as all of the tree are: in a file, or in a PKCS#11 token. Its certificate
is an authority's, where the house has one; else the key certifies itself, always by the same bytes,
so that whoever keeps the certificate's fingerprint knows the key again.
"""

import importlib
import io
import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from types import ModuleType
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct

from ledger.signed.signing import Signer
from ops.errors import MisuseError

FIELD: Final = "Razao"
"""The name of the signature's field, which shows nothing on the page."""
DIGEST: Final = "sha512"
"""What Ed25519 signs over in CMS (RFC 8419)."""
_BEGIN: Final = datetime(2020, 1, 1, tzinfo=UTC)
_NO_END: Final = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""RFC 5280, 4.1.2.5: a certificate that has no day on which it ends."""


class PaperSigner:
    """Signs papers by one key and its certificate."""

    def __init__(self, key: Signer, name: str, certificate: bytes | None = None) -> None:
        """Sign by a key; ``certificate`` in PEM or DER, else the key certifies itself as a name.

        Raises:
            MisuseError: the extra is lacking, or the certificate is another key's.

        """
        self._key = key
        self._chain = _certificates(certificate) if certificate else [own_certificate(key, name)]
        held = self._chain[0].public_key["public_key"].native
        if held != key.public_key:
            raise MisuseError("the certificate for papers is not that of the key for papers")

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the certificate, in hex, by which readers know it."""
        return sha256(self._chain[0].dump()).hexdigest()

    def sign(self, pdf: bytes) -> bytes:
        """Return a paper with a signature over all of it."""
        writer = _library("pyhanko.pdf_utils.incremental_writer")
        signers = _library("pyhanko.sign.signers")
        fields = _library("pyhanko.sign.fields")
        meta = signers.PdfSignatureMetadata(
            field_name=FIELD, md_algorithm=DIGEST, subfilter=fields.SigSeedSubFilter.PADES
        )
        out = signers.sign_pdf(
            writer.IncrementalPdfFileWriter(io.BytesIO(pdf)), meta, self._signer(signers)
        )
        signed: bytes = out.getvalue()
        return signed

    def _signer(self, signers: ModuleType) -> Any:
        key = self._key
        registry = _library("pyhanko_certvalidator.registry").SimpleCertificateStore()
        registry.register_multiple(self._chain[1:])

        class ByKey(signers.Signer):  # type: ignore[name-defined, misc] # of an extra
            async def async_sign_raw(
                self,
                data: bytes,
                digest_algorithm: str,  # noqa: ARG002 - Ed25519 hashes by itself
                dry_run: bool = False,  # noqa: FBT001, FBT002, ARG002 - a signature is cheap
            ) -> bytes:
                return key.sign(data)

        return ByKey(signing_cert=self._chain[0], cert_registry=registry)


def own_certificate(key: Signer, name: str) -> Any:
    """Return a key's certificate of itself: the same bytes each time."""
    x509 = _library("asn1crypto.x509")
    public = Ed25519PublicKey.from_public_bytes(key.public_key).public_bytes(
        Encoding.DER, PublicFormat.SubjectPublicKeyInfo
    )
    named = x509.Name.build({"common_name": f"Razão: {name}"})
    body = x509.TbsCertificate(
        {
            "version": "v3",
            "serial_number": int.from_bytes(sha256(key.public_key).digest()[:8], "big") >> 1,
            "signature": {"algorithm": "ed25519"},
            "issuer": named,
            "validity": {
                "not_before": x509.Time({"utc_time": _BEGIN}),
                "not_after": x509.Time({"general_time": _NO_END}),
            },
            "subject": named,
            "subject_public_key_info": x509.PublicKeyInfo.load(public),
            "extensions": [
                {
                    "extn_id": "key_usage",
                    "critical": True,
                    "extn_value": {"digital_signature", "non_repudiation"},
                }
            ],
        }
    )
    return x509.Certificate(
        {
            "tbs_certificate": body,
            "signature_algorithm": {"algorithm": "ed25519"},
            "signature_value": key.sign(body.dump()),
        }
    )


# --- checking ------------------------------------------------------------------------------------


class SignedPaper(Struct, frozen=True, kw_only=True):
    """A signed paper as it was found: by whom, what is wrong with it, and the files inside."""

    signer: str = ""
    fingerprint: str = ""
    """SHA-256 of the signer's certificate, in hex; empty where there is no signature."""
    faults: tuple[str, ...] = ()
    files: dict[str, bytes] = {}


def check_paper(
    pdf: bytes, *, roots: bytes | None = None, fingerprint: str | None = None
) -> SignedPaper:
    """Check a paper's signature; its signer is believed by roots in PEM, or by a fingerprint.

    Raises:
        MisuseError: the extra is lacking, or the roots are none.

    """
    trusted = _certificates(roots) if roots else []
    logging.getLogger("pyhanko").setLevel(logging.CRITICAL)  # what it finds stands in the answer
    reading = _library("pyhanko.pdf_utils.reader")
    try:
        return _checked(reading.PdfFileReader(io.BytesIO(pdf)), trusted, fingerprint)
    except MisuseError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a hostile file provokes is an answer
        return SignedPaper(faults=(f"cannot be read: {type(error).__name__}: {error}",))


def _checked(reader: Any, trusted: Sequence[Any], fingerprint: str | None) -> SignedPaper:
    validation = _library("pyhanko.sign.validation")
    certificates = _library("pyhanko_certvalidator")
    found = list(reader.embedded_signatures)
    files = dict(_files(reader))
    if len(found) != 1:
        return SignedPaper(faults=(f"expected one signature, found {len(found)}",), files=files)
    (signature,) = found
    own = signature.signer_cert
    known = sha256(own.dump()).hexdigest()
    status = validation.validate_pdf_signature(
        signature, certificates.ValidationContext(trust_roots=list(trusted) or [own])
    )
    faults = [
        *(["a byte under the signature was changed"] if not status.intact else []),
        *(["the signature does not fit"] if status.intact and not status.valid else []),
        *(["something was added after it was signed"] if not _is_whole(status) else []),
        *(
            ["the certificates that were given do not certify its signer"]
            if trusted and status.bottom_line is False and status.valid and not status.trusted
            else []
        ),
        *(
            [f"expected a signer of fingerprint {fingerprint}, got {known}"]
            if fingerprint is not None and fingerprint.lower() != known
            else []
        ),
    ]
    name = str(own.subject.native.get("common_name", ""))
    return SignedPaper(signer=name, fingerprint=known, faults=tuple(faults), files=files)


def _is_whole(status: Any) -> bool:
    levels = _library("pyhanko.sign.validation.status")
    return bool(status.coverage == levels.SignatureCoverageLevel.ENTIRE_FILE)


def _files(reader: Any) -> list[tuple[str, bytes]]:
    """Return the files inside a paper, by name."""
    try:
        names = reader.root["/Names"]["/EmbeddedFiles"]["/Names"]
    except KeyError:
        return []
    return [
        (str(names[number]), bytes(names[number + 1]["/EF"]["/F"].data))
        for number in range(0, len(names), 2)
    ]


def _certificates(data: bytes) -> list[Any]:
    pem = _library("asn1crypto.pem")
    x509 = _library("asn1crypto.x509")
    try:
        armoured = pem.detect(data)
        parts = [der for _, _, der in pem.unarmor(data, multiple=True)] if armoured else [data]
        found = [x509.Certificate.load(one) for one in parts]
        for one in found:
            _ = one.subject.native, one.public_key.native
    except (ValueError, TypeError, KeyError) as error:
        raise MisuseError(f"expected certificates in PEM or DER: {error}") from error
    return found


def _library(name: str) -> ModuleType:
    """Return a module of the extra, loaded where papers are signed or checked."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MisuseError("signed papers need the extra `sign`: `uv sync --extra sign`") from error
