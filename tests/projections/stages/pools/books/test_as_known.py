"""Pools and prizes as they were known at a position of the log (regulatory.md F71)."""

from copy import deepcopy
from random import Random

from ledger.door.ingestion import Receipt
from ledger.events.base import Payload
from ledger.events.jackpots import (
    AwardPaid,
    BaseFunded,
    Beneficiary,
    ConcessionEnded,
    ControllerRead,
    CoverDeclared,
    DisplayRead,
    PoolAdjusted,
    PoolMemberAdded,
    PoolMemberRemoved,
    PoolOpened,
)
from ledger.events.machines import Play, PlayVoided
from ledger.events.registry import ParameterSet
from ledger.events.reviews import Correction, GamingDayClosed
from projections.base.event import Event
from projections.stages.pools.books.accounts import PARTS, SHOWN
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.lookups import PoolDay
from projections.stages.pools.books.pool import as_known
from projections.stages.pools.figures import Counted, Moved, NotedAt, days_of
from projections.stages.pools.queries import PoolQueries
from tests.fixtures.casino import DAY, Casino
from tests.helpers.each import each
from tests.projections.stages.pools.hall import HASH, Hall

# --- by the stage and by the journal -------------------------------------------------------------


def from_rows(books: Books, pool: str, known: int) -> list[PoolDay]:
    """Return a pool's days from the rows up to a position, each row for itself."""
    moved = [
        Moved(
            day=str(entry.day),
            reason=entry.posting.reason,
            moved=-entry.posting.amount,
            hidden=0 if entry.posting.account in SHOWN else -entry.posting.amount,
        )
        for entry in books.journal.entries
        if entry.position <= known and entry.posting.pool == pool and entry.posting.account in PARTS
    ]
    counted: dict[tuple[str, int | None], Counted] = {}
    noted: list[NotedAt] = []
    for (position, name, day), note in sorted(books.noted.days.items()):
        if name != pool or position > known:
            continue
        noted.append(
            NotedAt(
                position=position,
                day=day,
                residue=note.residue,
                display=note.display,
                display_off=note.display_off,
                controller=note.controller,
            )
        )
        for ppm, (stakes, staked) in (note.rates or {None: [0, 0]}).items():
            was = counted.get((day, ppm))
            counted[day, ppm] = Counted(
                day=day,
                ppm=ppm,
                stakes=stakes + (was.stakes if was else 0),
                staked=staked + (was.staked if was else 0),
                first=was.first if was else position,
                last=position,
                residue_at=position if note.residue is not None else was and was.residue_at,
                display_at=position if note.display is not None else was and was.display_at,
                controller_at=position
                if note.controller is not None
                else was and was.controller_at,
            )
    return days_of(pool, moved, list(counted.values()), noted)


def act_at_random(hall: Hall, dice: Random, pool: str, plays: list[Event], number: int) -> None:
    """Let one thing happen to a pool."""
    match dice.randrange(9):
        case 0 | 1 | 2:
            plays.append(hall.play(dice.randrange(1, 30_000), dice.choice(("M-1", "M-2"))))
        case 3:
            hall.play(777, "M-2", pool=pool, pap_h=hall.pool(pool).shown + 3)
        case 4:
            hall.act(PoolAdjusted(pool=pool, component="reserve", amount=9, reason="x"))
        case 5:
            gone = plays.pop(dice.randrange(len(plays))) if len(plays) > 1 else plays[0]
            void = PlayVoided(play=gone.name, cause="avaria", returned=1)
            hall.say(void, source=str(gone.place), place=gone.place)
        case 6:
            hall.say(DisplayRead(pool=pool, amount=dice.randrange(60_000)), source="visor")
        case 7:
            hall.say(ControllerRead(pool=pool, amount=50_000, residue=1), source="controlador")
        case _:
            hall.tick(400 * number)


@each("seed", range(12))
def test_days_from_the_rows_up_to_a_position_are_those_the_stage_had_there(seed: int) -> None:
    """Two days, two pools, acts at random: what the stage had after each, the rows give again."""
    dice = Random(seed)
    hall = Hall()
    hall.open("p", "M-1", "M-2", ceiling=50_300, reserve_ppm=1_111)
    hall.open("q", "M-2", ppm=7_777)
    plays = [hall.play(9_999, "M-2")]
    then: dict[int, dict[tuple[str, str], PoolDay]] = {}
    for number in range(40):
        if number == 25:
            hall.day = "2026-11-21"
        pool = dice.choice("pq")
        act_at_random(hall, dice, pool, plays, number)
        then[len(hall.log)] = deepcopy(hall.books.journal.days)
    for position, days in then.items():
        for name in "pq":
            mine = [days[key] for key in sorted(days) if key[0] == name]
            assert from_rows(hall.books, name, position) == mine, (position, name)


