"""Cape Verde: Portaria 1/2017."""

from collections.abc import Mapping
from typing import Any, Final

from projections.replay.games.bacara.bacara_chemin_de_fer import CheminDeFerRules, table_of
from projections.replay.games.bacara.bacara_ponto_e_banca import BacaraPontoEBancaRules
from projections.replay.games.bacara.bacara_ponto_e_banca_macau import BacaraMacauRules
from projections.replay.games.bingo import BingoRules
from projections.replay.games.dice.banca_francesa import BancaFrancesaRules
from projections.replay.games.dice.craps import CrapsRules
from projections.replay.games.dice.cussec import CussecRules
from projections.replay.games.house_cards.blackjack import BlackjackRules
from projections.replay.games.house_cards.desafio_ao_casino import DesafioAoCasinoRules
from projections.replay.games.house_cards.poquer_sem_descarte import SemDescarteRules
from projections.replay.games.house_cards.stud_poker import StudRules
from projections.replay.games.mah_jong import Cites as MahJongCites
from projections.replay.games.mah_jong import MahJongRules
from projections.replay.games.mah_jong import Variant as MahJongVariant
from projections.replay.games.maquinas import MaquinasRules
from projections.replay.games.player_bank.mahjong_pai_kao import MahjongPaiKaoRules
from projections.replay.games.player_bank.poquer_3_cartas import Poquer3CartasRules
from projections.replay.games.poker.poquer_holdem import HoldemRules
from projections.replay.games.poker.poquer_omaha import OmahaRules
from projections.replay.games.poker.poquer_sintetico import SinteticoRules
from projections.replay.games.wheels.boule import BouleRules
from projections.replay.games.wheels.roda_da_sorte import RodaDaSorteRules
from projections.replay.games.wheels.roulette.roleta_americana import RoletaAmericanaRules
from projections.replay.games.wheels.roulette.roleta_francesa import RoletaFrancesaRules
from projections.replay.kit.tiles import MAH_JONG as MAH_JONG_TILES
from projections.replay.kit.tiles import MAH_JONG_SIMPLIFIED

ROLETA_AMERICANA: Final = RoletaAmericanaRules(
    pays={  # R42 a, c
        "pleno": (35, 1),
        "cavalo": (17, 1),
        "rua": (11, 1),
        "quadro": (8, 1),
        "linha": (5, 1),
        "duzia": (2, 1),
        "coluna": (2, 1),
        "cavalo_de_duzia": (1, 2),
        "cavalo_de_coluna": (1, 2),
        **dict.fromkeys(("par", "impar", "menor", "maior", "encarnado", "preto"), (1, 1)),
    },
    maximum_per_minimum={  # R21 a, b
        "pleno": 30,
        "cavalo": 60,
        "rua": 90,
        "quadro": 120,
        "linha": 180,
        "duzia": 360,
        "coluna": 360,
        "cavalo_de_duzia": 720,
        "cavalo_de_coluna": 720,
        **dict.fromkeys(("par", "impar", "menor", "maior", "encarnado", "preto"), 540),
    },
    series={"serie_grande": (9, 135), "serie_pequena": (6, 120), "vadios": (5, 50)},  # R20 a, R21 c
    neighbours=(3, 5, 7),  # R20 b
)

ROLETA_FRANCESA: Final = RoletaFrancesaRules(
    pays=ROLETA_AMERICANA.pays,  # R33, number by number the same
    maximum_per_minimum=ROLETA_AMERICANA.maximum_per_minimum,  # R20, likewise
    series={"serie_0_2_3": (9, 135), "serie_5_8": (6, 120), "orfaos": (5, 50)},  # R1, RA R21 c
    neighbours=(3, 5, 7),  # R40 d
)

