"""Saved reports: whose role, which days, which hour; missed hours, lost rights, removal."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import psycopg
import pytest

from api.requests.auth import may_take
from api.services.api_keys import Caller, Gate, Keeper, Role
from api.services.people.job_table import Desk
from api.services.people.oidc import Identity
from api.services.people.prepared import Order, Prepared, PreparedFiles
from api.services.people.reports import (
    EACH_MAX,
    SIGNED_IN_DAYS,
    Owner,
    Reports,
    Saved,
    TooManyError,
    Wanted,
)
from api.services.people.schedules import Schedule
from api.services.people.sessions import Sessions
from projections.base.times import zone_named
from projections.reads.basis.scope import EVERY_CASINO, Scope
from projections.reads.files.exports import EXPORTS
from tests.api.conftest import Site, opened
from tests.api.console.conftest import cookie_of
from tests.fixtures.casino import Casino
from tests.fixtures.command import Done, razao

PRAIA = zone_named("Atlantic/Cape_Verde") or UTC
"""One hour behind UTC, all year."""
PROVIDER = b"p" * 32
OWNER = Owner(name="maria", comes="key")
DAILY = Wanted(
    title="ontem",
    order=Order(what="export", name="history", form="csv"),
    span="yesterday",
    schedule=Schedule(every="daily", hour=8),
)


class Office:
    """The reports of a ledger, by a clock that a test moves; their files wait and are not made."""

    def __init__(self, reports: Reports, files: PreparedFiles, noted: list[str]) -> None:
        self.reports = reports
        self.files = files
        self.noted = noted
        self.now = datetime(2026, 11, 28, 12, tzinfo=UTC)

    @property
    def only(self) -> Saved:
        """The one report."""
        (one,) = self.reports.table.of(OWNER)
        return one

    def kept(self) -> list[Prepared]:
        """Return the report's files."""
        caller = self.reports.caller_of(OWNER)
        return [] if caller is None else self.reports.files_of(self.only, caller)


@contextmanager
def office(casino: Casino, folder: Path, provider: bytes | None = None) -> Iterator[Office]:
    """Open the reports of a ledger."""
    noted: list[str] = []
    with (
        closing(Desk(casino.conninfo)) as desk,
        Gate(casino.conninfo) as gate,
        closing(PreparedFiles(desk, folder)) as files,
    ):
        made: list[Office] = []
        reports = Reports(
            desk,
            gate,
            files,
            zone=lambda: PRAIA,
            takes=lambda name: tuple(EXPORTS[name].filters),
            may=may_take,
            note=lambda name, subject: noted.append(f"{name} {subject}"),
            provider=provider,
            now=lambda: made[0].now,
        )
        made.append(Office(reports, files, noted))
        yield made[0]


def test_hours_missed_are_caught_up_once_and_rights_are_those_of_now(
    casino: Casino, tmp_path: Path
) -> None:
    """Of the day that the newest hour meant; who lost his role is made nothing, and it is said."""
    folder = tmp_path / "made"
    with Keeper(casino.conninfo) as keeper, office(casino, folder) as first:
        keeper.issue("maria", Role.FINANCE)
        first.reports.save(OWNER, DAILY)
        assert first.only.due == datetime(2026, 11, 29, 9, tzinfo=UTC)
        assert first.reports.make_due() == 0
        keeper.revoke("maria")
        keeper.issue("maria", Role.INSPECTOR, scope=Scope(frozenset({"casino-1"})))
    with Keeper(casino.conninfo) as keeper, office(casino, folder) as later:
        later.now = datetime(2026, 12, 2, 8, 30, tzinfo=UTC)  # half past seven: three hours missed
        assert later.reports.make_due() == 1
        (file,) = later.kept()
        assert file.order.filters == {"from": "2026-11-30", "to": "2026-11-30"}
        assert (file.caller.role, file.caller.scope.casinos) == (
            Role.INSPECTOR,
            frozenset({"casino-1"}),
        )
        assert later.only.due == datetime(2026, 12, 2, 9, tzinfo=UTC)
        assert later.reports.make_due() == 0
        keeper.issue("ana", Role.FINANCE)
        with psycopg.connect(casino.superuser) as connection:
            # Before it comes a report that this version does not know.
            connection.execute(
                "INSERT INTO work.report SELECT repeat('0', 16), 'ana', comes, title, "
                '\'{"what": "film"}\', span, every, hour, weekday, monthday, saved, saved '
                "FROM work.report"
            )
            # The service was killed before it noted that the hour was served.
            connection.execute(
                "UPDATE work.report SET due = '2026-12-01T09:00:00Z' WHERE name = 'maria'"
            )
        assert (later.reports.make_due(), len(later.kept())) == (1, 1)
        assert set(later.noted) == {f"maria /v1/export/history?report={later.only.id}"}
        keeper.revoke("maria")
        later.now += timedelta(hours=1)
        assert later.reports.make_due() == 0
        assert (later.only.told, later.only.ran) == (
            "no-right",
            datetime(2026, 12, 2, 9, tzinfo=UTC),
        )
        assert later.only.due == datetime(2026, 12, 3, 9, tzinfo=UTC)
        keeper.issue("maria", Role.FLOOR)
        assert later.reports.run(OWNER, later.only.id) == "no-right"
        keeper.revoke("maria")
        keeper.issue("maria", Role.FINANCE)
        assert later.reports.run(OWNER, later.only.id) == "made"
        readings = Order(what="export", name="readings", form="csv")
        id_ = later.reports.save(OWNER, Wanted(title="leituras", order=readings))
        assert later.reports.run(OWNER, id_) == "no-right"


