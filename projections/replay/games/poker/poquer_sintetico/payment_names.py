"""The right names of wrong payments: the order of another game (NB S9, S12)."""

from msgspec import structs

from projections.replay.games.poker.hand.payment_names import due_by_seat, name_payment
from projections.replay.games.poker.poquer_sintetico import ranking
from projections.replay.games.poker.poquer_sintetico.record import SinteticoRecord
from projections.replay.games.poker.poquer_sintetico.rules import SinteticoRules
from projections.replay.games.poker.poquer_sintetico.settling import RANKING, settle_by
from projections.replay.kit.memo import once
from projections.replay.record import paid_by_seat
from projections.replay.settlement import Found, Settlement

# Payments.


def relabel(
    record: SinteticoRecord, rules: SinteticoRules, settlement: Settlement, fault: Found
) -> Found | None:
    """Name a wrong payment: SI-RANK where the pot went by the order of another game (S9, S12).

    Where the order was right but any five of the seven cards counted, S1 is the rule broken.
    """
    named = name_payment(record, rules, settlement, fault)
    if named is None or settlement.void or not settlement.result.get("combinacoes"):
        return named
    paid, due = paid_by_seat(record.payments), due_by_seat(settlement)
    for misread, code, rule in _misread(record, rules):
        if misread != due and misread == paid:
            return structs.replace(fault, code=code or fault.code, rule=rule)
    return named


@once
def _misread(
    record: SinteticoRecord, rules: SinteticoRules
) -> list[tuple[dict[int, int], str, str]]:
    """Return the dues of each seat by other orders of the hands, each with its name."""
    cites = rules.cites
    return [
        (due_by_seat(settle_by(record, rules, RANKING._replace(values=values))), code, rule)
        for values, code, rule in (
            (ranking.values_in_general, "SI-RANK", cites.order),
            (ranking.any_five, "", cites.two_and_three),
            (ranking.any_five_in_general, "SI-RANK", f"{cites.order}; {cites.two_and_three}"),
        )
    ]
