"""A login provider over the network: discovery, code with PKCE, and what its tokens must be.

Needs the extra ``oidc``. A token lives as long as the call that checks it: none is kept, none is
logged, and the access token that comes beside is never used. What ties a sign-in together (state,
nonce, PKCE's verifier) is derived from one secret in the browser's cookie.
"""

import hmac
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, Final, cast
from urllib.parse import urlencode

import httpx2
from authlib.integrations.base_client import OAuthError
from authlib.integrations.httpx_client import OAuth2Client
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet
from msgspec import Struct
from typing_extensions import override

from api.services.people.oidc import (
    ALGORITHMS,
    Identity,
    LoggedOut,
    ProviderConfig,
    Refusal,
    SignInRefusedError,
    is_safe_address,
    person_of,
)

RETURN: Final = "/entrar/fornecedor/volta"
LEFT: Final = "/entrar?saiu=1"
ANSWER_BYTES_MAX: Final = 512_000
CALL_SECONDS_MAX: Final = 6.0
"""From asking the provider to the end of its answer, however slowly that comes."""
CALLS_MAX: Final = 4
"""At a time: whoever waits for a provider that hangs takes no thread from other pages."""
KNOWN_SECONDS: Final = 600.0
"""How long discovery and keys are believed: a key that was withdrawn counts no longer."""
FRESH_SECONDS: Final = 5.0
"""No sooner are keys asked for again because a token names one that is not there."""
OLD_SECONDS_MAX: Final = 600.0
"""How old an ID token may be."""
_LOGOUT_EVENT: Final = "http://schemas.openid.net/event/backchannel-logout"
_DISCOVERY: Final = "/.well-known/openid-configuration"


class _Metadata(Struct, frozen=True, kw_only=True):
    """A provider's addresses, as its discovery has them."""

    authorization: str
    token: str
    keys: str
    end: str | None
    names_itself: bool
    """Whether it puts its name beside every code (RFC 9207)."""


