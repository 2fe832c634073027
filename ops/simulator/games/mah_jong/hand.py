"""A game of mah-jong: who holds what, who wins, how much it is worth and who bears it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ops.simulator.games.mah_jong.scripts import Script
from ops.simulator.kit.tiles import (
    HONOURS,
    TRIO,
    TRUNFOS,
    WINDS,
    Set,
    Way,
    cut,
    grade,
    one_suit,
    simplified_grade,
    thirteen,
)


@dataclass
class Seat:
    """A player's place, and what he holds."""

    seat: int
    name: str
    stack: int = 0
    """His capital in play."""
    closed: list[str] = field(default_factory=list)
    opened: list[Set] = field(default_factory=list)
    givers: list[int | None] = field(default_factory=list)
    """Whose discard each opened set took; None where it was drawn."""
    draws_since: int = 0
    """Since his last set was laid open."""


@dataclass
class Win:
    """A declared win."""

    seat: int
    piece: str
    giver: int | None = None
    """Who discarded the piece, or whose k'óng was robbed."""
    robbed: bool = False
    kongs: int = 0
    last: bool = False
    first: bool = False
    seen: bool = True
    """Whether the piece's kind lay on the table before."""


@dataclass
class Money:
    """The money of a win: shares, commission and prize."""

    taken: dict[int, int]
    """Seat to what its player pays."""
    fee: int
    prize: int
    """To the winner."""
    to: dict[int, int] | None = None
    """Who is paid, where it is another."""


@dataclass
class Reckoning:
    """How much a win is worth, and who has to pay it."""

    win: Win
    worth: int
    """The grade of the hand."""
    own: dict[int, int]
    """Seat to its player's own share, before any capital ends."""
    bearer: tuple[int, str] | None
    """Who bears the others' shares, and by which rule."""
    due: Money

    @property
    def plain(self) -> bool:
        """Whether each pays just his own share."""
        return self.bearer is None and self.due.taken == self.own


@dataclass
class Game:
    """A game while it is played."""

    name: str
    places: list[int]
    """The seats from the banker on, anticlockwise."""
    wind: str
    wall: list[str]
    script: Script | None = None
    fault: str | None = None
    made: bool = False
    """Whether the fault was made."""
    machine: bool = False
    """Whether the order of the wall is known."""
    piled: tuple[str, ...] = ()
    """The order of the wall, as the machine told it."""
    front: int = 0
    """Pieces drawn from the front of the wall."""
    giver: int = 0
    """Who put away the last discard."""
    tile: str = ""
    """The last discard."""
    taker: tuple[int, Set] | None = None
    """Who takes the last discard, and for which set."""
    discards: int = 0
    claims: int = 0
    in_sight: set[str] = field(default_factory=set)
    seen: bool = False
    """Whether the last discard's kind lay on the table before."""
    win: Win | None = None
    false: bool = False
    """Whether the declared win is invalid."""
    rivals: list[int] = field(default_factory=list)
    """Who declares a win with the same piece, and sits farther off."""
    no_win: bool = False
    broken: bool = False
    barred: set[int] = field(default_factory=set)
    """Who announced a p'ông and did not make it (R33)."""
    reckoning: Reckoning | None = None
    """What the win is worth, once that is reckoned."""
    changed: list[int] = field(default_factory=list)
    """Seats whose capital is another after the game."""

    @property
    def banker(self) -> int:
        """The seat of Este."""
        return self.places[0]

    @property
    def won(self) -> Win:
        """The win of a game that is won."""
        assert self.win is not None
        return self.win

    @property
    def reckoned(self) -> Reckoning:
        """The reckoning of a game that is won."""
        assert self.reckoning is not None
        return self.reckoning

    @property
    def over(self) -> bool:
        """Whether somebody won, or the game was broken off."""
        return self.win is not None or self.broken

    def right(self, seat: int) -> int:
        """Return who plays after a seat."""
        return self.places[(self.places.index(seat) + 1) % len(self.places)]

    def after(self, seat: int) -> list[int]:
        """Return the others, the nearest first."""
        at = self.places.index(seat)
        return [*self.places[at + 1 :], *self.places[:at]]


@dataclass
class Turn:
    """Whose turn it is to put a piece away, and what he drew before."""

    seat: int
    drew: str | None = None
    kongs: int = 0
    """Successive kongs before he drew it."""
    replacement: bool = False


def worth(seats: Mapping[int, Seat], game: Game, win: Win, sets: int) -> int:
    """Return the grade of a win."""
    one = seats[win.seat]
    way = Way(
        seat_wind=WINDS[game.places.index(win.seat)],
        round_wind=game.wind,
        piece=win.piece,
        drawn=win.giver is None,
        robbed=win.robbed,
        kongs=win.kongs,
        last=win.last,
        first=win.first,
    )
    if sets == 1:
        return simplified_grade(way)
    return grade(hand_of(seats, win), one.opened, way)


def hand_of(seats: Mapping[int, Seat], win: Win) -> list[str]:
    """Return the winner's closed pieces with the one that wins."""
    closed = seats[win.seat].closed
    return [*closed, win.piece] if win.giver is not None else list(closed)


def bearer(  # noqa: PLR0911 - one a rule
    seats: Mapping[int, Seat], win: Win, sets: int
) -> tuple[int, str] | None:
    """Return who bears the others' loss, and by which rule (R36 to R38, R44, R45)."""
    one = seats[win.seat]
    hand = hand_of(seats, win)
    if sets == 1 or thirteen(hand):
        return None
    tiles = {*hand, *(tile for set_ in one.opened for tile in set_)}
    ways = cut(hand, sets - len(one.opened))
    ends = not tiles & HONOURS and {tile[-1] for tile in tiles} <= {"1", "9"}
    if tiles <= HONOURS or ends:
        return None
    if win.piece in HONOURS and win.giver is not None and not win.seen:
        return None
    suit = any(one_suit([*one.opened, *found], pair) for found, pair in ways)
    taken = [giver for giver in one.givers if giver is not None]
    if win.giver is not None and not win.robbed:
        if suit and len(taken) > 2:  # three sets lie open
            return win.giver, "R36"
        great = _great(one, ways, win.piece)
        return (win.giver, "R38") if great else None
    fourth = len(one.opened) == 4 == len(taken) and len(one.opened[-1]) == TRIO
    if suit and fourth and one.draws_since == 1 and one.givers[-1] is not None:
        return one.givers[-1], "R37"
    return None


def _great(one: Seat, ways: Sequence[tuple[list[Set], str]], piece: str) -> bool:
    """Tell whether a trunfo, or a wind, completed all the great sets of its kind."""
    alike = {set_[0] for set_ in one.opened if len(set(set_)) == 1}
    for found, _ in ways:
        all_ = alike | {set_[0] for set_ in found if len(set(set_)) == 1}
        if piece in TRUNFOS and all_ >= set(TRUNFOS):
            return True
        if piece in WINDS and all_ >= set(WINDS):
            return True
    return False
