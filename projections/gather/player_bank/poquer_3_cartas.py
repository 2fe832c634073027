"""Póquer de 3 cartas: a jogada's bank, bets, dice, cards and money (see ``player_bank``)."""

from collections.abc import Mapping
from typing import Any, Final

from projections.base.event import ClosedRound
from projections.gather.gathering import Gathering
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
        **bank_fields(closed, options, facts, PLACES),
        cartas=tuple(facts.dealt),
        baralhamentos=tuple(facts.shuffled),
    )


def carried_after(before: ClosedRound, options: Mapping[str, Any], opened: int) -> dict[str, Any]:
    """Return the bank and the seats as a jogada leaves them to the next."""
    return carried_to_next(BankFacts, _record, settle, NAME, before, options, opened)


GATHERING: Final = Gathering(game=NAME, record=gather, carry=carried_after)
