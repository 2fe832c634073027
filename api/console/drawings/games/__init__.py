"""The tables of the 25 games, a module a family."""

from collections.abc import Callable, Mapping
from dataclasses import replace
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
from api.console.drawings.pieces import Box, Chip, Drawing, Label, Piece
from api.console.drawings.scene import NO_MARKS, Scene, Stage

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
CLOTHS: Final = frozenset(
    (
        *("banca_francesa", "craps", "cussec", "boule", "roda_da_sorte"),
        *("roleta_americana", "roleta_francesa"),
    )
)
"""Games of which each stake lies on the cloth as a chip of its own."""


def draw(scene: Scene) -> Drawing:
    """Draw the table of a scene's game; of a game nobody drew, the cloth with its name."""
    table = DRAWN.get(scene.felt.game)
    if table is not None:
        drawing = table(scene)
        if scene.felt.game in CLOTHS:
            drawing = _with_others(scene, drawing)
        unmarked = scene.marks != NO_MARKS and drawing.pieces == _unmarked(table, scene)
        return _framed(scene, drawing) if unmarked else drawing
    stage = Stage(scene)
    stage.label(360, 60, stage.words("Sem desenho para este jogo", "No drawing for this game"), "q")
    return stage.done(120, stage.words("Sem desenho", "No drawing"))


def _unmarked(table: Callable[[Scene], Drawing], scene: Scene) -> tuple[Piece, ...]:
    """Return the pieces of a table of which nothing diverges."""
    plain = replace(scene, marks=NO_MARKS)
    drawing = table(plain)
    return (_with_others(plain, drawing) if scene.felt.game in CLOTHS else drawing).pieces


def _with_others(scene: Scene, drawing: Drawing) -> Drawing:
    """Count beneath a cloth the stakes for which it has no room: nothing that lies is hidden."""
    stage = Stage(scene)
    chips = "; ".join(one.title for one in drawing.pieces if isinstance(one, Chip))
    others = [
        one for one in scene.felt.stakes() if not one.gone and stage.stake_title(one) not in chips
    ]
    if not others:
        return drawing
    said = stage.words.numbers(
        len(others),
        ("outra aposta, no passo a passo", "more stake, in the steps"),
        ("outras apostas, no passo a passo", "more stakes, in the steps"),
    )
    style = "d" if {one.bet for one in others} & scene.marks.bets else "q"
    label = Label(drawing.width / 2, drawing.height + 8, said, style, "middle")
    return replace(drawing, pieces=(*drawing.pieces, label), height=drawing.height + 20)


def _framed(scene: Scene, drawing: Drawing) -> Drawing:
    """Frame a cloth on which nothing else shows that the round diverges, and say so."""
    said = Stage(scene).words("A jogada diverge.", "The round differs.")
    frame = Box(3, 3, drawing.width - 6, drawing.height - 6, "frame red", 12)
    sentence = f"{drawing.sentence} {said}"
    return replace(drawing, pieces=(*drawing.pieces, frame), sentence=sentence)
