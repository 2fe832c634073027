"""A round of craps from throw to throw: what each player has on the table, and who throws."""

from typing import NamedTuple

from ledger.money import Minor
from projections.replay.games.dice.craps.record import (
    CONTRA,
    FAVOR,
    LINES,
    ODDS,
    CrapsRecord,
    CrapsRules,
    number_of,
)
from projections.replay.games.dice.craps.shooter import Shooters
from projections.replay.games.dice.craps.throws import Play
from projections.replay.kit.bets import Bet, limit_faults, who
from projections.replay.kit.dice import Throw
from projections.replay.kit.memo import once
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, money_text

Key = tuple[str | int, str, str]
"""A player, a chance, and which of it."""


class Stakes:
    """The stakes of each player on each chance from throw to throw, against the table's limits."""

    def __init__(self, record: CrapsRecord) -> None:
        """Begin with nothing on the table."""
        self.record = record
        self.found: list[Found] = []
        self._told: set[tuple[str, Key]] = set()

    def watch(self, play: Play, index: int) -> None:
        """Compare the stakes before a throw with the limits; each fault is told once."""
        limits = self.record.limites
        if not limits:
            return
        totals: dict[Key, tuple[Bet, Minor]] = {}
        for one in play.active(index):
            bet = one.bet
            number = number_of(bet) if bet.tipo not in LINES else one.number
            if bet.tipo == ODDS:
                number = bet.base
            key = (who(bet), bet.tipo, "" if number is None else str(number))
            known = totals.get(key)
            totals[key] = bet, max(bet.valor, 0) + (known[1] if known is not None else 0)
        for key, (bet, total) in totals.items():
            if total <= 0:
                continue
            limit = limits.get(bet.tipo)
            for fault in limit_faults({key: (bet, total)}, limits, "CR R8"):
                self._tell(key, fault)
            short = limit is not None and limit.minimum and total > limit.minimum
            if short and bet.tipo in (FAVOR, CONTRA) and limit and total % limit.minimum:
                fault = Found(
                    code="CR-PLACE",
                    rule="CR R23",
                    seat=bet.seat,
                    bet=bet.bet,
                    expected=f"n x {money_text(limit.minimum)}",
                    recorded=money_text(total),
                    amount=total % limit.minimum,
                    facts={"tipo": bet.tipo, "selecao": bet.selecao},
                )
                self._tell(key, fault)

    def _tell(self, key: Key, fault: Found) -> None:
        if (fault.code, key) not in self._told:
            self._told.add((fault.code, key))
            self.found.append(fault)


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
        stakes.watch(play, index)
        if throw is not None and record.mode == PHYSICAL and record.has("bets"):
            shooters.watch(play, index, throw)

    return Watched(Play(record, rules).run(watch), stakes, shooters)
