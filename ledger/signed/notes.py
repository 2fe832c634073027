"""Signed notes (C2SP signed-note): a text, and one line for each key that signed it.

::

    <text, ending in a line end>

    — <key's name> <base64 of the key's id and its signature>

A key's id is the first four bytes of a hash over its name, its type and itself; a reader ignores
lines of keys that it does not know, and rejects a note in which a known key's line does not verify.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final, Protocol

from msgspec import Struct

from ledger.errors import BrokenProofError
from ledger.signed.signing import PUBLIC_KEY_SIZE, fits

ED25519: Final = 1
"""A plain Ed25519 signature over the text."""
COSIGNATURE_ED25519: Final = 4
"""A timestamped cosignature by Ed25519 (C2SP tlog-cosignature)."""
COSIGNATURE_MLDSA44: Final = 6
"""A timestamped cosignature by ML-DSA-44, which withstands a quantum computer."""
KEY_SIZES: Final = {ED25519: 32, COSIGNATURE_ED25519: 32, COSIGNATURE_MLDSA44: 1312}
NOTE_SIZE_MAX: Final = 200_000
SIGNATURES_MAX: Final = 64
_ID_SIZE: Final = 4
_NAME_SIZE_MAX: Final = 255
_MARK: Final = "— "


class NoteKey(Struct, frozen=True):
    """A public key that signs notes: its name, what kind of signature it makes, its bytes."""

    name: str
    type: int
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that stand before its signatures."""
        kind = bytes([self.type])
        return sha256(self.name.encode() + b"\n" + kind + self.public).digest()[:_ID_SIZE]

    @property
    def text(self) -> str:
        """The key as policies write it: name, id in hex, type and key in base64."""
        return f"{self.name}+{self.id.hex()}+{b64encode(bytes([self.type]) + self.public).decode()}"


class Signature(Struct, frozen=True):
    """One signature line of a note: whose it claims to be, and its bytes after the key's id."""

    name: str
    id: bytes
    stamp: bytes

    @property
    def line(self) -> str:
        """The line as it stands in a note, with its end."""
        return f"{_MARK}{self.name} {b64encode(self.id + self.stamp).decode()}\n"


class Note(Struct, frozen=True):
    """A signed note, read and not yet verified."""

    text: str
    signatures: tuple[Signature, ...]

    @property
    def whole(self) -> str:
        """The note as it is written and sent."""
        return f"{self.text}\n{''.join(one.line for one in self.signatures)}"

    def by(self, key: NoteKey) -> Signature | None:
        """Return the first line that claims to be a key's; None if there is none."""
        wanted = (key.name, key.id)
        return next((one for one in self.signatures if (one.name, one.id) == wanted), None)


class SignsText(Protocol):
    """Something that makes plain signatures: a key file, a token."""

    @property
    def public_key(self) -> bytes:
        """The raw public key."""
        ...

    def sign(self, message: bytes) -> bytes:
        """Return the signature of a message."""
        ...


def read_key(text: str) -> NoteKey:
    """Return the key that a verifier key's text says.

    Raises:
        BrokenProofError: it is none, or its id is not its own.

    """
    name, plus, rest = text.strip().partition("+")
    key_id, another, encoded = rest.partition("+")
    if not plus or not another or not _is_key_name(name):
        raise BrokenProofError(
            f"verifier key: expected <name>+<id in hex>+<key in base64>, got {text[:80]!r}"
        )
    data = decoded(encoded)
    kind = data[0] if data else 0
    size = KEY_SIZES.get(kind)
    if size is None:
        raise BrokenProofError(
            f"verifier key {name}: expected a key of type {', '.join(map(str, KEY_SIZES))}, "
            f"got {kind}"
        )
    if len(data) != size + 1:
        raise BrokenProofError(
            f"verifier key {name}: expected {size} bytes after the type, got {len(data) - 1}"
        )
    key = NoteKey(name, kind, data[1:])
    if key_id != key.id.hex():
        raise BrokenProofError(f"verifier key {name}: expected id {key.id.hex()}, got {key_id!r}")
    return key


