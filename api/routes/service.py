"""The service itself: its vocabulary, its health, its figures."""

from functools import cache
from typing import Any, Final

import psycopg
from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from msgspec import json
from psycopg_pool import PoolTimeout

from api.answers.problems import ANYWAY, WITH_KEY, documented
from api.answers.schemas import Health
from api.requests.auth import Admin
from api.requests.parameters import OnlyKnown
from api.services.deps import View, Working, working
from ledger.events.schema import json_schema

METRICS: Final = "text/plain; version=1.0.0; charset=utf-8"
SCHEMA: Final = "application/schema+json"
LATE_EVENTS: Final = 10_000
"""Projections further behind than this are late."""

router: Final = APIRouter(tags=["service"])


@router.get(
    "/v1/schema",
    operation_id="getSchema",
    dependencies=[OnlyKnown],
    summary="JSON Schema of every kind of event",
    response_class=Response,
    responses={
        200: {
            "description": "JSON Schema 2020-12.",
            "content": {SCHEMA: {"schema": {"type": "object"}}},
        },
        **documented(*ANYWAY),
    },
)
def get_schema() -> Response:
    """Return the schema of an envelope's body, for those who write sources."""
    return Response(_schema(), media_type=SCHEMA, headers={"Cache-Control": "max-age=3600"})


@cache
def _schema() -> bytes:
    return json.encode(json_schema())


@router.get(
    "/health",
    operation_id="getHealth",
    dependencies=[OnlyKnown],
    summary="Whether the service does its work",
    response_model=Health,
    responses={
        503: {"description": "Halted, or the database is unreachable.", "model": Health},
        **documented(*ANYWAY),
    },
)
def get_health(request: Request) -> JSONResponse:
    """Return how far log and projections are, and whether anything stopped."""
    health = _health(working(request))
    bad = health.status in ("halted", "unreachable")
    return JSONResponse(health.model_dump(mode="json"), 503 if bad else 200)


@router.get(
    "/metrics",
    operation_id="getMetrics",
    summary="Figures for Prometheus",
    response_class=Response,
    responses={
        200: {
            "description": "Prometheus's text form.",
            "content": {"text/plain": {"schema": {"type": "string"}}},
        },
        **documented(*WITH_KEY),
    },
)
def get_metrics(request: Request, _: Admin) -> Response:
    """Return counters and gauges of this process and the ledger's state."""
    work = working(request)
    health = _health(work)
    metrics = work.metrics
    metrics.halted.set(health.status in ("halted", "unreachable"))
    for gauge, value in (
        (metrics.position, health.position),
        (metrics.projected, health.projected),
        (metrics.lag, health.lag),
        (metrics.checkpoint_age, health.checkpoint and health.checkpoint.age_seconds),
    ):
        if value is not None:
            gauge.set(value)
    return Response(metrics.text(), media_type=METRICS)


def _health(work: Working) -> Health:
    services = work.services
    found: dict[str, Any] = dict.fromkeys(
        ("position", "projected", "lag", "halted", "unproved", "checkpoint"), None
    )
    trouble = services.trouble()
    last = services.checkpoints.last()
    if last is not None:
        found["checkpoint"] = {"size": last.size, "age_seconds": last.age_seconds}
    status = "ok" if trouble is None else "halted"
    unpublished = services.unpublished()
    try:
        with work.pool.connection() as connection, connection.transaction():
            view = View(connection)
            found["position"] = view.last_position()
            standing = view.standing()
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
    return Health.model_validate(
        {
            **found,
            "status": status,
            "origin": services.origin,
            "version": services.version,
            "trouble": trouble,
            "unpublished": unpublished,
        }
    )
