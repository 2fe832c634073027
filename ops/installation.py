"""One installation: its database, its ledger, its keys, its door. What every command starts from.

Keys of an installation that plays all parts itself (demo, import, tests) stand in
``RAZAO_HOME/keys/<origin>``, one file a source, readable by their owner only. A real casino's
registrars and devices keep theirs; only the service's and the log's stand here.
"""

import re
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from secrets import token_bytes
from typing import Final

import psycopg
from msgspec import Struct

from ledger.door.ingestion import Answer, Door
from ledger.door.opening import found_ledger, read_keyring
from ledger.errors import LedgerError
from ledger.events.base import Payload
from ledger.events.registry import (
    KeyRotated,
    LedgerFounded2,
    LogKeyReplaced,
    ParameterSet,
    RegistrarNamed,
    SourceEnrolled2,
)
from ledger.events.reviews import Approval
from ledger.keys import AUTHORITY_PARAMETER, Source
from ledger.log.log import Log
from ledger.roles import Binding, RegistrarSide
from ledger.signed.canonical import instant
from ledger.signed.cosignatures import MLDSA44Cosigner
from ledger.signed.key_files import KeyFileError, is_encrypted, load_key
from ledger.signed.logs import LogKeys, LogSigner, keys_at
from ledger.signed.notes import NoteKey
from ledger.signed.segments import Segment, possession_statement
from ledger.signed.signing import SEED_SIZE, KeySigner, load_seed, save_seed
from ledger.signed.sources import SourceChain, prove_possession
from ledger.store.reader import Reader
from ledger.store.recorder import LedgerStore
from ledger.store.texts.text_keys import TextKeys
from ledger.store.texts.texts import Texts
from ops.database.migrate import check_migrated, is_migrated, migrate
from ops.database.postgres import DatabaseUrls, use_database
from ops.database.rights import WORKING, check_rights
from ops.errors import MisuseError
from ops.outside.registrar.custody import is_credential, passphrase_from
from ops.outside.registrar.heads import Head, write_head
from ops.settings import Settings

DEMO_ORIGIN: Final = "razao.demo"
SERVICE: Final = "servico"
LOG: Final = "log"
LOG_MLDSA44: Final = "log-mldsa44"
"""The log's two keys, which are no source's."""
REGISTRARS: Final[dict[str, RegistrarSide]] = {
    "registo-1": "house",
    "registo-2": "authority",
    "registo-3": "house",
}
"""Each with who named him; the first two agree on what this installation enrols."""
PROPOSING, APPROVING = list(REGISTRARS)[:2]
THRESHOLD: Final = 2
_NAMED_MAX: Final = 5
_OWN: Final = re.compile(rf"{SERVICE}|({LOG}|{LOG_MLDSA44})(\.[0-9]+)?")
"""The keys that stand beside a service: its own, and the log's."""
_OTHERS: Final = 0o007
"""What the mode of a file lets everybody do with it."""


class Registrars(Struct, frozen=True):
    """The registrars that a ledger is founded with, and how many of them must agree."""

    named: tuple[RegistrarNamed, ...]
    threshold: int


class RefusedError(LedgerError):
    """The door refused what this installation itself had to say."""


