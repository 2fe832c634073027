"""Faults of a void, as the card games against the house tell them: with what was paid in spite."""

from collections.abc import Collection, Iterable

from msgspec import structs

from ledger.money import Minor
from projections.replay.kit.cards import RANK_OF
from projections.replay.record import Record
from projections.replay.settlement import Found, Outcome, Settlement, Step


def all_read(hands: Iterable[Collection[str | None]]) -> bool:
    """Tell whether every card of these hands is known."""
    return all(card in RANK_OF for hand in hands for card in hand)


def without_those_out(settlement: Settlement, out: Collection[int]) -> Settlement:
    """Return a void jogada in which the stakes of who had given up are open.

    A void that nothing proves may stand, and give them back, or not, and they are lost: the cards
    that would tell cannot be read.
    """
    lines = tuple(
        line
        if line.seat not in out or line.outcome is not Outcome.DEVOLVIDA
        else structs.replace(line, outcome=Outcome.PENDENTE, returned=0)
        for line in settlement.lines
    )
    return structs.replace(settlement, lines=lines)


def paid_less_due(record: Record, settlement: Settlement) -> Minor:
    """Return the sum paid in the jogada less the sum due, jackpot included."""
    paid = sum(one.total for one in record.payments)
    due = sum(line.due for line in settlement.lines)
    return paid - due - sum(award.amount for award in settlement.awards)


def void_fault(
    record: Record, settlement: Settlement, code: str, rule: str, error: Step | None = None
) -> Found:
    """Return the fault of a jogada voided that stands, or played on that is void by an error."""
    void = record.void
    said = {} if error is None else {language: error.text(language) for language in ("pt", "en")}
    return Found(
        code=code,
        rule=rule,
        expected="anulada" if void is None else "válida",
        recorded="válida" if void is None else "anulada",
        amount=paid_less_due(record, settlement) if record.has("payouts") else None,
        facts=said if void is None else {"cause": void.cause},
    )
