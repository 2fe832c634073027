"""The sentences of a settlement of chemin de fer, in both languages."""

from collections.abc import Mapping
from typing import Final

from projections.replay.settlement import Phrase

HAND_PONTO: Final = Phrase(
    pt="O ponto tem {cartas}: {pontos}.",
    en="The ponto holds {cartas}: {pontos}.",
)
HAND_BANCA: Final = Phrase(
    pt="O banqueiro tem {cartas}: {pontos}.",
    en="The banker holds {cartas}: {pontos}.",
)
PONTO_SHOWS: Final = Phrase(
    pt="O ponto abate {pontos}: ninguém tira carta.",
    en="The ponto shows {pontos}: nobody draws.",
)
BANCA_SHOWS: Final = Phrase(
    pt="O banqueiro abate {pontos}: o golpe acaba aqui, dissesse o ponto o que dissesse.",
    en="The banker shows {pontos}: the coup ends here, whatever the ponto said.",
)
PONTO_DRAWS: Final = Phrase(
    pt="Com {pontos} o ponto tem {carta} por terceira carta: {total}.",
    en="With {pontos} the ponto has {carta} as third card: {total}.",
)
PONTO_STANDS: Final = Phrase(
    pt="Com {pontos} o ponto fica.",
    en="With {pontos} the ponto stands.",
)
BANCA_DRAWS: Final = Phrase(
    pt="Com {pontos}, contra {contra}, o banqueiro tira {carta}: {total}.",
    en="With {pontos}, against {contra_en}, the banker draws {carta}: {total}.",
)
BANCA_STANDS: Final = Phrase(
    pt="Com {pontos}, contra {contra}, o banqueiro fica.",
    en="With {pontos}, against {contra_en}, the banker stands.",
)
REBUILT: Final = Phrase(
    pt="O golpe é reconstituído; queimam-se {cartas}.",
    en="The coup is rebuilt; {cartas} are burned.",
)
PONTO_WINS: Final = Phrase(
    pt="{ponto} no ponto, {banca} na banca: ganha o ponto.",
    en="{ponto} for the ponto, {banca} for the bank: the ponto wins.",
)
BANCA_WINS: Final = Phrase(
    pt="{ponto} no ponto, {banca} na banca: ganha a banca.",
    en="{ponto} for the ponto, {banca} for the bank: the bank wins.",
)
EQUAL: Final = Phrase(
    pt="Igualdade a {ponto}: o golpe é nulo e as apostas ficam livres.",
    en="Equal at {ponto}: the coup is null and the bets are free.",
)
NO_OUTCOME: Final = Phrase(
    pt="As cartas registadas não chegam para decidir o golpe: nada se decidiu.",
    en="The cards recorded do not suffice to decide the coup: nothing is decided.",
)
ANNULLED: Final = Phrase(
    pt="Golpe anulado: voltam {stake:m}.",
    en="Coup annulled: {stake:m} go back.",
)

