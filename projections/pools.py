"""Jackpot pools in double entry: stakes as they qualify, awards as replay says, payments as paid.

Accounts are those of the rules (J1 base, J2 accumulated, J3 reserve, J4 overflow, J6 won and
unpaid, C3 chips, P1 revenue, P2 prizes, P3 base, P4 differences …); debits are positive, and the
postings of each position sum to zero. J5 is a count of millionths of a minor unit, not an account.
What a device says of increments and wins is compared, never posted.

Rules: jackpots.md; MAQ R17-R24, PSD R32-R42.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct, field
from typing_extensions import override

from ledger.events.jackpots import (
    AwardPaid,
    BaseFunded,
    ControllerRead,
    DisplayRead,
    JackpotIncrement,
    JackpotWon,
    PoolAdjusted,
    PoolExtinguished,
    PoolMemberAdded,
    PoolMemberRemoved,
    PoolOpened,
    PoolTransferred,
)
from ledger.events.reviews import Correction
from ledger.money import take_share
from projections.base import ClosedRound, Event, Fault, JudgedRound, Produced, Source, Stage, Tables
from projections.replay.record import PoolState
from projections.replay.registry import GAMES, PROFILES, judge
from projections.replay.settlement import Award, Increment, Settlement, money_text

BASE: Final = "J1"
ACCUMULATED: Final = "J2"
RESERVE: Final = "J3"
OVERFLOW: Final = "J4"
WON: Final = "J6"
TRANSIT: Final = "J7"
TAX: Final = "J10"
CHIPS: Final = "C3"
CASH: Final = "C1"
REVENUE: Final = "P1"
PRIZES: Final = "P2"
BASE_COST: Final = "P3"
DIFFERENCES: Final = "P4"
AWARD_REVERSED: Final = "award reversed"
COMPONENTS: Final = {
    "base": BASE,
    "accumulated": ACCUMULATED,
    "reserve": RESERVE,
    "overflow": OVERFLOW,
}


class Pool(Struct):
    """A pool as it stands."""

    opened: Event
    terms: PoolOpened
    members: list[str]
    balances: dict[str, int] = field(default_factory=dict)
    """Account to what it holds, liabilities positive."""
    residue: int = 0
    reserve_residue: int = 0
    generation: int = 0
    """Full awards so far."""

    @property
    def shown(self) -> int:
        """What players see: J1 + J2."""
        return self.balances.get(BASE, 0) + self.balances.get(ACCUMULATED, 0)


class Posting(Struct, frozen=True, kw_only=True, gc=False):
    """One line of the journal: debit positive, credit negative."""

    pool: str
    account: str
    amount: int
    reason: str
    round: str | None = None
    seat: int | None = None
    bet: int | None = None


class Booked(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What of a round stands in the journal, and the pool it was judged with."""

    state: PoolState | None = None
    increments: tuple[Increment, ...] = ()
    awards: tuple[Award, ...] = ()


