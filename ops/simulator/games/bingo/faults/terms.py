"""Faults of the accumulator's terms: another rate than the rule's, a rate not allowed."""

from datetime import timedelta

from ledger.events.jackpots import BaseFunded, PoolMemberAdded, PoolMemberRemoved, PoolOpened
from ledger.events.registry import ParameterSet
from ops.simulator.games.bingo.faults import doubles
from ops.simulator.games.bingo.prizes import Accumulator
from ops.simulator.parties.party import Telling
from ops.simulator.parties.table import CURRENCY


class OtherTerms(doubles.PlayDoubles):
    """A room that can feed its accumulator otherwise, or another one."""

    lawful: Accumulator | None = None
    """The room's own accumulator, while it feeds another."""

    def set_rate(self, rate: int) -> Telling:
        """Let finance set the share of the prizes that goes to the accumulator."""
        told, since = self.terminal.now, self.terminal.now + timedelta(minutes=2)
        yield self.act(
            ParameterSet(
                scope=self.pool.name,
                name="ppm",
                value=rate,
                since=self.instant(since),
                notified=self.instant(told),
                act="IGJ-taxa",
            )
        )
        self.terminal.now = max(self.terminal.now, since)
        self.pool.rate = rate

    def other_pool(self, pool: Accumulator, act: str | None) -> Telling:
        """Let the room feed another accumulator from here on."""
        place = self.where.place
        yield self.act(PoolMemberRemoved(pool=self.pool.name, member=place), approved=False)
        self.pool = pool
        if act is not None:
            added = PoolMemberAdded(pool=pool.name, member=place, act=act)
            yield self.act(added, approved=False)
            return
        yield self.act(
            PoolOpened(
                pool=pool.name,
                scope="bingo_room",
                members=(place,),
                currency=CURRENCY,
                base=pool.base,
                ppm=pool.rate,
                game="bingo",
            )
        )
        funded = BaseFunded(pool=pool.name, amount=pool.base, funds="operator")
        yield self.act(funded, approved=False)

    def lawful_again(self) -> Telling:
        """Feed the lawful accumulator again."""
        if self.lawful is not None:
            lawful, self.lawful = self.lawful, None
            yield from self.other_pool(lawful, "IGJ-acumulado")
