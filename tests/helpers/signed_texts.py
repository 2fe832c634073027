"""Texts that no honest device says, and that a key may sign all the same, in fields of any kind."""

import unicodedata
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random
from typing import Any, Final

import msgspec

from ledger.errors import LedgerError
from ledger.events.base import Payload
from ledger.events.claims import payload_of
from ops.simulator.night.poison import TEXTS, values_in
from tests.ledger.events.test_golden import GOLDEN, kind_of, read

FREE: Final = frozenset({"game", "profile", "kind"})
"""Fields whose words choose how an event is read: another word there hides the other texts."""


def signed_text(word: str, seed: int, most: int = 80) -> str:
    """Return a hostile text that stands for a word: the same for the same word."""
    number = int.from_bytes(sha256(f"{seed}/{word}".encode()).digest()[:4])
    return unicodedata.normalize("NFC", TEXTS[number % len(TEXTS)] + word)[:most]


def with_texts(payload: Payload, chosen: Callable[[str], str | None]) -> Payload:
    """Return a payload whose texts are others, each that its field takes; None leaves one."""
    plain: dict[str, Any] = msgspec.to_builtins(payload)
    for holder, key in [*values_in(plain)]:
        was = holder[key]
        other = chosen(was) if isinstance(was, str) and key not in FREE else None
        if other is None:
            continue
        for most in (80, 64, 24, 12, 4):
            holder[key] = unicodedata.normalize("NFC", other[:most])
            try:
                payload_of(payload.KIND, plain)
                break
            except (msgspec.ValidationError, LedgerError):
                holder[key] = was
    return payload_of(payload.KIND, plain)


def some_texts(seed: object, rate: float) -> Callable[[str], str | None]:
    """Return a choice that replaces some words by any text."""
    random = Random(f"{seed}/texts")
    return lambda _: random.choice(TEXTS) if random.random() < rate else None


def golden_texts(seed: int) -> Iterator[tuple[dict[str, Any], Payload]]:
    """Yield each golden event's body, and its payload with a hostile text in each text field."""
    for path in GOLDEN:
        _, body = read(path)
        payload = payload_of(kind_of(path), body["payload"])
        yield body, with_texts(payload, lambda word: signed_text(word, seed))
