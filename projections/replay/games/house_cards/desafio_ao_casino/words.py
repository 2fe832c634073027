"""The sentences of a settlement of desafio ao casino, in both languages."""

from typing import Final

from projections.replay.settlement import Phrase

HIGHER: Final = Phrase(
    pt="{carta} é superior a {banca}: ganha {vezes} × {stake:m} = {prize:m}; a aposta,"
    " {returned:m}, é do jogador.",
    en="{carta} is higher than {banca}: it wins {vezes} × {stake:m} = {prize:m}; the stake,"
    " {returned:m}, is the player's.",
)
LOWER: Final = Phrase(
    pt="{carta} é inferior a {banca}: perdem-se {stake:m}.",
    en="{carta} is lower than {banca}: {stake:m} are lost.",
)
NO_TIE: Final = Phrase(
    pt="{carta} e {banca} não empatam: a aposta no empate perde {stake:m}.",
    en="{carta} and {banca} do not tie: the bet on the tie loses {stake:m}.",
)
TIE_WINS: Final = Phrase(
    pt="{carta} e {banca} empatam: {vezes} × {stake:m} = {prize:m}; a aposta, {returned:m}, é do"
    " jogador.",
    en="{carta} and {banca} tie: {vezes} × {stake:m} = {prize:m}; the stake, {returned:m}, is the"
    " player's.",
)
TIE_RETURNS: Final = Phrase(
    pt="{carta} e {banca} empatam e o jogador apostou no empate: nenhuma regra lhe tira a aposta"
    " inicial; voltam {returned:m}.",
    en="{carta} and {banca} tie and the player bet on the tie: no rule takes his initial stake;"
    " {returned:m} go back.",
)
HALF: Final = Phrase(
    pt="{carta} e {banca} empatam e o jogador perde metade de {stake:m}: voltam {returned:m},"
    " arredondados para baixo.",
    en="{carta} and {banca} tie and the player loses half of {stake:m}: {returned:m} go back,"
    " rounded down.",
)
NO_OPTION: Final = Phrase(
    pt="{carta} e {banca} empatam e não há registo do que o jogador escolheu: nada se decidiu.",
    en="{carta} and {banca} tie and nothing says what the player chose: nothing is decided.",
)
CHALLENGE: Final = Phrase(
    pt="Empate com {carta}: o jogador junta {added:m} e a casa {house:m}; há {pot:m} em jogo.",
    en="A tie with {carta}: the player adds {added:m} and the house {house:m}; {pot:m} are in"
    " play.",
)
CHALLENGE_WON: Final = Phrase(
    pt="No desafio, {carta} é superior a {banca}: prémio {prize:m}; voltam {returned:m}.",
    en="In the challenge {carta} is higher than {banca}: prize {prize:m}; {returned:m} go back.",
)
CHALLENGE_BACK: Final = Phrase(
    pt="No desafio, {carta} é superior a {banca}: a aposta inicial, {returned:m}, é do jogador; o"
    " prémio vai com a que ele juntou.",
    en="In the challenge {carta} is higher than {banca}: the initial stake, {returned:m}, is the"
    " player's; the prize goes with the one he added.",
)
CHALLENGE_TIED: Final = Phrase(
    pt="No desafio, {carta} e {banca} empatam: o que está em jogo e mais {house:m}; aqui, prémio"
    " {prize:m}; voltam {returned:m}.",
    en="In the challenge {carta} and {banca} tie: what is in play and {house:m} more; here, prize"
    " {prize:m}; {returned:m} go back.",
)
CHALLENGE_LOST: Final = Phrase(
    pt="No desafio, {carta} é inferior a {banca}: perdem-se {stake:m}.",
    en="In the challenge {carta} is lower than {banca}: {stake:m} are lost.",
)
NO_CARD: Final = Phrase(
    pt="Falta uma carta que se possa comparar: nada se decidiu.",
    en="A card that could be compared is missing: nothing is decided.",
)
NO_RIGHT: Final = Phrase(
    pt="Não havia empate que o jogador pudesse desafiar: voltam {stake:m}.",
    en="There was no tie that the player might challenge: {stake:m} go back.",
)
