"""The least Python that settles a round from ready objects: what replay is measured against.

No record is checked and nothing is explained; the rules are the law's own as far as money goes, so
that both ways come to the same sums. Hands of poker are ranked by the peer ``phevaluator``.
"""

from collections.abc import Callable, Sequence
from typing import Final

Evaluate = Callable[..., int]
"""``phevaluator``'s: the lower the better, of 7,462 ranks."""

# --- roulette -----------------------------------------------------------------------------------

_RED: Final = (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)
_POCKETS: Final = 37


def _covers() -> dict[tuple[str, str], tuple[int, ...]]:
    """Return the numbers of each chance between 1 and 36, and the plenos."""
    covers: dict[tuple[str, str], tuple[int, ...]] = {
        ("pleno", str(n)): (n,) for n in range(_POCKETS)
    }

    def inside(name: str, numbers: tuple[int, ...]) -> None:
        covers[name, "-".join(map(str, numbers))] = numbers

    for first in range(1, 37):
        right, below = first % 3 != 0, first <= 33  # the cloth's last row
        if right:
            inside("cavalo", (first, first + 1))
        if below:
            inside("cavalo", (first, first + 3))
        if right and below:
            inside("quadro", (first, first + 1, first + 3, first + 4))
        if first % 3 == 1:
            inside("rua", (first, first + 1, first + 2))
            if below:
                inside("linha", tuple(range(first, first + 6)))
    for dozen in (1, 2, 3):
        covers["duzia", str(dozen)] = tuple(range(12 * dozen - 11, 12 * dozen + 1))
    covers["encarnado", ""] = _RED
    covers["preto", ""] = tuple(n for n in range(1, 37) if n not in _RED)
    covers["par", ""] = tuple(range(2, 37, 2))
    covers["impar", ""] = tuple(range(1, 37, 2))
    covers["menor", ""] = tuple(range(1, 19))
    covers["maior", ""] = tuple(range(19, 37))
    return covers


def _returns() -> dict[tuple[str, str], list[int]]:
    returns: dict[tuple[str, str], list[int]] = {}
    for chance, numbers in _covers().items():
        whole = 36 // len(numbers)
        returns[chance] = [whole if number in numbers else 0 for number in range(_POCKETS)]
    return returns


RETURNS: Final = _returns()
"""Chance and selection to what one unit gets back, stake included, by number."""
CHANCES: Final = tuple(RETURNS)
_IN_ORDER: Final = ("duzia", "linha", "rua", "quadro", "cavalo", "pleno")


def payment_order(tipo: str) -> int:
    """Return when a chance is paid: the simple ones first, the plenos last (R37)."""
    return _IN_ORDER.index(tipo) if tipo in _IN_ORDER else -1


Stakes = Sequence[tuple[tuple[str, str], int]]


def roulette(bets: Stakes, number: int) -> list[int]:
    """Return the payment of each bet.

    >>> roulette([(("pleno", "17"), 100), (("par", ""), 100), (("impar", ""), 100)], 17)
    [3600, 0, 200]
    """
    returns = RETURNS
    return [amount * returns[chance][number] for chance, amount in bets]


# --- five cards against the house ---------------------------------------------------------------

_WORST_AND_PRIZE: Final = (
    (1, 100),
    (10, 50),
    (166, 20),
    (322, 7),
    (1_599, 5),
    (1_609, 4),
    (2_467, 3),
    (3_325, 2),
    (7_462, 1),
)
_PRIZE: Final = [
    next(prize for worst, prize in _WORST_AND_PRIZE if rank <= worst) for rank in range(7_463)
]
"""Times the second stake, by the hand's rank."""
_ACE_KING: Final = 6_349
"""The last rank with ace and king: with less the bank does not play."""

Squares = Sequence[tuple[Sequence[str], int]]


POINT: Final = {
    rank + suit: value
    for value, ranks in enumerate(("TJQK", *"A23456789"))
    for rank in ranks
    for suit in "cdhs"
}
"""Bacará: what each card counts."""


