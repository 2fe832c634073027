"""Who sees which sessions and keys: everybody his own, an overseer those of his casinos."""

from collections.abc import Iterable, Sequence
from typing import Final

from api.services.api_keys import ApiKey, Caller, Role
from api.services.people.sessions import Sitting

OVERSEERS: Final = frozenset((Role.INSPECTOR, Role.ADMIN))
"""Who sees, and ends, sessions of others."""


def may_see(caller: Caller, name: str, casinos: Iterable[str] | None) -> bool:
    """Tell whether a person may see a session or a key that is for these casinos."""
    if name == caller.name:
        return True
    return caller.role in OVERSEERS and _is_within(caller, casinos)


def _is_within(caller: Caller, casinos: Iterable[str] | None) -> bool:
    own = caller.scope.casinos
    return own is None or (casinos is not None and set(casinos) <= own)


def sittings_for(caller: Caller, sittings: Sequence[Sitting]) -> list[Sitting]:
    """Return the sessions that a person may see, and end."""
    return [one for one in sittings if may_see(caller, one.name, one.casinos)]


def keys_for(caller: Caller, keys: Sequence[ApiKey]) -> list[ApiKey]:
    """Return the keys that a person may see, the newest first.

    Keys of devices name sources of any house, and no casino: who reads one house sees none of them.
    """
    return [one for one in reversed(keys) if may_see(caller, one.name, one.casinos)]
