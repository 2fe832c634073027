"""Stakes: the share of each goes into the pool exactly, and exactly back when it is void.

Whole minor units move, the fraction stays as residue: balance and residue together are the exact
sum. A stake keeps the rate in force when its round was opened. Reserve (J3) and what passes the
ceiling (J4) are captive like the rest (MAQ R19, R21).
Rules: jackpots.md, "Pool model"; postings 2-5 and 21.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from ledger.money import MILLION
from projections.base.produced import Revenue
from projections.stages.pools.books.accounts import (
    ACCUMULATED,
    INCREMENT,
    NOTHING,
    OVERFLOW,
    RESERVE,
    REVENUE,
    VOIDED,
    Of,
)
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.lookups import Kept
from projections.stages.pools.books.moments import Balances, Key, Laid, Latest, Move, Returned
from projections.stages.pools.books.pool import ACTIVE, Pool
from projections.stages.pools.books.records import Records
from projections.stages.pools.moves import awards
from projections.stages.pools.moves.held import DOUBTED, held_at, insert, mark, tell_late


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
    count_stake(books, pool, stake, ppm, count)
    pool.casinos[casino] = pool.casinos.get(casino, 0) + stake * ppm
    over = 0
    if ceiling is not None and whole > 0:
        over = whole - min(whole, max(0, ceiling - shown))
    pool.cycle.increments += whole - over
    if whole - over:
        books.journal.post(pool, REVENUE, ACCUMULATED, whole - over, INCREMENT, of)
    if over:
        books.journal.post(pool, REVENUE, OVERFLOW, over, INCREMENT, of)
    if hidden:
        books.journal.post(pool, REVENUE, RESERVE, hidden, INCREMENT, of)
    mark(books, pool, key=key, stakes=count, ppm=ppm, casino=casino)
    books.pools.touched.add(pool.name)
    return whole + hidden


def take_laid(books: Books, pool: Pool, one: Laid, key: Key | None = None) -> int:
    """Take a stake's share in again; return the whole units that moved."""
    if pool.returned:
        pool.returned = [other for other in pool.returned if not other.laid.is_same(one)]
    return take(books, pool, one.stake, *one.opened, casino=one.casino, of=_of(one), key=key)


def give_back(books: Books, pool: Pool, one: Laid, key: Key | None = None) -> int | None:
    """Take a void stake's share out again exactly; return the whole units that came back.

    None where it stays: the pool gave it away since. ``key`` is when it is void, if not now.

    Nothing comes back if an award or transfer drained the pool after the stake was laid, by the
    devices' times: the operator bears it (P1). Nor does what the pool does not hold. A void from
    before a prize that is not closed makes that prize smaller, whenever it comes.
    """
    # Whatever the clock says of who voided it, it was after it was laid.
    now = max(key or books.now.key, one.at)
    if _is_drained(pool, one.at, now):
        return None
    # A prize that was won later took what goes back now: it is reckoned anew.
    before_prize = any(_is_open_after(latest, now) for latest in pool.latest)
    if not before_prize and _lacks(pool, one):
        return None
    whole = _move(books, pool, one, -1, key=now)
    if not before_prize:
        pool.casinos[one.casino] = max(0, pool.casinos[one.casino])
    told = max(now, books.now.key) if key == one.at else now
    pool.returned.append(Returned(laid=one, told=told, counted=now))
    return -whole


def restake(books: Books, pool: Pool, one: Laid, now: int) -> tuple[int, int]:
    """Change the amount of a stake that is its own round.

    Return the whole units that moved, and what lies in the pool of it beyond that amount.

    It is of its own time, unless an award or a transfer came since. What the pool gave away then
    cannot come back from it, as of a void; what is more counts from where the correction stands.
    """
    was = one.stake
    if was == now:
        return 0, 0
    back = give_back(books, pool, one, key=one.at)
    if back is not None:
        gone = pool.returned.pop()  # it is in again, of another amount
        whole = take(books, pool, now, *one.opened, casino=one.casino, of=NOTHING, key=one.at)
        _return_part(pool, gone, was - now)
        return whole - back, 0
    if now < was or pool.status != ACTIVE:
        return 0, was - now
    more = take(books, pool, now - was, *one.opened, casino=one.casino, of=NOTHING, count=0)
    return more, 0


def _return_part(pool: Pool, gone: Returned, less: int) -> None:
    """Note by how much a stake was lowered, together with what was lowered before."""
    before = [one for one in pool.returned if not one.stakes and one.laid.is_same(gone.laid)]
    pool.returned = [one for one in pool.returned if one not in before]
    less += sum(one.laid.stake for one in before)
    if less:
        laid = replace(gone.laid, stake=less)
        pool.returned.append(Returned(laid=laid, told=gone.told, counted=gone.counted, stakes=0))


