"""Stamps of time (RFC 3161) over checkpoints: asked of authorities outside, checked, kept.

A stamp says that a checkpoint, with all its signatures, was there at a time that the house does not
tell itself. An authority is pinned by the certificates of its file: its root, and its own where it
stands there, too. Needs the extra ``stamps``.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Final

from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID
from msgspec import Struct

from ledger.errors import BrokenProofError
from ledger.events.bingo import ActaCompleted
from ledger.events.reviews import GamingDayClosed
from ledger.log.log import Log
from ledger.signed.checkpoint import read_checkpoint
from ledger.text.times import moment_text
from ops.errors import MisuseError, UnreachableError
from ops.outside.publishing.http import ask, check_address

CLOSINGS: Final = (ActaCompleted.KIND, GamingDayClosed.KIND)
"""Where one of these is recorded a stamp is taken without waiting for the hour."""
EVERY_SECONDS: Final = 3_600.0
RETRY_SECONDS: Final = 60.0
APART_MAX: Final = timedelta(minutes=5)
"""By how much an authority's clock may part from this one when a stamp is taken."""
TOKEN_SIZE_MAX: Final = 65_536
QUERY: Final = "application/timestamp-query"
_OK: Final = 200
_LOGGER = logging.getLogger(__name__)


class Authority(Struct, frozen=True):
    """A time-stamping authority: the house's name for it, where it answers, its certificates."""

    name: str
    address: str
    roots: tuple[x509.Certificate, ...]
    intermediates: tuple[x509.Certificate, ...] = ()
    own: x509.Certificate | None = None


def read_authorities(path: Path) -> list[Authority]:
    """Return the authorities that a file's lines ``authority <name> <address> <certificates>`` say.

    Raises:
        MisuseError: the file, a line or its certificates cannot be read; or the extra lacks, which
            a service has to learn before the hour of its first stamp.

    """
    try:
        found = list(_authorities(path.read_text(encoding="utf-8"), path.parent))
    except (OSError, UnicodeDecodeError) as error:
        raise MisuseError(str(error)) from error
    if not found:
        raise MisuseError(f"{path}: expected lines authority <name> <address> <certificates>")
    _client()
    return found


def _authorities(text: str, folder: Path) -> Iterator[Authority]:
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) != 4 or words[0] != "authority":  # noqa: PLR2004 - the words of a line
            raise MisuseError(
                f"line {number}: expected authority <name> <address> <certificates>, got {line!r}"
            )
        _, name, address, file = words
        try:
            pem = (folder / file).read_bytes()
            yield authority_of(name, check_address(address), pem)
        except (OSError, BrokenProofError, MisuseError) as error:
            raise MisuseError(f"line {number}: authority {name}: {error}") from error


def authority_of(name: str, address: str, pem: bytes) -> Authority:
    """Return an authority with its certificates in PEM: a root, others between, its own.

    Raises:
        BrokenProofError: they are no certificates, or no root is among them.

    """
    try:
        certificates = x509.load_pem_x509_certificates(pem)
        own = [one for one in certificates if _stamps(one)]
    except ValueError as error:
        raise BrokenProofError(f"expected certificates in PEM: {error}") from error
    roots = [one for one in certificates if one.subject == one.issuer]
    if not roots:
        raise BrokenProofError("expected a root, which certifies itself, among the certificates")
    if len(own) > 1:
        raise BrokenProofError("expected one certificate for stamps at most")
    between = [one for one in certificates if one not in roots and one not in own]
    return Authority(name, address, tuple(roots), tuple(between), own[0] if own else None)


