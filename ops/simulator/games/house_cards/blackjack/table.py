"""A table of blackjack/21: its packs, its players, their bets before the deal, its jackpot.

How a jogada is played stands in ``jogada``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.jackpots import BaseFunded, DisplayRead, JackpotIncrement
from ledger.events.outcomes import CardBurned, CutCardDrawn, DeckCut, DeckShuffled
from ledger.events.rounds import BetChanged, BetPlaced, BetWithdrawn, Collection
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import ChipsSold, EquipmentChanged, TableOpened
from ledger.roles import Binding, Role
from ops.simulator.games.house_cards.blackjack.rules import (
    CHIP,
    PATTERNS,
    Box,
    Hand,
    Player,
    Stake,
    jackpot_terms,
)
from ops.simulator.kit.shoe import Shoe
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.pools import Pool
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS, Table
from ops.simulator.parties.terminal import Said, Terminal

MINIMUMS: Final = (500, 505, 1_000, 2_500)
"""Of which 505 leaves fractions of a cent in halves (R28, R45, R50)."""
TIMES: Final = 30
"""The maximum is so many times the minimum (R8)."""
AVISO: Final = 50
"""About so many cards lie behind the carta-aviso (R12)."""
BOUGHT: Final = 200_000
SPARE: Final = 60_000
PACK: Final = 52


@dataclass
class Rig:
    """Cards and decisions at the first places of a jogada, so that a rule or a fault shows."""

    own: tuple[str, ...] = ()
    """Its first two cards."""
    opened: str | None = None
    """The bank's open card."""
    hidden: str | None = None
    draws: tuple[str | None, ...] = ()
    """The first cards after the deal."""
    script: tuple[str, ...] = ()
    """The decisions there, rightly or wrongly; afterwards the place decides as players do."""
    alone: bool = False
    """Whether nobody else bets."""
    followers: int = 0
    """How many others bet on that place."""
    second: tuple[str, ...] = ()
    """The second place's first two cards."""
    second_script: tuple[str, ...] = ()
    chip: bool = False
    """Whether the first places bet on the jackpot."""


@dataclass
class Jogada:
    """A jogada as it is going to be played."""

    name: str
    boxes: list[Box] = field(default_factory=list)
    bank: list[str] = field(default_factory=list)
    fault: str | None = None
    rig: Rig | None = None
    scripts: dict[int, list[str]] = field(default_factory=dict)
    """By place, the decisions at its first hands."""
    shown: bool = False
    """Whether the bank's second card is turned."""
    chips: list[int] = field(default_factory=list)
    """Numbers of the jackpot bets that count."""
    card: str = ""
    """The card of a fault."""

    @property
    def opened(self) -> str:
        """The bank's open card."""
        return self.bank[0]

    @property
    def target(self) -> Box:
        """The place at which something is done wrongly."""
        return self.boxes[0]


