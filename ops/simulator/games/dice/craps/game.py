"""Days at a table of craps, with what can be done wrongly at it.

A fault waits within its round until the dice and the bets are such that it can be made; the round
does not end before.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Chips, Mode
from ledger.events.outcomes import Announcement
from ledger.events.rounds import BetChanged, BetWithdrawn, RoundVoided
from ledger.events.tables import TableOpened
from ops.simulator.games.dice.craps.table import (
    BARS,
    BIG,
    LINES,
    MAXIMUM,
    MINIMUM,
    ONE_THROW,
    PAIRS,
    POINTS,
    SEVEN,
    CrapsTable,
    Dice,
    OnCraps,
    Series,
)
from ops.simulator.parties.guests import (
    LOSER_KEPT,
    LOSER_PAID,
    OVERPAID,
    PAYMENTS,
    UNPAID,
    WRONG_SUM,
    Guest,
    Wrong,
    payout,
)
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.terminal import Said

ODD_BAR: Final = "odd-bar"
BAR_PAID: Final = "bar-paid"
BAR_KEPT: Final = "other-bar-kept"
ODDS_OVERPAID: Final = "odds-overpaid"
ODDS_LARGE: Final = "odds-above-bet"
ODDS_EARLY: Final = "odds-without-point"
ODDS_ALONE: Final = "odds-without-bet"
ODDS_OTHERS: Final = "odds-on-anothers-bet"
ENTRY: Final = "newcomer-in-series"
LOCK_WITHDRAWN: Final = "line-withdrawn"
LOCK_CHANGED: Final = "line-changed"
LOCK_MOVED: Final = "come-in-wrong-box"
PLACE: Final = "number-no-multiple"
SHOOT_BETLESS: Final = "shooter-without-bet"
SHOOT_ORDER: Final = "shooter-out-of-turn"
SHOOT_KEEPS: Final = "shooter-keeps-dice"
SHOOT_LOSES: Final = "shooter-loses-dice"
LAST_COUP: Final = "coup-before-closing"
LATE_REFUSED: Final = "late-bet-refused"
LATE_WAITS: Final = "late-bet-waits"
LINE_LATE: Final = "line-after-point"
TAKEN_BACK: Final = "lost-bet-taken-back"
COME_EARLY: Final = "come-without-point"
UNDER_MINIMUM: Final = "under-minimum"
OVER_MAXIMUM: Final = "over-maximum"
WRONG_CHIPS: Final = "wrong-chips"
IMPOSSIBLE_BET: Final = "impossible-bet"
IMPOSSIBLE_DICE: Final = "impossible-dice"
WRONG_POINT: Final = "wrong-point-announced"
SAME_NUMBER: Final = "same-number"
NULL_GROUNDLESS: Final = "null-without-ground"
VOID_OPEN: Final = "void-in-series"
VOID_SHORT: Final = "void-not-refunded"
VOID_UNPAID: Final = "void-after-unpaid"
VOID_NETWORK: Final = "void-for-players-network"
VOID_DECIDED: Final = "void-though-decided"
DONE: Final = "done"
"""In place of a fault that was made."""
THROWS: Final = tuple((one, other) for one in range(1, 7) for other in range(1, 7))
PATIENCE: Final = 60
"""After how many throws a fault is put off."""


class Craps(CrapsTable):
    """A table of craps, on request with faults."""

    COUNTING: ClassVar[bool] = True
    OPENINGS: ClassVar[frozenset[str]] = frozenset({ODD_BAR})
    FAULTS: ClassVar[tuple[str, ...]] = (
        ODD_BAR,
        *PAYMENTS,
        BAR_PAID,
        BAR_KEPT,
        ODDS_OVERPAID,
        ODDS_LARGE,
        ODDS_EARLY,
        ODDS_ALONE,
        ODDS_OTHERS,
        ENTRY,
        LOCK_WITHDRAWN,
        LOCK_CHANGED,
        LOCK_MOVED,
        PLACE,
        SHOOT_BETLESS,
        SHOOT_ORDER,
        SHOOT_KEEPS,
        SHOOT_LOSES,
        LAST_COUP,
        LATE_REFUSED,
        LATE_WAITS,
        LINE_LATE,
        TAKEN_BACK,
        COME_EARLY,
        UNDER_MINIMUM,
        OVER_MAXIMUM,
        WRONG_CHIPS,
        IMPOSSIBLE_BET,
        IMPOSSIBLE_DICE,
        WRONG_POINT,
        SAME_NUMBER,
        NULL_GROUNDLESS,
        VOID_OPEN,
        VOID_SHORT,
        VOID_UNPAID,
        VOID_DECIDED,
        VOID_NETWORK,
    )

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self._late_coup = ""
        """The id of the fault of a coup too late, where the day is to end with one."""
        self._pointed = ""
        """The round in which the point that stands was set."""
        self._waiting: list[OnCraps] = []
        """Bets that came too late for a throw and lie there for the next."""

    # --- the day -------------------------------------------------------------------------------

    @override
    def opening(self) -> TableOpened:
        opened = super().opening()
        if self.at_opening() == ODD_BAR:
            self.plant(ODD_BAR, "CR-BAR")
            self.bar = 12  # the law's usual one decides all the same
            opened = structs.replace(opened, options={**opened.options, "bar": 3})
        return opened

    @override
    def round(self, series: Series) -> Telling:
        if series.fault == LAST_COUP:
            self._late_coup, series.fault = self._faulty, None
        yield from super().round(series)
        if series.fault not in (None, DONE, LAST_COUP):
            self.put_off(series.fault)

    @override
    def close(self) -> Telling:
        if self._late_coup:
            if self.laid:
                yield from self.round(Series(self.next_name(), None, last=True))
            self.terminal.now = max(self.terminal.now, self.closes - timedelta(minutes=4))
            self.point, self.since_point = None, 0
            series = Series(self.next_name(), LAST_COUP)
            self.plain = True
            self.plant(LAST_COUP, "CR-LAST", series.name, id=self._late_coup)
            self._late_coup = ""
            yield from super().round(series)
        yield from super().close()

    def _plant(self, series: Series, code: str, bet: OnCraps | None = None, **more: int) -> None:
        """Write what follows from the series' fault, which is made now."""
        assert series.fault is not None
        if bet is not None:
            more = {"seat": bet.guest.seat, "bet": bet.number, **more}
        self.plant(series.fault, code, series.name, **more)

    # --- bets ----------------------------------------------------------------------------------

    @override
    def bet(self, series: Series) -> Telling:
        if series.fault == LAST_COUP and series.throws:
            return
        if series.fault == NULL_GROUNDLESS and self.point is not None:
            return  # nothing that one throw decides
        yield from super().bet(series)
        arrange = _BETS.get(series.fault or "")
        if arrange is not None:
            yield from arrange(self, series)

    @override
    def window(self, series: Series) -> Telling:
        yield from super().window(series)
        if series.fault in (LATE_REFUSED, LATE_WAITS):
            bet = self.new(self._bettor(), "numero_favor")
            yield from self.put(bet, series)
            self._plant(series, "BET-LATE", bet, due=0, paid=bet.amount)
            if series.fault == LATE_REFUSED:
                yield self.withdraw(bet, series, "late")
            else:
                self.laid.remove(bet)
                self._waiting.append(bet)
            series.fault = DONE

    def _bettor(self, *, without: str = "") -> Guest:
        """Return somebody who may bet now, with nothing on a chance."""
        taken = {bet.guest.name for bet in self.laid if bet.chance == without}
        able = [
            self.guests[seat]
            for seat in sorted(self.guests)
            if self.may_enter(self.guests[seat]) and self.guests[seat].name not in taken
        ]
        return self.rng.choice(able)

    def _refused(self, bet: OnCraps, series: Series, **more: object) -> Telling:
        """Lay a bet that does not stand; it is pushed back."""
        self.number(bet, series)
        yield self.lay(bet, series.name, **more)
        bet.guest.purse += bet.amount
        yield self.say(BetWithdrawn(bet=bet.number, cause="refused"), series.name)

    def field_bet(self, series: Series) -> Telling:
        """Lay on field less or more than the table takes, on wrong chips, with another's number."""
        bet = self.new(self.anybody(), "field")
        if not self.may_enter(bet.guest) or _lies(self.laid, bet):
            return
        more: dict[str, object] = {}
        if series.fault == UNDER_MINIMUM:
            bet.amount = 300
        elif series.fault == OVER_MAXIMUM:
            bet.amount = MAXIMUM["field"] + 500
        elif series.fault == WRONG_CHIPS:
            more["chips"] = Chips(count=3, value=bet.amount)
        yield from self.put(bet, series, **more)
        if series.fault == UNDER_MINIMUM:
            self._plant(series, "BET-MIN", bet, due=MINIMUM["field"], paid=bet.amount)
        elif series.fault == OVER_MAXIMUM:
            self._plant(series, "BET-MAX", bet, due=MAXIMUM["field"], paid=bet.amount)
        elif series.fault == WRONG_CHIPS:
            self._plant(series, "BET-MULT", bet)
        else:
            second = self.new(bet.guest, "field")
            self.number(second, series)
            second.number = bet.number
            yield from self.afford(bet.guest, second.amount)
            yield self.lay(second, series.name)
            self.laid.append(second)
            self._plant(series, "RES-IMPOSS", second, due=0, paid=second.amount)
        series.fault = DONE

    def number_bet(self, series: Series) -> Telling:
        """Lay on a number what is no multiple of the minimum (R23)."""
        bet = self.new(self._bettor(), "numero_favor")
        if _lies(self.laid, bet):
            return
        bet.amount = MINIMUM["numero_favor"] * 3 // 2
        yield from self.put(bet, series)
        series.hold.append(bet)
        over = bet.amount % MINIMUM["numero_favor"]
        self._plant(series, "CR-PLACE", bet, due=0, paid=over)
        series.fault = DONE

    def no_such_bet(self, series: Series) -> Telling:
        """Lay on what the cloth does not have."""
        chance, selection = self.rng.choice(
            (("hardway", "5"), ("numero_favor", "7"), ("lay", "4"), ("field", "2"))
        )
        bet = OnCraps(self._bettor(), chance, 1_000, selection)
        yield from self._refused(bet, series)
        self._plant(series, "RES-IMPOSS", bet, due=0, paid=bet.amount)
        series.fault = DONE

    def odds_bet(self, series: Series) -> Telling:
        """Lay odds above their bet, before its number, on another's bet or on none (R22 1.1)."""
        leaning = {id(bet.base) for bet in self.laid}
        early = series.fault == ODDS_EARLY
        bases = [
            bet
            for bet in self.laid
            if bet.chance in LINES and (bet.point is None) is early and id(bet) not in leaning
        ]
        if series.fault == ODDS_ALONE:
            bet = OnCraps(self._bettor(), "odds", 1_000)
            yield from self._refused(bet, series, base=self.rng.choice((None, 900)))
            self._plant(series, "CR-ODDS", bet, due=0, paid=bet.amount)
            series.fault = DONE
            return
        if not bases:
            return
        base = self.rng.choice(bases)
        bet = self.odds(base)
        if series.fault == ODDS_OTHERS:
            others = [
                one
                for one in self.guests.values()
                if one is not base.guest and one.name in self.bettors
            ]
            if not others:
                return
            bet.guest = self.rng.choice(others)
        least = bet.amount
        if series.fault == ODDS_LARGE:
            least, bet.amount = base.amount, base.amount + 500
        yield from self.put(bet, series)
        series.hold.append(bet)
        due = least if series.fault == ODDS_LARGE else 0
        self._plant(series, "CR-ODDS", bet, due=due, paid=bet.amount)
        series.fault = DONE

    def newcomer(self, series: Series) -> Telling:
        """Let somebody in who should wait for the next turn (R14)."""
        waits = self.point is not None and self.since_point > 0 and self._pointed == series.name
        new = [
            guest
            for guest in self.guests.values()
            if guest.name not in self.known and guest.name not in self.bettors
        ]
        if not waits:
            return
        if not new and len(self.guests) == self.PLACES:
            free = [guest for guest in self.guests.values() if self.may_leave(guest)]
            if not free:
                return
            yield from self.leave(free[0])
        if not new:
            yield from self.arrive()
            new = [
                guest
                for guest in self.guests.values()
                if guest.name not in self.known and guest.name not in self.bettors
            ]
        bet = self.new(new[0], "big_6")
        yield from self.put(bet, series)
        self._plant(series, "CR-ENTRY", bet, due=0, paid=bet.amount)
        series.fault = DONE

    def locked(self, series: Series) -> Telling:
        """Take back or change a line bet that is locked; it is put back and plays on (R21)."""
        lines = [bet for bet in self.laid if bet.chance in LINES and bet.point is not None]
        if not lines:
            return
        bet = self.rng.choice(lines)
        if series.fault == LOCK_WITHDRAWN:
            self._plant(series, "CR-LOCK", bet, due=bet.amount, paid=0)
            yield self.say(BetWithdrawn(bet=bet.number, cause="own"), series.name)
        else:
            self._plant(series, "CR-LOCK", bet)
            more = bet.amount + bet.guest.chip
            changed = BetChanged(bet=bet.number, amount=more, cause="own")
            yield self.say(changed, series.name)
        series.fault = DONE

    def line_bet(self, series: Series) -> Telling:
        """Lay on the line after the point, or come before one (R20)."""
        if series.fault == COME_EARLY:
            bet = self.new(self._bettor(), self.rng.choice(("come", "dont_come")))
            if self.point is not None:
                return
            yield from self.put(bet, series)
            self._plant(series, "BET-EARLY", bet, due=0, paid=bet.amount)
            series.fault = DONE
        elif self.point is not None and series.throws:
            bet = self.new(self._bettor(), self.rng.choice(("pass_line", "dont_pass_line")))
            yield from self._refused(bet, series)
            self._plant(series, "BET-LATE", bet, due=0, paid=bet.amount)
            series.fault = DONE

    def against_bet(self, series: Series) -> Telling:
        """Let somebody bet against the shooter, for a bar to be paid wrongly."""
        if self.point is None and not any(bet.chance == "dont_pass_line" for bet in self.laid):
            yield from self.put(self.new(self._bettor(), "dont_pass_line"), series)

    def come_bet(self, series: Series) -> Telling:
        """Let somebody come, for the bet to go to a wrong box."""
        if self.point is not None:
            yield from self.put(self.new(self._bettor(), "come"), series)

    # --- who throws ----------------------------------------------------------------------------

    @override
    def hand_dice(self, series: Series) -> Telling:
        wrong = self._wrong_shooter(series)
        if wrong is None:
            yield from super().hand_dice(series)
            return
        self._plant(series, "CR-SHOOT", seat=wrong)
        series.fault = DONE
        self.shooter, self.seven_out = wrong, False

    def _wrong_shooter(self, series: Series) -> int | None:
        """Return who should not throw now and does (R12, R15)."""
        fault, last = series.fault, self.shooter
        betting = {bet.guest.seat for bet in self.laid}
        if last is None or fault not in (SHOOT_BETLESS, SHOOT_ORDER, SHOOT_KEEPS, SHOOT_LOSES):
            return None
        others = betting - {last}
        idle = sorted(set(self.guests) - betting - {last})
        passes = self.seven_out or last not in betting
        if fault == SHOOT_BETLESS:
            return self.rng.choice(idle) if passes and idle else None
        if fault == SHOOT_ORDER:
            wrong = sorted(others.difference(self.due_shooters(last, others))) if others else []
            return self.rng.choice(wrong) if passes and wrong else None
        if fault == SHOOT_KEEPS:
            return last if self.seven_out and others and last in betting else None
        return self.rng.choice(sorted(others)) if not passes and others else None

    # --- dice ----------------------------------------------------------------------------------

    @override
    def throw(self, series: Series) -> Telling:
        late, self._waiting = self._waiting, []
        if series.fault == IMPOSSIBLE_DICE:
            yield self.roll(self.rng.choice(((7, 1), (3,), (2, 2, 3))), series)
            self._plant(series, "RES-IMPOSS")
            series.fault = DONE
        elif series.fault == NULL_GROUNDLESS and (dice := self._quiet()) is not None:
            yield self.roll(dice, series, "objeto")
            self._plant(series, "VOID-BAD")
            self.since_point += 1
            series.fault = DONE
        yield from super().throw(series)
        if late:
            self.laid += late
            series.ended = False
        if series.fault in (VOID_OPEN, VOID_SHORT, VOID_DECIDED):
            yield from self._void(series)
        elif series.fault == VOID_NETWORK and self.laid:
            # It voids nothing: what lies there waits for the dice (R34).
            self._plant(series, "VOID-NET")
            yield self.say(RoundVoided(cause="rede", rule="CR R33", side="player"), series.name)
            series.fault, series.ended = DONE, True

    @override
    def mode(self, series: Series) -> Mode:
        return "exclusive" if series.fault == VOID_NETWORK else "physical"

    def _quiet(self) -> Dice | None:
        """Return dice that decide nothing and leave the point; None where there are none."""
        if self.point is None:
            return None
        decide = {SEVEN, self.point}
        for bet in self.laid:
            if bet.chance in ONE_THROW or bet.chance == "field":
                return None
            if bet.chance in LINES and bet.point is None:
                return None
            if bet.chance not in (*LINES, "odds"):
                decide.add(BIG.get(bet.chance) or PAIRS.get(bet.selection) or int(bet.selection))
            elif bet.point is not None:
                decide.add(bet.point)
        free = [dice for dice in THROWS if sum(dice) not in decide]
        return self.rng.choice(free) if free else None

    @override
    def pick(self, series: Series) -> Dice:
        waits = any(bet.chance == "dont_pass_line" and bet.point is None for bet in self.laid)
        if series.fault in (BAR_PAID, BAR_KEPT) and waits:
            total = self.bar if series.fault == BAR_PAID else sum(BARS) - self.bar
            return total // 2, total // 2
        if series.fault == VOID_DECIDED and self.point is not None:
            return self.rng.choice(((3, 4), (2, 5), (6, 1)))
        if series.fault == LOCK_MOVED and self.point is not None:
            total = self.rng.choice([one for one in POINTS if one != self.point])
            return total - min(6, total - 1), min(6, total - 1)
        return super().pick(series)

    @override
    def moved(self, bet: OnCraps, series: Series) -> Said:
        if series.fault != LOCK_MOVED:
            return super().moved(bet, series)
        self._plant(series, "CR-LOCK", bet)
        series.fault = DONE
        wrong = self.rng.choice([one for one in POINTS if one != bet.point])
        change = BetChanged(bet=bet.number, selection=str(wrong), cause="moved")
        return self.say(change, series.name)

    @override
    def fixed(self, series: Series) -> Said:
        self._pointed = series.name
        if series.fault != WRONG_POINT:
            return super().fixed(series)
        self._plant(series, "RES-IMPOSS")
        series.fault = DONE
        wrong = self.rng.choice([one for one in POINTS if one != self.point])
        said = Announcement(what="ponto_fixado", said=str(wrong), by="stickman")
        return self.say(said, series.name)

    @override
    def read(self, dice: Dice, series: Series) -> Telling:
        yield from super().read(dice, series)
        if series.fault == TAKEN_BACK:
            lost = [bet for bet in series.fallen if not bet.due]
            if lost:
                bet = self.rng.choice(lost)
                yield self.say(BetWithdrawn(bet=bet.number, cause="own"), series.name)
                self._plant(series, "BET-LATE", bet)
                series.fault = DONE

    # --- payments ------------------------------------------------------------------------------

    @override
    def wrong(self, series: Series) -> Wrong | None:
        fault, fallen = series.fault or "", series.fallen
        wrong: Wrong | None = None
        if fault in PAYMENTS:
            wrong = self.choose(fault, fallen)
            if wrong is not None and fault == WRONG_SUM:
                pair = (wrong.target, wrong.other)
                if any(isinstance(bet, OnCraps) and bet.barred for bet in pair):
                    return None
        elif fault == ODDS_OVERPAID:
            odds = [bet for bet in fallen if bet.chance == "odds" and bet.prize]
            wrong = Wrong(OVERPAID, self.rng.choice(odds), told=fault) if odds else None
        elif fault in (BAR_PAID, BAR_KEPT):
            barred = [
                bet for bet in fallen if bet.barred and bool(bet.prize) is (fault == BAR_KEPT)
            ]
            as_usual = LOSER_KEPT if fault == BAR_KEPT else LOSER_PAID
            wrong = Wrong(as_usual, self.rng.choice(barred), told=fault) if barred else None
        elif fault == VOID_UNPAID and self.laid:
            wrong = self.choose(UNPAID, fallen)
            if wrong is not None:
                wrong.told = fault
        if wrong is not None:
            series.fault = VOID_OPEN if fault == VOID_UNPAID else DONE
        return wrong

    def _void(self, series: Series) -> Telling:
        """Void a round although nothing makes one void in the room (R18)."""
        decided = series.fault == VOID_DECIDED
        if decided is bool(self.laid) or (decided and not series.fallen):
            return
        self._plant(series, "VOID-BAD")
        yield self.say(RoundVoided(cause="reclamacao"), series.name)
        bets = [*self.laid]
        if series.fault == VOID_SHORT:
            left = bets.pop(self.rng.randrange(len(bets)))
            left.prize, left.back = 0, self.rng.choice((0, left.stake // 2))
            self._plant(series, "VOID-REFUND", left, due=left.stake, paid=left.back)
            payouts = [payout(left)] if left.back else []
            yield from self.collect([left], payouts, series.name)
            yield from self.hand_over(payouts, series.name)
        yield from self.hand_over([payout(bet, 0, bet.stake) for bet in bets], series.name)
        self.laid, self.point, self.since_point = [], None, 0
        series.fault, series.ended = DONE, True

    @override
    def ends(self, series: Series) -> bool:
        if series.fault == LAST_COUP:
            return not self.laid
        waits = series.fault not in (None, DONE) or bool(self._waiting)
        return super().ends(series) if not waits else series.throws > PATIENCE


def _lies(laid: list[OnCraps], bet: OnCraps) -> bool:
    """Tell whether the guest has a bet there already."""
    return any(
        (one.guest, one.chance, one.selection) == (bet.guest, bet.chance, bet.selection)
        for one in laid
    )


_BETS: Final[Mapping[str, Callable[[Craps, Series], Telling]]] = {
    **dict.fromkeys((UNDER_MINIMUM, OVER_MAXIMUM, WRONG_CHIPS, SAME_NUMBER), Craps.field_bet),
    **dict.fromkeys((ODDS_LARGE, ODDS_EARLY, ODDS_ALONE, ODDS_OTHERS), Craps.odds_bet),
    **dict.fromkeys((LOCK_WITHDRAWN, LOCK_CHANGED), Craps.locked),
    **dict.fromkeys((LINE_LATE, COME_EARLY), Craps.line_bet),
    **dict.fromkeys((BAR_PAID, BAR_KEPT), Craps.against_bet),
    LOCK_MOVED: Craps.come_bet,
    PLACE: Craps.number_bet,
    IMPOSSIBLE_BET: Craps.no_such_bet,
    ENTRY: Craps.newcomer,
}