class Pools(Stage):
    """The journal of all pools, append-only, and the state that goes on from it."""

    name = "pools"
    tables = (("posting", "position, line"), ("pool", "pool"), ("judged_with", "round"))
    kinds = frozenset(
        kind.KIND
        for kind in (
            BaseFunded,
            PoolMemberAdded,
            PoolMemberRemoved,
            AwardPaid,
            DisplayRead,
            ControllerRead,
        )
    )

    def __init__(self) -> None:
        """Begin with no pool."""
        self._pools: dict[str, Pool] = {}
        self._of_place: dict[str, str] = {}
        self._journal: list[tuple[int, int, str | None, Posting]] = []
        self._position = 0
        self._line = 0
        self._day: str | None = None
        self._touched: set[str] = set()
        self._booked: dict[str, Booked] = {}
        """Of this page's rounds, until it is written."""
        self._read: Tables | None = None
        self._source: Source | None = None

    @override
    def load(self, tables: Tables, source: Source) -> None:
        self._read, self._source = tables, source
        rows = tables.cursor.execute(tables.query("SELECT * FROM {s}.pool")).fetchall()
        for name, opened, residue, reserve_residue, generation, members, balances in rows:
            (event,) = source.events([opened])
            self._pools[name] = Pool(
                opened=event,
                terms=event.payload,
                members=members,
                balances=msgspec.json.decode(balances),
                residue=residue,
                reserve_residue=reserve_residue,
                generation=generation,
            )
            for member in members:
                self._of_place[member] = name

    # --- folding -------------------------------------------------------------------------------

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        self._position, self._line, self._day = event.position, 0, event.day
        for act in produced.effective:
            self._take_effect(act, produced)
        self._fold_kind(event, produced)
        for closed in produced.rounds:
            self._judge(closed, produced)

    def _take_effect(self, act: Event, produced: Produced) -> None:
        match act.payload:
            case PoolOpened():
                self._open(act, act.payload)
            case PoolAdjusted():
                self._adjust(act.payload)
            case PoolTransferred():
                self._transfer(act, act.payload, produced)
            case PoolExtinguished():
                produced.faults.append(
                    _fault("JP-BASE-REV", act, "a liability that stands", act.payload.reason)
                )
            case Correction():
                self._correct(act.payload)
            case _:
                pass

    def _fold_kind(self, event: Event, produced: Produced) -> None:
        match event.payload:
            case BaseFunded():
                self._fund(event, event.payload, produced)
            case PoolMemberAdded():
                self._join(event.payload.pool, event.payload.member)
            case PoolMemberRemoved():
                self._leave(event.payload.pool, event.payload.member)
            case AwardPaid():
                self._pay(event.payload, event.round)
            case DisplayRead() if event.payload.pool is not None:
                self._compare(event, event.payload.pool, event.payload.amount, produced)
            case ControllerRead():
                self._compare(event, event.payload.pool, event.payload.amount, produced)
            case _:
                pass

    def _open(self, act: Event, terms: PoolOpened) -> None:
        if terms.pool in self._pools:
            return
        self._pools[terms.pool] = Pool(opened=act, terms=terms, members=[])
        self._touched.add(terms.pool)
        for member in terms.members:
            self._join(terms.pool, member)

    def _join(self, name: str, member: str) -> None:
        pool = self._pools.get(name)
        if pool is not None and member not in pool.members:
            pool.members.append(member)
            self._of_place[member] = name
            self._touched.add(name)

    def _leave(self, name: str, member: str) -> None:
        pool = self._pools.get(name)
        if pool is not None and member in pool.members:
            pool.members.remove(member)
            self._of_place.pop(member, None)
            self._touched.add(name)

    def _fund(self, event: Event, payload: BaseFunded, produced: Produced) -> None:
        if payload.pool not in self._pools:
            produced.faults.append(_fault("JP-UNAPP", event, "an approved pool", payload.pool))
            return
        self._post(payload.pool, BASE_COST, BASE, payload.amount, "base")

    def _adjust(self, payload: PoolAdjusted) -> None:
        account = COMPONENTS.get(payload.component)
        if payload.pool in self._pools and account is not None:
            self._post(payload.pool, DIFFERENCES, account, payload.amount, "adjustment")

    def _transfer(self, act: Event, payload: PoolTransferred, produced: Produced) -> None:
        source, target = self._pools.get(payload.pool), self._pools.get(payload.to)
        if source is None or target is None:
            produced.faults.append(_fault("JP-XFER-VAL", act, "two known pools", payload.to))
            return
        alike = (source.terms.game, source.terms.bet_type) == (
            target.terms.game,
            target.terms.bet_type,
        )
        if not alike and payload.act is None:
            produced.faults.append(
                _fault("JP-XFER-MODEL", act, str(source.terms.game), str(target.terms.game))
            )
            return  # an act the law forbids moves nothing: the liability stands
        for component, account in COMPONENTS.items():
            amount = getattr(payload, component)
            if amount and payload.side in ("out", "both"):
                self._post(payload.pool, account, TRANSIT, amount, "transfer")
            if amount and payload.side in ("in", "both"):
                self._post(payload.to, TRANSIT, account, amount, "transfer")
        if payload.reason is None:
            produced.faults.append(_fault("JP-XFER-WHY", act, "a stated reason", "none"))

    def _pay(self, payload: AwardPaid, round_id: str | None) -> None:
        if payload.pool not in self._pools:
            return
        chips = CHIPS if payload.means == "chips" else CASH
        where = {"round": round_id, "seat": payload.seat, "bet": payload.bet}
        self._post(payload.pool, WON, chips, payload.amount - payload.tax, "payment", **where)
        if payload.tax:
            self._post(payload.pool, WON, TAX, payload.tax, "tax", **where)

    def _compare(self, event: Event, name: str, said: int | None, produced: Produced) -> None:
        pool = self._pools.get(name)
        if pool is not None and said is not None and said != pool.shown:
            fault = _fault("JP-DISP", event, money_text(pool.shown), money_text(said))
            produced.faults.append(msgspec.structs.replace(fault, amount=said - pool.shown))

    def _correct(self, payload: Correction) -> None:
        """Reverse what the target posted; a replacement is booked as it would have been."""
        assert self._source is not None
        target = self._source.named(payload.target)
        if target is None or target.link.hex() != payload.link or self._read is None:
            return
        if not isinstance(target.payload, (AwardPaid, BaseFunded)):
            return
        for posting in self._postings_at(target.position):
            self._book(msgspec.structs.replace(posting, amount=-posting.amount, reason="reversal"))
        if payload.replacement is not None:
            kind = type(target.payload)
            try:
                instead = msgspec.convert(payload.replacement, kind)
            except msgspec.ValidationError:
                return
            if isinstance(instead, AwardPaid):
                self._pay(instead, target.round)
            else:
                self._post(instead.pool, BASE_COST, BASE, instead.amount, "base")

    # --- rounds --------------------------------------------------------------------------------

    def _judge(self, closed: ClosedRound, produced: Produced) -> None:
        record = closed.record
        if record is None or closed.game not in PROFILES.get(record.profile, {}):
            produced.faults.append(
                Fault(
                    code="REG-MOD",
                    positions=(closed.opened, closed.closed),
                    place=closed.place,
                    round=closed.round,
                    expected=f"one of {', '.join(GAMES)}",
                    recorded=str(closed.game),
                )
            )
            return
        state = self._state_for(closed)
        if state is not None and "pool" in record.__struct_fields__:
            record = msgspec.structs.replace(record, pool=state)
        verdict = judge(record)
        judged = JudgedRound(closed=msgspec.structs.replace(closed, record=record), verdict=verdict)
        produced.judged.append(judged)
        if state is not None and record.mode != "demo":
            self._book_round(closed, state, verdict.settlement)
            self._compare_statements(closed, verdict.settlement, produced)

    def _state_for(self, closed: ClosedRound) -> PoolState | None:
        """Return the pool as it stood when the round closed first."""
        if closed.again:
            return self._booked_for(closed.round).state
        name = self._of_place.get(closed.place)
        if name is None:
            return None
        pool = self._pools[name]
        return PoolState(
            pool=name,
            balance=pool.shown,
            base=pool.terms.base,
            ppm=pool.terms.ppm,
            base_part=pool.balances.get(BASE, 0),
            residue=pool.residue,
            bet=pool.terms.bet or 0,
            combinations={c.name: c.ppm for c in pool.terms.combinations if c.ppm is not None},
            fixed={c.name: c.fixed for c in pool.terms.combinations if c.fixed is not None},
            house_pays_fixed=pool.terms.house_pays_fixed,
        )

    def _book_round(self, closed: ClosedRound, state: PoolState, settlement: Settlement) -> None:
        """Book a round's increments and awards; on a second judgment only what differs."""
        old = self._booked_for(closed.round) if closed.again else Booked()
        new = Booked(
            state=state,
            increments=settlement.increments,
            awards=tuple(_without_words(award) for award in settlement.awards),
        )
        if new == old:
            return
        for increment in _missing(old.increments, new.increments):
            self._increment(closed.round, increment, -1)
        for increment in _missing(new.increments, old.increments):
            self._increment(closed.round, increment, 1)
        if old.awards != new.awards:
            self._reverse_awards(closed.round)
            for award in new.awards:
                self._award(closed.round, award)
        self._booked[closed.round] = new

    def _increment(self, round_id: str, increment: Increment, sign: int) -> None:
        """Take the share of a stake into the pool, or exactly back out of it."""
        pool = self._pools[increment.pool]
        where = {"round": round_id, "seat": increment.seat, "bet": increment.bet}
        stake = sign * increment.stake
        self._post(increment.pool, CHIPS, REVENUE, stake, "jackpot bet", **where)
        whole, pool.residue = take_share(stake, pool.terms.ppm, pool.residue)
        hidden, pool.reserve_residue = take_share(
            stake, pool.terms.reserve_ppm, pool.reserve_residue
        )
        over = 0
        if pool.terms.ceiling is not None and whole > 0:
            over = whole - min(whole, max(0, pool.terms.ceiling - pool.shown))
        for account, amount in ((ACCUMULATED, whole - over), (OVERFLOW, over), (RESERVE, hidden)):
            if amount:
                self._post(increment.pool, REVENUE, account, amount, "increment", **where)

    def _award(self, round_id: str, award: Award) -> None:
        pool = self._pools[award.pool]
        where = {"round": round_id, "seat": award.seat, "bet": award.bet}
        left = award.from_pool
        for account in (ACCUMULATED, BASE):  # a partial prize takes J2 first, then J1
            amount = min(left, pool.balances.get(account, 0))
            if amount:
                left -= amount
                self._post(award.pool, account, WON, amount, "award", **where)
        shortfall = award.from_house + left
        if shortfall:
            self._post(award.pool, PRIZES, WON, shortfall, "award", **where)
        if award.full:
            self._restore(pool, where)

    def _restore(self, pool: Pool, where: dict[str, Any]) -> None:
        """Put the base back, then what was reserved and what overflowed (art. 3 VII)."""
        pool.generation += 1
        name = pool.terms.pool
        missing = pool.terms.base - pool.balances.get(BASE, 0)
        if missing > 0:
            self._post(name, BASE_COST, BASE, missing, "reset", **where)
        for account in (RESERVE, OVERFLOW):
            amount = pool.balances.get(account, 0)
            if amount:
                self._post(name, account, ACCUMULATED, amount, "reset", **where)

    def _reverse_awards(self, round_id: str) -> None:
        """Take back whatever stands booked as awards and resets of a round."""
        sums: dict[tuple[str, str, int | None, int | None], int] = {}
        for posting in self._postings_of_awards(round_id):
            key = (posting.pool, posting.account, posting.seat, posting.bet)
            sums[key] = sums.get(key, 0) + posting.amount
        for (pool, account, seat, bet), amount in sorted(sums.items(), key=repr):
            if amount:
                self._book(
                    Posting(
                        pool=pool,
                        account=account,
                        amount=-amount,
                        reason=AWARD_REVERSED,
                        round=round_id,
                        seat=seat,
                        bet=bet,
                    )
                )

    def _compare_statements(
        self, closed: ClosedRound, settlement: Settlement, produced: Produced
    ) -> None:
        """Compare what the table said of increments and wins with what was computed."""
        staked = sum(one.stake for one in settlement.increments)
        due = {(one.pool, one.seat): one.amount for one in settlement.awards}
        for event in closed.events:
            match event.payload:
                case JackpotWon(pool=pool, seat=int(seat), amount=said):
                    code, computed = "JP-WINBASIS", due.get((pool, seat), 0)
                case JackpotIncrement(bet=None, stake=int(said)):
                    code, computed = "JP-INC", staked
                case _:
                    continue
            if said != computed:
                fault = _fault(code, event, money_text(computed), money_text(said))
                produced.faults.append(fault)

    # --- the journal ---------------------------------------------------------------------------

    def _post(
        self, pool: str, debit: str, credit: str, amount: int, reason: str, **where: Any
    ) -> None:
        for posting in _pair(pool, debit, credit, amount, reason, where):
            self._book(posting)

    def _book(self, posting: Posting) -> None:
        self._line += 1
        self._journal.append((self._position, self._line, self._day, posting))
        _apply(self._pools[posting.pool].balances, posting.account, posting.amount)
        self._touched.add(posting.pool)

    def _booked_for(self, round_id: str) -> Booked:
        if round_id in self._booked:
            return self._booked[round_id]
        assert self._read is not None
        return read_booked(self._read, round_id)

    def _postings_of_awards(self, round_id: str) -> list[Posting]:
        reasons = ("award", "reset", AWARD_REVERSED)
        in_page = [
            one for _, _, _, one in self._journal if one.round == round_id and one.reason in reasons
        ]
        assert self._read is not None
        rows = self._read.cursor.execute(
            self._read.query(
                "SELECT pool, account, amount, reason, round, seat, bet "
                "FROM {s}.posting WHERE round = %s AND reason = ANY(%s)"
            ),
            (round_id, list(reasons)),
        ).fetchall()
        return [_posting(row) for row in rows] + in_page

    def _postings_at(self, position: int) -> list[Posting]:
        in_page = [posting for at, _, _, posting in self._journal if at == position]
        if in_page:
            return in_page
        assert self._read is not None
        rows = self._read.cursor.execute(
            self._read.query(
                "SELECT pool, account, amount, reason, round, seat, bet "
                "FROM {s}.posting WHERE position = %s ORDER BY line"
            ),
            (position,),
        ).fetchall()
        return [_posting(row) for row in rows]

    @override
    def flush(self, tables: Tables) -> None:
        tables.copy(
            "posting",
            (
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
            ),
            [
                (
                    position,
                    line,
                    one.amount,
                    one.seat,
                    one.bet,
                    day,
                    one.pool,
                    one.account,
                    one.reason,
                    one.round,
                )
                for position, line, day, one in self._journal
            ],
        )
        self._journal.clear()
        tables.replace(
            "judged_with",
            "round",
            ("round", "booked"),
            [
                (name, msgspec.json.encode(booked, order="deterministic").decode())
                for name, booked in self._booked.items()
            ],
        )
        self._booked.clear()
        rows: list[tuple[Any, ...]] = []
        for name in sorted(self._touched):
            pool = self._pools[name]
            rows.append(
                (
                    name,
                    pool.opened.position,
                    pool.residue,
                    pool.reserve_residue,
                    pool.generation,
                    pool.members,
                    msgspec.json.encode(pool.balances, order="deterministic").decode(),
                )
            )
        tables.replace(
            "pool",
            "pool",
            (
                "pool",
                "opened",
                "residue",
                "reserve_residue",
                "generation",
                "members",
                "balances",
            ),
            rows,
        )
        self._touched.clear()


