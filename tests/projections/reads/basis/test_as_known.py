"""``known``: what a position, a time or a day means, by the ticks of the service's clock."""

import psycopg
import pytest

from ledger.events.registry import CasinoRegistered, ClockTicked, Heartbeat, ParameterSet
from projections.reads.basis.as_known import NotKnownError, moment_of, position_known
from tests.fixtures.casino import Casino

TICKS = (
    "2026-11-20T23:30:00Z",
    "2026-11-21T00:00:00Z",
    "2026-11-21T00:59:59.999999Z",
    "2026-11-21T01:00:00Z",
    "2026-11-22T01:00:00Z",
)


@pytest.fixture
def ticked(casino: Casino) -> Casino:
    """Let the clock tick five times, an event after each, and one tick of somebody else's."""
    for _ in TICKS:
        casino.tick()
        casino.say("mesa", Heartbeat())
    casino.say("mesa", ClockTicked())
    casino.project()
    ticks = _ticks(casino)
    with psycopg.connect(casino.superuser) as connection:
        for position, at in zip(ticks, TICKS, strict=True):
            connection.execute(
                "UPDATE projections.history SET at = %s WHERE position = %s", (at, position)
            )
    return casino


def _ticks(casino: Casino) -> list[int]:
    rows = casino.rows(
        "SELECT position FROM {s}.history WHERE kind = 'clock-ticked/1' AND source <> 'mesa' "
        "ORDER BY position"
    )
    return [row["position"] for row in rows][-len(TICKS) :]


def known(casino: Casino, said: str) -> int:
    with casino.reading() as connection:
        return position_known(connection, moment_of(said))


@pytest.mark.recorded
@pytest.mark.parametrize(
    ("said", "tick"),
    [
        ("2026-11-20T23:30:00.000001Z", 0),
        ("2026-11-21T00:00:00Z", 0),
        ("2026-11-20T23:00:00.000001-01:00", 1),
        ("2026-11-21T01:00:00Z", 2),
        ("2026-11-22T01:00:00Z", 3),
        ("2026-11-20", 0),
        ("2026-11-21", 3),
    ],
)
def test_a_time_means_the_last_tick_before_it(ticked: Casino, said: str, tick: int) -> None:
    """What was recorded by then is what a tick says was; a day is its end, here at midnight UTC."""
    assert known(ticked, said) == _ticks(ticked)[tick]


@pytest.mark.recorded
def test_a_day_ends_by_the_clocks_of_the_casinos(ticked: Casino) -> None:
    """In Cape Verde the twentieth ends at one o'clock UTC, and the tick of that moment is after."""
    zone = ParameterSet(
        scope="sal", name="zone", value="Atlantic/Cape_Verde", since="2026-11-01T00:00:00.000000Z"
    )
    ticked.say("registo", CasinoRegistered(casino="sal", currency="CVE", profile="cv-2017@1"))
    ticked.approve("direccao", ticked.say("financas", zone))
    ticked.project()
    assert known(ticked, "2026-11-20") == _ticks(ticked)[2]


@pytest.mark.recorded
def test_before_the_first_tick_nothing_is_known(ticked: Casino) -> None:
    """And a position is itself, the log's last one included."""
    assert known(ticked, "2026-11-19T00:00:00Z") == known(ticked, "0") == 0
    assert known(ticked, "7") == 7
    last = ticked.last
    assert known(ticked, str(last)) == last


@pytest.mark.parametrize(
    "said",
    ["", "-1", "007", "ontem", "2026-11-31", "2026-11-21T00:00:00", "1e3", "٣", "9" * 17],
)
def test_what_is_no_moment_is_refused(said: str) -> None:
    """A time without its zone would be another on each machine."""
    with pytest.raises(NotKnownError, match=r"^expected a position of the log, a time with"):
        moment_of(said)


@pytest.mark.recorded
@pytest.mark.parametrize("said", ["2026-11-22T01:00:00.000001Z", "2026-11-22", "9999-12-31"])
def test_what_the_clock_has_not_reached_is_refused(ticked: Casino, said: str) -> None:
    """Nobody knows yet what will be known by then."""
    with pytest.raises(NotKnownError, match="clock stands at 2026-11-22T01:00:00"):
        known(ticked, said)
