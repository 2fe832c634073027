"""The id of a finding: what it is about and what proves it, hashed, in no language's words.

Signed acts name findings by their ids, so a text that is put in better words must not change one.
What is hashed are codes, names and numbers: the code, place, round, seat, bet, the subject that its
stage looks at again and again, the names of the events that prove it, and the facts that tell it
from another of the same code.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from projections.base.produced import Fault

ID_DIGITS: Final = 24
SAID: Final = frozenset({"pt", "en"})
"""Facts that are sentences for the reader, by their language."""

ONCE: Final = "once "
"""With what the subject begins of a fault that an event shows by itself, and a correction takes
back: it is no part of the id, since such a fault was told without a subject once."""


PHRASES: Final = {
    **dict.fromkeys(("P3-BANK", "PK-BANK"), ("depois dos dados", "sem aposta")),
    **dict.fromkeys(
        ("P3-DEAL", "PK-DEAL"),
        ("depois do banqueiro", "depois dos dados", "mal assentes", "primeiro lugar"),
    ),
    "M5-COM": ("depois da primeira carta",),
    "M5-DECK": ("primeira carta",),
    "PAY-DIFF": ("lugar da banca",),
    "PAY-ORDER": ("banca no fim", "ordem das apostas"),
}
"""By finding code the facts that were phrases once, and are codes of the same words joined now."""


def finding_id(fault: Fault, proofs: Sequence[str], subject: str | None = None) -> str:
    """Return the id of a finding proved by events of these names."""
    facts = {name: value for name, value in _as_once(fault).items() if name not in SAID}
    if subject is not None and subject.startswith(ONCE):
        subject = None
    return _hash(
        fault.code,
        fault.place,
        None if fault.terms else fault.round,
        fault.seat,
        fault.bet,
        subject,
        proofs,
        facts,
    )


def next_id(taken: str) -> str:
    """Return the id of a finding that coincides with one of this id, known at the same position."""
    return _hash(taken, 1)


def former_id(fault: Fault) -> str:
    """Return the id that a finding had while its texts were hashed, too.

    Acts that were signed then name it so.
    """
    return _hash(
        fault.code,
        fault.place,
        None if fault.terms else fault.round,
        fault.seat,
        fault.bet,
        fault.expected,
        fault.recorded,
        list(fault.terms or fault.positions),
        _as_once(fault),
    )


def _as_once(fault: Fault) -> Mapping[str, Any]:
    """Return a fault's facts as they were first hashed: an id that somebody signed stays."""
    once = {phrase.replace(" ", "_"): phrase for phrase in PHRASES.get(fault.code, ())}
    if not once:
        return fault.facts
    return {
        name: once.get(value, value) if isinstance(value, str) else value
        for name, value in fault.facts.items()
    }


def _hash(*values: str | int | Sequence[str | int] | Mapping[str, Any] | None) -> str:
    data = msgspec.json.encode(values, order="deterministic")
    return sha256(data).hexdigest()[:ID_DIGITS]
