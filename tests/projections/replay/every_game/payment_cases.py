"""Rounds worked by hand of which one bet wins and one loses: for the tests of wrong payments."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from msgspec import convert, structs

from projections.replay.record import Payment, Record
from projections.replay.registry import GAMES

WINNER: Final = 1
"""The bet that wins, and its seat."""
LOSER: Final = 2
"""The bet that loses, and its seat."""


class Worked(NamedTuple):
    """A round, what its winner is due by hand, and what the rules call each wrong payment."""

    game: str
    facts: dict[str, Any]
    """Its record, but for bets and payments."""
    wins: dict[str, Any]
    """The winner's bet, on a stake of ``stake``."""
    loses: dict[str, Any]
    prize: int
    """What the winner gets beside the stake."""
    wrong: tuple[str, str]
    """Code and rule of a prize that is not the rules'."""
    unpaid: str
    """The rule that makes the prize due."""
    lost: str
    """The rule by which the other bet is lost."""
    stake: int = 100

    def record(self, *payments: Payment, records: list[str] | None = None) -> Record:
        """Return the round, paid so."""
        bets = [
            {"bet": number, "seat": number, "valor": self.stake, **bet}
            for number, bet in ((WINNER, self.wins), (LOSER, self.loses))
        ]
        record = convert({**self.facts, "bets": bets, "records": records}, GAMES[self.game].record)
        return structs.replace(record, payments=payments)

    def pay(self, more: int = 0, seat: int = WINNER) -> Payment:
        """Return the winner's payment to a seat, too high by ``more``."""
        amount = self.prize + more
        return Payment(seat=seat, bets=(WINNER,), amount=amount, stake_returned=self.stake)

    @property
    def due(self) -> int:
        """Return all that the winner is due, the stake included."""
        return self.prize + self.stake


NATURAL: Final = [
    {"to": to, "card": card}
    for to, card in (("ponto", "9s"), ("banca", "Kd"), ("ponto", "Kc"), ("banca", "7h"))
]
"""Ponto has 9, banca 7."""