class Keys:
    """The key files of one origin."""

    def __init__(self, home: Path, origin: str, elsewhere: Sequence[Path] = ()) -> None:
        """Keep keys under the installation's home; ``elsewhere`` others are only read."""
        self.folder = home / "keys" / origin
        self.apart = home / "registrars" / origin
        """Of the registrars that a demonstration plays itself; a casino's are on their machines."""
        self.folders = (self.folder, self.apart, *elsewhere)

    def path(self, name: str) -> Path:
        """Return where a source's key stands; where it would be made if it is nowhere."""
        own = (self.apart if name in REGISTRARS else self.folder) / f"{name}.key"
        paths = (folder / own.name for folder in self.folders)
        return next((path for path in paths if path.exists()), own)

    def held(self) -> list[Path]:
        """Return the files of every key that can be read here."""
        return [path for folder in self.folders for path in sorted(folder.glob("*.key"))]

    def load(self, name: str) -> KeySigner:
        """Return a source's key.

        Raises:
            MisuseError: if it is not here.

        """
        path = self.path(name)
        if not path.exists():
            raise MisuseError(f"the key of {name} is not in {self.named}")
        return self._open(path)

    def _open(self, path: Path) -> KeySigner:
        try:
            return load_key(path, passphrase_from())
        except KeyFileError as error:
            raise MisuseError(str(error)) from None

    @property
    def named(self) -> str:
        """The folders where keys are looked for, as a message names them."""
        return ", nor in ".join(str(folder) for folder in self.folders)

    def make(self, name: str) -> KeySigner:
        """Make a source's key; if it is here already, return it."""
        path = self.path(name)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            KeySigner.generate().save(path)
        return self._open(path)

    def seed(self, name: str) -> bytes | None:
        """Return the seed of an ML-DSA-44 key; None if it is not here."""
        path = self.path(name)
        return load_seed(path) if path.exists() else None

    def make_seed(self, name: str) -> bytes:
        """Make the seed of an ML-DSA-44 key; if it is here already, return it."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not self.path(name).exists():
            save_seed(self.path(name), token_bytes(SEED_SIZE))
        return load_seed(self.path(name))

    def renew(self, name: str, number: int) -> KeySigner:
        """Make a source's next key, of that number, and keep it in the old one's place."""
        fresh = f"{name}.{number}"
        signer = self.make(fresh)
        # In the home's own folder, which is looked into first: other folders are only read.
        self.path(fresh).replace(self.folder / f"{name}.key")
        return signer


def kept_checkpoint(folder: Path | None, home: Path, origin: str) -> Path:
    """Return the file of a log's last signed checkpoint: in a folder, by default the home's own."""
    return (folder or home / "checkpoints") / f"{origin}.note"


def text_keys_in(folder: Path | None, home: Path) -> Path:
    """Return the folder of the keys of erasable texts: by default the home's own."""
    return folder or home / "text-keys"


