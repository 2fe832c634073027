"""The names of the games and of their combinations: the law's, and the field's in English."""

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
COMBINATIONS: Final[Mapping[str, tuple[str, str]]] = {
    "real": ("sequência real", "royal flush"),
    "cor": ("cor", "flush"),
    "sequencia_de_cor": ("sequência de cor", "straight flush"),
    "poquer": ("póquer", "four of a kind"),
    "full": ("fullen", "full house"),
    "sequencia": ("sequência", "straight"),
    "trio": ("trio", "three of a kind"),
    "dois_pares": ("dois pares", "two pairs"),
    "par": ("par", "pair"),
    "carta_maior": ("carta maior", "high card"),
    "cartas_maiores": ("cartas maiores", "high cards"),
    "cinco_diferentes": ("cinco cartas diferentes", "five odd cards"),
    "as_rei": ("ás e rei", "ace-king"),
    "naipe_real": ("naipe real", "royal flush"),
    "sequencia_de_naipe": ("sequência de naipe", "straight flush"),
    "quatro_iguais": ("quatro iguais", "four alike"),
    "trio_par": ("trio e par", "full house"),
    "maior_carta": ("maior carta", "high card"),
    "nada": ("nada", "nothing"),
    "um_par": ("um par", "a pair"),
    "fullen": ("fullen", "full house"),
    "sequencia_da_cor": ("sequência da cor", "straight flush"),
    "figuras": ("figuras", "court cards"),
    "sequencia_maxima_da_cor": ("sequência máxima da cor", "royal flush"),
    "figuras_simples": ("figuras simples", "court cards"),
    "figuras_da_cor": ("figuras da cor", "suited court"),
}
"""Combinations of cards that a prize or a pair of hands goes by."""


@cache
def games_in(language: str) -> Mapping[str, str]:
    """Return the names of the games in a language, by the words that events say.

    >>> games_in("pt")["cussec"], games_in("en")["cussec"]
    ('Cussec', 'Sic bo')
    """
    return {game: names[language == "en"] for game, names in _NAMES.items()}


def combination_in(language: str, name: str) -> str:
    """Return a combination's name in a language; one that nobody wrote words for as it is said.

    >>> combination_in("pt", "sequencia_de_cor"), combination_in("en", "bingo_especial")
    ('sequência de cor', 'bingo especial')
    """
    names = COMBINATIONS.get(name)
    return name.replace("_", " ").strip() if names is None else names[language == "en"]
