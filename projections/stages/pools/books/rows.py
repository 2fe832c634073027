"""The books' rows: read what is open, look up what is closed, write what a page changed."""

from collections.abc import Sequence
from typing import Any, Final, LiteralString, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import astuple
from typing_extensions import override

from projections.base.event import Event
from projections.base.rows import Schema, Writes
from projections.base.stage import Source
from projections.stages.pools.books.accounts import Of, Posting
from projections.stages.pools.books.as_known import AwardVersion, CoverVersion, Noted
from projections.stages.pools.books.award import Won
from projections.stages.pools.books.books import Books
from projections.stages.pools.books.journal import Journal
from projections.stages.pools.books.lookups import (
    Booked,
    CoverDay,
    Lookup,
    Owed,
    PoolDay,
    Read,
    Transfer,
    Undone,
)
from projections.stages.pools.books.moments import Key, Move
from projections.stages.pools.books.pool import AllPools, Pool
from projections.stages.pools.books.records import Records

DAYS_KEPT: Final = 256
"""Days of pools held in memory between pages."""
_One = TypeVar("_One", bound=Struct)


class General(Struct, kw_only=True):
    """The clock, debts, declarations and devices, which are of no single pool."""

    clock: str | None = None
    service: str | None = None
    owed: dict[str, Owed] = {}
    waiting: dict[str, str] = {}
    devices: dict[str, int] = {}


class Rows(Lookup):
    """The look-up of the jackpots' books in the written rows and in the ledger."""

    def __init__(self, schema: Schema, source: Source) -> None:
        """Read through a schema's tables and the ledger's events."""
        self._tables = schema
        self._source = source

    @override
    def event(self, name: str) -> Event | None:
        return self._source.named(name)

    @override
    def at(self, position: int) -> Event | None:
        return self._source.taken_at(position)

    @override
    def award(self, award: str) -> Won | None:
        return self._state("SELECT state FROM {s}.award WHERE award = %s", (award,), Won)

    @override
    def booked(self, round_id: str) -> Booked:
        return read_booked(self._tables, round_id)

    @override
    def undone(self, name: str) -> Undone | None:
        return self._state("SELECT state FROM {s}.jackpot_undone WHERE name = %s", (name,), Undone)

    @override
    def transfer(self, transfer: str) -> Transfer | None:
        return self._state(
            "SELECT state FROM {s}.pool_transfer WHERE transfer = %s", (transfer,), Transfer
        )

    @override
    def cover_day(self, casino: str, day: str) -> CoverDay | None:
        return self._state(
            "SELECT state FROM {s}.cover_day WHERE casino = %s AND day = %s",
            (casino, day),
            CoverDay,
        )

    @override
    def of_act(self, name: str) -> Sequence[Posting]:
        rows = self._tables.cursor.execute(
            self._tables.query(
                "SELECT pool, account, amount, reason, round, seat, bet, award, act "
                "FROM {s}.posting WHERE act = %s ORDER BY position, line"
            ),
            (name,),
        ).fetchall()
        return [
            Posting(pool=pool, account=account, amount=amount, reason=reason, of=Of(*of))
            for pool, account, amount, reason, *of in rows
        ]

    @override
    def credited(self, pool: str, stake: str) -> list[int]:
        rows = self._tables.cursor.execute(
            self._tables.query(
                "SELECT position FROM {s}.pool_stake WHERE pool = %s AND stake = %s "
                "ORDER BY position"
            ),
            (pool, stake),
        ).fetchall()
        return [position for (position,) in rows]

    @override
    def pool_day(self, pool: str, day: str) -> PoolDay | None:
        names: LiteralString = ", ".join(_DAY)  # type: ignore[assignment]
        row = self._tables.cursor.execute(
            self._tables.query(
                f"SELECT {names} FROM {{s}}.pool_day WHERE pool = %s AND day = %s"  # noqa: S608 - our own names
            ),
            (pool, day),
        ).fetchone()
        if row is None:
            return None
        values = dict(zip(_DAY, row, strict=True))
        values["day"] = str(values["day"])
        values["rates"] = msgspec.json.decode(values["rates"], type=dict[str, int])
        return PoolDay(**values)

    @override
    def reading(self, pool: str, position: int) -> Read | None:
        names: LiteralString = ", ".join(_READING)  # type: ignore[assignment]
        row = self._tables.cursor.execute(
            self._tables.query(
                f"SELECT {names} FROM {{s}}.pool_reading "  # noqa: S608 - our own names
                "WHERE pool = %s AND position = %s"
            ),
            (pool, position),
        ).fetchone()
        return None if row is None else _read(row)

    @override
    def last_reading(self, pool: str, day: str, source: str, without: Sequence[int]) -> Read | None:
        names: LiteralString = ", ".join(_READING)  # type: ignore[assignment]
        row = self._tables.cursor.execute(
            self._tables.query(
                f"SELECT {names} FROM {{s}}.pool_reading "  # noqa: S608 - our own names
                "WHERE pool = %s AND day = %s AND source = %s AND withdrawn IS NULL "
                "AND position <> ALL(%s) ORDER BY at DESC, position DESC LIMIT 1"
            ),
            (pool, day, source, list(without)),
        ).fetchone()
        return None if row is None else _read(row)

    @override
    def neighbours(
        self, pool: str, source: str, name: str, key: Key, without: Sequence[int]
    ) -> list[Read]:
        names: LiteralString = ", ".join(_READING)  # type: ignore[assignment]
        found: list[Read] = []
        sides: tuple[tuple[LiteralString, LiteralString], ...] = (("<", "DESC"), (">", "ASC"))
        for side, order in sides:
            row = self._tables.cursor.execute(
                self._tables.query(
                    f"SELECT {names} FROM {{s}}.pool_reading "  # noqa: S608 - our own names
                    "WHERE pool = %s AND source = %s AND name = %s AND withdrawn IS NULL "
                    f"AND position <> ALL(%s) AND (at, position) {side} (%s, %s) "
                    f"ORDER BY at {order}, position {order} LIMIT 1"
                ),
                (pool, source, name, list(without), key.at, key.order),
            ).fetchone()
            found += [_read(row)] if row is not None else []
        return found

    @override
    def past(self, pool: str, since: str, until: str) -> list[Move]:
        rows = self._tables.cursor.execute(
            self._tables.query(
                "SELECT moves FROM {s}.pool_past "
                "WHERE pool = %s AND until >= %s AND since <= %s ORDER BY position"
            ),
            (pool, since, until),
        ).fetchall()
        return [move for (text,) in rows for move in msgspec.json.decode(text, type=list[Move])]

    def _state(
        self, statement: LiteralString, values: tuple[Any, ...], kind: type[_One]
    ) -> _One | None:
        row = self._tables.cursor.execute(self._tables.query(statement), values).fetchone()
        return None if row is None else msgspec.json.decode(row[0], type=kind)


