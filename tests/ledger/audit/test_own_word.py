"""``verify`` and what the log says of itself: its keys, its checkpoints, its stored tree."""

from collections.abc import Callable
from functools import cache

import pytest

from ledger.audit.auditor import audit, read_since
from ledger.audit.diagnosis import Report
from ledger.audit.statements import read_log_keys
from ledger.audit.verification import TILE_EVENTS
from ledger.errors import BrokenProofError
from ledger.signed.checkpoint import Checkpoint, log_key, sign_checkpoint
from ledger.signed.merkle import root_of
from ledger.signed.witnesses.policy import read_policy
from tests.ledger.audit.books import ORIGIN, Book, evening, signer

SIZES = (1, 2, 40, 64, 255, 256, 257, 512, 600)


@cache
def grown() -> Book:
    """Return a book of more than two tiles, which keeps checkpoints and its tree."""
    book = evening()
    while book.position < 640:
        book.beat("mesa-1", 7)
        book.beat("roleta", 5)
    book.tick()
    links = [row.link for row in book.rows]
    for size in SIZES:
        book.notes.append(("checkpoints", size, note(root_of(links[:size]), size)))
    book.tree_tiles[1, 0] = b"".join(
        root_of(links[first : first + TILE_EVENTS]) for first in (0, TILE_EVENTS)
    )
    return book


def note(root: bytes, size: int, key: str = "log") -> str:
    return sign_checkpoint(Checkpoint(origin=ORIGIN, size=size, root=root), signer(key))


def told(report: Report) -> list[tuple[str, str]]:
    return [(problem.kind, problem.detail) for problem in report.problems]


def test_a_ledger_that_keeps_its_word_is_clean() -> None:
    """At every size, within, at and beyond a tile; the report says up to where it is covered."""
    report = audit(grown())
    assert told(report) == []
    assert report.covered == SIZES[-1]
    assert audit(grown(), signatures=False).clean


@pytest.mark.parametrize("size", SIZES)
def test_one_checkpoint_of_another_past_is_named(size: int) -> None:
    """The log signed another root at one size, and all others fit: that one is named."""
    book = grown().copy()
    book.notes = [one for one in book.notes if one[1] != size]
    book.notes.append(("published", size, note(bytes(32), size)))
    ((kind, detail),) = told(audit(book))
    assert kind == "checkpoint"
    assert detail.startswith(f"ledger.published, {size} events: the root that was signed is 0000")


def test_events_exchanged_below_a_checkpoint_are_told() -> None:
    """After the last tick, where no source shows it: the checkpoint does."""
    book = grown().copy()
    book.beat("mesa-1")
    book.beat("roleta")
    links = [row.link for row in book.rows]
    size = len(links)
    book.notes.append(("checkpoints", size, note(root_of(links), size)))
    first, second = book.row(size - 1), book.row(size)
    book.rows[-2:] = [
        second._replace(position=first.position),
        first._replace(position=second.position),
    ]
    ((kind, detail),) = told(audit(book))
    assert kind == "checkpoint"
    assert f"one of positions {SIZES[-1] + 1} to {size} was altered since" in detail


def test_a_cut_tail_is_told_by_the_checkpoint_that_stayed() -> None:
    """More was signed than the log has: which positions are gone."""
    book = grown().copy()
    book.notes.append(("checkpoints", 10_000, note(bytes(32), 10_000)))
    (problem,) = audit(book).problems
    assert (problem.kind, problem.position, problem.also) == (
        "checkpoint",
        book.position + 1,
        (10_000,),
    )


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (("checkpoints", 3, "no note"), "a checkpoint is an origin"),
        (("checkpoints", 3, note(bytes(32), 4)), "its note says 4 events"),
        (("stamps", 3, note(bytes(32), 3, "thief")), "no signature of the log's Ed25519 key"),
        (("checkpoints", 3, note(bytes(32), 3).replace("AAAA", "AAAB", 1)), "does not fit"),
        (("published", 3, "casa\n3\n" + "A" * 43 + "=\n\n"), "a note is a text, an empty line"),
    ],
)
def test_a_kept_note_that_is_none_is_named(row: tuple[str, int, str], said: str) -> None:
    """Nonsense, another size, another key, an altered root: the row is named, and no event."""
    book = grown().copy()
    book.notes.append(row)
    ((kind, detail),) = told(audit(book))
    assert kind == "checkpoint"
    assert detail.startswith(f"ledger.{row[0]}, {row[1]} events: ")
    assert said in detail


