"""Where messages may go: what somebody writes as an address, and which machines it may mean.

Whoever reads findings names the destination, and the service calls it: so none may be a machine of
the house's own network, which the service reaches and he does not, unless the operator named it.
A name is looked up once, and what was looked at is what is called.
"""

import ipaddress
import re
import socket
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

URL_LENGTH_MAX: Final = 500
_is_visible: Final = re.compile(r"[!-~]+").fullmatch
_is_host: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?").fullmatch
_TRANSLATED: Final = (
    ipaddress.IPv6Network("64:ff9b::/96"),
    ipaddress.IPv6Network("64:ff9b:1::/48"),
    ipaddress.IPv6Network("2002::/16"),
    ipaddress.IPv6Network("2001::/32"),
)
"""Addresses of version 6 that stand for one of version 4, which may be any."""
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class DestinationError(Exception):
    """An address is none to which messages may go."""

    def __init__(self, reason: str, text: str) -> None:
        """Give the reason as a word, and what was expected and what was there."""
        super().__init__(text)
        self.reason = reason


class Target(Struct, frozen=True, kw_only=True):
    """The parts of a web address that is called."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def named(self) -> str:
        """The host as the head of a request has it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


class Bounds(Struct, frozen=True, kw_only=True):
    """The machines of the house that the operator allows beside public addresses."""

    production: bool = True
    hosts: tuple[str, ...] = ()
    """Names whose machines may be of the house's own network."""
    networks: tuple[Network, ...] = ()

    def allows(self, host: str, address: Address) -> bool:
        """Tell whether a host may be called at an address."""
        if host.lower() in self.hosts or any(address in one for one in self.networks):
            return True
        if address.is_loopback:
            return not self.production
        return is_public(address)


def is_public(address: Address) -> bool:
    """Tell whether an address is of the open network.

    >>> is_public(ipaddress.ip_address("10.0.0.1")), is_public(ipaddress.ip_address("1.1.1.1"))
    (False, True)
    """
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if any(address in one for one in _TRANSLATED):
            return False
    return address.is_global and not address.is_multicast


def bounds_of(named: str, *, production: bool) -> Bounds:
    """Return the bounds that an operator names: hosts and networks with commas between.

    Raises:
        ValueError: one of them is neither.

    >>> bounds_of("hooks.casa.cv, 10.1.2.0/24", production=True).hosts
    ('hooks.casa.cv',)
    """
    hosts: list[str] = []
    networks: list[Network] = []
    for one in filter(None, map(str.strip, named.split(","))):
        try:
            networks.append(ipaddress.ip_network(one))
        except ValueError:
            if "/" in one or not _is_host(one):
                raise ValueError(f"expected a host or a network, got {one!r}") from None
            hosts.append(one.lower())
    return Bounds(production=production, hosts=tuple(hosts), networks=tuple(networks))


def target_of(url: str, bounds: Bounds) -> Target:
    """Return the parts of a web address to which messages may go, as far as the address tells.

    Raises:
        DestinationError: it is none.

    """
    if len(url) > URL_LENGTH_MAX or not _is_visible(url):
        raise _refused(f"at most {URL_LENGTH_MAX} visible characters", repr(url[:80]))
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _refused("https://host/path", repr(url)) from None
    secure = parts.scheme == "https"
    if not secure and (parts.scheme != "http" or bounds.production):
        raise _refused("https://host/path", repr(url))
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise _refused("an address without name, password or #", repr(url))
    literal = _literal(host)
    if literal is None and not _is_host(host):
        raise _refused("a host of letters, digits, dots and hyphens", repr(url))
    if literal is not None and not bounds.allows(host, literal):
        raise _private(host)
    if not secure and not (host == "localhost" or (literal is not None and literal.is_loopback)):
        raise _refused("https, or http on this machine itself", repr(url))
    query = f"?{parts.query}" if parts.query else ""
    return Target(
        secure=secure,
        host=host,
        port=port or (443 if secure else 80),
        path=f"{parts.path or '/'}{query}",
    )


def addresses_of(target: Target, bounds: Bounds) -> Sequence[str]:
    """Return the addresses at which a host is called, each of them one that may be.

    Raises:
        DestinationError: nobody knows the host, or one of its addresses is none that may be called.

    """
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise DestinationError("unknown-host", f"nobody knows the host {target.host}") from None
    addresses = list(dict.fromkeys(str(one[4][0]).partition("%")[0] for one in found))
    for one in addresses:
        address = ipaddress.ip_address(one)
        if not bounds.allows(target.host, address):
            raise _private(target.host)
        if not target.secure and not address.is_loopback:
            raise _refused("https, or http on this machine itself", target.host)
    return addresses


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _refused(expected: str, got: str) -> DestinationError:
    return DestinationError("address", f"destination: expected {expected}; got {got}")


def _private(host: str) -> DestinationError:
    return DestinationError(
        "private",
        f"destination: {host} is a machine of an own network; the operator may name it in "
        "RAZAO_NOTICE_HOSTS",
    )
