"""The chapters of a round: which part of the play each step belongs to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from api.console.drawings.words import Words
from ledger.events import bingo, jackpots, machines, outcomes, rounds
from projections.base.event import Event

OPENING: Final = "opening"
BETS: Final = "bets"
CARDS: Final = "cards"
PLAY: Final = "play"
NULL: Final = "null"
RESULT: Final = "result"
SHOW: Final = "show"
PAY: Final = "pay"
VOID: Final = "void"
POKERS: Final = frozenset({"poquer_holdem", "poquer_omaha", "poquer_sintetico"})
TITLES: Final = {
    OPENING: ("Abertura", "Opening"),
    BETS: ("Apostas", "Bets"),
    "entry": ("Entrada", "Antes"),
    CARDS: ("Cartas", "Cards"),
    "tiles": ("Pedras", "Pieces"),
    PLAY: ("Decisões", "Choices"),
    "round1": ("1.ª volta", "1st round"),
    NULL: ("Golpe nulo", "Null coup"),
    RESULT: ("Resultado", "Result"),
    "dice": ("Dados", "Dice"),
    SHOW: ("Comparação", "Comparison"),
    PAY: ("Pagamentos", "Payments"),
    VOID: ("Anulação", "Voiding"),
    "board3": ("3 comuns", "Flop"),
    "board4": ("4.ª", "Turn"),
    "board5": ("5.ª", "River"),
    "sale": ("Venda", "Sale"),
    "draw": ("Bolas", "Balls"),
    "deal": ("Distribuição", "Deal"),
    "turns": ("Jogo", "Play"),
    "win": ("Mah-jong", "Mah-jong"),
}

_BETTING: Final = frozenset(
    kind.KIND
    for kind in (
        rounds.BetsOpened,
        rounds.BetPlaced,
        rounds.BetChanged,
        rounds.BetWithdrawn,
        rounds.BetsClosed,
        rounds.BancoCalled,
        rounds.BankTaken,
        rounds.BankShared,
        outcomes.BallLaunched,
    )
)
_PAYING: Final = frozenset(
    kind.KIND
    for kind in (
        rounds.Payout,
        rounds.Collection,
        rounds.Commission,
        jackpots.JackpotWon,
        jackpots.AwardPaid,
        bingo.PrizesPaid,
    )
)
_RESULTS: Final = frozenset(
    kind.KIND for kind in (outcomes.BallLanded, outcomes.WheelStopped, machines.Play)
)
_SALES: Final = frozenset(
    kind.KIND for kind in (bingo.SeriesOnSale, bingo.CardsSold, bingo.SaleClosed)
)
_TILES: Final = frozenset(
    kind.KIND for kind in (outcomes.TileDiscarded, outcomes.TileClaimed, outcomes.TileDrawn)
)


@dataclass(frozen=True)
class Chapter:
    """A stretch of steps."""

    key: str
    title: str
    first: int
    last: int


class _Reader:
    """Goes through a round and says of each event where it stands."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.now = OPENING
        self.board = 0
        self.thrown = 0
        self.dealt = 0

    def take(self, event: Event) -> str:
        """Return the chapter of the next event."""
        self.now = self._next(event.kind, event)
        return self.now

    def _next(self, kind: str, event: Event) -> str:
        if kind in _PAYING:
            taken_early = kind != rounds.Payout.KIND and self.now in {PLAY, CARDS, BETS, "entry"}
            return self.now if taken_early or self.game == "craps" else PAY
        if kind in {rounds.RoundVoided.KIND, bingo.JogadaAnnulled.KIND}:
            return VOID
        if kind == rounds.CoupNulled.KIND:
            return NULL
        if kind in _RESULTS:
            return RESULT
        if kind in _BETTING:
            return self._betting(kind)
        if kind in _SALES:
            return "sale"
        if kind == bingo.BallDrawn.KIND:
            return "draw"
        return self._dealing(kind, event)

    def _betting(self, kind: str) -> str:
        if self.game in POKERS or self.game == "poquer_macau_5_cartas":
            return "entry"
        if self.thrown or (kind == outcomes.BallLaunched.KIND and self.now in {NULL, PAY}):
            return self.now
        return BETS

    def _dealing(self, kind: str, event: Event) -> str:
        told = event.payload
        if kind == outcomes.DiceRolled.KIND:
            self.thrown += 1
            if self.game == "mah_jong":
                return "deal"
            return f"throw{self.thrown}" if self.game in {"craps", "banca_francesa"} else "dice"
        if kind == outcomes.WallBuilt.KIND:
            return "deal" if self.game == "mah_jong" else self.now
        if kind == outcomes.CardDealt.KIND:
            return self._dealt(told.to, told.index)
        if kind in _TILES:
            return self._tiles(kind, told)
        if kind == rounds.Decision.KIND:
            return self._decided()
        if kind == outcomes.HandShown.KIND and self.now != PAY:
            return SHOW if self.game != "bacara_chemin_de_fer" else self.now
        return self.now

    def _dealt(self, to: str, index: int | None) -> str:
        if to == "board":
            self.board += 1
            if self.game == "poquer_sintetico":
                return f"common{self.board}"
            return "board3" if self.board <= 3 else f"board{min(self.board, 5)}"
        if self.game == "poquer_macau_5_cartas":
            lance = index or 0
            return CARDS if lance <= 2 else f"lance{lance}"
        if self.now in {PLAY, "round1"} or self.now.startswith("board"):
            return self.now
        return "tiles" if self.game == "mahjong_pai_kao" else CARDS

    def _tiles(self, kind: str, told: object) -> str:
        if getattr(told, "claim", "") == "ganho":
            return "win"
        if kind == outcomes.TileDrawn.KIND and self.now in {OPENING, "deal"}:
            return "deal"
        return self.now if self.now == "win" else "turns"

    def _decided(self) -> str:
        if self.game in POKERS:
            return "round1" if not self.board else self.now
        if self.game == "poquer_macau_5_cartas":
            return "round1" if self.now in {CARDS, "entry", "round1"} else self.now
        return PLAY


def chapter_keys(events: Sequence[Event], game: str) -> list[str]:
    """Return each event's chapter; a stretch that comes back is another one."""
    reader = _Reader(game)
    keys = [reader.take(event) for event in events]
    first = next((key for key in keys if key != OPENING), OPENING)
    opening = 0
    while opening < len(keys) and keys[opening] == OPENING:
        keys[opening] = first if opening < 3 or game not in POKERS else OPENING
        opening += 1
    return keys


def chapters_of(events: Sequence[Event], game: str, words: Words) -> tuple[Chapter, ...]:
    """Return a round's chapters, in order; steps count from 1."""
    found: list[Chapter] = []
    for number, key in enumerate(chapter_keys(events, game), 1):
        if found and found[-1].key == key:
            found[-1] = Chapter(key, found[-1].title, found[-1].first, number)
        else:
            found.append(Chapter(key, title_of(key, words), number, number))
    return tuple(found)


def title_of(key: str, words: Words) -> str:
    """Return a chapter's title."""
    if key in TITLES:
        return words(*TITLES[key])
    name = key.rstrip("0123456789")
    number = int(key[len(name) :] or 0)
    if name == "throw":
        return words(f"Lançamento {number}", f"Throw {number}")
    if name == "common":
        return words(f"{number}.ª comum", f"Card {number}")
    return words(f"{number}.ª carta", f"{words.ordinal(number)} card")
