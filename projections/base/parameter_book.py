"""The parameters ever set, and which value was in force when."""

from bisect import insort
from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

import msgspec
from msgspec import Struct, field

_SINCE: Final = attrgetter("since")


class Setting(Struct, frozen=True, kw_only=True, gc=False):
    """A value of a parameter, in force from a time and known from a position."""

    scope: str
    name: str
    value: Any
    since: str
    known: int
    until: int | None = None
    """Position of the correction that ended it, for whatever comes after; None while it stands."""
    act: str = ""
    """Name of the event that set it."""


class ParameterBook(Struct):
    """All parameters ever set, by name."""

    settings: dict[str, list[Setting]] = field(default_factory=dict)
    """In the order of ``since``; of equal dates in the order of ``known``."""
    _names: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """By scope the names of all parameters ever set in it."""

    def add(self, setting: Setting) -> None:
        """Write a setting into the book; settings come in the order of ``known``."""
        insort(self.settings.setdefault(setting.name, []), setting, key=_SINCE)
        self._names.setdefault(setting.scope, set()).add(setting.name)

    def end(self, act: str, until: int) -> list[Setting]:
        """End the settings of an event for all positions after ``until``; return them."""
        ended: list[Setting] = []
        for settings in self.settings.values():
            for at, one in enumerate(settings):
                if one.act == act and one.until is None:
                    settings[at] = msgspec.structs.replace(one, until=until)
                    ended.append(settings[at])
        return ended

    def value(self, name: str, scopes: Sequence[str], at: str, before: int) -> Any:
        """Return the value in force at a time and known before a position; None without a value.

        ``scopes`` run from the most special to the most general; the most special that has a
        value decides, and in it the one in force since the latest date: what was announced ahead
        holds from its date on, whatever is set for the time before it. Of equal dates the last
        one known decides.
        """
        setting = self.setting(name, scopes, at, before)
        return None if setting is None else setting.value

    def setting(self, name: str, scopes: Sequence[str], at: str, before: int) -> Setting | None:
        """Return the setting that gives a parameter its value, as ``value`` finds it."""
        settings = self.settings.get(name)
        if settings is None:
            return None
        for scope in scopes:
            for setting in reversed(settings):
                if (
                    setting.scope == scope
                    and setting.since <= at
                    and setting.known < before
                    and (setting.until is None or before <= setting.until)
                ):
                    return setting
        return None

    def all_in_force(self, scopes: Sequence[str], at: str, before: int) -> dict[str, Any]:
        """Return every parameter that has a value in one of the scopes."""
        known = set[str]().union(*(self._names.get(scope, ()) for scope in scopes))
        if not known:
            return {}
        values = {
            name: self.value(name, scopes, at, before) for name in self.settings if name in known
        }
        return {name: value for name, value in values.items() if value is not None}
