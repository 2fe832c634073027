"""Faults of seats, players, limits, caves and the mão, as the other games find them."""

from collections.abc import Iterator

from msgspec import structs

from projections.replay.games.poker.hand.checks.table.mao import mao_faults
from projections.replay.games.poker.hand.checks.table.table import table_faults
from projections.replay.games.poker.poquer_sintetico.record import SinteticoRecord
from projections.replay.games.poker.poquer_sintetico.rules import SinteticoRules
from projections.replay.settlement import Found


def seated_faults(record: SinteticoRecord, rules: SinteticoRules) -> Iterator[Found]:
    """Find wrong seats, players, limits, caves and the mão out of its way (R8-R15, R47, R48).

    O8 and O9 are not of sintético: a cave may be below the minimum, and a newcomer has the mão.
    """
    table, before = record, record.mao_before
    if before is not None:
        table = structs.replace(record, mao=0, mao_before=None)
    for one in table_faults(table, rules):
        if one.rule != rules.cites.stack_minimum:
            yield one
    if before is not None:
        players = tuple(structs.replace(player, entered=False) for player in record.players)
        yield from mao_faults(structs.replace(record, players=players), rules)
