"""Follows the betting of a hand of sintético: antes, estardilho, then five turns (S7, S13-S18).

A turn is open from its common card on. A card turned before a turn is over is in excess: that turn
goes on, and another is lost (S17). ``turn`` is -1 before the first common card, then 0 to 4.
"""

from typing import Final

from msgspec import structs

from projections.replay.games.poker.betting.order import ACTS, Betting
from projections.replay.games.poker.betting.record import (
    ACOMPANHAR,
    AFASTADO,
    ANTE,
    APOSTAR,
    DESISTIR,
    GRANDE,
    PASSAR,
    PEQUENA,
    REPICAR,
    REPOSTO,
    Action,
)
from projections.replay.games.poker.betting.state import IN, NOT_SPOKEN, OUT, acts_of
from projections.replay.games.poker.poquer_sintetico.record import (
    ADVANCES,
    ANTE_UNKNOWN,
    RESTARDILHO,
    SinteticoRecord,
)
from projections.replay.games.poker.poquer_sintetico.rules import SinteticoRules
from projections.replay.settlement import Found, money_text

COMMON: Final = 5
BEFORE: Final = -1
"""The turn before the first common card, in which only an estardilho is answered."""
UNDUE: Final = frozenset({PEQUENA, GRANDE, REPOSTO})
"""Forced bets that sintético does not know (S7)."""
ASIDE: Final = ADVANCES | UNDUE | {ANTE, AFASTADO}
"""What asks nobody's turn."""
WORDS: Final = frozenset({DESISTIR, PASSAR, ACOMPANHAR, REPICAR, APOSTAR})


