"""Checks of the ledger: keys, checkpoints, clock, archives, projections, backups."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import psycopg

from ledger.audit.left import ranges_away
from ledger.door.opening import read_keyring
from ledger.errors import CorruptLedgerError, LedgerError
from ledger.events.registry import ClockTicked
from ledger.log.log import Log
from ledger.signed.canonical import decode_stored
from ledger.store.cold import silent
from ledger.store.reader import Reader
from ledger.text.times import moment_text
from ops.database.rights import WORKER
from ops.deploy.doctor.check import Check, Machine, broken, ok, unknown, warning
from ops.errors import MisuseError
from ops.installation import (
    SERVICE,
    Keys,
    key_faults,
    log_signer,
    log_signing,
    plain_keys,
    plain_keys_text,
)
from ops.settings import Settings
from projections.base.errors import OutdatedError
from projections.reads.basis.unproved import unproved
from projections.reads.queries import Queries
from projections.reads.queries import connect as connect_reader
from projections.running.runner import LIVE, check_made, is_held

_FUTURE_MAX: Final = timedelta(seconds=5)
_BACKUP_AGE_MAX: Final = timedelta(hours=26)
"""A night's backup, and the time it takes."""
_RANGES_ASKED: Final = 30
"""Ranges that left last, of which each copy is asked for its seal."""
_NAMED_MAX: Final = 5
_AS_WORKER: Final = f"-c role={WORKER} -c default_transaction_read_only=on"
_DESTINATIONS: Final = """
SELECT name, title, state = 'dead' OR failing IS NOT NULL FROM work.subscription ORDER BY 1, 2
"""
_BEHIND_MAX: Final = 10_000
"""Events by which projections that somebody folds may be behind."""


def examine(login: str, settings: Settings, machine: Machine) -> Iterator[Check]:
    """Make every check of a ledger that the database holds."""
    with Reader(login) as reader:
        origin = reader.origin()
        if origin is None:
            yield broken(
                "ledger",
                "the database holds no ledger yet",
                "`razao keys found ORIGIN` founds one: its name is for ever",
            )
            return
        yield ok("ledger", f"{origin}, {reader.last_position()} events")
        kept = Keys(settings.home, origin, settings.keys)
        yield from keys(reader, kept, settings)
        yield from checkpoints(login, kept, settings)
        yield from time(reader, machine)
    yield from archive(login)
    yield from projections(login, settings)
    yield from notices(login)


def keys(reader: Reader, kept: Keys, settings: Settings) -> Iterator[Check]:
    """Look whether the service's and the log's keys are here and theirs, and nobody else's."""
    faults = list(_wrong_keys(reader, kept))
    yield from faults
    if not faults:
        yield ok("keys", "the service's key and the log's are here, and may sign")
    say = broken if settings.production else warning
    alien = key_faults(kept)
    for fault in alien:
        found, _, remedy = fault.partition(": ")
        yield say("keys-apart", found, remedy)
    if not alien:
        yield ok("keys-apart", "no other source's keys stand beside them")
    if settings.production:
        plain = plain_keys(kept)
        if plain:
            yield warning("keys-sealed", *plain_keys_text(plain))
        else:
            yield ok("keys-sealed", "they are encrypted, or credentials of systemd")


def _wrong_keys(reader: Reader, kept: Keys) -> Iterator[Check]:
    remedy = (
        "put the key's file back from where the ceremony kept it, in a folder of RAZAO_KEYS or "
        f"{kept.folder}"
    )
    try:
        public = kept.load(SERVICE).public_key
    except (MisuseError, OSError, ValueError) as error:
        yield broken("keys", str(error), remedy)
    else:
        source = read_keyring(reader).sources[SERVICE]
        if not source.is_living:
            yield broken(
                "keys",
                f"the service's key was revoked at position {source.keys[-1].ended}",
                f"registrars give it the next: `razao keys enrol {SERVICE} --role service`",
            )
        elif source.keys[-1].public != public:
            yield broken(
                "keys", f"{kept.path(SERVICE)} is not the key that the ledger knows", remedy
            )
    try:
        log_signer(kept.folder.name, kept, reader)
    except (MisuseError, OSError, ValueError) as error:
        yield broken("keys", str(error), remedy)


def checkpoints(login: str, kept: Keys, settings: Settings) -> Iterator[Check]:
    """Look whether the last checkpoint is kept outside, and the log goes on from it."""
    origin = kept.folder.name
    path = (settings.checkpoints or settings.home / "checkpoints") / f"{origin}.note"
    if not path.exists():
        yield (broken if settings.production else warning)(
            "checkpoints",
            f"{path} is not there: nothing outside the database says how long the log was",
            "`razao serve` writes it each minute, `razao checkpoint` now; if it was there before, "
            "fetch the copy first",
        )
        return
    try:
        with Log(login, origin, log_signing(origin, kept, login), kept=path) as log:
            size = log.check()
    except (CorruptLedgerError, LedgerError) as error:
        yield broken(
            "checkpoints",
            f"the log and {path} part: {error}",
            "is this an older backup? Restore the newest one; `razao verify --since` names what "
            "is missing",
        )
    except (MisuseError, OSError, ValueError):
        yield unknown("checkpoints", f"{path} cannot be compared without the log's keys")
    else:
        yield ok("checkpoints", f"the log goes on from {path}, {size} events")
    if settings.production and settings.policy is None:
        yield warning(
            "witnesses",
            "nobody outside cosigns: who has every key of the house could write it anew",
            "RAZAO_POLICY names witnesses; `razao witness serve` is one",
        )


