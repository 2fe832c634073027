"""The agenda: what one event leaves to be done at its end, in the order of ``due.STEPS``.

What waits for the term of a pool's devices is not here but in its pool (``Pool.waiting``): the
agenda says in which pools something waits, and in which of them something is due at once.
"""

from msgspec import Struct, field

from projections.stages.pools.books.agenda.waiting import Waiting
from projections.stages.pools.books.moments import Key, Move


class Agenda(Struct, kw_only=True):
    """What one event leaves to be done at its end."""

    waits: set[str] = field(default_factory=set[str])
    """Pools in which something waits to be judged, or may have been; it outlives the event."""
    stirred: set[str] = field(default_factory=set[str])
    """Pools whose balances may have changed since their last change was kept."""
    late: list[tuple[str, Move]] = field(default_factory=list[tuple[str, Move]])
    """Pool, and a change that came after an award that was later."""
    won: set[str] = field(default_factory=set[str])
    """Pools of which a prize was won: what waited for a prize may wait for this one."""
    at_once: set[str] = field(default_factory=set[str])
    """Pools with a matter that is due at once: there is no clock, or a correction told of it."""
    judging: list[Waiting] = field(default_factory=list[Waiting])
    """The matters of a pool that are judged together."""
    doubts: list[tuple[str, Waiting]] = field(default_factory=list[tuple[str, Waiting]])
    """Pool, and a reading that differed and is to be judged again."""
    reckoned: set[str] = field(default_factory=set[str])
    """Awards that were reckoned anew: what was said of them is judged again."""
    borne: dict[str, Key] = field(default_factory=dict[str, Key])
    """Pool to the moment of the last amount of it that the operator bore in this event."""

    @property
    def left(self) -> bool:
        """Whether a step of the agenda has anything to do."""
        return bool(self.late or self.won or self.at_once or self.doubts or self.reckoned)
