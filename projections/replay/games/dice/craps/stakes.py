"""A round of craps from throw to throw: what each player has on the table, and who throws."""

from typing import NamedTuple

from ledger.money import Minor
from projections.replay.games.dice.craps.lying import Key
from projections.replay.games.dice.craps.record import CONTRA, FAVOR, CrapsRecord, CrapsRules
from projections.replay.games.dice.craps.shooter import Shooters
from projections.replay.games.dice.craps.throws import Play
from projections.replay.kit.bets import Bet, limit_faults
from projections.replay.kit.dice import Throw
from projections.replay.kit.memo import once
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, money_text


class Stakes:
    """The stakes of each player on each chance from throw to throw, against the table's limits."""

    def __init__(self, record: CrapsRecord) -> None:
        """Begin with nothing on the table."""
        self.record = record
        self.found: list[Found] = []
        self._told: set[tuple[str, Key]] = set()

    def watch(self, play: Play) -> None:
        """Compare the stakes that changed before a throw with the limits; tell each fault once."""
        lying = play.lying
        moved, lying.moved = lying.moved, set()
        if not self.record.limites:
            return
        amiss = [key for key in moved if lying.totals[key] > 0 and self._is_new(play, key)]
        for key in sorted(amiss, key=lambda key: min(lying.members[key])):
            last = play.bets[max(lying.members[key])].bet
            for fault in self._faults(key, last, lying.totals[key]):
                if (fault.code, key) not in self._told:
                    self._told.add((fault.code, key))
                    self.found.append(fault)

    def _is_new(self, play: Play, key: Key) -> bool:
        """Tell whether a player's stakes on a chance have a fault that was not told yet."""
        bet = play.bets[next(iter(play.lying.members[key]))].bet
        faults = self._faults(key, bet, play.lying.totals[key])
        return any((fault.code, key) not in self._told for fault in faults)

    def _faults(self, key: Key, bet: Bet, total: Minor) -> list[Found]:
        """Return the faults of the sum of a player's stakes on a chance, told of one bet."""
        limits = self.record.limites
        limit = limits.get(bet.tipo)
        found = limit_faults({key: (bet, total)}, limits, "CR R8")
        short = limit is not None and limit.minimum and total > limit.minimum
        if short and bet.tipo in (FAVOR, CONTRA) and limit and total % limit.minimum:
            found.append(
                Found(
                    code="CR-PLACE",
                    rule="CR R23",
                    seat=bet.seat,
                    bet=bet.bet,
                    expected=f"n x {money_text(limit.minimum)}",
                    recorded=money_text(total),
                    amount=total % limit.minimum,
                    facts={"tipo": bet.tipo, "selecao": bet.selecao},
                )
            )
        return found


class Watched(NamedTuple):
    """A round that was played out, and what was seen on the way."""

    play: Play
    stakes: Stakes
    shooters: Shooters


@once
def watched(record: CrapsRecord, rules: CrapsRules) -> Watched:
    """Play a round out, watching the stakes and, in the room, who throws."""
    stakes, shooters = Stakes(record), Shooters(record)

    def watch(play: Play, index: int, throw: Throw | None) -> None:
        stakes.watch(play)
        if throw is not None and record.mode == PHYSICAL and record.has("bets"):
            shooters.watch(play, index, throw)

    return Watched(Play(record, rules).run(watch), stakes, shooters)
