"""Bacará ponto e banca: Portaria 1/2017, Anexo, regras 1-34, settled by hand from the page."""

import json
from typing import Any

import pytest
from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.bacara.bacara_ponto_e_banca import COVERAGE, quick
from projections.replay.games.bacara.punto_banco.record import Mostrada, Resultado
from projections.replay.kit.bets import BetChange, Chips, Limit, Moment
from projections.replay.kit.shoe import Burned, Dealt, Shoe
from projections.replay.profiles.cabo_verde_2017 import BACARA_PONTO_E_BANCA as RULES
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Outcome, describe
from tests.helpers.each import each
from tests.projections.replay.games.bacara.punto_banco_table import (
    PONTO_WINS,
    bet,
    codes,
    coup,
    coup_of_shoe,
    deal,
    found,
    only_line,
    paid,
    paid_exactly,
    said,
    settled,
)

GANHA, PERDE, NULA, DEVOLVIDA, PENDENTE = (
    Outcome.GANHA,
    Outcome.PERDE,
    Outcome.NULA,
    Outcome.DEVOLVIDA,
    Outcome.PENDENTE,
)
BANCA_WINS = "PKs B9d P7c BKh"
"""7 against 9."""
TIE = "P4s B8d P4c BKh"
"""8 against 8; ponto has a pair."""
BANCA_ON_5 = "P2s B2d PQc B3h PKh"
"""2 and ponto draws a figure, staying at 2; banca stands on 5 against a third card of 0."""


# --- the chances ---------------------------------------------------------------------------------


@each(
    ("cards", "tipo", "deducao", "valor", "outcome", "prize", "returned"),
    [
        (PONTO_WINS, "ponto", "nenhuma", 1000, GANHA, 1000, 1000),
        (PONTO_WINS, "banca", "nenhuma", 1000, PERDE, 0, 0),
        (PONTO_WINS, "empate", "nenhuma", 1000, PERDE, 0, 0),
        (BANCA_WINS, "banca", "nenhuma", 1000, GANHA, 1000, 1000),
        (BANCA_WINS, "ponto", "5pct", 1000, PERDE, 0, 0),
        (BANCA_WINS, "banca", "5pct", 1000, GANHA, 950, 1000),
        (BANCA_WINS, "banca", "5pct", 30, GANHA, 28, 30),  # 28.5, down
        (BANCA_WINS, "banca", "5pct", 1, GANHA, 0, 1),
        (BANCA_WINS, "banca", "50pct_5", 1000, GANHA, 1000, 1000),  # wins with 9, not 5
        (BANCA_ON_5, "banca", "50pct_5", 1000, GANHA, 500, 1000),
        (BANCA_ON_5, "banca", "50pct_5", 25, GANHA, 12, 25),
        (BANCA_ON_5, "banca", "5pct", 1000, GANHA, 950, 1000),
        (PONTO_WINS, "ponto", "5pct", 1000, GANHA, 1000, 1000),
        (TIE, "empate", "5pct", 1000, GANHA, 8000, 1000),
        (TIE, "ponto", "5pct", 1000, NULA, 0, 1000),
        (TIE, "banca", "5pct", 1000, NULA, 0, 1000),
        (TIE, "par_do_ponto", "5pct", 1000, GANHA, 11_000, 1000),
        (TIE, "par_da_banca", "5pct", 1000, PERDE, 0, 0),
        ("P9s B3d PKc B3h", "par_da_banca", "5pct", 700, GANHA, 7700, 700),
        ("P9s BKd PKc BKh", "par_da_banca", "5pct", 700, GANHA, 7700, 700),
        ("PTs B9d PJs BKh", "par_do_ponto", "5pct", 700, PERDE, 0, 0),  # 10 and V: no pair
    ],
)
def test_what_each_chance_wins(
    cards: str,
    tipo: str,
    deducao: str,
    valor: int,
    outcome: Outcome,
    prize: int,
    returned: int,
) -> None:
    """R30-R33: 1:1, 8:1, 11:1; on a tie ponto and banca are null; deductions hit banca only."""
    line = only_line(coup(cards, bet(1, tipo, valor), deducao=deducao))
    assert (line.outcome, line.prize, line.returned) == (outcome, prize, returned)


def test_a_pair_is_of_the_first_two_cards() -> None:
    """R20: a third card that equals one of them makes none, and it settles whoever wins."""
    line = only_line(coup("P2s BKd P3c B7h P3h", bet(1, "par_do_ponto")))
    assert line.outcome is PERDE
    assert only_line(coup("P2s BKd P2c B7h P2h", bet(1, "par_do_ponto"))).outcome is GANHA


@pytest.mark.parametrize(
    ("cards", "ponto", "banca", "vencedor"),
    [
        ("PAs B9d P8c BKh", 9, 9, "empate"),
        ("P7s B8d P6c B9h PKh", 3, 7, "banca"),  # 13 counts 3; 17 counts 7
        ("PTs BJd PQc BKh PTh BTc", 0, 0, "empate"),
        ("P5s B4d P5c B6h P9h B2c", 9, 2, "ponto"),  # 10 counts 0: R10 drops the ten
        ("P5s B2d PQc B3h P9h", 4, 5, "banca"),
    ],
)
def test_points_drop_the_tens(cards: str, ponto: int, banca: int, vencedor: str) -> None:
    """R9, R10: ace 1, ten and figures 0, sums without their tens; the higher wins (R29)."""
    record = coup(cards, bet(1, "ponto"))
    result = settled(record).result
    assert (result["ponto"], result["banca"], result["vencedor"]) == (ponto, banca, vencedor)
    assert codes(record) == []


