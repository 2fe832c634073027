"""Macau's five-card poker: a table from jogada to jogada, and a jogada in its course.

Forty cards, one of them closed; everything goes anticlockwise from the dealer's right. Entry and
initial commission (A6 to A8), four lanços (A10), capital restored after a jogada (A6), a deck for
ten jogadas (A2).

A faulty jogada is told by a script: the first bets the least, all accept, later all pass, but where
the fault asks for something else. So what follows from the fault is known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from typing_extensions import override

from ledger.events.outcomes import (
    Announcement,
    CardBurned,
    CardDealt,
    CardExposed,
    DeckCut,
    DeckShuffled,
    HandShown,
)
from ledger.events.rounds import (
    BetPlaced,
    Commission,
    Decision,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    TurnGiven,
)
from ledger.events.seats import PlayerLeft, PlayerSeated, StackDeclared
from ledger.events.tables import ChipsSold, EquipmentChanged, TableOpened
from ops.simulator.games.poker.betting import Division, Sitting, Stakes, divide, evenly
from ops.simulator.games.poker.hands import Value, macau
from ops.simulator.games.poker.poquer_macau_5_cartas.shown import shown
from ops.simulator.games.poker.table import trust
from ops.simulator.kit.cards import shuffled
from ops.simulator.parties.fault import Occasion
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.table import RECORDS, Table
from ops.simulator.parties.terminal import Said

PROFILE: Final = "mo-1985@1"
CURRENCY: Final = "MOP"
ENTRY: Final = 2_000
CAPITAL: Final = 200_000
LEAST: Final = 50_000
"""Below which a capital must be restored after the jogada (A6)."""
MINIMUM: Final = 1_000
"""The table's least first bet of a lanço."""
PLACES: Final = 7
DECK_FOR: Final = 10
PERCENT: Final = 4
FOR_FAULTS: Final = 4
"""Players enough for every fault."""
STAY: Final = 3
"""Players below which nobody leaves."""
PERSON: Final = 30

DESISTIR: Final = "desistir"
PASSAR: Final = "passar"
APOSTAR: Final = "apostar"
ACEITAR: Final = "aceitar"
ELEVAR: Final = "elevar"
REDOBRAR: Final = "redobrar"

PHYSICAL: Final = "physical"

Act = tuple[str, int]
Script = dict[tuple[int, int], Act]
"""Lanço and number of the word in it, to what is done otherwise than is usual."""


@dataclass
class Jogada(Stakes):
    """A jogada: players, cards, script, lanço, and its fault."""

    cards: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    """By seat: open, chave, open, open, open."""
    deck: list[str] = field(default_factory=list[str])
    course: str = ""
    script: Script | None = None
    """What is done otherwise than by betting the least and accepting; None: as players like."""
    lanco: int = 0
    speaker: Sitting | None = None
    """Whose word it is."""
    number: int = 0
    """Of the word in the lanço."""
    order: list[Sitting] = field(default_factory=list[Sitting])
    """Who speaks before whom while nobody has bet."""
    before: int = 0
    """The last bet or extra: the least that a raise must be."""
    passed: set[int] = field(default_factory=set[int])
    bets: int = 0
    initial: int = 0
    lowest: dict[int, int] = field(default_factory=dict[int, int])
    ended: bool = False

    @property
    def at(self) -> tuple[int, int]:
        """The lanço and the number of the word in it."""
        return self.lanco, self.number

    @property
    def speaking(self) -> Sitting:
        """The player whose word it is, within a lanço."""
        assert self.speaker is not None
        return self.speaker


