"""The state of the service at one moment: as health in words, as figures for Prometheus."""

import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import psycopg
from psycopg_pool import PoolTimeout

from api.answers.schemas import Health
from api.services.deps import View, Working, open_view
from api.services.metrics import Figures
from projections.reads.basis.scope import EVERY_CASINO
from projections.reads.basis.unproved import standing_count
from projections.reads.floor.voices import clock, silences, voices

LATE_EVENTS: Final = 10_000
"""Projections further behind than this are late."""
REPLICAS: Final = "SELECT count(*) AS replicas FROM pg_catalog.pg_stat_replication"
SIZE: Final = """
SELECT CASE WHEN pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CONNECT')
THEN pg_catalog.pg_database_size(pg_catalog.current_database()) END AS bytes
"""
"""Nothing where the role that reads may not ask: `razao db grant` lets it."""


def look(work: Working, *, closely: bool = False) -> tuple[Health, dict[str, Figures]]:
    """Return whether the service does its work; ``closely`` with the figures of the database."""
    services = work.services
    found: dict[str, Any] = dict.fromkeys(
        ("position", "projected", "lag", "halted", "unproved", "checkpoint"), None
    )
    last = services.checkpoints.last()
    if last is not None:
        found["checkpoint"] = {"size": last.size, "age_seconds": last.age_seconds}
    exchanging = services.exchanging()
    trouble = None if exchanging else services.trouble()
    unpublished = services.unpublished()
    status = "late" if exchanging else "ok" if trouble is None else "halted"
    seen: dict[str, Figures] = {}
    try:
        with open_view(work, EVERY_CASINO) as view:
            begun = time.perf_counter()
            found["position"] = view.last_position()
            seen["database_answer_seconds"] = time.perf_counter() - begun
            standing = view.standing()
            if closely:
                seen |= _of_database(view)
        found["projected"] = standing["position"]
        found["halted"] = standing["halted"]
        found["unproved"] = standing["unproved"]
        found["lag"] = found["position"] - found["projected"]
        if found["halted"] is not None:
            status = "halted"
        elif status == "ok" and (found["lag"] > LATE_EVENTS or unpublished is not None):
            status = "late"
    except psycopg.errors.UndefinedTable:
        status, trouble = "halted", trouble or "nothing is projected yet"
    except (psycopg.OperationalError, PoolTimeout) as error:
        status, trouble = "unreachable", f"the database does not answer: {type(error).__name__}"
    found |= {"trouble": trouble, "unpublished": unpublished}
    health = Health.model_validate(
        {
            **found,
            "status": status,
            "ready": status in ("ok", "late") and services.door.stopped is None,
            "degraded": list(_degraded(work, found, exchanging=exchanging)),
            "origin": services.origin,
            "version": services.version,
        }
    )
    return health, seen


def _degraded(work: Working, found: dict[str, Any], *, exchanging: bool) -> Iterator[str]:
    """Yield every fault of service, ledger and machine in words, the worst first."""
    services = work.services
    if services.door.stopped is not None:
        yield services.door.stopped
    halted = found["halted"]
    if halted is not None:
        yield (
            f"the projections stopped before event {halted['event']}, position "
            f"{halted['position']}, in stage {halted['stage']}"
        )
    if found["trouble"] is not None:
        yield found["trouble"]
    if exchanging:
        yield "a rebuild takes the projections' place; they follow again soon"
    elif (found["lag"] or 0) > LATE_EVENTS:
        yield f"the projections are {found['lag']} events behind"
    unproved: dict[str, Any] = found["unproved"] or {"items": ()}
    for mark in unproved["items"]:
        if mark["until"] is None:
            yield (
                f"event {mark['event']}, position {mark['since']}, was set aside by stage "
                f"{mark['stage']}: {mark['scope']} {mark['subject']} is not proved"
            )
    checked = work.proofs.last
    if checked is not None and checked.report.problems:
        problems = checked.report.problems
        first = f"{problems[0].kind}: {problems[0].source or ''} {problems[0].detail}"
        yield f"the last verification found {len(problems)} things altered, first {first}"
    if found["unpublished"] is not None:
        yield found["unpublished"]
    yield from work.notices.standing.faults()
    yield from _floods(services.door.stories_counted)
    yield from services.surroundings().faults()


def _floods(counted: Mapping[str, int]) -> Iterator[str]:
    """Yield each source whose second stories come too fast to be named one by one."""
    for source, count in counted.items():
        yield (
            f"{source} tells more second stories than are named one by one: {count} more are kept, "
            "and counted"
        )


def figures(work: Working, health: Health, seen: dict[str, Figures]) -> dict[str, Figures]:
    """Return the service's gauges at this moment; ``seen`` are those that the database gave."""
    services = work.services
    around = services.surroundings()
    checkpoint = health.checkpoint
    return seen | {
        "ready": health.ready,
        "ledger_position": health.position,
        "door_closed": services.door.stopped is not None,
        "door_waiting_events": services.door.waiting,
        "door_waiting_requests": work.writers.statistics().tasks_waiting,
        "gate_waiting_requests": work.gates.statistics().tasks_waiting,
        "projection_position": health.projected,
        "projection_lag_events": health.lag,
        "projection_halted": health.status in ("halted", "unreachable"),
        "checkpoint_age_seconds": None if checkpoint is None else checkpoint.age_seconds,
        "unpublished": health.unpublished is not None,
        "notices_waiting": work.notices.standing.waiting,
        "notices_failing": work.notices.standing.failing,
        "database_up": health.status != "unreachable",
        "readers_waiting": work.pool.get_stats().get("requests_waiting", 0),
        "disk_free_bytes": {(name,): room.free for name, room in around.rooms.items()},
        "disk_total_bytes": {(name,): room.total for name, room in around.rooms.items()},
        "disk_short": {(name,): room.short for name, room in around.rooms.items()},
        "clock_tick_age_seconds": around.tick_seconds,
        "clock_synchronised": around.synchronised,
        "backup_age_seconds": around.backup_seconds,
    }


def _of_database(view: View) -> dict[str, Figures]:
    connection = view.connection
    size = connection.execute(SIZE).fetchone()
    replicas = connection.execute(REPLICAS).fetchone()
    assert size is not None
    assert replicas is not None
    now = clock(connection)
    heard = voices(connection)
    return {
        "database_bytes": size["bytes"],
        "database_replicas": replicas["replicas"],
        "projection_clock_age_seconds": (
            None if now is None else (datetime.now(UTC) - now).total_seconds()
        ),
        "events_set_aside": standing_count(connection),
        "source_behind_seconds": {(one.source,): one.behind_seconds for one in heard},
        "source_astray": {(one.source,): 1 for one in heard if one.astray},
        "place_silent": {(one.place, one.source): 1 for one in silences(connection)},
    }