def test_the_deduction_is_line_by_line() -> None:
    """DECISION: rounded down per line, so two stakes of 30 give 28 each and not 57 together."""
    record = coup(BANCA_WINS, bet(1, "banca", 30), bet(2, "banca", 30, seat=2), deducao="5pct")
    settlement = settled(record)
    assert [line.prize for line in settlement.lines] == [28, 28]
    assert [(one.seat, one.amount, one.rules) for one in settlement.commissions] == [
        (1, 2, ("PB R32",)),
        (2, 2, ("PB R32",)),
    ]


def test_no_deduction_where_banca_does_not_win() -> None:
    """R32 deducts from prizes of coups that banca won, and never from pairs or the tie."""
    assert settled(coup(TIE, bet(1, "banca"), bet(2, "empate"), deducao="5pct")).commissions == ()
    assert settled(coup(BANCA_WINS, bet(1, "banca"))).commissions == ()


def test_none_of_the_two_deductions_is_no_fault() -> None:
    """DECISION: R32 says “podem”; a table without a deduction is no fault."""
    assert codes(coup(BANCA_WINS, bet(1, "banca"), deducao="nenhuma")) == []


# --- a coup from beginning to end ----------------------------------------------------------------


def test_a_coup_of_six_cards() -> None:
    """R22-R33, worked by hand.

    Ponto has 4♠ A♣ = 5 and draws 6♥ = 1. Banca has K♦ 6♣ = 6; it draws because ponto's third card
    is a 6, and 2♠ makes 8. Banca wins 8 to 1, with 5 % off its prizes. Neither has a pair.
    """
    record = coup(
        "P4s BKd PAc B6c P6h B2s",
        bet(1, "banca", 10_000, seat=1),
        bet(2, "ponto", 5000, seat=2),
        bet(3, "empate", 500, seat=2),
        bet(4, "banca", 330, seat=3),
        bet(5, "par_do_ponto", 200, seat=4),
        bet(6, "par_da_banca", 200, seat=4),
        deducao="5pct",
    )
    settlement = settled(record)
    assert settlement.result == {
        "ponto": 1,
        "banca": 8,
        "vencedor": "banca",
        "par_do_ponto": False,
        "par_da_banca": False,
    }
    assert [(line.bet, line.outcome, line.prize, line.returned) for line in settlement.lines] == [
        (1, GANHA, 9500, 10_000),
        (2, PERDE, 0, 0),
        (3, PERDE, 0, 0),
        (4, GANHA, 313, 330),  # 313.5, down
        (5, PERDE, 0, 0),
        (6, PERDE, 0, 0),
    ]
    assert [(one.seat, one.amount) for one in settlement.commissions] == [(1, 500), (3, 17)]
    assert codes(record) == []
    told = describe(settlement)
    assert told["lines"][0]["why"] == {
        "pt": [
            (
                "Ponto 1, banca 8: ganha a banca: a banca ganha 1 × 100.00, menos 5 % do prémio,"
                " arredondado para baixo = 95.00; a aposta, 100.00, é do jogador. [PB R32]"
            )
        ],
        "en": [
            (
                "Ponto 1, banca 8: banca wins: banca wins 1 × 100.00, less 5 % of the prize,"
                " rounded down = 95.00; the stake, 100.00, is the player's. [PB R32]"
            )
        ],
    }
    assert told["lines"][4]["why"]["en"] == [
        (
            "The first two cards of ponto are no pair: the pair of ponto does not win; 2.00 are"
            " lost. [PB R20]"
        )
    ]
    assert told["commissions"][0]["why"]["pt"] == [
        "Ponto 1, banca 8: ganha a banca: do prémio deduzem-se 5 %, isto é 5.00. [PB R32]"
    ]


def test_a_record_in_json() -> None:
    """A coup can be judged without a ledger; the loser was paid, and that is what is found."""
    record = decode_record(
        """{"game": "bacara_ponto_e_banca", "deducao": "5pct", "mesa": "simples",
        "sabot": {"decks": 6}, "titulares": {"1": "ana"},
        "cartas": [{"to": "ponto", "card": "9s"}, {"to": "banca", "card": "Kd"},
                   {"to": "ponto", "card": "Kc"}, {"to": "banca", "card": "7h"}],
        "bets": [{"bet": 1, "seat": 1, "tipo": "banca", "valor": 1000}],
        "payments": [{"seat": 1, "bets": [1], "amount": 950, "stake_returned": 1000}],
        "records": ["bets", "cards", "payouts"]}"""
    )
    (fault,) = judge(record).found
    assert (fault.code, fault.rule, fault.amount) == ("PAY-DIFF", "PB R29", 1950)


# --- third cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "expected", "recorded"),
    [
        ("P3s BKd P3c B7h P2d", "nenhuma", "ponto"),  # ponto drew on 6
        ("P3s BKd PKc B7h", "ponto", "nenhuma"),  # ponto stood on 3
        ("P9s BKd PKc B2h B5d", "nenhuma", "banca"),  # banca drew against a natural
        ("P2s BKd PKc B3h P8d B5c", "ponto", "ponto, banca"),  # 3 does not draw on an 8
        ("P2s BKd PKc B6h P6d", "ponto, banca", "ponto"),  # 6 draws on a 6
        ("P2s BKd PKc B4h B5d P5c", "ponto, banca", "banca, ponto"),  # the first is ponto's
        ("P2s BKd PKc B4h P5d B5c B2c", "ponto, banca", "ponto, banca, banca"),
    ],
)
def test_third_cards_off_the_table(cards: str, expected: str, recorded: str) -> None:
    """R25: who drew against the table, who stood, and whose was the first."""
    record = coup(cards, bet(1, "ponto"))
    assert said(record) == [("PB-3RD", "PB R25", expected, recorded)]


