"""The stage's memory: sources in effect, what they speak about, acts that wait, parts."""

from collections.abc import Callable
from typing import Final

from ledger.events import kinds_of
from ledger.events.jackpots import (
    AwardRefused,
    PoolAdjusted,
    PoolExtinguished,
    PoolOpened,
    PoolTransferred,
)
from ledger.events.registry import ParameterSet, RulesAdopted
from ledger.events.reviews import Correction
from projections.authority.actor import Actor
from projections.authority.judging import Answer
from projections.authority.parameters import AUTORIDADE, AUTORIDADE_ASSINA
from projections.base.event import Event
from projections.base.produced import Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source
from projections.stages.authority.memory.evidence import Evidence
from projections.stages.authority.memory.hands import Hands
from projections.stages.authority.memory.known import Known
from projections.stages.authority.memory.posts import Posts
from projections.stages.authority.memory.refused import Refused
from projections.stages.authority.memory.trust import Trust
from projections.stages.authority.memory.waiting import Acts

ALWAYS: Final = kinds_of(
    Correction,
    ParameterSet,
    RulesAdopted,
    PoolOpened,
    PoolAdjusted,
    PoolTransferred,
    PoolExtinguished,
    AwardRefused,
)
"""Acts that wait under any version, and that stages take as ``produced.effective``."""
REVISION_MAX: Final = 1
"""The highest version of the matrix that this build knows."""
TICKET: Final = "ticket"
_ALLOWED_MAX: Final = 100_000
"""How many answers are remembered."""

Answered = tuple[str, str, str | None, str | None]
"""Source, kind, place and pool."""


class Memory:
    """The memory that the stage's modules share."""

    def __init__(self) -> None:
        """Begin without a matrix, and with nobody trusted."""
        self.version = 0
        self.trust = Trust()
        self.known = Known()
        self.known.actor_of = self.actor
        self.acts = Acts()
        self.hands = Hands()
        self.posts = Posts()
        self.evidence = Evidence()
        self.refused = Refused()
        self.known.played = self._has_played
        self.known.sides = lambda: self.trust.keyring.knows_sides
        self.known.classes = lambda: self.trust.keyring.classes
        self.span_of: Callable[[str], tuple[int, int] | None] = lambda _round: None
        self._has_ticket: Callable[[str], bool] = lambda _ticket: False
        self._since = 0
        self._changed = False
        self._source: Source | None = None
        self._actors: dict[str, Actor] = {}
        self._allowed: set[Answered] = set()
        """What had effect since anybody's rights changed."""

    def load(self, schema: Schema, source: Source) -> None:
        """Read sources, acts, parts and counts as they are written."""
        self._source = source
        self.trust.load(schema, source)
        self.known.load(schema)
        self.known.service = self.trust.service
        self.acts.load(schema, source)
        self.refused.load(schema)
        self.hands.load(schema)
        self.posts.load(schema)
        self.evidence.load(schema)
        row = schema.cursor.execute(
            schema.query("SELECT version, since, act_number_is_enough FROM {s}.matrix_in_force")
        ).fetchone()
        if row is not None:
            self.version, self._since, self.known.act_number_is_enough = row

    def flush(self, writes: Writes) -> None:
        """Add this page's rows to its writes."""
        self.acts.flush(writes)
        self.trust.flush(writes)
        self.known.flush(writes)
        self.refused.flush(writes)
        self.hands.flush(writes)
        self.posts.flush(writes)
        self.evidence.flush(writes)
        if self._changed:
            writes.delete("matrix_in_force")
            writes.copy(
                "matrix_in_force",
                ("version", "since", "act_number_is_enough"),
                [(self.version, self._since, self.known.act_number_is_enough)],
            )
            self._changed = False

    # --- who speaks ----------------------------------------------------------------------------

    @property
    def source(self) -> Source:
        """Where recorded events are read again."""
        assert self._source is not None
        return self._source

    def actor(self, source: str) -> Actor:
        """Return a source as its enrolment in effect has it; of none a source without a role."""
        known = self._actors.get(source)
        if known is None:
            known = self.trust.actor(source, self.known.places_of(source))
            self._actors[source] = known
        return known

    def casino_of(self, event: Event) -> str | None:
        """Return the casino of an event: its source's, else its place's."""
        casino = self.actor(event.source).casino
        if casino is None and event.place is not None:
            casino = self.known.casino_of(event.place)
        return casino

    def ask(self, produced: Produced) -> None:
        """Ask other stages, as they stood before this position: of findings, rounds, tickets."""
        self.known.finding_of, self.span_of = produced.finding_of, produced.span_of
        self._has_ticket = produced.has_ticket

    def _has_played(self, subject: str, name: str) -> bool:
        return (
            self._has_ticket(name) if subject == TICKET else self.evidence.has_played(subject, name)
        )

    def learn_of(self, event: Event) -> None:
        """Learn from an event in effect what sources may speak about."""
        self.known.learn(event, self.actor(event.source).role, self.casino_of(event))
        self._actors.clear()
        self._allowed.clear()

    def ready(self, event: Event) -> None:
        """Learn of balls and series that a bingo room has ready."""
        if self.known.ready(event):
            self._allowed.clear()

    def told_before(self, name: str, event: Event) -> Event | None:
        """Return the event of a name, if it was told before another."""
        found = self.source.named(name)
        return found if found is not None and found.position < event.position else None

    def is_allowed(self, answered: Answered) -> bool:
        """Tell whether what a source says of a place and pool is known to have effect."""
        return answered in self._allowed

    def allow(self, answered: Answered) -> None:
        """Remember that what a source says of a place and pool has effect."""
        if len(self._allowed) >= _ALLOWED_MAX:
            self._allowed.clear()
        self._allowed.add(answered)

    # --- the matrix itself ---------------------------------------------------------------------

    def set(self, payload: ParameterSet, position: int, produced: Produced) -> None:
        """Take a parameter of the ledger's own."""
        value = payload.value
        if payload.name == AUTORIDADE and self.may_rise(payload):
            assert isinstance(value, int)
            self.version, self._since, self._changed = value, position, True
            produced.matrix = value
        elif payload.name == AUTORIDADE_ASSINA:
            self.known.act_number_is_enough, self._changed = not value, True

    def may_rise(self, payload: ParameterSet) -> bool:
        """Tell whether a parameter may be set: the matrix's version only rises."""
        if payload.name != AUTORIDADE:
            return True
        value = payload.value
        return type(value) is int and self.version < value <= REVISION_MAX

    # --- no effect -----------------------------------------------------------------------------

    def refuse(self, event: Event, actor: Actor, answer: Answer, produced: Produced) -> None:
        """Withhold an event for ever."""
        produced.withheld = True
        fault = self.refused.take(event, actor, answer, stands=False)
        if fault is not None:
            produced.faults.append(fault)

    def note(self, event: Event, actor: Actor, answer: Answer, produced: Produced) -> None:
        """Find who wrote down what has effect all the same."""
        fault = self.refused.take(event, actor, answer, stands=True)
        if fault is not None:
            produced.faults.append(fault)
