"""The tables of the 25 games, a module a family."""

from collections.abc import Callable, Mapping
from typing import Final

from api.console.drawings.games import (
    bacara,
    bingo,
    dice,
    house_cards,
    mah_jong,
    maquinas,
    player_bank,
    poker,
    wheels,
)
from api.console.drawings.pieces import Drawing
from api.console.drawings.scene import Scene, Stage

DRAWN: Final[Mapping[str, Callable[[Scene], Drawing]]] = {
    "bacara_chemin_de_fer": bacara.bacara_chemin_de_fer,
    "bacara_ponto_e_banca": bacara.bacara_ponto_e_banca,
    "bacara_ponto_e_banca_macau": bacara.bacara_ponto_e_banca_macau,
    "bingo": bingo.bingo,
    "mah_jong": mah_jong.mah_jong,
    "mahjong_pai_kao": player_bank.mahjong_pai_kao,
    "maquinas": maquinas.maquinas,
    "poquer_3_cartas": player_bank.poquer_3_cartas,
    "blackjack": house_cards.blackjack,
    "desafio_ao_casino": house_cards.desafio_ao_casino,
    "poquer_sem_descarte": house_cards.poquer_sem_descarte,
    "stud_poker": house_cards.stud_poker,
    "poquer_holdem": poker.poquer_holdem,
    "poquer_macau_5_cartas": poker.poquer_macau_5_cartas,
    "poquer_omaha": poker.poquer_omaha,
    "poquer_sintetico": poker.poquer_sintetico,
    "banca_francesa": dice.banca_francesa,
    "craps": dice.craps,
    "cussec": dice.cussec,
    "boule": wheels.boule,
    "roda_da_sorte": wheels.roda_da_sorte,
    "roleta_americana": wheels.roleta_americana,
    "roleta_francesa": wheels.roleta_francesa,
}
"""Each game's table."""


def draw(scene: Scene) -> Drawing:
    """Draw the table of a scene's game; of a game nobody drew, the cloth with its name."""
    table = DRAWN.get(scene.felt.game)
    if table is not None:
        return table(scene)
    stage = Stage(scene)
    stage.label(360, 60, stage.words("Sem desenho para este jogo", "No drawing for this game"), "q")
    return stage.done(120, stage.words("Sem desenho", "No drawing"))