def test_a_card_too_many_does_not_count() -> None:
    """R25, R34: banca stood on 7 and should have won; the card it drew to lose is put away."""
    record = coup("P6s BKd PKc B7h B5d", bet(1, "banca"), bet(2, "ponto"))
    first, second = settled(record).lines
    assert (first.outcome, second.outcome) == (GANHA, PERDE)
    wrong = paid(record, 2, 1000)
    assert [(one.code, one.amount) for one in wrong] == [("PB-3RD", None), ("PAY-DIFF", 2000)]


def test_cards_to_the_wrong_side_go_where_the_table_sends_them() -> None:
    """R25, R34: ponto has 2 and the fifth card is his, though banca got it; then banca's."""
    record = coup("P2s BKd PKc B4h B5d P5c", bet(1, "ponto"))
    result = settled(record).result
    assert (result["ponto"], result["banca"]) == (7, 9)


def test_a_card_that_is_lacking_decides_nothing() -> None:
    """R25: nobody knows what the card not drawn was, so the hands wait; the pairs do not."""
    record = coup("P3s BKd PKc B7h", bet(1, "ponto"), bet(2, "par_da_banca"))
    assert [line.outcome for line in settled(record).lines] == [PENDENTE, PERDE]
    exact = structs.replace(record, payments=(Payment(seat=1, bets=(1,), amount=1000),))
    assert [one.code for one in judge(exact).found] == ["PB-3RD"]


def test_a_slip_put_right_at_once_is_no_fault() -> None:
    """R34: the card drawn for ponto on 6 was put right, and banca, with 5, drew its own."""
    noted = (ErrorNoted(error="carta_a_mais", cards=("2d",)),)
    burned = coup("P3s BKd P3c B5h P2d B4c", bet(1, "banca"), errors=noted)
    assert codes(burned) == []
    assert settled(burned).result["banca"] == 9
    moved = coup("P3s BKd P3c B5h P2d", bet(1, "banca"), errors=noted)
    assert codes(moved) == []
    assert settled(moved).result["banca"] == 7
    assert codes(structs.replace(moved, errors=())) == ["PB-3RD"]


def test_a_hand_is_uncovered_as_it_is_after_a_slip() -> None:
    """R34: the hand shown lacks the card taken away, or has the one that was changed for its own.

    Both natural 9 against 7: a third card for banca goes away. 9 and 2 given crosswise are changed
    back, and 9 K stand against 2 5.
    """
    noted = (ErrorNoted(error="carta_a_mais", cards=("4c",)),)
    shown = (
        Mostrada(grupo="ponto", cartas=("9s", "Kc")),
        Mostrada(grupo="banca", cartas=("Kd", "7h")),
    )
    away = coup(f"{PONTO_WINS} B4c", bet(1, "ponto"), errors=noted, mostradas=shown)
    assert codes(away) == []
    assert codes(structs.replace(away, errors=())) == ["PB-3RD"]
    noted = (ErrorNoted(error="troca", cards=("9s", "2d")),)
    shown = (
        Mostrada(grupo="ponto", cartas=("9s", "Kc")),
        Mostrada(grupo="banca", cartas=("2d", "5h")),
    )
    changed = coup("B9s P2d PKc B5h", bet(1, "ponto"), errors=noted, mostradas=shown)
    assert codes(changed) == []
    other = (Mostrada(grupo="ponto", cartas=("8s", "Kc")),)
    assert said(structs.replace(changed, mostradas=other)) == [
        ("RES-IMPOSS", "PB R23", "9s Kc", "8s Kc")
    ]


# --- the first four ------------------------------------------------------------------------------


def test_the_first_four_by_turns() -> None:
    """R23: one at a time, ponto first; what lay otherwise counts as it lay, and is found."""
    record = coup("P9s PKc BKd B7h", bet(1, "ponto"))
    assert said(record) == [
        ("RES-IMPOSS", "PB R23", "ponto banca ponto banca", "ponto ponto banca banca")
    ]
    assert only_line(record).outcome is GANHA


def test_first_cards_put_right_count_by_turns() -> None:
    """R34: 9 K to ponto and 2 7 to banca; put right, ponto has 9 2 = 1, draws, banca K 7."""
    noted = (ErrorNoted(error="ordem", cards=("Kc", "2d")),)
    record = coup("P9s PKc B2d B7h P4d", bet(1, "ponto"), errors=noted)
    assert codes(record) == []
    result = settled(record).result
    assert (result["ponto"], result["banca"]) == (5, 7)
    assert codes(structs.replace(record, errors=())) == ["RES-IMPOSS", "PB-3RD"]


def test_too_few_cards_decide_nothing() -> None:
    """R23: a coup with three cards that nobody declared null."""
    record = coup("P9s BKd PKc", bet(1, "ponto"), bet(2, "par_do_ponto"))
    assert said(record)[0][:2] == ("RES-IMPOSS", "PB R23")
    assert [line.outcome for line in settled(record).lines] == [PENDENTE, PERDE]
    assert codes(structs.replace(record, records=("bets", "payouts"))) == []


def test_a_card_face_up_is_valid() -> None:
    """R18: it counts as any other."""
    cards = [structs.replace(one, open=True) for one in deal(PONTO_WINS)]
    record = structs.replace(coup("", bet(1, "ponto")), cartas=tuple(cards))
    assert only_line(record).outcome is GANHA
    assert codes(record) == []


# --- what is not known, shown or said ------------------------------------------------------------


