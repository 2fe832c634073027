"""Pictures as numbers: where lines, cells and words of a chart stand; templates draw them.

Pure functions of values. Balances are steps, not curves; each chart has its table on the page.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta, tzinfo
from itertools import accumulate, pairwise
from typing import Final

import msgspec
from msgspec import Struct

from api.console.language import formats
from ledger.text.amounts import Style, exponent_of
from ledger.text.times import in_zone

WIDTH: Final = 720
LEFT: Final = 76
RIGHT: Final = 704
TOP: Final = 40
BOTTOM: Final = 210
HEIGHT: Final = 280
_STEPS: Final = (1, 2, 5)
_MINUTES: Final = (1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10080, 43200)


class Label(Struct, frozen=True, kw_only=True):
    """A word of a chart."""

    at: float
    text: str
    more: str = ""
    anchor: str = "middle"


class Growth(Struct, frozen=True, kw_only=True):
    """A balance in time, with what was taken from it and what displays showed."""

    line: str
    area: str
    across: list[Label]
    up: list[Label]
    drops: list[Label]
    readings: list[tuple[float, float]]
    end: tuple[float, float]
    last: str
    floor: str
    """Where the axis begins."""
    series: str
    """The same as JSON, for whoever browses it."""


def growth(
    steps: Sequence[tuple[datetime, int, int, int]],
    readings: Sequence[tuple[datetime, int]],
    zone: tzinfo,
    words: tuple[str, str],
    currency: str,
    language: Style,
) -> Growth | None:
    """Return the chart of steps (hour, balance, what prizes took, how many prizes); None of one.

    ``words`` say "%(count)s prizes, %(sum)s" for one and for several.
    """
    if len(steps) < 2:  # noqa: PLR2004 - two points make a line
        return None
    begun, ended = _span([moment for moment, _, _, _ in steps])
    amounts = [balance for _, balance, _, _ in steps] + [amount for _, amount in readings]
    ticks = scale(min(amounts), max(amounts))
    low, high = ticks[0], ticks[-1]

    def x(moment: datetime) -> float:
        share = (moment - begun) / (ended - begun)
        return round(LEFT + min(1.0, max(0.0, share)) * (RIGHT - LEFT), 1)

    def y(amount: int) -> float:
        return round(BOTTOM - (amount - low) * (BOTTOM - TOP) / (high - low), 1)

    path = [f"M{LEFT} {y(steps[0][1])}"]
    for moment, balance, _, _ in steps[1:]:
        path.append(f"H{x(moment)}V{y(balance)}")
    line = "".join(path)
    end = (x(steps[-1][0]), y(steps[-1][1]))
    return Growth(
        line=line,
        area=f"{line}V{BOTTOM}H{LEFT}Z",
        across=[
            Label(at=x(moment), text=formats.hour(moment, zone)[:5])
            for moment in hours(begun, ended, zone)
        ],
        up=[
            Label(at=y(amount), text=formats.money(amount, currency, language)) for amount in ticks
        ],
        drops=_drops(steps, x, words, currency, language),
        readings=[
            (x(moment), y(amount)) for moment, amount in readings if begun <= moment <= ended
        ],
        end=end,
        last=formats.money(steps[-1][1], currency, language),
        floor=formats.money(low, currency, language),
        series=_series(steps, readings, zone, words, currency, language),
    )


def _series(
    steps: Sequence[tuple[datetime, int, int, int]],
    readings: Sequence[tuple[datetime, int]],
    zone: tzinfo,
    words: tuple[str, str],
    currency: str,
    language: Style,
) -> str:
    """Return a balance as JSON; the log's order is kept where clocks went back."""
    hours_told = accumulate((moment.timestamp() for moment, _, _, _ in steps), max)
    told = [(at, step) for at, step in zip(hours_told, steps, strict=True)]
    made = {
        "zone": str(zone),
        "marks": marks(currency, language),
        "from": _span([moment for moment, _, _, _ in steps])[0].timestamp(),
        "points": [(at, balance) for at, (_, balance, _, _) in told],
        "readings": sorted((moment.timestamp(), amount) for moment, amount in readings),
        "prizes": [
            (
                at,
                words[prizes != 1]
                % {"count": prizes, "sum": formats.money(won, currency, language)},
            )
            for at, (_, _, won, prizes) in told
            if prizes
        ],
    }
    return msgspec.json.encode(made).decode()