def take_stamp(
    authority: Authority, note: str, now: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> bytes:
    """Have an authority stamp a checkpoint; return its answer, which was checked.

    Raises:
        UnreachableError: it does not answer.
        BrokenProofError: its answer is no stamp over this checkpoint, at this time.

    """
    client = _client()
    request = (
        client.TimestampRequestBuilder()
        .data(note.encode())
        .hash_algorithm(client.HashAlgorithm.SHA256)
        .nonce(nonce=True)
        .build()
    )
    answer = ask(authority.address, request.as_bytes(), kind=QUERY)
    if answer.status != _OK:
        raise BrokenProofError(f"{authority.name} answers {answer.status}")
    stamped = check_stamp(authority, note, answer.body, nonce=request.nonce)
    apart = abs(stamped - now())
    if apart > APART_MAX:
        raise BrokenProofError(
            f"{authority.name}: stamped {moment_text(stamped, UTC)}, {apart} from this clock"
        )
    return answer.body


def check_stamp(
    authority: Authority, note: str, token: bytes, *, nonce: int | None = None
) -> datetime:
    """Verify an authority's stamp over a checkpoint; return its time.

    Raises:
        BrokenProofError: it is no stamp, or not this authority's, or not over this checkpoint.

    """
    client = _client()
    if len(token) > TOKEN_SIZE_MAX:
        raise BrokenProofError(f"{authority.name}: a stamp has at most {TOKEN_SIZE_MAX} bytes")
    try:
        response = client.decode_timestamp_response(token)
        verifier = client.VerifierBuilder(
            roots=list(authority.roots),
            intermediates=list(authority.intermediates),
            tsa_certificate=authority.own,
            nonce=nonce,
        ).build()
        verifier.verify_message(response, note.encode())
        stamped: datetime = response.tst_info.gen_time
    except (client.VerificationError, ValueError, TypeError, OverflowError) as error:
        raise BrokenProofError(
            f"{authority.name}: no stamp over this checkpoint: {error}"
        ) from error
    return stamped if stamped.tzinfo is not None else stamped.replace(tzinfo=UTC)


def stamp_faults(
    rows: Iterable[tuple[int, str, str, bytes]], authorities: Sequence[Authority]
) -> Iterator[tuple[int, str]]:
    """Yield size and fault of each kept stamp that its authority did not make over its checkpoint.

    An authority whose certificates are not given is a stranger's: nobody here can judge its stamp.
    """
    believed = {one.name: one for one in authorities}
    for size, name, note, token in rows:
        try:
            told = read_checkpoint(note).size
            if told != size:
                yield size, f"{name}: its checkpoint says {told} events"
            elif name in believed:
                check_stamp(believed[name], note, token)
        except BrokenProofError as error:
            yield size, str(error)


class Stamper:
    """Takes a stamp of each authority once an hour, and where a day or an acta closes."""

    def __init__(
        self,
        log: Log,
        authorities: Sequence[Authority],
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Keep stamps in the log's database."""
        self._log = log
        self._authorities = authorities
        self._monotonic = monotonic
        self._due = {one.name: 0.0 for one in authorities}
        self._troubles: dict[str, str] = {}
        self._looked: int | None = None
        self._thread: threading.Thread | None = None

    def trouble(self) -> str | None:
        """Return why authorities did not stamp when they were asked last; None if all did."""
        return "; ".join(self._troubles.values()) or None

    def look(self, size: int, note: str) -> None:
        """Take a stamp over a checkpoint where an hour is over or a day closed, in a thread."""
        now = self._monotonic()
        if self._looked is not None and self._log.holds_any(CLOSINGS, self._looked + 1, size):
            self._due = dict.fromkeys(self._due, now)
        self._looked = size
        due = [one for one in self._authorities if now >= self._due[one.name]]
        if due and (self._thread is None or not self._thread.is_alive()):
            self._thread = threading.Thread(
                target=self._take, args=(due, size, note), name="stamps", daemon=True
            )
            self._thread.start()

    def wait(self) -> None:
        """Wait until the authorities that are being asked have answered, or have not."""
        if self._thread is not None:
            self._thread.join()

    def _take(self, due: Sequence[Authority], size: int, note: str) -> None:
        for one in due:
            try:
                self._log.keep_stamp(size, one.name, note, take_stamp(one, note))
                self._troubles.pop(one.name, None)
                wait = EVERY_SECONDS
            except (UnreachableError, BrokenProofError) as error:
                self._troubles[one.name] = str(error)
                wait = RETRY_SECONDS
            except Exception as error:  # no thread of a service dies unheard
                self._troubles[one.name] = f"{one.name}: {type(error).__name__}: {error}"
                _LOGGER.exception("no stamp was taken")
                wait = RETRY_SECONDS
            self._due[one.name] = self._monotonic() + wait


def _stamps(certificate: x509.Certificate) -> bool:
    try:
        usage = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage)
    except x509.ExtensionNotFound:
        return False
    return ExtendedKeyUsageOID.TIME_STAMPING in usage.value


def _client() -> ModuleType:
    try:
        import rfc3161_client  # noqa: PLC0415 - an extra, loaded where stamps are
    except ImportError as error:
        raise MisuseError("stamps need the extra `stamps`: `uv sync --extra stamps`") from error
    return rfc3161_client
