"""The quarantine: one event that a stage cannot fold costs its round or its place, and no more."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle, product
from random import Random
from typing import Any, Final
from unittest.mock import patch

import msgspec
import psycopg
import pytest
from typing_extensions import override

from ledger.events.jackpots import PoolOpened
from ledger.events.registry import PlaceScheduled
from ledger.events.reviews import Approval, Correction, GamingDayClosed, TaxDeclared
from ledger.events.rounds import RoundClosed
from ledger.events.tables import DropCounted, StaffChanged, TableClosed, TableOpened
from projections.base.errors import HaltedError, UnnotedError, UnwritableError, told
from projections.base.event import JudgedRound
from projections.base.stage import Stage
from projections.running.building import rebuild
from projections.running.pipeline import Pipeline, all_stages
from projections.running.runner import Runner
from projections.stages.judging.verdicts import State, Verdicts
from tests.fixtures.casino import DAY, Casino
from tests.projections.stages.authority.house import POOL, House
from tests.projections.stages.rounds.test_rounds import (
    PLACE,
    TABLE,
    findings,
    open_table,
    play,
    round_name,
)

pytestmark = pytest.mark.recorded
BESIDE = "projections_tried"
WHY = "ValueError: no such card"


@pytest.fixture(autouse=True)
def set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the casinos of this module have events that a stage cannot fold."""
    monkeypatch.setattr(Casino, "may_set_aside", True)


AFTER: Final = "after"
FLUSH: Final = "flush"
MOMENTS: Final = ("before", AFTER, FLUSH)
"""When a stage raises: before it folds an event, after, or when it tells the rows of it."""
PAGES: Final = (4, 5_000)


@contextmanager
def breaking_at(moment: str, stage: str, position: int) -> Iterator[None]:
    """Let a stage raise at a position, at a moment of taking it."""
    if moment == AFTER:
        with breaking(stage, position):
            yield
        return
    kind: Any = next(type(one) for one in all_stages() if one.name == stage)
    real = {name: getattr(kind, name) for name in ("fold", "fold_round", "flush")}
    took: set[int] = set()

    def taking(name: str) -> Any:
        def take(self: Stage, event: Any, *others: Any) -> None:
            took.add(event.position)
            if moment == "before" and event.position == position:
                raise ValueError("no such card")
            real[name](self, event, *others)

        return take

    def flush(self: Stage, writes: Any) -> None:
        broken = moment == FLUSH and position in took
        took.clear()
        if broken:
            raise ValueError("no such card")
        real["flush"](self, writes)

    with (
        patch.object(kind, "fold", taking("fold")),
        patch.object(kind, "fold_round", taking("fold_round")),
        patch.object(kind, "flush", flush),
    ):
        yield


@contextmanager
def breaking(stage: str, *positions: int, error: type[Exception] = ValueError) -> Iterator[None]:
    """Let a stage raise at positions, whenever it takes their event or a round of theirs."""
    kind: Any = next(type(one) for one in all_stages() if one.name == stage)
    fold, fold_round = kind.fold, kind.fold_round

    def broken(self: Stage, event: Any, produced: Any) -> None:
        fold(self, event, produced)
        if event.position in positions:
            raise error("no such card")

    def round_broken(self: Stage, event: Any, closed: Any, produced: Any) -> None:
        if event.position in positions:
            raise error("no such card")
        fold_round(self, event, closed, produced)

    with patch.object(kind, "fold", broken), patch.object(kind, "fold_round", round_broken):
        yield


def folded(casino: Casino, page: int, aside: dict[int, dict[str, str]]) -> dict[str, str]:
    """Fold the whole log into a schema of its own, as if it were new; return the digests."""
    empty(casino, BESIDE)
    with Runner(casino.conninfo, schema=BESIDE, page=page) as runner:
        runner._aside |= aside
        runner.catch_up()
        return runner.digests()


