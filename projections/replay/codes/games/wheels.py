"""Faults of the roulettes, of boule and of roda da sorte."""

from typing import Final

from projections.replay.codes.code import Code, code

ROULETTE: Final[dict[str, Code]] = dict(
    (
        code(
            "RA-WHEEL",
            "RA R3-4; RF R4",
            "A numeração do cilindro não é uma das ordens da regra, ou o duplo zero está noutra"
            " ordem que não a americana.",
            "The wheel's numbering is not one of the orders of the rule, or it has the double zero"
            " without the American order.",
            evidence="C",
            of_table=("roda", "prato"),
        ),
        code(
            "RA-R21",
            "RA R21 a-b; RF R20",
            "O máximo de uma chance excede o múltiplo do mínimo que a regra permite.",
            "A chance's maximum exceeds the multiple of its minimum that the rule allows.",
            evidence="EC",
            of_table=("minimos", "maximos"),
        ),
        code(
            "RA-SER",
            "RA R20, R21 c",
            "A aposta em série (grande, pequena ou órfãos) tem valor ou composição errados, ou o"
            " cilindro não a admite.",
            "A series bet (grande, pequena or órfãos) has a wrong amount or composition, or the"
            " wheel does not admit it.",
        ),
        code(
            "RA-NB",
            "RA R20 b, R21 d",
            "A aposta em vizinhos não tem 3, 5 ou 7 números seguidos no cilindro, ou excede com o"
            " pleno o máximo do número.",
            "A neighbours bet is not on 3, 5 or 7 numbers adjacent on the wheel, or exceeds with"
            " the pleno the number's maximum.",
        ),
        code(
            "RA-GEOM",
            "RA R18-19; RF R17-18",
            "A aposta cobre números que não são vizinhos no pano.",
            "The bet covers numbers that are not adjacent on the cloth.",
        ),
        code(
            "RA-COLOR",
            "RA R22, R26",
            "Dois jogadores têm fichas da mesma cor, um jogador tem duas cores, ou a cor não tem"
            " valor registado.",
            "Two players have chips of one colour, one player has two, or the colour has no"
            " recorded value.",
        ),
        code(
            "RA-3G",
            "RA R25",
            "Um jogador conservou a cor depois de três golpes sem apostar, havendo quem esperasse.",
            "A player kept his colour after three rounds without a bet while others waited.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "RA-CHIPVAL",
            "RA R10, R28-29",
            "Usaram-se fichas com valor em chances onde são proibidas, ou fichas de outra mesa.",
            "Value chips were used on chances where they are forbidden, or chips of another table.",
            evidence="W",
            severity="ordinary",
            manual=True,
        ),
        code(
            "RA-LATECHIP",
            "RA R27",
            "Fichas sem valor facial entregues fora de tempo foram trocadas por outro valor que não"
            " o mínimo da mesa.",
            "Chips without a face value, handed in late, were redeemed at another value than the"
            " table's minimum.",
            evidence="W",
        ),
        code(
            "RA-DIR",
            "RA R30-31; RF R22",
            "O sentido do lançamento não alternou, ou o cilindro girou no sentido da bola.",
            "The direction of the throw did not alternate, or the wheel turned with the ball.",
            evidence="EW",
            severity="ordinary",
        ),
        code(
            "RA-BALL",
            "RA R32; RF R11",
            "A bola não foi trocada de hora a hora, ou a troca não foi anunciada.",
            "The ball was not changed every hour, or the change was not announced.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "RA-NUL",
            "RA R35; RF R27",
            "Pagou-se um golpe nulo, ou a bola não voltou ao número anterior antes de novo"
            " lançamento.",
            "A null coup was paid, or the ball was not put back on the previous number before the"
            " new throw.",
        ),
        code(
            "RA-ZERO",
            "RA R39; RF R29",
            "Saiu o zero e não se recolheu uma chance simples, dúzia, coluna ou cavalo de dúzias"
            " ou colunas.",
            "Zero came and a simple chance, dozen, column or a cavalo of these was not collected.",
        ),
        code(
            "RA-PAY",
            "RA R42; RF R33",
            "A chance ganhadora não foi paga na proporção da regra.",
            "The winning chance was not paid at the rule's odds.",
        ),
        code(
            "RA-JOINT",
            "RA R41; RF R25, R30",
            "Os prémios do mesmo jogador não foram pagos em conjunto.",
            "The prizes of one player were not paid together.",
            evidence="W",
            severity="ordinary",
            manual=True,
        ),
        code(
            "RF-CALL",
            "RF R40-41",
            "A aposta anunciada não cobre os números que a regra lhe dá, ou foi aceite fora do jogo"
            " online.",
            "The call bet does not cover the numbers that the rule gives it, or was taken outside"
            " online play.",
        ),
    )
)

BOULE_AND_RODA_DA_SORTE: Final[dict[str, Code]] = dict(
    (
        code(
            "BO-PAY",
            "BO R8-10",
            "A chance ganhadora não foi paga na proporção da regra, ou a estrela não fez perder as"
            " outras.",
            "The winning chance was not paid at the rule's odds, or the star did not make the"
            " others lose.",
        ),
        code(
            "BO-BELL",
            "BO R5",
            "Apostou-se depois do toque da campainha.",
            "A bet was placed after the bell.",
            evidence="W",
        ),
        code(
            "BO-DIR",
            "BO R6",
            "A bola não foi lançada da direita para a esquerda com o prato em sentido contrário.",
            "The ball was not thrown right to left against the plate.",
            evidence="EW",
            severity="ordinary",
        ),
        code(
            "BO-NUL",
            "BO R13-15",
            "Contou um lançamento nulo, ou mudaram-se apostas já marcadas antes de o repetir.",
            "A null throw counted, or marked bets were changed before it was repeated.",
            evidence="W",
            manual=True,
        ),
        code(
            "RS-TURN",
            "RS R8",
            "A roda deu menos de três voltas e o giro não foi repetido.",
            "The wheel made fewer than three turns and was not spun again.",
            evidence="W",
            severity="ordinary",
            manual=True,
        ),
        code(
            "RS-PAY",
            "RS R3, R10",
            "A secção ganhadora não foi paga na proporção da regra.",
            "The winning section was not paid at the rule's odds.",
        ),
    )
)
