"""What the stages of the pipeline share: the event as they see it, and what they hand on.

The order is parameters → floor → rounds → pools → accounts → verdicts → history → findings. A stage
folds each event with what earlier stages produced at its position, keeps its state in memory, and
writes rows once a page. It reads its own tables and the ledger, never another stage's tables.
Nothing here reads a clock: time is the service's ``clock-ticked``.
"""

from abc import ABC, abstractmethod
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, ClassVar, Final, LiteralString

import msgspec
import psycopg
from msgspec import Struct, field
from psycopg import sql

from projections.replay.record import Record
from projections.replay.registry import Verdict

_POSITION: Final = attrgetter("position")
_SINCE: Final = attrgetter("since")


class Event(Struct, frozen=True, gc=False):
    """One recorded event, decoded."""

    position: int
    source: str
    seq: int
    kind: str
    at: str
    day: str | None
    place: str | None
    round: str | None
    payload: Any
    """The kind's own type, or a plain object for a kind this version does not know."""
    link: bytes = b""

    @property
    def name(self) -> str:
        """``source:seq``."""
        return f"{self.source}:{self.seq}"


class Fault(Struct, frozen=True, kw_only=True, gc=False):
    """A finding about to be written: which code, about what, proved by which events."""

    code: str
    positions: tuple[int, ...]
    """The events that prove it, ascending."""
    rule: str = ""
    place: str | None = None
    round: str | None = None
    seat: int | None = None
    bet: int | None = None
    expected: str = ""
    recorded: str = ""
    amount: int | None = None
    """Money at stake, paid less due; the place's currency."""
    currency: str | None = None
    facts: Mapping[str, Any] = {}
    terms: tuple[int, ...] = ()
    """Of a fault of the table rather than of the round: the table's opening, and the approvals of
    the parameters that it is about. It is one finding for all rounds played under them."""


class Table(Struct, kw_only=True):
    """A place since one ``table-opened``: what stays true from round to round."""

    opened: Event
    events: list[Event] = field(default_factory=list)
    """Events of the place outside any round since it was opened: staff, equipment, seats …; of a
    bingo room also the editions that were registered before. By position."""
    memo: dict[Any, Any] = field(default_factory=dict[Any, Any])
    """What a game's gathering has made of these events once, because it is much."""

    def before(self, position: int) -> list[Event]:
        """Return what was known of the place before a position."""
        return self.events[: self.count_before(position)]

    def between(self, first: int, position: int) -> list[Event]:
        """Return what happened at the place from one position on and before another."""
        return self.events[self.count_before(first) : self.count_before(position)]

    def count_before(self, position: int) -> int:
        """Return how many events of the place came before a position."""
        return bisect_left(self.events, position, key=_POSITION)


class ClosedRound(Struct, frozen=True, kw_only=True, gc=False):
    """A round ready to be judged: at its close, or again after a correction or a late payment."""

    round: str
    place: str
    day: str
    number: int
    game: str | None
    table: Table | None
    events: Sequence[Event]
    """Its owner's events in the order of the owner's chain, corrections applied."""
    record: Record | None
    """None if the game is not one this version knows."""
    opened: int
    closed: int
    """Position of ``round-closed``."""
    previous: Sequence[Event] = ()
    """Of the last round of the same opening of the table that was closed before this one opened:
    what its owner's events were when this one closed, corrections applied. Only for games whose
    record asks for it."""
    out: Mapping[str, Any] = {}
    """What is carried to this round from those before it at the same opening. Of a game dealt from
    a shoe: the known cards that had left it when the round began, and how often each, since the
    last shuffle by hand. Of non-banked poker: how the table stood (``gather.hand_history``). Of
    the games in ``gather.FROM_ROUND_TO_ROUND``: what their own function says."""
    again: bool = False
    """Whether the round was judged before."""


class JudgedRound(Struct, frozen=True, kw_only=True, gc=False):
    """A round with its verdict."""

    closed: ClosedRound
    verdict: Verdict


class Setting(Struct, frozen=True, kw_only=True, gc=False):
    """One value of a parameter, in force from a time and known from a position."""

    scope: str
    name: str
    value: Any
    since: str
    known: int
    until: int | None = None
    """Position of the correction that ended it, for whatever comes after; None while it stands."""
    act: str = ""
    """Name of the event that set it."""


