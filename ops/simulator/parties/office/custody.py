"""The keys of a casino's people: one goes on with a new key, others lose theirs.

Finance renews its key, and closes the day with the new one. A cashier who lost his says so himself,
at once; another leaves, and registrars agree that his is trusted no more.
"""

from ledger.events.registry import KeyRevoked, KeyRotated
from ops.simulator.parties.office.office import Office
from ops.simulator.parties.terminal import ANY_KEY, ANY_PROOF, Telling


def keys_change(office: Office) -> Telling:
    """Let keys be renewed and revoked, as happens once in a run."""
    yield office.says("finance", KeyRotated(key=ANY_KEY, proof=ANY_PROOF))
    lost = KeyRevoked(source=office.own("volante"), key=ANY_KEY, reason="lost")
    yield office.says("runner", lost)
    gone = KeyRevoked(source=office.own("volante-b"), key=ANY_KEY, reason="left")
    yield office.says("registrar", gone, approved_by=(office.own("conservador-b"),))
