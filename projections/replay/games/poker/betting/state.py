"""The state of a hand's betting: caves, stakes, who is in, and what each act moves.

Chips lie where they were put, whatever rule that broke. What the acts mean is in
``acts``, whose word it is in ``order``, the forced bets in ``forced``.
"""

from collections.abc import Mapping
from typing import Any, Final

from projections.replay.games.poker.betting.record import (
    ABSENTEE,
    AFASTADO,
    ANTE,
    APOSTAR,
    BARRING,
    GRANDE,
    MISSED_TURN,
    PEQUENA,
    REPICAR,
    REPOSTO,
    SEM_LIMITE,
    UNANNOUNCED,
    Action,
    HandRecord,
    HandRules,
    Player,
)
from projections.replay.settlement import Found, money_text

IN, OUT, ENCAVADO = 0, 1, 2
UNKNOWN_STACK: Final = 1 << 62
NO_FACTS: Final[Mapping[str, Any]] = {}
NOBODY: Final[frozenset[int]] = frozenset()
NOT_SPOKEN: Final = frozenset({ANTE, PEQUENA, GRANDE, REPOSTO, AFASTADO})
"""What is no word of a player's own."""


def has_spoken(hand: HandRecord, seat: int | None) -> bool:
    """Tell whether a seat did anything of its own will in the hand.

    >>> has_spoken(HandRecord(actions=(Action(seat=2, action="passar"),)), 2)
    True
    """
    return any(one.seat == seat and one.action not in NOT_SPOKEN for one in hand.actions)


def acts_of(hand: HandRecord) -> tuple[Action, ...]:
    """Return the acts, and among them where an error noted put a player out of the hand.

    A record that does not say when he was put out has him out after the last that he did.
    """
    acts = hand.actions
    if not hand.errors:
        return acts
    for error in hand.errors:
        seat = error.seat
        if error.error not in BARRING or seat is None:
            continue
        if error.error == ABSENTEE:  # out from the beginning, or not at all
            continue
        mine = [at for at, act in enumerate(acts) if act.seat == seat]
        if any(acts[at].action == AFASTADO for at in mine):
            continue
        at = mine[-1] + 1 if mine else 0
        common = acts[at - 1].common if mine else 0
        out = Action(seat=seat, action=AFASTADO, common=common)
        acts = (*acts[:at], out, *acts[at:])
    return acts


class BettingState:
    """The state of a hand's betting; players have places, clockwise from 0 as the record lists."""

    __slots__ = (
        "able",
        "after",
        "alive",
        "away",
        "bet",
        "common",
        "complete",
        "dead",
        "done",
        "early",
        "excess",
        "forced",
        "found",
        "hand",
        "in_hand",
        "index",
        "late",
        "left",
        "level",
        "mao",
        "missed",
        "next",
        "nobody",
        "ordered",
        "owing",
        "own",
        "players",
        "pot",
        "repiques",
        "rules",
        "silent",
        "size",
        "state",
        "strangers",
        "told",
        "turn",
        "usual",
    )

    def __init__(self, hand: HandRecord, rules: HandRules) -> None:  # noqa: PLR0915 - all there is
        """Seat the players, before any bet."""
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
        self.away: frozenset[int] = NOBODY
        """Whom nobody asks: away, or dealt cards by mistake while away (R57 b)."""
        self.silent: frozenset[int] = NOBODY
        """Whose raise was not announced, and so was taken for a call (R58 e)."""
        self.missed: frozenset[int] = NOBODY
        """Who was allowed to bet after he had let his turn pass (R58 j)."""
        self.usual = True
        """Whether nobody is away, owes a forced bet, or has been idle for long."""
        self._seat_players()
        if hand.errors:
            self._note_errors()
        self.able: int = self.state.count(IN)
        self.in_hand = size - self.state.count(OUT)
        self.alive = self.in_hand > 1
        """Whether two are still in the hand: one alone has won it."""
        self.bet = [0] * size
        """What each has put in during this turn."""
        self.done = [False] * size
        """Who has spoken since the sum to equal last rose."""
        self.own = [False] * size
        """Who has bet in this turn since the last full repique of another (R26)."""
        self.early: dict[int, Action] = {}
        """Who has bet before his turn and not spoken since, with what (R58 g)."""
        self.excess: dict[int, int] = {}
        """By place, what went back of a raise not announced (R58 e)."""
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
        idle = self.rules.hands_without_bet
        for place, player in enumerate(self.players):
            stack = UNKNOWN_STACK if player.stack is None else player.stack
            self.left.append(stack)
            if player.absent or player.seat in self.index:
                self.state.append(OUT)
                self.away |= {place}
                self.usual = False
            else:
                self.state.append(IN if stack > 0 else ENCAVADO)
            hands = player.hands_without_bet
            if player.owed or (hands is not None and hands >= idle):
                self.usual = False
            self.index.setdefault(player.seat, place)

    def _note_errors(self) -> None:
        """Take the errors that the pagador noted and that change what players may do."""
        for error in self.hand.errors:
            place = self.index.get(error.seat or 0, -1)
            if place < 0:
                continue
            if error.error == UNANNOUNCED:
                self.silent |= {place}
            elif error.error == MISSED_TURN:
                self.missed |= {place}
            elif error.error == ABSENTEE and not has_spoken(self.hand, error.seat):
                self.state[place] = OUT
                self.away |= {place}
                self.usual = False

    def gone_back(self) -> dict[int, int]:
        """Return by seat what goes back of raises that were not announced (R58 e)."""
        return {self.players[place].seat: chips for place, chips in self.excess.items()}

    def _first_speaker(self) -> int:
        """Return the first speaker before the flop: left of the grande aposta (O13)."""
        grande = self.after[self.mao]
        if grande in self.away:
            for action in self.hand.actions:
                if action.action == GRANDE and action.seat in self.index:
                    grande = self.index[action.seat]
                    break
        return self.after[grande]

    def put_in(self) -> dict[int, int]:
        """Return the total bet of each seat, without the forced bets made good."""
        totals = dict(self.strangers)
        for place, player in enumerate(self.players):
            stack = UNKNOWN_STACK if player.stack is None else player.stack
            chips = stack - self.left[place] - self.dead.get(place, 0)
            if chips:
                totals[player.seat] = totals.get(player.seat, 0) + chips
        return totals

    # Chips and seats.

    def stranger(self, action: Action) -> None:
        """Judge an act of a seat at which nobody sits."""
        if action.added > 0:
            self.pot += action.added
            if action.action != REPOSTO:  # a forced bet made good is in the pot, and no bet (O18)
                self.strangers[action.seat] = self.strangers.get(action.seat, 0) + action.added
        self.fault("RES-IMPOSS", self.rules.cites.places, action.seat, recorded=action.action)

    def put(self, place: int, action: Action, chips: int) -> int:
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
        self.fault(
            code,
            rule,
            action.seat,
            expected=money_text(left),
            recorded=money_text(chips),
            amount=chips - left,
            facts={"turn": self.turn + 1, "action": action.action},
        )

    def leave(self, place: int) -> None:
        """Have a player out of the hand; one left alone has won it."""
        self.state[place] = OUT
        self.in_hand -= 1
        self.alive = self.in_hand > 1

    def fault(
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
        """Note a fault of a seat."""
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
