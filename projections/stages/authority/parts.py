"""Never the same person in one case: the parts that events play, and whom they bar."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import structs

from ledger.events import kinds_of
from ledger.events.bingo import Complaint, Incident
from ledger.events.jackpots import ControllerRead, DisplayRead
from ledger.events.machines import MetersRead
from ledger.events.registry import CheckpointSealed, VerificationDone
from ledger.events.reviews import Appeal, DisputeOpened, EvidenceAttached, InspectionNoted
from ledger.events.rounds import Claim
from ledger.events.tables import StaffChanged, TableClosed
from projections.authority.actor import Actor
from projections.authority.seconds import badges_of
from projections.authority.segregation import (
    CAUSED,
    ON_POST,
    PLAYED,
    Hand,
    Part,
    Told,
    barring,
    of_machine,
    parts_of,
)
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.stages.authority.memory.memory import Memory

POSTED: Final = kinds_of(StaffChanged, TableClosed)
_TELLS_OF_OTHERS: Final = kinds_of(
    Appeal,
    CheckpointSealed,
    Claim,
    Complaint,
    ControllerRead,
    DisplayRead,
    DisputeOpened,
    EvidenceAttached,
    Incident,
    InspectionNoted,
    MetersRead,
    VerificationDone,
)
"""Kinds whose author saw, read or heard what another caused."""
_PROOFS_MAX: Final = 100
"""So many of a finding's events are asked who caused it."""
_OF_A_DISPUTE: Final = frozenset({"opened", "answered", "decided", "paid"})
_OF_A_FINDING: Final = frozenset({"explained", "decided", "paid"})
_ON_COMPLAINT: Final = "complaint-decided"
_OF_AN_AWARD: Final = frozenset({"verified", "award paid"})