def _read(row: Sequence[Any]) -> Read:
    values = dict(zip(_READING, row, strict=True))
    values["day"] = None if values["day"] is None else str(values["day"])
    return Read(**values)


def read_booked(schema: Schema, round_id: str) -> Booked:
    """Return a round's increments and awards as booked; nothing if it met no pool."""
    row = schema.cursor.execute(
        schema.query("SELECT booked FROM {s}.judged_with WHERE round = %s"), (round_id,)
    ).fetchone()
    return Booked() if row is None else msgspec.json.decode(row[0], type=Booked)


# --- loading -------------------------------------------------------------------------------------


def load(books: Books, schema: Schema) -> None:
    """Bring pools, open awards, open transfers and open covers into memory."""
    execute, query = schema.cursor.execute, schema.query
    pools = [
        msgspec.json.decode(state, type=Pool)
        for (state,) in execute(query("SELECT state FROM {s}.pool")).fetchall()
    ]
    for pool in sorted(pools, key=lambda one: (one.began, one.name)):
        books.pools[pool.name] = pool
        if pool.waiting:
            books.agenda.waits.add(pool.name)
        for name in pool.names:
            books.pools.feed(pool, name)
    rows = execute(query("SELECT state FROM {s}.award WHERE owed > 0 ORDER BY position, award"))
    for (state,) in rows.fetchall():
        won = msgspec.json.decode(state, type=Won)
        books.awards.open[won.award] = won
    rows = execute(query("SELECT state FROM {s}.pool_transfer WHERE open"))
    for (state,) in rows.fetchall():
        one = msgspec.json.decode(state, type=Transfer)
        books.records.transfers[one.transfer] = one
    rows = execute(query("SELECT state FROM {s}.cover_day WHERE closed IS NULL"))
    for (state,) in rows.fetchall():
        day = msgspec.json.decode(state, type=CoverDay)
        books.records.covers[day.casino, day.day] = day
    row = execute(query("SELECT state FROM {s}.jackpot_state WHERE name = 'general'")).fetchone()
    if row is not None:
        general = msgspec.json.decode(row[0], type=General)
        records = books.records
        books.now.clock, records.service = general.clock, general.service
        records.owed, records.devices = general.owed, general.devices
        records.declared = general.waiting


