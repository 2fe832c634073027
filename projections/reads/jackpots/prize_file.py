"""Everything that a winner's file says of a jackpot's prize, gathered at one moment."""

from collections.abc import Mapping

import psycopg
from msgspec import Struct

from ledger.events.jackpots import Combination
from projections.reads.floor.house import casino_of
from projections.reads.queries import judge_round
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.pool import EVERYWHERE
from projections.stages.pools.figures import Explanation
from projections.stages.pools.queries import Movement, PoolQueries, Row


class Prize(Struct, frozen=True, kw_only=True):
    """A prize with what explains it."""

    found: Explanation
    won: Won
    currency: str
    casino: str | None = None
    """Where it was won, else whose the pool is; None of one that several houses share."""
    combination: Combination | None
    """What the pool's terms give for it; None where they do not name it."""
    why: Mapping[str, tuple[str, ...]]
    """``pt`` and ``en``: the settlement of its round, step by step; empty outside a round."""
    judged_since: int | None = None
    """Where its round was judged otherwise after the position at which the prize is known."""
    player: str | None
    """The winner's pseudonym, where an event says it."""
    start: int
    """What players saw when the cycle began, by the journal."""
    movements: tuple[Movement, ...]
    """What moved it since."""
    events: int
    """How many events moved it in the cycle, the prize's own included."""


def prize_of(
    connection: psycopg.Connection[Row], conninfo: str, won: Won, known: int | None = None
) -> Prize:
    """Return a prize with what explains it; its round is settled again from its events.

    ``known`` is the position at which the prize is as it stands in ``won``; the steps are those of
    the verdict that held then, whatever was corrected or paid since.
    """
    queries = PoolQueries(connection, known)
    pool = queries.pool(won.pool)
    assert pool is not None, f"{won.award} is of a pool that is not there"
    start, movements = queries.movements(won)
    since = None if won.round is None else queries.judged_since(won.round)
    named = {one.name: one for one in pool.terms.combinations}
    return Prize(
        found=queries.explained(won),
        won=won,
        currency=pool.terms.currency,
        casino=casino_of(connection, won.place)
        or (None if pool.casino == EVERYWHERE else pool.casino),
        combination=named.get(won.combination or ""),
        why=_why(conninfo, won, known),
        judged_since=since,
        player=queries.winner(won),
        start=start,
        movements=tuple(movements),
        events=queries.cycle_events(won),
    )


def _why(conninfo: str, won: Won, known: int | None) -> Mapping[str, tuple[str, ...]]:
    """Return the steps of the settlement that come to this prize, or none if it has no such."""
    verdict = None if won.round is None else judge_round(conninfo, won.round, known)
    for award in () if verdict is None else verdict.settlement.awards:
        if (award.pool, award.seat, award.bet, award.combination, award.amount) == (
            won.pool,
            won.seat,
            won.bet,
            won.combination,
            won.amount,
        ):
            return {
                language: tuple(step.text(language, award) for step in award.why)
                for language in ("pt", "en")
            }
    return {}
