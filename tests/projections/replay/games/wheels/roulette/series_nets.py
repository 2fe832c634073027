"""What the three series of a wheel with one zero net, which both roulettes play by other names."""


def series_nets(first: str, second: str, third: str) -> list[tuple[str, str, int]]:
    """Return, of series by these names, numbers that came up and what a chip on each part nets."""
    return [
        (first, "0 2 3", 15),
        (first, "25 26 28 29", 9),
        (first, "4 7 12 15 18 21 19 22 32 35", 9),
        (first, "1 5 17 36", -9),
        (second, "5 8 10 11 13 16 23 24 27 30 33 36", 12),
        (second, "0 17 2", -6),
        (third, "1", 31),
        (third, "6 9 14 20 31 34", 13),
        (third, "17", 31),
        (third, "0 5 32", -5),
    ]
