"""Everything that is looked at in a jogada, in its order.

What needs a fact that the table does not record is not assessed. A fault of a parameter (the band,
the jackpot's terms) is shown by every jogada played under it: its subject is the parameter.
"""

from collections.abc import Callable, Sequence
from typing import Final

from projections.replay.games.house_cards.poquer_sem_descarte.checks.deal import (
    check_burn,
    check_cards,
    check_deal,
    check_deck,
    check_void,
)
from projections.replay.games.house_cards.poquer_sem_descarte.checks.jackpot import check_jackpot
from projections.replay.games.house_cards.poquer_sem_descarte.checks.online import check_online
from projections.replay.games.house_cards.poquer_sem_descarte.checks.stakes import (
    check_abstention,
    check_barred,
    check_cap,
    check_late,
    check_limits,
    check_means,
    check_seats,
    check_second,
)
from projections.replay.games.house_cards.poquer_sem_descarte.record import SemDescarteRecord
from projections.replay.games.house_cards.poquer_sem_descarte.rules import SemDescarteRules
from projections.replay.kit.bets import paid_to_another
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement

_CHECKS: Final[
    tuple[Callable[[SemDescarteRecord, SemDescarteRules, Settlement], Sequence[Found]], ...]
] = (
    check_cards,
    check_burn,
    check_deal,
    check_deck,
    check_seats,
    check_limits,
    check_late,
    check_means,
    check_second,
    check_abstention,
    check_barred,
    check_void,
    check_cap,
    check_jackpot,
)


def verify(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of a jogada, the sums of payments apart."""
    found: list[Found] = []
    for check in _CHECKS:
        found.extend(check(record, rules, settlement))
    if record.mode != PHYSICAL:
        found.extend(check_online(record, rules, settlement))
    if record.has("payouts"):
        found.extend(paid_to_another(settlement, record.payments, record.bets))
    return tuple(found)
