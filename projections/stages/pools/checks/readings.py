"""Readings of displays and controllers beside the ledger's balances at that moment.

A display may lag: a value that players could have seen within its latency is right. A controller
has no such leave unless a parameter gives it. A device's own words on increments are compared,
never posted. Rules: jackpots.md; regulatory.md 3.6; BIN R29, MAQ R30 f.
"""

from msgspec import structs

from ledger.events.jackpots import ControllerRead, DisplayRead, JackpotIncrement
from ledger.money import MILLION
from projections.base.event import Event
from projections.base.produced import Fault
from projections.base.times import after
from projections.replay.settlement import money_text
from projections.stages.pools.books.agenda.waiting import Kind, Waiting
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.findings import event_fault
from projections.stages.pools.books.lookups import Read
from projections.stages.pools.books.moments import Balances, Reading, key_of
from projections.stages.pools.books.now import Now
from projections.stages.pools.books.pool import Pool
from projections.stages.pools.checks.device_readings import (
    LATENCY_SECONDS,
    agreeing,
    follow,
    reading_before,
)
from projections.stages.pools.moves import late
from projections.stages.pools.moves.held import (
    DOUBTED,
    fell_between,
    held_at,
    is_remembered,
    recalled,
    seen_between,
)


def display(books: Books, event: Event, payload: DisplayRead) -> None:
    """Take a display's reading, to compare it when all devices of the pool have spoken."""
    pool = books.pools.get(payload.pool or "")
    if pool is not None and payload.amount is not None:
        hold(books, pool, event, Kind.DISPLAY)


def controller(books: Books, event: Event, payload: ControllerRead) -> None:
    """Take a controller's reading, to compare it when all devices of the pool have spoken."""
    pool = books.pools.get(payload.pool)
    if pool is not None:
        hold(books, pool, event, Kind.CONTROLLER)


def hold(books: Books, pool: Pool, event: Event, kind: Kind) -> None:
    """Let a reading wait; a reading of a forgotten time can be compared with nothing."""
    seconds = books.now.value(f"{kind}_latency_seconds", pool.name, event.place or "*")
    seconds = seconds if isinstance(seconds, int) else LATENCY_SECONDS[kind]
    if not is_remembered(books.now, pool, event.at):
        return
    place = event.place if kind == Kind.STATED else None
    one = Waiting(kind=kind, position=event.position, at=event.at, seconds=seconds, place=place)
    late.hold(books, pool, event, one)


def judge(
    books: Books,
    event: Event,
    pool: Pool,
    payload: DisplayRead | ControllerRead | JackpotIncrement,
    one: Waiting,
) -> None:
    """Compare a reading with the pool's balances at its moment, by all devices' own times."""
    key, device = key_of(event), device_of(event, payload)
    before = pool.readings.get(device)
    overtaken = before is not None and before.key > key
    if overtaken:  # it came late, or says something only since it was corrected
        before = reading_before(books, pool, device, key)
    with recalled(books, pool, after(event.at, -one.seconds)):
        _judge(books, event, pool, payload, one, before)
    if overtaken and not isinstance(payload, JackpotIncrement):
        follow(books, pool, device, key)


def _judge(
    books: Books,
    event: Event,
    pool: Pool,
    payload: DisplayRead | ControllerRead | JackpotIncrement,
    one: Waiting,
    before: Reading | None,
) -> None:
    key = key_of(event)
    held = held_at(pool, key)
    if isinstance(payload, JackpotIncrement):
        if one.stake is not None:
            one.carried = held_at(pool, one.stake.key._replace(order=one.stake.position - 1))
            held = held_at(pool, max(key, one.stake.key))
        faults = _faults_of_increment(event, pool, payload, one, held)
        if payload.balance is not None and payload.balance != held.shown // MILLION:
            _keep(books, event, pool, payload, held)
    else:
        assert payload.amount is not None
        seen = seen_between(pool, after(event.at, -one.seconds), key) if one.seconds else [held]
        held = agreeing(payload, seen) or held
        fell = before is not None and fell_between(pool, before.at, key)
        faults = _faults_of_reading(pool, event, payload, held, before, fell=fell)
        _keep(books, event, pool, payload, held)
    if faults:
        one.held, one.before, one.known = held, before, books.now.position
        pool.doubted = [*pool.doubted[1 - DOUBTED :], one]
        books.findings.find(f"reading {event.name}", faults)


