"""Corrections of jackpot acts: the act's postings are reversed, its replacement is posted.

Both at the position where the correction takes effect; the last correction in the log counts. What
belongs to a round (its bets, awards and payments) is judged again with the round instead.
"""

from collections.abc import Callable
from typing import Any, Final, cast

import msgspec

from ledger.events.jackpots import (
    AwardPaid,
    AwardRefused,
    AwardVerified,
    BaseFunded,
    CharityPaid,
    ConcessionEnded,
    ControllerRead,
    CoverDeclared,
    CoverMoved,
    DisplayRead,
    InterCasinoSettled,
    JackpotIncrement,
    JackpotWon,
    MustHitCommitted,
    MustHitRevealed,
    PoolAdjusted,
    PoolExtinguished,
    PoolMemberAdded,
    PoolMemberRemoved,
    PoolOpened,
    PoolReset,
    PoolStake,
    PoolTransferred,
)
from ledger.events.machines import HandPaid, Play, PlayVoided
from ledger.events.registry import OpeningDeclared, ParameterSet
from projections.base.event import Event
from projections.stages.pools.books.accounts import REVERSAL, Of
from projections.stages.pools.books.books import Books
from projections.stages.pools.checks import claims, corrected_readings, increments, must_hit
from projections.stages.pools.intake import endings, plays, transfers
from projections.stages.pools.moves import acts

Undo = Callable[[Books, Event, Any, Any], None]
"""Takes the event, the payload that stood and the one that stands now; None: withdrawn."""
WITH_SECOND_PERSON: Final = (
    PoolOpened,
    PoolAdjusted,
    PoolTransferred,
    PoolExtinguished,
    AwardRefused,
)
"""Acts that take effect where another person approves."""


def correct(books: Books, target: Event, now: Any) -> None:
    """Let another payload stand for a jackpot event from here on; None withdraws the event."""
    kind = cast("type[Any]", type(target.payload))
    undo = _UNDO.get(kind)
    if undo is None or target.round is not None:
        return
    was = books.records.payload_of(target)
    undone = books.records.undone(target.name)
    text = msgspec.json.encode(now, order="deterministic").decode() if now is not None else None
    books.records.set_undone(target.name, corrected=True, replacement=text)
    if isinstance(target.payload, WITH_SECOND_PERSON) and undone.effective is None:
        return  # nothing moved yet: what is approved later is what stands then
    if _waits(books, target):
        return  # it is judged as it stands when all have spoken
    if was is not None or now is not None:
        books.findings.correcting = True
        undo(books, msgspec.structs.replace(target, payload=now), was, now)
        books.findings.correcting = False


def _waits(books: Books, target: Event) -> bool:
    """Tell whether an event still waits and is not booked: then it is simply read anew."""
    if isinstance(target.payload, (JackpotWon, Play, PoolStake, ConcessionEnded)):
        return False
    return any(
        one.position == target.position
        for name in books.agenda.waits
        for one in books.pools[name].waiting
    )


def _rebook(apply: Undo) -> Undo:
    """Return an undoing that reverses an act's postings and books the payload that stands now."""

    def undo(books: Books, event: Event, was: Any, now: Any) -> None:
        befores = {pool.name: pool.shown for pool in books.pools.values()}
        books.journal.reverse(books.journal.posted_by(event.name), REVERSAL, Of(act=event.name))
        for pool in books.pools.values():
            pool.correct_cycle(befores[pool.name])
        books.findings.find(f"pool-act {event.name}", [])
        if now is not None:
            apply(books, event, was, now)

    return undo


def _fund(books: Books, event: Event, _was: Any, now: Any) -> None:
    acts.fund(books, event, now)


def _adjust(books: Books, event: Event, _was: Any, now: Any) -> None:
    acts.adjust(books, event, now)


def _pay(books: Books, event: Event, _was: Any, now: Any) -> None:
    endings.pay(books, event, now)


def _cover(books: Books, event: Event, _was: Any, now: Any) -> None:
    endings.move_cover(books, event, now)


def _settle(books: Books, event: Event, was: Any, now: Any) -> None:
    if was is not None:
        endings.unsettle(books, event, was)
    books.findings.find(f"pool-act {event.name}", [])
    if now is not None:
        endings.settle(books, event, now)


def _redeclare(books: Books, event: Event, was: OpeningDeclared | None, now: Any) -> None:
    if (was is not None and was.subject != "pool") or (now is not None and now.subject != "pool"):
        return
    if was is not None and was.name in books.records.declared:
        del books.records.declared[was.name]
        books.records.general = True
    pool = books.pools.get(was.name) if was is not None else None
    posted = books.journal.posted_by(event.name)
    if was is not None and pool is not None and posted:
        old = was.values
        acts.shift_residue(books, pool, -old.get("residue", 0), -old.get("reserve_residue", 0))
        acts.declare_won(books, event, pool, 0)
    _rebook(lambda books, event, _, now: acts.declare(books, event, now, again=bool(posted)))(
        books, event, was, now
    )


