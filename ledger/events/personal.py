"""Personal data in the vocabulary: which fields commit to texts that people write, and about whom.

A text stands in an event as its commitment alone. Its class says for how long it is kept, and who
reads it. A field whose type is :data:`ledger.events.base.Commitment` has a line here, or the suite
fails. Whoever is named in an event is named by a pseudonym.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct

from ledger.events.base import Payload


class TextClass(StrEnum):
    """The class of a text, by which its years are set."""

    CLAIM = "reclamacao"
    """What somebody claims, in his own words."""
    DECISION = "decisao"
    """What is answered to him and decided, with its reasons."""
    REPORT = "ocorrencia"
    """What the staff or an inspector saw."""
    HEALTH = "diagnostico"
    """A diagnosis: data of a special category."""


TEXTS: Final[Mapping[str, TextClass]] = {
    "award-refused.text": TextClass.DECISION,
    "complaint.text": TextClass.CLAIM,
    "complaint-decided.text": TextClass.DECISION,
    "breakdown.text": TextClass.REPORT,
    "incident.text": TextClass.REPORT,
    "claim.text": TextClass.CLAIM,
    "finding-explained.text": TextClass.DECISION,
    "finding-decided.text": TextClass.DECISION,
    "inspection-noted.text": TextClass.REPORT,
    "dispute-opened.text": TextClass.CLAIM,
    "dispute-answered.text": TextClass.DECISION,
    "dispute-decided.text": TextClass.DECISION,
    "appeal.text": TextClass.CLAIM,
    "player-session-restricted.diagnosis": TextClass.HEALTH,
}
"""A kind's name without version, and its field, to the class of the text."""
ABOUT: Final = ("complainant", "player", "person")
"""Fields that name the person whom a text is about, the first that says something."""


class Use(Struct, frozen=True, kw_only=True):
    """A text that an event commits to."""

    field: str
    commitment: str
    text_class: TextClass
    person: str | None
    """Pseudonym of whom it is about, where the event says so."""
    dispute: str | None
    """The case that it belongs to."""


def uses_of(kind: str, payload: Payload) -> Iterator[Use]:
    """Yield the texts that an event of a kind, with or without its version, commits to."""
    name = kind.partition("/")[0]
    for field in text_fields(kind):
        commitment = getattr(payload, field, None)
        if isinstance(commitment, str):
            yield Use(
                field=field,
                commitment=commitment,
                text_class=TEXTS[f"{name}.{field}"],
                person=_word(payload, *ABOUT),
                dispute=_word(payload, "dispute"),
            )


def text_fields(kind: str) -> tuple[str, ...]:
    """Return the fields of a kind, with or without its version, that commit to texts.

    >>> text_fields("appeal/1"), text_fields("bet-placed")
    (('text',), ())
    """
    return _FIELDS.get(kind.partition("/")[0], ())


def _word(payload: Any, *fields: str) -> str | None:
    told = (getattr(payload, field, None) for field in fields)
    return next((one for one in told if isinstance(one, str)), None)


def _fields() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for one in TEXTS:
        name, _, field = one.partition(".")
        found[name] = (*found.get(name, ()), field)
    return found


_FIELDS: Final = _fields()
