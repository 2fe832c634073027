"""Verification comes to the door's own refusals: what was let in without right is named."""

from ledger.audit.auditor import audit
from ledger.events.registry import AccessGranted, ClockTicked, Heartbeat, KeyRevoked, ParameterSet
from tests.ledger.audit.books import SERVICE, Book, signer

AUTHORITY = ParameterSet(scope="*", name="autoridade", value=1, since="2026-11-20T00:00:00.000000Z")


def judged() -> Book:
    """Return a ledger of which the matrix judges, with a table, a tick and a table's own tick."""
    book = Book()
    book.enrol("mesa", "roda")
    book.record(book.speakers.say("mesa", ClockTicked()))  # before: recorded, as it ever was
    book.record(book.speakers.say("ana", AUTHORITY), book.speakers.approval("rui", "ana"))
    book.tick()
    return book


def test_a_ledger_that_the_door_guarded_is_clean() -> None:
    """The service ticks, registrars revoke, a table its own key: all have the right."""
    book = judged()
    book.record(*book.speakers.revocation("roda"))
    key = signer("mesa").public_key.hex()
    book.record(book.speakers.say("mesa", KeyRevoked(source="mesa", key=key)))
    assert audit(book).problems == []


def test_what_was_let_in_without_right_is_named() -> None:
    """A table's tick, a grant by it, a second founding: intact, signed, and let in."""
    book = judged()
    book.record(book.speakers.say("mesa", ClockTicked()))
    book.record(book.speakers.say("mesa", Heartbeat()))
    book.record(book.speakers.say("mesa", AccessGranted(source="mesa", role="admin")))
    book.record(book.speakers.say(SERVICE, book.speakers.founding()))
    problems = audit(book).problems
    assert [(one.kind, one.source, one.seq) for one in problems] == [
        ("entitlement", "mesa", 2),
        ("entitlement", "mesa", 4),
        ("entitlement", SERVICE, 3),
    ]
    assert problems[0].detail == "clock-ticked/1: expected a service, got mesa, a table"


def test_before_authority_holds_nothing_is_asked() -> None:
    """A ledger that never set it is verified as before, whoever ticked."""
    book = Book()
    book.enrol("mesa")
    book.record(book.speakers.say("mesa", ClockTicked()))
    book.record(book.speakers.say("ana", AUTHORITY))  # proposed, and never approved
    book.record(book.speakers.say("mesa", ClockTicked()))
    assert audit(book).problems == []
