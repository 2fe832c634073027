"""What a stage could not fold is said by every answer, file, page, paper and command."""

import io
import json
import re
from typing import Any, Final
from zipfile import ZipFile
from zlib import crc32

import msgspec
import pytest
from fastapi import FastAPI
from httpx2 import Response

from api.app import routes_of
from api.console import pages
from api.services.api_keys import Role
from ledger.events.bingo import Incident
from ledger.events.reviews import DisputeOpened
from ops.cli import VERBS
from tests.acceptance.every_answer import PAGES, WAITS, everything, reading_routes
from tests.api.conftest import Site, opened
from tests.api.conftest import play as evening_of
from tests.api.console.conftest import cookie_of
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao
from tests.helpers.papers import said
from tests.projections.running.test_quarantine import breaking
from tests.projections.stages.actas.bingo_hall import Hall as Room
from tests.projections.stages.machines.hall import Hall
from tests.projections.stages.machines.hall import play as machine_play
from tests.projections.stages.rounds.test_rounds import open_table, play, round_name

LISTS = ("/v1/events", "/v1/rounds", "/v1/findings", "/v1/pools", "/v1/machines")
PAPERS = ("/v1/findings/pdf?lang=en", "/v1/accounts/tax/pdf?lang=en")


@pytest.fixture
def marked(site: Site) -> Site:
    """Record two coups, a bet of the first of which the rounds' stage cannot fold."""
    open_table(site.casino)
    bet = play(site.casino, 1)["bet"]
    play(site.casino, 2)
    with breaking("rounds", bet.position):
        site.casino.may_set_aside = True
        site.casino.project()
    return site


def test_every_answer_says_since_when_it_is_not_proved(marked: Site) -> None:
    """The mark names the event, the stage, and the round that rests on it."""
    for address in LISTS:
        answer = marked.get(address).json()
        assert answer["unproved"]["count"] == 1, address
        (mark,) = answer["unproved"]["items"]
        assert (mark["scope"], mark["subject"]) == ("round", round_name(1))
        assert (mark["stage"], mark["since"]) == ("rounds", answer["unproved"]["since"])


def test_health_names_the_event_that_was_set_aside(marked: Site) -> None:
    """Whoever watches the service reads which event, in which stage, and what rests on it."""
    health = marked.get("/health", None).json()
    assert health["halted"] is None
    (mark,) = health["unproved"]["items"]
    assert (mark["stage"], mark["subject"]) == ("rounds", round_name(1))
    assert mark["event"].startswith("mesa-")
    (told,) = health["degraded"]
    assert told.startswith(f"event {mark['event']}, position {mark['since']}, was set aside")
    assert told.endswith(f"by stage rounds: round {round_name(1)} is not proved")
    assert "razao_events_set_aside 1.0" in marked.get("/metrics", Role.ADMIN).text


def test_a_proved_ledger_says_nothing_of_it(evening: Site) -> None:
    """Where every event was folded there is no mark anywhere."""
    assert all(evening.get(address).json()["unproved"] is None for address in LISTS)
    assert "not folded" not in said(evening.get(PAPERS[0], Role.FINANCE).content)


def test_every_paper_says_it(marked: Site) -> None:
    """A document of a ledger with a mark names the round that is not proved."""
    for address in PAPERS:
        text = said(marked.get(address, Role.FINANCE).content)
        assert "Not proved" in text, address
        assert round_name(1) in text, address


def test_every_export_says_it(marked: Site) -> None:
    """In its head, in each format that has one to read."""
    csv = marked.get("/v1/exports/rounds?format=csv", Role.FINANCE)
    assert "# unproved,1 event not folded since position" in csv.text
    assert round_name(1) in csv.text
    document = marked.get("/v1/exports/rounds?format=json", Role.FINANCE)
    assert "1 event not folded" in json.dumps(document.json())


def test_a_command_says_it_on_standard_error(marked: Site) -> None:
    """Standard output stays the figures alone."""
    home = marked.casino.installation.home
    done = razao(marked.casino.superuser, home, "findings", "--json")
    assert "not proved: 1 event not folded since position" in done.stderr
    codes = [msgspec.json.decode(line)["code"] for line in done.stdout.splitlines()]
    assert codes == ["INT-FOLD"]


