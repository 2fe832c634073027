"""Drawings as SVG text, by the templates of the materials."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from api.console.drawings.pieces import Drawing

TEMPLATES: Final = Path(__file__).parents[1] / "templates"


def num(value: float) -> str:
    """Return a number as short as SVG takes it.

    >>> num(12.50), num(3.0), num(1 / 3)
    ('12.5', '3', '0.33')
    """
    return f"{round(value, 2):.2f}".rstrip("0").rstrip(".") or "0"


def pips(number: str) -> list[tuple[float, float, str]]:
    """Return where a piece of mah-jong bears its points, with their colour, on 34 by 44."""
    return _PIPS.get(number, [])


_L, _M, _R = 9.0, 17.0, 25.0
_PIPS: Final[dict[str, list[tuple[float, float, str]]]] = {
    "1": [(_M, 22, "tr")],
    "2": [(_M, 12, "tg"), (_M, 32, "tb")],
    "3": [(_L, 10, "tb"), (_M, 22, "tr"), (_R, 34, "tg")],
    "4": [(_L, 12, "tb"), (_R, 12, "tg"), (_L, 32, "tg"), (_R, 32, "tb")],
    "5": [(_L, 10, "tb"), (_R, 10, "tg"), (_M, 22, "tr"), (_L, 34, "tg"), (_R, 34, "tb")],
    "6": [(x, y, "tg" if y == 9 else "tr") for y in (9, 22, 35) for x in (_L + 2, _R - 2)],
    "7": [
        (_L, 8, "tg"),
        (_M, 12, "tg"),
        (_R, 16, "tg"),
        *((x, y, "tr") for y in (26, 37) for x in (_L + 2, _R - 2)),
    ],
    "8": [(x, y, "tb") for y in (7, 17, 27, 37) for x in (_L + 2, _R - 2)],
    "9": [(x, y, c) for y, c in ((9, "tb"), (22, "tr"), (35, "tg")) for x in (_L - 1, _M, _R + 1)],
}


@cache
def environment() -> Environment:
    """Return the templates that draw; every text is escaped."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined
    )
    add_to(made)
    return made


def add_to(made: Environment) -> None:
    """Teach an environment what the templates of the materials ask for."""
    filters: dict[str, Any] = made.filters
    filters.update(num=num, pips=pips)


def svg(drawing: Drawing) -> str:
    """Return a drawing as SVG."""
    module: Any = environment().get_template("drawings/drawing.svg").module
    return str(module.draw(drawing))
