"""Who plays on a whole floor: place, party, what it is, and how many rounds a day it has."""

from typing import Final

from ops.simulator.games.bacara.bacara_chemin_de_fer.game import BacaraCheminDeFer
from ops.simulator.games.bacara.bacara_ponto_e_banca import BacaraPontoEBanca
from ops.simulator.games.bacara.bacara_ponto_e_banca_macau import BacaraPontoEBancaMacau
from ops.simulator.games.bingo.game import Bingo
from ops.simulator.games.bingo.online import BingoOnline
from ops.simulator.games.dice.banca_francesa.game import BancaFrancesa
from ops.simulator.games.dice.craps.game import Craps
from ops.simulator.games.dice.cussec.game import Cussec
from ops.simulator.games.house_cards.blackjack.game import Blackjack
from ops.simulator.games.house_cards.desafio_ao_casino.game import DesafioAoCasino
from ops.simulator.games.house_cards.poquer_sem_descarte.game import PoquerSemDescarte
from ops.simulator.games.house_cards.poquer_sem_descarte.online import PoquerSemDescarteOnline
from ops.simulator.games.house_cards.poquer_sem_descarte.portugal import PoquerPortugal
from ops.simulator.games.house_cards.stud_poker.game import StudPoker
from ops.simulator.games.jackpots.game import Jackpots
from ops.simulator.games.mah_jong.game import MahJong, MahJongSimplificado
from ops.simulator.games.maquinas.game import Maquinas
from ops.simulator.games.player_bank.mahjong_pai_kao import MahjongPaiKao
from ops.simulator.games.player_bank.poquer_3_cartas import Poquer3Cartas
from ops.simulator.games.poker.poquer_holdem import PoquerHoldem
from ops.simulator.games.poker.poquer_macau_5_cartas.game import PoquerMacau5Cartas
from ops.simulator.games.poker.poquer_omaha import PoquerOmaha
from ops.simulator.games.poker.poquer_sintetico import PoquerSintetico
from ops.simulator.games.wheels.boule import Boule
from ops.simulator.games.wheels.roda_da_sorte import RodaDaSorte
from ops.simulator.games.wheels.roulette.roleta_americana import RoletaAmericana
from ops.simulator.games.wheels.roulette.roleta_francesa import RoletaFrancesa
from ops.simulator.parties.party import Party

OWN_CASINO: Final = "pools"
GAMES: Final[tuple[tuple[str, type[Party], str, int], ...]] = (
    ("RA-01", RoletaAmericana, "table", 60),
    ("RF-01", RoletaFrancesa, "table", 60),
    ("BF-01", BancaFrancesa, "table", 60),
    ("CR-01", Craps, "table", 60),
    ("CU-01", Cussec, "table", 60),
    ("BO-01", Boule, "table", 60),
    ("RS-01", RodaDaSorte, "table", 60),
    ("DC-01", DesafioAoCasino, "table", 60),
    ("BJ-01", Blackjack, "table", 60),
    ("PB-01", BacaraPontoEBanca, "table", 60),
    ("PM-01", BacaraPontoEBancaMacau, "table", 60),
    ("CF-01", BacaraCheminDeFer, "table", 60),
    ("HE-01", PoquerHoldem, "table", 60),
    ("OH-01", PoquerOmaha, "table", 60),
    ("SI-01", PoquerSintetico, "table", 60),
    ("SD-01", PoquerSemDescarte, "table", 60),
    ("SO-01", PoquerSemDescarteOnline, "table", 30),
    ("SP-01", PoquerPortugal, "table", 40),
    ("ST-01", StudPoker, "table", 60),
    ("P3-01", Poquer3Cartas, "table", 60),
    ("M5-01", PoquerMacau5Cartas, "table", 60),
    ("MJ-01", MahJong, "table", 20),
    ("MS-01", MahJongSimplificado, "table", 20),
    ("PK-01", MahjongPaiKao, "table", 60),
    ("MQ-01", Maquinas, "machine", 600),
    ("BI-01", Bingo, "bingo_room", 12),
    ("BL-01", BingoOnline, "bingo_room", 8),
    ("JP-01", Jackpots, OWN_CASINO, 40),
)