def test_hidden_cards_are_those_uncovered() -> None:
    """R23: cards dealt face down are known when they are turned."""
    record = coup(
        "P? B? P? B?",
        bet(1, "ponto"),
        mostradas=(
            Mostrada(grupo="ponto", cartas=("9s", "Kc")),
            Mostrada(grupo="banca", cartas=("Kd", "7h")),
        ),
    )
    assert only_line(record).outcome is GANHA
    assert codes(record) == []


def test_cards_uncovered_that_were_not_dealt() -> None:
    """R23: a hand shown that is not the one dealt is an exchanged card."""
    shown = (Mostrada(grupo="banca", cartas=("Kd", "9h")),)
    assert said(coup(PONTO_WINS, bet(1, "ponto"), mostradas=shown)) == [
        ("RES-IMPOSS", "PB R23", "Kd 7h", "Kd 9h")
    ]
    fine = (Mostrada(grupo="banca", cartas=("7h", "Kd")),)
    assert codes(coup(PONTO_WINS, bet(1, "ponto"), mostradas=fine)) == []


def test_a_table_that_records_no_cards_is_settled_by_what_was_announced() -> None:
    """R27: the points said aloud decide where no card is known, the deduction on 5 included."""
    told = Resultado(vencedor="banca", ponto=2, banca=5)
    bets = bet(1, "banca"), bet(2, "ponto"), bet(3, "par_do_ponto")
    more = {"resultado": told, "deducao": "50pct_5", "records": ("bets", "payouts")}
    record = coup("", *bets, **more)
    assert [(line.outcome, line.prize) for line in settled(record).lines] == [
        (GANHA, 500),
        (PERDE, 0),
        (PENDENTE, 0),
    ]
    less = structs.replace(record, resultado=Resultado(vencedor="banca"))
    assert [line.outcome for line in settled(less).lines] == [PENDENTE, PERDE, PENDENTE]
    points = structs.replace(record, resultado=Resultado(ponto=6, banca=6, par_do_ponto=True))
    assert [line.outcome for line in settled(points).lines] == [NULA, NULA, GANHA]
    assert codes(record) == []


def test_an_announcement_that_the_cards_belie() -> None:
    """R27, R29: the cards decide; what was said otherwise is found."""
    told = Resultado(vencedor="banca", ponto=9, banca=8, par_da_banca=True)
    assert said(coup(PONTO_WINS, bet(1, "ponto"), resultado=told)) == [
        ("RES-IMPOSS", "PB R29", "ponto", "banca"),
        ("RES-IMPOSS", "PB R27", "7", "8"),
        ("RES-IMPOSS", "PB R20", "False", "True"),
    ]
    right = Resultado(vencedor="ponto", ponto=9, banca=7)
    assert codes(coup(PONTO_WINS, bet(1, "ponto"), resultado=right)) == []


def test_a_third_card_of_banca_that_nobody_read_leaves_it_to_the_announcement() -> None:
    """R25, R27: banca drew on 3 against a 6, nobody knows what: open, or as it was announced."""
    record = coup("P2s BKd PKc B3h P6d B?", bet(1, "ponto"))
    told = structs.replace(record, resultado=Resultado(vencedor="ponto", ponto=8, banca=5))
    assert [only_line(one).outcome for one in (record, told)] == [PENDENTE, GANHA]
    assert codes(record) == codes(told) == []


def test_an_unknown_card_leaves_the_rest_open() -> None:
    """A card nobody read decides nothing, and is no fault."""
    record = coup("P9s BKd PKc B?", bet(1, "ponto"), bet(2, "par_do_ponto"))
    assert [line.outcome for line in settled(record).lines] == [PENDENTE, PERDE]
    assert codes(record) == []
    late = coup("P2s BKd PKc B6h P?", bet(1, "ponto"))
    assert codes(late) == []
    both = coup("P2s BKd PKc B6h B5c P?", bet(1, "ponto"))
    assert codes(both) == ["PB-3RD"]  # whatever it was, ponto's comes first


# --- null coups ----------------------------------------------------------------------------------


def test_a_null_coup_credits_every_stake() -> None:
    """R34: the shoe fell in the deal and nothing can be put right; the pairs go back, too."""
    record = coup(
        "P9s BKd P9c",
        *(bet(at, tipo) for at, tipo in enumerate(("ponto", "empate", "par_do_ponto"), 1)),
        void=Void(cause="lapso_incorrigivel", rule="PB R34"),
        errors=(ErrorNoted(error="lapso"),),
    )
    settlement = settled(record)
    assert settlement.void
    assert [(line.outcome, line.due) for line in settlement.lines] == [(DEVOLVIDA, 1000)] * 3
    assert codes(record) == []
    short = structs.replace(paid_exactly(record), payments=())
    assert [one.code for one in judge(short).found] == ["VOID-REFUND"] * 3


def test_a_slip_that_could_be_put_right_is_no_ground() -> None:
    """R34: the order of the cards gives both hands, so the coup counts and the void is found."""
    noted = (ErrorNoted(error="carta_a_mais", cards=("2d",)),)
    void = Void(cause="lapso", rule="PB R34")
    record = coup("P6s BKd PKc B7h P2d", bet(1, "banca"), errors=noted, void=void)
    assert said(record) == [("PB-NUL", "PB R34", "", "lapso")]
    assert only_line(record).outcome is GANHA
    shown = structs.replace(record, errors=())
    assert codes(shown) == ["PB-NUL"]  # the cards themselves show the slip


