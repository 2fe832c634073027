"""Faults of boule, roda da sorte, mah-jong and pai kao."""

from typing import Final

from projections.replay.codes.code import Code, code

CODES: Final[dict[str, Code]] = dict(
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
            evidence="W",
            severity="ordinary",
            manual=True,
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
        code(
            "MJ-SET",
            "MJ R3-5, R46-48",
            "O número de pedras ou de jogadores não é o da regra.",
            "The number of tiles or of players is not the rule's.",
        ),
        code(
            "MJ-WIN",
            "MJ R17-18, R59, R62",
            "Declarou-se mah-jong com uma mão que não o faz.",
            "A win was declared with a hand that is none.",
        ),
        code(
            "MJ-PRIO",
            "MJ R22, R26, R65",
            "A pedra jogada foi dada contra a prioridade.",
            "The discarded tile was given against the priority.",
        ),
        code(
            "MJ-FAN",
            "MJ R27-30, R66-68",
            "A contagem dos fán está errada, ou o banqueiro não pagou ou recebeu a dobrar.",
            "The count of fán is wrong, or the banker did not pay or receive double.",
        ),
        code(
            "MJ-CAP",
            "MJ R35, R72",
            "Um jogador ganhou mais do que o seu capital em jogo.",
            "A player won more than his own capital in play.",
        ),
        code(
            "MJ-LIAB",
            "MJ R36-41, R44-45, R73-74, R77",
            "Quem respondia pela pedra jogada não pagou, ou pagou quem não respondia.",
            "The liable discarder was not charged, or one who was not liable was.",
        ),
        code(
            "MJ-FALSE",
            "MJ R42-43, R75-76",
            "A indemnização por falso mah-jong não é a da regra.",
            "The indemnity for a false win is not the rule's.",
        ),
        code(
            "MJ-COM",
            "MJ R31, R69",
            "A comissão não segue a tabela aprovada.",
            "The commission does not follow the approved table.",
            evidence="EC",
        ),
        code(
            "PK-BANK",
            "PK R8-11",
            "A banca ficou além de duas jogadas, foi reduzida ou jogou além do capital.",
            "The bank was held for more than two rounds, reduced, or played beyond its capital.",
        ),
        code(
            "PK-DEAL",
            "PK R18-23",
            "Não se deram dez mãos de duas pedras pela ordem da regra, ou apostou-se depois dos"
            " dados.",
            "Not ten hands of two tiles were dealt in the rule's order, or bets came after the"
            " dice.",
        ),
        code(
            "PK-TIE",
            "PK R6, R27-28",
            "O empate ou o zero não foi para o banqueiro, ou contou mal uma combinação.",
            "A tie or a zero did not go to the banker, or a combination was counted wrongly.",
        ),
    )
)
