"""``razao bench bundles``: how long a proof takes to make, and whoever gets it to check it.

Of rounds of a log, one after another, by a connection that stands as the service's do. A proof's
limit is the round read and judged again, which it holds; a check's are its signatures alone, and an
interpreter that starts with the same packages.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import psycopg

from api.services.bundles import make_bundle, make_bundle_by
from api.services.deps import Pool, whole_pool
from ledger.log.key_history import KeyHistory
from ledger.signed.signing import KeySigner
from ledger.store.reader import Reader
from ops.bench.casino import Bench, load_rounds
from ops.bench.frame import Comparison, Goal, Plan
from ops.database.postgres import DatabaseUrls
from ops.errors import MisuseError
from ops.outside.verifier import program_text, razao_verify
from ops.outside.verifier.razao_verify import EVENTS as OF_EVENTS
from ops.outside.verifier.razao_verify import TRUST, check, fits, read_archive
from projections.reads.floor.round_again import round_again_by
from projections.running.runner import Runner

EVENTS: Final = 50_000
TIMES: Final = 50
STARTS: Final = 10
START: Final = "import argparse, json, zipfile, cryptography.hazmat.primitives.asymmetric.ed25519"
MADE: Final = 0.15
CHECKED: Final = 0.25
STARTED: Final = 0.3
"""Shares of the limits, where 50 ms, 100 ms and 200 ms are the aim. On the slowest two cores that
were measured, with other work beside it, a proof took 20 ms of the processors' time, a third of it
the server's, of which the round judged again took 5."""


@contextmanager
def plan(bench: Bench) -> Generator[Plan]:
    """Plan proofs of rounds of a log that is loaded, signed and projected for this."""
    with bench.ledger("bench_bundles") as urls, TemporaryDirectory() as folder:
        with bench.open(urls) as installation:
            load_rounds(bench, installation, bench.size(EVENTS))
            installation.log.checkpoint()
            last = installation.reader.last_position()
        with Runner(urls.login) as runner:
            runner.catch_up()
        rounds = _rounds(urls, Random(bench.seed), bench.at_most(TIMES))
        made = [make_bundle(urls.login, "round", one, program_text()) for one in rounds]
        paths = [Path(folder, f"{number}.zip") for number in range(len(made))]
        for path, data in zip(paths, made, strict=True):
            path.write_bytes(data)
        sizes = sorted(map(len, made))
        with whole_pool(urls.login) as pool:
            planned = _plan(pool, rounds, made, paths)
            planned.notes.append(
                f"{last} events, {len(rounds)} rounds of them; a proof has {sizes[0]} to "
                f"{sizes[-1]} bytes"
            )
            yield planned


def _rounds(urls: DatabaseUrls, chance: Random, most: int) -> list[str]:
    with psycopg.connect(urls.superuser) as connection:
        rows = connection.execute("SELECT DISTINCT round FROM projections.verdict ORDER BY round")
        found = [row[0] for row in rows]
    if not found:
        raise MisuseError("bundles: expected at least one closed round; ask for more --events")
    return chance.sample(found, min(most, len(found)))


def _plan(pool: Pool, rounds: Sequence[str], made: Sequence[bytes], paths: Sequence[Path]) -> Plan:
    verifier = program_text()
    signed = [_signatures(data) for data in made]
    program = str(razao_verify.__file__)
    again: dict[str, Timed] = {
        "made": Timed(rounds, partial(_made, pool, KeyHistory(), verifier)),
        "judged": Timed(rounds, partial(_judged, pool)),
        "checked": Timed(made, check),
        "signatures": Timed(signed, _fit),
        "with start": Timed(paths[:STARTS], partial(_run, program)),
        "start": Timed([START] * STARTS, partial(_run, "-c")),
    }
    planned = Plan()
    planned.measures |= {name: one.rate for name, one in again.items()}
    for name, own, limit, limit_is, least in (
        ("made", "made", "judged", "the round read and judged again", MADE),
        ("checked in process", "checked", "signatures", "its signatures alone", CHECKED),
        ("checked with start", "with start", "start", "an interpreter's start", STARTED),
    ):
        planned.rows.append(
            Comparison(
                name=f"bundle of a round, {name}",
                own=own,
                limit=limit,
                limit_is=limit_is,
                goals=(Goal("limit", least=least),),
                unit="/s",
            )
        )
    return planned


class Timed(NamedTuple):
    """Things, and what is done to each of them in turn."""

    things: Sequence[Any]
    work: Callable[[Any], object]

    def rate(self) -> float:
        """Return how many a second by the median time."""
        took: list[float] = []
        for one in self.things:
            start = time.perf_counter()
            self.work(one)
            took.append(time.perf_counter() - start)
        return 1 / median(took)


def _made(pool: Pool, history: KeyHistory, verifier: bytes, name: str) -> bytes:
    with pool.connection() as connection:
        return make_bundle_by(connection, "round", name, verifier, history)


def _judged(pool: Pool, name: str) -> object:
    with pool.connection() as connection, connection.transaction():
        return round_again_by(connection, Reader.within(connection), name)


def _signatures(data: bytes) -> int:
    """Return how many signatures a bundle has: a line has one."""
    files = read_archive(data)
    return sum(len(files[name].splitlines()) for name in (OF_EVENTS, TRUST))


def _fit(count: int) -> None:
    """Check so many signatures, none of which fits: a true one's, over other messages."""
    for number in range(count):
        fits(_SIGNER.public_key, _SIGNED, number.to_bytes(200, "big"))


_SIGNER: Final = KeySigner.from_seed(bytes(32))
_SIGNED: Final = _SIGNER.sign(b"")


def _run(*arguments: str | Path) -> None:
    done = subprocess.run(  # noqa: S603 - this interpreter, and a file of this program
        [sys.executable, "-I", *arguments], check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise MisuseError(
            f"bundles: {arguments[0]} came to {done.returncode}: {done.stderr[-300:]}"
        )
