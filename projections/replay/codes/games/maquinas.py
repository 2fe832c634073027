"""Faults of gaming machines and of their counters."""

from typing import Final

from projections.replay.codes.code import Code, code

CODES: Final[dict[str, Code]] = dict(
    (
        code(
            "MQ-RTP-PLAN",
            "MÁQ R17-19",
            "O plano de pagamentos devolve menos de 80 %, sem contar as deduções do progressivo.",
            "The pay plan returns less than 80 % without counting progressive deductions.",
            evidence="C",
        ),
        code(
            "MQ-RTP-ACT",
            "MÁQ R17",
            "O dinheiro devolvido ficou abaixo de 80 % mais do que o acaso explica.",
            "The money returned is below 80 % beyond what chance explains.",
            evidence="T",
        ),
        code(
            "MQ-RTP-CFG",
            "MÁQ R7, R9",
            "O plano, a denominação ou o programa mudou sem autorização ou não está homologado.",
            "The plan, the denomination or the program changed without permission or is not"
            " homologated.",
            evidence="DC",
        ),
        code(
            "MQ-HOM",
            "MÁQ R6",
            "A máquina esteve em jogo sem homologação em vigor.",
            "The machine was in play without a homologation in force.",
            evidence="C",
        ),
        code(
            "MQ-ID",
            "MÁQ R4, R5, R8, R10",
            "A máquina não mostra a identificação, a aposta, os pagamentos ou as linhas com"
            " clareza e em português.",
            "The machine does not show its id, stake, pay table or lines clearly and in"
            " Portuguese.",
            evidence="W",
            severity="ordinary",
            manual=True,
        ),
        code(
            "MQ-METER-MISS",
            "MÁQ R25",
            "Falta um dos doze contadores numa leitura.",
            "One of the twelve counters is missing in a reading.",
            evidence="D",
        ),
        code(
            "MQ-METER-DEC",
            "MÁQ R25",
            "Um contador desceu sem dar a volta e sem reposição registada com selo e motivo.",
            "A counter fell without roll-over and without a recorded reset with seal and reason.",
            evidence="D",
        ),
        code(
            "MQ-METER-AGE",
            "MÁQ R25",
            "A máquina esteve em jogo sem leitura dentro do intervalo fixado.",
            "The machine was in play with no reading within the set interval.",
            evidence="D",
        ),
        code(
            "MQ-METER-JUMP",
            "contadores n.11; practice: New Zealand Gazette 2003/56",
            "Um contador saltou entre leituras mais do que o limite.",
            "A counter jumped between readings above the threshold.",
            evidence="D",
        ),
        code(
            "MQ-METER-BAL",
            "MÁQ R25; contadores n.1-3, n.5, n.7; practice: New Zealand Gazette 2003/56",
            "Os contadores não batem certo entre si, ou o saldo de créditos é negativo.",
            "The counters do not balance with one another, or the credit balance is below zero.",
            evidence="D",
        ),
        code(
            "MQ-DROP",
            "MÁQ R25 e-f",
            "As notas, moedas ou talões contados na recolha não são os dos contadores.",
            "The notes, coins or tickets counted at collection are not those of the counters.",
            evidence="DW",
        ),
        code(
            "MQ-METER-EVT",
            "MÁQ R15",
            "O contador calculado dos eventos não é o do aparelho.",
            "The counter derived from events is not the device's.",
            evidence="D",
        ),
        code(
            "MQ-METER-CROSS",
            "practice: SAS 6.03",
            "Contadores SAS que se devem confirmar entre si não concordam.",
            "SAS counters that must confirm each other disagree.",
            evidence="D",
        ),
        code(
            "MQ-INTERDICT",
            "MÁQ R25; practice: Louisiana III-2825",
            "Jogou-se numa máquina interditada ou desligada da rede.",
            "The machine was played while interdicted or offline.",
            evidence="D",
        ),
        code(
            "MQ-LINE",
            "MÁQ R13-14",
            "Uma linha não foi paga pela sua combinação mais alta, ou não se pagaram todas as"
            " linhas ganhadoras.",
            "A line was not paid by its highest combination, or not all winning lines were paid.",
        ),
        code(
            "MQ-COMP",
            "MÁQ R11",
            "A aposta complementar não faz parte da configuração homologada.",
            "The complementary stake is not in the homologated configuration.",
            evidence="EC",
        ),
        code(
            "MQ-TICKET",
            "MÁQ R12",
            "Um talão foi pago duas vezes, é desconhecido ou foi alterado, ou a emissão não foi"
            " registada.",
            "A ticket was redeemed twice, is unknown or altered, or its printing was not recorded.",
        ),
        code(
            "MQ-HAND",
            "MÁQ R12, R15",
            "O pagamento manual não tem guia, não é o do registo da máquina, ou usou um meio não"
            " permitido.",
            "The hand payment has no slip, differs from the machine's record, or used a means not"
            " allowed.",
        ),
        code(
            "MQ-JP-SIG",
            "MÁQ R22",
            "O prémio acumulado não foi sinalizado na máquina dentro do tempo fixado.",
            "The award was not signalled on the machine within the set latency.",
            evidence="D",
        ),
        code(
            "MQ-ONL-VOID",
            "MÁQ R36",
            "Por falha do operador a aposta não foi devolvida, ou foi devolvida apesar de se ter"
            " retomado a jogada.",
            "After a fault of the operator the stake was not returned, or was returned although"
            " play resumed.",
        ),
        code(
            "MQ-ONL-AUTO",
            "MÁQ R32",
            "O jogo automático não tinha limite de jogadas ou forma de o cancelar.",
            "Autoplay had no count limit or no way to cancel it.",
        ),
        code(
            "MQ-ONL-PAY",
            "MÁQ R33",
            "O prémio não foi creditado de imediato.",
            "The prize was not credited at once.",
        ),
        code(
            "MQ-ONL-ALARM",
            "MÁQ R35, R38",
            "O operador terminou a sessão sem aviso prévio.",
            "The operator ended the session without a warning before.",
        ),
    )
)
