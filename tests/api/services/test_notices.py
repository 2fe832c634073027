"""Findings told elsewhere: signed, once, within somebody's rights, to no machine of the house."""

import html
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.documents.cases.findings import state_word
from api.services.api_keys import Caller, Role
from api.services.deps import View
from api.services.people.job_table import Desk
from api.services.people.notices.destinations import (
    Bounds,
    DestinationError,
    addresses_of,
    bounds_of,
    target_of,
)
from api.services.people.notices.queue import TRIES_MAX
from api.services.people.notices.sending import SecretFiles
from api.services.people.notices.service import DEAD_AFTER, Notices, Posting, pause_after
from api.services.people.notices.subscriptions import Chosen, Subscription, Wish
from api.services.people.reports import Owner
from ledger.events.reviews import FindingAcknowledged, InspectionNoted
from projections.reads.basis.scope import EVERY_CASINO, Scope
from projections.reads.queries import connect
from projections.running.building import rebuild
from tests.acceptance.test_planted_names import holds, planted
from tests.api.conftest import Site, opened
from tests.api.console.conftest import cookie_of
from tests.api.services.receiver import Receiver, receiving
from tests.fixtures.casino import Casino
from tests.fixtures.command import Done, razao
from tests.projections.stages.findings.test_acts_corrected import correct
from tests.projections.stages.findings.test_findings import PLACE

NOTE = InspectionNoted(code="BF-SET", rule="BF R18")
OWNER = Owner(name="maria", comes="key")
OPEN_HERE = Bounds(production=False)


class Office:
    """The subscriptions of a ledger, by a clock that a test moves and rights that it gives."""

    def __init__(self, casino: Casino, desk: Desk, folder: Path) -> None:
        self.casino = casino
        self.now = datetime.now(UTC)
        self.scope: Scope | None = EVERY_CASINO
        self.noted: list[str] = []
        posting = Posting(bounds=OPEN_HERE, console="https://razao.casa.cv", secrets=folder)
        self.notices = Notices(
            desk,
            posting,
            caller_of=self._caller,
            view=self._view,
            note=lambda name, subject: self.noted.append(f"{name} {subject}"),
            word_of=state_word,
            now=lambda: self.now,
        )

    def subscribe(self, url: str, **chosen: Any) -> tuple[str, str]:
        """Save a subscription; return its id and secret."""
        wish = Wish(title="caixa", way="webhook", destination=url, chosen=Chosen(**chosen))
        return self.notices.save(OWNER, wish, self.scope)

    @property
    def only(self) -> Subscription:
        """The one subscription."""
        (one,) = self.notices.table.of(OWNER)
        return one

    def look(self, after: timedelta = timedelta(0)) -> None:
        """Project what was said, let time go by, and look at all that was told."""
        self.casino.project()
        self.now += after
        self.notices.look(thorough=True)

    def _caller(self, owner: Owner) -> Caller | None:
        if self.scope is None:
            return None
        return Caller(name=owner.name, role=Role.INSPECTOR, sources=frozenset(), scope=self.scope)

    @contextmanager
    def _view(self, scope: Scope) -> Generator[View]:
        with connect(self.casino.conninfo) as connection, connection.transaction():
            yield View(connection, scope, lambda: connect(self.casino.conninfo))


