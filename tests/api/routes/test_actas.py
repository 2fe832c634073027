"""The acta and its gate over HTTP."""

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from api.services.api_keys import Keeper, Role
from ledger.events.bingo import Complaint
from tests.api.conftest import Site, opened
from tests.fixtures.casino import DAY, Casino
from tests.helpers.papers import said
from tests.projections.stages.actas.bingo_hall import PLACE, Hall


@pytest.fixture
def room(casino: Casino) -> Iterator[tuple[Site, Hall]]:
    """Run the API over a session with one jogada."""
    hall = Hall(casino)
    hall.jogada()
    casino.project()
    with ExitStack() as stack:
        yield stack.enter_context(opened(casino)), hall


def test_an_acta_is_read_whole_and_printed(room: tuple[Site, Hall]) -> None:
    """JSON with R61, and a PDF/A whose bytes are the same every time."""
    site, _ = room
    ((_, jogada),) = jogadas(site)
    assert (jogada["recolhido"], jogada["series"][0]["cartoes"]) == (10_000, 10)
    first, second = (site.get("/v1/actas/S-1/pdf") for _ in range(2))
    assert first.headers["content-type"] == "application/pdf"
    assert first.content.startswith(b"%PDF-")
    assert b"pdfaid" in first.content
    assert first.content == second.content
    english = said(site.get("/v1/actas/S-1/pdf?lang=en").content)
    for words in ("Amount collected 100$00", "End of the jogada", "Bingo acta", "linha 20$00"):
        assert words in english, words
    assert re.findall("Sessão|Cartões|Moeda|Prémios|Prova|posiç", english) == []
    assert site.get("/v1/actas/S-9").status_code == 404


def test_the_acta_of_then_is_printed_again_whatever_came_since(room: tuple[Site, Hall]) -> None:
    """What the document promises: with its position, the same file; without it, the new facts."""
    site, hall = room
    (row,) = hall.casino.rows(
        "SELECT notification_id AS position FROM {s}.tracking WHERE application_name = 'pipeline'"
    )
    first = site.get("/v1/actas/S-1/pdf").content
    hall.room(Complaint(complaint="R-1", about="win"))
    hall.close()
    hall.casino.project()
    assert site.get(f"/v1/actas/S-1/pdf?known={row['position']}").content == first
    assert site.get("/v1/actas/S-1/pdf").content != first


def test_a_printed_jogada_says_what_is_owed_and_where_its_events_stand(
    room: tuple[Site, Hall],
) -> None:
    """R61 f: of the second jogada 80.00 are due and not paid; its events have positions."""
    site, hall = room
    hall.begin()
    hall.sell()
    hall.draw()
    hall.end()
    hall.casino.project()
    text = said(site.get("/v1/actas/S-1/pdf").content)
    first, second = (one for _, one in jogadas(site))
    assert f"Jogada 1 registada · eventos das posições {first['opened']} a" in text
    assert f"posições {second['opened']} a {second['closed']}" in text
    assert text.count("por pagar") == 1
    assert "acumulado 0$00 · por pagar 80$00" in text


def jogadas(site: Site) -> list[tuple[int, dict[str, Any]]]:
    return site.get("/v1/actas/S-1").json()["acta"]["jogadas"]


def test_the_room_asks_the_gate_and_gets_one_yes(room: tuple[Site, Hall]) -> None:
    """Readers look; the room's key asks; the second who asks is told no, and why."""
    site, hall = room
    address = f"/v1/bingo/{PLACE}/gate?next={PLACE}/{DAY}/2"
    assert site.get(address).json()["granted"]
    first = site.post(address, b"", Role.SOURCE).json()
    assert (first["granted"], first["previous"]) == (True, f"{PLACE}/{DAY}/1")
    assert first["event"].startswith("servico:")
    hall.casino.project()
    second = site.post(address, b"", Role.SOURCE).json()
    assert not second["granted"]
    assert "said yes" in second["reasons"][0]


def test_a_gate_that_cannot_know_says_so(
    room: tuple[Site, Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the projections behind there is no yes and no no: 503, ask again."""
    site, hall = room
    hall.begin()
    monkeypatch.setattr("api.services.gate.WAIT_SECONDS", 0.1)
    answer = site.get(f"/v1/bingo/{PLACE}/gate?next={PLACE}/{DAY}/2")
    assert (answer.status_code, answer.json()["code"]) == (503, "projections-behind")


@pytest.mark.deep
def test_many_who_wait_at_the_gate_keep_no_reader_waiting(
    room: tuple[Site, Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    """120 rooms ask while nothing is folded: who reads is answered, and each gets its 503."""
    site, hall = room
    hall.begin()
    monkeypatch.setattr("api.services.gate.WAIT_SECONDS", 4.0)
    address = f"/v1/bingo/{PLACE}/gate?next={PLACE}/{DAY}/2"
    begun = time.monotonic()
    with ThreadPoolExecutor(120) as rooms:
        asked = [
            rooms.submit(site.get if number % 2 else post, address)
            for number, post in enumerate([partial(posted, site)] * 120)
        ]
        time.sleep(0.5)
        before = time.monotonic()
        assert site.get("/v1/findings").status_code == 200
        waited = time.monotonic() - before
        codes = {(one.result().status_code, one.result().json()["code"]) for one in asked}
    assert waited < 3.4
    assert time.monotonic() - begun < 20
    assert codes == {(503, "projections-behind"), (503, "busy")}


def test_a_device_asks_for_its_own_room_alone(room: tuple[Site, Hall]) -> None:
    """A key of other sources is refused at the gate of a room that others opened."""
    site, hall = room
    address = f"/v1/bingo/{PLACE}/gate?next={PLACE}/{DAY}/2"
    with Keeper(hall.casino.conninfo) as keeper:
        other = keeper.issue("outra-sala", Role.SOURCE, ("sala-2",))
    headers = {"Authorization": f"Bearer {other}"}
    for ask in (site.client.get, site.client.post):
        answer = ask(address, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
        assert PLACE in answer.json()["detail"]
    assert site.post(address, b"", Role.SOURCE).json()["granted"]


def posted(site: Site, address: str) -> Response:
    return site.post(address, b"", Role.SOURCE)
