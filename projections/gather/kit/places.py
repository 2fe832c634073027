"""Who waits for a place at a table, as ``place-requested`` tells it, and who is passed over.

A request counts until the player sits down, or is told to wait no more. A list that does not name
who sits down from it, or a place taken by nobody named, leaves nobody's turn known: it is
forgotten.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from ledger.events.seats import PlaceRequested, PlayerSeated
from projections.replay.kit.places import FROM_THE_LIST, PlaceTaken

SEAT: Final = "seat"
CHANGE: Final = "change"
DRAW: Final = "draw"
WISHES: Final = frozenset({SEAT, CHANGE})


class Wait(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player who waits for a place."""

    player: str
    wish: str
    seat: int | None = None
    """The place that he wants; None: any."""
    late: bool = False
    """Whether places had been drawn before he asked."""


class Waiting(Struct, kw_only=True, omit_defaults=True):
    """Those who wait for a place at a table, in the order in which they asked."""

    waits: list[Wait] = field(default_factory=list[Wait])
    drawn: bool = False
    """Whether places were drawn since the table was opened."""

    def ask(self, payload: PlaceRequested, seated: Mapping[int, str | None]) -> None:
        """Take a request, or its end; ``seated`` are the table's players by seat.

        The seat of a change is the one wanted, unless the player sits there now.
        """
        player, wish = payload.player, payload.wish
        if player is None or wish not in WISHES:
            return
        own = wish == CHANGE and payload.seat is not None and seated.get(payload.seat) == player
        seat = None if own else payload.seat
        others = [w for w in self.waits if (w.player, w.wish) != (player, wish)]
        if payload.withdrawn:
            self.waits = others
        elif not any((w.player, w.wish, w.seat) == (player, wish, seat) for w in self.waits):
            self.waits = [*others, Wait(player=player, wish=wish, seat=seat, late=self.drawn)]

    def sit(self, payload: PlayerSeated, seated: Mapping[int, str | None]) -> PlaceTaken | None:
        """Take a player who sits down; return the place that he took, where others waited for one.

        ``seated`` are the table's players by seat before he sat down.
        """
        player, seat = payload.player, payload.seat
        self.drawn = self.drawn or payload.via == DRAW
        if player is None:
            self.waits = []
            return None
        if not self.waits or seated.get(seat) == player:
            return None
        at = next((at for at, w in enumerate(self.waits) if w.player == player), None)
        if at is None and payload.via == FROM_THE_LIST:
            self.waits = []
            return None
        earlier = self.waits if at is None else self.waits[:at]
        listed = [w for w in earlier if w.wish == SEAT and w.player not in seated.values()]
        taken = PlaceTaken(
            seat=seat,
            player=player,
            via=payload.via or "",
            inscribed=at is not None and not self.waits[at].late,
            before=tuple(w.player for w in listed if w.seat in (None, seat)),
            reserved=tuple(w.player for w in listed if w.seat == seat),
            changing=tuple(
                w.player
                for w in self.waits
                if w.wish == CHANGE
                and w.player != player
                and w.player in seated.values()
                and w.seat in (None, seat)
            ),
        )
        self.waits = [w for w in self.waits if w.player != player]
        return taken

    def end_reservations(self) -> None:
        """Forget who marked a place before the partida: it was his until the first coup (CF R54).

        It is void when the hand has come to the place, and whether it has, no coup tells.
        """
        self.waits = [w for w in self.waits if w.seat is None or w.wish == CHANGE]

    def leave(self, player: str | None) -> None:
        """Forget the wish of one who leaves the table to sit elsewhere at it."""
        self.waits = [w for w in self.waits if (w.player, w.wish) != (player, CHANGE)]
