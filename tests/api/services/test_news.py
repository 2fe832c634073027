"""Who follows the ledger hears that it moved, by one look for all, and not of the service."""

import asyncio
from collections.abc import Callable

import psycopg

from api.services.deps import reading_pool
from api.services.news import News, Seen, Standing, looks_through
from ledger.events.registry import AccessRecorded
from tests.fixtures.casino import AT, Casino
from tests.projections.stages.machines.hall import Hall

QUICK = 0.01


class Base:
    """A database that a test moves, and that counts the looks."""

    def __init__(self) -> None:
        self.seen = Seen(position=5, newest=5, last=5, stopped=None, checked=0)
        self.looks = 0
        self.away = False

    def look(self, after: int) -> Seen:
        """Return what is there."""
        self.looks += 1
        if self.away:
            raise psycopg.OperationalError("away")
        newest = self.seen.newest
        new = newest if newest is not None and newest > after else None
        return Seen(
            position=self.seen.position,
            newest=new,
            last=self.seen.last,
            stopped=self.seen.stopped,
            checked=self.seen.checked,
        )


def heard(
    base: Base, moves: Callable[[int], None], most: int, known: str | None = None
) -> list[Standing | None]:
    """Follow until so many words came; ``moves`` is called with the number of each that came."""

    async def follow() -> list[Standing | None]:
        found: list[Standing | None] = []
        news = News(base.look, every=QUICK, beat=10 * QUICK, late=20 * QUICK)
        async for one in news.follow("ana", known):
            found.append(one)
            if len(found) == most:
                break
            moves(len(found))
        return found

    return asyncio.run(asyncio.wait_for(follow(), 20))


def test_who_follows_hears_each_standing_once_and_signs_of_life() -> None:
    """The present standing, then nothing new, then the one that moved."""
    base = Base()

    def moves(number: int) -> None:
        if number == 2:
            base.seen = Seen(position=7, newest=7, last=7, stopped=None, checked=0)

    first, life, second = heard(base, moves, 3)
    assert first == Standing(news=5)
    assert life is None
    assert second == Standing(news=7)


def test_who_comes_back_with_what_he_knew_hears_only_what_is_new() -> None:
    """``Last-Event-ID`` names the standing that was heard last."""
    base = Base()
    known = Standing(news=5).name
    assert heard(base, lambda _number: None, 2, known) == [None, None]
    assert heard(base, lambda _number: None, 1, Standing(news=4).name) == [Standing(news=5)]


def test_a_stop_and_a_verification_are_told_and_lateness_when_it_lasts() -> None:
    """Projections that stopped, a log that was verified, books that stay behind: each is news."""
    base = Base()

    def moves(number: int) -> None:
        if number == 1:
            base.seen = Seen(position=5, newest=5, last=5, stopped=6, checked=4)
        if number == 2:
            base.seen = Seen(position=5, newest=5, last=9, stopped=None, checked=4)

    told = [one for one in heard(base, moves, 8) if one is not None]
    assert told[:3] == [
        Standing(news=5),
        Standing(news=5, stopped=6, checked=4),
        Standing(news=5, checked=4),
    ]
    assert told[3] == Standing(news=5, checked=4, late=1)
    assert [one.late for one in told[3:]] == [1, 2][: len(told) - 3], "again when it doubles"


def test_work_of_ones_own_is_told_as_it_goes_on_and_when_it_is_over() -> None:
    """Each word that is another, between standings; the last one is empty, and no word is lost."""
    base, said = Base(), ["", "1 of 2", "1 of 2", "2 of 2", ""]

    async def follow() -> list[Standing | str | None]:
        news = News(base.look, every=QUICK, beat=1_000 * QUICK)
        stream = news.follow("ana", None, lambda: said.pop(0) if said else "")
        return [await anext(stream) for _ in range(4)]

    told = asyncio.run(asyncio.wait_for(follow(), 10))
    assert [one for one in told if isinstance(one, str)] == ["1 of 2", "2 of 2", ""]
    assert Standing(news=5) in told


def test_where_no_look_succeeds_nobody_is_told_that_all_is_well() -> None:
    """A stream over a database that is away gives no sign of life."""
    base = Base()
    base.away = True

    async def follow() -> bool:
        news = News(base.look, every=QUICK, beat=10 * QUICK)
        stream = news.follow("ana", None)
        waited = asyncio.ensure_future(anext(stream))
        done, _pending = await asyncio.wait([waited], timeout=0.5)
        base.away = False
        first = await asyncio.wait_for(waited, 5)
        await stream.aclose()
        return not done and first == Standing(news=5)

    assert asyncio.run(follow())
    assert base.looks > 5


def test_all_who_follow_share_one_look_and_nobody_looks_when_they_are_gone() -> None:
    """Twenty streams cost the looks of one; the last who leaves ends them; places are bounded."""
    base = Base()

    async def follow() -> tuple[int, int, bool, bool, int]:
        news = News(base.look, every=0.05, beat=5.0, most=20, of_person=15)
        streams = [news.follow(f"person {number % 2}", None) for number in range(20)]
        await asyncio.gather(*(anext(one) for one in streams))
        first = base.looks
        full, another = news.is_full_for("somebody"), News(base.look).is_full_for("somebody")
        for one in streams:
            await one.aclose()
        await asyncio.sleep(0.2)
        gone = base.looks
        await asyncio.sleep(0.2)
        return first, base.looks - gone, full, another, news.followers

    first, later, full, another, followers = asyncio.run(follow())
    assert first < 4
    assert (later, full, another, followers) == (0, True, False, 0)


def test_a_person_has_so_many_windows() -> None:
    """Beyond them that person waits, and nobody else."""

    async def follow() -> tuple[bool, bool]:
        news = News(Base().look, every=QUICK, of_person=2)
        streams = [news.follow("ana", None) for _ in range(2)]
        await asyncio.gather(*(anext(one) for one in streams))
        answer = news.is_full_for("ana"), news.is_full_for("rui")
        for one in streams:
            await one.aclose()
        return answer

    assert asyncio.run(follow()) == (True, False)


def test_streams_end_with_the_service() -> None:
    """A service that stops does not wait for whoever reads."""

    async def follow() -> int:
        news = News(Base().look, every=QUICK, beat=60)
        stream = news.follow("ana", None)
        await anext(stream)
        asyncio.get_running_loop().call_later(0.05, news.end)
        return len([one async for one in stream])

    assert asyncio.run(asyncio.wait_for(follow(), 5)) <= 1


def test_a_reading_is_no_news_and_an_event_is(casino: Casino) -> None:
    """Each open page would answer its own reading with a reading, for ever."""
    casino.project()
    with reading_pool(casino.conninfo) as pool:
        look = looks_through(pool, lambda: 3)
        before = look(0)
        read = AccessRecorded(person="ana", purpose="page", count=1, since=AT, until=AT)
        assert casino.installation.door.say(read).accepted
        casino.project()
        quiet = look(before.newest or 0)
        hall = Hall(casino)
        hall.open()
        behind = look(before.newest or 0)
        casino.project()
        moved = look(before.newest or 0)
    assert quiet.newest is None
    assert quiet.position == before.position + 1
    assert behind.position < behind.last
    assert moved.newest == moved.position == moved.last
    assert moved.checked == 3
