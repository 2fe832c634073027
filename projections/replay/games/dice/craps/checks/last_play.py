"""Faults of a play that began too near the closing of the room (CR R17)."""

from datetime import timedelta

from projections.replay.games.dice.craps.record import DICE, NULL_GROUNDS, CrapsRecord
from projections.replay.games.dice.craps.throws import Play
from projections.replay.kit.bets import Moment, instant
from projections.replay.kit.dice import counts
from projections.replay.settlement import Found


def check_last(record: CrapsRecord, play: Play, found: list[Found]) -> None:
    """R17: no play begins later than five minutes before the room closes."""
    closes = instant(record.encerramento)
    if closes is None:
        return
    least = timedelta(minutes=play.rules.ultima_minutos)
    starts: list[Moment] = []
    if record.inicio is not None and record.ponto is None:
        starts.append(record.inicio)
    starts += [
        Moment(at=throw.at)
        for throw, point in zip(record.lancamentos, play.points, strict=False)
        if point is None and counts(throw, DICE, NULL_GROUNDS)
    ]
    for start in starts:
        at = instant(start.at)
        if at is not None and closes - at < least:
            found.append(
                Found(
                    code="CR-LAST",
                    rule="CR R17",
                    expected=f"<= {record.encerramento} - {play.rules.ultima_minutos} min",
                    recorded=start.at or "",
                )
            )
            return
