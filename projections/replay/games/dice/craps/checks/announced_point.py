"""Faults of the point announced: other than the dice set (CR R16 c)."""

from projections.replay.games.dice.craps.record import CrapsRecord
from projections.replay.games.dice.craps.throws import Play
from projections.replay.settlement import Found


def check_point(record: CrapsRecord, play: Play, found: list[Found]) -> None:
    """R16 c: the point announced is the point that the dice set."""
    for said in record.ponto_fixado:
        due = play.points[play.windows.of(said) - 1]
        if said.numero and said.numero != str(due):
            found.append(
                Found(
                    code="RES-IMPOSS",
                    rule="CR R16",
                    expected="" if due is None else str(due),
                    recorded=said.numero,
                    facts={"fact": "ponto", "lancamento": play.windows.of(said)},
                )
            )
