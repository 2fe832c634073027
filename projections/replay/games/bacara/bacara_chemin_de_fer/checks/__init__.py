"""Faults of a coup beside those that its cards show, each subject in a module of its own."""

from projections.replay.games.bacara.bacara_chemin_de_fer.bank_between_coups import passing_faults
from projections.replay.games.bacara.bacara_chemin_de_fer.checks.banco_calls import check_banco
from projections.replay.games.bacara.bacara_chemin_de_fer.checks.bank import check_bank, check_bets
from projections.replay.games.bacara.bacara_chemin_de_fer.checks.cagnotte import check_cagnotte
from projections.replay.games.bacara.bacara_chemin_de_fer.checks.closing_time import check_close
from projections.replay.games.bacara.bacara_chemin_de_fer.checks.deal import (
    check_claims,
    check_deal,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.checks.hand import check_hand
from projections.replay.games.bacara.bacara_chemin_de_fer.checks.order_of_payment import check_order
from projections.replay.games.bacara.bacara_chemin_de_fer.checks.seats import (
    check_places,
    check_seats,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.checks.shoe import check_shoe
from projections.replay.games.bacara.bacara_chemin_de_fer.checks.void import check_void
from projections.replay.games.bacara.bacara_chemin_de_fer.covering import cover
from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord
from projections.replay.games.bacara.bacara_chemin_de_fer.rules import CheminDeFerRules
from projections.replay.kit.bets import paid_to_another
from projections.replay.kit.coups.faults import no_online
from projections.replay.settlement import Found, Settlement


def verify(
    record: CheminDeFerRecord, rules: CheminDeFerRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return every fault that does not lie in the cards' play or in a payment's amount."""
    covering = cover(record)
    found = [
        *no_online(record),
        *check_bank(record, covering),
        *check_bets(record, covering),
        *check_banco(record, covering),
        *check_hand(record, covering),
        *check_seats(record, rules),
        *check_places(record),
        *check_shoe(record, rules),
        *check_deal(record),
        *check_void(record, rules, settlement),
        *check_cagnotte(record, settlement),
        *check_close(record, rules),
        *check_claims(record),
        *passing_faults(record, rules),
    ]
    if record.has("payouts"):
        found += check_order(record, settlement)
        found += paid_to_another(settlement, record.payments, record.bets)
    return tuple(found)
