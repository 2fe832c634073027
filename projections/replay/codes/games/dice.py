"""Faults of the dice games: banca francesa, craps, cussec."""

from typing import Final

from projections.replay.codes.code import Code, code

CODES: Final[dict[str, Code]] = dict(
    (
        code(
            "BF-HALF",
            "BF R8, R10",
            "A aposta de meio valor está fora dos seus limites, não é múltiplo de 10, ou o excesso"
            " contou como em jogo.",
            "A half-value bet is outside its limits, no multiple of 10, or its excess was treated"
            " as in play.",
        ),
        code(
            "BF-MAX",
            "BF R12",
            "O máximo excede 6 vezes o mínimo nos ases, ou 200 vezes no pequeno e no grande.",
            "The maximum exceeds 6 times the minimum on ases, or 200 times on pequeno and grande.",
            of_table=("minimos", "maximos"),
        ),
        code(
            "BF-DEC",
            "BF R13, R23",
            "A jogada terminou com um total que não decide, ou um total que decide não foi"
            " liquidado.",
            "The round ended on a total that decides nothing, or a deciding total was not settled.",
        ),
        code(
            "BF-ABAFO",
            "BF R20 d; Art. 3 I",
            "Tocou-se nos dados antes do anúncio, e recolheram-se apostas perdidas ou não se pagou"
            " um ganhador.",
            "The dice were touched before the announcement, and losers were collected or a winner"
            " left unpaid.",
            evidence="W",
            manual=True,
        ),
        code(
            "BF-SET",
            "BF R16-18",
            "O jogo de dados foi trocado durante a sessão, ou não rodou de hora a hora.",
            "The set of dice was changed during the session, or not rotated every hour.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "BF-COST",
            "BF R19",
            "O custo do exame dos dados foi cobrado ao jogador, apesar de a suspeita ter"
            " fundamento.",
            "The cost of testing the dice was charged to the player although the suspicion was"
            " founded.",
            evidence="W",
            manual=True,
        ),
        code(
            "BF-PAY",
            "BF R24, R26",
            "Os ases não foram pagos a 61 para 1 ou as outras chances ao par, ou pagou-se antes de"
            " recolher as perdas.",
            "Ases were not paid 61 to 1 or the other chances even money, or payment came before"
            " all losers were collected.",
        ),
        code(
            "BF-NUL",
            "BF R22",
            "Contou um lançamento que a regra declara nulo: dado fora, preso, a bater num objeto"
            " ou por lançar.",
            "A throw counted that the rule makes null: a die out, stuck, hitting an object or not"
            " thrown.",
            evidence="W",
            manual=True,
        ),
        code(
            "CR-SHOOT",
            "CR R12, R15",
            "O lançador não tinha aposta ou não era a sua vez, ou os dados não passaram depois do"
            " sete.",
            "The shooter had no bet or it was not his turn, or the dice did not pass after the"
            " seven.",
            severity="ordinary",
            evidence="W",
        ),
        code(
            "CR-2OF5",
            "CR R6, R11",
            "O lançador não escolheu dois dados de entre cinco.",
            "The shooter did not choose two dice out of five.",
            evidence="EW",
            severity="ordinary",
        ),
        code(
            "CR-ENTRY",
            "CR R14",
            "Um jogador entrou depois de estabelecido o ponto e retomados os lançamentos.",
            "A player came in after the point was established and the shooter had resumed.",
        ),
        code(
            "CR-LOCK",
            "CR R21",
            "Uma aposta pass, don't pass, come ou don't come foi mudada depois do primeiro"
            " lançamento.",
            "A pass, don't pass, come or don't come bet was moved or changed after its first"
            " throw.",
        ),
        code(
            "CR-ODDS",
            "CR R22 1.1",
            "A aposta odds excede a aposta simples, não tem ponto, ou foi paga acima do que a"
            " regra permite.",
            "An odds bet exceeds the flat bet, has no point, or was paid above the rule's odds.",
        ),
        code(
            "CR-BAR",
            "CR R20",
            "No don't pass ou don't come empatou um total que não é o fixado para a mesa (2 ou"
            " 12).",
            "In don't pass or don't come the barred total was not the table's own (2 or 12).",
            of_table=("bar",),
        ),
        code(
            "CR-PAY",
            "CR R20, R22, R24",
            "A aposta ganhadora não foi paga na proporção da regra.",
            "The winning bet was not paid at the rule's odds.",
        ),
        code(
            "CR-PLACE",
            "CR R23",
            "A aposta place não é múltiplo do mínimo, ou não há tabela aprovada para a pagar.",
            "A place bet is not a multiple of the minimum, or there is no approved table to pay"
            " it.",
            evidence="EC",
        ),
        code(
            "CR-LAST",
            "CR R17",
            "Iniciou-se uma jogada nos cinco minutos antes do fecho.",
            "A round was started within five minutes of closing.",
            severity="ordinary",
        ),
        code(
            "CR-NUL",
            "CR R18",
            "Contou um lançamento com um dado fora da mesa ou que não passou do meio.",
            "A throw counted with a die off the table or not past its middle.",
            evidence="W",
            manual=True,
        ),
        code(
            "CU-SEQ",
            "CU R2-3, R5",
            "A alavanca não foi premida três vezes, abriu-se antes da campainha, ou valeu um golpe"
            " com dados sobrepostos.",
            "The lever was not pressed three times, the cover was opened before the bell, or"
            " stacked dice counted.",
            evidence="EW",
        ),
        code(
            "CU-TRI",
            "CU R9",
            "Pagou-se o pequeno ou o grande com um triplo.",
            "Pequeno or grande was paid on a triple.",
        ),
        code(
            "CU-PAY",
            "CU R7-8",
            "A chance ganhadora não foi paga segundo a tabela da regra.",
            "The winning chance was not paid by the rule's table.",
        ),
    )
)
