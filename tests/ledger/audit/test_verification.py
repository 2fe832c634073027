"""The pure core of ``verify``: a book in memory is mistreated, and exactly that is named.

The same acts on a real PostgreSQL are in ``test_tampering.py``; here they are tried on every event.
"""

import random
from collections.abc import Callable
from functools import wraps
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ledger.audit.auditor
from ledger.audit.auditor import audit, read_since
from ledger.audit.diagnosis import KeptReceipt, Report, Since
from ledger.audit.trust import fold_trust
from ledger.audit.verification import carried_rows, slices
from ledger.errors import BrokenProofError
from ledger.events.registry import Heartbeat
from ledger.ids import NO_LINK
from ledger.keys import TRUST_KINDS
from ledger.signed.checkpoint import Checkpoint, sign_checkpoint
from ledger.signed.merkle import root_of
from ledger.signed.sources import SourceChain
from tests.helpers.each import each
from tests.ledger.audit.books import ORIGIN, SERVICE, Book, Row, at, evening, row_of, signer

Act = Callable[[Book], None]

BOOK = evening()
SIZE = BOOK.position
ROWS = tuple(BOOK.rows)
NOTED = max(row.position for row in ROWS if row.kind.startswith("clock-ticked")) - 1
"""Positions that the order memo and the last tick's root cover."""


def flipped(data: bytes, index: int) -> bytes:
    """Return the bytes with one bit of one byte turned."""
    return data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]


def after(act: Act, book: Book = BOOK, **options: object) -> Report:
    """Return what verification says of a copy of the book after an act."""
    copy = book.copy()
    act(copy)
    return audit(copy, **options)  # pyright: ignore[reportArgumentType]


def culprits(report: Report) -> list[tuple[str, int | None]]:
    """Return kind and position of each problem."""
    return [(problem.kind, problem.position) for problem in report.problems]


def places(report: Report) -> set[int]:
    """Return every position that a report blames."""
    return {
        place
        for problem in report.problems
        for place in (problem.position, *problem.also)
        if place is not None
    }


def altered(position: int, column: str, value: object) -> Act:
    """Return the act of giving a row another value."""
    return lambda book: book.alter(position, column, value)


def exchanged(one: int, other: int) -> Act:
    """Return the act of exchanging two rows' positions."""

    def act(book: Book) -> None:
        first, second = book.row(one), book.row(other)
        book.delete(one)
        book.delete(other)
        book.insert(first._replace(position=other))
        book.insert(second._replace(position=one))

    return act


# --- nothing was changed ------------------------------------------------------------------------


def test_what_was_recorded_is_clean() -> None:
    """All sources, rotated, revoked and enrolled again: every signature checked, the root told."""
    report = audit(BOOK)
    assert report.clean
    assert not report.unassessed
    assert (report.events, report.size) == (SIZE, SIZE)
    assert report.root == root_of([row.link for row in ROWS]).hex()
    assert report.signatures == sum(row.signature is not None for row in ROWS)


def test_an_empty_ledger_is_clean() -> None:
    """Before its first event nothing can be wrong."""
    book = BOOK.copy()
    book.rows, book.heads_of, book.tiles, book.position = [], {}, {}, 0
    assert audit(book).clean


def test_a_founded_ledger_is_clean() -> None:
    """The founding event is signed by the key that it names."""
    assert audit(Book()).clean


def test_without_signatures_the_rest_is_checked() -> None:
    """``--no-signatures``: no signature is looked at, an altered one does not show."""
    assert after(altered(9, "signature", bytes(64)), signatures=False).clean
    report = after(altered(9, "link", bytes(32)), signatures=False)
    assert culprits(report) == [("link", 9)]


# --- one byte of any column of any event --------------------------------------------------------


KINDS = {row.kind: row.position for row in ROWS}
"""Where each kind comes last."""
SOME = tuple(row for row in ROWS if KINDS[row.kind] == row.position)
"""One event of each kind: what every run alters."""