class Installation:
    """A founded ledger, whose door opens when somebody first has something to say.

    So reading leaves no trace in it, and needs no key.
    """

    def __init__(
        self,
        urls: DatabaseUrls,
        home: Path,
        stack: ExitStack,
        *,
        kept: Path | None = None,
        keys: Sequence[Path] = (),
        text_keys: Path | None = None,
    ) -> None:
        """Open the ledger that the database holds.

        ``kept`` is the folder, outside the database, for the last signed checkpoint; by default
        one in the installation's home. ``keys`` are folders with keys, beside the home's own;
        ``text_keys`` is the folder for those of erasable texts.
        """
        self.urls = urls
        self.home = home
        self._kept = kept
        self._text_keys = text_keys_in(text_keys, home)
        self.now: Callable[[], datetime] = lambda: datetime.now(UTC)
        """The service's clock; a simulated night brings its own."""
        self._stack = stack
        self.store = LedgerStore(urls.login)
        stack.callback(self.store.close)
        origin = self.store.founded_origin()
        assert origin is not None
        self.origin = origin
        self.keys = Keys(home, origin, keys)
        self.reader = Reader(urls.login)
        stack.callback(self.reader.close)

    @property
    def kept_checkpoint(self) -> Path:
        """The file that holds the last signed checkpoint, outside the database."""
        return kept_checkpoint(self._kept, self.home, self.origin)

    @cached_property
    def texts(self) -> Texts:
        """The erasable texts: the ledger has their commitments."""
        return self._stack.enter_context(Texts(self.urls.login, TextKeys(self._text_keys)))

    @cached_property
    def log(self) -> Log:
        """The log, which signs checkpoints with its own key."""
        log = open_log(self.urls.login, self.origin, self.keys, self.kept_checkpoint)
        self._stack.callback(log.close)
        return log

    @cached_property
    def door(self) -> Door:
        """The door of the ledger; closing it writes refusals down, and ticks."""
        self.log.check()
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
        self._keep_heads(answers)
        return answers

    def _keep_heads(self, answers: Sequence[Answer]) -> None:
        """Write beside the keys of registrars who are played here where their chains stand.

        So `razao keys approve` goes on from there, and nobody copies a link by hand.
        """
        for told in (one.receipt for one in answers if one.receipt is not None):
            if told.source in REGISTRARS and (self.keys.apart / f"{told.source}.key").exists():
                seq, link = told.first + told.count - 1, told.link
                stands = Head(origin=self.origin, source=told.source, seq=seq, link=link)
                write_head(self.keys.apart, stands)

    def chain(self, source: str, signer: KeySigner | None = None) -> SourceChain:
        """Return an enrolled source's chain where it stands now."""
        head = self.store.head(source)
        if head is None:
            raise MisuseError(f"source {source} is not enrolled in {self.origin}")
        seq, link = head
        return SourceChain(
            self.origin, source, signer or self.keys.load(source), seq=seq, link=link
        )

    def enrol(self, source: str, binding: Binding, at: str | None = None) -> SourceChain:
        """Give a new source its key: one registrar proposes, another approves.

        Raises:
            MisuseError: nobody may be given this key, whoever agrees.

        """
        if self.store.head(source) is None:
            act = self._enrolment_act(source, binding)
            fault = self.door.keyring.enrolment_fault(act)
            if fault is not None:
                raise MisuseError(f"{source} cannot be enrolled: {fault}")
            self.send(self.agreed(act, at))
        return self.chain(source)

    def enrol_again(self, source: str, binding: Binding, known: Source) -> None:
        """Give a source whose key was revoked its next one, under its name.

        Raises:
            MisuseError: nobody may be given this key, whoever agrees.

        """
        signer = self.keys.renew(source, len(known.keys) + 1)
        act = self._enrolment_of(source, binding, signer)
        fault = self.door.keyring.enrolment_fault(act)
        if fault is not None:
            raise MisuseError(f"{source} cannot be enrolled: {fault}")
        self.send(self.agreed(act))

    def rotate(self, source: str, number: int) -> KeySigner:
        """Let a source go on with a new key, which its old one signs, and keep it here."""
        chain = self.chain(source)
        fresh = KeySigner.generate()
        proof = prove_possession(self.origin, source, fresh)
        # An end that registrars set goes with it: nobody outlives it by a rotation.
        ends = self.door.keyring.sources[source].keys[-1].not_after
        act = KeyRotated(key=fresh.public_key.hex(), proof=proof, not_after=ends)
        said = chain.say(act, instant(self.now()))
        path = self.keys.folder / f"{source}.{number}.key"
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh.save(path)  # before it is needed: a rotation without its key ends the source
        self.send([said])
        path.replace(self.keys.folder / f"{source}.key")
        if source == SERVICE and self.door.service is not None:
            self.door.service.rotate(fresh)
        return fresh

    def next_log_keys(self) -> LogKeyReplaced:
        """Make the log's next keys here, and return the act by which registrars let them sign."""
        first, second = log_key_names(len(read_keyring(self.reader).log_keys) + 1)
        signer = self.keys.make(first)
        public = MLDSA44Cosigner(self.origin, self.keys.make_seed(second)).key.public
        statement = possession_statement(self.origin, LOG, signer.public_key + public)
        return LogKeyReplaced(
            key=signer.public_key.hex(),
            mldsa44=public.hex(),
            proof=signer.sign(statement).hex(),
        )

    def take_service_key(self) -> bool:
        """Let the service go on by the key that the ledger knows now, if its file is here."""
        service, known = self.door.service, self.door.keyring.sources[SERVICE]
        if service is None or not known.is_living or not self._is_held(known):
            return False
        service.rotate(self.keys.load(SERVICE))
        return True

    def say_by_any(self, act: Payload) -> Answer:
        """Say an act that anybody who is enrolled may say, by the service or a key that is here."""
        answer = self.door.say(act)
        if answer.accepted:
            return answer
        for one in self.door.keyring.sources.values():
            if one.name != SERVICE and one.is_living and self._is_held(one):
                return self.door.submit([self.chain(one.name).say(act, instant(self.now()))])[0]
        return answer

    def enrolment(self, source: str, binding: Binding, at: str | None = None) -> list[Segment]:
        """Return the events that enrol a new source with a key made here; none for a known name."""
        if self.store.head(source) is not None:
            return []
        return self.agreed(self._enrolment_act(source, binding), at)

    def _enrolment_act(self, source: str, binding: Binding) -> SourceEnrolled2:
        return self._enrolment_of(source, binding, self.keys.make(source))

    def _enrolment_of(self, source: str, binding: Binding, signer: KeySigner) -> SourceEnrolled2:
        return SourceEnrolled2(
            source=source,
            role=binding.role,
            person=binding.person_of(source),
            casino=binding.casino,
            places=binding.places,
            pools=binding.pools,
            side=binding.side,
            key=signer.public_key.hex(),
            proof=prove_possession(self.origin, source, signer),
        )

    def agreed(self, act: Payload, at: str | None = None) -> list[Segment]:
        """Return a registrar's act, and the approval of another, whom the Authority named."""
        at = at or instant(self.now())
        first, *others = (self.chain(one) for one in self._agreeing(act))
        segment = first.say(act, at)
        approval = Approval(target=first.name_of_last(), link=first.link.hex())
        return [segment, *(one.say(approval, at) for one in others)]

    def _agreeing(self, act: Payload) -> list[str]:
        """Return registrars whose keys are here, as many as must agree, one of the Authority."""
        keyring = self.door.keyring
        barred = keyring.barred(act)
        here: dict[str, Source] = {}  # by person: each agrees once
        for one in sorted(keyring.living_registrars(), key=lambda one: one.name not in REGISTRARS):
            person = one.person or one.name
            if person not in barred and person not in here and self._is_held(one):
                here[person] = one
        count, able = keyring.threshold, list(here.values())
        named = [one for one in able[count:] if one.side == "authority"]
        if named and all(one.side != "authority" for one in able[:count]):
            able.insert(count - 1, named[0])
        if len(able) < count:
            names = ", ".join(one.name for one in able) or "nobody"
            raise MisuseError(
                f"{count} registrars must agree, and the keys of {names} are here: the others "
                "agree by `razao keys approve`, on machines of their own"
            )
        return [one.name for one in able[:count]]

    def _is_held(self, one: Source) -> bool:
        """Tell whether a registrar's key, the one that is his now, is here."""
        try:
            return self.keys.load(one.name).public_key == one.keys[-1].public
        except (MisuseError, KeyError):
            return False

    def let_authority_hold(self, at: str | None = None) -> None:
        """Set from where the matrix of authority judges this ledger, registrars agreeing."""
        at = at or instant(self.now())
        self.send(self.agreed(self.holding_authority(at), at))

    def holding_authority(self, at: str | None = None) -> ParameterSet:
        """Return the act by which registrars let the matrix of authority judge this ledger."""
        since = at or instant(self.now())
        return ParameterSet(scope="*", name=AUTHORITY_PARAMETER, value=1, since=since)


