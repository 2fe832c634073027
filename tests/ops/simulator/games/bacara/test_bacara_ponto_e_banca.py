"""Bacará ponto e banca through the door: honest days, every fault, and its own arithmetic."""

import pytest

from ledger.events.outcomes import CutCardDrawn
from ledger.events.rounds import RoundClosed
from ops.simulator.games.bacara.bacara_ponto_e_banca import BacaraPontoEBanca
from ops.simulator.games.bacara.punto_banco.faults.deal import CARD_TOO_MANY
from ops.simulator.games.bacara.punto_banco.faults.shoe import AFTER_AVISO, EARLY_BURN, NO_BURN
from ops.simulator.games.bacara.punto_banco.rules import (
    banca_draws,
    due,
    is_pair,
    per_cent,
    ponto_draws,
)
from ops.simulator.parties.terminal import Said
from tests.helpers.each import each
from tests.ops.simulator.conftest import (
    DAY,
    FAULTY,
    HONEST,
    START,
    Rehearse,
    each_fault,
    shown,
    where,
)


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Late, in bursts and repeated: still nothing is wrong, at the table or with its money."""
    score = rehearsed([BacaraPontoEBanca(where("mesa-pb", "PB-01", seed))], 40, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(BacaraPontoEBanca, every=2)
    table = BacaraPontoEBanca(where("mesa-pb", "PB-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 5, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(BacaraPontoEBanca.FAULTS)


@pytest.mark.parametrize("fault", [NO_BURN, EARLY_BURN])
def test_a_shoe_s_first_coup_has_no_burn_to_leave_out(fault: str) -> None:
    """R24: the carta-aviso came out in the first coup, so the second is the next shoe's first."""
    table = BacaraPontoEBanca(where("mesa-pb", "PB-01"), {2: fault})
    told = table.gaming_day(DAY, START, 4)
    for one in told:
        if isinstance(one, Said) and isinstance(one.payload, RoundClosed) and table.occasion == 1:
            table.aviso = table.aviso_said = True
    assert [one.round for one in table.planted] == [f"PB-01/{DAY}/3"]


def test_after_packs_that_a_fault_spoilt_no_aviso_was_told() -> None:
    """R17: so the coup after them is none after the aviso; that waits until one came out."""
    table = BacaraPontoEBanca(where("mesa-pb", "PB-01"), {2: CARD_TOO_MANY, 3: AFTER_AVISO})
    drawn: set[str | None] = set()
    for one in table.gaming_day(DAY, START, 6):
        if isinstance(one, Said) and isinstance(one.payload, CutCardDrawn):
            drawn.add(one.round)
    (late,) = [one for one in table.planted if one.fault == AFTER_AVISO]
    assert late.round == f"PB-01/{DAY}/4"
    assert f"PB-01/{DAY}/3" in drawn


# --- the simulator's own arithmetic, by the rules page ----------------------------------------


@each(
    ("banca", "third", "draws"),
    [
        (2, "8", True),
        (3, "8", False),
        (3, "9", True),
        (4, "1", False),
        (4, "2", True),
        (4, "7", True),
        (4, "8", False),
        (5, "3", False),
        (5, "4", True),
        (6, "5", False),
        (6, "6", True),
        (6, "7", True),
        (7, "6", False),
        (5, None, True),
        (6, None, False),
    ],
)
def test_whether_banca_draws(banca: int, third: str | None, *, draws: bool) -> None:
    """R25: by ponto's third card, not by what its three cards make."""
    ponto = ["Kc", "7d"] if third is None else ["Kc", "2d", {"1": "A"}.get(third, third) + "h"]
    assert banca_draws(ponto, ["Ks", f"{banca}c"]) is draws


def test_nobody_draws_beside_a_natural() -> None:
    """R25: 8 or 9 in two cards ends the deal for both."""
    assert not ponto_draws(["Kc", "2d"], ["Kd", "9s"])
    assert not banca_draws(["Kc", "8d"], ["Kd", "2s"])
    assert ponto_draws(["Kc", "5d"], ["Kd", "7s"])


def test_a_pair_is_of_one_denomination() -> None:
    """R20: suits are free; ten and knave count the same and are no pair."""
    assert is_pair(["Tc", "Td", "4s"])
    assert not is_pair(["Tc", "Jc"])


@pytest.mark.parametrize(
    ("tipo", "deduction", "result"),
    [
        ("banca", "5pct", (959, 1_010)),
        ("banca", "50pct_5", (505, 1_010)),
        ("ponto", "5pct", (0, 0)),
        ("empate", "5pct", (0, 0)),
        ("par_do_ponto", "5pct", (11_110, 1_010)),
        ("par_da_banca", "5pct", (0, 0)),
    ],
)
def test_what_a_coup_is_worth(tipo: str, deduction: str, result: tuple[int, int]) -> None:
    """R30 to R32: ponto's pair of twos is beaten by 5; 95 % of 10.10 are 9.59, rounded down."""
    assert due(tipo, 1_010, ["2c", "2d"], ["Kc", "5d"], deduction) == result


def test_the_half_is_deducted_on_five_alone() -> None:
    """R32: on six, as in Macau's own law, nothing is deducted."""
    assert [per_cent("50pct_5", ["Kc", card]) for card in ("4d", "5d", "6d")] == [0, 50, 0]


def test_a_tie_pays_eight_and_leaves_the_sides_alone() -> None:
    """PM R38: 8 to 1; ponto and banca get their stakes back."""
    hands = ["Kc", "7d"], ["Kd", "7s"]
    assert due("empate", 500, *hands, "5pct") == (4_000, 500)
    assert due("ponto", 500, *hands, "5pct") == due("banca", 500, *hands, "5pct") == (0, 500)
