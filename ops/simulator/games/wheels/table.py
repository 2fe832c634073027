"""Tables at which one outcome decides every bet on a cloth: roulettes, boule, roda da sorte.

A coup is drawn whole (bets, outcome, what goes wrong), planned (who is paid what) and then told.
A game says what bets there are, what a bet is due, and how the outcome comes about. What is wrong
is told by a ``Wrong``: whether a coup fits it, what it does at which moment, what it pays.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.base import Chips
from ledger.events.rounds import (
    BetChanged,
    BetPlaced,
    BetReconstructed,
    BetsClosed,
    BetsOpened,
    BetWithdrawn,
    Collection,
    Marking,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import ChipsRedeemed, ChipsSold, TableOpened
from ledger.roles import Binding
from ops.simulator.games.wheels.coup import Coup, Laid, Player
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS, Table
from ops.simulator.parties.terminal import Said, Terminal

BOUGHT: Final = 50_000
SPARE: Final = 20_000
PLACES: Final = 8
STAY: Final = 3
"""So many players never leave before the end."""
TRIES: Final = 3_000
"""How often a coup is drawn until a fault can be made in it; then it is put off."""


class CoupTable(Table):
    """A table of such a game; games say what lies on its cloth."""

    PAY: ClassVar[str]
    """What a winner's wrong payment is called."""
    NULL_PAID: ClassVar[str] = "VOID-MISS"
    """What it is called to pay a coup that was null."""
    FACE_VALUES: ClassVar[tuple[int, ...]]
    MINIMUM: ClassVar[Mapping[str, int]]
    MAXIMUM: ClassVar[Mapping[str, int]]
    MULTIPLE: ClassVar[Mapping[str, int]] = {}
    RANK: ClassVar[Mapping[str, int]] = {}
    """The order of payments, where the rules give one."""
    BY_PLAYER: ClassVar[bool] = True
    """Whether one player may be paid all before another is paid the same chances."""
    CLOSED_BY: ClassVar[str] = "call"
    STYLES: ClassVar[tuple[str, ...]] = ("line", "line", "player", "seat")
    """How players are paid: bet by bet, or all of a player's prizes at one go."""
    DEAL_MANY: ClassVar[tuple[int, ...]] = (0, 1, 2, 2, 3, 4, 6)
    """How many bets a player lays in a coup."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self.players: dict[int, Player] = {}
        self.altered: dict[str, Any] = {}
        """Options with which the table is opened though they are wrong."""
        self.told: set[str] = set()
        """Faults of this opening: they are found once."""
        self._came = 0
        self.stranger: Terminal | None = None
        """Another terminal at the place, where one is going to say what it must not."""
        if "foreign-source" in self.faults.values():
            self.stranger = Terminal(
                f"{where.source}-2", where.place, where.day, where.start, self.rng
            )

    @override
    def sources(self) -> dict[str, Binding]:
        """Return who signs; the other terminal too."""
        stranger = self.stranger
        more = {} if stranger is None else {stranger.source: self.device(self.ROLE)}
        return {**super().sources(), **more}

    # --- what a game gives ---------------------------------------------------------------------

    def due(self, bet: Laid, result: str) -> tuple[int, int]:
        """Return the prize, and what goes back of the stake."""
        raise NotImplementedError

    def a_bet(self, player: Player) -> Laid:
        """Return a bet such as players make."""
        raise NotImplementedError

    def a_result(self) -> str:
        """Return the outcome that chance brings."""
        raise NotImplementedError

    def decide(self, coup: Coup) -> Telling:
        """Tell how the outcome comes about, after the bets are closed."""
        raise NotImplementedError

    def options(self) -> dict[str, Any]:
        """Return the table's own terms, limits apart."""
        return {}

    def a_course(self, coup: Coup) -> str:
        """Choose the coup's course, where a game has several; the usual is empty."""
        del coup
        return ""

    def launch(self, coup: Coup) -> Telling:
        """Begin the spin or throw, where that is done before the bets are closed."""
        del coup
        yield from ()

    def lost_code(self, bet: Laid, result: str) -> str:
        """Return the finding's code for a losing bet that is paid."""
        del bet, result
        return "PAY-DIFF"

    def is_zero(self, result: str) -> bool:
        """Tell whether an outcome is one that takes what other outcomes would not."""
        del result
        return False

    def ordinary(self, bet: Laid) -> bool:
        """Tell whether a bet's chips all lie on one place."""
        del bet
        return True

    # --- the day -------------------------------------------------------------------------------

    @override
    def opening(self) -> TableOpened:
        """Return the table's opening facts: its limits and those that the game adds."""
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options={
                "minimos": dict(self.MINIMUM),
                "maximos": dict(self.MAXIMUM),
                "multiplos": dict(self.MULTIPLE),
                **self.options(),
                **self.altered,
            },
            currency=CURRENCY,
            records=RECORDS,
            count=self.float,
            counted_by=self.counters,
        )

    @override
    def open(self) -> Telling:
        """Open the table; the first players come."""
        self.told.clear()
        yield from super().open()
        yield from self.prepare_table()
        for _ in range(4):
            yield from self.arrive()

    def prepare_table(self) -> Telling:
        """Bring in what is played with."""
        yield from ()

    @override
    def close(self) -> Telling:
        """Let everybody go, and count."""
        for seat in sorted(self.players):
            yield from self.leave(seat)
        yield from super().close()

    def reopen(self, **altered: Any) -> Telling:
        """Close and count the table, and open it again with other options."""
        yield from self.close()
        self.altered = altered
        yield from self.open()

    @override
    def between(self) -> Telling:
        """Let players come, go and buy chips."""
        yield from self.staff_turns()
        if len(self.players) < PLACES and self.rng.randrange(10) == 0:
            yield from self.arrive()
        if len(self.players) > STAY and self.rng.randrange(25) == 0:
            yield from self.leave(self.rng.choice(sorted(self.players)))
        for seat in sorted(self.players):
            if self.players[seat].purse < SPARE:
                yield self.buy(self.players[seat])

    def staff_turns(self) -> Telling:
        """Let a moment go by, and staff take turns."""
        yield from super().between()

    # --- players -------------------------------------------------------------------------------

    def newcomer(self, seat: int, name: str) -> Player:
        """Return who comes."""
        return Player(seat, name, self.rng.choice(self.FACE_VALUES))

    def arrive(self) -> Telling:
        """Let somebody come and buy chips."""
        self._came += 1
        free = next(seat for seat in range(1, PLACES + 1) if seat not in self.players)
        player = self.newcomer(free, f"{self.badge}-j{self._came}")
        self.players[free] = player
        yield self.say(PlayerSeated(seat=free, player=player.name), after=(1, 10))
        yield from self.equip(player)
        yield self.buy(player)

    def equip(self, player: Player) -> Telling:
        """Give a player what he plays with besides chips."""
        del player
        yield from ()

    def strip(self, player: Player) -> Telling:
        """Take the player's things besides chips back."""
        del player
        yield from ()

    def buy(self, player: Player, amount: int = BOUGHT) -> Said:
        """Let a player buy chips."""
        player.purse += amount
        return self.say(
            ChipsSold(
                amount=amount,
                means="cash",
                seat=player.seat,
                player=player.name,
                colour=player.colour,
            ),
            after=(3, 8),
        )

    def leave(self, seat: int) -> Telling:
        """Let a player go, with the house's chips in his pocket."""
        player = self.players.pop(seat)
        if player.purse:
            yield self.say(
                ChipsRedeemed(
                    amount=player.purse,
                    means="chips",
                    seat=seat,
                    player=player.name,
                    colour=player.colour,
                ),
                after=(3, 8),
            )
        yield from self.strip(player)
        yield self.say(PlayerLeft(seat=seat, player=player.name, cause="own"))

    def buy_enough(self, coup: Coup) -> Telling:
        """Let who is going to lay more than he has buy chips first."""
        for seat in sorted(self.players):
            player = self.players[seat]
            needed = sum(bet.amount for bet in coup.bets if bet.player is player)
            if needed > player.purse:
                yield self.buy(player, -(-(needed - player.purse) // BOUGHT) * BOUGHT)

    # --- a coup --------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        """Play one coup."""
        fault = self.take_fault()
        wrong = self.WRONGS[fault] if fault is not None else None
        if wrong is not None and wrong.reopens is not None:
            yield from self.reopen(**wrong.reopens(self))
        coup = self.draw(self.round_id(number), fault)
        yield from self.at("before", coup)
        yield from self.buy_enough(coup)
        yield self.say(RoundOpened(mode=coup.mode), coup.name)
        yield from self.at("opened", coup)
        yield from self.take_bets(coup)
        yield from self.at("closed", coup)
        yield from self.decide(coup)
        yield from self.at("decided", coup)
        yield from self.settle(coup)
        yield from self.at("settled", coup)
        yield self.say(RoundClosed(), coup.name)
        if coup.later is not None:
            yield self.pay(coup, coup.later)
        yield from self.at("after", coup)
        if self.altered:
            yield from self.reopen()

    def take_bets(self, coup: Coup) -> Telling:
        """Open the bets, take them, begin what decides, and close them."""
        yield self.say(BetsOpened(), coup.name)
        yield from self.betting(coup)
        in_time = [bet for bet in coup.bets if not bet.late]
        early = self.rng.randrange(len(in_time) + 1)
        for bet in in_time[:early]:
            yield from self.place(bet, coup.name)
        yield from self.launch(coup)
        for bet in in_time[early:]:
            yield from self.place(bet, coup.name)
        yield self.say(BetsClosed(by=self.CLOSED_BY), coup.name, after=(2, 6))
        for bet in coup.bets:
            if bet.late:
                yield self.put(bet, bet.amount, coup.name)

    def betting(self, coup: Coup) -> Telling:
        """Say the facts that come as soon as the bets are open."""
        yield from self.at("betting", coup)

    def place(self, bet: Laid, name: str) -> Telling:
        """Put a bet down; now and then more, or one that is taken back, before the close."""
        whim = self.rng.randrange(30) if not (bet.plain or bet.value) else -1
        if whim == 0 and bet.count > 1 and self.ordinary(bet):
            value = bet.amount // bet.count
            yield self.put(bet, value, name)
            yield self.say(
                BetChanged(
                    bet=bet.number,
                    amount=bet.amount,
                    chips=Chips(count=bet.count, value=value),
                    cause="own",
                ),
                name,
            )
            return
        if whim == 1:
            yield self.put(bet, bet.amount, name)
            yield self.say(BetWithdrawn(bet=bet.number, cause="own"), name)
            bet.number += 1_000  # put down again under another number
        yield self.put(bet, bet.amount, name)

    def put(self, bet: Laid, amount: int, name: str, after: tuple[int, int] = (0, 2)) -> Said:
        """Put an amount down on a bet's place."""
        value = bet.value or bet.amount // bet.count
        count = bet.count if amount == bet.amount else amount // value
        return self.say(
            BetPlaced(
                bet=bet.number,
                seat=bet.seat,
                player=bet.player.name,
                chance=bet.tipo,
                selection=bet.selection or None,
                amount=amount,
                chips=Chips(count=count, value=value),
            ),
            name,
            after=after,
        )

    # --- what is taken and paid ----------------------------------------------------------------

    def settle(self, coup: Coup) -> Telling:
        """Take the lost stakes, then pay the winners."""
        self.plan(coup)
        if coup.void is not None:
            yield self.say(coup.void, coup.name, after=(2, 8))
        if coup.undecided and not coup.payouts:
            return
        taken = [] if coup.undecided else self.taken(coup)
        if taken:
            total = sum(amount for _, amount in taken)
            numbers = tuple(dict.fromkeys(bet.number for bet, _ in taken))
            yield self.say(Collection(amount=total, bets=numbers), coup.name, after=(3, 8))
        if not coup.undecided:
            for bet in coup.bets:
                bet.player.purse -= bet.amount
        if coup.rebuilt is not None:
            yield self.say(coup.rebuilt, coup.name, after=(10, 30))
        if coup.fault is None and coup.payouts and self.rng.randrange(60) == 0:
            coup.later = coup.payouts.pop()  # a player who was away, or a sum to be counted again
        if coup.owing:
            self.hold(coup)
        for payout in coup.payouts:
            yield self.pay(coup, payout)

    def hold(self, coup: Coup) -> None:
        """Keep the last payment back."""

    def pay(self, coup: Coup, payout: Payout) -> Said:
        """Hand a payment over."""
        back = 0 if coup.undecided else payout.stake_returned
        self.players[payout.seat].purse += payout.amount + back
        return self.say(payout, coup.name, after=(1, 5))

    def plan(self, coup: Coup) -> None:
        """Decide who is paid, rightly or as the fault has it."""
        wrong = self.WRONGS[coup.fault] if coup.fault is not None else None
        if coup.void is not None:
            coup.payouts = self.refunds(coup)
        elif not coup.undecided:
            winners = self.winners(coup)
            style = self.rng.choice(self.STYLES) if wrong is None else "line"
            if style == "line":
                if wrong is not None:
                    winners.sort(key=lambda bet: self.RANK.get(bet.tipo, 0))
                coup.payouts = [self.payout(bet, *self.due(bet, coup.result)) for bet in winners]
            else:
                coup.payouts = self.together(winners, coup.result, whole_seat=style == "seat")
            if coup.course == "rebuilt" and winners:
                coup.rebuilt = self.rebuild(self.rng.choice(winners))
        if wrong is not None and wrong.pays is not None:
            wrong.pays(self, coup)

    def rebuild(self, bet: Laid) -> BetReconstructed:
        """Return the mark of a winner as it is put back: by what is known, or by his word."""
        marking = Marking(chance=bet.tipo, selection=bet.selection or None, amount=bet.amount)
        known = self.rng.randrange(3) > 0
        return BetReconstructed(
            bet=bet.number,
            seat=bet.seat,
            player=bet.player.name,
            recorded=marking if known else None,
            claimed=marking,
            taken="recorded" if known else "claimed",
        )

    def taken(self, coup: Coup) -> list[tuple[Laid, int]]:
        """Return the bank's takings: of each bet the part lost and not given back."""
        given: dict[int, int] = {}
        for payout in coup.payouts:
            if len(payout.bets) == 1:
                number = payout.bets[0]
                given[number] = given.get(number, 0) + payout.stake_returned
        alone = all(len(payout.bets) == 1 for payout in coup.payouts)
        found: list[tuple[Laid, int]] = []
        for bet in coup.bets:
            back = given.get(bet.number, 0) if alone else self.due(bet, coup.result)[1]
            given[bet.number] = max(0, back - bet.amount)
            if bet.amount > back:
                found.append((bet, bet.amount - back))
        return found

    def winners(self, coup: Coup) -> list[Laid]:
        """Return the bets that win something, in the order of payment: by chance, or by player."""
        won = [bet for bet in coup.bets if any(self.due(bet, coup.result))]
        if not self.BY_PLAYER or self.rng.randrange(2):
            return sorted(won, key=lambda bet: (self.rank(bet), bet.seat, bet.number))
        first: dict[int, int] = {}
        for bet in won:
            first[bet.seat] = min(self.rank(bet), first.get(bet.seat, len(self.RANK)))
        return sorted(won, key=lambda bet: (first[bet.seat], bet.seat, self.rank(bet), bet.number))

    def rank(self, bet: Laid) -> int:
        """Return a bet's place in the order of payments."""
        return self.RANK.get(bet.tipo, len(self.RANK))

    def payout(self, bet: Laid, prize: int, back: int, seat: int | None = None) -> Payout:
        """Return the payment of a bet."""
        return Payout(
            seat=bet.seat if seat is None else seat,
            amount=prize,
            bets=(bet.number,),
            stake_returned=back,
            player=bet.player.name if seat in (None, bet.seat) else None,
            announced=prize,
        )

    def together(self, winners: Sequence[Laid], result: str, *, whole_seat: bool) -> list[Payout]:
        """Return one payment a player, who gets all his prizes at one go."""
        payouts: list[Payout] = []
        for seat in dict.fromkeys(bet.seat for bet in winners):
            mine = [bet for bet in winners if bet.seat == seat]
            due = [self.due(bet, result) for bet in mine]
            payouts.append(
                Payout(
                    seat=seat,
                    amount=sum(prize for prize, _ in due),
                    bets=() if whole_seat else tuple(bet.number for bet in mine),
                    stake_returned=sum(back for _, back in due),
                    player=mine[0].player.name,
                )
            )
        return payouts

    def refunds(self, coup: Coup) -> list[Payout]:
        """Return every stake of a void round to its bettor."""
        return [self.payout(bet, 0, bet.amount) for bet in coup.bets]

    # --- what must be found --------------------------------------------------------------------

    def plant_payment(self, coup: Coup, bet: Laid, paid: int, result: str | None = None) -> None:
        """Plant the finding of a bet paid an amount; nothing if that amount is due."""
        result = coup.result if result is None else result
        due = sum(self.due(bet, result))
        if paid == due:
            return
        code = "PAY-NONE" if not paid else self.PAY if due else self.lost_code(bet, result)
        self.plant_bet(coup, code, bet, due=due, paid=paid)

    def plant_bet(self, coup: Coup, code: str, bet: Laid, **more: Any) -> None:
        """Plant a finding about a bet."""
        assert coup.fault is not None
        self.plant(coup.fault, code, coup.name, seat=bet.seat, bet=bet.number, **more)

    def plant_round(self, coup: Coup, code: str, **more: Any) -> None:
        """Plant a finding about the round."""
        assert coup.fault is not None
        self.plant(coup.fault, code, coup.name, **more)

    # --- what is going to happen ---------------------------------------------------------------

    def draw(self, name: str, fault: str | None) -> Coup:
        """Return a coup in which the fault can be made; an honest one where none comes."""
        wrong = self.WRONGS[fault] if fault is not None else None
        for _ in range(TRIES):
            coup = Coup(name, self.bets(), self.a_result(), fault)
            if wrong is None:
                coup.course = self.a_course(coup)
                break
            self.numbered(coup.bets)
            if wrong.fits(self, coup):
                break
        else:
            assert fault is not None
            self.put_off(fault)
            coup = Coup(name, self.bets(), self.a_result())
        self.numbered(coup.bets)
        return coup

    def numbered(self, bets: Iterable[Laid]) -> None:
        """Give each bet its number within the round, unless it has one."""
        for number, bet in enumerate(bets, 1):
            bet.number = bet.number or number

    def bets(self) -> list[Laid]:
        """Return the bets that the players are going to lay."""
        bets: list[Laid] = []
        for seat in sorted(self.players):
            player = self.players[seat]
            mine: dict[tuple[str, str], Laid] = {}
            for _ in range(self.rng.choice(self.DEAL_MANY)):
                bet = self.a_bet(player)
                if self.fits_beside(bet, mine.values()):
                    mine.setdefault((bet.tipo, bet.selection), bet)
            while sum(bet.amount for bet in mine.values()) > player.purse:
                mine.popitem()
            bets += mine.values()
        self.rng.shuffle(bets)
        return bets

    def fits_beside(self, bet: Laid, mine: Iterable[Laid]) -> bool:
        """Tell whether a player may lay a bet beside those he has laid."""
        del bet, mine
        return True

    def someone(self) -> Player:
        """Return a player chosen by chance."""
        return self.players[self.rng.choice(sorted(self.players))]
