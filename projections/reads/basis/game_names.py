"""The names of the games, as the law has them and as the field says them in English."""

from collections.abc import Mapping
from functools import cache
from typing import Final

_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "bacara_chemin_de_fer": ("Bacará chemin de fer", "Baccarat chemin de fer"),
    "bacara_ponto_e_banca": ("Bacará ponto e banca", "Baccarat punto banco"),
    "bacara_ponto_e_banca_macau": ("Bacará ponto e banca de Macau", "Macau baccarat"),
    "banca_francesa": ("Banca francesa", "French bank"),
    "bingo": ("Bingo", "Bingo"),
    "blackjack": ("Blackjack/21", "Blackjack/21"),
    "boule": ("Boule", "Boule"),
    "craps": ("Craps", "Craps"),
    "cussec": ("Cussec", "Sic bo"),
    "desafio_ao_casino": ("Desafio ao casino", "Casino war"),
    "mah_jong": ("Mah-jong", "Mah-jong"),
    "mah_jong_simplificado": ("Mah-jong simplificado", "Simplified mah-jong"),
    "mahjong_pai_kao": ("Mahjong pai kao", "Mahjong pai kao"),
    "maquinas": ("Máquina", "Machine"),
    "poquer_3_cartas": ("Póquer de três cartas", "Three card poker"),
    "poquer_holdem": ("Póquer Hold’em", "Hold’em"),
    "poquer_macau_5_cartas": ("Póquer de Macau, cinco cartas", "Macau five card poker"),
    "poquer_omaha": ("Póquer Omaha", "Omaha"),
    "poquer_sem_descarte": ("Póquer sem descarte", "Poker without discard"),
    "poquer_sintetico": ("Póquer sintético", "Sintético"),
    "roda_da_sorte": ("Roda da sorte", "Wheel of fortune"),
    "roleta_americana": ("Roleta americana", "American roulette"),
    "roleta_francesa": ("Roleta francesa", "French roulette"),
    "stud_poker": ("Stud póquer", "Stud poker"),
}


@cache
def games_in(language: str) -> Mapping[str, str]:
    """Return the names of the games in a language, by the words that events say.

    >>> games_in("pt")["cussec"], games_in("en")["cussec"]
    ('Cussec', 'Sic bo')
    """
    return {game: names[language == "en"] for game, names in _NAMES.items()}
