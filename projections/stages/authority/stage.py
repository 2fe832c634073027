"""The stage ``authority``: which events have effect, and where.

Until the parameter ``autoridade`` takes effect (a registrar's, approved to the threshold), acts of
``ALWAYS`` wait for an approval by any other source, as they did, and all else has effect at once.
From that position on the matrix decides: what its source may not say is withheld for ever
(``OP-ACCESS``), what needs a second person waits, and takes effect where the last one agrees.
"""

from typing import Any, Final

import msgspec
from typing_extensions import override

from ledger.events import KINDS, kinds_of
from ledger.events.base import Payload
from ledger.events.claims import payload_of
from ledger.events.jackpots import (
    AwardRefused,
    PoolAdjusted,
    PoolExtinguished,
    PoolOpened,
    PoolTransferred,
)
from ledger.events.registry import ParameterSet, RulesAdopted
from ledger.events.reviews import Approval, Correction
from ledger.events.tables import TableOpened
from ledger.roles import Role
from projections.authority.actor import Actor
from projections.authority.corrections import (
    Corrected,
    correcting,
    correction_fault,
    correction_needs,
    has_part,
)
from projections.authority.judging import Answer, judge
from projections.authority.matrix import OF_KIND, Row, row_of
from projections.authority.parameters import AUTORIDADE, AUTORIDADE_ASSINA
from projections.authority.seconds import NOTHING, Needs, approval_fault, badges_of, lacks, needs_of
from projections.authority.segregation import PLAYED, Hand, Part, barring, part_of
from projections.authority.subject import subject_of
from projections.base.corrected import change_of
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.stages.authority.hands import Hands
from projections.stages.authority.known import LEARNED, Known
from projections.stages.authority.refused import Refused
from projections.stages.authority.trust import TRUST, Settled, Trust, is_proposal
from projections.stages.authority.waiting import Acts

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
CHIEFS: Final = frozenset((Role.FLOOR_MANAGER, Role.DIRECTOR))
"""Who may answer for the own options of a table's opening."""
_BEFORE: Final = ALWAYS | TRUST | LEARNED
"""What the stage takes while no matrix is in force."""
REVISION_MAX: Final = 1
"""The highest version of the matrix that this build knows."""


def _is_plain(row: Row) -> bool:
    """Tell whether a row asks for nothing beside who says it, about what."""
    others = row.rule is not None or row.needs or row.registrars or row.act_needed
    return not others and not any(name in _TOLD for name in row.kinds)


_TOLD: Final = PLAYED | {kind.partition("/")[0] for kind in TRUST | LEARNED | ALWAYS}
_NAMES: Final = {kind: name for kind in KINDS if _is_plain(OF_KIND[name := kind.partition("/")[0]])}
"""Kinds of which what follows may be remembered, each without its version."""
_OF_A_POOL: Final = frozenset(
    name
    for name, row in OF_KIND.items()
    if any("Q" in cell.about for cells in row.cells.values() for cell in cells)
)
_ALLOWED_MAX: Final = 100_000
"""How many answers are remembered."""


