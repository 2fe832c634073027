"""Fecho: the checklist over what is recorded, and the page with where each thing is done."""

import html
from datetime import date

from api.services.api_keys import Role
from ledger.events.reviews import DisputeOpened
from projections.base.store import connect
from projections.reads.floor.closing import Closing, Task, checklist
from tests.api.conftest import Site
from tests.api.console.conftest import SignIn, cookie_of
from tests.fixtures.casino import DAY, Casino
from tests.projections.stages.accounts.test_accounts import Table, declared, end_day

NIGHT = date.fromisoformat(DAY)


def states(lines: list[Task]) -> dict[str, tuple[str, int, int]]:
    """Return each subject's state with how many of how many."""
    return {one.subject: (one.state, one.done, one.of) for one in lines}


def test_a_day_is_whole_when_counted_closed_and_declared(site: Site) -> None:
    """The rules' example: 2 400 at 10 % are 240; a dispute left open is all that is missing."""
    casino = site.casino
    table = Table(casino)
    table.day()
    casino.project()
    before = states(asked(casino))
    assert before["tables"] == ("done", 1, 1)
    assert before["drops"] == ("done", 1, 1)
    assert before["closed"][0] == "missing"
    assert before["tax"] == ("missing", 0, 1)
    assert before["signatures"] == ("missing", 0, 2)
    end_day(casino)
    table.say(declared(), "financas")
    casino.say("litigios", DisputeOpened(dispute="D-1", subject="machine", machine="MQ-01"))
    casino.project()
    after = states(asked(casino))
    assert after["closed"] == ("done", 1, 1)
    assert after["tax"] == ("done", 1, 1)
    assert after["signatures"] == ("missing", 1, 2)  # one person alone closed and declared
    assert after["disputes"] == ("missing", 0, 1)
    assert after["machines"] == ("none", 0, 0)


def test_a_date_on_which_nobody_played_wants_no_closing(site: Site) -> None:
    """A case of the 25th stands there; no gaming day of that date is to be closed."""
    late = DisputeOpened(dispute="D-1", subject="machine", machine="MQ-01")
    told = site.casino.source("litigios").say(late, "2026-11-25T10:00:00.000000Z", day=None)
    (answer,) = site.casino.door.submit([told])
    assert answer.receipt is not None, answer
    site.casino.project()
    found = states(asked(site.casino, date(2026, 11, 25)))
    assert (found["disputes"], found["closed"]) == (("missing", 0, 1), ("none", 0, 0))


def asked(casino: Casino, day: date = NIGHT) -> list[Task]:
    """Return a day's checklist."""
    with connect(casino.conninfo) as connection:
        return checklist(Closing(connection).facts(day, day))


def test_the_page_says_what_is_missing_and_where_one_does_it(site: Site) -> None:
    """A day that was played and not closed: the act of closing stands beside it, the day in it."""
    Table(site.casino).day()
    site.casino.project()
    cookie = {"Cookie": f"razao_session={cookie_of(site, Role.FINANCE)}; razao_lang=pt"}
    text = html.unescape(site.client.get(f"/fecho?mes={DAY[:7]}", headers=cookie).text)
    for said in ("pontos para fechar o mês", "Caixas contadas", "Assinado por duas pessoas"):
        assert said in text
    address = f"/atos/gaming-day-closed?dia={DAY}"
    assert address in text
    assert site.client.get(address, headers=cookie).status_code == 200
    empty = site.client.get("/fecho?mes=2031-01", headers=cookie)
    assert "Nada se jogou neste mês." in empty.text


def test_a_month_that_is_none_is_told(evening: Site, come_in: SignIn) -> None:
    """A thirteenth month has no page; the answer says so, and leads back."""
    answer = evening.client.get("/fecho?mes=2026-13", headers=come_in(Role.FINANCE))
    assert answer.status_code == 404
    assert "2026-13 não é dia de calendário nenhum." in answer.text
