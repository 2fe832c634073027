"""The money of a jogada of bingo: the page's examples, and cents that are conserved."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.money import take_share
from projections.replay.games.bingo.prizes import Plano, divide, plan_faults, shares, tax_on
from tests.helpers.each import each

AMOUNTS = st.integers(0, 10**9)
PLANS = st.builds(
    Plano,
    linha=st.integers(0, 300_000),
    bingo=st.integers(550_000, 700_000),
    deducao=st.sampled_from(["pro_rata", "bingo", "linha"]),
    pesos=st.dictionaries(st.sampled_from(["linha", "quatro_cantos", "x"]), st.integers(0, 9)),
)
OTHERS = st.sampled_from([(), ("linha",), ("linha", "quatro_cantos"), ("quatro_cantos",)])


@pytest.mark.parametrize(
    ("sales", "ppm", "deducao", "expected"),
    [
        # rules/bingo.md 4: sales 1 000.00, prizes 800.00; with the accumulator 24.00, net 776.00.
        (100_000, 0, "pro_rata", (80_000, 0, 60_000, 20_000, 20_000)),
        (100_000, 30_000, "pro_rata", (80_000, 2_400, 58_200, 19_400, 20_000)),
        # regulatory.md 3.4: all from the bingo 576.00, all from the linha 176.00.
        (100_000, 30_000, "bingo", (80_000, 2_400, 57_600, 20_000, 20_000)),
        (100_000, 30_000, "linha", (80_000, 2_400, 60_000, 17_600, 20_000)),
        # Sales 2.31: prizes 1.85 (1.848 rounded up), bingo 1.39 (1.3875), linha 0.46.
        (231, 0, "pro_rata", (185, 0, 139, 46, 46)),
        # With the accumulator 0.05 and 0.55 of a cent over; of 1.80 the bingo has 1.35.
        (231, 30_000, "pro_rata", (185, 5, 135, 45, 46)),
    ],
)
def test_the_pages_examples(sales: int, ppm: int, deducao: str, expected: tuple[int, ...]) -> None:
    """R7, R10: prizes, increment, bingo, linha and what the house keeps, to the cent."""
    one = divide(sales, Plano(deducao=deducao), increment_ppm=ppm)
    assert (one.total, one.incremento, one.bingo, one.linha, one.receita) == expected


def test_the_fraction_of_a_cent_stays_and_is_added_to_the_next() -> None:
    """R10: 3 % of 1.85 is 5.55 cents: five now; with 0.55 over, the next jogada gives six."""
    first = divide(231, Plano(), increment_ppm=30_000)
    assert (first.incremento, first.residuo) == (5, 550_000)
    second = divide(231, Plano(), increment_ppm=30_000, residue=first.residuo)
    assert (second.incremento, second.residuo) == (6, 100_000)


def test_without_a_linha_all_is_the_bingos() -> None:
    """R83, R73 b: 800.00 less 24.00, whatever prize the deduction is taken from."""
    for deducao in ("pro_rata", "bingo", "linha"):
        one = divide(100_000, Plano(deducao=deducao), (), increment_ppm=30_000)
        assert (one.bingo, one.linha, one.incremento) == (77_600, 0, 2_400)


def test_additional_prizes_share_the_linhas_part_by_weight() -> None:
    """200.00 by 2 : 1 is 66.66 for the corners, rounded down, and the rest to the linha."""
    plano = Plano(pesos={"linha": 2, "quatro_cantos": 1})
    one = divide(100_000, plano, ("linha", "quatro_cantos"))
    assert (one.linha, one.adicionais) == (13_334, {"quatro_cantos": 6_666})
    alone = divide(100_000, Plano(), ("quatro_cantos",))
    assert (alone.linha, alone.adicionais) == (0, {"quatro_cantos": 20_000})


def test_a_prize_that_the_weights_omit_has_no_part() -> None:
    """Page 4.3: by authorised weights; who has none, or a weight of 0, shares nothing."""
    for pesos in ({"quatro_cantos": 1}, {"linha": 0, "quatro_cantos": 3}):
        one = divide(100_000, Plano(pesos=pesos), ("linha", "quatro_cantos"))
        assert (one.linha, one.adicionais) == (0, {"quatro_cantos": 20_000})
    # Of 200.01 by 1 : 1 the odd cent is the first's that shares.
    one = divide(100_004, Plano(pesos={"x": 1, "y": 1}), ("linha", "x", "y"))
    assert (one.linha, one.adicionais) == (0, {"x": 10_001, "y": 10_000})
    # Of what is offered nothing is weighed: equal parts, here 100.00 each.
    one = divide(100_000, Plano(pesos={"coluna": 1}), ("linha", "quatro_cantos"))
    assert (one.linha, one.adicionais) == (10_000, {"quatro_cantos": 10_000})


def test_a_plan_that_gives_nothing_leaves_all_to_the_house() -> None:
    """R7 is broken, but the figures of what was said still add up."""
    one = divide(100_000, Plano(linha=0, bingo=0), increment_ppm=30_000)
    assert (one.total, one.bingo, one.linha, one.incremento, one.receita) == (0, 0, 0, 0, 100_000)


@given(AMOUNTS, PLANS, OTHERS, st.sampled_from([0, 30_000]), st.integers(0, 999_999))
def test_no_cent_is_lost_or_made(
    sales: int, plano: Plano, others: tuple[str, ...], ppm: int, residue: int
) -> None:
    """V = linha + adicionais + bingo + increment + receita, and no part is below nothing."""
    one = divide(sales, plano, others, increment_ppm=ppm, residue=residue)
    parts = [one.linha, *one.adicionais.values(), one.bingo, one.incremento, one.receita]
    assert sum(parts) == sales
    assert all(part >= 0 for part in parts)
    assert Fraction(one.total) >= Fraction(sales * min(plano.linha + plano.bingo, 10**6), 10**6)


@given(st.lists(AMOUNTS, max_size=30))
def test_increments_come_to_three_per_cent_of_all_prizes_exactly(sales: list[int]) -> None:
    """R10: after any number of jogadas, what went in and what is over are 3 % of the prizes."""
    residue, increments, prizes = 0, 0, 0
    for amount in sales:
        one = divide(amount, Plano(), increment_ppm=30_000, residue=residue)
        residue, increments = one.residuo, increments + one.incremento
        prizes += one.total
    assert Fraction(increments) + Fraction(residue, 10**6) == Fraction(3 * prizes, 100)


@given(AMOUNTS, st.integers(0, 10**6 - 1))
def test_an_annulled_jogada_takes_back_its_increment_and_its_residue(
    sales: int, residue: int
) -> None:
    """R55, R57: the prizes taken back as a negative stake leave the pool as it was."""
    one = divide(sales, Plano(), increment_ppm=30_000, residue=residue)
    back, left = take_share(-one.total, 30_000, one.residuo)
    assert (back, left) == (-one.incremento, residue)


@given(AMOUNTS, st.integers(1, 200))
def test_shares_are_equal_but_for_the_odd_cents(amount: int, winners: int) -> None:
    """R6: they add up, differ by a cent at most, and the first have it."""
    parts = shares(amount, winners)
    assert sum(parts) == amount
    assert parts == sorted(parts, reverse=True)
    assert parts[0] - parts[-1] <= 1


def test_nobody_shares_what_nobody_won() -> None:
    """R6: a prize without winners has no parts."""
    assert shares(500, 0) == []


@each(
    ("linha", "bingo", "deducao", "ppm", "broken"),
    [
        (200_000, 600_000, "pro_rata", 30_000, 0),
        (200_000, 600_000, "pro_rata", 0, 0),
        (199_999, 600_000, "pro_rata", 0, 1),  # less than 80 % together
        (250_000, 550_000, "pro_rata", 0, 0),
        (251_000, 549_000, "pro_rata", 0, 1),
        (240_000, 560_000, "pro_rata", 30_000, 1),  # 56 % x 97 % = 54.32 %
        (232_989, 567_011, "pro_rata", 30_000, 0),  # 55.00007 %
        (232_990, 567_010, "pro_rata", 30_000, 1),  # 54.99997 %
        (226_000, 574_000, "bingo", 30_000, 0),  # 57.4 - 2.4 = 55
        (226_001, 573_999, "bingo", 30_000, 1),
        (250_000, 550_000, "linha", 30_000, 0),
        (250_001, 549_999, "linha", 30_000, 1),
        (400_000, 600_000, "pro_rata", 0, 0),  # all of the sales may be distributed, and no more
        (400_001, 600_000, "pro_rata", 0, 1),
    ],
)
def test_a_plan_keeps_the_floor_of_the_bingo(
    linha: int, bingo: int, deducao: str, ppm: int, broken: int
) -> None:
    """R7: 80 % together, and 55 % of the sales for the bingo as it is paid."""
    plano = Plano(linha=linha, bingo=bingo, deducao=deducao)
    faults = plan_faults(plano, increment_ppm=ppm, total_least=800_000, bingo_least=550_000)
    assert len(faults) == broken


@pytest.mark.parametrize("deducao", ["pro_rata", "bingo", "linha"])
def test_without_other_prizes_the_bingo_has_all_and_bears_the_deduction(deducao: str) -> None:
    """Page 4.3-4: 80 % x 97 % is 77.6 %; of 56 % there are 54.32 % left, less than 55."""
    good = Plano(linha=300_000, bingo=500_000, deducao=deducao)
    low = Plano(linha=60_000, bingo=500_000, deducao=deducao)
    least = {"increment_ppm": 30_000, "total_least": 800_000, "bingo_least": 550_000}
    assert plan_faults(good, **least, offered=False) == []
    assert plan_faults(low, **least, offered=False) == [
        ("linha + bingo >= 800000", "560000"),
        ("bingo >= 550000", "543200"),
    ]


def test_tax_is_rounded_down_for_each_payment() -> None:
    """R61 g: 15 % of 1.39 is 20.85 cents: 20."""
    assert tax_on(139, 150_000) == 20
