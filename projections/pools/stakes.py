"""Stakes: the share of each goes into the pool exactly, and exactly back when it is void.

Whole minor units move, the fraction stays as residue: balance and residue together are the exact
sum. A stake keeps the rate in force when its round was opened. Reserve (J3) and what passes the
ceiling (J4) are captive like the rest (MAQ R19, R21).
Rules: jackpots.md, "Pool model"; postings 2-5 and 21.
"""

from msgspec.structs import replace

from ledger.money import MILLION
from projections.base import Revenue
from projections.pools.books import Books
from projections.pools.journal import (
    ACCUMULATED,
    INCREMENT,
    OVERFLOW,
    RESERVE,
    REVENUE,
    VOIDED,
    Of,
)
from projections.pools.moments import Key, Latest, Returned
from projections.pools.state import ACTIVE, Pool
from projections.pools.timeline import mark


def take(
    books: Books,
    pool: Pool,
    stake: int,
    at: str,
    before: int,
    casino: str,
    of: Of,
    *,
    key: Key | None = None,
    count: int = 1,
) -> int:
    """Take a stake's share into the pool; return the whole units that moved.

    ``at`` and ``before`` are time and position of the round's opening, whose rate holds; ``key`` is
    when it counts, if that is not now, and ``count`` 0 of more of a stake that is counted already.
    """
    if pool.changes:
        ppm = pool.whole("ppm", at, before)
        reserve_ppm = pool.whole("reserve_ppm", at, before)
        ceiling = pool.term("ceiling", at, before)
    else:
        terms = pool.terms
        ppm, reserve_ppm, ceiling = terms.ppm, terms.reserve_ppm, terms.ceiling
    shown = pool.before_last = pool.shown
    whole, pool.residue = divmod(stake * ppm + pool.residue, MILLION)
    hidden = 0
    if reserve_ppm:
        hidden, pool.reserve_residue = divmod(stake * reserve_ppm + pool.reserve_residue, MILLION)
    _count(books, pool, stake, ppm, count)
    pool.casinos[casino] = pool.casinos.get(casino, 0) + stake * ppm
    over = 0
    if ceiling is not None and whole > 0:
        over = whole - min(whole, max(0, ceiling - shown))
    pool.cycle.increments += whole - over
    if whole - over:
        books.post(pool, REVENUE, ACCUMULATED, whole - over, INCREMENT, of)
    if over:
        books.post(pool, REVENUE, OVERFLOW, over, INCREMENT, of)
    if hidden:
        books.post(pool, REVENUE, RESERVE, hidden, INCREMENT, of)
    mark(books, pool, key=key, stakes=count, ppm=ppm, casino=casino)
    books.touched.add(pool.name)
    return whole + hidden


def give_back(
    books: Books,
    pool: Pool,
    stake: int,
    opened: tuple[str, int],
    taken: int,
    casino: str,
    of: Of,
    *,
    alone: bool = False,
    key: Key | None = None,
    name: str = "",
    category: str | None = None,
    place: str | None = None,
) -> int | None:
    """Take a void stake's share back exactly; return the whole units that came back.

    None where it stays: the pool gave it away since. ``key`` is when it is void, if not now;
    ``name`` the event of a stake that is its own round, ``category`` and ``place`` whose receita
    gains what comes back: a transfer that came between and moves later needs them (``keep``).

    Nothing comes back if an award or transfer drained the pool after the stake was taken at the
    position ``taken``, or of a stake that is its own round after its time: the operator bears it
    (P1). Nor does what the pool does not hold. A void from before a prize that is not closed makes
    that prize smaller, whenever it comes.
    """
    # Whatever the clock says of who voided it, it was after it was laid.
    now = max(key or (books.at, books.position), (opened[0], taken))
    drained = _drained_since(pool, (opened[0], taken), now) if alone else pool.drained > taken
    if drained:
        return None
    ppm = pool.whole("ppm", *opened)
    reserve_ppm = pool.whole("reserve_ppm", *opened)
    whole, residue = divmod(pool.residue - stake * ppm, MILLION)
    hidden, reserve_residue = divmod(pool.reserve_residue - stake * reserve_ppm, MILLION)
    over = min(-whole, pool.holds(OVERFLOW)) if whole < 0 else 0
    lacks = -whole - over > pool.holds(ACCUMULATED) or -hidden > pool.holds(RESERVE)
    # A prize that was won later took what goes back now: it is reckoned anew.
    before_prize = alone and any(_is_open_after(one, now) for one in pool.latest)
    if lacks and not before_prize:
        return None
    pool.residue, pool.reserve_residue = residue, reserve_residue
    _count(books, pool, -stake, ppm, -1)
    given = pool.casinos.get(casino, 0) - stake * ppm
    pool.casinos[casino] = given if before_prize else max(0, given)
    _post_voided(books, pool, whole + over, -over, hidden, of)
    mark(books, pool, key=now if alone else None, stakes=-1, ppm=ppm, casino=casino)
    pool.returned.append(
        Returned(
            opened=opened,
            laid=opened if alone else _time_of(books, opened, taken),
            told=max(now, (books.at, books.position)) if key == opened else now,
            counted=now,
            stake=stake,
            casino=casino,
            name=name,
            category=category,
            place=place,
            round=of.round,
            seat=of.seat,
            bet=of.bet,
        )
    )
    books.touched.add(pool.name)
    return -whole - hidden


