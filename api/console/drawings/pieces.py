"""Pieces of a drawn table, each with its place, and the drawing that holds them.

Each kind of piece is drawn by the macro of its name in ``templates/drawings/materials.svg``. Sizes
are units of the drawing's viewBox; no letter of it is smaller than ``LEAST``.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Final

LEAST: Final = 12
BESIDE: Final = 720
"""Width of a drawing beside a column."""
FULL: Final = 860
"""Width of one that takes the page."""
CARD_W, CARD_H = 44, 62
TILE_W, TILE_H = 34, 44

GOLD: Final = "gold"
"""Counts for the prize."""
RED: Final = "red"
"""Diverges."""
CHANGED: Final = "hyp"
"""Changed in a hypothesis."""


@dataclass(frozen=True)
class Card:
    """A playing card, or its back."""

    kind: ClassVar[str] = "card"
    x: float
    y: float
    rank: str
    """``A K Q J 10`` … as it is written; ``?`` where it cannot be read; empty for a back."""
    suit: str
    """``s h d c``; empty where there is none."""
    title: str
    w: float = CARD_W
    mark: str = ""
    turned: bool = False
    """Lying across, as a third card does."""
    faint: bool = False

    @property
    def scale(self) -> float:
        """Its size beside the card that the macro draws."""
        return round(self.w / CARD_W, 3)


@dataclass(frozen=True)
class Chip:
    """A stake: a ring with a figure."""

    kind: ClassVar[str] = "chip"
    x: float
    y: float
    text: str
    title: str
    colour: int = 0
    """1 to 4 of the players' colours; 0 is gold, 5 an account's."""
    r: float = 15
    mark: str = ""
    faint: bool = False


@dataclass(frozen=True)
class Die:
    """A die by its face."""

    kind: ClassVar[str] = "die"
    x: float
    y: float
    face: int
    title: str
    w: float = 40
    turn: int = 0
    mark: str = ""
    faint: bool = False

    @property
    def pips(self) -> tuple[tuple[int, int], ...]:
        """Where its points are, on a die of 40; none for a face that no die has."""
        return PIPS.get(self.face, ())


@dataclass(frozen=True)
class Tile:
    """A piece of mah-jong or pai kao, or its back."""

    kind: ClassVar[str] = "tile"
    x: float
    y: float
    face: str
    """Its name in the defs; empty for a back."""
    title: str
    w: float = TILE_W
    mark: str = ""
    faint: bool = False
    turned: bool = False

    @property
    def scale(self) -> float:
        """Its size beside the piece that the macro draws."""
        return round(self.w / TILE_W, 3)


@dataclass(frozen=True)
class Cell:
    """A field of the cloth."""

    kind: ClassVar[str] = "cell"
    x: float
    y: float
    w: float
    h: float
    text: str = ""
    under: str = ""
    """Small words beneath."""
    style: str = ""
    """``red``, ``black``, ``green``, ``ivory``, ``gold``, ``well`` or none."""
    mark: str = ""
    faint: bool = False
    size: int = 14


@dataclass(frozen=True)
class Label:
    """Words on the cloth."""

    kind: ClassVar[str] = "label"
    x: float
    y: float
    text: str
    style: str = ""
    """Of ``b`` bold, ``q`` quiet, ``g`` gold, ``d`` diverging, ``l`` law's letter."""
    anchor: str = "start"
    size: int = 13


@dataclass(frozen=True)
class Pill:
    """A count under a hand."""

    kind: ClassVar[str] = "pill"
    x: float
    y: float
    w: float
    text: str
    style: str = ""


@dataclass(frozen=True)
class Shape:
    """A line or surface by its path."""

    kind: ClassVar[str] = "shape"
    d: str
    style: str


@dataclass(frozen=True)
class Round:
    """A circle."""

    kind: ClassVar[str] = "round"
    x: float
    y: float
    r: float
    style: str


@dataclass(frozen=True)
class Box:
    """A rectangle."""

    kind: ClassVar[str] = "box"
    x: float
    y: float
    w: float
    h: float
    style: str
    r: float = 6


@dataclass(frozen=True)
class Sector:
    """A pocket or section of a wheel."""

    angle: float
    """Of its middle, clockwise from above."""
    style: str
    text: str = ""
    mark: str = ""


@dataclass(frozen=True)
class Wheel:
    """A wheel of equal sectors, its numbers outwards."""

    kind: ClassVar[str] = "wheel"
    x: float
    y: float
    d: str
    """The path of the sector at the top, around 0 0."""
    radius: float
    """Where the words stand."""
    sectors: tuple[Sector, ...]
    size: int = 12


@dataclass(frozen=True)
class Symbol:
    """A symbol of a reel: the certified sheet's word, with a neutral shape where there is one."""

    kind: ClassVar[str] = "symbol"
    x: float
    y: float
    name: str
    word: str
    faint: bool = False
    mark: str = ""
    w: float = 84


Piece = Card | Chip | Die | Tile | Cell | Label | Pill | Shape | Round | Box | Wheel | Symbol

PIPS: Final = {
    face: tuple((10 + 10 * (at % 3), 10 + 10 * (at // 3)) for at in places)
    for face, places in {
        1: (4,),
        2: (0, 8),
        3: (0, 4, 8),
        4: (0, 2, 6, 8),
        5: (0, 2, 4, 6, 8),
        6: (0, 2, 3, 5, 6, 8),
    }.items()
}
"""The points of a die of 40, on a grid of nine."""


@dataclass(frozen=True)
class Drawing:
    """A table at a step."""

    sentence: str
    """What it shows, for whoever does not see it."""
    pieces: tuple[Piece, ...]
    height: int
    width: int = BESIDE
    tiles: tuple[str, ...] = field(default=())
    """The faces of pieces that it uses."""