def empty(casino: Casino, schema: str) -> None:
    """Take every row, the position reached too, out of the tables of a schema, if it has any."""
    names = casino.rows("SELECT tablename FROM pg_tables WHERE schemaname = %s", schema)
    with psycopg.connect(casino.superuser) as connection:
        for row in names:
            connection.execute(f'DELETE FROM {schema}."{row["tablename"]}"')


def never_folded(casino: Casino, stage: str, position: int, why: str = WHY) -> dict[str, str]:
    """Return the digests of a log of which a stage never took one event."""
    return folded(casino, 5_000, {position: {stage: why}})


def why_unwritten(stage: str) -> str | None:
    """Return what is noted where a stage cannot tell its rows; None of one that has none."""
    tables = next(one.tables for one in all_stages() if one.name == stage)
    return told(UnwritableError(tables[0][0], WHY)) if tables else None


def assert_costs_one_event(
    casino: Casino,
    stage: str,
    position: int,
    pages: Sequence[int] = PAGES,
    moments: Sequence[str] = (AFTER,),
) -> dict[str, str]:
    """Fold with a stage that raises at a position; return the digests, those of never taking it."""
    never = never_folded(casino, stage, position)
    for moment, page in product(moments, pages):
        due = never
        if moment == FLUSH:
            if (why := why_unwritten(stage)) is None:
                continue
            due = never_folded(casino, stage, position, why)
        with breaking_at(moment, stage, position):
            assert folded(casino, page, {}) == due, (stage, position, page, moment)
    return never


def closes(casino: Casino) -> list[int]:
    """Return the positions at which rounds were closed."""
    with Runner(casino.conninfo) as runner:
        runner.catch_up()
    rows = casino.rows(
        "SELECT position FROM {s}.history WHERE kind = 'round-closed/1' ORDER BY position"
    )
    return [row["position"] for row in rows]


ACTS = ("authority", "parameters")
"""Stages that fold what persons approve."""
EARLY = (*ACTS, "floor", "integrity")
"""Stages that fold an event before its round is handed on."""


@pytest.mark.parametrize(
    ("stages", "pages"),
    [
        pytest.param(("integrity", "rounds", "accounts"), (4,), id="three"),
        pytest.param(None, PAGES, id="all", marks=pytest.mark.deep),
    ],
)
@pytest.mark.deep
def test_an_event_that_a_stage_cannot_fold_is_as_if_that_stage_never_took_it(
    night: Casino,
    subtests: pytest.Subtests,
    stages: Sequence[str] | None,
    pages: Sequence[int],
) -> None:
    """Whatever a stage had done of it when it raised is gone, and the page's size says nothing.

    Every run asks one stage before rounds, rounds itself and one after it, by small pages.
    """
    closed = closes(night)[3]
    told = night.rows("SELECT position, kind FROM {s}.history ORDER BY position")
    for stage in all_stages():
        if stages is not None and stage.name not in stages:
            continue
        kinds = {Approval.KIND} if stage.name in ACTS else stage.kinds or ()
        own = [row["position"] for row in told if row["kind"] in kinds]
        first = stage.name in EARLY
        with subtests.test(stage=stage.name):
            if stage.name != "quarantine":
                assert_costs_one_event(
                    night, stage.name, own[-1] if first and own else closed, pages
                )


def taken(casino: Casino) -> list[tuple[str, int]]:
    """Return each stage with the positions that it takes, itself or a round of theirs."""
    found: set[tuple[str, int]] = set()
    with ExitStack() as stack:
        for stage in all_stages():
            kind: Any = type(stage)

            def fold(self: Stage, event: Any, produced: Any, real: Any = kind.fold) -> None:
                found.add((self.name, event.position))
                real(self, event, produced)

            stack.enter_context(patch.object(kind, "fold", fold))
        folded(casino, 5_000, {})
    return sorted(one for one in found if one[0] != "quarantine")