def test_who_signs_in_no_more_is_made_nothing_after_eight_days(
    casino: Casino, tmp_path: Path
) -> None:
    """By a provider: as his newest sign-in there was, of this configuration, and not for ever."""
    with office(casino, tmp_path / "made", provider=PROVIDER) as at, Gate(casino.conninfo) as gate:
        owner = Owner(name="rui", comes="provider")
        sessions = Sessions(gate, provider=PROVIDER, now=lambda: at.now)

        def sign_in(role: Role, provider: bytes = PROVIDER) -> None:
            caller = Caller(name="rui", role=role, sources=frozenset(), scope=EVERY_CASINO)
            sessions.open_identity(
                Identity(caller=caller, subject=bytes(32), sid=None, provider=provider)
            )

        at.reports.save(owner, DAILY)
        (one,) = at.reports.table.of(owner)
        sign_in(Role.INSPECTOR, bytes(32))
        assert at.reports.run(owner, one.id) == "no-right"
        sign_in(Role.FINANCE)
        at.now += timedelta(days=7, hours=23)
        assert at.reports.run(owner, one.id) == "made"
        sign_in(Role.ADMIN)
        at.now += timedelta(minutes=1)
        assert at.reports.run(owner, one.id) == "no-right"
        at.now += timedelta(minutes=1)
        sign_in(Role.FINANCE)
        at.now += timedelta(days=SIGNED_IN_DAYS, seconds=1)
        assert at.reports.run(owner, one.id) == "no-right"
        (told,) = at.reports.table.of(owner)
        assert (told.told, SIGNED_IN_DAYS) == ("no-right", 8)


def test_a_person_sees_and_removes_reports_of_his_own(casino: Casino, tmp_path: Path) -> None:
    """By name and way in; the same title replaces, and there is an end to them."""
    other = Owner(name="maria", comes="provider")
    with Keeper(casino.conninfo) as keeper, office(casino, tmp_path / "made") as at:
        keeper.issue("maria", Role.FINANCE)
        for number in range(EACH_MAX):
            at.reports.save(OWNER, Wanted(title=f"r{number}", order=DAILY.order))
        with pytest.raises(TooManyError, match=f"{EACH_MAX} reports"):
            at.reports.save(OWNER, DAILY)
        at.reports.save(OWNER, Wanted(title="r0", order=DAILY.order, span="last-week"))
        assert len(at.reports.table.of(OWNER)) == EACH_MAX
        one = at.reports.table.of(OWNER)[0]
        assert (one.title, one.span, one.due) == ("r0", "last-week", None)
        assert at.reports.table.of(other) == []
        assert at.reports.run(other, one.id) is None
        assert not at.reports.remove(other, one.id)
        assert at.reports.run(OWNER, one.id) == "made"
        assert at.reports.caller_of(other) is None
        caller = at.reports.caller_of(OWNER)
        assert caller is not None
        assert len(at.files.of(caller)) == 1
        assert at.reports.remove(OWNER, one.id)
        assert [one.state for one in at.files.of(caller)] == ["cancelled"]


