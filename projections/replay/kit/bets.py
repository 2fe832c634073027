"""Bets, limits and the order of facts, as the banked table games share them. No game's rule.

Every fact may say when it happened (``at``) and its place in its source's chain (``seq``). The
chain decides what came first; times decide only between facts that do not both name their place.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

from msgspec import Struct, structs

from ledger.money import Minor
from projections.replay.record import Payment
from projections.replay.settlement import Found, Settlement, money_text

CHIPS: Final = frozenset({"", "chips"})
"""The means in which stakes are laid in the room; empty where a record says nothing."""
MEANS_ONLINE: Final = CHIPS | {"account", "credits", "free_play"}
"""Those in which they may be laid online."""


class Fact(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
):
    """A part of a record."""


class Moment(Fact, frozen=True, kw_only=True, gc=False):
    """When a call was made."""

    at: str | None = None
    seq: int | None = None
    """Its place in the chain of the source that owns the round."""


class Chips(Fact, frozen=True, kw_only=True, gc=False):
    """How a stake was made up."""

    count: int
    value: Minor


class Bet(Fact, frozen=True, kw_only=True, gc=False):
    """A stake on a chance, as it lay when the bets were closed."""

    bet: int
    """Its number within the round."""
    seat: int
    tipo: str
    """The chance's id in its game's page; an unknown one is a fact and becomes a finding."""
    valor: Minor
    selecao: str = ""
    """Which of the chance: the game's module says how it is spelt."""
    player: str | None = None
    """A pseudonym; where it is missing, the seat is the player."""
    chips: Chips | None = None
    cor: str | None = None
    """The colour of chips without face value."""
    at: str | None = None
    seq: int | None = None


class BetChange(Fact, frozen=True, kw_only=True, gc=False):
    """A bet was altered or taken back; what is None stayed as it was."""

    bet: int
    retirada: bool = False
    tipo: str | None = None
    selecao: str | None = None
    valor: Minor | None = None
    chips: Chips | None = None
    at: str | None = None
    seq: int | None = None


class Limit(Fact, frozen=True, kw_only=True, gc=False):
    """The least and the most that a table takes on a chance from a player; 0 where none is set."""

    minimum: Minor = 0
    maximum: Minor = 0
    multiple: Minor = 0


class Shift(Fact, frozen=True, kw_only=True, gc=False):
    """A member of staff who is at the table, and since when."""

    person: str
    role: str
    """In the law's word: ``pagador``, ``fiscal`` …"""
    since: str | None = None


class Placed(Protocol):
    """A fact with a time and a place in the chain."""

    @property
    def at(self) -> str | None:
        """Its time."""
        ...

    @property
    def seq(self) -> int | None:
        """Its place in the chain."""
        ...


HOUR: Final = timedelta(hours=1)


def instant(text: str | None) -> datetime | None:
    """Return the time that a text says; None where it says none."""
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def is_after(fact: Placed, mark: Placed) -> bool:
    """Tell whether a fact came after another; False where the record does not say.

    >>> is_after(Moment(seq=7), Moment(seq=6)), is_after(Moment(seq=7), Moment(at="2026-11-20"))
    (True, False)
    """
    if fact.seq is not None and mark.seq is not None:
        return fact.seq > mark.seq
    here, there = fact.at, mark.at
    if here is None or there is None:
        return False
    if len(here) == len(there):
        return here > there
    one, other = instant(here), instant(there)
    return one is not None and other is not None and one > other


def earlier(one: Placed | None, other: Placed | None) -> Placed | None:
    """Return whichever of two calls came first; of an unknown order, or of one alone, the first.

    >>> earlier(Moment(seq=9), Moment(seq=5))
    Moment(at=None, seq=5)
    """
    if one is None or (other is not None and is_after(one, other)):
        return other
    return one


