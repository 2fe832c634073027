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
from ops.simulator.games.player_bank.faults import (
    PLAYER_BANK,
    note_played_on,
    nothing,
    with_bet,
)
from ops.simulator.games.player_bank.game import PlayerBank
from ops.simulator.games.player_bank.jogada import Jogada
from ops.simulator.kit.tiles import PAI_KAO
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Place, Telling
from ops.simulator.parties.terminal import Said

HAND: Final = 2
NOTHING: Final = 10
"""What counts nothing (III.6): the white piece, a sum of ten."""


def value(piece: str) -> int:
    """Return the value of a single piece (III.3): the white piece is the greatest."""
    return NOTHING if piece == "branca" else int(piece)


def strength(pieces: Sequence[str]) -> tuple[int, int, int]:
    """Return the rank of a hand: its pair, its points, its greater piece.

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
    PLACES: ClassVar[int] = 10
    CODES: ClassVar[Mapping[str, str]] = {
        "bank": "PK-BANK",
        "deal": "PK-DEAL",
        "rank": "PK-TIE",
        "fee": "PAY-DIFF",
    }
    VOID_RULE: ClassVar[str] = "PK IV.19"

    def __init__(self, where: Place, faults: Mapping[int, str] | None = None) -> None:
        """Set the table up without players."""
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
        name = jogada.name
        pieces = self.instead("pieces", jogada, len(PAI_KAO))
        yield self.say(WallBuilt(pieces=pieces, set=f"pedras-{self._set}"), name, after=(5, 15))
        yield from self.instead("rearranged", jogada, self._players_rearrange(jogada))
        if self.instead("banker-rearranges", jogada, self.rng.randrange(3) == 0):
            yield self.rearranges(jogada, jogada.banker.seat)
        yield from self.at("rearranged", jogada)
        yield from self.instead("way", jogada, self.tells_way(jogada))

    def _players_rearrange(self, jogada: Jogada) -> Telling:
        """Let none, one or two of the players move the piles."""
        yield from self.some_rearrange(jogada, self.rng.choice((0, 0, 1, 2)))

    def some_rearrange(self, jogada: Jogada, count: int) -> Telling:
        """Let ``count`` of the players move the piles."""
        for seat in self.rng.sample(self.others(jogada), count):
            yield self.rearranges(jogada, seat)

    def others(self, jogada: Jogada) -> list[int]:
        """Return the places of all players but the banker."""
        return [seat for seat in sorted(self.players) if seat != jogada.banker.seat]

    def rearranges(self, jogada: Jogada, seat: int) -> Said:
        """Return that somebody moves the piles."""
        return self.say(TilesRearranged(seat=seat), jogada.name)

    def tells_way(self, jogada: Jogada) -> Telling:
        """Let the banker say how he is going to deal."""
        said = Announcement(what="forma_distribuicao", said="seguida", by="banker")
        yield self.say(said, jogada.name)

    @override
    def opened(self, jogada: Jogada) -> Telling:
        """Open the banker's pieces first, when all have laid down theirs (IV.25)."""
        yield from self.looks(jogada)
        order = [jogada.banker.seat, *self.shown_places(jogada)]
        yield from self.opens(jogada, self.instead("openings", jogada, order))

    @override
    def another(self, jogada: Jogada) -> str:
        """Return the banker's first piece, of which a set has only two."""
        self.plant_round(jogada, "RES-IMPOSS")
        return jogada.hands[jogada.banker.seat][0]


# --- what can be done wrong ----------------------------------------------------------------------


def as_void(table: MahjongPaiKao, jogada: Jogada) -> bool:
    """Let a jogada be void, and be played on."""
    jogada.as_void = True
    return with_bet(table, jogada)


def with_three_players(table: MahjongPaiKao, jogada: Jogada) -> bool:
    """Tell whether three play besides the banker."""
    return len(table.others(jogada)) > 2 and with_bet(table, jogada)  # three


def short_set(table: MahjongPaiKao, jogada: Jogada, right: int) -> int:
    """Let a piece be missing from the set."""
    table.plant_round(jogada, "PK-DEAL")
    table.plant_round(jogada, "VOID-MISS")
    return right - 1


def no_way(table: MahjongPaiKao, jogada: Jogada, right: Telling) -> Telling:
    """Let the banker not say how he is going to deal."""
    table.plant_round(jogada, "PK-DEAL")
    yield from nothing(table, jogada, right)


def tell_way(table: MahjongPaiKao, jogada: Jogada) -> Telling:
    """Let the banker say how he is going to deal only when he has shaken the dice."""
    yield from table.tells_way(jogada)


def three_rearrange(table: MahjongPaiKao, jogada: Jogada, right: Telling) -> Telling:
    """Let three of the players move the piles."""
    del right
    yield from table.some_rearrange(jogada, 3)
    table.plant_round(jogada, "PK-DEAL")


def banker_rearranges(table: MahjongPaiKao, jogada: Jogada, right: object) -> bool:
    """Let the banker move the piles."""
    del table, jogada, right
    return True


def rearrange_after_banker(table: MahjongPaiKao, jogada: Jogada) -> Telling:
    """Let a player move the piles after the banker did."""
    table.plant_round(jogada, "PK-DEAL")
    yield table.rearranges(jogada, table.others(jogada)[0])


def rearrange_after_dice(table: MahjongPaiKao, jogada: Jogada) -> Telling:
    """Let the banker move the piles after he has shaken the dice."""
    table.plant_round(jogada, "PK-DEAL")
    yield table.rearranges(jogada, jogada.banker.seat)


def banker_second(table: MahjongPaiKao, jogada: Jogada, right: Sequence[int]) -> list[int]:
    """Open a player's hand before the banker's."""
    bank, first, *others = right
    table.plant_round(jogada, "PK-DEAL", seat=first)
    return [first, bank, *others]


PAI_KAO_FAULTS: Final[dict[str, Wrong]] = {
    **PLAYER_BANK,
    "way-of-dealing-untold": Wrong(fits=with_bet, instead={"way": no_way}),
    "way-of-dealing-late": Wrong(fits=with_bet, instead={"way": no_way}, does={"shaken": tell_way}),
    "short-set-played-on": Wrong(
        fits=as_void, instead={"pieces": short_set}, does={"settling": note_played_on}
    ),
    "three-rearrange": Wrong(fits=with_three_players, instead={"rearranged": three_rearrange}),
    "rearranged-after-banker": Wrong(
        fits=with_bet,
        instead={"banker-rearranges": banker_rearranges},
        does={"rearranged": rearrange_after_banker},
    ),
    "rearranged-after-dice": Wrong(fits=with_bet, does={"shaken": rearrange_after_dice}),
    "players-opened-first": Wrong(fits=with_bet, instead={"openings": banker_second}),
}
"""Every fault of a table of mahjong pai kao."""
MahjongPaiKao.WRONGS, MahjongPaiKao.FAULTS = PAI_KAO_FAULTS, tuple(PAI_KAO_FAULTS)