class SinteticoBetting(Betting):
    """The betting of a hand, as it went on from one player to the next."""

    __slots__ = (
        "advanced",
        "advances",
        "antes",
        "extra",
        "law",
        "leader",
        "lost",
        "opener",
        "raised",
        "record",
        "top",
        "waiting",
    )

    def __init__(self, hand: SinteticoRecord, rules: SinteticoRules) -> None:
        """Seat the players, before any bet; who neither bets nor speaks takes no part (S18)."""
        super().__init__(hand, rules)
        self.record = hand
        self.law = rules.cites
        self.turn, self.level = BEFORE, 0
        self.opener = self.next = self.after[self.mao] if self.size else 0
        self.leader: int | None = None
        """Who first made this turn's highest bet."""
        self.top = 0
        self.antes: dict[int, int] = {}
        """By place, what was put in as ante."""
        self.advances: dict[int, int] = {}
        """By place, what an estardilho or restardilho advanced."""
        self.advanced = 0
        """The last advance: to play costs twice as much."""
        self.raised: dict[int, int] = {}
        """Repiques in this turn, by place (R38)."""
        self.lost = 0
        """Turns lost for common cards in excess (S17)."""
        self.extra = 0
        """Turns that were held all the same."""
        self.waiting = False
        """The first common card came before an estardilho was answered: its turn is still due."""
        self._leave_out()

    def _leave_out(self) -> None:
        """Have those out who put in no ante and never speak: they do not take part (S18)."""
        hand = self.record
        if not hand.has("bets") or any(one.error in ANTE_UNKNOWN for one in hand.errors):
            return
        paid = {act.seat for act in hand.actions if act.action == ANTE}
        spoke = {act.seat for act in hand.actions if act.action not in NOT_SPOKEN}
        if not paid:
            return
        for place, player in enumerate(self.players):
            if self.state[place] != OUT and player.seat not in paid | spoke:
                self.state[place] = OUT
                self.away |= {place}
        self.able = self.state.count(IN)
        self.in_hand = self.size - self.state.count(OUT)
        self.alive = self.in_hand > 1

    def follow(self) -> None:
        """Follow all acts to the end of the hand."""
        for action in acts_of(self.hand):
            word = action.action
            if word in ASIDE:
                self._aside(action)
                continue
            if action.common != self.common:
                self._turn_to(action)
            elif self.alive and self._over():
                self._again(action)
            place = self._word(action, self.index.get(action.seat, -1))
            if place < 0:
                continue
            self._besides(action, place, self.level - self.bet[place])
            ACTS.get(word, Betting.nonsense)(self, action, place)
        self._finish()
        self._check_antes()

    # Turns.

    def _over(self) -> bool:
        """Tell whether nobody is left to speak in this turn."""
        if self.turn == BEFORE and not self.advances:
            return not any(self.bet)
        if not self.able:
            return True
        highest = max(self.bet)
        equal = [self.bet[at] >= highest for at in range(self.size) if self.state[at] == IN]
        if self.able == 1 and all(equal):
            return True
        asked = [self.done[at] for at in range(self.size) if self.state[at] == IN]
        return all(equal) and all(asked)

    def _goes_on(self, action: Action) -> bool:
        """Tell whether an act belongs to the turn that was open when a card was turned."""
        if self._over() or (self.turn == BEFORE and not self.advances):
            return False
        if not any(self.done) and self.turn != BEFORE:
            return True  # nobody had spoken: the turn is held with more cards open
        expected = self.next
        for _ in range(self.size):
            if self.state[expected] == IN:
                break
            expected = self.after[expected]
        place = self.index.get(action.seat, -1)
        return place == expected and not self.done[place]

    def _turn_to(self, action: Action) -> None:
        """Take the common cards turned since the last act."""
        if action.common < self.common:
            self.fault(
                "RES-IMPOSS",
                self.law.turns[self.turn],
                action.seat,
                expected=str(self.common),
                recorded=str(action.common),
            )
            return
        due = min(action.common, COMMON) - min(self.common, COMMON)
        self.common = action.common
        if self._goes_on(action):
            if self.turn == BEFORE and not self.waiting:
                self.waiting = True
                due -= 1
            self.lost += due
            return
        self._end()
        if self.waiting:
            self.lost += due
            self.waiting = False
        elif due:
            self.lost += due - 1
        else:
            self._too_many(action)
        self._open(self.turn + 1)

    def _again(self, action: Action) -> None:
        """Judge an act after a turn was over, without another card."""
        place = self.index.get(action.seat, -1)
        if self.waiting:
            self.waiting = False
            self._open(self.turn + 1)
        elif place >= 0 and self.state[place] == IN and self.able > 1 and self.lost > self.extra:
            self._too_many(action)
            self._open(self.turn + 1)

    def _too_many(self, action: Action) -> None:
        """Fault a turn that was held though it is lost (S17), or came after the last."""
        self.extra += 1
        held = COMMON - self.lost
        self.fault(
            "SI-TURN",
            self.law.excess,
            action.seat,
            expected=str(held),
            recorded=str(held + self.extra),
            facts={"common": action.common, "lost": self.lost, "extra": self.extra},
        )

    def _check_equal(self, places: list[int]) -> None:
        """Fault stakes below the highest; before the first card below an estardilho's price."""
        known = len(self.found)
        super()._check_equal(places)
        if self.turn == BEFORE and self.advances:
            rule = f"{self.law.estardilho}, {self.law.equal}"
            told = [structs.replace(one, rule=rule) for one in self.found[known:]]
            self.found[known:] = told

    def _open(self, turn: int) -> None:
        """Open a turn: the first at the left of the mão (S14), then who had bet most (S15)."""
        common, opener, leader = self.common, self.opener, self.leader
        super()._open(0)
        self.turn, self.common = min(turn, COMMON - 1), common
        if turn > 0 and leader is not None:
            opener = leader
        self.opener = self.next = opener
        self.leader, self.top = None, 0
        self.raised.clear()

    def _end(self) -> bool:
        """End a turn of betting; before the first card there is a turn only if somebody bet."""
        if self.turn == BEFORE and not self.advances and not any(self.bet):
            return True
        return self._closed()

    def _finish(self) -> None:
        """Close the last turn, and what was left of those for which cards were turned.

        A void cut the hand short: what was still to come is nobody's fault.
        """
        known = len(self.found)
        over = self._over()
        closed = self._end()
        cards = min(len(self.hand.board), COMMON) - min(self.common, COMMON)
        if over and (cards > 0 or self.waiting) and self.alive and self.able > 1:
            self.lost += max(cards - (not self.waiting), 0)
            self.waiting = False
            self._open(self.turn + 1)
            closed = self._closed()
        if self.hand.void is not None:
            del self.found[known:]
        held = self.turn + 1
        self.complete = not self.alive or (
            closed and (self.able <= 1 or held + self.lost >= COMMON)
        )

    # Antes.

    def _aside(self, action: Action) -> None:
        """Take an act that needs no turn: an ante, an advance, a player put out of the hand."""
        place = self.index.get(action.seat, -1)
        if action.action == AFASTADO:
            super()._aside(action)
        elif place < 0:
            self.stranger(action)
        elif action.action in ADVANCES:
            self._advance(action, place)
        else:
            self._put_ante(action, place)

    def _put_ante(self, action: Action, place: int) -> None:
        """Take an ante, before or after the deal (S7, S18): it is nobody's bet of a turn."""
        chips = super().put(place, action, action.added)
        self.bet[place] -= chips
        if action.action == ANTE:
            self.antes[place] = self.antes.get(place, 0) + chips
        else:
            self._blind(place, self.law.ante, 0, chips, action.action)

    def _check_antes(self) -> None:
        """Judge the stakes before the deal: the minimum, from all who play (S7, S18)."""
        hand, least = self.record, self.hand.minimum
        if not (least and self.size > 1 and hand.has("bets")):
            return
        unknown = any(one.error in ANTE_UNKNOWN for one in hand.errors)
        for place, player in enumerate(self.players):
            paid, stack = self.antes.get(place, 0), player.stack
            due = least if stack is None else max(min(least, stack), 0)
            due = 0 if place in self.away else due
            all_he_had = stack is None and 0 < paid < due
            if paid == due or all_he_had or (unknown and paid < due):
                continue
            rule = self.law.ante if paid else self.law.late_ante
            self._blind(place, rule, due, paid, ANTE)

    def _blind(self, place: int, rule: str, due: int, paid: int, word: str) -> None:
        self.fault(
            "NB-BLIND",
            rule,
            self.players[place].seat,
            expected=money_text(due),
            recorded=money_text(paid),
            amount=paid - due,
            facts={"forced": word},
        )

    # Estardilho and restardilho.

    def _advance(self, action: Action, place: int) -> None:
        """Take an advance: the others play for twice as much, and its player must double it."""
        if self.state[place] != IN or not self.alive:
            self._no_word(place, action)
            return
        chips = action.added
        if action.announced is not None and action.announced >= 0:
            chips = min(action.announced, max(self.left[place], 0))  # R25
        self.put(place, action, chips)
        value = self.bet[place]
        in_time = self.turn == BEFORE and not action.common
        self.found.extend(self._advance_faults(action, place, value, in_time=in_time))
        if not in_time:
            self.level = max(self.level, value)
            self.done[place] = True
            return
        self.advances[place] = self.advanced = value
        self.level = max(self.level, 2 * value)
        self.done[:] = self.own[:] = self.nobody
        self.next = self.after[place]

    def _advance_faults(
        self, action: Action, place: int, value: int, *, in_time: bool
    ) -> list[Found]:
        """Find the faults of an advance (S13)."""
        law, hand = self.law, self.record
        again = action.action == RESTARDILHO
        rule = law.restardilho if again else law.estardilho
        told: list[tuple[str, str, str, str]] = []
        if hand.estardilho is False:
            told.append((law.offered, "offered", "", ""))
        if not in_time:
            told.append((rule, "late", "0", str(max(action.common, self.common))))
        if action.seat in hand.looked:
            told.append((rule, "looked", "", ""))
        if again:
            double = 2 * self.advanced
            if len(self.advances) != 1:
                told.append((rule, "first" if not self.advances else "second", "", ""))
            elif place in self.advances:
                told.append((rule, "same_player", "", str(action.seat)))
            elif value != double:
                told.append((rule, "double", money_text(double), money_text(value)))
        elif self.advances:
            told.append((rule, "second", "", ""))
        elif value <= 0:
            told.append((rule, "nothing", "", money_text(value)))
        return [
            Found(
                code="SI-EST",
                rule=rule,
                seat=action.seat,
                expected=expected,
                recorded=recorded or action.action,
                amount=value,
                facts={"fault": fault, "action": action.action},
            )
            for rule, fault, expected, recorded in told
        ]

    # Chips and limits.

    def put(self, place: int, action: Action, chips: int) -> int:
        """Move chips into the pot, and note who first made the highest bet."""
        moved = super().put(place, action, chips)
        if self.bet[place] > self.top:
            self.top, self.leader = self.bet[place], place
        return moved

    def _too_low(self, action: Action, extra: int) -> None:
        """Judge a first bet below the minimum (R62); O15, of repiques, is no rule of sintético."""
        if not self.level:
            super()._too_low(action, extra)

    def _check_highest(self, action: Action, extra: int, full: int) -> None:
        """Judge a bet against the maximum (R63); who advanced may raise to his cave (S13 a)."""
        if self.turn != BEFORE or self.index.get(action.seat, -1) not in self.advances:
            super()._check_highest(action, extra, full)

    def _count_repique(self, action: Action, extra: int, *, free: bool) -> None:
        """Count repiques by player, as R38 does."""
        place = self.index[action.seat]
        self.repiques = self.raised.get(place, 0)
        super()._count_repique(action, extra, free=free)
        self.raised[place] = self.repiques

    def _word(self, action: Action, place: int) -> int:
        """Judge whose word it is; before the first card nobody's, but for an estardilho (S14)."""
        early = self.turn == BEFORE and not self.advances and action.action in WORDS
        if not early or place < 0 or self.state[place] != IN or not self.alive:
            return super()._word(action, place)
        self.fault(
            "NB-TURN",
            self.law.first_card,
            action.seat,
            recorded=action.action,
            facts={"turn": 0, "action": action.action},
        )
        return place
