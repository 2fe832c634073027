"""Must-hit and mystery prizes: a trigger fixed beforehand by its hash, opened after the hit.

The trigger lies within the range players are told, and the prize falls to the stake that reaches
it. Rules: MAQ R3, R18; posting 24; JP-HIT.
"""

from hashlib import sha256

from ledger.events.jackpots import MustHitCommitted, MustHitRevealed
from projections.base import Event, Fault
from projections.pools.awards_state import Won
from projections.pools.books import Books, event_fault
from projections.pools.state import Commitment, Pool
from projections.replay.settlement import money_text


def hash_of(value: int, salt: str) -> str:
    """Return the commitment to a trigger: SHA-256 of ``<value>:<salt>``, in hex.

    >>> hash_of(1, "00")[:8]
    '0d3eefe3'
    """
    return sha256(f"{value}:{salt}".encode()).hexdigest()


def commit(books: Books, event: Event, payload: MustHitCommitted) -> None:
    """Take a trigger's hash; a second one while the first is not opened is a fault."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        return
    faults: list[Fault] = []
    terms = pool.terms
    told = (terms.hit_low, terms.hit_high)
    if told not in ((None, None), (payload.low, payload.high)):
        low, high = money_text(terms.hit_low or 0), money_text(terms.hit_high or 0)
        faults.append(
            event_fault(
                "JP-HIT",
                event,
                f"between {low} and {high}",
                f"between {money_text(payload.low)} and {money_text(payload.high)}",
            )
        )
    before = pool.commitment
    if before is not None and before.awarded is None and before.position != event.position:
        faults.append(
            event_fault(
                "JP-HIT",
                event,
                "the trigger fixed before",
                "another trigger",
                positions=(before.position, event.position),
            )
        )
    pool.commitment = Commitment(
        position=event.position, hash=payload.commitment, low=payload.low, high=payload.high
    )
    books.touched.add(pool.name)
    books.find(f"pool-act {event.name}", faults)


def reveal(books: Books, event: Event, payload: MustHitRevealed) -> None:
    """Compare the trigger that was opened with its hash, its range, and the stake that won."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        return
    books.find(f"pool-act {event.name}", _faults_of(pool, event, payload))
    if pool.commitment is not None:
        pool.commitment.opened = event.position
        books.touched.add(pool.name)


def _faults_of(pool: Pool, event: Event, payload: MustHitRevealed) -> list[Fault]:
    fixed = pool.commitment
    value = money_text(payload.value)
    if fixed is None:
        return [event_fault("JP-HIT", event, "a trigger fixed beforehand", value)]
    faults: list[Fault] = []
    with_hash = (fixed.position, event.position)
    found = hash_of(payload.value, payload.salt)
    if found != fixed.hash:
        faults.append(event_fault("JP-HIT", event, fixed.hash, found, positions=with_hash))
    if not fixed.low <= payload.value <= fixed.high:
        between = f"between {money_text(fixed.low)} and {money_text(fixed.high)}"
        faults.append(event_fault("JP-HIT", event, between, value, positions=with_hash))
    if fixed.awarded is None:
        faults.append(event_fault("JP-HIT", event, "opened after the hit", value))
    elif not fixed.before < payload.value <= fixed.basis:
        reached = f"won by the stake from {money_text(fixed.before)} to {money_text(fixed.basis)}"
        positions = (fixed.position, fixed.awarded, event.position)
        faults.append(
            event_fault("JP-HIT", event, f"a trigger {reached}", value, positions=positions)
        )
    return faults


def check_award(books: Books, event: Event, pool: Pool, won: Won) -> None:
    """Note the stake that won, and find a hit without a trigger, or outside its range."""
    terms, fixed = pool.terms, pool.commitment
    if terms.hit_high is None and fixed is None:
        return
    faults: list[Fault] = []
    if fixed is None or fixed.awarded is not None:
        faults.append(event_fault("JP-HIT", event, "a trigger fixed beforehand", "none"))
    else:
        fixed.awarded, fixed.before, fixed.basis = won.position, won.before, won.basis
        books.touched.add(pool.name)
    low = fixed.low if fixed is not None else terms.hit_low or 0
    high = fixed.high if fixed is not None else terms.hit_high or 0
    told = won.cycle is not None and pool.passed == won.cycle.started
    if won.basis < low or (won.before >= high and not told):
        faults.append(
            event_fault(
                "JP-HIT",
                event,
                f"between {money_text(low)} and {money_text(high)}",
                money_text(won.basis),
            )
        )
    books.find(f"must-hit {won.award}", faults)


def check_reached(books: Books, event: Event, pool: Pool) -> None:
    """Find a stake before which the pool stood at its latest trigger, and nobody had won."""
    high = pool.terms.hit_high
    if high is None or pool.before_last < high or pool.passed == pool.cycle.started:
        return
    pool.passed = pool.cycle.started
    fault = event_fault(
        "JP-HIT",
        event,
        f"won at {money_text(high)} at the latest",
        money_text(pool.before_last),
        facts={"pool": pool.name},
    )
    books.find(f"must-hit {pool.name} {pool.cycle.started}", [fault])