REMEDIES: Final[Mapping[str, tuple[Phrase, str]]] = {
    "102b": (
        Phrase(
            pt="O banqueiro voltou cartas do ponto: joga pela tabela e tira nos dois casos"
            " facultativos.",
            en="The banker turned the ponto's cards: he plays the table and draws in both optional"
            " cases.",
        ),
        "CF R102 b",
    ),
    "102d": (
        Phrase(
            pt="O banqueiro ficou com mais de duas cartas: fazem bacará, e tem direito a carta"
            " mesmo que o ponto abata.",
            en="The banker was left with more than two cards: they make bacará, and he may draw"
            " even if the ponto shows.",
        ),
        "CF R102 d",
    ),
    "102e": (
        Phrase(
            pt="O banqueiro tirou duas cartas em vez de uma: conta a pontuação mais baixa de três"
            " das quatro, {total}.",
            en="The banker drew two cards instead of one: the lowest total of three of the four"
            " counts, {total}.",
        ),
        "CF R102 e",
    ),
    "102f": (
        Phrase(
            pt="Saiu uma quinta carta na distribuição: é do ponto se a pede; se diz não, é do"
            " banqueiro, que não pode abater.",
            en="A fifth card was dealt: it is the ponto's if he asks; if he says no it is the"
            " banker's, who cannot show.",
        ),
        "CF R102 f",
    ),
    "102g": (
        Phrase(
            pt="O ponto ficou com três cartas: conta a pontuação mais alta de duas ou das três,"
            " {total}.",
            en="The ponto was left with three cards: the highest total of two or of all three"
            " counts, {total}.",
        ),
        "CF R102 g",
    ),
    "102h": (
        Phrase(
            pt="O ponto ficou com quatro cartas: conta a pontuação mais alta de três delas,"
            " {total}.",
            en="The ponto was left with four cards: the highest total of three of them counts,"
            " {total}.",
        ),
        "CF R102 h",
    ),
    "102i": (
        Phrase(
            pt="O banqueiro lançou ao chão cartas do ponto: conta como se tivesse abatido 9; o"
            " banqueiro só empata com 9.",
            en="The banker threw the ponto's cards on the floor: he counts as having shown 9; the"
            " banker ties only with 9.",
        ),
        "CF R102 i",
    ),
    "102j": (
        Phrase(
            pt="A carta que o ponto pediu foi para o depósito: o ponto conta 9.",
            en="The card that the ponto asked for went into the discard: he counts 9.",
        ),
        "CF R102 j",
    ),
    "102l": (
        Phrase(
            pt="As cartas caídas foram recuperadas à vista do pagador: conservam o seu valor.",
            en="The fallen cards were taken up under the pagador's eyes: they keep their value.",
        ),
        "CF R102 l",
    ),
    "102m": (
        Phrase(
            pt="O banqueiro tirou carta contra a indicação do pagador: a carta é queimada.",
            en="The banker drew against the pagador's word: the card is burned.",
        ),
        "CF R102 m",
    ),
    "103a": (
        Phrase(
            pt="O ponto não abateu na altura própria: perdeu esse direito.",
            en="The ponto did not show in time: he lost the right.",
        ),
        "CF R103 a",
    ),
    "103b": (
        Phrase(
            pt="O ponto não abateu o seu 9: perde com o 8 que o banqueiro abateu.",
            en="The ponto did not show his 9: he loses to the 8 that the banker showed.",
        ),
        "CF R103 b",
    ),
    "103c": (
        Phrase(
            pt="O ponto disse carta e não: o banqueiro escolheu se lha dava.",
            en="The ponto said both card and no: the banker chose whether to give it.",
        ),
        "CF R103 c",
    ),
    "103d": (
        Phrase(
            pt="Com 5 o ponto mudou de palavra: vale a primeira.",
            en="With 5 the ponto changed his word: the first counts.",
        ),
        "CF R103 d",
    ),
    "104a": (
        Phrase(
            pt="A carta que saiu a descoberto é queimada.",
            en="The card that came out face up is burned.",
        ),
        "CF R104 a",
    ),
    "104b": (
        Phrase(
            pt="O pagador anunciou carta quando o ponto dissera não: o golpe segue a tabela, e o"
            " que sobra é queimado.",
            en="The pagador announced a card when the ponto had said no: the coup follows the"
            " table, and what is left over is burned.",
        ),
        "CF R104 b",
    ),
    "76ponto": (
        Phrase(
            pt="O ponto deitou cartas no depósito: perde a jogada.",
            en="The ponto put cards in the discard: he loses the coup.",
        ),
        "CF R76",
    ),
    "76banker": (
        Phrase(
            pt="O banqueiro deitou cartas no depósito: perde a jogada.",
            en="The banker put cards in the discard: he loses the coup.",
        ),
        "CF R76",
    ),
    "99": (
        Phrase(
            pt="O pagador informou mal o ponto: o golpe segue a tabela.",
            en="The pagador told the ponto wrong: the coup follows the table.",
        ),
        "CF R99",
    ),
}
"""What each error settled by arithmetic does."""

