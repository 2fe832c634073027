"""Idempotency keys."""

from collections import OrderedDict
from collections.abc import Iterable
from hashlib import sha256
from threading import Lock
from typing import Final

from api.errors import ProblemError

KEYS_MAX: Final = 10_000


class Repeats:
    """Remembers the body of each recent Idempotency-Key.

    Settling changes nothing and comes out the same each time, so a repeat is simply settled again;
    what has to be noticed is one key on two bodies, a fault of the caller's.
    """

    def __init__(self) -> None:
        """Remember nothing."""
        self._bodies: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._lock = Lock()

    def check(self, caller: str, key: str, body: Iterable[bytes]) -> None:
        """Refuse a caller's key that stood on another body.

        Raises:
            ProblemError: it did.

        """
        digest = sha256(b"\n".join(body)).digest()
        with self._lock:
            before = self._bodies.setdefault((caller, key), digest)
            while len(self._bodies) > KEYS_MAX:
                self._bodies.popitem(last=False)
        if before != digest:
            raise ProblemError("idempotency-conflict", f"Idempotency-Key: {key}")
