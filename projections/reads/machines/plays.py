"""One jogada of a machine again: what is due, by the pay table it ran under, and what voided it."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct, structs
from psycopg.rows import tuple_row

from ledger.events import kinds_of
from ledger.events.machines import MachineHomologated, Play, PlayVoided
from ledger.events.registry import LinkRestored
from ledger.store.reader import Reader
from projections.base.event import Event
from projections.base.rows import Schema
from projections.base.stage import Source
from projections.gather.maquinas import record_of
from projections.reads.basis.unproved import place_since
from projections.reads.queries import Row, connect, described
from projections.replay.registry import Verdict, judge
from projections.running.runner import LIVE, LedgerSource
from projections.stages.machines.rows import read_void

_HOMOLOGATED: Final = sorted(kinds_of(MachineHomologated))
_FINDING: Final = ("code", "rule", "expected", "recorded", "amount", "currency")


class VoidTold(Struct, frozen=True, kw_only=True):
    """A word that the jogada is void (R36), and what came of it."""

    event: str
    position: int
    at: str
    source: str
    """Who said so."""
    cause: str
    rule: str | None
    side: str
    """Whose system failed: operator, player or unknown."""
    returned: int
    """Given back, by its own word; minor units."""
    takes_effect: bool
    """Whether the jogada counts no more in the contadores."""
    withdrawn: int | None
    """Position of the correction that took it back."""
    findings: tuple[Row, ...] = ()
    """What is found of it now: it was not lawful, or not given back whole."""


class PlayAgain(Struct, frozen=True, kw_only=True):
    """A jogada settled again."""

    event: str
    position: int
    at: str
    machine: str | None
    verdict: Verdict
    corrected: int | None = None
    """Position from which it says something else than it was told."""
    withdrawn: bool = False
    """Whether that correction took it back: the verdict is of what was told."""
    voids: tuple[VoidTold, ...] = ()
    """In the order of the log."""
    not_proved_since: int | None = None
    """Position of an event of its machine that could not be folded, on which it rests: nothing is
    then found wrong with it; None where it is proved."""

    @property
    def found(self) -> bool:
        """Whether anything is wrong with it, or with its void."""
        return bool(self.verdict.found) or any(one.findings for one in self.voids)

    def described(self) -> Row:
        """Return the play as plain JSON values."""
        return {
            "play": self.event,
            "position": self.position,
            "at": self.at,
            "machine": self.machine,
            "corrected": self.corrected,
            "withdrawn": self.withdrawn,
            "voids": msgspec.to_builtins(self.voids),
            "not_proved_since": self.not_proved_since,
            **described(self.verdict),
        }


def play_again(conninfo: str, name: str) -> PlayAgain | None:
    """Re-run one jogada, ``source:seq``, with the pay table of the homologation it ran under.

    It is re-run as it was corrected, if it was, and as void where it is. None if there is no such
    play.
    """
    found = told_again(conninfo, name)
    return None if found is None else found[0]


def told_again(
    conninfo: str, name: str
) -> tuple[PlayAgain, Event, MachineHomologated | None] | None:
    """Return one jogada re-run, with its event as corrected and the homologation it ran under."""
    with connect(conninfo) as connection, connection.transaction():
        schema = Schema(connection.cursor(row_factory=tuple_row), LIVE)
        source = LedgerSource(Reader.within(connection))
        event = source.named(name)
        if event is None or not isinstance(event.payload, Play):
            return None
        play, corrected, withdrawn = _as_corrected(schema, name, event.payload)
        told = list(_voids(schema, source, event))
        voids = tuple(one for one, _ in told)
        void = next((said for one, said in told if _is_its_void(schema, name, one)), None)
        homologated = _homologated(schema, source, event, play)
        resumed = void is not None and _resumed(schema, source, event, voids)
        since = place_since(connection, event.place, event.position)
    record = record_of(name, play, homologated, void=void, resumed=resumed)
    verdict = judge(record)
    again = PlayAgain(
        event=name,
        position=event.position,
        at=event.at,
        machine=event.place,
        verdict=verdict if since is None else structs.replace(verdict, found=()),
        not_proved_since=since,
        corrected=corrected,
        withdrawn=withdrawn,
        voids=voids,
    )
    return again, structs.replace(event, payload=play), homologated


def _as_corrected(schema: Schema, name: str, play: Play) -> tuple[Play, int | None, bool]:
    """Return a jogada's corrected form, since when, and whether a correction withdrew it."""
    row = schema.cursor.execute(
        schema.query("SELECT position, replacement FROM {s}.machine_corrected WHERE target = %s"),
        (name,),
    ).fetchone()
    if row is None:
        return play, None, False
    position, replacement = row
    if replacement is None:
        return play, position, True
    return msgspec.json.decode(replacement, type=Play), position, False


