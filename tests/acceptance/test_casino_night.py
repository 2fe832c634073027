"""One night of a whole casino through the door: what must agree with what, over all games."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import msgspec
import psycopg
import pytest

from api.services.bundles import make_bundle
from ledger.signed.canonical import instant
from ops.catch_up import judge_all
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation, found_if_new
from ops.outside.verifier import program_text
from ops.outside.verifier.whole import check_bundle
from ops.simulator.night.casino import Casino as Floor
from ops.simulator.night.casino import plan, seatings
from ops.simulator.night.origin import DAY, founded_at
from ops.simulator.night.rehearsal import Inside, found_in, play
from ops.simulator.parties.manifest import Score, score
from projections.reads.queries import connect
from projections.running.building import rebuild
from projections.running.figures.recomputing import count_again
from projections.running.runner import Runner
from projections.stages.accounts.chips.queries import ChipQueries
from projections.stages.machines.measures.contadores import REPORTED, twelve
from projections.stages.pools.figures import held_of
from projections.stages.pools.queries import PoolQueries
from tests.fixtures.casino import ORIGIN, Casino
from tests.fixtures.postgres import empty_database
from tests.ops.simulator.conftest import shown

pytestmark = [pytest.mark.long, pytest.mark.deep]

SIZE = 0.15
FAULTS = 60


@dataclass(frozen=True, kw_only=True)
class Night:
    """A night in its ledger, and how what was found compares with what was planted."""

    casino: Casino
    floor: Floor
    score: Score
    events: int


def played(
    urls: DatabaseUrls,
    maintenance: psycopg.Connection,
    tmp_path_factory: pytest.TempPathFactory,
    faults: int | None,
) -> Iterator[Night]:
    """Play a night into a database of its own."""
    home = tmp_path_factory.mktemp("night")
    with empty_database(urls, maintenance) as database, ExitStack() as stack:
        migrate(database.superuser)
        ways = DatabaseUrls(superuser=database.superuser, login=database.login)
        found_if_new(ways, home, ORIGIN, founded_at(DAY))
        casino = Casino(Installation(ways, home, stack))
        casino.installation.let_authority_hold(instant(founded_at(DAY)))
        seats = seatings(SIZE)
        planned = plan(seats, faults, 1, 8) if faults else {}
        floor = Floor(seats, seed=7, faults=planned)
        house = Inside(casino.installation)
        stack.callback(house.close)
        events = play(house, floor, days=1)
        house.close()
        judge_all(ways.login)
        found = score(floor.planted, found_in(ways.login))
        yield Night(casino=casino, floor=floor, score=found, events=events)


@pytest.fixture(scope="module")
def night(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Night]:
    """Play an honest night."""
    yield from played(postgres_urls, postgres_maintenance, tmp_path_factory, None)


def test_an_honest_night_of_every_game_raises_nothing(night: Night) -> None:
    """Every game of the law, machines, bingo, pools, the office: no finding, whatever was late."""
    assert night.score.exact, shown(night.score)
    assert night.score.counts()["planted"] == 0
    assert night.events > 5_000
    games = {row["game"] for row in night.casino.rows("SELECT DISTINCT game FROM {s}.verdict")}
    variants = {"poquer_portugal", "bingo_online"}
    no_tables = {"maquinas", "jackpots", "sala"}
    tables = {party.GAME for party in night.floor.parties} - no_tables - variants
    assert tables <= games


def test_no_act_of_an_honest_night_goes_on_waiting(night: Night) -> None:
    """Each has the second persons that the matrix asks for, and each count its counters."""
    assert night.casino.rows("SELECT name FROM {s}.act WHERE effective IS NULL") == []
    awaited = "SELECT name FROM {s}.known WHERE what IN ('witness', 'count') AND data <> 'null'"
    assert night.casino.rows(awaited) == []


def test_the_trial_balance_is_zero_at_every_position(night: Night) -> None:
    """Double entry: whoever stops at any event finds the accounts of all pools at zero."""
    rows = night.casino.rows(
        "SELECT position FROM {s}.posting GROUP BY position HAVING sum(amount) <> 0"
    )
    assert rows == []
    rows = night.casino.rows(
        "SELECT day, currency FROM {s}.posting JOIN {s}.pool USING (pool) "
        "GROUP BY day, currency HAVING sum(amount) <> 0"
    )
    assert rows == []  # what a general ledger takes: by day and currency
    (count,) = night.casino.rows("SELECT count(DISTINCT position) AS n FROM {s}.posting")
    assert count["n"] > 100


def test_statements_are_the_liabilities_are_the_cover(night: Night) -> None:
    """Each pool's closing is what its accounts hold; a casino's pools together are its cover's."""
    with connect(night.casino.conninfo) as connection:
        queries = PoolQueries(connection)
        owed = queries.liabilities()
        pools = queries.pools()
        assert len(pools) > 4
        for pool in pools:
            last = queries.statement(pool)[-1]
            assert last.closing == sum(held_of(owed[pool.name]).values()), pool.name
        covers = night.casino.rows(
            "SELECT casino, closed, held, declared FROM {s}.cover_day WHERE closed IS NOT NULL"
        )
        assert covers
        for cover in covers:
            then = queries.liabilities(cover["closed"])
            of_casino = [one.name for one in pools if one.casino == cover["casino"]]
            held = sum(sum(held_of(then.get(name, {})).values()) for name in of_casino)
            assert cover["held"] == held
            assert cover["declared"] >= held


