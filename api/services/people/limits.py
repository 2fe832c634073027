"""Limits, and the buckets that keep them: how often somebody may ask.

A request takes a token; tokens come back at a rate, up to as many as may be used in one burst.
(A library of windows would know no bursts, nor when exactly the next request may come.)
"""

import ipaddress
import math
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
KEPT_MAX: Final = 20_000
"""Buckets of each kind at a time; the one that was asked longest ago is forgotten."""


class Limit(Struct, frozen=True, kw_only=True):
    """How many requests come back a second, and how many may be made in one burst."""

    rate: float
    burst: int


class Limits(Struct, frozen=True, kw_only=True):
    """The limits of an app."""

    door: Limit = Limit(rate=500, burst=2_000)
    """Of a device's key, where it sends. A request carries up to a thousand events."""
    caller: Limit = Limit(rate=50, burst=500)
    """Of a key or a session, for everything else."""
    address: Limit = Limit(rate=200, burst=1_000)
    """Of an address, for everything but the devices' road: an office sits behind one."""
    log: Limit = Limit(rate=1_000, burst=20_000)
    """Of an address, for checkpoints and tiles: a watch that begins reads all of a log."""
    stranger: Limit = Limit(rate=1, burst=60)
    """Of an address, for keys that let nobody in and sign-ins that were refused."""


class Buckets:
    """The buckets of one limit, by whom they are."""

    def __init__(self, limit: Limit, now: Callable[[], float], most: int = KEPT_MAX) -> None:
        """Begin with none: whoever was not heard of has a full one."""
        self._limit = limit
        self._now = now
        self._most = most
        self._kept: OrderedDict[bytes | str, tuple[float, float]] = OrderedDict()

    def take(self, whose: bytes | str, tokens: float = 1.0) -> float:
        """Take tokens; return 0, or after how many seconds they will be there, taking none."""
        left, now = self._left(whose)
        wait = (tokens - left) / self._limit.rate
        if wait > 0:
            self._keep(whose, left, now)
            return wait
        self._keep(whose, left - tokens, now)
        return 0.0

    def lacks(self, whose: bytes | str) -> float:
        """Return after how many seconds a token is there; 0 where one is. None is taken."""
        return max(0.0, (1.0 - self._left(whose)[0]) / self._limit.rate)

    def _left(self, whose: bytes | str) -> tuple[float, float]:
        now = self._now()
        left, at = self._kept.get(whose, (float(self._limit.burst), now))
        return min(float(self._limit.burst), left + (now - at) * self._limit.rate), now

    def _keep(self, whose: bytes | str, left: float, now: float) -> None:
        self._kept[whose] = (left, now)
        self._kept.move_to_end(whose)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)


def read_limits(said: str) -> Limits:
    """Read limits as a setting writes them; those that are not named stay as they are.

    Raises:
        ValueError: a name is none, or a number.

    >>> read_limits("caller=10/20,stranger=0.5/5").caller
    Limit(rate=10.0, burst=20)
    """
    named: dict[str, Limit] = {}
    for part in filter(None, (one.strip() for one in said.split(","))):
        name, _, value = part.partition("=")
        rate, _, burst = value.partition("/")
        if name not in Limits.__struct_fields__ or name in named:
            raise ValueError(part)
        limit = Limit(rate=float(rate), burst=int(burst))
        if not (0 < limit.rate < math.inf and limit.burst >= 1):
            raise ValueError(part)
        named[name] = limit
    return Limits(**named)


def networks(said: Iterable[str]) -> tuple[Network, ...]:
    """Read the addresses and networks of proxies.

    Raises:
        ValueError: one is none.

    """
    return tuple(ipaddress.ip_network(one.strip(), strict=False) for one in said if one.strip())