def marks(currency: str, language: Style) -> tuple[str, str, int]:
    r"""Return how amounts of a currency are written: between thousands, before decimals, how many.

    >>> marks("EUR", "pt"), marks("EUR", "en"), marks("CVE", "en"), marks("JPY", "pt")
    (('\xa0', ',', 2), ('\xa0', '.', 2), ('.', '$', 2), ('\xa0', ',', 0))
    """
    decimals = exponent_of(currency)
    text = formats.money(10 ** (decimals + 3), currency, language)
    return text[1], text[5] if decimals else ",", decimals


def _span(moments: Sequence[datetime]) -> tuple[datetime, datetime]:
    """Return the time that is drawn: without a long wait after the first step, which is flat."""
    first, second, last = moments[0], moments[1], moments[-1]
    if second - first > (last - second) / 2 and last > second:
        first = second - (last - second) / 50
    return first, max(last, first + timedelta(seconds=1))


def _drops(
    steps: Sequence[tuple[datetime, int, int, int]],
    x: Callable[[datetime], float],
    words: tuple[str, str],
    currency: str,
    language: Style,
) -> list[Label]:
    """Return the prizes as words under the line; too near each other, words give way."""
    found: list[Label] = []
    free = 0.0
    prized = [(x(moment), won, prizes) for moment, _, won, prizes in steps if prizes]
    for at, won, prizes in prized:
        text = words[prizes != 1] % {"count": prizes, "sum": formats.money(won, currency, language)}
        right = at < (LEFT + RIGHT) / 2
        width = 6.4 * len(text)
        begin = at + 8 if right else at - 8 - width
        others = (other for other, _, _ in prized if other != at)
        room = begin >= free and not any(begin - 6 < one < begin + width + 6 for one in others)
        if room:
            free = begin + width + 8
        found.append(Label(at=at, text=text if room else "", anchor="start" if right else "end"))
    return found


