"""What the rules expect of stakes: every outcome settled, nothing guessed from what was played."""

from fractions import Fraction
from typing import Any

import pytest

from projections.reads.floor.expected import UNIT, Enumerated, Reckoned, expected
from projections.reads.floor.hold import Played
from tests.helpers.each import each

CV: dict[str, Any] = {"profile": "cv-2017@1"}


def share(game: str, tipo: str, selecao: str = "", **options: Any) -> Fraction:
    """Return the house's part of a stake on a chance."""
    chance = (tipo, selecao, 5 if tipo == "vizinhos" else 0)
    due = Enumerated().of(game, {**CV, **options}, [chance])[chance]
    return 1 - Fraction(sum(due), UNIT * len(due))


@each(
    ("game", "tipo", "selecao", "part"),
    [
        ("roleta_americana", "pleno", "17", Fraction(1, 37)),
        ("roleta_americana", "pleno", "0", Fraction(1, 37)),
        ("roleta_americana", "vizinhos", "32", Fraction(1, 37)),
        ("roleta_francesa", "serie_0_2_3", "", Fraction(1, 37)),
        ("roleta_francesa", "orfaos", "", Fraction(1, 37)),
        ("roleta_francesa", "cavalo", "1-2", Fraction(1, 37)),
        ("roleta_francesa", "encarnado", "", Fraction(1, 37)),
        ("boule", "pleno", "estrela", Fraction(1, 25)),
        ("boule", "preto", "", Fraction(1, 25)),
        ("roda_da_sorte", "seccao", "e", Fraction(5, 26)),
        ("roda_da_sorte", "seccao", "g", Fraction(3, 26)),
        ("banca_francesa", "ases", "", Fraction(1, 63)),
        ("banca_francesa", "grande", "", Fraction(1, 63)),
        ("cussec", "pequeno", "", Fraction(1, 36)),
    ],
)
def test_the_part_that_each_chance_leaves_the_house(
    game: str, tipo: str, selecao: str, part: Fraction
) -> None:
    """By hand: 1 in 37, half of it where zero takes half, 1 in 25, 10 of 52, 1 in 63, 6 of 216."""
    assert share(game, tipo, selecao) == part


def test_a_chance_that_no_rule_knows_leaves_the_house_nothing() -> None:
    """Replay gives back a stake that could not be laid, whatever comes."""
    assert share("boule", "jardim") == 0


def of(number: int, stake: int, *won: int) -> tuple[Played, Reckoned]:
    """Return a round that makes one of these sums, each as likely."""
    one = Played(
        round=f"X/2026-11-20/{number}",
        place="X",
        game="boule",
        currency="XTS",
        state="agrees",
        stake=stake,
        due=0,
        paid=stake - won[0],
        opened=number,
    )
    told = [amount * UNIT for amount in won]
    return one, Reckoned(outcomes=len(told), won=sum(told), squares=sum(x * x for x in told))


def test_rounds_are_independent_and_bets_of_one_are_not() -> None:
    """Sixteen coins of 100: nothing expected, 1.96 × √16 × 100 of 1,600 to each side."""
    made = [of(number, 100, 100, -100) for number in range(16)]
    told = expected([one for one, _ in made], {one.round: two for one, two in made})
    assert told is not None
    assert (told.rounds, told.staked, told.won, told.share_ppm) == (16, 1_600, 1_600, 0)
    assert told.band_ppm == pytest.approx(1.96 * 4 * 100 / 1_600 * 1_000_000, abs=2)
    # On both colours at once: what one wins the other loses, and chance has no width.
    both = [of(number, 200, 0, 0) for number in range(16)]
    told = expected([one for one, _ in both], {one.round: two for one, two in both})
    assert told is not None
    assert told.band_ppm == 1


def test_few_rounds_have_an_expectation_and_no_width() -> None:
    """Eleven rounds, one of which nobody could reckon."""
    made = [of(number, 100, 4, 4) for number in range(11)]
    told = expected([one for one, _ in made], {one.round: two for one, two in made[1:]})
    assert told is not None
    assert (told.rounds, told.share_ppm, told.band_ppm) == (10, 40_000, None)
