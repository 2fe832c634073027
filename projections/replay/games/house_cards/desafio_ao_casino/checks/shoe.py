"""Faults of the shoe: the shuffle, the cut, the carta-aviso (DC R4, R5)."""

from collections.abc import Iterator

from projections.replay.games.house_cards.desafio_ao_casino.record import (
    DesafioAoCasinoRecord,
    DesafioAoCasinoRules,
)
from projections.replay.settlement import Found


def check_shoe(record: DesafioAoCasinoRecord, rules: DesafioAoCasinoRules) -> Iterator[Found]:
    """R4: after a shuffle the cards are cut and the carta-aviso put in; R5: not with a shuffler."""
    shoe, due = record.shoe, rules.behind_cut_card
    if shoe.shuffler:
        return
    if shoe.shuffles and not shoe.cuts:
        yield Found(code="DC-SHOE", rule="DC R4", expected=str(due), facts={"fact": "corte"})
    for cut in shoe.cuts:
        if cut.cut_card is not None and cut.cut_card != due:
            yield Found(code="DC-SHOE", rule="DC R4", expected=str(due), recorded=str(cut.cut_card))