class Authority(Stage):
    """Acts that wait, what had no effect, and who is trusted."""

    name = "authority"
    resumes = False
    tables = (
        ("act", "position"),
        ("agreed", "act, position"),
        ("trust", "position"),
        ("known", "key"),
        ("refused", "key"),
        ("hand", "subject"),
        ("matrix_in_force", "since"),
    )

    def __init__(self) -> None:
        """Begin without a matrix, and with nobody trusted."""
        self._version = 0
        self._since = 0
        self._changed = False
        self._trust = Trust()
        self._known = Known()
        self._known.actor_of = self._actor
        self._acts = Acts()
        self._refused = Refused()
        self._hands = Hands()
        self._source: Source | None = None
        self._actors: dict[str, Actor] = {}
        self._allowed: set[tuple[str, str, str | None, str | None]] = set()
        """Source, kind, place and pool of what had effect since anybody's rights changed."""

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self._source = source
        self._trust.load(schema, source)
        self._known.load(schema)
        self._known.service = self._trust.service
        self._acts.load(schema, source)
        self._refused.load(schema)
        self._hands.load(schema)
        row = schema.cursor.execute(
            schema.query("SELECT version, since, act_number_is_enough FROM {s}.matrix_in_force")
        ).fetchone()
        if row is not None:
            self._version, self._since, self._known.act_number_is_enough = row

    @override
    def begin(self, produced: Produced) -> None:
        produced.matrix = self._version

    # --- folding -------------------------------------------------------------------------------

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        if self._version:
            self._judge(event, produced)
        elif event.kind in _BEFORE:
            self._fold_before(event, produced)

    def _judge(self, event: Event, produced: Produced) -> None:
        """Decide whether an event has effect."""
        kind, place, number = event.kind, event.place, event.round
        name = _NAMES.get(kind)
        key = None
        if name is not None and (number is None or _is_at(number, place)):
            pool = getattr(event.payload, "pool", None) if name in _OF_A_POOL else None
            key = (event.source, kind, place, pool)
            if key in self._allowed:
                return
        row = row_of(kind)
        if row is None or not isinstance(event.payload, Payload):
            return  # a kind that this version does not know is INT-SCHEMA
        actor = self._actor(event.source)
        self._known.finding_of = produced.finding_of
        answer = judge(actor, kind, event.payload, place, number, self._known)
        if answer.outcome == "W":
            self._refuse(event, actor, answer, produced)
            return
        if answer.outcome == "F":
            self._note(event, actor, answer, produced)
        elif key is not None and _is_lasting(row, actor):
            if len(self._allowed) >= _ALLOWED_MAX:
                self._allowed.clear()
            self._allowed.add(key)
            return
        self._take(event, actor, row, produced)

    def _take(self, event: Event, actor: Actor, row: Row, produced: Produced) -> None:
        """Let an event that its source may say take effect, or wait."""
        payload = event.payload
        if isinstance(payload, Approval):
            self._approve(event, payload, actor, produced)
        elif isinstance(payload, Correction):
            self._propose_correction(event, payload, actor, row, produced)
        elif isinstance(payload, ParameterSet) and not self._may_rise(payload):
            answer = Answer("W", row, f"{AUTORIDADE} above {self._version}, known to this build")
            self._refuse(event, actor, answer, produced)
        elif is_proposal(event):
            self._propose_trust(event, produced)
        elif not self._is_barred(event, actor, produced):
            needs = needs_of(actor, row, payload, event.place, self._known)
            if needs or event.kind in ALWAYS:
                self._wait_or_act(event, actor, needs, produced)
            else:
                self._learn(event)

    def _wait_or_act(self, event: Event, actor: Actor, needs: Needs, produced: Produced) -> None:
        if self._lacks(needs, actor, [], event.payload):
            self._acts.wait(event)
            produced.withheld = True
        elif event.kind in ALWAYS:
            self._take_effect(event, event.position, produced)
        else:
            self._learn(event)

    # --- never the same person in one case ------------------------------------------------------

    def _part(self, event: Event, actor: Actor) -> tuple[Part, frozenset[str]] | None:
        """Return the part that an event plays in its case, and the persons who play it."""
        kind = event.kind.partition("/")[0]
        if kind not in PLAYED:
            return None
        dispute = getattr(event.payload, "dispute", None)
        case = self._known.case(dispute) if isinstance(dispute, str) else None
        casino = actor.casino
        if casino is None and event.place is not None:
            casino = self._known.casino_of(event.place)
        day = event.day or event.at[:10]
        appealed = case is not None and case.appealed
        part = part_of(kind, event.payload, event.place, day, casino, appealed=appealed)
        if part is None:
            return None
        if part.is_named:
            names = badges_of(event.payload)
            return part, frozenset(self._actor(one).person or one for one in names)
        return part, frozenset({actor.person or actor.source})

    def _is_barred(self, event: Event, actor: Actor, produced: Produced) -> bool:
        """Tell whether another part in the case bars who says an event; a fact stands."""
        played = self._part(event, actor)
        if played is None:
            return False
        part, persons = played
        before = barring(part, persons, self._hands.of(part.case))
        if before is None:
            return False
        produced.faults.append(_both_parts(event, part, before))
        if part.stands:
            return False
        produced.withheld = True
        return True

    def _play(self, event: Event, position: int) -> None:
        """Take note of the part that an event in effect plays."""
        played = self._part(event, self._actor(event.source))
        if played is not None:
            self._hands.play(*played, position)

    # --- second persons ------------------------------------------------------------------------

    def _approve(
        self, event: Event, approval: Approval, approver: Actor, produced: Produced
    ) -> None:
        act = self._acts.waiting.get(approval.target)
        target = act.event if act is not None else self._told_before(approval.target, event)
        if target is None or self._is_of_nobody(target, produced):
            return
        if target.link.hex() != approval.link:
            produced.withheld = True
            produced.faults.append(_other_link(target, event, approval))
            return
        if act is not None and target.payload is None:
            self._acts.take_effect(target, event.position)  # withdrawn before anybody approved it
            return
        author = self._actor(target.source)
        needs = self._needs(target, author, produced)
        why = self._approval_fault(target, approver, author, needs, produced)
        if why is not None:
            self._refuse(event, approver, Answer("W", row_of(event.kind), why), produced)
            return
        if is_proposal(target):
            self._settle(self._trust.fold(event), event, produced)
            return
        if act is None:
            if target.kind == TableOpened.KIND and approver.role in CHIEFS:
                produced.answered.append(target)
            return
        self._acts.agree(act, event)
        agreed = [self._actor(one.source) for one in act.agreed]
        if not self._lacks(needs, author, agreed, self._shown_by(target)):
            self._take_effect(target, event.position, produced, event)

    def _approval_fault(
        self, target: Event, approver: Actor, author: Actor, needs: Needs, produced: Produced
    ) -> str | None:
        """Return why an approval of an event approves nothing; None where it counts."""
        row, subject = self._row_of(target, produced), self._subject(target)
        why = approval_fault(approver, author, row, needs, target.payload, subject, self._known)
        if why is None and isinstance(target.payload, Correction):
            what = self._corrected(target, target.payload, produced)
            if what is not None and has_part(what, approver):
                return "approved by who had no part in what is corrected"
        return why

    def _is_of_nobody(self, act: Event, produced: Produced) -> bool:
        """Tell whether an act corrects what nobody may: that was found where it was said."""
        if not isinstance(act.payload, Correction):
            return False
        what = self._corrected(act, act.payload, produced)
        return what is not None and correcting(what.kind.partition("/")[0]) is None

    def _row_of(self, act: Event, produced: Produced) -> Row | None:
        """Return the row that names who approves an act.

        None of a correction of nothing: whoever else approves it shows that it can be none.
        """
        corrects = isinstance(act.payload, Correction)
        if corrects and self._corrected(act, act.payload, produced) is None:
            return None
        return row_of(act.kind)

    def _needs(self, act: Event, author: Actor, produced: Produced) -> Needs:
        row = row_of(act.kind)
        if row is None or act.payload is None:
            return NOTHING
        if isinstance(act.payload, Correction):
            what = self._corrected(act, act.payload, produced)
            return NOTHING if what is None else correction_needs(what, self._known)
        return needs_of(author, row, act.payload, act.place, self._known)

    def _subject(self, act: Event) -> Any:
        """Return the subject of an act; of a correction the corrected event's."""
        payload, about = act.payload, act
        if isinstance(payload, Correction):
            about = self._told_before(payload.target, act) or act
        kind = about.kind.partition("/")[0]
        return subject_of(kind, about.payload, about.place, about.round, self._known)

    def _shown_by(self, act: Event) -> Any:
        """Return the payload that may bear the number of the authority's act."""
        if not isinstance(act.payload, Correction):
            return act.payload
        told = self._told_before(act.payload.target, act)
        if told is None:
            return act.payload
        return _replacement(told, act.payload) or told.payload

    def _lacks(self, needs: Needs, author: Actor, agreed: list[Actor], payload: Any) -> bool:
        threshold = self._trust.keyring.threshold
        return lacks(needs, author, agreed, payload, self._known, threshold)

    def _told_before(self, name: str, event: Event) -> Event | None:
        assert self._source is not None
        found = self._source.named(name)
        return found if found is not None and found.position < event.position else None

    def _take_effect(
        self, act: Event, position: int, produced: Produced, approval: Event | None = None
    ) -> None:
        """Hand on an act that takes effect at a position."""
        self._acts.take_effect(act, position)
        if isinstance(act.payload, Correction):
            assert approval is not None
            produced.effective.append(act)
            self._change(approval, act, produced)
            return
        if act.kind in ALWAYS:
            produced.effective.append(act)
            if isinstance(act.payload, ParameterSet):
                self._set(act.payload, position, produced)
        else:
            produced.delayed.append(msgspec.structs.replace(act, position=position))
        self._learn(act)

    # --- corrections ---------------------------------------------------------------------------

    def _propose_correction(
        self, event: Event, payload: Correction, actor: Actor, row: Row, produced: Produced
    ) -> None:
        what = self._corrected(event, payload, produced)
        if what is not None:
            why = correction_fault(actor, what, self._known)
            if why is not None:
                self._refuse(event, actor, Answer("W", row, why), produced)
                return
        self._acts.wait(event)
        produced.withheld = True

    def _corrected(self, event: Event, payload: Correction, produced: Produced) -> Corrected | None:
        """Return the event that a correction names, with the rest; None where there is none."""
        target = self._told_before(payload.target, event)
        if target is None or row_of(target.kind) is None:
            return None
        casino = self._known.casino_of(target.place) if target.place is not None else None
        author = self._actor(target.source)
        first = produced.first_open(casino or author.casino or "*")
        day = target.day or target.at[:10]
        return Corrected(
            author=author,
            kind=target.kind,
            payload=target.payload,
            place=target.place,
            round=target.round,
            replacement=_replacement(target, payload),
            of_a_closed_day=first is not None and day < first,
            is_evidence=self._known.is_disputed(target.round, target.place),
        )

    def _was_refused(self, target: Event) -> bool:
        """Tell whether an event never had effect: the matrix forbade it, or barred who said it.

        Of what the matrix forbids only the span is noted, so that its source is asked for, too.
        """
        author, known = self._actor(target.source), self._known
        payload, place = target.payload, target.place
        if not isinstance(payload, Payload):
            return False
        if self._refused.may_hold(target):
            answer = judge(author, target.kind, payload, place, target.round, known)
            if answer.outcome == "W":
                return True
        played = self._part(target, author) if self._version else None
        if played is None or played[0].stands:
            return False
        part, persons = played
        hands = tuple(one for one in self._hands.of(part.case) if one.position < target.position)
        return barring(part, persons, hands) is not None

    def _change(self, event: Event, act: Event, produced: Produced) -> None:
        """Hand on what a correction in effect changes; one that can change nothing is a finding."""
        assert self._source is not None
        found = change_of(event, act, self._source)
        if isinstance(found, Fault):
            produced.faults.append(found)
            return
        target = found.target
        if target.kind == ParameterSet.KIND and is_proposal(target):
            produced.faults.append(_corrects_nothing(act, _NOT_OF_THE_MATRIX))
            return
        if self._was_refused(target):
            produced.faults.append(_corrects_nothing(act, _WITHOUT_EFFECT))
            return
        if target.name in self._acts.waiting:
            if self._version or isinstance(target.payload, ParameterSet):
                self._acts.mend(target.name, found.payload, found.plain)
            if target.kind not in ALWAYS:
                return  # nobody has taken it yet
            found = msgspec.structs.replace(found, waits=True)
        elif self._version and target.kind not in ALWAYS:
            effective = self._acts.effective(target.name)
            if effective is not None:  # whoever took it knows it by that position
                target = msgspec.structs.replace(target, position=effective)
                found = msgspec.structs.replace(found, target=target)
        produced.changes.append(found)

    # --- acts of trust -------------------------------------------------------------------------

    def _propose_trust(self, event: Event, produced: Produced) -> None:
        settled = self._trust.fold(event)
        if settled is not None and settled.why is None and event.kind not in ALWAYS:
            self._learn_of(event)
            return
        self._acts.wait(event)
        self._settle(settled, event, produced)
        if event.name in self._acts.waiting and (event.kind not in ALWAYS or self._version):
            produced.withheld = True

    def _settle(self, settled: Settled | None, event: Event, produced: Produced) -> None:
        """Let a proposal take effect on which registrars have agreed; else say why it does not."""
        if settled is None:
            return
        act = settled.act
        if settled.why is not None:
            self._acts.take_effect(act, event.position)
            produced.faults.append(_of_no_effect(act, event, settled.why))
        elif isinstance(act.payload, ParameterSet):
            self._take_effect(act, event.position, produced)
        else:
            self._acts.take_effect(act, event.position)
            produced.delayed.append(msgspec.structs.replace(act, position=event.position))
            self._learn_of(act)

    # --- what events in effect tell ------------------------------------------------------------

    def _learn(self, event: Event) -> None:
        """Learn from an event in effect whom to trust, and what sources may speak about."""
        if self._version:
            self._play(event, event.position)
        if event.kind in TRUST:
            self._trust.fold(event)
            self._known.service = self._trust.service
        if event.kind in LEARNED:
            self._learn_of(event)

    def _learn_of(self, event: Event) -> None:
        actor = self._actor(event.source)
        casino = actor.casino
        if casino is None and event.place is not None:
            casino = self._known.casino_of(event.place)
        self._known.learn(event, actor.role, casino)
        self._actors.clear()
        self._allowed.clear()

    def _actor(self, source: str) -> Actor:
        """Return a source as its enrolment in effect has it; of none a source without a role."""
        known = self._actors.get(source)
        if known is None:
            known = self._trust.actor(source, self._known.places_of(source))
            self._actors[source] = known
        return known

    def _set(self, payload: ParameterSet, position: int, produced: Produced) -> None:
        """Take a parameter of the ledger's own."""
        value = payload.value
        if payload.name == AUTORIDADE and self._may_rise(payload):
            assert isinstance(value, int)
            self._version, self._since, self._changed = value, position, True
            produced.matrix = value
        elif payload.name == AUTORIDADE_ASSINA:
            self._known.act_number_is_enough, self._changed = not value, True

    def _may_rise(self, payload: ParameterSet) -> bool:
        """Tell whether a parameter may be set: the matrix's version only rises."""
        if payload.name != AUTORIDADE:
            return True
        value = payload.value
        return type(value) is int and self._version < value <= REVISION_MAX

    # --- no effect -----------------------------------------------------------------------------

    def _refuse(self, event: Event, actor: Actor, answer: Answer, produced: Produced) -> None:
        """Withhold an event for ever."""
        produced.withheld = True
        fault = self._refused.take(event, actor, answer, stands=False)
        if fault is not None:
            produced.faults.append(fault)

    def _note(self, event: Event, actor: Actor, answer: Answer, produced: Produced) -> None:
        """Find who wrote down what has effect all the same."""
        fault = self._refused.take(event, actor, answer, stands=True)
        if fault is not None:
            produced.faults.append(fault)

    # --- without a matrix ----------------------------------------------------------------------

    def _fold_before(self, event: Event, produced: Produced) -> None:
        """Fold as before there was a matrix: any other source approves."""
        kind, payload = event.kind, event.payload
        if kind in TRUST:
            settled = None if self._is_of_matrix(payload) else self._trust.fold(event)
            self._known.service = self._trust.service
            if settled is not None and settled.why is None:
                self._learn_of(settled.act)
        elif kind in LEARNED and kind not in ALWAYS:
            self._learn_of(event)
        if is_proposal(event) and kind in ALWAYS:
            self._judge(event, produced)  # never by any other source
        elif kind in ALWAYS:
            self._acts.wait(event)
        elif isinstance(payload, Approval):
            self._approve_before(event, payload, produced)

    def _is_of_matrix(self, payload: Any) -> bool:
        """Tell whether an approval is of the parameter that lets the matrix hold."""
        waiting = self._acts.waiting.get(payload.target) if isinstance(payload, Approval) else None
        return waiting is not None and is_proposal(waiting.event)

    def _approve_before(self, event: Event, approval: Approval, produced: Produced) -> None:
        waiting = self._acts.waiting.get(approval.target)
        if waiting is None:
            return
        act = waiting.event
        if is_proposal(act):
            self._approve(event, approval, self._actor(event.source), produced)
        elif act.source == event.source:
            produced.faults.append(
                Fault(
                    code="OP-ACCESS",
                    positions=(act.position, event.position),
                    expected="approval by another person's key",
                    recorded=f"{act.name} approved by its own author",
                )
            )
        elif act.link.hex() != approval.link:
            produced.faults.append(_other_link(act, event, approval))
        elif act.payload is None:
            self._acts.take_effect(act, event.position)  # withdrawn before anybody approved it
        else:
            self._take_effect(act, event.position, produced, event)

    # --- rows ----------------------------------------------------------------------------------

    @override
    def flush(self, writes: Writes) -> None:
        self._acts.flush(writes)
        self._trust.flush(writes)
        self._known.flush(writes)
        self._refused.flush(writes)
        self._hands.flush(writes)
        if self._changed:
            writes.execute("DELETE FROM {s}.matrix_in_force")
            writes.copy(
                "matrix_in_force",
                ("version", "since", "act_number_is_enough"),
                [(self._version, self._since, self._known.act_number_is_enough)],
            )
            self._changed = False


