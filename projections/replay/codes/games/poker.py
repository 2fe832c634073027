"""Faults of non-banked poker (Omaha, Hold'em, sintético) and of Macau's five-card poker."""

from typing import Final

from projections.replay.codes.code import Code, code

CODES: Final[dict[str, Code]] = dict(
    (
        code(
            "NB-SEATS",
            "NB R4, R8; 001 n.6",
            "A mesa tem um número de lugares que não é o da regra, ou dois jogadores num lugar.",
            "The table has a number of seats other than the rule's, or two players on one seat.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "NB-PLACE",
            "NB R9, R11, R13; 001 n.11-12, n.26",
            "Um lugar não foi sorteado ou passou à frente de quem o tinha pedido, ou um jogador"
            " mudou de mesa na sessão sem o poder fazer.",
            "A place was not drawn or went past those who had asked for it, or a player changed"
            " table within a sessão when he could not.",
            evidence="EW",
            severity="ordinary",
        ),
        code(
            "NB-MIN4",
            "001 n.24; OH R65, SI R79",
            "Começou-se ou continuou-se com jogadores a menos, ou a mesa não fechou 15 minutos"
            " depois da suspensão.",
            "Play began or went on with too few players, or the table was not closed 15 minutes"
            " after the suspension.",
        ),
        code(
            "NB-CAVE",
            "NB R14, R48 e, h; OH R8; 001 n.28",
            "O capital de um jogador não segue as regras: à entrada, no regresso, reforçado a meio"
            " da mão ou abaixo do mínimo.",
            "A player's stack breaks the rules: on entry, on return, added to within a hand, or"
            " left below the minimum.",
        ),
        code(
            "NB-LIM",
            "NB R62-63",
            "O mínimo não está entre 20 e 40 % do máximo, ou a aposta excede o limite da"
            " modalidade.",
            "The minimum is not 20 to 40 % of the maximum, or a bet exceeds the limit of its"
            " modality.",
            of_table=("minimum", "maximum"),
        ),
        code(
            "NB-RAKE",
            "NB R65; 001 n.7",
            "A percentagem ou o valor cobrado aos jogadores excede o permitido, ou mudou a"
            " modalidade de cobrança.",
            "The rake or fee charged to the players exceeds what is allowed, or its modality"
            " changed during the game.",
        ),
        code(
            "NB-RAKE-BOX",
            "contabilidade n.10; law: DL 422/89, art. 87 (Portugal)",
            "A soma das percentagens cobradas não é o que se contou na caixa.",
            "The sum of the rake differs from the count of its box.",
            evidence="W",
        ),
        code(
            "NB-SIDE",
            "NB R28, R40-41; 001 n.48-50, n.66",
            "Falta um pote lateral ou está errado, ou quem foi a tudo recebeu além da sua"
            " proporção.",
            "A side pot is missing or wrong, or an all-in player was paid more than his"
            " proportion.",
        ),
        code(
            "NB-EQ",
            "NB R39",
            "As apostas dos jogadores ativos não ficaram iguais no fim da volta.",
            "The active players' stakes were unequal at the end of the betting round.",
        ),
        code(
            "NB-RAISE",
            "OH R15-16; NB R26, R58 d, e",
            "O aumento está abaixo do mínimo ou acima do limite, repete-se além do permitido ou"
            " não foi anunciado.",
            "A raise is below the minimum or above the limit, one too many, after the player's own"
            " action, or unannounced.",
        ),
        code(
            "NB-TURN",
            "NB R23, R29, R33, R35, R37, R43; OH R13-14",
            "Um jogador falou fora da sua vez, depois de ter desistido ou de acabada a mão, ou não"
            " lhe foi dada a palavra.",
            "A player spoke out of turn, after giving up or after the hand had ended, or was not"
            " asked.",
            severity="ordinary",
        ),
        code(
            "NB-BLIND",
            "OH R10-12, R17-18",
            "As apostas obrigatórias não têm o valor da regra, ou não foram repostas as que"
            " faltaram.",
            "The blinds do not have the rule's value, or missed ones were not restored.",
        ),
        code(
            "NB-BTN",
            "NB R15",
            "O marcador não rodou de um lugar.",
            "The marker did not move on by one seat.",
            severity="ordinary",
        ),
        code(
            "NB-BURN",
            "NB R32-36, R57 g",
            "Não se queimou uma carta antes das cartas comuns, e o erro não foi remediado como a"
            " regra manda.",
            "No card was burned before the common cards, and it was not cured as the rule orders.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "NB-EXPO",
            "NB R57 d-h",
            "As cartas comuns descobertas antes de tempo não foram dadas de novo como a regra"
            " manda.",
            "Common cards exposed too soon were not dealt again as the rule orders.",
        ),
        code(
            "NB-MIS",
            "NB R66; SI R16",
            "Houve um dos erros que anulam a mão e ela não foi anulada.",
            "One of the errors that void the hand happened and it was not voided.",
        ),
        code(
            "NB-REST",
            "NB R47",
            "Um jogador descansou mais de duas mãos, ou ficou sentado três ou mais sem apostar.",
            "A player rested for more than two hands, or sat three or more without betting.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "NB-SHUF",
            "NB R16-17; SI R5-6",
            "Baralhou-se menos de três vezes, cortou quem não devia, ou queimou-se no sintético.",
            "There were fewer than three shuffles, the wrong person cut, or a card was burned in"
            " sintético.",
            evidence="EW",
            severity="ordinary",
        ),
        code(
            "NB-OUT",
            "NB R46; 001 n.58",
            "Continuou a jogar quem fora mandado abandonar a mesa.",
            "A player who had been told to leave the table played on.",
            severity="ordinary",
        ),
        code(
            "OH-23",
            "OH R1",
            "A mão de Omaha não tem exatamente duas cartas próprias e três comuns.",
            "The Omaha hand is not exactly two own and three common cards.",
        ),
        code(
            "SI-RANK",
            "SI R9-12",
            "Não se usou a ordem das combinações do póquer sintético.",
            "The ranking of póquer sintético was not used.",
        ),
        code(
            "SI-EST",
            "SI R13",
            "O estardilho foi feito depois de ver as cartas, ou o restardilho não é o dobro.",
            "The estardilho came after seeing cards, or the restardilho is not double.",
        ),
        code(
            "SI-TURN",
            "SI R17",
            "Descobriram-se cartas comuns a mais sem que se perdessem as voltas de apostas.",
            "Too many common cards were exposed without losing the betting rounds.",
        ),
        code(
            "NB-ONL",
            "OH R63, R65, R67; SI R79, R82-83",
            "Não houve aviso e tempo suplementar, o silêncio não valeu por passo, ou jogou-se com"
            " menos de dois.",
            "No warning and extra time were given, silence was not taken as passing, or fewer than"
            " two played.",
        ),
        code(
            "NB-SPLIT",
            "NB R55",
            "O pote não foi dividido até à ficha mais pequena, ou a parte maior não foi para a"
            " mão.",
            "The pot was not split down to the smallest chip, or the larger part did not go to the"
            " hand.",
        ),
        code(
            "M5-DECK",
            "M5 A1-2",
            "O baralho não tem 40 cartas, serviu mais de dez jogadas, ou foi mal cortado,"
            " queimado ou dado.",
            "The deck has not 40 cards, served more than ten rounds, or was cut, burned or dealt"
            " wrongly.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "M5-SEAT",
            "M5 A3",
            "O número de jogadores não está entre dois e sete, ou um ocupou dois lugares ou mudou"
            " de lugar.",
            "The number of players is not two to seven, or one held two seats or moved.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "M5-CAP",
            "M5 A6",
            "O capital de entrada é insuficiente, não foi reforçado quando devia, ou mudou a meio"
            " da jogada.",
            "The entry capital is too small, was not topped up when due, or changed within the"
            " round.",
        ),
        code(
            "M5-COM",
            "M5 A8-9",
            "A comissão inicial ou a percentagem do pote não é a da regra.",
            "The initial commission or the share of the pot is not the rule's.",
        ),
        code(
            "M5-OPEN",
            "M5 A10 b, A10 c, A10 d",
            "Não abriu nem desistiu quem mostrava a carta mais alta, ou falou-se fora da ordem.",
            "The highest card shown neither opened nor folded, or players spoke out of order.",
        ),
        code(
            "M5-RAISE",
            "M5 A10 b 3, A10 b 4",
            "O aumento é inferior à aposta anterior, ou veio depois de passar a palavra.",
            "A raise is below the previous bet, or came after a check.",
        ),
        code(
            "M5-2MIN",
            "M5 A11 b",
            "Um jogador levou mais de dois minutos a decidir e não se teve por desistente.",
            "A player took more than two minutes to decide and was not taken as folding.",
            severity="ordinary",
        ),
        code(
            "M5-KEY",
            "M5 A11 d",
            "A carta-chave foi exposta, e a mão não foi retirada ou a entrada não foi devolvida.",
            "The key card was exposed, and the hand was not folded or the ante not returned.",
        ),
        code(
            "M5-TIE",
            "M5 A4, A5",
            "Mãos iguais não dividiram por igual, ou o naipe serviu de desempate.",
            "Equal hands did not split equally, or suits were used to break the tie.",
        ),
    )
)
