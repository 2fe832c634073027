"""Closing calls and null coups, as the records of boule and cussec take them from events.

After a null coup the bets are open until the next closing call, so a bet placed then is not late.
"""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from ledger.events.base import Payload
from ledger.events.rounds import CoupNulled
from projections.base.event import Event
from projections.gather.kit.bets import Facts
from projections.replay.kit.bets import Moment
from projections.replay.kit.coups.voids import GolpeNulo


class CoupFacts(Facts):
    """The facts of a coup that is repeated until its result is not null."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {**Facts.TAKES, CoupNulled: "on_null"}

    def __init__(self, owner: str) -> None:
        """Begin with nothing said."""
        super().__init__(owner)
        self.closes: list[Moment] = []
        """The first closing call of the coup, and of each repetition."""
        self.nulls: list[GolpeNulo] = []

    def on_bets_closed(self, event: Event) -> None:
        """Take the first call since the bets were open."""
        if self.closed is None:
            self.closes.append(self.moment(event))
        super().on_bets_closed(event)

    def on_null(self, event: Event) -> None:
        """Take a null coup: nothing had come out, and the bets are open."""
        payload: CoupNulled = event.payload
        self.nulls.append(
            GolpeNulo(
                causa=payload.cause,
                rule=payload.rule or "",
                anulado=self.undo(),
                at=event.at,
                seq=self.seq(event),
            )
        )
        self.closed = None

    @abstractmethod
    def undo(self) -> str | None:
        """Drop the coup's result, and return it."""

    def with_returns(self, shared: dict[str, Any]) -> dict[str, Any]:
        """Return a record's shared fields with the late bets that were given back as payments."""
        if self.given_back:
            shared["payments"] = (*shared["payments"], *self.given_back)
        return shared