def dealt(hands: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return the cards or pieces of each place, hand by hand."""
    return [
        {"to": "seat", "seat": seat, "card": card}
        for seat, hand in hands.items()
        for card in hand.split()
    ]


WORKED: Final = (
    Worked(
        game="boule",
        facts={"resultado": {"numero": "7"}},
        wins={"tipo": "pleno", "selecao": "7"},
        loses={"tipo": "grande"},
        prize=2_300,  # BO R8 a: 23 to 1
        wrong=("BO-PAY", "BO R8"),
        unpaid="BO R8 a",
        lost="BO R10",
    ),
    Worked(
        game="roda_da_sorte",
        facts={"rotacao": [{"seccao": "c", "voltas": 3}]},
        wins={"tipo": "seccao", "selecao": "c"},
        loses={"tipo": "seccao", "selecao": "a"},
        prize=500,  # RS R10 c: 5 to 1
        wrong=("RS-PAY", "RS R10"),
        unpaid="RS R10 c",
        lost="RS R9",
    ),
    Worked(
        game="roleta_americana",
        facts={"resultado": {"numero": "17"}},
        wins={"tipo": "pleno", "selecao": "17"},
        loses={"tipo": "par"},
        prize=3_500,  # RA R42 a: 35 to 1
        wrong=("RA-PAY", "RA R42"),
        unpaid="RA R42 a",
        lost="RA R37",
    ),
    Worked(
        game="roleta_francesa",
        facts={"resultado": {"numero": "17"}},
        wins={"tipo": "pleno", "selecao": "17"},
        loses={"tipo": "par"},
        prize=3_500,  # RF R33 a: 35 to 1
        wrong=("RA-PAY", "RF R33"),
        unpaid="RF R33 a",
        lost="RF R26",
    ),
    Worked(
        game="banca_francesa",
        facts={"lancamentos": [{"dados": [1, 2, 3]}]},
        wins={"tipo": "pequeno"},
        loses={"tipo": "ases"},
        prize=100,  # BF R26: one to one
        wrong=("BF-PAY", "BF R26"),
        unpaid="BF R26",
        lost="BF R14",
    ),
    Worked(
        game="craps",
        facts={"lancamentos": [{"dados": [3, 4]}]},
        wins={"tipo": "pass_line"},
        loses={"tipo": "dont_pass_line"},
        prize=100,  # CR R20 20.1: seven at the first throw, one to one
        wrong=("CR-PAY", "CR R20 20.1"),
        unpaid="CR R20 20.1, CR R25",
        lost="CR R20 2.2",
    ),
    Worked(
        game="cussec",
        facts={"resultado": [{"dados": [1, 2, 3]}]},
        wins={"tipo": "pequeno"},
        loses={"tipo": "grande"},
        prize=100,  # CU R8 a: one to one
        wrong=("CU-PAY", "CU R8"),
        unpaid="CU R8 a",
        lost="CU R7 b",
    ),
    Worked(
        game="bacara_ponto_e_banca",
        facts={"cartas": NATURAL},
        wins={"tipo": "ponto"},
        loses={"tipo": "banca"},
        prize=1_000,  # PB R30: one to one
        stake=1_000,
        wrong=("PAY-DIFF", "PB R30, PB R33"),
        unpaid="PB R30, PB R33",
        lost="PB R29",
    ),
    Worked(
        game="bacara_ponto_e_banca_macau",
        facts={"cartas": NATURAL, "diferenca_maxima": 10_000},
        wins={"tipo": "ponto"},
        loses={"tipo": "banca"},
        prize=1_000,  # PM R38: one to one
        stake=1_000,
        wrong=("PAY-DIFF", "PM R38, PM R42"),
        unpaid="PM R38, PM R42",
        lost="PM R38",
    ),
    Worked(
        game="desafio_ao_casino",
        facts={
            "cartas": [
                {"to": "seat", "seat": 1, "card": "Ah"},
                {"to": "seat", "seat": 2, "card": "2h"},
                {"to": "bank", "card": "9d"},
            ]
        },
        wins={"tipo": "inicial"},
        loses={"tipo": "inicial"},
        prize=5_000,  # DC R9: one to one
        stake=5_000,
        wrong=("PAY-DIFF", "DC R9"),
        unpaid="DC R9",
        lost="DC R10",
    ),
    Worked(
        game="blackjack",
        facts={
            "sabot": {"decks": 6},
            "cartas": [
                {"to": "seat", "seat": 1, "card": "Tc"},
                {"to": "seat", "seat": 2, "card": "Ts"},
                {"to": "bank", "card": "Td"},
                {"to": "seat", "seat": 1, "card": "9d"},
                {"to": "seat", "seat": 2, "card": "7d"},
                {"to": "bank", "card": "8h"},
            ],
        },
        wins={"tipo": "principal"},  # 19 against 18
        loses={"tipo": "principal"},  # 17 against 18
        prize=1_000,  # BJ R44: as much as the stake, which R49 leaves to the player
        stake=1_000,
        wrong=("PAY-DIFF", "BJ R44, BJ R40, BJ R49"),
        unpaid="BJ R44, BJ R40, BJ R49",
        lost="BJ R40",
    ),
    Worked(
        game="poquer_3_cartas",
        facts={
            "banqueiro": 3,
            "capital": 10_000,
            "dados": [{"dados": [1, 2, 3, 1], "by": 3}],
            "primeiro_lugar": 1,
            "cartas": dealt(
                {
                    1: "Kh Qs Jd",
                    2: "Tc 9c 8h",
                    3: "Qh Js 8d",
                    4: "Ks Qd 8c",
                    5: "2h 3s 4d",
                    6: "Jh 7h Ah",
                    7: "Kd Ts 9d",
                    8: "5c 5d Td",
                }
            ),
            "comissoes": [{"valor": 50, "seat": 1}],
        },
        wins={"tipo": "lugar"},  # three figures against eight with two figures
        loses={"tipo": "lugar"},  # seven without figures
        prize=950,  # P3 R25, R29: one to one, less five per cent
        stake=1_000,
        wrong=("PAY-DIFF", "P3 R7, P3 R8, P3 R29"),
        unpaid="P3 R7, P3 R8, P3 R29",
        lost="P3 R7, P3 R8",
    ),
    Worked(
        game="mahjong_pai_kao",
        facts={
            "banqueiro": 6,
            "capital": 10_000,
            "dados": [{"dados": [1, 1, 1, 2], "by": 6}],
            "primeiro_lugar": 10,
            "forma_distribuicao": {"seq": 1},
            "total_pedras": 20,
            "pedras": dealt(
                {
                    10: "3 2",
                    1: "9 9",
                    2: "branca 7",
                    3: "branca 4",
                    4: "8 6",
                    5: "8 6",
                    6: "7 1",
                    7: "5 3",
                    8: "5 4",
                    9: "2 1",
                }
            ),
        },
        wins={"tipo": "lugar"},  # a pair against eight points
        loses={"tipo": "lugar"},  # seven points
        prize=1_000,  # PK IV.26: one to one; the table declares no commission
        stake=1_000,
        wrong=("PAY-DIFF", "PK III.4, IV.26, PK IV.26"),
        unpaid="PK III.4, IV.26, PK IV.26",
        lost="PK IV.26",
    ),
)