def each_row(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test for some events, and in the deep tier for all."""
    every = pytest.param(ROWS, marks=pytest.mark.deep, id="every")

    @pytest.mark.parametrize("rows", [pytest.param(SOME, id="some"), every])
    @wraps(test)
    def of_rows(self: object, rows: tuple[Row, ...], subtests: pytest.Subtests) -> None:
        for row in rows:
            with subtests.test(f"{row.position}-{row.name}-{row.kind}"):
                test(self, row)

    del of_rows.__wrapped__  # pytest would read its arguments
    return of_rows


class TestOneColumn:
    """One column of one row was altered: that event is named, and no other."""

    @each_row
    def test_position(self, row: Row) -> None:
        """Moved to a free position: it is told where the event belongs."""
        for other in (row.position + 2**20, SIZE + 1, -row.position):
            report = after(altered(row.position, "position", other))
            assert culprits(report) == [("position", other)]
            assert f"belongs at {row.position}" in report.problems[0].detail
            assert not report.unassessed

    @each_row
    def test_source(self, row: Row) -> None:
        """The header tells whose event it is."""
        for index in {0, len(row.source) - 1}:
            other = flipped(row.source.encode(), index).decode()
            report = after(altered(row.position, "source", other))
            assert culprits(report) == [("source", row.position)]
            assert (report.problems[0].source, report.problems[0].seq) == (row.source, row.seq)

    @each_row
    def test_seq(self, row: Row) -> None:
        """The header tells which event it is."""
        for other in (row.seq + 64, row.seq + 2**40):
            report = after(altered(row.position, "seq", other))
            assert culprits(report) == [("seq", row.position)]
            assert (report.problems[0].source, report.problems[0].seq) == (row.source, row.seq)

    @each_row
    def test_kind(self, row: Row) -> None:
        """The header tells what happened; a trust event does not lose its effect."""
        for other in (flipped(row.kind.encode(), 0).decode(), "heartbeat/2", "approval/1"):
            if other == row.kind:
                continue
            report = after(altered(row.position, "kind", other))
            assert culprits(report) == [("kind", row.position)]
            if row.kind in TRUST_KINDS:
                assert not report.unassessed

    @each_row
    def test_envelope(self, row: Row) -> None:
        """Whichever byte: the link, which the next event and the signature name, is not its."""
        for index in {*range(row.position % 5, len(row.envelope), 43), len(row.envelope) - 1}:
            value = flipped(row.envelope, index)
            assert culprits(after(altered(row.position, "envelope", value))) == [
                ("envelope", row.position)
            ]

    @each_row
    def test_envelope_cut_or_emptied(self, row: Row) -> None:
        """Bytes that are gone, or no envelope at all."""
        for value in (row.envelope[:-1], row.envelope[:40], b"", b"\n\n", row.envelope + b" "):
            assert culprits(after(altered(row.position, "envelope", value))) == [
                ("envelope", row.position)
            ]

    @each_row
    def test_link(self, row: Row) -> None:
        """The next event, the memo, the source's head or the signature tell the true one."""
        for value in (flipped(row.link, 0), flipped(row.link, 31), bytes(32)):
            assert culprits(after(altered(row.position, "link", value))) == [("link", row.position)]

    @each_row
    def test_signature(self, row: Row) -> None:
        """Altered, taken away, or put where none belongs."""
        if row.signature is None:
            values: tuple[bytes | None, ...] = (bytes(64), BOOK.rows[0].signature)
        else:
            values = (flipped(row.signature, 0), flipped(row.signature, 63), bytes(64), None)
        for value in values:
            report = after(altered(row.position, "signature", value))
            assert culprits(report) == [("signature", row.position)]

    @each_row
    def test_null(self, row: Row) -> None:
        """A superuser can drop constraints, too: a null is an altered column."""
        for column in ("source", "seq", "kind", "envelope", "link"):
            report = after(altered(row.position, column, None))
            assert culprits(report) == [(column, row.position)]

    @each_row
    def test_deleted(self, row: Row) -> None:
        """What is gone is named by position, and by source and seq where another event tells."""
        report = after(lambda book: book.delete(row.position))
        assert culprits(report) == [("missing", row.position)]
        assert (report.problems[0].source, report.problems[0].seq) == (row.source, row.seq)

    @each_row
    def test_rewritten(self, row: Row) -> None:
        """Envelope and link replaced together, so that they fit: the next event or memo tells."""
        envelope = row.envelope.replace(b'"at":"2026', b'"at":"2027')
        new = row_of(row.position, envelope, row.signature)

        def act(book: Book) -> None:
            book.alter(row.position, "envelope", envelope)
            book.alter(row.position, "link", new.link)

        report = after(act)
        # The last event of a source has no successor: there its signature tells, or its head.
        assert places(report) | {None} == {row.position, None}
        assert not report.clean


# --- two rows exchanged -------------------------------------------------------------------------


@pytest.mark.parametrize("step", [41, pytest.param(3, marks=pytest.mark.deep)])
@each("one", range(1, NOTED + 1))
def test_exchanged_positions_are_named(one: int, step: int) -> None:
    """Any two rows of which the memo has one: both positions are named, as one problem."""
    for other in {one + 1, *range(one + 1 + one % step, SIZE + 1, step)}:
        report = after(exchanged(one, other))
        assert [(p.kind, p.position, p.also) for p in report.problems] == [
            ("exchanged", one, (other,))
        ]


def test_exchanges_since_the_last_tick_show_where_a_source_shows_them() -> None:
    """Until the next tick only sources' own order speaks; what none shows, nobody catches."""
    seen = 0
    for one, other in combinations(range(NOTED + 1, SIZE + 1), 2):
        report = after(exchanged(one, other))
        seen += not report.clean
        source, its = ROWS[one - 1].source, ROWS[other - 1].source
        if source == its:
            assert (("exchanged", one), (other,)) in [
                ((p.kind, p.position), p.also) for p in report.problems
            ]
    assert seen > 0


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    "columns",
    [
        ("envelope",),
        ("link",),
        ("signature",),
        ("kind",),
        ("source", "seq"),
        ("source", "seq", "kind"),
        ("envelope", "link"),
        ("envelope", "link", "signature"),
        ("source", "seq", "kind", "envelope"),
    ],
    ids="+".join,
)
def test_exchanged_contents_blame_the_two_rows(columns: tuple[str, ...]) -> None:
    """Some columns of two rows exchanged: those two are named, and nobody between."""
    for one, other in [*combinations(range(1, SIZE + 1, 9), 2), (25, 30), (28, 41), (67, 68)]:
        first, second = ROWS[one - 1], ROWS[other - 1]
        if all(getattr(first, column) == getattr(second, column) for column in columns):
            continue

        def act(book: Book, one: int = one, other: int = other) -> None:
            pair = book.row(one), book.row(other)
            for column in columns:
                book.alter(one, column, getattr(pair[1], column))
                book.alter(other, column, getattr(pair[0], column))

        report = after(act)
        assert places(report), (one, other)
        assert places(report) <= {one, other}, (one, other)


