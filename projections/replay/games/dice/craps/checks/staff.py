"""Faults of the staff at the table (CR R3)."""

from projections.replay.games.dice.craps.record import CrapsRecord
from projections.replay.settlement import Found


def check_staff(record: CrapsRecord, found: list[Found]) -> None:
    """R3: four at a larger table; at any, the stickman whom R10, R11 and R16 presume."""
    posts = sorted(shift.role for shift in record.pessoal)
    due = ["stickman"]
    if record.mesa_grande:
        due = ["boxman", "dealer", "dealer", "stickman"]
    lacking = list(due)
    for post in posts:
        if post in lacking:
            lacking.remove(post)
    if lacking:
        found.append(
            Found(
                code="STAFF-MIN",
                rule="CR R3",
                expected=", ".join(lacking),
                recorded=", ".join(posts),
            )
        )
