"""How often somebody may ask: buckets, whose they are, and what they never stop."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from api.requests.limiting import Limiting
from api.services.api_keys import Role
from api.services.people.limits import Buckets, Limit, Limits, networks, read_limits
from tests.api.conftest import Site, opened
from tests.helpers.each import each

FEW = Limits(
    door=Limit(rate=2, burst=4),
    caller=Limit(rate=2, burst=4),
    address=Limit(rate=2, burst=8),
    stranger=Limit(rate=0.5, burst=2),
)
GOOD = {"Authorization": "Bearer good"}
OTHER = {"Authorization": "Bearer good too"}
BAD = {"Authorization": "Bearer bad"}


class Clock:
    """A clock that goes on when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def answered(request: Request) -> Response:
    """Let in whoever brings a good key, as the app does."""
    if not request.headers.get("authorization", "").startswith("Bearer good"):
        return PlainTextResponse("", 401)
    request.state.caller = "somebody"
    return PlainTextResponse(request.state.address)


def refused(_request: Request, seconds: int) -> Response:
    """Say when to ask again."""
    return PlainTextResponse("", 429, {"Retry-After": str(seconds)})


@pytest.fixture
def clock() -> Clock:
    """Give a clock that stands still."""
    return Clock()


@pytest.fixture
def guarded(clock: Clock) -> Any:
    """Guard a small app; a proxy stands at 10.0.0.1."""
    app = Starlette(routes=[Route("/{path:path}", answered, methods=["GET", "POST"])])
    whole = Limiting(app, FEW, refused, networks(["10.0.0.1"]), clock)

    def asking(address: str) -> TestClient:
        return TestClient(whole, client=(address, 1))

    return asking


def statuses(client: TestClient, path: str, times: int, **sent: Any) -> list[int]:
    """Ask many times; return what was answered."""
    method = sent.pop("method", "GET")
    return [client.request(method, path, **sent).status_code for _ in range(times)]


def test_a_bucket_gives_a_burst_and_then_as_much_as_comes_back(clock: Clock) -> None:
    """Four at once, then two a second; who waits is told how long, and pays nothing for asking."""
    bucket = Buckets(Limit(rate=2, burst=4), clock)
    assert [bucket.take("a") for _ in range(4)] == [0, 0, 0, 0]
    assert [bucket.take("a") for _ in range(9)] == [0.5] * 9
    assert bucket.take("b") == 0
    clock.now += 0.5
    assert [bucket.take("a"), bucket.take("a")] == [0, 0.5]
    clock.now += 1_000
    assert [bucket.take("a") for _ in range(5)] == [0, 0, 0, 0, 0.5]


def test_buckets_take_bounded_memory(clock: Clock) -> None:
    """Of a million names the last ones are kept."""
    bucket = Buckets(Limit(rate=1, burst=1), clock, most=100)
    for number in range(1_000):
        bucket.take(str(number))
    assert len(bucket._kept) == 100
    assert bucket.take("999") > 0
    assert bucket.take("0") == 0


def test_a_key_waits_for_itself_alone(guarded: Any, clock: Clock) -> None:
    """Another key at the same address goes on, until the address has had its part."""
    client = guarded("192.0.2.7")
    assert statuses(client, "/v1/findings", 5, headers=GOOD) == [200] * 4 + [429]
    answer = client.get("/v1/findings", headers=GOOD)
    assert answer.headers["retry-after"] == "1"
    assert statuses(client, "/v1/findings", 4, headers=OTHER) == [200] * 4
    clock.now += 0.5
    third = {"Authorization": "Bearer good for a third"}
    assert statuses(client, "/v1/findings", 2, headers=third) == [200, 429]
    assert statuses(guarded("192.0.2.8"), "/v1/findings", 1, headers=third) == [200]


def test_the_devices_road_is_of_its_own(guarded: Any, clock: Clock) -> None:
    """Readers at the same address, and the same key elsewhere, take nothing of the door's."""
    client = guarded("192.0.2.7")
    assert statuses(client, "/v1/events", 1, method="POST", headers=GOOD) == [200]
    for name in ("Bearer good one", "Bearer good two"):
        statuses(client, "/v1/findings", 20, headers={"Authorization": name})
    assert statuses(client, "/v1/findings", 1, headers=GOOD) == [429]
    assert statuses(client, "/v1/events", 5, method="POST", headers=GOOD) == [200] * 4 + [429]
    clock.now += 0.5
    assert statuses(client, "/v1/receipts/mesa", 1, headers=GOOD) == [200]