POQUER_HOLDEM: Final = HoldemRules(
    places=10,  # R4 c
    minimum_players=2,  # a hand needs two; R11 judges only who changes tables
    minimum_players_online=2,  # O65
    cagnotte_ppm_max=50_000,  # R65 a
    minimum_ppm=(200_000, 400_000),  # R62
    hands_without_bet=5,  # O17
    rest_hands=2,  # R47
    session_fee_ppm=(50_000, 200_000),  # R65 b
    session_entry_seconds=1_800,  # R65 b
    method="camadas",  # R28, R40, R41
)

POQUER_OMAHA: Final = OmahaRules(
    places=10,  # R4 c
    minimum_players=2,  # a hand needs two; R11 judges only who changes tables
    minimum_players_online=2,  # O65
    cagnotte_ppm_max=50_000,  # R65 a
    minimum_ppm=(200_000, 400_000),  # R62
    hands_without_bet=5,  # O17
    rest_hands=2,  # R47
    session_fee_ppm=(50_000, 200_000),  # R65 b
    session_entry_seconds=1_800,  # R65 b
    method="camadas",  # R28, R40, R41
)

POQUER_SINTETICO: Final = SinteticoRules(
    places=11,  # S2
    minimum_players=2,  # a hand needs two; R11 judges only who changes tables
    minimum_players_online=2,  # S79
    cagnotte_ppm_max=50_000,  # R65 a
    minimum_ppm=(200_000, 400_000),  # R62
    rest_hands=2,  # R47
    session_fee_ppm=(50_000, 200_000),  # R65 b
    session_entry_seconds=1_800,  # R65 b
    method="camadas",  # S13 c, R28, R40, R41
)

POQUER_SEM_DESCARTE: Final = SemDescarteRules(
    three_of_suit=True,  # R28
    seats_maximum=7,  # R7
    band=25,  # R20
    pool_base_multiple=10_000,  # R41
)

BOULE: Final = BouleRules(
    pays={  # R8
        "pleno": 23,
        "dois_numeros": 11,
        "tres_numeros": 7,
        "quatro_numeros": 5,
        "seis_numeros": 3,
        "oito_numeros": 2,
        **dict.fromkeys(("doze_numeros", "pequeno", "grande", "vermelho", "preto"), 1),
    },
)

RODA_DA_SORTE: Final = RodaDaSorteRules(
    sections={"a": 24, "b": 12, "c": 8, "d": 4, "e": 2, "f": 1, "g": 1},  # R3
    pays={"a": 1, "b": 3, "c": 5, "d": 10, "e": 20, "f": 45, "g": 45},  # R10
    turns=3,  # R8
)

CUSSEC: Final = CussecRules(
    pays={  # R8 a, b, d, f, g
        "pequeno": 1,
        "grande": 1,
        "dois_dados": 5,
        "trio": 190,
        "qualquer_trio": 32,
    },
    numero=(1, 2, 3),  # R8 c
    par=(10, 30),  # R8 e
    total={  # R8 h-n
        total: times
        for low, times in {4: 65, 5: 32, 6: 19, 7: 12, 8: 8, 9: 7, 10: 6}.items()
        for total in (low, 21 - low)
    },
)

DESAFIO_AO_CASINO: Final = DesafioAoCasinoRules(
    pays={"inicial": 1, "empate": 10},  # R9, R11
    burned=3,  # R13, R14
    behind_cut_card=12,  # R4
)

BANCA_FRANCESA: Final = BancaFrancesaRules(
    pays={"ases": 61, "pequeno": 1, "grande": 1},  # R26
    maximum_per_minimum={"ases": 6, "pequeno": 200, "grande": 200},  # R12
    multiplo_risco=1_000,  # R8
)

