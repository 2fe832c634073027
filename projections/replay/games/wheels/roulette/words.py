"""The words of a coup of roulette: prizes and losses, stakes undecided, the bets.

``{aposta}`` and ``{bet_en}`` are a bet by its name, ``{saiu}`` and ``{came}`` the number.
"""

from collections.abc import Mapping
from typing import Final

from projections.replay.games.wheels.roulette.record import TERMINACAO, VIZINHOS
from projections.replay.settlement import Phrase

# --- what a number does to a stake ---------------------------------------------------------------

WINS: Final = Phrase(
    pt="{saiu}: {aposta} ganha {vezes} vezes {stake:m} = {prize:m}; a aposta, {returned:m}, é do"
    " jogador.",
    en="{came}: {bet_en} wins {vezes} times {stake:m} = {prize:m}; the stake, {returned:m}, is the"
    " player's.",
)
WINS_PART: Final = Phrase(
    pt="{saiu}: {aposta} ganha {vezes} de {stake:m}, arredondado para baixo = {prize:m}; a aposta,"
    " {returned:m}, é do jogador.",
    en="{came}: {bet_en} wins {vezes} of {stake:m}, rounded down = {prize:m}; the stake,"
    " {returned:m}, is the player's.",
)
LOSES: Final = Phrase(
    pt="{saiu}: {aposta} não o cobre; perdem-se {stake:m}.",
    en="{came}: {bet_en} does not cover it; {stake:m} are lost.",
)
LOSES_TO_ZERO: Final = Phrase(
    pt="{saiu}: {aposta} perde com o zero; perdem-se {stake:m}.",
    en="{came}: {bet_en} loses to the zero; {stake:m} are lost.",
)
CONSISTS: Final = Phrase(
    pt="{aposta}, {fichas} fichas: {onde}.",
    en="{bet_en}, {fichas} chips: {onde}.",
)
WINS_CHIPS: Final = Phrase(
    pt="{saiu}: de {fichas} fichas ganham {ganham}; prémio {vezes}/{fichas} de {stake:m} ="
    " {prize:m}; voltam {voltam}/{fichas} = {returned:m}; as outras fichas perdem-se.",
    en="{came}: of {fichas} chips {ganham} win; prize {vezes}/{fichas} of {stake:m} = {prize:m};"
    " {voltam}/{fichas} go back = {returned:m}; the other chips are lost.",
)
IMPOSSIBLE: Final = Phrase(
    pt="«{tipo} {selecao}» não existe nesta mesa: não vale e voltam {stake:m}.",
    en="“{tipo} {selecao}” does not exist at this table: it does not stand and {stake:m} go back.",
)

# --- stakes that no number decides ---------------------------------------------------------------

LATE: Final = Phrase(
    pt="Feita depois de fechadas as apostas: não vale e voltam {stake:m}.",
    en="Placed after the bets were closed: it does not stand and {stake:m} go back.",
)
NOT_REPEATED: Final = Phrase(
    pt="O golpe foi nulo e a bola não foi lançada de novo: nada se decidiu.",
    en="The coup was null and the ball was not launched again: nothing is decided.",
)
NULL_CREDITED: Final = Phrase(
    pt="A jogada foi nula e a bola não foi lançada de novo: creditam-se {stake:m}.",
    en="The coup was null and the ball was not launched again: {stake:m} are credited.",
)
NO_NUMBER: Final = Phrase(
    pt="Não há número que o prato tenha: nada se decidiu.",
    en="There is no number that the plate has: nothing is decided.",
)
NETWORK: Final = Phrase(
    pt="A falha foi da rede ou do equipamento do jogador: a jogada não é nula e espera o número.",
    en="The player's network or equipment failed: the round is not void and waits for its number.",
)
VOID: Final = Phrase(
    pt="Jogada anulada, sem número validamente assinalado: voltam {stake:m}.",
    en="Round void, no number validly shown: {stake:m} go back.",
)

# --- the bets ------------------------------------------------------------------------------------

NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "pleno": ("o pleno {}", "the straight-up {}"),
    "cavalo": ("o cavalo {}", "the split {}"),
    "rua": ("a rua {}", "the street {}"),
    "quadro": ("o quadro {}", "the corner {}"),
    "linha": ("a linha {}", "the six line {}"),
    "duzia": ("a dúzia {}", "dozen {}"),
    "coluna": ("a coluna do {}", "the column of {}"),
    "cavalo_de_duzia": ("o cavalo das dúzias {}", "the split of dozens {}"),
    "cavalo_de_coluna": ("o cavalo das colunas {}", "the split of columns {}"),
    "par": ("par", "even"),
    "impar": ("ímpar", "odd"),
    "menor": ("menor (1-18)", "low (1-18)"),
    "maior": ("maior (19-36)", "high (19-36)"),
    "encarnado": ("encarnado", "red"),
    "preto": ("preto", "black"),
    "serie_grande": ("série grande", "the large series"),
    "serie_pequena": ("série pequena", "the small series"),
    "vadios": ("vadios", "the orphans"),
    "serie_0_2_3": ("série 0-2-3", "the 0-2-3 series"),
    "serie_5_8": ("série 5-8", "the 5-8 series"),
    "orfaos": ("órfãos", "the orphans"),
    VIZINHOS: ("{} e vizinhos", "{} and its neighbours"),
    TERMINACAO: ("terminação {}", "the final digit {}"),
}
COLOUR_EN: Final = {"encarnado": "red", "preto": "black"}
