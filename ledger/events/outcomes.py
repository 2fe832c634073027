"""Outcomes by cards, dice, balls, wheels and tiles; announcements and errors.

Types say nothing of a game: dice of 7 and ball 37 are well-formed facts, and become findings.
"""

from typing import Annotated, ClassVar, get_args

from msgspec import Meta, field

from ledger.events.base import (
    Badge,
    BetNumber,
    Card,
    Code,
    Options,
    Payload,
    Seat,
    Small,
    Tile,
)
from ledger.ids import Name
from ledger.money import Count, Minor


class DeckShuffled(Payload, frozen=True, kw_only=True):
    """Cards were shuffled."""

    KIND: ClassVar[str] = "deck-shuffled/1"

    method: Code
    """hand, shuffler, box."""
    decks: Count | None = None
    """How many decks were shuffled together."""
    deck: Name | None = None
    """Which deck, where several are used in turn."""
    times: Count | None = None
    """Shuffles by hand (PNB R16: three at least)."""
    shown: bool = False
    """Whether the cards were shown face up before (BJ R9, CF R40, PNB R7)."""
    by: Seat | None = None
    """A player who shuffled first (CF R42); None: the pagador."""


class DeckCut(Payload, frozen=True, kw_only=True):
    """The cards were cut, and the aviso put in."""

    KIND: ClassVar[str] = "deck-cut/1"

    by: Seat | None = None
    """None: the pagador, all having declined."""
    side: Count | None = None
    """Cards on the smaller side (CF R44: six)."""
    cut_card: Count | None = None
    """Cards behind the carta-aviso, before the end of the shoe."""


class CutCardDrawn(Payload, frozen=True, kw_only=True):
    """The carta-aviso came out: the coup that runs, or begins, is the last of the shoe."""

    KIND: ClassVar[str] = "cut-card-drawn/1"


class CardDealt(Payload, frozen=True, kw_only=True):
    """A card went to a hand, the bank or the board. The order of events is that of the deal."""

    KIND: ClassVar[str] = "card-dealt/1"

    to: Code
    """seat, bank, ponto, banca, board, discard …"""
    seat: Seat | None = None
    hand: Small = 1
    """Which of the seat's hands (blackjack after a split)."""
    card: Card | None = None
    """None where nobody could know it."""
    index: Small | None = None
    """Which card of that hand or board, from 1."""
    open: bool = False
    """Face up, as the rules or an accident would have it."""


class CardBurned(Payload, frozen=True, kw_only=True):
    """Cards were put away unplayed."""

    KIND: ClassVar[str] = "card-burned/1"

    card: Card | None = None
    """None where nobody looked."""
    count: Small = 1
    cause: Code | None = None
    """opening, coup, flop, turn, rio, challenge, remedy …"""


class CardExposed(Payload, frozen=True, kw_only=True):
    """A card that should have been hidden was seen, or turned before its time."""

    KIND: ClassVar[str] = "card-exposed/1"

    card: Card | None = None
    of: Code
    """seat, bank, board, deck, burn, key …"""
    seat: Seat | None = None
    index: Small | None = None
    """Which card of the hand or board, from 1."""
    by: Code | None = None
    """pagador, player, deal, shoe …"""


class HandSeen(Payload, frozen=True, kw_only=True):
    """A player looked at his hand, or has seen and laid it down (P3 R27, PK IV.25, SI R13)."""

    KIND: ClassVar[str] = "hand-seen/1"

    seat: Seat


class HandShown(Payload, frozen=True, kw_only=True):
    """A hand was turned for comparison, or its pieces laid open."""

    KIND: ClassVar[str] = "hand-shown/1"

    of: Code | None = None
    """bank, ponto, banca; None: a seat's."""
    seat: Seat | None = None
    hand: Small = 1
    cards: tuple[Tile, ...] = ()
    """Cards or tiles in the order shown."""
    said: Code | None = None
    """What its holder called it: words do not count, the cards do (PNB R52)."""


class CardsCollected(Payload, frozen=True, kw_only=True):
    """Cards went to the discard, the shuffler or back into the deck: claims may end here."""

    KIND: ClassVar[str] = "cards-collected/1"

    of: Code | None = None
    """seat, bank, board; None: all of the round's."""
    seat: Seat | None = None
    hand: Small = 1
    cards: tuple[Card, ...] = ()
    """Which, where it is not the whole hand."""
    into: Code
    """discard, shuffler, deck, shoe."""
    by: Code | None = None
    """Where it is not the pagador: player, banker, ponto."""


class DiceChosen(Payload, frozen=True, kw_only=True):
    """The shooter took his dice from those offered (CR R6, R11)."""

    KIND: ClassVar[str] = "dice-chosen/1"

    seat: Seat
    offered: Count
    """How many he could choose from."""
    taken: Count
    """How many he took."""
    set: Name | None = None


class DiceShaken(Payload, frozen=True, kw_only=True):
    """Hidden dice were shaken before betting opened (CU R2)."""

    KIND: ClassVar[str] = "dice-shaken/1"

    times: Count
    """How often: three times (CU R2)."""


