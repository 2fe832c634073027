"""The service itself: its vocabulary, its health, its figures."""

from functools import cache
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from msgspec import json

from api.answers.problems import ANYWAY, WITH_KEY, documented
from api.answers.schemas import Health
from api.answers.standing import figures, look
from api.requests.auth import Admin
from api.requests.parameters import OnlyKnown
from api.services.deps import working
from ledger.events.schema import json_schema

METRICS: Final = "text/plain; version=1.0.0; charset=utf-8"
SCHEMA: Final = "application/schema+json"

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
        503: {"description": "Not ready: `degraded` says why.", "model": Health},
        **documented(*ANYWAY),
    },
)
def get_health(request: Request) -> JSONResponse:
    """Return how far log and projections are, and all that is not as it should be."""
    health, _ = look(working(request))
    return JSONResponse(health.model_dump(mode="json"), 200 if health.ready else 503)


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
    health, seen = look(work, closely=True)
    return Response(work.metrics.text(figures(work, health, seen)), media_type=METRICS)
