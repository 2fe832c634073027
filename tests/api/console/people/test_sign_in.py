"""Coming in by a login provider: a real one on this machine, honest and hostile."""

import json
import logging
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import psycopg
import pytest
from httpx2 import Response
from joserfc import jwt
from joserfc.jwk import OctKey

from api.services.people import provider as network
from api.services.people.oidc import (
    ProviderConfigError,
    Refusal,
    SignInRefusedError,
    person_of,
    read_config,
)
from api.services.people.provider import OidcProvider
from api.services.people.sessions import Sessions
from projections.reads.basis.scope import EVERY_CASINO, Scope
from tests.api.conftest import Site, opened
from tests.fixtures.provider import SECRET, HouseProvider, new_key, one_each, provider
from tests.helpers.each import each

HERE = "http://127.0.0.1:8008"


@pytest.fixture
def house() -> Iterator[HouseProvider]:
    """Serve a login provider."""
    with provider() as serving:
        yield serving


@pytest.fixture
def site(evening: Site, house: HouseProvider) -> Iterator[Site]:
    """Run the console over the evening, with a login provider."""
    asking = OidcProvider(house.config(HERE), SECRET)
    with opened(evening.casino, suffix="oidc", provider=asking) as site:
        yield site


def asked(address: str) -> str:
    """Ask the provider as a browser does; return the address to which it sends back."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=10)
    connection.request("GET", f"{parts.path}?{parts.query}")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.headers["Location"]


def begun(site: Site, target: str = "/menu") -> str:
    """Begin at the console; return the address of the provider."""
    answer = site.client.get(f"/entrar/fornecedor?para={target}", follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def back(site: Site, address: str) -> Response:
    """Come back to the console by the provider's answer."""
    parts = urlsplit(address)
    return site.client.get(f"{parts.path}?{parts.query}", follow_redirects=False)


def came_in(site: Site, target: str = "/menu") -> Response:
    """Go there and back."""
    return back(site, asked(begun(site, target)))


def is_in(site: Site) -> bool:
    """Tell whether the cookie opens a page."""
    return site.client.get("/menu", follow_redirects=False).status_code == 200


def test_a_person_comes_in_with_the_role_and_the_casinos_of_the_mapping(
    site: Site, house: HouseProvider
) -> None:
    """There and back: the page that goes on, a session by that name, and where it came from."""
    answer = came_in(site, "/premios?x=1")
    assert answer.status_code == 200
    assert 'content="0;url=/premios?x=1"' in answer.text
    assert answer.headers["referrer-policy"] == "no-referrer"
    cookie = answer.headers["set-cookie"].lower()
    assert "razao_session=" in cookie
    assert "samesite=strict" in cookie
    page = site.client.get("/menu")
    assert "insp-ana" in page.text
    sessions = Sessions(site.services.gate, provider=house.config(HERE).fingerprint).living()
    (sitting,) = (one for one in sessions if one.by_provider)
    assert (sitting.name, sitting.role, sitting.casinos, sitting.by_provider) == (
        "insp-ana", "inspector", None, True,
    )  # fmt: skip
    assert sitting.address == "testclient"


def test_the_way_there_ties_everything_to_one_secret(site: Site) -> None:
    """Code flow with PKCE by SHA-256, state and nonce of their own; a cookie for the way back."""
    answer = site.client.get("/entrar/fornecedor", follow_redirects=False)
    query = one_each(urlsplit(answer.headers["location"]).query)
    assert query["response_type"] == "code"
    assert query["code_challenge_method"] == "S256"
    assert query["redirect_uri"] == f"{HERE}/entrar/fornecedor/volta"
    cookie = answer.headers["set-cookie"]
    secret = cookie.partition("razao_sign_in=")[2].partition(";")[0]
    said = {query["state"], query["nonce"], query["code_challenge"]}
    assert len(said) == 3
    assert not any(secret in one for one in said)
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/entrar/fornecedor" in cookie


