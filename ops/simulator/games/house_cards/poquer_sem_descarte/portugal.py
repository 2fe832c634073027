"""Póquer sem descarte under Portugal's law: what the capital allows, and when limits change.

Rules: DL 422/89 art. 58: prize and stake on one chance at most 5.5 % of the capital; limits change
with eight days' notice.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.registry import ParameterSet
from ledger.events.rounds import BetChanged, BetPlaced, Decision, Payout, RoundOpened
from ledger.events.tables import TableOpened
from ops.simulator.games.house_cards.poquer_sem_descarte.game import PoquerSemDescarte
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.terminal import Said, instant

PROFILE: Final = "pt-2007@1"
SMALL: Final = "small-capital"
AT_ONCE: Final = "limits-without-notice"
CAPITAL: Final = 20_000
"""So small that a good hand passes 5.5 % of it."""
MOST: Final = CAPITAL * 55 // 1000


class PoquerPortugal(PoquerSemDescarte):
    """A table of póquer sem descarte under ``pt-2007``."""

    ADMITTED: ClassVar[str | None] = PROFILE

    GAME: ClassVar[str] = "poquer_portugal"
    FAULTS: ClassVar[tuple[str, ...]] = (SMALL, AT_ONCE)

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up; a day with too small a capital is one fault."""
        super().__init__(where, faults=faults)
        self._small = False
        self._bets: dict[int, tuple[str, int]] = {}
        """The round's bets: chance and amount."""

    @override
    def opening(self) -> TableOpened:
        game = PoquerSemDescarte.GAME
        return structs.replace(super().opening(), profile=PROFILE, game=game)

    @override
    def fault(self) -> str | None:
        return None  # those of sem descarte are planted at its own table

    @override
    def gaming_day(self, day: str, start: datetime, rounds: int) -> Telling:
        due = min(self.faults, default=None)
        fault = None if due is None else self.faults.pop(due)
        usual = self.capital
        self._small = fault == SMALL
        if self._small:
            self.capital = CAPITAL
            yield self.book.approve_capital(start - timedelta(hours=1))
        yield from super().gaming_day(day, start, rounds)
        if fault == AT_ONCE:
            yield self._change_limits()
        if self._small:
            self.capital = usual
            self._small = False
            yield self.book.approve_capital(self.terminal.now)

    def _change_limits(self) -> Said:
        limit = ParameterSet(
            scope=self.where.place,
            name="minimos",
            value={"inicial": 500},
            since=instant(self.terminal.now + timedelta(days=2)),
        )
        self.book.office_at(self.terminal.now)
        said = self.book.office_says(limit)
        self.plant(AT_ONCE, "PT-58-8D", event=said.name, id=f"{AT_ONCE}/{said.name}")
        return said

    @override
    def say(self, payload: Payload, round_id: str | None = None, **others: Any) -> Said:
        match payload:
            case RoundOpened():
                self._bets.clear()
            case BetPlaced():
                self._bets[payload.bet] = (payload.chance, payload.amount)
            case BetChanged(bet=bet, amount=int(amount)) if bet in self._bets:
                self._bets[bet] = (self._bets[bet][0], amount)
            case Decision(bet=int(bet)):
                self._bets[bet] = ("segunda", payload.added)
            case Payout() if self._small and payload.amount:
                self._look_at(payload, round_id)
            case _:
                pass
        return super().say(payload, round_id, **others)

    def _look_at(self, paid: Payout, round_id: str | None) -> None:
        """Plant a prize and stake over 5.5 %, by chance: the first bet wins its own amount."""
        left = paid.amount
        for chance, stake in sorted(self._bets[bet] for bet in paid.bets):  # inicial, segunda
            prize = min(left, stake) if len(paid.bets) > 1 and chance == "inicial" else left
            left -= prize
            if prize and prize + stake > MOST:
                # Where the bank's cap divides the prizes, the amount is not told again here.
                whole = paid.amount % 500 == 0
                self.plant(
                    SMALL,
                    "PT-58",
                    round_id,
                    id=f"{SMALL}/{self.terminal.day}",
                    seat=paid.seat,
                    facts={"tipo": chance},
                    due=MOST if whole else None,
                    paid=prize + stake,
                )
