"""The hub's check: every range of many archives, and how the ranges of each ledger follow."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from ledger.errors import BrokenProofError
from ledger.signed.logs import open_log
from ledger.signed.notes import NoteKey
from ops.errors import MisuseError
from ops.outside.archive.checking import Checked
from ops.outside.archive.folder import Archive
from ops.outside.archive.whole import Joint, join
from ops.outside.hub.running import Dask, Here, Step, run
from ops.outside.hub.tasks import Results, tasks_of


class Asked(Struct, frozen=True, kw_only=True):
    """The keys and checkpoints of whoever checks, and where results stand."""

    keys: Sequence[NoteKey] = ()
    since: Mapping[str, str]
    """Checkpoints that were kept outside, by their ledgers."""
    figures: bool
    """Whether figures are folded again."""
    results: Path


class Found(Struct, frozen=True, kw_only=True):
    """The outcome of a check of many archives."""

    ranges: list[Checked]
    ledgers: list[Joint]

    @property
    def clean(self) -> bool:
        """Whether nothing was altered anywhere."""
        return all(one.clean for one in self.ranges) and not any(one.faults for one in self.ledgers)


def check_all(urls: Sequence[str], asked: Asked, workers: Here | Dask, step: Step) -> Found:
    """Check archives; a range that has a result is not checked again."""
    tasks = tasks_of(urls, asked.keys, figures=asked.figures)
    ranges = run(tasks, Results(asked.results), workers, step)
    ledgers = [
        join(
            archive,
            origin,
            since=asked.since.get(origin),
            keys=[key for key in asked.keys if key.name == origin],
        )
        for archive in map(Archive, urls)
        for origin in sorted({place.origin for place in archive.ranges()})
    ]
    return Found(ranges=ranges, ledgers=ledgers)


def read_kept(paths: Sequence[Path], keys: Sequence[NoteKey]) -> dict[str, str]:
    """Return checkpoints that were kept outside, by their ledgers.

    Raises:
        MisuseError: one is no checkpoint that these keys signed.

    """
    kept: dict[str, str] = {}
    for path in paths:
        try:
            text = path.read_text("utf-8")
            origin = text.partition("\n")[0]
            open_log(text, [key for key in keys if key.name == origin])
        except (BrokenProofError, OSError, UnicodeDecodeError) as error:
            raise MisuseError(f"--since: {path}: {error}; --log-key names its keys") from None
        kept[origin] = text
    return kept