@contextmanager
def office(casino: Casino, folder: Path) -> Generator[Office]:
    """Open the subscriptions of a ledger."""
    with closing(Desk(casino.conninfo)) as desk:
        yield Office(casino, desk, folder / "webhooks")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Give a receiver on this machine."""
    with receiving() as one:
        yield one


def test_a_finding_is_told_once_whatever_is_made_anew(
    casino: Casino, receiver: Receiver, tmp_path: Path
) -> None:
    """From now on, signed, each state once: a rebuild and a restart tell nothing again."""
    casino.say("inspector", NOTE, place=PLACE)
    casino.project()
    with office(casino, tmp_path) as at:
        _, secret = at.subscribe(receiver.url)
        noted = casino.say("inspector", NOTE, place=PLACE)
        casino.say("inspector", InspectionNoted(code="BJ-CHEF"), place=PLACE)
        at.look()
        first, second = receiver.verified(secret)
        assert (first["type"], sorted(one["data"]["code"] for one in (first, second))) == (
            "finding.open",
            ["BF-SET", "BJ-CHEF"],
        )
        told = next(one["data"] for one in (first, second) if one["data"]["code"] == "BF-SET")
        assert set(told) == {
            "finding", "state", "code", "title", "severity", "place", "round", "game", "link"
        }  # fmt: skip
        link = f"https://razao.casa.cv/constatacoes/{told['finding']}?estado=all"
        assert (told["place"], told["link"]) == (PLACE, link)
        assert at.noted == [f"maria /v1/findings?subscription={at.only.id}"]
        rebuild(casino.conninfo)
        at.look()
    with office(casino, tmp_path) as later:
        later.look()
        assert len(receiver.came) == 2
        casino.say("inspector", FindingAcknowledged(finding=told["finding"]))
        later.look()
        correct(casino, noted, None)
        later.look()
        rebuild(casino.conninfo)
        later.look()
        states = [one["data"]["state"] for one in receiver.verified(secret)[2:]]
        assert [one for one in states if one != "open"] == ["acknowledged", "withdrawn"]
        assert len(set(receiver.ids)) == len(receiver.ids)


def test_what_is_not_taken_is_tried_again_and_a_destination_may_end_it(
    casino: Casino, receiver: Receiver, tmp_path: Path
) -> None:
    """Under the same id, ever later, no redirect followed; given up, tried, and gone."""
    casino.project()
    with office(casino, tmp_path) as at, receiving() as elsewhere:
        id_, _ = at.subscribe(receiver.url)
        casino.say("inspector", NOTE, place=PLACE)
        receiver.status, receiver.location = 302, elsewhere.url
        at.look()
        assert (at.only.reason, at.only.waiting, elsewhere.came) == ("302", 1, [])
        at.look()
        assert len(receiver.came) == 1, "it is left alone for a while"
        receiver.status = 500
        at.look(timedelta(minutes=3))
        assert (at.only.reason, at.only.failures, at.notices.standing.failing) == ("500", 2, 1)
        at.look(DEAD_AFTER)
        at.look(timedelta(hours=2))
        assert (at.only.state, at.only.waiting) == ("dead", 1)
        before = len(receiver.came)
        at.look(timedelta(hours=2))
        assert len(receiver.came) == before
        assert at.notices.try_now(OWNER, id_)
        receiver.status = 200
        at.look()
        assert (at.only.state, at.only.waiting, at.only.failing) == ("active", 0, None)
        assert [msgspec.json.decode(body)["type"] for _, body in receiver.came[before:]] == [
            "razao.test",
            "finding.open",
        ]
        assert len({*receiver.ids[:before], receiver.ids[-1]}) == 1, "one message, one id"
        receiver.status = 410
        casino.say("inspector", NOTE, place=PLACE)
        at.look()
        casino.say("inspector", NOTE, place=PLACE)
        before = len(receiver.came)
        at.look()
        assert (at.only.state, at.only.waiting, len(receiver.came)) == ("gone", 0, before)
        assert not at.notices.try_now(Owner(name="maria", comes="provider"), id_)
        assert at.notices.remove(OWNER, id_)
        assert list((tmp_path / "webhooks").iterdir()) == []


@pytest.mark.deep
def test_one_message_that_is_never_taken_holds_back_no_other(
    casino: Casino, receiver: Receiver, tmp_path: Path
) -> None:
    """It is given up where its destination takes others; without its secret nothing is sent."""
    casino.project()
    with office(casino, tmp_path) as at:
        id_, _ = at.subscribe(receiver.url)
        casino.say("inspector", NOTE, place=PLACE)
        receiver.status = 400
        at.look()
        for _ in range(TRIES_MAX - 2):
            at.now += timedelta(hours=2)
            at.notices.look()
        receiver.status = 200
        at.notices.table.took(id_, at.now)
        casino.say("inspector", NOTE, place=PLACE)
        at.now += timedelta(seconds=1)
        at.look()
        assert (at.only.waiting, len(set(receiver.ids))) == (1, 2)
        receiver.status = 400
        at.look(timedelta(hours=2))
        assert (at.only.waiting, at.only.reason) == (0, "400")
        SecretFiles(tmp_path / "webhooks").destroy(id_)
        casino.say("inspector", NOTE, place=PLACE)
        before = len(receiver.came)
        at.look(timedelta(hours=2))
        assert (at.only.reason, len(receiver.came)) == ("no-secret", before)
        assert pause_after(60) <= timedelta(minutes=90)


def test_rights_and_choice_are_asked_each_time(
    casino: Casino, receiver: Receiver, tmp_path: Path
) -> None:
    """Who lost his right is told nothing, nor what waited; who reads another casino begins anew."""
    casino.project()
    with office(casino, tmp_path) as at:
        at.subscribe(receiver.url, code="BJ-", severity="ordinary")
        receiver.status = 500
        casino.say("inspector", NOTE, place=PLACE)
        casino.say("inspector", InspectionNoted(code="BJ-CHEF"), place=PLACE)
        at.look()
        assert (at.only.waiting, len(receiver.came)) == (1, 1)
        at.scope = None
        at.look(timedelta(hours=2))
        assert (at.only.state, at.only.waiting, len(receiver.came)) == ("no-right", 0, 1)
        at.scope, receiver.status = EVERY_CASINO, 200
        at.look(timedelta(hours=2))
        assert (at.only.state, len(receiver.came)) == ("active", 1)
        assert at.only.since == casino.last
        assert Chosen(casino="praia").scope_in(Scope(frozenset({"mindelo"}))) is None


PUBLIC = "https://example.org/razao"


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://example.org/", "https://host/path"),
        ("ftp://example.org/", "https://host/path"),
        ("https://", "a host of letters"),
        ("https://a:b@example.org/", "without name, password or #"),
        ("https://example.org/#x", "without name, password or #"),
        ("https://example.org/ x", "visible characters"),
        ("https://example.org/\r\nX: y", "visible characters"),
        ("https://exämple.org/", "visible characters"),
        ("https://example.org:99999/", "https://host/path"),
        (f"https://example.org/{'x' * 500}", "500 visible"),
        ("https://127.0.0.1/", "own network"),
        ("https://10.1.2.3/", "own network"),
        ("https://169.254.169.254/latest", "own network"),
        ("https://[::1]/", "own network"),
        ("https://[::ffff:10.0.0.1]/", "own network"),
        ("https://[64:ff9b::a00:1]/", "own network"),
        ("https://[2002:a00:1::]/", "own network"),
        ("https://[fe80::1]/", "own network"),
        ("https://0.0.0.0/", "own network"),
        ("https://224.0.0.1/", "own network"),
        ("https://100.64.0.1/", "own network"),
        ("https://localhost/", "own network"),
        ("https://2130706433/", "own network"),
        ("https://0x7f.1/", "own network"),
    ],
)
def test_no_machine_of_the_house_is_called(url: str, told: str) -> None:
    """In production neither by its address nor by a name that means it, however it is written."""
    production = Bounds()
    with pytest.raises(DestinationError, match=told):
        addresses_of(target_of(url, production), production)


def test_the_operator_names_machines_of_the_house() -> None:
    """By host or network; http to this machine is for those who try, outside of production."""
    named = bounds_of("localhost, 10.1.2.0/24", production=True)
    assert addresses_of(target_of("https://localhost/x", named), named)
    assert target_of("https://10.1.2.3/x", named).named == "10.1.2.3"
    assert target_of(f"{PUBLIC}?a=1", Bounds()).path == "/razao?a=1"
    assert target_of("http://[::1]:8080", OPEN_HERE).named == "[::1]:8080"
    for url in ("https://10.1.3.3/", "https://127.0.0.1/"):
        with pytest.raises(DestinationError, match="RAZAO_NOTICE_HOSTS"):
            target_of(url, named)
    with pytest.raises(DestinationError, match="http on this machine itself"):
        target_of("http://10.1.2.3/", bounds_of("10.1.2.0/24", production=False))
    with pytest.raises(ValueError, match="a host or a network, got"):
        bounds_of("10.1.2.3/24", production=True)
    assert Bounds().allows("one", ip_address("1.1.1.1"))


def test_a_page_keeps_subscriptions(casino: Casino, receiver: Receiver) -> None:
    """Saved with a secret that its owner sees, tried, removed; wrong words are refused."""
    casino.project()
    with opened(casino, demonstration=True, posting=Posting(bounds=OPEN_HERE)) as site:
        cookie = {"Cookie": f"razao_session={cookie_of(site, Role.INSPECTOR)}; razao_lang=en"}

        def page() -> str:
            return site.client.get("/relatorios", headers=cookie).text

        def sent(**form: str) -> int:
            (token,) = set(re.findall('name="token" value="([^"]+)"', page()))
            fields = {"token": token, **form}
            return site.client.post(
                "/relatorios/avisos", data=fields, headers=cookie, follow_redirects=False
            ).status_code

        wish = {"title": "caixa", "destination": receiver.url, "severity": "critical"}
        assert sent(**wish, code="bf-", game="cussec") == 303
        secret = re.findall("whsec_[A-Za-z0-9+/=]+", html.unescape(page()))[0]
        assert "codes that begin with BF-" in page()
        (id_,) = set(re.findall('name="id" value="([0-9a-f]{16})"', page()))
        assert sent(do="try", id=id_) == 303
        wait_for(lambda: "took a message last on" in page())
        assert receiver.verified(secret)[0]["type"] == "razao.test"
        for wrong in ({"code": "XYZ"}, {"severity": "worst"}, {"destination": "https://10.0.0.1/"}):
            assert sent(**{**wish, "title": "x", **wrong}) == 404
        assert sent(do="remove", id=id_) == 303
        assert "You have no findings told elsewhere." in page()


def test_subscriptions_over_http(casino: Casino, receiver: Receiver) -> None:
    """Saved with the secret once, tried, listed, removed, each his own; what is none is refused."""
    casino.project()
    posting = Posting(bounds=OPEN_HERE)
    with opened(casino, posting=posting) as site:
        saved = send(
            site, "POST", f"/v1/subscriptions?title=caixa&destination={receiver.url}&code=BF-"
        )
        (listed,) = send(site, "GET", "/v1/subscriptions")["items"]
        assert {**listed, "secret": saved["secret"]} == saved
        assert site.get("/v1/subscriptions", Role.FINANCE).json() == {"items": []}
        address = f"/v1/subscriptions/{saved['id']}"
        send(site, "POST", f"{address}/try")
        wait_for(lambda: len(receiver.came) == 1)
        assert receiver.verified(saved["secret"])[0]["type"] == "razao.test"
        casino.say("inspector", NOTE, place=PLACE)
        casino.project()
        send(site, "POST", f"{address}/try")
        wait_for(lambda: len(receiver.came) == 3)
        assert receiver.verified(saved["secret"])[2]["data"]["code"] == "BF-SET"
        barred = site.client.delete(address, headers=site.headers(Role.FINANCE))
        assert barred.status_code == 404
        for wrong, detail in (
            (f"{PUBLIC}&code=XYZ", "code: expected one of"),
            (f"{PUBLIC}&game=roleta", "game: expected one of"),
            (f"{PUBLIC}&severity=worst", "severity"),
            (f"{PUBLIC}&casino=zz", "casino: none is known"),
            ("https://10.0.0.1/", "RAZAO_NOTICE_HOSTS"),
        ):
            refused = site.client.post(
                f"/v1/subscriptions?title=x&destination={wrong}",
                headers=site.headers(Role.INSPECTOR),
            )
            assert (refused.status_code, detail in refused.text) == (422, True), refused.text
        send(site, "DELETE", address)
        assert send(site, "GET", "/v1/subscriptions")["items"] == []


KILLED = """
import sys
from pathlib import Path
from tests.api.services.test_notices import killed_office
killed_office(sys.argv[1], Path(sys.argv[2]))
"""


class _Conninfo:
    """What an office needs of a casino in another process."""

    def __init__(self, conninfo: str) -> None:
        self.conninfo = conninfo

    def project(self) -> None:
        """Leave the projections as they are."""


def killed_office(conninfo: str, folder: Path) -> None:
    """Look once, in a process that is killed in the middle."""
    with office(_Conninfo(conninfo), folder) as at:  # type: ignore[arg-type]
        at.look()


@pytest.mark.deep
def test_a_service_killed_in_the_middle_sends_the_same_message_again(
    casino: Casino, receiver: Receiver, tmp_path: Path
) -> None:
    """Killed while the receiver has it and has not answered: again, under the same id."""
    casino.project()
    with office(casino, tmp_path) as at:
        _, secret = at.subscribe(receiver.url)
        casino.say("inspector", NOTE, place=PLACE)
        casino.project()
        receiver.holds.set()
        with subprocess.Popen(
            [sys.executable, "-c", KILLED, casino.conninfo, str(tmp_path)]
        ) as process:
            wait_for(lambda: len(receiver.came) == 1)
            process.send_signal(signal.SIGKILL)
        receiver.holds.clear()
        assert at.only.waiting == 1
        at.look()
        assert len(receiver.came) == 1, "whoever took it may still be sending"
        at.look(timedelta(minutes=3))
        assert len(receiver.verified(secret)) == 2
        assert len(set(receiver.ids)) == 1
        assert at.only.waiting == 0


@pytest.mark.deep
def test_no_message_names_anybody(casino: Casino, receiver: Receiver, tmp_path: Path) -> None:
    """A name in every text that an event can commit to is in none of them, nor in what waits."""
    casino.project()
    with office(casino, tmp_path) as at:
        at.subscribe(receiver.url)
        planted(casino)
        casino.say("inspector", NOTE, place=PLACE)
        at.look()
        assert receiver.came
        assert not any(holds(f"{headers} {body}".encode()) for headers, body in receiver.came)


@pytest.mark.deep
def test_commands_keep_subscriptions(casino: Casino, receiver: Receiver) -> None:
    """Saved for a person, told by the service, tried, removed; wrong words are told near."""
    home = casino.installation.home

    def command(*words: str) -> Done:
        return razao(casino.superuser, home, "subscriptions", *words)

    casino.project()
    saved = command("save", receiver.url, "--title", "caixa", "--of", "maria", "--code", "BF-")
    assert saved.returncode == 0, saved.stderr
    id_, secret = saved.stdout.split()
    assert (secret.startswith("whsec_"), "shown this once" in saved.stderr) == (True, True)
    assert command("try", id_).returncode == 0
    with closing(Desk(casino.conninfo)) as desk:
        at = Office(casino, desk, home / "webhooks" / casino.installation.origin)
        at.look()
    assert receiver.verified(secret)[0]["type"] == "razao.test"
    (row,) = msgspec.json.decode(command("list", "--format", "json").stdout)
    assert (row["id"], row["of"], row["code"], row["state"]) == (id_, "maria", "BF-", "active")
    assert "caixa" in command("list").stdout
    for words, told in (
        (("try", "0" * 16), f"no subscription is {'0' * 16}; there are {id_}"),
        (("save", PUBLIC, "--title", "x", "--of", "m", "--code", "XX"), "code: expected one of"),
        (("save", "https://10.0.0.1/", "--title", "x", "--of", "m"), "RAZAO_NOTICE_HOSTS"),
    ):
        done = command(*words)
        assert (done.returncode, told in done.stderr) == (2, True), done.stderr
    assert command("remove", id_).returncode == 0
    assert command("list").stdout == "nobody has findings told elsewhere\n"


def send(site: Site, method: str, address: str) -> dict[str, Any]:
    """Send a request as an inspector, and return its answer."""
    answer = site.client.request(method, address, headers=site.headers(Role.INSPECTOR))
    assert answer.status_code == 200, answer.text
    return answer.json()


def wait_for(done: Callable[[], bool]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + 120
    while not done():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)
