"""Follows the betting of a hand act by act: whose word it was, what was open to him, how much.

An act against a rule is a fault in ``found`` and happened all the same: the hand goes on from the
chips as they lie. An act out of turn moves the word on past the one who acted; who was passed over
may still speak, without a second fault.
"""

from collections.abc import Callable, Mapping
from typing import Final

from projections.replay.games.poker.betting.acts import BettingActs
from projections.replay.games.poker.betting.forced_bets import check_forced, force
from projections.replay.games.poker.betting.record import (
    ACOMPANHAR,
    AFASTADO,
    APOSTAR,
    COMMON_OF_TURN,
    DESISTIR,
    GRANDE,
    PASSAR,
    PEQUENA,
    REPICAR,
    REPOSTO,
    Action,
)
from projections.replay.games.poker.betting.state import ENCAVADO, IN, OUT, UNKNOWN_STACK, acts_of
from projections.replay.settlement import money_text

TURN_OF: Final = {common: turn for turn, common in enumerate(COMMON_OF_TURN)}
ASIDE: Final = frozenset({PEQUENA, GRANDE, REPOSTO, AFASTADO})
"""What asks nobody's turn."""
RAISES: Final = frozenset({REPICAR, APOSTAR})
BETS: Final = RAISES | {ACOMPANHAR}