def test_a_strangers_guesses_stop_strangers_and_nobody_who_was_let_in(
    guarded: Any, clock: Clock
) -> None:
    """At one address a device with a dead key is slowed down; its neighbour sends on."""
    client = guarded("192.0.2.7")
    assert statuses(client, "/v1/events", 1, method="POST", headers=GOOD) == [200]
    assert statuses(client, "/v1/events", 4, method="POST", headers=BAD) == [401, 401, 429, 429]
    assert statuses(client, "/v1/events", 3, method="POST", headers=GOOD) == [200] * 3
    assert client.post("/v1/events", headers=BAD).headers["retry-after"] == "2"
    assert statuses(client, "/v1/findings", 2) == [401, 401], "who brings no key guesses none"
    clock.now += 2
    assert statuses(client, "/v1/events", 2, method="POST", headers=BAD) == [401, 429]


def test_a_watch_reads_the_whole_log_and_takes_nothing_from_an_office(guarded: Any) -> None:
    """Tiles and checkpoints are of a limit of their own."""
    client = guarded("192.0.2.7")
    assert set(statuses(client, "/tile/0/000", 40, headers=GOOD)) == {200}
    assert statuses(client, "/v1/findings", 4, headers=GOOD) == [200] * 4


def test_a_key_is_counted_whole(guarded: Any) -> None:
    """Who knows how a key begins cannot use its tokens up."""
    client, thief = guarded("192.0.2.7"), guarded("192.0.2.9")
    statuses(thief, "/v1/findings", 3, headers={"Authorization": "Bearer goo"})
    assert statuses(client, "/v1/findings", 4, headers=GOOD) == [200] * 4


FORWARDED: dict[str, tuple[str, dict[str, str], str]] = {
    "nobody before it": ("192.0.2.7", {}, "192.0.2.7"),
    "a stranger who says so": ("192.0.2.7", {"X-Forwarded-For": "198.51.100.1"}, "192.0.2.7"),
    "a proxy": ("10.0.0.1", {"X-Forwarded-For": "198.51.100.1"}, "198.51.100.1"),
    "a proxy of a liar": ("10.0.0.1", {"X-Forwarded-For": "1.1.1.1, 198.51.100.1"}, "198.51.100.1"),
    "a proxy that says nothing": ("10.0.0.1", {}, "10.0.0.1"),
    "a proxy that says nonsense": ("10.0.0.1", {"X-Forwarded-For": "<script>"}, "10.0.0.1"),
}


@each("case", FORWARDED)
def test_a_proxy_is_believed_and_nobody_else(guarded: Any, case: str) -> None:
    """The address is the one that the last proxy saw."""
    peer, headers, address = FORWARDED[case]
    key = {"Authorization": f"Bearer good {case}"}
    assert guarded(peer).get("/", headers={**key, **headers}).text == address


@each("said", ["caller", "caller=1", "caller=0/5", "caller=1/0", "caler=1/2", "caller=nan/2",
               "caller=inf/2", "caller=1/2,caller=1/2"])  # fmt: skip
def test_limits_that_are_none_are_refused(said: str) -> None:
    """A name that is none, a number that is none, nothing at all a second, one limit twice."""
    with pytest.raises(ValueError, match=r".*"):
        read_limits(said)


@pytest.fixture
def few(evening: Site) -> Iterator[Site]:
    """Run the app with a handful of requests for everybody."""
    limits = Limits(caller=Limit(rate=0.01, burst=2), stranger=Limit(rate=0.01, burst=2))
    with opened(evening.casino, suffix="few", limits=limits) as site:
        yield site


def test_who_asks_too_often_is_told_in_words(few: Site) -> None:
    """Programs get the one shape of a problem, people a page in their language."""
    assert few.get("/v1/findings").status_code == 200
    assert few.get("/v1/findings").status_code == 200
    answer = few.get("/v1/findings")
    told = answer.json()
    assert (answer.status_code, told["code"]) == (429, "slow-down")
    assert told["detail"] == f"ask again in {answer.headers['retry-after']} s"
    for key in ("x", "y", "z"):
        few.client.post("/entrar", data={"key": key})
    for language, words in (("pt", "Demasiados pedidos"), ("en", "Too many requests")):
        page = few.client.get(
            "/entrar", headers={"Accept": "text/html", "Cookie": f"razao_lang={language}"}
        )
        assert page.status_code == 429
        assert words in page.text
        assert int(page.headers["retry-after"]) > 0
        assert "default-src 'self'" in page.headers["content-security-policy"]
    assert few.get("/v1/findings", Role.FINANCE).status_code == 429, "a stranger at this address"
