"""The keys of a casino's people: one goes on with a new key, others lose theirs.

Finance renews its key, and closes the day with the new one. A cashier who lost his says so himself,
at once; another leaves, and registrars agree that his is trusted no more.
"""

from typing import Protocol

from ledger.events.base import Payload
from ledger.events.registry import KeyRevoked, KeyRotated
from ops.simulator.parties.terminal import ANY_KEY, ANY_PROOF, Said, Telling


class Office(Protocol):
    """Those who keep the keys."""

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


def keys_change(office: Office) -> Telling:
    """Let keys be renewed and revoked, as happens once in a run."""
    yield office.says("finance", KeyRotated(key=ANY_KEY, proof=ANY_PROOF))
    lost = KeyRevoked(source=office.own("volante"), key=ANY_KEY, reason="lost")
    yield office.says("runner", lost)
    gone = KeyRevoked(source=office.own("volante-b"), key=ANY_KEY, reason="left")
    yield office.says("registrar", gone, approved_by=(office.own("conservador-b"),))
