"""Faults of a jogada, payments apart, each subject in a module of its own."""

from projections.replay.games.poker.poquer_macau_5_cartas.betting import followed
from projections.replay.games.poker.poquer_macau_5_cartas.checks.capital import (
    capital_faults,
    desfalcado_faults,
)
from projections.replay.games.poker.poquer_macau_5_cartas.checks.cards import (
    card_faults,
    hand_faults,
)
from projections.replay.games.poker.poquer_macau_5_cartas.checks.commissions import (
    commission_faults,
    given_back,
)
from projections.replay.games.poker.poquer_macau_5_cartas.checks.deal import deal_faults
from projections.replay.games.poker.poquer_macau_5_cartas.checks.deck import deck_faults
from projections.replay.games.poker.poquer_macau_5_cartas.checks.entries import entry_faults
from projections.replay.games.poker.poquer_macau_5_cartas.checks.places import place_faults
from projections.replay.games.poker.poquer_macau_5_cartas.checks.slow_players import slowness_faults
from projections.replay.games.poker.poquer_macau_5_cartas.checks.void import void_faults
from projections.replay.games.poker.poquer_macau_5_cartas.record import MacauRecord
from projections.replay.games.poker.poquer_macau_5_cartas.rules import MacauRules
from projections.replay.settlement import Found, Settlement


def verify(record: MacauRecord, rules: MacauRules, settlement: Settlement) -> tuple[Found, ...]:
    """Return every fault of a jogada, payments apart."""
    mesa = followed(record, None)
    found: list[Found] = []
    if mesa.judging:
        found += mesa.found
        found += desfalcado_faults(record)
        found += slowness_faults(record, rules)
    found += place_faults(record, rules)
    for jogador in record.jogadores:
        found += capital_faults(record, rules, jogador)
    if record.has("bets"):
        found += entry_faults(record, rules)
    if record.has("payouts") and record.void is None:
        found += commission_faults(record, mesa, settlement)
    if record.has("payouts") and record.void is not None:
        found += given_back(record)
    if record.has("cards"):
        found += card_faults(record)
        found += hand_faults(record, mesa)
        found += deal_faults(record, mesa)
    found += deck_faults(record, rules)
    found += void_faults(record)
    return tuple(found)
