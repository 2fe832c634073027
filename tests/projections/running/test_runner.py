"""The runner: the same rows however they were folded, and a loud stop where it cannot fold."""

import threading
import time
from collections.abc import Sequence
from typing import Any

import psycopg
import pytest
from typing_extensions import override

from ledger.events.outcomes import BallLanded, BallLaunched
from ledger.events.reviews import Correction
from ledger.events.rounds import CoupNulled, Payout, RoundClosed, RoundOpened
from ledger.signed.chain import link_of
from ledger.store.reader import Reader, Row
from ops.catch_up import judge_all
from projections.base.errors import HaltedError, HeldError, OutdatedError
from projections.base.rows import Act
from projections.base.store import ROLE, carry_out
from projections.running.building import rebuild
from projections.running.runner import BUSY_POLL_SECONDS, POLL_SECONDS, LedgerSource, Runner
from tests.fixtures.casino import Casino
from tests.projections.stages.rounds.test_rounds import TABLE, open_table, play, round_name

pytestmark = pytest.mark.recorded


def a_night(casino: Casino) -> None:
    """Record some coups, some of them paid wrongly, or repeated from another number than the last.

    The record of a coup says what the one before it was, so that it stands on rows of another
    round: closed in this page or before, paid after its close, corrected after the next one. The
    table's limits are at fault in all of them, which is one finding.
    """
    open_table(casino, minimos={"pleno": 100}, maximos={"pleno": 4_000})
    for number in range(1, 5):
        play(casino, number, paid=3_500 - (number % 3))
        repeated(casino, 10 + number, back=17 if number % 2 else 18)
    play(casino, 20, paid=None)
    ball = play(casino, 21, closed=False)["ball"]
    casino.say(TABLE, payout(), round_id=round_name(20))
    casino.say(TABLE, RoundClosed(), round_id=round_name(21))
    repeated(casino, 22, back=17)
    correction = casino.say(
        "fiscal",
        Correction(
            target=f"{ball.source}:{ball.first}",
            link=ball.link,
            replacement={"number": 18, "colour": "encarnado"},
            reason="erro_de_registo",
        ),
    )
    casino.approve("chefe", correction)
    casino.tick()


def payout() -> Payout:
    return Payout(seat=1, bets=(1,), amount=3_500, stake_returned=100)


def repeated(casino: Casino, number: int, *, back: int) -> None:
    """Play a coup called null and launched again; 17 comes, and nobody has a bet."""
    events = (
        RoundOpened(),
        BallLaunched(),
        CoupNulled(cause="fichas"),
        BallLanded(number=back),
        BallLaunched(),
        BallLanded(number=17),
        RoundClosed(),
    )
    for event in events:
        casino.say(TABLE, event, round_id=round_name(number))


def nulls(casino: Casino) -> list[tuple[str, bool]]:
    """Return the coups whose ball was put back wrongly, and whether that is found still."""
    rows = casino.rows(
        "SELECT round, known_until FROM {s}.finding WHERE code = 'RA-NUL' ORDER BY known_from, id"
    )
    return [(row["round"], row["known_until"] is None) for row in rows]


def test_a_correction_judges_the_coup_after_it_again(night: Casino) -> None:
    """RA R35: once the coup before had another number, the ball was not put back on it."""
    night.project()
    wrong = [(round_name(10 + number), True) for number in (2, 4)]
    assert nulls(night) == [*wrong, (round_name(22), True)]
    early = night.rows("SELECT round FROM {s}.finding WHERE code = 'BET-EARLY'")
    assert {row["round"] for row in early} == {round_name(21)}


@pytest.mark.parametrize("page", [1, pytest.param(7, marks=pytest.mark.deep)])
def test_live_and_rebuilt_rows_are_the_same_whatever_the_page(night: Casino, page: int) -> None:
    """Rebuild = live, byte for byte, for pages of one event and of seven."""
    with Runner(night.conninfo, page=page) as live:
        live.catch_up()
        digests = live.digests()
    assert rebuild(night.conninfo, page=13) == digests


def start_again(conninfo: str) -> Runner:
    """Start a runner; the server lets the last one's lock go a moment after it hung up."""
    deadline = time.monotonic() + 10
    while True:
        try:
            return Runner(conninfo)
        except HeldError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.deep), 15])
def test_a_restart_in_the_middle_of_a_round_changes_nothing(night: Casino, every: int) -> None:
    """State of open rounds is loaded from what was written: a stop after any event is harmless."""
    last = night.installation.reader.last_position()
    for position in range(1, last + 1, every):
        with start_again(night.conninfo) as runner:
            assert runner.catch_up(until=position) == position
    with start_again(night.conninfo) as runner:
        assert runner.catch_up() == last
        digests = runner.digests()
    assert rebuild(night.conninfo) == digests