class DiceRolled(Payload, frozen=True, kw_only=True):
    """Dice were thrown, or uncovered, and read."""

    KIND: ClassVar[str] = "dice-rolled/1"

    dice: tuple[Small, ...]
    """Faces; of a null throw those that were legible."""
    by: Seat | None = None
    null: Code | None = None
    """Why it does not count: off_table, not_past_middle, object, in_cup, overlapping, leaning …"""
    first: Seat | None = None
    """The place that the sum names to receive first (P3 R15, PK IV.17)."""


class BallLaunched(Payload, frozen=True, kw_only=True):
    """The ball was thrown into the wheel."""

    KIND: ClassVar[str] = "ball-launched/1"

    by: Badge | None = None
    """Badge of the thrower."""
    direction: Code | None = None
    """left or right; sides alternate (RA R30)."""


class BallLanded(Payload, frozen=True, kw_only=True):
    """The ball rested."""

    KIND: ClassVar[str] = "ball-landed/1"

    number: Small | Annotated[str, Meta(min_length=1, max_length=12)]
    """An integer; a text only for a pocket that has no number of its own: ``00``, ``estrela``."""
    colour: Code | None = None
    """As shown: encarnado, preto, vermelho, verde, azul …"""


class WheelStopped(Payload, frozen=True, kw_only=True):
    """The wheel of roda da sorte stood still."""

    KIND: ClassVar[str] = "wheel-stopped/1"

    section: Code
    """``a`` to ``g``."""
    position: Small | None = None
    """Which of the 52 sections, from 1."""
    turns: Small | None = None
    """Full turns: fewer than three never decide (RS R8)."""
    direction: Code | None = None
    by: Badge | None = None
    announced_invalid: bool = False
    """``rotação inválida`` was said."""


class WallBuilt(Payload, frozen=True, kw_only=True):
    """The pieces were mixed and piled; their order is known only where a machine deals."""

    KIND: ClassVar[str] = "wall-built/1"

    pieces: Count
    """How many there are."""
    order: tuple[Tile, ...] = ()
    """All pieces, in the order of drawing."""
    set: Name | None = None


class TilesRearranged(Payload, frozen=True, kw_only=True):
    """A player, or the banker last, moved the piles before the dice (PK IV.22)."""

    KIND: ClassVar[str] = "tiles-rearranged/1"

    seat: Seat


class TileDrawn(Payload, frozen=True, kw_only=True):
    """A piece was taken from the wall."""

    KIND: ClassVar[str] = "tile-drawn/1"

    seat: Seat
    tile: Tile | None = None
    replacement: bool = False
    """From the end, for a k'óng (MJ R24)."""
    last: bool = False
    """The last piece there was."""


class TileDiscarded(Payload, frozen=True, kw_only=True):
    """A piece was put away."""

    KIND: ClassVar[str] = "tile-discarded/1"

    seat: Seat
    tile: Tile


class TileClaimed(Payload, frozen=True, kw_only=True):
    """A player announced a set, or the win, on a piece."""

    KIND: ClassVar[str] = "tile-claimed/1"

    seat: Seat
    claim: Code
    """chi, pong, kong, kong_fechado, ganho."""
    tiles: tuple[Tile, ...] = ()
    """The set laid open, or the winning piece."""
    of: Seat | None = None
    """Whose discard, or whose robbed k'óng; None: drawn by himself."""
    robbed: bool = False
    """The win takes the piece of an open k'óng (ch'éong kóng)."""
    made: bool = True
    """False: announced and not carried out (MJ R33)."""


class Announcement(Payload, frozen=True, kw_only=True):
    """Something was said aloud, or shown on a display, that the rules ask for."""

    KIND: ClassVar[str] = "announcement/1"

    what: Code
    """nada_mais, resultado, chance, carta, nao, ponto_fixado, comparacao, last_coup …"""
    said: Code | None = None
    seat: Seat | None = None
    amount: Minor | None = None
    by: Code | None = None
    """pagador, banker, ponto, stickman, display …"""


class ErrorNoted(Payload, frozen=True, kw_only=True):
    """The table recorded an error of the deal or of a person; replay gives the remedy."""

    KIND: ClassVar[str] = "error-noted/1"

    error: Code
    """By the game's own code: ``102f``, ``R57d``, ``abafo``, ``carta_virada`` …"""
    seat: Seat | None = None
    cards: tuple[Tile, ...] = ()
    bet: BetNumber | None = None
    by: Code | None = None
    """pagador, banker, ponto, player, shuffler …"""
    remedy: Code | None = None
    """What the table did about it."""
    facts: Options = field(default_factory=dict)
    """What else the remedy depends on, by the game's field names: ``recuperadas``."""


OutcomeEvent = (
    DeckShuffled
    | DeckCut
    | CutCardDrawn
    | CardDealt
    | CardBurned
    | CardExposed
    | HandSeen
    | HandShown
    | CardsCollected
    | DiceChosen
    | DiceShaken
    | DiceRolled
    | BallLaunched
    | BallLanded
    | WheelStopped
    | WallBuilt
    | TilesRearranged
    | TileDrawn
    | TileDiscarded
    | TileClaimed
    | Announcement
    | ErrorNoted
)
KINDS: tuple[type[Payload], ...] = get_args(OutcomeEvent)