MAH_JONG: Final = MahJongRules(
    convencional=MahJongVariant(
        stock=MAH_JONG_TILES,  # R4
        players=(4, 4),  # R5
        dice=3,  # R3 c
        row=17,  # R7
        rounds=3,  # R11
        at_once=4,  # R10, R11
        after=(2, 1),  # R12
        sets=4,  # R17
        ceiling=2,  # R29
        claims=True,  # R21-R23
        indemnity=(2, 1),  # R43
        indemnity_of_banker=2,  # R43
        cites=MahJongCites(
            pieces="R4",
            players="R5",
            dice="R3",
            deal="R11",
            first="R13",
            turn="R9",
            bank="R16",
            win="R17",
            kong="R24",
            replacement="R25",
            nearest="R26",
            pay="R30",
            commission="R31",
            taken_back="R32",
            seen="R34",
            cap="R35",
            null="R42",
            indemnity="R43",
        ),
    ),
    simplificado=MahJongVariant(
        stock=MAH_JONG_SIMPLIFIED,  # R47
        players=(2, 4),  # R48
        dice=2,  # R46 c
        row=14,  # R50
        rounds=2,  # R54
        at_once=2,  # R53: one group
        after=(1, 0),  # R54
        sets=1,  # R59
        ceiling=1,  # R67
        claims=False,  # R62
        indemnity=(1, 1),  # R76
        indemnity_of_banker=1,  # R76
        cites=MahJongCites(
            pieces="R47",
            players="R48",
            dice="R46",
            deal="R54",
            first="R55",
            turn="R52",
            bank="R58",
            win="R59",
            kong="R63",
            replacement="R64",
            nearest="R65",
            pay="R68",
            commission="R69",
            taken_back="R70",
            seen="R71",
            cap="R72",
            null="R75",
            indemnity="R76",
        ),
    ),
    banker_factor=2,  # R30, R68
)

_PUNTO_BANCO: Final[Mapping[str, Any]] = {
    "pays": {  # PB R30 (lost; DECISION), R31; PM R38, R40
        "ponto": 1,
        "banca": 1,
        "empate": 8,
        "par_do_ponto": 11,
        "par_da_banca": 11,
    },
    "deductions": {"5pct": (5, None), "50pct_5": (50, 5)},  # PB R32; PM R41
    "decks": {"simples": 6, "dupla": 8},  # R3
    "decks_shuffler": 6,  # R15 b
    "behind_cut_card": 12,  # R16
    "opening_burn": 8,  # R16
    "coup_burn": 1,  # R24
    "standing": {"simples": 8, "dupla": 12},  # R21: eight; six at each of two boards
}

BACARA_PONTO_E_BANCA: Final = BacaraPontoEBancaRules(
    **_PUNTO_BANCO,
    maximum_per_minimum={  # R8
        "ponto": 70,
        "banca": 70,
        "empate": 15,
        "par_do_ponto": 8,
        "par_da_banca": 8,
    },
    shared_players=9,  # R85
)

BACARA_PONTO_E_BANCA_MACAU: Final = BacaraMacauRules(**_PUNTO_BANCO)  # R8: unlimited

CRAPS: Final = CrapsRules(
    pays={
        **dict.fromkeys(("pass_line", "dont_pass_line", "come", "dont_come"), (1, 1)),  # R19 a
        **dict.fromkeys(("big_6", "big_8", "under_seven", "over_seven"), (1, 1)),
        "craps": (7, 1),  # R22 1.2
        "total_7": (4, 1),  # R22 1.4
        "total_2": (30, 1),  # R22 1.5
        "total_3": (15, 1),
        "total_11": (15, 1),
        "total_12": (30, 1),
    },
    field={2: (2, 1), 12: (2, 1), **dict.fromkeys((3, 4, 9, 10, 11), (1, 1))},  # R24
    hardway={4: (7, 1), 6: (9, 1), 8: (9, 1), 10: (7, 1)},  # R22 1.3
    # The next four tables are lost in the print: arrêté of 14 May 2007, art. 55-8 C and D.
    odds={4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)},
    odds_contra={4: (1, 2), 5: (2, 3), 6: (5, 6), 8: (5, 6), 9: (2, 3), 10: (1, 2)},
    numero_favor={4: (9, 5), 5: (7, 5), 6: (7, 6), 8: (7, 6), 9: (7, 5), 10: (9, 5)},
    numero_contra={4: (5, 11), 5: (5, 8), 6: (4, 5), 8: (4, 5), 9: (5, 8), 10: (5, 11)},
    bar=12,  # R20 2.2, where the table says none
    odds_maximo=None,  # R22 1.1: the seeds fix no sum
    ultima_minutos=5,  # R17
)

