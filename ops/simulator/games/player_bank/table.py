"""Who sits at a table with a player's bank, and whose turn it is to hold it."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.rounds import (
    BankRefused,
    BankTaken,
)
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import ChipsRedeemed, ChipsSold, TableOpened
from ops.simulator.games.player_bank.faults import (
    BANKER_REDUCES,
    CUT,
    NO_CONSENT,
    ONE_DISSENTS,
    PASSED_OVER,
    STEP,
    TO_NO_BETTOR,
)
from ops.simulator.games.player_bank.jogada import Player
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS, Table

MINIMUM: Final = 500
MAXIMUM: Final = 20_000
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
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self.players: dict[int, Player] = {}
        self._came = 0
        self.banker: Player | None = None
        self._running = 0
        """Jogadas that he has held the bank without a break."""
        self._lies = 0
        """What he had on the table when the last one ended."""
        self._bettors: set[int] = set()
        """The places of those who bet in the last one."""
        self._agreed: set[int] = set()
        """The places that agreed that he goes on for longer than his turn."""

    def extra_options(self) -> dict[str, int]:
        """Return what the game's table opens with, beside its limits."""
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
        self.banker, self._running, self._lies = None, 0, 0
        self._bettors.clear()
        self._agreed.clear()
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
        if len(self.players) > 4 and self.rng.randrange(20) == 0:  # noqa: PLR2004 - some stay
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
            purse += self._lies
            self.banker, self._running, self._lies = None, 0, 0
            self._agreed.clear()
        self._agreed.discard(seat)
        self._bettors.discard(seat)
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

    def _fits(self, fault: str) -> bool:
        """Tell whether what was played before lets a fault of turns be made now."""
        needs_full_turn = fault in (NO_CONSENT, ONE_DISSENTS)
        if needs_full_turn:
            return self.banker is not None and self._running >= TURNS and not self._agreed
        if fault == BANKER_REDUCES:
            return self.banker is not None and self._running < TURNS and self._lies > 2 * MINIMUM
        if fault in (PASSED_OVER, TO_NO_BETTOR):
            return self.banker is not None and self._refusals(fault) is not None
        return True

    def _refusals(self, fault: str) -> tuple[int, int] | None:
        """Return who refuses and who then takes the bank wrongly; None where nobody can."""
        assert self.banker is not None
        seated = [place for place in self.after(self.banker.seat) if place in self.players]
        refuses = seated[0]
        then = [one for one in self.after(refuses) if one in seated and one != refuses]
        bettors = [one for one in then if one in self._bettors]
        if fault == PASSED_OVER:
            return (refuses, bettors[1]) if len(bettors) > 1 else None
        others = [one for one in then if one not in self._bettors]
        return (refuses, others[0]) if others else None

    def _turn(self, fault: str | None, name: str) -> list[Payload]:  # noqa: PLR0911 - one a course
        """Decide who holds the bank; return what is done, the taking of it last."""
        old = self.banker
        others = {*self.players} - ({old.seat} if old is not None else set[int]())
        if old is not None and fault in (NO_CONSENT, ONE_DISSENTS):
            agreed = sorted(others)[1:] if fault == ONE_DISSENTS else []
            self.plant(fault, self.CODES["bank"], name, seat=old.seat)
            return [self._takes(old, "kept", agreed)]
        if fault in (PASSED_OVER, TO_NO_BETTOR):
            found = self._refusals(fault)
            assert found is not None
            self.plant(fault, self.CODES["bank"], name, seat=found[1])
            return [BankRefused(seat=found[0]), self._takes(self.players[found[1]], "offer", [])]
        if old is not None and fault in CUT:
            return self._pass(old)
        if old is None:
            return [self._takes(self.players[self.rng.choice(sorted(self.players))], "first", [])]
        if fault == BANKER_REDUCES or (self._running < TURNS and self.rng.randrange(3) > 0):
            return [self._takes(old, "kept", [])]
        if self._running >= TURNS and (others <= self._agreed or self.rng.randrange(4) == 0):
            self._agreed = others
            return [self._takes(old, "kept", sorted(others))]
        return self._pass(old)

    def _pass(self, old: Player) -> list[Payload]:
        """Pass the bank on; who refuses it passes it to the next who bet in the last jogada."""
        offered = next(place for place in self.after(old.seat) if place in self.players)
        acts: list[Payload] = []
        while self.rng.randrange(4) == 0:
            refused = {one.seat for one in acts if isinstance(one, BankRefused)} | {offered}
            then = [
                place
                for place in self.after(offered)
                if place in self._bettors and place in self.players
                if place not in refused and place != old.seat
            ]
            if not then:
                break
            acts.append(BankRefused(seat=offered))
            offered = then[0]
        via = "offer" if acts else "turn"
        return [*acts, self._takes(self.players[offered], via, [])]

    def _takes(self, player: Player, via: str, consent: Sequence[int]) -> BankTaken:
        if player is not self.banker:
            if self.banker is not None:
                self.banker.purse += self._lies
            self.banker, self._running, self._lies = player, 0, 0
            self._agreed = set()
        return BankTaken(
            seat=player.seat, player=player.name, capital=0, via=via, consent=tuple(consent)
        )
