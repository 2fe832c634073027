"""Faults of póquer sem descarte and of its jackpot."""

from typing import Final

from projections.replay.codes.code import Code, code

CODES: Final[dict[str, Code]] = dict(
    (
        code(
            "SD-SEATS",
            "SD R7; 000 §5",
            "Jogaram mais de sete jogadores, um jogador em duas casas, ou dois numa.",
            "More than seven players played, one played in two boxes, or two in one.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "SD-R20",
            "SD R20; 000 §14",
            "O máximo da aposta inicial excede 25 vezes o mínimo.",
            "The maximum of the initial bet exceeds 25 times the minimum.",
            of_table=("minimos", "maximos", "minimo_autorizado"),
        ),
        code(
            "SD-BURN",
            "SD R8-10; 000 §16",
            "Não se queimou uma carta antes de dar, ou o corte faltou ou foi feito com baralhador.",
            "No card was burned before the deal, or the cut was left out or made with a shuffler.",
            evidence="W",
            severity="ordinary",
        ),
        code(
            "SD-DEAL",
            "SD R8-10; 000 §16",
            "As cartas não foram dadas pela ordem da regra, ou a última da banca não ficou"
            " descoberta.",
            "The cards were not dealt in the rule's order, or the bank's last card was not face"
            " up.",
        ),
        code(
            "SD-2X",
            "SD R11, R13",
            "A segunda aposta não é o dobro da inicial, voltou-se atrás num passo, ou quem passou"
            " não foi recolhido.",
            "The second bet is not twice the initial one, a pass was reversed, or the passer was"
            " not collected.",
        ),
        code(
            "SD-SHOWN",
            "SD R12, R22",
            "Um jogador mostrou as suas cartas e não perdeu a aposta.",
            "A player showed his cards and did not lose the bet.",
            evidence="W",
            manual=True,
        ),
        code(
            "SD-QUAL",
            "SD R15; 003",
            "A banca jogou com menos de ás e rei, ou não jogou e não pagou ao par a aposta"
            " inicial.",
            "The bank played below ace-king, or did not play and did not pay the initial bet even"
            " money.",
        ),
        code(
            "SD-PAY",
            "SD R30-31; 003",
            "A segunda aposta não foi paga pela tabela, ou a inicial ao par.",
            "The second bet was not paid by the table, or the initial one even money.",
        ),
        code(
            "SD-CMP",
            "SD R26-29; 000 §6-7",
            "A mão foi comparada com a da banca contra as regras: pagou-se uma perda, ou"
            " recolheu-se uma vitória ou um empate.",
            "The hand was compared with the bank's against the rules: a loss was paid, or a win or"
            " a tie was collected.",
        ),
        code(
            "SD-CAP",
            "SD R33; 000 §15",
            "Os prémios do golpe excederam o máximo aprovado.",
            "The prizes of the round exceeded the approved maximum.",
            evidence="EC",
        ),
        code(
            "SD-MIS",
            "SD R34; 000 §19",
            "Houve erro na distribuição das cartas e a jogada não foi anulada.",
            "There was an error in the deal and the round was not voided.",
        ),
        code(
            "SD-ABST",
            "SD R25; 000 §22",
            "Um jogador conservou o lugar depois de três jogadas sem apostar, não havendo lugares"
            " livres.",
            "A player kept his seat after three rounds without a bet while no seat was free.",
            evidence="W",
            severity="information",
        ),
        code(
            "SD-JP-COMM",
            "SD R35",
            "O prémio acumulado esteve em jogo sem comunicação prévia.",
            "The jackpot was in play without prior communication.",
            evidence="EC",
            of_table=("acumulado_comunicado",),
        ),
        code(
            "SD-JP-VAL",
            "SD R37",
            "O valor da aposta no acumulado ou a taxa de incremento não é o fixado.",
            "The jackpot bet's value or its increment rate is not the one fixed.",
            evidence="EC",
            of_table=("acumulado_aposta", "acumulado_ppm"),
        ),
        code(
            "SD-JP-COMB",
            "SD R40",
            "As combinações ou as proporções do acumulado não são as aprovadas.",
            "The jackpot's combinations or shares are not those approved.",
            evidence="EC",
            of_table=("acumulado_combinacoes", "acumulado_fixos"),
        ),
        code(
            "SD-JP-BASE",
            "SD R41; 000 §10",
            "O valor de arranque do acumulado é inferior a 10 000 vezes a aposta nele.",
            "The jackpot's starting value is below 10,000 times the jackpot bet.",
            of_table=(),
        ),
        code(
            "SD-JP-MAIN",
            "SD R39",
            "Apostou-se no acumulado sem aposta no jogo principal.",
            "A jackpot bet was placed without a main bet.",
        ),
        code(
            "SD-JP-MARK",
            "SD R38 b; 000 §4 b",
            "Na marcação manual recolheram-se fichas sem deixar a marca de cada apostador.",
            "In manual marking the chips were collected without a marker for each bettor.",
            evidence="W",
            severity="ordinary",
            manual=True,
        ),
        code(
            "SD-JP-UNQ",
            "SD R40; 003",
            "O acumulado não foi pago porque a banca não foi a jogo ou o jogador perdeu.",
            "The jackpot was not paid because the bank did not play or the player lost.",
        ),
        code(
            "SD-JP-EXP",
            "SD R42; 000 §11",
            "As cartas do ganhador do acumulado foram recolhidas antes do pagamento.",
            "The jackpot winner's cards were collected before the payment.",
        ),
        code(
            "SD-JP-SPLIT",
            "SD R32; 000 §12",
            "Com vários ganhadores do acumulado, a ordem, o remanescente ou a divisão de um prémio"
            " está errada.",
            "With several jackpot winners the order, the remainder or the division of a prize is"
            " wrong.",
        ),
        code(
            "SD-ONL",
            "SD R52",
            "Não houve aviso e tempo suplementar, ou a aposta inicial não se perdeu depois deles.",
            "No warning and extra time were given, or the initial bet was not lost after them.",
        ),
    )
)
