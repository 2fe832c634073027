"""A table at which players sit against a house hand, and a jackpot fed by side bets.

The course of a jogada is told here, from the bets to the cards' collection; a game says what is
dealt, what a hand is worth, and what the jackpot pays. ``stud_poker`` and ``poquer_sem_descarte``
are such games.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeVar

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.jackpots import AwardPaid, BaseFunded, DisplayRead, PoolOpened
from ledger.events.outcomes import CardsCollected, HandShown
from ledger.events.rounds import (
    BetPlaced,
    BetsOpened,
    BetWithdrawn,
    Collection,
    Decision,
    Payout,
    RoundClosed,
    RoundOpened,
)
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import ChipsSold, EquipmentChanged, TableOpened
from ledger.roles import Binding, Role
from ops.simulator.games.house_cards.jogada import Jogada, Player, Prizes
from ops.simulator.kit.cards import DECK
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.pools import BET, Pool
from ops.simulator.parties.table import CURRENCY, PROFILE, RECORDS, Table
from ops.simulator.parties.terminal import Said, Terminal

HAND: Final = 5
FEWEST: Final = 3
"""Players in a jogada, at the least."""
STAKES: Final = (500, 500, 1_000, 1_000, 1_500, 2_500, 5_000, 12_500)
JogadaT = TypeVar("JogadaT", bound=Jogada)
Value = TypeVar("Value")


@dataclass
class Guest:
    """A guest at a place."""

    name: str
    purse: int = 0
    idle: int = 0
    """Rounds in a row without a bet."""


class Seated(Table, Generic[JogadaT]):
    """Seats, purses, the chips on the cloth in a round, and a pool that is the table's own."""

    PLACES: ClassVar[int] = 7
    BOUGHT: ClassVar[int] = 50_000
    PACKS: ClassVar[tuple[str, int]]
    """The id of the table's packs, and how many they are."""
    JACKPOT: ClassVar[str]
    """The chance of a chip on the jackpot."""
    GOES_ON_BY: ClassVar[tuple[str, str]]
    """The chance of the second bet, and the decision that lays it."""
    SITS_OUT: ClassVar[int]
    """A player sits a jogada out in one of so many, where enough are left."""
    CAP: ClassVar[int | None] = None
    """The most that the house pays in prizes in one jogada, where the rules set a limit."""
    RIGGED: ClassVar[tuple[tuple[int, int, tuple[str, ...]], ...]]
    """In one jogada of each span these hands are dealt to players who bet on the jackpot."""

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
        """The stakes of the round that were not withdrawn."""
        self.given: int = 0
        """The payments of the round."""
        self._numbers: dict[int, int] = {}
        """Bet of the round to its amount."""
        self.still_wrong: dict[str, tuple[str, dict[str, Any]]] = {}
        """Findings that come again at every opening: code to fault and fields of ``Planted``."""
        self._rigged: dict[int, tuple[str, ...]] = {
            self.rng.randint(first, last): hands for first, last, hands in self.RIGGED
        }

    def terms(self) -> PoolOpened:
        """Return the terms of the pool of its own."""
        raise NotImplementedError

    # --- what a game gives ---------------------------------------------------------------------

    def options(self) -> dict[str, Any]:
        """Return the options with which the table opens."""
        raise NotImplementedError

    def changes(self) -> Telling:
        """Let guests leave, and packs be changed, between two jogadas."""
        raise NotImplementedError

    def jogada(
        self, players: list[Player], bank: list[str], name: str, fault: str | None
    ) -> JogadaT:
        """Return a jogada of these players and this house hand."""
        raise NotImplementedError

    def hand_of(self, name: str, left: Sequence[str]) -> list[str]:
        """Return five of the cards left that make a combination."""
        raise NotImplementedError

    def goes(self, cards: Sequence[str], shown: str) -> bool:
        """Decide for a player whether he goes on, beside the house's open card."""
        raise NotImplementedError

    def special(self, jogada: JogadaT, hands: Sequence[str]) -> None:
        """Let an event happen in an honest jogada that the rules provide for."""
        raise NotImplementedError

    def take_bets(self, jogada: JogadaT) -> Telling:
        """Shuffle, take the bets, and close them."""
        raise NotImplementedError

    def deal(self, jogada: JogadaT) -> Telling:
        """Deal the cards."""
        raise NotImplementedError

    def void(self, jogada: JogadaT) -> Telling:
        """Void a jogada for an error of the deal."""
        raise NotImplementedError

    def decide(self, jogada: JogadaT) -> Telling:
        """Let each player go on or give up."""
        raise NotImplementedError

    def settle(self, jogada: JogadaT) -> Telling:
        """Compare the hands, take and pay."""
        raise NotImplementedError

    def awards(self, jogada: JogadaT) -> Telling:
        """Pay the jackpot."""
        raise NotImplementedError

    def seats(self) -> list[int]:
        """Return the seats whose guests may bet."""
        return sorted(self.guests)

    def may_sit_out(self, guest: Guest) -> bool:
        """Tell whether a guest may sit a jogada out."""
        del guest
        return True

    def over(self, jogada: JogadaT) -> None:
        """Count the guests who did not bet in a jogada that is over."""
        betting = {player.seat for player in jogada.players}
        for seat, guest in self.guests.items():
            guest.idle = 0 if seat in betting else guest.idle + 1

    # --- faults --------------------------------------------------------------------------------

    def note(self, jogada: Jogada, code: str, due: int, paid: int, bet: int | None = None) -> None:
        """Plant a finding at the target's seat."""
        assert jogada.fault is not None
        seat = jogada.at.seat
        self.plant(jogada.fault, code, jogada.name, seat=seat, bet=bet, due=due, paid=paid)

    def at_seat(self, moment: str, jogada: JogadaT, player: Player) -> Telling:
        """Ask the jogada's fault at a moment, if the player is its target."""
        if jogada.target is not None and jogada.target.seat == player.seat:
            yield from self.at(moment, jogada)

    def instead_at(self, moment: str, jogada: JogadaT, player: Player, right: Value) -> Value:
        """Return the fault's value in place of the right one, if the player is its target."""
        if jogada.target is not None and jogada.target.seat == player.seat:
            return self.instead(moment, jogada, right)
        return right

    # --- the pool ------------------------------------------------------------------------------

    @override
    def sources(self) -> dict[str, Binding]:
        people = {
            self.finance.source: Binding(role=Role.FINANCE),
            self._director: Binding(role=Role.DIRECTOR),
        }
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

    # --- the day -------------------------------------------------------------------------------

    @override
    def opening(self) -> TableOpened:
        return TableOpened(
            profile=PROFILE,
            game=self.GAME,
            options=self.options(),
            currency=CURRENCY,
            records=RECORDS,
            seats=self.PLACES,
            count=self.float,
            counted_by=self.counters,
        )

    @override
    def open(self) -> Telling:
        yield from super().open()
        packs, count = self.PACKS
        yield self.say(EquipmentChanged(item="deck", id=packs, reason="opening", count=count))
        for _ in range(4):
            yield from self.arrive()

    @override
    def between(self) -> Telling:
        """Players come and go; now and then somebody reads the display."""
        yield from super().between()
        if len(self.guests) < self.PLACES and self.rng.randrange(8) == 0:
            yield from self.arrive()
        yield from self.changes()
        if self.rng.randrange(10) == 0:
            read = DisplayRead(pool=self.pool.terms.pool, amount=self.pool.balance, why="daily")
            yield self.say(read, after=(1, 3))

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

    # --- a jogada ------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        """Play one jogada."""
        name = self.round_id_now = self.round_id(number)
        coming = self.jogada([], [], name, self.take_fault())
        yield from self.at("before", coming)
        jogada = self._draw(coming)
        self.last_bet = self.laid = self.given = 0
        self._numbers.clear()
        yield from self._buy_in(jogada)
        tray = self.float
        yield self.say(RoundOpened(), name)
        yield self.say(BetsOpened(), name)
        yield from self.take_bets(jogada)
        yield from self.deal(jogada)
        if jogada.void:
            yield from self.void(jogada)
        else:
            yield from self.decide(jogada)
            yield from self.settle(jogada)
            yield from self.at("settled", jogada)
            yield from self.awards(jogada)
        yield from self.instead("collect", jogada, self.collect_cards(jogada))
        yield self.say(RoundClosed(), name)
        self.float = tray + self.laid - self.given
        yield from self.at("after", jogada)
        self.over(jogada)

    def collect_cards(self, jogada: JogadaT) -> Telling:
        """Take all cards away."""
        yield self.say(CardsCollected(into="discard"), jogada.name, after=(2, 4))

    def _buy_in(self, jogada: JogadaT) -> Telling:
        """Let players buy chips who have too few for their bets."""
        for player in jogada.players:
            guest = self.guests.get(player.seat)
            if guest is not None and guest.purse < 3 * player.stake + BET:
                yield self.buy(player.seat, 4 * player.stake + self.BOUGHT)

    def _draw(self, coming: JogadaT) -> JogadaT:
        """Return a jogada in which the fault can be made."""
        hands = self.instead("hands", coming, self._rigged.get(self.occasion, ()))
        wrong = self.WRONGS.get(coming.fault or "")
        while True:
            jogada = self.jogada(*self._shuffle(hands), coming.name, coming.fault)
            if wrong is None or wrong.fits(self, jogada):
                for player in jogada.players:
                    player.second = player.second or 2 * player.stake
                if jogada.fault is None:
                    self.special(jogada, hands)
                return jogada

    def _shuffle(self, hands: Sequence[str]) -> tuple[list[Player], list[str]]:
        """Let players bet, and deal; hands that are asked for go to who bets on the jackpot."""
        players = self._bettors(max(FEWEST, len(hands)))
        lucky = self.rng.sample(players, min(len(hands), len(players)))
        left = list(DECK)
        for player, hand in zip(lucky, hands, strict=False):
            player.jackpot = True
            player.cards = self.hand_of(hand, left)
            left = [card for card in left if card not in player.cards]
        self.rng.shuffle(left)
        for player in players:
            if not player.cards:
                player.cards, left = left[:HAND], left[HAND:]
        bank = left[:HAND]
        for player in players:
            player.goes = self.goes(player.cards, bank[-1])
        return players, bank

    def _bettors(self, least: int) -> list[Player]:
        """Return the players of a jogada; now and then a guest sits it out."""
        players = [
            Player(
                seat=seat,
                name=self.guests[seat].name,
                stake=self.rng.choice(STAKES),
                jackpot=self.rng.randrange(3) > 0,
            )
            for seat in self.seats()
        ]
        if len(players) > least and self.rng.randrange(self.SITS_OUT) == 0:
            one = self.rng.choice(players)
            if self.may_sit_out(self.guests[one.seat]):
                players.remove(one)
        return players

    # --- the cloth -----------------------------------------------------------------------------

    def put(
        self,
        player: Player,
        tipo: str,
        amount: int,
        name: str,
        *,
        origin: str | None = None,
        by: Player | None = None,
        means: str | None = None,
    ) -> Said:
        """Lay a bet: it may come over from another jogada, or be another player's."""
        self.last_bet += 1
        player.bets[tipo] = self.last_bet
        return self.say(
            BetPlaced(
                bet=self.last_bet,
                seat=player.seat,
                player=(by or player).name,
                chance=tipo,
                amount=amount,
                carried_from=origin,
                by=by.seat if by is not None and by is not player else None,
                means=means,
            ),
            name,
        )

    def go_on(self, player: Player, amount: int, name: str) -> Said:
        """Lay the second bet."""
        tipo, action = self.GOES_ON_BY
        self.last_bet += 1
        player.bets[tipo] = self.last_bet
        said = Decision(seat=player.seat, action=action, bet=self.last_bet, added=amount)
        return self.say(said, name, after=(2, 8))

    @override
    def say(
        self,
        payload: Payload,
        round_id: str | None = None,
        *,
        after: tuple[int, int] = (0, 2),
        approved_by: tuple[str, ...] = (),
    ) -> Said:
        """Return an event; the round's stakes and payments are added up."""
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

    def compare(self, jogada: JogadaT) -> Telling:
        """Show each hand that goes on, and take or pay its bets."""
        due = self.instead("due", jogada, jogada.due())
        whole = (
            self.rng.randrange(3) > 0
            or jogada.fault is not None
            or sum(map(sum, due.values())) == self.CAP
        )
        for player in jogada.going:
            yield self.say(HandShown(seat=player.seat, cards=tuple(player.cards)), jogada.name)
            right = self.pay_or_take(player, due.get(player.seat), jogada.name, whole=whole)
            yield from self.instead_at("payment", jogada, player, right)

    def pay_or_take(
        self, player: Player, prizes: Prizes | None, name: str, *, whole: bool = True
    ) -> Iterator[Said]:
        """Pay a player's prizes, in one sum or bet by bet; take his bets where he has none."""
        if prizes is None:
            yield self.collect(player, name)
        elif whole:
            yield self.pay(player, player.main, sum(prizes), player.staked, name)
        else:
            stakes = player.stake, player.second
            for bet, prize, stake in zip(player.main, prizes, stakes, strict=True):
                yield self.pay(player, (bet,), prize, stake, name)

    def collect(self, player: Player, name: str) -> Said:
        """Take a player's bets on the hand."""
        return self.say(Collection(amount=player.staked, bets=player.main, seat=player.seat), name)

    def pay(
        self,
        player: Player,
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

    def pay_award(
        self, player: Player, bet: int | None, amount: int, award: str, name: str
    ) -> Said:
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
