"""Faults of the deal: another order than anticlockwise from who is first (M5 A10 a-c)."""

from collections.abc import Iterator

from projections.replay.games.poker.poquer_macau_5_cartas.betting import Lancos
from projections.replay.games.poker.poquer_macau_5_cartas.record import KEY, MISDEALT, MacauRecord
from projections.replay.settlement import Found


def deal_faults(record: MacauRecord, mesa: Lancos) -> Iterator[Found]:
    """Find cards dealt in another order than anticlockwise from who is first (A10 a-c).

    A wrong card is put right when it is seen, and a chave revealed takes its hand out of the deal:
    where either was noted, the order is not judged.
    """
    put_right = any(error.error in MISDEALT for error in record.errors)
    if not record.dadas or put_right or mesa.abatidas or record.void is not None:
        return
    due: list[int] = [*mesa.seats, *mesa.seats]
    for places in mesa.recebem:
        if places is None:
            break
        due += [mesa.seats[place] for place in places]
    for at, (seat, owed) in enumerate(zip(record.dadas, due, strict=False)):
        if seat != owed:
            yield Found(
                code="M5-DECK",
                rule="M5 A10 a" if at < 2 * mesa.size else "M5 A10 b, c ii, c iv",
                seat=seat,
                expected=str(owed),
                recorded=str(seat),
                facts={"card": at + 1, "of": "chave" if at // mesa.size == KEY else "open"},
            )
            return
