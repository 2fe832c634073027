"""The window of a coup: which bets came in time, and which changes of them count."""

from collections.abc import Iterable, Sequence

from msgspec import Struct, field, structs

from projections.replay.kit.bets import Bet, BetChange, Placed, chips_after, first_of_each, is_after
from projections.replay.kit.marks import FEW, Marks
from projections.replay.settlement import Found


class _Ready(Struct, frozen=True, gc=False):
    """Closes and null coups, sorted."""

    closes: Marks[Placed]
    reopened: Marks[Placed]
    nulls: frozenset[int]
    """The null coups by identity: one of them may itself be what closed the bets."""


class Window(Struct, frozen=True, kw_only=True, gc=False):
    """When bets were taken: from the opening to each close, and again after what reopens them."""

    rule: str
    """The rule that closes the bets."""
    code: str = "BET-LATE"
    """What a bet is called that came after it; a late change is always BET-LATE."""
    closes: tuple[Placed, ...] = ()
    """Bells or calls, and the outcome itself, after which no bet can be honest."""
    reopened: tuple[Placed, ...] = ()
    """Null coups after which the bets are open until the next close."""
    frozen: str = ""
    """The rule by which a mark that lay when a coup was null stays as it is; empty: none does."""
    made: list["_Ready"] = field(default_factory=list["_Ready"])
    """Closes and null coups made ready for many questions, when the first is asked."""

    def missed(self, fact: Placed) -> Placed | None:
        """Return the close after which a fact came, unless the bets were opened again between."""
        closed: Placed | None = None
        if len(self.closes) > FEW or len(self.reopened) > FEW:
            return self._missed_of_many(fact)
        for close in self.closes:
            if is_after(fact, close) and (closed is None or is_after(close, closed)):
                closed = close
        if closed is None:
            return None
        again = any(
            (null is closed or is_after(null, closed)) and is_after(fact, null)
            for null in self.reopened
        )
        return None if again else closed

    def _missed_of_many(self, fact: Placed) -> Placed | None:
        """Return the close that a fact missed, where there are many closes or null coups."""
        if not self.made:
            nulls = frozenset(map(id, self.reopened))
            self.made.append(_Ready(Marks(self.closes), Marks(self.reopened), nulls))
        (ready,) = self.made
        closed = ready.closes.latest(fact)
        if closed is None or id(closed) in ready.nulls:
            return None
        return None if ready.reopened.any_between(closed, fact) else closed

    def broken_by(self, change: BetChange, bet: Bet | None) -> tuple[str, Placed] | None:
        """Return the rule that a change breaks and the fact it came too late for, if any."""
        closed = self.missed(change)
        if closed is not None:
            return self.rule, closed
        if self.frozen and bet is not None:
            for null in self.reopened:
                if is_after(change, null) and not is_after(bet, null):
                    return self.frozen, null
        return None


def bets_in_time(
    bets: Sequence[Bet], changes: Sequence[BetChange], window: Window, found: list[Found]
) -> tuple[Sequence[Bet], frozenset[int]]:
    """Return the bets to settle, changes in time applied, and by identity those that came late."""
    if changes:
        bets = _as_changed(bets, changes, window, found)
    if not window.closes:
        return bets, frozenset()
    late: list[Bet] = []
    for bet in bets:
        closed = window.missed(bet)
        if closed is None:
            continue
        late.append(bet)
        found.append(
            Found(
                code=window.code,
                rule=window.rule,
                seat=bet.seat,
                bet=bet.bet,
                expected=when(closed),
                recorded=when(bet),
                amount=bet.valor,
            )
        )
    return bets, frozenset(map(id, late))


def _as_changed(
    bets: Sequence[Bet], changes: Sequence[BetChange], window: Window, found: list[Found]
) -> list[Bet]:
    """Return the bets with the changes that came in time; note the others.

    A number is that of the first bet that bore it: a change means that one.
    """
    standing: list[Bet | None] = list(bets)
    where = first_of_each(bets)
    for change in changes:
        at = where.get(change.bet, -1)
        bet = standing[at] if at >= 0 else None
        broken = window.broken_by(change, bet)
        if broken is not None:
            rule, mark = broken
            found.append(
                Found(
                    code="BET-LATE",
                    rule=rule,
                    bet=change.bet,
                    expected=when(mark),
                    recorded=when(change),
                    amount=change.valor,
                    facts={"fact": "retirada" if change.retirada else "alteracao"},
                )
            )
        elif bet is not None:
            standing[at] = None if change.retirada else _changed(bet, change)
    return [bet for bet in standing if bet is not None]


def _changed(bet: Bet, change: BetChange) -> Bet:
    return structs.replace(
        bet,
        tipo=bet.tipo if change.tipo is None else change.tipo,
        selecao=bet.selecao if change.selecao is None else change.selecao,
        valor=bet.valor if change.valor is None else change.valor,
        chips=chips_after(bet, change),
    )


def when(fact: Placed | None) -> str:
    """Return a fact's time, or its place in the chain where it has no time."""
    if fact is None:
        return ""
    return fact.at or (f"seq {fact.seq}" if fact.seq is not None else "")


def first_close(closes: Iterable[Placed]) -> tuple[bool, int | None]:
    """Tell whether places in the chain alone say what came late, and return the earliest close's.

    They do not where a close says only its time. Of closes that say nothing no bet is late.
    """
    places: list[int] = []
    silent = False
    for close in closes:
        if close.seq is not None:
            places.append(close.seq)
        elif close.at is not None:
            return False, None
        else:
            silent = True
    return not (silent and places), min(places, default=None)
