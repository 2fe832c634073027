"""A casino's nights from a seed: what its devices would sign, and faults on request.

- ``terminal``  one event as a terminal sends it; signing; several terminals in order of time
- ``party``     somebody who sends events, through the days; which faults are done when
- ``manifest``  what was planted, and the score of what was found
- ``tables``    what happens at every table
- ``pools``     a jackpot as the rules describe it, and the acts that open it
- ``courier``   takes what parties say to the door, as devices do: in bursts, late, repeated
- one module a game: ``roleta_americana``, ``poquer_sem_descarte`` …

A party is made of a ``Place`` and of faults by occasion; ``gaming_day`` tells its events in order.
What must be found is then in ``planted``, and in no event. The same seed gives the same nights.

Payments are computed here from the rules' own words: nothing is taken from replay or projections.
"""

from ops.simulator.games.bacara_chemin_de_fer import BacaraCheminDeFer
from ops.simulator.games.bacara_ponto_e_banca import BacaraPontoEBanca
from ops.simulator.games.bacara_ponto_e_banca_macau import BacaraPontoEBancaMacau
from ops.simulator.games.banca_francesa import BancaFrancesa
from ops.simulator.games.bingo_faults import Bingo
from ops.simulator.games.bingo_online import BingoOnline
from ops.simulator.games.blackjack import Blackjack
from ops.simulator.games.boule import Boule
from ops.simulator.games.craps import Craps
from ops.simulator.games.cussec import Cussec
from ops.simulator.games.desafio_ao_casino import DesafioAoCasino
from ops.simulator.games.jackpots import Jackpots
from ops.simulator.games.mah_jong import MahJong, MahJongSimplificado
from ops.simulator.games.mahjong_pai_kao import MahjongPaiKao
from ops.simulator.games.maquinas import Maquinas
from ops.simulator.games.poquer_3_cartas import Poquer3Cartas
from ops.simulator.games.poquer_holdem import PoquerHoldem
from ops.simulator.games.poquer_macau_5_cartas import PoquerMacau5Cartas
from ops.simulator.games.poquer_omaha import PoquerOmaha
from ops.simulator.games.poquer_sem_descarte import PoquerSemDescarte
from ops.simulator.games.poquer_sem_descarte_online import PoquerSemDescarteOnline
from ops.simulator.games.poquer_sintetico import PoquerSintetico
from ops.simulator.games.roda_da_sorte import RodaDaSorte
from ops.simulator.games.roleta_americana import RoletaAmericana
from ops.simulator.games.roleta_francesa import RoletaFrancesa
from ops.simulator.games.stud_poker import StudPoker
from ops.simulator.manifest import Planted
from ops.simulator.party import Party, Place
from ops.simulator.pools import Pool, open_pool, sem_descarte_terms
from ops.simulator.tables import Table
from ops.simulator.terminal import Ask, Pause, Said, in_order, sign, sign_approved

__all__ = [
    "Ask",
    "BacaraCheminDeFer",
    "BacaraPontoEBanca",
    "BacaraPontoEBancaMacau",
    "BancaFrancesa",
    "Bingo",
    "BingoOnline",
    "Blackjack",
    "Boule",
    "Craps",
    "Cussec",
    "DesafioAoCasino",
    "Jackpots",
    "MahJong",
    "MahJongSimplificado",
    "MahjongPaiKao",
    "Maquinas",
    "Party",
    "Pause",
    "Place",
    "Planted",
    "Pool",
    "Poquer3Cartas",
    "PoquerHoldem",
    "PoquerMacau5Cartas",
    "PoquerOmaha",
    "PoquerSemDescarte",
    "PoquerSemDescarteOnline",
    "PoquerSintetico",
    "RodaDaSorte",
    "RoletaAmericana",
    "RoletaFrancesa",
    "Said",
    "StudPoker",
    "Table",
    "in_order",
    "open_pool",
    "sem_descarte_terms",
    "sign",
    "sign_approved",
]
