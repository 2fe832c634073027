"""What one event leaves to be done at its end, in the order of ``waiting.settle``."""

from msgspec import Struct, field

from projections.stages.pools.books.award import Won
from projections.stages.pools.books.moments import Key, Move, Waiting


class Turn(Struct, kw_only=True):
    """What one event leaves to be done at its end."""

    stirred: set[str] = field(default_factory=set[str])
    """Pools that it may have changed."""
    late: list[tuple[str, Move]] = field(default_factory=list[tuple[str, Move]])
    """Pool, and a change that came after an award that was later."""
    doubts: list[tuple[str, Waiting]] = field(default_factory=list[tuple[str, Waiting]])
    """Pool, and what is to be judged again."""
    won: set[str] = field(default_factory=set[str])
    """Pools of which it won a prize."""
    reckoned: set[str] = field(default_factory=set[str])
    """Awards that it reckoned anew."""
    hasty: set[str] = field(default_factory=set[str])
    """Pools with something to judge at once."""
    kept: dict[str, Won] = field(default_factory=dict[str, Won])
    """Awards that it changed."""
    borne: dict[str, Key] = field(default_factory=dict[str, Key])
    """Pool to the moment of what the operator bore of it last."""
    covered: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """Days of cover that it may have changed."""

    @property
    def left(self) -> bool:
        """Whether anything is to be done."""
        return bool(self.late or self.won or self.hasty or self.doubts or self.reckoned)
