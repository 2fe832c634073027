"""A table at which players sit, each with chips of his own, and a jackpot fed by side bets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.jackpots import AwardPaid, BaseFunded, PoolOpened
from ledger.events.rounds import BetPlaced, BetWithdrawn, Decision, Payout
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import ChipsSold
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.pools import Pool
from ops.simulator.parties.table import Table
from ops.simulator.parties.terminal import Said, Terminal


@dataclass
class Guest:
    """Who sits at a place."""

    name: str
    purse: int = 0
    idle: int = 0
    """Rounds in a row without a bet."""


class Payee(Protocol):
    """Who is paid."""

    @property
    def seat(self) -> int:
        """Where he sits."""
        ...

    @property
    def name(self) -> str:
        """His pseudonym."""
        ...


class Seated(Table):
    """Seats, purses, what lies on the cloth in a round, and a pool that is the table's own."""

    PLACES: ClassVar[int] = 7
    BOUGHT: ClassVar[int] = 50_000

    def __init__(
        self,
        where: Place,
        pool: Pool | None,
        faults: Mapping[int, str] | None,
    ) -> None:
        """Set the table up; it feeds this pool, which stands open, or opens one of its own."""
        super().__init__(where, faults)
        self._opens_pool = pool is None
        self.finance = Terminal(f"{self.badge}-financas", None, where.day, where.start, self.rng)
        self.pool = pool or Pool(self.terms())
        self.guests: dict[int, Guest] = {}
        self._came = 0
        self.round_id_now = ""
        """The round that is played, or about to be."""
        self.last_bet: int = 0
        """The last bet's number in the round."""
        self.laid: int = 0
        """What was staked in the round, and not withdrawn."""
        self.given: int = 0
        """What was handed over in it."""
        self._numbers: dict[int, int] = {}
        """Bet of the round to what lies there."""

    def terms(self) -> PoolOpened:
        """Return the terms of the pool of its own."""
        raise NotImplementedError

    # --- the pool ------------------------------------------------------------------------------

    @override
    def sources(self) -> dict[str, str]:
        people = {self.finance.source: "finance", self._director: "finance"}
        return {**super().sources(), **(people if self._opens_pool else {})}

    @property
    def _director(self) -> str:
        return f"{self.badge}-direcao"

    @override
    def prepare(self) -> Telling:
        """Let finance open the pool and put the base in."""
        yield from super().prepare()
        if not self._opens_pool:
            return
        self.finance.now = max(self.finance.now, self.terminal.now)
        terms = self.pool.terms
        yield self.finance.say(terms, approved_by=(self._director,))
        self.finance.wait(60, 120)
        yield self.finance.say(BaseFunded(pool=terms.pool, amount=terms.base, funds="operator"))
        self.terminal.now = self.finance.now

    # --- seats ---------------------------------------------------------------------------------

    def arrive(self) -> Telling:
        """Let somebody sit down and buy chips."""
        self._came += 1
        places = range(1, self.PLACES + 1)
        free = self.rng.choice([seat for seat in places if seat not in self.guests])
        guest = Guest(f"{self.badge}-j{self._came}")
        self.guests[free] = guest
        yield self.say(PlayerSeated(seat=free, player=guest.name, via="free"), after=(1, 10))
        yield self.buy(free, self.BOUGHT)

    def leave(self, seat: int) -> Said:
        """Let somebody go."""
        name = self.guests.pop(seat).name
        return self.say(PlayerLeft(seat=seat, player=name, cause="own"))

    def buy(self, seat: int, amount: int) -> Said:
        """Let somebody buy chips."""
        guest = self.guests[seat]
        guest.purse += amount
        sold = ChipsSold(amount=amount, means="cash", seat=seat, player=guest.name)
        return self.say(sold, after=(3, 8))

    @override
    def close(self) -> Telling:
        """Let the players go, close and count."""
        for seat in sorted(self.guests):
            yield self.leave(seat)
        yield from super().close()

    # --- what lies on the cloth ----------------------------------------------------------------

    def begin_round(self) -> None:
        """Begin a round with nothing on the cloth."""
        self.last_bet = self.laid = self.given = 0
        self._numbers.clear()

    def count_idle(self, betting: set[int]) -> None:
        """Count who did not bet."""
        for seat, guest in self.guests.items():
            guest.idle = 0 if seat in betting else guest.idle + 1

    @override
    def say(
        self,
        payload: Payload,
        round_id: str | None = None,
        *,
        after: tuple[int, int] = (0, 2),
        approved_by: tuple[str, ...] = (),
    ) -> Said:
        """Return an event; what was staked and handed over in the round is kept."""
        match payload:
            case BetPlaced():
                self.move(payload.seat, payload.bet, payload.amount)
            case BetWithdrawn() if payload.bet in self._numbers:
                self.move(0, payload.bet, -self._numbers[payload.bet])
            case Decision() if payload.bet is not None:
                self.move(payload.seat, payload.bet, payload.added)
            case Payout():
                self._hand(payload.seat, payload.amount + payload.stake_returned)
            case AwardPaid() if payload.seat is not None:
                self._hand(payload.seat, payload.amount)
            case _:
                pass
        return super().say(payload, round_id, after=after, approved_by=approved_by)

    def move(self, seat: int, bet: int, amount: int) -> None:
        """Move chips of a seat to a bet, or back."""
        self.laid += amount
        self._numbers[bet] = self._numbers.get(bet, 0) + amount
        if seat in self.guests:
            self.guests[seat].purse -= amount

    def _hand(self, seat: int, amount: int) -> None:
        self.given += amount
        if seat in self.guests:
            self.guests[seat].purse += amount

    # --- payments ------------------------------------------------------------------------------

    def pay(
        self,
        player: Payee,
        bets: tuple[int, ...],
        prize: int,
        stake: int,
        name: str,
        seat: int | None = None,
    ) -> Said:
        """Hand over a prize and the stakes that go back; to another seat, if one is named."""
        return self.say(
            Payout(
                seat=player.seat if seat is None else seat,
                amount=prize,
                bets=bets,
                stake_returned=stake,
                player=player.name if seat is None else None,
            ),
            name,
            after=(1, 4),
        )

    def pay_award(self, player: Payee, bet: int | None, amount: int, award: str, name: str) -> Said:
        """Hand over a prize of the pool, in chips, for a jackpot bet of the round."""
        return self.say(
            AwardPaid(
                award=award,
                pool=self.pool.terms.pool,
                seat=player.seat,
                player=player.name,
                amount=amount,
                means="chips",
                bet=bet,
                cashier=self.dealer,
            ),
            name,
            after=(10, 60),
        )
