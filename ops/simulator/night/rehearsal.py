"""Plays a casino into a ledger through its door, and reads what was found of it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import psycopg
from psycopg import sql
from typing_extensions import override

from api.services.gate import Gate
from ledger.events.registry import AccessRecorded
from ledger.roles import Binding
from ledger.signed.segments import Segment
from ledger.signed.signing import Signer
from ledger.signed.sources import SourceChain
from ledger.store.reader import Reader
from ops.catch_up import judge_all
from ops.installation import Installation
from ops.simulator.night.casino import Casino
from ops.simulator.night.courier import WINDOW, Courier, House, sources_of
from ops.simulator.parties.manifest import OF_FOUND, Found, found_of
from ops.simulator.parties.terminal import Said
from projections.base.errors import HeldError
from projections.reads.queries import connect
from projections.running.runner import LIVE, Runner


class Inside(House):
    """A ledger in this process, whose clock is the parties'."""

    def __init__(self, installation: Installation) -> None:
        """Speak to an installation's own door."""
        self._installation = installation
        self._runner: Runner | None = None
        """Holds the projections from the first time that the gate is asked."""

    def close(self) -> None:
        """Let the projections go."""
        if self._runner is not None:
            self._runner.close()
            self._runner = None

    @override
    def chain(self, source: str) -> SourceChain:
        return self._installation.chain(source)

    @override
    def enrol(self, source: str, binding: Binding) -> None:
        self._installation.enrol(source, binding)

    @override
    def submit(self, segments: list[Segment]) -> None:
        self._installation.send(segments)

    @override
    def tick(self, at: datetime) -> None:
        self._installation.tick_at(at)

    @override
    def forge(self, segment: Segment) -> None:
        (answer,) = self._installation.door.submit([segment], credential="posto")
        assert not answer.accepted, f"{answer.receipt} was to be refused"

    @override
    def gate(self, place: str, wanted: str | None) -> bool:
        conninfo, say = self._installation.urls.login, self._installation.door.say
        return Gate(conninfo, say, self._catch_up).ask(place, wanted).granted

    @override
    def receita(self, casino: str, day: str) -> int:
        self._catch_up()
        return receita_of(self._installation.urls.login, casino, day)

    @override
    def finding(self, code: str, event: str) -> str:
        self._catch_up()
        return finding_of(self._installation.urls.login, code, event)

    @override
    def read(self, payload: AccessRecorded) -> None:
        answer = self._installation.door.say(payload)
        assert answer.accepted, answer

    @override
    def renew(self, source: str, number: int) -> Signer:
        return self._installation.keys.renew(source, number)

    def _catch_up(self) -> None:
        conninfo = self._installation.urls.login
        try:
            self._runner = self._runner or Runner(conninfo)
        except HeldError:  # a service folds already
            judge_all(conninfo)
        else:
            self._runner.catch_up()


def play(
    house: House,
    casino: Casino,
    *,
    days: int | None = 1,
    events: int = 0,
    seed: int = 7,
    window: timedelta = WINDOW,
    calm: bool = False,
    progress: Callable[[int], None] | None = None,
    alter: Callable[[Said], Said] | None = None,
) -> int:
    """Play a whole casino for some days, and until so many events; return how many there were."""
    opens = min(party.where.start for party in casino.parties)
    house.tick(opens - timedelta(hours=14))
    for source, binding in sources_of(casino.parties).items():
        house.enrol(source, binding)
    courier = Courier(house, seed, calm=calm, window=window, progress=progress, alter=alter)
    courier.deliver(casino.prepare())
    number = 0
    while (days is not None and number < days) or courier.events < events:
        courier.deliver(casino.day(number))
        number += 1
    # Late enough for what is unpaid to be overdue.
    house.tick(opens + timedelta(days=number + 1))
    return courier.events


def receita_of(conninfo: str, casino: str, day: str) -> int:
    """Return the revenue of a casino's gaming day in its currency, by the journal."""
    with connect(conninfo) as connection:
        row = connection.execute(
            "SELECT coalesce(sum(amount), 0)::bigint AS amount FROM projections.revenue "
            "WHERE casino = %(casino)s AND day = %(day)s AND currency = "
            "(SELECT currency FROM projections.casino WHERE casino = %(casino)s)",
            {"casino": casino, "day": day},
        ).fetchone()
    return 0 if row is None else row["amount"]


def finding_of(conninfo: str, code: str, event: str) -> str:
    """Return the id of the finding of a code that holds now and that an event proves."""
    (found,) = (one.id for one in found_in(conninfo) if one.code == code and event in one.events)
    return found


def found_in(conninfo: str) -> list[Found]:
    """Return the findings that hold now, each with the names of the events that prove it."""
    statement = sql.SQL(
        "SELECT {}, positions FROM {}.finding WHERE known_until IS NULL ORDER BY known_from, id"
    ).format(sql.SQL(", ").join(map(sql.Identifier, OF_FOUND)), sql.Identifier(LIVE))
    with psycopg.connect(conninfo, options="-c role=razao_inspector") as connection:
        rows = connection.execute(statement).fetchall()
    with Reader(conninfo) as reader:
        return [
            found_of(row, (f"{one.source}:{one.seq}" for one in reader.at(positions)))
            for *row, positions in rows
        ]
