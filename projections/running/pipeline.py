"""The one pipeline: every stage in its order, folded event by event."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

import msgspec

from ledger.events import KINDS
from ledger.signed.canonical import Body, decoder_of
from ledger.store.reader import Told
from projections.base.errors import (
    HALTING,
    CannotFoldError,
    HaltedError,
    UnwritableError,
    told,
)
from projections.base.event import Event
from projections.base.produced import Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage, hand_on
from projections.stages.accounts import Accounts
from projections.stages.actas import Actas
from projections.stages.authority import Authority
from projections.stages.findings.stage import Findings
from projections.stages.floor.stage import Floor
from projections.stages.history.stage import History
from projections.stages.integrity.quarantine import Quarantine
from projections.stages.integrity.stage import Integrity
from projections.stages.judging.chance import Chance
from projections.stages.judging.judge import Judging
from projections.stages.judging.settlements import Settlements
from projections.stages.judging.verdicts import Verdicts
from projections.stages.machines import Machines
from projections.stages.parameters.stage import Parameters
from projections.stages.pools import PoolBooking, Pools
from projections.stages.reviews.adoptions import Adoptions
from projections.stages.reviews.reviews import Reviews
from projections.stages.reviews.texts import Texts
from projections.stages.rounds.stage import Rounds

AUTHORITY: Final = Authority.name
Aside = Mapping[str | tuple[str, str], str]
"""Stages that do not take an event, or with a round's name: that round before it, each with why."""
NOTHING_ASIDE: Final[Mapping[int, Aside]] = MappingProxyType({})


def all_stages() -> list[Stage]:
    """Return the stages in the order in which they hand on; a new projection is a line here.

    Pools stand on both sides of the judge: they offer what a round is judged with, and book what
    the judge and the verdict said of it.
    """
    pools = Pools()
    return [
        Authority(),
        Parameters(),
        Floor(),
        Integrity(),
        Rounds(),
        Settlements(),
        pools,
        Judging(),
        Verdicts(),
        PoolBooking(pools),
        Chance(),
        Machines(),
        Accounts(),
        Actas(),
        Reviews(),
        Adoptions(),
        Texts(),
        Quarantine(),
        History(),
        Findings(),
    ]