def hours_over(since: str | None, now: str | None) -> int:
    """Return how many times an hour's term has been missed; 0 up to the full hour, itself included.

    >>> hours_over("2026-11-20T20:00:00Z", "2026-11-20T21:00:00Z")
    0
    >>> hours_over("2026-11-20T20:00:00Z", "2026-11-20T21:00:01Z")
    1
    """
    start, end = instant(since), instant(now)
    if start is None or end is None or end <= start:
        return 0
    return -((start - end) // HOUR) - 1


def who(bet: Bet) -> str | int:
    """Return the player whose bet it is, or his seat where he has no name."""
    return bet.player if bet.player is not None else bet.seat


def bets_as_closed(
    bets: Sequence[Bet], changes: Iterable[BetChange], closed: Placed | None
) -> tuple[list[Bet], list[BetChange]]:
    """Return the bets as they lay at the close, and the changes that came after it.

    A number is that of the first bet that bore it: a change means that one.
    """
    standing: list[Bet | None] = list(bets)
    where = first_of_each(bets)
    late: list[BetChange] = []
    for change in changes:
        at = where.get(change.bet, -1)
        bet = standing[at] if at >= 0 else None
        if closed is not None and is_after(change, closed):
            late.append(change)
        elif bet is not None and change.retirada:
            standing[at] = None
        elif bet is not None:
            standing[at] = structs.replace(
                bet,
                tipo=bet.tipo if change.tipo is None else change.tipo,
                selecao=bet.selecao if change.selecao is None else change.selecao,
                valor=bet.valor if change.valor is None else change.valor,
                chips=chips_after(bet, change),
            )
    return [bet for bet in standing if bet is not None], late


def chips_after(bet: Bet, change: BetChange) -> Chips | None:
    """Return in what chips a bet lies after a change; None where nobody said.

    >>> five = Chips(count=5, value=100)
    >>> bet = Bet(bet=1, seat=1, tipo="par", valor=500, chips=five)
    >>> chips_after(bet, BetChange(bet=1, valor=700)) is None
    True
    >>> chips_after(bet, BetChange(bet=1, tipo="impar")) == five
    True
    """
    if change.chips is not None:
        return change.chips
    return bet.chips if change.valor in (None, bet.valor) else None


def first_of_each(bets: Sequence[Bet]) -> dict[int, int]:
    """Return where in the list the first bet of each number is.

    >>> one, other = (Bet(bet=7, seat=seat, tipo="par", valor=5) for seat in (1, 2))
    >>> first_of_each([one, other])
    {7: 0}
    """
    return {bets[at].bet: at for at in range(len(bets) - 1, -1, -1)}


def repeated_numbers(bets: Sequence[Bet]) -> list[Found]:
    """Return a fault for each bet whose number another bet of the round bore before.

    Both are settled as they lie, and their payments compared by their sum. The fault is RES-IMPOSS:
    a number names one bet as a card is one card, and a second of either cannot be. It is not
    REG-RULE, because no rule of play was another than the one in force.
    """
    if len({bet.bet for bet in bets}) == len(bets):
        return []
    first = first_of_each(bets)
    return [
        Found(
            code="RES-IMPOSS",
            seat=bet.seat,
            bet=bet.bet,
            expected=f"{bets[first[bet.bet]].tipo} {bets[first[bet.bet]].selecao}".strip(),
            recorded=f"{bet.tipo} {bet.selecao}".strip(),
            amount=bet.valor,
            facts={"fact": "numero_repetido"},
        )
        for at, bet in enumerate(bets)
        if first[bet.bet] != at
    ]


def limit_faults(
    totals: Mapping[tuple[str | int, str, str], tuple[Bet, Minor]],
    limits: Mapping[str, Limit],
    rule: str,
) -> list[Found]:
    """Return the faults of stakes against the table's limits.

    ``totals`` has, for each player, ``tipo`` and selection, his last bet on it and the sum of all.
    """
    found: list[Found] = []
    for (_, tipo, _), (bet, total) in totals.items():
        limit = limits.get(tipo)
        if limit is None:
            continue
        if total < limit.minimum:
            found.append(_limit_fault("BET-MIN", rule, bet, limit.minimum, total))
        if limit.maximum and total > limit.maximum:
            found.append(_limit_fault("BET-MAX", rule, bet, limit.maximum, total))
        if limit.multiple and total % limit.multiple:
            found.append(_limit_fault("BET-MULT", rule, bet, limit.multiple, total))
    return found


def within_law(limits: Mapping[str, Limit], times: Mapping[str, int]) -> Mapping[str, Limit]:
    """Return a table's limits, no maximum above so many times its minimum as the law allows.

    So the law's maximum holds where the table declares none.

    >>> open_to_all = {"pleno": Limit(minimum=100, maximum=0, multiple=0)}
    >>> within_law(open_to_all, {"pleno": 30})["pleno"].maximum
    3000
    """
    return {
        tipo: structs.replace(limit, maximum=min(limit.maximum or most, most))
        if (most := times.get(tipo, 0) * limit.minimum) > 0
        else limit
        for tipo, limit in limits.items()
    }


def maxima_above_law(
    code: str, limits: Mapping[str, Limit], times: Mapping[str, int], rule_of: Mapping[str, str]
) -> list[Found]:
    """Return a fault of each maximum above so many times its minimum as the law allows.

    >>> wide = {"pleno": Limit(minimum=100, maximum=3001)}
    >>> (fault,) = maxima_above_law("X-R1", wide, {"pleno": 30}, {"pleno": "X R1"})
    >>> fault.expected, fault.recorded, fault.amount
    ('30.00', '30.01', 1)
    """
    return [
        Found(
            code=code,
            rule=rule_of[tipo],
            expected=money_text(most),
            recorded=money_text(limit.maximum),
            amount=limit.maximum - most,
            facts={"tipo": tipo, "minimum": limit.minimum},
        )
        for tipo, limit in limits.items()
        if tipo in times and limit.minimum and limit.maximum > (most := times[tipo] * limit.minimum)
    ]


def _limit_fault(code: str, rule: str, bet: Bet, limit: Minor, total: Minor) -> Found:
    return Found(
        code=code,
        rule=rule,
        seat=bet.seat,
        bet=bet.bet,
        expected=money_text(limit),
        recorded=money_text(total),
        amount=None if code == "BET-MULT" else total - limit,
        facts={"tipo": bet.tipo, "selecao": bet.selecao},
    )


class Laid(Protocol):
    """A bet, of whose bettor the record may tell a name."""

    @property
    def bet(self) -> int:
        """Its number within the round."""
        ...

    @property
    def seat(self) -> int:
        """The seat where the bet lies."""
        ...

    @property
    def player(self) -> str | None:
        """Its bettor's pseudonym."""
        ...


def paid_to_another(
    settlement: Settlement,
    payments: Sequence[Payment],
    bets: Sequence[Laid] = (),
    own: Mapping[int, int] | None = None,
) -> list[Found]:
    """Return a fault for each payment that went to another's seat, once of each seat it belongs to.

    A player may be paid at any place where he has a bet by his name, and at the place that ``own``
    tells of the bet. Of a payment of several bets each that is due something must be the payee's.
    """
    place = {line.bet: line.seat for line in settlement.lines}
    if all(place.get(bet, one.seat) == one.seat for one in payments for bet in one.bets):
        return []  # as nearly always
    seats: dict[int, int] = {}
    due: dict[int, Minor] = {}
    allowed: set[tuple[int | None, int]] = set((own or {}).items())
    for line in settlement.lines:
        allowed.add((line.bet, line.seat))
        if line.bet is not None:
            seats.setdefault(line.bet, line.seat)
            due[line.bet] = due.get(line.bet, 0) + line.due
    elsewhere = [
        payment
        for payment in payments
        if any(bet in seats and (bet, payment.seat) not in allowed for bet in payment.bets)
    ]
    if not elsewhere:
        return []
    names = {bet.bet: bet.player for bet in bets}
    places = {(bet.player, bet.seat) for bet in bets if bet.player is not None}

    def is_payees(bet: int, seat: int) -> bool:
        return (bet, seat) in allowed or (names.get(bet), seat) in places

    found: list[Found] = []
    for payment in elsewhere:
        known = [bet for bet in dict.fromkeys(payment.bets) if bet in seats]
        others: dict[int, list[int]] = {}
        for bet in known:
            if not is_payees(bet, payment.seat) and (due[bet] > 0 or len(known) == 1):
                others.setdefault(seats[bet], []).append(bet)
        for seat, of_seat in others.items():
            whole = len(others) == 1 and len(of_seat) == len(known)
            amount = (
                payment.amount + payment.stake_returned
                if whole
                else sum(due[bet] for bet in of_seat)
            )
            found.append(_of_another(payment, seat, of_seat[0], amount))
    return found


def _of_another(payment: Payment, seat: int, bet: int, amount: Minor) -> Found:
    """Return the fault of a payment that went to its seat and belonged to another."""
    return Found(
        code="PAY-DIFF",
        seat=payment.seat,
        bet=bet,
        expected=str(seat),
        recorded=str(payment.seat),
        amount=amount,
        facts={"fact": "seat"},
    )
