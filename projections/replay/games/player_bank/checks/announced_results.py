"""Faults of results said aloud that the hands do not give."""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.player_bank.jogada import fault_of
from projections.replay.games.player_bank.settling import BankRound
from projections.replay.settlement import Found

GANHA: Final = "ganha"
PERDE: Final = "perde"


def check_announced(jogada: BankRound) -> Iterator[Found]:
    """Find results said aloud that the hands do not give."""
    for said in jogada.record.resultados:
        judged = jogada.judged.get(said.seat)
        if judged is None or judged.wins is None or said.seat == jogada.record.banqueiro:
            continue
        due = GANHA if judged.wins else PERDE
        if said.resultado in (GANHA, PERDE) and said.resultado != due:
            yield fault_of(
                jogada.law.rank_code,
                judged.rules[-1],
                "resultado",
                due,
                said.resultado,
                seat=said.seat,
            )