# --- writing -------------------------------------------------------------------------------------


def write(books: Books, writes: Writes) -> None:
    """Write the rows that the page changed, and forget closed awards and acts."""
    _write_journal(books, writes)
    _write_pools(books.pools, writes)
    _write_awards(books, writes)
    _write_days(books.journal, writes)
    _write_acts(books.records, writes)
    _write_covers(books.records, writes)
    if books.records.general:
        general = General(
            clock=books.now.clock,
            service=books.records.service,
            owed=books.records.owed,
            waiting=books.records.declared,
            devices=books.records.devices,
        )
        writes.replace("jackpot_state", "name", ("name", "state"), [("general", _json(general))])
        books.records.general = False


def _write_journal(books: Books, writes: Writes) -> None:
    rows: list[tuple[Any, ...]] = []
    for entry in books.journal.entries:
        one = entry.posting
        of = one.of
        rows.append(
            (
                entry.position,
                entry.line,
                one.amount,
                of.seat,
                of.bet,
                entry.day,
                one.pool,
                one.account,
                one.reason,
                of.round,
                of.award,
                of.act,
            )
        )
    writes.copy("posting", _POSTING, rows)
    books.journal.entries.clear()
    again = books.records.read_again
    read = [again.pop(one.position, one) for one in books.records.readings]
    writes.copy("pool_reading", _READING, [_reading(one) for one in read])
    rewritten = [_reading(one) for _, one in sorted(again.items())]
    writes.replace("pool_reading", "position", _READING, rewritten)
    books.records.readings.clear()
    again.clear()
    past = books.noted.past
    writes.copy(
        "pool_past",
        ("position", "pool", "since", "until", "moves"),
        [
            (
                one.position,
                one.pool,
                min(move.at for move in one.moves),
                max(move.at for move in one.moves),
                _json(one.moves),
            )
            for one in past
        ],
    )
    past.clear()
    writes.copy(
        "pool_stake",
        ("position", "pool", "stake"),
        [
            (position, pool, stake)
            for (pool, stake), credited in books.records.page_stakes.items()
            for position in credited
        ],
    )
    books.records.page_stakes.clear()
    _write_noted(books.noted, writes)


def _reading(one: Read) -> tuple[Any, ...]:
    return tuple(getattr(one, name) for name in _READING)


def _write_noted(noted: Noted, writes: Writes) -> None:
    rows: list[tuple[Any, ...]] = []
    for (position, pool, day), one in noted.days.items():
        read = (one.residue, one.display, one.controller, one.display_off)
        counted = one.rates.items() or ((None, (0, 0)),)
        rows += [(position, *read, *counts, ppm, day, pool, one.unread) for ppm, counts in counted]
    writes.copy("pool_note", _NOTE, rows)
    noted.days.clear()
    writes.copy("award_version", _AWARD_VERSION, [astuple(one) for one in noted.awards])
    noted.awards.clear()
    writes.copy("cover_version", _COVER_VERSION, [astuple(one) for one in noted.covers])
    noted.covers.clear()


def _write_pools(pools: AllPools, writes: Writes) -> None:
    rows: list[tuple[Any, ...]] = []
    for name in sorted(pools.touched):
        pool = pools[name]
        rows.append(
            (
                name,
                pool.opened,
                pool.residue,
                pool.reserve_residue,
                pool.generation,
                pool.names,
                _json(pool.balances),
                pool.status,
                pool.casino,
                pool.terms.currency,
                _json(pool),
            )
        )
    writes.replace("pool", "pool", _POOL, rows)
    pools.touched.clear()


