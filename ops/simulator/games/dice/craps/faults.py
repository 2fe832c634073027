"""Faults at a table of craps.

Each is a ``Wrong``: what it does, pays or throws at which moment. It waits within its round until
it can be made; then ``CrapsTable.made`` plants what must be found of it.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Final

from msgspec import structs

from ledger.events.base import Chips, Mode
from ledger.events.outcomes import Announcement, DiceChosen
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
    Picks,
    Series,
)
from ops.simulator.parties.fault import Occasion, Wrong
from ops.simulator.parties.guests import (
    LOSER_KEPT,
    LOSER_PAID,
    OVERPAID,
    PAYMENTS,
    UNPAID,
    WRONG_SUM,
    Guest,
    WrongPayment,
    payout,
)
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import Said

THROWS: Final = tuple((one, other) for one in range(1, 7) for other in range(1, 7))
VOID_OPEN: Final = "void-in-series"

Deed = Callable[[CrapsTable, Series], Telling]
Pays = Callable[[CrapsTable, Series], None]
Shooter = Callable[[CrapsTable, int, set[int]], int | None]

# --- the opening and the closing -----------------------------------------------------------------


def open_with_odd_bar(table: CrapsTable, occasion: Occasion, right: TableOpened) -> TableOpened:
    """Open with a bar that the rules do not know."""
    assert occasion.fault is not None
    table.plant(occasion.fault, "CR-BAR")
    table.bar = 12  # the law's usual one decides all the same
    return structs.replace(right, options={**right.options, "bar": 3})


def until_closing(table: CrapsTable, series: Series) -> bool:
    """Let a fault wait for the closing of the table, and play the series rightly."""
    table.at_close = Occasion(series.fault, id=table.fault_id)
    series.fault, series.honest = None, True
    return True


def play_before_closing(table: CrapsTable, occasion: Occasion) -> Telling:
    """Begin another series a few minutes before the table closes."""
    yield from table.clear()
    assert occasion.fault is not None
    table.terminal.now = max(table.terminal.now, table.closes - timedelta(minutes=4))
    table.point, table.since_point = None, 0
    series = Series(table.next_name(), honest=False, single=True)
    table.plain = True
    table.plant(occasion.fault, "CR-LAST", series.name, id=occasion.id)
    table.at_close = Occasion(None)
    yield from table.round(series)


# --- bets ----------------------------------------------------------------------------------------


def _bettor(table: CrapsTable) -> Guest:
    """Return somebody who may bet now."""
    able = [
        table.guests[seat] for seat in sorted(table.guests) if table.may_enter(table.guests[seat])
    ]
    return table.rng.choice(able)


def _lies(table: CrapsTable, bet: OnCraps) -> bool:
    """Tell whether the guest has a bet there already."""
    return any(
        (one.guest, one.chance, one.selection) == (bet.guest, bet.chance, bet.selection)
        for one in table.laid
    )


def _refused(table: CrapsTable, bet: OnCraps, series: Series, **more: object) -> Telling:
    """Lay an invalid bet, which the dealer pushes back."""
    table.number(bet, series)
    yield table.lay(bet, series.name, **more)
    bet.guest.purse += bet.amount
    yield table.say(BetWithdrawn(bet=bet.number, cause="refused"), series.name)


def refuse_late(table: CrapsTable, series: Series) -> Telling:
    """Lay a bet after the bets were closed, which the dealer pushes back."""
    bet = table.new(_bettor(table), "numero_favor")
    yield from table.put(bet, series)
    table.made(series, "BET-LATE", bet, due=0, paid=bet.amount)
    yield table.withdraw(bet, series, "late")


def lay_for_next(table: CrapsTable, series: Series) -> Telling:
    """Lay a bet after the bets were closed, which stays for the next throw."""
    bet = table.new(_bettor(table), "numero_favor")
    yield from table.put(bet, series)
    table.made(series, "BET-LATE", bet, due=0, paid=bet.amount)
    table.laid.remove(bet)
    table.waiting.append(bet)


def _field(table: CrapsTable) -> OnCraps | None:
    """Return a bet on field; None where its bettor may not bet now, or has bet there."""
    bet = table.new(table.anybody(), "field")
    return bet if table.may_enter(bet.guest) and not _lies(table, bet) else None


def lay_field(amount: int, code: str, limit: int) -> Deed:
    """Return a deed that lays on field a stake beyond the limits of the table."""

    def deed(table: CrapsTable, series: Series) -> Telling:
        bet = _field(table)
        if bet is not None:
            bet.amount = amount
            yield from table.put(bet, series)
            table.made(series, code, bet, due=limit, paid=amount)

    return deed


def lay_wrong_chips(table: CrapsTable, series: Series) -> Telling:
    """Lay on field chips that make another sum than is said."""
    bet = _field(table)
    if bet is not None:
        yield from table.put(bet, series, chips=Chips(count=3, value=bet.amount))
        table.made(series, "BET-MULT", bet)


def lay_under_one_number(table: CrapsTable, series: Series) -> Telling:
    """Lay twice on field under one number."""
    bet = _field(table)
    if bet is None:
        return
    yield from table.put(bet, series)
    second = table.new(bet.guest, "field")
    table.number(second, series)
    second.number = bet.number
    yield from table.afford(bet.guest, second.amount)
    yield table.lay(second, series.name)
    table.laid.append(second)
    table.made(series, "RES-IMPOSS", second, due=0, paid=second.amount)


def lay_no_multiple(table: CrapsTable, series: Series) -> Telling:
    """Lay on a number a stake that is no multiple of the minimum (R23)."""
    bet = table.new(_bettor(table), "numero_favor")
    if _lies(table, bet):
        return
    bet.amount = MINIMUM["numero_favor"] * 3 // 2
    yield from table.put(bet, series)
    series.hold.append(bet)
    over = bet.amount % MINIMUM["numero_favor"]
    table.made(series, "CR-PLACE", bet, due=0, paid=over)


def lay_on_nothing(table: CrapsTable, series: Series) -> Telling:
    """Lay a bet on a chance or selection that the cloth does not have."""
    chance, selection = table.rng.choice(
        (("hardway", "5"), ("numero_favor", "7"), ("lay", "4"), ("field", "2"))
    )
    bet = OnCraps(_bettor(table), chance, 1_000, selection)
    yield from _refused(table, bet, series)
    table.made(series, "RES-IMPOSS", bet, due=0, paid=bet.amount)


def odds_alone(table: CrapsTable, series: Series) -> Telling:
    """Lay odds on no bet (R22 1.1)."""
    on_line = {bet.guest.name for bet in table.laid if bet.chance in LINES}
    guests = [one for one in table.guests.values() if one.name not in on_line]
    if not guests:  # of who has a bet on the line nobody would know whether they lean on it
        return
    bet = OnCraps(table.rng.choice(guests), "odds", 1_000)
    yield from _refused(table, bet, series, base=table.rng.choice((None, 900)))
    table.made(series, "CR-ODDS", bet, due=0, paid=bet.amount)


def _odds(table: CrapsTable, *, early: bool = False) -> OnCraps | None:
    """Return odds on a bet that has its number (early: not yet) and no odds; None where none is."""
    leaning = {id(bet.base) for bet in table.laid}
    bases = [
        bet
        for bet in table.laid
        if bet.chance in LINES and (bet.point is None) is early and id(bet) not in leaning
    ]
    return table.odds(table.rng.choice(bases)) if bases else None


def odds_early(table: CrapsTable, series: Series) -> Telling:
    """Lay odds on a bet that has no number yet."""
    bet = _odds(table, early=True)
    if bet is not None:
        yield from _laid_odds(table, series, bet, due=0)


def odds_above_bet(table: CrapsTable, series: Series) -> Telling:
    """Lay odds larger than the line bet to which they belong."""
    bet = _odds(table)
    if bet is not None and bet.base is not None:
        bet.amount = bet.base.amount + 500
        yield from _laid_odds(table, series, bet, due=bet.base.amount)


def odds_on_anothers_bet(table: CrapsTable, series: Series) -> Telling:
    """Lay odds on another player's bet."""
    bet = _odds(table)
    if bet is None:
        return
    others = [
        one for one in table.guests.values() if one is not bet.guest and one.name in table.bettors
    ]
    if others:
        bet.guest = table.rng.choice(others)
        yield from _laid_odds(table, series, bet, due=0)


