"""Matters that wait in a pool until the term of its devices is over, and their kinds.

A matter is kept with its pool and finds its event again by position. Who judges a kind stands in
``due.MATTERS``.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct, field

from projections.stages.pools.books.moments import Balances, Key, Reading, Stake


class Kind(StrEnum):
    """Why an event waits to be judged; the words are those of the stored rows."""

    COMPARE = "compare"
    """An amount said of a prize: by its play, or by a claim."""
    SETTLE = "settle"
    """A prize, when its own term is over."""
    VERIFIED = "verified"
    """A claim that people accepted."""
    REFUSED = "refused"
    """A refusal of a prize that is not known yet."""
    PUT_BACK = "put back"
    """A reset, as it was said."""
    PAID = "paid"
    """A payment of a prize that is not known yet."""
    SETTLED = "settled"
    """A reimbursement between casinos of a prize that is not known yet."""
    COMMIT = "commit"
    """A trigger fixed by its hash."""
    REVEAL = "reveal"
    """A trigger opened."""
    HIT = "hit"
    """A prize that a trigger decided."""
    PASSED = "passed"
    """Stakes laid on a pool that stood at its latest trigger."""
    STAKED = "staked"
    """A stake of a member that states its increments."""
    STATED = "stated"
    """An increment that a member states."""
    STATEMENT = "statement"
    """An increment that somebody else states."""
    DISPLAY = "display"
    """A reading of a display."""
    CONTROLLER = "controller"
    """A reading of a controller."""
    MEMBER = "member"
    """A stake of a device of which nobody said so far that it feeds the pool."""
    ACT = "act"
    """A transfer, a pool taken down, a payment to an institution: it moves what was there when it
    took effect."""
    ENDING = "ending"
    """The concession's end."""
    DONE = "done"
    """A stake that was judged together with the statement about it."""


SETTLING: Final = frozenset({Kind.COMPARE, Kind.SETTLE})
"""Matters of a prize at its term: after them it may be closed."""
IN_ORDER: Final = frozenset(
    {Kind.COMMIT, Kind.REVEAL, Kind.HIT, Kind.PASSED, Kind.STAKED, Kind.STATED}
)
"""Matters judged by the devices' times, each when all before it are judged: of a pool its triggers,
the prizes that they decided, the stakes that passed them; of a member its stakes and statements."""
ACTS: Final = frozenset({Kind.ACT, Kind.ENDING})
"""Matters that move a pool's money when all who feed it must have spoken."""


class Waiting(Struct, kw_only=True, omit_defaults=True):
    """An event that is judged when all devices must have spoken, or whose award is not known yet.

    ``day``, ``casino`` and ``at`` are those of the event; it is read again by its position.
    """

    kind: Kind = field(name="what")
    position: int
    at: str
    source: str = ""
    """Whose time that is: the event's source, or who let an act take effect."""
    order: int = 0
    """The position of that, where it is another's."""
    due: str = ""
    """The ledger's clock at which it is judged; empty: at once, there is no clock."""
    day: str | None = None
    casino: str = "*"
    award: str | None = None
    seconds: int = 0
    """Latency that is allowed."""
    stake: Stake | None = None
    held: Balances | None = None
    """Where it was judged and differed: what the pool had held."""
    carried: Balances | None = None
    """The same before the stake that it is about."""
    before: Reading | None = None
    """Where it was judged: the same device's last reading then."""
    amount: int = 0
    """What was said, where the event's payload says it in another's words."""
    known: int = 0
    """Where it was judged and differed: the position at which it was judged first."""
    place: str | None = None
    """The member whose stake it is, or is about."""
    name: str = ""
    """A stake's event."""

    @property
    def key(self) -> Key:
        """The moment at which it is judged."""
        return Key(self.at, self.source, self.order or self.position)
