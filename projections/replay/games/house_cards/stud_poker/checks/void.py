"""Faults of a void: a deal that had to be void and was not, or the other way about."""

from collections.abc import Iterator

from projections.replay.games.house_cards.stud_poker.deal_errors import deal_error, exposed
from projections.replay.games.house_cards.stud_poker.record import CARTA_EXPOSTA, StudRecord
from projections.replay.games.house_cards.stud_poker.rules import StudRules
from projections.replay.games.house_cards.void import void_fault
from projections.replay.settlement import Found, Settlement


def check_void(record: StudRecord, _: StudRules, settlement: Settlement) -> Iterator[Found]:
    """ST-VOID, VOID-MISS, VOID-BAD: what had to be void and was not, or the other way about."""
    void, error = record.void, deal_error(record)
    if void is None and error is None:
        return
    if void is not None and error is not None:
        return
    if error is not None:
        code, rule = ("VOID-MISS" if error.rule == "ST R28" else "ST-VOID"), error.rule
    elif exposed(record) == 1 or (void is not None and void.cause == CARTA_EXPOSTA):
        code, rule = "ST-VOID", "ST R26"
    else:
        code, rule = "VOID-BAD", "ST R25"
    yield void_fault(record, settlement, code, rule, error)
