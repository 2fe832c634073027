"""The follower believes no row that its chain does not: what somebody altered stops it, by name."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from ledger.signed.chain import link_of
from ledger.signed.merkle import root_of
from ledger.store.reader import Reader
from projections.base.errors import HaltedError
from projections.running.runner import LedgerSource, Runner
from tests.fixtures.casino import Casino
from tests.projections.stages.rounds.test_rounds import TABLE, open_table, play

pytestmark = pytest.mark.recorded

VIEW = """
    ALTER TABLE ledger.events RENAME TO kept_events;
    CREATE VIEW ledger.events AS SELECT notification_id, originator_id, originator_version, topic,
        CASE WHEN notification_id = {at} THEN decode('{state}', 'hex') ELSE state END AS state,
        CASE WHEN notification_id = {at} THEN decode('{link}', 'hex') ELSE link END AS link,
        signature FROM ledger.kept_events;
    GRANT SELECT ON ledger.events TO PUBLIC;
"""
"""A view that tells of one event something else than was recorded."""


@contextmanager
def owner(casino: Casino) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    with psycopg.connect(casino.superuser, autocommit=True) as connection:
        connection.execute("ALTER TABLE ledger.events DISABLE TRIGGER ALL")
        yield connection


def a_coup(casino: Casino) -> tuple[int, bytes]:
    """Record two coups; return where the first one's payment stands, and its envelope altered."""
    open_table(casino)
    play(casino, 1)
    play(casino, 2)
    with Reader(casino.conninfo) as reader:
        paid = next(
            row for row in reader.page(after=0, limit=1_000) if row.kind.startswith("payout/")
        )
    altered = paid.envelope.replace(b'"amount":3500', b'"amount":9900')
    assert altered != paid.envelope
    return paid.position, altered


def halted(casino: Casino) -> str:
    with Runner(casino.conninfo) as runner:
        before = runner.position
        with pytest.raises(HaltedError) as error:
            runner.catch_up()
        assert runner.position == before, "nothing of the page is written"
    return str(error.value)


def test_an_altered_row_stops_the_follower(casino: Casino) -> None:
    """A payment of 9,900 where 3,500 was signed: its link is another's, and it is not folded."""
    at, altered = a_coup(casino)
    with owner(casino) as connection:
        connection.execute(
            "UPDATE ledger.events SET state = %s WHERE notification_id = %s", (altered, at)
        )
    assert halted(casino) == (
        f"position {at} is not what was recorded there: the envelope is not that of its link; "
        "`razao verify` says more"
    )


def test_a_row_altered_with_its_link_breaks_its_chain(casino: Casino) -> None:
    """Whoever makes the link anew, too, is given away by the next event, which names the old."""
    at, altered = a_coup(casino)
    with owner(casino) as connection:
        connection.execute(
            "UPDATE ledger.events SET state = %s, link = %s WHERE notification_id = %s",
            (altered, link_of(altered), at),
        )
    told = halted(casino)
    assert told.startswith(f"position {at + 1} is not what was recorded there: {TABLE}:"), told
    assert "does not continue its chain" in told


def test_a_view_in_the_place_of_the_events_stops_the_follower(casino: Casino) -> None:
    """The rows are all as they were; a view tells who reads them of another payment."""
    at, altered = a_coup(casino)
    with owner(casino) as connection:
        connection.execute(
            VIEW.format(at=at, state=altered.hex(), link=link_of(altered).hex()).encode()
        )
    assert "does not continue its chain" in halted(casino)


def test_columns_that_are_not_the_envelope_s_stop_the_follower(casino: Casino) -> None:
    """The kind in the column is what stages are asked by; the envelope says another."""
    at, _ = a_coup(casino)
    with owner(casino) as connection:
        connection.execute(
            "UPDATE ledger.events SET topic = 'heartbeat/1' WHERE notification_id = %s", (at,)
        )
    assert "heartbeat/1, the envelope" in halted(casino)


def test_two_events_that_changed_places_stop_the_follower(casino: Casino) -> None:
    """Each is whole, and neither follows what is before it in its chain."""
    at, _ = a_coup(casino)
    with owner(casino) as connection:
        connection.execute(
            "UPDATE ledger.events SET notification_id = 0 WHERE notification_id = %s", (at,)
        )
        connection.execute(
            "UPDATE ledger.events SET notification_id = %s WHERE notification_id = %s",
            (at, at + 1),
        )
        connection.execute(
            "UPDATE ledger.events SET notification_id = %s WHERE notification_id = 0", (at + 1,)
        )
    assert f"position {at} is not what was recorded there: {TABLE}:" in halted(casino)


def test_an_event_that_is_read_again_is_checked_again(casino: Casino) -> None:
    """A round that is judged anew is not judged by what somebody wrote meanwhile."""
    at, altered = a_coup(casino)
    with Runner(casino.conninfo) as runner:
        runner.catch_up()
    with owner(casino) as connection:
        connection.execute(
            "UPDATE ledger.events SET state = %s WHERE notification_id = %s", (altered, at)
        )
    with (
        Reader(casino.conninfo) as reader,
        pytest.raises(HaltedError, match=f"^position {at} is not what was recorded there"),
    ):
        LedgerSource(reader).events([at])


def test_a_follower_goes_on_with_the_tree_it_had(casino: Casino) -> None:
    """Links folded before a restart are leaves of the same tree, and chains go on behind them."""
    open_table(casino)
    play(casino, 1)
    with Runner(casino.conninfo, page=3) as runner:
        runner.catch_up()
    play(casino, 2)
    with Runner(casino.conninfo, page=7) as runner:
        runner.catch_up()
        went_on = runner.root()
    links = [row.link for row in casino.installation.reader.page(after=0, limit=1_000)]
    assert went_on == root_of(links)


def test_a_tree_that_does_not_reach_as_far_as_the_rows_is_no_beginning(casino: Casino) -> None:
    """Somebody set the tree back: nothing is folded on it."""
    open_table(casino)
    with Runner(casino.conninfo) as runner:
        runner.catch_up()
    with owner(casino) as connection:
        connection.execute("UPDATE projections.folded SET position = position - 1")
    with pytest.raises(HaltedError, match="its rows reach position"):
        Runner(casino.conninfo)