SAYS_NOTHING: Final = {
    "/v1/codes": "the codes that there are",
    "/v1/accounts/daily/schema": "the form of an answer",
    "/v1/schema": "the vocabulary",
    "/v1/schema/{name}/{version}": "the vocabulary",
    "/v1/asyncapi": "the vocabulary",
    "/v1/schema/changes": "the vocabulary",
    "/v1/events/{source}/{seq}": "an event as it is recorded",
    "/v1/events/{source}/{seq}/proof": "hashes of what is recorded",
    WAITS: "an answer about the moment: the gate says why not",
    "/checkpoint": "the signed root",
    "/stamps": "stamps of the root",
    "/tile/entries/{path:path}": "what is recorded",
    "/tile/{path:path}": "hashes of what is recorded",
    "/health": "whether the service stands",
    "/metrics": "counts of the service",
    "/relatorios/{prepared}": "a file that was made before, as its export or its papers say it",
    "/v1/rules": "the law, which are files of the program",
    "/v1/rules/{name}": "the law, which are files of the program",
    "/v1/sessions": "who is signed in",
    "/v1/keys": "which keys let in",
    "/v1/subscriptions": "where findings are told, each of which says it on its page",
    "/v1/reports": "which files somebody wants again and when, each of which says it itself",
    "/v1/jobs": "which files are being made, each of which says it itself",
    "/v1/jobs/{job}": "how far a file is",
    "/v1/jobs/{job}/file": "a file that was made before, as its export or its papers say it",
    "/novas": "that something changed: the page that hears it asks for itself anew",
    "/v1/receipts/{source}": "hashes of what is recorded, for the source itself",
    "/entrar": "the door of the console, before anybody came in",
    "/entrar/fornecedor": "the way to whoever knows the people, before anybody came in",
    "/entrar/fornecedor/volta": "the way back from there",
    "/lingua/{value}": "a switch, which shows nothing",
    "/tema/{value}": "a switch, which shows nothing",
    "/openapi.json": "the description of the API",
    "/docs": "the description of the API",
    "/static": "files of the program",
}
"""Routes whose answers rest on no fold, each with what they are instead."""


def bears(answer: Response, since: int) -> bool:
    """Tell whether an answer says since which position something is not proved."""
    told = f"not folded since position {since}"
    words = f"(not folded since position|por lançar, desde a posição) {since}\\b"
    match answer.headers["content-type"].partition(";")[0]:
        case "text/html":
            told = re.search(r"not proved since event ([0-9\xa0]+)", answer.text)
            return told is not None and told[1].replace("\xa0", "") == str(since)
        case "application/json":
            body: Any = msgspec.json.decode(answer.content)
            marks: Any = body.get("unproved") if hasattr(body, "get") else None
            return told in str(body) or bool(marks and marks["since"] == since)
        case "application/pdf":
            return bool(
                re.search(rf"(since position|desde a posição) {since}\b", said(answer.content))
            )
        case "text/csv" | "application/x-ndjson" | "application/vnd.apache.parquet":
            return bool(re.search(words, answer.content.decode(errors="replace")))
        case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
            with ZipFile(io.BytesIO(answer.content)) as book:
                return any(re.search(words, book.read(name).decode()) for name in book.namelist())
        case "application/zip":
            with ZipFile(io.BytesIO(answer.content)) as bundle:
                names = bundle.namelist()
                files = ["manifest.json"] if "manifest.json" in names else _spreadsheets(names)
                return all(re.search(words, bundle.read(name).decode()) for name in files)
        case other:
            raise AssertionError(f"nobody knows how {other} bears a mark: {answer.url}")


def _spreadsheets(names: list[str]) -> list[str]:
    """Return the spreadsheets of a month's papers, of which there is one at least."""
    found = [name for name in names if name.endswith(".csv")]
    assert found
    return found


@pytest.fixture
def marked_floor(casino: Casino) -> tuple[Casino, int]:
    """Play tables, a pool, a machine and bingo; of the whole a stage cannot fold one event."""
    evening_of(casino)
    hall = Hall(casino)
    hall.open()
    bad = hall.say(machine_play(stops=(1, 1, 1), cg=300))
    room = Room(casino)
    room.jogada()
    room.room(Incident(code="other", text="ab" * 32))
    casino.say("litigios", DisputeOpened(dispute="D-1", subject="machine", machine="MQ-01"))
    casino.installation.log.checkpoint()
    casino.may_set_aside = True
    with breaking("machines", bad.position):
        casino.project()
    return casino, bad.position


@pytest.mark.parametrize("share", [10, pytest.param(1, marks=pytest.mark.deep)])
def test_whatever_shows_a_fold_bears_the_mark(marked_floor: tuple[Casino, int], share: int) -> None:
    """Pages of each role, routes, exports in each form, papers; deep: all, in the suite some."""
    casino, since = marked_floor
    asked, bare = set[str](), list[str]()
    for one in everything(casino, most=1, wanted=lambda one: crc32(one.encode()) % share == 0):
        assert one.answer.status_code == 200, (one.address, one.answer.text[:300])
        asked.add(one.template)
        silent = one.template.partition("?")[0] in SAYS_NOTHING
        if not silent and not bears(one.answer, since):
            bare.append(one.address)
    assert bare == []
    every = {template for template, _ in PAGES}
    assert len(asked & every) >= len(every) // share // 2
    assert share > 1 or every <= asked


def test_no_route_is_left_out(site: Site) -> None:
    """Whoever adds a page or a route adds it to those that are asked, or says what it is."""
    app = site.client.app
    assert isinstance(app, FastAPI)
    asked = {template.partition("?")[0] for template, _ in PAGES}
    asked |= {template.partition("?")[0] for template in reading_routes(app)}
    asked = {address.replace("{", "x").replace("}", "x") for address in asked}
    every = (*routes_of(), *pages.routes())
    reading = [one for one in every if "GET" in (one.methods or ())]
    assert len(reading) > 60
    for route in reading:
        known = any(route.path_regex.match(address) for address in asked)
        assert known or route.path in SAYS_NOTHING, route.path