# --- rows that did not come through the door ----------------------------------------------------


def inserted(source: str, key: str | None, *, head: bool, source_head: bool, signed: bool) -> Act:
    """Return the act of writing one more event behind the append function."""

    def act(book: Book) -> None:
        known = book.speakers.chains.get(source)
        chain = SourceChain(ORIGIN, source, signer(key or source))
        if known is not None:
            signer_of = signer(key) if key else known.signer
            chain = SourceChain(ORIGIN, source, signer_of, seq=known.seq, link=known.link)
        segment = chain.say(Heartbeat(waiting=1), at(200))
        row = row_of(SIZE + 1, segment.envelopes[0], segment.signature if signed else None)
        book.insert(row)
        if head:
            book.set_head(SIZE + 1)
        if source_head:
            book.set_source_head(source, row.seq, row.link)

    return act


@each("head", [False, True])
@each("source_head", [False, True])
@each("source", ["mesa-1", "mesa-2", "roleta", "ana", SERVICE, "nobody"])
@each(("key", "signed"), [("thief", True), (None, False)])
def test_a_forged_event_is_named(
    source: str, key: str | None, *, signed: bool, head: bool, source_head: bool
) -> None:
    """Written at the end behind the function, under a wrong signature or none."""
    report = after(inserted(source, key, head=head, source_head=source_head, signed=signed))
    assert places(report) == {SIZE + 1}
    assert len(report.problems) == 1


