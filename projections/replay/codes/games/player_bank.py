"""Faults of póquer de 3 cartas and of mahjong pai kao, whose bank a player may hold."""

from typing import Final

from projections.replay.codes.code import Code, code

POQUER_3_CARTAS: Final[dict[str, Code]] = dict(
    (
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
        ),
    )
)

MAHJONG_PAI_KAO: Final[dict[str, Code]] = dict(
    (
        code(
            "PK-BANK",
            "PK IV.8-11",
            "A banca ficou além de duas jogadas, foi reduzida ou jogou além do capital.",
            "The bank was held for more than two rounds, reduced, or played beyond its capital.",
        ),
        code(
            "PK-DEAL",
            "PK IV.18-23",
            "Não se deram dez mãos de duas pedras pela ordem da regra, ou apostou-se depois dos"
            " dados.",
            "Not ten hands of two tiles were dealt in the rule's order, or bets came after the"
            " dice.",
        ),
        code(
            "PK-TIE",
            "PK III.6, IV.27-28",
            "O empate ou o zero não foi para o banqueiro, ou contou mal uma combinação.",
            "A tie or a zero did not go to the banker, or a combination was counted wrongly.",
        ),
    )
)
