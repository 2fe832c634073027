"""Lets the ``eventsourcing`` library's own test cases run on the ledger's recorder.

Their events are one-letter states of sources nobody enrolled, numbered from 0 or 1. The recorder
here enrols whom it meets, wraps each state in an envelope with the next seq, and unwraps it again.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from threading import Lock
from typing import Any, ClassVar
from uuid import UUID

import eventsourcing.cryptography
from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    InfrastructureFactory,
    Notification,
    ProcessRecorder,
    StoredEvent,
    Tracking,
    TrackingRecorder,
)
from eventsourcing.popo import POPOAggregateRecorder, POPOTrackingRecorder

from ledger.ids import NO_LINK
from ledger.signed.chain import link_of
from ledger.store.recorder import LedgerStore
from tests.ledger.audit.chains import ORIGIN, envelope

# The library's tests import a cipher that needs a package which nobody here wants.
sys.modules.setdefault("eventsourcing.cipher", eventsourcing.cryptography)

from eventsourcing.tests import application, persistence, projection  # noqa: E402 - the cipher is there now

__all__ = ["application", "persistence", "projection"]

CONNINFO = "RAZAO_LIBRARY_TEST_CONNINFO"


class WrappingRecorder(LedgerStore):
    """The ledger's recorder for events that are no envelopes."""

    def __init__(self, conninfo: str) -> None:
        """Open a ledger that is founded if it was not."""
        super().__init__(conninfo, connections=16)
        self.found(ORIGIN, blinded=False)
        self._first: dict[str, int] = {}
        self._lock = Lock()

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        """Enrol, wrap, record."""
        heads: dict[str, tuple[int, bytes]] = {}
        wrapped: list[StoredEvent] = []
        for stored in stored_events:
            source = str(stored.originator_id)
            with self._lock:
                first = self._first.setdefault(source, stored.originator_version)
            if source not in heads:
                heads[source] = self.head(source) or (0, NO_LINK)
                if heads[source][0] == 0:
                    self.enrol([source])
            seq = stored.originator_version - first + 1
            data = envelope(source, seq, heads[source][1], stored.topic, body=stored.state)
            heads[source] = (seq, link_of(data))
            wrapped.append(StoredEvent(source, seq, stored.topic, data))
        return super().insert_events(wrapped, **kwargs)

    def select_events(self, originator_id: UUID | str, **kwargs: Any) -> Sequence[StoredEvent]:
        """Read, unwrap."""
        shift = self._first.get(str(originator_id), 1) - 1
        for bound in ("gt", "lte"):
            if kwargs.get(bound) is not None:
                kwargs[bound] -= shift
        return [self._unwrap(one) for one in super().select_events(originator_id, **kwargs)]

    def select_notifications(self, *args: Any, **kwargs: Any) -> Sequence[Notification]:
        """Read, unwrap."""
        return [self._unwrap(one) for one in super().select_notifications(*args, **kwargs)]

    def _unwrap(self, stored: Any) -> Any:
        shift = self._first.get(stored.originator_id, 1) - 1
        return replace(
            stored,
            originator_version=stored.originator_version + shift,
            state=stored.state.split(b"\n\n", 1)[1],
        )


class LedgerFactory(InfrastructureFactory[TrackingRecorder]):
    """What an application of the library asks for; snapshots and views stay in memory."""

    opened: ClassVar[list[WrappingRecorder]] = []

    def application_recorder(self) -> ApplicationRecorder:
        """Return a recorder on the test's database."""
        recorder = WrappingRecorder(os.environ[CONNINFO])
        self.opened.append(recorder)
        return recorder

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """Return a place for snapshots, which the ledger has none of."""
        assert purpose == "snapshots"
        return POPOAggregateRecorder()

    def tracking_recorder(self, tracking_recorder_class: Any = None) -> Any:
        """Return a view in memory."""
        return tracking_recorder_class()

    def process_recorder(self) -> ProcessRecorder:
        """Return none: nothing is stored beside the events."""
        raise NotImplementedError

    @classmethod
    def close_all(cls) -> None:
        """Let all connections go, of applications that nobody closed, too."""
        while cls.opened:
            cls.opened.pop().close()


class Counters(POPOTrackingRecorder, projection.EventCountersView):
    """The view of the library's projection tests, in memory."""

    def __init__(self) -> None:
        """Begin at zero."""
        super().__init__()
        self.counts = {"created": 0, "subsequent": 0}

    def get_created_event_counter(self) -> int:
        """Return how many aggregates were created."""
        return self.counts["created"]

    def get_subsequent_event_counter(self) -> int:
        """Return how many other events there were."""
        return self.counts["subsequent"]

    def incr_created_event_counter(self, tracking: Tracking) -> None:
        """Count an aggregate, once."""
        with self._database_lock:
            self._assert_tracking_uniqueness(tracking)
            self._insert_tracking(tracking)
            self.counts["created"] += 1

    def incr_subsequent_event_counter(self, tracking: Tracking) -> None:
        """Count an event, once."""
        with self._database_lock:
            self._assert_tracking_uniqueness(tracking)
            self._insert_tracking(tracking)
            self.counts["subsequent"] += 1
