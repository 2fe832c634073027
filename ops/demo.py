"""An evening small enough to watch: real hands, a roulette, a table with a jackpot, planted faults.

What is planted is written down apart from the ledger, and compared with what is found.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from ledger.segments import Segment
from ops.importing.hands import OPTIONS_IMPORTED, Hand, read_hands
from ops.importing.run import SUBMISSION_EVENTS, Outcome, import_hands, no_progress
from ops.installation import Installation
from ops.judging import FindingRow, findings_of, judge_all, verdict_counts
from ops.simulator.manifest import Planted
from ops.simulator.party import Place
from ops.simulator.pools import Pool, open_pool, sem_descarte_terms
from ops.simulator.poquer_sem_descarte import PoquerSemDescarte
from ops.simulator.roleta_americana import RoletaAmericana
from ops.simulator.tables import Table
from ops.simulator.terminal import in_order, sign_approved

DAY: Final = "2026-11-20"
START: Final = datetime(2026, 11, 20, 21, tzinfo=UTC)
ROUNDS: Final = {"roleta_americana": 80, "poquer_sem_descarte": 60}
FAULTS_ROULETTE: Final = {12: "overpaid", 31: "late-bet", 55: "over-limit"}
FAULTS_POKER: Final = {5: "underpaid", 50: "bank-played-wrongly"}
SEED: Final = 7
HANDS: Final = 250
TAMPERED: Final = 3
SAMPLE: Final = Path(__file__).with_name("data") / "hands.jsonl"

Progress = Callable[[str, int, int], None]


class Evening(Struct, frozen=True, kw_only=True):
    """What the demonstration came to."""

    events: int
    position: int
    hands: Outcome
    rounds: int
    agree: int
    planted: list[Planted]
    found: list[tuple[Planted, FindingRow | None]]
    invented: list[FindingRow]
    pool: str

    @property
    def exact(self) -> bool:
        """Whether exactly what was planted was found."""
        return (
            not self.invented
            and not self.hands.invented
            and all(row is not None for _, row in self.found)
            and all(fault.found is not None for fault in self.hands.faults)
        )


def play_evening(
    installation: Installation, hands: Sequence[Hand], progress: Progress = no_progress
) -> Evening:
    """Play it into the ledger, judge it, and compare with what was planted."""
    run = _next_run(installation)
    imported = import_hands(
        installation, hands, dict(OPTIONS_IMPORTED), tamper=TAMPERED, seed=SEED, progress=progress
    )
    pool = f"acumulado-{run}"
    tables = _tables(run, pool)
    _open_pool(installation, run, pool, tables[1].where.place)
    events = _play(installation, tables, progress)
    installation.door.tick()
    position = judge_all(installation.urls.login, lambda done, last: progress("judge", done, last))
    return _compare(installation, imported, tables, events, position, pool)


def sample_hands(path: Path | None, count: int = HANDS) -> list[Hand]:
    """Return the hands to play: of a file, or the few that come with the program."""
    return read_hands(path if path is not None else SAMPLE, count)


def _next_run(installation: Installation) -> int:
    run = 1
    while installation.store.head(f"mesa-ra-{run}") is not None:
        run += 1
    return run


def _tables(run: int, pool: str) -> tuple[Table, Table]:
    roulette = RoletaAmericana(_place("ra", run), FAULTS_ROULETTE)
    terms = sem_descarte_terms(pool, _place("psd", run).place)
    poker = PoquerSemDescarte(_place("psd", run), Pool(terms), FAULTS_POKER)
    return roulette, poker


def _place(kind: str, run: int) -> Place:
    return Place(
        source=f"mesa-{kind}-{run}",
        place=f"{kind.upper()}-{run:02}",
        day=DAY,
        start=START,
        seed=SEED,
    )


def _open_pool(installation: Installation, run: int, pool: str, place: str) -> None:
    finance = installation.enrol(f"financas-{run}", "finance")
    approver = installation.enrol(f"direccao-{run}", "finance")
    terms = sem_descarte_terms(pool, place)
    installation.send(open_pool(finance, approver, terms, day=DAY, at=START.replace(hour=12)))


def _play(installation: Installation, tables: Sequence[Table], progress: Progress) -> int:
    chains = {
        table.terminal.source: installation.enrol(table.terminal.source, "table")
        for table in tables
    }
    for badge in (badge for table in tables for badge in table.counters):
        chains[badge] = installation.enrol(badge, "staff")
    nights = [table.night(ROUNDS[table.GAME]) for table in tables]
    said = list(in_order(*nights))
    segments: list[Segment] = []
    for number, one in enumerate(said, 1):
        segments.extend(sign_approved(chains, [one]))
        if len(segments) >= SUBMISSION_EVENTS or number == len(said):
            installation.send(segments)
            segments.clear()
            progress("tables", number, len(said))
    return len(said)


def _compare(
    installation: Installation,
    imported: Outcome,
    tables: Sequence[Table],
    events: int,
    position: int,
    pool: str,
) -> Evening:
    places = tuple(table.where.place for table in tables)
    rows = [row for row in findings_of(installation.urls.login, places) if row.place in places]
    planted = [one for table in tables for one in table.planted]
    found, invented = match(planted, rows)
    counts = verdict_counts(installation.urls.login, places)
    return Evening(
        events=imported.events + events,
        position=position,
        hands=imported,
        rounds=sum(counts.values()),
        agree=counts.get("agrees", 0),
        planted=planted,
        found=found,
        invented=invented,
        pool=pool,
    )


def match(
    planted: Sequence[Planted], rows: Sequence[FindingRow]
) -> tuple[list[tuple[Planted, FindingRow | None]], list[FindingRow]]:
    """Lay each planted fault beside its finding; return the pairs, and the findings left over."""
    left = list(rows)
    pairs: list[tuple[Planted, FindingRow | None]] = []
    for one in planted:
        row = next((row for row in left if _is_of(row, one)), None)
        if row is not None:
            left.remove(row)
        pairs.append((one, row))
    return pairs, left


def _is_of(row: FindingRow, one: Planted) -> bool:
    return (
        row.code == one.code
        and row.round == one.round
        and (one.seat is None or row.seat == one.seat)
        and (one.amount is None or row.amount == one.amount)
    )


def pool_figures(row: dict[str, Any]) -> dict[str, int]:
    """Return what people ask of a pool first: base, accumulated, won and unpaid."""
    balances = row["balances"]
    return {
        "base": balances.get("J1", 0),
        "accumulated": balances.get("J2", 0),
        "unpaid": balances.get("J6", 0),
    }
