"""Faults of a jogada, each subject in a module of its own; ``verify`` asks them all."""

from collections.abc import Iterator

from projections.replay.games.bingo.checks.accumulator import pool_faults
from projections.replay.games.bingo.checks.announced_prizes import announced_faults, panel_faults
from projections.replay.games.bingo.checks.announcements import (
    announced_too_late,
    announcement_faults,
    recalled_faults,
)
from projections.replay.games.bingo.checks.card_editions import edition_faults
from projections.replay.games.bingo.checks.ending import ended_without
from projections.replay.games.bingo.checks.online import online_faults
from projections.replay.games.bingo.checks.percentages import lacking_faults, plan_of
from projections.replay.games.bingo.checks.sale import (
    faults_of_sale,
    limit_faults,
    order_faults,
    price_faults,
    repeated,
    second_series,
)
from projections.replay.games.bingo.checks.shapes_offered import shape_faults
from projections.replay.games.bingo.payments import (
    award_faults,
    manner_faults,
    prize_faults,
    refund_faults,
)
from projections.replay.games.bingo.record import BingoRecord
from projections.replay.games.bingo.rules import BingoRules
from projections.replay.games.bingo.settling import Apurada, settled
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement


def verify(record: BingoRecord, rules: BingoRules, settlement: Settlement) -> tuple[Found, ...]:
    """Return the faults of a jogada, its payments' included."""
    one = settled(record, rules)
    found = [
        *edition_faults(one),
        *shape_faults(one),
        *sale_faults(one),
        *plan_of(one),
        *lacking_faults(one),
        *pool_faults(one),
        *ended_without(one),
    ]
    if not one.void:
        found += announced_faults(one)
        found += panel_faults(one)
    if record.mode != PHYSICAL:
        found += online_faults(one)
    if record.has("payouts"):
        found += refund_faults(one, settlement)
        found += prize_faults(one)
        found += award_faults(one)
        found += manner_faults(one)
    return tuple(found)


def sale_faults(one: Apurada) -> Iterator[Found]:
    """Return the faults of a jogada's sale, announcements before and after it included."""
    yield from order_faults(one)
    yield from second_series(one)
    yield from repeated(one)
    for sale in one.jogo.vendas:
        yield from faults_of_sale(one, sale)
    yield from announced_too_late(one)
    yield from limit_faults(one)
    yield from price_faults(one)
    yield from announcement_faults(one)
    yield from recalled_faults(one)