# --- what came back too early --------------------------------------------------------------------


def keep(books: Books, pool: Pool) -> list[Returned]:
    """Put void stakes' shares in again where a transfer came between stake and void.

    A transfer moves when all who feed the pool must have spoken, and is of its own time: what was
    made void after that, of a stake from before it, was given back too early. It stays in the pool
    as of the void's time, and the operator bears it (jackpots.md, "Transfer, extinction, end").

    What a stake was said to be more since then is not the transfer's. It goes out again and is
    returned, for ``lay_again``: the devices moved what they had all told, and a machine whose word
    is corrected a day later must not make their figures wrong.
    """
    if pool.closing is not None:
        return []
    moved = books.now.key
    _lose_again(books, pool, moved)
    stay = [one for one in pool.returned if one.laid.at < moved < one.told]
    _stay(books, pool, stay)
    return [one for one in stay if one.laid.stake < 0]


def told_by(books: Books, pool: Pool, play: str, key: Key) -> None:
    """Date every amount said of a play's stake and prize to when the play was void."""
    for number, one in enumerate(pool.returned):
        if one.laid.name == play and one.told > key:
            pool.returned[number] = replace(one, told=key)
            books.pools.touched.add(pool.name)
    for number, gone in enumerate(pool.gone):
        if gone.award in (play, f"{play} {pool.name}") and gone.by is None and gone.told > key:
            pool.gone[number] = replace(gone, told=key)
            books.pools.touched.add(pool.name)


def _lose_again(books: Books, pool: Pool, moved: Key) -> None:
    """Let a prize that was said after a transfer not to be one come back then, not before it.

    The devices moved what they had all told.
    """
    for one in [one for one in pool.gone if one.by is None and one.key < moved < one.told]:
        won = books.awards.get(one.award)
        assert won is not None
        mark(books, pool)
        won.held = held_at(pool, one.key)
        by = awards.effect_of(books.now, pool, won)
        pool.gone = [replace(one, by=by) if other is one else other for other in pool.gone]
        out = Move(*one.key, by, one.award)
        back = Move(*one.told, Balances().plus(by, -1), one.award)
        for move in (out, back):
            insert(pool, move)
            tell_late(books.agenda, pool, move)
        books.pools.touched.add(pool.name)


def lay_again(books: Books, pool: Pool, more: Sequence[Returned]) -> None:
    """Count raised stakes from when they were raised, if the pool still takes stakes."""
    mark(books, pool)
    for one in more if pool.status == ACTIVE else ():
        laid = replace(one.laid, stake=-one.laid.stake)
        _hand_on(books, laid, _move(books, pool, laid, 1, key=one.told, stakes=0))
        _note_kept(books.records, pool, laid)


def keep_for_prize(books: Books, pool: Pool, won: Key) -> None:
    """Put void stakes' shares in again where a prize, told only now, came between stake and void.

    In the order of the devices' times the prize has it, and the operator bears the void (P1). A
    pool that has ended takes nothing: what the prize lacks the operator bears (P2).
    """
    if pool.closing is not None:
        return
    stay = [one for one in pool.returned if one.laid.at < won < one.counted]
    _stay(books, pool, stay)
    for one in stay:
        if one.laid.name and one.stakes:
            stays(books, pool, one.laid, one.counted)


def stays(books: Books, pool: Pool, laid: Laid, key: Key) -> None:
    """Keep a void stake that stays in a pool, for as long as what drained it may be taken back."""
    others = [one for one in pool.stayed if one.laid.name != laid.name]
    pool.stayed = [*others, Returned(laid=laid, told=key, counted=key)][-DOUBTED:]
    books.pools.touched.add(pool.name)


def release(books: Books, pool: Pool) -> None:
    """Give void stakes back that stayed because of a prize which was taken back since."""
    for one in list(pool.stayed):
        name, laid = one.laid.name, one.laid
        if books.records.undone(name).kept.get(pool.name, 0) == laid.stake:
            back = give_back(books, pool, laid, one.counted)
            if back is None:
                continue
            note_kept(books.records, name, pool, 0)
            _hand_on(books, laid, -back)
        pool.stayed = [other for other in pool.stayed if other is not one]
        books.pools.touched.add(pool.name)


def _stay(books: Books, pool: Pool, stay: Sequence[Returned]) -> None:
    if not stay:
        return
    mark(books, pool)
    pool.returned = [one for one in pool.returned if one not in stay]
    for one in stay:
        whole = _move(books, pool, one.laid, 1, key=one.counted, stakes=one.stakes)
        _hand_on(books, one.laid, whole)
        _note_kept(books.records, pool, one.laid)


