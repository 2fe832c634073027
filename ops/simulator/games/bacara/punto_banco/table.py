"""A table of ponto e banca: its players, its shoe, its cards."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from typing_extensions import override

from ledger.events.base import Chips
from ledger.events.outcomes import CardBurned, CardDealt, CutCardDrawn, DeckCut, DeckShuffled
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import ChipsSold, EquipmentChanged, TableOpened
from ops.simulator.games.bacara.punto_banco.rules import (
    BANCA,
    BEHIND_AVISO,
    EMPATE,
    FIVE_PER_CENT,
    HALF_ON_FIVE,
    OPENING_BURN,
    PAR_DA_BANCA,
    PAR_DO_PONTO,
    PONTO,
)
from ops.simulator.kit.shoe import Shoe
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS, Table
from ops.simulator.parties.terminal import Said

UNITS: Final = (500, 500, 1_000, 1_000, 2_000, 2_500)
MINIMUM: Final = {PONTO: 500, BANCA: 500, EMPATE: 200, PAR_DO_PONTO: 200, PAR_DA_BANCA: 200}
BOUGHT: Final = 100_000
SPARE: Final = 40_000
STANDING: Final = 101
"""From this number on: ranks of players who stand."""


@dataclass
class Player:
    """Somebody at the table, seated or standing."""

    seat: int
    name: str
    unit: int
    purse: int = 0


@dataclass
class Bet:
    """A stake as it lies when the bets are closed."""

    player: Player
    seat: int
    """The place on which it lies."""
    tipo: str
    amount: int
    number: int = 0
    late: bool = False
    chips: Chips | None = None
    """The chips, where they are told."""

    @property
    def added(self) -> bool:
        """Whether the bet lies on another player's place (R21)."""
        return self.player.seat != self.seat


@dataclass
class Coup:
    """A coup as it is going to be played."""

    name: str
    """The round's id."""
    bets: list[Bet] = field(default_factory=list[Bet])
    fault: str | None = None
    cards: list[str] | None = None
    """The cards of the deal, in order; None leaves them to chance."""
    error: int = 0
    """By how much the deduction is told wrongly."""
    ponto: list[str] = field(default_factory=list)
    banca: list[str] = field(default_factory=list)
    paid: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Of bets that are paid wrongly: the prize and the stake that goes back."""
    elsewhere: dict[int, int] = field(default_factory=dict)
    """Of bets that are paid to another place: that place."""
    deducted: int = 0
    """The deduction from banca's prizes, as the table tells it."""
    whole: int = 0
    """Those prizes before the deduction."""

    def hand(self, side: str) -> list[str]:
        """Return a side's cards."""
        return self.ponto if side == PONTO else self.banca


