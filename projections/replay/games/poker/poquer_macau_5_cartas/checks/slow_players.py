"""Faults of who took longer than two minutes and was not taken as giving up (M5 A11 b)."""

from collections.abc import Iterator

from projections.replay.games.poker.poquer_macau_5_cartas.record import (
    DESISTIR,
    ENTRADA,
    MacauRecord,
)
from projections.replay.games.poker.poquer_macau_5_cartas.rules import MacauRules
from projections.replay.settlement import Found


def slowness_faults(record: MacauRecord, rules: MacauRules) -> Iterator[Found]:
    """Find who took longer than two minutes and was not taken as giving up (A11 b)."""
    for at, lance in enumerate(record.lances):
        if lance.segundos is None or lance.segundos <= rules.segundos:
            continue
        if lance.accao not in {DESISTIR, ENTRADA}:
            yield Found(
                code="M5-2MIN",
                rule="M5 A11 b",
                seat=lance.seat,
                expected=f"{rules.segundos} s",
                recorded=f"{lance.segundos} s",
                facts={"lanco": lance.lanco, "lance": at},
            )