def test_an_event_signed_in_truth_but_slipped_in_is_named() -> None:
    """The source's own signature, but neither head knows of it: it did not come by the door."""
    report = after(inserted("mesa-1", None, head=False, source_head=False, signed=True))
    assert culprits(report) == [("inserted", SIZE + 1)]


def test_a_copy_of_an_event_under_another_number_is_named() -> None:
    """A row repeated with other columns: the copy is named, the event is not."""
    for row in ROWS[::4]:

        def act(book: Book, row: Row = row) -> None:
            book.insert(row._replace(position=SIZE + 1, seq=row.seq + 500))
            book.set_head(SIZE + 1)

        assert culprits(after(act)) == [("inserted", SIZE + 1)]


def test_a_second_row_at_one_position_is_named() -> None:
    """Where the indexes were dropped, two rows may claim one position."""
    for row in (ROWS[20], ROWS[-1]):
        copy = row._replace(source="mesa-9")
        report = after(lambda book, copy=copy: book.insert(copy))
        assert culprits(report) == [("inserted", row.position)]


# --- heads --------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, 1, SIZE - 1, SIZE + 1, SIZE + 10, 2**60])
def test_an_altered_head_is_named(value: int) -> None:
    """Set back or forward: the events and their sources' heads say how many there are."""
    assert culprits(after(lambda book: book.set_head(value))) == [("head", None)]


def test_an_altered_name_is_named() -> None:
    """The founding event tells what the ledger is called."""
    for value in ("casb", None):
        assert culprits(after(lambda book, value=value: book.set_origin(value))) == [("head", None)]


def test_a_ledger_made_to_take_guessable_envelopes_is_named() -> None:
    """The founding event is blinded; a head that says otherwise was altered."""

    def unblind(book: Book) -> None:
        book.blinded = False

    assert culprits(after(unblind)) == [("head", None)]


@pytest.mark.parametrize("source", sorted(BOOK.heads_of))
def test_an_altered_head_of_a_source_is_named(source: str) -> None:
    """Set back, forward, given another link, or taken away."""
    seq, link = BOOK.heads_of[source]
    acts: list[Act] = [
        lambda book: book.set_source_head(source, seq - 1, link),
        lambda book: book.set_source_head(source, seq + 1, link),
        lambda book: book.set_source_head(source, seq + 10**9, link),
        lambda book: book.set_source_head(source, seq, flipped(link, 7)),
        lambda book: book.delete_source_head(source),
    ]
    for act in acts:
        (problem,) = after(act).problems
        assert (problem.kind, problem.source, problem.position) == ("source-head", source, None)


def test_a_head_that_nobody_enrolled_is_named() -> None:
    """A row in the heads lets a source begin its chain: the registrars must have said so."""
    for seq, link in ((0, NO_LINK), (3, NO_LINK)):
        (problem,) = after(
            lambda book, seq=seq, link=link: book.set_source_head("ghost", seq, link)
        ).problems
        assert (problem.kind, problem.source) == ("source-head", "ghost")


# --- several rows -------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 6, 10])
def test_the_newest_events_deleted_are_counted(count: int) -> None:
    """The heads still tell what is gone."""

    def act(book: Book) -> None:
        for position in range(SIZE, SIZE - count, -1):
            book.delete(position)

    report = after(act)
    assert {problem.kind for problem in report.problems} == {"missing"}
    named = {
        place
        for problem in report.problems
        for place in range(problem.position or 0, max((problem.position or 0, *problem.also)) + 1)
    }
    assert named == set(range(SIZE - count + 1, SIZE + 1))


@pytest.mark.parametrize(("first", "last"), [(2, 3), (10, 14), (30, 50), (1, 20)])
def test_a_range_deleted_is_named(first: int, last: int) -> None:
    """Whatever is missing is named, and what is left is not blamed."""

    def act(book: Book) -> None:
        for position in range(first, last + 1):
            book.delete(position)

    report = after(act)
    assert {problem.kind for problem in report.problems} == {"missing"}
    named = {place for problem in report.problems for place in (problem.position, *problem.also)}
    assert named <= set(range(first, last + 1))
    assert {first, last} <= named