class LogSigning:
    """The keys of a ledger's log that are here, as its events bind them.

    The founding binds the first, in ``log.key``; by ``log.2.key`` registrars replaced it, and so
    on. The files of those before stay: a checkpoint of before may be asked for again.
    """

    def __init__(
        self, origin: str, keys: Keys, read: Callable[[], list[tuple[int, LogKeys]]]
    ) -> None:
        """Read the log's keys by ``read``: in order, each with the position since which it signs.

        Raises:
            MisuseError: those that sign now are not here, or others are.

        """
        self._origin = origin
        self._keys = keys
        self._read = read
        self._logs = read()
        self.now = self._signer(self._logs, len(self._logs))
        """What signs now."""

    def renew(self) -> None:
        """Read anew what the log's keys are."""
        logs = self._read()
        if len(logs) != len(self._logs):
            self.now, self._logs = self._signer(logs, len(logs)), logs

    def at(self, size: int) -> LogSigner:
        """Return the signer of the log at a size: before a change the one of then."""
        number = max(1, sum(since <= size for since, _ in self._logs))
        return self.now if number == len(self._logs) else self._signer(self._logs, number)

    def keys_at(self, size: int) -> Sequence[NoteKey]:
        """Return the keys that may have signed the log of a size."""
        return keys_at(self._logs, size)

    def _signer(self, logs: Sequence[tuple[int, LogKeys]], number: int) -> LogSigner:
        bound, keys = logs[number - 1][1], self._keys
        first, second = log_key_names(number)
        seed = keys.seed(second) if bound.mldsa44 is not None else None
        if bound.mldsa44 is not None and seed is None:
            raise MisuseError(f"the key of {second} is not in {keys.named}")
        signer = LogSigner(self._origin, keys.load(first), seed, now=lambda: int(time.time()))
        if signer.keys != bound:
            raise MisuseError(
                f"the log's keys in {keys.named} are not those that {self._origin} was founded "
                "with, or that registrars gave it since: "
                "a checkpoint under another key would be of another log"
            )
        return signer


