"""The ribbon of steps under a drawn table: a dot a step, chapters, triangles, a ring on now."""

from dataclasses import dataclass

from api.console.drawings.steps import Told

EDGE = 18
LETTER = 6.6
"""About how wide a letter of a chapter's title is."""


@dataclass(frozen=True)
class Dot:
    """A step on the ribbon."""

    number: int
    x: float
    text: str
    diverges: bool
    informs: bool
    style: str
    """``now``, ``to-come`` or none."""


@dataclass(frozen=True)
class Stretch:
    """A chapter on the ribbon."""

    x: float
    end: float
    first: int
    title: str
    """Empty where it does not fit."""


@dataclass(frozen=True)
class Ribbon:
    """All of it, in units of the drawing above."""

    width: int
    dots: tuple[Dot, ...]
    stretches: tuple[Stretch, ...]


def ribbon_of(told: Told, now: int, width: int) -> Ribbon:
    """Return the ribbon of a round at a step."""
    count = len(told.steps)
    apart = (width - 2 * EDGE) / max(1, count - 1)

    def at(number: int) -> float:
        return round(EDGE + apart * (number - 1), 1)

    dots = tuple(
        Dot(
            number=step.number,
            x=at(step.number),
            text=step.text,
            diverges=step.diverges,
            informs=bool(step.divergences) and not step.diverges,
            style="now" if step.number == now else "to-come" if step.number > now else "",
        )
        for step in told.steps
    )
    stretches: list[Stretch] = []
    free = 0.0
    for chapter in told.chapters:
        x = at(chapter.first)
        fits = x >= free and x + LETTER * len(chapter.title) <= width
        stretches.append(Stretch(x, at(chapter.last), chapter.first, chapter.title if fits else ""))
        if fits:
            free = x + LETTER * len(chapter.title) + 10
    return Ribbon(width, dots, tuple(stretches))