def a_short_night(casino: Casino) -> None:
    """Play two rounds, one paid wrongly, change the staff, close the day, play another."""
    open_table(casino)
    play(casino, 1)
    play(casino, 2, paid=3_495)
    casino.say(TABLE, StaffChanged(person="c-1", post="pagador"), place=PLACE)
    casino.say("financas", GamingDayClosed())
    play(casino, 3, paid=3_495)


def test_any_stage_may_raise_at_any_call(casino: Casino, subtests: pytest.Subtests) -> None:
    """Of all calls of stages three: the result is that of never having folded the event there.

    One raises before it folds, one after, and one when it tells its rows.
    """
    a_short_night(casino)
    calls = Random(15).sample(taken(casino), 3)
    for (name, position), moment in zip(calls, MOMENTS, strict=True):
        with subtests.test(stage=name, position=position, moment=moment):
            assert_costs_one_event(casino, name, position, (7,), (moment,))


@pytest.mark.deep
@pytest.mark.long
@pytest.mark.parametrize("stage", [one.name for one in all_stages() if one.name != "quarantine"])
def test_every_stage_may_raise_at_every_call(
    casino: Casino, subtests: pytest.Subtests, stage: str
) -> None:
    """Of every stage every second call, at each moment and page; a rebuild comes to the same.

    A call at one of six ways, in turn: a stage that takes more than eleven events meets them all.
    """
    a_short_night(casino)
    calls = [position for name, position in taken(casino) if name == stage]
    if not calls:
        pytest.skip(f"the short night tells {stage} nothing")
    for position, (page, moment) in zip(calls[::2], cycle(product(PAGES, MOMENTS)), strict=False):
        with subtests.test(position=position, page=page, moment=moment):
            told = assert_costs_one_event(casino, stage, position, (page,), (moment,))
            if moment == AFTER:
                with breaking(stage, position):
                    assert rebuild(casino.conninfo, page=3) == told


@pytest.mark.parametrize("stage", ["pools", "history"])
@pytest.mark.deep
def test_an_approval_is_set_aside_once_with_the_act_that_it_lets_take_effect(
    casino: Casino, stage: str
) -> None:
    """Stages take approval and act at one position: one row, one finding, and the log goes on."""
    house = House(casino)
    pool = PoolOpened(
        pool=POOL, scope="machine", members=("MQ-01",), currency="EUR", base=1, ppm=10_000
    )
    told = house.say("finance", pool)
    position = casino.approve("director", told).position
    with breaking(stage, position):
        casino.project(page=4)
        never = never_folded(casino, stage, position)
        assert rebuild(casino.conninfo) == never
    rows = casino.rows("SELECT position, stage, scope, subject FROM {s}.unfolded")
    assert rows == [{"position": position, "stage": stage, "scope": "pool", "subject": POOL}]
    assert [code for code, _ in findings(casino)] == ["INT-FOLD"]


def test_a_version_that_folds_the_event_proves_its_pool_again(casino: Casino) -> None:
    """A pool's mark ends with no round and no day: only with a program that can fold the event."""
    house = House(casino)
    pool = PoolOpened(
        pool=POOL, scope="machine", members=("MQ-01",), currency="EUR", base=1, ppm=10_000
    )
    position = casino.approve("director", house.say("finance", pool)).position
    with breaking("pools", position):
        casino.project()
        house.say("finance", GamingDayClosed())
        casino.project()
    marked = "SELECT subject FROM {s}.unfolded WHERE scope = 'pool'"
    assert casino.rows(marked) == [{"subject": POOL}]
    assert casino.rows("SELECT pool FROM {s}.pool") == []
    rebuild(casino.conninfo)
    assert casino.rows(marked) == []
    assert casino.rows("SELECT pool FROM {s}.pool") == [{"pool": POOL}]


def test_an_approval_marks_what_its_act_is_about(casino: Casino) -> None:
    """Of an approved correction that the rounds cannot take its event's round is not proved."""
    open_table(casino)
    bet = play(casino, 1)["bet"]
    act = casino.say(
        "chefe", Correction(target=f"{bet.source}:{bet.first}", link=bet.link, reason="x")
    )
    casino.source("chefe-2", "floor_manager")
    told = casino.approve("chefe-2", act)
    with breaking("rounds", told.position):
        casino.project()
    rows = casino.rows("SELECT scope, subject FROM {s}.unfolded")
    assert rows == [{"scope": "round", "subject": round_name(1)}]


