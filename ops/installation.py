"""One installation: its database, its ledger, its keys, its door. What every command starts from.

Keys of an installation that plays all parts itself (demo, import, tests) stand in
``RAZAO_HOME/keys/<origin>``, one file a source, readable by their owner only. A real casino's
registrars and devices keep theirs; only the service's and the log's stand here.
"""

from collections.abc import Callable, Generator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Final

from ledger.door.ingestion import Answer, Door
from ledger.door.opening import found_ledger, read_keyring
from ledger.errors import LedgerError
from ledger.events.registry import LedgerFounded, Registrar, SourceEnrolled
from ledger.events.reviews import Approval
from ledger.log import Log
from ledger.signed.canonical import instant
from ledger.signed.segments import Segment
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain, prove_possession
from ledger.store.reader import Reader
from ledger.store.recorder import LedgerStore
from ops.database.migrate import migrate
from ops.database.postgres import DatabaseUrls, use_database
from ops.errors import MisuseError
from ops.settings import Settings

DEMO_ORIGIN: Final = "razao.demo"
SERVICE: Final = "servico"
REGISTRARS: Final = ("registo-1", "registo-2", "registo-3")
THRESHOLD: Final = 2


class RefusedError(LedgerError):
    """The door refused what this installation itself had to say."""


class Keys:
    """The key files of one origin."""

    def __init__(self, home: Path, origin: str) -> None:
        """Keep keys under the installation's home."""
        self.folder = home / "keys" / origin

    def path(self, name: str) -> Path:
        """Return where a source's key stands."""
        return self.folder / f"{name}.key"

    def load(self, name: str) -> KeySigner:
        """Return a source's key.

        Raises:
            MisuseError: if it is not here.

        """
        path = self.path(name)
        if not path.exists():
            raise MisuseError(f"the key of {name} is not in {self.folder}")
        return KeySigner.load(path)

    def make(self, name: str) -> KeySigner:
        """Make a source's key; if it is here already, return it."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self.path(name)
        if not path.exists():
            KeySigner.generate().save(path)
        return KeySigner.load(path)


class Installation:
    """A founded ledger, whose door opens when somebody first has something to say.

    So reading leaves no trace in it, and needs no key.
    """

    def __init__(self, urls: DatabaseUrls, home: Path, stack: ExitStack) -> None:
        """Open the ledger that the database holds."""
        self.urls = urls
        self.home = home
        self.now: Callable[[], datetime] = lambda: datetime.now(UTC)
        """The service's clock; a simulated night brings its own."""
        self._stack = stack
        self.store = LedgerStore(urls.login)
        stack.callback(self.store.close)
        origin = self.store.founded_origin()
        assert origin is not None
        self.origin = origin
        self.keys = Keys(home, origin)
        self.reader = Reader(urls.login)
        stack.callback(self.reader.close)

    @cached_property
    def log(self) -> Log:
        """The log, which signs checkpoints with its own key."""
        log = Log(self.urls.login, self.origin, self.keys.load("log"))
        self._stack.callback(log.close)
        return log

    @cached_property
    def door(self) -> Door:
        """The door of the ledger; closing it writes refusals down, and ticks."""
        service = SourceChain(self.origin, SERVICE, self.keys.load(SERVICE))
        door = Door(
            self.store,
            lambda: read_keyring(self.reader),
            service,
            log=self.log,
            now=self._moment,
        )
        self._stack.callback(door.close)
        return door

    def tick_at(self, moment: datetime) -> None:
        """Record a tick at a moment of simulated time, and the refusals before."""
        self.now = lambda: moment
        self.door.tick()
        self.door.write_refusals()

    def _moment(self) -> datetime:
        return self.now()

    def send(self, segments: list[Segment]) -> list[Answer]:
        """Send segments through the door.

        Raises:
            RefusedError: if one is refused.

        """
        answers = self.door.submit(segments)
        for answer in answers:
            if not answer.accepted:
                raise RefusedError(f"{answer.outcome}: {answer.detail}")
        return answers

    def chain(self, source: str, signer: KeySigner | None = None) -> SourceChain:
        """Return an enrolled source's chain where it stands now."""
        head = self.store.head(source)
        if head is None:
            raise MisuseError(f"source {source} is not enrolled in {self.origin}")
        seq, link = head
        return SourceChain(
            self.origin, source, signer or self.keys.load(source), seq=seq, link=link
        )

    def enrol(
        self, source: str, role: str, at: str | None = None, *, casino: str | None = None
    ) -> SourceChain:
        """Give a new source its key: one registrar proposes, another approves."""
        segments = self.enrolment(source, role, at, casino=casino)
        if segments:
            self.send(segments)
        return self.chain(source)

    def enrolment(
        self, source: str, role: str, at: str | None = None, *, casino: str | None = None
    ) -> list[Segment]:
        """Return the events that enrol a new source with a key made here; none for a known name."""
        if self.store.head(source) is not None:
            return []
        at = at or instant(self.now())
        signer = self.keys.make(source)
        proposing, approving = (self.chain(name) for name in REGISTRARS[:THRESHOLD])
        act = proposing.say(
            SourceEnrolled(
                source=source,
                role=role,
                casino=casino,
                key=signer.public_key.hex(),
                proof=prove_possession(self.origin, source, signer),
            ),
            at,
        )
        approval = approving.say(
            Approval(target=proposing.name_of_last(), link=proposing.link.hex()), at
        )
        return [act, approval]


@contextmanager
def open_installation(
    settings: Settings, *, found: str | None = None, at: datetime | None = None
) -> Generator[Installation]:
    """Open the installation's ledger; with ``found``, found one of that name if there is none.

    ``at`` is when it is founded, where time is simulated.

    Raises:
        MisuseError: if there is no ledger and none is to be founded.

    """
    with ExitStack() as stack:
        urls = stack.enter_context(use_database(settings))
        migrate(urls.superuser)
        found_if_new(urls, settings.home, found, at)
        yield Installation(urls, settings.home, stack)


def found_if_new(
    urls: DatabaseUrls, home: Path, origin: str | None, at: datetime | None = None
) -> None:
    """Found a ledger if the migrated database holds none; ``at`` is the time of simulated nights.

    Raises:
        MisuseError: if there is none and no name for one.

    """
    with closing(LedgerStore(urls.login)) as store, Reader(urls.login) as reader:
        if reader.last_position():
            return
        if origin is None:
            raise MisuseError(
                "this database holds no ledger yet; `razao keys found ORIGIN` founds one, "
                "`razao demo` and `razao import` found a demonstration"
            )
        _found(store, home, origin, at or datetime.now(UTC))


def _found(store: LedgerStore, home: Path, origin: str, at: datetime) -> None:
    keys = Keys(home, origin)
    service = keys.make(SERVICE)
    payload = LedgerFounded(
        origin=origin,
        service=SERVICE,
        service_key=service.public_key.hex(),
        log_key=keys.make("log").public_key.hex(),
        registrars=tuple(
            Registrar(source=name, key=keys.make(name).public_key.hex()) for name in REGISTRARS
        ),
        threshold=THRESHOLD,
    )
    chain = SourceChain(origin, SERVICE, service)
    found_ledger(store, chain, payload, instant(at))
