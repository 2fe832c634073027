"""The line at the door: who waits, and which of them writes for all.

One caller at a time leads: he writes batches of whatever waits until his own segments have their
answers, and hands the lead on to the first who still waits. Whoever is answered goes at once, from
any place in the line; nobody has to get a lock behind other people's batches to learn that he is
done. However a caller leaves, answered or by an exception, the lead that he had is handed on.
"""

from collections import deque
from threading import Lock
from typing import Generic, TypeVar


class Place:
    """One caller's place in the line."""

    __slots__ = ("count", "done", "leads", "wake")

    def __init__(self, count: int) -> None:
        """Stand for so many events."""
        self.count = count
        self.done = False
        """Whether everything that the caller brought has its answer."""
        self.leads = False
        """Whether it is this caller who writes."""
        self.wake = Lock()
        self.wake.acquire()

    def is_answered(self) -> bool:
        """Tell whether everything that the caller brought has its answer."""
        raise NotImplementedError


P = TypeVar("P", bound=Place)


class Line(Generic[P]):
    """The callers who wait, in the order in which they came."""

    def __init__(self) -> None:
        """Begin empty; the first who comes leads."""
        self._lock = Lock()
        self._places: deque[P] = deque()
        self._led = False
        self.events = 0
        """How many events wait."""

    def join(self, place: P, most: int) -> bool:
        """Stand at the end; tell whether there was room, of ``most`` events, for it."""
        with self._lock:
            if self.events and self.events + place.count > most:
                return False
            self._places.append(place)
            self.events += place.count
            if not self._led:
                self._led = place.leads = True
            return True

    def wait(self, place: P) -> bool:
        """Return when the place is answered or leads; tell whether it leads."""
        if not place.leads:
            place.wake.acquire()
        return place.leads

    def waiting(self) -> list[P]:
        """Return the places that are not answered, the oldest first."""
        with self._lock:
            return list(self._places)

    def release(self) -> None:
        """Let every caller go who is answered."""
        with self._lock:
            still: deque[P] = deque()
            for place in self._places:
                if not place.is_answered():
                    still.append(place)
                    continue
                place.done = True
                self.events -= place.count
                if not place.leads:
                    place.wake.release()
            self._places = still

    def leave(self, place: P) -> None:
        """Go, answered or not, and hand the lead on to the first who waits."""
        with self._lock:
            if not place.done and place in self._places:
                self._places.remove(place)
                self.events -= place.count
            if not place.leads:
                return
            place.leads = False
            if self._places:
                self._places[0].leads = True
                self._places[0].wake.release()
            else:
                self._led = False
