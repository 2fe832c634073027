"""Faults of bingo, of its acta and of its accumulator."""

from typing import Final

from projections.replay.codes.code import Code, code

CODES: Final[dict[str, Code]] = dict(
    (
        code(
            "BI-ACTA-BLOCK",
            "BI R60; Art. 3 XXVI",
            "Abriu-se a jogada seguinte, ou fechou-se a sessão, antes de completa a acta da"
            " anterior.",
            "The next jogada was opened, or the session closed, before the acta of the last was"
            " complete.",
        ),
        code(
            "BI-ACTA-FIELD",
            "BI R58, R61",
            "A acta foi assinada sem uma das alíneas a) a m), ou a sessão não tem acta.",
            "The acta was signed without one of the fields a) to m), or the session has no acta.",
        ),
        code(
            "BI-ACTA-SUM",
            "BI R59, R61",
            "Os totais da acta não são os dos eventos.",
            "The acta's totals are not those of the events.",
        ),
        code(
            "BI-PCT",
            "BI R7",
            "Os prémios não são a parte das vendas que a regra manda distribuir, ou o plano não"
            " está aprovado.",
            "The prizes are not the share of the sales that the rule distributes, or the plan is"
            " not approved.",
            evidence="EC",
            of_table=("linha_ppm", "bingo_ppm", "deducao"),
        ),
        code(
            "BI-3PCT",
            "BI R10",
            "O incremento do acumulado não é 3 % dos prémios, ou ficou numa jogada anulada.",
            "The accumulator's increment is not 3 % of the prizes, or was kept in an annulled"
            " round.",
        ),
        code(
            "BI-JP-BALLS",
            "BI R9",
            "O número de bolas do acumulado não foi anunciado ou mudou, ou o prémio não o"
            " respeitou.",
            "The accumulator's ball count was not announced or was changed, or the prize did not"
            " follow it.",
        ),
        code(
            "BI-JP-BASE",
            "BI R11; Art. 3 VII",
            "Depois do prémio o arranque do acumulado não foi reposto igual, com dinheiro do"
            " operador.",
            "After an award the accumulator's base was not restored equal from the operator's"
            " money.",
        ),
        code(
            "BI-JP-AUTH",
            "BI R9, R12",
            "O acumulado não tem autorização, ou passou o prazo sem ser entregue ao primeiro"
            " bingo.",
            "The accumulator has no authorisation, or its time limit passed without its going to"
            " the first bingo.",
            evidence="EC",
        ),
        code(
            "BI-JP-COUNT",
            "BI R13",
            "Não se mostrou aos jogadores o contador de bolas, havendo acumulado.",
            "No ball counter was shown to the players although a pool was offered.",
            evidence="W",
            severity="ordinary",
            manual=True,
        ),
        code(
            "BI-ORDER",
            "BI R36",
            "Venderam-se cartões fora da ordem da série, ou um que não lhe pertence.",
            "Cards were sold out of the series' order, or one that is not in it.",
        ),
        code(
            "BI-START",
            "BI R37",
            "O primeiro cartão vendido não é o n.º 1 nem o seguinte ao último vendido.",
            "The first card sold is neither n.º 1 nor the next after the last sold.",
        ),
        code(
            "BI-2SER",
            "BI R38",
            "A segunda série não respeita as regras: antes de esgotada a primeira, com outro preço"
            " ou de outro número.",
            "The second series breaks the rules: before the first was exhausted, at another price"
            " or from another number.",
        ),
        code(
            "BI-DUP",
            "BI R14, R38 c",
            "O mesmo cartão foi vendido duas vezes, ou há cartões iguais na jogada ou linhas"
            " iguais na série.",
            "The same card was sold twice, or there are equal cards in the round or equal lines in"
            " the series.",
            of_table=(),
        ),
        code(
            "BI-SIZE",
            "BI R3, R16, R19",
            "A série não tem um dos tamanhos da regra, ou a edição não foi autorizada.",
            "The series has none of the rule's sizes, or its edition was not authorised.",
            evidence="EC",
            of_table=(),
        ),
        code(
            "BI-PRICE",
            "BI R17",
            "O preço do cartão não foi aprovado.",
            "The card's face value was not approved.",
            evidence="EC",
            of_table=("precos",),
        ),
        code(
            "BI-DOUBLE",
            "BI R15",
            "Venderam-se cartões duplos sem autorização, ou não valeram nas duas jogadas"
            " seguintes.",
            "Double cards were sold without authorisation, or were not valid in the two following"
            " rounds.",
            evidence="EC",
        ),
        code(
            "BI-CASH",
            "BI R8, R39",
            "Um cartão ou um prémio não foi pago em dinheiro, ou deu-se crédito.",
            "A card or a prize was not paid in cash, or credit was given.",
        ),
        code(
            "BI-LIMIT",
            "BI R35",
            "Excedeu-se o limite de cartões por jogador.",
            "The limit of cards per player was exceeded.",
            evidence="EC",
        ),
        code(
            "BI-CANCEL",
            "BI R41, R56",
            "Devolveu-se o preço de um cartão sem que a jogada fosse anulada.",
            "A card was refunded though the round was not annulled.",
        ),
        code(
            "BI-ANN",
            "BI R33, R40",
            "Faltou o anúncio antes ou depois da venda, ou não corresponde às vendas e aos"
            " prémios.",
            "The announcement before or after the sale is missing, or differs from sales and"
            " prizes.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "BI-RECALL",
            "BI R40, R93",
            "Os cartões vendidos e recolhidos não somam os postos à venda, ou vendeu-se depois do"
            " fecho.",
            "Cards sold and recalled are not those put on sale, or one was sold after the close.",
        ),
        code(
            "BI-PANEL",
            "BI R29",
            "O painel não mostra o que os eventos dão.",
            "The panel does not show what the events give.",
            evidence="D",
        ),
        code(
            "BI-GEOM",
            "BI R14, R62-66, R68-72, R76-82",
            "O cartão não tem a disposição de números que a regra exige.",
            "The card does not have the arrangement of numbers that the rule requires.",
            of_table=(),
        ),
        code(
            "BI-SHAPE",
            "BI R67, R73-75, R84",
            "Deu-se prémio a uma figura que não estava oferecida, ou fixou-se a figura depois da"
            " venda.",
            "A prize was given for a shape that was not offered, or the shape was fixed after the"
            " sale.",
        ),
        code(
            "BI-BALLSET",
            "BI R20, R22, R25, R61 k",
            "O jogo de bolas não está identificado e aprovado, fez 2 000 jogadas, ou a troca não"
            " está na acta.",
            "The ball set is not serialised and approved, has done 2,000 rounds, or its"
            " substitution is not in the acta.",
            evidence="EC",
        ),
        code(
            "BI-PASS",
            "BI R23, R32",
            "Não se verificou o equipamento antes da sessão, ou não se mostraram todas as bolas.",
            "The equipment was not checked before the session, or not all balls were shown.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "BI-DRAW",
            "BI R21, R31, R57",
            "Saiu um número repetido ou que a variante não tem, ou anunciou-se outro.",
            "A number came twice or is not of the variant, or another was announced.",
        ),
        code(
            "BI-PAUSE",
            "BI R43, R46",
            "Tirou-se uma bola entre o pedido e a verificação, ou não se fez a segunda pergunta.",
            "A ball was drawn between a claim and its verification, or the second question was not"
            " recorded.",
        ),
        code(
            "BI-END",
            "BI R44",
            "Tirou-se uma bola depois de um bingo válido, ou a jogada acabou sem ele e sem"
            " anulação.",
            "A ball was drawn after a valid bingo, or the round ended without one and was not"
            " annulled.",
        ),
        code(
            "BI-LATE",
            "BI R47",
            "Pagou-se um prémio pedido depois de retomada ou terminada a extração.",
            "A claim made after the draw had resumed or ended was paid.",
        ),
        code(
            "BI-SHARE",
            "BI R6",
            "O prémio não foi dividido por igual entre os cartões ganhadores.",
            "The prize was not divided equally among the winning cards.",
        ),
        code(
            "BI-WIN",
            "BI R7, R41, R49, R96-97",
            "Premiou-se um cartão que não ganhou, ou não se premiou um que ganhou.",
            "A card that had not won was given the prize, or one that had won was not.",
        ),
        code(
            "BI-PAYWHEN",
            "BI R44, R45, R50",
            "O prémio foi pago antes da verificação, sem o cartão, duas vezes, ou não foi pago"
            " logo.",
            "The prize was paid before verification, without the card, twice, or not at once.",
        ),
        code(
            "BI-DESTROY",
            "BI R51-52",
            "Os cartões não foram destruídos quando deviam, foram destruídos sendo prova, ou não"
            " são os que se usaram na jogada.",
            "The cards were not destroyed when due, were destroyed though evidence, or are not"
            " those used in the round.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "BI-SUSP",
            "BI R55",
            "Na avaria não se devolveu o preço passados 15 minutos, ou anulou-se em vez de"
            " continuar à mão.",
            "In a breakdown the price was not refunded after 15 minutes, or the round was annulled"
            " instead of continued by hand.",
        ),
        code(
            "BI-ANNUL",
            "BI R57",
            "Um erro de anúncio que afeta o resultado não levou à anulação e à devolução.",
            "An announcement error that affects the result did not lead to annulment and refund.",
        ),
        code(
            "BI-LAST",
            "BI R53",
            "Não se anunciou a última jogada, anunciou-se antes dos últimos dez minutos, ou mais do"
            " que uma vez.",
            "The last round was not announced, or before the last ten minutes, or more than once.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "BI-TAX",
            "BI R61 g",
            "O imposto retido não é a soma da taxa sobre cada prémio.",
            "The tax withheld is not the sum of the rate on each prize.",
        ),
        code(
            "BI-CAD",
            "BI R88, R95",
            "Online, saiu uma bola menos de um segundo depois da anterior, ou faltou o aviso de um"
            " número por sair.",
            "Online, a ball came less than a second after the last, or the one-to-go alert is"
            " missing.",
        ),
        code(
            "BI-MODE",
            "BI R90-91, R93",
            "O regime de prémios do modo contínuo não foi aprovado, ou o modo de sessão não foi"
            " anunciado.",
            "The continuous mode's prize regime was not approved, or session mode was not"
            " announced beforehand.",
            evidence="EC",
        ),
        code(
            "BI-LANG",
            "BI R54",
            "Usou-se outra língua sem autorização.",
            "Another language was used without authorisation.",
            evidence="WC",
            severity="ordinary",
            manual=True,
        ),
    )
)
