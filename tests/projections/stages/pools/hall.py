"""A gaming hall in memory: events as the projections see them, and the books after each of them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, TypeVar, cast

from msgspec import json, to_builtins

from ledger.events.base import Payload
from ledger.events.jackpots import BaseFunded, PoolOpened
from ledger.events.machines import Play
from ledger.events.registry import ClockTicked, LedgerFounded, Registrar
from ledger.events.reviews import Approval, Correction
from projections.base.event import Event, JudgedRound
from projections.base.produced import Fault, Produced, Revenue
from projections.base.rows import Schema
from projections.base.stage import Source, hand_on
from projections.stages.authority import Authority
from projections.stages.judging.judge import Judging
from projections.stages.parameters.stage import Parameters
from projections.stages.pools.books.accounts import PARTS, SHOWN, is_liability
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.pool import Pool
from projections.stages.pools.stage import PoolBooking, Pools
from projections.stages.rounds.stage import Rounds
from tests.helpers.casino import Nothing

DAY = "2026-11-20"
START = datetime(2026, 11, 20, 20, tzinfo=UTC)
HASH = "ab" * 32
MILLION = 1_000_000


class _Log(Source):
    """Reads events that were said before."""

    def __init__(self, events: list[Event]) -> None:
        self._events = events

    def events(self, positions: Sequence[int]) -> list[Event]:
        there = (position for position in positions if position <= len(self._events))
        return [self._events[position - 1] for position in there]

    def named(self, name: str) -> Event | None:
        return next((event for event in self._events if event.name == name), None)


class Hall:
    """Says events and folds them at once; every position's invariants are checked."""

    def __init__(self) -> None:
        self.log: list[Event] = []
        self._seqs: dict[str, int] = {}
        self._parameters, self.stage = Parameters(), Pools()
        judging, booking = Judging(), PoolBooking(self.stage)
        self._stages = [Authority(), self._parameters, Rounds(), self.stage, judging, booking]
        source = _Log(self.log)
        for stage in self._stages:
            stage.load(Schema(cast("Any", Nothing()), "none"), source)
        self.about: dict[str, list[Fault]] = {}
        """What stands about each subject."""
        self.faults: list[Fault] = []
        self.revenue: list[Revenue] = []
        self.judged: list[JudgedRound] = []
        self.casino = "*"
        self.day = DAY
        key = "00" * 32
        self.say(
            LedgerFounded(
                origin="hall",
                service="servico",
                service_key=key,
                log_key=key,
                registrars=(Registrar(source="ana", key=key),),
                threshold=1,
            ),
            source="servico",
        )

    @property
    def books(self) -> Books:
        return self.stage._books

    def pool(self, name: str = "p") -> Pool:
        return self.books.pools[name]

    def say(
        self,
        payload: Payload,
        *,
        source: str = "maq",
        place: str | None = None,
        round_id: str | None = None,
        seconds: int | None = None,
        casino: str | None = None,
    ) -> Event:
        """Tell one event, a second after the last; fold it, and check the books."""
        seq = self._seqs[source] = self._seqs.get(source, 0) + 1
        position = len(self.log) + 1
        moment = START + timedelta(seconds=position if seconds is None else seconds)
        event = Event(
            position=position,
            source=source,
            seq=seq,
            kind=payload.KIND,
            at=moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            day=self.day,
            place=place,
            round=round_id,
            payload=payload,
            link=sha256(f"{source}:{seq}".encode()).digest(),
        )
        self.log.append(event)
        produced = Produced(casino=casino or self.casino)
        before = {name: pool.shown for name, pool in self.books.pools.items()}
        for stage in self._stages:
            stage.begin(produced)
        hand_on(self._stages, event, produced)
        self.judged += produced.judged
        self.faults += produced.faults
        self.revenue += produced.revenue
        for subject, faults in produced.about:
            self.about[subject] = faults
        check(self.books, position, before)
        return event

    @staticmethod
    def approval(act: Event) -> Approval:
        return Approval(target=act.name, link=act.link.hex())

    def approve(self, act: Event, by: str = "direccao") -> Event:
        return self.say(self.approval(act), source=by)

    def act(self, payload: Payload, source: str = "financas") -> Event:
        """Tell an act and let another person approve it."""
        event = self.say(payload, source=source)
        self.approve(event)
        return event

    def correct(self, target: Event, replacement: Payload | None) -> None:
        """Let another payload stand for an event, or none."""
        instead = to_builtins(replacement) if replacement is not None else None
        self.act(
            Correction(
                target=target.name, link=target.link.hex(), replacement=instead, reason="erro"
            ),
            source="fiscal",
        )

    def tick(self, seconds: int) -> Event:
        return self.say(ClockTicked(), source="servico", seconds=seconds)

    def open(self, name: str = "p", *members: str, funded: bool = True, **terms: Any) -> Event:
        """Open a pool of machines, 500.00 at 0.5 % unless said otherwise, and fund it."""
        given: dict[str, Any] = {
            "pool": name,
            "scope": "machines",
            "members": members or ("M-1",),
            "currency": "CVE",
            "base": 50_000,
            "ppm": 5_000,
            "game": "modelo-a",
            "bet_type": "linha",
            "act": "com-1",
            **terms,
        }
        opened = self.act(PoolOpened(**given))
        if funded:
            self.say(
                BaseFunded(pool=name, amount=given["base"], funds="operator"), source="financas"
            )
        return opened

    def play(self, stake: int = 100, place: str = "M-1", **others: Any) -> Event:
        """Play a machine once."""
        casino = others.pop("casino", None)
        seconds = others.pop("seconds", None)
        given = Play(stake=stake, denomination=1, configuration=HASH, **others)
        return self.say(given, source=place, place=place, casino=casino, seconds=seconds)

    def restart(self) -> None:
        """Bring pools and awards back from what is written of them."""
        books = self.books
        books.pools.update({name: again(pool) for name, pool in books.pools.items()})
        books.awards.open = {name: again(won) for name, won in books.awards.open.items()}
        books.awards.page = {name: again(won) for name, won in books.awards.page.items()}
        books.awards.page |= books.awards.open
        books.agenda.waits = {name for name, pool in books.pools.items() if pool.waiting}
        books.pools.feeds.clear()
        for pool in sorted(books.pools.values(), key=lambda one: (one.began, one.name)):
            for name in pool.names:
                books.pools.feed(pool, name)

    def held(self, name: str = "p") -> dict[str, int]:
        """Return the accounts of a pool that are not zero."""
        return {one: amount for one, amount in self.pool(name).balances.items() if amount}

    def codes(self) -> list[str]:
        """Return the codes of all that is wrong now."""
        found = [fault.code for faults in self.about.values() for fault in faults]
        return sorted(found + [fault.code for fault in self.faults])

    def total(self, reason: str) -> int:
        """Return what of the receita has a reason."""
        return sum(one.amount for one in self.revenue if one.reason == reason)