class OidcProvider:
    """A provider, asked over the network."""

    def __init__(
        self,
        config: ProviderConfig,
        secret: str | None = None,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Ask nothing yet."""
        self.config = config
        self._secret = secret
        self._now = now
        self._calls = threading.BoundedSemaphore(CALLS_MAX)
        self._lock = threading.Lock()
        self._metadata: tuple[float, _Metadata] | None = None
        self._keys: tuple[float, KeySet] | None = None

    def begin(self, secret: str) -> str:
        """Return the provider's address for a sign-in that this secret ties together.

        Raises:
            SignInRefusedError: the provider is away.

        """
        with self._calling() as client:
            address, _ = client.create_authorization_url(
                self._known(client).authorization,
                state=_derived(secret, "state"),
                nonce=_derived(secret, "nonce"),
                code_verifier=_derived(secret, "verifier"),
            )
        return str(address)

    def complete(self, secret: str, answered: Mapping[str, str]) -> Identity:
        """Return who came back from the provider with these words in the address.

        Raises:
            SignInRefusedError: nobody who may come in.

        """
        if not _same(answered.get("state"), _derived(secret, "state")):
            raise SignInRefusedError(Refusal.STALE, "the state is another sign-in's")
        with self._calling() as client:
            metadata = self._known(client)
            named = answered.get("iss")
            if (named is not None or metadata.names_itself) and named != self.config.issuer:
                raise SignInRefusedError(Refusal.UNTRUE, "the answer is another provider's")
            code = answered.get("code")
            if "error" in answered or not code:
                raise SignInRefusedError(Refusal.DENIED, "the provider sent no code")
            claims = self._claims(client, self._redeemed(client, metadata, code, secret))
            self._check_identity(claims, _derived(secret, "nonce"))
        return Identity(
            caller=person_of(self.config, claims),
            subject=self._hash_of(claims["sub"]),
            sid=self._hash_of(claims["sid"]) if isinstance(claims.get("sid"), str) else None,
            provider=self.config.fingerprint,
        )

    def farewell(self) -> str | None:
        """Return the provider's address for a logout; None where it has none, or is away.

        It names this client and no token: none was kept.
        """
        try:
            with self._calling() as client:
                end = self._known(client).end
        except SignInRefusedError:
            return None
        if end is None:
            return None
        back = f"{self.config.address}{LEFT}"
        query = urlencode({"client_id": self.config.client_id, "post_logout_redirect_uri": back})
        return f"{end}{'&' if '?' in end else '?'}{query}"

    def logged_out(self, token: str) -> LoggedOut:
        """Return whose logout the provider tells (OpenID Connect Back-Channel Logout).

        Raises:
            SignInRefusedError: it is no word of the provider's.

        """
        with self._calling() as client:
            claims = self._claims(client, token)
            self._check(claims, jti={"essential": True}, events={"essential": True})
        events = claims["events"]
        if not isinstance(events, dict) or _LOGOUT_EVENT not in events or "nonce" in claims:
            raise SignInRefusedError(Refusal.UNTRUE, "it tells of no logout")
        subject, sid = claims.get("sub"), claims.get("sid")
        if not isinstance(subject, str) and not isinstance(sid, str):
            raise SignInRefusedError(Refusal.UNTRUE, "it says nobody's logout")
        return LoggedOut(
            subject=self._hash_of(subject) if isinstance(subject, str) else None,
            sid=self._hash_of(sid) if isinstance(sid, str) else None,
        )

    # ------------------------------------------------------------------------- what a token must be

    def _claims(self, client: Any, token: str) -> dict[str, Any]:
        """Return the claims of a token under the provider's keys, which may just have changed."""
        for fresh in (False, True):
            try:
                read = jwt.decode(token, self._provider_keys(client, fresh=fresh), ALGORITHMS)
            except InvalidKeyIdError as error:
                if fresh:
                    raise SignInRefusedError(Refusal.UNTRUE, error.error) from None
            except (JoseError, ValueError) as error:
                what = getattr(error, "error", "") or type(error).__name__
                raise SignInRefusedError(Refusal.UNTRUE, what) from None
            else:
                return read.claims
        raise AssertionError  # pragma: no cover

    def _check_identity(self, claims: dict[str, Any], nonce: str) -> None:
        self._check(claims, sub={"essential": True}, exp={"essential": True})
        if not _same(claims.get("nonce"), nonce):
            raise SignInRefusedError(Refusal.UNTRUE, "the nonce is another sign-in's")

    def _check(self, claims: dict[str, Any], **also: Any) -> None:
        """Check who said it, to whom and when.

        Raises:
            SignInRefusedError: another, to another, or at another time.

        """
        now, leeway = self._now(), self.config.leeway_seconds
        registry = jwt.JWTClaimsRegistry(
            now=int(now),
            leeway=leeway,
            iss={"essential": True, "value": self.config.issuer},
            iat={"essential": True},
            aud={"essential": True},
            **also,
        )
        try:
            registry.validate(claims)
        except JoseError as error:
            raise SignInRefusedError(Refusal.UNTRUE, str(error)) from None
        # The library takes any list in which we stand: one for others, too, could be replayed.
        if claims["aud"] not in (self.config.client_id, [self.config.client_id]):
            raise SignInRefusedError(Refusal.UNTRUE, "it is for somebody else")
        if claims.get("azp", self.config.client_id) != self.config.client_id:
            raise SignInRefusedError(Refusal.UNTRUE, "it was given to somebody else")
        if not now - OLD_SECONDS_MAX - leeway <= claims["iat"] <= now + leeway:
            raise SignInRefusedError(Refusal.UNTRUE, "it was not made just now")

    def _hash_of(self, word: str) -> bytes:
        return sha256(f"razao oidc\n{self.config.issuer}\n{word}".encode()).digest()

    # ----------------------------------------------------------------------------- over the network

    @contextmanager
    def _calling(self) -> Generator[Any]:
        """Lend a client for one act; whatever goes wrong on the way is one refusal."""
        if not self._calls.acquire(blocking=False):
            raise SignInRefusedError(Refusal.AWAY, "too many wait for the provider")
        try:
            with self._client() as client:
                yield client
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            # The class alone: a message may quote an address with what stands in it.
            raise SignInRefusedError(Refusal.AWAY, type(error).__name__) from None
        finally:
            self._calls.release()

    def _client(self) -> Any:
        made: Any = OAuth2Client(
            self.config.client_id,
            self._secret,
            scope=" ".join(self.config.scopes),
            redirect_uri=f"{self.config.address}{RETURN}",
            code_challenge_method="S256",
            transport=_Bounded(time.monotonic() + CALL_SECONDS_MAX),
            timeout=CALL_SECONDS_MAX,
            trust_env=False,
            follow_redirects=False,
        )
        return made

    def _redeemed(self, client: Any, metadata: _Metadata, code: str, secret: str) -> str:
        """Return the ID token that the provider gives for a code."""
        try:
            answer = client.fetch_token(
                metadata.token,
                grant_type="authorization_code",
                code=code,
                code_verifier=_derived(secret, "verifier"),
            )
        except OAuthError as error:
            raise SignInRefusedError(Refusal.DENIED, str(error.error)[:40]) from None
        except ValueError:
            raise SignInRefusedError(Refusal.AWAY, "the token's answer is none") from None
        token = answer.get("id_token")
        if not isinstance(token, str):
            raise SignInRefusedError(Refusal.UNTRUE, "no ID token came")
        return token

    def _known(self, client: Any) -> _Metadata:
        """Return the provider's addresses; discovery is asked again now and then."""
        with self._lock:
            found = self._metadata
        if found is not None and self._now() - found[0] < KNOWN_SECONDS:
            return found[1]
        said = _json_of(client, self.config.issuer.rstrip("/") + _DISCOVERY)
        if said.get("issuer") != self.config.issuer:
            raise SignInRefusedError(Refusal.AWAY, "discovery is of another issuer")
        metadata = _Metadata(
            authorization=_address(said, "authorization_endpoint"),
            token=_address(said, "token_endpoint"),
            keys=_address(said, "jwks_uri"),
            end=_address(said, "end_session_endpoint") if "end_session_endpoint" in said else None,
            names_itself=said.get("authorization_response_iss_parameter_supported") is True,
        )
        with self._lock:
            self._metadata = (self._now(), metadata)
        return metadata

    def _provider_keys(self, client: Any, *, fresh: bool) -> KeySet:
        with self._lock:
            found = self._keys
        believed = FRESH_SECONDS if fresh else KNOWN_SECONDS
        if found is not None and self._now() - found[0] < believed:
            return found[1]
        said = _json_of(client, self._known(client).keys)
        try:
            keys = KeySet.import_key_set(cast("Any", said))
        except (JoseError, KeyError, TypeError, ValueError):
            raise SignInRefusedError(Refusal.AWAY, "its keys are none") from None
        with self._lock:
            self._keys = (self._now(), keys)
        return keys


class _Bounded(httpx2.BaseTransport):
    """Asks over the network, and takes neither too long nor too large an answer."""

    def __init__(self, deadline: float) -> None:
        self._inner = httpx2.HTTPTransport(trust_env=False)
        self._deadline = deadline

    @override
    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        answer = self._inner.handle_request(request)
        stream = cast("httpx2.SyncByteStream", answer.stream)
        return httpx2.Response(
            answer.status_code,
            headers=answer.headers,
            stream=_Stream(stream, self._deadline),
            extensions=answer.extensions,
        )

    @override
    def close(self) -> None:
        self._inner.close()


class _Stream(httpx2.SyncByteStream):
    def __init__(self, inner: httpx2.SyncByteStream, deadline: float) -> None:
        self._inner = inner
        self._deadline = deadline

    @override
    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for part in self._inner:
            size += len(part)
            if size > ANSWER_BYTES_MAX:
                raise httpx2.ReadError("too large an answer")
            if time.monotonic() > self._deadline:
                raise httpx2.ReadTimeout("too slow an answer")
            yield part

    @override
    def close(self) -> None:
        self._inner.close()


def _json_of(client: Any, address: str) -> dict[str, Any]:
    answer = client.request("GET", address, withhold_token=True)
    try:
        said = answer.json() if answer.status_code == httpx2.codes.OK else None
    except ValueError:
        said = None
    if not isinstance(said, dict):
        raise SignInRefusedError(Refusal.AWAY, f"it answers {answer.status_code}")
    return cast("dict[str, Any]", said)


def _address(said: Mapping[str, Any], name: str) -> str:
    address = said.get(name)
    if not isinstance(address, str) or not is_safe_address(address):
        raise SignInRefusedError(Refusal.AWAY, f"its {name} is no safe address")
    return address


def _derived(secret: str, what: str) -> str:
    """Derive a value for one use from a sign-in's secret; none leads back to the secret."""
    return (
        urlsafe_b64encode(sha256(f"razao sign-in {what}\n{secret}".encode()).digest())
        .rstrip(b"=")
        .decode()
    )


def _same(given: object, wanted: str) -> bool:
    return isinstance(given, str) and hmac.compare_digest(given.encode(), wanted.encode())
