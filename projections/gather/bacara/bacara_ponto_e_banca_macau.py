"""Bacará ponto e banca/Macau: a coup's record; ``punto_banco`` tells what its events mean.

Options besides: ``diferenca_maxima`` between all bets on ponto and all on banca, in minor units,
and ``diferenca_autorizada``.
"""

from collections.abc import Mapping
from typing import Any, Final

from projections.base.event import ClosedRound
from projections.gather.bacara.punto_banco import shared_fields
from projections.gather.gathering import GameKinds, Gathering
from projections.gather.kit import bets as banked
from projections.gather.kit.shoe import SHOE_KINDS, carried_out
from projections.replay.games.bacara.bacara_ponto_e_banca_macau import BacaraMacauRecord


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> BacaraMacauRecord:
    """Return the record of a coup."""
    fields, _ = shared_fields(closed, options)
    return BacaraMacauRecord(
        **fields,
        diferenca_maxima=banked.count(options, "diferenca_maxima"),
        diferenca_autorizada=banked.flag(options, "diferenca_autorizada"),
    )


GATHERING: Final = Gathering(
    game="bacara_ponto_e_banca_macau",
    record=gather,
    reads_previous=True,
    carry=carried_out,
    kinds=GameKinds(place=SHOE_KINDS),
)