def _write_awards(books: Books, writes: Writes) -> None:
    writes.replace(
        "award",
        "award",
        _AWARD,
        [
            (
                won.award,
                won.position,
                won.pool,
                won.day,
                won.place,
                won.round,
                won.seat,
                won.combination,
                won.amount,
                won.from_pool,
                won.house,
                won.full,
                won.paid,
                max(won.owed, 0),
                won.state,
                _json(won),
            )
            for won in books.awards.page.values()
        ],
    )
    books.awards.page.clear()
    books.awards.read.clear()
    writes.replace(
        "judged_with",
        "round",
        ("round", "booked"),
        [(name, _json(booked)) for name, booked in books.records.page_booked.items()],
    )
    books.records.page_booked.clear()


def _write_days(journal: Journal, writes: Writes) -> None:
    keys = sorted(journal.touched_days)
    if keys:
        writes.delete(
            "pool_day",
            "(t.pool, t.day) IN (SELECT * FROM unnest(%s::text[], %s::date[]))",
            ([pool for pool, _ in keys], [day for _, day in keys]),
        )
        rows: list[tuple[Any, ...]] = []
        for key in keys:
            day = journal.days[key]
            values = [getattr(day, name) for name in _DAY[:-1]]
            rows.append((*values, _json(day.rates)))
        writes.copy("pool_day", _DAY, rows)
    if len(journal.days) > DAYS_KEPT:
        journal.days = {key: journal.days[key] for key in keys}
    journal.touched_days.clear()


def _write_acts(records: Records, writes: Writes) -> None:
    writes.replace(
        "jackpot_undone",
        "name",
        ("name", "state"),
        [(name, _json(undone)) for name, undone in records.page_undone.items()],
    )
    records.page_undone.clear()
    writes.replace(
        "pool_transfer",
        "transfer",
        _TRANSFER,
        [
            (
                name,
                one.pool,
                one.to,
                one.open,
                sum(one.left.values()),
                sum(one.arrived.values()),
                _json(one),
            )
            for name in sorted(records.touched_transfers)
            for one in (records.transfers[name],)
        ],
    )
    records.touched_transfers.clear()
    records.transfers = {name: one for name, one in records.transfers.items() if one.open}


def _write_covers(records: Records, writes: Writes) -> None:
    keys = sorted(records.touched_covers)
    if keys:
        writes.delete(
            "cover_day",
            "(t.casino, t.day) IN (SELECT * FROM unnest(%s::text[], %s::date[]))",
            ([casino for casino, _ in keys], [day for _, day in keys]),
        )
        writes.copy(
            "cover_day",
            ("casino", "day", "held", "declared", "closed", "state"),
            [
                (*key, day.held, day.total, day.closed, _json(day))
                for key in keys
                for day in (records.covers[key],)
            ],
        )
    records.touched_covers.clear()
    records.covers = {key: day for key, day in records.covers.items() if day.closed is None}


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


_POSTING: Final = (
    "position",
    "line",
    "amount",
    "seat",
    "bet",
    "day",
    "pool",
    "account",
    "reason",
    "round",
    "award",
    "act",
)
_READING: Final = (
    "position",
    "amount",
    "ledger",
    "day",
    "pool",
    "source",
    "name",
    "at",
    "agrees",
    "why",
    "known",
    "withdrawn",
)
_NOTE: Final = (
    "position",
    "residue",
    "display",
    "controller",
    "display_off",
    "stakes",
    "staked",
    "ppm",
    "day",
    "pool",
    "unread",
)
_AWARD_VERSION: Final = AwardVersion.__struct_fields__
_COVER_VERSION: Final = CoverVersion.__struct_fields__
_POOL: Final = (
    "pool",
    "opened",
    "residue",
    "reserve_residue",
    "generation",
    "members",
    "balances",
    "status",
    "casino",
    "currency",
    "state",
)
_AWARD: Final = (
    "award",
    "position",
    "pool",
    "day",
    "place",
    "round",
    "seat",
    "combination",
    "amount",
    "from_pool",
    "from_house",
    "whole",
    "paid",
    "owed",
    "standing",
    "state",
)
_DAY: Final = (
    "pool",
    "day",
    "base",
    "increments",
    "voided",
    "wins",
    "resets",
    "transfers",
    "declared",
    "ended",
    "corrections",
    "hidden",
    "stakes",
    "staked",
    "residue",
    "display",
    "controller",
    "display_off",
    "first",
    "last",
    "rates",
)
_TRANSFER: Final = (
    "transfer",
    "source",
    "target",
    "open",
    "left_amount",
    "arrived_amount",
    "state",
)
