"""Póquer de 3 cartas: a jogada's bank, bets, dice, cards and money (see ``player_bank``)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from projections.base.event import ClosedRound, Event, Table
from projections.gather.player_bank.jogada import BankFacts, bank_fields, carried_to_next, read_bank
from projections.replay.games.player_bank.poquer_3_cartas import NAME, Poquer3CartasRecord, settle

PLACES: Final = 8


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> Poquer3CartasRecord:
    """Return the record of a jogada."""
    return _record(closed, options, read_bank(BankFacts, closed))


def _record(
    closed: ClosedRound, options: Mapping[str, Any], facts: BankFacts
) -> Poquer3CartasRecord:
    return Poquer3CartasRecord(
        **bank_fields(closed, options, facts, PLACES), cartas=tuple(facts.dealt)
    )


def carried_after(
    carried: Mapping[str, Any],
    options: Mapping[str, Any],
    table: Table,
    played: Sequence[Event],
    opened: int,
) -> dict[str, Any]:
    """Return what stands after a jogada, when the next is opened at a position."""
    return carried_to_next(
        BankFacts, _record, settle, NAME, carried, options, table, played, opened
    )
