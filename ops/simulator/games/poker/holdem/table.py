"""A hand with five common cards in four betting turns: what hold'em and Omaha share.

Forced bets (O10 to O12, O17, O18), the deal one by one (R22), flop, turn and rio each after a
burned card (R32 to R36), the showdown (R42), the pots; errors with their remedies (R57, R58) and
misdeals that void the hand (R66).

A faulty hand is told by a script: all equal, nobody bets, but where the fault asks for it; all have
caves that no bet exhausts. So what follows from the fault is known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import (
    CardBurned,
    CardDealt,
    DeckCut,
    DeckShuffled,
    ErrorNoted,
    HandShown,
)
from ledger.events.rounds import (
    BetPlaced,
    Commission,
    Payout,
    PotDeclared,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import DeadMoney
from ledger.events.tables import CagnotteBoxCounted
from ops.simulator.games.poker.betting import MILLION, Division, Sitting, Stakes, divide
from ops.simulator.games.poker.hands import Value
from ops.simulator.games.poker.table import (
    ACOMPANHAR,
    FEE_MAXIMUM,
    IDLE,
    MINIMUM,
    PASSAR,
    RATE,
    Act,
    PokerTable,
    trust,
)
from ops.simulator.kit.cards import shuffled
from ops.simulator.parties.fault import Occasion
from ops.simulator.parties.party import Place, Telling

PHASES: Final = ("flop", "turn", "rio")
OF_PHASE: Final = (3, 1, 1)
SHOWN: Final = (0, 3, 4, 5)
"""Common cards open in each turn."""
EXPOSURES: Final = ("R57d", "R57e", "R57f")
MISDEALS: Final = (
    "ordem_irregular",
    "numero_de_cartas",
    "carta_alheia_vista",
    "cartas_viradas_no_baralho",
    "baralho_incompleto",
    "carta_danificada",
    "cartas_viradas_na_distribuicao",
)
"""R66 a to g."""
WHIMS: Final = 250
"""One hand in so many takes each of the special courses."""
CHOICES: Final = ("R57c", "R57g", "R58e", "R58c", "R66", "R66", *EXPOSURES)
"""Special courses of honest hands: errors with the remedy that the rules give."""


Script = dict[tuple[int, int], Act]
"""Turn and number of the word in it, to what is done otherwise than by equalling and passing."""


@dataclass(frozen=True)
class Forced:
    """A forced bet: its player, name, chips and means of payment."""

    player: Sitting
    word: str
    chips: int
    means: str | None = None
    """Of payment, where it is not chips."""


@dataclass
class Hand(Stakes):
    """A hand: players, deck, cards, script, and its fault."""

    mao: int = 0
    deck: list[str] = field(default_factory=list[str])
    """What is left; the next card is the last."""
    cards: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    board: list[str] = field(default_factory=list[str])
    course: str = ""
    """Which error the pagador makes and remedies."""
    script: Script | None = None
    """What is done otherwise than by equalling and passing; None: as players like."""
    bets: int = 0
    """Bets numbered so far."""
    turn: int = 0
    speaker: Sitting | None = None
    """Whose word it is."""
    number: int = 0
    """Of the word in the turn."""
    act: Act = (PASSAR, 0)
    """What he is going to do."""
    exposed: int = -1
    """Which phase was exposed before its time: 0 the flop."""
    ended: bool = False
    """Void, and closed."""
    paid: set[int] = field(default_factory=set[int])

    @property
    def speaking(self) -> Sitting:
        """The player whose word it is, within a turn."""
        assert self.speaker is not None
        return self.speaker


class HoldemTable(PokerTable):
    """A table of hold'em or Omaha."""

    OWN: ClassVar[int] = 2
    LAST: ClassVar[int] = 3
    """The last betting turn, from 0."""
    COURSES: ClassVar[tuple[str, ...]] = CHOICES
    KEEP: ClassVar[bool] = False
    """Whether equal hands have their own stakes back at the least."""
    TIE: ClassVar[str] = "Ah Kh Kc 7s 2d"
    """Common cards that make nobody's hand better than another's, for a fault."""
    BEST: ClassVar[str] = "Ah Ac 9d 6s 2c"
    """Common cards with which two aces win."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up without players."""
        super().__init__(where, faults)
        self.pending = Occasion(None)
        """A fault of several hands of which the first was played."""
        self.at_count = Occasion(None)
        """What is to be done wrong when the box of the cagnotte is counted."""
        self.findings: list[dict[str, Any]] = []
        """What must be found in the next hand of a fault that is over."""
        self.now = ""
        """The id of the hand that is played."""
        self.back: list[Sitting] = []
        """Who came back for the next hand."""
        self.shared: tuple[int, str] = (0, "")
        """A place that two share, and the second of them."""

    def fresh(self) -> list[str]:
        """Return a shuffled deck; the next card is the last."""
        return shuffled(self.rng)

    def divide(self, hand: Hand, values: Mapping[int, Value], fee: int | None = None) -> Division:
        """Divide a hand's pots, with the fee that is due or another."""

        def taken(pot: int) -> int:
            return self.fee(pot) if fee is None else fee

        return divide(hand, values, taken, MINIMUM, keep=self.KEEP)

    @staticmethod
    def value(own: Sequence[str], board: Sequence[str]) -> Value:
        """Return the value of own cards with the common cards."""
        raise NotImplementedError

    # --- a hand --------------------------------------------------------------------------------

    @override
    def play(self, number: int) -> Telling:
        fault = None if self.prepared is None else self.take_fault()
        occasion = Occasion(fault, self.round_id(number))
        self.now = occasion.name
        yield from self.at("before", occasion)
        hand = self.prepare_hand(occasion)
        if fault is not None or self.pending.fault is not None:
            hand.course, hand.script = "", {}
        if fault is not None and self.pending.fault is None:
            self.make_faulty(hand, fault)
        yield from self.at("hand", self.pending)
        yield from self.play_hand(hand)
        yield from self.at("after", occasion)

    def make_faulty(self, hand: Hand, fault: str) -> None:
        """Let a hand be played by the fault's script, and with its cards."""
        hand.fault = fault
        script = self.instead("script", hand, Script())
        hand.script = {(self.turn_of(turn), at): act for (turn, at), act in script.items()}
        self.WRONGS[fault].fits(self, hand)

    def turn_of(self, turn: int) -> int:
        """Return which turn a script means: its last is the game's."""
        return self.LAST if turn == 3 else turn  # noqa: PLR2004 - of hold'em

    def prepare_hand(self, occasion: Occasion) -> Hand:
        """Return an honest hand; its errors, if any, are remedied by the rules."""
        mao = self.instead("mao", occasion, self.next_mao())
        players = self.players(mao)
        hand = Hand(players, name=occasion.name, mao=mao, deck=self.fresh())
        for player in players:
            player.before = player.cave
            hand.cards[player.seat] = [hand.deck.pop() for _ in range(self.OWN)]
            player.luck = trust(self.rng, hand.cards[player.seat])
        if self.rng.randrange(WHIMS // len(self.COURSES)) == 0:
            hand.course = self.rng.choice(self.COURSES)
        return hand

    @override
    def coming(self) -> str | None:
        """Return the fault that is due at the next occasion; none while another is not over."""
        return None if self.pending.fault is not None else super().coming()

    @override
    def close(self) -> Telling:
        """Close; a fault that wanted more hands of these people begins anew another time."""
        if self.pending.fault is not None:
            self.put_off(self.pending.fault)
            self.pending = Occasion(None)
        yield from super().close()

    @override
    def come_back(self, *, everybody: bool = False) -> Telling:
        self.back = [one for one in self.sitting.values() if one.away == 1]
        yield from super().come_back(everybody=everybody)
        if self.back:
            yield from self.at("back", self.pending)

    @override
    def say(self, payload: Payload, *args: Any, **more: Any) -> Any:
        if isinstance(payload, CagnotteBoxCounted):
            payload = self.instead("count", self.at_count, payload)
        return super().say(payload, *args, **more)

    def play_hand(self, hand: Hand) -> Telling:
        """Tell a hand from its opening to its close, and what follows between hands."""
        seats = tuple(one.seat for one in hand.players)
        yield self.say(RoundOpened(seats=seats, mao=hand.mao, mode=self.mode), hand.name)
        shuffled = DeckShuffled(method="hand", decks=1, times=3, shown=not self.deck_shown)
        self.deck_shown = True
        yield self.say(self.instead("shuffle", hand, shuffled), hand.name, after=(10, 20))
        yield self.say(self.instead("cut", hand, DeckCut(by=self.cutter(hand))), hand.name)
        for finding in self.findings:
            self.plant(round_id=hand.name, **finding)
        self.findings.clear()
        yield from self.at("opened", hand)
        yield from self.force(hand)
        yield from self.at("forced", hand)
        yield from self.deal(hand)
        if hand.course == "R66":
            yield from self.void(hand, self.rng.choice(MISDEALS))
        else:
            yield from self.instead("turns", hand, self.turns(hand))
            yield from self.at("turned", hand)
            if not hand.ended:
                yield from self.at("showdown", hand)
                yield from self.showdown(hand)
        yield self.say(RoundClosed(), hand.name)
        moved = {seat for seat, chips in hand.put.items() if chips} | hand.paid
        if hand.loose:
            moved |= {one.seat for one in hand.players if one.cave != one.before}
        yield from self.after_hand(hand, hand.mao, sorted(moved), void=hand.ended)

    def cutter(self, hand: Hand) -> int | None:  # noqa: ARG002 - by game
        """Return who cuts; None: the pagador alone (R17)."""
        return None

    # --- before the cards ----------------------------------------------------------------------

    def force(self, hand: Hand) -> Telling:
        """Have the forced bets made: what is owed, the pequena, the grande, those of the idle."""
        hand.begin(MINIMUM)
        for player in hand.players:
            owed = min(self.owed(player), player.cave)
            if owed:
                yield from self.make_good(hand, player, owed)
        mao, grande = hand.players[0], hand.players[1]
        for player in hand.players:
            if player is grande or (player.idle or 0) >= IDLE:
                yield from self.post(hand, player, "grande_aposta", MINIMUM)
            elif player is mao:
                yield from self.post(hand, player, "pequena_aposta", MINIMUM // 2)

    def make_good(self, hand: Hand, player: Sitting, owed: int) -> Telling:
        """Have missed forced bets made good (O18)."""
        dead = self.instead("made-good", self.pending, DeadMoney(seat=player.seat, amount=owed))
        if dead.amount:
            player.cave -= dead.amount
            hand.loose += dead.amount
            yield self.say(dead, hand.name)

    def post(self, hand: Hand, player: Sitting, word: str, chips: int) -> Telling:
        """Have a forced bet made."""
        forced = Forced(player, word, min(chips, player.cave))
        forced = self.instead("forced-bet", hand, forced)
        if forced.chips:
            hand.take(player, forced.chips)
            yield self.bet(hand, player, word, forced.chips, means=forced.means)

    def bet(self, hand: Hand, player: Sitting, word: str, chips: int, **more: Any) -> Any:
        """Tell that chips of a forced bet lie on the table."""
        hand.bets += 1
        return self.say(
            BetPlaced(
                bet=hand.bets,
                seat=player.seat,
                player=player.name,
                chance=word,
                amount=chips,
                **more,
            ),
            hand.name,
        )

    def deal(self, hand: Hand) -> Telling:
        """Deal the own cards one by one, from who made the first bet on (R22)."""
        turned = None
        if hand.course == "R57c":
            turned = self.rng.choice(hand.players).seat
        players = self.instead("deal", hand, hand.players)
        for index in range(self.OWN):
            for player in players:
                seat = player.seat
                if seat == turned and not index:
                    continue
                yield self.card(hand, seat, index)
        if turned is not None:
            # The card goes back as the next to be burned, and his hand is completed last (R57 c).
            card = hand.cards[turned][0]
            yield self.say(
                ErrorNoted(error="R57c", seat=turned, cards=(card,), by="pagador"), hand.name
            )
            hand.cards[turned] = [hand.cards[turned][1], hand.deck.pop(), *hand.cards[turned][2:]]
            yield self.card(hand, turned, 1)
            hand.deck.append(card)
        yield from self.at("dealt", hand)

    def card(self, hand: Hand, seat: int, index: int) -> Any:
        """Tell that a card was dealt to a place."""
        dealt = CardDealt(to="seat", seat=seat, card=hand.cards[seat][index], index=index + 1)
        return self.say(dealt, hand.name, after=(0, 1))

    # --- the turns -----------------------------------------------------------------------------

    def turns(self, hand: Hand) -> Telling:
        """Play the four betting turns, and turn the common cards before all but the first."""
        exposed = EXPOSURES.index(hand.course) if hand.course in EXPOSURES else -1
        hand.course = "" if exposed >= 0 else hand.course
        for turn in range(4):
            hand.turn = turn
            if turn:
                hand.begin()
                yield from self.instead("phase", hand, self.phase(hand, turn - 1))
            yield from self.ask(hand, exposing=turn == exposed)
            if hand.ended or len(hand.live) <= 1:
                return

    def phase(self, hand: Hand, phase: int) -> Telling:
        """Burn a card and turn the next common ones; after an exposure as R57 d to f say."""
        # Flop and rio come again without a burn; of the turn it is the rio that does (R57 d to f).
        if (phase, hand.exposed) in ((0, 0), (2, 1), (2, 2)):
            yield self.say(DeckShuffled(method="hand", times=3), hand.name, after=(10, 20))
        elif hand.course == "R57g":
            # Nothing was burned: the card turned is the one burned, and another is drawn (R57 g).
            hand.course = "done"
            card = hand.deck.pop()
            yield self.common(hand, card)
            hand.board.remove(card)
            yield self.say(ErrorNoted(error="R57g", cards=(card,), by="pagador"), hand.name)
        else:
            yield self.burn(hand, PHASES[phase])
        for _ in range(OF_PHASE[phase]):
            yield self.common(hand, hand.deck.pop())

    def burn(self, hand: Hand, cause: str) -> Any:
        """Burn a card unseen, or seen where a mistake had turned the card."""
        card = hand.deck.pop()
        seen = card if hand.course == "R57c" and cause == "flop" else None
        return self.say(CardBurned(card=seen, cause=cause), hand.name, after=(1, 2))

    def common(self, hand: Hand, card: str) -> Any:
        """Turn a common card."""
        hand.board.append(card)
        dealt = CardDealt(to="board", card=card, index=len(hand.board), open=True)
        return self.say(dealt, hand.name, after=(1, 2))

    def first_to_speak(self, hand: Hand) -> Sitting:
        """Return who speaks first: left of the grande aposta, later the mão (O13, O14)."""
        return hand.players[0 if hand.turn else 2 % len(hand.players)]

    def ask(self, hand: Hand, *, exposing: bool = False) -> Telling:
        """Play a betting turn."""
        yield from self.at("turn", hand)
        yield from self.instead("speak", hand, self.speak(hand, exposing=exposing))

    def speak(self, hand: Hand, *, exposing: bool) -> Telling:
        """Ask everybody in turn until stakes are equal; once cards are exposed nobody may raise."""
        player = hand.waiting(self.first_to_speak(hand))
        hand.number, only_call = 0, False
        hand.opener = player.seat if player else hand.opener
        while player is not None and not hand.ended:
            if exposing and not only_call and self.exposes_now(hand):
                only_call = True
                yield from self.expose(hand)
            act = self.scripted(hand, player)
            if act is None:
                act = self.choose(hand, player, only_call=only_call)
            hand.speaker, hand.act = player, act
            yield from self.instead("word", hand, self.word(hand, player, act))
            hand.number += 1
            after = hand.players[(hand.players.index(player) + 1) % len(hand.players)]
            player = hand.waiting(after)

    def exposes_now(self, hand: Hand) -> bool:
        """Tell whether the pagador turns cards too soon before this word."""
        if hand.fault:
            return hand.number == 1
        return hand.number > 0 or bool(self.rng.randrange(2))

    def burned_before(self, hand: Hand) -> bool:
        """Tell whether a card was burned before the exposure; both happen."""
        if hand.fault:
            return False
        return hand.turn != 2 or bool(self.rng.randrange(2))  # noqa: PLR2004 - the turn

    def word(self, hand: Hand, player: Sitting, act: Act) -> Telling:
        """Let a player say his word; some raise without announcing it, which is a call (R58 e)."""
        if hand.course == "R58e" and act[0] == ACOMPANHAR and player.cave > hand.level + MINIMUM:
            hand.course = "done"
            yield from self.unannounced(hand, player)
            return
        if hand.course == "R58c" and hand.turn and len(hand.live) > 2:  # noqa: PLR2004 - two play on
            hand.course = "done"
            # He mixed his cards with the discards, and nobody could rebuild them (R58 c).
            hand.out.add(player.seat)
            yield self.say(ErrorNoted(error="R58c", seat=player.seat, by="player"), hand.name)
            return
        yield self.act(hand, player, act, hand.name)

    def unannounced(self, hand: Hand, player: Sitting) -> Telling:
        """Take a raise that was not announced for a call; the excess goes back (R58 e).

        It goes back at once: no bet of his, it stays in his cave, and he may play on with it.
        """
        seat = player.seat
        yield self.say(ErrorNoted(error="R58e", seat=seat, by="player"), hand.name)
        yield self.act(hand, player, (ACOMPANHAR, 0), hand.name, more=MINIMUM)
        yield self.pay(hand, Payout(seat=seat, amount=0, returned=MINIMUM))

    def scripted(self, hand: Hand, player: Sitting) -> Act | None:
        """Return the script's word; None in a hand without a script."""
        if hand.script is None:
            return None
        usual = (ACOMPANHAR, 0) if hand.missing(player) > 0 else (PASSAR, 0)
        return hand.script.get((hand.turn, hand.number), usual)

    def expose(self, hand: Hand) -> Telling:
        """Turn common cards before all have bet, and take them off the table again (R57 d-f)."""
        phase = hand.exposed = hand.turn
        if self.burned_before(hand):
            yield self.burn(hand, PHASES[phase])
        cards = [hand.deck.pop() for _ in range(OF_PHASE[phase])]
        before = len(hand.board)
        for card in cards:
            yield self.common(hand, card)
        del hand.board[before:]
        yield self.say(
            ErrorNoted(error=EXPOSURES[phase], cards=tuple(cards), by="pagador"), hand.name
        )
        hand.deck[:0] = cards  # back into the deck, which is shuffled before it comes again

    # --- the end -------------------------------------------------------------------------------

    def fee(self, pot: int) -> int:
        """Return the cagnotte of a hand (R65 a)."""
        rate = self.options.get("cagnotte_ppm", RATE)
        assert isinstance(rate, int)
        return min(pot * min(rate, RATE) // MILLION, FEE_MAXIMUM)

    def showdown(self, hand: Hand) -> Telling:
        """Show who is still in, divide the pots and deliver them."""
        live = hand.live
        values: dict[int, Value] = {}
        if len(live) > 1:
            values = self.values(hand)
            first = next((one for one in hand.players if one.seat == hand.opener), live[0])
            for player in hand.ring(first):
                if player in live:
                    cards = tuple(hand.cards[player.seat])
                    shown = HandShown(seat=player.seat, cards=cards)
                    yield self.say(shown, hand.name, after=(1, 4))
        division = self.instead("division", hand, self.divide(hand, values))
        yield from self.at("delivering", hand)
        yield from self.deliver(hand, division)

    def values(self, hand: Hand) -> dict[int, Value]:
        """Return the values of the hands that are still in."""
        return {one.seat: self.value(hand.cards[one.seat], hand.board) for one in hand.live}

    def deliver(self, hand: Hand, division: Division) -> Telling:
        """Take the cagnotte and hand over the rest (R54, R55)."""
        if division.fee:
            yield self.say(Commission(amount=division.fee, mode="hand"), hand.name, after=(1, 3))
        if len(division.eligible) > 1:
            yield from self.declare(hand, division)
        for payout in self.payouts(hand, division):
            yield self.pay(hand, payout)

    def declare(self, hand: Hand, division: Division) -> Telling:
        """Form the pots, and say who plays for each (R28)."""
        for pot, seats in enumerate(division.eligible):
            amount = sum(part.amount for part in division.parts if part.pot == pot)
            declared = PotDeclared(pot=pot, amount=amount, eligible=tuple(seats))
            yield self.aside(self.instead("pot", hand, declared), hand.name)

    def payouts(self, hand: Hand, division: Division) -> Sequence[Payout]:
        """Return the payments of a hand."""
        hand.division = division
        return self.instead("payouts", hand, self.payouts_of(division))

    def payouts_of(self, division: Division) -> Sequence[Payout]:
        """Return payments: one a pot and winner, what nobody equalled with the first."""
        left = dict(division.returned)
        made = [
            Payout(
                seat=part.seat,
                amount=part.amount - fee,
                pot=part.pot,
                returned=left.pop(part.seat, 0),
            )
            for part, fee in zip(division.parts, division.taken, strict=True)
        ]
        made += [Payout(seat=seat, amount=0, returned=more) for seat, more in left.items() if more]
        return made

    def pay(self, hand: Hand, payout: Payout) -> Any:
        """Hand over a payment."""
        if self.mode == "demo":
            payout = structs.replace(payout, means="free_play")
        payout = self.instead("payout", hand, payout)
        player = next((one for one in hand.players if one.seat == payout.seat), None)
        if player is not None:
            player.cave += payout.amount + payout.stake_returned + payout.returned
        hand.paid.add(payout.seat)
        return self.say(payout, hand.name, after=(1, 5))

    def void(self, hand: Hand, cause: str, rule: str = "NB R66", **more: Any) -> Telling:
        """Declare the hand void, and give all stakes back (R66)."""
        hand.ended = True
        yield self.say(
            RoundVoided(cause=cause, rule=rule or None, **more), hand.name, after=(5, 10)
        )
        for payout in self.instead("refunds", hand, self.refunds(hand)):
            yield self.pay(hand, payout)

    def refunds(self, hand: Hand) -> list[Payout]:
        """Return the refunds of a void hand: all stakes, and missed bets made good."""
        made: list[Payout] = []
        for player in hand.players:
            chips = player.before - player.cave
            if chips:
                made.append(Payout(seat=player.seat, amount=0, stake_returned=chips))
        return made

    # --- what must be found --------------------------------------------------------------------

    def note(
        self, hand: Hand, code: str, seat: int | None = None, amount: int | None = None
    ) -> None:
        """Plant a finding about a hand, with the sum that differs."""
        money = {} if amount is None else {"due": 0, "paid": amount}
        self.plant(hand.fault, code, hand.name, seat=seat, **money)

    def rig(self, hand: Hand, own: Mapping[int, Sequence[str]], board: str) -> None:
        """Put these cards where they are asked for; the others are dealt by chance."""
        common = board.split()
        used = {*common, *(card for cards in own.values() for card in cards)}
        left = [card for card in self.fresh() if card not in used]
        for player in hand.players:
            mine = list(own.get(player.seat, ()))
            hand.cards[player.seat] = mine + [left.pop() for _ in range(self.OWN - len(mine))]
        hand.deck = self.stacked(common, left)

    def stacked(self, common: Sequence[str], left: list[str]) -> list[str]:
        """Return a deck that gives these common cards, each phase after a burned one."""
        order: list[str] = []
        for cards in (common[:3], common[3:4], common[4:]):
            order += [left.pop(), *cards]
        return left + order[::-1]
