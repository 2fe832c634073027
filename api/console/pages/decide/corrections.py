"""Corrections: the event that should have been, typed over the one that stands.

Where an event says more than a form can hold (structures, texts that stand apart), the form does
not replace it: a fact that nobody typed would be lost. It may still be withdrawn whole.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from api.console.frame import Frame
from api.console.language import formats
from api.console.language.words import Language
from api.console.language.words import mark as _
from api.console.pages.decide.forms import (
    TEXT,
    Field,
    FormError,
    payload_fields,
    payload_of,
)
from api.requests.floor import event_is_of_the_floor
from api.services.api_keys import Role
from ledger.events import KINDS
from ledger.events.base import Payload
from ledger.events.reviews import Correction
from projections.reads.log.told import Told, told_of

KIND: Final = Correction.KIND
PREFIX: Final = "r."
"""Before the names of the target's own fields in the form."""
_SEQ_DIGITS_MAX: Final = 15


def target_of(page: Frame, name: str) -> Told | None:
    """Return the event of a name, ``source:seq``; None where whoever asks may read none."""
    source, _colon, seq = name.rpartition(":")
    if not (seq.isascii() and seq.isdecimal() and len(seq) <= _SEQ_DIGITS_MAX):
        return None
    if page.role is Role.FLOOR and not event_is_of_the_floor(page.view, name):
        return None
    told = told_of(page.view.connection, source, int(seq), int(seq))
    return told[0] if told else None


def inner_fields(page: Frame, target: Told) -> list[tuple[Field, str]] | None:
    """Return the fields of a target as they stand; None where a form cannot hold all of it."""
    if target.kind not in KINDS:
        return None
    fields = [one for one in payload_fields(page, target.kind) if one.how != TEXT]
    if not target.payload.keys() <= {one.name for one in fields}:
        return None
    currency = str(target.payload.get("currency") or page.currency)
    return [
        (one, _typed(one, target.payload.get(one.name), currency, page.language)) for one in fields
    ]


def _typed(field: Field, value: Any, currency: str, language: Language) -> str:
    """Return a value as it would have been typed."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return "\n".join(_typed(field, one, currency, language) for one in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] # JSON
    if isinstance(value, dict):
        return "\n".join(f"{name} {one}" for name, one in value.items())  # pyright: ignore[reportUnknownVariableType] # JSON
    if field.how == "money" and isinstance(value, int):
        return formats.typed(value, currency, language)
    return str(value)


def corrected(page: Frame, payload: Payload, typed: Mapping[str, str]) -> Payload:
    """Return a correction with the replacement that was typed; none withdraws the event.

    Raises:
        FormError: there is no such event, a field takes something else, or nothing was changed.

    """
    assert isinstance(payload, Correction)
    target = target_of(page, payload.target)
    if target is None:
        raise FormError("target", page.say(_("There is no such event.")))
    if typed.get("correct") == "withdraw":
        return payload
    if inner_fields(page, target) is None:
        raise FormError("correct", page.say(_("A form cannot hold all that this event says.")))
    inner = {
        name.removeprefix(PREFIX): text for name, text in typed.items() if name.startswith(PREFIX)
    }
    try:
        made = payload_of(page, target.kind, inner)
    except FormError as error:
        raise FormError(f"{PREFIX}{error.field}", error.said) from None
    plain: dict[str, Any] = msgspec.to_builtins(made)
    if plain == target.payload:
        raise FormError("correct", page.say(_("Nothing was changed.")))
    return msgspec.structs.replace(payload, replacement=plain)
