"""Bacará ponto e banca: the record of a coup; ``punto_banco`` tells what its events mean.

Online besides:

=========================  =======================================================================
event                      what it means here
=========================  =======================================================================
table-opened               option ``tempo_apostas``: the seconds fixed for all players
bets-opened                its ``seconds``: those given
payout                     its ``means``: in what a prize of a demonstration was given
player-session-ended,      those since the round before, at this place
player-session-restricted
=========================  =======================================================================
"""

from collections.abc import Mapping
from typing import Any, Final

from projections.base.event import ClosedRound
from projections.gather.bacara.punto_banco import shared_fields
from projections.gather.gathering import GameKinds, Gathering
from projections.gather.kit import bets as banked
from projections.gather.kit.shoe import SHOE_KINDS, carried_out
from projections.replay.games.bacara.bacara_ponto_e_banca import BacaraPontoEBancaRecord


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> BacaraPontoEBancaRecord:
    """Return the record of a coup."""
    fields, facts = shared_fields(closed, options)
    return BacaraPontoEBancaRecord(
        **fields,
        tempo_apostas=banked.count(options, "tempo_apostas"),
        segundos=facts.seconds,
        meios=tuple(facts.means),
        sessoes=facts.sessions_since(closed.previous),
    )


GATHERING: Final = Gathering(
    game="bacara_ponto_e_banca",
    record=gather,
    reads_previous=True,
    carry=carried_out,
    kinds=GameKinds(place=SHOE_KINDS),
)
