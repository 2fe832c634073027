"""Faults that any game, table or source can show."""

from typing import Final

from projections.replay.codes.code import Code, code

CODES: Final[dict[str, Code]] = dict(
    (
        code(
            "INT-SIG",
            "practice: Denmark SAFE, Netherlands KSA CDB v1.1x, Spain DGOJ, Greece HGC",
            "Falta a assinatura, ou é inválida, ou a chave é desconhecida, revogada ou caducada.",
            "The signature is missing or invalid, or its key is unknown, revoked or expired.",
        ),
        code(
            "INT-CHAIN",
            "practice: Netherlands KSA CDB v1.1x",
            "A cadeia de eventos da fonte está quebrada: falta um número, repete-se ou vem"
            " fora de ordem.",
            "The source's chain of events is broken: a number is missing, repeated or out of"
            " order.",
        ),
        code(
            "INT-SILENT",
            "MÁQ R25; practice: Louisiana III-2825",
            "A fonte calou-se, estando aberta, por mais tempo do que o seu sinal de vida permite.",
            "The source was silent while open for longer than its heartbeat allows.",
            evidence="D",
        ),
        code(
            "INT-CLOCK",
            "practice: Denmark SAFE, Netherlands KSA CDB v1.1x",
            "O relógio da fonte não está certo, o evento vem do futuro ou chega a um dia já"
            " fechado.",
            "The source's clock is wrong, the event comes from the future, or it reaches a day"
            " already closed.",
            severity="ordinary",
        ),
        code(
            "INT-CKPT",
            "practice: C2SP tlog-checkpoint",
            "O ponto de controlo do registo não foi selado ou entregue a tempo, ou contradiz o"
            " anterior.",
            "The log's checkpoint was not sealed or handed over in time, or contradicts the"
            " previous one.",
        ),
        code(
            "INT-CORR",
            "practice: Netherlands KSA CDB v1.1x, Spain DGOJ",
            "A correção não tem alvo, motivo ou segunda aprovação, ou corrige-se em círculo.",
            "The correction lacks its target, its reason or a second approver, or corrections form"
            " a loop.",
        ),
        code(
            "INT-FOLD",
            "practice: Razão, DECISIONS (running)",
            "Um evento autêntico não pôde ser lançado nas contas: o que assenta nele não"
            " está provado.",
            "An authentic event could not be folded into the figures: what rests on it is not"
            " proved.",
        ),
        code(
            "INT-SCHEMA",
            "practice: Spain DGOJ",
            "O tipo ou a versão do evento não era conhecido à sua data.",
            "The event's type or version was unknown at its date.",
            severity="ordinary",
        ),
        code(
            "REG-MOD",
            "Art. 2 n.1, 2 n.2, 2 n.3",
            "Jogou-se uma modalidade que não está na lista ou não foi admitida.",
            "A game was played that is not on the list or was not admitted.",
            evidence="C",
        ),
        code(
            "REG-RULE",
            "Art. 2 n.3",
            "A jogada decorreu com regras ou tabela de pagamentos que não estavam em vigor.",
            "The round was played under rules or a pay table that were not in force.",
            evidence="C",
        ),
        code(
            "REG-LIMIT-CHG",
            "RA R21, BJ R8, SD R19, NB R64, 001 n.22",
            "Um limite foi alterado durante o jogo ou sem aviso.",
            "A limit was changed during play or without notice.",
            evidence="C",
            severity="ordinary",
        ),
        code(
            "BET-LATE",
            "RA R16, RF R16, BJ R62, CU R3, PB R22, BO R5, RS R7, P3 R18, PK IV.23, CF R13-14; "
            "RA R49, RF R43, BF R33, BJ R70, PB R87, SD R48",
            "A aposta foi feita ou alterada depois de fechadas as apostas.",
            "The bet was placed or changed after the bets were closed.",
        ),
        code(
            "BET-EARLY",
            "RA R15, R30; RF R15, R21; CU R4",
            "As apostas abriram antes de terminados os pagamentos da jogada anterior.",
            "Betting opened before the previous round's payments had ended.",
            severity="ordinary",
        ),
        code(
            "BET-MIN",
            "RA R21, RF R19, BF R8, R12, BJ R8, R17, PB R8, PM R8, SD R8, R21, NB R62, ST R7; "
            "001 n.20, 000 n.13, M5 A10 a",
            "A aposta é inferior ao mínimo da chance.",
            "The stake is below the minimum of its chance.",
        ),
        code(
            "BET-MAX",
            "RA R21, RF R20, BF R8, R12, BJ R8, PB R8, PM R8, SD R8, R21, NB R63, ST R7; 001 "
            "n.21, 000 n.13, M5 A10 a",
            "A aposta é superior ao máximo da chance.",
            "The stake is above the maximum of its chance.",
        ),
        code(
            "BET-MULT",
            "BJ R17, BF R8, CF R19, CR R23, RA R21 c",
            "O valor da aposta não é um múltiplo permitido.",
            "The stake is not a permitted multiple.",
            severity="ordinary",
        ),
        code(
            "PAY-DIFF",
            "RA R42, RF R33, BF R26, CR R20, R22, R24, CU R8, BJ R39, R45-48, CF R120, PB "
            "R30-31, PM R38, R40, SD R30-31, NB R43, ST R15, BI R6-7, MÁQ R13, DC R9, R11, P3 "
            "R24, BO R8, MJ R30, R68, PK IV.24, RS R10",
            "O que se pagou não é o que as regras mandam: a mais, a menos ou a outra pessoa.",
            "What was paid is not what the rules give: too much, too little, or to somebody else.",
        ),
        code(
            "PAY-ORDER",
            "RA R37, RF R26, BF R15, R24, BO R10, ST R20, CF R122",
            "Os pagamentos não seguiram a ordem das regras.",
            "The payments did not follow the order of the rules.",
            severity="information",
        ),
        code(
            "PAY-NONE",
            "RA R37, BF R24",
            "A jogada fechou sem que um ganhador fosse pago ou uma aposta perdida recolhida.",
            "The round was closed with a winner unpaid or a losing stake uncollected.",
        ),
        code(
            "VOID-BAD",
            "RA R35, RF R27, BF R22, CR R18, CU R5, PB R34, SD R34, NB R66, ST R25-28, BI R55, "
            "R57, BO R13-14, RS R8; RA R53, RF R47, BF R36, CR R33, CU R18, BJ R74, PB R91, SD "
            "R53, OH R68, SI R85, BI R98, MÁQ R36",
            "A jogada foi anulada sem fundamento nas regras, ou apesar de o seu resultado constar"
            " do registo.",
            "The round was voided without a ground in the rules, or although its outcome stands in"
            " the log.",
        ),
        code(
            "VOID-MISS",
            "RA R35, RF R27, BF R22, CR R18, CU R5, PB R34, SD R34, NB R66, ST R25-28, BI R55, "
            "R57, BO R13-14, RS R8; RA R53, RF R47, BF R36, CR R33, CU R18, BJ R74, PB R91, SD "
            "R53, OH R68, SI R85, BI R98, MÁQ R36",
            "Havia fundamento para anular a jogada e ela não foi anulada.",
            "There was a ground to void the round and it was not voided.",
        ),
        code(
            "VOID-REFUND",
            "RA R55, RF R49, BF R38, CR R35, CU R20, BJ R74, PB R91, SD R53, OH R68, SI R85, BI "
            "R55, R57, R98, MÁQ R36",
            "A jogada foi anulada sem devolver por inteiro o que se apostou.",
            "The round was voided without returning in full what was staked.",
        ),
        code(
            "VOID-NET",
            "RA R54, RF R48, BF R37, CR R34, CU R19, BJ R75, PB R92, SD R54, OH R69, SI R86,"
            " BI R99, MÁQ R37",
            "A jogada online foi anulada por falha da rede ou do equipamento do jogador, o que não"
            " a anula.",
            "The online round was voided for a fault of the player's network or equipment, which"
            " voids nothing.",
        ),
        code(
            "STAFF-1H",
            "RA R34, RF R24, R34, BF R21",
            "O mesmo lançador ou pagador esteve em funções mais de uma hora seguida.",
            "The same thrower or dealer served for more than an hour at a stretch.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "STAFF-MIN",
            "RA R2, RF R3, BF R3, CR R3",
            "A mesa esteve aberta sem o pessoal exigido.",
            "The table was open without the required staff.",
            evidence="W",
            severity="ordinary",
            of_table=(),
        ),
        code(
            "EQ-BAD",
            "RA R33, RF R23, BJ R5, CF R4, PB R3, SD R3, NB R3",
            "O material foi substituído sem registo, ou não se substituiu o baralho inteiro por"
            " causa de uma carta.",
            "Equipment was replaced without record, or not the whole deck was replaced for one bad"
            " card.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "RES-IMPOSS",
            "RA R8, RF R8, BF R5-6, CR R6, R8, CU R1, BJ R2, CF R3, PB R3, PM R3, SD R2, NB R3, "
            "OH R2, SI R3, ST R2, BI R21, DC R2, P3 R2, BO R2, MJ R4, R47, PK II.2, RS R3; 001 "
            "n.4, 003 n.2, M5 A1",
            "O resultado é impossível com o material do jogo: carta repetida, número que não"
            " existe, dois resultados da mesma bola.",
            "The result is impossible with the game's material: a card dealt twice, a number that"
            " does not exist, two results of one ball.",
        ),
        code(
            "RES-STAT",
            "practice: Maryland 36.05.03.25",
            "Os resultados ou a retenção saem da faixa que o acaso explica.",
            "The outcomes or the hold lie outside the band that chance explains.",
            evidence="T",
            severity="ordinary",
        ),
        code(
            "CREDIT",
            "BI R39, CF R15, SD R21, NB R61",
            "Jogou-se a crédito, com cheque, de viva voz ou com outro meio que as regras proíbem.",
            "Play was on credit, by cheque, by word of mouth or by another means that the rules"
            " forbid.",
        ),
        code(
            "COLL",
            "NB R45, R48, SD R17-18, R24; ST R16; M5 A11 f",
            "Houve acordo entre jogadores, jogo em conjunto, empréstimo, divisão do pote ou"
            " conselhos.",
            "Players agreed with one another, played jointly, lent, split a pot or gave advice.",
            evidence="W",
            severity="ordinary",
            manual=True,
        ),
        code(
            "ONL-TIME",
            "RA R48, RF R42, BF R32, BJ R69, PB R86, SD R47",
            "Na mesa partilhada online o tempo de apostas não foi o que está fixado para todos.",
            "At the shared online table the betting time was not the one set for all.",
            severity="ordinary",
        ),
        code(
            "ONL-HIST",
            "RA R56, RF R50, BF R39, CR R36, CU R21, BJ R76, PB R93, SD R55, OH R71, SI R88,"
            " BI R100, MÁQ R34",
            "O histórico do jogador não contém todas as suas jogadas.",
            "The player's history does not hold all of his rounds.",
            severity="ordinary",
        ),
        code(
            "ONL-DEMO",
            "RA R59, RF R53, BF R42, CR R39, CU R24, BJ R80, PB R96, SD R58, OH R74, SI R91,"
            " BI R102, MÁQ R39",
            "O jogo de demonstração deu como prémio algo mais do que continuar a jogar de graça.",
            "Demonstration play awarded something other than free play.",
            severity="ordinary",
        ),
        code(
            "ONL-EXCL",
            "RA R57-58, RF R51-52, BF R40-41, CR R37-38, CU R22-23, BJ R77-79, PB R94-95,"
            " SD R56-57, OH R72-73, SI R89-90, BI R101, MÁQ R35",
            "A sessão do jogador foi terminada ou restringida fora dos casos previstos, ou sem"
            " diagnóstico acreditado.",
            "The player's session was ended or restricted outside the listed grounds, or without"
            " an accredited diagnosis.",
            severity="ordinary",
        ),
        code(
            "ONL-NONE",
            "Art. 2 n.1, 2 n.2",
            "Jogou-se online uma modalidade que não tem variante online.",
            "A game that has no online variant was played online.",
        ),
        code(
            "ONL-INFO",
            "RA R60, RF R54, BF R43, CR R40, CU R25, BJ R72, R81, PB R89, R97, SD R50, R59,"
            " OH R70, R75, SI R87, R92, BI R94, R103, MÁQ R29-31, R40",
            "Não se mostraram ao jogador as regras, as opções, os dados obrigatórios ou a via de"
            " reclamação.",
            "The rules, the options, the required display or the complaint route were not shown to"
            " the player.",
            evidence="W",
            severity="ordinary",
            manual=True,
        ),
        code(
            "CLAIM-NOREC",
            "BI R61 j",
            "A reclamação ou a sua decisão não consta do registo.",
            "The claim or its decision is missing from the record.",
            severity="ordinary",
        ),
    )
)