class Betting(BettingActs):
    """The betting of a hand, as it went on from one player to the next."""

    __slots__ = ()

    def follow(self) -> None:
        """Follow all acts to the end of the hand."""
        common, after, left, state = self.common, self.after, self.left, self.state
        bet, done, own, index = self.bet, self.done, self.own, self.index
        early, online = self.early, self.hand.online
        for action in acts_of(self.hand):
            if action.common != common:
                self._turn_to(action)
                common = self.common
            word = action.action
            if word in ASIDE:
                self._aside(action)
                continue
            place = index.get(action.seat, -1)
            if place == self.next and state[place] == IN and self.alive and not done[place]:
                self.next = after[place]
            else:
                place = self._word(action, place)
            if place < 0:
                continue
            missing = self.level - bet[place]
            if online or early:
                self._besides(action, place, missing)
            if word == ACOMPANHAR and 0 <= missing == action.added < left[place]:
                left[place] -= missing
                bet[place] += missing
                self.pot += missing
                done[place] = own[place] = True
            elif word == PASSAR and not missing and not action.added:
                done[place] = True
            else:
                ACTS.get(word, Betting.nonsense)(self, action, place)
        self._finish()

    # Turns.

    def _turn_to(self, action: Action) -> None:
        """Go on to the turn of an act, through those in which nobody spoke."""
        turn = TURN_OF.get(action.common, -1)
        if turn < self.turn:
            self.fault(
                "RES-IMPOSS",
                self.rules.cites.turns[self.turn],
                action.seat,
                expected=str(self.common),
                recorded=str(action.common),
            )
            return
        self._close()
        while self.turn + 1 < turn:
            self._open(self.turn + 1)
            self._close()
        self._open(turn)

    def _open(self, turn: int) -> None:
        self.turn = turn
        self.common = COMMON_OF_TURN[turn]
        self.level = self.repiques = 0
        self.bet[:] = [0] * self.size
        self.done[:] = self.own[:] = self.nobody
        self.next = self.mao
        if self.late or self.owing or self.told or self.early:
            self.late, self.owing, self.told = set(), set(), set()
            self.early.clear()

    def _close(self) -> bool:
        """End a turn: everybody asked (R23), stakes equal but for encavados (R39)."""
        if not self.turn:
            check_forced(self)
        return self._closed()

    def _closed(self) -> bool:
        """Judge a turn's end, forced bets apart, and tell whether all is as it should be."""
        if not self.alive or not self.able:
            return True
        bet, state, done = self.bet, self.state, self.done
        highest = max(bet)
        open_ends: list[int] = []
        for place in range(self.size):
            if state[place] == IN and not (done[place] and bet[place] == highest):
                open_ends.append(place)  # noqa: PERF401 - run for every turn of every hand
        if not open_ends:
            return True
        unequal = [place for place in open_ends if bet[place] < highest]
        if unequal:
            self._check_equal(unequal)
        unasked = [place for place in open_ends if bet[place] == highest]
        if not unasked or self.able == 1:
            return not unequal
        if self.ordered:
            self.fault(
                "NB-TURN",
                self.rules.cites.turns[self.turn],
                self.players[unasked[0]].seat,
                facts={
                    "turn": self.turn + 1,
                    "unasked": [self.players[place].seat for place in unasked],
                },
            )
        return False

    def _check_equal(self, places: list[int]) -> None:
        """Fault stakes below the highest of those still in the hand."""
        state = self.state
        highest = max(chips for place, chips in enumerate(self.bet) if state[place] != OUT)
        for place in places:
            chips = self.bet[place]
            if chips < highest and place not in self.told:
                self.fault(
                    "NB-EQ",
                    self.rules.cites.equal,
                    self.players[place].seat,
                    expected=money_text(highest),
                    recorded=money_text(chips),
                    amount=highest - chips,
                )

    def _finish(self) -> None:
        """Close the last turn, and those for which cards were dealt but nobody was asked.

        A void cut the hand short: what was still to come is nobody's fault.
        """
        known = len(self.found)
        closed = self._close()
        if self.hand.void is not None:
            del self.found[known:]
        self.complete = not self.alive or (
            closed and (self.able <= 1 or self.turn + 1 == len(COMMON_OF_TURN))
        )
        dealt = TURN_OF.get(len(self.hand.board), 0)
        while self.turn < dealt and self.alive and self.able > 1 and self.hand.void is None:
            self._open(self.turn + 1)
            self._close()

    # Whose word it is.

    def _word(self, action: Action, place: int) -> int:
        """Judge whether an act's player may speak now, and return his place; -1 if he never may."""
        if place < 0:
            self.stranger(action)
            return -1
        state, after = self.state, self.after
        if state[place] != IN or not self.alive:
            self._no_word(place, action)
            return -1
        expected = self.next
        while state[expected] != IN:
            expected = after[expected]
        if place != expected or self.done[place]:
            if place in self.owing or (place in self.late and not self.done[place]):
                if place in self.missed and place in self.late and action.action in RAISES:
                    self._no_raise(action, self.rules.cites.missed_turn)
                self.late.discard(place)
                if action.action in RAISES:
                    self.next = self.after[place]  # who sits at his left answers first (R31)
                return place
            if self.ordered:
                self._out_of_turn(place, expected, action)
        self.next = after[place]
        return place

    def _out_of_turn(self, place: int, expected: int, action: Action) -> None:
        closed = self.done[expected]
        self.fault(
            "NB-TURN",
            f"{self.rules.cites.turns[self.turn]}; {self.rules.cites.out_of_turn}",
            action.seat,
            expected="" if closed else str(self.players[expected].seat),
            recorded=str(action.seat),
            facts={"turn": self.turn + 1, "action": action.action},
        )
        if action.action in BETS and not self.done[place]:
            self.early[place] = action
        while expected != place:
            if self.state[expected] == IN and not self.done[expected]:
                self.late.add(expected)
            expected = self.after[expected]

    def _no_word(self, place: int, action: Action) -> None:
        """Judge an act of a player who gave up, is encavado or away, or has won already."""
        encavado = self.state[place] == ENCAVADO
        if encavado and action.action == PASSAR and not action.added:
            return
        if action.added:
            self.put(place, action, action.added)
        alone = not self.alive and self.state[place] != OUT
        if encavado and action.action == DESISTIR and not alone:
            self.leave(place)
        self.fault(
            "NB-TURN",
            self.rules.cites.alone if alone else self.rules.cites.options,
            action.seat,
            recorded=action.action,
            amount=action.added or None,
            facts={"turn": self.turn + 1, "action": action.action},
        )

    # Errors of players, and the operator's clock.

    def _aside(self, action: Action) -> None:
        """Take a forced bet, or put a player out of the hand (R57 b, R58 c, h, i)."""
        if action.action != AFASTADO:
            force(self, action)
            return
        place = self.index.get(action.seat, -1)
        if place < 0:
            self.stranger(action)
            return
        if action.added:  # whoever is put out puts nothing in: chips told with it are a stake yet
            self.nonsense(action, place)
        if self.state[place] != OUT:
            if self.state[place] == IN:
                self.able -= 1
            self.leave(place)

    def _besides(self, action: Action, place: int, missing: int) -> None:
        """Judge the clock's choices, and a raise after betting out of turn (R58 g)."""
        if action.lapsed and self.hand.online:
            self._lapse(action, place, missing)
        if self.early.get(place, action) is not action:
            del self.early[place]
            if action.action in RAISES:
                self._no_raise(action, self.rules.cites.out_of_turn)

    def _no_raise(self, action: Action, rule: str) -> None:
        self.fault(
            "NB-RAISE",
            rule,
            action.seat,
            recorded=money_text(action.added),
            amount=action.added,
            facts={"turn": self.turn + 1, "action": action.action},
        )

    def _lapse(self, action: Action, place: int, missing: int) -> None:
        """Judge the clock's choice: passing, or giving up where passing is not open (O63, O67).

        Who has chips in the pot is warned and given more time before he loses them.
        """
        cites = self.rules.cites
        due = DESISTIR if missing > 0 else PASSAR
        if action.action != due:
            self.fault(
                "NB-ONL",
                cites.lapse,
                action.seat,
                expected=due,
                recorded=action.action,
                facts={"turn": self.turn + 1},
            )
        stack = self.players[place].stack
        put_in = (UNKNOWN_STACK if stack is None else stack) - self.left[place]
        if action.action == DESISTIR and put_in > 0 and not action.warned:
            self.fault(
                "NB-ONL",
                cites.extra_time,
                action.seat,
                amount=put_in,
                facts={"turn": self.turn + 1, "warned": False},
            )


ACTS: Final[Mapping[str, Callable[[Betting, Action, int], None]]] = {
    DESISTIR: Betting.desistir,
    PASSAR: Betting.passar,
    ACOMPANHAR: Betting.acompanhar,
    REPICAR: Betting.repicar,
    APOSTAR: Betting.repicar,
}
"""What each word does."""
