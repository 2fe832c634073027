"""Facts of the jogada as a whole, before any act is followed."""

from projections.replay.games.poker.poquer_macau_5_cartas.record import (
    DEALERS,
    ENTRADA,
    KEY_REVEALED,
    MacauRecord,
    Revelada,
)
from projections.replay.kit.memo import once


def entrada_de(record: MacauRecord) -> int:
    """Return the entry: the table's, or where that is not declared the highest that was paid."""
    return record.entrada or _highest_paid(record, None)


@once
def _highest_paid(record: MacauRecord, _: None) -> int:
    paid = [lance.added for lance in record.lances if lance.accao == ENTRADA]
    return max(paid, default=0)


def reveladas_na_distribuicao(record: MacauRecord) -> list[Revelada]:
    """Return the chaves revealed in the deal, errors noted included, in their order."""
    seen = [one for one in record.reveladas if one.by in DEALERS]
    seats = {one.seat for one in record.reveladas}
    entries = _entries(record)
    seen += [
        Revelada(seat=error.seat, lances=entries)
        for error in record.errors
        if error.error in KEY_REVEALED and error.seat is not None and error.seat not in seats
    ]
    return sorted(seen, key=lambda one: one.lances)


def _entries(record: MacauRecord) -> int:
    """Return how many of the acts come before the first lanço."""
    for at, lance in enumerate(record.lances):
        if lance.accao != ENTRADA:
            return at
    return len(record.lances)
