"""A login provider (OpenID Connect): which one is asked, and what its groups are here.

Nobody is let in by default: a person has the one role and the casinos that the configuration gives
to a group of his, under the name that it takes from a claim. Who is in no such group gets nothing,
and who is in groups of several roles gets nothing either: one person, one role.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Protocol, cast
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from api.errors import ApiError
from api.services.api_keys import Caller, Role
from projections.reads.basis.scope import EVERY_CASINO, Scope

ALGORITHMS: Final = ("RS256", "PS256", "ES256", "ES384", "Ed25519")
"""Signatures by a key that the provider alone has; never one that both ends share, never none."""
SIZE_MAX: Final = 64_000
_EVERY: Final = "*"
_is_name: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}").fullmatch
_OURS: Final = "demonstration-"
"""How names begin that nobody may bear."""
_LOOPBACK: Final = frozenset(("localhost", "127.0.0.1", "::1"))


class Refusal(StrEnum):
    """Why somebody whom the provider knows, or may know, is not let in."""

    AWAY = "away"
    """The provider does not answer, or not as one does."""
    STALE = "stale"
    """The sign-in was not begun here, lasted too long, or was finished before."""
    DENIED = "denied"
    """The provider, or the person there, said no."""
    UNTRUE = "untrue"
    """What came is not the provider's word about this sign-in."""
    NAMELESS = "nameless"
    """The claim that should name the person is none, or no name of this ledger."""
    UNKNOWN = "unknown"
    """None of the person's groups has a role here."""
    SEVERAL = "several"
    """The person's groups have several roles here."""


class SignInRefusedError(ApiError):
    """A sign-in with the provider came to nothing."""

    def __init__(self, refusal: Refusal, detail: str = "") -> None:
        """Refuse for a reason; the detail is for the log, and holds nothing of a token."""
        super().__init__(f"{refusal.value}: {detail}" if detail else refusal.value)
        self.refusal = refusal


class ProviderConfigError(ApiError):
    """A provider's configuration cannot be used: what was expected, and what was there."""


class Grant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of the provider, and what whoever is in it may do here."""

    group: str
    role: Role
    casinos: tuple[str, ...]
    """By name; ``*`` alone is every one."""


class ProviderConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A provider and its mapping, as the file has them."""

    issuer: str
    client_id: str
    address: str
    """Of this console as browsers reach it, e.g. ``https://razao.casino.example``."""
    title: str
    """On the button: whose login it is."""
    name_claim: str
    """The claim with the person's name in this ledger; nobody may choose it for himself."""
    grants: tuple[Grant, ...] = msgspec.field(name="grant")
    secret_file: Path | None = None
    """Where the client's secret stands; without it the client is a public one."""
    groups_claim: str = "groups"
    scopes: tuple[str, ...] = ("openid", "profile", "groups")
    leeway_seconds: int = 60
    """How far the provider's clock may be from ours."""

    @property
    def fingerprint(self) -> bytes:
        """A hash of provider and mapping: sessions that another configuration opened end."""
        return sha256(msgspec.json.encode(self, order="sorted")).digest()


class Identity(Struct, frozen=True, kw_only=True):
    """Who came in by a provider."""

    caller: Caller
    subject: bytes
    """Of the person at this provider: a hash, by which a logout there finds the sessions here."""
    sid: bytes | None
    """Of the session there, likewise."""
    provider: bytes
    """The configuration's fingerprint."""


class LoggedOut(Struct, frozen=True, kw_only=True):
    """A logout of which a provider tells: of a person, or of one of his sessions."""

    subject: bytes | None
    sid: bytes | None


class Provider(Protocol):
    """A provider, as far as the app needs it."""

    config: ProviderConfig

    def begin(self, secret: str) -> str:
        """Return the provider's address for a sign-in that this secret ties together."""
        ...

    def complete(self, secret: str, answered: Mapping[str, str]) -> Identity:
        """Return who came back from the provider with these words in the address."""
        ...

    def farewell(self) -> str | None:
        """Return the provider's address for a logout; None where it has none, or is away."""
        ...

    def logged_out(self, token: str) -> LoggedOut:
        """Return whose logout the provider tells."""
        ...


def read_config(path: Path) -> ProviderConfig:
    """Read a provider's configuration from TOML.

    Raises:
        ProviderConfigError: something in it is missing, unknown, or cannot be.

    """
    try:
        text = path.read_bytes()
        if len(text) > SIZE_MAX:
            raise ProviderConfigError(f"expected at most {SIZE_MAX} bytes, got {len(text)}")
        config = msgspec.toml.decode(text, type=ProviderConfig)
    except (OSError, ValueError) as error:
        raise ProviderConfigError(str(error)) from error
    for name, address in (("issuer", config.issuer), ("address", config.address)):
        if not is_safe_address(address) or urlsplit(address).query:
            raise ProviderConfigError(
                f"{name}: expected an https address (http on this machine only), got {address!r}"
            )
    if not config.grants:
        raise ProviderConfigError("expected at least one [[grant]]: without any, nobody comes in")
    for grant in config.grants:
        _check_grant(grant)
    if "openid" not in config.scopes:
        raise ProviderConfigError(f"scopes: expected openid among them, got {config.scopes}")
    return config


def _check_grant(grant: Grant) -> None:
    said = f"grant of {grant.group!r}"
    if not grant.group:
        raise ProviderConfigError("grant: expected the name of a group, got nothing")
    if grant.role is Role.SOURCE:
        raise ProviderConfigError(f"{said}: a device signs in with a key, not as a person")
    if not grant.casinos or (_EVERY in grant.casinos and len(grant.casinos) > 1):
        raise ProviderConfigError(
            f"{said}: expected casinos by name, or {_EVERY!r} alone; got {list(grant.casinos)}"
        )
    for one in grant.casinos:
        if one != _EVERY and not _is_name(one):
            raise ProviderConfigError(f"{said}: {one!r} is no name of a casino")


def is_safe_address(address: str) -> bool:
    """Tell whether nobody on the way can read or change what goes to an address.

    >>> is_safe_address("https://login.example"), is_safe_address("http://login.example")
    (True, False)
    >>> is_safe_address("http://127.0.0.1:8080"), is_safe_address("file:///etc/passwd")
    (True, False)
    """
    parts = urlsplit(address)
    if not parts.hostname or parts.username is not None or parts.fragment:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)


def person_of(config: ProviderConfig, claims: Mapping[str, Any]) -> Caller:
    """Return who the claims say somebody is here.

    Raises:
        SignInRefusedError: nobody, or not one.

    """
    name = claims.get(config.name_claim)
    if not isinstance(name, str) or not _is_name(name) or name.startswith(_OURS):
        raise SignInRefusedError(Refusal.NAMELESS, f"claim {config.name_claim}")
    said = claims.get(config.groups_claim)
    groups: list[Any] = cast("list[Any]", said) if isinstance(said, list) else []
    grants = [one for one in config.grants if one.group in groups]
    roles = {one.role for one in grants}
    if not roles:
        raise SignInRefusedError(Refusal.UNKNOWN, name)
    if len(roles) > 1:
        raise SignInRefusedError(Refusal.SEVERAL, f"{name}: {', '.join(sorted(roles))}")
    casinos = frozenset(casino for one in grants for casino in one.casinos)
    scope = EVERY_CASINO if _EVERY in casinos else Scope(casinos)
    return Caller(name=name, role=roles.pop(), sources=frozenset(), scope=scope)