PEOPLE: dict[str, tuple[dict[str, Any], Refusal | tuple[str, Scope]]] = {
    "one group": ({"groups": ["razao-financas"]}, ("finance", Scope(frozenset(("casino",))))),
    "two of one role": (
        {"groups": ["razao-financas", "razao-financas-outro"]},
        ("finance", Scope(frozenset(("casino", "outro")))),
    ),
    "every casino": ({"groups": ["x", "razao-inspeccao"]}, ("inspector", EVERY_CASINO)),
    "no group of ours": ({"groups": ["razao-inspeccao2", "RAZAO-INSPECCAO"]}, Refusal.UNKNOWN),
    "no groups": ({"groups": None}, Refusal.UNKNOWN),
    "groups in one word": ({"groups": "razao-inspeccao"}, Refusal.UNKNOWN),
    "groups that are none": ({"groups": [["razao-inspeccao"], 1, {}]}, Refusal.UNKNOWN),
    "two roles": ({"groups": ["razao-financas", "razao-inspeccao"]}, Refusal.SEVERAL),
    "no name": ({"razao_name": None}, Refusal.NAMELESS),
    "a name that is none": ({"razao_name": "Ana Lopes"}, Refusal.NAMELESS),
    "a name in a list": ({"razao_name": ["insp-ana"]}, Refusal.NAMELESS),
    "a name of nobody's": ({"razao_name": "demonstration-inspector"}, Refusal.NAMELESS),
}


@each("case", PEOPLE)
def test_who_is_not_in_the_mapping_gets_nothing(case: str) -> None:
    """Exactly the groups that are written down, one role, a name; anything else is a refusal."""
    changed, expected = PEOPLE[case]
    config = HouseProvider(issuer="https://login.example").config(HERE)
    claims = {"razao_name": "insp-ana", "groups": ["razao-inspeccao"], **changed}
    if isinstance(expected, Refusal):
        with pytest.raises(SignInRefusedError) as raised:
            person_of(config, claims)
        assert raised.value.refusal is expected
    else:
        caller = person_of(config, claims)
        assert (caller.role.value, caller.scope) == expected


def test_an_unknown_person_is_told_so_in_both_languages(site: Site, house: HouseProvider) -> None:
    """No session, and the words say that no group has a role."""
    house.person["groups"] = ["cozinha"]
    for language, words in (("pt", "nenhum dos seus grupos"), ("en", "none of your groups")):
        site.client.cookies.set("razao_lang", language)
        answer = came_in(site)
        assert answer.status_code == 403
        assert words in answer.text
        assert "razao_session" not in answer.headers.get("set-cookie", "")
    assert not is_in(site)


Claims = dict[str, Any]


def unsigned(_house: HouseProvider, claims: Mapping[str, Any]) -> str:
    """Write a token of algorithm none."""
    parts = ({"alg": "none", "typ": "JWT"}, claims)
    head, body = (urlsafe_b64encode(json.dumps(one).encode()).rstrip(b"=") for one in parts)
    return f"{head.decode()}.{body.decode()}."


def by_public_key(house: HouseProvider, claims: Mapping[str, Any]) -> str:
    """Sign with HMAC by the bytes of the public key, as if they were a shared secret."""
    key = OctKey.import_key(json.dumps(house.keys[0].as_dict(private=False)))
    return jwt.encode({"alg": "HS256", "kid": "first"}, dict(claims), key)


def by_client_secret(_house: HouseProvider, claims: Mapping[str, Any]) -> str:
    """Sign with HMAC by the client's secret."""
    return jwt.encode({"alg": "HS256"}, dict(claims), OctKey.import_key(SECRET))


def by_another(_house: HouseProvider, claims: Mapping[str, Any]) -> str:
    """Sign with a key of nobody's under the name of the provider's."""
    return jwt.encode({"alg": "ES256", "kid": "first"}, dict(claims), new_key("first"))


def by_own_header(_house: HouseProvider, claims: Mapping[str, Any]) -> str:
    """Sign with a key that the token itself brings."""
    key = new_key("first")
    head = {"alg": "ES256", "kid": "first", "jwk": key.as_dict(private=False)}
    return jwt.encode(head, dict(claims), key)


def altered(house: HouseProvider, claims: Mapping[str, Any]) -> str:
    """Change a claim after signing."""
    key = house.keys[-1]
    head, _, signature = jwt.encode({"alg": "ES256", "kid": key.kid}, dict(claims), key).split(".")
    other = json.dumps({**claims, "razao_name": "insp-rui"}).encode()
    return f"{head}.{urlsafe_b64encode(other).rstrip(b'=').decode()}.{signature}"


