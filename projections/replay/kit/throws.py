"""Several throws of dice in one round: between any two of them lies a window of betting.

Banca francesa (R13) and craps (R14, R20-R23) let players place, change and take back bets between
throws. Every fact lies in one window, named by the number of the throw that ends it; the window
after the last throw has the number that follows. What comes after the call that closes a window
does not play in the throw that ends it, but lies on the table from the next window on.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Final

from msgspec import Struct, structs

from projections.replay.kit.bets import (
    Bet,
    BetChange,
    Moment,
    Placed,
    chips_after,
    first_of_each,
    instant,
)
from projections.replay.kit.coups.window import when
from projections.replay.kit.dice import Throw
from projections.replay.kit.marks import Marks
from projections.replay.settlement import Found, money_text


class ThrowBet(Bet, frozen=True, kw_only=True, gc=False):
    """A stake on a chance, in a round of several throws."""

    lancamento: int | None = None
    """The number, from 1, of the throw before which it was placed; None: as seq and times say."""


class ThrowChange(BetChange, frozen=True, kw_only=True, gc=False):
    """A bet was altered or taken back, in a round of several throws."""

    lancamento: int | None = None
    """The number, from 1, of the throw before which it was made; None: as seq and times say."""


class Call(Moment, frozen=True, kw_only=True, gc=False):
    """Something said at the table between two throws."""

    lancamento: int | None = None
    """The number, from 1, of the throw before which it was said; None: as seq and times say."""


class Opening(Call, frozen=True, kw_only=True, gc=False):
    """The call that opens the bets of a window."""

    segundos: int | None = None
    """Online: for how long."""


class Windows:
    """The windows of one round, and the calls that close them."""

    def __init__(
        self,
        throws: Sequence[Throw],
        opened: Iterable[Call] = (),
        closed: Iterable[Call] = (),
    ) -> None:
        """Put each call into its window."""
        self.throws = throws
        self.last = len(throws) + 1
        """The window after the last throw."""
        self._thrown = Marks(throws)
        self._closed = self._by_window(closed)
        self._opened = self._by_window(opened)

    def _by_window(self, calls: Iterable[Call]) -> dict[int, Marks[Call]]:
        found: dict[int, list[Call]] = {}
        for call in calls:
            found.setdefault(self.of(call), []).append(call)
        return {window: Marks(made) for window, made in found.items()}

    def of(self, fact: "ThrowBet | ThrowChange | Call") -> int:
        """Return the window in which a fact lies."""
        said = fact.lancamento
        if said is not None:
            return min(max(said, 1), self.last)
        if fact.seq is None and fact.at is None:
            return 1
        return self._thrown.last_listed(fact) + 2

    def missed(self, fact: "ThrowBet | ThrowChange") -> Call | None:
        """Return the close after which a fact came in its window, unless bets were open again."""
        if not self._closed:
            return None
        window = self.of(fact)
        closed = self._closed.get(window)
        at = -1 if closed is None else closed.last_listed(fact)
        if closed is None or at < 0:
            return None
        close = closed.marks[at]
        opened = self._opened.get(window)
        again = opened is not None and opened.any_between(close, fact)
        return None if again else close

    def entry(self, fact: "ThrowBet | ThrowChange") -> int:
        """Return the number of the first throw in which a fact counts."""
        return self.of(fact) + (self.missed(fact) is not None)


class Standing(Struct, gc=False):
    """A bet on its way through the throws."""

    bet: ThrowBet
    """As it lies now."""
    entry: int
    """The first throw in which it plays."""
    withdrawn: bool = False


class Course:
    """Bets and changes in the order in which they begin to count."""

    def __init__(
        self, bets: Sequence[ThrowBet], changes: Iterable[ThrowChange], windows: Windows
    ) -> None:
        """Find where each bet enters, and where each change to it takes effect.

        A number is that of the first bet that bore it: a change means that one.
        """
        self.standing = [Standing(bet, windows.entry(bet)) for bet in bets]
        where = first_of_each(bets)
        self._changes: dict[int, list[tuple[Standing, ThrowChange]]] = {}
        for change in changes:
            at = where.get(change.bet)
            if at is not None:
                standing = self.standing[at]
                entry = max(windows.entry(change), standing.entry)
                self._changes.setdefault(entry, []).append((standing, change))

    def changes(self, number: int) -> Sequence[tuple[Standing, ThrowChange]]:
        """Return the changes that count from a throw on, each with its bet."""
        return self._changes.get(number, ())

    def last(self) -> int:
        """Return the number of the last throw at which a bet enters or changes."""
        entries = (one.entry for one in self.standing)
        return max(max(entries, default=0), max(self._changes, default=0))


def apply(standing: Standing, change: ThrowChange) -> None:
    """Make a change to a bet."""
    if change.retirada:
        standing.withdrawn = True
        return
    bet = standing.bet
    standing.bet = structs.replace(
        bet,
        tipo=bet.tipo if change.tipo is None else change.tipo,
        selecao=bet.selecao if change.selecao is None else change.selecao,
        valor=bet.valor if change.valor is None else change.valor,
        chips=chips_after(bet, change),
    )


def late_faults(
    bets: Sequence[ThrowBet], changes: Iterable[ThrowChange], windows: Windows, rule: str
) -> list[Found]:
    """Return BET-LATE for bets that came after the close of their window.

    To take off again a bet that came late is no fault.
    """
    found: list[Found] = []
    late: set[tuple[int, int]] = set()
    for bet in bets:
        close = windows.missed(bet)
        if close is not None:
            late.add((bet.bet, windows.of(bet)))
            found.append(_late(rule, close, bet, bet.seat, bet.valor, {}))
    first = {number: bets[at] for number, at in first_of_each(bets).items()}
    for change in changes:
        close = windows.missed(change)
        if close is not None and not (change.retirada and (change.bet, windows.of(change)) in late):
            bet = first.get(change.bet)
            fact = "retirada" if change.retirada else "alteracao"
            seat = bet.seat if bet is not None else None
            found.append(_late(rule, close, change, seat, change.valor, {"fact": fact}))
    return found


def _late(
    rule: str,
    close: Placed,
    fact: ThrowBet | ThrowChange,
    seat: int | None,
    amount: int | None,
    facts: Mapping[str, str],
) -> Found:
    return Found(
        code="BET-LATE",
        rule=rule,
        seat=seat,
        bet=fact.bet,
        expected=when(close),
        recorded=when(fact),
        amount=amount,
        facts=facts,
    )


def impossible_bet(bet: Bet, rule: str) -> Found:
    """Return the fault of a bet that the cloth cannot have; its stake goes back.

    RES-IMPOSS, as for a seventh face: no rule of play was another than the one in force.
    """
    return Found(
        code="RES-IMPOSS",
        rule=rule,
        seat=bet.seat,
        bet=bet.bet,
        recorded=f"{bet.tipo} {bet.selecao}".strip(),
        amount=bet.valor,
        facts={"fact": "aposta"},
    )


def stake_faults(bets: Iterable[Bet], rule: str) -> list[Found]:
    """Return stakes that are nothing, or not their chips' value."""
    found: list[Found] = []
    for bet in bets:
        chips = bet.chips
        if chips is not None and chips.count * chips.value != bet.valor:
            expected = f"{chips.count} x {money_text(chips.value)}"
            found.append(_stake("BET-MULT", rule, bet, expected))
        if bet.valor <= 0:
            found.append(_stake("BET-MIN", rule, bet, ">" + money_text(0)))
    return found


