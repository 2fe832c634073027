"""Faults of stud poker, desafio ao casino and póquer de 3 cartas."""

from typing import Final

from projections.replay.codes.code import Code, code

CODES: Final[dict[str, Code]] = dict(
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
        code(
            "P3-BANK",
            "P3 R13-14, R17, R19",
            "A banca ficou além de duas jogadas sem acordo, passou a quem não apostou, foi"
            " reduzida ou jogou além do capital.",
            "The bank was held beyond two rounds without consent, passed to one without a bet,"
            " reduced, or played beyond its capital.",
        ),
        code(
            "P3-DEAL",
            "P3 R15-16, R21",
            "Não se deram oito mãos de três cartas, começou-se no lugar errado, ou contaram dados"
            " mal assentes.",
            "Not eight hands of three cards were dealt, the start seat is not the dice sum, or"
            " dice that were not flat counted.",
        ),
        code(
            "P3-RANK",
            "P3 R4-10",
            "Não se usou a ordem das combinações, das cartas ou dos naipes da regra.",
            "The rule's ranking of hands, cards or suits was not used.",
        ),
        code(
            "P3-COM",
            "P3 R29",
            "A comissão não é 5 % dos prémios.",
            "The commission is not 5 % of the prizes.",
        ),
        code(
            "P3-SHUF",
            "P3 R11",
            "As cartas não foram baralhadas à máquina antes da jogada.",
            "The cards were not shuffled by machine before the round.",
            evidence="W",
            severity="ordinary",
            manual=True,
        ),
    )
)
