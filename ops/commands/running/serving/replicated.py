"""The service over a replica: people read the house's ledger, and who read what is said elsewhere.

The house cannot see what the Authority's people look at: each reading is an event of a ledger of
the Authority's own (``RAZAO_READINGS_URL``), beside which the replica's projections are folded.
"""

import contextlib
from collections.abc import Callable, Generator, Mapping, Sequence
from importlib.metadata import version
from typing import Final

import psycopg

from api.services.api_keys import Gate
from api.services.checkpoints import Checkpoints
from api.services.deps import Services
from ledger.audit.auditor import connect_inspector
from ledger.door.ingestion import UNAVAILABLE, Answer, Receipt
from ledger.errors import LedgerError
from ledger.events.base import Payload
from ledger.log.log import Log
from ledger.signed.segments import Segment
from ops.commands.running.serving.around import look_around
from ops.commands.running.serving.clock import Clock
from ops.commands.running.serving.follower import EXCHANGED, Follower
from ops.commands.running.serving.limiting import limits_of, proxies_of
from ops.commands.running.serving.posting import posting_of
from ops.commands.running.serving.provider import provider_of
from ops.errors import MisuseError
from ops.installation import Installation
from ops.outside.verifier import program_text
from ops.settings import Settings

TAKES_NOTHING: Final = (
    "this is a replica: nothing is recorded here, events and acts are sent to the house's service"
)
NO_READINGS: Final = (
    "RAZAO_READINGS_URL: expected the database of a ledger of your own: this one is a replica, "
    "and who read what is recorded there (`razao keys found` founds it)"
)


class ShutDoor:
    """The door of a replica: takes nothing, and says readings to another ledger."""

    def __init__(self, say: Callable[[Payload], Answer]) -> None:
        """Say by ``say``, the door of the ledger that is one's own."""
        self._say = say

    def submit(
        self, segments: Sequence[Segment], *, credential: str | None = None
    ) -> Sequence[Answer]:
        """Refuse each segment, with where it belongs."""
        del credential
        return [Answer(outcome=UNAVAILABLE, detail=TAKES_NOTHING) for _ in segments]

    def rehearse(self, segments: Sequence[Segment]) -> Sequence[Answer]:
        """Refuse each segment, as the door would."""
        return self.submit(segments)

    def last_receipt(self, source: str) -> Receipt | None:
        """Refuse to tell where a source goes on: the copy may be behind the house."""
        raise LedgerError(f"{source}: {TAKES_NOTHING}")

    def say(self, payload: Payload, *, place: str | None = None) -> Answer:
        """Record an event of the service in the ledger that is one's own."""
        del place
        return self._say(payload)

    @property
    def waiting(self) -> int:
        """No event ever waits here."""
        return 0

    @property
    def stopped(self) -> str | None:
        """No reason: a replica's door is never open."""
        return None

    @property
    def stories_counted(self) -> Mapping[str, int]:
        """Tell of none: nobody says anything here."""
        return {}


class HouseLog:
    """The checkpoints of the house, as they arrived, and the tree up to them."""

    def __init__(self, conninfo: str, origin: str) -> None:
        """Read the checkpoints of a replica's database."""
        self._conninfo = conninfo
        self._log = Log(conninfo, origin)

    def checkpoint(self, *, passing: bool = False) -> str:
        """Return the newest checkpoint that all of its events arrived under.

        Raises:
            LedgerError: none arrived yet.

        """
        del passing
        note = self.published()
        if note is None:
            raise LedgerError("no checkpoint of the house has arrived yet")
        self._log.memo()  # proofs up to it are read from the tree
        return note

    def published(self) -> str | None:
        """Return the same; None before the first."""
        with connect_inspector(self._conninfo) as connection:
            row = connection.execute(
                "SELECT c.note FROM ledger.checkpoints AS c, ledger.head AS h "
                "WHERE c.size <= h.position ORDER BY c.size DESC LIMIT 1"
            ).fetchone()
        return None if row is None else row[0]

    def publish(self, size: int, note: str) -> None:
        """Publish nothing: the house does."""

    def close(self) -> None:
        """Close the connections."""
        self._log.close()


@contextlib.contextmanager
def replicated(
    installation: Installation, own: Installation, settings: Settings
) -> Generator[Services]:
    """Follow a replica and let the clock of one's own ledger tick, as long as the block lasts."""
    if own.origin == installation.origin:
        raise MisuseError(
            f"RAZAO_READINGS_URL: expected a ledger of your own, got {own.origin}, the house's"
        )
    conninfo = installation.urls.login
    log = HouseLog(conninfo, installation.origin)
    follower = Follower(conninfo)
    clock = Clock(own, Checkpoints(own.log))
    with contextlib.closing(log), Gate(conninfo) as gate:
        follower.start()
        clock.start()
        try:
            yield Services(
                door=ShutDoor(own.door.say),
                checkpoints=Checkpoints(log),
                gate=gate,
                texts=installation.texts,
                conninfo=conninfo,
                origin=installation.origin,
                version=version("razao"),
                verifier=program_text(),
                provider=provider_of(settings),
                limits=limits_of(settings),
                proxies=proxies_of(settings),
                trouble=lambda: _fed(conninfo) or follower.trouble() or clock.trouble(),
                exchanging=lambda: follower.trouble() == EXCHANGED,
                files=installation.home / "files" / installation.origin,
                posting=posting_of(settings, installation.home, installation.origin),
                surroundings=lambda: look_around(settings, clock.age),
            )
        finally:
            clock.stop()
            follower.stop()


def _fed(conninfo: str) -> str | None:
    """Return why nothing arrives any more; None while the feed is open, or nobody may say."""
    with contextlib.suppress(psycopg.Error), connect_inspector(conninfo) as connection:
        row = connection.execute(
            "SELECT subenabled FROM pg_subscription WHERE subname = 'razao_replica' AND subdbid = "
            "(SELECT oid FROM pg_database WHERE datname = current_database())"
        ).fetchone()
        if row is None:
            return "nothing feeds this replica any more: `razao replica follow`"
        if not row[0]:
            return "the feed is closed: `razao replica status` says at which event, and why"
    return None
