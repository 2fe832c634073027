"""Bacará ponto e banca/Macau: one coup. What the events mean stands in ``punto_banco``.

Options besides: ``diferenca_maxima`` between all bets on ponto and all on banca, in minor units,
and ``diferenca_autorizada``.
"""

from collections.abc import Mapping
from typing import Any

from projections.base.event import ClosedRound
from projections.gather.bacara.punto_banco import shared_fields
from projections.gather.kit import bets as banked
from projections.replay.games.bacara.bacara_ponto_e_banca_macau import BacaraMacauRecord


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> BacaraMacauRecord:
    """Return the record of a coup."""
    fields, _ = shared_fields(closed, options)
    return BacaraMacauRecord(
        **fields,
        diferenca_maxima=banked.count(options, "diferenca_maxima"),
        diferenca_autorizada=banked.flag(options, "diferenca_autorizada"),
    )
