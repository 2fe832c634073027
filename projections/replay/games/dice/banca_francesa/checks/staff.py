"""Faults of the staff at the table (BF R3)."""

from projections.replay.games.dice.banca_francesa.record import THROWERS, BancaFrancesaRecord
from projections.replay.settlement import Found


def check_staff(record: BancaFrancesaRecord, found: list[Found]) -> None:
    """R3: two pagadores, of whom the cavalinho throws, and a fiscal."""
    posts = sorted(shift.role for shift in record.pessoal)
    payers = sum(post == "pagador" or post in THROWERS for post in posts)
    lacking = ["fiscal"] if "fiscal" not in posts else []
    if payers < 2:  # R3: two pagadores
        lacking.append("cavalinho" if "pagador" in posts else "pagador")
    if lacking:
        found.append(
            Found(
                code="STAFF-MIN",
                rule="BF R3",
                expected=", ".join(lacking),
                recorded=", ".join(posts),
            )
        )