def punto_banco(shoe: Sequence[str]) -> tuple[int, int, int]:
    """Return the totals of ponto and banca, and how many cards they took.

    >>> punto_banco(["2c", "3c", "3d", "Td", "9h", "5s"])
    (4, 8, 6)
    """
    ponto = (POINT[shoe[0]] + POINT[shoe[2]]) % 10
    banca = (POINT[shoe[1]] + POINT[shoe[3]]) % 10
    taken = 4
    if max(ponto, banca) >= 8:  # a natural
        return ponto, banca, taken
    third = None
    if ponto <= 5:  # ponto draws
        third = POINT[shoe[taken]]
        ponto, taken = (ponto + third) % 10, taken + 1
    if banca <= 5 if third is None else third in _BANCA_DRAWS[banca]:
        banca, taken = (banca + POINT[shoe[taken]]) % 10, taken + 1
    return ponto, banca, taken


_BANCA_DRAWS: Final[Sequence[frozenset[int]]] = tuple(
    frozenset(thirds)
    for thirds in (
        *(range(10),) * 3,
        set(range(10)) - {8},
        range(2, 8),
        range(4, 8),
        (6, 7),
        (),
    )
)
"""Banca's total to the third cards of ponto on which it draws."""


def baccarat(shoe: Sequence[str], bets: Sequence[tuple[str, int]]) -> list[int]:
    """Return the payment of each bet on ponto, banca or empate; 5 % off banca's prizes.

    >>> baccarat(["9c", "2c", "Td", "3d", "9h", "5s"], [("ponto", 100), ("banca", 100)])
    [200, 0]
    """
    ponto, banca, _ = punto_banco(shoe)
    if ponto == banca:
        return [amount * 9 if on == "empate" else amount for on, amount in bets]
    if ponto > banca:
        return [amount * 2 if on == "ponto" else 0 for on, amount in bets]
    return [amount + amount * 95 // 100 if on == "banca" else 0 for on, amount in bets]


def five_cards(evaluate: Evaluate, squares: Squares, bank: Sequence[str]) -> list[int]:
    """Return the payment to each square, its stake and the second, twice that, included."""
    theirs = evaluate(*bank)
    back: list[int] = []
    for cards, stake in squares:
        mine = evaluate(*cards)
        if theirs > _ACE_KING:
            back.append(4 * stake)
        elif mine < theirs:
            back.append(4 * stake + 2 * stake * _PRIZE[mine])
        elif mine == theirs:
            back.append(3 * stake)
        else:
            back.append(0)
    return back


# --- hold'em ------------------------------------------------------------------------------------

Told = tuple[str, int, Sequence[str], int]
"""What happened: ``hole``, ``board``, ``fold`` or ``put``; the seat; cards; chips."""


def holdem(evaluate: Evaluate, told: Sequence[Told], stacks: Sequence[int]) -> list[int]:
    """Return each seat's chips after the hand: stakes folded up, side pots, showdown.

    Raises:
        ValueError: a seat puts in more than it has.

    """
    left = list(stacks)
    put = [0] * len(left)
    folded = [False] * len(left)
    holes: list[Sequence[str]] = [()] * len(left)
    board: list[str] = []
    for kind, seat, cards, chips in told:
        if kind == "put":
            if chips > left[seat]:
                raise ValueError(f"seat {seat} has {left[seat]}, puts in {chips}")
            left[seat] -= chips
            put[seat] += chips
        elif kind == "fold":
            folded[seat] = True
        elif kind == "board":
            board += cards
        else:
            holes[seat] = cards
    ranks = [
        10_000 if out else evaluate(*board, *hole) for hole, out in zip(holes, folded, strict=True)
    ]
    while any(put):
        level = min(chips for chips in put if chips)
        inside = [seat for seat, chips in enumerate(put) if chips]
        pot = level * len(inside)
        put = [chips - level if chips else 0 for chips in put]
        best = min(ranks[seat] for seat in inside)
        winners = [seat for seat in inside if ranks[seat] == best]
        share, odd = divmod(pot, len(winners))
        for place, seat in enumerate(winners):
            left[seat] += share + (place < odd)
    return left