class Book(Struct):
    """All parameters ever set, by name."""

    settings: dict[str, list[Setting]] = field(default_factory=dict)
    """In the order of ``since``; of equal dates in the order of ``known``."""
    _names: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """By scope what was ever set in it."""

    def add(self, setting: Setting) -> None:
        """Write a setting into the book; settings come in the order of ``known``."""
        insort(self.settings.setdefault(setting.name, []), setting, key=_SINCE)
        self._names.setdefault(setting.scope, set()).add(setting.name)

    def end(self, act: str, until: int) -> list[Setting]:
        """Let what an event set be known up to a position only; return what that ended."""
        ended: list[Setting] = []
        for settings in self.settings.values():
            for at, one in enumerate(settings):
                if one.act == act and one.until is None:
                    settings[at] = msgspec.structs.replace(one, until=until)
                    ended.append(settings[at])
        return ended

    def value(self, name: str, scopes: Sequence[str], at: str, before: int) -> Any:
        """Return what was in force at a time and known before a position; None if nothing was.

        ``scopes`` run from the most special to the most general; the most special that has a
        value decides, and in it the one in force since the latest date: what was announced ahead
        holds from its date on, whatever is set for the time before it. Of equal dates the last
        one known decides.
        """
        setting = self.setting(name, scopes, at, before)
        return None if setting is None else setting.value

    def setting(self, name: str, scopes: Sequence[str], at: str, before: int) -> Setting | None:
        """Return the setting that gives a parameter its value, as ``value`` finds it."""
        for scope in scopes:
            for setting in reversed(self.settings.get(name, ())):
                if (
                    setting.scope == scope
                    and setting.since <= at
                    and setting.known < before
                    and (setting.until is None or before <= setting.until)
                ):
                    return setting
        return None

    def all_in_force(self, scopes: Sequence[str], at: str, before: int) -> dict[str, Any]:
        """Return every parameter that has a value in one of the scopes."""
        known = [names for scope in scopes if (names := self._names.get(scope))]
        if not known:
            return {}
        values = {
            name: self.value(name, scopes, at, before)
            for name in self.settings
            if any(name in names for names in known)
        }
        return {name: value for name, value in values.items() if value is not None}


class Change(Struct, frozen=True, kw_only=True, gc=False):
    """What a correction that takes effect makes of the event it names."""

    act: Event
    """The correction."""
    target: Event
    """As it was told, whatever other corrections have made of it since."""
    payload: Any
    """What it says from here on, as the kind's own type; None: it was withdrawn."""

    @property
    def plain(self) -> Mapping[str, Any] | None:
        """The same as the correction spells it."""
        return self.act.payload.replacement


class Revenue(Struct, frozen=True, kw_only=True, gc=False):
    """An entry of receita, as the stage that knows of it hands it to the accounts."""

    category: str
    """``mesas``, ``cagnotte``, ``bingo`` or ``maquinas``."""
    amount: int
    """Minor units; a loss is negative."""
    reason: str
    place: str | None = None
    round: str | None = None
    day: str | None = None
    """Its gaming day, where that is not the event's: of days closed with a later one."""
    currency: str | None = None
    """Its currency; None: the place's, as the accounts know it."""
    casino: str | None = None
    """Its casino, where that is not the event's: who closes a day may be of none, or of all."""


