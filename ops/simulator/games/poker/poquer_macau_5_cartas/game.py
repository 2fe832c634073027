"""Nights of Macau's five-card poker, and what can be done wrongly at its table.

A faulty jogada is told by a script: the first bets the least, all accept, later all pass, but where
the fault asks for something else. So what follows from the fault is known.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.outcomes import Announcement, CardBurned, ErrorNoted
from ledger.events.rounds import Decision, Payout, TurnGiven
from ledger.events.seats import PlayerLeft, PlayerSeated, StackDeclared
from ops.simulator.games.poker.betting import Division, Sitting
from ops.simulator.games.poker.poquer_macau_5_cartas.table import (
    ACEITAR,
    APOSTAR,
    CAPITAL,
    DECK_FOR,
    DESISTIR,
    ELEVAR,
    ENTRY,
    LEAST,
    MINIMUM,
    PASSAR,
    PLACES,
    Act,
    Jogada,
    MacauTable,
)
from ops.simulator.kit.cards import shuffled
from ops.simulator.parties.party import Place, Telling

OVERPAID: Final = "overpaid"
UNDERPAID: Final = "underpaid"
UNPAID: Final = "unpaid"
WRONG_SEAT: Final = "wrong-seat"
SUIT_BROKE_TIE: Final = "suit-broke-tie"
BAD_TIE: Final = "unequal-parts"
SIDE_IGNORED: Final = "side-bolo-ignored"
COMMISSION_HIGH: Final = "commission-too-high"
COMMISSION_LOW: Final = "commission-too-low"
INITIAL_TWICE: Final = "initial-twice"
INITIAL_MISSING: Final = "initial-missing"
INITIAL_LATE: Final = "initial-late"
OLD_DECK: Final = "old-deck"
SMALL_CUT: Final = "small-cut"
THREE_CUT: Final = "three-cut"
NONE_ASIDE: Final = "no-card-aside"
FOREIGN_CARD: Final = "foreign-card"
DEAL_ORDER: Final = "deal-order"
CARD_TWICE: Final = "card-twice"
PLACE_TOO_MANY: Final = "place-too-many"
TWO_PLACES: Final = "two-places"
MOVED: Final = "moved-in-jogada"
LOW_CAPITAL: Final = "low-capital"
NOT_RESTORED: Final = "capital-not-restored"
ADDED: Final = "capital-added-in-jogada"
WITHDRAWN: Final = "capital-withdrawn"
FALSE_SHORT: Final = "declared-short-with-money"
RIGHT_WRONG: Final = "right-to-speak-wrong"
RIGHT_WRONG_LATER: Final = "right-to-speak-wrong-later"
OUT_OF_TURN: Final = "out-of-turn"
NO_OPENING: Final = "accepted-nothing"
LOW_RAISE: Final = "low-raise"
PASSED_RAISED: Final = "passed-and-raised"
SLOW: Final = "slow"
KEY_KEPT: Final = "key-entry-kept"
KEY_SPOKE: Final = "key-hand-spoke"
SHORT_CALL: Final = "short-call"
AFTER_FOLD: Final = "after-fold"
CASH_ENTRY: Final = "cash-entry"
ENTRY_SHORT: Final = "entry-short"
LOW_BET: Final = "low-bet"
VOID_GROUNDLESS: Final = "void-groundless"
VOID_MISSED: Final = "incomplete-deck-played"
ONLINE: Final = "online"

SCRIPTS: Final[dict[str, dict[tuple[int, int], Act]]] = {
    LOW_RAISE: {(1, 0): (APOSTAR, 2 * MINIMUM), (1, 1): (ELEVAR, MINIMUM)},
    PASSED_RAISED: {(2, 1): (APOSTAR, MINIMUM)},
    LOW_BET: {(2, 0): (APOSTAR, MINIMUM // 2)},
    AFTER_FOLD: {(1, 1): (DESISTIR, 0)},
}
"""What is done otherwise than by the script, by lanço and number of the word in it."""
EXTRA: Final = 7
SECONDS: Final = (130, 140)


class PoquerMacau5Cartas(MacauTable):
    """A table of Macau's five-card poker, its players and their luck."""

    GAME: ClassVar[str] = "poquer_macau_5_cartas"
    FAULTS: ClassVar[tuple[str, ...]] = (
        OVERPAID, UNDERPAID, UNPAID, WRONG_SEAT, SUIT_BROKE_TIE, BAD_TIE, SIDE_IGNORED,
        COMMISSION_HIGH, COMMISSION_LOW, INITIAL_TWICE, INITIAL_MISSING, INITIAL_LATE,
        OLD_DECK, SMALL_CUT, THREE_CUT, NONE_ASIDE, FOREIGN_CARD, DEAL_ORDER, CARD_TWICE,
        PLACE_TOO_MANY, TWO_PLACES, MOVED,
        LOW_CAPITAL, NOT_RESTORED, ADDED, WITHDRAWN, FALSE_SHORT,
        RIGHT_WRONG, RIGHT_WRONG_LATER, OUT_OF_TURN, NO_OPENING, LOW_RAISE, PASSED_RAISED,
        SLOW, KEY_KEPT, KEY_SPOKE, SHORT_CALL, AFTER_FOLD, CASH_ENTRY, ENTRY_SHORT, LOW_BET,
        VOID_GROUNDLESS, VOID_MISSED, ONLINE,
    )  # fmt: skip

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up."""
        super().__init__(where, faults)
        self._moved: tuple[int, str] | None = None
        """The place that one who moved in the jogada left, and his name."""
        self._kept = 0
        """Whose capital is not restored."""
        self._falls = False
        """Whether somebody is to lose nearly all, so that it has to be."""
        self._second = 0
        """The second place of one who has two."""

    @override
    def between(self) -> Telling:
        """Let him who moved give up his old place, and everybody have enough before a fault."""
        if self._moved is not None:
            seat, player = self._moved
            self._moved = None
            yield self.say(PlayerLeft(seat=seat, player=player, cause="change"))
        due = min((one for one in self.faults if one <= self.occasion + 1), default=None)
        self._kept = 0
        if due is not None and self.faults[due] == NOT_RESTORED:
            fell = [seat for seat in sorted(self.short) if self._may_go_on(seat)]
            self._kept = fell[0] if fell else 0
            self.short.discard(self._kept)
        yield from super().between()
        for seat in sorted(self.sitting):
            if seat > PLACES or seat == self._second:
                yield from self.leave(seat)
        self._second = 0
        if due is None:
            return
        while len(self.sitting) < 4:  # noqa: PLR2004 - enough for every fault
            yield from self.arrive()
        while len(self.sitting) > PLACES - 1:
            yield from self.leave(min(self.sitting))
        for player in self.sitting.values():
            if player.cave < CAPITAL and player.seat != self._kept:
                yield from self.restore(player)

    def _may_go_on(self, seat: int) -> bool:
        """Tell whether who fell below the least has enough for a jogada all the same."""
        return seat in self.sitting and 10 * ENTRY < self.sitting[seat].cave < CAPITAL

    @override
    def play(self, number: int) -> Telling:
        name = self.round_id(number)
        fault = self.fault()
        if fault is not None and not self.fits(fault):
            self._falls = fault == NOT_RESTORED
            self.put_off(fault)
            fault = None
        self._fault = fault or ""
        if fault in BEFORE:
            yield from BEFORE[fault or ""](self, name)
        cuts = {SMALL_CUT: (5,), THREE_CUT: (8, 9, 10)}.get(self._fault, ())
        yield from self.shuffle(used=11 if fault == OLD_DECK else 10, cuts=cuts)
        jogada = self.prepare_jogada(name)
        if fault is not None:
            jogada.course, jogada.fault = "", fault
            jogada.script = dict(SCRIPTS.get(fault, {}))
            if fault in RIGS:
                RIGS[fault](self, jogada)
            self._note_simple(jogada)
        elif self._falls:
            jogada.course, jogada.script = "", {}
        self.mode = "shared" if fault == ONLINE else "physical"
        yield from self.play_jogada(jogada)
        self._falls = False

    def unchanged(self) -> list[Sitting]:
        """Return those who have what they had when the last jogada ended."""
        return [one for one in self.sitting.values() if self.left_with.get(one.seat) == one.cave]

    def fits(self, fault: str) -> bool:
        """Tell whether a fault can be done in the next jogada."""
        if fault == NOT_RESTORED:
            return self._kept in self.sitting
        if fault == OLD_DECK:
            return self._used == DECK_FOR
        return fault != WITHDRAWN or bool(self.unchanged())

    def note(
        self, jogada: Jogada, code: str, seat: int | None = None, amount: int | None = None
    ) -> None:
        """Plant what must be found in a jogada."""
        money = {} if amount is None else {"due": 0, "paid": amount}
        self.plant(jogada.fault, code, jogada.name, seat=seat, **money)

    def _note_simple(self, jogada: Jogada) -> None:
        code = SIMPLE.get(jogada.fault)
        if code is not None:
            self.note(jogada, code)

    # --- before the jogada ---------------------------------------------------------------------

    def eighth(self, name: str) -> Telling:
        """Let eight play, one of them at a place that there is not (A3)."""
        while len(self.sitting) < PLACES:
            yield from self.arrive()
        yield from self.arrive(PLACES + 1)
        self.plant(PLACE_TOO_MANY, "M5-SEAT", name, seat=PLACES + 1)
        self.plant(PLACE_TOO_MANY, "M5-SEAT", name)

    def twice(self, name: str) -> Telling:
        """Let one play at two places (A3)."""
        first = self.sitting[max(self.sitting)]
        seat = min({*range(1, PLACES + 1)} - {*self.sitting})
        yield from self.arrive(seat, name=first.name)
        self._second = seat
        self.plant(TWO_PLACES, "M5-SEAT", name, seat=min(seat, first.seat))

    def low(self, name: str) -> Telling:
        """Let somebody begin with less than the rules ask for (A6)."""
        seat = min({*range(1, PLACES + 1)} - {*self.sitting})
        yield from self.arrive(seat, CAPITAL - MINIMUM)
        due, paid = CAPITAL, CAPITAL - MINIMUM
        self.plant(LOW_CAPITAL, "M5-CAP", name, seat=seat, due=due, paid=paid)

    def not_restored(self, name: str) -> Telling:
        """Let somebody play on whose capital fell below the least (A6)."""
        paid = self.sitting[self._kept].cave
        self.plant(NOT_RESTORED, "M5-CAP", name, seat=self._kept, due=CAPITAL, paid=paid)
        yield from ()

    def withdraw(self, name: str) -> Telling:
        """Let somebody take a part of his capital away (A6)."""
        player = self.unchanged()[0]
        player.cave -= MINIMUM
        taken = StackDeclared(seat=player.seat, amount=player.cave, why="withdrawal")
        yield self.say(taken)
        self.plant(WITHDRAWN, "M5-CAP", name, seat=player.seat, due=MINIMUM, paid=0)

    # --- rigging -------------------------------------------------------------------------------

    def best(self, jogada: Jogada) -> None:
        """Let the last of the deal hold four aces, the others what chance gives."""
        winner = jogada.players[-1].seat
        self._rig(jogada, {winner: ["As", "9h", "Ah", "Ad", "Ac"]})

    def tie(self, jogada: Jogada) -> None:
        """Let the first two hold the same straight flush, and nobody more."""
        one, other = (player.seat for player in jogada.players[:2])
        spades, clubs = ["Ks", "Qs", "Js", "Ts", "9s"], ["Kc", "Qc", "Jc", "Tc", "9c"]
        self._rig(jogada, {one: spades, other: clubs})

    def rich(self, _name: str) -> Telling:
        """Let two have more before them than somebody else."""
        least = min(one.cave for one in self.sitting.values())
        for seat in sorted(self.sitting, key=lambda seat: self.sitting[seat].cave)[-2:]:
            yield from self.restore(self.sitting[seat], max(self.sitting[seat].cave, 0) + least)

    def poorest(self, jogada: Jogada) -> None:
        """Let who has least before him hold the best cards."""
        self._rig(jogada, {self._poor(jogada).seat: ["As", "9h", "Ah", "Ad", "Ac"]})

    def _poor(self, jogada: Jogada) -> Sitting:
        return min(jogada.players, key=lambda one: one.before)

    def foreign(self, jogada: Jogada) -> None:
        """Let a two be in the deck (A1)."""
        jogada.cards[jogada.players[-1].seat][1] = "2s"

    def same(self, jogada: Jogada) -> None:
        """Let a card come twice; who holds it gives up before it matters."""
        first, second = jogada.players[:2]
        jogada.cards[first.seat][1] = jogada.cards[second.seat][1]

    def _rig(self, jogada: Jogada, own: Mapping[int, list[str]]) -> None:
        used = {card for cards in own.values() for card in cards}
        deck = [card for card in shuffled(self.rng) if card not in used and card[0] not in "234"]
        for player in jogada.players:
            mine = own.get(player.seat)
            jogada.cards[player.seat] = list(mine) if mine else [deck.pop() for _ in range(5)]

    # --- entries and the deal ------------------------------------------------------------------

    @override
    def enter(self, jogada: Jogada) -> Telling:
        fault = jogada.fault
        for player in jogada.players:
            first = player is jogada.players[0]
            if fault == CASH_ENTRY and first:
                self.note(jogada, "CREDIT", player.seat, ENTRY)
                yield self.entry(jogada, player, ENTRY, means="cash")
            elif fault == ENTRY_SHORT and first:
                self.note(jogada, "BET-MIN", player.seat, ENTRY // 2)
                yield self.entry(jogada, player, ENTRY // 2)
            else:
                yield self.entry(jogada, player, ENTRY)
        if fault == INITIAL_MISSING:
            self.note(jogada, "M5-COM", None, -ENTRY)
        elif fault != INITIAL_LATE:
            yield from self.take_initial(jogada)
        if fault == INITIAL_TWICE:
            self.note(jogada, "M5-COM", None, ENTRY)
            yield from self.take_initial(jogada)
        if fault == VOID_MISSED:
            yield self.say(ErrorNoted(error="baralho_incompleto", by="dealer"), jogada.name)

    @override
    def first_deal(self, jogada: Jogada) -> Telling:
        fault = jogada.fault
        if fault not in (NONE_ASIDE, DEAL_ORDER):
            yield from super().first_deal(jogada)
        else:
            if fault == DEAL_ORDER:
                yield self.say(CardBurned(cause="opening"), jogada.name)
            for index in (0, 1):
                players = jogada.players[::-1] if fault == DEAL_ORDER else jogada.players
                for player in players:
                    yield self.card(jogada, player.seat, index)
        if fault == INITIAL_LATE:
            yield from self.take_initial(jogada)
        elif fault in (KEY_KEPT, KEY_SPOKE):
            yield from self.reveal(jogada, jogada.players[0])
        elif fault == ADDED:
            player = jogada.players[0]
            player.cave += CAPITAL
            player.before += CAPITAL
            added = StackDeclared(
                seat=player.seat, amount=player.cave, why="capital", added=CAPITAL
            )
            yield self.say(added, jogada.name)
            self.note(jogada, "M5-CAP", player.seat, CAPITAL)
        elif fault == FALSE_SHORT:
            player = jogada.players[0]
            said = Announcement(what="capital_desfalcado", seat=player.seat, by="dealer")
            yield self.say(said, jogada.name)
            self.note(jogada, "M5-CAP", player.seat, player.cave)
        elif fault == MOVED:
            yield from self._move(jogada)

    def _move(self, jogada: Jogada) -> Telling:
        player = jogada.players[0]
        seat = min({*range(1, PLACES + 1)} - {*self.sitting})
        yield self.say(PlayerSeated(seat=seat, player=player.name), jogada.name)
        self.note(jogada, "M5-SEAT", seat)

    # --- lanços --------------------------------------------------------------------------------

    @override
    def lancos(self, jogada: Jogada) -> Telling:
        if jogada.fault == VOID_GROUNDLESS:
            yield from self.void(jogada, "reclamacao")
            return
        yield from super().lancos(jogada)

    @override
    def speak(self, jogada: Jogada) -> Telling:
        fault, lanco = jogada.fault, jogada.lanco
        if (fault, lanco) in ((RIGHT_WRONG, 1), (RIGHT_WRONG_LATER, 3)):
            wrong = jogada.order[-1]
            yield self.say(TurnGiven(seat=wrong.seat, street=lanco), jogada.name)
            self.note(jogada, "M5-OPEN", wrong.seat)
            yield self.act(jogada, wrong, (APOSTAR, MINIMUM))
            yield from self._go_on(jogada, wrong)
            return
        if fault == KEY_SPOKE and lanco == 1:
            seat = jogada.players[0].seat
            yield self.say(Decision(seat=seat, action=DESISTIR), jogada.name)
            self.note(jogada, "M5-KEY", seat)
        if fault == AFTER_FOLD and lanco == 2:  # noqa: PLR2004 - after he gave up
            seat = next(iter(jogada.out))
            yield self.say(Decision(seat=seat, action=PASSAR), jogada.name)
            self.note(jogada, "NB-TURN", seat)
        if fault == OUT_OF_TURN and lanco == 1:
            first = jogada.order[0]
            yield self.act(jogada, first, (APOSTAR, MINIMUM))
            early = jogada.ring(first)[2]
            yield self.act(jogada, early, (ACEITAR, 0))
            self.note(jogada, "M5-OPEN", early.seat)
            yield from self._go_on(jogada, first)
            return
        yield from super().speak(jogada)

    def _go_on(self, jogada: Jogada, last: Sitting) -> Telling:
        player = self.next_to_speak(jogada, last)
        while player is not None:
            yield self.act(jogada, player, (ACEITAR, 0))
            player = self.next_to_speak(jogada, player)

    @override
    def word(self, jogada: Jogada, player: Sitting, act: Act, number: int) -> Telling:
        fault, at = jogada.fault, (jogada.lanco, number)
        if (fault, at) in ((NO_OPENING, (1, 0)), (SHORT_CALL, (4, 1))):
            yield self._accept(jogada, player)
            return
        if fault == SLOW and at == (2, 0):
            self.note(jogada, "M5-2MIN", player.seat)
            yield self.act(jogada, player, act, after=SECONDS)
            return
        if fault == LOW_RAISE and at == (1, 1):
            self.note(jogada, "M5-RAISE", player.seat, MINIMUM)
        elif fault == LOW_BET and at == (2, 0):
            self.note(jogada, "BET-MIN", player.seat, MINIMUM - act[1])
        yield from super().word(jogada, player, self._instead(jogada, player, act, at), number)

    def _instead(self, jogada: Jogada, player: Sitting, act: Act, at: tuple[int, int]) -> Act:
        """Return what a player does in a jogada whose script depends on who he is."""
        fault = jogada.fault
        if self._falls and at[0] == 1:
            bet = APOSTAR, max(MINIMUM, player.cave - LEAST // 2)
            return (bet, (ACEITAR, 0), (DESISTIR, 0))[min(at[1], 2)]
        if fault == PASSED_RAISED and player.seat in jogada.passed and jogada.level:
            if jogada.repiques:
                return act
            self.note(jogada, "M5-RAISE", player.seat, MINIMUM)
            return ELEVAR, MINIMUM
        if fault == SIDE_IGNORED and at[0] == 2 and not jogada.level:  # noqa: PLR2004
            poor = self._poor(jogada)
            if player is not poor and player.cave > poor.cave * 3 // 2:
                return APOSTAR, poor.cave * 3 // 2
        if fault == SHORT_CALL and at == (4, 0):
            return APOSTAR, 2 * MINIMUM
        return act

    def _accept(self, jogada: Jogada, player: Sitting) -> Any:
        """Let somebody say that he accepts, where there is nothing to, or with too little."""
        self.put(jogada, player, MINIMUM)
        if jogada.fault == NO_OPENING:
            jogada.level, jogada.before, jogada.asked = MINIMUM, MINIMUM, set()
            self.note(jogada, "M5-OPEN", player.seat)
        else:
            jogada.out.add(player.seat)
            self.note(jogada, "NB-EQ", player.seat, MINIMUM)
        jogada.asked.add(player.seat)
        said = Decision(seat=player.seat, action=ACEITAR, added=MINIMUM)
        return self.say(said, jogada.name)

    # --- the end -------------------------------------------------------------------------------

    @override
    def deliver(self, jogada: Jogada, division: Division) -> Telling:
        change = {COMMISSION_HIGH: 100, COMMISSION_LOW: -100}.get(jogada.fault, 0)
        if change:
            self.note(jogada, "M5-COM", None, change)
            division = self.division(jogada, division.fee + change)
        elif jogada.fault in (INITIAL_TWICE, INITIAL_MISSING):
            division = self.division(jogada, self.division(jogada, None, ENTRY).fee)
        yield from super().deliver(jogada, division)

    @override
    def payouts(self, jogada: Jogada, division: Division) -> list[Payout]:
        made, due = super().payouts(jogada, division), division.due()
        fault = jogada.fault
        if fault in (OVERPAID, UNDERPAID, UNPAID, WRONG_SEAT):
            return self._to_winner(jogada, made[0])
        if fault in (SUIT_BROKE_TIE, BAD_TIE):
            return self._to_equals(jogada, *made)
        if fault == SIDE_IGNORED:
            for seat, amount in due.items():
                paid = sum(due.values()) if seat == made[0].seat else 0
                self.plant(fault, "NB-SIDE", jogada.name, seat=seat, due=amount, paid=paid)
            return [Payout(seat=made[0].seat, amount=sum(due.values()), pot=0)]
        if fault == KEY_KEPT:
            self.note(jogada, "M5-KEY", jogada.players[0].seat, -ENTRY)
            return made[:-1]
        if fault == VOID_MISSED:
            self.note(jogada, "M5-COM", None, ENTRY)
            self.note(jogada, "M5-COM", None, division.fee)
            for seat, stake in jogada.put.items():
                code = "PAY-DIFF" if seat in due else "VOID-REFUND"
                self.note(jogada, code, seat, due.get(seat, 0) - stake)
        return made

    def _to_winner(self, jogada: Jogada, right: Payout) -> list[Payout]:
        """Pay the winner otherwise, or another."""
        if jogada.fault in (OVERPAID, UNDERPAID):
            more = EXTRA if jogada.fault == OVERPAID else -EXTRA
            self.note(jogada, "PAY-DIFF", right.seat, more)
            return [structs.replace(right, amount=right.amount + more)]
        self.note(jogada, "PAY-NONE", right.seat, -right.amount)
        if jogada.fault == UNPAID:
            return []
        other = jogada.players[0].seat
        self.note(jogada, "PAY-DIFF", other, right.amount)
        return [structs.replace(right, seat=other)]

    def _to_equals(self, jogada: Jogada, one: Payout, other: Payout) -> list[Payout]:
        """Let suits decide between two equal hands, or divide unequally (A4, A5)."""
        more = other.amount if jogada.fault == SUIT_BROKE_TIE else MINIMUM
        self.note(jogada, "M5-TIE", one.seat, more)
        self.note(jogada, "M5-TIE", other.seat, -more)
        paid = [structs.replace(one, amount=one.amount + more)]
        if more < other.amount:
            paid.append(structs.replace(other, amount=other.amount - more))
        return paid


Rig = Callable[[PoquerMacau5Cartas, Jogada], None]
BEFORE: Final[Mapping[str, Callable[[PoquerMacau5Cartas, str], Telling]]] = {
    PLACE_TOO_MANY: PoquerMacau5Cartas.eighth,
    TWO_PLACES: PoquerMacau5Cartas.twice,
    LOW_CAPITAL: PoquerMacau5Cartas.low,
    WITHDRAWN: PoquerMacau5Cartas.withdraw,
    NOT_RESTORED: PoquerMacau5Cartas.not_restored,
    SIDE_IGNORED: PoquerMacau5Cartas.rich,
}
RIGS: Final[Mapping[str, Rig]] = {
    **dict.fromkeys(
        (OVERPAID, UNDERPAID, UNPAID, WRONG_SEAT, VOID_MISSED), PoquerMacau5Cartas.best
    ),
    **dict.fromkeys((SUIT_BROKE_TIE, BAD_TIE), PoquerMacau5Cartas.tie),
    SIDE_IGNORED: PoquerMacau5Cartas.poorest,
    FOREIGN_CARD: PoquerMacau5Cartas.foreign,
    CARD_TWICE: PoquerMacau5Cartas.same,
}
SIMPLE: Final = {
    INITIAL_LATE: "M5-COM",
    OLD_DECK: "M5-DECK",
    SMALL_CUT: "M5-DECK",
    THREE_CUT: "M5-DECK",
    NONE_ASIDE: "M5-DECK",
    FOREIGN_CARD: "M5-DECK",
    DEAL_ORDER: "M5-DECK",
    CARD_TWICE: "RES-IMPOSS",
    VOID_GROUNDLESS: "VOID-BAD",
    VOID_MISSED: "VOID-MISS",
    ONLINE: "ONL-NONE",
}
"""Faults that are of the jogada as a whole, without a sum."""