def judge_again(
    books: Books,
    event: Event,
    pool: Pool,
    payload: DisplayRead | ControllerRead | JackpotIncrement,
    one: Waiting,
) -> None:
    """Compare a differing reading once more, with the changes that came later."""
    assert one.held is not None
    if isinstance(payload, JackpotIncrement):
        faults = _faults_of_increment(event, pool, payload, one, one.held)
    else:
        faults = _faults_again(books, pool, event, payload, one)
    with books.findings.again():
        books.findings.find(f"reading {event.name}", faults)
    _keep_again(books, event, pool, payload, one)
    if not faults:
        pool.doubted = [other for other in pool.doubted if other is not one]
    books.pools.touched.add(pool.name)


def _faults_again(
    books: Books, pool: Pool, event: Event, payload: DisplayRead | ControllerRead, one: Waiting
) -> list[Fault]:
    """Compare a reading as it stands with what was held then and the reading before it."""
    assert one.held is not None
    before, fell = one.before, False
    if before is not None:  # from a second before: what fell then is at hand, too
        with recalled(books, pool, after(before.at, -1)):
            fell = fell_between(pool, before.at, key_of(event))
    return _faults_of_reading(pool, event, payload, one.held, before, fell=fell)


# --- displays and controllers --------------------------------------------------------------------


def device_of(event: Event, payload: DisplayRead | ControllerRead | JackpotIncrement) -> str:
    """Return the name of the device whose reading it is."""
    if isinstance(payload, DisplayRead):
        return f"{Kind.DISPLAY} {payload.display or event.source}"
    kind = Kind.CONTROLLER if isinstance(payload, ControllerRead) else Kind.STATEMENT
    return f"{kind} {event.source}"


def _faults_of_reading(
    pool: Pool,
    event: Event,
    payload: DisplayRead | ControllerRead,
    held: Balances,
    before: Reading | None,
    *,
    fell: bool,
) -> list[Fault]:
    """Find where a reading differs from the balances, and from the device's last reading."""
    assert payload.amount is not None
    by_display = isinstance(payload, DisplayRead)
    shown = held.shown // MILLION
    faults = _differs(
        event, pool, payload.amount, shown, Kind.DISPLAY if by_display else Kind.CONTROLLER
    )
    if before is not None and payload.amount < before.amount and not fell:
        code = "JP-DISP-DEC" if by_display else "JP-DEC"
        faults.append(_below(code, event, pool, before, payload.amount))
    if isinstance(payload, DisplayRead):
        return faults
    residue = held.shown % MILLION
    if payload.amount == shown and payload.residue not in (None, residue):
        faults.append(
            event_fault(
                "JP-INC",
                event,
                f"{residue} millionths carried",
                str(payload.residue),
                facts={"pool": pool.name},
            )
        )
    faults += _parts(event, pool, payload, held)
    if payload.staked is not None and before is not None and before.staked is not None:
        faults += _staked(event, pool, before, payload.staked, held.staked)
    return faults


def _differs(event: Event, pool: Pool, said: int, shown: int, kind: Kind) -> list[Fault]:
    if said == shown:
        return []
    ceiling = pool.term("ceiling", event.at, event.position)
    above = ceiling is not None and said > max(ceiling, shown)
    most = money_text(ceiling if above and ceiling is not None else shown)
    return [
        event_fault(
            "JP-CEIL" if above else "JP-DISP",
            event,
            f"at most {most}" if above else most,
            money_text(said),
            amount=said - shown,
            currency=pool.terms.currency,
            facts={"pool": pool.name, "of": kind.value},
        )
    ]


def _parts(event: Event, pool: Pool, payload: ControllerRead, held: Balances) -> list[Fault]:
    """Find parts below zero, and reserve or overflow other than the ledger's."""
    faults: list[Fault] = []
    said = {"amount": payload.amount, "reserve": payload.reserve, "overflow": payload.overflow}
    ours = {"reserve": held.reserve // MILLION, "overflow": held.overflow}
    for name, amount in said.items():
        if amount is not None and amount < 0:
            fault = event_fault("JP-NEG", event, "0.00 or more", f"{name} {money_text(amount)}")
            faults.append(fault)
        elif amount is not None and amount != ours.get(name, amount):
            faults.append(
                event_fault(
                    "JP-CEIL" if name == "overflow" else "JP-DISP",
                    event,
                    f"{name} {money_text(ours[name])}",
                    f"{name} {money_text(amount)}",
                    amount=amount - ours[name],
                    facts={"pool": pool.name},
                )
            )
    return faults


def _staked(event: Event, pool: Pool, before: Reading, staked: int, ours: int) -> list[Fault]:
    """Compare the stakes counted between two readings: more is one twice, fewer is one missed."""
    assert before.staked is not None
    theirs, ours = staked - before.staked, ours - before.ledger_staked
    # What came when the last reading had been judged, the device may have counted after it.
    if min(0, before.late) <= theirs - ours <= max(0, before.late):
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
    payload: DisplayRead | ControllerRead | JackpotIncrement,
    held: Balances,
) -> None:
    """Keep a reading beside the ledger's balance, on its day."""
    by_controller = isinstance(payload, ControllerRead)
    amount = payload.balance if isinstance(payload, JackpotIncrement) else payload.amount
    assert amount is not None
    shown = held.shown // MILLION
    name = device_of(event, payload)
    books.records.readings.append(_row(books.now, event, pool, payload, held))
    books.pools.touched.add(pool.name)
    if isinstance(payload, JackpotIncrement):
        return
    kind = name.partition(" ")[0]
    last = pool.readings.get(name)
    key = key_of(event)
    if last is None or last.key <= key:
        pool.readings[name] = Reading(
            amount=amount,
            position=event.position,
            at=event.at,
            source=event.source,
            staked=payload.staked if by_controller else None,
            ledger_staked=held.staked,
        )
    of_kind = [read for of, read in pool.readings.items() if of.startswith(f"{kind} ")]
    if any(read.key > key for read in of_kind):
        show_last(books, pool, kind)
        return
    day = books.journal.read_day(pool)
    if day is not None:
        note = books.noted.day(books.now.position, pool.name, day.day)
        if by_controller:
            day.controller = note.controller = amount
        else:
            day.display = note.display = amount
            day.display_off = note.display_off = amount - shown


