"""Bacará ponto e banca/Macau: Portaria 1/2017, Anexo, regras 1-25 and 35-43."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.games.bacara.bacara_ponto_e_banca_macau import COVERAGE, quick
from projections.replay.games.bacara.punto_banco.record import Resultado
from projections.replay.kit.bets import Limit, Moment
from projections.replay.kit.shoe import Burned, Shoe
from projections.replay.profiles.cabo_verde_2017 import BACARA_PONTO_E_BANCA_MACAU as RULES
from projections.replay.record import ErrorNoted, Payment, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import Outcome
from tests.projections.replay.games.bacara.punto_banco_table import (
    PONTO_WINS,
    bet,
    codes,
    found,
    macau,
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
BANCA_ON_5 = "P2s B2d PQc B3h PKh"
BANCA_ON_6 = "P2s B2d PQc B4h PKh"
"""Ponto draws a figure and stays at 2; banca stands on 6 against a third card of 0."""
TIE = "P4s B8d P4c BKh"


@pytest.mark.parametrize(
    ("cards", "tipo", "deducao", "outcome", "prize"),
    [
        (PONTO_WINS, "ponto", "50pct_5", GANHA, 1000),
        (PONTO_WINS, "banca", "50pct_5", PERDE, 0),
        (BANCA_ON_5, "banca", "50pct_5", GANHA, 500),
        (BANCA_ON_6, "banca", "50pct_5", GANHA, 1000),
        (BANCA_ON_6, "banca", "5pct", GANHA, 950),
        (TIE, "empate", "nenhuma", GANHA, 8000),
        (TIE, "ponto", "nenhuma", NULA, 0),
        (TIE, "banca", "nenhuma", NULA, 0),
        (TIE, "par_do_ponto", "nenhuma", GANHA, 11_000),
        (TIE, "par_da_banca", "nenhuma", PERDE, 0),
    ],
)
def test_what_each_chance_wins(
    cards: str, tipo: str, deducao: str, outcome: Outcome, prize: int
) -> None:
    """R38, R40, R41: 1:1, 8:1, 11:1; half the prize is on 5, not on 6 as in Macau's own law."""
    line = only_line(macau(cards, bet(1, tipo), deducao=deducao))
    assert (line.outcome, line.prize) == (outcome, prize)


def test_the_rules_are_cited_by_this_sections_numbers() -> None:
    """R38, R40, R41, R42: what ponto e banca says in R29-R33 has other numbers here."""
    record = macau(
        BANCA_ON_5, bet(1, "banca"), bet(2, "ponto"), bet(3, "par_do_ponto"), deducao="5pct"
    )
    settlement = settled(record)
    assert [line.rules for line in settlement.lines] == [
        ("PM R38", "PM R41", "PM R42"),
        ("PM R38",),
        ("PM R20",),
    ]
    assert [one.rules for one in settlement.commissions] == [("PM R41",)]
    (fault,) = paid(macau(TIE, bet(1, "par_do_ponto")), 1, 10_000)
    assert (fault.code, fault.rule) == ("PB-PAIR", "PM R40")
    (fault,) = paid(macau(TIE, bet(1, "empate")), 1, 9000)
    assert (fault.code, fault.rule) == ("PB-TIE", "PM R38")
    (fault,) = paid(record, 1, 500)
    assert (fault.code, fault.rule) == ("PB-COMM", "PM R41")


def test_the_cards_follow_the_same_table() -> None:
    """R25: banca has 3 and stands on ponto's 8."""
    record = macau("P2s BKd PKc B3h P8d B5c", bet(1, "ponto"))
    assert said(record) == [("PB-3RD", "PM R25", "ponto", "ponto, banca")]
    assert codes(macau("P2s BKd PKc B3h P9d B5c", bet(1, "ponto"))) == []