def test_a_rebuild_sets_aside_what_the_follower_did(night: Casino) -> None:
    """Rebuild = live, also where the second process of a build could not note it."""
    position = closes(night)[2]
    told = never_folded(night, "history", position)
    with breaking("history", position):
        assert rebuild(night.conninfo, processes=1) == told
        unnoted = UnnotedError(f"history cannot fold position {position}")
        with patch("projections.running.building._by_several", side_effect=unnoted):
            assert rebuild(night.conninfo, page=7, processes=4) == told


def test_a_page_of_bad_events_is_folded_for_all_the_others(night: Casino) -> None:
    """Every third event of one stage is bad: each is set aside, and history has them all."""
    last = night.installation.reader.last_position()
    bad = range(3, last, 3)
    with breaking("rounds", *bad):
        night.project()
    rows = night.rows("SELECT position, stage, error FROM {s}.unfolded ORDER BY position")
    assert [(row["position"], row["stage"], row["error"]) for row in rows] == [
        (position, "rounds", WHY) for position in bad
    ]
    assert night.rows("SELECT count(*) AS n FROM {s}.history") == [{"n": last}]


@pytest.mark.usefixtures("forked_quickly")
@pytest.mark.deep
def test_any_number_of_processes_sets_aside_the_same(night: Casino) -> None:
    """What is handed over ahead is had again where an event is set aside: rows are the live's."""
    bad = range(5, night.installation.reader.last_position(), 11)
    with breaking("rounds", *bad):
        night.project()
        with Runner(night.conninfo) as runner:
            told = runner.digests()
        assert len(night.rows("SELECT 1 FROM {s}.unfolded")) == len(bad)
        for processes in (2, 3, 4):
            assert rebuild(night.conninfo, page=7, processes=processes) == told


def stakes(casino: Casino, first: int, count: int) -> list[int]:
    """Play so many rounds, and return the positions of their bets."""
    return [play(casino, number)["bet"].position for number in range(first, first + count)]


@pytest.mark.parametrize(
    "pages", [(5_000, 7), pytest.param((5_000, 7, 1), marks=pytest.mark.deep)], ids=len
)
@pytest.mark.deep
def test_a_source_of_many_bad_events_costs_no_more_readings(
    casino: Casino, pages: Sequence[int]
) -> None:
    """After so many of a day the rest of their kinds is set aside untried, until it is closed."""
    open_table(casino)
    bad = stakes(casino, 1, 12)
    casino.say("financas", GamingDayClosed())
    bad += stakes(casino, 20, 3)
    loaded: list[int] = []
    told: list[Any] = []
    load = Runner._load

    def counted(self: Runner) -> None:
        loaded.append(1)
        load(self)

    with (
        patch("projections.stages.integrity.quarantine.TRIED_MAX", 4),
        patch.object(Runner, "_load", counted),
        breaking("rounds", *bad),
    ):
        for page in pages:
            loaded.clear()
            folded(casino, page, {})
            assert len(loaded) == 1 + 4 + 3
            rebuild(casino.conninfo, page=page)
            rows = casino.rows("SELECT * FROM {s}.unfolded ORDER BY position")
            told = told or rows
            assert rows == told
    assert [row["position"] for row in told] == bad
    assert [row["error"].startswith("not tried: 4 events of") for row in told] == [
        *[False] * 4,
        *[True] * 8,
        *[False] * 3,
    ]