def _open(books: Books, event: Event, was: Any, now: Any) -> None:
    if was is not None:
        acts.undo_terms(books, event, was, now)
    elif now is not None and (pool := books.pools.get(now.pool)) is not None:
        acts.undo_terms(books, event, pool.terms, now)


def _set_term(books: Books, event: Event, _was: Any, _now: Any) -> None:
    acts.end_term(books, event)  # what stands instead is handed on as an act of its own


def _transfer(books: Books, event: Event, was: Any, now: Any) -> None:
    if was is not None:
        transfers.undo(books, event, was)
    books.findings.find(f"pool-act {event.name}", [])
    if now is not None:
        transfers.transfer(books, event, now)


def _extinguish(books: Books, event: Event, was: Any, now: Any) -> None:
    if was is not None:
        acts.unextinguish(books, was)
    books.findings.find(f"pool-act {event.name}", [])
    if now is not None:
        acts.extinguish(books, event, now)


def _end(books: Books, event: Event, was: Any, now: Any) -> None:
    if was is not None:
        endings.undo_end(books, event)
    books.findings.find(f"pool-act {event.name}", [])
    if now is not None:
        endings.end(books, event, now)


def _declare_cover(books: Books, event: Event, was: Any, now: Any) -> None:
    endings.undo_cover(books, event, was or now, now)


def _join(books: Books, event: Event, was: Any, now: Any) -> None:
    if was is not None:
        acts.withdraw_member(books, event, was)
    books.findings.find(f"pool-act {event.name}", [])
    if now is not None:
        acts.add_member(books, event, now)


def _leave(books: Books, event: Event, was: Any, now: Any) -> None:
    if was is not None:
        acts.withdraw_removal(books, event, was)
    if now is not None:
        acts.remove_member(books, event, now)


def _play(books: Books, event: Event, was: Any, now: Any) -> None:
    plays.replace(books, event, was, now)


def _void(books: Books, event: Event, was: Any, now: Any) -> None:
    if was is not None:
        plays.unvoid(books, event, was)
    if now is not None:
        plays.void(books, event, now)


def _stake(books: Books, event: Event, was: Any, now: Any) -> None:
    plays.replace_elsewhere(books, event, was, now)


def _won(books: Books, event: Event, was: Any, now: Any) -> None:
    if was is not None:
        claims.withdraw_claim(books, event, was)
    if now is not None:
        claims.claim(books, event, now)


def _refuse(books: Books, event: Event, was: Any, now: Any) -> None:
    if was is not None:
        claims.unrefuse(books, was)
    if now is not None:
        claims.refuse(books, event, now)


def _paid(books: Books, event: Event, was: Any, now: Any) -> None:
    if was is not None:
        claims.unpaid(books, event)
    if now is not None:
        claims.paid(books, event, now)


def _hand_paid(books: Books, event: Event, was: Any, now: Any) -> None:
    if was is not None:
        claims.unpaid(books, event)
    if now is not None:
        claims.hand_paid(books, event, now)


def _verify(books: Books, event: Event, _was: Any, now: Any) -> None:
    books.findings.find(f"pool-act {event.name}", [])
    if now is not None:
        claims.verify(books, event, now)


def _reset(books: Books, event: Event, _was: Any, now: Any) -> None:
    books.findings.find(f"pool-act {event.name}", [])
    if now is not None:
        claims.reset(books, event, now)


def _commit(books: Books, event: Event, was: Any, now: Any) -> None:
    books.findings.find(f"pool-act {event.name}", [])
    if now is None:
        must_hit.unfix(books.pools, event, was)
    else:
        must_hit.commit(books, event, now)


def _reveal(books: Books, event: Event, _was: Any, now: Any) -> None:
    books.findings.find(f"pool-act {event.name}", [])
    if now is not None:
        must_hit.reveal(books, event, now)


def _read(books: Books, event: Event, was: Any, now: Any) -> None:
    corrected_readings.undo_reading(books, event, now, (now or was).pool or "")


def _state(books: Books, event: Event, was: Any, now: Any) -> None:
    corrected_readings.forget_statement(books, event, (was or now).pool)
    if now is not None:
        increments.increment(books, event, now)


_UNDO: Final[dict[type, Undo]] = {
    BaseFunded: _rebook(_fund),
    PoolAdjusted: _rebook(_adjust),
    CharityPaid: _rebook(_pay),
    CoverMoved: _rebook(_cover),
    InterCasinoSettled: _settle,
    OpeningDeclared: _redeclare,
    PoolOpened: _open,
    ParameterSet: _set_term,
    PoolMemberAdded: _join,
    PoolMemberRemoved: _leave,
    PoolTransferred: _transfer,
    PoolExtinguished: _extinguish,
    ConcessionEnded: _end,
    CoverDeclared: _declare_cover,
    Play: _play,
    PlayVoided: _void,
    PoolStake: _stake,
    JackpotWon: _won,
    AwardRefused: _refuse,
    AwardVerified: _verify,
    AwardPaid: _paid,
    HandPaid: _hand_paid,
    PoolReset: _reset,
    MustHitCommitted: _commit,
    MustHitRevealed: _reveal,
    DisplayRead: _read,
    ControllerRead: _read,
    JackpotIncrement: _state,
}
