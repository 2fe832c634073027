"""Returns of machines: by plan as an exact fraction, on money with chance's own band (R17).

The law's test is the plan's: each pay table at each denomination and bet level at least 80 in 100,
increments and bases not counted. Money says something only over many plays: the alarm sounds where
what came back lies below 80 % by more than 3.09 standard deviations, in 10,000 plays or more.

Rules: maquinas.md, DECISION on R17.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isqrt
from typing import Final

from msgspec import Struct

from ledger.events.machines import MachineHomologated, PayPlan
from ledger.money import INTEGER_MAX, MILLION

MINIMUM_PPM: Final = 800_000
"""R17; parameter ``retorno_minimo_ppm``."""
PLAYS_MIN: Final = 10_000
DEVIATION_PPM: Final = 10_000_000
"""Of the return per unit staked, where the certificate says none: 10."""
ALARM: Final = (309, 100)
"""Standard deviations of the alarm: one in a thousand."""
BAND: Final = (196, 100)
"""Of the band shown: 95 %."""


class Window(Struct, kw_only=True):
    """Plays since the last change of configuration or clearing of memory."""

    since: int
    """Position from which it counts."""
    plays: int = 0
    staked: int = 0
    squares: int = 0
    """Σ of the squared stakes."""
    returned: int = 0
    """CG + PA + PAM."""
    first: int | None = None
    last: int | None = None


class ShortPlan(Struct, frozen=True, kw_only=True, gc=False):
    """A plan that gives back too little, or is no fraction."""

    plan: PayPlan
    returned: Fraction | None


def short_plans(homologated: MachineHomologated, minimum_ppm: int) -> Iterator[ShortPlan]:
    """Yield the plans that give back less than the law's minimum."""
    for plan in homologated.plans:
        if plan.staked <= 0:
            yield ShortPlan(plan=plan, returned=None)
        elif plan.returned * MILLION < plan.staked * minimum_ppm:
            yield ShortPlan(plan=plan, returned=Fraction(plan.returned, plan.staked))


def is_low(window: Window, deviation_ppm: int | None, minimum_ppm: int = MINIMUM_PPM) -> bool:
    """Tell whether the money given back is below the minimum beyond what chance explains.

    Whole numbers only: what lacks is compared with z deviations by their squares.
    """
    if window.plays < PLAYS_MIN:
        return False
    short = minimum_ppm * window.staked - MILLION * window.returned
    if short <= 0:
        return False
    deviation = DEVIATION_PPM if deviation_ppm is None else deviation_ppm
    z, hundred = ALARM
    return (z * deviation) ** 2 * window.squares < (short * hundred) ** 2


def observed_ppm(window: Window) -> int | None:
    """Return prizes over stakes, in millionths, rounded down; None of what is no share at all."""
    return _share(window.returned * MILLION // window.staked) if window.staked > 0 else None


def band_ppm(window: Window, deviation_ppm: int | None) -> int | None:
    """Return half the width of the 95 % band around it, in millionths, rounded up."""
    if window.staked <= 0:
        return None
    deviation = DEVIATION_PPM if deviation_ppm is None else deviation_ppm
    z, hundred = BAND
    return _share(
        isqrt((z * deviation) ** 2 * window.squares // (hundred * window.staked) ** 2) + 1
    )


def _share(ppm: int) -> int | None:
    """Return a share, unless it is more than any share that may be said."""
    return ppm if abs(ppm) <= INTEGER_MAX else None


def text(share: Fraction) -> str:
    """Return a fraction as people read it: exact, and as a percentage cut after four decimals.

    >>> text(Fraction(92125, 100000))
    '737/800 (92.1250 %)'
    """
    parts = share.numerator * MILLION // share.denominator
    return f"{share} ({parts // 10_000}.{parts % 10_000:04d} %)"


def joined(plans: Sequence[PayPlan]) -> set[tuple[str, int, int]]:
    """Return which pay tables, denominations and lines are homologated."""
    return {(plan.paytable, plan.denomination, plan.lines) for plan in plans}
