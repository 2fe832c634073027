"""Follows the betting of a hand act by act: whose word it was, what was open to him, how much.

An act against a rule is a fault in ``found`` and happened all the same: the hand goes on from the
chips as they lie. An act out of turn moves the word on past the one who acted; who was passed over
may still speak, without a second fault.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from projections.replay.betting import (
    ACOMPANHAR,
    APOSTAR,
    COM_LIMITE,
    COMMON_OF_TURN,
    DESISTIR,
    GRANDE,
    PASSAR,
    PEQUENA,
    POTE,
    REPICAR,
    REPOSTO,
    SEM_LIMITE,
    Action,
    HandRecord,
    HandRules,
    Player,
)
from projections.replay.settlement import Found, money_text

IN, OUT, ENCAVADO = 0, 1, 2
UNKNOWN_STACK: Final = 1 << 62
TWO: Final = 2
TURN_OF: Final = {common: turn for turn, common in enumerate(COMMON_OF_TURN)}
FORCED: Final = frozenset({PEQUENA, GRANDE, REPOSTO})
NO_FACTS: Final[Mapping[str, Any]] = {}


class Betting:
    """The state of a hand's betting; players have places, clockwise from 0 as the record lists."""

    __slots__ = (
        "able",
        "after",
        "alive",
        "bet",
        "common",
        "complete",
        "dead",
        "done",
        "forced",
        "found",
        "hand",
        "in_hand",
        "index",
        "late",
        "left",
        "level",
        "mao",
        "next",
        "nobody",
        "ordered",
        "owing",
        "own",
        "players",
        "pot",
        "repiques",
        "rules",
        "size",
        "state",
        "strangers",
        "told",
        "turn",
        "usual",
    )

    def __init__(self, hand: HandRecord, rules: HandRules) -> None:
        self.hand = hand
        self.rules = rules
        self.found: list[Found] = []
        self.players: tuple[Player, ...] = hand.players
        self.size = size = len(hand.players)
        self.after = [*range(1, size), 0]
        self.nobody = [False] * size
        self.index: dict[int, int] = {}
        self.left: list[int] = []
        """The cave of each: below zero where more was put in than it held."""
        self.state: list[int] = []
        self.usual = True
        """Whether nobody is away, owes a forced bet, or has been idle."""
        self._seat_players()
        self.able = self.state.count(IN)
        self.in_hand = size - self.state.count(OUT)
        self.alive = self.in_hand > 1
        """Whether two are still in the hand: one alone has won it."""
        self.bet = [0] * size
        """What each has put in during this turn."""
        self.done = [False] * size
        """Who has spoken since the sum to equal last rose."""
        self.own = [False] * size
        """Who has bet in this turn since the last full repique of another (R26)."""
        self.late: set[int] = set()
        """Whom others overtook: they may speak yet."""
        self.owing: set[int] = set()
        """Who stays in with less than the bet though he has more: he may complete it (R58 d)."""
        self.told: set[int] = set()
        """Of those, whose fault stands in ``found`` already."""
        self.dead: dict[int, int] = {}
        """Missed forced bets made good, by place."""
        self.strangers: dict[int, int] = {}
        """Chips of seats at which nobody sits."""
        self.forced: list[tuple[int, str, int]] = []
        self.ordered = hand.mao in self.index
        self.mao = self.index.get(hand.mao, 0)
        self.turn = self.common = self.pot = self.repiques = 0
        self.level = hand.minimum
        """The sum to equal; before the flop never below the grande aposta (O12)."""
        self.complete = False
        """Whether the betting came to its end."""
        self.next = self._first_speaker() if size else 0

    def _seat_players(self) -> None:
        for place, player in enumerate(self.players):
            stack = UNKNOWN_STACK if player.stack is None else player.stack
            self.left.append(stack)
            if player.absent or player.seat in self.index:
                self.state.append(OUT)
                self.usual = False
            else:
                self.state.append(IN if stack > 0 else ENCAVADO)
            if player.owed is not None or player.hands_without_bet:
                self.usual = False
            self.index.setdefault(player.seat, place)

    def put_in(self) -> dict[int, int]:
        """Return what each seat has bet in all, what it made good apart."""
        totals = dict(self.strangers)
        for place, player in enumerate(self.players):
            stack = UNKNOWN_STACK if player.stack is None else player.stack
            chips = stack - self.left[place] - self.dead.get(place, 0)
            if chips:
                totals[player.seat] = totals.get(player.seat, 0) + chips
        return totals

    def follow(self) -> None:
        """Follow all acts to the end of the hand."""
        common, after, left, state = self.common, self.after, self.left, self.state
        bet, done, own, index = self.bet, self.done, self.own, self.index
        for action in self.hand.actions:
            if action.common != common:
                self._turn_to(action)
                common = self.common
            word = action.action
            if word in FORCED:
                self.force(action)
                continue
            place = index.get(action.seat, -1)
            if place == self.next and state[place] == IN and self.alive and not done[place]:
                self.next = after[place]
            else:
                place = self._word(action, place)
            if place < 0:
                continue
            missing = self.level - bet[place]
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

    def _first_speaker(self) -> int:
        """Return who speaks first before the flop: left of the grande aposta (O13)."""
        grande = self.after[self.mao]
        if self.players[grande].absent:
            for action in self.hand.actions:
                if action.action == GRANDE and action.seat in self.index:
                    grande = self.index[action.seat]
                    break
        return self.after[grande]

    def _turn_to(self, action: Action) -> None:
        """Go on to the turn of an act, through those in which nobody spoke."""
        turn = TURN_OF.get(action.common, -1)
        if turn < self.turn:
            self._fault(
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
        if self.late or self.owing or self.told:
            self.late, self.owing, self.told = set(), set(), set()

    def _close(self) -> bool:
        """End a turn: everybody asked (R23), stakes equal but for encavados (R39)."""
        if not self.turn:
            self._check_forced()
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
            self._fault(
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
                self._fault(
                    "NB-EQ",
                    self.rules.cites.equal,
                    self.players[place].seat,
                    expected=money_text(highest),
                    recorded=money_text(chips),
                    amount=highest - chips,
                )

    def _finish(self) -> None:
        """Close the last turn, and those for which cards were dealt but nobody was asked."""
        closed = self._close()
        self.complete = not self.alive or (
            closed and (self.able <= 1 or self.turn + 1 == len(COMMON_OF_TURN))
        )
        dealt = TURN_OF.get(len(self.hand.board), 0)
        while self.turn < dealt and self.alive and self.able > 1:
            self._open(self.turn + 1)
            self._close()

    # Whose word it is.

    def _word(self, action: Action, place: int) -> int:
        """Judge whether an act's player may speak now, and return his place; -1 if he never may."""
        if place < 0:
            self._stranger(action)
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
                self.late.discard(place)
                return place
            if self.ordered:
                self._out_of_turn(place, expected, action)
        self.next = after[place]
        return place

    def _out_of_turn(self, place: int, expected: int, action: Action) -> None:
        closed = self.done[expected]
        self._fault(
            "NB-TURN",
            f"{self.rules.cites.turns[self.turn]}; {self.rules.cites.out_of_turn}",
            action.seat,
            expected="" if closed else str(self.players[expected].seat),
            recorded=str(action.seat),
            facts={"turn": self.turn + 1, "action": action.action},
        )
        while expected != place:
            if self.state[expected] == IN and not self.done[expected]:
                self.late.add(expected)
            expected = self.after[expected]

    def _no_word(self, place: int, action: Action) -> None:
        """Judge an act of one who gave up, is encavado or away, or has won already."""
        encavado = self.state[place] == ENCAVADO
        if encavado and action.action == PASSAR and not action.added:
            return
        if action.added:
            self._put(place, action, action.added)
        alone = not self.alive and self.state[place] != OUT
        if encavado and action.action == DESISTIR and not alone:
            self._leave(place)
        self._fault(
            "NB-TURN",
            self.rules.cites.alone if alone else self.rules.cites.options,
            action.seat,
            recorded=action.action,
            amount=action.added or None,
            facts={"turn": self.turn + 1, "action": action.action},
        )

    def _stranger(self, action: Action) -> None:
        """Judge an act of a seat at which nobody sits."""
        if action.added > 0:
            self.pot += action.added
            self.strangers[action.seat] = self.strangers.get(action.seat, 0) + action.added
        self._fault("RES-IMPOSS", self.rules.cites.places, action.seat, recorded=action.action)

    # What one act does.

    def _put(self, place: int, action: Action, chips: int) -> int:
        """Move chips from the cave into the pot, and return how many."""
        left = self.left[place]
        if chips > left or chips < 0:
            self._not_his(action, chips, max(left, 0))
            chips = max(chips, 0)
        self.left[place] = left - chips
        self.bet[place] += chips
        self.pot += chips
        if chips >= left and self.state[place] == IN:
            self.state[place] = ENCAVADO
            self.able -= 1
        return chips

    def _not_his(self, action: Action, chips: int, left: int) -> None:
        """Fault chips that the cave did not hold."""
        cites = self.rules.cites
        if chips < 0:
            code, rule = "RES-IMPOSS", cites.options
        elif self.hand.limit == SEM_LIMITE and action.action in {REPICAR, APOSTAR}:
            code, rule = "NB-LIM", f"{cites.maximum_bet} c"
        else:
            code, rule = "NB-CAVE", cites.chips_added
        self._fault(
            code,
            rule,
            action.seat,
            expected=money_text(left),
            recorded=money_text(chips),
            amount=chips - left,
            facts={"turn": self.turn + 1, "action": action.action},
        )

    def desistir(self, action: Action, place: int) -> None:
        """Leave the hand (R29 a)."""
        if action.added:
            self._option(place, action, f"{self.rules.cites.options} a")
        if self.state[place] == IN:
            self.able -= 1
        self._leave(place)

    def _leave(self, place: int) -> None:
        self.state[place] = OUT
        self.in_hand -= 1
        self.alive = self.in_hand > 1

    def passar(self, action: Action, place: int) -> None:
        """Stay without betting, where there is nothing to equal (R29 b)."""
        self.done[place] = True
        if action.added:
            self._option(place, action, f"{self.rules.cites.options} b")
            self.level = max(self.level, self.bet[place])
        elif self.bet[place] < self.level and self.bet[place] < max(self.bet):
            self.owing.add(place)
            self.told.add(place)
            self._fault(
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
        self._put(place, action, action.added)
        self._fault(
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
        chips = self._put(place, action, action.added)
        if chips > missing:
            self._raised(place)
            self._fault(
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

    def _below(self, place: int, action: Action) -> None:
        """Take what is less than the bet: all he has, or a short call he may complete (R58 d)."""
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
        extra = self._put(place, action, chips) - missing
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
        """Judge a repique after one's own bet (R26), and one too many (O16)."""
        cites = self.rules.cites
        if not free:
            self._fault(
                "NB-RAISE",
                cites.own_raise,
                action.seat,
                recorded=money_text(extra),
                amount=extra,
                facts={"turn": self.turn + 1},
            )
        most = self.hand.repiques
        if most is not None and self.repiques >= most and self.in_hand > TWO:
            self._fault(
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
        self._fault(
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
        self._fault(
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
            self._put(place, action, action.added)
        self._fault("RES-IMPOSS", self.rules.cites.options, action.seat, recorded=action.action)

    # Forced bets.

    def force(self, action: Action) -> None:
        """Take a forced bet, or one made good: before the flop, before its player's own word."""
        place = self.index.get(action.seat, -1)
        if place < 0:
            self._stranger(action)
            return
        in_time = self.state[place] != OUT and not self.turn and not self.done[place]
        chips = self._put(place, action, action.added)
        if action.action == REPOSTO:
            self.bet[place] -= chips
            self.dead[place] = self.dead.get(place, 0) + chips
        elif in_time:
            self.forced.append((place, action.action, chips))
            self.level = max(self.level, self.bet[place])
        if not in_time:
            self._blind(place, self.rules.cites.grande, 0, chips, action.action)

    def _check_forced(self) -> None:
        """Judge pequena and grande aposta and what was owed (O10-O12, O17, O18)."""
        least = self.hand.minimum
        if not (least and self.ordered and self.size > 1 and self.hand.has("bets")):
            return
        usual = [(self.mao, PEQUENA, least // 2), (self.after[self.mao], GRANDE, least)]
        if self.usual and self.forced == usual:
            return
        posted: list[dict[str, int]] = [{} for _ in self.players]
        for place, word, chips in self.forced:
            posted[place][word] = posted[place].get(word, 0) + chips
        due = self._due_forced()
        missing = {
            word
            for place, (word, value, rule) in due.items()
            if not self._posted_well(place, posted[place], word, value, rule)
        }
        stand_in = self.players[self.after[self.mao]].absent
        for place, words in enumerate(posted):
            if words and place not in due:
                self._check_undue(place, words, missing, stand_in=stand_in)
        for place, player in enumerate(self.players):
            if player.owed is not None and not player.absent:
                self._check_owed(place, player.owed)

    def _due_forced(self) -> dict[int, tuple[str, int, str]]:
        """Return by place which forced bet is due, its value and its rule."""
        least, cites = self.hand.minimum, self.rules.cites
        due: dict[int, tuple[str, int, str]] = {}
        for place, player in enumerate(self.players):
            if player.absent:
                continue
            if place == self.after[self.mao]:
                due[place] = GRANDE, least, cites.grande
            elif (player.hands_without_bet or 0) >= self.rules.hands_without_bet:
                due[place] = GRANDE, least, cites.without_bet
            elif place == self.mao:
                due[place] = PEQUENA, least // 2, cites.pequena
        return due

    def _posted_well(
        self, place: int, posted: dict[str, int], word: str, value: int, rule: str
    ) -> bool:
        """Fault a forced bet that is missing, of the wrong kind or value; False if missing."""
        stack = self.players[place].stack
        if stack is not None:
            value = min(value, max(stack - self.dead.get(place, 0), 0))
        paid = sum(posted.values())
        if posted == {word: value} or (not paid and not value):
            return True
        if list(posted) == [word] and (
            (stack is None and paid < value)  # perhaps all he had
            or (word == PEQUENA and paid + self.hand.minimum // 2 == self.hand.minimum)
        ):
            return True
        self._blind(place, rule, value, paid, word)
        return bool(paid)

    def _check_undue(
        self, place: int, posted: dict[str, int], missing: set[str], *, stand_in: bool
    ) -> None:
        """Fault a forced bet of one from whom none was due, unless it is another's, missing."""
        for word, chips in posted.items():
            unknown = self.players[place].hands_without_bet is None
            excused = word == GRANDE and (stand_in or unknown)
            if word not in missing and not excused:
                self._blind(place, self.rules.cites.grande, 0, chips, word)

    def _check_owed(self, place: int, owed: int) -> None:
        paid = self.dead.get(place, 0)
        stack = self.players[place].stack
        due = owed if stack is None else min(owed, max(stack, 0))
        if paid != due:
            self._blind(place, self.rules.cites.owed, due, paid, REPOSTO)

    def _blind(self, place: int, rule: str, due: int, paid: int, word: str) -> None:
        self._fault(
            "NB-BLIND",
            rule,
            self.players[place].seat,
            expected=money_text(due),
            recorded=money_text(paid),
            amount=paid - due,
            facts={"forced": word},
        )

    def _fault(
        self,
        code: str,
        rule: str,
        seat: int,
        *,
        expected: str = "",
        recorded: str = "",
        amount: int | None = None,
        facts: Mapping[str, Any] = NO_FACTS,
    ) -> None:
        self.found.append(
            Found(
                code=code,
                rule=rule,
                seat=seat,
                expected=expected,
                recorded=recorded,
                amount=amount,
                facts=facts or {"turn": self.turn + 1},
            )
        )


ACTS: Final[Mapping[str, Callable[[Betting, Action, int], None]]] = {
    DESISTIR: Betting.desistir,
    PASSAR: Betting.passar,
    ACOMPANHAR: Betting.acompanhar,
    REPICAR: Betting.repicar,
    APOSTAR: Betting.repicar,
}
"""What each word does."""