SIGNED = {
    "none": unsigned,
    "HS256 by the public key": by_public_key,
    "HS256 by the client's secret": by_client_secret,
    "a key of nobody's": by_another,
    "a key in the header": by_own_header,
    "altered": altered,
    "no token": lambda _house, _claims: "x.y.z",
}
CLAIMED: dict[str, Callable[[Claims], Claims]] = {
    "another audience": lambda claims: {**claims, "aud": "another"},
    "an audience beside": lambda claims: {**claims, "aud": ["razao", "another"]},
    "no audience": lambda claims: {key: claims[key] for key in claims if key != "aud"},
    "another issuer": lambda claims: {**claims, "iss": "https://elsewhere.example"},
    "no issuer": lambda claims: {key: claims[key] for key in claims if key != "iss"},
    "an issuer in a list": lambda claims: {**claims, "iss": [claims["iss"]]},
    "given to another": lambda claims: {**claims, "azp": "another"},
    "another nonce": lambda claims: {**claims, "nonce": "another"},
    "nonces in a list": lambda claims: {**claims, "nonce": [claims["nonce"]]},
    "no nonce": lambda claims: {key: claims[key] for key in claims if key != "nonce"},
    "expired": lambda claims: {**claims, "exp": claims["iat"] - 61},
    "no end": lambda claims: {key: claims[key] for key in claims if key != "exp"},
    "made long ago": lambda claims: {**claims, "iat": claims["iat"] - 700},
    "made tomorrow": lambda claims: {**claims, "iat": claims["iat"] + 90},
    "made at no time": lambda claims: {**claims, "iat": "now"},
    "not yet": lambda claims: {**claims, "nbf": claims["iat"] + 90},
    "nobody": lambda claims: {key: claims[key] for key in claims if key != "sub"},
    "nobody's name": lambda claims: {**claims, "sub": 7},
}


@pytest.mark.parametrize("share", [3, pytest.param(1, marks=pytest.mark.deep)])
def test_no_false_token_lets_anybody_in(site: Site, house: HouseProvider, share: int) -> None:
    """Each lie by itself is refused in words; the same road without one leads in."""
    for name, sign in [*SIGNED.items()][::share]:
        house.sign = sign
        answer = came_in(site)
        assert (answer.status_code, name) == (403, name)
        assert "não é a palavra" in answer.text, name
    house.sign = None
    for name, claims in [*CLAIMED.items()][::share]:
        house.claims = claims
        answer = came_in(site)
        assert (answer.status_code, name) == (403, name)
    assert not is_in(site)
    house.claims = dict
    assert came_in(site).status_code == 200
    assert is_in(site)


def test_the_clocks_may_differ_by_the_leeway(site: Site, house: HouseProvider) -> None:
    """A minute before or after ours is no lie."""
    for seconds in (-50, 50):
        house.claims = lambda claims, by=seconds: {
            **claims, "iat": claims["iat"] + by, "exp": claims["iat"] + by + 5,
        }  # fmt: skip
        assert came_in(site).status_code == 200


def test_an_answer_that_is_not_to_this_sign_in_is_refused(site: Site, house: HouseProvider) -> None:
    """Without the cookie, with another state or issuer, twice, or with a code used before."""
    address = asked(begun(site))
    kept = dict(site.client.cookies)
    site.client.cookies.clear()
    assert back(site, address).status_code == 403, "another browser brings no cookie"
    site.client.cookies.update(kept)
    assert back(site, address).status_code == 200, "and took nothing from whoever began"
    site.client.cookies.clear()
    site.client.cookies.update(kept)
    assert back(site, address).status_code == 403, "a sign-in is finished once"
    begun_at = begun(site)
    changed = {
        "state": lambda one: one.replace("state=", "state=x"),
        "issuer": lambda one: one.replace("iss=", "iss=x"),
        "no issuer": lambda one: one.partition("&iss=")[0],
        "no code": lambda one: one.replace("code=", "error=access_denied&was="),
        "another code": lambda one: one.replace("code=", "code=x"),
    }
    for name, change in changed.items():
        begun_at = begun(site)
        assert back(site, change(asked(begun_at))).status_code == 403, name
    first = asked(begun(site))
    code = one_each(urlsplit(first).query)["code"]
    house.codes.pop(code)
    assert back(site, first).status_code == 403, "a code that was redeemed gives nothing"
    assert not is_in(site)


