"""Policies (C2SP tlog-policy): which logs are believed, which witnesses, and how many of them.

::

    log <key> [<address>]
    witness <name> <key> [<address>]
    group <name> all|any|<k> <name>…
    quorum <name>|none
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from ledger.errors import BrokenProofError
from ledger.signed.checkpoint import Checkpoint, checkpoint_of
from ledger.signed.cosignatures import check_cosignature
from ledger.signed.logs import check_log
from ledger.signed.notes import (
    COSIGNATURE_ED25519,
    COSIGNATURE_MLDSA44,
    ED25519,
    Note,
    NoteKey,
    read_key,
)

LINES_MAX: Final = 1_000
NONE: Final = "none"


class Party(Struct, frozen=True):
    """A log or a witness of a policy: its key, and where it answers."""

    key: NoteKey
    address: str | None = None


class Group(Struct, frozen=True):
    """Names of which at least so many must have cosigned."""

    needed: int
    members: tuple[str, ...]


class Policy(Struct, frozen=True):
    """The logs and witnesses whose signatures make a checkpoint believed."""

    logs: tuple[Party, ...]
    witnesses: Mapping[str, Party]
    groups: Mapping[str, Group]
    quorum: str

    def keys_of(self, origin: str) -> list[NoteKey]:
        """Return the keys of the log of an origin."""
        return [one.key for one in self.logs if one.key.name == origin]

    def met_by(self, names: set[str]) -> bool:
        """Tell whether the cosignatures of these witnesses are enough."""
        return self.quorum == NONE or self._has(self.quorum, names)

    def _has(self, name: str, names: set[str]) -> bool:
        group = self.groups.get(name)
        if group is None:
            return name in names
        return sum(self._has(one, names) for one in group.members) >= group.needed


class Believed(Struct, frozen=True):
    """A checkpoint that met a policy: who cosigned it, and when."""

    checkpoint: Checkpoint
    cosigned: Mapping[str, int]
    """POSIX time of each witness's cosignature, by the policy's name for him."""


def read_policy(text: str) -> Policy:
    """Return the policy that a file says.

    Raises:
        BrokenProofError: a line is not one of a policy; names it.

    """
    lines = text.split("\n")
    if len(lines) > LINES_MAX:
        raise BrokenProofError(f"a policy has at most {LINES_MAX} lines, this {len(lines)}")
    reading = _Reading()
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words and not words[0].startswith("#"):
            try:
                reading.take(words)
            except BrokenProofError as error:
                raise BrokenProofError(f"policy, line {number}: {error}") from error
    if reading.quorum is None:
        raise BrokenProofError("policy: expected one line `quorum <name>`, found none")
    return Policy(
        tuple(reading.logs), dict(reading.witnesses), dict(reading.groups), reading.quorum
    )


def believe(note: Note, policy: Policy) -> Believed:
    """Return a checkpoint that the policy's log signed and enough of its witnesses cosigned.

    Raises:
        BrokenProofError: what lacks.

    """
    checkpoint = checkpoint_of(note.text)
    keys = policy.keys_of(checkpoint.origin)
    if not keys:
        raise BrokenProofError(f"{checkpoint.origin}: the policy names no log of that origin")
    check_log(note, keys)
    cosigned = {
        name: check_cosignature(note, one.key)
        for name, one in policy.witnesses.items()
        if note.by(one.key) is not None
    }
    if not policy.met_by(set(cosigned)):
        raise BrokenProofError(
            f"{checkpoint.origin} at {checkpoint.size}: quorum {policy.quorum} is not met by "
            f"{', '.join(sorted(cosigned)) or 'no witness'}"
        )
    return Believed(checkpoint, cosigned)


class _Reading:
    """A policy on the way through its lines."""

    def __init__(self) -> None:
        self.logs: list[Party] = []
        self.witnesses: dict[str, Party] = {}
        self.groups: dict[str, Group] = {}
        self.quorum: str | None = None
        self._members: set[str] = set()

    def take(self, words: Sequence[str]) -> None:
        match words:
            case ["log", key, *address] if len(address) <= 1:
                self._take_log(key, address)
            case ["witness", name, key, *address] if len(address) <= 1:
                self._take_witness(name, key, address)
            case ["group", name, needed, *members] if members:
                self._take_group(name, needed, members)
            case ["quorum", name]:
                self._take_quorum(name)
            case _:
                raise BrokenProofError(
                    f"expected log, witness, group or quorum with what it needs: {words[:4]}"
                )

    def _take_log(self, text: str, address: Sequence[str]) -> None:
        key = read_key(text)
        if key.type not in {ED25519, COSIGNATURE_MLDSA44}:
            raise BrokenProofError(f"log {key.name}: expected a key of type 1 or 6, got {key.type}")
        self._once(key, [one.key for one in self.logs])
        self.logs.append(Party(key, *address))

    def _take_witness(self, name: str, text: str, address: Sequence[str]) -> None:
        key = read_key(text)
        if key.type not in {COSIGNATURE_ED25519, COSIGNATURE_MLDSA44}:
            raise BrokenProofError(f"witness {name}: expected a key of type 4 or 6, got {key.type}")
        self._new(name)
        self._once(key, [one.key for one in self.witnesses.values()])
        self.witnesses[name] = Party(key, *address)

    def _take_group(self, name: str, needed: str, members: Sequence[str]) -> None:
        self._new(name)
        for one in members:
            if one not in self.witnesses and one not in self.groups:
                raise BrokenProofError(f"group {name}: {one!r} is not defined above")
            if one in self._members:
                raise BrokenProofError(f"group {name}: {one!r} counts in a group already")
            self._members.add(one)
        count = {"any": "1", "all": str(len(members))}.get(needed, needed)
        if not (count.isascii() and count.isdigit() and 1 <= int(count) <= len(members)):
            raise BrokenProofError(
                f"group {name}: expected all, any or 1 to {len(members)}, got {needed!r}"
            )
        self.groups[name] = Group(int(count), tuple(members))

    def _take_quorum(self, name: str) -> None:
        if self.quorum is not None:
            raise BrokenProofError("a policy has one quorum")
        if name != NONE and name not in self.witnesses and name not in self.groups:
            raise BrokenProofError(f"quorum: {name!r} is not defined above")
        self.quorum = name

    def _new(self, name: str) -> None:
        if name == NONE or name in self.witnesses or name in self.groups:
            raise BrokenProofError(f"{name!r} is taken")

    @staticmethod
    def _once(key: NoteKey, others: Sequence[NoteKey]) -> None:
        if any(one.public == key.public for one in others):
            raise BrokenProofError(f"the key of {key.name} stands twice")
