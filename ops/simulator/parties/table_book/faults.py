"""Faults of a table's book: its opening, its slips with the cage, its counts, complaints.

Rules: contabilidade_de_mesa.md; TB-* and DS-* of the findings.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from msgspec import structs

from ledger.events.tables import DropCounted, Fill, StaffChanged, TableClosed, TableOpened
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.table_book.course import MISSING, SLIP, BookCourse, Day, Signed
from ops.simulator.parties.terminal import Telling, instant

UNISSUED: Final = 9_000
"""How far from the cage's numbers that of a slip is which it never made out."""
OPENER: Final = "opener-differs"
CAPITAL: Final = "capital-differs"
CLOSER_MISSING: Final = "closer-missing"
DROP_SHORT: Final = "drop-short"
DROP_BY_POST: Final = "drop-counted-from-post"
CLOSER_IN_ONE_HAND: Final = "closer-in-one-hand"
WRONG_LINK: Final = "correction-under-another-link"

# --- the opening ---------------------------------------------------------------------------------


def after_a_closer(book: BookCourse) -> bool:
    """Tell whether the table takes over from a day before."""
    return book.days > 1


def open_with_less(book: BookCourse, day: Day, right: int) -> int:
    """Open with less than was counted at the closing before."""
    del day
    book.plant("TB-OPEN", due=MISSING, paid=0)
    return right - MISSING


def open_with_more_capital(book: BookCourse, day: Day, right: int) -> int:
    """Say a larger initial capital than the approved one."""
    del day
    book.plant("TB-FLOAT", due=0, paid=MISSING)
    return right + MISSING


def open_signed_by_one(book: BookCourse, day: Day, right: Signed) -> Signed:
    """Sign the opening count by the first of its counters alone."""
    del day
    opened, _ = right
    assert isinstance(opened, TableOpened)
    book.plant("TB-OPEN", facts={"fact": "signatures"})
    return opened, opened.counted_by[:1]


# --- slips ---------------------------------------------------------------------------------------


def _plant_slip(book: BookCourse) -> None:
    book.plant("TB-FILL", facts={"fact": f"fill {book.slips['fill']}"})


def fill_at_the_table_only(book: BookCourse, day: Day, right: Telling) -> Telling:
    """Bring chips of which the cage knows nothing, and never will."""
    del day, right
    usual = book.slips["fill"]
    book.slips["fill"] += UNISSUED
    yield book.slip(Fill, "table")
    _plant_slip(book)
    book.slips["fill"] = usual


def fill_at_the_cage_only(book: BookCourse, day: Day, right: Telling) -> Telling:
    """Give chips out at the cage that never come to the table."""
    del day, right
    yield book.slip(Fill, "cage")
    _plant_slip(book)


def fill_in_one_hand(book: BookCourse, day: Day, right: Telling) -> Telling:
    """Let one person sign both sides of a slip."""
    del day, right
    staff = (book.table.counters[0],)
    yield book.slip(Fill, "cage", staff=staff)
    said = book.slip(Fill, "table", staff=staff, again=True)
    book.plant_hand(said.name, "cage side", "table side", stands=True)
    yield said


def fill_with_less(book: BookCourse, day: Day, right: Telling) -> Telling:
    """Bring less chips to the table than the cage gave out."""
    del day, right
    yield book.slip(Fill, "cage")
    yield book.slip(Fill, "table", SLIP - MISSING, again=True)
    slip = f"fill {book.slips['fill']}"
    book.plant("TB-FILL", facts={"slip": slip}, due=SLIP, paid=SLIP - MISSING)


def void_fill(book: BookCourse, day: Day, right: Telling) -> Telling:
    """Void a slip on both sides, without a reason."""
    del day, right
    yield book.slip(Fill, "cage", voided=True)
    yield book.slip(Fill, "table", voided=True, again=True)
    _plant_slip(book)


def skip_a_slip(book: BookCourse, day: Day, right: Telling) -> Telling:
    """Leave out a slip's number."""
    del day, right
    yield from book.pair(Fill)
    book.slips["fill"] += 1
    yield from book.pair(Fill)
    book.plant("TB-FILL", facts={"fact": "gap", "of": f"{book.cage.source} fill"})


# --- counts --------------------------------------------------------------------------------------


def close_uncounted(book: BookCourse, day: Day, right: Signed) -> Signed:
    """Close without a count."""
    del day, right
    book.plant("TB-CLOSE", facts={"fact": "count"})
    return TableClosed(), ()


def close_signed_by_one(book: BookCourse, day: Day, right: Signed) -> Signed:
    """Sign the closing count by the second of its counters alone."""
    del day
    closed, _ = right
    assert isinstance(closed, TableClosed)
    book.plant("TB-CLOSE", facts={"fact": "signatures"})
    return closed, closed.counted_by[1:]


