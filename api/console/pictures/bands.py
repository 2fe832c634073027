"""Pictures of chance and of sums: a figure within its band, bars by day, dots by round.

Pure functions of values, as in ``charts``; a band is information and never a fault.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from api.console.language.formats import money
from api.console.pictures.charts import BOTTOM, LEFT, RIGHT, TOP, Label, marks, scale
from ledger.text.amounts import Style

MILLION = 1_000_000
WIDE = 260
PAD = 8


class Band(Struct, frozen=True, kw_only=True):
    """A share on a line, with the width that chance gives it and a mark to compare it with."""

    at: float
    low: float
    high: float
    mark: float | None
    cut: bool
    """Whether chance reaches beyond the line."""
    end: int
    """Of the line, in parts of a million."""


def band(
    observed: int | None,
    half: int | None,
    mark: int | None,
    line: tuple[int, int] | None = None,
    around: int | None = None,
) -> Band | None:
    """Return where a share of so many millionths stands; None of an unknown one.

    Shares that are compared with one another stand on one ``line``; else it begins at nothing.
    Chance has its width around what is expected, where that is known; else around the share.

    >>> found = band(900_000, 50_000, 800_000)
    >>> (found.at, found.mark, found.cut)
    (191.0, 170.7, False)
    """
    if observed is None:
        return None
    half = half or 0
    centre = observed if around is None else around
    low, end = line or (
        0,
        max(1_200_000, min(2_000_000, centre + half), observed, (mark or 0) * 5 // 4),
    )

    def x(value: int) -> float:
        share = (min(end, max(low, value)) - low) / (end - low)
        return round(PAD + share * (WIDE - 2 * PAD), 1)

    return Band(
        at=x(observed),
        low=x(centre - half),
        high=x(centre + half),
        mark=None if mark is None else x(mark),
        cut=centre + half > end or centre - half < low,
        end=end,
    )


class Bar(Struct, frozen=True, kw_only=True):
    """A bar from the line of nothing, up or down."""

    x: float
    y: float
    width: float
    height: float
    below: bool
    title: str


class Bars(Struct, frozen=True, kw_only=True):
    """Sums side by side."""

    bars: list[Bar]
    up: list[Label]
    across: list[Label]
    zero: float
    series: str
    """The same as JSON, for whoever browses it."""


def bars(sums: Sequence[tuple[str, int | None]], currency: str, language: Style) -> Bars | None:
    """Return sums side by side with their words, an unknown one as a gap; None of nothing."""
    known = [amount for _, amount in sums if amount is not None]
    if not known:
        return None
    ticks = scale(min(0, *known), max(0, *known))
    low, high = ticks[0], ticks[-1]

    def y(amount: int) -> float:
        return round(BOTTOM - (amount - low) * (BOTTOM - TOP) / (high - low), 1)

    room = (RIGHT - LEFT) / len(sums)
    width = min(64.0, room * 0.7)
    every = 1 + len(sums) // 12
    told = {"zone": "UTC", "marks": marks(currency, language), "days": sums}
    found = [
        Bar(
            x=round(LEFT + room * number + (room - width) / 2, 1),
            y=min(y(amount), y(0)),
            width=round(width, 1),
            height=round(max(1.0, abs(y(amount) - y(0))), 1),
            below=amount < 0,
            title=f"{words}: {money(amount, currency, language)}",
        )
        for number, (words, amount) in enumerate(sums)
        if amount is not None
    ]
    return Bars(
        bars=found,
        up=[Label(at=y(one), text=money(one, currency, language)) for one in ticks],
        across=[
            Label(at=round(LEFT + room * (number + 0.5), 1), text=words)
            for number, (words, _) in enumerate(sums)
            if (len(sums) - 1 - number) % every == 0
        ],
        zero=y(0),
        series=msgspec.json.encode(told).decode(),
    )