def _laid_odds(table: CrapsTable, series: Series, bet: OnCraps, *, due: int) -> Telling:
    yield from table.put(bet, series)
    series.hold.append(bet)
    table.made(series, "CR-ODDS", bet, due=due, paid=bet.amount)


def let_newcomer_in(table: CrapsTable, series: Series) -> Telling:
    """Let somebody in who should wait for the next turn (R14)."""
    if table.point is None or not table.since_point or table.pointed != series.name:
        return
    if not _strangers(table):
        if len(table.guests) == table.PLACES:
            free = [guest for guest in table.guests.values() if table.may_leave(guest)]
            if not free:
                return
            yield from table.leave(free[0])
        yield from table.arrive()
    bet = table.new(_strangers(table)[0], "big_6")
    yield from table.put(bet, series)
    table.made(series, "CR-ENTRY", bet, due=0, paid=bet.amount)


def _strangers(table: CrapsTable) -> list[Guest]:
    """Return the guests who have not bet at this opening of the table."""
    seen = table.known | table.bettors
    return [guest for guest in table.guests.values() if guest.name not in seen]


def _locked(table: CrapsTable) -> OnCraps | None:
    lines = [bet for bet in table.laid if bet.chance in LINES and bet.point is not None]
    return table.rng.choice(lines) if lines else None


