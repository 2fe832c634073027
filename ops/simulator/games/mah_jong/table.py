"""A table of mah-jong from game to game: who sits there, the wall, what is dealt and drawn."""

from collections.abc import Mapping
from typing import ClassVar, Final

from typing_extensions import override

from ledger.events.outcomes import DiceRolled, TileDrawn, WallBuilt
from ledger.events.seats import PlayerLeft, PlayerSeated, StackDeclared
from ledger.events.tables import ChipsRedeemed, ChipsSold, EquipmentChanged, TableOpened
from ops.simulator.games.mah_jong.hand import Game, Seat
from ops.simulator.games.mah_jong.money import FEES, UNITS
from ops.simulator.games.mah_jong.scripts import Script
from ops.simulator.kit.tiles import MAH_JONG, wins
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS, Table
from ops.simulator.parties.terminal import Said

BOUGHT: Final = 5_000
LOW: Final = 300


class MahJongTable(Table):
    """A table with its players and its pieces; of the conventional game, where nothing is said."""

    GAME: ClassVar[str] = "mah_jong"
    BANKED: ClassVar[bool] = False
    VARIANT: ClassVar[str] = "convencional"
    STOCK: ClassVar[tuple[str, ...]] = MAH_JONG
    SETS: ClassVar[int] = 4
    DICE: ClassVar[int] = 3

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up without players."""
        super().__init__(where, faults)
        self.seats: dict[int, Seat] = {}
        self._came = 0
        self.banker = 0
        self._passed = 0
        """How often the bank has passed in this roda."""
        self._wind = 0
        self._reserved: list[str] = []
        """Pieces that an arrangement needs later, kept out of the deal."""

    @property
    def conventional(self) -> bool:
        """Whether the table plays the conventional game."""
        return self.SETS > 1

    @override
    def opening(self) -> TableOpened:
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options={
                "variante": self.VARIANT,
                "unidades": UNITS[: 3 if self.conventional else 2],
                "comissao": FEES,
            },
            currency=CURRENCY,
            records=(*RECORDS, "collections", "commissions"),
            seats=4,
            count=self.float,
            counted_by=self.counters,
        )

    @override
    def open(self) -> Telling:
        yield from super().open()
        yield self.say(
            EquipmentChanged(item="tiles", id="pedras-1", reason="opening", count=len(self.STOCK))
        )
        for seat in range(
            1, 5 if self.conventional else (5 if self.faults else self.rng.choice((3, 4, 5)))
        ):
            yield from self._arrive(seat)
        self.banker = self.rng.choice(sorted(self.seats))
        self._passed = self._wind = 0

    @override
    def close(self) -> Telling:
        for seat in sorted(self.seats):
            yield from self._leave(seat)
        yield from super().close()

    @override
    def between(self) -> Telling:
        yield from super().between()
        if self.rng.randrange(20) == 0:
            seat = self.rng.choice(sorted(self.seats))
            yield from self._leave(seat)
            yield from self._arrive(seat)
        for one in self.seats.values():
            if one.stack < LOW:
                yield from self._buy(one)

    def _arrive(self, seat: int) -> Telling:
        self._came += 1
        self.seats[seat] = Seat(seat, f"{self.badge}-j{self._came}")
        yield self.say(PlayerSeated(seat=seat, player=self.seats[seat].name), after=(1, 10))
        yield from self._buy(self.seats[seat])

    def _buy(self, one: Seat) -> Telling:
        amount = self.rng.choice((400, BOUGHT, BOUGHT))
        one.stack += amount
        yield self.say(
            ChipsSold(amount=amount, means="cash", seat=one.seat, player=one.name), after=(3, 8)
        )
        yield self.say(StackDeclared(seat=one.seat, amount=one.stack, why="capital", added=amount))

    def _leave(self, seat: int) -> Telling:
        one = self.seats.pop(seat)
        if one.stack:
            yield self.say(
                ChipsRedeemed(amount=one.stack, means="chips", seat=seat, player=one.name),
                after=(3, 8),
            )
        yield self.say(PlayerLeft(seat=seat, player=one.name, cause="own"))

    # --- pieces --------------------------------------------------------------------------------

    def made(self, game: Game, code: str, **more: object) -> None:
        """Note that the fault of a game was made, and plant its finding."""
        assert game.fault is not None
        game.made = True
        self.plant(game.fault, code, game.name, **more)

    def material(self, game: Game) -> Telling:
        """Pile the pieces and throw the dice (R7, R8)."""
        built = WallBuilt(pieces=len(self.STOCK), order=tuple(game.wall) if game.machine else ())
        built = self.instead("wall", game, built)
        game.piled = built.order
        yield self.say(built, game.name, after=(20, 60))
        count = self.instead("dice", game, self.DICE)
        rolled = DiceRolled(dice=tuple(self.rng.randint(1, 6) for _ in range(count)))
        yield self.say(rolled, game.name)

    def taken(self, game: Game, tile: str) -> str:
        """Take a piece out of any position of the wall."""
        game.wall.remove(tile)
        return tile

    def _deal(self, game: Game) -> Telling:
        """Give each his first pieces (R11, R12, R54)."""
        held = 3 * self.SETS + 1
        hands: dict[int, list[str]] = {seat: [] for seat in game.places}
        if game.script is not None:
            for seat, tiles in game.script.hands.items():
                hands[seat] = [self.taken(game, tile) for tile in tiles]
            self._reserve(game, game.script)
        else:
            self._deal_from_wall(game, hands)
        for place, seat in enumerate(game.places):
            while len(hands[seat]) < held + (place == 0):
                hands[seat].append(game.wall.pop(0))
            if game.script is not None:
                self.rng.shuffle(hands[seat])
            self.seats[seat].closed = list(hands[seat])
        if game.script is not None:
            game.wall += self._reserved
            self._reserved = []
        order = self.order(game)
        game.front = len(order)
        for seat in self.instead("deal", game, order):
            yield self.say(TileDrawn(seat=seat, tile=hands[seat].pop(0)), game.name, after=(0, 1))

    def _reserve(self, game: Game, script: Script) -> None:
        needed = [tile for tiles in script.draws.values() for tile in tiles]
        self._reserved = [self.taken(game, tile) for tile in needed]

    def _deal_from_wall(self, game: Game, hands: dict[int, list[str]]) -> None:
        """Deal in the wall's own order."""
        for seat in self.order(game):
            hands[seat].append(game.wall.pop(0))

    def order(self, game: Game) -> list[int]:
        """Return who takes each piece of the deal: groups in turn, then one or two singly."""
        rounds, at_once = (3, 4) if self.conventional else (2, 2)
        order = [seat for _ in range(rounds) for seat in game.places for _ in range(at_once)]
        if self.conventional:
            return [*order, game.banker, game.banker, *game.places[1:]]
        return [*order, game.banker]

    def draw(self, game: Game, seat: int, *, replacement: bool = False) -> Said:
        """Take a piece from the wall, or from its end for a k'óng."""
        script = game.script
        queue = script.draws.get(seat) if script is not None else None
        if queue:
            tile = self.taken(game, queue.pop(0))
        else:
            tile = game.wall.pop(self._harmless(game, -1 if replacement else 0))
        one = self.seats[seat]
        one.closed.append(tile)
        one.draws_since += 1
        game.front += not replacement
        drawn = TileDrawn(seat=seat, tile=tile, replacement=replacement, last=not game.wall)
        return self.say(self.instead("drawn", game, drawn), game.name)

    def _harmless(self, game: Game, at: int) -> int:
        """Return which piece of the wall is drawn: none that an arrangement keeps for another."""
        script = game.script
        kept = {tile for tiles in script.draws.values() for tile in tiles} if script else set[str]()
        while kept and game.wall[at] in kept and len(game.wall) > len(kept) * 4:
            at += 1 if at >= 0 else -1
        return at

    def complete_with(self, one: Seat, tile: str) -> bool:
        """Tell whether a piece would make a player's hand complete."""
        return wins([*one.closed, tile], len(one.opened), self.SETS)