def test_rows_moved_up_over_a_deleted_one_are_told_as_one_shift() -> None:
    """A row deleted and all later ones renumbered: one event is missing, the rest shifted."""

    def act(book: Book) -> None:
        book.delete(30)
        book.rows = [row._replace(position=row.position - (row.position > 30)) for row in book.rows]
        book.set_head(SIZE - 1)

    report = after(act)
    kinds = [problem.kind for problem in report.problems]
    assert kinds.count("missing") == 1
    assert kinds.count("position") <= 2
    missing = next(problem for problem in report.problems if problem.kind == "missing")
    assert (missing.source, missing.seq) == (ROWS[29].source, ROWS[29].seq)


columns = st.sampled_from(["source", "seq", "kind", "envelope", "link", "signature"])
acts = st.lists(
    st.tuples(st.integers(1, SIZE), columns, st.integers(0, 10**6)),
    min_size=2,
    max_size=4,
    unique_by=lambda act: act[0],
)


@given(acts)
def test_of_several_altered_events_each_is_named_and_no_other(
    several: list[tuple[int, str, int]],
) -> None:
    """Two to four rows altered at once: who was not touched is not blamed."""
    book = BOOK.copy()
    for position, column, number in several:
        row = book.row(position)
        value = getattr(row, column)
        if column == "seq":
            book.alter(position, "seq", value + 1_000 + number)
        elif column == "signature" and value is None:
            book.alter(position, "signature", bytes(64))
        elif isinstance(value, str):
            index = number % len(value)
            book.alter(position, column, flipped(value.encode(), index).decode())
        else:
            book.alter(position, column, flipped(value, number % len(value)))
    report = audit(book)
    touched = {position for position, _, _ in several}
    assert places(report) <= touched
    # A signature beside something else that was altered may not be assessable.
    certain = {position for position, column, _ in several if column != "signature"}
    assert certain <= places(report)
    assert report.problems or report.unassessed


# --- trust --------------------------------------------------------------------------------------


def test_an_altered_enrolment_makes_its_sources_signatures_not_assessable() -> None:
    """The subject is not guilty of what was done to the event that gave its key."""
    row = next(row for row in ROWS if row.kind == "source-enrolled/1" and b"mesa-2" in row.envelope)
    for act in (
        altered(row.position, "envelope", flipped(row.envelope, len(row.envelope) - 9)),
        lambda book: book.delete(row.position),
    ):
        report = after(act)
        assert places(report) == {row.position}
        assert {one.source for one in report.unassessed} == {"mesa-2"}
        assert all(f"position {row.position}" in one.because for one in report.unassessed)


def test_trust_events_are_believed_only_if_they_are_authentic() -> None:
    """Events slipped in behind the function give nobody a key."""
    book = BOOK.copy()
    speakers = evening().speakers
    for name in ("ana", "rui"):
        speakers.chains[name].rotate(signer("thief"))
    book.record(*speakers.enrolment("ghost"), speakers.beat("ghost"))
    trust = fold_trust(book.trust_rows(ticks=False))
    assert "ghost" not in trust.sources
    report = audit(book)
    assert places(report) <= {SIZE + 1, SIZE + 2, SIZE + 3}
    assert {SIZE + 1, SIZE + 2} <= places(report)


def test_a_key_past_its_end_signs_nothing() -> None:
    """Judged by the last tick before: what came after, by whatever way, has no key."""
    book = Book()
    book.record(*book.speakers.enrolment("mesa", not_after=at(5)))
    book.tick(4)
    book.beat("mesa")
    book.tick(4)
    assert audit(book).clean
    book.beat("mesa")
    assert culprits(audit(book)) == [("key", book.position)]


def test_a_revoked_key_signs_nothing() -> None:
    """What it signed before stands."""
    book = Book()
    book.enrol("mesa")
    book.beat("mesa")
    book.record(*book.speakers.revocation("mesa"))
    assert audit(book).clean
    book.beat("mesa")
    assert culprits(audit(book)) == [("key", book.position)]


