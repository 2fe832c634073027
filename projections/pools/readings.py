"""What displays and controllers say, beside what the ledger holds at that position.

A display may lag: a value that players could have seen within its latency is right. A controller
has no such leave unless a parameter gives it. A device's own words on increments are compared,
never posted. Rules: jackpots.md; regulatory.md 3.6; BIN R29, MAQ R30 f.
"""

from datetime import datetime, timedelta
from typing import Final

from ledger.events.jackpots import ControllerRead, DisplayRead, JackpotIncrement
from ledger.money import MILLION
from projections.base import Event, Fault
from projections.pools.books import Books, Read, event_fault
from projections.pools.journal import COMPONENTS, OVERFLOW, RESERVE
from projections.pools.state import Pool, Reading, Said
from projections.replay.settlement import money_text

DISPLAY: Final = "display"
CONTROLLER: Final = "controller"
STATEMENT: Final = "statement"
LATENCY_SECONDS: Final = {DISPLAY: 30, CONTROLLER: 0, STATEMENT: 0}
"""Parameters ``display_latency_seconds`` and ``controller_latency_seconds`` (an anchor gives a
display 30 s)."""


def agrees(pool: Pool, said: int, at: str, seconds: int) -> bool:
    """Tell whether players could see this value within so many seconds before a time."""
    if said == pool.shown:
        return True
    if seconds <= 0 or not pool.recent:
        return False
    since = (datetime.fromisoformat(at) - timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S")
    for number, moment in enumerate(pool.recent):
        over = number + 1 < len(pool.recent) and pool.recent[number + 1].at <= since
        if not over and moment.low <= said <= moment.high:
            return True
    return False


def display(books: Books, event: Event, payload: DisplayRead) -> None:
    """Compare what a display shows with J1 + J2, and with its own last reading."""
    pool = books.pools.get(payload.pool or "")
    if pool is None or payload.amount is None:
        return
    name = payload.display or event.source
    faults, agreed = _against(books, event, pool, payload.amount, DISPLAY)
    before = pool.readings.get(f"{DISPLAY} {name}")
    if before is not None and _fell(pool, before, payload.amount):
        faults.append(_below("JP-DISP-DEC", event, pool, before, payload.amount))
    _keep(books, event, pool, DISPLAY, name, payload.amount, payload.why, agrees=agreed)
    day = books.pool_day(pool)
    if day is not None:
        day.display = payload.amount
        day.display_off = 0 if agreed else payload.amount - pool.shown
    books.find(f"reading {event.name}", faults)


def controller(books: Books, event: Event, payload: ControllerRead) -> None:
    """Compare what a controller holds, part by part, with the ledger."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        return
    name = event.source
    faults, agreed = _against(books, event, pool, payload.amount, CONTROLLER)
    before = pool.readings.get(f"{CONTROLLER} {name}")
    if before is not None and _fell(pool, before, payload.amount):
        faults.append(_below("JP-DEC", event, pool, before, payload.amount))
    faults += _parts(event, pool, payload)
    if agreed and payload.residue is not None and payload.residue != pool.residue:
        faults.append(
            event_fault(
                "JP-INC",
                event,
                f"{pool.residue} millionths carried",
                str(payload.residue),
                facts={"pool": pool.name},
            )
        )
    if payload.staked is not None and before is not None and before.staked is not None:
        faults += _staked(event, pool, before, payload.staked)
    _keep(books, event, pool, CONTROLLER, name, payload.amount, payload.why, agrees=agreed)
    pool.readings[f"{CONTROLLER} {name}"] = Reading(
        amount=payload.amount,
        position=event.position,
        staked=payload.staked,
        ledger_staked=pool.staked,
    )
    day = books.pool_day(pool)
    if day is not None:
        day.controller = payload.amount
    books.find(f"reading {event.name}", faults)


def _against(
    books: Books, event: Event, pool: Pool, said: int, kind: str
) -> tuple[list[Fault], bool]:
    seconds = books.value(f"{kind}_latency_seconds", pool.name, event.place or "*")
    seconds = seconds if isinstance(seconds, int) else LATENCY_SECONDS[kind]
    if agrees(pool, said, event.at, seconds):
        return [], True
    ceiling = pool.term("ceiling", event.at, event.position)
    above = ceiling is not None and said > max(ceiling, pool.shown)
    shown = money_text(ceiling if above and ceiling is not None else pool.shown)
    fault = event_fault(
        "JP-CEIL" if above else "JP-DISP",
        event,
        f"at most {shown}" if above else shown,
        money_text(said),
        amount=said - pool.shown,
        currency=pool.terms.currency,
        facts={"pool": pool.name, "of": kind},
    )
    return [fault], False


def _parts(event: Event, pool: Pool, payload: ControllerRead) -> list[Fault]:
    """Find parts below zero, and reserve or overflow other than the ledger's."""
    faults: list[Fault] = []
    said = {"amount": payload.amount, "reserve": payload.reserve, "overflow": payload.overflow}
    for name, amount in said.items():
        if amount is not None and amount < 0:
            fault = event_fault("JP-NEG", event, "0.00 or more", f"{name} {money_text(amount)}")
            faults.append(fault)
        elif amount is not None and name in COMPONENTS:
            held = pool.holds(RESERVE if name == "reserve" else OVERFLOW)
            if amount != held:
                faults.append(
                    event_fault(
                        "JP-CEIL" if name == "overflow" else "JP-DISP",
                        event,
                        f"{name} {money_text(held)}",
                        f"{name} {money_text(amount)}",
                        amount=amount - held,
                        facts={"pool": pool.name},
                    )
                )
    return faults


def _staked(event: Event, pool: Pool, before: Reading, staked: int) -> list[Fault]:
    """Compare the stakes counted between two readings: more is one twice, fewer is one missed."""
    assert before.staked is not None
    theirs, ours = staked - before.staked, pool.staked - before.ledger_staked
    if theirs == ours:
        return []
    return [
        event_fault(
            "JP-DUP" if theirs > ours else "JP-MISS",
            event,
            f"{money_text(ours)} staked since",
            f"{money_text(theirs)} staked since",
            positions=(before.position, event.position),
            amount=theirs - ours,
            facts={"pool": pool.name},
        )
    ]


def _fell(pool: Pool, before: Reading, said: int) -> bool:
    return said < before.amount and pool.fell <= before.position


def _below(code: str, event: Event, pool: Pool, before: Reading, said: int) -> Fault:
    return event_fault(
        code,
        event,
        f"{money_text(before.amount)} or more",
        money_text(said),
        positions=(before.position, event.position),
        amount=said - before.amount,
        currency=pool.terms.currency,
        facts={"pool": pool.name},
    )


def _keep(
    books: Books,
    event: Event,
    pool: Pool,
    kind: str,
    name: str,
    amount: int,
    why: str | None,
    *,
    agrees: bool,
) -> None:
    if kind != STATEMENT:
        pool.readings[f"{kind} {name}"] = Reading(amount=amount, position=event.position)
    books.readings.append(
        Read(
            position=event.position,
            pool=pool.name,
            source=kind,
            name=name,
            at=event.at,
            day=books.day,
            amount=amount,
            ledger=pool.shown,
            agrees=agrees,
            why=why,
        )
    )
    books.touched.add(pool.name)


def undo_reading(books: Books, event: Event, amount: int | None, name: str) -> None:
    """Judge a reading anew that was corrected: with what the ledger held where it stood."""
    books.find(f"reading {event.name}", [])
    pool = books.pools.get(name)
    if pool is None or amount is None:
        return
    ledger = books.shown_at(pool, event.position)
    if amount != ledger:
        fault = event_fault(
            "JP-DISP",
            event,
            money_text(ledger),
            money_text(amount),
            amount=amount - ledger,
            facts={"pool": name, "of": "correction"},
        )
        books.find(f"reading {event.name}", [fault])


# --- increments as devices state them ------------------------------------------------------------


def increment(books: Books, event: Event, payload: JackpotIncrement) -> None:
    """Compare what a device outside a round says it added with what its stake adds."""
    pool = books.pools.get(payload.pool)
    if pool is None:
        return
    faults = _of_last_stake(books, event, pool, payload)
    if faults is None:
        faults = _by_rate(event, pool, payload)
    if payload.amount < 0:
        said = money_text(payload.amount)
        faults = [event_fault("JP-DEC", event, "an increment", said, facts={"pool": pool.name})]
    if payload.balance is not None:
        found, agreed = _against(books, event, pool, payload.balance, STATEMENT)
        if not agreed:
            faults += found
            _keep(books, event, pool, STATEMENT, event.source, payload.balance, None, agrees=False)
    if faults:
        books.find(f"reading {event.name}", faults)


def _of_last_stake(
    books: Books, event: Event, pool: Pool, payload: JackpotIncrement
) -> list[Fault] | None:
    """Compare with the member's last stake; None where the member never said anything before."""
    place = event.place
    if place is None or pool.member(place, event.position) is None:
        return None
    last = pool.said.get(place)
    if last is None:
        pool.said[place] = Said(event.name, 0, event.position, stated=True)
        books.touched.add(pool.name)
        return None
    if last.stated:
        return [
            event_fault(
                "JP-DUP",
                event,
                "one increment a stake",
                money_text(payload.amount),
                positions=(last.position, event.position),
                facts={"pool": pool.name},
            )
        ]
    last.stated = True
    books.touched.add(pool.name)
    said = payload.amount + payload.reserve + payload.overflow
    if said == last.whole:
        return []
    return [_wrong(event, pool, payload, last.whole, said)]


def _by_rate(event: Event, pool: Pool, payload: JackpotIncrement) -> list[Fault]:
    """Compare with the stake it names: the fraction carried may add one unit."""
    if payload.stake is None:
        return []
    exact = payload.stake * pool.whole("ppm", event.at, event.position)
    added = payload.amount + payload.overflow
    if abs(added * MILLION - exact) < MILLION:
        return []
    return [_wrong(event, pool, payload, exact // MILLION, added)]


def _wrong(event: Event, pool: Pool, payload: JackpotIncrement, computed: int, said: int) -> Fault:
    """Return JP-RATECHG where another rate of the pool explains what was said, else JP-INC."""
    others = {pool.terms.ppm, *(one.value for one in pool.changes if one.name == "ppm")}
    others.discard(pool.whole("ppm", event.at, event.position))
    stake = payload.stake or 0
    by_other = any(
        ppm is not None and stake and abs(said * MILLION - stake * ppm) < MILLION for ppm in others
    )
    return event_fault(
        "JP-RATECHG" if by_other else "JP-INC",
        event,
        money_text(computed),
        money_text(said),
        amount=said - computed,
        currency=pool.terms.currency,
        facts={"pool": pool.name},
    )