def test_a_void_without_a_slip_has_no_ground() -> None:
    """R34: a whole coup, and one broken off for no reason of the rules."""
    whole = coup(PONTO_WINS, bet(1, "ponto"), void=Void(cause="lapso"))
    assert said(whole) == [("VOID-BAD", "PB R34", "resultado", "lapso")]
    assert only_line(whole).outcome is GANHA
    broken = coup("P9s BKd", bet(1, "ponto"), void=Void(cause="cliente"))
    assert said(broken) == [("VOID-BAD", "PB R34", "", "cliente")]
    assert only_line(broken).outcome is DEVOLVIDA
    assert codes(structs.replace(broken, void=Void(cause="outra", rule="R34"))) == []


def test_a_card_face_up_voids_nothing() -> None:
    """R18: it is valid, so it is no ground whether or not the coup was played on."""
    void = Void(cause="carta_virada", rule="PB R34")
    noted = (ErrorNoted(error="carta_virada", cards=("Kd",)),)
    broken = coup("P9s BKd", bet(1, "ponto"), void=void, errors=noted)
    assert said(broken) == [("VOID-BAD", "PB R18", "", "carta_virada")]
    whole = coup(PONTO_WINS, bet(1, "ponto"), void=void, errors=noted)
    assert said(whole) == [("VOID-BAD", "PB R34", "resultado", "carta_virada")]


def test_a_slip_left_uncorrected_makes_the_coup_null() -> None:
    """R34: a slip is on record, the hands are not whole, and nobody declared the coup null."""
    noted = (ErrorNoted(error="cartas_misturadas"),)
    record = coup("P3s BKd PKc B7h", bet(1, "ponto"), errors=noted)
    assert said(record) == [("VOID-MISS", "PB R34", "", "3s Kd Kc 7h")]
    assert only_line(record).outcome is DEVOLVIDA
    assert codes(coup(PONTO_WINS, bet(1, "ponto"), errors=noted)) == []


# --- bets ----------------------------------------------------------------------------------------


def test_chances_that_the_cloth_lacks() -> None:
    """R7, R19: another chance, a selection, or a pair where the house takes none goes back."""
    record = coup(PONTO_WINS, bet(1, "ponto_6"), bet(2, "ponto", selecao="9"), bet(3, "ponto"))
    assert [line.outcome for line in settled(record).lines] == [DEVOLVIDA, DEVOLVIDA, GANHA]
    assert [one[:2] for one in said(record)] == [("RES-IMPOSS", "PB R7")] * 2
    pair = coup(TIE, bet(1, "par_do_ponto"), pares=False)
    assert said(pair) == [("RES-IMPOSS", "PB R19", "", "par_do_ponto")]
    assert only_line(pair).outcome is DEVOLVIDA


def test_late_bets_go_back() -> None:
    """R22: after “Jogo feito, nada mais”, or once a card is out, no bet stands."""
    late = bet(2, "ponto", seq=6)
    record = coup(PONTO_WINS, bet(1, "ponto", seq=4), late, nada_mais=Moment(seq=5))
    assert [line.outcome for line in settled(record).lines] == [GANHA, DEVOLVIDA]
    assert said(record) == [("BET-LATE", "PB R22", "seq 5", "seq 6")]
    cards = tuple(structs.replace(one, seq=at) for at, one in enumerate(deal(PONTO_WINS), 5))
    silent = structs.replace(record, nada_mais=None, cartas=cards)
    assert codes(silent) == ["BET-LATE"]
    in_time = structs.replace(record, bets=record.bets[:1])
    assert codes(in_time) == []


def test_late_bets_by_time() -> None:
    """R22: where no chain tells, times do."""
    record = coup(
        PONTO_WINS,
        bet(1, "ponto", at="2026-11-20T20:00:01.000000Z"),
        bet(2, "banca", at="2026-11-20T20:00:03.000000Z"),
        nada_mais=Moment(at="2026-11-20T20:00:02.000000Z"),
    )
    assert [line.outcome for line in settled(record).lines] == [GANHA, DEVOLVIDA]
    both = Moment(at="2026-11-20T20:00:02.000000Z", seq=5)
    chained = structs.replace(record, nada_mais=both)
    assert [line.outcome for line in settled(chained).lines] == [GANHA, DEVOLVIDA]


def test_changes_in_time_count_and_late_ones_do_not() -> None:
    """R22: a stake raised after the call is not raised."""
    changes = (BetChange(bet=1, valor=2000, seq=3), BetChange(bet=1, valor=9000, seq=6))
    record = coup(PONTO_WINS, bet(1, "ponto", seq=2), alteracoes=changes, nada_mais=Moment(seq=5))
    assert only_line(record).stake == 2000
    assert said(record) == [("BET-LATE", "PB R22", "seq 5", "seq 6")]


def test_limits_of_each_chance() -> None:
    """R8: a player's bets on a chance are added up; two players' are not."""
    limits = {"ponto": Limit(minimum=500, maximum=3000, multiple=100)}
    two = bet(1, "ponto", 2000, player="ana"), bet(2, "ponto", 2000, player="ana")
    assert said(coup(PONTO_WINS, *two, limites=limits)) == [("BET-MAX", "PB R8", "30.00", "40.00")]
    others = bet(1, "ponto", 2000, player="ana"), bet(2, "ponto", 2000, seat=2, player="rui")
    assert codes(coup(PONTO_WINS, *others, limites=limits)) == []
    assert codes(coup(PONTO_WINS, bet(1, "ponto", 400), limites=limits)) == ["BET-MIN"]
    assert codes(coup(PONTO_WINS, bet(1, "ponto", 550), limites=limits)) == ["BET-MULT"]


