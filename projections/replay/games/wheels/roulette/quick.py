"""The short road: a coup of roulette of which nothing is amiss, settled and verified at one go."""

from collections.abc import Mapping
from typing import Final

from ledger.money import INTEGER_MAX
from projections.replay.games.wheels.roulette.checks import check_procedure, check_table
from projections.replay.games.wheels.roulette.checks.ball import check_opening
from projections.replay.games.wheels.roulette.checks.colours import check_colours
from projections.replay.games.wheels.roulette.checks.limits import check_stakes
from projections.replay.games.wheels.roulette.record import RouletteRecord, RouletteRules
from projections.replay.games.wheels.roulette.settling import (
    Winners,
    closing_place,
    ordinary_coup,
    plain_lines,
    settlement_of,
)
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement

_MOST: Final = 1_000
"""More than any chance pays of a stake, the stake included."""


def quick(record: RouletteRecord, rules: RouletteRules) -> Settlement | None:
    """Settle and verify at once a coup of which nothing is amiss; None leaves it to the long road.

    Written for speed: nearly all rounds of a floor end here.
    """
    coup = ordinary_coup(record, rules)
    if coup is None:
        return None
    opened = record.apostas_abertas
    first = None
    if opened is not None and (first := opened.seq) is None:
        return None
    plain, last = closing_place(record)
    bets = record.bets
    settled = plain_lines(bets, coup.plain, first, last) if plain else None
    if settled is None:
        return None
    lines, winners, bare, bits = settled
    heavy = bits * _MOST * len(lines) > INTEGER_MAX  # what they add to the long road weighs
    if heavy or not _paid_as_due(record, rules.law.pay_rank, winners):
        return None
    if not (bare and _nothing_more(record, rules)):
        found: list[Found] = []
        check_table(record, rules, found)
        check_stakes(record, rules, bets, found)
        if record.has("colours"):
            check_colours(record, rules.law, bets, found)
        check_opening(record, rules.law, (), found)
        check_procedure(record, rules.law, found)
        if found:
            return None
    return settlement_of(record, coup, lines)


def _nothing_more(record: RouletteRecord, rules: RouletteRules) -> bool:
    """Tell whether the record holds nothing else that could be at fault."""
    return not (
        record.limites
        or record.bola_trocada is not None
        or record.anterior is not None
        or record.pessoal
        or record.cores_atribuidas
        or record.errors
        or record.prato
        or record.mode != PHYSICAL
        or record.roda not in rules.law.wheels
    )


def _paid_as_due(record: RouletteRecord, rank: Mapping[str, int], winners: Winners) -> bool:
    """Tell whether each winner, and nobody else, was paid by himself, exactly and in order.

    A table that records no payments owes none here; what it sent all the same is looked at on the
    long road.
    """
    payments = record.payments
    if record.records is not None and "payouts" not in record.records:
        return not payments
    highest = -1
    for payment in payments:
        winner = winners.pop(payment.bets[0], None) if len(payment.bets) == 1 else None
        if winner is None or payment.award is not None:
            return False
        line, tipo = winner
        here = rank.get(tipo, highest)
        paid = payment.amount + payment.stake_returned + payment.returned
        if payment.seat != line.seat or paid != line.prize + line.returned or here < highest:
            return False
        highest = here
    return not winners
