"""Mah-jong through the door: honest days, and every fault; hands and shares by hand."""

import pytest

from ops.simulator.games.mah_jong.game import MahJong, MahJongSimplificado
from ops.simulator.games.mah_jong.money import divided, fee_of
from ops.simulator.kit.tiles import Way, grade
from tests.helpers.each import each
from tests.ops.simulator.conftest import FAULTY, HONEST, Rehearse, each_fault, shown, where

VARIANTS = [
    pytest.param(MahJong, id="convencional"),
    pytest.param(MahJongSimplificado, id="simplificado"),
]


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("seed", HONEST)
def test_three_honest_days_raise_nothing(
    rehearsed: Rehearse, game: type[MahJong], seed: int
) -> None:
    """Late, in bursts and repeated: still nothing is wrong, at the table or with its money."""
    score = rehearsed([game(where("mesa-mj", "MJ-01", seed))], 12, days=3)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == 0


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("seed", FAULTY)
def test_every_fault_is_found_and_none_invented(
    rehearsed: Rehearse, game: type[MahJong], seed: int
) -> None:
    """Each fault of the game, planted once over two days."""
    faults = each_fault(game, every=1)
    table = game(where("mesa-mj", "MJ-01", seed), faults)
    score = rehearsed([table], max(faults) // 2 + 6, days=2)
    assert score.exact, shown(score)
    assert score.counts()["planted"] == len(game.FAULTS)


def _way(piece: str, *, drawn: bool = False, seat: str = "sul", kongs: int = 0) -> Way:
    return Way(seat_wind=seat, round_wind="este", piece=piece, drawn=drawn, kongs=kongs)


def _hand(text: str) -> list[str]:
    """Return pieces: ``b123 n44 verde``."""
    groups = {"b": "bambu", "n": "numero", "c": "circulo"}
    return [
        tile
        for word in text.split()
        for tile in (
            [f"{groups[word[0]]}-{number}" for number in word[1:]] if word[1:].isdigit() else [word]
        )
    ]


@each(
    ("hand", "way", "expected"),
    [
        ("b123 n456 c789 n999 c55", _way("circulo-5"), 0),
        ("b123 n456 c789 n345 c55", _way("circulo-5"), 1),
        ("b123 n456 c789 n999 verde verde", _way("verde"), 0),
        ("b123 n456 c789 verde verde verde c55", _way("circulo-5"), 1),
        ("b123 n456 c789 sul sul sul c55", _way("circulo-5"), 1),
        ("b123 n456 c789 este este este c55", _way("circulo-5", seat="este"), 2),
        ("b123 b456 b789 b222 b55", _way("bambu-5"), 2),
        ("b111222333 n999 c55", _way("circulo-5", drawn=True), 2),
        ("b111222333 n999 c55", _way("circulo-5"), 1),
        ("b123 b456 b789 norte norte norte b55", _way("bambu-5"), 1),
        ("b123 n456 c789 n999 c55", _way("circulo-5", drawn=True, kongs=1), 1),
        ("b123 n456 c789 n999 c55", _way("circulo-5", drawn=True, kongs=2), 2),
        ("b19 n19 c19 verde branca encarnada este sul oeste norte sul", _way("sul"), 2),
    ],
)
def test_grades(hand: str, way: Way, expected: int) -> None:
    """MJ R27 to R29: kai vu, one fán, a fán dobrado; the best way to see a hand counts."""
    assert grade(_hand(hand), [], way) == expected


def test_the_winners_capital_is_shared_in_proportion() -> None:
    """MJ R35: of 3.01 in play the banker pays half; the odd unit goes to the largest remainder."""
    assert divided(301, [400, 200, 200]) == [151, 75, 75]
    assert divided(302, [400, 200, 200]) == [151, 76, 75]


def test_the_commission_is_of_the_line_that_the_prize_reaches() -> None:
    """MJ R31: of 10.00 and more 3 % and 0.15, below it 5 %, rounded down."""
    assert [fee_of(prize, ((0, 50_000, 0), (1_000, 30_000, 15))) for prize in (0, 999, 1_000)] == [
        0,
        49,
        45,
    ]
