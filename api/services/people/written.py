"""Texts of an act: kept before the event that commits to them, so that none stands without its own.

The browser made the salt and the commitment; what is handed in beside the signature is kept only
where the signed bytes commit to it. What is kept and never named goes by itself (`razao texts`).
"""

from collections.abc import Iterator
from typing import Any, cast

from ledger.events.base import Payload
from ledger.events.personal import uses_of
from ledger.store.texts.commitment import TextError, commit
from ledger.store.texts.texts import Texts


def keep(texts: Texts, kind: str, payload: Payload, told: object) -> None:
    """Keep every text that an act commits to, durably; the same again changes nothing.

    Raises:
        TextError: one is none that can be kept, or was not handed in; nothing was kept.

    """
    given = dict(_given(told))
    asked = [use.commitment for use in uses_of(kind, payload)]
    for commitment in asked:
        if commitment not in given and texts.open(commitment).state != "held":
            raise TextError(f"text: expected what {commitment[:12]}… commits to, got nothing of it")
    for commitment in asked:
        if commitment in given:
            texts.deposit(*given[commitment])


def _given(told: object) -> Iterator[tuple[str, tuple[bytes, str]]]:
    """Yield the texts that were handed in, each by its commitment."""
    for one in cast("list[Any]", told) if isinstance(told, list) else []:
        fields = cast("dict[str, Any]", one) if isinstance(one, dict) else {}
        try:
            salt, text = bytes.fromhex(str(fields.get("salt"))), str(fields.get("text"))
        except ValueError:
            raise TextError("salt: expected 64 hex digits") from None
        yield commit(salt, text), (salt, text)
