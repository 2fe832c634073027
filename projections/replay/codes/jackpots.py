"""Faults of the jackpot ledger, in every game."""

from typing import Final

from projections.replay.codes.code import Code, code

_INCREMENTS: Final = "MÁQ R18-19, BI R10"

CODES: Final[dict[str, Code]] = dict(
    (
        code(
            "JP-UNAPP",
            "MÁQ R18-20, BJ R54-58, SD R37, R40, ST R19, BI R9, R12",
            "Está em uso uma base, taxa, nível, tecto, combinação ou membro sem aprovação ou"
            " comunicação em vigor.",
            "A base, rate, level, ceiling, combination or member is in use without the approval or"
            " communication in force.",
            evidence="EC",
        ),
        code(
            "JP-RATECHG",
            "MÁQ R19, BJ R54, SD R37",
            "A taxa mudou com saldo em curso e sem aviso prévio, ou não se aplicou a do momento"
            " da aposta.",
            "The rate changed with a balance running and no prior notice, or stakes did not take"
            " the rate of their instant.",
            evidence="EC",
        ),
        code(
            "JP-INC",
            _INCREMENTS,
            "Os incrementos e a fração não são a taxa aplicada às apostas do ciclo.",
            "Increments and residue are not the rate applied to the stakes of the cycle.",
        ),
        code(
            "JP-DUP",
            _INCREMENTS,
            "Uma aposta incrementou o acumulado duas vezes.",
            "One stake incremented the pool twice.",
        ),
        code(
            "JP-MISS",
            _INCREMENTS,
            "Uma aposta que devia incrementar o acumulado não o fez.",
            "A qualifying stake did not increment the pool.",
        ),
        code(
            "JP-UNREAS",
            "practice: New Jersey 13:69D-1.39",
            "Um só incremento excede o máximo fixado.",
            "A single increment is above the set maximum.",
        ),
        code(
            "JP-DEC",
            "MÁQ R20-21",
            "O saldo do acumulado desceu sem um lançamento que o permita.",
            "The pool's balance fell with no posting that allows it.",
        ),
        code(
            "JP-NEG",
            "MÁQ R21",
            "Uma componente do acumulado é negativa.",
            "A component of the pool is below zero.",
        ),
        code(
            "JP-DISP",
            "BI R29, MÁQ R30 f; practice: South Dakota 20:18:17:24.02",
            "O valor mostrado ou o do controlador não é o do registo.",
            "The display or the controller differs from the ledger.",
            evidence="D",
        ),
        code(
            "JP-DISP-DEC",
            "practice: South Dakota 20:18:17:24.02",
            "A leitura do valor mostrado é inferior à anterior sem prémio, transferência ou"
            " correção.",
            "A reading is below the last one with no win, transfer or correction between.",
            evidence="D",
        ),
        code(
            "JP-CEIL",
            "MÁQ R21",
            "O valor mostrado excede o tecto, ou o excedente não ficou cativo.",
            "The shown value is above the ceiling, or the overflow was not kept.",
        ),
        code(
            "JP-HIT",
            "MÁQ R3",
            "O acumulado saiu fora do valor ou do intervalo comprometido.",
            "The jackpot was hit outside the value or range committed to.",
            evidence="D",
        ),
        code(
            "JP-WINBASIS",
            "ST R18, SD R40; jackpots n.13; practice: New Mexico 15.1.24.19",
            "O prémio não é o que a tabela do acumulado dá sobre a base e as contribuições.",
            "The prize is not what the pool's table gives on base and contributions.",
        ),
        code(
            "JP-SIMUL",
            "jackpots n.7",
            "De dois prémios no mesmo instante, o segundo não foi calculado sobre a base e os"
            " incrementos seguintes.",
            "Of two awards in one instant the second was not computed on base and later"
            " increments.",
        ),
        code(
            "JP-PAYLATE",
            "MÁQ R12",
            "O prémio ficou por pagar para além do prazo.",
            "The prize stayed unpaid beyond the set limit.",
        ),
        code(
            "JP-PAYDIFF",
            "BI R61 g",
            "O que se pagou do prémio não é o ganho menos o imposto retido.",
            "What was paid of the prize is not what was won less the tax withheld.",
        ),
        code(
            "JP-TAX",
            "BI R61 g",
            "O imposto retido no prémio não é o do perfil.",
            "The tax withheld from the prize is not the profile's.",
        ),
        code(
            "JP-RESET",
            "MÁQ R20, BJ R58, Art. 3 VII",
            "Depois do prémio total o acumulado não voltou à base aprovada, por conta do operador.",
            "After a full award the pool did not return to the approved base at the operator's"
            " cost.",
        ),
        code(
            "JP-LINK",
            "MÁQ R19",
            "As partes dos casinos num acumulado comum não se anulam.",
            "The casinos' shares of a linked pool do not net to zero.",
        ),
        code(
            "JP-XFER-MODEL",
            "MÁQ R23",
            "Transferiu-se para outro modelo ou tipo de aposta sem designação.",
            "The transfer went to another model or bet type without designation.",
            evidence="EC",
        ),
        code(
            "JP-XFER-VAL",
            "MÁQ R23",
            "O que saiu numa transferência não é o que entrou, componente a componente.",
            "What a transfer took out is not what it brought in, component by component.",
        ),
        code(
            "JP-XFER-WHY",
            "MÁQ R23",
            "A transferência não indica força maior nem motivo de estratégia.",
            "The transfer states neither force majeure nor a reason of strategy.",
        ),
        code(
            "JP-ORPHAN",
            "MÁQ R20, R23; practice: New South Wales, Gaming Machines Regulation 2019 cl. 82",
            "Retirou-se a máquina, o grupo ou a mesa, ficando saldo no acumulado.",
            "The machine, group or table was removed with a balance left.",
        ),
        code(
            "JP-BASE-REV",
            "MÁQ R20",
            "Uma parte do acumulado reverteu para o operador.",
            "Part of a pool was credited back to the operator.",
        ),
        code(
            "JP-COVER",
            "MÁQ R21",
            "O dinheiro cativo não cobre o acumulado, ou falta o valor do dia.",
            "The cover is below the value held, or the daily figure is missing.",
            evidence="EC",
        ),
        code(
            "JP-END",
            "MÁQ R24",
            "Terminada a concessão, um saldo não foi entregue às instituições designadas.",
            "The concession ended and a balance was not paid to the designated institutions.",
            evidence="EC",
        ),
    )
)
