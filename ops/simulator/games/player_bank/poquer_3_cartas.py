"""Nights at a table of póquer de 3 cartas: points of three cards against a player's bank.

What a hand is worth is computed here from the rules' own words (R4 to R10), apart from replay.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from msgspec import structs
from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import CardDealt, DeckShuffled
from ledger.events.tables import EquipmentChanged
from ops.simulator.games.player_bank.faults import PLAYER_BANK, with_bet
from ops.simulator.games.player_bank.game import PlayerBank
from ops.simulator.games.player_bank.jogada import Jogada
from ops.simulator.kit.cards import DECK
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.terminal import Said

FIGURES: Final = "JQK"
ORDER: Final = "A23456789TJQK"
"""R5, upwards: the ace is the lowest."""
SUITS: Final = "dchs"
"""R6, upwards."""
HAND: Final = 3
LAST: Final = 31
"""Zero without figures (R7)."""


def points(cards: Sequence[str]) -> int:
    """Return the points of three cards (R4): figures and tens count nothing.

    >>> points(["Kh", "9s", "5d"]), points(["Th", "Js", "Ad"])
    (4, 1)
    """
    return sum(ORDER.index(card[0]) + 1 for card in cards if card[0] in ORDER[:9]) % 10


def number(cards: Sequence[str]) -> int:
    """Return the combination's number, from 1, three figures, to 31, zero without any (R7).

    >>> number(["Kh", "Ts", "9d"]), number(["Kh", "Qs", "9d"]), number(["Ah", "Ts", "Td"])
    (3, 2, 28)
    """
    figures = sum(card[0] in FIGURES for card in cards)
    if figures == HAND:
        return 1
    return 2 + 3 * (9 - points(cards)) + (2 - figures)


def highest(cards: Sequence[str]) -> tuple[int, int]:
    """Return the rank and the suit of the most valuable card (R5, R6, R9)."""
    return max((ORDER.index(card[0]), SUITS.index(card[1])) for card in cards)


class Poquer3Cartas(PlayerBank):
    """A table of póquer de 3 cartas."""

    GAME: ClassVar[str] = "poquer_3_cartas"
    PLACES: ClassVar[int] = 8
    CODES: ClassVar[Mapping[str, str]] = {
        "bank": "P3-BANK",
        "deal": "P3-DEAL",
        "rank": "P3-RANK",
        "fee": "P3-COM",
    }
    VOID_RULE: ClassVar[str] = "P3 R21"

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up without players."""
        super().__init__(where, faults)
        self.fee_bp = 500  # R29
        self._deck = 0
        self._left: list[str] = []
        """What of the deck is not dealt."""

    @override
    def open(self) -> Telling:
        yield from super().open()
        yield self._new_deck("opening")

    @override
    def between(self) -> Telling:
        yield from super().between()
        if self.rng.randrange(30) == 0:
            yield self._new_deck(self.rng.choice(("rounds", "damaged")))

    def _new_deck(self, reason: str) -> Said:
        old, self._deck = self._deck, self._deck + 1
        return self.say(
            EquipmentChanged(
                item="deck",
                id=f"baralho-{self._deck}",
                replaced=f"baralho-{old}" if old else None,
                reason=reason,
                count=1,
            )
        )

    @override
    def deal(self) -> dict[int, list[str]]:
        cards = self.rng.sample(DECK, len(DECK))
        hands = {
            place: cards[HAND * (place - 1) : HAND * place] for place in range(1, self.PLACES + 1)
        }
        self._left = cards[HAND * self.PLACES :]
        return hands

    @override
    def compare(self, hand: Sequence[str], bank: Sequence[str]) -> tuple[bool, bool]:
        mine, his = number(hand), number(bank)
        if mine != his:
            return mine < his, False
        if mine == LAST:
            return False, True
        return highest(hand) > highest(bank), False

    @override
    def dealt(self, place: int, piece: str, index: int) -> Payload:
        turned = self.rng.randrange(200) == 0  # by chance: it stays valid (R23)
        return CardDealt(to="seat", seat=place, card=piece, index=index, open=turned)

    @override
    def prepared(self, jogada: Jogada) -> Telling:
        shuffled = self.instead("shuffle", jogada, DeckShuffled(method="shuffler", decks=1))
        yield self.say(shuffled, jogada.name, after=(2, 5))

    @override
    def opened(self, jogada: Jogada) -> Telling:
        """Open the banker's cards when all have laid down theirs (R27)."""
        yield from self.looks(jogada)
        bank = jogada.banker.seat
        first = self.rng.randrange(2) == 0 or jogada.unseen is not None
        places = self.shown_places(jogada)
        yield from self.opens(jogada, [bank, *places] if first else [*places, bank])

    @override
    def another(self, jogada: Jogada) -> str:
        return self._left[0]


# --- what can be done wrong ----------------------------------------------------------------------


def with_three_winners(table: Poquer3Cartas, jogada: Jogada) -> bool:
    """Choose any bet of a jogada that pays three places, enough to show the direction."""
    winners = {one.place for one in jogada.lying() if one.wins}
    return len(winners) > 2 and with_bet(table, jogada)  # three places


def pay_clockwise(table: Poquer3Cartas, jogada: Jogada, right: Sequence[int]) -> Sequence[int]:
    """Pay the places the wrong way round."""
    table.plant_round(jogada, "PAY-ORDER")
    return right[::-1]


def shuffle_by_hand(table: Poquer3Cartas, jogada: Jogada, right: DeckShuffled) -> DeckShuffled:
    """Shuffle by hand, and not by the machine (R11)."""
    table.plant_round(jogada, "P3-SHUF")
    return structs.replace(right, method="hand")


THREE_CARDS: Final[dict[str, Wrong]] = {
    **PLAYER_BANK,
    "shuffled-by-hand": Wrong(instead={"shuffle": shuffle_by_hand}),
    "paid-clockwise": Wrong(fits=with_three_winners, instead={"order": pay_clockwise}),
}
"""Every fault of a table of póquer de 3 cartas."""
Poquer3Cartas.WRONGS, Poquer3Cartas.FAULTS = THREE_CARDS, tuple(THREE_CARDS)