def _note_kept(records: Records, pool: Pool, one: Laid) -> None:
    """Record stake money that stays in the pool although its bet was voided."""
    if one.name:
        note_kept(
            records, one.name, pool, records.undone(one.name).kept.get(pool.name, 0) + one.stake
        )
    if one.round is not None:
        booked = records.booked(one.round)
        kept_here = Kept(pool=pool.name, seat=one.seat, bet=one.bet, stake=one.stake)
        records.page_booked[one.round] = replace(booked, kept=(*booked.kept, kept_here))


def note_kept(records: Records, name: str, pool: Pool, stake: int) -> None:
    """Record how much of a stake that is its own round lies in a pool besides its amount."""
    undone = records.undone(name)
    kept = {other: amount for other, amount in undone.kept.items() if other != pool.name}
    if stake:
        kept[pool.name] = stake
    if kept != undone.kept:
        records.set_undone(name, kept=kept)


def _hand_on(books: Books, one: Laid, whole: int) -> None:
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


# --- exactly in, exactly out ---------------------------------------------------------------------


def _move(books: Books, pool: Pool, one: Laid, sign: int, *, key: Key, stakes: int = 1) -> int:
    """Move a stake's exact share in (1), or out (-1); return the whole units that came in."""
    stake = sign * one.stake
    ppm = pool.whole("ppm", *one.opened)
    whole, pool.residue = divmod(pool.residue + stake * ppm, MILLION)
    reserve_ppm = pool.whole("reserve_ppm", *one.opened)
    hidden, pool.reserve_residue = divmod(pool.reserve_residue + stake * reserve_ppm, MILLION)
    over = _over(pool, whole, pool.term("ceiling", *one.opened))
    count_stake(books, pool, stake, ppm, sign * stakes)
    pool.casinos[one.casino] = pool.casinos.get(one.casino, 0) + stake * ppm
    pool.cycle.increments += whole - over
    of = _of(one)
    for account, amount in ((ACCUMULATED, whole - over), (OVERFLOW, over), (RESERVE, hidden)):
        books.journal.post(pool, REVENUE, account, amount, VOIDED, of)
    mark(books, pool, key=key, stakes=sign * stakes, ppm=ppm, casino=one.casino)
    books.pools.touched.add(pool.name)
    return whole + hidden


def _over(pool: Pool, whole: int, ceiling: int | None) -> int:
    """Return the part of whole units above the ceiling; the overflow goes out first."""
    if whole < 0:
        return -min(-whole, pool.holds(OVERFLOW))
    return 0 if ceiling is None else whole - min(whole, max(0, ceiling - pool.shown))


def _lacks(pool: Pool, one: Laid) -> bool:
    """Tell whether a pool no longer holds a stake's share."""
    whole = (pool.residue - one.stake * pool.whole("ppm", *one.opened)) // MILLION
    reserve_ppm = pool.whole("reserve_ppm", *one.opened)
    hidden = (pool.reserve_residue - one.stake * reserve_ppm) // MILLION
    accumulated = whole - _over(pool, whole, None)
    return -accumulated > pool.holds(ACCUMULATED) or -hidden > pool.holds(RESERVE)


def _of(one: Laid) -> Of:
    return Of(one.round, one.seat, one.bet) if one.round is not None else NOTHING


def _is_drained(pool: Pool, laid: Key, now: Key) -> bool:
    """Tell whether a drain came after a stake, other than an award that can be reckoned anew."""
    if any(laid <= one.key and not _is_open_after(one, now) for one in pool.latest):
        return True
    # There are others than these: a transfer, a table's, one that is forgotten.
    known = {one.award for one in pool.latest}
    return any(
        laid.order < one.position if one.in_log else laid < one.key
        for one in pool.drains
        if one.by not in known
    )


def _is_open_after(one: Latest, now: Key) -> bool:
    return one.key >= now and not one.closed


def count_stake(books: Books, pool: Pool, stake: int, ppm: int, sign: int) -> None:
    """Count a stake, or with a negative amount and sign its void, among those that qualified."""
    pool.staked += stake
    cycle = pool.cycle
    cycle.stakes += sign
    rate = str(ppm)
    cycle.rates[rate] = cycle.rates.get(rate, 0) + stake
    day = books.journal.pool_day(pool)
    if day is not None:
        day.stakes += sign
        day.staked += stake
        day.rates[rate] = day.rates.get(rate, 0) + stake
        books.noted.stake(books.now.position, pool.name, day.day, ppm, sign, stake)
