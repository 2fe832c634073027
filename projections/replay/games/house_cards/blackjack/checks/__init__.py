"""Faults of a jogada, each subject in a module of its own; ``verify`` asks them all.

What needs a fact that the table does not record is not assessed. One fact is one finding: the
game's own codes go before those of every game.
"""

from projections.replay.games.house_cards.blackjack.checks.bets import check_bets
from projections.replay.games.house_cards.blackjack.checks.complaints import check_complaints
from projections.replay.games.house_cards.blackjack.checks.deal import check_deal
from projections.replay.games.house_cards.blackjack.checks.decisions import check_decisions
from projections.replay.games.house_cards.blackjack.checks.drawing import check_hands
from projections.replay.games.house_cards.blackjack.checks.jackpot import check_jackpot
from projections.replay.games.house_cards.blackjack.checks.limits import check_limits
from projections.replay.games.house_cards.blackjack.checks.online import check_online
from projections.replay.games.house_cards.blackjack.checks.shoe import (
    check_equipment,
    check_replaced,
    check_shoe,
)
from projections.replay.games.house_cards.blackjack.checks.void import check_void
from projections.replay.games.house_cards.blackjack.record import BlackjackRecord
from projections.replay.games.house_cards.blackjack.rules import BlackjackRules
from projections.replay.games.house_cards.blackjack.table import unfold
from projections.replay.kit.bets import paid_to_another
from projections.replay.kit.coups.faults import not_repeated
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement


def verify(
    record: BlackjackRecord, rules: BlackjackRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of a jogada, the sums of payments apart."""
    mesa = unfold(record)
    found: list[Found] = []
    if record.has("bets"):
        check_bets(record, mesa, found)
        check_limits(record, rules, mesa, found)
    if record.has("cards"):
        check_deal(record, mesa, found)
        check_hands(record, mesa, found)
    check_decisions(record, mesa, found)
    check_shoe(record, rules, found)
    if record.equipamento or record.lugares_ditos is not None:
        check_equipment(record, found)
    if mesa.bets and (record.pool is not None or record.aprovado is not None):
        check_jackpot(record, mesa, settlement, found)
    check_void(record, settlement, found)
    if record.cartas_trocadas or record.reclamacoes or record.mode != PHYSICAL:
        check_replaced(record, found)
        check_complaints(record, found)
        check_online(record, found)
    if (
        record.mode != PHYSICAL
        and record.has("cards")
        and not any(one.card for one in record.cartas)
    ):
        found.extend(not_repeated(record, settlement, "BJ R74", ""))
    if record.payments and record.has("payouts"):
        found.extend(paid_to_another(settlement, record.payments, record.bets))
    return tuple(found)
