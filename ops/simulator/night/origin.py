"""Where simulated ledgers begin: their name, their first gaming day, when they are founded."""

from datetime import UTC, date, datetime, timedelta
from typing import Final

SIMULATED_ORIGIN: Final = "razao.simulated"
DAY: Final = "2026-11-20"


def founded_at(day: str) -> datetime:
    """Return when a ledger is founded whose first day this is."""
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC) - timedelta(days=1)