# --- the order memo and the ticks ---------------------------------------------------------------


def exchanged_with_memo(one: int, other: int) -> Act:
    """Return the act of exchanging two rows and their links in the memo."""

    def act(book: Book) -> None:
        exchanged(one, other)(book)
        tile = bytearray(book.tiles[0])
        first, second = slice(32 * one - 32, 32 * one), slice(32 * other - 32, 32 * other)
        tile[first], tile[second] = tile[second], tile[first]
        book.set_tile(0, bytes(tile))

    return act


@pytest.mark.parametrize(("one", "other"), [(24, 25), (10, 33), (47, 49), (21, 49), (36, 45)])
def test_an_exchange_in_rows_and_memo_is_caught_by_the_signed_root(one: int, other: int) -> None:
    """The tick signed the root over the order: two rows between ticks are found by trying."""
    report = after(exchanged_with_memo(one, other))
    assert [(p.kind, p.position, p.also) for p in report.problems] == [("exchanged", one, (other,))]


def test_an_altered_memo_is_named_and_no_event() -> None:
    """The events give the root that the tick signed, so the memo is what was altered."""
    tile = BOOK.tiles[0]
    for act in (
        lambda book: book.set_tile(0, flipped(tile, 40)),
        lambda book: book.set_tile(0, tile[:-160]),
        lambda book: book.delete_tile(0),
    ):
        report = after(act)
        assert [problem.kind for problem in report.problems] == ["tile"]


def test_an_altered_memo_with_altered_root_is_caught_by_the_ticks_own_signature() -> None:
    """Whoever writes another root into the tick must sign it."""
    tick = next(row for row in ROWS if row.position == NOTED + 1)
    envelope = tick.envelope.replace(b'"root":"', b'"root":"0', 1)
    new = row_of(tick.position, envelope, tick.signature)

    def act(book: Book) -> None:
        exchanged_with_memo(24, 25)(book)
        book.alter(tick.position, "envelope", envelope)
        book.alter(tick.position, "link", new.link)

    assert tick.position in places(after(act))


# --- what was kept outside ----------------------------------------------------------------------


def cut(count: int) -> Act:
    """Return the act of taking the newest events away and setting all heads back."""

    def act(book: Book) -> None:
        for position in range(SIZE, SIZE - count, -1):
            row = book.row(position)
            book.delete(position)
            book.set_head(position - 1)
            before = [one for one in book.rows if one.source == row.source]
            link = before[-1].link if before else NO_LINK
            book.set_source_head(row.source, row.seq - 1, link)

    return act


def note(size: int) -> str:
    """Return a signed checkpoint of the book's first events."""
    root = root_of([row.link for row in ROWS[:size]])
    return sign_checkpoint(Checkpoint(origin=ORIGIN, size=size, root=root), signer("log"))


def test_a_log_cut_with_all_its_heads_is_clean_from_inside() -> None:
    """Three events at the end, heads set back: nothing inside can know of them."""
    assert after(cut(3)).clean


def test_a_checkpoint_kept_outside_tells_what_is_missing() -> None:
    """The same against a checkpoint: the positions that are gone are named."""
    report = after(cut(3), since=lambda trust: read_since(note(SIZE), trust))
    assert culprits(report) == [("since", SIZE - 2)]
    assert report.problems[0].also == (SIZE,)


def test_a_checkpoint_of_the_same_log_is_clean() -> None:
    """At every size."""
    for size in (0, 1, 2, 40, SIZE - 1, SIZE):
        assert after(lambda _: None, since=lambda trust, n=size: read_since(note(n), trust)).clean


def test_a_checkpoint_of_another_history_is_told() -> None:
    """Since the last tick two events were exchanged so that no source shows it: the note does."""
    report = after(exchanged(65, 66), since=lambda trust: read_since(note(SIZE), trust))
    assert [problem.kind for problem in report.problems] == ["since"]
    assert after(exchanged(65, 66)).clean