def test_a_schedule_keeps_its_hour_when_clocks_change() -> None:
    """In summer and in winter it is eight by the casino's clock; a week and a month come round."""
    lisbon = zone_named("Europe/Lisbon")
    assert lisbon is not None
    at = datetime(2026, 10, 24, 12, tzinfo=UTC)
    daily, hours = Schedule(every="daily", hour=8), []
    for _ in range(2):
        found = daily.next(at, lisbon)
        assert found is not None
        assert daily.last(found, lisbon) == found
        hours.append(found.hour)
        at = found
    assert hours == [8, 8]
    assert daily.next(datetime(2026, 10, 23, 12, tzinfo=UTC), lisbon) == datetime(
        2026, 10, 24, 7, tzinfo=UTC
    )
    for every, days in (("weekly", 7), ("monthly", 31)):
        schedule = Schedule(every=every, hour=3, monthday=5)  # type: ignore[arg-type]
        first = schedule.next(datetime(2026, 12, 1, tzinfo=UTC), PRAIA)
        assert first is not None
        second = schedule.next(first, PRAIA)
        assert second is not None
        assert (second - first, schedule.last(second - timedelta(seconds=1), PRAIA)) == (
            timedelta(days=days),
            first,
        )


def test_reports_over_http(casino: Casino) -> None:
    """Saved, made, taken, removed, with a key and by the page; what is no report is refused."""
    casino.project()
    with opened(casino, demonstration=True) as site:
        saved = send(site, "POST", "/v1/reports?title=ontem&export=history&span=yesterday")
        assert (saved["export"], saved["every"], saved["files"]) == ("history", "never", [])
        told = send(site, "POST", f"/v1/reports/{saved['id']}/run")
        assert (told["told"], len(told["files"])) == ("made", 1)
        wait_for(lambda: site.get(told["files"][0]).json()["state"] == "ready")
        assert site.get(f"{told['files'][0]}/file").status_code == 200
        assert [one["id"] for one in site.get("/v1/reports").json()["items"]] == [saved["id"]]
        cookie = {"Cookie": f"razao_session={cookie_of(site, Role.INSPECTOR)}; razao_lang=en"}
        page = site.client.get("/relatorios", headers=cookie).text
        assert ("ontem" in page, "only when I ask" in page) == (True, True)
        assert site.get("/v1/reports", Role.FINANCE).json()["items"] == []
        assert send(site, "DELETE", f"/v1/reports/{saved['id']}")["id"] == saved["id"]
        assert site.get(told["files"][0]).status_code == 404
        barred = site.client.post(
            "/v1/reports?title=x&export=readings", headers=site.headers(Role.FINANCE)
        )
        assert barred.status_code == 403
        for wrong in ("export=nada", "export=trial-balance&place=RA-01", "export=month"):
            refused = site.client.post(
                f"/v1/reports?title=x&{wrong}", headers=site.headers(Role.INSPECTOR)
            )
            assert refused.status_code == 422, wrong


@pytest.mark.deep
def test_commands_keep_reports_that_the_service_makes(casino: Casino, tmp_path: Path) -> None:
    """Saved for a person, made at the service's next look, removed; wrong words are told near."""

    def command(*words: str) -> Done:
        return razao(casino.superuser, casino.installation.home, "reports", *words)

    casino.project()
    saved = command("save", "history", "--title", "ontem", "--of", "maria", "--span", "yesterday")
    assert saved.returncode == 0, saved.stderr
    id_ = saved.stdout.strip()
    assert command("run", id_).returncode == 0
    with Keeper(casino.conninfo) as keeper, office(casino, tmp_path / "made") as at:
        keeper.issue("maria", Role.DISPUTE)
        assert at.reports.make_due() == 1
        assert at.reports.make_due() == 0
    (row,) = msgspec.json.decode(command("list", "--format", "json").stdout)
    assert (row["id"], row["of"], row["told"]) == (id_, "maria", "made")
    assert "ontem" in command("list").stdout
    for words, told in (
        (("run", "0" * 16), f"no report is {'0' * 16}; there are {id_}"),
        (("save", "histori", "--title", "x", "--of", "m"), "export: expected month or one of"),
        (("save", "month", "--title", "x", "--of", "m"), "papers are of this-month or last-month"),
    ):
        done = command(*words)
        assert (done.returncode, told in done.stderr) == (2, True), done.stderr
    assert command("remove", id_).returncode == 0
    assert command("list").stdout == "no report is saved\n"


def send(site: Site, method: str, address: str) -> dict[str, object]:
    """Send a request as an inspector, and return its answer."""
    answer = site.client.request(method, address, headers=site.headers(Role.INSPECTOR))
    assert answer.status_code == 200, answer.text
    return answer.json()


def wait_for(done: Callable[[], bool]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + 30
    while not done():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)
