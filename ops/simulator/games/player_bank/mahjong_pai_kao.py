"""Nights at a table of mahjong pai kao: two pieces against those of a player's bank.

What a hand is worth is computed here from the rules' own words (III.3 to III.7, IV.26 to IV.28),
apart from replay.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import Announcement, TileDrawn, TilesRearranged, WallBuilt
from ledger.events.tables import EquipmentChanged
from ops.simulator.games.player_bank.faults import FAULTS, OPENED_EARLY
from ops.simulator.games.player_bank.game import PlayerBank
from ops.simulator.games.player_bank.jogada import Jogada
from ops.simulator.kit.tiles import PAI_KAO
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.terminal import Said

HAND: Final = 2
NOTHING: Final = 10
"""What counts nothing (III.6): the white piece, a sum of ten."""
NO_WAY: Final = "way-of-dealing-untold"
WAY_LATE: Final = "way-of-dealing-late"
SHORT_SET: Final = "short-set-played-on"
THREE_REARRANGE: Final = "three-rearrange"
AFTER_BANKER: Final = "rearranged-after-banker"
AFTER_DICE: Final = "rearranged-after-dice"
BANKER_SECOND: Final = "players-opened-first"


def value(piece: str) -> int:
    """Return what a single piece is worth (III.3): the white one is the greatest."""
    return NOTHING if piece == "branca" else int(piece)


def strength(pieces: Sequence[str]) -> tuple[int, int, int]:
    """Return the pair, the points, the greater piece: what is greater beats what is less.

    >>> strength(["9", "8"]) < strength(["branca", "7"]) < strength(["1", "1"])
    True
    """
    one, other = map(value, pieces)
    if one == other:
        return one, 0, one
    return 0, (one + other) % NOTHING, max(one, other)


class MahjongPaiKao(PlayerBank):
    """A table of mahjong pai kao."""

    GAME: ClassVar[str] = "mahjong_pai_kao"
    FAULTS: ClassVar[tuple[str, ...]] = (
        *FAULTS,
        NO_WAY,
        WAY_LATE,
        SHORT_SET,
        THREE_REARRANGE,
        AFTER_BANKER,
        AFTER_DICE,
        BANKER_SECOND,
    )
    PLACES: ClassVar[int] = 10
    CODES: ClassVar[Mapping[str, str]] = {
        "bank": "PK-BANK",
        "deal": "PK-DEAL",
        "rank": "PK-TIE",
        "fee": "PAY-DIFF",
    }
    VOID_RULE: ClassVar[str] = "PK IV.19"

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up, with nobody at it."""
        super().__init__(where, faults)
        self.fee_bp = self.rng.choice((250, 300, 500))  # art. 3 XXIX: the authority approves one
        self._set = 0

    @override
    def extra_options(self) -> dict[str, int]:
        return {"comissao_bp": self.fee_bp}

    @override
    def open(self) -> Telling:
        yield from super().open()
        yield self._new_set("opening")

    @override
    def between(self) -> Telling:
        yield from super().between()
        if self.rng.randrange(40) == 0:
            yield self._new_set("rounds")

    def _new_set(self, reason: str) -> Said:
        old, self._set = self._set, self._set + 1
        return self.say(
            EquipmentChanged(
                item="tiles",
                id=f"pedras-{self._set}",
                replaced=f"pedras-{old}" if old else None,
                reason=reason,
                count=len(PAI_KAO),
            )
        )

    @override
    def deal(self) -> dict[int, list[str]]:
        pieces = self.rng.sample(PAI_KAO, len(PAI_KAO))
        return {
            place: pieces[HAND * (place - 1) : HAND * place] for place in range(1, self.PLACES + 1)
        }

    @override
    def compare(self, hand: Sequence[str], bank: Sequence[str]) -> tuple[bool, bool]:
        mine, his = strength(hand), strength(bank)
        if mine[:2] == his[:2] == (0, 0):
            return False, True  # nothing on both sides is the banker's (IV.27)
        return mine > his, mine == his

    @override
    def dealt(self, place: int, piece: str, index: int) -> Payload:
        return TileDrawn(seat=place, tile=piece)

    @override
    def prepared(self, jogada: Jogada) -> Telling:
        """Mix and pile; players, then the banker, may move the piles; he says how he deals."""
        name, fault = jogada.name, jogada.fault
        pieces = len(PAI_KAO) - (fault == SHORT_SET)
        yield self.say(WallBuilt(pieces=pieces, set=f"pedras-{self._set}"), name, after=(5, 15))
        if fault == SHORT_SET:
            self.plant(SHORT_SET, "PK-DEAL", name)
            self.plant(SHORT_SET, "VOID-MISS", name)
        others = [seat for seat in sorted(self.players) if seat != jogada.banker.seat]
        count = 3 if fault == THREE_REARRANGE else self.rng.choice((0, 0, 1, 2))
        for seat in self.rng.sample(others, count):
            yield self.say(TilesRearranged(seat=seat), name)
        if fault in (THREE_REARRANGE, AFTER_BANKER, AFTER_DICE):
            self.plant(fault, "PK-DEAL", name)
        if self.rng.randrange(3) == 0 or fault == AFTER_BANKER:
            yield self.say(TilesRearranged(seat=jogada.banker.seat), name)
        if fault == AFTER_BANKER:
            yield self.say(TilesRearranged(seat=others[0]), name)
        if fault in (NO_WAY, WAY_LATE):
            self.plant(fault, "PK-DEAL", name)
        if fault not in (NO_WAY, WAY_LATE):
            yield self._way(name)

    def _way(self, name: str) -> Said:
        return self.say(Announcement(what="forma_distribuicao", said="seguida", by="banker"), name)

    @override
    def shaken(self, jogada: Jogada) -> Telling:
        if jogada.fault == WAY_LATE:
            yield self._way(jogada.name)
        elif jogada.fault == AFTER_DICE:
            yield self.say(TilesRearranged(seat=jogada.banker.seat), jogada.name)

    @override
    def opened(self, jogada: Jogada) -> Telling:
        """Open the banker's pieces first, when all have laid down theirs (IV.25)."""
        bank, fault = jogada.banker.seat, jogada.fault
        self.handling.swapped(jogada, lambda: self._other_piece(jogada))
        late = None
        if fault == OPENED_EARLY:
            late = next(seat for seat in sorted(self.players) if seat != bank)
        yield from self.looks(jogada, late)
        places = self.shown_places(jogada)
        if fault == BANKER_SECOND:
            self.plant(fault, "PK-DEAL", jogada.name, seat=places[0])
            yield self.shows(jogada, places.pop(0))
        yield self.shows(jogada, bank)
        if late is not None:
            yield self.looks_last(jogada, late)
        for place in places:
            yield self.shows(jogada, place)

    def _other_piece(self, jogada: Jogada) -> str:
        """Return the banker's first piece: a third of it is on the table, which cannot be."""
        self.plant(jogada.fault or "", "RES-IMPOSS", jogada.name)
        return jogada.hands[jogada.banker.seat][0]

    @override
    def fits(self, jogada: Jogada, fault: str) -> bool:
        if fault == SHORT_SET:
            jogada.as_void = True
        return fault != THREE_REARRANGE or len(self.players) > 3  # noqa: PLR2004 - the banker too
