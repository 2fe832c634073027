"""The line at the door: who waits, and which of them writes for all.

One caller at a time leads: he writes batches of whatever waits until his own segments have their
answers, and hands the lead on to the first who still waits. Whoever is answered goes at once, from
any place in the line; nobody has to get a lock behind other people's batches to learn that he is
done. However a caller leaves, answered or by an exception, the lead that he had is handed on.
"""

from collections.abc import Iterable
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
        self._places: list[P] = []
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
            for place in self._places:
                if place.is_answered():
                    place.done = True
                    if not place.leads and place.wake.locked():
                        place.wake.release()
            self._keep([place for place in self._places if not place.done])

    def leave(self, place: P) -> None:
        """Go, answered or not, and hand the lead on to the first who waits."""
        with self._lock:
            self._keep([other for other in self._places if other is not place])
            if not place.leads:
                return
            self._led = bool(self._places)
            for after in self._places[:1]:
                after.leads = True
                if after.wake.locked():
                    after.wake.release()
            place.leads = False

    def _keep(self, places: Iterable[P]) -> None:
        """Let these wait, and no others: whatever happens before, happens again without harm."""
        self._places = list(places)
        self.events = sum(place.count for place in self._places)