def withdraw_line(table: CrapsTable, series: Series) -> Telling:
    """Take back a locked line bet, which is put back and plays on (R21)."""
    bet = _locked(table)
    if bet is not None:
        table.made(series, "CR-LOCK", bet, due=bet.amount, paid=0)
        yield table.say(BetWithdrawn(bet=bet.number, cause="own"), series.name)


def raise_line(table: CrapsTable, series: Series) -> Telling:
    """Raise a locked line bet, which plays on with its old amount (R21)."""
    bet = _locked(table)
    if bet is not None:
        table.made(series, "CR-LOCK", bet)
        changed = BetChanged(bet=bet.number, amount=bet.amount + bet.guest.chip, cause="own")
        yield table.say(changed, series.name)


def come_early(table: CrapsTable, series: Series) -> Telling:
    """Lay a come bet before there is a point (R20)."""
    bet = table.new(_bettor(table), table.rng.choice(("come", "dont_come")))
    if table.point is None:
        yield from table.put(bet, series)
        table.made(series, "BET-EARLY", bet, due=0, paid=bet.amount)


def lay_line_late(table: CrapsTable, series: Series) -> Telling:
    """Lay on the line when there is a point (R20)."""
    if table.point is not None and series.throws:
        bet = table.new(_bettor(table), table.rng.choice(("pass_line", "dont_pass_line")))
        yield from _refused(table, bet, series)
        table.made(series, "BET-LATE", bet, due=0, paid=bet.amount)


def bet_against(table: CrapsTable, series: Series) -> Telling:
    """Let somebody bet against the shooter, for a bar to be paid wrongly."""
    if table.point is None and not any(bet.chance == "dont_pass_line" for bet in table.laid):
        yield from table.put(table.new(_bettor(table), "dont_pass_line"), series)


def come(table: CrapsTable, series: Series) -> Telling:
    """Let somebody come, for the bet to go to a wrong box."""
    if table.point is not None:
        yield from table.put(table.new(_bettor(table), "come"), series)


def no_bets_of_one_throw(table: CrapsTable, series: Series, right: Telling) -> Telling:
    """Let nobody bet once there is a point, so that a throw may decide no bet."""
    del series
    if table.point is None:
        yield from right


# --- who throws ----------------------------------------------------------------------------------


def wrong_shooter(find: Shooter) -> Callable[[CrapsTable, Series, Telling], Telling]:
    """Return an alteration that gives the dice to a wrong shooter (R12, R15)."""

    def instead(table: CrapsTable, series: Series, right: Telling) -> Telling:
        betting = {bet.guest.seat for bet in table.laid}
        wrong = None if table.shooter is None else find(table, table.shooter, betting)
        if wrong is None:
            yield from right
        else:
            table.made(series, "CR-SHOOT", seat=wrong)
            table.shooter, table.seven_out = wrong, False

    return instead


def _passes(table: CrapsTable, last: int, betting: set[int]) -> bool:
    """Tell whether the dice have to change hands."""
    return table.seven_out or last not in betting


def one_without_bet(table: CrapsTable, last: int, betting: set[int]) -> int | None:
    """Return somebody who has no bet, where the dice change hands."""
    idle = sorted(set(table.guests) - betting - {last})
    return table.rng.choice(idle) if _passes(table, last, betting) and idle else None


