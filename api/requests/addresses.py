"""Addresses of this service, each with its operation: the way back from a link."""

import re
from collections.abc import Iterable
from typing import Final, Protocol

_ANCHOR: Final = re.compile(
    r'<a\b(?P<before>[^>]*?)\s*\bhref="(?P<to>[^"]*)"(?P<after>[^>]*)>(?P<said>.*?)</a>', re.DOTALL
)
_BUTTON: Final = re.compile(r'\bclass="[^"]*\bbtn\b').search


class Route(Protocol):
    """A route, as far as its address goes."""

    path_regex: re.Pattern[str]
    operation_id: str | None
    path: str


class Addresses:
    """The operations of a service, found by address."""

    def __init__(self, routes: Iterable[Route]) -> None:
        """Know these routes, the first that fits an address before the others."""
        self._known: dict[str, list[Route]] = {}
        for one in routes:
            self._known.setdefault(_begins(one.path), []).append(one)

    def operation_of(self, address: str) -> str | None:
        """Return the operation of an address of this service; None where none answers it."""
        path = address.partition("?")[0].partition("#")[0]
        for one in self._known.get(_begins(path), ()):
            if one.path_regex.match(path):
                return one.operation_id
        return None


def _begins(path: str) -> str:
    return "/".join(path.split("/", 3)[: 3 if path.startswith("/v1/") else 2])


def without(text: str, barred: Iterable[str]) -> str:
    """Return a page without the links to these addresses, as they stand in it.

    A button goes, and of a link in words the words stay.
    """
    gone = frozenset(barred)

    def put(found: re.Match[str]) -> str:
        if found["to"] not in gone:
            return found[0]
        rest = f"{found['before']}{found['after']}"
        return "" if _BUTTON(rest) else f"<span{rest}>{found['said']}</span>"

    return _ANCHOR.sub(put, text) if gone else text


def links_of(text: str) -> set[str]:
    """Return the addresses of a page's links, as they stand in it."""
    return {found["to"] for found in _ANCHOR.finditer(text)}