class Produced(Struct, kw_only=True):
    """What the stages hand on at one position."""

    book: Book = field(default_factory=Book)
    """The parameters as they stand here."""

    day: str | None = None
    """The accounting day of this event: the day it claims, or the one its time lies in where it
    claims none, if that is still open here, else the first open one; None of a closing that names
    none."""
    casino: str = "*"
    """The casino this event is of; ``*`` where nothing says which."""
    closes: bool = True
    """Of a ``gaming-day-closed``: whether it closes its day. One of a day that is closed already,
    or has not begun, closes nothing, and what the day's first closing fixed stays."""
    effective: list[Event] = field(default_factory=list)
    """Acts that take effect here: at once, or because this event approves them."""
    changes: list[Change] = field(default_factory=list[Change])
    """What those of them that are corrections, and can be, change of what they name."""
    rounds: list[ClosedRound] = field(default_factory=list)
    judged: list[JudgedRound] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    verdicts: list[tuple[str, list[Fault]]] = field(default_factory=list)
    """Per judged round everything that replay finds now: what it found before and no longer does
    is known no more."""
    revenue: list[Revenue] = field(default_factory=list[Revenue])
    """What this position adds to the receita of its accounting day."""
    about: list[tuple[str, list[Fault]]] = field(default_factory=list)
    """Per subject other than a round (a table's day, a pool's, a jogada's acta) everything that a
    stage finds wrong with it now: what it found before and no longer does is known no more."""

    open_for: Callable[[str, int | None], int | None] = lambda _round, _seat: None
    """``(round, seat)`` to what the verdict that holds here leaves due and unpaid, all seats'
    together without a seat; None where the round has no verdict."""
    has_round: Callable[[str], bool] = lambda _round: True
    """Whether a round was opened up to here; set where a dispute is decided."""
    first_open: Callable[[str], str | None] = lambda _casino: None
    """Casino to the first gaming day that is not closed for it; None where none was closed."""
    has_machine: Callable[[str], bool] = lambda _machine: True
    """Whether a machine has spoken up to here; set where a dispute is decided."""

    @property
    def left(self) -> list[ClosedRound]:
        """Rounds that were judged before and that nobody may judge any more.

        A correction made them of a game that their profile has not: what any stage booked of them
        goes. The jackpots' stage, which judges, has to have folded the event.
        """
        if len(self.rounds) == len(self.judged):
            return []
        judged = {one.closed.round for one in self.judged}
        return [one for one in self.rounds if one.again and one.round not in judged]

    def clear(self) -> None:
        """Make ready for the next position."""
        self.effective.clear()
        self.changes.clear()
        self.rounds.clear()
        self.judged.clear()
        self.faults.clear()
        self.verdicts.clear()
        self.about.clear()
        self.revenue.clear()


class Tables:
    """Where stages read what they wrote: a schema, and a cursor that sees the pages before."""

    def __init__(
        self, cursor: psycopg.Cursor[Any], schema: str, settle: Callable[[], None] | None = None
    ) -> None:
        """Read the schema through the cursor.

        ``settle`` waits until the pages before are written, where another process writes them.
        """
        self._cursor = cursor
        self._settle = settle
        self.schema = schema

    @property
    def cursor(self) -> psycopg.Cursor[Any]:
        """The cursor, which sees the pages before."""
        if self._settle is not None:
            self._settle()
        return self._cursor

    def query(self, text: LiteralString) -> sql.Composed:
        """Return a statement in which ``{s}`` is the schema."""
        return sql.SQL(text).format(s=sql.Identifier(self.schema))


Act = tuple[bytes, Sequence[Any] | None, str | None]
"""A statement with its values; of a COPY its lines."""


