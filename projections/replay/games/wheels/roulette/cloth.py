"""The cloth of a roulette: which sectors of numbers it has. No game's rule.

Sectors of one chance (``tipo``) go by their selection: the numbers upwards, zeros first, joined by
hyphens; dozens and columns by their own names.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from projections.replay.games.wheels.roulette.wheels import ENCARNADOS

Sectors = Mapping[str, Mapping[str, frozenset[str]]]
"""Chance to selection to the numbers covered."""

_ORDER: Final = {number: rank for rank, number in enumerate(["0", "00", *map(str, range(1, 37))])}
_ZERO_SECTORS: Final[dict[bool, dict[str, tuple[str, ...]]]] = {
    False: {
        "cavalo": ("0-1", "0-2", "0-3"),
        "rua": ("0-1-2", "0-2-3"),
        "quadro": ("0-1-2-3",),
    },
    True: {
        "cavalo": ("0-00", "0-1", "0-2", "00-2", "00-3"),
        "rua": ("0-1-2", "0-00-2", "00-2-3"),
    },
}
"""By whether there is a double zero; the seed draws no cloth (DECISION of the page)."""


def selection(numbers: Iterable[str]) -> str:
    """Return how the cloth's sector of these numbers is spelt.

    >>> selection(["3", "0", "2"])
    '0-2-3'
    """
    return "-".join(sorted(numbers, key=lambda number: _ORDER.get(number, len(_ORDER))))


def _numbers(first: int, *offsets: int) -> frozenset[str]:
    return frozenset(str(first + offset) for offset in offsets)


def _middle() -> dict[str, list[frozenset[str]]]:
    """Return the sectors among 1 to 36: twelve rows of three."""
    return {
        "cavalo": [
            *(_numbers(n, 0, 1) for n in range(1, 37) if n % 3),
            *(_numbers(n, 0, 3) for n in range(1, 34)),
        ],
        "rua": [_numbers(n, 0, 1, 2) for n in range(1, 35, 3)],
        "quadro": [_numbers(n, 0, 1, 3, 4) for n in range(1, 33) if n % 3],
        "linha": [_numbers(n, *range(6)) for n in range(1, 32, 3)],
    }


def _outside() -> dict[str, dict[str, frozenset[str]]]:
    dozens = {str(d): _numbers(12 * d - 11, *range(12)) for d in (1, 2, 3)}
    columns = {str(foot): _numbers(foot, *range(-33, 1, 3)) for foot in (34, 35, 36)}
    every = range(1, 37)
    return {
        "duzia": dozens,
        "coluna": columns,
        "cavalo_de_duzia": {f"{a}-{b}": dozens[a] | dozens[b] for a, b in ("12", "23")},
        "cavalo_de_coluna": {
            f"{a}-{b}": columns[a] | columns[b] for a, b in (("34", "35"), ("35", "36"))
        },
        "par": {"": _numbers(0, *(n for n in every if n % 2 == 0))},
        "impar": {"": _numbers(0, *(n for n in every if n % 2))},
        "menor": {"": _numbers(0, *range(1, 19))},
        "maior": {"": _numbers(0, *range(19, 37))},
        "encarnado": {"": ENCARNADOS},
        "preto": {"": _numbers(0, *every) - ENCARNADOS},
    }


def sectors(*, double_zero: bool) -> Sectors:
    """Return every sector on which the cloth takes a stake."""
    plenos = ["0", *(["00"] if double_zero else []), *map(str, range(1, 37))]
    inside = {tipo: {selection(s): s for s in found} for tipo, found in _middle().items()}
    for tipo, texts in _ZERO_SECTORS[double_zero].items():
        inside[tipo] |= {text: frozenset(text.split("-")) for text in texts}
    return {"pleno": {n: frozenset({n}) for n in plenos}, **inside, **_outside()}


CLOTHS: Final[Mapping[bool, Sectors]] = {
    double_zero: sectors(double_zero=double_zero) for double_zero in (False, True)
}
"""By whether there is a double zero."""
INSIDE_BY_SIZE: Final = {1: "pleno", 2: "cavalo", 3: "rua", 4: "quadro", 6: "linha"}
"""How many numbers a chance of the inner cloth covers."""
