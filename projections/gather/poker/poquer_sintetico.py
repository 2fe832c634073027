"""Póquer sintético: a hand as ``poker.hand`` reads it, with ante and estardilho besides.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options as ``poker.hand``; ``estardilho`` whether it is admitted (S13),
                        ``repiques`` of one player in a turn (R38), else without limit
bet-placed              ``ante``, before the deal or later (S7, S18)
decision                ``estardilho``, ``restardilho`` with what was advanced; ``looked``, or a
                        ``hand-seen`` before it: he had seen his cards
card-dealt              of ``board`` one by one; those turned too soon stand too (S17)
card-exposed            of ``board`` a card in excess (S17); of a ``seat`` in the deal, or of the
                        ``deck``, a ground of nullity (S16)
error-noted             ``S16a`` to ``d``, ``S17`` with the cards in excess, ``S18``; else R58, R66
======================  ==========================================================================
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from ledger.events.outcomes import CardDealt, CardExposed, ErrorNoted, HandSeen
from ledger.events.rounds import Decision
from projections.base.event import ClosedRound, Event
from projections.gather.gathering import Gathering
from projections.gather.kit.heading import whole
from projections.gather.poker.between_hands import carried_after, with_last_sessions
from projections.gather.poker.hand import (
    ACTIONS,
    CARDS,
    FORCED,
    THE_DEAL,
    WORDS,
    Hand,
    record_fields,
)
from projections.replay.games.poker.betting.record import ANTE, EXPOSED, UNBURNED
from projections.replay.games.poker.poquer_sintetico import SinteticoRecord
from projections.replay.games.poker.poquer_sintetico.record import ADVANCES
from projections.replay.record import ErrorNoted as Noted

IN_EXCESS: Final = frozenset({"S17", "cartas_a_mais", *EXPOSED})
"""Errors that say common cards were turned before their time."""
IN_THE_DECK: Final = frozenset({"deck", "burn"})


class SinteticoHand(Hand):
    """The facts that the events of a hand of sintético told."""

    def card(self, payload: CardDealt) -> None:
        """Take a card dealt; a card that lies on the board already was exposed before."""
        card = payload.card
        if payload.to != "board" or card not in CARDS or card not in self.board:
            super().card(payload)

    def error(self, payload: Any) -> None:
        """Take an error noted, or a card that was seen."""
        match payload:
            case ErrorNoted() if payload.error in IN_EXCESS:
                self.turned(payload.cards)
            case ErrorNoted() if payload.error == UNBURNED:
                pass  # no card is burned (S5)
            case CardExposed() if payload.of == "board":
                self.turned(() if payload.card is None else (payload.card,))
            case CardExposed() if payload.of in IN_THE_DECK:
                cards = () if payload.card is None else (payload.card,)
                self.errors.append(Noted(error="carta_descoberta", cards=cards))
            case _:
                super().error(payload)

    def turned(self, cards: Sequence[str]) -> None:
        """Take common cards turned too soon: they stand, in the order turned (S17).

        One that nobody can read is on the board, or comes there when it is dealt.
        """
        for card in cards:
            if card not in CARDS:
                continue
            at = self._where(card)
            if at is None:
                self.board.append(card)
            else:
                self.board[at] = card  # it lies there, or is the one that nobody could read

    def _in_deal(self, payload: CardExposed) -> bool:
        """Tell whether a player's card was turned in the deal (S16 d), not by himself (R58 f)."""
        acted = any(one.action not in ADVANCES | {ANTE} for one in self.actions)
        dealing = not self.board and not acted
        return payload.of == "seat" and payload.by in THE_DEAL and dealing


SINTETICO: Final = structs.replace(
    WORDS, actions=ACTIONS | FORCED | ADVANCES, chances=ACTIONS | FORCED | ADVANCES | {ANTE}
)


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> SinteticoRecord:
    """Return the record of a hand."""
    fields = record_fields(closed, options, SinteticoHand, SINTETICO)
    offered = options.get("estardilho")
    fields |= {
        "players": tuple(
            structs.replace(player, owed=None, hands_without_bet=None)  # O17, O18
            for player in fields["players"]
        ),
        "burns": (),
        "cut_by": (),  # S5: a player cuts
        "repiques": whole(options, "repiques", None),
        "estardilho": offered if isinstance(offered, bool) else None,
        "looked": looked(closed.events),
    }
    return SinteticoRecord(**fields)


GATHERING: Final = Gathering(
    game="poquer_sintetico",
    record=gather,
    carry=carried_after,
    last_sessions=with_last_sessions,
    sessions="sessions",
)


def looked(events: Sequence[Event]) -> tuple[int, ...]:
    """Return the seats that had seen their cards when they announced estardilho or restardilho."""
    seen: set[int] = set()
    found: list[int] = []
    for event in events:
        payload = event.payload
        if isinstance(payload, HandSeen):
            seen.add(payload.seat)
        elif isinstance(payload, Decision):
            if payload.looked:
                seen.add(payload.seat)
            if payload.action in ADVANCES and payload.seat in seen and payload.seat not in found:
                found.append(payload.seat)
    return tuple(found)