def receipt(row: Row, **other: object) -> KeptReceipt:
    """Return the receipt that a source has of an event."""
    values: dict[str, object] = {
        "origin": ORIGIN,
        "source": row.source,
        "first": row.seq,
        "count": 1,
        "link": row.link.hex(),
        "position": row.position,
    }
    return KeptReceipt(**values | other)  # pyright: ignore[reportArgumentType]


def test_receipts_kept_outside_tell_what_is_missing() -> None:
    """Each event whose receipt is held and which is gone is named."""
    kept = Since(receipts=tuple(receipt(row) for row in ROWS))
    assert after(lambda _: None, since=lambda _: kept).clean
    report = after(cut(3), since=lambda _: kept)
    assert culprits(report) == [("since", position) for position in range(SIZE - 2, SIZE + 1)]


def test_a_receipt_that_says_otherwise_is_told() -> None:
    """Another link or another position than the source was promised."""
    for other in ({"link": "0" * 64}, {"position": 12}):
        kept = Since(receipts=(receipt(ROWS[20], **other),))
        assert culprits(after(lambda _: None, since=lambda _, kept=kept: kept)) == [("since", 21)]


def test_what_is_no_checkpoint_and_no_receipt_is_refused() -> None:
    """A file that proves nothing is a misuse, not a clean verification."""
    trust = fold_trust(BOOK.trust_rows(ticks=False))
    other = sign_checkpoint(Checkpoint(origin="outra", size=1, root=bytes(32)), signer("log"))
    altered = note(5).replace("\n5\n", "\n6\n")
    for text in ("", "hello", '{"origin": 5}', other, altered):
        with pytest.raises(BrokenProofError):
            read_since(text, trust)


# --- slices -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def long_book() -> Book:
    """Give a book of some 1,600 events, whose segments lie across the borders of tiles."""
    book = Book()
    book.enrol("mesa-1", "mesa-2", "roleta")
    for number in range(60):
        book.beat("mesa-1", 1 + number % 7)
        book.beat("mesa-2", 23)
        book.beat("roleta")
        if number % 20 == 19:
            book.tick()
    book.beat("mesa-1", 3)
    return book


@pytest.fixture
def tile_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each slice be one tile, as in a log of many millions there are many slices."""

    def by_tiles(size: int, _: int) -> list[tuple[int, int]]:
        return [(first, min(first + 255, size)) for first in range(1, size + 1, 256)]

    monkeypatch.setattr(ledger.audit.auditor, "slices", by_tiles)


BORDERS = [
    *(255, 256, 257, 1024),
    *(pytest.param(place, marks=pytest.mark.deep) for place in (253, 254, *range(258, 261))),
    *(pytest.param(place, marks=pytest.mark.deep) for place in (511, 512, 513, 600, 1025, 1300)),
]
"""Around the ends of slices, and within; in every run at two of them."""


@pytest.mark.usefixtures("tile_slices")
class TestSlices:
    """A log that is examined in pieces gives the report of one that is examined at once."""

    def test_clean(self, long_book: Book) -> None:
        """Chains, segments and roots go on from slice to slice."""
        report = audit(long_book)
        assert report.clean
        assert report.root == root_of([row.link for row in long_book.rows]).hex()
        assert report.signatures == sum(row.signature is not None for row in long_book.rows)

    @pytest.mark.one_in(4)
    @pytest.mark.parametrize("position", BORDERS)
    def test_around_borders(self, long_book: Book, position: int) -> None:
        """The culprit is named wherever it stands to the border of a slice."""
        row = long_book.row(position)
        signature = None if row.signature is not None else bytes(64)
        for column, value in (
            ("position", 2**33),
            ("source", "mesa-0"),
            ("seq", row.seq + 2**20),
            ("kind", "heartbeat/9"),
            ("envelope", flipped(row.envelope, 90)),
            ("link", flipped(row.link, 3)),
            ("signature", signature),
        ):
            report = after(altered(position, column, value), long_book)
            place = 2**33 if column == "position" else position
            assert culprits(report) == [(column, place)]
        report = after(lambda book: book.delete(position), long_book)
        assert culprits(report) == [("missing", position)]

    @pytest.mark.parametrize(("one", "other"), [(256, 257), (200, 900), (255, 256), (512, 1400)])
    def test_exchanged(self, long_book: Book, one: int, other: int) -> None:
        """Also across slices."""
        report = after(exchanged(one, other), long_book)
        assert [(p.kind, p.position, p.also) for p in report.problems] == [
            ("exchanged", one, (other,))
        ]


def test_slices_cover_the_log_once_and_begin_at_tiles() -> None:
    """No position is left out or looked at twice, and subtrees stay whole."""
    for size in (1, 255, 256, 257, 5_000, 70_000, 1_000_000):
        for processes in (1, 2, 8):
            found = slices(size, processes)
            assert found[0][0] == 1
            assert found[-1][1] == size
            assert all((first - 1) % 256 == 0 for first, _ in found)
            assert all(end + 1 == first for (_, end), (first, _) in pairwise(found))


def test_carried_rows_are_those_of_the_open_segment() -> None:
    """Back to the last signature, of one source, without a gap."""
    book = Book()
    book.enrol("mesa-1")
    book.beat("mesa-1", 5)
    rows = [tuple(row) for row in book.rows]
    assert carried_rows(rows[:-1]) == rows[-5:-1]
    assert carried_rows(rows) == []
    assert carried_rows([]) == []


@pytest.mark.parametrize(("first", "last"), [(20, 50), (30, SIZE)])
def test_a_great_many_deleted_are_named_as_one_range(
    first: int, last: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too many to be looked for one by one: their positions, and nobody's head, are named."""
    monkeypatch.setattr("ledger.audit.diagnosis.evidence.SINGLY_MAX", 10)
    monkeypatch.setattr("ledger.audit.diagnosis.places.SINGLY_MAX", 10)

    def act(book: Book) -> None:
        for position in range(first, last + 1):
            book.delete(position)

    report = after(act)
    assert [(p.kind, p.position, p.also) for p in report.problems] == [("missing", first, (last,))]