def one_out_of_turn(table: CrapsTable, last: int, betting: set[int]) -> int | None:
    """Return somebody whose turn it is not, where the dice change hands."""
    others = betting - {last}
    wrong = sorted(others.difference(table.due_shooters(last, others))) if others else []
    return table.rng.choice(wrong) if _passes(table, last, betting) and wrong else None


def the_same(table: CrapsTable, last: int, betting: set[int]) -> int | None:
    """Return who lost the dice with a seven, where others bet."""
    return last if table.seven_out and betting - {last} and last in betting else None


def another(table: CrapsTable, last: int, betting: set[int]) -> int | None:
    """Return somebody else, where the dice do not change hands."""
    others = sorted(betting - {last})
    return table.rng.choice(others) if not _passes(table, last, betting) and others else None


# --- dice ----------------------------------------------------------------------------------------


def throw_impossible(table: CrapsTable, series: Series) -> Telling:
    """Record dice that cannot be thrown."""
    yield table.roll(table.rng.choice(((7, 1), (3,), (2, 2, 3))), series)
    table.made(series, "RES-IMPOSS")


def call_null(table: CrapsTable, series: Series) -> Telling:
    """Call a throw null that counts, and that decides nothing."""
    dice = _quiet(table)
    if dice is not None:
        yield table.roll(dice, series, "objeto")
        table.made(series, "VOID-BAD")
        table.since_point += 1


def _quiet(table: CrapsTable) -> Dice | None:
    """Return dice that decide nothing and leave the point; None where there are none."""
    if table.point is None:
        return None
    decide = {SEVEN, table.point}
    for bet in table.laid:
        if bet.chance in ONE_THROW or bet.chance == "field":
            return None
        if bet.chance in LINES and bet.point is None:
            return None
        if bet.chance not in (*LINES, "odds"):
            decide.add(BIG.get(bet.chance) or PAIRS.get(bet.selection) or int(bet.selection))
        elif bet.point is not None:
            decide.add(bet.point)
    free = [dice for dice in THROWS if sum(dice) not in decide]
    return table.rng.choice(free) if free else None


