"""The right names of wrong payments: the remedy not applied, a bank left lying."""

from collections.abc import Sequence
from typing import Final

from projections.replay.games.bacara.bacara_chemin_de_fer.covering import cover
from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord
from projections.replay.games.bacara.bacara_chemin_de_fer.rules import CheminDeFerRules
from projections.replay.games.bacara.bacara_chemin_de_fer.settling import (
    plain_outcome,
    settlement_of,
)
from projections.replay.settlement import Found, Line, Outcome, Settlement


def payment_code(
    record: CheminDeFerRecord,
    settlement: Settlement,
    lines: Sequence[Line],
    due: int,
    paid: int,
) -> tuple[str, str] | None:
    """Name CF-ERR a payment that is right but for the remedy that was not applied."""
    del due
    if not record.errors or settlement.void:
        return None
    plain = settlement_of(record, cover(record), plain_outcome(record))
    keys = {(line.seat, line.bet) for line in lines}
    without = sum(line.due for line in plain.lines if (line.seat, line.bet) in keys)
    if not plain.lines or paid != without:
        return None
    rules = [rule for line in lines for rule in line.rules if rule.startswith(_REMEDIED)]
    return ("CF-ERR", ", ".join(dict.fromkeys(rules))) if rules else None


_REMEDIED: Final = ("CF R76", "CF R102", "CF R103", "CF R104", "CF R74", "CF R99")


def relabel(
    record: CheminDeFerRecord, rules: CheminDeFerRules, settlement: Settlement, found: Found
) -> Found | None:
    """Drop the fault of a bank that was left lying, or that only a wrong cagnotte explains.

    What the bank holds lies on the table from coup to coup; where nothing of it was handed over,
    the capital of the next coup tells. A lost bank's rest must go back.
    """
    del rules
    own = [line for line in settlement.lines if line.bet is None and line.seat == found.seat]
    if not own or found.bet is not None or found.facts.get("bets"):
        return found
    handed = [one for one in record.payments if one.seat == found.seat and not one.bets]
    if not handed and all(line.outcome is not Outcome.PERDE for line in own):
        return None
    due = sum(one.amount for one in settlement.commissions)
    taken = 0 if record.cagnotte is None else record.cagnotte
    if taken != due and not record.cagnotte_por_fora and found.amount == due - taken:
        return None
    return found