def close_in_one_hand(book: BookCourse, day: Day, right: Signed) -> Signed:
    """Let one person count the float by two keys."""
    del day
    closed, by = right
    assert isinstance(closed, TableClosed)
    name = _next(book)
    book.plant_hand(name, "counted too", "counted too", stands=True)
    book.confirmed += 1  # a table that opens anew counts its float again
    own = f"{book.second_key}:{book.confirmed}"
    book.plant_hand(own, "confirmed", "approved", stands=False)
    book.plant("TB-CLOSE", event=name, facts={"fact": "signatures"})
    counted_by = book.table.counters[0], book.second_key
    return structs.replace(closed, counted_by=counted_by), by


def count_from_post(book: BookCourse, day: Day, right: DropCounted) -> DropCounted:
    """Let the fiscal who was on post count the box."""
    del day
    book.plant_hand(_next(book), "on post", "counted", stands=True)
    team = (book.table.counters[1], book.table.box_counters[0])
    return structs.replace(right, counted_by=team)


def go_on_post(book: BookCourse, day: Day, right: StaffChanged) -> StaffChanged:
    """Plant that who counted the day's box goes on post: the table may open anew that day."""
    if day.done and right.person == book.table.counters[1]:
        book.plant_hand(_next(book), "counted", "on post", stands=True)
    return right


def count_less(book: BookCourse, day: Day, right: DropCounted) -> DropCounted:
    """Count less in the box than was paid into it."""
    del day
    book.plant("TB-WIN", due=MISSING, paid=0)
    return structs.replace(right, cash=right.cash - MISSING)


def _next(book: BookCourse) -> str:
    """Return the name of the event that the table says next."""
    return f"{book.table.terminal.source}:{book.table.terminal.seq + 1}"


# --- corrections and complaints ------------------------------------------------------------------


def correct_under_another_link(book: BookCourse, day: Day, right: Telling) -> Telling:
    """Correct a round's last event under another link; a round later where it has none."""
    del right
    last = book.last
    if last is not None and last.seq == book.table.terminal.seq:
        said = book.correct(last.name, day.round, None, link="ab" * 32)
        book.plant("INT-CORR", event=said.name)
        day.fault = None
        yield said


def correct_twice(book: BookCourse, day: Day, right: Telling) -> Telling:
    """Correct the round's last event, then that correction; a round later where it has none."""
    del right
    last = book.last
    if last is not None and last.seq == book.table.terminal.seq:
        first = book.correct(last.name, day.round, last.payload)
        yield first
        said = book.correct(first.name, day.round, None)
        book.plant("INT-CORR", event=said.name)
        day.fault = None
        yield said


def asked(book: BookCourse, day: Day, right: bool) -> bool:  # noqa: FBT001 - the value that the course asks about
    """Let somebody complain."""
    del book, day, right
    return True


def asked_where_nobody_waits(book: BookCourse, day: Day, right: bool) -> bool:  # noqa: FBT001 - likewise
    """Let somebody complain, where no complaint waits for its decision."""
    del day, right
    return not book.waiting


def leave_unanswered(book: BookCourse, day: Day, right: Telling) -> Telling:
    """Answer no complaint before its term is over."""
    del right
    due = instant(book.table.terminal.now + timedelta(minutes=10))
    said = book.complained(day.case, day.round, due)
    book.plant("DS-DEADLINE", place=None, event=said.name)
    day.fault = None
    yield said


def decide_otherwise(book: BookCourse, day: Day, right: int) -> int:
    """Pay a player whom nothing is owed."""
    del right
    book.plant("DS-DEV", place=None, round=day.round, due=0, paid=MISSING)
    day.fault = None
    return MISSING


BOOK: Final[Mapping[str, Wrong]] = {
    OPENER: Wrong(ready=after_a_closer, instead={"float": open_with_less}),
    "opener-unsigned": Wrong(instead={"opened": open_signed_by_one}),
    CAPITAL: Wrong(instead={"capital": open_with_more_capital}),
    "closer-unsigned": Wrong(instead={"closed": close_signed_by_one}),
    CLOSER_MISSING: Wrong(instead={"closed": close_uncounted}),
    DROP_SHORT: Wrong(instead={"dropped": count_less}),
    "fill-table-only": Wrong(instead={"slips": fill_at_the_table_only}),
    "fill-cage-only": Wrong(instead={"slips": fill_at_the_cage_only}),
    "fill-differs": Wrong(instead={"slips": fill_with_less}),
    "fill-gap": Wrong(instead={"slips": skip_a_slip}),
    "fill-voided-without-reason": Wrong(instead={"slips": void_fill}),
    "slip-in-one-hand": Wrong(instead={"slips": fill_in_one_hand}),
    CLOSER_IN_ONE_HAND: Wrong(instead={"closed": close_in_one_hand}),
    DROP_BY_POST: Wrong(instead={"dropped": count_from_post, "post": go_on_post}),
    "complaint-unanswered": Wrong(instead={"disputed": asked, "complaint": leave_unanswered}),
    "decision-deviates": Wrong(
        instead={"disputed": asked_where_nobody_waits, "decision": decide_otherwise}
    ),
    WRONG_LINK: Wrong(instead={"round-over": correct_under_another_link}),
    "correction-of-the-correction": Wrong(instead={"round-over": correct_twice}),
}
"""Every fault of a table's book."""