def _of_machine(
    schema: Schema,
    source: Source,
    kinds: list[str],
    machine: str | None,
    since: int,
    until: int | None,
) -> Iterator[Event]:
    """Return a machine's events of a kind between two positions, the last first."""
    rows = schema.cursor.execute(
        schema.query(
            "SELECT position FROM {s}.history WHERE kind = ANY(%s) AND place = %s "
            "AND position > %s AND (%s::bigint IS NULL OR position < %s) ORDER BY position DESC"
        ),
        (kinds, machine, since, until, until),
    ).fetchall()
    for (position,) in rows:
        yield from source.events([position])


def _homologated(
    schema: Schema, source: Source, event: Event, play: Play
) -> MachineHomologated | None:
    before = _of_machine(schema, source, _HOMOLOGATED, event.place, 0, event.position)
    return next(
        (one.payload for one in before if one.payload.configuration == play.configuration), None
    )


def _voids(schema: Schema, source: Source, play: Event) -> Iterator[tuple[VoidTold, PlayVoided]]:
    """Return every word that a jogada is void, oldest first."""
    row = read_void(schema, play.name)
    told = [*_of_machine(schema, source, [PlayVoided.KIND], play.place, play.position, None)]
    for event in reversed(told):
        said: PlayVoided = event.payload
        if said.play != play.name:
            continue
        its_own = row is not None and row[1] == event.position
        withdrawn = row[6] if row is not None and its_own else None
        yield (
            VoidTold(
                event=event.name,
                position=event.position,
                at=event.at,
                source=event.source,
                cause=said.cause,
                rule=said.rule,
                side=said.side,
                returned=said.returned,
                takes_effect=row is not None and its_own and row[5] and withdrawn is None,
                withdrawn=withdrawn,
                findings=_findings(schema, event),
            ),
            said,
        )


def _is_its_void(schema: Schema, name: str, void: VoidTold) -> bool:
    """Tell whether a void is the jogada's valid void: the first with effect that stands."""
    row = read_void(schema, name)
    return row is not None and row[1] == void.position and row[6] is None


def _findings(schema: Schema, event: Event) -> tuple[Row, ...]:
    rows: Sequence[Sequence[Any]] = schema.cursor.execute(
        schema.query(
            "SELECT code, rule, expected, recorded, amount, currency FROM {s}.finding "
            "WHERE known_until IS NULL AND place = %s AND %s = ANY (positions) "
            "AND known_from >= %s ORDER BY known_from, id"
        ),
        (event.place, event.position, event.position),
    ).fetchall()
    return tuple(dict(zip(_FINDING, row, strict=True)) for row in rows)


def _resumed(schema: Schema, source: Source, play: Event, voids: Sequence[VoidTold]) -> bool:
    """Tell whether play went on where it stood before the jogada was voided (R36)."""
    until = voids[0].position
    back = _of_machine(schema, source, [LinkRestored.KIND], play.place, play.position, until)
    return any(one.payload.resumed for one in back)
