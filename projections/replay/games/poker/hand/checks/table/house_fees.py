"""Faults of the house's share: cagnotte or fee, the fee per sessão (NB R65)."""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.poker.betting.record import Fee, HandRecord, HandRules
from projections.replay.games.poker.hand.checks.table.limits import MILLION
from projections.replay.kit.memo import once
from projections.replay.settlement import Found, money_text

SESSION: Final = "session"


# The house's share (R65).


def mode_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find that the way in which the house is paid changed within the partida (R65)."""
    before, now = hand.cagnotte_mode_before, hand.cagnotte_mode
    if before is not None and now is not None and before != now:
        yield Found(
            code="NB-RAKE",
            rule=rules.cites.session_fee if now == SESSION else rules.cites.cagnotte,
            expected=before,
            recorded=now,
            facts={"mode": now},
        )
    if now == SESSION and hand.cagnotte_ppm:
        yield Found(
            code="NB-RAKE",
            rule=rules.cites.session_fee,
            expected="0 ppm",
            recorded=f"{hand.cagnotte_ppm} ppm",
            facts={"mode": now, "rate": hand.cagnotte_ppm},
        )


def fee_faults(hand: HandRecord, rules: HandRules, fee: Fee) -> Iterator[Found]:
    """Find a fee per sessão that is not the law's (R65 b): its mode, its sum, who sat down late."""
    rule = rules.cites.session_fee
    if hand.cagnotte_mode == "hand" or (hand.cagnotte_mode is None and hand.cagnotte_ppm):
        yield _fee_fault(rule, fee, "hand", SESSION, "mode")
    first, last = _fees(hand, None)[fee.seat]
    if fee is last and fee is not first:
        yield _fee_fault(rule, fee, "1", "2", "twice")
    base = fee.base
    if base is None and hand.session_fee_of is not None:
        base = hand.maximum if hand.session_fee_of == "maximum" else hand.cave
    low, high = rules.session_fee_ppm
    if base is not None and not low * base <= fee.amount * MILLION <= high * base:
        due = f"{money_text(-(-low * base // MILLION))}..{money_text(high * base // MILLION)}"
        yield _fee_fault(rule, fee, due, money_text(fee.amount), "sum")
    most = rules.session_entry_seconds
    if fee.late is not None and fee.late > most:
        yield _fee_fault(rule, fee, f"{most} s", f"{fee.late} s", "late")


@once
def _fees(hand: HandRecord, _: None) -> dict[int, tuple[Fee, Fee]]:
    """Return the first and the last fee of each seat."""
    found: dict[int, tuple[Fee, Fee]] = {}
    for fee in hand.fees:
        found[fee.seat] = found.get(fee.seat, (fee, fee))[0], fee
    return found


def _fee_fault(rule: str, fee: Fee, expected: str, recorded: str, what: str) -> Found:
    return Found(
        code="NB-RAKE",
        rule=rule,
        seat=fee.seat,
        expected=expected,
        recorded=recorded,
        amount=fee.amount,
        facts={"fee": what},
    )