class Parts:
    """Parts of cases, played by persons."""

    def __init__(self, memory: Memory) -> None:
        """Ask the stage's memory."""
        self._memory = memory

    def is_barred(self, event: Event, actor: Actor, produced: Produced) -> bool:
        """Tell whether another part in a case bars who says an event; a fact stands."""
        found = self._first_bar(event, actor)
        if found is None:
            return False
        part, before = found
        self.find(event, part.case, part.word, before, produced, stands=part.stands)
        if part.stands:
            return False
        produced.withheld = True
        return True

    def find(
        self, event: Event, case: str, word: str, before: Hand, produced: Produced, *, stands: bool
    ) -> None:
        """Find who plays a part that another of his bars, with both events."""
        produced.faults.append(
            Fault(
                code="OP-ACCESS",
                positions=tuple(sorted({before.position, event.position})),
                place=event.place,
                round=event.round,
                expected=f"another person than who {before.word}",
                recorded=f"{case}: {before.word} and {word} by {before.person}",
                facts={"subject": case, "parts": [before.word, word], "effect": stands},
            )
        )

    def play(self, event: Event, position: int) -> None:
        """Take note of the parts that an event in effect plays."""
        actor = self._memory.actor(event.source)
        for part in self._parts(event, actor):
            if part.lasts:
                self._memory.hands.play(part, self._persons(part, actor), position)
        if event.kind in POSTED:
            self._memory.posts.take(event)

    def bars_instead(
        self, act: Event, target: Event, payload: Any, produced: Produced, *, stands: bool = False
    ) -> bool:
        """Tell whether a part that a corrected event would play bars who said it; find that.

        With ``stands`` those alone of which the event stands all the same.
        """
        author = self._memory.actor(target.source)
        played = frozenset((one.case, one.word) for one in self._parts(target, author))
        now = structs.replace(target, payload=payload)
        found = self._first_bar(now, author, but=played)
        if found is None or found[0].stands != stands:
            return False
        part, before = found
        self.find(act, part.case, part.word, before, produced, stands=stands)
        return True

    def play_instead(self, target: Event, payload: Any, position: int) -> None:
        """Take note of the parts that an event plays since it is corrected."""
        author = self._memory.actor(target.source)
        for part in self._parts(structs.replace(target, payload=payload), author):
            if part.lasts:
                self._memory.hands.play(part, self._persons(part, author), position)

    def was_barred(self, event: Event, author: Actor) -> bool:
        """Tell whether an event had no effect because another part barred who said it."""
        found = self._first_bar(event, author, before=event.position)
        return found is not None and not found[0].stands

    def _first_bar(
        self,
        event: Event,
        actor: Actor,
        before: int | None = None,
        but: frozenset[tuple[str, str]] = frozenset(),
    ) -> tuple[Part, Hand] | None:
        """Return the first part that another bars: one without effect before one that stands.

        Of some parts, each a case and a word, it is not asked.
        """
        found: list[tuple[Part, Hand]] = []
        own: list[tuple[str, Hand]] = []
        for part in self._parts(event, actor):
            persons = self._persons(part, actor)
            if not persons or (part.case, part.word) in but:
                continue
            hands = [
                *self._memory.hands.of(part.case),
                *(hand for case, hand in own if case == part.case),
                *self._beside(part, event),
            ]
            played = (one for one in hands if before is None or one.position <= before)
            bar = barring(part, persons, tuple(played))
            if bar is not None:
                found.append((part, bar))
            own += [(part.case, Hand(part.word, one, event.position)) for one in sorted(persons)]
        return min(found, key=lambda one: one[0].stands, default=None)

    def _parts(self, event: Event, actor: Actor) -> tuple[Part, ...]:
        """Return the parts that an event plays."""
        kind = event.kind.partition("/")[0]
        if kind not in PLAYED:
            return ()
        payload, known = event.payload, self._memory.known
        case = None
        if kind == "text-erased":
            case = known.case_of_text(payload.text)
        elif isinstance(dispute := getattr(payload, "dispute", None), str):
            case = known.case(dispute)
        award = self._award(event) if kind == "award-refused" else None
        return parts_of(
            Told(
                name=event.name,
                kind=kind,
                payload=payload,
                place=event.place,
                round=event.round,
                day=event.day or event.at[:10],
                casino=self._memory.casino_of(event),
                role=actor.role,
                case=case,
                award_round=None if award is None else award.round,
                complaint=known.complaint(payload.complaint) if kind == _ON_COMPLAINT else None,
            )
        )

    def _persons(self, part: Part, actor: Actor) -> frozenset[str]:
        """Return the persons who play a part."""
        found = self.persons(part.badges)
        if part.by_author and not actor.is_device:
            found |= {actor.person or actor.source}
        if part.by_device and actor.is_device:
            found |= {actor.source}
        return found

    def persons(self, badges: Iterable[str]) -> frozenset[str]:
        """Return the persons of badges; of one that is no source it is a name."""
        return frozenset(self._memory.actor(one).person or one for one in badges)

    # --- parts that nobody noted ---------------------------------------------------------------

    def _beside(self, part: Part, event: Event) -> Iterator[Hand]:
        """Yield the parts in a case that are asked for: of posts, and of a finding's events."""
        of = part.case.partition(" ")[0]
        if of == "dispute" and part.word in _OF_A_DISPUTE:
            yield from self._on_post_in_rounds(event)
        elif of == "finding" and part.word in _OF_A_FINDING:
            yield from self.causing(event.payload.finding)
        elif of == "award" and part.word in _OF_AN_AWARD:
            yield from self._at_award(event)
        elif of == "box" and part.word == "counted":
            day = event.day or event.at[:10]
            for spell in self._memory.posts.on_day(event.place, day):
                yield from self._on_post(spell.badge, spell.since)

    def _on_post(self, badge: str, position: int) -> Iterator[Hand]:
        for person in self.persons({badge}):
            yield Hand(ON_POST, person, position)

    def _on_post_in_rounds(self, event: Event) -> Iterator[Hand]:
        case = self._memory.known.case(event.payload.dispute)
        rounds = getattr(event.payload, "rounds", ()) if case is None else case.rounds
        for one in rounds:
            yield from self.on_post_in(one)

    def on_post_in(self, round_id: str) -> Iterator[Hand]:
        """Yield who stood on post in a round; nobody of one that is not known."""
        span = self._memory.span_of(round_id)
        place, _, rest = round_id.partition("/")
        if span is not None:
            for spell in self._memory.posts.between(place, rest.partition("/")[0], *span):
                yield from self._on_post(spell.badge, spell.since)

    def on_post_at(self, event: Event) -> Iterator[Hand]:
        """Yield who stood on post at an event's table: in its round, else at its position."""
        if event.round is not None and self._memory.span_of(event.round) is not None:
            yield from self.on_post_in(event.round)
            return
        at, day = event.position, event.day or event.at[:10]
        for spell in self._memory.posts.between(event.place, day, at, at):
            yield from self._on_post(spell.badge, spell.since)

    def _award(self, event: Event) -> Event | None:
        return self._memory.told_before(event.payload.award, event)

    def _at_award(self, event: Event) -> Iterator[Hand]:
        """Yield who stood on post where a prize was won, or configured the machine there."""
        award = self._award(event)
        if award is not None:
            yield from self.on_post_at(award)
            yield from self._memory.hands.of(of_machine(award.place))

    def causing(self, finding: str) -> Iterator[Hand]:
        """Yield who said the events that prove a finding, or is named in them."""
        found = self._memory.known.finding(finding)
        if found is None:
            return
        for event in self._memory.source.events(found.positions[:_PROOFS_MAX]):
            for person in sorted(self._persons_of(event)):
                yield Hand(CAUSED, person, event.position)

    def _persons_of(self, event: Event) -> frozenset[str]:
        """Return those who said an event, or stood where a device did, and whom it names."""
        if event.kind in _TELLS_OF_OTHERS:
            return frozenset()
        author = self._memory.actor(event.source)
        found = self.said_by(event, author)
        if author.is_device:
            found |= {one.person for one in self.on_post_at(event)}
        return found

    def said_by(self, event: Event, author: Actor) -> frozenset[str]:
        """Return the person who said an event, and those whom it names."""
        found = self.persons(badges_of(event.payload))
        return found if author.is_device else found | {author.person or author.source}