@pytest.mark.one_in(7)
@pytest.mark.parametrize("share", [0.0, 0.2, 0.4, 0.5, 0.6, 0.8, 0.99])
def test_a_cut_at_any_statement_of_a_page_leaves_all_or_nothing(
    night: Casino, monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    """The server ends the connection between rows and position: the page is folded once more."""
    last = night.installation.reader.last_position()
    carrying = Cutting(night.superuser)
    monkeypatch.setattr("projections.base.store.carry_out", carrying)
    with start_again(night.conninfo) as runner:
        runner.catch_up(until=last // 2)
        carrying.cut = carrying.done + int(share * STATEMENTS)
        with pytest.raises(psycopg.OperationalError):
            runner.catch_up()
        runner._connection.close()  # pyright: ignore[reportPrivateUsage]
    carrying.cut = -1
    with start_again(night.conninfo) as runner:
        assert runner.position == last // 2
        assert runner.catch_up() == last
        digests = runner.digests()
    assert rebuild(night.conninfo) == digests


STATEMENTS = 30
"""Of the page that is cut: at least so many."""


class Cutting:
    """Carries statements out, and cuts the connection before one of them."""

    def __init__(self, superuser: str) -> None:
        self.superuser = superuser
        self.done = 0
        self.cut = -1

    def __call__(self, cursor: psycopg.Cursor[Any], act: Act) -> None:
        if self.done == self.cut:
            with psycopg.connect(self.superuser, autocommit=True) as connection:
                pid = cursor.connection.info.backend_pid
                connection.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))
        self.done += 1
        carry_out(cursor, act)


def test_one_runner_at_a_time_holds_the_projections(casino: Casino) -> None:
    """A second runner is refused while the first one holds the schema."""
    with Runner(casino.conninfo), pytest.raises(HeldError, match="another runner"):
        Runner(casino.conninfo)


def test_tables_of_another_version_are_refused_and_made_anew(night: Casino) -> None:
    """No runner folds into them; a rebuild makes the same rows as if they had not been there."""
    with Runner(night.conninfo) as runner:
        runner.catch_up()
        digests = runner.digests()
    with psycopg.connect(night.conninfo, options=f"-c role={ROLE}") as connection:
        connection.execute("ALTER TABLE projections.verdict DROP COLUMN paid")
        connection.execute("COMMENT ON SCHEMA projections IS 'shape of an earlier one'")
    with pytest.raises(OutdatedError, match=r"another version; `razao rebuild`"):
        Runner(night.conninfo)
    assert rebuild(night.conninfo) == digests
    with Runner(night.conninfo) as runner:
        assert runner.digests() == digests


def test_follow_sees_what_comes_while_it_waits(casino: Casino) -> None:
    """A follower folds what is recorded after it caught up, without being told."""
    open_table(casino)
    stop = threading.Event()
    with Runner(casino.conninfo) as runner:
        thread = threading.Thread(target=runner.follow, args=(stop,), kwargs={"poll": 0.02})
        thread.start()
        play(casino, 1)
        last = casino.installation.reader.last_position()
        deadline = time.monotonic() + 10
        while runner.position < last and time.monotonic() < deadline:
            time.sleep(0.02)
        stop.set()
        thread.join()
        assert runner.position == last


class _Pauses(threading.Event):
    """Notes for how long a follower would pause, and stops it at the second time."""

    def __init__(self) -> None:
        """Begin with no pause."""
        super().__init__()
        self.noted: list[float | None] = []

    @override
    def wait(self, timeout: float | None = None) -> bool:
        """Note a pause."""
        self.noted.append(timeout)
        if len(self.noted) > 1:
            self.set()
        return self.is_set()


def test_where_something_came_the_follower_pauses_less(casino: Casino) -> None:
    """What comes at a steady pace is not left to pile up; where nothing comes it is asked less."""
    open_table(casino)
    pauses = _Pauses()
    with Runner(casino.conninfo) as runner:
        runner.follow(pauses)
    assert pauses.noted == [BUSY_POLL_SECONDS, POLL_SECONDS]


def test_a_command_waits_for_the_service_that_folds(casino: Casino) -> None:
    """Where a service holds the projections, others wait until it has reached the log's end."""
    open_table(casino)
    stop = threading.Event()
    with Runner(casino.conninfo) as runner:
        thread = threading.Thread(target=runner.follow, args=(stop,), kwargs={"poll": 0.02})
        thread.start()
        play(casino, 1)
        last = casino.installation.reader.last_position()
        assert judge_all(casino.conninfo) >= last
        stop.set()
        thread.join()


class _Damaged(Reader):
    """A log whose ninth envelope has no header."""

    @override
    def at(self, positions: Sequence[int]) -> list[Row]:
        return [Row(9, "mesa-ra", 4, "heartbeat/1", b"{}", link_of(b"{}"), None)]


def test_an_envelope_read_again_in_which_no_header_ends_is_named() -> None:
    """It is position 9 that the message tells of, and nothing of a place before it."""
    with pytest.raises(HaltedError, match="position 9 is no event of its kind"):
        LedgerSource(_Damaged("")).events([9])
