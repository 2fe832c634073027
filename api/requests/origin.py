"""From where a request comes: the address of whoever sent it, as far as anybody knows."""

import ipaddress
from collections.abc import Sequence
from typing import Final

from fastapi import Request
from starlette.datastructures import Headers
from starlette.types import Scope

from api.services.people.limits import Network

UNKNOWN: Final = "?"


def address_of(request: Request) -> str | None:
    """Return the address that a request came from."""
    found = getattr(request.state, "address", None)
    if found is None:
        found = None if request.client is None else request.client.host
    return None if found is None else str(found)[:100]


def address_in(scope: Scope, headers: Headers, proxies: Sequence[Network]) -> str:
    """Return the address of whoever sent a request; of a proxy's, the one that the proxy saw.

    Only the last word of ``X-Forwarded-For`` is the proxy's own: those before it are the sender's.
    """
    client = scope.get("client")
    peer = UNKNOWN if client is None else str(client[0])
    if not _is_one_of(peer, proxies):
        return peer
    said = headers.getlist("x-forwarded-for")
    last = said[-1].rpartition(",")[2].strip() if said else ""
    try:
        return str(ipaddress.ip_address(last))
    except ValueError:
        return peer


def _is_one_of(address: str, networks: Sequence[Network]) -> bool:
    try:
        host = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(host in one for one in networks)
