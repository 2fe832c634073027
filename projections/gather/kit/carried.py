"""Values that a round carries to the next round of its table, read as its game's own type."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def carried_as(kind: type[T], carried: Mapping[str, Any]) -> T:
    """Return the values that the round before left; or nothing where they are not of the type.

    A sum of amounts may be more than any amount that is told (a bank that won 2^53 - 1 twice): then
    nobody knows how the table stood, and the round is judged as the first one is.
    """
    try:
        return msgspec.convert(dict(carried), kind, str_keys=True)
    except msgspec.ValidationError:
        return kind()
