"""Faults of the table of units: the sums that each grade of hand is paid by (MJ R30, R68)."""

from collections.abc import Iterator

from projections.replay.games.mah_jong.money import units_of
from projections.replay.games.mah_jong.settling import Acerto
from projections.replay.settlement import Found, money_text


def unit_faults(done: Acerto) -> Iterator[Found]:
    """Return the fault of a table of units by which no grade can be paid."""
    record = done.record
    if record.unidades and units_of(record, done.variant) is None:
        yield Found(
            code="REG-RULE",
            rule=f"MJ {done.variant.cites.pay}",
            recorded=", ".join(map(money_text, record.unidades)),
            facts={"fact": "unidades"},
        )