def read_booked(tables: Tables, round_id: str) -> Booked:
    """Return what of a round was booked; nothing if the round met no pool."""
    row = tables.cursor.execute(
        tables.query("SELECT booked FROM {s}.judged_with WHERE round = %s"), (round_id,)
    ).fetchone()
    return Booked() if row is None else msgspec.json.decode(row[0], type=Booked)


def _pair(
    pool: str, debit: str, credit: str, amount: int, reason: str, where: dict[str, Any]
) -> tuple[Posting, Posting]:
    return (
        Posting(pool=pool, account=debit, amount=amount, reason=reason, **where),
        Posting(pool=pool, account=credit, amount=-amount, reason=reason, **where),
    )


def _apply(balances: dict[str, int], account: str, amount: int) -> None:
    """Liabilities grow by credits; so does revenue: both are kept positive."""
    balances[account] = balances.get(account, 0) - amount


def _posting(row: Sequence[Any]) -> Posting:
    pool, account, amount, reason, round_id, seat, bet = row
    return Posting(
        pool=pool,
        account=account,
        amount=amount,
        reason=reason,
        round=round_id,
        seat=seat,
        bet=bet,
    )


def _without_words(award: Award) -> Award:
    """Return what of an award is booked; its explanation replay gives anew."""
    return msgspec.structs.replace(award, why=())


def _missing(these: Sequence[Increment], those: Sequence[Increment]) -> list[Increment]:
    """Return what is in these and not in those, each as often as it is missing."""
    left = list(those)
    missing: list[Increment] = []
    for one in these:
        if one in left:
            left.remove(one)
        else:
            missing.append(one)
    return missing


def _fault(code: str, event: Event, expected: str, recorded: str) -> Fault:
    return Fault(
        code=code,
        positions=(event.position,),
        place=event.place,
        round=event.round,
        expected=expected,
        recorded=recorded,
    )
