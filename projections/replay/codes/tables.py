"""Faults of table accounting, tax, disputes and access."""

from typing import Final

from projections.replay.codes.code import Code, code

CODES: Final[dict[str, Code]] = dict(
    (
        code(
            "TB-OPEN",
            "contabilidade n.3; practice: New Jersey 13:69D-1.21",
            "A abertura da mesa não é o último fecho, falta a segunda assinatura, ou a diferença"
            " excede o limite.",
            "The table's opener is not the previous closer, lacks a second signature, or differs"
            " above the threshold.",
            evidence="W",
        ),
        code(
            "TB-CLOSE",
            "contabilidade n.3; practice: New Jersey 13:69D-1.21",
            "O fecho da mesa ou a contagem de uma caixa não tem segunda assinatura, ou a diferença"
            " na contagem excede o limite.",
            "The table's closer, or the count of a box, lacks a second signature, or its count"
            " differs above the threshold.",
            evidence="W",
        ),
        code(
            "TB-FILL",
            "contabilidade n.2; practice: New Jersey 13:69D-1.40",
            "Um reforço ou retorno de fichas não tem par na caixa, salta um número, ou foi anulado"
            " sem motivo.",
            "A fill or credit has no pair at the cage, leaves a number out, or was voided without"
            " a reason.",
            evidence="W",
        ),
        code(
            "TB-WIN",
            "contabilidade n.2",
            "O resultado da mesa pelas jogadas não é o das contagens.",
            "The table's win by its rounds is not the win by its counts.",
            evidence="EW",
        ),
        code(
            "TB-NEG",
            "practice: New Jersey 13:69D-1.34",
            "A percentagem cobrada numa mesa de póquer é negativa.",
            "The rake of a poker table is negative.",
        ),
        code(
            "TB-BAND",
            "practice: Maryland 36.05.03.25",
            "O resultado sobre as vendas da mesa sai da faixa de 95 %.",
            "The table's win over drop lies outside the 95 % band.",
            evidence="T",
            severity="ordinary",
        ),
        code(
            "TB-FLOAT",
            "RF R10, CR R5; law: DL 422/89, art. 58 (Portugal)",
            "O capital da mesa não é o capital inicial aprovado.",
            "The table's capital differs from the approved initial working capital.",
            evidence="EC",
        ),
        code(
            "PT-58",
            "000 n.15; law: DL 422/89, art. 58 (Portugal, 1995)",
            "O prémio e a aposta de um jogador numa chance excedem 5,5 % do capital inicial da"
            " mesa.",
            "Prize and stake of one player on one chance exceed 5.5 % of the table's initial"
            " capital.",
            evidence="EC",
        ),
        code(
            "PT-58-8D",
            "000 n.15; law: DL 422/89, art. 58 (Portugal, 1995)",
            "Os limites mudaram sem oito dias de aviso.",
            "The limits were changed without eight days' notice.",
            evidence="C",
        ),
        code(
            "TAX-BASE",
            "BI R61 g; contabilidade n.11",
            "A base de imposto declarada não é a dos eventos.",
            "The declared tax base is not the one from events.",
        ),
        code(
            "TAX-SPLIT",
            "contabilidade n.15; practice: Expresso das Ilhas, 11-01-2021",
            "A repartição da receita do imposto não é a da tabela do perfil.",
            "The split of the tax yield is not the profile's table.",
        ),
        code(
            "DS-DEADLINE",
            "practice: Michigan, patron dispute form",
            "A reclamação não foi respondida dentro do prazo fixado.",
            "The dispute was not answered within the set days.",
            severity="ordinary",
        ),
        code(
            "DS-EVID",
            "BI R51-52",
            "Destruiu-se ou substituiu-se prova de uma reclamação em curso.",
            "Evidence of an open dispute was destroyed or overwritten.",
            evidence="W",
        ),
        code(
            "DS-DEV",
            "practice: Nevada, Regulation 7A",
            "A decisão afasta-se do veredicto da repetição da jogada sem fundamentação escrita.",
            "The decision differs from the replay's verdict without a written reason.",
        ),
        code(
            "OP-ACCESS",
            "practice: New Jersey 13:69D, incompatible functions",
            "Alguém disse ou aprovou o que a sua função não permite, a mesma pessoa propôs e"
            " aprovou, o inspetor escreveu jogo, ou o operador fechou um achado seu.",
            "Somebody said or approved what his role does not allow, the same person proposed and"
            " approved, an inspector's account wrote play, or the operator closed its own"
            " finding.",
        ),
    )
)
