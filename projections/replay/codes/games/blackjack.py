"""Faults of blackjack/21 and of its jackpot."""

from typing import Final

from projections.replay.codes.code import Code, code

CODES: Final[dict[str, Code]] = dict(
    (
        code(
            "BJ-R8",
            "BJ R8, R17-18",
            "A aposta inicial excede 30 vezes o mínimo, não é múltiplo dele, ou a soma da casa"
            " excede o máximo.",
            "The initial bet exceeds 30 times the minimum, is no multiple of it, or the box's"
            " total exceeds the maximum.",
            of_table=("minimos", "maximos"),
        ),
        code(
            "BJ-DECK",
            "BJ R2 b",
            "Não se jogou com 4 ou 6 baralhos, ou uma carta saiu mais vezes do que eles contêm.",
            "Play was not with 4 or 6 decks, or a card came more often than they hold.",
            of_table=("baralhos",),
        ),
        code(
            "BJ-SHOE",
            "BJ R9-14",
            "Faltou mostrar, cortar ou queimar cartas, a carta de corte ficou mal colocada, ou"
            " jogou-se depois dela.",
            "Cards were not shown, cut or burned, the cut-card was misplaced, or a round began"
            " after it.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "BJ-CHEF",
            "BJ R31, R34",
            "O baralhador foi carregado mais de uma vez por jogo ou sem o chefe, ou não se"
            " comunicou uma avaria.",
            "The shuffler was loaded more than once a game or without a supervisor, or a jam was"
            " not reported.",
            evidence="W",
            severity="ordinary",
            manual=True,
        ),
        code(
            "BJ-ORDER",
            "BJ R20",
            "As cartas não foram dadas pela ordem da regra, ou virou-se e guardou-se a carta da"
            " banca.",
            "The cards were not dealt in the rule's order, or the dealer's card was turned and"
            " kept.",
        ),
        code(
            "BJ-STAND",
            "BJ R21",
            "Um jogador ficou com 11 ou menos, ou pediu carta com 21.",
            "A player stood on 11 or less, or drew on 21.",
        ),
        code(
            "BJ-DEALER",
            "BJ R4 a, R22",
            "A banca pediu carta com 17 ou mais, ficou com 16 ou menos, ou contou mal o ás.",
            "The dealer drew on 17 or more, stood on 16 or less, or counted the ace wrongly.",
        ),
        code(
            "BJ-MISDRAW",
            "BJ R21",
            "A carta tirada por engano não passou ao seguinte sem ser vista, ou não foi retirada"
            " depois de vista.",
            "A card drawn by mistake was not passed on unseen, or was not discarded after being"
            " seen.",
            evidence="W",
            manual=True,
        ),
        code(
            "BJ-SPLIT",
            "BJ R23-24",
            "Separaram-se cartas de valor diferente, com aposta desigual, ou deu-se mais de uma"
            " carta a cada ás.",
            "Cards of unequal value were split, the stake was not equal, or split aces took more"
            " than one card.",
        ),
        code(
            "BJ-DOUBLE",
            "BJ R25-27",
            "Dobrou-se sem 9, 10 ou 11, deu-se mais de uma carta, ou mudou-se o valor do ás depois"
            " de dobrar.",
            "A double was not on 9, 10 or 11, took more than one card, or changed an ace's value"
            " afterwards.",
        ),
        code(
            "BJ-SURR",
            "BJ R28",
            "Desistiu-se contra um ás, não se devolveu metade, ou mudou-se a decisão.",
            "A surrender was against an ace, did not give back half, or the decision was changed.",
        ),
        code(
            "BJ-INS",
            "BJ R50",
            "O seguro excede metade da aposta, não era contra um ás, ou não foi pago a 2 para 1.",
            "Insurance exceeds half the bet, was not against an ace, or was not paid 2 to 1.",
        ),
        code(
            "BJ-EVEN",
            "BJ R47",
            "Pagou-se ao par um blackjack sem a banca mostrar um ás.",
            "A blackjack was paid even money without an ace shown by the dealer.",
        ),
        code(
            "BJ-BJ",
            "BJ R39, R42, R45-46",
            "O blackjack não foi pago a 3 para 2, pagou-se como tal um 21 de cartas separadas, ou"
            " pagou-se um empate.",
            "A blackjack was not paid 3 to 2, a split 21 was paid as one, or a tie was paid.",
        ),
        code(
            "BJ-678",
            "BJ R48",
            "O 6-7-8 do mesmo naipe ou o 7-7-7 não foi pago a triplicar.",
            "A suited 6-7-8 or a 7-7-7 was not paid three times.",
        ),
        code(
            "BJ-DRAW3",
            "BJ R43",
            "A banca pediu carta sem haver jogador por comparar.",
            "The dealer drew although no player was left to compare.",
        ),
        code(
            "BJ-VACANT",
            "BJ R19",
            "Numa casa sem jogador sentado não decidiu quem mais apostou, ou o lugar mais baixo.",
            "On a vacant box the decision was not the largest bettor's, or the lowest seat's.",
        ),
        code(
            "BJ-CLAIM",
            "BJ R38",
            "Aceitou-se uma reclamação depois de recolhidas as cartas, ou recusou-se uma feita"
            " antes.",
            "A claim was admitted after the cards had gone into the shuffler, or refused before.",
        ),
        code(
            "BJ-JP-COMM",
            "BJ R51",
            "O prémio acumulado esteve em jogo sem comunicação prévia.",
            "The jackpot was in play without prior communication.",
            evidence="EC",
            of_table=("acumulado_comunicado",),
        ),
        code(
            "BJ-JP-VAL",
            "BJ R54",
            "O valor da aposta no acumulado ou a taxa de incremento não é o fixado.",
            "The jackpot bet's value or its increment rate is not the one fixed.",
            evidence="EC",
            of_table=("acumulado_aposta", "acumulado_ppm"),
        ),
        code(
            "BJ-JP-COMB",
            "BJ R57",
            "As combinações ou as proporções do acumulado não são as aprovadas.",
            "The jackpot's combinations or shares are not those approved.",
            evidence="EC",
            of_table=("acumulado_combinacoes", "acumulado_fixos"),
        ),
        code(
            "BJ-JP-BASE",
            "BJ R58",
            "O valor de arranque do acumulado não é o aprovado.",
            "The jackpot's starting value is not the one approved.",
            evidence="EC",
            of_table=("acumulado_base",),
        ),
        code(
            "BJ-JP-MAIN",
            "BJ R59",
            "Apostou-se no acumulado sem aposta no jogo principal.",
            "A jackpot bet was placed without a main bet.",
        ),
        code(
            "BJ-JP-CHIP",
            "BJ R61",
            "Apostou-se no acumulado mais de uma ficha, ou outro valor.",
            "More than one chip, or another amount, was bet on the jackpot.",
        ),
        code(
            "BJ-JP-MARK",
            "BJ R55",
            "Na marcação manual recolheram-se fichas sem deixar a marca de cada apostador.",
            "In manual marking the chips were collected without a marker for each bettor.",
            evidence="W",
            severity="ordinary",
            manual=True,
        ),
        code(
            "BJ-JP-CARDS",
            "BJ R56, R60",
            "O acumulado foi decidido com cartas além das primeiras duas, três ou quatro.",
            "The jackpot was decided on cards beyond the first two, three or four dealt.",
        ),
        code(
            "BJ-JP-UNP",
            "BJ R57",
            "O acumulado não foi pago porque o jogador perdeu, desistiu ou empatou.",
            "The jackpot was not paid because the player lost, surrendered or tied.",
        ),
        code(
            "BJ-JP-EXP",
            "BJ R63",
            "As cartas do ganhador do acumulado foram recolhidas antes do pagamento.",
            "The jackpot winner's cards were collected before the payment.",
        ),
        code(
            "BJ-JP-SPLIT",
            "BJ R64",
            "Com vários ganhadores do acumulado, a ordem, o remanescente ou a sua divisão está"
            " errada.",
            "With several jackpot winners the order, the remainder or its division is wrong.",
        ),
    )
)