SHOW: Final = {
    "findings": ("findings",),
    "jackpots": ("jackpots", "list"),
    "machines": ("machines", "list"),
    "accounts": ("accounts", "tables"),
    "export": ("export", "rounds"),
    "acta": ("acta", "list"),
    "rebuild": ("rebuild",),
    "texts": ("texts", "list"),
    "events": ("events", "list"),
    "rounds": ("rounds", "list"),
    "search": ("search", "RA-01"),
    "disputes": ("disputes", "list"),
    "parameters": ("parameters",),
    "retention": ("retention",),
}
"""Commands that show what was folded, each as it is run."""
SHOW_NOTHING: Final = {
    "completion": "words of commands",
    "agent": "a device's own events",
    "archive": "whole tables as they are, those of the marks among them",
    "conform": "a device's own events, over a ledger that is gone afterwards",
    "hub": "sealed ranges",
    "demo": "plays an evening, and ends with findings, INT-FOLD among them",
    "simulate": "plays nights; its score is of findings, INT-FOLD among them",
    "import": "signs and sends",
    "backup": "what is recorded, kept apart",
    "restore": "what was kept apart, recorded again",
    "replica": "what is recorded, on another server",
    "prove": "what is recorded, byte by byte; its manifest says what is not proved",
    "verify": "recomputes what is recorded",
    "replay": "settles a file, without a ledger",
    "rules": "the law",
    "checkpoint": "the signed root",
    "witness": "roots of logs",
    "watch": "roots of logs",
    "serve": "the API, above",
    "subscriptions": "where findings are told, each of which says it on its page",
    "reports": "what people saved; its files are exports, which say it",
    "keys": "keys and sources",
    "ceremony": "keys and sources",
    "sign": "an act that is to be signed",
    "doctor": "the installation: whether it can fold at all",
    "db": "the database",
    "schema": "the vocabulary",
    "bench": "measures",
}


@pytest.mark.deep
def test_every_command_that_shows_a_fold_says_it(marked: Site) -> None:
    """On standard error, before its figures; no command is left out."""
    assert {*SHOW, *SHOW_NOTHING} == set(VERBS)
    home = marked.casino.installation.home
    with breaking("rounds", *positions(marked)):
        for arguments in SHOW.values():
            done = razao(marked.casino.superuser, home, *arguments)
            assert done.returncode in (0, 1), done.stderr
            assert "not proved: 1 event not folded since position" in done.stderr, arguments


def positions(site: Site) -> list[int]:
    """Return the positions of the events that were set aside."""
    return [row["position"] for row in site.casino.rows("SELECT position FROM {s}.unfolded")]


def test_a_round_replayed_again_is_not_proved_and_accuses_nobody(marked: Site) -> None:
    """Of a round that lacks a bet neither the page nor the answer says that anything differs."""
    (since,) = positions(marked)
    told = marked.get(f"/v1/rounds/{round_name(1)}").json()
    assert (told["verdict"]["state"], told["not_proved_since"]) == ("unproved", since)
    assert told["explained"]["found"] == []
    cookie = {"Cookie": f"razao_session={cookie_of(marked, Role.INSPECTOR)}; razao_lang=en"}
    page = marked.client.get(f"/jogadas/{round_name(1)}", headers=cookie).text
    assert f"Not proved since event {since}" in page
    assert "Differs" not in page


def test_a_round_that_rests_on_nothing_marked_is_told_as_ever(site: Site) -> None:
    """The third round, which pays 34,95 for a pleno of 1,00, differs, whatever the first lacks."""
    open_table(site.casino)
    bet = play(site.casino, 1)["bet"]
    play(site.casino, 2)
    play(site.casino, 3, paid=3_495)
    site.casino.may_set_aside = True
    with breaking("rounds", bet.position):
        site.casino.project()
    second, third = (site.get(f"/v1/rounds/{round_name(one)}").json() for one in (2, 3))
    assert (second["not_proved_since"], second["explained"]["found"]) == (bet.position, [])
    assert third["not_proved_since"] is None
    assert [one["code"] for one in third["explained"]["found"]] == ["RA-PAY"]


@pytest.mark.deep
def test_a_jogada_of_a_machine_that_is_not_proved_accuses_nobody(
    marked_floor: tuple[Casino, int],
) -> None:
    """A machine whose jogada a stage could not fold is marked till the day's closing: so is it."""
    casino, since = marked_floor
    with opened(casino) as site:
        (name,) = (
            f"{row['source']}:{row['seq']}"
            for row in casino.rows(
                "SELECT originator_id AS source, originator_version AS seq FROM ledger.events "
                "WHERE notification_id = %s",
                since,
            )
        )
        told = site.get(f"/v1/machines/MQ-01/plays/{name}").json()
        assert told["not_proved_since"] == since
        assert told["explained"]["found"] == []