def test_a_stake_is_its_chips() -> None:
    """A stake of nothing, or that its chips do not make up, is found."""
    assert codes(coup(PONTO_WINS, bet(1, "ponto", 0))) == ["BET-MIN"]
    odd = bet(1, "ponto", 1000, chips=Chips(count=3, value=300))
    assert said(coup(PONTO_WINS, odd)) == [("BET-MULT", "PB R8", "3 x 3.00", "10.00")]


@pytest.mark.parametrize(
    ("tipo", "times"),
    [("ponto", 70), ("banca", 70), ("empate", 15), ("par_do_ponto", 8), ("par_da_banca", 8)],
)
def test_a_maximum_is_so_many_times_the_minimum(tipo: str, times: int) -> None:
    """R8: 70, 70, 15, 8 and 8 times; one cent more is found."""
    fits = {tipo: Limit(minimum=100, maximum=100 * times)}
    assert codes(coup(PONTO_WINS, limites=fits)) == []
    over = {tipo: Limit(minimum=100, maximum=100 * times + 1)}
    (fault,) = found(coup(PONTO_WINS, limites=over))
    assert (fault.code, fault.rule, fault.amount) == ("PB-R8", "PB R8", 1)


def test_two_bets_of_one_number() -> None:
    """A number names one bet."""
    assert codes(coup(PONTO_WINS, bet(1, "ponto"), bet(1, "banca"))) == ["RES-IMPOSS"]


# --- who stands ----------------------------------------------------------------------------------


def test_who_stands_never_bets_against_the_seat() -> None:
    """R21: the seat lies on ponto; a standing player may add to it, not bet on banca there."""
    seated = bet(1, "ponto", seat=3, player="ana")
    against = bet(2, "banca", seat=3, player="rui", by=101)
    (fault,) = found(coup(PONTO_WINS, seated, against))
    assert (fault.code, fault.rule, fault.bet, fault.facts) == (
        "PB-CONTRA",
        "PB R21",
        2,
        {"fact": "contra"},
    )
    assert codes(coup(PONTO_WINS, seated, bet(2, "ponto", seat=3, player="rui", by=101))) == []
    assert codes(coup(PONTO_WINS, seated, bet(2, "empate", seat=3, player="rui", by=101))) == []
    assert codes(coup(PONTO_WINS, seated, bet(2, "banca", seat=4, player="rui", by=101))) == []
    both = seated, bet(3, "banca", seat=3, player="ana"), against
    assert codes(coup(PONTO_WINS, *both)) == []


def test_the_seats_holder_tells_who_complements() -> None:
    """R21: without a place of his own, a player who does not hold the seat stands."""
    bets = bet(1, "ponto", seat=3, player="ana"), bet(2, "banca", seat=3, player="rui")
    assert codes(coup(PONTO_WINS, *bets, titulares={3: "ana"})) == ["PB-CONTRA"]
    assert codes(coup(PONTO_WINS, *bets)) == []


def test_a_seats_total_stays_within_the_maximum() -> None:
    """R21: 2500 and 600 are over 3000 together; what one bets over it alone is BET-MAX."""
    limits = {"ponto": Limit(minimum=100, maximum=3000)}
    seated = bet(1, "ponto", 2500, seat=3, player="ana")
    added = bet(2, "ponto", 600, seat=3, player="rui", by=101)
    (fault,) = found(coup(PONTO_WINS, seated, added, limites=limits))
    assert (fault.code, fault.amount, fault.facts) == ("PB-CONTRA", 100, {"fact": "maximo"})
    less = structs.replace(added, valor=500)
    assert codes(coup(PONTO_WINS, seated, less, limites=limits)) == []
    alone = structs.replace(seated, valor=3500)
    assert codes(coup(PONTO_WINS, alone, limites=limits)) == ["BET-MAX"]
    both = found(coup(PONTO_WINS, alone, added, limites=limits))
    assert [(one.code, one.amount) for one in both] == [("BET-MAX", 500), ("PB-CONTRA", 600)]


def test_how_many_may_stand() -> None:
    """R21: six to eight at a single table."""
    standing = [bet(at, "ponto", seat=1, by=100 + at) for at in range(1, 10)]
    seated = bet(99, "ponto", seat=1)
    assert codes(coup(PONTO_WINS, seated, *standing, mesa="simples")) == ["PB-CONTRA"]
    assert codes(coup(PONTO_WINS, seated, *standing[:8], mesa="simples")) == []
    assert codes(coup(PONTO_WINS, seated, *standing, mesa="dupla")) == []


# --- deductions and payments ---------------------------------------------------------------------


def test_deductions_are_alternatives_and_notified() -> None:
    """R32: one of two; both, another, or one that was not notified is found."""
    both = coup(BANCA_WINS, bet(1, "banca"), deducao="5pct+50pct_5")
    assert said(both) == [
        ("PB-COMM", "PB R32", "5pct / 50pct_5 / nenhuma", "5pct+50pct_5"),
    ]
    assert only_line(both).prize == 950
    assert codes(coup(BANCA_WINS, bet(1, "banca"), deducao="10pct")) == ["PB-COMM"]
    quiet = coup(BANCA_WINS, bet(1, "banca"), deducao="5pct", deducao_comunicada=False)
    assert codes(quiet) == ["PB-COMM"]
    assert codes(structs.replace(quiet, deducao_comunicada=True)) == []
    assert codes(structs.replace(quiet, deducao="nenhuma")) == []


