"""Compares payments with dues, and gathers every fault of a round.

``PAY-DIFF`` where a payment differs, and by how much, unless the game names the fault itself;
``PAY-NONE`` where one is due and none was made; ``VOID-REFUND`` where a void round's stakes did not
all go back. A payment of several bets is compared by their sum, a pot's payment by the seat's.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final, Protocol

from projections.replay.game import Game
from projections.replay.left_open.unread import (
    IMPOSSIBLE,
    UNREADABLE,
    hides_a_card,
    left_open,
    proved,
    standing,
)
from projections.replay.record import Payment, Record
from projections.replay.settlement import (
    OTHERS_OPEN,
    Found,
    Line,
    Outcome,
    Settlement,
    money_text,
)

Key = tuple[str, int]
"""``bet`` or ``seat``, and its number."""
OwnCode = Callable[[Sequence[Line], int, int], tuple[str, str] | None]
"""Names the fault of a payment, from its lines, what was due and what was paid."""


def verify(
    game: Game,
    record: Record,
    rules: Any,
    settlement: Settlement,
) -> tuple[Found, ...]:
    """Return every fault of a settled round: facts, procedure and payments."""
    found = [*settlement.found, *game.verify(record, rules, settlement)]
    found += [*untold(record, found)]
    if record.unread:
        found = proved(record, found)
        settlement = left_open(record, settlement)
    if record.has("payouts"):
        name = game.payment_code
        own = partial(name, record, settlement) if name is not None else None
        open_ = partial(is_unread, **unread(record, settlement, found, alone=game.alone))
        fed = {one.seat for one in settlement.increments} | {one.seat for one in record.unread}
        faults = compare_payments(settlement, record.payments, own, open_, fed)
        if game.relabel is not None:
            named = (game.relabel(record, rules, settlement, fault) for fault in faults)
            faults = [fault for fault in named if fault is not None]
        found.extend(standing(record, faults) if record.unread else faults)
    return tuple(found)


def stakes_of_nothing(record: Record) -> dict[int, "Laid"]:
    """Return the stakes of nothing or less, by bet.

    DECISION: nobody lays down 0.00 or less. What lay there is not known: it is a fault of the
    stake, below the minimum or impossible, and whoever paid for it is not accused.
    """
    bets: Sequence[Laid] = getattr(record, "bets", ())
    return {bet.bet: bet for bet in bets if bet.valor is not None and bet.valor <= 0}


def untold(record: Record, found: Iterable[Found]) -> Iterator[Found]:
    """Yield a fault for each stake of nothing or less of which no other finding tells."""
    nothing = stakes_of_nothing(record)
    if not nothing:
        return
    told = {one.bet for one in record.unread}
    told |= {one.bet for one in found if one.code in (IMPOSSIBLE, MINIMUM)}
    for number, bet in nothing.items():
        if number not in told:
            yield Found(
                code=IMPOSSIBLE,
                seat=bet.seat,
                bet=number,
                expected=f"> {money_text(0)}",
                recorded=money_text(bet.valor or 0),
                facts={"fact": "valor"},
            )


class Laid(Protocol):
    """A stake of any game."""

    @property
    def bet(self) -> int:
        """Its number."""
        ...

    @property
    def seat(self) -> int:
        """The place where the stake lies."""
        ...

    @property
    def valor(self) -> int | None:
        """How much it is; None where that is not told."""
        ...


MINIMUM: Final = "BET-MIN"


def unread(
    record: Record, settlement: Settlement, found: Iterable[Found], *, alone: bool = False
) -> dict[str, Any]:
    """Return of what nobody can tell the due: impossible bets, seats, and all if an outcome is.

    Where each plays against the house ``alone``, an impossible card of a seat is of that seat only,
    unless the settlement says that others' prizes rest on it.

    DECISION: what is no card, number or chance was misread or misspelt, so what it was is not
    known. It is told as impossible; whoever paid for it is not accused of paying wrongly.
    """
    told = [one for one in found if one.code == IMPOSSIBLE or one.facts.get("fact") == UNREADABLE]
    outcomes = [one for one in told if one.bet is None and one.facts.get("fact") != UNREADABLE]
    own = {one.seat for one in outcomes if alone and one.seat}
    return {
        "bets": {one.bet for one in told if one.bet is not None} | stakes_of_nothing(record).keys(),
        "seats": own | {one.seat for one in record.unread},
        "outcome": hides_a_card(record)
        or OTHERS_OPEN in settlement.result
        or (record.void is not None and bool(record.unread))
        or any(one.seat not in own for one in outcomes),
    }


def is_unread(
    line: Line, *, bets: Collection[int], seats: Collection[int | None], outcome: bool
) -> bool:
    """Tell whether what decides a line stands in the record and cannot be read."""
    if line.bet in bets:
        return True
    open_ = outcome or line.seat in seats or None in seats
    return open_ and line.outcome is Outcome.PENDENTE


ALL_READ: Final = partial(is_unread, bets=(), seats=(), outcome=False)
"""Of a round in which everything can be read."""


def compare_payments(
    settlement: Settlement,
    payments: Sequence[Payment],
    own: OwnCode | None = None,
    is_open: Callable[[Line], bool] = ALL_READ,
    fed: Collection[int | None] = (),
) -> list[Found]:
    """Return a fault for each group of bets, or seat, whose payment is not what is due.

    Of a sum in which one part is open nobody can say that it is wrong. ``fed`` are the seats that
    have a part in a jackpot, for all that can be read.
    """
    if _all_paid(settlement, payments):
        return []
    due_lines = [
        line for line in settlement.lines if line.outcome is not Outcome.PENDENTE or is_open(line)
    ]
    groups = _groups_of_bets(due_lines, payments, settlement.sums)
    found: list[Found] = []
    for lines, paid in groups:
        if any(map(is_open, lines)):
            continue
        due = sum(line.due for line in lines)
        amount = sum(payment.total for payment in paid)
        if due == amount:
            continue
        named = own(lines, due, amount) if own is not None and paid else None
        if named is None:
            named = _code(settlement, paid, due, amount), _rules(lines)
        found.append(_difference(lines, paid, due, amount, named))
    unknown = {line.seat for line in settlement.lines if is_open(line)} & {*fed}
    found.extend(_compare_awards(settlement, payments, unknown))
    return found


def _all_paid(settlement: Settlement, payments: Sequence[Payment]) -> bool:
    """Tell quickly whether every bet, or seat, was paid by itself and exactly, as nearly always."""
    bets: dict[int, int] = {}
    seats: dict[int, int] = {}
    for payment in payments:
        if payment.award is not None or len(payment.bets) > 1:
            return False
        paid, one = (bets, payment.bets[0]) if payment.bets else (seats, payment.seat)
        paid[one] = paid.get(one, 0) + payment.total
    if settlement.awards:
        return False
    for line in settlement.lines:
        if line.outcome is Outcome.PENDENTE:
            return False
        due = line.prize + line.returned
        if line.bet is None:
            seats[line.seat] = seats.get(line.seat, 0) - due
        elif due != bets.pop(line.bet, 0):
            return False
    return not any(bets.values()) and not any(seats.values())


def _code(settlement: Settlement, payments: list[Payment], due: int, paid: int) -> str:
    if settlement.void and paid < due:
        return "VOID-REFUND"
    return "PAY-DIFF" if payments else "PAY-NONE"


def _rules(lines: list[Line]) -> str:
    return ", ".join(dict.fromkeys(rule for line in lines for rule in line.rules))


def _groups_of_bets(
    lines: list[Line], payments: Iterable[Payment], sums: Iterable[Collection[int]]
) -> list[tuple[list[Line], list[Payment]]]:
    """Group lines and payments whose sums must be compared together.

    Bets paid together are one group, and bets of which only the sum is due; so are all lines
    without a bet number of one seat, with the payments to that seat that name no bet.
    """
    leader: dict[Key, Key] = {}

    def find(key: Key) -> Key:
        while leader.setdefault(key, key) != key:
            key = leader[key]
        return key

    mains = [payment for payment in payments if payment.award is None]
    keys_of = {
        id(payment): [("bet", bet) for bet in payment.bets] or [("seat", payment.seat)]
        for payment in mains
    }
    for keys in (*keys_of.values(), *([("bet", bet) for bet in one] for one in sums)):
        for key in keys[1:]:
            leader[find(key)] = find(keys[0])
    seats_paid_whole = {payment.seat for payment in mains if not payment.bets}

    groups: dict[Key, tuple[list[Line], list[Payment]]] = defaultdict(lambda: ([], []))
    for line in lines:
        key = ("seat", line.seat) if line.bet is None else ("bet", line.bet)
        if line.bet is not None and line.seat in seats_paid_whole:
            leader[find(key)] = find(("seat", line.seat))
        groups[find(key)][0].append(line)
    for payment in mains:
        groups[find(keys_of[id(payment)][0])][1].append(payment)
    return list(groups.values())


def _difference(
    lines: list[Line], payments: list[Payment], due: int, paid: int, named: tuple[str, str]
) -> Found:
    first = lines[0] if lines else None
    facts: dict[str, Any] = {"bets": [line.bet for line in lines if line.bet is not None]}
    if not lines:
        # What nothing was due for is told apart by the bets that its payments name.
        facts["paid"] = list(dict.fromkeys(bet for payment in payments for bet in payment.bets))
    return Found(
        code=named[0],
        rule=named[1],
        seat=first.seat if first else payments[0].seat,
        bet=first.bet if first and len(lines) == 1 else None,
        expected=money_text(due),
        recorded=money_text(paid),
        amount=paid - due,
        facts=facts,
    )


def _compare_awards(
    settlement: Settlement, payments: Iterable[Payment], unknown: Collection[int]
) -> list[Found]:
    """Return a fault for each jackpot prize that was not paid as it is due.

    DECISION: what a player with unread cards or stakes has of a jackpot is not known; nor is then
    how much of it others have, who divide it with him, but that they have some of it, or none.
    """
    due: dict[tuple[str, int], int] = defaultdict(int)
    paid: dict[tuple[str, int], int] = defaultdict(int)
    rules: dict[tuple[str, int], tuple[str, ...]] = {}
    for award in settlement.awards:
        due[award.pool, award.seat] += award.amount
        rules[award.pool, award.seat] = award.rules
    for payment in payments:
        if payment.award is not None:
            paid[payment.award, payment.seat] += payment.amount
    made = set(paid)
    return [
        Found(
            code="PAY-DIFF" if key in made else "PAY-NONE",
            rule=", ".join(rules.get(key, ())),
            seat=key[1],
            expected=money_text(due[key]),
            recorded=money_text(paid[key]),
            amount=paid[key] - due[key],
            facts={"pool": key[0]},
        )
        for key in sorted({*due, *paid})
        if due[key] != paid[key]
        and key[1] not in unknown
        and not (unknown and due[key] and paid[key])
    ]