def test_other_kinds_of_such_a_source_are_still_taken(casino: Casino) -> None:
    """Of a table whose bets nobody can fold throws, payouts and closes are folded all the same."""
    open_table(casino)
    bad = stakes(casino, 1, 6)
    with patch("projections.stages.integrity.quarantine.TRIED_MAX", 2), breaking("rounds", *bad):
        casino.project()
    rows = casino.rows("SELECT position FROM {s}.unfolded ORDER BY position")
    assert [row["position"] for row in rows] == bad
    assert casino.rows("SELECT count(*) AS n FROM {s}.verdict") == [{"n": 6}]


def test_an_event_set_aside_is_a_critical_finding(casino: Casino) -> None:
    """INT-FOLD names the event, its round, the stage and the error."""
    open_table(casino)
    play(casino, 1)
    (position,) = closes(casino)
    with breaking("judging", position):
        rebuild(casino.conninfo)
    (row,) = casino.rows("SELECT * FROM {s}.finding")
    assert (row["code"], row["severity"], row["round"]) == ("INT-FOLD", "critical", round_name(1))
    assert row["positions"] == [position]
    assert row["recorded"] == WHY


def test_nobody_is_accused_on_a_round_that_is_not_proved(casino: Casino) -> None:
    """A bet that could not be folded makes the payout look unfounded: the round is unproved."""
    open_table(casino)
    bet = play(casino, 1)["bet"]
    play(casino, 2)
    play(casino, 3, paid=3_495)
    with breaking("rounds", bet.position):
        casino.project()
    states = casino.rows("SELECT state FROM {s}.verdict ORDER BY round")
    assert [row["state"] for row in states] == ["unproved", "unproved", "differs"]
    assert sorted(code for code, _ in findings(casino)) == ["INT-FOLD", "RA-PAY"]


def test_a_place_is_not_proved_until_its_day_is_closed(casino: Casino) -> None:
    """What the table said outside a round marks the place; the closing of the day ends the mark."""
    open_table(casino)
    play(casino, 1, paid=3_495)
    staff = casino.say(TABLE, StaffChanged(person="c-1", post="pagador"), place=PLACE)
    play(casino, 2, paid=3_495)
    casino.say("financas", GamingDayClosed())
    play(casino, 3, paid=3_495)
    with breaking("rounds", staff.position):
        casino.project(page=4)
    states = casino.rows("SELECT state FROM {s}.verdict ORDER BY round")
    assert [row["state"] for row in states] == ["differs", "unproved", "differs"]
    (row,) = casino.rows("SELECT scope, subject, until FROM {s}.unfolded")
    assert (row["scope"], row["subject"]) == ("place", PLACE)
    assert row["until"] is not None
    before = casino.rows("SELECT * FROM {s}.unfolded")
    with breaking("rounds", staff.position):
        rebuild(casino.conninfo)
    assert casino.rows("SELECT * FROM {s}.unfolded") == before


@contextmanager
def telling(value: object, round_id: str) -> Iterator[None]:
    """Let verdicts tell another stake of a round."""
    note = Verdicts._note

    def told(self: Verdicts, position: int, judged: JudgedRound, state: State) -> None:
        note(self, position, judged, state)
        if judged.closed.round == round_id:
            row: Any = self._rounds[round_id]
            self._rounds[round_id] = (*row[:3], value, *row[4:])

    with patch.object(Verdicts, "_note", told):
        yield


class Untellable:
    """A value of which no row can be made."""

    @override
    def __str__(self) -> str:
        """Say nothing."""
        raise ValueError("no such value")


@pytest.mark.one_in(2)
@pytest.mark.parametrize("value", ["none", Untellable()], ids=["no number", "untellable"])
def test_a_row_that_nobody_can_write_costs_its_event_alone(casino: Casino, value: object) -> None:
    """A value that no column takes, or a row that cannot be made, marks the round that it is of."""
    a_short_night(casino)
    position = closes(casino)[1]
    told = []
    for page in (3, 5_000):
        with telling(value, round_name(2)):
            rebuild(casino.conninfo, page=page)
        rows = casino.rows("SELECT position, stage, subject FROM {s}.unfolded")
        assert rows == [{"position": position, "stage": "verdicts", "subject": round_name(2)}]
        told.append(casino.rows("SELECT * FROM {s}.verdict ORDER BY round"))
    assert [row["round"] for row in told[0]] == [round_name(1), round_name(3)]
    assert told[0] == told[1]


