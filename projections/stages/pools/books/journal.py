"""The journal: postings in double entry, and each pool's day that they change."""

from collections.abc import Mapping, Sequence

from projections.stages.pools.books.accounts import (
    DIFFERENCES,
    NOTHING,
    PARTS,
    SHOWN,
    Entry,
    Of,
    Posting,
    column_of,
    is_liability,
)
from projections.stages.pools.books.agenda.agenda import Agenda
from projections.stages.pools.books.as_known import Noted
from projections.stages.pools.books.lookups import Lookup, PoolDay
from projections.stages.pools.books.now import Now
from projections.stages.pools.books.pool import AllPools, Pool


class Journal:
    """Postings of this page, and the pools' days at hand."""

    def __init__(
        self, look: Lookup, now: Now, pools: AllPools, agenda: Agenda, noted: Noted
    ) -> None:
        """Begin with no posting."""
        self._look, self._now, self._pools = look, now, pools
        self._agenda, self._noted = agenda, noted
        self.entries: list[Entry] = []
        self.days: dict[tuple[str, str], PoolDay] = {}
        self.touched_days: set[tuple[str, str]] = set()
        self._position = self._line = 0

    # --- postings ------------------------------------------------------------------------------

    def post(
        self, pool: Pool, debit: str, credit: str, amount: int, reason: str, of: Of = NOTHING
    ) -> None:
        """Move an amount from one account to another; a negative amount moves back."""
        if amount < 0:
            debit, credit, amount = credit, debit, -amount
        if amount == 0:
            return
        self._write(pool.name, debit, amount, reason, of)
        self._write(pool.name, credit, -amount, reason, of)
        balances = pool.balances
        balances[debit] = balances.get(debit, 0) - amount
        balances[credit] = balances.get(credit, 0) + amount
        moved = (credit in PARTS) - (debit in PARTS)
        seen = (credit in SHOWN) - (debit in SHOWN)
        self._moved(pool, moved * amount, seen * amount, reason)
        self._pools.touched.add(pool.name)

    def compound(self, name: str, lines: Mapping[str, int], reason: str, of: Of) -> None:
        """Book several accounts of one pool at once; the lines sum to zero."""
        pool = self._pools.get(name)
        moved = seen = 0
        for account, amount in sorted(lines.items()):
            if amount == 0:
                continue
            self._write(name, account, amount, reason, of)
            if pool is not None:
                pool.balances[account] = pool.balances.get(account, 0) - amount
            moved -= amount if account in PARTS else 0
            seen -= amount if account in SHOWN else 0
        if pool is None:
            return
        self._pools.touched.add(name)
        self._moved(pool, moved, seen, reason)

    def reverse(self, postings: Sequence[Posting], reason: str, of: Of) -> None:
        """Reverse postings as far as their accounts still hold them; no liability falls below zero.

        What a pool has given away since cannot come back from it: the difference is the
        operator's (P4), by the correction's two signatures.
        """
        sums: dict[str, dict[str, int]] = {}
        for one in postings:
            pool_sums = sums.setdefault(one.pool, {})
            pool_sums[one.account] = pool_sums.get(one.account, 0) - one.amount
        for name, lines in sorted(sums.items()):
            pool = self._pools.get(name)
            for account, amount in lines.items():
                if pool is not None and amount > 0 and is_liability(account):
                    lines[account] = min(amount, pool.holds(account))
            lines[DIFFERENCES] = lines.get(DIFFERENCES, 0) - sum(lines.values())
            self.compound(name, lines, reason, of)

    def posted_by(self, act: str) -> list[Posting]:
        """Return every posting of an act's event, in this page and before."""
        mine = [one.posting for one in self.entries if one.posting.of.act == act]
        return [*self._look.of_act(act), *mine]

    def _write(self, pool: str, account: str, amount: int, reason: str, of: Of) -> None:
        position = self._now.position
        self._line = self._line + 1 if position == self._position else 1
        self._position = position
        posting = Posting(pool=pool, account=account, amount=amount, reason=reason, of=of)
        day = self._now.day_of(self._pools.get(pool))
        self.entries.append(Entry(position, self._line, day, posting))

    def _moved(self, pool: Pool, moved: int, seen: int, reason: str) -> None:
        """Add to the pool's day by how much its parts, and the shown part of them, changed."""
        self._agenda.stirred.add(pool.name)
        if moved or seen:
            day = self.pool_day(pool)
            if day is not None:
                column = column_of(reason)
                setattr(day, column, getattr(day, column) + moved)
                day.hidden += moved - seen

    # --- days ----------------------------------------------------------------------------------

    def pool_day(self, pool: Pool) -> PoolDay | None:
        """Return the pool's row of the accounting day, to book a movement."""
        found = self.read_day(pool)
        if found is not None:
            found.residue = pool.residue
            self._noted.day(self._now.position, pool.name, found.day).residue = pool.residue
        return found

    def read_day(self, pool: Pool) -> PoolDay | None:
        """Return the pool's row of the accounting day, to note a reading."""
        this = self._now.day_of(pool)
        if this is None:
            return None
        key = (pool.name, this)
        found = self.days.get(key)
        if found is None:
            found = self._look.pool_day(*key)
            if found is None:
                found = PoolDay(pool=pool.name, day=this, first=self._now.position)
            self.days[key] = found
        found.last = max(found.last, self._now.position)
        self.touched_days.add(key)
        self._noted.day(self._now.position, *key)
        return found