def _is_lasting(row: Row, actor: Actor) -> bool:
    """Tell whether what follows depends on the source, its places and its pools alone."""
    cells = row.cells.get(actor.role, ()) if actor.role is not None else ()
    return all(one.condition is None and set(one.about) <= set("PRQOS") for one in cells)


def _is_at(round_id: str, place: str | None) -> bool:
    """Tell whether a round is of a place, by its name."""
    return place is not None and round_id.startswith(place) and round_id[len(place)] == "/"


def _replacement(target: Event, correction: Correction) -> Any:
    """Return the payload that a correction puts in an event's place; None where there is none."""
    if correction.replacement is None:
        return None
    try:
        return payload_of(target.kind, correction.replacement)
    except (msgspec.ValidationError, KeyError):
        return None  # where it takes effect that is a finding


def _of_no_effect(act: Event, event: Event, why: str) -> Fault:
    """Return the finding about a key on which registrars agreed, and which nobody may be given."""
    return Fault(
        code="OP-ACCESS",
        positions=tuple(sorted({act.position, event.position})),
        expected="a key that its holder may be given",
        recorded=why,
        facts={"act": act.name},
    )


def _both_parts(event: Event, part: Part, before: Hand) -> Fault:
    return Fault(
        code="OP-ACCESS",
        positions=(before.position, event.position),
        place=event.place,
        round=event.round,
        expected=f"another person than who {before.word}",
        recorded=f"{part.case}: {before.word} and {part.word} by {before.person}",
        facts={"subject": part.case, "parts": [before.word, part.word], "effect": part.stands},
    )


_NOT_OF_THE_MATRIX: Final = "no correction of the matrix that judges the ledger"
_WITHOUT_EFFECT: Final = "an event that had effect; who may say it says it anew"


def _corrects_nothing(act: Event, expected: str) -> Fault:
    return Fault(
        code="INT-CORR",
        positions=(act.position,),
        expected=expected,
        recorded=act.payload.target,
    )


def _other_link(act: Event, event: Event, approval: Approval) -> Fault:
    return Fault(
        code="INT-CORR",
        positions=(act.position, event.position),
        expected=act.link.hex(),
        recorded=approval.link,
    )