class BlackjackTable(Table):
    """A table of blackjack/21 and its players."""

    GAME: ClassVar[str] = "blackjack"

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it; finance opens a jackpot of its own."""
        super().__init__(where, faults)
        self.minimum = self.rng.choice(MINIMUMS)
        self.maximum = TIMES * self.minimum
        self.places = self.rng.choice((6, 7))
        self.decks = self.rng.choice((4, 6))
        self.scans = self.rng.random() < 0.5
        """Whether the table's device knows the bank's second card when it is dealt."""
        self.shuffler = False
        self._with_shuffler: bool | None = None
        """Whether the next opening has a shuffler; None leaves it to chance."""
        self.shoe = Shoe(self.rng, self.decks)
        self.aviso = False
        """Whether the carta-aviso came out: the cards are shuffled before the next jogada."""
        self.smuggled: list[str] = []
        """Cards that come next and were never in the shoe."""
        self.players: dict[int, Player] = {}
        self.numbers = 0
        """The last bet's number in the jogada."""
        self.shows = True
        """Whether the cards are shown before they are shuffled."""
        self._came = 0
        self._lonely = False
        self._behind = AVISO
        terms = jackpot_terms(f"acumulado-{self.badge}", where.place, CURRENCY)
        self.pool = Pool(terms)
        self.finance = Terminal(f"{self.badge}-financas", None, where.day, where.start, self.rng)

    # --- the pool ------------------------------------------------------------------------------

    @override
    def sources(self) -> dict[str, Binding]:
        return {
            **super().sources(),
            self.finance.source: Binding(role=Role.FINANCE),
            f"{self.badge}-direcao": Binding(role=Role.DIRECTOR),
        }

    @override
    def prepare(self) -> Telling:
        """Let finance open the pool, and put the base in (R58)."""
        yield from super().prepare()
        terms = self.pool.terms
        yield self.finance.say(terms, approved_by=(f"{self.badge}-direcao",))
        self.finance.wait(60, 120)
        yield self.finance.say(BaseFunded(pool=terms.pool, amount=terms.base, funds="operator"))
        self.terminal.now = self.finance.now

    # --- the table -----------------------------------------------------------------------------

    @override
    def opening(self) -> TableOpened:
        terms = self.pool.terms
        options: dict[str, Any] = {
            "baralhos": self.decks,
            "baralhador": self.shuffler,
            "lugares": self.places,
            "minimos": {"principal": self.minimum, "jackpot": CHIP},
            "maximos": {"principal": self.maximum, "jackpot": CHIP},
            "multiplos": {"principal": self.minimum},
            "padroes": dict(PATTERNS),
            "acumulado_comunicado": True,
            "acumulado_aposta": CHIP,
            "acumulado_ppm": terms.ppm,
            "acumulado_base": terms.base,
            "acumulado_combinacoes": {
                one.name: one.ppm for one in terms.combinations if one.ppm is not None
            },
            "acumulado_fixos": {
                one.name: one.fixed for one in terms.combinations if one.fixed is not None
            },
            **self.wrong_options,
        }
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options=options,
            currency=CURRENCY,
            records=RECORDS,
            seats=self.wrong_options.get("cadeiras", self.places),
            count=self.float,
            counted_by=self.counters,
        )

    @override
    def open(self) -> Telling:
        """Open the table: cards are shown and shuffled, players come or are there still."""
        self.shuffler = self.uses_shuffler()
        yield from super().open()
        if self.shuffler:
            changed = EquipmentChanged(
                item="shuffler",
                id=f"{self.badge}-br",
                reason="opening",
                witnesses=() if self.wrong_options.get("sozinho") else self.counters[:1],
            )
            yield self.say(changed)
        packs = EquipmentChanged(
            item="deck", id=f"{self.badge}-cartas", reason="opening", count=self.decks
        )
        yield self.say(packs)
        for seat, player in self.players.items():
            yield self.say(PlayerSeated(seat=seat, player=player.name, via="last_session"))
        self._lonely = not self.players and self.rng.randrange(4) == 0
        while len(self.players) < (1 if self._lonely else 4):
            yield from self._arrive()
        yield from self.new_shoe(shown=self.shows)
        if self.shows and not self.shuffler and self.rng.randrange(6) == 0:
            yield from self.replace_packs()

    def uses_shuffler(self) -> bool:
        """Tell whether a shuffler stands at the table from this opening on (R3)."""
        wanted, self._with_shuffler = self._with_shuffler, None
        return self.rng.randrange(3) == 0 if wanted is None else wanted

    def open_as(self, *, shuffler: bool) -> Telling:
        """Open the table again, with a shuffler or without, where it is not so already."""
        if shuffler != self.shuffler:
            self._with_shuffler = shuffler
            yield from self.open_with({})

    @override
    def close(self) -> Telling:
        """Let everybody go, and count."""
        for seat in sorted(self.players):
            yield self.leave(seat)
        yield from super().close()

    @override
    def between(self) -> Telling:
        """Players come and go and buy chips; now and then somebody reads the display."""
        yield from super().between()
        if not self._lonely and (len(self.players) < 3 or self.rng.randrange(8) == 0):  # some play
            yield from self._arrive()
        if len(self.players) > 3 and self.rng.randrange(20) == 0:  # some stay
            yield self.leave(self.rng.choice(sorted(self.players)))
        for seat in sorted(self.players):
            if self.players[seat].purse < SPARE:
                yield self.buy(self.players[seat])
        self._lonely = False
        if self.rng.randrange(20) == 0:
            read = DisplayRead(pool=self.pool.terms.pool, amount=self.pool.balance, why="daily")
            yield self.say(read, after=(1, 3))

    def _arrive(self) -> Telling:
        free = [seat for seat in range(1, self.places + 1) if seat not in self.players]
        if not free:
            return
        self._came += 1
        seat = self.rng.choice(free)
        unit = self.minimum * self.rng.choice((1, 1, 2, 4))
        player = self.players[seat] = Player(seat, f"{self.badge}-j{self._came}", unit)
        yield self.say(PlayerSeated(seat=seat, player=player.name, via="free"), after=(1, 10))
        yield self.buy(player)

    def buy(self, player: Player) -> Said:
        """Sell chips to a player."""
        player.purse += BOUGHT
        sold = ChipsSold(amount=BOUGHT, means="cash", seat=player.seat, player=player.name)
        return self.say(sold, after=(3, 8))

    def leave(self, seat: int) -> Said:
        """Let a player go."""
        player = self.players.pop(seat)
        return self.say(PlayerLeft(seat=seat, player=player.name, cause="own"), after=(1, 5))

    # --- the cards -----------------------------------------------------------------------------

    def new_shoe(
        self, *, cut: bool = True, burn: bool = True, shown: bool = True, off: int = 0
    ) -> Telling:
        """Show, shuffle, cut and burn a card (R9 to R13); ``off`` misplaces the carta-aviso."""
        if self.shoe.decks != self.decks:
            self.shoe = Shoe(self.rng, self.decks)
        self.shoe.shuffle()
        self.aviso = False
        method = "shuffler" if self.shuffler else "hand"
        decks = self.wrong_options.get("baralhos", self.decks)
        yield self.say(DeckShuffled(method=method, decks=decks, shown=shown), after=(60, 180))
        if cut and not self.shuffler:
            alone = len(self.players) == 1
            behind = self.decks * PACK // 2 if alone else AVISO
            self._behind = behind + self.rng.randint(-6, 6) + off
            by = self.rng.choice((None, min(self.players, default=None)))
            yield self.say(DeckCut(by=by, cut_card=self._behind), after=(5, 10))
        if burn:
            self.shoe.draw()
            yield self.say(CardBurned(cause="opening"), after=(2, 4))

    def draw(self, name: str) -> Telling:
        """Draw a card into ``self.drawn``; the carta-aviso may come before it (R14)."""
        if not self.shuffler and not self.aviso and len(self.shoe) <= self._behind:
            yield self.aviso_out(name)
        self.drawn = self.smuggled.pop(0) if self.smuggled else self.shoe.draw()

    drawn: str = ""

    def aviso_out(self, name: str) -> Said:
        """Say that the carta-aviso came out: this jogada is the last of the shoe."""
        self.aviso = True
        return self.say(CutCardDrawn(), name, after=(0, 1))

    def replace_packs(self) -> Telling:
        """Replace the packs, where a card is damaged (R5), and make a new shoe."""
        count = self.wrong_options.get("baralhos", self.decks)
        changed = EquipmentChanged(
            item="deck", id=f"{self.badge}-cartas", reason="damaged", count=count
        )
        yield self.say(changed, after=(60, 120))
        yield from self.new_shoe()

    # --- the bets ------------------------------------------------------------------------------

    def number(self) -> int:
        """Return the next bet's number."""
        self.numbers += 1
        return self.numbers

    def boxes(self, rig: Rig | None) -> list[Box]:
        """Return the places with a bet, with the stakes that lie there before the deal."""
        self.numbers = 0
        alone = rig is not None and rig.alone
        boxes: dict[int, Box] = {}
        for seat in sorted(self.players):
            player = self.players[seat]
            if boxes and (alone or self.rng.randrange(12) == 0):
                continue
            amount = player.unit * self.rng.randint(1, 4)
            boxes[seat] = self._box(seat, player, Stake(player, seat, "principal", amount, 0))
        if rig is None:
            self._add_to_others(boxes)
            self._bet_on_vacant(boxes)
        else:
            self._follow_first(boxes, rig)
        ordered = [boxes[seat] for seat in sorted(boxes)]
        for box in ordered:
            for stake in box.hands[0].stakes:
                stake.number = self.number()
        for index, box in enumerate(ordered):
            wanted = rig.chip and index < 2 if rig is not None else self.rng.random() < 0.6
            if box.titular is not None and wanted:
                box.chip, box.chip_amount = self.number(), CHIP
        return ordered

    @staticmethod
    def _box(seat: int, titular: Player | None, *stakes: Stake) -> Box:
        hand = Hand(1, stakes=list(stakes))
        decider = titular
        if decider is None:
            decider = max(stakes, key=lambda one: (one.amount, -one.owner.seat)).owner
        return Box(seat, titular, [hand], decider)

    def _add_to_others(self, boxes: dict[int, Box]) -> None:
        """Let some add to another's place, within what the place takes (R18)."""
        for player in self.players.values():
            others = [seat for seat in boxes if seat != player.seat]
            if not others or self.rng.randrange(8):
                continue
            self.add(boxes[self.rng.choice(others)], player)

    def add(self, box: Box, player: Player) -> None:
        """Let a player bet on another's place, if it takes that."""
        stakes = box.hands[0].stakes
        amount = self.minimum * self.rng.randint(1, 3)
        if sum(one.amount for one in stakes) + amount < self.maximum:
            stakes.append(Stake(player, box.seat, "complementar", amount, 0))

    def _follow_first(self, boxes: dict[int, Box], rig: Rig) -> None:
        first = boxes[min(boxes)]
        others = [player for seat, player in self.players.items() if seat != first.seat]
        for player in others[: rig.followers]:
            self.add(first, player)

    def _bet_on_vacant(self, boxes: dict[int, Box]) -> None:
        """Let one or two bet where nobody sits (R19)."""
        free = [seat for seat in range(1, self.places + 1) if seat not in self.players]
        if not free or self.rng.randrange(12):
            return
        seat = self.rng.choice(free)
        bettors = self.rng.sample(sorted(self.players), min(2, len(self.players)))
        stakes = [
            Stake(self.players[one], seat, "complementar", self.minimum * self.rng.randint(1, 3), 0)
            for one in bettors[: self.rng.randint(1, 2)]
        ]
        boxes[seat] = self._box(seat, None, *stakes)

    def lay(self, boxes: Sequence[Box], name: str, *, plain: bool = False) -> Telling:
        """Put the stakes and the jackpot chips down (R16, R62), plainly or not."""
        for box in boxes:
            for stake in box.hands[0].stakes:
                if plain:
                    yield self.put(stake, stake.amount, name)
                else:
                    yield from self._place(stake, name)
        for box in boxes:
            if box.chip is not None and box.titular is not None:
                yield self.put_chip(box.chip, box.titular, box.chip_amount, name)

    def _place(self, stake: Stake, name: str) -> Telling:
        """Put a bet down; now and then more, or one that is taken back, before the close."""
        whim = self.rng.randrange(50)
        if whim == 0 and stake.amount > self.minimum:
            yield self.put(stake, stake.amount - self.minimum, name)
            change = BetChanged(bet=stake.number, amount=stake.amount, cause="own")
            yield self.say(change, name)
            return
        if whim == 1:
            yield self.put(stake, stake.amount, name)
            yield self.say(BetWithdrawn(bet=stake.number, cause="own"), name)
            stake.number += 1_000  # put down again under another number
        yield self.put(stake, stake.amount, name)

    def put(self, stake: Stake, amount: int, name: str) -> Said:
        """Put a stake down."""
        return self.say(
            BetPlaced(
                bet=stake.number,
                seat=stake.seat,
                player=stake.owner.name,
                chance=stake.kind,
                amount=amount,
                by=stake.owner.seat if stake.kind == "complementar" else None,
            ),
            name,
        )

    def put_chip(self, number: int, player: Player, amount: int, name: str) -> Said:
        """Put a jackpot chip down."""
        return self.say(
            BetPlaced(
                bet=number, seat=player.seat, player=player.name, chance="jackpot", amount=amount
            ),
            name,
        )

    def feed(self, jogada: Jogada) -> Telling:
        """Take the jackpot chips into the pool (R55)."""
        boxes = [box for box in jogada.boxes if box.chip is not None]
        jogada.chips = [box.chip for box in boxes if box.chip is not None]
        staked = sum(box.chip_amount for box in boxes)
        if not staked:
            return
        for box in boxes:
            if box.titular is not None:
                box.titular.purse -= box.chip_amount
        yield self.say(Collection(amount=staked, bets=tuple(jogada.chips)), jogada.name)
        grown = self.pool.feed(staked)
        told = JackpotIncrement(
            pool=self.pool.terms.pool,
            amount=grown,
            stake=staked,
            balance=self.pool.balance,
            residue=self.pool.residue,
        )
        said = self.say(self.instead("increment", jogada, told), jogada.name)
        yield self.instead("increment-said", jogada, said)

    def note(self, jogada: Jogada, code: str, box: Box | None = None, **more: Any) -> None:
        """Plant a finding of a jogada's fault, at one place or at none."""
        if box is not None:
            more.setdefault("seat", box.seat)
        assert jogada.fault is not None
        self.plant(jogada.fault, code, jogada.name, **more)
