"""Whose turn it is to throw at craps (R12, R15)."""

from itertools import accumulate
from typing import Final

from projections.replay.games.dice.craps.lying import SEVEN, Seats
from projections.replay.games.dice.craps.record import DICE, NULL_GROUNDS, CrapsRecord
from projections.replay.games.dice.craps.throws import Play
from projections.replay.kit.dice import Throw, counts
from projections.replay.settlement import Found

RULE_TURN: Final = "CR R12"
RULE_PASSES: Final = "CR R15"


class Shooters:
    """Follows the dice from hand to hand."""

    def __init__(self, record: CrapsRecord) -> None:
        """Begin with who threw last in the round before."""
        self.record = record
        self.found: list[Found] = []
        before = record.anterior
        self._last: int | None = before.lancador if before is not None else None
        self._seven_out = before is not None and before.sete_fora
        self._without_bet: set[int] = set()
        self._last_given: list[int] | None = None
        self._refusals: dict[int, set[int]] = {}

    def watch(self, play: Play, index: int, throw: Throw) -> None:
        """Look at a throw before it decides anything."""
        seat = self._shooter(play, index, throw)
        if seat is not None:
            self._check_bet(seat, index, play.lying.seats)
            if self._last is not None:
                self._check_turn(play, seat, self._last, index)
            self._last, self._seven_out = seat, False
        else:
            self._last = None
        if counts(throw, DICE, NULL_GROUNDS):
            self._seven_out = play.point is not None and throw.total == SEVEN

    def _shooter(self, play: Play, index: int, throw: Throw) -> int | None:
        """Return the shooter: as the throw names him, or the last player given the dice."""
        if throw.by is not None:
            return throw.by
        if any(one.by is not None for one in self.record.lancamentos):
            return None  # the table says who throws: of this throw nobody can read it
        last = self._given(play)[index]
        return self.record.designacoes[last].seat if last >= 0 else self.record.lancador

    def _refused(self, play: Play, index: int) -> set[int]:
        """Return the players who refused the dice before this throw."""
        self._given(play)
        return self._refusals.get(index, set())

    def _given(self, play: Play) -> list[int]:
        """Return by window where the last designation made up to then stands, -1 for none."""
        if self._last_given is None:
            last = [-1] * (play.windows.last + 1)
            for at, one in enumerate(self.record.designacoes):
                window = play.windows.of(one)
                last[window] = at
                self._refusals.setdefault(window, set()).update(one.recusas)
            self._last_given = list(accumulate(last, max))
        return self._last_given

    def _check_bet(self, seat: int, index: int, betting: Seats) -> None:
        """R12: who throws has a bet at his own place; R15 a: who has none passes the dice on."""
        if seat not in betting and seat not in self._without_bet:
            self._without_bet.add(seat)
            self._fault(RULE_TURN, seat, index, "aposta", "")

    def _check_turn(self, play: Play, seat: int, last: int, index: int) -> None:
        """R15: the dice pass after the seven that loses, or when the shooter stops betting."""
        refused, betting = self._refused(play, index), play.lying.seats
        if self._seven_out and seat == last:
            due = self._next(play, last, refused)
            if due:
                self._fault(RULE_PASSES, seat, index, str(due[0]), str(seat))
            return
        if seat == last:
            return
        if not self._seven_out and last in betting and last not in refused:
            self._fault(RULE_PASSES, seat, index, str(last), str(seat))
            return
        if seat in betting and seat not in refused:
            due = self._next(play, last, refused)
            if seat not in due:
                self._fault(RULE_TURN, seat, index, str(due[0]), str(seat))

    def _next(self, play: Play, last: int, refused: set[int]) -> list[int]:
        """Return whose turn it may be: the next who has bet, or the next on the pass-line.

        R12 gives the place to the left first, and preference to the pass-line; either reading will
        do.
        """
        both = (play.lying.on_the_line, play.lying.seats)
        after = (seats.following(last, refused) for seats in both)
        return [seat for seat in after if seat is not None]

    def _fault(self, rule: str, seat: int, index: int, expected: str, recorded: str) -> None:
        self.found.append(
            Found(
                code="CR-SHOOT",
                rule=rule,
                seat=seat,
                expected=expected,
                recorded=recorded,
                facts={"lancamento": index},
            )
        )