def log_key_names(number: int) -> tuple[str, str]:
    """Return the names of the log's two keys, by how many there have been."""
    return (LOG, LOG_MLDSA44) if number == 1 else (f"{LOG}.{number}", f"{LOG_MLDSA44}.{number}")


def log_signing(origin: str, keys: Keys, conninfo: str) -> LogSigning:
    """Return the keys of a ledger's log that are here, as its events bind them.

    Raises:
        MisuseError: those that sign now are not here, or others are.

    """

    def read() -> list[tuple[int, LogKeys]]:
        with Reader(conninfo) as reader:  # whoever signs does so in a thread of his own
            return read_keyring(reader).log_keys

    return LogSigning(origin, keys, read)


def log_signer(origin: str, keys: Keys, reader: Reader) -> LogSigner:
    """Return the signer of a ledger's checkpoints, by the keys that its events bind now.

    Raises:
        MisuseError: they are not here, or others are.

    """
    return LogSigning(origin, keys, lambda: read_keyring(reader).log_keys).now


def open_log(conninfo: str, origin: str, keys: Keys, kept: Path) -> Log:
    """Open the log of a ledger, which signs checkpoints by its own keys.

    Raises:
        MisuseError: the keys are not here, or others are.

    """
    return Log(conninfo, origin, log_signing(origin, keys, conninfo), kept=kept)


@contextmanager
def open_installation(
    settings: Settings,
    *,
    found: str | None = None,
    at: datetime | None = None,
    roles: Sequence[str] = WORKING,
    registrars: Registrars | None = None,
) -> Generator[Installation]:
    """Open the installation's ledger; with ``found``, found one of that name if there is none.

    ``at`` is when it is founded, where time is simulated; ``roles`` are those that the work takes.
    New ledgers are judged by the matrix of authority from their founding on, unless ``registrars``
    were chosen: they agree to it elsewhere, since none of their keys is here.

    Raises:
        MisuseError: if there is no ledger and none is to be founded.
        MissingRightError: the login may not take a role.
        MigrationError: the database is not as this program knows it.

    """
    with ExitStack() as stack:
        urls = stack.enter_context(use_database(settings))
        if settings.database_url is None:
            migrate(urls.superuser)
        else:
            check_ready(urls.login, roles)
        new = found_if_new(urls, settings.home, found, at, registrars)
        installation = Installation(
            urls,
            settings.home,
            stack,
            kept=settings.checkpoints,
            keys=settings.keys,
            text_keys=settings.text_keys,
        )
        if new and registrars is None:
            installation.let_authority_hold(instant(at) if at is not None else None)
        yield installation


def key_faults(keys: Keys) -> list[str]:
    """Return the faults of the folders where a service's keys stand, each a phrase.

    Beside the service's own and the log's no other's may be read by the service: who took it over
    could speak as that source, and two registrars' would agree to anything.
    """
    faults: list[str] = []
    for folder in keys.folders:
        held = sorted(path for path in keys.held() if path.parent == folder)
        others = [path.stem for path in held if not _OWN.fullmatch(path.stem)]
        if others:
            named = ", ".join(others[:_NAMED_MAX]) + (" …" if len(others) > _NAMED_MAX else "")
            faults.append(
                f"in {folder} stand the keys of {named}: move each to whoever speaks with it, and "
                "name its folder in RAZAO_KEYS where it is needed"
            )
        faults += [
            f"{path} can be read by everybody: chmod 0600 {path}"
            for path in held
            if path.stat().st_mode & _OTHERS
        ]
    return faults