def test_a_days_figures_that_lack_an_event_accuse_nobody(casino: Casino) -> None:
    """A bet that rounds could not fold is in no day's revenue, so nobody declared it wrongly."""
    open_table(casino)
    bet = play(casino, 1, paid=3_495)["bet"]
    casino.say("financas", GamingDayClosed())
    casino.say(
        "financas",
        TaxDeclared(first=DAY, last=DAY, tax_name="imposto_especial", base=-3_400, tax=-340),
    )
    casino.project()
    assert "TAX-BASE" in {code for code, _ in findings(casino)}
    with breaking("rounds", bet.position):
        rebuild(casino.conninfo, page=4)
    assert "TAX-BASE" not in {code for code, _ in findings(casino)}


def test_the_round_that_follows_one_that_is_not_proved_accuses_nobody(casino: Casino) -> None:
    """It may read the round before (RA-DIR); the one after that stands by itself again."""
    open_table(casino)
    bet = play(casino, 1)["bet"]
    for number in (2, 3):
        play(casino, number, paid=3_495)
    with breaking("rounds", bet.position):
        casino.project(page=6)
    states = casino.rows("SELECT state FROM {s}.verdict ORDER BY round")
    assert [row["state"] for row in states] == ["unproved", "unproved", "differs"]


def test_the_round_before_is_the_one_that_was_closed_last(casino: Casino) -> None:
    """By order, not by number: the next one may be the seventh; the one after stands by itself."""
    open_table(casino)
    bet = play(casino, 1)["bet"]
    for number in (7, 5):
        play(casino, number, paid=3_495)
    with breaking("rounds", bet.position):
        casino.project(page=6)
    states = casino.rows("SELECT state FROM {s}.verdict ORDER BY known_from")
    assert [row["state"] for row in states] == ["unproved", "unproved", "differs"]


def test_a_round_follows_one_whose_close_nobody_could_fold(casino: Casino) -> None:
    """Of the seventh rounds knows no round before: it opened when the first was closed last."""
    open_table(casino)
    close = play(casino, 1)["closed"]
    for number in (7, 5):
        play(casino, number, paid=3_495)
    for page in (5_000, 4):
        with breaking("rounds", close.position):
            rebuild(casino.conninfo, page=page)
        states = casino.rows("SELECT round, state FROM {s}.verdict ORDER BY known_from")
        assert [(row["round"], row["state"]) for row in states] == [
            (round_name(7), "unproved"),
            (round_name(5), "differs"),
        ]


@pytest.mark.parametrize("stage", ["integrity", "authority"])
def test_what_rests_on_an_enrolment_is_never_proved(casino: Casino, stage: str) -> None:
    """An enrolment that a stage could not fold marks the whole house, past the day's closing."""
    open_table(casino)
    told = casino.rows(
        "SELECT max(notification_id) AS position FROM ledger.events "
        "WHERE topic LIKE 'source-enrolled/%%'"
    )
    play(casino, 1, paid=3_495)
    casino.say("financas", GamingDayClosed())
    play(casino, 2, paid=3_495)
    with breaking(stage, told[0]["position"]):
        casino.project(page=4)
    states = casino.rows("SELECT state FROM {s}.verdict ORDER BY round")
    assert [row["state"] for row in states] == ["unproved", "unproved"]
    assert {code for code, _ in findings(casino)} == {"INT-FOLD"}