def _barred(table: CrapsTable, total: int, right: Picks) -> Picks:
    """Let the dice show two or twelve, where a bet against the shooter is undecided."""
    waits = any(bet.chance == "dont_pass_line" and bet.point is None for bet in table.laid)
    return (lambda: (total // 2, total // 2)) if waits else right


def throw_bar(table: CrapsTable, series: Series, right: Picks) -> Picks:
    """Let the dice show the table's bar."""
    del series
    return _barred(table, table.bar, right)


def throw_other_bar(table: CrapsTable, series: Series, right: Picks) -> Picks:
    """Let the dice show the bar that is not the table's."""
    del series
    return _barred(table, sum(BARS) - table.bar, right)


def throw_seven(table: CrapsTable, series: Series, right: Picks) -> Picks:
    """Let the dice show a seven when there is a point."""
    del series
    if table.point is None:
        return right
    return lambda: table.rng.choice(((3, 4), (2, 5), (6, 1)))


def throw_other_point(table: CrapsTable, series: Series, right: Picks) -> Picks:
    """Let the dice show another number than the point."""
    del series
    if table.point is None:
        return right
    total = table.rng.choice([one for one in POINTS if one != table.point])
    return lambda: (total - min(6, total - 1), min(6, total - 1))


def move_wrongly(table: CrapsTable, series: Series, right: BetChanged) -> BetChanged:
    """Move a come bet to another box than its number's."""
    bet = next(one for one in table.laid if one.number == right.bet)
    table.made(series, "CR-LOCK", bet)
    wrong = table.rng.choice([one for one in POINTS if one != bet.point])
    return structs.replace(right, selection=str(wrong))


def choose_of_three(table: CrapsTable, series: Series, right: Telling) -> Telling:
    """Let the shooter choose out of three dice, where the dice change hands (R11: of five)."""
    for said in right:
        one = said.payload if isinstance(said, Said) else None
        if series.fault is not None and isinstance(one, DiceChosen):
            table.made(series, "CR-2OF5")
            yield structs.replace(said, payload=structs.replace(one, offered=3))
        else:
            yield said


def announce_other_point(table: CrapsTable, series: Series, right: Announcement) -> Announcement:
    """Announce another point than the dice set."""
    table.made(series, "RES-IMPOSS")
    wrong = table.rng.choice([one for one in POINTS if one != table.point])
    return structs.replace(right, said=str(wrong))


def take_lost_back(table: CrapsTable, series: Series) -> Telling:
    """Take a bet back that is lost."""
    lost = [bet for bet in series.fallen if not bet.due]
    if lost:
        bet = table.rng.choice(lost)
        yield table.say(BetWithdrawn(bet=bet.number, cause="own"), series.name)
        table.made(series, "BET-LATE", bet)


# --- payments ------------------------------------------------------------------------------------


def _goes_wrong(series: Series, wrong: WrongPayment | None) -> bool:
    """Let a payment go wrong; the paying itself plants what must be found."""
    if wrong is None:
        return False
    series.wrong, series.fault = wrong, None
    return True


def pay(fault: str) -> Pays:
    """Return an alteration that makes a wrong payment common to all games of bets."""

    def pays(table: CrapsTable, series: Series) -> None:
        wrong = table.choose(fault, series.fallen)
        pair = () if wrong is None or fault != WRONG_SUM else (wrong.target, wrong.other)
        if not any(isinstance(bet, OnCraps) and bet.barred for bet in pair):
            _goes_wrong(series, wrong)

    return pays


def _pay_one_of(table: CrapsTable, series: Series, how: str, bets: list[OnCraps]) -> None:
    assert series.fault is not None
    if bets:
        _goes_wrong(series, WrongPayment(how, table.rng.choice(bets), told=series.fault))


def overpay_odds(table: CrapsTable, series: Series) -> None:
    """Pay odds too much."""
    odds = [bet for bet in series.fallen if bet.chance == "odds" and bet.prize]
    _pay_one_of(table, series, OVERPAID, odds)


def pay_bar(table: CrapsTable, series: Series) -> None:
    """Pay a bet that the bar takes."""
    barred = [bet for bet in series.fallen if bet.barred and not bet.prize]
    _pay_one_of(table, series, LOSER_PAID, barred)


def keep_other_bar(table: CrapsTable, series: Series) -> None:
    """Give a bet back that wins with the bar that is not the table's."""
    barred = [bet for bet in series.fallen if bet.barred and bet.prize]
    _pay_one_of(table, series, LOSER_KEPT, barred)


def unpay_and_void(table: CrapsTable, series: Series) -> None:
    """Pay a winner nothing; then the series is void though something lies there."""
    fault = series.fault
    if table.laid and _goes_wrong(series, _told(table.choose(UNPAID, series.fallen), fault)):
        series.fault = VOID_OPEN


def _told(wrong: WrongPayment | None, fault: str | None) -> WrongPayment | None:
    if wrong is not None and fault is not None:
        wrong.told = fault
    return wrong


# --- void rounds ---------------------------------------------------------------------------------


def void_open(table: CrapsTable, series: Series) -> Telling:
    """Void a round with undecided bets, although no rule voids a round in the room (R18)."""
    if table.laid:
        yield from _voided(table, series)
        yield from _given_back(table, series, [*table.laid])


def void_decided(table: CrapsTable, series: Series) -> Telling:
    """Void a round in which everything is decided."""
    if not table.laid and series.fallen:
        yield from _voided(table, series)
        yield from _given_back(table, series, [])


def void_short(table: CrapsTable, series: Series) -> Telling:
    """Void a round, and refund one of the bets by half or not at all."""
    if not table.laid:
        return
    yield from _voided(table, series)
    bets = [*table.laid]
    left = bets.pop(table.rng.randrange(len(bets)))
    left.prize, left.back = 0, table.rng.choice((0, left.stake // 2))
    table.plant_in(series, "VOID-REFUND", left, due=left.stake, paid=left.back)
    payouts = [payout(left)] if left.back else []
    yield from table.collect([left], payouts, series.name)
    yield from table.hand_over(payouts, series.name)
    yield from _given_back(table, series, bets)


def _voided(table: CrapsTable, series: Series) -> Telling:
    table.plant_in(series, "VOID-BAD")
    yield table.say(RoundVoided(cause="reclamacao"), series.name)


def _given_back(table: CrapsTable, series: Series, bets: list[OnCraps]) -> Telling:
    """Give stakes back, and end the void round."""
    refunds = [payout(bet, 0, bet.stake) for bet in bets]
    yield from table.hand_over(refunds, series.name)
    table.laid, table.point, table.since_point = [], None, 0
    series.fault, series.ended = None, True


def exclusive(table: CrapsTable, series: Series, right: Mode) -> Mode:
    """Play a round online, for one player alone."""
    del table, series, right
    return "exclusive"


def void_for_network(table: CrapsTable, series: Series) -> Telling:
    """Void a round because a player's network failed: its bets should wait for the dice (R34)."""
    if table.laid:
        table.made(series, "VOID-NET")
        voided = RoundVoided(cause="rede", rule="CR R33", side="player")
        yield table.say(voided, series.name)
        series.ended = True


CRAPS: Final[Mapping[str, Wrong]] = {
    "odd-bar": Wrong(instead={"opening": open_with_odd_bar}),
    **{fault: Wrong(pays=pay(fault)) for fault in PAYMENTS},
    "bar-paid": Wrong(does={"bets": bet_against}, instead={"dice": throw_bar}, pays=pay_bar),
    "other-bar-kept": Wrong(
        does={"bets": bet_against}, instead={"dice": throw_other_bar}, pays=keep_other_bar
    ),
    "odds-overpaid": Wrong(pays=overpay_odds),
    "odds-above-bet": Wrong(does={"bets": odds_above_bet}),
    "odds-without-point": Wrong(does={"bets": odds_early}),
    "odds-without-bet": Wrong(does={"bets": odds_alone}),
    "odds-on-anothers-bet": Wrong(does={"bets": odds_on_anothers_bet}),
    "newcomer-in-series": Wrong(does={"bets": let_newcomer_in}),
    "line-withdrawn": Wrong(does={"bets": withdraw_line}),
    "line-changed": Wrong(does={"bets": raise_line}),
    "come-in-wrong-box": Wrong(
        does={"bets": come}, instead={"dice": throw_other_point, "moved": move_wrongly}
    ),
    "number-no-multiple": Wrong(does={"bets": lay_no_multiple}),
    "shooter-without-bet": Wrong(instead={"dice-handed": wrong_shooter(one_without_bet)}),
    "shooter-out-of-turn": Wrong(instead={"dice-handed": wrong_shooter(one_out_of_turn)}),
    "shooter-keeps-dice": Wrong(instead={"dice-handed": wrong_shooter(the_same)}),
    "shooter-loses-dice": Wrong(instead={"dice-handed": wrong_shooter(another)}),
    "coup-before-closing": Wrong(fits=until_closing, does={"closing": play_before_closing}),
    "late-bet-refused": Wrong(does={"closed": refuse_late}),
    "late-bet-waits": Wrong(does={"closed": lay_for_next}),
    "line-after-point": Wrong(does={"bets": lay_line_late}),
    "lost-bet-taken-back": Wrong(does={"read": take_lost_back}),
    "come-without-point": Wrong(does={"bets": come_early}),
    "under-minimum": Wrong(does={"bets": lay_field(300, "BET-MIN", MINIMUM["field"])}),
    "over-maximum": Wrong(
        does={"bets": lay_field(MAXIMUM["field"] + 500, "BET-MAX", MAXIMUM["field"])}
    ),
    "wrong-chips": Wrong(does={"bets": lay_wrong_chips}),
    "impossible-bet": Wrong(does={"bets": lay_on_nothing}),
    "dice-of-three": Wrong(instead={"dice-handed": choose_of_three}),
    "impossible-dice": Wrong(does={"throw": throw_impossible}),
    "wrong-point-announced": Wrong(instead={"point": announce_other_point}),
    "same-number": Wrong(does={"bets": lay_under_one_number}),
    "null-without-ground": Wrong(instead={"bets": no_bets_of_one_throw}, does={"throw": call_null}),
    VOID_OPEN: Wrong(does={"thrown": void_open}),
    "void-not-refunded": Wrong(does={"thrown": void_short}),
    "void-after-unpaid": Wrong(pays=unpay_and_void),
    "void-though-decided": Wrong(instead={"dice": throw_seven}, does={"thrown": void_decided}),
    "void-for-players-network": Wrong(
        instead={"mode": exclusive}, does={"thrown": void_for_network}
    ),
}
"""Every fault of a table of craps."""