def test_terms_members_and_status_of_then() -> None:
    """A member gone, one that came, another base, the end: each from its position on."""
    hall = Hall()
    opened = hall.open("p", "M-1")
    hall.open("q", "M-9")
    start = len(hall.log)
    hall.say(PoolMemberAdded(pool="p", member="M-2"))
    came = len(hall.log)
    hall.say(PoolMemberRemoved(pool="p", member="M-1"))
    left = len(hall.log)
    since = "2026-11-20T00:00:00.000000Z"
    hall.act(ParameterSet(scope="p", name="base", value=70_000, since=since))
    changed = len(hall.log)
    hall.correct(
        opened,
        PoolOpened(
            pool="p", scope="machines", members=("M-1",), currency="EUR", base=50_000, ppm=5_000
        ),
    )
    terms = len(hall.log)
    hall.act(
        ConcessionEnded(
            casino="*", beneficiaries=(Beneficiary(institution="i", ppm=1_000_000),), act="igj-1"
        )
    )
    found = [
        None
        if (one := as_known(hall.pool(), position)) is None
        else (one.names, one.base, one.terms.currency, one.status)
        for position in (opened.position, start, came, left, changed, terms, len(hall.log))
    ]
    assert found[:5] == [
        None,  # said, and not approved yet
        (["M-1"], 50_000, "CVE", "activo"),
        (["M-1", "M-2"], 50_000, "CVE", "activo"),
        (["M-2"], 50_000, "CVE", "activo"),
        (["M-2"], 70_000, "CVE", "activo"),
    ]
    assert found[5] is not None
    assert found[5][2:] == ("EUR", "activo")
    assert found[6] == (hall.pool().names, 70_000, "EUR", hall.pool().status)
    assert hall.pool().status == "revertido"


# --- in the ledger -------------------------------------------------------------------------------


class Evening:
    """A pool of 500.00 at 0.5 % and what was said of it, by position."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino
        opened = PoolOpened(
            pool="p", scope="machines", members=("M-1",), currency="CVE", base=50_000, ppm=5_000
        )
        self.act(opened)
        self.say(BaseFunded(pool="p", amount=50_000, funds="operator"))
        self.play = self.say(Play(stake=10_000, denomination=1, configuration=HASH), "M-1")
        self.before = self.last
        won = Play(stake=10_000, denomination=1, configuration=HASH, pool="p", pap_h=50_100)
        self.won = self.say(won, "M-1")
        self.prize = f"M-1:{self.won.first}"
        self.at_prize = self.last
        self.say(DisplayRead(pool="p", amount=50_000), "visor")
        self.say(AwardPaid(award=self.prize, pool="p", amount=50_100, means="cash"), "caixa")
        self.say(CoverDeclared(amount=60_000, form="deposit"))
        self.say(GamingDayClosed())
        self.closed = self.last
        adjusted = self.act(PoolAdjusted(pool="p", component="accumulated", amount=77, reason="x"))
        self.adjusted = self.last
        target = f"financas:{adjusted.first}"
        self.act(Correction(target=target, link=adjusted.link, replacement=None, reason="erro"))
        self.say(DisplayRead(pool="p", amount=50_400), "visor")
        self.say(CoverDeclared(amount=40_000, form="deposit"))
        casino.project()

    @property
    def last(self) -> int:
        """The last position."""
        return self.casino.last

    def say(self, payload: Payload, source: str = "financas") -> Receipt:
        place = source if source == "M-1" else None
        return self.casino.say(source, payload, at=second(self.last), place=place)

    def act(self, payload: Payload) -> Receipt:
        receipt = self.say(payload)
        self.casino.approve("direccao", receipt, at=second(self.last))
        return receipt


def second(number: int) -> str:
    """Return a time of the evening of its own."""
    return f"2026-11-20T22:{number // 60:02}:{number % 60:02}.000000Z"


def test_what_came_after_a_position_does_not_count_there(casino: Casino) -> None:
    """The prize takes 501.00, 500.00 is put back; 0.77 comes and goes, cover falls to 400.00."""
    evening = Evening(casino)
    found: list[list[tuple[int | None, ...]]] = []
    with casino.reading() as connection:
        for known in (evening.before, evening.at_prize, evening.closed, evening.adjusted, None):
            asked = PoolQueries(connection, known)
            pool = asked.pool("p")
            assert pool is not None
            days = asked.statement(pool)
            assert [day.day for day in days] == [DAY, "2026-11-21"][: len(days)]
            found.append(
                [
                    (
                        *(day.increments, day.wins, day.resets, day.corrections, day.closing),
                        *(day.display, day.cover),
                    )
                    for day in days
                ]
            )
            assert asked.statement(pool, last="2026-11-19") == []
        moved = (100, -50_100, 50_000, 0, 50_000, 50_000)
        assert found == [
            [(50, 0, 0, 0, 50_050, None, None)],
            [(100, -50_100, 50_000, 0, 50_000, None, None)],
            [(*moved, 60_000)],
            [(*moved, 60_000), (0, 0, 0, 77, 50_077, None, None)],  # the day was closed
            [(*moved, 40_000), (0, 0, 0, 0, 50_000, 50_400, None)],
        ]
        assert PoolQueries(connection, 1).pool("p") is None
        assert PoolQueries(connection, evening.before).awards("p") == []
        assert PoolQueries(connection, evening.before).award(evening.prize) is None
        (then,) = PoolQueries(connection, evening.at_prize).awards("p")
        (now,) = PoolQueries(connection).awards("p")
        assert (then.state, then.paid, now.state, now.paid) == ("won", 0, "paid", 50_100)
        explained = PoolQueries(connection, evening.at_prize).explained(then)
        assert (explained.balance, explained.journal, explained.state) == (50_100, 50_100, "won")