def misuse(book: Book, chance: random.Random) -> None:
    """Do one thing of many, with no regard for what it leaves behind."""
    row = chance.choice(book.rows)
    other = chance.choice(book.rows)
    place = chance.choice([row.position + 1_000, SIZE + 1, SIZE + 5, 0, -7])
    column = chance.choice(Row._fields[1:])
    source, (seq, link) = chance.choice(sorted(book.heads_of.items()))
    deed = chance.randrange(9)
    index = book.rows.index(row)
    if deed == 0:
        book.rows[index] = row._replace(**{column: getattr(other, column)})
    elif deed == 1:
        book.rows[index] = row._replace(**{column: None})
    elif deed == 2:
        del book.rows[index]
    elif deed == 3:
        book.rows[index] = row._replace(position=place)
    elif deed == 4:
        book.rows[index] = other._replace(position=row.position)
    elif deed == 5:
        book.rows.append(row._replace(position=place, seq=(row.seq or 0) + chance.randrange(3)))
    elif deed == 6:
        book.set_head(chance.choice([0, 5, SIZE - 1, SIZE + 1, SIZE + 50, 10**9]))
    elif deed == 7:
        book.set_source_head(source, max(0, seq + chance.choice([-3, -1, 2, 10**6])), link)
    else:
        tile = book.tiles.get(0, b"")
        book.tiles[0] = chance.choice([tile[:-32], tile[:320], tile + bytes(32), bytes(len(tile))])


@pytest.mark.parametrize("seeds", [range(40), pytest.param(range(40, 200), marks=pytest.mark.deep)])
def test_whatever_was_done_verification_comes_to_an_end_and_says_so(seeds: range) -> None:
    """Several deeds without any sense, from a seed: a report, and never a clean one."""
    for seed in seeds:
        chance = random.Random(seed)
        book = BOOK.copy()
        for _ in range(chance.randrange(2, 7)):
            misuse(book, chance)
        if sorted(map(repr, book.rows)) == sorted(map(repr, ROWS)) and book.tiles == BOOK.tiles:
            continue  # heads alone may be set forward together as if an event had been there
        assert audit(book).problems, seed