def _row(
    now: Now,
    event: Event,
    pool: Pool,
    payload: DisplayRead | ControllerRead | JackpotIncrement,
    held: Balances,
) -> Read:
    amount = payload.balance if isinstance(payload, JackpotIncrement) else payload.amount
    assert amount is not None
    kind, _, by = device_of(event, payload).partition(" ")
    shown = held.shown // MILLION
    return Read(
        position=event.position,
        pool=pool.name,
        source=kind,
        name=by,
        at=event.at,
        day=now.day_of(pool),
        amount=amount,
        ledger=shown,
        agrees=amount == shown,
        why=None if isinstance(payload, JackpotIncrement) else payload.why,
        known=now.position,
    )


def _keep_again(
    books: Books,
    event: Event,
    pool: Pool,
    payload: DisplayRead | ControllerRead | JackpotIncrement,
    one: Waiting,
) -> None:
    """Keep a reading again, beside the ledger's balance as it is known now."""
    assert one.held is not None
    if isinstance(payload, JackpotIncrement) and payload.balance is None:
        return
    row = _row(books.now, event, pool, payload, one.held)
    books.records.read_again[event.position] = structs.replace(row, known=one.known)
    if not isinstance(payload, JackpotIncrement):
        show_last(books, pool, row.source)


def show_last(books: Books, pool: Pool, source: str) -> None:
    """Let the last reading of the day at hand that stands be the day's."""
    day = books.journal.read_day(pool)
    if day is None:
        return
    last = books.records.last_reading(pool, day.day, source)
    note = books.noted.day(books.now.position, pool.name, day.day)
    amount = last.amount if last is not None else None
    note.unread = source if last is None else None
    if source == Kind.CONTROLLER:
        day.controller = note.controller = amount
        return
    day.display = note.display = amount
    off = last.amount - last.ledger if last is not None else None
    day.display_off = note.display_off = off


# --- increments as devices state them ------------------------------------------------------------


def _faults_of_increment(
    event: Event, pool: Pool, payload: JackpotIncrement, one: Waiting, held: Balances
) -> list[Fault]:
    """Find where a stated increment, or the balance after it, differs from its stake's."""
    if payload.amount < 0:
        said = money_text(payload.amount)
        faults = [event_fault("JP-DEC", event, "an increment", said, facts={"pool": pool.name})]
    elif one.stake is not None and one.carried is not None:
        # Whole units that an award takes change no fraction: only stakes and voids do.
        fraction = (one.carried.shown + one.carried.overflow * MILLION) % MILLION
        whole = (fraction + one.stake.exact) // MILLION
        whole += (one.carried.reserve % MILLION + one.stake.reserve) // MILLION
        said_all = payload.amount + payload.reserve + payload.overflow
        faults = []
        if said_all != whole:
            faults = [_wrong(event, pool, payload, whole, said_all)]
    elif event.place is None or pool.member(event.place, event.position) is None:
        faults = _by_rate(event, pool, payload)
    else:
        faults = []
    if payload.balance is not None:
        faults += _differs(event, pool, payload.balance, held.shown // MILLION, Kind.STATEMENT)
    return faults


def _by_rate(event: Event, pool: Pool, payload: JackpotIncrement) -> list[Fault]:
    """Compare a statement with the stake it names: the fraction carried may add one unit."""
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
