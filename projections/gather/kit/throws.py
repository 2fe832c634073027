"""Bets, calls and payments of games with several throws in a round, as events tell them.

- A fact lies before the throw that comes after it in the log; so does a change of it.
- ``bets-opened`` and ``bets-closed`` (or an announcement of ``nada_mais``) open and close the
  window they lie in, each time they are said.
- ``bet-withdrawn`` is always a change: whether the bet came late is replay's business.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.rounds import BetChanged, BetPlaced
from projections.base.event import Event
from projections.gather.kit.dice import DiceFacts
from projections.gather.kit.players import PlayerFacts
from projections.replay.kit.bets import Chips
from projections.replay.kit.dice import last_at
from projections.replay.kit.throws import Call, Opening


class ThrowsFacts(PlayerFacts, DiceFacts):
    """The facts that the events told so far, each before the throw that follows it."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **DiceFacts.TAKES,
        **PlayerFacts.TAKES,
    }

    def __init__(self, owner: str) -> None:
        """Begin with nothing thrown."""
        super().__init__(owner)
        self.openings: list[Opening] = []
        self.closes: list[Call] = []
        self.payments = 0
        """How many payments were made."""

    @property
    def window(self) -> int:
        """The number of the throw before which the facts lie now."""
        return len(self.throws) + 1

    def said(self, event: Event) -> dict[str, Any]:
        """Return the time of an event, its place in the owner's chain, and its window."""
        return {"at": event.at, "seq": self.seq(event), "lancamento": self.window}

    @override
    def on_bets_opened(self, event: Event) -> None:
        super().on_bets_opened(event)
        self.openings.append(Opening(**self.said(event), segundos=event.payload.seconds))

    @override
    def on_bets_closed(self, event: Event) -> None:
        super().on_bets_closed(event)
        self.closes.append(Call(**self.said(event)))

    def terms(self, event: Event, payload: BetPlaced) -> dict[str, Any]:
        """Return a bet's fields, its window among them."""
        bet = self.bet_of(event, payload)
        fields = {name: getattr(bet, name) for name in bet.__struct_fields__}
        return {**fields, "lancamento": self.window}

    def change_of(self, event: Event) -> dict[str, Any]:
        """Return the fields of a change."""
        payload: BetChanged = event.payload
        chips = payload.chips
        return {
            **self.said(event),
            "bet": payload.bet,
            "tipo": payload.chance,
            "selecao": payload.selection,
            "valor": payload.amount,
            "chips": None if chips is None else Chips(count=chips.count, value=chips.value),
        }

    def withdrawal_of(self, event: Event) -> dict[str, Any]:
        """Return the fields of a bet's return to its bettor."""
        return {**self.said(event), "bet": event.payload.bet, "retirada": True}

    @override
    def on_payout(self, event: Event) -> None:
        self.payments += 1
        super().on_payout(event)


def last_thrown(events: Sequence[Event]) -> str | None:
    """Return when the dice of the round before were last thrown."""
    facts = DiceFacts("")
    facts.read(events)
    return last_at(facts.throws)
