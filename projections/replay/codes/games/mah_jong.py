"""Faults of mah-jong."""

from typing import Final

from projections.replay.codes.code import Code, code

CODES: Final[dict[str, Code]] = dict(
    (
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
    )
)
