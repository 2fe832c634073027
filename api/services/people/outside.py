"""Money that a key in a browser does not sign: above a parameter, by a file or a token alone.

The ledger cannot see which road a signature came; pages and routes take the word of who sends it,
and refuse money above the parameter from whoever does not give that word.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final, cast

import msgspec
import psycopg
from msgspec import Struct

from ledger.events import KINDS
from ledger.events.base import Payload
from ledger.events.catalogue.schema import field_types
from ledger.events.reviews import Correction
from projections.reads.basis.rules_in_force import in_force
from projections.reads.log.told import told_of

OUTSIDE_ABOVE: Final = "assinatura_fora_acima"
_SEQ_DIGITS_MAX: Final = 15


def is_for_outside(connection: psycopg.Connection[Any], payload: Payload) -> bool:
    """Tell whether an act moves more money than a key in a browser may sign."""
    amounts = list(_corrected(connection, payload) if isinstance(payload, Correction) else ())
    amounts += amounts_of(payload)
    if not amounts:
        return False
    settings = in_force(connection, datetime.now(UTC).date()).now
    limits = [one.value for one in settings if one.name == OUTSIDE_ABOVE]
    least = min((one for one in limits if type(one) is int), default=None)
    return least is not None and max(map(abs, amounts)) > least


def amounts_of(told: Struct) -> Iterator[int]:
    """Yield the amounts of money in a payload, and in what stands within it.

    >>> from ledger.events.jackpots import BaseFunded
    >>> list(amounts_of(BaseFunded(pool="p", amount=725, funds="operator")))
    [725]
    """
    types = field_types(type(told))
    for one in msgspec.structs.fields(told):
        value: Any = getattr(told, one.name)
        for part in cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,):
            if isinstance(part, Struct):
                yield from amounts_of(part)
            elif type(part) is int and "Minor" in types[one.name]:
                yield part


def _corrected(connection: psycopg.Connection[Any], act: Correction) -> Iterator[int]:
    """Yield the amounts of the event that a correction names, and of what it puts in its place."""
    source, _colon, seq = act.target.rpartition(":")
    if not (seq.isascii() and seq.isdecimal() and len(seq) <= _SEQ_DIGITS_MAX):
        return
    for target in told_of(connection, source, int(seq), int(seq)):
        kind = KINDS.get(target.kind)
        for plain in (target.payload, act.replacement) if kind is not None else ():
            with suppress(msgspec.ValidationError):  # what is no such event brings nothing about
                yield from () if plain is None else amounts_of(msgspec.convert(plain, kind))
