"""What left for an archive that is away: order and links are checked, and no more is said."""

from collections.abc import Callable

import pytest

import ledger.audit.auditor
from ledger.audit.auditor import audit
from ledger.audit.diagnosis import Report
from ledger.signed.merkle import root_of
from ledger.store.cold import MARK, is_marked
from tests.ledger.audit.books import Book

FIRST, LAST = 100, 330
WHY = "the bucket is away"


def dropped() -> Book:
    """Return a book whose middle left: segments cross its borders, and those of the slices."""
    book = Book()
    book.enrol("mesa-1", "mesa-2", "roleta")
    for number in range(16):
        book.beat("mesa-1", 1 + number % 7)
        book.beat("mesa-2", 23)
        book.beat("roleta")
        if number % 8 == 7:
            book.tick()
    book.tick()
    for at, row in enumerate(book.rows):
        signature = None if row.signature is None else MARK
        mark = row._replace(envelope=MARK, signature=signature)
        if FIRST <= row.position <= LAST and is_marked(mark):
            book.rows[at] = mark
    book.away[FIRST, LAST] = WHY
    return book


BOOK = dropped()
MARKS = [row for row in BOOK.rows if row.envelope == MARK]


def after(act: Callable[[Book], None]) -> Report:
    """Return what verification says of a copy of the book after an act."""
    copy = BOOK.copy()
    act(copy)
    return audit(copy)


@pytest.fixture(params=[False, True], ids=["at once", "by tiles"], autouse=True)
def sliced(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examine the log at once, and tile by tile."""

    def by_tiles(size: int, _: int) -> list[tuple[int, int]]:
        return [(first, min(first + 255, size)) for first in range(1, size + 1, 256)]

    if request.param:
        monkeypatch.setattr(ledger.audit.auditor, "slices", by_tiles)


def test_nothing_is_blamed_and_nothing_is_called_clean() -> None:
    """Each event and signature that was not looked at is counted; the root is that of all links."""
    report = audit(BOOK)
    assert (report.problems, report.clean) == ([], False)
    assert report.root == root_of([row.link for row in BOOK.rows]).hex()
    (unread,) = report.unread
    assert (unread.first, unread.last, unread.because) == (FIRST, LAST, WHY)
    assert unread.events == len(MARKS) > 200
    there = sum(row.signature is not None for row in BOOK.rows)
    assert report.signatures + unread.signatures == there
    marked = sum(row.signature is not None for row in MARKS)
    assert marked <= unread.signatures <= marked + 2  # segments that end behind the range


def test_a_mark_of_another_range_is_an_altered_envelope() -> None:
    """Whoever empties an envelope is named, whatever else is away."""
    spared = next(row for row in BOOK.rows if row.position > LAST and row.source == "mesa-2")
    report = after(lambda book: book.alter(spared.position, "envelope", MARK))
    assert [(one.kind, one.position) for one in report.problems] == [("envelope", spared.position)]


@pytest.mark.parametrize("position", [row.position for row in MARKS[::80]])
def test_the_link_of_what_is_away_is_held_by_what_is_here(position: int) -> None:
    """An altered link is told by the memo and the root over it, which a tick signed; a gap, too."""
    report = after(lambda book: book.alter(position, "link", bytes(32)))
    assert position in {place for one in report.problems for place in (one.position, *one.also)}
    report = after(lambda book: book.delete(position))
    assert [(one.kind, one.position) for one in report.problems] == [("missing", position)]


def test_an_altered_event_that_stays_is_named_as_ever() -> None:
    """Before the range and behind it."""
    for row in [*BOOK.rows[20 : FIRST - 1 : 60], *BOOK.rows[LAST::60]]:
        envelope = row.envelope[:-9] + bytes([row.envelope[-9] ^ 1]) + row.envelope[-8:]
        report = after(
            lambda book, at=row.position, told=envelope: book.alter(at, "envelope", told)
        )
        assert [(one.kind, one.position) for one in report.problems] == [("envelope", row.position)]


def test_where_an_archive_answers_an_empty_envelope_is_an_altered_one() -> None:
    """Its row is to blame, and nothing is excused."""
    report = after(lambda book: setattr(book, "away", {}))
    assert {one.kind for one in report.problems} == {"envelope"}
    assert report.unread == []
