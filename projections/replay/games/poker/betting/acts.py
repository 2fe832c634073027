"""The effect of each act of a player on the pot, and whether the act was open to him (R29).

Sources: R29-R31, R58 d-e; O15, O16.
"""

from typing import Final

from projections.replay.games.poker.betting.record import COM_LIMITE, POTE, SEM_LIMITE, Action
from projections.replay.games.poker.betting.state import ENCAVADO, IN, BettingState
from projections.replay.settlement import money_text

TWO: Final = 2


class BettingActs(BettingState):
    """The acts, each a method of its word's name."""

    __slots__ = ()

    def desistir(self, action: Action, place: int) -> None:
        """Leave the hand (R29 a)."""
        if action.added:
            self._option(place, action, f"{self.rules.cites.options} a")
        if self.state[place] == IN:
            self.able -= 1
        self.leave(place)

    def passar(self, action: Action, place: int) -> None:
        """Stay without betting, where there is nothing to equal (R29 b)."""
        self.done[place] = True
        if action.added:
            self._option(place, action, f"{self.rules.cites.options} b")
            self.level = max(self.level, self.bet[place])
        elif self.bet[place] < self.level and self.bet[place] < max(self.bet):
            self.owing.add(place)
            self.told.add(place)
            self.fault(
                "NB-EQ",
                f"{self.rules.cites.options} b",
                action.seat,
                expected=money_text(self.level),
                recorded=money_text(self.bet[place]),
                amount=self.level - self.bet[place],
                facts={"turn": self.turn + 1, "action": action.action},
            )

    def _option(self, place: int, action: Action, rule: str) -> None:
        """Take chips put in with a word that puts none in."""
        self.put(place, action, action.added)
        self.fault(
            "NB-TURN",
            rule,
            action.seat,
            expected=money_text(0),
            recorded=money_text(action.added),
            amount=action.added,
            facts={"turn": self.turn + 1, "action": action.action},
        )

    def acompanhar(self, action: Action, place: int) -> None:
        """Equal the bet (R29 c)."""
        missing = self.level - self.bet[place]
        self.done[place] = self.own[place] = True
        if place in self.silent and action.added > missing >= 0:
            self._back(place, action, missing)
            return
        chips = self.put(place, action, action.added)
        if chips > missing:
            self._raised(place)
            self.fault(
                "NB-RAISE",
                self.rules.cites.unannounced,
                action.seat,
                expected=money_text(missing),
                recorded=money_text(chips),
                amount=chips - missing,
                facts={"turn": self.turn + 1, "action": action.action},
            )
        elif chips < missing and self.state[place] == IN:
            self._below(place, action)

    def _back(self, place: int, action: Action, missing: int) -> None:
        """Take a raise not announced as a call, and give back its excess (R58 e)."""
        left = max(self.left[place], 0)
        if action.added > left:
            self._not_his(action, action.added, left)
        call = min(missing, left)  # whoever has less than the bet calls with all he has
        self.put(place, action, call)
        self.excess[place] = self.excess.get(place, 0) + action.added - call

    def _below(self, place: int, action: Action) -> None:
        """Take a call below the bet: all the player has, or a short call to complete (R58 d)."""
        if self.players[place].stack is None and self._last_act(action):
            self.state[place] = ENCAVADO  # his cave was not declared, and he never speaks again
            self.able -= 1
        elif self.bet[place] < max(self.bet):
            self.owing.add(place)

    def _last_act(self, action: Action) -> bool:
        for other in reversed(self.hand.actions):
            if other.seat == action.seat:
                return other is action
        return False

    def repicar(self, action: Action, place: int) -> None:
        """Bet first, or raise (R29 d)."""
        missing = self.level - self.bet[place]
        chips = action.added
        if action.announced is not None and action.announced >= 0:
            chips = min(missing + action.announced, max(self.left[place], 0))  # R25
        pot, free = self.pot, not self.own[place]
        self.done[place] = self.own[place] = True
        extra = self.put(place, action, chips) - missing
        whole = self.state[place] == ENCAVADO or self.players[place].stack is None
        if extra < self.hand.minimum and not whole:
            self._too_low(action, extra)
        if extra > 0:
            full = extra >= self.hand.minimum or not whole
            self._check_highest(action, extra, pot + (self.hand.k - 1) * missing)
            if full and self.level:
                self._count_repique(action, extra, free=free)
            if full:
                self.own[:] = self.nobody
                self.own[place] = True
            self._raised(place)
        elif extra < 0 and self.state[place] == IN:
            self._below(place, action)

    def _raised(self, place: int) -> None:
        """Set the sum to equal, and give all others the word again (R31)."""
        self.level = self.bet[place]
        self.done[:] = self.nobody
        self.done[place] = True
        if self.owing:
            self.owing = set()

    def _count_repique(self, action: Action, extra: int, *, free: bool) -> None:
        """Judge a repique after the player's own bet (R26), and a repique too many (O16)."""
        cites = self.rules.cites
        if not free:
            self.fault(
                "NB-RAISE",
                cites.own_raise,
                action.seat,
                recorded=money_text(extra),
                amount=extra,
                facts={"turn": self.turn + 1},
            )
        most = self.hand.repiques
        if most is not None and self.repiques >= most and self.in_hand > TWO:
            self.fault(
                "NB-RAISE",
                cites.repiques,
                action.seat,
                expected=str(most),
                recorded=str(self.repiques + 1),
                amount=extra,
                facts={"turn": self.turn + 1, "in_hand": self.in_hand},
            )
        self.repiques += 1

    def _too_low(self, action: Action, extra: int) -> None:
        cites, least = self.rules.cites, self.hand.minimum
        self.fault(
            "NB-RAISE" if self.level else "BET-MIN",
            cites.repique if self.level else cites.minimum_bet,
            action.seat,
            expected=money_text(least),
            recorded=money_text(extra),
            amount=least - extra,
            facts={"turn": self.turn + 1},
        )

    def _check_highest(self, action: Action, extra: int, full: int) -> None:
        """Judge a bet or repique against the way the table fixes its maximum (R63, O15)."""
        hand, cites = self.hand, self.rules.cites
        if hand.maximum is not None and extra > hand.maximum:
            self._above(action, "NB-LIM", cites.maximum, extra, hand.maximum)
        if hand.limit is None or hand.limit == SEM_LIMITE:
            return
        half = hand.limit == COM_LIMITE
        most = max(full // 2 if half else full, hand.minimum)
        if extra > most:
            rule = f"{cites.maximum_bet} {'a' if half else 'b'}"
            if hand.limit == POTE and self.level:
                self._above(action, "NB-RAISE", f"{cites.repique}; {rule}", extra, most)
            else:
                self._above(action, "NB-LIM", rule, extra, most)

    def _above(self, action: Action, code: str, rule: str, extra: int, most: int) -> None:
        self.fault(
            code,
            rule,
            action.seat,
            expected=money_text(most),
            recorded=money_text(extra),
            amount=extra - most,
            facts={"turn": self.turn + 1},
        )

    def nonsense(self, action: Action, place: int) -> None:
        """Take the chips of an act that has no meaning."""
        if action.added:
            self.put(place, action, action.added)
        self.fault("RES-IMPOSS", self.rules.cites.options, action.seat, recorded=action.action)
