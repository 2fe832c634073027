"""Faults of a jogada without effect that should stand, or the other way; play online."""

from collections.abc import Iterator

from projections.replay.games.poker.poquer_macau_5_cartas.record import MacauRecord
from projections.replay.games.poker.poquer_macau_5_cartas.settling import incomplete_deck
from projections.replay.kit.coups.faults import no_online
from projections.replay.settlement import Found


def void_faults(record: MacauRecord) -> Iterator[Found]:
    """Find a jogada without effect that should stand, or the other way; play online."""
    yield from no_online(record, "M5")
    if record.void is not None and not incomplete_deck(record):
        yield Found(
            code="VOID-BAD",
            rule="M5 A11 e",
            recorded=record.void.rule,
            facts={"cause": record.void.cause, "side": record.void.side},
        )
    elif record.void is None and incomplete_deck(record):
        yield Found(code="VOID-MISS", rule="M5 A1", facts={"error": "baralho_incompleto"})