# --- the bets ---------------------------------------------------------------------------------

HALF: Final = Phrase(
    pt="Sobre o risco joga metade de {valor:m}: {joga:m}.",
    en="On the line half of {valor:m} plays: {joga:m}.",
)
COVERED: Final = Phrase(
    pt="Da banca de {capital:m} cobre {coberta:m}.",
    en="Of the bank of {capital:m} it covers {coberta:m}.",
)
CUT: Final = Phrase(
    pt="Da banca de {capital:m} restavam {coberta:m}: o que excede, {excesso:m}, volta.",
    en="Of the bank of {capital:m} {coberta:m} were left: what exceeds it, {excesso:m}, goes back.",
)
NOT_COVERED: Final = Phrase(
    pt="A banca de {capital:m} já estava coberta: voltam {stake:m}.",
    en="The bank of {capital:m} was covered already: {stake:m} go back.",
)
LATE: Final = Phrase(
    pt="Feita depois de fechadas as apostas: voltam {stake:m}.",
    en="Placed after the bets were closed: {stake:m} go back.",
)
REFUSED: Final = Phrase(
    pt="Esta aposta não pode ser: voltam {stake:m}.",
    en="This bet cannot be: {stake:m} go back.",
)
BET_WINS: Final = Phrase(
    pt="Ganha ao banqueiro 1 para 1: {prize:m}; a aposta, {returned:m}, é do jogador.",
    en="It wins 1 to 1 from the banker: {prize:m}; the stake, {returned:m}, is the player's.",
)
BET_LOSES: Final = Phrase(
    pt="O banqueiro ganha {coberta:m}; voltam {returned:m}.",
    en="The banker wins {coberta:m}; {returned:m} go back.",
)
BET_NULL: Final = Phrase(
    pt="Golpe nulo: {stake:m} são do jogador.",
    en="Null coup: {stake:m} are the player's.",
)

# --- the bank ---------------------------------------------------------------------------------

BANK_WINS: Final = Phrase(
    pt="A banca ganha {cobertas:m}; cagnotte {cagnotte:m}; do banqueiro são {prize:m}.",
    en="The bank wins {cobertas:m}; cagnotte {cagnotte:m}; {prize:m} are the banker's.",
)
BANK_WINS_APART: Final = Phrase(
    pt="A banca ganha {cobertas:m}; a cagnotte, {cagnotte:m}, é paga por fora.",
    en="The bank wins {cobertas:m}; the cagnotte, {cagnotte:m}, is paid besides.",
)
BANK_LOSES: Final = Phrase(
    pt="A banca perde {cobertas:m}; restam {returned:m}.",
    en="The bank loses {cobertas:m}; {returned:m} are left.",
)
BANK_NULL: Final = Phrase(
    pt="Golpe nulo: a banca fica como estava, {returned:m}.",
    en="Null coup: the bank stays as it was, {returned:m}.",
)
BANK_UNCOVERED: Final = Phrase(
    pt="Nenhuma aposta cobre a banca: fica como estava, {returned:m}.",
    en="No bet covers the bank: it stays as it was, {returned:m}.",
)
SHARED: Final = Phrase(
    pt="A banca é de dois: metade do resultado para cada um, o cêntimo ímpar é do banqueiro.",
    en="The bank is shared: half of the result each, an odd cent is the banker's.",
)
CAGNOTTE: Final = Phrase(
    pt="Cagnotte de {bp}/10000 de {cobertas:m}: ao banqueiro {credito:m}, arredondado para baixo; à"
    " casa o resto, {amount:m}.",
    en="Cagnotte of {bp}/10000 of {cobertas:m}: {credito:m} to the banker, rounded down; the rest,"
    " {amount:m}, to the house.",
)
