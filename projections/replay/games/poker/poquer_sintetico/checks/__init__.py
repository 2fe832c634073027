"""Faults of a hand, each subject in a module of its own; ``verify`` asks them all."""

from projections.replay.games.poker.betting.record import seated
from projections.replay.games.poker.hand.checks.cagnotte import rake_faults
from projections.replay.games.poker.hand.checks.online import online_faults
from projections.replay.games.poker.hand.checks.pots import pot_faults
from projections.replay.games.poker.hand.checks.table.table import place_faults
from projections.replay.games.poker.poquer_sintetico.betting import SinteticoBetting
from projections.replay.games.poker.poquer_sintetico.checks.cards import board_faults, dealt_faults
from projections.replay.games.poker.poquer_sintetico.checks.seats import seated_faults
from projections.replay.games.poker.poquer_sintetico.checks.void import void_faults
from projections.replay.games.poker.poquer_sintetico.record import SinteticoRecord
from projections.replay.games.poker.poquer_sintetico.rules import SinteticoRules
from projections.replay.kit.player_sessions import ground_faults
from projections.replay.settlement import Found, Settlement


def verify(
    record: SinteticoRecord, rules: SinteticoRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of betting, table, cards, errors, void and cagnotte."""
    record = seated(record)
    found: list[Found] = []
    betting: SinteticoBetting | None = None
    if record.has("decisions"):
        betting = SinteticoBetting(record, rules)
        betting.follow()
        found.extend(betting.found)
    found.extend(seated_faults(record, rules))
    found.extend(place_faults(record, rules))
    if record.has("cards"):
        found.extend(dealt_faults(record, rules))
        found.extend(board_faults(record, rules, betting))
    if record.online:
        found.extend(online_faults(record, rules))
        found.extend(ground_faults(record.sessions, record.mode, rules.cites.ending))
    found.extend(void_faults(record, rules, settlement))
    if record.pots:
        found.extend(pot_faults(record, rules, settlement))
    if record.cagnotte_taken is not None:
        found.extend(rake_faults(record, rules, settlement))
    return tuple(found)