def test_two_roots_of_one_size_are_a_contradiction() -> None:
    """The log's key signed both: whoever kept either is told."""
    book = grown().copy()
    book.notes.append(("stamps", 40, note(bytes(32), 40)))
    kinds = told(audit(book))
    assert any("signed 2 roots of 40 events" in detail for _, detail in kinds)


def test_an_altered_event_is_named_and_no_checkpoint_blamed_for_it() -> None:
    """It lies below what was signed, which the report says; the checkpoints stay as they are."""
    book = grown().copy()
    row = book.row(300)
    book.alter(300, "envelope", row.envelope + b" ")
    report = audit(book)
    assert [(one.kind, one.position) for one in report.problems] == [("envelope", 300)]
    assert report.covered == SIZES[-1]


# --- the log's key ------------------------------------------------------------------------------

KEY = log_key(ORIGIN, signer("log").public_key)
THIEF = log_key(ORIGIN, signer("thief").public_key)


def test_a_pinned_key_is_the_one_that_the_founding_binds() -> None:
    """The same key: clean; another: the log is another's, and none of its checkpoints counts."""
    assert audit(grown(), pinned=[KEY]).clean
    report = audit(grown(), pinned=[THIEF])
    kinds = [problem.kind for problem in report.problems]
    assert kinds.count("log-key") == 1
    assert kinds.count("checkpoint") == len(SIZES)
    assert audit(grown(), pinned=[THIEF, KEY]).clean, "before and after a change of keys"


def test_a_kept_checkpoint_of_a_new_log_key_is_a_finding() -> None:
    """Who kept a note of the old log is told that this one is signed by another key."""
    links = [row.link for row in grown().rows]
    kept = note(root_of(links[:40]), 40, "thief")
    report = audit(grown(), since=lambda trust: read_since(kept, trust))
    assert [one.kind for one in report.problems] == ["log-key"]
    assert "not signed by the log's key" in report.problems[0].detail
    assert audit(grown(), since=lambda trust: read_since(kept, trust, pinned=[THIEF])).clean
    with pytest.raises(BrokenProofError, match="no signature"):
        audit(grown(), since=lambda trust: read_since(kept, trust, pinned=[KEY]))


def test_keys_are_read_from_a_policy_or_as_they_are() -> None:
    """One key, several lines, or a policy whose other lines are passed by."""
    policy = f"# casa\nlog {KEY.text} https://casa.example\nquorum none\n"
    assert read_policy(policy).keys_of(ORIGIN) == [KEY]
    assert read_log_keys(policy) == read_log_keys(KEY.text) == [KEY]
    assert read_log_keys(f"{KEY.text}\n{THIEF.text}\n") == [KEY, THIEF]
    for text in ("", "quorum none", "log", "x+y"):
        with pytest.raises(BrokenProofError):
            read_log_keys(text)


# --- the stored tree ----------------------------------------------------------------------------


Tiles = dict[tuple[int, int], Callable[[bytes], bytes]]


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ({(1, 0): lambda tile: bytes(32) + tile[32:]}, "tile 1/000: hash 0, of positions 1 to 256"),
        ({(1, 0): lambda tile: tile[:32] + bytes(32)}, "hash 1, of positions 257 to 512"),
        ({(1, 0): lambda tile: tile + bytes(32)}, "expected at most 2 hashes, got 3"),
        ({(1, 1): lambda _: bytes(32)}, "expected 256 hashes, got 2"),
        ({(2, 0): lambda _: bytes(32)}, "tile 2/000: expected at most 0 hashes, got 1"),
    ],
)
def test_an_altered_tree_is_named(tiles: Tiles, said: str) -> None:
    """Each stored hash above the memo is worked out anew from the events."""
    book = grown().copy()
    for place, change in tiles.items():
        book.tree_tiles[place] = change(book.tree_tiles.get(place, b""))
    found = told(audit(book))
    assert {kind for kind, _ in found} == {"tree"}
    assert any(said in detail for _, detail in found), found


def test_a_tree_that_is_not_written_yet_is_no_fault() -> None:
    """The service writes what lacks at its end with the next tick."""
    book = grown().copy()
    book.tree_tiles[1, 0] = book.tree_tiles[1, 0][:32]
    assert audit(book).clean
    book.tree_tiles.clear()
    assert audit(book).clean