class PuntoBancoTable(Table):
    """A table with its players and its cards."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self.players: dict[int, Player] = {}
        self._came = 0
        self.mesa = self.rng.choice(("simples", "dupla"))
        self.places = self.rng.choice((7, 8, 9) if self.mesa == "simples" else (12, 14))
        self.shuffler = False
        self.deduction = FIVE_PER_CENT
        self.tells_commission = self.rng.random() < 0.5
        self.shoe = Shoe(self.rng, self.decks)
        self.first = True
        """Whether the next coup is the first of a shoe, or with a shuffler of the opening."""
        self.aviso = False
        """Whether the carta-aviso is out: a new shoe is made before the next coup."""
        self.aviso_said = False
        """Whether that was told."""

    # --- the table -----------------------------------------------------------------------------

    @property
    def decks(self) -> int:
        """How many packs there are (R3, R15 b)."""
        return 6 if self.mesa == "simples" or self.shuffler else 8

    def options(self) -> dict[str, Any]:
        """Return the limits with which this kind of table opens."""
        raise NotImplementedError

    @override
    def opening(self) -> TableOpened:
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options={
                "mesa": self.mesa,
                "baralhos": self.decks,
                "baralhador": self.shuffler,
                "pares": True,
                "deducao": self.deduction,
                "deducao_comunicada": True,
                **self.options(),
                **self.wrong_options,
            },
            currency=CURRENCY,
            records=RECORDS,
            seats=self.places,
            count=self.float,
            counted_by=self.counters,
        )

    @override
    def open(self) -> Telling:
        """Open the table; cards are brought and shuffled, players come or are there still."""
        self.shuffler = self.uses_shuffler()
        self.deduction = self.rng.choice((FIVE_PER_CENT, HALF_ON_FIVE))
        yield from super().open()
        if self.shuffler:
            yield self.say(
                EquipmentChanged(item="shuffler", id=f"{self.badge}-br", reason="opening")
            )
        yield self.say(
            EquipmentChanged(
                item="deck", id=f"{self.badge}-cartas", reason="opening", count=self.decks
            )
        )
        yield from self.new_shoe()
        if not self.shuffler and self.rng.randrange(6) == 0:
            yield from self.replace_packs()
        for seat, player in self.players.items():
            yield self.say(PlayerSeated(seat=seat, player=player.name, via="last_session"))
        while len(self.players) < 4:  # some play
            seat = self._free()
            if len(self.players) > 1 or (seat or STANDING) < STANDING:
                yield from self._arrive(seat)

    def uses_shuffler(self) -> bool:
        """Tell whether a shuffler stands at the table today: sometimes at double ones."""
        return self.mesa == "dupla" and self.rng.randrange(3) == 0

    @override
    def close(self) -> Telling:
        """Let everybody go, and count."""
        for seat in sorted(self.players):
            yield self._leave(seat)
        yield from super().close()

    @override
    def between(self) -> Telling:
        """Players come and go, and buy chips."""
        yield from super().between()
        if self.rng.randrange(8) == 0:
            yield from self._arrive(self._free())
        if len(self.players) > 4 and self.rng.randrange(20) == 0:  # some stay
            yield self._leave(self.rng.choice(sorted(self.players)))
        for seat in sorted(self.players):
            if self.players[seat].purse < SPARE:
                yield self.buy(self.players[seat])

    def _free(self) -> int | None:
        """Return a free place; now and then one among those who stand."""
        seats = range(1, self.places + 1)
        if self.rng.randrange(4) == 0:
            seats = range(STANDING, STANDING + 4)
        free = [seat for seat in seats if seat not in self.players]
        return self.rng.choice(free) if free else None

    def newcomer(self, seat: int) -> Player:
        """Return somebody new at a place."""
        self._came += 1
        return Player(seat, f"{self.badge}-j{self._came}", self.rng.choice(UNITS))

    def _arrive(self, seat: int | None) -> Telling:
        if seat is None:
            return
        player = self.players[seat] = self.newcomer(seat)
        yield self.say(PlayerSeated(seat=seat, player=player.name, via="free"), after=(1, 10))
        yield self.buy(player)

    def buy(self, player: Player, amount: int = BOUGHT) -> Said:
        """Sell chips to a player."""
        player.purse += amount
        sold = ChipsSold(amount=amount, means="cash", seat=player.seat, player=player.name)
        return self.say(sold, after=(3, 8))

    def _leave(self, seat: int) -> Said:
        player = self.players.pop(seat)
        return self.say(PlayerLeft(seat=seat, player=player.name, cause="own"), after=(1, 5))

    # --- the cards -----------------------------------------------------------------------------

    def new_shoe(
        self,
        *,
        aviso: int | None = BEHIND_AVISO,
        burn: int = OPENING_BURN,
        decks: int | None = None,
    ) -> Telling:
        """Shuffle, cut and burn (R12 to R16); ``aviso`` None leaves the cut out."""
        if self.shoe.decks != self.decks:
            self.shoe = Shoe(self.rng, self.decks)
        self.shoe.shuffle()
        self.first, self.aviso, self.aviso_said = True, False, False
        decks = decks or self.wrong_options.get("baralhos", self.decks)
        method = "shuffler" if self.shuffler else "hand"
        yield self.say(DeckShuffled(method=method, decks=decks, shown=True), after=(60, 180))
        if self.shuffler:
            return
        if aviso is not None:
            seated = [seat for seat in self.players if seat < STANDING]
            by = self.rng.choice((None, min(seated, default=None)))
            yield self.say(DeckCut(by=by, cut_card=aviso), after=(5, 10))
        for _ in range(burn):
            self.shoe.draw()
        yield self.say(CardBurned(count=burn, cause="opening"), after=(5, 10))

    def draw(self, name: str) -> Telling:
        """Draw a card into ``self.drawn``; the carta-aviso may come before it (R17)."""
        if not self.shuffler and not self.aviso and len(self.shoe) <= BEHIND_AVISO:
            yield self.aviso_out(name)
        self.drawn = self.shoe.draw()

    def aviso_out(self, name: str) -> Said:
        """Say that the carta-aviso came out: this coup is the last of the shoe."""
        self.aviso = self.aviso_said = True
        return self.say(CutCardDrawn(), name, after=(0, 1))

    def deal_to(self, to: str, coup: Coup) -> Telling:
        """Give a side the next card."""
        yield from self.draw(coup.name)
        coup.hand(to).append(self.drawn)
        yield self.say(CardDealt(to=to, card=self.drawn), coup.name, after=(0, 2))

    def replace_packs(self) -> Telling:
        """Replace all packs, where one card is bad (R3), and make a new shoe."""
        count = self.wrong_options.get("baralhos", self.decks)
        changed = EquipmentChanged(
            item="deck", id=f"{self.badge}-cartas", reason="damaged", count=count
        )
        yield self.say(changed, after=(60, 120))
        yield from self.new_shoe()
