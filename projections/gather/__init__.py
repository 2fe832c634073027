"""From a round's events to the record that its game's replay takes: a module a game."""

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from projections.gather import mah_jong
from projections.gather.bacara import (
    bacara_chemin_de_fer,
    bacara_ponto_e_banca,
    bacara_ponto_e_banca_macau,
)
from projections.gather.bingo import jogada as bingo
from projections.gather.dice import banca_francesa, craps, cussec
from projections.gather.gathering import NO_GAME, Gathering
from projections.gather.house_cards import (
    blackjack,
    desafio_ao_casino,
    poquer_sem_descarte,
    stud_poker,
)
from projections.gather.kit.unread.at_once import told_once
from projections.gather.player_bank import mahjong_pai_kao, poquer_3_cartas
from projections.gather.poker import (
    poquer_holdem,
    poquer_macau_5_cartas,
    poquer_omaha,
    poquer_sintetico,
)
from projections.gather.wheels import boule, roda_da_sorte, roleta_americana, roleta_francesa

GATHERINGS: Final[Mapping[str, Gathering]] = {
    module.GATHERING.game: structs.replace(
        module.GATHERING, record=told_once(module.GATHERING.record)
    )
    for module in (
        bacara_chemin_de_fer,
        bacara_ponto_e_banca,
        bacara_ponto_e_banca_macau,
        banca_francesa,
        bingo,
        blackjack,
        boule,
        craps,
        cussec,
        desafio_ao_casino,
        mah_jong,
        mahjong_pai_kao,
        poquer_3_cartas,
        poquer_holdem,
        poquer_macau_5_cartas,
        poquer_omaha,
        poquer_sem_descarte,
        poquer_sintetico,
        roda_da_sorte,
        roleta_americana,
        roleta_francesa,
        stud_poker,
    )
}
"""Game to how its rounds become records; machines' plays are each told whole by one event."""


def gathering_of(game: str | None) -> Gathering:
    """Return a game's gathering; ``NO_GAME`` if this version does not know the game."""
    return GATHERINGS.get(game or "", NO_GAME)
