"""Faults of online play: betting time, sessions, demonstrations (BJ R69, R76-R80)."""

from projections.replay.games.house_cards.blackjack.record import BlackjackRecord
from projections.replay.kit.player_sessions import demo_faults, session_faults
from projections.replay.settlement import Found


def check_online(record: BlackjackRecord, found: list[Found]) -> None:
    """R69, R76 to R80: betting time, sessions and what they allow, demonstrations."""
    fixed = record.segundos_fixados
    given = record.segundos
    if record.mode == "shared" and None not in (fixed, given) and fixed != given:
        found.append(
            Found(code="ONL-TIME", rule="BJ R69", expected=str(fixed), recorded=str(given))
        )
    found.extend(
        session_faults(record.sessoes, history="BJ R76", decides="BJ R77", ending="BJ R79")
    )
    if record.mode == "demo" and record.has("payouts"):
        found.extend(demo_faults(record.meios, "BJ R80"))
