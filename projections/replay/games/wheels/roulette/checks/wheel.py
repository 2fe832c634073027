"""Faults of the wheel: a plate that the chapter does not know (RA R3, R4; RF R4)."""

from projections.replay.games.wheels.roulette.record import Law, RouletteRecord, plate_of
from projections.replay.games.wheels.roulette.wheels import PLATES
from projections.replay.settlement import Found


def check_wheel(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """RA R3, R4; RF R4: the chapter allows the wheel's plate."""
    allowed = {name: PLATES[name] for name in law.wheels}
    if record.prato:
        wrong = plate_of(record) not in allowed.values()
        recorded = "-".join(record.prato)
        expected = "-".join(allowed.get(record.roda, ())) or ", ".join(allowed)
    else:
        wrong, recorded, expected = record.roda not in allowed, record.roda, ", ".join(allowed)
    if wrong:
        found.append(
            Found(code="RA-WHEEL", rule=law.cites.wheel, expected=expected, recorded=recorded)
        )