def test_somebody_else_s_code_comes_to_nothing(site: Site) -> None:
    """A code begun in one browser is bound to its verifier and nonce: put in another it is none."""
    theirs = one_each(urlsplit(asked(begun(site))).query)
    site.client.cookies.clear()
    mine = one_each(urlsplit(asked(begun(site))).query)
    mixed = f"code={theirs['code']}&state={mine['state']}&iss={mine['iss']}"
    answer = back(site, f"/entrar/fornecedor/volta?{mixed}")
    assert answer.status_code == 403


def test_new_keys_of_the_provider_are_fetched_and_old_ones_forgotten(
    site: Site, house: HouseProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token under a new key is believed at once; one under a key withdrawn, no longer."""
    assert came_in(site).status_code == 200
    old = house.keys[0]
    house.keys.append(new_key("second"))
    monkeypatch.setattr(network, "FRESH_SECONDS", 0)
    assert came_in(site).status_code == 200
    house.keys.remove(old)
    monkeypatch.setattr(network, "KNOWN_SECONDS", 0)
    house.sign = lambda _house, claims: jwt.encode(
        {"alg": "ES256", "kid": "first"}, dict(claims), old
    )
    assert came_in(site).status_code == 403


def test_a_key_that_is_not_there_is_not_asked_for_without_end(
    site: Site, house: HouseProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends tokens under names of keys that are none makes nobody ask again and again."""
    monkeypatch.setattr(network, "FRESH_SECONDS", 600)
    assert came_in(site).status_code == 200
    stranger = new_key("nobody")
    house.sign = lambda _house, claims: jwt.encode(
        {"alg": "ES256", "kid": "nobody"}, dict(claims), stranger
    )
    before = house.asked.count("/jwks")
    for _ in range(3):
        assert came_in(site).status_code == 403
    assert house.asked.count("/jwks") == before


@each(
    "said",
    [
        {"issuer": "https://elsewhere.example"},
        {"token_endpoint": "http://elsewhere.example/token"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"jwks_uri": None},
    ],
)
def test_a_discovery_that_cannot_be_is_none(
    site: Site, house: HouseProvider, said: dict[str, Any]
) -> None:
    """Another issuer, an address in the clear: nobody is sent there, and the page says so."""
    house.metadata = said
    answer = site.client.get("/entrar/fornecedor", follow_redirects=False)
    assert answer.status_code == 503
    assert "não responde" in answer.text


@pytest.mark.deep
def test_a_provider_that_is_away_or_hangs_stops_nobody_else(
    evening: Site, house: HouseProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody there, or an answer that drips: the page says so within bounds."""
    monkeypatch.setattr(network, "CALL_SECONDS_MAX", 0.5)
    house.drip = 0.1
    for config in (replace_port(house.config(HERE)), house.config(HERE)):
        with opened(evening.casino, suffix="oidc", provider=OidcProvider(config)) as site:
            begun_at = time.monotonic()
            answer = site.client.get("/entrar/fornecedor", follow_redirects=False)
            assert answer.status_code == 503
            assert "não responde" in answer.text
            assert time.monotonic() - begun_at < 20, "a byte now and then wins no time"


def replace_port(config: Any) -> Any:
    """Return the configuration of a provider that nobody serves."""
    return msgspec.structs.replace(config, issuer="http://127.0.0.1:9")


def test_a_session_by_a_provider_ends_there_and_here(site: Site, house: HouseProvider) -> None:
    """Whoever leaves is led on to the provider, by a page and without a token."""
    came_in(site)
    token = site.client.get("/menu").text.partition('name="token" value="')[2].partition('"')[0]
    answer = site.client.post("/sair", data={"token": token}, follow_redirects=False)
    assert answer.status_code == 200
    assert f'content="0;url={house.issuer}/logout?client_id=razao&amp;' in answer.text
    assert not is_in(site)
    farewell = site.services.provider
    assert farewell is not None
    assert asked(farewell.farewell() or "") == f"{HERE}/entrar?saiu=1"
    assert "A sessão terminou" in site.client.get("/entrar?saiu=1").text


def test_a_logout_at_the_provider_ends_the_sessions_at_once(
    site: Site, house: HouseProvider
) -> None:
    """By person or by session, signed; without a signature, or of somebody else, none ends."""
    came_in(site)
    others = [
        house.logout_token(sub="u-2"),
        house.logout_token(sub="u-1", sid="s-2"),
        house.logout_token(sub="u-1", nonce="x"),
        house.logout_token(sub="u-1", events={}),
        house.logout_token(sub="u-1", aud="another"),
        house.logout_token(sub="u-1", iat=int(time.time()) - 700),
        house.logout_token(),
        unsigned(house, {"sub": "u-1"}),
        "",
    ]
    statuses = [ended(site, one) for one in others]
    assert statuses == [200, 200, 400, 400, 400, 400, 400, 400, 400]
    assert is_in(site)
    assert ended(site, house.logout_token(sid="s-1")) == 200
    assert not is_in(site)
    came_in(site)
    assert ended(site, house.logout_token(sub="u-1")) == 200
    assert not is_in(site)


def ended(site: Site, token: str) -> int:
    """Tell the console of a logout, as the provider does."""
    return site.client.post("/entrar/fornecedor/fim", data={"logout_token": token}).status_code


def test_a_changed_mapping_ends_the_sessions_it_let_in(site: Site, house: HouseProvider) -> None:
    """Another role for a group, another provider, or none: whoever came in signs in again."""
    answer = came_in(site)
    cookie = answer.cookies["razao_session"]
    config = house.config(HERE)
    gate = site.services.gate
    assert Sessions(gate, provider=config.fingerprint).find(cookie) is not None
    fewer = msgspec.structs.replace(config, grants=config.grants[1:])
    assert Sessions(gate, provider=fewer.fingerprint).find(cookie) is None
    assert Sessions(gate, provider=config.fingerprint).find(cookie) is None, "it ended for good"


def test_no_token_is_kept_or_logged(
    site: Site, house: HouseProvider, caplog: pytest.LogCaptureFixture
) -> None:
    """After good and bad sign-ins neither database nor log has a token, a code or a secret."""
    with caplog.at_level(logging.DEBUG):
        came_in(site)
        house.sign = by_another
        came_in(site)
        site.client.get("/entrar/fornecedor/volta?code=a-code-of-mine&state=x")
    ours = [one for one in caplog.records if not one.name.startswith(("httpx2", "httpcore"))]
    told = "\n".join(one.getMessage() for one in ours)
    with psycopg.connect(site.casino.superuser) as connection:
        tables = ("session", "sign_in", "api_key", "key_use")
        kept = "\n".join(
            str(row)
            for table in tables
            for row in connection.execute(f"SELECT t::text FROM access.{table} AS t").fetchall()
        )
    assert "a sign-in was refused: untrue" in told
    assert "insp-ana" in kept
    for one in (*house.tokens, "a-code-of-mine", SECRET, "u-1", "s-1"):
        assert one not in told
        assert one not in kept


CONFIG = """
issuer = "https://login.casino.example"
client_id = "razao"
address = "https://razao.casino.example"
title = "Casino Praia"
name_claim = "razao_name"

[[grant]]
group = "razao-financas"
role = "finance"
casinos = ["praia"]
"""
WRONG = {
    "an unknown line": (CONFIG.replace("title", "titel"), "titel"),
    "a provider in the clear": (CONFIG.replace("https://login", "http://login"), "issuer"),
    "no grant": (CONFIG.partition("[[grant]]")[0], "grant"),
    "no casino": (CONFIG.replace('["praia"]', "[]"), "casinos by name"),
    "every casino and one": (CONFIG.replace('["praia"]', '["*", "praia"]'), "alone"),
    "a device": (CONFIG.replace('"finance"', '"source"'), "device"),
    "no role": (CONFIG.replace('"finance"', '"boss"'), "boss"),
    "no claim for the name": (CONFIG.replace("name_claim", "# name_claim"), "name_claim"),
}


@each("case", WRONG)
def test_a_configuration_that_cannot_be_is_named(tmp_path: Path, case: str) -> None:
    """What is wrong in the file stands in the message; the right one is read."""
    text, said = WRONG[case]
    file = tmp_path / "oidc.toml"
    file.write_text(CONFIG)
    assert read_config(file).grants[0].casinos == ("praia",)
    file.write_text(text)
    with pytest.raises(ProviderConfigError, match=said):
        read_config(file)


def test_without_a_provider_nothing_is_offered(evening: Site) -> None:
    """The entrance has no such button, and its addresses let nobody in."""
    assert "/entrar/fornecedor" not in evening.client.get("/entrar").text
    assert evening.client.get("/entrar/fornecedor").status_code == 503
    assert evening.client.get("/entrar/fornecedor/volta?code=a&state=b").status_code == 403
    answer = evening.client.post("/entrar/fornecedor/fim", data={"logout_token": "x"})
    assert answer.status_code == 503