def plain_keys(keys: Keys) -> list[Path]:
    """Return the files in which a key of the service's or the log's stands for whoever takes them.

    A credential that systemd handed over stands in no file of a disk, and an encrypted one opens
    by its passphrase alone.
    """
    own = [path for path in keys.held() if _OWN.fullmatch(path.stem)]
    return [path for path in own if not is_credential(path) and _is_plain(path)]


def _is_plain(path: Path) -> bool:
    try:
        return not is_encrypted(path)
    except OSError:
        return False  # whoever loads it is told that it cannot be read


def plain_keys_text(paths: Sequence[Path]) -> tuple[str, str]:
    """Return the warning of keys that stand plain, and its remedy.

    >>> plain_keys_text([Path("/srv/keys/log.key")])[0]
    '/srv/keys/log.key: not encrypted, nor a credential of systemd; who copies it signs with it'
    """
    named = ", ".join(map(str, paths))
    one = len(paths) == 1
    found = (
        f"{named}: not encrypted, nor {'a credential' if one else 'credentials'} of systemd; who "
        f"copies {'it signs with it' if one else 'them signs with them'}"
    )
    folder = "/etc/credstore.encrypted"
    remedy = (
        f"for each: `systemd-creds encrypt --name={paths[0].name} {paths[0]} "
        f"{folder}/{paths[0].name}`, LoadCredentialEncrypted={paths[0].name} in razao.service, "
        "RAZAO_KEYS=%d, and the file away from this machine"
    )
    return found, remedy


def check_ready(login: str, roles: Sequence[str]) -> None:
    """See that the database of a login is migrated, and that the login may take these roles.

    Raises:
        MissingRightError: it may not.
        MigrationError: the database is not as this program knows it.

    """
    with psycopg.connect(login, autocommit=True) as connection:
        if is_migrated(connection):
            check_rights(connection, roles)
        check_migrated(connection)


def found_if_new(
    urls: DatabaseUrls,
    home: Path,
    origin: str | None,
    at: datetime | None = None,
    chosen: Registrars | None = None,
) -> bool:
    """Found a ledger if the migrated database holds none; tell whether that was so.

    ``at`` is the time of simulated nights; registrars who are not ``chosen`` get keys made here.

    Raises:
        MisuseError: if there is none and no name for one.

    """
    with closing(LedgerStore(urls.login)) as store, Reader(urls.login) as reader:
        if reader.last_position():
            return False
        if origin is None:
            raise MisuseError(
                "this database holds no ledger yet; `razao keys found ORIGIN` founds one, "
                "`razao demo` and `razao import` found a demonstration"
            )
        _found(store, home, origin, at or datetime.now(UTC), chosen)
        return True


def _found(
    store: LedgerStore, home: Path, origin: str, at: datetime, chosen: Registrars | None
) -> None:
    keys = Keys(home, origin)
    if chosen is None:
        made = {name: keys.make(name).public_key.hex() for name in REGISTRARS}
        named = [
            RegistrarNamed(source=name, key=made[name], side=REGISTRARS[name]) for name in made
        ]
        chosen = Registrars(tuple(named), THRESHOLD)
    service = keys.make(SERVICE)
    payload = LedgerFounded2(
        origin=origin,
        service=SERVICE,
        service_key=service.public_key.hex(),
        log_key=keys.make(LOG).public_key.hex(),
        log_mldsa44=MLDSA44Cosigner(origin, keys.make_seed(LOG_MLDSA44)).key.public.hex(),
        registrars=chosen.named,
        threshold=chosen.threshold,
    )
    chain = SourceChain(origin, SERVICE, service)
    found_ledger(store, chain, payload, instant(at))