def test_bets_are_unlimited() -> None:
    """R8: no ratio and no maximum; a table that sets one has a fault, and its bets have none."""
    limits = {"ponto": Limit(minimum=100)}
    high = bet(1, "ponto", 10**9)
    assert codes(macau(PONTO_WINS, high, limites=limits)) == []
    capped = macau(PONTO_WINS, high, limites={"ponto": Limit(minimum=100, maximum=500)})
    assert said(capped) == [("PB-R8", "PM R8", "sem_limite", "5.00")]
    assert codes(macau(PONTO_WINS, bet(1, "ponto", 50), limites=limits)) == ["BET-MIN"]


def test_the_difference_between_ponto_and_banca() -> None:
    """R39: 9000 on ponto and 3000 on banca differ by 6000; ties and pairs do not count."""
    bets = (
        bet(1, "ponto", 4000, player="ana"),
        bet(2, "banca", 3000, seat=2, player="rui"),
        bet(3, "empate", 90_000, seat=2, player="rui"),
        bet(4, "ponto", 5000, seat=3, player="eva"),
    )
    assert codes(macau(PONTO_WINS, *bets, diferenca_maxima=6000)) == []
    (fault,) = found(macau(PONTO_WINS, *bets, diferenca_maxima=5999))
    assert (fault.code, fault.rule, fault.bet, fault.amount) == ("PB-R8", "PM R39", 4, 1)
    assert codes(macau(PONTO_WINS, *bets)) == []
    other = macau(PONTO_WINS, bet(1, "banca", 100), diferenca_maxima=99)
    assert codes(other) == ["PB-R8"]


def test_a_late_bet_does_not_count_in_the_difference() -> None:
    """R22, R39: the difference is that of the closed bets."""
    late = bet(2, "ponto", 9000, seq=9)
    record = macau(
        PONTO_WINS, bet(1, "ponto", 100, seq=1), late, nada_mais=Moment(seq=5), diferenca_maxima=100
    )
    assert codes(record) == ["BET-LATE"]


def test_the_limit_of_prizes_is_authorised() -> None:
    """R39: “mediante autorização”."""
    record = macau(PONTO_WINS, bet(1, "ponto"), diferenca_maxima=5000, diferenca_autorizada=False)
    assert said(record) == [("PB-R8", "PM R39", "", "50.00")]
    assert codes(structs.replace(record, diferenca_autorizada=True)) == []


def test_who_stands_has_no_maximum_but_never_bets_against() -> None:
    """R21: as in ponto e banca, without a maximum to reach."""
    seated = bet(1, "ponto", 5000, seat=3, player="ana")
    added = bet(2, "ponto", 9000, seat=3, player="rui", by=101)
    assert codes(macau(PONTO_WINS, seated, added)) == []
    against = structs.replace(added, tipo="banca")
    assert [one[:2] for one in said(macau(PONTO_WINS, seated, against))] == [
        ("PB-CONTRA", "PM R21")
    ]


def test_there_is_no_variant_online() -> None:
    """A round online of this game is a violation, settled by the physical rules."""
    record = macau(PONTO_WINS, bet(1, "ponto"), mode="shared")
    assert codes(record) == ["ONL-NONE"]
    assert only_line(record).outcome is GANHA
    void = Void(cause="rede", side="player")
    broken = macau("P9s", bet(1, "ponto"), mode="shared", void=void)
    assert codes(broken) == ["VOID-BAD", "ONL-NONE"]
    assert only_line(broken).outcome is DEVOLVIDA
    assert codes(macau(PONTO_WINS, bet(1, "ponto"))) == []


def test_a_null_coup() -> None:
    """R43: null where a slip cannot be put right; a finding where it could."""
    noted = (ErrorNoted(error="lapso"),)
    void = Void(cause="lapso", rule="PM R43")
    null = macau("P9s BKd PKc", bet(1, "ponto"), errors=noted, void=void)
    assert codes(null) == []
    assert only_line(null).outcome is DEVOLVIDA
    could = macau("P9s BKd PKc B7h", bet(1, "ponto"), errors=noted, void=void)
    assert said(could) == [("PB-NUL", "PM R43", "", "lapso")]
    missed = macau("P3s BKd PKc B7h", bet(1, "ponto"), errors=noted)
    assert [one[:2] for one in said(missed)] == [("VOID-MISS", "PM R43")]


