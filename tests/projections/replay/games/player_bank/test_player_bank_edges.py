"""The bank of a player: stakes and capital that cannot be, shared places, commissions declared."""

import pytest

from projections.replay.games.player_bank.jogada import (
    ATRAS,
    CASA,
    Anterior,
    Associacao,
)
from projections.replay.kit.bets import Moment
from tests.projections.replay.games.player_bank import test_mahjong_pai_kao as pai_kao
from tests.projections.replay.games.player_bank.player_bank_table import (
    balance,
    due,
    faults,
    line,
    on,
    paid_exactly,
    settled,
    told,
)
from tests.projections.replay.games.player_bank.poquer_3_cartas_table import jogada


def test_capital_below_nothing_is_none() -> None:
    """R17: an impossible -5.00 covers no bet, and is no stake that the banker could lose."""
    record = jogada(on(1, 1), capital=-500)
    assert due(record) == [(1, "devolvida", 0, 1_000), (None, "nula", 0, 0)]
    assert line(record, None).stake == 0


def test_a_stake_below_nothing_gives_nothing_back() -> None:
    """R25: what cannot be staked was not; nobody owes 1.00 for it."""
    assert due(jogada(on(1, 1, -100)))[0] == (1, "devolvida", 0, 0)


def test_a_bet_that_is_cut_and_a_bet_that_is_not_covered_say_so() -> None:
    """R17: of 10.00 each against a bank of 4.00 place 1 plays 4.00, and place 2 nothing."""
    record = jogada(on(1, 1), on(2, 2), capital=400)
    cut, bare = line(record, 1), line(record, 2)
    assert any("of 10.00 only 4.00 plays" in step.text("en", cut) for step in cut.why)
    assert any(
        "no longer covers this bet: 10.00 go back" in step.text("en", bare) for step in bare.why
    )


def test_two_who_entrusted_capital_at_one_place_pay_the_commission_of_both() -> None:
    """R20, R29: the bank wins 150.00: the banker 100.00, then 30.00 and 20.00 of place 4."""
    shared = (Associacao(valor=3_000, seat=4), Associacao(valor=3_000, seat=4))
    record = jogada(on(1, 7, 15_000), associacoes=shared)
    settlement = settled(record)
    assert [(one.seat, one.amount) for one in settlement.commissions] == [
        (3, 500),
        (4, 150),
        (4, 100),
    ]
    assert balance(settlement) == 0
    assert told(record) == []
    whole = paid_exactly(record)
    paid = [one for one in whole.payments if one.seat == 4]
    assert sum(one.total for one in paid) == 2 * 3_000 + 3_000 + 2_000 - 250


def test_who_bears_the_bank_is_cited_by_how_he_came_to() -> None:
    """Pai kao has a rule for each: capital of the house, bets behind the banker, associates."""
    began = {"dados_agitados": Moment(seq=5)}
    late = [Associacao(papel=role, valor=300, seat=2, seq=8) for role in (CASA, ATRAS, "associado")]
    rules = [
        [one.rule for one in faults(paid_exactly(pai_kao.jogada(associacoes=(who,), **began)))]
        for who in late
    ]
    assert rules == [["PK IV.12"], ["PK IV.13"], ["PK IV.14"]]
    behind = pai_kao.jogada(on(1, 1), associacoes=(Associacao(papel=ATRAS, valor=300, seat=2),))
    assert line(behind, None, seat=2).rules == ("PK IV.13",)


@pytest.mark.parametrize(("declared", "prize"), [(500, 950), (0, 1_000), (12_000, 0), (-5, 1_000)])
def test_a_commission_is_between_nothing_and_all_of_the_prize(declared: int, prize: int) -> None:
    """What the table declares beyond takes no stake, and gives nobody more than was won."""
    assert line(pai_kao.jogada(on(1, 1), comissao_bp=declared), 1).prize == prize


def test_a_third_jogada_running_needs_a_yes_even_where_nobody_else_bets() -> None:
    """R13: who sits there is not recorded, and nobody is said to have agreed."""
    before = Anterior(banqueiro=3, fica=10_000, seguidas=2)
    assert told(jogada(anterior=before)) == [("P3-BANK", "P3 R13")]
    assert told(jogada(anterior=before, sentados=(3,))) == []
