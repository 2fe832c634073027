"""From the events of a round to the record that its game's replay takes: one module a game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from projections.base.event import ClosedRound, Event, Table
from projections.gather import mah_jong
from projections.gather.bacara import (
    bacara_chemin_de_fer,
    bacara_ponto_e_banca,
    bacara_ponto_e_banca_macau,
)
from projections.gather.bingo import jogada as bingo
from projections.gather.dice import banca_francesa, craps, cussec
from projections.gather.house_cards import (
    blackjack,
    desafio_ao_casino,
    poquer_sem_descarte,
    stud_poker,
)
from projections.gather.player_bank import mahjong_pai_kao, poquer_3_cartas
from projections.gather.poker import (
    poquer_holdem,
    poquer_macau_5_cartas,
    poquer_omaha,
    poquer_sintetico,
)
from projections.gather.wheels import boule, roda_da_sorte, roleta_americana, roleta_francesa
from projections.replay.record import Record

GATHER: Final[Mapping[str, Callable[[ClosedRound, Mapping[str, Any]], Record]]] = {
    "bacara_chemin_de_fer": bacara_chemin_de_fer.gather,
    "craps": craps.gather,
    "bacara_ponto_e_banca": bacara_ponto_e_banca.gather,
    "bacara_ponto_e_banca_macau": bacara_ponto_e_banca_macau.gather,
    "banca_francesa": banca_francesa.gather,
    "bingo": bingo.gather,
    "blackjack": blackjack.gather,
    "boule": boule.gather,
    "cussec": cussec.gather,
    "desafio_ao_casino": desafio_ao_casino.gather,
    "mah_jong": mah_jong.gather,
    "mahjong_pai_kao": mahjong_pai_kao.gather,
    "poquer_3_cartas": poquer_3_cartas.gather,
    "poquer_holdem": poquer_holdem.gather,
    "poquer_macau_5_cartas": poquer_macau_5_cartas.gather,
    "poquer_omaha": poquer_omaha.gather,
    "poquer_sem_descarte": poquer_sem_descarte.gather,
    "poquer_sintetico": poquer_sintetico.gather,
    "roda_da_sorte": roda_da_sorte.gather,
    "roleta_americana": roleta_americana.gather,
    "roleta_francesa": roleta_francesa.gather,
    "stud_poker": stud_poker.gather,
}
"""Game to the function that reads its events."""
FROM_SHOE: Final = frozenset(
    {
        "bacara_chemin_de_fer",
        "bacara_ponto_e_banca",
        "bacara_ponto_e_banca_macau",
        "blackjack",
        "desafio_ao_casino",
    }
)
"""The games dealt from packs that last for several rounds."""
FROM_HAND_TO_HAND: Final = frozenset({"poquer_holdem", "poquer_omaha", "poquer_sintetico"})
"""The games at whose tables what stands after one hand decides what is due in the next."""
CarriedAfter = Callable[
    [Mapping[str, Any], Mapping[str, Any], Table, Sequence[Event], int], dict[str, Any]
]
"""``(carried, options, table, events, opened)`` to what is carried to the round opened there."""
FROM_BANK_TO_BANK: Final[Mapping[str, CarriedAfter]] = {
    "bacara_chemin_de_fer": bacara_chemin_de_fer.carried_after,
    "mahjong_pai_kao": mahjong_pai_kao.carried_after,
    "poquer_3_cartas": poquer_3_cartas.carried_after,
    "poquer_macau_5_cartas": poquer_macau_5_cartas.carried_after,
}
"""The games in which players hold the bank in turn: what one round leaves to the next."""
FROM_ROUND_TO_ROUND: Final[Mapping[str, CarriedAfter]] = {
    **FROM_BANK_TO_BANK,
    "bingo": bingo.carried_after,
    "craps": craps.carried_after,
    "poquer_sem_descarte": poquer_sem_descarte.carried_after,
}
"""All games that say by a function of their own what one round leaves to the next."""
WITH_PREVIOUS: Final = FROM_SHOE | {
    "bingo",
    "craps",
    "banca_francesa",
    "cussec",
    "roleta_americana",
    "roleta_francesa",
    "stud_poker",
}
"""The games whose records say something of the round before, at the same table."""


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> Record | None:
    """Return the record of a round; None if this version does not know its game, or no table."""
    if closed.game not in GATHER or closed.table is None:
        return None
    return GATHER[closed.game](closed, options)
