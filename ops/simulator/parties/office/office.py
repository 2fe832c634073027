"""The office of a casino, as far as its papers and its keys need it."""

from typing import Protocol

from ledger.events.base import Payload
from ops.simulator.parties.terminal import Read, Said


class Office(Protocol):
    """Those of the floor's people who sign the day's papers, and who keep the keys."""

    def own(self, place: str) -> str:
        """Return a name of this run by its name in the first."""
        ...

    def says(
        self,
        post: str,
        payload: Payload,
        *,
        place: str | None = None,
        round_id: str | None = None,
        approved_by: tuple[str, ...] = (),
    ) -> Said:
        """Return an event that one of the floor's people says."""
        ...

    def reads(self, post: str, subject: str) -> Read:
        """Return a reading in the ledger by one of the floor's people."""
        ...
