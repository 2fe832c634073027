"""A text as it is told to a role: its words, or why there are none."""

from collections.abc import Mapping
from typing import Any, Final

import psycopg
from msgspec import Struct

from api.services.api_keys import Role
from ledger.events.personal import TextClass
from ledger.store.texts.texts import Opened, Texts
from projections.reads.texts import Standing, standings

READ_BY: Final[Mapping[str, frozenset[Role]]] = {
    TextClass.CLAIM: frozenset((Role.INSPECTOR, Role.DISPUTE)),
    TextClass.DECISION: frozenset((Role.INSPECTOR, Role.DISPUTE)),
    TextClass.REPORT: frozenset((Role.INSPECTOR, Role.DISPUTE)),
    TextClass.HEALTH: frozenset((Role.INSPECTOR,)),
}
"""The roles that read texts of a class; an event's commitment everybody reads who reads events."""


class ToldText(Struct, frozen=True, kw_only=True):
    """A text with what the ledger tells of it."""

    standing: Standing
    state: str
    """held, erased, absent, unreadable, altered; ``forbidden`` where the role may not read it."""
    words: str | None


def told_text(
    texts: Texts, connection: psycopg.Connection[Any], commitment: str, role: Role | None
) -> ToldText | None:
    """Return a text as a role may see it; None where no event commits to it.

    Of one whose erasure took effect there are no words, even before it is destroyed.
    """
    standing = standings(connection, commitment).get(commitment)
    if standing is None:
        return None
    if role not in READ_BY[standing.text_class]:
        return ToldText(standing=standing, state="forbidden", words=None)
    if standing.erasure is not None:
        return ToldText(standing=standing, state="erased", words=None)
    found: Opened = texts.open(commitment)
    return ToldText(standing=standing, state=found.state, words=found.text)
