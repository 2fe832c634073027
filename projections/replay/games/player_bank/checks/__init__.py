"""Faults of a jogada against a player's bank, each subject in a module of its own.

No game's rule: each gives the numbers it cites and the codes its faults stand under (``Law``).
"""

from projections.replay.games.player_bank.checks.announced_results import check_announced
from projections.replay.games.player_bank.checks.bets import check_bets
from projections.replay.games.player_bank.checks.capital import (
    check_associates,
    check_capital,
    check_kept,
)
from projections.replay.games.player_bank.checks.deal import (
    check_deal,
    check_first,
    check_hands,
    check_opening,
)
from projections.replay.games.player_bank.checks.dice import check_dice
from projections.replay.games.player_bank.checks.turns_as_banker import check_refusal, check_turn
from projections.replay.games.player_bank.checks.void import check_void
from projections.replay.games.player_bank.jogada import fault_of
from projections.replay.games.player_bank.payments import money_faults
from projections.replay.games.player_bank.settling import BankRound
from projections.replay.kit.bets import repeated_numbers
from projections.replay.kit.coups.faults import no_online
from projections.replay.settlement import Found, Settlement


def bank_faults(jogada: BankRound, settlement: Settlement) -> list[Found]:
    """Return every fault that does not lie in the amount of a payment."""
    record, law = jogada.record, jogada.law
    found = [
        *no_online(record),
        *check_dice(jogada),
        *check_first(jogada),
        *check_void(jogada),
        *check_capital(jogada),
        *check_turn(jogada),
        *check_refusal(jogada),
        *check_kept(jogada),
        *check_opening(jogada),
    ]
    if record.has("cards"):
        found += check_deal(jogada)
        found += check_hands(jogada)
    if record.has("bets"):
        found += check_bets(jogada)
        found += check_associates(jogada)
    found += repeated_numbers(record.bets)
    if record.banqueiro and record.banqueiro not in jogada.places:
        found.append(fault_of("RES-IMPOSS", law.pieces, "banqueiro", "", record.banqueiro))
    found += check_announced(jogada)
    if record.has("payouts"):
        found += money_faults(jogada, settlement)
    return found
