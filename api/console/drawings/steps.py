"""A round told step by step: each event a step, in words; what diverges, and where it first does.

Everything here is a function of values: the events with their corrections applied, in order, and
the verdict on them. What is known at a step is what the events up to it said, and what the rules
make of just those.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import structs

from api.console.drawings.felt import Felt, felt_at, tell
from api.console.drawings.findings import Divergence, Key, divergences, key_of, marks_at
from api.console.drawings.games import bingo, draw
from api.console.drawings.pieces import Drawing
from api.console.drawings.scene import Scene
from api.console.drawings.told.chapters import Chapter, chapters_of
from api.console.drawings.told.sentences import sentence
from api.console.drawings.words import Words
from projections.base.event import ClosedRound, Event, JudgedRound
from projections.gather import gathering_of
from projections.replay.registry import UnknownGameError, Verdict, judge
from projections.replay.settlement import Outcome, Settlement


@dataclass(frozen=True)
class Step:
    """An event of the round, in words."""

    number: int
    at: str
    text: str
    beside: str
    card: str | None
    event: str
    """``source:seq``."""
    position: int
    divergences: tuple[Divergence, ...] = ()

    @property
    def diverges(self) -> bool:
        """Whether the round first shows here something apart from the rule."""
        return any(not one.informs for one in self.divergences)


@dataclass
class Told:
    """A round in steps."""

    game: str
    events: Sequence[Event]
    verdict: Verdict | None
    language: str
    options: Mapping[str, Any]
    currency: str = ""
    closed: ClosedRound | None = None
    extra: Mapping[str, Any] = field(default_factory=dict[str, Any])
    changed: frozenset[int] = frozenset()
    """The steps of which a hypothesis changed the fact."""
    divergences: tuple[Divergence, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    steps: tuple[Step, ...] = ()
    _judged: dict[int, Verdict | None] = field(default_factory=dict[int, Verdict | None])

    @property
    def first(self) -> int | None:
        """The step of the first divergence."""
        return min((one.step for one in self.divergences if not one.informs), default=None)

    def felt(self, step: int) -> Felt:
        """Return the table as it is known at a step."""
        return felt_at(self.events[:step], self.game, self.options)

    def judged(self, step: int) -> Verdict | None:
        """Return the verdict of the rules on the round as far as it was told at a step."""
        if step >= len(self.events):
            return self.verdict
        if step not in self._judged:
            self._judged[step] = (
                None
                if self.closed is None
                else judged_at(self.closed, self.options, step, self.verdict)
            )
        return self._judged[step]

    def found_at(self, step: int) -> frozenset[Key]:
        """Return the findings of the rules by a step."""
        verdict = self.judged(step)
        return frozenset() if verdict is None else frozenset(map(key_of, verdict.found))

    def scene(self, step: int) -> Scene:
        """Return the table at a step, ready to be drawn."""
        verdict = self.judged(step)
        settled: Settlement | None = None if verdict is None else verdict.settlement
        return Scene(
            felt=self.felt(step),
            language=self.language,
            currency=self.currency,
            settled=settled,
            marks=marks_at(step, self.divergences, self.events),
            changed=frozenset(one for one in self.changed if one <= step),
            extra=self.extra,
        )

    def drawing(self, step: int) -> Drawing:
        """Draw the table at a step."""
        return draw(self.scene(step))


def judged_at(
    closed: ClosedRound, options: Mapping[str, Any], step: int, whole: Verdict | None = None
) -> Verdict | None:
    """Judge a round as far as it was told: by its first events alone.

    The pool is the one that the whole round was judged with: it stood before the first event.
    """
    events = closed.events[:step]
    if not events:
        return None
    told = structs.replace(closed, events=events, closed=events[-1].position + 1)
    record = gathering_of(closed.game).record(told, options)
    if record is None:
        return None
    pool = None if whole is None else getattr(whole.record, "pool", None)
    if pool is not None and "pool" in record.__struct_fields__:
        record = structs.replace(record, pool=pool)
    try:
        return judge(record)
    except UnknownGameError:
        return None


def of_round(judged: JudgedRound, *, language: str = "pt") -> Told:
    """Return a judged round in steps."""
    return of_closed(judged.closed, judged.verdict, language=language)


def _extra(closed: ClosedRound) -> Mapping[str, Any]:
    """Return the facts a game's drawing needs besides events: of bingo the called cards' boxes."""
    return bingo.extra_of(_options(closed), closed.record) if closed.game == "bingo" else {}


def of_closed(
    closed: ClosedRound,
    verdict: Verdict | None,
    *,
    language: str = "pt",
    currency: str = "",
    extra: Mapping[str, Any] | None = None,
    changed: frozenset[int] = frozenset(),
) -> Told:
    """Return a closed round in steps."""
    told = Told(
        game=closed.game or "",
        events=closed.events,
        verdict=verdict,
        language=language,
        currency=currency,
        options=_options(closed),
        closed=closed,
        extra=extra if extra is not None else _extra(closed),
        changed=changed,
    )
    return _put_in_words(told)


def _options(closed: ClosedRound) -> Mapping[str, Any]:
    """Return the options a round was judged by; those its table's opening tells, before that."""
    if closed.options or closed.table is None:
        return closed.options
    return closed.table.opened.payload.options


def of_play(
    event: Event,
    verdict: Verdict,
    *,
    language: str = "pt",
    currency: str = "",
    extra: Mapping[str, Any] | None = None,
    after: Sequence[Event] = (),
) -> Told:
    """Return a machine's jogada in steps: told whole by one event, and what came after it."""
    told = Told(
        game="maquinas",
        events=[event, *after],
        verdict=verdict,
        language=language,
        currency=currency,
        options={},
        extra=extra or {},
    )
    return _put_in_words(told)


def _put_in_words(told: Told) -> Told:
    words = Words(told.language, told.currency)
    found = told.verdict.found if told.verdict is not None else ()
    told.divergences = divergences(found, told.events, told.found_at)
    told.chapters = chapters_of(told.events, told.game, words)
    by_step: dict[int, list[Divergence]] = {}
    for one in told.divergences:
        by_step.setdefault(one.step, []).append(one)
    steps: list[Step] = []
    felt = Felt(game=told.game, options=told.options)
    for number, event in enumerate(told.events, 1):
        tell(felt, event)
        said = sentence(event, felt, words)
        steps.append(
            Step(
                number=number,
                at=event.at,
                text=said.text,
                beside=said.beside,
                card=said.card,
                event=event.name,
                position=event.position,
                divergences=tuple(by_step.get(number, ())),
            )
        )
    told.steps = tuple(steps)
    return told


def state_of(told: Told) -> str:
    """Return the verdict of a round in one word: agrees, differs, void, incomplete, uncompared."""
    if any(not one.informs for one in told.divergences):
        return "differs"
    if told.verdict is None:
        return "incomplete"
    settlement = told.verdict.settlement
    undecided = [line for line in settlement.lines if line.outcome is Outcome.PENDENTE]
    if not settlement.void and undecided and len(undecided) == len(settlement.lines):
        return "incomplete"
    if told.verdict.not_compared:
        return "uncompared"  # agrees, and void, are said of payments that were compared
    return "void" if settlement.void else "agrees"