@pytest.mark.parametrize(
    ("deducao", "amount", "code"),
    [
        ("5pct", 500, "PB-COMM"),  # half, which is the other's
        ("5pct", 475, "PB-COMM"),  # both
        ("50pct_5", 950, "PB-COMM"),
        ("nenhuma", 950, "PB-COMM"),
        ("5pct", 1000, "PAY-DIFF"),  # none: too much
        ("5pct", 940, "PAY-DIFF"),
    ],
)
def test_a_prize_of_banca_by_another_deduction(deducao: str, amount: int, code: str) -> None:
    """R32: paid by the deduction that the table does not have, or by both."""
    record = coup(BANCA_ON_5, bet(1, "banca"), deducao=deducao)
    assert [one.code for one in paid(record, 1, amount)] == [code]


def test_half_the_prize_where_banca_did_not_win_with_5() -> None:
    """R32 b: the deduction of the table, taken in a coup that banca won with 9."""
    record = coup(BANCA_WINS, bet(1, "banca"), deducao="50pct_5")
    assert [one.code for one in paid(record, 1, 500)] == ["PB-COMM"]
    assert [one.code for one in paid(record, 1, 501)] == ["PAY-DIFF"]


def test_the_deduction_that_the_table_says() -> None:
    """R32: more taken than the option gives; the short payment is the same fact."""
    record = coup(BANCA_WINS, bet(1, "banca"), deducao="5pct", deduzido=50)
    assert codes(record) == []
    more = structs.replace(record, deduzido=60)
    (fault,) = paid(more, 1, 940)
    assert (fault.code, fault.amount, fault.expected) == ("PB-COMM", 10, "0.50")
    assert [one.code for one in paid(more, 1, 900)] == ["PB-COMM", "PAY-DIFF"]


@pytest.mark.parametrize(
    ("tipo", "amount", "back", "code", "rule"),
    [
        ("empate", 11_000, 1000, "PB-TIE", "PB R30"),
        ("ponto", 1000, 1000, "PB-TIE", "PB R30"),
        ("banca", 0, 500, "PB-TIE", "PB R30"),
        ("par_do_ponto", 10_000, 1000, "PB-PAIR", "PB R31"),
        ("par_da_banca", 11_000, 1000, "PB-PAIR", "PB R31"),  # there was none
    ],
)
def test_wrong_payments_of_ties_and_pairs(
    tipo: str, amount: int, back: int, code: str, rule: str
) -> None:
    """R30, R31: the game's own code goes before PAY-DIFF."""
    (fault,) = paid(coup(TIE, bet(1, tipo)), 1, amount, back)
    assert (fault.code, fault.rule) == (code, rule)


def test_a_stake_kept_on_a_tie() -> None:
    """R30: ponto and banca neither win nor lose, so the stake goes back; a winner unpaid is not."""
    record = coup(TIE, bet(1, "ponto"), bet(2, "empate"))
    assert [(one.code, one.amount) for one in judge(record).found] == [
        ("PB-TIE", -1000),
        ("PAY-NONE", -9000),
    ]


def test_several_bets_paid_at_once_are_right_by_their_sum() -> None:
    """R29: of ponto and banca only one wins; its payment may name both."""
    record = coup(PONTO_WINS, bet(1, "ponto"), bet(2, "banca", seat=2))
    whole = (Payment(seat=1, bets=(1, 2), amount=1000, stake_returned=1000),)
    assert judge(structs.replace(record, payments=whole)).found == ()


def test_payments_of_what_nobody_can_decide_are_not_compared() -> None:
    """A card is hidden: who won is not known, the pair is; a bet that was not made is paid none."""
    record = coup("P9s BKd PKc B?", bet(1, "ponto"), bet(2, "par_do_ponto"), bet(3, "empate"))
    one = Payment(seat=1, bets=(1,), amount=1000, stake_returned=1000)
    assert judge(structs.replace(record, payments=(one,))).found == ()
    joint = structs.replace(one, bets=(1, 2))
    assert judge(structs.replace(record, payments=(joint,))).found == ()
    whole = structs.replace(one, bets=())
    assert judge(structs.replace(record, payments=(whole,))).found == ()
    pair = structs.replace(one, bets=(2,))
    assert [one.code for one in judge(structs.replace(record, payments=(pair,))).found] == [
        "PB-PAIR"
    ]
    none = structs.replace(one, bets=(9,))
    assert [one.code for one in judge(structs.replace(record, payments=(none,))).found] == [
        "PAY-DIFF"
    ]
    no_cards = coup("", bet(1, "ponto"), payments=(one,))
    assert [one.code for one in judge(no_cards).found] == ["PAY-DIFF"]


# --- online --------------------------------------------------------------------------------------


def test_online_a_round_without_a_winner_is_null() -> None:
    """R91: the operator's system failed and no winner can be determined: stakes are credited."""
    void = Void(cause="avaria", side="operator")
    record = coup("P9s BKd", bet(1, "ponto"), bet(2, "par_do_ponto"), mode="shared", void=void)
    assert [(line.outcome, line.due) for line in settled(record).lines] == [(DEVOLVIDA, 1000)] * 2
    assert codes(record) == []
    (fault,) = found(structs.replace(record, void=None))
    assert (fault.code, fault.rule) == ("VOID-MISS", "PB R91")


def test_online_a_round_whose_winner_is_known_is_paid() -> None:
    """R91: the log gives the winner, so nothing is null."""
    void = Void(cause="avaria", side="operator")
    record = coup(PONTO_WINS, bet(1, "ponto"), mode="exclusive", void=void)
    assert said(record) == [("VOID-BAD", "PB R91", "resultado", "avaria")]
    assert only_line(record).outcome is GANHA


