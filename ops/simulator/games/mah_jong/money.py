"""The money of a win at mah-jong: commissions and shares (R30 to R41)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ops.simulator.games.mah_jong.hand import Game, Seat, Win

MILLION: Final = 1_000_000
UNITS: Final = (100, 200, 400)
"""The operator's: for kai vu, one fán, a fán dobrado."""
FEES: Final = ((0, 50_000, 0), (1_000, 30_000, 15))
"""The approved table of commissions (R31): from which prize, parts in a million, and besides."""


def fee_of(prize: int, table: Iterable[tuple[int, int, int]]) -> int:
    """Return the commission on a prize by the highest line of the table it reaches (R31).

    >>> fee_of(999, ((0, 50_000, 0), (1_000, 30_000, 15)))
    49
    >>> fee_of(1_000, ((0, 50_000, 0), (1_000, 30_000, 15)))
    45
    """
    reached = [line for line in table if line[0] <= prize]
    if not reached or prize <= 0:
        return 0
    _, ppm, fixed = max(reached)
    return min(prize, prize * ppm // MILLION + fixed)


def divided(amount: int, weights: Sequence[int]) -> list[int]:
    """Divide in proportion; odd units to the largest remainders, in order (R35).

    >>> divided(100, [200, 200, 400]), divided(10, [1, 1, 1])
    ([25, 25, 50], [4, 3, 3])
    """
    total = sum(weights)
    parts = [amount * weight // total for weight in weights]
    rest = [amount * weight % total for weight in weights]
    order = sorted(range(len(weights)), key=lambda at: (-rest[at], at))
    for at in order[: amount - sum(parts)]:
        parts[at] += 1
    return parts


def shares(game: Game, win: Win, grade: int) -> dict[int, int]:
    """Return each loser's share before capital limits it: the banker's is double (R30, R68)."""
    return {
        seat: UNITS[grade] * (2 if game.banker in (seat, win.seat) else 1)
        for seat in game.places
        if seat != win.seat
    }


def capped(seats: Mapping[int, Seat], win: Win, owed: Mapping[int, int]) -> dict[int, int]:
    """Return each loser's payment, limited by his own and by the winner's capital (R35)."""
    able = {seat: min(amount, seats[seat].stack) for seat, amount in owed.items()}
    most = seats[win.seat].stack
    if sum(able.values()) > most:
        able = dict(zip(able, divided(most, list(able.values())), strict=True))
    return able
