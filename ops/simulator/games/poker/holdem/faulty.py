"""Hands of hold'em and Omaha in which something is done against the rules, and what must be found.

A faulty hand is told by a script: all equal, nobody bets, but where the fault asks for it; all have
caves that no bet exhausts. So what follows from the fault is known.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Payload, Value
from ledger.events.outcomes import Announcement, DeckShuffled, ErrorNoted
from ledger.events.rounds import Commission, Decision, Payout
from ledger.events.seats import (
    PlayerSessionEnded,
    PlayerSessionRestricted,
    PlayerWarned,
    StackDeclared,
)
from ledger.events.tables import CagnotteBoxCounted
from ops.simulator.games.poker.betting import Division, Sitting
from ops.simulator.games.poker.holdem import faults as wrongs
from ops.simulator.games.poker.holdem.before import BEFORE, BeforeTheHand
from ops.simulator.games.poker.holdem.table import Hand
from ops.simulator.games.poker.table import (
    APOSTAR,
    DESISTIR,
    MINIMUM,
    PASSAR,
    REPICAR,
    REPOSICAO,
    RESTS,
    Act,
)
from ops.simulator.parties.party import Place, Telling


class HoldemFaults(BeforeTheHand):
    """What can be done wrongly at a table of hold'em or Omaha."""

    FAULTS: ClassVar[tuple[str, ...]] = wrongs.COMMON_FAULTS
    TIE: ClassVar[str] = "Ah Kh Kc 7s 2d"
    BEST: ClassVar[str] = "Ah Ac 9d 6s 2c"
    VOIDING: ClassVar[frozenset[str]] = frozenset({wrongs.MISDEAL_PLAYED})
    """Faults for which the law voids the hand that was played."""

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up."""
        super().__init__(where, faults)
        self._pending: tuple[str, str] | None = None
        """A fault of which the first hand was played, and its id."""
        self._less, self._back = 0, ""
        """Who came back with less than he left with, and the fault's id."""
        self._keeps = False
        self._box = ""
        """Id of the fault that a part of the cagnotte does not reach its box."""
        self.taken: str | None = None
        """The fault of the hand that is being prepared."""

    REOPENINGS: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        wrongs.RATE_HIGH: {"cagnotte_ppm": 60_000},
        wrongs.ABOVE_POT: {"limit": "pote"},
        wrongs.ABOVE_HALF: {"limit": "com_limite"},
        wrongs.BAD_MAXIMUM: {"maximum": 6 * MINIMUM},
        wrongs.OTHER_START: {"@start": 1},
        **dict.fromkeys(
            (
                wrongs.CLOCK_FOLDS,
                wrongs.NO_WARNING,
                wrongs.SHORT_HISTORY,
                wrongs.ENDED_BY_HOUSE,
                wrongs.RESTRICTED,
                wrongs.VOID_NET,
                wrongs.VOID_DECIDED,
            ),
            wrongs.ONLINE,
        ),
        wrongs.DEMO_PRIZE: {"@mode": "demo", "cagnotte_ppm": 0},
        wrongs.NOT_ONLINE: {"@mode": "shared", "@profile": "pt-2007@1"},
    }

    @override
    def play(self, number: int) -> Telling:
        name = self.round_id(number)
        fault = None if self.prepared is None else self.fault()
        if fault is not None and not self.fits(fault):
            self.put_off(fault)
            fault = None
        if fault is not None and fault in wrongs.TWO_STEPS:
            yield from self.first_step(fault)
        elif fault is not None and fault in BEFORE:
            yield from BEFORE[fault](self, name)
        self.taken = fault
        self._keeps = fault == wrongs.MAO_STAYS
        hand = self.prepare_hand(name)
        self._keeps = False
        self._box = self._faulty if fault == wrongs.BOX_SHORT else self._box
        if fault == wrongs.MAO_STAYS:
            self.plant(wrongs.MAO_STAYS, "NB-BTN", name, seat=hand.mao)
        if self._pending is not None or fault is not None:
            hand.course, hand.script = "", {}
        if fault is not None and fault not in wrongs.TWO_STEPS:
            self._script(hand, fault)
        self._note_rest(name)
        yield from self.play_hand(hand)
        if fault == wrongs.SEAT_SHARED:
            yield from self._part()

    def _script(self, hand: Hand, fault: str) -> None:
        assert hand.script is not None
        hand.fault = fault
        for (turn, at), act in wrongs.SCRIPTS.get(fault, {}).items():
            hand.script[self.turn_of(turn), at] = act
        if fault in PREPARE:
            PREPARE[fault](self, hand)

    def _note_rest(self, name: str) -> None:
        """Plant that somebody rests for a third hand (R47)."""
        for seat, player in self.sitting.items():
            if player.away and player.rested >= RESTS and self._pending is not None:
                _, planted = self._pending
                self.plant(wrongs.LONG_REST, "NB-REST", name, seat=seat, id=planted)
                self._pending = None

    @override
    def coming(self) -> str | None:
        """Return the fault that is due at the next occasion; none while another is not over."""
        return None if self._pending is not None else super().coming()

    def fits(self, fault: str) -> bool:
        """Tell whether a fault can be done in the next hand."""
        if fault == wrongs.LOW_ENTRY and len(self.sitting) >= self.PLACES:
            return False
        if fault == wrongs.MAO_STAYS:
            return not self.repeated and any(one.seat == self.mao for one in self.playing())
        settled = bool(self.mao) and all(
            one.played and not one.rested for one in self.sitting.values()
        )
        if fault in wrongs.TWO_STEPS:
            return settled and not self.repeated and self._pending is None
        return settled or fault not in BEFORE

    def turn_of(self, turn: int) -> int:
        """Return which turn a script means: its last is the game's."""
        return self.LAST if turn == 3 else turn  # noqa: PLR2004 - of hold'em

    @override
    def say(self, payload: Payload, *args: Any, **more: Any) -> Any:
        if self._box and isinstance(payload, CagnotteBoxCounted):
            due, place, planted = payload.amount, self.where.place, self._box
            payload = structs.replace(payload, amount=due - wrongs.EXTRA)
            self.plant(
                wrongs.BOX_SHORT,
                "NB-RAKE-BOX",
                place=place,
                due=due,
                paid=due - wrongs.EXTRA,
                id=planted,
            )
            self._box = ""
        return super().say(payload, *args, **more)

    def note(
        self, hand: Hand, code: str, seat: int | None = None, amount: int | None = None
    ) -> None:
        """Plant what must be found in a hand."""
        money = {} if amount is None else {"due": 0, "paid": amount}
        self.plant(hand.fault, code, hand.name, seat=seat, **money)

    # --- faults of several hands ---------------------------------------------------------------

    @override
    def close(self) -> Telling:
        """Close; a fault that wanted more hands of these people begins anew another time."""
        if self._pending is not None:
            self.put_off(self._pending[0])
            self._pending = None
        yield from super().close()

    def first_step(self, fault: str) -> Telling:
        """Let him rest who would make the grande aposta; what is wrong comes later."""
        player = self.players(self.next_mao())[1]
        self._pending = fault, self._faulty
        yield from self.rest(player, RESTS + 1 if fault == wrongs.LONG_REST else 1)

    @override
    def come_back(self, *, everybody: bool = False) -> Telling:
        backs = [one for one in self.sitting.values() if one.away == 1]
        yield from super().come_back(everybody=everybody)
        if self._pending is None or self._pending[0] != wrongs.BACK_WITH_LESS or not backs:
            return
        player, self._back = backs[0], self._pending[1]
        self._pending = None
        player.cave -= MINIMUM
        yield self.say(StackDeclared(seat=player.seat, amount=player.cave, why="count"))
        self._less = player.seat

    @override
    def make_good(self, hand: Hand, player: Sitting, owed: int) -> Telling:
        if self._pending is not None and self._pending[0] == wrongs.OWED_UNPAID:
            planted = self._pending[1]
            self._pending = None
            self.plant(
                wrongs.OWED_UNPAID,
                "NB-BLIND",
                hand.name,
                seat=player.seat,
                due=owed,
                paid=0,
                id=planted,
            )
            return
        yield from super().make_good(hand, player, owed)

    # --- preparing the hand --------------------------------------------------------------------

    def tie(self, hand: Hand) -> None:
        """Let the two at the mão's left hold the same, and better than all others."""
        mao, one, other = (player.seat for player in hand.players[:3])
        # With the fourth ace, of four cards of his own, one of the two would hold more.
        own = {mao: ["Ac"], one: ["As", "Kd"], other: ["Ad", "Ks"]}
        self.rig(hand, own, self.TIE)

    def best(self, hand: Hand) -> None:
        """Let the fourth hold the best cards."""
        seat = hand.players[min(3, len(hand.players) - 1)].seat
        self.rig(hand, {seat: ["As", "Ad"]}, self.BEST)

    def twice(self, hand: Hand) -> None:
        """Let the first to give up hold a card that comes in the flop, too."""
        hand.cards[self.first_to_speak(hand).seat][0] = hand.deck[-2]

    def rig(self, hand: Hand, own: Mapping[int, list[str]], board: str) -> None:
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

    # --- forced bets and the deal --------------------------------------------------------------

    @override
    def next_mao(self) -> int:
        if self._keeps:
            return self.mao
        return super().next_mao()

    @override
    def force(self, hand: Hand) -> Telling:
        yield from self.noted_before(hand)
        yield from super().force(hand)
        yield from self.added_after(hand)

    def noted_before(self, hand: Hand) -> Telling:
        """Plant what is wrong before any bet."""
        if hand.fault in SESSIONS:
            yield from SESSIONS[hand.fault](self, hand)
        if self._less:
            self.plant(
                wrongs.BACK_WITH_LESS,
                "NB-CAVE",
                hand.name,
                seat=self._less,
                due=MINIMUM,
                paid=0,
                id=self._back,
            )
            self._less = 0
        if hand.fault == wrongs.OTHER_START:
            self.note(hand, "NB-CAVE", min(self.sitting), -1_000)
        elif hand.fault in wrongs.SIMPLE:
            self.note(hand, wrongs.SIMPLE[hand.fault])

    def added_after(self, hand: Hand) -> Telling:
        """Let somebody add to his cave after the hand began (R48 e)."""
        if hand.fault == wrongs.CHIPS_IN_HAND:
            player = hand.players[2]
            yield self.sell(player, REPOSICAO)
            player.cave += REPOSICAO
            player.before += REPOSICAO
            added = StackDeclared(
                seat=player.seat, amount=player.cave, why="reposicao", added=REPOSICAO
            )
            yield self.say(added, hand.name)
            self.note(hand, "NB-CAVE", player.seat, REPOSICAO)

    @override
    def post(self, hand: Hand, player: Sitting, word: str, chips: int) -> Telling:
        wrong = {
            wrongs.PEQUENA_WHOLE: ("pequena_aposta", MINIMUM),
            wrongs.GRANDE_SHORT: ("grande_aposta", 250),
        }
        said, sum_ = wrong.get(hand.fault, ("", 0))
        if word == said and player in hand.players[:2]:
            self.note(hand, "NB-BLIND", player.seat, sum_ - chips)
            chips = sum_
        if hand.fault == wrongs.CASH_BET and player is hand.players[0]:
            self.note(hand, "CREDIT", player.seat, chips)
            hand.take(player, chips)
            yield self.bet(hand, player, word, chips, means="cash")
            return
        yield from super().post(hand, player, word, chips)

    @override
    def deal(self, hand: Hand) -> Telling:
        players = hand.players
        if hand.fault == wrongs.DEAL_ORDER:
            hand.players = players[1:] + players[:1]
        yield from super().deal(hand)
        hand.players = players
        if hand.fault == wrongs.THREE_CARDS:
            seat = self.first_to_speak(hand).seat
            hand.cards[seat].append(hand.deck.pop(0))
            yield self.card(hand, seat, self.OWN)
            self.note(hand, "NB-MIS", seat)
        elif hand.fault == wrongs.MISDEAL_PLAYED:
            yield self.say(ErrorNoted(error="R66f", by="pagador"), hand.name)
        elif hand.fault == wrongs.LIMIT_ANNOUNCED:
            yield self.say(Announcement(what="limite_alterado", said="pote"), hand.name)

    # --- turns ---------------------------------------------------------------------------------

    @override
    def turns(self, hand: Hand) -> Telling:
        if hand.fault == wrongs.VOID_GROUNDLESS:
            yield from self.void(hand, "reclamacao", "")
            return
        if hand.fault == wrongs.VOID_KEPT:
            yield from self.void(hand, "carta_danificada")
            return
        if hand.fault in (wrongs.FLOP_BURNED, wrongs.FLOP_UNSHUFFLED, wrongs.RAISED_EXPOSED):
            hand.course = "R57d"
        yield from super().turns(hand)
        if hand.fault in (wrongs.VOID_NET, wrongs.VOID_DECIDED):
            yield from self.void_online(hand)

    def void_online(self, hand: Hand) -> Telling:
        """Give all stakes back though the record holds all that decides (O68, O69)."""
        values = {one.seat: self.value(hand.cards[one.seat], hand.board) for one in hand.live}
        due = self.divide(hand, values).due()
        player = hand.fault == wrongs.VOID_NET
        self.note(hand, "VOID-NET" if player else "VOID-BAD")
        for seat, chips in hand.put.items():
            if chips != due.get(seat, 0):
                self.note(hand, "PAY-DIFF", seat, chips - due.get(seat, 0))
        side = "player" if player else "operator"
        yield from self.void(hand, "rede", "OH R69" if player else "OH R68", side=side)

    @override
    def phase(self, hand: Hand, phase: int) -> Telling:
        if hand.fault == wrongs.NO_RIVER and phase == 2:  # noqa: PLR2004 - the rio
            hand.silent = True
            return
        burned = hand.fault == wrongs.FLOP_BURNED and phase == 0
        if phase == 0 and (burned or hand.fault == wrongs.FLOP_UNSHUFFLED):
            if burned:
                yield self.say(DeckShuffled(method="hand", times=3), hand.name)
                yield self.burn(hand, "flop")
            for _ in range(3):
                yield self.common(hand, hand.deck.pop())
            return
        if hand.fault == wrongs.NO_BURN and phase == 1:
            yield self.common(hand, hand.deck.pop())
            return
        yield from super().phase(hand, phase)

    @override
    def exposes_now(self, hand: Hand, number: int) -> bool:
        return number == 1 if hand.fault else super().exposes_now(hand, number)

    @override
    def burned_before(self, hand: Hand) -> bool:
        return not hand.fault and super().burned_before(hand)

    @override
    def speak(self, hand: Hand, *, exposing: bool) -> Telling:
        if hand.silent:
            return
        turn = hand.turn
        if hand.fault == wrongs.OUT_OF_TURN and turn == 1:
            early = hand.ring(self.first_to_speak(hand))[1]
            yield self.act(hand, early, (PASSAR, 0), hand.name)
            self.note(hand, "NB-TURN", early.seat)
        if hand.fault == wrongs.AFTER_FOLD and turn == 1:
            seat = next(iter(hand.out))
            yield self.say(Decision(seat=seat, action=PASSAR), hand.name)
            self.note(hand, "NB-TURN", seat)
        if hand.fault == wrongs.NOT_ASKED and turn == self.LAST:
            last = hand.ring(self.first_to_speak(hand))[-1]
            hand.asked.add(last.seat)
            self.note(hand, "NB-TURN", last.seat)
        yield from super().speak(hand, exposing=exposing)

    @override
    def word(self, hand: Hand, player: Sitting, act: Act, number: int) -> Telling:
        at, code = wrongs.BAD_ACTS.get(hand.fault, ((-1, -1), ""))
        if (self.turn_of(at[0]), at[1]) != (hand.turn, number):
            yield from super().word(hand, player, act, number)
            return
        said, extra = act
        missing, most = hand.missing(player), self.most(hand, player)
        amounts = {
            wrongs.ABOVE_HALF: extra - most,
            wrongs.ABOVE_POT: extra - most,
            wrongs.RAISED_EXPOSED: extra + missing,
            wrongs.CLOCK_FOLDS: None,
            wrongs.NO_WARNING: hand.put.get(player.seat, 0),
            wrongs.LOW_RAISE: MINIMUM - extra,
            wrongs.LOW_BET: MINIMUM - extra,
        }
        self.note(hand, code, player.seat, amounts.get(hand.fault, MINIMUM))
        if hand.fault == wrongs.CLOCK_FOLDS:
            warned = PlayerWarned(seat=player.seat, cause="undecided", extra_time=30)
            yield self.say(warned, hand.name, after=(15, 20))
        if said in (DESISTIR, REPICAR, APOSTAR):
            lapsed = hand.fault in (wrongs.CLOCK_FOLDS, wrongs.NO_WARNING)
            yield self.act(hand, player, act, hand.name, lapsed=lapsed)
            return
        chips = missing + MINIMUM if hand.fault == wrongs.SILENT_RAISE else 0
        chips = MINIMUM if hand.fault == wrongs.SHORT_CALL else chips
        hand.take(player, chips)
        hand.asked.add(player.seat)
        if hand.fault == wrongs.SILENT_RAISE:
            hand.level, hand.asked = hand.level + MINIMUM, {player.seat}
        else:
            hand.out.add(player.seat)  # he stays below the bet, though he has more (R39, R58 d)
        yield self.say(Decision(seat=player.seat, action=said, added=chips), hand.name)

    # --- the end -------------------------------------------------------------------------------

    @override
    def showdown(self, hand: Hand) -> Telling:
        if hand.silent:  # nobody can tell who wins with four common cards
            hand.board.append(hand.deck.pop())
        yield from super().showdown(hand)

    @override
    def deliver(self, hand: Hand, division: Division) -> Telling:
        change = {
            wrongs.FEE_HIGH: 100,
            wrongs.FEE_LOW: -50,
            wrongs.FEE_NEGATIVE: -division.fee - 50,
        }.get(hand.fault, 0)
        if hand.fault == wrongs.FEE_NEGATIVE:
            self.note(hand, "TB-NEG", None, -50)
            self.note(hand, "PAY-DIFF", None, -change)
        if change:
            self.note(hand, "NB-RAKE", None, change)
            division = self.again(hand, division.fee + change)
        elif hand.fault == wrongs.LATE_FEE:
            seat = hand.players[0].seat
            fee = Commission(amount=5 * MINIMUM, seat=seat, mode="session", apart=True)
            yield self.say(fee, hand.name)
            self.note(hand, "NB-RAKE", seat, 5 * MINIMUM)
        yield from super().deliver(hand, division)

    def again(self, hand: Hand, fee: int) -> Division:
        """Divide a hand with another fee."""
        values = {one.seat: self.value(hand.cards[one.seat], hand.board) for one in hand.live}
        return self.divide(hand, values, fee)

    @override
    def payouts(self, hand: Hand, division: Division) -> list[Payout]:
        made = super().payouts(hand, division)
        due = division.due()
        if hand.fault in (wrongs.OVERPAID, wrongs.UNDERPAID, wrongs.UNPAID, wrongs.WRONG_SEAT):
            return self._wrong(hand, made[0])
        if hand.fault == wrongs.BAD_SPLIT:
            one, other = made[:2]
            self.note(hand, "NB-SPLIT", one.seat, MINIMUM)
            self.note(hand, "NB-SPLIT", other.seat, -MINIMUM)
            return [_with(one, MINIMUM), _with(other, -MINIMUM), *made[2:]]
        if hand.fault == wrongs.SIDE_IGNORED:
            seat = made[0].seat
            for other, amount in due.items():
                paid = sum(due.values()) if other == seat else 0
                self.plant(hand.fault, "NB-SIDE", hand.name, seat=other, due=amount, paid=paid)
            return [Payout(seat=seat, amount=sum(due.values()), pot=0)]
        if hand.fault in self.VOIDING:
            self.note(hand, "NB-RAKE", None, division.fee)
            for player in hand.players:
                seat, stake = player.seat, player.before - player.cave  # made good bets too
                code = "PAY-DIFF" if seat in due else "VOID-REFUND"
                if due.get(seat, 0) != stake:
                    self.note(hand, code, seat, due.get(seat, 0) - stake)
        return made

    def _wrong(self, hand: Hand, right: Payout) -> list[Payout]:
        """Pay the winner otherwise."""
        if hand.fault in (wrongs.OVERPAID, wrongs.UNDERPAID):
            more = wrongs.EXTRA if hand.fault == wrongs.OVERPAID else -wrongs.EXTRA
            self.note(hand, "PAY-DIFF", right.seat, more)
            return [_with(right, more)]
        self.note(hand, "PAY-NONE", right.seat, -right.amount)
        if hand.fault == wrongs.UNPAID:
            return []
        other = next(one.seat for one in hand.live if one.seat != right.seat)
        self.note(hand, "PAY-DIFF", other, right.amount)
        return [Payout(seat=other, amount=right.amount, pot=0)]

    @override
    def pay(self, hand: Hand, payout: Payout) -> Any:
        if hand.fault == wrongs.DEMO_PRIZE:
            payout = structs.replace(payout, means="account")
        elif self.mode == "demo":
            payout = structs.replace(payout, means="free_play")
        return super().pay(hand, payout)

    @override
    def refunds(self, hand: Hand) -> list[Payout]:
        made = super().refunds(hand)
        if hand.fault == wrongs.VOID_KEPT:
            kept = made.pop()
            self.note(hand, "VOID-REFUND", kept.seat, -kept.stake_returned)
        return made

    # --- online --------------------------------------------------------------------------------

    def history(self, hand: Hand) -> Telling:
        """Let a session end whose history lacks a hand (O71)."""
        yield from self._session(hand, "ONL-HIST", by="player", cause="own", history=11)

    def ended(self, hand: Hand) -> Telling:
        """End a session without a ground (O73)."""
        yield from self._session(hand, "ONL-EXCL", by="operator", cause="winning", history=12)

    def _session(self, hand: Hand, code: str, **more: Any) -> Telling:
        name = f"{self.badge}-s{self.occasion}"
        ended = PlayerSessionEnded(
            player=hand.players[0].name, session=name, rounds=12, staked=0, won=0, **more
        )
        yield self.say(ended, hand.name)
        self.note(hand, code)

    def restricted(self, hand: Hand) -> Telling:
        """Restrict a player without an accredited diagnosis (O72)."""
        yield self.say(
            PlayerSessionRestricted(player=hand.players[0].name, cause="jogo"), hand.name
        )
        self.note(hand, "ONL-EXCL")


def _with(payout: Payout, more: int) -> Payout:
    return structs.replace(payout, amount=payout.amount + more)


PREPARE: Final[Mapping[str, Callable[[HoldemFaults, Hand], None]]] = {
    **dict.fromkeys(
        (
            wrongs.OVERPAID,
            wrongs.UNDERPAID,
            wrongs.UNPAID,
            wrongs.WRONG_SEAT,
            wrongs.SIDE_IGNORED,
            wrongs.MISDEAL_PLAYED,
            wrongs.FEE_HIGH,
            wrongs.FEE_LOW,
            wrongs.FEE_NEGATIVE,
        ),
        HoldemFaults.best,
    ),
    wrongs.BAD_SPLIT: HoldemFaults.tie,
    wrongs.CARD_TWICE: HoldemFaults.twice,
}
SESSIONS: Final[Mapping[str, Callable[[HoldemFaults, Hand], Telling]]] = {
    wrongs.SHORT_HISTORY: HoldemFaults.history,
    wrongs.ENDED_BY_HOUSE: HoldemFaults.ended,
    wrongs.RESTRICTED: HoldemFaults.restricted,
}