def test_online_the_players_network_voids_nothing() -> None:
    """R92: the prize is paid or the stake collected."""
    void = Void(cause="rede", side="player")
    record = coup(PONTO_WINS, bet(1, "ponto"), mode="shared", void=void)
    assert [one[:2] for one in said(record)] == [("VOID-NET", "PB R92")]
    assert only_line(record).outcome is GANHA
    broken = coup("P9s", bet(1, "ponto"), mode="shared", void=void)
    assert only_line(broken).outcome is PENDENTE


def test_online_bets_close_by_another_rule() -> None:
    """R87: the close is announced, and later bets are not accepted."""
    record = coup(PONTO_WINS, bet(1, "ponto", seq=6), nada_mais=Moment(seq=5), mode="shared")
    assert [one[:2] for one in said(record)] == [("BET-LATE", "PB R87")]


def test_online_how_many_play() -> None:
    """R85: nine at most at a shared table, one at an exclusive one."""
    ten = [bet(at, "ponto", seat=at, player=f"p{at}") for at in range(1, 11)]
    assert codes(coup(PONTO_WINS, *ten, mode="shared")) == ["REG-RULE"]
    assert codes(coup(PONTO_WINS, *ten[:9], mode="shared")) == []
    assert said(coup(PONTO_WINS, *ten[:2], mode="exclusive")) == [
        ("REG-RULE", "PB R85", "<= 1", "2")
    ]
    assert codes(coup(PONTO_WINS, *ten)) == []


def test_online_one_time_for_all() -> None:
    """R86: the seconds fixed, as announced, or as the calls show them."""
    more: dict[str, Any] = {"mode": "shared", "tempo_apostas": 20}
    assert codes(coup(PONTO_WINS, **more, segundos=20)) == []
    assert said(coup(PONTO_WINS, **more, segundos=15)) == [("ONL-TIME", "PB R86", "20 s", "15 s")]
    calls = {
        "apostas_abertas": Moment(at="2026-11-20T20:00:00.000000Z"),
        "nada_mais": Moment(at="2026-11-20T20:00:12.400000Z"),
    }
    assert said(coup(PONTO_WINS, **more, **calls)) == [("ONL-TIME", "PB R86", "20 s", "12 s")]
    whole = {**calls, "nada_mais": Moment(at="2026-11-20T20:00:20.400000Z")}
    assert codes(coup(PONTO_WINS, **more, **whole)) == []
    longer = {**calls, "nada_mais": Moment(at="2026-11-20T20:00:26.000000Z")}
    assert codes(coup(PONTO_WINS, **more, **longer)) == []
    assert codes(coup(PONTO_WINS, mode="exclusive", tempo_apostas=20, segundos=15)) == []


def test_online_sessions_and_demonstrations() -> None:
    """R93-R96: histories whole, sessions ended for a reason, demonstrations for free play only."""
    sessions = [
        {"session": "s1", "ended_by": "operator", "cause": "idle", "rounds": 9, "history": 9},
        {"session": "s2", "ended_by": "operator", "cause": "winning"},
        {"session": "s3", "rounds": 9, "history": 8},
        {"session": "s4", "restricted": True, "diagnosed": False},
    ]
    record = coup(PONTO_WINS, mode="shared")
    text = {"mode": "demo", "meios": ["free_play", "chips"], "sessoes": sessions}
    told = decode_record(json.dumps({"game": "bacara_ponto_e_banca", **text}))
    assert [(one.code, one.rule) for one in judge(told).found if one.code != "VOID-MISS"] == [
        ("ONL-EXCL", "PB R95"),
        ("ONL-HIST", "PB R93"),
        ("ONL-EXCL", "PB R94"),
        ("ONL-DEMO", "PB R96"),
    ]
    assert codes(record) == []


# --- the quick road and the register -------------------------------------------------------------


def test_the_quick_road_is_taken_where_nothing_is_amiss() -> None:
    """A clean coup out of a shoe ends there; one paid wrongly, or with a slip, does not."""
    record = paid_exactly(coup_of_shoe(Burned(cause="coup"), deducao="5pct"))
    assert quick(record, RULES) is not None
    assert quick(structs.replace(record, payments=()), RULES) is None
    assert quick(structs.replace(record, sabot=Shoe(decks=7)), RULES) is None
    assert quick(structs.replace(record, cartas=deal("P9s BKd PKc")), RULES) is None
    limits = {"ponto": Limit(minimum=100, maximum=7000)}
    assert quick(structs.replace(record, limites=limits), RULES) is not None
    limits = {"ponto": Limit(minimum=100, maximum=7001)}
    assert quick(structs.replace(record, limites=limits), RULES) is None
    limits = {"ponto": Limit(minimum=1001, maximum=7000)}
    assert quick(structs.replace(record, limites=limits), RULES) is None
    assert quick(structs.replace(record, resultado=Resultado(vencedor="banca")), RULES) is None
    hidden = (Dealt(to="ponto", card="9s"), *deal("B? PKc B7h"))
    assert quick(structs.replace(record, cartas=hidden), RULES) is None


def test_every_rule_of_the_section_has_its_row() -> None:
    """R1-R34 and R82-R97, each once, and nothing is missing."""
    numbers = [*range(1, 35), *range(82, 98)]
    assert sorted(rule.rule for rule in COVERAGE) == sorted(f"R{number}" for number in numbers)
    assert not [rule for rule in COVERAGE if rule.status == "missing"]


def test_every_code_of_the_section_can_be_found() -> None:
    """Each PB code stands in a test above, and in the table of codes."""
    ours = {code for code in CODES if code.startswith("PB-")}
    assert ours == {
        "PB-R8",
        "PB-DECK",
        "PB-SHOE",
        "PB-3RD",
        "PB-CONTRA",
        "PB-PAIR",
        "PB-COMM",
        "PB-TIE",
        "PB-NUL",
    }