class Writes:
    """What a page writes, in order, for one transaction."""

    def __init__(self, schema: str) -> None:
        """Gather what is written into the schema."""
        self.schema = schema
        self._acts: list[tuple[sql.Composed, Sequence[Any] | None, str | None]] = []

    def execute(self, text: LiteralString, values: Sequence[Any] = ()) -> None:
        """Run a statement in which ``{s}`` is the schema."""
        self._acts.append((sql.SQL(text).format(s=sql.Identifier(self.schema)), values, None))

    def copy(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Append rows."""
        self.copy_lines(table, columns, [_copy_line(row) for row in rows])

    def copy_lines(self, table: str, columns: Sequence[str], lines: Sequence[str]) -> None:
        """Append rows that stand in COPY's text form already, without line ends."""
        if not lines:
            return
        statement = sql.SQL("COPY {}.{} ({}) FROM STDIN").format(
            sql.Identifier(self.schema),
            sql.Identifier(table),
            sql.SQL(", ").join(map(sql.Identifier, columns)),
        )
        self._acts.append((statement, None, "\n".join(lines) + "\n"))

    def replace(
        self, table: str, key: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]
    ) -> None:
        """Write rows in the place of those with the same key; the key is the first column."""
        if not rows:
            return
        assert columns[0] == key
        statement = sql.SQL("DELETE FROM {}.{} WHERE {} = ANY(%s)").format(
            sql.Identifier(self.schema), sql.Identifier(table), sql.Identifier(key)
        )
        self._acts.append((statement, ([row[0] for row in rows],), None))
        self.copy(table, columns, rows)

    def end(self, table: str, key: str, ended: Iterable[tuple[int, str | int]]) -> None:
        """Let the versions of these keys that stand be known until a position, the first told."""
        until: dict[str | int, int] = {}
        for position, name in ended:
            until.setdefault(name, position)
        if not until:
            return
        kind = "bigint[]" if isinstance(next(iter(until)), int) else "text[]"
        statement = sql.SQL(
            "UPDATE {table} AS t SET known_until = e.until FROM unnest(%s::{kind}, %s::bigint[]) "
            "AS e (name, until) WHERE t.{key} = e.name AND t.known_until IS NULL"
        ).format(
            table=sql.Identifier(self.schema, table), kind=sql.SQL(kind), key=sql.Identifier(key)
        )
        self._acts.append((statement, (list(until), list(until.values())), None))

    @property
    def acts(self) -> list[Act]:
        """All of it in order, as another process can take it."""
        return [(query.as_bytes(), values, lines) for query, values, lines in self._acts]


_ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


def copy_text(value: object) -> str:
    """Return a value in COPY's text form."""
    return _TEXTS[type(value)](value)


def or_null(value: object) -> object:
    """Return what an f-string writes into a line of COPY for a value that needs no escape."""
    return r"\N" if value is None else value


def _text(value: str) -> str:
    if value.isprintable() and "\\" not in value:  # most need no escape
        return value
    return value.translate(_ESCAPES)


def _array(value: Sequence[object]) -> str:
    return "{" + ",".join(map(str, value)) + "}"


class _Texts(dict[type, Callable[[Any], str]]):
    """How the values of a type are written."""

    def __missing__(self, kind: type) -> Callable[[Any], str]:
        def other(value: object) -> str:
            return _text(str.__str__(value) if isinstance(value, str) else str(value))

        self[kind] = other
        return other


_TEXTS = _Texts(
    {
        str: _text,
        int: str,
        type(None): lambda _: r"\N",
        bool: lambda value: "t" if value else "f",
        list: _array,
        tuple: _array,
    }
)


def _copy_line(row: Sequence[Any]) -> str:
    texts = _TEXTS
    return "\t".join([texts[type(value)](value) for value in row])


class Source(ABC):
    """Where a stage reads recorded events again: to judge anew, to load its state."""

    @abstractmethod
    def events(self, positions: Sequence[int]) -> list[Event]:
        """Return the events at these positions, ascending."""

    @abstractmethod
    def named(self, name: str) -> Event | None:
        """Return the event ``source:seq``; None if there is none."""


class Stage(ABC):
    """One projection of the pipeline."""

    name: ClassVar[str]
    """Of its SQL file and its digest."""
    tables: ClassVar[tuple[tuple[str, str], ...]]
    """Its tables, each with the columns that order it for the digest."""
    kinds: ClassVar[frozenset[str] | None] = None
    """The kinds it folds even if no earlier stage hands it anything; None is every kind."""
    unknown_kinds: ClassVar[bool] = False
    """Whether it also folds kinds that this version does not know."""
    alone: ClassVar[bool] = False
    """Whether it takes nothing from other stages and hands nothing on: a long build folds it in a
    process of its own."""

    def begin(self, produced: Produced) -> None:  # noqa: B027 - most stages hand on nothing lasting
        """Put into what is handed on what this stage says at every position."""

    @abstractmethod
    def load(self, tables: Tables, source: Source) -> None:
        """Bring the state of what is open into memory."""

    @abstractmethod
    def fold(self, event: Event, produced: Produced) -> None:
        """Take one event and what earlier stages produced; may read through what ``load`` got."""

    @abstractmethod
    def flush(self, writes: Writes) -> None:
        """Say what the page writes, and begin the next one."""
