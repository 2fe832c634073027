"""Faults of table accounting, tax, disputes and access."""

from typing import Final

from projections.replay.codes.code import Code, code

CODES: Final[dict[str, Code]] = dict(
    (
        code(
            "TB-OPEN",
            "NJ 1.21 `[R]`",
            "A abertura da mesa não é o último fecho, falta a segunda assinatura, ou a diferença"
            " excede o limite.",
            "The table's opener is not the previous closer, lacks a second signature, or differs"
            " above the threshold.",
            evidence="W",
        ),
        code(
            "TB-CLOSE",
            "NJ 1.21 `[R]`",
            "O fecho da mesa não tem segunda assinatura, ou a diferença na contagem excede o"
            " limite.",
            "The table's closer lacks a second signature, or its count differs above the"
            " threshold.",
            evidence="W",
        ),
        code(
            "TB-FILL",
            "NJ, Louisiana `[R]`",
            "Um reforço ou retorno de fichas não tem par na caixa, salta um número, ou foi anulado"
            " sem motivo.",
            "A fill or credit has no pair at the cage, leaves a number out, or was voided without"
            " a reason.",
            evidence="W",
        ),
        code(
            "TB-WIN",
            "formula `[M]`; no seed rule",
            "O resultado da mesa pelas jogadas não é o das contagens.",
            "The table's win by its rounds is not the win by its counts.",
            evidence="EW",
        ),
        code(
            "TB-NEG",
            "NJ 1.34 `[R]`",
            "A percentagem cobrada numa mesa de póquer é negativa.",
            "The rake of a poker table is negative.",
        ),
        code(
            "TB-BAND",
            "MD `[R]`",
            "O resultado sobre as vendas da mesa sai da faixa de 95 %.",
            "The table's win over drop lies outside the 95 % band.",
            evidence="T",
            severity="ordinary",
        ),
        code(
            "TB-FLOAT",
            "PT Art. 58/87 `[R]`; RF R10, CR R5",
            "O capital da mesa não é o capital inicial aprovado.",
            "The table's capital differs from the approved initial working capital.",
            evidence="EC",
        ),
        code(
            "PT-58",
            "DL 422/89 Art. 58 (1995 text) `[R]`; 000 §15",
            "O prémio e a aposta de um jogador numa chance excedem 5,5 % do capital inicial da"
            " mesa.",
            "Prize and stake of one player on one chance exceed 5.5 % of the table's initial"
            " capital.",
            evidence="EC",
        ),
        code(
            "PT-58-8D",
            "DL 422/89 Art. 58 (1995 text) `[R]`; 000 §15",
            "Os limites mudaram sem oito dias de aviso.",
            "The limits were changed without eight days' notice.",
            evidence="C",
        ),
        code(
            "TAX-BASE",
            "BI R61 g; profiles",
            "A base de imposto declarada não é a dos acontecimentos.",
            "The declared tax base is not the one from events.",
        ),
        code(
            "TAX-SPLIT",
            "S30 `[R]`",
            "A repartição da receita do imposto não é a da tabela do perfil.",
            "The split of the tax yield is not the profile's table.",
        ),
        code(
            "DS-DEADLINE",
            "Michigan 10/21 business days as example `[R]`; seeds give no deadline",
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
            'card: "dispute resolution by replay"',
            "A decisão afasta-se do veredicto da repetição da jogada sem fundamentação escrita.",
            "The decision differs from the replay's verdict without a written reason.",
        ),
        code(
            "OP-ACCESS",
            "anchors",
            "Alguém disse ou aprovou o que a sua função não permite, a mesma pessoa propôs e"
            " aprovou, o inspetor escreveu jogo, ou o operador fechou um achado seu.",
            "Somebody said or approved what his role does not allow, the same person proposed and"
            " approved, an inspector's account wrote play, or the operator closed its own"
            " finding.",
        ),
    )
)
