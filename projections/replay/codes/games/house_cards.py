"""Faults of blackjack/21, póquer sem descarte, stud poker and desafio ao casino."""

from typing import Final

from projections.replay.codes.code import Code, code

BLACKJACK: Final[dict[str, Code]] = dict(
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
        ),
        code(
            "BJ-SEATS",
            "BJ R2 a",
            "A mesa de blackjack não tem seis nem sete lugares.",
            "The blackjack table has neither six nor seven places.",
            evidence="C",
            severity="ordinary",
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

POQUER_SEM_DESCARTE: Final[dict[str, Code]] = dict(
    (
        code(
            "SD-SEATS",
            "SD R7; 000 n.5",
            "Jogaram mais de sete jogadores, um jogador em duas casas, ou dois numa.",
            "More than seven players played, one played in two boxes, or two in one.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "SD-R20",
            "SD R20; 000 n.14",
            "O máximo da aposta inicial excede 25 vezes o mínimo.",
            "The maximum of the initial bet exceeds 25 times the minimum.",
            of_table=("minimos", "maximos", "minimo_autorizado"),
        ),
        code(
            "SD-BURN",
            "SD R8-10; 000 n.16",
            "Não se queimou uma carta antes de dar, ou o corte faltou ou foi feito com baralhador.",
            "No card was burned before the deal, or the cut was left out or made with a shuffler.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "SD-DEAL",
            "SD R8-10; 000 n.16",
            "As cartas não foram dadas pela ordem da regra, ou a última da banca não ficou"
            " descoberta.",
            "The cards were not dealt in the rule's order, or the bank's last card was not face"
            " up.",
        ),
        code(
            "SD-2X",
            "SD R11, R13",
            "A segunda aposta não é o dobro da inicial, voltou-se atrás num passo, ou quem passou"
            " não foi recolhido.",
            "The second bet is not twice the initial one, a pass was reversed, or the passer was"
            " not collected.",
        ),
        code(
            "SD-SHOWN",
            "SD R12, R22",
            "Um jogador mostrou as suas cartas e não perdeu a aposta.",
            "A player showed his cards and did not lose the bet.",
            evidence="W",
            manual=True,
        ),
        code(
            "SD-OUT",
            "SD R17",
            "Jogou-se num lugar cujo jogador tinha ficado impedido de jogar.",
            "Play went on at a place whose player had been barred from playing.",
            evidence="EW",
            severity="ordinary",
        ),
        code(
            "SD-QUAL",
            "SD R15; 003 n.7",
            "A banca jogou com menos de ás e rei, ou não jogou e não pagou ao par a aposta"
            " inicial.",
            "The bank played below ace-king, or did not play and did not pay the initial bet even"
            " money.",
        ),
        code(
            "SD-PAY",
            "SD R30-31; 003 n.8, n.10",
            "A segunda aposta não foi paga pela tabela, ou a inicial ao par.",
            "The second bet was not paid by the table, or the initial one even money.",
        ),
        code(
            "SD-CMP",
            "SD R26-29; 000 n.6-7",
            "A mão foi comparada com a da banca contra as regras: pagou-se uma perda, ou"
            " recolheu-se uma vitória ou um empate.",
            "The hand was compared with the bank's against the rules: a loss was paid, or a win or"
            " a tie was collected.",
        ),
        code(
            "SD-CAP",
            "SD R33; 000 n.15",
            "Os prémios do golpe excederam o máximo aprovado.",
            "The prizes of the round exceeded the approved maximum.",
            evidence="EC",
        ),
        code(
            "SD-MIS",
            "SD R34; 000 n.19",
            "Houve erro na distribuição das cartas e a jogada não foi anulada.",
            "There was an error in the deal and the round was not voided.",
        ),
        code(
            "SD-ABST",
            "SD R25; 000 n.22",
            "Um jogador conservou o lugar depois de três jogadas sem apostar, não havendo lugares"
            " livres.",
            "A player kept his seat after three rounds without a bet while no seat was free.",
            evidence="W",
            severity="information",
        ),
        code(
            "SD-JP-COMM",
            "SD R35",
            "O prémio acumulado esteve em jogo sem comunicação prévia.",
            "The jackpot was in play without prior communication.",
            evidence="EC",
            of_table=("acumulado_comunicado",),
        ),
        code(
            "SD-JP-VAL",
            "SD R37",
            "O valor da aposta no acumulado ou a taxa de incremento não é o fixado.",
            "The jackpot bet's value or its increment rate is not the one fixed.",
            evidence="EC",
            of_table=("acumulado_aposta", "acumulado_ppm"),
        ),
        code(
            "SD-JP-COMB",
            "SD R40",
            "As combinações ou as proporções do acumulado não são as aprovadas.",
            "The jackpot's combinations or shares are not those approved.",
            evidence="EC",
            of_table=("acumulado_combinacoes", "acumulado_fixos"),
        ),
        code(
            "SD-JP-BASE",
            "SD R41; 000 n.10",
            "O valor de arranque do acumulado é inferior a 10 000 vezes a aposta nele.",
            "The jackpot's starting value is below 10,000 times the jackpot bet.",
            of_table=(),
        ),
        code(
            "SD-JP-MAIN",
            "SD R39",
            "Apostou-se no acumulado sem aposta no jogo principal.",
            "A jackpot bet was placed without a main bet.",
        ),
        code(
            "SD-JP-MARK",
            "SD R38 b; 000 n.4 b",
            "Na marcação manual recolheram-se fichas sem deixar a marca de cada apostador.",
            "In manual marking the chips were collected without a marker for each bettor.",
            evidence="W",
            severity="ordinary",
            manual=True,
        ),
        code(
            "SD-JP-UNQ",
            "SD R40; 003 n.12",
            "O acumulado não foi pago porque a banca não foi a jogo ou o jogador perdeu.",
            "The jackpot was not paid because the bank did not play or the player lost.",
        ),
        code(
            "SD-JP-EXP",
            "SD R42; 000 n.11",
            "As cartas do ganhador do acumulado foram recolhidas antes do pagamento.",
            "The jackpot winner's cards were collected before the payment.",
        ),
        code(
            "SD-JP-SPLIT",
            "SD R32; 000 n.12",
            "Com vários ganhadores do acumulado, a ordem, o remanescente ou a divisão de um prémio"
            " está errada.",
            "With several jackpot winners the order, the remainder or the division of a prize is"
            " wrong.",
        ),
        code(
            "SD-ONL",
            "SD R52",
            "Não houve aviso e tempo suplementar, ou a aposta inicial não se perdeu depois deles.",
            "No warning and extra time were given, or the initial bet was not lost after them.",
        ),
    )
)

STUD_POKER: Final[dict[str, Code]] = dict(
    (
        code(
            "ST-ANTE",
            "ST R7-9",
            "Falta a aposta inicial, a adicional não é o dobro, apostou-se noutra mão, ou no"
            " progressivo depois da primeira carta.",
            "There is no initial bet, the additional one is not double, a bet lies on another"
            " hand, or a progressive bet came after the first card.",
        ),
        code(
            "ST-QUAL",
            "ST R12",
            "O pagador não tinha ás e rei, e a adicional não foi devolvida ou a inicial não foi"
            " paga ao par.",
            "The dealer was below ace-king, and the additional bet was not returned or the initial"
            " one not paid even money.",
        ),
        code(
            "ST-PAY",
            "ST R15",
            "A adicional não foi paga pela tabela, ou excedeu-se o máximo por jogo.",
            "The additional bet was not paid by the table, or above the maximum per game.",
            of_table=("multiplicador_real",),
        ),
        code(
            "ST-SUIT",
            "ST R5, R17",
            "Não se usou a ordem dos naipes onde a regra a manda usar.",
            "The order of suits was not used where the rule asks for it.",
        ),
        code(
            "ST-JP-SHARE",
            "ST R18",
            "O prémio progressivo não é o maior entre a soma fixa e a percentagem, ou a soma fixa.",
            "The progressive prize is not the larger of fixed sum and share, or the fixed sum.",
            of_table=("acumulado_combinacoes",),
        ),
        code(
            "ST-JP-FIX",
            "ST R19",
            "As somas fixas do progressivo não constam dos parâmetros da mesa, ou pagou-se outra"
            " soma.",
            "The progressive's fixed sums are absent from the table's parameters, or others were"
            " paid.",
            evidence="EC",
            of_table=("acumulado_fixos",),
        ),
        code(
            "ST-JP-ORD",
            "ST R20-23",
            "Com vários ganhadores do progressivo, a ordem ou a divisão está errada.",
            "With several winners of the progressive, the order or the division is wrong.",
        ),
        code(
            "ST-JP-RESET",
            "ST R24",
            "Depois do prémio o progressivo não ficou no maior entre o mínimo e o que restava.",
            "After the award the progressive is not the larger of the minimum and what was left.",
        ),
        code(
            "ST-VOID",
            "ST R25-26",
            "Não se anulou uma distribuição errada ou com duas cartas expostas, ou anulou-se por"
            " uma só.",
            "A wrong deal or two exposed cards did not void the round, or one exposed card did.",
        ),
        code(
            "ST-CARRY",
            "ST R25, R28",
            "As apostas no progressivo de uma jogada nula não passaram à seguinte como a regra"
            " manda.",
            "The progressive bets of a void round were not carried to the next as the rule orders.",
        ),
        code(
            "ST-NOBET",
            "ST R27",
            "Contou uma mão dada a quem não tinha apostado.",
            "A hand dealt to one who had not bet counted.",
        ),
    )
)

DESAFIO_AO_CASINO: Final[dict[str, Code]] = dict(
    (
        code(
            "DC-TIE",
            "DC R11-12",
            "O empate não foi pago a 10 para 1, ou não se ofereceu perder metade ou o desafio.",
            "The tie was not paid 10 to 1, or half-loss or challenge was not offered.",
        ),
        code(
            "DC-WAR",
            "DC R13-14",
            "No desafio não se queimaram três cartas, as apostas não foram iguais, ou faltou a"
            " aposta extra no empate.",
            "In the challenge three cards were not burnt, the stakes were not equal, or the extra"
            " ante on a tie is missing.",
        ),
        code(
            "DC-SHOE",
            "DC R4",
            "A carta de aviso não ficou antes das últimas doze.",
            "The warning card is not before the last twelve.",
            evidence="W",
            severity="ordinary",
        ),
    )
)
