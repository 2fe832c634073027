"""The roulettes' wheels, cloths, prizes and call bets, as the law says them (RA, RF).

Written from the rules' own words, apart from replay, so that agreement of the two means something.
Numbers are texts, because there are two zeros.
"""

from typing import Final

ZEROS: Final = ("0", "00")
_FRENCH: Final = (
    "0-32-15-19-4-21-2-25-17-34-6-27-13-36-11-30-8-23-10-5-24-16-33-1-20-14-31-9-22-18-29-7-28-12"
    "-35-3-26"
)
_DOUBLE: Final = (
    "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-00-27-10-25-29-12-8-19-31-18-6-21-33-16-4"
    "-23-35-14-2"
)
PLATES: Final = {
    "francesa37": tuple(_FRENCH.split("-")),
    "americana38": tuple(_DOUBLE.split("-")),
    "americana37": tuple(_DOUBLE.replace("-00", "").split("-")),
}
"""RA R3, R4: the numbers clockwise."""
FRENCH: Final = "francesa37"
RED: Final = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
PRIZES: Final = {
    "pleno": (35, 1),
    "cavalo": (17, 1),
    "rua": (11, 1),
    "quadro": (8, 1),
    "linha": (5, 1),
    "duzia": (2, 1),
    "coluna": (2, 1),
    "cavalo_de_duzia": (1, 2),
    "cavalo_de_coluna": (1, 2),
    "par": (1, 1),
    "impar": (1, 1),
    "menor": (1, 1),
    "maior": (1, 1),
    "encarnado": (1, 1),
    "preto": (1, 1),
}
"""RA R42, RF R33: so many times the stake."""
EVEN: Final = ("par", "impar", "menor", "maior", "encarnado", "preto")
OUTSIDE: Final = ("duzia", "coluna", "cavalo_de_duzia", "cavalo_de_coluna", *EVEN)
INSIDE: Final = ("pleno", "cavalo", "rua", "quadro", "linha")
_BY_SIZE: Final = {1: "pleno", 2: "cavalo", 3: "rua", 4: "quadro", 6: "linha"}
MOST: Final = {
    "pleno": 30,
    "cavalo": 60,
    "rua": 90,
    "quadro": 120,
    "linha": 180,
    "duzia": 360,
    "coluna": 360,
    "cavalo_de_duzia": 720,
    "cavalo_de_coluna": 720,
    **dict.fromkeys(EVEN, 540),
}
"""RA R21, RF R20: so many times the minimum the maximum may be."""

Parts = tuple[tuple[str, int], ...]
"""Places with the chips that lie on each."""
GRANDE: Final[Parts] = (
    ("0-2-3", 2),
    ("4-7", 1),
    ("12-15", 1),
    ("18-21", 1),
    ("19-22", 1),
    ("25-26-28-29", 2),
    ("32-35", 1),
)
PEQUENA: Final[Parts] = tuple(
    (pair, 1) for pair in ("5-8", "10-11", "13-16", "23-24", "27-30", "33-36")
)
VADIOS: Final[Parts] = (("1", 1), ("6-9", 1), ("14-17", 1), ("17-20", 1), ("31-34", 1))
"""RA R20 a: where the chips of a series lie."""
MOST_CHIPS: Final = {9: 135, 6: 120, 5: 50}
"""RA R21 c: by the chips of one series, the most of it."""


def _spell(*numbers: int) -> str:
    return "-".join(map(str, numbers))


def cloth(*, double_zero: bool) -> dict[str, tuple[str, ...]]:
    """Return every place where a chip may lie, by chance (RA R18, R19)."""
    zero = {
        "pleno": ("0", "00") if double_zero else ("0",),
        "cavalo": ("0-00", "0-1", "0-2", "00-2", "00-3") if double_zero else ("0-1", "0-2", "0-3"),
        "rua": ("0-1-2", "0-00-2", "00-2-3") if double_zero else ("0-1-2", "0-2-3"),
        "quadro": () if double_zero else ("0-1-2-3",),
    }
    return {
        "pleno": (*zero["pleno"], *map(str, range(1, 37))),
        "cavalo": (
            *zero["cavalo"],
            *(_spell(n, n + 1) for n in range(1, 36) if n % 3),
            *(_spell(n, n + 3) for n in range(1, 34)),
        ),
        "rua": (*zero["rua"], *(_spell(n, n + 1, n + 2) for n in range(1, 35, 3))),
        "quadro": (
            *zero["quadro"],
            *(_spell(n, n + 1, n + 3, n + 4) for n in range(1, 33) if n % 3),
        ),
        "linha": tuple(_spell(*range(n, n + 6)) for n in range(1, 32, 3)),
        "duzia": ("1", "2", "3"),
        "coluna": ("34", "35", "36"),
        "cavalo_de_duzia": ("1-2", "2-3"),
        "cavalo_de_coluna": ("34-35", "35-36"),
        **dict.fromkeys(EVEN, ("",)),
    }


CLOTH: Final = cloth(double_zero=False)
CLOTH_38: Final = cloth(double_zero=True)


def wins(tipo: str, selection: str, number: str) -> bool:  # noqa: PLR0911 - one a chance
    """Tell whether a number is one of those a chance covers; both zeros take the outer ones (R39).

    >>> wins("coluna", "34", "19"), wins("menor", "", "00"), wins("cavalo_de_duzia", "2-3", "13")
    (True, False, True)
    """
    if tipo in INSIDE:
        return number in selection.split("-")
    if number in ZEROS:
        return False
    n = int(number)
    if tipo in ("duzia", "cavalo_de_duzia"):
        return str((n + 11) // 12) in selection.split("-")
    if tipo in ("coluna", "cavalo_de_coluna"):
        return str(34 + (n - 1) % 3) in selection.split("-")
    if tipo in ("par", "impar"):
        return n % 2 == (tipo == "impar")
    if tipo in ("menor", "maior"):
        return (n > 18) == (tipo == "maior")  # half of 36
    return (n in RED) == (tipo == "encarnado")


def beside(number: str, count: int, plate: tuple[str, ...]) -> list[str]:
    """Return a number and its neighbours on the plate, so many in all, itself first.

    >>> beside("0", 3, PLATES["francesa37"])
    ['0', '26', '32']
    """
    place, side = plate.index(number), count // 2
    steps = (step for n in range(1, side + 1) for step in (-n, n))
    return [number, *(plate[(place + step) % len(plate)] for step in steps)]


def endings(digit: str) -> list[str]:
    """Return the numbers of a final digit (RF R40 e)."""
    return [str(n) for n in range(int(digit), 37, 10)]


def chance_of(place: str) -> str:
    """Return the name of a place within the numbers.

    >>> chance_of("0-2-3")
    'rua'
    """
    return _BY_SIZE[len(place.split("-"))]


def prize_of(parts: Parts, chip: int, number: str) -> tuple[int, int]:
    """Return the prize of chips on several places, and what goes back of them (RA R42 d, e).

    >>> prize_of(VADIOS, 100, "17")
    (3400, 200)
    """
    prize = back = 0
    for place, count in parts:
        if number in place.split("-"):
            times, _ = PRIZES[chance_of(place)]
            prize += count * chip * times
            back += count * chip
    return prize, back


def colour_of(number: str) -> str:
    """Return a number's colour; the zeros' is green."""
    if number in ZEROS:
        return "verde"
    return "encarnado" if int(number) in RED else "preto"
