"""The pieces on the table and in each hand while a game is played, as far as the record tells."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct, field

from projections.replay.games.mah_jong.hand import KONG as KONG_SET
from projections.replay.games.mah_jong.hand import SEQUENCIA, TRIO, Conjunto, set_of
from projections.replay.games.mah_jong.record import CHI, KONG, PONG, Lance

KIND_OF: Final = {CHI: SEQUENCIA, PONG: TRIO, KONG: KONG_SET}


class Aberto(Struct, kw_only=True):
    """A set laid on the table; a closed k'óng too."""

    pedras: tuple[str, ...]
    conjunto: Conjunto | None
    """None where the pieces make no such set, or nobody recorded them."""
    pedra: str | None
    """The piece taken from the table."""
    de: int | None
    """Whose discard it was; None: a closed k'óng."""
    unknown: bool = False
    """Whether its pieces were not recorded."""
    barred: bool = False
    """Whether the game does not know such a claim (R62)."""


class Descartada(Struct, frozen=True, kw_only=True):
    """The last discard, while it may be taken."""

    seat: int
    pedra: str
    """Empty where nobody can read it."""
    in_sight: frozenset[str]
    """The kinds that lay on the table before it."""
    unseen: bool = False
    """Whether a piece lay there, or is this one, that nobody can read."""
    first: bool
    """The banker's first discard, and the game's."""
    before_draw: tuple[str, ...] | None
    """The discarder's closed pieces before he drew or claimed; None where not known."""
    before_discard: tuple[str, ...] | None
    """The same just before he discarded."""
    after: tuple[str, ...] | None
    """And after it."""
    opened_before: int
    """How many sets lay before him before he drew or claimed."""
    opened: int
    """And when he discarded."""


class Jogador(Struct, kw_only=True):
    """A player."""

    opened: list[Aberto] = field(default_factory=list)
    held: list[str] | None = None
    """His closed pieces; None as soon as one is not known."""
    count: int = 0
    """How many closed pieces he has, by the acts."""
    before: tuple[tuple[str, ...] | None, int] = (None, 0)
    """His closed pieces, and how many sets were open, before he drew or claimed last."""
    draws: int = 0
    """Since his last set was laid."""
    gave_up_pong: bool = False
    """Announced a p'ông and did not make it (R33)."""
    saw: bool = False
    """Saw another's pieces (R34, R71)."""

    def remember(self) -> None:
        """Keep the pieces that a player holds before he takes a piece."""
        self.before = (None if self.held is None else tuple(self.held), len(self.opened))

    def take(self, tile: str | None) -> None:
        """Add a piece to his hand."""
        self.count += 1
        if tile is None:
            self.held = None
        elif self.held is not None:
            self.held.append(tile)

    def lose(self) -> list[str]:
        """Take a piece that nobody can read from his hand: what is left is not known."""
        self.count -= 1
        self.held = None
        return []

    def give(self, tiles: Collection[str]) -> list[str]:
        """Take pieces out of his hand; return those that he cannot have held."""
        self.count -= len(tiles)
        if self.held is None:
            return []
        lacking = list((Counter(tiles) - Counter(self.held)).elements())
        if lacking:
            self.held = None
            return lacking
        for tile in tiles:
            self.held.remove(tile)
        return []


class Declaracao(Struct, frozen=True, kw_only=True):
    """A player opened his pieces to say that he had won."""

    seat: int
    pedra: str | None
    de: int | None
    closed: tuple[str, ...] | None
    """His closed pieces with the winning one; None where not known."""
    counted: int | None
    """How many they are by the acts; None where the acts are not recorded."""
    opened: tuple[Aberto, ...]
    robbed: bool
    """Took the piece of an open k'óng."""
    replacements: int
    last: bool
    first_hand: bool
    first_discard: bool
    gave_up_pong: bool
    discard: Descartada | None
    """The discard that he won with, where it is recorded."""
    draws_since_set: int

    @property
    def drawn(self) -> bool:
        """Whether he drew the winning piece himself."""
        return self.de is None


def laid(lance: Lance, taken: str | None, *, barred: bool) -> Aberto:
    """Return the set that a claim on another's piece lays open."""
    alike = {PONG: 3, KONG: 4}.get(lance.tipo)
    pedras = lance.pedras
    if not pedras and alike is not None and taken is not None:
        pedras = (taken,) * alike
    found = set_of(pedras, aberto=True)
    if found is not None and (
        found.tipo != KIND_OF.get(lance.tipo) or (taken is not None and taken not in pedras)
    ):
        found = None
    return Aberto(
        pedras=pedras,
        conjunto=found,
        pedra=taken,
        de=lance.de,
        unknown=not pedras,
        barred=barred,
    )


def from_hand(opened: Aberto) -> list[str]:
    """Return the pieces of an open set that came from its owner's hand."""
    tiles = list(opened.pedras)
    if opened.pedra in tiles:
        tiles.remove(opened.pedra)
    return tiles


def pong_of(opened: Sequence[Aberto], tile: str | None) -> Aberto | None:
    """Return the open p'ông of a piece."""
    for one in opened:
        kind = one.conjunto
        if kind is not None and kind.tipo == TRIO and kind.pedra == tile:
            return one
    return None
