"""The stage ``authority``: which events have effect, and where.

Until the parameter ``autoridade`` takes effect (a registrar's, approved to the threshold), acts of
``ALWAYS`` wait for an approval by any other source, as they did, and all else has effect at once.
From that position on the matrix decides: what its source may not say is withheld for ever
(``OP-ACCESS``), what needs a second person waits, and takes effect where the last one agrees.
"""

from typing import Final

from typing_extensions import override

from ledger.events import KINDS, kinds_of
from ledger.events.base import Payload
from ledger.events.bingo import Complaint
from ledger.events.registry import ParameterSet
from ledger.events.reviews import Approval, Correction
from ledger.roles import Role
from projections.authority.actor import Actor, ComplaintView
from projections.authority.judging import Answer, judge
from projections.authority.matrix import OF_KIND, Row, row_of
from projections.authority.parameters import AUTORIDADE, EVERYWHERE
from projections.authority.seconds import needs_of
from projections.authority.segregation import PLAYED, Hand
from projections.base.event import Event
from projections.base.produced import Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.stages.authority.before import Before
from projections.stages.authority.corrections import Corrections
from projections.stages.authority.effects import Effects
from projections.stages.authority.memory import evidence
from projections.stages.authority.memory.known import KNOWN_AS, LEARNED, READIED
from projections.stages.authority.memory.memory import ALWAYS, Memory
from projections.stages.authority.memory.posts import Shift
from projections.stages.authority.memory.trust import TRUST, is_proposal
from projections.stages.authority.parts import Parts
from projections.stages.authority.seconds import SecondPersons
from projections.stages.authority.witnessed import Witnessed

_BEFORE: Final = ALWAYS | TRUST | LEARNED
"""What the stage takes while no matrix is in force."""


def _is_plain(name: str) -> bool:
    """Tell whether of a kind nothing is asked beside who says it, about what."""
    row = OF_KIND[name]
    others = row.rule is not None or row.needs or row.registrars or row.act_needed
    return not others and name not in _TOLD


_TOLD: Final = PLAYED | {
    kind.partition("/")[0]
    for kind in TRUST
    | LEARNED
    | ALWAYS
    | evidence.TOLD
    | evidence.DECLARED
    | READIED
    | kinds_of(Complaint)
}
_NAMES: Final = {kind: name for kind in KINDS if _is_plain(name := kind.partition("/")[0])}
"""Kinds of which what follows may be remembered, each without its version."""
_OF_A_POOL: Final = frozenset(
    name
    for name, row in OF_KIND.items()
    if any("Q" in cell.about for cells in row.cells.values() for cell in cells)
)