def test_events_and_devices_count_the_same(night: Night) -> None:
    """MÁQ R25: of the eleven contadores that a device reports each is the one of the events."""
    rows = night.casino.rows(
        "SELECT machine, totals, device FROM {s}.machine_close WHERE known_until IS NULL"
    )
    assert len(rows) > 5
    for row in rows:
        device = msgspec.json.decode(row["device"])
        events = twelve(msgspec.json.decode(row["totals"]))
        assert {name: device.get(name, events[name]) for name in REPORTED} == {
            name: events[name] for name in REPORTED
        }, row["machine"]
    assert night.casino.rows("SELECT * FROM {s}.meter_variance WHERE difference <> 0") == []


def test_chips_in_circulation_are_what_the_floats_gave_out(night: Night) -> None:
    """Sales, redemptions and what rounds moved add up to what all counts of floats and slots say.

    No more was cashed than had been given out, and some of each currency's was.
    """
    with connect(night.casino.conninfo) as connection:
        days = ChipQueries(connection).chips()
    assert {one.currency for one in days} == {"MOP", "XTS"}
    for one in days:
        assert one.difference == 0, one
        assert one.circulating >= 0, one
        assert one.redeemed < 0, one
    tables = sum(one.tables for one in days)
    assert tables > 20


def test_what_each_place_earned_is_what_it_reckoned_itself(night: Night) -> None:
    """The receita of the day, place by place, and the tax's base are the parties' own sums."""
    rows = night.casino.rows("SELECT place, sum(amount)::bigint AS n FROM {s}.revenue GROUP BY 1")
    earned: dict[str, int] = {}
    for row in rows:
        place = "-".join(row["place"].split("-")[:2])
        earned[place] = earned.get(place, 0) + row["n"]
    own = {party.where.place: party.earned for party in night.floor.parties if party.earned}
    assert own == {place: amount for place, amount in earned.items() if amount}
    (declared,) = night.casino.rows("SELECT base, declared_base, currency FROM {s}.tax_declared")
    ours = {p.where.place: p.earned for p in night.floor.parties if p.EARNS_IN is None}
    assert declared["base"] == declared["declared_base"] == sum(ours.values())
    assert declared["currency"] == "XTS"
    patacas = sum(amount for place, amount in own.items() if place not in ours)
    rows = night.casino.rows(
        "SELECT currency, sum(amount)::bigint AS n FROM {s}.revenue GROUP BY 1"
    )
    sums = {row["currency"]: row["n"] for row in rows}
    assert sums == {"XTS": sum(ours.values()), "MOP": patacas}
    assert patacas > 0


def test_a_rebuild_comes_to_the_same(night: Night) -> None:
    """Every projection again from the events alone, in other pages: the same to the byte."""
    with Runner(night.casino.conninfo) as live:
        before = live.digests()
    assert count_again(night.casino.conninfo).faults == ()
    assert rebuild(night.casino.conninfo, page=777, processes=4) == before
    assert count_again(night.casino.conninfo).faults == ()


@pytest.fixture(scope="module")
def faulty(
    postgres_urls: DatabaseUrls,
    postgres_maintenance: psycopg.Connection,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Night]:
    """Play a night with faults all over the floor."""
    yield from played(postgres_urls, postgres_maintenance, tmp_path_factory, FAULTS)


def test_faults_all_over_the_floor_are_found_and_none_invented(faulty: Night) -> None:
    """Sixty faults of every party, in one night, with their amounts; few find no occasion."""
    assert faulty.score.exact, shown(faulty.score)
    assert FAULTS - 2 <= faulty.score.counts()["planted"] <= FAULTS


def test_any_number_of_processes_comes_to_the_same(faulty: Night) -> None:
    """A night full of faults is rebuilt by one process and by several: the same to the byte."""
    with Runner(faulty.casino.conninfo) as live:
        before = live.digests()
    for processes in (1, 2, 3, 4):
        assert rebuild(faulty.casino.conninfo, processes=processes) == before


def test_the_proof_of_each_thing_of_the_night_holds(faulty: Night) -> None:
    """Of every round, pool's day, place's day and acta, and of events here and there: by both ways.

    Each round's proof comes to what is due by itself, those with a fault among them.
    """
    faulty.casino.installation.log.checkpoint()
    settled, asked = 0, list(_things(faulty.casino))
    for what, name in asked:
        result = check_bundle(make_bundle(faulty.casino.conninfo, what, name, program_text()))
        assert result.faults == [], (what, name)
        settled += any("What is due follows" in en for _, en in result.proved)
    assert settled == sum(what == "round" for what, _ in asked) > 50
    assert {what for what, _ in asked} == {"round", "pool", "day", "acta", "event"}


def _things(casino: Casino) -> Iterator[tuple[str, str]]:
    """Yield what bundles may be about, each by its name."""
    for what, query in {
        "round": "SELECT DISTINCT round AS name FROM {s}.verdict",
        "pool": "SELECT DISTINCT pool || ' ' || day AS name FROM {s}.posting",
        "day": "SELECT DISTINCT place || ' ' || day AS name FROM {s}.history "
        "WHERE place IS NOT NULL AND day IS NOT NULL",
        "acta": "SELECT DISTINCT place || ' ' || session AS name FROM {s}.session",
        "event": "SELECT originator_id || ':' || originator_version AS name FROM ledger.events "
        "WHERE notification_id %% 97 = 1",
    }.items():
        yield from ((what, row["name"]) for row in casino.rows(query))