class Pipeline:
    """The stages with their state in memory."""

    def __init__(self, make: Callable[[], Sequence[Stage]] = all_stages) -> None:
        """Start from nothing; ``load`` brings the state of an earlier run.

        ``make`` makes the stages, each time that they must begin anew.
        """
        self._make = make
        self.stages = list(make())
        self._behind = [stage for stage in self.stages if stage.resumes]
        self._produced = Produced()
        self._folding = {kind: self._who_folds(kind) for kind in KINDS}
        self._folding_unknown = self._who_folds(None)
        self._quarantine = next((one for one in self.stages if isinstance(one, Quarantine)), None)
        self._begin()

    def anew(self) -> "Pipeline":
        """Return a pipeline of the same stages that has folded nothing."""
        return Pipeline(self._make)

    @property
    def sets_aside(self) -> bool:
        """Whether events that a stage cannot fold are noted, so that the others may go on."""
        return self._quarantine is not None

    def load(self, schema: Schema, source: Source) -> None:
        """Bring each stage's state into memory."""
        for stage in self.stages:
            stage.load(schema, source)
        self._begin()

    def _begin(self) -> None:
        for stage in self.stages:
            stage.begin(self._produced)

    def fold(self, events: Iterable[Event], aside: Mapping[int, Aside] = NOTHING_ASIDE) -> None:
        """Take each event through all stages that fold its kind or what another made of it.

        ``aside`` tells by position which stages do not take an event, each with why.

        Raises:
            CannotFoldError: naming stage and event.
            HaltedError: what a stage wanted to read could not be written.

        """
        produced = self._produced
        folding, unknown = self._folding, self._folding_unknown
        quarantine = self._quarantine
        for event in events:
            if aside and event.position in aside:
                whole = aside[event.position]
                known = {what: why for what, why in whole.items() if isinstance(what, str)}
                self._fold_without(event, {**self._untried(event), **known}, whole)
                continue
            if quarantine is not None and event.source in quarantine.failed:
                untried = quarantine.untried(event)
                if untried:
                    self._fold_without(event, untried, {})
                    continue
            for number, stage in folding.get(event.kind, unknown):
                try:
                    stage.fold(event, produced)
                except HaltedError:
                    raise  # not by this event: a page before it could not be written
                except Exception as error:
                    raise CannotFoldError(stage.name, event, error) from error
                if not stage.alone and (
                    produced.withheld
                    or produced.delayed
                    or produced.answered
                    or produced.effective
                    or produced.rounds
                    or produced.overdue
                    or produced.waiting
                    or produced.judged
                    or produced.faults
                    or produced.verdicts
                    or produced.about
                    or produced.revenue
                    or produced.settled
                    or produced.moved
                    or produced.suspects
                ):
                    self._hand_on(event, number + 1)
                    break

    def _untried(self, event: Event) -> Mapping[str, str]:
        return {} if self._quarantine is None else self._quarantine.untried(event)

    def _fold_without(self, event: Event, aside: Mapping[str, str], whole: Aside) -> None:
        """Take an event through all stages but those that cannot fold it.

        ``whole`` tells of rounds that are judged before it, too.
        """
        produced = self._produced
        for what, why in whole.items():
            if not isinstance(what, str):
                stage, round_id = what
                produced.aside_overdue.setdefault(round_id, {})[stage] = why
        produced.day, produced.casino, produced.closes = None, "*", True
        produced.aside.update(aside)
        # Of what nobody could judge nothing has effect.
        produced.withheld = bool(produced.matrix) and AUTHORITY in aside
        self._hand_on(event, 0)

    def _hand_on(self, event: Event, first: int) -> None:
        """Take an event of which a stage has made something through all stages after that one.

        Of an event without effect only stages that watch take note. Acts that take effect here are
        taken after it by all that take acts, each as if it were said here.
        """
        produced = self._produced
        hand_on(self.stages[first:], event, produced)
        delayed, aside = list(produced.delayed), dict(produced.aside)
        of_rounds = dict(produced.aside_overdue)
        produced.clear()
        for act in delayed:
            produced.resumed = True
            produced.aside.update(aside)
            produced.aside_overdue.update(of_rounds)
            hand_on(self._behind, act, produced)
            produced.clear()

    def _who_folds(self, kind: str | None) -> list[tuple[int, Stage]]:
        """Return the stages that fold a kind whether or not another makes something of it."""
        return [
            (number, stage)
            for number, stage in enumerate(self.stages)
            if stage.kinds is None or (stage.unknown_kinds if kind is None else kind in stage.kinds)
        ]

    def with_tables(self) -> list[Stage]:
        """Return the stages that have tables of their own."""
        return [stage for stage in self.stages if stage.tables]

    def tables(self) -> list[str]:
        """Return the names of all stages' tables."""
        return [table for stage in self.stages for table, _ in stage.tables]

    def shape(self) -> str:
        """Return a digest of the stages' tables and of what their rows hold, for each version."""
        return f"shape {self.shape_digest()}"

    def shape_digest(self) -> str:
        """Return that digest without its word."""
        digest = hashlib.sha256()
        for stage in (*self.with_tables(), None):
            name = stage.name if stage else "runner"
            held = _schema_of(type(stage).states) if stage else ""
            digest.update(f"{name}\n{sql_of(stage)}\n{held}".encode())
        return digest.hexdigest()

    def flush(self, writes: Writes) -> None:
        """Gather the rows that every stage writes for the page.

        Raises:
            UnwritableError: a stage has a row that cannot be told.

        """
        for stage in self.stages:
            try:
                stage.flush(writes)
            except HALTING:
                raise
            except Exception as error:
                table = stage.tables[0][0] if stage.tables else None
                raise UnwritableError(table, told(error)) from error


@cache
def _schema_of(states: tuple[Any, ...]) -> str:
    """Return the JSON Schema of values that rows hold, but for its words."""
    if not states:
        return ""
    schema = msgspec.json.encode(msgspec.json.schema_components(states))
    return json.dumps(json.loads(schema, object_hook=_without_words), sort_keys=True) + "\n"


def _without_words(schema: dict[str, object]) -> dict[str, object]:
    return {
        name: one
        for name, one in schema.items()
        if name != "description" or not isinstance(one, str)
    }


def sql_of(stage: Stage | None = None) -> str:
    """Return the SQL that makes the tables of a stage, or the runner's own: the file beside it."""
    return _file_of(*((type(stage).__module__, stage.name) if stage else (__name__, "runner")))


@cache
def _file_of(module: str, name: str) -> str:
    """Return the text of the SQL file beside a module."""
    return resources.files(module.rpartition(".")[0]).joinpath(f"{name}.sql").read_text()


class _Decoders(dict[str, Callable[[bytes], Body[Any]]]):
    """Decoders of each kind's body, looked up once."""

    def __missing__(self, kind: str) -> Callable[[bytes], Body[Any]]:
        decode = self[kind] = decoder_of(kind)
        return decode


def events_of(told: Iterable[Told]) -> list[Event]:
    """Return stored events in the form that stages fold.

    Raises:
        HaltedError: naming the one that is no event of its kind.

    """
    events: list[Event] = []
    decoders = _Decoders()
    position = 0
    try:
        for position, source, seq, kind, raw, link in told:
            body = decoders[kind](raw)
            day, place, number = body.day, body.place, body.round
            events.append(
                Event(position, source, seq, kind, body.at, day, place, number, body.payload, link)
            )
    except ValueError as error:
        message = f"position {position} is no event of its kind: {error}; `razao verify` says more"
        raise HaltedError(message) from error
    return events
