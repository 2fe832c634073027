"""Witnesses as a log asks them (C2SP tlog-witness): who cosigned, who does not answer, who refuses.

A witness that does not answer is let alone for a while, longer each time; nobody waits for him but
the thread that asks.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Final

from ledger.errors import BrokenProofError
from ledger.signed.checkpoint import checkpoint_of, is_size
from ledger.signed.cosignatures import check_cosignature
from ledger.signed.notes import Note, NoteKey, Signature, added, read_signatures
from ledger.signed.witnesses.policy import Policy
from ledger.signed.witnesses.witnessing import request_of
from ops.errors import MisuseError, UnreachableError
from ops.outside.publishing.http import Answer, ask, check_address

RETRY_SECONDS: Final = (1.0, 2.0, 5.0, 15.0, 30.0)
WAIT_SECONDS: Final = 3.0
_OK: Final = 200
_CONFLICT: Final = 409

Proof = Callable[[int, int], list[bytes]]
"""Gives the hashes that prove that the log of the second size extends that of the first."""


class Correspondent:
    """One witness: its address, its keys, the size that it cosigned last."""

    def __init__(
        self,
        address: str,
        keys: Mapping[str, NoteKey],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Ask at an address; ``keys`` are the witness's by the policy's names for them."""
        self.address = check_address(address).rstrip("/")
        self.keys = keys
        self._monotonic = monotonic
        self._seen = 0
        self._failures = 0
        self._next = 0.0
        self.trouble: str | None = None
        """Why the witness did not cosign when asked last; None if it did."""

    def is_due(self) -> bool:
        """Tell whether the witness may be asked again, after its last failure."""
        return self._monotonic() >= self._next

    def cosign(self, note: Note, proof: Proof) -> list[Signature]:
        """Return the witness's cosignatures under a checkpoint; none where it gives none."""
        try:
            found = self._ask(note, proof)
        except (UnreachableError, BrokenProofError) as error:
            self.trouble = str(error)
            wait = RETRY_SECONDS[min(self._failures, len(RETRY_SECONDS) - 1)]
            self._failures += 1
            self._next = self._monotonic() + wait
            return []
        self.trouble, self._failures, self._next = None, 0, 0.0
        return found

    def _ask(self, note: Note, proof: Proof) -> list[Signature]:
        size = checkpoint_of(note.text).size
        answer = self._send(note, size, proof)
        if answer.status == _CONFLICT:  # it knows another size: once more, from there
            self._seen = self._size_said(answer.text.strip(), size)
            answer = self._send(note, size, proof)
        if answer.status != _OK:
            raise BrokenProofError(
                f"{self.address} refuses, {answer.status}: {answer.text.strip()[:300]}"
            )
        found = self._checked(note, answer.text)
        self._seen = size
        return found

    def _send(self, note: Note, size: int, proof: Proof) -> Answer:
        hashes = proof(self._seen, size) if 0 < self._seen < size else []
        body = request_of(note, self._seen, hashes).body
        return ask(f"{self.address}/add-checkpoint", body.encode(), seconds=WAIT_SECONDS)

    def _size_said(self, told: str, size: int) -> int:
        if not is_size(told):
            raise BrokenProofError(f"{self.address}: a conflict without a size: {told[:60]!r}")
        if int(told) > size:
            raise BrokenProofError(
                f"{self.address} cosigned {told} events of this log, it has {size}"
            )
        return int(told)

    def _checked(self, note: Note, lines: str) -> list[Signature]:
        """Return the lines that are this witness's; a wrong one is an error, another's is none."""
        whole = added(note, read_signatures(lines))
        found: list[Signature] = []
        for key in self.keys.values():
            line = whole.by(key)
            if line is not None:
                check_cosignature(whole, key)
                found.append(line)
        if not found:
            raise BrokenProofError(f"{self.address}: no cosignature of a key that the policy names")
        return found


class Witnesses:
    """The witnesses of a policy, asked side by side."""

    def __init__(
        self,
        policy: Policy,
        proof: Proof,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Ask those of the policy that have an address.

        Raises:
            MisuseError: none has one though some must cosign, or it is no address.

        """
        self.policy = policy
        self._proof = proof
        places: dict[str, dict[str, NoteKey]] = {}
        for name, party in policy.witnesses.items():
            if party.address is not None:
                places.setdefault(party.address.rstrip("/"), {})[name] = party.key
        if policy.witnesses and not places:
            raise MisuseError("policy: no witness has an address, so that none can be asked")
        self.correspondents = [
            Correspondent(address, keys, monotonic) for address, keys in places.items()
        ]
        self._pool = ThreadPoolExecutor(
            max(1, len(self.correspondents)), thread_name_prefix="witness"
        )
        self._lock = threading.Lock()

    def close(self) -> None:
        """Ask nobody any more; who is being asked is waited for, some seconds at most."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def cosigned(self, note: Note) -> Iterator[Note]:
        """Yield a checkpoint with the cosignatures so far, each time that more came."""
        asked = [
            self._pool.submit(one.cosign, note, self._guarded)
            for one in self.correspondents
            if one.is_due() and any(note.by(key) is None for key in one.keys.values())
        ]
        for done in as_completed(asked):
            lines = done.result()
            if lines:
                note = added(note, lines)
                yield note

    def met_by(self, note: Note) -> bool:
        """Tell whether the cosignatures under a note, which are checked already, are enough."""
        names = {
            name for name, party in self.policy.witnesses.items() if note.by(party.key) is not None
        }
        return self.policy.met_by(names)

    def trouble(self) -> str | None:
        """Return why witnesses did not cosign when they were asked last; None if all did."""
        told = [one.trouble for one in self.correspondents if one.trouble is not None]
        return "; ".join(told) or None

    def _guarded(self, old: int, size: int) -> list[bytes]:
        with self._lock:
            return self._proof(old, size)