class MacauTable(Table):
    """A table of Macau's five-card poker."""

    BANKED: ClassVar[bool] = False
    ADMITTED: ClassVar[str | None] = PROFILE
    EARNS_IN: ClassVar[str | None] = CURRENCY

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up without players."""
        super().__init__(where, faults)
        self.sitting: dict[int, Sitting] = {}
        self.short: set[int] = set()
        """Whose capital fell below the least in the last jogada."""
        self.left_with: dict[int, int] = {}
        """By seat, the capital with which the last jogada ended."""
        self.used = 0
        """Jogadas for which the deck was used."""
        self.kept = 0
        """Whose capital is not restored, against the rules; 0: nobody's."""
        self.falls = False
        """Whether somebody is to lose nearly all, so that his capital has to be restored."""
        self.given_up: set[int] = set()
        """Places that must be empty before the next jogada."""
        self._came = self._deck = 0

    # --- from jogada to jogada -----------------------------------------------------------------

    @override
    def opening(self) -> TableOpened:
        return TableOpened(
            profile=PROFILE,
            game="poquer_macau_5_cartas",
            options={
                "entrada": ENTRY,
                "comissao_inicial": "jogada",
                "aposta_minima": MINIMUM,
            },
            currency=CURRENCY,
            records=RECORDS,
            seats=PLACES,
            count=self.float,
            counted_by=self.counters,
        )

    @override
    def open(self) -> Telling:
        yield from super().open()
        self.used = DECK_FOR + 1  # of another opening: it is changed whatever else is wrong
        self.short = set()
        for _ in range(self.rng.randrange(4, 7)):
            yield from self.arrive()

    @override
    def close(self) -> Telling:
        for seat in sorted(self.sitting):
            yield from self.leave(seat)
        yield from super().close()

    @override
    def between(self) -> Telling:
        """Let people come and go, and everybody have enough where a fault is coming."""
        due = min((one for one in self.faults if one <= self.occasion + 1), default=None)
        self.kept = 0
        yield from self.at("coming", Occasion(None if due is None else self.faults[due]))
        yield from self._come_and_go()
        for seat in sorted(self.given_up & {*self.sitting}):
            yield from self.leave(seat)
        self.given_up.clear()
        if due is not None:
            yield from self._make_ready()

    def _make_ready(self) -> Telling:
        """Let some play, but not all that may, and everybody have the whole capital."""
        while len(self.sitting) < FOR_FAULTS:
            yield from self.arrive()
        while len(self.sitting) > PLACES - 1:
            yield from self.leave(min(self.sitting))
        for player in self.sitting.values():
            if player.cave < CAPITAL and player.seat != self.kept:
                yield from self.restore(player)

    def _come_and_go(self) -> Telling:
        """Between two jogadas players come, go and restore their capital; a deck is changed."""
        yield from super().between()
        for seat in sorted(self.short):
            player = self.sitting.get(seat)
            if player is None or player.cave >= CAPITAL:
                continue
            if len(self.sitting) > STAY and self.rng.randrange(3) == 0:
                yield from self.leave(seat)
            else:
                yield from self.restore(player)
        self.short = set()
        whim = self.rng.randrange(PERSON)
        if len(self.sitting) < STAY or (whim < 2 and len(self.sitting) < PLACES):  # noqa: PLR2004 - likewise
            yield from self.arrive()
        elif whim == 2 and len(self.sitting) > STAY:  # noqa: PLR2004 - one in so many
            yield from self.leave(self.rng.choice(sorted(self.sitting)))

    def arrive(self, seat: int = 0, capital: int = 0, name: str = "") -> Telling:
        """Let somebody sit down with a capital."""
        self._came += 1
        free = [one for one in range(1, PLACES + 1) if one not in self.sitting]
        capital = capital or self.rng.choice((CAPITAL, CAPITAL, 300_000, 500_000))
        player = Sitting(
            seat or self.rng.choice(free), name or f"{self.badge}-j{self._came}", capital
        )
        self.sitting[player.seat] = player
        yield self.say(PlayerSeated(seat=player.seat, player=player.name), after=(1, 10))
        yield self.sell(player, capital)
        declared = StackDeclared(seat=player.seat, amount=capital, why="capital", added=capital)
        yield self.say(declared)

    def leave(self, seat: int) -> Telling:
        """Let somebody leave, with his chips."""
        player = self.sitting.pop(seat)
        self.short.discard(seat)
        yield self.say(PlayerLeft(seat=seat, player=player.name, cause="own"), after=(1, 5))

    def restore(self, player: Sitting, capital: int = CAPITAL) -> Telling:
        """Let a capital be restored (A6)."""
        more = capital - player.cave
        player.cave = capital
        yield self.sell(player, more)
        yield self.say(
            StackDeclared(seat=player.seat, amount=capital, why="capital_reposto", added=more)
        )

    def sell(self, player: Sitting, amount: int) -> Any:
        """Sell chips for cash."""
        return self.say(
            ChipsSold(amount=amount, means="cash", seat=player.seat, player=player.name),
            after=(3, 8),
        )

    def shuffle(self, *, used: int = DECK_FOR, cuts: tuple[int, ...] = ()) -> Telling:
        """Bring in another deck when it is due, shuffle it, and let a player or two cut it (A2)."""
        if self.used >= used:
            old, self._deck, self.used = self._deck, self._deck % 9 + 1, 0
            yield self.say(
                EquipmentChanged(
                    item="deck",
                    id=f"{self.badge}-baralho-{self._deck}",
                    replaced=f"{self.badge}-baralho-{old}" if old else None,
                    reason="rounds" if old else "opening",
                    count=1,
                )
            )
        self.used += 1
        yield self.say(DeckShuffled(method="box", decks=1), after=(5, 10))
        sizes = cuts or tuple(self.rng.randrange(6, 20) for _ in range(self.rng.randrange(3)))
        for seat, size in zip(sorted(self.sitting), sizes, strict=False):
            yield self.say(DeckCut(by=seat, side=size))

    # --- a jogada ------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        occasion = Occasion(self.take_fault(), self.round_id(number))
        yield from self.at("before", occasion)
        used = self.instead("deck-for", occasion, DECK_FOR)
        yield from self.shuffle(used=used, cuts=self.instead("cuts", occasion, ()))
        jogada = self.prepare_jogada(occasion.name)
        if occasion.fault is not None:
            jogada.course, jogada.fault = "", occasion.fault
            jogada.script = self.instead("script", jogada, Script())
            self.WRONGS[jogada.fault].fits(self, jogada)
        elif self.falls:
            jogada.course, jogada.script = "", self._fall(jogada)
        self.falls = False
        yield from self.play_jogada(jogada)

    def _fall(self, jogada: Jogada) -> Script:
        """Return a script by which who speaks first bets nearly all, and another accepts."""
        first = max(jogada.players, key=lambda one: shown(jogada.cards[one.seat][:1]))
        bet = max(MINIMUM, first.cave - ENTRY - LEAST // 2)
        folds = {(1, number): (DESISTIR, 0) for number in range(2, 2 * PLACES)}
        return {(1, 0): (APOSTAR, bet), (1, 1): (ACEITAR, 0), **folds}

    def prepare_jogada(self, name: str) -> Jogada:
        """Return a jogada in which nothing is wrong."""
        players = [self.sitting[seat] for seat in sorted(self.sitting, reverse=True)]
        deck = [card for card in shuffled(self.rng) if card[0] not in "234"]
        jogada = Jogada(players, name=name, deck=deck)
        for player in players:
            jogada.cards[player.seat] = [deck.pop() for _ in range(5)]
            player.luck = trust(self.rng, jogada.cards[player.seat][:3])
            player.before = jogada.lowest[player.seat] = player.cave
        whim = self.rng.randrange(120)
        jogada.course = {0: "key", 1: "void"}.get(whim, "")
        return jogada

    def play_jogada(self, jogada: Jogada) -> Telling:
        """Tell a jogada from its opening to its close."""
        name = jogada.name
        seats = tuple(one.seat for one in jogada.players)
        yield self.say(RoundOpened(seats=seats, mode=self.instead("mode", jogada, PHYSICAL)), name)
        yield from self.at("opened", jogada)
        yield from self.enter(jogada)
        yield from self.instead("first-deal", jogada, self.first_deal(jogada))
        yield from self.at("first-dealt", jogada)
        if jogada.course == "void":
            yield from self.void(jogada)
        else:
            yield from self.instead("lancos", jogada, self.lancos(jogada))
            if not jogada.ended:
                yield from self.end(jogada)
        yield self.say(RoundClosed(), name)
        self.left_with = {one.seat: one.cave for one in jogada.players}
        if not jogada.ended:
            self.short = {seat for seat, cave in jogada.lowest.items() if cave < LEAST}

    def enter(self, jogada: Jogada) -> Telling:
        """Have the bolo de entrada made, and the initial commission taken out of it (A6, A8)."""
        first, *others = jogada.players
        yield from self.instead("first-entry", jogada, self._entries(jogada, [first]))
        yield from self._entries(jogada, others)
        yield from self.instead("initial", jogada, self.take_initial(jogada))
        yield from self.at("entered", jogada)

    def _entries(self, jogada: Jogada, players: Sequence[Sitting]) -> Telling:
        for player in players:
            yield self.entry(jogada, player, ENTRY)

    def entry(self, jogada: Jogada, player: Sitting, chips: int, **more: Any) -> Any:
        """Have an entry put in."""
        self.put(jogada, player, chips)
        jogada.bets += 1
        return self.say(
            BetPlaced(bet=jogada.bets, seat=player.seat, chance="entrada", amount=chips, **more),
            jogada.name,
        )

    def put(self, jogada: Jogada, player: Sitting, chips: int) -> None:
        """Move chips into the bolo."""
        jogada.take(player, chips)
        seat = player.seat
        jogada.lowest[seat] = min(jogada.lowest.get(seat, player.cave), player.cave)

    def take_initial(self, jogada: Jogada, amount: int = ENTRY) -> Telling:
        """Take the initial commission (A8)."""
        jogada.initial += amount
        yield self.say(Commission(amount=amount, mode="initial"), jogada.name)

    def first_deal(self, jogada: Jogada) -> Telling:
        """Put a card aside, deal an open card and the chave to each (A2, A10 a)."""
        yield self.put_aside(jogada)
        yield from self.deal_two(jogada, jogada.players)
        if jogada.course == "key" and len(jogada.players) > STAY:
            yield from self.reveal(jogada, self.rng.choice(jogada.players))

    def put_aside(self, jogada: Jogada) -> Said:
        """Return that the first card is put aside."""
        return self.say(CardBurned(cause="opening"), jogada.name)

    def deal_two(self, jogada: Jogada, players: Sequence[Sitting]) -> Telling:
        """Deal an open card and the chave to each, in this order."""
        for index in (0, 1):
            for player in players:
                yield self.card(jogada, player.seat, index)

    def reveal(self, jogada: Jogada, player: Sitting) -> Telling:
        """Turn a chave by mistake: its hand is out, and its entry goes back (A11 d)."""
        seat = player.seat
        card = jogada.cards[seat][1]
        exposed = CardExposed(of="key", seat=seat, card=card, index=2, by="dealer")
        yield self.say(exposed, jogada.name)
        jogada.out.add(seat)
        jogada.back[seat] = jogada.put.pop(seat)

    def card(self, jogada: Jogada, seat: int, index: int) -> Any:
        """Tell that a card was dealt."""
        card = jogada.cards[seat][index]
        dealt = CardDealt(to="seat", seat=seat, card=card, index=index + 1, open=index != 1)
        return self.say(dealt, jogada.name, after=(0, 1))

    # --- lanços --------------------------------------------------------------------------------

    def lancos(self, jogada: Jogada) -> Telling:
        """Play the four lanços, with a card to each before all but the first (A10)."""
        for number in range(1, 5):
            jogada.lanco = number
            if number > 1:
                first = next(one for one in jogada.order if one in jogada.live)
                for player in jogada.ring(first):
                    if player in jogada.live:
                        yield self.card(jogada, player.seat, number)
            jogada.begin()
            jogada.before, jogada.passed = 0, set()
            jogada.order = sorted(
                jogada.live, key=lambda one: shown(self.open_cards(jogada, one)), reverse=True
            )
            yield from self.at("lanco", jogada)
            yield from self.instead("speak", jogada, self.speak(jogada))
            if len(jogada.live) <= 1:
                return

    def open_cards(self, jogada: Jogada, player: Sitting) -> list[str]:
        """Return a player's open cards so far."""
        cards = jogada.cards[player.seat]
        return [cards[0], *cards[2 : jogada.lanco + 1]]

    def next_to_speak(self, jogada: Jogada, after: Sitting | None) -> Sitting | None:
        """Return whose word it is: by cards while nobody has bet, then by seat (A10 c)."""
        able = jogada.able
        if len(jogada.live) <= 1:
            return None
        if not jogada.level:
            waiting = [one for one in jogada.order if one in able and one.seat not in jogada.asked]
            return waiting[0] if waiting and len(able) > 1 else None
        assert after is not None
        ring = jogada.ring(after)
        for one in ring[1:] + ring[:1]:
            if one in able and one.seat not in jogada.asked:
                return one
        return None

    def speak(self, jogada: Jogada) -> Telling:
        """Ask everybody until the stakes are equal."""
        player, jogada.number = self.next_to_speak(jogada, None), 0
        if player is not None and self.rng.randrange(2):
            given = TurnGiven(seat=player.seat, street=jogada.lanco, reason="carta_aberta")
            yield self.say(given, jogada.name)
        while player is not None:
            jogada.speaker = player
            act = self.scripted(jogada) or self.choose(jogada, player)
            act = self.instead("act", jogada, act)
            yield from self.instead("word", jogada, self.word(jogada, player, act))
            jogada.number += 1
            player = self.next_to_speak(jogada, player)

    def scripted(self, jogada: Jogada) -> Act | None:
        """Return the script's word; None in a jogada without a script."""
        if jogada.script is None:
            return None
        usual = (ACEITAR, 0) if jogada.level else (PASSAR, 0)
        if jogada.lanco == 1 and not jogada.level:
            usual = (APOSTAR, MINIMUM)
        return jogada.script.get(jogada.at, usual)

    def choose(self, jogada: Jogada, player: Sitting) -> Act:
        """Decide as a player does."""
        whim, missing = self.rng.random(), jogada.missing(player)
        if not jogada.level:
            bold = 0.9 if jogada.lanco == 1 else 0.15 + 0.4 * player.luck
            if whim < bold:
                return APOSTAR, self._size(player.cave, MINIMUM)
            return (DESISTIR if jogada.lanco == 1 else PASSAR), 0
        price = missing / (jogada.pot + missing)
        may = player.seat not in jogada.passed and player.cave > missing
        if may and whim > 1.04 - 0.2 * player.luck:
            word = ELEVAR if jogada.repiques == 0 else REDOBRAR
            return word, self._size(player.cave - missing, jogada.before)
        if whim < 1.4 * (1 - player.luck) * (0.3 + price):
            return DESISTIR, 0
        return ACEITAR, 0

    def _size(self, left: int, least: int) -> int:
        """Return a bet of at least ``least``, or all that is left."""
        chips = least * self.rng.choice((1, 1, 2, 3, 5))
        if self.rng.randrange(20) == 0:
            chips = left
        return min(left, chips)

    def word(self, jogada: Jogada, player: Sitting, act: Act) -> Telling:
        """Let a player say his word, and put in what goes with it."""
        yield self.act(jogada, player, act)
        if not player.cave and act[1] >= 0 and player in jogada.live:
            short = Announcement(what="capital_desfalcado", seat=player.seat, by="dealer")
            yield self.say(short, jogada.name)

    def act(
        self, jogada: Jogada, player: Sitting, act: Act, after: tuple[int, int] = (2, 20)
    ) -> Any:
        """Let a player say his word."""
        word, extra = act
        chips = 0
        if word == DESISTIR:
            jogada.out.add(player.seat)
        elif word == PASSAR:
            jogada.passed.add(player.seat)
        elif word == ACEITAR:
            chips = min(jogada.missing(player), player.cave)
        else:
            chips = jogada.missing(player) + extra
            jogada.repiques += jogada.level > 0
            jogada.level += extra
            jogada.before = extra
            jogada.asked = set()
        self.put(jogada, player, chips)
        jogada.asked.add(player.seat)
        return self.say(
            Decision(seat=player.seat, action=word, added=chips), jogada.name, after=after
        )

    # --- the end -------------------------------------------------------------------------------

    def division(
        self, jogada: Jogada, fee: int | None = None, initial: int | None = None
    ) -> Division:
        """Divide the bolo, with the commissions that are due or others (A4, A8, A9)."""
        values: dict[int, Value] = {}
        if len(jogada.live) > 1:
            values = {one.seat: macau(jogada.cards[one.seat]) for one in jogada.live}
        jogada.loose = -(jogada.initial if initial is None else initial)

        def taken(pot: int) -> int:
            return pot * PERCENT // 100 if fee is None else fee

        return divide(jogada, values, taken, 1, evenly)

    def end(self, jogada: Jogada) -> Telling:
        """Turn the chaves, take the commission and deliver the bolo (A9, A10 e)."""
        live = jogada.live
        if len(live) > 1:
            best = max(live, key=lambda one: shown(self.open_cards(jogada, one))[0])
            ring = jogada.ring(best)
            for player in ring[1:] + ring[:1]:
                if player in live:
                    cards = tuple(jogada.cards[player.seat])
                    yield self.say(HandShown(seat=player.seat, cards=cards), jogada.name)
        division = self.instead("division", jogada, self.division(jogada))
        yield from self.deliver(jogada, division)

    def deliver(self, jogada: Jogada, division: Division) -> Telling:
        """Take the commission and hand over the rest."""
        if division.fee:
            yield self.say(Commission(amount=division.fee, mode="cagnotte"), jogada.name)
        jogada.division = division
        payouts = self.instead("payouts", jogada, self.payouts(jogada, division))
        for payout in payouts:
            yield self.pay(jogada, payout)

    def payouts(self, jogada: Jogada, division: Division) -> list[Payout]:
        """Return the payments: one a bolo and winner; entries and uncalled bets that go back."""
        left = dict(division.returned)
        entries = {seat: left.pop(seat) for seat in jogada.back}
        made = [
            Payout(
                seat=part.seat,
                amount=part.amount - fee,
                pot=part.pot,
                returned=left.pop(part.seat, 0),
            )
            for part, fee in zip(division.parts, division.taken, strict=True)
        ]
        made += [Payout(seat=seat, amount=0, returned=more) for seat, more in left.items()]
        return made + [
            Payout(seat=seat, amount=0, stake_returned=more) for seat, more in entries.items()
        ]

    def pay(self, jogada: Jogada, payout: Payout) -> Any:
        """Hand over a payment."""
        player = self.sitting[payout.seat]
        player.cave += payout.amount + payout.stake_returned + payout.returned
        return self.say(payout, jogada.name, after=(1, 5))

    def void(self, jogada: Jogada, cause: str = "baralho_incompleto") -> Telling:
        """Give everything back, commissions too: the deck was incomplete (A1)."""
        jogada.ended = True
        yield self.say(RoundVoided(cause=cause, rule="M5 A1"), jogada.name, after=(5, 10))
        yield self.say(Commission(amount=-jogada.initial, mode="initial"), jogada.name)
        for player in jogada.players:
            chips = player.before - player.cave
            if chips:
                yield self.pay(jogada, Payout(seat=player.seat, amount=0, stake_returned=chips))

    # --- what must be found --------------------------------------------------------------------

    def note(
        self, jogada: Jogada, code: str, seat: int | None = None, amount: int | None = None
    ) -> None:
        """Plant a finding about a jogada, with the sum that differs."""
        money = {} if amount is None else {"due": 0, "paid": amount}
        self.plant(jogada.fault, code, jogada.name, seat=seat, **money)