def read_note(data: str) -> Note:
    """Return text and signature lines of a note, nothing verified.

    Raises:
        BrokenProofError: it is no note; says what of it is not.

    """
    if len(data.encode("utf-8", "surrogatepass")) > NOTE_SIZE_MAX:
        raise BrokenProofError(f"a note has at most {NOTE_SIZE_MAX} bytes")
    if any(character < " " and character != "\n" for character in data):
        raise BrokenProofError("a note holds no control characters but line ends")
    text, empty, lines = data.rpartition("\n\n")
    if not empty or not lines.endswith("\n"):
        raise BrokenProofError("a note is a text, an empty line, and signature lines")
    return Note(text + "\n", read_signatures(lines))


def read_signatures(lines: str) -> tuple[Signature, ...]:
    """Return the signatures that lines of a note, or of a witness's answer, say.

    Raises:
        BrokenProofError: a line is none, or there are more than 64.

    """
    found = tuple(_read_line(line) for line in lines.split("\n")[:-1])
    if not found or len(found) > SIGNATURES_MAX:
        raise BrokenProofError(f"expected 1 to {SIGNATURES_MAX} signatures, got {len(found)}")
    return found


def sign_text(text: str, name: str, signer: SignsText) -> Signature:
    """Return a plain Ed25519 signature of a text, under a key's name."""
    key = NoteKey(name, ED25519, signer.public_key)
    return Signature(name, key.id, signer.sign(text.encode()))


def check_signature(note: Note, key: NoteKey) -> None:
    """Verify that a key's plain Ed25519 signature stands under a note.

    Raises:
        BrokenProofError: it does not, or does not fit.

    """
    found = note.by(key)
    if found is None:
        raise BrokenProofError(f"no signature of {key.name}, key {key.id.hex()}")
    if (
        key.type != ED25519
        or len(key.public) != PUBLIC_KEY_SIZE
        or not fits(key.public, found.stamp, note.text.encode())
    ):
        raise BrokenProofError(f"the signature of {key.name}, key {key.id.hex()}, does not fit")


def added(note: Note, signatures: Iterable[Signature]) -> Note:
    """Return a note with more signature lines, each key's at most once."""
    lines: list[Signature] = list(note.signatures)
    known = {(one.name, one.id) for one in lines}
    for one in signatures:
        if (one.name, one.id) not in known:
            known.add((one.name, one.id))
            lines.append(one)
    return Note(note.text, tuple(lines))


def only(note: Note, keys: Sequence[NoteKey]) -> Note:
    """Return a note with the lines of these keys alone."""
    known = {(key.name, key.id) for key in keys}
    return Note(note.text, tuple(one for one in note.signatures if (one.name, one.id) in known))


def decoded(text: str) -> bytes:
    """Return the bytes of standard base64, in its one spelling.

    Raises:
        BrokenProofError: it is another spelling, or none.

    """
    try:
        data = b64decode(text.encode("ascii"), validate=True)
    except ValueError as error:
        raise BrokenProofError(f"not base64: {text[:60]!r}") from error
    if b64encode(data).decode() != text:
        raise BrokenProofError(f"not the one spelling of its base64: {text[:60]!r}")
    return data


def _read_line(line: str) -> Signature:
    if not line.startswith(_MARK):
        raise BrokenProofError(f"a signature line begins with an em dash, this with {line[:20]!r}")
    name, blank, encoded = line[len(_MARK) :].partition(" ")
    if not blank or not _is_key_name(name):
        raise BrokenProofError(f"signature line: expected a name and base64, got {line[:80]!r}")
    data = decoded(encoded)
    if len(data) <= _ID_SIZE:
        raise BrokenProofError(f"signature of {name}: expected a key's id and more, got {data!r}")
    return Signature(name, data[:_ID_SIZE], data[_ID_SIZE:])


def _is_key_name(name: str) -> bool:
    try:
        size = len(name.encode())
    except UnicodeEncodeError:  # bytes of a command line that are no letters
        return False
    return 0 < size <= _NAME_SIZE_MAX and "+" not in name and not any(map(str.isspace, name))