def _stake(code: str, rule: str, bet: Bet, expected: str) -> Found:
    return Found(
        code=code,
        rule=rule,
        seat=bet.seat,
        bet=bet.bet,
        expected=expected,
        recorded=money_text(bet.valor),
    )


MICROSECOND: Final = timedelta(microseconds=1)
SECOND: Final = 1_000_000
"""In microseconds: whole numbers, for a table may say more seconds than a ``timedelta`` holds."""


def time_faults(
    mode: str,
    opened: Sequence[Opening],
    closed: Sequence[Call],
    standard: int | None,
    rule: str,
) -> list[Found]:
    """Return ONL-TIME where a shared table's betting time is not the one set for all.

    The time that each opening says is compared with the table's, or with the first one's where the
    table's register says none; and with the close that followed, which may not come before it.
    """
    if mode != "shared":
        return []
    said = [call.segundos for call in opened if call.segundos is not None]
    due = standard if standard is not None else next(iter(said), None)
    wrong = [seconds for seconds in dict.fromkeys(said) if seconds != due]
    found = [
        Found(code="ONL-TIME", rule=rule, expected=f"{due} s", recorded=f"{seconds} s")
        for seconds in wrong
    ]
    closes = Marks(closed)
    for call in opened:
        seconds = call.segundos if call.segundos is not None else due
        lasted = _seconds(call, closes)
        if seconds is None or lasted is None:
            continue
        if abs(lasted // MICROSECOND - seconds * SECOND) >= SECOND:
            found.append(
                Found(
                    code="ONL-TIME",
                    rule=rule,
                    expected=f"{seconds} s",
                    recorded=f"{lasted.total_seconds():g} s",
                    facts={"since": when(call)},
                )
            )
    return found


def _seconds(call: Opening, closed: Marks[Call]) -> timedelta | None:
    """Return how long bets were open after a call; None if no close followed or nobody says."""
    start = instant(call.at)
    after = closed.first_after(call)
    end = instant(after.at) if after is not None else None
    return end - start if start is not None and end is not None else None
