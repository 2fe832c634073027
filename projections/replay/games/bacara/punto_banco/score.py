"""The score of a coup of ponto e banca: by its cards, and where no card tells, as announced."""

from msgspec import Struct

from projections.replay.games.bacara.points import BANCA, PONTO
from projections.replay.games.bacara.punto_banco.hands import Deal, pair, points_of
from projections.replay.games.bacara.punto_banco.record import EMPATE, SIDES, Resultado


class Score(Struct, frozen=True, gc=False):
    """The score of a coup; None stands for points that no card or announcement tells."""

    vencedor: str | None = None
    ponto: int | None = None
    banca: int | None = None
    par_do_ponto: bool | None = None
    par_da_banca: bool | None = None


def score_of(deal: Deal, said: Resultado | None) -> Score:
    """Return a coup's score: by the cards, and where no card tells, by the announcement."""
    pair_ponto, pair_banca = pair(deal.ponto), pair(deal.banca)
    mine = theirs = None
    if deal.whole:
        mine, theirs = points_of(deal.ponto), points_of(deal.banca)
    winner = None if mine is None or theirs is None else winner_of(mine, theirs)
    if said is not None and (deal.hidden or not (deal.ponto or deal.banca)):
        mine = said.ponto if mine is None else mine
        theirs = said.banca if theirs is None else theirs
        if winner is None:
            winner = said.vencedor if said.vencedor in (*SIDES, EMPATE) else None
            if winner is None and mine is not None and theirs is not None:
                winner = winner_of(mine, theirs)
        pair_ponto = said.par_do_ponto if pair_ponto is None else pair_ponto
        pair_banca = said.par_da_banca if pair_banca is None else pair_banca
    return Score(winner, mine, theirs, pair_ponto, pair_banca)


def winner_of(ponto: int, banca: int) -> str:
    """Return which side has the higher total (PB R29, PM R38).

    >>> winner_of(7, 5), winner_of(0, 9), winner_of(6, 6)
    ('ponto', 'banca', 'empate')
    """
    if ponto == banca:
        return EMPATE
    return PONTO if ponto > banca else BANCA