def test_the_shoe_is_that_of_ponto_e_banca() -> None:
    """R3, R24: packs by the table, one card burned before the coup; announcements by R36."""
    shoe = Shoe(decks=6, burned=(Burned(cause="coup"),))
    more = {"sabot": shoe, "primeiro": False, "mesa": "simples"}
    assert codes(macau(PONTO_WINS, bet(1, "ponto"), **more)) == []
    bare = {**more, "sabot": Shoe(decks=8)}
    assert [one[:2] for one in said(macau(PONTO_WINS, bet(1, "ponto"), **bare))] == [
        ("PB-DECK", "PM R3"),
        ("PB-SHOE", "PM R24"),
    ]
    told = Resultado(ponto=8)
    assert said(macau(PONTO_WINS, bet(1, "ponto"), resultado=told)) == [
        ("RES-IMPOSS", "PM R36", "9", "8")
    ]


def test_a_record_in_json() -> None:
    """A coup can be judged without a ledger."""
    record = decode_record(
        """{"game": "bacara_ponto_e_banca_macau", "diferenca_maxima": 900,
        "cartas": [{"to": "ponto", "card": "9s"}, {"to": "banca", "card": "Kd"},
                   {"to": "ponto", "card": "Kc"}, {"to": "banca", "card": "7h"}],
        "bets": [{"bet": 1, "seat": 1, "tipo": "ponto", "valor": 1000}],
        "payments": [{"seat": 1, "bets": [1], "amount": 1000, "stake_returned": 1000}]}"""
    )
    assert [one.code for one in judge(record).found] == ["PB-R8"]


def test_the_quick_road() -> None:
    """It is left where the difference is limited, and comes to what the long one gives."""
    record = paid_exactly(macau(BANCA_ON_5, bet(1, "banca"), deducao="50pct_5"))
    assert quick(record, RULES) == settled(record)
    assert quick(structs.replace(record, diferenca_maxima=10**6), RULES) is None
    assert quick(structs.replace(record, mode="shared"), RULES) is None


@given(
    st.lists(st.tuples(st.sampled_from(("ponto", "banca", "empate")), st.integers(1, 9999))),
    st.integers(0, 20_000),
)
def test_the_difference_is_that_of_the_sums(bets: list[tuple[str, int]], most: int) -> None:
    """R39: found exactly where the sums of the two chances differ by more."""
    record = macau(
        PONTO_WINS,
        *(bet(at, tipo, valor, seat=at) for at, (tipo, valor) in enumerate(bets, 1)),
        diferenca_maxima=most,
    )
    sums = {side: sum(valor for tipo, valor in bets if tipo == side) for side in ("ponto", "banca")}
    over = abs(sums["ponto"] - sums["banca"]) > most
    assert codes(record) == (["PB-R8"] if over else [])


def test_unpaid_winners() -> None:
    """R38: a winner who got nothing, and a stake kept on a tie."""
    record = macau(TIE, bet(1, "ponto"), bet(2, "empate", seat=2))
    payments = (Payment(seat=2, bets=(2,), amount=8000, stake_returned=1000),)
    (fault,) = judge(structs.replace(record, payments=payments)).found
    assert (fault.code, fault.rule, fault.amount) == ("PB-TIE", "PM R38", -1000)


def test_every_rule_of_the_section_has_its_row() -> None:
    """R1-R25 and R35-R43, each once, and nothing is missing."""
    numbers = [*range(1, 26), *range(35, 44)]
    assert sorted(rule.rule for rule in COVERAGE) == sorted(f"R{number}" for number in numbers)
    assert not [rule for rule in COVERAGE if rule.status == "missing"]
