"""Never the same person in one case: the parts that events play, and whom they bar."""

from projections.authority.actor import Actor
from projections.authority.seconds import badges_of
from projections.authority.segregation import PLAYED, Hand, Part, barring, part_of
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.stages.authority.memory import Memory


class Parts:
    """Parts of cases, played by persons."""

    def __init__(self, memory: Memory) -> None:
        """Ask the stage's memory."""
        self._memory = memory

    def is_barred(self, event: Event, actor: Actor, produced: Produced) -> bool:
        """Tell whether another part in the case bars who says an event; a fact stands."""
        played = self._part(event, actor)
        if played is None:
            return False
        part, persons = played
        before = barring(part, persons, self._memory.hands.of(part.case))
        if before is None:
            return False
        produced.faults.append(_both_parts(event, part, before))
        if part.stands:
            return False
        produced.withheld = True
        return True

    def play(self, event: Event, position: int) -> None:
        """Take note of the part that an event in effect plays."""
        played = self._part(event, self._memory.actor(event.source))
        if played is not None:
            self._memory.hands.play(*played, position)

    def was_barred(self, event: Event, author: Actor) -> bool:
        """Tell whether an event had no effect because another part barred who said it."""
        played = self._part(event, author)
        if played is None or played[0].stands:
            return False
        part, persons = played
        hands = self._memory.hands.of(part.case)
        before = tuple(one for one in hands if one.position < event.position)
        return barring(part, persons, before) is not None

    def _part(self, event: Event, actor: Actor) -> tuple[Part, frozenset[str]] | None:
        """Return the part that an event plays in its case, and the persons who play it."""
        kind, known = event.kind.partition("/")[0], self._memory.known
        if kind not in PLAYED:
            return None
        dispute = getattr(event.payload, "dispute", None)
        case = known.case(dispute) if isinstance(dispute, str) else None
        casino = self._memory.casino_of(event)
        day = event.day or event.at[:10]
        appealed = case is not None and case.appealed
        part = part_of(kind, event.payload, event.place, day, casino, appealed=appealed)
        if part is None:
            return None
        if part.is_named:
            names = badges_of(event.payload)
            return part, frozenset(self._memory.actor(one).person or one for one in names)
        return part, frozenset({actor.person or actor.source})


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