_One = TypeVar("_One", Pool, Won)


def again(one: _One) -> _One:
    """Return it as the row says that is written of it."""
    return json.decode(json.encode(one), type=type(one))


def check(books: Books, position: int, before: dict[str, int]) -> None:
    """Invariants 3.5: sums of zero, nothing below zero, residues below a unit, cycles that add."""
    sums: dict[str, int] = {}
    fell: dict[str, set[str]] = {}
    to_house: list[str] = []
    for entry in reversed(books.journal.entries):
        if entry.position != position:
            break
        one = entry.posting
        sums[one.pool] = sums.get(one.pool, 0) + one.amount
        if one.account in SHOWN and one.amount > 0:
            fell.setdefault(one.pool, set()).add(one.reason)
        if one.account == "J1" and one.amount > 0:
            to_house.append(one.reason)
    assert not any(sums.values()), f"1: {position} {sums}"
    for name, pool in books.pools.items():
        for account, amount in pool.balances.items():
            assert amount >= 0 or not is_liability(account), f"2: {position} {name} {account}"
        assert 0 <= pool.residue < MILLION
        assert 0 <= pool.reserve_residue < MILLION
        assert pool.cycle.total == pool.shown, f"3: {position} {name} {pool.cycle} {pool.shown}"
        if pool.shown < before.get(name, 0):
            assert fell[name] <= ALLOWED, f"4: {position} {fell}"
        life = sum(
            getattr(day, column)
            for (of, _), day in books.journal.days.items()
            if of == name
            for column in COLUMNS
        )
        assert life == sum(pool.holds(one) for one in PARTS), f"11: {position} {name}"
    assert set(to_house) <= ALLOWED, f"10: {position} {to_house}"
    won = [one for one in books.awards.page.values() if one.held is not None and not one.gone]
    assert [one.so_far.total for one in won] == [one.basis for one in won], f"3: {position}"
    # 6: every line of J6 is an award that is open.
    for name, pool in books.pools.items():
        owed = sum(won.owed for won in books.awards.open.values() if won.pool == name)
        assert owed == pool.holds("J6"), f"6: {position} {name} {owed} {pool.holds('J6')}"


ALLOWED = {
    "award",
    "award reversed",
    "transfer",
    "end of concession",
    "increment voided",
    "adjustment",
    "reversal",
    "reset",
}
COLUMNS = (
    "base",
    "increments",
    "voided",
    "wins",
    "resets",
    "transfers",
    "declared",
    "ended",
    "corrections",
)
