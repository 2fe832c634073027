"""Plates of roulette: the order of their numbers, their colours.

Which of them a table may have is each game's rule (RA R3, R4; RF R4), held in ``checks.wheel``.
A number is a text, because ``0`` and ``00`` are two pockets.
"""

from typing import Final

ENCARNADO: Final = "encarnado"
PRETO: Final = "preto"
SEM_COR: Final = ""
"""The colour of the zeros: neither of the two."""

PLATES: Final[dict[str, tuple[str, ...]]] = {
    name: tuple(order.split("-"))
    for name, order in {
        "francesa37": "0-32-15-19-4-21-2-25-17-34-6-27-13-36-11-30-8-23-10-5-24-16-33-1-20-14-31-9"
        "-22-18-29-7-28-12-35-3-26",
        "americana37": "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-27-10-25-29-12-8-19-31"
        "-18-6-21-33-16-4-23-35-14-2",
        "americana38": "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-00-27-10-25-29-12-8-19"
        "-31-18-6-21-33-16-4-23-35-14-2",
    }.items()
}
"""Each plate's numbers clockwise from 0."""

ZEROS: Final = frozenset({"0", "00"})
_RED: Final = (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)
ENCARNADOS: Final = frozenset(map(str, _RED))


def colour_of(number: str) -> str:
    """Return the colour of a number's pocket.

    >>> colour_of("17"), colour_of("00")
    ('preto', '')
    """
    if number in ZEROS:
        return SEM_COR
    return ENCARNADO if number in ENCARNADOS else PRETO


def neighbours(plate: tuple[str, ...], number: str, each_side: int) -> tuple[str, ...]:
    """Return a number and those beside it on the plate, the number first, then outwards.

    >>> neighbours(PLATES["francesa37"], "0", 1)
    ('0', '26', '32')
    """
    place = plate.index(number)
    size = len(plate)
    beside = [
        plate[(place + step) % size]
        for distance in range(1, each_side + 1)
        for step in (-distance, distance)
    ]
    return (number, *beside)