def time(reader: Reader, machine: Machine) -> Iterator[Check]:
    """Compare the machine's clock with the last tick that the ledger was told."""
    row = reader.newest(ClockTicked.KIND)
    if row is None:
        yield unknown("clock-ledger", "the ledger's clock has not ticked yet")
        return
    at = datetime.fromisoformat(decode_stored(row.kind, row.envelope).at)
    ahead = at - machine.now()
    if ahead > _FUTURE_MAX:
        yield broken(
            "clock-ledger",
            f"the ledger's last tick is {ahead.total_seconds():.0f} s ahead of this machine's "
            "clock: the clock went back, or once ran ahead",
            "set the clock by chrony; the door takes no tick before the last one",
        )
    else:
        yield ok("clock-ledger", f"the ledger's clock ticked last at {moment_text(at, UTC)}")


def archive(login: str) -> Iterator[Check]:
    """Look whether the copies of the ranges that left last answer, and with which seal."""
    ranges = ranges_away(login)
    if not ranges:
        return
    told = [(one, *silent(one)) for one in ranges[-_RANGES_ASKED:]]
    one, answering, why = min(told, key=lambda each: each[1])
    which = f"positions {one.first} to {one.last}"
    if answering == 0:
        yield broken(
            "archive",
            f"{which} left, and no copy answers: {'; '.join(why)}",
            "bring the archive back; RAZAO_ARCHIVE names where it stands now. Until then nobody "
            "reads these events, and a fold that asks for them stops",
        )
    elif answering == 1 or why:
        yield warning(
            "archive",
            f"{which} left, and of the copies {answering} answer{'s' * (answering == 1)}: "
            f"{'; '.join(why)}",
            "copy the range's folder from where it answers; the next disk that breaks is the last",
        )
    else:
        yield ok(
            "archive",
            f"{len(ranges)} ranges left, up to {ranges[-1].last}; {len(told)} were asked for, and "
            f"answer at {answering} places",
        )


def projections(login: str, settings: Settings) -> Iterator[Check]:
    """Look whether the projections are of this version, go on, and have everything folded."""
    with connect_reader(login) as connection, Reader(login) as reader:
        try:
            there = _made(connection)
        except OutdatedError as error:
            yield broken("projections", str(error), "`razao rebuild`")
            return
        if not there:
            yield broken(
                "projections", "there are none yet", "`razao serve` or `razao rebuild` makes them"
            )
            return
        queries = Queries(connection)
        halted = queries.halted()
        behind = reader.last_position() - queries.position()
        if halted is not None:
            yield broken(
                "projections",
                f"they stopped at {halted['position']}, {halted['event']}: {halted['error']}",
                "mend the cause that it names; `razao serve` tries again by itself",
            )
        elif behind > (_BEHIND_MAX if is_held(connection) else 0):
            held = is_held(connection)
            # Out of production each command folds what it asks about.
            yield (broken if held or settings.production else warning)(
                "projections",
                f"they are {behind} event{'s' * (behind != 1)} behind the log"
                + ("" if held else ", and nobody folds them"),
                "look at the machine's load" if held else "start `razao serve`",
            )
        else:
            yield ok("projections", f"they follow the log, at {queries.position()}")
        marks = unproved(connection)
        if marks.count:
            yield warning(
                "set-aside", marks.text(), "what the event says cannot be folded: `razao findings`"
            )


def notices(login: str) -> Iterator[Check]:
    """Look whether each destination of messages about findings takes them."""
    try:
        with psycopg.connect(login, options=_AS_WORKER) as connection:
            rows = connection.execute(_DESTINATIONS).fetchall()
    except psycopg.Error:
        return  # what it may not look at, its rights tell
    silent_ones = [f"{title} of {name}" for name, title, fails in rows if fails]
    if silent_ones:
        yield warning(
            "notices",
            f"{len(silent_ones)} of {len(rows)} destinations take no messages about findings: "
            f"{', '.join(silent_ones[:_NAMED_MAX])}",
            "`razao subscriptions list` says why; `razao subscriptions try ID` tries it again",
        )
    elif rows:
        yield ok("notices", f"{len(rows)} destinations take messages about findings")


def _made(connection: psycopg.Connection[Any]) -> bool:
    """Tell whether there are projections.

    Raises:
        OutdatedError: they are another version's.

    """
    found = connection.execute(
        "SELECT FROM pg_catalog.pg_namespace WHERE nspname = %s", (LIVE,)
    ).fetchone()
    if found is None:
        return False
    check_made(connection, LIVE)
    return True


def backups(settings: Settings, machine: Machine) -> Iterator[Check]:
    """Look how old the newest backup is."""
    folder = settings.backups
    if folder is None:
        say = broken if settings.production else unknown
        yield say(
            "backups",
            "nobody says where backups arrive",
            "RAZAO_BACKUPS names the folder; ops/deploy/systemd/razao-backup.timer makes one a day",
        )
        return
    newest = newest_backup(folder)
    if newest is None:
        yield broken(
            "backups", f"there is none in {folder}", "systemctl start razao-backup.service"
        )
        return
    age = machine.now() - newest
    hours = age.total_seconds() / 3600
    if age > _BACKUP_AGE_MAX:
        yield broken(
            "backups",
            f"the newest in {folder} is {hours:.0f} hours old",
            "journalctl -u razao-backup says why; systemctl start razao-backup.service",
        )
    else:
        yield ok("backups", f"the newest in {folder} is {hours:.0f} hours old")


def newest_backup(folder: Path) -> datetime | None:
    """Return when the newest backup in a folder was written; None where there is none."""
    return max(_times(folder), default=None)


def _times(folder: Path) -> Iterator[datetime]:
    """Return when each backup was written; an empty file, which a full disk leaves, is none."""
    if folder.is_dir():
        for path in folder.iterdir():
            told = path.stat()
            if told.st_size and not path.name.startswith("."):
                yield datetime.fromtimestamp(told.st_mtime).astimezone()
