"""Every page in every state: empty, late, altered, out of reach, failed; each says so in words."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from fastapi import FastAPI

from api.console.contents import CONTENTS
from api.console.language.words import translations
from api.services.api_keys import Role
from api.services.proofs import Checked
from ledger.audit.diagnosis import Problem, Report
from ledger.events.reviews import InspectionNoted
from tests.api.conftest import Site
from tests.api.console.conftest import cookie_of

HOLLOW = re.compile(r"<(tbody|ul|dl|ol)\b(?![^>]* data-)[^>]*>\s*</\1>")
"""A table or list with nothing in it, where a sentence should stand; scripts fill others."""
UNSAID = re.compile(r">\s*(None|nan|undefined|\{\{[^<]*)\s*<")
ALTERED = Checked(
    report=Report(
        covered=0,
        origin="x",
        events=9,
        size=9,
        root="62" * 32,
        signatures=9,
        problems=[Problem(kind="link", position=4, detail="")],
        unassessed=[],
    ),
    at=datetime(2026, 11, 22, 12, 6, tzinfo=UTC),
)


def pt(message: str) -> str:
    """Return a message as Portuguese pages have it."""
    return translations("pt").gettext(message)


def come_in(site: Site) -> dict[Role, dict[str, str]]:
    """Come in as who reads all but one page, and as who reads that."""
    return {
        role: {"Cookie": f"razao_session={cookie_of(site, role)}"}
        for role in (Role.INSPECTOR, Role.ADMIN)
    }


def pages(site: Site, cookies: dict[Role, dict[str, str]]) -> Iterator[tuple[str, Any]]:
    """Ask for every page of the table of contents, in a role that reads it."""
    for entry in CONTENTS:
        role = Role.INSPECTOR if Role.INSPECTOR in entry.roles else min(entry.roles)
        yield entry.address, site.client.get(entry.address, headers=cookies[role])


def main_of(page: str) -> str:
    """Return what a page shows between its head and its foot."""
    return page.partition("<main")[2].partition("</main>")[0]


def test_a_ledger_of_nothing_has_words_on_every_page_and_says_when_it_is_late(site: Site) -> None:
    """No table and no list stands empty; an event that is not summed yet is told on each page."""
    cookies = come_in(site)
    for address, answer in pages(site, cookies):
        assert answer.status_code == 200, address
        hollow = HOLLOW.search(main_of(answer.text))
        assert hollow is None, (address, hollow[0])
        assert UNSAID.search(answer.text) is None, address
    site.casino.say("inspeccao", InspectionNoted(code="RA-NUL"))
    for address, answer in pages(site, cookies):
        assert "<b>Dados até ao evento" in answer.text, address


@pytest.fixture
def working(evening: Site) -> Iterator[Any]:
    """Give the state of the evening's app, and put its verification back."""
    app = evening.client.app
    assert isinstance(app, FastAPI)
    found = app.state.working
    kept = found.proofs.last
    yield found
    found.proofs.last = kept


def test_an_altered_record_is_told_on_every_page_and_file(evening: Site, working: Any) -> None:
    """The red strip stands everywhere; whatever can be taken away is said to be not verified."""
    working.proofs.last = ALTERED
    cookies = come_in(evening)
    menus = 0
    for address, answer in pages(evening, cookies):
        assert answer.status_code == 200, address
        assert 'class="strip strip-bad"' in answer.text, address
        assert "Registo alterado" in answer.text, address
        if 'href="/v1/exports/' in answer.text:
            menus += 1
            assert pt("NOT VERIFIED") in answer.text, address
    assert menus >= 8


def test_a_page_whose_ledger_is_away_or_that_fails_says_so(
    evening: Site, working: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """503 where the database does not answer, 500 with a number to quote: words, and no trace."""
    cookies = come_in(evening)
    for error, status, words in (
        (psycopg.OperationalError("gone"), 503, pt("The ledger does not answer at the moment.")),
        (RuntimeError("secret"), 500, pt("This page could not be shown.")),
    ):

        def away(*_: object, failing: Exception = error, **__: object) -> Any:
            raise failing

        with monkeypatch.context() as patched:
            patched.setattr(working.pool, "connection", away)
            for address, answer in pages(evening, cookies):
                assert answer.status_code == status, address
                assert words in answer.text, address
                assert not re.search("Traceback|secret", answer.text), address
                assert (re.search(r">E-\w{6}<", answer.text) is not None) == (status == 500), (
                    address
                )
