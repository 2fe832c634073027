"""Machines over HTTP: lists in pages, counters by day."""

from itertools import product

import pytest

from ledger.events.machines import PlayVoided
from tests.api.conftest import Site
from tests.helpers.each import each
from tests.projections.stages.machines.hall import Hall, play
from tests.projections.stages.machines.test_rebuild import a_night


@pytest.fixture
def floor(site: Site) -> Site:
    """Set up two machines; one plays in two denominations."""
    hall = Hall(site.casino)
    hall.open("MQ-01")
    hall.open("MQ-02")
    hall.say(play(stops=(1, 1, 1), cg=300))
    hall.say(play(stake=25, denomination=25))
    site.casino.project()
    return site


def test_machines_come_in_pages(floor: Site) -> None:
    """One a page by name; the address of the next stands in the answer; the last has none."""
    first = floor.get("/v1/machines?limit=1").json()
    assert [row["machine"] for row in first["items"]] == ["MQ-01"]
    assert (first["items"][0]["cj"], first["items"][0]["rb"]) == (125, -175)
    second = floor.get(first["next"]).json()
    assert [row["machine"] for row in second["items"]] == ["MQ-02"]
    assert floor.get(second["next"]).json()["items"] == []


def test_counters_come_by_day_and_denomination(floor: Site) -> None:
    """Money, then plays at 0.25 and at 1.00; a day filter; a page after the last row seen."""
    address = "/v1/machines/MQ-01/counters"
    rows = floor.get(address).json()["items"]
    assert [(row["denomination"], row["cj"], row["cg"], row["de"]) for row in rows] == [
        (0, 0, 0, 10_000),
        (25, 25, 0, 0),
        (100, 100, 300, 0),
    ]
    assert floor.get(f"{address}?day=2026-11-19").json()["items"] == []
    page = floor.get(f"{address}?limit=2").json()
    rest = floor.get(page["next"]).json()["items"]
    assert [row["denomination"] for row in rest] == [100]


def test_a_jogada_says_what_voided_it(floor: Site) -> None:
    """R36: mq-01's fourth event won 3.00; a void of what is known is bad, and takes 2.00 back."""
    address = "/v1/machines/MQ-01/plays/mq-01:4"
    first = floor.get(address).json()
    assert (first["machine"], first["voids"], first["explained"]["found"]) == ("MQ-01", [], [])
    void = PlayVoided(play="mq-01:4", cause="avaria", side="operator", returned=100)
    Hall(floor.casino).say(void, source="tecnico")
    floor.casino.project()
    (told,) = floor.get(address).json()["voids"]
    assert (told["source"], told["cause"], told["returned"]) == ("tecnico", "avaria", 100)
    assert told["takes_effect"] is True
    assert [one["code"] for one in told["findings"]] == ["VOID-BAD"]


@each(
    ("address", "status"),
    [
        ("/v1/machines/MQ-02/plays/mq-01:4", 404),
        ("/v1/machines/MQ-01/plays/mq-01:1", 404),
        ("/v1/machines/MQ-01/plays/mq-01", 422),
        ("/v1/machines/MQ-9/counters", 404),
        ("/v1/machines/MQ-01/counters?after=2026-02-30,0", 422),
        ("/v1/machines/MQ-01/counters?day=yesterday", 422),
        ("/v1/machines?place=MQ-01", 422),
    ],
)
def test_what_is_wrong_is_refused(floor: Site, address: str, status: int) -> None:
    """A machine nobody knows, a day no month has, a filter that is none here."""
    assert floor.get(address).status_code == status


def test_exports_of_a_night_hold_its_rows(site: Site) -> None:
    """Every table of machines as a file, in each form, with rows in it."""
    a_night(site.casino)
    site.casino.project()
    names = (
        "contadores",
        "contadores-by-denomination",
        "meter-variance",
        "tickets",
        "hand-pays",
        "machine-boxes",
    )
    for name, form in product(names, ("csv", "json", "xlsx")):
        answer = site.get(f"/v1/exports/{name}?format={form}")
        assert answer.status_code == 200
        if form == "json":
            assert answer.json()["count"] > 0, name
    then = site.get("/v1/exports/contadores?format=json&place=MQ-01&known=44").json()
    assert [row["late"] for row in then["rows"]] == [[]]
    now = site.get("/v1/exports/contadores?format=json&place=MQ-01").json()
    assert len(now["rows"][0]["late"]) > 0
