"""The sentences on a jogada, each in two languages."""

from typing import Final

from projections.replay.settlement import Phrase

SOLD: Final = Phrase(
    pt="Série {serie}, cartões {primeiro} a {ultimo}: {cartoes} em jogo a {face:m} = {stake:m}.",
    en="Series {serie}, cards {primeiro} to {ultimo}: {cartoes} in play at {face:m} = {stake:m}.",
)
BACK_LATE: Final = Phrase(
    pt="Vendidos depois do fecho: não estão em jogo e voltam {returned:m}.",
    en="Sold after the close: they are not in play and {returned:m} go back.",
)
BACK: Final = Phrase(
    pt="{repetidos} já vendidos e {inexistentes} que não existem: voltam {returned:m}.",
    en="{repetidos} sold before and {inexistentes} that do not exist: {returned:m} go back.",
)
VOID: Final = Phrase(
    pt="Jogada anulada: voltam {returned:m}.", en="Jogada annulled: {returned:m} go back."
)
OPEN: Final = Phrase(
    pt="Não há bingo validado: nada se decidiu.",
    en="There is no validated bingo: nothing is decided.",
)
UNKNOWN: Final = Phrase(
    pt="O prémio de {premio} ({valor:m}) foi validado sem que o registo diga os números do cartão.",
    en="The prize for {premio} ({valor:m}) was validated; the record does not have the card's"
    " numbers.",
)
DIVIDED: Final = Phrase(
    pt="Vendas {vendas:m}: prémios {total:m}, acumulado {incremento:m}, {premio} {valor:m}.",
    en="Sales {vendas:m}: prizes {total:m}, accumulator {incremento:m}, {premio} {valor:m}.",
)
WON: Final = Phrase(
    pt="Série {serie}, cartão {cartao}: {premio} à bola {bola}; {valor:m} por {ganhadores} ="
    " {prize:m}.",
    en="Series {serie}, card {cartao}: {premio} at ball {bola}; {valor:m} by {ganhadores} ="
    " {prize:m}.",
)
UNCLAIMED: Final = Phrase(
    pt="Ninguém pediu {premio} antes do bingo: o prémio é do bingo.",
    en="Nobody claimed {premio} before the bingo: the prize is the bingo's.",
)
HOUSE: Final = Phrase(
    pt="Vendas {vendas:m} menos prémios {total:m}: {amount:m} são do casino.",
    en="Sales {vendas:m} less prizes {total:m}: {amount:m} are the house's.",
)
BALLS: Final = Phrase(
    pt="Bingo com {bola} bolas, até {limite}: o acumulado de {saldo:m} mais {incremento:m} é"
    " devido, {amount:m} a este cartão.",
    en="Bingo with {bola} balls, at most {limite}: the accumulator of {saldo:m} plus"
    " {incremento:m} is due, {amount:m} to this card.",
)
LIMIT: Final = Phrase(
    pt="Passou o prazo {prazo}: o primeiro bingo leva o acumulado de {saldo:m} mais"
    " {incremento:m}, {amount:m} a este cartão.",
    en="The time limit {prazo} has passed: the first bingo takes the accumulator of {saldo:m} plus"
    " {incremento:m}, {amount:m} to this card.",
)