def scale(low: int, high: int, steps: int = 5) -> list[int]:
    """Return round amounts of minor units from below the lowest to above the highest.

    >>> scale(500000, 501068)
    [500000, 500500, 501000, 501500]
    >>> scale(7, 7)
    [6, 7, 8]
    """
    if low == high:
        low, high = low - 1, high + 1
    wanted = max(1, (high - low) // steps)
    power = 10 ** (len(str(wanted)) - 1)
    step = next((n * power for n in (*_STEPS, 10) if n * power >= wanted), 10 * power)
    first = low // step * step
    last = -(-high // step) * step
    return list(range(first, last + 1, step))


def hours(begun: datetime, ended: datetime, zone: tzinfo, most: int = 8) -> list[datetime]:
    """Return round hours of the casino's clocks between two times, at most so many.

    >>> from datetime import UTC
    >>> first = datetime(2026, 11, 20, 14, 3, tzinfo=UTC)
    >>> [f"{one:%H:%M}" for one in hours(first, first + timedelta(hours=4), UTC, 5)]
    ['15:00', '16:00', '17:00', '18:00']
    """
    span = (ended - begun).total_seconds() / 60
    step = next((one for one in _MINUTES if span / one <= most), _MINUTES[-1])
    local = in_zone(begun, zone)
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    passed = -(-(local - midnight).total_seconds() // (step * 60))
    found: list[datetime] = []
    with suppress(OverflowError):  # at the calendar's end there is no later hour
        moment = midnight + timedelta(minutes=step * passed)
        while moment <= ended and len(found) < most:
            found.append(moment)
            moment += timedelta(minutes=step)
    return found


class Night(Struct, frozen=True, kw_only=True):
    """A gaming day place by place: cells of minutes, silence, findings."""

    height: int
    across: list[Label]
    rows: list["NightRow"]
    begun: datetime
    earlier: int
    """Events from before it begins."""


class NightRow(Struct, frozen=True, kw_only=True):
    """A place's row."""

    place: str
    more: str
    y: float
    cells: list[tuple[float, float, int]]
    """Where a cell begins, its width, how full it is (1 to 4)."""
    silences: list[tuple[float, float]]
    marks: list[tuple[float, str]]
    """Where a finding stands, and its severity."""
    late: list[float]
    """Where something happened that was told after the day's closing."""


NIGHT_LEFT: Final = 168
ROW: Final = 15
NIGHT_TOP: Final = 24


def night(
    places: Sequence[
        tuple[str, str, Sequence[tuple[datetime, int]], Sequence[tuple[datetime, str]]]
    ],
    minutes: int,
    zone: tzinfo,
    late: Mapping[str, Sequence[datetime]] | None = None,
) -> Night | None:
    """Return the picture of a night from (place, game, cells with their events, findings)."""
    moments = [moment for _, _, cells, _ in places for moment, _ in cells]
    if not moments:
        return None
    begun = _busy(places)
    ended = max(moments) + timedelta(minutes=minutes)
    width = (RIGHT - NIGHT_LEFT) * timedelta(minutes=minutes) / (ended - begun)

    def x(moment: datetime) -> float:
        return round(NIGHT_LEFT + (moment - begun) / (ended - begun) * (RIGHT - NIGHT_LEFT), 1)

    rows: list[NightRow] = []
    for number, (place, more, told, marks) in enumerate(places):
        cells = [(moment, count) for moment, count in told if moment >= begun]
        full = max((count for _, count in cells), default=1)
        found = [
            (x(moment), round(max(1.0, width - 1), 1), fullness(count, full))
            for moment, count in cells
        ]
        ends = [(moment, moment + timedelta(minutes=minutes)) for moment, _ in cells]
        silences = [
            (x(before[1]), x(after[0])) for before, after in pairwise(ends) if after[0] > before[1]
        ]
        rows.append(
            NightRow(
                place=place,
                more=more,
                y=NIGHT_TOP + number * ROW,
                cells=found,
                silences=silences,
                marks=[
                    (min(RIGHT, max(NIGHT_LEFT, x(moment))), severity) for moment, severity in marks
                ],
                late=[
                    min(RIGHT, max(NIGHT_LEFT, x(moment))) for moment in (late or {}).get(place, ())
                ],
            )
        )
    return Night(
        begun=begun,
        earlier=sum(count for _, _, cells, _ in places for at, count in cells if at < begun),
        height=NIGHT_TOP + len(rows) * ROW + 8,
        across=[
            Label(at=x(moment), text=formats.hour(moment, zone)[:5])
            for moment in hours(begun, ended, zone)
        ],
        rows=rows,
    )


def _busy(
    places: Sequence[
        tuple[str, str, Sequence[tuple[datetime, int]], Sequence[tuple[datetime, str]]]
    ],
) -> datetime:
    """Return where the picture begins: what was told before is less than a hundredth of all."""
    cells = sorted(cell for _, _, cells, _ in places for cell in cells)
    left = sum(count for _, count in cells) // 100
    for moment, count in cells:
        left -= count
        if left < 0:
            return moment
    return cells[-1][0]


def fullness(count: int, most: int) -> int:
    """Return how full a cell is drawn, from 1 to 4.

    >>> fullness(1, 100), fullness(40, 100), fullness(100, 100)
    (1, 2, 4)
    """
    return min(4, 1 + 4 * count // (most + 1))
