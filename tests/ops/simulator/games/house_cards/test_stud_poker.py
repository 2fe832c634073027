"""Stud póquer through the door: honest days, and every fault."""

import pytest
from msgspec import structs

from ops.simulator.games.house_cards.stud_poker import hands
from ops.simulator.games.house_cards.stud_poker.game import StudPoker
from ops.simulator.games.house_cards.stud_poker.jogada import prizes, progressive
from ops.simulator.parties.pools import Pool
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, each_fault, shown, where


@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(rehearsed: Rehearse, seed: int) -> None:
    """Late, in bursts and repeated: nothing is wrong, at the table, in its pool or its money."""
    score = rehearsed([StudPoker(where("mesa-st", "ST-01", seed))], 40, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("seed", FAULTY)
@pytest.mark.deep
def test_every_fault_is_found_and_none_invented(rehearsed: Rehearse, seed: int) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(StudPoker, every=2)
    table = StudPoker(where("mesa-st", "ST-01", seed), faults=faults)
    score = rehearsed([table], max(faults) // 2 + 16, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(StudPoker.FAULTS)


# --- the simulator's own arithmetic, by the figures of the rules page ----------------------------


@pytest.mark.parametrize(
    ("mine", "pagador", "higher"),
    [
        ("Ks Kh 8d 5c 2s", "Kc Kd 8h 5s 2d", True),  # the pair with espadas
        ("As 2d 3c 4h 5d", "2s 3d 4c 5h 6s", False),  # 5-4-3-2-A is the lowest
        ("As 2d 3c 4h 5s", "Ad 2h 3s 4c 5c", True),  # by the suit of the five
        ("Ad Kh 9c 7d 2s", "Ah Kd 9d 7c 2h", False),  # by the suit of the ace
        ("Ts Js Qs Ks As", "Th Jh Qh Kh Ah", True),  # two reais: espadas over copas
        ("7c 7d 7h 2s 2d", "6c 6d 6h As Ad", True),  # the three cards
    ],
)
def test_suits_rank_and_nobody_ties(mine: str, pagador: str, higher: bool) -> None:
    """ST R5, R17: espadas, copas, paus, ouros; each combination by its own cards."""
    assert hands.wins(mine.split(), pagador.split()) is higher
    assert hands.wins(pagador.split(), mine.split()) is not higher


def test_the_progressive_of_four_winners() -> None:
    """The page's example: 503.00; two straight flushes 50.30, a flush 5.00, the royal 397.40."""
    terms = structs.replace(progressive("p", "ST-01", "XTS"), base=50_000)
    fixed = {"naipe_real": 30_000, "sequencia_de_naipe": 4_000, "cor": 500}
    table = tuple(structs.replace(one, fixed=fixed.get(one.name)) for one in terms.combinations)
    pool = Pool(structs.replace(terms, combinations=table))
    pool.balance = 50_300
    straight = "sequencia_de_naipe"
    found, left = prizes(pool, [(5, straight), (1, "naipe_real"), (2, "cor"), (3, straight)])
    paid = [(one.seat, one.amount) for one in found]
    assert paid == [(2, 500), (3, 5_030), (5, 5_030), (1, 39_740)]
    assert left == 0
