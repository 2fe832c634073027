"""Faults of a coup of roulette, each subject in a module of its own."""

from collections.abc import Sequence
from typing import Final

from projections.replay.games.wheels.roulette.checks.ball import (
    check_ball,
    check_direction,
    check_opening,
)
from projections.replay.games.wheels.roulette.checks.colours import check_colours
from projections.replay.games.wheels.roulette.checks.limits import (
    check_stakes,
    check_table_limits,
)
from projections.replay.games.wheels.roulette.checks.null_coups import check_errors, check_null
from projections.replay.games.wheels.roulette.checks.online import check_online
from projections.replay.games.wheels.roulette.checks.order_of_payment import check_order
from projections.replay.games.wheels.roulette.checks.staff import check_staff
from projections.replay.games.wheels.roulette.checks.wheel import check_wheel
from projections.replay.games.wheels.roulette.record import Law, RouletteRecord, RouletteRules
from projections.replay.games.wheels.roulette.settling import bets_in_time, launched_again
from projections.replay.kit.bets import Bet, paid_to_another, repeated_numbers
from projections.replay.kit.coups.faults import not_repeated
from projections.replay.kit.coups.window import when
from projections.replay.left_open.unread import UNREADABLE
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement

REFUSED: Final = frozenset({"BET-LATE", "RA-GEOM", "RA-SER", "RA-NB", "RF-CALL"})
"""What settling finds of a bet that does not stand; a late change of one that does says so."""


def verify(
    record: RouletteRecord, rules: RouletteRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of table, bets and procedure that the record decides."""
    law = rules.law
    found: list[Found] = []
    bets: Sequence[Bet] = record.bets
    if record.alteracoes or record.reconstituidas:
        bets, _ = bets_in_time(record, law, [])
    standing = standing_bets(bets, settlement)
    check_table(record, rules, found)
    found.extend(repeated_numbers(record.bets))
    check_stakes(record, rules, standing, found)
    if record.has("colours"):
        check_colours(record, law, standing, found)
    check_opening(record, law, bets, found)
    check_procedure(record, law, found)
    if record.golpe_nulo and not launched_again(record):
        found.extend(not_repeated(record, settlement, law.cites.null, record.golpe_nulo[-1].causa))
    elif record.mode != PHYSICAL and record.resultado is None:
        found.extend(not_repeated(record, settlement, law.cites.void[0], ""))
    if record.payments:
        found.extend(paid_to_another(settlement, record.payments, record.bets))
        check_order(record, law, bets, settlement, found)
    return tuple(found)


def standing_bets(bets: Sequence[Bet], settlement: Settlement) -> Sequence[Bet]:
    """Return the bets that lie on a chance: what settling refused has its finding already."""
    if not settlement.found:
        return bets
    refused = {
        (one.bet, one.recorded)
        for one in settlement.found
        if one.code in REFUSED and one.facts.get("fact", UNREADABLE) == UNREADABLE
    }
    return [
        bet
        for bet in bets
        if refused.isdisjoint(
            ((bet.bet, when(bet)), (bet.bet, f"{bet.tipo} {bet.selecao}".strip()))
        )
    ]


def check_table(record: RouletteRecord, rules: RouletteRules, found: list[Found]) -> None:
    """Note faults of the table itself: its wheel, its limits."""
    if record.prato or record.roda not in rules.law.wheels:
        check_wheel(record, rules.law, found)
    if record.limites:
        check_table_limits(record, rules, found)


def check_procedure(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """Note faults of ball, people, null coups and online play, where the record has any."""
    check_direction(record, law, found)
    if record.bola_trocada is not None:
        check_ball(record, law, found)
    if record.pessoal and record.has("staff"):
        check_staff(record, law, found)
    if record.golpe_nulo:
        check_null(record, law, found)
    if record.errors:
        check_errors(record, law, found)
    if record.mode != PHYSICAL:
        check_online(record, law, found)