class Authority(Stage):
    """Acts that wait, what had no effect, and who is trusted."""

    name = "authority"
    resumes = False
    states = (ComplaintView, Hand, Shift, *KNOWN_AS.values())
    tables = (
        ("act", "position"),
        ("agreed", "act, position"),
        ("trust", "position"),
        ("known", "key"),
        ("refused", "key"),
        ("hand", "subject"),
        ("post", "key"),
        ("kept", "name"),
        ("matrix_in_force", "since"),
    )

    def __init__(self) -> None:
        """Begin without a matrix, and with nobody trusted."""
        self._memory = Memory()
        self._parts = Parts(self._memory)
        self._corrections = Corrections(self._memory, self._parts)
        witnessed = Witnessed(self._memory)
        self._effects = Effects(self._memory, self._parts, self._corrections, witnessed)
        self._seconds = SecondPersons(
            self._memory, self._parts, self._corrections, self._effects, witnessed
        )
        self._before = Before(self._memory, self._effects, self._seconds)

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self._memory.load(schema, source)

    @override
    def begin(self, produced: Produced) -> None:
        produced.matrix = self._memory.version

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        if self._memory.version or (event.kind in ALWAYS and is_proposal(event)):
            self._judge(event, produced)  # the matrix itself is never any other source's
        elif event.kind in _BEFORE:
            self._before.fold(event, produced)

    def waits(self, name: str) -> bool:
        """Tell whether an act, by its event's name, waits for a second person."""
        return name in self._memory.acts.waiting

    def agreeing(self, event: Event, produced: Produced) -> frozenset[Role]:
        """Return the roles of whom somebody must agree before an act takes effect."""
        self._memory.ask(produced)
        needs = self._seconds.needs(event, self._memory.actor(event.source), produced)
        roles = {second.role for need in needs.needs for second in need}
        return frozenset(roles | ({Role.REGISTRAR} if needs.registrars else set()))

    def _judge(self, event: Event, produced: Produced) -> None:
        """Decide whether an event has effect."""
        memory = self._memory
        kind, place, number = event.kind, event.place, event.round
        name = _NAMES.get(kind)
        key = None
        if name is not None and (number is None or _is_at(number, place)):
            pool = getattr(event.payload, "pool", None) if name in _OF_A_POOL else None
            key = (event.source, kind, place, pool)
            if memory.is_allowed(key):
                return
        row = row_of(kind)
        if row is None or not isinstance(event.payload, Payload):
            return  # a kind that this version does not know is INT-SCHEMA
        actor = memory.actor(event.source)
        memory.ask(produced)
        answer = judge(actor, kind, event.payload, place, number, memory.known)
        if answer.outcome == "W":
            memory.refuse(event, actor, answer, produced)
            return
        self._note_play(event)
        if answer.outcome == "F":
            memory.note(event, actor, answer, produced)
        elif key is not None and _is_lasting(row, actor):
            if not memory.known.has_unsold(event):
                memory.allow(key)
            return
        self._take(event, actor, row, produced)

    def _note_play(self, event: Event) -> None:
        """Note the subjects in play, when a source first tells since rights changed."""
        name, played = event.kind.partition("/")[0], self._memory.evidence
        place, pool = event.place, getattr(event.payload, "pool", None)
        if place is not None and name in evidence.PLAYS:
            played.play(evidence.PLAYS[name], place)
        if pool is not None and name in evidence.STAKES:
            played.play("pool", pool)
        if name in evidence.CHIPS:
            for casino in (self._memory.casino_of(event), EVERYWHERE):
                played.play("chips", casino or EVERYWHERE)
        first = self._memory.known.first_played(event)
        if first is not None:
            played.play(*first)

    def _take(self, event: Event, actor: Actor, row: Row, produced: Produced) -> None:
        """Let an event that its source may say take effect, or wait."""
        payload, memory = event.payload, self._memory
        if isinstance(payload, Approval):
            self._seconds.approve(event, payload, actor, produced)
        elif isinstance(payload, Correction):
            self._corrections.propose(event, payload, actor, row, produced)
        elif isinstance(payload, ParameterSet) and not memory.may_rise(payload):
            answer = Answer("W", row, f"{AUTORIDADE} above {memory.version}, known to this build")
            memory.refuse(event, actor, answer, produced)
        elif is_proposal(event):
            self._effects.propose_trust(event, produced)
        elif not self._parts.is_barred(event, actor, produced):
            needs = needs_of(actor, row, payload, event.place, memory.known)
            if needs or event.kind in ALWAYS:
                self._seconds.wait_or_act(event, actor, needs, produced)
            else:
                self._effects.learn(event, produced)

    @override
    def flush(self, writes: Writes) -> None:
        self._memory.flush(writes)


def _is_lasting(row: Row, actor: Actor) -> bool:
    """Tell whether what follows depends on the source, its places and its pools alone."""
    cells = row.cells.get(actor.role, ()) if actor.role is not None else ()
    return all(one.condition is None and set(one.about) <= set("PRQOS") for one in cells)


def _is_at(round_id: str, place: str | None) -> bool:
    """Tell whether a round is of a place, by its name."""
    return place is not None and round_id.startswith(place) and round_id[len(place)] == "/"