def test_what_rests_on_a_tick_is_proved_again_after_the_closing(casino: Casino) -> None:
    """A tick says what time it is that day: its mark ends with the house's day."""
    open_table(casino)
    play(casino, 1, paid=3_495)
    casino.tick()
    (tick,) = casino.rows("SELECT max(notification_id) AS position FROM ledger.events")
    play(casino, 2, paid=3_495)
    casino.say("financas", GamingDayClosed())
    play(casino, 3, paid=3_495)
    for page in (5_000, 4):
        with breaking("floor", tick["position"]):
            rebuild(casino.conninfo, page=page)
        states = casino.rows("SELECT state FROM {s}.verdict ORDER BY round")
        assert [row["state"] for row in states] == ["differs", "unproved", "differs"]
        (row,) = casino.rows("SELECT scope, subject, until FROM {s}.unfolded")
        assert (row["scope"], row["subject"]) == ("house", "*")
        assert row["until"] is not None


@pytest.mark.deep
def test_figures_reckoned_anew_after_the_closing_accuse_nobody(casino: Casino) -> None:
    """TB-WIN: a count corrected the day after is of a table's day that lacks a bet."""
    opening = TableOpened(
        profile="cv-2017@1",
        game="roleta_americana",
        options={"roda": "francesa37"},
        currency="CVE",
        records=("bets", "payouts", "results"),
        count=100_000,
        counted_by=("c-1", "c-2"),
    )
    casino.say(TABLE, opening, place=PLACE)
    bet = play(casino, 1)["bet"]
    casino.say(TABLE, TableClosed(count=96_400, counted_by=("c-1", "c-2")), place=PLACE)
    drop = casino.say("contador", DropCounted(cash=100, counted_by=("c-1", "c-2")), place=PLACE)
    casino.say("financas", GamingDayClosed())
    right = msgspec.to_builtins(DropCounted(cash=900, counted_by=("c-1", "c-2")))
    act = casino.say(
        "chefe",
        Correction(
            target=f"{drop.source}:{drop.first}", link=drop.link, replacement=right, reason="x"
        ),
    )
    casino.source("chefe-2", "floor_manager")
    casino.approve("chefe-2", act)
    casino.project()
    assert ("TB-WIN", 800) in findings(casino)
    for page in (5_000, 4):
        with breaking("rounds", bet.position):
            rebuild(casino.conninfo, page=page)
        assert "TB-WIN" not in {code for code, _ in findings(casino)}


def test_a_schedule_that_nobody_could_fold_marks_its_place_for_good(casino: Casino) -> None:
    """Who may be heard at a place is said once: the closing of a day does not end that mark."""
    open_table(casino)
    told = casino.say(
        "direccao",
        PlaceScheduled(source=TABLE, category="table"),
        place=PLACE,
    )
    play(casino, 1, paid=3_495)
    casino.say("financas", GamingDayClosed())
    play(casino, 2, paid=3_495)
    with breaking("floor", told.position):
        casino.project()
    states = casino.rows("SELECT state FROM {s}.verdict ORDER BY round")
    assert [row["state"] for row in states] == ["unproved", "unproved"]


@pytest.mark.parametrize("error", [MemoryError, RecursionError, OSError])
def test_what_says_nothing_of_the_event_stops_everything(
    night: Casino, error: type[Exception]
) -> None:
    """Of a machine out of memory no event is to blame: the same one may fold well tomorrow."""
    with (
        breaking("rounds", 9, error=error),
        Runner(night.conninfo, page=4) as runner,
        pytest.raises(HaltedError, match=r"rounds cannot fold .* at position 9"),
    ):
        runner.catch_up()
    assert night.rows("SELECT stage, position FROM {s}.halted") == [
        {"stage": "rounds", "position": 9}
    ]
    night.project()
    assert night.rows("SELECT * FROM {s}.unfolded") == []


def test_a_pipeline_that_notes_nothing_sets_nothing_aside(night: Casino) -> None:
    """Where no stage would tell of it, an event that cannot be folded stops the run."""
    alone = Pipeline(lambda: [stage for stage in all_stages() if stage.alone])
    night.say(TABLE, RoundClosed(), round_id=round_name(99))
    with (
        breaking("history", 9),
        Runner(night.conninfo, schema=BESIDE, pipeline=alone) as runner,
        pytest.raises(HaltedError, match="history cannot fold"),
    ):
        runner.catch_up()
