"""Faults of the three baccarats."""

from typing import Final

from projections.replay.codes.code import Code, code

CODES: Final[dict[str, Code]] = dict(
    (
        code(
            "PB-R8",
            "PB R8; PM R8, R39",
            "O máximo excede 70 vezes o mínimo no ponto e na banca, 15 no empate ou 8 nos pares,"
            " ou o prémio autorizado por golpe.",
            "The maximum exceeds 70 times the minimum on ponto and banca, 15 on the tie or 8 on"
            " pairs, or the prize authorised per coup.",
            evidence="EC",
            of_table=("minimos", "maximos", "diferenca_maxima"),
        ),
        code(
            "PB-DECK",
            "PB R3, R15 b",
            "O número de baralhos não é o da mesa: 6 na simples, 8 na dupla, 6 na dupla com"
            " baralhador.",
            "The number of decks is not the table's: 6 single, 8 double, 6 double with a shuffler.",
            of_table=("mesa", "baralhos", "baralhador"),
        ),
        code(
            "PB-SHOE",
            "PB R16-17, R24; PM R16-17, R24",
            "A carta de corte ficou mal colocada, faltou queimar cartas, ou jogou-se depois da"
            " carta de aviso.",
            "The cut-card was misplaced, cards were not burnt, or a coup began after the warning"
            " card.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "PB-3RD",
            "PB R25; PM R25",
            "A terceira carta não seguiu a tabela.",
            "The third card did not follow the table.",
        ),
        code(
            "PB-CONTRA",
            "PB R21",
            "A aposta complementar contraria a do titular do lugar, ou excede o máximo.",
            "A complement bet goes against the seat holder's, or exceeds the maximum.",
        ),
        code(
            "PB-PAIR",
            "PB R20, R31",
            "O par não foi pago a 11 para 1, ou contou um par que não é da mesma figura ou número.",
            "The pair was not paid 11 to 1, or a pair counted whose cards are not the same face or"
            " number.",
        ),
        code(
            "PB-COMM",
            "PB R32; PM R41",
            "Aplicaram-se as duas deduções à banca, ou uma que não foi comunicada.",
            "Both deductions from the bank's wins were applied, or one that was not notified.",
            evidence="EC",
            of_table=("deducao", "deducao_comunicada"),
        ),
        code(
            "PB-TIE",
            "PM R38; PB R30",
            "O empate não foi pago a 8 para 1, ou perderam-se no empate as apostas no ponto e na"
            " banca.",
            "The tie was not paid 8 to 1, or stakes on ponto and banca were lost on a tie.",
        ),
        code(
            "PB-NUL",
            "PB R34; PM R43",
            "Anulou-se o golpe, apesar de o lapso poder ser corrigido.",
            "The coup was voided although the lapse could be corrected.",
        ),
        code(
            "CF-BANK",
            "CF R7, R15, R19, R33",
            "A banca é inferior ao mínimo, as apostas excedem a banca, não são múltiplos do"
            " mínimo, ou foram verbais.",
            "The bank is below the minimum, or the stakes exceed the bank, are no multiples of the"
            " minimum, or were verbal.",
        ),
        code(
            "CF-GARAGE",
            "CF R9, R20",
            "O banqueiro retirou da banca fora do golpe ou da proporção que as regras permitem.",
            "The banker withdrew from the bank at a coup or in a proportion that the rules do not"
            " allow.",
        ),
        code(
            "CF-BANCO",
            "CF R21-32",
            "Não se respeitou a prioridade do bancô.",
            "The priority of bancô was not respected.",
        ),
        code(
            "CF-HAND",
            "CF R35-36",
            "As cartas foram dadas a quem não tinha a maior aposta nem a prioridade.",
            "The hand was given to one who had neither the largest bet nor the priority.",
        ),
        code(
            "CF-MIN4",
            "CF R48",
            "Jogou-se com menos de quatro jogadores sentados.",
            "Play went on with fewer than four seated players.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "CF-PLACE",
            "CF R53-55, R57",
            "Um lugar reservado foi dado a outro, ou um lugar vago foi dado antes de quem o tinha"
            " pedido primeiro.",
            "A reserved seat was given to another, or a vacant one before those who had asked for"
            " it earlier.",
            evidence="EW",
            severity="ordinary",
        ),
        code(
            "CF-SHOE",
            "CF R45, R51, R104 d",
            "O corte, a carta de aviso, as cartas queimadas ou o último golpe não seguiram as"
            " regras.",
            "The cut, the warning card, the burnt cards or the last coup did not follow the rules.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "CF-PONTO",
            "CF R67",
            "O ponto pediu carta com 6 ou 7, ficou com menos de 5, ou não mostrou 8 ou 9.",
            "The ponto drew on 6 or 7, stood below 5, or did not show 8 or 9.",
        ),
        code(
            "CF-TABLE",
            "CF R70, R101-102",
            "O banqueiro não seguiu a tabela quando era obrigado.",
            "The banker did not follow the table where he was obliged to.",
        ),
        code(
            "CF-PASS",
            "CF R78-92",
            "Não se respeitaram as regras da passagem, do leilão ou da associação da banca.",
            "The rules of passing, auctioning or sharing the bank were not respected.",
        ),
        code(
            "CF-ERR",
            "CF R102-104",
            "O erro não foi remediado como as regras mandam.",
            "The error was not remedied as the rules order.",
        ),
        code(
            "CF-CLOSE",
            "CF R105",
            "Prolongou-se um sabot iniciado menos de vinte minutos antes do fecho.",
            "A shoe begun less than twenty minutes before closing was extended.",
            severity="ordinary",
        ),
        code(
            "CF-CAG",
            "CF R123",
            "A cagnotte não é a percentagem fixada.",
            "The cagnotte differs from the set percentage.",
        ),
    )
)