BACARA_CHEMIN_DE_FER: Final = CheminDeFerRules(
    # Lost in the print (R70 d): the customary table; ponto's third card 0 to 9, then none.
    table=table_of({3: "TTTTTTTTRF T", 4: "RRTTTTTTRR T", 5: "RRRRFTTTRR T", 6: "RRRRRRTTRR R"}),
    minimum_seated=4,  # R48
    cut_minimum=6,  # R45
    behind_aviso=7,  # R45
    last_coup_cards=6,  # R104 d
    first_half=3,  # R9
    extension_minutes=20,  # R105
)

BLACKJACK: Final = BlackjackRules(
    decks=(4, 6),  # R2 b
    maximum_per_minimum=30,  # R8
    cut_card=50,  # R12
    cut_card_margin=10,  # R12 says "as near as possible"
)

STUD_POKER: Final = StudRules(
    prizes=(1, 1, 2, 3, 4, 5, 7, 20, 50, 100),  # R15
    real=(50, 100),  # R15 i
    capped=("quatro_iguais", "sequencia_de_naipe", "naipe_real"),  # R15 g-i
    multiple=2,  # R8
    places=7,  # R3
    shares={"naipe_real": 1_000_000, "sequencia_de_naipe": 100_000},  # R18 b
    fixed=("quatro_iguais", "trio_par", "cor"),  # R18 b
)

POQUER_3_CARTAS: Final = Poquer3CartasRules(
    places=8,  # R2 e
    hand=3,  # R21
    dice=4,  # R2 b
    turns=2,  # R13
    commission_bp=500,  # R29
)

MAHJONG_PAI_KAO: Final = MahjongPaiKaoRules(
    places=10,  # II.2 a
    hand=2,  # IV.19
    dice=4,  # II.2 c
    turns=2,  # IV.8
    commission_bp=0,  # none named; art. 3 XXIX lets the casino charge one
    rearranging=2,  # IV.22
)

BINGO: Final = BingoRules(
    linha_ppm=200_000,  # R7
    bingo_ppm=600_000,  # R7
    total_least_ppm=800_000,  # R7
    bingo_least_ppm=550_000,  # R7
    increment_ppm=30_000,  # R10
    suspension_seconds=900,  # R55
    interval_seconds=1,  # R88
)

MAQUINAS: Final = MaquinasRules()

GAMES: Final[Mapping[str, Any]] = {
    "bacara_chemin_de_fer": BACARA_CHEMIN_DE_FER,
    "craps": CRAPS,
    "bacara_ponto_e_banca": BACARA_PONTO_E_BANCA,
    "bacara_ponto_e_banca_macau": BACARA_PONTO_E_BANCA_MACAU,
    "banca_francesa": BANCA_FRANCESA,
    "bingo": BINGO,
    "blackjack": BLACKJACK,
    "boule": BOULE,
    "cussec": CUSSEC,
    "desafio_ao_casino": DESAFIO_AO_CASINO,
    "roda_da_sorte": RODA_DA_SORTE,
    "mah_jong": MAH_JONG,
    "mahjong_pai_kao": MAHJONG_PAI_KAO,
    "maquinas": MAQUINAS,
    "poquer_3_cartas": POQUER_3_CARTAS,
    "poquer_holdem": POQUER_HOLDEM,
    "poquer_omaha": POQUER_OMAHA,
    "poquer_sem_descarte": POQUER_SEM_DESCARTE,
    "poquer_sintetico": POQUER_SINTETICO,
    "roleta_americana": ROLETA_AMERICANA,
    "roleta_francesa": ROLETA_FRANCESA,
    "stud_poker": STUD_POKER,
}
