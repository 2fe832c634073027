"""Mahjong pai kao: a jogada's bank, bets, dice, pieces and money (see ``player_bank``).

======================  ==========================================================================
event                   what it means here, beside what ``player_bank`` says
======================  ==========================================================================
table-opened            option ``comissao_bp``: the house's share of prizes
wall-built              how many ``pieces`` were mixed
tiles-rearranged        who moved the piles, in order
tile-drawn              a piece dealt to a place
announcement            ``forma_distribuicao``: the banker said how the pieces are dealt
======================  ==========================================================================
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from ledger.events.base import Payload
from ledger.events.outcomes import TilesRearranged, WallBuilt
from projections.base.event import ClosedRound, Event
from projections.gather.gathering import Gathering
from projections.gather.kit.bets import count
from projections.gather.player_bank.jogada import BankFacts, bank_fields, carried_to_next, read_bank
from projections.replay.games.player_bank.mahjong_pai_kao import (
    NAME,
    MahjongPaiKaoRecord,
    Rearranjo,
    settle,
)

PLACES: Final = 10


class PieceFacts(BankFacts):
    """The bank's facts, with the pieces'."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **BankFacts.TAKES,
        WallBuilt: "on_wall",
        TilesRearranged: "on_rearranged",
    }

    def __init__(self, owner: str) -> None:
        """Begin with nothing said."""
        super().__init__(owner)
        self.pieces: int | None = None
        self.moved: list[Rearranjo] = []

    def on_wall(self, event: Event) -> None:
        """Take how many pieces were mixed."""
        self.pieces = event.payload.pieces

    def on_rearranged(self, event: Event) -> None:
        """Take a player who moved the piles."""
        self.moved.append(Rearranjo(seat=event.payload.seat, at=event.at, seq=self.seq(event)))


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> MahjongPaiKaoRecord:
    """Return the record of a jogada."""
    return _record(closed, options, read_bank(PieceFacts, closed))


def _record(
    closed: ClosedRound, options: Mapping[str, Any], facts: PieceFacts
) -> MahjongPaiKaoRecord:
    return MahjongPaiKaoRecord(
        **bank_fields(closed, options, facts, PLACES),
        pedras=tuple(facts.dealt),
        comissao_bp=count(options, "comissao_bp"),
        total_pedras=facts.pieces,
        forma_distribuicao=facts.way,
        rearranjos=tuple(facts.moved),
    )


def carried_after(before: ClosedRound, options: Mapping[str, Any], opened: int) -> dict[str, Any]:
    """Return the bank and the seats as a jogada leaves them to the next."""
    return carried_to_next(PieceFacts, _record, settle, NAME, before, options, opened)


GATHERING: Final = Gathering(game=NAME, record=gather, carry=carried_after)