def _time_of(books: Books, opened: Key, taken: int) -> Key:
    """Return when a round's stake was booked: its round may be older than a transfer before it."""
    event = books.look.at(taken) if books.look is not None else None
    return opened if event is None else (event.at, taken)


def keep(books: Books, pool: Pool) -> None:
    """Put in again what void stakes took back though a transfer came between.

    A transfer moves when all who feed the pool must have spoken, and is of its own time: what was
    made void after that, of a stake from before it, was given back too early. It stays in the pool
    as of the void's time, and the operator bears it (jackpots.md, "Transfer, extinction, end").
    """
    moved = books.at, books.position
    stay = [one for one in pool.returned if one.laid < moved < one.told]
    if not stay:
        return
    mark(books, pool)
    pool.returned = [one for one in pool.returned if one not in stay]
    for one in stay:
        whole = _put_back(books, pool, one)
        if one.name:
            undone = books.undone(one.name)
            books.page_undone[one.name] = replace(undone, kept=(*undone.kept, pool.name))
        if whole and one.category is not None:
            books.revenue.append(
                Revenue(
                    category=one.category,
                    amount=-whole,
                    reason="increment",
                    place=one.place,
                    round=one.round,
                    casino=one.casino,
                )
            )


def _put_back(books: Books, pool: Pool, one: Returned) -> int:
    """Undo what ``give_back`` did of a stake; return the whole units that are in the pool again."""
    ppm = pool.whole("ppm", *one.opened)
    whole, pool.residue = divmod(pool.residue + one.stake * ppm, MILLION)
    reserve_ppm = pool.whole("reserve_ppm", *one.opened)
    hidden, pool.reserve_residue = divmod(pool.reserve_residue + one.stake * reserve_ppm, MILLION)
    ceiling = pool.term("ceiling", *one.opened)
    over = 0 if ceiling is None else whole - min(whole, max(0, ceiling - pool.shown))
    _count(books, pool, one.stake, ppm, 1)
    pool.casinos[one.casino] = pool.casinos.get(one.casino, 0) + one.stake * ppm
    of = Of(one.round, one.seat, one.bet)
    _post_voided(books, pool, whole - over, over, hidden, of)
    mark(books, pool, key=one.counted, stakes=1, ppm=ppm, casino=one.casino)
    books.touched.add(pool.name)
    return whole + hidden


def _post_voided(books: Books, pool: Pool, whole: int, over: int, hidden: int, of: Of) -> None:
    """Book what J2, J4 and J3 change by; what goes back out of them is negative."""
    pool.cycle.increments += whole
    for account, amount in ((ACCUMULATED, whole), (OVERFLOW, over), (RESERVE, hidden)):
        books.post(pool, REVENUE, account, amount, VOIDED, of)


def forget(pool: Pool, opened: Key, of: Of) -> None:
    """Let a stake that counts again be none that was given back."""
    if not pool.returned:
        return
    whose = opened, of.round, of.seat, of.bet
    pool.returned = [
        one for one in pool.returned if (one.opened, one.round, one.seat, one.bet) != whose
    ]


def restake(
    books: Books, pool: Pool, was: int, now: int, opened: Key, casino: str, of: Of
) -> int | None:
    """Let a stake that is its own round be another amount; return the whole units that moved.

    It is of its own time. What the pool gave away since cannot come back from it (None), and what
    is more counts from where the correction stands.
    """
    at, position = opened
    if was == now:
        return 0
    back = give_back(books, pool, was, opened, position, casino, of, alone=True, key=opened)
    if back is not None:
        pool.returned.pop()  # it is in again, of another amount
        return take(books, pool, now, at, position, casino, of, key=opened) - back
    if now < was or pool.status != ACTIVE:
        return None
    return take(books, pool, now - was, at, position, casino, of, count=0)


def _drained_since(pool: Pool, stake: Key, now: Key) -> bool:
    """Tell whether an award or transfer came after a stake, and not one that is reckoned anew."""
    if any(stake < one.key and not _is_open_after(one, now) for one in pool.latest):
        return True
    # The last of all may be no prize of these: a transfer, a table's, one that is forgotten.
    last = (pool.drained_at, pool.drained)
    return stake < last and not any(one.award == pool.drained_by for one in pool.latest)


def _is_open_after(one: Latest, now: Key) -> bool:
    return one.key > now and not one.closed


def _count(books: Books, pool: Pool, stake: int, ppm: int, sign: int) -> None:
    pool.staked += stake
    cycle = pool.cycle
    cycle.stakes += sign
    rate = str(ppm)
    cycle.rates[rate] = cycle.rates.get(rate, 0) + stake
    day = books.pool_day(pool)
    if day is not None:
        day.stakes += sign
        day.staked += stake
        day.rates[rate] = day.rates.get(rate, 0) + stake
        books.noted.stake(books.position, pool.name, day.day, ppm, sign, stake)
