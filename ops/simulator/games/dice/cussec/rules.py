"""Cussec as the law says it: chances, prizes, limits (CU R7 to R10)."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

SMALL: Final = range(4, 11)
BIG: Final = range(11, 18)
TOTALS: Final = {4: 65, 5: 32, 6: 19, 7: 12, 8: 8, 9: 7, 10: 6}
"""R8 h to n: so many times the stake; 17 pays as 4, 16 as 5 …"""
FACES: Final = "123456"
PAIRS: Final = tuple(f"{one}-{other}" for one, other in combinations(FACES, 2))
Dice = tuple[int, int, int]


def times(chance: str, selection: str, dice: Sequence[int]) -> int:  # noqa: PLR0911 - one a chance
    """Return how many times its stake a bet wins; 0 where it loses (R7 to R9).

    >>> times("par", "5", (5, 5, 2)), times("par", "5", (5, 5, 5)), times("grande", "", (5, 5, 5))
    (10, 30, 0)
    """
    total, triple = sum(dice), len(set(dice)) == 1
    if chance in ("pequeno", "grande"):
        return int(not triple and total in (SMALL if chance == "pequeno" else BIG))
    if chance == "qualquer_trio":
        return 32 if triple else 0
    if chance == "total":
        return TOTALS[min(total, 21 - total)] if total == int(selection) else 0
    if chance == "dois_dados":
        return 5 if all(int(face) in dice for face in selection.split("-")) else 0
    shown = dice.count(int(selection))
    if chance == "numero":
        return shown
    if chance == "par":
        return (0, 0, 10, 30)[shown]
    return 190 if shown == len(dice) else 0


CLOTH: Final[dict[str, tuple[str, ...]]] = {
    "pequeno": ("",),
    "grande": ("",),
    "numero": tuple(FACES),
    "dois_dados": PAIRS,
    "par": tuple(FACES),
    "trio": tuple(FACES),
    "qualquer_trio": ("",),
    "total": tuple(map(str, range(4, 18))),
}
"""R7: every place where a bet may lie."""
OFTEN: Final = (
    *("pequeno", "grande") * 5,
    *("numero", "total") * 3,
    *("dois_dados", "par") * 2,
    *("trio", "qualquer_trio"),
)
"""What guests like."""
MINIMUM: Final = {**dict.fromkeys(CLOTH, 500), "pequeno": 1_000, "grande": 1_000}
MAXIMUM: Final = {
    **dict.fromkeys(("pequeno", "grande"), 100_000),
    **dict.fromkeys(("numero", "dois_dados"), 50_000),
    **dict.fromkeys(("par", "total", "qualquer_trio"), 20_000),
    "trio": 5_000,
}
