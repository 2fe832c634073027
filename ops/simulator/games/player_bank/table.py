"""Who sits at a table with a player's bank, and whose turn it is to hold it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.rounds import BankRefused, BankTaken
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import ChipsRedeemed, ChipsSold, TableOpened
from ops.simulator.games.player_bank.jogada import Player
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS, Table

MINIMUM: Final = 500
MAXIMUM: Final = 20_000
STEP: Final = 10
"""What every stake is a multiple of."""
BOUGHT: Final = 100_000
TURNS: Final = 2
"""Jogadas running that a place holds the bank without asking anybody (P3 R13, PK IV.8)."""


class BankTable(Table):
    """A table whose players hold the bank in turn (P3 R13, R14; PK IV.8, IV.9)."""

    BANKED: ClassVar[bool] = False
    PLACES: ClassVar[int]
    CODES: ClassVar[Mapping[str, str]]
    """Of the faults, by what is wrong: ``bank``, ``deal``, ``rank``, ``fee``."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up without players."""
        super().__init__(where, faults)
        self.players: dict[int, Player] = {}
        self._came = 0
        self.banker: Player | None = None
        self.running: int = 0
        """Jogadas that he has held the bank without a break."""
        self.lies: int = 0
        """What he had on the table when the last one ended."""
        self.bettors: set[int] = set()
        """The places of those who bet in the last one."""
        self.agreed: set[int] = set()
        """The places that agreed that he goes on for longer than his turn."""

    def extra_options(self) -> dict[str, int]:
        """Return the options of the game's opening, beside its limits."""
        return {}

    # --- the table -----------------------------------------------------------------------------

    @override
    def opening(self) -> TableOpened:
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options={
                "minimos": {"lugar": MINIMUM},
                "maximos": {"lugar": MAXIMUM},
                "multiplos": {"lugar": STEP},
                **self.extra_options(),
            },
            currency=CURRENCY,
            records=RECORDS,
            seats=self.PLACES,
            count=self.float,
            counted_by=self.counters,
        )

    @override
    def open(self) -> Telling:
        yield from super().open()
        self.banker, self.running, self.lies = None, 0, 0
        self.bettors.clear()
        self.agreed.clear()
        for _ in range(5):
            yield from self._arrive()

    @override
    def close(self) -> Telling:
        for seat in sorted(self.players):
            yield from self._leave(seat)
        yield from super().close()

    @override
    def between(self) -> Telling:
        yield from super().between()
        if len(self.players) < self.PLACES and self.rng.randrange(10) == 0:
            yield from self._arrive()
        if len(self.players) > 4 and self.rng.randrange(20) == 0:  # some stay
            yield from self._leave(self.rng.choice(sorted(self.players)))

    def _arrive(self) -> Telling:
        self._came += 1
        free = self.rng.choice(
            [seat for seat in range(1, self.PLACES + 1) if seat not in self.players]
        )
        player = Player(free, f"{self.badge}-j{self._came}")
        self.players[free] = player
        yield self.say(PlayerSeated(seat=free, player=player.name), after=(1, 10))
        yield from self.buy(player, BOUGHT)

    def buy(self, player: Player, needed: int) -> Telling:
        """Let a player buy chips until he has as much as he is going to put down."""
        if player.purse < needed:
            amount = -(-(needed - player.purse) // BOUGHT) * BOUGHT
            player.purse += amount
            yield self.say(
                ChipsSold(amount=amount, means="cash", seat=player.seat, player=player.name),
                after=(3, 8),
            )

    def _leave(self, seat: int) -> Telling:
        player = self.players.pop(seat)
        purse = player.purse
        if self.banker is player:
            purse += self.lies
            self.banker, self.running, self.lies = None, 0, 0
            self.agreed.clear()
        self.agreed.discard(seat)
        self.bettors.discard(seat)
        if purse:
            yield self.say(
                ChipsRedeemed(amount=purse, means="chips", seat=seat, player=player.name),
                after=(3, 8),
            )
        yield self.say(PlayerLeft(seat=seat, player=player.name, cause="own"))

    def after(self, place: int) -> list[int]:
        """Return the other places in order, anticlockwise."""
        return [(place + step - 1) % self.PLACES + 1 for step in range(1, self.PLACES)]

    def from_place(self, first: int) -> list[int]:
        """Return all places in order, anticlockwise."""
        return [first, *self.after(first)]

    # --- whose turn it is ----------------------------------------------------------------------

    def turn(self) -> Iterator[Payload]:
        """Tell who holds the bank in the next jogada; the taking of the bank comes last."""
        old = self.banker
        if old is None:
            yield self.takes(self.players[self.rng.choice(sorted(self.players))], "first", [])
            return
        others = {*self.players} - {old.seat}
        if self.running < TURNS and self.rng.randrange(3) > 0:
            yield self.takes(old, "kept", [])
        elif self.running >= TURNS and (others <= self.agreed or self.rng.randrange(4) == 0):
            self.agreed = others
            yield self.takes(old, "kept", sorted(others))
        else:
            yield from self.passes(old)

    def passes(self, old: Player) -> Iterator[Payload]:
        """Pass the bank on; after a refusal to the next bettor of the last jogada."""
        offered = next(place for place in self.after(old.seat) if place in self.players)
        refused: list[int] = []
        while self.rng.randrange(4) == 0:
            then = [
                place
                for place in self.after(offered)
                if place in self.bettors and place in self.players
                if place not in (*refused, offered, old.seat)
            ]
            if not then:
                break
            yield BankRefused(seat=offered)
            refused.append(offered)
            offered = then[0]
        via = "offer" if refused else "turn"
        yield self.takes(self.players[offered], via, [])

    def takes(self, player: Player, via: str, consent: Sequence[int]) -> BankTaken:
        """Let a player hold the bank; return the event, its capital still to be filled in."""
        if player is not self.banker:
            if self.banker is not None:
                self.banker.purse += self.lies
            self.banker, self.running, self.lies = player, 0, 0
            self.agreed = set()
        return BankTaken(
            seat=player.seat, player=player.name, capital=0, via=via, consent=tuple(consent)
        )
