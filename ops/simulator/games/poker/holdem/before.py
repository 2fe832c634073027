"""What is wrong before a hand of hold'em or Omaha is dealt: who sits there, and with how much."""

from collections.abc import Callable, Mapping
from typing import Final

from ledger.events.seats import PlayerLeft, PlayerSeated, StackDeclared
from ops.simulator.games.poker.betting import Sitting
from ops.simulator.games.poker.holdem import faults as wrongs
from ops.simulator.games.poker.holdem.table import HoldemTable
from ops.simulator.games.poker.table import MINIMUM, REPOSICAO
from ops.simulator.parties.party import Place, Telling


class BeforeTheHand(HoldemTable):
    """A table at which people sit, stay and bring chips against the rules, on request."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up."""
        super().__init__(where, faults)
        self._shared, self._second = 0, ""
        """A place that two share, and the second of them."""

    def three(self, name: str) -> Telling:
        """Let all but three leave."""
        for player in self.playing()[3:]:
            yield from self.leave(player.seat)
        self.plant(wrongs.THREE_PLAY, "NB-MIN4", name)

    def eleventh(self, name: str) -> Telling:
        """Let somebody sit where the table has no place (R4 c)."""
        playing = self.playing()
        if len(playing) == self.PLACES:  # sintético's 28 cards are too few for twelve
            yield from self.leave(playing[-1].seat)
        seat = self.PLACES + 1
        yield from self.arrive(self.average(), "entry", seat)
        self.plant(wrongs.SEAT_TOO_MANY, "NB-SEATS", name, seat=seat)

    def second(self, name: str) -> Telling:
        """Let somebody sit where another sits; it is the first who plays (R8)."""
        self._came += 1
        self._shared, self._second = self.playing()[-1].seat, f"{self.badge}-j{self._came}"
        yield self.say(PlayerSeated(seat=self._shared, player=self._second, via="list"))
        self.plant(wrongs.SEAT_SHARED, "NB-SEATS", name, seat=self._shared)

    def _part(self) -> Telling:
        """Let the second one go; the first one's chips are counted, so that all know them again."""
        yield self.say(PlayerLeft(seat=self._shared, player=self._second, cause="own"))
        first = self.sitting.get(self._shared)
        if first is not None:
            yield from self._cut(first, first.cave)

    def low_entry(self, name: str) -> Telling:
        """Let somebody in with less than the average (R14)."""
        due = self.average()
        seat = min({*range(1, self.PLACES + 1)} - {*self.sitting})
        yield from self.arrive(due - MINIMUM, "entry", seat)
        self.plant(wrongs.LOW_ENTRY, "NB-CAVE", name, seat=seat, due=due, paid=due - MINIMUM)

    def below(self, name: str) -> Telling:
        """Let somebody play on with less than the minimum (O8)."""
        yield from self._cut(self.players(self.next_mao())[3], MINIMUM - 100)
        seat = self.players(self.next_mao())[3].seat
        self.plant(wrongs.BELOW_MINIMUM, "NB-CAVE", name, seat=seat, due=0, paid=100)

    def short_cave(self, _name: str) -> Telling:
        """Let somebody have little before him."""
        yield from self._cut(self.players(self.next_mao())[3], 2 * MINIMUM)

    def _cut(self, player: Sitting, cave: int) -> Telling:
        player.cave = cave
        yield self.say(StackDeclared(seat=player.seat, amount=cave, why="count"))

    def odd(self, name: str) -> Telling:
        """Let somebody add another sum than the operator fixed (O5)."""
        player, more = self.rng.choice(self.playing()), REPOSICAO // 3
        yield self.sell(player, more)
        player.cave += more
        declared = StackDeclared(seat=player.seat, amount=player.cave, why="reposicao", added=more)
        yield self.say(declared)
        self.plant(wrongs.ODD_REPOSICAO, "NB-CAVE", name, seat=player.seat)


BEFORE: Final[Mapping[str, Callable[[BeforeTheHand, str], Telling]]] = {
    wrongs.THREE_PLAY: BeforeTheHand.three,
    wrongs.SEAT_TOO_MANY: BeforeTheHand.eleventh,
    wrongs.SEAT_SHARED: BeforeTheHand.second,
    wrongs.LOW_ENTRY: BeforeTheHand.low_entry,
    wrongs.BELOW_MINIMUM: BeforeTheHand.below,
    wrongs.ODD_REPOSICAO: BeforeTheHand.odd,
    wrongs.SIDE_IGNORED: BeforeTheHand.short_cave,
}
"""What does each of these faults."""
